"""Numbers of a robot: floats, exact rationals, or expressions of named symbols, and checked tuples of them.

Text is an expression: `"l1"`, `"pi/2"`, `"-d3"`, `"m*d**2/3"`. Decimals are exact, 0.1 is 1/10; `float(0.1)` is the nearest
float. Python's grammar takes it apart and evaluates nothing; lengths, depths and powers are bounded.

Vectors, directions and poses are converted once, where a part of a robot is built. A rotation keeps lengths and
handedness: R Rᵀ = E, det R = +1.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from operator import add, mul, sub, truediv
from typing import Any, TypeVar

from dalembert import finding
from dalembert.argument import counted, instance, listed
from dalembert.errors import DalembertError
from dalembert.finding.finding import Argument, Given, Measure, Noun, Source, Unit, given
from dalembert.graph import PI, Node, Op, Scalar, symbol, topological
from dalembert.graph.scalar import cos, sin, sqrt
from dalembert.spatial.pose import Pose
from dalembert.spatial.vector import EYE, Matrix, Vector, cross, dot, matmul, transpose
from dalembert.tolerance import GEOMETRY

_TOKEN = re.compile(
    r"\s*(?:(?P<word>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[A-Za-z_]\w*)|(?P<sign>\*\*|[-+*/^()]))", re.ASCII
)
_NAME = re.compile(r"_*[A-Za-z][A-Za-z0-9_]*")
_RESERVED = re.compile(r"(q|qd|qdd|tau|w\d+_)\d+|pi")
_NO_NUMBER = re.compile(r"nan|inf|infinity", re.IGNORECASE)
_FUNCTIONS: dict[str, Callable[[Any], Scalar]] = {"sin": sin, "cos": cos, "sqrt": sqrt, "float": float}
_OPERATIONS: dict[type[ast.operator], Callable[[Any, Any], Scalar]] = {
    ast.Add: add,
    ast.Sub: sub,
    ast.Mult: mul,
    ast.Div: truediv,
}
_LONGEST, _DEEPEST, _LARGEST_POWER, _LARGEST_EXPONENT = 2000, 50, 12, 400
_MOST_BITS = 4000  # of an exact number that is raised to a power
MOST_DIGITS = 60  # of one number
_LARGEST = 1e100  # products of a few such numbers are still floats
_LARGEST_WHOLE = int(_LARGEST)
_exact = lru_cache(maxsize=1024)(Fraction)  # zeros and ones are most of a robot's numbers


def value(x: Any, what: str = "value") -> Scalar:
    """A robot's number from what a user gave: a number, a symbol, or text."""
    if type(x) is Node or (type(x) is float and abs(x) <= _LARGEST):
        return x
    if isinstance(x, str):
        return parse(x)
    if isinstance(x, (int, Fraction)) and not isinstance(x, bool):
        above, below = x.as_integer_ratio()  # whole numbers: fractions are slow to compare
        if abs(above) <= _LARGEST_WHOLE * below:
            return x if isinstance(x, Fraction) else _exact(int(x))
        number = -math.inf if x < 0 else math.inf
    else:
        number = _float(x, what)
    if abs(number) > _LARGEST:
        raise finding.OutOfRange(Argument(what), Measure(number), -_LARGEST, _LARGEST).error()
    return number


def _float(x: Any, what: str) -> float:
    """A finite number of another library."""
    number = None
    if not isinstance(x, (bool, bytes, bytearray)) and getattr(getattr(x, "dtype", None), "kind", "") != "b":
        with suppress(TypeError, ValueError, OverflowError):
            number = float(x)
    if number is None:
        raise finding.WrongType(Argument(what), Noun("a number or an expression"), given(x)).error()
    if not math.isfinite(number):
        raise finding.NotFinite(Argument(what)).error()
    return number


def name(text: str, noun: str = "symbol") -> str:
    """Return the name of a symbol or coordinate: a plain identifier that is not reserved."""
    plain = isinstance(text, str) and _NAME.fullmatch(text) is not None and len(text) <= 60
    if not plain or _RESERVED.fullmatch(text):
        raise finding.BadName(Noun(noun), Source(str(text)[:80]), plain).error()
    return text


def parse(text: str) -> Scalar:
    """Read an expression of numbers, names, + - * / ** ( ), sin, cos, sqrt, float and pi."""
    parser = _Expression(text)
    result = parser.value()
    constants = [node.value for node in topological([result]) if node.op is Op.CONST]
    small = all(abs(x) <= _LARGEST for x in (constants if isinstance(result, Node) else [result]))
    parser.require(small, "number out of range")
    return result


class _Expression:
    """A text whose numbers and names were replaced by one name, so that Python can take it apart without reading them."""

    def __init__(self, text: str) -> None:
        self.text, self.spelled = text, ""
        self.require(len(text) <= _LONGEST, "too long")
        self.tokens: dict[
            int, tuple[str, int]
        ] = {}  # by place in what Python sees: the token, and its place in the text
        at, stripped = 0, text.rstrip()
        depth, prefixes, operand = 0, 0, False  # Python's parser nests parentheses, prefixes and powers on the C stack
        while at < len(stripped):
            match = _TOKEN.match(stripped, at)
            self.require(match, "unexpected token", at, stripped[at:].lstrip()[:1])
            assert match is not None
            assert match.lastgroup is not None
            self.tokens[len(self.spelled)] = match[match.lastgroup], match.start(match.lastgroup)
            self.spelled += "x " if match.lastgroup == "word" else match["sign"].replace("^", "**") + " "
            sign = match["sign"]
            depth += (sign == "(") - (sign == ")")
            if sign in ("**", "^") or (sign in ("+", "-") and not operand):
                prefixes += 1
            elif sign in ("+", "-", "*", "/"):
                prefixes = 0
            operand = sign in (None, ")")
            self.require(depth + prefixes <= _DEEPEST, "nested too deep", at)
            at = match.end()

    def require(self, holds: object, reason: str, at: int | None = None, token: str | None = None) -> None:
        if not holds:
            text = self.text if len(self.text) <= 80 else self.text[:80] + "…"
            found = None if token is None else Given(f"'{token}'")
            raise finding.BadSyntax(Source(text), Noun(reason), None if at is None else at + 1, found).error()

    def value(self) -> Scalar:
        try:
            return self.of(ast.parse(self.spelled.strip(), mode="eval").body)
        except DalembertError:
            raise
        except (RecursionError, MemoryError):
            reason, at, token = "nested too deep", None, None
        except SyntaxError as error:
            reason, at, token = self.misplaced((error.offset or 1) - 1)
        except (ArithmeticError, ValueError):  # beyond the floats
            reason, at, token = "number out of range", None, None
        self.require(False, reason, at, token)
        raise AssertionError

    def misplaced(self, place: int) -> tuple[str, int, str | None]:
        """What Python's grammar rejects: the reason, its place in the text, and the token there."""
        if place not in self.tokens or self.spelled.rstrip()[-1:] in "+-*/":
            return "incomplete", len(self.text), None  # Python blames the sign, not its missing operand
        token, at = self.tokens[place]
        if token == "(" and self.spelled.count("(") > self.spelled.count(")"):
            return "missing parenthesis", at, None
        return "unexpected token", at, token

    def of(self, node: ast.expr) -> Scalar:
        """The value of a part; sums and products are long to the left, so these are not nested calls."""
        chain: list[ast.BinOp] = []
        while isinstance(node, ast.BinOp):
            chain.append(node)
            node = node.left
        result = self.single(node)
        for part in reversed(chain):
            at = self.tokens[part.right.col_offset][1]
            if isinstance(part.op, ast.Pow):
                result = self.power(result, part.right, at)
                continue
            operation = _OPERATIONS.get(type(part.op))
            self.require(operation, "unexpected token", at)
            assert operation is not None
            right = self.of(part.right)
            self.require(operation is not truediv or isinstance(right, Node) or right != 0, "division by zero", at)
            result = operation(result, right)
        return result

    def single(self, node: ast.expr) -> Scalar:
        """A number, a name, a function of something, or one of them with a sign."""
        text, at = self.tokens[node.col_offset]
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
            inner = self.of(node.operand)
            return -inner if isinstance(node.op, ast.USub) else inner
        if isinstance(node, ast.Call) and len(node.args) == 1 and isinstance(node.func, ast.Name):
            self.require(text in _FUNCTIONS, "unexpected token", at, text)
            inner = self.of(node.args[0])
            self.require(text != "float" or not isinstance(inner, Node), "float of symbols", at)
            real = isinstance(inner, Node) or inner >= 0
            self.require(text != "sqrt" or real, "root of a negative number", at)
            return _FUNCTIONS[text](inner)
        self.require(isinstance(node, ast.Name), "unexpected token", at, text)
        self.require(text not in _FUNCTIONS, "no parentheses", at, text)
        self.require(not _NO_NUMBER.fullmatch(text), "not a finite number", at, text)
        if text[0] not in "0123456789.":
            return PI if text == "pi" else symbol(name(text))
        mantissa, _, exponent = text.lower().partition("e")
        large = len(mantissa) > MOST_DIGITS or (exponent and abs(int(exponent)) > _LARGEST_EXPONENT)
        self.require(not large, "number out of range", at)
        return Fraction(text)

    def power(self, x: Scalar, exponent: ast.expr, at: int) -> Scalar:
        """x^k for whole k."""
        negative = isinstance(exponent, ast.UnaryOp) and isinstance(exponent.op, ast.USub)
        whole = exponent.operand if isinstance(exponent, ast.UnaryOp) and negative else exponent
        text, _ = self.tokens[whole.col_offset]
        small = isinstance(whole, ast.Name) and text.isdigit() and int(text) <= _LARGEST_POWER
        self.require(small, "bad power", at)
        bits = 0 if isinstance(x, Node) else max(map(int.bit_length, x.as_integer_ratio()))
        self.require(bits <= _MOST_BITS, "number out of range", at)
        self.require(not negative or isinstance(x, Node) or x != 0, "division by zero", at)
        result: Scalar = x ** (-int(text) if negative else int(text))
        return result


_Part = TypeVar("_Part")


def require(holds: bool, noun: str, name: str, expected: str, got: object = None) -> None:
    """Raise a `PartProblem` unless a part of a robot is as `expected`."""
    if not holds:
        raise finding.contradiction(noun, name, expected, got)


def in_range(
    x: Any, what: str, lower: Any = None, upper: Any = None, *, strict: bool = False, unit: str = "1"
) -> Scalar:
    """A number between bounds, which a strict range leaves out; a symbol is in every range."""
    number = value(x, what)
    if isinstance(number, Node):
        return number
    bounds = [None if y is None or isinstance(y, Node) else y for y in (lower, upper)]
    below = bounds[0] is not None and (number < bounds[0] or (strict and number == bounds[0]))
    above = bounds[1] is not None and (number > bounds[1] or (strict and number == bounds[1]))
    if below or above:
        low, high = (None if y is None else float(y) for y in bounds)
        raise finding.OutOfRange(Argument(what), Measure(float(number), Unit(unit)), low, high, strict).error()
    return number


def pairs(given_: Any, what: str, noun: str) -> list[tuple[str, Any]]:
    """Return pairs of a name and a value, from a sequence of them or a mapping."""
    found = listed(given_.items() if isinstance(given_, Mapping) else given_, what, noun)
    if not all(isinstance(x, (tuple, list)) and len(x) == 2 and isinstance(x[0], str) for x in found):
        raise finding.WrongType(Argument(what), Noun(noun), given(given_)).error()
    return [(name, x) for name, x in found]


def checked_entries(entries: Any, size: int, what: str) -> tuple[Any, ...]:
    """Return the items of a list of the given size; a text is not a list."""
    if type(entries) is tuple and len(entries) == size:  # nearly always
        return entries
    found = listed(entries, what)
    counted(found, what, size, "numbers")
    return found


def checked_vector(given: Any, size: int, what: str) -> Vector:
    return tuple(value(x, what) for x in checked_entries(given, size, what))


def checked_direction(given: Any, what: str) -> Vector:
    """An axis; whole numbers stay as they are."""
    return tuple(x if type(x) is int else value(x, what) for x in checked_entries(given, 3, what))


def checked_pose(given: Any, what: str) -> Pose:
    """A pose, whose entries may have been given as text."""
    instance(given, what, Pose, "a pose")
    R = tuple(checked_vector(row, 3, f"R of {what}") for row in checked_entries(given.R, 3, f"R of {what}"))
    return Pose(checked_rotation(R, f"R of {what}"), checked_vector(given.p, 3, f"p of {what}"))


def checked_rotation(R: Matrix, what: str) -> Matrix:
    """The matrix, if it is a rotation; one with symbols is taken as it is."""
    if R == EYE or any(isinstance(x, Node) for row in R for x in row):
        return R
    numbers = tuple(tuple(map(float, row)) for row in R)
    square = matmul(numbers, transpose(numbers))
    off = max(abs(square[i][j] - EYE[i][j]) for i in range(3) for j in range(3))
    if off > GEOMETRY:
        raise finding.NotARotation(Argument(what), off=off).error()
    if dot(numbers[0], cross(numbers[1], numbers[2])) < 0:
        raise finding.NotARotation(Argument(what), determinant=-1.0).error()
    return R


def checked_factor(given: Any, what: str) -> Scalar:
    """A number that need not be exact: whole ones stay as they are."""
    return given if type(given) is int else value(given, what)


def checked_part(part: Any, kind: type[_Part], what: str) -> _Part:
    """Return a part of a robot: a link's inertia, a joint's drive."""
    found: _Part = instance(part, what, kind, f"a {kind.__name__}")
    return found


def checked_parts(parts: Any, kind: type[Any] | tuple[type[Any], ...], what: str) -> tuple[Any, ...]:
    """Return parts of a robot as a tuple."""
    return tuple(instance(x, what, kind, f"some {what}") for x in listed(parts, what))
