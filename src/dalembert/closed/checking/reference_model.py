"""Reference model for the comparison with a claim. Hypothetical mistakes can change each part of the model separately.

    τ = M q̈ + c + g + friction + springs − Jᵀw − Jᵀλ,     T = ½ q̇ᵀM q̇,     L = T − U,     E = T + U,     p = M q̇
    c_kij = ½ (∂M_kj/∂q_i + ∂M_ki/∂q_j − ∂M_ij/∂q_k)

The model includes the steps of a derivation: the motion and energy of each link, the tool position and the base
parameters.

    T_i = ½ m v_cᵀv_c + ½ ωᵀI_c ω,   U_i = −m g₀ᵀp_c,   v_c = ṗ_c,   S(ω) = RᵀṘ,   J = ∂p/∂q      [deluca], [tang]

The steps are computed by the functions that `derive` uses, so `check` accepts each step that `derive` prints.
`in_frame` transforms the model to other coordinates, q = A x + b.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from typing import Any, TypeAlias

from dalembert import finding
from dalembert.closed.algebra.linear_algebra import determinant
from dalembert.closed.algebra.ring import Combination, Finer, Generator, Missing, Poly, Ring, form
from dalembert.closed.checking.convention import Convention, LinearChange
from dalembert.closed.checking.expansion import bare, numeric_roots
from dalembert.closed.derivation.lagrange import angular_velocity, kinetic, potential
from dalembert.closed.derivation.shared_steps import Arm, ExactLink, OutOfTime
from dalembert.closed.model.base_parameters import BaseParameters, base_parameters
from dalembert.closed.model.generalized_forces import Constraint
from dalembert.closed.model.mechanics import Matrix, Mechanics
from dalembert.closed.reading.vocabulary import INDICES, Entry
from dalembert.errors import WrongValue
from dalembert.finding.finding import Identifier, Noun
from dalembert.graph import Scalar
from dalembert.graph.walk import symbols
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree
from dalembert.spatial.vector import Vector, add, matvec, transpose

_LARGEST = 4  # rows of a determinant


class NotInRing(Exception):
    """Raised if the result of a substitution is not an element of the ring."""


class Steps:
    """Derivation steps for one robot. Each step is computed on first use."""

    def __init__(self, robot: Robot) -> None:
        self.arm = Arm(robot)

    @property
    def mechanics(self) -> Mechanics:
        return self.arm.mechanics

    def link(self, k: int) -> ExactLink:
        _require(k < len(self.arm.links), "link", str(k + 1), len(self.arm.links))
        return self.arm.links[k]

    def kinetic(self, k: int) -> Poly:
        """Return the kinetic energy of link k without its rotor."""
        link = self.link(k)
        return kinetic(self.arm, link, self.velocity(k), angular_velocity(self.arm, link))

    def rotor(self, k: int) -> Poly:
        """Return the kinetic energy ½ Ia q̇² of the rotor of joint k."""
        link = self.link(k)
        rate = self.arm.joint_rate(link)
        return self.arm.ring.mul(link.Ia, rate, rate) / 2

    def potential(self, k: int) -> Poly:
        link = self.link(k)
        return potential(self.arm, link, self.arm.centre(link))

    def place(self, k: int) -> Vector:
        """Return the position of link k's centre of mass, or of its origin if the centre of mass is unknown."""
        return self.arm.centre(self.link(k))

    def velocity(self, k: int) -> Vector:
        return self.arm.rate(self.place(k))

    def origin(self, k: int) -> Vector:
        """Return the position of the frame of link k, which is located at the joint."""
        return self.link(k).pose.p

    def end(self, k: int) -> Vector:
        """Return the origin of the next link, or the position of the tool for the last link."""
        children = self.link(k).children
        return self.origin(children[0]) if children else self.tool

    def turning(self, k: int) -> Vector:
        """Return the angular velocity ω of link k, expressed in the link frame."""
        return angular_velocity(self.arm, self.link(k))

    @cached_property
    def tool(self) -> Vector:
        return self.mechanics.kinematics.place(None).p

    @cached_property
    def jacobian(self) -> Matrix:
        """Jacobian of the tool, as a 6×n matrix whose first three rows are linear."""
        columns = self.mechanics.kinematics.jacobian(None)
        return [list(row) for part in columns for row in zip(*part, strict=True)]

    @cached_property
    def plane(self) -> tuple[int, int]:
        """Indices of the two world axes of the plane in which the tool moves.

        The axes are x and y, unless the tool moves along exactly two other axes.
        """
        moving = [i for i in range(3) if any(self.jacobian[i])]
        return (moving[0], moving[1]) if len(moving) == 2 else (0, 1)

    @property
    def normal(self) -> int:
        """Index of the world axis that is normal to the plane of the tool."""
        return ({0, 1, 2} - {*self.plane}).pop()

    @cached_property
    def square(self) -> Matrix:
        """Square Jacobian, for as many task coordinates as joints.

        The task coordinates are the planar position, the planar position and rotation, or all six coordinates.
        """
        rows, n = self.jacobian, self.arm.n
        moving = [i for i in range(6) if any(rows[i])]
        linear = [i for i in moving if i < 3]
        chosen = linear if len(linear) == n else list(self.plane) if n == 2 else moving
        _require(len(chosen) == n <= _LARGEST, "square Jacobian", "det J", None)
        return [rows[i] for i in chosen]

    def base(self, name: str) -> Poly:
        """Return a base parameter by its name."""
        values = {x.name.lower(): x.value for x in self.base_parameters}
        _require(name.lower() in values, "base parameter", name, len(values))
        return values[name.lower()]

    @cached_property
    def base_parameters(self) -> BaseParameters:
        return base_parameters(self.mechanics)


def _require(holds: bool, noun: str, name: str, count: int | None) -> None:
    """Raise an error if a requested part does not exist. `count` is the number of such parts in the model, or 0."""
    if not holds:
        raise finding.MissingInModel(Noun(noun), Identifier(name), count).error()


_VECTORS: dict[str, Callable[[Steps, int], Vector]] = {  # vectors of a link
    "w": Steps.turning,
    "ww": lambda steps, k: steps.arm.red(matvec(steps.link(k).pose.R, steps.turning(k))),
    "v": Steps.velocity,
    "vl": lambda steps, k: steps.arm.red(matvec(transpose(steps.link(k).pose.R), steps.velocity(k))),
    "x": Steps.place,
    "xo": Steps.origin,
    "vo": lambda steps, k: steps.arm.rate(steps.origin(k)),
    "xoe": Steps.end,
    "voe": lambda steps, k: steps.arm.rate(steps.end(k)),
}
_PLANAR = {"vp": "v", "xp": "x", "vop": "vo", "xop": "xo", "vope": "voe", "xope": "xoe"}


def _along(letter: str, steps: Steps, k: int, i: int) -> Poly:
    """Return the component of a link's vector along a world axis."""
    return _VECTORS[letter](steps, k)[i]


def _in_plane(letter: str, steps: Steps, k: int, i: int) -> Poly:
    """Return the component of a link's vector along an axis of the plane in which the tool moves."""
    return _along(letter, steps, k, steps.plane[i])


STEPS: dict[str, Callable[..., Poly]] = {
    **{letter: partial(_along, letter) for letter in _VECTORS},
    **{planar: partial(_in_plane, letter) for planar, letter in _PLANAR.items()},
    "Tl": Steps.kinetic,
    "Tm": Steps.rotor,
    "Ul": Steps.potential,
    "tool": lambda steps, i: steps.tool[i],
    "toolp": lambda steps, i: steps.tool[steps.plane[i]],
    "J": lambda steps, i, j: steps.jacobian[i][j],
    "Jv": lambda steps, i, j: steps.jacobian[i][j],
    "Jw": lambda steps, i, j: steps.jacobian[3 + i][j],
    "Jp": lambda steps, i, j: steps.jacobian[steps.plane[i]][j],
    "Jn": lambda steps, i, j: steps.jacobian[3 + steps.normal if i == 2 else i][j],
    "Sg": lambda steps, i, j: steps.mechanics.S("generic")[i][j],
    "Su": lambda steps, i, j: steps.mechanics.S("unsymmetrised")[i][j],
    "g0": lambda steps, i: steps.arm.gravity[i],
    "detJ": lambda steps: steps.arm.ring.zero + determinant(steps.square, steps.arm.ring.mul),
}
"""Functions that compute the entries of each letter. Indices begin at 0."""


class Lazy(Sequence[Any]):
    """Sequence of the values f(0) to f(n − 1), each computed on first use because few entries of a model are compared."""

    def __init__(self, n: int, f: Callable[[int], Any]) -> None:
        self._f, self._n = cache(f), n

    def __len__(self) -> int:
        return self._n

    def __getitem__(self, k: Any) -> Any:
        if not 0 <= k < self._n:
            raise IndexError(k)
        return self._f(k)


Zeros: TypeAlias = list[tuple[str, str, Poly]]
Springs: TypeAlias = Sequence[tuple[int, Scalar, Scalar]]
"""Tuples (index, K (q − θ), motor torque τ) of the elastic joints."""


@dataclass(frozen=True, eq=False)
class Chart:
    """Change of coordinates of a model.

    `image` maps polynomials to the new coordinates x, which have the same names as q. `frame` is the linear change.
    """

    image: Callable[[Poly], Poly]
    frame: LinearChange
    own: Ring  # of the robot's own coordinates


@dataclass(frozen=True, eq=False)
class ReferenceModel:
    """Model whose parts are polynomials of one ring.

    `replace(model, g=…)` returns a copy of the model with a wrong g. If `c` or `g` is None, it is computed from M or
    U. Only the requested rows are computed.
    """

    ring: Ring
    mechanics: Mechanics
    M: Sequence[Sequence[Poly]]
    c: Sequence[Poly] | None
    g: Sequence[Poly] | None
    friction: Sequence[Poly]
    external: Sequence[Poly]  # Jᵀw + Jᵀλ, for external forces and loop reactions
    U: Poly
    spring: Sequence[Poly]
    S: Sequence[Sequence[Poly]] | None  # given for quasi-velocities, which have no Christoffel symbols
    closures: Sequence[Constraint]  # closure errors φ, each of which is 0, with their Jacobian
    passive: Set[int]  # joints without a motor, whose effort is 0
    outside: Sequence[Poly]  # Jᵀw without Jᵀλ
    wrenches: Set[str]  # symbols of external forces
    stiffnesses: Set[str]  # stiffness symbols of the springs
    multipliers: Set[str]  # symbols λ of the loop reactions
    steps: Steps
    motors: Mapping[int, Poly]  # motor efforts of elastic joints, which act through springs
    chart: Chart | None = None  # change of coordinates for the derivation steps, if any
    convention: Convention = Convention()  # meaning of the letters
    deadline: float = math.inf  # value of time.thread_time after which no values are computed

    @classmethod
    def of(cls, mechanics: Mechanics, ring: Ring, springs: Springs = ()) -> ReferenceModel:
        """Create the model of a robot in a ring that contains the robot's own ring."""
        lift = ring.lift

        def lifted(part: Sequence[Poly]) -> Lazy:
            return Lazy(len(part), lambda k: lift(part[k]))

        def grid(rows: Sequence[Sequence[Poly]]) -> Lazy:
            return Lazy(len(rows), lambda k: lifted(rows[k]))

        robot, rows = mechanics.robot, mechanics.constraints
        outside = add(mechanics.external, mechanics.bearing)
        soft, spring = {k: ring.poly(x) for k, x, _ in springs}, lifted(mechanics.spring)
        return cls(
            ring,
            mechanics,
            M=grid(mechanics.M),
            c=lifted(mechanics.c),
            g=lifted(mechanics.g),
            friction=lifted(mechanics.friction),
            external=lifted(outside),
            U=lift(mechanics.U),
            spring=Lazy(len(spring), lambda k: spring[k] + soft.get(k, ring.zero)),
            S=grid(mechanics.S()) if mechanics.has_balls else None,
            closures=Lazy(len(rows), lambda r: replace(rows[r], phi=lift(rows[r].phi), slopes=lifted(rows[r].slopes))),
            passive=soft.keys() | {*range(robot.nv)} - {*tree(robot).actuated},
            outside=lifted(mechanics.external),
            wrenches=symbols(x for _, w in mechanics.wrench for x in w),
            stiffnesses=symbols(spring.stiffness for spring in robot.springs),
            multipliers={*map(str, mechanics.multipliers)},
            steps=Steps(robot),
            motors={k: ring.poly(x) for k, _, x in springs},
        )

    def closes(self, p: Poly) -> bool:
        """Return whether an element is a combination of the closure errors φ. Such an element is 0 if the loops are
        closed."""
        return bool(self.closures) and Combination([form(x.phi) for x in self.closures]).of(form(p)) is not None

    def vanishing(self, p: Poly, zeros: Zeros) -> tuple[str, str, Poly] | None:
        """Return the entry of `zeros` that shares most terms with an element, with the sign of the element, or None."""
        roots = numeric_roots(self.ring)
        terms = {bare(m, roots): k for m, k in p.to_dict().items()}
        most, found = 0, None
        for name, letter, element in zeros:
            own = {bare(m, roots): k for m, k in element.to_dict().items()}
            shared = own.keys() & terms.keys()
            if len(shared) > most:
                most, opposed = len(shared), sum(own[m] * terms[m] for m in shared) < 0
                found = name, letter, -element if opposed else element
        return found

    @cached_property
    def zeros(self) -> Zeros:
        """Quantities of the model that are 0, as tuples (name, letter, element).

        The quantities are the closure errors, and the efforts of joints without motors and of links behind joint
        springs.
        """
        rows = []
        for k in sorted(self.passive):
            held = "of the link behind its spring" if k in self.motors else "which no motor drives"
            with suppress(NotInRing):
                rows.append((f"row {k + 1}, {held},", "tau", self.effort(k)))
        return rows + [(f"the closure of loop '{x.loop}'", "phi", x.phi) for x in self.closures]

    @property
    def n(self) -> int:
        return len(self.M)

    @property
    def own_ring(self) -> Ring:
        """Ring of the robot's own coordinates."""
        return self.chart.own if self.chart else self.ring

    def value(self, entry: Entry, written: str = "") -> Poly:
        """Return the value of a model entry, such as tau[1], M[1,2], g[1] or T[], in the convention of the model.

        `written` is the letter used by the author of the text.
        """
        self.in_time()
        terms = self.convention.terms(entry, written)
        return sum(
            (self._entry(x) if k == 1 else self.ring.number(k) * self._entry(x) for k, x in terms), self.ring.zero
        )

    def _entry(self, entry: Entry) -> Poly:
        of_effort = INDICES.get(entry.letter, "").startswith("e") and entry.letter not in STEPS
        rows = self.chart.frame.rows if self.chart and of_effort else None
        if rows is None:
            return self._plain(entry)
        first, *rest = entry.indices
        row = ((k, Entry(entry.letter, (i, *rest))) for i, k in enumerate(rows[first - 1], 1) if k)
        return sum((self.ring.number(k) * self._plain(x) for k, x in row), self.ring.zero)

    def _plain(self, entry: Entry) -> Poly:
        at = [k - 1 for k in entry.indices]
        if entry.letter == "S" and self.S is not None:
            return self.S[at[0]][at[1]]
        if entry.letter == "S":
            return self.ring.dot([self.christoffel(at[0], i, at[1]) for i in range(self.n)], self.ring.qd)
        own = _VALUES.get(entry.letter)
        return own(self, *at) if own else self.step(entry.letter, at)

    def step(self, letter: str, at: Sequence[int]) -> Poly:
        """Return a step of the derivation, or a base parameter."""
        chart = self.chart
        if chart is None:
            return self.ring.lift(self._own_step(letter, at))

        def own(entry: Entry) -> Poly:
            return chart.image(chart.own.lift(self._own_step(entry.letter, [k - 1 for k in entry.indices])))

        return chart.frame.seen(Entry(letter, tuple(k + 1 for k in at)), own, self.ring.number)

    def _own_step(self, letter: str, at: Sequence[int]) -> Poly:
        return STEPS[letter](self.steps, *at) if letter in STEPS else self.steps.base(letter)

    def in_time(self) -> None:
        if time.thread_time() > self.deadline:
            raise OutOfTime

    def effort(self, k: int) -> Poly:
        """Return the effort τ_k in the k-th equation of motion."""
        inertial = self.ring.dot(self.M[k], self.ring.qdd)
        return inertial + self.quadratic(k) + self.weight(k) + self.friction[k] + self.spring[k] - self.external[k]

    def quadratic(self, k: int) -> Poly:
        """Return entry k of the Coriolis and centrifugal vector c."""
        return self.inertia_rate(k) - self.kinetic_slope(k) if self.c is None else self.c[k]

    def weight(self, k: int) -> Poly:
        """Return entry k of the gravity vector g."""
        return self.ring.diff(self.U, self.ring.coordinates[k].q) - self.spring[k] if self.g is None else self.g[k]

    def momentum(self, k: int) -> Poly:
        """Return the generalized momentum p_k."""
        return self.ring.dot(self.M[k], self.ring.qd)

    @cached_property
    def T(self) -> Poly:
        return self.ring.dot([self.momentum(k) for k in range(self.n)], self.ring.qd) / 2

    def slope(self, i: int, j: int, k: int) -> Poly:
        """Return the derivative ∂M_ij/∂q_k of the inertia matrix."""
        self.in_time()
        return self.ring.diff(self.M[i][j], self.ring.coordinates[k].q)

    def christoffel(self, k: int, i: int, j: int) -> Poly:
        """Return the Christoffel symbol c_kij."""
        if self.S is not None:
            self.mechanics.no_balls("Christoffel symbols")
        return (self.slope(k, j, i) + self.slope(k, i, j) - self.slope(i, j, k)) / 2

    def squared(self, k: int, i: int, j: int) -> Poly:
        """Return ∂²c_k/∂q̇_i∂q̇_j, which is also defined for ball joints."""
        if self.S is None:
            return 2 * self.christoffel(k, i, j)
        ring = self.ring
        return ring.diff(ring.diff(self.quadratic(k), ring.coordinates[i].qd), ring.coordinates[j].qd)

    def kinetic_slope(self, k: int) -> Poly:
        """Return the derivative ∂T/∂q_k of the kinetic energy."""
        return self.ring.diff(self.T, self.ring.coordinates[k].q)

    def inertia_rate(self, k: int) -> Poly:
        """Return (Ṁ q̇)_k = d/dt(∂T/∂q̇_k) − (M q̈)_k."""
        ring, momentum = self.ring, self.momentum(k)
        total = ring.zero
        for x, qd in zip(ring.coordinates, ring.qd, strict=True):
            self.in_time()
            total = total + ring.diff(momentum, x.q) * qd
        return ring.reduce(total)


def slope(energy: str, by: str, model: ReferenceModel, k: int) -> Poly:
    """Return ∂T/∂q_k, ∂T/∂q̇_k or d/dt ∂T/∂q̇_k, for `by` equal to "q", "v" or "r".

    `energy` selects T or another energy by its letter.
    """
    ring, names = model.ring, model.ring.coordinates[k]
    p = ring.diff(_VALUES[energy](model), names.q if by == "q" else names.qd)
    return ring.rate(p) if by == "r" else p


def rate_of(energy: str, model: ReferenceModel) -> Poly:
    """Return the time derivative dE/dt of an energy."""
    return model.ring.rate(_VALUES[energy](model))


_VALUES: dict[str, Callable[..., Poly]] = {
    "M": lambda model, i, j: model.M[i][j],
    "tau": lambda model, k: model.motors[k] if k in model.motors else model.effort(k),
    "c": ReferenceModel.quadratic,
    "n": lambda model, k: model.quadratic(k) + model.weight(k),
    "g": ReferenceModel.weight,
    "p": ReferenceModel.momentum,
    "Gamma": ReferenceModel.christoffel,
    "Mq": ReferenceModel.slope,
    "C": lambda model, k, i: model.squared(k, i, i) / 2,
    "B": lambda model, k, i, j: model.squared(k, i, j),
    "f": lambda model, k: model.friction[k],
    "tauk": lambda model, k: model.spring[k],
    "tauw": lambda model, k: model.outside[k],
    "phi": lambda model, r: model.closures[r].phi,
    "J_phi": lambda model, r, k: model.closures[r].slopes[k],
    "pr": lambda model, k: model.ring.rate(model.momentum(k)),
    **{x + y: partial(slope, x, y) for x in "TULE" for y in "qvr"},
    "Mt": lambda model, i, j: model.ring.rate(model.M[i][j]),
    **{x + "t": partial(rate_of, x) for x in "TULE"},
    "toolt": lambda model, i: model.ring.rate(model.step("tool", (i,))),
    "T": lambda model: model.T,
    "U": lambda model: model.U,
    "L": lambda model: model.T - model.U,
    "E": lambda model: model.T + model.U,
}


def substitution(ring: Ring, images: Mapping[str, Poly], target: Ring) -> Callable[[Poly], Poly]:
    """Return a function that substitutes elements of `target` for symbols of a ring. Other symbols remain unchanged."""
    table: list[Poly | None] = [None] * len(ring.generators)
    for i in reversed(range(len(ring.generators))):  # a function's argument holds only later generators
        table[i] = _image(target, ring.generators[i], images, table)

    def apply(p: Poly) -> Poly:
        if any(table[i] is None for i, e in enumerate(p.degrees()) if e):
            raise NotInRing
        return target.reduce(_composed(target, p, table))

    return apply


def _composed(ring: Ring, p: Poly, table: Iterable[Poly | None]) -> Poly:
    return p.compose(*[ring.zero if x is None else x for x in table], ctx=ring.context)


def _image(ring: Ring, g: Generator, images: Mapping[str, Poly], table: list[Poly | None]) -> Poly | None:
    if g.is_symbol:
        return images[g.name] if g.name in images else ring.symbol(g.name)
    if any(table[j] is None for j, e in enumerate(g.argument.degrees()) if e):
        return None
    argument = _composed(ring, g.argument, table)
    try:
        if g.kind in ("sin", "cos"):
            return ring.sincos(argument)[g.kind == "cos"]
        return ring.find(g.kind, argument)
    except (Missing, Finer, WrongValue):
        return None


def turned(ring: Ring, frame: LinearChange) -> Ring:
    """Return a ring for the coordinates x with q = A x + b. Its angles are those of the given ring."""
    target = ring.over([g for g in ring.made if g.is_symbol])
    for g in ring.made:
        with suppress(NotInRing, Finer, WrongValue):
            images = frame.images(ring.coordinates, target.symbol, target.number)
            argument = None if g.is_symbol else substitution(ring, images, target)(g.argument)
            try:
                if argument is not None:
                    target.sincos(argument) if g.kind in ("sin", "cos") else target.find(g.kind, argument)
            except Missing as missing:
                target = target.over([*target.made, *missing.generators])
    return target


def in_frame(model: ReferenceModel, frame: LinearChange, ring: Ring) -> ReferenceModel:
    """Transform the model to the coordinates x with q = A x + b. The entries of x have the same names as those of q.

    The values are elements of `ring`. The method raises an error if the ring does not contain a required angle.
    """
    n = model.n
    f = substitution(model.ring, frame.images(ring.coordinates, ring.symbol, ring.number), ring)
    columns = [[ring.number(row[k]) for row in frame.A] for k in range(n)]  # Aᵀ

    def contracted(k: int, part: Callable[[int], Poly]) -> Poly:
        return sum((a * part(i) for i, a in enumerate(columns[k]) if a), ring.zero)

    def effort(part: Callable[[int], Poly]) -> Lazy:
        images = Lazy(n, lambda k: f(part(k)))
        return Lazy(n, lambda k: contracted(k, images.__getitem__))

    half = Lazy(n, lambda k: effort(lambda l: model.M[k][l]))  # M A
    inertia = Lazy(n, lambda i: Lazy(n, lambda j: contracted(i, lambda k: half[k][j])))
    return replace(
        model,
        ring=ring,
        M=inertia,
        c=effort(model.quadratic),
        g=effort(model.weight),
        U=f(model.U),
        friction=effort(lambda k: model.friction[k]),
        external=effort(lambda k: model.external[k]),
        spring=effort(lambda k: model.spring[k]),
        closures=[replace(x, phi=f(x.phi), slopes=effort(x.slopes.__getitem__)) for x in model.closures],
        outside=effort(lambda k: model.outside[k]),
        chart=Chart(f, frame, model.own_ring),
    )
