"""A thin adapter to Pinocchio: the same robot, its coordinates in our order."""

from pathlib import Path

import numpy as np
import pinocchio as pin

import dalembert as da


class Oracle:
    """Pinocchio's model of a file; every vector and matrix goes in and out in the order of `robot.coordinates`.

    Pinocchio reads mimic joints as independent, so motions are sent through A: every joint from the coordinates.
    """

    def __init__(self, path: Path, robot: da.Robot) -> None:
        self.model = pin.buildModelFromUrdf(str(path))
        self.data = self.model.createData()
        self.A = np.zeros((self.model.nv, robot.n))
        self.offset = np.zeros(self.model.nv)
        for joint in robot.joints:
            if not joint.moves:
                continue
            row = self.model.joints[self.model.getJointId(joint.name)].idx_v
            ratio, offset, leader = 1.0, 0.0, joint
            while leader.mimic is not None:
                offset += ratio * float(leader.mimic.offset)
                ratio *= float(leader.mimic.multiplier)
                leader = robot.joint(leader.mimic.joint)
            self.A[row, robot.coordinates.index(leader.name)] = ratio
            self.offset[row] = offset

    def q(self, q: np.ndarray) -> np.ndarray:
        return pin.integrate(self.model, self._zero(), self.A @ q + self.offset)

    def _zero(self) -> np.ndarray:
        """Joint angles of zero; Pinocchio's neutral configuration."""
        return pin.neutral(self.model)

    def inverse_dynamics(self, q, qd, qdd):
        return self.A.T @ pin.rnea(self.model, self.data, self.q(q), self.A @ qd, self.A @ qdd)

    def mass_matrix(self, q):
        M = np.triu(pin.crba(self.model, self.data, self.q(q)))
        return self.A.T @ (M + np.triu(M, 1).T - np.diag(self.model.armature)) @ self.A

    def coriolis_vector(self, q, qd):
        return self.A.T @ pin.computeCoriolisMatrix(self.model, self.data, self.q(q), self.A @ qd) @ self.A @ qd

    def gravity_vector(self, q):
        return self.A.T @ pin.computeGeneralizedGravity(self.model, self.data, self.q(q))

    def forward_dynamics(self, q, qd, tau):
        bias = self.inverse_dynamics(q, qd, np.zeros_like(q))
        if np.array_equal(self.A, np.eye(len(self.A))[:, np.argmax(self.A, axis=0)]) and len(self.A) == len(q):
            return self.A.T @ pin.aba(self.model, self.data, self.q(q), self.A @ qd, self.A @ tau)
        return np.linalg.solve(self.mass_matrix(q), tau - bias)

    def pose(self, q, frame):
        pin.framesForwardKinematics(self.model, self.data, self.q(q))
        return self.data.oMf[self.model.getFrameId(frame, pin.FrameType.BODY)].homogeneous

    def jacobian(self, q, frame):
        index = self.model.getFrameId(frame, pin.FrameType.BODY)
        return pin.computeFrameJacobian(self.model, self.data, self.q(q), index, pin.LOCAL_WORLD_ALIGNED) @ self.A
