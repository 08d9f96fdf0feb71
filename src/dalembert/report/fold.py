"""Lines of Python no longer than a page is wide: broken after commas inside brackets, long texts in several pieces."""

from __future__ import annotations

import io
import tokenize
from collections.abc import Iterator

_LETTER = 5.4  # pt that a letter of code takes on paper
_INDENT = "    "


def columns(width: float | None) -> int:
    """How many letters of code stand on a line of a page of this width, in pt."""
    return int((width or 425.0) / _LETTER)


def folded(lines: list[str], most: int) -> list[str]:
    """The same program; comments behind a line that is too long stand above it."""
    return [part for text in lines for line in text.split("\n") for part in _line(line, most)]


def _line(line: str, most: int) -> Iterator[str]:
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(line).readline))
    except (tokenize.TokenError, SyntaxError):  # a line of somebody else's that is no Python
        tokens = []
    if len(line) <= most or not tokens:
        yield line
        return
    now = ""
    for piece in _pieces(line, tokens, most - len(_INDENT)):
        if piece.startswith("#"):
            yield piece
        elif now.strip() and len(now + piece.rstrip()) > most:
            yield now.rstrip()
            now = _INDENT + piece.lstrip()
        else:
            now += piece
    yield now.rstrip()


def _pieces(line: str, tokens: list[tokenize.TokenInfo], most: int) -> Iterator[str]:
    """A comment, then the parts of a line between which it may be broken: inside brackets alone."""
    comment = next((x for x in tokens if x.type == tokenize.COMMENT), None)
    if comment is not None:
        yield comment.string
    code = line if comment is None else line[: comment.start[1]]
    depth, done = 0, 0
    for token in tokens:
        end = token.end[1]
        if token.type == tokenize.OP:
            depth += (token.string in "([{") - (token.string in ")]}")
        if depth and token.type == tokenize.OP and token.string in ",([{":
            yield code[done:end]
            done = end
        elif depth and token.type == tokenize.STRING and len(token.string) > most and token.string[0] in "'\"":
            yield code[done : token.start[1]]
            yield from _texts(token.string, most)
            done = end
    yield code[done:]


def _texts(literal: str, most: int) -> Iterator[str]:
    """'abcdef' as 'abc' 'def'; no escape is cut in two."""
    quote, inside = literal[0], literal[1:-1]
    while len(inside) > most - 2:
        cut = most - 2
        while cut > 1 and "\\" in inside[max(0, cut - 10) : cut]:
            cut -= 1
        yield f"{quote}{inside[:cut]}{quote} "
        inside = inside[cut:]
    yield f"{quote}{inside}{quote}"
