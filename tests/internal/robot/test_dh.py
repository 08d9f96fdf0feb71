"""DH tables against products of the four elementary matrices, and tables that are refused."""

import math
from itertools import repeat

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dalembert as da
from dalembert.argument import value
from dalembert.graph import evaluate
from dalembert.robot.tree import tree
from dalembert.spatial.pose import rotation_rpy
from raised import raises
from tolerance import SAME_ALGORITHM


def turn(axis, angle):
    c, s = math.cos(angle), math.sin(angle)
    T = np.eye(4)
    i, j = {"x": (1, 2), "z": (0, 1)}[axis]
    T[[i, i, j, j], [i, j, i, j]] = c, -s, s, c
    return T


def shift(axis, length):
    T = np.eye(4)
    T["xyz".index(axis), 3] = length
    return T


def link_matrix(convention, a, alpha, d, theta):
    if convention == "standard":
        return turn("z", theta) @ shift("z", d) @ shift("x", a) @ turn("x", alpha)
    return turn("x", alpha) @ shift("x", a) @ turn("z", theta) @ shift("z", d)


def numbers(pose):
    return np.array(evaluate([x for row in pose.matrix() for x in row], {})).reshape(4, 4)


def pose_of(robot, q, frame=None):
    """Pose of a link or frame, from the bodies that the algorithms see."""
    bodies = tree(robot)
    i, pose = bodies.place(frame)
    T = numbers(pose)
    while i >= 0:
        body = bodies.bodies[i]
        T = numbers(body.placement) @ (shift if body.prismatic else turn)("z", q[body.coordinate]) @ T
        i = body.parent
    return T


def random_table(seed, n):
    rng = np.random.default_rng(seed)
    table = []
    for _ in range(n):
        a, alpha, d, theta = rng.uniform(-1.5, 1.5, 4).tolist()
        if rng.random() < 0.5:
            alpha = float(rng.choice([0.0, math.pi / 2, -math.pi / 2, math.pi]))
        table.append({"joint": str(rng.choice(["R", "P"])), "a": a, "alpha": alpha, "d": d, "theta": theta})
    return table, rng.uniform(-2, 2, n)


@pytest.mark.parametrize("convention", ["standard", "modified"])
@given(seed=st.integers(0, 2**32 - 1), n=st.integers(1, 7))
def test_forward_kinematics_is_the_product_of_link_matrices(convention, seed, n):
    table, q = random_table(seed, n)
    robot = da.from_dh(table, convention)
    T = np.eye(4)
    for i, (row, x) in enumerate(zip(table, q, strict=True), 1):
        d, theta = (row["d"], row["theta"] + x) if row["joint"] == "R" else (row["d"] + x, row["theta"])
        T = T @ link_matrix(convention, row["a"], row["alpha"], d, theta)
        assert pose_of(robot, q, f"link{i}") == pytest.approx(T, abs=10 * SAME_ALGORITHM)


def test_names_axes_and_exact_right_angles():
    robot = da.from_dh([("R", 0, "pi/2", 0, 0), ("P", "a2", -math.pi / 2, 0, 0)], name="arm", gravity=(0, "-g", 0))
    assert [x.name for x in robot.links] == ["base", "link1", "link2"]
    assert robot.coordinates == ("joint1", "joint2")
    assert [j.kind for j in robot.joints] == ["revolute", "prismatic"]
    assert robot.joints[0].after.R == ((1, 0, 0), (0, 0, -1), (0, 1, 0))
    assert robot.joints[1].after.R == ((1, 0, 0), (0, 0, 1), (0, -1, 0))
    assert all(type(x) is not float for row in robot.joints[1].after.R for x in row)
    assert set(robot.parameters) == {"a2", "g"}


@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_base_and_tool(convention):
    table, q = random_table(3, 4)
    base = da.Pose(rotation_rpy(0.3, -0.5, 1.2), (0.1, 0.2, 0.3))
    tool = da.Pose(rotation_rpy(-0.7, 0.4, 0.1), (0.0, 0.05, 0.2))
    plain = da.from_dh(table, convention)
    robot = da.from_dh(table, convention, base=base, tool=np.array(tool.matrix()))
    expected = numbers(base) @ pose_of(plain, q, "link4") @ numbers(tool)
    assert pose_of(robot, q, "tool") == pytest.approx(expected, abs=10 * SAME_ALGORITHM)
    assert pose_of(robot, q) == pytest.approx(expected, abs=10 * SAME_ALGORITHM), "the tool is the default frame"
    text = da.from_dh(table, convention, tool=da.Pose(p=("l/2", 0, "-d")))
    assert text.frames[0].placement.p == (value("l/2"), 0, value("-d"))


def test_inertia_in_both_forms_is_one():
    tensor = (0.3, 0.4, 0.5, 0.01, -0.02, 0.03)
    central = da.from_dh(
        [{"joint": "R", "a": 1, "alpha": 0, "d": 0, "mass": 2.0, "com": (0.1, -0.2, 0.3), "inertia": tensor}]
    )
    seen = central.link("link1").inertia
    assert seen == da.Inertia.about_com(2.0, (0.1, -0.2, 0.3), tensor)
    about = da.from_dh(
        [{"joint": "R", "a": 1, "alpha": 0, "d": 0, "mass": 2.0, "ms": seen.ms, "inertia_origin": seen.tensor}]
    )
    assert about.link("link1").inertia == seen
    assert da.from_dh([("R", 1, 0, 0, 0)]).link("link1").inertia.is_zero


def test_angles_of_more_than_a_turn_are_doubted():
    told = da.from_dh([{"joint": "R", "alpha": 90}, {"joint": "R", "alpha": "90*pi/180", "theta": -180}]).warnings
    seen = [(x.part.tag, x.part.owner.name, x.value.value, x.unit) for x in told]
    assert seen == [("alpha", "1", 90.0, "degrees"), ("theta", "2", -180.0, "degrees")]
    assert not da.from_dh([{"joint": "R", "alpha": "-pi/2", "theta": 6.28}, {"joint": "R", "alpha": "a"}]).warnings


def test_tuple_rows_are_dict_rows():
    full = ("P", "l", 0.1, 0.2, 0.3, 2, (1, 0, 0), (1, 1, 1, 0, 0, 0), (-1, 1), {"rotor_inertia": "Im"})
    keys = ("joint", "a", "alpha", "d", "theta", "mass", "com", "inertia", "limits", "drive")
    for size in range(5, 11):
        one = da.from_dh([full[:size]])
        other = da.from_dh([dict(zip(keys, full[:size], strict=False))])
        assert (one.links, one.joints) == (other.links, other.joints)


def test_limits_and_drives():
    row = {"joint": "R", "a": 0, "alpha": 0, "d": 0}
    joint = da.from_dh([row | {"limits": ("-pi/2", 2), "drive": {"rotor_inertia": 1e-3, "gear_ratio": "n"}}]).joints[0]
    assert joint.limits == da.Limits(-math.pi / 2, 2.0)
    assert joint.drive == da.Drive(1e-3, "n")
    every = {"lower": -1, "upper": 1, "velocity": 3, "effort": 80}
    assert da.from_dh([row | {"limits": every}]).joints[0].limits == da.Limits(-1.0, 1.0, 3.0, 80.0)


GOOD = {"joint": "R", "a": 0, "alpha": 0, "d": 0, "theta": 0}
BAD_ROWS = [
    ({"alfa": 0}, da.errors.UnknownName, da.finding.BadRow),
    ({"joint": "X"}, da.errors.WrongValue, da.finding.BadRow),
    ({"joint": None}, da.errors.WrongValue, da.finding.BadRow),
    ({"a": "__import__('os')"}, da.errors.BadExpression, da.finding.BadRow),
    ({"a": "l1 +"}, da.errors.BadExpression, da.finding.BadRow),
    ({"a": "9**9**9"}, da.errors.BadExpression, da.finding.BadRow),
    ({"a": "x" * 5000}, da.errors.BadExpression, da.finding.BadRow),
    ({"a": "q1"}, da.errors.BadExpression, da.finding.BadRow),
    ({"a": float("nan")}, da.errors.WrongValue, da.finding.BadRow),
    ({"a": [1]}, da.errors.WrongValue, da.finding.BadRow),
    ({"mass": True}, da.errors.WrongValue, da.finding.BadRow),
    ({"com": (1, 0, 0)}, da.errors.WrongValue, da.finding.BadRow),
    ({"mass": 1, "com": (1, 0)}, da.errors.WrongSize, da.finding.BadRow),
    ({"mass": 1, "inertia": (1, 1, 1)}, da.errors.WrongSize, da.finding.BadRow),
    ({"mass": 1, "inertia": 3}, da.errors.WrongValue, da.finding.BadRow),
    ({"mass": 1, "com": (0, 0, 0), "ms": (0, 0, 0)}, da.errors.WrongValue, da.finding.BadRow),
    (
        {"mass": 1, "inertia": (0,) * 6, "inertia_origin": (0,) * 6},
        da.errors.WrongValue,
        da.finding.BadRow,
    ),
    ({"limits": (1, -1)}, da.errors.WrongValue, da.finding.BadRow),
    ({"limits": 3}, da.errors.WrongSize, da.finding.BadRow),
    ({"limits": {"low": 3}}, da.errors.UnknownName, da.finding.BadRow),
    (
        {"drive": {"rotor_inertias": 3}},
        da.errors.UnknownName,
        da.finding.BadRow,
    ),
    ({"drive": 3}, da.errors.WrongValue, da.finding.BadRow),
]


@pytest.mark.parametrize(("change", "error", "message"), BAD_ROWS)
def test_bad_rows_say_where_and_what(change, error, message):
    with raises(message):
        da.from_dh([GOOD, GOOD | change])


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (([GOOD], "craig"), da.errors.WrongValue, da.finding.NotOneOf),
        (([],), da.errors.WrongSize, da.finding.Empty),
        ((repeat(GOOD),), da.errors.WrongSize, da.finding.TooMany),
        (("R",), da.errors.WrongValue, da.finding.WrongType),
        ((GOOD,), da.errors.WrongValue, da.finding.WrongType),
        ((["R"],), da.errors.WrongValue, da.finding.WrongType),
        (([("R", 0, 0)],), da.errors.WrongSize, da.finding.WrongLength),
    ],
)
def test_bad_tables(arguments, error, message):
    with raises(message):
        da.from_dh(*arguments)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"tool": np.eye(3)}, da.errors.WrongSize, da.finding.WrongLength),
        ({"base": np.diag([1, 1, 1, 2])}, da.errors.WrongValue, da.finding.BadRow),
        ({"base": np.diag([2, 1, 1, 1])}, da.errors.WrongValue, da.finding.BadRow),
        ({"gravity": (0, 0)}, da.errors.WrongSize, da.finding.WrongLength),
        ({"gravity": "down"}, da.errors.WrongValue, da.finding.WrongType),
    ],
)
def test_bad_options(options, error, message):
    with raises(message):
        da.from_dh([GOOD], **options)


# ── files ─────────────────────────────────────────────────────────────────────

TOML = """
name = "two"
convention = "modified"
gravity = [0, "-g", 0]
tool = { xyz = ["l2", 0, 0], rpy = [0, "pi/2", 0] }
[[row]]
joint = "R"
a = 0
alpha = 0
d = 0.5
mass = "m1"
com = ["l1/2", 0, 0]
inertia = [0, "I1", "I1", 0, 0, 0]
drive = { rotor_inertia = "Im", gear_ratio = 100 }
[[row]]
joint = "P"
a = "l1"
alpha = "-pi/2"
theta = 0
limits = [0, 1]
"""

CSV = """# convention = "modified"
# name = "two"
# a remark
# gravity = [0, "-g", 0]
joint, a, alpha, d, theta, mass, com, inertia, limits, drive.rotor_inertia, drive.gear_ratio
R, 0, 0, 0.5, , m1, l1/2 0 0, 0 I1 I1 0 0 0, , Im, 100
P, l1, -pi/2, , 0, , , , 0 1, ,
"""


def test_toml_and_csv_give_the_same_robot(tmp_path):
    (tmp_path / "two.toml").write_text(TOML)
    (tmp_path / "two.csv").write_text(CSV)
    one, other = da.model.from_table(tmp_path / "two.toml"), da.model.from_table(str(tmp_path / "two.csv"))
    assert one.name == other.name == "two"
    assert one.gravity == other.gravity == (0, value("-g"), 0)
    assert (one.links, one.joints) == (other.links, other.joints)
    assert one.joints[1].placement.R == ((1, 0, 0), (0, 0, 1), (0, -1, 0))
    assert one.joints[0].drive == da.Drive("Im", 100)
    assert one.frames[0].placement == da.Pose(((0, 0, 1), (0, 1, 0), (-1, 0, 0)), (value("l2"), 0, 0))
    assert one.source.endswith("two.toml")


def test_arguments_override_the_file(tmp_path):
    (tmp_path / "arm.csv").write_text("joint,a,alpha,d\nR,1,0,0\n")
    robot = da.model.from_table(tmp_path / "arm.csv", convention="modified", gravity=(0, 0, 0))
    assert robot.name == "arm"
    assert robot.joints[0].placement.p == (1, 0, 0)
    assert robot.gravity == (0, 0, 0)
    assert da.model.from_table(tmp_path / "arm.csv", name="leg").joints[0].after.p == (1, 0, 0)


@pytest.mark.parametrize(
    ("name", "content", "error", "message"),
    [
        ("a.xml", b"<robot/>", da.errors.BadFile, da.finding.NotOneOf),
        ("missing.toml", None, da.errors.BadFile, da.finding.Unreadable),
        ("a.toml", b"", da.errors.BadFile, da.finding.Unreadable),
        ("a.toml", b"\xff\xfe\x00", da.errors.BadFile, da.finding.BadTable),
        ("a.toml", b"name = ", da.errors.BadFile, da.finding.BadTable),
        ("a.toml", b"x = " + b"[" * 100_000, da.errors.BadFile, da.finding.BadTable),
        ("a.toml", b"#" * 1_000_001, da.errors.BadFile, da.finding.FileLimit),
        ("a.toml", b"name = 'x'", da.errors.BadFile, da.finding.BadTable),
        ("a.toml", b"nam = 'x'\n[[row]]\njoint = 'R'", da.errors.UnknownName, da.finding.Rejected),
        ("a.toml", b"name = 3\n[[row]]\njoint = 'R'", da.errors.WrongValue, da.finding.Rejected),
        ("a.toml", b"tool = {xy = [1]}\n[[row]]\njoint = 'R'", da.errors.UnknownName, da.finding.Rejected),
        ("a.toml", b"tool = {xyz = [1]}\n[[row]]\njoint = 'R'", da.errors.WrongSize, da.finding.Rejected),
        ("a.csv", b"# name = 'x'", da.errors.BadFile, da.finding.BadTable),
        ("a.csv", b"joint,a,a\nR,1,1", da.errors.BadFile, da.finding.BadTable),
        ("a.csv", b"joint,a,alpha,d\nR,1,0", da.errors.WrongSize, da.finding.RowWidth),
        ("a.csv", b'joint,a,alpha,d\n"R,1,0,0', da.errors.BadFile, da.finding.BadTable),
        ("a.csv", b"joint,a,alpha,d\n", da.errors.WrongSize, da.finding.Rejected),
        ("a.csv", b"joint,a,alpha,d\nR,1;2,0,0", da.errors.BadExpression, da.finding.BadRow),
    ],
)
def test_bad_files(tmp_path, name, content, error, message):
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with raises(message):
        da.model.from_table(tmp_path / name)
