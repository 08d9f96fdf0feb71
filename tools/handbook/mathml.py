r"""Convert TeX formulas of a page to MathML, which browsers display without a script.

\begin{aligned} a &= b \\ &\quad + c \end{aligned}     becomes a table with a right- and a left-aligned column
\dot q                                                 gets a strut, so that browsers place the dot above the letter
\sin q_2 \, \dot q_2                                   gets thin spaces around the names of functions
"""

from __future__ import annotations

import re
from html import unescape
from unicodedata import normalize

from latex2mathml.converter import convert

from dalembert.typeset.tree import slanted

_ALIGNED = re.compile(r"\s*\\begin\{aligned\}(.*)\\end\{aligned\}\s*", re.DOTALL)
_BREAK = re.compile(r"\\\\(?:\[[^\]]*\])?")
_TOKENS = re.compile(r"\\begin\{\w+\*?\}|\\end\{\w+\*?\}|\\\\(?:\[[^\]]*\])?|&|\\.|[^\\&]+", re.DOTALL)
_BOLD = re.compile(r'(?:<mrow>)?<mi mathvariant="bold-italic">([^<]+)</mi>(?:</mrow>)?')
_UPRIGHT = re.compile(r"<mi>&#x000([4-7][0-9A-F]);</mi>")  # \mathrm{d} of d/dt, \mathrm{c} of an index
_ACCENT = re.compile(
    r"<mover>(<mrow>)?<mi([^>]*)>([^<]+)</mi>(</mrow>)?<mo>(&#x002D9;|&#x000A8;|&#x0005E;|&#x000AF;)</mo></mover>"
)
_NAMES = "sin|cos|tan|exp|tanh|log|det|min|max|sign|rank|atan2"
_FUNCTION = re.compile(
    rf"(<msup>)?<m([io])>({_NAMES})</m\2>((?(1)(?:<mrow>)?<mn>\d+</mn>(?:</mrow>)?</msup>))((?:<mrow>)?<mo stretchy=\"(?:false|true)\")?"
)
_AFTER = re.compile(
    r"(<mo[^>]*>(?:&#x0003D;|&#x00028;|&#x0005B;|&#x0002C;)</mo>)<mo>(&#x0002B;|&#x02212;)</mo>"
)  # = −g
_TALL = "θβδζλξφψbdfhklt"
_THIN = '<mspace width="0.17em"/>'


def mathml(tex: str, *, display: bool) -> str:
    """Convert a formula to MathML, as a display or inside a sentence."""
    if display and (found := _ALIGNED.fullmatch(tex)):
        cells = ""
        for apart, row in _rows(found[1]):
            inside = "".join(_cell(k, _inside(cell, display, continues=k > 0), apart) for k, cell in enumerate(row))
            cells += f"<mtr>{inside}</mtr>"
        return f'<math display="block"><mtable displaystyle="true">{cells}</mtable></math>'
    return f'<math display="{"block" if display else "inline"}">{_inside(tex, display)}</math>'


def _rows(tex: str) -> list[tuple[bool, list[str]]]:
    """Split an aligned formula into rows and cells.

    Each row has a flag that is True if additional space precedes the row. Separators inside other environments are
    ignored.
    """
    rows, apart, depth = [[""]], [False], 0
    for token in _TOKENS.findall(tex):
        depth += token.startswith(r"\begin") - token.startswith(r"\end")
        if depth == 0 and token == "&":
            rows[-1].append("")
        elif depth == 0 and _BREAK.fullmatch(token):
            rows.append([""])
            apart.append(token != r"\\")
        else:
            rows[-1][-1] += token
    return [(x, row) for x, row in zip(apart, rows, strict=True) if any(cell.strip() for cell in row)]


def _cell(column: int, inside: str, apart: bool) -> str:
    return f'<mtd class="{"left" if column % 2 else "right"}{" apart" * apart}">{inside}</mtd>'


def _inside(tex: str, display: bool, *, continues: bool = False) -> str:
    """Convert the contents of a formula to MathML.

    If the formula `continues` another one, a sign at its beginning is a binary operator.
    """
    if not tex.strip():
        return ""
    whole = convert(
        tex.replace(r"\dfrac", r"\frac").replace(r"\!", "").strip(), display="block" if display else "inline"
    )
    body = whole[whole.index(">") + 1 : -len("</math>")]
    body = _BOLD.sub(lambda x: f"<mi>{slanted(unescape(x[1]), bold=True)}</mi>", body)
    body = _UPRIGHT.sub(lambda x: f'<mi mathvariant="normal">{chr(int(x[1], 16))}</mi>', body)
    body = _ACCENT.sub(_above, body).replace("<mtable>", '<mtable displaystyle="true">')
    body = body.replace("<mi>&#x02032;</mi>", "<mo>&#x02032;</mo>")
    form = "infix" if continues else "prefix"
    body = re.sub(r"^<mrow><mo>(&#x0002B;|&#x02212;)</mo>", rf'<mrow><mo form="{form}">\1</mo>', body)
    body = re.sub(r"^<mrow><mo>(&#x0003D;)</mo>", r'<mrow><mo form="infix">\1</mo>', body)
    body = re.sub(
        r'(<mspace width="[12]em" />)<mo>(&#x0002B;|&#x02212;)</mo>', r'\1<mo form="infix">\2</mo>', body
    )  # a sign after an indent is a binary operator
    body = re.sub(r"<mo[^>]*>(&#x0007C;|\|)</mo>", '<mo stretchy="false" lspace="0" rspace="0">|</mo>', body)
    body = _AFTER.sub(r'\1<mo form="prefix">\2</mo>', body)
    return _FUNCTION.sub(_named, body)


def _named(x: re.Match[str]) -> str:
    """Write the name of a function, or its power, between thin spaces; no space precedes a bracket."""
    return f"{_THIN}{x[1] or ''}<mi>{x[3]}</mi>{x[4]}{x[5] or _THIN}"


def _above(x: re.Match[str]) -> str:
    letter = normalize("NFKC", unescape(x[3]))  # the plain letter of a bold letter
    height = "0.74em" if letter.isupper() or letter in _TALL else "0.55em"
    strut = f'<mrow><mi{x[2]}>{x[3]}</mi><mspace height="{height}"/></mrow>'
    return f'<mover accent="true">{strut}<mo stretchy="false">{x[5]}</mo></mover>'
