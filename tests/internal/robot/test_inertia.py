"""Inertia against its definition: sums over point masses."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given

import dalembert as da
from dalembert.argument import value
from dalembert.robot.inertia import steiner, steiner_skew
from dalembert.spatial.pose import rotation_rpy
from dalembert.spatial.vector import matadd, skew
from raised import raises
from random_robot import seeds
from tolerance import SAME_ALGORITHM


def cloud(seed, n=9):
    """Point masses and where they are."""
    rng = np.random.default_rng(seed)
    return rng.uniform(0.1, 2, n), rng.normal(size=(n, 3)) + rng.uniform(-1, 1, 3)


def inertia_of(masses, points):
    """The definition: Σ m, Σ m r, Σ m (rᵀr E − r rᵀ)."""
    I = sum(m * (r @ r * np.eye(3) - np.outer(r, r)) for m, r in zip(masses, points, strict=True))
    return da.Inertia.from_matrix(float(masses.sum()), tuple((masses @ points).tolist()), tuple(map(tuple, I.tolist())))


def same(a, b, within=SAME_ALGORITHM):
    a, b = np.array(a.parameters, float), np.array(b.parameters, float)
    return np.abs(a - b).max() <= within * np.abs(b).max()


def random_pose(seed):
    rng = np.random.default_rng(seed + 7)
    return da.Pose(rotation_rpy(*rng.uniform(-3, 3, 3).tolist()), tuple(rng.uniform(-2, 2, 3).tolist()))


@given(seeds)
def test_moving_the_frame_is_moving_the_points(seed):
    masses, points = cloud(seed)
    pose = random_pose(seed)
    R, p = np.array(pose.R), np.array(pose.p)
    body = inertia_of(masses, points)
    assert same(body.moved(pose), inertia_of(masses, points @ R.T + p))
    assert same(body.rotated(pose.R), inertia_of(masses, points @ R.T))
    assert same(body.translated(pose.p), inertia_of(masses, points + p))
    assert same(body.central(), inertia_of(masses, points - masses @ points / masses.sum()))


@given(seeds)
def test_centre_and_central_tensor_give_the_body_back(seed):
    body = inertia_of(*cloud(seed))
    assert same(da.Inertia.about_com(body.mass, body.com, body.central().tensor), body)


@given(seeds)
def test_bodies_add_and_subtract(seed):
    masses, points = cloud(seed)
    one, other = inertia_of(masses[:4], points[:4]), inertia_of(masses[4:], points[4:])
    whole = inertia_of(masses, points)
    assert same(one + other, whole)
    assert same(whole - other, one, within=1e-11)  # two larger numbers cancel


@given(seeds)
def test_euler_matrix_is_the_second_moment(seed):
    masses, points = cloud(seed)
    body = inertia_of(masses, points)
    J = np.einsum("n,ni,nj", masses, points, points)
    assert np.allclose(np.array(body.euler, float), J, rtol=0, atol=SAME_ALGORITHM * np.abs(J).max())
    assert same(da.Inertia.from_euler(body.mass, body.ms, body.euler), body)
    assert np.allclose(body.products, [J[0, 1], J[1, 2], J[0, 2]], rtol=0, atol=SAME_ALGORITHM * np.abs(J).max())
    omega = np.random.default_rng(seed).normal(size=3)
    S = np.array(skew(omega.tolist()))
    energy = omega @ np.array(body.matrix) @ omega / 2
    assert np.trace(S @ np.array(body.euler, float) @ S.T) / 2 == pytest.approx(energy, rel=SAME_ALGORITHM)


@given(seeds)
def test_principal_axes_rebuild_the_central_tensor(seed):
    body = inertia_of(*cloud(seed))
    principal = body.principal()
    R = np.array(principal.R)
    assert list(principal.moments) == sorted(principal.moments)
    assert np.linalg.det(R) == pytest.approx(1, abs=SAME_ALGORITHM)
    back = R @ np.diag(principal.moments) @ R.T
    assert np.allclose(back, np.array(body.central().matrix), rtol=0, atol=1e-12 * principal.moments[2])


@given(seeds)
def test_every_cloud_of_masses_is_physical(seed):
    body = inertia_of(*cloud(seed, n=4))
    assert body.is_physical
    assert body.moved(random_pose(seed)).is_physical
    assert body.checked() is body


def test_two_points_are_the_limit_of_what_is_physical():
    rod = inertia_of(np.array([1.0, 1.0]), np.array([[1.0, 2, 3], [-1, 0, 0.5]]))
    low, middle, high = rod.principal().moments
    assert low == pytest.approx(0, abs=SAME_ALGORITHM)
    assert middle == pytest.approx(high)
    assert rod.is_physical
    assert not (rod + da.Inertia(0, (0, 0, 0), (0, 0, 1e-3, 0, 0, 0))).is_physical


@pytest.mark.parametrize(
    ("inertia", "quantity", "values"),
    [
        (da.Inertia(-1, (0, 0, 0), (1, 1, 1, 0, 0, 0)), "negative mass", (-1,)),
        (da.Inertia(0, (0, 0.1, 0)), "tensor without mass", ()),
        (da.Inertia(0, (0, 0, 0), (0, 0.35, 0, 0, 0, 0)), "tensor without mass", ()),
        (da.Inertia(1, (0, 0, 0), (1, 1, 1, 0, 0, 1.5)), "negative moment", (-0.5,)),
        (da.Inertia(1, (0, 0, 0), (0.010, 0.011, 0.040, 0, 0, 0)), "triangle inequality", (0.01, 0.011, 0.04)),
        (
            da.Inertia(1, (1, 0, 0), (2, 0.5, 2, 0, 0, 0)),
            "negative moment",
            (-0.5,),
        ),  # less than the Steiner part alone
    ],
)
def test_what_no_body_can_have_is_named(inertia, quantity, values):
    assert not inertia.is_physical
    with raises(da.finding.Unphysical, body="link", name="arm") as caught:
        inertia.checked("link", "arm")
    violation = caught.value.finding.violation
    assert violation.quantity == quantity
    assert [x.value for x in violation.values] == pytest.approx(list(values))


def test_both_steiner_forms_are_one():
    r = (Fraction(1, 3), Fraction(-2, 7), Fraction(5, 2))
    m = Fraction(13, 5)
    assert steiner(m, r) == steiner_skew(m, r)
    central = da.Inertia(m, (0, 0, 0), (3, 4, 5, 1, -1, Fraction(1, 2)))
    assert central.translated(r).matrix == matadd(central.matrix, steiner(m, r))


def test_exact_numbers_stay_exact_and_text_is_read():
    body = da.Inertia.about_com("1/3", ("1/2", 0, 0), ("1/7", 0, 0, 0, 0, 0))
    assert body.ms == (Fraction(1, 6), 0, 0)
    assert body.tensor == (Fraction(1, 7), Fraction(1, 12), Fraction(1, 12), 0, 0, 0)
    symbolic = da.Inertia.about_com("m", ("c", 0, 0), (0, "I", "I", 0, 0, 0))
    assert symbolic.tensor[2] is value("I + m*c**2")


def test_bad_input_is_refused():
    with raises(da.finding.WrongLength, argument="tensor of an inertia", expected=6, noun="numbers"):
        da.Inertia(1, (0, 0, 0), (1, 1, 1))
    with raises(da.finding.WrongLength, argument="com of an inertia", expected=3, noun="numbers"):
        da.Inertia.about_com(1, (0, 0), (0,) * 6)
    with raises(da.finding.NotFinite, argument="mass"):
        da.Inertia(float("nan"))
    with raises(da.finding.UnboundSymbols):
        da.Inertia("m", (0, 0, 0), ("I", 1, 1, 0, 0, 0)).principal()


@given(seeds)
def test_energy_about_the_origin_is_that_about_the_centre_of_mass(seed):
    """Σ ½ m |v + ω × r|² of the points, König's theorem, and ½ [v, ω]ᵀ · body matrix · [v, ω]."""
    masses, points = cloud(seed)
    v, w = np.random.default_rng(seed + 3).normal(size=(2, 3))
    expected = float(masses @ ((v + np.cross(w, points)) ** 2).sum(axis=1) / 2)
    body = inertia_of(masses, points)
    twist = np.concatenate([v, w])
    whole = twist @ np.array(body.body_matrix, float) @ twist / 2
    for found in (body.energy(v.tolist(), w.tolist()), body.energy(v.tolist(), w.tolist(), about="com"), whole):
        assert found == pytest.approx(expected, rel=10 * SAME_ALGORITHM)


def test_body_matrix_in_symbols():
    body = da.Inertia("m", ("mx", 0, 0), ("xx", "yy", "zz", 0, 0, 0))
    m, mx = value("m"), value("mx")
    assert body.body_matrix[0] == (m, 0, 0, 0, 0, 0)
    assert body.body_matrix[1] == (0, m, 0, 0, 0, mx)  # −S(ms)
    assert body.body_matrix[5] == (0, mx, 0, 0, 0, value("zz"))
    with raises(da.finding.NotOneOf, argument="about"):
        body.energy((0, 0, 0), (0, 0, 1), about="corner")


def test_both_forms_of_steiner_have_a_public_door():
    r = (Fraction(1, 2), 2, -1)
    assert da.model.body.steiner(3, r) == da.model.body.steiner_skew(3, r)
