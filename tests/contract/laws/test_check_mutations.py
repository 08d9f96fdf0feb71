"""A right equation is right however it is written; a wrong one is caught, whatever is wrong in it.

Equations of six robots are rewritten by SymPy (expanded, collected, angles added up or taken apart, squares of sines
exchanged, terms shuffled and moved across, factors and abbreviations), in plain text and LaTeX. Half of them are mutated
first; that the mutation changes the equation is seen by evaluating both in floating point, apart from the software.
"""

from __future__ import annotations

import math
import random
from functools import cache

import pytest
import sympy

import dalembert as da

ROBOTS = ("pendulum", "pr", "rp", "planar_2r", "planar_3r", "spatial_3r")
MUTATIONS = ("dropped", "flipped", "doubled", "sin for cos", "wrong index")
COUNT = 300  # right equations
EACH = 60  # equations of each mutation, for each start


@cache
def rows(name: str) -> tuple[sympy.Expr, ...]:
    return tuple(sympy.expand(x) for x in da.equations(getattr(da.gallery, name)()).tau if x != 0)


def value(x: sympy.Expr, seed: int) -> float:
    """x in floating point, at a random state with random parameters."""
    rng = random.Random(seed)
    names = sorted(s.name for s in x.free_symbols)
    return float(x.xreplace({sympy.Symbol(s): sympy.Float(rng.uniform(0.4, 1.7)) for s in names}))


def differs(a: sympy.Expr, b: sympy.Expr) -> bool:
    d = a - b
    return any(abs(value(d, seed)) > 1e-9 for seed in (1, 2, 3))


# ── mutations ─────────────────────────────────────────────────────────────────


def mutated(x: sympy.Expr, how: str, rng: random.Random) -> sympy.Expr | None:
    """x with one term wrong; None if the term has nothing to get wrong in this way."""
    terms = list(sympy.Add.make_args(x))
    i = rng.randrange(len(terms))
    terms[i] = MUTATE[how](terms[i], rng)
    return None if terms[i] is None else sympy.Add(*terms)


def _swapped(term: sympy.Expr, rng: random.Random) -> sympy.Expr | None:
    trigonometric = sorted(term.atoms(sympy.sin, sympy.cos), key=str)
    if not trigonometric:
        return None
    f = rng.choice(trigonometric)
    return term.xreplace({f: (sympy.cos if f.func is sympy.sin else sympy.sin)(*f.args)})


def _other_index(term: sympy.Expr, rng: random.Random) -> sympy.Expr | None:
    """m1 for m2, qd1 for qd2, l1 for l2; where a robot has one of a letter, Il for Im."""
    symbols = sorted(term.free_symbols, key=str)
    s = rng.choice(symbols)
    stem = s.name.rstrip("0123456789") or s.name
    family = [x for x in FAMILIES if x != s.name and x.rstrip("0123456789") == stem and x in KNOWN[0]]
    family = family or [x for x in KNOWN[0] if x != s.name and x[0] == s.name[0] and not x.startswith(("q", "tau"))]
    return term.xreplace({s: sympy.Symbol(rng.choice(family))}) if family else None


FAMILIES = [f"{stem}{k}" for stem in ("m", "l", "lc", "I", "q", "qd", "qdd", "zz", "mx") for k in (1, 2, 3)]
KNOWN: list[set[str]] = [set()]  # the names of the robot at hand
MUTATE = {
    "dropped": lambda term, rng: sympy.Integer(0),
    "flipped": lambda term, rng: -term,
    "doubled": lambda term, rng: term * rng.choice([2, sympy.Rational(1, 2)]),
    "sin for cos": _swapped,
    "wrong index": _other_index,
}


# ── ways of writing ───────────────────────────────────────────────────────────


def rewritten(x: sympy.Expr, rng: random.Random) -> sympy.Expr:
    """The same function, written otherwise."""
    for _ in range(rng.randint(0, 2)):
        x = rng.choice(REWRITE)(x, rng)
    return x


def _collected(x: sympy.Expr, rng: random.Random) -> sympy.Expr:
    return sympy.collect(sympy.expand(x), rng.choice(sorted(x.free_symbols, key=str)))


def _squares(x: sympy.Expr, rng: random.Random) -> sympy.Expr:
    """sin² = 1 − cos², cos² = (1 + cos 2φ)/2."""
    w = sympy.Wild("w")
    half = rng.random() < 0.5
    x = x.replace(sympy.sin(w) ** 2, 1 - sympy.cos(w) ** 2)
    return x.replace(sympy.cos(w) ** 2, (1 + sympy.cos(2 * w)) / 2) if half else x


REWRITE = (
    lambda x, rng: sympy.expand_trig(x),
    lambda x, rng: sympy.expand(sympy.expand_trig(x)),
    lambda x, rng: sympy.factor_terms(x),
    _collected,
    _squares,
)


def written(k: int, x: sympy.Expr, rng: random.Random) -> tuple[str, dict[str, str]]:
    """An equation of effort k as text, and the abbreviations it uses."""
    latex = rng.random() < 0.5
    show = _latex if latex else _plain
    terms = list(sympy.Add.make_args(x))
    rng.shuffle(terms)
    where: dict[str, str] = {}
    if len(terms) > 3 and rng.random() < 0.3:
        where["h"] = " + ".join(f"({show(t, rng)})" for t in terms[:2])
        terms = [sympy.Symbol("h"), *terms[2:]]
    moved = terms[: rng.randint(0, 1)] if len(terms) > 1 else []
    kept = [t for t in terms if t not in moved]
    factor = rng.choice([1, 1, 2, -3, sympy.Rational(1, 4)])
    effort = rf"\tau_{{{k}}}" if latex else rng.choice([f"tau{k}", f"u{k}", f"Q_{k}"])
    left = " + ".join([f"{show(factor, rng)} {effort}", *(f"({show(-factor * t, rng)})" for t in moved)])
    right = " + ".join(f"({show(factor * t, rng)})" for t in kept) or "0"
    sides = [left, right]
    rng.shuffle(sides)
    return " = ".join(sides), where


def _plain(x: sympy.Expr, rng: random.Random) -> str:
    text = str(x)
    return text.replace("**", "^") if rng.random() < 0.5 else text


def _latex(x: sympy.Expr, rng: random.Random) -> str:
    stem = rng.choice(["q", r"\theta"])
    names = {}
    for k in (1, 2, 3):
        names |= {sympy.Symbol(f"q{k}"): rf"{stem}_{k}", sympy.Symbol(f"qd{k}"): rf"\dot{{{stem}}}_{{{k}}}"}
        names |= {sympy.Symbol(f"qdd{k}"): rf"\ddot{{{stem}}}_{k}"}
    return sympy.latex(sympy.sympify(x), symbol_names=names)


# ── the law ───────────────────────────────────────────────────────────────────


def case(i: int, kind: str) -> tuple[str, int, sympy.Expr, random.Random]:
    rng = random.Random(f"{kind} {i}")
    name = ROBOTS[i % len(ROBOTS)]
    k = rng.randrange(len(rows(name)))
    robot = getattr(da.gallery, name)()
    KNOWN[0] = {*robot.parameters, *(f"{x}{j}" for x in ("q", "qd", "qdd") for j in range(1, robot.n + 1))}
    return name, k + 1, rows(name)[k], rng


def verdict(name: str, k: int, x: sympy.Expr, rng: random.Random) -> tuple[da.types.Verdict, str]:
    text, where = written(k, rewritten(x, rng), rng)
    return da.check(getattr(da.gallery, name)(), text, where), text


def test_right_equations_are_never_accused() -> None:
    for i in range(COUNT):
        name, k, x, rng = case(i, "right")
        found, text = verdict(name, k, x, rng)
        assert found.correct, f"{name}: {text}\n{found}"
        assert not found.missing
        assert not found.wrong


@pytest.mark.sampled(1)
@pytest.mark.parametrize("start", [0, 1000, 2000, 3000, 4000])
@pytest.mark.parametrize("how", MUTATIONS)
def test_every_mutation_is_caught(how: str, start: int) -> None:
    caught, i = 0, start
    while caught < EACH:
        i += 1
        name, k, x, rng = case(i, how)
        y = mutated(x, how, rng)
        if y is None or not differs(x, y):
            continue
        found, text = verdict(name, k, y, rng)
        assert found.correct is False, f"{name}: {text}"
        assert found.missing or found.wrong
        caught += 1


def test_single_mutations_are_named_for_what_they_are() -> None:
    """A dropped term is missing; a flipped or doubled one is wrong by its factor; nothing else is accused."""
    for i in range(90):
        how = ("dropped", "flipped", "doubled")[i % 3]
        name, k, x, rng = case(i, how + " alone")
        y = mutated(x, how, rng)
        assert y is not None
        found = da.check(getattr(da.gallery, name)(), f"tau{k} = {y}")
        if how == "dropped":
            assert not found.wrong
            assert sympy.expand(sum(t.expression for t in found.missing) - (x - y)) == 0
        else:
            assert not found.missing
            [mistake] = found.wrong
            assert mistake.expected is not None
            assert mistake.factor in ((-1,) if how == "flipped" else (2, sympy.Rational(1, 2)))
            assert sympy.expand(mistake.expected.expression - mistake.found.expression - (x - y)) == 0


def test_slips_and_signs_are_explained() -> None:
    """A single slip is found as such: the explanation is complete."""
    explained = total = 0
    for i in range(120):
        how = MUTATIONS[3 + i % 2]
        name, k, x, rng = case(i, how + " explained")
        y = mutated(x, how, rng)
        if y is None or not differs(x, y):
            continue
        [finding] = da.check(getattr(da.gallery, name)(), f"tau{k} = {y}").findings
        total += 1
        explained += finding.diagnosis.complete
    assert total > 60
    assert explained >= 0.95 * total


def test_the_oracle_itself_sees_a_difference() -> None:
    x = rows("planar_2r")[0]
    assert not differs(x, sympy.expand_trig(x))
    assert differs(x, x + sympy.Symbol("qd1") / 1000)
    assert math.isfinite(value(x, 1))
