"""No wrong claim is called right, and no right claim wrong, whatever is claimed and in whichever angles.

Right lines of M, c, g, τ, T and the tool's place come from the equations in relative and in absolute angles; wrong ones are
made of them by one mistake each. That a mistake changes a line is seen in floating point, apart from the software.
"""

from __future__ import annotations

import random
from functools import cache

import pytest
import sympy as sp

from dalembert.closed.check import check
from dalembert.closed.equations import equations
from dalembert.robot import gallery

ROBOTS = ("pr", "rp", "planar_2r", "planar_3r", "planar_rpr", "spatial_3r", "scara")
WRONG, RIGHT, TEXTS = 300, 100, 60


@cache
def lines(name: str, absolute: bool) -> dict[str, sp.Expr]:
    """Right lines, by what they are about."""
    robot = getattr(gallery, name)()
    eq, own = equations(robot, coordinates="absolute" if absolute else "joint"), equations(robot)
    n = range(eq.n)
    found = {f"M{i + 1}{j + 1}": eq.M[i, j] for i in n for j in n}
    for letter, values in (("c", eq.c), ("g", eq.g), ("tau", eq.tau)):
        found |= {f"{letter}{i + 1}": values[i] for i in n}
    found["T"] = eq.T
    plain = {x: sp.Symbol(str(x).replace("phi", "q")) for value in found.values() for x in value.free_symbols}
    A = eq.mechanics.coordinates.matrix
    q = {sp.Symbol(f"q{i + 1}"): sum(int(A[i][k]) * sp.Symbol(f"q{k + 1}") for k in n) for i in n}
    place = [own.mechanics.display.sympy(x) for x in own.mechanics.kinematics.place(None).p]
    found = {k: x.subs(plain, simultaneous=True) for k, x in found.items()}
    found |= {x: place[i].subs(q, simultaneous=True) if absolute else place[i] for i, x in enumerate("xyz")}
    return {k: sp.expand(sp.sympify(x), trig=False) for k, x in found.items() if x != 0}


def value(x: sp.Expr, seed: int) -> float:
    rng = random.Random(seed)
    return float(x.xreplace({s: sp.Float(rng.uniform(0.4, 1.7)) for s in sorted(x.free_symbols, key=str)}))


def mistaken(x: sp.Expr, rng: random.Random) -> sp.Expr | None:
    """One term dropped, turned, doubled, halved, squared, or with another function, angle or symbol; None if nothing changes."""
    terms = list(sp.Add.make_args(x))
    i = rng.randrange(len(terms))
    term, how = terms[i], rng.randrange(7)
    functions, names = sorted(term.atoms(sp.sin, sp.cos), key=str), sorted(term.free_symbols, key=str)
    if how < 4:
        terms[i] = term * (0, -1, 2, sp.Rational(1, 2))[how]
    elif how == 4 and functions:
        f = rng.choice(functions)
        terms[i] = term.xreplace({f: (sp.cos if f.func is sp.sin else sp.sin)(*f.args)})
    elif how == 5 and functions:
        f = rng.choice(functions)
        angle = sp.Add(*(s for s in f.free_symbols if rng.random() < 0.5)) or sp.Symbol("q1")
        terms[i] = term.xreplace({f: f.func(angle)})
    elif how == 6 and names:
        s = rng.choice(names)
        terms[i] = term * s
    wrong = sp.Add(*terms)
    return wrong if any(abs(value(x - wrong, seed)) > 1e-9 for seed in (1, 2)) else None


def cases(kind: str, count: int):
    rng = random.Random(kind)
    for i in range(count):
        name, absolute = ROBOTS[i % len(ROBOTS)], rng.random() < 0.5
        every = lines(name, absolute)
        yield getattr(gallery, name)(), every, rng.choice(sorted(every)), absolute, rng


@pytest.mark.parametrize("part", range(3))
def test_no_wrong_line_is_called_right(part: int) -> None:
    """Lines in the robot's own angles with nothing stated, lines in absolute angles with that stated."""
    judged = 0
    for robot, every, label, absolute, rng in cases(f"wrong {part}", 2 * WRONG // 3):
        wrong = mistaken(every[label], rng)
        if wrong is None or judged == WRONG // 3:
            continue
        text = f"{label} = {wrong}"
        verdict = check(robot, text, convention="absolute" if absolute else ())
        assert verdict.correct is not True, f"{robot.name}: {text}"
        judged += 1
    assert judged == WRONG // 3


def test_no_text_with_one_wrong_line_is_called_right() -> None:
    """Texts of three lines: few of those with a mistake are right in another convention."""
    judged = other = 0
    for robot, every, label, absolute, rng in cases("texts", 2 * TEXTS):
        wrong = mistaken(every[label], rng)
        rest = rng.sample(sorted(every.keys() - {label}), min(2, len(every) - 1))
        if wrong is None or judged == TEXTS:
            continue
        text = "\n".join([f"{label} = {wrong}", *(f"{x} = {every[x]}" for x in rest)])
        verdict = check(robot, text)
        assert verdict.correct is not True, f"{robot.name} {absolute}: {text}"
        judged, other = judged + 1, other + (verdict.correct is None)
    assert judged == TEXTS
    assert other <= TEXTS // 10


def test_no_right_line_is_called_wrong() -> None:
    """Lines in the robot's own angles are right; lines in absolute angles are right if that is stated."""
    for robot, every, label, absolute, _ in cases("right", RIGHT):
        text = f"{label} = {every[label]}"
        assert check(robot, text).correct in ((True, None) if absolute else (True,)), f"{robot.name}: {text}"
        if absolute:
            assert check(robot, text, convention="absolute").correct is True, f"{robot.name}: {text}"
