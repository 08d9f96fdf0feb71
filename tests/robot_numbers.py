"""A robot in numbers from the book's definitions, slow and obvious, with no right angle made exact: what a reader read.

T_parent_child = placement · motion(axis, q) · after,
M = Σ m JvᵀJv + JωᵀI Jω + Ia,   g = −Σ Jvᵀ m gravity.
"""

from numbers import Real

import numpy as np
import sympy as sp

import dalembert as da


def matrix(pose):
    """4×4 of a pose whose entries may be exact constants, such as sin((1/3)*pi)."""
    return np.array([[float(x if isinstance(x, Real) else sp.sympify(str(x))) for x in row] for row in pose.matrix()])


def coordinate(robot: da.Robot, joint: da.Joint):
    """(index, ratio, offset) of a joint that may follow others."""
    ratio, offset = 1.0, 0.0
    while joint.mimic is not None:
        offset += ratio * float(joint.mimic.offset)
        ratio *= float(joint.mimic.multiplier)
        joint = robot.joint(joint.mimic.joint)
    return robot.coordinates.index(joint.name), ratio, offset


def motion(joint: da.Joint, x):
    """Rodrigues' formula about, or a shift along, the axis."""
    T, u = np.eye(4), np.array(joint.axis, dtype=float)
    u = u / np.linalg.norm(u)
    if joint.kind == "prismatic":
        T[:3, 3] = x * u
    else:
        K = np.array([[0, -u[2], u[1]], [u[2], 0, -u[0]], [-u[1], u[0], 0]])
        T[:3, :3] += np.sin(x) * K + (1 - np.cos(x)) * K @ K
    return T


def placed(robot: da.Robot, q):
    """World pose of every link and frame, and (joint frame before it moves) of every moving joint."""
    links, joints = {robot.root: np.eye(4)}, {}
    for joint in robot.joints:
        T = links[joint.parent] @ matrix(joint.placement)
        if joint.moves:
            joints[joint.name] = T
            k, ratio, offset = coordinate(robot, joint)
            T = T @ motion(joint, ratio * q[k] + offset)
        links[joint.child] = T @ matrix(joint.after)
    frames = {frame.name: links[frame.link] @ matrix(frame.placement) for frame in robot.frames}
    return links | frames, joints


def inertia_in_world(link, T):
    """(m, m c, I about c) of a link in world axes."""
    R, m = T[:3, :3], float(link.inertia.mass)
    c = T[:3, 3] + R @ np.array(link.inertia.com, dtype=float)
    return m, m * c, R @ np.array(link.inertia.central().matrix, dtype=float) @ R.T


def carriers(robot: da.Robot):
    """For each link the moving joints between it and the ground."""
    chain = {robot.root: ()}
    for joint in robot.joints:
        chain[joint.child] = chain[joint.parent] + ((joint,) if joint.moves else ())
    return chain


def mass_and_gravity(robot: da.Robot, q):
    """(M, g) with rotors."""
    places, joints = placed(robot, q)
    M, g = np.zeros((robot.n, robot.n)), np.zeros(robot.n)
    chain = carriers(robot)
    for joint in robot.joints:
        if joint.moves and joint.drive is not None:
            k, ratio, _ = coordinate(robot, joint)
            M[k, k] += ratio**2 * float(joint.drive.inertia)
    for link in robot.links:
        m, mc, I = inertia_in_world(link, places[link.name])
        Jv, Jw = np.zeros((3, robot.n)), np.zeros((3, robot.n))
        for joint in chain[link.name]:
            k, ratio, _ = coordinate(robot, joint)
            T = joints[joint.name]
            z = T[:3, :3] @ np.array(joint.axis, dtype=float) / np.linalg.norm(np.array(joint.axis, dtype=float))
            arm = (mc / m if m else T[:3, 3]) - T[:3, 3]
            Jv[:, k] += ratio * (z if joint.kind == "prismatic" else np.cross(z, arm))
            Jw[:, k] += 0 if joint.kind == "prismatic" else ratio * z
        M += m * Jv.T @ Jv + Jw.T @ I @ Jw
        g -= m * Jv.T @ np.array(robot.gravity, dtype=float)
    return M, g
