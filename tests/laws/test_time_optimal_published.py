"""The quickest motion against a published optimum: the two-link arm of [luus2000], §12.4.2.

Two rods of mass 1 and length 1 in a level plane, a mass of 1 at the tip, both torques within ±1, from rest at an elbow of
0.5 rad to rest with the shoulder 0.522 rad further. Over all paths the least time is 2.98 s, bang-bang with three switches;
shooting on the equations as they are printed there gives 2.982280 s. It is a lower bound for every path between these
postures, and nearly reached on the path of that motion.
"""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import dalembert as da
from dalembert import trajectory
from dalembert.robot import Inertia, Joint, Link, Pose, Robot
from dalembert.trajectory.spline import Path
from tolerance import BOTH_LIMITS, FIRST_ORDER, INTEGRATED, SAME_ALGORITHM

LEAST = 2.982280
START, END = (0.0, 0.5), (0.522, 0.5)
RAMP = 0.1  # s that a torque takes from a limit to 0: where it jumps the path has no curvature to follow
SWITCH = (0.9454552081, 1.4935903447, 2.6293284887)
RAMPED = 2.9871807021  # the least time with such ramps, by shooting: 1.6e-3 above the least of all


def arm():
    upper = Inertia.about_com(1.0, (0.5, 0, 0), (0, 1 / 12, 1 / 12, 0, 0, 0))
    fore = Inertia.about_com(2.0, (0.75, 0, 0), (0, 5 / 24, 5 / 24, 0, 0, 0))
    return Robot(
        "two_link",
        (Link("ground"), Link("upper", upper), Link("fore", fore)),
        (
            Joint("shoulder", "revolute", "ground", "upper", Pose(), (0, 0, 1)),
            Joint("elbow", "revolute", "upper", "fore", Pose(p=(1, 0, 0)), (0, 0, 1)),
        ),
    )


def rates(x, u1, u2):
    """Rates of (turning of the upper arm, of the fore arm, elbow, shoulder), as printed."""
    s, c = np.sin(x[2]), np.cos(x[2])
    D = 31 / 36 + 9 / 4 * s * s
    first = (s * (9 / 4 * c * x[0] ** 2 + 2 * x[1] ** 2) + 4 / 3 * (u1 - u2) - 3 / 2 * c * u2) / D
    second = -(s * (7 / 2 * x[0] ** 2 + 9 / 4 * c * x[1] ** 2) - 7 / 3 * u2 + 3 / 2 * c * (u1 - u2)) / D
    return np.array([first, second, x[1] - x[0], x[0]])


def torques(t):
    down = [np.clip((t - at) / RAMP, -1, 1) for at in SWITCH]
    return -down[1], np.where(t < (SWITCH[0] + SWITCH[2]) / 2, -down[0], down[2])


def optimal_path():
    """The path of the ramped motion over its length: q' = q̇/|q̇|, q'' = (q̈ − q'(q'·q̈))/|q̇|²."""
    t = np.linspace(0, RAMPED, 6001)
    found = solve_ivp(
        lambda t, y: [*rates(y, *torques(t)), np.hypot(y[0], y[1] - y[0])],
        (0, RAMPED),
        [0, 0, 0.5, 0, 0],
        method="DOP853",
        rtol=1e-9,
        atol=1e-10,
        max_step=RAMP / 2,
        t_eval=t,
    ).y
    np.testing.assert_allclose(found[:4, -1], [0, 0, 0.5, 0.522], atol=INTEGRATED)
    by_t = rates(found, *torques(t))
    q, qd, qdd = found[[3, 2]], by_t[[3, 2]], np.array([by_t[0], by_t[1] - by_t[0]])
    moving = slice(10, -10)  # at rest a direction is the limit of its neighbours'
    s, v = found[4], np.linalg.norm(qd, axis=0)[moving]
    along = qd[:, moving] / v
    bend = (qdd[:, moving] - along * (along * qdd[:, moving]).sum(0)) / v**2

    def curve(at):
        rows = ((s, q), (s[moving], along), (s[moving], bend))
        return tuple(np.stack([np.interp(at, x, z) for z in y], -1) for x, y in rows)

    return Path(float(s[-1]), 2, curve)


def test_the_arm_is_the_one_that_was_published():
    robot, rng = arm(), np.random.default_rng(0)
    for _ in range(5):
        x, u = rng.normal(size=4), rng.normal(size=2)
        first, second, _, _ = rates(x, *u)
        qdd = da.forward_dynamics(robot, [x[3], x[2]], [x[0], x[1] - x[0]], u)
        np.testing.assert_allclose(qdd, [first, second - first], rtol=SAME_ALGORITHM)


def test_the_published_time_is_reached_on_the_path_of_its_motion():
    times = [
        trajectory.time_optimal(arm(), optimal_path(), effort=1.0, speed=np.inf, samples=n).duration
        for n in (2000, 4000)
    ]
    assert LEAST <= times[1] <= times[0]
    assert times[1] == pytest.approx(LEAST, rel=BOTH_LIMITS)
    assert 2 * times[1] - times[0] == pytest.approx(RAMPED, rel=FIRST_ORDER)


@pytest.mark.parametrize("seed", range(12))
def test_no_path_between_the_same_postures_is_quicker(seed):
    rng = np.random.default_rng(seed)
    between = np.linspace(START, END, 4)[1:3] + rng.normal(size=(2, 2)) * (0.05, 0.3)
    found = trajectory.time_optimal(arm(), [START, *between, END], effort=1.0, speed=np.inf)
    assert found.duration > LEAST
