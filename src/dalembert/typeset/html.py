"""HTML with MathML, which browsers and notebooks show without any script; one file that asks for nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from dalembert.errors import printable
from dalembert.typeset import block as b
from dalembert.typeset import tree as t
from dalembert.typeset import web
from dalembert.typeset.breaker import Line
from dalembert.typeset.fonts import FAMILIES
from dalembert.typeset.language import Language, kinds_of, numeric
from dalembert.typeset.lines import Lines, broken
from dalembert.typeset.mathml import bold, italic, over
from dalembert.typeset.width import Page, beyond

_CLASSES = {
    "left": 'class="left"',
    "right": 'class="right"',
    "left apart": 'class="left apart"',
    "right apart": 'class="right apart"',
    "entry": 'class="entry"',
}
_STYLES = {  # of formulas that stand alone, in a notebook, where no style sheet says it
    "left": 'style="text-align:left;padding:.15em 0"',
    "right": 'style="text-align:right;text-align:-webkit-right;padding:.15em 0"',
    "left apart": 'style="text-align:left;padding:.5em 0 .15em"',
    "right apart": 'style="text-align:right;text-align:-webkit-right;padding:.5em 0 .15em"',
    "entry": 'style="padding:.275em .55em"',
}
_NORMAL = ' mathvariant="normal"'
_ACCENT = {"dot": "˙", "ddot": "¨", "hat": "^", "bar": "¯"}
_THIN = '<mspace width="0.17em"/>'
_FORM = {"open": ' form="prefix" stretchy="false"', "close": ' form="postfix" stretchy="false"'}


class Html(Language):
    _cells = _STYLES  # how cells of a table of formulas stand
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

    def sum(self, x: t.Sum) -> str:
        parts = []
        for k, term in enumerate(x.terms):
            sign = (
                ("<mo>−</mo>" if term.negative else "<mo>+</mo>") if k else '<mo form="prefix">−</mo>' * term.negative
            )
            parts.append(sign + self.math(term.body))
        return "".join(parts) or "<mn>0</mn>"

    def product(self, x: t.Product) -> str:
        parts = [self.math(x.factors[0])]
        for a, z in zip(x.factors, x.factors[1:], strict=False):
            parts.append((_THIN if t.thin(a, z) else "<mo>&#8290;</mo>") + self.math(z))
        return "".join(parts)

    def power(self, x: t.Power) -> str:
        if isinstance(x.base, t.Symbol) and x.base.index:
            stem = self.symbol(t.Symbol(x.base.name, x.base.letter, "", x.base.dots, x.base.bold))
            return f"<msubsup>{stem}{_index(x.base.index)}<mn>{x.exponent}</mn></msubsup>"
        return f"<msup><mrow>{self.math(x.base)}</mrow><mn>{x.exponent}</mn></msup>"

    def fraction(self, x: t.Fraction) -> str:
        return f"<mfrac><mrow>{self.math(x.over)}</mrow><mrow>{self.math(x.under)}</mrow></mfrac>"

    def function(self, x: t.Function) -> str:
        inside = self.math(x.argument)
        if x.name in ("sqrt", "abs"):
            text = (
                f"<msqrt><mrow>{inside}</mrow></msqrt>"
                if x.name == "sqrt"
                else self._bracketed(x.argument, inside, "||")
            )
            return text if x.power == 1 else f"<msup>{text}<mn>{x.power}</mn></msup>"
        name = f"<mi>{x.name}</mi>"
        name = name if x.power == 1 else f"<msup>{name}<mn>{x.power}</mn></msup>"
        return f"<mrow>{name}<mo>&#8289;</mo>{_THIN + inside if x.bare else self._bracketed(x.argument, inside, '()')}</mrow>"

    def bracket(self, x: t.Bracket) -> str:
        return self._bracketed(x.inside, self.math(x.inside), "[]" if x.square else "()")

    def _bracketed(self, x: t.Math, inside: str, pair: str) -> str:
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

    def brace(self, x: t.Brace) -> str:
        return f"<mrow>{self.math(x.body)}</mrow>"

    def row(self, x: t.Row) -> str:
        return "<mrow>" + "".join(map(self.math, x.items)) + "</mrow>"

    # ── pages ─────────────────────────────────────────────────────────────────

    def lines(self, x: Lines) -> str:
        if len(x.lines) == 1:
            line = x.lines[0]
            left = "" if line.left is None else self.math(line.left)
            return f'<math display="block"{self._family}><mrow>{left}{self._items(line)}</mrow></math>'
        rows = []
        for k, line in enumerate(x.lines):
            apart = " apart" if k and not line.indent and x.lines[k - 1].indent else ""  # after one of several lines
            left = "" if line.left is None else f"<mrow>{self.math(line.left)}</mrow>"
            indent = f'<mspace width="{line.indent}em"/>' if line.indent else ""
            right = f"<mrow>{'' if x.aligned else left}{indent}{self._items(line)}</mrow>"
            cells = f"<mtd {self._cells['left' + apart]}>{right}</mtd>"
            if x.aligned:
                cells = f"<mtd {self._cells['right' + apart]}>{left}</mtd>{cells}"
            rows.append(f"<mtr>{cells}</mtr>")
        return f'<math display="block"{self._family}><mtable displaystyle="true">{"".join(rows)}</mtable></math>'

    def _items(self, line: Line) -> str:
        """A sign at the beginning of a line, or of a cell, still stands between two things."""
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

    def beside(self, x: b.Beside, folder: str) -> str:
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

    def figure(self, x: b.Figure, folder: str) -> str:
        drawn = web.svg(x.bytes("svg"), x.name, x.caption.replace("$", ""))
        return f"<figure>{drawn}<figcaption>{self.inline(x.caption)}</figcaption></figure>"

    def blocks(self, x: Sequence[b.Block], folder: str = "") -> str:
        return "\n".join(self.block(y, folder) for y in x)

    def document(self, x: b.Document, folder: str = "") -> str:
        return _Whole(self.page).document(x)


def _letters(x: t.Symbol) -> str:
    return bold(x.letter) if x.bold else x.letter if len(x.letter) == 1 else italic(x.letter)


def _index(index: str) -> str:
    """Upright, as browsers set what has several letters anyhow."""
    if index.isdigit():
        return f"<mn>{index}</mn>"
    return f"<mi{_NORMAL if len(index) == 1 else ''}>{escape(index)}</mi>"


class _Whole(Html):
    """A page of its own, whose style sheet says how cells stand; its headings can be linked to."""

    _cells = _CLASSES
    _family = ""

    def __init__(self, page: Page) -> None:
        super().__init__()
        self.page = page
        self._places = web.Names()

    def section(self, x: b.Section) -> str:
        name = self._places.name(x.text)
        return web.heading(min(x.level + 1, 6), name, self.heading(x), f' id="{name}"')

    def brace(self, x: t.Brace) -> str:
        """A rule below its terms, and its word; the word takes no room unless it is much longer than they are."""
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
        """Parts from one heading of the first level to the next."""
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
        parts = [
            web.Part(self._places.name(head.text), self.heading(head), self.blocks(body))
            for head, body in zip(heads, bodies[1:], strict=True)
        ]
        return web.page(self.escape(x.title), below + before, parts)

    def _unfolded(self, blocks: Iterable[b.Block]) -> Iterator[b.Block]:
        for block in blocks:
            if isinstance(block, b.Passage):
                yield from self._unfolded(block.make(self))
            else:
                yield block
