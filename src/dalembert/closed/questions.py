"""The lecture's questions about the PR robot, answered for any robot.  [deluca]

Why are Coriolis terms not present?                                        vanishing(robot)
When applying a force u1, does the second joint accelerate? Always?        accelerates(robot, 1)
What is the expression of a factorisation matrix S? Is it unique?          factorisations(robot)
Which is the configuration with "maximum inertia"?                         inertia_extremes(robot)

c_kij = ½ (∂M_kj/∂q_i + ∂M_ki/∂q_j − ∂M_ij/∂q_k)          q̈_j = (M⁻¹)_jk u_k, from rest
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from dalembert.closed.algebra.cofactor import adjugate
from dalembert.closed.algebra.generator import Poly
from dalembert.closed.answers.extremes import Extremes as Extremes
from dalembert.closed.answers.extremes import inertia_extremes as inertia_extremes
from dalembert.closed.answers.shape import shape, zeros
from dalembert.closed.model.mechanics import S_KINDS, Mechanics, mechanics
from dalembert.errors import WrongValue
from dalembert.graph.evaluate import evaluate
from dalembert.robot.derived import kept
from dalembert.robot.model import Robot

_LARGEST = 4  # joints up to which M is inverted in closed form
_SAMPLES, _TINY = 5, 1e-9


# ── which Coriolis and centrifugal terms vanish ───────────────────────────────


@dataclass(frozen=True)
class VelocityTerm:
    """The coefficient of q̇_i q̇_j in equation k (counted from 1), zero or not, and why."""

    k: int
    i: int
    j: int
    vanishes: bool
    why: str

    @property
    def kind(self) -> str:
        return "centrifugal" if self.i == self.j else "Coriolis"


@dataclass(frozen=True)
class Vanishing:
    """Which velocity products an arm can feel and which it cannot."""

    robot: str
    terms: tuple[VelocityTerm, ...]

    @property
    def coriolis(self) -> tuple[VelocityTerm, ...]:
        """The Coriolis terms that are there."""
        return tuple(x for x in self.terms if x.kind == "Coriolis" and not x.vanishes)

    @property
    def centrifugal(self) -> tuple[VelocityTerm, ...]:
        """The centrifugal terms that are there."""
        return tuple(x for x in self.terms if x.kind == "centrifugal" and not x.vanishes)

    def __str__(self) -> str:
        lines = []
        for kind, there in (("Coriolis", self.coriolis), ("centrifugal", self.centrifugal)):
            lines.append(f"'{self.robot}' has {len(there) or 'no'} {kind} term{'s' * (len(there) != 1)}.")
            lines += [f"  c{x.k},{x.i}{x.j} = 0: {x.why}" for x in self.terms if x.vanishes and x.kind == kind]
            lines += [f"  c{x.k},{x.i}{x.j} = {x.why}" for x in there]
        return "\n".join(lines)


def vanishing(robot: Robot) -> Vanishing:
    """Every Christoffel symbol c_kij, i ≤ j: whether it vanishes, and why."""
    exact = mechanics(robot)
    n = range(exact.n)
    terms = [_velocity_term(exact, k, i, j) for k in n for i in n for j in n if i <= j]
    return Vanishing(robot.name, tuple(terms))


def _velocity_term(exact: Mechanics, k: int, i: int, j: int) -> VelocityTerm:
    value = exact.christoffel[k][i][j]
    why = _why(exact, k, i, j) if not value else exact.display.text(value)
    return VelocityTerm(k + 1, i + 1, j + 1, not value, why)


def _why(exact: Mechanics, k: int, i: int, j: int) -> str:
    """Why c_kij is zero; with k among i, j the symbol is ½ ∂M_kk/∂q of the other."""
    dM = exact.slopes
    if k in (i, j):
        other = i if k == j else j
        if other == k:
            return f"M{k + 1}{k + 1} cannot depend on q{k + 1}, which turns or moves everything it carries as one body"
        return f"it is ½ ∂M{k + 1}{k + 1}/∂q{other + 1}, and {_independent(exact, k, k, other)}"
    parts = [(k, j, i), (k, i, j), (i, j, k)] if i != j else [(k, i, i), (i, i, k)]
    there = [x for x in parts if dM[x[0]][x[1]][x[2]]]
    if there:
        shown = " and ".join(f"∂M{a + 1}{b + 1}/∂q{c + 1}" for a, b, c in there)
        return f"{shown} cancel in ½ (∂M_kj/∂q_i + ∂M_ki/∂q_j − ∂M_ij/∂q_k)"
    return ", ".join(dict.fromkeys(_independent(exact, a, b, c) for a, b, c in parts))


def _independent(exact: Mechanics, a: int, b: int, c: int) -> str:
    a, b = min(a, b), max(a, b)
    name = f"M{a + 1}{b + 1}"
    if not any(exact.slopes[a][b]):
        return f"{name} is {'constant' if exact.M[a][b] else 'zero'}"
    if not any(exact.slopes[i][j][c] for i in range(exact.n) for j in range(exact.n)):
        return f"q{c + 1} is cyclic, no entry of M depends on it"
    return f"{name} does not depend on q{c + 1}"


# ── which joints accelerate under one input ───────────────────────────────────


@dataclass(frozen=True)
class Response:
    """Whether a joint accelerates under one input: `never`, or everywhere but `except_where` (None: not known)."""

    joint: int
    never: bool
    except_where: tuple[str, ...] | None
    words: str


@dataclass(frozen=True)
class Acceleration:
    """What one input, from rest, sets in motion."""

    input: int
    joints: tuple[Response, ...]

    def __str__(self) -> str:
        return "\n".join(x.words for x in self.joints)


def accelerates(robot: Robot, input: int) -> Acceleration:
    """Which joints accelerate, from rest, under the effort of joint `input` (counted from 1) alone, and where not.

    Gravity, if there is any, is taken to be held: the answer is about what this input adds. With loops it is not M⁻¹ of
    the tree that answers, so they are refused.
    """
    robot.only("the acceleration under one effort", springs=True)
    exact = mechanics(robot)
    if not isinstance(input, int) or isinstance(input, bool) or not 1 <= input <= exact.n:
        raise WrongValue(f"input is the number of a joint, 1 to {exact.n}, got {input!r}")
    answer = _response if exact.n <= _LARGEST else _sampled
    return Acceleration(input, tuple(answer(exact, j, input - 1) for j in range(exact.n)))


def _response(exact: Mechanics, j: int, k: int) -> Response:
    """q̈_j = (M⁻¹)_jk u_k; det M is positive."""
    p = adjugate(exact.ring, exact.M, j, k)
    name, under = f"joint {j + 1}", f"under u{k + 1} alone, from rest,"
    if not p:
        return Response(
            j + 1, True, (), f"{under} {name} never accelerates: (M⁻¹){j + 1}{k + 1} = 0 in every configuration."
        )
    if j == k:
        return Response(j + 1, False, (), f"{under} {name} always accelerates: M⁻¹ is positive definite.")
    where = zeros(shape(exact.display, p))
    if where == []:
        return Response(j + 1, False, (), f"{under} {name} always accelerates: (M⁻¹){j + 1}{k + 1} is nowhere zero.")
    condition = f"{_short(exact, p)} = 0" if where is None else "; ".join(where)
    reason = f" (there M{min(j, k) + 1}{max(j, k) + 1} = 0, the joints are decoupled)" if exact.n == 2 else ""
    words = f"{under} {name} accelerates, except where {condition}{reason}."
    return Response(j + 1, False, None if where is None else tuple(where), words)


def _sampled(exact: Mechanics, j: int, k: int) -> Response:
    """The same for a robot whose M is too large to invert in closed form: at random configurations and parameters."""
    under = f"under u{k + 1} alone, from rest,"
    name = f"(M⁻¹){j + 1}{k + 1}"
    if any(abs(inverse[j][k]) > _TINY * abs(inverse).max() for inverse in _inverses(exact.robot, exact)):
        return Response(j + 1, False, None, f"{under} joint {j + 1} accelerates in general: {name} is not zero.")
    return Response(
        j + 1, True, (), f"{under} joint {j + 1} never accelerates: {name} = 0 at {_SAMPLES} random configurations."
    )


@kept
def _inverses(robot: Robot, exact: Mechanics) -> tuple[Any, ...]:
    """M⁻¹ at random configurations, with random positive values for the symbols."""
    rng = np.random.default_rng(0)
    nodes = [exact.display.node(x) for row in exact.M for x in row]
    found = []
    for _ in range(_SAMPLES):
        values = {x: rng.uniform(0.5, 1.5) for x in (*robot.parameters, *(c.q for c in exact.ring.coordinates))}
        found.append(np.linalg.inv(np.reshape(evaluate(nodes, values), (exact.n, exact.n))))
    return tuple(found)


def _short(exact: Mechanics, p: Poly) -> str:
    text = exact.display.text(p)
    return text if len(text) <= 300 else "the cofactor of M"


# ── S is not unique ───────────────────────────────────────────────────────────


@dataclass(frozen=True, eq=False)
class Factorisation:
    """A matrix with S q̇ = c; `skew` tells whether Ṁ − 2S is skew-symmetric."""

    name: str
    entries: tuple[tuple[Poly, ...], ...]
    skew: bool
    mechanics: Mechanics = field(repr=False)

    @property
    def text(self) -> str:
        """The matrix as `check` reads it: [[…], […]]."""
        display = self.mechanics.display
        return "[" + ", ".join("[" + ", ".join(display.text(x) for x in row) + "]" for row in self.entries) + "]"

    def __str__(self) -> str:
        return f"S = {self.text} ({self.name}; Ṁ − 2S is {'' if self.skew else 'not '}skew-symmetric)"


def factorisations(robot: Robot) -> tuple[Factorisation, ...]:
    """Different matrices S with S q̇ = c: the Christoffel one first. A robot with one joint has only one.

    To any S one may add N with N q̇ = 0; the last one shown is made so.
    """
    exact = mechanics(robot)
    named = [(kind, [tuple(row) for row in exact.S(kind)]) for kind in S_KINDS]
    if exact.n > 1:
        named.append(("with a term that q̇ does not see", _shifted(exact)))
    found: list[Factorisation] = []
    for name, S in named:
        if all(tuple(S) != x.entries for x in found):
            found.append(Factorisation(name, tuple(S), _is_skew(exact, S), exact))
    return tuple(found)


def _shifted(exact: Mechanics) -> list[tuple[Poly, ...]]:
    """The Christoffel S plus M11 (q̇2, −q̇1, 0, …) in its first row."""
    S = [list(row) for row in exact.S()]
    S[0][0] = S[0][0] + exact.ring.mul(exact.M[0][0], exact.ring.qd[1])
    S[0][1] = S[0][1] - exact.ring.mul(exact.M[0][0], exact.ring.qd[0])
    return [tuple(row) for row in S]


def _is_skew(exact: Mechanics, S: list[tuple[Poly, ...]]) -> bool:
    n = range(exact.n)
    N = [[exact.ring.dot(exact.slopes[i][j], exact.ring.qd) - 2 * S[i][j] for j in n] for i in n]
    return all(exact.ring.is_zero(N[i][j] + N[j][i]) for i in n for j in n)
