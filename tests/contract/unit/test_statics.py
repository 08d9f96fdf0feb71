"""Holding torques, equilibrium and load capacity, against what can be worked out by hand or by linear programming."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import linprog

import dalembert as da
from pieces import G
from pieces import lecture_arm as arm
from pieces import point_pendulum as pendulum
from raised import raises
from tolerance import HUNDREDS_OF_ROUNDINGS, ROOT_OF_ROUNDING, SAME_ALGORITHM, SOLVED, TENS_OF_ROUNDINGS


def weightless():
    return replace(pendulum(), gravity=(0, 0, 0))


# ── holding torque ────────────────────────────────────────────────────────────


def test_a_batch_of_positions_and_wrenches_is_held():
    robot = arm()
    rng = np.random.default_rng(1)
    q, w = rng.normal(size=(4, 3, 2)), rng.normal(size=(3, 6))
    tau = da.statics.static_torque(robot, q, wrench={"tool": w})
    assert tau.shape == (4, 3, 2)
    alone = da.statics.static_torque(robot, q[2, 1], wrench={"tool": w[1]})
    assert np.abs(tau[2, 1] - alone).max() < SAME_ALGORITHM * np.abs(alone).max()


def test_an_arm_held_out_level_needs_its_weight_times_its_lever():
    tau = da.statics.static_torque(arm(), [0.0, 0.0])
    assert tau == pytest.approx([(1.0 * 0.5 + 2.0 * 1.4) * G, 2.0 * 0.4 * G], rel=TENS_OF_ROUNDINGS)


def test_lifting_a_load_takes_its_weight_times_its_lever():
    """A mass of 3 kg at the tip is an outside force of −3 g."""
    tau = da.statics.static_torque(
        arm(), [0.0, 0.0], wrench={"tool": [0, -3 * G, 0, 0, 0, 0]}
    ) - da.statics.static_torque(arm(), [0.0, 0.0])
    assert tau == pytest.approx([3 * G * 1.8, 3 * G * 0.8], rel=TENS_OF_ROUNDINGS)


@pytest.mark.parametrize(
    ("wrench", "kind", "fields"),
    [
        ({"tool": [1, 2, 3]}, da.finding.WrongShape, {"argument": "wrench['tool']", "got": (3,)}),
        ({"tool": ["a"] * 6}, da.finding.NotReal, {"argument": "wrench['tool']"}),
        ({"tol": [0] * 6}, da.finding.Unknown, {"noun": "frame", "name": "tol"}),
        ({"tool": np.zeros((5, 6))}, da.finding.NotBroadcastable, {"shapes": ((2,), (), (), (5,))}),
        ({"tool": [[1, 2], [3]]}, da.finding.NotReal, {"argument": "wrench['tool']"}),
    ],
)
def test_bad_wrenches_are_explained(wrench, kind, fields):
    with raises(kind, **fields):
        da.statics.static_torque(arm(), np.zeros((2, 2)), wrench=wrench)


def test_a_robot_with_symbols_has_no_numbers():
    for function in (da.statics.link_forces, da.statics.static_torque):
        with raises(da.finding.UnboundSymbols, robot="planar_2r"):
            function(da.gallery.planar_2r(), [0, 0])


def test_unknown_joints_and_fixed_axes_are_explained():
    forces = da.statics.link_forces(arm(), [0.1, 0.2])
    with raises(da.finding.Unknown, noun="joint", name="jiont1", argument="joint"):
        forces["jiont1"]
    with raises(da.finding.Unknown, noun="joint", name="elbow", owner="robot"):
        da.statics.static_equations(arm()).force("elbow")


def test_bearing_splits_a_force_by_the_axis():
    """A planar arm that turns about z carries its weight across the axes and no tilting moment."""
    bearing = da.statics.link_forces(arm(), [0.3, 0.4]).bearing("joint1")
    assert bearing.radial == pytest.approx(3 * G, rel=TENS_OF_ROUNDINGS)
    assert bearing.axial == pytest.approx(0, abs=TENS_OF_ROUNDINGS)
    assert bearing.tilting == pytest.approx(0, abs=TENS_OF_ROUNDINGS)
    assert bearing.torque == pytest.approx(da.statics.static_torque(arm(), [0.3, 0.4])[0], rel=HUNDREDS_OF_ROUNDINGS)


# ── equilibrium ───────────────────────────────────────────────────────────────


def test_a_two_link_pendulum_rests_in_four_positions_one_of_them_stable():
    found = da.statics.equilibria(arm())
    assert [x.kind for x in found] == ["stable", "unstable", "unstable", "unstable"]
    hang = np.pi / 2
    expected = [[-hang, 0], [-hang, np.pi], [hang, np.pi], [hang, 0]]
    assert np.abs([x.q for x in found] - np.array(expected)).max() < SOLVED
    assert [int(np.sum(x.stiffness < 0)) for x in found] == [0, 1, 1, 2]
    for x in found:
        assert np.abs(da.gravity_vector(arm(), x.q)).max() < SOLVED


@pytest.mark.parametrize("tau", [-3.0, 4.5, 9.0])
def test_a_torque_holds_a_pendulum_at_two_angles(tau):
    """m g l cos q = τ: the lower one is stable, since the weight's moment grows as it rises."""
    robot = pendulum()
    low = -np.arccos(tau / (2.0 * G * 0.5))
    found = {x.kind: x for x in da.statics.equilibria(robot, [tau])}
    assert found["stable"].q == pytest.approx([low], abs=SOLVED)
    assert found["unstable"].q == pytest.approx([-low], abs=SOLVED)
    assert found["stable"].stiffness == pytest.approx([2.0 * G * 0.5 * np.sin(-low)], rel=SOLVED)


def test_a_torque_above_the_weight_has_no_equilibrium():
    assert da.statics.equilibria(pendulum(), [2.0 * G * 0.5 * 1.01]) == ()


def test_the_limit_of_a_torque_is_neutral():
    """At τ = m g l the two positions meet and the stiffness is 0."""
    (found,) = da.statics.equilibria(pendulum(), [2.0 * G * 0.5])
    assert found.kind == "neutral" or abs(found.stiffness[0]) < 1e-3
    assert found.q == pytest.approx([0], abs=1e-4)


def test_the_rp_arm_rests_where_its_weights_balance():
    """(m1 l1 + m2 q2) cos q1 = 0 and m2 sin q1 = 0: level, the slide drawn back; a saddle."""
    robot = da.gallery.rp().bind(m1=2, m2=3, l1=0.6, I1=1, I2=1, g=G)
    found = da.statics.equilibria(robot)
    assert {x.kind for x in found} == {"unstable"}
    assert sorted(round(float(x.q[0]), 9) for x in found) == [0, round(np.pi, 9)]
    assert all(x.q[1] == pytest.approx(-0.4, abs=SOLVED) for x in found)


def test_a_vertical_axis_is_free_and_a_torque_on_it_holds_nothing():
    robot = da.gallery.panda()
    assert robot.coordinates[0] in da.statics.equilibria(robot)[0].free
    assert da.statics.equilibria(robot)[0].kind == "stable"
    assert da.statics.equilibria(robot, [1.0, 0, 0, 0, 0, 0, 0]) == ()


@pytest.mark.parametrize(("name", "least"), [("panda", 64), ("puma560", 16), ("ur5", 16)])
def test_equilibria_of_an_arm_of_hinges_obey_morse(name, least):
    """On a torus of k felt angles a smooth energy has at least 2^k points of rest, their signs (−1)^index sum to 0."""
    found = da.statics.equilibria(getattr(da.gallery, name)())
    assert len(found) >= least
    assert sum((-1) ** int(np.sum(x.stiffness < 0)) for x in found) == 0
    assert {len(x.stiffness) for x in found} == {int(np.log2(least))}


def test_a_falling_slide_has_no_equilibrium_unless_its_weight_is_held():
    slide = da.from_dh([{"joint": "P", "a": 0, "alpha": 0, "theta": 0, "mass": 2, "com": (0, 0, 0)}])
    assert da.statics.equilibria(slide) == ()
    (found,) = da.statics.equilibria(slide, [2 * G])
    assert found.kind == "neutral"
    assert found.free == ("joint1",)


def test_without_gravity_every_position_is_neutral():
    row = {"joint": "R", "a": 1, "alpha": 0, "d": 0, "mass": 2, "com": (0, 0, 0)}
    (found,) = da.statics.equilibria(da.from_dh([row], gravity=(0, 0, 0)))
    assert found.kind == "neutral"
    assert da.statics.equilibria(da.from_dh([row], gravity=(0, 0, 0)), [0.1]) == ()


def test_limits_are_noted():
    row = {"joint": "R", "a": 1, "alpha": 0, "d": 0, "mass": 2, "com": (0, 0, 0), "limits": (-1.0, 2.0)}
    found = {x.kind: x.within_limits for x in da.statics.equilibria(da.from_dh([row], gravity=(0, -G, 0)))}
    assert found == {"stable": False, "unstable": True}


def test_bad_efforts_are_explained():
    with raises(da.finding.WrongShape, argument="tau", robot="planar_2r"):
        da.statics.equilibria(arm(), [1, 2, 3])
    with raises(da.finding.NotFinite, argument="tau"):
        da.statics.equilibria(arm(), [np.nan, 0])


# ── load capacity ─────────────────────────────────────────────────────────────


def test_the_mass_a_level_pendulum_can_hold():
    """(τ_max − m g l) / (g l)."""
    assert da.statics.largest_mass(pendulum(), [0.0], effort=[30.0]) == pytest.approx(
        30 / (G * 0.5) - 2.0, rel=HUNDREDS_OF_ROUNDINGS
    )


def test_the_joint_that_limits_a_load_reaches_its_limit():
    robot = da.gallery.panda()
    q = np.random.default_rng(5).uniform(-0.9, 0.9, size=(20, 7))
    limits = np.array([robot.joint(x).limits.effort for x in robot.coordinates])
    mass = da.statics.largest_mass(robot, q, frame="tool")
    assert np.all(mass > 0)
    w = np.zeros((20, 6))
    w[:, 2] = -mass * G
    used = np.abs(da.statics.static_torque(robot, q, wrench={"tool": w})) / limits
    assert np.abs(used.max(axis=1) - 1).max() < SAME_ALGORITHM
    capacity = da.statics.load_capacity(robot, q[3], frame="tool")
    assert capacity.limiting((0, 0, -1)) == robot.coordinates[int(np.argmax(used[3]))]


def test_largest_forces_equal_a_linear_program():
    robot = da.gallery.panda()
    rng = np.random.default_rng(2)
    q = rng.uniform(-1, 1, 7)
    capacity = da.statics.load_capacity(robot, q, frame="tool")
    for u in rng.normal(size=(10, 3)):
        u = u / np.linalg.norm(u)
        a = capacity.A @ u
        A = np.concatenate([a, -a])[:, None]
        b = np.concatenate([capacity.limits + capacity.g, capacity.limits - capacity.g])
        best = linprog([-1], A, b, bounds=[(0, None)], method="highs").x[0]
        assert da.statics.largest_force(robot, q, u, frame="tool") == pytest.approx(best, rel=SOLVED)


def test_the_polytope_is_the_set_of_held_forces():
    """Its support in any direction equals that of the inequalities, found by a linear program."""
    robot = da.gallery.panda()
    rng = np.random.default_rng(3)
    capacity = da.statics.load_capacity(robot, rng.uniform(-1, 1, 7), frame="tool")
    assert capacity.structural.shape == (3, 0)
    assert all(capacity.holds(0.999999 * v + 0.000001 * capacity.vertices.mean(axis=0)) for v in capacity.vertices)
    A = np.concatenate([capacity.A, -capacity.A])
    b = np.concatenate([capacity.limits + capacity.g, capacity.limits - capacity.g])
    for u in rng.normal(size=(15, 3)):
        best = -linprog(-u, A, b, bounds=[(None, None)] * 3, method="highs").fun
        assert (capacity.vertices @ u).max() == pytest.approx(best, rel=ROOT_OF_ROUNDING)


def test_a_planar_arm_carries_forces_along_its_axes_by_its_structure():
    capacity = da.statics.load_capacity(arm(), [0.4, 0.9], effort=[60, 30], frame="tool")
    assert np.abs(capacity.structural.T) == pytest.approx(np.array([[0, 0, 1]]), abs=SAME_ALGORITHM)
    assert capacity.vertices.shape == (4, 3)
    assert da.statics.largest_force(arm(), [0.4, 0.9], (0, 0, 1), effort=[60, 30], frame="tool") == np.inf
    assert capacity.limiting((0, 0, 1)) == ""
    size, directions = capacity.ellipsoid
    assert np.isinf(size).sum() == 1
    F = directions[:, 1] * size[1]
    assert np.linalg.norm(capacity.A @ F / [60, 30]) == pytest.approx(1, rel=SAME_ALGORITHM)


def test_a_singular_arm_carries_a_pull_along_itself():
    capacity = da.statics.load_capacity(arm(), [0.0, 0.0], effort=[60, 30], frame="tool")
    assert capacity.structural.shape == (3, 2)
    assert da.statics.largest_force(arm(), [0.0, 0.0], (1, 0, 0), effort=[60, 30], frame="tool") == np.inf


def test_a_robot_too_weak_for_itself_holds_nothing_unless_helped():
    robot = pendulum()
    assert not da.statics.load_capacity(robot, [0.0], effort=[5.0]).holds_itself
    assert np.isnan(da.statics.largest_mass(robot, [0.0], effort=[5.0]))
    # lifted from outside it stands: m g l − F l = −τ_max at most
    assert da.statics.largest_force(robot, [0.0], (0, 1, 0), effort=[5.0]) == pytest.approx(
        (9.81 + 5) / 0.5, rel=SAME_ALGORITHM
    )
    assert da.statics.load_capacity(robot, [0.0], effort=[5.0]).vertices.shape == (2, 3)


@pytest.mark.parametrize(
    ("call", "kind", "fields"),
    [
        (
            lambda: da.statics.largest_mass(pendulum(), [0.0]),
            da.finding.RobotHasNo,
            {"noun": "positive effort limit", "joints": ("joint1",)},
        ),
        (
            lambda: da.statics.largest_mass(pendulum(), [0.0], effort=[1, 2]),
            da.finding.WrongShape,
            {"argument": "effort", "got": (2,)},
        ),
        (
            lambda: da.statics.largest_mass(pendulum(), [0.0], effort=[-1]),
            da.finding.OutOfRange,
            {"argument": "effort"},
        ),
        (lambda: da.statics.largest_mass(pendulum(), [0.0], effort=["a"]), da.finding.NotReal, {"argument": "effort"}),
        (
            lambda: da.statics.load_capacity(arm(), [0.0, 0.1], effort=[5.0, -1.0]),
            da.finding.OutOfRange,
            {"argument": "effort"},
        ),
        (
            lambda: da.statics.load_capacity(arm(), [0.0, 0.1], effort=[0.0, 1.0]),
            da.finding.OutOfRange,
            {"argument": "effort"},
        ),
        (lambda: da.statics.equilibria(arm(), [1.0, np.nan]), da.finding.NotFinite, {"argument": "tau", "index": (1,)}),
        (
            lambda: da.statics.largest_force(pendulum(), [0.0], (0, 0, 0), effort=[1]),
            da.finding.IsZero,
            {"argument": "direction"},
        ),
        (
            lambda: da.statics.largest_force(pendulum(), [0.0], (0, 0), effort=[1]),
            da.finding.WrongShape,
            {"argument": "direction"},
        ),
        (lambda: da.statics.load_capacity(pendulum(), [[0.0]], effort=[1]), da.finding.WrongShape, {"argument": "q"}),
        (
            lambda: da.statics.load_capacity(pendulum(), [0.0], effort=[1]).holds("up"),
            da.finding.NotReal,
            {"argument": "force"},
        ),
        (lambda: da.statics.largest_mass(weightless(), [0.0], effort=[1]), da.finding.RobotHasNo, {"noun": "gravity"}),
    ],
)
def test_bad_questions_about_capacity_are_explained(call, kind, fields):
    with raises(kind, **fields):
        call()


@pytest.mark.parametrize(
    ("lower", "upper", "inside"),
    [
        (4.0, 5.0, "stable"),
        (-5.0, -4.0, "unstable"),
        (0.0, 1.0, None),
        (-np.pi / 2, 0.0, "stable"),
        (-2.0, -np.pi / 2 - 1e-6, None),
        (-np.pi / 2 + 1e-6, 0.0, None),
        (-2.0, -np.pi / 2, "stable"),
    ],
)
def test_limits_beyond_a_turn_are_met_by_whole_turns(lower, upper, inside):
    """Hanging at −π/2 is 3π/2 = 4.71 for a joint that ranges from 4 to 5; upright, π/2 is −4.71."""
    robot = pendulum()
    joint = next(j for j in robot.joints if j.moves)
    limited = replace(joint, limits=da.Limits(lower, upper))
    robot = replace(robot, joints=tuple(limited if j is joint else j for j in robot.joints))
    assert [x.kind for x in da.statics.equilibria(robot) if x.within_limits] == ([inside] if inside else [])


def test_a_platform_on_several_loops_passes_a_wrench_to_its_motors():
    """The torque through each hinge about its axis is that of inverse dynamics: 0 where no motor is."""
    robot = da.gallery.planar_3rrr()
    q, still = da.assemble(robot, da.neutral(robot)), np.zeros(robot.nv)
    wrench = {robot.loops[0].second: np.array([3.0, -2.0, 1.0, 0.3, -0.4, 0.5])}
    tau = da.inverse_dynamics(robot, q, still, still, wrench=wrench)
    found = da.statics.link_forces(robot, q, wrench=wrench)
    hinges = [j.name for j in robot.joints if j.kind == "revolute"]
    assert len(hinges) == 6
    for name in hinges:
        expected = tau[robot.coordinate(name).qd]
        assert found.bearing(name).torque == pytest.approx(expected, abs=1e-9)
    assert np.abs(tau).max() > 0.1
    assert found[robot.joints[-1].name][[0, 1, 5]] == pytest.approx(np.zeros(3), abs=1e-9)  # the platform floats
