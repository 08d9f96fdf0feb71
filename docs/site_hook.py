"""What the documentation site needs beyond Markdown, done while it is built, so that no page needs a script.

Formulas become MathML. The table of public names is read off the library, so that it cannot be out of date.
"""

from __future__ import annotations

import inspect
import re
from html import unescape
from typing import Any

from latex2mathml.converter import convert

import dalembert as da

_FORMULA = re.compile(r'<(span|div) class="arithmatex">\\([(\[])(.*?)\\[)\]]</\1>', re.DOTALL)
_MARK = "<!-- every public name -->"


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Fill in the table of names."""
    return markdown.replace(_MARK, names()) if _MARK in markdown else markdown


def on_page_content(html: str, **_: Any) -> str:
    """Replace what the Markdown reader marked as TeX."""
    return _FORMULA.sub(lambda m: convert(unescape(m[3]), display="inline" if m[2] == "(" else "block"), html)


def names() -> str:
    """One section for each public name: its signature and what it says of itself."""
    parts = []
    for name in da.__all__:
        found = getattr(da, name)
        called = getattr(found, "__wrapped__", found)
        text = inspect.cleandoc(inspect.getdoc(called) or "")
        head = f"{name}{_signature(called)}" if callable(called) else name
        parts.append(f"### {name}\n\n```text\n{head}\n\n{text}\n```")
    return "\n\n".join(parts)


def _signature(called: Any) -> str:
    try:
        return str(inspect.signature(called)).replace("'", "")
    except (TypeError, ValueError):
        return "(…)"
