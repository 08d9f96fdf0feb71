"""Meshes from a robot file: shaded triangles for drawings, and triangles in body frames for the 3D viewer.

In drawings, visible triangles are drawn from back to front. Their grey level is n·l, where n is the normal and l is the
light direction. If a mesh has too many triangles, nearby vertices are merged. If the simplified mesh is still too
large, it is replaced by its convex hull. The 3D viewer receives at most 120 000 triangles, so that any browser can
display them. Larger meshes are simplified in the same way. The data fields must match those in the file
`web/payload.ts` of the studio.
"""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from dalembert.boundary import Array
from dalembert.drawing.svg import StyledPath, line
from dalembert.errors import DalembertError
from dalembert.formats.visual import Visual
from dalembert.kinematics.chain import matrix, sample
from dalembert.robot.mesh import convex_hull
from dalembert.robot.model import Robot
from dalembert.robot.tree import Tree, tree
from dalembert.spatial.rotation import normalized
from dalembert.tolerance import AXIS
from dalembert.view.diagram import Projection, body_poses, extent
from dalembert.view.solid import Solid

_MOST = 3000  # largest number of triangles in a drawing
_DARK, _BRIGHT = np.array([150, 158, 168]), np.array([247, 248, 250])


@dataclass(frozen=True, eq=False)
class Surfaces:
    """Triangles in world coordinates, `(n, 3, 3)`, the link of each triangle, and the links with triangles."""

    corners: Array = field(default_factory=lambda: np.zeros((0, 3, 3)))
    links: tuple[str, ...] = ()
    covered: frozenset[str] = frozenset()


def surfaces(robot: Robot, q: Array, visuals: tuple[Visual, ...]) -> Surfaces:
    """Transform the link shapes to the world frame. Shapes of links that are not part of the robot are ignored."""
    bodies = tree(sample(robot))
    known = _known(visuals, bodies)
    count = sum(len(x.triangles) for x in known)
    poses = body_poses(bodies, q)
    corners, links = [np.zeros((0, 3, 3))], []
    for x in known:
        vertices, triangles = x.vertices, x.triangles
        if count > _MOST:
            vertices, triangles = coarser(vertices, triangles, max(60, 2 * _MOST * len(triangles) // count))
        i, place = bodies.places[x.link]
        corners.append(_moved(vertices, poses[i] @ matrix(place))[triangles])
        links += [x.link] * len(triangles)
    own = {bodies.places[x.link][0] for x in known}  # a body includes all links fixed to each other
    covered = frozenset(bodies.bodies[i].link if i >= 0 else robot.root for i in own)
    return Surfaces(np.concatenate(corners), tuple(links), covered)


def _known(visuals: tuple[Visual, ...], bodies: Tree) -> list[Visual]:
    """Return the shapes of the robot's links, and omit triangles with non-finite vertices."""
    here = [_finite(x) for x in visuals if x.link in bodies.places]
    return [x for x in here if len(x.triangles)]


def _moved(vertices: Array, T: Array) -> Array:
    return vertices @ T[:3, :3].T + T[:3, 3]


def _finite(x: Visual) -> Visual:
    known: Array = np.all(np.isfinite(x.vertices), axis=1)
    kept = x.triangles[known[x.triangles].all(axis=1)]
    return replace(x, vertices=np.where(known[:, None], x.vertices, 0.0), triangles=kept)


def faces(what: Surfaces, seen: Projection) -> list[tuple[float, StyledPath]]:
    """Return the triangles that face the viewer, with their depths."""
    every = what.corners
    a, b, c = np.moveaxis(every, 1, 0)
    normal = np.cross(b - a, c - a)
    size = np.linalg.norm(normal, axis=1)
    normal = normal / np.where(size > 0, size, 1.0)[:, None]
    light = 0.45 * seen.toward + 0.75 * seen.up - 0.4 * seen.right
    shade = 0.5 + 0.5 * normal @ normalized(light)
    facing = (normal @ seen.toward > AXIS) & (size > 0)
    depth = every.mean(axis=1) @ seen.toward
    flat = seen(every)
    shapes = []
    for k in np.flatnonzero(facing):
        paint = "#{:02x}{:02x}{:02x}".format(*np.round(_DARK + shade[k] * (_BRIGHT - _DARK)).astype(int))
        face = StyledPath(line(*flat[k], closed=True), paint, paint, 0.25, name="face", data={"link": what.links[k]})
        shapes.append((float(depth[k]), face))
    return shapes


def coarser(vertices: Array, triangles: Array, most: int, finest: int = 48) -> tuple[Array, Array]:
    """Coarsen a mesh by merging the vertices in each cell of a grid.

    The cell size increases until at most `most` triangles remain.
    """
    span = extent(vertices) or 1.0
    for k in range(12):
        cells = max(6, round(finest * 0.77**k))
        x, y, z = np.floor((vertices - vertices.min(axis=0)) / span * cells).astype(np.int64).T
        _, place = np.unique((x * (finest + 2) + y) * (finest + 2) + z, return_inverse=True)
        counts = np.bincount(place)
        merged = np.column_stack([np.bincount(place, vertices[:, i]) / counts for i in range(3)])
        found = place[triangles]
        a, b, c = found.T
        found = found[(a != b) & (b != c) & (c != a)]
        whole = (found[:, 0] * len(merged) + found[:, 1]) * len(merged) + found[:, 2]
        found = found[np.unique(whole, return_index=True)[1]]
        if len(found) <= most:
            return merged, found
    try:  # the shape cannot be coarsened
        hull, inwards = convex_hull(merged)
    except DalembertError:
        return merged, found[:most]
    return merged, np.where(inwards[:, None], hull[:, ::-1], hull)


MOST = 120_000  # largest number of triangles in a 3D view
_FINEST = 400  # largest number of grid cells along a mesh


def skin(robot: Robot, shapes: tuple[Visual, ...], most: int = MOST, grain: float = 0.0) -> list[Solid]:
    """Return the meshes of all bodies with shapes, with about `most` triangles in total.

    `robot` must not contain symbols.

    To reduce the file size, vertices are rounded to multiples of `grain` in metres, which is a power of two.
    """
    bodies = tree(robot)
    known = _known(shapes, bodies)
    count = sum(len(x.triangles) for x in known)
    return [_piece(x, *bodies.places[x.link], max(40, most * len(x.triangles) // count), grain) for x in known]


def _piece(x: Visual, body: int, place: Any, most: int, grain: float) -> Solid:
    vertices, triangles = coarser(x.vertices, x.triangles, most, _FINEST)
    moved = _moved(vertices, matrix(place))
    moved = np.round(moved / grain) * grain if grain else moved
    return {
        "body": body,
        "kind": "mesh",
        "paint": "ceramic",
        "from": [0, 0, 0],
        "to": [0, 0, 0],
        "radius": 0,
        "vertices": _packed(moved, "<f4"),
        "triangles": _packed(triangles, "<u4"),
    }


def _packed(x: Any, kind: str) -> str:
    return b64encode(np.ascontiguousarray(x, dtype=kind).tobytes()).decode()
