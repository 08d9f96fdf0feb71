"""What a name depends on: the (q, q̇) of M(q), c(q, q̇), h(q2), which is no factor.

It begins with a position; h(q2)^2 is a product, and a lone slide, M11(d2), may be either and is refused.
"""

from __future__ import annotations

from collections.abc import Sequence

from dalembert.closed.reading.operand import Unfit
from dalembert.closed.reading.tokens import Token
from dalembert.closed.reading.vocabulary import Vocabulary


def is_coordinate(tokens: Sequence[Token], at: int, names: Vocabulary) -> bool:
    """Whether a coordinate stands there."""
    return at < len(tokens) and tokens[at].kind == "name" and names.coordinate(tokens[at].text) is not None


def is_angle(tokens: Sequence[Token], at: int, names: Vocabulary) -> bool:
    """Whether a coordinate stands there that is one number, and not its rate: C q̇ is a product, cθ1 a cosine."""
    if not is_coordinate(tokens, at, names) or names.is_vector(tokens[at].text):
        return False
    return names.is_position(tokens[at].text, tokens[at].dots)


def after_arguments(name: str, tokens: Sequence[Token], at: int, names: Vocabulary) -> int:
    """The place behind what `name`, read just before `at`, depends on; `at` itself where nothing is said."""
    opened = at < len(tokens) and tokens[at].kind == "sign" and tokens[at].text == "("
    if not opened or not names.may_depend(name):
        return at
    end = at + 1
    while is_coordinate(tokens, end, names) or (end < len(tokens) and tokens[end].text in (",", "'")):
        end += 1
    inside = tokens[at + 1 : end]
    closed = end < len(tokens) and tokens[end].text == ")"
    if not inside or not closed or not names.is_position(inside[0].text, inside[0].dots):
        return at
    after = tokens[end + 1].text if end + 1 < len(tokens) else ""
    if len(inside) == 1 and names.is_slide(inside[0].text) and after not in ("=", "\n", ""):
        raise Unfit(f"{name}({inside[0].text}) may be a product; write * or leave the bracket out")
    if len(inside) == 1 and after in ("^", "'") and not names.is_vector(inside[0].text):
        return at
    return end + 1
