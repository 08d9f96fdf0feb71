"""Convert docstrings and signatures to Markdown."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from textwrap import dedent
from typing import Any

_WIDE = 88
_ITEM = re.compile(r"(\S.*?\S|\S)\s{2,}(\S.*)")
_NAMED = re.compile(r"`\w+`: ")
_TABLE = re.compile(r"\S {3,}\S")
_SECTION = re.compile(r"^(\w[\w ]*)\n-{3,}\n", re.MULTILINE)
_CODE = re.compile(r"(`[^`]*`)")


def signature(called: Any, name: str) -> str:
    """Format a function's name and parameters with defaults, broken into lines like code."""
    try:
        parameters = list(inspect.signature(called).parameters.values())
    except (TypeError, ValueError):
        return f"{name}(…)"
    parts, starred = [], False
    for x in parameters:
        if x.name in ("self", "cls"):
            continue
        if x.kind is x.KEYWORD_ONLY and not starred:
            parts.append("*")
            starred = True
        starred = starred or x.kind is x.VAR_POSITIONAL
        prefix = {x.VAR_POSITIONAL: "*", x.VAR_KEYWORD: "**"}.get(x.kind, "")
        parts.append(prefix + x.name + _default(x))
    line = f"{name}({', '.join(parts)})"
    return line if len(line) <= _WIDE else "\n".join([f"{name}(", *_filled(parts), ")"])


def _default(x: inspect.Parameter) -> str:
    if x.default is x.empty:
        return ""
    shown = repr(x.default)
    return f"={shown}" if len(shown) <= 24 and "<" not in shown else "=…"


def _filled(parts: list[str]) -> Iterator[str]:
    line = "   "
    for part in parts:
        if len(line) + len(part) + 2 > _WIDE:
            yield line
            line = "   "
        line += f" {part},"
    yield line


def prose(text: str) -> str:
    """Convert a docstring to Markdown, with paragraphs, formulas, lists, and the sections of the NumPy convention."""
    head, *sections = _SECTION.split(inspect.cleandoc(text))
    parts = [_paragraphs(head.rstrip())]
    for title, body in zip(sections[::2], sections[1::2], strict=True):
        shown = _ENTRIES.get(title, _paragraphs)(dedent(body).strip("\n"))
        parts += [f"**{title}**", shown]
    return "\n\n".join(filter(None, parts))


def _paragraphs(text: str) -> str:
    return "\n\n".join(filter(None, map(_paragraph, re.split(r"\n\s*\n", text))))


def _entries(text: str) -> str:
    """Convert entries `name : type`, or a type without a name, with indented descriptions to a list."""
    items: list[str] = []
    for line in text.splitlines():
        if line.startswith(" "):
            items[-1] += f" {_escaped(line.strip())}"
        elif line:
            name, _, kind = line.partition(" : ")
            items.append(f"- `{name}` ({_escaped(kind)}):" if kind else f"- {_escaped(line)}:")
    return "\n".join(x.removesuffix(":") for x in items)


def _session(text: str) -> str:
    return f"```pycon\n{text}\n```"


_ENTRIES = {
    "Parameters": _entries,
    "Attributes": _entries,
    "Returns": _entries,
    "Raises": _entries,
    "Examples": _session,
}


def _paragraph(text: str) -> str:
    lines = text.splitlines()
    if all(x.startswith("    ") for x in lines):
        return f"```text\n{dedent(text)}\n```"
    if sum(bool(_NAMED.match(x)) for x in lines) > 1 and _NAMED.match(lines[0]):
        joined = re.sub(r"\n(?!`\w+`:)", " ", text)
        return "\n".join(f"- {_escaped(x)}" for x in joined.splitlines())
    if sum(bool(_TABLE.search(x)) for x in lines) > 1 and not _item(lines[0]):
        return f"```text\n{text}\n```"
    items: list[list[str]] = []
    before: list[str] = []
    for line in lines:
        found = _item(line)
        if found:
            items.append([found[1], found[2]])
        elif items and line.startswith("  "):
            items[-1][1] += " " + line.strip()
        elif items:
            items.append(["", line])
        else:
            before.append(line)
    if not items:
        return _escaped("\n".join(before))
    head = [_escaped("\n".join(before)) + "\n"] if before else []
    shown = [f"- `{name.strip('`')}`: {_escaped(said)}" if name else f"\n{_escaped(said)}" for name, said in items]
    return "\n".join([*head, *shown])


def _item(line: str) -> re.Match[str] | None:
    found = None if line.startswith(" ") else _ITEM.fullmatch(line)
    return found if found and len(found[1]) < 34 else None


def _escaped(text: str) -> str:
    parts = _CODE.split(text)
    return "".join(x if k % 2 else re.sub(r"([*<>])", r"\\\1", x) for k, x in enumerate(parts))
