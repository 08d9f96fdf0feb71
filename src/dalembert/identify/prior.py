"""What is believed of links before any log: their pseudo-inertias, from the robot's own numbers or from its geometry.

P = [Σ, ms; msᵀ, m],   Σ = ∫ r rᵀ dm = ½ tr(I) E − I,   P ≻ 0 ⟺ some body has this inertia           [wensing2018]
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.algorithms.regressor import inertial_parameters
from dalembert.graph import evaluate, symbols
from dalembert.identify.design import Design
from dalembert.robot.drive import Drive
from dalembert.robot.model import Robot
from dalembert.robot.tree import Body, tree

Array = NDArray[np.float64]
TEN = 10
_TOLD: dict[str, Callable[[Drive], Any]] = {
    "Ia": lambda drive: drive.inertia,
    "fv": lambda drive: drive.viscous,
    "fc": lambda drive: drive.dry,
    "offset": lambda drive: drive.offset,
}
_LEAST = 0.02  # m: the radius that a link has at least
_DENSITY = 1500.0  # kg/m³, of a link that nothing is known of: a hollow arm of aluminium with its motors
# entries of P by π = (m, mx, my, mz, Ixx, Ixy, Iyy, Ixz, Iyz, Izz)
_UNITS = np.zeros((TEN, 4, 4))
_UNITS[0, 3, 3] = 1
for _k in range(3):
    _UNITS[1 + _k, _k, 3] = _UNITS[1 + _k, 3, _k] = 1
for _k, (_i, _j) in zip((5, 7, 8), ((0, 1), (0, 2), (1, 2)), strict=True):
    _UNITS[_k, _i, _j] = _UNITS[_k, _j, _i] = -1
for _k, _i in zip((4, 6, 9), range(3), strict=True):
    _UNITS[_k, :3, :3] = np.diag([-0.5 if _i == a else 0.5 for a in range(3)])


def pseudo(pi: Array) -> Array:
    """P of ten parameters."""
    return np.asarray(np.einsum("k,kij->ij", pi, _UNITS))


def parameters_of(P: Array) -> Array:
    """π of a pseudo-inertia."""
    S = P[:3, :3]
    I = np.trace(S) * np.eye(3) - S
    return np.array([P[3, 3], *P[:3, 3], I[0, 0], I[0, 1], I[1, 1], I[0, 2], I[1, 2], I[2, 2]])


def priors(robot: Robot) -> list[Array]:
    """P₀ of each moving body in its link's frame, positive definite."""
    bodies = tree(robot)
    given = inertial_parameters(bodies)
    moving = [body for body in bodies.bodies if body.link]
    if symbols(given):
        return [_guess(robot, body.link) for body in moving]
    pi = np.array(evaluate(given, {}), float).reshape(-1, TEN)
    return [_regular(robot, body.link, row) for body, row in zip(moving, pi, strict=True)]


def _regular(robot: Robot, link: str, pi: Array) -> Array:
    """The robot's own, kept away from the edge; a guess where it has none."""
    P = pseudo(pi)
    if pi[0] <= 0:
        return _guess(robot, link)
    sizes, axes = np.linalg.eigh(P[:3, :3] - np.outer(P[:3, 3], P[:3, 3]) / pi[0])
    widths = np.maximum(sizes, max(0.01 * sizes.max(), pi[0] * (_LEAST / 4) ** 2))
    P[:3, :3] = (axes * widths) @ axes.T + np.outer(P[:3, 3], P[:3, 3]) / pi[0]
    return P


def _guess(robot: Robot, link: str) -> Array:
    """A rod to the next joint, or a ball of the size of the robot's shortest one."""
    ends = [np.array(evaluate(j.placement.p, {}), float) for j in robot.joints if j.parent == link]
    reach = max((float(np.linalg.norm(p)) for p in ends), default=0.0)
    lengths = [float(np.linalg.norm(evaluate(j.placement.p, {}))) for j in robot.joints]
    radius = max(_LEAST, 0.2 * max(reach, 0.5 * max(lengths, default=0.0)))
    end = max(ends, key=lambda p: float(np.linalg.norm(p)), default=np.zeros(3))
    mass = _DENSITY * np.pi * radius**2 * max(reach, 2 * radius)
    P = np.zeros((4, 4))
    P[3, 3], P[:3, 3] = mass, mass * end / 2
    P[:3, :3] = mass * (np.outer(end, end) / 3 + radius**2 / 4 * np.eye(3))
    return P


def believed(design: Design) -> Array:
    """x of the design by the robot's own numbers; nan where it has symbols."""
    robot, values = design.robot, np.full(len(design.names), np.nan)
    if design.basis is not None:
        rotors = [0.0 if body.drive is None else body.drive.inertia for body in _spun(design)]
        given = [*inertial_parameters(tree(robot)), *rotors]
        if not symbols(given) and len(given) == len(design.basis.labels):
            values[: design.inertial] = design.basis.from_links @ np.array(evaluate(given, {}), float)
    for i, letter in enumerate(design.letters[design.inertial :], design.inertial):
        k = int("".join(c for c in letter if c.isdigit())) - 1
        drive = robot.coordinate(robot.coordinates[k]).drive or Drive()
        told = _told(letter.rstrip("+-0123456789"), drive)
        values[i] = np.nan if symbols([told]) else float(evaluate([told], {})[0])
    return values


def _told(kind: str, drive: Drive) -> Any:
    return _TOLD[kind](drive) if kind in _TOLD else np.nan


def _spun(design: Design) -> list[Body]:
    """Bodies with a rotor of their own, in the order of the basis."""
    assert design.basis is not None
    labels = design.basis.labels[TEN * design.basis.bodies :]
    return [tree(design.robot).bodies[int(label.removeprefix("IA")) - 1] for label in labels]
