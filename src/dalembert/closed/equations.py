"""The equations of motion of a robot, exact, to read, print and compute with.

    M(q) q̈ + c(q, q̇) + g(q) + friction + springs = τ + Σ Jᵀw + Jᵀλ                         [deluca], [briot], [tang]

    eq = equations(robot)
    eq.M  eq.c  eq.g  eq.tau  eq.T  eq.U  eq.L  eq.p      SymPy, in q1 qd1 qdd1 tau1 … and the robot's symbols
    eq.christoffel[k][i][j]  eq.C_k[k]  eq.C  eq.B        c_k = q̇ᵀC_k q̇;  c = C [q̇²] + B [q̇q̇]
    eq.S  eq.S_generic  eq.S_unsymmetrised                three matrices with S q̇ = c
    eq.terms()                                            every term, labelled
    eq.base_parameters  eq.regrouped                      the fewest parameters; the equations written in them
    eq.units["m1"]  eq.units.dimension("m2*l1")           what each symbol is measured in; of any expression
    eq.text()  eq.latex()  eq.html()  eq.typst()          as one reads them
    eq.graph("M")  eq.compile("M")                        as graph nodes; as a compiled function
    eq.coordinates("absolute")                            the same motion in other coordinates
    eq.elastic                                            with springs between motors and links; `eq` itself is rigid
    eq.phi  eq.J  eq.lambdas                              loops: M q̈ + c + g = τ + Jᵀλ, φ(q) = 0
    eq.independent                                        loops eliminated, in independent rates

All of it is computed in the exact ring (`mechanics`) when first asked for; SymPy only carries the results out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from warnings import warn

from dalembert.closed.exact import Equations as Equations
from dalembert.closed.model.coordinates import Coordinates, named_coordinates
from dalembert.closed.model.driven import elastic_joints
from dalembert.closed.model.mechanics import Mechanics, mechanics
from dalembert.closed.model.size import LARGEST
from dalembert.errors import shown
from dalembert.graph.scalar import is_zero
from dalembert.robot.derived import kept_as_told
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree

_MOST_NAMED = 3  # joints in a warning


def equations(
    robot: Robot,
    *,
    coordinates: str | Coordinates = "joint",
    wrench: Mapping[str, Sequence[Any]] | None = None,
    largest: int = LARGEST,
) -> Equations:
    """The equations of motion of a robot.

    `coordinates`: "joint", "motor" (θ = N q), "absolute" (angles summed over parallel axes) or a `Coordinates`.
    `wrench`: {frame: (Fx, Fy, Fz, Mx, My, Mz)} on the robot from outside, world axes; numbers, or texts such as "Fx".
    `largest`: how many terms M may have; above that it is refused, with its size, before it is begun.
    """
    if isinstance(coordinates, str):
        coordinates = named_coordinates(robot, coordinates)
    for doubt in _doubts(robot):
        warn(doubt, UserWarning, stacklevel=2)
    return _equations(robot, mechanics(robot, coordinates, wrench, largest))


def _doubts(robot: Robot) -> Iterator[str]:
    """What a reader of the equations has to know first: springs left out, bodies that cannot be, joints that feel nothing."""
    if soft := elastic_joints(robot):
        has = "has a spring" if len(soft) == 1 else "have springs"
        said = f"these are the equations of the rigid model, θ = q, though {', '.join(soft)} {has}"
        yield f"{said}; equations(robot).elastic has them"
    for link in robot.links:
        if what := link.inertia.impossible:
            yield f"link '{shown(link.name)}' has {what}, which no body has"
    if idle := _weightless(robot):
        names = ", ".join(f"'{shown(name)}'" for name in idle[:_MOST_NAMED]) + (
            ", …" if len(idle) > _MOST_NAMED else ""
        )
        yield f"nothing behind {names} has mass or inertia: M is singular, and the efforts there are 0"


def _weightless(robot: Robot) -> list[str]:
    """The coordinates that move nothing with inertia."""
    felt: set[str] = set()
    bodies = tree(robot).bodies
    for i, body in enumerate(bodies):
        if body.drive is not None and not is_zero(body.drive.inertia):
            felt.add(robot.coordinates[body.coordinate])
        if not body.inertia.is_zero:
            felt |= {robot.coordinates[k] for j in tree(robot).ancestors(i) for k in bodies[j].rates}
    return [name for name in robot.coordinates if name not in felt]


@kept_as_told
def _equations(_: Robot, exact: Mechanics) -> Equations:
    return Equations(exact)
