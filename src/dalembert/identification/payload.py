"""Payloads: efforts due to a known payload, identification of an unknown payload, and a test for a payload.

    τ_L = Y_L(q, q̇, q̈) π_L                                       Y_L: regressor columns of a body fixed at the frame
    τ_with − τ̂_without(q, q̇, q̈) = Y_L(q, q̇, q̈) π_L               the payload of a second log         [khalil2002, §12.5]
    τ − Y_b β₀ = Y_b G_L π_L + friction                            test for a payload of the given robot      [khalil2002, §12.5]

β₀ are the base parameters of the given robot, and G_L are the columns of a body fixed to its last link. The test
compares the errors of fits without and with the payload parameters π_L. Both fits include friction.

The drive gains g_j, effort = g_j · signal, are identified from logs without and with a known load.  [gautier2014]

    v_j = a_j (w_j x + y_j),   a_j = 1/g_j,   y_j = Y_Lj π_L of the known load, 0 without a load

The signals v are noisy. Without a load, the equations determine (x, g) only up to a common scale factor. The known load
determines this factor. Several joints depend on the same link parameters, so the load also determines the gains of
joints that carry little load. The unknowns x and a are computed by Gauss-Newton iterations that start at the linear
least-squares solution of w_j x − g_j v_j = −y_j.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, final

import numpy as np
from numpy.linalg import norm, svd

from dalembert import finding
from dalembert.argument import counted, requires
from dalembert.boundary import as_frame
from dalembert.dynamics import compile
from dalembert.finding.finding import Argument, Identifier, Noun, SymbolName, given
from dalembert.graph import evaluate
from dalembert.identification.filtering import Array, Samples
from dalembert.identification.least_squares import Estimate, Information, Rows, information, solved, thinning, triangle
from dalembert.identification.linear_model import TEN, Design, moved_parameters
from dalembert.kinematics.chain import check_moves
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree
from dalembert.tolerance import EFFORT_LEFT, GAINS_SETTLED, NULL_SHARE, RANK, ROUNDING, TINY
from dalembert.typeset.notebook_display import Displayed

Load = tuple[str | None, Inertia]


def load_columns(robot: Robot, frame: str | None) -> Callable[[Samples], Array]:
    """Return a function that maps a log to the regressor Y_L of a body fixed at a frame, (n, samples, 10).

    The parameters of the body are expressed in this frame, about the frame origin. The default frame is the tip.
    """
    check_moves(robot, as_frame(robot, frame))
    bodies = tree(robot)
    body, pose = bodies.place(frame)
    link = bodies.bodies[body].link
    number = [i for i, b in enumerate(bodies.bodies) if b.link].index(body)
    place = moved_parameters(bodies.places[link][1].inverse() @ pose)
    columns = slice(TEN * number, TEN * number + TEN)

    def rows(log: Samples) -> Array:
        Y = compile(robot, "regressor")(log.q, log.qd, log.qdd)[:, :, columns] @ place
        return np.moveaxis(Y, 1, 0)

    return rows


def load_efforts(robot: Robot, load: Load) -> Callable[[Samples], Array]:
    """Return a function that maps a log to the efforts required by a known load, (samples, n)."""
    rows, pi = load_columns(robot, load[0]), np.array(evaluate(load[1].parameters, {}), float)
    return lambda log: (rows(log) @ pi).T


def loads_of(loads: Any, count: int) -> tuple[Load | None, ...]:
    """Parse the known load of each log."""
    if loads is None:
        return (None,) * count
    single = not isinstance(loads, Sequence) or (count == 1 and isinstance(loads, tuple))
    each = [loads] if single else list(loads)
    return tuple(map(_load, counted(each, "loads", count, "logs")))


def _load(load: Any) -> Load | None:
    if load is None:
        return None
    frame, inertia = load if isinstance(load, tuple) and len(load) == 2 else (None, load)
    if not isinstance(inertia, Inertia) or not (frame is None or isinstance(frame, str)):
        raise finding.WrongType(Argument("loads"), Noun("a load"), given(load)).error()
    return frame, inertia.numeric()


NAMES = ("mass", "mx", "my", "mz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz")


@final
@dataclass(frozen=True, eq=False)
class Payload(Displayed):
    """Identified payload: ten inertial parameters, expressed in the frame, with standard deviations σ.

    `error` is the unexplained fraction of the torque difference.
    """

    frame: str
    parameters: dict[str, float]
    sigma: dict[str, float]
    error: float

    @property
    def inertia(self) -> Inertia:
        """Inertia of the payload, as an argument for `robot.attach(frame, inertia)`."""
        return Inertia.from_parameters(tuple(self.parameters.values()))

    @property
    def com(self) -> tuple[float, float, float]:
        x, y, z = self.inertia.com
        return (x, y, z)


def payload(design: Design, found: Estimate, log: Samples, frame: str | None) -> Payload:
    """Identify the payload that explains the difference between a log and the prediction of a fit without the
    payload."""
    name, columns = frame or tree(design.robot).last, load_columns(design.robot, frame)

    def equations(some: Samples) -> tuple[Array, Array]:
        w, y = design.equations(some)
        return columns(some), y - (w @ found.x).T

    rows, weights = Rows(log, thinning(log, TEN), equations), found.weights
    info = information([rows], np.ones((design.n, TEN), bool))
    own = solved(info.stacked(weights))
    if not own.seen.all():
        unseen = tuple(SymbolName(name) for name, seen in zip(NAMES, own.seen, strict=True) if not seen)
        raise finding.NotIdentifiable(Noun("payload parameters"), unseen, Identifier(name)).error()
    left, whole = (float(x @ weights**2) for x in info.squares(own.x))
    sigma = own.sigma * np.sqrt(left / max(info.counts.sum(0) @ (weights > 0) - TEN, 1))
    values, spread = (dict(zip(NAMES, x.tolist(), strict=True)) for x in (own.x, sigma))
    return Payload(name, values, spread, float(np.sqrt(left / whole)) if whole > 0 else 0.0)


@final
@dataclass(frozen=True)
class PayloadTest:
    """Result of the payload test.

    `own` and `loaded` are the relative errors for the given robot without and with an additional body at `link`. `mass`
    is the mass of this body, with standard deviation `sigma`.
    """

    link: str
    own: float
    loaded: float
    mass: float
    sigma: float


def payload_test(design: Design, info: Information, found: Estimate) -> PayloadTest | None:
    """Compute the errors of the given robot without and with a payload.

    Return None if the robot's inertial parameters are symbolic or zero.
    """
    basis = design.basis
    if basis is None or basis.bodies == 0:
        return None
    own = _own(design, info)
    if np.isnan(own).any() or not own.any():
        return None
    last = slice(TEN * (basis.bodies - 1), TEN * basis.bodies)
    load = np.zeros((info.size, TEN))
    load[: design.inertial] = basis.from_links[:, last]
    rest = np.eye(info.size)[:, design.inertial :]
    R = triangle(info.stacked(found.weights))
    W, y = R[:, :-1], R[:, -1] - R[:, :-1] @ own
    plain = own + rest @ _least_norm(W @ rest, y)[0]
    z, C = _least_norm(W @ np.hstack([load, rest]), y)
    loaded = own + np.hstack([load, rest]) @ z
    link = [body.link for body in tree(design.robot).bodies if body.link][-1]
    return PayloadTest(link, info.error(plain), info.error(loaded), float(z[0]), float(np.sqrt(C[0, 0] / info.share)))


def effort_scales(design: Design, info: Information) -> list[tuple[int, float, float, float]]:
    """Estimate the scale a of each joint's effort, τ_j = a Y_j β₀ + friction.

    Return (joint, a, error with a = 1, error with a) for joints whose efforts are predicted by the given robot.
    """
    if design.basis is None or np.isnan(design.prior[: design.inertial]).any():
        return []
    found, own = [], _own(design, info)
    for j, (R, columns) in enumerate(zip(info.joints, info.columns, strict=True)):
        W, y = R[:, :-1], R[:, -1]
        requested, rest = W @ own[columns], W[:, columns >= design.inertial]
        whole = float(norm(y))
        if whole == 0 or not norm(requested) > EFFORT_LEFT * whole:
            continue
        scaled = np.column_stack([requested, rest])
        z = _least_norm(scaled, y)[0]
        plain = rest @ _least_norm(rest, y - requested)[0]
        before, after = (float(norm(y - x)) / whole for x in (requested + plain, scaled @ z))
        found.append((j, float(z[0]), before, after))
    return found


def _own(design: Design, info: Information) -> Array:
    """Return the base parameters of the given robot, with zeros for friction."""
    return np.where(np.arange(info.size) < design.inertial, design.prior, 0.0)


def _least_norm(A: Array, y: Array) -> tuple[Array, Array]:
    """Compute the minimum-norm least-squares solution, and its covariance for unit noise variance.

    The variance is infinite for undetermined directions.
    """
    size = norm(A, axis=0)
    size[size == 0] = 1.0
    U, s, Vt = svd(A / size, full_matrices=False)
    observable = s > RANK * s.max(initial=0.0)
    V = Vt[observable].T / s[observable]
    C = V @ V.T / np.outer(size, size)
    blind = np.flatnonzero(1 - np.sum(Vt[observable] ** 2, axis=0) > NULL_SHARE)
    C[blind, blind] = np.inf
    return V @ (U[:, observable].T @ y) / size, C


_ROUNDS = 30


@final
@dataclass(frozen=True, eq=False)
class Gains:
    """Drive gain g of each coordinate, with the standard deviation σ.

    For a gain that the logs do not determine, σ is infinite and g is set to 1.

    `covariance` is the covariance of x, including the uncertainty of the gains.
    """

    values: dict[str, float]
    sigma: dict[str, float]
    covariance: Array

    @property
    def scale(self) -> Array:
        """Drive gains as an array with one entry per coordinate."""
        return np.array(list(self.values.values()))


def drive_gains(design: Design, logs: Sequence[Samples], loads: Sequence[Load | None]) -> Gains:
    """Estimate the drive gains for which a single robot model explains all logs."""
    requires("gains", True, "loads", any(loads), "[None, (frame, Inertia)]")
    size = len(design.names)
    rows = [Rows(x, thinning(x, size), _equations(design, load)) for x, load in zip(logs, loads, strict=True)]
    return _solved(design, information(rows, np.column_stack([design.felt, np.ones(design.n, bool)])))


def _equations(design: Design, load: Load | None) -> Callable[[Samples], tuple[Array, Array]]:
    """Return a function that computes the rows [w_j, y_j] and the signals v_j."""
    requested = None if load is None else load_efforts(design.robot, load)

    def equations(some: Samples) -> tuple[Array, Array]:
        y = np.zeros_like(some.tau) if requested is None else requested(some)
        return np.concatenate([design.rows(some), y.T[:, :, None]], axis=2), some.recorded

    return equations


def _solved(design: Design, info: Information) -> Gains:
    size = len(design.names)
    R = info.joints
    counts = info.share * info.counts.sum(0)
    driven = [j for j in design.driven if np.any(R[j][:, -1])]
    noise = np.ones(design.n)
    x, a = _linear(info, driven)
    for _ in range(_ROUNDS):
        parts, left = [], []
        for k, j in enumerate(driven):
            c, w = info.columns[j][:-1], R[j][:, :-2]
            effort = w @ x[c] + R[j][:, -2]
            row = np.zeros((len(w), size + len(driven)))
            row[:, c], row[:, size + k] = a[k] * w, effort
            own = R[j][:, -1] - a[k] * effort
            noise[j] = float(np.sqrt(own @ own / max(counts[j] - len(c) / 2, 1.0))) or TINY
            parts.append(row / noise[j])
            left.append(own / noise[j])
        J, r = np.vstack(parts), np.concatenate(left)
        step, C = _least_norm(J, r)
        x, a = x + step[:size], a + step[size:]
        if norm(step) <= GAINS_SETTLED * (norm(x) + norm(a)):
            break
    names = design.robot.coordinates
    values, sigma = dict.fromkeys(names, 1.0), dict.fromkeys(names, float("inf"))
    for k, j in enumerate(driven):
        s = float(np.sqrt(C[size + k, size + k]))
        name = names[j]
        if np.isfinite(s) and a[k] != 0:
            values[name], sigma[name] = float(1 / a[k]), s / float(a[k] ** 2)
    return Gains(values, sigma, C[:size, :size])


def _linear(info: Information, driven: list[int]) -> tuple[Array, Array]:
    """Solve w_j x − g_j v_j = −y_j by linear least squares, with each joint scaled by the signal size.

    Return x and a = 1/g.
    """
    rows, size = [], info.size - 1
    for k, j in enumerate(driven):
        R = info.joints[j]
        row = np.zeros((len(R), size + len(driven) + 1))
        row[:, np.append(info.columns[j][:-1], [-1, size + k])] = R / max(float(norm(R[:, -1])), TINY)
        rows.append(row)
    A = np.vstack(rows)
    z = _least_norm(A[:, :-1], -A[:, -1])[0]
    x, g = z[:size], -z[size:]
    return x, np.where(np.abs(g) > ROUNDING * np.abs(g).max(initial=TINY), 1 / np.where(g == 0, 1.0, g), 1.0)
