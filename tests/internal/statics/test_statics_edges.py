"""Statics at the edges: what is refused by name, printed torques read back, loops, points on an axis, small levers."""

from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from dalembert.statics.capacity import polytope_vertices
from dalembert.statics.equilibrium import _distinct, _solve
from pieces import G, four_bar, slider
from pieces import lecture_arm as arm
from pieces import point_pendulum as pendulum
from raised import raises
from tolerance import ROOT_OF_ROUNDING, SAME_ALGORITHM, SOLVED


def ball_arm():
    """A bar on a ball."""
    links = (da.Link("ground"), da.Link("bar", da.Inertia.about_com(2.0, (0, 0, 0.4), (0.1, 0.1, 0.02, 0, 0, 0))))
    return da.Robot("ball_arm", links, (da.Joint("shoulder", "spherical", "ground", "bar"),))


def nothing_moves():
    return da.Robot("shelf", (da.Link("wall"), da.Link("board")), (da.Joint("screws", "fixed", "wall", "board"),))


@pytest.mark.parametrize(
    ("ask", "refused"),
    [
        (lambda robot: da.statics.equilibria(robot), ("loop", "spring", "ball")),
        (
            lambda robot: da.statics.largest_force(robot, da.neutral(robot), (0, 0, 1), effort=np.ones(robot.nv)),
            ("loop", "spring"),
        ),
        (lambda robot: da.statics.largest_mass(robot, da.neutral(robot), effort=np.ones(robot.nv)), ("loop", "spring")),
        (
            lambda robot: da.statics.load_capacity(robot, da.neutral(robot), effort=np.ones(robot.nv)),
            ("loop", "spring"),
        ),
    ],
)
def test_what_a_question_does_not_know_is_refused_by_name(ask, refused):
    sprung = replace(pendulum(), springs=(da.model.Tendon("band", (("joint1", 1.0),), stiffness=2.0),))
    for what, robot in (("loop", four_bar()), ("spring", sprung), ("ball", ball_arm())):
        if what in refused:
            with raises(da.finding.FeatureUnsupported, robot=robot.name) as error:
                ask(robot)
            assert [x.tag.split()[0] for x in error.value.finding.parts] == [what]
        else:
            ask(robot)


def test_joints_without_one_axis_and_robots_without_motion_have_no_bearings():
    forces = da.statics.link_forces(ball_arm(), da.neutral(ball_arm()))
    assert forces["shoulder"] == pytest.approx([0, 0, 2 * G, 0, 0, 0], abs=SAME_ALGORITHM)
    with raises(da.finding.PartProblem, name="shoulder", expected="a single axis"):
        forces.bearing("shoulder")
    with raises(da.finding.RobotHasNo, robot="shelf", noun="moving joint"):
        da.statics.link_forces(nothing_moves(), [])


@pytest.mark.parametrize("name", ["planar_2r", "planar_3r", "rp", "spatial_3r", "scara"])
def test_printed_holding_torques_are_the_gravity_vector(name):
    """τ = g at rest, in text and in LaTeX, broken to the width of a column, as `check` reads them."""
    robot = getattr(da.gallery, name)()
    eq = da.statics.static_equations(robot)
    for written, tau in ((eq.text(), "tau"), (eq.latex(), r"\tau"), (eq.latex(width=200), r"\tau")):
        verdict = da.check(robot, written.replace(tau, "g"))
        assert verdict.correct
        assert len(verdict.findings) == robot.n


def test_with_loops_the_actuated_joints_hold_by_virtual_work():
    """τ_crank dq_crank = dU − F·dx along the motion that the loop leaves, by central differences of closed positions."""
    robot, h = four_bar(), 1e-5
    q = da.assemble(robot, [0.7, 0.2, 1.4])
    w = np.array([3.0, -2.0, 0.0, 0, 0, 0.7])
    tau = da.statics.static_torque(robot, q, wrench={"coupler": w})
    assert tau[1:] == pytest.approx([0, 0], abs=SAME_ALGORITHM)
    way = da.mechanism.independent_map(robot, q)[0][:, 0]
    one, two = (da.assemble(robot, q + s * h * way) for s in (-1, 1))
    energy = [float(da.potential_energy(robot, x)) for x in (one, two)]
    J = da.jacobian(robot, q, "coupler")
    work = w @ (J @ (two - one))
    assert tau[0] * (two - one)[0] == pytest.approx(energy[1] - energy[0] - work, rel=1e-6)


@pytest.mark.parametrize(("effort", "held"), [(12.0, 1), (5.0, 0)])
def test_a_point_on_the_axis_moves_nothing_and_loads_no_motor(effort, held):
    """At the axis of a pendulum of m g l = 9.81 N m every force is the structure's, if the weight itself is held."""
    robot = pendulum()
    joint = robot.joints[0]
    robot = replace(robot, frames=(da.model.Frame("pin", joint.child, da.Pose(p=(-0.5, 0, 0))),))
    capacity = da.statics.load_capacity(robot, [0.0], frame="pin", effort=[effort])
    assert capacity.structural.shape == (3, 3)
    assert capacity.vertices.shape == (held, 3)
    assert capacity.holds_itself == bool(held)
    assert np.all(np.isinf(capacity.ellipsoid[0]))
    most = da.statics.largest_force(robot, [0.0], (0.3, -1, 0.2), frame="pin", effort=[effort])
    assert np.isinf(most) if held else np.isnan(most)


def test_a_strut_with_an_armature_pulls_with_its_inertia():
    """What remains along the axis of the joint is the effort of its motor."""
    strut = da.model.Strut("rope", "ground", "mass", stiffness=3.0, damping=0.4, armature=0.1)
    robot, state = replace(slider(), springs=(strut,)), ([0.5], [0.3], [2.0])
    found = da.statics.link_forces(robot, *state)
    assert found.force[0] @ found.axis[0] == pytest.approx(da.inverse_dynamics(robot, *state)[0], rel=1e-12)


def test_a_wrench_on_what_no_joint_moves_is_refused():
    """The ground bears it: no effort of the robot answers."""
    with raises(da.finding.FixedFrame, robot="planar_2r", frame="base"):
        da.statics.static_torque(arm(), [0.1, 0.2], wrench={arm().root: [1, 0, 0, 0, 0, 0]})


@pytest.mark.parametrize("bent", [1e-4, 1e-6, 1e-8])
def test_a_joint_that_feels_little_of_a_force_still_gives_way(bent):
    """A weightless arm bent by ε: joint 2 feels F l2 sin ε of a pull F along link 1, and holds τ_max / (l2 sin ε)."""
    robot = replace(arm(), gravity=(0, 0, 0))
    force = da.statics.largest_force(robot, [0.0, bent], (1, 0, 0), effort=[60, 30], frame="tool")
    assert force == pytest.approx(min(60, 30) / (0.8 * np.sin(bent)), rel=1e-6)
    assert (
        da.statics.load_capacity(robot, [0.0, bent], effort=[60, 30], frame="tool").limiting((1, 0, 0))
        == robot.coordinates[1]
    )


@pytest.mark.parametrize("mass", [1e-9, 1.0, 1e9])
def test_the_kind_of_an_equilibrium_does_not_depend_on_the_unit_of_mass(mass):
    found = da.statics.equilibria(arm(mass, 2 * mass))
    assert [x.kind for x in found] == [x.kind for x in da.statics.equilibria(arm(1.0, 2.0))]
    assert [x.kind for x in found].count("stable") == 1


@pytest.mark.parametrize("length", [0.3, 3.0, 300.0, 3e6])
def test_a_force_through_a_joint_is_not_felt_there_whatever_the_size(length):
    """Link 2 at a right angle to link 1, a force along it: joint 2 does not feel it, joint 1 has the lever l1."""
    robot = replace(arm(l1=length, l2=0.8 * length), gravity=(0, 0, 0))
    capacity = da.statics.load_capacity(robot, [0.0, np.pi / 2], effort=[60, 1e-9], frame="tool")
    assert capacity.limiting((0, 1, 0)) == robot.coordinates[0]
    force = da.statics.largest_force(robot, [0.0, np.pi / 2], (0, 1, 0), effort=[60, 1e-9], frame="tool")
    assert force == pytest.approx(60 / length, rel=SOLVED)


@pytest.mark.parametrize("x", [0.2, 0.55, 0.9])
def test_a_strut_pulls_only_beyond_its_slack(x):
    """Pushed in below its rest of 0.5, loose up to 0.6, then taut: k (x − 0.6); the slide's motor bears it."""
    strut = da.model.Strut("rope", "ground", "mass", stiffness=30.0, rest=0.5, slack=0.1)
    robot = replace(slider(), springs=(strut,))
    pull = 30.0 * (min(x - 0.5, 0.0) + max(x - 0.6, 0.0))
    assert da.statics.static_torque(robot, [x])[0] == pytest.approx(pull, abs=SAME_ALGORITHM)
    assert da.statics.link_forces(robot, [x]).bearing("slide").axial == pytest.approx(pull, abs=SOLVED)


@pytest.mark.parametrize("shape", [(2, 2), (4, 2), (3, 3), (5, 3), (6, 2)])
def test_corners_are_those_of_the_polytope_each_once(shape):
    """Without weight it is its own mirror image; each corner lies on r planes; a plane given twice adds none."""
    rng = np.random.default_rng(7)
    for _ in range(5):
        A, limits = rng.normal(size=shape), rng.uniform(0.5, 2, shape[0])
        found = polytope_vertices(A, np.zeros(shape[0]), limits)
        assert len(found) >= 2 * shape[1]
        for y in found:
            assert (np.abs(np.abs(A @ y) - limits) < SOLVED).sum() >= shape[1]
            assert (np.abs(A @ y) <= limits + SOLVED).all()
            assert (np.abs(found + y).max(axis=1) < SOLVED).sum() == 1
            assert (np.abs(found - y).max(axis=1) < SOLVED).sum() == 1
        twice = polytope_vertices(np.vstack([A, A[:1]]), np.zeros(shape[0] + 1), np.append(limits, limits[0]))
        assert len(twice) == len(found)
    assert len(polytope_vertices(np.eye(shape[1]), np.ones(shape[1]), np.ones(shape[1]))) == 2 ** shape[1]


@pytest.mark.parametrize("strength", [1e-9, 1.0, 1e9])
def test_the_ellipsoid_grows_with_the_motors(strength):
    """Bent, a planar arm has two axes of its own and one by its structure; stretched out, one of its own."""
    robot = arm()
    for q, own in (([0.3, 0.8], 2), ([0.3, 0.0], 1), ([0.3, 1e-9], 2)):
        axes = da.statics.load_capacity(robot, q, effort=[strength, 2 * strength]).ellipsoid[0]
        one = da.statics.load_capacity(robot, q, effort=[1.0, 2.0]).ellipsoid[0]
        assert np.isfinite(axes).sum() == own
        assert axes[:own] == pytest.approx(strength * one[:own], rel=1e-6 if q[1] == 1e-9 else ROOT_OF_ROUNDING)
        assert (axes[:-1] <= axes[1:]).all()


@pytest.mark.parametrize("seed", range(4))
def test_a_force_may_be_needed_to_help_and_be_too_much_at_once(seed):
    """The largest s ≥ 0 among the ends of |g − s a| ≤ τ_max, joint by joint, at which all joints hold; nan where none is."""
    robot, rng = arm(), np.random.default_rng(seed)
    found = []
    for _ in range(40):
        q, u = rng.uniform(-2, 2, 2), rng.normal(size=3)
        u /= np.linalg.norm(u)
        g = da.statics.static_torque(robot, q)
        limits = np.abs(g) * rng.uniform(0.4, 1.4, 2)
        a = g - da.statics.static_torque(robot, q, wrench={"tool": [*u, 0, 0, 0]})
        ends = np.concatenate([[0.0], (g - limits) / a, (g + limits) / a])
        held = [s for s in ends if s >= 0 and (np.abs(g - s * a) <= limits * (1 + SOLVED)).all()]
        most = float(da.statics.largest_force(robot, q, u, frame="tool", effort=limits))
        assert most == pytest.approx(max(held, default=np.nan), nan_ok=True)
        found.append(most)
    assert 0 < np.isnan(found).sum() < 40


@pytest.mark.parametrize("k", [1e-9, 1.0, 1e9])
def test_corners_grow_with_the_limits_and_near_ones_are_two(k):
    """A square with one corner cut off by a plane that leaves an edge of 10⁻⁶ of its side, and a plane through another."""
    A = np.array([[1.0, 0], [0, 1], [1, 1], [1, -1]])
    limits = k * np.array([1.0, 1, 2 - 1e-6, 2])
    found = polytope_vertices(A, np.zeros(4), limits)
    assert len(found) == 6
    assert np.abs(found).max(axis=0) == pytest.approx([k, k])
    assert len(polytope_vertices(A, 1e-3 * limits, limits)) == len(polytope_vertices(A / k, 1e-3 * limits, limits))
    leaning = np.array([[1.0, 0.3], [0.2, 1.0], [1.0, 1.0]])
    assert len(polytope_vertices(leaning, leaning @ [7e7 * k, 1e8 * k], k * np.array([1.0, 1.0, 10.0]))) == 4


@pytest.mark.parametrize(("weights", "count"), [([1.0, 1.0], 1), ([1.0, 5.0], 0), ([5.0, 5.0], 0), ([-2.0, 2.0], 1)])
def test_what_no_force_moves_is_held_or_not(weights, count):
    assert polytope_vertices(np.zeros((2, 0)), np.array(weights), np.array([2.0, 2.0])).shape == (count, 0)


@pytest.mark.parametrize("light", [1e-2, 1e-5, 5e-7])
def test_a_light_link_rests_up_or_down_as_a_heavy_one(light):
    """However little it weighs beside the other, its joint is not free, and an effort there is held or not."""
    robot = arm(1.0, light)
    assert [x.kind for x in da.statics.equilibria(robot)] == ["stable", "unstable", "unstable", "unstable"]
    assert not any(x.free for x in da.statics.equilibria(robot))
    weight = light * G * 0.4
    assert len(da.statics.equilibria(robot, [0.0, 0.5 * weight])) == 4
    assert da.statics.equilibria(robot, [0.0, 1.5 * weight]) == ()


@pytest.mark.parametrize("part", [1e-2, 1e-5, 1e-8])
def test_a_little_torque_on_a_free_axis_is_held_by_nothing(part):
    """A vertical axis, then a pendulum of m g l."""
    rows = [
        {"joint": "R", "a": 0, "alpha": np.pi / 2, "d": 0.5, "mass": 1, "com": (0, 0, 0)},
        {"joint": "R", "a": 1, "alpha": 0, "d": 0, "mass": 2, "com": (0, 0, 0)},
    ]
    robot = da.from_dh(rows, gravity=(0, 0, -G))
    assert [x.kind for x in da.statics.equilibria(robot)] == ["stable", "unstable"]
    assert da.statics.equilibria(robot, [part * 2 * G, 0.0]) == ()
    assert len(da.statics.equilibria(robot, [0.0, part * 2 * G])) == 2


class Flat:
    """A weight that is felt for x > 0 alone: x − ½, and elsewhere the same everywhere."""

    def effort(self, x):
        return np.maximum(x, 0.0) - 0.5

    def hessian(self, x):
        return (x > 0).astype(float)[..., None]


def test_starts_where_nothing_curves_are_given_up():
    found = _solve(Flat(), np.zeros(1), np.array([False]), 1.0, np.random.default_rng(0))
    assert len(found) > 10
    assert found == pytest.approx(np.full(found.shape, 0.5))


@pytest.mark.parametrize("mass", [1e-6, 0.7, 1e6])
def test_links_about_one_axis_rest_as_one_family(mass):
    """Two hinges on one axis, the first link balanced on it: only q1 + q2 matters, and one position stands for the rest."""
    rows = [
        {"joint": "R", "a": 0, "alpha": 0, "d": 0.2, "mass": 1.3 * mass, "com": (0, 0, 0)},
        {"joint": "R", "a": 0.37, "alpha": 0, "d": 0, "mass": mass, "com": (0, 0, 0)},
    ]
    found = da.statics.equilibria(da.from_dh(rows, gravity=(0, -G, 0)))
    assert [x.kind for x in found] == ["neutral", "unstable"]
    assert [np.sin(x.q.sum()) for x in found] == pytest.approx([-1, 1])


@pytest.mark.parametrize(
    ("limits", "inside"),
    [
        ((None, 0.0), True), ((None, -0.5), False), ((-1.0, None), True), ((0.0, None), False), ((None, None), True),
        ((-0.4 - 1e-6, -0.4 + 1e-6), True), ((-0.4 + 1e-6, 0.0), False), ((-1.0, -0.4 - 1e-6), False),
    ],
)  # fmt: skip
def test_a_slide_rests_within_its_limits_or_beyond_one(limits, inside):
    """At −m1 l1/m2 = −0.4 m, whatever one whole turn more would be."""
    robot = da.gallery.rp().bind(m1=2, m2=3, l1=0.6, I1=1, I2=1, g=G)
    joints = tuple(replace(j, limits=da.Limits(*limits)) if j.kind == "prismatic" else j for j in robot.joints)
    assert {x.within_limits for x in da.statics.equilibria(replace(robot, joints=joints))} == {inside}


@pytest.mark.parametrize("length", [1e-3, 1.0, 1e6])
def test_an_arm_is_stretched_out_when_it_is_to_the_last_digits(length):
    """Bent by a millionth it has to hold every force in its plane; straight, a pull along it is the structure's."""
    robot = arm(l1=length, l2=0.8 * length)
    for bent, carried in ((0.5, 1), (1e-6, 1), (1e-11, 2), (0.0, 2)):
        assert da.statics.load_capacity(robot, [0.4, bent], effort=[60, 30], frame="tool").structural.shape == (
            3,
            carried,
        )


def test_one_joint_that_is_too_weak_is_enough():
    """g is 32.4 and 7.8 N m, level."""
    for effort, holds in (([40, 10], True), ([40, 5], False), ([20, 10], False), ([20, 5], False)):
        capacity = da.statics.load_capacity(arm(), [0.0, 0.0], effort=effort)
        assert capacity.holds_itself == holds
        assert ("cannot hold" in capacity._repr_html_()) != holds


def test_shares_of_small_limits_are_told():
    page = da.statics.load_capacity(arm(1e-3, 2e-3), [0.0, 0.0], effort=[0.0648, 0.0785])._repr_html_()
    assert "<td>50 %</td>" in page
    assert "<td>10 %</td>" in page


@pytest.mark.parametrize("off", [-1e-14, 0, 1e-14, 3e-13])
@pytest.mark.parametrize("turns", [-3, -1, 1, 3])
def test_half_a_turn_is_plus_pi_however_it_was_rounded(turns, off):
    (found,) = _distinct(np.array([[turns * np.pi + off]]), np.array([False]))
    assert found == pytest.approx([np.pi], abs=SAME_ALGORITHM)
    assert found <= np.pi
