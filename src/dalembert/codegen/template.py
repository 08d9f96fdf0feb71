"""Text templates for files in other languages. In the files in `templates`, @name@ and @name.attribute@ are
placeholders."""

from __future__ import annotations

import re
from functools import cache
from operator import attrgetter
from pathlib import Path


def template(file: str, /, **values: object) -> str:
    """Return the text of a file in `templates`, with its placeholders replaced by values. Lists are inserted with one
    line per element."""

    def value(found: re.Match[str]) -> str:
        name, _, attribute = found[1].partition(".")
        x = attrgetter(attribute)(values[name]) if attribute else values[name]
        return "\n".join(x) if isinstance(x, list) else str(x)

    return re.sub("@([A-Za-z_.]+)@", value, _text(file))


@cache
def _text(file: str) -> str:
    return Path(__file__).with_name("templates").joinpath(f"{file}.in").read_text("utf-8")
