"""The studio's page and the files that it loads: what the front end was built into, and nothing else of the disk."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from dalembert.typeset import fonts

_KINDS = {".js": "text/javascript", ".css": "text/css", ".woff2": "font/woff2", ".svg": "image/svg+xml"}
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
    data = (files("dalembert") / "studio" / "built" / name).read_bytes()
    if name == "studio.css":
        data = fonts.screen_faces().encode() + b"\n" + data
    return Asset(data, _KINDS["." + name.rpartition(".")[2]])


def html() -> str:
    """The page: everything it shows is made by its script."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>dalembert studio</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<link rel="icon" href="data:,">\n'
        '<link rel="stylesheet" href="studio.css"></head>\n<body>'
        "<noscript>The studio needs JavaScript, which runs here on your machine.</noscript>"
        '<script type="module" src="studio.js"></script></body></html>\n'
    )
