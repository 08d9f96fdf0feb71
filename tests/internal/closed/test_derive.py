"""Derivations as objects: steps, formats, folding, and what is refused."""

import re
import time
from xml.etree import ElementTree

import pytest
import sympy as sp

import dalembert as da
from dalembert.closed import derive as module
from dalembert.closed.derivation.step import MethodResult
from dalembert.closed.derive import METHOD_NAMES, METHODS
from raised import raises
from random_robot import random_robot


@pytest.fixture(scope="module")
def puma():
    return {method: da.derive(da.gallery.puma560(), method) for method in METHODS}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("method", METHODS)
def test_every_step_has_a_title_and_every_formula_reads_in_every_language(method):
    derivation = da.derive(da.gallery.spatial_3r(), method)
    assert len(derivation.steps) >= 5
    for step in derivation.walk():
        assert step.title
        assert step.equations or step.steps or step.words
    for write in (derivation.text, derivation.markdown, derivation.latex, derivation.typst, derivation.html):
        assert derivation.steps[2].title in write()


@pytest.mark.parametrize("method", METHODS)
def test_latex_is_balanced(method):
    text = da.derive(da.gallery.planar_2r(), method).latex()
    assert text.count("{") == text.count("}")
    assert text.count(r"\left(") == text.count(r"\right)")
    assert re.findall(r"\\begin\{(\w+\*?)\}", text).count("align*") == text.count(r"\end{align*}")
    assert text.count("$") % 2 == 0


@pytest.mark.parametrize("method", METHODS)
def test_html_is_well_formed(method):
    page = da.derive(da.gallery.rp(), method).html()
    root = ElementTree.fromstring(page.replace("&#8290;", "").replace("&#8289;", ""))
    assert root.tag == "section"
    assert len(root.findall(".//math")) > 10


@pytest.mark.sampled(1)
@pytest.mark.parametrize("robot", ["spatial_3r", "puma560"])
def test_typst_compiles(robot, tmp_path):
    typst = pytest.importorskip("typst", reason="the Typst compiler is an extra")
    page = tmp_path / "page.typ"
    page.write_text("\n".join(da.derive(getattr(da.gallery, robot)(), method).typst() for method in METHODS))
    assert typst.compile(page)[:4] == b"%PDF"


def test_two_digit_indices_are_grouped_in_latex():
    """ω_10 must not read as ω_1 0: a chain of twelve slides has such indices."""
    links = [da.Link("ground"), *(da.Link(f"l{i}", da.Inertia(1, (0, 0, 0), (1, 1, 1, 0, 0, 0))) for i in range(12))]
    joints = [da.Joint(f"j{i}", "prismatic", links[i].name, links[i + 1].name) for i in range(12)]
    text = da.derive(da.Robot("rail", tuple(links), tuple(joints)), "newton-euler").latex()
    assert r"\boldsymbol{\omega}_{12}" in text
    assert not re.search(r"_\d\d", text)


def test_equation_unpacks_and_converts():
    equation = da.derive(da.gallery.rp()).find("T2")
    left, right = equation
    assert left == "T2"
    assert right == "m2*(qd2**2 + q2**2*qd1**2)/2 + I2*qd1**2/2"
    assert equation.latex().startswith("T_2 = ")
    assert equation.typst().startswith("T_(2) = ")
    assert "<math" in equation._repr_html_()
    m2, q2, qd1, qd2, I2 = sp.symbols("m2 q2 qd1 qd2 I2")
    assert sp.expand(equation.sympy() - (m2 * (qd2**2 + q2**2 * qd1**2) + I2 * qd1**2) / 2) == 0
    assert equation.terms == 3


def test_vectors_and_matrices_become_sympy_matrices():
    derivation = da.derive(da.gallery.rp())
    assert derivation.find("p_c1").sympy().shape == (3, 1)
    assert derivation.find("M(q)").sympy().shape == (2, 2)


def test_equations_of_the_derivation_are_the_robots():
    derivation = da.derive(da.gallery.rp(), "kane")
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
    derivation = da.derive(da.gallery.puma560().symbolic(), "newton-euler")
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
    assert lines[0] == "a5 = R5ᵀ(a4 + ω̇4 × o5 + ω4 × (ω4 × o5))"
    assert [line.split(" = ")[0] for line in lines[1:]] == ["(a5)_x", "(a5)_y", "(a5)_z"]


def test_many_joints_are_written_with_short_angles(puma):
    assert "s23*c4" in puma["lagrange"].text()
    assert "sin(q2 + q3)" in puma["lagrange"].text(short=False)
    assert "cos(q1 + q2)" in da.derive(da.gallery.planar_2r()).text()


def test_disagreement_is_reported(monkeypatch):
    """A method that ends in other equations is not presented as an agreement."""
    agreement = da.derive(da.gallery.planar_2r(), "lagrange").steps[-1].words

    def wrong(arm):
        result = METHODS["kane"](arm)
        return MethodResult(result.steps, (result.tau[0] + arm.ring.one, *result.tau[1:]))

    monkeypatch.setitem(module.METHODS, "lagrange", wrong)
    derivation = da.derive(da.gallery.planar_2r(), "lagrange")
    assert not derivation.agrees
    assert derivation.steps[-1].words != agreement


def test_branches_have_balances_with_all_children():
    """A link that carries two others is pushed by both."""
    body = da.Inertia.about_com(1, (0.1, 0, 0), (1, 1, 1, 0, 0, 0))
    links = (da.Link("ground"), da.Link("trunk", body), da.Link("left", body), da.Link("right", body))
    joints = (
        da.Joint("j1", "revolute", "ground", "trunk"),
        da.Joint("j2", "revolute", "trunk", "left", da.Pose(p=(1, 0, 0))),
        da.Joint("j3", "revolute", "trunk", "right", da.Pose(p=(0, 1, 0))),
    )
    derivation = da.derive(da.Robot("tree", links, joints), "newton-euler")
    assert derivation.agrees
    assert "f1 - R2 f2 - R3 f3 = F1" in derivation.text()


def test_mimic_joints_are_gathered():
    derivation = da.derive(random_robot(5, 3, mimic=True), "newton-euler")
    assert derivation.agrees
    assert len([x for x in derivation.walk() if x.title.startswith("Link")]) == 6
    assert "a multiple of $q_{1}$" in derivation.steps[0].words


def test_unknown_method_offers_the_nearest():
    with raises(da.finding.NotOneOf, argument="method"):
        da.derive(da.gallery.pr(), "newton euler")


def test_unknown_equation_offers_the_nearest():
    with raises(da.finding.Unknown, noun="derived equation", name="T_2"):
        da.derive(da.gallery.pr()).find("T_2")


def test_nothing_to_derive():
    with raises(da.finding.RobotHasNo, robot="rock", noun="moving joint"):
        da.derive(da.Robot("rock", (da.Link("ground"),), ()))


def test_too_long_a_chain_is_refused_at_once():
    links = [da.Link("ground"), *(da.Link(f"l{i}", da.Inertia(1, (1, 0, 0), (1, 1, 1, 0, 0, 0))) for i in range(9))]
    joints = [
        da.Joint(f"j{i}", "revolute", links[i].name, links[i + 1].name, da.Pose(p=(1, 0, 0)), (0, i % 2, 1 - i % 2))
        for i in range(9)
    ]
    with raises(da.finding.ChainTooLong, robot="snake", joints=9, most=8):
        da.derive(da.Robot("snake", tuple(links), tuple(joints)))


def test_repr_is_short():
    assert repr(da.derive(da.gallery.pr())) == f"<derivation of pr by {METHOD_NAMES['lagrange']}, 12 steps>"
