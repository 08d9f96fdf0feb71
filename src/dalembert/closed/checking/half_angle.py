r"""Half angles, as books write them: 1 − cos q = 2 sin²(q/2).

Where an angle is Σ k_i φ_i with halves among the k_i, the ring gets sin(φ_i/2) and cos(φ_i/2) as new elements, and what
is expanded is brought back to whole angles by

    cos²(φ/2) = ½ (1 + cos φ)        sin(φ/2) cos(φ/2) = ½ sin φ

so that only what has no whole angle, an odd power of a half one, keeps it. There sin(φ/2) (1 + cos φ) = cos(φ/2) sin φ
still ties the two together, as in tan(φ/2) = sin φ/(1 + cos φ): an element is 0 where its even part and its odd part
times cos(φ/2) are, both of whole angles.
"""

from __future__ import annotations

from fractions import Fraction

from dalembert.closed.algebra.angle import form
from dalembert.closed.algebra.generator import Missing, Poly
from dalembert.closed.algebra.ring import Ring

_HALF = Fraction(1, 2)


def sincos(ring: Ring, angle: Poly) -> tuple[Poly, Poly]:
    """Sine and cosine of an angle that has halves of the ring's; raises `Missing` for what to adjoin."""
    vector = form(angle)
    vector.pop(ring.pi_monomial, None)
    multiples = ring.combination.of(vector) or []
    halves = [phi for k, (_, _, phi) in zip(multiples, ring.angles, strict=True) if k.denominator == 2]
    whole = angle
    for phi in halves:
        whole = whole - phi / 2
    sine, cosine = ring.sincos(whole)
    for phi in halves:
        s, c = ring.found("sin", phi / 2), ring.found("cos", phi / 2)
        if s is None or c is None:
            raise Missing(("cos", "sin"), phi / 2)
        sine, cosine = ring.reduce(sine * c + cosine * s), ring.reduce(cosine * c - sine * s)
    return sine, cosine


def in_whole_angles(ring: Ring, p: Poly) -> Poly:
    """p with its half angles doubled wherever they come in pairs."""
    for s, c, phi in _halves(ring, p):
        sine, cosine = ring.sincos(2 * phi)
        total = ring.zero
        for (a, b), part in ring.collect(p, [ring.generators[s].name, ring.generators[c].name]).items():
            odd = (a + b) % 2
            left = ring.variables[s] if odd and a else ring.variables[c] if odd else ring.one
            pairs = 0 if odd else a  # sin cos
            factor = (sine * ring.number(_HALF)) ** pairs * ((cosine + 1) * ring.number(_HALF)) ** (b // 2)
            total = total + part * left * factor
        p = ring.reduce(total)
    return p


def is_zero(ring: Ring, p: Poly) -> bool:
    """Whether an element is 0, whatever the values of the symbols, its half angles and whole ones seen together."""
    parts = [ring.cleared(p)]
    for s, c, _ in _halves(ring, parts[0]):
        split: list[Poly] = []
        for part in parts:
            even, odd = ring.zero, ring.zero
            powers = ring.collect(part, [ring.generators[s].name, ring.generators[c].name])
            for (a, b), factor in powers.items():
                term = factor * ring.variables[s] ** a * ring.variables[c] ** b
                even, odd = (even, odd + term) if (a + b) % 2 else (even + term, odd)
            split += [even, ring.reduce(odd * ring.variables[c])]
        parts = split
    return not any(in_whole_angles(ring, x) for x in parts)


def _halves(ring: Ring, p: Poly) -> list[tuple[int, int, Poly]]:
    """The angles of an element that are half of another one of the ring's: places of sine and cosine, and the angle."""
    used = p.degrees()
    angles = [x for x in ring.angles if used[x[0]] or used[x[1]]]
    return [x for x in angles if any(psi / 2 == x[2] for _, _, psi in ring.angles)]
