"""Square roots in a ring: of a number, a product of roots of different primes, √12 = 2 √3."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from dalembert.closed.algebra.generator import Poly, as_fraction
from dalembert.errors import WrongValue

if TYPE_CHECKING:
    from dalembert.closed.algebra.ring import Ring

_LARGEST_PRIME = 100_000


def root(ring: Ring, radicand: Poly) -> Poly:
    """√radicand; raises `Missing` for a root that the ring does not have."""
    if not radicand:
        return ring.zero
    if not radicand.is_constant():
        return ring.find("root", radicand)
    number = as_fraction(radicand.leading_coefficient())
    if number < 0:
        raise WrongValue(f"square root of the negative number {number}")
    outside, inside = _square_part(number.numerator * number.denominator)
    result = ring.number(Fraction(outside, number.denominator))
    for prime in inside:
        result = result * ring.find("root", ring.number(prime))
    return result


def _square_part(n: int) -> tuple[int, list[int]]:
    """n = outside² · Π inside, the primes inside different; a factor of large primes stays whole."""
    outside, inside, prime = 1, [], 2
    while prime * prime <= n and prime < _LARGEST_PRIME:
        while n % (prime * prime) == 0:
            n //= prime * prime
            outside *= prime
        if n % prime == 0:
            n //= prime
            inside.append(prime)
        prime += 1
    if n > 1:
        inside.append(n)
    return outside, inside
