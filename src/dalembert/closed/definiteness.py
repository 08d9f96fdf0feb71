"""Proof that the inertia matrix is positive definite, or the configurations in which it is singular. [deluca]

    q̇ᵀM q̇ = Σ (R q̇)ᵀ W (R q̇),    W = m E, I_c or Ia          (König)

The rows R contain the partial velocities of a link in its own axes, and W is positive semidefinite if m ≥ 0, I_c ⪰ 0
and Ia ≥ 0. If the sum vanishes, every term vanishes. From the base outwards, a link whose ancestors are all at rest
moves only by its own joint. The corresponding term is (I_zz + Ia) q̇² for a revolute joint, (m + Ia) q̇² for a prismatic
joint, and ωᵀI ω for a ball joint. If these terms are positive, q̇ = 0 follows joint by joint. For joints with several
degrees of freedom, m > 0 and I_c ≻ 0 are sufficient, except for joints with three angles, which have gimbal lock.

If this argument fails for a short arm, M is singular exactly where all n×n minors of the rows with positive weight
vanish (Cauchy-Binet). Nothing is proved about an arm whose links are physically inconsistent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, islice
from math import comb
from typing import Any, TypeAlias

import numpy as np
from flint import fmpq_mat

from dalembert import finding
from dalembert.closed.algebra.exact_numbers import exact_tree
from dalembert.closed.algebra.factors import common_zeros
from dalembert.closed.algebra.linear_algebra import determinant
from dalembert.closed.algebra.ring import Poly
from dalembert.closed.derivation.hamilton import EnergyBlock, energy_blocks, inertia_matrix, jacobians
from dalembert.closed.derivation.shared_steps import Arm
from dalembert.closed.numerical_checks import positive_values, unphysical
from dalembert.finding.finding import JointName, LinkName, Noun
from dalembert.graph import Scalar, evaluate
from dalembert.robot.drive import Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Robot
from dalembert.robot.tree import Body
from dalembert.spatial.vector import Matrix, transpose
from dalembert.tolerance import FEW_ROUNDINGS

STRUCTURAL = ("no own inertia", "mimic joints", "gimbal lock")  # reasons that do not make a link inconsistent
_MOST_JOINTS = 4  # largest number of joints of robots whose minors are computed
_MOST_MINORS = 300
_TRIALS = 50  # largest number of random parameter values to find consistent ones
Values: TypeAlias = Mapping[str, Fraction]


@dataclass(frozen=True, eq=False)
class EnergyWitness:
    """Factorization of M that other programs can use to verify where M is positive definite.

    M = rowsᵀ · weights · rows for every configuration. `weights` is positive semidefinite for all values of the symbols
    that satisfy the assumptions. M is singular exactly where weights · rows · q̇ = 0 for a nonzero velocity q̇.
    """

    arm: Arm
    zeros: tuple[Poly, ...] = ()

    @cached_property
    def blocks(self) -> list[EnergyBlock]:
        return list(energy_blocks(self.arm, jacobians(self.arm)))

    @cached_property
    def rows(self) -> Any:
        """Partial velocities as a SymPy matrix with one column per coordinate."""
        return self.arm.mechanics.display.sympy_matrix([row for rows, _ in self.blocks for row in rows])

    @cached_property
    def weights(self) -> Any:
        """Masses and inertia tensors as a block-diagonal SymPy matrix."""
        import sympy

        return sympy.diag(*(self.arm.mechanics.display.sympy_matrix(W) for _, W in self.blocks))

    @property
    def singular(self) -> tuple[Any, ...]:
        """SymPy expressions such that M is singular exactly where one of the expressions is zero."""
        return tuple(map(self.arm.mechanics.display.sympy, self.zeros))


def energy_residuals(arm: Arm) -> Iterator[Poly]:
    """Yield the entries of M − Σ RᵀW R, without the armatures of springs."""
    total = inertia_matrix(arm, energy_blocks(arm, jacobians(arm)))
    for i in range(arm.n):
        for j in range(i + 1):
            yield arm.mechanics.M[i][j] - arm.mechanics.armature.get((j, i), arm.ring.zero) - total[i][j]


def physical_values(robot: Robot) -> Values | finding.NoDefinitenessProof:
    """Return positive values of the symbols for which all links are physically consistent.

    If no such values are found, return the reason.
    """
    bodies, why = exact_tree(robot).bodies, None
    for values in islice(positive_values(robot), _TRIALS if robot.parameters else 1):
        why = next((x for body in bodies if (x := _inconsistent(body, values)) is not None), None)
        if why is None:
            return values
    assert why is not None
    return why


def _numbers(body: Body, values: Values) -> tuple[Inertia, Fraction]:
    """Return a body's inertia and rotor inertia for the given values of the symbols."""
    *numbers, Ia = (Fraction(x) for x in evaluate([*body.inertia.parameters, rotor(body)], dict(values)))
    return Inertia.from_parameters(tuple(numbers)), Ia


def _inconsistent(body: Body, values: Values) -> finding.NoDefinitenessProof | None:
    inertia, Ia = _numbers(body, values)
    if why := unphysical(inertia):
        return finding.NoDefinitenessProof(Noun(why), LinkName(body.link))
    return finding.NoDefinitenessProof(Noun("negative rotor inertia"), joint=JointName(body.name)) if Ia < 0 else None


def obstacle(robot: Robot, values: Values) -> finding.NoDefinitenessProof | None:
    """Return the reason why q̇ = 0 does not follow joint by joint from zero energy, or None if it follows.

    `values` contains physically consistent values of the symbols.
    """
    bodies = exact_tree(robot).bodies
    if sum(len(body.rates) for body in bodies) != robot.n:
        return finding.NoDefinitenessProof(Noun("mimic joints"))
    for body in bodies:
        if robot.joint(body.name).angles:
            return finding.NoDefinitenessProof(Noun("gimbal lock"), joint=JointName(body.name))
        if body.link and _idle(robot, body, values):
            return finding.NoDefinitenessProof(Noun("no own inertia"), LinkName(body.link), JointName(body.name))
    return None


def _idle(robot: Robot, body: Body, values: Values) -> bool:
    """Return whether a joint can move a link without kinetic energy while the previous joints are at rest."""
    whole = len(robot.joint(body.name).steps) > 1
    inertia, Ia = _numbers(body, values)
    moments = inertia.matrix
    if whole or body.prismatic:
        if inertia.mass + (0 if whole else Ia) <= 0:
            return True
        moments = inertia.central().matrix
    size = sum(abs(inertia.matrix[i][i]) for i in range(3)) + Ia
    turned = (0, 1, 2) if whole or body.motion == "ball" else () if body.prismatic else (2,)
    rows = [[float(moments[i][j] + (Ia if i == j and not whole else 0)) for j in turned] for i in turned]
    return bool(rows) and float(np.linalg.eigvalsh(rows)[0]) <= FEW_ROUNDINGS * float(size)


def rotor(body: Body) -> Scalar:
    """Return the reflected rotor inertia Ia of a joint."""
    inertia: Scalar = (body.drive or Drive()).inertia
    return inertia


def own_inertia(body: Body) -> Scalar:
    """Return the inertia I_zz + Ia or m + Ia that a joint moves if all previous joints are at rest.

    The inertia excludes all links beyond the link of the joint.
    """
    result: Scalar = (body.inertia.mass if body.prismatic else body.inertia.tensor[2]) + rotor(body)
    return result


def singular_where(arm: Arm) -> list[Poly] | None:
    """Return factors such that M is singular exactly where one of them vanishes, for positive symbols.

    The list is empty if M is never singular, and it contains 0 if M is always singular. Return None if there are too
    many minors, or if their common zeros cannot be determined.
    """
    if arm.n > _MOST_JOINTS or arm.mechanics.has_balls:
        return None
    rows = [row for R, W in energy_blocks(arm, jacobians(arm)) for row in _weighted(arm, R, W)]
    columns = list(range(arm.n))
    while still := next((k for k in columns if any(_alone(arm, row, columns, k) for row in rows)), -1) + 1:
        columns.remove(still - 1)  # zero energy keeps this coordinate at rest
    left = [[row[k] for k in columns] for row in rows]
    kept = [row for i, row in enumerate(left) if any(row) and row not in left[:i]]
    if not columns or comb(len(kept), len(columns)) > _MOST_MINORS:
        return None if columns else []
    minors = [arm.ring.zero + determinant(some, arm.ring.mul) for some in combinations(kept, len(columns))]
    return common_zeros(arm.ring, [x for x in minors if x]) if any(minors) else [arm.ring.zero]


def _weighted(arm: Arm, R: Matrix, W: Matrix) -> Iterable[Sequence[Poly]]:
    """Return rows whose products with q̇ are all zero exactly where W R q̇ = 0.

    A symbolic W is assumed to be positive definite for the rows with nonzero weights. A numeric W is reduced to its
    rank.
    """
    if not all(x.is_constant() for row in W for x in row):
        return [row for row, weights in zip(R, W, strict=True) if any(weights)]
    reduced, rank = fmpq_mat([[x.leading_coefficient() if x else 0 for x in row] for row in W]).rref()
    pivots = [[arm.ring.context.constant(x) for x in row] for row in reduced.tolist()[:rank]]
    return [[arm.ring.dot(pivot, column) for column in transpose(R)] for pivot in pivots]


def _alone(arm: Arm, row: Sequence[Poly], columns: Sequence[int], k: int) -> bool:
    """Return whether the only nonzero entry of a row is in column k and never vanishes."""
    return all(bool(row[j]) == (j == k) for j in columns) and common_zeros(arm.ring, [row[k]]) == []
