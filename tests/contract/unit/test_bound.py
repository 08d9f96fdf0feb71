"""Robots bound by loops, contacts and springs, where they are awkward: what is told, and what must not be refused."""

from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from pieces import four_bar
from raised import raises
from tolerance import ANOTHER_LIBRARY, FINITE_DIFFERENCE, SAME_ALGORITHM

ARM = da.gallery.planar_2r().bind(m1=1, m2=1, l1=1, l2=1, lc1=0.5, lc2=0.5, I1=0.1, I2=0.1, g=9.81)
ONE, TWO = ARM.coordinates
LUMP = da.Inertia.about_com(1.0, (0.3, 0.1, 0), (0.1, 0.1, 0.1, 0, 0, 0))
POINTS = {"f0": (1, 0, 0), "f1": (-1, 0, 0), "f2": (0, 1, 0), "f3": (0, -1, 0)}
BODY = da.Robot(
    "body",
    (da.Link("world"), da.Link("lump", LUMP)),
    (da.Joint("root", "free", "world", "lump"),),
    frames=tuple(da.model.Frame(name, "lump", da.Pose(p=p)) for name, p in POINTS.items()),
)


def test_slopes_of_accelerations_feel_an_armature_along_a_tendon():
    robot = replace(ARM, springs=(da.model.Tendon("t", ((ONE, 1.0), (TWO, 1.0)), 3.0, 0.0, 0.2, armature=0.4),))
    q, qd, tau, h = np.array([0.3, 0.7]), np.array([1.0, -2.0]), np.array([1.0, 2.0]), 1e-6
    by_q, by_qd, _ = da.forward_dynamics_derivatives(robot, q, qd, tau)

    def slope(f):
        return np.array([(f(h * e) - f(-h * e)) / (2 * h) for e in np.eye(2)]).T

    np.testing.assert_allclose(
        by_q, slope(lambda d: da.forward_dynamics(robot, q + d, qd, tau)), atol=FINITE_DIFFERENCE
    )
    np.testing.assert_allclose(
        by_qd, slope(lambda d: da.forward_dynamics(robot, q, qd + d, tau)), atol=FINITE_DIFFERENCE
    )


@pytest.mark.sampled(2)
@pytest.mark.parametrize("names", [("f0", "f1"), ("f0", "f1", "f2"), tuple(POINTS)])
def test_contacts_that_hold_more_than_they_need_are_no_singularity(names):
    """The accelerations are those of the null space of all rows together."""
    q, still = da.integrate(BODY, da.neutral(BODY), np.array([0, 0, 0, 0.2, -0.4, 0.3])), np.zeros(6)
    J = np.vstack([da.jacobian(BODY, q, name)[:3] for name in names])
    _, s, Vt = np.linalg.svd(J)
    basis = Vt[int(np.sum(s > 1e-9 * s[0])) :]
    M, g = da.mass_matrix(BODY, q), da.gravity_vector(BODY, q)
    right = basis.T @ np.linalg.solve(basis @ M @ basis.T, -basis @ g) if len(basis) else still
    np.testing.assert_allclose(da.forward_dynamics(BODY, q, still, still, contacts=names), right, atol=ANOTHER_LIBRARY)
    after, _ = da.mechanism.impact(BODY, q, np.ones(6), names)
    np.testing.assert_allclose(J @ after, 0, atol=ANOTHER_LIBRARY)


def test_holding_a_mechanism_takes_its_motors_and_springs():
    robot = four_bar()
    q = da.assemble(robot)
    still = np.zeros(robot.nv)
    np.testing.assert_allclose(da.statics.static_torque(robot, q), da.inverse_dynamics(robot.rigid(), q, still, still))
    spring = da.model.Tendon("t", ((ONE, 1.0),), 500.0)
    sprung = replace(ARM, springs=(spring,))
    extra = da.statics.static_torque(sprung, [0.3, 0.2]) - da.statics.static_torque(ARM, [0.3, 0.2])
    np.testing.assert_allclose(extra, [150.0, 0], atol=100 * SAME_ALGORITHM)
    law = da.control.pd_gravity(sprung, [0.3, 0.2], 0.0, 0.0)
    np.testing.assert_allclose(
        law(0.0, np.array([0.3, 0.2]), np.zeros(2)), da.statics.static_torque(sprung, [0.3, 0.2])
    )


@pytest.mark.parametrize(
    ("ask", "error", "message"),
    [
        (lambda: da.forward_dynamics(replace(ARM, loops=(da.model.Coupling("x", ((1, ((ONE, 2),)), (-1, ((TWO, 2),)))),)),
                                     [0, 0], [0, 0], [0, 0]), da.errors.SingularConfiguration, "singular"),
        (lambda: da.statics.equilibria(four_bar()), da.errors.UnsupportedElement, "equilibria"),
        (lambda: da.statics.largest_mass(four_bar(), np.zeros(3)), da.errors.UnsupportedElement, "largest_mass"),
        (lambda: da.mechanism.impact(BODY, da.neutral(BODY), np.ones(6), ["f0"], restitution=-3), da.errors.WrongValue, "between 0"),
        (lambda: da.mechanism.impact(BODY, da.neutral(BODY), np.ones(6), ["f0"], restitution=float("nan")), da.errors.WrongValue, "between 0"),
        (lambda: da.mechanism.impact(BODY, np.zeros(7), np.ones(6), ["f0"]), da.errors.WrongValue, "quaternion of joint 'root'"),
        (lambda: da.regressor(replace(ARM, links=tuple(replace(x, gravcomp=1.0) for x in ARM.links)), *np.zeros((3, 2))),
         da.errors.WrongValue, "regressor"),
        (lambda: da.inverse_dynamics(replace(ARM, springs=(da.model.Strut("x", "base", "link1", stiffness=1.0),)),
                                     *np.ones((3, 2))), da.errors.WrongValue, "always meet"),
        (lambda: da.code.count(da.gallery.planar_2r().floating(), "forward_dynamics"), da.errors.SingularMass, "without inertia"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_told(ask, error, message):
    with raises(
        (
            da.finding.SingularLoops,
            da.finding.FeatureUnsupported,
            da.finding.OutOfRange,
            da.finding.NotFinite,
            da.finding.BadQuaternion,
            da.finding.PartProblem,
            da.finding.SingularInertia,
            da.finding.UndefinedQuantity,
        )
    ) as info:
        ask()
    assert isinstance(info.value, error)


def test_out_of_a_mechanism_must_fit():
    robot = four_bar()
    q, still = da.assemble(robot), np.zeros(robot.nv)
    for out in (np.zeros((4, robot.nv)), np.zeros(robot.nv, np.float32), [0.0] * robot.nv):
        with raises(da.finding.WrongOutArray, argument="out", dtype="float64"):
            da.forward_dynamics(robot, q, still, still, out=out)
