"""What physics says of a robot's numbers.

Mass m ≥ 0, the central tensor positive with A + B ≥ C for its principal moments,
and something to accelerate behind every joint. [featherstone2008, §2.13]

Other engines load files that break these rules, so do we: only a negative mass
is an error, the rest are warnings.
"""

from __future__ import annotations

from dalembert.errors import UnphysicalInertia, shown
from dalembert.formats.draft import Draft
from dalembert.graph import Node, symbols
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Joint, Link

_ROUNDING = 1e-9  # of the largest moment: files carry few digits


def physics(draft: Draft) -> None:
    """Report masses and tensors that no body can have, joints that move nothing, and limits that nothing satisfies."""
    for link in draft.links:
        _inertia(draft, link)
    heavy = _heavy(draft)
    for joint in draft.joints:
        _reversed(draft, joint)
        if joint.moves and joint.mimic is None and joint.child not in heavy and not _has_rotor(joint):
            what = f"joint '{shown(joint.name)}' moves link '{shown(joint.child)}', and nothing behind it has mass"
            why = "M(q) is singular: inverse dynamics works, forward dynamics has no answer"
            fix = "give the link a mass and an inertia, or make the joint fixed"
            place = draft.place("link", joint.child)
            draft.log.warn(what, place, link=joint.child, joint=joint.name, why=why, fix=fix)


def _reversed(draft: Draft, joint: Joint) -> None:
    for limits in dict.fromkeys(joint.limits if isinstance(joint.limits, tuple) else (joint.limits,)):
        low, high = limits.lower, limits.upper
        if low is not None and high is not None and low > high:
            what = f"joint '{shown(joint.name)}' has its limits reversed: lower {low:g}, upper {high:g}"
            place = draft.place("joint", joint.name)
            draft.log.warn(what, place, joint=joint.name, why="no position satisfies them", fix="exchange them")


def moments(inertia: Inertia) -> tuple[float, float, float] | None:
    """Principal moments about the mass centre, smallest first; None where a symbol stands."""
    return None if symbols(inertia.parameters) else inertia.principal().moments


def _inertia(draft: Draft, link: Link) -> None:
    abc = moments(link.inertia)
    if link.inertia.is_zero:
        return
    name, place, never = shown(link.name), draft.place("link", link.name), link.inertia.impossible
    if never and (abc is None or "mass" in never):
        what, why = f"link '{name}' has {never}", "no body has it, and M(q) would not be positive definite"
        draft.log.error(UnphysicalInertia, what, place, link=link.name, why=why, fix="correct the sign or the unit")
        return
    if abc is None:
        return
    inertia = link.inertia.numeric()
    mass = inertia.mass
    if mass == 0:
        what = f"link '{name}' has an inertia tensor but no mass"
        draft.log.warn(what, place, link=link.name, why="its weight and its centre are lost", fix="give it its mass")
    a, b, c = (0.0 if abs(x) < _ROUNDING * abs(abc[2]) else x for x in abc)
    # I_c = I_O − Steiner loses digits when the centre is far from the frame
    slack = _ROUNDING * max(abs(c), abs(a)) + 1e-12 * max(abs(x) for x in inertia.tensor)
    if a < -slack:
        what = f"link '{name}' has an inertia tensor with the negative principal moment {a:.6g}"
        why = "some rotation would have negative kinetic energy"
        fix = "check the signs of the off-diagonal entries and the frame they are given in"
        draft.log.warn(what, place, link=link.name, why=why, fix=fix)
    elif a + b < c - slack:
        what = f"link '{name}' violates A + B >= C for its principal moments ({a:.6g} + {b:.6g} < {c:.6g})"
        why = "no distribution of mass has such a tensor; some simulators refuse it"
        fix = "compute the tensor anew from the shape; moments of different axes may be exchanged"
        draft.log.warn(what, place, link=link.name, why=why, fix=fix)


def _heavy(draft: Draft) -> set[str]:
    """Links that have inertia, or carry a link that has."""
    carrier = {joint.child: joint.parent for joint in draft.joints}
    heavy: set[str] = set()
    for link in draft.links:
        name: str | None = None if link.inertia.is_zero else link.name
        while name is not None and name not in heavy:
            heavy.add(name)
            name = carrier.get(name)
    return heavy


def _has_rotor(joint: Joint) -> bool:
    rotors = [drive.inertia for drive in joint.drives if drive is not None]
    return any(isinstance(Ia, Node) or Ia != 0 for Ia in rotors)
