"""Inverse kinematics: compute configurations q with T(q) = target.

If the axes of an arm have a known structure, the solver computes all solutions analytically. For other arms, the solver
uses a numerical search. The solutions form an array `(k, n)` that a notebook displays as a table. Results computed from
this array are ordinary NumPy arrays.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from dalembert import finding
from dalembert.argument import Numbers, choice, instance
from dalembert.boundary import RobotLike, StateLike, as_frame
from dalembert.finding.finding import Argument, FrameName, Function, RobotName
from dalembert.kinematics.analytic_inverse import (
    Structure,
    displacement,
    nearest,
    packed,
    solutions,
    stacked,
    structure,
    within,
)
from dalembert.kinematics.chain import numeric
from dalembert.kinematics.configuration import bounds, check_limits, initial, moved
from dalembert.kinematics.numerical_inverse import (
    InverseProblem,
    Objective,
    Search,
    distinct_solutions,
    nearest_solutions,
    optimized,
    searched,
    task_rate,
    task_rows,
    unreachable,
)
from dalembert.kinematics.parallel_robot import has_working_modes, modes_at
from dalembert.kinematics.task import arm, target
from dalembert.mechanism.loops import neutral, way
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree
from dalembert.spatial.rotation import Array
from dalembert.typeset.notebook_display import SafeHtml, card

_MOST = 8  # largest number of solutions to draw


class Solutions(np.ndarray):
    """Inverse kinematics solutions for `robot`, `(k, n)`.

    Slices and computed results have no robot and are displayed as ordinary arrays.
    """

    robot: Robot | None

    @staticmethod
    def of(robot: Robot, q: np.ndarray[Any, Any]) -> Solutions:
        """Return a view of the array that stores its robot."""
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

    turns = [not dof.slides for dof in robot.dofs]
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


_BLOCK = 2048  # targets solved at once, which fit into a core's cache
_STARTS, _FAR, _SPREAD = 6, 0.5, 0.7  # additional starts, sufficient distance from q0 (rad), spread of the starts
_DEFAULT = Search()


def inverse_kinematics(
    robot: RobotLike,
    pose: Numbers,
    *,
    frame: str | None = None,
    q0: StateLike | None = None,
    all: bool = False,
    limits: bool | None = None,
    objective: Objective = None,
    search: Search = _DEFAULT,
    missing: Literal["raise", "nan"] = "raise",
    degrees: bool = False,
) -> Array:
    """Compute the configurations in which a frame has a given pose or position.

    Arms with a known structure are solved in closed form, and all other arms by numerical search. Forward kinematics
    verifies each solution. For parallel robots (see `working_modes`), the solutions satisfy loop closure.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    pose : array, shape (..., 4, 4) or (..., 3)
        Target poses, or positions with any orientation.
    frame : str, optional
        Link or frame. Default: the frame `tool` if it exists, otherwise the tip of the longest chain.
    q0 : array_like, shape (nq,) or (..., nq), or mapping, optional
        Return the solution nearest to q0. If the target has infinitely many solutions (redundant arm, singular wrist,
        position), the search minimizes |q − q0| locally. Default: the solution nearest to zero, or an arbitrary
        solution if the target has infinitely many.
    all : bool
        Return all solutions, with angles in (−π, π] or, if `limits` is true, within the joint limits. For arms without
        a closed form, return all solutions that the search finds.
    limits : bool, optional
        Whether solutions must be within the joint limits. Default: True, or False if `all` is true.
    objective : {"centre", "manipulability"}, array of shape (nq,), or function of q, optional
        Objective for a redundant arm. "centre" minimizes the distance from the centre of the joint limits, and
        "manipulability" maximizes the manipulability. If an array is given, the distance from this configuration is
        minimized. If a function is given, its value is minimized. The function takes q of shape (..., nq) and returns
        an array of shape (...).
    search : Search
        Accuracy of the solutions, and options for the numerical search.
    missing : {"raise", "nan"}
        Whether an unreachable target raises an error or returns NaN.
    degrees : bool
        Whether the angles in q0 are in degrees. The result is always in radians.

    Returns
    -------
    array, shape (..., nq), or (..., k, nq) with `all`
        If `all` is true, unused rows in a batch are NaN.

    Raises
    ------
    Unreachable
        If a target is out of reach and `missing="raise"`.

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.planar_2r().bind(l1=1.0, l2=1.0)
    >>> da.inverse_kinematics(robot, [1.0, 1.0, 0.0], all=True).round(3)
    array([[ 1.571, -1.571],
           [ 0.   ,  1.571]])
    """
    choice(missing, "missing", ("raise", "nan"))
    instance(search, "search", Search, "a Search")
    bare = numeric(robot)
    frame = as_frame(bare, frame)
    goal = target(pose)
    keep = (not all) if limits is None else limits
    check_limits(bare, keep)
    parallel = has_working_modes(bare, frame)
    if objective is not None and (all or parallel):
        both = finding.Exclusive((Argument("all"), Argument("objective")))
        raise (both if all else finding.NotAccepted(Function("inverse_kinematics"), Argument("objective"))).error()
    near = np.tile(neutral(bare), (len(goal), 1))
    if q0 is not None:
        near = initial(bare, q0, goal.leading, degrees=degrees).reshape(len(goal), bare.nq)
    near = np.clip(near, *bounds(bare, keep and not parallel))
    if parallel:
        Q = modes_at(bare, goal, near, keep, search.tolerance, missing)
    else:
        rng = np.random.default_rng(search.seed)
        problem = InverseProblem(arm(bare, frame), goal, near, keep, search, rng)
        parts = [problem.of(slice(at, at + _BLOCK)) for at in range(0, len(goal), _BLOCK)]
        Q = stacked([_all(x) if all else _nearest(x, q0 is not None, objective)[:, None] for x in parts], bare.nq)
        lost = np.isnan(Q).all(axis=(1, 2))
        if missing == "raise" and lost.any():
            raise unreachable(problem, int(np.argmax(lost)))
    if not all:
        Q = Q[:, 0] if Q.shape[1] else np.full((len(goal), bare.nq), np.nan)
    shaped = Q.reshape(*goal.leading, *Q.shape[1:])
    return Solutions.of(bare, shaped) if all else shaped


def _nearest(problem: InverseProblem, given: bool, objective: Objective) -> Array:
    """Return the solution for each target nearest to `near`, `(B, n)`, or the solution with the smallest objective.

    The result is NaN for targets without a solution.
    """
    arm, near = problem.arm, problem.near
    look = structure(arm.robot, arm.frame, problem.goal.position)
    if look is None:
        q = _searched(problem, given)
    else:
        Q = _closed(problem, look, given)
        if not problem.limits:  # add full turns to approach `near`
            Q = within(Q, *problem.bounds, arm.turning, near[:, None])
        q = nearest(Q, near)
    if given:
        q = _nearer(problem, q)
    return q if objective is None else optimized(problem, q, objective)


def _nearer(problem: InverseProblem, Q: Array) -> Array:
    """Return the configuration nearest to `near` for each target, `(B, n)`.

    The candidates are `near`, the solutions Q, and the configurations reached from both along self-motions.
    """
    arm = problem.arm
    robot = problem.arm.robot
    near = problem.near
    rate = task_rate(problem)
    T, there = task_rows(problem.goal.T), problem.solved(near)
    Q = np.where(there[:, None], near, Q)
    spread = np.zeros(robot.nv)
    spread[arm.columns] = _SPREAD * arm.unit[arm.columns]
    loose = len(arm.columns) > arm.rank(problem.goal.rows)
    for count in range(_STARTS if loose else 2):
        known = np.linalg.norm(way(robot, near, Q), axis=1)
        wanted = ~there if count < 2 else ~there & ~(known < _FAR)
        if count < 2:
            start = (near, Q)[count]
        else:
            start = moved(robot, near, spread * problem.rng.normal(size=(len(near), robot.nv)))
        some = np.flatnonzero(wanted & ~np.isnan(start).any(axis=1))
        if not len(some):
            continue
        x, _ = nearest_solutions(rate, T[some], start[some], near[some])
        nearer = ~(np.linalg.norm(way(robot, near[some], x), axis=1) >= known[some])  # NaN: no solution was known
        better = problem.of(some).solved(x) & nearer
        Q[some[better]] = x[better]
    return Q


def _all(problem: InverseProblem) -> Array:
    """Return all solutions, `(B, k, n)`."""
    arm, goal = problem.arm, problem.goal
    look = structure(arm.robot, arm.frame, goal.position)
    if look is not None:
        return _closed(problem, look, True)
    size, needs = len(arm.columns), arm.rank(goal.rows)
    if size > needs:
        frame = FrameName(arm.frame or tree(arm.robot).last)
        raise finding.InfinitelyManySolutions(RobotName(arm.robot.name), frame, size, needs).error()
    each = [distinct_solutions(problem.of(slice(i, i + 1)))[None] for i in range(len(goal))]
    Q = stacked(each, arm.robot.nq)
    return _in_limits(problem, solutions(arm, goal, Q, problem.settings.tolerance))


def _searched(problem: InverseProblem, given: bool) -> Array:
    """Search numerically for one solution per target, `(B, n)`. The result is NaN if the search fails."""
    found = within(searched(problem, given), *problem.bounds, problem.arm.turning, problem.near)
    return np.where(problem.solved(found)[:, None], found, np.nan)


def _closed(problem: InverseProblem, look: Structure, given: bool) -> Array:
    """Compute all solutions for an arm with a known structure, `(B, k, n)`.

    If there are none, return the solution that the search finds, for example at a singular configuration.
    """
    arm, goal = problem.arm, problem.goal
    candidates = look.solve(arm.chain, *displacement(arm.chain, goal.T))
    Q = np.broadcast_to(problem.near[:, None], (*candidates.shape[:2], arm.robot.nq)).copy()
    Q[..., arm.chain.entries] = candidates
    Q = _in_limits(problem, solutions(arm, goal, Q, problem.settings.tolerance))
    todo = np.flatnonzero(np.isnan(Q).all(axis=(1, 2)))
    if len(todo):
        Q[todo, 0] = _searched(problem.of(todo), given)
    return Q


def _in_limits(problem: InverseProblem, Q: Array) -> Array:
    if not problem.limits:
        return Q
    Q = within(Q, *problem.bounds, problem.arm.turning, problem.near[:, None])
    return packed(Q, np.asarray(~np.isnan(Q).any(axis=2)))
