"""Fixed steps on a GPU: the stages of `integrator` in one kernel, for thousands of trajectories side by side.

A step is that of `simulate` with the same method, without the energy balance.
"""

from __future__ import annotations

from typing import Any

from dalembert.argument import choice
from dalembert.boundary import RobotLike, as_robot, without
from dalembert.codegen.renderers.ptx.stepping import PtxStepping
from dalembert.codegen.runtimes.cuda import CudaStepping
from dalembert.codegen.runtimes.kernel import real_name
from dalembert.codegen.tape import Operand, tape
from dalembert.finding.finding import Call, Function
from dalembert.robot.derived import cached
from dalembert.robot.model import Robot
from dalembert.simulation.integrator import METHODS, traced_stage
from dalembert.simulation.model import SimulationModel


def gpu_stepper(robot: RobotLike, method: str = "rk4", dtype: Any = "float32") -> CudaStepping:
    """Compile fixed steps of many trajectories for an NVIDIA GPU.

    Parameters
    ----------
    robot : Robot, str or path
        Robot without elastic joints, bristle friction and motor currents.
    method : {"rk4", "euler"}
        Integration method, as in `simulate`.
    dtype : dtype
        "float32" or "float64".

    Returns
    -------
    CudaMarch
        Function (q, qd, tau, step, steps) -> (q, qd) on arrays of CuPy, PyTorch or JAX. `q` is (..., nq), `qd` and `tau`
        are (..., nv); tau is held over `steps` steps of length `step` in s. With tau of shape (..., K, nv) each row is
        held over `steps` steps, and the results (..., K, n) are the states after each row.
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
    size = plant.nq + plant.nv  # the energy balance comes last
    parts = (t.x[:size], t.k[:size], t.acc[:size], t.u, t.ab)
    stage = tape([node for part in parts for node in part], [*t.rate[:size], *t.total[:size]])
    last = None if t.finish is None else tape(t.x[:size], t.finish[:size])
    labels = ("x", "k", "acc", "u", "ab")
    operands = tuple(Operand(label, (len(part),)) for label, part in zip(labels, parts, strict=True))
    course = PtxStepping(stage, operands, METHODS[method].table, (plant.nq, plant.nv), last)
    return CudaStepping(method, course, ("q", "qd"), real, robot=robot.name)
