"""The model with elastic joints, in closed form: links and motors, 2n coordinates where every joint is elastic.

    links    M(q) q̈ + c(q, q̇) + g(q) + friction + K(q − θ) + D(q̇ − θ̇) = τ of rigid joints, 0 at elastic ones
    motors   B θ̈ + N² bm θ̇ + |N| fcm sign θ̇ + K(θ − q) + D(θ̇ − q̇) = τ,    B = N² Im          [spong1987], [deluca]

θ is the motor's angle on the link's side of its gear. M and c do not depend on it: the rotor's spin is taken to be
about its own axis only.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from dalembert.closed.algebra.exact import exact_scalar
from dalembert.closed.equations import Equations, equations
from dalembert.closed.model.driven import elastic_joints
from dalembert.errors import WrongValue
from dalembert.graph import Scalar, evaluate, symbols
from dalembert.graph.scalar import absolute
from dalembert.robot.drive import Drive
from dalembert.robot.model import Robot


@dataclass(frozen=True)
class ElasticEquations:
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

    @property
    def energy(self) -> Any:
        """T + U of links, rotors and springs: dE/dt = τᵀ(θ̇ or q̇) − what friction and dampers take."""
        import sympy

        total = self.rigid.T + self.rigid.U
        for j, i in enumerate(self.elastic):
            q, th, thd = (sympy.Symbol(f"{x}{i}") for x in ("q", "theta", "thetad"))
            total += self.B[j, j] * thd**2 / 2 + self.K[j, j] * (q - th) ** 2 / 2
        return total

    def text(self) -> str:
        """One line an equation: links first, then motors."""
        links = [f"{left} = {0 if i in self.elastic else f'tau{i}'}" for i, left in enumerate(self.links, 1)]
        return "\n".join([*links, *(f"{left} = tau{i}" for i, left in zip(self.elastic, self.motors, strict=True))])

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self.latex()}$"

    def latex(self) -> str:
        """One line an equation."""
        import sympy

        names = {}
        for i in range(1, len(self.links) + 1):
            for dots, suffix in (("", ""), ("d", r"\dot"), ("dd", r"\ddot")):
                wrap = f"{suffix}" + "{{{}}}" if suffix else "{}"
                names[sympy.Symbol(f"q{dots}{i}")] = wrap.format("q") + f"_{i}"
                names[sympy.Symbol(f"theta{dots}{i}")] = wrap.format(r"\theta") + f"_{i}"
        rows = []
        for i, left in enumerate(self.links, 1):
            rows.append(f"{sympy.latex(left, symbol_names=names)} &= {0 if i in self.elastic else f'tau_{i}'}")
        rows += [
            f"{sympy.latex(m, symbol_names=names)} &= \\tau_{i}" for i, m in zip(self.elastic, self.motors, strict=True)
        ]
        return "\\begin{aligned}\n" + " \\\\\n".join(rows).replace("&= tau", "&= \\tau") + "\n\\end{aligned}"


def elastic_equations(robot: Robot) -> ElasticEquations:
    """The equations of a robot whose drives have a `stiffness`."""
    soft = elastic_joints(robot)
    if not soft:
        raise WrongValue(f"robot '{robot.name}' has no elastic joint; give a drive its stiffness")
    joints = tuple(replace(j, drive=_link_side(j.drive)) if j.name in soft else j for j in robot.joints)
    rigid = equations(replace(robot, joints=joints))
    links, motors = list(rigid.tau), []
    index = tuple(robot.coordinates.index(name) + 1 for name in soft)
    import sympy

    diagonals: list[tuple[Any, ...]] = []
    for i, name in zip(index, soft, strict=True):
        drive = robot.coordinate(name).drive or Drive()
        q, qd, th, thd, thdd = (sympy.Symbol(f"{x}{i}") for x in ("q", "qd", "theta", "thetad", "thetadd"))
        K, D, B = (_sympy(x) for x in (drive.stiffness, drive.joint_damping, drive.inertia))
        diagonals.append((K, D, B))
        viscous, dry = (
            _sympy(x)
            for x in (drive.gear_ratio**2 * drive.motor_damping, absolute(drive.gear_ratio) * drive.motor_coulomb)
        )
        links[i - 1] = links[i - 1] + K * (q - th) + D * (qd - thd)
        motors.append(B * thdd + viscous * thd + dry * sympy.sign(thd) + K * (th - q) + D * (thd - qd))
    return ElasticEquations(
        tuple(links), tuple(motors), index, rigid, *(sympy.diag(*x) for x in zip(*diagonals, strict=True))
    )


def _link_side(drive: Drive | None) -> Drive | None:
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
