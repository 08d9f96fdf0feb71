"""What each inertial parameter of a robot multiplies in its energies, exactly.

    T = ½ q̇ᵀM q̇ = Σ_p π_p T_p(q, q̇),      U = Σ_p π_p U_p(q)

π_p are the ten parameters of each body in its own frame (`robot.tree`: z along the
joint), in the order of `Inertia.parameters`, and then N² Im of each drive. With a
body's partial velocities v_k, ω_k, what multiplies them in M_jk is

    m: v_j·v_k     ms: v_j × ω_k + v_k × ω_j     I_xy: ω_jx ω_ky + ω_jy ω_kx  …     [briot], [khalil2002, ch. 9]
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from dalembert.closed.algebra.exact import exact_tree, in_decimals
from dalembert.closed.algebra.generator import Poly, names
from dalembert.closed.algebra.ring import Ring, ring_for
from dalembert.closed.model.coordinates import Coordinates
from dalembert.closed.model.driven import Rotor, friction_efforts, rotors, seen_from
from dalembert.closed.model.kinematics import Kinematics, seats
from dalembert.closed.model.loop import Closure, closures
from dalembert.closed.model.size import LARGEST
from dalembert.closed.model.sprung import armature, check_springs, damper_efforts, elastic_efforts, elastic_energy
from dalembert.closed.printing.display import Display
from dalembert.closed.printing.tree_writer import typeset
from dalembert.errors import UnknownName
from dalembert.graph import Scalar, symbols
from dalembert.graph.scalar import cos, sin
from dalembert.robot.loop import Loop
from dalembert.robot.model import Robot
from dalembert.robot.tree import Tree
from dalembert.spatial.vector import add, cross

LABELS = ("M", "MX", "MY", "MZ", "XX", "XY", "YY", "XZ", "YZ", "ZZ", "IA")
# (row, column) of the tensor that each of the last six parameters multiplies
_TENSOR = ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2))
_ROTOR = 10

Wrenches: TypeAlias = tuple[tuple[str, tuple[Scalar, ...]], ...]


@dataclass(frozen=True)
class Parameter:
    """An inertial parameter of a body, or the rotor inertia N² Im of its drive."""

    body: int
    which: int  # index into LABELS
    value: Poly

    @property
    def label(self) -> str:
        return f"{LABELS[self.which]}{self.body + 1}"


class Inertial:
    """A robot's parameters and the polynomials they multiply."""

    def __init__(self, robot: Robot, coordinates: Coordinates, wrench: Wrenches, largest: int = LARGEST) -> None:
        self.robot, self.coordinates, self.wrench, self.largest = robot, coordinates, wrench, largest
        self.tree: Tree = exact_tree(robot)
        self.n = robot.n
        check_springs(self.tree)
        for frame, _ in wrench:
            self.tree.place(frame)

    @cached_property
    def ring(self) -> Ring:
        """The ring of this robot: its angles, coordinates and symbols."""
        angles = [
            f(seat.angle) for seat in seats(self.tree, self.coordinates) if seat.angle is not None for f in (sin, cos)
        ]
        others = [x for _, w in self.wrench for x in w]
        others += [x for row in self.closures for x in (row.phi, *row.slopes)]
        others += [elastic_energy(self.tree, self.coordinates), *elastic_efforts(self.tree, self.coordinates)]
        others += damper_efforts(self.tree, self.coordinates)
        others += armature(self.tree, self.coordinates).values()
        others += [x for body in self.tree.bodies for x in body.lifted.parameters[:4]]
        matrix = [a for row in self.coordinates.matrix for a in row]
        driven = [
            *friction_efforts(self.tree, self.coordinates),
            *(x for r in self._rotors for x in (r.value, *r.entries)),
        ]
        numbers = [*angles, *matrix, *_numbers(self.tree), *driven, *others]
        multipliers = [f"lambda{k}" for k in range(1, len(self.closures) + 1)]
        taken = {x for each in self.coordinates.names for x in (*each.places, each.qd, each.qdd, each.tau)}
        taken.update(multipliers)
        clash = taken.intersection(self.robot.parameters)
        if clash:
            raise UnknownName(
                f"'{sorted(clash)[0]}' names both a parameter of robot '{self.robot.name}' and a coordinate"
            )
        _told_apart(self.robot)
        joint_efforts = [x.tau for x in names(self.n)]
        told = symbols([*matrix, *others]) - taken
        known = [*self.robot.parameters, *sorted(told), *joint_efforts, *multipliers]
        return ring_for(self.coordinates.names, known, numbers)

    @cached_property
    def closures(self) -> list[Closure]:
        """What the loops ask, as expressions."""
        return closures(self.tree, self.coordinates)

    @cached_property
    def kinematics(self) -> Kinematics:
        return Kinematics(self.tree, self.coordinates, self.ring)

    @cached_property
    def display(self) -> Display:
        """How elements of the ring are read: text, LaTeX, SymPy, graph …"""
        return self.display_in(self.ring)

    def display_in(self, ring: Ring) -> Display:
        """The same for a larger ring."""
        runs = [[ring.lift(angle) for angle in run] for run in self._runs]
        lengths = dict.fromkeys(name for x in _geometry(self.tree) for name in sorted(symbols([x])))
        return Display(ring, self.inertial_symbols, lengths, symbols(self.tree.gravity), runs, in_decimals(self.robot))

    @cached_property
    def inertial_symbols(self) -> list[str]:
        """A symbol of each term of each parameter (m2 of m2 lc2², I2, Im of N² Im), to collect equations under."""
        ring = self.ring
        geometry = self.geometry
        masses = [p.value for p in self.parameters if p.which == 0]
        found: set[int] = set()
        for value in (*masses, *(p.value for p in self.parameters)):
            for monomial in value.to_dict():
                powers = {i: e for i, e in enumerate(monomial) if e}
                if not found & powers.keys():
                    free = [i for i, e in powers.items() if e == 1 and ring.generators[i].name not in geometry]
                    found.update(free[:1])
        return [ring.generators[i].name for i in sorted(found) if ring.generators[i].is_symbol]

    @cached_property
    def geometry(self) -> frozenset[str]:
        """The symbols that tell where things are and turn: lengths, angles, ratios, gravity."""
        rows = (x for rotor in self._rotors for x in rotor.entries)
        return frozenset(symbols([*_geometry(self.tree), *rows, *(a for row in self.coordinates.matrix for a in row)]))

    @property
    def _runs(self) -> list[list[Poly]]:
        """The angles of each run of parallel axes."""
        runs: list[list[Poly]] = []
        of: dict[int, list[Poly]] = {}
        for i, (body, seat) in enumerate(zip(self.tree.bodies, self.kinematics.seats, strict=True)):
            if seat.fresh or body.parent < 0:
                beside = self._beside(i)
                if beside is None:
                    runs.append([])
                of[i] = runs[-1] if beside is None else of[beside]
            else:
                of[i] = of[body.parent]
            if seat.angle is not None:
                of[i].append(self.ring.poly(seat.angle))
        return runs

    def _beside(self, i: int) -> int | None:
        """A body before i on the same carrier, about a parallel axis, where loops bring the angles of both together."""
        bodies, z = self.tree.bodies, [row[2] for row in self.tree.bodies[i].placement.R]
        alike = (j for j in range(i) if bodies[j].parent == bodies[i].parent and bodies[j].motion == "turn")
        if not self.tree.loops or bodies[i].motion != "turn":
            return None
        return next((j for j in alike if [row[2] for row in bodies[j].placement.R] == z), None)

    # ── the parameters and what each multiplies ───────────────────────────────

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        """Ten for each body, then the rotor inertias of those that have one."""
        ring = self.ring
        links = [
            Parameter(i, which, ring.poly(x))
            for i, body in enumerate(self.tree.bodies)
            for which, x in enumerate(body.inertia.parameters)
        ]
        return (*links, *(Parameter(r.body, _ROTOR, ring.poly(r.value)) for r in self._rotors))

    def inertia_of(self, p: int) -> dict[tuple[int, int], Poly]:
        """∂M_ij/∂π_p for i ≤ j, zeros left out."""
        parameter = self.parameters[p]
        if parameter.which == _ROTOR:
            return self._rotor(next(r for r in self._rotors if r.body == parameter.body))
        return self._body_inertia(parameter.body, parameter.which)

    def potential_of(self, p: int) -> Poly:
        """∂U/∂π_p."""
        parameter = self.parameters[p]
        if parameter.which == 0:
            return self.kinematics.motions[parameter.body].potential
        return -self._gravity_in(parameter.body)[parameter.which - 1] if parameter.which <= 3 else self.ring.zero

    # ── how ───────────────────────────────────────────────────────────────────

    def _body_inertia(self, i: int, which: int) -> dict[tuple[int, int], Poly]:
        """Coefficient of one parameter of body i in M."""
        motion, ring = self.kinematics.motions[i], self.ring
        moving = sorted(motion.v)
        result = {}
        for a, j in enumerate(moving):
            for k in moving[a:]:
                if which == 0:
                    x = ring.dot(motion.v[j], motion.v[k])
                elif which <= 3:
                    x = self._moment(i, j, k)[which - 1]
                else:
                    x = self._product(i, j, k, *_TENSOR[which - 4])
                if x:
                    result[j, k] = x
        return result

    def _moment(self, i: int, j: int, k: int) -> tuple[Poly, ...]:
        """v_j × ω_k + v_k × ω_j in the body's axes."""
        known = self._moments.get((i, j, k))
        if known is None:
            v, w = self.kinematics.motions[i].v, self.kinematics.motions[i].w
            parts = [cross(v[a], w[b]) for a, b in ((j, k), (k, j)) if b in w]
            total = parts[0] if len(parts) == 1 else add(*parts) if parts else self.kinematics.vector((0, 0, 0))
            known = self._moments[i, j, k] = self.kinematics.in_body(i, self.kinematics.reduce(total))
        return known

    @cached_property
    def _moments(self) -> dict[tuple[int, int, int], tuple[Poly, ...]]:
        return {}

    def _product(self, i: int, j: int, k: int, x: int, y: int) -> Poly:
        """ω_jx ω_kx, or ω_jx ω_ky + ω_jy ω_kx, in the body's axes."""
        w = self._turning[i]
        if j not in w or k not in w:
            return self.ring.zero
        if x == y:
            return self.ring.mul(w[j][x], w[k][x])
        return self.ring.reduce(w[j][x] * w[k][y] + w[j][y] * w[k][x])

    @cached_property
    def _turning(self) -> list[dict[int, tuple[Poly, ...]]]:
        """Partial angular velocities in the bodies' own axes."""
        kinematics = self.kinematics
        return [
            {k: kinematics.in_body(i, w) for k, w in motion.w.items()} for i, motion in enumerate(kinematics.motions)
        ]

    def _gravity_in(self, i: int) -> tuple[Poly, ...]:
        return self.kinematics.in_body(i, self.kinematics.motions[i].gravity)

    def _rotor(self, rotor: Rotor) -> dict[tuple[int, int], Poly]:
        """½ (Σ row_k ẋ_k)²: row_j row_k in M."""
        total: dict[tuple[int, int], Poly] = {}
        for given in rotor.rows:
            row = [self.ring.poly(a) for a in seen_from(self.coordinates, given)]
            moved = [k for k, a in enumerate(row) if a]
            for j in moved:
                for k in moved:
                    if j <= k:
                        total[j, k] = total.get((j, k), self.ring.zero) + self.ring.mul(row[j], row[k])
        return total

    @cached_property
    def _rotors(self) -> list[Rotor]:
        return rotors(self.tree)


def _told_apart(robot: Robot) -> None:
    """Refuse symbols that are written or read alike: m_2 and m2 are both m₂."""
    seen: dict[str, str] = {}
    for name in robot.parameters:
        shown = typeset(name, {})
        other = seen.setdefault(shown.letter + shown.index.replace(",", ""), name)
        if other != name:
            raise UnknownName(
                f"symbols '{other}' and '{name}' of robot '{robot.name}' cannot be told apart in an equation; "
                f"rename one, robot.bind({name}='…')"
            )


def _geometry(tree: Tree) -> list[Scalar]:
    """Lengths and angles of a tree and its loops, and its gravity."""
    cuts = [loop for loop in tree.loops if isinstance(loop, Loop)]
    return [
        *(x for cut in cuts for pose in (cut.first_placement, cut.second_placement) for x in pose.p),
        *(cut.length for cut in cuts if cut.length is not None),
        *tree.gravity,
        *(x for b in tree.bodies for x in (*b.placement.p, b.ratio, *(y for r in b.placement.R for y in r))),
    ]


def _numbers(tree: Tree) -> list[Scalar]:
    """Every number of a tree that a closed form can hold."""
    numbers: list[Scalar] = list(tree.gravity)
    for body in tree.bodies:
        numbers += [x for row in body.placement.R for x in row]
        numbers += [*body.placement.p, body.ratio, *body.inertia.parameters]
    for _, pose in tree.places.values():
        numbers += [*(x for row in pose.R for x in row), *pose.p]
    return numbers
