"""Wrong options and states are findings that name the argument, never a traceback of Python or NumPy."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dalembert as da

UR5 = da.gallery.ur5()
Q = np.array([0.1, -0.5, 0.6, 0.2, 0.3, 0.4])
POSES = da.forward_kinematics(UR5, Q + np.linspace(0, 0.1, 3)[:, None])
MOTION = da.trajectory.quintic([0.0] * 6, [1.0] * 6, 2.0)
EMPTY = np.zeros((0, 6))
WRONG: Any = 3

CALLS: dict[str, Callable[[Path], Any]] = {
    "redundancy": lambda _: da.kinematics.follow(UR5, POSES, Q, redundancy=WRONG),
    "style": lambda _: da.draw(UR5, style=WRONG),
    "page": lambda place: da.share(UR5, place / "page.html", page=WRONG),
    "options": lambda place: da.export_code(UR5, ["mass_matrix"], "c", place / "c", options=WRONG),
    "motors": lambda _: da.design.size_actuators(UR5, MOTION, motors=[WRONG]),
    "gears": lambda _: da.design.size_actuators(UR5, MOTION, gears=WRONG),
    "objective": lambda _: da.inverse_kinematics(
        UR5, POSES[0, :3, 3], objective=lambda q: np.sum(q**2, keepdims=True)[0]
    ),
    "q": lambda _: da.potential_energy(da.gallery.free_body().bind(m=1, Ixx=1, Iyy=1, Izz=1, g=9.81), ["a"] * 7),
    "q0": lambda _: da.simulate(UR5, EMPTY, Q, duration=0.1),
    "max_step": lambda _: da.simulation.Solver(max_step=np.array([0.1, 0.2])),  # type: ignore[arg-type]  # what is tested
    "qd0": lambda _: da.simulate(UR5, Q, EMPTY, duration=0.1),
    "width": lambda _: da.equations(da.gallery.pendulum()).latex(width="wide"),
}


@pytest.mark.parametrize("argument", CALLS)
def test_the_error_names_the_wrong_argument(argument: str, tmp_path: Path) -> None:
    with pytest.raises(da.errors.DalembertError) as raised:
        CALLS[argument](tmp_path)
    assert getattr(raised.value.finding, "argument", None) == argument


def test_an_empty_batch_of_a_robot_with_loops_has_an_empty_result() -> None:
    robot = da.gallery.planar_3rrr()
    robot = robot.bind(**dict.fromkeys(robot.parameters, 1.0))
    none = np.zeros((0, robot.nv))
    assert da.inverse_dynamics(robot, none, none, none).shape == none.shape
    assert da.forward_dynamics_derivatives(robot, none, none, none)[0].shape == (0, robot.nv, robot.nv)


def test_a_message_with_a_limit_computed_by_numpy_can_be_printed() -> None:
    with pytest.raises(da.errors.WrongValue) as raised:
        da.control.learn_torque(UR5, MOTION, kp=50.0, kd=10.0, start="zero", trials=1, samples=10, cutoff=-1.0)
    assert isinstance(raised.value.finding, da.finding.OutOfRange)
    assert str(raised.value)


@pytest.mark.parametrize("what", [None, 5, ["M"]])
def test_a_quantity_that_is_no_name_is_unknown(what: Any) -> None:
    with pytest.raises(da.errors.UnknownName) as raised:
        da.equations(da.gallery.pendulum()).text(what)
    assert isinstance(raised.value.finding, da.finding.Unknown)
