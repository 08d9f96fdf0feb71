"""Export as an FMU (FMI 2.0, model exchange and co-simulation), which contains C sources and, if a C compiler is
available, a binary.

Each function is exported as one functional mock-up unit with the same inputs and outputs. An input `x` with an output
`x_rate` becomes a continuous state of the unit. For example, `["state_rate", "kinetic_energy"]` exports the plant with
the input `tau` and the kinetic energy as an output. With `computed_torque`, the exported unit is a controller.
Variables are named q[1], q[2], … and have type double.
"""

from __future__ import annotations

import io
import platform
import shutil
import subprocess
import tempfile
import warnings
import zipfile
from hashlib import sha256
from pathlib import Path

from dalembert import finding
from dalembert.argument import choice, counted, real
from dalembert.codegen.packages import c
from dalembert.codegen.packages.target import Files, ModelInfo, Options, Routine, Routines
from dalembert.codegen.tape import Operands, TapeFunction, starts
from dalembert.codegen.template import template
from dalembert.errors import DalembertWarning
from dalembert.finding.finding import External, Noun
from dalembert.tolerance import STEP

RATE = "_rate"
_PLATFORMS = {
    ("Linux", "x86_64"): ("linux64", ".so"),
    ("Darwin", "x86_64"): ("darwin64", ".dylib"),
    ("Darwin", "arm64"): ("darwin64", ".dylib"),
}
_SECONDS = 300  # time limit of the compiler
_DATE = (1980, 1, 1, 0, 0, 0)


def package(routines: Routines, model: ModelInfo, options: Options) -> Files:
    """Generate the package, which consists of a single file, `NAME.fmu`."""
    (routine,) = counted(routines, "quantities", 1, "functions")
    choice(options.dtype, "dtype", ("float64",))
    step = real(options.more.get("step", STEP), "step", above=0, unit="s")
    inner = {f"sources/{x}": str(y) for x, y in c.package(routines, model, options).items()}
    inner.pop(f"sources/{model.word}_test.c")
    guid = sha256("".join(inner.values()).encode()).hexdigest()[:32]
    inner["sources/fmi.c"] = source(routine, model, guid, step)
    content: dict[str, str | bytes] = {"modelDescription.xml": description(routine, model, guid), **inner}
    if options.more.get("binary", True):
        content |= _binary(inner, model.word)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in content.items():
            archive.writestr(zipfile.ZipInfo(name, _DATE), data, zipfile.ZIP_DEFLATED)
    return {f"{model.word}.fmu": stream.getvalue()}


def states(function: TapeFunction) -> list[tuple[int, int]]:
    """Return the index of the input and the index of its rate among the outputs, for each continuous state."""
    rates = {x.name.removesuffix(RATE): (x, at) for x, at in starts(function.outputs) if x.name.endswith(RATE)}
    found = []
    for x, at in starts(function.inputs):
        rate, first = rates.get(x.name, (None, 0))
        if rate is not None and rate.columns == x.columns:
            found += [(at + k, first + k) for k in range(x.columns)]
    return found


def source(routine: Routine, model: ModelInfo, guid: str, step: float) -> str:
    """Return the C code of the FMI interface, configured for this function."""
    function = routine.function
    given = [f"(in) + {at}" if x.shape else f"(in)[{at}]" for x, at in starts(function.inputs)]
    given += [f"(out) + {at}" for _, at in starts(routine.shown)]
    pairs = [*states(function), (0, 0)]
    settings = {
        "INPUTS": function.tape.inputs,
        "OUTPUTS": sum(x.columns for x in routine.shown),
        "STATES": len(pairs) - 1,
        "STATE": f"{{{', '.join(str(a) for a, _ in pairs)}}}",
        "RATE": f"{{{', '.join(str(b) for _, b in pairs)}}}",
        "START": f"{{{', '.join(map(repr, _start(function, model)))}}}",
        "STEP": repr(step),
        "GUID": f'"{guid}"',
        "SAID": ", ".join(f'"{x}"' for x in c.STATUS.values()),
        "CALL(in, out)": f"{model.word}_{function.name}({', '.join(given)})",
    }
    macros = "\n".join(f"#define MODEL_{name} {value}" for name, value in settings.items())
    return template("fmi.c", word=model.word, macros=macros)


def description(routine: Routine, model: ModelInfo, guid: str) -> str:
    """Generate the content of modelDescription.xml."""
    names, results = _names(routine.function.inputs), _names(routine.shown)
    moving = dict(states(routine.function))
    rates = {b: a for a, b in moving.items()}
    variables = []
    for k, (name, value) in enumerate(zip(names, _start(routine.function, model), strict=True)):
        role = 'causality="output" initial="exact"' if k in moving else 'causality="input"'
        variables.append(_variable(k, name, role, f' start="{value!r}"'))
    for k, name in enumerate(results):
        role, real = 'causality="output" initial="calculated"', ""
        if k in rates:
            name, role = f"der({names[rates[k]]})", 'causality="local" initial="calculated"'
            real = f' derivative="{rates[k] + 1}"'
        variables.append(_variable(len(names) + k, name, role, real))
    first = len(names) + 1  # the numbers of variables start at 1
    unknowns = {
        "Outputs": [k + 1 for k in moving] + [first + k for k in range(len(results)) if k not in rates],
        "Derivatives": [first + k for k in rates],
        "InitialUnknowns": [first + k for k in range(len(results))],
    }
    structure = []
    for title, places in unknowns.items():
        inner = [f'      <Unknown index="{k}" />' for k in places]
        structure += [f"    <{title}>", *inner, f"    </{title}>"] if inner else []
    lines = {"variables": variables, "structure": structure}
    return template("modelDescription.xml", model=model, routine=routine, guid=guid, **lines)


def _names(operands: Operands) -> list[str]:
    return [f"{x.name}[{k + 1}]" if x.shape else x.name for x in operands for k in range(x.columns)]


def _variable(reference: int, name: str, role: str, real: str) -> str:
    head = f'<ScalarVariable name="{name}" valueReference="{reference}" variability="continuous" {role}>'
    return f"    {head}\n      <Real{real} />\n    </ScalarVariable>"


def _start(function: TapeFunction, model: ModelInfo) -> list[float]:
    """Start values of an input: the neutral configuration for q, and zeros for all other inputs."""
    return [y for x in function.inputs for y in (model.neutral if x.name == "q" else (0.0,) * x.columns)]


def _binary(inner: dict[str, str], word: str) -> dict[str, bytes]:
    """Compile the FMU for this platform. If no compiler is available, issue a warning and return nothing."""
    place, compiler = _PLATFORMS.get((platform.system(), platform.machine())), shutil.which("cc") or shutil.which("gcc")
    if place is None or compiler is None:
        reason = Noun("no C compiler" if compiler is None else "unknown platform")
        warnings.warn(DalembertWarning(finding.SourcesOnly(reason)), stacklevel=2)
        return {}
    with tempfile.TemporaryDirectory() as folder:
        for name, text in inner.items():
            Path(folder, Path(name).name).write_text(text)
        made = Path(folder, f"{word}{place[1]}")
        command = [compiler, "-std=c99", "-O2", "-ffp-contract=off", "-fPIC", "-shared", "-fvisibility=hidden", "fmi.c",
                   f"{word}.c", "-lm", "-o", str(made)]  # fmt: skip
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=_SECONDS, check=False)
        if done.returncode:
            raise finding.CompilerFailure(External(done.stderr.strip()[:300])).error()
        return {f"binaries/{place[0]}/{made.name}": made.read_bytes()}
