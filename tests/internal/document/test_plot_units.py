"""Every axis of a picture has its unit, each coordinate by its own kind; where there are two, the curves say which."""

from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from dalembert.document import plot
from dalembert.document.facts import motion
from dalembert.robot.tree import tree
from dalembert.simulation.plot import axis_label, columns, legends

ROBOTS = ["pendulum", "rp", "pr", "planar_rpr", "scara", "cylindrical", "cartesian", "spherical", "stanford"]


def numeric(name: str) -> da.Robot:
    robot = getattr(da.gallery, name)()
    return robot.bind(**{x: 0.5 + 0.1 * k for k, x in enumerate(robot.parameters)})


def units(text: str) -> set[str]:
    return set(text.partition(" / ")[2].replace("N m", "N·m").split(", "))


def top(axis) -> str:
    """What stands at the top of the y axis."""
    return axis.get_title(loc="left")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ROBOTS)
def test_axes_have_the_units_of_the_equations(name):
    """The units that dimensional analysis of the symbolic robot gives."""
    robot, told = numeric(name), da.equations(getattr(da.gallery, name)().symbolic()).units
    run = da.simulate(robot, np.full(robot.n, 0.3), duration=0.02)
    wanted = {x: {told[f"{x}{k}"] for k in range(1, robot.n + 1)} for x in ("q", "qd", "tau")}
    q, qd, tau, energy = (top(axis) for axis in run.plot().axes)
    assert (units(q), units(qd), units(tau)) == (wanted["q"], wanted["qd"], wanted["tau"])
    assert energy == "energy / J"
    upper, lower = plot.motion_of(run).axes
    phase = plot.phase_portrait(run).axes[0]
    assert units(top(upper)) == units(phase.get_xlabel()) == wanted["q"]
    assert units(top(lower)) == units(top(phase)) == wanted["qd"]
    assert {axis.get_xlabel() for axis in run.plot().axes[2:]} == {lower.get_xlabel()} == {"time / s"}
    move = motion(robot)
    for k, axis in enumerate(plot.torques(robot, move).axes[: robot.n], 1):
        assert top(axis).endswith(told[f"tau{k}"].replace("·", " "))
    for k in range(robot.n):
        assert units(top(plot.torque_parts(robot, k, move).axes[0])) == {told[f"tau{k + 1}"]}


@pytest.mark.parametrize("name", ["rp", "planar_rpr", "stanford"])
def test_curves_of_two_units_say_which(name):
    robot = numeric(name)
    run = da.simulate(robot, np.full(robot.n, 0.3), duration=0.02)
    for axis in (run.plot().axes[0], plot.motion_of(run).axes[0], plot.phase_portrait(run).axes[0]):
        shown = [line.get_label() for line in axis.lines if not line.get_label().startswith("_")]
        assert shown == [f"{x} / {robot.coordinate(x).unit}" for x in robot.coordinates]


def test_joints_of_several_motions():
    links = (da.Link("ground"), da.Link("cart", da.Inertia.about_com(1.0, (0, 0, 0), (1, 1, 1, 0, 0, 0))))
    plane = da.Robot("cart", links, (da.Joint("j", "planar", "ground", "cart"),))
    assert [x.unit for x in columns(plane, plane.coordinates, "q")] == ["m", "m", "rad"]
    assert [x.unit for x in columns(plane, plane.coordinates, "tau")] == ["N", "N", "N m"]
    assert legends(columns(plane, plane.coordinates, "q"))[1:] == [
        f"{name} / {unit}" for name, unit in zip(plane.coordinates[1:], ("m", "rad"), strict=True)
    ]


def test_balls_have_quaternions_and_turning_rates():
    robot = numeric("pendulum").floating()
    q, qd = columns(robot, tree(robot).symbols, "q"), columns(robot, robot.coordinates, "qd")
    assert [x.unit for x in qd] == ["m/s"] * 3 + ["rad/s"] * 4
    assert axis_label("qd", qd) == r"$\dot{q}$ / m/s, rad/s"
    assert "quaternions" in axis_label("q", q)


def test_a_run_without_its_robot_claims_nothing():
    run = da.simulate(numeric("rp"), [0.3, 0.3], duration=0.02)
    bare = replace(run, robot=None)
    assert top(bare.plot().axes[0]) == "$q$ / rad or m"
