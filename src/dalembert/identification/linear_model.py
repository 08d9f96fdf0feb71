"""The identification model of a log, linear in its parameters: τ_j = w_j(q, q̇, q̈) x, one row per sample and joint.

x lists the base parameters of links and rotors, then the friction coefficients and the offset of each driven coordinate. A
friction column acts on its own coordinate only. Known links, and external wrenches Σ Jᵀ w (w = [force, moment] at the
origin of a frame, in world axes), go to the left-hand side. If the total mass is known, c · β = mass, and one base
parameter follows from the others.  [ayusawa2014]

Friction models, τ_f = Σ f_k φ_k(q̇):

viscous      fv q̇
coulomb      fc sign q̇
asymmetric   fv⁺ q̇⁺ + fc⁺ [q̇ > 0] + fv⁻ q̇⁻ − fc⁻ [q̇ < 0]         replaces both
stribeck     (fs − fc) e^−(q̇/vs)² sign q̇                          [armstrong1994]
load         fl |τ_load| sign q̇                                   τ_load from the model   [hamon2010]
offset       a constant effort

The Stribeck velocity vs enters nonlinearly. After a fit of everything else, each joint's residual is fitted again with its
own friction columns and the Stribeck curve, for vs on a grid.  [armstrong1994]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import final

import numpy as np
from numpy.typing import NDArray

from dalembert.argument import known
from dalembert.dynamics import compile, jacobian
from dalembert.finding.argument import Exclusive, Requires
from dalembert.finding.finding import Argument, Given, RobotName
from dalembert.finding.fit import FixedBase
from dalembert.identification.base_parameters import Basis, random_states
from dalembert.identification.filtering import Samples
from dalembert.robot.model import Robot
from dalembert.tolerance import ROUNDING

Array = NDArray[np.float64]


def contact_efforts(robot: Robot, log: Samples) -> Array:
    """Σ Jᵀ w at every sample, (samples, n)."""
    total = np.zeros((len(log), robot.nv))
    for frame, w in log.wrench.items():
        total += np.einsum("nij,ni->nj", np.asarray(jacobian(robot, log.q, frame)), w)
    return total


KINDS = ("viscous", "coulomb", "asymmetric", "stribeck", "load")


def _forwards(v: Array) -> Array:
    return (v > 0).astype(float)


def _backwards(v: Array) -> Array:
    return (v < 0).astype(float)


PLAIN: dict[str, tuple[tuple[str, Callable[[Array], Array]], ...]] = {
    "viscous": (("fv{}", lambda v: v),),
    "coulomb": (("fc{}", np.sign),),
    "asymmetric": (
        ("fv{}+", lambda v: v * _forwards(v)),
        ("fc{}+", _forwards),
        ("fv{}-", lambda v: v * _backwards(v)),
        ("fc{}-", lambda v: -_backwards(v)),
    ),
    "offset": (("offset{}", np.ones_like),),
}


@final
@dataclass(frozen=True)
class FrictionModel:
    """The kinds that are fitted, and whether an offset is."""

    kinds: tuple[str, ...]
    offset: bool

    @property
    def terms(self) -> tuple[tuple[str, Callable[[Array], Array]], ...]:
        """(name with a place for the coordinate's number, column of its rate) of what needs the rate alone."""
        named = (*self.kinds, *(("offset",) if self.offset else ()))
        return tuple(term for kind in named for term in PLAIN.get(kind, ()))


def friction_of(given: str | None, offset: bool) -> FrictionModel:
    """Kinds from "viscous+coulomb", "asymmetric", "viscous+coulomb+stribeck", "none"."""
    kinds = [] if given in (None, "", "none") else [x.strip() for x in str(given).split("+")]
    for kind in kinds:
        known(kind, KINDS, "friction model", argument="friction")
    if "asymmetric" in kinds and (both := [x for x in ("viscous", "coulomb") if x in kinds]):
        raise Exclusive((Argument("friction='asymmetric'"), Argument(f"friction='{both[0]}'"))).error()
    if "stribeck" in kinds and not {"coulomb", "asymmetric"} & set(kinds):
        raise Requires(Argument("friction='stribeck'"), Argument("friction"), Given("'coulomb+stribeck'")).error()
    return FrictionModel(tuple(kinds), offset and "asymmetric" not in kinds)


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
    friction: FrictionModel
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

    def rows(self, log: Samples) -> Array:
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

    def _load(self, log: Samples, w: Array) -> Array:
        """|τ_load| of each joint: what links and rotors ask for."""
        assert self.carried is not None
        own = self.inertial + len(self.rotors)
        return np.abs(w[:, :, :own] @ self.carried[:own] + self.known(log).T)

    def known(self, log: Samples) -> Array:
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
            raise FixedBase(Argument("mass"), RobotName(self.robot.name)).error()
        return int(np.argmax(np.abs(c))), c

    @cached_property
    def felt(self) -> NDArray[np.bool_]:
        """Which columns a coordinate can feel at all, (n, columns)."""
        whole = np.zeros((self.n, len(self.letters)), bool)
        if self.basis is not None:
            q, qd, qdd = random_states(self.robot, np.random.default_rng(1), 12)
            Y = np.asarray(compile(self.robot, "regressor")(q, qd, qdd))
            seen = np.abs(self.basis.columns(Y, qdd)).max(axis=0)
            whole[:, : self.inertial] = seen > ROUNDING * max(float(seen.max(initial=0.0)), 1.0)
        for k in (*self.rotors, *self.driven):
            own = re.compile(rf"[A-Za-z]+{k + 1}[+-]?")
            for i, letter in enumerate(self.letters[self.inertial :], self.inertial):
                whole[k, i] = whole[k, i] or bool(own.fullmatch(letter))
        return whole


_SAMPLES = 5000
_SLOWEST, _QUICKEST, _TRIED = 0.003, 0.3, 25  # of the largest speed


def stribeck_speeds(design: Design, logs: Sequence[Samples], x: Array) -> dict[int, float]:
    """The velocity of each joint's Stribeck curve, by the residual that friction columns of its own leave."""
    some = [log.rows(np.linspace(0, len(log) - 1, min(len(log), _SAMPLES)).astype(np.intp)) for log in logs]
    left = np.concatenate([log.recorded - design.known(log) - (design.rows(log) @ x).T for log in some])
    rates = np.concatenate([log.qd for log in some])
    found = {}
    for k in design.driven:
        known = np.isfinite(left[:, k])
        v, r = rates[known, k], left[known, k]
        if not known.any() or not np.abs(v).max(initial=0.0) > 0:
            continue
        plain = np.column_stack([column(v) for _, column in design.friction.terms])
        tried = np.abs(v).max() * np.geomspace(_SLOWEST, _QUICKEST, _TRIED)
        costs = []
        for vs in tried:
            A = np.column_stack([plain, np.exp(-((v / vs) ** 2)) * np.sign(v)])
            costs.append(float(np.linalg.norm(r - A @ np.linalg.lstsq(A, r, rcond=None)[0])))
        found[k] = float(tried[int(np.argmin(costs))])
    return found
