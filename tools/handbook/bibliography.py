"""Write docs/references.md from docs/references.bib, sorted by the keys that source files cite."""

from __future__ import annotations

import re
from pathlib import Path

_ENTRY = re.compile(r"^@(\w+)\{(\w+),\s*(.*)\}\s*$")
_FIELD = re.compile(r"(\w+)\s*=\s*\{((?:[^{}]|\{[^{}]*\})*)\}")
_HEAD = """# References

The keys are those that docstrings and pages cite, as `[featherstone2008, table 5.1]`; `docs/references.bib` has the same
entries as BibTeX.
"""


def page(root: Path) -> str:
    entries = sorted(map(_read, (root / "docs" / "references.bib").read_text().splitlines()))
    return "\n".join([_HEAD, *(f'- <a id="{key}"></a>**[{key}]** {text}' for key, text in entries if key), ""])


def _read(line: str) -> tuple[str, str]:
    found = _ENTRY.match(line)
    if not found:
        return "", ""
    field = {name: _plain(x) for name, x in _FIELD.findall(found[3])}
    part = found[1] in ("article", "inproceedings", "incollection")
    title = f"“{field['title']}”" if part else f"*{field['title']}*"
    where = field.get("journal") or field.get("booktitle") or field.get("school")
    where = where or field.get("institution") or field.get("howpublished", "")
    where = f"*{where}*" if part and where else where
    if "volume" in field:
        where = f"{where} {field['volume']}" + (f"({field['number']})" if "number" in field else "")
    edition = field.get("edition", "")
    edition = f"{edition}. edition" if edition.isdigit() else f"{edition} edition" if edition else ""
    pages = field.get("pages", "").replace("--", "–")
    parts = [_names(field.get("author") or field.get("editor", "")), title, edition, where.strip(), pages]
    parts += [field.get("publisher", ""), field.get("note", ""), field.get("year", "")]
    return found[2], ", ".join(x for x in parts if x) + "."


def _names(authors: str) -> str:
    """Format names as in "A. Author, B. Author and C. Author"."""
    names = [" ".join(reversed(x.split(", ", 1))) for x in authors.split(" and ") if x]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _plain(text: str) -> str:
    return text.replace(r"{\"u}", "ü").replace("{", "").replace("}", "")
