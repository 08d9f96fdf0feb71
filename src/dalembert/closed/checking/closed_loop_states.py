"""Random states that satisfy the loop-closure constraints. Some equations hold only at such states.

    φ(q) = 0     J q̇ = 0     J q̈ = −J̇q̇     τ_k = 0 for each joint k without a motor, unless a line is about τ_k

All calculations use complex numbers with 90 digits. Parameters, independent coordinates and rates are random. Newton's
method computes q from a random initial guess, so every assembly mode can be reached. Elimination determines q̈ and λ.
If an equation is violated on an assembly mode, the probability that it holds at a random point of this mode is 0. The
first 60 digits are compared, so the probability of a coincidence is below 10⁻⁵⁰.

The entries M_ij, c_i, g_i and Q_i of a mechanism can also refer to its independent rates u. With q̇ = G u and q̈ = G u̇
+ h, the reduced equations of motion have the coefficients

    GᵀM G,     Gᵀ(c + M h),     Gᵀg,     Gᵀτ        [wehage1982]
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, partial
from typing import TypeAlias

from flint import acb

from dalembert.closed.checking.ball_arithmetic import Number, drawn, evaluated, number, same, size
from dalembert.closed.checking.claim import Claim, named_entries
from dalembert.closed.checking.convention import OWN, Convention, Departures, meanings
from dalembert.closed.checking.convention_search import ANGLES, Fingerprints, topics
from dalembert.closed.checking.written_slips import Points
from dalembert.closed.reading.operand import is_decimal
from dalembert.closed.reading.vocabulary import Entry
from dalembert.errors import WrongValue
from dalembert.graph import Node, Scalar, symbol, symbols
from dalembert.graph.diff import forward
from dalembert.robot.tree import tree
from dalembert.spatial.vector import dot, sub
from dalembert.tolerance import POSTURE_DIFFERENCE

Nodes: TypeAlias = Callable[[Entry], Scalar]
COUNT = 10  # postures
_STEPS, _STARTS = 60, 12
_FEW = 3  # postures at which a reason is verified


class NoPosture(Exception):
    """Raised if no configuration in which all loops are closed was found."""


def eliminated(rows: Sequence[Sequence[Number]], right: Sequence[Number], free: Sequence[Number]) -> list[Number]:
    """Solve rows · x = right by elimination with full pivoting. Entries of x that the equations do not determine are
    set to the values in `free`."""
    table = [[*row, y] for row, y in zip(rows, right, strict=True)]
    pivots: list[tuple[int, list[Number]]] = []
    while table:
        largest, i, j = max((size(row[j]), i, j) for i, row in enumerate(table) for j in range(len(free)))
        if largest < POSTURE_DIFFERENCE:
            break
        pivot = table.pop(i)
        pivots.append((j, pivot))
        table = [[(a - row[j] / pivot[j] * b).mid() for a, b in zip(row, pivot, strict=True)] for row in table]
    found = list(free)
    for j, pivot in reversed(pivots):
        off = pivot[-1] - dot(pivot[:-1], found)
        found[j] = (found[j] + off / pivot[j]).mid()
    return found


@dataclass(eq=False)
class Posture:
    """State in which all loops are closed, and values of expressions at this state."""

    known: Fingerprints  # supplies the graph nodes of model entries
    seed: int
    values: dict[str, Number] = field(default_factory=dict)
    accelerated: dict[bool, dict[str, Number]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        truth, display = self.known.model.mechanics, self.known.model.mechanics.display
        actuated = sorted(tree(truth.robot).actuated)
        # coordinates with random values, which Newton's method does not change
        self.own = actuated if truth.n - len(actuated) == len(truth.constraints) else []
        self.random, names = random.Random(self.seed), truth.coordinates.names
        phi = [display.node(x.phi) for x in truth.constraints]
        J = [[display.node(x) for x in row.slopes] for row in truth.constraints]
        for step in range(_STARTS * _STEPS):
            if step % _STEPS == 0:
                self.values = {"pi": acb.pi()} | {x.q: 6 * self.drawn() - 4 for x in names}
            gap = self.at(phi)
            if max(map(size, gap), default=0.0) < POSTURE_DIFFERENCE:
                break
            dq = eliminated(self.dependent(self.grid(J)), gap, [acb(0)] * truth.n)
            self.values |= {x.q: (self.values[x.q] - change).mid() for x, change in zip(names, dq, strict=True)}
        else:
            raise NoPosture
        self.J, still = self.grid(J), [acb(0)] * len(J)
        rates = eliminated(self.J, still, [self.drawn() for _ in names])
        self.values |= dict(zip([x.qd for x in names], rates, strict=True))
        along: dict[Node, Scalar] = {symbol(x.q): symbol(x.qd) for x in names}
        self.swing = [-dot(row, rates) for row in self.grid([forward(row, along) for row in J])]

    def drawn(self) -> Number:
        return drawn(self.random) + acb(0, 1) / 4 * drawn(self.random)

    def at(self, nodes: Sequence[Scalar]) -> list[Number]:
        """Evaluate expressions at the state. A symbol receives a random value when it first occurs."""
        for name in sorted(symbols(nodes) - self.values.keys()):
            self.values[name] = number(Fraction(name)) if is_decimal(name) else self.drawn()
        return evaluated(nodes, self.values)

    def grid(self, rows: Sequence[Sequence[Scalar]]) -> list[list[Number]]:
        n = self.known.model.mechanics.n
        flat = self.at([x for row in rows for x in row])
        return [[x.mid() for x in flat[i : i + n]] for i in range(0, len(flat), n)]

    def dependent(self, J: list[list[Number]]) -> list[list[Number]]:
        """Return the loop Jacobian J with zeros in the columns of the independent coordinates."""
        return [[acb(0) if k in self.own else x for k, x in enumerate(row)] for row in J]

    def accelerate(self, undriven: bool) -> None:
        """Compute q̈ and λ such that the loops remain closed.

        If `undriven` is True, the efforts at passive joints are zero.
        """
        if undriven not in self.accelerated:
            self.accelerated[undriven] = self._accelerations(undriven)
        self.values |= self.accelerated[undriven]

    def _accelerations(self, undriven: bool) -> dict[str, Number]:
        truth, model = self.known.model.mechanics, self.known.model
        names, passive = truth.coordinates.names, sorted(model.passive) if undriven else []
        unknown = [*(x.qdd for x in names), *(f"lambda{k}" for k in range(1, len(self.J) + 1))]
        rows = [[*row, *[acb(0)] * len(self.J)] for row in self.J]
        efforts = [self.known.node(Entry("tau", (k + 1,))) for k in passive]
        self.values |= dict.fromkeys(unknown, acb(0))
        rest = self.at(efforts)
        columns = []
        for name in unknown:
            self.values[name] = acb(1)
            columns.append(sub(self.at(efforts), rest))
            self.values[name] = acb(0)
        rows += [[column[i].mid() for column in columns] for i in range(len(passive))]
        right = [*self.swing, *(-x for x in rest)]
        found = eliminated(rows, right, [self.drawn() for _ in unknown])
        return dict(zip(unknown, found, strict=True))

    @cached_property
    def independent(self) -> tuple[list[list[Number]], list[Number]]:
        """Matrix G and vector h in q̇ = G u and q̈ = G u̇ + h. G has one column for each actuated coordinate."""
        truth = self.known.model.mechanics
        J = self.dependent(self.J)

        def solved(right: Sequence[Number], unit: int | None) -> list[Number]:
            return eliminated(J, right, [acb(int(k == unit)) for k in range(truth.n)])

        G = [solved([-row[k] for row in self.J], k) for k in self.own]
        return G, solved(self.swing, None)

    def reduced(self, entry: Entry, node: Nodes | None = None) -> Number:
        """Return the value of an entry of the equations in independent rates."""
        G, h = self.independent
        first = G[entry.indices[0] - 1]
        second = G[entry.indices[1] - 1] if entry.letter == "M" else h
        n = range(1, len(h) + 1)
        driven = n if entry.letter != "M" else ()
        total = sum(first[k - 1] * self.entry(Entry(entry.letter, (k,)), node) for k in driven)
        if entry.letter in ("M", "c", "n"):
            pairs = ((k, l) for k in n for l in n if size(first[k - 1]) and size(second[l - 1]))
            for k, l in pairs:
                total += first[k - 1] * second[l - 1] * self.entry(Entry("M", (k, l)), node)
        return total

    def entry(self, entry: Entry, node: Nodes | None = None) -> Number:
        return self.at([(node or self.known.node)(entry)])[0]

    def holds(self, line: Claim, convention: Convention, reduced: bool) -> bool:
        """Check whether an equation holds at this state for a given convention.

        If `reduced` is True, M, c, g and Q refer to the independent rates.
        """
        left, right = self.of_line(line, convention, reduced, line.sides)
        return same(left, right)

    def of_line(
        self, line: Claim, convention: Convention, reduced: bool, nodes: Sequence[Scalar], node: Nodes | None = None
    ) -> list[Number]:
        """Evaluate expressions in the symbols of a line at this state.

        If `node` is not None, it returns the entries of a mistaken model. The efforts then follow from the principle of
        virtual power.
        """
        most = len(self.independent[0]) if reduced else 0
        frame = self.known.frame(Convention(convention.geometry))
        about = [entry for _, entry in line.entries]
        meant = {
            name: convention.terms(entry, line.letter if entry in about else "")
            for name, entry in named_entries(nodes).items()
        }
        efforts = {x.indices[0] - 1 for terms in meant.values() for _, x in terms if x.letter == "tau"}
        passive = bool(efforts & self.known.model.passive) and not (reduced and line.letter == "Q")
        if passive and not line.written:
            return [acb(0)] * len(nodes)  # as no motor drives it
        inertial = any(x.letter in _MOVING for terms in meant.values() for _, x in terms)
        if inertial or any(x.startswith(("qdd", "lambda")) for x in symbols(line.sides)):
            self.accelerate(undriven=not passive)

        def value(entry: Entry) -> Number:
            letters = ("M", "c", "g", "n") if line.letter != "Q" or entry not in about else ("tau",)
            small = reduced and entry.letter in letters and all(k <= most for k in entry.indices)
            if node and entry.letter == "tau" and entry.indices[0] - 1 in self.own:
                small, entry = True, Entry("tau", (self.own.index(entry.indices[0] - 1) + 1,))
            return self.reduced(entry, node) if small else self.entry(entry, node)

        own = {name: sum(number(k) * frame.seen(x, value, number) for k, x in terms) for name, terms in meant.items()}
        if convention.geometry:
            names = self.known.model.mechanics.coordinates.names
            own |= frame.inverse.images(names, lambda name: self.at([symbol(name)])[0], number)
        kept, self.values = self.values, self.values | own
        try:
            return self.at(nodes)
        finally:
            self.values = kept


_MOVING = ("tau", "pr", "Lr", "Tr", "Er", "Ur")


@dataclass(frozen=True)
class Closed:
    """Equations that hold at random states with closed loops, for a given convention.

    `always` contains the indices of equations that hold at every state. `sometimes` contains the indices of equations
    that hold at some states. `reduced` is True if M, c and g refer to the independent rates.
    """

    always: frozenset[int] = frozenset()
    sometimes: frozenset[int] = frozenset()
    reduced: bool = False
    convention: Convention = OWN
    postures: Sequence[Posture] = ()

    @property
    def sizes(self) -> tuple[bool, ...]:
        """Possible values of `reduced` for this robot."""
        return () if not self.postures else (False, True) if self.postures[0].own else (False,)

    def points(self, line: Claim, reduced: bool, node: Nodes | None = None) -> Points:
        """Return the points for a line. If `node` is given, it evaluates the entries of a mistaken model."""
        at = [partial(x.of_line, line, self.convention, reduced, node=node) for x in self.postures[:_FEW]]
        return Points(at)


def at_postures(known: Fingerprints, wrong: Sequence[int], base: Convention, others: Departures) -> Closed:
    """Check which of the equations `wrong` hold at states with closed loops in the convention `base`.

    If equations are still wrong, the function tries other meanings of letters and other departures for which all
    equations hold. The result is empty if no state with closed loops is found.
    """
    every = range(len(known.lines))
    lines = [i for i in every if not known.lines[i].decimal and not known.lines[i].up_to_constant]
    best = Closed(convention=base)
    with suppress(NoPosture, WrongValue):
        postures = [Posture(known, seed) for seed in range(COUNT)]
        sizes = (False, True) if postures[0].J and postures[0].own and not base.geometry else (False,)
        for reduced in sizes:
            held = {i: sum(x.holds(known.lines[i], base, reduced) for x in postures) for i in lines}
            always = frozenset(i for i, k in held.items() if k == COUNT)
            consistent = all(i in always or i in wrong for i in lines)
            if not reduced or (consistent and len(always) > len(best.always)):
                some = frozenset(i for i, k in held.items() if 0 < k < COUNT)
                best = Closed(always, some, reduced, base, postures)
        if not {*wrong} <= best.always | best.sometimes and len(lines) == len(every):
            letters = dict.fromkeys(x for line in known.lines for of in topics(line) for x in meanings(of))
            tried = [(x, reduced) for x in letters for reduced in sizes]
            tried += [(x, False) for x in others if len(lines) > 1 or x.usage in ANGLES]
            for other, reduced in tried:
                if all(x.holds(line, base + (other,), reduced) for x in postures for line in known.lines):
                    return Closed(frozenset(every), reduced=reduced, convention=base + (other,))
    return best
