"""What the documentation site needs beyond Markdown, done while it is built, so that no page asks for anything elsewhere.

Formulas become MathML; the library's own fonts are put beside the pages, and with each example its robot, alive.
"""

from __future__ import annotations

import re
import sys
from html import unescape
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

import dalembert
from dalembert.studio.share import html

sys.path.append(str(Path(__file__).resolve().parents[1] / "tools"))
from handbook.mathml import mathml

_FORMULA = re.compile(r'<(span|div) class="arithmatex">\\([(\[])(.*?)\\[)\]]</\1>', re.DOTALL)
_FENCE = re.compile(r"^```math\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
_KEYS = re.findall(r"^@\w+\{(\w+),", (Path(__file__).parent / "references.bib").read_text(), re.MULTILINE)
_KEY = re.compile(rf"(?<![\[`\w])\[({'|'.join(_KEYS)})(?:, [^\]\[]*)?\](?![(\]])")
_EXAMPLE = re.compile(r"examples/(\w+)\.md")
_HEADING = re.compile(r"^# .*\n", re.MULTILINE)
_FONTS = Path(dalembert.__file__).parent / "assets" / "fonts"


def on_files(files: Any, config: Any, **_: Any) -> Any:
    """The fonts, from where the library has them."""
    for font in sorted(_FONTS.glob("*.woff2")):
        files.append(File.generated(config, f"look/fonts/{font.name}", content=font.read_bytes()))
    for page in [x for x in map(str, files.src_uris) if _EXAMPLE.fullmatch(x)]:
        robot = _robot(page)
        if robot is not None:
            files.append(File.generated(config, _alive(page), content=html(robot[0], origin=robot[1])))
    return files


def _robot(page: str) -> tuple[Any, str] | None:
    """The robot of an example, and the line that makes it."""
    found = _EXAMPLE.fullmatch(page)
    if found is None:
        return None
    if found[1] in dalembert.gallery.names():
        return getattr(dalembert.gallery, found[1])(), f"robot = da.gallery.{found[1]}()"
    file = _FONTS.parent / f"{found[1]}.urdf"
    return (dalembert.load(file), f'robot = da.load("{file.name}")') if file.exists() else None


def _alive(page: str) -> str:
    return f"alive/{Path(page).stem}.html"


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Displays that GitHub reads as ```math; keys of the bibliography, [leine2004, ch. 4], lead to it."""
    up = "../" * page.file.src_uri.count("/")
    if _robot(page.file.src_uri) is not None:
        said = f"\n[Open this robot alive]({up}{_alive(page.file.src_uri)}): one page to turn, drag, drop and be quizzed by.\n"
        markdown = _HEADING.sub(lambda x: x[0] + said, markdown, count=1)
    if page.file.src_uri != "references.md":
        markdown = _KEY.sub(lambda x: f"[{x[0]}]({up}references.md#{x[1]})", markdown)
    return _FENCE.sub(lambda x: f"$$\n{x[1]}$$", markdown)


def on_page_content(html: str, **_: Any) -> str:
    """Replace what the Markdown reader marked as TeX."""
    return _FORMULA.sub(lambda m: mathml(unescape(m[3]), display=m[2] == "["), html)
