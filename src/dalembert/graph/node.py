"""Node type of expression graphs, which represents a hash-consed scalar operation.

An algorithm is *traced* by running it on nodes instead of numbers. Equal expressions are the same object, so common
subexpressions are shared and can be compared by identity. Numbers are represented by ordinary Python numbers. An
operation with a known numeric result returns a number (`0 * x` is `0`), so a `Node` always depends on a symbol (or on
π).

Exact numbers have the types `int` and `Fraction`. Operations on a `float` return a `float`. `to_text` formats a graph
as a single line of text, for error messages and the interactive prompt.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b
from typing import Any, TypeAlias, final
from weakref import KeyedRef, WeakValueDictionary, ref

Number: TypeAlias = int | float | Fraction
Scalar: TypeAlias = "int | float | Fraction | Node"


class Op(enum.Enum):
    """Scalar operations that a kernel can compute."""

    CONST = "const"
    SYMBOL = "symbol"
    PI = "pi"
    ADD = "add"
    SUB = "sub"
    MUL = "mul"
    DIV = "div"
    NEG = "neg"
    SIN = "sin"
    COS = "cos"
    SQRT = "sqrt"
    SIGN = "sign"
    ABS = "abs"
    EXP = "exp"
    TANH = "tanh"
    SELECT = "select"
    MIN = "min"
    MAX = "max"
    ATAN2 = "atan2"

    __hash__ = object.__hash__  # identity: members are singletons, and this is on the hot path


@final
class Node:
    """Operation on existing nodes. Nodes are created by operators and by the functions of `graph.scalar`."""

    __slots__ = ("__weakref__", "args", "key", "op", "value")

    op: Op
    args: tuple[Node, ...]
    value: Any  # number of a CONST, or name of a SYMBOL
    key: int  # structural hash, the same in every process, which determines the order of operands

    def __add__(self, other: Scalar) -> Scalar:
        if type(other) is Node and self.op in _PLAIN and other.op in _PLAIN:
            return intern(_ADD, (self, other) if self.key <= other.key else (other, self))
        return self if type(other) is int and other == 0 and self.op is not _CONST else build(_ADD, self, other)

    def __radd__(self, other: Scalar) -> Scalar:
        return self if type(other) is int and other == 0 and self.op is not _CONST else build(_ADD, other, self)

    def __sub__(self, other: Scalar) -> Scalar:
        if type(other) is Node and self.op in _PLAIN and other.op in _PLAIN and self is not other:
            return (
                intern(_SUB, (self, other)) if self.key <= other.key else intern(_NEG, (intern(_SUB, (other, self)),))
            )
        return self if type(other) is int and other == 0 and self.op is not _CONST else build(_SUB, self, other)

    def __rsub__(self, other: Scalar) -> Scalar:
        return build(_SUB, other, self)

    def __mul__(self, other: Scalar) -> Scalar:
        if type(other) is Node and self.op in _PLAIN and other.op in _PLAIN:
            return intern(_MUL, (self, other) if self.key <= other.key else (other, self))
        return self.__rmul__(other) if type(other) in (int, float) else build(_MUL, self, other)

    def __rmul__(self, other: Scalar) -> Scalar:
        if type(other) is int and 0 <= other <= 1 and self.op is not _CONST:  # the usual case for matrix entries
            return self if other else 0
        if type(other) is float and other > 0 and other != 1 and self.op in _PLAIN and self.op is not _MUL:
            return intern(_MUL, (const(other), self))
        return build(_MUL, other, self)

    def __truediv__(self, other: Scalar) -> Scalar:
        return build(Op.DIV, self, other)

    def __rtruediv__(self, other: Scalar) -> Scalar:
        return build(Op.DIV, other, self)

    def __neg__(self) -> Scalar:
        return intern(_NEG, (self,)) if self.op in _PLAIN else build(_NEG, self)

    def __pow__(self, exponent: int) -> Scalar:
        """Return an integer power, by repeated squaring."""
        if not isinstance(exponent, int):
            return NotImplemented
        if exponent < 0:
            return 1 / (self**-exponent)
        result: Scalar = 1
        square: Scalar = self
        while exponent:
            if exponent & 1:
                result = result * square
            exponent >>= 1
            if exponent:
                square = square * square
        return result

    def __bool__(self) -> bool:
        raise TypeError("the value of a symbolic scalar is not known; compare structures with 'is'")

    def __repr__(self) -> str:
        return to_text(self)

    def __reduce__(self) -> tuple[Any, ...]:
        if self.op is Op.CONST:
            return const, (self.value,)
        if self.op is Op.SYMBOL:
            return symbol, (self.value,)
        return intern, (self.op, self.args)


_nodes: WeakValueDictionary[Any, Node] = WeakValueDictionary()
# Read and written directly, because the methods of `_nodes` would take most of the time. `_nodes` removes dead nodes,
# which is safe among threads; Python 3.11 to 3.14 have both names.
_places: dict[Any, KeyedRef[Any, Node]] = _nodes.data  # type: ignore[attr-defined]  # the stubs leave it out
_forget: Callable[[Any], Any] = _nodes._remove  # type: ignore[attr-defined]  # the stubs leave it out
_SERIAL = {op: i for i, op in enumerate(Op)}


def intern(op: Op, args: tuple[Node, ...], value: Any = None) -> Node:
    """Return the unique node for an operation, without applying simplification rules."""
    if value is None:
        place: Any = (op, args)
    elif type(value) is Fraction:
        place = (op, value.as_integer_ratio())  # integers are hashed and compared faster
    else:
        place = (op, type(value), value)
    found = _places.get(place)
    node = None if found is None else found()
    if node is None:
        node = Node.__new__(Node)
        node.op, node.args, node.value = op, args, value
        if len(args) == 2:  # the usual case
            node.key = hash((_SERIAL[op], args[0].key, args[1].key))
        elif value is None:
            node.key = hash((_SERIAL[op], *[a.key for a in args]))
        else:
            text = f"{op.value} {type(value).__name__} {value!r}"
            node.key = int.from_bytes(blake2b(text.encode(), digest_size=7).digest(), "little")
        kept = ref.__new__(KeyedRef, node, _forget)  # same as `_nodes[place] = node`, in a third of the time
        kept.key = place
        _places[place] = kept
    return node


def const(value: Number) -> Node:
    """Convert a number to a node, for use as an operand."""
    if type(value) is int:
        return _whole(value)
    if type(value) is not float and type(value) is not Fraction:
        value = float(value) if isinstance(value, float) or not hasattr(value, "numerator") else Fraction(value)
    if type(value) is float and value == 0:
        value = 0.0  # -0.0 equals 0.0, but has a different repr
    return intern(Op.CONST, (), value)


@lru_cache(maxsize=4096)
def _whole(value: int) -> Node:
    """Convert an integer to a node. The nodes of frequently used integers are cached."""
    return intern(Op.CONST, (), Fraction(value))


def symbol(name: str) -> Node:
    """Return the symbol with the given name. Equal names always return the same node."""
    return intern(Op.SYMBOL, (), name)


PI = intern(Op.PI, ())
_CONST = Op.CONST
_ADD = Op.ADD
_SUB = Op.SUB
_MUL = Op.MUL
_NEG = Op.NEG
_PLAIN = frozenset(Op) - {Op.CONST, Op.NEG}  # only the order of operands matters for these operations

Rule: TypeAlias = "Callable[..., Scalar | None]"
RULES: dict[Op, tuple[Rule, ...]] = {}  # filled by `graph.rule`


def build(op: Op, *operands: Scalar) -> Scalar:
    """Apply an operation and simplify the result by exact rules. A known numeric result is returned as a number."""
    if len(operands) == 2:  # the usual case
        a, b = operands
        args: tuple[Node, ...] = (a if type(a) is Node else const(a), b if type(b) is Node else const(b))
    else:
        args = tuple([x if type(x) is Node else const(x) for x in operands])
    for rule in RULES[op]:
        result = rule(*args)
        if result is not None:
            return result
    return intern(op, args)


_INFIX = {Op.ADD: (" + ", 1), Op.SUB: (" - ", 1), Op.MUL: ("*", 2), Op.DIV: ("/", 2)}
_LONGEST = 2000


def to_text(x: Scalar, strength: int = 0, *, exact: bool = False) -> str:
    """Format a graph as infix text. The text can be parsed by `graph.expression.parse` if this parser supports all
    functions in the text. Deeply nested text is abbreviated with "…".

    When parsed, the text gives an expression with the same value. If `exact` is true, parsing gives the same node,
    because a·(b·c) keeps its parentheses and floats are written as float(0.1).
    """
    text = _text(x, strength, 60, exact, [_LONGEST])
    return text if len(text) <= _LONGEST else text[:_LONGEST] + " …"


def _text(x: Scalar, strength: int, depth: int, exact: bool, room: list[int]) -> str:
    room[0] -= 1  # shared nodes are written at every use: n nodes can give 2ⁿ copies
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
