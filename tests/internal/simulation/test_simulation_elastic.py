"""Elastic joints: closed forms, the rigid limit, and the closed-form equations against the kernels."""

from dataclasses import replace

import numpy as np
import pytest
import sympy as sp

import dalembert as da
from dalembert.closed.equations import elastic_equations
from dalembert.simulation.model import simulation_model
from pieces import NUMBERS, G, arm, two_links, with_drives
from raised import raises
from tolerance import ANOTHER_LIBRARY, COARSE_RUN, MARCHED, MARCHED_FAR

INERTIA, B = 0.1 + 0.25, 0.05  # of the arm about its axis, and of its rotor


def test_two_inertias_on_a_spring():
    """Elastic 1R without gravity: q and θ swing about their common mean at √(K (1/I + 1/B))."""
    K, q0, th0 = 30.0, 0.3, -0.1
    robot = arm(da.Drive(rotor_inertia=B, stiffness=K), g=0.0)
    run = da.simulate(robot, [q0, th0], duration=3.0)
    w, mean = np.sqrt(K * (1 / INERTIA + 1 / B)), (INERTIA * q0 + B * th0) / (INERTIA + B)
    assert np.abs(run.q[:, 0] - mean - (q0 - mean) * np.cos(w * run.t)).max() < MARCHED
    assert np.abs(run.theta[:, 0] - mean - (th0 - mean) * np.cos(w * run.t)).max() < MARCHED
    assert run.elastic[0] == pytest.approx(K * (q0 - th0) ** 2 / 2)
    assert run.residual < MARCHED_FAR


def test_a_damped_spring_heats_as_much_as_is_lost():
    robot = arm(da.Drive(rotor_inertia=B, stiffness=30.0, joint_damping=0.4), g=0.0)
    run = da.simulate(robot, [0.3, -0.1], duration=30.0)
    assert run.energy[-1] < 1e-9 * run.energy[0]
    assert run.loss[-1] == pytest.approx(run.energy[0], rel=MARCHED_FAR)


def test_the_rigid_limit_is_reached():
    """K from 1e3 to 1e6 times the rigid scale m g l: the distance to the rigid motion falls as 1/K, to below 1e-4."""
    scale = G * 0.5
    rigid = da.simulate(arm(da.Drive(rotor_inertia=B)), [0.2], duration=1.0)
    apart = []
    for ratio in (1e3, 1e4, 1e6):
        run = da.simulate(
            arm(da.Drive(rotor_inertia=B, stiffness=ratio * scale)),
            [0.2],
            duration=1.0,
            method=da.simulation.Solver(rtol=1e-9, atol=1e-11),
        )
        apart.append(max(np.abs(run.q - rigid.q).max(), np.abs(run.theta - rigid.q).max()))
    assert apart[0] / apart[1] == pytest.approx(10, rel=0.2)
    assert apart[2] < 1e-4


def test_the_gear_and_the_motor_side_friction_are_felt_at_theta():
    """Bθ̈ = τ − N² bm θ̇ when the link is far too heavy to move."""
    drive = da.Drive(rotor_inertia=2e-5, gear_ratio=50.0, motor_damping=4e-5, stiffness=1e-9)
    run = da.simulate(arm(drive, m=1e6, J=1e6, g=0.0), [0.0], duration=1.0, tau=[3.0])
    inertia, b = 2500 * 2e-5, 2500 * 4e-5
    expected = 3.0 / b * (run.t - inertia / b * (1 - np.exp(-b * run.t / inertia)))
    assert np.abs(run.theta[:, 0] - expected).max() < COARSE_RUN


def test_closed_form_and_kernels_agree_for_a_subset_of_elastic_joints():
    lecture = da.gallery.planar_2r()
    drives = {"K": 120.0, "D": 0.3, "Im": 4e-4, "n": 30.0, "bm": 2e-4, "fm": 0.01, "Ia": 0.07, "bl": 0.2}
    soft = da.Drive(
        rotor_inertia="Im",
        gear_ratio="n",
        stiffness="K",
        joint_damping="D",
        motor_damping="bm",
        motor_coulomb="fm",
        damping="bl",
    )
    robot = with_drives(lecture, soft, da.Drive(rotor_inertia="Ia"))
    forms = elastic_equations(robot)
    assert forms.elastic == (1,)
    numbers = NUMBERS | drives
    bound = robot.bind(**{k: v for k, v in numbers.items() if k in robot.parameters})
    model = simulation_model(bound, False)
    rng = np.random.default_rng(4)
    q, qd = rng.uniform(-1, 1, (2, 2))
    th, thd = rng.uniform(-1, 1, (2, 1))
    tau = rng.uniform(-5, 5, 2)
    x = np.concatenate([q, th, qd, thd, np.zeros(model.size - 6)])
    qdd1, qdd2, thdd = model.rate.ufunc(x, tau, np.sign(thd))[0][3:6]
    state = {"q1": q[0], "q2": q[1], "qd1": qd[0], "qd2": qd[1], "qdd1": qdd1, "qdd2": qdd2}
    state |= {"theta1": th[0], "thetad1": thd[0], "thetadd1": thdd} | numbers
    values = {sp.Symbol(k): v for k, v in state.items()}
    first, second = (float(expr.subs(values)) for expr in forms.links)
    assert first == pytest.approx(0.0, abs=ANOTHER_LIBRARY)
    assert second == pytest.approx(tau[1], abs=ANOTHER_LIBRARY)
    assert float(forms.motors[0].subs(values)) == pytest.approx(tau[0], abs=ANOTHER_LIBRARY)
    assert r"\ddot{\theta}_{1}" in forms.latex()
    for row, line in zip((*forms.links, *forms.motors), _lines(forms.text(digits=None)), strict=True):
        printed = sp.sympify(line, locals={k: sp.Symbol(k) for k in state} | {"sign": sp.sign})
        assert float(printed.subs(values)) == pytest.approx(float(row.subs(values)), rel=ANOTHER_LIBRARY)


def _lines(text: str) -> list[str]:
    """What stands right of each '=', lines that go on put together."""
    return [part.partition("=")[2] for part in text.replace("\n ", " ").split("\n")]


def test_what_an_elastic_joint_needs_is_said():
    with raises(da.finding.NoRotorInertia, joint="swing"):
        da.simulate(arm(da.Drive(stiffness=10.0)), [0.1], duration=1.0)
    with raises(da.finding.RobotHasNo, robot="planar_2r", noun="elastic joint"):
        elastic_equations(two_links())
    with raises(da.finding.OutOfRange, argument="stiffness", lower=0.0):
        replace(da.Drive(rotor_inertia=1, stiffness=10.0), stiffness=-10.0)
