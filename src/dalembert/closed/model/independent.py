"""Reduction of closed loops: the equations of motion in independent rates u, for loops with small constraint blocks.

    J_d q̇_d + J_i u = 0   ⇒   q̇ = G u,   G_i = 1,   G_d = −adj(J_d) J_i / det J_d                       (Cramer)
    q̈ = G u̇ + Ġu,   (Ġu)_d = −adj(J_d) J̇q̇ / det J_d
    GᵀM G u̇ + Gᵀ(M Ġu + c) + Gᵀg + Gᵀ(friction + springs) = Gᵀ(τ + Jᵀw)                                [wehage1982]

The Lagrange multipliers vanish from the equations because J G = 0. The equations still contain all coordinates, and
φ(q) = 0 determines the dependent coordinates. J_d is solved block by block. Closure equations that share no dependent
coordinate belong to different blocks. Each block is square and has at most three rows, and its determinant is not
identically 0.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from itertools import combinations, islice
from typing import Any, TypeAlias

from dalembert import finding
from dalembert.argument import counted
from dalembert.closed.algebra.linear_algebra import adjugate, minor
from dalembert.closed.algebra.ring import Poly, Ring, divide
from dalembert.closed.model.mechanics import Matrix, Mechanics
from dalembert.closed.printing.abbreviated_equations import EquationList, ListedEquation
from dalembert.closed.printing.display import ElementDisplay
from dalembert.closed.printing.expression import ExpressionProduct, ExpressionSum
from dalembert.closed.printing.typesetting import TypesetEquations
from dalembert.errors import WrongValue
from dalembert.finding.finding import Call, Function, JointName, Noun, RobotName
from dalembert.graph import symbol
from dalembert.robot.model import Robot
from dalembert.spatial.vector import add
from dalembert.typeset.block import Display
from dalembert.typeset.language import Language

LARGEST_BLOCK = 3  # largest number of closure equations that are solved together
_UNFOLDED = 10**6  # brackets get no names, because h1, h2, … denote the entries of h
_MOST_CHOICES = 200  # largest number of coordinate sets to try
Places: TypeAlias = tuple[int, ...]


@dataclass(frozen=True)
class Block:
    """Set of closure equations that are solved together for an equal number of dependent rates."""

    rows: Places
    columns: Places
    determinant: Poly


def chosen(exact: Mechanics, names: Sequence[str] | None) -> tuple[Places, list[Block]]:
    """Choose the independent coordinates, and group the closures into blocks that determine the other coordinates.

    If `names` is given, it lists the independent coordinates. By default, the actuated coordinates are independent if
    there is one for each degree of freedom. Otherwise, the first feasible set is used.
    """
    robot, free = exact.robot, exact.n - len(exact.constraints)
    _require(free > 0, robot, "overconstrained")
    if names is not None:
        counted(names, "names", free, "rates", robot=robot.name)
    elif len(robot.actuated) == free:
        names = robot.actuated
    if names is not None and len(names) == free:
        own = tuple(robot.coordinate(name).qd for name in names)
        return own, _blocks(exact, own)
    first: WrongValue | None = None
    for own in islice(combinations(range(exact.n), free), _MOST_CHOICES + 2):
        try:
            return own, _blocks(exact, own)
        except WrongValue as error:
            first = first or error
    assert first is not None
    raise first


def _require(holds: object, robot: Robot, reason: str, columns: Sequence[int] = ()) -> None:
    """Raise an error that gives the reason and the dependent coordinates if the equations cannot be reduced."""
    if not holds:
        dependent = tuple(JointName(robot.coordinates[k]) for k in columns)
        remedy = Call(Function("mechanism.independent_map"), instead=True)
        raise finding.NotReducible(RobotName(robot.name), Noun(reason), dependent, remedy).error()


def _blocks(exact: Mechanics, own: Sequence[int]) -> list[Block]:
    """Split the loop Jacobian J_d of the dependent coordinates into blocks.

    An error is raised if a block is not square, is too large, or is singular in every configuration.
    """
    J = exact.J
    left = [k for k in range(exact.n) if k not in own]
    found = []
    while left:
        columns, rows = {left[0]}, set[int]()
        while True:
            more = {r for r, row in enumerate(J) if any(row[k] for k in columns)}
            wider = {k for k in left for r in more if J[r][k]} | columns
            if more == rows and wider == columns:
                break
            rows, columns = more, wider
        found.append(_block(exact, J, tuple(sorted(rows)), tuple(sorted(columns))))
        left = [k for k in left if k not in columns]
    return found


def _block(exact: Mechanics, J: Sequence[Sequence[Poly]], rows: Places, columns: Places) -> Block:
    small = len(rows) == len(columns) and len(rows) <= LARGEST_BLOCK
    determinant = minor(exact.ring, J, rows, columns) if small else exact.ring.zero
    _require(determinant, exact.robot, "not determined" if small else "block too large", columns)
    return Block(rows, columns, determinant)


class _Reduced(cached_property[Any]):
    """Cached property that returns a quantity of the reduced equations as a SymPy matrix.

    A vector is returned as a single column.
    """

    def __init__(self, elements: Callable[[IndependentEquations], Sequence[Any]], doc: str) -> None:
        def value(equations: IndependentEquations) -> Any:
            rows = (x if isinstance(x, list) else [x] for x in elements(equations))
            return equations.display.sympy_matrix(rows).xreplace(equations._meaning)

        value.__doc__ = doc
        super().__init__(value)


class IndependentEquations(TypesetEquations):
    """Equations of motion in independent coordinates, without Lagrange multipliers.

    `own` lists the indices of the independent coordinates, counted from 0. The quantities `.G .M .c .g .friction
    .spring .external .tau` are SymPy matrices. `tau` is M u̇ + c + g + friction + spring − external and equals
    `efforts`, the generalized forces Gᵀτ of the actuated coordinates. The symbols are the same as in `Equations`: q1,
    q2 and so on for all coordinates, qd and qdd for the independent coordinates. `text` and `latex` write the equations
    as in textbooks, in terms of the determinant D, the matrix G and h = Ġu.
    """

    def __init__(self, exact: Mechanics, names: Sequence[str] | None = None) -> None:
        exact.some_loops()
        self.exact = exact
        self.own, self.blocks = chosen(exact, names)
        self.dependent = {k: block for block in self.blocks for k in block.columns}  # dependent coordinates

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the independent coordinates of the robot."""
        return tuple(self.exact.robot.coordinates[k] for k in self.own)

    # ── SymPy ─────────────────────────────────────────────────────────────────

    G = _Reduced(lambda x: x.map, "Matrix G of q̇ = G u.")
    M = _Reduced(lambda x: x.inertia, "Reduced inertia matrix GᵀM G.")
    c = _Reduced(lambda x: x.velocity, "Reduced velocity terms Gᵀ(M Ġu + c), quadratic in u.")
    g = _Reduced(lambda x: x.seen(x.exact.g), "Reduced gravity vector Gᵀg.")
    friction = _Reduced(lambda x: x.seen(x.exact.friction), "Friction, multiplied by Gᵀ.")
    spring = _Reduced(lambda x: x.seen(x.exact.spring), "Spring efforts, multiplied by Gᵀ.")
    external = _Reduced(lambda x: x.seen(x.exact.external), "Reduced generalized forces GᵀJᵀw of external wrenches.")
    efforts = _Reduced(lambda x: x.driving, "Reduced efforts Gᵀτ of the actuated coordinates.")

    @cached_property
    def tau(self) -> Any:
        """Efforts M u̇ + c + g + friction + spring − external of the reduced equations."""
        import sympy

        qdd = sympy.Matrix([sympy.Symbol(self.exact.coordinates.names[k].qdd) for k in self.own])
        left = self.M * qdd + self.c + self.g + self.friction + self.spring - self.external
        return sympy.ImmutableMatrix(left)

    # ── ring elements ─────────────────────────────────────────────────────────

    @cached_property
    def ring(self) -> Ring:
        """Polynomial ring of the robot, extended by the symbols D, 1/D, G and h."""
        letters = [*self._D.values(), *self._G.values(), *self._h.values()]
        return self.exact.ring.extended([1 / symbol(D) for D in self._D.values()], letters)

    @cached_property
    def display(self) -> ElementDisplay:
        return self.exact.display_in(self.ring)

    @cached_property
    def definitions(self) -> dict[str, Poly]:
        """Definitions of D, G, the dependent rates and h as polynomials.

        Each definition uses only previous definitions.
        """
        ring, names = self.ring, self.exact.coordinates.names
        below = {k: divide(ring, ring.one, ring.symbol(D)) for k, D in self._D.items()}
        found = {D: ring.lift(self._ratios[0][k]) for k, D in self._D.items()}
        parts = {place: ring.mul(ring.lift(x), below[place[0]]) for place, x in self._ratios[1].items()}
        found |= {name: parts[place] for place, name in self._G.items()}
        u = [ring.qd[i] for i in self.own]
        found |= {names[k].qd: ring.dot(self.map[k], u) for k in self.dependent}
        return found | {name: parts[k, -1] for k, name in self._h.items()}

    @cached_property
    def _ratios(self) -> tuple[dict[int, Poly], dict[tuple[int, int], Poly], dict[tuple[int, int], int]]:
        """Denominators D, numerators of G and h (with the column −1), and integers, with G = integer + numerator/D.

        Common factors are cancelled. If this shortens a numerator, ±D is subtracted from it. For relative angles,
        numerator/D is then a ratio of absolute rates.
        """
        mine = self.exact.ring
        J = self.exact.J
        sides = {j: [-row[i] for row in J] for j, i in enumerate(self.own)}
        sides[-1] = [-mine.dot([mine.rate(x) for x in row], mine.qd) for row in J]  # J̇q̇ without q̈
        tops = {(k, j): x for j, side in sides.items() for k, x in self._solved(side)}
        whole: dict[tuple[int, int], int] = {}
        for (k, j), x in tops.items():
            if j >= 0:
                sizes = {n: len(x - n * self.dependent[k].determinant) for n in (0, -1, 1)}
                whole[k, j] = min(sizes, key=sizes.__getitem__)
        tops = {p: mine.reduce(x - whole.get(p, 0) * self.dependent[p[0]].determinant) for p, x in tops.items()}
        bottoms: dict[int, Poly] = {}
        for k, block in self.dependent.items():
            own = [(p, x) for p, x in tops.items() if p[0] == k]
            common = reduce(lambda f, g: f.gcd(g), [x for _, x in own if x], block.determinant)
            bottoms[k] = block.determinant / common
            tops |= {p: x / common for p, x in own}
        return bottoms, tops, whole

    @cached_property
    def map(self) -> Matrix:
        """Matrix G in q̇ = G u, with named entries.

        The matrix has one row per coordinate and one column per independent coordinate.
        """
        ring, size = self.ring, range(len(self.own))
        found = {(k, j): ring.one for j, k in enumerate(self.own)}
        found |= {place: ring.symbol(name) + self._ratios[2][place] for place, name in self._G.items()}
        return [[found.get((k, j), ring.zero) for j in size] for k in range(self.exact.n)]

    @cached_property
    def inertia(self) -> Matrix:
        moved = [[self.ring.dot(row, column) for row in self._M] for column in self._columns]
        return [[self.ring.dot(column, other) for other in moved] for column in self._columns]

    @cached_property
    def velocity(self) -> list[Poly]:
        ring = self.ring
        late = [ring.symbol(self._h[k]) if k in self._h else ring.zero for k in range(self.exact.n)]
        lagging = [ring.dot(row, late) for row in self._M]
        return self.seen(add(lagging, [ring.lift(c) for c in self.exact.c]))

    @cached_property
    def driving(self) -> list[Poly]:
        named = zip(self.exact.robot.coordinates, self.exact.efforts, strict=True)
        return self.seen([x if name in self.exact.robot.actuated else self.exact.ring.zero for name, x in named])

    # ── typesetting ───────────────────────────────────────────────────────────

    def __repr__(self) -> str:
        return f"<Equations of '{self.exact.robot.name}' in {', '.join(self.names)}>"

    @property
    def model(self) -> Mechanics:
        return self.exact

    @property
    def reader(self) -> ElementDisplay:
        return self.display

    def typeset(self, language: Language, **style: Any) -> Display:
        """Typeset D, G, the dependent rates and h, followed by M, c and g of the reduced equations and the efforts."""
        return super().typeset(language, **{"fold": _UNFOLDED, **style})

    def sheet(self, sheet: EquationList) -> Iterator[ListedEquation]:
        lines = dict(self.lines())
        for left, x in (*self.definitions.items(), *lines.items()):
            yield ListedEquation(left, self.display.sum(x))
        ring = self.ring.extended((), lines)
        display = self.exact.display_in(ring)
        for left, parts in self.balance(lines).items():
            factors = [
                tuple(y for x in part for y in display.sum(ring.symbol(x)).products[0].factors) for part in parts
            ]
            signs = (-1 if part[0][0] == "w" else 1 for part in parts)
            products = map(ExpressionProduct, map(Fraction, signs), factors)
            yield ListedEquation(left, ExpressionSum(tuple(products)))

    def balance(self, lines: Container[str]) -> dict[str, list[list[str]]]:
        """Return the products of names that add up to each effort Q, such as M11 qdd1, c1 and g1."""
        found: dict[str, list[list[str]]] = {}
        for i in range(1, len(self.own) + 1):
            pairs = ((f"M{min(i, j)}{max(i, j)}", k) for j, k in enumerate(self.own, 1))
            inertial = [[name, self.exact.coordinates.names[k].qdd] for name, k in pairs]
            found[f"Q{i}"] = [*inertial, *([f"{x}{i}"] for x in "cgfkw" if f"{x}{i}" in lines)]
        return found

    def lines(self) -> Iterator[tuple[str, Poly]]:
        """Yield M, c, g and the efforts of the reduced equations, entry by entry."""
        size = range(len(self.own))
        yield from ((f"M{i + 1}{j + 1}", self.inertia[i][j]) for i in size for j in size[i:])
        given = {"c": self.velocity, "g": self.seen(self.exact.g), "f": self.seen(self.exact.friction)}
        given |= {"k": self.seen(self.exact.spring), "w": self.seen(self.exact.external)}
        for letter, parts in given.items():
            yield from ((f"{letter}{i}", x) for i, x in enumerate(parts, 1) if x or letter == "c")
        yield from ((f"Q{i}", x) for i, x in enumerate(self.driving, 1))

    # ── solution ──────────────────────────────────────────────────────────────

    def _solved(self, right: Sequence[Poly]) -> Iterator[tuple[int, Poly]]:
        """Solve J_d x = right by Cramer's rule in each block.

        Yield (dependent coordinate, numerator of the entry of x).
        """
        mine = self.exact.ring
        for block in self.blocks:
            part = [[self.exact.J[r][k] for k in block.columns] for r in block.rows]
            for i, k in enumerate(block.columns):
                yield (
                    k,
                    mine.dot([adjugate(mine, part, i, j) for j in range(len(part))], [right[r] for r in block.rows]),
                )

    def seen(self, efforts: Sequence[Poly]) -> list[Poly]:
        """Multiply efforts by Gᵀ to obtain the efforts for the independent rates."""
        return [self.ring.dot(column, [self.ring.lift(x) for x in efforts]) for column in self._columns]

    @cached_property
    def _D(self) -> dict[int, str]:
        return {k: self.exact.ring.unused(f"D{k + 1}") for k in self.dependent}

    @cached_property
    def _G(self) -> dict[tuple[int, int], str]:
        """Names of the entries of G, or K for ratios of absolute rates, which differ from G by an integer."""
        found = {(k, j): (k + 1, i + 1) for k in self.dependent for j, i in enumerate(self.own)}
        letters = {place: "K" if self._ratios[2][place] else "G" for place in found}
        return {place: self.exact.ring.unused(f"{letters[place]}{k}{i}") for place, (k, i) in found.items()}

    @cached_property
    def _h(self) -> dict[int, str]:
        return {k: self.exact.ring.unused(f"h{k + 1}") for k in self.dependent}

    @cached_property
    def _M(self) -> Matrix:
        return [[self.ring.lift(x) for x in row] for row in self.exact.M]

    @property
    def _columns(self) -> Matrix:
        return [list(column) for column in zip(*self.map, strict=True)]

    @cached_property
    def _meaning(self) -> dict[Any, Any]:
        """SymPy expressions in q and u for the symbols in the definitions."""
        import sympy

        found: dict[Any, Any] = {}
        for name, x in self.definitions.items():
            found[sympy.Symbol(name)] = self.display.sympy(x).xreplace(found)
        return found
