"""Read the springs, tendons and equalities of MJCF files.

The spring of a hinge or slide joint has τ = k (q − springref). The spring of a ball joint has τ = k log(rest⁻¹ ⊗ q),
expressed in the body frame. A free joint has a linear and a rotational spring, relative to the pose in the file.
`springdamper` specifies a time constant t and a damping ratio ζ, with k = I/(t ζ)² and b = 2 I/t. I is the mean inertia
of the joint in the reference configuration: 1/I = mean diag(M⁻¹).

A fixed tendon has length L = Σ coef q. The length of a spatial tendon is the length of the line from site to site. With
stiffness k, damping b and armature a, the force of a tendon is −k (L − L0) − b L̇ − a L̈. The rest length L0 is
`springlength`, which can be a range, or else the length at the rest positions of the joint springs. Tendons that wrap
around geoms or pulleys cause an error if they exert a force.

Equalities are exact constraints in this library and soft constraints in MuJoCo:

    joint     q1 − ref1 = Σ a_k (q2 − ref2)^k       becomes a mimic joint (first degree) or a coupling
    tendon    L1 − L1₀ = Σ a_k (L2 − L2₀)^k         becomes a coupling (fixed tendons, first degree)
    connect   two points coincide                   becomes a ball loop
    weld      two frames coincide                   becomes a weld loop

The frames of `connect` and `weld` are given in the file, or follow from the body poses in the file.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from dalembert import finding
from dalembert.algorithms.inverse import mass_matrix
from dalembert.finding.finding import SIMULATED, SOFT, Identifier, Noun
from dalembert.formats.mjcf.context import Context
from dalembert.formats.mjcf.joint import elastic, passive
from dalembert.formats.numeric import quaternion
from dalembert.formats.robot_file import Element, numbers, scalar
from dalembert.robot.drive import Drive
from dalembert.robot.loop import Coupling, Loop
from dalembert.robot.model import Joint, Mimic, Robot
from dalembert.robot.spring import BallSpring, Spring, Strut, Tendon
from dalembert.robot.tree import tree
from dalembert.spatial.pose import IDENTITY, Pose, rotation_quaternion
from dalembert.spatial.vector import EYE, Vector, sub
from dalembert.tolerance import LEAST_INERTIA

_MOST = 200  # largest number of rates of a model with `springdamper`


def springs(context: Context) -> None:
    """Add the joint springs before the tendon springs. The springs of a free joint are three tendons and a ball spring."""
    context.draft.springs[:0] = _at_joints(context)


def _at_joints(context: Context) -> Iterator[Spring]:
    for joint in [x for x in context.draft.joints if x.name in context.stiff]:
        name, k = joint.name, context.stiff[joint.name]
        wish = context.new_name("springs", f"{name}_spring")
        drawn = IDENTITY
        if joint.nv == 1:
            yield Tendon(wish, ((name, 1),), k, context.rests[name])
            continue
        if joint.kind == "free":
            drawn = context.poses[joint.child]
            for c, rest in zip(joint.coordinates, drawn.p, strict=False):
                yield Tendon(context.new_name("springs", f"{name}_spring_{c.name[-1]}"), ((c.name, 1),), k, rest)
        yield BallSpring(wish, name, k, quaternion(drawn.R))


def measured(context: Context) -> None:
    """Compute the stiffness and damping of springs with `springdamper`, which requires the masses of all bodies."""
    draft = context.draft
    if not context.measured:
        return
    place = draft.place("joint", next(iter(context.measured)))
    draft.log.limit(sum(joint.nv for joint in draft.joints), _MOST, "rates with springdamper", place)
    robot = Robot(draft.name, tuple(draft.links), tuple(draft.joints), springs=tuple(draft.springs))
    q = [x for joint in robot.joints for x in _as_drawn(joint, context)]
    eased = np.diag(np.linalg.pinv(np.array(mass_matrix(tree(robot), q), dtype=float)))
    for joint in robot.joints:
        if joint.name in context.measured:
            t, ratio = context.measured[joint.name]
            own = [x.qd for x in joint.coordinates]
            felt = float(1 / max(eased[own].mean(), LEAST_INERTIA))
            draft.change(joint.name, drive=replace(joint.drive or Drive(), damping=2 * felt / t))
            context.stiff[joint.name] = felt / (t * ratio) ** 2


def _as_drawn(joint: Joint, context: Context) -> Vector:
    """Return the coordinates of a joint in the file's reference configuration."""
    pose = context.poses[joint.child] if joint.kind == "free" else IDENTITY
    whole = {"free": (*pose.p, *quaternion(pose.R)), "spherical": quaternion(pose.R), "fixed": ()}
    return whole.get(joint.kind, (context.refs.get(joint.name, 0.0),))


@dataclass(frozen=True)
class Line:
    """Fixed tendon with its moment arms.

    The lengths are given in the reference configuration and at the rest positions of the joint springs.
    """

    arms: tuple[tuple[str, float], ...]
    drawn: float
    rest: float


def tendons(root: Element, context: Context) -> dict[str, Line]:
    """Read the section `<tendon>`. Add springs to the description, and return the fixed tendons by name."""
    lines: dict[str, Line] = {}
    for section in root.all("tendon"):
        for given in [copy for x in section.children for copy in context.copies_of(x)]:
            element = context.defaults.applied(given, tag="tendon")
            if element.tag not in ("fixed", "spatial"):
                continue
            name = element.get("name") or f"tendon{len(lines) + len(context.draft.springs) + 1}"
            line = _line(element, context) if element.tag == "fixed" else None
            if line is not None and line.arms:
                lines[name] = line
            before = len(context.draft.springs)
            _spring(element, name, line, context)
            bounded = element.get("range") is not None and element.get("limited") != "false"
            if bounded:
                context.log.ignore(element.attribute("range"), SIMULATED)
            elif len(context.draft.springs) == before:
                context.log.ignore(element.inside("tendon"))
    return lines


def _line(element: Element, context: Context) -> Line:
    arms: dict[str, float] = {}
    for part in element.all("joint"):
        joint, coefficient = part.get("joint") or "", scalar(part, "coef", context.log)
        if not context.log.defined(joint, context.draft.moving, part.part, "joint"):
            continue
        if joint in arms:
            context.log.error(finding.Impossible(part.part, Noun("given twice"), Identifier(joint)))
        arms[joint] = coefficient
    drawn = sum(r * context.refs.get(joint, 0.0) for joint, r in arms.items())
    rest = sum(r * context.rests.get(joint, 0.0) for joint, r in arms.items())
    return Line(tuple((joint, r) for joint, r in arms.items() if r), drawn, rest)


def _spring(element: Element, name: str, line: Line | None, context: Context) -> None:
    log, draft = context.log, context.draft
    stiffness = passive(element, "stiffness", "spring", context)
    damping = passive(element, "damping", "damper", context)
    armature = scalar(element, "armature", log)
    rubs = scalar(element, "frictionloss", log) != 0 and context.setting.acts("frictionloss", "constraint")
    if not (stiffness or damping or armature or rubs) or context.left("tendons", element):
        return
    if stiffness:
        elastic(element, "tendons", context)
    length = numbers(element, "springlength", log)
    law = {"stiffness": stiffness, "damping": damping, "armature": armature, "slack": length[-1] - length[0]}
    for which, x in (("armature", armature), ("springlength", law["slack"])):
        if x < 0:
            log.invalid(element.attribute(which), x, "a non-negative number")
            return
    path = [] if line is not None else _path(element, context)
    moves = bool(line.arms) if line is not None else len({link for link, _ in path}) > 1
    if rubs and moves:
        log.effect(element.attribute("frictionloss"), "tendons")
    if line is None and (len(element.children) < 2 or any(part.tag != "site" for part in element.children)):
        log.effect(element.attribute("a path that is not straight"), "tendons")
        return
    if not moves:
        return  # no effect between two points of the same body
    rest, name = length[0], context.new_name("springs", name)
    if line is not None:
        rest = line.rest if rest == -1 else rest  # −1 selects the length in the reference configuration
        draft.springs.append(Tendon(name, line.arms, rest=rest, **law))
        return
    if rest < 0:
        at = [(context.resting[link] @ Pose(p=point)).p for link, point in path]
        rest = sum(math.hypot(*sub(a, b)) for a, b in pairwise(at))
    (first, here), *via, (second, there) = path
    draft.springs.append(Strut(name, first, second, here, there, rest=rest, via=tuple(via), **law))


def _path(element: Element, context: Context) -> list[tuple[str, Vector]]:
    """List the body and the position of each site along a spatial tendon."""
    found: list[tuple[str, Vector]] = []
    for part in element.all("site"):
        site = part.get("site") or ""
        if not context.log.defined(site, context.sites, element.part, "site"):
            return []
        link, place = context.sites[site]
        found.append((link, place.p))
    return found


def settled(context: Context) -> None:
    """Express springs of mimic joints in the coordinates q' of their leaders: q = m q' + o."""
    joints = {joint.name: joint for joint in context.draft.joints}
    for k, spring in enumerate(context.draft.springs):
        if not isinstance(spring, Tendon):
            continue
        arms: Counter[str] = Counter()
        rest = spring.rest
        for given, r in spring.arms:
            name = given
            while name in joints and (mimic := joints[name].mimic) is not None:
                rest, r, name = rest - r * mimic.offset, r * mimic.multiplier, mimic.joint
            arms[name] += r
        context.draft.springs[k] = replace(spring, arms=tuple(arms.items()), rest=rest)


def equalities(root: Element, lines: dict[str, Line], context: Context) -> None:
    """Read the section `<equality>`."""
    log = context.log
    for section in root.all("equality"):
        for given in [copy for x in section.children for copy in context.copies_of(x)]:
            element = context.defaults.applied(given, tag="equality")
            if element.get("active") == "false" or not context.setting.acts("equality", "constraint"):
                log.ignore(element.inside("equality"))
            elif context.left("equalities", element):
                continue
            elif element.tag == "joint":
                _joint(element, context)
            elif element.tag == "tendon":
                _tendon(element, lines, context)
            elif element.tag in ("connect", "weld"):
                _bodies(element, context)
            else:
                log.effect(element.inside("equality"), "equalities")


def _coefficients(element: Element, context: Context) -> Vector:
    given = numbers(element, "polycoef", context.log)
    return (*given, *(0.0, 1.0, 0.0, 0.0, 0.0)[len(given) :])


def _joint(element: Element, context: Context) -> None:
    draft, log = context.draft, context.log
    name, leader = element.get("joint1") or "", element.get("joint2")
    part = element.inside("equality")
    joint, ends = draft.joint(name), [name, leader] if leader else [name]
    if not all(log.defined(end, draft.moving, part, "joint") for end in ends) or joint is None:
        return
    a = _coefficients(element, context)
    ref, other = context.refs.get(name, 0.0), context.refs.get(leader or "", 0.0)
    tied = any(isinstance(x, Coupling) and name in x.coordinates for x in draft.loops)  # keeps its own coordinate
    if leader and a[1] != 0 and not any(a[2:]) and joint.mimic is None and not tied:
        draft.change(name, mimic=Mimic(leader, a[1], ref + a[0] - a[1] * other))
        log.tell(finding.Understood(part, Noun("follows exactly"), Identifier(leader)))
        return
    shifted = _shifted(a, other) if leader else [a[0]]
    terms = [(1.0, ((name, 1),)), (-ref - shifted[0], ())]
    terms += [(-x, ((leader, k),)) for k, x in enumerate(shifted) if k and x and leader]
    draft.loops.append(Coupling(context.new_name("loops", element.get("name") or f"{name}_equality"), tuple(terms)))
    log.ignore(part, SOFT)


def _shifted(a: Sequence[float], x0: float) -> list[float]:
    """Expand Σ a_k (x − x0)^k, and return the coefficients of the powers of x."""
    found = [0.0] * len(a)
    for k, factor in enumerate(a):
        for i in range(k + 1):
            found[i] += factor * math.comb(k, i) * (-x0) ** (k - i)
    return found


def _tendon(element: Element, lines: dict[str, Line], context: Context) -> None:
    a, log = _coefficients(element, context), context.log
    names = [x for x in (element.get("tendon1"), element.get("tendon2")) if x]
    if any(x not in lines for x in names) or any(a[2:]):
        log.effect(element.inside("equality"), "equalities")
        return
    factors: Counter[str] = Counter()
    constant = -a[0]
    for name, factor in zip(names, (1.0, -a[1]), strict=False):
        constant -= factor * lines[name].drawn
        for joint, r in lines[name].arms:
            factors[joint] += factor * r
    tied = context.new_name("loops", element.get("name") or f"{names[0]}_equality")
    context.draft.loops.append(Coupling.linear(tied, factors, constant))
    log.ignore(element.inside("equality"), SOFT)


def _bodies(element: Element, context: Context) -> None:
    """Read a connect or weld equality between two bodies or two sites."""
    draft = context.draft
    log = context.log
    part = element.inside("equality")
    if element.get("site1") is not None:
        sites = [element.get(which) or "" for which in ("site1", "site2")]
        if not all(log.defined(site, context.sites, part, "site") for site in sites):
            return
        (one, here), (two, there) = (context.sites[site] for site in sites)
    else:
        one, two = element.get("body1") or "", element.get("body2") or "world"
        if not all(log.defined(x, context.poses, part, "body") for x in (one, two)):
            return
        here, there = _drawn(element, one, two, context)
    if one == two:
        log.ignore(part)
        return
    kind = "ball" if element.tag == "connect" else "weld"
    if kind == "weld" and scalar(element, "torquescale", log) == 0:
        log.effect(element.attribute("torquescale"), "equalities")
    name = context.new_name("loops", element.get("name") or f"{one}_{two}")
    draft.loops.append(Loop(name, kind, one, two, here, there))
    log.ignore(part, SOFT)


def _drawn(element: Element, one: str, two: str, context: Context) -> tuple[Pose, Pose]:
    """Return the cut frames in both bodies, from the file if given, or else from the reference configuration."""
    log = context.log
    between = context.poses[one].inverse() @ context.poses[two]  # pose of the second body in the first
    anchor = numbers(element, "anchor", log)
    if element.tag == "connect":
        return Pose(p=anchor), Pose(p=(between.inverse() @ Pose(p=anchor)).p)
    given = numbers(element, "relpose", log)
    length = math.hypot(*given[3:])
    if length > 0:  # position of the anchor in the first body, and orientation of the second body there
        return Pose(rotation_quaternion(*(x / length for x in given[3:])), given[:3]), Pose(EYE, anchor)
    return Pose(between.R, (between @ Pose(p=anchor)).p), Pose(EYE, anchor)
