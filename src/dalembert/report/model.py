"""A robot's numbers as tables: masses, centres and tensors, frames, limits and drives, base parameters."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from dalembert.algorithms.sweep import joints as placed
from dalembert.algorithms.sweep import world_poses
from dalembert.closed.base_parameters import BaseParameters
from dalembert.errors import shown
from dalembert.mechanism import neutral
from dalembert.robot import show
from dalembert.robot.joint import Coordinate
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree
from dalembert.spatial.pose import Pose
from dalembert.typeset.block import Block, Items, Table, Words
from dalembert.typeset.number import column, significant, trimmed

_MOST = 40  # rows of one table
_TENSOR = ("I_{xx}", "I_{yy}", "I_{zz}", "I_{xy}", "I_{xz}", "I_{yz}")
_BASE = ("MX", "MY", "MZ", "M", "XX", "XY", "XZ", "YY", "YZ", "ZZ", "IA")
_DRIVE = {
    "rotor_inertia": ("rotor", "kg m²", "kg m²", 0), "gear_ratio": ("gear ratio", "", "", 1),
    "damping": ("viscous", "N m s", "N s/m", 0), "motor_damping": ("viscous, motor", "N m s", "N m s", 0),
    "coulomb": ("Coulomb", "N m", "N", 0), "static": ("static", "N m", "N", 0), "stiffness": ("spring", "N m", "N/m", None),
}  # fmt: skip  # words, units where a joint turns and where it slides, and the value that says nothing
_EXACT, _NOTHING = 1e-12, 1e-6
_TINY = 1e-3  # kg m²: tensors below it are printed in millionths


def words(text: object, most: int = 40) -> str:
    """Other people's words in a cell in which ours may be formulas: nothing of them is one."""
    return shown(text, most).replace("$", "＄").replace("@", "＠")


def moving_links(robot: Robot) -> int:
    """Links that a joint moves, each with all that is fixed to it."""
    return len({joint.child for joint in robot.joints if joint.moves})


def masses(robot: Robot) -> Iterator[Block]:
    """Mass, centre of mass and central tensor of each link that has any."""
    links = [x for x in robot.links if not x.inertia.is_zero][:_MOST]
    if not links:
        return
    central = [x.inertia.central().tensor for x in links]
    tensors = _rounded([[float(y) for y in (xx, yy, zz, xy, xz, yz)] for xx, yy, zz, xy, yz, xz in central])
    centres = _rounded([[float(y) for y in x.inertia.com] for x in links])
    mm = max(abs(y) for row in centres for y in row) < 1
    small = max(abs(y) for row in tensors for y in row) < 1
    cells = [[words(x.name, 18) for x in links], column([float(x.inertia.mass) for x in links])]
    cells += [column([(1000 if mm else 1) * row[k] for row in centres], 4 if not mm else 3) for k in range(3)]
    cells += [column([(1000 if small else 1) * row[k] for row in tensors]) for k in range(6)]
    unit, inertia = "mm" if mm else "m", "g m²" if small else "kg m²"
    head = ("link", "mass / kg", f"$x$ / {unit}", f"$y$ / {unit}", f"$z$ / {unit}", *(f"${x}$" for x in _TENSOR))
    caption = f"Masses, centres of mass, and tensors about them in {inertia}; each row in the axes of its own link."
    yield Table(head, tuple(zip(*cells, strict=True)), caption, True, "l" + "r" * 10)


def _rounded(rows: list[list[float]]) -> list[list[float]]:
    """Numbers of one unit: 0 for what is nothing beside the largest of them."""
    top = max((abs(x) for row in rows for x in row), default=0.0)
    return [[x if abs(x) >= _NOTHING * top else 0.0 for x in row] for row in rows]


def frames(robot: Robot) -> Iterator[Block]:
    """Where each joint sits: modified DH parameters where it is described by them, else its place and axis at rest."""
    joints = [x for x in robot.joints if x.moves][:_MOST]
    found = [_modified(x) for x in joints]
    if joints and all(x is not None for x in found):
        a, alpha, d = (column([row[k] for row in found if row is not None]) for k in range(3))
        rows: list[tuple[str, ...]] = [
            (str(i), *row, f"$q_{{{i}}}$" if not _slides(x) else "0")
            for i, (x, row) in enumerate(zip(joints, zip(a, alpha, d, strict=True), strict=True), 1)
        ]
        heads: tuple[str, ...] = ("joint", "$a$ / m", r"$\alpha$ / °", "$d$ / m", r"$\theta$")
        yield Table(heads, tuple(rows), "Frames, modified Denavit–Hartenberg parameters.", True, "lrrrr")
        return
    q = neutral(robot)
    bodies = tree(robot)
    reached = [_matrix(x) for x in world_poses(bodies, placed(bodies, q.tolist()))]
    poses = [_on(bodies.place(x.parent), reached) @ _matrix(x.placement) for x in joints]
    origins = _rounded([[float(T[k, 3]) for T in poses] for k in range(3)])
    places = [column(row) for row in origins]
    axes = [T[:3, :3] @ np.array(x.axis, dtype=float) for T, x in zip(poses, joints, strict=True)]
    rows = [
        (words(x.name, 18), x.kind, words(x.parent, 16), *(p[i] for p in places), _axis(axes[i].tolist()))
        for i, x in enumerate(joints)
    ]
    heads = ("joint", "kind", "on link", "$x$ / m", "$y$ / m", "$z$ / m", "axis")
    yield Table(heads, tuple(rows), "Joints at $q$ = 0: place and axis in the world's axes.", True, "lllrrrr")


def _on(place: tuple[int, Pose], reached: list[Any]) -> Any:
    """The pose of a link in the world."""
    i, pose = place
    return (reached[i] if i >= 0 else np.eye(4)) @ _matrix(pose)


def _matrix(pose: Pose) -> Any:
    T = np.eye(4)
    T[:3, :3] = np.array(pose.R, dtype=float)
    T[:3, 3] = np.array(pose.p, dtype=float)
    return T


def _slides(joint: Any) -> bool:
    return bool(joint.kind == "prismatic")


def _axis(v: Sequence[float]) -> str:
    for k, letter in enumerate("xyz"):
        if abs(abs(v[k]) - 1) < 1e-9:
            return f"${'-' if v[k] < 0 else ''}{letter}$"
    return "(" + ", ".join(significant(x, 3) for x in v) + ")"


def _modified(joint: Any) -> tuple[float, float, float] | None:
    """(a, α in °, d) of T = Rx(α) Tx(a) Tz(d), if that is where a joint sits."""
    R, p = joint.placement.R, joint.placement.p
    alpha = math.atan2(float(R[2][1]), float(R[1][1]))
    c, s = math.cos(alpha), math.sin(alpha)
    about = ((1.0, 0.0, 0.0), (0.0, c, -s), (0.0, s, c))
    same = all(abs(float(R[i][j]) - about[i][j]) < _EXACT for i in range(3) for j in range(3))
    along = abs(c * float(p[1]) + s * float(p[2])) < _EXACT
    plain = tuple(map(float, joint.axis)) == (0, 0, 1) and joint.kind in ("revolute", "continuous", "prismatic")
    rest = all(abs(float(joint.after.R[i][j]) - (i == j)) < _EXACT for i in range(3) for j in range(3))
    rest = rest and all(abs(float(x)) < _EXACT for x in joint.after.p)
    if not (same and along and plain and rest):
        return None
    return float(p[0]), math.degrees(alpha), c * float(p[2]) - s * float(p[1])


def limits(robot: Robot) -> Iterator[Block]:
    """Ranges, largest speeds and efforts, and what drives have; only columns that hold anything."""
    named = [(k, name) for k, name in enumerate(robot.coordinates, 1) if _told(robot.coordinate(name))][:_MOST]
    every = [robot.coordinate(name) for _, name in named]
    cells: list[tuple[str, list[str]]] = [
        (
            "joint",
            [str(k) if n == f"joint{k}" else f"{k} {words(n, 16)}" for k, n in named],
        )
    ]
    turning = all(not x.slides for x in every)
    bounded = (
        ("from" + (" / °" if turning else ""), "lower", True), ("to" + (" / °" if turning else ""), "upper", True),
        ("speed" + (" / (°/s)" if turning else ""), "velocity", True), ("effort" + (" / N m" if turning else ""), "effort", False),
    )  # fmt: skip
    for head, name, angular in bounded:
        values = [getattr(x.limits, name) for x in every]
        if any(_there(y, None) for y in values):
            cells.append(
                (head, [_limit(x, y, angular, turning, name == "velocity") for x, y in zip(every, values, strict=True)])
            )
    missing = [] if len(cells) > 1 else ["no limits"]
    driven = len(cells)
    for field, (head, turns, slides, none) in _DRIVE.items():
        values = [None if x.drive is None else getattr(x.drive, field) for x in every]
        units = [slides if x.slides else turns for x in every]
        if any(_there(y, none) for y in values):
            common = f" / {units[0]}" if len({*units}) == 1 and units[0] else ""
            behind = ["" if common or not u else f" {u}" for u in units]
            filled = [show.number(y) + u if _there(y, none) else "–" for y, u in zip(values, behind, strict=True)]
            cells.append((head + common, filled))
    missing += [] if len(cells) > driven else ["no friction, no drives"]
    said = f"This model has {' and '.join(missing)}." if missing else ""
    if len(cells) > 1:
        heads, rows = tuple(x for x, _ in cells), tuple(zip(*(y for _, y in cells), strict=True))
        caption = " ".join(
            filter(
                None,
                [
                    "Limits and drives."
                    if driven > 1 and len(cells) > driven
                    else "Limits."
                    if driven > 1
                    else "Drives.",
                    said,
                ],
            )
        )
        yield Table(heads, rows, caption, True, "l" + "r" * (len(heads) - 1))
    else:
        yield Words(said)
    low_high = [(n, x.limits.lower, x.limits.upper) for n, x in zip(robot.coordinates, every, strict=False)]
    turned = [words(n, 16) for n, low, high in low_high if low is not None and high is not None and low > high]
    if turned:
        yield Words(f"Reversed limits, which no position satisfies, are not used on these pages: {', '.join(turned)}.")


def _told(x: Coordinate) -> bool:
    """Whether a coordinate has any limit or drive."""
    bounds = (x.limits.lower, x.limits.upper, x.limits.velocity, x.limits.effort)
    return x.drive is not None or any(_there(y, None) for y in bounds)


def _there(x: Any, none: Any) -> bool:
    return x is not None and (hasattr(x, "op") or x != none) and not (isinstance(x, float) and math.isinf(x))


def _limit(x: Coordinate, value: Any, angular: bool, turning: bool, rate: bool) -> str:
    if not _there(value, None):
        return "–"
    if x.slides or not angular:
        unit = "" if turning else (" m/s" if rate else " m") if angular else " N" if x.slides else " N m"
        return trimmed(float(value)) + unit
    degrees = math.degrees(float(value))
    return trimmed(degrees, 3 if abs(degrees) < 1000 else 4) + ("" if turning else "°/s" if rate else "°")


def base(found: BaseParameters) -> Iterator[Block]:
    """Names as columns, links as rows; R where others are regrouped into one."""
    cells: dict[str, dict[str, tuple[float, bool]]] = {}
    for x in found:
        match = re.fullmatch(r"([A-Za-z]+?)_?(\d+)", x.label)
        number = _number(found, x.value)
        if match is None or number is None:
            return
        cells.setdefault(match[2], {})[match[1].upper()] = (number, x.is_grouped)
    used = [
        name
        for name in dict.fromkeys((*_BASE, *(y for row in cells.values() for y in row)))
        if any(name in row for row in cells.values())
    ]
    tensor = [abs(y[0]) for row in cells.values() for name, y in row.items() if name[0] not in "MI"]
    tiny = 0 < max(tensor, default=0.0) < _TINY
    columns = []
    for name in used:
        scale = 1e6 if tiny and name[0] not in "MI" else 1.0
        texts = column([scale * row[name][0] if name in row else 0.0 for row in cells.values()], 4)
        grouped = any(name in row and row[name][1] for row in cells.values())
        apart = "\u2003" if grouped else ""
        columns.append(
            [
                t + ("\u00a0R" if row[name][1] else apart) if name in row else f"·{apart}"
                for t, row in zip(texts, cells.values(), strict=True)
            ]
        )
    rows = tuple(zip(list(cells)[:_MOST], *columns, strict=False))
    first = ", ".join(f"${x}$" for x in used if len(x) == 2 and x[0] == "M")
    tensors = [x for x in used if x not in ("M", "IA") and not (len(x) == 2 and x[0] == "M")]
    units = [f"first moments {first} in kg m"] if first else []
    units += ["mass $M$ in kg"] if "M" in used else []
    units += [f"{'the others' if units else 'moments of inertia'} in {'10⁻⁶ ' * tiny}kg m²"] if tensors else []
    units += ["$I_a$ of drives in kg m², or kg where they slide"] if "IA" in used else []
    caption = f"Base parameters; {', '.join(units)}. R: parameters of links further out are in it."
    yield Table(
        ("link", *(f"${x}$" if x != "IA" else "$I_a$" for x in used)), rows, caption, True, "l" + "r" * len(used)
    )


def _number(found: BaseParameters, value: Any) -> float | None:
    from dalembert.graph import Node

    x = found.display.node(value)
    return None if isinstance(x, Node) else float(x)


def notes(robot: Robot) -> Iterator[Block]:
    """Loops, springs, what is driven, what the reader of the file said, and where the numbers come from."""
    bonds = [words(x, 300) for x in show.bonds(robot)[:_MOST]]
    if bonds:
        yield Items(tuple(f"{x[:1].upper()}{x[1:]}." for x in bonds))
    for warning in robot.warnings[:_MOST]:
        yield Words(f"Note: {shown(warning, 400)}")
    told = re.search(r"Provenance\s*\n(.*?)(?:\n\s*\n|\Z)", robot.source or "", re.DOTALL)
    if told:
        said = re.sub(r"\s+", " ", re.sub(r"(?m)^\s*- ", "", told[1])).strip()
        yield Words(shown(said, 900), lead="Where the numbers come from.")
