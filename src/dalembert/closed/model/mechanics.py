"""M, Christoffel symbols, g and the energies of a robot, exact and linear in the inertial parameters.

    T = ½ q̇ᵀM q̇ = Σ_p π_p T_p(q, q̇),      U = Σ_p π_p U_p(q)
    c_kij = ½ (∂M_kj/∂q_i + ∂M_ki/∂q_j − ∂M_ij/∂q_k),   c_k = q̇ᵀC_k q̇,   g = ∂U/∂q

π_p are the inertial parameters, see `inertial`.   [deluca], [khalil2002, ch. 9]

The tables of velocity terms, for quasi-velocities too, stand in `connection`.

    mechanics(robot)                 the Mechanics of a robot, kept
    .ring .tree .kinematics          where it lives: see `ring`, `robot.tree`, `kinematics`
    .display                         elements as text, LaTeX, MathML, Typst, SymPy, graph: see `display`
    .M[i][j]  .christoffel[k][i][j]  .g[k]  .U  .T  .momenta[k]  .c[k]  .tau[k]       elements of the ring
    .friction[k]  .spring[k]         friction and springs on the left
    .external[k]                     Jᵀw on the right
    .constraints[r]  .bearing[k]     φ and J of the loops; Jᵀλ on the right
    .S("christoffel" | "generic" | "unsymmetrised")
    .parameters[p]                   Parameter: label "ZZ2", body, value (an element)
    .inertia_of(p)[i, j] (i ≤ j)  .potential_of(p)  .gravity_of(p)[k]  .christoffel_of(p)[k][i][j]   coefficient of π_p
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from dalembert.closed.algebra.exact import exact_scalar
from dalembert.closed.algebra.generator import Poly, names
from dalembert.closed.model.connection import Matrix as Matrix
from dalembert.closed.model.connection import christoffel, contracted, generic, quasi, unsymmetrised
from dalembert.closed.model.coordinates import Coordinates, joint_coordinates
from dalembert.closed.model.driven import friction_efforts
from dalembert.closed.model.inertial import LABELS as LABELS
from dalembert.closed.model.inertial import Inertial, Wrenches
from dalembert.closed.model.inertial import Parameter as Parameter
from dalembert.closed.model.loop import Constraint, constraints
from dalembert.closed.model.size import LARGEST, check_size
from dalembert.closed.model.sprung import armature, damper_efforts, elastic_efforts, elastic_energy
from dalembert.errors import UnsupportedElement, WrongSize, WrongValue
from dalembert.graph import symbols
from dalembert.robot.derived import kept_as_told
from dalembert.robot.model import Robot
from dalembert.robot.value import value

S_KINDS = ("christoffel", "generic", "unsymmetrised")


def mechanics(
    robot: Robot,
    coordinates: Coordinates | None = None,
    wrench: Mapping[str, Sequence[Any]] | None = None,
    largest: int = LARGEST,
) -> Mechanics:
    """The exact mechanics of a robot, in joint coordinates unless others are given.

    `wrench` maps frames to [force, moment] (six numbers, texts or symbols) in world axes, acting on the robot.
    `largest` is how many terms M may have, see `size`.
    """
    if robot.n == 0:
        raise WrongValue(f"robot '{robot.name}' has no moving joint, so it has no equations of motion")
    return _mechanics(robot, coordinates or joint_coordinates(robot), _wrenches(wrench or {}), largest)


@kept_as_told
def _mechanics(robot: Robot, coordinates: Coordinates, wrench: Wrenches, largest: int) -> Mechanics:
    return Mechanics(robot, coordinates, wrench, largest)


def _wrenches(wrench: Mapping[str, Sequence[Any]]) -> Wrenches:
    result = []
    if not isinstance(wrench, Mapping):
        raise WrongValue(f"wrench maps frames to six entries each, got {type(wrench).__name__}")
    for frame, w in wrench.items():
        if not hasattr(w, "__len__"):
            raise WrongSize(f"the wrench on '{frame}' is {w!r}, it needs 6 entries: force, then moment")
        if len(w) != 6:
            raise WrongSize(f"the wrench on '{frame}' has {len(w)} entries, it needs 6: force, then moment")
        result.append((frame, tuple(exact_scalar(value(x, "wrench")) for x in w)))
    return tuple(result)


class Mechanics(Inertial):
    """Closed forms of a robot as elements of its ring; each is computed when it is first asked for."""

    def gravity_of(self, p: int) -> list[Poly]:
        """∂g_k/∂π_p."""
        return self._gradient(self.potential_of(p))

    def christoffel_of(self, p: int) -> list[Matrix]:
        """∂c_kij/∂π_p, indexed [k][i][j]."""
        self._no_balls("Christoffel symbols")
        return christoffel(self.ring, self._slopes(self._full(self.inertia_of(p))))

    # ── the closed forms ──────────────────────────────────────────────────────

    @cached_property
    def M(self) -> Matrix:
        """Inertia matrix, rotors and what runs with springs included."""
        check_size(self.tree, self.largest)
        total: dict[tuple[int, int], Poly] = dict(self.armature)
        for p, parameter in enumerate(self.parameters):
            if parameter.value:
                for place, part in self.inertia_of(p).items():
                    total[place] = total.get(place, self.ring.zero) + part * parameter.value
        return self._full({place: self.ring.reduce(x) for place, x in total.items()})

    @cached_property
    def armature(self) -> dict[tuple[int, int], Poly]:
        """What springs' armatures add to M, for i ≤ j."""
        return {place: self.ring.poly(x) for place, x in armature(self.tree, self.coordinates).items()}

    @cached_property
    def christoffel(self) -> list[Matrix]:
        """c_kij, indexed [k][i][j]."""
        self._no_balls("Christoffel symbols")
        return christoffel(self.ring, self.slopes)

    @cached_property
    def coefficients(self) -> list[Matrix]:
        """Of c_k = Σ_ij coefficient_kij q̇_i q̇_j, symmetric in i and j: the Christoffel symbols where there are such."""
        if not self.has_balls:
            return self.christoffel
        n = range(self.n)
        return [[[(G_k[i][j] + G_k[j][i]) / 2 for j in n] for i in n] for G_k in self.connection]

    @cached_property
    def connection(self) -> list[Matrix]:
        """Γ_kij, indexed [k][i][j]; the Christoffel symbols where no rate is a quasi-velocity."""
        return quasi(self.ring, christoffel(self.ring, self.slopes), self._links_alone(), self.coordinates.names)

    def _links_alone(self) -> Matrix:
        """M without rotors and tendons' armatures, which run along one coordinate each and bring no velocity terms."""
        constant = armature(self.tree, self.coordinates, constant=True)
        total = {place: self.ring.poly(x) for place, x in constant.items()}
        for p, parameter in enumerate(self.parameters):
            if LABELS[parameter.which] == "IA":
                for place, part in self.inertia_of(p).items():
                    total[place] = total.get(place, self.ring.zero) + self.ring.mul(part, parameter.value)
        spun = self._full(total)
        return [[a - b for a, b in zip(row, other, strict=True)] for row, other in zip(self.M, spun, strict=True)]

    @cached_property
    def has_balls(self) -> bool:
        """Whether some rates are quasi-velocities."""
        return any(x.quaternion for x in self.coordinates.names)

    def _no_balls(self, what: str) -> None:
        if self.has_balls:
            joint = next(iter(self.robot.balls))
            raise UnsupportedElement(
                f"{what} are not defined for quasi-velocities, which the rates of ball '{joint}' are; S with Ṁ − 2S skew "
                "is, and a joint with `angles` has coordinates"
            )

    @cached_property
    def height(self) -> Poly:
        """Potential energy of the weights, zero where the bodies' origins lie in the ground's origin."""
        total = self.ring.zero
        for p, parameter in enumerate(self.parameters):
            if parameter.value and parameter.which <= 3:
                total = total + self.potential_of(p) * (parameter.value - self.lifted(p))
        return self.ring.reduce(total)

    def lifted(self, p: int) -> Poly:
        """The part of a mass or first moment whose weight is carried from outside."""
        parameter = self.parameters[p]
        return self.ring.poly(self.tree.bodies[parameter.body].lifted.parameters[parameter.which])

    @cached_property
    def U(self) -> Poly:
        """Potential energy of weights and springs."""
        return self.height + self.ring.reduce(self.ring.poly(elastic_energy(self.tree, self.coordinates)))

    @cached_property
    def g(self) -> list[Poly]:
        """Of the weights alone; springs are apart."""
        return self._gradient(self.height)

    @cached_property
    def momenta(self) -> list[Poly]:
        """p = ∂L/∂q̇ = M q̇."""
        return [self.ring.dot(row, self.ring.qd) for row in self.M]

    @cached_property
    def T(self) -> Poly:
        """Kinetic energy, of the rotors too."""
        return self.ring.dot(self.momenta, self.ring.qd) / 2

    @cached_property
    def c(self) -> list[Poly]:
        """c_k = Σ_ij c_kij q̇_i q̇_j."""
        ring = self.ring
        return [ring.dot([ring.dot(row, ring.qd) for row in C_k], ring.qd) for C_k in self.coefficients]

    @cached_property
    def split(self) -> tuple[Matrix, Matrix]:
        """C and B of c = C(q) [q̇²] + B(q) [q̇q̇]; the columns of B are (1,2), (1,3), …, (2,3), …, n(n − 1)/2 of them."""
        n = range(self.n)
        C = [[C_k[i][i] for i in n] for C_k in self.coefficients]
        B = [[2 * C_k[i][j] for i in n for j in n[i + 1 :]] for C_k in self.coefficients]
        return C, B

    @cached_property
    def friction(self) -> list[Poly]:
        """(b + N² bm) q̇ + fc sign q̇ … of the drives, r b L̇ of dampers, on the left."""
        drives, dampers = friction_efforts(self.tree, self.coordinates), damper_efforts(self.tree, self.coordinates)
        return [self.ring.poly(x) + self.ring.poly(y) for x, y in zip(drives, dampers, strict=True)]

    @cached_property
    def spring(self) -> list[Poly]:
        """r k (L − L0) of each spring, on the left."""
        return [self.ring.poly(x) for x in elastic_efforts(self.tree, self.coordinates)]

    @cached_property
    def constraints(self) -> list[Constraint]:
        """φ and J of the loops, row by row; rows that no motion changes are left out."""
        return constraints(self.ring, self.closures)

    @cached_property
    def multipliers(self) -> list[Poly]:
        """λ, one a row of J."""
        return [self.ring.symbol(f"lambda{k}") for k in range(1, len(self.constraints) + 1)]

    @cached_property
    def bearing(self) -> list[Poly]:
        """Jᵀλ, what the cuts put on the coordinates."""
        columns = [[row.slopes[k] for row in self.constraints] for k in range(self.n)]
        return [self.ring.dot(column, self.multipliers) for column in columns]

    @cached_property
    def external(self) -> list[Poly]:
        """Σ Jᵀw, what the outside adds to the joints' efforts."""
        total = [self.ring.zero] * self.n
        for frame, w in self.wrench:
            load = self.kinematics.vector(w)
            for k, (v, omega) in enumerate(zip(*self.kinematics.jacobian(frame), strict=True)):
                total[k] = total[k] + self.ring.dot((*v, *omega), load)
        return total

    @cached_property
    def tau(self) -> list[Poly]:
        """M q̈ + c + g + friction + springs − Jᵀw − Jᵀλ."""
        inertial = [self.ring.dot(row, self.ring.qdd) for row in self.M]
        parts = (inertial, self.c, self.g, self.friction, self.spring)
        pushed = [a + b for a, b in zip(self.external, self.bearing, strict=True)]
        return [sum(left, -right) for *left, right in zip(*parts, pushed, strict=True)]

    @cached_property
    def efforts(self) -> list[Poly]:
        """What the left side equals: τ in joint coordinates, Aᵀτ in others (τ1 − τ2, τ2 for absolute angles)."""
        ring, A = self.ring, self.coordinates.matrix
        joint = [ring.symbol(x.tau) for x in names(self.n)]
        return [ring.dot([ring.poly(A[i][k]) for i in range(self.n)], joint) for k in range(self.n)]

    def S(self, kind: str = "christoffel") -> Matrix:
        """A matrix with S q̇ = c; only the Christoffel one makes Ṁ − 2S skew for every robot."""
        if kind not in S_KINDS:
            raise WrongValue(f"S is of kind '{kind}'; kinds are {', '.join(S_KINDS)}")
        if kind != "christoffel":
            self._no_balls(f"matrices S of kind '{kind}'")
        if kind == "christoffel":
            return contracted(self.ring, self.connection if self.has_balls else self.christoffel)
        return {"generic": generic, "unsymmetrised": unsymmetrised}[kind](self.ring, self.slopes)

    # ── how ───────────────────────────────────────────────────────────────────

    @cached_property
    def slopes(self) -> list[Matrix]:
        """∂M_ij/∂q_k, indexed [i][j][k]."""
        return self._slopes(self.M)

    def _slopes(self, M: Matrix) -> list[Matrix]:
        n = self.n
        dM: list[Matrix] = [[[self.ring.zero] * n for _ in range(n)] for _ in range(n)]
        for i in range(n):
            for j in range(i, n):
                dM[i][j] = dM[j][i] = self._gradient(M[i][j])
        return dM

    def _gradient(self, p: Poly) -> list[Poly]:
        if not p or p.is_constant():
            return [self.ring.zero] * self.n
        return [self.ring.diff(p, x.q) for x in self.coordinates.names]

    def _full(self, half: Mapping[tuple[int, int], Poly]) -> Matrix:
        zero = self.ring.zero
        return [[half.get((min(i, j), max(i, j)), zero) for j in range(self.n)] for i in range(self.n)]


def parameter_names(exact: Mechanics) -> tuple[str, ...]:
    """The symbols without values: the robot's, then those of its coordinates and wrenches."""
    other = symbols([*(a for row in exact.coordinates.matrix for a in row), *(x for _, w in exact.wrench for x in w)])
    return tuple(dict.fromkeys((*exact.robot.parameters, *sorted(other))))
