"""Data shared by the MJCF readers, and the expansion of frames and replicates.

An element inside `<frame>` has pose T_body_frame · T_frame_element. Copy k of a `<replicate>` has orientation
R_k = euler(k·angles) and position p_k = p_(k−1) + R_(k−1) offset.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from dalembert.finding.finding import IGNORED, Location
from dalembert.formats.mjcf.compiler_and_defaults import Defaults, Setting, euler, pose
from dalembert.formats.mjcf.mesh import Meshes
from dalembert.formats.robot_file import MOST_PARTS, Description, Element, FindingLog, numbered, numbers, scalar
from dalembert.spatial.pose import IDENTITY, Pose
from dalembert.spatial.vector import ZERO, Vector, add, matvec

# elements that name a part of the mechanism; other names (materials, textures) are irrelevant here
PARTS = (
    "joint", "joint1", "joint2", "jointinparent", "body", "body1", "body2", "site", "site1", "site2", "geom",
    "sidesite", "cranksite", "slidersite", "refsite", "tendon", "tendon1", "tendon2",
)  # fmt: skip


@dataclass
class Context:
    """Settings, default classes and description of a file, and data for readers of subsequent sections."""

    setting: Setting
    defaults: Defaults
    draft: Description
    meshes: Meshes
    # value of each joint in the reference configuration of the file
    refs: dict[str, float] = field(default_factory=dict)
    rests: dict[str, float] = field(default_factory=dict)  # rest position of each joint's spring
    # world pose of each body in the reference configuration
    poses: dict[str, Pose] = field(default_factory=lambda: {"world": IDENTITY})
    # world pose of each body with every spring at rest
    resting: dict[str, Pose] = field(default_factory=lambda: {"world": IDENTITY})
    sites: dict[str, tuple[str, Pose]] = field(default_factory=dict)  # body and pose of each site
    stiff: dict[str, float] = field(default_factory=dict)  # joints with a spring
    # time constant and damping ratio of a joint spring
    measured: dict[str, Vector] = field(default_factory=dict)
    # all copies of each name that replicates create
    suffixes: dict[str, dict[str, None]] = field(default_factory=dict)
    # joints whose actuators compensate gravity
    carrying: dict[str, Location] = field(default_factory=dict)
    copies: list[int] = field(default_factory=list)  # number of elements that each replicate creates

    @property
    def log(self) -> FindingLog:
        return self.draft.log

    def replicated(self, name: str, suffix: str) -> str:
        """Return the name of a copy, and record the copy. Elements that refer to the original element are also
        copied."""
        if suffix:
            self.suffixes.setdefault(name, {})[suffix] = None
        return name + suffix

    def copies_of(self, element: Element) -> list[Element]:
        """Return copies of an element, one for each copy of the parts to which it refers."""
        spoken = [text for x in element.walk() for which in PARTS if (text := x.get(which)) in self.suffixes]
        return [self._copy(element, suffix) for suffix in self.suffixes[spoken[0]]] if spoken else [element]

    def _copy(self, element: Element, suffix: str) -> Element:
        attributes = dict(element.attributes)
        for which, text in element.attributes.items():
            if which == "name":
                attributes[which] = self.replicated(text, suffix)
            elif which in PARTS and suffix in self.suffixes.get(text, ()):
                attributes[which] = text + suffix
        return replace(element, attributes=attributes, children=[self._copy(x, suffix) for x in element.children])

    def new_name(self, kind: str, wish: str) -> str:
        """Return the requested name for a spring or loop, and append a number if the name is already used."""
        return numbered(wish, {x.name for x in getattr(self.draft, kind)}.__contains__)

    def left(self, effect: str, element: Element) -> bool:
        """Check whether the user chose to ignore an effect, and if so, report the element."""
        if effect in self.log.ignored:
            self.log.ignore(element.part, IGNORED)
        return effect in self.log.ignored


@dataclass(frozen=True)
class Item:
    """Element in a body, with its frame, default class and name suffix."""

    element: Element
    at: Pose = IDENTITY
    childclass: str = ""
    suffix: str = ""

    @property
    def tag(self) -> str:
        return self.element.tag


def contents(owner: Item, context: Context) -> list[Item]:
    """List the elements of a body in the body frame, including elements inside frames and replicates."""
    found: list[Item] = []
    own = owner.element.get("childclass") or owner.childclass
    stack = [replace(owner, element=x, at=IDENTITY, childclass=own) for x in reversed(owner.element.children)]
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
    """Repeat the contents of a replicate `count` times."""
    element, log = item.element, context.log
    count = int(scalar(element, "count", log))
    if not 0 < count <= MOST_PARTS:
        log.invalid(element.attribute("count"), count, "a number of copies")
        count = 1
    context.copies.append(count * len(element.children))
    log.limit(sum(context.copies), 2 * MOST_PARTS, "elements", element.place)
    offset, turn = numbers(element, "offset", log), numbers(element, "euler", log)
    width = len(str(count - 1))
    sep = element.get("sep") or ""
    p = ZERO
    copies: list[Item] = []
    for k in range(count):
        R = euler([k * context.setting.radians(x) for x in turn], context.setting.sequence)
        at, suffix = item.at @ Pose(R, p), f"{sep}{k:0{width}d}{item.suffix}"
        copies.extend(Item(x, at, item.childclass, suffix) for x in element.children)
        p = add(p, matvec(R, offset))
    return copies
