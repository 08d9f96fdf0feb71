"""Tables of a robot model: inertias, frames, limits and drives, and notes on the model."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from dalembert.errors import shown
from dalembert.graph import evaluate
from dalembert.kinematics.chain import matrix
from dalembert.mechanism.loops import neutral
from dalembert.robot.dh import GEOMETRY, dh_row
from dalembert.robot.model import Coordinate, Joint, Robot, loop_and_spring_lines
from dalembert.robot.tree import Tree, tree
from dalembert.spatial.pose import IDENTITY
from dalembert.tolerance import AXIS, PRINTED_ZERO, ROUNDING
from dalembert.typeset.block import Blocks, Items, Table, Words
from dalembert.typeset.label import distinct, listed
from dalembert.typeset.number import DIGITS, block, column, general, scaled, significant, trimmed
from dalembert.view.diagram import body_poses

_MOST = 40  # largest number of notes
_LONG_NAME = 30  # characters; longer names are shortened in titles
_TENSOR = ("I_{xx}", "I_{yy}", "I_{zz}", "I_{xy}", "I_{xz}", "I_{yz}")
_LIMITS = {  # words, units of revolute and prismatic joints, and the default value
    "lower": ("from", "°", "m", None), "upper": ("to", "°", "m", None), "velocity": ("speed", "°/s", "m/s", None),
    "effort": ("effort", "N m", "N", None),
}  # fmt: skip
_DRIVE = {
    "rotor_inertia": ("rotor", "kg m²", "kg m²", 0), "gear_ratio": ("gear ratio", "", "", 1),
    "damping": ("viscous", "N m s", "N s/m", 0), "motor_damping": ("viscous, motor", "N m s", "N m s", 0),
    "coulomb": ("Coulomb", "N m", "N", 0), "static": ("static", "N m", "N", 0), "stiffness": ("spring", "N m", "N/m", None),
}  # fmt: skip
SMALL = 1e-2  # kg or m: smaller values are printed in grams or millimetres


def words(text: object, most: int = 40) -> str:
    """Escape user text for a table cell with formulas, so that the text is not parsed as a formula."""
    return shown(text, most).replace("$", "＄").replace("@", "＠")


def named(names: Sequence[str], most: int) -> list[str]:
    """Shorten the names in a table column, but keep them distinct."""
    return [words(x, most) for x in distinct(names, most)]


def moving_links(robot: Robot) -> int:
    """Count the moving links. Links that are rigidly attached to each other count as one link."""
    return len({joint.child for joint in robot.joints if joint.moves})


def model(robot: Robot) -> Blocks:
    """Yield all tables and notes of a robot without symbols."""
    for tables in (masses, frames, limits, notes):
        yield from tables(robot)


def masses(robot: Robot) -> Blocks:
    """Yield the table of masses, centres of mass and central inertia tensors."""
    links = [x for x in robot.links if not x.inertia.is_zero]
    if not links:
        return
    central = [x.inertia.central().tensor for x in links]
    tensors = _rounded([[float(y) for y in (xx, yy, zz, xy, xz, yz)] for xx, yy, zz, xy, yz, xz in central])
    centres = _rounded([[float(y) for y in x.inertia.com] for x in links])
    mass, kg = in_unit([[float(x.inertia.mass) for x in links]], "kg")
    place, unit = in_unit(zip(*centres, strict=True), "m", 1.0, 3)
    inertia, units = in_unit(zip(*tensors, strict=True), "kg m²", 1.0)
    cells = [named([x.name for x in links], 19), *mass, *place, *inertia]
    head = ("link", f"mass / {kg}", f"$x$ / {unit}", f"$y$ / {unit}", f"$z$ / {unit}", *(f"${x}$" for x in _TENSOR))
    caption = f"Masses, centres of mass, and inertia tensors about them in {units}, in the axes of each link."
    yield Table(head, tuple(zip(*cells, strict=True)), caption, True, "l" + "r" * 10)


def in_unit(
    columns: Iterable[Sequence[float]], unit: str, small: float = SMALL, digits: int = DIGITS
) -> tuple[list[list[str]], str]:
    """Format columns of numbers in the unit that requires the fewest zeros, and return this unit."""
    every = [list(x) for x in columns]
    factor, unit = scaled(max((abs(y) for x in every for y in x), default=0.0), unit, small)
    return block([[factor * y for y in x] for x in every], digits if factor != 1 else DIGITS), unit


def _rounded(rows: list[list[float]]) -> list[list[float]]:
    """Replace numbers that are negligible relative to the largest number by 0."""
    top = max((abs(x) for row in rows for x in row), default=0.0)
    return [[x if abs(x) >= PRINTED_ZERO * top else 0.0 for x in row] for row in rows]


def frames(robot: Robot) -> Blocks:
    """Yield a table of modified Denavit-Hartenberg (DH) parameters.

    If modified DH parameters do not describe the robot, yield the joint positions and axes at q = 0.
    """
    joints = [x for x in robot.joints if x.moves]
    bodies = tree(robot)
    found = chain(joints, bodies)
    if found:
        (a, d), unit = in_unit(([row[0] for row in found], [row[2] for row in found]), "m")
        alpha = column([row[1] for row in found])
        rows: list[tuple[str, ...]] = [
            (str(i), *row, f"$q_{{{i}}}$" if x.kind != "prismatic" else "0")
            for i, (x, row) in enumerate(zip(joints, zip(a, alpha, d, strict=True), strict=True), 1)
        ]
        heads: tuple[str, ...] = ("joint", f"$a$ / {unit}", r"$\alpha$ / °", f"$d$ / {unit}", r"$\theta$")
        yield Table(heads, tuple(rows), "Frames, modified Denavit–Hartenberg parameters.", True, "lrrrr")
        return
    reached = body_poses(bodies, neutral(robot))
    poses = []
    for x in joints:
        i, place = bodies.place(x.parent)
        poses.append(reached[i] @ matrix(place) @ matrix(x.placement))
    places, unit = in_unit(_rounded([[float(T[k, 3]) for T in poses] for k in range(3)]), "m")
    axes = [T[:3, :3] @ np.array(x.axis, dtype=float) for T, x in zip(poses, joints, strict=True)]
    own, on = named([x.name for x in joints], 19), named([x.parent for x in joints], 17)
    rows = [(own[i], x.kind, on[i], *(p[i] for p in places), _axis(axes[i].tolist())) for i, x in enumerate(joints)]
    heads = ("joint", "kind", "on link", *(f"${x}$ / {unit}" for x in "xyz"), "axis")
    yield Table(heads, tuple(rows), "Joints at $q$ = 0: position and axis in world axes.", True, "lllrrrr")


def _axis(v: Sequence[float]) -> str:
    for k, letter in enumerate("xyz"):
        if abs(abs(v[k]) - 1) < AXIS:
            return f"${'-' if v[k] < 0 else ''}{letter}$"
    return "(" + ", ".join(significant(x, 3) for x in v) + ")"


def chain(joints: Sequence[Joint], bodies: Tree) -> list[tuple[float, float, float]]:
    """Return the modified DH parameters (a, α in °, d) of each joint of a serial chain.

    The result is an empty list if modified DH parameters do not describe every joint.
    """
    found = []
    carrier, before = -1, IDENTITY
    for joint in joints:
        here, pose = bodies.place(joint.parent)  # pose of the parent link relative to its body
        placed = replace(joint, placement=before.inverse() @ pose @ joint.placement)
        row = dh_row(placed, "modified") if here == carrier else None
        if row is None:
            return []
        a, alpha, d, theta = (float(x) for x in evaluate([row[key] for key in GEOMETRY], {}))
        if abs(theta) > ROUNDING:
            return []
        found.append((a, math.degrees(alpha), d))
        carrier, before = bodies.place(joint.child)
    return found


def limits(robot: Robot) -> Blocks:
    """Yield the table of joint limits and drives, without empty columns."""
    given = [
        (k, x)
        for k, x in enumerate(robot.dofs, 1)
        if any(_there(getattr(x.limits, y), None) for y in _LIMITS) or x.drive is not None
    ]
    own = [x for _, x in given]
    bounds = list(_columns(own, [x.limits for x in own], _LIMITS))
    drives = list(_columns(own, [x.drive for x in own], _DRIVE))
    missing = ["no limits"] * (not bounds) + ["no friction", "no drives"] * (not drives)
    sentence = f"This model has {listed(missing)}." if missing else ""
    if bounds or drives:
        short = named([x.name for x in own], 17)
        joints = [str(k) if x.name == f"joint{k}" else f"{k} {y}" for (k, x), y in zip(given, short, strict=True)]
        heads, cells = zip(("joint", joints), *bounds, *drives, strict=True)
        caption = "Limits and drives." if bounds and drives else "Limits." if bounds else "Drives."
        table = tuple(zip(*cells, strict=True))
        yield Table(heads, table, f"{caption} {sentence}".strip(), True, "l" + "r" * (len(heads) - 1))
    else:
        yield Words(sentence)
    pairs = [(x.name, x.limits.lower, x.limits.upper) for x in own]
    turned = [words(n, 16) for n, low, high in pairs if low is not None and high is not None and low > high]
    if turned:
        yield Words(f"Reversed limits, which no position satisfies, are ignored in this report: {', '.join(turned)}.")


def _columns(
    own: Sequence[Coordinate], parts: Sequence[Any], fields: Mapping[str, tuple[str, str, str, Any]]
) -> Iterator[tuple[str, list[str]]]:
    """Yield columns of numbers with the unit in the heading, or after each number if the units differ."""
    for field, (head, turns, slides, none) in fields.items():
        values = [getattr(x, field, none) for x in parts]
        if not any(_there(y, none) for y in values):
            continue
        units = [slides if x.slides else turns for x in own]
        common = units[0] if len({*units}) == 1 else ""
        unit = f"({common})" if "/" in common else common
        behind = ["" if common or not u else u if u[0] == "°" else f" {u}" for u in units]
        texts = [_text(y, u) + z if _there(y, none) else "–" for y, u, z in zip(values, units, behind, strict=True)]
        yield (f"{head} / {unit}" if unit else head), texts


def _text(value: Any, unit: str) -> str:
    if not unit.startswith("°"):
        return general(float(value))
    degrees = math.degrees(float(value))
    return trimmed(degrees, 3 if abs(degrees) < 1000 else 4)


def _there(x: Any, none: Any) -> bool:
    return x is not None and x != none and math.isfinite(x)


def notes(robot: Robot) -> Blocks:
    """Yield notes on loops, springs, warnings from the file reader, and the sources of numerical values."""
    if len(robot.name) > _LONG_NAME:
        yield Words(shown(robot.name, 400), lead="Full name.")
    bonds = [words(x, 300) for x in loop_and_spring_lines(robot)]
    if bonds:
        yield Items(tuple(f"{x[:1].upper()}{x[1:]}." for x in bonds))
    for warning in robot.warnings[:_MOST]:
        yield Words(f"Note: {shown(warning, 400)}")
    if len(robot.warnings) > _MOST:
        yield Words(f"{len(robot.warnings) - _MOST} more notes are in robot.warnings.")
    given = re.search(r"Provenance\s*\n(.*?)(?:\n\s*\n|\Z)", robot.source or "", re.DOTALL)
    if given:
        items = [re.sub(r"\s+", " ", x).strip().replace("`", "") for x in re.split(r"(?m)^\s*- ", given[1])]
        own = [x.removeprefix(f"{robot.name}: ") for x in items if x.startswith(f"{robot.name}: ")]
        yield Words(shown(" ".join(own or items).strip(), 900), lead="Sources of the numbers.")
