"""The small part of LaTeX that derivations are written in, in each language."""

import pytest

from dalembert.typeset.languages import language
from dalembert.typeset.latex_parser import read, renamed

CASES = [
    (
        r"\frac{d}{dt}\frac{\partial L}{\partial \dot q_1} - \frac{\partial L}{\partial q_1} = \tau_1",
        "d/dt ∂L/∂qd1 - ∂L/∂q1 = tau1",
        "frac(upright(d), upright(d) t) frac(∂ L, ∂ dot(q)_(1)) - frac(∂ L, ∂ q_(1)) = tau_(1)",
    ),
    (r"\dot q^\top(\dot M - 2S)\dot q = 0", "q̇ᵀ(Ṁ - 2S)q̇ = 0", r"dot(q)^(top) \( dot(M) - 2 S \) dot(q) = 0"),
    (r"T_i = \tfrac{1}{2} m_i v_{ci}^\top v_{ci}", "T_i = ½ m_i v_ciᵀ v_ci", None),
    (r"M^{-1}p", "M⁻¹ p", "M^(- 1) p"),
    (r"U_i = -m_i\, g_0^\top p_{ci}", "U_i = -m_i g0ᵀ p_ci", None),
    (
        r"\begin{bmatrix}a & b \\ c & d\end{bmatrix}",
        "[[a, b], [c, d]]",
        'mat(delim: "[", column-gap: #1.1em, row-gap: #0.55em, a, b; c, d)',
    ),
    (r"\mathrm{tr}(I)", "tr(I)", r'"tr" \( I \)'),
    (r"\frac{a + b}{2}", "(a + b)/2", "frac(a + b, 2)"),
    (r"F^*_{12}", "F12*", "F_(12)^(*)"),
]


@pytest.mark.parametrize(("latex", "text", "typst"), CASES)
def test_formula_in_text_and_typst(latex, text, typst):
    tree = read(latex)
    assert language("text").math(tree) == text
    assert typst is None or language("typst").math(tree) == typst


def test_mathml():
    dotted = '<mrow><mi>q</mi><mspace height="0.55em"/></mrow><mo stretchy="false">¨</mo>'
    assert language("html").math(read(r"\ddot q_1")) == (
        f'<msub><mrow><mover accent="true">{dotted}</mover></mrow><mrow><mn>1</mn></mrow></msub>'
    )
    assert language("html").math(read("a - b")) == "<mrow><mi>a</mi><mo>−</mo><mi>b</mi></mrow>"


@pytest.mark.parametrize("wrong", [r"\unknown", r"\frac{a", "a}", r"\begin{bmatrix}a"])
def test_what_is_not_of_the_language_is_refused(wrong):
    with pytest.raises(ValueError, match="formula"):
        read(wrong)


def test_letters_of_ones_own():
    assert renamed(r"\dot q_1^\top M\ddot q = \tau", {"q": "theta", "M": "H", "tau": "u"}) == (
        r"\dot \theta _1^\top H\ddot \theta  = u"
    )


def test_names_of_several_letters_are_read_back():
    latex = r"\mathit{zz}_1 + \mathit{mx}_2"
    assert language("latex").math(read(latex)) == latex
    assert language("text").math(read(latex)) == "zz1 + mx2"
