"""The linear program: the same numbers, the same text in every process, signs where they are free."""

import math
import operator
import os
import subprocess
import sys

import numpy as np
import pytest

import dalembert as da
from dalembert.codegen.tape import tape
from dalembert.graph import PI, Op, Operations, evaluate, symbol
from dalembert.graph.scalar import atan2, cos, exp, maximum, minimum, select, sin, sqrt
from raised import raises
from tolerance import ROUNDED

ARITHMETIC = {
    Op.ADD: operator.add,
    Op.SUB: operator.sub,
    Op.MUL: operator.mul,
    Op.DIV: operator.truediv,
    Op.NEG: operator.neg,
    Op.MIN: min,
    Op.MAX: max,
    Op.SELECT: lambda a, b, x, y: x if a < b else y,
}
X, Y, Z = (symbol(name) for name in "xyz")


def run(program, values):
    """The meaning of a tape."""
    slots = [*values, *program.constants]
    for op, args in program.instructions:
        function = ARITHMETIC.get(op) or getattr(math, op.value)
        slots.append(function(*(slots[i] for i in args)))
    return [slots[i] for i in program.outputs]


def ops(outputs):
    return [op.value for op, _ in tape([X, Y, Z], outputs).instructions]


def test_a_tape_computes_what_the_graph_means():
    outputs = [
        sin(X * Y) - cos(X + 2),
        exp(-(X * X)) / (1 + Y * Y),
        -(X - Y) * 3,
        7,
        X,
        -(sin(X) * 4 + Y),
        sqrt(2 + Z) * PI,
        atan2(X, Y - Z) + minimum(X, Z) * maximum(Y, 0.5),
        select(X, Y, Z, 1) + select(Y, X, -Z, -X),
    ]
    values = dict(zip("xyz", (0.3, -1.2, 0.7), strict=True))
    np.testing.assert_allclose(run(tape([X, Y, Z], outputs), values.values()), evaluate(outputs, values), rtol=ROUNDED)


@pytest.mark.parametrize(
    ("outputs", "expected"),
    [
        ([-(X - Y)], ["sub"]),
        ([Y - X, X - Y], ["sub", "neg"]),  # both are wanted, so one sign change is paid
        ([-(3 * X)], ["mul"]),
        ([-(3 * X + Y)], ["mul", "sub"]),
        ([-((X - Y) * Z)], ["sub", "mul"]),
        ([-((X - Y) / Z)], ["sub", "div"]),
        ([-(X * Y)], ["mul", "neg"]),
        ([PI * X / 2], ["mul"]),
        ([X * Y, X * Y, X * Y + Z], ["mul", "add"]),
    ],
)
def test_signs_and_known_numbers_cost_nothing(outputs, expected):
    assert ops(outputs) == expected
    values = dict(zip("xyz", (0.3, -1.2, 0.7), strict=True))
    np.testing.assert_allclose(run(tape([X, Y, Z], outputs), values.values()), evaluate(outputs, values), rtol=ROUNDED)


def test_sines_come_early_and_together():
    found = ops([X * Y * sin(Z) + Z * cos(X + Y) + cos(Z) * X])
    first, last = (f([i for i, op in enumerate(found) if op in ("sin", "cos")]) for f in (min, max))
    assert last - first == 2
    assert found[:first] == ["add"]
    nested = tape([X], [sin(sin(sin(X)))])
    assert [args for _, args in nested.instructions] == [(0,), (1,), (2,)]


@pytest.mark.parametrize("depth", [1, 3, 6])
def test_a_full_tree_needs_one_value_more_than_it_is_deep(depth):
    """Sethi and Ullman's least number of registers, here with two operands read at a time."""
    leaves = [symbol(f"x{i}") for i in range(2**depth)]
    level = leaves
    while len(level) > 1:
        level = [a + b if len(level) % 4 else a - 2 * b for a, b in zip(level[::2], level[1::2], strict=True)]
    assert tape(leaves, level).alive <= depth + 2


def test_light_operands_wait_for_heavy_ones():
    pairs = [(symbol(f"x{i}"), symbol(f"y{i}")) for i in range(20)]
    nested = X
    for x, y in pairs:
        nested = (x + y) * (nested - 1)
    program = tape([X, *(s for pair in pairs for s in pair)], [nested])
    assert program.alive <= 4


def test_values_that_wait_are_counted_as_the_program_runs():
    program = tape([X, Y, Z], [sin(X) * Y + cos(X) / Z - sqrt(Y) * 2, (X + Y) * (Y - Z), X * sin(Y)])
    used = {slot: at for at, (_, args) in enumerate(program.instructions) for slot in args}
    most = 0
    for at in range(len(program.instructions)):
        read = {slot for _, args in program.instructions[: at + 1] for slot in args} - set(range(3, program.first))
        made = {program.first + i for i in range(at + 1)}
        most = max(most, sum(used.get(slot, slot - program.first) >= at for slot in read | made))
    assert program.alive == most


def test_operations_are_counted():
    program = tape([X, Y, Z], [sin(X) * Y + cos(X) / Z - sqrt(Y) * 2, -(Z * Z)])
    assert program.operations == Operations(mul=3, add=3, div=1, sincos=1, other=1)


def test_choices_and_angles_are_counted_apart():
    program = tape([X, Y, Z], [select(X, Y, Z, 1) + minimum(X, Y), maximum(X, Z), atan2(X, Y)])
    assert program.operations == Operations(add=1, other=4)


def test_inputs_that_only_a_side_of_a_choice_reads_may_be_hidden():
    assert tape([X, Y, Z], [select(X, 0, Y * Z, X)]).shown >= {0}
    assert not tape([X, Y, Z], [select(X, 0, Y * Z, X)]).shown & {1, 2}
    assert tape([X, Y, Z], [select(X, 0, Y * Z, X) + Z, minimum(X, Y)]).shown >= {0, 1, 2}


def test_a_symbol_without_a_value_is_named():
    with raises(da.finding.UnboundInputs):
        tape([X], [X + Y * Z])


def test_the_digest_is_the_same_in_every_process_and_differs_with_the_program():
    code = (
        "from dalembert.graph import symbol; from dalembert.graph.scalar import sin, cos; from dalembert.codegen.tape import tape\n"
        "q = [symbol(f'q{i}') for i in range(8)]\n"
        "e = sum((sin(a) * cos(b) * (i + 0.5) - a * b for i, a in enumerate(q) for b in q), 0)\n"
        "print(tape(q, [e, e * e]).digest)"
    )
    found = set()
    for seed in ("0", "1", "77"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        found.add(
            subprocess.run(
                [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
            ).stdout
        )
    assert len(found) == 1
    digests = {tape([X, Y], [x]).digest for x in (X + Y, X - Y, X * Y, X + 2, X + 2.5, X, Y)} | {
        tape([Y, X], [X - Y]).digest
    }
    assert len(digests) == 8
