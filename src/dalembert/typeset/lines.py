"""Lines of a display: where a formula that is too wide is broken, the same for every language.

break       before + or − of the outermost sum; inside the widest bracket of a term that no line holds; before a
            second relation. Never inside a function, a script, a fraction, or between a number and its factor.
choose      the lines whose cost is least (`breaker`)
indent      1 em beyond the relation and 2 em for every open bracket; 2 em from the margin where what stands left of
            the relation takes more than 12 % of the width
brace       where a display says what its terms are, those of one kind on one line
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from dalembert.typeset import block as b
from dalembert.typeset import tree as t
from dalembert.typeset.breaker import Breaker, Line
from dalembert.typeset.palette import WORDS
from dalembert.typeset.width import Page, beyond

_ASIDE, _ASIDE_WHOLE = 0.12, 0.3  # of the width, left of the relation: with lines that go on, without


@dataclass(frozen=True)
class Lines:
    """A display, broken. `aligned` at the relation, or hanging from the margin."""

    lines: tuple[Line, ...]
    aligned: bool


def broken(display: b.Display, page: Page) -> Lines:
    """The lines of a display on a page."""
    found = _broken(display, page)
    return _braced(found, page) if display.kinds else found


def _broken(display: b.Display, page: Page) -> Lines:
    lefts = [page.measure(x.left) for x in display.equations if x.left is not None]
    left = max(lefts, default=0.0)
    if left <= _ASIDE * page.width:
        aligned = [Breaker(page, left, hanging=False).lines(x) for x in display.equations]
        return Lines(tuple(line for x in aligned for line in x), True)
    if left <= _ASIDE_WHOLE * page.width:
        whole = [Breaker(page, left, hanging=False).whole(x) for x in display.equations]
        if all(whole):
            return Lines(tuple(line for line in whole if line is not None), True)
    hung = [Breaker(page, 0.0, hanging=True).lines(x) for x in display.equations]
    return Lines(tuple(line for x in hung for line in x), False)


def widths(lines: Lines, page: Page) -> list[float]:
    """How wide each line is."""
    left = max((page.measure(x.left) for x in lines.lines if x.left is not None), default=0.0) if lines.aligned else 0.0
    found = []
    for line in lines.lines:
        beside = left if lines.aligned else 0.0 if line.left is None else page.measure(line.left)
        found.append(beside + page.step * line.indent + sum(page.measure(x) for x in line.items))
    return found


def _braced(x: Lines, page: Page) -> Lines:
    """Braces under the terms of one kind; a word too long for its terms is left out where the line has no room for it."""
    full = replace(x, lines=tuple(replace(y, items=tuple(_run(y, True))) for y in x.lines))
    brief = tuple(replace(y, items=tuple(_run(y, False))) for y in x.lines)
    room = widths(full, page)
    return replace(x, lines=tuple(a if w <= page.width else z for a, z, w in zip(full.lines, brief, room, strict=True)))


def _run(line: Line, long_words: bool) -> Iterator[t.Math]:
    for kind, items in line.runs:
        signs = 0
        while signs < len(items) and isinstance(items[signs], t.Mark) and items[signs] not in _BRACKETS:
            signs += 1  # = and the sign before the first term stand outside
        yield from items[:signs]
        body = t.Row(items[signs:])
        if kind in WORDS and body.items and (long_words or not beyond(body, WORDS[kind])):
            yield t.Brace(body, kind, WORDS[kind])
        else:
            yield from body.items


_BRACKETS = (t.Mark("(", "open"), t.Mark("[", "open"))
