"""Expressions as MathML, which browsers and notebooks show without any script."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from unicodedata import lookup

from dalembert.closed.printing.printer import GREEK, Printer, typeset

_DOTS = {1: "˙", 2: "¨"}
_THIN = '<mspace width="0.17em"/>'  # as TeX sets it around the name of a function
_NAMES = {"sin": "sin", "cos": "cos", "sign": "sign", "exp": "exp", "tanh": "tanh"}


class MathMLPrinter(Printer):
    times = "<mo>&#8290;</mo>"
    apart = '<mspace width="1em"/>'

    def symbol(self, name: str) -> str:
        x = typeset(name, self.derivatives)
        stem = f"<mi>{_letter(x.stem)}</mi>"
        if x.dots:
            stem = f'<mover accent="true">{stem}<mo>{_DOTS[x.dots]}</mo></mover>'
        if not x.subscript:
            return stem
        tag = "mn" if x.subscript.isdigit() else "mi"
        return f"<msub>{stem}<{tag}>{escape(x.subscript)}</{tag}></msub>"

    def number(self, digits: str, exponent: int) -> str:
        plain = f"<mn>{digits}</mn>"
        return f"{plain}<mo>·</mo><msup><mn>10</mn><mn>{exponent}</mn></msup>" if exponent else plain

    def power(self, base: str, exponent: int) -> str:
        return f"<msup><mrow>{base}</mrow><mn>{exponent}</mn></msup>"

    def fraction(self, over: str, under: str) -> str:
        return f"<mfrac><mrow>{over}</mrow><mrow>{under}</mrow></mfrac>"

    def function(self, kind: str, argument: str, simple: bool, power: int) -> str:
        if kind in ("root", "abs"):
            text = f"<msqrt>{argument}</msqrt>" if kind == "root" else f"<mo>|</mo>{argument}<mo>|</mo>"
            return text if power == 1 else self.power(text, power)
        name = f"<mi>{_NAMES[kind]}</mi>"
        name = name if power == 1 else self.power(name, power)
        bare = simple and kind in ("sin", "cos")
        inside = _THIN + argument if bare else self.parentheses(argument)
        return f"<mrow>{_THIN}{name}<mo>&#8289;</mo>{inside}</mrow>"

    def parentheses(self, inside: str) -> str:
        return f"<mrow><mo>(</mo>{inside}<mo>)</mo></mrow>"

    def signs(self) -> tuple[str, str, str]:
        return "<mo>−</mo>", "<mo>+</mo>", "<mo>−</mo>"

    def abbreviated(self, kind: str, indices: str, power: int) -> str:
        base, index = f"<mi>{kind[0]}</mi>", f"<mn>{indices}</mn>"
        if power == 1:
            return f"<msub>{base}{index}</msub>"
        return f"<msubsup>{base}{index}<mn>{power}</mn></msubsup>"

    def unit(self, unit: str) -> str:
        return f"<mtext>{escape(unit)}</mtext>"

    def matrix(self, rows: Sequence[Sequence[str]]) -> str:
        cells = "".join("<mtr>" + "".join(f"<mtd>{x}</mtd>" for x in row) + "</mtr>" for row in rows)
        return f"<mrow><mo>[</mo><mtable>{cells}</mtable><mo>]</mo></mrow>"

    def document(self, equations: Sequence[tuple[str, Sequence[str]]]) -> str:
        return "\n".join(f'<math display="block">{_rows(left, lines)}</math>' for left, lines in equations)


def _rows(left: str, lines: Sequence[str]) -> str:
    """One row, or a table whose first column holds the left side."""
    if len(lines) == 1:
        return f"<mrow>{left}<mo>=</mo>{lines[0]}</mrow>"
    heads = [f"<mrow>{left}<mo>=</mo></mrow>", *[""] * (len(lines) - 1)]
    rows = "".join(
        f'<mtr><mtd columnalign="right">{head}</mtd><mtd columnalign="left"><mrow>{line}</mrow></mtd></mtr>'
        for head, line in zip(heads, lines, strict=True)
    )
    return f"<mtable>{rows}</mtable>"


def _letter(stem: str) -> str:
    if stem in GREEK:
        case = "CAPITAL" if stem[0].isupper() else "SMALL"
        return lookup(f"GREEK {case} LETTER {'LAMDA' if stem.lower() == 'lambda' else stem.upper()}")
    return escape(stem)
