"""Numbers of a robot: floats, exact rationals, or expressions of named symbols, and checked tuples of them.

Text is read by the small parser below: `"l1"`, `"pi/2"`, `"-d3"`, `"m*d**2/3"`. Decimals are exact, 0.1 is 1/10;
`float(0.1)` is the nearest float. Python evaluates nothing; lengths, depths and powers are bounded.

Vectors, directions and poses are converted once, where a part of a robot is built. A rotation keeps lengths and
handedness: R Rᵀ = E, det R = +1.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeVar

from dalembert.errors import BadExpression, WrongSize, WrongValue
from dalembert.graph import PI, Node, Op, Scalar, symbol, topological
from dalembert.graph.scalar import cos, sin, sqrt
from dalembert.spatial.pose import Pose
from dalembert.spatial.vector import EYE, Matrix, Vector, cross, dot, matmul, transpose

_TOKEN = re.compile(
    r"\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([A-Za-z_]\w*)|(\*\*|[-+*/^()]))", re.ASCII
)
_NAME = re.compile(r"_*[A-Za-z][A-Za-z0-9_]*")
_RESERVED = re.compile(r"(q|qd|qdd|tau|w\d+_)\d+|pi")
_NO_NUMBER = re.compile(r"nan|inf|infinity", re.IGNORECASE)
_FUNCTIONS = {"sin": sin, "cos": cos, "sqrt": sqrt}
_LONGEST, _DEEPEST, _LARGEST_POWER, _LARGEST_EXPONENT = 2000, 50, 12, 400
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
        if abs(above) > _LARGEST_WHOLE * below:
            raise WrongValue(f"{what} is out of range: its size is above {_LARGEST:g}")
        return x if isinstance(x, Fraction) else _exact(int(x))
    try:
        if isinstance(x, (bool, bytes, bytearray)) or getattr(getattr(x, "dtype", None), "kind", "") == "b":
            raise TypeError
        number = float(x)
    except (TypeError, ValueError, OverflowError):
        raise WrongValue(f"{what} must be a number or an expression, got {x!r}") from None
    if not math.isfinite(number):
        raise WrongValue(f"{what} must be finite, got {number}")
    if abs(number) > _LARGEST:
        raise WrongValue(f"{what} is out of range: {number:g}, and its size is at most {_LARGEST:g}")
    return number


def name(text: str, what: str = "symbol") -> str:
    """A checked symbol name: a plain identifier that is not a coordinate's."""
    if not isinstance(text, str) or not _NAME.fullmatch(text) or len(text) > 60:
        raise BadExpression(
            f"{what} '{text}' is not a name: letters, digits and _ only, a letter first, at most 60 of them"
        )
    if _RESERVED.fullmatch(text):
        raise BadExpression(
            f"{what} '{text}' is kept for coordinates and constants (q1, qd1, qdd1, tau1, w1_1, pi); choose another"
        )
    return text


def parse(text: str) -> Scalar:
    """Read an expression of numbers, names, + - * / ** ( ), sin, cos, sqrt, float and pi."""
    result = _Parser(text).whole()
    constants = [node.value for node in topological([result]) if node.op is Op.CONST]
    if any(abs(x) > _LARGEST for x in (constants if isinstance(result, Node) else [result])):
        raise BadExpression(f"cannot read '{text[:80]}': a number in it is out of range, above {_LARGEST:g}")
    return result


class _Parser:
    """Recursive descent; decimals become exact rationals."""

    def __init__(self, text: str) -> None:
        if len(text) > _LONGEST:
            raise BadExpression(f"expression of {len(text)} characters; at most {_LONGEST} are read")
        self.text, self.at, self.depth = text, 0, 0
        self.tokens: list[tuple[str, str, int]] = []
        at = 0
        stripped = text.rstrip()
        while at < len(stripped):
            match = _TOKEN.match(stripped, at)
            if match is None:
                raise self.error(f"unexpected '{stripped[at:].lstrip()[0]}'", at)
            number, word, sign = match.groups()
            kind = "number" if number else "name" if word else "sign"
            self.tokens.append((kind, number or word or sign, match.start()))
            at = match.end()

    def error(self, why: str, at: int) -> BadExpression:
        shown = self.text if len(self.text) <= 80 else self.text[:80] + "…"
        return BadExpression(f"cannot read '{shown}': {why} at column {at + 1}")

    def peek(self) -> str:
        return self.tokens[self.at][1] if self.at < len(self.tokens) else ""

    def take(self) -> tuple[str, str, int]:
        if self.at == len(self.tokens):
            raise self.error("it ends too early", len(self.text))
        self.at += 1
        return self.tokens[self.at - 1]

    def whole(self) -> Scalar:
        result = self.sum()
        if self.at < len(self.tokens):
            _, text, at = self.tokens[self.at]
            raise self.error(f"unexpected '{text}'", at)
        return result

    def sum(self) -> Scalar:
        result = self.product()
        while self.peek() in ("+", "-"):
            _, sign, _ = self.take()
            term = self.product()
            result = result + term if sign == "+" else result - term
        return result

    def product(self) -> Scalar:
        result = self.signed()
        while self.peek() in ("*", "/"):
            _, sign, at = self.take()
            factor = self.signed()
            if sign == "/" and not isinstance(factor, Node) and factor == 0:
                raise self.error("division by zero", at)
            result = result * factor if sign == "*" else result / factor
        return result

    def signed(self) -> Scalar:
        if self.peek() in ("-", "+"):
            _, sign, at = self.take()
            self.deeper(at)
            result = self.signed()
            self.depth -= 1
            return -result if sign == "-" else result
        return self.power()

    def deeper(self, at: int) -> None:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise self.error(f"nested more than {_DEEPEST} deep", at)

    def power(self) -> Scalar:
        result = self.atom()
        if self.peek() in ("**", "^"):
            _, _, at = self.take()
            negative = self.peek() == "-"
            if negative:
                self.take()
            kind, text, at = self.take()
            if kind != "number" or not text.isdigit() or int(text) > _LARGEST_POWER:
                raise self.error(f"a power must be a whole number up to {_LARGEST_POWER}", at)
            exponent = -int(text) if negative else int(text)
            if exponent < 0 and not isinstance(result, Node) and result == 0:
                raise self.error("division by zero", at)
            result = result**exponent
        return result

    def atom(self) -> Scalar:
        kind, text, at = self.take()
        if kind == "number":
            mantissa, _, exponent = text.lower().partition("e")
            if len(mantissa) > MOST_DIGITS or (exponent and abs(int(exponent)) > _LARGEST_EXPONENT):
                raise self.error("the number is out of range", at)
            return Fraction(text)
        if kind == "name":
            if text in _FUNCTIONS or text == "float":
                if self.peek() != "(":
                    raise self.error(f"'{text}' needs its argument in parentheses", at)
                if text == "float":
                    return self.inexact(at)
                return _FUNCTIONS[text](self.group())
            if _NO_NUMBER.fullmatch(text):
                raise self.error(f"'{text}' is no number of a robot", at)
            return PI if text == "pi" else symbol(name(text))
        if text == "(":
            self.at -= 1
            return self.group()
        raise self.error(f"unexpected '{text}'", at)

    def inexact(self, at: int) -> float:
        inner = self.group()
        if isinstance(inner, Node):
            raise self.error("'float' is of a number alone", at)
        return float(inner)

    def group(self) -> Scalar:
        _, _, at = self.take()
        self.deeper(at)
        result = self.sum()
        if self.peek() != ")":
            raise self.error("a ')' is missing", at)
        self.take()
        self.depth -= 1
        return result


_SKEWED = 1e-6  # what rounding in files may leave of R Rᵀ − E
Part = TypeVar("Part")


def checked_entries(given: Any, size: int, what: str) -> tuple[Any, ...]:
    """The items of a list, counted; a text is not a list."""
    if isinstance(given, (str, bytes, Mapping)) or not hasattr(given, "__iter__"):
        raise WrongSize(f"{what} needs {size} entries, got {given!r}")
    found = tuple(given)
    if len(found) != size:
        raise WrongSize(f"{what} has {len(found)} entries, it needs {size}")
    return found


def checked_vector(given: Any, size: int, what: str) -> Vector:
    return tuple(value(x, what) for x in checked_entries(given, size, what))


def checked_direction(given: Any, what: str) -> Vector:
    """An axis; whole numbers stay as they are."""
    return tuple(x if type(x) is int else value(x, what) for x in checked_entries(given, 3, what))


def checked_pose(given: Any, what: str) -> Pose:
    """A pose, whose entries may have been given as text."""
    if not isinstance(given, Pose):
        raise WrongValue(f"{what} must be a Pose, got {type(given).__name__}")
    R = tuple(
        checked_vector(row, 3, f"a row of R in the {what}") for row in checked_entries(given.R, 3, f"R in the {what}")
    )
    checked_rotation(R, what)
    return Pose(R, checked_vector(given.p, 3, f"p in the {what}"))


def checked_rotation(R: Matrix, what: str) -> Matrix:
    """The matrix, if it is a rotation; one with symbols is taken as it is."""
    if R == EYE or any(isinstance(x, Node) for row in R for x in row):
        return R
    numbers = tuple(tuple(map(float, row)) for row in R)
    square = matmul(numbers, transpose(numbers))
    off = max(abs(square[i][j] - EYE[i][j]) for i in range(3) for j in range(3))
    if off > _SKEWED:
        raise WrongValue(f"R in the {what} is not a rotation: R Rᵀ differs from the unit matrix by {off:.2g}")
    if dot(numbers[0], cross(numbers[1], numbers[2])) < 0:
        raise WrongValue(f"R in the {what} is a reflection (det R = −1), not a rotation; turn one axis around")
    return R


def checked_factor(given: Any, what: str) -> Scalar:
    """A number that need not be exact: whole ones stay as they are."""
    return given if type(given) is int else value(given, what)


def checked_part(given: Any, kind: type[Part], what: str) -> Part:
    if not isinstance(given, kind):
        raise WrongValue(f"{what} must be a {kind.__name__}, got {type(given).__name__}")
    return given


def checked_parts(given: Any, kind: type[Any] | tuple[type[Any], ...], what: str) -> tuple[Any, ...]:
    named = " or ".join(x.__name__ for x in (kind if isinstance(kind, tuple) else (kind,)))
    if isinstance(given, (str, Mapping)) or not hasattr(given, "__iter__"):
        raise WrongValue(f"{what} must be a list of {named}, got {type(given).__name__}")
    found = tuple(given)
    for x in found:
        if not isinstance(x, kind):
            raise WrongValue(f"each of {what} must be a {named}, got {type(x).__name__}")
    return found
