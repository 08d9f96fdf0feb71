"""Robots with balls and loops: moving along the tangent, closing loops, what the cuts bear, independent coordinates."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.algorithms import tangent
from dalembert.argument import reals
from dalembert.dynamics import Contacts, compile, need_numbers, numbers_of
from dalembert.errors import NotAssembled, WrongSize, WrongValue
from dalembert.mechanism.assembly import CLOSED, Assembly, GenericConfiguration, assembly, contact_kinds, modes
from dalembert.mechanism.consistency import bound, call_of
from dalembert.robot.loop import Coupling
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree

Array = NDArray[Any]


def neutral(robot: Robot) -> Array:
    """q of no motion: zeros, and (1, 0, 0, 0) for each ball."""
    return np.array(tangent.neutral(tree(_robot(robot, "neutral"))), dtype=float)


def integrate(robot: Robot, q: ArrayLike, dq: ArrayLike) -> Array:
    """q ⊕ dq, `(..., nq)`: turns and slides add up, a ball turns by dq in its body's axes."""
    result: Array = numbers_of(robot, "integrate", (q, dq))
    return result


def difference(robot: Robot, q0: ArrayLike, q1: ArrayLike) -> Array:
    """The dq, `(..., nv)`, with integrate(robot, q0, dq) = q1; balls turn the shorter way round."""
    result: Array = numbers_of(robot, "difference", (q0, q1))
    return result


def assemble(robot: Robot, q: ArrayLike | None = None, *, all: bool = False) -> Array:
    """The configuration with closed loops nearest to the guess q, `(nq,)`; without a guess, from the neutral one.

    Nearest in the sense of the steps taken: each is the shortest that mends the loops to first order. Where that is a
    dead end, starts around the guess are tried.
    With `all` the assembly modes whose actuated coordinates are as in q, an array `(k, nq)`, those nearest to q first. It
    is meant for planar mechanisms, where modes are few; spatial ones may have hundreds. Each one given is a mode, and
    many starts were tried, but that none is missing is not proved; see `mechanism.assembly`.
    """
    loops = loops_of(robot, "assemble")
    guess = neutral(robot) if q is None else _configuration(robot, q)
    if all:
        return modes(loops, guess)
    found = loops.nearest(guess)
    gap = loops.gap(found)
    if gap > 1e2 * CLOSED:
        raise NotAssembled(
            f"the loops of robot '{robot.name}' cannot be closed from this guess: the best found leaves {loops.worst(found)}; "
            "start nearer to a closed configuration, or change lengths"
        )
    return found


def loop_closure(robot: Robot, q: ArrayLike) -> Array:
    """φ(q), `(..., m)`: what parts the loops, row by row, in m and rad; 0 where they are closed."""
    result: Array = numbers_of(robot, "loop_closure", (q,))
    return result


def loop_jacobian(robot: Robot, q: ArrayLike) -> Array:
    """J(q) = ∂φ/∂q by the tangent, `(..., m, nv)`: J q̇ = 0."""
    result: Array = numbers_of(robot, "loop_jacobian", (q,))
    return result


def loop_forces(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    tau: ArrayLike,
    *,
    wrench: Mapping[str, ArrayLike] | None = None,
    contacts: Contacts = None,
) -> dict[str, Array]:
    """What the cuts bear: loop → [force, moment] on its second frame from its first, at that frame, in world axes.

    A contact's name gives what holds its frame; a coupling's the multiplier of its polynomial. Where loops hold more than
    they need, only their sum is told by the motion, and the smallest are given, moments taken over the mechanism's size.
    """
    if not isinstance(robot, Robot):
        raise WrongValue(f"loop_forces needs a Robot first, got {type(robot).__name__}")
    held = contact_kinds(contacts)
    kernel = compile(robot, "loop_forces", wrench=tuple(wrench or ()), contacts=contacts)
    forces = bound(robot, call_of(robot, kernel), (q, qd, tau, *(wrench or {}).values()))
    names = [*(loop.name for loop in robot.loops), *(frame for frame, _ in held)]
    single = [isinstance(loop, Coupling) for loop in robot.loops] + [False] * len(held)
    found = {}
    for k, name in enumerate(names):
        found[name] = forces[..., k, 0] if single[k] else forces[..., k, :]
    return found


def impact(
    robot: Robot, q: ArrayLike, qd: ArrayLike, contacts: Contacts, *, restitution: float = 0.0
) -> tuple[Array, Array]:
    """(q̇ after, impulses) when frames hit and are held, or bounce with `restitution`; loops stay closed."""
    if isinstance(restitution, bool) or not isinstance(restitution, Real) or not 0 <= restitution <= 1:
        raise WrongValue(
            f"restitution is {restitution!r}; it lies between 0, where the frames stay, and 1, where they bounce"
        )
    kernel = compile(robot, "impact", contacts=contacts)
    after, impulses = bound(robot, call_of(robot, kernel), (q, qd, np.asarray(restitution, dtype=float)))
    return after, impulses


def project(
    robot: Robot, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike | None = None, *, contacts: Contacts = None
) -> Any:
    """q̇, or with `qdd` (q̇, q̈), that keep the loops closed and the contacts still: the nearest in the metric of M.

    Measured and commanded rates rarely do, and dynamics refuses what tears the loops.
    """
    kernel = compile(robot, "project", contacts=contacts)
    late = np.zeros(robot.nv, np.asarray(qd).dtype) if qdd is None else qdd
    rates, accelerations = bound(robot, call_of(robot, kernel), (q, qd, late))
    return rates if qdd is None else (rates, accelerations)


def independent_map(robot: Robot, q: ArrayLike, qd: ArrayLike | None = None) -> tuple[Array, Array]:
    """(G, Ġu): q̇ = G u and q̈ = G u̇ + Ġu, u the rates of `independent_coordinates`; Ġu is 0 without `qd`."""
    loops_of(robot, "independent_map")
    kernel = compile(robot, "independent_map")
    G, late = bound(robot, call_of(robot, kernel), (q, np.zeros(robot.nv) if qd is None else qd))
    return G, late


def independent_coordinates(robot: Robot) -> tuple[str, ...]:
    """The coordinates whose rates tell all others: the actuated ones if they are as many as the freedoms."""
    generic = loops_of(robot, "independent_coordinates").generic
    return tuple(robot.coordinates[k] for k in generic.independent(tree(robot)))


def generic(robot: Robot) -> GenericConfiguration:
    """A closed configuration with nothing special about it, and what holds there."""
    return loops_of(robot, "generic").generic


def loops_of(robot: Robot, what: str) -> Assembly:
    """The loops of a robot, on numbers."""
    _robot(robot, what)
    if not robot.loops:
        raise WrongValue(f"robot '{robot.name}' has no loops, which {what} is about")
    need_numbers(robot)
    return assembly(tree(robot))


def _robot(robot: Robot, what: str) -> Robot:
    if not isinstance(robot, Robot):
        raise WrongValue(f"{what} needs a Robot first, got {type(robot).__name__}")
    return robot


def _configuration(robot: Robot, q: ArrayLike) -> Array:
    given = reals(q, "q")
    if given.shape != (robot.nq,):
        raise WrongSize(f"q has shape {given.shape}, robot '{robot.name}' needs ({robot.nq},)")
    if not np.all(np.isfinite(given)):
        raise WrongValue(f"q holds {given[~np.isfinite(given)][0]}; a guess is made of finite numbers")
    for joint, places in robot.balls.items():
        if not np.any(given[places]):
            raise WrongValue(f"the quaternion of joint '{joint}' in q is (0, 0, 0, 0); no turn is (1, 0, 0, 0)")
        given[places] /= np.abs(given[places]).max()  # its square may be too small or too large
    return given
