"""MATLAB and Octave: a folder `+NAME` with a file a function, its test, and an S-function of each for Simulink.

Functions are called as `NAME.inverse_dynamics(q, qd, qdd)`. The S-functions wrap the C of `packages.c`, which is written
beside them; the line that builds one stands at its top.
"""

from __future__ import annotations

from collections.abc import Sequence

from dalembert.codegen.packages import c as c_package
from dalembert.codegen.packages.target import Files, Model, Options, Routine
from dalembert.codegen.packages.text import pieces, title
from dalembert.codegen.renderers import c
from dalembert.codegen.renderers.matlab import render

_SS = {"double": "SS_DOUBLE", "float": "SS_SINGLE"}


def package(routines: Sequence[Routine], model: Model, options: Options) -> Files:
    """Functions, self-test, S-functions and the C they call."""
    word, real = model.word, options.real
    told = "\n".join(f"% {x}" for x in [*title(model, routines, real), f"octave {word}_test.m"])
    files: Files = {f"+{word}/{x.function.name}.m": f"{told}\n{render(x.function, real)}" for x in routines}
    files[f"{word}_test.m"] = test(routines, model, options)
    for name, content in c_package.package(routines, model, options).items():
        files[f"simulink/{name}"] = content
    for x in routines:
        files[f"simulink/{word}_{x.function.name}_sfun.c"] = s_function(x, model, real)
    return files


def test(routines: Sequence[Routine], model: Model, options: Options) -> str:
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


def s_function(routine: Routine, model: Model, real: str) -> str:
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
