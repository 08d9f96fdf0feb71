"""Reduce the size of an SVG picture: remove metadata and comments, round numbers, and use relative coordinates."""

from __future__ import annotations

import re

_NOISE = re.compile(r"<metadata>.*?</metadata>\s*|<!--.*?-->\s*|<!DOCTYPE.*?>\s*", re.DOTALL)
_NUMBER = re.compile(r"-?\d*\.?\d+(?:e-?\d+)?")
_PLACES = re.compile(r'(?<=\b[xy]=")[^"]*|(?<=points=")[^"]*|(?<=translate\()[^)]*')
_OUTLINE = re.compile(r'(?<=\bd=")[^"]*')
_TOKEN = re.compile(r"[A-Za-z]|-?\d*\.?\d+(?:e-?\d+)?")
_DIGITS = 2


def lean(svg: str) -> str:
    svg = _NOISE.sub("", svg)
    svg = _PLACES.sub(lambda x: _NUMBER.sub(lambda n: _short(float(n[0])), x[0]), svg)
    svg = _OUTLINE.sub(lambda x: outline(x[0]), svg)
    return re.sub(r">\s+<", ">\n<", svg)


def outline(d: str) -> str:
    """Convert the path commands M, L, C and Q to relative coordinates; in other paths, only round the numbers."""
    tokens = _TOKEN.findall(d)
    if {x for x in tokens if x.isalpha()} - set("MLCQZz"):
        return _NUMBER.sub(lambda n: _short(float(n[0])), " ".join(d.split()))
    made: list[str] = []
    here = start = (0.0, 0.0)
    k, command = 0, ""
    while k < len(tokens):
        if tokens[k].isalpha():
            command, k = tokens[k], k + 1
            made.append(command.lower())
        if command in "Zz":
            here = start
            continue
        count = {"C": 3, "Q": 2}.get(command, 1)
        numbers = [round(float(x), _DIGITS) for x in tokens[k : k + 2 * count]]
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        k += 2 * count
        made += [_short(x - y) for point in points for x, y in zip(point, here, strict=True)]
        here = points[-1]
        if command == "M":
            start, command = here, "L"  # further points after a move are lines
    return re.sub(r"\s*([a-z])\s*", r"\1", re.sub(r" -", "-", " ".join(made)))


def _short(x: float) -> str:
    text = f"{round(x, _DIGITS) + 0:.6g}"
    return re.sub(r"^(-?)0\.", r"\1.", text)
