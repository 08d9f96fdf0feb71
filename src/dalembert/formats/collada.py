"""Collada (.dae): the triangles of its scene, and nothing else of it.

A node stands at its parent · (matrix, translate, rotate, scale in the order given) and shows geometries; points are in
`<unit>`s of metres. The axis that `<up_axis>` calls up turns nothing: viewers of robots take the numbers as they are.
No other file is opened, whatever a reference names; nodes that show each other in a circle are refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import BadFile, shown
from dalembert.formats.file import content
from dalembert.formats.finding import Log
from dalembert.formats.xml import Element, parse

Array = NDArray[Any]
_LARGEST = 100_000_000  # bytes
_MOST = 2_000_000  # triangles, repeated ones counted each time
_DEEPEST = 64  # nodes inside nodes
_FACES = ("triangles", "polylist", "polygons")


def read_collada(path: Path) -> tuple[Array, Array]:
    """Vertices `(n, 3)` in metres and triangles `(m, 3)`; polygons are cut into fans."""
    log = Log(file=shown(path, 200))
    root = parse(content(path, log, _LARGEST), shown(path, 200), log, whole=True)
    if root.tag != "COLLADA":
        raise BadFile(f"'{shown(path, 200)}' is not Collada: it begins with <{shown(root.tag)}>")
    try:
        return _Scene(root).triangles()
    except (ValueError, IndexError, KeyError) as error:
        raise BadFile(f"'{shown(path, 200)}' is not whole: {shown(error, 200)}") from None


class _Scene:
    """What a document shows, by the names its elements have."""

    def __init__(self, root: Element) -> None:
        self.root = root
        self.named = {x.get("id"): x for x in root.walk() if x.get("id")}
        self.surfaces: dict[int, tuple[Array, Array]] = {}  # of geometries, read once
        self.count = 0

    def triangles(self) -> tuple[Array, Array]:
        found = list(self._shown())
        if not found:
            raise ValueError("it shows no triangles")
        starts = np.cumsum([0, *(len(v) for v, _ in found)])
        vertices = np.concatenate([v for v, _ in found]) * self._unit()
        return vertices, np.concatenate([t + k for (_, t), k in zip(found, starts, strict=False)])

    def _unit(self) -> float:
        given = next((x.get("meter") for a in self.root.all("asset") for x in a.all("unit")), None)
        metres = float(given or 1.0)
        if not (np.isfinite(metres) and metres > 0):
            raise ValueError(f"a unit of {metres} metres")
        return metres

    def _shown(self) -> Iterator[tuple[Array, Array]]:
        """Every surface where it stands; of a file without a scene, its geometries as they are."""
        scenes = [self._of(x) for s in self.root.all("scene") for x in s.all("instance_visual_scene")]
        if not scenes:
            scenes = [x for s in self.root.all("library_visual_scenes") for x in s.all("visual_scene")]
        if scenes:
            yield from (y for node in scenes[0].all("node") for y in self._node(node, np.eye(4), 0))
            return
        for library in self.root.all("library_geometries"):
            for geometry in library.all("geometry"):
                yield self._surface(geometry, np.eye(4))

    def _of(self, instance: Element) -> Element:
        """What an element of this document refers to; others are not opened."""
        url = instance.get("url") or instance.get("source") or ""
        if not url.startswith("#") or url[1:] not in self.named:
            raise ValueError(f"<{instance.tag}> names {shown(url)}, which is not in the file")
        return self.named[url[1:]]

    def _node(self, node: Element, above: Array, depth: int) -> Iterator[tuple[Array, Array]]:
        if depth > _DEEPEST:
            raise ValueError(f"nodes lie in each other more than {_DEEPEST} deep")
        here = above
        for child in node.children:
            here = here @ _motion(child)
        for child in node.children:
            if child.tag == "instance_geometry":
                yield self._surface(self._of(child), here)
            elif child.tag in ("node", "instance_node"):
                yield from self._node(child if child.tag == "node" else self._of(child), here, depth + 1)

    def _surface(self, geometry: Element, pose: Array) -> tuple[Array, Array]:
        if id(geometry) not in self.surfaces:
            self.surfaces[id(geometry)] = self._read(geometry)
        vertices, triangles = self.surfaces[id(geometry)]
        self.count += max(1, len(triangles))
        if self.count > _MOST:
            raise ValueError(f"more than {_MOST} triangles")
        turned = triangles[:, ::-1] if np.linalg.det(pose[:3, :3]) < 0 else triangles
        return vertices @ pose[:3, :3].T + pose[:3, 3], turned

    def _read(self, geometry: Element) -> tuple[Array, Array]:
        vertices: list[Array] = []
        faces: list[Array] = []
        size = 0
        for part in [x for mesh in geometry.all("mesh") for x in mesh.children if x.tag in _FACES]:
            inputs = list(part.all("input"))
            step = 1 + max(int(x.get("offset") or 0) for x in inputs)
            own = _first([x for x in inputs if x.get("semantic") == "VERTEX"], "VERTEX")
            points = self._points(self._of(own))
            rows = [_whole(x) for x in part.all("p")]
            if any(len(x) % step for x in rows):
                raise ValueError(f"its corners are not of {step} numbers each")
            corners = [x[int(own.get("offset") or 0) :: step] for x in rows]
            fans = _fans(part, corners)
            if len(fans) and (fans.min() < 0 or fans.max() >= len(points)):
                raise ValueError(f"a triangle names vertex {fans.max()} of {len(points)}")
            vertices.append(points)
            faces.append(fans + size)
            size += len(points)
        if not vertices:
            return np.zeros((0, 3)), np.zeros((0, 3), dtype=int)
        return np.concatenate(vertices), np.concatenate(faces)

    def _points(self, vertices: Element) -> Array:
        position = _first([x for x in vertices.all("input") if x.get("semantic") == "POSITION"], "POSITION")
        source = self._of(position)
        accessor = _first([x for t in source.all("technique_common") for x in t.all("accessor")], "accessor")
        count, stride, start = (int(accessor.get(k) or d) for k, d in (("count", 0), ("stride", 3), ("offset", 0)))
        values = _numbers(self._of(accessor))
        if stride < 3 or min(count, start) < 0 or start + count * stride > len(values):
            raise ValueError(f"{count} points of {stride} numbers are not among {len(values)}")
        return values[start : start + count * stride].reshape(count, stride)[:, :3]


def _first(found: list[Element], what: str) -> Element:
    if not found:
        raise ValueError(f"it has no {what} where one is needed")
    return found[0]


def _fans(part: Element, corners: list[Array]) -> Array:
    """Triangles from the first corner of each face."""
    every = np.concatenate(corners) if corners else np.zeros(0, dtype=int)
    if part.tag == "triangles":
        return every.reshape(-1, 3)
    sizes = (
        [len(x) for x in corners]
        if part.tag == "polygons"
        else _whole(_first([*part.all("vcount")], "vcount")).tolist()
    )
    if min(sizes, default=3) < 3 or sum(sizes) != len(every):
        raise ValueError("the corners of its faces are not as many as it announces")
    ends = np.cumsum(np.asarray(sizes, dtype=int))
    fans = np.asarray(sizes, dtype=int) - 2
    first = np.repeat(ends - sizes, fans)
    k = np.arange(fans.sum()) - np.repeat(np.cumsum(fans) - fans, fans)
    return np.stack([every[first], every[first + k + 1], every[first + k + 2]], axis=-1)


def _motion(x: Element) -> Array:
    """The 4×4 matrix of one step of a node; of what is none, the identity."""
    T = np.eye(4)
    if x.tag == "matrix":
        return _numbers(x, 16).reshape(4, 4)
    if x.tag == "translate":
        T[:3, 3] = _numbers(x, 3)
    elif x.tag == "scale":
        T[:3, :3] = np.diag(_numbers(x, 3))
    elif x.tag == "rotate":
        *axis, degrees = _numbers(x, 4)
        u = np.array(axis) / (np.linalg.norm(axis) or 1.0)
        K = np.cross(np.eye(3), u)  # [u]×
        T[:3, :3] += np.sin(np.deg2rad(degrees)) * K + (1 - np.cos(np.deg2rad(degrees))) * K @ K
    return T


def _numbers(x: Element, count: int | None = None) -> Array:
    found = np.array(x.text.split(), dtype=float)
    if not np.isfinite(found).all() or count not in (None, len(found)):
        raise ValueError(f"<{x.tag}> holds no {count or ''} finite numbers".replace("  ", " "))
    return found


def _whole(x: Element) -> Array:
    return np.array(x.text.split(), dtype=np.int64)
