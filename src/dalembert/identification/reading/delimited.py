"""Text tables: CSV and its relatives.

The separator splits every line into the same number of cells. A decimal comma is recognised if the separator is another one.
Comments (#, %, //) are skipped; the last one may name the columns. A line of units may follow the names.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import numpy as np

from dalembert.finding.finding import FileName, Noun, Source
from dalembert.finding.log import CellsMissing, ColumnsDropped, LogNote, SamplesDropped, UnusableFile
from dalembert.identification.reading.table import MOST_COLUMNS, Array, ColumnTable, column, limited

_COMMENT = ("#", "%", "//")
_SEPARATORS = ("\t", ";", ",", "|", None)  # None: blanks
_LOOK = 1 << 18  # characters looked at before the rest is read
_DECIMAL_COMMA = re.compile(r"^\s*[-+]?\d+,\d+(e[-+]?\d+)?\s*$", re.I)
_BRACKETED = re.compile(r"^[\[(<{]\s*(.*?)\s*[\])>}]$")


@dataclass(frozen=True)
class TextLayout:
    """How a text is split: separator, decimal comma, names, units, the line where numbers begin and which cells have them."""

    separator: str | None
    comma: bool
    names: tuple[str, ...]
    units: dict[str, str]
    begin: int
    numeric: tuple[int, ...]


def read(path: Path, file: FileName) -> ColumnTable:
    """Return the numbers of a text table as columns under their names."""
    with path.open("rb") as opened:
        head = opened.read(_LOOK)
        coding = _coding(head, file)
        whole = len(head) < _LOOK
    how = _layout(head.decode(coding, errors="replace"), whole, file)
    notes: list[LogNote] = []
    values = None if how.comma or coding == "utf-16" else _quick(path, how, coding)
    if values is None:
        values = _patient(path.read_text(coding, errors="replace"), how, notes)
    if len(values) == 0:
        raise UnusableFile(file, Noun("no numbers")).error()
    columns = {name: values[:, k] for k, name in enumerate(how.names[j] for j in how.numeric)}
    lost = [name for name, x in columns.items() if np.isnan(x).all()]
    text = [how.names[j] for j in range(len(how.names)) if j not in how.numeric]
    for names, reason in ((lost, "without numbers"), (text, "words")):
        if names:
            notes.append(ColumnsDropped(tuple(map(column, names)), Noun(reason)))
    return ColumnTable({x: y for x, y in columns.items() if x not in lost}, how.units, {}, tuple(notes))


def _coding(head: bytes, file: FileName) -> str:
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16"
    if b"\0" in head:
        raise UnusableFile(file, Noun("binary file")).error()
    try:
        head[: max(0, len(head) - 4)].decode("utf-8")
    except UnicodeDecodeError:
        return "latin-1"
    return "utf-8-sig"


def _layout(text: str, whole: bool, file: FileName) -> TextLayout:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if not whole and len(lines) > 1:
        lines.pop()  # cut in the middle
    kept = [k for k, x in enumerate(lines) if x.strip() and not x.lstrip().startswith(_COMMENT)]
    if not kept:
        raise UnusableFile(file, Noun("empty file")).error()
    looked = [lines[k] for k in kept[:200]]
    separator = _separator(looked)
    comma = separator != "," and any(_DECIMAL_COMMA.match(c) for x in looked[-20:] for c in _cells(x, separator))
    first = next((n for n, k in enumerate(kept) if _is_data(_cells(lines[k], separator), comma)), None)
    if first is None:
        raise UnusableFile(file, Noun("no numbers"), Source(lines[kept[0]][:60])).error()
    data = _cells(lines[kept[first]], separator)
    limited(len(data), "columns", MOST_COLUMNS)
    numeric = tuple(
        j
        for j in range(len(data))
        if any(
            _number(c[j], comma) is not None
            for x in lines[kept[first] : kept[first] + 50]
            if len(c := _cells(x, separator)) > j
        )
    )
    names, units = _names(lines, kept[:first], kept[first], separator, len(data))
    return TextLayout(separator, comma, names, units, kept[first], numeric)


def _names(
    lines: Sequence[str], heads: Sequence[int], begin: int, separator: str | None, width: int
) -> tuple[tuple[str, ...], dict[str, str]]:
    """The names above the numbers, and the units below the names where there is such a line."""
    rows = [c for k in heads if len(c := _cells(lines[k], separator)) == width]
    if not rows:
        said = [x.lstrip().lstrip("#%/").strip() for x in lines[:begin] if x.lstrip().startswith(_COMMENT)]
        rows = [c for x in said[-3:] if len(c := _cells(x, separator)) == width or len(c := x.split()) == width]
    if not rows:
        return tuple(f"column {j}" for j in range(width)), {}
    head, below = rows[0], rows[1] if len(rows) > 1 else None
    found: dict[str, int] = {}
    names: list[str] = []
    for cell in head:
        name = cell.strip() or f"column {len(names)}"
        found[name] = found.get(name, 0) + 1
        names.append(name + " again" * (found[name] - 1))
    units = {}
    if below is not None:
        for name, cell in zip(names, below, strict=True):
            inside = _BRACKETED.match(cell.strip())
            if unit := (inside.group(1) if inside else cell.strip()):
                units[name] = unit
    return tuple(names), units


def _separator(lines: Sequence[str]) -> str | None:
    """The separator that cuts most lines into the same number of cells, the more the better."""

    def agreement(separator: str | None) -> tuple[float, int]:
        counts = [len(_cells(x, separator)) for x in lines[-100:]]
        usual = max(set(counts), key=counts.count)
        return (round(counts.count(usual) / len(counts), 1) if usual > 1 else 0.0, usual)

    for sure in ("\t", ";", "|", ","):  # in this order: where the first three cut evenly, commas are decimal
        if agreement(sure)[0] >= 0.8:
            return sure
    return max(_SEPARATORS, key=agreement)


def _cells(line: str, separator: str | None) -> list[str]:
    if separator is None:
        return line.split()
    if '"' in line:
        return next(csv.reader([line], delimiter=separator, skipinitialspace=True))
    return line.split(separator)


def _is_data(cells: Sequence[str], comma: bool) -> bool:
    return 2 * sum(_number(c, comma) is not None for c in cells) >= len(cells)


def _number(cell: str, comma: bool) -> float | None:
    """A cell as a number; a date and time as seconds."""
    cell = cell.strip()
    try:
        return float(cell.replace(",", ".") if comma else cell)
    except ValueError:
        if len(cell) < 19 or cell[4:5] != "-":
            return None
    try:
        return datetime.fromisoformat(cell).timestamp()
    except ValueError:
        return None


def _quick(path: Path, how: TextLayout, coding: str) -> Array | None:
    """The whole file by NumPy's own reader, where every cell is a plain number."""
    try:
        return np.loadtxt(
            path,
            delimiter=how.separator,
            skiprows=how.begin,
            comments="#",
            usecols=how.numeric,
            ndmin=2,
            encoding=coding,
            quotechar='"',
        )
    except ValueError:
        return None


def _patient(text: str, how: TextLayout, notes: list[LogNote]) -> Array:
    """Read cell by cell: cells without a number become nan, lines with another number of cells are dropped."""
    rows: list[list[float]] = []
    odd = words = 0
    nan, width = float("nan"), len(how.names)
    for line in io.StringIO(text.replace("\r\n", "\n").replace("\r", "\n")).read().split("\n")[how.begin :]:
        if not line.strip() or line.lstrip().startswith(_COMMENT):
            continue
        cells = _cells(line, how.separator)
        if len(cells) != width:
            odd += 1
            continue
        row = [_number(cells[j], how.comma) for j in how.numeric]
        words += row.count(None)
        limited(len(rows) * width, "numbers")
        rows.append([nan if x is None else x for x in row])
    if odd:
        notes.append(SamplesDropped(odd, Noun("other width")))
    if words:
        notes.append(CellsMissing(words))
    return np.array(rows, float).reshape(len(rows), len(how.numeric))
