"""Inverse dynamics of the Stewart platform by loops equals virtual work, written leg by leg.

Jᵀτ = W_platform + Σ over legs and their two bodies of  V_cᵀ m (a_c − g) + Wᵀ (I ω̇ + ω × I ω),   J_i = s_iᵀ [1, −[R b_i]×]

A leg's direction s follows its hand; its spin is what a universal joint leaves: ω lies in the plane of the joint's axes,
x fixed in the ground and y, square to x and s, in the leg.  [briot2015]
"""

import numpy as np
import pytest

import dalembert as da
from random_robot import worst
from tolerance import CLOSED_FORM


def skew(v):
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def leg_work(a, x, hand, v, acceleration, bodies, gravity):
    """Generalised force on the hand's velocity (3), for a leg from a to the hand; bodies: (m, I across, I along, arm, moves)."""
    d = hand - a
    l = np.linalg.norm(d)
    s = d / l
    P = np.eye(3) - np.outer(s, s)
    ld, sd = s @ v, P @ v / l
    sdd = (P @ acceleration - (np.outer(sd, s) + np.outer(s, sd)) @ v) / l - sd * ld / l
    ldd = s @ acceleration + sd @ v
    y = np.cross(s, x)
    y /= np.linalg.norm(y)
    n = np.cross(x, y)
    flat, flat_d = np.cross(s, sd), np.cross(s, sdd)
    spin = -(flat @ n) / (s @ n)
    w = flat + spin * s
    n_d = np.cross(x, np.cross(w, y))
    spin_d = -(flat_d @ n + flat @ n_d) / (s @ n) + (flat @ n) * (sd @ n + s @ n_d) / (s @ n) ** 2
    wd = flat_d + spin_d * s + spin * sd
    turning = skew(s) @ P / l
    W = turning - np.outer(s, n @ turning) / (s @ n)
    total = np.zeros(3)
    for m, across, along, arm, moves in bodies:
        reach = l + arm if moves else arm
        I = across * np.eye(3) + (along - across) * np.outer(s, s)
        V = reach * P / l + (np.outer(s, s) if moves else 0)
        a_c = reach * sdd + ((ldd * s + 2 * ld * sd) if moves else 0)
        total += V.T @ (m * (a_c - gravity)) + W.T @ (I @ wd + np.cross(w, I @ w))
    return total, s


@pytest.mark.parametrize("seed", range(4))
def test_stewart_platform_by_virtual_work(seed):
    robot = da.gallery.stewart()
    rng = np.random.default_rng(seed)
    guess = da.integrate(robot, da.neutral(robot), 0.08 * rng.normal(size=robot.nv))
    q = da.assemble(robot, guess)
    G, _ = da.mechanism.independent_map(robot, q)
    qd = G @ rng.normal(size=6)
    _, late = da.mechanism.independent_map(robot, q, qd)
    qdd = G @ (4 * rng.normal(size=6)) + late
    T = da.forward_kinematics(robot, q, "tool")
    R, p = T[:3, :3], T[:3, 3]
    v, w = qd[-6:-3], R @ qd[-3:]
    vd, wd = qdd[-6:-3], R @ qdd[-3:]
    gravity = np.array([0, 0, -9.81])
    plate = robot.link("platform").inertia
    I = R @ np.array(plate.central().matrix, float) @ R.T
    work = np.r_[float(plate.mass) * (vd - gravity), I @ wd + np.cross(w, I @ w)]
    rows = []
    for k in range(1, 7):
        foot = robot.joint(f"foot{k}").placement
        b = R @ np.array(next(loop for loop in robot.loops if loop.name == f"hand{k}").second_placement.p, float)
        hand, velocity = p + b, v + np.cross(w, b)
        acceleration = vd + np.cross(wd, b) + np.cross(w, np.cross(w, b))
        bodies = []
        for link, moves in ((f"cylinder{k}", False), (f"piston{k}", True)):
            inertia = robot.link(link).inertia
            xx, _, zz, *_ = (float(x) for x in inertia.central().tensor)
            bodies.append((float(inertia.mass), xx, zz, float(inertia.com[2]), moves))
        x = np.array([row[0] for row in foot.R], float)
        force, s = leg_work(np.array(foot.p, float), x, hand, velocity, acceleration, bodies, gravity)
        to_hand = np.hstack([np.eye(3), -skew(b)])
        work += to_hand.T @ force
        rows.append(s @ to_hand)
    tau = np.linalg.solve(np.array(rows).T, work)
    ours = da.inverse_dynamics(robot, q, qd, qdd)
    legs = [robot.coordinates.index(f"leg{k}") for k in range(1, 7)]
    assert worst(ours[legs], tau) < CLOSED_FORM
    assert np.abs(np.delete(ours, legs)).max() == 0
