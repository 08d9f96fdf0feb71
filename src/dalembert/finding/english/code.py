"""English for findings about code generation and kernels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

NOUNS: dict[str, str] = {
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
    "a divisor of zero": "Division by zero",
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
}


def _singular_inertia(f: Any, t: Any) -> str:
    if f.eigenvalue is not None:
        return (
            f"M(q) of robot {t.robot} is not positive definite: its smallest scaled eigenvalue is {f.eigenvalue:.1e}, "
            f"mostly along joint {t.joint}. The links that this joint moves need mass, or its drive a rotor inertia"
        )
    if f.joint is not None:
        return f"Joint {t.joint}{f' of robot {t.robot}' if f.robot else ''} moves no inertia"
    return f"M has no inertia along coordinate {f.coordinate} once those after it are free"


SENTENCES: dict[str, str | Callable[[Any, Any], str]] = {
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
}
