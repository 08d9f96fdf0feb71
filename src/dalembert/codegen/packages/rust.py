"""Export as Rust functions, which take references to arrays and return arrays. The functions do not allocate memory and
do not depend on external crates."""

from __future__ import annotations

from collections.abc import Sequence

from dalembert.codegen.packages.infix import Spelling, body
from dalembert.codegen.packages.target import Numbers, ProgrammingLanguage
from dalembert.codegen.tape import Operand, TapeFunction
from dalembert.graph import Op

_TYPE = {"double": "f64", "float": "f32"}
_CHOICES = {
    Op.SIGN: "fn sign_(x: REAL) -> REAL { if x > 0.0 { 1.0 } else if x < 0.0 { -1.0 } else { x - x } }",
    Op.SELECT: "fn select_(a: REAL, b: REAL, x: REAL, y: REAL) -> REAL "
    "{ if a.is_nan() { a } else if b.is_nan() { b } else if a < b { x } else { y } }",
    Op.MIN: "fn min_(a: REAL, b: REAL) -> REAL { if a.is_nan() { a } else if b.is_nan() || b < a { b } else { a } }",
    Op.MAX: "fn max_(a: REAL, b: REAL) -> REAL { if a.is_nan() { a } else if b.is_nan() || a < b { b } else { a } }",
}


def spelling(real: str) -> Spelling:
    """Return the syntax of Rust."""
    functions = {op: f"{{0}}.{op.value}()" for op in (Op.SQRT, Op.EXP, Op.TANH, Op.ABS)}
    functions |= {Op.SIGN: "sign_({0})", Op.MIN: "min_({0}, {1})", Op.MAX: "max_({0}, {1})"}
    functions |= {Op.SELECT: "select_({0}, {1}, {2}, {3})", Op.ATAN2: f"({{0}} as {real}).atan2({{1}})"}
    return Spelling(f"let {{0}}: {real} = {{1}};", functions, repr, "let ({0}, {1}) = {2}.sin_cos();")


def render(function: TapeFunction, real: str = "double") -> str:
    """Render `pub fn name(q: &[f64; 6]) -> [f64; 6]`. Several outputs are returned as a tuple."""
    kind = _TYPE[real]
    made = body(function, spelling(kind))
    given = ", ".join(f"{x.name}: {'&' if x.shape else ''}{_shape(x, kind)}" for x in function.inputs)
    result = _tuple([_shape(x, kind) for x in function.outputs])
    value = _tuple([f"[{', '.join(own)}]" if x.shape else own[0] for x, own in made.results])
    lines = "\n".join(made.lines)
    return f"#[allow(unused_variables)]\npub fn {function.name}({given}) -> {result} {{\n{lines}\n    {value}\n}}\n"


def _shape(operand: Operand, kind: str) -> str:
    return f"[{kind}; {operand.columns}]" if operand.shape else kind


def _tuple(texts: Sequence[str]) -> str:
    return texts[0] if len(texts) == 1 else f"({', '.join(texts)})"


def _head(functions: Sequence[TapeFunction], real: str) -> str:
    used = {op for x in functions for op, _ in x.tape.instructions}
    heading = "#![allow(non_snake_case, unused_parens, clippy::all)]\n\n"
    return heading + "\n".join(text.replace("REAL", _TYPE[real]) for op, text in _CHOICES.items() if op in used) + "\n"


def _check(name: str, inputs: Numbers, outputs: Numbers, kind: str) -> list[str]:
    given = ", ".join(f"&{values}" if x.shape else repr(values[0]) for x, values in inputs)
    lines = [f"    let {_tuple([f'o{k}' for k in range(len(outputs))])} = model::{name}({given});"]
    for k, (x, stored) in enumerate(outputs):
        found = f"&o{k}" if x.shape else f"&[o{k}]"
        lines.append(f'    wrong += compare("{name}", {found}, &{stored});')
    return lines


LANGUAGE = ProgrammingLanguage(".rs", "//", "rustc -O {word}_test.rs && ./{word}_test", _TYPE, render, _check, _head)
