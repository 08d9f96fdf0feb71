"""HTML with MathML, which browsers and notebooks show without any script; one file that asks for nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from dalembert.errors import printable
from dalembert.typeset import tree as t
from dalembert.typeset.language import Language
from dalembert.typeset.lines import Line, Lines, broken

_STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.55 system-ui, sans-serif; color: #1c2733; background: #fff; max-width: 43rem;
       margin: 2.5rem auto; padding: 0 1.25rem; }
h1, h2, h3, h4, h5 { line-height: 1.25; color: #12324f; margin: 1.6em 0 .5em; }
h1 { font-size: 1.9rem; border-bottom: 2px solid #35618f; padding-bottom: .3rem; }
table { border-collapse: collapse; font-size: .86rem; display: block; overflow-x: auto; margin: 1rem 0; }
caption { text-align: left; color: #51606f; padding-bottom: .4rem; }
th { text-align: left; border-bottom: 2px solid #35618f; padding: .3rem .7rem .3rem 0; }
td { border-bottom: 1px solid #dde4eb; padding: .3rem .7rem .3rem 0; vertical-align: top; }
figure { margin: 1.5rem 0; } figure svg { max-width: 100%; height: auto; }
figcaption { color: #51606f; font-size: .9rem; }
pre { background: #f4f7fa; border: 1px solid #dde4eb; border-radius: 6px; padding: .8rem 1rem; overflow-x: auto; }
math { font-family: "STIX Two Math", "Latin Modern Math", "Cambria Math", "Libertinus Math", math; }
math[display="block"] { overflow-x: auto; overflow-y: hidden; padding: .25rem 0; }
@media print { body { margin: 0; max-width: none; } }
"""
_RIGHT, _LEFT = 'style="text-align:right;text-align:-webkit-right;padding:0"', 'style="text-align:left;padding:.15em 0"'
_ACCENT = {"dot": "˙", "ddot": "¨", "hat": "^", "bar": "¯"}
_THIN = '<mspace width="0.17em"/>'
_FORM = {"open": ' form="prefix" stretchy="false"', "close": ' form="postfix" stretchy="false"'}


class Html(Language):
    def symbol(self, x: t.Symbol) -> str:
        stem = f"<mi>{escape(x.letter)}</mi>"
        if x.dots:
            stem = _over(stem, x.letter, "˙" if x.dots == 1 else "¨" if x.dots == 2 else "⃛")
        if not x.index:
            return stem
        tag = "mn" if x.index.isdigit() else "mi"
        upright = ' mathvariant="normal"' if tag == "mi" and len(x.index) == 1 else ""
        return f"<msub>{stem}<{tag}{upright}>{escape(x.index)}</{tag}></msub>"

    def number(self, x: t.Number) -> str:
        plain = f"<mn>{x.digits}</mn>"
        ten = f"<msup><mn>10</mn><mn>{str(x.exponent).replace('-', '−')}</mn></msup>"
        return f"{plain}<mo>×</mo>{ten}" if x.exponent else plain

    def word(self, x: t.Word) -> str:
        return f"{_THIN}<mi>{escape(x.text)}</mi>{_THIN}" if x.function else f"<mtext>{escape(x.text)}</mtext>"

    def unit(self, x: t.Unit) -> str:
        return f'<mspace width="1em"/><mtext>{escape(x.text)}</mtext>'

    def mark(self, x: t.Mark) -> str:
        if x.kind == "times":
            return "<mo>&#8290;</mo>"
        if x.text == "∂":
            return "<mi>∂</mi>"
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
        for a, b in zip(x.factors, x.factors[1:], strict=False):
            parts.append((_THIN if t.thin(a, b) else "<mo>&#8290;</mo>") + self.math(b))
        return "".join(parts)

    def power(self, x: t.Power) -> str:
        if isinstance(x.base, t.Symbol) and x.base.index:
            stem = self.symbol(t.Symbol(x.base.name, x.base.letter, "", x.base.dots))
            tag = "mn" if x.base.index.isdigit() else "mi"
            return f"<msubsup>{stem}<{tag}>{escape(x.base.index)}</{tag}><mn>{x.exponent}</mn></msubsup>"
        return f"<msup><mrow>{self.math(x.base)}</mrow><mn>{x.exponent}</mn></msup>"

    def fraction(self, x: t.Fraction) -> str:
        return f"<mfrac><mrow>{self.math(x.over)}</mrow><mrow>{self.math(x.under)}</mrow></mfrac>"

    def function(self, x: t.Function) -> str:
        inside = self.math(x.argument)
        if x.name in ("sqrt", "abs"):
            bar = '<mo stretchy="false">|</mo>'
            text = f"<msqrt><mrow>{inside}</mrow></msqrt>" if x.name == "sqrt" else f"<mrow>{bar}{inside}{bar}</mrow>"
            return text if x.power == 1 else f"<msup>{text}<mn>{x.power}</mn></msup>"
        name = f"<mi>{x.name}</mi>"
        name = name if x.power == 1 else f"<msup>{name}<mn>{x.power}</mn></msup>"
        return f"<mrow>{name}<mo>&#8289;</mo>{_THIN + inside if x.bare else self._bracketed(inside, '()')}</mrow>"

    def bracket(self, x: t.Bracket) -> str:
        return self._bracketed(self.math(x.inside), "[]" if x.square else "()")

    def _bracketed(self, inside: str, pair: str) -> str:
        return f"<mrow><mo{_FORM['open']}>{pair[0]}</mo>{inside}<mo{_FORM['close']}>{pair[1]}</mo></mrow>"

    def script(self, x: t.Script) -> str:
        base = f"<mrow>{self.math(x.base)}</mrow>"
        low, high = ("" if y is None else f"<mrow>{self.math(y)}</mrow>" for y in (x.low, x.high))
        tag = "msubsup" if low and high else "msub" if low else "msup"
        return f"<{tag}>{base}{low}{high}</{tag}>"

    def accent(self, x: t.Accent) -> str:
        letter = x.base.letter if isinstance(x.base, t.Symbol) else ""
        return _over(self.math(x.base), letter, _ACCENT[x.kind])

    def matrix(self, x: t.Matrix) -> str:
        cells = "".join("<mtr>" + "".join(f"<mtd>{self.math(y)}</mtd>" for y in row) + "</mtr>" for row in x.rows)
        return f'<mrow><mo>[</mo><mtable displaystyle="true">{cells}</mtable><mo>]</mo></mrow>'

    def row(self, x: t.Row) -> str:
        return "<mrow>" + "".join(map(self.math, x.items)) + "</mrow>"

    # ── pages ─────────────────────────────────────────────────────────────────

    def lines(self, x: Lines) -> str:
        if len(x.lines) == 1:
            line = x.lines[0]
            left = "" if line.left is None else self.math(line.left)
            return f'<math display="block"><mrow>{left}{self._items(line)}</mrow></math>'
        rows = []
        for k, line in enumerate(x.lines):
            after = bool(k) and not line.indent and bool(x.lines[k - 1].indent)
            style = (
                _LEFT.replace(".15em", ".5em 0 .15em") if after else _LEFT
            )  # apart from an equation of several lines
            left = "" if line.left is None else f"<mrow>{self.math(line.left)}</mrow>"
            indent = f'<mspace width="{line.indent}em"/>' if line.indent else ""
            if x.aligned:
                cells = f"<mtd {_RIGHT if not after else _RIGHT.replace('padding:0', 'padding:.5em 0 0')}>{left}</mtd><mtd {style}><mrow>{indent}{self._items(line)}</mrow></mtd>"
            else:
                cells = f"<mtd {style}><mrow>{left}{indent}{self._items(line)}</mrow></mtd>"
            rows.append(f"<mtr>{cells}</mtr>")
        return f'<math display="block"><mtable displaystyle="true">{"".join(rows)}</mtable></math>'

    def _items(self, line: Line) -> str:
        """A sign at the beginning of a line, or of a cell, still stands between two things."""
        first, rest = line.items[0], "".join(map(self.math, line.items[1:]))
        if isinstance(first, t.Mark) and first.kind in ("binary", "relation"):
            return f'<mo form="infix">{escape(first.text)}</mo>{rest}'
        return self.math(first) + rest

    def display(self, x: t.Display) -> str:
        return self.lines(broken(x, self.page))

    def formula(self, x: t.Math) -> str:
        return f"<math>{self.math(x)}</math>"

    def escape(self, text: str) -> str:
        return escape(printable(text))

    def words(self, x: t.Words) -> str:
        return f"<p>{super().words(x)}</p>"

    def section(self, x: t.Section) -> str:
        return f"<h{x.level + 1}>{self.escape(x.text)}</h{x.level + 1}>"

    def table(self, x: t.Table) -> str:
        lines = [f"<table><caption>{self.escape(x.caption)}</caption>"] if x.caption else ["<table>"]
        lines.append("<tr>" + "".join(f"<th>{self.escape(y)}</th>" for y in x.head) + "</tr>")
        lines += ["<tr>" + "".join(f"<td>{self.escape(y)}</td>" for y in row) + "</tr>" for row in x.rows]
        return "\n".join([*lines, "</table>"])

    def code(self, x: t.Code) -> str:
        return f"<pre><code>{escape(x.source)}</code></pre>"

    def figure(self, x: t.Figure, folder: str) -> str:
        return f"<figure>{svg(x)}<figcaption>{self.escape(x.caption)}</figcaption></figure>"

    def blocks(self, x: Sequence[t.Block], folder: str = "") -> str:
        return "\n".join(self.block(y, folder) for y in x)

    def document(self, x: t.Document, folder: str = "") -> str:
        title = self.escape(x.title)
        return (
            f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<link rel="icon" href="data:,">\n'
            f"<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{self.blocks(x.blocks)}\n</body>\n</html>\n"
        )


def svg(picture: t.Figure) -> str:
    """A picture as an element of the page: no prologue, no metadata, and names that no other picture has."""
    text = picture.bytes("svg").decode()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    prefix = re.sub(r"\W", "_", picture.name)
    text = re.sub(r'\bid="', f'id="{prefix}_', text)
    return re.sub(r'(href="#|url\(#)', rf"\1{prefix}_", text)


def _over(base: str, letter: str, accent: str) -> str:
    """A dot above the letter, not on it: browsers take the height of an invisible strut."""
    height = "0.74em" if letter[:1].isupper() or letter[:1] in "θβδζλξφψbdfhklt" else "0.55em"
    strut = f'<mrow>{base}<mspace height="{height}"/></mrow>'
    return f'<mover accent="true">{strut}<mo stretchy="false">{accent}</mo></mover>'
