"""URDF files as Pinocchio reads them: joints, poses of all links, lumped inertias, limits and friction."""

import numpy as np
import pinocchio as pin
import pytest

import dalembert as da
from corpus import FILES, find, label
from robot_numbers import carriers, coordinate, inertia_in_world, placed
from tolerance import ANOTHER_LIBRARY, SAME_ALGORITHM

REFUSED = {
    "ur3.urdf": (da.errors.BadFile, da.finding.NothingDescribed),
    "falcon.urdf": (da.errors.BadTopology, da.finding.NotDefined),
}
GOOD = [path for path in FILES if path.name not in REFUSED]


def pinocchio_state(model, robot, q):
    """Our coordinates as Pinocchio's: each follower at its own value, a continuous joint as cosine and sine."""
    x = pin.neutral(model)
    for joint in robot.joints:
        if joint.moves:
            k, ratio, offset = coordinate(robot, joint)
            angle, j = ratio * q[k] + offset, model.joints[model.getJointId(joint.name)]
            x[j.idx_q : j.idx_q + j.nq] = [angle] if j.nq == 1 else [np.cos(angle), np.sin(angle)]
    return x


def worst(a, b):
    return np.abs(a - b).max() / max(np.abs(b).max(), 1e-12)


@pytest.mark.sampled(43)
@pytest.mark.parametrize("path", GOOD, ids=label)
def test_links_stand_where_pinocchio_puts_them(path):
    robot, model = da.load(path), pin.buildModelFromUrdf(str(path))
    assert sorted(j.name for j in robot.joints if j.moves) == sorted(list(model.names)[1:])
    q = np.random.default_rng(len(robot.links)).uniform(-1, 1, robot.n)
    data = model.createData()
    pin.framesForwardKinematics(model, data, pinocchio_state(model, robot, q))
    places, _ = placed(robot, q)
    for link in robot.links:
        expected = data.oMf[model.getFrameId(link.name, pin.BODY)].homogeneous
        assert worst(places[link.name], expected) < ANOTHER_LIBRARY, link.name


@pytest.mark.sampled(36)
@pytest.mark.parametrize("path", GOOD, ids=label)
def test_inertias_sum_to_pinocchios(path):
    """Each joint's links together, in world axes: fixed joints are lumped to the same body."""
    robot, model = da.load(path), pin.buildModelFromUrdf(str(path))
    data, q = model.createData(), np.random.default_rng(3).uniform(-1, 1, robot.n)
    pin.forwardKinematics(model, data, pinocchio_state(model, robot, q))
    places, _ = placed(robot, q)
    chain = carriers(robot)
    for name in list(model.names)[1:]:
        k = model.getJointId(name)
        expected = data.oMi[k].act(model.inertias[k])
        origin = data.oMi[k].translation
        mine = [
            inertia_in_world(x, places[x.name]) for x in robot.links if chain[x.name] and chain[x.name][-1].name == name
        ]
        m, mc = sum(x[0] for x in mine), sum(x[1] for x in mine) - origin * sum(x[0] for x in mine)
        I = sum(about(origin, *x) for x in mine)
        wanted = about(origin, expected.mass, expected.mass * expected.lever, expected.inertia)
        assert m == pytest.approx(expected.mass, rel=SAME_ALGORITHM, abs=1e-300)
        size = max(np.abs(wanted).max(), 1e-12)
        assert np.abs(mc - expected.mass * (expected.lever - origin)).max() <= ANOTHER_LIBRARY * max(m, 1e-12)
        assert np.abs(I - wanted).max() < ANOTHER_LIBRARY * max(size, 1e-6 * m), name


def about(origin, m, mc, I):
    """The tensor about a point, from the one about the mass centre."""
    r = mc / m - origin if m else np.zeros(3)
    return I + m * (r @ r * np.eye(3) - np.outer(r, r))


@pytest.mark.sampled(51)
@pytest.mark.parametrize("path", GOOD, ids=label)
def test_limits_and_friction_are_pinocchios(path):
    robot, model = da.load(path), pin.buildModelFromUrdf(str(path))
    for joint in robot.joints:
        if not joint.moves:
            continue
        j = model.joints[model.getJointId(joint.name)]
        drive = joint.drive
        assert float(drive.damping if drive else 0) == pytest.approx(model.damping[j.idx_v])
        assert float(drive.coulomb if drive else 0) == pytest.approx(model.upperDryFrictionLimit[j.idx_v])
        if joint.kind != "continuous" and joint.limits.lower is not None:
            assert joint.limits.lower == model.lowerPositionLimit[j.idx_q]
            assert joint.limits.upper == model.upperPositionLimit[j.idx_q]
            assert (joint.limits.effort, joint.limits.velocity) == (
                model.upperEffortLimit[j.idx_v],
                model.upperVelocityLimit[j.idx_v],
            )


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_what_pinocchio_refuses_is_refused_with_its_line(name):
    cause, kind = REFUSED[name]
    with pytest.raises(cause) as info:
        da.load(find(name))
    assert isinstance(info.value.finding, kind)
    assert info.value.finding.at.line
    assert info.value.finding.at.file.endswith(name)
    assert any(isinstance(f, kind) and f.at.line for f in da.diagnose(find(name)).errors)


@pytest.mark.sampled(23)
@pytest.mark.parametrize("path", GOOD, ids=label)
def test_exported_urdf_is_the_same_to_pinocchio(path, tmp_path):
    robot = da.load(path)
    copy = da.export(robot, tmp_path / "copy.urdf")
    model, again = (pin.buildModelFromUrdf(str(p)) for p in (path, copy))
    assert list(again.names) == list(model.names)
    for k in range(1, model.njoints):
        a, b = model.inertias[k], again.inertias[k]
        A, B = a.toDynamicParameters(), b.toDynamicParameters()
        for part in (slice(0, 1), slice(1, 4), slice(4, 10)):
            # tensors about the origin, as the dynamics uses them; masses sum in another order
            assert np.abs(A[part] - B[part]).max() <= SAME_ALGORITHM * max(np.abs(A[part]).max(), 1e-9)
        placed = model.jointPlacements[k].homogeneous - again.jointPlacements[k].homogeneous
        assert np.abs(placed).max() <= SAME_ALGORITHM * 10


@pytest.mark.sampled(1)
@pytest.mark.parametrize("part", range(3))
def test_every_file_has_a_report_that_agrees_with_the_reader(part):
    for path in FILES[part::3]:
        report = da.diagnose(path)
        assert (path.name in REFUSED) == bool(report.errors)
        assert str(report).startswith(str(path)[:50])
        if not report.errors:
            for warning in da.load(path).warnings:
                assert any(f == warning or str(f) == str(warning) for f in report.findings)
