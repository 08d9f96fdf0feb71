"""Compute the inertia of MJCF meshes, and triangulate polygons, by the same rules as MuJoCo.

Each triangle spans a tetrahedron of volume v with an apex o: V = Σ v, V c = Σ v (¾ centre + ¼ o), ∫ r rᵀ = Σ v/20 (…).
The rules differ in v, o and the constants:

    exact    v is signed, the surface closed                convex   the same, of the convex hull
    legacy   |v|; o is the centroid of the faces for c, and c for the volume and the tensor
    shell    areas instead of volumes, o has no effect, 12 instead of 20

The reader searches for a mesh file first in the folder of the main file, and then in the folder of the included file.
Only the first object of an OBJ file is used. Vertices are converted to single precision, moved by −refpos, rotated by
refquat⁻¹ and scaled, in this order. A mesh without faces is replaced by its convex hull. A primitive shape that names a
mesh is fitted to the equivalent inertia box or to the bounding box of the mesh.

As in MuJoCo, a quadrangle of an OBJ file is divided along its shorter diagonal. A polygon with more corners is divided
into triangles that share its first corner. The sign of each triangle's area and volume depends on its orientation
relative to the whole polygon. Planar polygons, including concave ones, therefore yield the same mass as in MuJoCo. For
non-planar polygons with five or more corners, the triangulation can differ from MuJoCo.
"""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dalembert import finding
from dalembert.finding.finding import Identifier, Noun
from dalembert.formats.mjcf.compiler_and_defaults import Defaults
from dalembert.formats.robot_file import MOST_MARKS, Element, FindingLog, choice, number, numbers, unit
from dalembert.formats.search_path import SearchPath
from dalembert.robot.inertia import Inertia
from dalembert.robot.mesh import (
    check_corners,
    check_mesh,
    convex_hull,
    fans,
    mesh_content,
    read_polygons,
    read_surface,
    second_moments,
)
from dalembert.spatial.pose import Pose, rotation_quaternion
from dalembert.spatial.vector import Vector
from dalembert.tolerance import LEAST_INERTIA

CORNERS = 100  # largest number of corners of a polygon that MuJoCo reads
Points = NDArray[np.float64]
Faces = NDArray[np.int64]


def multiplied(inertia: Inertia, k: float) -> Inertia:
    """Return the inertia for a density that is multiplied by k."""
    return Inertia.from_parameters(tuple(k * x for x in inertia.parameters))


class MeshSurface(NamedTuple):
    """Vertices, triangles, and the index of the polygon that contains each triangle.

    `polygon` is None if all faces are triangles.
    """

    vertices: Points
    faces: Faces
    polygon: Faces | None = None


@dataclass(frozen=True)
class Solid:
    """Volume (area for a shell), inertia at density 1 and vertices of a mesh, in the mesh frame."""

    volume: float
    inertia: Inertia
    vertices: Points

    def fitted(self, kind: str, around: bool) -> tuple[Pose, Vector]:
        """Compute the pose and size of the primitive shape that replaces the mesh. `around` selects the bounding box."""
        principal = self.inertia.principal()
        c, b, a = principal.moments[::-1]
        R = tuple((row[2], row[1], row[0]) for row in principal.R)  # put the longest side of the box along z
        if np.linalg.det(np.array(R)) < 0:
            R = tuple((row[0], row[1], -row[2]) for row in R)
        middle = np.array(self.inertia.com, dtype=float)
        if around:
            inside = (self.vertices - middle) @ np.array(R)
            low, high = inside.min(axis=0), inside.max(axis=0)
            middle = middle + np.array(R) @ ((low + high) / 2)
            x, y, z = ((high - low) / 2).tolist()
            wide, ball = max(x, y), max(x, y, z)
        else:
            x, y, z = (0.5 * math.sqrt(max(0.0, 6 * (c + b + a - 2 * e) / self.volume)) for e in (c, b, a))
            wide, ball = (x + y) / 2, (x + y + z) / 3
        capsule = (wide, z - wide if around else max(0.0, z - wide / 2))
        sizes = {"sphere": (ball,), "capsule": capsule, "cylinder": (wide, z)}
        return Pose(R, tuple(middle.tolist())), sizes.get(kind, (x, y, z))


@dataclass
class Meshes:
    """Meshes defined in a file. Each mesh is read on first use."""

    log: FindingLog
    search: SearchPath
    folder: str = ""  # subfolder for meshes
    strip: bool = False  # remove the folders from file names
    elements: dict[str, Element] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    known: dict[str, Solid] = field(default_factory=dict)

    def add(self, root: Element, defaults: Defaults) -> None:
        """Read the meshes of `<asset>`."""
        for section in root.all("asset"):
            for found in section.all("mesh"):
                element = defaults.applied(found)
                file = (element.get("file") or "").replace("\\", "/")
                name = element.get("name") or Path(file).stem
                file = Path(file).name if self.strip else file
                self.elements[name], self.files[name] = element, file

    def solid(self, geom: Element) -> Solid | None:
        """Return the mesh of a geom. Report an unreadable mesh as an error, and return None if the log is lenient."""
        name = geom.get("mesh") or ""
        if name in self.known:
            return self.known[name]
        if not self.log.defined(name, self.elements, geom.part, "mesh"):
            return None
        element = self.elements[name]
        with self.log.at(element.place):
            rule = choice(element, "inertia")
            self.known[name] = integrated(self._shape(name, element, rule == "convex"), rule)
        return self.known.get(name)

    def surface(self, geom: Element) -> tuple[Points, Faces]:
        """Return the vertices and triangles of a geom's mesh, in the mesh frame."""
        name = geom.get("mesh") or ""
        shape = self._shape(name, self.elements[name], False)
        return shape.vertices, shape.faces

    def _shape(self, name: str, element: Element, convex: bool) -> MeshSurface:
        found = self._surface(name, element)
        check_mesh(np.isfinite(found.vertices).all(), "not finite")
        vertices = found.vertices.astype(np.float32).astype(np.float64) - np.array(numbers(element, "refpos", self.log))
        turn = unit(numbers(element, "refquat", self.log), element, self.log, "refquat")
        if any(turn[1:]):
            vertices = vertices @ np.array(rotation_quaternion(*turn), float)
        scale = np.array(numbers(element, "scale", self.log))
        vertices = vertices * scale
        if convex or not len(found.faces):
            return MeshSurface(vertices, _hull(vertices))
        faces = found.faces[:, [0, 2, 1]] if scale.prod() < 0 else found.faces
        return MeshSurface(vertices, faces, found.polygon)

    def _surface(self, name: str, element: Element) -> MeshSurface:
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
        points, triangles = np.array(found, dtype=float), np.array(list(map(int, faces)), dtype=np.int64)
        return MeshSurface(points.reshape(-1, 3), triangles.reshape(-1, 3))

    def _objects(self, path: Path, element: Element) -> MeshSurface:
        """Read the first object of an OBJ file."""
        points, polygons, first = read_polygons(path)
        if first < len(polygons):
            self.log.tell(finding.Understood(element.part, Noun("its first object"), Identifier(path.name)))
        if any(len(x) > CORNERS for x in polygons[:first]):
            self.log.tell(finding.Understood(element.part, Noun("faces left out"), Identifier(path.name)))
        kept = _halved(points, [x for x in polygons[:first] if len(x) <= CORNERS])
        return MeshSurface(points, fans(kept), np.repeat(np.arange(len(kept)), [len(x) - 2 for x in kept]))

    def _path(self, name: str, element: Element) -> Path:
        path = self.search.find(str(Path(self.folder) / self.files[name]), element.place.file)
        if path is None:
            self.log.stop(self.search.outside(element, element.get("file") or ""))
        return path


def _halved(points: Points, polygons: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Divide each quadrangle along its shorter diagonal, in single precision."""
    quads = np.array([x for x in polygons if len(x) == 4], dtype=np.int64).reshape(-1, 4)
    a, b, c, d = points.astype(np.float32)[quads.T]
    shorter = ((c - a) ** 2).sum(axis=1) < ((d - b) ** 2).sum(axis=1)
    turned = np.where(shorter[:, None], quads, np.roll(quads, -1, axis=1))
    halves = turned[:, [0, 1, 2, 0, 2, 3]].reshape(-1, 3)
    return [x for x in polygons if len(x) != 4] + [tuple(x) for x in halves.tolist()]


def _read(path: Path) -> MeshSurface:
    if path.suffix.lower() != ".msh":
        return MeshSurface(*read_surface(path))
    data = mesh_content(path)
    head = struct.unpack_from("<4i", data) if len(data) >= 16 else (0, 0, 0, 0)
    points, normals, texture, faces = head
    start = 16 + 12 * (points + normals) + 8 * texture
    check_mesh(min(head) >= 0 and len(data) == start + 12 * faces and points >= 4, "cut off", path)
    vertices, triangles = np.frombuffer(data, "<f4", 3 * points, 16), np.frombuffer(data, "<i4", 3 * faces, start)
    return MeshSurface(vertices.reshape(-1, 3).astype(float), triangles.reshape(-1, 3).astype(np.int64))


def _hull(vertices: Points) -> Faces:
    """Compute the triangles of the convex hull, oriented outwards."""
    faces, inwards = convex_hull(vertices)
    return np.where(inwards[:, None], faces[:, [0, 2, 1]], faces).astype(np.int64)


def integrated(surface: MeshSurface, rule: str) -> Solid:
    """Integrate volume, centre of mass and inertia of a surface by one of MuJoCo's rules."""
    vertices, faces = surface.vertices, surface.faces
    check_corners(faces, vertices)
    corners = vertices[faces]
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]) / 2
    polygon = np.arange(len(faces)) if surface.polygon is None else surface.polygon
    whole = np.zeros((polygon.max(initial=0) + 1, 3))
    np.add.at(whole, polygon, normal)
    size = np.linalg.norm(whole, axis=1)
    upright = whole / np.where(size > 0, size, 1.0)[:, None]
    area, centre = np.einsum("ti,ti->t", normal, upright[polygon]), corners.mean(axis=1)
    check_mesh(area.sum() > LEAST_INERTIA, "no volume")
    apex = area @ centre / area.sum()

    def weights(o: Points) -> Points:
        if rule == "shell":
            return np.asarray(area)
        v: Points = np.einsum("ti,ti->t", centre - o, normal) / 3
        side: Points = np.sign(np.bincount(polygon, v))
        return side[polygon] * v if rule == "legacy" else v

    v = weights(apex)
    check_mesh(v.sum() > LEAST_INERTIA, "no volume")
    com = apex if rule == "shell" else v @ (0.75 * centre + 0.25 * apex) / v.sum()
    v = weights(com)
    J = second_moments(v, corners - com) / (12 if rule == "shell" else 20)
    central = Inertia.from_euler(float(v.sum()), (0.0, 0.0, 0.0), tuple(tuple(row) for row in J.tolist()))
    return Solid(float(v.sum()), central.moved(Pose(p=tuple(com.tolist()))), vertices)


def is_mesh(geom: Element) -> bool:
    """Check whether a geom is a mesh or a primitive shape fitted to a mesh."""
    return geom.get("type") in ("mesh", "sdf") or geom.get("mesh") is not None
