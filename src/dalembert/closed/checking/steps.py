r"""The steps of a derivation as elements of the ring: what each link does, where the tool is, the base parameters.

T_i = ½ m v_cᵀv_c + ½ ωᵀI_c ω,   U_i = −m g₀ᵀp_c,   v_c = ṗ_c,   S(ω) = RᵀṘ,   J = ∂p/∂q      [deluca], [tang]

The same functions that `derive` uses give them, so a step that `derive` prints is right when it is checked.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import permutations

from dalembert.closed.algebra.generator import Poly
from dalembert.closed.base_parameters import BaseParameters, base_parameters
from dalembert.closed.derivation.lagrange import angular_velocity, kinetic, potential
from dalembert.closed.derivation.road import Arm, Link
from dalembert.closed.model.mechanics import Mechanics
from dalembert.errors import BadExpression, did_you_mean
from dalembert.robot.model import Robot
from dalembert.spatial.vector import Vector, matvec, transpose

_LARGEST = 4  # rows of a determinant


class Steps:
    """Steps of one robot, each computed when it is first asked for."""

    def __init__(self, robot: Robot) -> None:
        self.arm = Arm(robot)

    @property
    def mechanics(self) -> Mechanics:
        return self.arm.mechanics

    def link(self, k: int) -> Link:
        if k >= len(self.arm.links):
            raise BadExpression(f"there is no link {k + 1}; the robot has {len(self.arm.links)} moving links")
        return self.arm.links[k]

    def kinetic(self, k: int) -> Poly:
        """T of link k, its rotor's left out."""
        link = self.link(k)
        return kinetic(self.arm, link, self.velocity(k), angular_velocity(self.arm, link))

    def rotor(self, k: int) -> Poly:
        """½ Ia q̇² of joint k."""
        link = self.link(k)
        rate = self.arm.joint_rate(link)
        return self.arm.ring.mul(link.Ia, rate, rate) / 2

    def potential(self, k: int) -> Poly:
        link = self.link(k)
        return potential(self.arm, link, self.arm.centre(link))

    def place(self, k: int) -> Vector:
        """p_c of link k, of its origin where the centre is not known."""
        return self.arm.centre(self.link(k))

    def velocity(self, k: int) -> Vector:
        result: Vector = self.arm.rate(self.place(k))
        return result

    def origin(self, k: int) -> Vector:
        """Where the frame of link k is: at its joint."""
        return self.link(k).pose.p

    def end(self, k: int) -> Vector:
        """Where the next link begins, or the tool is."""
        children = self.link(k).children
        return self.origin(children[0]) if children else self.tool

    def turned_in(self, k: int, v: Vector) -> Vector:
        """A vector of the world in link k's axes."""
        result: Vector = self.arm.red(matvec(transpose(self.link(k).pose.R), v))
        return result

    def turning(self, k: int) -> Vector:
        """ω of link k in its own axes."""
        return angular_velocity(self.arm, self.link(k))

    def turning_in_world(self, k: int) -> Vector:
        result: Vector = self.arm.red(matvec(self.link(k).pose.R, self.turning(k)))
        return result

    @cached_property
    def tool(self) -> Vector:
        return self.mechanics.kinematics.place(None).p

    @cached_property
    def jacobian(self) -> list[list[Poly]]:
        """6×n, linear rows first."""
        v, w = self.mechanics.kinematics.jacobian(None)
        return [*(list(row) for row in zip(*v, strict=True)), *(list(row) for row in zip(*w, strict=True))]

    @cached_property
    def plane(self) -> tuple[int, int]:
        """The two axes of the world in which the tool moves: x and y unless one of them stands still."""
        moving = [i for i in range(3) if any(self.jacobian[i])]
        return (moving[0], moving[1]) if len(moving) == 2 else (0, 1)

    @cached_property
    def square(self) -> list[list[Poly]]:
        """The square Jacobian of as many task coordinates as joints: the plane's, the plane's with its turn, or all."""
        rows, n = self.jacobian, self.arm.n
        if n > _LARGEST:
            raise BadExpression(f"det J is written out for at most {_LARGEST} joints, the robot has {n}")
        moving = [i for i in range(6) if any(rows[i])]
        linear = [i for i in moving if i < 3]
        chosen = linear if len(linear) == n else list(self.plane) if n == 2 else moving
        if len(chosen) != n:
            raise BadExpression(
                f"det J needs as many rows as joints: the tool moves in {len(moving)} of 6 directions by {n} joints"
            )
        return [rows[i] for i in chosen]

    @cached_property
    def determinant(self) -> Poly:
        ring, J = self.arm.ring, self.square
        total = ring.zero
        for order in permutations(range(len(J))):
            product = ring.number(_sign(order))
            for i, j in enumerate(order):
                product = ring.mul(product, J[i][j])
            total = total + product
        return total

    def base(self, name: str) -> Poly:
        """A base parameter by its name."""
        for x in self.base_parameters:
            if x.name.lower() == name.lower():
                return x.value
        raise BadExpression(f"the robot has no base parameter '{name}'{did_you_mean(name, self.base_parameters.names)}")

    @cached_property
    def base_parameters(self) -> BaseParameters:
        return base_parameters(self.mechanics)


STEPS: dict[str, Callable[..., Poly]] = {
    "Tl": Steps.kinetic,
    "Tm": Steps.rotor,
    "Ul": Steps.potential,
    "w": lambda steps, k, i: steps.turning(k)[i],
    "v": lambda steps, k, i: steps.velocity(k)[i],
    "vp": lambda steps, k, i: steps.velocity(k)[steps.plane[i]],
    "x": lambda steps, k, i: steps.place(k)[i],
    "xp": lambda steps, k, i: steps.place(k)[steps.plane[i]],
    "vo": lambda steps, k, i: steps.arm.rate(steps.origin(k))[i],
    "vop": lambda steps, k, i: steps.arm.rate(steps.origin(k))[steps.plane[i]],
    "xo": lambda steps, k, i: steps.origin(k)[i],
    "xop": lambda steps, k, i: steps.origin(k)[steps.plane[i]],
    "tool": lambda steps, i: steps.tool[i],
    "toolp": lambda steps, i: steps.tool[steps.plane[i]],
    "J": lambda steps, i, j: steps.jacobian[i][j],
    "Jv": lambda steps, i, j: steps.jacobian[i][j],
    "Jw": lambda steps, i, j: steps.jacobian[3 + i][j],
    "Jp": lambda steps, i, j: steps.jacobian[steps.plane[i]][j],
    "g0": lambda steps, i: steps.arm.gravity[i],
    "detJ": lambda steps: steps.determinant,
}
"""A letter of an entry, see `reading.entry`, and its value; indices begin at 0."""


def _sign(order: tuple[int, ...]) -> int:
    turns = sum(order[i] > order[j] for i in range(len(order)) for j in range(i + 1, len(order)))
    return -1 if turns % 2 else 1
