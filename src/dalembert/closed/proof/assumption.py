"""What a certificate takes for granted, and which laws a robot's drives take away.

    dE/dt = q̇ᵀ(u − τ_f),   E = T + U

is a law of links and rotors that turn with them. An elastic joint keeps energy in its spring, a bristle in its
deflection: T + U is then not all there is. A constant offset is neither input nor friction: with u = 0 it still
does work.   [deluca], [spong1987], [canudas1995]
"""

from __future__ import annotations

from collections.abc import Iterator

from dalembert.closed.algebra.exact import exact_tree
from dalembert.closed.proof.definite import own_inertia
from dalembert.graph import Node, Op
from dalembert.graph.text import to_text
from dalembert.graph.walk import symbols
from dalembert.robot.drive import Drive
from dalembert.robot.model import Robot
from dalembert.robot.tree import Body

_LONGEST = 60  # characters of an expression


def assumptions(robot: Robot) -> tuple[str, ...]:
    """In words, first what the symbols must be, then what is left out of the model."""
    return (*_physical(robot), *_model(robot))


def rubbing(drive: Drive | None) -> bool:
    """Whether a drive has friction of any kind."""
    return drive is not None and (drive.is_dry or any(_there(x) for x in (drive.viscous, drive.dry)))


def stored(robot: Robot) -> str:
    """Why T + U is not all the energy of a robot; empty where it is."""
    elastic = [b.name for b in _driven(robot) if b.drive is not None and b.drive.stiffness is not None]
    if elastic:
        return f"{_joints(elastic)} elastic, and the springs hold energy too: ½ K (q − θ)² is not in T + U"
    bristles = [b.name for b in _driven(robot) if b.drive is not None and b.drive.bristle_stiffness is not None]
    return f"{_joints(bristles)} held by bristles, which hold energy that is not in T + U" if bristles else ""


def pushed(robot: Robot) -> str:
    """Why a robot without input is not left to itself; empty where it is."""
    found = [b.name for b in _driven(robot) if b.drive is not None and _there(b.drive.offset)]
    return f"{_joints(found)} pushed by a constant offset, which does work without an input" if found else ""


def _physical(robot: Robot) -> Iterator[str]:
    bodies = exact_tree(robot).bodies
    masses = [_text(x) for x in dict.fromkeys(b.inertia.mass for b in bodies if isinstance(b.inertia.mass, Node))]
    if masses:
        yield f"masses are not negative: {', '.join(masses)} ≥ 0"
    tensors = [b.link for b in bodies if symbols(b.inertia.parameters) and not b.inertia.impossible]
    if tensors:
        yield f"the tensors of {', '.join(tensors)} about their centres of mass are those of bodies: positive semidefinite"
    whole = [b for b in bodies if b.motion == "ball" or len(robot.joint(b.name).steps) > 1]
    own = [_text(x) for b in bodies if b not in whole and isinstance(x := own_inertia(b), Node)]
    if own:
        yield f"each of these links has inertia about its own joint: {', '.join(dict.fromkeys(own))} > 0"
    named = [b.link for b in whole if b.link and symbols(b.inertia.parameters)]
    if named:
        yield f"{', '.join(named)} have inertia about every axis through their joint, and mass where it slides"


def _model(robot: Robot) -> Iterator[str]:
    drives = [b.drive for b in _driven(robot) if b.drive is not None]
    yield "u is the effort at the joints, nothing else pushes, and gravity is uniform"
    if not any(rubbing(drive) for drive in drives) and not any(_there(x.damping) for x in robot.springs):
        yield "there is no friction"
    if robot.loops:
        yield "the loops are closed and stay so, φ(q) = 0; M, c and g are those of the tree that the cuts leave"
    if robot.balls:
        yield "quaternions have unit length, and the rates of balls are angular velocities in the axes of what they move"
    if any(_there(link.gravcomp) for link in robot.links):
        yield "what carries the links' weight from outside is in U, as weight that is not there"
    if any(_there(drive.rotor_inertia) for drive in drives):
        yield "rotors turn about their own axes alone: their gyroscopic effects are left out"
    if any(drive.stiffness is not None for drive in drives):
        yield "M, c and g are those of the rigid model, springs held: θ = q"


def _driven(robot: Robot) -> tuple[Body, ...]:
    return exact_tree(robot).bodies


def _there(x: object) -> bool:
    return isinstance(x, Node) or x not in (0, None)


def _joints(names: list[str]) -> str:
    listed = ", ".join(f"'{name}'" for name in names)
    return f"joint {listed} is" if len(names) == 1 else f"joints {listed} are"


def _text(x: Node) -> str:
    turned = x.op is Op.NEG and x.args[0].op is Op.SUB  # −(b − a) reads a − b
    text = " - ".join(to_text(a, 2) for a in reversed(x.args[0].args)) if turned else to_text(x)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
