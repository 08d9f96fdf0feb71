"""Options of equations, derivations and reports, in Python and on the command line: each changes what it says, and no more."""

from __future__ import annotations

import re

import pytest

import dalembert as da
from dalembert.cli.app import run
from dalembert.typeset.block import Document
from dalembert.typeset.languages import language
from dalembert.typeset.line_breaking import broken, widths
from raised import raises

UR5, TWO = da.gallery.ur5(), da.gallery.planar_2r()


def command(tmp_path, capsys, *words):
    """What a command writes to a file."""
    target = tmp_path / words[-1]
    code = run([*words[:-1], "-o", str(target)])
    assert code == 0, capsys.readouterr().err
    return target.read_text()


@pytest.mark.parametrize("what", ["equations", "derive", "report"])
def test_short_writes_c12(what, tmp_path, capsys):
    long = command(tmp_path, capsys, what, "planar_2r", "--no-short", "x.tex")
    short = command(tmp_path, capsys, what, "planar_2r", "--short", "x.tex")
    assert r"\cos(q_{1} + q_{2})" in long
    assert r"\cos(q_{1} + q_{2})" not in short
    assert "c_{12}" in short


@pytest.mark.parametrize("what", ["equations", "report"])
def test_base_parameters_take_the_place_of_masses(what, tmp_path, capsys):
    text = command(tmp_path, capsys, what, "planar_2r", "--group", "base", "x.tex")
    assert r"\mathit{ZZ}_{\mathrm{1R}}" in text
    assert da.check(TWO, da.equations(TWO).latex(group="base")).correct


def test_a_derivation_has_no_base_parameters(capsys):
    assert run(["derive", "planar_2r", "--group", "base"]) == 2
    assert "--group" in capsys.readouterr().err


@pytest.mark.parametrize(("what", "robot"), [("equations", "ur5"), ("derive", "pr"), ("report", "pr")])
def test_digits_are_as_many_as_asked_for(what, robot, tmp_path, capsys):
    """Of pr, whose gravity is 9.81."""
    file = "x.md" if what == "report" else "x.typ"
    numbers = {
        n: re.findall(r"(?<![\d{.])0\.0*([1-9]\d*)", command(tmp_path, capsys, what, robot, "--digits", str(n), file))
        for n in (2, 5)
    }
    if robot == "ur5":
        assert max(map(len, numbers[2])) == 2
        assert max(map(len, numbers[5])) == 5


@pytest.mark.parametrize("what", ["equations", "derive", "report"])
def test_letters_of_one_s_own(what, tmp_path, capsys):
    text = command(tmp_path, capsys, what, "planar_2r", "--symbols", "q=theta,M=B", "x.tex")
    assert r"\cos \theta_{2}" in text
    assert r"\cos q_{2}" not in text
    if what == "equations":
        text = command(tmp_path, capsys, what, "planar_2r", "M", "--symbols", "q=theta,M=B", "x.tex")
    assert r"\boldsymbol{B}" in text


@pytest.mark.parametrize("what", ["equations", "derive"])
def test_a_fragment_has_no_preamble(what, tmp_path, capsys):
    for suffix, start in (("tex", r"\documentclass"), ("html", "<!doctype")):
        whole = command(tmp_path, capsys, what, "planar_2r", f"x.{suffix}")
        part = command(tmp_path, capsys, what, "planar_2r", "--fragment", f"x.{suffix}")
        assert start in whole
        assert start not in part
        assert "tau" in part or "τ" in part


def test_a_report_is_no_fragment(capsys, tmp_path):
    assert run(["report", "planar_2r", "--fragment", "-o", str(tmp_path / "x.tex")]) == 2
    assert "--fragment" in capsys.readouterr().err


@pytest.mark.parametrize("what", ["equations", "derive", "report"])
def test_the_page_is_as_wide_as_asked(what, tmp_path, capsys):
    wide = command(tmp_path, capsys, what, "planar_2r", "x.tex")
    narrow = command(tmp_path, capsys, what, "planar_2r", "--width", "246", "x.tex")
    assert "textwidth=246pt" in narrow
    assert narrow.count(r"\quad + ") + narrow.count(r"\quad - ") > wide.count(r"\quad + ") + wide.count(r"\quad - ")
    if what == "report":
        assert "(210mm - 246pt) / 2" in language("typst", 246).document(Document("", ()))
    else:
        assert command(tmp_path, capsys, what, "planar_2r", "--width", "246", "x.typ")


@pytest.mark.parametrize("suffix", ["typ", "txt"])
def test_formulas_are_written_as_typst_and_text_but_reports_are_not(tmp_path, suffix):
    assert run(["derive", "pendulum", "-o", str(tmp_path / f"x.{suffix}")]) == 0
    with raises(da.finding.UnsupportedSuffix, path=f"x.{suffix}"):
        da.report(da.gallery.pendulum(), tmp_path / f"x.{suffix}")


def test_plain_text_is_as_wide_as_asked(capsys):
    assert run(["equations", "planar_2r", "--width", "60"]) == 0
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 60
    assert run(["derive", "planar_2r", "--width", "70"]) == 0


def test_python_has_the_same_options(tmp_path):
    path = da.report(TWO, tmp_path / "x.tex", short=True, digits=3, symbols={"q": "theta"}, width=300)
    text = path.read_text()
    assert r"\ddot{\theta}_{1}" in text
    assert "textwidth=300pt" in text
    with raises(da.finding.Unknown, noun="option", name="shrot"):
        da.report(TWO, tmp_path / "x.tex", shrot=True)


# ── patterns, braces, numbers, vectors ────────────────────────────────────────


def test_a_matrix_too_wide_begins_with_its_pattern():
    latex = da.equations(UR5).latex("M")
    pattern = latex.partition(r"\end{bmatrix}")[0]
    assert pattern.count(r" \\ ") == 5
    assert pattern.count("M_{12}") == 2  # it is symmetric
    assert " 0 " in pattern.replace("&", " ")
    assert da.check(UR5, latex).correct


def test_kinds_are_said_under_braces_and_nothing_is_wider_for_it():
    lang = language("latex")
    from dalembert.typeset.block import Display

    plain = da.equations(TWO).typeset(lang, "tau")
    braced = broken(Display(plain.equations, kinds=True), lang.page)
    assert max(widths(braced, lang.page)) <= lang.page.width
    text = lang.lines(braced)
    for kind in ("inertia", "centrifugal", "Coriolis", "gravity"):
        assert kind in text
    bare = re.sub(r"\\(?:wide)?kind\{\w+\}\{(.*?)\}\{\w+\}(?= |$|\n)", r"\1", text, flags=re.MULTILINE)
    assert da.check(TWO, bare).correct


def test_displays_are_numbered_on_their_last_line_and_cited():
    from dalembert.typeset.block import Display, Document, Words

    lang = language("latex")
    eq = da.equations(TWO).typeset(lang, "tau").equations
    blocks = (
        Display(eq, True, name="tau"),
        Display(eq),
        Display(eq, True, name="other"),
        Words("(@tau) (@other)", True),
    )
    made = lang.document(Document("x", blocks))
    assert re.findall(r"\\tag\{(\d)\}\n\\end", made) == ["1", "2"]
    assert "(1) (2)" in made


@pytest.mark.parametrize("name", ["latex", "typst", "html", "markdown"])
def test_vectors_and_matrices_are_bold_entries_are_not(name):
    from dalembert.typeset.block import Words

    made = language(name).words(Words(r"$M(q)\ddot q$, $M_{ij}$, $\dot q_1$, $v_{c2}$", formulas=True))
    bold = {"latex": "boldsymbol", "markdown": "boldsymbol", "typst": "bold(", "html": "𝑴"}[name]
    assert bold in made
    assert made.count(bold) == (1 if name == "html" else 4)


def test_what_is_too_small_is_left_out_on_pages_of_numbers_alone():
    """A URDF's 1.5708 for π/2 leaves terms of 10⁻⁶; on pages of a report they are not printed, in the library they are."""
    lang = language("latex")
    eq = da.equations(UR5)
    sizes = [len(eq.typeset(lang, "M", least=x).equations) for x in (0.0, 1e-6)]
    assert sizes[0] == sizes[1]
    few = eq.latex("M", least=0.5)
    assert len(few) < len(eq.latex("M")) / 2
