"""Entries of our TOML files: tables with their lines, numbers, names and poses, each checked as it is taken."""

from __future__ import annotations

import re
import reprlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from dalembert.errors import BadFile, DalembertError, WrongSize, WrongValue, did_you_mean, shown
from dalembert.formats.draft import MOST_PARTS
from dalembert.formats.finding import Log, Place
from dalembert.formats.xml import LONGEST_NAME
from dalembert.graph import Node
from dalembert.robot.value import value
from dalembert.spatial.pose import IDENTITY, Pose, rotation_rpy
from dalembert.spatial.vector import Matrix, matmul, transpose

_LARGEST = 1e300


class Reader:
    """A table's entries with their lines, and errors with them."""

    def __init__(self, text: str, file: str, log: Log) -> None:
        self.file, self.log = file, log
        self.lines: dict[str, list[int]] = {}
        for k, line in enumerate(text.splitlines(), 1):
            header = re.match(r"\s*\[\[\s*(\w+)\s*\]\]", line)
            if header:
                self.lines.setdefault(header[1], []).append(k)

    def entries(self, whole: dict[str, Any], kind: str) -> list[tuple[dict[str, Any], Place]]:
        found = whole.get(kind, [])
        if not isinstance(found, list) or not all(isinstance(x, dict) for x in found):
            self.log.error(BadFile, f"{kind} must be a list of tables, [[{kind}]]", Place(self.file, 0))
            return []
        if len(found) > MOST_PARTS:
            self.log.stop(BadFile, f"more than {MOST_PARTS} {kind}, too many for a robot", Place(self.file, 0))
        lines = self.lines.get(kind, [])
        lines = lines if len(lines) == len(found) else [0] * len(found)
        return [(x, Place(self.file, line)) for x, line in zip(found, lines, strict=True)]

    @contextmanager
    def at(self, place: Place) -> Iterator[None]:
        """What is raised inside is told with its place, once."""
        try:
            yield
        except DalembertError as error:
            if self.log.knows(error):
                raise
            self.log.error(type(error), str(error), place)

    def keys(self, table: Any, known: Iterable[str], what: str, place: Place) -> dict[str, Any]:
        if not isinstance(table, dict):
            raise WrongValue(f"{what} must be a table, got {shown(reprlib.repr(table))}")
        for key in table:
            if key not in known:
                self.log.error(BadFile, f"{what} has an unknown key '{shown(key)}'{did_you_mean(key, known)}", place)
        return table


def pose(entry: Any, what: str, reader: Reader, place: Place) -> Pose:
    if entry is None:
        return IDENTITY
    table = reader.keys(entry, ("xyz", "rpy", "R"), what, place)
    p = vector(table.get("xyz", (0, 0, 0)), f"xyz of {what}")
    if "R" not in table:
        rpy = vector(table.get("rpy", (0, 0, 0)), f"rpy of {what}")
        return Pose(rotation_rpy(*rpy), p)
    rows = table["R"]
    if not isinstance(rows, list) or len(rows) != 3:
        raise WrongSize(f"R of {what} must have 3 rows of 3 numbers")
    R = tuple(vector(row, f"R of {what}") for row in rows)
    _check_rotation(R, what)
    return Pose(R, p)


def _check_rotation(R: Matrix, what: str) -> None:
    """R Rᵀ = E, where the entries are numbers."""
    if any(isinstance(x, Node) for row in R for x in row):
        return
    off = max(abs(float(x) - (i == j)) for i, row in enumerate(matmul(R, transpose(R))) for j, x in enumerate(row))
    if off > 1e-6:
        raise WrongValue(f"R of {what} is not a rotation: R Rᵀ differs from the identity by {off:.2g}")


def text(entry: dict[str, Any], key: str, what: str) -> str:
    """A name: text, present, not empty, not absurdly long."""
    x = entry.get(key)
    if not isinstance(x, str) or not x.strip() or len(x) > LONGEST_NAME:
        raise WrongValue(
            f"{what} needs a {key} (text of at most {LONGEST_NAME} characters), got {shown(reprlib.repr(x))}"
        )
    return x


def number(x: Any, what: str) -> Any:
    """A number or an expression of symbols."""
    if isinstance(x, (int, float)) and not isinstance(x, bool) and abs(x) > _LARGEST:
        raise WrongValue(f"{what} is out of range")
    if not isinstance(x, (int, float, str)):
        raise WrongValue(f"{what} must be a number or an expression, got {shown(reprlib.repr(x))}")
    return value(x, what)


def vector(x: Any, what: str, size: int = 3) -> tuple[Any, ...]:
    if not isinstance(x, (list, tuple)) or len(x) != size:
        raise WrongSize(f"{what} must be a list of {size} numbers, got {shown(reprlib.repr(x))}")
    return tuple(number(y, what) for y in x)


def items(given: Any, what: str) -> list[Any]:
    if not isinstance(given, list) or len(given) > MOST_PARTS:
        raise WrongSize(f"{what} must be a list, got {shown(reprlib.repr(given))}")
    return given


def names(given: Any, what: str) -> tuple[str, ...]:
    return tuple(text({"name": x}, "name", what) for x in items(given, what))
