"""Showing results: data on standard output, talk on standard error, JSON where it was asked for."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dalembert.errors import printable


def data(text: str) -> None:
    """A result, on standard output."""
    print(printable(text.rstrip("\n")))


def as_json(value: Any) -> None:
    """A result as JSON; numbers with all their digits."""
    print(json_of(value))


def json_of(value: Any) -> str:
    """JSON with all digits; characters that do not print are written by their number."""
    text = json.dumps(_plain(value), indent=2, ensure_ascii=False, allow_nan=False)
    return "".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text)


def talk(text: str) -> None:
    """What is not a result, on standard error."""
    print(printable(text), file=sys.stderr)


def written(path: Path) -> None:
    talk(f"wrote {path}")


def array(value: Any) -> str:
    """Numbers as rows of columns, or one line."""
    import numpy as np

    return np.array2string(np.asarray(value), precision=8, suppress_small=False, max_line_width=160, threshold=10_000)


@contextmanager
def working(what: str) -> Iterator[None]:
    """A spinner on a terminal, nothing in a pipe."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(what):
        yield


def _plain(value: Any) -> Any:
    """Arrays as lists, and numbers that JSON has no word for as null."""
    if isinstance(value, dict):
        return {str(key): _plain(x) for key, x in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(x) for x in value]
    if hasattr(value, "tolist"):
        return _plain(value.tolist())
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return None
    return value if isinstance(value, (str, int, float, bool, type(None))) else str(value)
