"""Formulas for a page that is alive: MathML whose symbols say their names, one formula a term, long factors in pieces.

MathML does not break lines, so a term whose factor is a long sum comes as several formulas in a row, which wrap.
"""

from __future__ import annotations

from dataclasses import replace
from html import escape

from dalembert.typeset import tree as t
from dalembert.typeset.html import Html

_STRUT = '<mspace height="0.95em" depth="0.42em"/>'  # all pieces of a row are of one height
_PIECES = 3  # summands of a factor from which on each is a formula of its own
_CLASSES = {x: f'class="{x}"' for x in ("left", "right", "left apart", "right apart", "entry")}


class Alive(Html):
    """HTML whose symbols carry their names, q2 or lc2, and whose cells have classes instead of styles."""

    _cells = _CLASSES

    def symbol(self, x: t.Symbol) -> str:
        return _named(x, super().symbol(x))

    def power(self, x: t.Power) -> str:
        made = super().power(x)
        if not isinstance(x.base, t.Symbol) or not x.base.index:
            return made
        stem = replace(x.base, index="")
        return _named(x.base, made.replace(self.symbol(stem), super().symbol(stem), 1))

    def script(self, x: t.Script) -> str:
        """q_2 of a sentence is the symbol q2 too."""
        made = super().script(x)
        if x.high is not None or not isinstance(x.base, t.Symbol) or not isinstance(x.low, t.Number | t.Symbol):
            return made
        low = x.low.digits if isinstance(x.low, t.Number) else x.low.name
        return f'<mrow data-s="{escape(x.base.name + low)}">{made}</mrow>'

    def term(self, x: t.Term, first: bool) -> str:
        """A term with its sign, as one formula or several in a row."""
        sign = "−" if x.negative else "" if first else "+"
        opening = f'<mo form="{"prefix" if first else "infix"}">{sign}</mo>' if sign else ""
        return "".join(f"<math>{y}{_STRUT}</math>" for y in self._pieces(opening, x.body))

    def _pieces(self, opening: str, body: t.Math) -> list[str]:
        factors = body.factors if isinstance(body, t.Product) else (body,)
        at = next((k for k, x in enumerate(factors) if _is_long(x)), None)
        if at is None:
            return [opening + self.math(body)]
        before, bracket, after = factors[:at], factors[at], factors[at + 1 :]
        assert isinstance(bracket, t.Bracket)
        assert isinstance(bracket.inside, t.Sum)
        left, right = "[]" if bracket.square else "()"
        head = (self.math(t.Product(before)) if before else "") + self.math(t.Mark(left, "open"))
        tail = self.math(t.Mark(right, "close")) + (self.math(t.Product(after)) if after else "")
        parts = [self._summand(y, k) for k, y in enumerate(bracket.inside.terms)]
        parts[0] = opening + head + parts[0]
        parts[-1] += tail
        return parts

    def _summand(self, x: t.Term, k: int) -> str:
        sign = "−" if x.negative else "+" if k else ""
        mark = f'<mo form="{"infix" if k else "prefix"}">{sign}</mo>' if sign else ""
        return mark + self.math(x.body)


def _named(x: t.Symbol, made: str) -> str:
    return f'<mrow data-s="{escape(x.name)}">{made}</mrow>'


def _is_long(x: t.Math) -> bool:
    return isinstance(x, t.Bracket) and isinstance(x.inside, t.Sum) and len(x.inside.terms) >= _PIECES
