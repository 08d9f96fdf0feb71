"""Inertia of a rigid body: mass m, first moments m c and inertia tensor I_O. The equations of motion are linear in
these parameters.

I_O = ∫ (rᵀr E − r rᵀ) dm                                  moments about the frame origin
J   = ∫ r rᵀ dm = ½ tr(I) E − I,   I = tr(J) E − J         Euler matrix
I_O = I_c + m (cᵀc E − c cᵀ) = I_c + m Sᵀ(c) S(c)          translation (Steiner, both forms)
⁰I  = R I Rᵀ                                               rotation
½ ωᵀ I ω = ½ tr(S(ω) J Sᵀ(ω))                              rotational energy with I or J
T = ½ m |v_c|² + ½ ωᵀI_c ω                                 König, v_c = v + ω × c
  = ½ [v, ω]ᵀ [m E, −S(m c); S(m c), I_O] [v, ω]           about the frame origin: the 6×6 body matrix

Ixy, Iyz and Ixz are entries of the tensor matrix, so Ixy = −∫xy dm. Some books define the *products of inertia* as ∫xy
dm = −Ixy (`products`). [khalil2002, ch. 9], [deluca]
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
from dalembert.typeset.notebook_display import Displayed

ENTRIES = ("Ixx", "Iyy", "Izz", "Ixy", "Iyz", "Ixz")


@dataclass(frozen=True)
class Principal(Displayed):
    """Principal moments about the centre of mass in ascending order, and principal axes.

    The principal axes are the columns of the rotation matrix R.
    """

    UNITS: ClassVar[Mapping[str, str]] = {"moments": "kg m²"}

    moments: tuple[float, float, float]
    R: Matrix


@dataclass(frozen=True)
class Inertia(Displayed):
    """Inertia of a rigid body in a frame.

    Use `Inertia.about_com` if the inertia tensor refers to the centre of mass.

    Parameters
    ----------
    mass : number or str
        Mass [kg].
    ms : sequence of 3 numbers
        First moments: mass times centre of mass [kg m].
    tensor : sequence of 6 numbers
        Ixx, Iyy, Izz, Ixy, Iyz, Ixz about the origin of the frame [kg m²], with Ixy = −∫xy dm.

    Examples
    --------
    >>> import dalembert as da
    >>> rod = da.Inertia.about_com(3.0, (0.5, 0, 0), (0, 0.25, 0.25, 0, 0, 0))
    >>> print(rod.ms, rod.tensor)
    (1.5, 0.0, 0.0) (0.0, 1.0, 1.0, 0.0, 0.0, 0.0)
    """

    UNITS: ClassVar[Mapping[str, str]] = {"mass": "kg", "ms": "kg m", "tensor": "kg m²"}

    mass: Any = 0
    ms: Vector = (0, 0, 0)
    tensor: Vector = (0, 0, 0, 0, 0, 0)

    def __post_init__(self) -> None:
        for what, size in (("ms", 3), ("tensor", 6)):
            object.__setattr__(self, what, checked_vector(getattr(self, what), size, f"{what} of an inertia"))
        object.__setattr__(self, "mass", value(self.mass, "mass"))

    @classmethod
    def about_com(cls, mass: Any, com: Vector, tensor: Vector = (0, 0, 0, 0, 0, 0)) -> Inertia:
        """Create an inertia from the mass, the centre of mass and the inertia tensor about the centre of mass.

        The tensor is (Ixx, Iyy, Izz, Ixy, Iyz, Ixz), by default zero (point mass). The units are kg, m and kg m².
        """
        return cls(mass, ZERO, tensor).translated(checked_vector(com, 3, "com of an inertia"))

    @classmethod
    def from_matrix(cls, mass: Any, ms: Vector, I: Sequence[Sequence[Any]]) -> Inertia:
        """Create an inertia from the mass, the first moments and the 3×3 inertia tensor about the frame origin.

        Only the upper triangle of the tensor is used.
        """
        I = [checked_entries(row, 3, "I") for row in checked_entries(I, 3, "I")]
        return cls(mass, ms, (I[0][0], I[1][1], I[2][2], I[0][1], I[1][2], I[0][2]))

    @classmethod
    def from_euler(cls, mass: Any, ms: Vector, J: Matrix) -> Inertia:
        """Create an inertia from the mass, the first moments and the Euler matrix J about the frame origin.

        The inertia tensor is I = tr(J) E − J.
        """
        return cls.from_matrix(mass, ms, _trace_minus(J, 1))

    @property
    def matrix(self) -> Matrix:
        """3×3 inertia tensor about the frame origin."""
        xx, yy, zz, xy, yz, xz = self.tensor
        return ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))

    @property
    def euler(self) -> Matrix:
        """Euler matrix J = ∫ r rᵀ dm = ½ tr(I) E − I about the frame origin.

        `central().euler` is J about the centre of mass.
        """
        return _trace_minus(self.matrix, 2)

    @property
    def products(self) -> Vector:
        """Products of inertia with the opposite sign, as in some books: (∫xy dm, ∫yz dm, ∫xz dm)."""
        return tuple(-x for x in self.tensor[3:])

    @property
    def com(self) -> Vector:
        """Centre of mass in the frame, or the origin for a massless body."""
        return (0, 0, 0) if is_zero(self.mass) else tuple(x / self.mass for x in self.ms)

    def central(self) -> Inertia:
        """Return the inertia in a parallel frame whose origin is the centre of mass."""
        return self.translated(tuple(-x for x in self.com))

    def translated(self, p: Vector) -> Inertia:
        """Return the inertia of the body translated by p, in the same frame."""
        return self.moved(Pose(p=tuple(value(x, "translation") for x in p)))

    def rotated(self, R: Matrix) -> Inertia:
        """Return the inertia of the body rotated by R about the frame origin, in the same frame: I' = R I Rᵀ."""
        return self.moved(Pose(R))

    def moved(self, pose: Pose) -> Inertia:
        """Express the inertia in another frame, given the pose of the current frame relative to that frame.

        With the first moments c after rotation, the translation p and c' = c + m p, the new tensor is
        I' = R I Rᵀ + tr(K) E − K,  K = m p pᵀ + c pᵀ + p cᵀ = p c'ᵀ + c pᵀ.
        """
        if pose == IDENTITY:
            return self
        ms = matvec(pose.R, self.ms)
        p, m = pose.p, self.mass
        I = matmul(matmul(pose.R, self.matrix), transpose(pose.R))
        after = add(ms, scale(m, p))
        central = all(is_zero(x) for x in ms)  # then K = m p pᵀ, which is Steiner's term
        K = [[m * (a * b) if central else a * after[j] + ms[i] * b for j, b in enumerate(p)] for i, a in enumerate(p)]
        shifted = tuple(
            tuple(I[i][j] + (K[i - 1][i - 1] + K[i - 2][i - 2]) if i == j else I[i][j] - K[i][j] for j in range(3))
            for i in range(3)
        )
        return Inertia.from_matrix(m, after, shifted)

    @property
    def body_matrix(self) -> Matrix:
        """6×6 inertia matrix B = [m E, −S(ms); S(ms), I_O] about the frame origin, with linear rows first.

        The kinetic energy is T = ½ [v, ω]ᵀ B [v, ω].
        """
        S, m = skew(self.ms), self.mass
        upper = [(*(m * x for x in EYE[i]), *(-x for x in S[i])) for i in range(3)]
        lower = [(*S[i], *self.matrix[i]) for i in range(3)]
        return (*upper, *lower)

    def energy(self, v: Vector, w: Vector, *, about: str = "origin") -> Any:
        """Compute the kinetic energy for the velocity v of the frame origin and the angular velocity w.

        Both velocities are expressed in the body frame.

        `about` selects one of two equivalent formulas. "origin" is ½ m vᵀv + vᵀ(ω × ms) + ½ ωᵀI_O ω. "com" is König's
        formula ½ m |v_c|² + ½ ωᵀI_c ω, which requires division by the mass.
        """
        v, w = checked_vector(v, 3, "v"), checked_vector(w, 3, "w")
        about = choice(about, "about", ("origin", "com"))
        if about == "origin":
            return (self.mass * dot(v, v) + dot(w, matvec(self.matrix, w))) / 2 + dot(v, cross(w, self.ms))
        speed = add(v, cross(w, self.com))
        return (self.mass * dot(speed, speed) + dot(w, matvec(self.central().matrix, w))) / 2

    def __add__(self, other: Inertia) -> Inertia:
        """Return the inertia of two rigidly connected bodies, expressed in the same frame."""
        return Inertia(self.mass + other.mass, add(self.ms, other.ms), add(self.tensor, other.tensor))

    def __sub__(self, other: Inertia) -> Inertia:
        """Return the inertia of the rest of the body after removing a part. Both inertias are expressed in the same
        frame."""
        return Inertia(self.mass - other.mass, sub(self.ms, other.ms), sub(self.tensor, other.tensor))

    @classmethod
    def from_parameters(cls, pi: Vector) -> Inertia:
        """Create an inertia from its `parameters`."""
        m, mx, my, mz, xx, xy, yy, xz, yz, zz = pi
        return cls(m, (mx, my, mz), (xx, yy, zz, xy, yz, xz))

    @property
    def parameters(self) -> Vector:
        """Inertial parameters (m, mx, my, mz, Ixx, Ixy, Iyy, Ixz, Iyz, Izz), in the order of the regressor columns."""
        xx, yy, zz, xy, yz, xz = self.tensor
        return (self.mass, *self.ms, xx, xy, yy, xz, yz, zz)

    @property
    def is_zero(self) -> bool:
        return all(is_zero(x) for x in self.parameters)

    @property
    def is_symbolic(self) -> bool:
        """Whether at least one entry contains a symbol."""
        return any(isinstance(x, Node) for x in self.parameters)

    def principal(self) -> Principal:
        """Compute the principal moments and principal axes at the centre of mass.

        All inertial parameters must be numbers.
        """
        import numpy as np

        moments, axes = np.linalg.eigh(np.array(self.numeric().central().matrix, dtype=float))
        if np.linalg.det(axes) < 0:
            axes[:, 2] = -axes[:, 2]
        a, b, c = moments.tolist()
        return Principal((a, b, c), tuple(map(tuple, axes.tolist())))

    @property
    def impossible(self) -> finding.InertiaViolation | None:
        """Mass or moment of inertia about the centre of mass that is negative for all symbol values, or None.

        For bodies without symbols, `violations` performs further checks.
        """
        names, pi = sorted(symbols(self.parameters)), list(self.parameters)
        drawn = [{x: 0.7 + 0.31 * ((3 * i + 5 * k) % 7) for i, x in enumerate(names)} for k in range(3 if names else 1)]
        found = [_negative([float(x) for x in evaluate(pi, values)]) for values in drawn]
        first = found[0]
        return first if first is not None and all(x and _same_violation(first, x) for x in found) else None

    def violations(self, tolerance: float = ROUNDED_INERTIA) -> tuple[finding.InertiaViolation, ...]:
        """Return the inequalities that this inertia violates.

        The result is empty if the inertia is physically possible for a rigid body.

        An inertia is physical if and only if m ≥ 0 and J_c is positive semidefinite. The principal moments of a
        physical inertia are non-negative, and none of them exceeds the sum of the other two [wensing2018]. `tolerance`
        is relative to the largest moment and allows for rounded numbers.
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
        """Whether the inertia is physically possible for a rigid body."""
        return not self.violations()

    def checked(self, noun: str = "body", name: str | None = None) -> Inertia:
        """Return the inertia, or raise `UnphysicalInertia` if it is not physical."""
        for violation in self.violations():
            raise finding.Unphysical(Noun(noun), None if name is None else Identifier(name), violation).error()
        return self

    def numeric(self) -> Inertia:
        """Return the inertia with all entries as floats.

        Constants such as √2 are evaluated. An error is raised if an entry contains a symbol.
        """
        if not self.is_symbolic:
            return Inertia.from_parameters(tuple(map(float, self.parameters)))
        names = tuple(map(SymbolName, sorted(symbols(self.parameters))))
        if names:
            raise finding.UnboundSymbols(None, names, Function("Inertia.numeric"), Bind(names)).error()
        return Inertia.from_parameters(tuple(evaluate(self.parameters, {})))


def steiner(mass: Any, r: Vector) -> Matrix:
    """Compute m (rᵀr E − r rᵀ), the parallel-axis term for a body whose centre of mass is at r."""
    mass, r = value(mass, "mass"), checked_vector(r, 3, "r")
    square, rr = dot(r, r), outer(r, r)
    return tuple(tuple(mass * ((square if i == j else 0) - rr[i][j]) for j in range(3)) for i in range(3))


def steiner_skew(mass: Any, r: Vector) -> Matrix:
    """Compute the parallel-axis term m Sᵀ(r) S(r) with the skew-symmetric matrix S(r).

    The result equals `steiner(mass, r)`.
    """
    mass, S = value(mass, "mass"), skew(checked_vector(r, 3, "r"))
    return tuple(tuple(mass * x for x in row) for row in matmul(transpose(S), S))


def _trace_minus(A: Matrix, share: int) -> Matrix:
    """Compute tr(A)/share E − A."""
    trace = (A[0][0] + A[1][1] + A[2][2]) / value(share)
    return tuple(tuple((trace if EYE[i][j] else 0) - A[i][j] for j in range(3)) for i in range(3))


def _same_violation(a: finding.InertiaViolation, b: finding.InertiaViolation) -> bool:
    """Check whether the same inequality is violated by the same amount for two samples of the symbols.

    In this case, the violation does not depend on the values of the symbols.
    """
    x, y = a.values[0].value, b.values[0].value
    return a.quantity == b.quantity and abs(x - y) <= ROUNDING * abs(x)


def _negative(pi: list[float]) -> finding.InertiaViolation | None:
    """Return a violation if the mass or a moment about the centre of mass, such as Ixx − (my² + mz²)/m, is negative."""
    m, x, y, z, xx, _, yy, _, _, zz = pi
    if m < 0:
        return _violation("negative mass", "kg", m)
    away = [(y * y + z * z) / m, (x * x + z * z) / m, (x * x + y * y) / m] if m else [0.0, 0.0, 0.0]
    lowest = min(a - b for a, b in zip((xx, yy, zz), away, strict=True))
    least = -ROUNDED_INERTIA * max(abs(xx), abs(yy), abs(zz))
    return _violation("negative moment", "kg m²", lowest) if lowest < least else None


def _violation(quantity: str, unit: str, *values: float) -> finding.InertiaViolation:
    return finding.InertiaViolation(Noun(quantity), tuple(Measure(float(x), Unit(unit)) for x in values))
