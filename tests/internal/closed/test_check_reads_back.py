"""What the software prints, `check` calls right: text of every quantity of every robot, and every step of a derivation."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from dalembert.closed.equations import elastic_equations
from dalembert.closed.reading.lexer import LONGEST
from dalembert.spatial.pose import rotation_rpy
from raised import raises

QUANTITIES = ("tau", "M", "c", "g", "S", "C", "B", "christoffel", "T", "U", "L", "p", "friction", "spring", "phi", "J")
LARGE = ("articulated", "rx90", "puma560", "stanford", "ur5", "iiwa14", "panda", "quadruped")
LOOPED = ("phi", "J")
OF_ORIGIN = re.compile(r"(\\begin\{aligned\}\n)?(\\boldsymbol\{)?[pv]\}?_\{?\d")  # p_2, which is a momentum elsewhere
SMALL = tuple(x for x in da.gallery.names() if x not in LARGE)


def first_row(text: str) -> str:
    """The first equation of several, with what was written apart and it uses."""
    statements = {x.partition(" = ")[0]: x for x in re.split(r"\n(?=\w+ = )", text)}
    used, left = [], [next(iter(statements))]
    while left:
        name = left.pop()
        if name in statements and name not in used:
            used.append(name)
            left += re.findall(r"[A-Za-z]\w*", statements[name].partition(" = ")[2])
    return "\n".join(statements[x] for x in used)


def right(robot: da.Robot, text: str) -> None:
    verdict = da.check(robot, text)
    assert verdict.correct, f"{robot.name}: {text[:300]}\n{verdict.explain()[:2000]}"
    assert not verdict.conventions


@pytest.mark.sampled(16)
@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("what", QUANTITIES)
def test_every_quantity_of_small_robots(name: str, what: str) -> None:
    robot = getattr(da.gallery, name)()
    printed = da.equations(robot)
    if what in LOOPED and not robot.loops:
        with raises(da.finding.RobotHasNo, noun="loops"):
            printed.text(what)
        return
    if what == "christoffel" and robot.balls:
        with raises(da.finding.NotForQuasiVelocities):
            printed.text(what)
        return
    if what == "B" and robot.n == 1:
        assert len(printed.text(what)) < 10  # nothing to say
        return
    right(robot, printed.text(what))
    right(robot, printed.latex(what))


@pytest.mark.sampled(10)
@pytest.mark.parametrize("name", ["articulated", "puma560", "stanford", "ur5"])
@pytest.mark.parametrize("what", [x for x in QUANTITIES if x not in LOOPED])
def test_every_quantity_of_large_robots_numbers_included(name: str, what: str) -> None:
    robot = getattr(da.gallery, name)()
    right(robot, da.equations(robot).text(what))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("what", ["tau", "c", "g", "christoffel"])
def test_rows_of_the_largest_robots(what: str) -> None:
    right(da.gallery.rx90(), first_row(da.equations(da.gallery.rx90()).text(what)))
    for robot in (da.gallery.iiwa14(), da.gallery.panda()):
        text = da.equations(robot).text("g" if what == "g" else "U", group="inertia")
        assert len(text) < LONGEST
        right(robot, text)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("what", ["tau", "M", "c", "g", "S", "C", "B", "p"])
def test_rows_of_a_quadruped(what: str) -> None:
    """A base of its own and twelve joints: q_w, ω and entries M_{1,12}."""
    eq = da.equations(da.gallery.quadruped())
    right(eq.robot, first_row(eq.text(what)))
    if what in "MSCB":
        right(eq.robot, re.split(r"\n(?=\w+ = )", eq.text(what))[-1])


def test_the_square_root_of_a_strut_is_read_to_its_last_digit() -> None:
    text = da.equations(da.gallery.andrews_squeezer()).text("U")
    right(da.gallery.andrews_squeezer(), text)
    other = re.sub(r"sqrt\((\d\.\d+)", lambda found: f"sqrt({float(found[1]) * 1.001:.10f}", text)
    assert other != text
    assert da.check(da.gallery.andrews_squeezer(), other).correct is False


def test_a_text_that_is_too_long_is_said_to_be() -> None:
    text = da.equations(da.gallery.quadruped()).latex("S", short=False, width=246)
    assert len(text) > LONGEST
    with raises(da.finding.UnreadableText, cause=da.finding.TooManyParts("characters", LONGEST)):
        da.check(da.gallery.quadruped(), text)


@pytest.mark.parametrize("digits", [3, 4, 9])
def test_any_number_of_digits(digits: int) -> None:
    for name in ("puma560", "ur5"):
        robot = getattr(da.gallery, name)()
        for what in ("M", "g"):
            right(robot, da.equations(robot).text(what, digits=digits))


@pytest.mark.parametrize("name", ["pr", "rp", "planar_2r", "planar_3r", "spatial_3r", "cylindrical", "spherical"])
def test_every_step_of_a_derivation(name: str) -> None:
    """p_c, v_c, ω, T_i, U_i, the derivatives of L: at least twenty of them, as LaTeX."""
    robot = getattr(da.gallery, name)()
    steps = [step for outer in da.derive(robot, "lagrange").steps for step in outer.walk()]
    texts = [x.latex() for step in steps if step.title != "Frames and links" for x in step.equations]
    readable = [t for t in texts if r"\langle" not in t and not OF_ORIGIN.match(t)]
    assert len(readable) >= 20
    for text in readable:
        right(robot, text)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("width", [425, 246, 200])
def test_pages_of_any_width(width: float) -> None:
    """LaTeX broken over lines and inside brackets, given by entries, with names for what occurs often."""
    for name in ("planar_3r", "spatial_3r", "spherical", "five_bar", "andrews_squeezer", "ur5"):
        robot = getattr(da.gallery, name)()
        for what in ("tau", "M", "c", "T"):
            right(robot, da.equations(robot).latex(what, width=width))


def test_a_page_with_names() -> None:
    """c of a UR5 in a column: k1, k2, … are defined before they are used, and the whole is right."""
    text = da.equations(da.gallery.ur5()).latex("c", width=246)
    assert text.index("k_{1} &=") < text.index("c_{1} &=")
    assert text.count("k_{1}") > 2
    right(da.gallery.ur5(), text)
    assert "k_{1}" not in da.equations(da.gallery.ur5()).latex("c", width=246, names=False)


def test_letters_of_ones_own() -> None:
    for name in ("planar_2r", "spatial_3r"):
        robot = getattr(da.gallery, name)()
        for what in ("tau", "M"):
            right(robot, da.equations(robot).text(what, symbols={"q": "theta", "M": "H"}))
            right(robot, da.equations(robot).latex(what, symbols={"q": "theta", "M": "H"}))


def test_base_parameters() -> None:
    for name in ("planar_2r", "planar_3r", "rp", "pr", "cylindrical"):
        robot = getattr(da.gallery, name)()
        right(robot, da.equations(robot).text("base_parameters"))


@pytest.mark.parametrize("seed", range(10))
def test_arms_of_decimals_with_slanted_axes(seed: int) -> None:
    """Axes along (1, 1, 0), angles of 0.3, right angles of five digits: what cancels leaves 10⁻¹⁷, which nobody wrote."""
    robot = _slanted(np.random.default_rng(seed))
    for group in ("base", "inertia"):
        told = da.check(robot, da.equations(robot).text("M", group=group))
        assert told.correct, told.explain()


def _slanted(rng: np.random.Generator) -> da.Robot:
    """Three joints on slanted axes, turned by angles as files have them."""
    links, joints = [da.Link("base")], []
    for k, kind in enumerate(rng.permutation(["revolute", "revolute", "prismatic"])):
        com, size = np.round(rng.uniform(-0.1, 0.1, 3), 3), np.round(rng.uniform(0.04, 0.06, 3), 5)
        body = da.Inertia.about_com(
            round(float(rng.uniform(0.5, 5)), 4), tuple(com.tolist()), (*size.tolist(), 0.001, 0, 0)
        )
        turn = rotation_rpy(*(float(x) for x in rng.choice([0.3, 1.5708, -1.5708, 0.0], 3)))
        at = da.Pose(R=turn, p=tuple(np.round(rng.uniform(-0.4, 0.4, 3), 3).tolist()))
        axis = [(1, 1, 0), (0, 0.6, 0.8), (0, 1, 0)][int(rng.integers(3))]
        joints.append(da.Joint(f"j{k}", str(kind), links[-1].name, f"l{k}", at, axis=axis))
        links.append(da.Link(f"l{k}", body))
    return da.Robot("slanted", tuple(links), tuple(joints))


@pytest.mark.filterwarnings("ignore:these are the equations of the rigid model")
@pytest.mark.parametrize("name", ["pr", "rp", "planar_2r", "scara", "cylindrical"])
def test_equations_of_elastic_joints(name: str) -> None:
    """Links behind springs and motors before them; one joint is left rigid where there are more than two."""
    robot = getattr(da.gallery, name)()
    soft = [joint.name for joint in robot.joints if joint.moves][:2]
    springs = {
        joint: da.Drive(
            stiffness=f"k{i}", joint_damping=f"b{i}", rotor_inertia=f"J{i}", gear_ratio=f"N{i}", motor_coulomb="fm"
        )
        for i, joint in enumerate(soft)
    }
    joints = tuple(replace(x, drive=springs.get(x.name, x.drive)) for x in robot.joints)
    robot = replace(robot, joints=joints)
    printed = elastic_equations(robot)
    for text in (printed.text(), printed.latex()):
        verdict = da.check(robot, text)
        assert verdict.correct, verdict.explain()
        wrong = da.check(robot, text.replace("tau1 = ", "tau1 = 2*").replace(r"\tau_{1} &= ", r"\tau_{1} &= 2 "))
        assert [x.correct for x in wrong.findings].count(False) == 1
    assert any(
        isinstance(note, da.finding.RigidModel) for note in da.check(robot, da.equations(robot).text("tau")).notes
    )
