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

from dalembert.algorithms import forward
from dalembert.algorithms.christoffel import christoffel
from dalembert.algorithms.coriolis import coriolis_matrix
from dalembert.algorithms.drive import rotor_matrix
from dalembert.algorithms.energy import kinetic_energy, potential_energy
from dalembert.algorithms.jacobian import jacobian
from dalembert.algorithms.kinematics import kinematics
from dalembert.algorithms.regressor import regressor
from dalembert.algorithms.rnea import rnea
from dalembert.errors import SingularMass, UnknownName, WrongValue, did_you_mean
from dalembert.graph import Node, Operations, Scalar, evaluate, operations, symbol
from dalembert.robot.model import Robot
from dalembert.robot.tree import Tree, regroup
from dalembert.robot.tree import tree as tree_of
from dalembert.spatial.vector import dot

Shape = tuple[int, ...]
COORDINATES = ("q", "qd", "qdd", "tau")


@dataclass(frozen=True)
class Quantity:
    """`inputs` are arguments of n entries each; `trace` gets the tree and the symbols of each input."""

    inputs: tuple[str, ...]
    trace: Callable[..., Any]
    regrouped: bool = True
    takes: str = ""  # "frame" or "wrench": the option it accepts
    outputs: tuple[str, ...] = ("value",)


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
    return [0] * tree.n


def _still(tree: Tree) -> Tree:
    return replace(tree, gravity=(0, 0, 0))


def _kinetic(tree: Tree, q: Any, qd: Any) -> Any:
    """T with the rotors' spin, ½ Σ Im θ̇²."""
    spin = dot(qd, [dot(row, qd) for row in rotor_matrix(tree)])
    return kinetic_energy(tree, q, qd) + spin / 2


QUANTITIES: dict[str, Quantity] = {
    "inverse_dynamics": Quantity(("q", "qd", "qdd"), forward.inverse_dynamics, takes="wrench"),
    "forward_dynamics": Quantity(("q", "qd", "tau"), forward.forward_dynamics, takes="wrench"),
    "mass_matrix": Quantity(("q",), forward.mass_matrix),
    "coriolis_matrix": Quantity(("q", "qd"), coriolis_matrix),
    "coriolis_vector": Quantity(("q", "qd"), lambda tree, q, qd: rnea(_still(tree), q, qd, _zeros(tree))),
    "christoffel": Quantity(("q",), christoffel),
    "gravity_vector": Quantity(("q",), lambda tree, q: rnea(tree, q, _zeros(tree), _zeros(tree))),
    "kinetic_energy": Quantity(("q", "qd"), _kinetic, regrouped=False),
    "potential_energy": Quantity(("q",), potential_energy, regrouped=False),
    "forward_kinematics": Quantity(("q",), lambda tree, q, frame: kinematics(tree, q, frame).matrix(), takes="frame"),
    "jacobian": Quantity(("q",), jacobian, takes="frame"),
    "regressor": Quantity(("q", "qd", "qdd"), regressor, regrouped=False),
    "inverse_dynamics_derivatives": Quantity(
        ("q", "qd", "qdd"),
        forward.inverse_dynamics_derivatives,
        outputs=("by_q", "by_qd", "by_qdd"),
    ),
    "forward_dynamics_derivatives": Quantity(
        ("q", "qd", "tau"),
        forward.forward_dynamics_derivatives,
        outputs=("by_q", "by_qd", "by_tau"),
    ),
}


def trace(robot: Robot, name: str, *, frame: str | None = None, wrench: Sequence[str] = ()) -> Traced:
    """The graph of a quantity.

    `frame` is where a pose or Jacobian is taken; `wrench` names the frames that are pushed from outside.
    """
    if not isinstance(robot, Robot):
        raise WrongValue(f"{name} needs a Robot first, got {type(robot).__name__}")
    if not isinstance(name, str) or name not in QUANTITIES:
        raise UnknownName(f"there is no quantity '{name}'{did_you_mean(str(name), QUANTITIES)}")
    quantity = QUANTITIES[name]
    if robot.n == 0:
        raise WrongValue(f"robot '{robot.name}' has no moving joint, so it has no {name}")
    for option, asked in (("frame", frame is not None), ("wrench", bool(wrench))):
        if asked and quantity.takes != option:
            raise WrongValue(f"{name} takes no {option}")
    tree = tree_of(robot)
    for place in (*wrench, *([frame] if frame is not None else [])):
        tree.place(place)
    if name.startswith("forward_dynamics"):
        check_mass(robot)
    tree = regroup(tree) if quantity.regrouped else tree
    given: list[tuple[str, Shape, tuple[Node, ...]]] = [
        (x, (len(y),), y) for x in quantity.inputs for y in [unknowns(tree, x)]
    ]
    arguments: dict[str, Any] = {x: entries for x, _, entries in given}
    if quantity.takes == "frame":
        arguments["frame"] = frame
    if wrench:
        pushes = {place: coordinates(f"w{i + 1}_", 6) for i, place in enumerate(wrench)}
        arguments["wrench"] = pushes
        given += [(place, (6,), entries) for place, entries in pushes.items()]
    result = quantity.trace(tree, **arguments)
    results = (result,) if len(quantity.outputs) == 1 else result
    outputs = tuple((label, *_flat(x)) for label, x in zip(quantity.outputs, results, strict=True))
    return Traced(name, tuple(given), outputs)


def coordinates(name: str, size: int) -> tuple[Node, ...]:
    """The symbols name1 … name<size>."""
    return tuple(symbol(f"{name}{i + 1}") for i in range(size))


def unknowns(tree: Tree, name: str) -> tuple[Node, ...]:
    """The symbols of q, which has an entry more for each ball, or of a vector with an entry a rate."""
    return tuple(symbol(x) for x in tree.symbols) if name == "q" else coordinates(name, tree.nv)


def count(robot: Robot, quantity: str, *, frame: str | None = None) -> Operations:
    """Multiplications, additions, divisions and sine-cosine pairs of a quantity, for one state."""
    return trace(robot, quantity, frame=frame).operations()


def check_mass(robot: Robot) -> None:
    """Raise `SingularMass` where M(q) of a numeric robot is not positive definite at a generic configuration."""
    if robot.parameters:
        return
    tree = regroup(tree_of(robot))
    q = unknowns(tree, "q")
    M = [x for row in forward.mass_matrix(tree, q) for x in row]
    for seed in (0.7, 1.9):
        state = {x.value: float(np.sin(seed * (k + 1)) * 1.3) for k, x in enumerate(q)}
        values = np.array(evaluate(M, state), dtype=float).reshape(tree.n, tree.n)
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
