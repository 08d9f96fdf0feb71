"""Answers, for any robot, to questions that lectures usually ask about the PR robot. [deluca]

    Why are Coriolis terms not present?                                        vanishing(robot)
    When applying a force u1, does the second joint accelerate? Always?        accelerates(robot, 1)
    What is the expression of a factorisation matrix S? Is it unique?          factorisations(robot)
    Which is the configuration with "maximum inertia"?                         inertia_extremes(robot)

    c_kij = ½ (∂M_kj/∂q_i + ∂M_ki/∂q_j − ∂M_ij/∂q_k)          q̈_j = (M⁻¹)_jk u_k, from rest

M_kk is the inertia at joint k with all other joints locked. det M, the product of the eigenvalues of M, is a measure of
the inertia of the entire robot. If an inertia depends on only one angle or prismatic coordinate, its extremes are
computed exactly. The extremes of other inertias are found by a numerical search, which requires numeric parameters. An
expression that depends on only one coordinate has the form

    p(q) = Σ_e a_e x^e,   x = sin φ, cos φ or q_k,   where the a_e do not depend on q

Symbols such as masses, inertias and lengths are assumed to be positive. If all terms of a coefficient have the same
sign, the coefficient has this sign.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import numpy as np
from scipy.optimize import differential_evolution, minimize

from dalembert.argument import integer
from dalembert.boundary import RobotLike, as_robot
from dalembert.closed.algebra.linear_algebra import adjugate, determinant, marked
from dalembert.closed.algebra.ring import Elements, Poly, as_fraction, ring_for
from dalembert.closed.model.mechanics import S_KINDS, Matrix, Mechanics, is_skew, mechanics
from dalembert.closed.printing.display import ElementDisplay
from dalembert.closed.printing.expression import Atom, ExpressionSum, FactorRank, Monomial, Terms, grouped
from dalembert.finding.equation import AccelerationUnder, EntryIndependent, InertiaExtremes, SymbolValue, SymbolVanishes
from dalembert.finding.finding import Identifier, Noun, Source
from dalembert.graph.evaluate import evaluate
from dalembert.graph.walk import substitute
from dalembert.tolerance import EPSILON, NEGLIGIBLE


@dataclass(frozen=True, eq=False)
class SingleVariable:
    """Polynomial in one varying atom, p = (product of `common`) · Σ_e parts[e] · atom^e.

    `atom` is None if the second factor is constant or has another form.
    """

    display: ElementDisplay
    common: tuple[Atom, ...]
    atom: Atom | None
    parts: dict[int, Terms]
    simple: bool  # the remaining factor depends only on `atom`

    @property
    def constant(self) -> bool:
        return self.simple and self.atom is None and not self.common

    def text(self, terms: Terms) -> str:
        return self.display.written("text", grouped(terms))

    def name(self, atom: Atom) -> str:
        return self.display.written("text", ExpressionSum.of((atom, 1)))


def shape(display: ElementDisplay, p: Poly) -> SingleVariable:
    """Rewrite a polynomial of the ring as a function of a single varying sine, cosine or coordinate if possible."""
    display, p = _isolated(display, p)
    stored = _factored(display, _as_stored(display, p))
    if stored.simple:
        return stored
    read = _factored(display, display.terms(p))
    return read if read.simple else stored


def _as_stored(display: ElementDisplay, p: Poly) -> Terms:
    """Return the terms of the normal form, which contains 1 − cos² instead of sin²."""
    atoms = display.presenter.atoms
    terms: Terms = []
    for monomial, k in p.to_dict().items():
        factors = [(atoms[i], e) for i, e in enumerate(monomial) if e]
        terms.append((as_fraction(k), tuple(sorted(factors, key=lambda factor: factor[0].rank))))
    return terms


def _factored(display: ElementDisplay, terms: Terms) -> SingleVariable:
    """Factor out the common varying atoms of the terms, and collect the rest by powers of the only varying atom."""
    changing = [{a: e for a, e in monomial if _changes(a)} for _, monomial in terms]
    common = [a for a in (changing[0] if changing else {}) if all(a in x for x in changing)]
    rest = [(k, _without(monomial, common)) for k, monomial in terms]
    atoms = list(dict.fromkeys(a for _, monomial in rest for a, _ in monomial if _changes(a)))
    if len(atoms) > 1:
        return SingleVariable(display, tuple(common), None, {0: rest}, False)
    parts: dict[int, Terms] = {}
    for k, monomial in rest:
        power = next((e for a, e in monomial if a in atoms), 0)
        parts.setdefault(power, []).append((k, tuple(x for x in monomial if x[0] not in atoms)))
    return SingleVariable(display, tuple(common), atoms[0] if atoms else None, parts, True)


def _isolated(display: ElementDisplay, p: Poly) -> tuple[ElementDisplay, Poly]:
    """Convert a polynomial to a ring without the coordinates on which it does not depend.

    For example, c1 c12 + s1 s12 becomes cos q2.
    """
    ring = display.ring
    free = {x.q: 0 for x in ring.coordinates if not ring.diff(p, x.q)}
    (node,) = substitute([display.node(p)], free)
    small = ring_for(ring.coordinates, [g.name for g in ring.generators if g.kind == "symbol"], [node])
    other = ElementDisplay(small)
    other.ranks = dict(display.ranks)
    return other, small.poly(node)


def zeros(s: SingleVariable) -> list[str] | None:
    """Describe the zeros of an expression in words.

    The result is an empty list if no zeros exist, and None if the zeros are unknown.
    """
    found = [_zero(s, atom) for atom in s.common]
    if not s.simple:
        return None
    if s.atom is None:
        return found
    if sorted(s.parts) == [0, 1]:
        flip = -1 if sign(s.parts[1]) < 0 else 1
        above = [(-flip * k, m) for k, m in s.parts[0]]
        below = [(flip * k, m) for k, m in s.parts[1]]
        value = f"({s.text(above)})/({s.text(below)})"
        limit = "" if s.atom.rank[0] == FactorRank.COORDINATE else ", if that lies between -1 and 1"
        return [*found, f"{s.name(s.atom)} = {value}{limit}"]
    signs = {sign(x) for x in s.parts.values()}
    if all(power % 2 == 0 for power in s.parts) and len(signs) == 1 and signs != {0}:
        return found  # a sum of squares with the same sign
    return None


def sign(terms: Terms) -> int:
    """Return the common sign of all terms, 1 or −1, or 0 if their signs differ."""
    signs = {1 if k > 0 else -1 for k, _ in terms}
    return signs.pop() if len(signs) == 1 else 0


def _zero(s: SingleVariable, atom: Atom) -> str:
    if atom.argument is None:
        return f"{atom.name} = 0"
    angle = s.display.written("text", atom.argument)
    return f"{angle} = 0 or pi" if atom.kind == "sin" else f"{angle} = pi/2 or -pi/2"


def _changes(atom: Atom) -> bool:
    return atom.rank[0] in (FactorRank.COORDINATE, FactorRank.ANGLE) and atom.name != "pi"


def _without(monomial: Monomial, common: list[Atom]) -> Monomial:
    """Remove one power of each common factor from a monomial."""
    return tuple((a, e - (a in common)) for a, e in monomial if e > (a in common))


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
    s = shape(exact.display, p)
    name, symbolic = Identifier(what), bool(exact.robot.parameters)
    if s.constant:
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
    return _monotone(display, _as_stored(display, p), texts) or _monotone(display, display.terms(p), texts)


def _monotone(display: ElementDisplay, terms: Terms, vertices: dict[str, str]) -> tuple[Where, Where] | None:
    """Return the extremes of a sum that rises or falls with each sine, cosine and prismatic coordinate, or its square.

    Each of them belongs to another coordinate. An odd power is in no product with a power of another one.
    """
    signs: dict[Atom, set[bool]] = {}
    powers: dict[Atom, set[int]] = {}
    for k, monomial in terms:
        moving = [(a, e) for a, e in monomial if _changes(a)]
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
    joint = exact.robot.joint(exact.robot.coordinates[i])
    far = 1.0 if joint.kind == "prismatic" else math.pi
    low, high = joint.limits.lower, joint.limits.upper
    return -far if low is None else max(low, -far), far if high is None else min(high, far)


_LARGEST = 4  # largest number of joints for which M is inverted in closed form
_SAMPLES = 5
_LONGEST = 300  # largest number of characters of a cofactor in a message


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
    where = [] if j == k else zeros(shape(exact.display, p))
    if where == []:
        return Response(j + 1, False, (), always)
    text = exact.display.text(p) if where is None else ""
    condition = where or [f"{text if len(text) <= _LONGEST else 'the cofactor of M'} = 0"]
    found = replace(always, answer=Noun("except"), where=tuple(map(Source, condition)), decoupled=exact.n == 2)
    return Response(j + 1, False, None if where is None else tuple(where), found)


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
