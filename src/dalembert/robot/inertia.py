"""Inertia of a rigid body, in the form the dynamics is linear in: m, m c, I_O.

I_O = ∫ (rᵀr E − r rᵀ) dm                                  moments about the frame origin
J   = ∫ r rᵀ dm = ½ tr(I) E − I,   I = tr(J) E − J         Euler matrix
I_O = I_c + m (cᵀc E − c cᵀ) = I_c + m Sᵀ(c) S(c)          translation (Steiner, both forms)
⁰I  = R I Rᵀ                                               rotation
½ ωᵀ I ω = ½ tr(S(ω) J Sᵀ(ω))                              the energy in both
T = ½ m |v_c|² + ½ ωᵀI_c ω                                 König, v_c = v + ω × c
  = ½ [v, ω]ᵀ [m E, −S(m c); S(m c), I_O] [v, ω]           about the frame origin: the 6×6 body matrix

Tensor entries are those of the matrix, Ixy = −∫xy dm: the *products of inertia*
of some books are ∫xy dm = −Ixy (`products`).   [khalil2002, ch. 9], [deluca]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from dalembert import finding
from dalembert.argument import checked_entries, checked_vector, choice, value
from dalembert.finding.finding import Bind, Function, Identifier, Measure, Noun, SymbolName, Unit
from dalembert.graph import Node, symbols
from dalembert.graph.evaluate import evaluate
from dalembert.graph.scalar import is_zero
from dalembert.spatial.pose import IDENTITY, Pose
from dalembert.spatial.vector import (
    EYE,
    ZERO,
    Matrix,
    Vector,
    add,
    cross,
    dot,
    matmul,
    matvec,
    outer,
    scale,
    skew,
    sub,
    transpose,
)
from dalembert.tolerance import ROUNDED_INERTIA, ROUNDING, STEINER_ROUNDING
from dalembert.typeset.notebook import Displayed

ENTRIES = ("Ixx", "Iyy", "Izz", "Ixy", "Iyz", "Ixz")


@dataclass(frozen=True)
class Principal(Displayed):
    """Central moments, smallest first, and the rotation whose columns are their axes, right-handed."""

    UNITS: ClassVar[Mapping[str, str]] = {"moments": "kg m²"}

    moments: tuple[float, float, float]
    R: Matrix


@dataclass(frozen=True)
class Inertia(Displayed):
    """Mass, first moments `ms` = m·c and tensor about the frame origin (Ixx, Iyy, Izz, Ixy, Iyz, Ixz)."""

    UNITS: ClassVar[Mapping[str, str]] = {"mass": "kg", "ms": "kg m", "tensor": "kg m²"}

    mass: Any = 0
    ms: Vector = (0, 0, 0)
    tensor: Vector = (0, 0, 0, 0, 0, 0)

    def __post_init__(self) -> None:
        for what, size in (("ms", 3), ("tensor", 6)):
            object.__setattr__(self, what, checked_vector(getattr(self, what), size, f"{what} of an inertia"))
        object.__setattr__(self, "mass", value(self.mass, "mass"))

    @classmethod
    def about_com(cls, mass: Any, com: Vector, tensor: Vector) -> Inertia:
        """From mass, centre of mass and the tensor about it (Ixx, Iyy, Izz, Ixy, Iyz, Ixz)."""
        return cls(mass, ZERO, tensor).translated(checked_vector(com, 3, "com of an inertia"))

    @classmethod
    def from_matrix(cls, mass: Any, ms: Vector, I: Sequence[Sequence[Any]]) -> Inertia:
        """From mass, first moments and the 3×3 tensor about the frame origin; its upper half is read."""
        I = [checked_entries(row, 3, "I") for row in checked_entries(I, 3, "I")]
        return cls(mass, ms, (I[0][0], I[1][1], I[2][2], I[0][1], I[1][2], I[0][2]))

    @classmethod
    def from_euler(cls, mass: Any, ms: Vector, J: Matrix) -> Inertia:
        """From mass, first moments and the Euler matrix about the frame origin: I = tr(J) E − J."""
        return cls.from_matrix(mass, ms, _trace_minus(J, 1))

    @property
    def matrix(self) -> Matrix:
        """The 3×3 tensor about the frame origin."""
        xx, yy, zz, xy, yz, xz = self.tensor
        return ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))

    @property
    def euler(self) -> Matrix:
        """Euler matrix J = ∫ r rᵀ dm = ½ tr(I) E − I about the frame origin; `central().euler` is J_c."""
        return _trace_minus(self.matrix, 2)

    @property
    def products(self) -> Vector:
        """Products of inertia as books with the other sign give them: (∫xy dm, ∫yz dm, ∫xz dm)."""
        return tuple(-x for x in self.tensor[3:])

    @property
    def com(self) -> Vector:
        """Centre of mass in the frame; the origin for a massless body."""
        return (0, 0, 0) if is_zero(self.mass) else tuple(x / self.mass for x in self.ms)

    def central(self) -> Inertia:
        """The same body seen from a frame at its centre of mass."""
        return self.translated(tuple(-x for x in self.com))

    def translated(self, p: Vector) -> Inertia:
        """The body carried by p: the same body seen from a parallel frame in which its frame stands at p."""
        return self.moved(Pose(p=tuple(value(x, "translation") for x in p)))

    def rotated(self, R: Matrix) -> Inertia:
        """The body turned by R about the frame origin: I' = R I Rᵀ."""
        return self.moved(Pose(R))

    def moved(self, pose: Pose) -> Inertia:
        """The same body seen from a frame in which its frame stands at `pose`.

        With c the first moments after rotation, p the shift and c' = c + m p:
        I' = R I Rᵀ + tr(K) E − K,  K = m p pᵀ + c pᵀ + p cᵀ = p c'ᵀ + c pᵀ.
        """
        if pose == IDENTITY:
            return self
        ms = matvec(pose.R, self.ms)
        p, m = pose.p, self.mass
        I = matmul(matmul(pose.R, self.matrix), transpose(pose.R))
        after = add(ms, scale(m, p))
        central = all(is_zero(x) for x in ms)  # then K is m p pᵀ, as Steiner's term is written
        K = [[m * (a * b) if central else a * after[j] + ms[i] * b for j, b in enumerate(p)] for i, a in enumerate(p)]
        shifted = tuple(
            tuple(I[i][j] + (K[i - 1][i - 1] + K[i - 2][i - 2]) if i == j else I[i][j] - K[i][j] for j in range(3))
            for i in range(3)
        )
        return Inertia.from_matrix(m, after, shifted)

    @property
    def body_matrix(self) -> Matrix:
        """6×6, [linear, angular] about the frame origin: [m E, −S(ms); S(ms), I_O]; T = ½ [v, ω]ᵀ · it · [v, ω]."""
        S, m = skew(self.ms), self.mass
        upper = [(*(m * x for x in EYE[i]), *(-x for x in S[i])) for i in range(3)]
        lower = [(*S[i], *self.matrix[i]) for i in range(3)]
        return (*upper, *lower)

    def energy(self, v: Vector, w: Vector, *, about: str = "origin") -> Any:
        """Kinetic energy at velocity v of the frame origin and angular velocity w, both in the frame's axes.

        `about="origin"` is ½ m vᵀv + vᵀ(ω × ms) + ½ ωᵀI_O ω, `about="com"` is König's ½ m |v_c|² + ½ ωᵀI_c ω:
        one number, two ways. The second divides by the mass.
        """
        v, w = checked_vector(v, 3, "v"), checked_vector(w, 3, "w")
        about = choice(about, "about", ("origin", "com"))
        if about == "origin":
            return (self.mass * dot(v, v) + dot(w, matvec(self.matrix, w))) / 2 + dot(v, cross(w, self.ms))
        speed = add(v, cross(w, self.com))
        return (self.mass * dot(speed, speed) + dot(w, matvec(self.central().matrix, w))) / 2

    def __add__(self, other: Inertia) -> Inertia:
        """Two bodies fixed together, seen from the same frame."""
        return Inertia(self.mass + other.mass, add(self.ms, other.ms), add(self.tensor, other.tensor))

    def __sub__(self, other: Inertia) -> Inertia:
        """A body with another cut out of it, seen from the same frame."""
        return Inertia(self.mass - other.mass, sub(self.ms, other.ms), sub(self.tensor, other.tensor))

    @classmethod
    def from_parameters(cls, pi: Vector) -> Inertia:
        """The inverse of `parameters`."""
        m, mx, my, mz, xx, xy, yy, xz, yz, zz = pi
        return cls(m, (mx, my, mz), (xx, yy, zz, xy, yz, xz))

    @property
    def parameters(self) -> Vector:
        """(m, mx, my, mz, Ixx, Ixy, Iyy, Ixz, Iyz, Izz): the columns of the regressor, in order."""
        xx, yy, zz, xy, yz, xz = self.tensor
        return (self.mass, *self.ms, xx, xy, yy, xz, yz, zz)

    @property
    def is_zero(self) -> bool:
        return all(is_zero(x) for x in self.parameters)

    @property
    def is_symbolic(self) -> bool:
        """Whether some entry is an expression."""
        return any(isinstance(x, Node) for x in self.parameters)

    def principal(self) -> Principal:
        """Principal moments about the centre of mass and their axes; numbers only."""
        import numpy as np

        moments, axes = np.linalg.eigh(np.array(self.numeric().central().matrix, dtype=float))
        if np.linalg.det(axes) < 0:
            axes[:, 2] = -axes[:, 2]
        return Principal((float(moments[0]), float(moments[1]), float(moments[2])), tuple(map(tuple, axes.tolist())))

    @property
    def impossible(self) -> finding.InertiaViolation | None:
        """A negative mass or moment about the centre, whatever the values of the symbols; None if there is none.

        `violations` of a body of numbers checks more.
        """
        names, pi = sorted(symbols(self.parameters)), list(self.parameters)
        drawn = [{x: 0.7 + 0.31 * ((3 * i + 5 * k) % 7) for i, x in enumerate(names)} for k in range(3 if names else 1)]
        found = [_negative([float(x) for x in evaluate(pi, values)]) for values in drawn]
        first = found[0]
        return first if first is not None and all(_same_violation(first, x) for x in found) else None

    def violations(self, tolerance: float = ROUNDED_INERTIA) -> tuple[finding.InertiaViolation, ...]:
        """Inequalities that this inertia violates; empty if some body has it.

        A body has it if and only if m ≥ 0 and J_c is positive semidefinite, which implies that the
        principal moments are not negative and that none exceeds the sum of the other two [wensing2018].
        `tolerance` is relative to the largest moment, for rounded numbers; the tensor about the centre of mass is
        rounded too.
        """
        body = self.numeric()
        if body.mass < 0:
            return (_violation("negative mass", "kg", body.mass),)
        if body.mass == 0:
            return () if body.is_zero else (finding.InertiaViolation(Noun("tensor without mass")),)
        low, middle, high = body.principal().moments
        slack = max(tolerance * max(abs(low), abs(high)), STEINER_ROUNDING * max(abs(x) for x in body.tensor))
        if low < -slack:
            return (_violation("negative moment", "kg m²", low),)
        if high > low + middle + slack:
            return (_violation("triangle inequality", "kg m²", low, middle, high),)
        return ()

    @property
    def is_physical(self) -> bool:
        """Whether some body has this inertia."""
        return not self.violations()

    def checked(self, noun: str = "body", name: str | None = None) -> Inertia:
        """Return this inertia; raise `UnphysicalInertia` if no body has it."""
        for violation in self.violations():
            raise finding.Unphysical(Noun(noun), None if name is None else Identifier(name), violation).error()
        return self

    def numeric(self) -> Inertia:
        """The same with every entry a float; √2 and π have a value, a symbol has none."""
        if not self.is_symbolic:
            return Inertia.from_parameters(tuple(map(float, self.parameters)))
        names = sorted(symbols(self.parameters))
        if names:
            unbound = tuple(map(SymbolName, names))
            raise finding.UnboundSymbols(None, unbound, Function("Inertia.numeric"), Bind(unbound)).error()
        return Inertia.from_parameters(tuple(evaluate(self.parameters, {})))


def steiner(mass: Any, r: Vector) -> Matrix:
    """m (rᵀr E − r rᵀ): what a shift by r adds to a central tensor."""
    mass, r = value(mass, "mass"), checked_vector(r, 3, "r")
    square, rr = dot(r, r), outer(r, r)
    return tuple(tuple(mass * ((square if i == j else 0) - rr[i][j]) for j in range(3)) for i in range(3))


def steiner_skew(mass: Any, r: Vector) -> Matrix:
    """m Sᵀ(r) S(r): the same, by the skew matrix."""
    mass, S = value(mass, "mass"), skew(checked_vector(r, 3, "r"))
    return tuple(tuple(mass * x for x in row) for row in matmul(transpose(S), S))


def _trace_minus(A: Matrix, share: int) -> Matrix:
    """tr(A)/share E − A."""
    trace = (A[0][0] + A[1][1] + A[2][2]) / value(share)
    return tuple(tuple((trace if EYE[i][j] else 0) - A[i][j] for j in range(3)) for i in range(3))


def _same_violation(a: finding.InertiaViolation, b: finding.InertiaViolation | None) -> bool:
    """Whether two draws of the symbols violate the same inequality with the same numbers, which then hold no symbol."""
    if b is None or a.quantity != b.quantity:
        return False
    pairs = zip(a.values, b.values, strict=True)
    return all(abs(x.value - y.value) <= ROUNDING * abs(x.value) for x, y in pairs)


def _negative(pi: list[float]) -> finding.InertiaViolation | None:
    """A mass below 0, or the lowest moment about the centre: Ixx − (my² + mz²)/m."""
    m, x, y, z, xx, _, yy, _, _, zz = pi
    if m < 0:
        return _violation("negative mass", "kg", m)
    away = [(y * y + z * z) / m, (x * x + z * z) / m, (x * x + y * y) / m] if m else [0.0, 0.0, 0.0]
    lowest = min(a - b for a, b in zip((xx, yy, zz), away, strict=True))
    least = -ROUNDED_INERTIA * max(abs(xx), abs(yy), abs(zz))
    return _violation("negative moment", "kg m²", lowest) if lowest < least else None


def _violation(quantity: str, unit: str, *values: float) -> finding.InertiaViolation:
    return finding.InertiaViolation(Noun(quantity), tuple(Measure(float(x), Unit(unit)) for x in values))
