"""What the documentation site needs beyond Markdown, done while it is built, so that no page asks for anything elsewhere.

Formulas become MathML; the library's own fonts are put beside the pages.
"""

from __future__ import annotations

import re
import sys
from html import unescape
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

import dalembert

sys.path.append(str(Path(__file__).resolve().parents[1] / "tools"))
from handbook.mathml import mathml

_FORMULA = re.compile(r'<(span|div) class="arithmatex">\\([(\[])(.*?)\\[)\]]</\1>', re.DOTALL)
_FENCE = re.compile(r"^```math\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
_KEYS = re.findall(r"^@\w+\{(\w+),", (Path(__file__).parent / "references.bib").read_text(), re.MULTILINE)
_KEY = re.compile(rf"(?<![\[`\w])\[({'|'.join(_KEYS)})(?:, [^\]\[]*)?\](?![(\]])")
_FONTS = Path(dalembert.__file__).parent / "assets" / "fonts"


def on_files(files: Any, config: Any, **_: Any) -> Any:
    """The fonts, from where the library has them."""
    for font in sorted(_FONTS.glob("*.woff2")):
        files.append(File.generated(config, f"look/fonts/{font.name}", content=font.read_bytes()))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Displays that GitHub reads as ```math; keys of the bibliography, [leine2004, ch. 4], lead to it."""
    up = "../" * page.file.src_uri.count("/")
    if page.file.src_uri != "references.md":
        markdown = _KEY.sub(lambda x: f"[{x[0]}]({up}references.md#{x[1]})", markdown)
    return _FENCE.sub(lambda x: f"$$\n{x[1]}$$", markdown)


def on_page_content(html: str, **_: Any) -> str:
    """Replace what the Markdown reader marked as TeX."""
    return _FORMULA.sub(lambda m: mathml(unescape(m[3]), display=m[2] == "["), html)
