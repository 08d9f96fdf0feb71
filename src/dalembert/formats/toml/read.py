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
import tomllib
from collections.abc import Iterable
from typing import Any

from dalembert.argument import instance
from dalembert.errors import shown
from dalembert.finding.argument import Exclusive, Unknown, WrongType
from dalembert.finding.finding import Argument, External, Identifier, Location, Noun, given
from dalembert.finding.model import FileLimit, Malformed, Rejected, contradiction
from dalembert.formats.description import MOST_PARTS, Description, FindingLog, located
from dalembert.formats.xml import LONGEST_NAME
from dalembert.graph import Node, evaluate, symbols
from dalembert.robot.drive import SCALARS, Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.loop import Coupling, Loop
from dalembert.robot.model import Frame, Joint, Limits, Link, Mimic
from dalembert.robot.number import checked_entries, checked_rotation, checked_vector, value
from dalembert.robot.spring import BallSpring, Spring, Strut, Tendon
from dalembert.spatial.pose import IDENTITY, Pose, rotation_rpy
from dalembert.tolerance import ZERO_LENGTH

_PAIRS = "pairs of a name and a number"


class Reader:
    """A table's entries with their lines, and errors with them."""

    def __init__(self, text: str, file: str, log: FindingLog) -> None:
        self.file, self.log = file, log
        self.lines: dict[str, list[int]] = {}
        for k, line in enumerate(text.splitlines(), 1):
            header = re.match(r"\s*\[\[\s*(\w+)\s*\]\]", line)
            if header:
                self.lines.setdefault(header[1], []).append(k)

    def entries(self, whole: dict[str, Any], kind: str) -> list[tuple[dict[str, Any], Location]]:
        found = whole.get(kind, [])
        if not isinstance(found, list) or not all(isinstance(x, dict) for x in found):
            cause = WrongType(Argument(kind), Noun("a list of tables"), given(found))
            self.log.error(Rejected(cause, at=located(self.file)))
            return []
        if len(found) > MOST_PARTS:
            self.log.stop(FileLimit(Noun(kind), MOST_PARTS, at=located(self.file)))
        lines = self.lines.get(kind, [])
        lines = lines if len(lines) == len(found) else [0] * len(found)
        return [(x, located(self.file, line)) for x, line in zip(found, lines, strict=True)]

    def keys(self, table: Any, known: Iterable[str], what: str, place: Location) -> dict[str, Any]:
        found: dict[str, Any] = instance(table, what, dict, "a table")
        for key in found:
            if key not in known:
                names = tuple(map(Identifier, known))
                cause = Unknown(Noun("key"), Identifier(key), names, argument=Argument(what))
                self.log.error(Rejected(cause, at=place))
        return found


def pose(entry: Any, what: str, reader: Reader, place: Location) -> Pose:
    if entry is None:
        return IDENTITY
    table = reader.keys(entry, ("xyz", "rpy", "R"), what, place)
    p = checked_vector(table.get("xyz", (0, 0, 0)), 3, f"xyz of {what}")
    if "R" not in table:
        return Pose(rotation_rpy(*checked_vector(table.get("rpy", (0, 0, 0)), 3, f"rpy of {what}")), p)
    rows = checked_entries(table["R"], 3, f"R of {what}")
    R = tuple(checked_vector(row, 3, f"R of {what}") for row in rows)
    return Pose(checked_rotation(R, f"R of {what}"), p)


def text(entry: dict[str, Any], key: str, what: str) -> str:
    """A name: text, present, not empty, not absurdly long."""
    x = entry.get(key)
    if not isinstance(x, str) or not x.strip() or len(x) > LONGEST_NAME:
        raise WrongType(Argument(f"{key} of {what}"), Noun("a name"), given(x)).error()
    return x


def pairs(x: Any, what: str) -> list[tuple[str, Any]]:
    """A list of pairs [name, value]."""
    listed = isinstance(x, list) and len(x) <= MOST_PARTS
    if not listed or not all(isinstance(y, list) and len(y) == 2 and isinstance(y[0], str) for y in x):
        raise WrongType(Argument(what), Noun(_PAIRS), given(x)).error()
    return [(y[0], y[1]) for y in x]


def names(x: Any, what: str) -> tuple[str, ...]:
    return tuple(text({"name": y}, "name", what) for y in instance(x, what, list, "a sequence"))


def loop(entry: dict[str, Any], reader: Reader, place: Location) -> Loop | Coupling:
    name = text(entry, "name", "a loop")
    what = f"loop '{shown(name)}'"
    if "terms" in entry:
        reader.keys(entry, ("name", "terms"), what, place)
        return Coupling(
            name,
            tuple(
                _term(x, f"terms of {what}") for x in instance(entry["terms"], f"terms of {what}", list, "a sequence")
            ),
        )
    keys = ("name", "kind", "first", "second", "first_placement", "second_placement", "length")
    reader.keys(entry, keys, what, place)
    here, there = (pose(entry.get(x), f"{x} of {what}", reader, place) for x in ("first_placement", "second_placement"))
    length = value(entry["length"], f"length of {what}") if "length" in entry else None
    kind, first, second = (text(entry, x, what) for x in ("kind", "first", "second"))
    return Loop(name, kind, first, second, here, there, length)


def _term(term: Any, what: str) -> tuple[Any, tuple[tuple[str, Any], ...]]:
    """(factor, ((coordinate, power), …))"""
    factor, powers = checked_entries(term, 2, what)
    return value(factor, what), tuple(pairs(powers, what))


def spring(entry: dict[str, Any], reader: Reader, place: Location) -> Spring:
    name = text(entry, "name", "a spring")
    what, shared = f"spring '{shown(name)}'", ("stiffness", "rest", "damping", "slack", "armature")
    if "joint" in entry:
        reader.keys(entry, ("name", "joint", "stiffness", "rest", "damping"), what, place)
        rest = checked_vector(entry.get("rest", [1, 0, 0, 0]), 4, f"rest of {what}")
        k, b = (value(entry.get(x, 0), f"{x} of {what}") for x in ("stiffness", "damping"))
        return BallSpring(name, text(entry, "joint", what), k, rest, b)
    values = [value(entry.get(x, 0), f"{x} of {what}") for x in shared]
    if "arms" in entry:
        reader.keys(entry, ("name", "arms", *shared), what, place)
        return Tendon(name, tuple(pairs(entry["arms"], f"arms of {what}")), *values)
    reader.keys(entry, ("name", "first", "second", "first_point", "second_point", "via", *shared), what, place)
    here, there = (
        checked_vector(entry.get(x, (0, 0, 0)), 3, f"{x} of {what}") for x in ("first_point", "second_point")
    )
    first, second = text(entry, "first", what), text(entry, "second", what)
    via = tuple(pairs(entry.get("via", []), f"via of {what}"))
    return Strut(name, first, second, here, there, **dict(zip(shared, values, strict=True)), via=via)


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


def read(data: bytes, file: str, log: FindingLog) -> Description:
    """The robot of a TOML file, unchecked."""
    whole = _table(data, file, log)
    reader = Reader(data.decode(), file, log)
    top = located(file)
    reader.keys(whole, _WHOLE, "the file", top)
    draft = Description(shown(whole.get("name", "robot"), LONGEST_NAME), log, top=located(file, 1))
    if isinstance(whole.get("source"), str):
        draft.source = whole["source"]
    with log.at(top):
        draft.gravity = checked_vector(whole.get("gravity", (0, 0, -9.81)), 3, "gravity")
    for entry, place in reader.entries(whole, "links"):
        with log.at(place):
            draft.add_link(_link(entry, reader, place), place)
    for entry, place in reader.entries(whole, "joints"):
        with log.at(place):
            draft.add_joint(_joint(entry, reader, place), place)
    for entry, place in reader.entries(whole, "frames"):
        with log.at(place):
            draft.frames.append(_frame(entry, reader, place))
    for entry, place in reader.entries(whole, "loops"):
        with log.at(place):
            draft.loops.append(loop(entry, reader, place))
    for entry, place in reader.entries(whole, "springs"):
        with log.at(place):
            draft.springs.append(spring(entry, reader, place))
    if "actuated" in whole:
        with log.at(top):
            draft.actuated = names(whole["actuated"], "actuated")
    return draft


def parsed(data: bytes) -> dict[str, Any]:
    """The tables of a file; sizes at which the parser would take forever are refused before."""
    text = data.decode()
    # the time for a dotted key grows with the square of its length
    if len(text) > _LONGEST or any(x.count(".") > _MOST_DOTS for x in re.findall(r"[^,=\[\]{}#\n]+", text)):
        raise ValueError(f"more than {_LONGEST} characters, or a key of more than {_MOST_DOTS} parts")
    return tomllib.loads(text)


def _table(data: bytes, file: str, log: FindingLog) -> dict[str, Any]:
    try:
        return parsed(data)
    except UnicodeDecodeError:
        log.stop(Malformed(Noun("TOML"), Noun("not UTF-8"), at=located(file)))
    except RecursionError:
        log.stop(Malformed(Noun("TOML"), Noun("nested too deep"), at=located(file)))
    except ValueError as error:
        found = re.search(r"line (\d+)", str(error))  # tomllib's own words
        reason = External(shown(re.sub(r"\s*\(at .*?\)$", "", str(error)), 200))
        log.stop(Malformed(Noun("TOML"), reason, at=located(file, int(found[1]) if found else 0)))


def _link(entry: dict[str, Any], reader: Reader, place: Location) -> Link:
    name = text(entry, "name", "a link")
    what = f"link '{shown(name)}'"
    reader.keys(entry, _LINK, what, place)
    mass, gravcomp = (value(entry.get(key, 0), f"{key} of {what}") for key in ("mass", "gravcomp"))
    payload = instance(entry.get("payload", False), f"payload of {what}", bool, "a boolean")
    about_com, about_origin = {"com", "inertia"} & set(entry), {"ms", "inertia_origin"} & set(entry)
    if about_com and about_origin:
        both = (f"{min(about_com)} of {what}", f"{min(about_origin)} of {what}")
        raise Exclusive((Argument(both[0]), Argument(both[1]))).error()
    first, tensor = ("ms", "inertia_origin") if about_origin else ("com", "inertia")
    p = checked_vector(entry.get(first, (0, 0, 0)), 3, f"{first} of {what}")
    entries = checked_vector(entry.get(tensor, (0,) * 6), 6, f"{tensor} of {what}")
    inertia = Inertia(mass, p, entries) if about_origin else Inertia.about_com(mass, p, entries)
    return Link(name, inertia, gravcomp, payload)


def _joint(entry: dict[str, Any], reader: Reader, place: Location) -> Joint:
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
        table = reader.keys(entry["mimic"], ("joint", "multiplier", "offset"), f"mimic of {what}", place)
        factors = {key: value(table[key], f"{key} of {what}") for key in ("multiplier", "offset") if key in table}
        mimic = Mimic(text(table, "joint", f"mimic of {what}"), **factors)
    axis = checked_vector(entry.get("axis", (0, 0, 1)), 3, f"axis of {what}")
    if (
        entry.get("kind") != "fixed"
        and not any(isinstance(x, Node) for x in axis)
        and math.hypot(*map(float, axis)) < ZERO_LENGTH
    ):
        raise contradiction("joint", shown(name), "an axis", (0, 0, 0))
    return Joint(
        name, text(entry, "kind", what), text(entry, "parent", what), text(entry, "child", what),
        pose(entry.get("placement"), f"placement of {what}", reader, place), axis,
        pose(entry.get("after"), f"after of {what}", reader, place), _limits(entry.get("limits", {}), what, reader, place), drive, mimic,
        value(entry.get("pitch", 0), f"pitch of {what}"), entry.get("angles", ""),
        names(entry.get("names", []), f"names of {what}"),
    )  # fmt: skip


def _drive(entry: Any, what: str, reader: Reader, place: Location) -> Drive:
    table = reader.keys(entry, (*SCALARS, "coupling"), f"drive of {what}", place)
    coupling = pairs(table.get("coupling", []), f"coupling of {what}")
    return Drive(coupling=coupling, **{key: value(table[key], f"{key} of {what}") for key in SCALARS if key in table})


def _limits(entry: Any, what: str, reader: Reader, place: Location) -> Any:
    """Limits, or a list of them, one a motion."""
    if isinstance(entry, list):
        return tuple(_limits(x, what, reader, place) for x in entry)
    known = ("lower", "upper", "velocity", "effort")
    found: dict[str, float] = {}
    for name, x in reader.keys(entry, known, f"limits of {what}", place).items():
        limit = value(x, f"{name} of {what}")
        if symbols([limit]):
            raise WrongType(Argument(f"{name} of {what}"), Noun("a number"), given(x)).error()
        found[name] = float(evaluate([limit], {})[0])
    return Limits(**{name: found[name] for name in known if name in found})


def _frame(entry: dict[str, Any], reader: Reader, place: Location) -> Frame:
    name = text(entry, "name", "a frame")
    reader.keys(entry, ("name", "link", "placement"), f"frame '{shown(name)}'", place)
    link = text(entry, "link", f"frame '{shown(name)}'")
    return Frame(name, link, pose(entry.get("placement"), f"placement of frame '{shown(name)}'", reader, place))
