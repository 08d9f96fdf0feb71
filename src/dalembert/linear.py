"""A robot about a state: ẋ ≈ f(x₀, τ₀) + A (x − x₀) + B (τ − τ₀),  x = (q, q̇).

    A = [0, 1; ∂q̈/∂q, ∂q̈/∂q̇],   B = [0; M⁻¹]        exact, from the derivatives of forward dynamics
    modes: A v = λ v, frequency |λ|, damping −Re λ / |λ|
    LQR: τ = τ₀ − K (x − x₀) with the least ∫ xᵀQ x + τᵀR τ dt,  K = R⁻¹BᵀP,  AᵀP + P A − P B R⁻¹BᵀP + Q = 0  [anderson1990]

`control.ss(A, B, C, D)` of python-control takes the arrays as they are. Dry friction jumps at rest; its slope there is 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.dynamics import forward_dynamics_derivatives
from dalembert.errors import WrongSize, WrongValue
from dalembert.robot.model import Robot

Array = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Mode:
    """A motion v e^λt: `frequency` in rad/s, `damping` its ratio (negative where it grows), `shape` over (q, q̇)."""

    eigenvalue: complex
    frequency: float
    damping: float
    shape: Array


class Regulator(NamedTuple):
    """τ = τ₀ − K (x − x₀); P is the cost to go, `poles` those of A − B K."""

    K: Array
    P: Array
    poles: Array


class Linear(NamedTuple):
    """(A, B), `(..., 2n, 2n)` and `(..., 2n, n)`."""

    A: Array
    B: Array

    def modes(self) -> tuple[Mode, ...]:
        """The modes of A, slowest first; a pair of complex ones is listed once, with Im λ > 0."""
        self._one("modes")
        values, vectors = np.linalg.eig(self.A)
        kept = [k for k in np.argsort(np.abs(values)) if values[k].imag >= 0]
        return tuple(
            Mode(complex(values[k]), float(abs(values[k])), _ratio(complex(values[k])), vectors[:, k]) for k in kept
        )

    def lqr(self, Q: ArrayLike, R: ArrayLike) -> Regulator:
        """The regulator of least cost; Q (2n, 2n) or its diagonal, R (n, n) or its diagonal."""
        from scipy.linalg import solve_continuous_are

        self._one("a regulator")
        q, r = (_weight(x, size, name) for x, size, name in ((Q, len(self.A), "Q"), (R, self.B.shape[1], "R")))
        if np.linalg.eigvalsh(r)[0] <= 0 or np.linalg.eigvalsh(q)[0] < -1e-12 * np.abs(q).max():
            raise WrongValue("R must be positive definite and Q must not be negative")
        try:
            P = solve_continuous_are(self.A, self.B, q, r)
        except np.linalg.LinAlgError as error:
            raise WrongValue(f"no regulator holds this state with this Q: {str(error).lower().rstrip('.')}") from None
        K = np.linalg.solve(r, self.B.T @ P)
        return Regulator(K, P, np.linalg.eigvals(self.A - self.B @ K))

    def _one(self, what: str) -> None:
        if self.A.ndim != 2:
            raise WrongSize(f"{what} are of one state; A has shape {self.A.shape}")


def linearize(robot: Robot, q: ArrayLike, qd: ArrayLike | None = None, tau: ArrayLike | None = None) -> Linear:
    """A and B at a state and effort, `(n,)` or `(..., n)` each; at rest, without effort, unless told."""
    if not isinstance(robot, Robot):
        raise WrongValue(f"linearize needs a Robot first, got {type(robot).__name__}")
    elastic = [j.name for j in robot.joints if j.drive is not None and j.drive.stiffness is not None]
    if elastic:
        raise WrongValue(
            f"joint '{elastic[0]}' is elastic; its motor has a state of its own, which (A, B) of the rigid arm would leave out"
        )
    zero = np.zeros(robot.n)
    rate, effort = (zero if x is None else x for x in (qd, tau))
    try:
        states = np.broadcast_arrays(*(np.asarray(x, dtype=float) for x in (q, rate, effort)))
    except (TypeError, ValueError):
        raise WrongValue(f"q, qd and tau must be numbers, {robot.n} each, of shapes that go together") from None
    by_q, by_qd, by_tau = forward_dynamics_derivatives(robot, *states)
    none, one = np.zeros_like(by_q), np.broadcast_to(np.eye(robot.n), by_q.shape)
    return Linear(np.block([[none, one], [by_q, by_qd]]), np.concatenate([none, by_tau], axis=-2))


def _ratio(value: complex) -> float:
    return -value.real / abs(value) if value else 0.0


def _weight(given: ArrayLike, size: int, name: str) -> Array:
    array = np.asarray(given, dtype=float)
    matrix = (
        array if array.ndim == 2 else np.diag(np.broadcast_to(array, (size,))) if array.size in (1, size) else array
    )
    if matrix.shape != (size, size) or not np.isfinite(matrix).all():
        raise WrongSize(f"{name} has shape {array.shape}; it needs 1, {size} or {size} × {size} finite numbers")
    return (matrix + matrix.T) / 2
