"""The kernel of a quantity: traced, with parameters where they are asked for, compiled once and kept with the robot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, cast, overload

from dalembert.codegen.runtimes.kernel import Kernel, real_name
from dalembert.codegen.runtimes.parametric import Parametric
from dalembert.errors import UnboundSymbol, UnknownName, WrongValue
from dalembert.graph import evaluate, symbols
from dalembert.loops.answer import call_of
from dalembert.loops.assembly import contact_kinds
from dalembert.quantity import QUANTITIES, Traced, trace
from dalembert.robot.model import Robot
from dalembert.robot.parameter import Loose, loosen

if TYPE_CHECKING:
    from dalembert.codegen.runtimes.cuda.kernel import CudaKernel

Contacts = Mapping[str, str] | Sequence[str] | None


@overload
def compile(
    robot: Robot,
    quantity: str,
    target: Literal["cpu"] = "cpu",
    dtype: Any = "float64",
    *,
    frame: str | None = None,
    wrench: Sequence[str] = (),
    contacts: Contacts = None,
    parameters: Sequence[str] = (),
) -> Kernel: ...


@overload
def compile(
    robot: Robot,
    quantity: str,
    target: Literal["cuda"],
    dtype: Any = "float64",
    *,
    frame: str | None = None,
    wrench: Sequence[str] = (),
    contacts: Contacts = None,
    parameters: Sequence[str] = (),
) -> CudaKernel: ...


def compile(
    robot: Robot,
    quantity: str,
    target: str = "cpu",
    dtype: Any = "float64",
    *,
    frame: str | None = None,
    wrench: Sequence[str] = (),
    contacts: Contacts = None,
    parameters: Sequence[str] = (),
) -> Kernel | CudaKernel:
    """The compiled kernel of a quantity, kept with the robot and in the cache on disk.

    `target` is "cpu", for NumPy arrays, or "cuda", for arrays of CuPy, PyTorch and JAX on an NVIDIA GPU.

    `parameters` names numbers of the robot that become the kernel's last argument, `(..., p)`, one set or one per state:
    symbols, "gravity", LINK (ten inertial parameters), LINK.mass, LINK.com, LINK.inertia, JOINT.origin, JOINT.damping, …;
    the kernel's `names` has them one by one, and `values` what they are in the robot.

    Where loops or contacts bind the motion it also gives `gap`, how far q is from closed, `tear`, the square of how fast q̇
    and q̈ would open the loops, and `pivot`, near 0 where the configuration is singular.
    """
    if not isinstance(robot, Robot):
        raise WrongValue(f"{quantity} needs a Robot first, got {type(robot).__name__}")
    if target not in ("cpu", "cuda"):
        raise WrongValue(f"target is {target!r}; kernels are compiled for 'cpu' or 'cuda'")
    dtype = real_name(dtype)
    if isinstance(wrench, str) or not isinstance(wrench, Sequence):
        raise WrongValue(f"wrench lists the frames that are pushed, got {wrench!r}")
    for name in (quantity, *wrench, *([] if frame is None else [frame])):
        if not isinstance(name, str):
            raise UnknownName(f"the name of a quantity, link or frame is a text, got {name!r}")
    held = contact_kinds(contacts)
    key = (
        quantity,
        dtype,
        frame,
        tuple(wrench),
        held,
        parameters if isinstance(parameters, str) else tuple(parameters),
    )
    chosen: dict[str, Any] = {"frame": frame, "wrench": tuple(wrench), "contacts": held}
    if target == "cuda":
        if ("cuda", key) not in robot.kernels:
            robot.kernels["cuda", key] = _for_gpu(robot, quantity, dtype, chosen, parameters)
        return cast("CudaKernel", robot.kernels["cuda", key])
    kernel: Kernel | None = robot.kernels.get(key)
    if kernel is None:
        kernel = robot.kernels[key] = _made(robot, quantity, dtype, chosen, parameters)
        kernel.coordinates = robot.coordinates
        plain = len(kernel.outputs) == len(QUANTITIES[quantity].outputs) and kernel.outputs[-1][0] != "pivot"
        if frame is None and not wrench and not held and plain and not parameters:
            # the quickest way in, for `numbers_of`
            robot.kernels[quantity if dtype == "float64" else (quantity, dtype)] = call_of(robot, kernel)
    return kernel


def _made(robot: Robot, quantity: str, dtype: str, chosen: dict[str, Any], parameters: Sequence[str]) -> Kernel:
    """A payload is a parameter of a kernel that is kept with the robot as it is before anything is attached."""
    owner = f"robot '{robot.name}'"
    carried = [link for link in robot.links if link.payload]
    if carried and not parameters:
        asked = chosen | {"contacts": dict(chosen["contacts"]), "parameters": [x.name for x in carried]}
        shared = compile(robot.emptied(), quantity, dtype=dtype, **asked)
        numbers = [x for link in carried for x in link.inertia.parameters]
        if missing := symbols(numbers):
            need_numbers(robot, missing)
        return cast(Parametric, shared).at(evaluate(numbers, {}))
    traced, loose = with_parameters(robot, quantity, chosen, parameters)
    if loose is None:
        return Kernel(quantity, traced.inputs, traced.outputs, dtype, owner=owner)
    return Parametric(quantity, traced.inputs, traced.outputs, loose.symbols, loose.values, dtype, owner=owner)


def _for_gpu(robot: Robot, quantity: str, dtype: str, chosen: dict[str, Any], parameters: Sequence[str]) -> CudaKernel:
    """Parameters are one more argument of the one kernel."""
    from dalembert.codegen.runtimes.cuda.kernel import CudaKernel

    traced, loose = with_parameters(robot, quantity, chosen, parameters)
    given = traced.inputs if loose is None else (*traced.inputs, loose.operand)
    return CudaKernel(quantity, given, traced.outputs, dtype, owner=f"robot '{robot.name}'")


def with_parameters(
    robot: Robot, quantity: str, chosen: Mapping[str, Any], parameters: Sequence[str]
) -> tuple[Traced, Loose | None]:
    """The graph of a quantity in which nothing but its inputs and the parameters is unknown, and these as symbols."""
    loose = loosen(robot, parameters) if parameters else None
    traced = (
        trace(robot, quantity, **chosen) if loose is None else trace(loose.robot, quantity, nominal=robot, **chosen)
    )
    known = {x.value for *_, entries in traced.inputs for x in entries} | set(() if loose is None else loose.names)
    need_numbers(robot, symbols(traced.scalars) - known)
    return traced, loose


def need_numbers(robot: Robot, names: Iterable[str] | None = None) -> None:
    """Raise `UnboundSymbol` where a result depends on symbols of the robot: on these, or on any."""
    wanted = robot.parameters if names is None else set(names)
    missing = [name for name in robot.parameters if name in wanted]
    if missing:
        shown = ", ".join(missing[:12]) + (", …" if len(missing) > 12 else "")
        raise UnboundSymbol(
            f"robot '{robot.name}' has symbols without values: {shown}; give them with robot.bind({missing[0]}=…)"
        )
