"""Reader and writer of this library's TOML robot file format. A number can be a float, a rational number or an
expression with symbols.

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
    # or first, second, first_point, second_point, via; or joint, rest a quaternion
    arms = [["elbow", 1]]
    stiffness = "k"                        # rest, damping, slack, armature

Whole numbers are exact, decimals are floats, and `graph.expression.parse` reads text as expressions. Each entry is
checked when it is read, and errors name the entry's line. The writer preserves all numbers: symbols and exact numbers
are written as text, and inertias are written in the form in which the robot stores them.

`rewrite` changes link inertias, drives and joint placements, in the form that the file uses. Comments, order and layout
remain the same.
"""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from dalembert import finding
from dalembert.argument import check_part, checked_entries, checked_rotation, checked_vector, instance, listed, value
from dalembert.errors import BadExpression, shown
from dalembert.finding.finding import Argument, Call, External, FileName, Function, Identifier, Location, Noun, given
from dalembert.formats.file_changes import Difference
from dalembert.formats.numeric import check_held, rpy
from dalembert.formats.robot_file import LONGEST_NAME, MOST_PARTS, Allowed, Description, FindingLog, located, schema
from dalembert.graph import Node, evaluate, symbols
from dalembert.graph.expression import MOST_DIGITS, parse
from dalembert.graph.node import to_text
from dalembert.graph.scalar import is_zero
from dalembert.robot.dh import Table, inertia_of
from dalembert.robot.drive import SCALARS, Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.loop import Coupling, Loop
from dalembert.robot.model import DefaultActuation, Frame, Joint, Limits, Link, Mimic, Robot
from dalembert.robot.spring import BallSpring, Strut, Tendon
from dalembert.spatial.pose import IDENTITY, Pose, rotation_rpy
from dalembert.tolerance import ZERO_LENGTH

_LONGEST, _MOST_DOTS = 5_000_000, 200


def _fields(kind: str) -> dict[str, Allowed]:
    """Return the keys of a part in the order in which they are written."""
    return schema("toml").rule("", kind).attributes


def has_rows(data: bytes) -> bool:
    """Check whether a TOML file contains a Denavit-Hartenberg table. Return False for an unreadable file."""
    try:
        return any(key in _parsed(data) for key in ("row", "rows"))
    except (ValueError, RecursionError):
        return False


def read(data: bytes, file: str, log: FindingLog) -> Description:
    """Read a TOML file and return its description without checks."""
    whole = _table(data, file, log)
    reader = _Reader(log, located(file))
    reader.keys(whole, _fields("file"), "the file")
    draft = Description(str(whole.get("name", "robot"))[:LONGEST_NAME], log, top=located(file, 1))
    with log.at(reader.place):
        draft.source = reader.plain(whole.get("source", ""), "source")
        draft.gravity = checked_vector(whole.get("gravity", (0, 0, -9.81)), 3, "gravity")
        draft.actuated = reader.names(whole["actuated"], "actuated") if "actuated" in whole else None
    for noun in ("link", "joint", "frame", "loop", "spring"):
        for entry, place in _entries(whole, f"{noun}s", data.decode(), file, log):
            with log.at(place):
                part = _Reader(log, place).part(entry, noun)
                if isinstance(part, Link):
                    draft.add_link(part, place)
                elif isinstance(part, Joint):
                    draft.add_joint(part, place)
                else:
                    getattr(draft, f"{noun}s").append(part)
    return draft


def _parsed(data: bytes) -> Table:
    """Parse the tables of a TOML file. Before parsing, files that are too large are rejected."""
    text = data.decode()
    # parsing a dotted key takes time proportional to the square of its length
    if len(text) > _LONGEST or any(x.count(".") > _MOST_DOTS for x in re.findall(r"[^,=\[\]{}#\n]+", text)):
        raise ValueError(f"more than {_LONGEST} characters, or a key of more than {_MOST_DOTS} parts")
    return tomllib.loads(text)


def _table(data: bytes, file: str, log: FindingLog) -> Table:
    reason: External | Noun
    line = 0
    try:
        return _parsed(data)
    except UnicodeDecodeError:
        reason = Noun("not UTF-8")
    except RecursionError:
        reason = Noun("nested too deep")
    except ValueError as error:
        found = re.search(r"line (\d+)", str(error))  # message of tomllib
        line = int(found[1]) if found else 0
        reason = External(shown(re.sub(r"\s*\(at .*?\)$", "", str(error)), 200))
    return log.stop(finding.Malformed(Noun("TOML"), reason, at=located(file, line)))


def _entries(whole: Table, key: str, text: str, file: str, log: FindingLog) -> list[tuple[Table, Location]]:
    """Return the tables in an array, each with the line number of its header."""
    found = whole.get(key, [])
    if not isinstance(found, list) or not all(isinstance(x, dict) for x in found):
        cause = finding.WrongType(Argument(key), Noun("a list of tables"), given(found))
        log.error(finding.Rejected(cause, at=located(file)))
        return []
    log.limit(len(found), MOST_PARTS, key, located(file))
    header = re.compile(rf"\s*\[\[\s*{key}\s*\]\]")
    lines = [k for k, line in enumerate(text.splitlines(), 1) if header.match(line)]
    lines = lines if len(lines) == len(found) else [0] * len(found)
    return [(x, located(file, line)) for x, line in zip(found, lines, strict=True)]


class _Reader:
    """Reader that converts the values in an entry to a part of a robot, and reports each unknown key with its location."""

    def __init__(self, log: FindingLog, place: Location) -> None:
        self.log, self.place = log, place

    def keys(self, table: Any, known: Iterable[str], what: str) -> Table:
        found: Table = instance(table, what, dict, "a table")
        for key in found:
            if key not in known:
                names = tuple(map(Identifier, known))
                cause = finding.Unknown(Noun("key"), Identifier(key), names, argument=Argument(what))
                self.log.error(finding.Rejected(cause, at=self.place))
        return found

    def part(self, entry: Table, noun: str) -> Any:
        """Read a link, joint, frame, loop or spring."""
        what = f"{noun} '{self.text(entry.get('name'), f'name of a {noun}')}'"
        if noun == "link":
            return self.link(entry, what)
        loop = Coupling if "terms" in entry else Loop
        spring = BallSpring if "joint" in entry else Tendon if "arms" in entry else Strut
        kinds: dict[str, type[Any]] = {"joint": Joint, "frame": Frame, "loop": loop, "spring": spring}
        part = self.record(kinds[noun], entry, what)
        if isinstance(part, Joint) and part.moves and not any(isinstance(x, Node) for x in part.axis):
            length = math.hypot(*map(float, part.axis))
            check_part(length >= ZERO_LENGTH, "joint", part.name, "an axis", (0, 0, 0))
        return part

    def record(self, kind: type[Any], x: Any, what: str) -> Any:
        """Read the fields of a part. Required fields are read even if they are missing, to report an error."""
        fields = _fields(kind.__name__.lower())
        table = self.keys(x, fields, what)
        found = {}
        for key, field in fields.items():
            if key in table or field.mark:
                found[key] = getattr(self, field.type)(table.get(key), f"{key} of {what}")
        return kind(**found)

    def link(self, entry: Table, what: str) -> Link:
        self.keys(entry, _fields("link"), what)
        gravcomp = value(entry.get("gravcomp", 0), f"gravcomp of {what}")
        payload = instance(entry.get("payload", False), f"payload of {what}", bool, "a boolean")
        return Link(entry["name"], inertia_of(entry, f" of {what}"), gravcomp, payload)

    def text(self, x: Any, what: str) -> str:
        """Read a required name, and reject empty or very long text."""
        if not isinstance(x, str) or not x.strip() or len(x) > LONGEST_NAME:
            raise finding.WrongType(Argument(what), Noun("a name"), given(x)).error()
        return x

    def plain(self, x: Any, what: str) -> str:
        return str(instance(x, what, str, "a text"))

    def number(self, x: Any, what: str) -> Any:
        return value(x, what)

    rare = number

    def list(self, x: Any, what: str) -> tuple[Any, ...]:
        return listed(x, what)

    def names(self, x: Any, what: str) -> tuple[str, ...]:
        return tuple(self.text(y, what) for y in listed(x, what))

    def pose(self, x: Any, what: str) -> Pose:
        table = self.keys(x, _fields("pose"), what)
        p = checked_vector(table.get("xyz", (0, 0, 0)), 3, f"xyz of {what}")
        if "R" not in table:
            return Pose(rotation_rpy(*checked_vector(table.get("rpy", (0, 0, 0)), 3, f"rpy of {what}")), p)
        rows = checked_entries(table["R"], 3, f"R of {what}")
        R = tuple(checked_vector(row, 3, f"R of {what}") for row in rows)
        return Pose(checked_rotation(R, f"R of {what}"), p)

    def limits(self, x: Any, what: str) -> Any:
        """Read limits, or a list of limits for the elementary motions."""
        if isinstance(x, (tuple, list)):
            return tuple(self.limits(y, what) for y in x)
        return self.record(Limits, x, what)

    def limit(self, x: Any, what: str) -> float:
        limit = value(x, what)
        if symbols([limit]):
            raise finding.WrongType(Argument(what), Noun("a number"), given(x)).error()
        return float(evaluate([limit], {})[0])

    def drive(self, x: Any, what: str) -> Any:
        """Read a drive, or a list of drives for the elementary motions."""
        if isinstance(x, (tuple, list)):
            return tuple(self.drive(y, what) if y else None for y in x)
        names = (*SCALARS, "coupling")
        return Drive(**{key: y for key, y in self.keys(x, names, what).items() if key in names})

    def mimic(self, x: Any, what: str) -> Any:
        return self.record(Mimic, x, what)


def text(robot: Robot) -> str:
    """Format the robot as a TOML document."""
    whole = {"name": robot.name, "gravity": robot.gravity}
    whole |= {"source": robot.source} if robot.source else {}
    lines = _lines(whole if isinstance(robot.actuated, DefaultActuation) else whole | {"actuated": robot.actuated})
    for link in robot.links:
        lines += ["", "[[links]]", *_lines(_link(link))]
    for which in ("joints", "frames", "loops", "springs"):
        for part in getattr(robot, which):
            lines += ["", f"[[{which}]]", *_lines(_written(part))]
    return "\n".join(lines) + "\n"


def _link(link: Link) -> Table:
    values: Table = {"name": link.name}
    if not link.inertia.is_zero:
        values |= {"mass": link.inertia.mass, "ms": link.inertia.ms, "inertia_origin": link.inertia.tensor}
    values |= {"gravcomp": link.gravcomp} if link.gravcomp != 0 else {}
    return values | {"payload": True} if link.payload else values


def _written(part: Any) -> Table:
    """Return the values of a part that differ from their defaults."""
    found = {}
    for key, field in _fields(type(part).__name__.lower()).items():
        x, how = getattr(part, key), field.type
        idle = (how == "rare" and is_zero(x)) or (how == "pose" and x == IDENTITY) or (key == "axis" and not part.moves)
        if not idle and x not in (None, (), "", Limits()):
            found[key] = x
    return found


def _lines(values: Table) -> list[str]:
    return [f"{key} = {_toml(x)}" for key, x in values.items()]


def _toml(x: Any) -> str:
    """Format a value as TOML. Strings in JSON and TOML have the same escapes."""
    if isinstance(x, str):
        return json.dumps(x, ensure_ascii=False)
    if isinstance(x, tuple):
        return f"[{', '.join(map(_toml, x))}]"
    if isinstance(x, Pose):
        turned = {} if x.R == IDENTITY.R else {"R": x.R}
        return _inline({"xyz": x.p, **turned})
    if isinstance(x, (Limits, Mimic)):
        return _inline(_written(x))
    if isinstance(x, Drive) or x is None:  # an elementary motion without a drive
        plain, keys = Drive(), (*SCALARS, "coupling")
        return _inline({key: getattr(x, key) for key in keys if x and getattr(x, key) != getattr(plain, key)})
    return "true" if x is True else _number(x)


def _inline(values: Table) -> str:
    return f"{{ {', '.join(_lines(values))} }}"


def _number(x: Any) -> str:
    """Format a float with all digits, and an exact number or an expression as text."""
    if isinstance(x, Node):
        written = to_text(x, exact=True)
        try:
            parse(written)
        except BadExpression:
            check_held(False, "TOML", "expression", written[:60] + "…")
        return _toml(written)
    if isinstance(x, (int, Fraction)):
        whole = Fraction(x)
        if whole.denominator == 1 and abs(whole) < 2**63:
            return str(whole.numerator)
        if max(abs(whole.numerator), whole.denominator) < 10**MOST_DIGITS:
            return _toml(str(whole))
    return repr(float(x))


def rewrite(data: bytes, found: Difference) -> bytes:
    """Return the text of the file with the changed values."""
    import tomlkit

    whole: Any = tomlkit.parse(data.decode())
    links, joints = ({str(x["name"]): x for x in whole.get(kind, ())} for kind in ("links", "joints"))
    for name, inertia in found.links.items():
        _set_inertia(links[name], inertia)
    for name, joint in found.drives.items():
        _set_drive(joints[name], joint, found.joint(name))
    for name, joint in found.places.items():
        place, entry = joint.placement, joints[name].get("placement")
        if entry is None:
            _set(joints[name], "placement", place)
        else:
            _set(entry, "xyz", place.p)
            _set(entry, *(("R", place.R) if "R" in entry else ("rpy", rpy(place.R))))
    new = tomlkit.dumps(whole)
    return (re.sub(r"(?<!\r)\n", "\r\n", new) if b"\r\n" in data else new).encode()


def _set(table: Any, key: str | int, x: Any) -> None:
    """Set the value of a key. Numbers in a list are replaced individually to preserve layout and comments."""
    import tomlkit

    old = table.get(key) if isinstance(key, str) else table[key]
    if isinstance(x, tuple) and isinstance(old, list) and len(old) == len(x):
        for k, y in enumerate(x):
            _set(old, k, y)
    else:
        table[key] = tomlkit.value(_toml(x))


def _set_inertia(entry: Any, inertia: Inertia) -> None:
    _set(entry, "mass", inertia.mass)
    if "ms" in entry or "inertia_origin" in entry:
        _set(entry, "ms", inertia.ms)
        _set(entry, "inertia_origin", inertia.tensor)
    else:
        _set(entry, "com", inertia.com)
        _set(entry, "inertia", inertia.central().tensor)


def _set_drive(entry: Any, joint: Joint, old: Joint) -> None:
    if not isinstance(entry.get("drive"), dict) or isinstance(joint.drive, tuple):
        _set(entry, "drive", joint.drive)
        return
    new, before = joint.drives[0] or Drive(), old.drives[0] or Drive()
    changed = [x for x in SCALARS if getattr(new, x) != getattr(before, x)]
    if any(getattr(new, x) is None for x in changed) or new.coupling != before.coupling:
        reason, remedy = Noun("other parts of a drive"), Call(Function("export"), instead=True)
        raise finding.NotWrittenBack(FileName("TOML"), reason, Identifier(joint.name), remedy).error()
    for key in changed:
        _set(entry["drive"], key, getattr(new, key))
