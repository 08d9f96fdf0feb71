r"""The signs of a written equation: which characters and LaTeX commands mean the same thing.

`θ`, `\theta` and `\vartheta` are the name theta; `·`, `×` and `\cdot` are a product; `q̇`, `\dot q` and `q'` are a
derivative. One table per kind of sign; the lexer in `tokens` knows no sign that is not here.
"""

from __future__ import annotations

import re


def _words(text: str) -> list[str]:
    return text.split()


_GREEK = _words(
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi "
    "chi psi omega"
)
_LOWER = "αβγδεζηθικλμνξοπρστυφχψω"
_UPPER = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ"

LETTERS: dict[str, str] = {
    **dict(zip(_LOWER, _GREEK, strict=True)),
    **{upper: name.capitalize() for upper, name in zip(_UPPER, _GREEK, strict=True)},
    "ϑ": "theta", "ϕ": "phi", "ς": "sigma", "ε": "epsilon", "ϵ": "epsilon", "ℓ": "l", "µ": "mu",
}  # fmt: skip
"""A letter that is not Latin -> the name it is written with."""

NAMES: dict[str, str] = {
    **{name: name for name in _GREEK},
    **{name.capitalize(): name.capitalize() for name in _GREEK},
    **{"var" + name: name for name in _GREEK},
    "ell": "l",
}
r"""A LaTeX command that is a letter -> the name it is written with: `\vartheta` -> theta."""

FUNCTIONS: dict[str, str] = {
    "sin": "sin", "cos": "cos", "tan": "tan", "sqrt": "sqrt", "sign": "sign", "sgn": "sign", "signum": "sign",
    "exp": "exp", "tanh": "tanh", "abs": "abs", "diag": "diag", "det": "det", "cot": "cot", "sec": "sec", "csc": "csc",
}  # fmt: skip
"""What is applied to an argument, as a word or as a command."""

INVERSES = frozenset(_words("acos asin atan atan2 arccos arcsin arctan arctan2 Atan2"))
"""Functions that give angles, which are not compared."""

DEGREES = re.compile(r"°|\^\s*\{?\s*\\circ(?![A-Za-z])\s*\}?|\\degree(?![A-Za-z])")
"""Behind a number: 90°, 90^\\circ."""

SIGNS: dict[str, str] = {
    **{x: x for x in "+-*/^=()[]&|"},
    "−": "-", "–": "-", "‐": "-", "·": "*", "⋅": "*", "×": "*", "∗": "*", "•": "*", "∙": "*",
    "÷": "/", "⁄": "/", "∕": "/",
    "≡": "=", "′": "'", "’": "'", "'": "'", ";": "\n", "\n": "\n", "⇒": "\n", "→": "\n",
}  # fmt: skip
"""A character -> the sign it stands for; a new line separates statements."""

COMMAND_SIGNS: dict[str, str] = {
    "cdot": "*", "times": "*", "ast": "*", "star": "*", "div": "/", "equiv": "=", "triangleq": "=", "coloneqq": "=",
    "prime": "'", "vert": "|", "lvert": "|", "rvert": "|", "lbrace": "(", "rbrace": ")", "lbrack": "[", "rbrack": "]", "{": "(", "}": ")",
    "Rightarrow": "\n", "implies": "\n", "rightarrow": "\n", "to": "\n", "Longrightarrow": "\n", "newline": "\n",
}  # fmt: skip

HIGH = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789", strict=True))
LOW = dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))
PARTS = {"½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅙": (1, 6), "⅛": (1, 8)}
DOTS = {"\u0307": 1, "\u0308": 2}  # combining dot and double dot above

STYLES = frozenset(
    _words(
        "mathrm mathbf mathit mathsf mathtt mathcal boldsymbol bm pmb text textrm textbf textit textsf rm bf it mbox "
        "operatorname ensuremath vec overrightarrow"
    )
)
r"""Commands that only dress their argument: `\mathrm{M}` is M."""

SILENT = frozenset(
    _words(
        "left right big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr displaystyle textstyle limits "
        "nonumber notag hfill middle nolimits scriptstyle mathstrut strut centering"
    )
)
SKIPPED = frozenset(_words("label tag hspace vspace phantom hphantom vphantom color"))
"""Commands dropped with their argument."""

LINKS = frozenset(_words("and where with here hence thus so then therefore gives giving"))
"""Words between equations: `tau1 = h qd1, where h = m2 l1`."""

ACCENTS = {"dot": 1, "ddot": 2}
FRACTIONS = frozenset(_words("frac tfrac dfrac cfrac"))
BRACES = frozenset(_words("underbrace overbrace"))
r"""`\underbrace{x}_{name}` is x."""

MATRICES = frozenset(_words("matrix bmatrix pmatrix Bmatrix smallmatrix array"))
LINES = frozenset(
    _words("aligned align split gathered gather equation eqnarray multline flalign alignedat cases dcases")
)
"""Environments that hold statements, one a line."""

UNIT = re.compile(
    r"(?<=\s\s)\[(?:kg|m|s|N|rad|1)[kgmsNrad·*/ ²³¹⁻^0-9()-]{0,30}\](?=[^\S\n]*(?:\n|$))"
    r"|\\quad\s*\\mathrm\{(?:kg|m|s|N|rad)(?:[kgmsNrad ]|\\,|\^\{-?\d\}){0,30}\}(?=\s*(?:\\\\|\\end|\n|$))"
)
r"""A unit that stands apart at the end of a line, as tables print it: `MX1R = m1*lc1   [kg·m]`, `… \quad \mathrm{kg\,m}`."""
