"""Compiled functions for a simulation: state derivative, constrained dynamics, energies and motor limits.

The motor limits are the drive limits and, if requested, the joint limits. Payloads are parameters of the compiled
functions, which are cached together with the robot without payloads (`pattern`). A new payload therefore does not
require compilation. For robots with loops, payloads are compiled as constants, because the rank and scaling of the loop
constraints depend on them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from dalembert.algorithms.constraint import dense, rows
from dalembert.algorithms.drive_efforts import Dry, Envelope, Limit, envelope, finite
from dalembert.algorithms.multiplier import Rank
from dalembert.algorithms.state_equation import Layout, Plant
from dalembert.algorithms.state_projection import finish
from dalembert.boundary import Array
from dalembert.codegen.runtimes.kernel import Kernel, Parametric, vectors
from dalembert.codegen.tape import GraphInputs, GraphOutputs
from dalembert.dynamics import need_numbers
from dalembert.graph import evaluate
from dalembert.graph.scalar import is_zero
from dalembert.mechanism.assembly import Assembly, assembly
from dalembert.quantity import check_mass
from dalembert.robot.drive import Drive
from dalembert.robot.model import Robot, cached, cached_with_source
from dalembert.robot.symbolic import Parametrized, parametrize
from dalembert.robot.tree import Tree, coordinates, regrouped, tree


def motor_limits(robot: Robot, tree: Tree, joints: bool) -> tuple[Limit, ...]:
    """Return the motor limits for the robot's coordinates.

    If `joints` is true, the effort and velocity limits of the joints apply as well.
    """
    found = []
    for k, own in enumerate(robot.dofs):
        given = envelope(own.drive or Drive())
        if joints:
            effort, velocity = (finite(x) for x in (own.limits.effort, own.limits.velocity))
            given = given.within(effort, velocity)
        if given != Envelope():
            main = next(i for i, b in enumerate(tree.bodies) if k in b.rates and robot.joint(b.name).mimic is None)
            found.append(Limit(k, main, given))
    return tuple(found)


class ModelKernel:
    """Compiled function of a model, cached together with the robot.

    Models that differ only in their payloads share one compiled function.
    """

    def __init__(self, build: Callable[[SimulationModel], Kernel]) -> None:
        self.build, self.name, self.__doc__ = build, build.__name__, build.__doc__

    def __get__(self, model: SimulationModel, owner: type | None = None) -> Kernel:
        shared = model.pattern is not model
        kernel: Kernel = model.kept(
            self.name, lambda: getattr(model.pattern, self.name).at(model.payload) if shared else self.build(model)
        )
        return kernel


class SimulationModel:
    """Robot with numeric parameters, and the compiled functions of its simulation.

    `frames` lists the frames on which external wrenches act. If `kept` is true, motors respect the joint limits in
    addition to their own limits. If `loose` is given, the payload parameters are inputs of the compiled functions.
    """

    def __init__(
        self,
        robot: Robot,
        electric: bool = False,
        frames: tuple[str, ...] = (),
        kept: bool = False,
        loose: Parametrized | None = None,
    ) -> None:
        named = bool(frames or robot.loops or robot.springs)  # loops and springs can refer to frames
        need_numbers(robot, robot.parameters if named else replace(robot, frames=()).parameters)
        self.robot, self.frames, self.loose = robot, frames, loose
        self.key = (electric, frames, kept, loose is not None)
        traced = robot if loose is None else loose.robot
        whole = tree(traced)
        self.loops: Assembly | None = assembly(whole) if robot.loops else None
        if self.loops is None and loose is None:
            check_mass(robot)
        if self.loops is not None:
            self.loops.generic.check_inertia(robot.name)
        rank = Rank() if self.loops is None else self.loops.generic.known
        limits = motor_limits(robot, whole, kept)
        self.plant, self.whole = (Plant(t, electric, rank, limits) for t in (regrouped(traced), whole))
        self.layout: Layout = self.plant.layout
        self.n = self.plant.n
        self.nv = self.plant.nv
        self.size = self.layout.size
        dry = self.plant.dry
        self.rows = rows_of(dry, self.plant.nv)
        self.static = np.array([float(d.static) for d in dry])
        self.asymmetry = np.array([float(d.drive.asymmetry) for d in dry])
        self.dry_joints = tuple(self._rubbing(d) for d in dry)

    def kept(self, name: str, build: Callable[[], Any]) -> Any:
        """Return a cached result that all models of the same kind share."""
        kernels, key = self.robot.kernels, ("simulate", name, *self.key)
        if key not in kernels:
            kernels[key] = build()
        return kernels[key]

    @cached_property
    def payload(self) -> Array:
        """Inertial parameters of payloads.

        The array is empty if payloads are not parameters of the compiled functions.
        """
        carried = (
            [link for link in self.robot.links if link.payload] if self.loose is None and not self.robot.loops else []
        )
        return np.array(evaluate([x for link in carried for x in link.inertia.parameters], {}), dtype=float)

    @cached_property
    def pattern(self) -> SimulationModel:
        """Model whose payloads are parameters, which provides the compiled functions."""
        if not self.payload.size:
            return self
        electric, frames, kept, _ = self.key
        return _pattern(self.robot.emptied(), electric, frames, kept)

    def _rubbing(self, place: Dry) -> str:
        """Return the name of the coordinate to which a friction element belongs."""
        body = self.plant.tree.bodies[place.body]
        own = [k for k in body.rates if not is_zero(place.row[k])]
        return self.robot.coordinates[own[0]] if own and body.ratio == 1 else body.name

    @property
    def elastic_names(self) -> tuple[str, ...]:
        """Names of the elastic coordinates."""
        return tuple(self.robot.coordinates[b.coordinate] for b in self.plant.elastic)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the entries of ẏ: link coordinates, then motor coordinates of elastic joints."""
        return (*self.robot.coordinates, *self.elastic_names)

    @property
    def motion_names(self) -> tuple[str, ...]:
        """Names of the coordinates to which the entries of (y, ẏ) belong."""
        owners = {k: b.coordinate for b in self.plant.tree.bodies for k in b.entries}
        entries = tuple(self.robot.coordinates[owners[k]] for k in range(self.plant.nq))
        return (*entries, *self.elastic_names, *self.names)

    def start(self, q0: Array, qd0: Array) -> Array:
        """Create the initial state x, in which currents and bristle deflections are 0.

        By default, the motors of elastic joints start in the same state as the links.
        """
        x = np.zeros((*q0.shape[:-1], self.size))
        soft, places = ([getattr(b, which) for b in self.plant.elastic] for which in ("coordinate", "place"))
        for where, given, own in ((self.layout.y, q0, places), (self.layout.yd, qd0, soft)):
            whole = given.shape[-1] == where.stop - where.start
            x[..., where] = given if whole else np.concatenate([given, given[..., own]], axis=-1)
        return x

    def inputs(self) -> tuple[GraphInputs, dict[str, Any]]:
        """Return the inputs of a compiled function: x, u, friction directions (with dry friction) and wrenches."""
        x = coordinates("x", self.size)
        u = coordinates("u", self.n)
        s = coordinates("s", len(self.plant.dry))
        pushes = {frame: coordinates(f"w{i + 1}_", 6) for i, frame in enumerate(self.frames)}
        operands = [*vectors(x=x, u=u), *(vectors(s=s) if s else ()), *vectors(**pushes)]
        y, yd, z = self.plant.split(x)
        return operands, {"y": y, "yd": yd, "z": z, "u": u, "directions": s or None, "wrench": pushes or None}

    @ModelKernel
    def rate(self) -> Kernel:
        """Compile the function (x, u[, s, wrenches]) -> (ẋ, motor efforts), where s contains the friction
        directions."""
        operands, given = self.inputs()
        made = self.plant.rates(**given)
        rate = [*self.plant.velocity(given["y"], given["yd"]), *made.ydd, *made.zd, *made.ledger]
        return self._kernel("rate", operands, vectors(rate=rate, tau=made.tau))

    @ModelKernel
    def held(self) -> Kernel:
        """Compile the function (x, u, s[, wrenches]) -> (M, M ÿ), with J and −J̇q̇ if the robot has loops.

        This function is used to decide whether joints stick or slide. `s` contains the friction directions.
        """
        operands, given = self.inputs()
        M = self.plant.inertia(given["y"])
        outputs = [
            ("M", (self.nv, self.nv), [a for row in M for a in row]),
            *vectors(force=self.plant.force(**given)),
        ]
        if self.plant.tree.loops:
            J, bias = self._loop_rows(given["y"], given["yd"])
            outputs.append(("J", (len(J), self.nv), [a for row in J for a in row]))
            outputs += vectors(bias=[-b for b in bias])
        return self._kernel("held", operands, outputs)

    def _loop_rows(self, y: Any, yd: Any) -> tuple[list[list[Any]], list[Any]]:
        """Compute the nonzero rows of the loop Jacobian J with respect to ẏ, and the terms J̇q̇."""
        plant = self.plant
        found = rows(plant.tree, y[: plant.nq], yd[: plant.n])
        found = [row for row in found if any(not is_zero(a) for a in row.slopes.values())]
        J = [[*row, *[0] * len(plant.elastic)] for row in dense(plant.tree, found)]
        return J, [row.bias for row in found]

    @ModelKernel
    def finish(self) -> Kernel:
        """Compile the function x -> x that normalizes quaternions and closes loops, if the state drifts."""
        x = coordinates("x", self.size)
        return self._kernel("finish", vectors(x=x), vectors(x=finish(self.plant, x)))

    @ModelKernel
    def energies(self) -> Kernel:
        """Compile the function x -> (kinetic, potential, elastic energy)."""
        x = coordinates("x", self.size)
        y, yd, _ = self.whole.split(x)
        found = [self.whole.kinetic(y, yd), self.whole.potential(y), self.whole.stored(y)]
        return self._kernel("energies", vectors(x=x), vectors(energies=found))

    @ModelKernel
    def mass(self) -> Kernel:
        """Compile the function y -> M, the mass matrix."""
        y = coordinates("y_", self.nv)
        M = [a for row in self.plant.inertia(y) for a in row]
        return self._kernel("mass", vectors(y=y), [("M", (self.nv, self.nv), M)])

    def _kernel(self, name: str, given: GraphInputs, wanted: GraphOutputs) -> Kernel:
        loose = self.loose
        if loose is None:
            return Kernel(name, given, wanted)
        return Parametric(name, given, wanted, loose.symbols, loose.values)


def rows_of(places: Sequence[Dry], nv: int) -> Array:
    """Return the matrix that maps ẏ to the sliding velocities of friction elements, (elements, nv)."""
    return np.array([[float(a) for a in place.row] for place in places]).reshape(len(places), nv)


@cached_with_source
def simulation_model(robot: Robot, electric: bool, frames: tuple[str, ...] = (), kept: bool = False) -> SimulationModel:
    """Return the cached simulation model of a robot."""
    return SimulationModel(robot, electric, frames, kept)


@cached
def _pattern(empty: Robot, electric: bool, frames: tuple[str, ...], kept: bool) -> SimulationModel:
    loose = parametrize(empty, [link.name for link in empty.links if link.payload])
    return SimulationModel(empty, electric, frames, kept, loose)
