"""The studio's page and the files that it loads: what the front end was built into, and nothing else of the disk."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from dalembert.typeset import fonts
from dalembert.typeset.live import built, script_of

_KINDS = {".js": "text/javascript", ".css": "text/css"}
_ASSETS = ("studio.js", "studio.css")


@dataclass(frozen=True)
class Asset:
    data: bytes
    kind: str


@cache
def asset(name: str) -> Asset | None:
    """A file of the page, or None."""
    if name not in _ASSETS:
        return None
    text = script_of("studio") if name == "studio.js" else fonts.screen_faces() + "\n" + built(name)
    return Asset(text.encode(), _KINDS["." + name.rpartition(".")[2]])


def html() -> str:
    """The page: everything it shows is made by its script."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>dalembert studio</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<link rel="icon" href="data:,">\n'
        '<link rel="stylesheet" href="studio.css"></head>\n<body>'
        "<noscript>The studio needs JavaScript, which runs here on your machine.</noscript>"
        '<script type="module" src="studio.js"></script></body></html>\n'
    )
