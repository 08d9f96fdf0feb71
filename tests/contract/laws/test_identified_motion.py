"""Robots identified from measured logs move under computed torque, dry friction and light wrists included."""

import numpy as np
import pytest

import dalembert as da
from corpus import find
from measured import emps, exciting, panda, slide

OFF = 0.02  # rad or m: the start beside the path
LEFT = 1e-3  # what is left after five time constants of the gains
LOGS = {
    "emps": (slide, emps, "toml"),
    "ur10": (lambda: da.load(find("ur10_robot.urdf")), lambda: exciting("ur10"), "urdf"),
    "panda": (panda, lambda: exciting("panda", 4.0), "urdf"),
}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", LOGS)
def test_the_written_robot_follows_a_path_under_computed_torque(name, tmp_path):
    given, log, suffix = LOGS[name]
    done = da.identify(given(), log()).save(tmp_path / f"{name}.{suffix}")
    robot = da.load(done.path)
    assert any(joint.drive.coulomb > 0 for joint in robot.joints if joint.moves)
    path = da.trajectory.fourier_within(robot, 3, 6.0, seed=1, margin=0.5)
    law = da.control.computed_torque(robot, path, 100.0, 20.0, dead_zone=0.01)
    start = path(0.0)
    run = da.simulate(robot, start[0] + OFF, start[1], duration=3.0, tau=da.simulation.Inputs(law, control_period=1e-3), method=da.simulation.Solver("moreau", step=1e-3))  # fmt: skip
    error = np.abs(run.q - path(run.t)[0])
    assert error.max() <= 1.1 * OFF
    assert error[-100:].max() <= LEFT


@pytest.mark.parametrize("method", ["moreau", "DOP853"])
def test_a_joint_that_rubs_more_than_it_weighs_comes_back_as_the_gains_say(method):
    """b/M = 4000 1/s: ė = −(Kp/Kd) e, whatever the inertia; a step of moreau is eight times M/b."""
    drive = da.Drive(damping=4.0, coulomb=2.5)
    row = {
        "joint": "R",
        "a": 0,
        "alpha": 0,
        "d": 0,
        "inertia": (1e-3,) * 3 + (0.0,) * 3,
        "drive": drive,
        "limits": da.Limits(),
    }
    robot = da.from_dh([row], gravity=(0, 0, 0))
    law = da.control.computed_torque(robot, [0.0], 100.0, 20.0, dead_zone=1e-5)
    fixed = method == "moreau"
    inputs, solver = (
        (da.simulation.Inputs(law, control_period=2e-3), da.simulation.Solver("moreau", step=2e-3))
        if fixed
        else (law, method)
    )
    run = da.simulate(robot, [0.1], [0.0], duration=0.5, tau=inputs, method=solver, sample=0.1)
    assert run.q[1:, 0] == pytest.approx(0.1 * np.exp(-5.0 * run.t[1:]), rel=0.02)
