"""The typesetting tree: how wide, where it breaks, and that every language says the same."""

import re

import pytest

import dalembert as da
from dalembert.closed.derive import METHODS
from dalembert.closed.printing.display import typeset
from dalembert.typeset import block as b
from dalembert.typeset import tree as t
from dalembert.typeset.languages import LANGUAGES, language
from dalembert.typeset.line_breaking import Ruler, broken, widths
from raised import raises

HUGE = ("rx90", "panda", "iiwa14", "quadruped")  # pages and pages: measured by tests/internal/document/sweep.py
LARGE = ("delta", "stewart", "orthoglide", "articulated", "puma560", "stanford")
MODEL = 0.06  # of a width: Typst's own mathematics font is not the one of the model


def overfull(display, lang):
    found = widths(broken(display, lang.page), lang.page)
    return [x / lang.page.width for x in found if x > lang.page.width * (1 + 1e-9)]


@pytest.mark.sampled(7)
@pytest.mark.parametrize("name", [x for x in da.gallery.names() if x not in HUGE])
def test_no_line_is_wider_than_the_page(name):
    """Text blocks of a page, of a column, and of 200 pt."""
    eq = da.equations(getattr(da.gallery, name)())
    for width in (425, 246, 200):
        lang = language("latex", width)
        for what in ("tau",) if name in LARGE else ("tau", "M", "c", "T", "p"):
            assert overfull(eq.typeset(lang, what), lang) == [], (what, width)


@pytest.mark.parametrize("road", METHODS)
def test_no_line_of_a_derivation_is_wider_than_the_page(road):
    for name in ("planar_2r", "four_bar", "spinning_top"):
        try:
            made = da.derive(getattr(da.gallery, name)(), road)
        except da.DalembertError:
            continue  # a road that this robot has not
        for width in (425, 246):
            lang = language("latex", width)
            for block in made.blocks(lang):
                if isinstance(block, b.Display):
                    assert overfull(block, lang) == [], (name, width)


def test_the_width_model_is_typst_s():
    """Typst measures the same formulas."""
    engine = pytest.importorskip("typst")
    import json

    typst = language("typst")
    eq = da.equations(da.gallery.ur5())
    lines = [line for what in ("tau", "M", "g") for line in broken(eq.typeset(typst, what), typst.page).lines]
    rows = [t.Row(line.items) for line in lines if len(line.items) > 4][:60]
    asked = "\n".join(f"#context [#metadata(measure($ {typst.math(x)} $).width / 10.5pt)<w>]" for x in rows)
    source = f"#set text(size: 10.5pt)\n#set page(width: auto)\n{asked}"
    found = json.loads(engine.query({"main.typ": source.encode()}, "<w>", field="value"))
    ruler = Ruler()
    assert len(found) == len(rows) > 40
    for x, w in zip(rows, found, strict=True):
        assert ruler.width(x) == pytest.approx(w, rel=MODEL)


def test_lines_break_before_signs_and_are_indented():
    lang = language("latex", 300)
    lines = broken(da.equations(da.gallery.planar_2r()).typeset(lang, "tau"), lang.page)
    assert lines.aligned
    assert [x.left is None for x in lines.lines].count(False) == 2
    for line in lines.lines:
        if line.left is None:
            assert isinstance(line.items[0], t.Mark)
            assert line.items[0].kind == "binary"
            assert line.indent >= 1


def test_a_break_inside_a_bracket_is_indented_further():
    a = [t.Symbol(f"m{k}", "m", str(k)) for k in range(40)]
    inside = t.Sum(tuple(t.Term(False, x) for x in a))
    body = t.Product((t.Symbol("b", "b"), t.bracket(inside), t.Symbol("c", "c")))
    lang = language("latex")
    lines = broken(b.Display((b.Equation(t.Symbol("T", "T"), (body,)),)), lang.page)
    assert [x.indent for x in lines.lines] == [0, *(3 for _ in lines.lines[1:])]
    assert max(widths(lines, lang.page)) <= lang.page.width
    written = lang.lines(lines)
    assert written.count("(") == written.count(")") == 1
    assert re.sub(r"\s|\\\\|&|\\q?quad|\\(begin|end)\{aligned\}", "", written) == re.sub(
        r"\s", "", f"T={lang.math(body)}"
    )


@pytest.mark.parametrize("name", ["planar_2r", "four_bar"])
def test_every_language_has_the_same_lines(name):
    eq = da.equations(getattr(da.gallery, name)())
    counts = {
        len(broken(eq.typeset(lang, "tau"), lang.page).lines) for lang in map(language, ("latex", "typst", "html"))
    }
    assert len(counts) == 1


def test_a_function_never_swallows_what_follows():
    """sin q₂ q̇₂²: a thin space stands after the argument in every language."""
    sine = t.Function("sin", t.Symbol("q2", "q", "2"), bare=True)
    product = t.Product((sine, t.Power(t.Symbol("qd2", "q", "2", 1), 2)))
    assert language("latex").math(product) == r"\sin q_{2} \, \dot{q}_{2}^{2}"
    assert language("typst").math(product) == "sin q_2 thin dot(q)_2^2"
    assert "</mrow><mspace" in language("html").math(product)
    assert language("text").math(product) == "sin(q2)*qd2**2"


def test_squares_are_closed_and_velocities_shared():
    text = da.equations(da.gallery.planar_3r()).text("T")
    assert "(qd1 + qd2)**2" in text
    assert "(qd1 + qd2 + qd3)**2" in text
    assert "C14*qd4*(2*qd2 + 2*qd3 + qd4)" in da.equations(da.gallery.ur5()).text("tau")


@pytest.mark.parametrize("name", LANGUAGES)
def test_a_name_cannot_turn_a_line_round(name):
    lang = language(name)
    nasty = "arm\u202etxt.exe\x1b[31m\u2066"
    table = () if lang.plain else (b.Table((nasty,), ((nasty,),), nasty),)
    made = lang.document(b.Document(nasty, (b.Section(nasty), b.Words(nasty), *table)))
    assert not set("\u202e\x1b\u2066") & set(made)
    assert "txt.exe" in made.replace("\\", "")


def test_nothing_is_smaller_than_the_text_inside_a_sentence():
    """A fraction in a line of text is a/b, and a half is ½."""
    words = b.Words(r"so that $\frac{d}{dt}\frac{\partial L}{\partial \dot q_1} = \tfrac{1}{2} x$.", formulas=True)
    assert "\\frac" not in language("latex").words(words).replace("\\tfrac{1}{2}", "")
    assert "frac(" not in language("typst").words(words)
    assert language("text").words(words) == "so that d/dt ∂L/∂qd1 = ½ x."


def test_numbers_on_a_page():
    eq = da.equations(da.gallery.ur5())
    assert r"1.321 \times 10^{-4}" in eq.latex("M")
    assert "0.000132117" in eq.text("M")
    assert "0.1864" in eq.latex("M")
    assert "0.186417" in eq.latex("M", digits=6)


def test_letters_of_ones_own_in_a_derivation():
    text = da.derive(da.gallery.pendulum()).latex(symbols={"q": "theta"})
    assert r"\dot{\theta}" in text
    assert not re.search(r"(?<![a-z\\])q(?![a-z])", text)


def test_a_language_that_is_not_known_is_named():
    with raises(da.finding.NotOneOf, argument="language", choices=("text", "latex", "typst", "html", "markdown")):
        language("word")


def test_brackets_alternate():
    x = t.Symbol("x", "x")
    one = t.bracket(t.Sum((t.Term(False, x), t.Term(True, x))))
    two = t.bracket(t.Product((x, one)))
    assert language("latex").math(two) == "[x (x - x)]"
    assert language("text").math(two) == "(x*(x - x))"


def test_brackets_grow_with_a_fraction_and_with_nothing_else():
    a, b = t.Symbol("a", "a"), t.Symbol("b", "b")
    grown = t.Function("exp", t.Sum((t.Term(True, t.Fraction(a, t.Power(b, 2))),)))
    still = t.Function("exp", t.Power(t.Bracket(t.Power(a, 2)), 2))
    signs = {"latex": r"\left(", "typst": "lr((", "html": 'stretchy="true"'}
    for name, sign in signs.items():
        assert sign in language(name).math(grown)
        assert sign not in language(name).math(still)
    assert Ruler().width(grown) > Ruler().width(t.Function("exp", t.Sum((t.Term(True, a),)))) + 0.5


def test_letters_lean_and_their_indices_stand():
    """In every language: the s of vs², the xx of Ixx2 upright, mx2 and m leaning."""
    square, tensor, moment = t.Power(typeset("vs", {}), 2), typeset("Ixx2", {}), typeset("mx2", {})
    wanted = {
        "latex": (r"v_{\mathrm{s}}^{2}", r"I_{\mathrm{xx2}}", r"\mathit{mx}_{2}"),
        "typst": ('v_"s"^2', 'I_"xx2"', 'italic("mx")_2'),
        "html": (
            '<msubsup><mi>v</mi><mi mathvariant="normal">s</mi><mn>2</mn></msubsup>',
            "<msub><mi>I</mi><mi>xx2</mi></msub>",
            "<msub><mi>𝑚𝑥</mi><mn>2</mn></msub>",
        ),
    }
    for name, forms in wanted.items():
        assert tuple(language(name).math(x) for x in (square, tensor, moment)) == forms


def test_scripts_never_carry_scripts():
    """l_{c1}, not l_{c_1}: small letters of small letters cannot be read."""
    for name in ("planar_2r", "four_bar", "quadruped"):
        text = da.equations(getattr(da.gallery, name)()).latex("M")
        assert not any(a.count("_") > 1 for a in re.findall(r"_\{[^{}]*\}", text))


@pytest.mark.parametrize(("letters", "why"), [
    ({"q": "l"}, "'l' is the letter of something else"), ({"M": "m"}, "something else"), ({"m1": "m2"}, "without index"),
    ({"q": "x1"}, "without index"), ({"q": "\\alpha"}, "without index"), ({"Q": "theta"}, "not in these equations"),
    ({"q": "x", "m": "x"}, "something else"),
])  # fmt: skip
def test_letters_that_would_be_misread_or_mean_nothing_are_refused(letters, why):
    for written in (
        da.equations(da.gallery.planar_2r()).text,
        lambda **style: da.derive(da.gallery.planar_2r(), "lagrange").text(**style),
    ):
        with raises((da.finding.BadLetter, da.finding.Unknown)):
            written(symbols=letters)


def test_two_letters_may_change_places():
    robot = da.gallery.planar_2r()
    assert "cos(l2)" in da.equations(robot).text("M", symbols={"q": "l", "l": "q"})


def test_a_report_speaks_in_the_letters_of_its_equations(tmp_path):
    """Words, table of symbols and figure, too."""
    da.report(da.gallery.planar_2r(), tmp_path / "r.html", symbols={"q": "theta", "M": "B"})
    text = (tmp_path / "r.html").read_text()
    page = text[text.index("<main") :].partition("Computation")[0]
    assert "<mi>q</mi>" not in page
    assert "<mi>θ</mi>" in page
