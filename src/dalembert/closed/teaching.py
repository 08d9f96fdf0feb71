"""Answers, for any robot, to questions that lectures usually ask about the PR robot. [deluca]

    Why are Coriolis terms not present?                                        vanishing(robot)
    When applying a force u1, does the second joint accelerate? Always?        accelerates(robot, 1)
    What is the expression of a factorisation matrix S? Is it unique?          factorisations(robot)
    Which is the configuration with "maximum inertia"?                         inertia_extremes(robot)

    c_kij = ½ (∂M_kj/∂q_i + ∂M_ki/∂q_j − ∂M_ij/∂q_k)          q̈_j = (M⁻¹)_jk u_k, from rest

M_kk is the inertia at joint k with all other joints locked. det M, the product of the eigenvalues of M, is a measure of
the inertia of the entire robot. If an inertia depends on only one angle or prismatic coordinate, its extremes are
computed exactly. The extremes of other inertias are found by a numerical search, which requires numeric parameters.
Symbols such as masses, inertias and lengths are assumed to be positive.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import numpy as np
from scipy.optimize import differential_evolution, minimize

from dalembert.argument import integer
from dalembert.boundary import RobotLike, as_robot
from dalembert.closed.algebra.factors import zeros
from dalembert.closed.algebra.linear_algebra import adjugate, determinant, marked
from dalembert.closed.algebra.ring import Elements, Poly, ring_for
from dalembert.closed.model.mechanics import S_KINDS, Matrix, Mechanics, is_skew, mechanics
from dalembert.closed.printing.display import ElementDisplay
from dalembert.closed.printing.expression import Atom, ExpressionSum, FactorRank, Terms
from dalembert.finding.equation import AccelerationUnder, EntryIndependent, InertiaExtremes, SymbolValue, SymbolVanishes
from dalembert.finding.finding import Identifier, Noun, Source
from dalembert.graph.evaluate import evaluate
from dalembert.graph.walk import substitute
from dalembert.tolerance import EPSILON, NEGLIGIBLE

_LARGEST_DETERMINANT = 4  # largest number of joints for which determinants are expanded
Where: TypeAlias = dict[str, str] | None  # {coordinate: value} in words; None if unknown


@dataclass(frozen=True)
class Extremes:
    """Configurations in which an inertia is largest and smallest.

    `largest` and `smallest` map coordinates to descriptions of their values, or are None if the values are unknown.
    Coordinates that are not listed have no effect. `exact` is True if the result follows from the closed form.
    """

    what: str
    largest: Where
    smallest: Where
    exact: bool
    finding: InertiaExtremes

    def __str__(self) -> str:
        return f"{self.finding}."


def inertia_extremes(robot: RobotLike) -> tuple[Extremes, ...]:
    """Find the configurations of largest and smallest inertia.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
        A robot without loops.

    Returns
    -------
    tuple of Extremes
        One entry for each M_kk, the inertia at joint k with the other joints locked. For small robots, an additional
        entry describes det M.

    Examples
    --------
    >>> import dalembert as da
    >>> for found in da.teaching.inertia_extremes(da.gallery.planar_2r()):
    ...     print(found)
    M11 is largest at q2 = 0 and smallest at q2 = pi, for positive parameters.
    M22 = m2*lc2**2 + I2 is the same in every configuration.
    det M is largest at q2 = pi/2 or -pi/2 and smallest at q2 = 0 or pi, for positive parameters.
    """
    robot = as_robot(robot)
    robot.only("the configuration of largest inertia", springs=True)
    exact = mechanics(robot)
    found = [_extremes(exact, f"M{k + 1}{k + 1}", exact.M[k][k]) for k in range(exact.n)]
    if 1 < exact.n <= _LARGEST_DETERMINANT:
        found.append(_extremes(exact, "det M", exact.ring.zero + determinant(exact.M, exact.ring.mul)))
    return tuple(found)


def _extremes(exact: Mechanics, what: str, p: Poly) -> Extremes:
    name, symbolic = Identifier(what), bool(exact.robot.parameters)
    if not exact.ring.moving_part(p):
        value = exact.display.formula(p)
        return Extremes(what, {}, {}, True, InertiaExtremes(name, Noun("constant inertia"), value))
    answer = _closed(exact.display, p)
    if answer is None and symbolic:
        return Extremes(what, None, None, False, InertiaExtremes(name, Noun("no simple form")))
    exactly = answer is not None
    largest, smallest = answer or (_searched(exact, p, -1), _searched(exact, p, 1))
    noun = Noun(("for positive parameters" if symbolic else "exactly") if exactly else "by search")
    return Extremes(what, largest, smallest, exactly, InertiaExtremes(name, noun, None, _at(largest), _at(smallest)))


def _closed(display: ElementDisplay, p: Poly) -> tuple[Where, Where] | None:
    """Return the configurations with the largest and smallest value of a polynomial, or None if they are unknown.

    Prismatic coordinates are measured from the vertex of the polynomial, so that their odd powers vanish.
    """
    display, p = _isolated(display, p)
    ring, vertices = display.ring, {}
    for x in ring.coordinates:
        parts = ring.collect(p, [x.q]) if x.q in ring.index else {}
        (d,) = max(parts, default=(0,))
        if (d - 1,) in parts and d % 2 == 0:
            vertex, rest = divmod(parts[d - 1,], -d * parts[d,])
            if not rest and not marked(vertex.degrees(), ring.moving):
                vertices[x.q] = vertex
                p = ring.reduce(sum((y * (ring.symbol(x.q) + vertex) ** e for (e,), y in parts.items()), ring.zero))
    texts = {name: display.text(x) for name, x in vertices.items()}
    return _monotone(display, display.presenter.terms(p, merged=False), texts)


def _isolated(display: ElementDisplay, p: Poly) -> tuple[ElementDisplay, Poly]:
    """Convert a polynomial to a ring without the coordinates on which it does not depend.

    For example, c1 c12 + s1 s12 becomes cos q2.
    """
    ring = display.ring
    free = {x.q: 0 for x in ring.coordinates if not ring.diff(p, x.q)}
    (node,) = substitute([display.node(p)], free)
    small = ring_for(ring.coordinates, [g.name for g in ring.generators if g.kind == "symbol"], [node])
    other = ElementDisplay(small)
    other.ranks = display.ranks
    return other, small.poly(node)


def _monotone(display: ElementDisplay, terms: Terms, vertices: dict[str, str]) -> tuple[Where, Where] | None:
    """Return the extremes of a sum that rises or falls with each sine, cosine and prismatic coordinate, or its square.

    Each of them belongs to another coordinate. An odd power is in no product with a power of another one.
    """
    signs: dict[Atom, set[bool]] = {}
    powers: dict[Atom, set[int]] = {}
    for k, monomial in terms:
        moving = [(a, e) for a, e in monomial if a.rank[0] in (FactorRank.COORDINATE, FactorRank.ANGLE)]
        if len(moving) > 1 and any(e % 2 for _, e in moving):
            return None
        for a, e in moving:
            signs.setdefault(a, set()).add(k > 0)
            powers.setdefault(a, set()).add(e)
    used = [name for a in signs for name in _coordinates(a)]
    largest, smallest = {}, {}
    for a, rising in signs.items():
        square = all(e % 2 == 0 for e in powers[a])
        slide = a.argument is None
        if len(rising) > 1 or len(set(used)) < len(used) or len(_coordinates(a)) > 1:
            return None
        if (not square and powers[a] != {1}) or (slide and not square):
            return None
        name = a.name if a.argument is None else display.written("text", a.argument)
        ends = (_LIMIT, vertices.get(name, "0")) if slide else _ENDS[a.kind, square]
        largest[name], smallest[name] = ends if True in rising else ends[::-1]
    return (largest, smallest) if signs else None


def _coordinates(atom: Atom) -> list[str]:
    """Return the names of the coordinates in an atom."""
    found = [atom] if atom.argument is None else atom.argument.atoms()
    return [x.name for x in found if x.rank[0] == FactorRank.COORDINATE]


_LIMIT = "the farther joint limit"
_ENDS = {  # angles of the maximum and the minimum of the function or its square
    ("cos", False): ("0", "pi"),
    ("sin", False): ("pi/2", "-pi/2"),
    ("cos", True): ("0 or pi", "pi/2 or -pi/2"),
    ("sin", True): ("pi/2 or -pi/2", "0 or pi"),
}


def _at(where: Where) -> Source | None:
    return None if where is None else Source(", ".join(f"{x} = {v}" for x, v in where.items()))


def _searched(exact: Mechanics, p: Poly, direction: int) -> dict[str, str]:
    """Search for the configuration within the joint limits that minimizes direction · p."""
    names = [x.q for x in exact.ring.coordinates]
    node = exact.display.node(p)
    used = [i for i, name in enumerate(names) if exact.ring.diff(p, name)]

    def value(x: Any) -> Any:
        """Evaluate direction · p for one configuration of shape (m,) or for B configurations of shape (m, B)."""
        q = dict.fromkeys(names, 0.0) | {names[i]: x[c] for c, i in enumerate(used)}
        return direction * np.asarray(evaluate([node], q, functions=np)[0])

    bounds = [_bounds(exact, i) for i in used]
    found = differential_evolution(value, bounds, rng=0, polish=False, vectorized=True, updating="deferred")
    best = minimize(value, found.x, bounds=bounds, tol=EPSILON)
    return {names[i]: f"{round(v, 4) + 0.0:g}" for i, v in zip(used, best.x, strict=True)}


def _bounds(exact: Mechanics, i: int) -> tuple[float, float]:
    dof = exact.robot.dofs[i]
    far = 1.0 if dof.slides else math.pi
    low, high = dof.limits.lower, dof.limits.upper
    return -far if low is None else max(low, -far), far if high is None else min(high, far)


_LARGEST = 4  # largest number of joints for which M is inverted in closed form
_SAMPLES = 5


# ── which Coriolis and centrifugal terms vanish ───────────────────────────────


@dataclass(frozen=True)
class VelocityTerm:
    """Coefficient of q̇_i q̇_j in equation k, with its value or the reason why it is zero.

    Indices are counted from 1.
    """

    k: int
    i: int
    j: int
    vanishes: bool
    why: SymbolVanishes | SymbolValue

    @property
    def kind(self) -> str:
        return "centrifugal" if self.i == self.j else "Coriolis"


@dataclass(frozen=True)
class Vanishing:
    """Velocity products in a robot's equations. Each term has its value, or the reason why it vanishes."""

    robot: str
    terms: tuple[VelocityTerm, ...]

    @property
    def coriolis(self) -> tuple[VelocityTerm, ...]:
        """Coriolis terms that do not vanish."""
        return self._present("Coriolis")

    @property
    def centrifugal(self) -> tuple[VelocityTerm, ...]:
        """Centrifugal terms that do not vanish."""
        return self._present("centrifugal")

    def _present(self, kind: str) -> tuple[VelocityTerm, ...]:
        return tuple(x for x in self.terms if x.kind == kind and not x.vanishes)

    def __str__(self) -> str:
        lines = []
        for kind in ("Coriolis", "centrifugal"):
            there = self._present(kind)
            lines.append(f"'{self.robot}' has {len(there) or 'no'} {kind} term{'s' * (len(there) != 1)}.")
            lines += [f"  c{x.k},{x.i}{x.j} = 0: {x.why}" for x in self.terms if x.vanishes and x.kind == kind]
            lines += [f"  c{x.k},{x.i}{x.j} = {x.why}" for x in there]
        return "\n".join(lines)


def vanishing(robot: RobotLike) -> Vanishing:
    """Explain which Christoffel symbols c_kij vanish, and why.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file

    Returns
    -------
    Vanishing
        One term for each c_kij with i ≤ j, with its value or the reason why it is zero.

    Examples
    --------
    >>> import dalembert as da
    >>> print(da.teaching.vanishing(da.gallery.planar_2r()))
    'planar_2r' has 1 Coriolis term.
      c2,12 = 0: it is ½ ∂M22/∂q1, and M22 is constant
      c1,12 = -m2*l1*lc2*sin(q2)
    'planar_2r' has 2 centrifugal terms.
      c1,11 = 0: M11 cannot depend on q1: a joint moves all links after it as one body
      c2,22 = 0: M22 cannot depend on q2: a joint moves all links after it as one body
      c1,22 = -m2*l1*lc2*sin(q2)
      c2,11 = m2*l1*lc2*sin(q2)
    """
    robot = as_robot(robot)
    exact = mechanics(robot)
    n = range(exact.n)
    terms = []
    for k, i, j in ((k, i, j) for k in n for i in n for j in n if i <= j):
        value = exact.christoffel[k][i][j]
        why = SymbolValue(exact.display.formula(value)) if value else _why(exact, k, i, j)
        terms.append(VelocityTerm(k + 1, i + 1, j + 1, not value, why))
    return Vanishing(robot.name, tuple(terms))


def _why(exact: Mechanics, k: int, i: int, j: int) -> SymbolVanishes:
    """Return the reason why c_kij is zero.

    If k equals i or j, c_kij is half the derivative of M_kk with respect to the other coordinate.
    """
    dM = exact.slopes
    if k in (i, j):
        other = i if k == j else j
        half = None if other == k else Identifier(f"∂M{k + 1}{k + 1}/∂q{other + 1}")
        return SymbolVanishes((_independent(exact, k, k, other),), half=half)
    parts = [(k, j, i), (k, i, j), (i, j, k)] if i != j else [(k, i, i), (i, i, k)]
    there = [x for x in parts if dM[x[0]][x[1]][x[2]]]
    if there:
        return SymbolVanishes(cancelling=tuple(Identifier(f"∂M{a + 1}{b + 1}/∂q{c + 1}") for a, b, c in there))
    return SymbolVanishes(tuple(dict.fromkeys(_independent(exact, a, b, c) for a, b, c in parts)))


def _independent(exact: Mechanics, a: int, b: int, c: int) -> EntryIndependent:
    a, b = min(a, b), max(a, b)
    reason = "independent entry"
    if a == b == c:
        reason = "own coordinate"
    elif not any(exact.slopes[a][b]):
        reason = "constant entry" if exact.M[a][b] else "zero entry"
    elif not any(exact.slopes[i][j][c] for i in range(exact.n) for j in range(exact.n)):
        reason = "cyclic coordinate"
    return EntryIndependent(Identifier(f"M{a + 1}{b + 1}"), Identifier(f"q{c + 1}"), Noun(reason))


# ── which joints accelerate under one input ───────────────────────────────────


@dataclass(frozen=True)
class Response:
    """Response of a joint to an effort applied at one joint.

    If `never` is True, the joint never accelerates. Otherwise, the joint accelerates at all configurations except those
    in `except_where`, which is None if they are unknown.
    """

    joint: int
    never: bool
    except_where: tuple[str, ...] | None
    finding: AccelerationUnder


@dataclass(frozen=True)
class Acceleration:
    """Accelerations of all joints from rest under an effort applied at one joint."""

    input: int
    joints: tuple[Response, ...]

    def __str__(self) -> str:
        return "\n".join(f"{x.finding}." for x in self.joints)


def accelerates(robot: RobotLike, input: int) -> Acceleration:
    """Determine which joints accelerate from rest under an effort applied at one joint.

    Gravity is assumed to be compensated, so only the given effort acts. The result follows from the inverse of M.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
        A robot without loops.
    input : int
        Number of the joint at which the effort is applied, counted from 1.

    Returns
    -------
    Acceleration
        One entry per joint, which states whether the joint accelerates, and at which configurations it does not.

    Raises
    ------
    OutOfRange
        If the robot has no joint with this number.

    Examples
    --------
    >>> import dalembert as da
    >>> print(da.teaching.accelerates(da.gallery.rp(), 1))
    If only u1 acts on the robot at rest, joint 1 always accelerates: M⁻¹ is positive definite.
    If only u1 acts on the robot at rest, joint 2 never accelerates: its entry of M⁻¹ is 0 in every configuration.
    """
    robot = as_robot(robot)
    robot.only("the acceleration under one effort", springs=True)
    exact = mechanics(robot)
    integer(input, "input", lower=1, upper=exact.n)
    if exact.n <= _LARGEST:
        return Acceleration(input, tuple(_response(exact, j, input - 1) for j in range(exact.n)))
    inverses = _inverses(exact)
    return Acceleration(input, tuple(_sampled(inverses, j, input - 1) for j in range(exact.n)))


def _response(exact: Mechanics, j: int, k: int) -> Response:
    """Determine where q̈_j = (M⁻¹)_jk u_k vanishes, from the zeros of the adjugate of M (det M is positive)."""
    p = adjugate(exact.ring, exact.M, j, k)
    always = AccelerationUnder(j + 1, k + 1, Noun("positive diagonal" if j == k else "nowhere zero"))
    if not p:
        return Response(j + 1, True, (), replace(always, answer=Noun("zero everywhere")))
    display, p = _isolated(exact.display, p)
    where = [] if j == k else zeros(display.ring, p)
    if where == []:
        return Response(j + 1, False, (), always)
    if where is not None and exact.display.decimals:
        where = [x / x.leading_coefficient() for x in where]
    places = None if where is None else tuple(_place(display, x) for x in where)
    condition = tuple(map(Source, places or ("the cofactor of M = 0",)))
    found = replace(always, answer=Noun("except"), where=condition, decoupled=exact.n == 2)
    return Response(j + 1, False, places, found)


def _place(display: ElementDisplay, p: Poly) -> str:
    """Describe the zeros of a polynomial in words if it is a single sine or cosine, or write p = 0."""
    shown = display.sum(p)
    atoms = [*shown.atoms()]
    if len(atoms) == 1 and shown == ExpressionSum.of((atoms[0], 1)) and atoms[0].argument is not None:
        angle = display.written("text", atoms[0].argument)
        return f"{angle} = 0 or pi" if atoms[0].kind == "sin" else f"{angle} = pi/2 or -pi/2"
    return f"{display.text(p)} = 0"


def _sampled(inverses: Any, j: int, k: int) -> Response:
    """Determine whether joint j accelerates, from samples of M⁻¹, for robots whose M is too large to invert exactly."""
    moves = any(abs(inverse[j][k]) > NEGLIGIBLE * abs(inverse).max() for inverse in inverses)
    found = AccelerationUnder(j + 1, k + 1, Noun("in general" if moves else "zero at samples"))
    return Response(j + 1, not moves, None if moves else (), found)


def _inverses(exact: Mechanics) -> Any:
    """Return M⁻¹ at random configurations, with random positive values of the symbols."""
    names = (*exact.robot.parameters, *(c.q for c in exact.ring.coordinates))
    values = dict(zip(names, np.random.default_rng(0).uniform(0.5, 1.5, (len(names), _SAMPLES)), strict=True))
    entries = evaluate([exact.display.node(x) for row in exact.M for x in row], values, functions=np)
    M = np.stack([np.broadcast_to(x, _SAMPLES) for x in entries], axis=1)
    return np.linalg.inv(M.reshape(_SAMPLES, exact.n, exact.n))


# ── alternative matrices S ────────────────────────────────────────────────────


@dataclass(frozen=True, eq=False)
class Factorisation:
    """Matrix S that satisfies S q̇ = c. `skew` is True if Ṁ − 2S is skew-symmetric."""

    name: str
    entries: tuple[Elements, ...]
    skew: bool
    mechanics: Mechanics = field(repr=False)

    @property
    def text(self) -> str:
        """The matrix as text that `check` accepts, such as [[a, b], [c, d]]."""
        display = self.mechanics.display
        return "[" + ", ".join("[" + ", ".join(display.text(x) for x in row) + "]" for row in self.entries) + "]"

    def __str__(self) -> str:
        return f"S = {self.text} ({self.name}; Ṁ − 2S is {'' if self.skew else 'not '}skew-symmetric)"


def factorisations(robot: RobotLike) -> tuple[Factorisation, ...]:
    """Return different matrices S that satisfy S q̇ = c.

    The matrix S is not unique, because any matrix N with N q̇ = 0 can be added to it. Ṁ − 2S is skew-symmetric only for
    some choices of S.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file

    Returns
    -------
    tuple of Factorisation
        The matrix of Christoffel symbols comes first. The last matrix includes a term N with N q̇ = 0. A robot with one
        joint has only one matrix S.

    Examples
    --------
    >>> import dalembert as da
    >>> for S in da.teaching.factorisations(da.gallery.planar_2r()):
    ...     print(f"{S.name}: {'skew' if S.skew else 'not skew'}")
    christoffel: skew
    generic: not skew
    unsymmetrised: not skew
    with a term that q̇ does not see: not skew
    """
    exact = mechanics(as_robot(robot))
    named = [(kind, exact.S(kind)) for kind in S_KINDS]
    if exact.n > 1:
        named.append(("with a term that q̇ does not see", _shifted(exact)))
    found: list[Factorisation] = []
    for name, S in named:
        entries = tuple(map(tuple, S))
        if all(entries != x.entries for x in found):
            found.append(Factorisation(name, entries, is_skew(exact.ring, exact.slopes, S), exact))
    return tuple(found)


def _shifted(exact: Mechanics) -> Matrix:
    """Return the Christoffel matrix S with M11 (q̇2, −q̇1, 0, …) added to its first row."""
    first, *others = exact.S()
    more = [exact.ring.mul(exact.M[0][0], x) for x in (exact.ring.qd[1], -exact.ring.qd[0])]
    return [[first[0] + more[0], first[1] + more[1], *first[2:]], *others]
