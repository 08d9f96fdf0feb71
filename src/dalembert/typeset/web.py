"""An HTML page around its parts: fonts and style inside it, contents, anchors, long parts folded, nothing asked for.

A content security policy says so to the browser: no script, no request, no style but the one whose hash it names.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files

from dalembert.errors import printable
from dalembert.typeset import fonts

_LONG = 120  # lines of formulas from which on a part is folded
_STATEMENT = re.compile(r"\s*([\w-]+)\s*:\s*([^;]+?)\s*(?:;|$)")
_JOINED = 'stroke-linejoin="round" stroke-linecap="butt"'


@dataclass(frozen=True)
class Part:
    """What stands below one heading of the first level; `title` and `body` are written already."""

    name: str
    title: str
    body: str


class Names:
    """Names of places on one page, from the words of their headings, no two alike."""

    def __init__(self) -> None:
        self._given: set[str] = set()

    def name(self, heading: str) -> str:
        stem = re.sub(r"[^a-z0-9]+", "-", heading.lower())[:60].strip("-") or "part"
        name, k = stem, 1
        while name in self._given:
            k += 1
            name = f"{stem}-{k}"
        self._given.add(name)
        return name


def heading(level: int, name: str, title: str, place: str = "") -> str:
    """A heading and the link to it; `place`: the attribute that makes it the place itself."""
    return f'<h{level}{place}>{title}<a class="anchor" href="#{name}" aria-label="Link to this part">#</a></h{level}>'


def page(title: str, before: str, parts: Sequence[Part]) -> str:
    """The whole file: what stands before the first heading, then the parts."""
    sheet, policy = _style()
    contents = "".join(f'<li><a href="#{x.name}">{x.title}</a></li>' for x in parts)
    nav = f'<nav aria-label="Contents"><ol>{contents}</ol></nav>\n' if len(parts) > 1 else ""
    body = "\n".join([before, *map(_part, parts)])
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n<title>{title}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<link rel="icon" href="data:,">\n'
        f"<style>{sheet}</style>\n</head>\n<body>\n{nav}<main>\n<h1>{title}</h1>\n{body}\n</main>\n</body>\n</html>\n"
    )


def _part(x: Part) -> str:
    lines = x.body.count("<mtr>") + x.body.count("<math display")
    shown = "" if lines > _LONG else " open"
    return (
        f'<section id="{x.name}"><details{shown}><summary>{heading(2, x.name, x.title)}</summary>\n'
        f"{x.body}\n</details></section>"
    )


@cache
def _style() -> tuple[str, str]:
    """The style sheet, fonts and all, and the policy that allows it alone."""
    sheet = fonts.faces() + "\n" + (files("dalembert") / "assets" / "page.css").read_text(encoding="utf-8")
    hashed = b64encode(sha256(sheet.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{hashed}'; font-src data:; img-src data:; base-uri 'none'"
    return sheet, f"{policy}; form-action 'none'"


def shown_alone(body: str) -> str:
    """A fragment as a notebook shows it: with the font of its formulas, so that it needs none of the system."""
    return f"<style>{fonts.faces(fonts.MATH)}</style>{body}"


def svg(source: bytes, name: str, says: str = "") -> str:
    """A picture as an element of the page: no prologue, no metadata, no style of its own (what its style said, its
    attributes say), and names that no other picture has. `says`: in words, for those who do not see it."""
    text = source.decode()
    text = text[text.index("<svg") :]
    text = re.sub(r"<(metadata|style)\b.*?</\1>", "", text, flags=re.DOTALL)
    text = text.replace("<svg", f'<svg role="img" aria-label="{escape(printable(says), quote=True)}" {_JOINED}', 1)
    text = re.sub(r'\sstyle="([^"]*)"', _attributes, text)
    if 'class="drawing"' not in text:  # a page in the dark has other colours: page.css
        text = text.replace("<svg", '<svg fill="#000000"', 1)  # of letters that say none, as they are black
        text = re.sub(r'"#([0-9a-f]{6})"', r'"var(--c\1, #\1)"', text)
    prefix = re.sub(r"\W", "_", name)
    text = re.sub(r'\bid="', f'id="{prefix}_', text)
    return re.sub(r'(href="#|url\(#)', rf"\1{prefix}_", text)


def _attributes(style: re.Match[str]) -> str:
    return "".join(f' {name}="{said}"' for name, said in _STATEMENT.findall(style[1]))
