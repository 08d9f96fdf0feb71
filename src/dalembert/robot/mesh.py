"""Volume integrals of a closed triangle mesh, and the two file formats meshes come in.

With D = det[a b c] of each triangle, the tetrahedra it spans with the origin sum up to
    V = Σ D/6,   ∫ r dV = Σ D/24 (a + b + c),
    ∫ r rᵀ dV = Σ D/120 ((a + b + c)(a + b + c)ᵀ + a aᵀ + b bᵀ + c cᵀ),
exact for the polyhedron  [tonon2004]. A mesh is closed when each edge is walked once
in each direction; then every triangle sees the outside from the same side.
"""

from __future__ import annotations

import struct
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import BadFile, DalembertError, WrongSize, WrongValue

_LARGEST = 500_000_000  # bytes
_MOST = 10_000_000  # triangles or vertices
Points = NDArray[np.float64]
Triples = NDArray[np.int64]


def moments(vertices: Points, triangles: Triples) -> tuple[float, list[float], list[list[float]]]:
    """(V, ∫ r dV, ∫ r rᵀ dV) of the solid inside, about the origin of the vertices."""
    _check_closed(vertices, triangles)
    middle = vertices.mean(axis=0)  # integrate near the body: far from it the sums would cancel
    corners = (vertices - middle)[triangles]
    D = np.linalg.det(corners)
    total = corners.sum(axis=1)
    V = float(D.sum() / 6)
    if V < 0:
        raise WrongValue(
            "the triangles of the mesh face inwards (its volume is negative); swap two vertices of each triangle"
        )
    if float(np.abs(D).sum()) * 1e-14 >= V:
        raise WrongValue("the mesh encloses no volume")
    first = D @ total / 24
    second = (np.einsum("t,ti,tj", D, total, total) + np.einsum("t,tki,tkj", D, corners, corners)) / 120
    # back to the origin of the vertices: r = middle + r'
    cross = np.outer(middle, first)
    second = second + cross + cross.T + V * np.outer(middle, middle)
    return V, (first + V * middle).tolist(), second.tolist()


def _check_closed(vertices: Points, triangles: Triples) -> None:
    """Each edge is walked as often forwards as backwards, or an error that says which is not."""
    edges = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    n = len(vertices)
    ends = np.sort(edges, axis=1)
    direction = np.where(edges[:, 0] < edges[:, 1], 1, -1)
    edge, which, times = np.unique(ends[:, 0] * n + ends[:, 1], return_inverse=True, return_counts=True)
    balance = np.zeros(len(edge), dtype=np.int64)
    np.add.at(balance, which.reshape(-1), direction)
    wrong = balance != 0
    if not wrong.any():
        return
    lone = wrong & (times % 2 == 1)
    i, j = divmod(int(edge[lone if lone.any() else wrong][0]), n)
    where = f"from {_point(vertices[i])} to {_point(vertices[j])}"
    if lone.any():
        raise WrongValue(f"the mesh is open: {lone.sum()} edges have one triangle only, the first runs {where}")
    raise WrongValue(
        f"the triangles of the mesh are not ordered alike: two walk the edge {where} in the same direction; "
        "swap two vertices of one of them"
    )


def _point(p: Points) -> str:
    return "(" + ", ".join(f"{x:.6g}" for x in p) + ")"


def read_mesh(surface: str | Path | Any, triangles: Any, scale: float) -> tuple[Points, Triples]:
    """Vertices (n, 3) and triangles (m, 3), equal vertices merged, triangles without an area dropped."""
    if isinstance(surface, (str, Path)):
        vertices, triangles = read_surface(Path(surface))
    else:
        if triangles is None:
            raise WrongValue("a mesh is an STL or OBJ file, or vertices with triangles")
        vertices = _array(surface, float, "vertices")
        triangles = _array(triangles, np.int64, "triangles")
    if not np.isfinite(vertices).all() or not np.isfinite(scale) or scale <= 0:
        raise WrongValue("the vertices and the scale of a mesh must be finite, and the scale positive")
    if not len(triangles):
        raise WrongSize("the mesh has no triangles")
    if triangles.min() < 0 or triangles.max() >= len(vertices):
        raise WrongValue(f"a triangle names vertex {triangles.max()}; there are {len(vertices)}, counted from 0")
    merged, place = np.unique(vertices + 0.0, axis=0, return_inverse=True)  # + 0.0 makes −0 and 0 equal
    triangles = place.reshape(-1)[triangles]
    a, b, c = triangles.T
    return merged * scale, triangles[(a != b) & (b != c) & (c != a)]


def _array(given: Any, kind: Any, what: str) -> Any:
    try:
        array = np.asarray(given)
        if kind is np.int64 and array.dtype.kind not in "iu":
            raise WrongValue(f"{what} must be whole numbers")
        array = array.astype(kind)
    except DalembertError:
        raise
    except (TypeError, ValueError):
        raise WrongValue(f"{what} must be an array of numbers") from None
    if array.ndim != 2 or array.shape[1] != 3:
        raise WrongSize(f"{what} must have the shape (n, 3), got {array.shape}")
    return array


def read_surface(path: Path) -> tuple[Points, Triples]:
    """Vertices and triangles of a file; a face with more than three corners is cut into a fan."""
    if path.suffix.lower() == ".obj":
        vertices, polygons, _ = read_polygons(path)
        fans = [(first, j, k) for first, *rest in polygons for j, k in pairwise(rest)]
        return vertices, np.array(fans, dtype=np.int64).reshape(-1, 3)
    if path.suffix.lower() != ".stl":
        raise BadFile(f"'{path}' is not a mesh that is read here: its name must end in .stl or .obj")
    data = _content(path)
    corners = _binary_stl(data)
    corners = _ascii_stl(data, path) if corners is None else corners
    return corners, np.arange(len(corners)).reshape(-1, 3)


def _content(path: Path) -> bytes:
    try:
        if path.stat().st_size > _LARGEST:
            raise BadFile(f"'{path}' has {path.stat().st_size} bytes; at most {_LARGEST} are read")
        return path.read_bytes()
    except DalembertError:
        raise
    except OSError as error:
        raise BadFile(f"cannot read '{path}': {error.strerror}") from None


def _binary_stl(data: bytes) -> Points | None:
    """Corners, three per triangle; None when the length is not that of a binary STL."""
    if len(data) < 84:
        return None
    (count,) = struct.unpack_from("<I", data, 80)
    if len(data) != 84 + 50 * count:
        return None
    facet = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
    return np.frombuffer(data, facet, offset=84)["corners"].reshape(-1, 3).astype(float)


def _ascii_stl(data: bytes, path: Path) -> Points:
    if not data.lstrip()[:5].lower() == b"solid":
        raise BadFile(f"'{path}' is not an STL file: neither text nor binary of the length it announces")
    corners = [line.split()[1:] for line in data.splitlines() if line.split()[:1] == [b"vertex"]]
    numbers = _numbers(corners, path)
    if len(numbers) % 3 or b"endsolid" not in data:
        raise BadFile(f"'{path}' is cut off: {len(numbers)} vertices are not whole triangles up to 'endsolid'")
    return numbers


def read_polygons(path: Path) -> tuple[Points, list[tuple[int, ...]], int]:
    """Vertices and faces of an OBJ file, and how many of the faces belong to its first object or group."""
    vertices: list[list[bytes]] = []
    faces: list[tuple[int, ...]] = []
    first = corners = 0
    for number, line in enumerate(_content(path).splitlines(), 1):
        words = line.split()
        if words[:1] == [b"v"]:
            vertices.append(words[1:4])
        elif words[:1] in ([b"o"], [b"g"]):
            first = first or len(faces)
        elif words[:1] == [b"f"]:
            try:
                named = [int(word.split(b"/")[0]) for word in words[1:]]
            except ValueError:
                raise BadFile(f"line {number} of '{path}' is not a face") from None
            if len(named) < 3 or any(not 0 < abs(i) <= len(vertices) for i in named):
                raise BadFile(f"line {number} of '{path}' names a vertex that is not there, or fewer than 3")
            faces.append(tuple(i - 1 if i > 0 else len(vertices) + i for i in named))
            corners += len(named) - 2
        if corners > _MOST:
            raise BadFile(f"'{path}' has more than {_MOST} triangles")
    return _numbers(vertices, path), faces, first or len(faces)


def _numbers(rows: list[list[bytes]], path: Path) -> Points:
    if any(len(row) != 3 for row in rows):
        raise BadFile(f"a vertex of '{path}' does not have 3 coordinates")
    try:
        return np.array([[float(x) for x in row] for row in rows], dtype=float).reshape(-1, 3)
    except ValueError:
        raise BadFile(f"a vertex of '{path}' is not made of numbers") from None
