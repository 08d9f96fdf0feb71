"""The same motion as Pinocchio's accelerations integrated by SciPy, and as MuJoCo with small steps."""

from pathlib import Path

import mujoco
import numpy as np
import pinocchio as pin
import pytest
from scipy.integrate import solve_ivp

import dalembert as da
from corpus import find
from tolerance import INTEGRATED, MARCHED_FAR

START = np.array([0.3, -1.1, 0.8, -0.4, 0.6, 0.2])
RATE = np.array([0.2, -0.3, 0.1, 0.5, -0.2, 0.4])
TAU = np.array([3.0, -2.0, 1.0, 0.2, -0.1, 0.05])


@pytest.fixture(scope="module")
def ur5():
    return find("ur5_robot.urdf")


def test_pinocchio_and_scipy(ur5: Path):
    """Both integrate to 1e-11 or so; two seconds of a falling arm amplify the difference of roundings."""
    robot = da.load(ur5).rigid()
    model = pin.buildModelFromUrdf(str(ur5))
    data = model.createData()
    order = [robot.coordinates.index(model.names[i]) for i in range(1, model.njoints)]

    def flow(t, x):
        return np.concatenate([x[6:], pin.aba(model, data, x[:6], x[6:], TAU[order])])

    run = da.simulate(
        robot, START, RATE, duration=2.0, tau=TAU, sample=0.05, method=da.simulation.Solver(rtol=1e-12, atol=1e-13)
    )
    x0 = np.concatenate([START[order], RATE[order]])
    other = solve_ivp(flow, (0, 2), x0, "DOP853", t_eval=run.t, rtol=1e-12, atol=1e-13)
    assert np.abs(other.y[:6].T - run.q[:, order]).max() < MARCHED_FAR
    assert np.abs(other.y[6:].T - run.qd[:, order]).max() < INTEGRATED


ARM = """
<mujoco>
  <compiler angle="radian"/>
  <option gravity="0 0 -9.81" timestep="{step}" integrator="{method}"><flag contact="disable"/></option>
  <worldbody>
    <body name="upper"><joint name="shoulder" axis="0 1 0" armature="0.05" damping="0.3"/>
      <inertial pos="0.2 0.01 -0.3" mass="2" fullinertia="0.05 0.06 0.02 0.001 0.002 -0.003"/>
      <body name="fore" pos="0 0 -0.6"><joint name="elbow" axis="0 1 0.2" armature="0.02" damping="0.1"/>
        <inertial pos="0.05 0 -0.2" mass="1.2" diaginertia="0.02 0.03 0.01"/>
        <body name="hand" pos="0 0 -0.4"><joint name="slide" type="slide" axis="1 0 0" damping="2"/>
          <inertial pos="0 0.02 0" mass="0.4" diaginertia="0.002 0.002 0.001"/></body>
      </body>
    </body>
  </worldbody>
</mujoco>
"""


@pytest.mark.parametrize(
    ("method", "ours", "step", "within"),
    [("RK4", "DOP853", 1e-4, 1e-8), ("RK4", "rk4", 1e-3, 1e-9), ("Euler", "DOP853", 1e-5, 5e-4)],
)
def test_mujoco(method, ours, step, within, tmp_path):
    """Same model, rotors and damping. With the same method and step it is the same sums; MuJoCo's Euler is of order 1."""
    text = ARM.format(step=step, method=method)
    (tmp_path / "arm.xml").write_text(text)
    robot = da.load(tmp_path / "arm.xml")
    model = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(model)
    q0, qd0, tau = [0.4, -0.7, 0.05], [0.5, 1.0, -0.2], [1.0, -0.5, 0.3]
    data.qpos[:], data.qvel[:], data.qfrc_applied[:] = q0, qd0, tau
    for _ in range(round(1.0 / step)):
        mujoco.mj_step(model, data)
    assert robot.coordinates == ("shoulder", "elbow", "slide")
    own = {"step": step} if ours == "rk4" else {}
    run = da.simulate(robot, q0, qd0, duration=1.0, tau=tau, method=da.simulation.Solver(ours, **own), sample=1.0)
    assert np.abs(run.q[-1] - data.qpos).max() < within
    assert np.abs(run.qd[-1] - data.qvel).max() < 10 * within
