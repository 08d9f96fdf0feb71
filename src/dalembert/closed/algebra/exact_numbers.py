"""Conversion of a robot's numbers to exact numbers. Floats satisfy identities only up to rounding errors.

A float is converted to its shortest decimal representation. A floating-point rotation matrix is converted to an exact
rotation matrix. The entries are integers for right angles and contain √2 and √3 for multiples of 30° and 45°. Any other
rotation is replaced by the matrix of a rational quaternion, which differs by less than 1e-15 and is exactly orthogonal
[featherstone2008, §2.2]. The shortest rotation from z to an axis such as (1, 1, 0) contains √2, because its entries are
computed from integers and |axis| = √2.
"""

from __future__ import annotations

import math
from dataclasses import replace
from decimal import Context, Decimal
from fractions import Fraction

from dalembert.formats.numeric import quaternion
from dalembert.graph import Node, Op, Scalar, topological
from dalembert.graph.scalar import sqrt
from dalembert.graph.walk import rebuilt
from dalembert.robot.loop import Loop
from dalembert.robot.model import Joint, Robot, cached
from dalembert.robot.tree import Tree, axis_frame, tree
from dalembert.spatial.joint_types import quaternion_rotation
from dalembert.spatial.pose import Pose, snap
from dalembert.spatial.vector import EYE, Matrix, matmul, transpose
from dalembert.tolerance import EXACT_ROTATION, LAST_BITS

_MEANT = 12  # digits of a decimal that replaces a float with an error below 5e-16
_SMALL = 12  # largest integer component of an axis


@cached
def exact_tree(robot: Robot) -> Tree:
    """Return the body tree of a robot, with every number as a rational number or a symbolic expression."""
    bodies = tree(exact(robot))
    turned = (replace(x, placement=_pose(x.placement)) for x in bodies.bodies)  # by the offsets of mimic joints
    return replace(bodies, bodies=tuple(turned))


def in_decimals(robot: Robot) -> bool:
    """Check whether any length or inertia of a robot is a float that is not an integer."""
    given = [x for link in robot.links for x in link.inertia.parameters]
    given += [x for joint in robot.joints for pose in (joint.placement, joint.after) for x in pose.p]
    leaves = [n.value for n in topological(given) if n.op is Op.CONST]
    return any(type(x) is float and not x.is_integer() for x in (*given, *leaves))


def exact(robot: Robot) -> Robot:
    """Return a copy of the robot with exact numbers."""
    joints = [_upright(replace(x, placement=_pose(x.placement), after=_pose(x.after))) for x in robot.joints]
    frames = [replace(x, placement=_pose(x.placement)) for x in robot.frames]
    loops = [_cut(x) if isinstance(x, Loop) else x for x in robot.loops]
    return replace(robot, joints=tuple(joints), frames=tuple(frames), loops=tuple(loops)).map(exact_scalar)


def _cut(loop: Loop) -> Loop:
    return replace(loop, first_placement=_pose(loop.first_placement), second_placement=_pose(loop.second_placement))


def _upright(joint: Joint) -> Joint:
    """Rotate the frame of a joint exactly, so that its oblique axis becomes the z-axis."""
    F = axis_frame(joint)
    axis = [row[2] for row in F]
    if sum(abs(x) > EXACT_ROTATION for x in axis) < 2:
        return joint  # the frame is already exact for an axis along x, y or z
    whole = _whole(axis)
    F = exact_rotation(F) if whole is None else _frame(*whole)
    return replace(joint, placement=joint.placement @ Pose(F), axis=(0, 0, 1), after=Pose(transpose(F)) @ joint.after)


def _frame(i: int, j: int, l: int) -> Matrix:
    """Compute the shortest rotation from z (or −z) to an axis of integers, whose entries contain |axis| as a root."""
    s = 1 if l >= 0 else -1
    square = i * i + j * j + l * l
    r = sqrt(Fraction(square))
    k = (square - s * l * r) / (square * (i * i + j * j))  # 1/((1 + s z) |axis|²), with a rational denominator
    x, y, z = (Fraction(part, square) * r for part in (i, j, l))
    return ((1 - i * i * k, -s * i * j * k, x), (-i * j * k, s * (1 - j * j * k), y), (-s * x, -y, z))


def _whole(axis: list[float]) -> tuple[int, int, int] | None:
    """Return an axis as a vector of small integers, or None if no such vector exists."""
    largest = max(abs(x) for x in axis)
    ratios = [Fraction(x / largest).limit_denominator(_SMALL) for x in axis]
    if max(abs(float(r) - x / largest) for r, x in zip(ratios, axis, strict=True)) > EXACT_ROTATION:
        return None
    common = math.lcm(*(r.denominator for r in ratios))
    a, b, c = (int(r * common) for r in ratios)
    return a, b, c


def decimal(x: float) -> Fraction:
    """Return the decimal number that a float is meant to represent.

    For example, rounding in sums and products can produce 0.028999999999999998 for 0.029.
    """
    short = f"{x:.15g}"
    digits = short.partition("e")[0].strip("-0.").replace(".", "")
    return Fraction(short if len(digits) <= _MEANT else repr(x))


def exact_scalar(x: Scalar) -> Scalar:
    """Convert a float, or the floats in an expression, to rational numbers through their decimal representations."""
    if type(x) is float:
        return decimal(x)
    if type(x) is not Node or not any(n.op is Op.CONST and type(n.value) is float for n in topological([x])):
        return x
    return rebuilt([x], lambda leaf: exact_scalar(leaf.value) if leaf.op is Op.CONST else leaf)[0]


def exact_rotation(R: Matrix) -> Matrix:
    """Return an exactly orthogonal matrix near a numeric rotation matrix.

    Symbolic entries are preserved.
    """
    R = snap(R)
    if any(type(x) is Node for row in R for x in row):
        return tuple(tuple(exact_scalar(x) for x in row) for row in R)
    exact = all(type(x) is not float for row in R for x in row)
    if all(x in (0, 1, -1) for row in R for x in row) or (exact and matmul(R, transpose(R)) == EYE):
        return R
    roots = tuple(tuple(_with_roots(float(x)) for x in row) for row in R)
    if all(x is not None for row in roots for x in row):
        return roots
    return _from_quaternion(R)


def _with_roots(x: float) -> Scalar | None:
    """Return the exact number 0, ±1/2, ±√2/2, ±√3/2 or ±1 that x approximates, or None for other values of x."""
    for quarters, value in ((0, 0), (1, Fraction(1, 2)), (2, sqrt(2) / 2), (3, sqrt(3) / 2), (4, 1)):
        if abs(abs(x) - math.sqrt(quarters) / 2) < EXACT_ROTATION:
            return -value if x < 0 else value
    return None


def _from_quaternion(R: Matrix) -> Matrix:
    """Approximate R by the rotation of a rational quaternion whose largest entry is 1."""
    q = quaternion(tuple(tuple(map(float, row)) for row in R))
    largest = max(q, key=abs)
    return quaternion_rotation([_rational(x / largest) for x in q])


def _rational(x: float) -> Fraction:
    """Approximate x by a small fraction if possible, or by a multiple of 2⁻⁵³ otherwise."""
    small = Fraction(x).limit_denominator(1000)
    return small if abs(float(small) - x) < LAST_BITS else Fraction(round(x * 2**53), 2**53)


def _pose(pose: Pose) -> Pose:
    return Pose(exact_rotation(pose.R), tuple(exact_scalar(x) for x in pose.p))


def square_root(x: Fraction) -> Fraction:
    """Return the square root of a number to 50 digits."""
    exact = Context(prec=50)
    return Fraction(exact.sqrt(exact.divide(Decimal(x.numerator), Decimal(x.denominator))))
