"""Exact inertia matrix, Christoffel symbols, gravity vector and energies of a robot, linear in the inertial parameters.

    T = ½ q̇ᵀM q̇ = Σ_p π_p T_p(q, q̇),      U = Σ_p π_p U_p(q)
    c_kij = ½ (∂M_kj/∂q_i + ∂M_ki/∂q_j − ∂M_ij/∂q_k),   c_k = q̇ᵀC_k q̇,   g = ∂U/∂q          [deluca], [khalil2002, ch. 9]

The parameters π_p are the ten inertial parameters of each body in the body's frame, in the order of
`Inertia.parameters`, followed by N² Im of each drive. In the frames of `robot.tree`, z points along the joint axis. If
v_k and ω_k are the partial velocities of a body, the coefficients of its parameters in M_jk are

    m: v_j·v_k     ms: v_j × ω_k + v_k × ω_j     I_xy: ω_jx ω_ky + ω_jy ω_kx  …     [briot], [khalil2002, ch. 9]

Three matrices S with S q̇ = c follow from the derivatives ∂M_ij/∂q_k:

    S_kj = Σ_i c_kij q̇_i                                        Christoffel, Ṁ − 2S skew
    S = Σ_i (∂M_i/∂q − ½ (∂M_i/∂q)ᵀ) q̇_i                        generic, M_i the columns of M
    S_ij = Σ_k (∂M_ij/∂q_k − ½ ∂M_jk/∂q_i) q̇_k                  unsymmetrised                [deluca]

The rates of a ball joint are quasi-velocities ω. The directional derivatives along quasi-velocities do not commute,
[D_i, D_j] = Σ_l γ_ij^l D_l, so Christoffel symbols do not exist. With D_i in place of ∂/∂q_i, the coefficients

    Γ_kij = ½ (D_i M_jk + D_j M_ik − D_k M_ij + γ_ij^l M_lk − γ_ik^l M_lj − γ_jk^l M_li),   S_kj = Σ_i Γ_kij q̇_i

give c = S q̇, including the terms ω × p of Boltzmann and Hamel, and Ṁ − 2S is skew-symmetric.
[hamel1904], [echeandia2021]

    mechanics(robot)                 the Mechanics of a robot, cached
    .ring .tree .kinematics          polynomial ring, tree and exact kinematics
    .display                         formatting as text, LaTeX, MathML, Typst, SymPy and graph
    .M[i][j]  .christoffel[k][i][j]  .g[k]  .U  .T  .momenta[k]  .c[k]  .tau[k]       polynomials of the ring
    .friction[k]  .spring[k]         friction and springs, on the left-hand side
    .external[k]                     Jᵀw, on the right-hand side
    .constraints[r]  .bearing[k]     φ and J of the loops; Jᵀλ, on the right-hand side
    .S("christoffel" | "generic" | "unsymmetrised")
    .parameters[p]                   Parameter with label "ZZ2", body and value (a polynomial)
    .inertia_of(p)[i, j] (i ≤ j)  .potential_of(p)      coefficients of π_p in M and U

The number of terms of M is estimated before M is computed. Each revolute joint multiplies the number of terms by a
factor for all bodies that it moves. For an axis oblique to the previous axis, the factor is about 5 (1, s, c, sc and c²
of the angle). For perpendicular axes, the factor is about 3. For parallel axes, whose angles are added, the factor is
smaller. A ball joint counts as two oblique revolute joints, or as one if it follows only prismatic joints, as in a
floating base. The estimate is also proportional to the largest number of inertial symbols in any body. For chains with
2 to 7 joints, the estimate is correct to within a factor of 6.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set, Sized
from copy import copy
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import combinations
from typing import Any, TypeAlias
from warnings import warn

from dalembert.argument import choice, counted, instance, mapping, value
from dalembert.boundary import require_joints
from dalembert.closed.algebra.exact_numbers import exact_scalar, exact_tree, in_decimals
from dalembert.closed.algebra.ring import CoordinateNames, Elements, Poly, Ring, as_fraction, names, ring_for
from dalembert.closed.model.coordinates import Coordinates, joint_coordinates, seats
from dalembert.closed.model.generalized_forces import (
    Constraint,
    Rotor,
    armature,
    check_springs,
    closures,
    constraints,
    efforts_of_springs,
    elastic_energy,
    friction_efforts,
    rotors,
    seen_from,
)
from dalembert.closed.model.kinematics import Kinematics
from dalembert.closed.printing.display import ElementDisplay, typeset
from dalembert.errors import DalembertWarning
from dalembert.finding.argument import RobotHasNo
from dalembert.finding.equation import ClosedFormSize, LongText, NotForQuasiVelocities, SymbolClash
from dalembert.finding.finding import Argument, Identifier, JointName, Noun, Pass, Remedy, RobotName
from dalembert.graph import Node, Scalar, symbols
from dalembert.graph.scalar import cos, sin
from dalembert.robot.loop import Loop
from dalembert.robot.model import Robot, cached_with_source
from dalembert.robot.tree import Tree
from dalembert.spatial.pose import Pose
from dalembert.spatial.vector import add, cross, sub
from dalembert.tolerance import AXIS

LARGEST = 2_000_000  # largest number of terms of M, which need about a gigabyte
_NOTABLE = 400_000  # number of terms above which a warning is issued, about ten seconds
_BYTES = 700  # memory per term, including intermediate results
_CHARACTERS = 30  # characters per term, within a factor of 2 for arms with 3 to 7 joints
_FILE = 1.5e6  # number of characters above which a warning is issued
_RATES = ("tau", "c", "S", "C", "B", "christoffel")  # quantities that contain all derivatives of M
_OBLIQUE, _RIGHT, _PARALLEL = 5.0, 3.0, 1.5
LABELS = ("M", "MX", "MY", "MZ", "XX", "XY", "YY", "XZ", "YZ", "ZZ", "IA")
# order of preference of the parameters of a body
PREFERRED = tuple(LABELS.index(x) for x in ("XX", "XY", "XZ", "YY", "YZ", "ZZ", "MX", "MY", "MZ", "M"))
# (row, column) of the tensor entry that belongs to each of the last six parameters
_TENSOR = ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2))
_ROTOR = 10

Wrenches: TypeAlias = tuple[tuple[str, tuple[Scalar, ...]], ...]
Matrix: TypeAlias = list[list[Poly]]
Tensor: TypeAlias = list[Matrix]
Half: TypeAlias = dict[tuple[int, int], Poly]  # nonzero entries (i, j) with i ≤ j of a symmetric matrix
S_KINDS = ("christoffel", "generic", "unsymmetrised")


def mechanics(
    robot: Robot,
    coordinates: Coordinates | None = None,
    wrench: Mapping[str, Sequence[Any]] | None = None,
    largest: int = LARGEST,
) -> Mechanics:
    """Return the exact mechanics of a robot, in joint coordinates by default.

    `wrench` maps frames to external wrenches [force, moment] with six entries, expressed in the world frame. The
    entries are numbers, strings or symbols. `largest` limits the number of terms in M, as estimated by `size`.
    """
    require_joints(robot)
    return _mechanics(robot, coordinates or joint_coordinates(robot), _wrenches(wrench or {}), largest)


@cached_with_source
def _mechanics(robot: Robot, coordinates: Coordinates, wrench: Wrenches, largest: int) -> Mechanics:
    return Mechanics(robot, coordinates, wrench, largest)


def _wrenches(wrench: Mapping[str, Sequence[Any]]) -> Wrenches:
    result = []
    for frame, w in mapping(wrench, "wrench").items():
        counted(instance(w, "wrench", Sized, "six entries"), f"wrench['{frame}']", 6, "force and moment")
        result.append((frame, tuple(exact_scalar(value(x, "wrench")) for x in w)))
    return tuple(result)


@dataclass(frozen=True)
class Parameter:
    """Inertial parameter of a body, or the rotor inertia N² Im of its drive."""

    body: int
    which: int  # index into LABELS
    value: Poly

    @property
    def label(self) -> str:
        return f"{LABELS[self.which]}{self.body + 1}"


class Mechanics:
    """Closed forms of a robot as polynomials of its ring. Each closed form is computed when it is first requested."""

    def __init__(self, robot: Robot, coordinates: Coordinates, wrench: Wrenches, largest: int = LARGEST) -> None:
        self.robot, self.coordinates, self.wrench, self.largest = robot, coordinates, wrench, largest
        self.tree: Tree = exact_tree(robot)
        self.n = robot.n
        check_springs(self.tree)
        for frame, _ in wrench:
            self.tree.place(frame)

    @cached_property
    def ring(self) -> Ring:
        """Polynomial ring of the robot, with its angles, coordinates and symbols."""
        angles = [
            f(seat.angle) for seat in seats(self.tree, self.coordinates) if seat.angle is not None for f in (sin, cos)
        ]
        tree, x = self.tree, self.coordinates
        others = [
            *(entry for _, w in self.wrench for entry in w),
            *(entry for row in self.closures for entry in (row.phi, *row.slopes)),
            elastic_energy(tree, x),
            *efforts_of_springs(tree, x, "stiffness"),
            *efforts_of_springs(tree, x, "damping"),
            *armature(tree, x).values(),
            *(entry for body in tree.bodies for entry in body.lifted.parameters[:4]),
        ]
        matrix = [a for row in x.matrix for a in row]
        driven = [*friction_efforts(tree, x), *(entry for r in self._rotors for entry in (r.value, *r.entries))]
        numbers = [*angles, *matrix, *_numbers(tree), *driven, *others]
        multipliers = [f"lambda{k}" for k in range(1, len(self.closures) + 1)]
        taken = {x for each in self.coordinates.names for x in (*each.places, each.qd, each.qdd, each.tau)}
        taken.update(multipliers)
        for pair in _clashes(self.robot, taken):
            raise SymbolClash(RobotName(self.robot.name), *map(Identifier, pair)).error()
        joint_efforts = [x.tau for x in names(self.n)]
        letters = symbols([*matrix, *others]) - taken
        known = [*self.robot.parameters, *sorted(letters), *joint_efforts, *multipliers]
        return ring_for(self.coordinates.names, known, numbers)

    @cached_property
    def closures(self) -> list[Constraint]:
        """Closure equations of the loops as expressions."""
        return closures(self.tree, self.coordinates)

    @cached_property
    def kinematics(self) -> Kinematics:
        return Kinematics(self.tree, self.coordinates, self.ring)

    @cached_property
    def display(self) -> ElementDisplay:
        """Formatter that converts polynomials of the ring to text, LaTeX, Typst, MathML, SymPy expressions and graph
        nodes.
        """
        return self.display_in(self.ring)

    def display_in(self, ring: Ring) -> ElementDisplay:
        """Return the formatter for a ring that contains the robot's ring."""
        runs = [[ring.lift(angle) for angle in run] for run in self._runs]
        lengths = dict.fromkeys(name for x in _geometry(self.tree) for name in sorted(symbols([x])))
        return ElementDisplay(
            ring, self.inertial_symbols, lengths, symbols(self.tree.gravity), runs, in_decimals(self.robot)
        )

    @cached_property
    def inertial_symbols(self) -> list[str]:
        """Symbols by which the terms of the equations are collected.

        Each term of each inertial parameter contributes one symbol. For example, m2 lc2² contributes m2, I2 contributes
        I2, and N² Im contributes Im.
        """
        ring = self.ring
        geometry = self.geometry
        masses = [p.value for p in self.parameters if p.which == 0]
        found: set[int] = set()
        for poly in (*masses, *(p.value for p in self.parameters)):
            for monomial in poly.to_dict():
                powers = {i: e for i, e in enumerate(monomial) if e}
                if not found & powers.keys():
                    free = [i for i, e in powers.items() if e == 1 and ring.generators[i].name not in geometry]
                    found.update(free[:1])
        return [ring.generators[i].name for i in sorted(found) if ring.generators[i].is_symbol]

    @cached_property
    def geometry(self) -> frozenset[str]:
        """Symbols for lengths, angles, gear ratios and gravity."""
        rows = (x for rotor in self._rotors for x in rotor.entries)
        return frozenset(symbols([*_geometry(self.tree), *rows, *(a for row in self.coordinates.matrix for a in row)]))

    @property
    def _runs(self) -> list[list[Poly]]:
        """Groups of joint angles about consecutive parallel axes."""
        of: dict[int, list[Poly]] = {}
        for i, (body, seat) in enumerate(zip(self.tree.bodies, self.kinematics.seats, strict=True)):
            before = self._beside(i) if seat.fresh or body.parent < 0 else body.parent
            of[i] = [] if before is None else of[before]
            if seat.angle is not None:
                of[i].append(self.ring.poly(seat.angle))
        return [*{id(run): run for run in of.values()}.values()]

    def _beside(self, i: int) -> int | None:
        """Return an earlier body with the same parent and a parallel revolute axis, or None.

        The search is limited to robots with loops, because their closures combine the angles of both bodies.
        """
        bodies, z = self.tree.bodies, [row[2] for row in self.tree.bodies[i].placement.R]
        alike = (j for j in range(i) if bodies[j].parent == bodies[i].parent and bodies[j].motion == "turn")
        if not self.tree.loops or bodies[i].motion != "turn":
            return None
        return next((j for j in alike if [row[2] for row in bodies[j].placement.R] == z), None)

    # ── parameters and their coefficients ─────────────────────────────────────

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        """Inertial parameters of the robot: ten for each body, followed by the rotor inertias."""
        ring = self.ring
        links = [
            Parameter(i, which, ring.poly(x))
            for i, body in enumerate(self.tree.bodies)
            for which, x in enumerate(body.inertia.parameters)
        ]
        return (*links, *(Parameter(r.body, _ROTOR, ring.poly(r.value)) for r in self._rotors))

    def inertia_of(self, p: int) -> Half:
        """Return the nonzero derivatives ∂M_ij/∂π_p of the inertia matrix for i ≤ j."""
        parameter = self.parameters[p]
        if parameter.which == _ROTOR:
            return self._rotor(next(r for r in self._rotors if r.body == parameter.body))
        return self._body_inertia(parameter.body, parameter.which)

    def potential_of(self, p: int) -> Poly:
        """Return ∂U/∂π_p, the derivative of the potential energy with respect to the inertial parameter p."""
        parameter = self.parameters[p]
        motion = self.kinematics.motions[parameter.body]
        if parameter.which == 0:
            return motion.potential
        if parameter.which > 3:
            return self.ring.zero
        return -self.kinematics.in_body(parameter.body, motion.gravity)[parameter.which - 1]

    # ── the closed forms ──────────────────────────────────────────────────────

    @cached_property
    def M(self) -> Matrix:
        """Inertia matrix, including rotor inertias and armatures of springs."""
        check_size(self.tree, self.largest)
        return self._inertia(range(len(self.parameters)), self.armature)

    def _inertia(self, parameters: Sequence[int], start: Half) -> Matrix:
        """Compute the contribution of the given inertial parameters to M, and add this contribution to `start`."""
        total = dict(start)
        for p in parameters:
            value = self.parameters[p].value
            if value:
                for place, part in self.inertia_of(p).items():
                    total[place] = total.get(place, self.ring.zero) + part * value
        return self._full({place: self.ring.reduce(x) for place, x in total.items()})

    @cached_property
    def armature(self) -> Half:
        """Contribution of the armatures of springs to the entries M_ij with i ≤ j."""
        return {place: self.ring.poly(x) for place, x in armature(self.tree, self.coordinates).items()}

    @cached_property
    def christoffel(self) -> Tensor:
        """Christoffel symbols c_kij of the inertia matrix, indexed [k][i][j]."""
        self.no_balls("Christoffel symbols")
        return self.coefficients

    @cached_property
    def coefficients(self) -> Tensor:
        """Coefficients of q̇_i q̇_j in c_k, symmetric in i and j and indexed [k][i][j].

        The coefficients equal the Christoffel symbols if the robot has no quasi-velocities.
        """
        if not self.has_balls:
            return christoffel(self.ring, self.slopes)
        n = range(self.n)
        return [[[(G_k[i][j] + G_k[j][i]) / 2 for j in n] for i in n] for G_k in self.connection]

    @cached_property
    def connection(self) -> Tensor:
        """Connection coefficients Γ_kij, indexed [k][i][j].

        The coefficients equal the Christoffel symbols if the robot has no quasi-velocities.
        """
        return quasi(self.ring, christoffel(self.ring, self.slopes), self._links_alone(), self.coordinates.names)

    def _links_alone(self) -> Matrix:
        """Return M without rotor inertias and tendon armatures.

        Each rotor or tendon acts along one constant direction in coordinate space and causes no velocity terms.
        """
        constant = armature(self.tree, self.coordinates, constant=True)
        rotors = [p for p, parameter in enumerate(self.parameters) if parameter.which == _ROTOR]
        spun = self._inertia(rotors, {place: self.ring.poly(x) for place, x in constant.items()})
        return [[*sub(row, other)] for row, other in zip(self.M, spun, strict=True)]

    @cached_property
    def has_balls(self) -> bool:
        """Whether the robot has quasi-velocities, which are the rates of ball joints."""
        return any(x.quaternion for x in self.coordinates.names)

    def no_balls(self, what: str, remedy: Remedy | None = None) -> None:
        """Raise an error if the robot has quasi-velocities, because the quantity `what` is then undefined."""
        if self.has_balls:
            raise NotForQuasiVelocities(Noun(what), JointName(next(iter(self.robot.balls))), remedy).error()

    def some_loops(self) -> list[Constraint]:
        """Return the closure equations of the loops. Raise an error if the robot has no loops."""
        if not self.constraints:
            raise RobotHasNo(RobotName(self.robot.name), Noun("loops")).error()
        return self.constraints

    @cached_property
    def height(self) -> Poly:
        """Potential energy of gravity.

        Heights are measured from the origin of the ground.
        """
        total = self.ring.zero
        for p, parameter in enumerate(self.parameters):
            if parameter.value and parameter.which <= 3:
                total = total + self.potential_of(p) * (parameter.value - self.lifted(p))
        return self.ring.reduce(total)

    def lifted(self, p: int) -> Poly:
        """Return the portion of a mass or first moment that is gravity-compensated."""
        parameter = self.parameters[p]
        return self.ring.poly(self.tree.bodies[parameter.body].lifted.parameters[parameter.which])

    @cached_property
    def U(self) -> Poly:
        """Potential energy of gravity and springs."""
        return self.height + self.ring.reduce(self.ring.poly(elastic_energy(self.tree, self.coordinates)))

    @cached_property
    def g(self) -> list[Poly]:
        """Gravity vector ∂U/∂q, without springs."""
        return self._gradient(self.height)

    @cached_property
    def momenta(self) -> list[Poly]:
        """Generalized momenta p = ∂L/∂q̇ = M q̇."""
        return [self.ring.dot(row, self.ring.qd) for row in self.M]

    @cached_property
    def T(self) -> Poly:
        """Kinetic energy of the links and rotors."""
        return self.ring.dot(self.momenta, self.ring.qd) / 2

    @property
    def L(self) -> Poly:
        """Lagrangian T − U."""
        return self.T - self.U

    @cached_property
    def c(self) -> list[Poly]:
        """Coriolis and centrifugal vector c_k = Σ_ij c_kij q̇_i q̇_j."""
        ring = self.ring
        return [ring.dot([ring.dot(row, ring.qd) for row in C_k], ring.qd) for C_k in self.coefficients]

    @property
    def C(self) -> Matrix:
        """Matrix C of c = C(q) [q̇²] + B(q) [q̇q̇]."""
        return [[C_k[i][i] for i in range(self.n)] for C_k in self.coefficients]

    @property
    def B(self) -> Matrix:
        """Matrix B of c = C(q) [q̇²] + B(q) [q̇q̇], with n(n − 1)/2 columns for the products (1,2), (1,3), …, (2,3), …."""
        return [[2 * C_k[i][j] for i, j in combinations(range(self.n), 2)] for C_k in self.coefficients]

    @cached_property
    def friction(self) -> list[Poly]:
        """Friction efforts of drives and dampers on the left-hand side of the equations of motion.

        A drive contributes terms such as (b + N² bm) q̇ and fc sign q̇, and a damper contributes r b L̇.
        """
        drives = friction_efforts(self.tree, self.coordinates)
        dampers = efforts_of_springs(self.tree, self.coordinates, "damping")
        return [self.ring.poly(x) for x in add(drives, dampers)]

    @cached_property
    def spring(self) -> list[Poly]:
        """Spring efforts r k (L − L0) on the left-hand side of the equations of motion."""
        return [self.ring.poly(x) for x in efforts_of_springs(self.tree, self.coordinates, "stiffness")]

    @cached_property
    def constraints(self) -> list[Constraint]:
        """Entries of φ and rows of J for the loops, except rows that are constant for every motion."""
        return constraints(self.ring, self.closures)

    @property
    def phi(self) -> list[Poly]:
        """Closure errors φ of the loops."""
        return [row.phi for row in self.constraints]

    @property
    def J(self) -> Matrix:
        """Jacobian of the closure errors of the loops."""
        return [list(row.slopes) for row in self.constraints]

    @cached_property
    def multipliers(self) -> list[Poly]:
        """Lagrange multipliers λ of the loops, one per row of J."""
        return [self.ring.symbol(f"lambda{k}") for k in range(1, len(self.constraints) + 1)]

    @cached_property
    def bearing(self) -> list[Poly]:
        """Generalized forces Jᵀλ of the loop constraints."""
        return [self.ring.dot([row[k] for row in self.J], self.multipliers) for k in range(self.n)]

    @cached_property
    def external(self) -> list[Poly]:
        """Generalized forces Σ Jᵀw of the external wrenches."""
        total = [self.ring.zero] * self.n
        for frame, w in self.wrench:
            load = self.ring.exact(w)
            for k, (v, omega) in enumerate(zip(*self.kinematics.jacobian(frame), strict=True)):
                total[k] = total[k] + self.ring.dot((*v, *omega), load)
        return total

    @cached_property
    def tau(self) -> list[Poly]:
        """Efforts M q̈ + c + g + friction + springs − Jᵀw − Jᵀλ for all coordinates."""
        inertial = [self.ring.dot(row, self.ring.qdd) for row in self.M]
        parts = (inertial, self.c, self.g, self.friction, self.spring)
        pushed = add(self.external, self.bearing)
        return [sum(left, -right) for *left, right in zip(*parts, pushed, strict=True)]

    @cached_property
    def efforts(self) -> list[Poly]:
        """Right-hand side of the equations of motion in terms of the joint efforts τ.

        In coordinates x with q = A x, the right-hand side is Aᵀτ. For two absolute angles, it is (τ1 − τ2, τ2).
        """
        ring, A = self.ring, self.coordinates.matrix
        joint = [ring.symbol(x.tau) for x in names(self.n)]
        return [ring.dot([ring.poly(A[i][k]) for i in range(self.n)], joint) for k in range(self.n)]

    def S(self, kind: str = "christoffel") -> Matrix:
        """Return a Coriolis matrix S with S q̇ = c.

        Ṁ − 2S is skew-symmetric for every robot only if S is formed from the Christoffel symbols.
        """
        if choice(kind, "kind", S_KINDS) == "christoffel":
            return contracted(self.ring, self.connection if self.has_balls else self.christoffel)
        self.no_balls("other S")
        return other_S(self.ring, self.slopes, generic=kind == "generic")

    # ── coefficients of the parameters ────────────────────────────────────────

    def _body_inertia(self, i: int, which: int) -> Half:
        """Return the coefficient of one inertial parameter of body i in M."""
        motion, ring = self.kinematics.motions[i], self.ring
        moving = sorted(motion.v)
        result = {}
        for a, j in enumerate(moving):
            for k in moving[a:]:
                if which == 0:
                    x = ring.dot(motion.v[j], motion.v[k])
                elif which <= 3:
                    x = self._moments(i, j, k)[which - 1]
                else:
                    x = self._product(i, j, k, *_TENSOR[which - 4])
                if x:
                    result[j, k] = x
        return result

    @cached_property
    def _moments(self) -> Callable[[int, int, int], Elements]:
        return cache(self._moment)

    def _moment(self, i: int, j: int, k: int) -> Elements:
        """Return v_j × ω_k + v_k × ω_j in the frame of body i, the coefficients of the first moments in M_jk."""
        v, w = self.kinematics.motions[i].v, self.kinematics.motions[i].w
        parts = [cross(v[a], w[b]) for a, b in ((j, k), (k, j)) if b in w]
        total = parts[0] if len(parts) == 1 else add(*parts) if parts else self.ring.exact((0, 0, 0))
        return self.kinematics.in_body(i, self.ring.reduced(total))

    def _product(self, i: int, j: int, k: int, x: int, y: int) -> Poly:
        """Return ω_jx ω_kx or ω_jx ω_ky + ω_jy ω_kx in the frame of body i, the coefficient of a tensor entry in M_jk."""
        w = self._turning[i]
        if j not in w or k not in w:
            return self.ring.zero
        if x == y:
            return self.ring.mul(w[j][x], w[k][x])
        return self.ring.reduce(w[j][x] * w[k][y] + w[j][y] * w[k][x])

    @cached_property
    def _turning(self) -> list[dict[int, Elements]]:
        """Partial angular velocities of the bodies, expressed in the body frames."""
        kinematics = self.kinematics
        return [
            {k: kinematics.in_body(i, w) for k, w in motion.w.items()} for i, motion in enumerate(kinematics.motions)
        ]

    def _rotor(self, rotor: Rotor) -> Half:
        """Return the products row_j row_k, the coefficients of a rotor inertia in M_jk."""
        total: Half = {}
        for given in rotor.rows:
            row = [self.ring.poly(a) for a in seen_from(self.coordinates, given)]
            moved = [k for k, a in enumerate(row) if a]
            for j in moved:
                for k in moved:
                    if j <= k:
                        product = self.ring.mul(row[j], row[k])
                        total[j, k] = total.get((j, k), self.ring.zero) + product
        return total

    @cached_property
    def _rotors(self) -> list[Rotor]:
        return rotors(self.tree)

    # ── rounding ──────────────────────────────────────────────────────────────

    def rounded(self, least: float) -> Mechanics:
        """Return the equations of motion without terms that are rounding errors.

        A term is removed if its coefficient is smaller than `least` times the largest coefficient in all rows. If all
        coefficients of a row are below this bound, the largest coefficient of this row is used instead. The same rule
        applies to each M_ii. As a result, no effort and no M_ii becomes zero.
        """
        n, found = range(self.n), self.again()
        rows = [[*M_k, *(x for row in C_k for x in row)] for M_k, C_k in zip(self.M, self.coefficients, strict=True)]
        inertial, weight = _bounds(rows, least), _bounds([[x] for x in self.g], least)
        found.ring = self.ring
        bounds = [[min(inertial[i], inertial[j]) for j in n] for i in n]
        for i in n:
            bounds[i][i] = least * _largest([self.M[i][i]])
        found.M = [[self._above(bounds[i][j], self.M[i][j]) for j in n] for i in n]
        found.coefficients = [[[self._above(inertial[k], x) for x in row] for row in self.coefficients[k]] for k in n]
        found.g = [self._above(weight[k], x) for k, x in enumerate(self.g)]
        return found

    def again(self) -> Mechanics:
        """Return a copy of the object without cached results."""
        found = copy(self)
        found.__dict__ = {name: x for name, x in vars(self).items() if not hasattr(type(self), name)}
        return found

    def _above(self, bound: float, p: Poly) -> Poly:
        """Return the terms of a polynomial whose coefficients are not smaller than a bound."""
        return self.ring.context.from_dict(
            {m: k for m, k in p.to_dict().items() if abs(float(as_fraction(k))) >= bound}
        )

    # ── derivatives ───────────────────────────────────────────────────────────

    @cached_property
    def slopes(self) -> Tensor:
        """Derivatives ∂M_ij/∂q_k of the inertia matrix, indexed [i][j][k]."""
        n = range(self.n)
        return self._full({(i, j): self._gradient(self.M[i][j]) for i in n for j in n[i:]})

    def _gradient(self, p: Poly) -> list[Poly]:
        if not p or p.is_constant():
            return [self.ring.zero] * self.n
        return [self.ring.diff(p, x.q) for x in self.coordinates.names]

    def _full(self, half: Half) -> Matrix:
        zero = self.ring.zero
        return [[half.get((min(i, j), max(i, j)), zero) for j in range(self.n)] for i in range(self.n)]


def _largest(elements: Sequence[Poly]) -> float:
    """Return the largest absolute value among the coefficients of several polynomials."""
    return max((abs(float(as_fraction(k))) for p in elements for k in p.coeffs()), default=0.0)


def _bounds(rows: Sequence[Sequence[Poly]], least: float) -> list[float]:
    """Return the bound for rounding errors in each row.

    The bound is a fraction of the largest coefficient in all rows. If all coefficients of a row are much smaller, the
    bound is a fraction of the largest coefficient of this row.
    """
    sizes = [_largest(row) for row in rows]
    top = max(sizes)
    return [least * (size if size < least * top else top) for size in sizes]


def parameter_names(exact: Mechanics) -> tuple[str, ...]:
    """Return the names of the symbols without values: symbols of the robot, of its coordinates and of its wrenches."""
    entries = [a for row in exact.coordinates.matrix for a in row]
    loads = [x for _, w in exact.wrench for x in w]
    other = symbols([*entries, *loads])
    return tuple(dict.fromkeys((*exact.robot.parameters, *sorted(other))))


def _clashes(robot: Robot, taken: Set[str]) -> Iterator[tuple[str, str]]:
    """Yield pairs of names that would be confused in the equations.

    For example, a symbol can have the same name as a coordinate, or two symbols such as m_2 and m2 can both print as
    m₂.
    """
    yield from ((name, name) for name in sorted(taken & {*robot.parameters}))
    seen: dict[str, str] = {}
    for name in robot.parameters:
        shown = typeset(name, {})
        other = seen.setdefault(shown.letter + shown.index.replace(",", ""), name)
        if other != name:
            yield other, name


def _geometry(tree: Tree) -> list[Scalar]:
    """Return the geometric quantities of a tree.

    These are the lengths and angles of the tree and its loops, the transmission ratios, and the gravity vector.
    """
    cuts = [loop for loop in tree.loops if isinstance(loop, Loop)]
    return [
        *(x for cut in cuts for pose in (cut.first_placement, cut.second_placement) for x in pose.p),
        *(cut.length for cut in cuts if cut.length is not None),
        *tree.gravity,
        *(x for b in tree.bodies for x in (*b.placement.p, b.ratio, *(y for r in b.placement.R for y in r))),
    ]


def _numbers(tree: Tree) -> list[Scalar]:
    """Return all numbers and expressions of a tree that a closed form can contain."""
    numbers: list[Scalar] = list(tree.gravity)
    for body in tree.bodies:
        numbers += [*_entries(body.placement), body.ratio, *body.inertia.parameters]
    return numbers + [x for _, pose in tree.places.values() for x in _entries(pose)]


def _entries(pose: Pose) -> list[Scalar]:
    return [*(x for row in pose.R for x in row), *pose.p]


# ── velocity terms ────────────────────────────────────────────────────────────


def christoffel(ring: Ring, slopes: Tensor) -> Tensor:
    """Compute the Christoffel symbols c_kij from the derivatives of M, indexed [k][i][j]."""
    n = len(slopes)
    c: Tensor = [[[ring.zero] * n for _ in range(n)] for _ in range(n)]
    for k in range(n):
        for i in range(n):
            for j in range(i, n):
                own = slopes[k][j][i] + slopes[k][i][j]
                c[k][i][j] = c[k][j][i] = (own - slopes[i][j][k]) / 2
    return c


def quasi(ring: Ring, half: Tensor, M: Matrix, names: Sequence[CoordinateNames]) -> Tensor:
    """Compute the connection coefficients Γ_kij for quasi-velocities, indexed [k][i][j].

    `half` contains ½ (D_i M_jk + D_j M_ik − D_k M_ij).
    """

    def twisted(i: int, j: int, row: list[Poly]) -> Poly:
        """Return Σ_l γ_ij^l row_l, which is ± the entry for the third axis of a ball joint, or zero."""
        a, b = names[i], names[j]
        if not a.quaternion or a.quaternion != b.quaternion or i == j:
            return ring.zero
        third = row[i - a.axis + 3 - a.axis - b.axis]
        return third if (b.axis - a.axis) % 3 == 1 else -third

    def entry(k: int, i: int, j: int) -> Poly:
        twice = twisted(i, j, M[k]) - twisted(i, k, M[j]) - twisted(j, k, M[i])
        return half[k][i][j] + twice / 2

    n = range(len(M))
    return [[[entry(k, i, j) for j in n] for i in n] for k in n]


def contracted(ring: Ring, table: Tensor) -> Matrix:
    """Compute the matrix S_kj = Σ_i Γ_kij q̇_i from connection coefficients or Christoffel symbols."""
    return [[ring.dot(column, ring.qd) for column in zip(*G_k, strict=True)] for G_k in table]


def other_S(ring: Ring, slopes: Tensor, *, generic: bool) -> Matrix:
    """Compute S_ij = Σ_k (A − ½ ∂M_jk/∂q_i) q̇_k, where A is ∂M_ik/∂q_j if `generic` is True, or ∂M_ij/∂q_k."""
    n = range(len(slopes))

    def entry(i: int, j: int) -> Poly:
        whole = [row[j] for row in slopes[i]] if generic else slopes[i][j]
        return ring.dot([whole[k] - slopes[j][k][i] / 2 for k in n], ring.qd)

    return [[entry(i, j) for j in n] for i in n]


def is_skew(ring: Ring, slopes: Tensor, S: Sequence[Sequence[Poly]]) -> bool:
    """Return whether Ṁ − 2S is skew-symmetric. `slopes` contains the derivatives ∂M_ij/∂q_k."""
    n = range(len(S))
    rate = [[ring.dot(slopes[i][j], ring.qd) for j in n] for i in n]
    N = [[rate[i][j] - 2 * S[i][j] for j in n] for i in n]
    return all(ring.is_zero(N[i][j] + N[j][i]) for i in n for j in n)


# ── size ──────────────────────────────────────────────────────────────────────


def size(tree: Tree) -> int:
    """Estimate the number of terms in the inertia matrix of a tree."""
    grown: list[float] = []
    for i, body in enumerate(tree.bodies):
        before = grown[body.parent] if body.parent >= 0 else 0.0
        grown.append(before * _growth(tree, i) if before else _OBLIQUE if body.motion == "ball" else 1.0)
    symbolic = [sum(isinstance(x, Node) for x in body.inertia.parameters) for body in tree.bodies]
    inertial = 1 + max(symbolic, default=0)
    return round(tree.n * inertial * max(grown, default=1.0))


def check_size(tree: Tree, largest: int) -> None:
    """Estimate the number of terms in M. Raise an error if M is too large, and warn if its computation will be slow."""
    terms = size(tree)
    megabytes = max(round(terms * _BYTES / 1e6), 1)
    remedy = Pass(Argument("largest"))
    found = ClosedFormSize(RobotName(tree.name), _rounded(terms), _rounded(megabytes), largest, remedy)
    if terms > largest:
        raise found.error()
    if terms > _NOTABLE:
        warn(DalembertWarning(replace(found, most=None, remedy=None)), stacklevel=3)


def announce(name: str, what: str, terms: int, n: int) -> None:
    """Warn that the printed form of a quantity is long. `terms` is the number of terms in M."""
    characters = terms * _CHARACTERS * n ** (what in _RATES)
    if characters > _FILE:
        megabytes = _rounded(round(characters / 1e6))
        warn(DalembertWarning(LongText(RobotName(name), Identifier(what), megabytes)), stacklevel=3)


def _growth(tree: Tree, i: int) -> float:
    body = tree.bodies[i]
    if body.prismatic:
        return _PARALLEL
    if body.motion == "ball":
        return _OBLIQUE if all(tree.bodies[j].prismatic for j in tree.ancestors(i) if j != i) else _OBLIQUE**2
    along = body.placement.R[2][2]
    if isinstance(along, Node):
        return _OBLIQUE
    return _PARALLEL if abs(abs(along) - 1) < AXIS else _RIGHT if abs(along) < AXIS else _OBLIQUE


def _rounded(x: int) -> int:
    """Round an integer down to two significant digits."""
    power = int(10 ** max(len(str(x)) - 2, 0))
    return x // power * power
