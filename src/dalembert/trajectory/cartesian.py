"""Motion of a frame along a line or a circle. A motion maps t to (T, ν, ν̇): pose (4, 4), twist and derivative of the
twist, in world axes.

line     p = p₀ + s (p₁ − p₀),        R = rot(n, s θ) R₀,   θ n = log(R₁R₀ᵀ)
circle   p = c + rot(n, s φ)(p₀ − c),  R constant or rotated by the same angle

The time law s(t) increases from 0 to 1. The rotation axes are fixed, so ν = ∂T/∂s ṡ and ν̇ = ∂T/∂s s̈ + ∂²T/∂s² ṡ²,
where the derivatives of T are twists.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from dalembert import finding
from dalembert.argument import Numbers, direction, integer, nonzero, real, shaped
from dalembert.boundary import Array, RobotLike, as_robot
from dalembert.finding.finding import Argument, RobotName
from dalembert.kinematics.path_following import follow
from dalembert.kinematics.task import target
from dalembert.spatial.rotation import cross, displaced, matvec, pose_error, rotation
from dalembert.trajectory.joint_space import Derivatives, Path, Trajectory, along, law_length, quintic, timed
from dalembert.typeset.notebook_display import Displayed


@dataclass(frozen=True)
class PoseTrajectory(Displayed):
    """Motion of a frame as a function of time.

    Calling the motion with t returns poses (..., 4, 4), twists [linear, angular] (..., 6) and twist derivatives (...,
    6).

    Attributes
    ----------
    kind : str
        "line" or "circle".
    law : Trajectory
        Time law, given as a trajectory of one coordinate. The final value of the time law corresponds to the end of the
        curve.
    curve : callable
        Function that maps s in [0, 1] to T, ∂T/∂s and ∂²T/∂s², where the derivatives are twists.
    """

    kind: str
    law: Trajectory  # time law of one coordinate
    curve: Callable[[Array], Derivatives]  # s in [0, 1] -> T, ∂T/∂s and ∂²T/∂s² as twists

    @property
    def duration(self) -> float:
        return self.law.duration

    def __call__(self, t: Numbers) -> Derivatives:
        return along(timed(self.curve, self.law, 1.0), t)

    def sampled(self, count: int = 1000) -> tuple[Array, Array, Array, Array]:
        """Return (t, T, ν, ν̇) at `count` + 1 equally spaced times."""
        t = np.linspace(0.0, self.duration, count + 1)
        return (t, *self(t))

    def path(self, robot: RobotLike, q0: Numbers, *, count: int = 200, **options: Any) -> Path:
        """Compute a smooth joint path, starting near `q0`, through inverse kinematics solutions at `count` + 1 poses.

        `options` are passed to `kinematics.follow`, for example `frame`, `task` and `redundancy`. Raise `Unreachable`
        if the robot cannot follow the whole path.
        """
        from scipy.interpolate import make_interp_spline

        robot, count = as_robot(robot), integer(count, "count", lower=8)
        s = np.linspace(0.0, 1.0, count + 1)
        T = self.curve(s)[0]
        found = follow(robot, T, q0, **options)
        if not found.complete:
            reached = int(found.reached)
            problem = finding.PathNotFollowed(RobotName(robot.name), float(found.way) / count, found.reason)
            raise problem.error(q=found.last, pose=T[reached - 1], index=reached)
        curve = make_interp_spline(s, found.q, k=5)
        return Path(1.0, found.q.shape[-1], lambda x: (curve(x), curve(x, 1), curve(x, 2)))

    def joints(self, robot: RobotLike, q0: Numbers, **options: Any) -> Trajectory:
        """Convert the frame motion to a joint motion of a robot. The `options` are the same as in `path`."""
        return self.path(robot, q0, **options).timed(self.law, self.kind)


def line(start: Numbers, end: Numbers, law: Trajectory | float) -> PoseTrajectory:
    """Move a frame along a straight line between two poses while rotating it about a fixed axis.

    Parameters
    ----------
    start, end : array_like, shape (4, 4)
        Initial and final pose.
    law : float or Trajectory
        Duration in s of a quintic time law, or a trajectory of one coordinate that starts at 0.

    Returns
    -------
    PoseTrajectory
        Motion that maps t to the pose, the twist and the derivative of the twist.

    Examples
    --------
    >>> import numpy as np
    >>> import dalembert as da
    >>> start, end = np.eye(4), np.eye(4)
    >>> end[:3, 3] = [0.2, 0.0, 0.1]
    >>> pose, twist, _ = da.trajectory.line(start, end, 1.0)(0.5)
    >>> print(pose[:3, 3], twist[:3].round(4))
    [0.1  0.   0.05] [0.375  0.     0.1875]
    """
    A, B = _pose(start, "start"), _pose(end, "end")
    twist = pose_error(B, A)

    def curve(s: Array) -> Derivatives:
        return displaced(A, s[:, None] * twist), np.tile(twist, (len(s), 1)), np.zeros((len(s), 6))

    return PoseTrajectory("line", _law(law), curve)


def circle(
    start: Numbers,
    centre: Numbers,
    normal: Numbers,
    law: Trajectory | float,
    *,
    angle: float = 2 * np.pi,
    turning: bool = False,
) -> PoseTrajectory:
    """Move a frame on a circle about an axis through `centre` along `normal`.

    Parameters
    ----------
    start : array_like, shape (4, 4)
        First pose.
    centre, normal : array_like, shape (3,)
        Point on the axis in m, and direction of the axis.
    law : float or Trajectory
        Duration in s of a quintic time law, or a trajectory of one coordinate that starts at 0.
    angle : float
        Angle of the arc in rad. Default: a full circle.
    turning : bool
        Whether the frame rotates with the motion. If False, the orientation of the frame is constant.

    Returns
    -------
    PoseTrajectory
        Motion that maps t to the pose, the twist and the derivative of the twist.

    Examples
    --------
    >>> import numpy as np
    >>> import dalembert as da
    >>> start = np.eye(4)
    >>> start[:3, 3] = [0.5, 0.0, 0.0]
    >>> pose, twist, _ = da.trajectory.circle(start, [0.4, 0.0, 0.0], [0.0, 0.0, 1.0], 2.0)(1.0)
    >>> print(pose[:3, 3].round(3))
    [0.3 0.  0. ]
    """
    A = _pose(start, "start")
    c, n = shaped(centre, "centre", (3,)), direction(normal, "normal")
    angle = nonzero(real(angle, "angle", unit="rad"), "angle")
    arm = A[:3, 3] - c
    if float(np.linalg.norm(cross(n, arm))) == 0 and not turning:
        raise finding.OnAxis(Argument("start")).error()

    def curve(s: Array) -> Derivatives:
        R = rotation(n, s * angle)
        T = np.tile(A, (len(s), 1, 1))
        T[:, :3, 3] = c + matvec(R, arm)
        T[:, :3, :3] = R @ A[:3, :3] if turning else A[:3, :3]
        velocity = angle * cross(n, matvec(R, arm))
        spin = np.tile(angle * n if turning else np.zeros(3), (len(s), 1))
        bend = np.concatenate([angle * cross(n, velocity), np.zeros((len(s), 3))], axis=-1)
        return T, np.concatenate([velocity, spin], axis=-1), bend

    return PoseTrajectory("circle", _law(law), curve)


def _pose(given: Numbers, argument: str) -> Array:
    return np.asarray(target(shaped(given, argument, (4, 4))).T[0])


def _law(law: Trajectory | float) -> Trajectory:
    given = law if isinstance(law, Trajectory) else quintic(0.0, 1.0, real(law, "law", above=0, unit="s"))
    law_length(given)
    return given
