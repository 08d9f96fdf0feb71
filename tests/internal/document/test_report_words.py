"""The words of a report: what symbols mean, what holds, what is found first; nothing of a stranger's is a formula."""

from __future__ import annotations

from dataclasses import replace

import pytest

import dalembert as da
from dalembert.document import summary
from dalembert.document.base_parameters_and_inertia import base_table as base
from dalembert.document.facts import Facts, ReportRequest, Survey
from dalembert.document.model_tables import frames, limits, masses, words
from dalembert.document.summary import subtitle
from dalembert.document.symbols import meanings, symbol_table
from dalembert.document.torques import findings, motors
from dalembert.typeset.block import Document, Items
from dalembert.typeset.languages import LANGUAGES, language


def test_symbols_are_explained_by_where_they_stand():
    found = meanings(da.gallery.planar_2r())
    assert found["m2"] == ("mass of link {}", "2")
    assert found["l1"] == ("joint {} to joint {+}", "1")
    assert found["lc1"] == ("joint {} to centre of mass of link {}", "1")
    assert found["I2"] == ("moment of inertia of link {} about its centre of mass", "2")
    assert found["g"][0] == "acceleration of gravity"
    rows = {row[0]: row for row in symbol_table(da.gallery.planar_2r(), da.equations(da.gallery.planar_2r())).rows}
    assert rows["$m_{ i}$"] == ("$m_{ i}$", "mass of link $i$", "kg")
    assert rows["$g$"][2] == "m/s²"


@pytest.mark.parametrize("name", da.gallery.names())
def test_every_symbol_has_a_meaning_and_every_robot_a_line(name):
    robot = getattr(da.gallery, name)()
    assert set(meanings(robot)) == set(robot.parameters)
    assert len(subtitle(Facts(ReportRequest(robot)))) <= 90


@pytest.mark.parametrize("name", ["planar_2r", "pendulum", "free_body", "four_bar", "cart_pole"])
def test_what_holds_is_said_in_words_and_formulas_of_every_language(name):
    robot = getattr(da.gallery, name)()
    blocks = [*summary.holds(da.prove(robot), robot, 27, "4"), *summary.proofs(da.prove(robot), robot)]
    (first, *_) = (x for x in blocks if isinstance(x, Items))
    assert first.lead.startswith("Properties. Proved for all")
    assert any("symmetric and positive definite" in x for x in first.items)
    for each in LANGUAGES.keys() - {"text"}:  # of formulas and derivations only
        made = language(each).document(Document("x", tuple(blocks)))
        assert "ring" not in made.replace("spring", "").replace("during", "")
        assert "*lc1" not in made


def test_what_is_left_over_is_a_formula():
    robot = da.gallery.planar_2r()
    lists = {x.lead: x for x in summary.proofs(da.prove(robot), robot) if isinstance(x, Items)}
    left = (
        lists["Statements that are not true of this robot."]
        .items[0]
        .rpartition("The expression that should be zero is ")[2]
    )
    assert left.startswith("$-4 m_{2} l_{1} ")
    assert left.endswith(r"\dot{q}_{2}$.")


def test_a_stranger_s_name_is_never_a_formula():
    assert "$" not in words("a$\\frac$@tau")
    robot = replace(da.gallery.ur5(), name="$\\input{x}$ @tau")
    assert "$\\" not in subtitle(Facts(ReportRequest(robot)))


def test_findings_name_the_hardest_joint_and_its_share():
    x = Survey(da.gallery.panda())
    said = list(findings(x, "5"))
    assert said[0].startswith("Joint 2 has the highest load")
    assert "43.3\u00a0N\u00a0m of at most 87\u00a0N\u00a0m" in said[0]
    assert "none at joint 1" in said[1]
    assert motors(x) == list(range(7))


def test_findings_of_robots_without_limits_loops_or_weight():
    assert "has the highest load" in next(iter(findings(Survey(da.gallery.puma560()), "5")))
    assert len(list(findings(Survey(da.gallery.planar_3rrr()), "5"))) == 1  # M of a tree cut open says nothing
    flat = replace(da.gallery.ur5(), gravity=(0, 0, 0))
    assert "Gravity requires no effort at any joint." in list(findings(Survey(flat), "5"))


def test_tables_hold_the_numbers_of_the_robot():
    robot = da.gallery.panda()
    (table,) = masses(robot)
    assert [row[1] for row in table.rows] == [f"{float(robot.link(f'link{k}').inertia.mass):.3f}" for k in range(1, 8)]
    (dh,) = frames(robot)
    assert [row[3] for row in dh.rows] == ["0.333", "0", "0.316", "0", "0.384", "0", "0"]
    (limit,) = limits(robot)
    assert limit.rows[0][1:] == ("−166", "166", "125", "87")
    (found,) = base(da.equations(robot).base_parameters)
    assert sum(cell[0] != "·" for row in found.rows for cell in row[1:]) == 43
    (other,) = frames(da.gallery.ur5())  # standard DH: place and axis of each joint at q = 0
    assert other.rows[2][3:] == ("−0.4250", "0", "0.08916", "$-y$")


@pytest.mark.parametrize("name", ["free_body", "quadrotor", "spinning_top"])
def test_joints_of_several_freedoms_carry_links_with_names_and_balls_have_no_angles(name):
    robot = getattr(da.gallery, name)()
    rows = symbol_table(robot, None).rows
    angles = " ".join(x for x, meaning, _ in rows if "angle" in meaning)
    for k, coordinate in enumerate(robot.coordinates, 1):
        ball = robot.coordinate(coordinate).motion == "ball"
        assert (f"q_{{{k}}}" in angles) == (robot.coordinate(coordinate).motion == "turn")
        assert any(f"omega_{{{k}}}" in x for x, _, _ in rows) == ball
    assert not [meaning for _, meaning, _ in rows if "link 4" in meaning or "link 3" in meaning]
