"""Line breaking of displayed formulas by minimum total cost.

A formula is measured, split into pieces at possible breaks, and distributed over lines with minimal total cost. The
width of a formula, in ems, is the sum of the advance widths of its glyphs in STIX Two Math, plus the following spaces.

    subscript or superscript    0.75 of its width + 0.04 em; if a symbol has both, the wider script counts
    binary sign, relation       4/18 em and 5/18 em on each side
    function name               3/18 em on each side
    fraction                    width of the numerator or the denominator, whichever is wider
    matrix                      sum of the widest entries of all columns, with gaps of 1.1 em

For formulas of 75 to 1700 pt, these widths agree with Typst, Chromium and pdfLaTeX to within 1 %.

The cost of the lines of one equation is

    Σ 100 + 100 (slack/W)³ + penalty                                                                    [knuth1981]

where slack is the unused space on a line and W is the page width. Lines break before + and − of the outermost sum,
before a second relation, and inside the widest bracket of a term that does not fit on a line. Lines never break inside
a function, a script or a fraction, or between a number and its factor.

Continuation lines are indented by 1 em beyond the relation, and by 2 em for every open bracket. If the left-hand side takes
more than 12 % of the page width, the indent is 2 em from the margin. If a display shows the kinds of terms, terms
of the same kind are on the same line.

For a given page width, the line breaks are the same in all output languages except plain text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import TypeAlias

from dalembert.typeset import block as b
from dalembert.typeset import tree as t
from dalembert.typeset.palette import WORDS

_ITALIC = """a555 b518 c414 d556 e424 f577 g503 h569 i274 j431 k533 l278 m830 n565 o486 p598 q517 r412 s386 t338 u565 v504
w727 x559 y510 z493 A681 B593 C656 D702 E614 F583 G697 H757 I343 J398 K655 L569 M869 N714 O707 P569 Q707 R620 S534 T610
U731 V640 W913 X637 Y607 Z606 α585 β550 γ500 δ519 ε394 ζ478 η509 θ514 ι249 κ510 λ525 μ588 ν496 ξ490 π634 ρ547 σ570 τ464
υ506 φ607 χ641 ψ632 ω660 Γ570 Δ633 Θ717 Λ685 Ξ635 Π741 Σ614 Υ596 Φ723 Ψ720 Ω792"""
_UPRIGHT = """a480 b522 c446 d539 e464 f307 g484 h577 i285 j263 k542 l283 m852 n576 o514 p537 q521 r380 s395 t315 u570 v481
w749 x479 y483 z458 A718 B618 C670 D730 E626 F588 G720 H777 I357 J396 K702 L585 M895 N742 O738 P569 Q737 R659 S504 T603
U752 V680 W944 X664 Y647 Z594 .245 ,245 ;245 :245 (357 )357 [349 ]349 |267 +720 −720 =720 ≤720 ≥720 ≠720 ≈720 ≡720 ∈720
→948 ⇒887 ×720 ·282 …887 ∂478 ∑936 ∫684 ⊤720 ′296 *410 /386 ⟨339 ⟩339 !283 √794 ∀573 ½889"""
ITALIC = {x[0]: int(x[1:]) / 1000 for x in _ITALIC.split()}
UPRIGHT = {x[0]: int(x[1:]) / 1000 for x in _UPRIGHT.split()} | dict.fromkeys("0123456789", 0.495)
_OTHER = 0.72  # width of a character that is missing in the tables
_SLANT = {"T": 0.065, "V": 0.1, "U": 0.075, "Y": 0.11, "W": 0.1, "N": 0.065, "K": 0.065, "F": 0.065, "J": 0.06}
SCRIPT, _AFTER = 0.75, 0.04
THIN, MEDIUM, THICK = 3 / 18, 4 / 18, 5 / 18
GAP = 1.1  # em between columns
BLOCK = 425.0  # pt, width of the text block on A4 and Letter
BODY = 10.5  # pt, size of the text
_BESIDE = 4.2  # em next to a display for its number
_MARGIN = 0.98
_NARROWEST = 6.0  # em
_LABEL, _LONGER = 0.8, 1.6  # size of the word under a brace; a word wider by this factor needs additional width
_BOLD = 1.06
_GROWN = 0.76  # em, width of a bracket around a fraction
_KEPT = (t.Symbol, t.Power, t.Function, t.Mark)
Maths: TypeAlias = tuple[t.Math, ...]


@dataclass(frozen=True)
class Page:
    """Page width, a function that measures formulas, and the width of a 1 em indent.

    Widths are in ems, or in characters for plain text.
    """

    width: float
    measure: Callable[[t.Math], float]
    step: float = 1.0  # width of 1 em of indent


def page(width_pt: float = BLOCK) -> Page:
    """Return the page for a text block of this width in points."""
    return Page(max(_NARROWEST, _MARGIN * (width_pt / BODY - _BESIDE)), Ruler().width)


class Ruler:
    """Measure formulas in ems. The widths of symbols and functions are cached because they occur often."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[t.Math, float]] = {}

    def width(self, x: t.Math) -> float:
        if type(x) not in _KEPT:
            return self._measured(x)
        known = self._known.get(id(x))
        if known is None:
            known = self._known[id(x)] = (x, self._measured(x))
        return known[1]

    def _measured(self, x: t.Math) -> float:
        width = self.width
        match x:
            case t.Symbol(_, letter, index, _, bold):
                stem = sum([ITALIC.get(c, _OTHER) for c in letter]) * (_BOLD if bold else 1)
                return stem + (_raised(index) + _AFTER if index else 0)
            case t.Number(digits, exponent):
                ten = 2 * MEDIUM + 0.72 + 0.99 + _raised(exponent) + _AFTER if exponent else 0
                return _is_upright(digits) + ten
            case t.Power(base, exponent):
                if isinstance(base, t.Symbol) and base.index:
                    stem = width(t.Symbol("", base.letter))
                    high = _raised(exponent) + _SLANT.get(base.letter[-1], 0.02)
                    return stem + max(_raised(base.index), high) + _AFTER
                return width(base) + _raised(exponent) + _AFTER
            case t.Sum(terms):
                signs = sum([0.72 + 2 * MEDIUM if k else 0.72 * x.negative for k, x in enumerate(terms)])
                return signs + sum([width(x.body) for x in terms]) or UPRIGHT["0"]
            case t.Function(name, argument, power, bare):
                if name == "sqrt":
                    return 0.85 + width(argument) + (0 if power == 1 else 0.45)
                if name == "abs":
                    return 2 * UPRIGHT["|"] + width(argument) + (0 if power == 1 else 0.45)
                high = _raised(power) + _AFTER if power > 1 else 0
                return _is_upright(name) + high + width(argument) + (THIN if bare else _brackets(argument))
            case t.Bracket(inside):
                return width(inside) + _brackets(inside)
            case t.Fraction(over, under):
                return max(width(over), width(under)) + 0.24
            case t.Matrix(rows):
                columns = [max(width(y) for y in column) for column in zip(*rows, strict=True)]
                return sum(columns) + GAP * max(0, len(columns) - 1) + 1.1
            case t.Mark(text, kind):
                room = {"binary": 2 * MEDIUM, "relation": 2 * THICK, "point": THIN, "large": THIN}.get(kind, 0)
                return _is_upright(text) + room
            case t.Word(text, function):
                return _is_upright(text) + (THIN if function else 0)
            case t.Unit(text):
                return 1 + _is_upright(text)
            case t.Space(em):
                return em
            case t.Script(base, low, high):
                scripts = max(width(y) if y is not None else 0 for y in (low, high))
                return width(base) + SCRIPT * scripts + _AFTER
            case t.Accent(_, base):
                return width(base)
            case t.Brace(body, _, word):
                inner = width(body)
                return label(word) if label(word) > _LONGER * inner else inner
            case t.Product(factors):
                return sum([width(y) for y in factors]) + THIN * sum(t.thin(a, z) for a, z in pairwise(factors))
            case t.Row(items):
                return sum([width(y) for y in items])


def beyond(x: t.Math, word: str) -> bool:
    """Return whether the word under a brace is much wider than the terms above the brace."""
    return label(word) > _LONGER * Ruler().width(x)


def label(word: str) -> float:
    """Return the width of the word under a brace."""
    return _LABEL * _is_upright(word)


def _brackets(inside: t.Math) -> float:
    """Return the total width of a pair of brackets. Brackets around a fraction or a matrix are larger."""
    return 2 * (_GROWN if t.tall(inside) else UPRIGHT["("])


def _raised(x: object) -> float:
    """Return the width of an index or exponent."""
    return SCRIPT * _is_upright(str(x))


def _is_upright(text: str) -> float:
    return sum([UPRIGHT.get(c, _OTHER) for c in text])


_LINE, _PLAIN, _DEEPER, _CHANGE, _SHORT, _OVERFULL = 100.0, 10.0, 300.0, -40.0, 60.0, 1e6
_AFTER_RELATION, _BETWEEN_FACTORS = 400.0, 3000.0


@dataclass(frozen=True)
class DisplayLine:
    """Line of a displayed equation.

    The first line of an equation starts with `left`, the left-hand side. All other lines have an `indent` in ems.
    `runs` contains the items of the line, grouped by kind of term.
    """

    left: t.Math | None
    items: Maths
    indent: int = 0
    runs: tuple[tuple[str, Maths], ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """Part of a formula without line breaks.

    `penalty` is the cost of a line break before the part. `depth` counts the open brackets at that break. `kind` is the
    kind of term.
    """

    items: Maths
    width: float
    depth: int
    penalty: float = _PLAIN
    kind: str = ""


class Breaker:
    """Break the equations of one display into lines. `left` is the width of the left-hand sides."""

    def __init__(self, page: Page, left: float, hanging: bool) -> None:
        self.page, self.left, self.hanging = page, left, hanging
        self.measure = page.measure

    def lines(self, equation: b.Equation) -> list[DisplayLine]:
        left = self.left if not self.hanging or equation.left is None else self.measure(equation.left)
        pieces = self._pieces(equation)
        first = self.page.width - left
        starts = _best(pieces, first, [self._room(x.depth) for x in pieces], self.page.width)
        made = []
        for a, z in zip(starts, [*starts[1:], len(pieces)], strict=True):
            items = tuple(item for x in pieces[a:z] for item in x.items)
            indent = 0 if a == 0 else (2 if self.hanging else 1) + 2 * pieces[a].depth
            made.append(DisplayLine(equation.left if a == 0 else None, items, indent, tuple(_runs(pieces[a:z]))))
        return made

    def _room(self, depth: int) -> float:
        """Return the width of a continuation line that starts inside `depth` open brackets."""
        return (
            self.page.width - (0.0 if self.hanging else self.left) - self.page.step * ((1 + self.hanging) + 2 * depth)
        )

    def _pieces(self, equation: b.Equation) -> list[Piece]:
        found: list[Piece] = []
        for k, part in enumerate(equation.right):
            inner = self._split(part, 0)
            if self.hanging and not k and equation.left is not None:  # a long left-hand side can be on a separate line
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
        """Split a formula into pieces. Only sums and formulas that do not fit on a line are split."""
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
                end = t.Mark(")", "close")  # a root that is too long for a line becomes sqrt( … )
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
        """Break a product inside the widest factor, and inside other factors if necessary."""
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
            if i and (isinstance(x, t.Mark) or isinstance(factors[i - 1], t.Mark)):  # no break in a/b
                pieces[-1] = _after(pieces[-1], inner[0].items, inner[0].width)
                inner = inner[1:]
            elif i:
                inner[0] = _before((dot,), inner[0], self.measure(dot), _BETWEEN_FACTORS + _DEEPER * depth)
            pieces += inner
        return pieces

    def _fit(self, pieces: Sequence[Piece]) -> bool:
        """Return whether each piece fits on a line, with a sign before the first piece."""
        sign = self.measure(t.PLUS)
        return all(x.width + (0 if k else sign) <= self._room(x.depth) for k, x in enumerate(pieces))

    def _narrower(self) -> Iterator[tuple[float, Breaker]]:
        """Yield this breaker, then breakers for narrower pages.

        Narrower pages leave space for factors that follow a closing bracket on the same line.
        """
        yield 1, self
        for share in (0.9, 0.8, 0.65):
            page = Page(share * self.page.width, self.page.measure, self.page.step)
            yield share, Breaker(page, self.left, self.hanging)

    def _joined(self, factors: Sequence[t.Math], opened: set[int], depth: int) -> list[Piece]:
        """Join factors without intermediate breaks. Only the factors in `opened` are split."""
        found: list[Piece] = []
        for i, x in enumerate(factors):
            inner = self._split(x, depth, -1.0) if i in opened else [Piece((x,), self.measure(x), depth)]
            if found:
                slash = isinstance(x, t.Mark) or isinstance(factors[i - 1], t.Mark)
                between: Maths = () if slash else (t.TIMES,)
                between += (t.Space(3 / 18),) if not slash and t.thin(factors[i - 1], x) else ()
                room = sum(self.measure(y) for y in between)
                if i in opened and room + found[-1].width + inner[0].width + self.measure(t.PLUS) > self._room(depth):
                    count = 2 if isinstance(inner[0].items[0], t.Word) else 1  # a break after the opening bracket
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
        """Break a formula from the source code before signs and relations, and after commas."""
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


def _runs(pieces: Sequence[Piece]) -> Iterator[tuple[str, Maths]]:
    """Yield (kind, items) for each run of neighbouring pieces of the same kind."""
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


def _before(items: Maths, x: Piece, room: float, penalty: float | None = None) -> Piece:
    return Piece((*items, *x.items), room + x.width, x.depth, x.penalty if penalty is None else penalty, x.kind)


def _after(x: Piece, items: Maths, room: float) -> Piece:
    return Piece((*x.items, *items), x.width + room, x.depth, x.penalty, x.kind)


def _best(pieces: Sequence[Piece], first: float, rooms: Sequence[float], page: float) -> list[int]:
    """Choose the line breaks with the least total cost, and return the index of the first piece of each line."""
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


_ASIDE, _ASIDE_WHOLE = 0.12, 0.3  # largest fraction of the left-hand side, with and without continuation lines


@dataclass(frozen=True)
class Lines:
    """Display broken into lines, which are either `aligned` at the relation signs or have hanging indents."""

    lines: tuple[DisplayLine, ...]
    aligned: bool


def broken(display: b.Display, page: Page) -> Lines:
    """Break a display into lines for a page."""
    found = _broken(display, page)
    return _braced(found, page) if display.kinds else found


def _broken(display: b.Display, page: Page) -> Lines:
    lefts = [page.measure(x.left) for x in display.equations if x.left is not None]
    left = max(lefts, default=0.0)
    if left <= _ASIDE * page.width:
        aligned = [Breaker(page, left, hanging=False).lines(x) for x in display.equations]
        return Lines(tuple(line for x in aligned for line in x), True)
    if left <= _ASIDE_WHOLE * page.width:
        whole = tuple(DisplayLine(x.left, tuple(_chain(x))) for x in display.equations)
        if all(left + sum(map(page.measure, x.items)) <= page.width for x in whole):
            return Lines(whole, True)
    hung = [Breaker(page, 0.0, hanging=True).lines(x) for x in display.equations]
    return Lines(tuple(line for x in hung for line in x), False)


def widths(lines: Lines, page: Page) -> list[float]:
    """Return the width of each line."""
    left = max((page.measure(x.left) for x in lines.lines if x.left is not None), default=0.0) if lines.aligned else 0.0
    found = []
    for line in lines.lines:
        beside = left if lines.aligned else 0.0 if line.left is None else page.measure(line.left)
        found.append(beside + page.step * line.indent + sum(page.measure(x) for x in line.items))
    return found


def _braced(x: Lines, page: Page) -> Lines:
    """Put braces under groups of terms of the same kind.

    A word that is wider than the terms is omitted if the line has no space.
    """
    full = replace(x, lines=tuple(replace(y, items=tuple(_run(y, True))) for y in x.lines))
    brief = tuple(replace(y, items=tuple(_run(y, False))) for y in x.lines)
    room = widths(full, page)
    return replace(x, lines=tuple(a if w <= page.width else z for a, z, w in zip(full.lines, brief, room, strict=True)))


def _run(line: DisplayLine, long_words: bool) -> Iterator[t.Math]:
    for kind, items in line.runs:
        signs = 0
        while signs < len(items) and isinstance(items[signs], t.Mark) and items[signs] not in _BRACKETS:
            signs += 1  # the equals sign and the sign before the first term are outside the brace
        yield from items[:signs]
        body = t.Row(items[signs:])
        if kind in WORDS and body.items and (long_words or not beyond(body, WORDS[kind])):
            yield t.Brace(body, kind, WORDS[kind])
        else:
            yield from body.items


_BRACKETS = (t.Mark("(", "open"), t.Mark("[", "open"))
