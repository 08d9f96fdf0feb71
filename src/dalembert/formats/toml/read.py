"""Our own file format: a robot as TOML, every number a float, a rational or an expression of symbols.

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
    [[loops]]
    name = "closing"
    kind = "revolute"                      # first, second: links or frames; first_placement, second_placement
    first = "coupler"
    second = "rocker"
    [[loops]]
    name = "gear"
    terms = [[1, [["q_a", 1]]], [-2, [["q_b", 1]]]]        # 0 = Σ factor · Π q^power
    [[springs]]
    name = "return"
    arms = [["elbow", 1]]                  # or first, second, first_point, second_point, via; or joint, rest a quaternion
    stiffness = "k"                        # rest, damping, slack, armature

Whole numbers are exact, decimals are floats, text is read by `robot.number.parse`. Each entry is checked as it is read,
and errors name its line.
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
from dalembert.formats.description import MOST_PARTS, Draft
from dalembert.formats.finding import Log, Place
from dalembert.formats.xml import LONGEST_NAME
from dalembert.graph import Node, evaluate, symbols
from dalembert.robot.drive import SCALARS, Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.loop import Coupling, Loop
from dalembert.robot.model import Frame, Joint, Limits, Link, Mimic
from dalembert.robot.number import value
from dalembert.robot.spring import BallSpring, Spring, Strut, Tendon
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


def loop(entry: dict[str, Any], reader: Reader, place: Place) -> Loop | Coupling:
    name = text(entry, "name", "a loop")
    what = f"loop '{shown(name)}'"
    if "terms" in entry:
        reader.keys(entry, ("name", "terms"), what, place)
        return Coupling(name, tuple(_term(x, what) for x in items(entry["terms"], f"terms of {what}")))
    keys = ("name", "kind", "first", "second", "first_placement", "second_placement", "length")
    reader.keys(entry, keys, what, place)
    here, there = (pose(entry.get(x), f"{x} of {what}", reader, place) for x in ("first_placement", "second_placement"))
    length = number(entry["length"], f"length of {what}") if "length" in entry else None
    kind, first, second = (text(entry, x, what) for x in ("kind", "first", "second"))
    return Loop(name, kind, first, second, here, there, length)


def _term(given: Any, what: str) -> tuple[Any, tuple[tuple[str, Any], ...]]:
    """(factor, ((coordinate, power), …))"""
    if not isinstance(given, list) or len(given) != 2:
        raise WrongSize(f"a term of {what} is [factor, [[coordinate, power], …]], got {shown(reprlib.repr(given))}")
    pairs = items(given[1], f"powers of {what}")
    if not all(isinstance(x, list) and len(x) == 2 and isinstance(x[0], str) for x in pairs):
        raise WrongSize(f"powers of {what} are pairs [coordinate, power], got {shown(reprlib.repr(pairs))}")
    return number(given[0], what), tuple((x[0], x[1]) for x in pairs)


def spring(entry: dict[str, Any], reader: Reader, place: Place) -> Spring:
    name = text(entry, "name", "a spring")
    what, shared = f"spring '{shown(name)}'", ("stiffness", "rest", "damping", "slack", "armature")
    if "joint" in entry:
        reader.keys(entry, ("name", "joint", "stiffness", "rest", "damping"), what, place)
        rest = tuple(number(x, f"rest of {what}") for x in items(entry.get("rest", [1, 0, 0, 0]), f"rest of {what}"))
        k, b = (number(entry.get(x, 0), f"{x} of {what}") for x in ("stiffness", "damping"))
        return BallSpring(name, text(entry, "joint", what), k, rest, b)
    values = [number(entry.get(x, 0), f"{x} of {what}") for x in shared]
    if "arms" in entry:
        reader.keys(entry, ("name", "arms", *shared), what, place)
        pairs = items(entry["arms"], f"arms of {what}")
        if not all(isinstance(x, list) and len(x) == 2 and isinstance(x[0], str) for x in pairs):
            raise WrongSize(f"arms of {what} are pairs [coordinate, arm], got {shown(reprlib.repr(pairs))}")
        return Tendon(name, tuple((x[0], number(x[1], f"arm of {what}")) for x in pairs), *values)
    reader.keys(entry, ("name", "first", "second", "first_point", "second_point", "via", *shared), what, place)
    here, there = (vector(entry.get(x, (0, 0, 0)), f"{x} of {what}") for x in ("first_point", "second_point"))
    first, second = text(entry, "first", what), text(entry, "second", what)
    return Strut(name, first, second, here, there, **dict(zip(shared, values, strict=True)), via=_via(entry, what))


def _via(entry: dict[str, Any], what: str) -> tuple[tuple[str, Any], ...]:
    """[[link or frame, point], …]"""
    pairs = items(entry.get("via", []), f"via of {what}")
    if not all(isinstance(x, list) and len(x) == 2 and isinstance(x[0], str) for x in pairs):
        raise WrongSize(f"via of {what} are pairs [link or frame, point], got {shown(reprlib.repr(pairs))}")
    return tuple((x[0], vector(x[1], f"via of {what}")) for x in pairs)


_WHOLE = ("name", "gravity", "source", "actuated", "links", "joints", "frames", "loops", "springs")
_LINK = ("name", "mass", "com", "inertia", "ms", "inertia_origin", "gravcomp", "payload")
_JOINT = ("name", "kind", "parent", "child", "placement", "axis", "after", "limits", "drive", "mimic",
          "pitch", "angles", "names")  # fmt: skip
_LONGEST, _MOST_DOTS = 5_000_000, 200


def has_rows(data: bytes) -> bool:
    """Whether a TOML file holds a Denavit-Hartenberg table; unreadable ones hold nothing."""
    try:
        return any(key in parsed(data) for key in ("row", "rows"))
    except (ValueError, RecursionError):
        return False


def read(data: bytes, file: str, log: Log) -> Draft:
    """The robot of a TOML file, unchecked."""
    whole = _table(data, file, log)
    reader = Reader(data.decode(), file, log)
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
    for entry, place in reader.entries(whole, "loops"):
        with reader.at(place):
            draft.loops.append(loop(entry, reader, place))
    for entry, place in reader.entries(whole, "springs"):
        with reader.at(place):
            draft.springs.append(spring(entry, reader, place))
    if "actuated" in whole:
        with reader.at(top):
            draft.actuated = names(whole["actuated"], "actuated")
    return draft


def parsed(data: bytes) -> dict[str, Any]:
    """The tables of a file; sizes at which the parser would take forever are refused before."""
    text = data.decode()
    # the time for a dotted key grows with the square of its length
    if len(text) > _LONGEST or any(x.count(".") > _MOST_DOTS for x in re.findall(r"[^,=\[\]{}#\n]+", text)):
        raise ValueError(f"more than {_LONGEST} characters, or a key of more than {_MOST_DOTS} parts")
    return tomllib.loads(text)


def _table(data: bytes, file: str, log: Log) -> dict[str, Any]:
    try:
        return parsed(data)
    except UnicodeDecodeError:
        log.stop(BadFile, "the file is not text in UTF-8", Place(file, 0))
    except RecursionError:
        log.stop(BadFile, "the TOML is nested too deep", Place(file, 0))
    except ValueError as error:
        found = re.search(r"line (\d+)", str(error))
        reason = re.sub(r"\s*\(at .*?\)$", "", str(error))
        line = int(found[1]) if found else 0
        log.stop(BadFile, f"the TOML cannot be read: {shown(reason, 200)}", Place(file, line))


def _link(entry: dict[str, Any], reader: Reader, place: Place) -> Link:
    name = text(entry, "name", "a link")
    what = f"link '{shown(name)}'"
    reader.keys(entry, _LINK, what, place)
    mass, gravcomp = (number(entry.get(key, 0), f"{key} of {what}") for key in ("mass", "gravcomp"))
    payload = entry.get("payload", False)
    if not isinstance(payload, bool):
        raise WrongValue(f"payload of {what} is true or false, got {payload!r}")
    about_com, about_origin = {"com", "inertia"} & set(entry), {"ms", "inertia_origin"} & set(entry)
    if about_com and about_origin:
        both = f"{sorted(about_com)[0]} and {sorted(about_origin)[0]}"
        raise WrongValue(f"{what} has {both}; give com and inertia, or ms and inertia_origin")
    if about_origin:
        ms = vector(entry.get("ms", (0, 0, 0)), f"ms of {what}")
        return Link(
            name,
            Inertia(mass, ms, vector(entry.get("inertia_origin", (0,) * 6), f"inertia_origin of {what}", 6)),
            gravcomp,
            payload,
        )
    com = vector(entry.get("com", (0, 0, 0)), f"com of {what}")
    tensor = vector(entry.get("inertia", (0,) * 6), f"inertia of {what}", 6)
    return Link(name, Inertia.about_com(mass, com, tensor), gravcomp, payload)


def _joint(entry: dict[str, Any], reader: Reader, place: Place) -> Joint:
    name = text(entry, "name", "a joint")
    what = f"joint '{shown(name)}'"
    reader.keys(entry, _JOINT, what, place)
    drive: Any = None
    mimic = None
    if isinstance(entry.get("drive"), list):
        drive = tuple(_drive(x, what, reader, place) if x else None for x in entry["drive"])
    elif "drive" in entry:
        drive = _drive(entry["drive"], what, reader, place)
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
        pose(entry.get("placement"), f"placement of {what}", reader, place), axis,
        pose(entry.get("after"), f"after of {what}", reader, place), _limits(entry.get("limits", {}), what, reader, place), drive, mimic,
        number(entry.get("pitch", 0), f"pitch of {what}"), entry.get("angles", ""),
        names(entry.get("names", []), f"names of {what}"),
    )  # fmt: skip


def _drive(entry: Any, what: str, reader: Reader, place: Place) -> Drive:
    given = reader.keys(entry, (*SCALARS, "coupling"), f"drive of {what}", place)
    pairs = given.get("coupling", [])
    if not isinstance(pairs, list) or not all(isinstance(x, list) and len(x) == 2 for x in pairs):
        raise WrongValue(f'coupling of {what} must be a list of pairs, [["joint", ratio], …]')
    coupling = tuple((text({"joint": joint}, "joint", f"coupling of {what}"), number(x, what)) for joint, x in pairs)
    return Drive(coupling=coupling, **{key: number(given[key], f"{key} of {what}") for key in SCALARS if key in given})


def _limits(entry: Any, what: str, reader: Reader, place: Place) -> Any:
    """Limits, or a list of them, one a motion."""
    if isinstance(entry, list):
        return tuple(_limits(x, what, reader, place) for x in entry)
    known = ("lower", "upper", "velocity", "effort")
    given = reader.keys(entry, known, f"limits of {what}", place)
    found: dict[str, float] = {}
    for name, x in given.items():
        limit = number(x, f"{name} of {what}")
        if symbols([limit]):
            raise WrongValue(f"{name} of {what} must be a number, got {shown(x)}")
        found[name] = float(evaluate([limit], {})[0])
    return Limits(**{name: found[name] for name in known if name in found})


def _frame(entry: dict[str, Any], reader: Reader, place: Place) -> Frame:
    name = text(entry, "name", "a frame")
    reader.keys(entry, ("name", "link", "placement"), f"frame '{shown(name)}'", place)
    link = text(entry, "link", f"frame '{shown(name)}'")
    return Frame(name, link, pose(entry.get("placement"), f"placement of frame '{shown(name)}'", reader, place))
