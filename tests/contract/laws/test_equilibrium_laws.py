"""Positions of rest of robots of any size: all of them where they can be counted, each one at rest, its stiffness measured."""

from itertools import product

import numpy as np
import pytest

import dalembert as da
from pieces import G, point_pendulum
from random_robot import random_robot
from tolerance import SOLVED

DIFFERENCES = 1e-5  # central ones of the weight, over 1e-5 rad or m


def stiffness(robot, q, held, h=1e-5):
    """Eigenvalues of ∂g/∂q by central differences, over the coordinates that are not free."""
    step = h * np.eye(robot.n)
    H = (da.gravity_vector(robot, q + step) - da.gravity_vector(robot, q - step)) / (2 * h)
    return np.linalg.eigvalsh((H + H.T)[np.ix_(held, held)] / 2)


@pytest.mark.parametrize(
    ("m1", "m2", "l1"), [(2, 3, 0.6), (2, 0.01, 60), (2, 3, 1e-3), (2, 1e-4, 3), (1e3, 1, 50), (2e-6, 3e-6, 0.6)]
)
def test_a_slide_balances_its_arm_however_far_out_it_has_to_go(m1, m2, l1):
    """(m1 l1 + m2 q2) cos q1 = 0 and m2 sin q1 = 0: level, from a millimetre to 60 km."""
    found = da.statics.equilibria(da.gallery.rp().bind(m1=m1, m2=m2, l1=l1, I1=1, I2=1, g=G))
    assert [x.kind for x in found] == ["unstable"] * 2
    assert sorted(round(float(x.q[0]), 6) for x in found) == [0, round(np.pi, 6)]
    assert [float(x.q[1]) for x in found] == pytest.approx([-m1 * l1 / m2] * 2, rel=SOLVED)
    assert all(x.stiffness == pytest.approx([-m2 * G, m2 * G], rel=SOLVED) for x in found)


@pytest.mark.parametrize(("n", "seed"), [(1, 0), (2, 1), (3, 2)])
def test_a_chain_of_hinges_rests_with_every_link_up_or_down(n, seed):
    """2ⁿ positions, one for each choice; the unstable directions are as many as links stand up."""
    rng = np.random.default_rng(seed)
    lengths, masses = rng.uniform(0.2, 2.0, n), rng.uniform(0.3, 4.0, n)
    rows = [
        {"joint": "R", "a": a, "alpha": 0, "d": 0, "mass": m, "com": (0, 0, 0)}
        for a, m in zip(lengths, masses, strict=True)
    ]
    robot = da.from_dh(rows, gravity=(0, -G, 0))
    found = da.statics.equilibria(robot)
    assert len(found) == 2**n
    up = [tuple(np.round(np.sin(np.cumsum(x.q)), 6)) for x in found]
    assert set(up) == set(product((1.0, -1.0), repeat=n))
    heights = np.cumsum(np.array(up) * lengths, axis=1)
    assert [x.energy for x in found] == pytest.approx(heights @ masses * G)
    assert [x.energy for x in found] == sorted(x.energy for x in found)
    for x, signs in zip(found, up, strict=True):
        carried = np.cumsum(masses[::-1])[::-1] * lengths * G * -np.array(signs)  # stiffness about the vertical, each
        assert int(np.sum(x.stiffness < 0)) == int(np.sum(carried < 0))
        assert x.kind == ("stable" if (carried > 0).all() else "unstable")
        assert x.stiffness == pytest.approx(stiffness(robot, x.q, range(n)), rel=DIFFERENCES)
        assert (x.q > -np.pi).all()
        assert (x.q <= np.pi).all()


@pytest.mark.parametrize("part", [1e-3, 1e-5, 1e-7])
def test_a_torque_a_little_above_the_weight_holds_it_nowhere_and_one_below_at_two_angles(part):
    robot, most = point_pendulum(), 2.0 * G * 0.5
    assert da.statics.equilibria(robot, [most * (1 + part)]) == ()
    low, high = da.statics.equilibria(robot, [most * (1 - part)])
    assert [low.kind, high.kind] == ["stable", "unstable"]
    assert abs(float(high.q[0])) == pytest.approx(np.arccos(1 - part), rel=1e-3)


@pytest.mark.parametrize("seed", range(1, 4))
def test_every_position_found_is_one_of_rest_and_different_from_the_others(seed):
    """Of random trees, with efforts that hold them in one posture at least, which is found."""
    robot = random_robot(seed, 3)
    q = np.random.default_rng(seed).uniform(-1, 1, robot.n)
    tau = da.gravity_vector(robot, q)
    found = da.statics.equilibria(robot, tau)
    assert found
    scale = np.abs(tau).max()
    held = [k for k, name in enumerate(robot.coordinates) if name not in found[0].free]
    for x in found:
        assert np.abs(da.gravity_vector(robot, x.q) - tau).max() < SOLVED * scale
        assert x.energy == pytest.approx(float(da.potential_energy(robot, x.q)))
        size = np.abs(x.stiffness).max(initial=0.0)
        assert np.abs(x.stiffness - stiffness(robot, x.q, held)).max(initial=0.0) < DIFFERENCES * max(size, scale)
        assert np.all(x.q[[k for k in range(robot.n) if k not in held]] == 0)
    apart = [np.abs(a.q - b.q).max() for k, a in enumerate(found) for b in found[:k]]
    assert min(apart, default=1.0) > 1e-5
    turns = [0.0 if robot.coordinate(x).slides else 2 * np.pi for x in robot.coordinates]
    off = [min(np.abs((x.q - q)[held] - np.array(turns)[held] * k).max() for k in (-1, 0, 1)) for x in found]
    curved = np.abs(found[int(np.argmin(off))].stiffness).min(initial=np.inf) > 1e-6 * scale
    assert min(off) < 1e-6 or not curved or len(held) < robot.n
