"""Text of other languages: files of `templates`, in which @name@ stands for a value."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path


def template(file: str, /, **values: object) -> str:
    """The text of a file of `templates`, each @name@ replaced with its value."""
    return re.sub("@([A-Za-z_]+)@", lambda found: str(values[found[1]]), _text(file))


@cache
def _text(file: str) -> str:
    return Path(__file__).with_name("templates").joinpath(f"{file}.in").read_text("utf-8")
