"""Where one equation is broken: pieces that stay whole, and the lines of least cost that they make.

    Σ 100 + 100 (slack/W)³ + penalty                                                                    [knuth1981]

A piece is a term of the outermost sum; what no line holds is taken apart inside its widest bracket, and so on inwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from dalembert.typeset import block as b
from dalembert.typeset import tree as t
from dalembert.typeset.width import Page

_LINE, _PLAIN, _DEEPER, _CHANGE, _SHORT, _OVERFULL = 100.0, 10.0, 300.0, -40.0, 60.0, 1e6
_AFTER_RELATION, _BETWEEN_FACTORS = 400.0, 3000.0


@dataclass(frozen=True)
class Line:
    """`left` of the relation in the first line of an equation; `indent` in em of one that goes on.

    `runs`: the items once more, those of one kind of term together.
    """

    left: t.Math | None
    items: tuple[t.Math, ...]
    indent: int = 0
    runs: tuple[tuple[str, tuple[t.Math, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """What stays on one line; `penalty` of a break before it, `depth` of open brackets there, `kind` of its term."""

    items: tuple[t.Math, ...]
    width: float
    depth: int
    penalty: float = _PLAIN
    kind: str = ""


class Breaker:
    """Breaks the equations of one display; `left` is the width left of the relation."""

    def __init__(self, page: Page, left: float, hanging: bool) -> None:
        self.page, self.left, self.hanging = page, left, hanging
        self.measure = page.measure

    def lines(self, equation: b.Equation) -> list[Line]:
        left = self.left if not self.hanging or equation.left is None else self.measure(equation.left)
        pieces = self._pieces(equation)
        first = self.page.width - left
        starts = _best(pieces, first, [self._room(x.depth) for x in pieces], self.page.width)
        made = []
        for a, z in zip(starts, [*starts[1:], len(pieces)], strict=True):
            items = tuple(item for x in pieces[a:z] for item in x.items)
            indent = 0 if a == 0 else (2 if self.hanging else 1) + 2 * pieces[a].depth
            made.append(Line(equation.left if a == 0 else None, items, indent, tuple(_runs(pieces[a:z]))))
        return made

    def whole(self, equation: b.Equation) -> Line | None:
        """The equation on one line, if it fits there."""
        items = tuple(_chain(equation))
        fits = self.left + sum(self.measure(x) for x in items) <= self.page.width
        return Line(equation.left, items) if fits else None

    def _room(self, depth: int) -> float:
        """For a line that goes on, with so many open brackets."""
        return (
            self.page.width - (0.0 if self.hanging else self.left) - self.page.step * ((1 + self.hanging) + 2 * depth)
        )

    def _pieces(self, equation: b.Equation) -> list[Piece]:
        found: list[Piece] = []
        for k, part in enumerate(equation.right):
            inner = self._split(part, 0)
            if self.hanging and not k and equation.left is not None:  # a long name may stand on a line of its own
                found.append(Piece((t.EQUALS,), self.measure(t.EQUALS), 0))
                inner[0] = _before((), inner[0], 0.0, _AFTER_RELATION)
            elif k or equation.left is not None:
                inner[0] = _before((t.EQUALS,), inner[0], self.measure(t.EQUALS), 0.0)
            found += inner
        if equation.unit:
            unit = t.Unit(equation.unit)
            found.append(Piece((unit,), self.measure(unit), 0, _AFTER_RELATION))
        return found

    def _split(self, x: t.Math, depth: int, most: float | None = None) -> list[Piece]:
        """A formula in pieces; one that fits on a line of its own stays whole, a sum at depth 0 never does."""
        if isinstance(x, t.Sum) and x.terms:
            return self._terms(x, depth)
        whole = self.measure(x)
        if whole <= (self._room(depth) if most is None else most):
            return [Piece((x,), whole, depth)]
        match x:
            case t.Bracket(inside, square):
                return self._bracketed(inside, "[" if square else "(", t.Mark("]" if square else ")", "close"), depth)
            case t.Power(t.Bracket(inside, square), exponent):
                close = t.Power(t.Mark("]" if square else ")", "close"), exponent)
                return self._bracketed(inside, "[" if square else "(", close, depth)
            case t.Function(name, argument, power, _) if name == "sqrt" or (name != "abs" and power == 1):
                end = t.Mark(")", "close")  # a root too long for a line is the function sqrt( … )
                inner = self._bracketed(argument, "(", end if power == 1 else t.Power(end, power), depth)
                word = t.Word(name, function=True)
                return [_before((word,), inner[0], self.measure(word)), *inner[1:]]
            case t.Fraction(over, under):
                above = over if _single(over) else t.bracket(over)
                return self._split(t.Product((above, t.Mark("/"), t.bracket(under))), depth, most)
            case t.Product(factors):
                return self._factors(factors, depth)
            case t.Row(items):
                return self._row(items, depth)
            case _:
                return [Piece((x,), whole, depth)]

    def _terms(self, x: t.Sum, depth: int) -> list[Piece]:
        found: list[Piece] = []
        kind = x.terms[0].kind
        for k, term in enumerate(x.terms):
            inner = self._split(term.body, depth, self._room(depth) - self.measure(t.PLUS))
            penalty = _PLAIN + _DEEPER * depth + (_CHANGE if term.kind != kind else 0)
            if k or term.negative:
                sign = (t.MINUS if term.negative else t.PLUS) if k else t.NEGATIVE
                inner[0] = _before((sign,), inner[0], self.measure(sign), penalty)
            found += [replace(y, kind=term.kind) for y in inner] if term.kind else inner
            kind = term.kind
        return found

    def _bracketed(self, inside: t.Math, opening: str, close: t.Math, depth: int) -> list[Piece]:
        open = t.Mark(opening, "open")
        inner = self._split(inside, depth + 1)
        first = _before((open,), inner[0], self.measure(open))
        inner[0] = Piece(first.items, first.width, depth, first.penalty)
        inner[-1] = _after(inner[-1], (close,), self.measure(close))
        return inner

    def _factors(self, factors: Sequence[t.Math], depth: int) -> list[Piece]:
        """A product broken inside its widest factor, and inside the next where that is not enough."""
        wide = sorted(range(len(factors)), key=lambda i: -self.measure(factors[i]))
        able = [i for i in wide if _breakable(factors[i])]
        for share, breaker in self._narrower():
            for count in range(1 if share == 1 else len(able), len(able) + 1):
                found = breaker._joined(factors, set(able[:count]), depth)
                if self._fit(found):
                    return found
        room = self._room(depth)
        if len(factors) < 2:
            return self._joined(factors, set(able), depth)
        dot = t.Mark("·", "binary")
        pieces: list[Piece] = []
        for i, x in enumerate(factors):
            inner = self._split(x, depth, room - self.measure(dot))
            if i and (isinstance(x, t.Mark) or isinstance(factors[i - 1], t.Mark)):  # a/b stays together
                pieces[-1] = _after(pieces[-1], inner[0].items, inner[0].width)
                inner = inner[1:]
            elif i:
                inner[0] = _before((dot,), inner[0], self.measure(dot), _BETWEEN_FACTORS + _DEEPER * depth)
            pieces += inner
        return pieces

    def _fit(self, pieces: Sequence[Piece]) -> bool:
        """Whether each piece has room on a line of its own, the first one with a sign before it."""
        sign = self.measure(t.PLUS)
        return all(x.width + (0 if k else sign) <= self._room(x.depth) for k, x in enumerate(pieces))

    def _narrower(self) -> Iterator[tuple[float, Breaker]]:
        """This breaker, and others for narrower pages: what stands after a bracket needs room behind its last line."""
        yield 1, self
        for share in (0.9, 0.8, 0.65):
            page = Page(share * self.page.width, self.page.measure, self.page.step)
            yield share, Breaker(page, self.left, self.hanging)

    def _joined(self, factors: Sequence[t.Math], opened: set[int], depth: int) -> list[Piece]:
        """Factors one after the other, those of `opened` in pieces, never a break between two."""
        found: list[Piece] = []
        for i, x in enumerate(factors):
            inner = self._split(x, depth, -1.0) if i in opened else [Piece((x,), self.measure(x), depth)]
            if found:
                slash = isinstance(x, t.Mark) or isinstance(factors[i - 1], t.Mark)
                between: tuple[t.Math, ...] = () if slash else (t.TIMES,)
                between += (t.Space(3 / 18),) if not slash and t.thin(factors[i - 1], x) else ()
                room = sum(self.measure(y) for y in between)
                if i in opened and room + found[-1].width + inner[0].width + self.measure(t.PLUS) > self._room(depth):
                    count = 2 if isinstance(inner[0].items[0], t.Word) else 1  # a break after the bracket that opens
                    head, rest = inner[0].items[:count], inner[0].items[count:]
                    size = sum(self.measure(y) for y in head)
                    found[-1] = _after(found[-1], (*between, *head), room + size)
                    found.append(Piece(rest, inner[0].width - size, depth + 1, _BETWEEN_FACTORS))
                else:
                    first = _before(between, inner[0], room)
                    found[-1] = _after(found[-1], first.items, first.width)
                found += inner[1:]
            else:
                found += inner
        return found

    def _row(self, items: Sequence[t.Math], depth: int) -> list[Piece]:
        """A formula of the program's own, broken before its signs and relations and after its commas."""
        parts: list[tuple[float, list[t.Math]]] = []
        level = 0
        for k, x in enumerate(items):
            kind = x.kind if isinstance(x, t.Mark) else ""
            level -= kind == "close"
            before = items[k - 1] if k else None
            apart = (isinstance(before, t.Space) and before.em >= 1) or before == t.Mark(",", "point")
            if not k or apart or kind in ("binary", "relation"):
                parts.append(((0.0 if kind == "relation" else _PLAIN) + _DEEPER * (depth + level), []))
            parts[-1][1].append(x)
            level += kind == "open"
        found = []
        for penalty, part in parts:
            lead = isinstance(part[0], t.Mark) and part[0].kind in ("binary", "relation")
            made = (*part[:1], t.Row(tuple(part[1:]))) if lead else (t.Row(tuple(part)),)
            found.append(Piece(made, sum(self.measure(x) for x in made), depth, penalty))
        return found


def _runs(pieces: Sequence[Piece]) -> Iterator[tuple[str, tuple[t.Math, ...]]]:
    """(kind, items) of neighbours of one kind."""
    for kind, same in groupby(pieces, key=lambda x: x.kind):
        yield kind, tuple(item for x in same for item in x.items)


def _chain(equation: b.Equation) -> Iterable[t.Math]:
    for k, part in enumerate(equation.right):
        if k or equation.left is not None:
            yield t.EQUALS
        yield part
    if equation.unit:
        yield t.Unit(equation.unit)


def _single(x: t.Math) -> bool:
    return isinstance(x, (t.Number, t.Symbol, t.Function, t.Bracket))


def _breakable(x: t.Math) -> bool:
    match x:
        case t.Bracket() | t.Fraction():
            return True
        case t.Power(base):
            return isinstance(base, t.Bracket)
        case t.Function(name, t.Sum(terms), power, bare):
            return not bare and len(terms) > 1 and (name == "sqrt" or (name != "abs" and power == 1))
        case _:
            return False


def _before(items: tuple[t.Math, ...], x: Piece, room: float, penalty: float | None = None) -> Piece:
    return Piece((*items, *x.items), room + x.width, x.depth, x.penalty if penalty is None else penalty, x.kind)


def _after(x: Piece, items: tuple[t.Math, ...], room: float) -> Piece:
    return Piece((*x.items, *items), x.width + room, x.depth, x.penalty, x.kind)


def _best(pieces: Sequence[Piece], first: float, rooms: Sequence[float], page: float) -> list[int]:
    """Where the lines of least cost begin."""
    n = len(pieces)
    sizes = [x.width for x in pieces]
    if sum(sizes) <= first:
        return [0]
    cost, come = [0.0] + [float("inf")] * n, [0] * (n + 1)
    for end in range(1, n + 1):
        total = 0.0
        after = pieces[end].penalty if end < n else 0.0
        for start in range(end - 1, -1, -1):
            total += sizes[start]
            room = rooms[start] if start else first
            if total > room and total > page and start < end - 1:
                break
            slack = (room - total) / page
            line = _LINE + after + (100.0 * slack**3 if slack >= 0 else _OVERFULL * (1 - slack))
            if end == n and start and total < page / 4:
                line += _SHORT
            if cost[start] + line < cost[end]:
                cost[end], come[end] = cost[start] + line, start
    starts, at = [], n
    while at:
        at = come[at]
        starts.append(at)
    return starts[::-1]
