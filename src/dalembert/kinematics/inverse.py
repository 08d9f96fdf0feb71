"""Inverse kinematics: q with T(q) = target.

Arms whose axes have a known structure are solved analytically, with every solution; all others by numerical search.
All solutions are an array `(k, n)` that shows itself as a table in a notebook; results computed from it are plain arrays.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from dalembert.argument import choice, integer, real
from dalembert.boundary import RobotLike, StateLike, as_frame
from dalembert.finding.argument import Exclusive, NotAccepted
from dalembert.finding.finding import Argument, FrameName, Function, RobotName
from dalembert.finding.mechanism import InfinitelyManySolutions
from dalembert.kinematics.analytic_inverse import Structure, displacement, nearest, packed, solutions, structure, within
from dalembert.kinematics.chain import Chain, numeric
from dalembert.kinematics.configuration import bounds, check_limits, initial, moved, periodic, revolute, way
from dalembert.kinematics.damped_least_squares import resolved_rate, task_rows
from dalembert.kinematics.numerical_inverse import (
    ARRIVED,
    Objective,
    Search,
    closest,
    distinct_solutions,
    nearest_solutions,
    optimized,
    search,
    unreachable,
)
from dalembert.kinematics.parallel_robot import has_working_modes, modes_at
from dalembert.kinematics.rotation import Array
from dalembert.kinematics.task import PoseTarget, rank, target
from dalembert.mechanism.loops import neutral
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree
from dalembert.tolerance import NEARLY_SOLVED, POSE_REACHED
from dalembert.typeset.notebook import SafeHtml, card

_MOST = 8  # solutions that are drawn


class Solutions(np.ndarray):
    """Solutions of `robot`, `(k, n)`; slices and results of computations have no robot and are shown as arrays."""

    robot: Robot | None

    @staticmethod
    def of(robot: Robot, q: np.ndarray[Any, Any]) -> Solutions:
        """Return the array with its robot."""
        made = q.view(Solutions)
        made.robot = robot
        return made

    def __array_finalize__(self, obj: Any) -> None:
        self.robot = None

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        return np.asarray(array)[()] if return_scalar else np.asarray(array)

    def _repr_html_(self) -> str | None:
        robot = self.robot
        if robot is None or self.ndim != 2:
            return None
        return _table(robot, np.asarray(self))


def _table(robot: Robot, q: np.ndarray[Any, Any]) -> str:
    from dalembert.view.draw import DrawStyle, draw

    turns = [not robot.coordinate(x).slides for x in robot.coordinates]
    plain = robot.nq == robot.nv
    heads = [f"q{k}" + (" / °" if turns[k - 1] else " / m") if plain else f"q{k}" for k in range(1, robot.nq + 1)]
    rows: list[list[object]] = []
    bare = DrawStyle(labels=False, frames=False)
    for i, own in enumerate(q):
        values = np.where(turns, np.rad2deg(own), own) if plain else own
        known = bool(np.isfinite(own).all())
        figure = draw(robot, own, style=bare, width=70).html(1.0) if known and i < _MOST else ""
        rows.append([i, SafeHtml(figure), *(f"{x:.4g}".replace("-", "−") for x in values)])
    return card(f"{len(q)} solutions of {robot.name}", heads=["", "", *heads], rows=rows)


_BLOCK = 20_000  # targets solved at once in closed form
_STARTS, _FAR, _SPREAD = 6, 0.5, 0.7  # other starts, for what is nearest only this far (rad) from q0, and their spread


def inverse_kinematics(
    robot: RobotLike,
    pose: ArrayLike,
    *,
    frame: str | None = None,
    q0: StateLike | None = None,
    all: bool = False,
    limits: bool | None = None,
    objective: Objective = None,
    tolerance: float = POSE_REACHED,
    tries: int = 100,
    seed: int = 0,
    missing: Literal["raise", "nan"] = "raise",
    degrees: bool = False,
) -> Array:
    """Return configurations that bring a frame to a pose or to a position.

    Arms with a known structure are solved in closed form, all others by search. Every solution is checked with forward
    kinematics. Parallel robots (see `working_modes`) return q with closed loops, one working mode or all.

    Parameters
    ----------
    robot : RobotLike
    pose : array, shape (..., 4, 4) or (..., 3)
        Target poses, or positions with any orientation.
    frame : str, optional
        Link or frame. Default: `tool`, or the tip of the longest chain.
    q0 : StateLike, shape (nq,) or (..., nq), optional
        The solution nearest to q0 is returned. If the target leaves joints free (redundant arm, singular wrist, position),
        this is the least |q − q0| that is reached from q0 or from a solution of the search. Default: the solution nearest
        to zero, or any if there are infinitely many.
    all : bool
        Return every solution, with angles in (−π, π]. Arms without a closed solution return those that the search finds.
    limits : bool, optional
        Whether solutions keep the joint limits. Default: yes, but not with `all`.
    objective : {"centre", "manipulability"}, array of shape (nq,), or function of q, optional
        What a redundant arm minimizes: distance from the centre of its limits, −manipulability, distance from a
        configuration, or the function.
    tolerance : float
        Largest error of a solution, in m and rad.
    tries : int
        Most batches of starts of the search.
    seed : int
        Seed of the search.
    missing : {"raise", "nan"}
        What happens to targets out of reach.
    degrees : bool
        Whether angles of q0 are in degrees. The result is always in radians.

    Returns
    -------
    array, shape (..., nq), or (..., k, nq) with `all`
        Batches with `all` are filled up with NaN.

    Raises
    ------
    Unreachable
        If a target is out of reach and `missing` is "raise".

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.planar_2r().bind(l1=1.0, l2=1.0)
    >>> da.inverse_kinematics(robot, [1.0, 1.0, 0.0], all=True).round(3)
    array([[ 1.571, -1.571],
           [ 0.   ,  1.571]])
    """
    choice(missing, "missing", ("raise", "nan"))
    tolerance, tries = real(tolerance, "tolerance", above=0), integer(tries, "tries", lower=1)
    if all and objective is not None:
        raise Exclusive((Argument("all"), Argument("objective"))).error()
    bare = numeric(robot)
    frame = as_frame(bare, frame)
    goal = target(pose)
    keep = (not all) if limits is None else limits
    check_limits(bare, keep)
    if has_working_modes(bare, frame):
        if objective is not None:
            raise NotAccepted(Function("inverse_kinematics"), Argument("objective")).error()
        modes = modes_at(bare, goal, _near(bare, q0, goal, False, degrees), keep, tolerance, missing)
        chosen = modes if all else modes[:, 0] if modes.shape[1] else np.full((len(goal), bare.nq), np.nan)
        shaped = chosen.reshape(*goal.leading, *chosen.shape[1:])
        return Solutions.of(bare, shaped) if all else shaped
    arm, look = structure(bare, frame, goal.position)
    near = _near(bare, q0, goal, keep, degrees)
    how = Search(bare, frame, arm, keep, tries, np.random.default_rng(seed))
    if all:
        Q = _all(how, look, goal, near, tolerance)
        lost = np.isnan(Q).all(axis=(1, 2))
    else:
        Q = _one(how, look, goal, near, tolerance, q0 is not None)
        if q0 is not None:
            Q = _nearer(how, goal, near, Q, tolerance)
        if objective is not None:
            Q = optimized(how, goal, Q, objective)
        lost = np.isnan(Q).any(axis=-1)
    if missing == "raise" and lost.any():
        raise unreachable(how, goal, near, int(np.argmax(lost)))
    shaped = Q.reshape(*goal.leading, *Q.shape[1:])
    return Solutions.of(bare, shaped) if all else shaped


def _near(robot: Robot, q0: StateLike | None, goal: PoseTarget, keep: bool, degrees: bool) -> Array:
    """Return where to look first, `(B, n)`."""
    near = np.tile(neutral(robot), (len(goal), 1))
    if q0 is not None:
        near = initial(robot, q0, goal.leading, degrees=degrees).reshape(-1, robot.nq)
    return np.asarray(np.clip(near, *bounds(robot, keep)))


def _one(how: Search, look: Structure | None, goal: PoseTarget, near: Array, tolerance: float, given: bool) -> Array:
    """Return the solution nearest to `near` of each target, `(B, n)`; NaN if there is none."""
    q = np.full(near.shape, np.nan)
    if look is not None:
        Q = _closed(how, look, goal, near, tolerance)
        if not how.limits:  # whole turns towards `near`
            Q = within(Q, *bounds(how.robot, False), _on_chain(how.arm, how.robot), near[:, None])
        q = nearest(Q, near)
    todo = np.flatnonzero(np.isnan(q).any(axis=-1))
    if len(todo):
        q[todo] = _searched(how, goal.of(todo), near[todo], tolerance, given)
    return q


def _nearer(how: Search, goal: PoseTarget, near: Array, Q: Array, tolerance: float) -> Array:
    """Return the nearest to `near` `(B, n)` of itself, the solutions Q, and those reached from both along self-motions."""
    scale = np.where(revolute(how.robot), 1.0, how.arm.length)
    rate, T = resolved_rate(how.robot, how.frame, how.arm, goal.position, how.limits), task_rows(goal.T)
    there = _off(how, goal, near) <= tolerance
    Q = np.where(there[:, None], near, Q)
    spread = np.zeros(how.robot.nv)
    spread[list(how.arm.coordinates)] = _SPREAD * scale[list(how.arm.coordinates)]
    loose = len(set(how.arm.coordinates)) > rank(how.robot, how.frame, goal.position)
    for count in range(_STARTS if loose else 2):
        known = np.linalg.norm(way(how.robot, near, Q), axis=1)
        wanted = ~there if count < 2 else ~there & ~(known < _FAR)
        if count < 2:
            start = (near, Q)[count]
        else:
            start = moved(how.robot, near, spread * how.rng.normal(size=(len(near), how.robot.nv)))
        some = np.flatnonzero(wanted & ~np.isnan(start).any(axis=-1))
        if not len(some):
            continue
        x, _ = nearest_solutions(rate, T[some], start[some], near[some])
        good = _off(how, goal.of(some), x) <= tolerance
        better = good & ~(np.linalg.norm(way(how.robot, near[some], x), axis=1) >= known[some])  # NaN: none was known
        Q[some[better]] = x[better]
    return Q


def _off(how: Search, goal: PoseTarget, q: Array) -> Array:
    """Return the error of q `(B, n)`; lengths of an arm longer than 1 m count relative to it."""
    return np.asarray(np.abs(goal.error(how.robot, how.frame, q)).max(axis=-1) / max(how.arm.length, 1.0))


def _all(how: Search, look: Structure | None, goal: PoseTarget, near: Array, tolerance: float) -> Array:
    """Return every solution, `(B, k, n)`; at a singular configuration, with infinitely many, one of the search."""
    if look is not None:
        Q = _closed(how, look, goal, near, tolerance)
        todo = np.flatnonzero(np.isnan(Q).all(axis=(1, 2)))
        if len(todo):
            Q = Q if Q.shape[1] else np.full((len(goal), 1, how.robot.nq), np.nan)
            Q[todo, 0] = _searched(how, goal.of(todo), near[todo], tolerance, True)
        return Q
    _check_finite_number(how, goal)
    found = [distinct_solutions(how, goal.of(np.array([i])), near[i]) for i in range(len(goal))]
    most = max((len(x) for x in found), default=0)
    Q = np.full((len(goal), most, how.robot.nq), np.nan)
    for i, x in enumerate(found):
        Q[i, : len(x)] = x
    turning = _on_chain(how.arm, how.robot)
    return _in_limits(how, solutions(how.robot, how.frame, goal, Q, turning, tolerance, how.arm.length), near)


def _searched(how: Search, goal: PoseTarget, near: Array, tolerance: float, given: bool) -> Array:
    """Return one solution of each target by search, `(B, n)`; NaN if none is found."""
    found, half = search(how, goal, near, given)
    for i in np.flatnonzero(
        (half > ARRIVED) & (half < NEARLY_SOLVED)
    ):  # on a singular configuration the steps grow slow
        found[i] = closest(how, goal.of(np.array([i])), found[i])
    found = within(found, *bounds(how.robot, how.limits), _on_chain(how.arm, how.robot), near)
    return np.where((_off(how, goal, found) <= tolerance)[:, None], found, np.nan)


def _closed(how: Search, look: Structure, goal: PoseTarget, near: Array, tolerance: float) -> Array:
    """Return every solution of an arm with a structure, `(B, k, n)`."""
    parts = []
    for at in range(0, len(goal), _BLOCK):
        rows = np.arange(at, min(at + _BLOCK, len(goal)))
        some = goal.of(rows)
        candidates = look.solve(how.arm, *displacement(how.arm, some.T))
        Q = np.broadcast_to(near[rows][:, None], (*candidates.shape[:2], how.robot.nq)).copy()
        Q[..., how.arm.entries] = candidates
        Q = solutions(how.robot, how.frame, some, Q, _on_chain(how.arm, how.robot), tolerance, how.arm.length)
        parts.append(_in_limits(how, Q, near[rows]))
    most = max((x.shape[1] for x in parts), default=0)
    padded = [np.pad(x, ((0, 0), (0, most - x.shape[1]), (0, 0)), constant_values=np.nan) for x in parts]
    return np.concatenate(padded) if padded else np.zeros((0, 0, how.robot.nq))


def _in_limits(how: Search, Q: Array, near: Array) -> Array:
    if not how.limits:
        return Q
    Q = within(Q, *bounds(how.robot), _on_chain(how.arm, how.robot), near[:, None])
    return packed(Q, np.asarray(~np.isnan(Q).any(axis=-1)))


def _on_chain(arm: Chain, robot: Robot) -> Array:
    """Return which angles the target determines; other joints stay as given."""
    on = np.zeros(robot.nq, dtype=bool)
    on[list(arm.entries)] = True
    return on & periodic(robot)


def _check_finite_number(how: Search, goal: PoseTarget) -> None:
    size = len(set(how.arm.coordinates))
    needs = rank(how.robot, how.frame, goal.position)
    if size > needs:
        frame = FrameName(how.frame or tree(how.robot).last)
        raise InfinitelyManySolutions(RobotName(how.robot.name), frame, size, needs).error()
