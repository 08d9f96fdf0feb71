"""A robot as our TOML, new or as changes to a TOML file. Nothing is lost: symbols and exact numbers are kept as text.

Inertias are written as they are stored: mass, first moments, tensor about the link's origin.

`rewrite` changes inertias of links, drives and placements of joints, in the form in which the file gives them. `Spans`
finds the values in the text, so that one changes and the rest stays the same:
    ("links", 2, "com", 0)   the first number of com of the third [[links]], from its first character to behind its last
The text has been read by a TOML reader before, so it is well-formed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from dalembert.errors import BadExpression
from dalembert.finding.finding import Call, FileName, Function, Identifier, Noun
from dalembert.finding.model import NotWrittenBack, unrepresentable
from dalembert.formats.difference import Difference
from dalembert.formats.numeric import rpy
from dalembert.formats.toml.read import parsed
from dalembert.graph import Node
from dalembert.graph.node import to_text
from dalembert.graph.scalar import is_zero
from dalembert.robot.drive import SCALARS, Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.loop import Coupling, Loop
from dalembert.robot.model import DefaultActuation, Joint, Limits, Link, Robot
from dalembert.robot.number import MOST_DIGITS, parse
from dalembert.robot.spring import BallSpring, Spring, Tendon
from dalembert.spatial.pose import IDENTITY, Pose


def text(robot: Robot) -> str:
    """The document."""
    lines = [f"name = {quoted(robot.name)}", f"gravity = {listed(robot.gravity)}"]
    if robot.source:
        lines.append(f"source = {quoted(robot.source)}")
    if not isinstance(robot.actuated, DefaultActuation):
        lines.append(f"actuated = [{', '.join(quoted(x) for x in robot.actuated)}]")
    for link in robot.links:
        lines += ["", "[[links]]", *_link(link)]
    for joint in robot.joints:
        lines += ["", "[[joints]]", *_joint(joint)]
    for frame in robot.frames:
        lines += ["", "[[frames]]", f"name = {quoted(frame.name)}", f"link = {quoted(frame.link)}"]
        lines += pose_lines("placement", frame.placement)
    for loop in robot.loops:
        lines += ["", "[[loops]]", *_loop(loop)]
    for spring in robot.springs:
        lines += ["", "[[springs]]", *_spring(spring)]
    return "\n".join(lines) + "\n"


def _link(link: Link) -> list[str]:
    lines = [f"name = {quoted(link.name)}"]
    if not link.inertia.is_zero:
        lines.append(f"mass = {number(link.inertia.mass)}")
        lines.append(f"ms = {listed(link.inertia.ms)}")
        lines.append(f"inertia_origin = {listed(link.inertia.tensor)}")
    if link.gravcomp != 0:
        lines.append(f"gravcomp = {number(link.gravcomp)}")
    if link.payload:
        lines.append("payload = true")
    return lines


def _loop(loop: Loop | Coupling) -> list[str]:
    lines = [f"name = {quoted(loop.name)}"]
    if isinstance(loop, Coupling):
        terms = [
            f"[{number(factor)}, [{', '.join(f'[{quoted(name)}, {power}]' for name, power in powers)}]]"
            for factor, powers in loop.terms
        ]
        return [*lines, f"terms = [{', '.join(terms)}]"]
    lines += [f"{key} = {quoted(getattr(loop, key))}" for key in ("kind", "first", "second")]
    for key in ("first_placement", "second_placement"):
        lines += pose_lines(key, getattr(loop, key))
    return lines if loop.length is None else [*lines, f"length = {number(loop.length)}"]


def _spring(spring: Spring) -> list[str]:
    lines = [f"name = {quoted(spring.name)}"]
    if isinstance(spring, BallSpring):
        lines += [f"joint = {quoted(spring.joint)}", f"rest = {listed(spring.rest)}"]
        return lines + [f"{key} = {number(getattr(spring, key))}" for key in ("stiffness", "damping")]
    if isinstance(spring, Tendon):
        lines.append(f"arms = [{', '.join(f'[{quoted(name)}, {number(r)}]' for name, r in spring.arms)}]")
    else:
        lines += [f"{key} = {quoted(getattr(spring, key))}" for key in ("first", "second")]
        lines += [f"{key} = {listed(getattr(spring, key))}" for key in ("first_point", "second_point")]
        via = ", ".join(f"[{quoted(name)}, {listed(point)}]" for name, point in spring.via)
        lines += [f"via = [{via}]"] if via else []
    more = [key for key in ("slack", "armature") if not is_zero(getattr(spring, key))]
    return lines + [f"{key} = {number(getattr(spring, key))}" for key in ("stiffness", "rest", "damping", *more)]


def _joint(joint: Joint) -> list[str]:
    names = {"name": joint.name, "kind": joint.kind, "parent": joint.parent, "child": joint.child}
    lines = [f"{key} = {quoted(name)}" for key, name in names.items()]
    lines += pose_lines("placement", joint.placement)
    if joint.moves:
        lines.append(f"axis = {listed(joint.axis)}")
    lines += pose_lines("after", joint.after)
    for key, one in (("limits", _limits), ("drive", drive_table)):
        given = getattr(joint, key)
        if isinstance(given, tuple):
            lines.append(f"{key} = [{', '.join(one(x) for x in given)}]")
        elif given is not None and given != Limits():
            lines.append(f"{key} = {one(given)}")
    if joint.kind == "screw":
        lines.append(f"pitch = {number(joint.pitch)}")
    if joint.angles:
        lines.append(f"angles = {quoted(joint.angles)}")
    if joint.names:
        lines.append(f"names = [{', '.join(quoted(x) for x in joint.names)}]")
    if joint.mimic is not None:
        factors = {"multiplier": joint.mimic.multiplier, "offset": joint.mimic.offset}
        inner = ", ".join(f"{key} = {number(x)}" for key, x in factors.items())
        lines.append(f"mimic = {{ joint = {quoted(joint.mimic.joint)}, {inner} }}")
    return lines


def _limits(limits: Limits) -> str:
    given = {key: getattr(limits, key) for key in ("lower", "upper", "velocity", "effort")}
    return _table({key: x for key, x in given.items() if x is not None})


def drive_table(drive: Drive | None) -> str:
    """A table; an empty one for a motion without a drive."""
    if drive is None:
        return "{ }"
    plain = Drive()
    changed = [(key, getattr(drive, key)) for key in SCALARS if getattr(drive, key) != getattr(plain, key)]
    parts = [f"{key} = {number(x)}" for key, x in changed]
    if drive.coupling:
        pairs = ", ".join(f"[{quoted(joint)}, {number(ratio)}]" for joint, ratio in drive.coupling)
        parts.append(f"coupling = [{pairs}]")
    return "{ " + ", ".join(parts) + " }"


def pose_lines(key: str, pose: Pose) -> list[str]:
    if pose == IDENTITY:
        return []
    parts = [f"xyz = {listed(pose.p)}"]
    if pose.R != IDENTITY.R:
        parts.append(f"R = [{', '.join(listed(row) for row in pose.R)}]")
    return [f"{key} = {{ {', '.join(parts)} }}"]


def _table(entries: dict[str, Any]) -> str:
    return "{ " + ", ".join(f"{key} = {number(x)}" for key, x in entries.items()) + " }"


def listed(numbers: Sequence[Any]) -> str:
    return "[" + ", ".join(number(x) for x in numbers) + "]"


def quoted(text: str) -> str:
    """A TOML string; JSON's escapes are TOML's."""
    return json.dumps(text, ensure_ascii=False)


def number(x: Any) -> str:
    """A float with all its digits, an exact number or an expression as text; one too long to be read back as a float."""
    if isinstance(x, Node):
        text = to_text(x, exact=True)
        try:
            parse(text)
        except BadExpression:
            raise unrepresentable("TOML", ("expression", text[:60] + "…")) from None
        return quoted(text)
    if isinstance(x, (int, Fraction)):
        whole = Fraction(x)
        if whole.denominator == 1 and abs(whole) < 2**63:
            return str(whole.numerator)
        if max(abs(whole.numerator), whole.denominator) < 10**MOST_DIGITS:
            return quoted(str(whole))
    return repr(float(x))


Path = tuple[str | int, ...]
_BLANK = re.compile(r"(?:\s|#[^\n]*)*")
_KEY = re.compile(r"""\s*(?:([A-Za-z0-9_-]+)|"((?:[^"\\]|\\.)*)"|'([^']*)')\s*(\.?)""")
_TEXT = re.compile(
    r'"""(?:[^\\]|\\.)*?"""+|\'\'\'.*?\'\'\'+|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'', re.DOTALL
)  # all four kinds of strings
_PLAIN = re.compile(r"[^\s,\]}#]+")


@dataclass
class Spans:
    """The values of a text by their path, and the table that each statement stands in."""

    text: str
    values: dict[Path, tuple[int, int]] = field(default_factory=dict)
    last: dict[Path, tuple[int, int]] = field(default_factory=dict)  # a table's header, then its last statement
    changes: list[tuple[int, int, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        counts: dict[Path, int] = {}
        table: Path = ()
        at = self._blank(1 if self.text.startswith("\ufeff") else 0)
        while at < len(self.text):
            start = at
            if self.text[at] == "[":
                many = self.text.startswith("[[", at)
                keys, at = self._key(at + 1 + many)
                at = self.text.index("]", at) + 1 + many
                table = ()
                for k, key in enumerate(keys):
                    table = (*table, key)
                    if many and k == len(keys) - 1:
                        counts[table] = counts.get(table, -1) + 1
                    if table in counts:
                        table = (*table, counts[table])
            else:
                keys, at = self._key(at)
                at = self._value(self.text.index("=", at) + 1, (*table, *keys))
            self.last[table] = (start, at)
            at = self._blank(at)

    def put(self, path: Path, value: str) -> None:
        """Give a key of a table this value, in place or as a new statement."""
        if path in self.values:
            self.changes.append((*self.values[path], value))
            return
        table, key = path[:-1], path[-1]
        if table in self.values:  # { … }
            start, stop = self.values[table]
            inside = self.text[start + 1 : stop - 1]
            at = start + 1 + len(inside.rstrip())
            self.changes.append((at, at, f"{',' if inside.strip() else ''} {key} = {value}"))
        elif table in self.last or table[:-1] in self.last:
            if table not in self.last:  # drive.damping = …: the table is only in the names of its keys
                table, key = table[:-1], f"{table[-1]}.{key}"
            start, at = self.last[table]
            indent = self.text[self.text.rfind("\n", 0, start) + 1 : start]
            line = "\r\n" if "\r\n" in self.text else "\n"
            end = self.text.find("\n", at)
            end = len(self.text) if end < 0 else end - (line == "\r\n")
            self.changes.append((end, end, f"{line}{indent}{key} = {value}"))
        else:
            raise NotWrittenBack(FileName("TOML"), Noun("unusual TOML"), Identifier(".".join(map(str, path)))).error()

    def put_all(self, table: Path, values: Mapping[str, str]) -> None:
        for key, value in values.items():
            self.put((*table, key), value)

    def changed(self) -> str:
        """The text with its changes."""
        parts, at = [], 0
        for start, stop, new in sorted(self.changes, key=lambda x: x[:2]):
            parts += [self.text[at:start], new]
            at = stop
        return "".join([*parts, self.text[at:]])

    def _blank(self, at: int) -> int:
        found = _BLANK.match(self.text, at)
        return found.end() if found else at

    def _key(self, at: int) -> tuple[Path, int]:
        keys: list[str] = []
        while found := _KEY.match(self.text, at):
            keys.append(next(x for x in found.groups()[:3] if x is not None))
            at = found.end()
            if not found[4]:
                break
        return tuple(keys), at

    def _value(self, at: int, path: Path) -> int:
        """Note the value that begins here and all inside it; the place behind it."""
        start = at = self._blank(at)
        if self.text[at] in "[{":
            close = "]" if self.text[at] == "[" else "}"
            k, at = 0, self._blank(at + 1)
            while self.text[at] != close:
                inner: Path = (k,)
                if close == "}":
                    inner, at = self._key(at)
                    at = self.text.index("=", at) + 1
                at = self._blank(self._value(at, (*path, *inner)))
                at = self._blank(at + 1) if self.text[at] == "," else at
                k += 1
            at += 1
        else:
            found = (_TEXT if self.text[at] in "\"'" else _PLAIN).match(self.text, at)
            at = found.end() if found else at + 1
        self.values[path] = (start, at)
        return at


def rewrite(data: bytes, found: Difference) -> bytes:
    """The file with what differs."""
    whole, spans = parsed(data), Spans(data.decode())
    links, joints = ({x["name"]: (k, x) for k, x in enumerate(whole.get(kind, ()))} for kind in ("links", "joints"))
    for name, inertia in found.links.items():
        k, entry = links[name]
        _inertia(spans, ("links", k), entry, inertia)
    for name, joint in found.drives.items():
        k, entry = joints[name]
        _drive(spans, ("joints", k), entry, joint, found.joint(name))
    for name, joint in found.places.items():
        k, entry = joints[name]
        _placement(spans, ("joints", k), entry, joint)
    return spans.changed().encode()


def _inertia(spans: Spans, table: Path, entry: dict[str, Any], inertia: Inertia) -> None:
    spans.put((*table, "mass"), number(inertia.mass))
    if "ms" in entry or "inertia_origin" in entry:
        given = {"ms": inertia.ms, "inertia_origin": inertia.tensor}
    else:
        given = {"com": inertia.com, "inertia": inertia.central().tensor}
    for key, x in given.items():
        _numbers(spans, (*table, key), x)


def _numbers(spans: Spans, path: Path, x: Sequence[Any]) -> None:
    """A list number by number, so that its lines and comments stay."""
    if all((*path, k) in spans.values for k in range(len(x))):
        for k, y in enumerate(x):
            spans.put((*path, k), number(y))
    else:
        spans.put(path, listed(x))


def _drive(spans: Spans, table: Path, entry: dict[str, Any], joint: Joint, old: Joint) -> None:
    path = (*table, "drive")
    if isinstance(entry.get("drive"), dict) and not isinstance(joint.drive, tuple):
        new, before = joint.drives[0] or Drive(), old.drives[0] or Drive()
        changed = [x for x in SCALARS if getattr(new, x) != getattr(before, x)]
        if any(getattr(new, x) is None for x in changed) or new.coupling != before.coupling:
            remedy = Call(Function("export"))
            raise NotWrittenBack(
                FileName("TOML"), Noun("other parts of a drive"), Identifier(joint.name), remedy
            ).error()
        spans.put_all(path, {x: number(getattr(new, x)) for x in changed})
    elif isinstance(joint.drive, tuple):
        spans.put(path, f"[{', '.join(drive_table(x) for x in joint.drive)}]")
    else:
        spans.put(path, drive_table(joint.drive))


def _placement(spans: Spans, table: Path, entry: dict[str, Any], joint: Joint) -> None:
    path = (*table, "placement")
    if "placement" not in entry:
        (line,) = pose_lines("placement", joint.placement)
        spans.put(path, line.partition(" = ")[2])
        return
    _numbers(spans, (*path, "xyz"), joint.placement.p)
    if "R" in entry["placement"]:
        for k, row in enumerate(joint.placement.R):
            _numbers(spans, (*path, "R", k), row)
    else:
        _numbers(spans, (*path, "rpy"), rpy(joint.placement.R))
