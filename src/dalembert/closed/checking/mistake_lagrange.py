"""Mistakes in Lagrange's equation, d/dt ∂L/∂q̇ − ∂L/∂q = Q: a part dropped, doubled or with the wrong sign.

c_k = (Ṁ q̇)_k − ∂T/∂q_k = Σ_i c_kii q̇_i² + Σ_i<j 2 c_kij q̇_i q̇_j      g_k = ∂U/∂q_k      Q = τ − friction + Jᵀw
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import TypeAlias

from dalembert.closed.algebra.generator import Poly
from dalembert.closed.algebra.ring import Ring
from dalembert.closed.checking.parts import Model
from dalembert.closed.model.mechanics import Mechanics

Variants: TypeAlias = Iterator[tuple[Model, str]]
"""Mistaken models, each with a sentence: {k} is the joint, {lost} what the equation lacks of the true one."""


def kinetic_slope(_: Mechanics, model: Model) -> Variants:
    n = range(model.n)
    rate = [model.inertia_rate(k) for k in n]
    slope = [model.kinetic_slope(k) for k in n]
    yield (
        replace(model, c=rate),
        "the term −∂T/∂q{k} of Lagrange's equation was dropped: d/dt(∂T/∂q̇{k}) alone gives what is written, "
        "and −∂T/∂q{k} = {lost} is missing",
    )
    wrong = [r + s for r, s in zip(rate, slope, strict=True)]
    yield replace(model, c=wrong), "∂T/∂q{k} was added; Lagrange's equation subtracts it, d/dt(∂L/∂q̇{k}) − ∂L/∂q{k}"
    wrong = [r - 2 * s for r, s in zip(rate, slope, strict=True)]
    yield replace(model, c=wrong), "the ½ of ∂T/∂q{k} = ½ q̇ᵀ(∂M/∂q{k})q̇ was lost"
    wrong = [-s if s else model.quadratic(k) for k, s in enumerate(slope)]  # without a slope, all of c would be missing
    yield (
        replace(model, c=wrong),
        "d/dt(∂T/∂q̇{k}) was taken with a constant M: since M depends on q, the product rule adds Ṁq̇, here {lost}",
    )


def velocity_products(_: Mechanics, model: Model) -> Variants:
    c = [model.quadratic(k) for k in range(model.n)]
    mixed = [_part(model.ring, x, mixed=True) for x in c]
    square = [_part(model.ring, x, mixed=False) for x in c]
    for factor, part, why in (
        (
            Fraction(-1, 2),
            mixed,
            "the factor 2 of the Coriolis terms is missing: q̇_i q̇_j stands for c_kij and c_kji together",
        ),
        (1, mixed, "the Coriolis terms are twice too large: 2 c_kij q̇_i q̇_j already counts c_kij and c_kji"),
        (1, square, "the centrifugal terms are twice too large: only Coriolis terms have a factor 2"),
        (Fraction(-1, 2), square, "the centrifugal terms are halved: c_kii q̇_i² comes with a factor 1"),
        (-2, mixed, "the Coriolis terms have the wrong sign"),
        (-2, square, "the centrifugal terms have the wrong sign"),
        (-2, c, "the Coriolis and centrifugal terms have the wrong sign"),
        (-1, mixed, "the Coriolis terms, those with q̇_i q̇_j, are missing"),
        (-1, square, "the centrifugal terms, those with q̇_i², are missing"),
        (-1, c, "the Coriolis and centrifugal terms are missing"),
    ):
        if any(part):
            k = model.ring.number(factor)
            yield replace(model, c=[x + k * y for x, y in zip(c, part, strict=True)]), why


def kinetic_energy(_: Mechanics, model: Model) -> Variants:
    half = model.ring.number(Fraction(1, 2))
    c = [model.quadratic(k) for k in range(model.n)]
    for factor, why in (
        (model.ring.number(2), "the ½ of the kinetic energy ½ m v² + ½ I ω² is missing"),
        (half, "the ½ of the kinetic energy was applied twice"),
    ):
        yield replace(model, M=[[factor * x for x in row] for row in model.M], c=c), why


def gravity(_: Mechanics, model: Model) -> Variants:
    zero = [model.ring.zero] * model.n
    if model.U:
        g = [-model.weight(k) for k in range(model.n)]
        why = "gravity has the wrong sign: with M q̈ + c + g = τ it is g = +∂U/∂q, what the motors must hold"
        yield replace(model, g=g, U=-model.U), why
        yield replace(model, g=zero, U=model.ring.zero), "gravity is missing"


def external(_: Mechanics, model: Model) -> Variants:
    if any(model.external):
        turned = [-x for x in model.external]
        yield replace(model, external=turned), "the force from outside has the wrong sign: M q̈ + c + g = τ + JᵀF"
        nothing = [model.ring.zero] * model.n
        yield replace(model, external=nothing), "the force from outside is missing: it adds JᵀF to the efforts"


def _part(ring: Ring, p: Poly, mixed: bool) -> Poly:
    """The terms of c with q̇_i q̇_j, i ≠ j, or those with q̇_i²."""
    total = ring.zero
    for powers, part in ring.collect(p, [x.qd for x in ring.coordinates]).items():
        if (max(powers) < 2) == mixed:
            for qd, power in zip(ring.qd, powers, strict=True):
                part = part * qd**power
            total = total + part
    return total
