"""Symbolic or numeric inertia of homogeneous bodies, such as boxes, cylinders and spheres.

box a × b × c:       diag(m(b² + c²), m(a² + c²), m(a² + b²))/12
hollow cylinder:     m(a² + b²)/2 about its axis, m(3(a² + b²) + h²)/12 across it
sphere, shell:       (2/5) m r²,  (2/3) m r²
ring:                m r² about its axis, m r²/2 across it
[deluca], [meriam2012, app. B and D]

Sizes are numbers [m] or expressions (`"a"`, `"h/2"`). Pass either `mass` [kg] or `density`. The unit of `density` is
kg/m³, except for `shell` (kg/m²) and `ring` (kg/m). By default, the centre of mass is at the origin of the frame, and
the body axes are parallel to the frame axes. Pass `at` to place a body at another pose. By default, the axis of a body
of revolution is the x axis. Pass `axis="y"` or `axis="z"` for another axis.

All functions return an `Inertia`. `steiner(m, r)` and `steiner_skew(m, r)` return the parallel-axis term (Steiner's
theorem).
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from dalembert import finding
from dalembert.argument import choice, value
from dalembert.argument import in_range as _in_range
from dalembert.finding.finding import Argument
from dalembert.graph import PI, Node
from dalembert.robot.inertia import Inertia
from dalembert.robot.inertia import steiner as steiner
from dalembert.robot.inertia import steiner_skew as steiner_skew
from dalembert.robot.mesh import moments, read_mesh
from dalembert.spatial.pose import IDENTITY, Pose
from dalembert.spatial.vector import Vector


def box(a: Any, b: Any, c: Any, *, mass: Any = None, density: Any = None, at: Pose = IDENTITY) -> Inertia:
    """Return the inertia of a box with sides a along x, b along y and c along z."""
    a, b, c = _sizes(a=a, b=b, c=c)
    m = _mass(mass, density, a * b * c)
    return _sided(m, a, b, c, 12, at)


def cylinder(
    radius: Any, length: Any, *, mass: Any = None, density: Any = None, axis: str = "x", at: Pose = IDENTITY
) -> Inertia:
    """Return the inertia of a solid cylinder. A cylinder of length 0 is a disc."""
    r, h = _sizes(radius=radius, length=length)
    m = _mass(mass, density, _pi(r, h) * r * r * h)
    return _round(m, m * r * r / 2, m * (3 * r * r + h * h) / 12, axis, at)


def hollow_cylinder(
    outer: Any,
    inner: Any,
    length: Any,
    *,
    mass: Any = None,
    density: Any = None,
    axis: str = "x",
    at: Pose = IDENTITY,
) -> Inertia:
    """Return the inertia of a hollow cylinder with external radius `outer` and internal radius `inner`."""
    a, b, h = _sizes(outer=outer, inner=inner, length=length)
    _in_range(b, "inner", 0, a, unit="m")
    m = _mass(mass, density, _pi(a, b, h) * (a * a - b * b) * h)
    squares = a * a + b * b
    return _round(m, m * squares / 2, m * (3 * squares + h * h) / 12, axis, at)


def sphere(radius: Any, *, mass: Any = None, density: Any = None, at: Pose = IDENTITY) -> Inertia:
    """Return the inertia of a solid sphere."""
    (r,) = _sizes(radius=radius)
    m = _mass(mass, density, 4 * _pi(r) * r * r * r / 3)
    return _body(m, (2 * m * r * r / 5,) * 3, at)


def shell(radius: Any, *, mass: Any = None, density: Any = None, at: Pose = IDENTITY) -> Inertia:
    """Return the inertia of a thin spherical shell. `density` is the mass per unit area."""
    (r,) = _sizes(radius=radius)
    m = _mass(mass, density, 4 * _pi(r) * r * r)
    return _body(m, (2 * m * r * r / 3,) * 3, at)


def ring(radius: Any, *, mass: Any = None, density: Any = None, axis: str = "x", at: Pose = IDENTITY) -> Inertia:
    """Return the inertia of a thin ring (hoop). `density` is the mass per unit length."""
    (r,) = _sizes(radius=radius)
    m = _mass(mass, density, 2 * _pi(r) * r)
    return _round(m, m * r * r, m * r * r / 2, axis, at)


def cone(
    radius: Any, height: Any, *, mass: Any = None, density: Any = None, axis: str = "x", at: Pose = IDENTITY
) -> Inertia:
    """Return the inertia of a solid circular cone with its tip towards +axis.

    The centre of mass is height/4 above the base.
    """
    r, h = _sizes(radius=radius, height=height)
    m = _mass(mass, density, _pi(r, h) * r * r * h / 3)
    return _round(m, 3 * m * r * r / 10, 3 * m * (4 * r * r + h * h) / 80, axis, at)


def ellipsoid(a: Any, b: Any, c: Any, *, mass: Any = None, density: Any = None, at: Pose = IDENTITY) -> Inertia:
    """Return the inertia of a solid ellipsoid with semi-axes a along x, b along y and c along z."""
    a, b, c = _sizes(a=a, b=b, c=c)
    m = _mass(mass, density, 4 * _pi(a, b, c) * a * b * c / 3)
    return _sided(m, a, b, c, 5, at)


def capsule(
    radius: Any, length: Any, *, mass: Any = None, density: Any = None, axis: str = "x", at: Pose = IDENTITY
) -> Inertia:
    """Return the inertia of a capsule: a cylinder of the given `length` with a half sphere on each end.

    The centre of mass of a half sphere is 3r/8 from its flat side. Two half spheres of total mass m_s therefore add m_s
    (2r²/5 + h²/4 + 3hr/8) to the moment about a transverse axis.
    """
    r, h = _sizes(radius=radius, length=length)
    m = _mass(mass, density, _pi(r, h) * r * r * (h + 4 * r / 3))
    _in_range(h + r, "radius", 0, strict=True, unit="m")
    share = h / (h + 4 * r / 3)  # fraction of the volume in the cylinder
    m_c, m_s = m * share, m * (1 - share)
    along = m_c * r * r / 2 + 2 * m_s * r * r / 5
    ends = 2 * r * r / 5 + h * h / 4 + 3 * h * r / 8
    across = m_c * (3 * r * r + h * h) / 12 + m_s * ends
    return _round(m, along, across, axis, at)


def mesh(
    surface: str | Path | Any,
    triangles: Any = None,
    *,
    mass: Any = None,
    density: Any = None,
    scale: float = 1.0,
    at: Pose = IDENTITY,
) -> Inertia:
    """Return the inertia of the solid inside a closed triangle mesh.

    The mesh is an STL or OBJ file, or an array of vertices (n, 3) and an array of triangles (m, 3). The integrals are
    exact for the polyhedron. Unlike the other bodies, a mesh is not moved: its vertices define its position. All vertex
    coordinates are multiplied by `scale` (0.001 if they are in millimetres).
    """
    volume, first, second = moments(*read_mesh(surface, triangles, scale))
    m = _mass(mass, density, volume)
    k = m / volume
    solid = Inertia.from_euler(m, tuple(k * x for x in first), tuple(tuple(k * x for x in row) for row in second))
    return solid.moved(at)


def _sizes(**given: Any) -> list[Any]:
    return [_in_range(x, name, 0, unit="m") for name, x in given.items()]


def _pi(*sizes: Any) -> Any:
    """Return π as an exact constant if a size is symbolic, or as a float if all sizes are numbers."""
    return PI if any(isinstance(x, Node) for x in sizes) else math.pi


def _mass(mass: Any, density: Any, volume: Any) -> Any:
    if (mass is None) == (density is None):
        kind = finding.OneRequired if mass is None else finding.Exclusive
        raise kind((Argument("mass"), Argument("density"))).error()
    m = value(mass, "mass") if density is None else value(density, "density") * volume
    return _in_range(m, "mass", 0, unit="kg")


def _sided(m: Any, a: Any, b: Any, c: Any, share: int, at: Pose) -> Inertia:
    """Return the inertia of a box or an ellipsoid. The moment about x is m (b² + c²)/share."""
    return _body(m, tuple(m * (u * u + v * v) / share for u, v in ((b, c), (a, c), (a, b))), at)


def _round(m: Any, along: Any, across: Any, axis: str, at: Pose) -> Inertia:
    """Return the inertia of a body of revolution whose axis is a frame axis."""
    choice(axis, "axis", ("x", "y", "z"))
    return _body(m, tuple(along if axis == letter else across for letter in "xyz"), at)


def _body(m: Any, diagonal: Vector, at: Pose) -> Inertia:
    return Inertia(m, (0, 0, 0), (*diagonal, 0, 0, 0)).moved(at)
