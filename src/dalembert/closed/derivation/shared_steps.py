"""Steps common to all derivation methods: exact links at the start, springs and loops at the end.

Each method (Lagrange, Newton-Euler, Kane, Hamilton, virtual work) derives M q̈ + c + g = τ from the same links with
different formulas. The inertia of a link is given about its centre of mass C if the mass divides the first moments
exactly. Otherwise, the inertia is given about the origin O of the link's frame:

    T = ½ m vᵀv + ms·(v × ω) + ½ ωᵀ I ω        with ms = 0 about C        [briot], [deluca]

Every method adds the same terms at the end:

    springs               U = ½ k (L − L0)²,   r k (L − L0) on the left-hand side
    gravity compensation  an external support that carries part of a link's weight reduces g
    loops                 φ(q) = 0,   J = ∂φ/∂q,   δW = λᵀδφ = (Jᵀλ)ᵀδq,   so Jᵀλ is added to τ [featherstone2008, ch. 8]
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar, cast

from dalembert.closed.algebra.ring import Elements, Poly, Ring, each
from dalembert.closed.derivation.step import (
    DerivationStep,
    MethodResult,
    StepEquation,
    Value,
    described,
    notation,
    numbered,
)
from dalembert.closed.model.generalized_forces import efforts_of_springs
from dalembert.closed.model.independent import IndependentEquations
from dalembert.closed.model.mechanics import Mechanics, mechanics
from dalembert.closed.model.units import Units
from dalembert.errors import DalembertError
from dalembert.robot.drive import Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Robot
from dalembert.robot.spring import BallSpring
from dalembert.robot.tree import Body, tree
from dalembert.spatial.pose import Pose
from dalembert.spatial.vector import EYE, ZERO, Matrix, Vector, add, dot, matmul, matvec, scale, sub

_MOST_JOINTS = 12  # largest number of joints listed in the first step
MAX_DEPTH = 8  # largest number of revolute joints in series; each makes the closed form about five times larger


V = TypeVar("V")


class OutOfTime(Exception):
    """Raised if an exact computation exceeds its time limit."""


@dataclass(frozen=True)
class ExactLink:
    """Link with its number, joint, and inertia about C or O. Entries are polynomials of the ring."""

    number: int  # counted from 1, as in books
    parent: int  # index of the parent link, −1 for the ground
    children: tuple[int, ...]
    motion: str  # turn, slide or ball
    rates: tuple[int, ...]  # indices of the joint's rates: one, or three for a ball joint
    ratio: Poly  # joint coordinate = ratio · q
    placement: Pose  # joint frame in the parent frame
    pose: Pose  # link frame in the world frame
    m: Poly
    c: Vector  # C (or O) in the link frame
    ms: Vector  # first moments about C (or O)
    I: Matrix  # inertia tensor about C (or O), in the link frame
    central: bool  # the inertia refers to C
    Ia: Poly
    present: bool  # whether the link has any mass or inertia

    @property
    def coordinate(self) -> int:
        """Index of the joint's first velocity coordinate."""
        return self.rates[0]

    @property
    def prismatic(self) -> bool:
        return self.motion == "slide"

    @property
    def axes(self) -> tuple[int, ...]:
        """Link axes along which or about which the joint moves."""
        return (0, 1, 2) if self.motion == "ball" else (2,)

    @property
    def at(self) -> str:
        """Index of the link's reference point in formulas: c2 for the centre of mass of link 2, or 2 for its origin."""
        return f"{'c' if self.central else ''}{self.number}"


class Arm:
    """Robot prepared for all derivation methods, with exact links and operations on vectors of polynomials."""

    def __init__(self, robot: Robot, deadline: float | None = None) -> None:
        self.robot, self.deadline = robot, deadline
        self.mechanics: Mechanics = mechanics(robot)
        self.n = robot.n

    @property
    def ring(self) -> Ring:
        return self.mechanics.ring

    @cached_property
    def links(self) -> tuple[ExactLink, ...]:
        bodies = self.mechanics.tree.bodies
        below = [tuple(j for j, b in enumerate(bodies) if b.parent == i) for i in range(len(bodies))]
        return tuple(self._link(i, body, below[i]) for i, body in enumerate(bodies))

    @cached_property
    def gravity(self) -> Vector:
        return tuple(self.ring.poly(x) for x in self.mechanics.tree.gravity)

    @property
    def central(self) -> bool:
        """Whether the inertias of all links refer to their centres of mass."""
        return all(link.central for link in self.links)

    @property
    def weightless(self) -> bool:
        return not any(self.gravity)

    @property
    def friction(self) -> Elements:
        """Friction of the drives, on the left-hand side of the equations of motion."""
        return tuple(self.mechanics.friction)

    @cached_property
    def carried(self) -> Elements:
        """Generalized forces of gravity compensation."""
        exact, up = self.mechanics, self.ring.zero
        for p, parameter in enumerate(exact.parameters):
            if parameter.which <= 3:
                up = up + self.ring.mul(exact.potential_of(p), exact.lifted(p))
        return tuple(self.slope(up, k) for k in range(self.n))

    # ── steps ─────────────────────────────────────────────────────────────────

    def step(
        self,
        key: str,
        equations: Iterable[StepEquation] = (),
        steps: Iterable[DerivationStep] = (),
        also: Mapping[str, object] | None = None,
        **values: object,
    ) -> DerivationStep:
        """Create a step as in `described`. The properties of the robot select optional parts of the text."""
        return described(key, equations, steps, {**self._properties, **(also or {})}, **values)

    @cached_property
    def _properties(self) -> dict[str, object]:
        balls = self.mechanics.has_balls
        return {
            "friction": any(self.friction),
            "balls": balls,
            "plain": not balls,
            "origin": not self.central,
            "rotors": any(link.Ia for link in self.links),
            "gravity": not self.weightless,
            "weightless": self.weightless,
            "armature": self.mechanics.armature,
        }

    def by_link(
        self, columns: Mapping[str, Iterable[Value]], *, present: bool = False, by_mass: bool = False
    ) -> list[StepEquation]:
        """Return equations link by link. The keys of `columns` are left-hand sides, or have the form left = rule.

        In the keys, # stands for the number of the link, and @ for the index of its reference point. If `present` is
        True, links without inertia are omitted.
        """
        found = []
        for link, *row in zip(self.links, *columns.values(), strict=True):
            for key, value in zip(columns, row, strict=True):
                left, _, rule = key.replace("#", str(link.number)).replace("@", link.at).partition(" = ")
                if link.present or not present:
                    found.append(StepEquation(left, value, rule, by_mass))
        return found

    def rubbed(self, k: int) -> str:
        """Return the friction term in the rule of effort k, counted from 0."""
        return rf" + \tau_{{f{k + 1}}}" if self.friction[k] else ""

    # ── the ring's algebra, of elements, vectors and matrices ─────────────────

    def exact(self, x: Any) -> Value:
        """Convert scalars of the robot to polynomials of the ring."""
        return self.ring.exact(x)

    def red(self, x: V) -> V:
        """Reduce sums and products to their normal form. Raise an error if the time limit is exceeded."""
        if self.deadline is not None and time.thread_time() > self.deadline:
            raise OutOfTime
        return cast("V", self.ring.reduced(x))

    def rate(self, x: V) -> V:
        """Return the time derivative dx/dt of a polynomial, vector or matrix."""
        return cast("V", each(self.ring.rate, x))

    def slope(self, x: Value, k: int) -> Value:
        """Return the derivative ∂x/∂q_k of a polynomial, vector or matrix."""
        return each(lambda y: self.ring.diff(y, f"q{k + 1}"), x)

    def along(self, x: Value, k: int) -> Value:
        """Return the derivative ∂x/∂q̇_k of a polynomial, vector or matrix."""
        return each(lambda y: self.ring.diff(y, f"qd{k + 1}"), x)

    def joint_rate(self, link: ExactLink) -> Poly:
        return link.ratio * self.ring.qd[link.coordinate]

    def along_axes(self, link: ExactLink, rates: Sequence[Poly]) -> Vector:
        """Return the velocity of a joint in the link frame, which is ratio · q̇ z, or ω for a ball joint."""
        own = {axis: link.ratio * rates[k] for axis, k in zip(link.axes, link.rates, strict=True)}
        return tuple(own.get(axis, self.ring.zero) for axis in range(3))

    def gather(self, efforts: list[Vector]) -> Elements:
        """Add the efforts of the joints to the efforts of the coordinates.

        The effort of a mimic joint acts on the joint that it mimics.
        """
        total = [self.ring.zero] * self.n
        for link, effort in zip(self.links, efforts, strict=True):
            for k, x in zip(link.rates, effort, strict=True):
                total[k] = total[k] + self.ring.mul(link.ratio, x)
        return tuple(total)

    def drives(self) -> list[Vector]:
        """Return the efforts Ia q̈ due to the rotor inertias of the joints, one value per velocity coordinate."""
        found = []
        for link in self.links:
            rates = (link.ratio * self.ring.qdd[k] for k in link.rates)
            found.append(tuple(self.ring.mul(link.Ia, x) for x in rates))
        return found

    def chain(self, link: ExactLink) -> list[ExactLink]:
        """Return a link and its ancestors up to the ground."""
        return [self.links[i] for i in self.mechanics.tree.ancestors(link.number - 1)]

    def centre(self, link: ExactLink) -> Vector:
        """Return the position of the link's reference point C or O in the world."""
        return self.red(add(link.pose.p, matvec(link.pose.R, link.c)))

    # ── links ─────────────────────────────────────────────────────────────────

    def _link(self, i: int, body: Body, children: tuple[int, ...]) -> ExactLink:
        drive = body.drive or Drive()
        inertia = body.inertia
        m, ms = self.exact(inertia.mass), self.exact(inertia.ms)
        c = self._divided(ms, m)
        central = c is not None
        if c is None:
            c = self.exact(ZERO)
            first = ms
            I = self.exact(inertia.matrix)
        else:
            first, I = self.exact(ZERO), self._central_tensor(inertia, c)
        return ExactLink(
            number=i + 1,
            parent=body.parent,
            children=children,
            motion=body.motion,
            rates=tuple(body.rates),
            ratio=self.exact(body.ratio),
            placement=Pose(self.exact(body.placement.R), self.exact(body.placement.p)),
            pose=self.mechanics.kinematics.poses[i],
            m=m,
            c=c,
            ms=first,
            I=I,
            central=central,
            Ia=self.exact(drive.inertia),
            present=not inertia.is_zero,
        )

    def _divided(self, ms: Vector, m: Poly) -> Vector | None:
        """Return ms/m, or None if the mass does not divide the first moments exactly."""
        if not any(ms):
            return ms
        if not m:
            return None
        parts = [divmod(x, m) for x in ms]
        return None if any(rest for _, rest in parts) else tuple(whole for whole, _ in parts)

    def _central_tensor(self, inertia: Inertia, c: Vector) -> Matrix:
        """Compute the inertia tensor about the centre of mass by Steiner's theorem, I_c = I_O − m (cᵀc E − c cᵀ)."""
        m, I = self.exact(inertia.mass), self.exact(inertia.matrix)
        square = dot(c, c)

        def entry(i: int, j: int) -> Poly:
            moved = square * EYE[i][j] - c[i] * c[j]
            return I[i][j] - m * moved

        return self.red(tuple(tuple(entry(i, j) for j in range(3)) for i in range(3)))


def depth(robot: Robot) -> int:
    """Return the largest number of revolute joints from the base to a link, with each ball joint counted as two."""
    depths: list[int] = []
    for body in tree(robot).bodies:
        turns = {"slide": 0, "turn": 1, "ball": 2}[body.motion]
        depths.append((depths[body.parent] if body.parent >= 0 else 0) + turns)
    return max(depths, default=0)


def introduction(arm: Arm, method: str) -> tuple[DerivationStep, ...]:
    """Create the first steps of a derivation: cuts of loops, coordinates, symbols with units, and links."""
    exact = arm.mechanics
    joints = [_joint(arm, link) for link in arm.links]
    shown = "; ".join(joints if len(joints) <= _MOST_JOINTS else [*joints[: _MOST_JOINTS - 1], "and so on"])
    equations = [] if arm.weightless else [StepEquation("g_0", arm.gravity)]
    first = arm.step("every.coordinates", equations, joints=shown[0].upper() + shown[1:])
    loops = tuple(dict.fromkeys(row.loop for row in exact.constraints))
    cut = {"one": len(loops) == 1, "many": len(loops) > 1}
    cuts = [described("every.cut", also=cut, loops="’, ‘".join(loops))] if loops else []
    rates = {x for name in exact.coordinates.names for x in (name.qd, name.qdd)}
    known = {x: unit for x, unit in Units(exact, None).items() if x in exact.ring.index and x not in rates}
    units = tuple((x, exact.display.latex(x), unit) for x, unit in known.items())
    parts = {"links": arm.central, "origin": not arm.central, "rotors": any(x.Ia for x in arm.links), "loops": loops}
    parts |= {"friction": any(arm.friction), "springs": any(exact.spring), "effort": loops or any(additions(arm))}
    rows = notation("every", method, *(part for part, holds in parts.items() if holds))
    return (*cuts, first, replace(described("every.symbols"), symbols=rows, units=units), _frames(arm))


def transform(arm: Arm, link: ExactLink) -> Pose:
    """Return the pose of a link's frame in the frame of its parent."""
    place = link.placement
    if link.motion == "ball":
        return Pose(arm.red(matmul(place.R, arm.mechanics.kinematics.ball(link.number - 1))), place.p)
    q = arm.red(link.ratio * arm.ring.symbol(arm.ring.coordinates[link.coordinate].q))
    if link.prismatic:
        along = tuple(row[2] for row in place.R)
        return Pose(place.R, arm.red(add(place.p, scale(q, along))))
    s, c = arm.ring.sincos(q)
    turn = ((c, -s, arm.ring.zero), (s, c, arm.ring.zero), arm.exact(EYE)[2])
    return Pose(arm.red(matmul(place.R, turn)), place.p)


def _frames(arm: Arm) -> DerivationStep:
    equations: list[StepEquation] = []
    for link in arm.links:
        i, X = link.number, transform(arm, link)
        equations += [StepEquation(f"R_{i}", X.R), StepEquation(f"o_{i}", X.p)]
        if link.present:
            name = f"r_{{c{i}}}" if link.central else rf"\mathrm{{ms}}_{i}"
            equations += [] if str(link.m) == f"m{i}" else [StepEquation(f"m_{i}", link.m)]
            equations.append(StepEquation(name, link.c if link.central else link.ms))
            equations.append(StepEquation(f"I_{{{'c' if link.central else 'O'}{i}}}", link.I))
        equations += [StepEquation(f"I_{{a{i}}}", link.Ia)] if link.Ia else []
    return arm.step("every.frames", equations)


def _joint(arm: Arm, link: ExactLink) -> str:
    """Describe a joint's motion and its coordinate in one sentence."""
    quaternion = arm.mechanics.coordinates.names[link.coordinate].quaternion
    return described(
        "joint." + link.motion,
        joint=f"joint {link.number}" if len(arm.links) > 1 else "the joint",
        share="" if link.ratio == 1 else "a multiple of ",
        coordinate=link.coordinate + 1,
        first=quaternion[0].removeprefix("qw") if quaternion else "",
        rates=", ".join(rf"\dot q_{{{k + 1}}}" for k in link.rates),
    ).words


def completed(arm: Arm, result: MethodResult) -> MethodResult:
    """Append the springs, loops and final efforts to the result of a derivation method.

    The efforts before this step are then denoted by u.
    """
    added = additions(arm)
    if not any(added) and not arm.mechanics.constraints:
        return result
    tau = add(result.tau, added)
    last = _reduced(arm) if arm.mechanics.constraints else [described("every.efforts", numbered(r"\tau", tau))]
    return MethodResult((*(step.named("u") for step in result.steps), *_steps(arm), *last), tau)


def additions(arm: Arm) -> Elements:
    """Return the terms that all methods add to the left-hand side of the equations of motion.

    The terms are the efforts of springs and their armatures, minus gravity compensation and Jᵀλ.
    """
    springs = add(arm.mechanics.spring, _armatures(arm))
    return sub(springs, add(arm.carried, arm.mechanics.bearing))


def _armatures(arm: Arm) -> list[Poly]:
    """Return the efforts Σ a r L̈ of the armatures of springs, with L̈ = r q̈ + ṙ q̇."""
    exact = arm.mechanics
    return [arm.ring.reduce(arm.ring.poly(x)) for x in efforts_of_springs(exact.tree, exact.coordinates, "armature")]


def _steps(arm: Arm) -> Iterator[DerivationStep]:
    exact = arm.mechanics
    if any(exact.spring) or exact.armature:
        names = ", ".join(x.name for x in exact.tree.springs if not isinstance(x, BallSpring))
        efforts = [*numbered("k", exact.spring), *(numbered("a", _armatures(arm)) if exact.armature else [])]
        equations = [StepEquation("U_s", exact.U - exact.height), *(x for x in efforts if x.right)]
        yield arm.step("every.springs", equations, names=names)
    if any(arm.carried):
        yield described("every.carried", (x for x in numbered("u", arm.carried) if x.right))
    if exact.constraints:
        yield from _loops(arm)


def _loops(arm: Arm) -> Iterator[DerivationStep]:
    exact, ring = arm.mechanics, arm.ring
    yield described("every.closure", numbered(r"\phi", exact.phi))
    J = tuple(map(tuple, exact.J))
    swing = tuple(ring.dot([arm.rate(x) for x in row], ring.qd) for row in J)
    yield described(
        "every.rates", (StepEquation("J", J, r"\frac{\partial \phi}{\partial q}"), StepEquation(r"\dot J\dot q", swing))
    )
    yield described("every.multipliers", (x for x in numbered(r"(J^\top\lambda)", exact.bearing) if x.right))


def _reduced(arm: Arm) -> Iterator[DerivationStep]:
    """Yield the equations of a mechanism in one rate per degree of freedom, if its loops can be solved in closed form."""
    passive = [k for k, x in enumerate(arm.robot.coordinates, 1) if x not in arm.robot.actuated]
    zero = [StepEquation(rf"\tau_{k}", rule="0") for k in passive]
    effort = r"u - J^\top\lambda" + (r" + k" if any(arm.mechanics.spring) else "")
    yield described("every.balance", [StepEquation(r"\tau", rule=effort), *zero])
    try:
        reduced = IndependentEquations(arm.mechanics)
    except DalembertError:
        yield described("every.irreducible")
        return
    display = reduced.display

    def equations(named: Iterable[tuple[str, Poly]]) -> list[StepEquation]:
        return [StepEquation(_letter(reduced, name), x, display=display) for name, x in named]

    names = ", ".join(rf"$\dot q_{{{k + 1}}}$" for k in reduced.own)
    yield described("every.solved", equations(reduced.definitions.items()), names=names)
    lines = dict(reduced.lines())
    balance = {
        _letter(reduced, left): " + ".join(" ".join(_letter(reduced, x) for x in part) for part in parts)
        for left, parts in reduced.balance(lines).items()
    }
    last = [replace(x, rule=balance.get(x.left, "")) for x in equations(lines.items())]
    yield described("every.reduced", last)


def _letter(reduced: IndependentEquations, name: str) -> str:
    """Return the LaTeX form of a name in the reduced equations, such as G21, qd2 or M11."""
    ring, display = reduced.ring, reduced.display
    return display.latex(name) if name in ring.index else rf"\bar {name[0]}_{{{name[1:]}}}"
