"""What reading the bodies of an MJCF file carries along, and how frames and replicates are taken in.

An element inside `<frame>` stands at T_body_frame · T_frame_element. Copy k of a `<replicate>` is
turned by R_k = euler(k·angles) and stands at p_k = p_(k−1) + R_(k−1) offset.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dalembert.errors import BadFile
from dalembert.formats.draft import MOST_PARTS, Draft
from dalembert.formats.mjcf.default import Defaults
from dalembert.formats.mjcf.mesh import Meshes
from dalembert.formats.mjcf.pose import euler, pose
from dalembert.formats.mjcf.setting import Setting
from dalembert.formats.xml import Element, numbers, scalar
from dalembert.spatial.pose import IDENTITY, Pose
from dalembert.spatial.vector import ZERO, add, matvec

EFFECTS = ("fluid", "flex", "springs", "tendons", "equalities", "gravcomp", "plugins")
LEFT = "left out as asked, though it acts on the motion"


@dataclass
class Context:
    """Settings, default classes, the draft being filled, and what later sections ask for."""

    setting: Setting
    defaults: Defaults
    draft: Draft
    meshes: Meshes
    refs: dict[str, float] = field(default_factory=dict)  # each joint's value in the configuration as drawn
    rests: dict[str, float] = field(default_factory=dict)  # and where its spring rests
    poses: dict[str, Pose] = field(default_factory=lambda: {"world": IDENTITY})  # each body's as drawn, in the world
    resting: dict[str, Pose] = field(default_factory=lambda: {"world": IDENTITY})  # and with every spring at rest
    sites: dict[str, tuple[str, Pose]] = field(default_factory=dict)  # the body each stands on, and where
    ignored: frozenset[str] = frozenset()  # effects to leave out
    copies: int = 0  # elements made by replicates

    def left(self, effect: str, element: Element) -> bool:
        """Whether an effect is to be left out; if so, an element that has it is told of."""
        if effect in self.ignored:
            self.draft.log.count(LEFT, f"<{element.tag}> ({effect})", element.place)
        return effect in self.ignored


@dataclass(frozen=True)
class Item:
    """An element of a body: the frame it stands in, the class it inherits, what is added to its name."""

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
    stack = [Item(x, IDENTITY, owner.childclass, owner.suffix) for x in reversed(owner.element.children)]
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
        log.error(BadFile, f"<replicate> has count {count}; it needs 1 to {MOST_PARTS}", element.place)
        count = 1
    context.copies += count * len(element.children)
    if context.copies > 2 * MOST_PARTS:
        log.stop(BadFile, "<replicate> makes too many elements for a robot", element.place)
    offset, turn = numbers(element, "offset", log), numbers(element, "euler", log)
    width, sep, p = len(str(count - 1)), element.get("sep") or "", ZERO
    copies: list[Item] = []
    for k in range(count):
        R = euler([k * context.setting.radians(x) for x in turn], context.setting.sequence)
        at, suffix = item.at @ Pose(R, p), f"{sep}{k:0{width}d}{item.suffix}"
        copies.extend(Item(x, at, item.childclass, suffix) for x in element.children)
        p = add(p, matvec(R, offset))
    return copies
