"""The numeric functions of a robot: each compiles the kernel of a quantity once and calls it on arrays.

`q` is `(..., nq)`; `qd`, `qdd` and `tau` are `(..., nv)`. Results have the same leading shape. float32 in, float32 out.

    M q̈ + c + g + friction + springs = τ + Σ Jᵀw,  and + Jᵀλ where loops or contacts constrain the motion

`compile` traces a quantity, with chosen parameters as inputs, compiles it and stores the kernel with the robot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, cast, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.algorithms.regressor import inertial_parameters as _inertial_parameters
from dalembert.codegen.runtimes import dask
from dalembert.codegen.runtimes.kernel import Kernel, Parametric, real_name
from dalembert.errors import NotAssembled, UnboundSymbol, UnknownName, WrongValue
from dalembert.graph import evaluate, symbols
from dalembert.mechanism.assembly import assembly, contact_kinds
from dalembert.mechanism.consistency import There, bound, call_of
from dalembert.quantity import QUANTITIES, Traced, trace
from dalembert.robot.model import Robot
from dalembert.robot.symbolic import Loose, loosen
from dalembert.robot.tree import tree

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


Array = NDArray[Any]
_F32 = np.dtype(np.float32)


def inverse_dynamics(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    qdd: ArrayLike,
    *,
    wrench: Mapping[str, ArrayLike] | None = None,
    contacts: Contacts = None,
    out: Array | None = None,
) -> Array:
    """τ = M q̈ + c + g + friction + springs − Σ Jᵀw.

    `wrench` maps a link or frame to `[force, moment]` that acts on the robot from outside, at its origin, in world axes.
    With loops or `contacts` τ has the efforts of the actuated coordinates that give this motion, the smallest Σ τ² where
    there are several, and 0 elsewhere. `contacts` lists frames that are held as points, or maps them to "point" or
    "surface"; whether they touch is not detected.
    """
    result: Array = numbers_of(robot, "inverse_dynamics", (q, qd, qdd), None, wrench, out, contacts)
    return result


def forward_dynamics(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    tau: ArrayLike,
    *,
    wrench: Mapping[str, ArrayLike] | None = None,
    contacts: Contacts = None,
    out: Array | None = None,
) -> Array:
    """q̈ = M⁻¹ (τ − c − g − friction − springs + Σ Jᵀw), loops kept closed and contacts held.

    `wrench` and `contacts` as in `inverse_dynamics`.
    """
    result: Array = numbers_of(robot, "forward_dynamics", (q, qd, tau), None, wrench, out, contacts)
    return result


def mass_matrix(robot: Robot, q: ArrayLike, *, independent: bool = False, out: Array | None = None) -> Array:
    """M(q), `(..., nv, nv)`, rotor inertias included; of the tree, or with `independent` GᵀM G (see `independent_map`)."""
    name = "independent_mass_matrix" if independent and robot.loops else "mass_matrix"
    result: Array = numbers_of(robot, name, (q,), None, None, out)
    return result


def coriolis_matrix(robot: Robot, q: ArrayLike, qd: ArrayLike, *, out: Array | None = None) -> Array:
    """S(q, q̇), `(..., n, n)`, of the Christoffel symbols: c = S q̇ and Ṁ − 2S is skew."""
    result: Array = numbers_of(robot, "coriolis_matrix", (q, qd), None, None, out)
    return result


def coriolis_vector(robot: Robot, q: ArrayLike, qd: ArrayLike) -> Array:
    """c(q, q̇): Coriolis and centrifugal efforts."""
    result: Array = numbers_of(robot, "coriolis_vector", (q, qd))
    return result


def christoffel(robot: Robot, q: ArrayLike) -> Array:
    """Christoffel symbols, `(..., n, n, n)`, indexed [k, i, j]: c_k = Σ c_kij q̇_i q̇_j."""
    result: Array = numbers_of(robot, "christoffel", (q,))
    return result


def gravity_vector(robot: Robot, q: ArrayLike, *, independent: bool = False) -> Array:
    """g(q) = ∂U/∂q of gravity; of the tree, or with `independent` Gᵀg (see `independent_map`)."""
    result: Array = numbers_of(
        robot, "independent_gravity_vector" if independent and robot.loops else "gravity_vector", (q,)
    )
    return result


def kinetic_energy(robot: Robot, q: ArrayLike, qd: ArrayLike) -> Array:
    """T(q, q̇) = ½ q̇ᵀM q̇."""
    result: Array = numbers_of(robot, "kinetic_energy", (q, qd))
    return result


def potential_energy(robot: Robot, q: ArrayLike) -> Array:
    """U(q) of the links that move, zero for mass at the height of the world's origin, and of springs."""
    result: Array = numbers_of(robot, "potential_energy", (q,))
    return result


def forward_kinematics(robot: Robot, q: ArrayLike, frame: str | None = None) -> Array:
    """Pose of a link or frame in the world, `(..., 4, 4)`; without a name, of frame `tool`, else of the tip of the longest moving chain."""
    result: Array = numbers_of(robot, "forward_kinematics", (q,), frame)
    return result


def jacobian(robot: Robot, q: ArrayLike, frame: str | None = None) -> Array:
    """J(q), `(..., 6, n)`: [ṗ, ω] = J q̇ of a link or frame, in world axes; default frame as in `forward_kinematics`."""
    result: Array = numbers_of(robot, "jacobian", (q,), frame)
    return result


def centre_of_mass(robot: Robot, q: ArrayLike) -> Array:
    """Centre of mass of all links that move, in the world, `(..., 3)`."""
    result: Array = numbers_of(robot, "centre_of_mass", (q,))
    return result


def momentum(robot: Robot, q: ArrayLike, qd: ArrayLike) -> Array:
    """[linear, angular about the centre of mass] momentum of the links, world axes, `(..., 6)`."""
    result: Array = numbers_of(robot, "momentum", (q, qd))
    return result


def centroidal_matrix(robot: Robot, q: ArrayLike) -> Array:
    """A_G, `(..., 6, nv)`: momentum = A_G q̇."""
    result: Array = numbers_of(robot, "centroidal_matrix", (q,))
    return result


def regressor(robot: Robot, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Array:
    """Y, `(..., n, 10·bodies)`: τ of the links = Y π, π as `inertial_parameters` lists them."""
    result: Array = numbers_of(robot, "regressor", (q, qd, qdd))
    return result


def inertial_parameters(robot: Robot) -> Array:
    """π, `(10·bodies,)`: (m, mx, my, mz, Ixx, Ixy, Iyy, Ixz, Iyz, Izz) of each moving link, fixed ones lumped in."""
    if not isinstance(robot, Robot):
        raise WrongValue(f"inertial_parameters needs a Robot, got {type(robot).__name__}")
    pi = _inertial_parameters(tree(robot))
    need_numbers(robot, symbols(pi))
    return np.array(evaluate(pi, {}), dtype=float)


def inverse_dynamics_derivatives(
    robot: Robot, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike, *, out: tuple[Array, Array, Array] | None = None
) -> tuple[Array, Array, Array]:
    """(∂τ/∂q, ∂τ/∂q̇, ∂τ/∂q̈ = M) of the tree, `(..., nv, nv)` each, ∂/∂q by the tangent (see `integrate`)."""
    by_q, by_qd, by_qdd = numbers_of(robot, "inverse_dynamics_derivatives", (q, qd, qdd), None, None, out)
    return by_q, by_qd, by_qdd


def forward_dynamics_derivatives(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    tau: ArrayLike,
    *,
    contacts: Contacts = None,
    out: tuple[Array, Array, Array] | None = None,
) -> tuple[Array, Array, Array]:
    """(∂q̈/∂q, ∂q̈/∂q̇, ∂q̈/∂τ), `(..., nv, nv)` each, ∂/∂q by the tangent (see `integrate`)."""
    by_q, by_qd, by_tau = numbers_of(robot, "forward_dynamics_derivatives", (q, qd, tau), None, None, out, contacts)
    return by_q, by_qd, by_tau


def numbers_of(
    robot: Robot,
    quantity: str,
    arguments: tuple[ArrayLike, ...],
    frame: str | None = None,
    wrench: Mapping[str, ArrayLike] | None = None,
    out: Array | tuple[Array, ...] | None = None,
    contacts: Contacts = None,
) -> Any:
    """The quantity's kernel on the arguments; kernels with several outputs give a tuple of arrays."""
    if wrench is not None:
        if not isinstance(wrench, Mapping):
            raise WrongValue(
                f"wrench maps frames to [force, moment], {{'tool': [fx, fy, fz, nx, ny, nz]}}; got {wrench!r}"
            )
        arguments = (*arguments, *wrench.values())
    dtype = "float64"
    if getattr(arguments[0], "dtype", None) == _F32:
        dtype = "float32" if all(getattr(x, "dtype", None) == _F32 for x in arguments) else dtype
    call: Callable[..., Array]
    if frame is None and not wrench and contacts is None:
        try:
            call = robot.kernels[quantity if dtype == "float64" else (quantity, dtype)]
        except (KeyError, AttributeError):
            pass
        else:
            return call(*arguments) if out is None else call(*arguments, out=out)
    chosen: dict[str, Any] = {"dtype": dtype, "frame": frame, "wrench": tuple(wrench or ()), "contacts": contacts}
    try:
        kernel = compile(robot, quantity, **chosen)
    except NotAssembled:  # hard to close from anywhere else; the given q may do
        q = np.atleast_2d(np.asarray(arguments[0], dtype=float))
        if q.shape[-1] != robot.nq or not np.isfinite(q).all():
            raise
        assembly(tree(robot), contact_kinds(contacts)).offered.append(q.reshape(-1, robot.nq)[0])
        kernel = compile(robot, quantity, **chosen)
    call = call_of(robot, kernel)
    if kernel.outputs[-1][0] == "pivot":
        accelerated = quantity == "inverse_dynamics"
        if dask.is_lazy(arguments):
            return dask.apply(There(robot, kernel, accelerated), arguments, out)
        return bound(robot, call, arguments, out, accelerated=accelerated)
    return call(*arguments) if out is None else call(*arguments, out=out)
