"""Meshes of MJCF as inertias, by MuJoCo's four rules, and polygons as MuJoCo triangulates them.

Each triangle spans a tetrahedron with an apex o: V = Σ v,  V c = Σ v (¾ centre + ¼ o),  ∫ r rᵀ = Σ v/20 (…).
    exact    v is signed, the surface closed                convex   the same, of the convex hull
    legacy   |v|; o is the centroid of the faces for c, and c for the volume and the tensor
    shell    areas instead of volumes, o has no effect, 12 instead of 20
A file is searched beside the main file, then beside the included one that names it; only the first object of an OBJ file
counts. Vertices are in single precision, moved by −refpos, turned by refquat⁻¹ and scaled, in this order. A mesh without
faces is its convex hull. A primitive that names a mesh is fitted to its equivalent box of inertia, or to its bounding box.

Polygons of OBJ files: a quadrangle is cut along its shorter diagonal. From a polygon with more corners, ears (i, j, k)
are cut off one after the other, each search continuing from i: an ear turns as the triangle (0, i, j) does,
(p_j − p_i) × (p_k − p_j) · p_i × p_j ≥ 0, and no other corner lies inside it. This is done in the plane of two axes,
chosen at the first corner that is not flat, in single precision. A remainder without an ear is dropped, and so is a
polygon of more than 100 corners. A flat convex polygon has one surface; a bent or concave one has several, and this is
the one MuJoCo integrates.
"""

from __future__ import annotations

import math
import struct
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from os.path import isfile
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dalembert import finding
from dalembert.finding.finding import Identifier, Noun
from dalembert.formats.mjcf.compiler import Defaults, outside
from dalembert.formats.robot_file import MOST_MARKS, Element, FindingLog, number, numbers, within
from dalembert.robot.inertia import Inertia
from dalembert.robot.mesh import check_corners, check_mesh, mesh_content, read_mesh, read_polygons, read_surface
from dalembert.spatial.pose import Pose, rotation_quaternion
from dalembert.tolerance import LEAST_INERTIA

Single = NDArray[np.float32]
Whole = NDArray[np.int64]
_FLAT = np.finfo(np.float32).eps  # m²: a corner of less area says nothing of the plane
CORNERS = 100  # of the largest polygon that is read
_MOST = 2e9  # of the cubes of the numbers of corners, which the time goes with


class _Bunch(NamedTuple):
    """Polygons of n corners each: their vertices (m, n), corners in the plane (m, n, 2), and where the search goes on."""

    vertices: Whole
    corners: Single
    start: Whole


def triangulated(points: NDArray[np.float64], polygons: Sequence[tuple[int, ...]]) -> Whole:
    """The triangles of all polygons."""
    check_mesh(sum(float(len(x)) ** 3 for x in polygons if 4 < len(x) <= CORNERS) <= _MOST, "too large")
    equal: dict[int, list[tuple[int, ...]]] = defaultdict(list)
    for polygon in polygons:
        if len(polygon) <= CORNERS:
            equal[len(polygon)].append(polygon)
    at = points.astype(np.float32)
    found = [np.array(equal.pop(3, []), dtype=np.int64).reshape(-1, 3)]
    if 4 in equal:
        found.append(_halved(at, np.array(equal.pop(4), dtype=np.int64)))
    waiting: list[_Bunch] = []
    for n in range(max(equal, default=3), 3, -1):
        left: list[_Bunch] = []
        if waiting:
            ears, left = _cut(_Bunch(*(np.concatenate(x) for x in zip(*waiting, strict=True))))
            found += ears
        if n in equal:
            ears, more = _cut(_flattened(at, np.array(equal[n], dtype=np.int64)))
            found += ears
            left += more[:-1]  # a whole polygon whose last candidate is its first ear loses all but that
        waiting = left
    found += [bunch.vertices for bunch in waiting]
    return np.concatenate(found)


def _halved(at: Single, vertices: Whole) -> Whole:
    """Two triangles of each quadrangle."""
    a, b, c, d = vertices.T
    shorter = (_squared(at[c] - at[a]) < _squared(at[d] - at[b]))[:, None]
    first = np.where(shorter, np.stack([a, b, c], axis=1), np.stack([a, b, d], axis=1))
    second = np.where(shorter, np.stack([a, c, d], axis=1), np.stack([b, c, d], axis=1))
    return np.concatenate([first, second])


def _squared(x: Single) -> Single:
    length: Single = x[:, 0] * x[:, 0] + x[:, 1] * x[:, 1] + x[:, 2] * x[:, 2]
    return length


def _flattened(at: Single, vertices: Whole) -> _Bunch:
    """Polygons in the plane of two axes."""
    corners = at[vertices]
    edge = np.roll(corners, -1, axis=1) - corners
    (ax, ay, az), (bx, by, bz) = np.moveaxis(edge, 2, 0), np.moveaxis(np.roll(edge, -1, axis=1), 2, 0)
    size = np.abs(np.stack([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx], axis=2))
    rows, round_ = np.arange(len(vertices)), (size > _FLAT).any(axis=2)
    x, y, z = size[rows, round_.argmax(axis=1)].T
    first = np.where(~round_.any(axis=1) | ((x > y) & (x > z)), 1, 0)
    second = np.where((first == 0) & (z > x) & (z > y), 1, 2)
    plane = np.stack([corners[rows, :, first], corners[rows, :, second]], axis=2)
    return _Bunch(vertices, plane, np.zeros(len(vertices), dtype=np.int64))


def _cut(bunch: _Bunch) -> tuple[list[Whole], list[_Bunch]]:
    """One ear off each polygon: the ears, and what is left of the polygons that had one, by the tries it took."""
    n = bunch.vertices.shape[1]
    ears: list[Whole] = []
    left: list[_Bunch] = []
    for _ in range(n):
        turned = (bunch.start[:, None] + np.arange(n)) % n  # the polygon from its candidate on
        vertices = np.take_along_axis(bunch.vertices, turned, axis=1)
        corners = np.take_along_axis(bunch.corners, turned[:, :, None], axis=1)
        good = _is_ear(corners)
        ears.append(vertices[good, :3])
        kept = np.argsort(turned, axis=1)[good]  # the corners in their own order …
        kept = kept[kept != 1].reshape(-1, n - 1)  # … but the tip
        rest = np.take_along_axis(corners[good], kept[:, :, None], axis=1)
        left.append(_Bunch(np.take_along_axis(vertices[good], kept, axis=1), rest, bunch.start[good] % (n - 1)))
        bunch = _Bunch(bunch.vertices[~good], bunch.corners[~good], (bunch.start[~good] + 1) % n)
    return ears, left


def _is_ear(corners: Single) -> NDArray[np.bool_]:
    """Whether the first three corners are an ear."""
    x, y = corners[:, :3, 0], corners[:, :3, 1]
    turn = (x[:, 1] - x[:, 0]) * (y[:, 2] - y[:, 1]) - (y[:, 1] - y[:, 0]) * (x[:, 2] - x[:, 1])
    area = (x[:, 0] * y[:, 1] - y[:, 0] * x[:, 1]) * np.float32(0.5)
    u, v = corners[:, 3:, 0], corners[:, 3:, 1]
    inside = np.zeros(u.shape, dtype=bool)
    with np.errstate(divide="ignore", invalid="ignore"):
        for i, j in ((0, 2), (1, 0), (2, 1)):  # a ray from (u, v) along x crosses the side from i to j
            xi, yi, xj, yj = x[:, i, None], y[:, i, None], x[:, j, None], y[:, j, None]
            inside ^= ((yi > v) != (yj > v)) & (u < (xj - xi) * (v - yi) / (yj - yi) + xi)
    ear: NDArray[np.bool_] = ~(turn * area < 0) & ~inside.any(axis=1)
    return ear


Points = NDArray[np.float64]
Faces = NDArray[np.int64]
RULES = ("legacy", "exact", "convex", "shell")


def multiplied(inertia: Inertia, k: float) -> Inertia:
    """The inertia of a body k times as dense."""
    return Inertia.from_parameters(tuple(k * x for x in inertia.parameters))


@dataclass(frozen=True)
class Solid:
    """Volume (area of a shell), the inertia at density 1 in the mesh's frame, and the vertices there."""

    volume: float
    inertia: Inertia
    vertices: Points

    def weighing(self, mass: float | None, density: float) -> Inertia:
        """The inertia of a mass, or of a density where there is none."""
        return multiplied(self.inertia, density if mass is None else mass / self.volume)

    def fitted(self, kind: str, around: bool) -> tuple[Pose, tuple[float, ...]]:
        """Pose and size of the primitive that stands for the mesh; `around` takes its bounding box."""
        principal = self.inertia.principal()
        c, b, a = principal.moments[::-1]
        R = tuple((row[2], row[1], row[0]) for row in principal.R)  # the longest side of the box on z
        if np.linalg.det(np.array(R)) < 0:
            R = tuple((row[0], row[1], -row[2]) for row in R)
        middle = np.array([float(x) for x in self.inertia.com])
        if not around:
            x, y, z = (0.5 * math.sqrt(max(0.0, 6 * (c + b + a - 2 * e) / self.volume)) for e in (c, b, a))
            sizes = {
                "sphere": ((x + y + z) / 3,), "capsule": ((x + y) / 2, max(0.0, z - (x + y) / 4)),
                "cylinder": ((x + y) / 2, z), "ellipsoid": (x, y, z), "box": (x, y, z),
            }  # fmt: skip
            return Pose(R, tuple(middle.tolist())), sizes[kind]
        inside = (self.vertices - middle) @ np.array(R)
        low, high = inside.min(axis=0), inside.max(axis=0)
        x, y, z = ((high - low) / 2).tolist()
        wide = max(x, y)
        sizes = {
            "sphere": (max(x, y, z),), "capsule": (wide, z - wide), "cylinder": (wide, z), "ellipsoid": (x, y, z),
            "box": (x, y, z),
        }  # fmt: skip
        return Pose(R, tuple((middle + np.array(R) @ ((low + high) / 2)).tolist())), sizes[kind]


@dataclass
class Meshes:
    """The meshes that a file names, read on first use."""

    log: FindingLog
    folders: tuple[Path, ...]  # the model's own first
    folder: str = ""  # of meshes, inside it
    strip: bool = False  # file names lose their path
    elements: dict[str, Element] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    known: dict[str, Solid] = field(default_factory=dict)

    def add(self, root: Element, defaults: Defaults) -> None:
        """The meshes of `<asset>`."""
        for section in root.all("asset"):
            for found in section.all("mesh"):
                element = defaults.applied(found)
                file = (element.get("file") or "").replace("\\", "/")
                name = element.get("name") or Path(file).stem
                file = Path(file).name if self.strip else file
                self.elements[name], self.files[name] = element, file

    def solid(self, geom: Element) -> Solid | None:
        """The mesh a geom names; None in a lenient reading of one that cannot be read."""
        name = geom.get("mesh") or ""
        if name in self.known:
            return self.known[name]
        if not self.log.defined(name, self.elements, geom.part, "mesh"):
            return None
        element = self.elements[name]
        with self.log.at(element.place):
            rule = element.get("inertia") or "legacy"
            if self.log.among(rule, RULES, element, "inertia"):
                self.known[name] = integrated(*self._shape(name, element, rule == "convex"), rule)
        return self.known.get(name)

    def surface(self, geom: Element) -> tuple[Points, Faces]:
        """Vertices and triangles of the mesh a geom names, in the mesh's frame."""
        name = geom.get("mesh") or ""
        return self._shape(name, self.elements[name], False)

    def _shape(self, name: str, element: Element, convex: bool) -> tuple[Points, Faces]:
        vertices, faces = self._surface(name, element)
        vertices = vertices.astype(np.float32).astype(np.float64) - np.array(numbers(element, "refpos", self.log))
        turn = numbers(element, "refquat", self.log, sizes=(4,), default=(1.0, 0.0, 0.0, 0.0))
        if turn != (1.0, 0.0, 0.0, 0.0):
            length = math.hypot(*turn)
            vertices = vertices @ np.array(rotation_quaternion(*(x / length for x in turn)), float)
        scale = np.array(numbers(element, "scale", self.log, default=(1.0, 1.0, 1.0)))
        vertices = vertices * scale
        if convex or not len(faces):
            faces = _hull(vertices)
        elif scale.prod() < 0:
            faces = faces[:, [0, 2, 1]]
        return vertices, faces

    def _surface(self, name: str, element: Element) -> tuple[Points, Faces]:
        if element.get("builtin") == "sphere":
            return _ball(int(numbers(element, "params", self.log, sizes=(1,), default=(0.0,))[0]))
        if element.get("builtin") is not None or element.first("plugin") is not None:
            raise finding.NotModelled(element.attribute("builtin")).error()
        if element.get("file") is not None:
            path = self._path(name, element)
            return _read(path) if path.suffix.lower() != ".obj" else self._objects(path, element)
        words = (element.get("vertex") or "").split()
        found = [number(x) for x in words[: MOST_MARKS + 1]]
        triples = None not in found and len(found) % 3 == 0 and 12 <= len(found) <= MOST_MARKS
        check_mesh(triples, "bad vertex", detail="<mesh>")
        faces = (element.get("face") or "").split()
        whole = len(faces) % 3 == 0 and all(x.isdecimal() and len(x) < 9 for x in faces)
        check_mesh(whole, "bad face", detail="<mesh>")
        triangles = np.array([int(x) for x in faces], dtype=np.int64).reshape(-1, 3)
        points = np.array(found, dtype=float).reshape(-1, 3)
        check_corners(triangles, points)
        return points, triangles

    def _objects(self, path: Path, element: Element) -> tuple[Points, Faces]:
        """The first object of an OBJ file."""
        points, polygons, first = read_polygons(path)
        if first < len(polygons):
            self.log.tell(finding.Understood(element.part, Noun("its first object"), Identifier(path.name)))
        if any(len(x) > CORNERS for x in polygons[:first]):
            self.log.tell(finding.Understood(element.part, Noun("faces left out"), Identifier(path.name)))
        faces = triangulated(points, polygons[:first])
        return read_mesh(points, faces, 1.0) if len(faces) else (points, faces)

    def _path(self, name: str, element: Element) -> Path:
        inside = Path(self.folder) / self.files[name]
        beside = Path(element.place.file).absolute().parent / inside  # the file that contains it, which may be included
        path = self.folders[0] / inside
        if not (within(path, self.folders) and isfile(path)) and within(beside, self.folders) and isfile(beside):
            path = beside
        if not within(path, self.folders):
            self.log.stop(outside(element, element.get("file") or ""))
        return path


def _read(path: Path) -> tuple[Points, Faces]:
    if path.suffix.lower() != ".msh":
        points, faces = read_surface(path)
        return read_mesh(points, faces, 1.0) if len(faces) else (points, faces)  # without faces: its convex hull
    data = mesh_content(path)
    head = struct.unpack_from("<4i", data) if len(data) >= 16 else (0, 0, 0, 0)
    points, normals, texture, faces = head
    size = 16 + 12 * (points + normals + faces) + 8 * texture
    check_mesh(min(head) >= 0 and len(data) == size and points >= 4, "cut off", path)
    vertices = np.frombuffer(data, "<f4", 3 * points, 16).reshape(-1, 3).astype(float)
    start = 16 + 12 * (points + normals) + 8 * texture
    return vertices, np.frombuffer(data, "<i4", 3 * faces, start).reshape(-1, 3).astype(np.int64)


def _ball(times: int) -> tuple[Points, Faces]:
    """An icosahedron in the unit sphere, each triangle cut in four so many times, in single precision throughout."""
    check_mesh(0 <= times <= 4, "bad number", detail=f"params {times}")
    golden = np.float32((1 + math.sqrt(5)) / 2)
    corners = [np.roll((0.0, a, b * float(golden)), k) for k in range(3) for a in (-1.0, 1.0) for b in (-1.0, 1.0)]
    points = (np.array(corners) / math.sqrt(1 + float(golden * golden))).astype(np.float32)
    for _ in range(times):
        faces = _hull(points.astype(float))
        sums = np.concatenate([points[faces[:, k]] + points[faces[:, k - 1]] for k in range(3)])
        middles = np.unique(sums / np.float32(2), axis=0)
        x, y, z = middles.T
        points = np.concatenate([points, middles / np.sqrt(x * x + y * y + z * z)[:, None]])
    return points.astype(float), _hull(points.astype(float))


def _hull(vertices: Points) -> Faces:
    """Triangles of the convex hull, seen from outside."""
    from scipy.spatial import ConvexHull, QhullError

    try:
        hull = ConvexHull(vertices)
    except (QhullError, ValueError):
        raise finding.BadMesh(None, Noun("no volume")).error() from None
    faces: Faces = hull.simplices.astype(np.int64)
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    inwards = np.einsum("ti,ti->t", np.cross(b - a, c - a), hull.equations[:, :3]) < 0
    faces[inwards] = faces[inwards][:, [0, 2, 1]]
    return faces


def integrated(vertices: Points, faces: Faces, rule: str) -> Solid:
    """The integrals of a surface by one of the rules."""
    check_corners(faces, vertices)
    corners = vertices[faces]
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]) / 2
    area, centre = np.linalg.norm(normal, axis=1), corners.mean(axis=1)
    check_mesh(bool(area.sum() > LEAST_INERTIA), "no volume")
    apex = area @ centre / area.sum()

    def weights(o: Points) -> Points:
        if rule == "shell":
            sizes: Points = area
            return sizes
        v: Points = np.einsum("ti,ti->t", centre - o, normal) / 3
        size: Points = np.abs(v)
        return size if rule == "legacy" else v

    v = weights(apex)
    check_mesh(bool(v.sum() > LEAST_INERTIA), "no volume")
    com = apex if rule == "shell" else v @ (0.75 * centre + 0.25 * apex) / v.sum()
    v, r = weights(com), corners - com
    total = r.sum(axis=1)
    second = np.einsum("t,ti,tj", v, total, total) + np.einsum("t,tki,tkj", v, r, r)
    J = second / (12 if rule == "shell" else 20)
    central = Inertia.from_euler(float(v.sum()), (0.0, 0.0, 0.0), tuple(tuple(row) for row in J.tolist()))
    return Solid(float(v.sum()), central.moved(Pose(p=tuple(com.tolist()))), vertices)


def is_mesh(geom: Element) -> bool:
    """Whether the shape is a mesh, or fitted to one."""
    return geom.get("type") in ("mesh", "sdf") or geom.get("mesh") is not None
