"""Exact polynomial ring of a robot, over the rationals, in sines s_i, cosines c_i, coordinates and symbols.

    Q[s, c, q, q̇, q̈, symbols] / (s² + c² − 1, w² + x² + y² + z² − 1)                            [cox2015, ch. 5]

Every closed form of a robot with revolute, prismatic and ball joints is an element of this ring. The remainder on
division by the relations (s² → 1 − c², w² → 1 − x² − y² − z²) is a normal form. Two expressions are equal if and only
if their normal forms are equal, so no simplification rules are needed. The ring contains the angles that occur in the
robot's kinematics. For consecutive parallel axes, the angles are sums such as q1 + q2, as in textbooks.

The generators of the ring are symbols, and functions of earlier elements with one relation each:

    sin, cos   s² = 1 − c²          root   r² = radicand          inverse   x⁻¹·x = 1
    unit       w² = 1 − x² − y² − z², the first entry of a unit quaternion, of either sign

The ring is extended by the generators that occur in expressions, Q[x] → Q[x][s, c]/(s² + c² − 1) → …. Divisions are
carried out exactly if possible. Otherwise, the inverse of each factor of the denominator is adjoined. A square root is
adjoined in its simplest form, with √12 written as 2 √3. An angle is a rational linear combination of monomials in the
symbols and π. If an angle is a combination Σ k_i φ_i of the ring's angles with integers k_i, then

    cos Σ k_i φ_i + i sin Σ k_i φ_i = Π (c_i + i s_i)^k_i,

so its sine and cosine are already elements of the ring. No linear combination of the angles of a ring with small
integer coefficients vanishes. The sines and cosines of these angles are therefore algebraically independent except for
s² + c² = 1 and relations of degree above 24.

The derivatives of the functions of a are sin′ = cos·a′, cos′ = −sin·a′, (1/a)′ = −a′/a² and (√a)′ = a′/(2√a). The
coordinates of a ball joint are a unit quaternion. Instead of partial derivatives, the quaternion has three tangent
derivatives D_k R = R S(e_k), one for each component of the angular velocity:

    D_k w = −½ v_k,   D_k v = ½ (w e_k + v × e_k),   [D_1, D_2] = D_3, cyclic                    [featherstone2008, §4.5]

An element (`Poly`) is a `flint.fmpq_mpoly`. Elements support addition, subtraction and multiplication by integers.
`ring.mul` multiplies elements and returns the normal form.

    ring.poly(scalar)          element of a graph Node or a number; a float is its decimal
    ring.mul(a, b, …)          product in normal form; ring.reduce(p) is the normal form of p
    ring.diff(p, "q1")         ∂p/∂q1, for any symbol; for q4, q5, q6 of a ball joint: D_1 p, D_2 p, D_3 p
    ring.rate(p)               dp/dt with q → qd → qdd
    ring.is_zero(p)            exact test; ring.equal(a, b) compares two elements
    ring.sincos(p)             (sin, cos) of an integer combination of the ring's angles and π/12
    ring.q[k] .qd[k] .qdd[k] .tau[k]   coordinates (except of ball joints), velocities, accelerations, efforts
    ring.symbol("m1")          any other symbol
    ring.extended(scalars, symbols)    ring that also contains these; larger.lift(p) converts elements
    ring.collect(p, names)     {powers of the named symbols: coefficient}
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias

from flint import fmpq, fmpq_mat, fmpq_mpoly_ctx

from dalembert import finding
from dalembert.closed.algebra.exact_numbers import decimal
from dalembert.finding.finding import Identifier, Noun
from dalembert.graph import Node, Number, Op, Scalar, topological

Poly: TypeAlias = Any  # flint.fmpq_mpoly
Elements: TypeAlias = tuple[Poly, ...]
Context: TypeAlias = Any  # flint.fmpq_mpoly_ctx
Slopes: TypeAlias = list[tuple[int, Poly | None]]  # (index of a generator, its derivative)


@dataclass(frozen=True)
class CoordinateNames:
    """Names of a coordinate and of its velocity, acceleration and effort.

    The three coordinates of a ball joint share a `quaternion` and are distinguished by `axis` 0, 1 and 2. For a ball
    joint, the name q does not denote a symbol.
    """

    q: str
    qd: str
    qdd: str
    tau: str
    quaternion: tuple[str, ...] = ()
    axis: int = 0

    @property
    def places(self) -> tuple[str, ...]:
        """Names of the position symbols: q, or the entries of the quaternion."""
        return self.quaternion or (self.q,)


def names(n: int) -> tuple[CoordinateNames, ...]:
    """Return the names q1 qd1 qdd1 tau1, q2 qd2 qdd2 tau2 and so on for n coordinates."""
    return tuple(CoordinateNames(f"q{k}", f"qd{k}", f"qdd{k}", f"tau{k}") for k in range(1, n + 1))


@dataclass(frozen=True, eq=False)
class Generator:
    """Variable of the ring. For a function, `argument` is an earlier element of the ring."""

    kind: str  # symbol, unit, sin, cos, root, inverse, or the name of an operation without a relation: sign, abs, exp, tanh
    name: str  # unique; the name of a symbol is its own name
    argument: Poly = None

    @property
    def is_symbol(self) -> bool:
        """Whether the generator is a symbol rather than a function of other generators."""
        return self.kind in ("symbol", "unit")

    def into(self, context: Context) -> Generator:
        """Return the generator with its argument converted to a larger context."""
        return self if self.argument is None else replace(self, argument=self.argument.project_to_context(context))


def each(f: Callable[[Any], Any], x: Any) -> Any:
    """Apply a function to a scalar, or to each entry of a nested or flat tuple."""
    return tuple([each(f, y) for y in x]) if isinstance(x, tuple) else f(x)


def as_fraction(x: Any) -> Fraction:
    """Convert a coefficient of a polynomial to a rational number."""
    return Fraction(int(x.p), int(x.q))


class Missing(Exception):
    """Raised if an expression requires generators that are not in the ring.

    `generators` contains the missing generators.
    """

    def __init__(self, kinds: tuple[str, ...], argument: Poly) -> None:
        super().__init__(f"{'/'.join(kinds)} of {argument}")
        self.generators = tuple(Generator(kind, f"{kind}({argument})", argument) for kind in kinds)


class Finer(Exception):
    """Raised if an angle is a fraction of an angle of the ring.

    To represent this angle, all angles of the ring must be divided by `parts`.
    """

    def __init__(self, parts: int) -> None:
        super().__init__(str(parts))
        self.parts = parts


_LARGEST = 4000  # largest number of generators; a humanoid needs about 600


def ring_for(coordinates: Sequence[CoordinateNames], symbols: Iterable[str], scalars: Iterable[Scalar]) -> Ring:
    """Create a ring that contains the given scalars. Angles are ordered by their first occurrence."""
    balls = dict.fromkeys(x.quaternion for x in coordinates if x.quaternion)
    leading = {w for w, *_ in balls}
    own = [name for x in coordinates for name in (*x.places, x.qd, x.qdd, x.tau) if name not in leading]
    start = Ring(coordinates, [Generator("symbol", x) for x in dict.fromkeys((*own, *symbols, "pi"))])
    for w, *vector in balls:
        rest = start.one - sum((start.symbol(x) * start.symbol(x) for x in vector), start.zero)
        start = Ring(coordinates, [*start.made, Generator("unit", w, rest)])
    return grown(start, list(scalars))


class Ring:
    """Exact polynomial ring. Rings are immutable and are created by `ring_for`."""

    def __init__(self, coordinates: Sequence[CoordinateNames], generators: Sequence[Generator]) -> None:
        if len(generators) > _LARGEST:
            raise finding.NoElement(Noun("too many variables")).error()
        self.coordinates = tuple(coordinates)
        # latest functions first, so that each relation removes its leading term
        functions = [g for g in generators if g.kind != "symbol"][::-1]
        ordered = functions + [g for g in generators if g.kind == "symbol"]
        self.context = fmpq_mpoly_ctx.get([g.name for g in ordered], "lex")
        self.generators = tuple(g.into(self.context) for g in ordered)
        self.index = {g.name: i for i, g in enumerate(ordered)}
        self.variables: Elements = tuple(self.context.gens())
        self.zero, self.one = self.context.constant(0), self.context.constant(1)
        related = [self._relation(i) for i in range(len(functions))]
        leads = [(r, [(i, e) for i, e in enumerate(r.monomial(0)) if e]) for r in related if r is not None]
        self._relations = tuple((r, *lead[0], *lead[-1]) for r, lead in leads)  # one or two leading generators
        self._chain: dict[str, Slopes] = {}
        self._read: dict[Node, Poly] = {}

    # ── elements ──────────────────────────────────────────────────────────────

    @cached_property
    def q(self) -> Elements:
        return tuple(self.symbol(x.q) for x in self.coordinates)

    @cached_property
    def qd(self) -> Elements:
        return tuple(self.symbol(x.qd) for x in self.coordinates)

    @cached_property
    def qdd(self) -> Elements:
        return tuple(self.symbol(x.qdd) for x in self.coordinates)

    @cached_property
    def tau(self) -> Elements:
        return tuple(self.symbol(x.tau) for x in self.coordinates)

    def symbol(self, name: str) -> Poly:
        """Return the ring element for a symbol."""
        i = self.index.get(name)
        if i is None or not self.generators[i].is_symbol:
            known = [g.name for g in self.generators if g.is_symbol and g.name != "pi"]
            raise finding.Unknown(Noun("symbol"), Identifier(name), tuple(map(Identifier, known))).error()
        return self.variables[i]

    def number(self, x: Number) -> Poly:
        """Return the ring element for a number. A float is converted through its decimal representation."""
        exact = x if type(x) is Fraction else decimal(x) if isinstance(x, float) else Fraction(x)
        return self.context.constant(fmpq(*exact.as_integer_ratio()))

    def poly(self, x: Scalar) -> Poly:
        """Return the ring element for a number or a graph node.

        An error is raised if a required generator is not in the ring. Use `extended` to create a larger ring.
        """
        try:
            return read(self, x, self._read)
        except (Missing, Finer) as lacks:
            raise finding.NoElement(Noun("not in the ring"), Identifier(str(lacks))).error() from None

    def sincos(self, angle: Poly) -> tuple[Poly, Poly]:
        """Return the sine and the cosine of an angle as ring elements."""
        return sincos(self, angle)

    def root(self, radicand: Poly) -> Poly:
        """Return the square root of an element. Roots of numbers are products of roots of primes."""
        return root(self, radicand)

    def found(self, kind: str, argument: Poly) -> Poly | None:
        """Return the generator for a function of an argument, or None if the ring does not contain this function."""
        i = self.index.get(f"{kind}({argument})")
        return None if i is None else self.variables[i]

    def find(self, kind: str, argument: Poly) -> Poly:
        """Return the generator for a function of an argument.

        Raise `Missing` if the ring does not contain this generator.
        """
        generator = self.found(kind, argument)
        if generator is None:
            raise Missing((kind,), argument)
        return generator

    # ── arithmetic ────────────────────────────────────────────────────────────

    def mul(self, a: Poly, b: Poly, *more: Poly) -> Poly:
        """Multiply elements and return the product in normal form."""
        result = self.reduce(a * b)
        for x in more:
            result = self.reduce(result * x)
        return result

    def dot(self, a: Sequence[Poly], b: Sequence[Poly]) -> Poly:
        """Compute Σ a_i b_i in normal form."""
        total = self.zero
        for x, y in zip(a, b, strict=True):
            if x and y:
                total = total + x * y
        return self.reduce(total)

    def reduce(self, p: Poly) -> Poly:
        """Return the normal form of an element.

        The relations s² → 1 − c², w² → 1 − x² − y² − z², r² → radicand and (1/x)·x → 1 are applied.
        """
        degrees = p.degrees()
        for relation, i, at_least, j, at_least_too in self._relations:
            if degrees[i] >= at_least and degrees[j] >= at_least_too:  # rarely true, and faster than a division
                p = p % relation
                degrees = p.degrees()
        return p

    def exact(self, x: Any) -> Any:
        """Convert scalars, in nested or flat tuples, to ring elements."""
        return each(self.poly, x)

    def reduced(self, x: Any) -> Any:
        """Return the normal forms of all elements of a nested or flat tuple."""
        return each(lambda y: self.zero if isinstance(y, int) else self.reduce(y), x)

    def is_zero(self, p: Poly) -> bool:
        """Return whether an element is 0 for all values of the symbols. Denominators are cleared first."""
        return not self.cleared(p)

    def cleared(self, p: Poly) -> Poly:
        """Return an element multiplied by all its denominators."""
        p = self.reduce(p)
        for i, g in enumerate(self.generators):
            if p and g.kind == "inverse":
                p = self._cleared(p, i)
        return p

    def equal(self, a: Poly, b: Poly) -> bool:
        return self.is_zero(a - b)

    # ── derivatives ───────────────────────────────────────────────────────────

    def diff(self, p: Poly, name: str) -> Poly:
        """Compute ∂p/∂name by the chain rule, or the tangent derivative D_k p for a direction of a ball joint."""
        chain = self._chain.get(name)
        if chain is None:
            chain = self._chain[name] = slopes(self, name)
        total = self.zero
        for i, slope in chain:
            part = p.derivative(i)
            if part:
                if slope is None:
                    raise finding.NoElement(
                        Noun("derivative not a polynomial"), Identifier(self.generators[i].name)
                    ).error()
                total = total + part * slope
        return self.reduce(total) if len(chain) > 1 else total

    def rate(self, p: Poly) -> Poly:
        """Compute the time derivative dp/dt = Σ ∂p/∂q q̇ + ∂p/∂q̇ q̈."""
        total = self.zero
        for x, qd, qdd in zip(self.coordinates, self.qd, self.qdd, strict=True):
            total = total + self.diff(p, x.q) * qd + self.diff(p, x.qd) * qdd
        return self.reduce(total)

    # ── other rings ───────────────────────────────────────────────────────────

    def extended(self, scalars: Iterable[Scalar] = (), symbols: Iterable[str] = ()) -> Ring:
        """Return a ring that also contains the given scalars and symbols, or this ring if no generator is missing."""
        new = [Generator("symbol", x) for x in dict.fromkeys(symbols) if x not in self.index]
        start = Ring(self.coordinates, [*self.made, *new]) if new else self
        return grown(start, list(scalars), finer=False)

    def lift(self, p: Poly) -> Poly:
        """Convert an element of a smaller ring to an element of this ring."""
        return p if p.context() is self.context else p.project_to_context(self.context)

    def unused(self, name: str) -> str:
        """Return the name, with a suffix if a generator already has this name."""
        return self.unused(name + "x") if name in self.index else name

    def collect(self, p: Poly, symbols: Sequence[str]) -> dict[tuple[int, ...], Poly]:
        """Collect the terms of an element by powers of the given symbols.

        The result is a dict from the exponents of the symbols to coefficients without these symbols.
        """
        where = [self.index[x] for x in symbols]
        parts: dict[tuple[int, ...], dict[tuple[int, ...], Any]] = {}
        for monomial, k in p.to_dict().items():
            rest = list(monomial)
            for i in where:
                rest[i] = 0
            parts.setdefault(tuple(monomial[i] for i in where), {})[tuple(rest)] = k
        return {key: self.context.from_dict(part) for key, part in parts.items()}

    # ── construction ──────────────────────────────────────────────────────────

    @cached_property
    def angles(self) -> tuple[tuple[int, int, Poly], ...]:
        """Angles of the ring in order of creation, as tuples (index of the sine, index of the cosine, angle)."""
        sines = [(i, g) for i, g in enumerate(self.generators) if g.kind == "sin"]
        return tuple((i, i + 1, g.argument) for i, g in reversed(sines))

    @cached_property
    def moving(self) -> tuple[bool, ...]:
        """One flag per generator, True if the generator depends on the coordinates."""
        return self.holding({name for x in self.coordinates for name in x.places})

    def holding(self, names: Set[str]) -> tuple[bool, ...]:
        """Return, for each generator, whether the generator is or depends on one of the given symbols."""
        result = [False] * len(self.generators)
        for i in reversed(range(len(result))):  # the argument of a function contains only later generators
            g = self.generators[i]
            if g.is_symbol:
                result[i] = g.name in names
            else:
                result[i] = any(e and result[j] for j, e in enumerate(g.argument.degrees()))
        return tuple(result)

    def moving_part(self, p: Poly) -> Poly:
        """Return the terms of an element that depend on the coordinates."""
        return self.part(p, self.moving)

    def part(self, p: Poly, marks: Sequence[bool]) -> Poly:
        """Return the terms of an element that contain a marked generator."""
        kept = {m: k for m, k in p.to_dict().items() if any(e and x for e, x in zip(m, marks, strict=True))}
        return self.context.from_dict(kept)

    @cached_property
    def combination(self) -> Combination:
        """Solver that expresses an angle as a combination of the angles of the ring."""
        return Combination([form(angle) for _, _, angle in self.angles])

    @cached_property
    def pi_monomial(self) -> tuple[int, ...]:
        return next(iter(self.symbol("pi").to_dict()))

    def over(self, generators: Sequence[Generator]) -> Ring:
        """Return a ring with the same coordinates and other generators."""
        return Ring(self.coordinates, generators)

    @property
    def made(self) -> list[Generator]:
        """Generators in the order in which they were adjoined."""
        functions = [g for g in self.generators if g.kind != "symbol"]
        return [g for g in self.generators if g.kind == "symbol"] + functions[::-1]

    def _relation(self, i: int) -> Poly | None:
        """Return the polynomial relation of a generator, that is, a polynomial that equals zero.

        Examples are s² + c² − 1, r² − radicand, w² − (1 − x² − y² − z²), |x|² − x² and (1/x)·x − 1.
        """
        g, x = self.generators[i], self.variables[i]
        if g.kind == "sin":
            return x * x + self.variables[i + 1] * self.variables[i + 1] - 1
        if g.kind in ("root", "unit", "abs"):
            return x * x - (g.argument * g.argument if g.kind == "abs" else g.argument)
        return x * g.argument - 1 if g.kind == "inverse" else None

    def _cleared(self, p: Poly, i: int) -> Poly:
        """Multiply p by the lowest power of a denominator that clears this denominator."""
        parts = self.collect(p, [self.generators[i].name])
        top = max(power for (power,) in parts)
        denominator = self.generators[i].argument
        return self.reduce(sum((part * denominator ** (top - power) for (power,), part in parts.items()), self.zero))


def grown(ring: Ring, scalars: list[Scalar], *, finer: bool = True) -> Ring:
    """Adjoin missing generators layer by layer until the ring can represent all scalars."""
    left = [x for x in dict.fromkeys(scalars) if type(x) is Node]
    while left:
        known: dict[Node, Poly] = {}
        lacking: list[tuple[Node, Missing]] = []
        try:
            for x in left:
                try:
                    read(ring, x, known)
                except Missing as missing:
                    lacking.append((x, missing))
        except Finer as finer_:
            if not finer:
                raise finding.NoElement(Noun("fraction of an angle"), Identifier(f"1/{finer_.parts}")).error() from None
            ring = _refined(ring, finer_.parts)
            left = [x for x in dict.fromkeys(scalars) if type(x) is Node]
            continue
        if lacking:
            ring = ring.over([*ring.made, *_independent(ring, [missing for _, missing in lacking])])
        left = [x for x, _ in lacking]
    return ring


def _independent(ring: Ring, lacking: list[Missing]) -> list[Generator]:
    """Return the generators to adjoin next. Angles that are combinations of earlier angles are excluded."""
    chosen: dict[str, Generator] = {}
    basis = [form(angle) for _, _, angle in ring.angles]
    for missing in lacking:
        first = missing.generators[0]
        if first.name in chosen:
            continue
        if first.kind == "cos":
            vector = form(first.argument)
            if chosen and Combination(basis).of(vector) is not None:
                continue  # the angle is converted in the ring with the new angles
            basis.append(vector)
        chosen.update((g.name, g) for g in missing.generators)
    return list(chosen.values())


def _refined(ring: Ring, parts: int) -> Ring:
    """Return the ring with all angles divided by an integer."""
    made = []
    for g in ring.made:
        if g.kind in ("sin", "cos"):
            g = Missing((g.kind,), g.argument / parts).generators[0]
        elif not g.is_symbol:
            continue  # derived functions are created again
        made.append(g)
    return ring.over(made)


_LARGEST_TERMS = 200_000
_PLAIN: dict[Op, Callable[..., Poly]] = {Op.ADD: operator.add, Op.SUB: operator.sub, Op.NEG: operator.neg}


def read(ring: Ring, x: Scalar, known: dict[Node, Poly]) -> Poly:
    """Convert a scalar to a ring element. `known` caches the elements of graph nodes."""
    if not isinstance(x, Node):
        return ring.number(x)
    if x not in known:
        for node in topological([x]):
            if node not in known:
                known[node] = operation(ring, node, [known[a] for a in node.args])
    return known[x]


def operation(ring: Ring, node: Node, args: list[Poly]) -> Poly:
    """Apply the operation of a graph node to ring elements."""
    op = node.op
    if op is Op.CONST:
        return ring.number(node.value)
    if op is Op.SYMBOL or op is Op.PI:
        return ring.symbol("pi" if op is Op.PI else node.value)
    if op in _PLAIN:
        return _PLAIN[op](*args)
    if op is Op.MUL:
        if len(args[0]) * len(args[1]) > _LARGEST_TERMS:
            raise finding.NoElement(Noun("product too large")).error()
        return ring.mul(args[0], args[1])
    if op is Op.DIV:
        return divide(ring, args[0], args[1])
    if op is Op.SIN or op is Op.COS:
        return sincos(ring, args[0])[op is Op.COS]
    if op is Op.SQRT:
        return ring.root(args[0])
    return _function(ring, op.value, args[0])


def divide(ring: Ring, a: Poly, b: Poly) -> Poly:
    """Compute a / b exactly, using inverses of the factors of b if b does not divide a."""
    if not b:
        raise finding.NoElement(Noun("zero divisor")).error()
    if b.is_constant():
        return a / b
    whole, rest = divmod(a, b)
    if not rest:
        return ring.reduce(whole)
    content, factors = b.factor()
    result = a * ring.number(1 / as_fraction(content))
    for factor, times in factors:
        inverse = _inverted(ring, factor) or ring.find("inverse", factor)
        for _ in range(int(times)):
            result = ring.mul(result, inverse)
    return result


def _inverted(ring: Ring, factor: Poly) -> Poly | None:
    """Return x if a factor is the generator 1/x. Return None for any other factor."""
    return next(
        (g.argument for i, g in enumerate(ring.generators) if g.kind == "inverse" and factor == ring.variables[i]), None
    )


def _function(ring: Ring, kind: str, argument: Poly) -> Poly:
    """Return sign, |x|, exp or tanh of an argument as a generator.

    Odd and even functions of −x are expressed in terms of the same function of x.
    """
    try:
        return ring.find(kind, argument)
    except Missing:
        if kind == "exp":
            raise
    opposite = ring.found(kind, -argument)
    if opposite is None:
        raise Missing((kind,), argument)
    return opposite if kind == "abs" else -opposite


Monomial: TypeAlias = tuple[int, ...]
Form: TypeAlias = dict[Monomial, Fraction]
Complex: TypeAlias = tuple[Poly, Poly]  # cosine, sine
_LARGEST_MULTIPLE = 24  # largest multiple of an angle that is expanded
_FINEST = 4  # largest number of parts into which an angle of the ring is divided


def sincos(ring: Ring, angle: Poly) -> tuple[Poly, Poly]:
    """Return (sin, cos) of an angle. Raise `Missing` for missing generators, or `Finer` for a fraction of an angle."""
    if known := _known(ring, angle):
        sine, cosine, sign = known
        return sign * sine, cosine
    vector = form(angle)
    turn = vector.get(ring.pi_monomial, Fraction(0)) * 12
    if turn.denominator > 1:
        turn = Fraction(0)
    else:
        vector.pop(ring.pi_monomial, None)
        angle = angle - ring.number(turn / 12) * ring.symbol("pi")
    result = (_cosine(ring, int(turn)), _cosine(ring, 6 - int(turn)))
    for sine, cosine, times in _parts(ring, angle, vector):
        result = _product(ring, result, _multiple(ring, (cosine, sine), times))
    return result[1], result[0]


def _known(ring: Ring, angle: Poly) -> tuple[Poly, Poly, int] | None:
    """Return (sine, cosine, ±1) if the angle or its opposite is an angle of the ring, and None otherwise."""
    for sign in (1, -1):
        sine = ring.found("sin", sign * angle)
        if sine is not None:
            return sine, ring.find("cos", sign * angle), sign
    return None


def _parts(ring: Ring, angle: Poly, vector: Form) -> list[tuple[Poly, Poly, int]]:
    """Express an angle as a sum of multiples of the ring's angles, and return triples (sine, cosine, multiple)."""
    if known := _known(ring, angle):
        return [known]
    k = ring.combination.of(vector)
    if k is None:
        raise Missing(("cos", "sin"), angle)
    parts = math.lcm(*(x.denominator for x in k))
    if parts > _FINEST or any(abs(x) > _LARGEST_MULTIPLE for x in k):
        raise Missing(("cos", "sin"), angle)  # q1 and 1.2345 q1 are treated as independent angles
    if parts > 1:
        raise Finer(parts)
    used = [(int(times), i, j) for times, (i, j, _) in zip(k, ring.angles, strict=True) if times]
    return [(ring.variables[i], ring.variables[j], times) for times, i, j in used]


def form(p: Poly) -> Form:
    """Convert an element to a linear form, which is a dict from its monomials to their coefficients."""
    return {m: as_fraction(c) for m, c in p.to_dict().items()}


class Combination:
    """Solver that expresses linear forms as combinations of the forms of a basis.

    Gauss-Jordan elimination of [B E] gives [R X] with X B = R, where the columns of B are the forms. Forms that are
    combinations of earlier forms are not used.
    """

    def __init__(self, basis: Sequence[Form]) -> None:
        self.places = {place: i for i, place in enumerate(dict.fromkeys(m for x in basis for m in x))}
        self.size, rows = len(basis), len(self.places)
        whole = fmpq_mat(rows, self.size + rows)
        for j, vector in enumerate((*basis, *({place: Fraction(1)} for place in self.places))):
            for place, k in vector.items():
                whole[self.places[place], j] = fmpq(k.numerator, k.denominator)
        reduced = whole.rref()[0].tolist()
        self.pivots = [next((j for j, x in enumerate(row[: self.size]) if x), None) for row in reduced]
        self.X = [[as_fraction(x) for x in row[self.size :]] for row in reduced]

    def of(self, vector: Form) -> list[Fraction] | None:
        """Return the coordinates of a form in the basis, or None if the form is independent of the basis."""
        if not vector.keys() <= self.places.keys():
            return None
        found = [Fraction(0)] * self.size
        for pivot, row in zip(self.pivots, self.X, strict=True):
            x = sum((row[self.places[place]] * k for place, k in vector.items()), Fraction(0))
            if pivot is not None:
                found[pivot] = x
            elif x:
                return None
        return found


def accumulate(table: dict[Any, Any], key: object, x: Any) -> None:
    """Add x to an entry of a table that omits zeros."""
    total = table.get(key, 0) + x
    if total:
        table[key] = total
    else:
        table.pop(key, None)


def _multiple(ring: Ring, z: Complex, k: int) -> Complex:
    """Compute (cos kφ, sin kφ) from (cos φ, sin φ)."""
    z = (z[0], -z[1]) if k < 0 else z
    result = z
    for _ in range(abs(k) - 1):
        result = _product(ring, result, z)
    return result


def _product(ring: Ring, a: Complex, b: Complex) -> Complex:
    """Compute (cos(α + β), sin(α + β)) from the cosines and sines of α and β."""
    return ring.reduce(a[0] * b[0] - a[1] * b[1]), ring.reduce(a[1] * b[0] + a[0] * b[1])


# cos(k·15°) as a + b√2 + c√3 + d√6, for k = 0 … 6
_QUARTER = Fraction(1, 4)
_COSINE = ((4, 0, 0, 0), (0, 1, 0, 1), (0, 0, 2, 0), (0, 2, 0, 0), (2, 0, 0, 0), (0, -1, 0, 1), (0, 0, 0, 0))


def _cosine(ring: Ring, twelfths: int) -> Poly:
    """Return cos(k·π/12) as a ring element."""
    k = twelfths % 24
    k = min(k, 24 - k)
    row = _COSINE[k] if k <= 6 else tuple(-x for x in _COSINE[12 - k])
    total = ring.zero
    for a, radicand in zip(row, (1, 2, 3, 6), strict=True):
        if a:
            total = total + ring.number(a * _QUARTER) * ring.root(ring.number(radicand))
    return total


_LARGEST_PRIME = 100_000


def root(ring: Ring, radicand: Poly) -> Poly:
    """Return the square root of an element. Raise `Missing` if the ring does not contain the root."""
    if not radicand:
        return ring.zero
    if not radicand.is_constant():
        return ring.find("root", radicand)
    number = as_fraction(radicand.leading_coefficient())
    if number < 0:
        raise finding.NoElement(Noun("root of a negative number"), Identifier(str(number))).error()
    outside, inside = _square_part(number.numerator * number.denominator)
    result = ring.number(Fraction(outside, number.denominator))
    for prime in inside:
        result = result * ring.find("root", ring.number(prime))
    return result


def _square_part(n: int) -> tuple[int, list[int]]:
    """Factor an integer as n = outside² · Π inside, where `inside` contains distinct primes.

    A factor composed of large primes remains unfactored.
    """
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


def slopes(ring: Ring, name: str) -> Slopes:
    """Return the derivatives (i, ∂x_i/∂name) of a symbol and of all generators that depend on this symbol.

    The derivatives are in the order in which the generators were created. A derivative is None if it is not an element
    of the ring.
    """
    found: Slopes = _first(ring, name)
    for i in reversed([i for i, g in enumerate(ring.generators) if not g.is_symbol]):
        g = ring.generators[i]
        inner: Poly | None = ring.zero
        for j, slope in found:
            part = g.argument.derivative(j)
            if part and inner is not None:
                inner = None if slope is None else inner + part * slope
        if (inner is not None and not inner) or g.kind == "sign":  # sign is constant wherever it has a derivative
            continue
        outer = _derivative(ring, i)
        found.append((i, None if inner is None or outer is None else outer * inner))
    return found


def _derivative(ring: Ring, i: int) -> Poly | None:
    """Return the derivative f′ of a generator f with respect to its argument.

    The result is None if f′ is not an element of the ring.
    """
    x = ring.variables
    match ring.generators[i].kind:
        case "cos":
            return -x[i - 1]
        case "sin":
            return x[i + 1]
        case "inverse":
            return -x[i] * x[i]
        case "exp":
            return x[i]
        case "tanh":
            return 1 - x[i] * x[i]
        case "root":
            inverse = ring.found("inverse", x[i])
            return None if inverse is None else inverse / 2
    return None


def _first(ring: Ring, name: str) -> Slopes:
    """Return the derivatives of the symbols that depend directly on `name`.

    The result contains the symbol itself or, for a direction of a ball joint, the four entries of the quaternion.
    """
    direction = next((x for x in ring.coordinates if x.quaternion and name == x.q), None)
    if direction is None:
        if any(name in x.quaternion for x in ring.coordinates):
            raise finding.NoElement(Noun("derivative by a quaternion"), Identifier(name)).error()
        return [(ring.index[name], ring.one)]
    w, *v = (ring.symbol(entry) for entry in direction.quaternion)
    k = direction.axis
    i, j = (k + 1) % 3, (k + 2) % 3
    turned = {0: -v[k], 1 + k: w, 1 + i: v[j], 1 + j: -v[i]}
    return [(ring.index[direction.quaternion[entry]], x / 2) for entry, x in turned.items()]
