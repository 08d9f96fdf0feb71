"""Differential kinematics: joint velocities for a twist, null space, self-motion and manipulability.

J = Σ σ_i u_i v_iᵀ,   q̇ = Σ σ_i/(σ_i² + λ_i²) v_i u_iᵀν + N q̇₀,   N = E − Σ v_i v_iᵀ
λ_i² = λ² (1 − (σ_i/ε)²) for σ_i < ε, else 0                       [nakamura1986], [maciejewski1988]

The damping λ_i affects only directions whose singular value σ_i is below ε. In the computation of σ_i, lengths are
divided by the length of the arm. Away from singularities, the joint velocities produce the twist exactly. Near a
singularity, the joint velocities stay below |ν|/(2λ).

The null space of J contains the joint velocities that leave a frame at rest, J q̇ = 0. `self_motion` follows the
self-motion of a redundant arm in small steps and corrects the pose with J⁺.

w = √det(J Jᵀ) = Π σ_i                                             [yoshikawa1985]
|q̇| ≤ 1  →  ν in an ellipsoid with semi-axes σ_i u_i;   |τ| ≤ 1  →  forces in one with semi-axes u_i / σ_i
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal
from warnings import warn

import numpy as np

from dalembert import finding
from dalembert.argument import Numbers, choice, finite, integer, real, reals, shaped
from dalembert.boundary import RobotLike, StateLike, as_q
from dalembert.dynamics import jacobian
from dalembert.errors import DalembertWarning
from dalembert.finding.finding import Argument, Pass, RobotName
from dalembert.kinematics.configuration import apart, bounds, moved
from dalembert.kinematics.task import Manipulator, Task, arm
from dalembert.mechanism.levenberg_marquardt import rank_of
from dalembert.spatial.rotation import Array, pose_error
from dalembert.tolerance import INDEPENDENT, LOST_DIRECTION, RANK, ROOT_RANK, ROUNDING, TINY
from dalembert.typeset.notebook_display import Displayed, card


def joint_rates(
    robot: RobotLike,
    q: StateLike,
    twist: Numbers,
    *,
    frame: str | None = None,
    damping: float = 0.05,
    near: float = 0.05,
    secondary: Numbers | None = None,
    degrees: bool = False,
) -> Array:
    """Compute the joint velocities that produce a twist of a frame, with damping near singularities.

    If the frame cannot move with this twist, the function returns the joint velocities that produce the nearest twist.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    q : array_like, shape (..., nq), or mapping
        Configuration, in rad and m.
    twist : array, shape (..., 6) or (..., 3)
        [linear, angular] in m/s and rad/s, or the velocity of the frame's origin.
    frame : str, optional
        Link or frame. Default: the frame `tool` if it exists, otherwise the tip of the longest chain.
    damping : float
        Damping λ. The value 0 gives the pseudo-inverse.
    near : float
        Threshold ε. Directions with a smaller singular value are damped.
    secondary : array, shape (..., nv), optional
        Additional joint velocities of a redundant arm. These velocities are projected onto the null
        space of J and therefore do not move the frame.
    degrees : bool
        Whether the angles in q are in degrees.

    Returns
    -------
    array, shape (..., nv), in rad/s and m/s

    Warns
    -----
    DalembertWarning
        If the damping reduces the joint velocities because the robot is near a singularity.

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.planar_2r().bind(l1=1.0, l2=1.0)
    >>> da.kinematics.joint_rates(robot, [0.0, 1.5708], [0.0, 0.1, 0.0]).round(3)
    array([ 0.1, -0.1])
    """
    hand = arm(robot, frame)
    damping, near = real(damping, "damping", lower=0), real(near, "near", lower=0)
    v = shaped(twist, "twist", ("...", 6), ("...", 3))
    size, column = v.shape[-1], hand.unit
    J = hand.scaled(jacobian(hand.robot, q, hand.frame, degrees=degrees)[..., :size, :])
    U, s, Vh = np.linalg.svd(J, full_matrices=False)
    square = np.where(s < near, damping**2 * (1 - (s / near if near else s) ** 2), 0.0)
    gain = np.where(s > LOST_DIRECTION, s / np.where(s > LOST_DIRECTION, s**2 + square, 1.0), 0.0)
    along = np.einsum("...ji,...j->...i", U, v * hand.row[:size])
    if damping and np.any(short := (s < near) & (np.abs(along) > ROUNDING)):
        doubt = finding.DampedRates(RobotName(hand.robot.name), float(s[short].min()), near, damping)
        warn(DalembertWarning(doubt), stacklevel=2)
    rates = np.einsum("...ij,...i->...j", Vh, gain * along)
    if secondary is not None:
        rest = reals(secondary, "secondary") / column
        used = np.where((s > LOST_DIRECTION)[..., None], Vh, 0.0)
        rates = rates + rest - np.einsum("...ij,...i->...j", used, np.einsum("...ij,...j->...i", used, rest))
    return np.asarray(rates * column)


def null_space(
    robot: RobotLike, q: StateLike, *, frame: str | None = None, task: Task = "pose", degrees: bool = False
) -> Array:
    """Compute an orthonormal basis of the joint velocities that do not move a frame.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    q : array_like, shape (..., nq), or mapping
        Configurations. The rank of J must be the same at all configurations.
    frame : str, optional
        Link or frame. Default: the frame `tool` if it exists, otherwise the tip of the longest chain.
    task : {"pose", "position", "orientation"}
        Components of the frame motion that must be zero.
    degrees : bool
        Whether the angles in q are in degrees.

    Returns
    -------
    array, shape (..., nv, k)
        Basis vectors as columns, with k = nv − rank J.

    Examples
    --------
    >>> import dalembert as da
    >>> N = da.kinematics.null_space("panda", [0.0, -0.5, 0.0, -2.0, 0.0, 1.5, 0.7])
    >>> print(N[:, 0].round(3))
    [-0.758 -0.     0.536  0.     0.257 -0.    -0.269]
    """
    hand = arm(robot, frame)
    J = hand.scaled(jacobian(hand.robot, q, hand.frame, degrees=degrees))
    _, s, Vh = np.linalg.svd(J[..., hand.rows(task), :])
    rank = rank_of(s)
    if np.min(rank) != np.max(rank):
        raise finding.MixedRanks(int(np.min(rank)), int(np.max(rank))).error()
    basis = np.swapaxes(Vh[..., np.max(rank) :, :], -1, -2) * hand.unit[:, None]
    return np.linalg.qr(basis)[0]


def self_motion(
    robot: RobotLike,
    q: StateLike,
    *,
    frame: str | None = None,
    task: Task = "pose",
    step: float = 0.05,
    along: Numbers | None = None,
    limits: bool = True,
    most: int = 2000,
    degrees: bool = False,
) -> Array:
    """Follow the self-motion of a redundant arm.

    The self-motion is the curve of configurations through q along which the pose of a frame is constant.

    The function follows the curve in both directions until the curve closes, reaches a joint limit, or has `most`
    points.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    q : array_like, shape (nq,), or mapping
        Initial configuration, in rad and m.
    frame : str, optional
        Link or frame. Default: the frame `tool` if it exists, otherwise the tip of the longest chain.
    task : {"pose", "position", "orientation"}
        Components of the pose that must remain constant.
    step : float
        Distance between consecutive points, in rad or m.
    along : array, shape (nv,), optional
        Preferred direction of motion. Required if the arm has more than one redundant joint.
    limits : bool
        Whether the curve ends at joint limits.
    most : int
        Maximum number of points.
    degrees : bool
        Whether the angles in q are in degrees. The result is always in radians.

    Returns
    -------
    array, shape (T, nq)

    Examples
    --------
    >>> import dalembert as da
    >>> q = [0.0, -0.5, 0.0, -2.0, 0.0, 1.5, 0.7]
    >>> curve = da.kinematics.self_motion("panda", q, step=0.1)
    >>> print(da.forward_kinematics("panda", curve[[0, -1]])[:, :3, 3].round(4) + 0.0)
    [[0.3861 0.     0.6523]
     [0.3861 0.     0.6523]]
    """
    hand = arm(robot, frame)
    start = shaped(as_q(hand.robot, q, degrees=degrees), "q", (hand.robot.nq,), robot=hand.robot.name)
    step, most = real(step, "step", above=0, upper=1), integer(most, "most", lower=2)
    basis = null_space(hand.robot, start, frame=hand.frame, task=task)
    size = basis.shape[1]
    if size == 0 or (size > 1 and along is None):
        raise finding.SelfMotions(RobotName(hand.robot.name), size, Pass(Argument("along")) if size else None).error()
    first = basis[:, 0] if along is None else basis @ (basis.T @ finite(along, "along"))
    walk = _SelfMotion(hand, hand.rows(task), start, step, bounds(hand.robot, limits), along is not None)
    ahead, closed = walk.follow(first, most)
    behind = [] if closed else walk.follow(-first, most - len(ahead))[0]
    return np.array([*behind[::-1], start, *ahead])


@dataclass(frozen=True, eq=False)
class _SelfMotion:
    arm: Manipulator
    rows: slice
    start: Array
    step: float
    bounds: tuple[Array, Array]
    fixed: bool

    def follow(self, direction: Array, most: int) -> tuple[list[Array], bool]:
        """Follow the self-motion from its start. Return the configurations and whether the curve is closed."""
        path: list[Array] = []
        q, heading = self.start, direction / max(np.linalg.norm(direction), TINY)
        while len(path) < most:
            J = self.arm.jacobian(q)[self.rows]
            wanted = direction if self.fixed else heading
            heading = wanted - np.linalg.pinv(J, rcond=RANK) @ (J @ wanted)
            size = np.linalg.norm(heading)
            if size < INDEPENDENT:
                break
            heading = heading / size
            after = self._corrected(moved(self.arm.robot, q, self.step * heading))
            if after is None or np.any((after < self.bounds[0]) | (after > self.bounds[1])):
                break
            q = after
            if len(path) > 2 and np.linalg.norm(apart(self.arm.robot, self.start, q)) < self.step * 0.75:
                return path, True
            path.append(q)
        return path, False

    def _corrected(self, q: Array) -> Array | None:
        """Correct q so that the frame returns to the required pose. Return None if the iteration does not converge."""
        for _ in range(8):
            e = pose_error(self.arm.pose(self.start), self.arm.pose(q))[self.rows]
            if np.abs(e).max() < ROUNDING:
                return q
            J = self.arm.jacobian(q)[self.rows]
            q = moved(self.arm.robot, q, np.linalg.pinv(J, rcond=RANK) @ e)
        return q if np.abs(e).max() < RANK else None


@dataclass(frozen=True, eq=False)
class Ellipsoid(Displayed):
    """Ellipsoid with semi-axes of length `radii` `(…, 3)` along the columns of `axes` `(…, 3, 3)`."""

    axes: Array
    radii: Array
    unit: str = ""  # unit of the semi-axes, for unit joint rates or efforts

    def _repr_html_(self) -> str:
        if self.radii.ndim != 1:
            return card("Ellipsoids", facts=[("states", self.radii.shape[:-1])])
        rows = [(float(r), *self.axes[:, k].tolist()) for k, r in enumerate(self.radii)]
        unit = f"({self.unit})" if "/" in self.unit else self.unit
        head = f"half axis / {unit}" if unit else "half axis"
        return card("Ellipsoid", heads=[head, "x", "y", "z"], rows=rows)

    def surface(self, u: int = 24, v: int = 12) -> Array:
        """Return points on the surface of an ellipsoid relative to its centre, with shape (u, v, 3).

        The semi-axes must be finite.
        """
        shaped(self.radii, "radii", (3,))
        a, b = np.meshgrid(np.linspace(0, 2 * np.pi, u), np.linspace(0, np.pi, v), indexing="ij")
        sphere = np.stack([np.cos(a) * np.sin(b), np.sin(a) * np.sin(b), np.cos(b)], axis=2)
        return (sphere * self.radii) @ self.axes.T


def manipulability(
    robot: RobotLike, q: StateLike, *, frame: str | None = None, task: Task = None, degrees: bool = False
) -> Array:
    """Compute the manipulability w(q) of a frame.

    The manipulability is the product of the singular values of J in the directions in which the frame can move.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    q : array_like, shape (..., nq), or mapping
        Configuration, in rad and m.
    frame : str, optional
        Link or frame. Default: the frame `tool` if it exists, otherwise the tip of the longest chain.
    task : {"pose", "position", "orientation"}, optional
        Rows of J. Default: "position" if the rank of the position rows equals the number of joints, else "pose".
    degrees : bool
        Whether the angles in q are in degrees.

    Returns
    -------
    array, shape (...)

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.planar_2r().bind(l1=1.0, l2=0.5)
    >>> round(float(da.kinematics.manipulability(robot, [0, 90], degrees=True)), 6)  # l1 l2 |sin q2|
    0.5
    """
    hand = arm(robot, frame)
    rows = hand.rows(task)
    s = np.linalg.svd(jacobian(hand.robot, q, hand.frame, degrees=degrees)[..., rows, :], compute_uv=False)
    return np.asarray(np.prod(s[..., : hand.rank(rows)], axis=-1))


def velocity_ellipsoid(
    robot: RobotLike,
    q: StateLike,
    *,
    frame: str | None = None,
    task: Literal["position", "orientation"] = "position",
    degrees: bool = False,
) -> Ellipsoid:
    """Compute the velocity ellipsoid of a frame: the frame velocities for all joint velocities with |q̇| = 1.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    q : array_like, shape (..., nq), or mapping
        Configuration, in rad and m.
    frame : str, optional
        Link or frame. Default: the frame `tool` if it exists, otherwise the tip of the longest chain.
    task : {"position", "orientation"}
        Velocity of the frame's origin, or angular velocity.
    degrees : bool
        Whether the angles in q are in degrees.

    Returns
    -------
    Ellipsoid
        Semi-axes in m/s or rad/s.

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.planar_2r().bind(l1=1.0, l2=0.5)
    >>> da.kinematics.velocity_ellipsoid(robot, [0, 90], degrees=True).radii.round(3)
    array([1.144, 0.437, 0.   ])
    """
    axes, s = _axes(robot, q, frame, task, degrees)
    return Ellipsoid(axes, s, {"position": "m/s", "orientation": "rad/s"}[task])


def force_ellipsoid(
    robot: RobotLike,
    q: StateLike,
    *,
    frame: str | None = None,
    task: Literal["position", "orientation"] = "position",
    degrees: bool = False,
) -> Ellipsoid:
    """Compute the force ellipsoid of a frame: the forces that are balanced by joint torques with |τ| = 1.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    q : array_like, shape (..., nq), or mapping
        Configuration, in rad and m.
    frame : str, optional
        Link or frame. Default: the frame `tool` if it exists, otherwise the tip of the longest chain.
    task : {"position", "orientation"}
        Force at the frame's origin, or moment.
    degrees : bool
        Whether the angles in q are in degrees.

    Returns
    -------
    Ellipsoid
        Semi-axes in N or N m. A semi-axis is infinite if a force in its direction requires no joint torque.

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.planar_2r().bind(l1=1.0, l2=0.5)
    >>> da.kinematics.force_ellipsoid(robot, [0, 90], degrees=True).radii.round(3)
    array([0.874, 2.288,   inf])
    """
    axes, s = _axes(robot, q, frame, task, degrees)
    with np.errstate(divide="ignore"):
        return Ellipsoid(axes, 1 / s, {"position": "N", "orientation": "N m"}[task])


def _axes(robot: RobotLike, q: StateLike, frame: str | None, task: Task, degrees: bool) -> tuple[Array, Array]:
    hand = arm(robot, frame)
    choice(task, "task", ("position", "orientation"))
    rows = hand.rows(task)
    J = jacobian(hand.robot, q, hand.frame, degrees=degrees)[..., rows, :]
    square, axes = np.linalg.eigh(J @ np.swapaxes(J, -1, -2))
    s = np.sqrt(np.maximum(square[..., ::-1], 0.0))
    return axes[..., ::-1], np.where(s > ROOT_RANK * np.maximum(s[..., :1], TINY), s, 0.0)
