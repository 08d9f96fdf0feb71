"""Consistency of states: the dynamics functions accept only states that satisfy the loop equations.

Quaternions must not be zero, q must close the loops, and J q̇ = 0 and J q̈ + J̇q̇ = 0 must hold. The pivots of the
constraint solver must not vanish. A pivot vanishes at singular configurations. Residuals are divided by the mechanism's
size and compared with the magnitude of the velocities, as in `algorithms.constrained_dynamics.drift`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from dalembert import finding
from dalembert.argument import Numbers, reals
from dalembert.codegen.function import CHECKS as CHECKS
from dalembert.codegen.runtimes import dask
from dalembert.codegen.runtimes.kernel import Kernel, is_lazy
from dalembert.finding.finding import Argument, Identifier, JointName, RobotName, given
from dalembert.mechanism.assembly import Assembly, assembly
from dalembert.mechanism.closure import Array
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree
from dalembert.tolerance import (
    LOOP_OPEN,
    LOOP_OPEN_SINGLE,
    LOOP_PIVOT,
    LOOP_RATE,
    LOOP_RATE_SINGLE,
    QUATERNION_NORM,
    QUATERNION_NORM_SINGLE,
)


def check_rates(
    loops: Assembly, q: Array, qd: Array, limit: float = LOOP_RATE, names: tuple[str, str] = ("q", "qd")
) -> None:
    """Raise an error if the velocities q̇ of a state `(k, nv)` violate loop closure."""
    residual = np.einsum("kij,kj->ki", loops.closure.system(q)[1], qd)
    _check(loops, residual, np.sqrt(1 + np.sum(qd * qd, axis=1)), limit, names[1], "/s")


def check_accelerations(loops: Assembly, q: Array, qd: Array, qdd: Array, limit: float = LOOP_RATE) -> None:
    """Raise an error if the accelerations q̈ of a state `(k, nv)` violate loop closure."""
    residual = loops.closure.accelerations(q, qd, qdd)
    size = np.sqrt(1 + np.sum(qdd * qdd, axis=1) + np.sum(qd * qd, axis=1) ** 2)
    _check(loops, residual, size, limit, "qdd", "/s²")


def _check(loops: Assembly, residual: Array, size: Array, limit: float, name: str, per: str) -> None:
    scaled = residual * loops.closure.scales
    share = np.linalg.norm(scaled, axis=1) / size
    state = int(np.argmax(share))
    if share[state] > limit:
        row = int(np.argmax(np.abs(scaled[state])))
        label, error = loops.closure.gap_of(row, float(abs(residual[state, row])), per)
        index = (state,) if len(residual) > 1 else ()
        raise finding.LoopRateError(Argument(name), RobotName(loops.tree.name), label, error, index).error()


def evaluate_consistent(
    robot: Robot,
    call: Callable[..., Any],
    arguments: tuple[Numbers, ...],
    out: Any = None,
    *,
    accelerated: bool = False,
) -> Any:
    """Evaluate a compiled function for a robot with loops. Raise an error if a state is inconsistent or singular."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):  # singular configurations, checked below
        *results, gap, residual, pivot = call(*arguments)
    double = gap.dtype == np.float64
    if np.any(wrong := gap > (LOOP_OPEN if double else LOOP_OPEN_SINGLE)):
        raise finding.OpenLoops(RobotName(robot.name), float(np.max(gap)), _first(wrong)).error()
    limit = LOOP_RATE if double else LOOP_RATE_SINGLE
    if np.any(residual > limit * limit):
        _check_all_rates(robot, limit, arguments[: 3 if accelerated else 2])
    entries = tuple(range(np.ndim(gap), results[0].ndim))
    lost = np.isnan(results[0]).any(axis=entries)  # a zero row of J causes a division by 0
    singular = (lost | ~(pivot >= LOOP_PIVOT)) & ~np.isnan(gap)  # NaN arguments also give a NaN gap
    if np.any(singular):
        raise finding.SingularLoops(RobotName(robot.name), _first(singular)).error()
    if out is None:
        return results[0] if len(results) == 1 else tuple(results)
    for target, result in zip(out if isinstance(out, tuple) else (out,), results, strict=True):
        if not isinstance(target, np.ndarray) or target.shape != result.shape or target.dtype != result.dtype:
            got = f"{target.dtype} {target.shape}" if isinstance(target, np.ndarray) else type(target).__name__
            raise finding.WrongOutArray(
                Argument("out"), Identifier(str(result.dtype)), result.shape, given(got)
            ).error()
        np.copyto(target, result)
    return out


def _check_all_rates(robot: Robot, limit: float, arguments: tuple[Numbers, ...]) -> None:
    arrays = [np.asarray(x, dtype=float) for x in arguments]
    leading = np.broadcast_shapes(*(x.shape[:-1] for x in arrays))
    q, qd, *qdd = (np.broadcast_to(x, (*leading, x.shape[-1])).reshape(-1, x.shape[-1]) for x in arrays)
    loops = assembly(tree(robot))
    check_rates(loops, q, qd, limit)
    if qdd:
        check_accelerations(loops, q, qd, qdd[0], limit)


def checked_call(robot: Robot, kernel: Kernel) -> Callable[..., Any]:
    """Wrap a compiled function of a robot with ball joints, so that each call checks for zero quaternions.

    The compiled function normalizes all nonzero quaternions.
    """
    call, balls = kernel.call, robot.balls
    places_of_q = [(i, name) for i, (name, *_) in enumerate(kernel.inputs) if name in ("q", "q0", "q1")]

    def checked(*arguments: Any, out: Any = None) -> Any:
        if is_lazy(arguments):
            return dask.apply(CheckedKernel(robot, kernel), arguments, out)
        for i, name in places_of_q:
            q = np.asarray(arguments[i]) if i < len(arguments) else np.empty(0)
            q = q if q.dtype.kind in "fiub" else reals(q, name)
            least = _least_norm(q)
            for joint, places in balls.items():
                if q.ndim and q.shape[-1] >= places.stop:
                    w = np.abs(q[..., places.start])  # testing only w is fast
                    if not (w.min(initial=1.0) > least and w.max(initial=1.0) < 1 / least):
                        check_quaternions(robot.name, joint, name, q[..., places])
        return call(*arguments) if out is None else call(*arguments, out=out)

    return checked


class CheckedKernel(NamedTuple):
    """Compiled function that checks the consistency of states, for the blocks of a lazy array."""

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
        call = checked_call(self.robot, self.kernel) if self.robot.balls else self.kernel.call
        if len(self.outputs) == len(self.kernel.outputs):
            return call(*arrays)
        return evaluate_consistent(self.robot, call, arrays, accelerated=self.accelerated)


def _least_norm(q: Array) -> float:
    return QUATERNION_NORM_SINGLE if q.dtype.itemsize == 4 else QUATERNION_NORM


def check_quaternions(robot: str, joint: str, name: str, quaternions: Array) -> None:
    """Raise an error if a quaternion is zero or if its squared norm would overflow or underflow."""
    norms = np.abs(quaternions).max(axis=-1)
    least = _least_norm(quaternions)
    wrong = (norms <= least) | ((norms >= 1 / least) & (norms < np.inf))
    if np.any(wrong):
        norm = float(np.extract(wrong, norms)[0])
        raise finding.BadQuaternion(Argument(name), RobotName(robot), JointName(joint), norm, _first(wrong)).error()


def _first(wrong: Array) -> tuple[int, ...]:
    """Return the index of the first invalid state in a batch."""
    return tuple(int(i) for i in np.argwhere(wrong)[0]) if np.ndim(wrong) else ()
