"""What other packages are handed: tables of pandas and polars, systems of python-control."""

import numpy as np
import pytest

import dalembert as da
from pieces import arm
from raised import raises
from tolerance import ANOTHER_LIBRARY, SMALL_SWING

ROBOTS = ("ur5", "planar_2r", "free_body", "four_bar")


def posture(name):
    """A robot, away from its straight posture, and closed."""
    robot = getattr(da.gallery, name)()
    robot = robot.bind(**dict.fromkeys(robot.parameters, 0.5)) if robot.parameters else robot
    q = da.integrate(robot, da.neutral(robot), np.linspace(0.4, 0.9, robot.nv))
    return robot, da.assemble(robot, q) if robot.loops else q


def run(name):
    robot, q = posture(name)
    return da.simulate(robot, q, duration=0.05)


@pytest.mark.parametrize("package", ["pandas", "polars"])
@pytest.mark.parametrize("name", ROBOTS)
def test_a_table_holds_the_run(package, name, tmp_path):
    module = pytest.importorskip(package)
    made = run(name)
    table = getattr(made, f"to_{package}")()
    assert isinstance(table, module.DataFrame)
    assert list(table.columns) == list(made.table())
    for column, x in made.table().items():
        assert np.array_equal(table[column].to_numpy(), x)
    made.to_csv(tmp_path / "run.csv")
    again = module.read_csv(tmp_path / "run.csv")
    assert list(again.columns) == list(table.columns)
    assert np.array_equal(again.to_numpy(), table.to_numpy())


@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_a_table_is_of_one_trajectory(package):
    pytest.importorskip(package)
    batch = da.simulate(arm(), [[0.1], [0.2]], duration=0.05)
    with raises(da.finding.BatchUnsupported, function="table"):
        getattr(batch, f"to_{package}")()
    assert len(getattr(batch[1], f"to_{package}")()) == len(batch.t)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ["ur5", "panda", "puma560", "four_bar"])
def test_a_system_of_python_control_has_the_same_modes_and_regulator(name):
    control = pytest.importorskip("control")
    robot, q = posture(name)
    linear = da.linearize(robot, q)
    system = linear.to_control()
    assert (system.nstates, system.ninputs, system.noutputs) == (len(linear.A), linear.B.shape[1], len(linear.A))
    poles = np.sort_complex(np.linalg.eigvals(linear.A))
    assert np.abs(np.sort_complex(system.poles()) - poles).max() < ANOTHER_LIBRARY * np.abs(poles).max()
    if not robot.loops:
        Q, R = np.eye(len(linear.A)), np.eye(linear.B.shape[1])
        K = control.lqr(system, Q, R)[0]
        assert np.abs(linear.lqr(Q, R).K - K).max() < ANOTHER_LIBRARY * np.abs(K).max()


def test_a_response_of_python_control_is_a_small_swing():
    control = pytest.importorskip("control")
    robot, small = arm(), 1e-5
    hanging = -np.pi / 2
    system = da.linearize(robot, [hanging]).to_control(C=[[1.0, 0.0]])
    swing = da.simulate(
        robot, [hanging + small], duration=2.0, sample=0.01, method=da.simulation.Solver(rtol=1e-11, atol=1e-14)
    )
    response = control.initial_response(system, swing.t, [small, 0.0])
    assert np.abs(response.outputs - (swing.q[:, 0] - hanging)).max() < SMALL_SWING * small


def test_a_system_refuses_what_does_not_fit_and_says_what_is_missing(monkeypatch):
    linear = da.linearize(arm(), [0.3])
    with raises(da.finding.BatchUnsupported, function="to_control", shape=(2,)):
        da.linearize(arm(), [[0.3], [0.4]]).to_control()
    monkeypatch.setitem(__import__("sys").modules, "control", None)
    with raises(da.finding.MissingPackage, package="control"):
        linear.to_control()
    monkeypatch.undo()
    pytest.importorskip("control")
    with raises(da.finding.WrongShape, argument="C", got=(1, 3)):
        linear.to_control(C=[[1.0, 0.0, 0.0]])
