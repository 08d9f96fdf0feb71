"""The sentences of every finding in English, keyed by the kind's name.

A test checks that kinds and keys agree and that placeholders are fields. See `language` for the placeholders.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable
from typing import Any

NOUNS: dict[str, str] = {
    # what an argument must be
    "a robot": "a Robot, a gallery name or the path of a robot file",
    "a number": "a number",
    "a mapping": "a mapping",
    "a function": "a function",
    "a path": "a path",
    "a text": "a string",
    "a boolean": "True or False",
    # what names belong to
    "robot": "robot",
    "gallery robot": "gallery robot",
    "joint": "joint",
    "link": "link",
    "frame": "frame",
    "symbol": "symbol",
    "column": "column",
    "key": "key",
    "quantity": "quantity",
    "option": "option",
    # what entries are counted by
    "joints": "joints",
    "coordinates": "coordinates",
    "rates": "rates",
    "motors": "motors",
    "motions": "motions",
    "logs": "logs",
    "rows": "rows",
    # why a file cannot be used
    "folder": "it is a folder",
    "not regular": "it is not a regular file",
    "missing file": "no such file",
    # ---- exact equations, derivations, proofs and checking
    # ---- end of exact equations, derivations, proofs and checking
    #
    # ---- identification, logs and calibration
    # ---- end of identification, logs and calibration
    #
    # ---- mechanisms, kinematics, mobility and statics
    # ---- end of mechanisms, kinematics, mobility and statics
    #
    # ---- simulation, control and trajectories
    # ---- end of simulation, control and trajectories
    #
    # ---- robots and their files
    # ---- end of robots and their files
    #
    # ---- code generation and kernels
    "a list of frames": "a list of frames",
    "a list of names": "a list of names",
    "a GPU array": "an array of CuPy, PyTorch or JAX on a GPU",
    "target": "target",
    "method": "method",
    "input": "input",
    "function": "function",
    "functions": "functions",
    "entries": "entries",
    "axes": "axes",
    "coordinate": "coordinate",
    "states in one launch": "states in one launch",
    "bytes of state": "bytes of state",
    "no moving joint": "it has no moving joint",
    "no loops": "it has no loops",
    "no loops or contacts": "it has no loops and no contact is given",
    "fixed frame": "no joint moves the frame",
    "gravity compensation": "some of its links are carried by gravity compensation",
    "ball rates": "the rates of a ball joint are not derivatives of coordinates",
    "elastic": "be elastic",
    "one motor": "have a single motor",
    "division by zero": "Division by zero",
    "negative root": "Square root of a negative number",
    "C order": "JAX stores arrays in C order only",
    "unknown library": "the arguments are neither CuPy, PyTorch nor JAX arrays",
    "no driver": "No NVIDIA driver is installed",
    "no GPU": "The NVIDIA driver finds no GPU",
    "rejected kernel": "The NVIDIA driver rejects the kernel",
    "failed call": "A call of the NVIDIA driver failed",
    "memory": "The operating system does not allow generated code to run",
    "LLVM": "LLVM cannot run code on this machine",
    "NumPy": "The C interface of this NumPy version is unknown",
    "no C compiler": "no C compiler was found",
    "unknown platform": "FMI 2.0 defines no binary for this processor",
    # ---- end of code generation and kernels
    #
    # ---- pages, studio and command line
    # ---- end of pages, studio and command line
    #
}


def _known(f: Any) -> str:
    near = difflib.get_close_matches(f.name, f.known, n=1)
    hint = f"; did you mean '{near[0]}'?" if near else "."
    listed = ", ".join(f.known[:12]) + (", …" if len(f.known) > 12 else "")
    return f"{hint} Expected one of: {listed}" if f.known else hint


def _unknown(f: Any, t: Any) -> str:
    if f.owner is None:
        subject = f"Unknown {t.noun} {t.name}" + (f" in {t.argument}" if f.argument else "")
    else:
        subject = (
            f"{t.owner} {t.owner_name} has no {t.noun} {t.name}"
            if f.owner_name
            else f"A {t.owner} has no {t.noun} {t.name}"
        )
    return subject + _known(f)


def _range(f: Any, t: Any) -> str:
    low, high = f.lower is not None, f.upper is not None
    if low and high:
        bounds = f"between {t.lower} and {t.upper}" + (" (exclusive)" if f.strict else "")
    elif low:
        bounds = (
            (f"greater than {t.lower}" if f.strict else f"at least {t.lower}")
            if f.lower or not f.strict
            else "positive"
        )
        bounds = "non-negative" if f.lower == 0 and not f.strict else bounds
    else:
        bounds = f"less than {t.upper}" if f.strict else f"at most {t.upper}"
    return f"{t.argument} must be {bounds}, got {t.got}"


def _integer(f: Any, t: Any) -> str:
    bounds = (f" of at least {t.lower}" if f.lower is not None else "") + (
        f" up to {t.upper}" if f.upper is not None else ""
    )
    return f"{t.argument} must be an integer{bounds}, got {t.got}"


def _one_of(f: Any, t: Any) -> str:
    names = [f"'{x}'" if not x.isdigit() else x for x in f.choices]
    listed = names[0] if len(names) == 1 else ", ".join(names[:-1]) + f" or {names[-1]}"
    return f"{t.argument} must be {listed}, got {t.got}"


def _shape(f: Any, t: Any) -> str:
    shapes = " or ".join(f"({', '.join(map(str, x))}{',' if len(x) == 1 else ''})" for x in f.expected)
    needs = f"robot '{f.robot}' needs" if f.robot else "expected"
    return f"{t.argument} has shape {t.got}; {needs} {shapes}"


# ---- functions: exact equations, derivations, proofs and checking
# ---- end of functions: exact equations, derivations, proofs and checking

# ---- functions: identification, logs and calibration
# ---- end of functions: identification, logs and calibration

# ---- functions: mechanisms, kinematics, mobility and statics
# ---- end of functions: mechanisms, kinematics, mobility and statics

# ---- functions: simulation, control and trajectories
# ---- end of functions: simulation, control and trajectories

# ---- functions: robots and their files
# ---- end of functions: robots and their files


# ---- functions: code generation and kernels
def _singular_inertia(f: Any, t: Any) -> str:
    if f.eigenvalue is not None:
        return (
            f"M(q) of robot {t.robot} is not positive definite: its smallest scaled eigenvalue is {f.eigenvalue:.1e}, "
            f"mostly along joint {t.joint}. The links that this joint moves need mass, or its drive a rotor inertia"
        )
    if f.joint is not None:
        return f"Joint {t.joint}{f' of robot {t.robot}' if f.robot else ''} moves no inertia"
    return f"M has no inertia along coordinate {f.coordinate} once those after it are free"


# ---- end of functions: code generation and kernels

# ---- functions: pages, studio and command line
# ---- end of functions: pages, studio and command line


SENTENCES: dict[str, str | Callable[[Any, Any], str]] = {
    # wrong arguments
    "WrongType": "{argument} must be {expected}, got {got}",
    "NotReal": "{argument} must contain real numbers, got {got}",
    "NotFinite": "{argument} contains a number that is not finite{index:? at index @}",
    "OutOfRange": _range,
    "NotInteger": _integer,
    "NotOneOf": _one_of,
    "Unknown": _unknown,
    "Repeated": "{argument:?@: }{noun} {name} is given twice",
    "WrongShape": _shape,
    "WrongLength": "{argument} has {got} {got:entry|entries}; {robot:?robot @ has }{expected} {noun}{robot:?}",
    "MissingEntries": "{argument} gives no value for {names}{robot:? of robot @}",
    "NotBroadcastable": "The shapes of {arguments} do not broadcast together: {shapes}",
    "NotIncreasing": "{argument} must increase; entry {index} does not",
    "Empty": "{argument} is empty",
    "TooMany": "{argument:?@: }{got} {noun}; at most {most} are accepted",
    "Exclusive": "Pass only one of {arguments}",
    "OneRequired": "Pass one of {arguments}",
    "Requires": "{argument} requires {needs}{value:?=@}",
    "NotAccepted": "{function} does not accept {argument}",
    "NotCallable": "{argument} must be a function of ({parameters}), got {got}{reason:?: @}",
    "ReversedBounds": "{argument}: the lower bound {lower} is above the upper bound {upper}",
    "NotPose": "{argument} must be a pose (4×4, orthonormal rotation, last row 0 0 0 1), got {got}",
    "UnboundSymbols": "{function} needs numbers, but robot {robot} has symbols without values: {symbols}",
    "MissingPackage": "{function} needs the package {package}",
    "FileExists": "{path} already exists",
    "Unwritable": "Cannot write {path}: {reason}",
    "Unreadable": "Cannot read {path}: {reason}",
    # ---- exact equations, derivations, proofs and checking
    # ---- end of exact equations, derivations, proofs and checking
    #
    # ---- identification, logs and calibration
    # ---- end of identification, logs and calibration
    #
    # ---- mechanisms, kinematics, mobility and statics
    # ---- end of mechanisms, kinematics, mobility and statics
    #
    # ---- simulation, control and trajectories
    # ---- end of simulation, control and trajectories
    #
    # ---- robots and their files
    # ---- end of robots and their files
    #
    # ---- code generation and kernels
    "UndefinedQuantity": "Robot {robot} has no {quantity}: {reason}{frame:? @}",
    "SingularInertia": _singular_inertia,
    "NoRotorInertia": "Joint {joint} is elastic; its rotor needs an inertia",
    "MasslessRobot": "No moving link of robot {robot} has mass, so the robot has no centre of mass",
    "BallJoint": "Joint {joint} is a ball joint and cannot {purpose}; describe it by three angles",
    "CoupledElasticJoint": "Joint {joint} is elastic; its motor cannot be coupled, and it cannot mimic another joint",
    "NoMotor": "The inputs are voltages, but {joint} has no DC motor; its drive needs a resistance",
    "LoopOnOneBody": "{loop} joins two points of one rigid body: {ends}",
    "FixedContact": "Contact frame {frame} is fixed to the ground; contacts need a frame that moves",
    "CoincidentEnds": "The ends of strut {strut} always coincide, so its force has no direction",
    "UndefinedOperation": "{operation} in an expression of known numbers: {value}",
    "UnboundInputs": "No input gives a value to {symbols}",
    "WrongArgumentCount": "{kernel} needs {parameters}; got {got} {got:argument|arguments}",
    "ParameterWithoutValue": "Parameter {parameter} has no value; the order of parameters is {order}",
    "OutputMismatch": "out does not fit the result of {kernel}: {reason}",
    "LeadingCoreDimension": (
        "Dimension {dimension} is a leading one of {argument} and the last one of {other}; "
        "transpose {argument} so that its coordinates come last"
    ),
    "WrongPrecision": "{argument} is {got}; the kernel computes in {expected}",
    "WrongDevice": "{argument} must be on a GPU, got {got}",
    "UnevenStrides": "{argument} has uneven strides {strides}; copy it into an array of its own",
    "NoResultArray": "No array can be created for the result: {reason}",
    "DeviceFailure": "{reason}{message:? (@)}",
    "OldDevice": "The GPU has compute capability {capability:.1f}; kernels need {needed:.1f} or later",
    "NotExecutable": "{reason}{message:? (@)}",
    "SlowKernels": "{cause}; results are the same, but slower",
    "NoSampleState": (
        "None of {tried} states determines one step of the loops of robot {robot}; "
        "use a smaller step, or narrower limits of rates and efforts"
    ),
    "PrecisionTooLow": (
        "Single precision does not resolve the loops of robot {robot}: half of the states have relative errors of {deviation} or more"
    ),
    "LoopParameters": (
        "Steps and control laws of robot {robot} accept no parameters, because the number of independent loop closures "
        "depends on them; export quantities with parameters instead"
    ),
    "CompilerFailure": "The C compiler rejects the sources: {message}",
    "SourcesOnly": "The FMU contains C sources only: {reason}; importers that do not compile sources need a binary",
    # ---- end of code generation and kernels
    #
    # ---- pages, studio and command line
    # ---- end of pages, studio and command line
    #
}
