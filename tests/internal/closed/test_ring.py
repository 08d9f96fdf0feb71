"""The exact ring: normal forms, derivatives and numbers, against floating-point evaluation and known identities."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

import dalembert as da
from dalembert.closed.algebra.exact_numbers import exact_rotation, exact_scalar
from dalembert.closed.algebra.ring import names, ring_for
from dalembert.closed.printing.display import ElementDisplay
from dalembert.graph import evaluate, substitute, symbol
from dalembert.graph.diff import forward
from dalembert.graph.expression import parse
from dalembert.graph.node import Node
from dalembert.graph.scalar import cos, sign, sin, sqrt
from dalembert.spatial.pose import rotation_rpy
from raised import raises
from tolerance import ROUNDED, SAME_ALGORITHM, SOLVED

Q = [symbol(f"q{k}") for k in (1, 2, 3)]
ARM = ring_for(names(3), ["l1", "l2", "m", "a", "n"], [sin(Q[0]), sin(Q[0] + Q[1]), sin(Q[2]), parse("sin(a)/n")])
VALUES = {"q1": 0.7, "q2": -1.1, "q3": 2.3, "qd1": 0.4, "qd2": -0.6, "qd3": 1.2, "l1": 0.31, "l2": 0.42, "m": 1.7,
          "a": 0.23, "n": 3.1, "qdd1": 0.5, "qdd2": 0.6, "qdd3": -0.7}  # fmt: skip


def value(ring, element):
    """An element as a float, through the graph that is written from it."""
    return evaluate([ElementDisplay(ring).node(element)], VALUES)[0]


atoms = st.sampled_from([*Q, *(symbol(x) for x in ("l1", "l2", "m", "qd1")), Fraction(2, 3), -2, 3])
angles = st.tuples(*[st.integers(-2, 2)] * 3).map(lambda k: k[0] * Q[0] + k[1] * (Q[0] + Q[1]) + k[2] * Q[2])
waves = st.tuples(st.sampled_from([sin, cos]), angles).map(lambda x: x[0](x[1]))
expressions = st.recursive(
    atoms | waves,
    lambda inner: st.tuples(st.sampled_from("+-*"), inner, inner).map(
        lambda x: x[1] + x[2] if x[0] == "+" else x[1] - x[2] if x[0] == "-" else x[1] * x[2]
    ),
    max_leaves=8,
)


@settings(max_examples=60, deadline=None)
@given(expressions)
def test_the_normal_form_has_the_value_of_the_expression(x):
    expected = evaluate([x], VALUES)[0]
    assert value(ARM, ARM.poly(x)) == pytest.approx(expected, rel=SOLVED, abs=SOLVED)  # multiples of angles cancel


@settings(max_examples=40, deadline=None)
@given(expressions, st.sampled_from(["q1", "q2", "q3", "qd1", "m"]))
def test_derivatives_agree_with_those_of_the_graph(x, name):
    expected = forward([x], {symbol(name): 1})[0] if isinstance(x, Node) else 0
    assert ARM.equal(ARM.diff(ARM.poly(x), name), ARM.poly(expected))


@settings(max_examples=40, deadline=None)
@given(expressions, expressions)
def test_equal_expressions_have_one_normal_form(x, y):
    """(x + y)² and x² + 2xy + y², after different orders of work."""
    try:
        a = ARM.poly((x + y) * (x + y))
    except da.errors.WrongValue:  # more terms than the ring multiplies
        reject()
    b = ARM.mul(ARM.poly(x), ARM.poly(x)) + 2 * ARM.mul(ARM.poly(x), ARM.poly(y)) + ARM.mul(ARM.poly(y), ARM.poly(y))
    assert a == b


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("sin(q1)**2 + cos(q1)**2", "1"),
        ("sin(q1 + q2)", "sin(q1)*cos(q2) + cos(q1)*sin(q2)"),
        ("cos(2*q1 + q2)", "cos(q1)*cos(q1 + q2) - sin(q1)*sin(q1 + q2)"),
        ("cos(3*q3)", "4*cos(q3)**3 - 3*cos(q3)"),
        ("sin(q1 + pi/2)", "cos(q1)"),
        ("sin(q1 - pi)", "-sin(q1)"),
        ("cos(-q3)", "cos(q3)"),
    ],
)
def test_identities(left, right):
    assert ARM.poly(_read(left)) == ARM.poly(_read(right))


def _read(text):
    """`parse` keeps q1 for coordinates, so the text is read with other letters and put back."""
    x = parse(text.replace("q", "u"))
    return substitute([x], {f"u{k}": symbol(f"q{k}") for k in (1, 2, 3)})[0]


def test_rate_is_the_chain_rule():
    p = ARM.poly(cos(Q[0] + Q[1]) * symbol("qd1"))
    expected = -sin(Q[0] + Q[1]) * (symbol("qd1") + symbol("qd2")) * symbol("qd1") + cos(Q[0] + Q[1]) * symbol("qdd1")
    assert ARM.rate(p) == ARM.poly(expected)


def test_quotients_cancel():
    ring = ring_for(names(1), ["m", "mx", "a", "b"], [parse("mx/m"), parse("1/(a + b)")])
    assert ring.poly(symbol("m") * (symbol("mx") / symbol("m"))) == ring.symbol("mx")
    one = ring.poly((symbol("a") + symbol("b")) * parse("1/(a + b)"))
    assert ring.equal(one, ring.one)
    assert not ring.equal(ring.poly(parse("a/(a + b)")), ring.poly(parse("b/(a + b)")))
    assert ring.equal(
        ring.diff(ring.poly(parse("1/(a + b)")), "a"), ring.poly(-parse("1/(a + b)") * parse("1/(a + b)"))
    )
    with raises(da.finding.NoElement):
        ring.poly(symbol("m") / (symbol("a") + symbol("b") - symbol("b") - symbol("a")))


def test_roots_and_turns_are_exact():
    ring = ring_for(names(1), ["x"], [sqrt(12), parse("cos(pi/12)"), parse("sin(pi/5)"), parse("sqrt(x + 1)")])
    assert ring.poly(sqrt(12)) == 2 * ring.root(ring.number(3))
    assert ring.mul(ring.poly(sqrt(12)), ring.poly(sqrt(12))) == ring.number(12)
    for k in range(24):
        text = f"{k}*pi/12"
        s, c = ring.sincos(ring.poly(parse(text)))
        assert value(ring, s) == pytest.approx(math.sin(k * math.pi / 12), abs=ROUNDED)
        assert value(ring, c) == pytest.approx(math.cos(k * math.pi / 12), abs=ROUNDED)
    s, c = ring.sincos(ring.poly(parse("pi/5")))
    assert ring.mul(s, s) + ring.mul(c, c) == ring.one
    assert ring.mul(ring.poly(parse("sqrt(x + 1)")), ring.poly(parse("sqrt(x + 1)"))) == ring.poly(parse("x + 1"))
    with raises(da.finding.NoElement, name="-2"):
        ring.root(ring.number(-2))


def test_half_angles_refine_the_ring():
    ring = ring_for(names(1), [], [sin(Q[0]), cos(Q[0] / 2)])
    half = ring.poly(cos(Q[0] / 2))
    assert 2 * ring.mul(half, half) - 1 == ring.poly(cos(Q[0]))


def test_odd_ratios_are_angles_of_their_own():
    """q1 and 1.2345 q1 have no relation that matters; sums with them still expand."""
    ring = ring_for(names(2), [], [sin(Q[0]), sin(Fraction("1.2345") * Q[0])])
    s, c = ring.sincos(ring.poly(Fraction("1.2345") * Q[0]))
    assert ring.mul(s, s) + ring.mul(c, c) == ring.one
    assert ring.diff(s, "q1") == ring.number(Fraction("1.2345")) * c


def test_floats_are_their_shortest_decimals():
    assert ARM.poly(9.81) == ARM.number(Fraction(981, 100))
    assert exact_scalar(0.1 * symbol("m")) is Fraction(1, 10) * symbol("m")


def test_signs_are_odd():
    v = symbol("qd1")
    ring = ring_for(names(1), [], [sign(v)])
    assert ring.poly(sign(-v)) == -ring.poly(sign(v))


def test_a_larger_ring_keeps_elements():
    larger = ARM.extended([symbol("h") * cos(symbol("b"))], ["h", "b"])
    p = ARM.poly(sin(Q[0] + Q[1]) * symbol("l1"))
    assert larger.lift(p) == larger.poly(sin(Q[0] + Q[1]) * symbol("l1"))
    assert ARM.extended([sin(Q[0])]) is ARM
    with raises(da.finding.NoElement, name="1/2"):
        ARM.extended([sin(Q[2] / 2)])


def test_collect_by_symbols():
    p = ARM.poly(symbol("m") * (symbol("l1") + symbol("l2") * cos(Q[1])) + symbol("l1"))
    parts = ARM.collect(p, ["m"])
    assert parts == {(1,): ARM.poly(symbol("l1") + symbol("l2") * cos(Q[1])), (0,): ARM.symbol("l1")}


def test_what_the_ring_lacks_is_said():
    with raises(da.finding.Unknown, noun="symbol", name="mm"):
        ARM.symbol("mm")
    with raises(da.finding.NoElement, name="cos/sin of l1"):
        ARM.poly(sin(symbol("l1")))
    ring = ring_for(names(1), ["x"], [sqrt(symbol("x"))])
    root = ring.poly(sqrt(symbol("x")))
    with raises(da.finding.NoElement, name="root(x)"):
        ring.diff(root, "x")


@settings(max_examples=40, deadline=None)
@given(st.tuples(*[st.integers(-3200, 3200).map(lambda k: k / 1000)] * 3))
def test_rotations_become_exactly_orthogonal(angles):
    R = rotation_rpy(*angles)
    exact = exact_rotation(R)
    assert np.abs(np.array(evaluate([x for row in exact for x in row], {})) - np.array(R, float).ravel()).max() < 2e-15
    ring = ring_for(names(1), [], [x for row in exact for x in row])
    rows = [[ring.poly(x) for x in row] for row in exact]
    for i in range(3):
        for j in range(3):
            assert ring.dot(rows[i], rows[j]) == ring.number(int(i == j))


@pytest.mark.parametrize("angle", [math.pi / 4, math.pi / 3, -math.pi / 6, 3 * math.pi / 4])
def test_usual_angles_keep_their_roots(angle):
    exact = exact_rotation(rotation_rpy(angle, 0, math.pi / 2))
    entries = [x for row in exact for x in row]
    assert any(isinstance(x, Node) for x in entries)  # √2 or √3, not a long fraction
    assert abs(evaluate([exact[2][1]], {})[0] - math.sin(angle)) < SAME_ALGORITHM
