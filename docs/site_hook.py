"""What the documentation site needs beyond Markdown, done while it is built, so that no page asks for anything elsewhere.

Formulas become MathML; the library's own fonts are put beside the pages, with each picture its twin for the dark, and with
each example, gallery page and lecture its robots, alive (`extra.alive` of mkdocs.yml names the folders).
"""

from __future__ import annotations

import re
import sys
from html import unescape
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

import dalembert
from dalembert.typeset.palette import in_the_dark
from dalembert.studio.share import html

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


def on_files(files: Any, config: Any, **_: Any) -> Any:
    """The fonts, from where the library has them; pictures for the dark; robots alive."""
    for font in sorted(_FONTS.glob("*.woff2")):
        files.append(File.generated(config, f"look/fonts/{font.name}", content=font.read_bytes()))
    for file in [x for x in files if x.src_uri.endswith(".svg") and x.src_uri != "look/mark.svg"]:
        dark = in_the_dark(Path(file.abs_src_path).read_text(encoding="utf-8"))
        files.append(File.generated(config, f"{file.src_uri[:-4]}.dark.svg", content=dark))
    for page in [x for x in map(str, files.src_uris) if x.endswith(".md") and x.split("/")[0] in config.extra["alive"]]:
        robots = shown(page)
        if robots:
            text = html([x for x, _ in robots], origin=[x for _, x in robots], title=_title(page, robots))
            files.append(File.generated(config, _alive(page), content=text))
    return files


def shown(page: str) -> list[tuple[Any, str]]:
    """The robots of a page, each with the line that makes it: of a lecture all it names, else the one it is called after."""
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


def _alive(page: str) -> str:
    return f"alive/{page[:-3]}.html"


def on_page_markdown(markdown: str, page: Any, files: Any, **_: Any) -> str:
    """Displays that GitHub reads as ```math; keys of the bibliography, [leine2004, ch. 4], lead to it; robots alive."""
    uri = page.file.src_uri
    up = "../" * uri.count("/")
    if files.get_file_from_path(_alive(uri)) is not None:
        markdown = _with_robots(markdown, f"{'../' * (uri.count('/') + 1)}{_alive(uri)}", uri.startswith(_LECTURE))
    if uri != "references.md":
        markdown = _KEY.sub(lambda x: f"[{x[0]}]({up}references.md#{x[1]})", markdown)
    return _FENCE.sub(lambda x: f"$$\n{x[1]}$$", markdown)


def _with_robots(markdown: str, address: str, lecture: bool) -> str:
    """A page with its robots: below its picture, a lecture's at the end."""
    what = "The robots of this lecture" if lecture else "The robot"
    frame = f'<iframe class="alive" src="{address}" loading="lazy" title="{what}, alive"></iframe>'
    said = f'{what}, alive: turn it, drag it, drop it, be quizzed. <a href="{address}">On a page of its own</a>'
    block = f'\n<figure class="alive" markdown="0">{frame}<figcaption>{said}</figcaption></figure>\n'
    if lecture:
        return f"{markdown.rstrip()}\n\n## The robots, alive\n{block}"
    above = _PICTURE.search(markdown) or _HEADING.search(markdown)
    at = above.end() if above else 0
    return f"{markdown[:at]}\n{block}{markdown[at:]}"


def on_page_content(html: str, **_: Any) -> str:
    """Replace what the Markdown reader marked as TeX; a picture has a twin in the dark."""
    html = _IMAGE.sub(_twins, html)
    return _FORMULA.sub(lambda m: mathml(unescape(m[3]), display=m[2] == "["), html)


def _twins(image: re.Match[str]) -> str:
    before, path, after = image.groups()
    if path.endswith("mark"):
        return image[0]
    return f'<img {before}src="{path}.svg#only-light"{after}/><img {before}src="{path}.dark.svg#only-dark"{after}/>'
