"""Exciting paths: within every limit between their samples too, at rest at both ends, and worth more than random ones.

How well a path shows the parameters is computed here anew, from the public regressor: all columns, friction beside them,
projected on what random states show at all.
"""

from dataclasses import fields, replace
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

import dalembert as da
from dalembert.identification.excitation_search import ExcitationProblem, criterion_value, observation
from dalembert.identification.exciting_trajectory import ExcitingCurve
from dalembert.identification.least_squares import one_thread
from findings import matching
from pieces import numbered
from raised import raises
from tolerance import FINITE_DIFFERENCE

QUICK = {"restarts": 1, "iterations": 12}
ROBOTS = ("ur5", "panda", "planar_2r", "scara", "tree")


@cache
def robot(name):
    if name == "tree":
        return two_arms()
    return numbered(name)


def two_arms():
    """A trunk that carries an arm of two turns and one of a turn and a slide."""
    heavy = da.Inertia.about_com(1.5, (0.1, 0.02, 0.03), (0.02, 0.03, 0.04, 0.001, 0.002, 0.003))
    swing, push = da.Limits(-2.0, 2.0, 3.0, 40.0), da.Limits(-0.2, 0.3, 0.8, 80.0)
    rows = [
        ("turn", "revolute", "ground", "trunk", (0, 0, 0.4), (0, 0, 1), swing),
        ("lift", "revolute", "trunk", "upper", (0, 0.2, 0), (0, 1, 0), swing),
        ("bend", "revolute", "upper", "fore", (0.3, 0, 0), (0, 1, 0), swing),
        ("roll", "revolute", "trunk", "other", (0, -0.2, 0), (1, 0, 0), swing),
        ("slide", "prismatic", "other", "tip", (0.2, 0, 0), (1, 0, 0), push),
    ]
    joints = [
        da.Joint(n, k, p, c, da.Pose(p=tuple(map(float, at))), axis, limits=x) for n, k, p, c, at, axis, x in rows
    ]
    links = [da.Link("ground"), *(da.Link(c, heavy) for _, _, _, c, *_ in rows)]
    return da.Robot("two arms", tuple(links), tuple(joints))


def excited(model, **options):
    """`excite` with the fields of its types beside its own arguments."""
    for name, kind in (
        ("bounds", da.identification.Bounds),
        ("obstacles", da.identification.Obstacles),
        ("search", da.identification.TrajectorySearch),
    ):
        own = {x.name: options.pop(x.name) for x in fields(kind) if x.name in options}
        options[name] = kind(**own)
    return da.identification.excite(model, **options)


@cache
def path(name, **options):
    return excited(robot(name), **(QUICK | options))


def observed(model, q, qd, qdd):
    """[Y q̇ sign q̇ 1], rows below each other."""
    Y = da.regressor(model, q, qd, qdd)
    blocks = [x[..., None] * np.eye(model.n) for x in (qd, np.sign(qd), np.ones_like(qd))]
    return np.concatenate([Y, *blocks], axis=-1).reshape(-1, Y.shape[-1] + 3 * model.n)


def condition(model, limits, motion):
    """Of the observation of a motion: columns over their size at random states within the limits, in the space these show."""
    rng = np.random.default_rng(0)
    q = rng.uniform(limits.lower, limits.upper, (200, model.n))
    qd, qdd = (rng.uniform(-1, 1, (200, model.n)) * k * limits.velocity for k in (1, 3))
    W = observed(model, q, qd, qdd)
    size = np.where(np.linalg.norm(W, axis=0) > 0, np.linalg.norm(W, axis=0), 1)
    t = np.linspace(0, motion.duration, 151)
    with one_thread():
        s, V = np.linalg.eigh((W / size).T @ (W / size))
        seen = V[:, s > 1e-13 * s[-1]]
        return np.linalg.cond(observed(model, *motion(t)) / size @ seen)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ROBOTS)
def test_better_than_random_paths_within_the_same_limits(name):
    """Three times as well as the middle one of five that fill the limits of position and speed."""
    model, found = robot(name), path(name)
    rng = np.random.default_rng(1)
    begun = ExcitationProblem(
        model, ExcitingCurve(10.0, 5), found.limits,
        observation(model, found.limits), None, "condition",
    )  # fmt: skip
    random = [condition(model, found.limits, begun.curve.trajectory(begun.random(rng))) for _ in range(5)]
    assert condition(model, found.limits, found) < np.median(random) / 3
    assert found.condition < found.random[0] / 2


@pytest.mark.parametrize("name", ROBOTS)
def test_every_limit_holds_between_samples_and_it_rests_at_both_ends(name):
    model, found = robot(name), path(name, acceleration=6.0)
    t = np.linspace(0, found.duration, 20 * len(found.t) + 1)
    q, qd, qdd = found(t)
    limits = found.limits
    assert (q >= limits.lower).all()
    assert (q <= limits.upper).all()
    assert (np.abs(qd) <= limits.velocity).all()
    assert (np.abs(qdd) <= 6.0).all()
    assert (np.abs(da.inverse_dynamics(model, q, qd, qdd)) <= limits.effort).all()
    own = [model.coordinate(x).limits for x in model.coordinates]
    assert all(x.upper is None or limits.upper[k] == x.upper for k, x in enumerate(own))
    for end in (0, -1):
        assert not qd[end].any()
        assert np.abs(qdd[end]).max() < 1e-11
    still = found(found.duration + 1.0)
    assert np.allclose(still[0], q[-1])
    assert not still[1].any()
    step = t[1] - t[0]
    assert np.abs(np.gradient(q, step, axis=0) - qd)[1:-1].max() < 1e-3
    assert np.abs(np.gradient(qd, step, axis=0) - qdd)[1:-1].max() < 1e-2


def test_efforts_are_kept_where_they_are_tight():
    """Limits of which the weight takes nine tenths."""
    model = robot("ur5")
    weight = np.abs(da.gravity_vector(model, np.random.default_rng(0).uniform(-3, 3, (500, 6)))).max(axis=0)
    found = excited(model, effort=np.maximum(1.1 * weight, 3.0), **QUICK)
    q, qd, qdd = found(np.linspace(0, 10, 4001))
    assert (np.abs(da.inverse_dynamics(model, q, qd, qdd)) <= found.limits.effort).all()
    assert found.used["effort"].max() > 0.9


@pytest.mark.parametrize(("kind", "curve"), [("condition", ExcitingCurve(10.0, 4)), ("d", ExcitingCurve(8.0, 6))])
def test_derivatives_are_exact(kind, curve):
    """Of the criterion alone, and with every limit exceeded."""
    model = robot("tree")
    bounds = da.identification.Bounds(velocity=1.0, acceleration=3.0, effort=5.0).of(model)
    rng = np.random.default_rng(0)
    obstacles = da.identification.Obstacles(floor=0.3, capsules=[((0.5, 0, 0), (0.5, 0.1, 1), 0.05)])
    clear = obstacles.around(model, rng.uniform(-1, 1, (20, 5)))
    problem = ExcitationProblem(model, curve, bounds, observation(model, bounds), clear, kind)
    x = 0.5 * rng.normal(size=problem.size).ravel()
    along, h = rng.normal(size=x.size), 1e-6
    for weight in (0.0, 1.0):
        slope = (problem.cost(x + h * along, weight)[0] - problem.cost(x - h * along, weight)[0]) / (2 * h)
        assert problem.cost(x, weight)[1] @ along == pytest.approx(slope, rel=100 * FINITE_DIFFERENCE)


def test_criteria_are_what_they_say():
    rng = np.random.default_rng(0)
    W = rng.normal(size=(60, 5)) * [1, 2, 3, 4, 5]
    assert criterion_value("d", W)[0] == pytest.approx(-np.linalg.slogdet(W.T @ W / 60)[1] / 5)
    smooth, true = criterion_value("condition", W)[0], np.log(np.linalg.cond(W))
    assert true < smooth < true + np.log(5) / 6
    better = excited(robot("planar_2r"), criterion="d", **QUICK)
    assert better.value < criterion_of(better)


def criterion_of(found):
    """−log det a parameter of the random path the search began with."""
    begun = ExcitationProblem(
        found.robot, ExcitingCurve(10.0, 5), found.limits,
        observation(found.robot, found.limits), None, "d",
    )  # fmt: skip
    return begun.value(begun.random(np.random.default_rng([0, 0])))


def test_same_seed_same_path():
    options = {"restarts": 3, "iterations": 4}
    a, b, c = (excited(robot("planar_2r"), seed=s, **options) for s in (3, 3, 4))
    assert np.array_equal(a.q, b.q)
    assert a.random == b.random
    assert not np.array_equal(a.q, c.q)


def test_floor_and_capsules_are_kept_clear():
    """Points along the links, against points along the obstacle; the floor by their height."""
    model, ends = robot("ur5"), (np.array([0.45, 0.1, 0.0]), np.array([0.45, -0.1, 0.9]))
    options = {"floor": 0.0, "capsules": [(*ends, 0.05)], "radius": 0.05, "clearance": 0.03}
    found = excited(model, restarts=1, iterations=6, **options)
    q = found(np.linspace(0, 10, 1001))[0]
    origins = [da.forward_kinematics(model, q, f"link{k}")[:, :3, 3] for k in range(1, 7)]
    s = np.linspace(0, 1, 25)[:, None, None]
    obstacle = ends[0] + np.linspace(0, 1, 60)[:, None] * (ends[1] - ends[0])
    for a, b in pairwise(origins):
        p = (a + s * (b - a)).reshape(-1, 3)
        gap = np.linalg.norm(p[:, None] - obstacle, axis=-1).min() - 0.05 - 0.05
        assert gap >= 0.03
        assert p[:, 2].min() - 0.05 >= 0.03 - 1e-12


@pytest.mark.parametrize(
    ("options", "kind", "fields"),
    [
        ({"effort": 0.5}, da.finding.CannotHoldPosture, {"limit": 0.5}),
        ({"floor": 3.0}, da.finding.NoClearPosture, {"capsule": None}),
        ({"capsules": [((0, 0, 0), (0, 0, 0), 5.0)]}, da.finding.NoClearPosture, {"capsule": 1}),
        ({"position": {"joint1": (1.0, 1.0)}}, da.finding.ReversedBounds, {"argument": "position['joint1']"}),
        ({"position": {"joint9": (0, 1)}}, da.finding.Unknown, {"noun": "joint", "name": "joint9"}),
        ({"position": [(0, 1)]}, da.finding.WrongShape, {"argument": "position", "expected": ((6, 2),)}),
        ({"velocity": -1.0}, da.finding.OutOfRange, {"argument": "velocity", "lower": 0, "strict": True}),
        ({"acceleration": [1.0, 2.0]}, da.finding.WrongShape, {"argument": "acceleration", "expected": ((), (6,))}),
        ({"duration": 0}, da.finding.OutOfRange, {"argument": "duration"}),
        ({"criterion": "e"}, da.finding.NotOneOf, {"argument": "criterion"}),
        ({"size": 1}, da.finding.NotInteger, {"argument": "size", "lower": 2, "upper": 100}),
        ({"restarts": 0}, da.finding.NotInteger, {"argument": "restarts", "lower": 1}),
        ({"seed": -1}, da.finding.NotInteger, {"argument": "seed", "lower": 0}),
        ({"capsules": [(0, 1)]}, da.finding.WrongType, {"argument": "capsules", "expected": "a capsule"}),
        ({"floor": 0.0, "radius": {"hand": 0.1}}, da.finding.Unknown, {"noun": "link", "name": "hand"}),
        ({"floor": "low"}, da.finding.NotReal, {"argument": "floor"}),
        ({"rate": 1e9}, da.finding.TooMany, {"argument": "rate"}),
    ],
)
def test_bad_requests_are_refused_in_words(options, kind, fields):
    with raises(kind, **fields):
        excited(robot("ur5"), **(QUICK | options))


def test_robots_it_does_not_know_are_refused():
    for model in (da.gallery.four_bar(), da.gallery.quadruped()):
        with raises(da.finding.FeatureUnsupported, function="excite", robot=model.name):
            da.identification.excite(model)
    with raises(da.finding.UnboundSymbols, robot="planar_2r"):
        da.identification.excite(da.gallery.planar_2r())


def test_a_path_held_back_says_by_what():
    found = excited(robot("ur5"), duration=0.2, **QUICK)
    assert any("speed" in x.limits for x in matching(found.notes, da.finding.JointHardlyMoves))


def test_limits_that_are_missing_are_said():
    assert matching(path("planar_2r").notes, da.finding.LimitAssumed, limit="speed limits")
    assert path("ur5").notes == ()


def test_limits_that_are_taken_away():
    """No limit of speed, and an effort limit of 0, which files write for one that is not known."""
    model = robot("planar_2r")
    found = excited(model, velocity=np.inf, **QUICK)
    assert np.isinf(found.limits.velocity).all()
    assert np.isfinite(found.condition)
    none = tuple(replace(j, limits=da.Limits(-1.0, 1.0, 0.0, 0.0)) for j in model.joints)
    notes = excited(replace(model, joints=none), **QUICK).notes
    assert matching(notes, da.finding.LimitAssumed, limit="ignored effort limits")


def test_csv_holds_the_path_and_is_not_overwritten(tmp_path):
    found, place = path("ur5"), tmp_path / "path.csv"
    found.to_csv(place)
    head = place.read_text().splitlines()[0].split(",")
    rows = np.loadtxt(place, delimiter=",", skiprows=1)
    assert head[:2] == ["t", "q.joint1"]
    assert head[-1] == "tau.joint6"
    assert np.array_equal(rows[:, 1:7], found.q)
    assert np.array_equal(rows[:, -6:], found.tau)
    with raises(da.finding.FileExists):
        found.to_csv(place)


def test_simulation_follows_it():
    model, found = robot("planar_2r"), path("planar_2r")
    law = da.control.computed_torque(model, found, 100.0, 20.0)
    run = da.simulate(model, found(0.0)[0], np.zeros(2), duration=3.0, tau=law)
    assert np.abs(run.q - found(run.t)[0]).max() < 1e-3


def test_periods_follow_each_other():
    once, twice = path("planar_2r"), path("planar_2r", periods=2)
    assert twice.duration == 2 * once.duration
    assert np.allclose(twice(once.duration + 3.3)[0], once(3.3)[0], atol=1e-12)


def test_a_path_is_printed_with_its_condition():
    assert "condition" in str(path("tree"))
