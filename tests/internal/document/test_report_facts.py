"""Facts on a report's pages, against numbers found another way: printed equations, findings, units, counts."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from dalembert.document import base_parameters_and_inertia, model_tables, plot, torques
from dalembert.document.facts import Facts, ReportRequest, Survey, span
from dalembert.document.plot import Picture
from dalembert.drawing.chart import indexed
from dalembert.typeset.block import Table
from dalembert.typeset.languages import language
from dalembert.typeset.number import column, significant
from dalembert.typeset.typst import Typst
from pieces import two_links
from raised import raises
from tolerance import ON_PAPER


def chain(*joints, sizes=None, name="chain", gravity=(0, 0, -9.81)):
    """Links of 1 kg and 0.3 m, each times its own scale of length and of mass."""
    sizes = sizes or [(1.0, 1.0)] * len(joints)
    links, made, before = [da.Link("base")], [], (0, 0, 0)
    for k, (joint, (length, mass)) in enumerate(zip(joints, sizes, strict=True), 1):
        size = mass * length * length
        body = da.Inertia.about_com(mass, (0.1 * length, 0, 0), (0.01 * size, 0.02 * size, 0.015 * size, 0, 0, 0))
        links.append(da.Link(f"l{k}", body))
        made.append(
            da.Joint(f"j{k}", joint.pop("kind", "revolute"), links[-2].name, f"l{k}", da.Pose(p=before), **joint)
        )
        before = (0.3 * length, 0, 0)
    return da.Robot(name, tuple(links), tuple(made), gravity=gravity)


def about_y(**more):
    return {"axis": (0, 1, 0), **more}


# ── printed equations ─────────────────────────────────────────────────────────

SIZES = {
    "as built": [(1.0, 1.0)] * 2,
    "very large": [(1e9, 1e9)] * 2,
    "very small": [(1e-9, 1e-9)] * 2,
    "a speck on a beam": [(7.0, 1000.0), (0.01, 1e-6)],
}


@pytest.mark.parametrize("long", [48, 0], ids=["whole", "apart"])
@pytest.mark.parametrize("sizes", SIZES.values(), ids=SIZES.keys())
def test_what_a_page_prints_of_the_efforts_is_the_efforts(sizes, long):
    """Read off the page, each torque is the one of the recursion: at rest the weight, without it the inertia."""
    robot = chain(about_y(), about_y(), sizes=sizes)
    q, qd, qdd = np.array([0.4, -1.1]), np.array([0.7, 1.3]), np.array([-0.9, 0.6])
    text = da.equations(robot).text("tau", least=1e-6, long=long)
    lines = dict(x.split(" = ", 1) for x in text.replace("\n   ", " ").splitlines())

    def printed(**state):
        known = {"sin": math.sin, "cos": math.cos} | state
        for name in reversed(lines):  # what is written apart stands below
            known[name] = eval(lines[name], {}, known)
        return np.array([known["tau1"], known["tau2"]])

    def named(**vectors):
        return {f"{letter}{k}": float(x) for letter, v in vectors.items() for k, x in enumerate(v, 1)}

    still = printed(**named(q=q, qd=0 * qd, qdd=0 * qdd))
    moved = printed(**named(q=q, qd=qd, qdd=qdd)) - still
    np.testing.assert_allclose(still, da.gravity_vector(robot, q), rtol=ON_PAPER)
    weightless = replace(robot, gravity=(0, 0, 0))
    np.testing.assert_allclose(moved, da.inverse_dynamics(weightless, q, qd, qdd), rtol=ON_PAPER)


# ── findings ──────────────────────────────────────────────────────────────────


def test_findings_are_about_every_driven_joint():
    """One joint of two has a limit of effort: the other's weight and inertia are the larger ones all the same."""
    robot = chain(about_y(), about_y(limits=da.Limits(velocity=2.0, effort=3.0)))
    survey = Survey(robot)
    hardest, gravity, inertia = torques.findings(survey, "6")
    grid = np.stack(np.meshgrid(*[np.linspace(-np.pi, np.pi, 49)] * 2), axis=-1).reshape(-1, 2)
    weights, M11 = np.abs(da.gravity_vector(robot, grid)).max(axis=0), da.mass_matrix(robot, grid)[:, 0, 0]
    assert weights.argmax() == 0
    assert f"up to {significant(weights[0], 3)}\u00a0N\u00a0m at joint 1" in gravity
    assert f"from {significant(M11.min(), 3)} to {significant(M11.max(), 3)}" in inertia
    assert "joint 1" in inertia
    assert hardest.startswith("Among the joints with an effort limit, joint 2 ")
    (table,) = [x for x in torques.torques(Facts(ReportRequest(robot))) if hasattr(x, "rows")]
    assert [row[0] for row in table.rows] == ["1", "2"]
    assert table.rows[0][-2:] == ("–", "–")


def test_of_many_joints_none_is_left_out_without_a_word():
    """Thirty pendulums on one ground: tables have all of them, a picture as many as a page holds, and says which."""
    one = chain(about_y(limits=da.Limits(effort=1.0)))
    pairs = [
        (replace(one.links[1], name=f"l{k}"), replace(one.joints[0], name=f"j{k}", child=f"l{k}")) for k in range(30)
    ]
    links, joints = zip(*pairs, strict=True)
    facts = Facts(ReportRequest(replace(one, links=(one.links[0], *links), joints=joints)))
    blocks = [*torques.torques(facts)]
    assert [x.caption for x in blocks if x.__class__ is Picture][:2] == [
        "Effort of joints 1 to 24 along the motion.",
        "Effort of joints 25 to 30 along the motion.",
    ]
    rows = [
        len(x.rows)
        for make in (model_tables.masses, model_tables.frames, model_tables.limits)
        for x in make(facts.numeric)
    ]
    assert rows == [30] * 3
    assert [len(x.rows) for x in blocks if isinstance(x, Table)] == [30]
    drawn = plot.torques(facts.numeric, facts.survey.move, joints=[27])
    assert [x.get_title(loc="left").split()[0] for x in drawn.axes] == [indexed("τ", 28)]
    for wrong in ([], [30], [-1]):
        with raises(da.finding.NotInteger, argument="joints", lower=0, upper=29):
            plot.torques(facts.numeric, facts.survey.move, joints=wrong)


def test_base_parameters_are_no_more_than_what_they_are_combined_of():
    robot = chain(about_y(), {"axis": (1, 0, 0)})
    hollow = replace(robot, links=tuple(replace(x, inertia=da.Inertia()) for x in robot.links))
    for made in (robot, hollow):
        first = next(base_parameters_and_inertia.base(Facts(ReportRequest(made)))).text
        assert "the 20 inertial parameters" in first
        assert f"through {len(da.equations(made).base_parameters)} combination" in first


def test_units_of_sliding_joints_are_those_of_slides():
    drive = da.Drive(damping=0.7, coulomb=0.2)
    limits = da.Limits(-1.0, 1.0, 2.0, 50.0)
    robot = chain(about_y(drive=drive, limits=limits), about_y(kind="prismatic", drive=drive, limits=limits))
    (table,) = model_tables.limits(robot)
    assert table.rows[0][1:] == ("−57.3°", "57.3°", "115°/s", "50 N m", "0.7 N m s", "0.2 N m")
    assert table.rows[1][1:] == ("−1 m", "1 m", "2 m/s", "50 N", "0.7 N s/m", "0.2 N")
    (base,) = base_parameters_and_inertia.base_table(da.equations(robot).base_parameters)
    assert ("$M$" in base.head) == ("mass $M$ in kg" in base.caption)
    assert "$M$" in base.head


@pytest.mark.parametrize(
    ("low", "high"), [(None, None), (1.0, None), (None, -1.0), (-1.0, 1.0), (2.0, -2.0), (-9.0, 9.0)]
)
@pytest.mark.parametrize("kind", ["revolute", "prismatic"])
def test_the_test_motion_stays_within_limits(kind, low, high):
    robot = chain(about_y(kind=kind, limits=da.Limits(low, high)))
    a, z = span(robot.coordinate("j1"))
    assert a < z
    if low is None or high is None or low <= high:
        assert a >= (-math.inf if low is None else low)
        assert z <= (math.inf if high is None else high)
    else:
        assert "Reversed limits" in [*model_tables.limits(robot)][-1].text
    assert np.isfinite(Survey(robot).M_range).all()  # postures are drawn


# ── what is not there ─────────────────────────────────────────────────────────


def test_a_robot_without_joints_is_drawn_and_not_reported():
    stone = da.Robot("stone", (da.Link("stone", da.Inertia(1.0, (0.1, 0, 0), (1, 1, 1, 0, 0, 0))),), ())
    assert b"<svg" in da.draw(stone).svg().encode()
    with raises(da.finding.RobotHasNo, robot="stone", noun="moving joint"):
        Facts(ReportRequest(stone))


# ── numbers ───────────────────────────────────────────────────────────────────


def test_numbers_are_as_long_as_their_digits():
    assert column([4e26, 1e12, -3e25]) == ["4.000 × 10²⁶", "0", "−3.000 × 10²⁵"]
    assert column([2e-9, 0.0]) == ["2.000 × 10⁻⁹", "0"]
    assert significant(9.9996) == "10.00"
    assert significant(99999.7) == "1.000 × 10⁵"
    assert significant(5e-324, 3) == "4.94 × 10⁻³²⁴"


def test_a_short_display_has_its_number_once():
    """It is not broken over pages, where the number would stand on each."""
    display = Facts(ReportRequest(two_links())).display(Typst(), "M")
    assert "breakable: false" in Typst().display(replace(display, numbered=True))


def test_tables_have_no_rounding_in_them():
    """A tensor turned by a right angle: entries of 1e-18 beside 0.01 are 0."""
    body = da.Inertia.about_com(1.0, (0.1, 1e-18, 0), (0.01, 0.02, 0.015, 1e-18, -3e-19, 0))
    robot = da.Robot(
        "one", (da.Link("base"), da.Link("l", body)), (da.Joint("j", "revolute", "base", "l", axis=(0, 1, 0)),)
    )
    (table,) = model_tables.masses(robot)
    assert table.rows[0][3:5] == ("0", "0")
    assert table.rows[0][-3:] == ("0", "0", "0")


@pytest.mark.parametrize("n", [2, 6])
def test_cells_of_the_inertia_chart_keep_within_themselves(n):
    """Light links, whose entries need powers of ten."""
    robot = chain(*[about_y() if k % 2 else {} for k in range(n)], sizes=[(0.02, 1e-3)] * n)
    survey = Survey(robot)
    low, high = (1000 * x for x in survey.M_range)
    texts = [
        base_parameters_and_inertia._cell(survey, i, j, low[i, j], high[i, j])[1] for i in range(n) for j in range(i, n)
    ]
    seen = [re.sub(r"\$\\times 10\^\{(.*?)\}\$", r"× 10\1", x.replace(r"$\leq$", "≤")) for x in texts]  # signs drawn
    assert max(map(len, seen)) <= max(105 / n, len("|·| ≤ 1.23 × 10⁻¹²"))


@pytest.mark.parametrize("suffix", ["typst", "html", "markdown", "text", "latex"])
def test_a_dollar_of_a_name_is_a_dollar(suffix):
    written = language(suffix).inline(model_tables.words("a$b@c"), bold=False)
    assert "＄" not in written
    assert "＠" not in written
    assert "$" in written or "&#36;" in written
