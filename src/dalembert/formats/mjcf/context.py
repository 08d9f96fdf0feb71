"""What reading the bodies of an MJCF file carries along, and how frames and replicates are taken in.

An element inside `<frame>` stands at T_body_frame · T_frame_element. Copy k of a `<replicate>` is turned by
R_k = euler(k·angles) and stands at p_k = p_(k−1) + R_(k−1) offset.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from dalembert.finding.finding import IGNORED, Location
from dalembert.formats.mjcf.compiler import Defaults, Setting, euler, pose
from dalembert.formats.mjcf.mesh import Meshes
from dalembert.formats.robot_file import MOST_PARTS, Description, Element, numbered, numbers, scalar
from dalembert.spatial.pose import IDENTITY, Pose
from dalembert.spatial.vector import ZERO, add, matvec

# what names a part of the mechanism; other names (materials, textures) are of no matter here
PARTS = ("joint", "joint1", "joint2", "jointinparent", "body", "body1", "body2", "site", "site1", "site2", "geom",
          "sidesite", "cranksite", "slidersite", "refsite", "tendon", "tendon1", "tendon2")  # fmt: skip
EFFECTS = ("fluid", "flex", "springs", "tendons", "equalities", "gravcomp", "plugins")


@dataclass
class Context:
    """Settings, default classes, the draft being filled, and what later sections ask for."""

    setting: Setting
    defaults: Defaults
    draft: Description
    meshes: Meshes
    refs: dict[str, float] = field(default_factory=dict)  # each joint's value in the configuration as drawn
    rests: dict[str, float] = field(default_factory=dict)  # and where its spring rests
    poses: dict[str, Pose] = field(default_factory=lambda: {"world": IDENTITY})  # each body's as drawn, in the world
    resting: dict[str, Pose] = field(default_factory=lambda: {"world": IDENTITY})  # and with every spring at rest
    sites: dict[str, tuple[str, Pose]] = field(default_factory=dict)  # the body each stands on, and where
    stiff: dict[str, float] = field(default_factory=dict)  # joints with a spring
    # time constant and damping ratio of such a spring
    measured: dict[str, tuple[float, ...]] = field(default_factory=dict)
    # of each name that replicates gave several times
    suffixes: dict[str, dict[str, None]] = field(default_factory=dict)
    # joints whose actuators carry the weight that is carried
    carrying: dict[str, Location] = field(default_factory=dict)
    ignored: frozenset[str] = frozenset()  # effects to leave out
    copies: list[int] = field(default_factory=list)  # elements made by each replicate

    def replicated(self, name: str, suffix: str) -> str:
        """The name of a copy; what speaks of the first is copied too."""
        if suffix:
            self.suffixes.setdefault(name, {})[suffix] = None
        return name + suffix

    def copies_of(self, element: Element) -> list[Element]:
        """An element of a section, once for each copy of the parts that it names."""
        spoken = [text for x in element.walk() for which in PARTS if (text := x.get(which)) in self.suffixes]
        return [self._copy(element, suffix) for suffix in self.suffixes[spoken[0]]] if spoken else [element]

    def _copy(self, element: Element, suffix: str) -> Element:
        attributes = {
            which: self.replicated(text, suffix) if which == "name" else text + suffix
            if which in PARTS and suffix in self.suffixes.get(text, ()) else text
            for which, text in element.attributes.items()
        }  # fmt: skip
        return replace(element, attributes=attributes, children=[self._copy(x, suffix) for x in element.children])

    def spring_name(self, wish: str) -> str:
        """The wished name for a spring, or with a number behind it where it is taken."""
        return numbered(wish, {x.name for x in self.draft.springs}.__contains__)

    def loop_name(self, wish: str) -> str:
        """The same for a loop."""
        return numbered(wish, {x.name for x in self.draft.loops}.__contains__)

    def left(self, effect: str, element: Element) -> bool:
        """Whether an effect is to be left out; if so, an element that has it is reported."""
        if effect in self.ignored:
            self.draft.log.ignore(element.part, IGNORED)
        return effect in self.ignored


@dataclass(frozen=True)
class Item:
    """An element of a body: its frame, the class it inherits, what is added to its name."""

    element: Element
    at: Pose = IDENTITY
    childclass: str = ""
    suffix: str = ""

    @property
    def tag(self) -> str:
        return self.element.tag


def contents(owner: Item, context: Context) -> list[Item]:
    """The elements of a body in its own frame, those inside frames and replicates too."""
    found: list[Item] = []
    stack = [replace(owner, element=x, at=IDENTITY) for x in reversed(owner.element.children)]
    while stack:
        item = stack.pop()
        element = item.element
        if item.tag == "frame":
            at = item.at @ pose(element, context.setting, context.draft)
            childclass = element.get("childclass") or item.childclass
            stack.extend(Item(x, at, childclass, item.suffix) for x in reversed(element.children))
        elif item.tag == "replicate":
            stack.extend(reversed(_copies(item, context)))
        else:
            found.append(item)
    return found


def _copies(item: Item, context: Context) -> list[Item]:
    """The contents of a replicate, once per count."""
    element, log = item.element, context.draft.log
    count = int(scalar(element, "count", log, 0.0))
    if not 0 < count <= MOST_PARTS:
        log.invalid(element.attribute("count"), count, "a number of copies")
        count = 1
    context.copies.append(count * len(element.children))
    log.limit(sum(context.copies), 2 * MOST_PARTS, "elements", element.place)
    offset, turn = numbers(element, "offset", log), numbers(element, "euler", log)
    width, sep, p = len(str(count - 1)), element.get("sep") or "", ZERO
    copies: list[Item] = []
    for k in range(count):
        R = euler([k * context.setting.radians(x) for x in turn], context.setting.sequence)
        at, suffix = item.at @ Pose(R, p), f"{sep}{k:0{width}d}{item.suffix}"
        copies.extend(Item(x, at, item.childclass, suffix) for x in element.children)
        p = add(p, matvec(R, offset))
    return copies
