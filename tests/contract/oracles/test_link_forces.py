"""Forces through the joints equal those that Pinocchio leaves behind after inverse dynamics."""

import numpy as np
import pinocchio as pin
import pytest

import dalembert as da
from corpus import find
from pinocchio_model import Oracle
from random_robot import kicked, worst
from tolerance import SNAPPED


@pytest.mark.parametrize("file", ["ur5_robot.urdf", "panda.urdf", "allegro_left_hand.urdf"])
def test_joint_wrenches_equal_pinocchio(file):
    path = find(file)
    robot = da.load(path).rigid()
    oracle = Oracle(path, robot)
    q, qd, qdd = kicked(robot, 4)
    oracle.inverse_dynamics(q, qd, qdd)
    pin.forwardKinematics(oracle.model, oracle.data, oracle.q(q))
    forces = da.statics.link_forces(robot, q, qd, qdd)
    compared = 0
    for joint in robot.joints:
        if not joint.moves or joint.mimic is not None:
            continue
        i = oracle.model.getJointId(joint.name)
        R, expected = oracle.data.oMi[i].rotation, oracle.data.f[i]
        wrench = np.concatenate([R @ expected.linear, R @ expected.angular])
        assert worst(forces[joint.name], wrench) < SNAPPED, joint.name
        compared += 1
    assert compared >= 6
