"""Convert statements to claims about the model, and compare these claims exactly with the model.

    tau2 = H22 qdd2 + …        model: τ2, written: the other side
    2 tau1 − h qd2² = …        all terms except τ are moved to one side, and a numerical factor of τ is divided out
    H12 = …, U = …             the value of the entry; U, L and E only up to a constant
    S = [[…]]                  any S with S q̇ = c

Terms are grouped by kind and by their factor of motion (q̈1, q̇1², q̇1q̇2, sign q̇1 or none). In each group, a term is
missing if only the model contains it, and extra if only the text contains it. A term is wrong by a factor if only its
numerical coefficient differs. The factors of a term determine its kind:

    q̈ inertial     q̇_i² centrifugal     q̇_i q̇_j Coriolis     q̇, sign q̇ friction     none: gravity     [deluca]
    λ loop     k spring     w external force
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import Any, TypeAlias

from dalembert import finding
from dalembert.closed.algebra.linear_algebra import marked
from dalembert.closed.algebra.ring import Poly, Ring, as_fraction
from dalembert.closed.checking.convention import OWN, Convention, topic
from dalembert.closed.checking.expansion import Expansion, error, is_rounded, is_zero, settled, size, within
from dalembert.closed.checking.reference_model import ReferenceModel, Springs, in_frame, turned
from dalembert.closed.model.mechanics import Mechanics, is_skew
from dalembert.closed.printing.display import ElementDisplay
from dalembert.closed.printing.expression import (
    ExpressionSum,
    FactorRank,
    Monomial,
    SymPyWriter,
    Terms,
    grouped,
    plain,
    reading_order,
)
from dalembert.closed.reading.operand import Matrix, grid, is_decimal
from dalembert.closed.reading.parser import ParsedText, Statement
from dalembert.closed.reading.vocabulary import KINDS, RANK, Entry
from dalembert.errors import Problem
from dalembert.finding.equation import Formula
from dalembert.finding.finding import Finding, Identifier, Noun, Source
from dalembert.graph import Node, Scalar, symbol
from dalembert.graph.walk import symbols
from dalembert.spatial.vector import dot

_MOST = 300  # largest number of scalar equations in a text
_MOST_A_PLACE = 8  # the same limit per matrix entry, for robots with large matrices
_ROUNDING = 10**14
_UP_TO_CONSTANT = ("U", "Ul", "L", "E")


@dataclass(frozen=True, eq=False)
class Claim:
    """Claim that a linear combination of model entries equals the expression `written`."""

    text: str  # as the user wrote it
    entries: tuple[tuple[Poly, Entry], ...]  # empty for an identity, whose first side is `model`
    model: Poly
    written: Poly
    up_to_constant: bool = False
    name: str = ""
    scale: Fraction = Fraction(1)  # factor by which the equation was multiplied so that its first entry has factor 1
    letter: str = ""  # letter of the name that forms a whole side, as written
    slack: Poly | None = None  # error bound of each coefficient if decimals are rounded
    rounded: bool = False  # numbers agree with the model's only within the written digits
    decimal: bool = False  # whether the claim contains decimals with several digits
    sides: tuple[Scalar, Scalar] = field(kw_only=True)  # as written, with model entries as symbols
    unforced: bool = field(kw_only=True)  # an equation of motion of a driven joint without its effort

    @property
    def about(self) -> Entry | None:
        """Model entry to which the claim assigns a value, or None if the claim is about several entries."""
        return self.entries[0][1] if len(self.entries) == 1 and self.entries[0][0].is_constant() else None

    @property
    def label(self) -> str:
        """Name of the claim, such as tau2, M12 or tau1 − tau2."""
        if self.name:
            return self.name
        if self.about is not None:
            several = topic(self.about, self.letter) == self.letter != self.about.letter  # ambiguous letter
            return f"{self.letter}{self.about.indices[0]}" if several else str(self.about)
        if not all(factor.is_constant() for factor, _ in self.entries):
            return "the equation in " + ", ".join(str(entry) for _, entry in self.entries)
        text = ""
        for factor, entry in self.entries:
            sign = "−" if factor.leading_coefficient() < 0 else "+"
            size = "" if factor in (1, -1) else f"({factor if sign == '+' else -factor})·"
            text += f" {sign} {size}{entry}" if text or sign == "−" else f"{size}{entry}"
        return text.strip() or self.text.partition("=")[0].strip()

    def holds(self, ring: Ring) -> bool:
        """Check whether the claimed equation is correct."""
        return is_zero(ring, self.compared(ring, self.written - self.model))

    def compared(self, ring: Ring, p: Poly) -> Poly:
        """Return the part of a ring element to compare with the model. Constant parts of energies are ignored."""
        return moving(ring, p) if self.up_to_constant else p

    def value(self, model: ReferenceModel) -> Poly:
        """Evaluate the claimed combination of model entries, such as τ1 − τ2, for a correct or mistaken model."""
        ring = model.ring
        return sum((ring.mul(factor, model.value(entry, self.letter)) for factor, entry in self.entries), ring.zero)


@dataclass(frozen=True)
class _Pair:
    """Both sides of a scalar equation, and the model entries that the equation defines."""

    text: str
    letter: str
    left: Scalar
    right: Scalar
    about: tuple[Entry, ...]
    label: str = ""
    unforced: bool = False


def claims(
    mechanics: Mechanics,
    reading: ParsedText,
    convention: Convention = OWN,
    springs: Springs = (),
    only: int | None = None,
) -> tuple[ReferenceModel, list[Claim], list[Finding]]:
    """Convert the statements in a text to claims, according to a convention.

    Return the reference model, the claims, and the messages. If `only` is not None, only this claim is converted.
    """
    every = (pair for statement in reading.statements for pair in _pairs(statement, mechanics.n))
    most = max(_MOST, _MOST_A_PLACE * mechanics.n**2)
    pairs = list(islice(every, most + 1))
    within(len(pairs), most, "number of equations")
    _require(pairs, finding.NothingStated(Source(reading.statements[0].text), Noun("same sides")))
    pairs = pairs if only is None else [pairs[only]]
    forces = [x for _, *pair in springs for x in pair]

    base = mechanics.ring.extended(forces, sorted(symbols(forces)))

    def model_in(ring: Ring | None) -> ReferenceModel:
        own = ReferenceModel.of(mechanics, base if convention.geometry else ring or base, springs)
        if convention.geometry:
            frame = convention.frame(mechanics)
            own = in_frame(own, frame, ring or turned(base, frame))
        return replace(own, convention=convention)

    own = model_in(None)
    targets = dict.fromkeys(entry for pair in pairs for entry in pair.about)
    size = sum(len(own.value(entry)) for entry in targets)
    unknowns = [symbol_of(entry) for entry in targets]
    growing = Expansion(own.ring.extended(symbols=[x for x in unknowns if x not in own.ring.index]), size)
    expanded = [[growing.expand(x, _known(own, pair)) for x in (pair.left, pair.right)] for pair in pairs]
    given = [[[growing.expand(x, {}) for x in row] for row in S] for S in _factors(reading, mechanics.n)]
    ring = growing.ring
    model = own if ring is own.ring else model_in(ring)
    found = [_settled(model, pair, *map(ring.lift, sides)) for pair, sides in zip(pairs, expanded, strict=True)]
    n = range(model.n)
    slopes = [[[model.slope(i, j, k) for k in n] for j in n] for i in n] if given else []
    lifted = ([[ring.lift(x) for x in row] for row in S] for S in given)
    remarks: list[Finding] = [finding.SkewOfS(is_skew(ring, slopes, S)) for S in lifted]
    remarks += [
        finding.OnlyCompared(Source(x.text))
        for x, pair in zip(found, pairs, strict=True)
        if not x.entries and not x.name and not named_entries([pair.left, pair.right])
    ]
    if any(entry.letter == "S" for x in found for _, entry in x.entries):
        remarks.append(finding.CheckNote(Noun("entry of S")))
    return model, found, remarks


def _factors(reading: ParsedText, n: int) -> Iterable[Matrix]:
    """Yield each matrix that is claimed to be a Coriolis matrix S."""
    for statement in reading.statements:
        sides = [grid(x) for x in statement.sides]
        if any(_is_factor(side, n) for side in sides):
            yield from (side for side in sides if not _is_model(side))


def _is_factor(side: Matrix, n: int) -> bool:
    """Check whether one side of an equation is the complete matrix S of the model."""
    if not _is_model(side) or len(side) != n or len(side[0]) != n:
        return False
    return next(iter(named_entries([side[0][0]]).values())).letter == "S"


def _known(model: ReferenceModel, pair: _Pair) -> dict[str, Poly]:
    """Return the values of the model entries that occur in an equation but are not defined by it."""
    used = named_entries([pair.left, pair.right])
    return {name: model.value(entry) for name, entry in used.items() if entry not in pair.about}


def _settled(model: ReferenceModel, pair: _Pair, left: Poly, right: Poly) -> Claim:
    """Create a claim from the two sides of an equation. Decimals are compared up to their last written digit."""
    ring = model.ring
    pair, left, right = _unforced(model, pair, left, right) or (pair, left, right)
    claim = _claim(model, pair, left, right)
    if ring.is_zero(claim.model - claim.written):
        return claim
    if not is_rounded(pair.left, pair.right):
        return replace(claim, written=settled(ring, claim.model, claim.written, _noise(ring, claim)))
    claim = replace(claim, decimal=True)
    known = _known(model, pair)
    bound = error(ring, pair.left, known) + error(ring, pair.right, known)
    about = [symbol_of(entry) for entry in pair.about]
    parts = ring.collect(bound, about)
    slack = parts.pop((0,) * len(about), ring.zero)
    for powers, part in parts.items():  # the factor of τ can be rounded, too
        slack = slack + size(ring, part * model.value(pair.about[powers.index(1)]))
    slack = slack * ring.number(abs(claim.scale)) + _noise(ring, claim)
    written = settled(ring, claim.model, claim.written, slack)
    return replace(claim, written=written, rounded=written != claim.written, slack=slack)


def _noise(ring: Ring, claim: Claim) -> Poly:
    """Bound the rounding error of each term by 10⁻¹⁴ of the largest coefficient, for robots with decimal parameters."""
    model, written = claim.model.to_dict(), claim.written.to_dict()
    least = max(map(abs, model.values()), default=0) / _ROUNDING
    return ring.context.from_dict(dict.fromkeys(model.keys() | written.keys(), least)) if least else ring.zero


def _pairs(statement: Statement, n: int) -> Iterable[_Pair]:
    """Yield one scalar equation per entry of a vector or matrix equation.

    If one side consists of model entries, every other side is equated to it.
    """
    sides = [grid(x) for x in statement.sides]
    at = next((i for i, side in enumerate(sides) if _is_model(side)), 0)
    about, others = sides[at], sides[:at] + sides[at + 1 :]
    for other in others:
        for row, (left_row, right_row) in enumerate(zip(about, other, strict=True)):
            if _is_factor(about, n):
                rates = [symbol(f"qd{j}") for j in range(1, len(right_row) + 1)]  # Σ_j S_kj q̇_j = c_k
                entry, place = Entry("c", (row + 1,)), f"row {row + 1} of S q̇"
                yield _Pair(statement.text, statement.letter, entry.node, dot(right_row, rates), (entry,), place)
                continue
            for left, right in zip(left_row, right_row, strict=True):
                if left is not right:
                    yield _Pair(statement.text, statement.letter, left, right, _about(left, right))


def _is_model(side: Matrix) -> bool:
    """Check whether one side of an equation contains only model entries and efforts."""
    return all(_is_entry(x) for row in side for x in row)


def _is_entry(x: Scalar) -> bool:
    return isinstance(x, Node) and not x.args and isinstance(x.value, str) and entry_of(x.value) is not None


def _about(left: Scalar, right: Scalar) -> tuple[Entry, ...]:
    """Return the model entries that an equation defines.

    An equation with joint efforts defines these efforts. Any other equation defines the entry that forms its left side.
    """
    found = tuple(entry for entry in named_entries([left, right]).values() if entry.letter == "tau")
    return found or (tuple(named_entries([left]).values()) if _is_entry(left) else ())


def entry_of(name: str) -> Entry | None:
    """Return the model entry or effort represented by a symbol, or None."""
    match = re.fullmatch(r"tau(\d+)", name)
    return Entry("tau", (int(match[1]),)) if match else Entry.of(name)


def named_entries(sides: Iterable[Scalar]) -> dict[str, Entry]:
    """Return a dict, sorted by key, that maps symbol names in the expressions to model entries."""
    return {name: entry for name in sorted(symbols(sides)) if (entry := entry_of(name)) is not None}


def symbol_of(entry: Entry) -> str:
    """Return the name of the symbol that represents a model entry."""
    return f"tau{entry.indices[0]}" if entry.letter == "tau" else str(entry.node.value)


def _alike(ring: Ring, a: Poly, b: Poly) -> bool:
    """Check whether two ring elements are constant multiples of each other, so that they have the same zeros."""
    a, b = ring.cleared(a), ring.cleared(b)
    for x, y in ((a, b), (b, a)) if a and b else ():
        whole, rest = divmod(x, y)
        if not rest:
            return not marked(whole.degrees(), ring.moving)
    return not a and not b


def _require(holds: object, problem: Problem) -> None:
    """Raise an error if an equation cannot be compared with the model."""
    if not holds:
        raise problem.error()


def _unforced(model: ReferenceModel, pair: _Pair, left: Poly, right: Poly) -> tuple[_Pair, Poly, Poly] | None:
    """Interpret an equation of motion without joint efforts, … = 0, as … = τ for a driven joint. Return None for other
    equations."""
    ring, whole = model.ring, left - right
    moves = any(whole.degrees()[ring.index[x.qdd]] for x in ring.coordinates)
    if pair.about or not moves or (left and right):
        return None
    driven = [(f"tau{k + 1}", "", model.effort(k)) for k in range(model.n) if k not in model.passive]
    name, letter, element = model.vanishing(whole, [*model.zeros, *driven]) or ("", "passive", ring.zero)
    if letter:
        return None
    k = as_fraction(element.leading_coefficient() / whole.leading_coefficient())
    sign = k if whole * ring.number(k) == element else 1
    sign = sign if any(element is x for *_, x in driven) else -sign
    shown = sign * (pair.left - pair.right)
    return (
        replace(pair, left=shown, right=symbol(name), about=(Entry("tau", (int(name[3:]),)),), unforced=True),
        ring.number(sign) * whole,
        ring.symbol(name),
    )


def _claim(model: ReferenceModel, pair: _Pair, left: Poly, right: Poly) -> Claim:
    """Solve the equation left = right for its model entry, and return the claim."""
    ring = model.ring
    made = partial(Claim, pair.text, sides=(pair.left, pair.right), unforced=pair.unforced)
    about = [symbol_of(entry) for entry in pair.about]
    if not about:
        decimals = all(map(is_decimal, symbols([pair.left, pair.right])))
        _require(not decimals, finding.NothingStated(Source(pair.text), Noun("no symbol left")))
        whole = ring.reduce(left - right)
        if model.closes(whole):
            return made((), left, left, name="the closure of the loops")
        known = next((x for x in model.zeros if _alike(ring, whole, x[2])), None)
        if known is not None:  # the equation can be rearranged, and multiplied by a constant
            return made((), left, left, name=known[0], letter=known[1])
        moves = any(whole.degrees()[ring.index[x.qdd]] > 0 for x in ring.coordinates)
        side = ring.reduce(left + right) if not left or not right else whole  # one side is 0
        zero = model.vanishing(side, model.zeros) if moves or not left or not right else None
        if zero is None:
            return made((), left, right)
        name, letter, element = zero
        return made((), element, side, name=name, letter=letter)
    parts = ring.collect(left - right, about)
    rest = -parts.pop((0,) * len(about), ring.zero)
    factors = {powers.index(1): x for powers, x in parts.items() if sum(powers) == 1}
    linear = bool(factors) and len(factors) == len(parts)
    _require(linear, finding.NotLinear(Source(pair.text), tuple(Identifier(str(x)) for x in pair.about)))
    scale = 1 / as_fraction(factors[min(factors)].leading_coefficient())
    entries = tuple((factors[i] * ring.number(scale), pair.about[i]) for i in sorted(factors))
    meant = [x for _, entry in entries for _, x in model.convention.terms(entry, pair.letter)]
    constant = all(x.letter in _UP_TO_CONSTANT for x in meant)
    claim = made(entries, ring.zero, rest * ring.number(scale), constant, pair.label, scale, pair.letter)
    return replace(claim, model=claim.value(model))


@dataclass(frozen=True, eq=False)
class ComparedTerm:
    """Term in an equation, or a sum of terms of the same kind. A term is displayed as text in a terminal, and as a
    formula in a notebook."""

    kind: str
    terms: tuple[tuple[Fraction, Monomial], ...]
    display: ElementDisplay
    where: str = ""  # name of the equation, such as tau2 or M12

    @property
    def _sum(self) -> ExpressionSum:
        """Sum of the terms, collected by masses and inertias."""
        return grouped(list(self.terms))

    @property
    def formula(self) -> Formula:
        """Formula of the term, independent of the output language."""
        return self.display.formula(self._sum)

    @property
    def text(self) -> str:
        return self.display.written("text", self._sum)

    @property
    def latex(self) -> str:
        return self.display.written("latex", self._sum)

    @property
    def mathml(self) -> str:
        return self.display.written("html", self._sum)

    @property
    def expression(self) -> Any:
        """SymPy expression of the term."""
        return SymPyWriter().sum(plain(list(self.terms)))

    @property
    def motion(self) -> Monomial:
        """Accelerations, velocities and functions of velocities that the term contains."""
        return motion(self.terms[0][1])

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.kind}: {self.text}>"

    def _repr_latex_(self) -> str:
        return f"${self.latex}$"


@dataclass(frozen=True, eq=False)
class Mistake:
    """Term in the written equation that differs from the model. `expected` is None if the model contains no such
    term."""

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
    """Find the missing and wrong terms of a claim. The result is empty if the claim is correct."""
    ring = display.ring
    meant, written = (claim.compared(ring, p) for p in (claim.model, claim.written))
    if is_zero(ring, meant - written):
        return Differences()
    expected, found = (_by_motion(display.terms(x), claim, model) for x in (meant, written))
    parts: list[ComparedTerm | Mistake] = []
    for key in sorted({**expected, **found}, key=lambda x: reading_order((Fraction(1), x[0]))):
        term = partial(ComparedTerm, key[1], display=display, where=claim.label)
        parts += _compared(term, expected.get(key, {}), found.get(key, {}), Fraction(tolerance))
    missing = tuple(x for x in parts if isinstance(x, ComparedTerm))
    return Differences(missing, tuple(x for x in parts if isinstance(x, Mistake)))


def _compared(
    term: Callable[..., ComparedTerm],
    expected: Mapping[Monomial, Fraction],
    found: Mapping[Monomial, Fraction],
    tolerance: Fraction,
) -> Iterator[ComparedTerm | Mistake]:
    """Compare the terms of one group in the text with the corresponding terms of the model.

    Yield missing terms, extra terms, and terms that are wrong by a factor.
    """
    off: dict[Fraction, list[Monomial]] = {}
    for m, k in expected.items():
        if m in found and abs(found[m] - k) > tolerance * abs(k):
            off.setdefault(found[m] / k, []).append(m)
    for factor, monomials in off.items():
        here, there = (tuple((side[m], m) for m in monomials) for side in (found, expected))
        yield Mistake(term(here), term(there), factor)
    if lost := tuple((k, m) for m, k in expected.items() if m not in found):
        yield term(lost)
    if added := tuple((k, m) for m, k in found.items() if m not in expected):
        yield Mistake(term(added))


def motion(monomial: Monomial) -> Monomial:
    """Return the factors of a monomial that are velocities, accelerations or functions of velocities."""
    return tuple(
        x for x in monomial if x[0].rank[0] in (FactorRank.FUNCTION, FactorRank.VELOCITY, FactorRank.ACCELERATION)
    )


def _kind(monomial: Monomial, claim: Claim, model: ReferenceModel) -> str:
    """Determine the kind of a term from its motion, its symbols and the entry of the claim."""
    letter = claim.entries[0][1].letter if claim.entries else claim.letter or "tau"
    if not all(factor.is_constant() for factor, _ in claim.entries):
        return "of one side"  # τ q̇ is a power, not an effort
    if letter in KINDS:
        return str(KINDS[letter])
    if letter not in RANK and letter != "tau":
        return "base parameter"
    factors = [a for a, power in monomial for _ in range(power)]
    velocities = [a for a in factors if a.rank[0] == FactorRank.VELOCITY]
    accelerations = sum(a.rank[0] == FactorRank.ACCELERATION for a in factors)
    functions = any(a.rank[0] == FactorRank.FUNCTION for a in factors)
    if letter in ("L", "E"):
        return "kinetic energy" if velocities else "potential energy"
    names = {a.name for a in factors}
    for of, known in (("external", model.wrenches), ("loop", model.multipliers), ("spring", model.stiffnesses)):
        if names & known:
            return of
    if functions or (len(velocities) == 1 and not accelerations):
        return "friction"
    if accelerations == 1 and not velocities:
        return "inertial"
    if len(velocities) == 2 and not accelerations:
        return "centrifugal" if velocities[0] is velocities[1] else "Coriolis"
    if velocities or accelerations:
        return "impossible"
    heavy = any(a.rank[0] == FactorRank.GRAVITY for a in factors)
    if not claim.entries and not claim.letter and not heavy:
        return "of one side"  # the equation contains no model entry
    return "gravity" if heavy or not any(model.spring) else "at rest"


Groups: TypeAlias = dict[tuple[Monomial, str], dict[Monomial, Fraction]]


def _by_motion(terms: Terms, claim: Claim, model: ReferenceModel) -> Groups:
    """Group terms by their motion and by their kind."""
    groups: Groups = {}
    for k, monomial in terms:
        groups.setdefault((motion(monomial), _kind(monomial, claim, model)), {})[monomial] = k
    return groups


def moving(ring: Ring, p: Poly) -> Poly:
    """Return the terms of p that depend on coordinates or velocities."""
    changing = ring.holding({name for x in ring.coordinates for name in (*x.places, x.qd, x.qdd)})
    return ring.context.from_dict({m: k for m, k in p.to_dict().items() if marked(m, changing)})
