"""What every derivation method starts from and ends with: the links in the exact ring, then springs and loops.

Lagrange, Newton-Euler, Kane, Hamilton and virtual work each derive M q̈ + c + g = τ by their own formulas. All start from the
same links. A link is described about its centre of mass C if that is an element of the ring, and otherwise (first
moments that the mass does not divide) about its frame's origin O:

    T = ½ m vᵀv + ms·(v × ω) + ½ ωᵀ I ω        with ms = 0 about C        [briot], [deluca]

Every method adds the same terms at its end:

    springs               U = ½ k (L − L0)²,   r k (L − L0) on the left
    gravity compensation  an external support that carries a share of a link's weight reduces g
    loops                 φ(q) = 0,   J = ∂φ/∂q,   δW = λᵀδφ = (Jᵀλ)ᵀδq,   so Jᵀλ joins the efforts   [featherstone2008, ch. 8]
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dalembert.closed.algebra.ring import Poly, Ring
from dalembert.closed.derivation.step import DerivationStep, MethodResult, StepEquation, Value
from dalembert.closed.model.generalized_forces import armature_efforts
from dalembert.closed.model.mechanics import Mechanics, mechanics
from dalembert.robot.drive import Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Robot
from dalembert.robot.spring import BallSpring
from dalembert.robot.tree import Body, tree
from dalembert.spatial.pose import Pose
from dalembert.spatial.vector import EYE, ZERO, Matrix, Vector, add, matvec

MAX_DEPTH = 8  # turning joints one after the other; each makes the closed form about five times larger


class OutOfTime(Exception):
    """An exact computation passed its deadline."""


@dataclass(frozen=True)
class ExactLink:
    """A body: its number, its joint, its inertia about C or O. Entries are elements of the ring."""

    number: int  # from 1, as in books
    parent: int  # index of the link that carries it, −1 for the ground
    children: tuple[int, ...]
    motion: str  # turn, slide or ball
    rates: tuple[int, ...]  # of its joint: one, or the three of a ball
    ratio: Poly  # joint coordinate = ratio · q
    placement: Pose  # of its joint in the carrier's frame
    pose: Pose  # of its frame in the world
    m: Poly
    c: Vector  # C (or O) in its own axes
    ms: Vector  # first moments about C (or O)
    I: Matrix  # tensor about C (or O), own axes
    central: bool  # described about C
    Ia: Poly
    present: bool  # has any mass or inertia

    @property
    def coordinate(self) -> int:
        """Its first rate."""
        return self.rates[0]

    @property
    def prismatic(self) -> bool:
        return self.motion == "slide"

    @property
    def axes(self) -> tuple[int, ...]:
        """Along or about which of its axes each rate moves it."""
        return (0, 1, 2) if self.motion == "ball" else (2,)

    @property
    def at(self) -> str:
        """Index of the point the link is described about: c2 for the centre of mass of link 2, 2 for its origin."""
        return f"{'c' if self.central else ''}{self.number}"


class Arm:
    """A robot, ready for any method: `links` in the ring, and the ring's vector algebra in normal form."""

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
    def weightless(self) -> bool:
        return not any(self.gravity)

    @property
    def friction(self) -> tuple[Poly, ...]:
        """What the drives' friction takes, on the left of the equations."""
        return tuple(self.mechanics.friction)

    @cached_property
    def carried(self) -> tuple[Poly, ...]:
        """What holds the links' weight from outside puts on the coordinates."""
        exact, up = self.mechanics, self.ring.zero
        for p, parameter in enumerate(exact.parameters):
            if parameter.which <= 3:
                up = up + self.ring.mul(exact.potential_of(p), exact.lifted(p))
        return tuple(self.slope(up, k) for k in range(self.n))

    # ── the ring's algebra, of elements, vectors and matrices ─────────────────

    def exact(self, x: Any) -> Value:
        """Scalars of the robot as elements of the ring."""
        return tuple(self.exact(y) for y in x) if isinstance(x, tuple) else self.ring.poly(x)

    def red(self, x: Value) -> Value:
        """Normal form of what raw sums and products gave; the place where a deadline is noticed."""
        if self.deadline is not None and time.thread_time() > self.deadline:
            raise OutOfTime
        if isinstance(x, tuple):
            return tuple([self.red(y) for y in x])
        return self.ring.zero if isinstance(x, int) else self.ring.reduce(x)

    def rate(self, x: Value) -> Value:
        """dx/dt."""
        return tuple([self.rate(y) for y in x]) if isinstance(x, tuple) else self.ring.rate(x)

    def slope(self, x: Value, k: int) -> Value:
        """∂x/∂q_k."""
        return tuple([self.slope(y, k) for y in x]) if isinstance(x, tuple) else self.ring.diff(x, f"q{k + 1}")

    def along(self, x: Value, k: int) -> Value:
        """∂x/∂q̇_k."""
        return tuple([self.along(y, k) for y in x]) if isinstance(x, tuple) else self.ring.diff(x, f"qd{k + 1}")

    def joint_rate(self, link: ExactLink) -> Poly:
        return link.ratio * self.ring.qd[link.coordinate]

    def along_axes(self, link: ExactLink, rates: Sequence[Poly]) -> Vector:
        """A joint's own motion in the link's axes: ratio · q̇ z, or the ω of a ball."""
        own = {axis: link.ratio * rates[k] for axis, k in zip(link.axes, link.rates, strict=True)}
        return tuple(own.get(axis, self.ring.zero) for axis in range(3))

    def gather(self, efforts: list[Vector]) -> tuple[Poly, ...]:
        """Efforts of the coordinates from those of the joints, which a mimic joint passes to its leader."""
        total = [self.ring.zero] * self.n
        for link, effort in zip(self.links, efforts, strict=True):
            for k, x in zip(link.rates, effort, strict=True):
                total[k] = total[k] + self.ring.mul(link.ratio, x)
        return tuple(total)

    def drives(self) -> list[Vector]:
        """Ia q̈ of each joint's rotor, one a rate."""
        return [tuple(self.ring.mul(link.Ia, link.ratio * self.ring.qdd[k]) for k in link.rates) for link in self.links]

    def centre(self, link: ExactLink) -> Vector:
        """Where C (or O) is, in the world."""
        result: Vector = self.red(add(link.pose.p, matvec(link.pose.R, link.c)))
        return result

    # ── links ─────────────────────────────────────────────────────────────────

    def _link(self, i: int, body: Body, children: tuple[int, ...]) -> ExactLink:
        drive = body.drive or Drive()
        inertia = body.inertia
        m, ms = self.exact(inertia.mass), self.exact(inertia.ms)
        c = self._divided(ms, m)
        central = c is not None
        if c is None:
            c, first, I = self.exact(ZERO), ms, self.exact(inertia.matrix)
        else:
            first, I = self.exact(ZERO), self._central_tensor(inertia, c)
        return ExactLink(
            number=i + 1, parent=body.parent, children=children, motion=body.motion, rates=tuple(body.rates),
            ratio=self.exact(body.ratio), placement=Pose(self.exact(body.placement.R), self.exact(body.placement.p)),
            pose=self.mechanics.kinematics.poses[i], m=m, c=c, ms=first, I=I, central=central,
            Ia=self.exact(drive.inertia), present=not inertia.is_zero,
        )  # fmt: skip

    def _divided(self, ms: Vector, m: Poly) -> Vector | None:
        """ms/m, where the mass divides the first moments exactly."""
        if not any(ms):
            return ms
        if not m:
            return None
        parts = [divmod(x, m) for x in ms]
        return None if any(rest for _, rest in parts) else tuple(whole for whole, _ in parts)

    def _central_tensor(self, inertia: Inertia, c: Vector) -> Matrix:
        """I_c = I_O − m (cᵀc E − c cᵀ)   (Steiner)."""
        m, I = self.exact(inertia.mass), self.exact(inertia.matrix)
        square = sum((x * x for x in c), self.ring.zero)
        result: Matrix = self.red(
            tuple(tuple(I[i][j] - m * (square * EYE[i][j] - c[i] * c[j]) for j in range(3)) for i in range(3))
        )
        return result


def depth(robot: Robot) -> int:
    """The most turning joints one after the other."""
    depths: list[int] = []
    for body in tree(robot).bodies:
        turns = {"slide": 0, "turn": 1, "ball": 2}[body.motion]
        depths.append((depths[body.parent] if body.parent >= 0 else 0) + turns)
    return max(depths, default=0)


def opening(arm: Arm) -> DerivationStep:
    """The first step of every method: coordinates, and where gravity points."""
    kinds = []
    for link in arm.links:
        joint = f"joint {link.number}" if len(arm.links) > 1 else "the joint"
        if link.motion == "ball":
            w = arm.mechanics.coordinates.names[link.coordinate].quaternion[0]
            first = w.removeprefix("qw")
            said = rf"turns every way, by the unit quaternion $(q_{{w{first}}}, q_{{x{first}}}, q_{{y{first}}}, q_{{z{first}}})$ "
            rates = ", ".join(rf"\dot q_{{{k + 1}}}" for k in link.rates)
            kinds.append(f"{joint} {said}with the quasi-velocities ${rates}$, its angular velocity in its own axes")
            continue
        kind = "slides" if link.prismatic else "turns"
        share = "" if link.ratio == 1 else "a multiple of "
        kinds.append(f"{joint} {kind} by {share}$q_{{{link.coordinate + 1}}}$")
    words = _listed(kinds) + ". Each link's frame sits on its joint with $z$ along the axis."
    gravity = StepEquation("g_0", arm.gravity)
    if arm.weightless:
        return DerivationStep("Coordinates", words[0].upper() + words[1:] + " No gravity acts.")
    words = words[0].upper() + words[1:] + " Gravity is the constant vector $g_0$ in the base frame."
    return DerivationStep("Coordinates", words, (gravity,))


def _listed(parts: list[str], most: int = 12) -> str:
    shown = parts if len(parts) <= most else [*parts[: most - 1], "and so on"]
    return ", ".join(shown)


def completed(arm: Arm, result: MethodResult) -> MethodResult:
    """The result with its last steps, and the efforts they end in."""
    added = additions(arm)
    if not any(added) and not arm.mechanics.constraints:
        return result
    tau = tuple(x + y for x, y in zip(result.tau, added, strict=True))
    last = DerivationStep(
        "The efforts",
        "All of it together, solved for the efforts:",
        tuple(StepEquation(rf"\tau_{k}", x) for k, x in enumerate(tau, 1)),
    )
    return MethodResult((*result.steps, *_steps(arm), last), tau)


def additions(arm: Arm) -> tuple[Poly, ...]:
    """Springs and their armatures − carried weight − Jᵀλ, on the left."""
    parts = (arm.mechanics.spring, _armatures(arm), arm.carried, arm.mechanics.bearing)
    return tuple(spring + heavy - up - bearing for spring, heavy, up, bearing in zip(*parts, strict=True))


def _armatures(arm: Arm) -> list[Poly]:
    """Σ a r L̈, with L̈ = r q̈ + ṙ q̇."""
    exact = arm.mechanics
    return [arm.ring.reduce(arm.ring.poly(x)) for x in armature_efforts(exact.tree, exact.coordinates)]


def _steps(arm: Arm) -> Iterator[DerivationStep]:
    exact = arm.mechanics
    if any(exact.spring) or exact.armature:
        yield _springs(arm)
    if any(arm.carried):
        yield DerivationStep(
            "Carried weight",
            "Something outside carries a share of the links' weight; it puts on the coordinates",
            tuple(StepEquation(f"u_{k}", x) for k, x in enumerate(arm.carried, 1) if x),
        )
    if exact.constraints:
        yield from _loops(arm)


def _springs(arm: Arm) -> DerivationStep:
    names = ", ".join(x.name for x in arm.mechanics.tree.springs if not isinstance(x, BallSpring))
    words = (
        f"A spring of length $L$ has the energy $U = \\tfrac{{1}}{{2}} k (L - L_0)^2$, here {names}; "
        r"$\partial U/\partial q$ joins the left side."
    )
    elastic = arm.mechanics.U - arm.mechanics.height
    equations = [
        StepEquation("U_s", elastic),
        *(StepEquation(f"k_{k}", x) for k, x in enumerate(arm.mechanics.spring, 1) if x),
    ]
    if arm.mechanics.armature:
        words += r" What runs with its length has the energy $\tfrac{1}{2} a \dot L^2$ and is felt as inertia."
        equations += [StepEquation(f"a_{k}", x) for k, x in enumerate(_armatures(arm), 1) if x]
    return DerivationStep("Springs", words, tuple(equations))


def _loops(arm: Arm) -> Iterator[DerivationStep]:
    exact = arm.mechanics
    loops = list(dict.fromkeys(row.loop for row in exact.constraints))
    cut = f"Loop {loops[0]} was" if len(loops) == 1 else f"Loops {', '.join(loops)} were"
    yield DerivationStep(
        "The loops cut open",
        f"{cut} cut, and so far the robot is the tree that is left. What the cut held together comes back as "
        "equations between the coordinates, and as forces.",
    )
    yield DerivationStep(
        "Closure",
        r"What still parts the two sides of each cut, written in the axes of the body that carries both, must stay "
        r"$\phi(q) = 0$. Directions in which nothing can part are left out.",
        tuple(StepEquation(rf"\phi_{r}", row.phi) for r, row in enumerate(exact.constraints, 1)),
    )
    yield DerivationStep(
        "Rates",
        r"Hence $\dot\phi = J\dot q = 0$ and $J\ddot q = -\dot J\dot q$.",
        (
            StepEquation("J", tuple(row.slopes for row in exact.constraints), r"\frac{\partial \phi}{\partial q}"),
            StepEquation(
                r"\dot J\dot q",
                tuple(arm.ring.dot([arm.rate(x) for x in row.slopes], arm.ring.qd) for row in exact.constraints),
            ),
        ),
    )
    yield DerivationStep(
        "Multipliers",
        r"In every displacement that the loops allow, $J\delta q = 0$, the cuts do no work. What they put on the "
        r"coordinates is therefore a combination of the rows of $J$: $J^\top\lambda$, on the side of the efforts.",
        tuple(StepEquation(rf"(J^\top\lambda)_{k}", x) for k, x in enumerate(exact.bearing, 1) if x),
    )
