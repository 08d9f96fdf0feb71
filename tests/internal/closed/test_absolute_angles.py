"""Absolute angles: sums over parallel axes only, so that they are angles, of links, and every sum is of one dimension."""

import numpy as np
import pytest

import dalembert as da
from dalembert.algorithms.rnea import rnea
from dalembert.algorithms.spring_efforts import spring_efforts
from dalembert.graph import evaluate
from dalembert.robot.tree import tree
from raised import raises
from random_robot import kicked, symbolic_robot, worst
from tolerance import SAME_ALGORITHM

NAMES = [
    name
    for name in da.gallery.names()
    if name not in ("panda", "iiwa14", "rx90", "puma560", "stanford", "ur5") and not getattr(da.gallery, name)().balls
]


def in_absolute(robot: da.Robot):
    eq = da.equations(robot, coordinates="absolute")
    A = np.array([[float(x) for x in row] for row in eq.mechanics.coordinates.matrix])
    return eq, A


def assert_the_same_motion(robot: da.Robot, seed: int) -> None:
    """Q(x, ẋ, ẍ) = Aᵀτ(A x, A ẋ, A ẍ), with τ of the recursion, less Jᵀλ of loops; angles add to angles."""
    eq, A = in_absolute(robot)
    slides = [robot.coordinate(name).slides for name in robot.coordinates]
    mixes = [(i, k) for i in range(robot.n) for k in range(robot.n) if A[i, k] and i != k and (slides[i] or slides[k])]
    assert not mixes
    bound = robot.bind(**{x: 0.5 + 0.1 * k for k, x in enumerate(robot.parameters)})
    values = dict(zip(robot.parameters, (0.5 + 0.1 * k for k in range(len(robot.parameters))), strict=True))
    x, xd, xdd = kicked(robot, seed)
    names = eq.mechanics.coordinates.names
    state = values | {
        n: float(v) for name, *row in zip(names, x, xd, xdd, strict=True)
        for n, v in zip((name.q, name.qd, name.qdd), row, strict=True)
    }  # fmt: skip
    rigid = bound.rigid()
    q, qd, qdd = (A @ v for v in (x, xd, xdd))
    tau = np.array(rnea(tree(rigid), q.tolist(), qd.tolist(), qdd.tolist()), dtype=float)
    tau += np.array(evaluate(spring_efforts(tree(rigid), q.tolist(), qd.tolist()), {}), dtype=float)
    if robot.loops:
        J = np.array(da.equations(bound).compile("J")(q), dtype=float)
        pull = np.random.default_rng(seed).uniform(-1, 1, len(J))
        state |= {f"lambda{k}": float(force) for k, force in enumerate(pull, 1)}
        tau -= J.T @ pull
    got = evaluate(da.equations(robot.rigid(), coordinates="absolute").graph("tau"), state)
    assert worst(got, A.T @ tau) < 100 * SAME_ALGORITHM


@pytest.mark.sampled(44)
@pytest.mark.parametrize("seed", range(60))
def test_trees(seed):
    robot = symbolic_robot(seed, 1 + seed % 4)
    assert_the_same_motion(robot, seed)
    eq, _ = in_absolute(robot)
    for element in eq.mechanics.tau:
        assert not eq.units.mixed(eq.mechanics.display.node(element))


@pytest.mark.parametrize("name", NAMES)
def test_gallery(name):
    assert_the_same_motion(getattr(da.gallery, name)(), 3)


@pytest.mark.parametrize("name", [x for x in da.gallery.names() if getattr(da.gallery, x)().balls])
def test_balls_have_no_absolute_angles(name):
    with raises(da.finding.FeatureUnsupported, function="an absolute angle"):
        da.equations(getattr(da.gallery, name)(), coordinates="absolute")


def test_planar_rpr_passes_over_the_slide():
    """φ3 = q1 + q3 is the angle of the last link; q2 stays a length."""
    eq, A = in_absolute(da.gallery.planar_rpr())
    assert [x.q for x in eq.mechanics.coordinates.names] == ["phi1", "q2", "phi3"]
    assert A.tolist() == [[1, 0, 0], [0, 1, 0], [-1, 0, 1]]


def test_perpendicular_axes_start_anew():
    """Waist, then shoulder and elbow in a plane: φ1 = q1, φ2 = q2, φ3 = q2 + q3."""
    _, A = in_absolute(da.gallery.spatial_3r())
    assert A.tolist() == [[1, 0, 0], [0, 1, 0], [0, -1, 1]]


def test_axes_against_each_other_count_with_a_minus():
    links = tuple(da.Link(x) for x in ("ground", "a", "b"))
    joints = (da.Joint("j1", "revolute", "ground", "a"), da.Joint("j2", "revolute", "a", "b", axis=(0, 0, -1)))
    from dalembert.closed.model.coordinates import absolute_coordinates

    assert absolute_coordinates(da.Robot("turned", links, joints)).matrix == ((1, 0), (1, -1))  # φ2 = q1 − q2


def test_joints_that_mimic_are_refused():
    links = tuple(da.Link(x) for x in ("ground", "a", "b"))
    joints = (
        da.Joint("j1", "revolute", "ground", "a"),
        da.Joint("j2", "revolute", "a", "b", mimic=da.model.Mimic("j1", 2)),
    )
    with raises(da.finding.UndefinedQuantity, quantity="absolute angles", robot="geared"):
        da.equations(da.Robot("geared", links, joints), coordinates="absolute")
