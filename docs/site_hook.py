"""Hooks of the documentation site that run while it is built, so that no page loads anything from elsewhere.

Formulas become MathML. The library's fonts and a dark version of each picture are added. Examples, gallery pages and lectures
get interactive robots (`extra.interactive` of mkdocs.yml names the folders).
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
from dalembert.typeset.palette import PAIRS

sys.path.append(str(Path(__file__).resolve().parents[1] / "tools"))
from handbook.mathml import mathml

_DOCS = Path(__file__).parent
_FORMULA = re.compile(r'<(span|div) class="arithmatex">\\([(\[])(.*?)\\[)\]]</\1>', re.DOTALL)
_FENCE = re.compile(r"^```math\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
_KEYS = re.findall(r"^@\w+\{(\w+),", (Path(__file__).parent / "references.bib").read_text(), re.MULTILINE)
_KEY = re.compile(rf"(?<![\[`\w])\[({'|'.join(_KEYS)})(?:, [^\]\[]*)?\](?![(\]])")
_HEADING = re.compile(r"^# .*\n", re.MULTILINE)
_PICTURE = re.compile(r"^!\[.*?\]\(.*?\)$", re.MULTILINE)
_NAMED = re.compile(r"\bda\.gallery\.(\w+)\(")
_IMAGE = re.compile(r'<img ([^>]*?)src="([^"]+)\.svg"([^>]*?)/?>')
_FONTS = Path(dalembert.__file__).parent / "assets" / "fonts"
_LECTURE = "lectures/"


def _in_the_dark(svg: str) -> str:
    """Return a picture in which dark colours replace the light ones."""
    text = svg.replace("<svg", '<svg fill="#000000"', 1)
    return re.sub("#[0-9a-fA-F]{6}", lambda c: PAIRS.get(c[0].lower(), c[0]), text)


def on_files(files: Any, config: Any, **_: Any) -> Any:
    """Add the library's fonts, dark pictures and interactive robots."""
    for font in sorted(_FONTS.glob("*.woff2")):
        files.append(File.generated(config, f"look/fonts/{font.name}", content=font.read_bytes()))
    for file in [x for x in files if x.src_uri.endswith(".svg") and x.src_uri != "look/mark.svg"]:
        dark = _in_the_dark(Path(file.abs_src_path).read_text(encoding="utf-8"))
        files.append(File.generated(config, f"{file.src_uri[:-4]}.dark.svg", content=dark))
    for page in [
        x for x in map(str, files.src_uris) if x.endswith(".md") and x.split("/")[0] in config.extra["interactive"]
    ]:
        robots = shown(page)
        if robots:
            text = html([x for x, _ in robots], origin=[x for _, x in robots], title=_title(page, robots))
            files.append(File.generated(config, _interactive(page), content=text))
    return files


def shown(page: str) -> list[tuple[Any, str]]:
    """Robots of a page with the code that makes each: all that a lecture names, else the one that names the page."""
    stem = Path(page).stem
    text = (_DOCS / page).read_text(encoding="utf-8")
    names = [x for x in dict.fromkeys(_NAMED.findall(text)) if x in dalembert.gallery.names()]
    if not page.startswith(_LECTURE):
        names = [stem] if stem in dalembert.gallery.names() else []
    file = _FONTS.parent / f"{stem}.urdf"
    if file.exists():
        return [(dalembert.load(file), f'robot = da.load("{file.name}")')]
    return [(getattr(dalembert.gallery, x)(), f"robot = da.gallery.{x}()") for x in names]


def _title(page: str, robots: list[tuple[Any, str]]) -> str:
    if not page.startswith(_LECTURE):
        return str(robots[0][0].name)
    found = _HEADING.search((_DOCS / page).read_text(encoding="utf-8"))
    return found[0][2:].strip() if found else ""


def _interactive(page: str) -> str:
    return f"interactive/{page[:-3]}.html"


def on_page_markdown(markdown: str, page: Any, files: Any, **_: Any) -> str:
    """Convert ```math blocks, link keys of the bibliography such as [leine2004, ch. 4], and insert interactive robots."""
    uri = page.file.src_uri
    up = "../" * uri.count("/")
    if files.get_file_from_path(_interactive(uri)) is not None:
        markdown = _with_robots(
            markdown, f"{'../' * (uri.count('/') + 1)}{_interactive(uri)}", uri.startswith(_LECTURE)
        )
    if uri != "references.md":
        markdown = _KEY.sub(lambda x: f"[{x[0]}]({up}references.md#{x[1]})", markdown)
    return _FENCE.sub(lambda x: f"$$\n{x[1]}$$", markdown)


def _with_robots(markdown: str, address: str, lecture: bool) -> str:
    """Insert the robots below the picture of a page, or at the end of a lecture."""
    what = "The robots of this lecture" if lecture else "The robot"
    frame = f'<iframe class="interactive" src="{address}" loading="lazy" title="{what}, interactive"></iframe>'
    caption = f'{what}: drag, simulate, take the quiz. <a href="{address}">Open on a separate page</a>'
    block = f'\n<figure class="interactive" markdown="0">{frame}<figcaption>{caption}</figcaption></figure>\n'
    if lecture:
        return f"{markdown.rstrip()}\n\n## The robots, interactive\n{block}"
    above = _PICTURE.search(markdown) or _HEADING.search(markdown)
    at = above.end() if above else 0
    return f"{markdown[:at]}\n{block}{markdown[at:]}"


def on_page_content(html: str, **_: Any) -> str:
    """Replace TeX by MathML, and add the dark version of each picture."""
    html = _IMAGE.sub(_twins, html)
    return _FORMULA.sub(lambda m: mathml(unescape(m[3]), display=m[2] == "["), html)


def _twins(image: re.Match[str]) -> str:
    before, path, after = image.groups()
    if path.endswith("mark"):
        return image[0]
    return f'<img {before}src="{path}.svg#only-light"{after}/><img {before}src="{path}.dark.svg#only-dark"{after}/>'
