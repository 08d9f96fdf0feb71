"""De Luca's questions on the PR robot, answered for it and for other robots."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import dalembert as da
from dalembert.closed.model.mechanics import mechanics
from dalembert.graph.evaluate import evaluate
from raised import raises
from tolerance import ROUNDED


def inertia(robot: da.Robot, **values: float) -> np.ndarray:
    """M at given coordinates and parameters, in floating point; what is not given is 1 (parameters) or 0."""
    exact = mechanics(robot)
    at = dict.fromkeys(robot.parameters, 1.0) | {x.q: 0.0 for x in exact.ring.coordinates} | values
    nodes = [exact.display.node(x) for row in exact.M for x in row]
    return np.reshape(evaluate(nodes, at), (robot.n, robot.n))


# Q1: why are Coriolis terms not present?


def test_pr_has_no_coriolis_terms_and_says_why() -> None:
    answer = da.teaching.vanishing(da.gallery.pr())
    assert answer.coriolis == ()
    assert [(x.k, x.i, x.j) for x in answer.centrifugal] == [(1, 2, 2)]
    why = {(x.k, x.i, x.j): x.why for x in answer.terms}
    constant = [da.finding.EntryIndependent(f"M{k}{k}", f"q{3 - k}", "constant entry") for k in (1, 2)]
    assert why[1, 1, 2] == da.finding.SymbolVanishes((constant[0],), half="∂M11/∂q2")
    assert why[2, 1, 2] == da.finding.SymbolVanishes((constant[1],), half="∂M22/∂q1")
    assert why[1, 1, 1] == da.finding.SymbolVanishes((da.finding.EntryIndependent("M11", "q1", "own coordinate"),))
    assert "no Coriolis term" in str(answer)


def test_rp_has_one_coriolis_term() -> None:
    answer = da.teaching.vanishing(da.gallery.rp())
    assert [(x.k, x.i, x.j, da.finding.PYTHON.formula(x.why.value)) for x in answer.coriolis] == [(1, 1, 2, "m2*q2")]
    assert [(x.k, x.i, x.j) for x in answer.centrifugal] == [(2, 1, 1)]


def test_cyclic_coordinates_are_named() -> None:
    why = {(x.k, x.i, x.j): x.why for x in da.teaching.vanishing(da.gallery.planar_3r()).terms}
    assert [x.reason for x in why[1, 1, 3].parts] == ["cyclic coordinate"]


def test_cancelling_derivatives_are_named() -> None:
    """Of a spatial 3R with equal links some symbol vanishes although its derivatives do not; else none claims it."""
    exact = mechanics(da.gallery.spatial_3r())
    for x in da.teaching.vanishing(da.gallery.spatial_3r()).terms:
        k, i, j = x.k - 1, x.i - 1, x.j - 1
        parts = [exact.slopes[k][j][i], exact.slopes[k][i][j], exact.slopes[i][j][k]]
        if x.vanishes and k not in (i, j):
            assert bool(x.why.cancelling) == any(parts)


# Q2: when applying a force u1, does the second joint accelerate? Always?


def test_pr_second_joint_accelerates_but_at_0_and_pi() -> None:
    first, second = da.teaching.accelerates(da.gallery.pr(), 1).joints
    assert (first.never, first.except_where) == (False, ())
    assert (second.never, second.except_where) == (False, ("q2 = 0 or pi",))
    for q2, still in ((0.0, True), (np.pi, True), (0.7, False)):
        inverse = np.linalg.inv(inertia(da.gallery.pr(), q2=q2))
        assert (abs(inverse[1, 0]) < ROUNDED) == still


def test_rp_joints_are_decoupled() -> None:
    assert da.teaching.accelerates(da.gallery.rp(), 1).joints[1].never
    assert [x.never for x in da.teaching.accelerates(da.gallery.rp(), 2).joints] == [True, False]


def test_2r_stops_where_the_coupling_vanishes() -> None:
    [_, second] = da.teaching.accelerates(da.gallery.planar_2r(), 1).joints
    assert second.except_where == ("m2*(lc2**2 + l1*lc2*cos(q2)) + I2 = 0",)
    at = {"l1": 2.0, "lc2": 0.5, "m2": 1.0, "I2": 0.1}
    q2 = np.arccos((-1.0 * 0.5**2 - 0.1) / (2.0 * 0.5))
    assert abs(inertia(da.gallery.planar_2r(), q2=float(q2), **at)[0, 1]) < ROUNDED


def test_larger_robots_are_answered_too() -> None:
    answer = da.teaching.accelerates(da.gallery.articulated(), 1)
    assert len(answer.joints) == 6
    assert not any(x.never for x in answer.joints)
    with raises(da.finding.NotInteger, argument="input", lower=1, upper=6):
        da.teaching.accelerates(da.gallery.articulated(), 7)


# Q3: what is the expression of S? Is it unique?


@pytest.mark.parametrize("name", ["pr", "rp", "planar_2r", "spatial_3r"])
def test_factorisations_differ_and_all_are_right(name: str) -> None:
    robot = getattr(da.gallery, name)()
    found = da.teaching.factorisations(robot)
    assert len(found) >= 3
    assert found[0].skew
    assert len({x.text for x in found}) == len(found)
    for x in found:
        verdict = da.check(robot, f"S = {x.text}")
        assert verdict.correct, verdict
        assert da.finding.SkewOfS(x.skew) in verdict.notes


def test_pr_factorisation_is_not_unique() -> None:
    christoffel, *others = da.teaching.factorisations(da.gallery.pr())
    assert christoffel.text == "[[0, -m2*dc2*cos(q2)*qd2], [0, 0]]"
    assert others
    assert not any(x.skew for x in others)


# Q4: which is the configuration with "maximum inertia"?


def test_pr_largest_inertia() -> None:
    m11, m22, det = da.teaching.inertia_extremes(da.gallery.pr())
    assert (m11.largest, m22.largest) == ({}, {})
    assert (det.largest, det.smallest, det.exact) == ({"q2": "0 or pi"}, {"q2": "pi/2 or -pi/2"}, True)
    sizes = [np.linalg.det(inertia(da.gallery.pr(), q2=q)) for q in (0.0, 0.6, np.pi / 2)]
    assert sizes[0] > sizes[1] > sizes[2]


def test_2r_is_heaviest_stretched_out() -> None:
    m11, _, det = da.teaching.inertia_extremes(da.gallery.planar_2r())
    assert (m11.largest, m11.smallest) == ({"q2": "0"}, {"q2": "pi"})
    assert (det.largest, det.smallest) == ({"q2": "pi/2 or -pi/2"}, {"q2": "0 or pi"})


def test_a_slide_has_no_largest_inertia() -> None:
    m11, *_ = da.teaching.inertia_extremes(da.gallery.rp())
    assert (m11.largest, m11.smallest) == ({"q2": "the farther joint limit"}, {"q2": "0"})


def test_numeric_robots_are_searched() -> None:
    robot = da.gallery.ur5()
    found = {x.what: x for x in da.teaching.inertia_extremes(robot)}
    assert found["M66"].exact
    assert not found["M11"].exact
    rng = np.random.default_rng(4)
    ends = [{k: float(v) for k, v in (x or {}).items()} for x in (found["M11"].smallest, found["M11"].largest)]
    low, high = (inertia(robot, **end)[0, 0] for end in ends)
    for _ in range(50):
        q = {f"q{k}": float(x) for k, x in enumerate(rng.uniform(-np.pi, np.pi, 6), 1)}
        assert low - 1e-6 <= inertia(robot, **q)[0, 0] <= high + 1e-6
    least = {k: float(v) for k, v in (found["M22"].smallest or {}).items()}
    for name, step in product(least, (-2e-4, 2e-4)):  # four digits of every angle are right
        assert inertia(robot, **least | {name: least[name] + step})[1, 1] > inertia(robot, **least)[1, 1]


def test_joints_with_several_coordinates_are_searched() -> None:
    """The joint limits of a cylindrical joint are those of its coordinates."""
    pose, mass = da.Pose(p=(0.3, 0.0, 0.1)), da.Inertia(1.0, (0.2, 0.1, 0.0), (1.0, 1.1, 1.2, 0.0, 0.0, 0.0))
    links = (da.Link("ground"), da.Link("a", mass), da.Link("b", mass))
    joints = (
        da.Joint("first", "revolute", "ground", "a", pose, axis=(0, 1, 0)),
        da.Joint("second", "cylindrical", "a", "b", pose, axis=(0, 0, 1)),
    )
    m11, *_ = da.teaching.inertia_extremes(da.Robot("arm", links, joints))
    assert set(m11.largest) == {"q2", "q3"}


OTHERS = [name for name in da.gallery.names() if getattr(da.gallery, name)().loops or getattr(da.gallery, name)().balls]


@pytest.mark.parametrize("name", OTHERS)
def test_balls_and_loops_are_refused_by_name(name):
    """No joint of a loop moves alone, and a ball has no coordinates to sort velocity terms by."""
    robot = getattr(da.gallery, name)()
    held = "ball" if robot.balls else "loop"
    for ask in (lambda x: da.teaching.accelerates(x, 1), da.teaching.inertia_extremes):
        with raises(da.finding.FeatureUnsupported, robot=robot.name) as error:
            ask(robot)
        assert held in {x.tag.split()[0] for x in error.value.finding.parts}
    if robot.balls:
        for ask in (da.teaching.vanishing, da.teaching.factorisations):
            with raises(da.finding.NotForQuasiVelocities):
                ask(robot)
