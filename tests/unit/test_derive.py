"""Derivations as objects: steps, formats, folding, and what is refused."""

import re
import time
from xml.etree import ElementTree

import pytest
import sympy as sp

from dalembert.closed import derive as module
from dalembert.closed.derivation.step import MethodResult
from dalembert.closed.derive import METHOD_NAMES, METHODS, derive
from dalembert.finding.argument import NotOneOf, Unknown
from dalembert.finding.equation import ChainTooLong, NoMovingJoint
from dalembert.robot import Inertia, Joint, Link, Pose, Robot, gallery
from raised import raises
from random_robot import random_robot


@pytest.fixture(scope="module")
def puma():
    return {method: derive(gallery.puma560(), method) for method in METHODS}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("method", METHODS)
def test_every_step_has_a_title_and_every_formula_reads_in_every_language(method):
    derivation = derive(gallery.spatial_3r(), method)
    assert len(derivation.steps) >= 5
    for step in derivation.walk():
        assert step.title
        assert step.equations or step.steps or step.words
    for write in (derivation.text, derivation.markdown, derivation.latex, derivation.typst, derivation.html):
        assert derivation.steps[2].title in write()


@pytest.mark.parametrize("method", METHODS)
def test_latex_is_balanced(method):
    text = derive(gallery.planar_2r(), method).latex()
    assert text.count("{") == text.count("}")
    assert text.count(r"\left(") == text.count(r"\right)")
    assert re.findall(r"\\begin\{(\w+\*?)\}", text).count("align*") == text.count(r"\end{align*}")
    assert text.count("$") % 2 == 0


@pytest.mark.parametrize("method", METHODS)
def test_html_is_well_formed(method):
    page = derive(gallery.rp(), method).html()
    root = ElementTree.fromstring(page.replace("&#8290;", "").replace("&#8289;", ""))
    assert root.tag == "section"
    assert len(root.findall(".//math")) > 10


@pytest.mark.sampled(1)
@pytest.mark.parametrize("robot", ["spatial_3r", "puma560"])
def test_typst_compiles(robot, tmp_path):
    typst = pytest.importorskip("typst", reason="the Typst compiler is an extra")
    page = tmp_path / "page.typ"
    page.write_text("\n".join(derive(getattr(gallery, robot)(), method).typst() for method in METHODS))
    assert typst.compile(page)[:4] == b"%PDF"


def test_two_digit_indices_are_grouped_in_latex():
    """ω_10 must not read as ω_1 0: a chain of twelve slides has such indices."""
    links = [Link("ground"), *(Link(f"l{i}", Inertia(1, (0, 0, 0), (1, 1, 1, 0, 0, 0))) for i in range(12))]
    joints = [Joint(f"j{i}", "prismatic", links[i].name, links[i + 1].name) for i in range(12)]
    text = derive(Robot("rail", tuple(links), tuple(joints)), "newton-euler").latex()
    assert r"\boldsymbol{\omega}_{12}" in text
    assert not re.search(r"_\d\d", text)


def test_equation_unpacks_and_converts():
    equation = derive(gallery.rp()).find("T2")
    left, right = equation
    assert left == "T2"
    assert right == "m2*(qd2**2 + q2**2*qd1**2)/2 + I2*qd1**2/2"
    assert equation.latex().startswith("T_2 = ")
    assert equation.typst().startswith("T_(2) = ")
    assert "</style><math" in equation._repr_html_()
    m2, q2, qd1, qd2, I2 = sp.symbols("m2 q2 qd1 qd2 I2")
    assert sp.expand(equation.sympy() - (m2 * (qd2**2 + q2**2 * qd1**2) + I2 * qd1**2) / 2) == 0
    assert equation.terms == 3


def test_vectors_and_matrices_become_sympy_matrices():
    derivation = derive(gallery.rp())
    assert derivation.find("p_c1").sympy().shape == (3, 1)
    assert derivation.find("M(q)").sympy().shape == (2, 2)


def test_equations_of_the_derivation_are_the_robots():
    derivation = derive(gallery.rp(), "kane")
    tau = [derivation.find(f"tau{k}").sympy() for k in (1, 2)]
    assert all(sp.expand(a - b) == 0 for a, b in zip(tau, derivation.equations.tau, strict=True))


def test_six_joints_stay_readable_and_quick(puma):
    start = time.perf_counter()
    for derivation in puma.values():
        assert derivation.agrees
        assert len(derivation.text()) < 60_000
    assert time.perf_counter() - start < 20


def test_sixty_symbolic_parameters_stay_readable_and_quick():
    start = time.perf_counter()
    derivation = derive(gallery.puma560().symbolic(), "newton-euler")
    assert derivation.agrees
    assert len(derivation.text()) < 60_000
    assert time.perf_counter() - start < 20


def test_long_right_sides_are_folded_with_their_number_of_terms(puma):
    derivation = puma["newton-euler"]
    assert re.search(r"tau1 = zᵀ n1 .* = ⟨\d+ terms⟩", derivation.text())
    assert "terms⟩" not in derivation.text(terms=10_000)
    assert derivation.find("tau1").text(terms=10_000).count("cos(q2 + q3)") > 20


def test_folded_vectors_are_shown_entry_by_entry(puma):
    lines = puma["newton-euler"].find("a5").text().splitlines()
    assert lines[0] == "a5 = R5ᵀ(a4 + ω̇4 × p5 + ω4 × (ω4 × p5))"
    assert [line.split(" = ")[0] for line in lines[1:]] == ["(a5)_x", "(a5)_y", "(a5)_z"]


def test_many_joints_are_written_with_short_angles(puma):
    assert "s23*c4" in puma["lagrange"].text()
    assert "sin(q2 + q3)" in puma["lagrange"].text(short=False)
    assert "cos(q1 + q2)" in derive(gallery.planar_2r()).text()


def test_disagreement_would_be_said(monkeypatch):
    """A road that ends elsewhere is not presented as an agreement."""

    def wrong(arm):
        road = METHODS["kane"](arm)
        return MethodResult(road.steps, (road.tau[0] + arm.ring.one, *road.tau[1:]))

    monkeypatch.setitem(module.METHODS, "lagrange", wrong)
    derivation = derive(gallery.planar_2r(), "lagrange")
    assert not derivation.agrees
    assert "NOT agree" in derivation.text()


def test_branches_have_balances_with_all_children():
    """A link that carries two others is pushed by both."""
    body = Inertia.about_com(1, (0.1, 0, 0), (1, 1, 1, 0, 0, 0))
    links = (Link("ground"), Link("trunk", body), Link("left", body), Link("right", body))
    joints = (
        Joint("j1", "revolute", "ground", "trunk"),
        Joint("j2", "revolute", "trunk", "left", Pose(p=(1, 0, 0))),
        Joint("j3", "revolute", "trunk", "right", Pose(p=(0, 1, 0))),
    )
    derivation = derive(Robot("tree", links, joints), "newton-euler")
    assert derivation.agrees
    assert "f1 - R2 f2 - R3 f3 = F1" in derivation.text()


def test_mimic_joints_are_gathered():
    derivation = derive(random_robot(5, 3, mimic=True), "newton-euler")
    assert derivation.agrees
    assert len([x for x in derivation.walk() if x.title.startswith("Link")]) == 6
    assert "joint 3 turns by a multiple of $q_{1}$" in derivation.steps[0].words.lower()


def test_unknown_method_offers_the_nearest():
    with raises(NotOneOf, argument="method"):
        derive(gallery.pr(), "newton euler")


def test_unknown_equation_offers_the_nearest():
    with raises(Unknown, noun="derived equation", name="T_2"):
        derive(gallery.pr()).find("T_2")


def test_nothing_to_derive():
    with raises(NoMovingJoint, robot="rock"):
        derive(Robot("rock", (Link("ground"),), ()))


def test_too_long_a_chain_is_refused_at_once():
    links = [Link("ground"), *(Link(f"l{i}", Inertia(1, (1, 0, 0), (1, 1, 1, 0, 0, 0))) for i in range(9))]
    joints = [
        Joint(f"j{i}", "revolute", links[i].name, links[i + 1].name, Pose(p=(1, 0, 0)), (0, i % 2, 1 - i % 2))
        for i in range(9)
    ]
    with raises(ChainTooLong, robot="snake", joints=9, most=8):
        derive(Robot("snake", tuple(links), tuple(joints)))


def test_repr_is_short():
    assert repr(derive(gallery.pr())) == f"<derivation of pr by {METHOD_NAMES['lagrange']}, 9 steps>"
