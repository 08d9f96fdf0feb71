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

from dalembert.argument import instance
from dalembert.errors import DalembertError
from dalembert.finding.argument import NotFinite, OutOfRange, WrongLength, WrongType
from dalembert.finding.finding import Argument, Given, Measure, Noun, Source, given
from dalembert.finding.model import BadName, BadSyntax, NotARotation
from dalembert.graph import PI, Node, Op, Scalar, symbol, topological
from dalembert.graph.scalar import cos, sin, sqrt
from dalembert.spatial.pose import Pose
from dalembert.spatial.vector import EYE, Matrix, Vector, cross, dot, matmul, transpose
from dalembert.tolerance import GEOMETRY

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
            raise OutOfRange(Argument(what), Measure(-math.inf if x < 0 else math.inf), -_LARGEST, _LARGEST).error()
        return x if isinstance(x, Fraction) else _exact(int(x))
    try:
        if isinstance(x, (bool, bytes, bytearray)) or getattr(getattr(x, "dtype", None), "kind", "") == "b":
            raise TypeError
        number = float(x)
    except (TypeError, ValueError, OverflowError):
        raise WrongType(Argument(what), Noun("a number or an expression"), given(x)).error() from None
    if not math.isfinite(number):
        raise NotFinite(Argument(what)).error()
    if abs(number) > _LARGEST:
        raise OutOfRange(Argument(what), Measure(number), -_LARGEST, _LARGEST).error()
    return number


def name(text: str, noun: str = "symbol") -> str:
    """Return the name of a symbol or coordinate: a plain identifier that is not reserved."""
    plain = isinstance(text, str) and _NAME.fullmatch(text) is not None and len(text) <= 60
    if not plain or _RESERVED.fullmatch(text):
        raise BadName(Noun(noun), Source(str(text)[:80]), plain).error()
    return text


def parse(text: str) -> Scalar:
    """Read an expression of numbers, names, + - * / ** ( ), sin, cos, sqrt, float and pi."""
    result = _ExpressionParser(text).whole()
    constants = [node.value for node in topological([result]) if node.op is Op.CONST]
    if any(abs(x) > _LARGEST for x in (constants if isinstance(result, Node) else [result])):
        raise BadSyntax(Source(text[:80]), Noun("number out of range")).error()
    return result


class _ExpressionParser:
    """Recursive descent; decimals become exact rationals."""

    def __init__(self, text: str) -> None:
        if len(text) > _LONGEST:
            raise BadSyntax(Source(text[:80] + "…"), Noun("too long")).error()
        self.text, self.at, self.depth = text, 0, 0
        self.tokens: list[tuple[str, str, int]] = []
        at = 0
        stripped = text.rstrip()
        while at < len(stripped):
            match = _TOKEN.match(stripped, at)
            if match is None:
                raise self.error("unexpected token", at, stripped[at:].lstrip()[0])
            number, word, sign = match.groups()
            kind = "number" if number else "name" if word else "sign"
            self.tokens.append((kind, number or word or sign, match.start()))
            at = match.end()

    def error(self, reason: str, at: int, token: str | None = None) -> DalembertError:
        text = self.text if len(self.text) <= 80 else self.text[:80] + "…"
        found = None if token is None else Given(f"'{token}'")
        return BadSyntax(Source(text), Noun(reason), at + 1, found).error()

    def peek(self) -> str:
        return self.tokens[self.at][1] if self.at < len(self.tokens) else ""

    def take(self) -> tuple[str, str, int]:
        if self.at == len(self.tokens):
            raise self.error("incomplete", len(self.text))
        self.at += 1
        return self.tokens[self.at - 1]

    def whole(self) -> Scalar:
        result = self.sum()
        if self.at < len(self.tokens):
            _, text, at = self.tokens[self.at]
            raise self.error("unexpected token", at, text)
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
            raise self.error("nested too deep", at)

    def power(self) -> Scalar:
        result = self.atom()
        if self.peek() in ("**", "^"):
            _, _, at = self.take()
            negative = self.peek() == "-"
            if negative:
                self.take()
            kind, text, at = self.take()
            if kind != "number" or not text.isdigit() or int(text) > _LARGEST_POWER:
                raise self.error("bad power", at)
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
                raise self.error("number out of range", at)
            return Fraction(text)
        if kind == "name":
            if text in _FUNCTIONS or text == "float":
                if self.peek() != "(":
                    raise self.error("no parentheses", at, text)
                if text == "float":
                    return self.inexact(at)
                return _FUNCTIONS[text](self.group())
            if _NO_NUMBER.fullmatch(text):
                raise self.error("not a finite number", at, text)
            return PI if text == "pi" else symbol(name(text))
        if text == "(":
            self.at -= 1
            return self.group()
        raise self.error("unexpected token", at, text)

    def inexact(self, at: int) -> float:
        inner = self.group()
        if isinstance(inner, Node):
            raise self.error("float of symbols", at)
        return float(inner)

    def group(self) -> Scalar:
        _, _, at = self.take()
        self.deeper(at)
        result = self.sum()
        if self.peek() != ")":
            raise self.error("missing parenthesis", at)
        self.take()
        self.depth -= 1
        return result


_Part = TypeVar("_Part")


def checked_entries(entries: Any, size: int, what: str) -> tuple[Any, ...]:
    """Return the items of a list of the given size; a text is not a list."""
    if isinstance(entries, (str, bytes, Mapping)) or not hasattr(entries, "__iter__"):
        raise WrongType(Argument(what), Noun("a sequence"), given(entries)).error()
    found = tuple(entries)
    if len(found) != size:
        raise WrongLength(Argument(what), len(found), size, Noun("numbers")).error()
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
        raise NotARotation(Argument(what), off=off).error()
    if dot(numbers[0], cross(numbers[1], numbers[2])) < 0:
        raise NotARotation(Argument(what), determinant=-1.0).error()
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
    if isinstance(parts, (str, Mapping)) or not hasattr(parts, "__iter__"):
        raise WrongType(Argument(what), Noun("a sequence"), given(type(parts).__name__)).error()
    return tuple(instance(x, what, kind, f"some {what}") for x in parts)
