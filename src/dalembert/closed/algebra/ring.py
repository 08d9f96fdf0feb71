"""The exact ring of a robot: polynomials over the rationals in s_i, c_i, coordinates and symbols.

    Q[s, c, q, q̇, q̈, symbols] / (s² + c² − 1, w² + x² + y² + z² − 1)

Every closed form of a robot with turns, slides and balls is an element of this ring. The remainder on division by the
relations (s² → 1 − c², w² → 1 − x² − y² − z²) is a normal form, so two expressions are equal exactly when their normal forms are, and nothing is ever "simplified". The
coordinates of a ball are a unit quaternion: along them there are no partial derivatives, but the three of the tangent,
D_1, D_2, D_3 with [D_1, D_2] = D_3, one for each angular velocity. The angles of the ring are those of the robot's
kinematics: for consecutive parallel axes the summed angle, q1 + q2, as in books.
Quotient rings and normal forms: [cox2015, ch. 5].

An element (`Poly`) is a plain `flint.fmpq_mpoly`: add and subtract elements with
+ and −, scale them by whole numbers, and multiply them with `ring.mul`, which reduces.

    ring.poly(scalar)          element of a graph Node or a number (floats: their decimals, exactly)
    ring.mul(a, b, …)          product, in normal form;  ring.reduce(p) after raw products
    ring.diff(p, "q1")         ∂p/∂(any symbol), through sines and cosines; by q4, q5, q6 of a ball: D_1 p, D_2 p, D_3 p
    ring.rate(p)               dp/dt with q → qd → qdd
    ring.is_zero(p)            exact;  ring.equal(a, b)
    ring.sincos(p)             (sin, cos) of an angle: a whole combination of the ring's angles and multiples of π/12
    ring.q[k] .qd[k] .qdd[k] .tau[k]   coordinates (not of balls), velocities, accelerations, efforts
    ring.symbol("m1")          any other symbol
    ring.extended(scalars, symbols)    a ring that holds these as well;  larger.lift(p) brings elements along
    ring.collect(p, names)     {powers of the named symbols: coefficient}
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from fractions import Fraction
from functools import cached_property
from typing import Any

from flint import fmpq, fmpq_mpoly_ctx

from dalembert.closed.algebra.adjoin import grown
from dalembert.closed.algebra.angle import Combination, form, sincos
from dalembert.closed.algebra.exact import decimal
from dalembert.closed.algebra.from_graph import read
from dalembert.closed.algebra.generator import Finer, Generator, Missing, Names, Poly
from dalembert.closed.algebra.root import root
from dalembert.closed.algebra.slope import slopes
from dalembert.errors import UnknownName, WrongValue, did_you_mean
from dalembert.graph import Node, Number, Scalar

_LARGEST = 4000  # generators; a humanoid needs about 600


def ring_for(coordinates: Sequence[Names], symbols: Iterable[str], scalars: Iterable[Scalar]) -> Ring:
    """The ring that holds these scalars. Angles become the ring's in the order in which the scalars bring them."""
    balls = dict.fromkeys(x.quaternion for x in coordinates if x.quaternion)
    leading = {w for w, *_ in balls}
    own = [name for x in coordinates for name in (*x.places, x.qd, x.qdd, x.tau) if name not in leading]
    start = Ring(coordinates, [Generator("symbol", x) for x in dict.fromkeys((*own, *symbols, "pi"))])
    for w, *vector in balls:
        rest = start.one - sum((start.symbol(x) * start.symbol(x) for x in vector), start.zero)
        start = Ring(coordinates, [*start.made, Generator("unit", w, rest)])
    return grown(start, list(scalars))


class Ring:
    """An exact ring; it never changes. Made by `ring_for`."""

    def __init__(self, coordinates: Sequence[Names], generators: Sequence[Generator]) -> None:
        if len(generators) > _LARGEST:
            raise WrongValue(f"a closed form in {len(generators)} variables; at most {_LARGEST} are handled")
        self.coordinates = tuple(coordinates)
        # functions in the reverse of their making, so that the leading term of each relation is what it removes
        functions = [g for g in generators if g.kind != "symbol"][::-1]
        ordered = functions + [g for g in generators if g.kind == "symbol"]
        self.context = fmpq_mpoly_ctx.get([g.name for g in ordered], "lex")
        self.generators = tuple(g.into(self.context) for g in ordered)
        self.index = {g.name: i for i, g in enumerate(ordered)}
        self.variables: tuple[Poly, ...] = tuple(self.context.gens())
        self.zero, self.one = self.context.constant(0), self.context.constant(1)
        related = [self._relation(i) for i in range(len(functions))]
        leads = [(r, [(i, e) for i, e in enumerate(r.monomial(0)) if e]) for r in related if r is not None]
        self._relations = tuple((r, *lead[0], *lead[-1]) for r, lead in leads)  # one generator leads, or two
        self._chain: dict[str, list[tuple[int, Poly | None]]] = {}
        self._read: dict[Node, Poly] = {}

    # ── elements ──────────────────────────────────────────────────────────────

    @cached_property
    def q(self) -> tuple[Poly, ...]:
        return tuple(self.symbol(x.q) for x in self.coordinates)

    @cached_property
    def qd(self) -> tuple[Poly, ...]:
        return tuple(self.symbol(x.qd) for x in self.coordinates)

    @cached_property
    def qdd(self) -> tuple[Poly, ...]:
        return tuple(self.symbol(x.qdd) for x in self.coordinates)

    @cached_property
    def tau(self) -> tuple[Poly, ...]:
        return tuple(self.symbol(x.tau) for x in self.coordinates)

    def symbol(self, name: str) -> Poly:
        """The element of a symbol."""
        i = self.index.get(name)
        if i is None or not self.generators[i].is_symbol:
            known = [g.name for g in self.generators if g.is_symbol and g.name != "pi"]
            raise UnknownName(f"no symbol '{name}' in these equations{did_you_mean(name, known)}")
        return self.variables[i]

    def number(self, x: Number) -> Poly:
        """A number; a float means its decimal."""
        exact = x if type(x) is Fraction else decimal(x) if isinstance(x, float) else Fraction(x)
        return self.context.constant(fmpq(*exact.as_integer_ratio()))

    def poly(self, x: Scalar) -> Poly:
        """The element of a number or a graph node. Raises for what the ring cannot hold; see `extended`."""
        try:
            return read(self, x, self._read)
        except (Missing, Finer) as lacks:
            raise WrongValue(f"these equations have no {lacks}") from None

    def sincos(self, angle: Poly) -> tuple[Poly, Poly]:
        """Sine and cosine of an angle."""
        return sincos(self, angle)

    def root(self, radicand: Poly) -> Poly:
        """The square root; of a number, a product of roots of primes."""
        return root(self, radicand)

    def found(self, kind: str, argument: Poly) -> Poly | None:
        """The generator that is this function of this argument, if there is one."""
        i = self.index.get(f"{kind}({argument})")
        return None if i is None else self.variables[i]

    def find(self, kind: str, argument: Poly) -> Poly:
        """The generator that is this function of this argument; raises `Missing`."""
        generator = self.found(kind, argument)
        if generator is None:
            raise Missing((kind,), argument)
        return generator

    # ── arithmetic ────────────────────────────────────────────────────────────

    def mul(self, a: Poly, b: Poly, *more: Poly) -> Poly:
        """Product, in normal form."""
        result = self.reduce(a * b)
        for x in more:
            result = self.reduce(result * x)
        return result

    def dot(self, a: Sequence[Poly], b: Sequence[Poly]) -> Poly:
        """Σ a_i b_i, in normal form."""
        total = self.zero
        for x, y in zip(a, b, strict=True):
            if x and y:
                total = total + x * y
        return self.reduce(total)

    def reduce(self, p: Poly) -> Poly:
        """The normal form: s² → 1 − c², w² → 1 − x² − y² − z², r² → radicand, (1/x)·x → 1."""
        degrees = p.degrees()
        for relation, i, at_least, j, at_least_too in self._relations:
            if degrees[i] >= at_least and degrees[j] >= at_least_too:  # few: asking is quicker than dividing
                p = p % relation
                degrees = p.degrees()
        return p

    def is_zero(self, p: Poly) -> bool:
        """Whether an element is 0, whatever the values of the symbols. Denominators are cleared first."""
        return not self.cleared(p)

    def cleared(self, p: Poly) -> Poly:
        """An element times all its denominators."""
        p = self.reduce(p)
        for i, g in enumerate(self.generators):
            if p and g.kind == "inverse":
                p = self._cleared(p, i)
        return p

    def equal(self, a: Poly, b: Poly) -> bool:
        return self.is_zero(a - b)

    # ── derivatives ───────────────────────────────────────────────────────────

    def diff(self, p: Poly, name: str) -> Poly:
        """∂p/∂name, through every function of it; D_k p for a direction of a ball."""
        chain = self._chain.get(name)
        if chain is None:
            chain = self._chain[name] = slopes(self, name)
        total = self.zero
        for i, slope in chain:
            part = p.derivative(i)
            if part:
                if slope is None:
                    raise WrongValue(f"the derivative of {self.generators[i].name} by {name} is not a polynomial")
                total = total + part * slope
        return self.reduce(total) if len(chain) > 1 else total

    def rate(self, p: Poly) -> Poly:
        """dp/dt = Σ ∂p/∂q q̇ + ∂p/∂q̇ q̈."""
        total = self.zero
        for x, qd, qdd in zip(self.coordinates, self.qd, self.qdd, strict=True):
            total = total + self.diff(p, x.q) * qd + self.diff(p, x.qd) * qdd
        return self.reduce(total)

    # ── other rings ───────────────────────────────────────────────────────────

    def extended(self, scalars: Iterable[Scalar] = (), symbols: Iterable[str] = ()) -> Ring:
        """A ring that holds these scalars and symbols as well; itself if it already does."""
        new = [Generator("symbol", x) for x in dict.fromkeys(symbols) if x not in self.index]
        start = Ring(self.coordinates, [*self.made, *new]) if new else self
        return grown(start, list(scalars), finer=False)

    def lift(self, p: Poly) -> Poly:
        """An element of a smaller ring as an element of this one."""
        return p if p.context() is self.context else p.project_to_context(self.context)

    def collect(self, p: Poly, symbols: Sequence[str]) -> dict[tuple[int, ...], Poly]:
        """{exponents of the symbols: coefficient}, the coefficients free of them."""
        where = [self.index[x] for x in symbols]
        parts: dict[tuple[int, ...], dict[tuple[int, ...], Any]] = {}
        for monomial, k in p.to_dict().items():
            rest = list(monomial)
            for i in where:
                rest[i] = 0
            parts.setdefault(tuple(monomial[i] for i in where), {})[tuple(rest)] = k
        return {key: self.context.from_dict(part) for key, part in parts.items()}

    # ── how it is made ────────────────────────────────────────────────────────

    @cached_property
    def angles(self) -> tuple[tuple[int, int, Poly], ...]:
        """(index of the sine, of the cosine, the angle), in the order they were made."""
        sines = [(i, g) for i, g in enumerate(self.generators) if g.kind == "sin"]
        return tuple((i, i + 1, g.argument) for i, g in reversed(sines))

    @cached_property
    def moving(self) -> tuple[bool, ...]:
        """Whether each generator changes with the coordinates."""
        return self.holding({name for x in self.coordinates for name in x.places})

    def holding(self, names: Set[str]) -> tuple[bool, ...]:
        """Whether each generator is one of these symbols, or a function of one."""
        result = [False] * len(self.generators)
        for i in reversed(range(len(result))):  # a function's argument holds only later generators
            g = self.generators[i]
            if g.is_symbol:
                result[i] = g.name in names
            else:
                result[i] = any(e and result[j] for j, e in enumerate(g.argument.degrees()))
        return tuple(result)

    def symbols_in(self, elements: Iterable[Poly]) -> set[str]:
        """The symbols of elements, also those inside functions."""
        found: set[int] = set()
        left = list(elements)
        while left:
            new = {i for i, e in enumerate(left.pop().degrees()) if e} - found
            found |= new
            left += [g.argument for i in new if not (g := self.generators[i]).is_symbol]
        return {g.name for i in found if (g := self.generators[i]).is_symbol}

    def moving_part(self, p: Poly) -> Poly:
        """The terms of an element that change with the coordinates."""
        moving = self.moving
        kept = {m: k for m, k in p.to_dict().items() if any(e and x for e, x in zip(m, moving, strict=True))}
        return self.context.from_dict(kept)

    @cached_property
    def combination(self) -> Combination:
        """Writes an angle in those of the ring."""
        return Combination([form(angle) for _, _, angle in self.angles])

    @cached_property
    def pi_monomial(self) -> tuple[int, ...]:
        return next(iter(self.symbol("pi").to_dict()))

    def over(self, generators: Sequence[Generator]) -> Ring:
        """The ring of the same coordinates over other generators."""
        return Ring(self.coordinates, generators)

    @property
    def made(self) -> list[Generator]:
        """Generators in the order they were adjoined."""
        functions = [g for g in self.generators if g.kind != "symbol"]
        return [g for g in self.generators if g.kind == "symbol"] + functions[::-1]

    def _relation(self, i: int) -> Poly | None:
        """What vanishes: s² + c² − 1, r² − radicand and w² − (1 − x² − y² − z²), |x|² − x², (1/x)·x − 1."""
        g, x = self.generators[i], self.variables[i]
        if g.kind == "sin":
            return x * x + self.variables[i + 1] * self.variables[i + 1] - 1
        if g.kind in ("root", "unit", "abs"):
            return x * x - (g.argument * g.argument if g.kind == "abs" else g.argument)
        return x * g.argument - 1 if g.kind == "inverse" else None

    def _cleared(self, p: Poly, i: int) -> Poly:
        """p times the power of a denominator that clears it."""
        parts = self.collect(p, [self.generators[i].name])
        top = max(power for (power,) in parts)
        denominator = self.generators[i].argument
        return self.reduce(sum((part * denominator ** (top - power) for (power,), part in parts.items()), self.zero))
