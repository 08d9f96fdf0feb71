r"""Expressions of an equation: tokens -> graph nodes, and matrices of them.

    sum         ["+" | "−"] product { ("+" | "−") product }
    product     power { ["*" | "/"] power }                a space is a product
    power       atom { "^" whole | "^" T | "'" }
    atom        number | name | f argument | "(" sum ")" | \frac{sum}{sum} | \dot{sum} | matrix

Recursive descent; nothing is evaluated by Python.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from dalembert.closed.reading.cursor import Cursor
from dalembert.closed.reading.dependence import after_arguments, is_angle
from dalembert.closed.reading.entry import Entry
from dalembert.closed.reading.line import doubtful
from dalembert.closed.reading.operand import (
    Value,
    apply,
    checked,
    determinant,
    diagonal,
    is_decimal,
    matrix,
    minus,
    over,
    plus,
    power,
    scalar,
    times,
    transpose,
    with_right_angles,
)
from dalembert.closed.reading.tokens import Token
from dalembert.closed.reading.vocabulary import rate
from dalembert.graph import Scalar, symbol, symbols
from dalembert.graph import scalar as functions

_FUNCTIONS: dict[str, Callable[[Any], Scalar]] = {
    "sin": functions.sin, "cos": functions.cos, "sqrt": functions.sqrt, "sign": functions.sign, "exp": functions.exp,
    "tanh": functions.tanh, "abs": functions.absolute, "tan": lambda x: functions.sin(x) / functions.cos(x),
    "cot": lambda x: functions.cos(x) / functions.sin(x), "sec": lambda x: 1 / functions.cos(x),
    "csc": lambda x: 1 / functions.sin(x),
}  # fmt: skip
_OF_ANGLES = frozenset(("sin", "cos", "tan", "cot", "sec", "csc"))
_LARGEST_MATRIX = 100  # rows of a diagonal matrix
_MOST_FACTORS = 1000  # of one product
_CLOSING = {"(": ")", "[": "]", "begin": "end"}
_ENDS = frozenset((")", "]", "end", "\n", ",", ";", "&", "=", "+", "-", ""))


class Grammar(Cursor):
    """Reads expressions from a list of tokens."""

    # ── the levels ────────────────────────────────────────────────────────────

    def sum(self) -> Value:
        negative = self.skip("-") or (self.skip("+") and False)
        bare: list[tuple[Token, bool, Value]] = []  # terms that are c1 alone: the model's c1 less the cosine
        total = self.term(negative, bare)
        total = apply(lambda x: -x, total) if negative else total
        while self.peek() in ("+", "-"):
            token = self.take()
            negative = self.skip("-") != (token.text == "-")
            start, term = self.at, self.term(negative, bare)
            if isinstance(total, tuple) and self.at == start + 1:  # M q̈ + C q̇ + g: beside vectors the model's own
                term = self.names.as_vector(self.tokens[start].text, term)
            total = self.do(token, minus if negative else plus, total, term)
        if bare and self.names.holds_efforts(total):  # no cosine nor angle is added to a torque: they are the model's
            for token, negative, change in bare:
                total = self.do(token, minus if negative else plus, total, change)
                if self.names.gravity_term(token.text) is not None:
                    self.names.notes[f"{token.text} is read as gravity"] = None
        else:
            for token, _, _ in bare:  # note an angle by another letter
                self.do(token, self.names.value, token.text)
        return total

    def term(self, negative: bool, bare: list[tuple[Token, bool, Value]]) -> Value:
        """One term of a sum; one that is the name c1 or φ1 alone is noted."""
        start = self.at
        token = self.tokens[start] if start < len(self.tokens) else self.take()
        weight = self.names.gravity_term(token.text) if token.kind == "name" and not token.dots else None
        place = self.names.coordinate(token.text) if weight is not None else None
        if weight is not None and place is not None:
            self.at += 1
            self.arguments(token)
            if self.follows(self.at):
                angle = self.names.motion("q", place[1], 0, 0)
                bare.append((token, negative, minus(weight, angle)))
                return angle
            self.at = start
        result = self.product()
        other = self.names.velocity_term(token.text) if self.at == start + 1 and not token.dots else None
        if other is not None:
            bare.append((token, negative, minus(other, result)))
        return result

    def follows(self, at: int) -> bool:
        """Whether what stands there ends a term."""
        return at >= len(self.tokens) or (self.tokens[at].kind == "sign" and self.tokens[at].text in _ENDS)

    def product(self) -> Value:
        result, factors = self.power(), 1
        while self.peek() not in _ENDS and not (self.bars and self.peek() == "|"):
            token = self.tokens[self.at]
            if (factors := factors + 1) > _MOST_FACTORS:
                raise self.error(f"a product of more than {_MOST_FACTORS} factors is too large", token)
            if token.text in ("*", "/") and token.kind == "sign":
                self.at += 1
                result = self.do(token, over if token.text == "/" else times, result, self.signed())
            else:
                result = self.do(token, times, result, self.power())
        return result

    def signed(self) -> Value:
        """A factor after * or /, which may carry a sign."""
        negative = self.skip("-")
        return apply(lambda x: -x, self.power()) if negative else self.power()

    def power(self) -> Value:
        result = self.atom()
        while self.peek() in ("^", "'"):
            token = self.take()
            if token.text == "^":
                result = self.raised(result)
                if self.peek() == "^":
                    raise self.error("a power of a power needs parentheses", self.take())
            elif isinstance(result, tuple):
                result = transpose(result)
            else:
                raise self.error("a prime stands on a coordinate or on a matrix", token)
        return result

    def raised(self, x: Value) -> Value:
        """x^k for a whole k; x^T of a matrix."""
        opened = self.skip("(")
        negative = self.skip("-")
        token = self.take()
        if opened:
            self.expect(")")
        if token.kind == "name" and token.text == "T":
            return transpose(x)
        whole = re.sub(r"\.0*$", "", token.text)
        if token.kind != "number" or not whole.isdigit():
            raise self.error("a power must be a whole number", token)
        exponent = int(whole[:9])
        return self.do(token, power, x, -exponent if negative else exponent)

    def atom(self) -> Value:
        token = self.take()
        if token.kind == "number":
            return self.number(token)
        if token.kind == "name":
            return self.name(token)
        if token.kind == "function":
            return self.function(token)
        if token.text == "frac":
            above, below = self.digit(), self.digit()
            return self.do(token, over, above, below)
        if token.kind == "command":
            return self.do(token, rate, self.atom(), token.dots, self.names.n)
        if token.text in _CLOSING:
            return self.group(token)
        if token.text == "|":
            return self.size(token)
        self.at -= 1
        raise self.unexpected()

    def number(self, token: Token) -> Value:
        """A number. A decimal of two or more digits stands for itself until it is known whether it was rounded."""
        text = token.text.replace(",", ".")
        if text != token.text:
            self.names.notes[f"{token.text} is read as {text}"] = None
        digits = re.sub(r"[eE].*|\.", "", text).lstrip("0")
        rounded = self.names.rounds and len(digits) > 1 and not text.isdigit()
        return symbol(text) if rounded else Fraction(text)

    # ── names and functions ───────────────────────────────────────────────────

    def name(self, token: Token) -> Value:
        entry = self.names.entry(token.text)
        if self.arguments(token) and entry is not None:
            return self.names.model(*entry)
        if token.text in "csCS" and not self.names.own(token.text) and is_angle(self.tokens, self.at, self.names):
            return self.do(token, _FUNCTIONS["cos" if token.text in "cC" else "sin"], self.atom())  # Craig's cθ1
        dots = token.dots
        turned = self.names.is_vector(token.text) and not self.names.is_position(token.text, dots)  # q̇' M q̇
        while self.peek() == "'" and not turned and (entry is None or self.names.coordinate(token.text)):
            self.at += 1
            dots += 1
        return self.do(token, self.names.value, token.text, dots)

    def arguments(self, token: Token) -> bool:
        """Skip what a name depends on, the (q, q̇) of c(q, q̇)."""
        start = self.at
        self.at = self.do(token, after_arguments, token.text, self.tokens, start, self.names)
        return self.at > start

    def function(self, token: Token) -> Value:
        """sin(…), sin q2, sin 2q2, sin^2 q2; sin q2^2 is (sin q2)^2."""
        if token.text == "diag":
            return self.diagonal(token)
        if token.text == "det":
            return self.determinant(token)
        raised: Token | None = None
        if self.skip("^"):
            opened = self.skip("(")
            raised = self.take()
            if raised.kind != "number" or not raised.text.isdigit():
                raise self.error(f"a power of {token.text} must be a whole number", raised)
            if opened:
                self.expect(")")
        negative = self.skip("-")
        start, bare = self.at, self.peek() == "number"
        x = self.do(token, scalar, self.atom())
        if bare and self.peek() in ("name", "command"):
            x = self.do(token, scalar, self.do(token, times, x, self.atom()))  # sin 2q1
        if token.text in _OF_ANGLES:
            x, read = with_right_angles(x)
            self.names.notes |= dict.fromkeys(read)
        decimals = any(t.kind == "number" and not t.text.isdigit() for t in self.tokens[start : self.at])
        used = symbols([x])
        if decimals and token.text != "sqrt" and used and all(map(is_decimal, used)):
            raise self.error("the number is not exact; write it out", token)
        y = self.do(token, checked, self.do(token, _FUNCTIONS[token.text], -x if negative else x))
        return self.do(raised, power, y, int(raised.text[:9])) if raised else y

    def digit(self) -> Value:
        """An argument of \\frac: a group, a name, or one digit of \\frac12."""
        token = self.tokens[self.at] if self.at < len(self.tokens) else None
        if token is not None and token.kind == "number" and len(token.text) > 1:
            first = replace(token, text=token.text[:1], end=token.column + 1)
            self.tokens[self.at : self.at + 1] = [first, replace(token, text=token.text[1:], column=token.column + 1)]
        return self.atom()

    # ── brackets ──────────────────────────────────────────────────────────────

    def group(self, token: Token) -> Value:
        """( … ), a matrix [[a, b], [c, d]], [a, b; c, d], \\begin{bmatrix} … \\end{bmatrix}."""
        close = _CLOSING[token.text]
        rows = [[self.sum()]]
        while self.peek() in (",", "&", ";"):
            if token.text == "(":
                raise self.unexpected()
            separator = self.take().text
            if self.peek() == close:
                break
            self.names.notes |= dict.fromkeys(doubtful(self.tokens[self.at - 2 : self.at + 2]))
            if separator == ";":
                rows.append([])
            rows[-1].append(self.sum())
        self.expect(close)
        return self.do(token, matrix, rows)

    def determinant(self, token: Token) -> Value:
        """det J of the tool's square Jacobian, or of a matrix that is written out."""
        inside = self.tokens[self.at : self.at + 3]
        texts = [x.text for x in inside]
        for length, named in ((3, texts[:1] == ["("] and texts[2:] == [")"] and texts[1:2]), (1, texts[:1])):
            if named == ["J"] and not self.names.own("J"):
                self.at += length
                self.arguments(inside[0])
                return Entry("detJ").node
        return self.do(token, determinant, self.atom())

    def size(self, token: Token) -> Value:
        """|x| of a number."""
        self.bars += 1
        x = self.do(token, scalar, self.sum())
        self.bars -= 1
        self.expect("|")
        return functions.absolute(x)

    def diagonal(self, token: Token) -> Value:
        self.expect("(")
        entries = [self.do(token, scalar, self.sum())]
        while self.skip(","):
            entries.append(self.do(token, scalar, self.sum()))
        self.expect(")")
        if len(entries) > _LARGEST_MATRIX:
            raise self.error(f"a diagonal of {len(entries)} entries; at most {_LARGEST_MATRIX} are read", token)
        return diagonal(entries)
