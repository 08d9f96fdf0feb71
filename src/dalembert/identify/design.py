"""The linear model of a log: τ_j = w_j(q, q̇, q̈) x, a row for each sample and joint.

x lists the base parameters of links and rotors, then for each driven coordinate its friction and offset; a column of
friction is felt at its own coordinate only. Where links are known, what they ask for goes to the left side; and forces from
outside. Where the whole mass is known, c · β = mass, one base parameter is given by the others.  [ayusawa2014]
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import final

import numpy as np
from numpy.typing import NDArray

from dalembert.compilation import compile
from dalembert.errors import NotIdentified
from dalembert.identify.basis import Basis, random_states
from dalembert.identify.contact import contact_efforts
from dalembert.identify.friction import Friction
from dalembert.identify.log import Log
from dalembert.robot.model import Robot

Array = NDArray[np.float64]
_MJCF = {"Ia": "armature", "fv": "damping", "fc": "frictionloss"}


@final
@dataclass(frozen=True, eq=False)
class Design:
    """What is fitted to a robot's efforts.

    basis    base parameters; None: the links are those of `robot`, and only rotors and friction are fitted
    rotors   coordinates whose rotor is a column of its own, where the links are known
    speeds   Stribeck velocity of each coordinate that has one
    mass     of all that moves, where it is known: then it is not fitted
    carried  parameters (of the columns without load) that tell the effort a joint carries, for load-dependent friction
    """

    robot: Robot
    basis: Basis | None
    friction: Friction
    rotors: tuple[int, ...] = ()
    speeds: dict[int, float] = field(default_factory=dict)
    carried: Array | None = None
    mass: float | None = None

    @property
    def n(self) -> int:
        return self.robot.nv

    @cached_property
    def driven(self) -> tuple[int, ...]:
        """Places in τ that motors act on."""
        return tuple(self.robot.coordinate(name).qd for name in self.robot.actuated)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Of the columns, in order; where links are known, what is left has MJCF's names: JOINT.armature."""
        if self.basis is not None:
            return self.letters
        return tuple(self._mjcf(letter) for letter in self.letters)

    def _mjcf(self, letter: str) -> str:
        kind = letter.rstrip("+-").rstrip("0123456789")
        number = letter.removeprefix(kind)
        place = int(number.rstrip("+-")) - 1
        return f"{self.robot.coordinates[place]}.{_MJCF.get(kind, kind)}{number.lstrip('0123456789')}"

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """Ia1, fv1, fc1 … of the columns, in order."""
        own = () if self.basis is None else self.basis.names
        rotors = [f"Ia{k + 1}" for k in self.rotors]
        return (*own, *rotors, *(name.format(k + 1) for k in self.driven for name in self._named(k)))

    def _named(self, k: int) -> list[str]:
        plain = [name for name, _ in self.friction.terms]
        return plain + ["fs{}"] * (k in self.speeds) + ["fl{}"] * (self.carried is not None)

    @property
    def inertial(self) -> int:
        """How many columns are base parameters of links and rotors."""
        return 0 if self.basis is None else len(self.basis.kept)

    def rows(self, log: Log) -> Array:
        """w, (n, samples, columns)."""
        w = np.zeros((self.n, len(log), len(self.names)))
        if self.basis is not None:
            Y = np.asarray(compile(self.robot, "regressor")(log.q, log.qd, log.qdd))
            w[:, :, : self.inertial] = np.moveaxis(self.basis.columns(Y, log.qdd), 1, 0)
        at = self.inertial
        for k in self.rotors:
            w[k, :, at] = log.qdd[:, k]
            at += 1
        load = self._load(log, w) if self.carried is not None else None
        if self.weight is not None:
            place, c = self.weight
            w[:, :, : self.inertial] -= w[:, :, [place]] * (c / c[place])
        for k in self.driven:
            v = log.qd[:, k]
            for _, column in self.friction.terms:
                w[k, :, at] = column(v)
                at += 1
            if k in self.speeds:
                w[k, :, at] = np.exp(-((v / self.speeds[k]) ** 2)) * np.sign(v)
                at += 1
            if load is not None:
                w[k, :, at] = load[k] * np.sign(v)
                at += 1
        return w

    def _load(self, log: Log, w: Array) -> Array:
        """|τ_load| of each joint: what links and rotors ask for."""
        assert self.carried is not None
        own = self.inertial + len(self.rotors)
        return np.abs(w[:, :, :own] @ self.carried[:own] + self.known(log).T)

    def known(self, log: Log) -> Array:
        """Efforts that nothing of x that is fitted is in, (samples, n): what pushes from outside takes them off."""
        pushed = -contact_efforts(self.robot, log)
        if self.basis is None:
            return np.asarray(compile(self.robot.rigid(), "inverse_dynamics")(log.q, log.qd, log.qdd)) + pushed
        if self.weight is None or self.mass is None:
            return pushed
        place, c = self.weight
        Y = np.asarray(compile(self.robot, "regressor")(log.q, log.qd, log.qdd))
        return np.asarray(self.mass / c[place] * self.basis.columns(Y, log.qdd)[:, :, place] + pushed)

    @cached_property
    def weight(self) -> tuple[int, Array] | None:
        """(place of a base parameter that c · β = mass gives, c), where the mass is known; the others are fitted."""
        if self.mass is None or self.basis is None:
            return None
        c = self.basis.whole_mass
        if c is None:
            raise NotIdentified(
                f"the mass of all of robot '{self.robot.name}' is no parameter of its motion: a known mass is for bases that are free"
            )
        return int(np.argmax(np.abs(c))), c

    @cached_property
    def felt(self) -> NDArray[np.bool_]:
        """Which columns a coordinate can feel at all, (n, columns)."""
        whole = np.zeros((self.n, len(self.letters)), bool)
        if self.basis is not None:
            q, qd, qdd = random_states(self.robot, np.random.default_rng(1), 12)
            Y = np.asarray(compile(self.robot, "regressor")(q, qd, qdd))
            seen = np.abs(self.basis.columns(Y, qdd)).max(axis=0)
            whole[:, : self.inertial] = seen > 1e-12 * max(float(seen.max(initial=0.0)), 1.0)
        for k in (*self.rotors, *self.driven):
            own = re.compile(rf"[A-Za-z]+{k + 1}[+-]?")
            for i, letter in enumerate(self.letters[self.inertial :], self.inertial):
                whole[k, i] = whole[k, i] or bool(own.fullmatch(letter))
        return whole
