"""Texts become numbers and symbols through our own parser, and nothing else."""

import contextlib
import time
from fractions import Fraction

import pytest

import dalembert as da
from dalembert.argument import value
from dalembert.graph import PI, symbol
from dalembert.graph.expression import parse
from raised import raises


def test_reads_what_a_table_holds():
    l1, d3, m = symbol("l1"), symbol("d3"), symbol("m")
    assert parse("l1") is l1
    assert parse("-d3") is -d3
    assert parse("pi/2") is PI / 2
    assert parse("0.1") == Fraction(1, 10)
    assert parse("1e-3") == Fraction(1, 1000)
    assert parse("m*d3**2/3") is m * d3**2 / 3
    assert parse("2^3 - (1 + 1)") == 6
    assert parse("cos(pi/3)") == Fraction(1, 2)
    assert parse(" - -l1 ") is l1


@pytest.mark.parametrize(
    "text",
    ["", "  ", "1+", "(1", "1)", "a b", "2a", "f(1)", "sin 2", "1/0", "0**-1", "a**b", "a**99", "a.b", "__import__('os')",
     "sqrt(-4)", "sqrt(cos(2))", "float(1e400)", "sin(1e400)", "float(1e90)**12", "float(1e-90)**-12",
     "q1", "tau2", "pi()", "a;b", "1e999", "9" * 100, "a" * 61, "é", "x=1", "lambda: 0", "1 if 1 else 2"],
)  # fmt: skip
def test_refuses_the_rest_with_one_error(text):
    with raises((da.finding.BadSyntax, da.finding.BadName)):
        parse(text)


@pytest.mark.parametrize("text", [
    "(" * 5000, "-" * 5000 + "1", "-" * 1999 + "1", "1+" * 5000, "a**12**12", "((a)**12)**12",
    "(" * 20 + "9" + "**12)" * 20, "(" * 20 + "1/9)" + "**12)" * 19,
])  # fmt: skip
def test_hostile_texts_are_quick(text):
    start = time.perf_counter()
    with contextlib.suppress(da.errors.BadExpression):
        parse(text)
    assert time.perf_counter() - start < 0.5


def test_error_names_the_column():
    with raises(da.finding.BadSyntax, text="a +* b", reason="unexpected token", column=4):
        parse("a +* b")
    for deep in ("(" * 150 + "a" + ")" * 150, "-" * 150 + "a", "-(" * 75 + "a" + ")" * 75):
        with raises(da.finding.BadSyntax, reason="nested too deep", column=51):
            parse(deep)
    with raises(da.finding.BadSyntax, reason="missing parenthesis", column=4, token=None):
        parse("sin(a")
    with raises(da.finding.BadSyntax, reason="unexpected token", column=1):
        parse("* sin(b")


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), None, [], True, 1j])
def test_values_are_finite_numbers(bad):
    with raises((da.finding.NotFinite, da.finding.WrongType), argument="mass"):
        value(bad, "mass")
