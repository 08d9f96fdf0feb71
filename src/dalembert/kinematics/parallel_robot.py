"""Parallel robots: working modes (inverse kinematics), assembly modes (forward kinematics) and workspace. [merlet2006]

In inverse kinematics, the tool pose determines the joints of each leg separately.

    two revolute joints      |a + l1 e(α) − c| = l2      α = arg r ± arccos((l1² + r² − l2²)/(2 l1 r)),  r = c − a
    revolute arm and rod     A cos θ + B sin θ = C       θ = atan2(B, A) ± arccos(C/√(A² + B²))
    prismatic leg            length = |p + R b − a|
    prismatic joint and rod  q = s·(P − o) − L u,        u = ±√(1 − (P_p² + P_t²)/L²)

Each choice of signs is a working mode. The five-bar has 4 working modes, the 3-RRR, the Delta and the Orthoglide have
8, and the Stewart platform has 1. A universal joint has two pairs of angles for each direction, and the solver uses the
pair that is closer to zero. If the target is a position (3 numbers), the platform does not rotate.

Forward kinematics computes all assembly modes for given positions of the actuated joints. [gosselin1992] Rods of given
lengths l connect points a of the actuated links to points b of the platform:

    |p + R b − a|² = l²      five-bar, Delta and Orthoglide 2 modes, 3-RRR up to 6, Stewart up to 40 (with complex modes)

These equations are solved by Newton's method from many starting points. The joints of the legs then follow from inverse
kinematics at the tool pose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import NamedTuple

import numpy as np

from dalembert import finding
from dalembert.argument import Numbers, integer, shaped
from dalembert.boundary import RobotLike, as_robot
from dalembert.dynamics import forward_kinematics, need_numbers
from dalembert.errors import Unreachable, WrongValue
from dalembert.finding.finding import Identifier, Measure, Noun, RobotName, Unit
from dalembert.kinematics.analytic_inverse import linear, positions, stacked
from dalembert.kinematics.chain import Screw, matrix
from dalembert.kinematics.configuration import within_limits
from dalembert.kinematics.reachable_workspace import Workspace
from dalembert.kinematics.task import PoseTarget
from dalembert.mechanism.assembly import assembly
from dalembert.mechanism.levenberg_marquardt import least_squares
from dalembert.mechanism.loops import neutral, way
from dalembert.robot.loop import Loop
from dalembert.robot.model import Joint, Robot
from dalembert.robot.tree import tree
from dalembert.spatial.pose import Pose
from dalembert.spatial.rotation import Array, displaced, log, rotation, wrapped
from dalembert.tolerance import LOOP_OPEN, LOOP_SOLVED, POSE_REACHED, SAME_POSE, SAME_SOLUTION, SMALL_ANGLE, SOLVED_POSE

Solution = dict[str, tuple[float, ...]]  # entries of q for some joints
_TOOL = "tool"


class Rod(NamedTuple):
    """Rod from the origin of link `base` to the platform. `end` is its end in `link`, and `tool` its end in the tool."""

    base: str
    link: str
    end: Pose
    tool: Pose


class Architecture(NamedTuple):
    """Architecture of a parallel robot: closed-form solutions for the legs, and the rods that support the platform."""

    name: str
    legs: Callable[[Robot, Array], Iterator[list[Solution]]]  # tool pose → solutions of each leg
    rods: Callable[[Robot], list[Rod]]
    freedoms: tuple[int, ...] = (0, 1, 2, 3, 4, 5)  # translations and rotations of the platform
    kept: tuple[int, ...] = ()  # columns of the tool pose that are constant

    @property
    def flat(self) -> bool:
        """Whether the robot moves in a plane."""
        return 2 not in self.freedoms


def working_modes(robot: RobotLike, pose: Numbers) -> Array:
    """Compute all configurations of a parallel robot that bring its tool to a given pose.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
        Five-bar, 3-RRR, Delta, Stewart platform or Orthoglide, of any size.
    pose : array, shape (4, 4), (3,) or (2,)
        Pose of frame `tool`, or a position for robots whose platform cannot rotate.

    Returns
    -------
    array, shape (k, nq)
        Configurations in which all loops are closed, one working mode per row.

    Raises
    ------
    Unreachable
        If no configuration is found.

    Examples
    --------
    >>> import dalembert as da
    >>> len(da.mechanism.working_modes(da.gallery.delta(), [0.02, -0.03, -0.7]))
    8
    """
    robot = as_robot(robot)
    T = _pose(pose)
    found = _modes(robot, T)
    if not len(found):
        raise finding.NoWorkingMode(
            RobotName(robot.name), Noun("leg out of reach"), tuple(map(float, T[:3, 3]))
        ).error()
    return found


def _modes(robot: Robot, T: Array) -> Array:
    """Compute the working modes of a parallel robot, `(k, nq)`. The array is empty if a leg does not reach its target."""
    kind, found = architecture(robot), []
    own = matrix(robot.joints[-1].placement) if kind.flat else np.eye(4)
    if np.abs((T - own)[:3, kind.kept]).max(initial=0.0) > POSE_REACHED:
        raise finding.PlatformOrientation(RobotName(robot.name), planar=kind.flat).error()
    for choice in product(*kind.legs(robot, T)):
        q = np.zeros(robot.nq)
        for solution in choice:
            for name, entries in solution.items():
                first = robot.joint(name).first[0]
                q[first : first + len(entries)] = entries
        found.append(q)
    if max(map(assembly(tree(robot)).gap, found), default=0.0) > LOOP_OPEN:
        raise finding.OtherArchitecture(RobotName(robot.name), Identifier(kind.name)).error()
    return np.array(found).reshape(len(found), robot.nq)


def is_parallel(robot: Robot) -> bool:
    """Check whether a robot's legs have closed-form solutions, based on its joint types."""
    return bool(robot.loops) and tuple(joint.kind for joint in robot.joints if joint.moves) in _ARCHITECTURES


def architecture(robot: Robot) -> Architecture:
    """Return the architecture of a parallel robot. Raise an error if no architecture matches."""
    need_numbers(robot)
    if not is_parallel(robot):
        names = tuple(Identifier(kind.name) for kind in _ARCHITECTURES.values())
        raise finding.NotParallelRobot(RobotName(robot.name), names).error()
    return _ARCHITECTURES[tuple(joint.kind for joint in robot.joints if joint.moves)]


def _pose(pose: Numbers) -> Array:
    given = shaped(pose, "pose", (4, 4), (3,), (2,))
    if given.ndim == 2:
        return given
    T = np.eye(4)
    T[:3, 3] = [*given, np.nan][:3]  # a position with two numbers has no height
    return T


def cuts(robot: Robot) -> list[Loop]:
    """Return the loops of the robot that connect two frames, and omit couplings."""
    return [loop for loop in robot.loops if isinstance(loop, Loop)]


def _by_link(robot: Robot) -> dict[str, Loop]:
    """Map the name of each cut link to its loop."""
    return {loop.first: loop for loop in cuts(robot)}


def _length(pose: Pose) -> float:
    """Return the distance of a frame's origin from its reference frame."""
    return float(np.linalg.norm(matrix(pose)[:3, 3]))


# ── legs with two revolute joints in a plane ──────────────────────────────────


def _five_bar(robot: Robot, T: Array) -> Iterator[list[Solution]]:
    loop = cuts(robot)[0]
    ends = {loop.first: loop.first_placement, loop.second: loop.second_placement}
    one, two, three, four = robot.joints
    _level(robot, T, sum(float(matrix(x)[2, 3]) for x in (one.placement, two.placement, ends[two.child])))
    for a, b in ((one, two), (three, four)):
        yield _planar(a, b, matrix(ends[b.child]), T[:2, 3])


def _three_rrr(robot: Robot, T: Array) -> Iterator[list[Solution]]:
    *legs, platform = robot.joints
    at, base = _by_link(robot), matrix(platform.placement)
    T = _level(robot, T, float(base[2, 3]))
    for a, b in zip(legs[::2], legs[1::2], strict=True):
        wrist = T @ matrix(at[b.child].second_placement)
        yield _planar(a, b, matrix(at[b.child].first_placement), wrist[:2, 3])
    local = np.linalg.inv(base) @ T
    angle = np.arctan2(local[1, 0], local[0, 0])
    yield [{platform.name: (local[0, 3], local[1, 3], angle)}]


def _planar(first: Joint, second: Joint, end: Array, goal: Array) -> list[Solution]:
    """Compute both elbow solutions of a leg with two revolute joints, for a given position of its end."""
    A = matrix(first.placement)
    B = A @ matrix(second.placement)
    points = [np.array([*x[:2], 0.0]) for x in (A[:, 3], B[:, 3], (B @ end)[:, 3], goal)]
    screws = [Screw(False, np.array([0.0, 0.0, 1.0]), o) for o in points[:2]]
    length = float(np.linalg.norm(points[2] - points[0]))
    found = wrapped(positions(screws, points[2][None], points[3][None], length)[0])
    return [{first.name: (a,), second.name: (b,)} for a, b in found if np.isfinite(a + b)]


# ── legs with rods ────────────────────────────────────────────────────────────


def _delta(robot: Robot, T: Array) -> Iterator[list[Solution]]:
    *joints, platform = robot.joints
    at = _by_link(robot)
    for k in range(0, 9, 3):
        motor, *elbows = joints[k : k + 3]
        base = matrix(motor.placement)
        wrists = [T @ matrix(at[e.child].second_placement) for e in elbows]
        x, y, z = matrix(elbows[0].placement)[:3, 3]
        length = _length(at[elbows[0].child].first_placement)
        u, v, w = (np.linalg.inv(base) @ wrists[0])[:3, 3]
        A, B = x * u + z * w, z * u - x * w
        C = (x * x + z * z + (y - v) ** 2 + u * u + w * w - length**2) / 2
        leg: list[Solution] = []
        for theta in wrapped(linear(*np.array([A, B, C]))):
            if np.isnan(theta):
                continue
            arm = base.copy()
            arm[:3, :3] = base[:3, :3] @ rotation(np.array([0.0, 1.0, 0.0]), theta)
            solution: Solution = {motor.name: (theta,)}
            for elbow, wrist in zip(elbows, wrists, strict=True):
                local = np.linalg.inv(arm @ matrix(elbow.placement)) @ wrist
                solution[elbow.name] = _universal(local[:3, 3])
            leg.append(solution)
        yield leg
    yield [_free(platform, T)]


def _stewart(robot: Robot, T: Array) -> Iterator[list[Solution]]:
    *joints, platform = robot.joints
    at = _by_link(robot)
    for foot, slide in zip(joints[::2], joints[1::2], strict=True):
        loop = at[slide.child]
        hand = (np.linalg.inv(matrix(foot.placement)) @ T @ matrix(loop.second_placement))[:3, 3]
        rest = matrix(slide.placement)[2, 3] + matrix(loop.first_placement)[2, 3]
        yield [{foot.name: _universal(hand), slide.name: (float(np.linalg.norm(hand) - rest),)}]
    yield [_free(platform, T)]


def _orthoglide(robot: Robot, T: Array) -> Iterator[list[Solution]]:
    for slide, turn, swings, back in _orthoglide_legs(robot):
        s, p, t = (np.array([float(x) for x in j.axis]) for j in (slide, swings[0], turn))
        r, length = T[:3, 3] - matrix(slide.placement)[:3, 3], _length(back.placement)
        up, ut = r @ p / length, r @ t / length
        rest = 1 - up**2 - ut**2
        leg: list[Solution] = []
        for sign in (1, -1) if rest >= 0 else ():
            along = sign * np.sqrt(rest)
            b, a = -np.arcsin(ut), np.arctan2(up, along)
            solution: Solution = {slide.name: (r @ s - length * along,), turn.name: (a,), back.name: (-b,)}
            leg.append(solution | {j.name: (b,) for j in swings} | {j.name: (-a,) for j in _after(robot, back)})
        yield leg


def _orthoglide_legs(robot: Robot) -> Iterator[tuple[Joint, Joint, list[Joint], Joint]]:
    """Yield the joints of each leg: the slide, the turn of the fork, the two swings, and the opposite swing."""
    for slide in (joint for joint in robot.joints if joint.kind == "prismatic"):
        turn, *_ = _after(robot, slide)
        swings = _after(robot, turn)
        back, *_ = _after(robot, swings[0])
        yield slide, turn, swings, back


def _after(robot: Robot, joint: Joint) -> list[Joint]:
    """Return the joints whose parent is the child link of the given joint."""
    return [j for j in robot.joints if j.parent == joint.child]


def _universal(direction: Array) -> tuple[float, ...]:
    """Compute rotations about x, then y, that align z with a direction u = (sin b, −sin a cos b, cos a cos b)."""
    x, y, z = direction
    return np.arctan2(-y, z), np.arctan2(x, np.hypot(y, z))


def _free(joint: Joint, T: Array) -> Solution:
    """Return the coordinates of a free joint whose body has the pose T: its position and its quaternion."""
    local = np.linalg.inv(matrix(joint.placement)) @ T
    half = log(local[:3, :3]) / 2
    size = np.linalg.norm(half)
    quaternion = (np.cos(size), *(np.sinc(size / np.pi) * half))
    return {joint.name: (*local[:3, 3], *quaternion)}


def _level(robot: Robot, T: Array, height: float) -> Array:
    """Return the pose with its height set exactly to the height of a planar robot.

    Raise an error if the pose is not in the plane of the robot.
    """
    if abs(T[2, 3] - height) > POSE_REACHED * (1 + abs(height)):
        z = Measure(float(T[2, 3]), Unit("m"))
        raise finding.OffPlane(RobotName(robot.name), Measure(height, Unit("m")), z).error()
    level = T.copy()
    level[2, 3] = height
    return level


def has_working_modes(robot: Robot, frame: str | None) -> bool:
    """Check whether the target is a tool pose of a parallel robot."""
    return frame in (None, _TOOL) and is_parallel(robot)


def modes_at(robot: Robot, goal: PoseTarget, near: Array, keep: bool, tolerance: float, missing: str) -> Array:
    """Compute all working modes of each target, `(B, k, nq)`, padded with NaN.

    The mode nearest to `near` comes first. If `keep` is True, the function returns only modes within the joint limits.
    """
    found = []
    for k, T in enumerate(goal.T):
        modes = np.empty((0, robot.nq))
        reason = "leg out of reach"
        problem = None
        try:
            modes = _modes(robot, _pose(T[:3, 3]) if goal.position else T)
        except (Unreachable, WrongValue) as error:  # the pose is outside the plane, or the platform cannot rotate to it
            problem = error.finding
        if len(modes):
            e = goal.of(np.array([k])).error(forward_kinematics(robot, modes[None], _TOOL))[0]
            modes = modes[np.abs(e).max(axis=1) <= tolerance]
            reason = "beyond limits" if len(modes) else "other orientation"
            modes = modes[within_limits(robot, modes) | (not keep)]
        if missing == "raise" and not len(modes):
            position = tuple(map(float, T[:3, 3]))
            raise Unreachable(problem or finding.NoWorkingMode(RobotName(robot.name), Noun(reason), position), index=k)
        far = np.linalg.norm(way(robot, near[k], modes), axis=1)
        found.append(modes[None, np.argsort(far, kind="stable")])
    return stacked(found, robot.nq)


_STARTS, _STEPS = 1500, 60  # for a platform with six degrees of freedom


def assembly_modes(robot: RobotLike, drives: Numbers) -> Array:
    """Compute all configurations of a parallel robot with the given actuated coordinates.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
        Parallel robot; see `working_modes`. For a Stewart platform, the function searches from 1500 starting points. It
        can miss configurations that are reached from only a few of them.
    drives : array
        Actuated coordinates, in rad and m.

    Returns
    -------
    array, shape (k, nq)
        Configurations in which all loops are closed, one assembly mode per row.

    Raises
    ------
    NotAssembled
        If no configuration is found.

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.planar_3rrr()
    >>> da.mechanism.assembly_modes(robot, [0.3, 0.3, 0.3]).shape  # two assembly modes, nine coordinates
    (2, 9)
    """
    robot = as_robot(robot)
    motors = [robot.coordinate(name) for name in robot.actuated]
    places = [motor.q.start for motor in motors]
    turns = np.array([not motor.slides for motor in motors])
    given = shaped(drives, "drives", (len(places),), robot=robot.name)
    start = neutral(robot)
    start[places] = given
    loops, driven = assembly(tree(robot)), [motor.qd for motor in motors]
    passive = np.array([k not in driven for k in range(robot.nv)])
    found: list[Array] = []
    for T in platform_poses(architecture(robot), robot, start):
        modes = _modes(robot, T)
        off = modes[:, places] - given
        off = np.abs(np.where(turns, wrapped(off), off)).max(axis=1)
        if not len(modes) or off.min() >= SMALL_ANGLE:
            continue
        best = modes[np.argmin(off)]
        best[places] = given
        if loops.gap(best) >= LOOP_SOLVED:  # polynomial roots have lost some digits
            best = loops.close(best, passive)
        if not any(np.abs(best - x).max() < SAME_POSE for x in found):
            found.append(best)
    if not found:
        found = [loops.checked(loops.close(start, passive), held=robot.actuated)]
    return np.array(found)


def parallel_workspace(robot: RobotLike, *, samples: int = 3000, limits: bool = True, seed: int = 0) -> Workspace:
    """Sample the positions that the tool of a parallel robot can reach at constant orientation.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
        Parallel robot; see `working_modes`.
    samples : int
        Number of points to sample in the box that the legs can reach.
    limits : bool
        Whether the actuated coordinates must be within their limits in at least one working mode.
    seed : int
        Seed for the random samples.

    Returns
    -------
    Workspace

    Examples
    --------
    >>> import dalembert as da
    >>> space = da.mechanism.parallel_workspace(da.gallery.delta(), samples=2000)
    >>> print(len(space.points), "positions reached")
    70 positions reached
    """
    robot, samples = as_robot(robot), integer(samples, "samples", lower=10, upper=100_000)
    kind = architecture(robot)
    rods = [loop.first_placement for loop in cuts(robot)]
    arms = [j.placement for j in robot.joints if j.kind not in ("free", "planar")]
    reach = max(map(_length, rods)) + max(map(_length, arms))
    platform = robot.joints[-1]
    home = matrix(platform.placement)[:3, 3] if platform.kind in ("free", "planar") else np.zeros(3)
    box = np.random.default_rng(seed).uniform(-reach, reach, (samples, 3)) * ((1, 1, 0) if kind.flat else (1, 1, 1))
    found = []
    for point in home + box:
        modes = _modes(robot, _pose(point[:2] if kind.flat else point))
        if len(modes) and (not limits or np.any(within_limits(robot, modes, robot.actuated))):
            found.append(point)
    if not found:
        raise finding.NoReachablePoint(RobotName(robot.name), samples).error()
    plane = np.eye(3)[:2] if kind.flat else None
    return Workspace(robot.name, np.array(found), np.array([0.0, 0.0, 1.0]), np.zeros(3), plane)


def _cut_rods(robot: Robot) -> list[Rod]:
    """Return the cut links of a 3-RRR or Delta robot, which connect the cranks to the platform."""
    return [Rod(x.first, x.first, x.first_placement, x.second_placement) for x in cuts(robot)]


def _five_bar_rods(robot: Robot) -> list[Rod]:
    x = cuts(robot)[0]
    return [Rod(x.first, x.first, x.first_placement, Pose()), Rod(x.second, x.second, x.second_placement, Pose())]


def _stewart_rods(robot: Robot) -> list[Rod]:
    return [rod._replace(base=foot.child) for foot, rod in zip(robot.joints[:-1:2], _cut_rods(robot), strict=True)]


def _orthoglide_rods(robot: Robot) -> list[Rod]:
    legs = ((swings[0], back) for _, _, swings, back in _orthoglide_legs(robot))
    return [Rod(swing.child, swing.child, back.placement, swing.placement) for swing, back in legs]


def _rods(kind: Architecture, robot: Robot, q: Array) -> tuple[Array, Array, Array]:
    """Return the ends of the rods in the world and in the tool, and their lengths, for the actuated coordinates in q.

    The rods of a planar robot are projected onto the plane of the tool.
    """
    rods = kind.rods(robot)
    a = np.array([forward_kinematics(robot, q, rod.base)[:3, 3] for rod in rods])
    ends = np.array([(forward_kinematics(robot, q, rod.link) @ matrix(rod.end))[:3, 3] for rod in rods])
    b = np.array([matrix(rod.tool)[:3, 3] for rod in rods])
    if kind.flat:
        a[:, 2] = ends[:, 2] = ends[1, 2] - b[1, 2]
        b[:, 2] = 0.0
    return a, b, np.linalg.norm(ends - a, axis=1)


def platform_poses(kind: Architecture, robot: Robot, q: Array) -> list[Array]:
    """Solve |p + R b − a|² = l² for the poses of the platform, starting from random poses.

    Only the actuated coordinates in q matter, so the loops need not be closed. Lengths are divided by the largest rod length.
    """
    a, b, rods = _rods(kind, robot, q)
    size = rods.max()
    a, b, square = a / size, b / size, (rods / size) ** 2
    free = list(kind.freedoms)
    rng = np.random.default_rng(5)

    def errors(x: Array) -> tuple[Array, Array]:
        T = x.reshape(len(x), 4, 4)
        arm = np.einsum("nij,kj->nki", T[:, :3, :3], b)
        d = T[:, None, :3, 3] + arm - a
        return np.sum(d * d, axis=2) - square, 2 * np.concatenate([d, np.cross(arm, d)], axis=2)[..., free]

    def moved(x: Array, step: Array) -> Array:
        twist = np.zeros((len(x), 6))
        twist[:, free] = step
        return displaced(x.reshape(len(x), 4, 4), twist).reshape(len(x), 16)

    home = np.eye(4)
    home[:3, 3] = a.mean(axis=0)
    count = round(_STARTS * (len(free) / 6) ** 3)
    spread = rng.uniform(-1.0, 1.0, (count, len(free))) * np.where(np.array(free) < 3, 1.0, np.pi)
    x = least_squares(errors, moved, moved(np.tile(home.ravel(), (count, 1)), spread), iterations=_STEPS)
    found: list[Array] = []
    for entries in x[np.abs(errors(x)[0]).max(axis=1) < SOLVED_POSE]:
        T = entries.reshape(4, 4)
        if all(np.abs(T - other).max() > SAME_SOLUTION for other in found):
            found.append(T)
    for T in found:
        T[:3, 3] *= size
    return found


_LEG = ("prismatic", *("revolute",) * 4)
_ARCHITECTURES: dict[tuple[str, ...], Architecture] = {
    ("revolute",) * 4: Architecture("five_bar", _five_bar, _five_bar_rods, (0, 1)),
    (*("revolute",) * 6, "planar"): Architecture("planar_3rrr", _three_rrr, _cut_rods, (0, 1, 5), (2,)),
    (*("revolute", "universal", "universal") * 3, "free"): Architecture(
        "delta", _delta, _cut_rods, (0, 1, 2), (0, 1, 2)
    ),
    (*("universal", "prismatic") * 6, "free"): Architecture("stewart", _stewart, _stewart_rods),
    (*_LEG, "revolute", *_LEG, *_LEG): Architecture("orthoglide", _orthoglide, _orthoglide_rods, (0, 1, 2), (0, 1, 2)),
}
