"""HTML pages with MathML formulas, which browsers and notebooks display without JavaScript.

A page is a single file with embedded fonts and styles. The page has a table of contents, anchors and collapsible
sections. The content security policy forbids scripts and requests, and allows only the style sheet with the given hash.
The module contains workarounds for three MathML features in browsers: bold letters, upright words, and dots above a
letter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from html import escape
from typing import ClassVar

from dalembert.typeset import block as b
from dalembert.typeset import fonts
from dalembert.typeset import tree as t
from dalembert.typeset.fonts import FAMILIES
from dalembert.typeset.interactive_page import file, hashed
from dalembert.typeset.label import printable
from dalembert.typeset.language import Language, asset, kinds_of, numeric
from dalembert.typeset.line_breaking import DisplayLine, Lines, Page, beyond, broken


def over(base: str, letter: str, accent: str, heavy: bool = False) -> str:
    """Write a letter with an accent above it in MathML.

    Browsers position an accent according to the height of the box below the accent. An invisible strut determines this
    height.
    """
    height = "0.74em" if letter[:1].isupper() or letter[:1] in "θβδζλξφψbdfhklt" else "0.55em"
    height = "0.62em" if heavy and height == "0.55em" else height
    strut = f'<mrow>{base}<mspace height="{height}"/></mrow>'
    return f'<mover accent="true">{strut}<mo stretchy="false">{accent}</mo></mover>'


_LONG = 120  # lines of formulas; longer sections are collapsed
_STATEMENT = re.compile(r"\s*([\w-]+)\s*:\s*([^;]+?)\s*(?:;|$)")
_JOINED = 'stroke-linejoin="round" stroke-linecap="butt"'


def linked_heading(level: int, name: str, title: str, place: str = "") -> str:
    """Write a heading with a link to itself.

    `place` is the HTML attribute that makes the heading the target of the link.
    """
    return f'<h{level}{place}>{title}<a class="anchor" href="#{name}" aria-label="Link to this part">#</a></h{level}>'


@cache
def _style() -> tuple[str, str]:
    """Return the style sheet with embedded fonts, and the content security policy that allows only this style sheet."""
    sheet = fonts.faces() + "\n" + asset("page.css")
    policy = f"default-src 'none'; style-src {hashed(sheet)}; font-src data:; img-src data:; base-uri 'none'"
    return sheet, f"{policy}; form-action 'none'"


def shown_alone(body: str) -> str:
    """Write an HTML fragment for a notebook, with the font for formulas."""
    return f"<style>{fonts.faces(fonts.MATH)}</style>{body}"


def svg(source: bytes, name: str, alt: str = "") -> str:
    """Convert an SVG file to an element of the page.

    The XML prologue and the metadata are removed. Style rules become attributes, and identifiers are made unique in the
    page. `alt` is the text alternative for screen readers.
    """
    text = source.decode()
    text = text[text.index("<svg") :]
    text = re.sub(r"<(metadata|style)\b.*?</\1>", "", text, flags=re.DOTALL)
    text = text.replace("<svg", f'<svg role="img" aria-label="{escape(printable(alt), quote=True)}" {_JOINED}', 1)
    text = re.sub(r'\sstyle="([^"]*)"', _attributes, text)
    if 'class="drawing"' not in text:  # page.css defines other colours for dark pages
        text = text.replace("<svg", '<svg fill="#000000"', 1)  # text without a colour is black
        text = re.sub(r'"#([0-9a-f]{6})"', r'"var(--c\1, #\1)"', text)
    prefix = re.sub(r"\W", "_", name)
    text = re.sub(r'\bid="', f'id="{prefix}_', text)
    return re.sub(r'(href="#|url\(#)', rf"\1{prefix}_", text)


def _attributes(style: re.Match[str]) -> str:
    return "".join(f' {name}="{sentence}"' for name, sentence in _STATEMENT.findall(style[1]))


_STYLES = {  # styles of single formulas in notebooks, which have no style sheet
    "left": 'style="text-align:left;padding:.15em 0"',
    "right": 'style="text-align:right;text-align:-webkit-right;padding:.15em 0"',
    "left apart": 'style="text-align:left;padding:.5em 0 .15em"',
    "right apart": 'style="text-align:right;text-align:-webkit-right;padding:.5em 0 .15em"',
    "entry": 'style="padding:.275em .55em"',
}
CLASSES = {x: f'class="{x}"' for x in _STYLES}  # classes of cells on a page with a style sheet
_NORMAL = ' mathvariant="normal"'
_ACCENT = {"dot": "˙", "ddot": "¨", "hat": "^", "bar": "¯"}
_THIN = '<mspace width="0.17em"/>'
_FORM = {"open": ' form="prefix" stretchy="false"', "close": ' form="postfix" stretchy="false"'}


class Html(Language):
    """HTML output, with formulas in MathML."""

    forms: ClassVar = {
        "power": "<msup>{}<mn>{}</mn></msup>",
        "fraction": "<mfrac><mrow>{}</mrow><mrow>{}</mrow></mfrac>",
        "root": "<msqrt><mrow>{}</mrow></msqrt>",
        "function": "<mrow>{}<mo>&#8289;</mo>{}</mrow>",
    }
    _cells = _STYLES  # alignment of cells in a table of formulas
    _family = f' style="font-family:{FAMILIES}"'

    def symbol(self, x: t.Symbol) -> str:
        stem = f"<mi>{escape(_letters(x))}</mi>"
        if x.dots:
            stem = over(stem, x.letter, "˙" if x.dots == 1 else "¨" if x.dots == 2 else "⃛", x.bold)
        return f"<msub>{stem}{_index(x.index)}</msub>" if x.index else stem

    def number(self, x: t.Number) -> str:
        plain = f"<mn>{x.digits}</mn>"
        ten = f"<msup><mn>10</mn><mn>{str(x.exponent).replace('-', '−')}</mn></msup>"
        return f"{plain}<mo>×</mo>{ten}" if x.exponent else plain

    def word(self, x: t.Word) -> str:
        return f"{_THIN}<mi>{escape(x.text)}</mi>{_THIN}" if x.function else f"<mtext>{escape(x.text)}</mtext>"

    def unit(self, x: t.Unit) -> str:
        text = escape(x.text.replace("·", "\u00a0"))
        return ("" if x.alone else '<mspace width="1em"/>') + f"<mtext>{text}</mtext>"

    def mark(self, x: t.Mark) -> str:
        if x.kind == "times":
            return "<mo>&#8290;</mo>"
        if x.text == "∂":
            return "<mi>∂</mi>"
        if x.text == "/":
            return '<mo lspace="0" rspace="0">/</mo>'
        form = _FORM.get(x.kind, ' form="prefix"' if x.text in "+−" and x.kind == "ordinary" else "")
        return f"<mo{form}>{escape(x.text)}</mo>"

    def space(self, x: t.Space) -> str:
        return f'<mspace width="{x.em:.3g}em"/>'

    def sign(self, negative: bool, first: bool) -> str:
        return '<mo form="prefix">−</mo>' * negative if first else f"<mo>{'−' if negative else '+'}</mo>"

    def between(self, a: t.Math, z: t.Math) -> str:
        return _THIN if t.thin(a, z) else "<mo>&#8290;</mo>"

    def power(self, x: t.Power) -> str:
        if isinstance(x.base, t.Symbol) and x.base.index:
            stem = self.symbol(t.Symbol(x.base.name, x.base.letter, "", x.base.dots, x.base.bold))
            return f"<msubsup>{stem}{_index(x.base.index)}<mn>{x.exponent}</mn></msubsup>"
        return self.raised(f"<mrow>{self.math(x.base)}</mrow>", x.exponent)

    def named(self, function: str) -> str:
        return f"<mi>{function}</mi>"

    def argument(self, x: t.Function, inside: str) -> str:
        return _THIN + inside if x.bare else self.bracketed(x.argument, inside, "()")

    def bracketed(self, x: t.Math, inside: str, pair: str) -> str:
        first, last = (_FORM[y].replace("false", "true") if t.tall(x) else _FORM[y] for y in ("open", "close"))
        return f"<mrow><mo{first}>{pair[0]}</mo>{inside}<mo{last}>{pair[1]}</mo></mrow>"

    def script(self, x: t.Script) -> str:
        base = f"<mrow>{self.math(x.base)}</mrow>"
        low, high = ("" if y is None else f"<mrow>{self.math(y)}</mrow>" for y in (x.low, x.high))
        tag = "msubsup" if low and high else "msub" if low else "msup"
        return f"<{tag}>{base}{low}{high}</{tag}>"

    def accent(self, x: t.Accent) -> str:
        letter = x.base.letter if isinstance(x.base, t.Symbol) else ""
        return over(self.math(x.base), letter, _ACCENT[x.kind], isinstance(x.base, t.Symbol) and x.base.bold)

    def matrix(self, x: t.Matrix) -> str:
        cells = "".join(
            "<mtr>" + "".join(f"<mtd {self._cells['entry']}>{self.math(y)}</mtd>" for y in row) + "</mtr>"
            for row in x.rows
        )
        return f'<mrow><mo>[</mo><mtable displaystyle="true">{cells}</mtable><mo>]</mo></mrow>'

    def row(self, x: t.Row) -> str:
        return "<mrow>" + "".join(map(self.math, x.items)) + "</mrow>"

    # ── pages ─────────────────────────────────────────────────────────────────

    def lines(self, x: Lines) -> str:
        return f'<math display="block"{self._family}>{super().lines(x)}</math>'

    def several(self, x: Lines) -> str:
        rows = []
        for k, line in enumerate(x.lines):
            apart = (
                " apart" if k and not line.indent and x.lines[k - 1].indent else ""
            )  # space after an equation of several lines
            left, indent = self.left(line), f'<mspace width="{line.indent}em"/>' if line.indent else ""
            right = f"<mrow>{'' if x.aligned else left}{indent}{self.items(line)}</mrow>"
            cells = f"<mtd {self._cells['left' + apart]}>{right}</mtd>"
            if x.aligned:
                cells = f"<mtd {self._cells['right' + apart]}>{left}</mtd>{cells}"
            rows.append(f"<mtr>{cells}</mtr>")
        return f'<mtable displaystyle="true">{"".join(rows)}</mtable>'

    def left(self, line: DisplayLine) -> str:
        return "" if line.left is None else f"<mrow>{self.math(line.left)}</mrow>"

    def items(self, line: DisplayLine) -> str:
        """Write the items of a line. A sign at the beginning of a line remains a binary operator."""
        first, rest = line.items[0], "".join(map(self.math, line.items[1:]))
        if isinstance(first, t.Mark) and first.kind in ("binary", "relation"):
            return f'<mo form="infix">{escape(first.text)}</mo>{rest}'
        return self.math(first) + rest

    def display(self, x: b.Display) -> str:
        return self.lines(broken(b.Display(x.equations), self.page))

    def formula(self, x: t.Math) -> str:
        return f"<math{self._family}>{self.math(x)}</math>"

    def escape(self, text: str) -> str:
        return escape(printable(text))

    def words(self, x: b.Words) -> str:
        return f"<p>{super().words(x)}</p>"

    def strong(self, text: str) -> str:
        return f"<strong>{self.escape(text)}</strong>"

    def items_of(self, x: b.Items) -> str:
        mark = ' class="holds"' if x.mark == "✓" else ""
        before = f"<p>{self.lead(x)}</p>" if x.lead else ""
        return f"{before}<ul{mark}>" + "".join(f"<li>{self.inline(y)}</li>" for y in x.items) + "</ul>"

    def beside(self, x: b.Beside) -> str:
        return f'<div class="beside"><div>{self.blocks(x.left)}</div><div>{self.blocks(x.right)}</div></div>'

    def heading(self, x: b.Section) -> str:
        return f"{x.number} {self.escape(x.text)}".strip()

    def section(self, x: b.Section) -> str:
        return f"<h{min(x.level + 1, 6)}>{self.heading(x)}</h{min(x.level + 1, 6)}>"

    def table(self, x: b.Table) -> str:
        kinds = [' class="number"' if y else "" for y in numeric(x)]
        named = [
            f'<span class="{k.lower()}">{self.cell(x, y)}</span>' if k else self.cell(x, y)
            for k, y in zip(kinds_of(x), x.head, strict=True)
        ]
        head = "".join(f'<th scope="col"{kind}>{y}</th>' for y, kind in zip(named, kinds, strict=True))
        rows = [
            "<tr>" + "".join(f"<td{kind}>{self.cell(x, y)}</td>" for y, kind in zip(row, kinds, strict=True)) + "</tr>"
            for row in x.rows
        ]
        caption = f"<caption>{self.cell(x, x.caption)}</caption>" if x.caption else ""
        return "\n".join(
            [
                f'<div class="wide"><table>{caption}<thead><tr>{head}</tr></thead><tbody>',
                *rows,
                "</tbody></table></div>",
            ]
        )

    def code(self, x: b.Code) -> str:
        return f"<pre><code>{escape(x.source)}</code></pre>"

    def figure(self, x: b.Figure) -> str:
        drawn = svg(x.bytes("svg"), x.name, x.caption.replace("$", ""))
        return f"<figure>{drawn}<figcaption>{self.inline(x.caption)}</figcaption></figure>"

    def blocks(self, x: Sequence[b.Block]) -> str:
        return "\n".join(self.block(y) for y in x)

    def document(self, x: b.Document, folder: str = "") -> str:
        return _HtmlDocument(self.page).document(x)


def _letters(x: t.Symbol) -> str:
    return t.slanted(x.letter, x.bold) if x.bold or len(x.letter) > 1 else x.letter


def _index(index: str) -> str:
    """Write an index in upright letters, as browsers do for an index of several letters."""
    if index.isdigit():
        return f"<mn>{index}</mn>"
    return f"<mi{_NORMAL if len(index) == 1 else ''}>{escape(index)}</mi>"


class _HtmlDocument(Html):
    """Complete HTML page with a style sheet and links to headings."""

    _cells = CLASSES
    _family = ""

    def __init__(self, page: Page) -> None:
        super().__init__()
        self.page = page
        self._places: set[str] = set()

    def _place(self, heading: str) -> str:
        """Create a unique anchor name for a heading."""
        stem = re.sub(r"[^a-z0-9]+", "-", heading.lower())[:60].strip("-") or "part"
        name = next(x for x in (stem, *(f"{stem}-{k + 2}" for k in range(len(self._places)))) if x not in self._places)
        self._places.add(name)
        return name

    def section(self, x: b.Section) -> str:
        name = self._place(x.text)
        return linked_heading(min(x.level + 1, 6), name, self.heading(x), f' id="{name}"')

    def brace(self, x: t.Brace) -> str:
        """Write terms above a horizontal rule and a word.

        A word that is much wider than the terms requires additional space.
        """
        size, free = ("", "") if beyond(x.body, x.word) else (' width="0"', ' class="free"')
        word = f'<mpadded scriptlevel="0" height="1.1em"{size}><mtext{free}>{x.word}</mtext></mpadded>'
        return f'<munder class="kind {x.kind.lower()}"><mrow class="ruled">{self.math(x.body)}</mrow>{word}</munder>'

    def display(self, x: b.Display) -> str:
        number = self.number_of(x)
        written = self.lines(broken(x, self.page))
        if not number:
            return written
        place = f'<a class="counted" href="#equation-{number}">({number})</a>'
        return f'<div class="numbered" id="equation-{number}">{written}{place}</div>'

    def document(self, x: b.Document, folder: str = "") -> str:
        """Write the page, divided into sections at headings of level 1."""
        heads: list[b.Section] = []
        bodies: list[list[b.Block]] = [[]]
        for block in self._unfolded(x.blocks):
            if isinstance(block, b.Section) and block.level == 1:
                heads.append(block)
                bodies.append([])
            else:
                bodies[-1].append(block)
        below = f'<p class="subtitle">{self.inline(x.subtitle, bold=False)}</p>\n' if x.subtitle else ""
        before = self.blocks(bodies[0])
        contents, parts = [], []
        for head, blocks in zip(heads, bodies[1:], strict=True):
            name = self._place(head.text)
            contents.append(f'<li><a href="#{name}">{self.heading(head)}</a></li>')
            parts.append(self._part(name, self.heading(head), blocks))
        nav = f'<nav aria-label="Contents"><ol>{"".join(contents)}</ol></nav>\n' if len(heads) > 1 else ""
        body = "\n".join([below + before, *parts])
        title = self.escape(x.title)
        sheet, policy = _style()
        return file(title, policy, sheet, f"{nav}<main>\n<h1>{title}</h1>\n{body}\n</main>\n")

    def _part(self, name: str, head: str, blocks: list[b.Block]) -> str:
        """Write a section below a heading of level 1. Long sections are collapsed."""
        body = self.blocks(blocks)
        shown = "" if body.count("<mtr>") + body.count("<math display") > _LONG else " open"
        summary = linked_heading(2, name, head)
        return f'<section id="{name}"><details{shown}><summary>{summary}</summary>\n{body}\n</details></section>'

    def _unfolded(self, blocks: Iterable[b.Block]) -> Iterator[b.Block]:
        for block in blocks:
            if isinstance(block, b.Passage):
                yield from self._unfolded(block.make(self))
            else:
                yield block
