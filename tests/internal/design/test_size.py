"""Choosing actuators: demands by hand, motors that fit, what springs and counterweights save."""

from dataclasses import fields, replace

import numpy as np
import pytest

import dalembert as da
from chain_robot import random_arm
from dalembert.design.actuator import _fit as one_fit
from dalembert.drawing import chart
from pieces import G, arm, four_bar, slider, two_links
from raised import raises
from random_robot import random_robot
from tolerance import NEARLY_AT_REST, ROOT_OF_ROUNDING, SOLVED

MOTORS = (
    da.design.Motor("small", 2e-5, 0.1, 0.3, 600.0),
    da.design.Motor("middle", 8e-5, 0.4, 1.2, 500.0),
    da.design.Motor("large", 4e-4, 1.5, 5.0, 350.0),
)
WAY = da.trajectory.cubic([0.0], [1.0], 2.0)


def test_a_mass_on_a_slide_by_hand():
    """F = m q̈, q̈ = (6 − 12 s) Δ/T²: peak 6 m Δ/T², RMS √12 m Δ/T², speed 1.5 Δ/T."""
    sizing = da.design.size_actuators(slider(3.0), WAY, samples=20000)
    demand = sizing.joints[0]
    assert demand.peak_torque == pytest.approx(3 * 6 / 4)
    assert demand.rms_torque == pytest.approx(3 * np.sqrt(12) / 4, rel=ROOT_OF_ROUNDING)
    assert demand.peak_speed == pytest.approx(0.75)
    assert demand.mean_power == pytest.approx(0.0, abs=SOLVED)
    assert demand.inertia == pytest.approx(3.0)
    s = np.linspace(0, 1, 20001)
    assert demand.peak_power == pytest.approx(3 * np.abs((6 - 12 * s) / 4 * 6 * s * (1 - s) / 2).max())


def test_a_motor_behind_a_gear_by_hand():
    motor, N = MOTORS[1], 100.0
    sizing = da.design.size_actuators(slider(3.0, da.Drive(rotor_inertia=9.0)), WAY, motors=[motor], gears=[N])
    fit = sizing.joints[0].fits[0]
    most = 3 * 1.5 / N + N * motor.rotor_inertia * 1.5
    assert fit.peak == pytest.approx(most / 1.2)
    assert fit.speed == pytest.approx(100 * 0.75 / 500)
    assert fit.match == pytest.approx(1e4 * 8e-5 / 3.0)
    assert one_fit(motor, N, 1.0, *np.ones((3, 5)), inertia=0.2, weight=np.full(5, 0.2)).match == pytest.approx(4.0)
    assert one_fit(motor, N, 1.0, *np.ones((3, 5)), inertia=0.0, weight=np.full(5, 0.2)).match == np.inf
    lossy = da.design.size_actuators(slider(3.0), WAY, motors=[motor], gears=[N], efficiency=0.8).joints[0].fits[0]
    assert lossy.peak == pytest.approx((3 * 1.5 / (N * 0.8) + N * motor.rotor_inertia * 1.5) / 1.2)


def test_the_table_names_the_motor_that_fits():
    path = da.trajectory.quintic([0.0, 0.0], [1.5, -1.0], 1.0)
    sizing = da.design.size_actuators(two_links(), path, motors=MOTORS)
    rows = sizing.table()
    assert [row["joint"] for row in rows] == list(two_links().coordinates)
    for demand, row in zip(sizing.joints, rows, strict=True):
        assert demand.best is not None
        assert demand.best.fits
        assert row["motor"] == demand.best.motor
        smallest = min(f.size for f in demand.fits if f.fits)
        assert demand.best.size == smallest
        assert demand.best.load == min(f.load for f in demand.fits if f.fits and f.size == smallest)
    assert any(line.startswith("motor ") for line in str(sizing).splitlines())
    weak = da.design.size_actuators(two_links(), path, motors=MOTORS[:1], gears=[5.0])
    assert weak.table()[0]["motor"] == "none fits"
    figure = sizing.plot()
    assert len([a for a in figure.axes if a.get_visible()]) == 2


def test_a_counterweight_takes_gravity_off_a_slow_arm():
    """Slow motion: τ = m g l cos q, which the first moment −m l removes."""
    slow = da.trajectory.cubic([-1.0], [1.0], 100.0)
    relief = {r.kind: r for r in da.design.size_actuators(arm(), slow).joints[0].reliefs}
    weight = relief["counterweight"]
    assert weight.setting["mx"] == pytest.approx(-0.5, rel=NEARLY_AT_REST)
    assert weight.rms < NEARLY_AT_REST * G * 0.5
    assert relief["spring"].rms <= da.design.size_actuators(arm(), slow).joints[0].rms_torque


def test_a_spring_takes_a_falling_torque():
    """From q = 0.2 to 1.4 the torque m g l cos q falls with q: a spring follows it."""
    demand = da.design.size_actuators(arm(), da.trajectory.cubic([0.2], [1.4], 50.0)).joints[0]
    spring = next(r for r in demand.reliefs if r.kind == "spring")
    assert spring.setting["stiffness"] > 1.0
    assert spring.rms < 0.15 * demand.rms_torque
    rising = da.design.size_actuators(arm(), da.trajectory.cubic([-1.4], [-0.2], 50.0)).joints[0]
    assert next(r for r in rising.reliefs if r.kind == "spring").setting["stiffness"] == 0


def test_several_tasks_are_one_demand():
    both = da.design.size_actuators(slider(1.0), [WAY, da.trajectory.cubic([0.0], [2.0], 1.0)])
    assert both.joints[0].peak_torque == pytest.approx(12.0)
    arrays = WAY.sampled(100)[1:]
    assert da.design.size_actuators(slider(1.0), arrays).joints[0].peak_torque == pytest.approx(1.5)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (
            lambda: da.design.size_actuators(two_links(), WAY),
            da.finding.WrongShape,
            {"argument": "tasks: q", "robot": "planar_2r"},
        ),
        (
            lambda: da.design.size_actuators(slider(), WAY, motors=MOTORS, gears=[0.0]),
            da.finding.OutOfRange,
            {"argument": "gears", "lower": 0, "strict": True},
        ),
        (
            lambda: da.design.size_actuators(two_links(), (np.zeros((4, 3, 2)),) * 3),
            da.finding.WrongShape,
            {"argument": "tasks: q", "robot": "planar_2r"},
        ),
        (
            lambda: da.design.size_actuators(two_links(), (np.zeros((4, 2, 2)),) * 3),
            da.finding.WrongShape,
            {"argument": "tasks: q", "robot": "planar_2r"},
        ),
        (
            lambda: da.design.size_actuators(slider(), []),
            da.finding.WrongType,
            {"argument": "tasks", "expected": "tasks"},
        ),
        (
            lambda: da.design.size_actuators(slider(), WAY, efficiency=1.2),
            da.finding.OutOfRange,
            {"argument": "efficiency", "upper": 1, "strict": False},
        ),
        (
            lambda: da.design.size_actuators(slider(), WAY, efficiency=0.0),
            da.finding.OutOfRange,
            {"argument": "efficiency", "lower": 0, "strict": True},
        ),
        (
            lambda: da.design.size_actuators(slider(), WAY, gears=[0]),
            da.finding.OutOfRange,
            {"argument": "gears", "lower": 0, "strict": True},
        ),
        (
            lambda: da.design.size_actuators(slider(), WAY, gears=[30.0, -1.0]),
            da.finding.OutOfRange,
            {"argument": "gears", "lower": 0, "strict": True},
        ),
        (
            lambda: da.design.size_actuators(slider(), [WAY, "far"]),
            da.finding.WrongType,
            {"argument": "tasks", "expected": "tasks"},
        ),
        (
            lambda: da.design.size_actuators(slider(), (np.zeros((4, 1)), np.zeros((4, 1)), WAY)),
            da.finding.WrongType,
            {"argument": "tasks", "expected": "tasks"},
        ),
        (
            lambda: da.design.size_actuators(slider(), (WAY, np.zeros((4, 1)), np.zeros((4, 1)))),
            da.finding.WrongType,
            {"argument": "tasks", "expected": "tasks"},
        ),
        (
            lambda: da.design.Motor("x", 1e-4, 0.0, 1.0, 1.0),
            da.finding.OutOfRange,
            {"argument": "continuous_torque", "lower": 0, "strict": True},
        ),
        (
            lambda: da.design.Motor("x", -1e-4, 1.0, 1.0, 1.0),
            da.finding.OutOfRange,
            {"argument": "rotor_inertia", "lower": 0, "strict": False},
        ),
    ],
)
def test_bad_questions_say_why(call, error, words):
    with raises(error, **words):
        call()


def test_actuators_of_ball_joints_are_not_chosen():
    with raises(da.finding.FeatureUnsupported, robot="quadruped"):
        da.design.size_actuators(da.gallery.quadruped(), WAY)


def even(speed, acceleration, samples=50):
    """A task of one joint at one speed and one acceleration, as arrays: every instant asks the same."""
    return (np.zeros((samples, 1)), np.full((samples, 1), speed), np.full((samples, 1), acceleration))


@pytest.mark.parametrize(("acceleration", "through"), [(2.0, 1 / 0.8), (-2.0, 0.8)])
def test_heat_goes_by_the_square_and_a_gear_driven_back_loses_too(acceleration, through):
    """τ_m = N Im q̈ + m q̈/(N η) where the motor drives, m q̈ η/N where it brakes; duty = (τ_m/continuous)²."""
    motor, N, mass = MOTORS[1], 100.0, 30.0
    fit = (
        da.design.size_actuators(slider(mass), even(0.5, acceleration), motors=[motor], gears=[N], efficiency=0.8)
        .joints[0]
        .fits[0]
    )
    torque = abs(N * motor.rotor_inertia * acceleration + mass * acceleration * through / N)
    assert fit.peak == pytest.approx(torque / motor.peak_torque)
    assert fit.duty == pytest.approx((torque / motor.continuous_torque) ** 2)
    assert fit.load == pytest.approx(max(torque / motor.peak_torque, torque / motor.continuous_torque, fit.speed))


def test_each_joint_s_counterweight_is_on_its_own_link():
    """Slow motion: τ2 = m2 g lc2 cos(q1 + q2), which the first moment −m2 lc2 of link 2 removes."""
    robot = two_links()
    sizing = da.design.size_actuators(robot, da.trajectory.cubic([-1.0, 0.3], [1.0, -0.9], 100.0))
    weight = next(r for r in sizing.joints[1].reliefs if r.kind == "counterweight")
    assert weight.setting["mx"] == pytest.approx(-1.2 * 0.45, rel=NEARLY_AT_REST)
    assert weight.rms < NEARLY_AT_REST * sizing.joints[1].rms_torque


def test_the_table_names_limits_where_the_robot_has_some():
    """m = 3 kg over 1 m in 2 s asks 4.5 N and 0.75 m/s (above, by hand)."""
    plain = da.design.size_actuators(slider(3.0), WAY).table()[0]
    assert not {"effort limit", "velocity limit", "exceeded"} & set(plain)
    for limits, expected in (
        (da.Limits(effort=4.0), "effort"), (da.Limits(velocity=0.7), "velocity"), (da.Limits(effort=5.0, velocity=0.8), "none"),
        (da.Limits(effort=4.0, velocity=0.7), "effort, velocity"),
    ):  # fmt: skip
        sizing = da.design.size_actuators(slider(3.0, limits=limits), WAY)
        row = sizing.table()[0]
        assert (row["effort limit"], row["velocity limit"], row["exceeded"]) == (
            limits.effort,
            limits.velocity,
            expected,
        )
        assert expected in str(sizing).splitlines()[-1]


def test_the_motor_s_size_is_its_mass_or_its_continuous_torque():
    heavy, light = (
        da.design.Motor("heavy", 1e-5, 1.0, 3.0, 900.0, mass=2.0),
        da.design.Motor("light", 1e-5, 2.0, 6.0, 900.0, mass=1.0),
    )
    demand = da.design.size_actuators(slider(1.0), WAY, motors=[heavy, light], gears=[10.0]).joints[0]
    assert [f.size for f in demand.fits] == [2.0, 1.0]
    assert demand.best.motor == "light"
    assert da.design.size_actuators(slider(1.0), WAY, motors=MOTORS, gears=[10.0]).joints[0].fits[0].size == 0.1


def test_the_printed_table_has_a_column_for_each_joint_and_fits_80_columns():
    way = da.trajectory.quintic([0.0] * 6, [1.0] * 6, 1.0)
    first, second = str(da.design.size_actuators("ur5", way)).split("\n\n")
    names = da.load("ur5").coordinates
    assert first.split("\n")[0].split() == ["joint", *names[:5]]
    assert second.split("\n")[0].split() == ["joint", names[5]]
    for table in (first, second):
        head, *rows = table.split("\n")
        starts = [head.index(x) for x in head.split()]
        assert all(row[at - 1] == " " and row[at] != " " for row in rows for at in starts[1:])
        assert all(len(row) <= 80 for row in (head, *rows))


def random_sizing(seed: int, motors=MOTORS) -> tuple[da.Robot, tuple[np.ndarray, ...], da.design.Sizing]:
    """A random tree on a random way, its samples, and what they ask of its joints."""
    robot, rng = random_robot(seed, 4), np.random.default_rng(seed)
    way = da.trajectory.quintic(*rng.uniform(-1.5, 1.5, (2, robot.n)), 1.0 + rng.random())
    return robot, way.sampled(2000), da.design.size_actuators(robot, way, motors=motors)


@pytest.mark.parametrize("seed", range(4))
def test_the_table_holds_the_numbers_of_each_joint(seed):
    _, _, sizing = random_sizing(seed)
    for demand, row in zip(sizing.joints, sizing.table(), strict=True):
        best = demand.best
        assert row == {
            "joint": demand.joint, "peak torque": demand.peak_torque, "RMS torque": demand.rms_torque,
            "peak speed": demand.peak_speed, "peak power": demand.peak_power, "mean power": demand.mean_power,
            "load inertia": demand.inertia, "motor": best.motor if best else "none fits",
            "gear": best and best.gear, "duty": best and best.duty, "match": best and best.match,
            "RMS with spring": demand.reliefs[0].rms, "RMS with counterweight": demand.reliefs[1].rms,
        }  # fmt: skip


@pytest.mark.parametrize("seed", range(6))
def test_a_spring_leaves_what_its_own_torque_leaves(seed):
    """τ − τ_s with τ_s = −k (q − q_s), and no other k, q_s near it leave less: ∫left dt = ∫left q dt = 0."""
    robot, (t, q, qd, qdd), sizing = random_sizing(seed)
    tau = da.inverse_dynamics(robot, q, qd, qdd)
    for k, demand in enumerate(sizing.joints):
        spring, own = demand.reliefs[0], tau[:, k]
        stiffness = spring.setting["stiffness"]
        left = own + stiffness * (q[:, k] - spring.setting["rest"]) if stiffness else own
        assert spring.peak == pytest.approx(np.abs(left).max())
        assert spring.rms == pytest.approx(np.sqrt(np.trapezoid(left**2, t) / (t[-1] - t[0])))
        if stiffness:
            scale = np.abs(own).max() * (t[-1] - t[0])
            assert abs(np.trapezoid(left, t)) < 1e-9 * scale
            assert abs(np.trapezoid(left * q[:, k], t)) < 1e-9 * scale * np.abs(q[:, k]).max()
        else:  # with q the torque rises
            assert np.trapezoid((q[:, k] - q[:, k].mean()) * (own - own.mean()), t) >= 0


@pytest.mark.parametrize("slow", [20.0, 0.7])
def test_a_counterweight_leaves_what_the_balanced_arm_asks(slow):
    way = da.trajectory.cubic([-1.0], [0.6], slow)
    weight = da.design.size_actuators(arm(), way).joints[0].reliefs[1]
    t, q, qd, qdd = way.sampled(2000)
    link = arm().links[1]
    ms = tuple(x + weight.setting[y] for x, y in zip(link.inertia.ms, ("mx", "my", "mz"), strict=True))
    balanced = replace(arm(), links=(arm().links[0], replace(link, inertia=replace(link.inertia, ms=ms))))
    tau = da.inverse_dynamics(balanced, q, qd, qdd)[:, 0]
    assert weight.peak == pytest.approx(np.abs(tau).max())
    assert weight.rms == pytest.approx(np.sqrt(np.trapezoid(tau**2, t) / slow))


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("seed", "motors"), [(0, MOTORS), (1, MOTORS), (2, MOTORS[:1]), (3, ())])
def test_the_picture_shows_task_motor_and_heat_of_each_joint(seed, motors, tmp_path):
    """Peak and continuous torque of the motor at the link's side up to its speed there; the task with the rotor's share."""
    robot, (_, _, qd, qdd), sizing = random_sizing(seed, motors)
    figure = sizing.plot(tmp_path / "sizing.png")
    assert (tmp_path / "sizing.png").stat().st_size > 1000
    assert [axis.get_visible() for axis in figure.axes] == [True] * 4 + [False] * 2
    assert not figure.legends[0].get_frame_on()
    assert not any(axis.spines["top"].get_visible() for axis in figure.axes[:4])
    for k, (axis, demand) in enumerate(zip(figure.axes, sizing.joints, strict=False)):
        drawn = {line.get_label(): line.get_xydata() for line in axis.get_lines()}
        best, rotor, rms, slides = demand.best, 0.0, demand.rms_torque, robot.coordinate(demand.joint).slides
        if best is None:
            assert set(drawn) == {"task", "task: RMS torque"}
            assert axis.get_title() == (f"{demand.joint}: none fits" if motors else demand.joint)
        else:
            motor = next(m for m in motors if m.name == best.motor)
            rotor, speed = best.gear**2 * motor.rotor_inertia, motor.top_speed / best.gear
            rms = np.sqrt(best.duty) * motor.continuous_torque * best.gear
            for which, torque in (("motor: peak", motor.peak_torque), ("motor: continuous", motor.continuous_torque)):
                corner = (speed, torque * best.gear)
                assert drawn[which].min(axis=0) == pytest.approx([-x for x in corner])
                assert drawn[which].max(axis=0) == pytest.approx(corner)
                around = np.sign(drawn[which]).tolist()
                assert around[0] == around[-1]
                assert sorted(around[1:]) == [[-1, -1], [-1, 1], [1, -1], [1, 1]]
                assert (np.diff(drawn[which], axis=0) == 0).sum(axis=1).tolist() == [1] * 4
            assert axis.get_title() == f"{demand.joint}: {best.motor}, N = {best.gear:g}"
        assert drawn["task"] == pytest.approx(np.column_stack([qd[:, k], sizing.tau[:, k] + rotor * qdd[:, k]]))
        assert drawn["task: RMS torque"] == pytest.approx(np.array([[0.0, rms]]))
        assert axis.get_xlabel() == ("speed / (m/s)" if slides else "speed / (rad/s)")
        assert axis.get_ylabel() == ("force / N" if slides else "torque / N m")


def test_what_is_not_told_is_a_usual_gear_without_loss():
    """Gears of 30 to 160, efficiency 1, 2000 samples of a trajectory."""
    told = {"gears": (30.0, 50.0, 80.0, 100.0, 120.0, 160.0), "efficiency": 1.0, "samples": 2000}
    one, other = (da.design.size_actuators(slider(3.0), WAY, motors=MOTORS, **given) for given in ({}, told))
    assert one.joints[0].fits == other.joints[0].fits
    assert one.tau.shape == other.tau.shape == (2000, 1) or len(one.tau) == len(other.tau) == 2001


def test_limits_of_one_joint_are_shown_for_all():
    joints = two_links().joints
    robot = replace(two_links(), joints=(replace(joints[0], limits=da.Limits(effort=2.0)), *joints[1:]))
    rows = da.design.size_actuators(robot, da.trajectory.cubic([0.0, 0.0], [1.0, 0.5], 1.0)).table()
    assert [row["effort limit"] for row in rows] == [2.0, None]
    assert [row["exceeded"] for row in rows] == ["effort", "none"]


def test_a_gear_may_speed_up():
    """A ratio below 1 is as good as any."""
    sizing = da.design.size_actuators(slider(3.0), WAY, motors=MOTORS, gears=[0.5])
    assert {x.gear for joint in sizing.joints for x in joint.fits} <= {0.5}


def test_springs_take_their_part():
    """A spring that carries the weight at every place leaves the motor what it has to accelerate."""
    robot = slider(3.0, pull=0.0)
    sprung = replace(robot, springs=(da.model.Tendon("spring", {"slide": 1.0}, 40.0, 0.5),))
    free, held = (da.design.size_actuators(x, WAY).tau[:, 0] for x in (robot, sprung))
    q = WAY.sampled(2000)[1][:, 0]
    assert held - free == pytest.approx(40.0 * (q - 0.5), abs=SOLVED)


@pytest.mark.parametrize("what", ["effort", "velocity"])
def test_a_limit_is_broken_by_more_than_a_rounding(what):
    """At its limit to the last digits a joint is within it; a millionth above it is not."""
    demand = da.design.size_actuators(slider(3.0), WAY, samples=2000).joints[0]
    asked = {"effort": demand.peak_torque, "velocity": demand.peak_speed}[what]
    for share, broken in ((1.0, ()), (1 - 1e-12, ()), (1 + 1e-12, ()), (1 - 1e-6, (what,)), (2.0, ())):
        assert replace(demand, limits=da.Limits(**{what: asked * share})).exceeds == broken


def test_a_motion_beyond_the_range_of_a_joint_is_named():
    demand = da.design.size_actuators(slider(3.0), WAY, samples=2000).joints[0]
    low, high = demand.travel
    assert (low, high) == pytest.approx((WAY(0.0)[0][0], WAY(WAY.duration)[0][0]))
    for bounds, broken in (((low, high), ()), ((low, high - 1e-6), ("position",)), ((low + 1e-6, None), ("position",))):
        assert replace(demand, limits=da.Limits(*bounds)).exceeds == broken


def test_a_mechanism_is_asked_as_it_stands():
    """Joints that loops bind are held by the motors there are: the demand is what inverse dynamics gives them."""
    robot = four_bar()
    q = da.assemble(robot, [0.7, 0.2, 1.2])
    rows = np.repeat(q[None], 5, axis=0)
    sizing = da.design.size_actuators(robot, (rows, 0 * rows, 0 * rows))
    tau = da.inverse_dynamics(robot, q, 0 * q, 0 * q)
    assert [x.peak_torque for x in sizing.joints] == pytest.approx(np.abs(tau), abs=SOLVED)


@pytest.mark.parametrize("part", ["peak", "duty", "speed"])
def test_a_motor_fits_up_to_its_limits_and_not_beyond(part):
    own = {"peak": 0.2, "duty": 0.2, "speed": 0.2}
    for value, fits in ((0.9, True), (1.0, True), (1.0 + 1e-9, False), (1.2, False)):
        fit = da.design.MotorFit("motor", 10.0, **{**own, part: value}, match=1.0, size=1.0)
        assert fit.fits == fits
        assert fit.load == pytest.approx(np.sqrt(value) if part == "duty" else value)


@pytest.mark.parametrize(
    ("torque", "speed"), [(2.0, 0.5), (2.0, -3.0), (-2.0, 0.5), (-2.0, -3.0), (2.0, -0.5), (-2.0, 3.0)]
)
def test_a_gear_takes_its_losses_from_the_side_that_drives(torque, speed):
    """τ/(N η) where the motor drives, τ η/N where it is driven: by the sign of the power, whatever the signs of both."""
    motor = da.design.Motor("motor", 0.0, 1.0, 1.0, 100.0)
    rows = np.full(5, torque), np.full(5, speed), np.zeros(5)
    fit = one_fit(motor, 50.0, 0.8, *rows, inertia=1.0, weight=np.full(5, 0.2))
    expected = 2.0 / 50.0 * (1 / 0.8 if torque * speed > 0 else 0.8)
    assert fit.peak == pytest.approx(expected)
    assert fit.duty == pytest.approx(expected**2)
    assert fit.speed == pytest.approx(50.0 * abs(speed) / 100.0)


def test_a_robot_of_one_joint_has_a_table_of_one_row():
    page = da.design.size_actuators(slider(3.0), WAY, motors=MOTORS, gears=[100.0])._repr_html_()
    assert page.count("<tr>") == 2
    assert "Actuators of" in page


def test_panels_of_a_plot_are_of_one_size_however_many():
    """Three in a row: of one joint, four and seven, a panel is as wide and as high."""
    sizes = []
    for kinds, (rows, columns) in (("R", (1, 1)), ("RRPR", (2, 3)), ("RRRRRRR", (3, 3))):
        robot, n = random_arm(kinds, 2), len(kinds)
        sizing = da.design.size_actuators(robot, da.trajectory.cubic(np.zeros(n), np.ones(n), 1.0), samples=20)
        width, height = sizing.plot().get_size_inches()
        sizes.append((width / columns, height / rows))
    assert np.ptp(sizes, axis=0) == pytest.approx([0, 0], abs=SOLVED)
    assert sizes[0] == pytest.approx(chart.figure(160.0, 150.0).get_size_inches())


def test_a_joint_at_rest_at_its_zero_exceeds_no_range():
    """The travel that is not stated: none."""
    demand = da.design.size_actuators(slider(3.0), WAY, samples=20).joints[0]
    told = {x.name: getattr(demand, x.name) for x in fields(demand) if x.name not in ("limits", "travel")}
    still = type(demand)(**told)
    assert still.exceeds == ()
    assert replace(still, limits=da.Limits(0.0, 0.0)).exceeds == ()
