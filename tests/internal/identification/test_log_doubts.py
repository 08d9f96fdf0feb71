"""A log that is wrong is doubted for the right reason, and a log that is right is not doubted, whatever the robot."""

from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from corpus import find
from dalembert.identification.filtering import derivative
from dalembert.identification.log_faults import Sample, encoder_offsets
from findings import matching
from measured import path, slide

H = 5e-3
T = np.arange(0, 16, H)
_ROBOTS = {}


def robot_of(name):
    """A gallery's robot with numbers, kept: its kernels are compiled once."""
    if name not in _ROBOTS:
        robot = getattr(da.gallery, name)()
        rng = np.random.default_rng(len(name))
        values = {x: 9.81 if x == "g" else float(rng.uniform(0.2, 1.0)) for x in robot.parameters}
        _ROBOTS[name] = robot.bind(**values) if values else robot
    return _ROBOTS[name]


def motion(robot, seed, t=T):
    """A Fourier series in every joint."""
    rng = np.random.default_rng(seed)
    size = np.array([0.1 if robot.coordinate(c).slides else 1.0 for c in robot.coordinates])
    a, b = rng.normal(size=(2, 5, robot.n)) * size * (0.4 / np.arange(1, 6))[:, None]
    w = 2 * np.pi / 8 * np.arange(1, 6)
    q = np.sin(np.outer(t, w)) @ a + np.cos(np.outer(t, w)) @ b + rng.uniform(-1, 1, robot.n) * size
    return q, np.cos(np.outer(t, w)) * w @ a - np.sin(np.outer(t, w)) * w @ b


def logged(robot, seed, t=T, friction=0.1, noise=0.01):
    """Time, positions with 1e-5 of noise, speeds, and efforts with friction and 1 % of noise."""
    rng = np.random.default_rng(seed + 1000)
    q, qd = motion(robot, seed, t)
    tau = da.inverse_dynamics(robot.rigid(), q, qd, derivative(qd, t))
    size = tau.std(axis=0) + 1e-3 * tau.std()
    tau = tau + size * (friction * np.sign(qd) + friction * qd / qd.std(axis=0) + noise * rng.normal(size=tau.shape))
    return {"t": t, "q": q + 1e-5 * rng.normal(size=q.shape), "qd": qd, "tau": tau}


def doubts(robot, data, speeds=False, **more):
    given = data if speeds else {k: x for k, x in data.items() if k != "qd"}
    return da.read_log(given, robot, **more).doubts(robot)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", ["pendulum", "planar_2r", "planar_3r", "cartesian", "scara", "articulated", "rx90", "puma560", "stanford", "panda", "ur5", "iiwa14"])  # fmt: skip
def test_a_right_log_is_not_doubted(name):
    robot = robot_of(name)
    for seed, friction in ((0, 0.1), (1, 0.0)):
        said = doubts(robot, logged(robot, seed, friction=friction), speeds=seed == 0)
        assert not said, [str(x) for x in said]


def change(data, kind, j, k):
    """One fault."""
    q, tau = data["q"].copy(), data["tau"].copy()
    if kind == "positions swapped":
        q[:, [j, k]] = q[:, [k, j]]
    elif kind == "efforts swapped":
        tau[:, [j, k]] = tau[:, [k, j]]
    elif kind == "joints swapped":
        q[:, [j, k]], tau[:, [j, k]] = q[:, [k, j]], tau[:, [k, j]]
    elif kind == "effort flipped":
        tau[:, k] *= -1
    elif kind == "position flipped":
        q[:, k] *= -1
    elif kind == "gain":
        tau[:, k] *= 3
    elif kind == "gear ratio":
        q[:, k], tau[:, k] = q[:, k] / 1.6, tau[:, k] * 1.6
    return data | {"q": q, "tau": tau}


FAULTS = {
    "positions swapped": (da.finding.JointsSwapped, "position channel", None),
    "efforts swapped": (da.finding.JointsSwapped, "effort channel", None),
    "joints swapped": (da.finding.JointsSwapped, "position and effort", None),
    "effort flipped": (da.finding.SignFlipped, "effort channel", None),
    "position flipped": (da.finding.SignFlipped, "position channel", None),
    "gain": (da.finding.WrongScale, "effort channel", 3.0),
    "gear ratio": (da.finding.WrongScale, "gear ratio", 1.6),
}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize(("name", "pairs"), [("ur5", [(0, 1), (1, 2), (4, 5)]), ("panda", [(2, 3), (5, 6)])])
def test_a_wrong_log_is_doubted_for_the_right_reason(name, pairs, fault):
    robot = robot_of(name)
    kind, channel, factor = FAULTS[fault]
    for seed, (j, k) in enumerate(pairs if factor is None else pairs[:2]):  # a last joint's own inertia takes its scale
        (said,) = doubts(robot, change(logged(robot, seed), fault, j, k))
        names = (robot.coordinates[j], robot.coordinates[k])
        assert isinstance(said.fault, kind)
        assert said.fault.channel == channel
        assert said.joints == (names if kind is da.finding.JointsSwapped else names[1:])
        assert factor is None or said.fault.factor == pytest.approx(factor, abs=0.05)
        assert said.after < 0.3 * said.before


@pytest.mark.parametrize("name", ["ur5", "panda", "planar_2r"])
def test_efforts_in_millinewton_metres(name):
    robot = robot_of(name)
    data = logged(robot, 0)
    said = doubts(robot, data | {"tau": data["tau"] * 1e3})
    assert [type(x.fault) for x in said] == [da.finding.ChannelUnit]
    assert said[0].fault.unit == "mN m"


def test_a_joint_that_stands_and_a_log_that_is_short():
    robot = robot_of("ur5")
    t = T[T < 2]
    data = logged(robot, 0, t)
    assert [type(x.fault) for x in doubts(robot, data)] == [da.finding.LogTooShort]
    q, qd = motion(robot, 0)
    q[:, 3], qd[:, 3] = 0.4, 0.0
    tau = da.inverse_dynamics(robot.rigid(), q, qd, derivative(qd, T))
    said = doubts(robot, {"t": T, "q": q, "tau": tau})
    assert [type(x.fault) for x in said] == [da.finding.JointAtRest]
    assert said[0].joints == (robot.coordinates[3],)


def test_speeds_that_are_no_derivatives_of_positions():
    robot = robot_of("ur5")
    data = logged(robot, 0)
    names = robot.coordinates

    def said(qd, **more):
        found = doubts(robot, data | {"qd": qd}, True, **more)
        assert all(isinstance(x.fault, da.finding.SpeedFault) for x in found)
        return [x.fault for x in found]

    (scale,) = said(np.degrees(data["qd"]), units={"t": "s"})
    assert (scale.joints, scale.cause) == (tuple(names), "deg/s")
    assert scale.factor == pytest.approx(57.3, rel=1e-3)
    (scale,) = said(data["qd"] * 1e-3, units={"t": "s"})
    assert scale.joints == tuple(names)
    assert scale.factor == pytest.approx(1e-3, rel=1e-3)
    (flipped,) = said(data["qd"] * [1, 1, -1, 1, 1, 1])
    assert (flipped.joints, flipped.cause) == ((names[2],), "sign")
    assert flipped.factor == pytest.approx(-1, abs=1e-3)
    assert matching(said(data["qd"][:, [0, 4, 2, 3, 1, 5]]), da.finding.SpeedOrder, joints=(names[1], names[4]))
    late = np.roll(data["qd"], 6, axis=0)
    late[:6] = data["qd"][0]
    (delayed,) = matching(said(late), da.finding.SpeedDelayed, joints=(names[0],))
    assert delayed.delay.value == pytest.approx(0.03)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", ["ur5", "puma560"])
def test_a_robot_that_does_not_stand_upright(name):
    robot = robot_of(name)
    for degrees in (4, 90):
        a = np.radians(degrees)
        tilted = replace(robot, gravity=(9.81 * np.sin(a), 0.0, -9.81 * np.cos(a)))
        (said,) = doubts(robot, logged(tilted, 0))
        assert isinstance(said.fault, da.finding.BaseTilted)
        assert said.fault.angle.value == pytest.approx(degrees, rel=0.1)


@pytest.mark.parametrize(("name", "seen"), [("ur5", (2, 3)), ("puma560", (1, 3)), ("planar_2r", (0,))])
def test_a_zero_that_is_off_is_found_where_the_efforts_tell_it(name, seen):
    """0.05 rad, of which the parameters of links take up most."""
    robot = robot_of(name)
    data = logged(robot, 0)
    for j in seen:
        (said,) = doubts(robot, data | {"q": data["q"] + 0.05 * (np.arange(robot.n) == j)})
        assert isinstance(said.fault, da.finding.ZeroOffset)
        assert said.joints == (robot.coordinates[j],)
        assert said.fault.angle.value == pytest.approx(0.05, abs=0.005)


@pytest.mark.parametrize(("name", "unseen"), [("ur5", (0, 5)), ("scara", (0, 1)), ("planar_2r", (1,))])
def test_zeros_that_no_motion_shows_are_not_judged(name, unseen):
    """Of an upright first axis, and of the last joint, with which all that it carries may be turned."""
    robot = robot_of(name)
    q, qd = motion(robot, 0)
    some = slice(None, None, 20)
    qdd = derivative(qd, T)
    tau = da.inverse_dynamics(robot.rigid(), q, qd, qdd)
    told = encoder_offsets(robot, Sample(q[some], qd[some], qdd[some], tau[some], np.sign(qd[some])))
    joints = [robot.coordinates.index(x.fault.joints[0]) for x in told]
    assert not set(joints) & set(unseen)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ["ur5", "puma560", "planar_2r", "scara"])
def test_efforts_that_are_late(name):
    robot = robot_of(name)
    data = logged(robot, 0)
    tau = np.column_stack([np.interp(T - 0.02, T, x) for x in data["tau"].T])
    (said,) = doubts(robot, data | {"tau": tau})
    assert isinstance(said.fault, da.finding.EffortsDelayed)
    assert said.fault.delay.value == pytest.approx(0.02, abs=0.003)


def test_a_position_scale_at_any_joint_that_carries_others():
    for name, joints in (("puma560", (1, 3)), ("ur5", (2,))):
        robot = robot_of(name)
        for j in joints:
            data = logged(robot, 0)
            data["q"][:, j] *= 1.25
            said = doubts(robot, data)[0]
            assert isinstance(said.fault, da.finding.WrongScale)
            assert (said.joints, said.fault.channel) == ((robot.coordinates[j],), "position channel")
            assert 1.195 < said.fault.factor < 1.305


def test_two_faults_are_both_found():
    robot = robot_of("ur5")
    data = change(change(logged(robot, 3), "effort flipped", 0, 1), "joints swapped", 3, 4)
    assert {type(x.fault) for x in doubts(robot, data)} == {da.finding.JointsSwapped, da.finding.SignFlipped}


@pytest.mark.sampled(0)
def test_measured_logs_are_not_doubted_and_faults_in_them_are_found():
    panda = robot_of("panda")
    columns = np.loadtxt(path("unisa/panda_exciting.csv"), delimiter=",", skiprows=1)
    data = {"t": columns[:, 0], "q": columns[:, 1:8], "qd": columns[:, 8:15], "tau": columns[:, 15:]}
    axis = slide(mass=95.0)
    assert da.read_log(path("emps/DATA_EMPS.mat"), axis).doubts(axis) == ()
    assert doubts(panda, data, True) == ()
    for fault in ("joints swapped", "effort flipped"):
        (said,) = doubts(panda, change(data, fault, 1, 1 if fault == "effort flipped" else 2) | {
            "qd": data["qd"][:, [0, 2, 1, 3, 4, 5, 6]] if fault == "joints swapped" else data["qd"]
        }, True)  # fmt: skip
        assert isinstance(said.fault, FAULTS[fault][0])
        assert said.after < 0.03 < 0.15 < said.before
    (said,) = doubts(panda, data | {"tau": data["tau"] * 1e3}, True)
    assert isinstance(said.fault, da.finding.ChannelUnit)
    ur10 = da.load(find("ur10_robot.urdf"))
    columns = np.loadtxt(path("unisa/ur10_exciting.csv"), delimiter=",", skiprows=1)
    data = {"t": columns[:, 0], "q": columns[:, 1:7], "qd": columns[:, 7:13], "tau": columns[:, 13:]}
    assert doubts(ur10, data, True) == ()
    for order in ([0, 1, 2, 5, 4, 3],):
        (said,) = doubts(ur10, {k: x if k == "t" else x[:, order] for k, x in data.items()}, True)
        j, k = (i for i in range(6) if order[i] != i)
        assert said.fault == da.finding.JointsSwapped((ur10.coordinates[j], ur10.coordinates[k]), "position and effort")
    for order in ([0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 5, 4]):  # links make 2e-3 of the efforts of wrists 2 and 3
        seen = da.read_log({k: x if k == "t" else x[:, order] for k, x in data.items()}, ur10).examine(ur10)
        assert seen.doubts == ()
        assert matching(seen.unconfirmed, da.finding.JointsSwapped, joints=("wrist_2_joint", "wrist_3_joint"))


def test_a_tilt_and_a_lag_in_a_measured_log_are_found_or_their_uncertainty_is_said():
    ur10 = da.load(find("ur10_robot.urdf"))
    columns = np.loadtxt(path("unisa/ur10_exciting.csv"), delimiter=",", skiprows=1)
    data = {"t": columns[:, 0], "q": columns[:, 1:7], "qd": columns[:, 7:13], "tau": columns[:, 13:]}
    for way in (-1, 1):
        a = np.radians(5.0 * way)
        robot = replace(ur10, gravity=(9.81 * np.sin(a), 0.0, -9.81 * np.cos(a)))
        (said,) = doubts(robot, data, True)
        assert isinstance(said.fault, da.finding.BaseTilted)
        assert abs(said.fault.angle.value - 5) < 2 * said.fault.sigma.value
    early = np.column_stack([np.interp(data["t"] + 0.02, data["t"], x) for x in data["tau"].T])
    seen = da.read_log(data | {"tau": early}, ur10).examine(ur10)
    (told,) = matching(seen.unconfirmed, da.finding.DelayUncertain)
    assert abs(told.delay.value + 0.02) < 2 * told.sigma.value
    assert told.least.value > 0.02


def test_a_robot_without_masses_cannot_tell_the_unit_of_efforts():
    """A thousand times the effort is a thousand times the mass: with masses that is doubted, without them it is said to be open."""
    t = np.arange(0, 8, 4e-3)
    q, qd = 0.2 * np.sin(2 * t) + 0.1 * np.sin(5 * t), 0.4 * np.cos(2 * t) + 0.5 * np.cos(5 * t)
    tau = (
        95.0 * np.gradient(qd, t) + 20.0 * np.sign(qd) + 200.0 * qd + 0.2 * np.random.default_rng(1).normal(size=len(t))
    )
    row = {"joint": "P", "a": 0, "alpha": 0, "d": 0, "theta": 0, "mass": 95.0}
    heavy = da.from_dh([row], gravity=(0, -9.81, 0))
    for robot, factor in ((slide(), 1.0), (slide(), 1e3), (heavy, 1.0), (heavy, 1e3)):
        seen = da.read_log({"t": t, "q": q[:, None], "tau": factor * tau[:, None]}, robot).examine(robot)
        assert bool(matching(seen.unconfirmed, da.finding.EffortScaleUnconfirmed)) == (robot is not heavy)
        assert bool(matching(seen.doubts, da.finding.ChannelUnit, unit="mN m")) == (robot is heavy and factor > 1)
