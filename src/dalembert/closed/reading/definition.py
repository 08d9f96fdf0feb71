"""Abbreviations that a text defines among its statements: `h = m2*l1*lc2*sin(q2)`, used in another line."""

from __future__ import annotations

import re

from dalembert.closed.reading.line import lines
from dalembert.closed.reading.naming import canonical
from dalembert.closed.reading.spelling import splits
from dalembert.closed.reading.tokens import LONGEST
from dalembert.closed.reading.vocabulary import Vocabulary
from dalembert.errors import BadExpression

_FUNCTION = re.compile(r"[\s&]*\\?(?:cos|sin)")
_ACCELERATION = re.compile(r"\\ddot|qdd|dd(?:q|th)|ddot|\u0308|''")


def definitions(text: str, names: Vocabulary) -> set[str]:
    """Abbreviations defined among the statements: `name = …` that means nothing else, or is used in another one."""
    found = set()
    every = lines(text) if isinstance(text, str) and len(text) <= LONGEST else []
    for line in every:
        left, _, right = line.partition("=")
        if "=" in right or len(left) > 60:
            continue
        try:
            name = names.plain(canonical(left))
        except BadExpression:
            continue
        if _ACCELERATION.search(right) and names.take_as_effort(name):
            continue
        if names.is_free(name):
            defines = not splits(name, "", names)  # m1qdd1 = … is a product
        elif names.velocity_term(name) is not None and not _FUNCTION.match(right):
            defines = False  # c2 = cos q2 gives c2 a meaning; any other c2 is the model's
        else:
            defines = names.is_soft(name) and any(x is not line and _uses(x, left) for x in every)
        if defines:
            names.define(name, right.strip().rstrip(",. "))
            found.add(name)
    return found


def _uses(line: str, name: str) -> bool:
    return re.search(rf"(?<![A-Za-z0-9_]){re.escape(name.strip())}(?![A-Za-z0-9_])", line) is not None
