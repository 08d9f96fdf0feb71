"""Our own file: symbols, exact numbers and floats as written; mistakes with their line."""

from fractions import Fraction

import pytest

import dalembert as da
from dalembert.graph import Node
from raised import raises

ARM = """
name = "arm"
gravity = [0, 0, "-g"]
source = "measured on the bench"

[[links]]
name = "base"

[[links]]
name = "forearm"
mass = "m1"
com = ["lc1", 0, 0.25]
inertia = [0, "I1/2", "I1", 0, 0, 0.5]

[[joints]]
name = "elbow"
kind = "revolute"
parent = "base"
child = "forearm"
placement = { xyz = ["l1", 0, 1], rpy = ["pi/2", 0, 0] }
axis = [0, 0, 1]
limits = { lower = -1, upper = 1.5, effort = 30 }
drive = { rotor_inertia = "Im", gear_ratio = 100, coulomb = 0.5 }

[[frames]]
name = "tool"
link = "forearm"
placement = { R = [[0, -1, 0], [1, 0, 0], [0, 0, 1]] }
"""


def toml(tmp_path, text, name="robot.toml"):
    path = tmp_path / name
    path.write_text(text)
    return path


def test_symbols_exact_numbers_and_floats(tmp_path):
    robot = da.load(toml(tmp_path, ARM))
    assert set(robot.parameters) == {"g", "m1", "lc1", "I1", "l1", "Im"}
    elbow = robot.joint("elbow")
    assert elbow.placement.p[2] == 1
    assert isinstance(elbow.placement.p[2], Fraction)
    assert elbow.placement.R == ((1, 0, 0), (0, 0, -1), (0, 1, 0))  # exact: pi/2 is known
    assert isinstance(elbow.placement.p[0], Node)
    assert elbow.drive.gear_ratio == 100
    assert elbow.drive.coulomb == 0.5
    assert (elbow.limits.lower, elbow.limits.upper, elbow.limits.velocity) == (-1, 1.5, None)
    assert robot.source == "measured on the bench"
    bound = robot.bind(g=9.81, m1=2, lc1=0.5, I1=1, l1=1, Im="1/1000")
    inertia = bound.link("forearm").inertia
    # Steiner: Iyy + m (x² + z²), Izz + m x², Ixz − m x z
    assert [float(x) for x in inertia.tensor] == pytest.approx([0.125, 0.5 + 0.625, 1.5, 0, 0, 0.5 - 0.25])
    assert float(bound.joint("elbow").drive.inertia) == pytest.approx(10)


def test_first_moments_and_tensor_about_the_origin(tmp_path):
    text = ARM.replace("com =", "ms =").replace("inertia = [0,", "inertia_origin = [0,")
    inertia = da.load(toml(tmp_path, text)).link("forearm").inertia
    assert inertia.ms[2] == 0.25
    assert inertia.tensor[5] == 0.5


@pytest.mark.parametrize(
    ("old", "new", "cause", "message"),
    [
        ('name = "arm"', "name =", da.errors.BadFile, da.finding.Malformed),
        ('mass = "m1"', 'mas = "m1"', da.errors.BadFile, da.finding.Rejected),
        ('mass = "m1"', 'mass = "m1 +"', da.errors.BadExpression, da.finding.Rejected),
        ('mass = "m1"', 'mass = "__import__(1)"', da.errors.BadExpression, da.finding.Rejected),
        ('mass = "m1"', "mass = nan", da.errors.WrongValue, da.finding.Rejected),
        ('mass = "m1"', "mass = true", da.errors.WrongValue, da.finding.Rejected),
        ('mass = "m1"', "mass = 2020-01-01", da.errors.WrongValue, da.finding.Rejected),
        ('mass = "m1"', "mass = 1" + "0" * 400, da.errors.WrongValue, da.finding.Rejected),
        ('mass = "m1"', "mass = 1" + "0" * 5000, da.errors.BadFile, da.finding.Malformed),
        ('mass = "m1"', "mass = -1\ncom = [0, 0, 0]", da.errors.BadFile, da.finding.Malformed),
        ('["lc1", 0, 0.25]', '["lc1", 0]', da.errors.WrongSize, da.finding.Rejected),
        ('"I1", 0, 0, 0.5]', '"I1"]', da.errors.WrongSize, da.finding.Rejected),
        ('["lc1", 0, 0.25]', '["lc1", 0, 0.25]\nms = [0, 0, 0]', da.errors.WrongValue, da.finding.Rejected),
        ('kind = "revolute"', 'kind = "floating"', da.errors.WrongValue, da.finding.Rejected),
        ('kind = "revolute"', "", da.errors.WrongValue, da.finding.Rejected),
        ("axis = [0, 0, 1]", "axis = [0, 0, 0]", da.errors.WrongValue, da.finding.Rejected),
        ('child = "forearm"', 'child = "hand"', da.errors.BadTopology, da.finding.NotDefined),
        ("[[0, -1, 0], [1, 0, 0], [0, 0, 1]]", "[[0, -1, 0], [1, 0, 0], [0, 0, 2]]", da.errors.WrongValue, da.finding.Rejected),
        ("[[0, -1, 0], [1, 0, 0], [0, 0, 1]]", "[[0, -1, 0]]", da.errors.WrongSize, da.finding.Rejected),
        ("lower = -1", 'lower = "a"', da.errors.WrongValue, da.finding.Rejected),
        ("lower = -1", "low = -1", da.errors.BadFile, da.finding.Rejected),
        ("[[links]]\nname = \"base\"", "[[links]]\nname = 3", da.errors.WrongValue, da.finding.Rejected),
        ('gravity = [0, 0, "-g"]', "gravity = 9.81", da.errors.WrongSize, da.finding.Rejected),
        ("[[joints]]", "[joints]", da.errors.BadFile, da.finding.Rejected),
        ("coulomb = 0.5", "coupling = [3]", da.errors.WrongValue, da.finding.Rejected),
        ("coulomb = 0.5", "stiffness = 0", da.errors.WrongValue, da.finding.Rejected),
        ('drive = {', 'drive = 3 # {', da.errors.WrongValue, da.finding.Rejected),
    ],
)  # fmt: skip
def test_mistakes_are_told_with_their_line(tmp_path, old, new, cause, message):
    assert old in ARM
    path = toml(tmp_path, ARM.replace(old, new))
    with raises(message):
        da.load(path)
    assert da.diagnose(path).errors


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("a = " + "[" * 50_000, da.finding.Malformed),
        ("a." * 50_000 + "b = 1", da.finding.Malformed),
        ("[" + "a." * 3000 + "b]\n", da.finding.Malformed),
        ("links = " + "[" * 900 + "]" * 900, da.finding.Malformed),
        ("x = '" + "y" * 6_000_000 + "'", da.finding.Malformed),
        ("\ufeff\x00", da.finding.Malformed),
        ("links = [[[[1]]]]", da.finding.Rejected),
        ("name = 'a'", da.finding.NothingDescribed),
        ("[[links]]\n" * 6000, da.finding.FileLimit),
    ],
    ids=["brackets", "dots", "header", "nested", "long", "binary", "lists", "nothing", "many"],
)
def test_hostile_files(tmp_path, text, kind):
    with raises(kind):
        da.load(toml(tmp_path, text))


def test_not_utf8(tmp_path):
    path = tmp_path / "bad.toml"
    path.write_bytes(b"name = '\xff\xfe'")
    with raises(da.finding.Malformed, format="TOML"):
        da.load(path)


def test_tables_of_rows_go_to_the_dh_reader(tmp_path):
    rows = 'name = "two"\n[[row]]\njoint = "R"\na = "l1"\n[[row]]\njoint = "R"\na = "l2"\n'
    robot = da.load(toml(tmp_path, rows))
    assert robot.n == 2
    assert robot.parameters == ("l1", "l2")
    table = tmp_path / "two.csv"
    table.write_text("joint,a,alpha,d,theta\nR,l1,0,0,0\nR,l2,0,0,0\n")
    assert da.load(table).n == 2
    assert da.diagnose(table).errors == ()
    with raises(da.finding.Unreadable):
        da.load(tmp_path / "none.csv")
