"""Parser for textual expressions such as `"l1"`, `"pi/2"`, `"-d3"`, `"m*d**2/3"`.

Decimal numbers are exact: 0.1 means 1/10, whereas `float(0.1)` means the nearest floating-point number. The text is
parsed with Python's grammar but not evaluated by Python. The length and nesting depth of expressions and the size of
exponents are limited.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from fractions import Fraction
from operator import add, mul, sub, truediv
from typing import Any

from dalembert import finding
from dalembert.errors import DalembertError
from dalembert.finding.finding import Given, Noun, Source
from dalembert.graph.node import PI, Node, Op, Scalar, symbol
from dalembert.graph.scalar import cos, sin, sqrt
from dalembert.graph.walk import topological

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
_MOST_BITS = 4000  # largest size of the result of an exact power, in bits
MOST_DIGITS = 60  # largest number of digits of a number
LARGEST = 1e100  # products of a few such numbers are still finite floats


def name(text: str, noun: str = "symbol") -> str:
    """Check the name of a symbol or coordinate, which must be an identifier and not a reserved word."""
    plain = isinstance(text, str) and _NAME.fullmatch(text) is not None and len(text) <= 60
    if not plain or _RESERVED.fullmatch(text):
        raise finding.BadName(Noun(noun), Source(str(text)[:80]), plain).error()
    return text


def parse(text: str) -> Scalar:
    """Parse an expression that consists of numbers, names, + - * / ** ( ), sin, cos, sqrt, float and pi."""
    parser = _Expression(text)
    result = parser.value()
    constants = [node.value for node in topological([result]) if node.op is Op.CONST]
    small = all(abs(x) <= LARGEST for x in (constants if isinstance(result, Node) else [result]))
    parser.require(small, "number out of range")
    return result


class _Expression:
    """Parsed text. Each number and name is replaced by a placeholder, so that Python's parser does not interpret its
    text."""

    def __init__(self, text: str) -> None:
        self.text, self.spelled = text, ""
        self.require(len(text) <= _LONGEST, "too long")
        self.tokens: dict[
            int, tuple[str, int]
        ] = {}  # by position in Python's text: the token, and its position in the original text
        at, stripped = 0, text.rstrip()
        depth, prefixes, operand = 0, 0, False  # Python's parser nests parentheses, prefixes and powers on the C stack
        while at < len(stripped):
            match = _TOKEN.match(stripped, at)
            if match is None:
                raise self.fault("unexpected token", at, stripped[at:].lstrip()[:1])
            sign = match["sign"]
            self.tokens[len(self.spelled)] = sign or match["word"], match.start("sign" if sign else "word")
            self.spelled += sign.replace("^", "**") + " " if sign else "x "
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
            raise self.fault(reason, at, token)

    def fault(self, reason: str, at: int | None = None, token: str | None = None) -> DalembertError:
        text = self.text if len(self.text) <= 80 else self.text[:80] + "…"
        found = None if token is None else Given(f"'{token}'")
        return finding.BadSyntax(Source(text), Noun(reason), None if at is None else at + 1, found).error()

    def value(self) -> Scalar:
        try:
            return self.of(ast.parse(self.spelled.strip(), mode="eval").body)
        except DalembertError:
            raise
        except (RecursionError, MemoryError):
            raise self.fault("nested too deep") from None
        except SyntaxError as error:
            raise self.fault(*self.misplaced((error.offset or 1) - 1)) from None
        except (ArithmeticError, ValueError):  # too large for a float
            raise self.fault("number out of range") from None

    def misplaced(self, place: int) -> tuple[str, int, str | None]:
        """Return the reason why Python's grammar rejects the text, with the position and the token of the error."""
        if place not in self.tokens or self.spelled.rstrip()[-1:] in "+-*/":
            return "incomplete", len(self.text), None  # Python reports the sign, not its missing operand
        token, at = self.tokens[place]
        if token == "(" and self.spelled.count("(") > self.spelled.count(")"):
            return "missing parenthesis", at, None
        return "unexpected token", at, token

    def of(self, node: ast.expr) -> Scalar:
        """Evaluate a syntax node. Sums and products are nested to the left, so the function uses a loop instead of
        recursion."""
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
            operation = _OPERATIONS[type(part.op)]
            right = self.of(part.right)
            self.require(operation is not truediv or isinstance(right, Node) or right != 0, "division by zero", at)
            result = operation(result, right)
        return result

    def single(self, node: ast.expr) -> Scalar:
        """Evaluate a number, a name or a function call, with or without a sign."""
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
        """Compute the power x^k for an integer k."""
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
