"""`prove` certifies no robot whose M is singular or indefinite somewhere, and most robots whose M is definite.

Robots are planted with a defect: masses at a single point, a mass on its own axis, negative numbers among symbols,
indefinite tensors, negative rotors. That M is not definite is shown by SymPy, exactly, at postures of right angles.
"""

import random
import warnings
from dataclasses import replace
from itertools import product

import pytest
import sympy as sp

import dalembert as da
from dalembert import Drive, Inertia, Joint, Link, Pose, Robot, gallery
from dalembert.closed.prove import prove
from dalembert.finding.finding import PYTHON
from random_robot import random_robot

AXES = [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
DEFECTS = ["tip", "own axis", "negative mass", "negative moment", "indefinite", "rotor"]


def point(m, *at):
    return Inertia.about_com(m, at, (0,) * 6)


def body(rng, k, symbolic):
    """A physical link."""
    m, lc, I = (f"m{k}", f"c{k}", f"I{k}") if symbolic else (eighths(rng), eighths(rng), eighths(rng))
    return Inertia.about_com(m, (lc, 0, 0), (I, I, I, 0, 0, 0))


def eighths(rng):
    return rng.randint(1, 9) / 8


def planted(seed):
    """A chain of one to three joints with one defect, and what it is."""
    rng = random.Random(seed)
    defect, symbolic, n = DEFECTS[seed % len(DEFECTS)], rng.random() < 0.6, rng.randint(1, 3)
    planar = defect == "tip" or rng.random() < 0.5
    n = max(n, 2) if defect in ("tip", "own axis") else n
    inertias = [body(rng, k + 1, symbolic) for k in range(n)]
    drives = [
        Drive(rotor_inertia=0.25, damping=0.5, stiffness=rng.choice([None, 40])) if rng.random() < 0.3 else None
        for _ in range(n)
    ]
    at = rng.randrange(n)
    m = f"m{at + 1}" if symbolic else eighths(rng)
    if defect == "tip":
        inertias = [Inertia() for _ in range(n - 1)] + [point(m, "c" if symbolic else 0.5, 0, 0)]
        drives = [None] * n
    elif defect == "own axis":
        at = n - 1
        inertias[at], drives[at] = point(m, 0, 0, "h" if symbolic else 0.5), None
    elif defect == "negative mass":
        inertias[at] = point(f"-900*{m}" if symbolic else -900 * m, 1, 0, 0)
    elif defect == "negative moment":
        inertias[at] = Inertia.about_com(m, (0, 0, 0), (1, 1, rng.choice([-50, "-J"]), 0, 0, 0))
    elif defect == "indefinite":
        inertias[at] = Inertia.about_com(m, (0, 0, 0), (-60, -60, -60, 90, 0, 0))
    else:
        drives[at] = Drive(rotor_inertia="-Im" if symbolic else -60)
    joints, links = [], [Link("g")]
    for k in range(n):
        place = Pose(p=(f"l{k}" if symbolic else eighths(rng), 0, 0)) if k else Pose()
        axis = (0, 0, 1) if planar or k == at else rng.choice(AXES)
        links.append(Link(f"b{k}", inertias[k]))
        joints.append(Joint(f"j{k}", "revolute", links[k].name, f"b{k}", place, axis, drive=drives[k]))
    return Robot(f"planted{seed}", tuple(links), tuple(joints)), defect


def not_definite(robot):
    """Whether M, at one of the postures and for some positive values of its symbols, has a determinant ≤ 0 or a diagonal ≤ 0."""
    M = da.equations(robot).M
    q = sp.symbols(f"q1:{robot.n + 1}")
    for scale in (1, 100):
        values = {s: sp.Integer(scale) if str(s) in ("Im", "J") else sp.Integer(1) for s in M.free_symbols - {*q}}
        for posture in product((0, sp.pi / 2), repeat=robot.n):
            here = M.subs(values).subs(dict(zip(q, posture, strict=True)))
            minors = [here[: k + 1, : k + 1].det() for k in range(robot.n)]
            if min(sp.nsimplify(x, rational=True) for x in minors) <= 0:
                return True
    return False


@pytest.mark.sampled(2)
@pytest.mark.parametrize("part", range(6))
def test_no_robot_with_a_planted_defect_is_certified(part):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for seed in range(50 * part, 50 * part + 50):
            robot, defect = planted(seed)
            assert not_definite(robot), (seed, defect)
            certificate = prove(robot, seconds=0, states=2)
            claim = certificate["positive definite"]
            assert claim.verdict in ("refuted", "not decided"), (seed, defect, str(claim.how))
            assert not certificate.holds


def definite(seed):
    """A robot of one to four joints, of numbers or, where its links have symbols, with general tensors."""
    rng = random.Random(seed)
    n = rng.randint(1, 4)
    if seed % 2:
        return random_robot(seed, n, drives=seed % 4 == 1)
    joints, links = [], [Link("g")]
    for k in range(1, n + 1):
        names = [f"I{a}{k}" for a in ("xx", "yy", "zz", "xy", "xz", "yz")]
        kind = rng.randrange(3)
        inertia = (
            Inertia(f"m{k}", (f"mx{k}", f"my{k}", f"mz{k}"), names) if kind == 0
            else Inertia.about_com(f"m{k}", (f"c{k}", 0, 0), (*names[:3], 0, 0, 0)) if kind == 1
            else point(f"m{k}", f"c{k}", f"d{k}", 0)
        )  # fmt: skip
        links.append(Link(f"b{k}", inertia))
        place = Pose(p=(f"l{k}", 0, 0)) if k > 1 else Pose()
        axis, drive = rng.choice(AXES[2:] if kind == 2 else AXES), Drive(rotor_inertia=f"Im{k}") if kind else None
        joints.append(
            Joint(f"j{k}", rng.choice(["revolute", "prismatic"]), links[k - 1].name, f"b{k}", place, axis, drive=drive)
        )
    return Robot(f"definite{seed}", tuple(links), tuple(joints))


def test_robots_whose_inertia_is_definite_are_certified():
    verdicts = [prove(definite(seed), seconds=0, states=2)["positive definite"].verdict for seed in range(100)]
    assert verdicts.count("proved") >= 95


@pytest.mark.parametrize("name", ["planar_2r", "planar_3r"])
def test_the_singular_set_of_a_point_mass_arm(name):
    """Only the last link has mass, at a point: M = m JᵀJ is singular where the arm is stretched, or always with three joints."""
    robot = getattr(gallery, name)()
    bare = tuple(replace(x, inertia=Inertia()) for x in robot.links[:-1])
    arm = replace(robot, links=(*bare, replace(robot.links[-1], inertia=point("m", "c", 0, 0))))
    how = prove(arm, seconds=1)["positive definite"].how
    if name == "planar_2r":
        assert [PYTHON.formula(x) for x in how.formulas] == ["sin(q2)"]
    else:
        assert prove(arm, seconds=0)["positive definite"].verdict == "refuted"
