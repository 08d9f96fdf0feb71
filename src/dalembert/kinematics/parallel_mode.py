"""Forward kinematics of parallel robots: every way to assemble them with their motors where they are; and workspace.

    five-bar            the tool lies on two circles                              2 modes
    Delta, Orthoglide   the tool lies on three spheres                            2
    3-RRR               p = N(θ)/D(θ) from differences of the three closures,
                        |N|² + 2 D N·d1 + D² (|d1|² − l²) = 0, a trigonometric polynomial in θ         up to 6
    Stewart             Newton's steps on the six lengths from many starts        up to 40 (complex ones counted)

A tool's pose found, the legs follow from `working_modes`.  [merlet2006], [gosselin1992]
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from dalembert.dynamics import forward_kinematics
from dalembert.errors import NotAssembled, Unreachable, WrongSize, WrongValue
from dalembert.kinematics.parallel_robot import architecture, cuts, numbers, working_modes
from dalembert.kinematics.rotation import Array, rotation, wrapped
from dalembert.kinematics.workspace import Workspace
from dalembert.loops.assembly import assembly
from dalembert.real import finite
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree

_SAME = 1e-7  # postures nearer than this are one
_ROUNDING = 1e-13
_STARTS, _STEPS = 1500, 60
_SAMPLES = 32  # of the polynomial of a 3-RRR, whose degree is below 8


def assembly_modes(robot: Robot, drives: ArrayLike) -> Array:
    """Every q, `(k, nq)`, with closed loops and the actuated coordinates at `drives`, for the robots of `working_modes`.

    Of a Stewart platform those that 1500 starts lead to; a mode that few starts lead to could be missed.
    """
    kind = architecture(robot)
    places = [robot.coordinate(name).q.start for name in robot.actuated]
    given = finite(drives, "drives")
    if given.shape != (len(places),):
        raise WrongSize(f"drives has shape {given.shape}, robot '{robot.name}' has {len(places)} actuated coordinates")
    found: list[Array] = []
    for T in _POSES[kind](robot, given):
        try:
            modes = working_modes(robot, T)
        except Unreachable:
            continue
        apart = modes[:, places] - given
        turns = np.array([not robot.coordinate(name).slides for name in robot.actuated])
        apart = np.where(turns, wrapped(apart), apart)
        best = modes[int(np.argmin(np.abs(apart).max(axis=1)))]
        best[places] = given
        best = _polished(robot, best)
        if np.abs(apart).max(axis=1).min() < 1e-6 and not any(np.abs(best - x).max() < _SAME for x in found):
            found.append(best)
    if not found:
        raise NotAssembled(
            f"robot '{robot.name}' cannot be assembled with its motors there; move them, or change lengths"
        )
    return np.array(found)


def _polished(robot: Robot, q: Array) -> Array:
    """Newton's steps on the loops with the motors held: roots of a polynomial have lost some digits."""
    loops = assembly(tree(robot))
    if loops.gap(q) < _ROUNDING:
        return q
    held = [robot.coordinate(name).qd for name in robot.actuated]
    closed: Array = loops.close(q, np.array([k not in held for k in range(robot.nv)]))
    return closed


def parallel_workspace(robot: Robot, *, samples: int = 3000, limits: bool = True, seed: int = 0) -> Workspace:
    """Positions that the tool can take without turning, sampled in the box that the legs reach into.

    With `limits` those of the actuated coordinates are kept, in one working mode or another.
    """
    if not 10 <= samples <= 100_000:
        raise WrongValue(f"samples is between 10 and 100000, got {samples}")
    kind = architecture(robot)
    rng = np.random.default_rng(seed)
    rods = [numbers(loop.first_placement) for loop in cuts(robot)]
    arms = [numbers(j.placement) for j in robot.joints if j.kind not in ("free", "planar")]
    reach = sum(max(float(np.linalg.norm(T[:3, 3])) for T in parts) for parts in (rods, arms))
    home = numbers(robot.joints[-1].placement)[:3, 3] if kind in ("planar_3rrr", "delta", "stewart") else np.zeros(3)
    flat = kind in ("five_bar", "planar_3rrr")
    found = []
    for point in home + rng.uniform(-reach, reach, (samples, 3)) * ((1, 1, 0) if flat else (1, 1, 1)):
        try:
            modes = working_modes(robot, point[:2] if flat else point)
        except Unreachable:
            continue
        if not limits or np.any(_within(robot, modes)):
            found.append(point)
    if not found:
        raise Unreachable(f"none of {samples} points sampled is reached by robot '{robot.name}'; sample more")
    return Workspace(
        robot.name, np.array(found), np.array([0.0, 0.0, 1.0]), np.zeros(3), np.eye(3)[:2] if flat else None
    )


def _within(robot: Robot, modes: Array) -> Array:
    inside = np.ones(len(modes), dtype=bool)
    for c in (robot.coordinate(name) for name in robot.actuated):
        low, high = c.limits.lower, c.limits.upper
        x = modes[:, c.q.start]
        inside &= (x >= (-np.inf if low is None else low)) & (x <= (np.inf if high is None else high))
    return inside


def _with_drives(robot: Robot, drives: Array) -> Array:
    """A q, not closed, whose actuated coordinates are as given."""
    q = np.zeros(robot.nq)
    for joint in robot.joints:
        for c in joint.coordinates:
            q[c.q.start] = 1.0 if c.motion == "ball" else 0.0
    for name, x in zip(robot.actuated, drives, strict=True):
        q[robot.coordinate(name).q.start] = x
    return q


def _five_bar(robot: Robot, drives: Array) -> list[Array]:
    """Where the circles about both elbows meet."""
    loop = cuts(robot)[0]
    ends = {loop.first: loop.first_placement, loop.second: loop.second_placement}
    elbows = _elbows(robot, drives)
    a, b = (elbows[link][:2] for link in ends)
    ra, rb = (float(np.linalg.norm(numbers(place)[:2, 3])) for place in ends.values())
    d = float(np.linalg.norm(b - a))
    if d == 0 or not abs(ra - rb) <= d <= ra + rb:
        return []
    x = (d * d + ra * ra - rb * rb) / (2 * d)
    y = np.sqrt(max(ra * ra - x * x, 0.0))
    e, z = (b - a) / d, elbows[loop.second][2] + numbers(loop.second_placement)[2, 3]
    return [np.array([*(a + x * e + s * y * np.array([-e[1], e[0]])), z]) for s in (1, -1)]


def _elbows(robot: Robot, drives: Array) -> dict[str, Array]:
    """The origin of each link that a loop starts or ends in, motors as given."""
    q = _with_drives(robot, drives)
    names = {x for loop in cuts(robot) for x in (loop.first, loop.second)}
    return {name: forward_kinematics(robot, q, name)[:3, 3] for name in sorted(names)}


def _spheres(robot: Robot, drives: Array) -> list[Array]:
    """Where three spheres meet: about each elbow, moved back by where the rod ends on the platform."""
    elbows, centres, radii = _elbows(robot, drives), [], []
    if architecture(robot) == "delta":
        for loop in cuts(robot)[::2]:
            centres.append(elbows[loop.first] - numbers(loop.second_placement)[:3, 3])
            radii.append(float(np.linalg.norm(numbers(loop.first_placement)[:3, 3])))
    else:
        q = _with_drives(robot, drives)
        for slide in (j for j in robot.joints if j.kind == "prismatic"):
            centres.append(forward_kinematics(robot, q, slide.child)[:3, 3])
            radii.append(_bar(robot, slide.child))
    a, b, c = centres
    # two planes, then a quadratic along the line where they meet
    A = 2 * np.array([b - a, c - a])
    rhs = np.array([b @ b - a @ a - radii[1] ** 2 + radii[0] ** 2, c @ c - a @ a - radii[2] ** 2 + radii[0] ** 2])
    along = np.cross(A[0], A[1])
    if np.linalg.norm(along) < 1e-12 * np.linalg.norm(A[0]) * np.linalg.norm(A[1]):
        return []
    along = along / np.linalg.norm(along)
    start = np.linalg.lstsq(A, rhs, rcond=None)[0] - a
    middle = start @ along
    rest = middle**2 - start @ start + radii[0] ** 2
    return [a + start + (-middle + s * np.sqrt(rest)) * along for s in (1, -1)] if rest >= 0 else []


def _bar(robot: Robot, slider: str) -> float:
    """The length of the bars of an Orthoglide's leg."""
    fork = next(j.child for j in robot.joints if j.parent == slider)
    bar = next(j.child for j in robot.joints if j.parent == fork)
    return float(np.linalg.norm(numbers(next(j for j in robot.joints if j.parent == bar).placement)[:3, 3]))


def _three_rrr(robot: Robot, drives: Array) -> list[Array]:
    """Roots of the trigonometric polynomial in the platform's angle, by its Fourier coefficients; lengths in rods."""
    elbows, loops = _elbows(robot, drives), cuts(robot)
    rods = np.array([float(np.linalg.norm(numbers(loop.first_placement)[:2, 3])) for loop in loops])
    size = float(rods.max())
    E = np.array([elbows[loop.first][:2] for loop in loops]) / size
    c = np.array([numbers(loop.second_placement)[:2, 3] for loop in loops]) / size
    square = (rods / size) ** 2

    def parts(theta: float) -> tuple[Array, float, Array, float]:
        R = np.array([[np.cos(theta), -np.sin(theta)], [np.sin(theta), np.cos(theta)]])
        d = c @ R.T - E
        k = np.sum(d * d, axis=1) - square
        A, rhs = 2 * (d[1:] - d[0]), -(k[1:] - k[0])
        D = A[0, 0] * A[1, 1] - A[0, 1] * A[1, 0]
        N = np.array([A[1, 1] * rhs[0] - A[0, 1] * rhs[1], A[0, 0] * rhs[1] - A[1, 0] * rhs[0]])
        return N, float(D), d[0], float(k[0])

    values = []
    for theta in 2 * np.pi * np.arange(_SAMPLES) / _SAMPLES:
        N, D, d, k = parts(theta)
        values.append(N @ N + 2 * D * (N @ d) + D * D * k)
    coefficients = np.fft.fftshift(np.fft.fft(values))  # of z^(−16) … z^15, z = exp(iθ), times the samples
    kept = np.flatnonzero(np.abs(coefficients) > 1e-12 * np.abs(coefficients).max())
    roots = np.roots(coefficients[kept[0] : kept[-1] + 1][::-1])
    found = []
    for theta in np.angle(roots[np.abs(np.abs(roots) - 1) < 1e-6]):
        N, D, _, _ = parts(float(theta))
        if abs(D) > 1e-12:
            T = np.eye(4)
            T[:3, :3] = rotation(np.array([0.0, 0.0, 1.0]), np.array(theta))
            T[:2, 3] = size * N / D
            found.append(T)
    return found


def _stewart(robot: Robot, drives: Array) -> list[Array]:
    """Newton's steps, damped, on |p + R b − a|² = l² from starts all over; lengths in the longest leg's."""
    joints = robot.joints[:-1]
    loops = cuts(robot)
    a = np.array([numbers(j.placement)[:3, 3] for j in joints[::2]])
    b = np.array([numbers(loop.second_placement)[:3, 3] for loop in loops])
    rest = np.array([numbers(j.placement)[2, 3] for j in joints[1::2]])
    rest = rest + np.array([numbers(loop.first_placement)[2, 3] for loop in loops])
    legs = rest + drives
    size = float(np.abs(legs).max())
    a, b, square = a / size, b / size, (legs / size) ** 2
    rng = np.random.default_rng(5)
    p = a.mean(axis=0) + rng.uniform(-1.0, 1.0, (_STARTS, 3))
    R = np.linalg.qr(rng.normal(size=(_STARTS, 3, 3)))[0]
    R = R * np.linalg.det(R)[:, None, None]
    for _ in range(_STEPS):
        d = p[:, None] + np.einsum("nij,kj->nki", R, b) - a
        error = np.sum(d * d, axis=-1) - square
        local = np.einsum("nji,nkj->nki", R, d)
        J = 2 * np.concatenate([d, np.cross(b, local)], axis=-1)
        weight = 1e-3 * np.sum(error**2, axis=-1)
        H = np.einsum("nki,nkj->nij", J, J) + (weight + 1e-14)[:, None, None] * np.eye(6)
        step = -np.linalg.solve(H, np.einsum("nki,nk->ni", J, error)[..., None])[..., 0]
        longest = np.maximum(1.0, np.linalg.norm(step, axis=-1))[:, None]
        p, turn = p + step[:, :3] / longest, step[:, 3:] / longest
        angle = np.linalg.norm(turn, axis=-1)
        R = R @ rotation(turn / np.maximum(angle, 1e-300)[:, None], angle)
    closed = np.abs(error).max(axis=-1) < 1e-11
    found: list[Array] = []
    for position, turned in zip(p[closed], R[closed], strict=True):
        T = np.eye(4)
        T[:3, :3], T[:3, 3] = turned, position
        if all(np.abs(T - x).max() > 1e-5 for x in found):
            found.append(T)
    for T in found:
        T[:3, 3] *= size
    return found


_POSES = {
    "five_bar": _five_bar,
    "planar_3rrr": _three_rrr,
    "delta": _spheres,
    "stewart": _stewart,
    "orthoglide": _spheres,
}
