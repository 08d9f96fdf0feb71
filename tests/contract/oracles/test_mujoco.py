"""A second engine: MJCF written for the purpose and URDF files, M, bias, friction and poses equal MuJoCo's."""

import numpy as np
import pytest

import dalembert as da
from corpus import find
from mujoco_model import Oracle, urdf_without_shapes
from random_robot import kicked, worst
from tolerance import ANOTHER_LIBRARY, SNAPPED

ARM = """
<mujoco model="arm">
  <compiler angle="radian" autolimits="true"/>
  <option gravity="0.5 -1 -9.3"/>
  <default>
    <joint armature="0.02" damping="0.3" axis="0 1 0"/>
    <default class="wrist"><joint armature="0.005" axis="1 0 0.5"/><geom density="700"/></default>
  </default>
  <worldbody>
    <body name="base" pos="0.1 0 0.3" euler="0.2 0.1 -0.4">
      <joint name="pan" axis="0 0 1" pos="0.02 0.01 0"/>
      <inertial pos="0.01 0.02 0.1" mass="3" diaginertia="0.03 0.02 0.01" quat="0.9 0.1 0.3 -0.2"/>
      <body name="upper" pos="0 0.1 0.2" quat="0.8 0.2 -0.1 0.5">
        <joint name="lift" range="-1 1"/>
        <inertial pos="0.2 0 0.03" mass="2" fullinertia="0.02 0.03 0.025 0.002 -0.001 0.003"/>
        <body name="slide" pos="0.4 0 0" axisangle="0 1 0 0.7">
          <joint name="extend" type="slide" axis="1 0 0.2" frictionloss="0.4"/>
          <geom type="capsule" fromto="0 0 0 0.3 0.1 0" size="0.03"/>
          <geom type="box" size="0.05 0.02 0.1" pos="0.1 0 0.1" euler="0.3 0 0.2" mass="0.6"/>
          <body name="hand" pos="0.3 0.1 0" childclass="wrist" xyaxes="0 1 0 -1 0 0.2">
            <joint name="bend"/>
            <joint name="roll" axis="0 0 1" pos="0 0 0.05"/>
            <geom type="cylinder" size="0.04 0.06" pos="0 0.02 0.05"/>
            <geom type="sphere" size="0.05" pos="0.1 0 0"/>
            <geom type="ellipsoid" size="0.05 0.03 0.02" pos="0 0 0.15" zaxis="1 1 0"/>
          </body>
        </body>
      </body>
      <body name="branch" pos="-0.2 0.1 0.1">
        <joint name="swing" axis="0.3 0.2 1"/>
        <geom type="box" size="0.1 0.05 0.02" pos="0.1 0 0"/>
      </body>
    </body>
  </worldbody>
</mujoco>
"""
DEGREES = """
<mujoco model="degrees">
  <compiler angle="degree" eulerseq="zyx"/>
  <worldbody>
    <body name="cart" euler="30 20 10">
      <joint name="rail" type="slide" axis="1 0 0"/>
      <geom type="box" size="0.2 0.1 0.05" mass="2"/>
      <body name="pole" euler="10 0 40" pos="0 0 0.1">
        <joint name="hinge" type="hinge" axis="0 1 0" ref="25"/>
        <geom type="capsule" fromto="0 0 0 0 0 0.6" size="0.02" density="2500"/>
      </body>
    </body>
  </worldbody>
</mujoco>
"""
URDF = [
    "ur5_robot.urdf",
    "kinova.urdf",
    "talos_left_arm.urdf",
    "double_pendulum.urdf",
    "solo12.urdf",
    "z1.urdf",
    "xarm7.urdf",
]


def agree(robot, oracle, within, seed):
    q, qd, qdd = kicked(robot, seed)
    rigid = robot.rigid()
    M = oracle.mass_matrix(q)
    assert worst(da.mass_matrix(robot, q), M) < within
    bias = da.coriolis_vector(rigid, q, qd) + da.gravity_vector(rigid, q)
    assert worst(bias, oracle.bias(q, qd)) < within
    assert worst(da.inverse_dynamics(rigid, q, qd, qdd), da.mass_matrix(rigid, q) @ qdd + oracle.bias(q, qd)) < within
    tau = M @ qdd + oracle.bias(q, qd)
    free = np.linalg.solve(M, tau - oracle.bias(q, qd))
    friction = da.inverse_dynamics(robot, q, qd, qdd) - da.inverse_dynamics(robot, q, 0 * qd, qdd)
    friction -= da.coriolis_vector(rigid, q, qd)
    dry = np.array(
        [float(robot.joint(name).drive.coulomb) if robot.joint(name).drive else 0 for name in robot.coordinates]
    )
    assert worst(friction - dry * np.sign(qd), -oracle.passive(q, qd)) < within
    result = da.forward_dynamics(robot, q, qd, tau + friction)
    assert worst(result, free) < within * np.linalg.cond(M)


@pytest.mark.parametrize("text", [ARM, DEGREES], ids=["arm", "degrees"])
def test_mjcf_equals_mujoco(text, tmp_path):
    path = tmp_path / "model.xml"
    path.write_text(text)
    robot = da.load(path)
    oracle = Oracle(text, robot)
    for seed in range(3):
        agree(robot, oracle, ANOTHER_LIBRARY, seed)
        q = kicked(robot, seed)[0]
        for body in ("hand", "branch") if text is ARM else ("pole",):
            assert worst(da.forward_kinematics(robot, q, body), oracle.pose(q, body)) < ANOTHER_LIBRARY


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", URDF)
def test_urdf_equals_mujoco(name):
    path = find(name)
    robot = da.load(path)
    oracle = Oracle(urdf_without_shapes(path), robot)
    for seed in range(2):
        agree(robot, oracle, SNAPPED, seed)
