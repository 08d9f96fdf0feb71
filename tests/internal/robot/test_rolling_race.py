"""The rolling race [deluca]: solid sphere, solid cylinder, spherical shell, ring, in that order."""

import math

import pytest

import dalembert as da
from dalembert.robot.rolling_race import rolling_time, shape_factor
from raised import raises
from tolerance import HUNDREDS_OF_ROUNDINGS, MARCHED, SAME_ALGORITHM, TENS_OF_ROUNDINGS

FACTORS = {"solid sphere": 2 / 5, "solid cylinder": 1 / 2, "spherical shell": 2 / 3, "ring": 1}


def test_order_and_factors():
    race = da.teaching.rolling_race()
    assert race.order == ("solid sphere", "solid cylinder", "spherical shell", "ring")
    assert {r.name: r.k for r in race.runners} == pytest.approx(FACTORS, rel=TENS_OF_ROUNDINGS)


@pytest.mark.parametrize(("mass", "radius", "incline"), [(1.0, 0.05, 0.2), (7.3, 0.4, 1.1)])
def test_times_are_as_the_root_of_one_plus_k(mass, radius, incline):
    """Neither mass nor radius changes a time; all are √(1 + k) times that of a block that slides."""
    race = da.teaching.rolling_race(length=2.5, incline=incline, mass=mass, radius=radius)
    sliding = math.sqrt(2 * 2.5 / (9.81 * math.sin(incline)))
    for runner in race.runners:
        assert runner.time == pytest.approx(sliding * math.sqrt(1 + FACTORS[runner.name]), rel=TENS_OF_ROUNDINGS)


def test_simulation_reaches_the_finish_at_the_same_time():
    """A body that rolls moves like a block of mass m + I/r² that is pulled by m g sin β."""
    length, incline, mass = 3.0, 0.35, 2.0
    for runner in da.teaching.rolling_race(length=length, incline=incline, mass=mass).runners:
        block = da.Inertia.about_com(mass * (1 + runner.k), (0, 0, 0))
        links = (da.Link("ground"), da.Link("block", block))
        slide = da.Joint("slide", "prismatic", "ground", "block", axis=(1, 0, 0))
        robot = da.Robot("incline", links, (slide,), gravity=(0, 0, 0))
        run = da.simulate(robot, [0.0], duration=runner.time, tau=[mass * 9.81 * math.sin(incline)])
        assert run.q[-1, 0] == pytest.approx(length, rel=MARCHED)


def test_energy_at_the_finish():
    """m g s sin β = ½ m v² + ½ I (v/r)², with v = 2 s/t from the closed form."""
    m, r, s, incline = 1.7, 0.3, 2.0, 0.4
    I = float(da.model.body.shell(r, mass=m).tensor[0])
    v = 2 * s / rolling_time(I / (m * r * r), s, incline)
    assert m * v * v / 2 + I * (v / r) ** 2 / 2 == pytest.approx(
        m * 9.81 * s * math.sin(incline), rel=HUNDREDS_OF_ROUNDINGS
    )


def test_other_bodies_can_race():
    pipe = da.model.body.hollow_cylinder(0.05, 0.04, 0.2, mass=2.0)
    race = da.teaching.rolling_race({"pipe": pipe, "rod": da.model.body.cylinder(0.05, 0.2, mass=3.0)}, radius=0.05)
    assert race.order == ("rod", "pipe")
    assert race.runners[1].k == pytest.approx((1 + 0.8**2) / 2)


def test_plot_shows_every_runner():
    race = da.teaching.rolling_race(length=2.0)
    axes = race.plot()
    labels = [text.get_text() for text in axes.get_legend().get_texts()]
    assert [label.split(",")[0] for label in labels] == list(race.order)
    ends = [line.get_ydata()[-1] for line in axes.get_lines() if len(line.get_xdata()) == 100]
    assert ends == pytest.approx([2.0] * 4, rel=SAME_ALGORITHM)
    assert race.plot(axes) is axes


@pytest.mark.parametrize(
    ("call", "error", "reason"),
    [
        (lambda: da.teaching.rolling_race(incline=0.0), da.errors.WrongValue, "incline is 0.0 rad"),
        (lambda: da.teaching.rolling_race(length=-1), da.errors.WrongValue, "length is -1; it must be positive"),
        (lambda: da.teaching.rolling_race(gravity=0), da.errors.WrongValue, "gravity is 0"),
        (lambda: da.teaching.rolling_race(radius=float("nan")), da.errors.WrongValue, "radius is nan"),
        (lambda: rolling_time(-0.1, 1, 1), da.errors.WrongValue, "must not be negative"),
        (lambda: shape_factor(da.model.body.sphere("r", mass="m"), 1), da.errors.UnboundSymbol, "holds m, r"),
        (
            lambda: shape_factor(da.model.body.sphere(1, mass=0), 1),
            da.errors.WrongValue,
            "mass is 0.0; it must be positive",
        ),
    ],
)
def test_bad_races_are_refused(call, error, reason):
    with raises((da.finding.OutOfRange, da.finding.NotFinite, da.finding.UnboundSymbols)):
        call()
