"""Which characters the fonts of a style sheet can show."""

from __future__ import annotations

import functools
import re
from html.parser import HTMLParser
from pathlib import Path

import matplotlib
from fontTools.ttLib import TTFont

import dalembert as da

PACKAGE = Path(da.__file__).parent
_FONTS = PACKAGE / "assets" / "fonts"
_SYSTEM = Path(matplotlib.get_data_path()) / "fonts" / "ttf" / "DejaVuSansMono.ttf"
FILES = {  # a family of a style sheet: the files that a browser loads for it
    "Dalembert Text": [_FONTS / "text-regular.woff2"],
    "Dalembert Math": [_FONTS / "math.woff2"],
    "Dalembert Screen": [_FONTS / "screen" / "screen.woff2", _FONTS / "screen" / "screen-greek.woff2"],
    "Dalembert Mono": [_FONTS / "screen" / "mono.woff2"],
    "DejaVu Sans Mono": [_SYSTEM],
}
BLANK = {
    *" \t\n\r\f",
    "\xa0",
    "\xad",
    *map(chr, range(0x2000, 0x2010)),
    "\u2028",
    "\u202f",
    *"\u2060\u2061\u2062\u2063\u2064",
}


@functools.cache
def characters(family: str) -> frozenset[str]:
    return frozenset(chr(x) for path in FILES[family] for x in TTFont(path).getBestCmap())


def stack(sheet: Path, selector: str, prefix: str = "font") -> list[str]:
    """The families of a rule of a style sheet that are ours or that we can look into, in order."""
    rules = re.findall(rf"(?:^|[\s}}])(?:{selector})\s*\{{(.*?)\}}", sheet.read_text(), re.DOTALL)
    declared = next(x for rule in rules if (x := re.search(rf"(?<![\w-]){prefix}(?:-family)?\s*:([^;}}]*)", rule)))
    return [x for x in re.findall(r'"([^"]+)"', declared[1]) if x in FILES]


def missing(text: str, families: list[str]) -> set[str]:
    """The characters of a text that no family shows."""
    shown = set().union(*(characters(x) for x in families))
    return {x for x in set(text) - BLANK if x not in shown}


class Texts(HTMLParser):
    """The texts of a page by what sets them: "math", "code" or "text"."""

    _SETS = {"math": "math", "code": "code", "pre": "code", "kbd": "code"}  # noqa: RUF012
    _SILENT = ("script", "style", "title", "svg")
    _VOID = ("br", "hr", "img", "input", "link", "meta", "source", "wbr", "col")

    def __init__(self, page: str):
        super().__init__()
        self.open: list[str] = []
        self.found = {"math": "", "code": "", "text": ""}
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        if tag not in self._VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag in self.open:
            del self.open[len(self.open) - 1 - self.open[::-1].index(tag) :]

    def handle_data(self, data):
        if not set(self.open) & set(self._SILENT):
            place = next((self._SETS[x] for x in reversed(self.open) if x in self._SETS), "text")
            self.found[place] += data
