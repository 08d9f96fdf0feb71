"""Where numbers are asked for, what NumPy would quietly make some of is refused with words, at every door."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

import dalembert as da
from pieces import simulate_with, two_links
from raised import raises

ROBOT = two_links()
Q = np.array([0.3, 0.4])
POSE = da.forward_kinematics(ROBOT, Q)
RUN = da.simulate(ROBOT, Q, duration=1.0, sample=0.1)
LINE = da.trajectory.quintic(Q, Q + 0.01, 0.1)
DOORS = {
    "q0 of a run": lambda x: da.simulate(ROBOT, x, duration=0.01),
    "qd0 of a run": lambda x: da.simulate(ROBOT, Q, x, duration=0.01),
    "tau of a run": lambda x: da.simulate(ROBOT, Q, duration=0.01, tau=x),
    "q of a linear model": lambda x: da.linearize(ROBOT, x),
    "tau of a linear model": lambda x: da.linearize(ROBOT, Q, tau=x),
    "q0 of a pose": lambda x: da.inverse_kinematics(ROBOT, POSE, q0=x),
    "q0 of a path": lambda x: da.kinematics.follow(ROBOT, [POSE, POSE], x),
    "weights of a path": lambda x: da.kinematics.follow(
        ROBOT, [POSE, POSE], Q, redundancy=da.kinematics.Redundancy(weights=x)
    ),
    "a posture preferred": lambda x: da.inverse_kinematics(ROBOT, POSE[:3, 3], q0=Q, objective=x),
    "points of a path in joints": lambda x: da.trajectory.path([x, x[::-1]]),
    "points of a spline": lambda x: da.trajectory.spline([0, 1], [x, x[::-1]]),
    "the end of a motion": lambda x: da.trajectory.quintic(Q + 1, x, 1.0),
    "harmonics": lambda x: da.trajectory.fourier(Q, [x], [Q], 1.0),
    "weights of a regulator": lambda x: da.linearize(ROBOT, Q).lqr(np.eye(4), x),
    "limits of a law": lambda x: da.control.limited(lambda t, q, qd: q, torque=x),
    "times of a run": lambda x: RUN.at(x),
    "a controller": lambda x: da.simulate(ROBOT, Q, duration=0.01, tau=lambda t, q, qd: x),
    "start of learning": lambda x: da.control.learn_torque(
        ROBOT, LINE, kp=1.0, kd=1.0, trials=1, samples=10, start=[x] * 11
    ),
    "efforts of a capacity": lambda x: da.statics.load_capacity(ROBOT, Q, effort=x),
}
BAD = {
    "complex": Q + 0.1j,
    "masked": np.ma.array(Q, mask=[False, True]),
    "texts": ["0.3", "0.4"],
    "truth values": [True, False],
    "not finite": [0.3, np.nan],
    "ragged": [[0.3, 0.4], [0.1]],
    "huge": [10**400, 1],
    "nothing": [None, None],
}


@pytest.mark.parametrize("what", BAD)
@pytest.mark.parametrize("door", DOORS)
def test_what_is_no_real_number_is_refused(door: str, what: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises((da.errors.WrongValue, da.errors.WrongSize, da.errors.SimulationStopped)):
            DOORS[door](BAD[what])


@pytest.mark.parametrize("door", DOORS)
def test_fractions_and_whole_numbers_are_real(door: str) -> None:
    for numbers in ([Fraction(3, 10), Fraction(2, 5)], [Fraction(1, 10), 1], [1, 1], np.ones(2, np.float32)):
        finding = None
        try:
            DOORS[door](numbers)
        except (da.errors.WrongValue, da.errors.Unreachable) as reason:
            finding = reason.finding
        # where numbers are refused, it is for their place and not for what they are
        assert not isinstance(
            finding, (str, da.finding.NotReal, da.finding.NotFinite, da.finding.WrongType, da.finding.WrongShape)
        )


@pytest.mark.parametrize("quantity", ["mass_matrix", "gravity_vector", "forward_kinematics", "potential_energy"])
def test_what_lies_under_a_mask_is_not_taken(quantity: str) -> None:
    for q in (BAD["masked"], np.ma.array([Q, Q], mask=[[0, 0], [0, 1]])):
        with raises(da.finding.NotReal, argument="q"):
            getattr(da, quantity)(ROBOT, q)


@pytest.mark.parametrize("shape", [(5, 6), (2, 3, 6), (4,), ()])
@pytest.mark.parametrize("method", ["DOP853", "rk4"])
def test_a_wrench_is_one_for_each_trajectory(shape: tuple[int, ...], method: str) -> None:
    """Given as numbers or by a function, on one trajectory and on three."""
    for q0 in (Q, np.tile(Q, (3, 1)))[: 1 + (method == "rk4")]:
        with raises(da.finding.WrongShape, argument="wrench['tool']"):
            da.simulate(ROBOT, q0, duration=0.01, wrench={"tool": np.ones(shape)}, method=method)
        with raises(da.finding.BadValueAt):
            da.simulate(ROBOT, q0, duration=0.01, wrench={"tool": lambda t, q, qd: np.ones(shape)}, method=method)


@pytest.mark.parametrize(
    ("options", "kind", "fields"),
    [
        ({"method": {"step": 2e-3}}, da.finding.OptionOfOtherMethods, {"argument": "step", "method": "DOP853"}),
        (
            {"method": {"step": 2e-3, "method": "Radau"}},
            da.finding.OptionOfOtherMethods,
            {"argument": "step", "method": "Radau"},
        ),
        (
            {"method": {"rtol": 1e-6, "method": "rk4"}},
            da.finding.OptionOfOtherMethods,
            {"argument": "rtol", "method": "rk4"},
        ),
        (
            {"method": {"atol": 1e-6, "method": "moreau"}},
            da.finding.OptionOfOtherMethods,
            {"argument": "atol", "method": "moreau"},
        ),
        ({"sample": {"events": lambda t, q, qd: q[0]}}, da.finding.WrongType, {"argument": "events"}),
    ],
)
def test_an_option_that_a_method_does_not_have_is_refused(
    options: dict[str, object], kind: type, fields: dict[str, str]
) -> None:
    with raises(kind, **fields):
        simulate_with(ROBOT, Q, duration=0.01, **options)


MOTION = da.trajectory.quintic([0.0, 0.0], [1.0, 1.0], 1.0)


@pytest.mark.parametrize(
    ("call", "kind", "fields"),
    [
        (
            lambda: da.design.size_actuators(ROBOT, MOTION, gears=[10.0]),
            da.finding.Requires,
            {"argument": "gears", "needs": "motors"},
        ),
        (
            lambda: da.design.size_actuators(ROBOT, MOTION, efficiency=0.8),
            da.finding.Requires,
            {"argument": "efficiency", "needs": "motors"},
        ),
        (lambda: da.design.size_actuators(ROBOT, MOTION, samples=1), da.finding.NotInteger, {"argument": "samples"}),
        (
            lambda: da.design.size_actuators(ROBOT, da.simulate(ROBOT, Q, duration=0.01)),
            da.finding.WrongType,
            {"argument": "tasks"},
        ),
        (
            lambda: da.design.size_actuators(ROBOT, (np.full((5, 2), np.nan),) * 3),
            da.finding.NotFinite,
            {"argument": "tasks: q"},
        ),
        (lambda: da.Drive(inductance=0.1), da.finding.Requires, {"argument": "inductance", "needs": "resistance"}),
        (lambda: da.Drive(joint_damping=0.1), da.finding.Requires, {"argument": "joint_damping", "needs": "stiffness"}),
        (
            lambda: da.Drive(coulomb=1, bristle_damping=0.1),
            da.finding.Requires,
            {"argument": "bristle_damping", "needs": "bristle_stiffness"},
        ),
        (lambda: da.Drive(bristle_stiffness=9.0), da.finding.OutOfRange, {"argument": "coulomb"}),
        (
            lambda: da.control.impedance(ROBOT, np.diag([2, 2, 2, 1.0]), 9.0, 1.0),
            da.finding.WrongType,
            {"argument": "pose"},
        ),
        (lambda: da.control.impedance(ROBOT, POSE, 9.0 + 1j, 1.0), da.finding.NotReal, {"argument": "stiffness"}),
        (
            lambda: da.control.impedance(ROBOT, POSE, 9.0, 1.0, null_damping=-1.0),
            da.finding.OutOfRange,
            {"argument": "null_damping"},
        ),
        (
            lambda: da.control.task_space(ROBOT, POSE, 9.0, 1.0, null_damping=np.nan),
            da.finding.NotFinite,
            {"argument": "null_damping"},
        ),
        (lambda: da.control.pid(ROBOT, Q + 1j, 1.0, 1.0, 1.0), da.finding.NotReal, {"argument": "target"}),
        (lambda: da.control.adaptive(ROBOT, Q, 4.0, 6.0, np.nan), da.finding.NotFinite, {"argument": "rate"}),
        (lambda: da.control.MomentumObserver(ROBOT, np.inf), da.finding.NotFinite, {"argument": "gain"}),
        (
            lambda: da.kinematics.follow(ROBOT, [POSE, POSE], Q, redundancy=da.kinematics.Redundancy(pull=0.5)),
            da.finding.Requires,
            {"argument": "pull", "needs": "prefer"},
        ),
        (
            lambda: da.kinematics.follow(ROBOT, [POSE[:3, 3]] * 2, Q, task="orientation"),
            da.finding.NotOneOf,
            {"argument": "task"},
        ),
        (
            lambda: da.trajectory.time_optimal(ROBOT, [[0, 0], [1, 1]], effort=[9 + 1j, 9.0]),
            da.finding.NotReal,
            {"argument": "effort"},
        ),
    ],
)
def test_an_option_without_what_it_needs_is_refused(
    call: Callable[[], object], kind: type, fields: dict[str, str]
) -> None:
    with raises(kind, **fields):
        call()


@pytest.mark.parametrize(
    ("name", "law"),
    [
        ("impedance", da.control.impedance(ROBOT, POSE, 9.0, 1.0, axes=(0, 1))),
        ("task_space", da.control.task_space(ROBOT, POSE, 9.0, 1.0, axes=(0, 1))),
        ("adaptive", da.control.adaptive(ROBOT, Q, 4.0, 6.0, 0.3)),
    ],
)
def test_a_law_of_one_trajectory_says_so_of_several(name: str, law: Callable[..., object]) -> None:
    with raises(da.finding.UserFunctionFailed, argument="tau", exception="WrongValue") as stop:
        da.simulate(ROBOT, np.tile(Q, (3, 1)), duration=0.01, tau=da.simulation.Inputs(law, control_period=1e-3))
    assert stop.value.__cause__.finding == da.finding.BatchUnsupported(name, (3,))


def test_a_choice_among_solutions_and_all_of_them_do_not_go_together() -> None:
    for robot in (ROBOT, da.gallery.puma560(), da.gallery.panda()):
        with raises(da.finding.Exclusive):
            da.inverse_kinematics(robot, np.eye(4), all=True, objective="centre")
