"""The model with elastic joints, in closed form: links and motors, 2n coordinates where every joint is elastic.

    links    M(q) q̈ + c(q, q̇) + g(q) + friction + K(q − θ) + D(q̇ − θ̇) = τ of rigid joints, 0 at elastic ones
    motors   B θ̈ + N² bm θ̇ + |N| fcm sign θ̇ + K(θ − q) + D(θ̇ − q̇) = τ,    B = N² Im          [spong1987], [deluca]

θ is the motor's angle on the link's side of its gear. M and c do not depend on it: the rotor's spin is taken to be
about its own axis only.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from dalembert.closed.algebra.exact import exact_scalar
from dalembert.closed.equations import Equations, equations
from dalembert.closed.model.driven import elastic_joints
from dalembert.closed.model.mechanics import Mechanics
from dalembert.closed.printing.atom import Atom, Product, Sum
from dalembert.closed.printing.display import Display
from dalembert.closed.printing.present import ACCELERATION, COORDINATE
from dalembert.closed.printing.sheet import Equation, Sheet
from dalembert.closed.printing.written import Written
from dalembert.errors import WrongValue
from dalembert.graph import Scalar, evaluate, symbol, symbols
from dalembert.graph.scalar import absolute, sign
from dalembert.robot.drive import Drive
from dalembert.robot.model import Robot


@dataclass(frozen=True)
class ElasticEquations(Written):
    """SymPy expressions: `links[i]` = τ_i of a rigid joint or 0, `motors[j]` = τ of the j-th elastic joint.

    Symbols: q_i, qd_i, qdd_i, and theta_i, thetad_i, thetadd_i, i counting all coordinates from 1.
    M, c and g are those of `rigid`; K, D and B are diagonal matrices of the elastic joints' springs, dampers and rotors.
    `energy` is all of it: T and U of the links, ½ B θ̇² of the rotors, ½ K (q − θ)² of the springs.
    """

    links: tuple[Any, ...]
    motors: tuple[Any, ...]
    elastic: tuple[int, ...]  # coordinates of the elastic joints, from 1
    rigid: Equations  # of the links with what is on their side of the springs
    K: Any
    D: Any
    B: Any
    robot: Robot

    @property
    def energy(self) -> Any:
        """T + U of links, rotors and springs: dE/dt = τᵀ(θ̇ or q̇) − what friction and dampers take."""
        import sympy

        total = self.rigid.T + self.rigid.U
        for j, i in enumerate(self.elastic):
            q, th, thd = (sympy.Symbol(f"{x}{i}") for x in ("q", "theta", "thetad"))
            total += self.B[j, j] * thd**2 / 2 + self.K[j, j] * (q - th) ** 2 / 2
        return total

    @property
    def model(self) -> Mechanics:
        return self.rigid.mechanics

    @cached_property
    def reader(self) -> Display:
        """With the motors' angles: θ̇ is the derivative of θ."""
        found = copy(self.rigid.mechanics.display)
        every = range(1, len(self.links) + 1)
        drives = [self.robot.coordinate(self.robot.coordinates[i - 1]).drive or Drive() for i in self.elastic]
        given = [x for y in drives for x in (y.stiffness, y.joint_damping, y.inertia, y.motor_damping, y.motor_coulomb)]
        found.decimals |= any(type(x) is float and not x.is_integer() for x in given)
        found.further = {f"theta{'d' * k}{i}": (f"theta{i}", k) for i in every for k in (1, 2)}
        return found

    def sheet(self, sheet: Sheet) -> Iterator[Equation]:
        """Links first, then motors; the efforts stand on the left, 0 at links that a spring alone holds."""
        rows = list(sheet.efforts())
        drives = {i: self.robot.coordinate(self.robot.coordinates[i - 1]).drive or Drive() for i in self.elastic}
        for i, row in enumerate(rows, 1):
            assert isinstance(row.right, Sum)
            if i not in drives:
                yield row
                continue
            spring = self._spring(i, drives[i], "q", "theta")
            kinds = (*row.kinds, *("spring" for _ in spring)) if row.kinds else ()
            yield Equation("0", Sum((*row.right.products, *spring)), kinds)
        for i, drive in drives.items():
            dry = absolute(drive.gear_ratio) * drive.motor_coulomb
            spin = Atom("sign", f"sign(thetad{i})", (ACCELERATION, i, "sign"), _one(f"thetad{i}"))
            own = [
                (drive.inertia, _atom(f"thetadd{i}")),
                (drive.gear_ratio**2 * drive.motor_damping, _atom(f"thetad{i}")),
            ]
            moving = [y for x, motion in (*own, (dry, spin)) for y in self._times(x, motion)]
            yield Equation(f"tau{i}", Sum((*moving, *self._spring(i, drive, "theta", "q"))))

    def _spring(self, i: int, drive: Drive, mine: str, other: str) -> list[Product]:
        """K (q − θ) + D (q̇ − θ̇), seen from the link, or the same from the motor."""
        pairs = ((drive.stiffness, ""), (drive.joint_damping, "d"))
        return [
            y
            for x, dot in pairs
            if x is not None
            for y in self._times(x, Sum((_term(f"{mine}{dot}{i}"), _term(f"{other}{dot}{i}", -1))))
        ]

    def _times(self, x: Scalar, motion: Atom | Sum) -> list[Product]:
        """A number of the robot times a motion; nothing where it is 0."""
        exact = exact_scalar(x)
        ring = self.model.ring.extended([exact], sorted(symbols([exact])))
        poly = ring.poly(exact)
        if not poly:
            return []
        factor = Display(ring).sum(poly)
        if len(factor.products) == 1:
            (only,) = factor.products
            return [Product(only.coefficient, (*only.factors, (motion, 1)))]
        return [Product(Fraction(1), ((factor, 1), (motion, 1)))]


def _atom(name: str) -> Atom:
    return Atom("symbol", name, (COORDINATE, 0, name))


def _term(name: str, sign: int = 1) -> Product:
    return Product(Fraction(sign), ((_atom(name), 1),))


def _one(name: str) -> Sum:
    return Sum((_term(name),))


def elastic_equations(robot: Robot) -> ElasticEquations:
    """The equations of a robot whose drives have a `stiffness`."""
    soft = elastic_joints(robot)
    if not soft:
        raise WrongValue(f"robot '{robot.name}' has no elastic joint; give a drive its stiffness")
    rigid = equations(link_side(robot))
    links, motors = list(rigid.tau), []
    index = tuple(robot.coordinates.index(name) + 1 for name in soft)
    import sympy

    diagonals: list[tuple[Any, ...]] = []
    for i, name in zip(index, soft, strict=True):
        drive = robot.coordinate(name).drive or Drive()
        diagonals.append(tuple(_sympy(x) for x in (drive.stiffness, drive.joint_damping, drive.inertia)))
        links[i - 1] = links[i - 1] + _sympy(spring_effort(drive, i))
        motors.append(_sympy(motor_effort(drive, i)))
    K, D, B = (sympy.diag(*x) for x in zip(*diagonals, strict=True))
    return ElasticEquations(tuple(links), tuple(motors), index, rigid, K, D, B, robot)


def spring_effort(drive: Drive, i: int) -> Scalar:
    """K (q − θ) + D (q̇ − θ̇): what the spring of joint i adds on the link's side."""
    q, qd, th, thd = (symbol(f"{x}{i}") for x in ("q", "qd", "theta", "thetad"))
    stiffness: Scalar = 0 if drive.stiffness is None else drive.stiffness
    effort: Scalar = stiffness * (q - th) + drive.joint_damping * (qd - thd)
    return effort


def motor_effort(drive: Drive, i: int) -> Scalar:
    """B θ̈ + N² bm θ̇ + |N| fcm sign θ̇ + K (θ − q) + D (θ̇ − q̇): τ of the motor behind the spring of joint i."""
    thd, thdd = symbol(f"thetad{i}"), symbol(f"thetadd{i}")
    dry = absolute(drive.gear_ratio) * drive.motor_coulomb
    own = drive.inertia * thdd + drive.gear_ratio**2 * drive.motor_damping * thd + dry * sign(thd)
    effort: Scalar = own - spring_effort(drive, i)
    return effort


def link_side(robot: Robot) -> Robot:
    """The robot without what stands on the motors' side of its springs."""
    soft = elastic_joints(robot)
    joints = (replace(x, drive=_of_link(x.drive)) if x.name in soft else x for x in robot.joints)
    return replace(robot, joints=tuple(joints))


def _of_link(drive: Drive | None) -> Drive | None:
    return (
        None
        if drive is None
        else drive.changed(rotor_inertia=0, motor_damping=0, motor_coulomb=0, stiffness=None, joint_damping=0)
    )


def _sympy(x: Scalar) -> Any:
    """A robot's number as a SymPy object; exact."""
    import sympy

    def number(value: Any) -> Any:
        exact = Fraction(value)
        return sympy.Rational(exact.numerator, exact.denominator)

    values = {name: sympy.Symbol(name) for name in symbols([x])}
    return evaluate([exact_scalar(x)], values, functions=_Functions(sympy), number=number)[0]


class _Functions:
    """SymPy under the names that a graph asks for."""

    def __init__(self, sympy: Any) -> None:
        self.sin, self.cos, self.sqrt, self.exp, self.tanh, self.pi = (
            sympy.sin,
            sympy.cos,
            sympy.sqrt,
            sympy.exp,
            sympy.tanh,
            sympy.pi,
        )
        self.sign = sympy.sign
