"""Export as a WebAssembly module with a typed JavaScript interface, for web pages and Node.

    NAME.js          ES module: `const model = await load()`, then `model.inverse_dynamics(q, qd, qdd)`
    NAME.script.js   classic script for pages opened from disk, where browsers reject modules: `NAME_model.load()`
    NAME.d.ts        TypeScript declarations
    NAME.wasm        WebAssembly module; both scripts also contain it, so they fetch no files
    package.json     package description for Node and bundlers
    NAME_test.mjs    self-test with stored states: `node NAME_test.mjs`
    NAME.html        interactive page that can be opened from disk

All packages share `runtime.js`. Function and operand names are already valid identifiers. All other text is inserted as
JSON in which "<" and line separators are escaped, so that it cannot terminate a string, a script or a comment.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from dalembert.argument import choice, integer
from dalembert.codegen.function import identifiers
from dalembert.codegen.packages.target import ExportedSimulation, Files, ModelInfo, Options, Routine, Routines
from dalembert.codegen.renderers.wasm.program import render
from dalembert.codegen.tape import Operand, Operands
from dalembert.codegen.template import template


def types(routines: Routines, marches: Sequence[ExportedSimulation], title: str) -> str:
    """Generate the TypeScript declarations of a module."""
    lines = [_routine_type(x) for x in routines]
    lines += [f"    /** {x.words} */\n    readonly {x.stepping.name}: March;" for x in marches]
    return template("types.d.ts", title=title, functions=lines)


def _routine_type(x: Routine) -> str:
    f = x.function
    given = ", ".join(f"{y.name}: {'Numbers' if y.shape else 'number | Numbers'}" for y in f.inputs)
    if len(f.outputs) == 1:
        found, out = _kind(f.outputs[0]), "Float64Array"
    else:
        found, out = "{ " + " ".join(f"{y.name}: {_kind(y)};" for y in f.outputs) + " }", _several(f.outputs)
    many = ", ".join(f"{y.name}: Numbers" for y in f.inputs)
    sides = {"inputs": _several(f.inputs), "outputs": _several(f.outputs)}
    text = template("function.d.ts", routine=x, given=given, found=found, out=out, many=many, **sides)
    return text.removesuffix("\n")


def _kind(x: Operand) -> str:
    return "Float64Array" if x.shape else "number"


def _several(operands: Operands) -> str:
    return "{ " + " ".join(f"readonly {y.name}: Float64Array;" for y in operands) + " }"


ABOUT = ("name", "digest", "version", "coordinates", "neutral", "parameters")  # property names of a loaded model
# other names that functions may not have, because of the module, `await` or the language
RESERVED = (*ABOUT, "self_test", "then", "memory", "heap", "constructor")
_RUNTIME = Path(__file__).with_name("runtime.js")


def package(routines: Routines, model: ModelInfo, options: Options) -> Files:
    """Generate the files of the package. The option `width` is the number of states per SIMD operation: 2, or 1 for
    browsers without SIMD."""
    choice(options.dtype, "dtype", ("float64",))
    width = integer(options.more.get("width", 2), "width", lower=1, upper=2)
    routines, marches = _renamed(routines, options.marches)
    wasm = render([x.function for x in routines], [x.stepping for x in marches], width)
    code = f'const MODEL = {text(contents(routines, marches, model, options))};\nconst WASM = "{b64encode(wasm).decode()}";\n\n{_RUNTIME.read_text("utf-8")}'
    title, word = f"// {model.name}, model {model.digest}, written by dalembert {model.version}.", model.word
    script = (
        f'{title}\nvar {word}_model = (() => {{\n"use strict";\n{code}\nreturn {{ contents: MODEL, load }};\n}})();\n'
    )
    about = {"name": word.lower(), "version": "1.0.0", "type": "module"}
    about |= {"main": f"./{word}.js", "types": f"./{word}.d.ts"}
    return {
        f"{word}.js": f"{title}\n{code}\nexport {{ MODEL as contents, load }};\n",
        f"{word}.script.js": script,
        f"{word}.d.ts": types(routines, marches, title),
        f"{word}.wasm": wasm,
        "package.json": json.dumps(about, indent=2),
        f"{word}_test.mjs": template("test.mjs", model=model),
        f"{word}.html": template("page.html", model=model),
    }


def contents(
    routines: Routines, marches: Sequence[ExportedSimulation], model: ModelInfo, options: Options
) -> dict[str, Any]:
    """Return the description of a module for `runtime.js`."""
    return {
        "about": {x: getattr(model, x) for x in ABOUT},
        "tolerance": options.tolerance,
        "functions": [_routine(x) for x in routines],
        "marches": [_march(x) for x in marches],
    }


def text(content: Any) -> str:
    """Format a value as JSON that is safe inside a script element."""
    plain = json.dumps(content, separators=(",", ":"), allow_nan=False)
    return plain.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _renamed(
    routines: Routines, marches: Sequence[ExportedSimulation]
) -> tuple[list[Routine], list[ExportedSimulation]]:
    """Rename functions whose names collide with a property of the model or with another function."""
    words = identifiers([x.function.name for x in routines], RESERVED)
    steps = identifiers([x.stepping.name for x in marches], (*RESERVED, *words.values()))
    return (
        [replace(x, function=replace(x.function, name=words[x.function.name])) for x in routines],
        [replace(x, stepping=replace(x.stepping, name=steps[x.stepping.name])) for x in marches],
    )


def _routine(x: Routine) -> dict[str, Any]:
    return {
        "name": x.function.name,
        "words": x.words,
        "inputs": [_operand(y) for y in x.function.inputs],
        "outputs": [_operand(y) for y in x.function.outputs],
        "operations": asdict(x.function.tape.operations),
        "samples": [{"given": s.inputs, "wanted": s.outputs} for s in x.samples],
    }


def _operand(x: Operand) -> dict[str, Any]:
    return {"name": x.name, "shape": x.shape, "size": x.columns}


def _march(x: ExportedSimulation) -> dict[str, Any]:
    s = x.stepping
    return {
        "name": s.name,
        "words": x.words,
        "states": s.states,
        "inputs": s.inputs,
        "state": {part.name: (part.start, part.stop) for part in s.state},
        "operations": asdict(s.stage.tape.operations),
        "stages": len(s.table),
        "samples": [sample._asdict() for sample in x.samples],
    }
