"""Linkages against their equations in independent coordinates, written out by hand, and Andrews' squeezer against its table.

One freedom θ:  I(θ) θ̈ + ½ I′(θ) θ̇² + V′(θ) = τ,  with every angle's slope k = dθ_i/dθ from the loop.
"""

import tomllib
from dataclasses import replace
from math import cos, sin

import numpy as np
import pytest

import dalembert as da
from place import DATA, needs
from random_robot import worst
from tolerance import (
    CLOSED_FORM,
    HUNDREDS_OF_ROUNDINGS,
    PUBLISHED_RATES,
    ROOT_OF_ROUNDING,
    ROUNDED,
    SAME_ALGORITHM,
    SOLVED,
)

ANDREWS = DATA / "andrews" / "andrews.toml"
G = 9.81
NUMBERS = {
    "l1": 0.3, "l2": 0.8, "l3": 0.6, "l4": 0.7, "l5": 0.25, "g": G,
    **{f"m{i}": 0.5 + 0.3 * i for i in range(1, 5)}, **{f"lc{i}": 0.1 + 0.04 * i for i in range(1, 5)},
    **{f"I{i}": 0.012 * i for i in range(1, 5)},
}  # fmt: skip
l1, l2, l3, l4, l5 = (NUMBERS[f"l{i}"] for i in range(1, 6))
m1, m2, m3, m4 = (NUMBERS[f"m{i}"] for i in range(1, 5))
c1, c2, c3, c4 = (NUMBERS[f"lc{i}"] for i in range(1, 5))
I1, I2, I3, I4 = (NUMBERS[f"I{i}"] for i in range(1, 5))
J1, J3 = I1 + m1 * c1**2, I3 + m3 * c3**2


def bound(name):
    robot = getattr(da.gallery, name)()
    return robot.bind(**{x: NUMBERS[x] for x in robot.parameters})


def coupler(a, b, k, kk):
    """m2 v² of the coupler's centre, a and b the angles of crank and coupler, and its slope."""
    square = l1**2 + c2**2 * k**2 + 2 * l1 * c2 * k * cos(b - a)
    slope = 2 * c2**2 * k * kk + 2 * l1 * c2 * (kk * cos(b - a) - k * sin(b - a) * (k - 1))
    return m2 * square, m2 * slope


def four_bar(a, b, c):
    """(I, I′, V′, dq/dθ, d²q/dθ²) at the absolute angles of crank, coupler and rocker."""
    s = sin(b - c)
    k2, k3 = l1 * sin(c - a) / (l2 * s), l1 * sin(b - a) / (l3 * s)
    kk2 = l1 / l2 * (cos(c - a) * (k3 - 1) * s - sin(c - a) * cos(b - c) * (k2 - k3)) / s**2
    kk3 = l1 / l3 * (cos(b - a) * (k2 - 1) * s - sin(b - a) * cos(b - c) * (k2 - k3)) / s**2
    square, slope = coupler(a, b, k2, kk2)
    inertia = J1 + square + I2 * k2**2 + J3 * k3**2
    rate = slope + 2 * I2 * k2 * kk2 + 2 * J3 * k3 * kk3
    weight = G * ((m1 * c1 + m2 * l1) * cos(a) + m2 * c2 * cos(b) * k2 + m3 * c3 * cos(c) * k3)
    return inertia, rate, weight, np.array([1, k2 - 1, k3]), np.array([0, kk2, kk3])


def slider_crank(a, b, _):
    k, (ca, sa, cb, sb) = -l1 * cos(a) / (l2 * cos(b)), (cos(a), sin(a), cos(b), sin(b))
    kk = -l1 / l2 * (-sa * cb + ca * sb * k) / cb**2
    kx = -l1 * sa - l2 * sb * k
    kkx = -l1 * ca - l2 * cb * k**2 - l2 * sb * kk
    square, slope = coupler(a, b, k, kk)
    inertia = J1 + square + I2 * k**2 + m3 * kx**2
    rate = slope + 2 * I2 * k * kk + 2 * m3 * kx * kkx
    weight = G * ((m1 * c1 + m2 * l1) * ca + m2 * c2 * cb * k)
    return inertia, rate, weight, np.array([1, k - 1, kx]), np.array([0, kk, kkx])


@pytest.mark.parametrize(
    ("name", "guess", "form"),
    [("four_bar", [1.0, 0.2, 1.5], four_bar), ("four_bar", [1.0, -1.2, -1.5], four_bar),
     ("slider_crank", [0.7, -1.0, 1.0], slider_crank), ("slider_crank", [0.7, 2.4, -0.6], slider_crank)],
)  # fmt: skip
@pytest.mark.parametrize("theta", [0.3, 1.9, 3.3, 5.1])
def test_linkages_of_one_freedom_are_their_closed_form(name, guess, form, theta):
    robot = bound(name)
    q = np.array([theta, guess[1] + guess[0] - theta, guess[2]])  # the coupler keeps its direction
    q = da.assemble(robot, q)
    rate, tau = 1.7, 2.3
    inertia, slope, weight, k, kk = form(q[0], q[0] + q[1], q[2])
    acceleration = (tau - weight - slope * rate**2 / 2) / inertia
    efforts = np.array([tau, 0, 0])
    qdd = da.forward_dynamics(robot, q, k * rate, efforts)
    assert worst(qdd, k * acceleration + kk * rate**2) < CLOSED_FORM
    assert worst(da.inverse_dynamics(robot, q, k * rate, qdd), efforts) < CLOSED_FORM
    assert worst(da.mass_matrix(robot, q, independent=True), [[inertia]]) < CLOSED_FORM
    assert worst(da.gravity_vector(robot, q, independent=True), [weight]) < CLOSED_FORM
    G_, late = da.mechanism.independent_map(robot, q, k * rate)
    assert worst(G_[:, 0], k) < CLOSED_FORM
    assert worst(late, kk * rate**2) < CLOSED_FORM


def quotient(a, x, xd, b, y, yd):
    """a sin x / (b sin y) and its rate."""
    value = a * sin(x) / (b * sin(y))
    return value, a / b * (cos(x) * xd * sin(y) - sin(x) * cos(y) * yd) / sin(y) ** 2


@pytest.mark.parametrize("guess", [[2.4, -1.5, 0.6, 1.4], [1.4, -0.5, 1.2, 0.6]])
def test_five_bar_is_its_closed_form(guess):
    """With absolute angles α β | γ δ: M and the centrifugal terms of two double pendulums, projected by the loop."""
    robot = bound("five_bar")
    q = da.assemble(robot, guess)
    a, b, c, d = q[0], q[0] + q[1], q[2], q[2] + q[3]
    u, ud = np.array([1.3, -0.8]), np.array([2.0, 5.0])
    angles = np.zeros((4, 2))
    angles[0, 0] = angles[2, 1] = 1
    for _ in range(2):  # rates first, then the rates of the slopes
        w = angles @ u
        pairs = [
            (1, 0, (-l1, d - a, w[3] - w[0], l2, d - b, w[3] - w[1])),
            (1, 1, (l3, d - c, w[3] - w[2], l2, d - b, w[3] - w[1])),
            (3, 0, (l1, b - a, w[1] - w[0], l4, b - d, w[1] - w[3])),
            (3, 1, (-l3, b - c, w[1] - w[2], l4, b - d, w[1] - w[3])),
        ]
        late = np.zeros((4, 2))
        for i, j, terms in pairs:
            angles[i, j], late[i, j] = quotient(*terms)
    w = angles @ u
    M, h = np.zeros((4, 4)), np.zeros(4)
    arms = ((0, a, b, l1, m2, c2, J1, I2, m1, c1), (2, c, d, l3, m4, c4, J3, I4, m3, c3))
    for k, x, y, l, m, lc, J, I, own, near in arms:
        M[k, k], M[k + 1, k + 1] = J + m * l**2, I + m * lc**2
        M[k, k + 1] = M[k + 1, k] = m * l * lc * cos(y - x)
        h[k] = -m * l * lc * sin(y - x) * w[k + 1] ** 2 + G * (own * near + m * l) * cos(x)
        h[k + 1] = m * l * lc * sin(y - x) * w[k] ** 2 + G * m * lc * cos(y)
    tau = angles.T @ (M @ (angles @ ud + late @ u) + h)
    relative = np.array([[1, 0, 0, 0], [-1, 1, 0, 0], [0, 0, 1, 0], [0, 0, -1, 1]])
    qd, qdd = relative @ w, relative @ (angles @ ud + late @ u)
    ours = da.inverse_dynamics(robot, q, qd, qdd)
    assert worst(ours, [tau[0], 0, tau[1], 0]) < CLOSED_FORM
    assert worst(da.forward_dynamics(robot, q, qd, ours), qdd) < CLOSED_FORM
    assert worst(da.mass_matrix(robot, q, independent=True), angles.T @ M @ angles) < CLOSED_FORM


# ── Andrews' squeezing mechanism ──────────────────────────────────────────────


@needs("andrews/andrews.toml")
@pytest.mark.parametrize(("when", "within"), [("start", CLOSED_FORM), ("end", PUBLISHED_RATES)])
def test_squeezer_has_the_published_accelerations(when, within):
    """The published state closes the loops, and its accelerations and multipliers are ours; order (β, Θ, γ, Φ, δ, Ω, ε)."""
    data = tomllib.loads(ANDREWS.read_text())
    robot, order = da.gallery.andrews_squeezer(), [0, 1, 2, 4, 3, 6, 5]
    state = data[when]
    q, qdd = (np.array(state[x])[order] for x in ("q", "qdd"))
    qd = np.array(state.get("qd", [0.0] * 7))[order]
    assert np.abs(da.mechanism.loop_closure(robot, q)).max() < HUNDREDS_OF_ROUNDINGS
    assert np.abs(da.mechanism.loop_jacobian(robot, q) @ qd).max() < ROOT_OF_ROUNDING
    tau = np.array([data["parameters"]["mom"], 0, 0, 0, 0, 0, 0])
    assert worst(da.forward_dynamics(robot, q, qd, tau), qdd) < within
    forces = da.mechanism.loop_forces(robot, q, qd, tau)
    ours = np.concatenate([forces[x][:2] for x in ("K3", "K4", "K6")])
    published = np.array(state.get("lambda", state.get("lambda_first_three")))
    assert worst(-ours[: len(published)], published) < within


# ── the classics ──────────────────────────────────────────────────────────────


def test_cart_pole_is_its_equation():
    mc, mp, l, I = 1.2, 0.3, 0.5, 0.04
    robot = da.gallery.cart_pole().bind(mc=mc, mp=mp, l=l, I=I, g=G)
    (x, th), (xd, w), (xdd, wd) = np.random.default_rng(1).normal(size=(3, 2))
    expected = [
        (mc + mp) * xdd - mp * l * (cos(th) * wd - sin(th) * w**2),
        (I + mp * l**2) * wd - mp * l * (cos(th) * xdd + G * sin(th)),
    ]
    assert worst(da.inverse_dynamics(robot, [x, th], [xd, w], [xdd, wd]), expected) < SAME_ALGORITHM
    assert robot.actuated == ("joint1",)


def test_spinning_top_precesses_steadily_as_the_closed_form_says():
    """θ̈ = 0 where (I3 − I1) cos θ φ̇² + I3 ψ̇ φ̇ = m g l; energies as in the book."""
    m, l, a, b = 0.5, 0.12, 0.011, 0.004
    robot = da.gallery.spinning_top().bind(m=m, l=l, I1=a, I3=b, g=G)
    theta, phid = 0.6, 2.5
    psid = (m * G * l - (b - a) * cos(theta) * phid**2) / (b * phid)
    qdd = da.forward_dynamics(robot, [0.4, theta, 1.1], [phid, 0.0, psid], [0, 0, 0])
    assert np.abs(qdd).max() < 1e-10 * psid
    rates = np.array([1.1, -0.4, 7.0])
    T = a / 2 * (rates[1] ** 2 + rates[0] ** 2 * sin(theta) ** 2) + b / 2 * (rates[2] + rates[0] * cos(theta)) ** 2
    assert worst(da.kinetic_energy(robot, [0.4, theta, 1.1], rates), T) < SAME_ALGORITHM
    assert worst(da.potential_energy(robot, [0.4, theta, 1.1]), m * G * l * cos(theta)) < SAME_ALGORITHM


def test_free_body_obeys_newton_and_euler():
    I = np.array([0.2, 0.5, 0.6])
    robot = da.gallery.free_body().bind(m=1.3, Ixx=I[0], Iyy=I[1], Izz=I[2], g=G)
    q = da.integrate(robot, da.neutral(robot), np.random.default_rng(2).normal(size=6))
    qd, tau = np.random.default_rng(3).normal(size=(2, 6))
    w = qd[3:]
    expected = np.r_[tau[:3] / 1.3 - [0, 0, G], (tau[3:] - np.cross(w, I * w)) / I]
    assert worst(da.forward_dynamics(robot, q, qd, tau), expected) < SAME_ALGORITHM


def test_quadrotor_hovers_on_a_quarter_of_its_weight_each():
    robot = da.gallery.quadrotor()
    thrust = np.array([0, 0, 0.028 * G / 4, 0, 0, 0])
    still = np.zeros(6)
    hover = {f"rotor{i}": thrust for i in range(1, 5)}
    assert np.abs(da.forward_dynamics(robot, da.neutral(robot), still, still, wrench=hover)).max() < SAME_ALGORITHM
    rolling = {"rotor1": 2 * thrust, "rotor2": 2 * thrust, "rotor3": 0 * thrust, "rotor4": 0 * thrust}
    turned = da.forward_dynamics(robot, da.neutral(robot), still, still, wrench=rolling)
    assert turned[3] > 0, "more thrust on the left rolls it to the right, about +x"


def test_quadruped_stands_on_four_feet():
    """The feet carry the weight together, whatever the legs' efforts share among them."""
    robot = da.gallery.quadruped()
    q = da.neutral(robot)
    q[7:] = [0.0, -0.8, 1.6] * 4
    feet = [f"{leg}_foot" for leg in ("lf", "rf", "lh", "rh")]
    rest = np.zeros(robot.nv)
    tau = da.inverse_dynamics(robot, q, rest, rest, contacts=feet)
    assert np.abs(tau[:6]).max() == 0
    forces = da.mechanism.loop_forces(robot, q, rest, tau, contacts=feet)
    assert worst(sum(forces.values())[:3], [0, 0, 12.0 * 9.81]) < SOLVED
    heights = [da.forward_kinematics(robot, q, foot)[2, 3] for foot in feet]
    assert np.ptp(heights) < ROUNDED
    assert replace(robot).actuated == robot.coordinates[6:]
