"""Closed forms are estimated before they are made: the estimate against what comes out, and what is said of large ones."""

import math
import time

import numpy as np
import pytest

import dalembert as da
from dalembert.closed.model.mechanics import announce, size
from raised import raises, warns
from random_robot import random_inertia, random_pose


def chain(n, oblique):
    """n turning joints, each at right angles or oblique to the one before."""
    rows = []
    for k in range(n):
        alpha = 0.3 + 0.1 * k if oblique else math.pi / 2
        rows.append({"joint": "R", "a": 0.1 + 0.05 * k, "alpha": alpha, "d": 0.2, "mass": 1 + 0.1 * k,
                     "com": (0.1, 0.02, 0.03), "inertia": (0.1, 0.2, 0.25, 0.01, 0.02, 0.03)})  # fmt: skip
    return da.from_dh(rows)


@pytest.mark.parametrize("oblique", [False, True])
@pytest.mark.parametrize("n", [3, 4, 5, 6])
@pytest.mark.parametrize("general", [False, True])
def test_the_estimate_is_of_the_right_size(n, oblique, general):
    robot = chain(n, oblique).symbolic() if general else chain(n, oblique)
    exact = da.equations(robot).mechanics
    terms = sum(len(x) for row in exact.M for x in row)
    assert terms / 6 < size(exact.tree) < 6 * terms


@pytest.mark.parametrize("name", list(da.gallery.names()))
def test_every_robot_of_the_gallery_is_small_enough(name, recwarn):
    robot = getattr(da.gallery, name)().symbolic()
    assert size(da.equations(robot).mechanics.tree) < 200_000


@pytest.mark.parametrize("kinds", [["spherical"] * 2, ["spherical"] * 3, ["free", "spherical"], ["revolute", "spherical"],
                                   ["spherical", "revolute", "revolute"], ["free", "revolute", "revolute"]])  # fmt: skip
def test_the_estimate_holds_for_balls(kinds):
    rng = np.random.default_rng(1)
    links = [da.Link("ground"), *(da.Link(f"link{i}", random_inertia(rng)) for i in range(len(kinds)))]
    joints = [
        da.Joint(f"joint{i}", kind, links[i].name, links[i + 1].name, random_pose(rng, 0.5))
        for i, kind in enumerate(kinds)
    ]
    exact = da.equations(da.Robot("balls", tuple(links), tuple(joints))).mechanics
    terms = sum(len(x) for row in exact.M for x in row)
    assert terms / 6 < size(exact.tree) < 6 * terms


def test_a_general_12r_is_refused_at_once():
    eq = da.equations(chain(12, True))
    start = time.monotonic()
    for ask in (lambda: eq.M, lambda: eq.base_parameters, eq.text):
        with raises(da.finding.ClosedFormSize, robot="robot", terms=580000000, megabytes=410000):
            ask()
    assert time.monotonic() - start < 5


def test_a_large_one_is_said_and_a_limit_of_ones_own_is_kept():
    robot = chain(5, True)
    with raises(da.finding.ClosedFormSize, robot="robot", terms=3100, megabytes=2):
        da.equations(robot, largest=100).M  # noqa: B018  the access is the test
    assert da.equations(robot).M.shape == (5, 5)


def test_a_text_of_megabytes_is_announced(recwarn):
    announce("small", "tau", 6_000, 7)
    assert not recwarn.list
    with warns(da.finding.LongText, quantity="tau", robot="large", megabytes=3):
        announce("large", "tau", 15_000, 7)


@pytest.mark.parametrize("oblique", [False, True])
def test_equations_are_not_printed_in_base_parameters_where_that_is_much_longer(oblique):
    eq = da.equations(chain(5, oblique))
    assert len(eq.text("M")) < 3 * len(eq.text("M", group="inertia"))
    assert ("ZZ" in eq.text("M")) != oblique
