"""Linearization of a robot about a state: ẋ ≈ f(x₀, τ₀) + A (x − x₀) + B (τ − τ₀), x = (q, q̇).

    A = [0, 1; ∂q̈/∂q, ∂q̈/∂q̇],   B = [0; M⁻¹]        exact, from the derivatives of forward dynamics
    balls: x − x₀ contains the rotation vector δ in the body frame, δ̇ = δω − ω × δ, so −[ω]× appears in the upper left
    loops: x contains the independent coordinates and their velocities u (`independent_map`), q̇ = G u:
           δq = G δ,  δq̇ = G δu + D δ,  J D = −∂(J q̇)/∂q G,   δu̇ = the independent rows of ∂q̈/∂q δq + ∂q̈/∂q̇ δq̇
    modes: A v = λ v, frequency |λ|, damping −Re λ / |λ|
    LQR: τ = τ₀ − K (x − x₀) minimises ∫ xᵀQ x + τᵀR τ dt,  K = R⁻¹BᵀP,  AᵀP + P A − P B R⁻¹BᵀP + Q = 0  [anderson1990]

The method `to_control` passes A and B to the function `control.ss(A, B, C, D)` of python-control. Dry friction is
discontinuous at zero velocity, where its derivative is set to 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from dalembert import finding
from dalembert.algorithms.constraint import loop_jacobian
from dalembert.algorithms.tangent import slopes
from dalembert.argument import Numbers, optional, shaped, single, together
from dalembert.boundary import Array, RobotLike, StateLike, as_q, as_rates, as_robot, without
from dalembert.codegen.runtimes.kernel import Kernel, vectors
from dalembert.control.law import gain_matrix
from dalembert.dynamics import forward_dynamics_derivatives
from dalembert.finding.finding import Call, External, Function, Identifier
from dalembert.mechanism.loops import independent_coordinates, independent_map
from dalembert.progress import working
from dalembert.robot.model import Robot, cached
from dalembert.robot.tree import tree, unknowns
from dalembert.spatial.vector import dot
from dalembert.tolerance import POLE_AT_ZERO, RANK, RICCATI
from dalembert.typeset.notebook_display import card, without_rounding

_SHOWN = 6  # largest number of coordinates for which A and B are displayed


@dataclass(frozen=True, eq=False)
class Mode:
    """Mode v e^λt of a linear system.

    Attributes
    ----------
    eigenvalue : complex
        Eigenvalue λ in 1/s.
    frequency : float
        Frequency |λ| in rad/s.
    damping : float
        Damping ratio, which is negative for an unstable mode.
    shape : ndarray, shape (2n,)
        Mode shape v in terms of (q, q̇).
    """

    eigenvalue: complex
    frequency: float
    damping: float
    shape: Array


class Regulator(NamedTuple):
    """Linear-quadratic regulator τ = τ₀ − K (x − x₀).

    Attributes
    ----------
    K : ndarray, shape (n, 2n)
        Gain matrix.
    P : ndarray, shape (2n, 2n)
        Matrix P of the quadratic cost-to-go function.
    poles : ndarray
        Eigenvalues of A − B K.
    """

    K: Array
    P: Array
    poles: Array


class Linear(NamedTuple):
    """Linear system ẋ = A x + B τ.

    Attributes
    ----------
    A : ndarray, shape (..., 2n, 2n)
    B : ndarray, shape (..., 2n, n)
    """

    A: Array
    B: Array

    def _repr_html_(self) -> str:
        title, n = "Linearized dynamics, ẋ = A x + B u", self.B.shape[-1]
        if self.A.shape != (2 * n, 2 * n) or n > _SHOWN:
            return card(title, facts=[("A", self.A), ("B", self.B)])
        states, inputs = ([f"{x}{k + 1}" for x in letters for k in range(n)] for letters in (("δq", "δq̇"), ("δτ",)))
        numbers = np.hstack([without_rounding(self.A), without_rounding(self.B)])
        rows = [(f"d{name}/dt", *row) for name, row in zip(states, numbers.tolist(), strict=True)]
        return card(title, heads=["", *states, *inputs], rows=rows)

    def modes(self) -> tuple[Mode, ...]:
        """Compute the modes of A, slowest first. A complex-conjugate pair is listed once, with Im λ > 0."""
        single(self.A.shape[:-2], "modes")
        values, vectors = np.linalg.eig(self.A)
        kept = [k for k in np.argsort(np.abs(values)) if values[k].imag >= 0]
        return tuple(
            Mode(complex(values[k]), float(abs(values[k])), _ratio(complex(values[k])), vectors[:, k]) for k in kept
        )

    def lqr(self, Q: Numbers, R: Numbers) -> Regulator:
        """Compute the linear-quadratic regulator for the weight matrices or diagonals Q (2n, 2n) and R (n, n)."""
        single(self.A.shape[:-2], "lqr")
        q, r = gain_matrix(Q, len(self.A), "Q"), gain_matrix(R, self.B.shape[1], "R", definite=True)
        q, r = (q + q.T) / 2, (r + r.T) / 2
        P = _riccati(self.A, self.B, q, r)
        K = np.linalg.solve(r, self.B.T @ P)
        poles = np.linalg.eigvals(self.A - self.B @ K)
        if poles.real.max() > -POLE_AT_ZERO * np.abs(poles).max():
            raise finding.NotStabilizable(pole=Identifier(f"{poles[np.argmax(poles.real)]:.3g}")).error()
        return Regulator(K, P, poles)

    def to_control(self, C: Numbers | None = None, D: Numbers | None = None) -> Any:
        """Create a python-control `StateSpace` system.

        The output is the state, or y = C x + D τ if C and D are given.
        """
        single(self.A.shape[:-2], "to_control")
        control = optional("control", "to_control")
        states, inputs = self.B.shape
        rows = np.eye(states) if C is None else np.atleast_2d(shaped(C, "C", (states,), ("N", states)))
        size = (len(rows), inputs)
        through = np.zeros(size) if D is None else shaped(np.atleast_2d(np.asarray(D)), "D", size)
        return control.ss(self.A, self.B, rows, through)


def _riccati(A: Array, B: Array, Q: Array, R: Array) -> Array:
    """Solve the Riccati equation for P after scaling A, Q and B R⁻¹Bᵀ to about 1."""
    from scipy.linalg import solve_continuous_are

    B = np.linalg.solve(np.linalg.cholesky(R), B.T).T  # R = 1
    G = B @ B.T
    if not G.any():
        raise finding.NotStabilizable().error()
    cost = float(np.sqrt(np.abs(Q).max() / np.abs(G).max())) or 1.0
    rate = float(max(np.abs(A).max(), np.abs(Q).max() / cost))
    try:
        P = cost * solve_continuous_are(A / rate, np.sqrt(cost / rate) * B, Q / (cost * rate), np.eye(B.shape[1]))
    except np.linalg.LinAlgError as error:
        raise finding.NotStabilizable(reason=External(str(error))).error() from None
    parts = (A.T @ P, P @ A, -P @ G @ P, Q)
    if np.any(np.abs(sum(parts)) > RICCATI * np.sum([np.abs(x).max() for x in parts])):
        raise finding.RiccatiInaccurate(RICCATI).error()
    return np.asarray(P)


@working("linearizing")
def linearize(
    robot: RobotLike,
    q: StateLike,
    qd: StateLike | None = None,
    tau: StateLike | None = None,
    *,
    degrees: bool = False,
) -> Linear:
    """Linearize the dynamics about a state.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
        Robot without elastic joints.
    q : array_like, shape (..., nq), or mapping
        Coordinates.
    qd, tau : array_like, shape (..., nv), or mapping, optional
        Velocities and efforts; zero by default.
    degrees : bool
        Whether angles in q and qd are in degrees.

    Returns
    -------
    Linear
        Matrices A (..., 2n, 2n) and B (..., 2n, n) of ẋ = A x + B τ with x = (q, q̇). For a robot with loops, x
        contains the independent coordinates and velocities, and B has a column for each entry of tau.

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.pendulum().rigid().bind(m=1, d=0.5, Il=0.1, g=9.81)
    >>> A, B = da.linearize(robot, [0.0])
    >>> A.round(3)
    array([[  0.   ,   1.   ],
           [-14.014,   0.   ]])
    """
    robot = as_robot(robot)
    elastic = [j.name for j in robot.joints if any(d is not None and d.stiffness is not None for d in j.drives)]
    without(robot, "linearize", "joint elasticity", elastic, Call(Function("robot.rigid")))
    zero = np.zeros(robot.nv)
    states = together(
        {
            "q": as_q(robot, q, degrees=degrees),
            "qd": zero if qd is None else as_rates(robot, qd, degrees=degrees),
            "tau": zero if tau is None else as_rates(robot, tau, "tau"),
        }
    )
    by_q, by_qd, by_tau = forward_dynamics_derivatives(robot, *states)
    upper = np.zeros_like(by_q)
    for body in tree(robot).bodies:
        if body.motion == "ball":
            own = slice(body.coordinate, body.coordinate + 3)
            upper[..., own, own] = np.cross(states[1][..., None, own], np.eye(3))  # −[ω]×
    none, one = np.zeros_like(by_q), np.broadcast_to(np.eye(robot.nv), by_q.shape)
    if robot.loops:
        return _independent(robot, states, (by_q, by_qd, by_tau))
    return Linear(np.block([[upper, one], [by_q, by_qd]]), np.concatenate([none, by_tau], axis=-2))


def _independent(robot: Robot, states: Sequence[Array], by: tuple[Array, Array, Array]) -> Linear:
    """Compute A and B in terms of the independent coordinates of a robot with loops."""
    own = [robot.coordinate(name) for name in independent_coordinates(robot)]
    without(robot, "linearize", "independent ball rates", (c.name for c in own if c.motion == "ball"))
    pick = [c.qd for c in own]
    G, _ = independent_map(robot, states[0])
    J, turned = _loop_rates(robot)(*states[:2])
    others = [k for k in range(robot.nv) if k not in pick]
    D = np.zeros_like(G)
    D[..., others, :] = -np.linalg.pinv(J[..., others], rcond=RANK) @ (turned @ G)
    by_q, by_qd, by_tau = (x[..., pick, :] for x in by)
    none = np.zeros((*G.shape[:-2], len(own), len(own)))
    one = none + np.eye(len(own))
    A = np.block([[none, one], [by_q @ G + by_qd @ D, by_qd @ G]])
    return Linear(A, np.concatenate([np.zeros_like(by_tau), by_tau], axis=-2))


@cached
def _loop_rates(robot: Robot) -> Kernel:
    """Compile the function (q, q̇) -> (J, ∂(J q̇)/∂q), with derivatives on the tangent space."""
    whole = tree(robot)
    q, qd = unknowns(whole, "q"), unknowns(whole, "qd")
    J = loop_jacobian(whole, q)
    by = slopes(whole, [dot(row, qd) for row in J], q)
    shape = (len(J), robot.nv)
    return Kernel(
        "loops",
        vectors(q=q, qd=qd),
        [(name, shape, [x for row in A for x in row]) for name, A in (("J", J), ("by", by))],
    )


def _ratio(value: complex) -> float:
    return -value.real / abs(value) if value else 0.0
