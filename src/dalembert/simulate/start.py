"""Where a run starts: q0 and qd0 as arrays of the right size, quaternions of unit length, loops closed, J q̇ = 0."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.errors import NotAssembled, SingularConfiguration, WrongSize, WrongValue
from dalembert.loops.assembly import OPEN
from dalembert.loops.tear import check_rates
from dalembert.real import reals
from dalembert.robot.model import Robot
from dalembert.simulate.model import Model

Array = NDArray[Any]
_SINGULAR = 1e-9  # of J's largest singular value: below it, a row of the loops holds nothing


def given_state(robot: Robot, q0: ArrayLike, qd0: ArrayLike | None) -> tuple[Array, Array]:
    """q0 (..., nq) and qd0 (..., nv), of one leading shape; quaternions of unit length."""
    if not isinstance(robot, Robot):
        raise WrongValue(f"simulate needs a Robot first, got {type(robot).__name__}")
    q = _numbers(robot, q0, "q0", robot.nq)
    qd = _numbers(robot, np.zeros(robot.nv) if qd0 is None else qd0, "qd0", robot.nv)
    leading = _together(q, qd)
    q = np.array(np.broadcast_to(q, (*leading, robot.nq)))
    for c in (robot.coordinate(name) for name in robot.coordinates):
        if c.motion == "ball":
            longest = np.abs(q[..., c.q]).max(axis=-1, keepdims=True)  # whose square may be too small or too large
            if not (longest > 0).all():
                raise WrongValue(f"the quaternion of '{c.name}' in q0 is zero; no turn is (1, 0, 0, 0)")
            turn = q[..., c.q] / longest
            q[..., c.q] = turn / np.linalg.norm(turn, axis=-1, keepdims=True)
    return q, np.array(np.broadcast_to(qd, (*leading, robot.nv)))


def check_loops(model: Model, q: Array, qd: Array) -> None:
    """Raise where q0 leaves loops open or is singular, or qd0 tears them."""
    if model.loops is None:
        return
    name, closure, generic = model.robot.name, model.loops.closure, model.loops.generic
    many = q.reshape(-1, q.shape[-1])
    apart, slopes = closure.errors(many)
    gap = np.abs(apart).max(axis=0, initial=0.0)
    if gap.max(initial=0.0) > OPEN:
        worst = int(np.argmax(gap))
        raise NotAssembled(
            f"q0 leaves loop '{closure.labels[worst]}' of robot '{name}' open by "
            f"{gap[worst] / closure.scales[worst]:.3g}{closure.units[worst]}; close it with da.assemble(robot, q0)"
        )
    sizes = np.linalg.svd(slopes, compute_uv=False)
    if generic.known.full and generic.rank and (sizes[:, generic.rank - 1] <= _SINGULAR * sizes[:, 0]).any():
        raise SingularConfiguration(
            f"robot '{name}' starts in a singular configuration: there its loops do not tell how it moves; go a little "
            "away from it"
        )
    check_rates(model.loops, many, qd.reshape(-1, qd.shape[-1]), names=("q0", "qd0"))


def _numbers(robot: Robot, given: ArrayLike, what: str, size: int) -> Array:
    array = reals(given, what)
    if array.shape[-1:] != (size,):
        hint = ""
        if what == "q0" and robot.nq != robot.nv and array.shape[-1:] == (robot.nv,):
            ball = next(c.name for c in map(robot.coordinate, robot.coordinates) if c.motion == "ball")
            hint = f": a ball has a quaternion, w first ('{ball.rpartition('.')[0] or ball}'); start from da.neutral(robot)"
        raise WrongSize(f"{what} has shape {array.shape}; robot '{robot.name}' needs {size} entries{hint}")
    if not array.size:
        raise WrongSize(f"{what} has shape {array.shape}: there is no trajectory to follow")
    if not np.isfinite(array).all():
        k = int(np.argwhere(~np.isfinite(array))[0][-1])
        found = (
            c for c in map(robot.coordinate, robot.coordinates) if (k == c.qd if what == "qd0" else _holds(c.q, k))
        )
        raise WrongValue(f"{what} of joint '{next(found).name}' is not finite")
    return array


def _holds(places: slice, k: int) -> bool:
    return int(places.start) <= k < int(places.stop)


def _together(q: Array, qd: Array) -> tuple[int, ...]:
    try:
        return np.broadcast_shapes(q.shape[:-1], qd.shape[:-1])
    except ValueError:
        raise WrongSize(f"q0 {q.shape} and qd0 {qd.shape} do not broadcast together") from None
