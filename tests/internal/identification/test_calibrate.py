"""Robots whose joints sit elsewhere by half a millimetre and a fifth of a degree, measured, and found again.

The wrong robot is made without the library's error model: each placement times a small pose.
"""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import dalembert as da
from dalembert.identification.calibration.estimation import random_postures, residual
from dalembert.spatial.pose import rotation_rpy, rotation_z
from dalembert.spatial.rotation import rotation
from findings import matching
from pieces import numbered
from raised import raises
from random_robot import random_robot
from tolerance import EXACT_FIT, FINITE_DIFFERENCE

NOISE = 1e-4  # m
TURNED = 2e-4  # rad
CENTRE = np.array([0.9, 0.2, 0.3])


@cache
def robot(name):
    if name == "tilted":
        return random_robot(11, 4)
    return numbered(name)


def wrong(nominal, rng, length=5e-4, angle=0.2 * np.pi / 180):
    """The robot with each of its moving joints somewhere else."""
    joints = []
    for j in nominal.joints:
        p, w = rng.uniform(-length, length, 3).tolist(), rng.uniform(-angle, angle, 3).tolist()
        joints.append(replace(j, placement=j.placement @ da.Pose(rotation_rpy(*w), tuple(p))) if j.moves else j)
    return replace(nominal, joints=tuple(joints))


def measured(true, q, kind, rng=None, base=None, tool=None, noise=NOISE):
    """What a tracker, a camera or a ball-bar reads."""
    T = (np.eye(4) if base is None else base) @ da.forward_kinematics(true, q) @ (np.eye(4) if tool is None else tool)
    if rng is not None:
        T[:, :3, 3] += noise * rng.normal(size=(len(q), 3))
        w = TURNED * rng.normal(size=(len(q), 3))
        angle = np.linalg.norm(w, axis=1)
        T[:, :3, :3] = rotation(w / angle[:, None], angle) @ T[:, :3, :3]
    if kind == "distances":
        ends = da.forward_kinematics(true, q)[:, :3, 3]
        far = np.linalg.norm(ends - CENTRE, axis=1)
        return {"q": q, "centre": CENTRE, kind: far + (0 if rng is None else noise * rng.normal(size=len(q)))}
    return {"q": q, kind: T if kind == "poses" else T[:, :3, 3]}


def placed(x, y, z, yaw):
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = np.array(rotation_z(yaw), float), (x, y, z)
    return T


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("name", "kind", "unknown"),
    [
        ("ur5", "poses", True),
        ("ur5", "points", False),
        ("panda", "poses", True),
        ("panda", "points", True),
        ("planar_2r", "points", False),
        ("scara", "poses", True),
        ("scara", "distances", False),
        ("ur5", "distances", False),
        ("tilted", "points", True),
    ],
)
def test_without_noise_the_robot_is_found_exactly(name, kind, unknown):
    """Also where it stands far from the tracker, which holds a reflector far from the flange."""
    nominal, rng = robot(name), np.random.default_rng(3)
    true = wrong(nominal, rng)
    base, tool = (placed(3, -2, 1, 1.9), placed(0.05, 0.02, 0.1, 0.4)) if unknown else (None, None)
    q = random_postures(nominal, None, 60, seed=1)
    found = da.identification.calibrate(
        nominal, measured(true, q, kind, base=base, tool=tool), base=unknown, tool=unknown
    )
    elsewhere = random_postures(nominal, None, 50, seed=2)
    T = (
        (np.eye(4) if base is None else base)
        @ da.forward_kinematics(true, elsewhere)
        @ (np.eye(4) if tool is None else tool)
    )
    error = np.linalg.norm(found.predict(elsewhere)[:, :3, 3] - T[:, :3, 3], axis=1).max()
    if kind == "distances":
        p = found.predict(elsewhere)[:, :3, 3]
        error = np.abs(np.linalg.norm(p - CENTRE, axis=1) - np.linalg.norm(T[:, :3, 3] - CENTRE, axis=1)).max()
    assert error < EXACT_FIT
    assert found.after["length"] < EXACT_FIT < found.before["length"]


@pytest.mark.parametrize(
    ("name", "turns", "slides"), [("ur5", 6, 0), ("panda", 7, 0), ("planar_2r", 2, 0), ("scara", 2, 1)]
)
def test_number_of_identifiable_parameters(name, turns, slides):
    """4 for a turning joint, 2 for a sliding one and 6 for base and tool [mooring1991]."""
    nominal = robot(name)
    q = random_postures(nominal, None, 30, seed=1)
    found = da.identification.calibrate(nominal, measured(nominal, q, "poses"), base=True, tool=True)
    assert len(found.parameters) == 4 * turns + 2 * slides + 6
    assert len(found.parameters) + len(found.unidentifiable) == 6 * (turns + slides) + 12


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("name", "kind", "runs"), [("ur5", "points", 50), ("panda", "poses", 10), ("scara", "distances", 15)]
)
def test_sigma_is_honest(name, kind, runs):
    """Over many draws of noise the errors lie within 3σ of the true ones, at least 97 of 100."""
    nominal, rng = robot(name), np.random.default_rng(5)
    true, q = wrong(nominal, rng), random_postures(nominal, None, 50, seed=1)
    truth = np.array(list(da.identification.calibrate(nominal, measured(true, q, kind)).parameters.values()))
    inside, spread = [], []
    for _ in range(runs):
        found = da.identification.calibrate(nominal, measured(true, q, kind, rng))
        z = (np.array(list(found.parameters.values())) - truth) / np.array(list(found.sigma.values()))
        inside.append(np.abs(z) < 3)
        spread.append(z)
    assert np.mean(inside) >= 0.97
    assert 0.85 < np.std(spread) < 1.2
    assert abs(np.mean(spread)) < 0.15


def test_directions_that_cannot_be_told_are_named_and_change_nothing():
    nominal = robot("ur5")
    q = random_postures(nominal, None, 30, seed=1)
    found = da.identification.calibrate(nominal, measured(nominal, q, "poses"), base=True, tool=True)
    named = {(x.parameter.name, tuple(other.name for other, _ in x.others)) for x in found.unidentifiable}
    assert ("joint1.offset", ("base.rz",)) in named
    model, names = found.model, [p.name for p in found.model.parameters]
    h = 1e-5
    for direction in found.unidentifiable:
        step = np.zeros(len(names))
        step[names.index(direction.parameter.name)] = h
        for other, factor in direction.others:
            step[names.index(other.name)] = -h * factor
        T = [model.poses(model.moved(found.start, sign * step), model.frames[0], q)[0] for sign in (1, -1)]
        assert np.abs(T[0] - T[1]).max() < 1e-4 * h, str(direction)


@pytest.mark.parametrize("kind", ["poses", "points", "distances"])
def test_derivatives_are_exact(kind):
    nominal, rng = robot("ur5"), np.random.default_rng(0)
    true = wrong(nominal, rng, 0.02, 0.1)
    given = measured(true, random_postures(nominal, None, 8, seed=1), kind)
    given.pop("centre", None)
    if kind == "distances":
        given = [given, measured(nominal, given["q"], "points")]
    found = da.identification.calibrate(nominal, given, tool=True, base=kind != "distances", parameters="offsets")
    model, state = found.model, model_state(found, rng)
    J = residual(model, state, 0)[1]
    h = 1e-6
    for k in range(len(model.parameters)):
        step = np.eye(len(model.parameters))[k] * h
        slope = (residual(model, model.moved(state, step), 0)[0] - residual(model, model.moved(state, -step), 0)[0]) / (
            2 * h
        )
        np.testing.assert_allclose(slope, J[..., k], atol=FINITE_DIFFERENCE * max(1, np.abs(J).max()))


def model_state(found, rng):
    """Far from any solution."""
    return found.model.moved(found.start, 0.05 * rng.normal(size=len(found.model.parameters)))


def test_offset_is_what_is_added_to_the_encoder(tmp_path):
    nominal = robot("ur5")
    off = np.array([0.002, -0.003, 0.004, 0.001, -0.002, 0.0])
    q = random_postures(nominal, None, 30, seed=1)
    T = da.forward_kinematics(nominal, q + off)
    found = da.identification.calibrate(nominal, (q, T[:, :3, 3]), parameters="offsets")
    assert found.offsets == pytest.approx(
        dict(zip(nominal.coordinates, off, strict=True)) | {"joint6": 0.0}, abs=1e-9
    ) or (found.offsets == pytest.approx(dict(zip(nominal.coordinates[:5], off[:5], strict=True)), abs=1e-9))


@pytest.mark.parametrize("suffix", ["urdf", "xml", "toml"])
def test_the_robot_found_is_written_and_read_again(suffix, tmp_path):
    nominal, rng = robot("ur5"), np.random.default_rng(4)
    true, q = wrong(nominal, rng), random_postures(nominal, None, 40, seed=1)
    tool = placed(0.05, 0.02, 0.1, 0.4)
    found = da.identification.calibrate(nominal, measured(true, q, "poses", tool=tool), tool=True)
    path = tmp_path / f"better.{suffix}"
    da.export(found.robot, path)
    again = da.load(path)
    T = da.forward_kinematics(again, q, "tool")
    assert np.abs(T - da.forward_kinematics(true, q) @ tool).max() < EXACT_FIT


def test_outliers_are_left_out_or_said():
    nominal, rng = robot("ur5"), np.random.default_rng(4)
    true, q = wrong(nominal, rng), random_postures(nominal, None, 50, seed=1)
    given = measured(true, q, "points", rng)
    given["points"][7] += [0.01, 0, 0]
    given["points"][33] -= [0, 0.004, 0]
    plain, robust = (
        da.identification.calibrate(nominal, given),
        da.identification.calibrate(nominal, given, robust=True),
    )
    assert robust.outliers == (7, 33)
    assert robust.noise["length"] == pytest.approx(NOISE, rel=0.2)
    assert plain.outliers == ()
    assert matching(plain.warnings, da.finding.OutlierMeasurement, index=7)


def test_noise_that_is_said_is_checked():
    nominal, rng = robot("ur5"), np.random.default_rng(4)
    given = measured(wrong(nominal, rng), random_postures(nominal, None, 50, seed=1), "points", rng)
    assert da.identification.calibrate(nominal, given, noise=NOISE).warnings == ()
    (said,) = matching(
        da.identification.calibrate(nominal, given, noise=NOISE / 10).warnings, da.finding.ResidualAboveNoise
    )
    assert said.ratio == pytest.approx(10, rel=0.3)


def test_suggested_postures_shrink_sigma_as_they_say():
    """Measured as well, they leave the σ foretold, and less than random postures do."""
    nominal, rng = robot("ur5"), np.random.default_rng(4)
    true, q = wrong(nominal, rng), random_postures(nominal, None, 15, seed=1)

    def with_more(more):
        return da.identification.calibrate(
            nominal, measured(true, np.concatenate([q, more]), "points", rng), noise=NOISE
        )

    found = with_more(q[:0])
    hint = found.suggest(6, candidates=300)
    after, random = with_more(hint.q), with_more(random_postures(nominal, None, 6, seed=9))
    for name, s in after.sigma.items():
        assert hint.sigma[name] == pytest.approx(s, rel=0.05)
    volume = [np.linalg.slogdet(x.covariance)[1] for x in (after, random)]
    assert volume[0] < volume[1] - 1


def test_postures_that_show_little_are_said():
    nominal = robot("ur5")
    q = np.repeat(random_postures(nominal, None, 1, seed=1), 30, axis=0)
    q[:, 0] = np.linspace(-2, 2, 30)
    found = da.identification.calibrate(nominal, measured(nominal, q, "poses"))
    assert matching(found.warnings, da.finding.PosturesDoNotShow)
    assert any(x.measured_only for x in found.unidentifiable)
    assert len(found.suggest(2).q) == 2


def good():
    nominal = robot("ur5")
    return measured(nominal, random_postures(nominal, None, 30, seed=1), "poses")


@pytest.mark.parametrize(
    ("change", "kind", "fields"),
    [
        (lambda g: {"q": g["q"][:4], "poses": g["poses"][:4]}, da.finding.TooFewSamples, {"needed": 5, "got": 4}),
        (lambda g: {"q": g["q"], "poses": g["poses"][:9]}, da.finding.WrongShape, {"expected": ((30, 4, 4),)}),
        (lambda g: {"q": g["q"][:, :5], "poses": g["poses"]}, da.finding.WrongShape, {"expected": (("N", 6),)}),
        (lambda g: {"q": np.rad2deg(g["q"]), "poses": g["poses"]}, da.finding.LooksLikeUnit, {"unit": "deg"}),
        (
            lambda g: {"q": g["q"], "points": 1e3 * g["poses"][:, :3, 3]},
            da.finding.LooksLikeUnit,
            {"subject": "measured lengths"},
        ),
        (
            lambda g: {"q": g["q"], "points": 1e-3 * g["poses"][:, :3, 3]},
            da.finding.LooksLikeUnit,
            {"subject": "robot lengths"},
        ),
        (
            lambda g: {"q": g["q"], "points": g["poses"][:, :3, 3] * np.nan},
            da.finding.NotFinite,
            {"argument": "points"},
        ),
        (lambda g: {"q": g["q"], "point": g["poses"]}, da.finding.Unknown, {"noun": "key", "name": "point"}),
        (lambda g: {"q": g["q"]}, da.finding.OneRequired, {"arguments": ("poses", "points", "distances")}),
        (
            lambda g: {"q": g["q"], "distances": -np.ones(30)},
            da.finding.OutOfRange,
            {"argument": "distances", "lower": 0},
        ),
        (
            lambda g: {"q": g["q"], "poses": g["poses"], "noise": 0.0},
            da.finding.OutOfRange,
            {"argument": "noise", "lower": 0},
        ),
        (lambda g: (g["q"], g["poses"][:, :2, 3]), da.finding.WrongShape, {"argument": "measurements"}),
        (lambda g: "poses.csv", da.finding.WrongType, {"argument": "measurements"}),
        (lambda g: [], da.finding.WrongType, {"argument": "measurements"}),
        (lambda g: {"q": g["q"][:0], "poses": g["poses"][:0]}, da.finding.Empty, {"argument": "q"}),
    ],
)
def test_bad_measurements_are_refused_in_words(change, kind, fields):
    with raises(kind, **fields):
        da.identification.calibrate(robot("ur5"), change(good()))


@pytest.mark.parametrize(
    ("key", "value", "kind"),
    [("poses", np.diag([1.1, 1, 1, 1]), da.finding.WrongType), ("frame", "hand", da.finding.Unknown)],
)
def test_other_packages_refuse_poses_and_frames(key, value, kind):
    given = good()
    given[key] = value if key == "frame" else np.repeat(value[None], len(given["q"]), axis=0)
    with raises(kind):
        da.identification.calibrate(robot("ur5"), given)


def test_bad_requests_are_refused_in_words():
    with raises(da.finding.Unknown, noun="geometric parameter", name="joint9", argument="parameters"):
        da.identification.calibrate(robot("ur5"), good(), parameters=["joint9"])
    with raises(da.finding.WrongType, argument="parameters", expected="parameter names"):
        da.identification.calibrate(robot("ur5"), good(), parameters=3)
    with raises(da.finding.FeatureUnsupported, function="calibrate", robot="four_bar"):
        da.identification.calibrate(da.gallery.four_bar(), good())
    with raises(da.finding.UnboundSymbols, robot="planar_2r", symbols=("l1", "l2")):
        da.identification.calibrate(da.gallery.planar_2r(), {"q": np.zeros((9, 2)), "points": np.zeros((9, 3))})


def test_joints_may_be_called_like_other_parts():
    """A joint 'base' or 'tool' keeps its errors apart from those of the base and the tool."""
    nominal = robot("scara")
    joints = tuple(replace(j, name=x) for j, x in zip(nominal.joints, ("base", "tool", "a.offset"), strict=True))
    named = replace(nominal, joints=joints, actuated=())
    q = random_postures(named, None, 30, seed=1)
    found = da.identification.calibrate(named, measured(named, q, "poses"), base=True, tool=True)
    assert len(found.parameters) == 16
    assert any(x.startswith("joint tool.") for x in found.parameters)
    own = [x for x in found.parameters if x.startswith(("joint ", "a.offset"))]
    assert found.verdict.joint_parameters == len(own)


def test_a_wrong_tool_is_suspected():
    nominal = robot("ur5")
    given = measured(nominal, random_postures(nominal, None, 40, seed=1), "points", tool=placed(0.05, 0, 0.1, 0))
    (said,) = matching(da.identification.calibrate(nominal, given).warnings, da.finding.GeometryDoesNotExplain)
    assert "tool=True" in said.unknown
    assert da.identification.calibrate(nominal, given, tool=True).warnings == ()


def test_several_reflectors_and_a_branch_share_their_joints():
    """Two frames on two arms of one tree, measured by one tracker whose place is unknown."""
    links = tuple(da.Link(x) for x in ("ground", "trunk", "left", "right"))
    up, out = da.Pose(p=(0.0, 0.0, 0.4)), da.Pose(p=(0.3, 0.0, 0.0))
    joints = (
        da.Joint("turn", "revolute", "ground", "trunk", up, (0, 0, 1), out),
        da.Joint("lift", "revolute", "trunk", "left", da.Pose(p=(0.0, 0.2, 0.0)), (0, 1, 0), out),
        da.Joint("slide", "prismatic", "trunk", "right", da.Pose(p=(0.0, -0.2, 0.1)), (1, 1, 0), out),
    )
    nominal, rng = da.Robot("tree", links, joints), np.random.default_rng(2)
    true, q = wrong(nominal, rng), rng.uniform(-1, 1, (40, 3))
    base = placed(1, 2, 3, 0.5)
    sets = [
        {"q": q, "frame": f, "points": (base @ da.forward_kinematics(true, q, f))[:, :3, 3]} for f in ("left", "right")
    ]
    found = da.identification.calibrate(nominal, sets, base=True)
    assert found.after["length"] < EXACT_FIT < found.before["length"]
    assert {"lift.offset", "slide.x"} <= set(found.parameters)


def test_a_calibration_is_printed_with_what_it_does_not_determine():
    nominal, rng = robot("scara"), np.random.default_rng(4)
    given = measured(wrong(nominal, rng), random_postures(nominal, None, 50, seed=1), "points", rng)
    found = da.identification.calibrate(nominal, given)
    assert all(str(x) in str(found) for x in found.unidentifiable)
    assert "joint2.offset" in str(found)
