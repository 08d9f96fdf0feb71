"""Constraints of an exciting trajectory: joint limits, and clearance from the floor and from given capsules.

lower ≤ q ≤ upper,   |q̇| ≤ velocity,   |q̈| ≤ acceleration,   |τ| ≤ effort: the robot's own limits, or given ones, scalar or by joint

A link is a capsule: the points within `radius` of the segment from its frame to the next link's frame, or to a frame on it.
The least distance between the segments p + s u and a + r v, 0 ≤ s, r ≤ 1, has s and r in closed form [ericson2005, §5.1.9].
Its rate is n·ṗ for a moving point p, with n the unit vector from the obstacle to the link.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from dalembert.argument import finite, instance, known, real, reals
from dalembert.dynamics import forward_kinematics, jacobian
from dalembert.finding.argument import NotFinite, OutOfRange, ReversedBounds, WrongShape, WrongType
from dalembert.finding.finding import Argument, JointName, Measure, Noun, RobotName, Unit, given
from dalembert.finding.fit import LimitAssumed
from dalembert.finding.log import LogNote
from dalembert.kinematics.chain import chain
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree
from dalembert.tolerance import RANK, ROUNDING, TINY

Array = NDArray[np.float64]
TURN, SPEED = float(np.pi), {"turn": float(np.pi), "slide": 1.0}  # default limits: rad; rad/s and m/s


@final
@dataclass(frozen=True, eq=False)
class Bounds:
    """Limits of each coordinate, `(n,)` each, inf where there is none; `notes` tells what was assumed."""

    lower: Array
    upper: Array
    velocity: Array
    acceleration: Array
    effort: Array
    notes: tuple[LogNote, ...] = ()


def bounds_of(robot: Robot, *, position: Any, velocity: Any, acceleration: Any, effort: Any) -> Bounds:
    """Return the given limits, else those of the robot, else usual ones, which are noted."""
    own = [robot.coordinate(name).limits for name in robot.coordinates]
    slides = np.array([robot.coordinate(name).slides for name in robot.coordinates], dtype=bool)
    notes: list[LogNote] = []
    low, high = (np.array([_number(getattr(x, which)) for x in own]) for which in ("lower", "upper"))
    if position is not None:
        low, high = _ranges(robot, position, low, high)
    span = np.where(slides, 0.5 * chain(robot).length, TURN)
    _assumed(notes, robot, ~np.isfinite(low) | ~np.isfinite(high), "position limits")
    low, high = (
        np.where(np.isfinite(low), low, np.where(np.isfinite(high), high - 2 * span, -span)),
        np.where(np.isfinite(high), high, np.where(np.isfinite(low), low + 2 * span, span)),
    )
    for k in np.flatnonzero(~(low < high)):
        unit = Unit("m" if slides[k] else "rad")
        where = Argument(f"position['{robot.coordinates[k]}']")
        raise ReversedBounds(where, Measure(float(low[k]), unit), Measure(float(high[k]), unit)).error()
    speed = _each(robot, velocity, "velocity", [x.velocity for x in own])
    if velocity is None:
        _assumed(notes, robot, ~np.isfinite(speed), "speed limits")
        speed = np.where(np.isfinite(speed), speed, np.where(slides, SPEED["slide"], SPEED["turn"]))
    if effort is None:
        _assumed(notes, robot, np.array([x.effort is not None and x.effort <= 0 for x in own]), "effort limits")
    most = _each(robot, acceleration, "acceleration", [None] * robot.nv)
    return Bounds(low, high, speed, most, _each(robot, effort, "effort", [x.effort for x in own]), tuple(notes))


def _number(x: float | None) -> float:
    return np.nan if x is None else float(x)


def _assumed(notes: list[LogNote], robot: Robot, which: NDArray[np.bool_], limit: str) -> None:
    if which.any():
        notes.append(LimitAssumed(tuple(JointName(robot.coordinates[k]) for k in np.flatnonzero(which)), Noun(limit)))


def _each(robot: Robot, limits: Any, argument: str, own: list[float | None]) -> Array:
    """Return one positive number per coordinate; inf for no limit."""
    found = np.array([np.inf if x is None or x <= 0 else float(x) for x in own])
    if isinstance(limits, Mapping):
        for name, x in limits.items():
            found[_place(robot, name, argument)] = reals(x, f"{argument}['{name}']")
    elif limits is not None:
        array = reals(limits, argument)
        if array.shape not in ((), (robot.nv,)):
            raise WrongShape(Argument(argument), array.shape, ((), (robot.nv,)), RobotName(robot.name)).error()
        found = np.broadcast_to(array, robot.nv).copy()
    if (bad := ~(found > 0)).any():
        raise OutOfRange(Argument(argument), Measure(float(found[bad][0])), 0.0, strict=True).error()
    return found


def _place(robot: Robot, name: Any, argument: str) -> int:
    known(name, robot.coordinates, "joint", owner="robot", owner_name=robot.name, argument=argument)
    return robot.coordinates.index(name)


def _ranges(robot: Robot, position: Any, low: Array, high: Array) -> tuple[Array, Array]:
    """Return (lower, upper) from a mapping joint → (lower, upper), or an array (n, 2)."""
    low, high = low.copy(), high.copy()
    if isinstance(position, Mapping):
        rows = {_place(robot, name, "position"): pair for name, pair in position.items()}
    else:
        pairs = reals(position, "position")
        if pairs.shape != (robot.nv, 2):
            raise WrongShape(Argument("position"), pairs.shape, ((robot.nv, 2),), RobotName(robot.name)).error()
        rows = dict(enumerate(pairs))
    for k, pair in rows.items():
        where = f"position['{robot.coordinates[k]}']"
        ends = reals(pair, where)
        if ends.shape != (2,):
            raise WrongShape(Argument(where), ends.shape, ((2,),)).error()
        if np.isnan(ends).any():
            raise NotFinite(Argument(where)).error()
        low[k], high[k] = ends
    return low, high


RADIUS = 0.06  # m, default radius of a link


@final
@dataclass(frozen=True, eq=False)
class Clearance:
    """Obstacles, and the lines of the links: pairs of places in `frames`, with the radius of each."""

    robot: Robot
    frames: tuple[str, ...]
    lines: tuple[tuple[int, int], ...]
    radii: Array
    floor: float | None
    capsules: Array  # (K, 7): two ends and a radius
    distance: float  # to be kept
    skipped: tuple[tuple[int, int], ...] = ()  # (line, obstacle) whose distance no joint changes

    @cached_property
    def obstacles(self) -> tuple[int | None, ...]:
        """Numbers of the capsules; None is the floor."""
        return (*([None] if self.floor is not None else []), *range(1, len(self.capsules) + 1))

    def name(self, line: int) -> str:
        a, b = self.lines[line]
        return f"{self.frames[a]} – {self.frames[b]}"

    def points(self, q: Array) -> Array:
        return np.stack([forward_kinematics(self.robot, q, f)[..., :3, 3] for f in self.frames], axis=-2)

    def left(self, q: Array) -> Array:
        """Distance beyond what is to be kept, (T, lines, obstacles); inf where it is not looked at."""
        return self._found(self.points(q))[0]

    def _found(self, p: Array) -> tuple[Array, Array, Array]:
        """(distance left, unit vector from the obstacle, share s along the line) of each line and obstacle."""
        a, b = (p[:, [x[k] for x in self.lines]] for k in (0, 1))
        gaps, ways, shares = [], [], []
        if self.floor is not None:
            low = b[..., 2] < a[..., 2]
            gaps.append(np.where(low, b[..., 2], a[..., 2]) - self.floor)
            ways.append(np.broadcast_to([0.0, 0.0, 1.0], a.shape))
            shares.append(low.astype(float))
        for c in self.capsules:
            s, r = _nearest(a, b - a, c[:3], c[3:6] - c[:3])
            w = a + s[..., None] * (b - a) - c[:3] - r[..., None] * (c[3:6] - c[:3])
            d = np.linalg.norm(w, axis=-1)
            gaps.append(d - c[6])
            ways.append(w / np.maximum(d, ROUNDING)[..., None])
            shares.append(s)
        gap = np.stack(gaps, axis=-1) - self.radii[:, None] - self.distance
        for line, obstacle in self.skipped:
            gap[:, line, obstacle] = np.inf
        return gap, np.stack(ways, axis=-2), np.stack(shares, axis=-1)

    def _lever(self, q: Array, frame: str) -> Array:
        """∂p/∂q of a frame's origin, (T, 3, n)."""
        if tree(self.robot).place(frame)[0] < 0:
            return np.zeros((len(q), 3, self.robot.nv))
        return np.asarray(jacobian(self.robot, q, frame)[..., :3, :])

    def penalty(self, q: Array, margin: float) -> tuple[float, Array]:
        """(Σ min(gap − margin, 0)², its derivative by q (T, n))."""
        gap, way, s = self._found(self.points(q))
        over = np.minimum(gap - margin, 0.0)
        over = np.where(np.isfinite(over), over, 0.0)
        grad = np.zeros((len(q), self.robot.nv))
        if over.any():
            J = np.stack([self._lever(q, f) for f in self.frames], axis=1)
            A, B = (J[:, [x[k] for x in self.lines]] for k in (0, 1))
            for share, end in ((1 - s, A), (s, B)):
                grad += 2 * np.einsum("tlo,tloi,tlij->tj", over * share, way, end)
        return float(np.sum(over**2)), grad


def _nearest(p: Array, u: Array, a: Array, v: Array) -> tuple[Array, Array]:
    """(s, r) of the points p + s u and a + r v that are nearest to each other."""
    w = p - a
    uu, vv = np.sum(u * u, axis=-1), float(v @ v)
    uv, uw, vw = u @ v, np.sum(u * w, axis=-1), w @ v
    det = uu * vv - uv * uv
    s = np.where(det > ROUNDING * np.maximum(uu * vv, TINY), (uv * vw - vv * uw) / np.where(det > 0, det, 1.0), 0.0)
    s = np.clip(s, 0.0, 1.0)
    r = np.clip((uv * s + vw) / vv, 0.0, 1.0) if vv > 0 else np.zeros_like(s)
    s = np.clip(np.where(uu > 0, (uv * r - uw) / np.where(uu > 0, uu, 1.0), 0.0), 0.0, 1.0)
    return s, r


def clearance_of(
    robot: Robot, floor: Any, capsules: Any, radius: Any, distance: Any, postures: Array
) -> Clearance | None:
    """Return the obstacles to stay clear of; None without any. `postures` tell which distances change at all."""
    capsules = [] if capsules is None else instance(capsules, "capsules", (list, tuple, np.ndarray), "capsules")
    if floor is None and len(capsules) == 0:
        return None
    rows = [_capsule(x) for x in capsules]
    floor = None if floor is None else real(floor, "floor", unit="m")
    distance = real(distance, "clearance", lower=0, unit="m")
    shape = tree(robot)
    pairs = [(j.parent, j.child) for j in robot.joints] + [(f.link, f.name) for f in robot.frames]
    pairs = [x for x in pairs if shape.places[x[1]][0] >= 0]
    frames = tuple(dict.fromkeys(x for pair in pairs for x in pair))
    lines = tuple((frames.index(a), frames.index(b)) for a, b in pairs)
    radii = np.array([_radius(robot, radius, pair[1]) for pair in pairs])
    made = Clearance(
        robot, frames, lines, radii, floor, np.array(rows).reshape(-1, 7), distance,
    )  # fmt: skip
    still = np.ptp(made.left(postures), axis=0) < RANK
    return Clearance(
        robot, frames, lines, radii, made.floor, made.capsules, made.distance,
        tuple((int(i), int(k)) for i, k in np.argwhere(still)),
    )  # fmt: skip


def _capsule(capsule: Any) -> Array:
    try:
        a, b, r = capsule
        row = finite([*a, *b, r], "capsules")
    except (TypeError, ValueError):
        raise WrongType(Argument("capsules"), Noun("a capsule"), given(capsule)).error() from None
    if row.shape != (7,):
        raise WrongType(Argument("capsules"), Noun("a capsule"), given(capsule)).error()
    real(row[6], "capsules", lower=0, unit="m")
    return row


def _radius(robot: Robot, radius: Any, link: str) -> float:
    if isinstance(radius, Mapping):
        names = [*(x.name for x in robot.links), *(x.name for x in robot.frames)]
        for name in radius:
            known(name, names, "link", owner="robot", owner_name=robot.name, argument="radius")
        radius = radius.get(link, RADIUS)
    return real(radius, "radius", lower=0, unit="m")
