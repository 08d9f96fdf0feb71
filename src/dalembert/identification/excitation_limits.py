"""Constraints on an exciting trajectory: joint limits, and clearance from the floor and from given capsules.

lower ≤ q ≤ upper,   |q̇| ≤ velocity,   |q̈| ≤ acceleration,   |τ| ≤ effort

Each limit is given by the user or taken from the robot. A limit can be given as one value for all joints or as one
value per joint.

A link is modelled as a capsule around the segment from the link frame to the next link frame or to a frame on the link.
The distance between the segments p + s u and a + r v, 0 ≤ s, r ≤ 1, is computed in closed form [ericson2005, §5.1.9].
The time derivative of the distance is n·ṗ, where ṗ is the velocity of the closest point on the link and n is the unit
vector from the obstacle to the link.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, final

import numpy as np

from dalembert import finding
from dalembert.argument import bounds as positive_limits
from dalembert.argument import check_shape, instance, known, real, reals, shaped
from dalembert.dynamics import forward_kinematics, jacobian
from dalembert.finding.finding import Argument, JointName, Measure, Noun, Unit, given
from dalembert.identification.filtering import Array, Mask, Notes
from dalembert.kinematics.chain import chain
from dalembert.kinematics.configuration import bounds as limits
from dalembert.kinematics.configuration import half_ranges
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree
from dalembert.tolerance import RANK, ROUNDING, TINY

SPEED = {"turn": float(np.pi), "slide": 1.0}  # default limits, rad/s and m/s


RADIUS = 0.06  # m, default radius of a link


@final
@dataclass(frozen=True, eq=False)
class Bounds:
    """Limits for an exciting trajectory, used by `excite`. By default, the limits of the robot apply.

    Parameters
    ----------
    position : mapping joint → (lower, upper) or array (n, 2), optional
        Position ranges [rad, m].
    velocity, acceleration, effort : float, array (n,) or mapping joint → float, optional
        Largest absolute values; inf means no limit.

    Examples
    --------
    >>> slow = da.identification.Bounds(velocity=0.5, position={"joint1": (-1.0, 1.0)})
    >>> path = da.identification.excite("ur5", bounds=slow)
    """

    position: Any = None
    velocity: Any = None
    acceleration: Any = None
    effort: Any = None

    def of(self, robot: Robot) -> JointBounds:
        """Return the joint limits for a robot.

        By default, the robot's limits apply. Missing position and speed limits are replaced by default values, which
        are listed in the notes.
        """
        own = [dof.limits for dof in robot.dofs]
        slides = np.array([dof.slides for dof in robot.dofs], dtype=bool)
        notes: Notes = []

        def assumed(which: Mask, limit: str) -> None:
            if which.any():
                joints = tuple(JointName(robot.coordinates[k]) for k in np.flatnonzero(which))
                notes.append(finding.LimitAssumed(joints, Noun(limit)))

        low, high = self._given(robot, "position", np.column_stack(limits(robot))).T
        span = half_ranges(robot, 0.5 * chain(robot).length)
        assumed(~np.isfinite(low) | ~np.isfinite(high), "position limits")
        # a single limit is one end of a range of twice the span
        low = np.where(np.isfinite(low), low, np.where(np.isfinite(high), high - 2 * span, -span))
        high = np.where(np.isfinite(high), high, low + 2 * span)
        for k in np.flatnonzero(~(low < high)):
            unit = Unit("m" if slides[k] else "rad")
            where = Argument(f"position['{robot.coordinates[k]}']")
            raise finding.ReversedBounds(where, Measure(float(low[k]), unit), Measure(float(high[k]), unit)).error()
        speed = self._given(robot, "velocity", _positive([x.velocity for x in own]))
        if self.velocity is None:
            assumed(~np.isfinite(speed), "speed limits")
            speed = np.where(np.isfinite(speed), speed, np.where(slides, SPEED["slide"], SPEED["turn"]))
        if self.effort is None:
            assumed(np.array([x.effort is not None and x.effort <= 0 for x in own]), "ignored effort limits")
        fast = self._given(robot, "acceleration", np.full(robot.nv, np.inf))
        effort = self._given(robot, "effort", _positive([x.effort for x in own]))
        return JointBounds(low, high, speed, fast, effort, tuple(notes))

    def _given(self, robot: Robot, name: str, own: Array) -> Array:
        """Return the robot's limits, overridden by any given limits.

        `own` contains the robot's own limit, or pair of limits, for each coordinate.
        """
        limits, convert = getattr(self, name), positive_limits if own.ndim == 1 else _ranges
        if limits is not None and not isinstance(limits, Mapping):
            shapes = ((), (robot.nv,)) if own.ndim == 1 else (own.shape,)
            return np.broadcast_to(convert(limits, name, *shapes, robot=robot.name), own.shape)
        for joint, x in (limits or {}).items():
            known(joint, robot.coordinates, "joint", owner="robot", owner_name=robot.name, argument=name)
            own[robot.coordinates.index(joint)] = convert(x, f"{name}['{joint}']", own.shape[1:], robot=robot.name)
        return own


def _positive(limits: list[float | None]) -> Array:
    """Convert limits to one positive number per coordinate, where inf means no limit."""
    return np.array([np.inf if x is None or x <= 0 else float(x) for x in limits])


def _ranges(limits: Any, argument: str, *shapes: tuple[int, ...], robot: str) -> Array:
    """Convert position limits to an array of one of the given shapes. Infinite limits are accepted."""
    array = reals(limits, argument)
    check_shape(array.shape, argument, *shapes, robot=robot)
    if np.isnan(array).any():
        raise finding.NotFinite(Argument(argument)).error()
    return array


@final
@dataclass(frozen=True, eq=False)
class JointBounds:
    """Limits for each coordinate, (n,) each, where inf means no limit. `notes` lists the assumed limits."""

    lower: Array
    upper: Array
    velocity: Array
    acceleration: Array
    effort: Array
    notes: tuple[finding.LogNote, ...] = ()


@final
@dataclass(frozen=True, eq=False)
class Obstacles:
    """Obstacles that an exciting trajectory must avoid, for `excite`.

    Each link is modelled as a capsule around the segment from the link frame to the next frame.

    Parameters
    ----------
    floor : float, optional
        Height of the floor [m]. The links stay above the floor.
    capsules : sequence of (one end, other end, radius), optional
        Capsules that the links must avoid, with lengths in m.
    radius : float or mapping link → float
        Radius of the link capsules [m].
    clearance : float
        Minimum distance between links and obstacles [m].

    Examples
    --------
    >>> path = da.identification.excite("ur5", obstacles=da.identification.Obstacles(floor=0.0))
    """

    floor: float | None = None
    capsules: Any = ()
    radius: Any = RADIUS
    clearance: float = 0.02

    def __post_init__(self) -> None:
        if self.floor is not None:
            object.__setattr__(self, "floor", real(self.floor, "floor", unit="m"))
        rows = [_capsule(x) for x in instance(self.capsules, "capsules", (list, tuple, np.ndarray), "capsules")]
        object.__setattr__(self, "capsules", np.array(rows).reshape(-1, 7))
        for x in self.radius.values() if isinstance(self.radius, Mapping) else [self.radius]:
            real(x, "radius", lower=0, unit="m")
        real(self.clearance, "clearance", lower=0, unit="m")

    def around(self, robot: Robot, postures: Array) -> Clearance | None:
        """Create the clearance constraints for a robot, or return None without obstacles.

        Distances that are the same at all `postures` are ignored.
        """
        if self.floor is None and len(self.capsules) == 0:
            return None
        shape = tree(robot)
        names = [*(x.name for x in robot.links), *(x.name for x in robot.frames)]
        own = self.radius if isinstance(self.radius, Mapping) else dict.fromkeys(names, self.radius)
        for name in own:
            known(name, names, "link", owner="robot", owner_name=robot.name, argument="radius")
        pairs = [(j.parent, j.child) for j in robot.joints] + [(f.link, f.name) for f in robot.frames]
        pairs = [x for x in pairs if shape.places[x[1]][0] >= 0]
        frames = tuple(dict.fromkeys(x for pair in pairs for x in pair))
        lines = tuple((frames.index(a), frames.index(b)) for a, b in pairs)
        radii = np.array([float(own.get(end, RADIUS)) for _, end in pairs])
        made = Clearance(robot, frames, lines, radii, self.floor, self.capsules, self.clearance)
        still = np.ptp(made.left(postures), axis=0) < RANK
        return replace(made, skipped=tuple((i, k) for i, k in np.argwhere(still).tolist()))


def _capsule(capsule: Any) -> Array:
    try:
        a, b, r = capsule
        row = shaped([*a, *b, r], "capsules", (7,))
    except (TypeError, ValueError):
        raise finding.WrongType(Argument("capsules"), Noun("a capsule"), given(capsule)).error() from None
    real(row[6], "capsules", lower=0, unit="m")
    return row


@final
@dataclass(frozen=True, eq=False)
class Clearance:
    """Distances between obstacles and links.

    The axis of a link is a pair of indices in `frames`. `radii` contains the radius of each link.
    """

    robot: Robot
    frames: tuple[str, ...]
    lines: tuple[tuple[int, int], ...]
    radii: Array
    floor: float | None
    capsules: Array  # (K, 7): two end points and a radius
    distance: float  # required clearance
    skipped: tuple[tuple[int, int], ...] = ()  # pairs (line, obstacle) whose distance is constant

    @cached_property
    def obstacles(self) -> tuple[int | None, ...]:
        """Obstacle numbers: None for the floor, and 1, 2, … for capsules."""
        return (*([None] if self.floor is not None else []), *range(1, len(self.capsules) + 1))

    def name(self, line: int) -> str:
        a, b = self.lines[line]
        return f"{self.frames[a]} – {self.frames[b]}"

    def points(self, q: Array) -> Array:
        return np.stack([forward_kinematics(self.robot, q, f)[..., :3, 3] for f in self.frames], axis=-2)

    def left(self, q: Array) -> Array:
        """Compute the distance in excess of the required clearance, (T, lines, obstacles).

        The result is inf for ignored pairs.
        """
        return self._found(self.points(q))[0]

    def _ends(self, points: Array) -> Iterator[Array]:
        """Yield the entries of `points` for the start points of the lines, then for the end points."""
        return (points[:, [x[k] for x in self.lines]] for k in (0, 1))

    def _found(self, p: Array) -> tuple[Array, Array, Array]:
        """Compute the distance, the unit normal, and the link parameter s for each pair of link and obstacle."""
        a, b = self._ends(p)
        gaps, ways, shares = [], [], []
        if self.floor is not None:
            low = b[..., 2] < a[..., 2]
            gaps.append(np.where(low, b[..., 2], a[..., 2]) - self.floor)
            ways.append(np.broadcast_to([0.0, 0.0, 1.0], a.shape))
            shares.append(low.astype(float))
        for c in self.capsules:
            start, bar = c[:3], c[3:6] - c[:3]
            s, r = _nearest(a, b - a, start, bar)
            w = a + s[..., None] * (b - a) - start - r[..., None] * bar
            d = np.linalg.norm(w, axis=-1)
            gaps.append(d - c[6])
            ways.append(w / np.maximum(d, ROUNDING)[..., None])
            shares.append(s)
        gap = np.stack(gaps, axis=-1) - self.radii[:, None] - self.distance
        for line, obstacle in self.skipped:
            gap[:, line, obstacle] = np.inf
        return gap, np.stack(ways, axis=-2), np.stack(shares, axis=-1)

    def _lever(self, q: Array, frame: str) -> Array:
        """Compute the derivative ∂p/∂q of the origin p of a frame, (T, 3, n)."""
        if tree(self.robot).place(frame)[0] < 0:
            return np.zeros((len(q), 3, self.robot.nv))
        return jacobian(self.robot, q, frame)[..., :3, :]

    def penalty(self, q: Array, margin: float) -> tuple[float, Array]:
        """Compute the penalty Σ min(gap − margin, 0)² and its derivative with respect to q, (T, n)."""
        gap, way, s = self._found(self.points(q))
        over = np.minimum(gap - margin, 0.0)
        over = np.where(np.isfinite(over), over, 0.0)
        grad = np.zeros((len(q), self.robot.nv))
        if over.any():
            J = np.stack([self._lever(q, f) for f in self.frames], axis=1)
            A, B = self._ends(J)
            for share, end in ((1 - s, A), (s, B)):
                grad += 2 * np.einsum("tlo,tloi,tlij->tj", over * share, way, end)
        return float(np.sum(over**2)), grad


def _nearest(p: Array, u: Array, a: Array, v: Array) -> tuple[Array, Array]:
    """Compute the parameters (s, r) of the closest points p + s u and a + r v on two segments."""
    w = p - a
    uu, vv = np.sum(u * u, axis=-1), float(v @ v)
    uv = u @ v
    uw = np.sum(u * w, axis=-1)
    vw = w @ v
    det = uu * vv - uv * uv
    s = np.where(det > ROUNDING * np.maximum(uu * vv, TINY), (uv * vw - vv * uw) / np.where(det > 0, det, 1.0), 0.0)
    s = np.clip(s, 0.0, 1.0)
    r = np.clip((uv * s + vw) / vv, 0.0, 1.0) if vv > 0 else np.zeros_like(s)
    s = np.clip(np.where(uu > 0, (uv * r - uw) / np.where(uu > 0, uu, 1.0), 0.0), 0.0, 1.0)
    return s, r
