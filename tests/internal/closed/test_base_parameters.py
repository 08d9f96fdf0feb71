"""Base parameters are what they say: put back they give the same equations, and there are as few as torques have rank."""

import numpy as np
import pytest

import dalembert as da
from base_rank import observation
from dalembert.closed.checking.reference_model import substitution
from dalembert.graph import Node, Scalar, evaluate, symbols
from dalembert.robot.tree import tree
from random_robot import symbolic_robot

TREES = range(120)
NAMES = da.gallery.names()
ARMS = [(name, False) for name in NAMES] + [(name, True) for name in NAMES]


def arm(name: str, general: bool) -> da.Robot:
    robot = getattr(da.gallery, name)()
    return robot.symbolic() if general else robot


def assert_regrouped_is_the_same(robot: da.Robot) -> None:
    """M and ∂U/∂q of the regrouped equations, the printed expressions put in, are the original's; exactly."""
    eq = da.equations(robot)
    ring = eq.regrouped.mechanics.ring
    put = substitution(ring, {x.name: ring.lift(x.value) for x in eq.base_parameters}, ring)
    new, old = eq.regrouped.mechanics, eq.mechanics
    for i in range(robot.n):
        assert ring.equal(put(new.g[i]), ring.lift(old.g[i])), f"g{i + 1}"
        for j in range(i, robot.n):
            assert ring.equal(put(new.M[i][j]), ring.lift(old.M[i][j])), f"M{i + 1}{j + 1}"


def is_there(x: Scalar) -> bool:
    return isinstance(x, Node) or x != 0


def torque_rank(robot: da.Robot, seed: int = 0) -> int:
    """Rank of torques at random states (rows) against random masses and inertias (columns), geometry held fixed."""
    rng = np.random.default_rng(seed)
    bodies = tree(robot).bodies
    geometry = symbols([*robot.gravity, *(x for b in bodies for x in (*b.placement.p, *sum(b.placement.R, ())))])
    held = {name: float(rng.uniform(0.5, 1.5)) for name in sorted(geometry)}
    robot = robot.bind(**{name: x for name, x in held.items() if name in robot.parameters})
    W = observation(tree(robot.bind(**{name: float(rng.uniform(0.5, 1.5)) for name in robot.parameters})), rng)[0]
    bodies = tree(robot).bodies
    pi = [x for body in bodies if body.link for x in body.inertia.parameters]
    pi += [b.drive.inertia for b in bodies if b.drive is not None and is_there(b.drive.rotor_inertia)]
    drawn = rng.uniform(0.5, 1.5, size=(30 + 2 * len(robot.parameters), len(robot.parameters)))
    columns = [evaluate(pi, dict(zip(robot.parameters, values.tolist(), strict=True))) for values in drawn]
    sizes = np.linalg.svd(W @ np.array(columns).T, compute_uv=False)
    return int(np.sum(sizes > 1e-10 * sizes[0])) if sizes[0] > 0 else 0


@pytest.mark.sampled(40)
@pytest.mark.parametrize("seed", TREES)
def test_trees_regrouped_are_the_same(seed):
    robot = symbolic_robot(seed, 1 + seed % 4)
    assert_regrouped_is_the_same(robot)
    base = da.equations(robot).base_parameters
    assert len(base) == torque_rank(robot, seed)
    assert len(set(base.names)) == len(base), "one name for one parameter"
    assert not any(g.kind == "inverse" for g in base.ring.generators), "no division by a length"


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("name", "general"), ARMS)
def test_gallery_regrouped_is_the_same_and_has_the_fewest(name, general):
    robot = arm(name, general)
    assert_regrouped_is_the_same(robot)
    if robot.parameters:
        assert len(da.equations(robot).base_parameters) == torque_rank(robot)


def test_scara_groups_under_a_length():
    """The first moment of link 3 is felt like that of link 2: both times the length of link 1, kg·m²."""
    base = da.equations(da.gallery.scara().symbolic()).base_parameters
    assert base.explain("lmx2R").splitlines()[0] == "lmx2R = mx2*l1 + mx3*l1"


def test_rods_have_no_second_parameter_for_their_second_axis():
    """XX2R = −ZZ2R of a rod along x is no parameter of its own."""
    base = da.equations(da.gallery.spatial_3r()).base_parameters
    assert base.names == ("ZZ1R", "MX2R", "ZZ2R", "MX3", "ZZ3")
    assert [x.rule for x in base["ZZ2R"].rules if x.parameter == "XX2"] == ["multiple"]
