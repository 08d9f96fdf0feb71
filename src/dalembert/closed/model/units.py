"""Physical dimensions, and inference of units for a robot's symbols from the use of these symbols.

A dimension consists of the exponents of kg, m, s and A. An angle is dimensionless.

    [a b] = [a][b],   [a + b] = [a] = [b],   [sin x] = 1 with [x] = 1,   [√x] = [x]^½         [bipm2019]

    DIMENSION * DIMENSION, DIMENSION / DIMENSION, DIMENSION ** 2      products
    TORQUE.unit   "N·m"                                               unit for display; TORQUE.base is "kg·m²/s²"
    measure(expression, {"m1": MASS, …})                              dimension, and the sums of different dimensions
    solve([(expression, dimension), …])                               dimensions of the symbols in the expressions

`solve` infers the dimensions of symbols. For example, if I2 + m2·lc2² is an inertia, lc2 is a length. Each expression
of known dimension D gives a linear equation Σ k_s [s] = D for the exponents of its symbols. The dimension of a symbol
is determined if it follows as a linear combination of these equations.

The fields of a robot, such as masses, first moments, inertia tensors, lengths and gravity, have known dimensions. The
dimensions of a drive's fields depend on the dimension C of its coordinate (1 or m). For example, an effort has the
dimension E = kg·m²·s⁻²/C.

    units["m1"]                        "kg"; also of q1, qd1, tau1, of base parameters, and of M12, g1, T …
    units.dimension("m2*l1*lc2")       a Dimension; None if a symbol has no known dimension
    units.mixed("mx2 + m3*l1**2")      sums of different dimensions: [mx2 is kg·m, m3*l1**2 is kg·m²]
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias

from dalembert import finding
from dalembert.argument import known
from dalembert.closed.algebra.ring import Combination
from dalembert.closed.model.base_parameters import BaseParameters
from dalembert.closed.model.mechanics import LABELS, Mechanics
from dalembert.closed.reading.operand import scalar
from dalembert.closed.reading.parser import expression
from dalembert.closed.reading.vocabulary import Entry
from dalembert.finding.finding import Source, Unit
from dalembert.graph import Node, Op, Scalar, symbol, symbols, topological
from dalembert.graph.node import to_text
from dalembert.graph.scalar import is_zero
from dalembert.robot.drive import Drive
from dalembert.robot.loop import Loop
from dalembert.robot.model import Robot
from dalembert.robot.spring import BallSpring, Spring, Strut, Tendon
from dalembert.spatial.pose import Pose
from dalembert.spatial.vector import add, scale

_RAISED = str.maketrans("0123456789-/", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻ᐟ")
_NAMES = ("kg", "m", "s", "A")


@dataclass(frozen=True)
class Dimension:
    """Physical dimension, given by the exponents of kilogram, metre, second and ampere."""

    kg: Fraction = Fraction(0)
    m: Fraction = Fraction(0)
    s: Fraction = Fraction(0)
    A: Fraction = Fraction(0)

    @property
    def exponents(self) -> tuple[Fraction, ...]:
        return (self.kg, self.m, self.s, self.A)

    def __mul__(self, other: Dimension) -> Dimension:
        return Dimension(*add(self.exponents, other.exponents))

    def __truediv__(self, other: Dimension) -> Dimension:
        return self * other**-1

    def __pow__(self, power: int | Fraction) -> Dimension:
        return Dimension(*scale(power, self.exponents))

    @property
    def unit(self) -> str:
        """SI unit of the dimension as text, such as "N·m", "kg·m²" or "m/s²".

        The unit of a dimensionless number is "1".
        """
        return _UNITS.get(self) or self.base

    @property
    def base(self) -> str:
        """Unit as text in terms of kg, m, s and A, such as "kg·m²/s²" for a torque."""
        if not any(self.exponents):
            return "1"
        parts = [(x, e) for x, e in zip(_NAMES, self.exponents, strict=True) if e]
        over = [_raised(x, e) for x, e in parts if e > 0]
        under = [_raised(x, -e) for x, e in parts if e < 0]
        if not over and len(under) == 1:
            return "1/" + under[0]
        below = under[0] if len(under) == 1 else f"({'·'.join(under)})"
        return "·".join(over or ["1"]) + (f"/{below}" if under else "")

    def __repr__(self) -> str:
        return f"<{self.unit}>"


def _raised(name: str, exponent: Fraction) -> str:
    return name if exponent == 1 else name + str(exponent).translate(_RAISED)


NUMBER = Dimension()
MASS, LENGTH, TIME, CURRENT = (Dimension(**{x: Fraction(1)}) for x in _NAMES)
SPEED, ACCELERATION = LENGTH / TIME, LENGTH / TIME**2
MOMENT, INERTIA = MASS * LENGTH, MASS * LENGTH**2
FORCE = MOMENT / TIME**2
TORQUE = INERTIA / TIME**2
POWER = INERTIA / TIME**3
VOLTAGE = POWER / CURRENT
_UNITS = {
    FORCE: "N", TORQUE: "N·m", POWER: "W", TORQUE * TIME: "N·m·s", FORCE * TIME: "N·s", FORCE / SPEED: "N·s/m",
    FORCE / LENGTH: "N/m", TORQUE / CURRENT: "N·m/A", VOLTAGE: "V", VOLTAGE / CURRENT: "Ω",
    VOLTAGE * TIME / CURRENT: "H", NUMBER: "1",
}  # fmt: skip


@dataclass(frozen=True)
class Mixed:
    """Sum of two terms with different dimensions, or a function whose argument has a dimension."""

    left: str
    left_dimension: Dimension
    right: str
    right_dimension: Dimension

    def __str__(self) -> str:
        return f"{self.left} is {self.left_dimension.unit}, {self.right} is {self.right_dimension.unit}"


def measure(x: Scalar, table: Mapping[str, Dimension | None]) -> tuple[Dimension | None, list[Mixed]]:
    """Return the dimension of an expression, and every sum in the expression that mixes different dimensions.

    The dimension is None if the dimension of a symbol is unknown. Numbers are treated as dimensionless, although they
    carry implicit units if the robot's lengths or masses are numeric.
    """
    if not isinstance(x, Node):
        return NUMBER, []
    whole, pairs = _exponents(x, table, _PLAIN)
    mixed = []
    for node, one, other_node, other in pairs:
        if not one[0] and not other[0] and one[1] != other[1]:
            right = to_text(other_node) if isinstance(other_node, Node) else f"what {other_node.value} is of"
            mixed.append(Mixed(to_text(node), one[1], right, other[1]))
    return None if whole is None or whole[0] else whole[1], mixed


Slot: TypeAlias = tuple[Scalar, Dimension]
Exponents: TypeAlias = tuple[dict[str, Fraction], Dimension]  # exponents of unknown symbols, and a known dimension
Pair: TypeAlias = tuple[Node, Exponents, Node | Op, Exponents]  # equal parts, or a function and its argument
_PLAIN: Exponents = ({}, NUMBER)


def solve(slots: Iterable[Slot]) -> dict[str, Dimension]:
    """Infer the dimension of each symbol that is determined by the expressions of known dimension.

    Single symbols are used first, and expressions with numeric factors last, because the numbers can carry implicit
    units. Equations that contradict earlier equations are ignored.
    """
    nodes = [(x, dimension) for x, dimension in slots if isinstance(x, Node)]
    nodes.sort(key=lambda x: (x[0].op is not Op.SYMBOL, sum(y.op is Op.CONST for y in topological([x[0]]))))
    names = symbols(x for x, _ in nodes)
    places: dict[str, tuple[int, ...]] = {name: (i,) for i, name in enumerate(names)}
    rows, sides = [], []
    for x, dimension in nodes:
        whole, pairs = _exponents(x, {}, None)
        alike = [(one, other) for _, one, _, other in pairs]
        if whole is not None:
            alike.append((whole, ({}, dimension)))
        for one, other in alike:
            unknown, known = _product(one, other, Fraction(-1))
            rows.append({places[name]: k for name, k in unknown.items()})
            sides.append(known**-1)
    equations = Combination(rows)
    shares = {name: equations.of({place: Fraction(1)}) for name, place in places.items()}
    return {
        name: math.prod((side**k for side, k in zip(sides, of, strict=True) if k), start=NUMBER)
        for name, of in shares.items()
        if of is not None
    }


def _exponents(
    x: Node, table: Mapping[str, Dimension | None], number: Exponents | None
) -> tuple[Exponents | None, list[Pair]]:
    """Return the dimension of an expression, and pairs of its parts that must have equal dimensions.

    `number` is the dimension of constants. If `number` is None, constants can have any dimension.
    """
    found: dict[Node, Exponents | None] = {}
    pairs: list[Pair] = []
    for node in topological([x]):
        args = [found[a] for a in node.args]
        if node.op is Op.SYMBOL:
            known = table.get(node.value)
            found[node] = ({node.value: Fraction(1)}, NUMBER) if known is None else ({}, known)
        elif not any(args):
            found[node] = number
        elif node.op in (Op.MUL, Op.DIV):
            found[node] = _product(args[0] or _PLAIN, args[1] or _PLAIN, Fraction(-1 if node.op is Op.DIV else 1))
        elif node.op is Op.SQRT:
            found[node] = _product(_PLAIN, args[0] or _PLAIN, Fraction(1, 2))
        elif node.op in (Op.SIN, Op.COS, Op.EXP, Op.TANH):
            pairs.append((node.args[0], args[0] or _PLAIN, node.op, _PLAIN))
            found[node] = _PLAIN
        else:
            for k in range(1, len(args), 2):  # a + b, or both pairs of select(a < b, x, y)
                one, other = args[k - 1], args[k]
                if one is not None and other is not None:
                    pairs.append((node.args[k - 1], one, node.args[k], other))
            given = [a for a in (*args[2:], *args[:2]) if a is not None]
            given.sort(key=lambda a: len(a[0]))  # known dimensions first
            found[node] = _PLAIN if node.op in (Op.SIGN, Op.ATAN2) else given[0]
    return found[x], pairs


def _product(a: Exponents, b: Exponents, power: Fraction) -> Exponents:
    (first, one), (second, other) = a, b
    powers = {name: first.get(name, 0) + power * second.get(name, 0) for name in first.keys() | second.keys()}
    return {name: Fraction(k) for name, k in powers.items() if k}, one * other**power


class Units(Mapping[str, str]):
    """Mapping from the symbols of a robot's equations and from its base parameters to their units."""

    def __init__(self, mechanics: Mechanics, base: BaseParameters | None) -> None:
        self.mechanics, self._base = mechanics, base

    def __getitem__(self, name: str) -> str:
        if name in self._turning:
            return self._turning[name]
        dimension = self.symbols.get(name) or self.base.get(name) or self._entry(name)
        if dimension is None:
            known(name, self, "symbol with a unit")
        assert dimension is not None
        return dimension.unit

    def __iter__(self) -> Iterator[str]:
        yield from dict.fromkeys((*(x for x, d in self.symbols.items() if d is not None and x != "pi"), *self.base))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def dimension(self, x: Any) -> Dimension | None:
        """Return the dimension of a string, SymPy expression or graph node, or None if a symbol has no known dimension.

        An error is raised if a sum mixes two dimensions. Numbers are treated as dimensionless, although they carry
        implicit units in the equations of a robot with numeric lengths.
        """
        dimension, mixed = self._measured(x)
        if mixed:
            a, b = Unit(mixed[0].left_dimension.unit), Unit(mixed[0].right_dimension.unit)
            raise finding.AddedDimensions(Source(mixed[0].left), a, Source(mixed[0].right), b).error()
        return dimension

    def mixed(self, x: Any) -> list[Mixed]:
        """Return the sums in an expression that mix terms of different dimensions."""
        return self._measured(x)[1]

    def _measured(self, x: Any) -> tuple[Dimension | None, list[Mixed]]:
        if isinstance(x, str) and x.isidentifier():
            x = symbol(x)
        node = x if isinstance(x, Node) else scalar(expression(self.mechanics.robot, x))
        return measure(node, {name: self._named(name) for name in symbols([node])})

    def _named(self, name: str) -> Dimension | None:
        """Return the dimension of a symbol, a base parameter or an entry of the model.

        Base parameters are computed only if necessary.
        """
        given = name in self.symbols or Entry.of(name) is not None
        return (self.symbols.get(name) if given else self.base.get(name)) or self._entry(name)

    @cached_property
    def _turning(self) -> dict[str, str]:
        """Units in which angles (rad) and energies (J) are explicit.

        Angles are given in rad, angular velocities in rad/s, angular accelerations in rad/s², and energies in J.
        """
        result = {"T": "J", "U": "J", "L": "J"}
        for x, C in zip(self.mechanics.coordinates.names, self.coordinates, strict=True):
            if C == NUMBER:
                result |= {x.qd: "rad/s", x.qdd: "rad/s²"} | ({} if x.quaternion else {x.q: "rad"})
        return result

    @cached_property
    def symbols(self) -> dict[str, Dimension | None]:
        """Dimensions of coordinates, velocities, efforts and the robot's own symbols.

        The value is None if the dimension of a symbol cannot be inferred.
        """
        exact, robot = self.mechanics, self.mechanics.robot
        slots = [*robot_slots(robot)]
        for _, w in exact.wrench:
            slots += [*((x, FORCE) for x in w[:3]), *((x, TORQUE) for x in w[3:])]
        found = solve(slots)
        table: dict[str, Dimension | None] = {}
        for k, (x, C) in enumerate(zip(exact.coordinates.names, self.coordinates, strict=True)):
            E = TORQUE / C
            table |= dict.fromkeys(x.places, C) | {x.qd: C / TIME, x.qdd: C / TIME**2, x.tau: E}
            table[f"tau{k + 1}"] = TORQUE / _coordinate(robot, k)
        for r, row in enumerate(exact.constraints, 1):
            table[f"lambda{r}"] = {"length": FORCE, "angle": TORQUE}.get(row.measure)
        return table | {name: found.get(name) for name in exact.ring.index if name in found} | {"pi": NUMBER}

    @cached_property
    def coordinates(self) -> tuple[Dimension, ...]:
        """Dimension of each coordinate of x in q = A x."""
        found = solve([*robot_slots(self.mechanics.robot)])
        result = []
        for k in range(self.mechanics.n):
            i, a = next((i, row[k]) for i, row in enumerate(self.mechanics.coordinates.matrix) if not is_zero(row[k]))
            result.append(_coordinate(self.mechanics.robot, i) / (measure(a, found)[0] or NUMBER))
        return tuple(result)

    @cached_property
    def base(self) -> dict[str, Dimension]:
        """Dimensions of the base parameters by name.

        A base parameter has the dimension of its main inertial parameter, times the lengths divided out of the column.
        """
        base: BaseParameters | None = self._base
        result: dict[str, Dimension] = {}
        if base is None:  # base parameters are not defined
            return result
        for x in base:
            parameter = base.mechanics.parameters[x.parameter]
            length = base.mechanics.display.node(base.lengths[x.parameter])
            share = base.display.node(x.shares[x.parameter])
            scale = [measure(each, self.symbols)[0] or NUMBER for each in (length, share)]
            result[x.name] = self._parameter(parameter.body, parameter.which) * scale[0] / scale[1]
        return result

    def _parameter(self, body: int, which: int) -> Dimension:
        """Return the dimension of an inertial parameter: kg, kg·m or kg·m².

        A rotor inertia is reflected to its joint, so its dimension depends on the coordinate of this joint.
        """
        if LABELS[which] != "IA":
            return MASS if which == 0 else MOMENT if which <= 3 else INERTIA
        drive = self.mechanics.tree.bodies[body].drive
        slides = self.mechanics.tree.bodies[body].prismatic and not (drive is not None and drive.coupling)
        return MASS if slides else INERTIA

    def _entry(self, name: str) -> Dimension | None:
        """Return the dimension of the model entry with a printed name such as M12, g1, c1, S12, c1_23, B1_12 or T."""
        entry = Entry.of(name) or _entry(name)
        if entry is None or not all(1 <= k <= self.mechanics.n for k in entry.indices):
            return None
        if not entry.indices:
            return TORQUE
        first, *others = (self.coordinates[k - 1] for k in entry.indices)
        many = len(entry.indices) > 2
        dimension = TORQUE / first * (TIME**2 if many else _RATES.get(entry.letter, NUMBER))
        for C in others * 2 if entry.letter == "C" else others:
            dimension = dimension / C
        return dimension


_PRINTED = re.compile(
    r"([MSC])(\d)(\d)|([MSC])(\d+)_(\d+)|([cB])(\d)_(\d)(\d)|([cB])(\d+)_(\d+)_(\d+)|([cgpfw]|tau[fkw])(\d+)"
)
_RATES = {"M": TIME**2, "C": TIME**2, "S": TIME, "p": TIME}


def _entry(name: str) -> Entry | None:
    """Parse the printed name of a model entry, such as M12, M1_12, c1_23 or T, into its letter and indices."""
    if name in ("T", "U", "L"):
        return Entry(name)
    found = re.fullmatch(_PRINTED, name)
    if found is None:
        return None
    letter, *indices = (x for x in found.groups() if x is not None)
    return Entry(letter, tuple(int(k) for k in indices))


def robot_slots(robot: Robot) -> Iterator[Slot]:
    """Yield each numerical value in a robot's definition with its dimension."""
    yield from _each(robot.gravity, ACCELERATION)
    for link in robot.links:
        yield link.inertia.mass, MASS
        yield from _each(link.inertia.ms, MOMENT)
        yield from _each(link.inertia.tensor, INERTIA)
    for joint in robot.joints:
        yield from (*_pose(joint.placement), *_pose(joint.after), (joint.pitch, LENGTH))
        C = [LENGTH if step.motion == "slide" else NUMBER for step in joint.steps]
        if joint.mimic is not None and C:
            leader = robot.joint(joint.mimic.joint).steps
            yield joint.mimic.multiplier, C[0] / (LENGTH if leader[0].motion == "slide" else NUMBER)
            yield joint.mimic.offset, C[0]
        for each, drive in zip(C, joint.drives, strict=True):
            if drive is not None:
                yield from _drive(robot, drive, each)
    for frame in robot.frames:
        yield from _pose(frame.placement)
    for loop in robot.loops:
        if isinstance(loop, Loop):
            yield from (*_pose(loop.first_placement), *_pose(loop.second_placement))
            yield from [(loop.length, LENGTH)] if loop.length is not None else []
    yield from (slot for spring in robot.springs for slot in _spring(robot, spring))


def _spring(robot: Robot, spring: Spring) -> Iterator[Slot]:
    """Yield the numerical values of a spring with their dimensions.

    The length of a spring is in metres. If a tendon has a numeric moment arm about a revolute joint, its length is
    dimensionless.
    """
    if isinstance(spring, BallSpring):
        yield from ((spring.stiffness, TORQUE), (spring.damping, TORQUE * TIME))
        return
    L = LENGTH
    if isinstance(spring, Strut):
        yield from (slot for _, point in spring.path for slot in _each(point, LENGTH))
    if isinstance(spring, Tendon):
        C = {name: _coordinate(robot, robot.coordinate(name).qd) for name, _ in spring.arms}
        plain = [C[name] for name, r in spring.arms if not isinstance(r, Node)]
        L = plain[0] if plain else L
        yield from ((r, L / C[name]) for name, r in spring.arms)
    yield from ((spring.stiffness, TORQUE / L**2), (spring.rest, L), (spring.damping, TORQUE * TIME / L**2))
    yield from ((spring.slack, L), (spring.armature, TORQUE * TIME**2 / L**2))


def _drive(robot: Robot, drive: Drive, C: Dimension) -> Iterator[Slot]:
    """Yield the numerical values of a drive with their dimensions, where C is the dimension of its coordinate."""
    E = TORQUE / C
    damping = E * TIME / C
    slots = {
        "rotor_inertia": INERTIA, "gear_ratio": NUMBER / C, "damping": damping, "coulomb": E,
        "motor_damping": TORQUE * TIME, "motor_coulomb": TORQUE, "static": E, "stribeck_velocity": C / TIME,
        "asymmetry": E, "offset": E, "stiffness": E / C, "joint_damping": damping, "bristle_stiffness": E / C,
        "bristle_damping": damping, "resistance": VOLTAGE / CURRENT, "inductance": VOLTAGE * TIME / CURRENT,
        "torque_constant": TORQUE / CURRENT, "torque_limit": TORQUE, "speed_limit": NUMBER / TIME, "power_limit": POWER,
    }  # fmt: skip
    if not isinstance(drive.gear_ratio, Node) and drive.gear_ratio == 1:  # the values refer to the link side
        slots |= {"rotor_inertia": INERTIA / C**2, "motor_damping": damping, "motor_coulomb": E}
    yield from ((getattr(drive, name), dimension) for name, dimension in slots.items())
    for name, ratio in drive.coupling:
        yield ratio, NUMBER / _motion(robot, name)


def _motion(robot: Robot, name: str) -> Dimension:
    steps = next((joint.steps for joint in robot.joints if joint.name == name), ())
    return LENGTH if steps and steps[0].motion == "slide" else NUMBER


def _coordinate(robot: Robot, k: int) -> Dimension:
    return LENGTH if robot.dofs[k].slides else NUMBER


def _pose(pose: Pose) -> Iterator[Slot]:
    yield from _each(pose.p, LENGTH)
    yield from _each([x for row in pose.R for x in row], NUMBER)


def _each(entries: Iterable[Scalar], dimension: Dimension) -> Iterator[Slot]:
    yield from ((x, dimension) for x in entries)
