r"""LaTeX and Markdown output, with formulas such as m_{2} (l_{1}^{2} + 2 l_{1} l_{\mathrm{c2}} \cos q_{2}).

LaTeX documents load amsmath and compile with pdfLaTeX, XeLaTeX and LuaLaTeX. Markdown contains the same formulas
between dollar signs, which GitHub and notebooks support.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

from dalembert.typeset import block as b
from dalembert.typeset import tree as t
from dalembert.typeset.label import printable
from dalembert.typeset.language import Language, asset, kinds_of, numeric
from dalembert.typeset.line_breaking import Lines, beyond, broken
from dalembert.typeset.number import PLAIN_DIGITS
from dalembert.typeset.palette import TERMS

_DOTS = ("{0}", r"\dot{{{0}}}", r"\ddot{{{0}}}", r"\dddot{{{0}}}")
_MARKS = {
    "−": "-", "×": r"\times", "·": r"\cdot", "≤": r"\le", "≥": r"\ge", "≠": r"\ne", "≡": r"\equiv", "∈": r"\in",
    "⇒": r"\Rightarrow", "→": r"\to", "≈": r"\approx", "∑": r"\sum", "∫": r"\int", "∂": r"\partial", "…": r"\ldots",
    "⊤": r"\top", "∀": r"\forall", "{": r"\{", "}": r"\}", "%": r"\%", "≻": r"\succ", "⟨": r"\langle", "⟩": r"\rangle",
}  # fmt: skip
_ESCAPES = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "→": r"$\to$", "−": r"$-$", "∞": r"$\infty$", "≥": r"$\ge$",
    "≤": r"$\le$", "∂": r"$\partial$", "Σ": r"$\Sigma$", "ω": r"$\omega$", "τ": r"$\tau$", "½": r"$\tfrac12$",
    "…": r"\ldots{}", "·": r"$\cdot$", "✓": r"$\checkmark$", "≈": r"$\approx$", "✗": r"$\times$", "ᵀ": r"$^{\top}$",
    "ᵥ": r"$_v$", "\u0307": "", "\u0308": "", "θ": r"$\theta$",
    "\u00a0": "~", "\u2009": r"\,", "\u2003": r"\quad{}", "×": r"$\times$", "±": r"$\pm$", "°": r"$^\circ$", "²": "$^2$", "³": "$^3$",
    "φ": r"$\varphi$", "λ": r"$\lambda$", "π": r"$\pi$", "α": r"$\alpha$", "δ": r"$\delta$", "＄": r"\$", "＠": "@",
    **{x: f"$^{{{k}}}$" for k, x in zip("014567890-", "⁰¹⁴⁵⁶⁷⁸⁹⁰⁻", strict=True)},
    "q̇": r"$\dot q$", "q̈": r"$\ddot q$", "Ṁ": r"$\dot M$", "θ̇": r"$\dot\theta$",
}  # fmt: skip
_KNOWN = "\\x00-\u017f‐–—‘’“”†‡•…€™"  # characters that pdfLaTeX can print in a T1 font
_ESCAPED = re.compile(
    "|".join([" × 10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+", *(re.escape(x) for x in sorted(_ESCAPES, key=len, reverse=True)), f"[^{_KNOWN}]"])
)
_LED = re.compile(r"([^\n{}]\$?[.:,]?)\n\n\\begin\{align\*\}")  # a sentence, then a display
_ROW, _LONG_TABLE = 84, 20  # characters per full-width row; largest number of rows of a table on one page

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+!|$~-])")


class Latex(Language):
    """Output language LaTeX."""

    thin = r" \, "
    spaces = (r"\, ", r"\; ", r"\quad ", r"\qquad ")
    forms: ClassVar = {
        "power": "{}^{{{}}}", "fraction": r"\frac{{{}}}{{{}}}", "root": r"\sqrt{{{}}}", "function": "{}{}",
    }  # fmt: skip
    _share = 1.0  # fraction of the text width for tables

    def symbol(self, x: t.Symbol) -> str:
        greek = t.GREEK_NAMES.get(x.letter)
        stem = f"\\{greek}" if greek else x.letter if len(x.letter) == 1 else rf"\mathit{{{x.letter}}}"
        if x.bold:
            stem = rf"\boldsymbol{{{stem}}}"
        stem = _DOTS[x.dots].format(stem)
        return f"{stem}_{{{_index(x.index)}}}" if x.index else stem

    def number(self, x: t.Number) -> str:
        if x.digits == "½":
            return r"\tfrac{1}{2}"
        return rf"{x.digits} \times 10^{{{x.exponent}}}" if x.exponent else x.digits

    def word(self, x: t.Word) -> str:
        if x.function:
            return f"\\{x.text}" if x.text in t.NAMED else rf"\operatorname{{{x.text}}}"
        return rf"\text{{{x.text}}}" if " " in x.text else rf"\mathrm{{{x.text}}}"

    def unit(self, x: t.Unit) -> str:
        raised = re.sub(r"[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+", lambda found: f"^{{{found[0].translate(PLAIN_DIGITS)}}}", x.text)
        apart = "" if x.alone else r"\quad "
        return rf"{apart}\mathrm{{{raised.replace('·', chr(92) + ',').replace('Ω', chr(92) + 'Omega')}}}"

    def mark(self, x: t.Mark) -> str:
        sign = _MARKS.get(x.text, x.text)
        return f" {sign} " if x.kind in ("binary", "relation", "large") or sign[:1] == "\\" else sign

    def argument(self, x: t.Function, inside: str) -> str:
        closer = r"\!" if t.tall(x.argument) else ""  # TeX adds space before growing brackets
        return f" {inside}" if x.bare else closer + self.bracketed(x.argument, inside, "()")

    def bracketed(self, x: t.Math, inside: str, pair: str) -> str:
        return rf"\left{pair[0]} {inside} \right{pair[1]}" if t.tall(x) else f"{pair[0]}{inside}{pair[1]}"

    def script(self, x: t.Script) -> str:
        base = self.math(x.base).strip() or "{}"
        low, high = ("" if y is None else _braced(self.math(y).strip()) for y in (x.low, x.high))
        return base + (f"_{low}" if low else "") + (f"^{high}" if high else "")

    def accent(self, x: t.Accent) -> str:
        return rf"\{x.kind}{{{self.math(x.base)}}}"

    def matrix(self, x: t.Matrix) -> str:
        rows = [" & ".join(map(self.math, row)).replace(r"\frac", r"\dfrac") for row in x.rows]
        return r"\begin{bmatrix}" + r" \\ ".join(rows) + r"\end{bmatrix}"

    def brace(self, x: t.Brace) -> str:
        wide = "wide" if beyond(x.body, x.word) else ""
        return rf"\{wide}kind{{{x.kind.lower()}}}{{{self.math(x.body)}}}{{{x.word}}}"

    def row(self, x: t.Row) -> str:
        parts: list[str] = []
        for item in x.items:
            piece = self.math(item)
            word = parts and re.search(r"\\[A-Za-z]+$", parts[-1]) and piece[:1].isalpha()
            parts.append(f" {piece}" if word else piece)
        return re.sub(r"  +", " ", "".join(parts)).strip()

    # ── pages ─────────────────────────────────────────────────────────────────

    def several(self, x: Lines) -> str:
        return "\\begin{aligned}\n" + self._rows(x) + "\n\\end{aligned}"

    def _rows(self, x: Lines) -> str:
        """Write the lines of a display, with additional space after an equation of several lines."""
        rows: list[str] = []
        for k, line in enumerate(x.lines):
            if k:
                rows[-1] += r" \\[3pt]" if not line.indent and x.lines[k - 1].indent else r" \\"
            if line.indent:
                rows.append(
                    "  &" + r"\qquad" * (line.indent // 2) + r"\quad" * (line.indent % 2) + f" {self.items(line)}"
                )
            else:
                left = self.left(line)
                rows.append(f"{left}&{self.items(line)}" if x.aligned else f"& {left}{self.items(line)}")
        return "\n".join(rows)

    def display(self, x: b.Display) -> str:
        return "\\begin{align*}\n" + self._rows(broken(x, self.page)) + self._tag(x) + "\n\\end{align*}"

    def _tag(self, x: b.Display) -> str:
        number = self.number_of(x)
        return rf" \tag{{{number}}}" if number else ""

    def formula(self, x: t.Math) -> str:
        return f"${self.math(x).strip()}$"

    def escape(self, text: str) -> str:
        """Escape text for LaTeX.

        pdfLaTeX prints the code point of a character that is missing from the font. XeLaTeX and LuaLaTeX print the
        character.
        """
        return _ESCAPED.sub(lambda match: _ESCAPES.get(match[0]) or _foreign(match[0]), printable(text))

    def section(self, x: b.Section) -> str:
        number = rf"{x.number}\quad " if x.number else ""
        return rf"\{'sub' * (min(x.level, 3) - 1)}section*{{{number}{self.escape(x.text)}}}"

    def strong(self, text: str) -> str:
        return rf"\textbf{{{self.escape(text)}}}"

    def items_of(self, x: b.Items) -> str:
        mark = r"$\checkmark$" if x.mark == "✓" else "--"
        before = [f"{self.lead(x)}\\nopagebreak"] if x.lead else []
        return "\n".join([*before, r"\begin{itemize}", *(rf"\item[{mark}] {self.inline(y)}" for y in x.items),
                          r"\end{itemize}"])  # fmt: skip

    def beside(self, x: b.Beside) -> str:
        sides = ((0.97 - x.share, x.left), (x.share, x.right))
        self._share = 0.5  # tables in columns are narrower
        made = [
            "\n".join(
                [
                    rf"\begin{{minipage}}[t]{{{part:.3f}\linewidth}}\vspace{{0pt}}",
                    self.blocks(y).strip(),
                    r"\end{minipage}",
                ]
            )
            for part, y in sides
        ]
        self._share = 1.0
        return "%\n\\hfill\n".join(made)

    def table(self, x: b.Table) -> str:
        right = numeric(x)
        if x.align or sum(x.longest) < _ROW * self._share:
            columns = "@{}" + "".join("r" if y else "l" for y in right) + "@{}"
        else:
            columns = (
                "@{}"
                + "".join(rf">{{\raggedright\arraybackslash}}p{{{0.9 * y:.3f}\linewidth}}" for y in _shares(x))
                + "@{}"
            )
        heads = [
            rf"\textcolor{{{k.lower()}}}{{{y}}}" if k else y
            for k, y in zip(kinds_of(x), self._cells(x, x.head), strict=True)
        ]
        rows = [" & ".join(heads) + r" \\ \hline", *(" & ".join(self._cells(x, row)) + r" \\" for row in x.rows)]
        number = rf"\textbf{{Table {self.counted('table')}}}\quad " if x.caption else ""
        words = [rf"{{\small {number}{self.cell(x, x.caption)}\par}}\nopagebreak"] if x.caption else []
        long = len(x.rows) > _LONG_TABLE and self._share == 1
        kind, before, after = ("longtable", "", "") if long else ("tabular", r"\begin{center}", r"\end{center}")
        body = [rf"{before}\begin{{{kind}}}{{{columns}}}\hline", *rows, rf"\hline\end{{{kind}}}{after}"]
        return "\n".join([*words, r"{\small\setlength{\tabcolsep}{4pt}", *body, "}"])

    def _cells(self, x: b.Table, row: tuple[str, ...]) -> list[str]:
        return [self.cell(x, y) for y in row]

    def blocks(self, x: Sequence[b.Block]) -> str:
        """Write blocks, and join each display to the preceding paragraph.

        After an empty line, TeX would insert an empty paragraph before the display.
        """
        return _LED.sub(r"\1\n\\begin{align*}", super().blocks(x))

    def code(self, x: b.Code) -> str:
        # \end{verbatim} in the source would end the environment, so a space is inserted
        source = re.sub(f"[^{_KNOWN}]", _escape, x.source.rstrip().replace("\\end{", "\\end {"))
        return f"\\begin{{verbatim}}\n{source}\n\\end{{verbatim}}"

    def figure(self, x: b.Figure) -> str:
        path = self.picture(x)
        natural, fitted = rf"\includegraphics{{{path}}}", rf"\includegraphics[width=\linewidth]{{{path}}}"
        image = rf"\setbox0=\hbox{{{natural}}}\ifdim\wd0>\linewidth {fitted}\else\box0 \fi"  # natural size if it fits
        words = rf"\textbf{{Figure {self.counted('figure')}}}\quad {self.inline(x.caption)}"
        return rf"\begin{{center}}{image}\end{{center}}\nopagebreak{{\small {words}\par}}"

    def document(self, x: b.Document, folder: str = "") -> str:
        self.folder = folder
        colours = (rf"\definecolor{{{x.lower()}}}{{HTML}}{{{y[0][1:].upper()}}}" for x, y in TERMS.items())
        head = asset("page.tex") + "\n".join(colours)
        if self.width is not None:
            head = head.replace("textwidth=425pt", f"textwidth={self.width:g}pt")
        title = rf"{{\LARGE\bfseries\raggedright {self.escape(x.title)}\par}}"
        below = [rf"{{\small\color{{black!65}}{self.inline(x.subtitle, bold=False)}\par}}"] if x.subtitle else []
        body = self.blocks(x.blocks).strip("\n")
        foot = [rf"\let\thefootnote\relax\footnotetext{{\color{{black!65}}{self.escape(x.foot)}}}"] if x.foot else []
        return "\n\n".join([head, r"\begin{document}", title, *below, *foot, body, r"\end{document}"]) + "\n"


class Markdown(Latex):
    """Markdown output, with formulas in LaTeX."""

    def display(self, x: b.Display) -> str:
        return f"$$\n{self.set(x)}{self._tag(x)}\n$$"

    def escape(self, text: str) -> str:
        return _SPECIAL.sub(r"\\\1", printable(text)).replace("\n", " ")

    def brace(self, x: t.Brace) -> str:
        return rf"\underbrace{{{self.math(x.body)}}}_{{\text{{{x.word}}}}}"

    def section(self, x: b.Section) -> str:
        return f"{'#' * (x.level + 1)} {x.number} {self.escape(x.text)}".replace("  ", " ")

    def strong(self, text: str) -> str:
        return f"**{self.escape(text)}**"

    def items_of(self, x: b.Items) -> str:
        mark = "" if x.mark == "–" else f"{x.mark} "
        before = [self.lead(x), ""] if x.lead else []
        return "\n".join([*before, *(f"- {mark}{self.inline(y)}" for y in x.items)])

    def beside(self, x: b.Beside) -> str:
        return Language.beside(self, x)

    def table(self, x: b.Table) -> str:
        rows = [" | ".join(self._cells(x, row)) for row in (x.head, *x.rows)]
        rows.insert(1, " | ".join("---:" if y else "---" for y in numeric(x)))
        words = [f"**Table {self.counted('table')}** {self.cell(x, x.caption)}", ""] if x.caption else []
        return "\n".join([*words, *(f"| {row} |" for row in rows)])

    def code(self, x: b.Code) -> str:
        return fence(x.source)

    def figure(self, x: b.Figure) -> str:
        path = self.picture(x, ".svg")
        words = self.inline(x.caption)
        alt = self.escape(x.caption.replace("$", ""))
        return f"![{alt}]({path})\n\n**Figure {self.counted('figure')}** {words}"

    def document(self, x: b.Document, folder: str = "") -> str:
        self.folder = folder
        below = f"{self.inline(x.subtitle, bold=False)}\n\n" if x.subtitle else ""
        return f"# {self.escape(x.title)}\n\n{below}{self.blocks(x.blocks)}"


def fence(source: str) -> str:
    """Write a fenced code block whose fence does not occur in its contents."""
    longest = max((len(x) for x in re.findall(r"`+", source)), default=0)
    ticks = "`" * max(3, longest + 1)
    return f"{ticks}python\n{source.rstrip()}\n{ticks}"


def _shares(x: b.Table) -> list[float]:
    """Compute the fraction of the page width for each text column."""
    written = [max(sum(map(len, y[1:])) / max(1, len(x.rows)), 6.0) ** 0.7 for y in x.columns]
    return [y / sum(written) for y in written]


def _index(index: str) -> str:
    """Write an index. Letters are upright because they denote words, not quantities."""
    return rf"\mathrm{{{index}}}" if any(x.isalpha() for x in index) else index


def _braced(script: str) -> str:
    return script if len(script) == 1 else f"{{{script}}}"


def _foreign(sign: str) -> str:
    if sign.startswith(" × 10"):
        return rf"\,$\times$\,10$^{{{sign[5:].translate(PLAIN_DIGITS)}}}$"
    return "" if sign in ("\u0307", "\u0308") else rf"\sign{{{ord(sign):04X}}}{{{sign}}}"


def _escape(found: re.Match[str]) -> str:
    """Return the escape sequence of a character in a Python string literal."""
    return found[0].encode("unicode_escape").decode()
