"""Bodies against integrals of their density, and meshes against bodies."""

import struct
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

import dalembert as da
from dalembert.argument import value
from dalembert.graph import PI
from dalembert.robot.mesh import moments
from dalembert.spatial.pose import rotation_rpy
from raised import raises
from tolerance import HUNDREDS_OF_ROUNDINGS, ROOT_OF_ROUNDING, ROUNDED, SAME_ALGORITHM, SOLVED, TENS_OF_ROUNDINGS

NODES, WEIGHTS = np.polynomial.legendre.leggauss(24)


def integrate(piece):
    """(V, ∫ r, ∫ r rᵀ) over one piece: a map of the unit cube to points, with the size of its Jacobian determinant."""
    u, w = (NODES + 1) / 2, WEIGHTS / 2
    grid = np.stack(np.meshgrid(u, u, u, indexing="ij"), axis=-1).reshape(-1, 3)
    weight = np.einsum("i,j,k->ijk", w, w, w).reshape(-1)
    points, density = piece(*grid.T)
    dm = weight * density
    points = np.stack(np.broadcast_arrays(*points), axis=-1)
    return dm.sum(), dm @ points, np.einsum("n,ni,nj", dm, points, points)


def central(pieces):
    """Mass and central tensor of unit density."""
    V, first, second = (sum(part) for part in zip(*map(integrate, pieces), strict=True))
    J = second - np.outer(first, first) / V
    return V, np.trace(J) * np.eye(3) - J


def turning(radius, start, length):
    """Solid of revolution about x: radius(t) over x = start + length t, t in 0..1."""

    def piece(t, s, turn):
        R, angle = radius(t), 2 * np.pi * turn
        r = R * s
        return (start + length * t, r * np.cos(angle), r * np.sin(angle)), 2 * np.pi * R * r * length

    return piece


def ball(a, b, c):
    """Ellipsoid in stretched spherical coordinates."""

    def piece(s, u, turn):
        z, angle = 2 * u - 1, 2 * np.pi * turn
        flat = np.sqrt(1 - z * z)
        points = (a * s * flat * np.cos(angle), b * s * flat * np.sin(angle), c * s * z)
        return points, 4 * np.pi * a * b * c * s * s

    return piece


def tube(a, b, h):
    def piece(t, s, turn):
        r, angle = b + (a - b) * s, 2 * np.pi * turn
        return (h * t, r * np.cos(angle), r * np.sin(angle)), 2 * np.pi * r * (a - b) * h

    return piece


def surface(r):
    """Sphere as a surface: the third variable does nothing."""

    def piece(u, turn, _):
        z, angle = 2 * u - 1, 2 * np.pi * turn
        flat = np.sqrt(1 - z * z)
        return (r * flat * np.cos(angle), r * flat * np.sin(angle), r * z), 4 * np.pi * r * r * np.ones_like(u)

    return piece


def hoop(r):
    return lambda turn, _, __: (
        (0, r * np.cos(2 * np.pi * turn), r * np.sin(2 * np.pi * turn)),
        2 * np.pi * r * np.ones_like(turn),
    )


def round_end(r, start, length):
    """Half of a capsule's end: x = start + length sin(πt/2), so that the profile is smooth."""

    def piece(t, s, turn):
        x, R, angle = np.sin(np.pi * t / 2), r * np.cos(np.pi * t / 2), 2 * np.pi * turn
        slope = np.pi / 2 * np.cos(np.pi * t / 2) * abs(length)
        return (start + length * x, R * s * np.cos(angle), R * s * np.sin(angle)), 2 * np.pi * R * R * s * slope

    return piece


SHAPES = {
    "box": (
        da.model.body.box(0.3, 0.5, 1.1, density=1),
        [lambda x, y, z: ((0.3 * x, 0.5 * y, 1.1 * z), 0.165 * np.ones_like(x))],
    ),
    "cylinder": (da.model.body.cylinder(0.4, 1.3, density=1), [turning(lambda t: 0.4, 0, 1.3)]),
    "hollow cylinder": (da.model.body.hollow_cylinder(0.5, 0.2, 0.9, density=1), [tube(0.5, 0.2, 0.9)]),
    "sphere": (da.model.body.sphere(0.7, density=1), [ball(0.7, 0.7, 0.7)]),
    "ellipsoid": (da.model.body.ellipsoid(0.7, 0.3, 1.2, density=1), [ball(0.7, 0.3, 1.2)]),
    "cone": (da.model.body.cone(0.6, 1.7, density=1), [turning(lambda t: 0.6 * (1 - t), 0, 1.7)]),
    "capsule": (
        da.model.body.capsule(0.3, 0.8, density=1),
        [turning(lambda t: 0.3, -0.4, 0.8), round_end(0.3, 0.4, 0.3), round_end(0.3, -0.4, -0.3)],
    ),
    "shell": (da.model.body.shell(0.7, density=1), [surface(0.7)]),
    "ring": (da.model.body.ring(0.7, density=1), [hoop(0.7)]),
}


@pytest.mark.parametrize("name", SHAPES)
def test_body_is_the_integral_of_its_density(name):
    inertia, pieces = SHAPES[name]
    mass, I = central(pieces)
    assert float(inertia.mass) == pytest.approx(mass, rel=SAME_ALGORITHM)
    assert inertia.com == (0, 0, 0)
    assert np.array(inertia.matrix, float) == pytest.approx(I, rel=SOLVED, abs=SAME_ALGORITHM)
    assert inertia.is_physical


@pytest.mark.parametrize("make", [da.model.body.cylinder, da.model.body.cone, da.model.body.capsule])
def test_axis_turns_the_body(make):
    x, y, z = (make(0.2, 0.7, mass=2, axis=axis).tensor[:3] for axis in "xyz")
    along, across = x[0], x[1]
    assert along != across
    assert (x, y, z) == ((along, across, across), (across, along, across), (across, across, along))


def test_body_at_a_pose_is_the_body_moved():
    pose = da.Pose(rotation_rpy(0.3, -1.1, 2.0), (0.1, -0.4, 0.7))
    placed = da.model.body.box(1.0, 2.0, 3.0, mass=5.0, at=pose)
    assert placed == da.model.body.box(1.0, 2.0, 3.0, mass=5.0).moved(pose)
    assert placed.com == pytest.approx((0.1, -0.4, 0.7))


def test_mass_is_exact_and_density_uses_pi_where_a_symbol_stands():
    assert da.model.body.box(1, 2, 3, mass=12).tensor == (13, 10, 5, 0, 0, 0)
    assert da.model.body.sphere("1/3", mass=1).tensor[0] == Fraction(2, 45)
    assert da.model.body.ring("r", density="s").mass is value("s") * (2 * PI * value("r"))
    assert isinstance(da.model.body.sphere(1, density=1).mass, float)


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda: da.model.body.box(1, 1, 1), da.finding.OneRequired),
        (lambda: da.model.body.box(1, 1, 1, mass=1, density=1), da.finding.Exclusive),
        (lambda: da.model.body.box(-1, 1, 1, mass=1), da.finding.OutOfRange),
        (lambda: da.model.body.sphere(1, mass=-2), da.finding.OutOfRange),
        (lambda: da.model.body.cylinder(1, 1, mass=1, axis="w"), da.finding.NotOneOf),
        (lambda: da.model.body.hollow_cylinder(1, 2, 1, mass=1), da.finding.OutOfRange),
        (lambda: da.model.body.capsule(0, 0, mass=1), da.finding.OutOfRange),
        (lambda: da.model.body.sphere(float("inf"), mass=1), da.finding.NotFinite),
    ],
)
def test_bad_sizes_are_refused(call, reason):
    with raises(reason):
        call()


# ── meshes ────────────────────────────────────────────────────────────────────

CUBE = np.array(list(product((0.0, 1.0), repeat=3)))
QUADS = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
SIDES = np.array([t for a, b, c, d in QUADS for t in ((a, b, c), (a, c, d))])


def lathe(profile, x, around):
    """Triangles of a solid of revolution about x; the profile starts and ends on the axis."""
    angle = 2 * np.pi * np.arange(around) / around
    rings = [
        np.stack([np.full(around, xi), r * np.cos(angle), r * np.sin(angle)], 1)
        for xi, r in zip(x, profile, strict=True)
    ]
    triangles = []
    for i in range(len(x) - 1):
        for k in range(around):
            a, b = i * around + k, i * around + (k + 1) % around
            c, d = a + around, b + around
            triangles += [(a, b, c), (b, d, c)]
    return np.concatenate(rings), np.array(triangles)


def parameters(inertia):
    return np.array(inertia.parameters, float)


def test_mesh_of_a_cube_is_the_cube():
    shift = np.array([0.3, -2.0, 5.0])
    cube = da.model.body.mesh(CUBE * [2, 3, 4] + shift, SIDES, mass=7.0)
    expected = da.model.body.box(2, 3, 4, mass=7.0, at=da.Pose(p=tuple((shift + [1, 1.5, 2]).tolist())))
    assert parameters(cube) == pytest.approx(parameters(expected), rel=HUNDREDS_OF_ROUNDINGS)


def test_scale_and_pose_of_a_mesh():
    pose = da.Pose(rotation_rpy(1.0, 0.2, -0.4), (1.0, 2.0, 3.0))
    cube = da.model.body.mesh(CUBE * 1000, SIDES, density=10.0, scale=1e-3, at=pose)
    assert parameters(cube) == pytest.approx(
        parameters(da.model.body.mesh(CUBE, SIDES, density=10.0).moved(pose)), rel=SAME_ALGORITHM
    )


def test_symbolic_mass_of_a_mesh():
    cube = da.model.body.mesh(CUBE, SIDES, mass="m")
    assert cube.mass is value("m")
    assert str(cube.ms[0]) == "0.5*m"


@pytest.mark.parametrize("shape", ["sphere", "cylinder"])
def test_mesh_converges_to_the_body(shape):
    """Facets of size h miss the surface by h²: twice the facets, a quarter of the error."""
    errors = []
    for n in (12, 24, 48):
        if shape == "sphere":
            angle = np.linspace(0, np.pi, n + 1)
            profile, x = np.sin(angle), -np.cos(angle)
            profile[[0, -1]] = 0
            expected = da.model.body.sphere(1.0, density=1)
        else:
            profile, x = [0, 0.5, 0.5, 0], [-1.0, -1.0, 1.0, 1.0]
            expected = da.model.body.cylinder(0.5, 2.0, density=1)
        result = da.model.body.mesh(*lathe(profile, x, 2 * n), density=1)
        assert result.com == pytest.approx((0, 0, 0), abs=TENS_OF_ROUNDINGS)
        errors.append(np.abs(parameters(result) - parameters(expected)).max())
    assert errors[2] < 0.01
    assert errors[0] / errors[1] == pytest.approx(4, rel=0.1)
    assert errors[1] / errors[2] == pytest.approx(4, rel=0.05)


def test_far_away_mesh_loses_nothing():
    near, far = da.model.body.mesh(CUBE, SIDES, mass=1.0), da.model.body.mesh(CUBE + 1024.0, SIDES, mass=1.0)
    assert far.central().tensor == pytest.approx(near.central().tensor, abs=ROOT_OF_ROUNDING)  # m p² = 3e6 cancels
    assert far.com == pytest.approx([1024.5] * 3, rel=ROUNDED)


def test_two_cubes_that_share_an_edge_are_one_closed_mesh():
    vertices = np.concatenate([CUBE, CUBE + [1.0, 1.0, 0.0]])
    both = da.model.body.mesh(vertices, np.concatenate([SIDES, SIDES + 8]), density=1.0)
    assert both.mass == pytest.approx(2.0)


def write_stl(path, vertices, triangles, binary):
    corners = vertices[triangles]
    if binary:
        facets = b"".join(struct.pack("<12fH", 0, 0, 0, *t.reshape(-1), 0) for t in corners)
        path.write_bytes(b"any header".ljust(80) + struct.pack("<I", len(corners)) + facets)
    else:
        lines = ["solid part"]
        for t in corners:
            lines += [
                "facet normal 0 0 0",
                "outer loop",
                *(f"vertex {x} {y} {z}" for x, y, z in t),
                "endloop",
                "endfacet",
            ]
        path.write_text("\n".join([*lines, "endsolid part"]))


@pytest.mark.parametrize("binary", [True, False])
def test_stl_files(tmp_path, binary):
    write_stl(tmp_path / "cube.STL", CUBE * [1, 2, 4], SIDES, binary)
    read = da.model.body.mesh(tmp_path / "cube.STL", density=3)
    assert parameters(read) == pytest.approx(
        parameters(da.model.body.mesh(CUBE * [1, 2, 4], SIDES, density=3)), rel=SAME_ALGORITHM
    )


def test_obj_file_with_quads_normals_and_negative_indices(tmp_path):
    lines = [f"v {x} {y} {z}" for x, y, z in CUBE] + ["vn 0 0 1", "o part"]
    lines += ["f " + " ".join(f"{i + 1}//1" for i in quad) for quad in QUADS[:3]]
    lines += ["f " + " ".join(str(i - 8) for i in quad) for quad in QUADS[3:]]
    (tmp_path / "cube.obj").write_text("\n".join(lines))
    assert parameters(da.model.body.mesh(str(tmp_path / "cube.obj"), mass=1)) == pytest.approx(
        parameters(da.model.body.mesh(CUBE, SIDES, mass=1)), rel=SAME_ALGORITHM
    )


def flipped(which):
    triangles = SIDES.copy()
    triangles[which] = triangles[which][..., ::-1]
    return triangles


@pytest.mark.parametrize(
    ("vertices", "triangles", "error", "reason"),
    [
        (
            CUBE,
            SIDES[1:],
            da.errors.WrongValue,
            da.finding.BadMesh,
        ),
        (CUBE, flipped(3), da.errors.WrongValue, da.finding.BadMesh),
        (CUBE, flipped(slice(None)), da.errors.WrongValue, da.finding.BadMesh),
        (CUBE * [1, 1, 0], SIDES, da.errors.WrongValue, da.finding.BadMesh),
        (CUBE, SIDES + 1, da.errors.WrongValue, da.finding.BadMesh),
        (CUBE, SIDES * 1.5, da.errors.WrongValue, da.finding.WrongType),
        (CUBE[:, :2], SIDES, da.errors.WrongSize, da.finding.WrongShape),
        (CUBE * np.nan, SIDES, da.errors.WrongValue, da.finding.NotFinite),
        (CUBE, SIDES[:0], da.errors.WrongSize, da.finding.Empty),
        (CUBE, None, da.errors.WrongValue, da.finding.Requires),
        ([["x", 1, 2]], SIDES, da.errors.WrongValue, da.finding.NotReal),
    ],
)
def test_bad_meshes_are_refused(vertices, triangles, error, reason):
    with raises(reason):
        da.model.body.mesh(vertices, triangles, mass=1)


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.ply", b"", da.finding.BadMesh),
        ("missing.stl", None, da.finding.Unreadable),
        ("a.stl", b"", da.finding.BadMesh),
        ("a.stl", b"junk" * 50, da.finding.BadMesh),
        ("a.stl", b"x".ljust(80) + struct.pack("<I", 4_000_000_000) + b"0" * 50, da.finding.BadMesh),
        ("a.stl", b"solid s\nvertex 0 0 0\nvertex 1 0 0\nendsolid", da.finding.BadMesh),
        ("a.stl", b"solid s\nvertex 0 0 __import__\nendsolid", da.finding.BadMesh),
        ("a.stl", b"solid s\nvertex 0 0\nendsolid", da.finding.BadMesh),
        ("a.obj", b"v 0 0 0\nf 1 2 3", da.finding.BadMesh),
        ("a.obj", b"v 0 0 0\nf a b c", da.finding.BadMesh),
        ("a.obj", b"v 0 0 0\nf 0 1 1", da.finding.BadMesh),
    ],
)
def test_bad_mesh_files_are_refused(tmp_path, name, content, reason):
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with raises(reason):
        da.model.body.mesh(tmp_path / name, mass=1)


def test_moments_of_a_pyramid_that_stands_aside():
    """Side a, height h, its corners' mean not its centroid: V = a²h/3, ∫z = a²h²/12, ∫x² = a⁴h/60, ∫z² = a²h³/30."""
    a, h, p = 2.0, 3.0, np.array([0.7, -1.1, 0.4])
    corners = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0], [0, 0, h]]) * [a / 2, a / 2, 1]
    sides = np.array([[0, 2, 1], [0, 3, 2], [0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]])
    V, first, second = moments(corners + p, sides)
    f = np.array([0, 0, a * a * h * h / 12])
    S = np.diag([a**4 * h / 60, a**4 * h / 60, a * a * h**3 / 30])
    assert pytest.approx(a * a * h / 3) == V
    np.testing.assert_allclose(first, f + V * p, rtol=SAME_ALGORITHM)
    np.testing.assert_allclose(second, S + np.outer(p, f) + np.outer(f, p) + V * np.outer(p, p), rtol=SAME_ALGORITHM)
