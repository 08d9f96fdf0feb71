"""Tracing of quantities: the algorithms are executed with symbols instead of numbers.

The result is an expression graph with its inputs and outputs. Compiled kernels, operation counts and generated code all
use this graph. Dynamics functions are traced for a tree with regrouped parameters, which has fewer parameters and the
same motion. Energies and the regressor require the original link inertias.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dalembert import finding
from dalembert.algorithms import constrained_dynamics, inverse
from dalembert.algorithms.christoffel import christoffel
from dalembert.algorithms.constraint import closure, loop_jacobian
from dalembert.algorithms.coriolis import coriolis_matrix
from dalembert.algorithms.drive_efforts import rotor_matrix
from dalembert.algorithms.energy import kinetic_energy, potential_energy
from dalembert.algorithms.forward import forward_dynamics, forward_dynamics_derivatives
from dalembert.algorithms.jacobian import jacobian
from dalembert.algorithms.kinematics import kinematics
from dalembert.algorithms.momentum import centre_of_mass, centroidal_matrix, total_momentum
from dalembert.algorithms.regressor import regressor
from dalembert.algorithms.rnea import rnea
from dalembert.algorithms.spring_efforts import armature_coriolis, armature_matrix, spring_energy
from dalembert.algorithms.tangent import difference, integrate
from dalembert.argument import known
from dalembert.boundary import RobotLike, as_robot
from dalembert.errors import DalembertError
from dalembert.finding.finding import Argument, Bind, FrameName, Function, JointName, Noun, RobotName, SymbolName
from dalembert.graph import Node, Operations, Scalar, evaluate, operations, symbol
from dalembert.mechanism.assembly import assembly
from dalembert.notation import CONSTRAINTS, LINKS, LOOPS, PLATES, QUANTITIES, Quantity
from dalembert.robot.model import Robot
from dalembert.robot.tree import Tree, coordinates, regrouped, unknowns
from dalembert.robot.tree import tree as tree_of
from dalembert.spatial.vector import add, dot
from dalembert.tolerance import DEFINITE, TINY

Shape = tuple[int, ...]


@dataclass(frozen=True)
class Traced:
    """Quantity of a robot as an expression graph.

    Each input and output is a tuple (name, shape, scalars in C order).
    """

    name: str
    inputs: tuple[tuple[str, Shape, tuple[Node, ...]], ...]
    outputs: tuple[tuple[str, Shape, tuple[Scalar, ...]], ...]

    @property
    def scalars(self) -> list[Scalar]:
        return [x for _, _, entries in self.outputs for x in entries]

    def operations(self) -> Operations:
        """Operation counts per state."""
        return operations(self.scalars, [x for _, _, entries in self.inputs for x in entries])


def _zeros(tree: Tree) -> list[int]:
    return [0] * tree.nv


def _still(tree: Tree) -> Tree:
    return replace(tree, gravity=(0, 0, 0))


def _kinetic(tree: Tree, q: Any, qd: Any) -> Any:
    """Compute the kinetic energy T, including the energy of rotors, ½ Σ Im θ̇², and of spring armatures, ½ Σ a L̇²."""
    spin = dot(qd, [dot(row, qd) for row in rotor_matrix(tree)])
    if tree.is_armoured:
        spin = spin + dot(qd, [dot(row, qd) for row in armature_matrix(tree, q)])
    return kinetic_energy(tree, q, qd) + spin / 2


def _coriolis(tree: Tree, q: Any, qd: Any) -> Any:
    """Compute the Coriolis vector c of the links and the spring armatures."""
    c = rnea(_still(tree), q, qd, _zeros(tree))
    return add(c, [dot(row, qd) for row in armature_coriolis(tree, q, qd)]) if tree.is_armoured else c


def _potential(tree: Tree, q: Any) -> Any:
    """Compute the potential energy U due to gravity and springs."""
    return potential_energy(tree, q) + spring_energy(tree, q)


ALGORITHMS: dict[str, Callable[..., Any]] = {  # functions of a tree and the input symbols
    "inverse_dynamics": inverse.inverse_dynamics,
    "forward_dynamics": forward_dynamics,
    "mass_matrix": inverse.mass_matrix,
    "coriolis_matrix": coriolis_matrix,
    "coriolis_vector": _coriolis,
    "christoffel": christoffel,
    "gravity_vector": lambda tree, q: rnea(tree, q, _zeros(tree), _zeros(tree)),
    "kinetic_energy": _kinetic,
    "potential_energy": _potential,
    "forward_kinematics": lambda tree, q, frame: kinematics(tree, q, frame).matrix(),
    "jacobian": jacobian,
    "regressor": regressor,
    "inverse_dynamics_derivatives": inverse.inverse_dynamics_derivatives,
    "forward_dynamics_derivatives": forward_dynamics_derivatives,
    "centre_of_mass": centre_of_mass,
    "momentum": total_momentum,
    "centroidal_matrix": centroidal_matrix,
    "integrate": integrate,
    "difference": difference,
    "loop_closure": closure,
    "loop_jacobian": loop_jacobian,
}
# functions for constrained motion (loops or contacts), with the assembly as an additional argument
CONSTRAINED: dict[str, Callable[..., Any]] = {
    "inverse_dynamics": constrained_dynamics.inverse_dynamics,
    "forward_dynamics": constrained_dynamics.forward_dynamics,
    "forward_dynamics_derivatives": constrained_dynamics.forward_dynamics_derivatives,
    "loop_forces": constrained_dynamics.loop_forces,
    "impact": constrained_dynamics.impact,
    "project": constrained_dynamics.project,
    "independent_map": constrained_dynamics.independent_map,
    "independent_mass_matrix": constrained_dynamics.independent_mass_matrix,
    "independent_gravity_vector": constrained_dynamics.independent_gravity_vector,
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
    """Trace a quantity of a robot as an expression graph.

    `frame` is the link or frame for a pose or Jacobian. `wrench` lists the frames with external wrenches. `contacts`
    lists the frames that are fixed by a point contact or a surface contact. For a symbolic robot, loops are analysed
    numerically with the values of the robot `nominal`.
    """
    quantity = QUANTITIES[known(name, QUANTITIES, "quantity", argument="quantity")]
    for option, value in (("frame", frame), ("wrench", wrench), ("contacts", contacts)):
        if value and option not in quantity.takes:
            raise finding.NotAccepted(Function(name), Argument(option)).error()
    whole = tree_of(robot)
    for place in (*wrench, *(x for x, _ in contacts), frame):
        whole.place(place)
    bound = bool(robot.loops or contacts)
    if reason := _missing(robot, quantity, whole.place(frame)[0] >= 0, whole.is_lifted, bound):
        at = FrameName(frame or whole.last) if reason == "fixed frame" else None
        raise finding.UndefinedQuantity(Function(name), RobotName(robot.name), Noun(reason), at).error()
    if quantity.inverts_mass and not bound:
        check_mass(robot)
    tree = whole if quantity.inertias == LINKS else regrouped(robot, quantity.inertias == PLATES)
    given: list[tuple[str, Shape, tuple[Node, ...]]] = [_input(tree, x) for x in quantity.inputs]
    arguments: dict[str, Any] = {x: entries if shape else entries[0] for x, shape, entries in given}
    if "frame" in quantity.takes:
        arguments["frame"] = frame
    if wrench:
        arguments["wrench"] = {place: coordinates(f"w{i + 1}_", 6) for i, place in enumerate(wrench)}
        given += [(place, (6,), entries) for place, entries in arguments["wrench"].items()]
    if bound and name in CONSTRAINED:
        sized = robot if nominal is None else nominal
        if sized.parameters:
            raise unbound(sized, sized.parameters, name)
        outputs = quantity.constrained_outputs
        result = CONSTRAINED[name](tree, assembly(tree_of(sized), contacts), **arguments)
    else:
        outputs = quantity.outputs
        result = ALGORITHMS[name](tree, **arguments)
    results = (result,) if len(outputs) == 1 else result
    return Traced(name, tuple(given), tuple((label, *_flat(x)) for label, x in zip(outputs, results, strict=True)))


def _missing(robot: Robot, quantity: Quantity, moving: bool, lifted: bool, bound: bool) -> str:
    """Return the key of the reason why a quantity is undefined for a robot, or "" if the quantity is defined."""
    reasons = {
        "no moving joint": robot.n == 0,
        "fixed frame": quantity.needs_moving_frame and not moving,
        "gravity compensation": quantity.needs_weight and lifted,
        "no loops": quantity.needs == LOOPS and not robot.loops,
        "no loops or contacts": quantity.needs == CONSTRAINTS and not bound,
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


def unbound(robot: Robot, names: Sequence[str], function: str) -> DalembertError:
    """Return the exception for symbols of a robot that have no values."""
    symbols = tuple(map(SymbolName, names))
    return finding.UnboundSymbols(RobotName(robot.name), symbols, Function(function), Bind(symbols)).error()


def _input(tree: Tree, name: str) -> tuple[str, Shape, tuple[Node, ...]]:
    if name == "restitution":
        return name, (), (symbol(name),)
    entries = unknowns(tree, name)
    return name, (len(entries),), entries


def count(robot: RobotLike, quantity: str, *, frame: str | None = None) -> Operations:
    """Count the arithmetic operations of a quantity for one state.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    quantity : str
        Name of a function in this package, such as "inverse_dynamics" or "mass_matrix".
    frame : str, optional
        Link or frame for a pose or Jacobian.

    Returns
    -------
    Operations
        Numbers of multiplications, additions, divisions and sine-cosine pairs.

    Examples
    --------
    >>> import dalembert as da
    >>> print(da.code.count("ur5", "inverse_dynamics"))
    167 mul + 132 add = 299, 5 sin/cos
    """
    return trace(as_robot(robot), quantity, frame=frame).operations()


def check_mass(robot: Robot) -> None:
    """Raise `SingularMass` if M(q) of a numeric robot is not positive definite at a generic configuration."""
    if robot.parameters:
        return
    tree = regrouped(robot)
    for seed in (0.7, 1.9):
        state = [float(np.sin(seed * (k + 1)) * 1.3) for k in range(tree.nq)]
        M = [x for row in inverse.mass_matrix(tree, state) for x in row]
        values = np.array(evaluate(M, {}), dtype=float).reshape(tree.n, tree.nv)
        scale = np.sqrt(np.maximum(np.abs(np.diag(values)), TINY))
        size, direction = np.linalg.eigh(values / np.outer(scale, scale))
        if size[0] < DEFINITE:
            worst = robot.coordinates[int(np.argmax(np.abs(direction[:, 0] / scale)))]
            raise finding.SingularInertia(RobotName(robot.name), JointName(worst), eigenvalue=float(size[0])).error()


def _flat(x: Any) -> tuple[Shape, tuple[Scalar, ...]]:
    """Return the shape of nested lists of scalars, and the entries in C order."""
    if not isinstance(x, (list, tuple)):
        return (), (x,)
    parts = [_flat(y) for y in x]
    return (len(parts), *parts[0][0]), tuple(entry for _, entries in parts for entry in entries)
