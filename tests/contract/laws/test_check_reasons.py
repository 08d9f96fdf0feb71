"""A mistake of reasoning, made on purpose and apart from the software, is found to be the mistake that was made.

The equations are taken apart and put together wrongly by SymPy, or belong to another robot (a link without mass, an
inertia about the mass centre taken for one about the joint, a rotor behind no gear). Where two mistakes lead to the same
equation either may be named: the sentence that is given is then one of those whose mistake was made.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import TypeAlias

import pytest
import sympy

import dalembert as da
from finding_queries import key

Made: TypeAlias = dict[tuple[int, str], tuple[sympy.Expr, list[str]]]
"""{(joint, number that the equation gives at one state): (the equation, words for the mistakes that lead to it)}."""
ROBOTS = ("rp", "pr", "planar_2r", "planar_3r", "spatial_3r", "cylindrical")


@cache
def robot_named(name: str) -> da.Robot:
    return getattr(da.gallery, name)()


@cache
def model(robot: da.Robot) -> da.types.Equations:
    return da.equations(robot)


def rates(n: int) -> tuple[list[sympy.Symbol], list[sympy.Symbol], list[sympy.Symbol]]:
    return tuple([sympy.Symbol(f"{x}{k}") for k in range(1, n + 1)] for x in ("q", "qd", "qdd"))


def with_link(robot: da.Robot, at: int, inertia: da.Inertia) -> da.Robot:
    links = [replace(x, inertia=inertia) if i == at else x for i, x in enumerate(robot.links)]
    return replace(robot, links=tuple(links))


def bodies(robot: da.Robot) -> list[int]:
    """The links of joints 1, 2 … in the order of the links."""
    return [next(i for i, x in enumerate(robot.links) if x.name == j.child) for j in robot.joints if j.moves]


def mistakes(robot: da.Robot) -> Iterator[tuple[sympy.Matrix, str]]:
    """(efforts of a mistaken derivation, words that say which) by the parts of the equations."""
    eq, n = model(robot), robot.n
    q, qd, qdd = rates(n)
    M, c, g, T = eq.M, eq.c, eq.g, eq.T
    A = sympy.Matrix(qdd)
    slope = sympy.Matrix([sympy.diff(T, x) for x in q])
    rate = c + slope  # Ṁ q̇
    mixed = sympy.Matrix(
        [sum(x.coeff(a).coeff(b) * a * b for a in qd for b in qd if str(a) < str(b)) for x in map(sympy.expand, c)]
    )
    square = sympy.Matrix([sympy.expand(x) for x in c - mixed])
    whole = eq.tau
    yield whole + slope, "kinetic slope dropped"
    yield whole + 2 * slope, "kinetic slope added"
    yield whole - slope, "kinetic slope doubled"
    yield whole - rate, "constant inertia"
    yield whole - mixed / 2, "Coriolis terms Coriolis halved"
    yield whole + mixed, "Coriolis terms doubled"
    yield whole + square, "centrifugal terms doubled"
    yield whole - square / 2, "centrifugal terms halved"
    yield whole - 2 * mixed, "Coriolis terms wrong sign"
    yield whole - 2 * square, "centrifugal terms wrong sign"
    yield whole - 2 * c, "velocity terms wrong sign"
    yield whole - mixed, "Coriolis terms missing"
    yield whole - square, "centrifugal terms missing"
    yield whole - c, "velocity terms missing"
    yield whole - 2 * g, "gravity terms wrong sign"
    yield whole - g, "gravity terms missing"
    yield whole + M * A, "half lost"
    yield whole - M * A / 2, "half twice"
    diagonal = sympy.diag(*(M[i, i] for i in range(n)))
    yield whole - (M - diagonal) * A, "coupling missing"
    for j in range(n):
        column = sympy.Matrix([0 if i == j else M[i, j] * qdd[j] for i in range(n)])
        yield whole - column, f"{j + 1} coupling missing"
    for j, at in enumerate(bodies(robot)):
        inertia = robot.links[at].inertia
        bare = model(with_link(robot, at, da.Inertia()))
        yield whole - (g - bare.g), f"weight of a link {j + 1} missing"
        yield whole - 2 * (g - bare.g), f"weight of a link {j + 1} wrong sign"
        if n > 1:
            yield bare.tau + g - bare.g, f"inertia of a link {j + 1} missing"
            yield bare.tau, f"{j + 1} link left out"
        if inertia.mass != 0:
            centre = inertia.central()
            moved = model(with_link(robot, at, replace(inertia, tensor=centre.tensor)))
            yield moved.tau, f"{j + 1} parallel axis missing"
            yield 2 * whole - moved.tau, f"{j + 1} parallel axis twice"
    turning = next(k for k in range(n) if not robot.coordinate(robot.coordinates[k]).slides)
    for quarter in (sympy.pi / 2, -sympy.pi / 2):
        zero = whole.subs(q[turning], q[turning] + quarter)
        yield zero, f"{turning + 1} other zero"
    for k in range(n):
        sign = {x[k]: -x[k] for x in (q, qd, qdd)}
        turned = sympy.diag(*(-1 if i == k else 1 for i in range(n)))
        yield turned * whole.subs(sign, simultaneous=True), f"{k + 1} other direction"
        yield (
            whole - g + turned * g.subs(sign, simultaneous=True),
            f"{k + 1} other direction in gravity",
        )


def value(x: sympy.Expr, seed: int) -> float:
    """x in floating point, at a random state with random parameters."""
    drawn = {s: random.Random(f"{s} {seed}").uniform(0.4, 1.7) for s in x.free_symbols}
    return float(x.xreplace({s: sympy.Float(number) for s, number in drawn.items()}))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", ROBOTS)
def test_a_mistake_of_reasoning_is_named(name: str) -> None:
    robot = robot_named(name)
    right = [value(x, 1) for x in model(robot).tau]
    made: Made = {}
    for efforts, words in mistakes(robot):
        for k in range(robot.n):
            at = value(efforts[k], 1)
            if abs(at - right[k]) > 1e-9 * abs(right[k]):
                made.setdefault((k, f"{at:.9g}"), (efforts[k], []))[1].append(words)
    assert len(made) > 12
    named_only_so(robot, made)


def named_only_so(robot: da.Robot, made: Made) -> None:
    """Each mistake is called wrong and explained by its own words, or right in another convention (absolute angles)."""
    for (k, _), (written, words) in made.items():
        verdict = da.check(robot, f"tau{k + 1} = {written}")
        if verdict.conventions:
            continue
        assert verdict.correct is False, (words, written)
        [finding] = verdict.findings
        [reason] = map(key, finding.diagnosis.reasons)
        assert {reason, reason.removesuffix(" in gravity")} & {*words}, (words, reason, written)


ROTOR, FRICTION = "Im*n**2*qdd1", "bm*n**2*qd1"
THROUGH_A_GEAR = [
    (ROTOR, "0", "rotor missing"),
    (ROTOR, "Im*n*qdd1", "rotor inertia gear once"),
    (ROTOR, "Im*qdd1", "rotor inertia gear ignored"),
    (FRICTION, "bm*qd1", "motor friction 1 gear ignored"),
    (FRICTION, "bm*n*qd1", "motor friction 1 gear once"),
    (f"{FRICTION} + bl*qd1", "0", "friction missing"),
    (f"{FRICTION} + bl*qd1", f"-({FRICTION} + bl*qd1)", "friction wrong sign"),
]


@pytest.mark.parametrize(("right", "wrong", "words"), THROUGH_A_GEAR)
def test_what_a_gear_does_to_a_motor_is_named(right: str, wrong: str, words: str) -> None:
    """Felt at the link: N² Im and N² bm."""
    robot = robot_named("pendulum")
    written = sympy.expand(model(robot).tau[0] - sympy.sympify(right) + sympy.sympify(wrong))
    verdict = da.check(robot, f"tau1 = {written}")
    assert verdict.correct is False
    assert key(verdict.reasons[0]) == words, verdict.reasons
