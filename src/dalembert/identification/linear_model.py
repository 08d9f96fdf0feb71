"""Identification model that is linear in the parameters: τ_j = w_j(q, q̇, q̈) x, with one row per sample and joint.

The vector x contains the base parameters of links and rotors, followed by the friction coefficients and the offset of
each driven coordinate. A friction column affects only one coordinate. The efforts due to known links and external
wrenches Σ Jᵀ w are subtracted from τ. A wrench w = [force, moment] acts at the origin of a frame and is expressed in
world axes. If the total mass is known, the constraint c · β = mass eliminates one base parameter. [ayusawa2014]

The friction torque is τ_f = Σ f_k φ_k(q̇), with the models:

viscous      fv q̇
coulomb      fc sign q̇
asymmetric   fv⁺ q̇⁺ + fc⁺ [q̇ > 0] + fv⁻ q̇⁻ − fc⁻ [q̇ < 0]         replaces viscous and coulomb
stribeck     (fs − fc) e^−(q̇/vs)² sign q̇                          [armstrong1994]
load         fl |τ_load| sign q̇                                   τ_load from the model   [hamon2010]
offset       a constant effort

The Stribeck velocity vs is a nonlinear parameter. After all other parameters are fitted, the residual of each joint is
fitted with friction columns and the Stribeck curve, for vs on a grid.  [armstrong1994]

Base parameters are the combinations of inertial parameters on which the torques depend. The base parameters are
computed from the regressor at random states:

    W = [Y(q₁, q̇₁, q̈₁); …],   W_d = W_I k_d,   τ = Y π = Y_I β,   β = π_I + Σ_d k_d π_d       [gautier1991]

The columns are processed from the base to the tip, links before rotors. A column that depends linearly on previous
columns is grouped with these columns. Names and groups therefore agree with `closed.base_parameters`, for example XX2R
= XX2 − YY2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, final

import numpy as np
from numpy.linalg import lstsq, norm, qr
from scipy.linalg import block_diag

from dalembert import finding
from dalembert.algorithms.drive_efforts import motor_row
from dalembert.algorithms.regressor import inertial_parameters
from dalembert.argument import exclusive, known, requires
from dalembert.closed.model.mechanics import LABELS, PREFERRED
from dalembert.dynamics import compile, jacobian
from dalembert.finding.finding import Argument, RobotName
from dalembert.graph import evaluate, symbols
from dalembert.identification.filtering import Array, Mask, Samples
from dalembert.mechanism.loops import neutral
from dalembert.robot.drive import Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Robot
from dalembert.robot.tree import Tree, tree
from dalembert.spatial.pose import Pose
from dalembert.tolerance import BASE_DEPENDENT, RANK, ROUNDING

TEN = 10


@final
@dataclass(frozen=True, eq=False)
class Basis:
    """Base parameters of a robot.

    `labels` lists all parameters: ten for each moving body, in a body frame whose z axis is the joint axis, and then
    the rotor inertias.

    kept      indices in `labels` of the independent parameters, in order
    grouping  β = grouping · π, (kept, labels)
    places    for each moving body, the 10 × 10 matrix that transforms π from the link frame to the body frame
    spin      one row per rotor; a rotor adds inertia · spinᵀ (spin · q̈) to τ
    driven    indices of the bodies that the rotors drive
    """

    labels: tuple[str, ...]
    kept: tuple[int, ...]
    grouping: Array
    places: tuple[Array, ...]
    spin: Array
    driven: tuple[int, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._name(i) for i in range(len(self.kept)))

    @property
    def bodies(self) -> int:
        """Number of moving bodies."""
        return len(self.places)

    @property
    def inertial(self) -> int:
        """Number of base parameters of links, excluding rotors."""
        return sum(k < TEN * self.bodies for k in self.kept)

    @property
    def whole_mass(self) -> Array | None:
        """Coefficients c with c · β = Σ m if the total mass is identifiable (free base), otherwise None."""
        masses = np.zeros(len(self.labels))
        masses[: TEN * self.bodies : TEN] = 1.0
        c = lstsq(self.grouping.T, masses, rcond=None)[0]
        return np.round(c, 9) if np.abs(self.grouping.T @ c - masses).max(initial=0.0) < BASE_DEPENDENT else None

    def meaning(self, i: int) -> str:
        """Format the definition of the i-th base parameter as a combination of parameters."""
        terms = [(self.labels[k], self.grouping[i, k]) for k in np.flatnonzero(self.grouping[i]) if k != self.kept[i]]
        signed = [f" {'+' if a > 0 else '−'} {f'{abs(a):.4g} ' if abs(a) != 1 else ''}{label}" for label, a in terms]
        return f"{self._name(i)} = {self.labels[self.kept[i]]}{''.join(signed)}"

    def at(self, robot: Robot, q: Array, qd: Array, qdd: Array) -> Array:
        """Compute the base regressor Y_I at given states, (N, n, kept)."""
        return self.columns(compile(robot, "regressor")(q, qd, qdd), qdd)

    def columns(self, Y: Array, qdd: Array) -> Array:
        """Compute the base regressor Y_I (…, n, kept) from the link-frame regressor (…, n, 10·bodies)."""
        links = self._from_links
        own = (Y.reshape(-1, Y.shape[-1]) @ links).reshape(*Y.shape[:-1], links.shape[1])  # one product for all samples
        rotors = [k - TEN * self.bodies for k in self.kept if k >= TEN * self.bodies]
        if not rotors:
            return own
        spin = self.spin[rotors]
        turned = np.einsum("rk,...k->...r", spin, qdd)
        return np.concatenate([own, np.einsum("rk,...r->...kr", spin, turned)], axis=-1)

    @cached_property
    def _from_links(self) -> Array:
        inverse = np.asarray(block_diag(*map(np.linalg.inv, self.places)))
        return inverse[:, [k for k in self.kept if k < TEN * self.bodies]]

    @property
    def from_links(self) -> Array:
        """Matrix (kept, 10·bodies + rotors) that maps link-frame parameters π and rotor inertias to β."""
        return np.asarray(self.grouping @ block_diag(*self.places, np.eye(len(self.spin))))

    def _name(self, i: int) -> str:
        return self.labels[self.kept[i]] + ("R" if np.count_nonzero(self.grouping[i]) > 1 else "")


def basis(robot: Robot, rotors: bool | None = None) -> Basis:
    """Compute the base parameters of a robot.

    `rotors` selects the rotor inertias: of drives with a rotor inertia (None), of all driven joints (True), or none
    (False). The result is cached.
    """
    key = ("base parameters of numbers", rotors)
    if key not in robot.kernels:
        robot.kernels[key] = _found(robot, rotors)
    found: Basis = robot.kernels[key]
    return found


def _found(robot: Robot, rotors: bool | None) -> Basis:
    bodies = tree(robot)
    moving = [i for i, body in enumerate(bodies.bodies) if body.link]
    driven, spin = _rotors(bodies, rotors)
    labels = [f"{label}{i + 1}" for i in moving for label in LABELS[:TEN]] + [f"IA{i + 1}" for i in driven]
    places = tuple(moved_parameters(bodies.places[bodies.bodies[i].link][1]) for i in moving)
    order = [TEN * i + k for i in range(len(moving)) for k in PREFERRED] + list(range(TEN * len(moving), len(labels)))
    whole = Basis(tuple(labels), tuple(range(len(labels))), np.eye(len(labels)), places, spin, driven)
    count = 3 + 2 * len(whole.labels) // max(robot.nv, 1)
    states = random_states(robot, np.random.default_rng(0), count)
    W = whole.at(robot, *states).reshape(-1, len(whole.labels))
    kept, grouping = _grouped(W, order)
    return Basis(tuple(labels), kept, grouping, places, spin, driven)


def random_states(robot: Robot, rng: np.random.Generator, count: int) -> tuple[Array, Array, Array]:
    """Sample random states with coordinates within ±π of the neutral posture and velocities between −3 and 3."""
    q = neutral(robot) + rng.uniform(-np.pi, np.pi, (count, robot.nq))
    for places in robot.balls.values():
        turned = rng.normal(size=(count, 4))
        q[:, places] = turned / norm(turned, axis=1, keepdims=True)
    qd, qdd = rng.uniform(-3, 3, (2, count, robot.nv))
    return q, qd, qdd


def independent_columns(W: Array, order: Sequence[int], least: float, kept: Sequence[int] = ()) -> list[int]:
    """Extend the set of columns `kept` by every column that is linearly independent of the previous columns.

    The columns are tested in the given order. A column is independent if more than the fraction `least` of its length
    remains after projection.
    """
    found = list(kept)
    Q = qr(W[:, found])[0]
    for k in order:
        size = norm(W[:, k])
        if size == 0 or k in found:
            continue
        left = W[:, k] / size
        for _ in range(2):  # two passes are sufficient [golub2013]
            left = left - Q @ (Q.T @ left)
        if norm(left) > least:
            Q = np.column_stack([Q, left / norm(left)])
            found.append(k)
    return sorted(found)


def _grouped(W: Array, order: list[int]) -> tuple[tuple[int, ...], Array]:
    """Find the linearly independent columns, and express all columns as linear combinations of these."""
    sizes = norm(W, axis=0)
    W = np.where(sizes > RANK * sizes.max(initial=0.0), W, 0.0)
    kept = independent_columns(W, order, BASE_DEPENDENT)
    grouping = lstsq(W[:, kept], W, rcond=None)[0]
    grouping[np.abs(grouping) < RANK] = 0
    near = np.round(grouping, 9)
    grouping = np.where(np.isin(near, (-1.0, 1.0)), near, grouping)
    grouping[:, kept] = np.eye(len(kept))
    return tuple(kept), np.asarray(grouping, float)


def moved_parameters(pose: Pose) -> Array:
    """Compute the 10 × 10 matrix that transforms π to a new frame, given the pose of the old frame in the new frame."""
    units = (Inertia.from_parameters(tuple(int(k == l) for l in range(TEN))) for k in range(TEN))
    return np.array([evaluate(unit.moved(pose).parameters, {}) for unit in units], float).T


def _rotors(bodies: Tree, rotors: bool | None) -> tuple[tuple[int, ...], Array]:
    driven: list[int] = []
    spin: list[list[float]] = []
    for i, body in enumerate(bodies.bodies):
        drive, k = body.drive, body.coordinate
        wanted = (drive is not None and drive.rotor_inertia != 0) if rotors is None else rotors
        if not wanted or k not in bodies.actuated or body.motion == "ball":
            continue
        row = [0.0] * bodies.nv
        if drive is not None and drive.coupling:
            row = [float(x) for x in evaluate(motor_row(bodies, body), {})]
        else:
            row[k] = float(evaluate([body.ratio], {})[0])
        driven.append(i)
        spin.append(row)
    return tuple(driven), np.array(spin, float).reshape(len(spin), bodies.nv)


def contact_efforts(robot: Robot, log: Samples) -> Array:
    """Compute the joint efforts Σ Jᵀ w of the external wrenches at every sample, (samples, n)."""
    total = np.zeros((len(log), robot.nv))
    for frame, w in log.wrench.items():
        total += np.einsum("nij,ni->nj", jacobian(robot, log.q, frame), w)
    return total


KINDS = ("viscous", "coulomb", "asymmetric", "stribeck", "load")


Column = tuple[str, str, Callable[[Array], Array]]  # symbol, direction, function of the velocity
PLAIN: dict[str, tuple[Column, ...]] = {
    "viscous": (("fv", "", lambda v: v),),
    "coulomb": (("fc", "", np.sign),),
    "asymmetric": (
        ("fv", "+", lambda v: np.maximum(v, 0.0)),
        ("fc", "+", lambda v: np.heaviside(v, 0.0)),
        ("fv", "-", lambda v: np.minimum(v, 0.0)),
        ("fc", "-", lambda v: -np.heaviside(-v, 0.0)),
    ),
    "offset": (("offset", "", np.ones_like),),
}


@final
@dataclass(frozen=True)
class FrictionModel:
    """Friction terms to fit, and whether to fit an offset."""

    kinds: tuple[str, ...]
    offset: bool

    @property
    def columns(self) -> tuple[Column, ...]:
        """Friction columns that depend only on the velocity of the coordinate."""
        named = (*self.kinds, *(("offset",) if self.offset else ()))
        return tuple(column for kind in named for column in PLAIN.get(kind, ()))


class Coefficient(NamedTuple):
    """Fitted coefficient of the coordinate with index k in τ: Ia, fv, fc, fs, fl or offset.

    If `side` is given, the coefficient applies to one direction of motion only.
    """

    kind: str
    k: int
    side: str = ""


def friction_of(given: str | None, offset: bool) -> FrictionModel:
    """Parse a friction model such as "viscous+coulomb", "asymmetric", "viscous+coulomb+stribeck" or "none"."""
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
    """Parameters to fit to the efforts of a robot.

    basis    base parameters; if None, the links of `robot` are known, and only rotors and friction are fitted
    rotors   coordinates with a separate rotor column if the links are known
    speeds   Stribeck velocities by coordinate
    mass     known total mass of the moving links, or None
    carried  parameters that determine the joint loads, for load-dependent friction
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

    @property
    def driven(self) -> tuple[int, ...]:
        """Indices in τ of the coordinates that have motors."""
        return tree(self.robot).actuated

    @cached_property
    def terms(self) -> tuple[Coefficient, ...]:
        """Coefficients that follow the base parameters in x: rotors, then the friction and offset of each driven
        coordinate."""
        found = [Coefficient("Ia", k) for k in self.rotors]
        for k in self.driven:
            found += [Coefficient(kind, k, side) for kind, side, _ in self.friction.columns]
            found += [Coefficient("fs", k)] * (k in self.speeds) + [Coefficient("fl", k)] * (self.carried is not None)
        return tuple(found)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the columns in order: base parameters, then names such as Ia1, fv1 and fc1.

        If the links are known, the other parameters have MJCF names such as joint1.armature.
        """
        if self.basis is not None:
            return (*self.basis.names, *(f"{x.kind}{x.k + 1}{x.side}" for x in self.terms))
        return tuple(f"{self.robot.coordinates[x.k]}.{_MJCF.get(x.kind, x.kind)}{x.side}" for x in self.terms)

    @property
    def inertial(self) -> int:
        """Number of columns that belong to base parameters of links and rotors."""
        return 0 if self.basis is None else len(self.basis.kept)

    @cached_property
    def prior(self) -> Array:
        """Values of x for the given robot, with nan for symbolic values."""
        robot = self.robot
        bodies = tree(self.robot)
        values = np.full(len(self.names), np.nan)
        if self.basis is not None:
            spun = [bodies.bodies[i].drive for i in self.basis.driven]
            own = [*inertial_parameters(bodies), *(0.0 if drive is None else drive.inertia for drive in spun)]
            if not symbols(own) and len(own) == len(self.basis.labels):
                values[: self.inertial] = self.basis.from_links @ np.array(evaluate(own, {}), float)
        for i, x in enumerate(self.terms, self.inertial):
            drive = robot.dofs[x.k].drive or Drive()
            own = [getattr(drive, _DRIVE[x.kind]) if x.kind in _DRIVE else np.nan]
            values[i] = np.nan if symbols(own) else float(evaluate(own, {})[0])
        return values

    def rows(self, log: Samples) -> Array:
        """Compute the rows w of the linear model, (n, samples, columns)."""
        w = np.zeros((self.n, len(log), len(self.names)))
        if self.basis is not None:
            w[:, :, : self.inertial] = np.moveaxis(self.basis.at(self.robot, log.q, log.qd, log.qdd), 1, 0)
        rotors = list(self.rotors)
        w[rotors, :, self.inertial + np.arange(len(rotors))] = log.qdd[:, rotors].T
        load = self._load(log, w) if self.carried is not None else None
        if self.weight is not None:
            place, c = self.weight
            w[:, :, : self.inertial] -= w[:, :, [place]] * (c / c[place])
        plain = {(kind, side): column for kind, side, column in self.friction.columns}
        for i, (kind, k, side) in enumerate(self.terms, self.inertial):
            v, column = log.qd[:, k], w[k, :, i]
            if (kind, side) in plain:
                column[:] = plain[kind, side](v)
            elif kind == "fs":
                column[:] = np.exp(-((v / self.speeds[k]) ** 2)) * np.sign(v)
            elif kind == "fl" and load is not None:
                column[:] = load[k] * np.sign(v)
        return w

    def equations(self, log: Samples) -> tuple[Array, Array]:
        """Compute the rows w and the efforts y (samples, n) of the equations y = w x."""
        return self.rows(log), log.recorded - self.known(log)

    def _load(self, log: Samples, w: Array) -> Array:
        """Compute |τ_load| for each joint: the magnitude of the effort due to links and rotors."""
        assert self.carried is not None
        own = self.inertial + len(self.rotors)
        return np.abs(w[:, :, :own] @ self.carried[:own] + self.known(log).T)

    def known(self, log: Samples) -> Array:
        """Compute the efforts that do not depend on the fitted parameters, (samples, n).

        The efforts due to external wrenches are subtracted.
        """
        pushed = -contact_efforts(self.robot, log)
        if self.basis is None:
            return np.asarray(compile(self.robot.rigid(), "inverse_dynamics")(log.q, log.qd, log.qdd)) + pushed
        if self.weight is None or self.mass is None:
            return pushed
        place, c = self.weight
        Y = self.basis.at(self.robot, log.q, log.qd, log.qdd)
        return np.asarray(self.mass / c[place] * Y[:, :, place] + pushed)

    @cached_property
    def weight(self) -> tuple[int, Array] | None:
        """Index of the base parameter that is determined by c · β = mass, and the vector c, or None if the mass is
        unknown.

        All other parameters are fitted.
        """
        if self.mass is None or self.basis is None:
            return None
        c = self.basis.whole_mass
        if c is None:
            raise finding.FixedBase(Argument("mass"), RobotName(self.robot.name)).error()
        return int(np.argmax(np.abs(c))), c

    @cached_property
    def felt(self) -> Mask:
        """Mask of the columns on which each coordinate depends, (n, columns)."""
        whole = np.zeros((self.n, len(self.names)), bool)
        if self.basis is not None:
            states = random_states(self.robot, np.random.default_rng(1), 12)
            seen = np.abs(self.basis.at(self.robot, *states)).max(axis=0)
            whole[:, : self.inertial] = seen > ROUNDING * max(seen.max(initial=0.0), 1.0)
        for i, term in enumerate(self.terms, self.inertial):
            whole[term.k, i] = True
        return whole


_SAMPLES = 5000
_SPEEDS = np.geomspace(0.003, 0.3, 25)  # grid for vs, relative to the largest speed


def stribeck_speeds(design: Design, logs: Sequence[Samples], x: Array) -> dict[int, float]:
    """Estimate the Stribeck velocity of each joint.

    The residual of each joint is fitted with friction columns and the Stribeck curve, for Stribeck velocities on a
    grid.
    """
    some = [log.spread(_SAMPLES) for log in logs]
    left = np.concatenate([y - (w @ x).T for w, y in map(design.equations, some)])
    rates = np.concatenate([log.qd for log in some])
    found = {}
    for k in design.driven:
        known = np.isfinite(left[:, k])
        v, r = rates[known, k], left[known, k]
        if not known.any() or not np.abs(v).max(initial=0.0) > 0:
            continue
        plain = np.column_stack([column(v) for _, _, column in design.friction.columns])
        curves = [(vs, np.exp(-((v / vs) ** 2)) * np.sign(v)) for vs in np.abs(v).max() * _SPEEDS]
        costs = {float(vs): _residual(np.column_stack([plain, curve]), r) for vs, curve in curves}
        found[k] = min(costs, key=costs.__getitem__)
    return found


def _residual(A: Array, y: Array) -> float:
    """Compute the norm of the residual of the best fit A x = y."""
    return float(norm(y - A @ lstsq(A, y, rcond=None)[0]))
