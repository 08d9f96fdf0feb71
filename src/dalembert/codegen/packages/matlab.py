"""Export for MATLAB and Octave: a package folder `+NAME` with one file per function, a self-test, and S-functions for
Simulink.

Functions are called as `NAME.inverse_dynamics(q, qd, qdd)`. Vectors are columns. Arrays with two or more dimensions are
indexed as in MATLAB. The S-functions call the C code of `packages.c`, which is written to the same folder. Each
S-function starts with a comment that contains its build command.
"""

from __future__ import annotations

from dalembert.codegen.packages import c
from dalembert.codegen.packages.infix import Spelling, body
from dalembert.codegen.packages.target import Files, ModelInfo, Options, Routine, Routines, title
from dalembert.codegen.tape import Operand, TapeFunction
from dalembert.codegen.template import template
from dalembert.graph import Op

_CLASS = {"double": "double", "float": "single"}
SPELLING = Spelling(
    "{0} = {1};",
    {
        **{op: f"{op.value}({{0}})" for op in (Op.SIN, Op.COS, Op.SQRT, Op.EXP, Op.TANH, Op.SIGN, Op.ABS)},
        Op.MIN: "min_({0}, {1})",
        Op.MAX: "max_({0}, {1})",
        Op.ATAN2: "atan2({0}, {1})",
        Op.SELECT: "select_({0}, {1}, {2}, {3})",
    },
    entry="{0}({1})",
    first=1,
)
_CHOICES = {
    Op.MIN: ("min_", "a, b", "select_(a, b, a, b)"),
    Op.MAX: ("max_", "a, b", "select_(a, b, b, a)"),
}


def render(function: TapeFunction, real: str = "double") -> str:
    """Render a function as the contents of an .m file."""
    made, kind = body(function, SPELLING), _CLASS[real]
    casts = [f"    {x.name} = {kind}({x.name});" for x in function.inputs]
    columns = [(x, f"{kind}([{'; '.join(own)}])") for x, own in made.results]
    lines = [f"    {x.name} = {_shaped(column, x)};" for x, column in columns]
    wanted = ", ".join(x.name for x in function.outputs)
    given = ", ".join(x.name for x in function.inputs)
    text = "\n".join([*casts, *made.lines, *lines])
    return f"function [{wanted}] = {function.name}({given})\n{text}\nend\n{_helpers(function)}"


def _shaped(column: str, operand: Operand) -> str:
    """Return the MATLAB expression that reshapes a column vector in C order to the operand's shape."""
    if len(operand.shape) < 2:
        return column
    backwards = ", ".join(map(str, reversed(operand.shape)))
    order = ", ".join(str(k) for k in range(len(operand.shape), 0, -1))
    return f"permute(reshape({column}, [{backwards}]), [{order}])"


def _helpers(function: TapeFunction) -> str:
    used = {op for op, _ in function.tape.instructions}
    texts = [f"\nfunction r = {n}({a})\n    r = {v};\nend\n" for op, (n, a, v) in _CHOICES.items() if op in used]
    return "".join(texts) + ("\n" + template("select.m") if used & {Op.SELECT, *_CHOICES} else "")


_SS = {"double": "SS_DOUBLE", "float": "SS_SINGLE"}


def package(routines: Routines, model: ModelInfo, options: Options) -> Files:
    """Generate the functions, a self-test, the S-functions, and the C code that the S-functions call."""
    word, real = model.word, options.real
    heading = title(model, routines, real, "%", f"octave {word}_test.m")
    files: Files = {f"+{word}/{x.function.name}.m": f"{heading}\n{render(x.function, real)}" for x in routines}
    files[f"{word}_test.m"] = test(routines, model, options)
    for name, content in c.package(routines, model, options).items():
        files[f"simulink/{name}"] = content
    for x in routines:
        files[f"simulink/{word}_{x.function.name}_sfun.c"] = s_function(x, model, real)
    return files


def test(routines: Routines, model: ModelInfo, options: Options) -> str:
    """Generate a script that calls each function with its stored states and exits with 0 if all results agree."""
    lines = []
    for routine in routines:
        for inputs, outputs in routine.cases:
            names, given = ", ".join(x.name for x, _ in outputs), ", ".join(str(values) for _, values in inputs)
            lines.append(f"[{names}] = {model.word}.{routine.function.name}({given});")
            for x, stored in outputs:
                flat = f"permute({x.name}, {max(len(x.shape), 2)}:-1:1)" if len(x.shape) > 1 else x.name
                lines.append(f"found_ = {flat}; stored_ = {stored};")
                lines.append(
                    "off_ = abs(double(found_(:)') - stored_) / max(1, max(abs(stored_))); "
                    f"wrong_ = wrong_ + ~all(off_ <= {options.tolerance!r});"
                )
    return template("test.m", model=model, checks=lines)


def s_function(routine: Routine, model: ModelInfo, real: str) -> str:
    """Generate a level-2 S-function in C, with one input port per operand, one output port per result, and an output
    port for the status."""
    made = routine.function
    outputs = routine.shown
    kind = _SS[real]
    places = range(len(made.inputs))
    ports = [f"ssSetInputPortWidth(S, {k}, {x.columns});" for k, x in enumerate(made.inputs)]
    settings = {"DataType": kind, "RequiredContiguous": 1, "DirectFeedThrough": 1}
    ports += [f"ssSetInputPort{name}(S, {k}, {x});" for name, x in settings.items() for k in places]
    ports.append(f"if (!ssSetNumOutputPorts(S, {len(outputs) + 1})) return;")
    ports += [f"ssSetOutputPortWidth(S, {k}, {x.columns});" for k, x in enumerate(outputs)]
    ports += [f"ssSetOutputPortDataType(S, {k}, {kind});" for k in range(len(outputs))]
    given = [f"{'' if x.shape else '*'}(const {real} *)ssGetInputPortSignal(S, {k})" for k, x in enumerate(made.inputs)]
    wanted = [f"({real} *)ssGetOutputPortSignal(S, {k})" for k in range(len(outputs))]
    return template(
        "s_function.c",
        model=model,
        routine=routine,
        name=f"{model.word}_{made.name}",
        inputs=len(made.inputs),
        ports=[f"    {x}" for x in ports],
        status=len(outputs),
        arguments=", ".join([*given, *wanted]),
    )
