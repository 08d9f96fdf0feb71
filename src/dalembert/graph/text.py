"""A graph as one line of plain text, for error messages and the prompt."""

from __future__ import annotations

from dalembert.graph.node import Node, Op, Scalar

_INFIX = {Op.ADD: (" + ", 1), Op.SUB: (" - ", 1), Op.MUL: ("*", 2), Op.DIV: ("/", 2)}
_LONGEST = 2000


def to_text(x: Scalar, strength: int = 0, *, exact: bool = False) -> str:
    """Infix text that `robot.number.parse` reads back where it has the functions; shortened with … when very deep.

    What is read back is equal in value; `exact`: the same node, a·(b·c) with its parentheses and
    numbers that are not exact as float(0.1).
    """
    text = _text(x, strength, 60, exact, [_LONGEST])
    return text if len(text) <= _LONGEST else text[:_LONGEST] + " …"


def _text(x: Scalar, strength: int, depth: int, exact: bool, room: list[int]) -> str:
    room[0] -= 1  # what is shared is written each time, and a graph shares much: 2ⁿ places of n nodes
    if room[0] < 0:
        return "…"
    if type(x) is float and exact:
        return f"float({x!r})"
    if type(x) is not Node:
        text = str(x)
        return f"({text})" if strength and ("/" in text or text.startswith("-")) else text
    if depth == 0:
        return "…"
    if x.op is Op.CONST:
        return _text(x.value, strength, depth, exact, room)
    if x.op is Op.SYMBOL:
        return str(x.value)
    if x.op is Op.PI:
        return "pi"
    if x.op is Op.NEG:
        text = "-" + _text(x.args[0], 2 + exact, depth - 1, exact, room)
        return f"({text})" if strength else text
    if x.op not in _INFIX:
        return f"{x.op.value}({', '.join(_text(a, 0, depth - 1, exact, room) for a in x.args)})"
    sign, level = _INFIX[x.op]
    left, right = x.args
    tight = level + (exact or x.op in (Op.SUB, Op.DIV))
    text = _text(left, level, depth - 1, exact, room) + sign + _text(right, tight, depth - 1, exact, room)
    return f"({text})" if level < strength else text
