"""Fixed steps on a GPU: one kernel computes all integration stages for thousands of trajectories in parallel.

The integration steps are the same as in `simulate`, but the energy balance is not computed.
"""

from __future__ import annotations

from typing import Any

from dalembert.argument import choice
from dalembert.boundary import RobotLike, as_robot, without
from dalembert.codegen.function import StateBlock, one_step
from dalembert.codegen.runtimes.cuda import CudaStepping
from dalembert.codegen.runtimes.kernel import real_name
from dalembert.finding.finding import Call, Function
from dalembert.robot.model import Robot, cached
from dalembert.simulation.integrator import METHODS, traced_stage
from dalembert.simulation.model import SimulationModel


def gpu_stepper(robot: RobotLike, method: str = "rk4", dtype: Any = "float32") -> CudaStepping:
    """Compile a fixed-step integrator that simulates many trajectories on an NVIDIA GPU.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
        Robot without elastic joints, bristle friction or motor currents.
    method : {"rk4", "euler"}
        Integration method, as in `simulate`.
    dtype : dtype
        Data type of the states, "float32" or "float64".

    Returns
    -------
    CudaStepping
        Function (q, qd, tau, step, steps) -> (q, qd) for CuPy, PyTorch or JAX arrays. `q` is (..., nq), and `qd` and
        `tau` are (..., nv). `tau` is constant over `steps` steps of length `step` in s. If `tau` has shape (..., K,
        nv), each sample is constant over `steps` steps, and the results (..., K, n) are the states after each sample.
    """
    choice(method, "method", ("rk4", "euler"))
    robot = as_robot(robot)
    return _built(robot, method, real_name(dtype))


@cached
def _built(robot: Robot, method: str, real: str) -> CudaStepping:
    model = SimulationModel(robot)
    plant = model.plant
    states = [None] if plant.nz or plant.elastic else []
    without(robot, "gpu_stepper", "internal states", states, Call(Function("robot.rigid")))
    t = traced_stage(plant, (), method)
    size = plant.nq + plant.nv  # the last entries are the energy balance
    given = (t.x[:size], t.k[:size], t.acc[:size], t.u, t.ab)
    last = None if t.finish is None else t.finish[:size]
    state = (StateBlock("q", 0, plant.nq), StateBlock("qd", plant.nq, size))
    course = one_step(method, given, (t.rate[:size], t.total[:size]), METHODS[method].table, last, state)
    return CudaStepping(method, course, ("q", "qd"), real, robot=robot.name)
