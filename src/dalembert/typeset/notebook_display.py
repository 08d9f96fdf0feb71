"""HTML representation of results in notebooks, in the light or dark colours of the notebook.

All text is escaped because names come from robot files. Results with a `__str__` method are shown as plain text. Other
results are shown as a table of fields. For long arrays, only the shape is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from math import prod
from numbers import Real
from typing import Any, ClassVar

from dalembert.tolerance import NEGLIGIBLE
from dalembert.typeset.label import shown

_LONGEST = 400  # largest number of characters of a value
_MOST = 40  # largest number of rows of a table and of entries of a list
_FEW = 8  # largest number of entries of an array that is written out


class Displayed:
    """Base class for results that notebooks display.

    Results are shown by `__str__` if defined, otherwise as a table of fields with units.
    """

    UNITS: ClassVar[Mapping[str, str]] = {}

    def _repr_html_(self) -> str:
        if type(self).__str__ is not object.__str__:
            first, *rest = str(self).splitlines() or [""]
            return card(first, words=["\n".join(rest)] if rest else [])
        return card(_title(self), facts=_facts(self))


def card(
    title: str,
    *,
    facts: Iterable[tuple[str, object]] = (),
    heads: Sequence[str] = (),
    rows: Iterable[Sequence[object]] = (),
    words: Iterable[str] = (),
    figures: Iterable[str] = (),
) -> str:
    """Write a result as an HTML fragment. `figures` is trusted markup, and all other text is escaped."""
    from html import escape

    from dalembert.typeset.language import asset

    style = asset("card.css").replace("\n", "")
    parts = [f"<style>{style}</style>", f"<h4>{_text(title)}</h4>"]
    listed = "".join(f"<tr><th>{_text(name)}</th><td>{_text(value)}</td></tr>" for name, value in facts)
    parts += [f"<table><tbody>{listed}</tbody></table>"] if listed else []
    every = [list(row) for row in rows]
    if every:
        top = "".join(f"<th>{_text(x)}</th>" for x in heads)
        body = "".join("<tr>" + "".join(_cell(x) for x in row) + "</tr>" for row in every[:_MOST])
        parts.append(f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>")
        parts += [f"<p>and {len(every) - _MOST} more</p>"] if len(every) > _MOST else []
    parts += [f"<pre>{escape(_clean(x))}</pre>" for x in words if x]
    parts += list(figures)
    return f'<div class="dalembert-card">{"".join(parts)}</div>'


def _table(results: Iterable[Any]) -> str:
    """Write several results as one table with one row per result."""
    every = [x for x in results if is_dataclass(x)]
    if not every:
        return card("none")
    facts = [dict(_facts(x)) for x in every]
    heads = list(dict.fromkeys(name for x in facts for name in x))
    title = f"{len(every)} × {type(every[0]).__name__.lower()}"
    return card(title, heads=heads, rows=[[x.get(name, "") for name in heads] for x in facts])


class DisplayedList(list[Any]):
    """List of results that a notebook displays as a table."""

    _repr_html_ = _table


class DisplayedTuple(tuple[Any, ...]):
    """Tuple of results that a notebook displays as a table."""

    _repr_html_ = _table


class SafeHtml(str):
    """Trusted HTML markup for a table cell."""


def _cell(x: object) -> str:
    return f"<td>{x if isinstance(x, SafeHtml) else _text(x)}</td>"


def _text(x: object) -> str:
    from html import escape

    return escape(shown(x if isinstance(x, str) else value(x), _LONGEST))


def _clean(text: str) -> str:
    """Remove control characters from lines of text, and shorten long lines."""
    return "\n".join(shown(line, 400) for line in text.splitlines()[:200])


def value(x: Any) -> str:
    """Format a value as short text: numbers with four digits, short lists, and shapes of long arrays."""
    if isinstance(x, bool) or x is None:
        return {True: "yes", False: "no", None: "–"}[x]
    if isinstance(x, (int, str)):
        return str(x)
    if isinstance(x, Real):
        return f"{float(x):.4g}".replace("-", "−")
    if isinstance(x, slice):
        return f"{x.start}:{x.stop}"
    shape = getattr(x, "shape", None)
    if isinstance(shape, tuple):
        if 0 < prod(shape) <= _FEW:
            return value(without_rounding(x).tolist())
        return " × ".join(map(str, shape)) + " numbers"
    if isinstance(x, Mapping):
        more = ", …" if len(x) > _FEW else ""
        return ", ".join(f"{shown(k, 40)}: {value(v)}" for k, v in list(x.items())[:_FEW]) + more
    if isinstance(x, (tuple, list)):
        return ", ".join(value(y) for y in x[:_FEW]) + (f", … ({len(x)} in all)" if len(x) > _FEW else "")
    name = getattr(x, "name", None)
    if isinstance(name, str):
        return name
    if is_dataclass(x) and not isinstance(x, type):
        facts = [(label, y) for label, y in _facts(x) if not (isinstance(y, Real) and y == 0)]
        return "; ".join(_stated(label, y) for label, y in facts) or "–"
    return shown(x, 80)


def without_rounding(x: Any) -> Any:
    """Replace numbers that are negligible relative to the largest number in an array by 0."""
    import numpy as np

    array = np.asarray(x)
    if array.dtype.kind != "f" or not array.size:
        return array
    top = float(np.abs(array[np.isfinite(array)]).max(initial=0.0))
    return np.where(np.abs(array) <= NEGLIGIBLE * top, 0.0, array)


def _stated(label: str, x: Any) -> str:
    """Format a field with name and unit, such as "mass 2 kg"."""
    name, _, unit = label.partition(" / ")
    return f"{name} {value(x)} {unit}".rstrip()


def _title(x: object) -> str:
    name = getattr(x, "name", None)
    return f"{type(x).__name__} {shown(name)}" if isinstance(name, str) and name else type(x).__name__


def _facts(x: Any) -> list[tuple[str, object]]:
    if not is_dataclass(x):
        return []
    own = [f.name for f in fields(x) if f.repr and not f.name.startswith("_") and f.name != "name"]
    units = getattr(type(x), "UNITS", {})
    given = [
        (name.replace("_", " ") + (f" / {units[name]}" if name in units else ""), getattr(x, name)) for name in own
    ]
    return [(name, y) for name, y in given if not (y is None or callable(y) or (isinstance(y, (str, tuple)) and not y))]
