"""Inverse kinematics as formulas [tang, §2.2], [pieper1968], against the numerical solver and the lecture's formulas."""

import math
import random
import warnings

import numpy as np
import pytest

import dalembert as da
from raised import raises

GALLERY = [
    "pendulum", "pr", "rp", "planar_2r", "planar_3r", "planar_rpr", "spatial_3r", "cartesian", "cylindrical", "spherical",
    "scara", "articulated", "puma560", "stanford", "rx90",
]  # fmt: skip


def lengths(robot):
    """Values of the symbolic lengths."""
    found = da.kinematics.inverse_formulas(robot)
    source = found.python().split("def inverse(")[1].split(")")[0].split(", ")
    names = [x for x in source if x not in found.target]
    return found, {name: 0.45 + 0.13 * k for k, name in enumerate(names)}


def same(one, other):
    """Whether two lists of configurations contain the same configurations, angles modulo 2π."""
    off = np.abs(np.angle(np.exp(1j * (one[:, None] - other[None])))).max(axis=-1)
    return len(one) == len(other) and (not len(one) or max(off.min(axis=0).max(), off.min(axis=1).max()) < 1e-6)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", GALLERY)
def test_the_formulas_find_what_the_numerical_solver_finds(name):
    robot = getattr(da.gallery, name)()
    found, values = lengths(robot)
    bound, rng = robot.bind(**values), np.random.default_rng(2)
    for _ in range(6):
        q = rng.uniform(0.25, 1.1, robot.n) * rng.choice([-1, 1], robot.n)
        pose = da.forward_kinematics(bound, q)
        target = pose if len(found.target) > 3 else pose[:3, 3]
        mine = found.solve(target, **values)
        assert np.abs(np.angle(np.exp(1j * (mine - q)))).max(axis=1).min() < 1e-6
        for x in mine:
            assert np.allclose(da.forward_kinematics(bound, x)[:3, 3], pose[:3, 3], atol=1e-6)
        if robot.n in (len(found.branches) + 1, 6) and name not in ("puma560", "rx90", "stanford"):
            assert same(mine, da.inverse_kinematics(bound, target, all=True)), (mine, q)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", GALLERY)
def test_the_exported_python_code_gives_the_same_solutions(name):
    robot = getattr(da.gallery, name)()
    found, values = lengths(robot)
    scope = {}
    exec(found.python(), scope)  # the code that a user would save
    q = np.random.default_rng(5).uniform(0.3, 0.9, robot.n)
    pose = da.forward_kinematics(robot.bind(**values), q)
    given = dict(zip(found.target, [*pose[:3, 3], *pose[:3, :3].ravel()], strict=False))
    solutions = np.array(scope["inverse"](**given, **values))
    assert np.abs(np.angle(np.exp(1j * (solutions - q)))).max(axis=1).min() < 1e-6


def test_heights_from_the_foot_of_the_second_axis_need_no_quartic():
    """The radius and the height of the wrist of a Stanford arm determine its elbow and its slide one after the other."""
    kinds = [x.kind for x in da.kinematics.inverse_formulas("stanford").formulas[:3]]
    assert kinds == ["quadratic", "trigonometric", "turn"]


def test_planar_3r_formulas_are_those_of_the_lecture():
    """θ2 = π − β and θ1 = α − γ by the law of cosines, θ3 = φ − θ1 − θ2, and the other branch."""
    found = da.kinematics.inverse_formulas("planar_3r")
    assert found.branches == ("elbow",)
    l1, l2 = 0.9, 0.7
    rng = np.random.default_rng(1)
    for _ in range(30):
        r, alpha, phi = rng.uniform(0.25, 1.55), rng.uniform(-3, 3), rng.uniform(-3, 3)
        T = np.eye(4)
        T[:2, :2] = [[math.cos(phi), -math.sin(phi)], [math.sin(phi), math.cos(phi)]]
        T[:2, 3] = r * math.cos(alpha), r * math.sin(alpha)
        beta = math.acos((l1**2 + l2**2 - r**2) / (2 * l1 * l2))
        gamma = math.acos((r**2 + l1**2 - l2**2) / (2 * l1 * r))
        lecture = [(alpha - s * gamma, s * (math.pi - beta)) for s in (1, -1)]
        lecture = np.array([(a, b, phi - a - b) for a, b in lecture])
        assert same(found.solve(T, l1=l1, l2=l2), lecture)


def test_branches_are_named_and_the_singular_set_is_stated():
    assert da.kinematics.inverse_formulas("spatial_3r").branches == ("elbow", "shoulder")
    assert da.kinematics.inverse_formulas("articulated").branches == ("elbow", "shoulder", "wrist")
    steps = da.kinematics.inverse_formulas("planar_2r").steps
    assert [x.left for x in steps[1].equations] == ["A_{2}", "B_{2}", "C_{2}", "D_{2}", "q_{2}"]
    assert "D_{2} = 0" in steps[1].words


def random_arm(seed, wrist):
    """Three joints of any kind with offsets and twists, and a spherical wrist."""
    rng = random.Random(seed)
    rows = []
    for _ in range(3):
        row = {
            "joint": rng.choice("RRRP"),
            "alpha": rng.choice([0, "pi/2", "-pi/2", 0.4]),
            "a": rng.choice([0, 0.3, 0.5]),
        }
        rows.append(row | ({"d": rng.choice([0, 0.2])} if row["joint"] == "R" else {"theta": rng.choice([0, "pi/2"])}))
    if wrist:
        rows[-1] |= {"alpha": "pi/2"}
        for twist in ("-pi/2", "pi/2", 0):
            rows.append({"joint": "R", "alpha": twist, "a": 0, "d": 0})
    return da.from_dh(rows)


@pytest.mark.parametrize("wrist", [False, True])
def test_random_arms_are_solved_or_refused(wrist):
    solved = 0
    for seed in range(40):
        robot = random_arm(seed, wrist)
        try:
            found = da.kinematics.inverse_formulas(robot)
        except da.errors.UnsupportedElement:
            continue
        solved += 1
        rng = np.random.default_rng(seed)
        for _ in range(3):
            q = rng.uniform(0.3, 1.0, robot.n) * rng.choice([-1, 1], robot.n)
            pose = da.forward_kinematics(robot, q)
            mine = found.solve(pose if len(found.target) > 3 else pose[:3, 3])
            assert len(mine)
            assert np.abs(np.angle(np.exp(1j * (mine - q)))).max(axis=1).min() < 1e-5
    assert solved >= 15


def test_unreachable_targets_have_no_solution():
    found = da.kinematics.inverse_formulas("planar_2r")
    assert len(found.solve([3.0, 0, 0], l1=1.0, l2=1.0)) == 0
    assert len(found.solve([1.0, 0, 0.5], l1=1.0, l2=1.0)) == 0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(found.solve([1.0, 0.5, 0], l1=1.0, l2=1.0)) == 2


def test_an_arm_without_such_a_structure_is_refused():
    with raises(da.finding.NoInverseFormulas, robot="ur5"):
        da.kinematics.inverse_formulas("ur5")


@pytest.mark.parametrize("name", ["planar_2r", "articulated", "scara"])
def test_formulas_are_written_in_every_language(name):
    found = da.kinematics.inverse_formulas(name)
    latex = found.latex()
    assert latex.count("{") == latex.count("}")
    assert latex.count("$") % 2 == 0
    assert "atan2" in found.text()
    assert "<math" in found.html()
