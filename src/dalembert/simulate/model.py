"""The compiled kernels of a plant: the rate of its state, M and force for joints that are held, slopes, energies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.algorithms.plant import Plant
from dalembert.algorithms.state import Layout
from dalembert.codegen.kernel import Kernel
from dalembert.dynamics import need_numbers
from dalembert.graph import Node
from dalembert.graph.diff import jacobian
from dalembert.quantity import check_mass, coordinates
from dalembert.robot.model import Robot
from dalembert.robot.tree import regroup, tree
from dalembert.spatial.vector import dot

Array = NDArray[Any]


class Model:
    """A numeric robot ready to be simulated; `frames` are those that outside wrenches act on."""

    def __init__(self, robot: Robot, electric: bool = False, frames: Sequence[str] = ()) -> None:
        need_numbers(robot, robot.parameters if frames else replace(robot, frames=()).parameters)
        self.robot, self.frames = robot, tuple(frames)
        whole = tree(robot)
        for frame in frames:
            whole.place(frame)
        check_mass(robot)
        self.plant, self.whole = Plant(regroup(whole), electric), Plant(whole, electric)
        dry = self.plant.dry
        self.rows = np.array([[float(a) for a in d.row] for d in dry]).reshape(len(dry), self.plant.nv)
        self.static = np.array([float(d.static) for d in dry])
        self.asymmetry = np.array([float(d.drive.asymmetry) for d in dry])
        self.dry_joints = tuple(self.plant.tree.bodies[d.body].name for d in dry)

    @property
    def n(self) -> int:
        return self.plant.n

    @property
    def nv(self) -> int:
        return self.plant.nv

    @property
    def size(self) -> int:
        return self.plant.layout.size

    @property
    def layout(self) -> Layout:
        return self.plant.layout

    @property
    def names(self) -> tuple[str, ...]:
        """The joints of y: links', then those of elastic motors."""
        return (*self.robot.coordinates, *(b.name for b in self.plant.elastic))

    def start(self, q0: Array, qd0: Array) -> Array:
        """x at rest springs: motors of elastic joints start where their links do, currents and bristles at 0."""
        leading = q0.shape[:-1]
        x = np.zeros((*leading, self.size))
        soft = [body.coordinate for body in self.plant.elastic]
        x[..., self.layout.y] = np.concatenate([q0, q0[..., soft]], axis=-1)
        x[..., self.layout.yd] = np.concatenate([qd0, qd0[..., soft]], axis=-1)
        return x

    def inputs(self) -> tuple[list[tuple[str, tuple[int, ...], tuple[Node, ...]]], dict[str, Any]]:
        """The operands of a kernel: x, u, directions where there are any, wrenches."""
        x, u, s = coordinates("x", self.size), coordinates("u", self.n), coordinates("s", len(self.plant.dry))
        operands: list[tuple[str, tuple[int, ...], tuple[Node, ...]]] = [("x", (self.size,), x), ("u", (self.n,), u)]
        if s:
            operands.append(("s", (len(s),), s))
        pushes = {frame: coordinates(f"w{i + 1}_", 6) for i, frame in enumerate(self.frames)}
        operands += [(frame, (6,), w) for frame, w in pushes.items()]
        y, yd, z = self.plant.split(x)
        return operands, {"y": y, "yd": yd, "z": z, "u": u, "directions": s or None, "wrench": pushes or None}

    @property
    def rate(self) -> Kernel:
        """(x, u[, s, wrenches …]) -> ẋ and the motors' efforts."""

        def build() -> Kernel:
            operands, given = self.inputs()
            made = self.plant.rates(**given)
            rate = [*given["yd"], *made.ydd, *made.zd, *made.ledger]
            return Kernel("rate", operands, [("rate", (self.size,), rate), ("tau", (self.n,), made.tau)])

        return self._kept("rate", build)

    @property
    def held(self) -> Kernel:
        """(x, u, s[, wrenches …]) -> M and M ÿ, from which joints at rest are held or let go."""

        def build() -> Kernel:
            operands, given = self.inputs()
            if given["directions"] is None:
                given["directions"] = ()
            M = self.plant.inertia(given["y"])
            outputs = [
                ("M", (self.nv, self.nv), [a for row in M for a in row]),
                ("force", (self.nv,), self.plant.force(**given)),
            ]
            return Kernel("held", operands, outputs)

        return self._kept("held", build)

    @property
    def slope(self) -> Kernel:
        """(x, u[, s, wrenches …], ÿ) -> ∂(M ÿ-residual, ż, ẇ)/∂(y, ẏ, z), and by u and by the wrenches.

        M δÿ = δ(force − M(y) ÿ) at fixed ÿ: the slope of the accelerations needs no derivative of M⁻¹.
        """

        def build() -> Kernel:
            operands, given = self.inputs()
            a = coordinates("a", self.nv)
            if given["directions"] is None:
                given["directions"] = ()
            M, force = self.plant.inertia(given["y"]), self.plant.force(**given)
            rest = [f - dot(row, a) for f, row in zip(force, M, strict=True)]
            _, tau, zd, lost = self.plant.efforts(*(given[k] for k in ("y", "yd", "z", "u", "directions")))
            push = self.plant.push(given["y"], given["wrench"])
            ledger = [self.plant.motor_power(given["yd"], tau), lost, dot(push, given["yd"])]
            outputs = [*rest, *zd, *ledger]
            pushes = [x for w in (given["wrench"] or {}).values() for x in w]
            wanted = {"x": (*given["y"], *given["yd"], *given["z"]), "u": given["u"], "w": tuple(pushes)}
            slopes = [
                (f"by {name}", (len(outputs), len(by)), [x for row in jacobian(outputs, by) for x in row])
                for name, by in wanted.items()
                if by
            ]
            return Kernel("slope", [*operands, ("a", (self.nv,), a)], slopes)

        return self._kept("slope", build)

    @property
    def energies(self) -> Kernel:
        """x -> (T, U, elastic)."""

        def build() -> Kernel:
            x = coordinates("x", self.size)
            y, yd, _ = self.whole.split(x)
            found = [self.whole.kinetic(y, yd), self.whole.potential(y), self.whole.stored(y)]
            return Kernel("energies", [("x", (self.size,), x)], [("energies", (3,), found)])

        return self._kept("energies", build)

    def _kept(self, name: str, build: Any) -> Kernel:
        key = ("simulate", name, self.plant.electric, self.frames)
        kernel: Kernel | None = self.robot.kernels.get(key)
        if kernel is None:
            kernel = self.robot.kernels[key] = build()
        return kernel


def model_of(robot: Robot, electric: bool = False, frames: Sequence[str] = ()) -> Model:
    """The model of a robot, made once."""
    key = ("simulate", "model", electric, tuple(frames), robot.source, robot.warnings)  # runs tell their robot
    kept: Model | None = robot.kernels.get(key)
    if kept is None:
        kept = robot.kernels[key] = Model(robot, electric, frames)
    return kept
