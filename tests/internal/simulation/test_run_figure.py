"""The figure of a run holds the run: every curve its column, every limit that the robot has and the run comes near."""

from dataclasses import replace

import numpy as np
import pytest

import dalembert as da
from chain_robot import random_arm
from dalembert.drawing import chart
from dalembert.simulation.plot import ENERGIES, plot_run
from dalembert.typeset.palette import INK, JOINTS, KINDS
from raised import raises

NEAR = 0.8  # of a limit: from there on it is drawn, whatever the number of joints
FEW = 3  # joints, of which every limit is drawn
LEDGER = {"elastic": "elastic", "work": "work of motors", "loss": "lost in friction", "external": "work of wrenches"}
CASES = [("R", 0), ("PRR", 2), ("RRRR", 3), ("RPRPR", 4), ("RRRRRRRR", 5)]


def limits(rng):
    """Each of the five there or not; infinite ones count as none."""
    low, high, speed, effort = rng.uniform(0.5, 2.0, 4)
    low = rng.choice([None, -low, -np.inf, 0.0])
    return da.Limits(
        low, rng.choice([None, high, np.inf]), rng.choice([None, effort, np.inf]), rng.choice([None, speed])
    )


def made(kinds, seed, rows=30):
    """A robot with limits of all kinds, and a run of it with columns that stand for themselves."""
    rng = np.random.default_rng(seed)
    robot = random_arm(kinds, seed)
    joints = tuple(replace(j, limits=limits(rng)) if j.moves else j for j in robot.joints)
    robot, n = replace(robot, joints=joints), len(kinds)
    size = rng.choice([0.3, 0.9, 1.7], (1, n))
    q, qd, qdd, tau = size * rng.uniform(-1.0, 1.0, (4, rows, n))
    motors = robot.coordinates[1:3] if n > 2 else ()
    energies = rng.uniform(-2.0, 2.0, (6, rows)) * rng.choice([0.0, 1.0], (6, 1), p=[0.3, 0.7])
    names = ("kinetic", "potential", *LEDGER)
    return da.simulation.Run(
        robot.coordinates, np.linspace(0.0, 1.5, rows), q, qd, qdd, tau, q[:, 1 : 1 + len(motors)] + 0.1,
        qd[:, 1 : 1 + len(motors)], **dict(zip(names, energies, strict=True)), projection=np.zeros(rows), method="rk4",
        elastic_joints=motors, events=(da.simulation.Event(0.4, "stop", "joint1", (0.0,) * n, (0.0,) * n),) if n > 1 else (), robot=robot,
    )  # fmt: skip


def seen(kinds, seed):
    run = made(kinds, seed)
    return run, plot_run(run).axes


def lines(axis, start=""):
    return [x for x in axis.lines if x.get_label().startswith("_") == bool(start) and x.get_label().startswith(start)]


def near(values, limit):
    return limit is not None and np.isfinite(limit) and np.max(values if limit >= 0 else -values) >= NEAR * abs(limit)


@pytest.mark.parametrize(("kinds", "seed"), CASES)
def test_every_curve_is_a_column_in_the_colour_of_its_joint(kinds, seed):
    run, axes = seen(kinds, seed)
    for axis, which in zip(axes, ("q", "qd", "tau"), strict=False):
        drawn = lines(axis)
        motors = len(run.elastic_joints) if which == "q" else 0
        assert len(drawn) == len(kinds) + motors
        for k in range(len(kinds)):
            assert np.array_equal(drawn[k].get_xydata(), np.stack([run.t, getattr(run, which)[:, k]], axis=-1))
            assert drawn[k].get_color() == JOINTS[k % len(JOINTS)][0]
            assert drawn[k].is_dashed() == (k >= len(JOINTS))
            assert drawn[k].get_label().startswith(run.joints[k])
        for m, line in enumerate(drawn[len(kinds) :]):
            assert line.get_label() == f"motor of {run.elastic_joints[m]}"
            assert np.array_equal(line.get_ydata(), run.theta[:, m])
            assert line.get_color() == drawn[1 + m].get_color()
            assert line.get_linestyle() == "--"


@pytest.mark.parametrize(("kinds", "seed"), CASES)
def test_limits_are_drawn_where_few_joints_have_them_or_a_curve_comes_near(kinds, seed):
    run, axes = seen(kinds, seed)
    for axis, which in zip(axes, ("q", "qd", "tau"), strict=False):
        pairs = set()
        for k, name in enumerate(run.joints):
            own, values = run.robot.coordinate(name).limits, getattr(run, which)[:, k]
            most = own.velocity if which == "qd" else own.effort
            pair = (own.lower, own.upper) if which == "q" else (None if most is None else -most, most)
            known = [x for x in pair if x is not None and np.isfinite(x)]
            if known and (len(kinds) <= FEW or any(near(values, x) for x in known)):
                pairs.add(pair)
        expected = sorted(x for pair in pairs for x in pair if x is not None and np.isfinite(x))
        assert sorted(line.get_ydata()[0] for line in lines(axis, "_limit")) == pytest.approx(expected)
        low, high = axis.get_ylim()
        assert all(low < x < high for x in expected)
        said = [x.get_text() for x in axis.texts if x.get_text().startswith("limit")]
        assert bool(said) == (len(pairs) == 1)
        units = {run.robot.coordinate(x).slides for x in run.joints}
        if said and len(units) == 1:
            slides = units.pop()
            unit = {"q": ("rad", "m"), "qd": ("rad/s", "m/s"), "tau": ("N m", "N")}[which][slides]
            assert all(x.endswith(f" {unit}") for x in said)


@pytest.mark.parametrize(("kinds", "seed"), CASES)
def test_the_ledger_shows_what_is_not_zero_and_the_total(kinds, seed):
    run, axes = seen(kinds, seed)
    drawn = {x.get_label(): x for x in lines(axes[3])}
    start = run.potential[0]
    expected = {"kinetic": run.kinetic, "potential change": run.potential - start, "total": run.energy - start}
    expected |= {said: getattr(run, name) for name, said in LEDGER.items() if getattr(run, name).any()}
    assert drawn.keys() == expected.keys()
    for name, values in expected.items():
        assert np.array_equal(drawn[name].get_xydata(), np.stack([run.t, values], axis=-1))
        assert drawn[name].get_color() == ENERGIES.get(name, INK)


def test_the_colours_of_energies_are_those_for_paper_and_differ():
    assert set(ENERGIES.values()) <= {x[0] for x in (*JOINTS, *KINDS.values())}
    assert len(set(ENERGIES.values())) == len(ENERGIES)


@pytest.mark.parametrize(("kinds", "seed"), CASES)
def test_a_run_says_what_is_exceeded_and_when_there_is_more(kinds, seed):
    run = made(kinds, seed)
    said = repr(run).removesuffix(")").split("; ")[1:]
    assert said == [*map(str, run.exceeded[:3]), *["…"] * (len(run.exceeded) > 3)]


@pytest.mark.parametrize(("kinds", "panel"), [("R", 150.0), ("R" * 14, 1.3 * chart.APART * 14), ("R" * 40, 300.0)])
def test_panels_are_as_high_as_the_names_of_their_curves(kinds, panel):
    run = made(kinds, 7, rows=3)
    for width, rows in (("page", 2), ("column", 4)):
        assert plot_run(run, width=width).get_size_inches()[1] * 72 == pytest.approx(rows * panel)


def test_a_page_has_two_columns_of_panels_and_a_column_one():
    run = made("RR", 7)
    for width, points, times in (("page", 425.0, 2), ("column", 246.0, 1), (320.0, 320.0, 1), (321.0, 321.0, 2)):
        figure = plot_run(run, width=width)
        assert figure.get_size_inches()[0] * 72 == pytest.approx(points)
        grid = figure.axes[0].get_gridspec()
        assert (grid.nrows, grid.ncols) == ((2, 2) if times == 2 else (4, 1))
        assert [bool(x.get_xlabel()) for x in figure.axes] == [False] * (4 - times) + [True] * times
        assert [x.get_xdata()[0] for x in lines(figure.axes[1], "_event")] == [0.4]
        assert all(lines(x, "_zero") for x in figure.axes)
        assert figure.get_suptitle() == f"{run.robot.name}, rk4, relative energy error {chart.number(run.residual, 2)}"
    many = replace(run, q=run.q[None])
    with raises(da.finding.BatchUnsupported, function="plot", shape=(1,)):
        plot_run(many)


def test_a_run_without_its_robot_has_no_limits_and_a_ball_none_of_its_own():
    run = replace(made("RR", 7), robot=None)
    figure = plot_run(run)
    assert not any(lines(axis, "_limit") for axis in figure.axes)
    assert figure.get_suptitle().startswith("run, rk4")
    body = da.Inertia.about_com(1.0, (0.1, 0, -0.3), (0.1, 0.2, 0.25, 0, 0, 0))
    robot = da.Robot(
        "body",
        (da.Link("ground"), da.Link("slider"), da.Link("body", body)),
        (
            da.Joint("ball", "spherical", "ground", "body"),
            da.Joint("slide", "prismatic", "body", "slider", limits=da.Limits(-0.5, 0.7, 3.0, 2.0)),
        ),
    )
    rng = np.random.default_rng(1)
    q, qd, qdd, tau = rng.normal(size=(10, 5)), *rng.normal(size=(3, 10, 4))
    q[4, 4], qd[4, 3], tau[4, 3] = -0.45, 2.5, -1.9
    of = {x: np.zeros(10) for x in ("kinetic", "potential", *LEDGER, "projection")}
    t = np.arange(10.0)
    run = da.simulation.Run(
        robot.coordinates, t, q, qd, qdd, tau, np.zeros((10, 0)), np.zeros((10, 0)), **of, robot=robot
    )
    position, velocity, effort, _ = plot_run(run).axes
    assert [x.get_ydata()[0] for x in lines(position, "_limit")] == [0.7, -0.5]
    assert [x.get_ydata()[0] for x in lines(velocity, "_limit")] == [3.0, -3.0]
    assert [x.get_ydata()[0] for x in lines(effort, "_limit")] == [2.0, -2.0]
    assert [x.get_linestyle() for x in lines(position)] == [":", ":", ":", ":", "-"]
    assert [x.get_color() for x in lines(position)] == [JOINTS[k][0] for k in (0, 1, 2, 3, 3)]
    assert "dotted: quaternions" in position.get_title(loc="left")
