"""Lectures L0 and L1 (De Luca, Lagrangian approach): the equations of the pendulum and of the PR robot, exact."""

import pytest
import sympy as sp

import dalembert as da

q1, q2, qd1, qd2, qdd1, qdd2 = sp.symbols("q1 q2 qd1 qd2 qdd1 qdd2")


def same(a, b):
    return sp.expand_trig(sp.expand(sp.Matrix([a]) - sp.Matrix([b]))).applyfunc(sp.expand) == sp.zeros(
        *sp.Matrix([a]).shape
    )


def test_pendulum_on_the_link_side():
    """I q̈ + m g d sin q = n τm − (bl + n² bm) q̇ + l cos q Fx,  I = Il + m d² + n² Im."""
    m, d, Il, Im, n, bl, bm, l, g, Fx = sp.symbols("m d Il Im n bl bm l g Fx")
    eq = da.equations(da.gallery.pendulum(), wrench={"tool": ("Fx", 0, 0, 0, 0, 0)})
    inertia = Il + m * d**2 + n**2 * Im
    effort = inertia * qdd1 + m * g * d * sp.sin(q1) + (bl + n**2 * bm) * qd1 - l * sp.cos(q1) * Fx
    assert same(eq.M, inertia)
    assert same(eq.tau, effort)
    kinds = {term.kind for term in eq.terms()}
    assert kinds == {"inertial", "gravity", "friction", "external"}


def test_pendulum_in_motor_coordinates():
    """(I/n²) θ̈m + (m/n) g d sin(θm/n) = τm − (bl/n² + bm) θ̇m + (l/n) cos(θm/n) Fx."""
    m, d, Il, Im, n, bl, bm, l, g, Fx = sp.symbols("m d Il Im n bl bm l g Fx")
    th, thd, thdd, tau1 = sp.symbols("theta1 thetad1 thetadd1 tau1")
    eq = da.equations(da.gallery.pendulum(), coordinates="motor", wrench={"tool": ("Fx", 0, 0, 0, 0, 0)})
    inertia = Il + m * d**2 + n**2 * Im
    effort = (
        inertia / n**2 * thdd + m / n * g * d * sp.sin(th / n) + (bl / n**2 + bm) * thd - l / n * sp.cos(th / n) * Fx
    )
    assert same(eq.tau, effort)
    assert same(eq.efforts, tau1 / n)  # τm = τ/n


def test_pr_robot():
    """M = [[m1 + m2, −m2 dc2 s2], [·, I2 + m2 dc2²]], c = [−m2 dc2 c2 q̇2², 0], g = 0; C_2 = 0, q1 cyclic."""
    m1, m2, dc2, I2 = sp.symbols("m1 m2 dc2 I2")
    eq = da.equations(da.gallery.pr())
    coupling = -m2 * dc2 * sp.sin(q2)
    assert same(eq.M, sp.Matrix([[m1 + m2, coupling], [coupling, I2 + m2 * dc2**2]]))
    assert same(eq.c, sp.Matrix([-m2 * dc2 * sp.cos(q2) * qd2**2, 0]))
    assert eq.g == sp.zeros(2, 1)
    assert eq.C_k[1] == sp.zeros(2, 2)
    assert not eq.terms("Coriolis")
    assert q1 not in eq.L.free_symbols
    assert same(eq.T, (m1 + m2) * qd1**2 / 2 + (I2 + m2 * dc2**2) * qd2**2 / 2 + coupling * qd1 * qd2)


def test_pr_robot_in_a_vertical_plane_only_adds_gravity():
    from dataclasses import replace

    robot = da.gallery.pr()
    vertical = replace(robot, gravity=(0, "-g", 0))
    flat, upright = da.equations(robot), da.equations(vertical)
    m2, dc2, g = sp.symbols("m2 dc2 g")
    assert flat.M == upright.M
    assert flat.c == upright.c
    assert same(upright.g, sp.Matrix([0, m2 * dc2 * g * sp.cos(q2)]))


@pytest.mark.parametrize("kind", ["S", "S_generic", "S_unsymmetrised"])
def test_every_S_gives_the_same_c_and_no_power(kind):
    """S q̇ = c and q̇ᵀ(Ṁ − 2S)q̇ = 0 for the Christoffel S, the appendix's generic one and the unsymmetrised one."""
    eq = da.equations(da.gallery.planar_2r())
    S, velocity = getattr(eq, kind), sp.Matrix([qd1, qd2])
    assert same(S * velocity, eq.c)
    rate = eq.M.diff(q1) * qd1 + eq.M.diff(q2) * qd2
    N = rate - 2 * S
    assert same((velocity.T * N * velocity), sp.zeros(1, 1))
    assert same(N + N.T, sp.zeros(2, 2)) == (kind == "S")
