"""Templates of text in other languages: files of `templates`, in which @name@ and @name.attribute@ mark values."""

from __future__ import annotations

import re
from functools import cache
from operator import attrgetter
from pathlib import Path


def template(file: str, /, **values: object) -> str:
    """Return the text of a file of `templates` with its values inserted; a list becomes lines."""

    def value(found: re.Match[str]) -> str:
        name, _, attribute = found[1].partition(".")
        x = attrgetter(attribute)(values[name]) if attribute else values[name]
        return "\n".join(x) if isinstance(x, list) else str(x)

    return re.sub("@([A-Za-z_.]+)@", value, _text(file))


@cache
def _text(file: str) -> str:
    return Path(__file__).with_name("templates").joinpath(f"{file}.in").read_text("utf-8")
