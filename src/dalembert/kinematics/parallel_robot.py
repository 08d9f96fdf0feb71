"""Inverse kinematics of parallel robots in closed form: the tool's pose gives each leg on its own.

    two turning joints     |a + l1 e(α) − c| = l2               α = arg r ± arccos((l1² + r² − l2²)/(2 l1 r)),  r = c − a
    turning arm and rod    A cos θ + B sin θ = C                θ = atan2(B, A) ± arccos(C/√(A² + B²))
    sliding leg            length = |p + R b − a|
    slide and rod          q = s·(P − o) − L u,                 u = ±√(1 − (P_p² + P_t²)/L²)

A choice of signs is a working mode: 4 of the five-bar, 8 of the 3-RRR, Delta and Orthoglide, 1 of the Stewart platform.
A universal joint reaches each direction in two ways; the one near its zero is taken.  [merlet2006]
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import numpy as np
from numpy.typing import ArrayLike

from dalembert.compilation import need_numbers
from dalembert.errors import Unreachable, WrongSize, WrongValue
from dalembert.graph import evaluate
from dalembert.kinematics.rotation import Array, log, rotation, wrapped
from dalembert.loops.assembly import OPEN, assembly
from dalembert.real import reals
from dalembert.robot.joint import Joint
from dalembert.robot.loop import Loop
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree
from dalembert.spatial.pose import Pose

Solution = dict[str, tuple[float, ...]]  # entries of q of some joints
_TURNED = 1e-9  # how far from straight the pose of a platform that cannot turn may be


def working_modes(robot: Robot, pose: ArrayLike) -> Array:
    """Every q, `(k, nq)`, with the loops closed and frame `tool` at the pose (4×4, or a position where it cannot turn).

    For the five-bar, 3-RRR, Delta, Stewart platform and Orthoglide, of any size; a mode per row, `Unreachable` without one.
    """
    solver = _SOLVERS[architecture(robot)]
    T = _pose(pose)
    legs = solver(robot, T)
    found = []
    for choice in product(*legs):
        q = np.zeros(robot.nq)
        for solution in choice:
            for name, entries in solution.items():
                first = robot.joint(name).first[0]
                q[first : first + len(entries)] = entries
        found.append(q)
    if not found:
        where = ", ".join(f"{x:.3g}" for x in T[:3, 3])
        raise Unreachable(
            f"no posture of robot '{robot.name}' has its tool at ({where}): some leg is too short or too long"
        )
    loops = assembly(tree(robot))
    if max(map(loops.gap, found)) > OPEN:
        raise WrongValue(
            f"robot '{robot.name}' has the joints of a {architecture(robot)}, but its axes stand otherwise: what closes such "
            "legs does not close its loops; see assemble"
        )
    return np.array(found)


def is_parallel(robot: Robot) -> bool:
    """Whether the joints are those of a robot whose legs are solved in closed form."""
    return bool(robot.loops) and tuple(joint.kind for joint in robot.joints if joint.moves) in _KINDS


def architecture(robot: Robot) -> str:
    """Which of the robots with a closed form this is, by the kinds of its joints."""
    if not isinstance(robot, Robot):
        raise WrongValue(f"working modes are those of a Robot, got {type(robot).__name__}")
    need_numbers(robot)
    if not is_parallel(robot):
        names = ", ".join(dict.fromkeys(_KINDS.values()))
        raise WrongValue(f"robot '{robot.name}' is none of those whose legs are solved in closed form: {names}")
    return _KINDS[tuple(joint.kind for joint in robot.joints if joint.moves)]


def numbers(pose: Pose) -> Array:
    """4×4."""
    return np.array(evaluate([x for row in pose.matrix() for x in row], {}), dtype=float).reshape(4, 4)


def _pose(pose: ArrayLike) -> Array:
    given = reals(pose, "pose")
    T = np.eye(4)
    if given.shape in ((2,), (3,)):
        T[:3, 3] = [*given, np.nan][:3]  # two numbers: in its plane, wherever that is
        return T
    if given.shape != (4, 4):
        raise WrongSize(f"a pose is 4×4, or a position of 2 or 3 numbers; got shape {given.shape}")
    return given


# ── legs of two turning joints in a plane ─────────────────────────────────────


def _five_bar(robot: Robot, T: Array) -> list[list[Solution]]:
    loop = cuts(robot)[0]
    ends = {loop.first: loop.first_placement, loop.second: loop.second_placement}
    one, two, three, four = robot.joints
    _level(robot, T, sum(float(numbers(x)[2, 3]) for x in (one.placement, two.placement, ends[two.child])))
    return [_planar(a, b, numbers(ends[b.child]), T[:2, 3]) for a, b in ((one, two), (three, four))]


def _three_rrr(robot: Robot, T: Array) -> list[list[Solution]]:
    *legs, platform = robot.joints
    at = {loop.first: loop for loop in cuts(robot)}
    base = numbers(platform.placement)
    T = _level(robot, T, float(base[2, 3]))
    if np.abs(T[:3, 2] - base[:3, 2]).max() > _TURNED:
        raise WrongValue(f"the platform of robot '{robot.name}' turns in its plane alone; the pose asked for leans")
    found: list[list[Solution]] = []
    for a, b in zip(legs[::2], legs[1::2], strict=True):
        wrist = T @ numbers(at[b.child].second_placement)
        found.append(_planar(a, b, numbers(at[b.child].first_placement), wrist[:2, 3]))
    local = np.linalg.inv(base) @ T
    angle = float(np.arctan2(local[1, 0], local[0, 0]))
    return [*found, [{platform.name: (float(local[0, 3]), float(local[1, 3]), angle)}]]


def _planar(first: Joint, second: Joint, end: Array, goal: Array) -> list[Solution]:
    """Both elbows of a leg whose end comes to the goal."""
    A, B = numbers(first.placement), numbers(second.placement)
    near, far = B[:2, 3], end[:2, 3]
    l1, l2 = float(np.linalg.norm(near)), float(np.linalg.norm(far))
    r = goal - A[:2, 3]
    length = float(np.linalg.norm(r))
    if not abs(l1 - l2) <= length <= l1 + l2 or length == 0:
        return []
    bend = np.arccos(np.clip((l1**2 + length**2 - l2**2) / (2 * l1 * length), -1, 1))
    found: list[Solution] = []
    for sign in (1, -1):
        alpha = _angle(r) + sign * bend
        elbow = A[:2, 3] + l1 * np.array([np.cos(alpha), np.sin(alpha)])
        q1 = alpha - _angle(A[:, 0]) - _angle(near)
        q2 = _angle(goal - elbow) - _angle(A[:, 0]) - q1 - _angle(B[:, 0]) - _angle(far)
        found.append({first.name: (float(wrapped(q1)),), second.name: (float(wrapped(q2)),)})
    return found


# ── legs with rods ────────────────────────────────────────────────────────────


def _delta(robot: Robot, T: Array) -> list[list[Solution]]:
    _straight(robot, T)
    *joints, platform = robot.joints
    at = {loop.first: loop for loop in cuts(robot)}
    found: list[list[Solution]] = []
    for k in range(0, 9, 3):
        motor, *elbows = joints[k : k + 3]
        base = numbers(motor.placement)
        wrists = [T @ numbers(at[e.child].second_placement) for e in elbows]
        x, y, z = numbers(elbows[0].placement)[:3, 3]
        length = float(np.linalg.norm(numbers(at[elbows[0].child].first_placement)[:3, 3]))
        u, v, w = (np.linalg.inv(base) @ wrists[0])[:3, 3]
        A, B = x * u + z * w, z * u - x * w
        C = (x * x + z * z + (y - v) ** 2 + u * u + w * w - length**2) / 2
        size = float(np.hypot(A, B))
        leg: list[Solution] = []
        for sign in (1, -1) if abs(C) <= size else ():
            theta = float(np.arctan2(B, A) + sign * np.arccos(C / size))
            arm = base.copy()
            arm[:3, :3] = base[:3, :3] @ rotation(np.array([0.0, 1.0, 0.0]), np.array(theta))
            solution: Solution = {motor.name: (float(wrapped(np.array(theta))),)}
            for elbow, wrist in zip(elbows, wrists, strict=True):
                local = np.linalg.inv(arm @ numbers(elbow.placement)) @ wrist
                solution[elbow.name] = _universal(local[:3, 3])
            leg.append(solution)
        found.append(leg)
    return [*found, [_free(platform, T)]]


def _stewart(robot: Robot, T: Array) -> list[list[Solution]]:
    *joints, platform = robot.joints
    at = {loop.first: loop for loop in cuts(robot)}
    found: list[list[Solution]] = []
    for foot, slide in zip(joints[::2], joints[1::2], strict=True):
        loop = at[slide.child]
        hand = (np.linalg.inv(numbers(foot.placement)) @ T @ numbers(loop.second_placement))[:3, 3]
        rest = numbers(slide.placement)[2, 3] + numbers(loop.first_placement)[2, 3]
        length = float(np.linalg.norm(hand))
        found.append([{foot.name: _universal(hand), slide.name: (length - float(rest),)}])
    return [*found, [_free(platform, T)]]


def _orthoglide(robot: Robot, T: Array) -> list[list[Solution]]:
    _straight(robot, T)
    found: list[list[Solution]] = []
    slides = [joint for joint in robot.joints if joint.kind == "prismatic"]
    for slide in slides:
        turn = next(j for j in robot.joints if j.parent == slide.child)
        swings = [j for j in robot.joints if j.parent == turn.child]
        back = next(j for j in robot.joints if j.parent == swings[0].child)
        hinge = [j for j in robot.joints if j.parent == back.child]
        s, p, t = (np.array([float(x) for x in j.axis]) for j in (slide, swings[0], turn))
        r, length = T[:3, 3] - numbers(slide.placement)[:3, 3], float(np.linalg.norm(numbers(back.placement)[:3, 3]))
        up, ut = float(r @ p) / length, float(r @ t) / length
        rest = 1 - up**2 - ut**2
        leg: list[Solution] = []
        for sign in (1, -1) if rest >= 0 else ():
            along = sign * np.sqrt(rest)
            b, a = -float(np.arcsin(ut)), float(np.arctan2(up, along))
            solution: Solution = {slide.name: (float(r @ s - length * along),), turn.name: (a,), back.name: (-b,)}
            leg.append(solution | {j.name: (b,) for j in swings} | {j.name: (-a,) for j in hinge})
        found.append(leg)
    return found


def _universal(direction: Array) -> tuple[float, ...]:
    """Turns about x, then y, that bring z along a direction: u = (sin b, −sin a cos b, cos a cos b)."""
    x, y, z = direction
    return float(np.arctan2(-y, z)), float(np.arctan2(x, np.hypot(y, z)))


def _free(joint: Joint, T: Array) -> Solution:
    """q of a free joint whose body is at T: position, and the quaternion of half the turn."""
    local = np.linalg.inv(numbers(joint.placement)) @ T
    half = log(local[:3, :3]) / 2
    size = float(np.linalg.norm(half))
    quaternion = (np.cos(size), *(np.sinc(size / np.pi) * half))
    return {joint.name: (*local[:3, 3].tolist(), *(float(x) for x in quaternion))}


def _straight(robot: Robot, T: Array) -> None:
    if np.abs(T[:3, :3] - np.eye(3)).max() > _TURNED:
        raise WrongValue(
            f"the platform of robot '{robot.name}' cannot turn; ask for a position, or a pose that is not turned"
        )


def _level(robot: Robot, T: Array, height: float) -> Array:
    """A pose in the plane of a planar robot, which is at this height."""
    if abs(T[2, 3] - height) > _TURNED * (1 + abs(height)):
        raise Unreachable(
            f"robot '{robot.name}' moves in the plane z = {height:.4g}; it is asked for z = {T[2, 3]:.4g}"
        )
    level = T.copy()
    level[2, 3] = height
    return level


def cuts(robot: Robot) -> list[Loop]:
    """The loops of a robot that join frames."""
    return [loop for loop in robot.loops if isinstance(loop, Loop)]


def _angle(v: Array) -> float:
    return float(np.arctan2(v[1], v[0]))


_LEG = ("prismatic", *("revolute",) * 4)
_KINDS: dict[tuple[str, ...], str] = {
    ("revolute",) * 4: "five_bar",
    (*("revolute",) * 6, "planar"): "planar_3rrr",
    (*("revolute", "universal", "universal") * 3, "free"): "delta",
    (*("universal", "prismatic") * 6, "free"): "stewart",
    (*_LEG, "revolute", *_LEG, *_LEG): "orthoglide",
}
_SOLVERS: dict[str, Callable[[Robot, Array], list[list[Solution]]]] = {
    "five_bar": _five_bar,
    "planar_3rrr": _three_rrr,
    "delta": _delta,
    "stewart": _stewart,
    "orthoglide": _orthoglide,
}
