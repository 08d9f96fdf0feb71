"""Consistent states: kernels of mechanisms are called only with states that the loops allow.

Unit quaternions must have a direction, q must close the loops, J q̇ = 0 and J q̈ + J̇q̇ = 0 must hold, and the pivots of
the constraint solver must not vanish (singular configuration). Residuals are in units of the mechanism's size and are
compared with the size of the rates themselves, as the kernels of closed dynamics do (`algorithms.closed.tear`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.codegen.packages.target import CHECKS as CHECKS
from dalembert.codegen.runtimes import dask
from dalembert.codegen.runtimes.kernel import Kernel
from dalembert.errors import NotAssembled, SingularConfiguration, WrongSize, WrongValue
from dalembert.mechanism.assembly import Assembly, assembly
from dalembert.mechanism.closure import OPEN, OPEN_SINGLE
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree

Array = NDArray[Any]
TORN = 1e-6  # of the rates, or of 1/s if they are slower: what is not taken for a slip of rounding
TORN_SINGLE = 1e-4  # in float32


def check_rates(
    loops: Assembly, q: Array, qd: Array, limit: float = TORN, names: tuple[str, str] = ("q", "qd")
) -> None:
    """Raise where q̇ of some state `(k, nv)` tears a loop."""
    torn = np.einsum("kij,kj->ki", loops.closure.system(q)[1], qd)
    size = np.sqrt(1 + np.sum(qd * qd, axis=1))
    _refuse_residual(
        loops,
        torn,
        size,
        limit,
        names[1],
        "/s",
        f"rates that keep it closed are da.mechanism.project(robot, {', '.join(names)})",
    )


def check_accelerations(loops: Assembly, q: Array, qd: Array, qdd: Array, limit: float = TORN) -> None:
    """Raise where q̈ of some state `(k, nv)` tears a loop."""
    torn = loops.closure.accelerations(q, qd, qdd)
    size = np.sqrt(1 + np.sum(qdd * qdd, axis=1) + np.sum(qd * qd, axis=1) ** 2)
    cure = "motions that keep it closed are qd, qdd = da.mechanism.project(robot, q, qd, qdd)"
    _refuse_residual(loops, torn, size, limit, "qdd", "/s²", cure)


def _refuse_residual(loops: Assembly, torn: Array, size: Array, limit: float, name: str, unit: str, cure: str) -> None:
    measured = torn * loops.closure.scales
    share = np.linalg.norm(measured, axis=1) / size
    state = int(np.argmax(share))
    if not share[state] > limit:
        return
    row = int(np.argmax(np.abs(measured[state])))
    label, at = loops.closure.labels[row], f" in state {state} of {len(torn)}" if len(torn) > 1 else ""
    raise WrongValue(
        f"{name} tears loop '{label}' of robot '{loops.tree.name}' apart{at}, by {abs(torn[state, row]):.3g}"
        f"{loops.closure.units[row]}{unit}; {cure}"
    )


SINGULAR = 1e-11  # pivot below which a configuration is singular
_LENGTHS = {4: (1e-15, 1e15), 8: (1e-100, 1e100)}  # by bytes: quaternions beyond lose digits in their square


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
    closed = OPEN if gap.dtype == np.float64 else OPEN_SINGLE
    if np.any(gap > closed):
        raise NotAssembled(
            f"q does not close the loops of robot '{robot.name}': they are open by up to {np.max(gap):.3g} rad, or of its size"
            f"{_where(gap > closed)}; close them with da.assemble(robot, q)"
        )
    limit = TORN if tear.dtype == np.float64 else TORN_SINGLE
    if np.any(tear > limit * limit):
        _refuse_rates(robot, limit, arguments[: 3 if accelerated else 2])
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


def _refuse_rates(robot: Robot, limit: float, arguments: tuple[ArrayLike, ...]) -> None:
    given = [np.asarray(x, dtype=float) for x in arguments]
    leading = np.broadcast_shapes(*(x.shape[:-1] for x in given))
    q, qd, *qdd = (np.broadcast_to(x, (*leading, x.shape[-1])).reshape(-1, x.shape[-1]) for x in given)
    loops = assembly(tree(robot))
    check_rates(loops, q, qd, limit)
    if qdd:
        check_accelerations(loops, q, qd, qdd[0], limit)


def call_of(robot: Robot, kernel: Kernel) -> Callable[..., Any]:
    """The kernel's call; where there are balls, a quaternion without a direction is refused; any other is taken with unit length."""
    call, who, balls = kernel.call, robot.name, robot.balls
    if not balls:
        return call
    given = [(i, name) for i, (name, *_) in enumerate(kernel.inputs) if name in ("q", "q0", "q1")]

    def checked(*arguments: Any, out: Any = None) -> Any:
        if dask.is_lazy(arguments):
            return dask.apply(There(robot, kernel), arguments, out)
        for i, name in given:
            q = np.asarray(arguments[i]) if i < len(arguments) else np.empty(0)
            short, long = _LENGTHS.get(q.dtype.itemsize, _LENGTHS[8])
            for joint, places in balls.items():
                if q.ndim and q.shape[-1] >= places.stop:
                    w = np.abs(q[..., places.start])  # w alone is quick
                    if not (w.min(initial=1.0) > short and w.max(initial=1.0) < long):
                        _check_turn(who, joint, name, q[..., places])
        return call(*arguments) if out is None else call(*arguments, out=out)

    return checked


class There(NamedTuple):
    """A kernel with the checks of its robot, called where a block of a lazy array is."""

    robot: Robot
    kernel: Kernel
    accelerated: bool = False

    @property
    def dtype(self) -> np.dtype[Any]:
        return self.kernel.dtype

    @property
    def inputs(self) -> tuple[Any, ...]:
        return self.kernel.inputs

    @property
    def coordinates(self) -> tuple[str, ...]:
        return self.kernel.coordinates

    @property
    def outputs(self) -> tuple[Any, ...]:
        return tuple(x for x in self.kernel.outputs if x[0] not in CHECKS)

    def call(self, *arrays: Any) -> Any:
        call = call_of(self.robot, self.kernel)
        if len(self.outputs) == len(self.kernel.outputs):
            return call(*arrays)
        return bound(self.robot, call, arrays, accelerated=self.accelerated)


def _check_turn(robot: str, joint: str, name: str, quaternions: Array) -> None:
    sizes = np.abs(quaternions).max(axis=-1)
    if np.any(sizes == 0):
        raise WrongValue(
            f"the quaternion of joint '{joint}' in {name} of robot '{robot}' is (0, 0, 0, 0){_where(sizes == 0)}, which is "
            "no rotation; (1, 0, 0, 0) is no turn, and da.neutral(robot) has it"
        )
    short, long = _LENGTHS.get(quaternions.dtype.itemsize, _LENGTHS[8])
    lost = (sizes <= short) | ((sizes >= long) & (sizes < np.inf))
    if np.any(lost):
        raise WrongValue(
            f"the quaternion of joint '{joint}' in {name} of robot '{robot}' has the size {np.extract(lost, sizes)[0]:.3g}"
            f"{_where(lost)}, whose square cannot be divided by; divide the quaternion by its size"
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
