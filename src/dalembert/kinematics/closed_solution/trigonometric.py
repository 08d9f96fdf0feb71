"""Real roots of trigonometric polynomials, for arrays of them.

a cos θ + b sin θ = c           θ = atan2(b, a) ± acos(c/√(a² + b²))
Σ_{|m| ≤ 2} f_m e^{imθ} = 0     a quartic in z = e^{iθ}; its real angles are the roots on the unit circle

A polynomial of degree 4 in a length x is one of order 2 in θ: with x = L tan(θ/2), F(x) cos⁴(θ/2).
Where a root does not exist the result is NaN.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from dalembert.kinematics.rotation import Array

SLACK = 1e-7  # how far beyond the edge of reach a root is still taken to be on it; a Newton step decides later
_SAMPLES = 2 * np.pi * np.arange(5) / 5  # none at π, the image of an infinite length


def linear(a: Array, b: Array, c: Array) -> Array:
    """Both θ of a cos θ + b sin θ = c, `(…, 2)`."""
    size = np.hypot(a, b)
    ratio = np.where(size > 0, c, np.nan) / np.where(size > 0, size, 1.0)
    ratio = np.where(np.abs(ratio) <= 1 + SLACK, np.clip(ratio, -1, 1), np.nan)
    spread = np.arccos(ratio)
    middle = np.arctan2(b, a)
    return np.stack([middle - spread, middle + spread], axis=-1)


def quadratic(a: Array, b: Array, c: Array) -> Array:
    """Both x of a x² + b x + c = 0 with a > 0, `(…, 2)`."""
    D = b * b - 4 * a * c
    edge = SLACK * (b * b + np.abs(4 * a * c))
    root = np.sqrt(np.where(edge + D >= 0, np.maximum(D, 0), np.nan))
    return np.stack([(-b - root) / (2 * a), (-b + root) / (2 * a)], axis=-1)


def roots(F: Callable[[Array], Array], prismatic: bool, scale: Array) -> Array:
    """All real x, `(…, 4)`, with F(x) = 0; F is of order 2 in an angle, or of degree 4 in a length.

    F maps `(…, K)` to `(…, K)`; `scale`, `(…)`, is a typical length.
    """
    L = scale[..., None]
    if prismatic:
        values = F(L * np.tan(_SAMPLES / 2)) * np.cos(_SAMPLES / 2) ** 4
    else:
        values = F(np.broadcast_to(_SAMPLES, (*scale.shape, 5)))
    angles = order_two(np.fft.fft(values, axis=-1) / 5)
    return L * np.tan(angles / 2) if prismatic else angles


def order_two(f: Array) -> Array:
    """Real roots, `(…, 4)`, of Σ f_m e^{imθ}; f holds f₀ f₁ f₂ f₋₂ f₋₁, as a transform of five samples gives them."""
    size = np.max(np.abs(f), axis=-1)
    result = np.full((*f.shape[:-1], 4), np.nan)
    flat = np.abs(f[..., 2]) <= 1e-11 * size
    if np.any(flat):
        g = f[flat]
        result[flat, :2] = linear(2 * g[:, 1].real, -2 * g[:, 1].imag, -g[:, 0].real)
    if not np.all(flat):
        result[~flat] = _quartic(f[~flat])
    return result


def _quartic(f: Array) -> Array:
    """f₂z⁴ + f₁z³ + f₀z² + f₋₁z + f₋₂ = 0 on the unit circle, by the companion matrix and two Newton steps."""
    companion = np.zeros((len(f), 4, 4), dtype=complex)
    companion[:, 1:, :3] = np.eye(3)
    companion[:, :, 3] = -f[:, [3, 4, 0, 1]] / f[:, 2:3]
    companion[:, 0, 3] = -f[:, 3] / f[:, 2]
    z = np.linalg.eigvals(companion)
    on_circle = np.abs(np.abs(z) - 1) < 1e-3  # a double root splits off it by the root of the rounding error
    angle = np.where(on_circle, np.angle(z), np.nan)
    m = np.array([0, 1, 2, -2, -1])
    for _ in range(2):
        waves = f[:, None, :] * np.exp(1j * m * angle[..., None])
        value, slope = waves.sum(-1).real, (1j * m * waves).sum(-1).real
        step = value / np.where(slope == 0, np.inf, slope)
        angle = angle - np.clip(step, -1e-3, 1e-3)
    return angle
