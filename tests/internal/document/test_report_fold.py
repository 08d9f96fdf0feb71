"""Python at the end of a report: lines that fit a page and say the same, whatever a path or a name holds."""

from __future__ import annotations

import ast

import pytest

from dalembert.document.report import columns, folded

LINES = [
    f"robot = da.load({'/a/long/path' * 9 + '/x.urdf'!r}, base='free')",
    "q = da.assemble(robot, [0.0, 0.25, 0.0, 0.0, 0.5, 0.0, 0.0, 0.125, 0.0])",
    "robot = robot.bind(**{'lambda': 3, 'x': \"it's\", 'name': '1/3*sqrt(2)'})",
    f"robot = da.load({'/tmp/    # no comment, (a [bracket ' * 4!r})",
    f"robot = da.load({'関節' * 40 + chr(10) + chr(92)!r})",
]


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("most", [34, columns(246), columns(None)])
def test_a_folded_line_is_the_same_program(line, most):
    made = folded([line], most)
    assert ast.dump(ast.parse("\n".join(made))) == ast.dump(ast.parse(line))
    assert max(map(len, made)) <= most


def test_what_is_no_python_stays_as_it_is():
    odd = "robot = da.load(…" + "x" * 100
    assert folded([odd], 40) == [odd]
