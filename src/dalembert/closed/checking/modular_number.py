"""Numbers modulo a prime with exact sines and cosines, for the fast evaluation of equations at random points.

Modulo a prime p ≡ 3 (mod 4), the number −1 is not a square. Therefore, the points (c, s) with c² + s² = 1 form a cyclic
group of p + 1 elements under the addition of angles,

    (c, s)·(c′, s′) = (c c′ − s s′, s c′ + c s′).

Each symbol x is assigned a random value and, for use as an angle, a random element u of this group that represents x/4.
The sine and cosine of a linear form Σ k x are the components of Π u^(4k). With p ≡ 47 (mod 48), the group contains the
angle π/24, and 2 and 3 have square roots. A function without a rule (exp, tanh, the sine of a product) has a random
value for each argument.

Two different expressions of degree d agree at a random point with probability at most d/p. For all supported
expressions, d/p is below 10⁻¹⁵. [schwartz1980]
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

P = 2**62 - 1553
Turn: TypeAlias = tuple[int, int]
_QUARTER, _STEPS = 4, 48  # angles are stored as quarters; a full turn has 48 steps


class NoValue(Exception):
    """Raised if an expression has no value at a point.

    The cause is a division by zero, or the root of a number that is not a square.
    """


class Residue:
    """Number modulo P.

    `angle` is the number as a linear form in symbols, and `exact` is the rational number that the residue represents.
    Each of them is None if it is unknown.
    """

    __slots__ = ("angle", "exact", "value")

    def __init__(self, value: int, angle: Mapping[str, Fraction] | None = None, exact: Fraction | None = None) -> None:
        self.value, self.angle, self.exact = value % P, angle, exact

    def __add__(self, other: Residue) -> Residue:
        angle = None if self.angle is None or other.angle is None else dict(self.angle)
        if angle is not None and other.angle is not None:
            for name, k in other.angle.items():
                angle[name] = angle.get(name, Fraction(0)) + k
        return Residue(self.value + other.value, angle)

    def __neg__(self) -> Residue:
        return number(-1) * self

    def __sub__(self, other: Residue) -> Residue:
        return self + -other

    def __mul__(self, other: Residue) -> Residue:
        k, x = (self.exact, other.angle) if self.exact is not None else (other.exact, self.angle)
        angle = None if k is None or x is None else {name: k * power for name, power in x.items()}
        exact = None if self.exact is None or other.exact is None else self.exact * other.exact
        return Residue(self.value * other.value, angle, exact)

    def __truediv__(self, other: Residue) -> Residue:
        if not other.value:
            raise NoValue
        inverse = None if other.exact is None else 1 / other.exact
        return self * Residue(pow(other.value, -1, P), exact=inverse)

    def __abs__(self) -> Residue:
        return self * sign(self)


def number(x: Fraction | float) -> Residue:
    """Convert a rational number to a residue. A float is converted through its decimal representation."""
    exact = Fraction(str(x)) if isinstance(x, float) else Fraction(x)
    return Residue(exact.numerator * pow(exact.denominator, -1, P), None if exact else {}, exact)


def symbol(name: str, seed: int) -> Residue:
    """Return the value of a symbol at a random point, which `seed` determines."""
    return Residue(random.Random(f"{seed} {name}").randrange(P), {f"{seed} {name}": Fraction(1)})


def sqrt(x: Residue) -> Residue:
    """Return the square root of x that is also a square modulo P."""
    root = pow(x.value, (P + 1) // 4, P)
    if root * root % P != x.value:
        raise NoValue
    return Residue(root)


def sign(x: Residue) -> Residue:
    return number(1 if x.value <= P // 2 else -1)


def sin(x: Residue) -> Residue:
    return Residue(_turned(x)[1])


def cos(x: Residue) -> Residue:
    return Residue(_turned(x)[0])


def exp(x: Residue) -> Residue:
    return Residue(random.Random(f"exp {x.value}").randrange(P))


def tanh(x: Residue) -> Residue:
    return sign(x) * Residue(random.Random(f"tanh {min(x.value, P - x.value)}").randrange(P))


def _turned(x: Residue) -> Turn:
    """Return (cos x, sin x) as elements of the group of rotations."""
    total: Turn = (1, 0)
    for name, k in ({f"{x.value}": Fraction(1)} if x.angle is None else x.angle).items():
        steps = k * (_STEPS // 2 if name == "pi" else _QUARTER)
        if steps.denominator > 1:
            raise NoValue
        total = _sum(total, _multiple(_STEP if name == "pi" else _circle(name), int(steps)))
    return total


def _sum(a: Turn, b: Turn) -> Turn:
    (c, s), (other_c, other_s) = a, b
    return (c * other_c - s * other_s) % P, (s * other_c + c * other_s) % P


def _multiple(u: Turn, k: int) -> Turn:
    u, total = (u[0], -u[1]) if k < 0 else u, (1, 0)
    for bit in f"{abs(k):b}":
        total = _sum(total, total)
        total = _sum(total, u) if bit == "1" else total
    return total


@lru_cache(1000)
def _circle(name: str) -> Turn:
    """Return a random element of the group of rotations, which depends only on the name."""
    t = random.Random(f"turn {name}").randrange(P)
    below = pow(1 + t * t, -1, P)
    return (1 - t * t) * below % P, 2 * t * below % P


def _step() -> Turn:
    """Find the group element of the angle π/24, for which 2 cos(π/4) = √2 and 2 cos(π/6) = √3 agree with `sqrt`."""
    roots = [sqrt(number(k)).value for k in (2, 3)]
    for i in range(1000):
        u = _multiple(_circle(f"step {i}"), (P + 1) // _STEPS)
        if [2 * _multiple(u, k)[0] % P for k in (6, 4)] == roots and _multiple(u, 12) == (0, 1):
            return u
    raise AssertionError


_STEP = _step()
pi = Residue(random.Random("pi").randrange(P), {"pi": Fraction(1)})
