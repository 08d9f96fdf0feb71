"""The public numeric functions: the kernel of a robot's quantity, compiled once, called on arrays.

`q` is `(..., nq)`; `qd`, `qdd`, `tau` are `(..., nv)`; results carry the same leading shape; float32 in, float32 out.
M q̈ + c + g + friction + springs = τ + Σ Jᵀw, and + Jᵀλ where loops or contacts bind the motion.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.algorithms.regressor import inertial_parameters as _inertial_parameters
from dalembert.codegen.kernel import Kernel, real_name
from dalembert.errors import NotAssembled, SingularConfiguration, UnboundSymbol, UnknownName, WrongSize, WrongValue
from dalembert.graph import evaluate, symbols
from dalembert.loops.assembly import OPEN, assembly, contact_kinds
from dalembert.loops.tear import TORN, TORN_SINGLE, check_accelerations, check_rates
from dalembert.quantity import QUANTITIES, trace
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree

Array = NDArray[Any]
Contacts = Mapping[str, str] | Sequence[str] | None
SINGULAR = 1e-11  # pivot below which a configuration is singular
_F32 = np.dtype(np.float32)


def compile(
    robot: Robot,
    quantity: str,
    target: str = "cpu",
    dtype: Any = "float64",
    *,
    frame: str | None = None,
    wrench: Sequence[str] = (),
    contacts: Contacts = None,
) -> Kernel:
    """The compiled kernel of a quantity, kept with the robot and in the cache on disk.

    Where loops or contacts bind the motion it also gives `gap`, how far q is from closed, `tear`, the square of how fast q̇
    and q̈ would open the loops, and `pivot`, near 0 where the configuration is singular.
    """
    if not isinstance(robot, Robot):
        raise WrongValue(f"{quantity} needs a Robot first, got {type(robot).__name__}")
    if target != "cpu":
        raise WrongValue(f"target is '{target}'; kernels are compiled for 'cpu'")
    dtype = real_name(dtype)
    if isinstance(wrench, str) or not isinstance(wrench, Sequence):
        raise WrongValue(f"wrench lists the frames that are pushed, got {wrench!r}")
    for name in (quantity, *wrench, *([] if frame is None else [frame])):
        if not isinstance(name, str):
            raise UnknownName(f"the name of a quantity, link or frame is a text, got {name!r}")
    held = contact_kinds(contacts)
    key = (quantity, dtype, frame, tuple(wrench), held)
    kernel: Kernel | None = robot.kernels.get(key)
    if kernel is None:
        traced = trace(robot, quantity, frame=frame, wrench=wrench, contacts=held)
        need_numbers(robot, symbols(traced.scalars) - {x.value for *_, entries in traced.inputs for x in entries})
        kernel = Kernel(quantity, traced.inputs, traced.outputs, dtype, owner=f"robot '{robot.name}'")
        robot.kernels[key] = kernel
        plain = len(kernel.outputs) == len(QUANTITIES[quantity].outputs) and kernel.outputs[-1][0] != "pivot"
        if frame is None and not wrench and not held and plain:
            # the quickest way in, for `numbers_of`
            robot.kernels[quantity if dtype == "float64" else (quantity, dtype)] = call_of(robot, kernel)
    return kernel


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


def need_numbers(robot: Robot, names: Iterable[str] | None = None) -> None:
    """Raise `UnboundSymbol` where a result depends on symbols of the robot: on these, or on any."""
    wanted = robot.parameters if names is None else set(names)
    missing = [name for name in robot.parameters if name in wanted]
    if missing:
        shown = ", ".join(missing[:12]) + (", …" if len(missing) > 12 else "")
        raise UnboundSymbol(
            f"robot '{robot.name}' has symbols without values: {shown}; give them with robot.bind({missing[0]}=…)"
        )


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
        return bound(robot, call, arguments, out, accelerated=quantity == "inverse_dynamics")
    return call(*arguments) if out is None else call(*arguments, out=out)


def bound(
    robot: Robot,
    call: Callable[..., Any],
    arguments: tuple[ArrayLike, ...],
    out: Any = None,
    *,
    accelerated: bool = False,
) -> Any:
    """What a kernel of a robot with loops gives, if q closes them and is not singular, and rates do not tear them."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):  # of singular configurations, told below
        *results, gap, tear, pivot = call(*arguments)
    if np.any(gap > OPEN):
        raise NotAssembled(
            f"q does not close the loops of robot '{robot.name}': they are open by up to {np.max(gap):.3g}"
            f"{_where(gap > OPEN)}; close them with da.assemble(robot, q)"
        )
    limit = TORN if tear.dtype == np.float64 else TORN_SINGLE
    if np.any(tear > limit * limit):
        _refuse_torn(robot, limit, arguments[: 3 if accelerated else 2])
    lost = np.isnan(results[0]).reshape(*np.shape(gap), -1).any(axis=-1)  # a row of J that vanishes divides by 0
    singular = (lost | ~(pivot >= SINGULAR)) & ~np.isnan(gap)  # a NaN that was given shows in the gap too
    if np.any(singular):
        raise SingularConfiguration(
            f"robot '{robot.name}' is in a singular configuration{_where(singular)}: there its loops do not "
            "tell how it moves; go a little away from it"
        )
    if out is not None:
        targets = out if isinstance(out, tuple) else (out,)
        for target, result in zip(targets, results, strict=True):
            if not isinstance(target, np.ndarray) or target.shape != result.shape or target.dtype != result.dtype:
                got = f"{target.dtype} {target.shape}" if isinstance(target, np.ndarray) else type(target).__name__
                raise WrongSize(f"out must be an array of {result.dtype} {result.shape}, got {got}")
            np.copyto(target, result)
        return out
    return results[0] if len(results) == 1 else tuple(results)


def _refuse_torn(robot: Robot, limit: float, arguments: tuple[ArrayLike, ...]) -> None:
    given = [np.asarray(x, dtype=float) for x in arguments]
    leading = np.broadcast_shapes(*(x.shape[:-1] for x in given))
    q, qd, *qdd = (np.broadcast_to(x, (*leading, x.shape[-1])).reshape(-1, x.shape[-1]) for x in given)
    loops = assembly(tree(robot))
    check_rates(loops, q, qd, limit)
    if qdd:
        check_accelerations(loops, q, qd, qdd[0], limit)


def call_of(robot: Robot, kernel: Kernel) -> Callable[..., Any]:
    """The kernel's call; where there are balls, a quaternion of zeros is refused; any other is taken with unit length."""
    call, who, balls = kernel.call, robot.name, robot.balls
    if not balls:
        return call
    given = [(i, name) for i, (name, *_) in enumerate(kernel.inputs) if name in ("q", "q0", "q1")]

    def checked(*arguments: Any, out: Any = None) -> Any:
        for i, name in given:
            q = np.asarray(arguments[i]) if i < len(arguments) else np.empty(0)
            for joint, places in balls.items():
                if q.ndim and q.shape[-1] >= places.stop and not np.all(q[..., places.start]):  # w alone is quick
                    _check_turn(who, joint, name, q[..., places])
        return call(*arguments) if out is None else call(*arguments, out=out)

    return checked


def _check_turn(robot: str, joint: str, name: str, quaternions: Array) -> None:
    still = ~np.any(quaternions != 0, axis=-1)
    if np.any(still):
        raise WrongValue(
            f"the quaternion of joint '{joint}' in {name} of robot '{robot}' is (0, 0, 0, 0){_where(still)}, which is no "
            "rotation; (1, 0, 0, 0) is no turn, and da.neutral(robot) has it"
        )


def _where(wrong: Array) -> str:
    """Which state of a batch is meant."""
    places = np.argwhere(np.atleast_1d(wrong))
    if np.ndim(wrong) == 0:
        return ""
    first = ", ".join(
        str(tuple(int(i) for i in place)) if len(place) > 1 else str(int(place[0])) for place in places[:3]
    )
    return f" (state {first}{', …' if len(places) > 3 else ''} of {np.size(wrong)})"
