"""The public numeric functions: the kernel of a robot's quantity, compiled once, called on arrays.

`q`, `qd`, `qdd`, `tau` are `(n,)` or `(..., n)`; results carry the same leading shape; float32 in, float32 out.
M q̈ + c + g + friction = τ + Σ Jᵀw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.algorithms.regressor import inertial_parameters as _inertial_parameters
from dalembert.codegen.kernel import Kernel, real_name
from dalembert.errors import UnboundSymbol, UnknownName, WrongValue
from dalembert.graph import evaluate, symbols
from dalembert.quantity import trace
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree

Array = NDArray[Any]
_F32 = np.dtype(np.float32)


def compile(
    robot: Robot,
    quantity: str,
    target: str = "cpu",
    dtype: Any = "float64",
    *,
    frame: str | None = None,
    wrench: Sequence[str] = (),
) -> Kernel:
    """The compiled kernel of a quantity, kept with the robot and in the cache on disk."""
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
    key = (quantity, dtype, frame, tuple(wrench))
    kernel: Kernel | None = robot.kernels.get(key)
    if kernel is None:
        traced = trace(robot, quantity, frame=frame, wrench=wrench)
        need_numbers(robot, symbols(traced.scalars) - {x.value for *_, entries in traced.inputs for x in entries})
        kernel = Kernel(quantity, traced.inputs, traced.outputs, dtype, owner=f"robot '{robot.name}'")
        robot.kernels[key] = kernel
        if frame is None and not wrench:  # the quickest way in, for `_call`
            robot.kernels[quantity if dtype == "float64" else (quantity, dtype)] = kernel.call
    return kernel


def inverse_dynamics(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    qdd: ArrayLike,
    *,
    wrench: Mapping[str, ArrayLike] | None = None,
    out: Array | None = None,
) -> Array:
    """τ = M q̈ + c + g + friction − Σ Jᵀw.

    `wrench` maps a link or frame to `[force, moment]` that acts on the robot from outside, at its origin, in world axes.
    """
    return _call(robot, "inverse_dynamics", (q, qd, qdd), None, wrench, out)


def forward_dynamics(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    tau: ArrayLike,
    *,
    wrench: Mapping[str, ArrayLike] | None = None,
    out: Array | None = None,
) -> Array:
    """q̈ = M⁻¹ (τ − c − g − friction + Σ Jᵀw); `wrench` as in `inverse_dynamics`."""
    return _call(robot, "forward_dynamics", (q, qd, tau), None, wrench, out)


def mass_matrix(robot: Robot, q: ArrayLike, *, out: Array | None = None) -> Array:
    """M(q), `(..., n, n)`, rotor inertias included."""
    return _call(robot, "mass_matrix", (q,), None, None, out)


def coriolis_matrix(robot: Robot, q: ArrayLike, qd: ArrayLike, *, out: Array | None = None) -> Array:
    """S(q, q̇), `(..., n, n)`, of the Christoffel symbols: c = S q̇ and Ṁ − 2S is skew."""
    return _call(robot, "coriolis_matrix", (q, qd), None, None, out)


def coriolis_vector(robot: Robot, q: ArrayLike, qd: ArrayLike) -> Array:
    """c(q, q̇): Coriolis and centrifugal efforts."""
    return _call(robot, "coriolis_vector", (q, qd))


def christoffel(robot: Robot, q: ArrayLike) -> Array:
    """Christoffel symbols, `(..., n, n, n)`, indexed [k, i, j]: c_k = Σ c_kij q̇_i q̇_j."""
    return _call(robot, "christoffel", (q,))


def gravity_vector(robot: Robot, q: ArrayLike) -> Array:
    """g(q) = ∂U/∂q."""
    return _call(robot, "gravity_vector", (q,))


def kinetic_energy(robot: Robot, q: ArrayLike, qd: ArrayLike) -> Array:
    """T(q, q̇) = ½ q̇ᵀM q̇."""
    return _call(robot, "kinetic_energy", (q, qd))


def potential_energy(robot: Robot, q: ArrayLike) -> Array:
    """U(q) of the links that move, zero for mass at the height of the world's origin."""
    return _call(robot, "potential_energy", (q,))


def forward_kinematics(robot: Robot, q: ArrayLike, frame: str | None = None) -> Array:
    """Pose of a link or frame in the world, `(..., 4, 4)`; without a name, of frame `tool`, else of the last link."""
    return _call(robot, "forward_kinematics", (q,), frame)


def jacobian(robot: Robot, q: ArrayLike, frame: str | None = None) -> Array:
    """J(q), `(..., 6, n)`: [ṗ, ω] = J q̇ of a link or frame, in world axes; default frame as in `forward_kinematics`."""
    return _call(robot, "jacobian", (q,), frame)


def regressor(robot: Robot, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Array:
    """Y, `(..., n, 10·bodies)`: τ of the links = Y π, π as `inertial_parameters` lists them."""
    return _call(robot, "regressor", (q, qd, qdd))


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
    """(∂τ/∂q, ∂τ/∂q̇, ∂τ/∂q̈ = M), `(..., n, n)` each."""
    by_q, by_qd, by_qdd = _call(robot, "inverse_dynamics_derivatives", (q, qd, qdd), None, None, out)
    return by_q, by_qd, by_qdd


def forward_dynamics_derivatives(
    robot: Robot, q: ArrayLike, qd: ArrayLike, tau: ArrayLike, *, out: tuple[Array, Array, Array] | None = None
) -> tuple[Array, Array, Array]:
    """(∂q̈/∂q, ∂q̈/∂q̇, ∂q̈/∂τ = M⁻¹), `(..., n, n)` each."""
    by_q, by_qd, by_tau = _call(robot, "forward_dynamics_derivatives", (q, qd, tau), None, None, out)
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


def _call(
    robot: Robot,
    quantity: str,
    arguments: tuple[ArrayLike, ...],
    frame: str | None = None,
    wrench: Mapping[str, ArrayLike] | None = None,
    out: Array | tuple[Array, ...] | None = None,
) -> Array:
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
    if frame is None and not wrench:
        try:
            call = robot.kernels[quantity if dtype == "float64" else (quantity, dtype)]
        except (KeyError, AttributeError):
            call = compile(robot, quantity, dtype=dtype).call
    else:
        call = compile(robot, quantity, dtype=dtype, frame=frame, wrench=tuple(wrench or ())).call
    return call(*arguments) if out is None else call(*arguments, out=out)
