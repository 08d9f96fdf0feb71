"""Default classes of MJCF: an element's own attributes stand on those of its class.

A class inherits from the one it is nested in; `main` is the root, of an attached model `main` behind its prefix. An element
belongs to the class it names, or to the `childclass` of the nearest body or frame.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dalembert.errors import BadFile, did_you_mean, shown
from dalembert.formats.finding import Log
from dalembert.formats.xml import Element

ORIENTATIONS = ("quat", "axisangle", "euler", "xyaxes", "zaxis")
ACTUATORS = frozenset(
    ("general", "motor", "position", "velocity", "intvelocity", "orientation", "pid", "damper", "cylinder", "muscle",
     "adhesion", "dcmotor", "plugin")
)  # fmt: skip


@dataclass
class Defaults:
    """The attributes of each class, by tag."""

    log: Log
    classes: dict[str, dict[str, dict[str, str]]] = field(default_factory=lambda: {"main": {}})

    def add(self, section: Element) -> None:
        """A `<default>` section of the file."""
        stack = [(section, "main")]
        while stack:
            element, parent = stack.pop()
            name = element.get("class")
            if not name:
                if element is not section:
                    self.log.error(BadFile, "a nested <default> needs a class", element.place)
                name = "main"
            table = self.classes.get(name)
            if table is None:
                inherited = {} if element is section else self.classes.get(parent, {})
                table = self.classes[name] = {tag: dict(values) for tag, values in inherited.items()}
            for child in element.children:
                if child.tag != "default":
                    key = _key(child.tag)
                    table[key] = overlaid(table.get(key, {}), child.attributes)
            stack.extend((child, name) for child in reversed(element.children) if child.tag == "default")

    def applied(self, element: Element, childclass: str = "", tag: str = "") -> Element:
        """The element with what its class says where it says nothing itself."""
        name = element.get("class") or childclass or "main"
        table = self.classes.get(name)
        if table is None:
            what = f"<{element.tag}> names the default class '{shown(name)}', which is not defined"
            self.log.error(BadFile, what + did_you_mean(name, self.classes), element.place)
            return element
        attributes = overlaid(table.get(tag or _key(element.tag), {}), element.attributes)
        return Element(element.tag, attributes, element.place, element.children, element.text)


def overlaid(under: dict[str, str], over: dict[str, str]) -> dict[str, str]:
    """Attributes of `over` on those of `under`; one way of giving an orientation replaces another."""
    if any(name in over for name in ORIENTATIONS):
        under = {name: text for name, text in under.items() if name not in ORIENTATIONS}
    return {**under, **over}


def _key(tag: str) -> str:
    """All kinds of actuator share one set of defaults, and so do all tendons."""
    return "actuator" if tag in ACTUATORS else tag
