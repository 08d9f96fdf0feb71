"""A mechanism as it is drawn: bodies held together by joints at points, one body standing still.

It is a description. `robot` is what it describes: a tree of links with its loops cut, which can be assembled, moved,
counted and simulated like any other robot.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from dalembert.errors import BadTopology, UnknownName, WrongSize, WrongValue, did_you_mean
from dalembert.graph import evaluate
from dalembert.mobility import build
from dalembert.mobility.graph import Graph
from dalembert.mobility.joint import Joint
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Robot
from dalembert.spatial.vector import Vector
from dalembert.typeset.card import Displayed

if TYPE_CHECKING:
    from dalembert.mobility.result import Mobility

_MOST = 2000  # bodies or joints


@dataclass(frozen=True)
class Mechanism(Displayed):
    """Bodies and joints, drawn in one position.

    `bodies` are named by the joints unless listed; the first is the ground unless `ground` names another. `output` is
    the body whose motion is wanted (the platform of a parallel robot); it may be left out. `driven` names the joints
    that are actuated, all where nothing is said. `inertias` lists (body, inertia in the drawing's frame); a body that is
    not listed is made of thin rods of 1 kg/m from the middle of its joints to each of them.
    """

    name: str
    joints: tuple[Joint, ...]
    bodies: tuple[str, ...] = ()
    ground: str = ""
    output: str = ""
    source: str = field(default="", repr=False)  # who described it
    driven: tuple[str, ...] = ()
    inertias: tuple[tuple[str, Inertia], ...] = ()
    gravity: Vector = (0, 0, -9.81)

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
        for name in self.driven:
            self.joint(name)
        for name, _ in self.inertias:
            if name not in self.bodies:
                raise UnknownName(
                    f"'{self.name}' has an inertia for '{name}', no such body{did_you_mean(name, self.bodies)}"
                )
        number = {name: i for i, name in enumerate(self.numbered)}
        graph = Graph(len(self.bodies), [(number[j.a], number[j.b]) for j in self.joints])
        if not graph.connected:
            lost = [x for i, x in enumerate(self.numbered) if i not in graph.order]
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
    def size(self) -> float:
        """The largest distance of a joint from the middle of them all; 1 where they coincide."""
        points = np.array([evaluate(p, {}) for j in self.joints for p in (*j.points(j.a), *j.points(j.b))])
        if not len(points):
            return 1.0
        middle = (points.min(axis=0) + points.max(axis=0)) / 2
        size = float(np.max(np.linalg.norm(points - middle, axis=1)))
        return size if size > 1e-12 * (1 + float(np.abs(middle).max())) else 1.0

    @cached_property
    def robot(self) -> Robot:
        """What is drawn, as a robot: a joint for each of those in the tree, a loop for each other, by their names."""
        return build.robot(self)

    @cached_property
    def exact(self) -> Robot:
        """The same robot with roots and angles as expressions, and floats as the decimals they show."""
        return build.robot(self, exact=True)

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

    def plot(self, ax: Any = None, *, motion: int = 0, path: str | PathLike[str] | None = None) -> Any:
        """Draw it; see `picture.plot`."""
        from dalembert.mobility.picture import plot

        return plot(self, ax, motion=motion, path=path)


def _numbered(joints: Sequence[Joint]) -> tuple[Joint, ...]:
    """Joints with different names: a second `a-b` becomes `a-b 2`."""
    result: list[Joint] = []
    seen: dict[str, int] = {}
    for joint in joints:
        if not isinstance(joint, Joint):
            raise WrongValue(f"a mechanism is made of joints, got {type(joint).__name__}")
        seen[joint.name] = seen.get(joint.name, 0) + 1
        count = seen[joint.name]
        result.append(joint if count == 1 else replace(joint, name=f"{joint.name} {count}"))
    return tuple(result)
