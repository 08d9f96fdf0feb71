"""Polygons of a mesh as triangles, cut as MuJoCo's reader of OBJ files cuts them.

A quadrangle is cut along its shorter diagonal. Of a polygon with more corners, ears (i, j, k) are cut off one after the
other, each search going on from i: an ear turns as the triangle (0, i, j) does, (p_j − p_i) × (p_k − p_j) · p_i × p_j ≥ 0, and
no other corner lies inside it. That is done in the plane of two axes, which the first corner that is not flat
decides, in single precision; what is left without an ear is dropped, and so is a polygon of more than 100 corners. A
flat convex one comes out whole in any way; one that is bent, or has a bay, has several surfaces, and this is the one MuJoCo weighs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import BadFile

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
    if sum(float(len(x)) ** 3 for x in polygons if 4 < len(x) <= CORNERS) > _MOST:
        raise BadFile("the polygons of the mesh have too many corners; cut them into triangles first")
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
