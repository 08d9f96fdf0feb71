"""A claim with a term of another dimension is told so, with the dimension it has; no other claim is.

A slip of the pen changes the dimension of a term by what it drops or adds: a length lost is a metre less, g for 1 is
m/s² less, q̇ for q̈ a second more.
"""

import random

import pytest

import dalembert as da
from dalembert.closed.model.units import ACCELERATION, LENGTH, TIME, Dimension
from random_robot import symbolic_robot

TREES = {name: getattr(da.gallery, name)() for name in da.gallery.names()}
LECTURES = [name for name, x in TREES.items() if x.parameters and not x.loops and not x.balls and name != "rx90"]


def slips(eq: da.types.Equations, monomial: tuple[int, ...]) -> list[tuple[tuple[int, ...], Dimension]]:
    """Terms that a slip makes of one, each with the dimension by which it is off."""
    ring = eq.mechanics.ring
    powers = {x: monomial[i] for x, i in ring.index.items() if monomial[i]}
    found = []

    def changed(**by: int) -> tuple[int, ...]:
        return tuple(e + by.get(g.name, 0) for e, g in zip(monomial, ring.generators, strict=True))

    for x in powers:
        if x in eq.robot.parameters and eq.units[x] == "m":
            found += [(changed(**{x: -1}), LENGTH**-1), (changed(**{x: 1}), LENGTH)]
        if x == "g":
            found.append((changed(g=-1), ACCELERATION**-1))
        if x.startswith("qdd"):
            found.append((changed(**{x: -1, f"qd{x[3:]}": 1}), TIME))
    return found


def assert_told(eq: da.types.Equations, seed: int, tries: int) -> int:
    """Slips in random terms of random efforts and entries of M; how many were tried."""
    exact, pick, told = eq.mechanics, random.Random(seed), 0
    ring = exact.ring
    entries = [(f"tau{k}", x) for k, x in enumerate(exact.tau, 1)]
    entries += [(f"M{i + 1}{j + 1}", exact.M[i][j]) for i in range(eq.n) for j in range(eq.n)]
    entries = [(name, x) for name, x in entries if x and len(x) < 200]
    terms = [(name, x, monomial, k) for name, x in entries for monomial, k in x.to_dict().items()]
    terms = sorted((x for x in terms if slips(eq, x[2])), key=str)
    for name, element, monomial, k in pick.sample(terms, min(tries, len(terms))):
        other, off = pick.choice(slips(eq, monomial))
        term = ring.context.from_dict({other: k})
        written = element - ring.context.from_dict({monomial: k}) + term
        verdict = da.check(eq.robot, f"{name} = {exact.display.text(written)}")
        own = eq.units.dimension(name)
        [said] = verdict.dimensions
        claimed = "an effort" if name.startswith("tau") else name
        assert (said.found, said.claimed, said.wanted) == ((own * off).base, claimed, own.base)
        assert da.finding.PYTHON.formula(said.formula) == exact.display.text(term) or len(written) == 1, said
        lines = verdict.explain().splitlines()
        assert lines[1] == f"  Dimensions: {said}."
        assert str(said) in verdict._repr_html_().replace("&#x27;", "'")
        told += 1
    return told


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", LECTURES)
def test_slips_on_robots_of_the_lectures(name):
    assert assert_told(da.equations(getattr(da.gallery, name)()), 1, 8) >= 3


def test_slips_on_random_robots():
    assert sum(assert_told(da.equations(symbolic_robot(seed, 1 + seed % 3)), seed, 3) for seed in range(30)) >= 40


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", LECTURES)
def test_right_claims_and_wrong_numbers_have_the_right_dimension(name):
    eq = da.equations(getattr(da.gallery, name)())
    exact = eq.mechanics
    for k, element in enumerate(exact.tau, 1):
        if not element or len(element) > 200:
            continue
        text = exact.display.text(element)
        right, twice = da.check(eq.robot, f"tau{k} = {text}"), da.check(eq.robot, f"tau{k} = 2*({text})")
        assert right.correct
        assert twice.correct is False
        assert right.dimensions == twice.dimensions == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("g2 = m2 lc2 c12", (da.finding.WrongDimension, "kg·m")),
        ("c1 = m2 l1 lc2 s2 qd2", (da.finding.WrongDimension, "kg·m²/s")),
        ("x = l1 c1 + l2^2 c12", (da.finding.WrongDimension, "m²")),
        ("ω2 = q2 + qd1", (da.finding.WrongDimension, "1")),
        ("U = m2 lc2 s12", (da.finding.WrongDimension, "kg·m")),
        ("M12 = I2 + cos(l1 q2)", (da.finding.DimensionalArgument, "m")),
        ("M22 = I2 + m2/(lc2 + m1)", (da.finding.MixedSum, "")),
        ("m1 = l1", (da.finding.WrongDimension, "m")),
        ("M12 = 3", (da.finding.WrongDimension, "1")),
    ],
)
def test_what_is_said(text, said):
    [found] = da.check(da.gallery.planar_2r(), text).dimensions
    measured = getattr(found, "argument", found)
    assert (type(found), getattr(measured, "found", getattr(measured, "unit", ""))) == said


def test_numbers_hide_dimensions():
    assert not da.check(da.gallery.ur5(), "g2 = 5*q1").dimensions
    assert not da.check(da.gallery.planar_2r().bind(l1=1), "M12 = I2 + m2*lc2^2 + m2*lc2").dimensions
    assert not da.check(da.gallery.planar_2r(), "g2 = 9.81 m1 lc2 c12").dimensions  # 9.81 m/s²
    assert not da.check(da.gallery.planar_2r(), "U = m2 g (l1 s1 + lc2 s12) + 5").dimensions  # up to a constant
