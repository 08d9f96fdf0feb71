"""The quickest motion against a published optimum: the two-link arm of [luus2000], §12.4.2.

Two rods of mass 1 and length 1 in a level plane, a mass of 1 at the tip, both torques within ±1, from rest at an elbow of
0.5 rad to rest with the shoulder 0.522 rad further. The equations, limits and postures are those of the book; the least
time over all paths, bang-bang with three switches, is derived here: the switches and the end that bring the arm to rest
there are solved for, and Pontryagin's maximum principle is checked. It is a lower bound for every path between these
postures, and nearly reached on the path of that motion.
"""

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import fsolve

import dalembert as da
from tolerance import BOTH_LIMITS, COARSE_RUN, FIRST_ORDER, INTEGRATED, SAME_ALGORITHM

LEAST = 2.982280
START, END = (0.0, 0.5), (0.522, 0.5)
RAMP = 0.1  # s that a torque takes from a limit to 0: where it jumps the path has no curvature to follow
SWITCH = (0.9454552081, 1.4935903447, 2.6293284887)
RAMPED = 2.9871807021  # the least time with such ramps, by shooting: 1.6e-3 above the least of all


def arm():
    upper = da.Inertia.about_com(1.0, (0.5, 0, 0), (0, 1 / 12, 1 / 12, 0, 0, 0))
    fore = da.Inertia.about_com(2.0, (0.75, 0, 0), (0, 5 / 24, 5 / 24, 0, 0, 0))
    return da.Robot(
        "two_link",
        (da.Link("ground"), da.Link("upper", upper), da.Link("fore", fore)),
        (
            da.Joint("shoulder", "revolute", "ground", "upper", da.Pose(), (0, 0, 1)),
            da.Joint("elbow", "revolute", "upper", "fore", da.Pose(p=(1, 0, 0)), (0, 0, 1)),
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

    return da.trajectory.Path(float(s[-1]), 2, curve)


def test_the_arm_is_the_one_that_was_published():
    robot, rng = arm(), np.random.default_rng(0)
    for _ in range(5):
        x, u = rng.normal(size=4), rng.normal(size=2)
        first, second, _, _ = rates(x, *u)
        qdd = da.forward_dynamics(robot, [x[3], x[2]], [x[0], x[1] - x[0]], u)
        np.testing.assert_allclose(qdd, [first, second - first], rtol=SAME_ALGORITHM)


def bang_bang(times):
    """(state at the end, switching functions as rows over λ(0) at many times) with u2 switched at times 0 and 2, u1 at 1."""
    h, state, Phi, seen = 1e-6, np.array([0.0, 0.0, 0.5, 0.0]), np.eye(4), []
    signs = ((1, 1), (1, -1), (-1, -1), (-1, 1))

    def slope(x, u):
        return np.array([rates(x + h * e, *u) - rates(x - h * e, *u) for e in np.eye(4)]).T / (2 * h)

    for start, end, u in zip((0.0, *times[:3]), times, signs, strict=True):
        found = solve_ivp(
            lambda t, y, u=u: np.concatenate([rates(y[:4], *u), (-y[4:].reshape(4, 4) @ slope(y[:4], u)).ravel()]),
            (start, end), [*state, *Phi.ravel()], method="DOP853", rtol=1e-11, atol=1e-12, t_eval=np.linspace(start, end, 40),
        ).y  # fmt: skip
        for y in found.T:
            by_u = [rates(y[:4], *(np.array(u) + e)) - rates(y[:4], *(np.array(u) - e)) for e in np.eye(2)]
            seen.append((u, [y[4:].reshape(4, 4) @ b for b in by_u]))  # λ(t)ᵀ ∂f/∂u with λ(t)ᵀ = λ(0)ᵀ Φ(t)
        state, Phi = found[:4, -1], found[4:, -1].reshape(4, 4)
    return state, seen


def test_the_least_time_obeys_the_maximum_principle():
    """λ(0) is fixed, but for its size, by three switches; then each torque has the sign of its switching function throughout."""
    times = fsolve(lambda x: bang_bang(x)[0] - (0, 0, 0.5, 0.522), [0.945, 1.491, 2.63, 2.98], xtol=1e-10)
    assert times[3] == pytest.approx(LEAST, abs=COARSE_RUN)
    assert np.all(np.diff(times, prepend=0.0) > 0)
    seen = bang_bang(times)[1]
    rows = [seen[40 * k - 1][1][which] for k, which in ((1, 1), (2, 0), (3, 1))]
    costate = np.linalg.svd(np.array(rows))[2][-1]
    for way in (costate, -costate):
        signs = [np.sign(u[k]) * (way @ parts[k]) for u, parts in seen for k in range(2)]
        if min(signs) > -1e-7:
            break
    assert min(signs) > -1e-7  # zero at the switches alone
    assert sum(x > 1e-3 for x in signs) > 0.9 * len(signs)
    assert way @ rates(np.array([0, 0, 0.5, 0.0]), 1, 1) > 0  # the Hamiltonian of a motion that takes time


def test_the_published_time_is_reached_on_the_path_of_its_motion():
    times = [
        da.trajectory.time_optimal(arm(), optimal_path(), effort=1.0, speed=np.inf, samples=n).duration
        for n in (2000, 4000)
    ]
    assert LEAST <= times[1] <= times[0]
    assert times[1] == pytest.approx(LEAST, rel=BOTH_LIMITS)
    assert 2 * times[1] - times[0] == pytest.approx(RAMPED, rel=FIRST_ORDER)


@pytest.mark.parametrize("seed", range(12))
def test_no_path_between_the_same_postures_is_quicker(seed):
    rng = np.random.default_rng(seed)
    between = np.linspace(START, END, 4)[1:3] + rng.normal(size=(2, 2)) * (0.05, 0.3)
    found = da.trajectory.time_optimal(arm(), [START, *between, END], effort=1.0, speed=np.inf)
    assert found.duration > LEAST
