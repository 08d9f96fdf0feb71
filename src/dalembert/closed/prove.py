"""Exact proofs, or numerical checks, of the structural properties of a robot's equations. [deluca]

    M = Mᵀ ≻ 0          Ṁ − 2S skew          q̇ᵀ(Ṁ − 2S)q̇ = 0          c_iii = 0          m_NN constant
    dE/dt = q̇ᵀu         τ linear in the inertial parameters          Lagrange = Newton-Euler = Kane = …      [deluca]

A claim is proved if its residuals, which are polynomials in the robot's ring, are all zero. The claim is then an
identity for every state and every value of the symbols. If the chain of links is too long for a closed form, or if the
time limit is reached, the claim is checked at random states (`numerical_checks`). The verdict on a claim is "proved",
"refuted" (with the residual), "checked numerically" (with the number of states), "not decided" or "not applicable"
(with the reason). The certificate lists its assumptions first.

`definiteness` proves that M is positive definite, or finds where M is singular.

    dE/dt = q̇ᵀ(u − τ_f),   E = T + U

The power balance holds for links and for rotors that rotate with the links. The springs of elastic joints and the
bristles of friction models also store energy, so T + U is not the total energy of robots with such parts. A constant
friction offset is not dissipative: it can do work even if u = 0. [deluca], [spong1987], [canudas1995]
"""

from __future__ import annotations

import textwrap
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias

from dalembert import finding
from dalembert.argument import integer, known
from dalembert.boundary import RobotLike, as_robot
from dalembert.closed.algebra.exact_numbers import exact_tree
from dalembert.closed.algebra.ring import Poly
from dalembert.closed.definiteness import (
    STRUCTURAL,
    EnergyWitness,
    Values,
    energy_residuals,
    obstacle,
    own_inertia,
    physical_values,
    rotor,
    singular_where,
)
from dalembert.closed.derivation.newton_euler import newton_euler
from dalembert.closed.derivation.shared_steps import MAX_DEPTH, Arm, OutOfTime, additions, depth
from dalembert.closed.derive import METHODS, QUASI_VELOCITY_METHODS
from dalembert.closed.model.mechanics import S_KINDS, Matrix, mechanics
from dalembert.closed.numerical_checks import RandomStates, positive_values
from dalembert.finding.equation import Formula
from dalembert.finding.finding import Finding, Identifier, JointName, LinkName, Noun
from dalembert.graph import Node, Scalar, symbol
from dalembert.graph.scalar import is_zero
from dalembert.graph.walk import symbols
from dalembert.progress import working
from dalembert.robot.drive import Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Link, Robot
from dalembert.robot.tree import tree
from dalembert.spatial.vector import add, sub
from dalembert.tolerance import PROPERTY, SINGULAR_INERTIA
from dalembert.typeset.notebook_display import card

PROVED, REFUTED, CHECKED, NOT_APPLICABLE = "proved", "refuted", "checked numerically", "not applicable"
NOT_DECIDED = "not decided"
_MARKS = {PROVED: "✓", CHECKED: "≈", REFUTED: "✗", NOT_APPLICABLE: "–", NOT_DECIDED: "?"}
_COUNTED = {
    PROVED: "proved for every state",
    CHECKED: "checked at random states",
    REFUTED: REFUTED,
    NOT_APPLICABLE: "not applicable, with the reason",
    NOT_DECIDED: NOT_DECIDED,
}
_WIDTH = 80
_SHOWN_VALUES = 12


@dataclass(frozen=True)
class PropertyClaim:
    """Claim about the equations of motion.

    If `required` is True, the claim holds for every robot whose joints are independent.
    """

    name: str
    statement: Finding
    verdict: str
    how: Finding
    residual: finding.LeftOver | float = 0.0  # nonzero residual of an exact proof, or largest relative error of a check
    required: bool = True
    witness: EnergyWitness | None = field(default=None, repr=False, compare=False)

    @property
    def holds(self) -> bool:
        return self.verdict in (PROVED, CHECKED)

    def to_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "statement": str(self.statement),
            "verdict": self.verdict,
            "how": str(self.how),
            "residual": None if isinstance(self.residual, finding.LeftOver) else self.residual,
            "left_over": str(self.residual) if isinstance(self.residual, finding.LeftOver) else "",
            "required": self.required,
        }

    def __str__(self) -> str:
        lines = [f"{_MARKS[self.verdict]} {self.name}: {self.verdict}", *_wrapped(f"{self.statement}.")]
        reason = "Why" if self.verdict in (NOT_APPLICABLE, NOT_DECIDED) else "How"
        if self.verdict != REFUTED or not isinstance(self.how, finding.ExactIdentity):
            lines.extend(_wrapped(f"{reason}: {self.how}."))
        if self.verdict in (CHECKED, REFUTED) and not isinstance(self.how, finding.SingularExactly):
            found = "Found" if isinstance(self.how, finding.EigenvalueSearch) else "Left over"
            lines.extend(_wrapped(f"{found}: {_residual(self)}"))
        return "\n".join(lines)


@dataclass(frozen=True, eq=False)
class Certificate:
    """Claims about the equations of motion of one robot. `certificate["skew"]` returns the claim with this name."""

    robot: str
    claims: tuple[PropertyClaim, ...]
    assumptions: tuple[finding.Assumption, ...] = ()  # assumptions of all claims
    example: Mapping[str, Fraction] | None = None  # values that satisfy the assumptions; None if none were found

    @property
    def holds(self) -> bool:
        """Whether all required claims hold."""
        return all(claim.holds for claim in self.claims if claim.required)

    @property
    def conditions(self) -> tuple[Finding, ...]:
        """Assumptions, followed by a statement of whether any values of the symbols satisfy them."""
        if self.example == {}:
            return self.assumptions
        each = [finding.Coordinate(Identifier(name), float(x)) for name, x in (self.example or {}).items()]
        more = max(0, len(each) - _SHOWN_VALUES) or None
        return (*self.assumptions, finding.AssumptionsHold(tuple(each[:_SHOWN_VALUES]), more))

    @property
    def exact(self) -> bool:
        """Whether every claim was decided without a numerical check."""
        return all(claim.verdict != CHECKED for claim in self.claims)

    @property
    def summary(self) -> str:
        """One-sentence summary of the certificate, with the number of claims per verdict."""
        count = Counter(claim.verdict for claim in self.claims)
        parts = [f"{count[verdict]} {words}" for verdict, words in _COUNTED.items() if count[verdict]]
        first = "all required claims hold" if self.holds else "a required claim fails"
        return f"Under the assumptions, {first}: of {len(self)} claims, {', '.join(parts)}."

    def __getitem__(self, name: str) -> PropertyClaim:
        names = [claim.name for claim in self.claims]
        return self.claims[names.index(known(name, names, "claim"))]

    def __iter__(self) -> Iterator[PropertyClaim]:
        return iter(self.claims)

    def __len__(self) -> int:
        return len(self.claims)

    def to_dict(self) -> dict[str, Any]:
        return {
            "robot": self.robot,
            "holds": self.holds,
            "assumptions": [*map(str, self.assumptions)],
            "example": self.example and {name: str(x) for name, x in self.example.items()},
            "claims": [claim.to_dict() for claim in self.claims],
        }

    def __str__(self) -> str:
        lines = [f"Properties of the equations of {self.robot}", *_wrapped(self.summary)]
        lines += (line for x in self.conditions for line in _wrapped(_assumed(x)))
        return "\n".join([*lines, *map(str, self.claims)])

    def _repr_html_(self) -> str:
        rows = [(_MARKS[c.verdict], str(c.statement), c.verdict, str(c.how), _residual(c)) for c in self.claims]
        taken = "\n".join(map(_assumed, self.conditions))
        heads = ("", "claim", "verdict", "how", "left over")
        return card(f"Properties of the equations of {self.robot}", heads=heads, rows=rows, words=[taken])


def _assumed(x: Finding) -> str:
    return f"Assumed: {x}." if isinstance(x, finding.Assumption) else f"{x}."


def _residual(claim: PropertyClaim) -> str:
    return str(claim.residual) if isinstance(claim.residual, finding.LeftOver) else f"{claim.residual:.1e}"


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent="    ", subsequent_indent="    ")


_SHOWN = 40  # largest number of terms of a residual in a message
Residuals: TypeAlias = Callable[[], Iterable[Poly]]


class Prover:
    """Data shared by the proofs of all claims about a robot, with the deadline for exact proofs."""

    def __init__(self, robot: Robot, seconds: float, states: int, seed: int) -> None:
        self.robot, self.states, self.seed = robot, states, seed
        self.deadline = time.thread_time() + seconds
        self.arm = Arm(robot, self.deadline)
        self.mechanics = self.arm.mechanics
        self.exact = depth(robot) <= MAX_DEPTH
        bodies = tree(robot)
        self.plain = bodies.is_plain
        self.friction = any(has_friction(body.drive) for body in bodies.bodies) or not all(
            is_zero(x.damping) for x in robot.springs
        )

    @cached_property
    def sample(self) -> RandomStates:
        values = next(positive_values(self.robot)) if self.example is None else self.example
        return RandomStates(self.robot, values, self.states, self.seed)

    @cached_property
    def found(self) -> Values | finding.NoDefinitenessProof:
        """Values of the symbols that satisfy the assumptions, or the reason why none were found."""
        return physical_values(self.robot)

    @property
    def example(self) -> Values | None:
        """Values of the symbols that satisfy the assumptions, or None."""
        return None if isinstance(self.found, finding.NoDefinitenessProof) else self.found

    @cached_property
    def tau(self) -> tuple[Poly, ...]:
        """Efforts by the Newton-Euler method, including friction and springs, without constraint forces."""
        return add(add(newton_euler(self.arm).tau, additions(self.arm)), self.mechanics.bearing)

    @property
    def bound(self) -> finding.CoordinatesBound | None:
        """Reason why the coordinates cannot move independently, or None if they are independent."""
        if self.robot.loops:
            return finding.CoordinatesBound(loop=Identifier(self.robot.loops[0].name))
        return next((finding.CoordinatesBound(joint=JointName(ball)) for ball in self.robot.balls), None)

    def decide(
        self,
        name: str,
        statement: Finding,
        residuals: Residuals,
        error: Callable[[], float],
        *,
        required: bool = True,
        unless: Finding | None = None,
    ) -> PropertyClaim:
        """Prove or refute a claim by exact residuals.

        If exact proofs take too long, the claim is checked by its largest relative error at random states. `unless` is
        the reason why the claim does not apply to this robot, or None.
        """
        if unless is not None:
            return PropertyClaim(name, statement, NOT_APPLICABLE, unless, required=False)
        try:
            if self.exact:
                left = self._left_over(residuals())
                verdict = PROVED if left is None else REFUTED
                return PropertyClaim(name, statement, verdict, finding.ExactIdentity(), left or 0.0, required)
        except OutOfTime:
            self.exact = False
        largest = error()
        verdict = CHECKED if largest <= PROPERTY else REFUTED
        return PropertyClaim(name, statement, verdict, finding.CheckedAtStates(self.states), largest, required)

    def vanish(self, residuals: Residuals) -> bool:
        """Return whether all residuals were shown to be zero within the time limit."""
        try:
            return self.exact and self._left_over(residuals()) is None
        except OutOfTime:
            return False

    def _left_over(self, residuals: Iterable[Poly]) -> finding.LeftOver | None:
        """Return the first residual that is not zero, or None."""
        for residual in residuals:
            if time.thread_time() > self.deadline:
                raise OutOfTime
            if not self.arm.ring.is_zero(residual):
                size = len(residual)
                return finding.LeftOver(self.mechanics.display.formula(residual) if size <= _SHOWN else None, size)
        return None


_S = {"christoffel": "skew", "generic": "skew, generic S", "unsymmetrised": "skew, unsymmetrised S"}


def properties(p: Prover) -> list[PropertyClaim]:
    """Decide all claims, in the usual order of a textbook."""
    claims = [symmetric(p), positive(p), *(skew(p, kind) for kind in S_KINDS), quadratic(p)]
    balance = power(p)
    claims += [own_centrifugal(p), last_constant(p), cyclic(p), balance, conservation(p, balance)]
    return [*claims, methods(p), linear(p)]


def symmetric(p: Prover) -> PropertyClaim:
    """Decide whether M is symmetric when computed by the Newton-Euler method, which does not impose symmetry."""
    n = p.robot.n

    def residuals() -> Iterable[Poly]:
        rows = [[p.arm.ring.diff(x, f"qdd{j + 1}") for j in range(n)] for x in p.tau]
        return (rows[i][j] - rows[j][i] for i in range(n) for j in range(i))

    return p.decide(
        "symmetric",
        finding.StructuralProperty(Noun("symmetric")),
        residuals,
        lambda: p.sample.largest((p.sample.M_unit - p.sample.M_unit.swapaxes(1, 2), p.sample.M_unit)),
    )


def positive(p: Prover) -> PropertyClaim:
    """Decide whether M is positive definite.

    The proof uses sums of squares if each link has inertia about its joint, or the minors of the partial velocities.
    Otherwise, M is checked at random states.
    """
    name, statement = "positive definite", finding.StructuralProperty(Noun("positive definite"))
    values, symbolic = p.found, bool(p.robot.parameters)
    cause = values if isinstance(values, finding.NoDefinitenessProof) else obstacle(p.robot, values)
    witness = EnergyWitness(p.arm)
    if cause is None:
        identity = p.vanish(lambda: energy_residuals(p.arm))
        how: Finding = finding.SumOfSquares(identity, symbolic)
        return PropertyClaim(name, statement, PROVED, how, witness=witness)
    least, where = p.sample.least_eigenvalue()
    free = not p.robot.loops and not any(joint.angles for joint in p.robot.joints)  # angles and loops may lock
    strange = cause.reason not in STRUCTURAL  # physically inconsistent, but other links compensate for it
    with suppress(OutOfTime):
        zeros = singular_where(p.arm) if p.exact and not strange else None
        if zeros == [] and least > SINGULAR_INERTIA and p.vanish(lambda: energy_residuals(p.arm)):
            return PropertyClaim(name, statement, PROVED, finding.FullRank(symbolic), witness=witness)
        if zeros:
            formulas = tuple(p.mechanics.display.formula(x) for x in zeros if x)
            how = finding.SingularExactly(formulas, cause)
            return PropertyClaim(name, statement, REFUTED, how, 0.0, free, replace(witness, zeros=tuple(zeros)))
    if strange and (least > SINGULAR_INERTIA or (symbolic and cause.reason != "impossible inertia")):
        return PropertyClaim(name, statement, NOT_DECIDED, cause, required=free)
    search = finding.EigenvalueSearch(p.states, cause)
    if least > SINGULAR_INERTIA:
        return PropertyClaim(name, statement, CHECKED, search, least, free)
    places = zip(p.sample.tree.symbols, where, strict=True)
    coordinates = tuple(finding.Coordinate(Identifier(name), float(x)) for name, x in places)
    return PropertyClaim(name, statement, REFUTED, replace(search, values=coordinates), least, free)


def skew(p: Prover, kind: str) -> PropertyClaim:
    """Decide whether Ṁ − 2S is skew-symmetric for one choice of S."""
    required = kind == "christoffel"
    statement = finding.StructuralProperty(Noun("skew, quasi-velocities" if p.robot.balls and required else _S[kind]))
    balls = () if required else p.robot.balls
    why = next((finding.CoordinatesBound(joint=JointName(ball), derivatives=True) for ball in balls), None)

    def residuals() -> Iterable[Poly]:
        N = _difference(p.arm, kind)
        return (N[i][j] + N[j][i] for i in range(p.robot.n) for j in range(i + 1))

    return p.decide(_S[kind], statement, residuals, lambda: p.sample.skew(kind), required=required, unless=why)


def _difference(arm: Arm, kind: str) -> Matrix:
    """Compute Ṁ − 2S for one choice of S."""
    rows = zip(arm.mechanics.M, arm.mechanics.S(kind), strict=True)
    return [[arm.rate(m) - 2 * s for m, s in zip(M, S, strict=True)] for M, S in rows]


def quadratic(p: Prover) -> PropertyClaim:
    """Decide whether q̇ᵀ(Ṁ − 2S)q̇ = 0, which follows from conservation of energy for any S."""

    def residuals() -> Iterable[Poly]:
        ring, mechanics = p.arm.ring, p.mechanics
        for kind in kinds:
            yield ring.dot([ring.dot(row, ring.qd) for row in _difference(p.arm, kind)], ring.qd)
            for row, c in zip(mechanics.S(kind), mechanics.c, strict=True):
                yield ring.dot(row, ring.qd) - c

    kinds = S_KINDS[:1] if p.robot.balls else S_KINDS
    statement = finding.StructuralProperty(Noun("quadratic form" if p.robot.balls else "quadratic forms"))
    return p.decide("quadratic form", statement, residuals, lambda: max(map(p.sample.quadratic, kinds)))


def own_centrifugal(p: Prover) -> PropertyClaim:
    """Decide whether c_iii = ½ ∂M_ii/∂q_i = 0. A joint's motion does not change the inertia that the joint moves."""
    statement = finding.StructuralProperty(Noun("own centrifugal"))
    return p.decide(
        "c_iii",
        statement,
        lambda: (p.mechanics.christoffel[i][i][i] for i in range(p.robot.n)),
        lambda: p.sample.largest((p.sample.own, p.sample.christoffel)),
        required=p.plain,
        unless=p.bound,
    )


def last_constant(p: Prover) -> PropertyClaim:
    """Decide whether ∂m_NN/∂q = 0 for the last joint N of each branch."""
    bodies = tree(p.robot).bodies
    carriers = {body.parent for body in bodies}
    last = sorted({body.coordinate for i, body in enumerate(bodies) if i not in carriers})
    statement = finding.LastInertiaConstant(tuple(k + 1 for k in last))
    return p.decide(
        "m_NN",
        statement,
        lambda: (p.arm.slope(p.mechanics.M[k][k], j) for k in last for j in range(p.robot.n)),
        lambda: p.sample.spread(last),
        required=p.plain,
        unless=p.bound,
    )


def cyclic(p: Prover) -> PropertyClaim:
    """Decide whether ∂M/∂q_k = 0 for the joints attached to the ground."""
    n, arm = p.robot.n, p.arm
    first = sorted({body.coordinate for body in tree(p.robot).bodies if body.parent < 0})
    statement = finding.CyclicCoordinates(tuple(k + 1 for k in first))
    claim = p.decide(
        "cyclic",
        statement,
        lambda: (arm.slope(arm.mechanics.M[i][j], k) for k in first for i in range(n) for j in range(i + 1)),
        lambda: p.sample.largest((p.sample.slopes[..., first], p.sample.values["M"])),
        required=p.plain,
        unless=p.bound,
    )
    if claim.verdict != PROVED:
        return claim
    M, U = arm.mechanics.M, arm.mechanics.U
    absent = [k for k in range(n) if not any(arm.slope(x, k) for row in M for x in row)]
    conserved = tuple(k + 1 for k in absent if not arm.slope(U, k))
    every = tuple(k + 1 for k in absent)
    return replace(claim, statement=replace(statement, absent=every, conserved=conserved, friction=p.friction))


def power(p: Prover) -> PropertyClaim:
    """Decide whether d(T + U)/dt − q̇ᵀ(τ − τ_f) = 0, with τ computed by the Newton-Euler method."""

    def residuals() -> Iterable[Poly]:
        arm = p.arm
        effort = sub(p.tau, arm.friction)
        yield from (arm.rate(row.phi) - arm.ring.dot(row.slopes, arm.ring.qd) for row in arm.mechanics.constraints)
        yield arm.rate(arm.mechanics.T + arm.mechanics.U) - arm.ring.dot(effort, arm.ring.qd)

    statement = finding.PowerBalance(p.friction, constant_offset(p.robot) is not None, bool(p.robot.loops))
    return p.decide(
        "power",
        statement,
        residuals,
        lambda: max(p.sample.largest(p.sample.power), p.sample.largest(p.sample.slip)),
        unless=energy_elsewhere(p.robot),
    )


def conservation(p: Prover, balance: PropertyClaim) -> PropertyClaim:
    """Decide whether energy is conserved, that is, whether the power balance holds with u = 0."""
    statement = finding.EnergyConserved(p.friction)
    reason = energy_elsewhere(p.robot) or constant_offset(p.robot)
    if reason is not None:
        return PropertyClaim("energy", statement, NOT_APPLICABLE, reason, required=False)
    return replace(balance, name="energy", statement=statement, how=finding.FromPowerBalance(balance.how))


def methods(p: Prover) -> PropertyClaim:
    """Decide whether all derivation methods give the same efforts."""

    def residuals() -> Iterable[Poly]:
        added = additions(p.arm)
        for method in taken:
            yield from sub(add(METHODS[method](p.arm).tau, added), p.mechanics.tau)

    taken = QUASI_VELOCITY_METHODS if p.robot.balls else tuple(METHODS)
    statement = finding.MethodsAgree(tuple(map(Noun, taken)))
    claim = p.decide("methods", statement, residuals, lambda: p.sample.largest(p.sample.lagrange))
    if isinstance(claim.how, finding.ExactIdentity):
        return claim
    two = (Noun("hamel" if p.robot.balls else "lagrange"), Noun("newton-euler"))
    return replace(claim, statement=finding.MethodsAgree(two, numerical=True, quasi=bool(p.robot.balls)))


def linear(p: Prover) -> PropertyClaim:
    """Decide whether τ is linear in the inertial parameters.

    If all inertial parameters are unknown, each term of τ must contain exactly one of them.
    """

    def residuals() -> Iterable[Poly]:
        arm, parameters = _unknown_inertia(p.robot, p.deadline)
        where = [arm.ring.index[x] for x in parameters]
        for tau in newton_euler(arm).tau:
            strange = [k for k in tau.to_dict() if sum(k[i] for i in where) != 1]
            yield p.arm.ring.number(len(strange))

    return p.decide(
        "linear", finding.StructuralProperty(Noun("linear")), residuals, lambda: p.sample.largest(p.sample.linear)
    )


def _unknown_inertia(robot: Robot, deadline: float) -> tuple[Arm, list[str]]:
    """Replace the inertial parameters of each link that has inertia with ten new symbols."""
    names: list[str] = []
    links = []
    for i, link in enumerate(robot.links):
        own = [f"pi_{i}_{k}" for k in range(10) if not link.inertia.is_zero]
        links.append(Link(link.name, Inertia.from_parameters(tuple(map(symbol, own)))) if own else link)
        names += own
    return Arm(replace(robot.rigid(), links=tuple(links), springs=()), deadline), names


@working("proving")
def prove(robot: RobotLike, *, seconds: float = 20.0, states: int = 20, seed: int = 0) -> Certificate:
    """Prove the structural properties of a robot's equations of motion, or check them numerically.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    seconds : float
        Processor time for exact proofs. After this time, or for long chains, properties are checked at random states.
    states : int
        Number of random states, at least 2.
    seed : int
        Seed of the random states.

    Returns
    -------
    Certificate
        One claim per property. The verdict on each claim is "proved", "checked numerically", "refuted", "not
        decided" or "not applicable", with the reason.

    Examples
    --------
    >>> import dalembert as da
    >>> claim = da.prove("planar_2r")["skew"]
    >>> print(f"{claim.verdict}: {claim.statement}")
    proved: Ṁ - 2S is skew-symmetric for the S of the Christoffel symbols
    """
    robot = as_robot(robot)
    integer(states, "states", lower=2)
    prover = Prover(robot, seconds, states, seed)
    return Certificate(robot.name, tuple(properties(prover)), assumptions(robot), prover.example)


def assumptions(robot: Robot) -> tuple[finding.Assumption, ...]:
    """Return the assumptions about the symbols, followed by the assumptions about the model."""
    return (*_physical(robot), *_model(robot))


def has_friction(drive: Drive | None) -> bool:
    """Return whether a drive has any kind of friction."""
    return drive is not None and (drive.is_dry or any(_there(x) for x in (drive.viscous, drive.dry)))


def energy_elsewhere(robot: Robot) -> finding.EnergyElsewhere | None:
    """Return the reason why T + U is not the total energy of a robot, or None if T + U is the total energy."""
    return _with(robot, "elastic energy", lambda drive: drive.stiffness is not None) or _with(
        robot, "bristles", lambda drive: drive.bristle_stiffness is not None
    )


def constant_offset(robot: Robot) -> finding.EnergyElsewhere | None:
    """Return the reason why work is done on a robot without inputs, or None if no work is done."""
    return _with(robot, "constant offset", lambda drive: _there(drive.offset))


def _with(robot: Robot, reason: str, has: Callable[[Drive], bool]) -> finding.EnergyElsewhere | None:
    found = tuple(JointName(b.name) for b in exact_tree(robot).bodies if b.drive is not None and has(b.drive))
    return finding.EnergyElsewhere(found, Noun(reason)) if found else None


def _physical(robot: Robot) -> Iterator[finding.Assumption]:
    bodies = exact_tree(robot).bodies
    named = [b for b in bodies if symbols(b.inertia.parameters)]
    whole = [b for b in bodies if b.motion == "ball" or len(robot.joint(b.name).steps) > 1]

    def positive(noun: str, values: Iterable[Scalar]) -> Iterator[finding.Assumption]:
        if expressions := dict.fromkeys(x for x in values if isinstance(x, Node)):
            yield finding.Assumption(Noun(noun), _formulas(robot, expressions))

    def possible(noun: str, links: Iterable[str]) -> Iterator[finding.Assumption]:
        if found := tuple(map(LinkName, links)):
            yield finding.Assumption(Noun(noun), links=found)

    yield from positive("masses", (b.inertia.mass for b in bodies))
    yield from possible("tensors", (b.link for b in named if not b.inertia.impossible))
    yield from positive("rotor inertias", map(rotor, bodies))
    yield from positive("own inertias", (own_inertia(b) for b in bodies if b not in whole))
    yield from possible("inertia about every axis", (b.link for b in named if b.link and b in whole))


def _model(robot: Robot) -> Iterator[finding.Assumption]:
    drives = [b.drive for b in exact_tree(robot).bodies if b.drive is not None]
    rubs = any(map(has_friction, drives)) or any(_there(x.damping) for x in robot.springs)
    for holds, assumption in (
        (True, "efforts and gravity"),
        (not rubs, "no friction"),
        (robot.loops, "closed loops"),
        (robot.balls, "unit quaternions"),
        (any(_there(link.gravcomp) for link in robot.links), "compensated weight"),
        (any(_there(drive.rotor_inertia) for drive in drives), "rotors about their axes"),
        (any(drive.stiffness is not None for drive in drives), "rigid model"),
    ):
        if holds:
            yield finding.Assumption(Noun(assumption))


def _there(x: object) -> bool:
    return isinstance(x, Node) or x not in (0, None)


def _formulas(robot: Robot, expressions: Iterable[Node]) -> tuple[Formula, ...]:
    """Convert a robot's expressions to formulas in the same form as its equations."""
    exact = mechanics(robot)
    elements = [exact.ring.poly(x) for x in expressions]
    return tuple(exact.display.formula(x) for x in elements if x)
