"""Structural properties of a robot's equations, proved exactly where the closed form exists.  [deluca]

    M = Mᵀ ≻ 0          Ṁ − 2S skew          q̇ᵀ(Ṁ − 2S)q̇ = 0          c_iii = 0          m_NN constant
    dE/dt = q̇ᵀu         τ linear in the inertial parameters          Lagrange = Newton-Euler = Kane = …      [deluca]

An exact proof is a list of residuals, elements of the robot's ring that are all zero: an identity for every state and every
value of the symbols. If the chain is too long for a closed form, or the time is up, the same claim is checked on random
states (`proof.sample`). A claim is therefore proved, refuted (with the residual), checked numerically on a stated number of
random states, or not claimed, with the reason. The certificate lists its assumptions first (`proof.definite`).
"""

from __future__ import annotations

import textwrap
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from dalembert.closed.algebra.ring import Poly
from dalembert.closed.derivation.hamilton import inertia_matrix, jacobians
from dalembert.closed.derivation.method import DEEPEST, Arm, OutOfTime, additions, depth
from dalembert.closed.derivation.newton_euler import newton_euler
from dalembert.closed.derive import NAMES, QUASI, ROADS
from dalembert.closed.model.mechanics import S_KINDS
from dalembert.closed.proof.definite import assumptions, definite, pushed, rubbing, stored
from dalembert.closed.proof.sample import SINGULAR, RandomStates
from dalembert.errors import UnknownName, WrongValue, did_you_mean
from dalembert.graph import symbol
from dalembert.graph.scalar import is_zero
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Link, Robot
from dalembert.robot.tree import tree
from dalembert.typeset.label import listed
from dalembert.typeset.notebook import card

PROVED, REFUTED, CHECKED, NOT_CLAIMED = "proved", "refuted", "checked numerically", "not claimed"
_MARKS = {PROVED: "✓", CHECKED: "≈", REFUTED: "✗", NOT_CLAIMED: "–"}
_WIDTH = 110


@dataclass(frozen=True)
class PropertyClaim:
    """One statement about the equations. `required`: it holds for every robot whose joints are all independent."""

    name: str
    statement: str
    verdict: str
    how: str
    residual: str | float = "0"  # exact: what is left, as text; numerical: the largest relative error
    required: bool = True

    @property
    def holds(self) -> bool:
        return self.verdict in (PROVED, CHECKED)

    def to_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "statement": self.statement,
            "verdict": self.verdict,
            "how": self.how,
            "residual": 0 if self.residual == "0" else None if isinstance(self.residual, str) else self.residual,
            "left_over": self.residual if isinstance(self.residual, str) and self.residual != "0" else "",
            "required": self.required,
        }


@dataclass(frozen=True, eq=False)
class Certificate:
    """The claims about one robot. `certificate["skew"]` is one of them; `.holds` tells whether all required ones do."""

    robot: str
    claims: tuple[PropertyClaim, ...]
    assumptions: tuple[str, ...] = ()  # what all of it rests on

    @property
    def holds(self) -> bool:
        """Whether every claim that must hold does."""
        return all(claim.holds for claim in self.claims if claim.required)

    @property
    def exact(self) -> bool:
        """Whether nothing rests on a numerical check."""
        return all(claim.verdict != CHECKED for claim in self.claims)

    @property
    def summary(self) -> str:
        """What holds, in one sentence, and in what sense; then what does not, where it should."""
        count = {x: sum(claim.verdict == x for claim in self.claims) for x in _MARKS}
        held = [
            f"{count[x]} {word}"
            for x, word in ((PROVED, "proved for every state"), (CHECKED, "checked at random states"))
            if count[x]
        ]
        rest = [
            f"{count[x]} {word}"
            for x, word in ((REFUTED, "refuted"), (NOT_CLAIMED, "not claimed, with the reason"))
            if count[x]
        ]
        first = "all that must hold does" if self.holds else "not all that must hold does"
        return f"Under the assumptions {first}: of {len(self)} statements, {', '.join([*held, *rest])}."

    def __getitem__(self, name: str) -> PropertyClaim:
        for claim in self.claims:
            if claim.name == name:
                return claim
        raise UnknownName(f"this certificate has no claim '{name}'{did_you_mean(name, [c.name for c in self.claims])}")

    def __iter__(self) -> Iterator[PropertyClaim]:
        return iter(self.claims)

    def __len__(self) -> int:
        return len(self.claims)

    def to_dict(self) -> dict[str, Any]:
        return {
            "robot": self.robot,
            "holds": self.holds,
            "assumptions": list(self.assumptions),
            "claims": [claim.to_dict() for claim in self.claims],
        }

    def __str__(self) -> str:
        lines = [f"Properties of the equations of {self.robot}", *_wrapped(self.summary)]
        for assumption in self.assumptions:
            lines.extend(_wrapped(f"Assumed: {assumption}."))
        for claim in self.claims:
            lines.append(f"{_MARKS[claim.verdict]} {claim.name}: {claim.verdict}")
            lines.extend(_wrapped(claim.statement))
            lines.extend(_wrapped(f"{'Why' if claim.verdict == NOT_CLAIMED else 'How'}: {claim.how}."))
            if claim.verdict in (CHECKED, REFUTED):
                found = "Found" if claim.how.startswith("smallest eigenvalue") else "Left over"
                lines.extend(_wrapped(f"{found}: {_residual(claim)}"))
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        rows = [(_MARKS[c.verdict], c.statement, c.verdict, c.how, _residual(c)) for c in self.claims]
        taken = "\n".join(f"Assumed: {x}." for x in self.assumptions)
        heads = ("", "claim", "verdict", "how", "left over")
        return card(f"Properties of the equations of {self.robot}", heads=heads, rows=rows, words=[taken])


def _residual(claim: PropertyClaim) -> str:
    return claim.residual if isinstance(claim.residual, str) else f"{claim.residual:.1e}"


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent="    ", subsequent_indent="    ")


EXACT = "exact identity in the ring"
_TOLERANCE = 1e-9  # relative; the algorithms agree to 1e-14 where a property holds
_SHOWN = 40  # terms of a residual


class Prover:
    """A robot, the time left for exact proofs, and what all claims about it share."""

    def __init__(self, robot: Robot, seconds: float, states: int, seed: int) -> None:
        self.robot, self.states, self.seed = robot, states, seed
        self.deadline = time.thread_time() + seconds
        self.arm = Arm(robot, self.deadline)
        self.exact = depth(robot) <= DEEPEST
        bodies = tree(robot)
        self.plain = bodies.is_plain
        self.friction = any(rubbing(body.drive) for body in bodies.bodies) or not all(
            is_zero(x.damping) for x in robot.springs
        )

    @cached_property
    def sample(self) -> RandomStates:
        return RandomStates(self.robot, self.states, self.seed)

    @cached_property
    def tau(self) -> tuple[Poly, ...]:
        """The efforts as Newton and Euler find them, friction and springs included, what the cuts bear left out."""
        added = zip(newton_euler(self.arm).tau, additions(self.arm), self.arm.mechanics.bearing, strict=True)
        return tuple(tau + more + bearing for tau, more, bearing in added)

    @property
    def bound(self) -> str:
        """Why the coordinates cannot be moved one by one; empty where they can."""
        if self.robot.loops:
            return f"loop '{self.robot.loops[0].name}' binds the coordinates: none of them moves alone"
        if self.robot.balls:
            return f"the rates of ball '{next(iter(self.robot.balls))}' are quasi-velocities: no coordinates lie behind them"
        return ""

    def decide(
        self,
        name: str,
        statement: str,
        residuals: Callable[[], Iterable[Poly]],
        error: Callable[[], float],
        *,
        required: bool = True,
    ) -> PropertyClaim:
        """Proved or refuted by exact residuals; if there is no time for them, by the largest relative error."""
        if self.exact:
            try:
                return self._identity(name, statement, residuals(), required)
            except OutOfTime:
                self.exact = False
        largest = error()
        verdict = CHECKED if largest <= _TOLERANCE else REFUTED
        how = f"bounded numerical check on {self.states} random states"
        return PropertyClaim(name, statement, verdict, how, largest, required)

    def vanish(self, residuals: Callable[[], Iterable[Poly]]) -> bool:
        """Whether there was time to see that all residuals are zero."""
        try:
            return self.exact and self._identity("", "", residuals(), True).holds
        except OutOfTime:
            return False

    def _identity(self, name: str, statement: str, residuals: Iterable[Poly], required: bool) -> PropertyClaim:
        for residual in residuals:
            if time.thread_time() > self.deadline:
                raise OutOfTime
            if not self.arm.ring.is_zero(residual):
                size = len(residual)
                left = self.arm.mechanics.display.text(residual) if size <= _SHOWN else f"{size} terms"
                return PropertyClaim(name, statement, REFUTED, EXACT, left, required)
        return PropertyClaim(name, statement, PROVED, EXACT, "0", required)


Residuals = Callable[[], Iterable[Poly]]
_S = {
    "christoffel": ("skew", "the S of the Christoffel symbols"),
    "generic": ("skew, generic S", "the S of the vector derivation, Σ_i (∂M_i/∂q − ½ (∂M_i/∂q)ᵀ) q̇_i"),
    "unsymmetrised": (
        "skew, unsymmetrised S",
        "the S of unsymmetrised symbols, S_ij = Σ_k (∂M_ij/∂q_k − ½ ∂M_jk/∂q_i) q̇_k",
    ),
}


def properties(p: Prover) -> list[PropertyClaim]:
    """All claims, in the order of a lecture."""
    claims = [symmetric(p), positive(p), *(skew(p, kind) for kind in S_KINDS), quadratic(p)]
    balance = power(p)
    claims += [own_centrifugal(p), last_constant(p), cyclic(p), balance, conservation(p, balance)]
    return [*claims, roads(p), linear(p)]


def symmetric(p: Prover) -> PropertyClaim:
    """M as Newton and Euler give it, where nothing makes it symmetric."""
    n = p.robot.n

    def residuals() -> Iterable[Poly]:
        rows = [[p.arm.ring.diff(x, f"qdd{j + 1}") for j in range(n)] for x in p.tau]
        return (rows[i][j] - rows[j][i] for i in range(n) for j in range(i))

    statement = (
        "M is symmetric: joint i feels the acceleration of joint j as j feels that of i. M is read off the "
        "Newton-Euler efforts, as ∂τ_i/∂q̈_j, where nothing makes it so."
    )
    return p.decide(
        "symmetric",
        statement,
        residuals,
        lambda: p.sample.largest((p.sample.M_unit - p.sample.M_unit.swapaxes(1, 2), p.sample.M_unit)),
    )


def positive(p: Prover) -> PropertyClaim:
    """By squares where each link has inertia of its own, on random states otherwise."""
    name, statement = "positive definite", "M is positive definite: no motion of the joints is without kinetic energy."
    shown = definite(p.robot)
    if not shown.proved:
        least, where = p.sample.least_eigenvalue()
        how = f"smallest eigenvalue of M over its largest on {p.states} random states and going down from the lowest"
        free = not p.robot.loops and not any(joint.angles for joint in p.robot.joints)  # angles lock, loops may hold
        if least > SINGULAR and p.robot.parameters and any(link.inertia.impossible for link in p.robot.links):
            return PropertyClaim(name, statement, NOT_CLAIMED, shown.how, required=free)
        if least > SINGULAR:
            return PropertyClaim(name, statement, CHECKED, f"{how}, since {shown.how}", least, free)
        place = ", ".join(f"{name} = {x:.3g}" for name, x in zip(p.sample.tree.symbols, where, strict=True))
        return PropertyClaim(name, statement, REFUTED, f"{how}: {place}; {shown.how}", least, free)

    def residuals() -> Iterable[Poly]:
        rows = zip(inertia_matrix(p.arm, jacobians(p.arm)), p.arm.mechanics.M, strict=True)
        return (a - b for mine, theirs in rows for a, b in zip(mine, theirs, strict=True))

    source = "is an exact identity in the ring" if p.vanish(residuals) else "is König's theorem"
    how = f"sum of squares of partial velocities: M = Σ m JᵥᵀJᵥ + J_ωᵀ I_c J_ω {source}, {shown.how}"
    return PropertyClaim(name, statement, PROVED, how)


def skew(p: Prover, kind: str) -> PropertyClaim:
    """Ṁ − 2S + (Ṁ − 2S)ᵀ = 0."""
    name, what = _S[kind]
    if p.robot.balls:
        if kind != "christoffel":
            why = f"{p.bound}, and it is made of their derivatives"
            return PropertyClaim(name, f"Ṁ − 2S is skew-symmetric for {what}.", NOT_CLAIMED, why, required=False)
        what = "the S of the recursion, which for quasi-velocities stands in the place of the Christoffel one"

    def residuals() -> Iterable[Poly]:
        N = _difference(p.arm, kind)
        return (N[i][j] + N[j][i] for i in range(p.robot.n) for j in range(i + 1))

    return p.decide(
        name,
        f"Ṁ − 2S is skew-symmetric for {what}.",
        residuals,
        lambda: p.sample.skew(kind),
        required=kind == "christoffel",
    )


def _difference(arm: Arm, kind: str) -> list[list[Poly]]:
    """Ṁ − 2S."""
    rows = zip(arm.mechanics.M, arm.mechanics.S(kind), strict=True)
    return [[arm.rate(m) - 2 * s for m, s in zip(M, S, strict=True)] for M, S in rows]


def quadratic(p: Prover) -> PropertyClaim:
    """What energy conservation needs, for any S."""

    def residuals() -> Iterable[Poly]:
        ring, mechanics = p.arm.ring, p.arm.mechanics
        for kind in kinds:
            yield ring.dot([ring.dot(row, ring.qd) for row in _difference(p.arm, kind)], ring.qd)
            for row, c in zip(mechanics.S(kind), mechanics.c, strict=True):
                yield ring.dot(row, ring.qd) - c

    def error() -> float:
        return max(p.sample.quadratic(kind) for kind in kinds)

    kinds, each = (S_KINDS[:1], "S") if p.robot.balls else (S_KINDS, "all three S")
    statement = f"q̇ᵀ(Ṁ − 2S)q̇ = 0 and S q̇ = c for {each}: what the energy needs is weaker than skew symmetry."
    return p.decide("quadratic form", statement, residuals, error)


def own_centrifugal(p: Prover) -> PropertyClaim:
    """c_iii = ½ ∂M_ii/∂q_i: a joint does not change the inertia it carries by moving itself."""
    statement = "c_iii = 0: no joint feels a centrifugal force from its own motion."
    if p.bound:
        return PropertyClaim("c_iii", statement, NOT_CLAIMED, p.bound, required=False)
    return p.decide(
        "c_iii",
        statement,
        lambda: (p.arm.mechanics.christoffel[i][i][i] for i in range(p.robot.n)),
        lambda: p.sample.largest((p.sample.own, p.sample.christoffel)),
        required=p.plain,
    )


def last_constant(p: Prover) -> PropertyClaim:
    """∂m_NN/∂q = 0 for every last joint."""
    bodies = tree(p.robot).bodies
    carriers = {body.parent for body in bodies}
    last = sorted({body.coordinate for i, body in enumerate(bodies) if i not in carriers})
    names = ", ".join(f"m_{k + 1}{',' if k > 8 else ''}{k + 1}" for k in last)
    statement = f"{names} constant: a last joint moves one rigid body, whose inertia does not depend on where it is."
    if p.bound:
        return PropertyClaim("m_NN", statement, NOT_CLAIMED, p.bound, required=False)
    return p.decide(
        "m_NN",
        statement,
        lambda: (p.arm.slope(p.arm.mechanics.M[k][k], j) for k in last for j in range(p.robot.n)),
        lambda: p.sample.spread(last),
        required=p.plain,
    )


def cyclic(p: Prover) -> PropertyClaim:
    """∂M/∂q_k = 0 for the joints that stand on the ground."""
    n, arm = p.robot.n, p.arm
    first = sorted({body.coordinate for body in tree(p.robot).bodies if body.parent < 0})
    names, verb = listed([f"q{k + 1}" for k in first]), "does" if len(first) == 1 else "do"
    statement = f"{names} {verb} not appear in M: the base frame is arbitrary, and inertia cannot depend on it."
    if p.bound:
        return PropertyClaim("cyclic", statement, NOT_CLAIMED, p.bound, required=False)
    claim = p.decide(
        "cyclic",
        statement,
        lambda: (arm.slope(arm.mechanics.M[i][j], k) for k in first for i in range(n) for j in range(i + 1)),
        lambda: p.sample.largest((p.sample.slopes[..., first], p.sample.M)),
        required=p.plain,
    )
    return replace(claim, statement=statement + _silent(p)) if claim.verdict == PROVED else claim


def _silent(p: Prover) -> str:
    """Which coordinates appear neither in M nor in U, so that their momentum is conserved."""
    M, U = p.arm.mechanics.M, p.arm.mechanics.U
    free = [k for k in range(p.robot.n) if not any(p.arm.slope(x, k) for row in M for x in row)]
    silent = [f"q{k + 1}" for k in free if not p.arm.slope(U, k)]
    inputs = "input and friction" if p.friction else "input"
    words = f" M holds none of {', '.join(f'q{k + 1}' for k in free)}." if len(free) > 1 else ""
    return words + (
        f" U does not hold {', '.join(silent)} either: without {inputs} the momentum stays." if silent else ""
    )


def power(p: Prover) -> PropertyClaim:
    """d(T + U)/dt − q̇ᵀ(τ − τ_f) = 0, with τ of Newton and Euler."""

    def residuals() -> Iterable[Poly]:
        arm = p.arm
        effort = [x - f for x, f in zip(p.tau, arm.friction, strict=True)]
        yield from (arm.rate(row.phi) - arm.ring.dot(row.slopes, arm.ring.qd) for row in arm.mechanics.constraints)
        yield arm.rate(arm.mechanics.T + arm.mechanics.U) - arm.ring.dot(effort, arm.ring.qd)

    held, other = stored(p.robot), pushed(p.robot)
    effort = "(u − τ_f − offset)" if p.friction and other else "(u − offset)" if other else "(u − τ_f)"
    effort = effort if p.friction or other else "u"
    statement = f"dE/dt = q̇ᵀ{effort}: the energy T + U changes by the power of the motors"
    statement += ", less what friction takes." if p.friction else "."
    if p.robot.loops:
        statement += " While φ = 0 is kept, the cuts do no work: φ̇ = J q̇, so q̇ᵀJᵀλ = 0."
    if held:
        return PropertyClaim("power", statement, NOT_CLAIMED, held, required=False)
    return p.decide(
        "power",
        statement,
        residuals,
        lambda: max(p.sample.largest(p.sample.power), p.sample.largest(p.sample.slip)),
    )


def conservation(p: Prover, balance: PropertyClaim) -> PropertyClaim:
    """The power balance with u = 0."""
    statement = "With u = 0 the energy is constant."
    if p.friction:
        statement = "With u = 0 the energy changes only by friction, −q̇ᵀτ_f."
    reason = stored(p.robot) or pushed(p.robot)
    if reason:
        return PropertyClaim("energy", statement, NOT_CLAIMED, reason, required=False)
    return replace(balance, name="energy", statement=statement, how=f"u = 0 in the power balance ({balance.how})")


def roads(p: Prover) -> PropertyClaim:
    """All derivations end in the same efforts."""

    def residuals() -> Iterable[Poly]:
        added = additions(p.arm)
        for road in taken:
            for mine, more, theirs in zip(ROADS[road](p.arm).tau, added, p.arm.mechanics.tau, strict=True):
                yield mine + more - theirs

    taken = QUASI if p.robot.balls else tuple(ROADS)
    names = " = ".join(NAMES[road][0].upper() + NAMES[road][1:] for road in taken)
    statement = f"{names}: {len(taken)} derivations, one model."
    claim = p.decide("roads", statement, residuals, lambda: p.sample.largest(p.sample.lagrange))
    if claim.how == EXACT:
        return claim
    first, swing = ("Hamel", " + ω × p") if p.robot.balls else ("Lagrange", "")
    two = f"{first} = Newton and Euler: d/dt ∂L/∂q̇ − ∂L/∂q{swing}, differentiated, against the recursion."
    return replace(claim, statement=two)


def linear(p: Prover) -> PropertyClaim:
    """Each term of τ holds exactly one inertial parameter when all of them are unknown."""

    def residuals() -> Iterable[Poly]:
        arm, parameters = _unknown_inertia(p.robot, p.deadline)
        where = [arm.ring.index[x] for x in parameters]
        for tau in newton_euler(arm).tau:
            strange = [k for k in tau.to_dict() if sum(k[i] for i in where) != 1]
            yield p.arm.ring.number(len(strange))

    statement = (
        "τ is linear in the inertial parameters (m, m·c, I_O) of the links: with all of them unknown, every term of "
        "the efforts holds exactly one."
    )
    return p.decide("linear", statement, residuals, lambda: p.sample.largest(p.sample.linear))


def _unknown_inertia(robot: Robot, deadline: float) -> tuple[Arm, list[str]]:
    """The robot with ten fresh symbols for the inertia of each link that has any."""
    names: list[str] = []

    def fresh(i: int) -> Inertia:
        own = [f"pi_{i}_{k}" for k in range(10)]
        names.extend(own)
        return Inertia.from_parameters(tuple(symbol(x) for x in own))

    links = tuple(x if x.inertia.is_zero else Link(x.name, fresh(i)) for i, x in enumerate(robot.links))
    return Arm(replace(robot.rigid(), links=links, springs=()), deadline), names


def prove(robot: Robot, *, seconds: float = 20.0, states: int = 20, seed: int = 0) -> Certificate:
    """The certificate of a robot's structural properties.

    Exact proofs are given up after `seconds` of the processor's time, whatever else it does, or when the chain is too long for a closed form, in favour of checks on
    `states` random states, chosen by `seed`. Each claim says which it was; a law that the robot's drives take away (a
    constant energy with springs or offsets) is not claimed, with the reason. `.assumptions` come first.
    """
    if robot.n == 0:
        raise WrongValue(f"robot '{robot.name}' has no moving joint; there is nothing to prove")
    if states < 2:
        raise WrongValue(f"states must be at least 2, so that what is constant can be told, got {states}")
    claims = tuple(properties(Prover(robot, seconds, states, seed)))
    return Certificate(robot.name, claims, assumptions(robot))
