"""Reachable workspace: sample and plot the positions of a frame over all configurations.

Half of the samples are uniform in the joint coordinates. In the other samples, some joints are at a limit, and
unlimited joints are at 0 or π. On the workspace boundary, either some joints are at a limit or the configuration is
singular.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from dalembert.argument import integer
from dalembert.boundary import RobotLike
from dalembert.drawing import chart
from dalembert.drawing.chart import prefixed
from dalembert.kinematics.configuration import bounds, check_limits, finite_bounds, random_configurations
from dalembert.kinematics.task import Manipulator, arm
from dalembert.robot.tree import tree
from dalembert.spatial.rotation import Array, normal_basis
from dalembert.tolerance import RANK
from dalembert.typeset.label import label
from dalembert.typeset.notebook_display import card
from dalembert.typeset.palette import COLOURS, KINDS

_MOST = 5_000_000
_CELLS, _FEWEST = 130, 12  # largest and smallest number of grid cells per axis
_ROOT = 0.6  # cells per axis, relative to the square root of the number of samples


@dataclass(frozen=True, eq=False)
class Workspace:
    """Workspace of a frame: sampled positions `(N, 3)` in the world frame."""

    name: str
    points: Array
    axis: Array  # direction of the first revolute joint axis
    base: Array  # point on this axis
    plane: Array | None  # two directions that span the plane of motion, if any

    @property
    def low(self) -> Array:
        """Smallest x, y and z coordinates of the positions."""
        return np.asarray(self.points.min(axis=0))

    @property
    def high(self) -> Array:
        """Largest x, y and z coordinates of the positions."""
        return np.asarray(self.points.max(axis=0))

    @property
    def reach(self) -> float:
        """Largest distance of a position from the base point on the first joint axis."""
        return float(np.linalg.norm(self.points - self.base, axis=1).max())

    @property
    def section(self) -> Array:
        """Distance of each position from the first joint axis, and its height along this axis, `(N, 2)`."""
        d = self.points - self.base
        height = d @ self.axis
        return np.stack([np.linalg.norm(d - height[:, None] * self.axis, axis=1), height], axis=1)

    def _repr_html_(self) -> str:
        facts = [("positions", len(self.points)), ("reach", f"{self.reach:.4g} m")]
        return card(f"Workspace of {self.name}", facts=facts, figures=[self.plot().figure._repr_html_()])

    def plot(self, ax: Any = None) -> Any:
        """Plot a planar workspace, or a section through the first joint axis. Return the Matplotlib axes."""
        if ax is None:
            ax = chart.figure(300.0, 250.0).add_subplot()
        flat = self.section if self.plane is None else self.points @ self.plane.T
        factor, unit = prefixed(float(np.ptp(flat, axis=0).max()), "m")
        _fill(ax, factor * flat)
        ax.set_aspect("equal")
        right, up = ("distance from axis 1", "height") if self.plane is None else _axes_of(self.plane)
        chart.tidy(ax, f"{up} / {unit}   workspace of {label(self.name)}", f"{right} / {unit}")
        return ax


def workspace(
    robot: RobotLike, *, frame: str | None = None, samples: int = 200_000, limits: bool = True, seed: int = 0
) -> Workspace:
    """Sample the positions that a frame can reach.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    frame : str, optional
        Link or frame. Default: the frame `tool` if it exists, otherwise the tip of the longest chain.
    samples : int
        Number of positions.
    limits : bool
        Whether joint limits are enforced. A prismatic joint without limits moves by up to the length of the arm.
    seed : int
        Seed for the random samples.

    Returns
    -------
    Workspace

    Examples
    --------
    >>> import dalembert as da
    >>> robot = da.gallery.planar_2r().bind(l1=1.0, l2=0.5)
    >>> round(da.kinematics.workspace(robot, samples=1000).reach, 3)
    1.5
    """
    samples = integer(samples, "samples", lower=100, upper=_MOST)
    hand = arm(robot, frame)
    check_limits(hand.robot, limits)
    points = hand.pose(_configurations(hand, samples, limits, np.random.default_rng(seed)))[:, :3, 3].copy()
    first = next((s for s in hand.chain.screws if not s.prismatic), None)
    axis, base = (np.array([0.0, 0.0, 1.0]), np.zeros(3)) if first is None else (first.h, first.o)
    plane = _plane(points) if hand.rank(slice(0, 3)) < 3 else None
    return Workspace(hand.robot.name, points, axis, base, plane)


def _configurations(arm: Manipulator, count: int, limits: bool, rng: np.random.Generator) -> Array:
    robot = arm.robot
    free = np.isinf(bounds(robot, limits)).all(axis=0)
    lower, upper = finite_bounds(robot, arm.length, limits)
    q = random_configurations(robot, lower, upper, rng, count)
    ends = np.stack([lower, np.where(free, 0.0, upper)])[rng.integers(0, 2, q.shape), np.arange(robot.nq)]
    held = rng.random(q.shape) < 0.5
    held[: count // 2] = False
    held[:, [i for body in tree(robot).bodies if body.motion == "ball" for i in body.entries]] = False
    return np.where(held, ends, q)


def _plane(points: Array) -> Array:
    """Return two unit vectors that span the plane of all points.

    Return two world axes if the plane is parallel to these axes.
    """
    _, s, axes = np.linalg.svd(points - points.mean(axis=0), full_matrices=False)
    normal = axes[2]
    k = np.argmax(np.abs(normal))
    if abs(normal[k]) > 1 - RANK:
        return np.eye(3)[[i for i in range(3) if i != k]]
    return np.array(normal_basis(normal)) if s[1] > 0 else axes[:2]


def _axes_of(plane: Array) -> tuple[str, str]:
    """Return labels for the two directions of a plane: the world axes, or u and v."""
    names = ["$u$", "$v$"]
    for k, direction in enumerate(plane):
        i = np.argmax(np.abs(direction))
        if abs(direction[i]) > 1 - RANK:
            names[k] = f"${'xyz'[i]}_0$"
    return names[0], names[1]


def _fill(ax: Any, points: Array) -> None:
    """Plot the grid cells that contain a point, and their outline."""
    from scipy.ndimage import binary_closing, gaussian_filter

    low, high = points.min(axis=0), points.max(axis=0)
    room = 0.06 * (float((high - low).max()) or 1.0)
    cells = min(_CELLS, max(_FEWEST, int(_ROOT * len(points) ** 0.5)))  # a few samples per cell
    cell = (float((high - low).max()) + 2 * room) / cells
    edges = [np.arange(low[k] - room, high[k] + room, cell) for k in range(2)]
    count, _, _ = np.histogram2d(points[:, 0], points[:, 1], bins=edges)
    centres = [(e[:-1] + e[1:]) / 2 for e in edges]
    held = binary_closing(count.T > 0).astype(float)  # single empty cells are not holes
    inside = gaussian_filter(held, 0.9)  # smooth outline
    ax.contourf(*centres, inside, levels=[0.45, 1.5], colors=[COLOURS["inside"][0]])
    ax.contour(*centres, inside, levels=[0.45], colors=[KINDS["inertial"][0]], linewidths=1.2)
