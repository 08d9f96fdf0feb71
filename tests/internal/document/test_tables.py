"""Tables of a report against the robot: the frames it prints are those of forward kinematics, and no table is too wide."""

from __future__ import annotations

import numpy as np
import pytest

import dalembert as da
from dalembert.closed.prove import NOT_APPLICABLE, PropertyClaim
from dalembert.document import model_tables, summary
from dalembert.document.facts import Facts, ReportRequest
from dalembert.document.report import fitted
from dalembert.robot.tree import tree
from dalembert.typeset.block import Items, Table, Words
from dalembert.typeset.languages import language
from raised import raises
from tolerance import ANOTHER_LIBRARY

SERIAL = (
    "pendulum",
    "planar_2r",
    "spatial_3r",
    "cylindrical",
    "scara",
    "articulated",
    "puma560",
    "stanford",
    "panda",
    "ur5",
    "iiwa14",
)


def frame(a, alpha, d, theta):
    c, s, ca, sa = np.cos(theta), np.sin(theta), np.cos(alpha), np.sin(alpha)
    return np.array([[c, -s, 0, a], [s * ca, c * ca, -sa, -sa * d], [s * sa, c * sa, ca, ca * d], [0, 0, 0, 1.0]])


@pytest.mark.parametrize("name", SERIAL)
def test_printed_frames_are_those_of_forward_kinematics(name, tmp_path):
    """Also of the same robot from a file, where fixed links stand between its joints."""
    robot = getattr(da.gallery, name)()
    robot = robot.bind(**{x: 0.3 + 0.1 * k for k, x in enumerate(robot.parameters)}) if robot.parameters else robot
    da.export(robot, tmp_path / "robot.urdf")
    for one in (robot, da.load(tmp_path / "robot.urdf")):
        joints = [x for x in one.joints if x.moves]
        rows = model_tables.chain(joints, tree(one))
        if not rows:
            continue
        q = np.linspace(0.3, 0.9, one.n)
        T = np.eye(4)
        for (a, alpha, d), joint, x in zip(rows, joints, q, strict=True):
            slides = joint.kind == "prismatic"
            T = T @ frame(a, np.radians(alpha), d + x * slides, 0.0 if slides else x)
        assert np.allclose(T, da.forward_kinematics(one, q, joints[-1].child), atol=ANOTHER_LIBRARY, rtol=0)


def test_a_table_too_wide_is_several_that_hold_all_of_it():
    head = ("joint", *(f"column {k}" for k in range(9)))
    rows = tuple((str(i), *(f"{i}.{k} × 10⁻³⁶" for k in range(9))) for i in range(3))
    parts = list(fitted(Table(head, rows, "Numbers.", align="l" + "r" * 9), None))
    assert len(parts) > 1
    assert [x for part in parts for x in part.head[1:]] == list(head[1:])
    assert [x for part in parts for x in part.rows[2][1:]] == list(rows[2][1:])
    assert all(part.rows[1][0] == "1" and len(part.align) == len(part.head) for part in parts)
    assert list(fitted(parts[0], None)) == [parts[0]]


def test_a_table_too_long_says_what_it_leaves():
    (cut,) = fitted(Table(("joint",), tuple((str(i),) for i in range(150)), "Numbers."), None)
    assert cut.rows[-1] == ("99",)
    assert cut.caption == "Numbers. The first 100 of 150 rows."


def test_what_was_not_shown_is_no_alarm():
    robot = da.gallery.planar_2r()
    unshown = da.types.Certificate(
        "r",
        (
            PropertyClaim(
                "symmetric", da.finding.StructuralProperty("symmetric"), NOT_APPLICABLE, da.finding.ExactIdentity()
            ),
        ),
    )
    marks = [x.mark for x in summary.holds(unshown, robot) if isinstance(x, Items)]
    assert "✗" not in marks
    assert da.prove(robot).holds


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"m1": -1.0}, "negative mass"),
        ({"I2": -5.0}, "negative moment"),
        ({"lc2": None}, "lc2 have no value."),
    ],
)
def test_values_that_no_robot_has_are_told_first(values, said):
    robot = da.gallery.planar_2r()
    given = {**dict.fromkeys(robot.parameters, 0.5), "I1": 0.1, "I2": 0.1, **values}
    facts = Facts(ReportRequest(robot, values={x: y for x, y in given.items() if y is not None}))
    first = next(iter(summary.top(facts, {})))
    assert all(x in language("markdown").block(first) for x in said.split())


def test_a_letter_of_ones_own_is_not_that_of_another_quantity_of_the_report(tmp_path):
    robot = da.gallery.pendulum()
    with raises(da.finding.BadLetter, old="tau", new="M"):
        da.report(robot, tmp_path / "r.md", symbols={"tau": "M"})


def test_an_elastic_drive_is_told_first():
    drive = da.Drive(rotor_inertia=1e-4, gear_ratio=100, stiffness=500.0)
    links = (da.Link("base"), da.Link("arm", da.Inertia.about_com(1.0, (0.1, 0, 0), (0.01, 0.02, 0.015, 0, 0, 0))))
    robot = da.Robot(
        "elastic", links, (da.Joint("soft", "revolute", "base", "arm", drive=drive),), gravity=(0, 0, -9.81)
    )
    first = next(iter(summary.top(Facts(ReportRequest(robot)), {})))
    assert "The drive of soft is elastic." in language("markdown").block(first)
    assert not [x for x in summary.top(Facts(ReportRequest(robot.rigid())), {}) if isinstance(x, Words)]
