"""Load capacity: external forces that a robot can balance within the effort limits.

The robot can hold an external force F at a frame if |g − J_vᵀF| ≤ τ_max for every joint. The set of these forces is a
polytope, which is shifted by the weight of the robot. Forces with J_vᵀF = 0 are carried by the structure and require no
joint torque. The ellipsoid |diag(1/τ_max) J_vᵀF| ≤ 1 lies inside the polytope for zero gravity. [yoshikawa1985],
[chiacchio1997]
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, product

import numpy as np

from dalembert import finding
from dalembert.argument import Numbers, bounds, shaped
from dalembert.argument import direction as unit_along
from dalembert.boundary import Array, RobotLike, StateLike, as_frame, as_q, as_robot
from dalembert.dynamics import gravity_vector, jacobian
from dalembert.errors import shown
from dalembert.finding.finding import Argument, Function, JointName, Noun, Pass, RobotName
from dalembert.graph import evaluate
from dalembert.kinematics.chain import check_moves
from dalembert.mechanism.levenberg_marquardt import rank_of
from dalembert.robot.model import Robot
from dalembert.tolerance import RANK, ROUNDING
from dalembert.typeset.notebook_display import Displayed, card, value


def largest_force(
    robot: RobotLike,
    q: StateLike,
    direction: Numbers,
    *,
    frame: str | None = None,
    effort: Numbers | None = None,
    degrees: bool = False,
) -> Array:
    """Compute the largest force on a frame in a given direction that the robot can hold at q.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    q : array_like, shape (..., nq), or mapping
        Configuration, in rad and m.
    direction : array, shape (3,)
        Direction of the force, in world axes.
    frame : str, optional
        Link or frame. Default: the frame `tool` if it exists, otherwise the tip of the longest chain.
    effort : array, shape (n,), optional
        Effort limits, in N m and N. Default: the effort limits of the robot's joints.
    degrees : bool
        Whether the angles in q are in degrees.

    Returns
    -------
    array, shape (...), in N
        The result is inf if the force requires no joint torque, or nan if no force in this direction, not even zero,
        can be held.

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.planar_2r().bind(m1=1, lc1=0.5, I1=0.1, m2=1, lc2=0.5, I2=0.1, l1=1, l2=1, g=9.81)
    >>> da.statics.largest_force(robot, [0, 90], [0, -1, 0], effort=[50, 20], degrees=True).round(2)
    np.float64(35.28)
    """
    robot, frame, limits = _asked(robot, "largest_force", frame, effort)
    J = np.asarray(jacobian(robot, q, frame, degrees=degrees))[..., :3, :]
    a = np.einsum("...ij,i->...j", J, unit_along(direction, "direction"))
    lower, upper = _bounds(a, np.asarray(gravity_vector(robot, q, degrees=degrees)), limits)
    most = upper.min(axis=-1)
    return np.where(np.maximum(lower.max(axis=-1), 0) <= most, most, np.nan)


def largest_mass(
    robot: RobotLike,
    q: StateLike,
    *,
    frame: str | None = None,
    effort: Numbers | None = None,
    degrees: bool = False,
) -> Array:
    """Compute the largest point mass that the robot can hold at the origin of a frame at q.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    q : array_like, shape (..., nq), or mapping
        Configuration, in rad and m.
    frame : str, optional
        Link or frame. Default: the frame `tool` if it exists, otherwise the tip of the longest chain.
    effort : array, shape (n,), optional
        Effort limits, in N m and N. Default: the effort limits of the robot's joints.
    degrees : bool
        Whether the angles in q are in degrees.

    Returns
    -------
    array, shape (...), in kg
        The values inf and nan have the same meanings as in `largest_force`.

    Examples
    --------
    >>> import dalembert as da
    >>> print(f"{da.statics.largest_mass('ur5', [0, -90, 90, 0, 0, 0], degrees=True):.1f} kg")
    34.9 kg
    """
    robot, *_ = _asked(robot, "largest_mass", frame, effort)
    field = np.array(evaluate(robot.gravity, {}))
    size = float(np.linalg.norm(field))
    if size == 0:
        raise finding.RobotHasNo(RobotName(robot.name), Noun("gravity"), Function("largest_mass")).error()
    return largest_force(robot, q, field, frame=frame, effort=effort, degrees=degrees) / size


def load_capacity(
    robot: RobotLike,
    q: StateLike,
    *,
    frame: str | None = None,
    effort: Numbers | None = None,
    degrees: bool = False,
) -> LoadCapacity:
    """Compute the set of forces on a frame that the robot can hold at a configuration.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    q : array_like, shape (nq,), or mapping
        Configuration, in rad and m.
    frame : str, optional
        Link or frame. Default: the frame `tool` if it exists, otherwise the tip of the longest chain.
    effort : array, shape (n,), optional
        Effort limits, in N m and N. Default: the effort limits of the robot's joints.
    degrees : bool
        Whether the angles in q are in degrees.

    Returns
    -------
    LoadCapacity

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.planar_2r().bind(m1=1, lc1=0.5, I1=0.1, m2=1, lc2=0.5, I2=0.1, l1=1, l2=1, g=9.81)
    >>> capacity = da.statics.load_capacity(robot, [0, 90], effort=[50, 20], degrees=True)
    >>> [force for force in (20, 30, 40, 50) if capacity.holds([0, -force, 0])]  # N, downwards
    [20, 30]
    >>> capacity.limiting([0, -1, 0])
    'joint1'
    """
    robot, frame, limits = _asked(robot, "load_capacity", frame, effort)
    at = shaped(as_q(robot, q, degrees=degrees), "q", (robot.nq,), robot=robot.name)
    A = jacobian(robot, at, frame)[:3].T
    return LoadCapacity(robot, at, A, gravity_vector(robot, at), limits)


def _asked(
    robot: RobotLike, function: str, frame: str | None, effort: Numbers | None
) -> tuple[Robot, str | None, Array]:
    """Validate the arguments, and return the robot, the frame and the effort limits."""
    robot = as_robot(robot)
    robot.only(function, balls=True)
    frame, limits = as_frame(robot, frame), effort_limits(robot, effort)
    check_moves(robot, frame)
    return robot, frame, limits


@dataclass(frozen=True, eq=False)
class LoadCapacity(Displayed):
    """Load capacity at a configuration: the forces F with |g − A F| ≤ limits, where A = J_vᵀ."""

    robot: Robot
    q: Array
    A: Array
    g: Array
    limits: Array

    def _repr_html_(self) -> str:
        rows = []
        for dof, g, top in zip(self.robot.dofs, self.g, self.limits, strict=True):
            own, limit = (f"{value(float(x))} {'N' if dof.slides else 'N m'}" for x in (g, top))
            rows.append((dof.name, own, limit, f"{100 * abs(g) / top:.0f} %" if top > 0 else "–"))
        text = "holds its own weight" if self.holds_itself else "cannot hold its own weight"
        heads = ["coordinate", "own weight", "limit", "share"]
        return card(f"Load capacity of {shown(self.robot.name)}: it {text}", heads=heads, rows=rows)

    @property
    def holds_itself(self) -> bool:
        """Whether the robot can support its own weight."""
        return self.holds(np.zeros(3))

    def holds(self, force: Numbers) -> bool:
        """Check whether the robot can hold an external force."""
        return bool(np.all(np.abs(self.g - self.A @ shaped(force, "force", (3,))) <= self.limits * (1 + ROUNDING)))

    def limiting(self, direction: Numbers) -> str:
        """Return the joint that reaches its effort limit first as a force in the given direction increases.

        The result is empty if no joint reaches a limit.
        """
        u = unit_along(direction, "direction")
        _, upper = _bounds(self.A @ u, self.g, self.limits)
        k = int(np.argmin(upper))
        return self.robot.coordinates[k] if np.isfinite(upper[k]) else ""

    @property
    def structural(self) -> Array:
        """Force directions that require no joint torque, as orthonormal columns (3 × k)."""
        return self._split[1]

    @property
    def vertices(self) -> Array:
        """Vertices `(k, 3)` of the force polytope, in the subspace of directions that require joint torques.

        The array is empty if the robot cannot hold any force.
        """
        across, _ = self._split
        return polytope_vertices(self.A @ across, self.g, self.limits) @ across.T

    @property
    def ellipsoid(self) -> tuple[Array, Array]:
        """Semi-axes and directions (columns) of the ellipsoid |diag(1/τ_max) J_vᵀF| ≤ 1, which ignores gravity.

        Semi-axes are inf in directions that require no joint torque.
        """
        _, values, Vt = np.linalg.svd(self.A / self.limits[:, None])
        full = np.zeros(3)
        full[: len(values)] = values
        small = full <= ROUNDING * full[0]
        with np.errstate(divide="ignore"):
            return 1 / np.where(small, 0.0, full), Vt.T

    @property
    def _split(self) -> tuple[Array, Array]:
        _, values, Vt = np.linalg.svd(self.A)
        rank = int(rank_of(values)) if values[0] > ROUNDING else 0
        return Vt[:rank].T, Vt[rank:].T


def polytope_vertices(A: Array, g: Array, limits: Array) -> Array:
    """Compute the vertices of the polytope {y : g − limits ≤ A y ≤ g + limits}, `(k, r)`.

    Each vertex is the intersection of r planes.
    """
    n, r = A.shape
    if r == 0:
        return np.zeros((int(bool(np.all(np.abs(g) <= limits))), 0))
    found: list[Array] = []
    between = np.column_stack([g - limits, g + limits])
    slack = RANK * (limits + np.abs(g))
    same = RANK * (np.linalg.norm(limits) / np.linalg.norm(A))
    for rows in combinations(range(n), r):
        part = A[list(rows)]
        if np.linalg.matrix_rank(part) < r:
            continue
        for ends in product(*between[list(rows)]):
            y = np.linalg.solve(part, ends)
            inside = np.all(np.abs(A @ y - g) <= limits + slack)
            if inside and all(np.linalg.norm(y - z) > same for z in found):
                found.append(y)
    return np.array(found).reshape(len(found), r)


def effort_limits(robot: Robot, given: Numbers | None) -> Array:
    """Return the effort limits for the coordinates. By default, these are the effort limits of the joints."""
    if given is None:
        efforts = [dof.limits.effort for dof in robot.dofs]
        missing = [name for name, x in zip(robot.coordinates, efforts, strict=True) if x is None]
        if missing:
            names = tuple(map(JointName, missing))
            raise finding.RobotHasNo(
                RobotName(robot.name), Noun("positive effort limit"), joints=names, remedy=Pass(Argument("effort"))
            ).error()
        return np.array(efforts, dtype=float)
    return bounds(given, "effort", (robot.n,), robot=robot.name)


def _bounds(a: Array, g: Array, limits: Array) -> tuple[Array, Array]:
    """Compute lower and upper bounds of s from |g − s a| ≤ limits for each joint.

    The bounds are infinite if the force has no effect on the joint.
    """
    feels = np.abs(a) > ROUNDING * np.maximum(np.linalg.norm(a, axis=-1, keepdims=True), 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        one, two = (g - limits) / a, (g + limits) / a
    able = np.abs(g) <= limits
    lower = np.where(feels, np.minimum(one, two), np.where(able, -np.inf, np.inf))
    upper = np.where(feels, np.maximum(one, two), np.where(able, np.inf, -np.inf))
    return lower, upper
