"""The table of quantities: each name of the public interface, and the algorithm that is traced for it.

Tracing runs the algorithm on symbols; what comes out is one graph with its inputs and outputs, which the
compiled kernel, the operation count and the generated code all share. Dynamics is traced on the regrouped
tree (fewer parameters, the same motion); energies and the regressor need the inertias as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dalembert.algorithms import closed, inverse
from dalembert.algorithms.christoffel import christoffel
from dalembert.algorithms.constraint import closure, loop_jacobian
from dalembert.algorithms.coriolis import coriolis_matrix
from dalembert.algorithms.drive import rotor_matrix
from dalembert.algorithms.energy import kinetic_energy, potential_energy
from dalembert.algorithms.forward import forward_dynamics, forward_dynamics_derivatives
from dalembert.algorithms.jacobian import jacobian
from dalembert.algorithms.kinematics import kinematics
from dalembert.algorithms.momentum import centre_of_mass, centroidal_matrix, total_momentum
from dalembert.algorithms.regressor import regressor
from dalembert.algorithms.rnea import rnea
from dalembert.algorithms.spring import armature_coriolis, armature_matrix, spring_energy
from dalembert.algorithms.tangent import difference, integrate
from dalembert.errors import SingularMass, UnboundSymbol, UnknownName, UnsupportedElement, WrongValue, did_you_mean
from dalembert.graph import Node, Operations, Scalar, evaluate, operations, symbol
from dalembert.mechanism.assembly import assembly
from dalembert.mechanism.closure import coordinates as coordinates
from dalembert.mechanism.closure import unknowns
from dalembert.robot.model import Robot
from dalembert.robot.tree import Tree, regrouped
from dalembert.robot.tree import tree as tree_of
from dalembert.spatial.vector import add, dot

Shape = tuple[int, ...]
COORDINATES = ("q", "qd", "qdd", "tau")


@dataclass(frozen=True)
class Quantity:
    """`inputs` are vectors over the coordinates; `trace` gets the tree and the symbols of each input.

    `closed` stands in its place where loops or contacts bind the motion; it gets the assembly too.
    """

    inputs: tuple[str, ...]
    trace: Callable[..., Any]
    regrouped: bool = True
    flat: bool = False  # regrouped into plates
    takes: tuple[str, ...] = ()  # options it accepts: frame, wrench, contacts
    outputs: tuple[str, ...] = ("value",)
    closed: Callable[..., Any] | None = None
    closed_outputs: tuple[str, ...] = ("value", "gap", "tear", "pivot")
    needs: str = ""  # "loops", where the quantity is of loops alone


@dataclass(frozen=True)
class Traced:
    """A quantity of a robot as a graph: (name, shape, scalars in C order) of each input and output."""

    name: str
    inputs: tuple[tuple[str, Shape, tuple[Node, ...]], ...]
    outputs: tuple[tuple[str, Shape, tuple[Scalar, ...]], ...]

    @property
    def scalars(self) -> list[Scalar]:
        return [x for _, _, entries in self.outputs for x in entries]

    def operations(self) -> Operations:
        """Operations for one state."""
        return operations(self.scalars, [x for _, _, entries in self.inputs for x in entries])


def _zeros(tree: Tree) -> list[int]:
    return [0] * tree.nv


def _still(tree: Tree) -> Tree:
    return replace(tree, gravity=(0, 0, 0))


def _kinetic(tree: Tree, q: Any, qd: Any) -> Any:
    """T with the rotors' spin, ½ Σ Im θ̇², and that of armatures, ½ Σ a L̇²."""
    spin = dot(qd, [dot(row, qd) for row in rotor_matrix(tree)])
    if tree.is_armoured:
        spin = spin + dot(qd, [dot(row, qd) for row in armature_matrix(tree, q)])
    return kinetic_energy(tree, q, qd) + spin / 2


def _coriolis(tree: Tree, q: Any, qd: Any) -> Any:
    """c of the links and of armatures that run with springs."""
    c = rnea(_still(tree), q, qd, _zeros(tree))
    return add(c, [dot(row, qd) for row in armature_coriolis(tree, q, qd)]) if tree.is_armoured else c


def _potential(tree: Tree, q: Any) -> Any:
    """U of gravity and of springs."""
    return potential_energy(tree, q) + spring_energy(tree, q) if tree.springs else potential_energy(tree, q)


QUANTITIES: dict[str, Quantity] = {
    "inverse_dynamics": Quantity(
        ("q", "qd", "qdd"),
        inverse.inverse_dynamics,
        flat=True,
        takes=("wrench", "contacts"),
        closed=closed.inverse_dynamics,
    ),
    "forward_dynamics": Quantity(
        ("q", "qd", "tau"), forward_dynamics, takes=("wrench", "contacts"), closed=closed.forward_dynamics
    ),
    "mass_matrix": Quantity(("q",), inverse.mass_matrix),
    "coriolis_matrix": Quantity(("q", "qd"), coriolis_matrix),
    "coriolis_vector": Quantity(("q", "qd"), _coriolis, flat=True),
    "christoffel": Quantity(("q",), christoffel),
    "gravity_vector": Quantity(("q",), lambda tree, q: rnea(tree, q, _zeros(tree), _zeros(tree))),
    "kinetic_energy": Quantity(("q", "qd"), _kinetic, regrouped=False),
    "potential_energy": Quantity(("q",), _potential, regrouped=False),
    "forward_kinematics": Quantity(
        ("q",), lambda tree, q, frame: kinematics(tree, q, frame).matrix(), takes=("frame",)
    ),
    "jacobian": Quantity(("q",), jacobian, takes=("frame",)),
    "regressor": Quantity(("q", "qd", "qdd"), regressor, regrouped=False),
    "inverse_dynamics_derivatives": Quantity(
        ("q", "qd", "qdd"),
        inverse.inverse_dynamics_derivatives,
        outputs=("by_q", "by_qd", "by_qdd"),
    ),
    "forward_dynamics_derivatives": Quantity(
        ("q", "qd", "tau"),
        forward_dynamics_derivatives,
        takes=("contacts",),
        outputs=("by_q", "by_qd", "by_tau"),
        closed=closed.forward_dynamics_derivatives,
        closed_outputs=("by_q", "by_qd", "by_tau", "gap", "tear", "pivot"),
    ),
    "centre_of_mass": Quantity(("q",), centre_of_mass, regrouped=False),
    "momentum": Quantity(("q", "qd"), total_momentum, regrouped=False),
    "centroidal_matrix": Quantity(("q",), centroidal_matrix, regrouped=False),
    "integrate": Quantity(("q", "dq"), integrate),
    "difference": Quantity(("q0", "q1"), difference),
    "loop_closure": Quantity(("q",), closure, needs="loops"),
    "loop_jacobian": Quantity(("q",), loop_jacobian, needs="loops"),
    "loop_forces": Quantity(
        ("q", "qd", "tau"), closed.loop_forces, takes=("wrench", "contacts"), closed=closed.loop_forces
    ),
    "impact": Quantity(
        ("q", "qd", "restitution"),
        closed.impact,
        takes=("contacts",),
        closed=closed.impact,
        closed_outputs=("value", "impulses", "gap", "tear", "pivot"),
    ),
    "project": Quantity(
        ("q", "qd", "qdd"),
        closed.project,
        takes=("contacts",),
        closed=closed.project,
        closed_outputs=("qd", "qdd", "gap", "tear", "pivot"),
    ),
    "independent_map": Quantity(
        ("q", "qd"),
        closed.independent_map,
        closed=closed.independent_map,
        closed_outputs=("G", "Gdu", "gap", "tear", "pivot"),
    ),
    "independent_mass_matrix": Quantity(("q",), closed.independent_mass_matrix, closed=closed.independent_mass_matrix),
    "independent_gravity_vector": Quantity(
        ("q",), closed.independent_gravity_vector, closed=closed.independent_gravity_vector
    ),
}


def trace(
    robot: Robot,
    name: str,
    *,
    frame: str | None = None,
    wrench: Sequence[str] = (),
    contacts: tuple[tuple[str, str], ...] = (),
    nominal: Robot | None = None,
) -> Traced:
    """The graph of a quantity.

    `frame` is where a pose or Jacobian is taken; `wrench` names the frames that are pushed from outside, `contacts` the
    frames that are held, each as a point or a surface. Loops of a robot with symbols are read where `nominal`, the same
    robot with numbers, closes them.
    """
    if not isinstance(robot, Robot):
        raise WrongValue(f"{name} needs a Robot first, got {type(robot).__name__}")
    if not isinstance(name, str) or name not in QUANTITIES:
        raise UnknownName(f"there is no quantity '{name}'{did_you_mean(str(name), QUANTITIES)}")
    quantity = QUANTITIES[name]
    if robot.n == 0:
        raise WrongValue(f"robot '{robot.name}' has no moving joint, so it has no {name}")
    for option, asked in (("frame", frame is not None), ("wrench", bool(wrench)), ("contacts", bool(contacts))):
        if asked and option not in quantity.takes:
            raise WrongValue(f"{name} takes no {option}")
    whole = tree_of(robot)
    for place in (*wrench, *(x for x, _ in contacts), *([frame] if frame is not None else [])):
        whole.place(place)
    if name == "jacobian" and whole.place(frame)[0] < 0:
        raise WrongValue(
            f"no joint moves '{frame or whole.last}' of robot '{robot.name}', so it has no Jacobian; name another frame"
        )
    if name == "regressor" and whole.is_lifted:
        raise UnsupportedElement(
            f"the regressor is of links that weigh; links of robot '{robot.name}' are carried (gravcomp)"
        )
    bound = bool(robot.loops or contacts)
    if quantity.needs and not robot.loops:
        raise WrongValue(f"robot '{robot.name}' has no loops, so it has no {name}")
    if name.startswith("forward_dynamics") and not bound:
        check_mass(robot)
    tree = regrouped(robot, quantity.flat) if quantity.regrouped else whole
    given: list[tuple[str, Shape, tuple[Node, ...]]] = [_input(tree, x) for x in quantity.inputs]
    arguments: dict[str, Any] = {x: entries if shape else entries[0] for x, shape, entries in given}
    if "frame" in quantity.takes:
        arguments["frame"] = frame
    if wrench:
        pushes = {place: coordinates(f"w{i + 1}_", 6) for i, place in enumerate(wrench)}
        arguments["wrench"] = pushes
        given += [(place, (6,), entries) for place, entries in pushes.items()]
    outputs = quantity.outputs
    if bound and quantity.closed is not None:
        sized = robot if nominal is None else nominal
        if sized.parameters:
            named = ", ".join(sized.parameters[:12]) + (", …" if len(sized.parameters) > 12 else "")
            raise UnboundSymbol(
                f"{name} with loops or contacts needs numbers, which tell how many closures are independent; robot "
                f"'{robot.name}' has symbols without values: {named}; give them with robot.bind({sized.parameters[0]}=…), "
                "or keep them in da.equations(robot)"
            )
        result = quantity.closed(tree, assembly(tree_of(sized), contacts), **arguments)
        outputs = quantity.closed_outputs
    elif quantity.closed is quantity.trace:
        raise WrongValue(f"robot '{robot.name}' has no loops and no contact is named, so it has no {name}")
    else:
        result = quantity.trace(tree, **arguments)
    results = (result,) if len(outputs) == 1 else result
    return Traced(name, tuple(given), tuple((label, *_flat(x)) for label, x in zip(outputs, results, strict=True)))


def _input(tree: Tree, name: str) -> tuple[str, Shape, tuple[Node, ...]]:
    if name == "restitution":
        return name, (), (symbol(name),)
    entries = unknowns(tree, name)
    return name, (len(entries),), entries


def count(robot: Robot, quantity: str, *, frame: str | None = None) -> Operations:
    """Multiplications, additions, divisions and sine-cosine pairs of a quantity, for one state."""
    return trace(robot, quantity, frame=frame).operations()


def check_mass(robot: Robot) -> None:
    """Raise `SingularMass` where M(q) of a numeric robot is not positive definite at a generic configuration."""
    if robot.parameters:
        return
    tree = regrouped(robot)
    for seed in (0.7, 1.9):
        state = [float(np.sin(seed * (k + 1)) * 1.3) for k in range(tree.nq)]
        M = [x for row in inverse.mass_matrix(tree, state) for x in row]
        values = np.array(evaluate(M, {}), dtype=float).reshape(tree.n, tree.nv)
        scale = np.sqrt(np.maximum(np.abs(np.diag(values)), 1e-300))
        size, direction = np.linalg.eigh(values / np.outer(scale, scale))
        if size[0] < 1e-13:
            worst = robot.coordinates[int(np.argmax(np.abs(direction[:, 0] / scale)))]
            raise SingularMass(
                f"M(q) of robot '{robot.name}' is not positive definite (smallest scaled eigenvalue {size[0]:.1e}, "
                f"mostly along joint '{worst}'); give the links after it mass, or its drive a rotor inertia"
            )


def _flat(x: Any) -> tuple[Shape, tuple[Scalar, ...]]:
    """Shape and entries, in C order, of nested lists of scalars."""
    if not isinstance(x, (list, tuple)):
        return (), (x,)
    parts = [_flat(y) for y in x]
    return (len(parts), *parts[0][0]), tuple(entry for _, entries in parts for entry in entries)
