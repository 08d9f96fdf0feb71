"""Interactive pages: single HTML files with a JavaScript program and data.

    page       data as gzipped JSON in base64, which browsers do not execute
    program    gzipped script in base64
    loader     script that unpacks the data and the program, and starts the program

The content security policy lists the hashes of the loader, the program and the style sheet, so the browser runs no
other script. The policy also contains 'wasm-unsafe-eval', which permits WebAssembly but no JavaScript.
"""

from __future__ import annotations

import gzip
import json
import math
from base64 import b64encode
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from numbers import Real
from typing import Any, TypeAlias

from dalembert.typeset import fonts
from dalembert.typeset.label import printable

Data: TypeAlias = dict[str, Any]  # a JSON object


def plain(value: Any) -> Any:
    """Convert a value to JSON types: arrays to lists, infinite numbers and NaN to None, other objects to text."""
    if isinstance(value, dict):
        return {str(key): plain(x) for key, x in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(x) for x in value]
    if isinstance(value, (str, int)) or value is None:
        return value
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if isinstance(value, Real):
        return float(value) if math.isfinite(value) else None
    return str(value)


def page(title: str, content: Data, program: str) -> str:
    """Write an interactive page as HTML.

    `content` is the data for the program, and `program` is the name of the JavaScript program in `studio/built`.
    """
    style, script = fonts.screen_faces() + "\n" + built(f"{program}.css"), script_of(program)
    loader = (files("dalembert") / "assets" / "loader.js").read_text(encoding="utf-8").strip()
    policy = (
        f"default-src 'none'; script-src {hashed(loader)} {hashed(script)} 'wasm-unsafe-eval'; style-src {hashed(style)}; "
        "font-src data:; img-src data: blob:; base-uri 'none'; form-action 'none'"
    )
    body = (
        '<div id="app"></div>\n<noscript>This page computes in the browser: it needs JavaScript.</noscript>\n'
        f'<script type="text/plain" id="page">{packed(json.dumps(content, separators=(",", ":")))}</script>\n'
        f'<script type="text/plain" id="program">{packed(script)}</script>\n<script>{loader}</script>\n'
    )
    return file(escape(printable(title)), policy, style, body)


def file(title: str, policy: str, style: str, body: str) -> str:
    """Write an HTML file with a style sheet and a content security policy."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n<title>{title}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<link rel="icon" href="data:,">\n'
        f"<style>{style}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )


def script_of(program: str) -> str:
    """Return the source of a JavaScript program, preceded by the shared part of three.js."""
    return built("three.js") + built(f"{program}.js")


@cache
def built(name: str) -> str:
    """Read a file of the front end, built by `make web`."""
    return (files("dalembert") / "studio" / "built" / name).read_text(encoding="utf-8")


def packed(text: str) -> str:
    """Compress text with gzip, and encode the result in base64. Equal texts have equal results."""
    return b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode()


def hashed(text: str) -> str:
    """Return the SHA-256 hash of a script or style sheet for a content security policy."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
