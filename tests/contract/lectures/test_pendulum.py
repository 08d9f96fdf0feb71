"""The actuated pendulum of the lecture [deluca] as numbers and in motion; its equations are in test_equations_deluca.

I q̈ + m g d sin q = n τm − (bl + n² bm) q̇ + l cos q · Fx,   I = Il + m d² + n² Im
(I/n²) θ̈ + (m/n) g d sin(θ/n) = τm − (bl/n² + bm) θ̇ + (l/n) cos(θ/n) · Fx,   θ = n q
"""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import dalembert as da
from tolerance import MARCHED, MARCHED_FAR, SAME_ALGORITHM

P = {"m": 1.7, "d": 0.4, "Il": 0.09, "Im": 3e-4, "n": 60.0, "bl": 0.2, "bm": 1.5e-4, "l": 0.9, "g": 9.81}
INERTIA = P["Il"] + P["m"] * P["d"] ** 2 + P["n"] ** 2 * P["Im"]
ROBOT = da.gallery.pendulum().bind(**P)
TAUM, FX = 0.03, 4.0


def test_the_link_side():
    q, qd, qdd = 0.7, -1.1, 2.3
    expected = (
        INERTIA * qdd
        + P["m"] * P["g"] * P["d"] * np.sin(q)
        + (P["bl"] + P["n"] ** 2 * P["bm"]) * qd
        - P["l"] * np.cos(q) * FX
    )
    tau = da.inverse_dynamics(ROBOT, [q], [qd], [qdd], wrench={"tool": [FX, 0, 0, 0, 0, 0]})
    assert tau[0] == pytest.approx(expected, rel=SAME_ALGORITHM)


def test_the_motion_is_the_same_on_the_motor_side():
    """Integrated in θ from the lecture's second equation, seen through the gear, it is our run in q."""
    n = P["n"]

    def motor(t, x):
        th, thd = x
        drive = TAUM - (P["bl"] / n**2 + P["bm"]) * thd + P["l"] / n * np.cos(th / n) * FX
        return [thd, (drive - P["m"] / n * P["g"] * P["d"] * np.sin(th / n)) / (INERTIA / n**2)]

    run = da.simulate(ROBOT, [0.3], [0.5], duration=4.0, tau=[n * TAUM], wrench={"tool": [FX, 0, 0, 0, 0, 0]})
    reference = solve_ivp(motor, (0, 4), [0.3 * n, 0.5 * n], "DOP853", t_eval=run.t, rtol=1e-12, atol=1e-12)
    assert np.abs(run.q[:, 0] - reference.y[0] / n).max() < MARCHED  # both integrations carry 1e-10
    assert run.residual < MARCHED
    assert run.loss[-1] > 0.1
    assert run.external[-1] == pytest.approx(FX * P["l"] * (np.sin(run.q[-1, 0]) - np.sin(0.3)), rel=MARCHED_FAR)
    assert run.work[-1] == pytest.approx(TAUM * n * (run.q[-1, 0] - 0.3), rel=MARCHED_FAR)
