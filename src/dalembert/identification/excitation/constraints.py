"""Constraints of an exciting trajectory: joint limits, and clearance from the floor and from given capsules.

lower ≤ q ≤ upper,   |q̇| ≤ velocity,   |q̈| ≤ acceleration,   |τ| ≤ effort: the robot's own limits, or given ones, scalar or by joint

A link is a capsule: the points within `radius` of the segment from its frame to the next link's frame, or to a frame on it.
The least distance between the segments p + s u and a + r v, 0 ≤ s, r ≤ 1, has s and r in closed form [ericson2005, §5.1.9].
Its rate is n·ṗ for a moving point p, with n the unit vector from the obstacle to the link.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from dalembert.dynamics import forward_kinematics, jacobian
from dalembert.errors import UnknownName, WrongSize, WrongValue, did_you_mean
from dalembert.kinematics.chain import chain
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree

Array = NDArray[np.float64]
TURN, SPEED = float(np.pi), {"turn": float(np.pi), "slide": 1.0}  # where nothing is said: rad; rad/s and m/s


@final
@dataclass(frozen=True, eq=False)
class Bounds:
    """Limits of each coordinate, `(n,)` each, inf where there is none; `notes` says what was assumed."""

    lower: Array
    upper: Array
    velocity: Array
    acceleration: Array
    effort: Array
    notes: tuple[str, ...] = ()


def bounds_of(robot: Robot, *, position: Any, velocity: Any, acceleration: Any, effort: Any) -> Bounds:
    """The limits asked for; where one is not given that of the robot, and where it has none a usual one, which is noted."""
    own = [robot.coordinate(name).limits for name in robot.coordinates]
    slides = np.array([robot.coordinate(name).slides for name in robot.coordinates], dtype=bool)
    notes: list[str] = []
    low, high = (np.array([_number(getattr(x, which)) for x in own]) for which in ("lower", "upper"))
    if position is not None:
        low, high = _ranges(robot, position, low, high)
    span = np.where(slides, 0.5 * chain(robot).length, TURN)
    free = ~np.isfinite(low) | ~np.isfinite(high)
    if free.any():
        notes.append(f"{_names(robot, free)}: no limits of position; a turn, or the arm's length for slides, was taken")
    low, high = (
        np.where(np.isfinite(low), low, np.where(np.isfinite(high), high - 2 * span, -span)),
        np.where(np.isfinite(high), high, np.where(np.isfinite(low), low + 2 * span, span)),
    )
    for k in np.flatnonzero(~(low < high)):
        raise WrongValue(
            f"joint '{robot.coordinates[k]}' has no range to move in: lower {low[k]:g}, upper {high[k]:g}; give "
            f"position={{'{robot.coordinates[k]}': (lower, upper)}}"
        )
    speed = _each(robot, velocity, "velocity", [x.velocity for x in own])
    if velocity is None and not np.isfinite(speed).all():
        notes.append(f"{_names(robot, ~np.isfinite(speed))}: no limit of speed; π rad/s, 1 m/s for slides, was taken")
        speed = np.where(np.isfinite(speed), speed, np.where(slides, SPEED["slide"], SPEED["turn"]))
    if effort is None and (idle := np.array([x.effort is not None and x.effort <= 0 for x in own])).any():
        notes.append(f"{_names(robot, idle)}: an effort limit of 0 was taken for none; give effort=…")
    most = _each(robot, acceleration, "acceleration", [None] * robot.nv)
    return Bounds(low, high, speed, most, _each(robot, effort, "effort", [x.effort for x in own]), tuple(notes))


def _number(x: float | None) -> float:
    return np.nan if x is None else float(x)


def _names(robot: Robot, which: NDArray[np.bool_]) -> str:
    found = [robot.coordinates[k] for k in np.flatnonzero(which)]
    return ", ".join(found[:4]) + (", …" if len(found) > 4 else "")


def _each(robot: Robot, given: Any, what: str, own: list[float | None]) -> Array:
    """One positive number a coordinate; inf for none."""
    found = np.array([np.inf if x is None or x <= 0 else float(x) for x in own])
    if isinstance(given, Mapping):
        for name, x in given.items():
            found[_place(robot, name)] = _positive(x, what, name)
    elif given is not None:
        try:
            array = np.asarray(given, dtype=float)
        except (TypeError, ValueError):
            raise WrongValue(f"{what} limits are numbers, got {given!r}") from None
        if array.shape not in ((), (robot.nv,)):
            raise WrongSize(f"{what} has shape {array.shape}; robot '{robot.name}' needs one number or {robot.nv}")
        found = np.array(
            [_positive(x, what, n) for x, n in zip(np.broadcast_to(array, robot.nv), robot.coordinates, strict=True)]
        )
    return found


def _positive(x: Any, what: str, name: str) -> float:
    if isinstance(x, bool) or not isinstance(x, (int, float, np.number)) or not float(x) > 0:
        raise WrongValue(f"the {what} limit of joint '{name}' must be positive, got {x!r}")
    return float(x)


def _place(robot: Robot, name: Any) -> int:
    if name not in robot.coordinates:
        raise UnknownName(f"robot '{robot.name}' has no joint '{name}'{did_you_mean(str(name), robot.coordinates)}")
    return robot.coordinates.index(name)


def _ranges(robot: Robot, given: Any, low: Array, high: Array) -> tuple[Array, Array]:
    """(lower, upper) from a mapping joint → (lower, upper), or an array (n, 2)."""
    low, high = low.copy(), high.copy()
    if isinstance(given, Mapping):
        rows = [(_place(robot, name), pair) for name, pair in given.items()]
    else:
        rows = list(enumerate(given)) if hasattr(given, "__iter__") else []
        if len(rows) != robot.nv:
            raise WrongSize(f"position is a mapping joint → (lower, upper), or {robot.nv} such pairs; got {given!r}")
    for k, pair in rows:
        try:
            low[k], high[k] = (float(x) for x in pair)
        except (TypeError, ValueError):
            raise WrongValue(f"the range of joint '{robot.coordinates[k]}' is (lower, upper), got {pair!r}") from None
        if np.isnan(low[k]) or np.isnan(high[k]):
            raise WrongValue(f"the range of joint '{robot.coordinates[k]}' holds a number that is not finite")
    return low, high


RADIUS = 0.06  # m, of a link where nothing is said
_SAME = 1e-9


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
    def obstacles(self) -> tuple[str, ...]:
        return (
            *(["the floor"] if self.floor is not None else []),
            *(f"capsule {k + 1}" for k in range(len(self.capsules))),
        )

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
            ways.append(w / np.maximum(d, 1e-12)[..., None])
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
    s = np.where(det > 1e-12 * np.maximum(uu * vv, 1e-300), (uv * vw - vv * uw) / np.where(det > 0, det, 1.0), 0.0)
    s = np.clip(s, 0.0, 1.0)
    r = np.clip((uv * s + vw) / vv, 0.0, 1.0) if vv > 0 else np.zeros_like(s)
    s = np.clip(np.where(uu > 0, (uv * r - uw) / np.where(uu > 0, uu, 1.0), 0.0), 0.0, 1.0)
    return s, r


def clearance_of(
    robot: Robot, floor: Any, capsules: Any, radius: Any, distance: Any, postures: Array
) -> Clearance | None:
    """What has to be kept clear of; None where nothing is given. `postures` tell which distances change at all."""
    if floor is None and not _listed(capsules):
        return None
    rows = [_capsule(x) for x in _listed(capsules)]
    if floor is not None and not (
        isinstance(floor, (int, float)) and not isinstance(floor, bool) and np.isfinite(floor)
    ):
        raise WrongValue(f"floor is the height of the floor in metres, got {floor!r}")
    if isinstance(distance, bool) or not isinstance(distance, (int, float)) or not 0 <= distance < 1e3:
        raise WrongValue(f"clearance is the distance to keep, 0 m or more; got {distance!r}")
    shape = tree(robot)
    pairs = [(j.parent, j.child) for j in robot.joints] + [(f.link, f.name) for f in robot.frames]
    pairs = [x for x in pairs if shape.places[x[1]][0] >= 0]
    frames = tuple(dict.fromkeys(x for pair in pairs for x in pair))
    lines = tuple((frames.index(a), frames.index(b)) for a, b in pairs)
    radii = np.array([_radius(robot, radius, pair[1]) for pair in pairs])
    made = Clearance(
        robot, frames, lines, radii, None if floor is None else float(floor),
        np.array(rows).reshape(-1, 7), float(distance),
    )  # fmt: skip
    still = np.ptp(made.left(postures), axis=0) < _SAME
    return Clearance(
        robot, frames, lines, radii, made.floor, made.capsules, made.distance,
        tuple((int(i), int(k)) for i, k in np.argwhere(still)),
    )  # fmt: skip


def _listed(capsules: Any) -> Sequence[Any]:
    if capsules is None:
        return []
    if not hasattr(capsules, "__iter__") or isinstance(capsules, (str, Mapping)):
        raise WrongValue(f"capsules is a list of (one end, other end, radius), got {capsules!r}")
    return list(capsules)


def _capsule(given: Any) -> Array:
    try:
        a, b, r = given
        row = np.array([*a, *b, r], dtype=float)
    except (TypeError, ValueError):
        raise WrongValue(
            f"a capsule is (one end, other end, radius), 3 + 3 + 1 numbers in metres; got {given!r}"
        ) from None
    if row.shape != (7,) or not np.isfinite(row).all() or row[6] < 0:
        raise WrongSize(
            f"a capsule is (one end, other end, radius), 3 + 3 + 1 finite numbers, radius ≥ 0; got {given!r}"
        )
    return row


def _radius(robot: Robot, given: Any, link: str) -> float:
    known = {x.name for x in robot.links} | {x.name for x in robot.frames}
    if isinstance(given, Mapping):
        for name in given:
            if name not in known:
                raise UnknownName(f"robot '{robot.name}' has no link '{name}'{did_you_mean(str(name), known)}")
        given = given.get(link, RADIUS)
    if isinstance(given, bool) or not isinstance(given, (int, float)) or not 0 <= given < 1e3:
        raise WrongValue(f"the radius of link '{link}' is 0 m or more, got {given!r}")
    return float(given)
