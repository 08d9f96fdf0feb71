"""The gallery: what it offers, and its numeric robots against published figures and other descriptions of them."""

import math
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pinocchio as pin
import pytest

import dalembert as da
from dalembert.graph import evaluate
from dalembert.robot.tree import tree
from place import DATA, needs
from raised import raises
from tolerance import ANOTHER_LIBRARY, SAME_ALGORITHM, SOLVED, TENS_OF_ROUNDINGS

NUMERIC = ("puma560", "stanford", "panda", "ur5", "iiwa14")
MECHANISMS = ("andrews_squeezer", "planar_3rrr", "delta", "stewart", "orthoglide", "quadrotor", "quadruped")
RX90 = DATA / "rx90" / "RX90.par"


def numbers(pose):
    return np.array(evaluate([x for row in pose.matrix() for x in row], {})).reshape(4, 4)


def poses(robot, q):
    """Pose of every body, from the joints' description."""
    T = []
    for body in tree(robot).bodies:
        c, s = math.cos(q[body.coordinate]), math.sin(q[body.coordinate])
        move = np.eye(4)
        if body.prismatic:
            move[2, 3] = q[body.coordinate]
        else:
            move[:2, :2] = [[c, -s], [s, c]]
        before = T[body.parent] if body.parent >= 0 else np.eye(4)
        T.append(before @ numbers(body.placement) @ move)
    return T


def pose_of(robot, q, frame=None):
    i, pose = tree(robot).place(frame)
    return poses(robot, q)[i] @ numbers(pose)


def mass_and_gravity(robot, q):
    """M = Σ m JᵥᵀJᵥ + J_ωᵀ I J_ω and g = −Σ Jᵥᵀ m g, the partial Jacobians of the centres of mass."""
    bodies, T, n = tree(robot).bodies, poses(robot, q), robot.n
    M, g = np.zeros((n, n)), np.zeros(n)
    for i, body in enumerate(bodies):
        m, com = float(body.inertia.mass), np.array(body.inertia.com, float)
        I = T[i][:3, :3] @ np.array(body.inertia.central().matrix, float) @ T[i][:3, :3].T
        p = T[i][:3, :3] @ com + T[i][:3, 3]
        Jv, Jw = np.zeros((3, n)), np.zeros((3, n))
        for j in tree(robot).ancestors(i):
            z, o = T[j][:3, 2], T[j][:3, 3]
            Jv[:, j], Jw[:, j] = (z, 0 * z) if bodies[j].prismatic else (np.cross(z, p - o), z)
        M += m * Jv.T @ Jv + Jw.T @ I @ Jw
        g -= m * Jv.T @ np.array(robot.gravity, float)
    return M, g


def states(robot, n=5):
    return np.random.default_rng(5).uniform(-1.6, 1.6, size=(n, robot.n))


# ── the collection ────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", da.gallery.names())
def test_every_robot_builds_and_says_where_it_comes_from(name):
    robot = getattr(da.gallery, name)()
    assert isinstance(robot, da.Robot)
    assert robot.name == name
    assert robot is getattr(da.gallery, name)(), "built once, so that its kernels are kept"
    assert re.search(r"\[[a-z]+\d*\]|Provenance", robot.source)
    assert sum(len(body.rates) for body in tree(robot).bodies) == robot.n
    assert bool(robot.parameters) == (name not in (*NUMERIC, *MECHANISMS))


def test_unknown_robot_offers_the_nearest():
    with pytest.raises(AttributeError):
        da.gallery.puma  # noqa: B018  the access is the test
    assert not hasattr(da.gallery, "puma")
    assert set(da.gallery.names()) <= set(dir(da.gallery))


def test_a_robot_reads_its_own_file_only():
    code = (
        "import sys\nfrom dalembert.robot import gallery\ngallery.names()\n"
        "print(sorted(m for m in sys.modules if m.startswith('dalembert.robot.gallery.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("name", NUMERIC)
def test_numeric_robots_provenance_and_bodies(name):
    robot = getattr(da.gallery, name)()
    assert "Provenance" in robot.source
    assert "Known errors in public copies" in robot.source
    suspects = {link.name for link in robot.links if not link.inertia.is_physical}
    assert suspects == ({"link1", "link3"} if name == "puma560" else set()), "as the file of the PUMA says"
    for joint in robot.joints:
        assert joint.limits.lower < joint.limits.upper
    for q in states(robot, 3):
        assert np.linalg.eigvalsh(mass_and_gravity(robot, q)[0]).min() > 0


# ── puma560 ───────────────────────────────────────────────────────────────────

QZ, QR = (0,) * 6, (0, math.pi / 2, -math.pi / 2, 0, 0, 0)
QS, QN = (0, 0, -math.pi / 2, 0, 0, 0), (0, math.pi / 4, math.pi, 0, math.pi / 4, 0)


@pytest.mark.parametrize(
    ("q", "printed"),
    [
        (QN, [0, 31.6399, 6.0351, 0, 0.0283, 0]),
        (QR, [0, -0.7752, 0.2489, 0, 0, 0]),
        (QS, [0, 46.0069, 8.7722, 0, 0.0283, 0]),
    ],
)
def test_puma_gravity_torque_is_the_published_one(q, printed):
    """[corke2011, §9.1]: joint torques at rest, four decimals."""
    assert mass_and_gravity(da.gallery.puma560(), q)[1] == pytest.approx(printed, abs=5.1e-5)


def test_puma_mass_matrix_with_rotors_is_the_published_one():
    """[corke2011, §9.1]: M at the nominal pose, rotor inertias included, four decimals."""
    robot = da.gallery.puma560()
    M = mass_and_gravity(robot, QN)[0] + np.diag([j.drive.inertia for j in robot.joints])
    printed = [
        [3.6594, -0.4044, 0.1006, -0.0025, 0, 0],
        [-0.4044, 4.4137, 0.3509, 0, 0.0024, 0],
        [0.1006, 0.3509, 0.9378, 0, 0.0015, 0],
        [-0.0025, 0, 0, 0.1925, 0, 0],
        [0, 0.0024, 0.0015, 0, 0.1713, 0],
        [0, 0, 0, 0, 0, 0.1941],
    ]
    assert pytest.approx(np.array(printed), abs=5.1e-5) == M


def test_puma_drives():
    drives = [joint.drive for joint in da.gallery.puma560().joints]
    assert [d.rotor_inertia for d in drives] == [200e-6] * 3 + [33e-6] * 3
    assert [d.gear_ratio for d in drives] == [-62.6111, 107.815, -53.7063, 76.0364, 71.923, 76.686]
    assert drives[0].coulomb == pytest.approx(62.6111 * 0.415)
    assert drives[0].viscous == pytest.approx(62.6111**2 * 1.48e-3)


# ── the others, against descriptions by other hands ───────────────────────────


def urdf_root(name):
    for parent in Path(pin.__file__).resolve().parents:
        for share in (parent / "share", parent / "cmeel.prefix" / "share"):
            found = list((share / "example-robot-data" / "robots").rglob(name))
            if found:
                return ElementTree.parse(found[0]).getroot()
    pytest.fail(f"{name} is not among the example robots installed with Pinocchio")


def pinocchio_model(root):
    return pin.buildModelFromXML(ElementTree.tostring(root, encoding="unicode"))


def test_panda_is_the_urdf_with_the_same_identified_numbers():
    """The URDF has another centre of mass of link 1, 0.0476 m lower: it enters nothing."""
    root = urdf_root("panda.urdf")
    keep = {f"panda_link{i}" for i in range(9)}
    for element in list(root):
        if element.tag == "joint":
            gone = element.find("child").get("link") not in keep
        else:
            gone = element.tag != "link" or element.get("name") not in keep
        if gone:
            root.remove(element)
    model = pinocchio_model(root)
    data = model.createData()
    robot = da.gallery.panda()
    assert model.nv == 7
    for q in states(robot):
        M, g = mass_and_gravity(robot, q)
        expected = pin.crba(model, data, q)
        expected = np.triu(expected) + np.triu(expected, 1).T
        assert pytest.approx(expected, abs=ANOTHER_LIBRARY * 2) == M
        assert g == pytest.approx(pin.computeGeneralizedGravity(model, data, q), abs=ANOTHER_LIBRARY * 40)
        pin.framesForwardKinematics(model, data, q)
        flange = data.oMf[model.getFrameId("panda_link8")].homogeneous
        assert pose_of(robot, q) == pytest.approx(flange, abs=ANOTHER_LIBRARY)


def test_ur5_geometry_is_that_of_the_urdf():
    """From the maker's base frame to the flange; the URDF rounds right angles at 1e-11. Masses agree but the forearm's."""
    model = pinocchio_model(urdf_root("ur5_robot.urdf"))
    data = model.createData()
    robot = da.gallery.ur5()
    for q in states(robot):
        pin.framesForwardKinematics(model, data, q)
        base, tool = (data.oMf[model.getFrameId(name)] for name in ("base", "tool0"))
        assert pose_of(robot, q) == pytest.approx((base.inverse() * tool).homogeneous, abs=SOLVED)
    ours = [float(link.inertia.mass) for link in robot.links[1:]]
    theirs = [model.inertias[i].mass for i in range(1, 7)]
    assert np.flatnonzero(~np.isclose(ours, theirs)).tolist() == [2]


def test_iiwa14_geometry_is_that_of_the_data_sheet():
    """Standard DH of the maker's drawing: 0.36, 0.42, 0.4, 0.126 between the axes, all of which meet."""
    twist = [-90, 90, 90, -90, -90, 90, 0]
    length = [0.36, 0, 0.42, 0, 0.4, 0, 0.126]
    drawing = da.from_dh([("R", 0, math.radians(t), d, 0) for t, d in zip(twist, length, strict=True)])
    robot = da.gallery.iiwa14()
    for q in states(robot):
        assert pose_of(robot, q) == pytest.approx(pose_of(drawing, q), abs=10 * SAME_ALGORITHM)
    assert pose_of(robot, [0] * 7)[:3, 3] == pytest.approx([0, 0, 1.306])


def test_iiwa14_carries_its_weight():
    """Stretched out sideways, joint 2 holds the moment of all centres of mass."""
    robot = da.gallery.iiwa14()
    q = [0, math.pi / 2, 0, 0, 0, 0, 0]
    arm = {"link2": 0.059, "link3": 0.2045 + 0.13, "link4": 0.42 + 0.067, "link5": 0.42 + 0.1845 + 0.076,
           "link6": 0.82 + 0.0006, "link7": 0.82 + 0.081 + 0.02}  # fmt: skip
    moment = sum(float(robot.link(name).inertia.mass) * x for name, x in arm.items()) * 9.81
    assert abs(mass_and_gravity(robot, q)[1][1]) == pytest.approx(moment, rel=SAME_ALGORITHM)


def test_stanford_links_are_bodies_of_their_size():
    robot = da.gallery.stanford()
    assert [j.kind for j in robot.joints] == ["revolute", "revolute", "prismatic", "revolute", "revolute", "revolute"]
    for link in robot.links[1:]:
        assert max(map(abs, link.inertia.com)) < 0.7, "no centre of mass outside the arm"
        gyration = math.sqrt(link.inertia.principal().moments[2] / float(link.inertia.mass))
        assert gyration < 0.45
    q = [0.3, -0.7, 0.9, 1.1, -0.4, 0.2]
    tip = pose_of(robot, q)
    wrist = tip[:3, 3] - 0.263 * tip[:3, 2]
    slide = np.array([math.sin(-0.7) * math.cos(0.3), math.sin(-0.7) * math.sin(0.3), math.cos(-0.7)])
    shoulder = np.array([-0.154 * math.sin(0.3), 0.154 * math.cos(0.3), 0.412])
    assert wrist == pytest.approx(shoulder + 0.9 * slide, abs=TENS_OF_ROUNDINGS)


@needs("rx90/RX90.par")
def test_rx90_is_the_published_description():
    lists = {k: v.split(",") for k, v in re.findall(r"^(\w+) = \{(.*)\}", RX90.read_text(), re.MULTILINE)}
    robot = da.gallery.rx90()
    rows = [
        {"joint": "R", "alpha": lists["alpha"][i], "a": lists["d"][i], "d": lists["r"][i], "mass": lists["M"][i],
         "ms": [lists[f"M{x}"][i] for x in "XYZ"],
         "inertia_origin": [lists[x][i] for x in ("XX", "YY", "ZZ", "XY", "YZ", "XZ")],
         "drive": {"rotor_inertia": lists["IA"][i]}}
        for i in range(6)
    ]  # fmt: skip
    published = da.from_dh(rows, "modified")
    assert (robot.links, robot.joints) == (published.links, published.joints)
    assert len(robot.parameters) == 60 + 6 + 3


def test_joint_limits_keep_speed_and_torque():
    assert da.gallery.panda().joints[3].limits == da.Limits(-3.0718, -0.0698, 2.175, 87.0)
    assert da.gallery.ur5().joints[5].limits.effort == 28.0


def test_a_name_that_is_neither_a_file_nor_in_the_gallery():
    with raises(da.finding.Unknown, name="puma", known=da.gallery.names()):
        da.load("puma")
