"""Assembly modes of planar mechanisms, against counts found by intersecting circles and by following one angle."""

import math

import numpy as np
import pytest

import dalembert as da
from raised import raises
from tolerance import REPRODUCED


def assert_modes(robot, q, expected):
    """As many as expected, all closed, all different, held coordinates where they were."""
    found = da.assemble(robot, q, all=True)
    assert found.shape == (expected, robot.nq)
    assert np.abs(da.mechanism.loop_closure(robot, found)).max() < REPRODUCED
    held = [robot.coordinates.index(name) for name in robot.actuated]
    assert np.abs(found[:, held] - np.asarray(q)[held]).max() == 0
    for i in range(expected):
        for j in range(i):
            assert np.abs(np.exp(1j * found[i]) - np.exp(1j * found[j])).max() > 1e-3
    return found


def meet(p, r, q, s):
    """Points at distance r from p and s from q, as complex numbers."""
    d = abs(q - p)
    x = (d * d + r * r - s * s) / (2 * d)
    if r * r < x * x:
        return []
    y, u = math.sqrt(r * r - x * x), (q - p) / d
    return [p + u * complex(x, y), p + u * complex(x, -y)]


def drawn_points(name):
    """Every joint of a drawing as a complex number, by name."""
    return {j.name: complex(*(float(x) for x in j.point[:2])) for j in da.mechanism.library.drawn(name).joints}


@pytest.mark.parametrize("angle", [0.3, 1.0, 2.0, 4.0])
def test_four_bar(angle):
    robot = da.mechanism.library.four_bar(4, 2, 5, 5, angle)
    A = 2 * np.exp(1j * angle)
    found = assert_modes(robot, da.neutral(robot), len(meet(A, 5, 4, 5)))
    tips = robot.loops[0].second_placement.p
    place = da.forward_kinematics(robot, found, "rocker")
    ends = place[:, :3, :3] @ np.array([float(x) for x in tips]) + place[:, :3, 3]
    expected = sorted(meet(A, 5, 4, 5), key=lambda z: z.imag)
    assert sorted(ends[:, 0] + 1j * ends[:, 1], key=lambda z: z.imag) == pytest.approx(expected, abs=REPRODUCED)


def test_slider_crank_goes_both_ways():
    """x = cos θ ± √(9 − sin² θ)."""
    robot = da.mechanism.library.slider_crank(1, 3, 0, 0.7)
    found = assert_modes(robot, da.neutral(robot), 2)
    at = da.forward_kinematics(robot, found, "slider")[:, 0, 3]
    expected = [math.cos(0.7) + s * math.sqrt(9 - math.sin(0.7) ** 2) for s in (-1, 1)]
    assert sorted(at) == pytest.approx(expected, abs=REPRODUCED)


def test_five_bar_has_two():
    robot = da.mechanism.library.five_bar()
    assert_modes(robot, da.neutral(robot), 2)


def test_parallelogram_has_a_crossed_mode_unless_a_third_bar_forbids_it():
    for bars, count in ((2, 2), (3, 1)):
        robot = da.mechanism.library.parallelogram(bars)
        assert_modes(robot, da.neutral(robot), count)


@pytest.mark.parametrize("turn", np.linspace(-0.5, 0.6, 5))
def test_watt_six_bar_is_two_dyads(turn):
    """Two ways to close the first four-bar, and for each two ways, or none, to close the second."""
    at = drawn_points("watt")
    _, A, B, ground, E, F, G = at.values()
    A1 = A * np.exp(1j * turn)
    count = 0
    for B1 in meet(A1, abs(B - A), ground, abs(B - ground)):
        E1 = A1 + (E - A) * (B1 - A1) / (B - A)
        G1 = ground + (G - ground) * (B1 - ground) / (B - ground)
        count += len(meet(E1, abs(F - E), G1, abs(F - G)))
    robot = da.mechanism.library.watt()
    q = da.neutral(robot)
    q[robot.coordinates.index("ground-crank")] = turn
    assert_modes(robot, q, count)


def platform_count(a, b, l):
    """Ways to hold a triangle b by bars of lengths l from points a: x, y by linear equations, then the angle's equation."""
    t = np.linspace(0, 2 * np.pi, 20001)
    d = np.exp(1j * t) * np.array(b)[:, None] - np.array(a)[:, None]
    A = 2 * (d[1:] - d[:1])
    k = np.array(l)[1:, None] ** 2 - l[0] ** 2 - abs(d[1:]) ** 2 + abs(d[:1]) ** 2
    det = A[0].real * A[1].imag - A[0].imag * A[1].real
    p = k[0] * A[1].imag - k[1] * A[0].imag + 1j * (A[0].real * k[1] - A[1].real * k[0])
    f = abs(p + det * d[0]) ** 2 - (l[0] * det) ** 2
    return int(np.sum(f[1:] * f[:-1] < 0))


PLATFORMS = [
    ((0, 2.5, -0.5 + 3j), (0, 3, -0.5 + 2j), (4, 4, 3.5), 6),
    ((0, 4, -0.5 + 3j), (0, 1, -0.5 + 3.5j), (2, 2.5, 1.5), 4),
    ((0, 2.5, 1 + 3j), (0, 4, -2 + 1j), (3.5, 4, 1), 2),
]


def platform(a, b, l):
    """A planar 3-RRR: cranks from the ground to the points a, rods of lengths l, the triangle b drawn somewhere."""
    joints = []
    for k in range(3):
        foot, knee, hand = a[k] - 1j, complex(a[k]), b[k] + 1 + 2j
        end = knee + l[k] * (hand - knee) / abs(hand - knee)
        joints.append(da.mechanism.revolute("ground", f"crank{k}", (foot.real, foot.imag)))
        joints.append(da.mechanism.revolute(f"crank{k}", f"rod{k}", (knee.real, knee.imag)))
        joints.append(
            da.mechanism.revolute(f"rod{k}", "platform", (end.real, end.imag), point_b=(hand.real, hand.imag))
        )
    return da.mechanism.Mechanism(
        "platform", tuple(joints), output="platform", driven=tuple(f"ground-crank{k}" for k in range(3))
    )


@pytest.mark.parametrize(("a", "b", "l", "expected"), PLATFORMS)
def test_a_platform_on_three_legs_has_up_to_six(a, b, l, expected):
    assert platform_count(a, b, l) == expected
    robot = platform(a, b, l).robot
    assert_modes(robot, da.neutral(robot), expected)


def stephenson(D, bar, C=1.5 + 1.2j):
    """A four-bar (4, 1, 3, 3.5) with a point C on its coupler, held by a bar to D, the end of a driven crank."""
    A = np.exp(1j * 1.0)
    B = meet(A, 3, 4, 3.5)[0]
    point = A + C * (B - A) / 3
    crank, rod = D - 0.5, point + bar * (D - point) / abs(D - point)
    xy = [(z.real, z.imag) for z in (A, B, point, rod, D, crank)]
    joints = (
        da.mechanism.revolute("ground", "left", (0, 0)), da.mechanism.revolute("left", "coupler", xy[0]), da.mechanism.revolute("coupler", "right", xy[1]),
        da.mechanism.revolute("ground", "right", (4, 0)), da.mechanism.revolute("coupler", "bar", xy[2]), da.mechanism.revolute("ground", "crank", xy[5]),
        da.mechanism.revolute("bar", "crank", xy[3], point_b=xy[4]),
    )  # fmt: skip
    return da.mechanism.Mechanism("stephenson", joints, driven=("ground-crank",)).robot


def stephenson_count(D, bar, C=1.5 + 1.2j):
    """Along the coupler curve of the four-bar, whose crank turns fully: how often C is `bar` away from D."""
    count = 0
    for side in (0, 1):
        away = []
        for t in np.linspace(0, 2 * np.pi, 20001):
            A = np.exp(1j * t)
            B = meet(A, 3, 4, 3.5)[side]
            away.append(abs(A + C * (B - A) / 3 - D) - bar)
        count += int(np.sum(np.diff(np.sign(away)) != 0))
    return count


STEPHENSON = [(-0.9 + 2.51j, 4.59, 2), (2.64 + 1.84j, 2.86, 4), (0.72 + 1.47j, 1.5, 6)]


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("D", "bar", "expected"), STEPHENSON)
def test_stephenson_six_bar_driven_at_its_long_loop(D, bar, expected):
    """A circle meets a coupler curve, a sextic, in up to six points."""
    assert stephenson_count(D, bar) == expected
    robot = stephenson(D, bar)
    assert_modes(robot, da.neutral(robot), expected)


def test_no_mode_says_how_far_apart():
    robot = da.mechanism.library.four_bar(ground=10, crank=1, coupler=5, rocker=5, angle=0.0)
    q = da.neutral(robot)
    q[robot.coordinates.index("ground-crank")] = math.pi
    with raises(da.finding.CannotAssemble, robot="four_bar", loop="coupler-rocker", held=("ground-crank",)):
        da.assemble(robot, q, all=True)


def test_modes_of_what_still_moves_cannot_be_counted():
    """All joints of a parallelogram with equal sides in line and its crank held: the rest turns about one point."""
    robot = da.mechanism.Mechanism(
        "folded",
        (
            da.mechanism.revolute("ground", "a", (0, 0)), da.mechanism.revolute("a", "b", (1, 0)), da.mechanism.revolute("b", "c", (0, 0), point_b=(0, 0)),
            da.mechanism.revolute("ground", "c", (1, 0)),
        ),
        driven=("ground-a",),
    ).robot  # fmt: skip
    with raises(da.finding.ModesNotIsolated, robot="folded"):
        da.assemble(robot, da.neutral(robot), all=True)
