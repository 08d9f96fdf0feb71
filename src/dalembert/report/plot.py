"""Plots worth printing. Each returns a Matplotlib figure; `figure.savefig("x.svg")` or `"x.png"` keeps it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.dynamics import (
    coriolis_vector,
    forward_kinematics,
    gravity_vector,
    inverse_dynamics,
    mass_matrix,
)
from dalembert.errors import UnboundSymbol, WrongValue
from dalembert.kinematics import velocity_ellipsoid, workspace
from dalembert.kinematics.outline import outline
from dalembert.report.motion import Motion, motion
from dalembert.report.style import INK, TERMS, figure, legend, of_joint, tidy
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Robot
from dalembert.simulate.plot import axis_label, columns, legends
from dalembert.view.draw import Wish, draw
from dalembert.view.draw import figure as drawing

Array = NDArray[Any]


def robot_picture(robot: Robot, q: ArrayLike | None = None) -> Any:
    """The robot as a textbook draws it, in its plane or in space."""
    return draw(robot, q)


def torques(robot: Robot, move: Motion | None = None) -> Any:
    """The effort of each joint along a motion (default: a rest-to-rest one)."""
    move = move or motion(robot)
    tau = inverse_dynamics(robot, move.q, move.qd, move.qdd)
    drawn, shown = figure(), columns(robot, robot.coordinates, "tau")
    axis = tidy(drawn.add_subplot(), "t (s)", axis_label("tau", shown))
    curves(axis, move.t, tau, legends(shown))
    return drawn


def torque_parts(robot: Robot, joint: int = 0, move: Motion | None = None) -> Any:
    """One joint's effort split into M q̈, c, g and friction; they add up to the black curve."""
    move = move or motion(robot)
    tau = inverse_dynamics(robot, move.q, move.qd, move.qdd)
    parts = {
        "inertial": np.einsum("tij,tj->ti", mass_matrix(robot, move.q), move.qdd),
        "Coriolis, centrifugal": coriolis_vector(robot, move.q, move.qd),
        "gravity": gravity_vector(robot, move.q),
    }
    parts["friction"] = tau - sum(parts[x] for x in ("inertial", "Coriolis, centrifugal", "gravity"))
    drawn = figure()
    name = robot.coordinates[joint]
    axis = tidy(drawn.add_subplot(), "t (s)", axis_label("tau", columns(robot, [name], "tau"), name))
    for kind, values in parts.items():
        if np.abs(values[:, joint]).max() > 1e-9 * np.abs(tau[:, joint]).max():
            axis.plot(move.t, values[:, joint], color=TERMS[kind], linewidth=1.5, label=kind)
    axis.plot(move.t, tau[:, joint], color=INK, linewidth=2.0, label="τ")
    legend(axis, loc="best")
    return drawn


def ledger(run: Any) -> Any:
    """The energy ledger of a run: where the energy is, what was put in, what was lost."""
    _one(run)
    drawn = figure()
    axis = tidy(drawn.add_subplot(), "t (s)", "energy (J)")
    shown = [("kinetic", run.kinetic), ("potential", run.potential - run.potential[0]), ("elastic", run.elastic)]
    shown += [("work of motors", run.work), ("lost in friction", run.loss), ("work of wrenches", run.external)]
    for k, (name, values) in enumerate(shown):
        if np.abs(values).max(initial=0.0) > 0:
            axis.plot(run.t, values, label=name, linewidth=1.5, **of_joint(k))
    axis.plot(run.t, run.energy - run.energy[0], color=INK, linestyle="--", linewidth=1.5, label="total − start")
    legend(axis)
    return drawn


def residuals(run: Any) -> Any:
    """What the energy ledger of a run fails to balance, J: the error of the integration."""
    _one(run)
    drawn = figure()
    axis = tidy(drawn.add_subplot(), "t (s)", "balance of the ledger (J)")
    axis.plot(run.t, run.balance, color=INK, linewidth=1.2)
    axis.ticklabel_format(axis="y", style="sci", scilimits=(-3, 3))
    return drawn


def phase_portrait(run: Any) -> Any:
    """Velocity over position of each joint; a dot marks the start."""
    _one(run)
    if run.robot is not None:
        run.robot.only("a portrait of velocity over position", loops=True, springs=True)
    drawn = figure(5.0, 4.0)
    q, qd = (columns(run.robot, run.joints, which) for which in ("q", "qd"))
    axis = tidy(drawn.add_subplot(), axis_label("q", q), axis_label("qd", qd))
    for k, name in enumerate(legends(q)):
        axis.plot(run.q[:, k], run.qd[:, k], linewidth=1.3, label=name, **of_joint(k))
        axis.plot(run.q[0, k], run.qd[0, k], "o", color=of_joint(k)["color"], markersize=4)
    legend(axis)
    return drawn


def motion_of(run: Any) -> Any:
    """Positions and velocities of a run, one colour a joint."""
    _one(run)
    drawn = figure(5.9, 4.0)
    upper, lower = drawn.subplots(2, 1, sharex=True)
    q, qd = columns(run.robot, run.entries, "q"), columns(run.robot, run.joints, "qd")
    curves(tidy(upper, "", axis_label("q", q)), run.t, run.q, legends(q))
    curves(tidy(lower, "t (s)", axis_label("qd", qd)), run.t, run.qd, ())
    return drawn


def ellipsoids(robot: Robot, q: ArrayLike, scale: float = 0.25) -> Any:
    """The robot at q with the velocity ellipsoid of its last frame: how fast it moves which way; `scale` is in seconds."""
    found = velocity_ellipsoid(robot, q)
    root = scale * found.axes * found.radii
    return _with_solids(robot, q, [(forward_kinematics(robot, q)[:3, 3], root @ root.T, "accent")])


def inertia_ellipsoids(robot: Robot, q: ArrayLike) -> Any:
    """Each link as the solid ellipsoid that has its mass and central inertia, at its centre of mass."""
    if robot.parameters:
        raise UnboundSymbol(f"robot '{robot.name}' has symbols without values: {', '.join(robot.parameters[:12])}")
    solids = []
    for k, joint in enumerate(j for j in robot.joints if j.moves):
        inertia = robot.link(joint.child).inertia
        if inertia.mass == 0:
            continue
        T = forward_kinematics(robot, q, joint.child)
        radii, axes = solid_ellipsoid(inertia)
        root = T[:3, :3] @ axes * radii
        centre = T[:3, :3] @ np.array(inertia.com, dtype=float) + T[:3, 3]
        solids.append((centre, root @ root.T, of_joint(k)["color"]))
    return _with_solids(robot, q, solids)


def _with_solids(robot: Robot, q: ArrayLike, solids: list[tuple[Array, Array, str]]) -> Any:
    drawn = outline(robot, np.asarray(q, dtype=float))
    return drawing(robot, drawn, Wish((), named=False, size=(220.0, 220.0)), solids=solids)


def solid_ellipsoid(inertia: Inertia) -> tuple[Array, Array]:
    """Half axes of the solid ellipsoid with this mass and central inertia, and their directions, columns.

    It has A = m (b² + c²)/5 and so on, so that a² = 5 (B + C − A)/(2m).
    """
    principal = inertia.central().principal()
    A, B, C = (float(x) for x in principal.moments)
    square = 2.5 * np.array([B + C - A, A + C - B, A + B - C]) / float(inertia.mass)
    return np.sqrt(np.maximum(square, 0.0)), np.array(principal.R, dtype=float)


def reach(robot: Robot, samples: int = 20_000) -> Any:
    """Where the last frame can be: a section of the workspace."""
    drawn = figure(5.0, 4.2)
    axis = drawn.add_subplot()
    workspace(robot, samples=samples).plot(axis)
    return drawn


def curves(axis: Any, t: Array, values: Array, names: Any) -> None:
    """One curve a joint, in its colour, named where names are given."""
    for k in range(values.shape[-1]):
        axis.plot(t, values[:, k], linewidth=1.5, label=names[k] if len(names) else None, **of_joint(k))
    if len(names):
        legend(axis, columns=2 if len(names) > 4 else 1)


def _one(run: Any) -> None:
    if run.q.ndim != 2:
        raise WrongValue(f"one trajectory is drawn at a time; this run has {run.q.shape[:-2]}: take one with run[i]")
