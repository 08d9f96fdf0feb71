"""Pinocchio's model of a robot built here: a joint for each elementary motion, so that q, v and τ are in our order."""

import numpy as np
import pinocchio as pin

import dalembert as da
from dalembert.graph import evaluate
from dalembert.robot.tree import tree

MOTIONS = {"turn": pin.JointModelRZ, "slide": pin.JointModelPZ, "ball": pin.JointModelSpherical}


class Constrained:
    """Its dynamics with loops (balls and welds, and turning joints of planar mechanisms) or contacts."""

    def __init__(self, robot: da.Robot) -> None:
        self.robot, self.tree = robot, tree(robot)
        self.model = pin.Model()
        self.model.gravity.linear = np.array([float(x) for x in robot.gravity])
        for i, body in enumerate(self.tree.bodies):
            self.model.addJoint(body.parent + 1, MOTIONS[body.motion](), se3(body.placement), str(i))
            m, ms, I = body.inertia.mass, np.array(body.inertia.ms, float), np.array(body.inertia.matrix, float)
            if m:
                c = ms / float(m)
                central = I - float(m) * (c @ c * np.eye(3) - np.outer(c, c))
                self.model.appendBodyToJoint(i + 1, pin.Inertia(float(m), c, central), pin.SE3.Identity())
        self.data = self.model.createData()

    def q(self, q):
        """Quaternions with w last."""
        there = np.array(q, float)
        for body in self.tree.bodies:
            if body.motion == "ball":
                there[list(body.entries)] = np.roll(there[list(body.entries)], -1)
        return there

    def loops(self):
        """Constraint models, the first joint being that of the loop's second frame: its force acts on that."""
        found = pin.StdVec_RigidConstraintModel()
        for loop in self.robot.loops:
            kind = pin.ContactType.CONTACT_6D if loop.kind == "weld" else pin.ContactType.CONTACT_3D
            (i, a), (j, b) = self.tree.place(loop.first), self.tree.place(loop.second)
            first, second = se3(a @ loop.first_placement), se3(b @ loop.second_placement)
            found.append(pin.RigidConstraintModel(kind, self.model, j + 1, second, i + 1, first, pin.LOCAL))
        return found

    def contacts(self, contacts):
        found = pin.StdVec_RigidConstraintModel()
        for frame, kind in contacts.items():
            i, place = self.tree.place(frame)
            which = pin.ContactType.CONTACT_6D if kind == "surface" else pin.ContactType.CONTACT_3D
            found.append(pin.RigidConstraintModel(which, self.model, i + 1, se3(place), pin.LOCAL))
        return found

    def forward_dynamics(self, q, qd, tau, constraints):
        """q̈, and the [force, moment] of each constraint in world axes."""
        datas = pin.StdVec_RigidConstraintData()
        for c in constraints:
            datas.append(c.createData())
        pin.initConstraintDynamics(self.model, self.data, constraints, datas)
        settings = pin.ProximalSettings(1e-14, 1e-10, 200)
        there = self.q(q)
        qdd = pin.constraintDynamics(self.model, self.data, there, qd, tau, constraints, datas, settings)
        forces = []
        for c, d in zip(constraints, datas, strict=True):
            turn = (self.data.oMi[c.joint1_id] * c.joint1_placement).rotation
            forces.append(np.r_[turn @ d.contact_force.linear, turn @ d.contact_force.angular])
        return np.array(qdd), forces


def se3(pose):
    T = np.array(evaluate([x for row in pose.matrix() for x in row], {}), float).reshape(4, 4)
    return pin.SE3(T)


def allowed(robot, q, seed, contacts=None):
    """A velocity that loops and contacts allow."""
    rows = [da.mechanism.loop_jacobian(robot, q)] if robot.loops else []
    for frame, kind in (contacts or {}).items():
        rows.append(da.jacobian(robot, q, frame)[: 6 if kind == "surface" else 3])
    _, s, Vt = np.linalg.svd(np.vstack(rows))
    basis = Vt[int(np.sum(s > 1e-9 * s[0])) :]
    return basis.T @ np.random.default_rng(seed).normal(size=len(basis))
