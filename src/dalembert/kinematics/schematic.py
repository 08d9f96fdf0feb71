"""What a schematic shows of a robot: points, axes, rods, frames and the names of lengths, as plain geometry.

A link runs from its joint to the next; a slide adds a rod from where it is at zero to where it stands.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from dalembert.algorithms.sweep import joints, world_poses
from dalembert.errors import WrongSize, WrongValue, shown
from dalembert.graph import Node, evaluate, symbols
from dalembert.graph.text import to_text
from dalembert.kinematics.chain import chain
from dalembert.kinematics.posture import posture
from dalembert.kinematics.rotation import Array
from dalembert.kinematics.skeleton import sample, skeleton
from dalembert.robot.loop import Loop
from dalembert.robot.model import Robot
from dalembert.robot.tree import Tree, tree
from dalembert.spatial.pose import IDENTITY


@dataclass(frozen=True, eq=False)
class Piece:
    """One joint and what leads to it: a link from `start` to `joint`; a slide's rod goes on to `end`."""

    start: Array
    joint: Array
    end: Array
    axis: Array
    prismatic: bool
    name: str  # of its coordinate, $q_1$
    q: float
    length: str  # name of the link's length, "" for a number
    frame: Array  # the moved body's axes, columns


@dataclass(frozen=True, eq=False)
class Schematic:
    """A robot at a configuration; `tips` are (from, to, name of the length) of frames beyond the last joints."""

    name: str
    pieces: tuple[Piece, ...]
    tips: tuple[tuple[Array, Array, str], ...]
    tool: Array  # 4×4
    size: float
    q: Array
    is_arm: bool  # a tree whose joints have one coordinate each

    @property
    def normal(self) -> Array | None:
        """The direction across the plane of a planar arm; None for a spatial one."""
        turning = [p.axis for p in self.pieces if not p.prismatic]
        if not turning:
            return None
        h = turning[0]
        turn = all(np.linalg.norm(np.cross(h, a)) < 1e-9 for a in turning)
        slide = all(abs(h @ p.axis) < 1e-9 for p in self.pieces if p.prismatic)
        return h * np.sign(h[np.argmax(np.abs(h))]) if turn and slide else None


def schematic(robot: Robot, q: ArrayLike | None = None, frame: str | None = None) -> Schematic:
    """The geometry to draw; symbolic lengths get sample values, and q a bent posture if none is given."""
    numbers, named = tree(sample(robot)), tree(skeleton(robot))
    arm = chain(sample(robot), frame)
    state = posture(sample(robot), arm.length) if q is None else _given(q)
    if state.shape != (robot.nq,):
        raise WrongSize(f"q has shape {state.shape}, robot '{robot.name}' needs ({robot.nq},)")
    X = joints(numbers, state.tolist())
    moved = [_matrix(pose) for pose in world_poses(numbers, X)]
    pieces = []
    for i, body in enumerate(numbers.bodies):
        parent = moved[body.parent] if body.parent >= 0 else np.eye(4)
        at = parent @ _matrix(body.placement)
        pieces.append(
            Piece(parent[:3, 3], at[:3, 3], moved[i][:3, 3], moved[i][:3, 2], body.prismatic,
                  f"$q_{{{body.coordinate + 1}}}$", float(state[body.place]),
                  _length(named.bodies[i].placement.p), moved[i][:3, :3])
        )  # fmt: skip
    last, place = numbers.place(frame)
    tool = (moved[last] if last >= 0 else np.eye(4)) @ _matrix(place)
    tips = (*_tips(numbers, named, moved, frame), *_cuts(sample(robot), numbers, moved))
    points = np.array([[p.start, p.joint, p.end] for p in pieces]).reshape(-1, 3)
    size = float(np.ptp(np.vstack([points, tool[None, :3, 3], np.zeros((1, 3))]), axis=0).max()) or 1.0
    return Schematic(robot.name, tuple(pieces), tips, tool, size, state, is_arm(robot))


def is_arm(robot: Robot) -> bool:
    """Whether it is a tree whose joints have one coordinate each."""
    return not robot.loops and all(len(joint.steps) < 2 for joint in robot.joints)


def _tips(numbers: Tree, named: Tree, moved: list[Array], frame: str | None) -> tuple[tuple[Array, Array, str], ...]:
    """The asked frame, and the farthest frame of every other branch, from the last joint on."""
    parents = {b.parent for b in numbers.bodies}
    asked = numbers.last if frame is None else frame
    ends: dict[int, tuple[float, str]] = {}
    for name, (i, place) in numbers.places.items():
        off = float(np.linalg.norm(_matrix(place)[:3, 3]))
        if i not in parents and i >= 0 and off >= ends.get(i, (0.0, ""))[0]:
            ends[i] = (off, name)
    ends[numbers.places[asked][0]] = (0.0, asked)
    tips = []
    for i, (_, name) in ends.items():
        start = moved[i] if i >= 0 else np.eye(4)
        end = start @ _matrix(numbers.places[name][1])
        tips.append((start[:3, 3], end[:3, 3], _length(named.places[name][1].p)))
    return tuple(tips)


def _cuts(robot: Robot, numbers: Tree, moved: list[Array]) -> list[tuple[Array, Array, str]]:
    """What leads from each body to where its loops are cut; two that coincide show a closed loop."""
    found = []
    for loop in robot.loops:
        if isinstance(loop, Loop):
            for name, own in ((loop.first, loop.first_placement), (loop.second, loop.second_placement)):
                i, place = numbers.place(name)
                start = moved[i] if i >= 0 else np.eye(4)
                found.append((start[:3, 3], (start @ _matrix(place) @ _matrix(own))[:3, 3], ""))
    return found


def _given(q: ArrayLike) -> Array:
    try:
        return np.asarray(q, dtype=float)
    except (TypeError, ValueError):
        raise WrongValue(f"q must be numbers, got {shown(q)}") from None


def _matrix(pose: Any) -> Array:
    return np.array([evaluate(list(row), {}) for row in (pose or IDENTITY).matrix()], dtype=float)


def _length(p: tuple[Any, ...]) -> str:
    """The symbols in an offset, as they are written: l1 becomes $l_{1}$."""
    texts = [to_text(x).lstrip("-") for x in p if isinstance(x, Node) and symbols([x])]
    written = [re.sub(r"([A-Za-z]+)([0-9]+)", r"\1_{\2}", x).replace("*", " ") for x in dict.fromkeys(texts)]
    return ", ".join(f"${x}$" for x in written)
