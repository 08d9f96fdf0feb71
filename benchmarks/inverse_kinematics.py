"""How fast is batched numeric inverse kinematics beside roboticstoolbox's C++ solver `ik_LM`, with the same success?

One process, one core. The rival solves the same poses of the same geometry one by one, with joint limits and up to 100
restarts, at its own tolerance (½eᵀe < 1e-6) and with the damping that is fastest for it; ours stops at an error of
1e-10. Poses are those of random configurations within the limits. roboticstoolbox-python is not a dependency: without
it only our figures are given.
"""

from __future__ import annotations

import importlib.util
import os
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import dalembert as da
from dalembert.kinematics.configuration import bounds
from dalembert.kinematics.inverse import inverse_kinematics
from dalembert.robot import gallery
from dalembert.robot.tree import tree

ROBOTS = ("panda", "iiwa14", "ur5")
BATCH, SOME, ROUNDS = 4096, 256, 5
DAMPINGS = (1.0, 0.1, 0.01)
RIVAL_TOLERANCE = 1e-6
Array = np.ndarray[Any, Any]


def one_core() -> None:
    """Pin this process to one core, so that neither side uses threads."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {sorted(os.sched_getaffinity(0))[-1]})


def rival(robot: da.Robot, low: Array, high: Array) -> Any:
    """The same chain as elementary transforms: constant poses between rotations about z."""
    from roboticstoolbox import ET, ETS
    from spatialmath import SE3

    shape = tree(robot)
    steps = []
    for k, body in enumerate(shape.bodies):
        steps += [ET.SE3(SE3(_matrix(body.placement), check=False)), ET.Rz(qlim=[low[k], high[k]])]
    steps.append(ET.SE3(SE3(_matrix(shape.place(None)[1]), check=False)))
    return ETS(steps)


def _matrix(pose: Any) -> Array:
    return np.array([[float(x) for x in row] for row in pose.matrix()])


def measure(name: str) -> dict[str, Any]:
    robot: da.Robot = getattr(gallery, name)()
    low, high = bounds(robot)
    span = np.pi
    q = np.random.default_rng(0).uniform(np.maximum(low, -span), np.minimum(high, span), (BATCH, robot.n))
    poses = da.forward_kinematics(robot, q)
    start = time.perf_counter()
    search(robot, poses[:1])
    row: dict[str, Any] = {"first_s": time.perf_counter() - start}
    found = search(robot, poses)
    error = np.abs(da.forward_kinematics(robot, np.nan_to_num(found)) - poses).max(axis=(1, 2))
    row["ours_success"] = float(np.mean(error < 1e-9))
    row["ours_us"] = 1e6 * _median(lambda: search(robot, poses)) / BATCH
    if importlib.util.find_spec("roboticstoolbox") is None:
        return row | {"rival": "roboticstoolbox-python is not installed; pip install it beside dalembert to compare"}
    chain = rival(robot, low, high)
    agree = np.abs(chain.fkine(q[0]).A - poses[0]).max()
    best = min(DAMPINGS, key=lambda k: _median(lambda: _solve(chain, poses[:64], k), 1))
    solutions = _solve(chain, poses[:SOME], best)
    row["rival_success"] = float(np.mean([s.success for s in solutions]))
    row["rival_us"] = 1e6 * _median(lambda: _solve(chain, poses[:SOME], best), 3) / SOME
    row["rival_iterations"] = float(np.mean([s.iterations for s in solutions]))
    return row | {"rival_damping": best, "geometry_difference": float(agree), "ratio": row["rival_us"] / row["ours_us"]}


def search(robot: da.Robot, poses: Array) -> Array:
    """Our numeric solver; an arm with a closed solution is searched as well, so that like is compared with like."""
    from dalembert.kinematics.analytic_inverse import structure
    from dalembert.kinematics.chain import numeric
    from dalembert.kinematics.numerical_inverse import InverseProblem, Search, searched
    from dalembert.kinematics.task import arm, target

    bare = numeric(robot)
    if structure(bare, None, False) is None:
        return inverse_kinematics(robot, poses, missing="nan")
    near = np.zeros((len(poses), robot.n))
    problem = InverseProblem(arm(bare, None), target(poses), near, True, Search(), np.random.default_rng(0))
    return searched(problem, False)


def _solve(chain: Any, poses: Array, damping: float) -> list[Any]:
    return [chain.ik_LM(T, tol=RIVAL_TOLERANCE, k=damping, joint_limits=True) for T in poses]


def _median(call: Callable[[], object], rounds: int = ROUNDS) -> float:
    seconds = []
    for _ in range(rounds):
        start = time.perf_counter()
        call()
        seconds.append(time.perf_counter() - start)
    return float(np.median(seconds))


def closed(name: str = "puma560") -> dict[str, float]:
    """All solutions of an arm with a closed form, for each of a batch of poses."""
    robot: da.Robot = getattr(gallery, name)()
    q = np.random.default_rng(0).uniform(-np.pi, np.pi, (BATCH, robot.n))
    poses = da.forward_kinematics(robot, q)
    found = inverse_kinematics(robot, poses, all=True)
    seconds = _median(lambda: inverse_kinematics(robot, poses, all=True))
    return {
        "solutions": float(np.mean(~np.isnan(found).any(axis=-1)) * found.shape[1]),
        "ours_us": 1e6 * seconds / BATCH,
    }


def main() -> dict[str, Any]:
    """Microseconds a pose and success of both, for each robot; and the closed form of a PUMA."""
    one_core()
    return {name: measure(name) for name in ROBOTS} | {"puma560, all solutions": closed()}


if __name__ == "__main__":
    import json
    import sys

    sys.stdout.write(json.dumps(main(), indent=1) + "\n")
