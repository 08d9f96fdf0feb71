"""An equation with nothing on one side, of a row that no motor drives or of a closure, is judged as it stands.

Terms are dropped and turned over one by one, by SymPy; what is said of each is that term, its kind, and the row it is of.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest
import sympy

import dalembert as da

MECHANISMS = ("four_bar", "slider_crank", "five_bar")


@cache
def model(name: str) -> da.types.Equations:
    return da.equations(getattr(da.gallery, name)())


def kind_of(term: sympy.Expr) -> str:
    """What moves a term: λ of the loops, q̈, two velocities, or nothing but weight."""
    names = [str(x) for x in sympy.Mul.make_args(term) for _ in range(2 if x.is_Pow and str(x).startswith("qd") else 1)]
    rates = [x.removesuffix("**2") for x in names if x.startswith("qd") and not x.startswith("qdd")]
    if any(x.startswith("lambda") for x in names):
        return "loop"
    if any(x.startswith("qdd") for x in names):
        return "inertial"
    return "gravity" if not rates else "centrifugal" if len(set(rates)) == 1 else "Coriolis"


def zeros(name: str) -> list[tuple[str, sympy.Expr]]:
    """(how a finding is called, what is 0)."""
    exact, robot = model(name), model(name).robot
    rows = [(f"row {k + 1},", exact.tau[k]) for k, x in enumerate(robot.coordinates) if x not in robot.actuated]
    return [(said, sympy.expand(x)) for said, x in rows + [("the closure", x) for x in exact.phi]]


@pytest.mark.parametrize("name", MECHANISMS)
def test_what_is_zero_is_right_on_either_side(name: str) -> None:
    for said, whole in zeros(name):
        for text in (f"0 = {whole}", f"{whole} = 0", f"0 = {-whole}", f"{-whole} = 0"):
            verdict = da.check(model(name).robot, text)
            assert verdict.correct, text
            assert verdict.findings[0].claim.label.startswith(said)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", MECHANISMS)
def test_one_wrong_term_is_that_term_as_it_is_written(name: str) -> None:
    for said, whole in zeros(name):
        for i, term in enumerate(sympy.Add.make_args(whole)):
            kind = "closure" if said == "the closure" else kind_of(term)
            for factor in (0, -1, 3):
                written = whole + (factor - 1) * term
                [finding] = da.check(model(name).robot, f"0 = {written}" if i % 2 else f"{written} = 0").findings
                assert finding.claim.label.startswith(said), (said, written)
                missing, wrong = finding.differences.missing, finding.differences.wrong
                assert len(missing) + len(wrong) == 1
                assert {x.kind for x in (*missing, *wrong)} == {kind}
                if factor == 0:
                    assert sympy.expand(sympy.sympify(missing[0].text) - term) == 0
                else:
                    assert wrong[0].factor == factor
                    assert sympy.expand(sympy.sympify(wrong[0].found.text) - factor * term) == 0


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("name", "what"), [("stanford", "g"), ("planar_3rrr", "phi"), ("puma560", "g")])
def test_a_digit_that_is_wrong_is_seen_and_shown(name: str, what: str) -> None:
    """Numbers, roots of numbers among them, are right to the digits written; the two that differ do not look alike."""
    robot = getattr(da.gallery, name)()
    rows = re.split(r"\n(?=\w+ = )", da.equations(robot).text(what, digits=12))
    row = max(rows, key=len)
    number = max(re.findall(r"\d\.\d+", row), key=len)
    assert len(number) > 8
    assert da.check(robot, row).correct
    for at in (4, len(number) - 2):
        digit = str((int(number[at]) + 1) % 10)
        verdict = da.check(robot, row.replace(number, number[:at] + digit + number[at + 1 :], 1))
        assert verdict.correct is False, (number, at)
        [wrong] = verdict.findings[0].differences.wrong
        said = next(x for x in verdict.explain().splitlines() if "off by" in x)
        found, expected = said.partition(": ")[2].partition("   (")[0].split(", not ")
        assert found != expected
        assert "factor 1:" not in said
        assert wrong.factor != 1


def test_a_spring_that_is_left_out_is_not_called_gravity() -> None:
    for stiffness, kind in (("k1", "spring"), (3, "at rest")):
        robot = replace(
            da.gallery.planar_2r(), springs=(da.model.Tendon("band", (("joint1", 1),), stiffness=stiffness),)
        )
        tau = da.equations(robot).tau[0]
        verdict = da.check(robot, f"tau1 = {sympy.expand(tau - sympy.sympify(stiffness) * sympy.Symbol('q1'))}")
        [missing] = verdict.findings[0].differences.missing
        assert missing.kind == kind
        assert "gravity: it acts" not in verdict.explain()
