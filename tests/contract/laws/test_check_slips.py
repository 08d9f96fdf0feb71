"""A slip of the pen in one term is named as that slip, over all terms of several arms.

The slips are made by SymPy: sine for cosine, another angle, another symbol, a square lost or added, a factor lost or one
too many, a rate of another order. Two slips may lead to the same equation, as numbers at two states tell; then either
may be named.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest
import sympy

import dalembert as da
from finding_queries import key


def value(x: sympy.Expr) -> tuple[str, ...]:
    return tuple(f"{float(x.xreplace({s: drawn(s.name, seed) for s in x.free_symbols})):.9g}" for seed in (1, 2))


@cache
def drawn(name: str, seed: int) -> sympy.Float:
    return sympy.Float(random.Random(f"{name} {seed}").uniform(0.4, 1.7))


def slips(term: sympy.Expr, constants: list[sympy.Symbol], q: list[sympy.Symbol]) -> Iterator[tuple[sympy.Expr, str]]:
    """(the term with a slip, the key of the finding)."""
    powers = {x.as_base_exp()[0]: x.as_base_exp()[1] for x in sympy.Mul.make_args(term) if not x.is_Number}
    for x, power in powers.items():
        if isinstance(x, (sympy.sin, sympy.cos)):
            other = (sympy.cos if isinstance(x, sympy.sin) else sympy.sin)(x.args[0])
            yield term.subs(x, other), f"replaced {other} {x}"
            yield term.subs(x, -other), f"replaced -{other} {x}"
            for angle in (sum(q[i : j + 1]) for i in range(len(q)) for j in range(i, len(q))):
                if angle != x.args[0]:
                    fewer = len(angle.free_symbols) < len(x.free_symbols)
                    slip = "other angle" if fewer else "replaced"
                    yield term.subs(x, x.func(angle)), f"{slip} {x.func(angle)} {x}"
        if x in constants:
            for y in constants:
                if y != x and str(y)[0] == str(x)[0]:
                    same = str(y).rstrip("0123456789") == str(x).rstrip("0123456789")
                    said = f"{'wrong index' if same else 'replaced'} {y} {x}"
                    yield term.subs(x, y), said
                    yield term / x * y, said
        for stem in ("q", "qd", "qdd"):
            for other in ("q", "qd", "qdd"):
                if str(x) in {f"{stem}{k}" for k in range(1, len(q) + 1)} and other != stem:
                    y = sympy.Symbol(other + str(x).removeprefix(stem))
                    yield term.subs(x, y), f"replaced {y} {x}"
        if power == 2:
            yield term / x, f"not squared {x}"
        if power == 1 and not isinstance(x, (sympy.sin, sympy.cos)):
            yield term * x, f"squared {x}"
        yield term / x, f"factor missing {x}"
    for y in constants:
        yield term * y, f"factor added {y}"


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", ["rp", "planar_rpr", "planar_2r", "cylindrical"])
def test_a_slip_in_one_term_is_named(name: str) -> None:
    robot = getattr(da.gallery, name)()
    exact = da.equations(robot)
    constants = [sympy.Symbol(x) for x in robot.parameters]
    q = [sympy.Symbol(f"q{k + 1}") for k in range(robot.n) if not robot.coordinate(robot.coordinates[k]).slides]
    named = total = 0
    rng = random.Random(name)
    for k in range(robot.n):
        whole = sympy.expand(exact.tau[k])
        made: dict[tuple[str, ...], tuple[sympy.Expr, list[str]]] = {}
        for term in sympy.Add.make_args(whole):
            for other, words in slips(term, constants, q):
                made.setdefault(value(other - term), (other - term, []))[1].append(words)
        made.pop(("0", "0"), None)
        for change, words in rng.sample(list(made.values()), min(12, len(made))):
            written = whole + change
            verdict = da.check(robot, f"tau{k + 1} = {written}")
            if verdict.conventions:
                continue
            [finding] = verdict.findings
            assert finding.diagnosis.complete, (words, written)
            total += 1
            [reason] = finding.diagnosis.reasons
            if key(reason) in words:
                named += 1
            else:  # a mistake of reasoning leads there too
                assert isinstance(reason, da.finding.WrongReasoning) or reason.slip is da.finding.Slip.PARALLEL_AXIS, (
                    words,
                    reason,
                )
    assert total > 10
    assert named > 0.6 * total, (named, total)
