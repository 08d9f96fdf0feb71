"""Our own file: a robot as TOML, every number a float, a rational or an expression of symbols.

    name = "arm"
    gravity = [0, 0, "-g"]
    [[links]]
    name = "forearm"
    mass = "m1"                            # com, inertia: about the mass centre
    com = ["lc1", 0, 0]                    # or ms, inertia_origin: first moments, about the link's origin
    inertia = [0, 0, "I1", 0, 0, 0]        # Ixx, Iyy, Izz, Ixy, Iyz, Ixz
    [[joints]]
    name = "elbow"
    kind = "revolute"
    parent = "base"
    child = "forearm"
    placement = { xyz = ["l1", 0, 0], rpy = [0, 0, 0] }     # or R = [[…], […], […]]
    axis = [0, 0, 1]
    limits = { lower = -1, upper = 1 }
    drive = { rotor_inertia = "Im", gear_ratio = 100 }

Whole numbers are exact, decimals are floats, text is read by `robot.value.parse`.
"""

from __future__ import annotations

import math
import re
import reprlib
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from dalembert.errors import BadFile, DalembertError, WrongSize, WrongValue, did_you_mean, shown
from dalembert.formats.draft import MOST_PARTS, Draft
from dalembert.formats.finding import Log, Place
from dalembert.formats.xml import LONGEST_NAME
from dalembert.graph import Node, evaluate, symbols
from dalembert.robot.drive import SCALARS, Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Frame, Joint, Limits, Link, Mimic
from dalembert.robot.value import value
from dalembert.spatial.pose import IDENTITY, Pose, rotation_rpy
from dalembert.spatial.vector import Matrix, matmul, transpose

_WHOLE = ("name", "gravity", "source", "links", "joints", "frames")
_LINK = ("name", "mass", "com", "inertia", "ms", "inertia_origin")
_JOINT = ("name", "kind", "parent", "child", "placement", "axis", "after", "limits", "drive", "mimic")
_LARGEST, _LONGEST, _MOST_DOTS = 1e300, 5_000_000, 200


def has_rows(data: bytes) -> bool:
    """Whether a TOML file holds a Denavit-Hartenberg table; unreadable ones hold nothing."""
    try:
        return any(key in _parsed(data) for key in ("row", "rows"))
    except (ValueError, RecursionError):
        return False


def read(data: bytes, file: str, log: Log) -> Draft:
    """The robot of a TOML file, unchecked."""
    whole = _table(data, file, log)
    reader = _Reader(data.decode(), file, log)
    top = Place(file, 0)
    reader.keys(whole, _WHOLE, "the file", top)
    draft = Draft(shown(whole.get("name", "robot"), LONGEST_NAME), log, top=Place(file, 1))
    if isinstance(whole.get("source"), str):
        draft.source = whole["source"]
    with reader.at(top):
        draft.gravity = vector(whole.get("gravity", (0, 0, -9.81)), "gravity")
    for entry, place in reader.entries(whole, "links"):
        with reader.at(place):
            draft.add_link(_link(entry, reader, place), place)
    for entry, place in reader.entries(whole, "joints"):
        with reader.at(place):
            draft.add_joint(_joint(entry, reader, place), place)
    for entry, place in reader.entries(whole, "frames"):
        with reader.at(place):
            draft.frames.append(_frame(entry, reader, place))
    return draft


def _parsed(data: bytes) -> dict[str, Any]:
    """The tables of a file; sizes at which the parser would take forever are refused before."""
    text = data.decode()
    # the time for a dotted key grows with the square of its length
    if len(text) > _LONGEST or any(x.count(".") > _MOST_DOTS for x in re.findall(r"[^,=\[\]{}#\n]+", text)):
        raise ValueError(f"more than {_LONGEST} characters, or a key of more than {_MOST_DOTS} parts")
    return tomllib.loads(text)


def _table(data: bytes, file: str, log: Log) -> dict[str, Any]:
    try:
        return _parsed(data)
    except UnicodeDecodeError:
        log.stop(BadFile, "the file is not text in UTF-8", Place(file, 0))
    except RecursionError:
        log.stop(BadFile, "the TOML is nested too deep", Place(file, 0))
    except ValueError as error:
        found = re.search(r"line (\d+)", str(error))
        reason = re.sub(r"\s*\(at .*?\)$", "", str(error))
        line = int(found[1]) if found else 0
        log.stop(BadFile, f"the TOML cannot be read: {shown(reason, 200)}", Place(file, line))


class _Reader:
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


def _link(entry: dict[str, Any], reader: _Reader, place: Place) -> Link:
    name = text(entry, "name", "a link")
    what = f"link '{shown(name)}'"
    reader.keys(entry, _LINK, what, place)
    mass = number(entry.get("mass", 0), f"mass of {what}")
    about_com, about_origin = {"com", "inertia"} & set(entry), {"ms", "inertia_origin"} & set(entry)
    if about_com and about_origin:
        both = f"{sorted(about_com)[0]} and {sorted(about_origin)[0]}"
        raise WrongValue(f"{what} has {both}; give com and inertia, or ms and inertia_origin")
    if about_origin:
        ms = vector(entry.get("ms", (0, 0, 0)), f"ms of {what}")
        return Link(
            name, Inertia(mass, ms, vector(entry.get("inertia_origin", (0,) * 6), f"inertia_origin of {what}", 6))
        )
    com = vector(entry.get("com", (0, 0, 0)), f"com of {what}")
    return Link(name, Inertia.about_com(mass, com, vector(entry.get("inertia", (0,) * 6), f"inertia of {what}", 6)))


def _joint(entry: dict[str, Any], reader: _Reader, place: Place) -> Joint:
    name = text(entry, "name", "a joint")
    what = f"joint '{shown(name)}'"
    reader.keys(entry, _JOINT, what, place)
    drive = mimic = None
    if "drive" in entry:
        drive = _drive(reader.keys(entry["drive"], (*SCALARS, "coupling"), f"drive of {what}", place), what)
    if "mimic" in entry:
        given = reader.keys(entry["mimic"], ("joint", "multiplier", "offset"), f"mimic of {what}", place)
        factors = {key: number(given[key], f"{key} of {what}") for key in ("multiplier", "offset") if key in given}
        mimic = Mimic(text(given, "joint", f"mimic of {what}"), **factors)
    axis = vector(entry.get("axis", (0, 0, 1)), f"axis of {what}")
    if (
        entry.get("kind") != "fixed"
        and not any(isinstance(x, Node) for x in axis)
        and math.hypot(*map(float, axis)) < 1e-12
    ):
        raise WrongValue(f"{what} has axis (0, 0, 0); it needs a direction")
    return Joint(
        name, text(entry, "kind", what), text(entry, "parent", what), text(entry, "child", what),
        _pose(entry.get("placement"), f"placement of {what}", reader, place), axis,
        _pose(entry.get("after"), f"after of {what}", reader, place), _limits(entry, what, reader, place), drive, mimic,
    )  # fmt: skip


def _drive(given: dict[str, Any], what: str) -> Drive:
    pairs = given.get("coupling", [])
    if not isinstance(pairs, list) or not all(isinstance(x, list) and len(x) == 2 for x in pairs):
        raise WrongValue(f'coupling of {what} must be a list of pairs, [["joint", ratio], …]')
    coupling = tuple((text({"joint": joint}, "joint", f"coupling of {what}"), number(x, what)) for joint, x in pairs)
    return Drive(coupling=coupling, **{key: number(given[key], f"{key} of {what}") for key in SCALARS if key in given})


def _limits(entry: dict[str, Any], what: str, reader: _Reader, place: Place) -> Limits:
    names = ("lower", "upper", "velocity", "effort")
    given = reader.keys(entry.get("limits", {}), names, f"limits of {what}", place)
    found: dict[str, float] = {}
    for name, x in given.items():
        limit = number(x, f"{name} of {what}")
        if symbols([limit]):
            raise WrongValue(f"{name} of {what} must be a number, got {shown(x)}")
        found[name] = float(evaluate([limit], {})[0])
    return Limits(**{name: found[name] for name in names if name in found})


def _frame(entry: dict[str, Any], reader: _Reader, place: Place) -> Frame:
    name = text(entry, "name", "a frame")
    reader.keys(entry, ("name", "link", "placement"), f"frame '{shown(name)}'", place)
    link = text(entry, "link", f"frame '{shown(name)}'")
    return Frame(name, link, _pose(entry.get("placement"), f"placement of frame '{shown(name)}'", reader, place))


def _pose(entry: Any, what: str, reader: _Reader, place: Place) -> Pose:
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
