"""Loops: what closes them, how over-constrained ones move, and one clear error for each that cannot be."""

from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from pieces import four_bar
from raised import raises
from tolerance import ROOT_OF_ROUNDING, SAME_ALGORITHM, SNAPPED, SOLVED

OVER_CONSTRAINED = [
    ("bennett", {}), ("bricard", {"kind": "trihedral"}), ("bricard", {"kind": "line-symmetric"}),
    ("bricard", {"kind": "plane-symmetric"}), ("sarrus", {}), ("parallelogram", {}), ("goldberg", {}), ("orthoglide", {}),
]  # fmt: skip
REGULAR = [("four_bar", {}), ("five_bar", {}), ("slider_crank", {}), ("rssr", {}), ("rccc", {}), ("screw_press", {})]


def null_space_dynamics(robot, q, qd, tau):
    """q̈ by motions that the loops allow, B: Bᵀ M B u̇ = Bᵀ(τ − h − M a), J a = −J̇q̇; J̇ by central differences."""
    h = 1e-6
    J = da.mechanism.loop_jacobian(robot, q)
    ahead, behind = (da.mechanism.loop_jacobian(robot, da.integrate(robot, q, s * h * qd)) for s in (1, -1))
    _, s, Vt = np.linalg.svd(J)
    B = Vt[int(np.sum(s > 1e-8 * s[0])) :]
    M = da.mass_matrix(robot, q)
    bias = da.inverse_dynamics(replace(robot, loops=()), q, qd, np.zeros(robot.nv))
    a = np.linalg.lstsq(J, -(ahead - behind) @ qd / (2 * h), rcond=1e-8)[0]
    return a + B.T @ np.linalg.solve(B @ M @ B.T, B @ (tau - bias - M @ a))


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("name", "options"), OVER_CONSTRAINED + REGULAR)
def test_mechanisms_of_the_library_assemble_and_move(name, options):
    """From a perturbed start: closed again, and accelerated as the null space says."""
    robot = getattr(da.mechanism.library, name)(**options)
    rng = np.random.default_rng(4)
    start = da.integrate(robot, da.assemble(robot), 0.05 * rng.normal(size=robot.nv))
    assert np.abs(da.mechanism.loop_closure(robot, start)).max() > 1e-3
    q = da.assemble(robot, start)
    assert np.abs(da.mechanism.loop_closure(robot, q)).max() < SAME_ALGORITHM
    _, s, Vt = np.linalg.svd(da.mechanism.loop_jacobian(robot, q))
    B = Vt[int(np.sum(s > 1e-8 * s[0])) :]
    qd, tau = B.T @ rng.normal(size=len(B)), rng.normal(size=robot.nv)
    qdd = da.forward_dynamics(robot, q, qd, tau)
    expected = null_space_dynamics(robot, q, qd, tau)
    assert np.abs(qdd - expected).max() <= SNAPPED * np.abs(expected).max()
    needed = da.inverse_dynamics(robot, q, qd, qdd)
    passive = [k for k, name in enumerate(robot.coordinates) if name not in robot.actuated]
    assert not np.any(needed[passive])
    assert np.abs(da.forward_dynamics(robot, q, qd, needed) - qdd).max() <= SNAPPED * np.abs(qdd).max()


@pytest.mark.parametrize("size", [1e-4, 1.0, 1e5])
def test_loops_close_at_any_size(size):
    """Millimetres and kilometres alike: the same angles."""
    sides = [size * x for x in (4, 2, 5, 5)]
    robot, plain = da.mechanism.library.four_bar(*sides), da.mechanism.library.four_bar()
    start = np.array([0.3, -0.2, 0.1])
    assert np.abs(da.assemble(robot, start) - da.assemble(plain, start)).max() < SOLVED


def test_a_stretched_guess_is_no_dead_end():
    """All bars in line: no step mends the gap to first order, and still the loop closes."""
    robot = four_bar()
    assert np.linalg.matrix_rank(da.mechanism.loop_jacobian(robot, np.zeros(3))) == 1
    assert np.abs(da.mechanism.loop_closure(robot, da.assemble(robot))).max() < SAME_ALGORITHM


def test_a_flipped_axis_is_not_closed():
    """z axes that point against each other satisfy φ, which holds sines, and are half a turn from closed."""
    flipped = da.Pose(((1, 0, 0), (0, -1, 0), (0, 0, -1)))
    link = da.Link("arm", da.Inertia(1, (0, 0, 0), (1, 1, 1, 0, 0, 0)))
    loop = da.model.Loop("hinge", "revolute", "ground", "arm")
    robot = da.Robot(
        "arm", (da.Link("ground"), link), (da.Joint("ball", "spherical", "ground", "arm", flipped),), loops=(loop,)
    )
    assert np.abs(da.mechanism.loop_closure(robot, da.neutral(robot))).max() == 0
    q = da.assemble(robot)
    R = da.forward_kinematics(robot, q, "arm")[:3, :3]
    assert np.abs(R[:, 2] - (0, 0, 1)).max() < SAME_ALGORITHM
    hinged = replace(robot, joints=(replace(robot.joints[0], kind="revolute"),))
    with raises(da.finding.CannotAssemble, robot="arm", loop="hinge"):
        da.assemble(hinged)


def test_a_loop_given_twice_changes_nothing():
    robot = four_bar()
    twice = replace(robot, loops=(robot.loops[0], replace(robot.loops[0], name="again")))
    q = da.assemble(robot, [1, 0.3, 1.5])
    tau = np.array([1.0, 0.0, 0.0])
    one, two = (da.forward_dynamics(x, q, np.zeros(3), tau) for x in (robot, twice))
    assert np.abs(one - two).max() <= SNAPPED * np.abs(one).max()
    forces = da.mechanism.loop_forces(twice, q, np.zeros(3), tau)
    assert forces["pin"] + forces["again"] == pytest.approx(
        da.mechanism.loop_forces(robot, q, np.zeros(3), tau)["pin"], abs=ROOT_OF_ROUNDING
    )


def test_more_actuators_than_freedoms_share_the_load():
    """The least-norm efforts move it the same way as the crank alone."""
    robot, shared = four_bar(), four_bar(actuated=("crank", "coupler", "rocker"))
    q = da.assemble(robot, [1, 0.3, 1.5])
    alone, all_three = (da.inverse_dynamics(x, q, np.zeros(3), np.zeros(3)) for x in (robot, shared))
    assert np.linalg.norm(all_three) < np.linalg.norm(alone)
    for tau in (alone, all_three):
        assert np.abs(da.forward_dynamics(robot, q, np.zeros(3), tau)).max() < SOLVED


def two_rods(one, two):
    rods = (da.model.Loop(f"rod{k}", "rod", "coupler", "rocker", length=l) for k, l in ((1, one), (2, two)))
    return four_bar(loops=tuple(rods))


def plate_on_crank():
    """A loop between a link and what is welded to it."""
    robot = four_bar()
    return da.Robot(
        "plated",
        (*robot.links, da.Link("plate")),
        (*robot.joints, da.Joint("weld", "fixed", "crank", "plate")),
        loops=(da.model.Loop("l", "ball", "crank", "plate"),),
    )


BAD = [
    (lambda: da.model.Loop("l", "ball", "crank", "crank"), da.finding.PartProblem, {"noun": "loop", "expected": "two places"}),
    (lambda: da.assemble(plate_on_crank()), da.finding.LoopOnOneBody, {"ends": ("crank", "plate")}),
    (lambda: four_bar(kind="hinge"), da.finding.NotOneOf, {"got": "'hinge'"}),
    (lambda: da.model.Loop("l", "rod", "crank", "rocker"), da.finding.PartProblem, {"name": "l", "expected": "a length of a rod"}),
    (lambda: da.model.Loop("l", "rod", "crank", "rocker", length=0), da.finding.OutOfRange, {"lower": 0, "strict": True}),
    (lambda: four_bar(loops=(da.model.Loop("l", "ball", "crank", "rockr"),)), da.finding.NameNotDefined, {"name": "rockr", "target": "link or frame"}),
    (lambda: four_bar(loops=four_bar().loops * 2), da.finding.Duplicate, {"noun": "loop", "name": "pin"}),
    (lambda: four_bar(loops=(da.model.Coupling.linear("gear", {"j9": 1}),)), da.finding.NameNotDefined, {"owner": "gear", "name": "j9"}),
    (lambda: da.model.Coupling("gear", ()), da.finding.Empty, {}),
    (lambda: four_bar(actuated=("j9",)), da.finding.Unknown, {"noun": "coordinate", "name": "j9", "argument": "actuated"}),
    (lambda: da.mechanism.loop_closure(four_bar(), [1, 2]), da.finding.WrongShape, {"argument": "q", "got": (2,), "robot": "four_bar"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("make", "kind", "fields"),
    [
        (lambda: da.assemble(four_bar(tip=(1.5, 0, 0.1))), da.finding.ContradictoryLoop, {"robot": "four_bar", "loop": "pin", "gap": da.finding.Measure(0.1, "m")}),
        (lambda: da.forward_dynamics(four_bar(tip=(1.5, 0, 0.1)), [0] * 3, [0] * 3, [0] * 3), da.finding.ContradictoryLoop, {"loop": "pin"}),
        (lambda: da.assemble(four_bar(tip=(9, 0, 0))), da.finding.CannotAssemble, {"loop": "pin"}),
        (lambda: da.assemble(two_rods(1, 2)), da.finding.CannotAssemble, {"robot": "four_bar"}),
        (lambda: da.forward_dynamics(two_rods(1, 2), [0.3, 0.2, 1.0], [0] * 3, [0] * 3), da.finding.CannotAssemble, {"robot": "four_bar"}),
        (lambda: da.assemble(four_bar(loops=(da.model.Coupling.linear("a", {"crank": 1}, -1), da.model.Coupling.linear("b", {"crank": 1}, -2)))), da.finding.CannotAssemble, {"robot": "four_bar"}),
        (lambda: da.forward_dynamics(four_bar(), [0.3, 0.2, 1.0], [0] * 3, [0] * 3), da.finding.OpenLoops, {"robot": "four_bar", "index": ()}),
        (lambda: da.forward_dynamics(four_bar(), [[0.3, 0.2, 1.0]], [0] * 3, [0] * 3), da.finding.OpenLoops, {"index": (0,)}),
        (lambda: da.inverse_dynamics(four_bar(actuated=()), da.assemble(four_bar(), [1, 0.3, 1.5]), [0] * 3, [0] * 3), da.finding.UndrivenFreedoms, {"freedoms": 1, "driven": 0, "actuated": ()}),
        (lambda: da.assemble(four_bar(), [1, 2]), da.finding.WrongShape, {"argument": "q", "got": (2,), "robot": "four_bar"}),
        (lambda: da.assemble(four_bar().floating(), np.zeros(9)), da.finding.WrongShape, {"argument": "q", "got": (9,)}),
        (lambda: da.assemble(four_bar().floating(), np.zeros(10)), da.finding.BadQuaternion, {"joint": "root", "norm": 0.0}),
        (lambda: da.assemble(four_bar(), [0, 0, np.nan]), da.finding.NotFinite, {"argument": "q", "index": (2,)}),
        (lambda: da.assemble(four_bar(), "abc"), da.finding.NotReal, {"argument": "q"}),
        (lambda: da.assemble(da.gallery.panda()), da.finding.RobotHasNo, {"robot": "panda", "noun": "loops", "function": "assemble"}),
        (lambda: da.assemble(da.mechanism.library.drawn("four_bar")), da.finding.WrongType, {"argument": "robot", "got": "'Mechanism'"}),
    ],
)  # fmt: skip
def test_states_that_loops_do_not_allow_are_explained(make, kind, fields):
    with raises(kind, **fields):
        make()


def test_the_gap_that_is_left_is_told():
    with raises(da.finding.CannotAssemble, loop="pin") as error:
        da.assemble(four_bar(tip=(9, 0, 0)))
    gap = error.value.finding.gap
    assert (round(gap.value, 1), gap.unit) == (4.2, "m")
    gears = (da.model.Coupling.linear("a", {"crank": 1}, -1), da.model.Coupling.linear("b", {"crank": 1}, -2))
    with raises(da.finding.CannotAssemble) as error:
        da.assemble(four_bar(loops=gears))
    assert (round(error.value.finding.gap.value, 3), error.value.finding.gap.unit) == (0.5, "1")


@pytest.mark.parametrize(("make", "kind", "fields"), BAD)
def test_bad_input_is_explained(make, kind, fields):
    with raises(kind, **fields):
        make()


def test_rates_that_tear_loops_are_refused_wherever_they_are_given():
    robot, rest = four_bar(), np.zeros(3)
    q = da.assemble(robot, [1.0, 0.3, 1.5])
    torn = np.array([1.0, 0.0, 0.0])
    for call in (da.forward_dynamics, da.inverse_dynamics, da.mechanism.loop_forces, da.forward_dynamics_derivatives):
        with raises(da.finding.LoopRateError, argument="qd", robot="four_bar", loop="pin"):
            call(robot, q, torn, rest)
    with raises(da.finding.LoopRateError, argument="qd", robot="four_bar", loop="pin"):
        da.mechanism.independent_map(robot, q, torn)
    states = np.stack([rest, da.mechanism.project(robot, q, torn), torn])
    with raises(da.finding.LoopRateError, argument="qd", robot="four_bar", loop="pin"):
        da.forward_dynamics(robot, q, states, rest)
    assert np.isfinite(da.forward_dynamics(robot, q, states[:2], rest)).all()
    single = [np.asarray(x, dtype=np.float32) for x in (q, states[1], rest)]
    assert da.forward_dynamics(robot, *single).dtype == np.float32
    with raises(da.finding.LoopRateError, argument="qd", robot="four_bar", loop="pin"):
        da.forward_dynamics(robot, single[0], torn.astype(np.float32), single[2])


def test_accelerations_that_tear_loops_are_refused():
    robot = four_bar()
    q = da.assemble(robot, [1.0, 0.3, 1.5])
    qd = da.mechanism.project(robot, q, [1.0, 0.0, 0.0])
    with raises(da.finding.LoopRateError, argument="qdd", robot="four_bar", loop="pin"):
        da.inverse_dynamics(robot, q, qd, np.zeros(3))  # J q̈ = −J̇q̇ is not 0 while it turns
    qd, qdd = da.mechanism.project(robot, q, qd, np.zeros(3))
    tau = da.inverse_dynamics(robot, q, qd, qdd)
    assert da.forward_dynamics(robot, q, qd, tau) == pytest.approx(qdd, rel=SAME_ALGORITHM, abs=SAME_ALGORITHM)


def test_a_foot_that_is_held_may_be_given_any_rate():
    """Contacts hold the acceleration; whether the foot stood before is not asked."""
    robot = da.gallery.quadruped()
    foot, q = robot.links[-1].name, da.neutral(robot)
    qd = np.random.default_rng(0).normal(size=robot.nv)
    assert np.isfinite(da.forward_dynamics(robot, q, qd, np.zeros(robot.nv), contacts=[foot])).all()
    held = da.mechanism.project(robot, q, qd, contacts=[foot])
    assert np.abs(da.jacobian(robot, q, foot)[:3] @ held).max() < SAME_ALGORITHM
