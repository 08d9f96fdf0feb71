"""Volume integrals of a closed triangle mesh, and readers for the mesh formats STL and OBJ.

Each triangle and the origin form a tetrahedron. With D = det[a b c] for each triangle, the sums over all tetrahedra are

    V = Σ D/6,   ∫ r dV = Σ D/24 (a + b + c),
    ∫ r rᵀ dV = Σ D/120 ((a + b + c)(a + b + c)ᵀ + a aᵀ + b bᵀ + c cᵀ).

These sums are exact for the polyhedron [tonon2004]. A mesh is closed if its triangles traverse each edge once in each
direction. In a closed mesh, either all triangles are oriented outwards or all are oriented inwards.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert import finding
from dalembert.argument import filled, real, shaped
from dalembert.finding.finding import Argument, External, FileName, Given, Noun
from dalembert.tolerance import FEW_ROUNDINGS

_LARGEST = 500_000_000  # bytes
_MOST = 10_000_000  # triangles or vertices
Points = NDArray[np.float64]
Triples = NDArray[np.int64]


def moments(vertices: Points, triangles: Triples) -> tuple[float, list[float], list[list[float]]]:
    """Compute the integrals (V, ∫ r dV, ∫ r rᵀ dV) of the enclosed solid, about the origin of the vertex coordinates."""
    _check_closed(vertices, triangles)
    middle = vertices.mean(axis=0)  # integrate about the body's centre, because the sums cancel far from the body
    corners = (vertices - middle)[triangles]
    v = np.linalg.det(corners) / 6
    V = float(v.sum())
    check_mesh(V >= 0, "inside out")
    check_mesh(6 * float(np.abs(v).sum()) * FEW_ROUNDINGS < V, "no volume")
    first = v @ corners.sum(axis=1) / 4
    # back to the origin of the vertices: r = middle + r'
    cross = np.outer(middle, first)
    second = second_moments(v, corners) / 20 + cross + cross.T + V * np.outer(middle, middle)
    return V, (first + V * middle).tolist(), second.tolist()


def second_moments(weights: Points, corners: Points) -> Points:
    """Compute Σ weight ((a + b + c)(a + b + c)ᵀ + a aᵀ + b bᵀ + c cᵀ) over triangles with the corners a, b and c."""
    total = corners.sum(axis=1)
    own = np.einsum("t,tki,tkj", weights, corners, corners)
    return np.asarray(np.einsum("t,ti,tj", weights, total, total) + own)


def _check_closed(vertices: Points, triangles: Triples) -> None:
    """Check that the triangles traverse every edge equally often in both directions."""
    edges = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    n = len(vertices)
    ends = np.sort(edges, axis=1)
    direction = np.where(edges[:, 0] < edges[:, 1], 1, -1)
    edge, which, times = np.unique(ends[:, 0] * n + ends[:, 1], return_inverse=True, return_counts=True)
    wrong = np.bincount(which.reshape(-1), direction) != 0
    if not wrong.any():
        return
    lone = wrong & (times % 2 == 1)
    i, j = divmod(int(edge[lone if lone.any() else wrong][0]), n)
    edge_ends = f"from {_point(vertices[i])} to {_point(vertices[j])}"
    check_mesh(False, "open mesh" if lone.any() else "mixed orientation", detail=edge_ends)


def check_mesh(usable: object, reason: str, path: Path | None = None, detail: object = None) -> None:
    """Raise `BadMesh` if a mesh cannot be used."""
    if not usable:
        file = None if path is None else FileName(str(path))
        raise finding.BadMesh(file, Noun(reason), None if detail is None else Given(str(detail))).error()


def check_corners(triangles: Triples, vertices: Points) -> None:
    """Raise `BadMesh` if a triangle refers to a vertex that does not exist."""
    if len(triangles):
        inside = triangles.min() >= 0 and triangles.max() < len(vertices)
        check_mesh(inside, "undefined vertex", detail=triangles.max())


def _point(p: Points) -> str:
    return "(" + ", ".join(f"{x:.6g}" for x in p) + ")"


def read_mesh(surface: str | Path | Any, triangles: Any, scale: float) -> tuple[Points, Triples]:
    """Read vertices (n, 3) and triangles (m, 3), without duplicate vertices and degenerate triangles."""
    if isinstance(surface, (str, Path)):
        vertices, triangles = read_surface(Path(surface))
    else:
        if triangles is None:
            raise finding.Requires(Argument("vertices"), Argument("triangles")).error()
        vertices = shaped(surface, "vertices", ("n", 3))
        numbers = shaped(triangles, "triangles", ("m", 3))
        triangles = numbers.astype(np.int64)
        if (triangles != numbers).any():
            raise finding.WrongType(Argument("triangles"), Noun("whole numbers"), Given("fractions")).error()
    scale = real(scale, "scale", above=0)
    check_mesh(np.isfinite(vertices).all(), "not finite")
    check_corners(filled(triangles, "triangles"), vertices)
    merged, place = np.unique(vertices + 0.0, axis=0, return_inverse=True)  # + 0.0 makes −0 and 0 equal
    triangles = place.reshape(-1)[triangles]
    a, b, c = triangles.T
    return merged * scale, triangles[(a != b) & (b != c) & (c != a)]


def read_surface(path: Path) -> tuple[Points, Triples]:
    """Read vertices and triangles from a file. Faces with more than three corners are split into triangles."""
    if path.suffix.lower() == ".obj":
        vertices, polygons, _ = read_polygons(path)
        return vertices, fans(polygons)
    check_mesh(path.suffix.lower() == ".stl", "unknown suffix", path)
    data = mesh_content(path)
    corners = _binary_stl(data)
    corners = _ascii_stl(data, path) if corners is None else corners
    return corners, np.arange(len(corners)).reshape(-1, 3)


def fans(polygons: Sequence[Sequence[int] | Triples]) -> Triples:
    """Split each polygon into triangles that share the first corner of the polygon."""
    found = [(first, j, k) for first, *rest in polygons for j, k in pairwise(rest)]
    return np.array(found, dtype=np.int64).reshape(-1, 3)


def convex_hull(vertices: Points) -> tuple[Triples, NDArray[np.bool_]]:
    """Compute the triangles of the convex hull, and a mask of the triangles that are oriented inwards."""
    from scipy.spatial import ConvexHull, QhullError

    try:
        hull = ConvexHull(vertices)
    except (QhullError, ValueError):
        raise finding.BadMesh(None, Noun("no volume")).error() from None
    faces = hull.simplices
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    return faces, np.einsum("ti,ti->t", np.cross(b - a, c - a), hull.equations[:, :3]) < 0


def mesh_content(path: Path) -> bytes:
    try:
        size = path.stat().st_size
        data = path.read_bytes() if size <= _LARGEST else b""
    except OSError as error:
        raise finding.Unreadable(FileName(str(path)), External(str(error.strerror).lower())).error() from None
    check_mesh(size <= _LARGEST, "too large", path)
    return data


def _binary_stl(data: bytes) -> Points | None:
    """Read the corners of a binary STL file, three per triangle. Return None if the file is not a binary STL file."""
    if len(data) < 84:
        return None
    (count,) = struct.unpack_from("<I", data, 80)
    if len(data) != 84 + 50 * count:
        return None
    facet = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
    return np.frombuffer(data, facet, offset=84)["corners"].reshape(-1, 3).astype(float)


def _ascii_stl(data: bytes, path: Path) -> Points:
    check_mesh(data.lstrip()[:5].lower() == b"solid", "not STL", path)
    corners = [line.split()[1:] for line in data.splitlines() if line.split()[:1] == [b"vertex"]]
    numbers = _numbers(corners, path)
    check_mesh(len(numbers) % 3 == 0 and b"endsolid" in data, "cut off", path)
    return numbers


def read_polygons(path: Path) -> tuple[Points, list[tuple[int, ...]], int]:
    """Read the vertices and faces of an OBJ file, and count the faces in its first object or group."""
    vertices: list[list[bytes]] = []
    faces: list[tuple[int, ...]] = []
    first = corners = 0
    for number, line in enumerate(mesh_content(path).splitlines(), 1):
        words = line.split()
        if words[:1] == [b"v"]:
            vertices.append(words[1:4])
        elif words[:1] in ([b"o"], [b"g"]):
            first = first or len(faces)
        elif words[:1] == [b"f"]:
            named = [int(x) if x.lstrip(b"-").isdigit() else 0 for x in (word.split(b"/")[0] for word in words[1:])]
            good = len(named) >= 3 and all(0 < abs(i) <= len(vertices) for i in named)
            check_mesh(good, "bad face", path, f"line {number}")
            faces.append(tuple(i - 1 if i > 0 else len(vertices) + i for i in named))
            corners += len(named) - 2
        check_mesh(corners <= _MOST, "too large", path)
    return _numbers(vertices, path), faces, first or len(faces)


def _numbers(rows: list[list[bytes]], path: Path) -> Points:
    check_mesh(all(len(row) == 3 for row in rows), "bad vertex", path)
    try:
        return np.array([[float(x) for x in row] for row in rows], dtype=float).reshape(-1, 3)
    except ValueError:
        raise finding.BadMesh(FileName(str(path)), Noun("bad vertex")).error() from None
