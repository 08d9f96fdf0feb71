"""The Jacobian in the exact ring, where its determinant is short.

Whether J has full rank does not depend on the frame it is written in. Seen from a body in the middle of the arm, the
joints before it and those after it each bring only their own angles, and the first and the last angle none:

    before:  the body's own velocity in its own axes, [Rᵀv_k, Rᵀω_k]
    after:   [p_k × z_k, z_k], or [z_k, 0] for a slide                       [khalil2002, §5.3]
"""

from __future__ import annotations

from dataclasses import replace

from dalembert.closed.algebra.generator import Poly
from dalembert.closed.model.kinematics import Kinematics
from dalembert.closed.model.mechanics import Mechanics, mechanics
from dalembert.kinematics.skeleton import skeleton
from dalembert.robot.model import Robot
from dalembert.robot.tree import Body, Tree
from dalembert.spatial.vector import Matrix, cross, transpose

Rows = tuple[tuple[Poly, ...], ...]


def exact_mechanics(robot: Robot) -> Mechanics:
    """The exact geometry of a robot: ring, kinematics and display."""
    return mechanics(skeleton(robot))


def world_rows(exact: Mechanics, frame: str | None, rows: slice) -> Rows:
    """Rows of J of a frame, in world axes."""
    v, w = exact.kinematics.jacobian(frame)
    return transpose(tuple((*a, *b) for a, b in zip(v, w, strict=True)))[rows]


def middle_rows(exact: Mechanics, frame: str | None) -> Rows | None:
    """The six rows of J seen from the middle of the arm; None where the joints do not form one chain of their own."""
    tree = exact.tree
    body, _ = tree.place(frame)
    chain = tree.ancestors(body)[::-1]
    bodies = [tree.bodies[i] for i in chain]
    if len({b.coordinate for b in bodies}) < len(bodies) or len(bodies) < tree.n:
        return None
    cut = _cut(exact, chain)
    columns: dict[int, tuple[Poly, ...]] = {}
    if cut:
        part = Kinematics(_part(tree, bodies[:cut]), exact.coordinates, exact.ring)
        motion = part.motions[-1]
        zero = part.vector((0, 0, 0))
        for b in bodies[:cut]:
            k = b.coordinate
            each = (motion.v.get(k, zero), motion.w.get(k, zero))
            columns[k] = (*part.in_body(cut - 1, each[0]), *part.in_body(cut - 1, each[1]))
    rest = Kinematics(_part(tree, bodies[cut:]), exact.coordinates, exact.ring)
    for b, pose in zip(bodies[cut:], rest.poses, strict=True):
        z = tuple(row[2] for row in pose.R)
        turn = (*rest.reduce(cross(pose.p, z)), *z)
        columns[b.coordinate] = (*z, *rest.vector((0, 0, 0))) if b.prismatic else turn
    ordered: Matrix = tuple(columns[k] for k in sorted(columns))
    return transpose(ordered)


def _cut(exact: Mechanics, chain: tuple[int, ...]) -> int:
    """Where the arm is cut: nearest to its middle, but not within a run of parallel axes."""
    fresh = [
        k for k, i in enumerate(chain) if k == 0 or exact.kinematics.seats[i].fresh or exact.tree.bodies[i].prismatic
    ]
    return min(fresh, key=lambda k: (abs(2 * k - len(chain)), k))


def _part(tree: Tree, bodies: list[Body]) -> Tree:
    """Some consecutive bodies of a chain, the first on the ground."""
    linked = tuple(replace(b, parent=k - 1) for k, b in enumerate(bodies))
    return replace(tree, bodies=linked, places={})
