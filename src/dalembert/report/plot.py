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
from dalembert.kinematics import picture, velocity_ellipsoid, workspace
from dalembert.report.motion import Motion, motion
from dalembert.report.style import INK, TERMS, figure, legend, of_joint, tidy
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Robot
from dalembert.simulate.plot import axis_label, columns, legends

Array = NDArray[Any]


def robot_picture(robot: Robot, q: ArrayLike | None = None) -> Any:
    """The robot as a schematic, in its plane or in space."""
    drawn = figure(5.9, 4.2)
    flat = _is_planar(robot)
    axis = drawn.add_subplot() if flat else drawn.add_subplot(projection="3d")
    picture(robot, q, ax=axis)
    axis.set_title("")
    return drawn


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
    """The robot at q with the velocity ellipsoid of its last frame: how fast it moves which way."""
    drawn = figure(6.0, 5.0)
    axis = drawn.add_subplot(projection="3d")
    picture(robot, q, ax=axis, labels=False)
    found = velocity_ellipsoid(robot, q)
    surface = scale * found.surface() + forward_kinematics(robot, q)[:3, 3]
    axis.plot_wireframe(*np.moveaxis(surface, -1, 0), color=TERMS["Coriolis, centrifugal"], linewidth=0.5)
    axis.set_title("")
    return drawn


def inertia_ellipsoids(robot: Robot, q: ArrayLike) -> Any:
    """Each link as the solid ellipsoid that has its mass and central inertia, at its centre of mass."""
    if robot.parameters:
        raise UnboundSymbol(f"robot '{robot.name}' has symbols without values: {', '.join(robot.parameters[:12])}")
    drawn = figure(6.0, 5.0)
    axis = drawn.add_subplot(projection="3d")
    picture(robot, q, ax=axis, labels=False, frames=False)
    for k, joint in enumerate(j for j in robot.joints if j.moves):
        inertia = robot.link(joint.child).inertia
        if inertia.mass == 0:
            continue
        T = forward_kinematics(robot, q, joint.child)
        radii, axes = solid_ellipsoid(inertia)
        R = T[:3, :3] @ axes
        centre = T[:3, :3] @ np.array(inertia.com, dtype=float) + T[:3, 3]
        axis.plot_surface(*np.moveaxis(_sphere() * radii @ R.T + centre, -1, 0), color=of_joint(k)["color"], alpha=0.35)
    axis.set_title("")
    return drawn


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


def _sphere() -> Array:
    a, b = np.meshgrid(np.linspace(0, 2 * np.pi, 25), np.linspace(0, np.pi, 13), indexing="ij")
    return np.stack([np.cos(a) * np.sin(b), np.sin(a) * np.sin(b), np.cos(b)], axis=-1)


def _is_planar(robot: Robot) -> bool:
    from dalembert.kinematics.schematic import schematic

    return schematic(robot).normal is not None


def _one(run: Any) -> None:
    if run.q.ndim != 2:
        raise WrongValue(f"one trajectory is drawn at a time; this run has {run.q.shape[:-2]}: take one with run[i]")
