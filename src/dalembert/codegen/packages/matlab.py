"""MATLAB and Octave: a folder `+NAME` with one file per function, its test, and an S-function of each for Simulink.

Functions are called as `NAME.inverse_dynamics(q, qd, qdd)`. Vectors are columns; matrices and higher arrays are indexed
as in MATLAB. The S-functions wrap the C of `packages.c`, which is written beside them; the command that builds one is
at its top.
"""

from __future__ import annotations

from collections.abc import Sequence

from dalembert.codegen.function import TapeFunction
from dalembert.codegen.packages import c
from dalembert.codegen.packages.infix import Spelling, body
from dalembert.codegen.packages.target import Files, ModelInfo, Options, Routine, pieces, title
from dalembert.codegen.tape import Operand
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
_SELECT = """function r = select_(a, b, x, y)
    if isnan(a) || isnan(b)
        r = cast(NaN, class(a + b));
    elseif a < b
        r = x;
    else
        r = y;
    end
end
"""


def render(function: TapeFunction, real: str = "double") -> str:
    """The text of NAME.m."""
    made, kind = body(function, SPELLING), _CLASS[real]
    results, lines, at = made.results(function.tape), [], 0
    casts = [f"    {x.name} = {kind}({x.name});" for x in function.inputs]
    for x in function.outputs:
        own = "; ".join(results[at : at + x.columns])
        lines.append(f"    {x.name} = {_shaped(f'{kind}([{own}])', x)};")
        at += x.columns
    wanted = ", ".join(x.name for x in function.outputs)
    given = ", ".join(x.name for x in function.inputs)
    text = "\n".join([*casts, *made.lines, *lines])
    return f"function [{wanted}] = {function.name}({given})\n{text}\nend\n{_helpers(function)}"


def _shaped(column: str, operand: Operand) -> str:
    """A column in C order as an array of its own shape."""
    if len(operand.shape) < 2:
        return column
    backwards = ", ".join(map(str, reversed(operand.shape)))
    order = ", ".join(str(k) for k in range(len(operand.shape), 0, -1))
    return f"permute(reshape({column}, [{backwards}]), [{order}])"


def _helpers(function: TapeFunction) -> str:
    used = {op for op, _ in function.tape.instructions}
    texts = [f"\nfunction r = {n}({a})\n    r = {v};\nend\n" for op, (n, a, v) in _CHOICES.items() if op in used]
    return "".join(texts) + (f"\n{_SELECT}" if used & {Op.SELECT, *_CHOICES} else "")


_SS = {"double": "SS_DOUBLE", "float": "SS_SINGLE"}


def package(routines: Sequence[Routine], model: ModelInfo, options: Options) -> Files:
    """Functions, self-test, S-functions and the C they call."""
    word, real = model.word, options.real
    heading = "\n".join(f"% {x}" for x in [*title(model, routines, real), f"octave {word}_test.m"])
    files: Files = {f"+{word}/{x.function.name}.m": f"{heading}\n{render(x.function, real)}" for x in routines}
    files[f"{word}_test.m"] = test(routines, model, options)
    for name, content in c.package(routines, model, options).items():
        files[f"simulink/{name}"] = content
    for x in routines:
        files[f"simulink/{word}_{x.function.name}_sfun.c"] = s_function(x, model, real)
    return files


def test(routines: Sequence[Routine], model: ModelInfo, options: Options) -> str:
    """A script that calls each function with stored states and leaves with 0 where all agree."""
    lines = []
    for routine in routines:
        made = routine.function
        names = ", ".join(x.name for x in made.outputs)
        for inputs, outputs in pieces(routine):
            given = ", ".join(str(x) for x in inputs)
            lines.append(f"[{names}] = {model.word}.{made.name}({given});")
            for x, stored in zip(made.outputs, outputs, strict=True):
                flat = f"permute({x.name}, {max(len(x.shape), 2)}:-1:1)" if len(x.shape) > 1 else x.name
                lines.append(f"found_ = {flat}; stored_ = {stored};")
                lines.append(
                    "off_ = abs(double(found_(:)') - stored_) / max(1, max(abs(stored_))); "
                    f"wrong_ = wrong_ + ~all(off_ <= {options.tolerance!r});"
                )
    body = "\n".join(lines)
    return f"""wrong_ = 0;
{body}
if wrong_ > 0
    disp('{model.word}: self-tests FAILED');
    exit(1);
end
disp('{model.word}: all self-tests passed');
"""


def s_function(routine: Routine, model: ModelInfo, real: str) -> str:
    """A level-2 S-function in C: an input port an operand, an output port a result, and one more for the status."""
    word, made = model.word, routine.function
    name, outputs = f"{word}_{made.name}", c.shown(made)
    ports = [f"    ssSetInputPortWidth(S, {k}, {x.columns});" for k, x in enumerate(made.inputs)]
    ports += [f"    ssSetInputPortDataType(S, {k}, {_SS[real]});" for k in range(len(made.inputs))]
    ports += [f"    ssSetInputPortRequiredContiguous(S, {k}, 1);" for k in range(len(made.inputs))]
    ports += [f"    ssSetInputPortDirectFeedThrough(S, {k}, 1);" for k in range(len(made.inputs))]
    ports.append(f"    if (!ssSetNumOutputPorts(S, {len(outputs) + 1})) return;")
    ports += [f"    ssSetOutputPortWidth(S, {k}, {x.columns});" for k, x in enumerate(outputs)]
    ports += [f"    ssSetOutputPortDataType(S, {k}, {_SS[real]});" for k in range(len(outputs))]
    ports += [
        f"    ssSetOutputPortWidth(S, {len(outputs)}, 1);",
        f"    ssSetOutputPortDataType(S, {len(outputs)}, SS_INT32);",
    ]
    given = [f"{'' if x.shape else '*'}(const {real} *)ssGetInputPortSignal(S, {k})" for k, x in enumerate(made.inputs)]
    wanted = [f"({real} *)ssGetOutputPortSignal(S, {k})" for k in range(len(outputs))]
    call = f"{name}({', '.join([*given, *wanted])})"
    return f"""/* {model.name}: {routine.words}. Build it in MATLAB: mex {name}_sfun.c {word}.c
 * The last output is the status: see {word}.h. */
#define S_FUNCTION_NAME {name}_sfun
#define S_FUNCTION_LEVEL 2

#include "simstruc.h"
#include "{word}.h"

static void mdlInitializeSizes(SimStruct *S)
{{
    ssSetNumSFcnParams(S, 0);
    if (!ssSetNumInputPorts(S, {len(made.inputs)})) return;
{chr(10).join(ports)}
    ssSetNumSampleTimes(S, 1);
}}

static void mdlInitializeSampleTimes(SimStruct *S)
{{
    ssSetSampleTime(S, 0, INHERITED_SAMPLE_TIME);
    ssSetOffsetTime(S, 0, 0.0);
}}

static void mdlOutputs(SimStruct *S, int_T tid)
{{
    (void)tid;
    *(int32_T *)ssGetOutputPortSignal(S, {len(outputs)}) = {call};
}}

static void mdlTerminate(SimStruct *S)
{{
    (void)S;
}}

#ifdef MATLAB_MEX_FILE
#include "simulink.c"
#else
#include "cg_sfun.h"
#endif
"""
