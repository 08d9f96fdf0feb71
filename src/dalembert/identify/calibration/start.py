"""Where base, tool and centre are before the first step, to within what the errors of the robot make of it.

points     p̂ = R_B p + t_B                    the rotation nearest to Σ (p̂ − mean)(p − mean)ᵀ        [arun1987]
poses      R̂ R_Xᵀ = R_B R, linear in R_B and R_Xᵀ;  p̂ = R_B p + t_B + (R_B R) t_X, linear in both   [shah2013]
distances  |p|² − d̂² = 2 pᵀc − |c|², linear in c and |c|²
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dalembert.dynamics import forward_kinematics
from dalembert.errors import WrongValue
from dalembert.identify.calibration.error_model import ErrorModel

Array = NDArray[np.float64]
_FLAT = 0.02  # points are in a plane where they are this much less deep than wide


def start(model: ErrorModel) -> Array:
    """The state of a robot without errors whose base, tools and centres fit what was measured."""
    nominal = {i: forward_kinematics(model.robot, x.q, x.frame) for i, x in enumerate(model.sets)}
    base, tools = np.eye(4), {f: np.eye(4) for f in model.frames}
    whole = next((i for i, x in enumerate(model.sets) if x.kind == "poses"), None)
    if model.base and model.tool and whole is not None:
        x = model.sets[whole]
        base, tools[x.frame] = _around(x.value, nominal[whole])
    elif model.base:
        base = _registered(model, nominal)
    if model.tool:
        for i, x in enumerate(model.sets):
            if np.array_equal(tools[x.frame], np.eye(4)) and x.kind != "distances":
                tools[x.frame] = _tool(x.value, base @ nominal[i], x.kind == "poses")
    centres = []
    for i, x in enumerate(model.sets):
        if x.kind == "distances" and x.centre is None:
            p = (base @ nominal[i] @ tools[x.frame])[:, :3, 3]
            centres.append(_centre(p, x.value))
    return model.state(base, list(tools.values()), centres)


def _centre(p: Array, d: Array) -> Array:
    """The point at distances d from p; of points in a plane, the one on the side of its normal: its mirror image fits too."""
    mean = p.mean(axis=0)
    p = p - mean
    A = np.column_stack([2 * p, -np.ones(len(p))])
    *c, square = np.linalg.lstsq(A, np.sum(p * p, axis=1) - d**2, rcond=1e-3)[0]
    _, size, axes = np.linalg.svd(p, full_matrices=False)
    if len(size) == 3 and size[2] < _FLAT * size[0]:
        c = c - axes[2] * (axes[2] @ c)
        c = c + axes[2] * np.sqrt(max(square - float(np.dot(c, c)), 0.0))
    return np.asarray(mean + c)


def nearest_rotation(A: Array) -> Array:
    U, _, Vt = np.linalg.svd(A)
    return np.asarray(U @ np.diag([1.0, 1.0, np.sign(np.linalg.det(U @ Vt))]) @ Vt)


def _registered(model: ErrorModel, nominal: dict[int, Array]) -> Array:
    pairs = [(x.points, nominal[i][:, :3, 3]) for i, x in enumerate(model.sets) if x.points is not None]
    if not pairs:
        raise WrongValue(
            "distances do not tell where the base is: leave base=False, and give the centre in the robot's own frame"
        )
    seen, ours = (np.concatenate([pair[k] for pair in pairs]) for k in (0, 1))
    B = np.eye(4)
    a, b = seen.mean(axis=0), ours.mean(axis=0)
    B[:3, :3] = nearest_rotation((seen - a).T @ (ours - b))
    B[:3, 3] = a - B[:3, :3] @ b
    return B


def _around(seen: Array, ours: Array) -> tuple[Array, Array]:
    """(B, X) with seen = B · ours · X."""
    R, S = ours[:, :3, :3], seen[:, :3, :3]
    # vec of rows: (R_B R)_ij = Σ_k B_ik R_kj;  (S R_Xᵀ)_ij = Σ_k S_ik Z_kj
    count = len(R)
    A = np.zeros((count, 3, 3, 18))
    for i in range(3):
        for j in range(3):
            A[:, i, j, 3 * i : 3 * i + 3] = R[:, :, j]
            A[:, i, j, [9 + 3 * k + j for k in range(3)]] = -S[:, i, :]
    v = np.linalg.svd(A.reshape(-1, 18))[2][-1]
    sign = 1.0 if np.linalg.det(v[:9].reshape(3, 3)) > 0 else -1.0
    B, X = np.eye(4), np.eye(4)
    B[:3, :3] = nearest_rotation(sign * v[:9].reshape(3, 3))
    X[:3, :3] = nearest_rotation(sign * v[9:].reshape(3, 3)).T
    turned = B[:3, :3] @ R
    M = np.concatenate([np.broadcast_to(np.eye(3), (count, 3, 3)), turned], axis=-1).reshape(-1, 6)
    t = np.linalg.lstsq(M, (seen[:, :3, 3] - ours[:, :3, 3] @ B[:3, :3].T).ravel(), rcond=None)[0]
    B[:3, 3], X[:3, 3] = t[:3], t[3:]
    return B, X


def _tool(seen: Array, ours: Array, whole: bool) -> Array:
    """The tool that fits best where the base is known."""
    X = np.eye(4)
    R = ours[:, :3, :3]
    if whole:
        X[:3, :3] = nearest_rotation(np.einsum("nij,nik->jk", R, seen[:, :3, :3]))
        seen = seen[:, :3, 3]
    X[:3, 3] = np.einsum("nij,ni->j", R, seen - ours[:, :3, 3]) / len(R)
    return X
