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

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from dalembert import finding
from dalembert.algorithms.regressor import inertial_parameters
from dalembert.argument import exclusive, known, requires
from dalembert.dynamics import compile, jacobian
from dalembert.finding.finding import Argument, RobotName
from dalembert.graph import evaluate, symbols
from dalembert.identification.base_parameters import TEN, Basis, random_states
from dalembert.identification.filtering import Samples
from dalembert.robot.model import Robot
from dalembert.robot.parts import Drive
from dalembert.robot.tree import tree
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


Column = tuple[str, str, Callable[[Array], Array]]  # letters, side, function of the rate
PLAIN: dict[str, tuple[Column, ...]] = {
    "viscous": (("fv", "", lambda v: v),),
    "coulomb": (("fc", "", np.sign),),
    "asymmetric": (
        ("fv", "+", lambda v: v * _forwards(v)),
        ("fc", "+", _forwards),
        ("fv", "-", lambda v: v * _backwards(v)),
        ("fc", "-", lambda v: -_backwards(v)),
    ),
    "offset": (("offset", "", np.ones_like),),
}


@final
@dataclass(frozen=True)
class FrictionModel:
    """The kinds that are fitted, and whether an offset is."""

    kinds: tuple[str, ...]
    offset: bool

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns of a coordinate that are functions of its rate alone."""
        named = (*self.kinds, *(("offset",) if self.offset else ()))
        return tuple(column for kind in named for column in PLAIN.get(kind, ()))


class Coefficient(NamedTuple):
    """A fitted coefficient of one coordinate, place k in τ: Ia, fv, fc, fs, fl or offset, of one direction if a side is given."""

    kind: str
    k: int
    side: str = ""

    @property
    def letters(self) -> str:
        return f"{self.kind}{self.k + 1}{self.side}"


def friction_of(given: str | None, offset: bool) -> FrictionModel:
    """Kinds from "viscous+coulomb", "asymmetric", "viscous+coulomb+stribeck", "none"."""
    kinds = [] if given in (None, "", "none") else [x.strip() for x in str(given).split("+")]
    for kind in kinds:
        known(kind, KINDS, "friction model", argument="friction")
    both = {f"friction='{x}'": x in kinds for x in ("viscous", "coulomb")}
    exclusive("friction='asymmetric'", "asymmetric" in kinds, **both)
    dry = {"coulomb", "asymmetric"} & set(kinds)
    requires("friction='stribeck'", "stribeck" in kinds, "friction", dry, "'coulomb+stribeck'")
    return FrictionModel(tuple(kinds), offset and "asymmetric" not in kinds)


_DRIVE = {"Ia": "inertia", "fv": "viscous", "fc": "dry", "offset": "offset"}
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
    def terms(self) -> tuple[Coefficient, ...]:
        """The columns after those of the base parameters: rotors, then friction and offset of each driven coordinate."""
        found = [Coefficient("Ia", k) for k in self.rotors]
        for k in self.driven:
            found += [Coefficient(kind, k, side) for kind, side, _ in self.friction.columns]
            found += [Coefficient("fs", k)] * (k in self.speeds) + [Coefficient("fl", k)] * (self.carried is not None)
        return tuple(found)

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """Base parameters, then Ia1, fv1, fc1 … of the columns, in order."""
        return (*(() if self.basis is None else self.basis.names), *(x.letters for x in self.terms))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Of the columns, in order; where links are known, what is left has MJCF's names: JOINT.armature."""
        if self.basis is not None:
            return self.letters
        return tuple(f"{self.robot.coordinates[x.k]}.{_MJCF.get(x.kind, x.kind)}{x.side}" for x in self.terms)

    @property
    def inertial(self) -> int:
        """How many columns are base parameters of links and rotors."""
        return 0 if self.basis is None else len(self.basis.kept)

    @cached_property
    def prior(self) -> Array:
        """x by the robot's own numbers; nan where it has symbols."""
        robot, bodies, values = self.robot, tree(self.robot), np.full(len(self.names), np.nan)
        if self.basis is not None:
            labels = self.basis.labels[TEN * self.basis.bodies :]
            spun = [bodies.bodies[int(label.removeprefix("IA")) - 1].drive for label in labels]
            own = [*inertial_parameters(bodies), *(0.0 if drive is None else drive.inertia for drive in spun)]
            if not symbols(own) and len(own) == len(self.basis.labels):
                values[: self.inertial] = self.basis.from_links @ np.array(evaluate(own, {}), float)
        for i, x in enumerate(self.terms, self.inertial):
            drive = robot.coordinate(robot.coordinates[x.k]).drive or Drive()
            own = [getattr(drive, _DRIVE[x.kind]) if x.kind in _DRIVE else np.nan]
            values[i] = np.nan if symbols(own) else float(evaluate(own, {})[0])
        return values

    def rows(self, log: Samples) -> Array:
        """w, (n, samples, columns)."""
        w = np.zeros((self.n, len(log), len(self.names)))
        if self.basis is not None:
            Y = np.asarray(compile(self.robot, "regressor")(log.q, log.qd, log.qdd))
            w[:, :, : self.inertial] = np.moveaxis(self.basis.columns(Y, log.qdd), 1, 0)
        for i, term in enumerate(self.terms, self.inertial):
            if term.kind == "Ia":
                w[term.k, :, i] = log.qdd[:, term.k]
        load = self._load(log, w) if self.carried is not None else None
        if self.weight is not None:
            place, c = self.weight
            w[:, :, : self.inertial] -= w[:, :, [place]] * (c / c[place])
        plain = {(kind, side): column for kind, side, column in self.friction.columns}
        for i, (kind, k, side) in enumerate(self.terms, self.inertial):
            v = log.qd[:, k]
            if (kind, side) in plain:
                w[k, :, i] = plain[kind, side](v)
            elif kind == "fs":
                w[k, :, i] = np.exp(-((v / self.speeds[k]) ** 2)) * np.sign(v)
            elif kind == "fl" and load is not None:
                w[k, :, i] = load[k] * np.sign(v)
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
            raise finding.FixedBase(Argument("mass"), RobotName(self.robot.name)).error()
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
        for i, term in enumerate(self.terms, self.inertial):
            whole[term.k, i] = True
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
        plain = np.column_stack([column(v) for _, _, column in design.friction.columns])
        tried = np.abs(v).max() * np.geomspace(_SLOWEST, _QUICKEST, _TRIED)
        costs = []
        for vs in tried:
            A = np.column_stack([plain, np.exp(-((v / vs) ** 2)) * np.sign(v)])
            costs.append(float(np.linalg.norm(r - A @ np.linalg.lstsq(A, r, rcond=None)[0])))
        found[k] = float(tried[int(np.argmin(costs))])
    return found
