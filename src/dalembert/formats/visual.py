"""The shapes of a robot's links as its file shows them: boxes, cylinders, spheres, and meshes where their files are there.

A shape is triangles in the frame of a link. URDF: `<visual>`, or `<collision>` where the visual is of a kind that is not
read here; MJCF: geoms that touch nothing, or all geoms of a body that has no such. Meshes are STL, OBJ, Collada and
MuJoCo's own, and lie in the folder of the file or in one that `packages` names.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import BadFile, shown
from dalembert.formats.file import content
from dalembert.formats.finding import Log, Place
from dalembert.formats.load import request
from dalembert.formats.xacro.expand import expand
from dalembert.formats.xml import parse

Array = NDArray[Any]
_SIDES = 24  # of a circle


@dataclass(frozen=True, eq=False)
class Visual:
    """Triangles of a link: vertices `(n, 3)` in its frame, and which three each triangle has, `(m, 3)`."""

    link: str
    vertices: Array
    triangles: Array


def visuals(
    path: str | os.PathLike[str],
    packages: Mapping[str, str | os.PathLike[str]] | None = None,
    log: Log | None = None,
    *,
    inside: str | os.PathLike[str] | None = None,
) -> tuple[Visual, ...]:
    """The shapes of a URDF, xacro or MJCF file; what cannot be read, or lies outside of `inside`, is left out and told to the log."""
    from dalembert.formats.mjcf.visual import shapes as of_mjcf
    from dalembert.formats.urdf.visual import shapes as of_urdf

    chosen = request(path, packages)
    log = log or Log()
    log.lenient, log.file = True, shown(chosen.path, 200)
    if chosen.path.suffix.lower() == ".xacro":
        root = expand(chosen.path, chosen.packages, {}, log)
    else:
        root = parse(content(chosen.path, log), shown(chosen.path, 200), log)
    if root.tag not in ("robot", "mujoco"):
        what = f"shapes are read from <robot> (URDF) and <mujoco> (MJCF), not from <{shown(root.tag)}>"
        Log(file=shown(chosen.path, 200)).stop(BadFile, what, Place(shown(chosen.path, 200), 0))
    if root.tag == "robot":
        return tuple(of_urdf(root, chosen.path, log, chosen.packages, None if inside is None else Path(inside)))
    return tuple(of_mjcf(root, chosen.path, log, chosen.packages))


def placed(link: str, pose: Any, vertices: Array, triangles: Array) -> Visual:
    """A shape moved by a pose into the frame of its link."""
    T = np.array([[float(x) for x in row] for row in pose.matrix()])
    with np.errstate(invalid="ignore"):  # of files with infinite numbers, which are not drawn
        return Visual(link, vertices @ T[:3, :3].T + T[:3, 3], np.asarray(triangles, dtype=int))


def box(size: Array) -> tuple[Array, Array]:
    """With these edges, about the origin."""
    corners = (
        np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) / 2 * np.asarray(size, dtype=float)
    )
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return corners, np.array([x for a, b, c, d in quads for x in ((a, b, c), (a, c, d))])


def lathe(profile: list[tuple[float, float]]) -> tuple[Array, Array]:
    """A body of revolution about z: (radius, z) from the bottom to the top."""
    t = np.linspace(0, 2 * np.pi, _SIDES, endpoint=False)
    rings = [np.column_stack([r * np.cos(t), r * np.sin(t), np.full(_SIDES, z)]) for r, z in profile]
    faces = list(_strips(len(rings)))
    return np.concatenate(rings), np.array(faces)


def _strips(rings: int) -> Iterator[tuple[int, int, int]]:
    for k in range(rings - 1):
        for i in range(_SIDES):
            j = (i + 1) % _SIDES
            a, b, c, d = (k * _SIDES + i, k * _SIDES + j, (k + 1) * _SIDES + j, (k + 1) * _SIDES + i)
            yield a, b, c
            yield a, c, d


def cylinder(radius: float, length: float) -> tuple[Array, Array]:
    return lathe([(0, -length / 2), (radius, -length / 2), (radius, length / 2), (0, length / 2)])


def sphere(radius: float, stretch: float = 0.0) -> tuple[Array, Array]:
    """A ball; with `stretch`, a capsule whose middle part is that long."""
    a = np.linspace(-np.pi / 2, np.pi / 2, 14)
    return lathe([(radius * np.cos(x), radius * np.sin(x) + np.sign(x) * stretch / 2) for x in a])
