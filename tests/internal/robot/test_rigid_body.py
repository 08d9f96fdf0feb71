"""Worked examples of rigid-body inertia [deluca], [rbe3005], exact."""

import sympy as sp

import dalembert as da
from dalembert.argument import value
from dalembert.graph import evaluate
from dalembert.robot.inertia import steiner, steiner_skew
from dalembert.spatial.pose import rotation_rpy

a, b, c, h, m, r, rho = NAMES = sp.symbols("a b c h m r rho", positive=True)


def exact(scalars):
    """Graph scalars as SymPy expressions."""
    return [sp.sympify(x) for x in evaluate(scalars, {str(s): s for s in NAMES}, functions=sp, number=sp.Rational)]


def tensor(inertia):
    return sp.Matrix(3, 3, exact([x for row in inertia.matrix for x in row]))


def equal(A, B):
    return (A - B).applyfunc(sp.simplify) == sp.zeros(*A.shape)


def test_box():
    expected = sp.diag(m * (b**2 + c**2), m * (a**2 + c**2), m * (a**2 + b**2)) / 12
    assert equal(tensor(da.model.body.box("a", "b", "c", mass="m")), expected)


def test_hollow_cylinder_along_x_with_radii_a_and_b():
    across = m * (3 * (a**2 + b**2) + h**2) / 12
    expected = sp.diag(m * (a**2 + b**2) / 2, across, across)
    assert equal(tensor(da.model.body.hollow_cylinder("a", "b", "h", mass="m")), expected)


def test_hollow_cylinder_about_its_end():
    """I'zz = Izz + m (h/2)²."""
    central = da.model.body.hollow_cylinder("a", "b", "h", mass="m")
    moved = tensor(central.translated((value("h/2"), 0, 0)))
    assert sp.simplify(moved[2, 2] - tensor(central)[2, 2] - m * (h / 2) ** 2) == 0
    assert sp.simplify(moved[0, 0] - tensor(central)[0, 0]) == 0


def test_hollow_cylinder_is_a_cylinder_less_a_cylinder():
    whole = da.model.body.cylinder("a", "h", density="rho") - da.model.body.cylinder("b", "h", density="rho")
    hollow = da.model.body.hollow_cylinder("a", "b", "h", density="rho")
    assert equal(tensor(whole), tensor(hollow))
    assert sp.simplify(exact([whole.mass])[0] - sp.pi * rho * (a**2 - b**2) * h) == 0


def test_cube_about_its_centre_and_about_a_corner():
    """2 m a²/3 on the diagonal, products of inertia m a²/4, which are tensor entries of −m a²/4."""
    cube = da.model.body.box("a", "a", "a", mass="m")
    assert equal(tensor(cube), sp.eye(3) * m * a**2 / 6)
    corner = cube.translated(("a/2", "a/2", "a/2"))
    expected = sp.Matrix(3, 3, lambda i, j: 2 * m * a**2 / 3 if i == j else -m * a**2 / 4)
    assert equal(tensor(corner), expected)
    assert [sp.simplify(x) for x in exact(corner.products)] == [m * a**2 / 4] * 3


def test_round_bodies():
    assert equal(tensor(da.model.body.sphere("r", mass="m")), sp.eye(3) * 2 * m * r**2 / 5)
    assert equal(tensor(da.model.body.shell("r", mass="m")), sp.eye(3) * 2 * m * r**2 / 3)
    assert equal(tensor(da.model.body.ring("r", mass="m", axis="z")), sp.diag(m * r**2 / 2, m * r**2 / 2, m * r**2))
    solid = da.model.body.cylinder("r", "h", mass="m", axis="y")
    across = m * (3 * r**2 + h**2) / 12
    assert equal(tensor(solid), sp.diag(across, m * r**2 / 2, across))


def test_steiner_in_both_forms():
    """m (rᵀr E − r rᵀ) = m Sᵀ(r) S(r)."""
    mass, p = value("m"), tuple(value(x) for x in ("a", "b", "c"))
    first = sp.Matrix(3, 3, exact([x for row in steiner(mass, p) for x in row]))
    second = sp.Matrix(3, 3, exact([x for row in steiner_skew(mass, p) for x in row]))
    assert equal(first, second)
    q = sp.Matrix([a, b, c])
    assert equal(first, m * (q.dot(q) * sp.eye(3) - q * q.T))


def test_rotation_of_the_tensor():
    """⁰I = R I Rᵀ, at an angle whose sine and cosine are not simple."""
    box = da.model.body.box("a", "b", "c", mass="m")
    angle = value("h")
    R = sp.Matrix([[sp.cos(h), -sp.sin(h), 0], [sp.sin(h), sp.cos(h), 0], [0, 0, 1]])
    assert equal(tensor(box.rotated(rotation_rpy(0, 0, angle))), R * tensor(box) * R.T)


def test_euler_matrix_and_its_relation_to_the_tensor():
    """J = ½ tr(I) E − I and I = tr(J) E − J; of a box, J = m diag(a², b², c²)/12."""
    box = da.model.body.box("a", "b", "c", mass="m")
    J = sp.Matrix(3, 3, exact([x for row in box.euler for x in row]))
    assert equal(J, m * sp.diag(a**2, b**2, c**2) / 12)
    assert equal(J.trace() * sp.eye(3) - J, tensor(box))
    assert equal(tensor(da.Inertia.from_euler("m", (0, 0, 0), box.euler)), tensor(box))
