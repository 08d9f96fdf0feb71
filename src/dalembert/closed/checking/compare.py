"""Where what is written differs from the model: term by term, with the kind of each.

Terms are sorted by what moves them, q̈1, q̇1², q̇1q̇2, sign q̇1 or nothing, and by their kind. In each of these groups a term
of the model that is not written is missing, a written one that the model does not have is extra, and one with another
number is off by a factor.

    q̈ inertial     q̇_i² centrifugal     q̇_i q̇_j Coriolis     q̇, sign q̇ friction     nothing: gravity     [deluca]
    λ loop     k spring     w external force
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dalembert.closed.algebra.ring import Poly
from dalembert.closed.checking.claim import Claim
from dalembert.closed.checking.expansion import is_zero
from dalembert.closed.checking.reference_model import ReferenceModel
from dalembert.closed.printing.display import ElementDisplay
from dalembert.closed.printing.expression import Atom, Monomial, SymPyWriter, Terms, plain
from dalembert.closed.printing.simplify import (
    ACCELERATION,
    COORDINATE,
    FUNCTION,
    GRAVITY,
    VELOCITY,
    grouped,
    reading_order,
)
from dalembert.closed.reading.vocabulary import RANK
from dalembert.notation import NOTATION
from dalembert.typeset.tree import Math

_KINDS = {
    **{row.symbol: row.kind for row in NOTATION.values() if row.kind},
    "p": "momentum",
    "S": "Coriolis matrix",
    "C": "centrifugal",
    "B": "Coriolis",
    **dict.fromkeys(("Tl", "Tm"), NOTATION["kinetic_energy"].kind),
    "Ul": NOTATION["potential_energy"].kind,
    "w": "angular velocity",
    "g0": "gravity",
    **dict.fromkeys(("f", "tauf"), "friction"),
    "tauk": "spring",
    "tauw": "external",
    "phi": "closure",
    "J_phi": "Jacobian of the loops",
    **{x + y: "derivative of an energy" for x in "TULE" for y in "qvr"},
    "pr": "rate of a momentum",
    "toolt": "velocity",
    "Mt": "rate of the inertia matrix",
    **{x + "t": "rate of an energy" for x in "TULE"},
    **dict.fromkeys(("v", "vp", "vo", "vop"), "velocity"),
    **dict.fromkeys(("x", "xp", "xo", "xop", "tool", "toolp"), "position"),
    **dict.fromkeys(("Jv", "Jw", "Jp", "detJ"), NOTATION["jacobian"].kind),
}


@dataclass(frozen=True, eq=False)
class ComparedTerm:
    """A term of an equation, or several of one kind; prints as text, and in notebooks as a formula."""

    kind: str
    terms: tuple[tuple[Fraction, Monomial], ...]
    display: ElementDisplay
    where: str = ""  # tau2, M12: the equation it belongs to

    @property
    def formula(self) -> Math:
        """Before any language."""
        found = grouped(list(self.terms))
        return self.display.writer(None, [found]).sum(found)

    @property
    def text(self) -> str:
        return self.display.written("text", grouped(list(self.terms)))

    @property
    def latex(self) -> str:
        return self.display.written("latex", grouped(list(self.terms)))

    @property
    def mathml(self) -> str:
        return self.display.written("html", grouped(list(self.terms)))

    @property
    def expression(self) -> Any:
        """SymPy expression."""
        return SymPyWriter().sum(plain(list(self.terms)))

    @property
    def motion(self) -> Monomial:
        """What moves the term: accelerations, velocities, functions of them."""
        return motion(self.terms[0][1])

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.kind}: {self.text}>"

    def _repr_latex_(self) -> str:
        return f"${self.latex}$"


@dataclass(frozen=True, eq=False)
class Mistake:
    """A written term that is not the model's. `expected` is None for a term that has no place in the equation."""

    found: ComparedTerm
    expected: ComparedTerm | None = None
    factor: Fraction | None = None  # found = factor · expected

    @property
    def kind(self) -> str:
        return self.found.kind

    def __str__(self) -> str:
        return self.found.text if self.expected is None else f"{self.found.text} instead of {self.expected.text}"

    def __repr__(self) -> str:
        return f"<{self.kind}: {self}>"


@dataclass(frozen=True)
class Differences:
    missing: tuple[ComparedTerm, ...] = ()
    wrong: tuple[Mistake, ...] = ()


def differences(claim: Claim, model: ReferenceModel, display: ElementDisplay, tolerance: float) -> Differences:
    """What is missing from a claim and what is wrong in it; nothing at all if it is right."""
    ring = display.ring
    meant, written = claim.model, claim.written
    if claim.up_to_constant:
        meant, written = moving(display, meant), moving(display, written)
    if is_zero(ring, meant - written):
        return Differences()
    expected, found = (_by_motion(display.terms(x), claim, model) for x in (meant, written))
    missing: list[ComparedTerm] = []
    wrong: list[Mistake] = []
    for key in sorted({**expected, **found}, key=lambda x: reading_order((Fraction(1), x[0]))):
        _compare(claim, key[1], display, expected.get(key, {}), found.get(key, {}), Fraction(tolerance), missing, wrong)
    return Differences(tuple(missing), tuple(wrong))


def _compare(
    claim: Claim,
    kind: str,
    display: ElementDisplay,
    expected: dict[Monomial, Fraction],
    found: dict[Monomial, Fraction],
    tolerance: Fraction,
    missing: list[ComparedTerm],
    wrong: list[Mistake],
) -> None:
    """One group: the same motion and kind on both sides."""

    def term(parts: Terms) -> ComparedTerm:
        return ComparedTerm(kind, tuple(parts), display, claim.label)

    lost = [(k, m) for m, k in expected.items() if m not in found]
    added = [(k, m) for m, k in found.items() if m not in expected]
    off: dict[Fraction, list[Monomial]] = {}
    for m, k in expected.items():
        if m in found and abs(found[m] - k) > tolerance * abs(k):
            off.setdefault(found[m] / k, []).append(m)
    for factor, monomials in off.items():
        here, there = [(found[m], m) for m in monomials], [(expected[m], m) for m in monomials]
        wrong.append(Mistake(term(here), term(there), factor))
    if lost:
        missing.append(term(lost))
    if added:
        wrong.append(Mistake(term(added)))


def motion(monomial: Monomial) -> Monomial:
    """The factors that are velocities, accelerations or functions of them."""
    return tuple(x for x in monomial if x[0].rank[0] in (FUNCTION, VELOCITY, ACCELERATION))


def _kind(monomial: Monomial, claim: Claim, model: ReferenceModel) -> str:
    """What a term is, from what moves it, its symbols, and the entry it stands in."""
    letter = claim.entries[0][1].letter if claim.entries else claim.letter or "tau"
    if not all(factor.is_constant() for factor, _ in claim.entries):
        return "of one side"  # of τ q̇: a power, not an effort
    if letter in _KINDS:
        return _KINDS[letter]
    if letter not in RANK and letter != "tau":
        return "base parameter"
    rates = motion(monomial)
    velocities = [a for a, power in rates for _ in range(power) if a.rank[0] == VELOCITY]
    accelerations = sum(power for a, power in rates if a.rank[0] == ACCELERATION)
    functions = [a for a, _ in rates if a.rank[0] == FUNCTION]
    if letter in ("L", "E"):
        return "kinetic energy" if velocities else "potential energy"
    names = {a.name for a, _ in monomial}
    for of, symbols in (("external", model.wrenches), ("loop", model.multipliers), ("spring", model.stiffnesses)):
        if names & symbols:
            return of
    if functions or (len(velocities) == 1 and not accelerations):
        return "friction"
    if accelerations == 1 and not velocities:
        return "inertial"
    if len(velocities) == 2 and not accelerations:
        return "centrifugal" if velocities[0] is velocities[1] else "Coriolis"
    if velocities or accelerations:
        return "impossible"
    heavy = any(a.rank[0] == GRAVITY for a, _ in monomial)
    if not claim.entries and not claim.letter and not heavy:
        return "of one side"  # of an equation between two expressions, about nothing of the model
    return "gravity" if heavy or not any(model.spring) else "at rest"


def _by_motion(
    terms: Terms, claim: Claim, model: ReferenceModel
) -> dict[tuple[Monomial, str], dict[Monomial, Fraction]]:
    groups: dict[tuple[Monomial, str], dict[Monomial, Fraction]] = {}
    for k, monomial in terms:
        groups.setdefault((motion(monomial), _kind(monomial, claim, model)), {})[monomial] = k
    return groups


def moving(display: ElementDisplay, p: Poly) -> Poly:
    """p without its terms that no coordinate and no velocity changes."""
    atoms = display.presenter.atoms[: len(display.ring.generators)]
    changing = [i for i, degree in enumerate(p.degrees()) if degree > 0 and _depends(atoms[i])]
    keep = {m: k for m, k in p.to_dict().items() if any(m[i] for i in changing)}
    return display.ring.context.from_dict(keep)


def _depends(atom: Atom) -> bool:
    """Whether an atom changes with the coordinates or their rates."""
    if atom.argument is None:
        return atom.rank[0] in (COORDINATE, VELOCITY, ACCELERATION)
    inner: Iterable[Any] = (f for product in atom.argument.products for f, _ in product.factors)
    return any(_depends(f) for f in inner)
