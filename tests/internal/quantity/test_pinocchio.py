"""Every URDF of example-robot-data with one-degree joints: dynamics, matrices, poses, Jacobians equal Pinocchio's."""

import numpy as np
import pinocchio as pin
import pytest

import dalembert as da
from corpus import FILES, label
from dalembert.robot.tree import tree
from interpreted import interpreted
from pinocchio_model import Oracle
from random_robot import kicked, worst
from tolerance import SNAPPED


def pinocchio_loads(path):
    try:
        model = pin.buildModelFromUrdf(str(path))
    except (ValueError, RuntimeError):
        return None
    return model if all(joint.nv == 1 for joint in model.joints[1:]) and model.nv > 0 else None


COMPILED = 7  # larger robots: dynamics by kernels, the other quantities by the interpreter of the same graph


def compute(robot, name, *state, **options):
    """A quantity through the public function, or for large robots by evaluating its graph."""
    if robot.n <= COMPILED or name.endswith("_dynamics"):
        return getattr(da, name)(robot, *state, **options)
    return interpreted(robot, name, *state, **options)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("path", FILES, ids=label)
def test_equals_pinocchio(path):
    if pinocchio_loads(path) is None:
        with pytest.raises(da.DalembertError) as info:
            da.inverse_dynamics(da.load(path), 0, 0, 0)
        assert isinstance(info.value.finding, da.finding.Finding)
        return
    robot = da.load(path).rigid()
    oracle = Oracle(path, robot)
    frames = [robot.links[k].name for k in (len(robot.links) // 2, -1)]
    for seed in (1, 2) if robot.n <= COMPILED else (1,):
        q, qd, qdd = kicked(robot, seed)
        for name, state in (
            ("inverse_dynamics", (q, qd, qdd)),
            ("mass_matrix", (q,)),
            ("coriolis_vector", (q, qd)),
            ("gravity_vector", (q,)),
        ):
            assert worst(compute(robot, name, *state), getattr(oracle, name)(*state)) < SNAPPED, name
        S = compute(robot, "coriolis_matrix", q, qd)
        assert worst(S @ qd, oracle.coriolis_vector(q, qd)) < SNAPPED
        for frame in frames:
            assert worst(compute(robot, "forward_kinematics", q, frame=frame), oracle.pose(q, frame)) < SNAPPED
            if tree(robot).place(frame)[0] >= 0:  # else it stands on the ground, and asking is an error
                assert worst(compute(robot, "jacobian", q, frame=frame), oracle.jacobian(q, frame)) < SNAPPED
        forward_dynamics_agrees(robot, oracle, q, qd, oracle.inverse_dynamics(q, qd, qdd))


def forward_dynamics_agrees(robot, oracle, q, qd, tau):
    M = oracle.mass_matrix(q)
    scale = np.sqrt(np.diag(M))
    singular = scale.min() < 1e-9 or np.linalg.eigvalsh(M / np.outer(scale, scale)).min() < 1e-13
    if singular:
        with pytest.raises(da.errors.SingularMass):
            da.forward_dynamics(robot, q, qd, tau)
        return
    # what rounding of M and of τ may do to M⁻¹τ: the condition number of the scaled M
    condition = np.linalg.cond(M / np.outer(scale, scale))
    result, expected = da.forward_dynamics(robot, q, qd, tau), oracle.forward_dynamics(q, qd, tau)
    assert worst(result * scale, expected * scale) < max(SNAPPED, 1e-14 * condition)
