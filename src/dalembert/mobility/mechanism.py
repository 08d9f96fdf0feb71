"""A mechanism: bodies held together by joints, one body standing still.

Joints and bodies are a graph. A spanning tree from the ground reaches every body; each joint outside the tree closes
one independent loop, so there are  L = j − n + 1  loops for n bodies and j joints.  [hunt1978, ch. 2]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from dalembert.errors import BadTopology, UnknownName, WrongSize, WrongValue, did_you_mean
from dalembert.mobility.joint import Joint

if TYPE_CHECKING:
    from dalembert.mobility.result import Mobility

_MOST = 2000  # bodies or joints


@dataclass(frozen=True)
class Loop:
    """A closed walk: joints in order, each with +1 where it is passed from its body a to its body b."""

    joints: tuple[int, ...]
    signs: tuple[int, ...]


class Graph:
    """Spanning tree and independent loops of joints between numbered bodies, body 0 the ground."""

    def __init__(self, bodies: int, ends: Sequence[tuple[int, int]]) -> None:
        self.bodies, self.ends = bodies, tuple(ends)
        at: list[list[int]] = [[] for _ in range(bodies)]
        for j, (a, b) in enumerate(ends):
            at[a].append(j)
            at[b].append(j)
        self.parent: dict[int, tuple[int, int]] = {}  # body: (joint, the body before it)
        self.order = [0]  # bodies, nearest first
        for body in self.order:
            for j in at[body]:
                other = ends[j][0] + ends[j][1] - body
                if other != 0 and other not in self.parent:
                    self.parent[other] = (j, body)
                    self.order.append(other)
        tree = {j for j, _ in self.parent.values()}
        self.chords = tuple(j for j in range(len(ends)) if j not in tree)

    @property
    def connected(self) -> bool:
        return len(self.order) == self.bodies

    def path(self, body: int) -> list[tuple[int, int]]:
        """(joint, sign) from the ground to a body."""
        steps = []
        while body != 0:
            j, before = self.parent[body]
            steps.append((j, 1 if self.ends[j][0] == before else -1))
            body = before
        return steps[::-1]

    @cached_property
    def loops(self) -> tuple[Loop, ...]:
        """One for each joint outside the tree: out to its body a, through it, and back from its body b."""
        found = []
        for j in self.chords:
            out, back = self.path(self.ends[j][0]), self.path(self.ends[j][1])
            while out and back and out[0] == back[0]:
                out, back = out[1:], back[1:]
            steps = [*out, (j, 1), *((k, -sign) for k, sign in reversed(back))]
            found.append(Loop(tuple(k for k, _ in steps), tuple(sign for _, sign in steps)))
        return tuple(found)


@dataclass(frozen=True)
class Mechanism:
    """Bodies and joints, drawn in one position.

    `bodies` are named by the joints unless listed; the first is the ground unless `ground` names another. `output` is
    the body whose motion is wanted (the platform of a parallel robot); it may be left out.
    """

    name: str
    joints: tuple[Joint, ...]
    bodies: tuple[str, ...] = ()
    ground: str = ""
    output: str = ""
    source: str = field(default="", repr=False)  # who described it

    def __post_init__(self) -> None:
        object.__setattr__(self, "joints", _numbered(self.joints))
        named = dict.fromkeys(end for joint in self.joints for end in (joint.a, joint.b))
        object.__setattr__(self, "bodies", tuple(self.bodies) or tuple(named))
        self._check_bodies(named)
        if not self.ground:
            object.__setattr__(self, "ground", self.bodies[0])
        for role in ("ground", "output"):
            body = getattr(self, role)
            if body and body not in self.bodies:
                raise UnknownName(f"{role} of '{self.name}' is '{body}', no such body{did_you_mean(body, self.bodies)}")
        if self.output == self.ground:
            raise WrongValue(f"output of '{self.name}' is '{self.output}', which is the ground and stands still")
        if not self.graph.connected:
            lost = [x for i, x in enumerate(self.numbered) if i not in self.graph.order]
            raise BadTopology(
                f"mechanism '{self.name}' is in pieces: no joints lead from '{self.ground}' to {', '.join(lost[:5])}"
            )

    def _check_bodies(self, named: Iterable[str]) -> None:
        if not self.bodies:
            raise WrongValue(f"mechanism '{self.name}' has no joints and no bodies")
        if max(len(self.bodies), len(self.joints)) > _MOST:
            raise WrongSize(f"mechanism '{self.name}' has more than {_MOST} bodies or joints")
        if len(set(self.bodies)) < len(self.bodies):
            twice = next(x for x in self.bodies if self.bodies.count(x) > 1)
            raise BadTopology(f"mechanism '{self.name}' has two bodies named '{twice}'")
        for joint in self.joints:
            for end in (joint.a, joint.b):
                if end not in self.bodies:
                    known = did_you_mean(end, self.bodies)
                    raise UnknownName(f"joint '{joint.name}' names body '{end}', which is not listed{known}")

    @cached_property
    def numbered(self) -> tuple[str, ...]:
        """Bodies, the ground first."""
        return (self.ground, *(x for x in self.bodies if x != self.ground))

    @cached_property
    def graph(self) -> Graph:
        """How the joints connect the numbered bodies."""
        number = {name: i for i, name in enumerate(self.numbered)}
        return Graph(len(self.bodies), [(number[j.a], number[j.b]) for j in self.joints])

    @property
    def freedoms(self) -> int:
        """Σ f, over all joints."""
        return sum(joint.freedoms for joint in self.joints)

    @property
    def loops(self) -> int:
        """L = j − n + 1."""
        return len(self.joints) - len(self.bodies) + 1

    def joint(self, name: str) -> Joint:
        for joint in self.joints:
            if joint.name == name:
                return joint
        raise UnknownName(
            f"mechanism '{self.name}' has no joint '{name}'{did_you_mean(name, [x.name for x in self.joints])}"
        )

    def mobility(self, tolerance: float = 1e-9) -> Mobility:
        """Its freedoms by the formula and in truth; see `mobility`."""
        from dalembert.mobility.count import mobility

        return mobility(self, tolerance=tolerance)

    def plot(self, ax: Any = None, *, motion: int = 0, path: str | None = None) -> Any:
        """Draw it; see `picture.plot`."""
        from dalembert.mobility.picture import plot

        return plot(self, ax, motion=motion, path=path)


def _numbered(joints: Sequence[Joint]) -> tuple[Joint, ...]:
    """Joints with different names: a second `a-b` becomes `a-b 2`."""
    from dataclasses import replace

    result: list[Joint] = []
    seen: dict[str, int] = {}
    for joint in joints:
        if not isinstance(joint, Joint):
            raise WrongValue(f"a mechanism is made of joints, got {type(joint).__name__}")
        seen[joint.name] = seen.get(joint.name, 0) + 1
        count = seen[joint.name]
        result.append(joint if count == 1 else replace(joint, name=f"{joint.name} {count}"))
    return tuple(result)
