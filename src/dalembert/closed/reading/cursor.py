"""A place in the tokens of an equation: look, take, expect, complain."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from dalembert.closed.reading.operand import Unfit
from dalembert.closed.reading.tokens import Token, complaint
from dalembert.closed.reading.vocabulary import Vocabulary
from dalembert.errors import BadExpression, WrongValue

T = TypeVar("T")


class Cursor:
    """Stands before one of the tokens of a text; `what` (in errors) says what the text is for."""

    def __init__(self, text: str, found: list[Token], names: Vocabulary, what: str) -> None:
        self.text, self.tokens, self.names, self.what = text, found, names, what
        self.at = 0
        self.bars = 0  # of |x| that are open

    def do(self, token: Token, operation: Callable[..., T], *operands: Any) -> T:
        """An operation; what it cannot do is an error at the token."""
        try:
            return operation(*operands)
        except (Unfit, WrongValue) as error:
            raise self.error(str(error), token) from None

    def peek(self) -> str:
        """The sign that comes next, the kind of a token that is not a sign, nothing at the end."""
        if self.at >= len(self.tokens):
            return ""
        token = self.tokens[self.at]
        return token.text if token.kind == "sign" else token.kind

    def take(self) -> Token:
        if self.at >= len(self.tokens):
            raise complaint(self.text, "it ends too early", len(self.text), self.what)
        self.at += 1
        return self.tokens[self.at - 1]

    def skip(self, sign: str) -> bool:
        """Take the sign if it comes next."""
        found = self.peek() == sign
        self.at += found
        return found

    def expect(self, sign: str) -> None:
        if not self.skip(sign):
            raise self.unexpected(f", expected '{sign}'")

    def error(self, why: str, token: Token) -> BadExpression:
        return complaint(self.text, why, token.column, self.what)

    def unexpected(self, expected: str = "") -> BadExpression:
        if self.at >= len(self.tokens):
            return complaint(self.text, "it ends too early" + expected, len(self.text), self.what)
        token = self.tokens[self.at]
        text = {"\n": "end of line", "begin": "matrix", "end": "end of matrix"}.get(token.text, token.text)
        return self.error(f"unexpected '{text}'{expected}", token)
