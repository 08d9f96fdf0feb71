"""The Orthoglide: three orthogonal driven prismatic joints, three parallelograms and a platform that only translates.

slide_x + √(L² − y² − z²) = x, and the same for y and z [wenger2000]. At q = 0, every parallelogram is a rectangle.

Provenance
- The architecture and the length of the bars, L = 0.31 m, are from [wenger2000] and later papers on the prototype.
- We chose the widths, masses and shapes. The bars have uniform density.

Known errors in public copies
- Some drawings show ball joints at the ends of the bars, which is a linear Delta. In the Orthoglide these joints are
  revolute, and each of the three legs fixes the orientation of the platform. Therefore, only the sum of the cut-joint
  forces can be determined.
"""

from __future__ import annotations

from functools import cache

from dalembert.robot import body
from dalembert.robot.loop import Loop
from dalembert.robot.model import Frame, Joint, Limits, Link, Robot
from dalembert.spatial.joint_types import ALONG
from dalembert.spatial.pose import Pose

LENGTH, HALF = 0.31, 0.04
_AXES = ((1, 0, 0), (0, 1, 0), (0, 0, 1))


@cache
def orthoglide() -> Robot:
    """The Orthoglide, whose three legs each have a slider, a fork, a two-bar parallelogram and an end link."""
    links, joints, loops = [Link("ground")], [], []
    for k, leg in enumerate("xyz"):
        slide, pivot, turn = _AXES[k], _AXES[(k + 1) % 3], _AXES[(k + 2) % 3]

        def place(along: float, across: float, s: tuple[int, ...] = slide, t: tuple[int, ...] = turn) -> Pose:
            return Pose(p=tuple(along * a + across * b for a, b in zip(s, t, strict=True)))

        slider, fork, end = f"slider_{leg}", f"fork_{leg}", f"end_{leg}"
        bars = (f"bar_{leg}1", f"bar_{leg}2")
        sides = [abs(HALF * 2 * b) or 0.02 for b in turn]
        links += [Link(slider, body.box(0.06, 0.06, 0.06, mass=0.8)), Link(fork, body.box(*sides, mass=0.1))]
        links += [Link(bar, body.cylinder(0.006, LENGTH, mass=0.15, axis=leg, at=place(LENGTH / 2, 0))) for bar in bars]
        links.append(Link(end, body.box(*sides, mass=0.1)))
        joints += [
            Joint(f"slide_{leg}", "prismatic", "ground", slider, place(-LENGTH, 0), slide, limits=Limits(-0.15, 0.15)),
            Joint(f"turn_{leg}", "revolute", slider, fork, axis=turn),
            Joint(f"swing_{leg}1", "revolute", fork, bars[0], place(0, HALF), pivot),
            Joint(f"swing_{leg}2", "revolute", fork, bars[1], place(0, -HALF), pivot),
            Joint(f"back_{leg}", "revolute", bars[0], end, place(LENGTH, 0), pivot),
        ]
        axis = Pose(ALONG["yzx"[k]])
        loops.append(
            Loop(f"parallelogram_{leg}", "revolute", bars[1], end, place(LENGTH, 0) @ axis, place(0, -2 * HALF) @ axis)
        )
        middle, hinge = place(0, -HALF), Pose(ALONG["zxy"[k]])
        if leg == "x":
            joints.append(Joint("platform", "revolute", end, "platform", middle, turn))
        else:
            loops.append(Loop(f"platform_{leg}", "revolute", end, "platform", middle @ hinge, hinge))
    links.append(Link("platform", body.box(0.06, 0.06, 0.06, mass=0.5)))
    return Robot(
        "orthoglide",
        tuple(links),
        tuple(joints),
        frames=(Frame("tool", "platform"),),
        source=__doc__ or "",
        loops=tuple(loops),
        actuated=tuple(f"slide_{leg}" for leg in "xyz"),
    )
