"""WebAssembly with a typed JavaScript module around it, for web pages and Node.

    NAME.js          ES module: `const model = await load()`, then `model.inverse_dynamics(q, qd, qdd)`
    NAME.script.js   the same for pages opened from disk, where browsers refuse modules: `NAME_model.load()`
    NAME.d.ts        its types
    NAME.wasm        the module alone; it stands in the scripts too, which fetch nothing
    package.json     what Node and bundlers look for
    NAME_test.mjs    stored states: `node NAME_test.mjs`
    NAME.html        a page that opens from disk

`runtime.js` is the code that all packages share. Names are identifiers already; everything else goes in as JSON whose
"<" and line separators are escaped, so that no name can end a string, a script or a comment.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from dalembert.codegen.function import identifiers
from dalembert.codegen.packages import typescript
from dalembert.codegen.packages.target import Files, March, Model, Options, Routine
from dalembert.codegen.renderers.wasm.program import render
from dalembert.codegen.tape import Operand
from dalembert.errors import WrongValue

ABOUT = ("name", "digest", "version", "coordinates", "neutral", "parameters")  # what a loaded model says of itself
# and what else its functions are not called, for the module, for `await` and for the language
RESERVED = (*ABOUT, "self_test", "then", "memory", "heap", "constructor")
_RUNTIME = Path(__file__).with_name("runtime.js")


def package(routines: Sequence[Routine], model: Model, options: Options) -> Files:
    """The files; the option `width` is 2 for code with SIMD, 1 for browsers without."""
    if options.real != "double":
        raise WrongValue("WebAssembly is written in numbers of 64 bits; ask for dtype='float64'")
    width = options.more.get("width", 2)
    if width not in (1, 2):
        raise WrongValue(f"width is the number of states computed at once, 1 or 2, got {width!r}")
    routines, marches = _renamed(routines, options.marches)
    wasm = render([x.function for x in routines], [x.stepping for x in marches], int(width))
    code = f'const MODEL = {text(contents(routines, marches, model, options))};\nconst WASM = "{b64encode(wasm).decode()}";\n\n{_RUNTIME.read_text("utf-8")}'
    title, word = f"// {model.name}, model {model.digest}, written by dalembert {model.version}.", model.word
    script = (
        f'{title}\nvar {word}_model = (() => {{\n"use strict";\n{code}\nreturn {{ contents: MODEL, load }};\n}})();\n'
    )
    return {
        f"{word}.js": f"{title}\n{code}\nexport {{ MODEL as contents, load }};\n",
        f"{word}.script.js": script,
        f"{word}.d.ts": typescript.types(routines, marches, title),
        f"{word}.wasm": wasm,
        "package.json": json.dumps(
            {"name": word.lower(), "version": "1.0.0", "type": "module", **_entry(word)}, indent=2
        ),
        f"{word}_test.mjs": _TEST.replace("NAME", word),
        f"{word}.html": _PAGE.replace("NAME", word),
    }


def contents(routines: Sequence[Routine], marches: Sequence[March], model: Model, options: Options) -> dict[str, Any]:
    """What a module computes, as `runtime.js` reads it."""
    return {
        "about": {x: getattr(model, x) for x in ABOUT},
        "tolerance": options.tolerance,
        "functions": [_routine(x) for x in routines],
        "marches": [_march(x) for x in marches],
    }


def _entry(word: str) -> dict[str, str]:
    return {"main": f"./{word}.js", "types": f"./{word}.d.ts"}


def text(content: Any) -> str:
    """JSON that may stand in a script of a page."""
    plain = json.dumps(content, separators=(",", ":"), allow_nan=False)
    return plain.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _renamed(routines: Sequence[Routine], marches: Sequence[March]) -> tuple[list[Routine], list[March]]:
    """No function is called as a property of the model or as another function is."""
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


def _march(x: March) -> dict[str, Any]:
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


_TEST = """import { load } from "./NAME.js";

const { passed, errors } = (await load()).self_test();
for (const [name, error] of Object.entries(errors)) console.log(name, error);
console.log(passed ? "NAME: all self-tests passed" : "NAME: a self-test FAILED");
process.exitCode = passed ? 0 : 1;
"""

_PAGE = """<!doctype html>
<meta charset="utf-8">
<title>NAME</title>
<script src="NAME.script.js"></script>
<h1>NAME</h1>
<pre id="result">loading</pre>
<script>
    NAME_model.load().then((model) => {
        const { passed, errors } = model.self_test();
        const lines = Object.entries(errors).map(([name, error]) => `${name}: largest error ${error}`);
        document.getElementById("result").textContent = [model.name, passed ? "passed" : "FAILED", ...lines].join("\\n");
    });
</script>
"""
