"""A robot as a table: one row a joint, with the link it moves. In plain text, HTML, or as data."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

from dalembert.errors import shown
from dalembert.graph import Node, Scalar
from dalembert.graph.text import to_text
from dalembert.robot.drive import Drive
from dalembert.robot.joint import Joint
from dalembert.robot.loop import Coupling
from dalembert.robot.model import Robot
from dalembert.robot.spring import BallSpring, Spring, Tendon
from dalembert.typeset.card import card

COLUMNS = ("q", "joint", "kind", "from → to", "range / rad, m", "mass / kg", "first moments / kg m", "drive")
_NUMBERS = COLUMNS[4:]
_MINUS = re.compile(r"(?<![\w.)])-(?=[\d.])")
_LONGEST = 40  # characters of one cell
_MOST = 60  # symbols named in the headline


def number(x: Scalar) -> str:
    """A number of a robot as one reads it: four digits, an exact fraction, or an expression."""
    if isinstance(x, Node):
        text = to_text(x)
        return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
    if isinstance(x, Fraction) and x.denominator < 1000:
        return str(x)
    return f"{float(x):.4g}"


def headline(robot: Robot) -> str:
    """Name, size, gravity and symbols, in a line or two."""
    freedoms = f"{robot.n} coordinate{'s' if robot.n != 1 else ''}"
    gravity = ", ".join(number(x) for x in robot.gravity)
    symbols = robot.parameters
    more = f", … ({len(symbols)} in all)" if len(symbols) > _MOST else ""
    named = f"\nsymbols: {', '.join(symbols[:_MOST])}{more}" if symbols else ""
    return f"{shown(robot.name)}: {freedoms}, {len(robot.links)} links, gravity ({gravity}){named}"


def rows(robot: Robot) -> list[tuple[str, ...]]:
    """The cells of each joint, as `COLUMNS` names them."""
    return [_row(robot, joint) for joint in robot.joints]


def bonds(robot: Robot) -> list[str]:
    """Loops, springs and what is actuated, a line each."""
    lines = []
    for loop in robot.loops:
        if isinstance(loop, Coupling):
            lines.append(f"coupling {shown(loop.name)}: of {', '.join(shown(x) for x in loop.coordinates)}")
        else:
            lines.append(f"loop {shown(loop.name)}: {loop.kind}, {shown(loop.first)} — {shown(loop.second)}")
    for spring in robot.springs:
        ends = _ends(spring)
        lines.append(f"spring {shown(spring.name)}: k {number(spring.stiffness)}, {' — '.join(shown(x) for x in ends)}")
    if robot.actuated != robot.coordinates:
        lines.append(f"actuated: {', '.join(shown(x) for x in robot.actuated[:_MOST]) or 'nothing'}")
    return lines


def _ends(spring: Spring) -> list[str]:
    """What a spring acts on, by name."""
    if isinstance(spring, BallSpring):
        return [spring.joint]
    return [name for name, _ in (spring.arms if isinstance(spring, Tendon) else spring.path)]


def text(robot: Robot) -> str:
    """The table in columns of plain text."""
    table = [COLUMNS, *rows(robot)]
    widths = [max(len(row[k]) for row in table) for k in range(len(COLUMNS))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table]
    return "\n".join([headline(robot), *lines, *bonds(robot), *(f"warning: {shown(x, 400)}" for x in robot.warnings)])


def html(robot: Robot) -> str:
    """The table as a fragment of HTML."""
    title, *symbols = headline(robot).splitlines()
    told = [*symbols, *bonds(robot), *(f"⚠ {x}" for x in robot.warnings)]
    table = [list(row) for row in rows(robot)]
    kept = [k for k, name in enumerate(COLUMNS) if any(row[k] for row in table)]  # no empty column
    cells = [[_MINUS.sub("−", row[k]) if COLUMNS[k] in _NUMBERS else row[k] for k in kept] for row in table]
    return card(_MINUS.sub("−", title), heads=[COLUMNS[k] for k in kept], rows=cells, words=told)


def data(robot: Robot) -> dict[str, Any]:
    """The same facts as plain data."""
    return {
        "name": robot.name,
        "n": robot.n,
        "nq": robot.nq,
        "nv": robot.nv,
        "coordinates": list(robot.coordinates),
        "links": [link.name for link in robot.links],
        "frames": [frame.name for frame in robot.frames],
        "symbols": list(robot.parameters),
        "gravity": [plain(x) for x in robot.gravity],
        "joints": [_joint(robot, joint) for joint in robot.joints],
        "bonds": bonds(robot),
        "actuated": list(robot.actuated),
        "warnings": list(robot.warnings),
        "source": robot.source,
    }


def plain(x: Scalar | None) -> float | str | None:
    """A number as one, an expression of symbols as its text."""
    return to_text(x) if isinstance(x, Node) else x if x is None else float(x)


def _fields(part: Any) -> Any:
    """A drive and its parts as plain data."""
    if isinstance(part, tuple):
        return [_fields(x) for x in part]
    if not is_dataclass(part):
        return part if part is None or isinstance(part, (bool, str)) else plain(part)
    return {f.name: _fields(getattr(part, f.name)) for f in fields(part)}


def _joint(robot: Robot, joint: Joint) -> dict[str, Any]:
    inertia = robot.link(joint.child).inertia
    return {
        "name": joint.name,
        "kind": joint.kind,
        "parent": joint.parent,
        "child": joint.child,
        "coordinates": [c.name for c in joint.coordinates],
        "lower": [plain(c.limits.lower) for c in joint.coordinates],
        "upper": [plain(c.limits.upper) for c in joint.coordinates],
        "velocity": [plain(c.limits.velocity) for c in joint.coordinates],
        "effort": [plain(c.limits.effort) for c in joint.coordinates],
        "mimic": None if joint.mimic is None else joint.mimic.joint,
        "mass": plain(inertia.mass),
        "first_moments": [plain(x) for x in inertia.ms],
        "drives": [_fields(drive) for drive in joint.drives],
    }


def _row(robot: Robot, joint: Joint) -> tuple[str, ...]:
    places = [c.qd + 1 for c in joint.coordinates]
    coordinate = "" if not places else f"q{places[0]}" + (f" … q{places[-1]}" if len(places) > 1 else "")
    inertia = robot.link(joint.child).inertia
    moments = ", ".join(number(x) for x in inertia.ms) if not all(_is(x, 0) for x in inertia.ms) else ""
    where = f"{shown(joint.parent)} → {shown(joint.child)}"
    return (
        coordinate, shown(joint.name), joint.kind, where, _span(joint), number(inertia.mass), moments, _drive(joint),
    )  # fmt: skip


def _span(joint: Joint) -> str:
    if joint.mimic is not None:
        return f"{number(joint.mimic.multiplier)}·{shown(joint.mimic.joint)} + {number(joint.mimic.offset)}"
    spans = []
    for c in joint.coordinates:
        low, high = c.limits.lower, c.limits.upper
        if low is not None or high is not None:
            spans.append(f"{'−∞' if low is None else number(low)} … {'∞' if high is None else number(high)}")
    return "; ".join(spans)


def _drive(joint: Joint) -> str:
    """The parts of a drive that are there."""
    drives = list(dict.fromkeys(drive for drive in joint.drives if drive is not None))
    return "; ".join(_parts(drive) for drive in drives)


def _parts(drive: Drive) -> str:
    parts = (("Im", "rotor_inertia", 0), ("N", "gear_ratio", 1), ("b", "damping", 0), ("bm", "motor_damping", 0),
             ("fc", "coulomb", 0), ("fs", "static", 0), ("K", "stiffness", None))  # fmt: skip
    given = [(letter, getattr(drive, name)) for letter, name, none in parts if not _is(getattr(drive, name), none)]
    return ", ".join(f"{letter} {number(x)}" for letter, x in given)


def _is(x: Scalar | None, plain: int | None) -> bool:
    """Whether a value is a plain number or None; a symbol never is."""
    return not isinstance(x, Node) and x == plain
