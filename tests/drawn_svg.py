"""What stands in the SVG of a drawing, read back from its text: lines and curves by name, names with their boxes."""

import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass

import numpy as np

_TOKEN = re.compile(r"[MLCZ]|-?\d+(?:\.\d+)?")


@dataclass(frozen=True)
class Item:
    """One path: the classes it has, its data, its end points (not the handles of curves) and all of its points."""

    name: str
    data: dict
    ends: np.ndarray
    points: np.ndarray
    width: float


class Drawn:
    """A parsed picture. `project` puts points of the world on the paper, by the projection that the file states."""

    def __init__(self, text):
        root = ET.fromstring(text)
        self.box = np.array(root.get("viewBox").split(), dtype=float)
        facts = {k: np.array(root.get(f"data-{k}").split(), dtype=float) for k in ("right", "up", "origin", "scale")}
        self.right, self.up, self.origin, (self.scale,) = (facts[k] for k in ("right", "up", "origin", "scale"))
        self.toward = np.cross(self.right, self.up)
        self.items = [_item(x) for x in root.iter("{http://www.w3.org/2000/svg}path")]

    def project(self, p):
        return self.origin + self.vector(p)

    def vector(self, v):
        v = np.asarray(v, dtype=float)
        return self.scale * np.stack([v @ self.right, -(v @ self.up)], axis=-1)

    def of(self, name, **data):
        return [x for x in self.items if x.name == name and all(x.data.get(k) == v for k, v in data.items())]


def _item(path):
    name = path.get("class").split()[0]
    data = {k.removeprefix("data-"): v for k, v in path.attrib.items() if k.startswith("data-")}
    ends, points, numbers, letter = [], [], [], ""
    for token in [*_TOKEN.findall(path.get("d")), "Z"]:
        if token in "MLCZ":
            for k in range(0, len(numbers), {"M": 2, "L": 2, "C": 6}.get(letter, 1)):
                step = {"M": 2, "L": 2, "C": 6}[letter]
                given = np.reshape(numbers[k : k + step], (-1, 2))
                points.extend(given)
                ends.append(given[-1])
            letter, numbers = token, []
        else:
            numbers.append(float(token))
    width = float(path.get("stroke-width", 0)) if path.get("stroke") else 0.0
    return Item(name, data, np.array(ends), np.array(points), width)
