"""What MuJoCo asks of a body and a joint before it loads a file, so that an export it would refuse is refused here.

Principal moments of every body 0 ≤ A ≤ B ≤ C ≤ A + B; behind every joint something rigid with m, A > 1e-15;
ranges that are not empty; no second body named 'world'.
"""

from __future__ import annotations

from dalembert.errors import WrongValue, shown
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Joint, Robot

LEAST = 1e-15  # kg, kg m²: MuJoCo's smallest mass and moment of a body that moves
_INSTEAD = "export to .urdf or .toml, or correct the model"


def acceptable(robot: Robot) -> None:
    """Raise what MuJoCo would refuse about a robot of numbers."""
    for link in robot.links:
        if not link.inertia.is_zero:
            _body(robot, link.name, link.inertia)
        if link.name == "world" and link.name != robot.root:
            raise WrongValue(
                f"link 'world' of robot '{shown(robot.name)}' is not its root, which MJCF cannot hold; rename it"
            )
    below: dict[str, list[Joint]] = {}
    for joint in robot.joints:
        below.setdefault(joint.parent, []).append(joint)
    for joint in robot.joints:
        if joint.moves:
            _range(robot, joint)
            if not _heavy(robot, joint.child, below):
                raise WrongValue(
                    f"joint '{shown(joint.name)}' of robot '{shown(robot.name)}' moves link '{shown(joint.child)}', which has "
                    f"no mass or no inertia of its own; MuJoCo refuses such a body: {_INSTEAD}"
                )


def _body(robot: Robot, name: str, inertia: Inertia) -> None:
    a, b, c = inertia.principal().moments
    least = -slack(inertia)
    if inertia.mass < 0 or a < least or a + b - c < least:
        raise WrongValue(
            f"link '{shown(name)}' of robot '{shown(robot.name)}' has mass {inertia.mass:g} and central principal moments "
            f"{a:.6g}, {b:.6g}, {c:.6g}; MuJoCo refuses a body unless none is negative and A + B >= C: {_INSTEAD}"
        )


def slack(inertia: Inertia) -> float:
    """What rounding may take from a moment: digits are lost where the centre is far from the frame."""
    return 1e-12 * max(abs(float(x)) for x in inertia.tensor)


def _range(robot: Robot, joint: Joint) -> None:
    low, high, effort = joint.limits.lower, joint.limits.upper, joint.limits.effort
    if low is not None and high is not None and low >= high:
        what = f"the limits {low:g} to {high:g}"
    elif effort is not None and effort <= 0:
        what = f"the effort limit {effort:g}"
    else:
        return
    raise WrongValue(
        f"joint '{shown(joint.name)}' of robot '{shown(robot.name)}' has {what}, which MuJoCo refuses; correct it"
    )


def _heavy(robot: Robot, name: str, below: dict[str, list[Joint]]) -> bool:
    """Whether a link, or one fixed to it, has mass and moments."""
    stack = [name]
    while stack:
        name = stack.pop()
        inertia = robot.link(name).inertia
        if not inertia.is_zero and inertia.mass > LEAST and inertia.principal().moments[0] > LEAST:
            return True
        stack.extend(j.child for j in below.get(name, ()) if not j.moves)
    return False
