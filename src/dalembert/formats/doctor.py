"""The model doctor: everything that is wrong or suspicious about a robot, with line, reason and remedy.

It reads a file as `load` does, but continues where `load` raises, and also reports what is only probably wrong: rounded
angles, wrong units, odd limits.

A right angle kπ/2 written with d digits is off by up to 10⁻ᵈ/2. No body is denser than osmium, 22 600 kg/m³, so its
largest moment is at least that of a ball, 2/5 m r² with m = 4/3 π r³ ρ; and none is much wider than the robot, C ≤ m L².
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dalembert.errors import DalembertError, shown
from dalembert.formats.description import Draft, moments, physics
from dalembert.formats.finding import NOTED, Finding, Log, Place
from dalembert.formats.load import Request, is_table, read, request, table
from dalembert.graph import Node
from dalembert.robot.model import Joint, Limits, Link, Robot
from dalembert.robot.tree import Body, tree
from dalembert.typeset.notebook import Displayed, card

_DENSEST = 22_600.0  # kg/m³
_EXACT = 1e-9  # an angle this near to a right one is made exact
_FAR, _HEAVY, _TURNS = 20.0, 2000.0, 4 * math.pi


def symptoms(draft: Draft) -> None:
    """Report everything odd about a draft that its reader did not."""
    _angles(draft)
    size = _size(draft)
    moved = {joint.child for joint in draft.joints if joint.moves}
    for link in draft.links:
        _mass(draft, link, size, link.name in moved)
    for joint in draft.joints:
        _length(draft, joint)
        if joint.moves:
            _limits(draft, joint)
            _mimic(draft, joint)


def rounded(angle: float) -> float | None:
    """The multiple of π/2 that an angle is a rounded copy of, or None."""
    k = round(angle / (math.pi / 2))
    exact = k * math.pi / 2
    if k == 0 or abs(k) > 4 or abs(angle - exact) <= _EXACT:
        return None
    for digits in range(2, 9):
        short = round(exact, digits)
        cut = math.trunc(exact * 10**digits) / 10**digits
        if min(abs(angle - short), abs(angle - cut)) < 1e-11:
            return exact
    return None


def _angles(draft: Draft) -> None:
    for where, angle, place in draft.angles:
        exact = rounded(angle)
        if exact is not None:
            off = abs(angle - exact)
            what = f"{where} is {angle:.10g}, a right angle that was rounded (off by {off:.1g} rad)"
            why = "axes that should be parallel are not, and terms that should vanish cost time in every evaluation"
            draft.log.warn(what, place, why=why, fix=f"write {exact!r}")
        elif abs(angle) > 2 * math.pi + 1e-3:
            what = f"{where} is {angle:.6g}, more than a turn; is it in degrees?"
            draft.log.warn(what, place, why="angles are read in radians", fix=f"write {math.radians(angle):.10g} if so")
    if not draft.angles:
        for joint in draft.joints:
            _rotation(draft, joint)


def _rotation(draft: Draft, joint: Joint) -> None:
    """A rounded right angle leaves its small rest as an entry of the rotation matrix."""
    for pose in (joint.placement, joint.after):
        entries = [abs(float(x)) for row in pose.R for x in row if not isinstance(x, Node)]
        rests = [x for x in entries if 1e-9 < x < 2e-3 and _is_rest(x)]
        if rests:
            what = (
                f"joint '{shown(joint.name)}' is turned by a right angle that was rounded (off by {rests[0]:.1g} rad)"
            )
            place = draft.place("joint", joint.name)
            draft.log.warn(what, place, joint=joint.name, why="axes that should be parallel are not", fix="write pi/2")
            return


def _is_rest(x: float) -> bool:
    for k in (1, 2, 3, 4):
        exact = k * math.pi / 2
        for digits in range(2, 9):
            cut = math.trunc(exact * 10**digits) / 10**digits
            if any(abs(x - abs(math.sin(exact - y))) < 1e-12 for y in (round(exact, digits), cut)):
                return True
    return False


def _size(draft: Draft) -> float:
    """The longest step between joints or to a mass centre: what the robot measures."""
    steps = [_norm(joint.placement.p) for joint in draft.joints] + [_norm(link.inertia.com) for link in draft.links]
    return max([0.1, *(x for x in steps if x is not None)])


def _mass(draft: Draft, link: Link, size: float, moves: bool) -> None:
    abc = moments(link.inertia)
    m = 0.0 if abc is None else link.inertia.numeric().mass
    if abc is None or m <= 0:
        return
    name, place, C = shown(link.name), draft.place("link", link.name), abc[2]
    if m > _HEAVY:
        what = f"link '{name}' weighs {m:g} kg; is it in grams?"
        draft.log.warn(what, place, link=link.name, why="masses are read in kilograms", fix=f"write {m / 1000:g} if so")
    centre = _norm(link.inertia.com)
    if centre is not None and centre > _FAR:
        what = f"the mass centre of link '{name}' is {centre:g} m from its frame; is it in millimetres?"
        draft.log.warn(what, place, link=link.name, why="lengths are read in metres", fix="divide by 1000 if so")
    radius = (3 * m / (4 * math.pi * _DENSEST)) ** (1 / 3)
    if C == 0:
        what = f"link '{name}' has mass {m:g} and no inertia tensor: a point mass"
        why = "turned about its own centre it resists nothing, so M(q) may be singular"
        tell = draft.log.warn if moves else draft.log.note
        tell(what, place, link=link.name, why=why, fix="give its tensor")
    elif 0 < C < 0.4 * m * radius * radius:
        what = f"link '{name}' ({m:g} kg) has moments of at most {C:.3g} kg m², as if denser than any metal"
        draft.log.warn(what, place, link=link.name, why="the unit of the tensor may be wrong", fix="use kg m²")
    elif m * (10 * size) ** 2 < C:
        what = f"link '{name}' ({m:g} kg) has a moment of {C:.3g} kg m², as if ten times wider than the robot"
        draft.log.warn(what, place, link=link.name, why="the unit of the tensor may be wrong", fix="use kg m²")
    _placeholder(draft, link, abc, place)


def _placeholder(draft: Draft, link: Link, abc: tuple[float, float, float], place: Place | None) -> None:
    a, b, c = abc
    alike = math.isclose(a, c, rel_tol=1e-12) and math.isclose(b, c, rel_tol=1e-12)  # after being moved to its centre
    if c > 0 and alike and math.isclose(math.log10(c), round(math.log10(c)), abs_tol=1e-12):
        what = f"link '{shown(link.name)}' has the tensor {c:g}, {c:g}, {c:g}: it looks like a placeholder"
        draft.log.note(what, place, link=link.name, fix="compute it from the shape")


def _length(draft: Draft, joint: Joint) -> None:
    step = _norm(joint.placement.p)
    if step is not None and step > _FAR:
        what = f"joint '{shown(joint.name)}' is {step:g} m from its parent's frame; is it in millimetres?"
        place = draft.place("joint", joint.name)
        draft.log.warn(what, place, joint=joint.name, why="lengths are read in metres", fix="divide by 1000 if so")


def _limits(draft: Draft, joint: Joint) -> None:
    for limits in dict.fromkeys(joint.limits if isinstance(joint.limits, tuple) else (joint.limits,)):
        _limit(draft, joint, limits)


def _limit(draft: Draft, joint: Joint, limits: Limits) -> None:
    log, name, place = draft.log, shown(joint.name), draft.place("joint", joint.name)
    low, high = limits.lower, limits.upper
    if low is not None and low == high:
        log.note(f"joint '{name}' has equal limits ({low:g}) and cannot move", place, joint=joint.name)
    if joint.kind in ("revolute", "prismatic") and low is None and high is None:
        told = any(f.joint == joint.name and "limit" in f.what for f in log.findings)
        if not told:
            log.note(f"joint '{name}' has no limits", place, joint=joint.name, fix="say how far it may go")
    turns = [x for x in (low, high) if x is not None and abs(x) > _TURNS]
    if joint.kind == "revolute" and turns:
        what = f"joint '{name}' may turn to {turns[0]:g} rad; is it in degrees?"
        log.warn(
            what,
            place,
            joint=joint.name,
            why="angles are read in radians",
            fix=f"write {math.radians(turns[0]):.6g} if so",
        )
    for which in ("velocity", "effort"):
        x = getattr(limits, which)
        if x is not None and x <= 0:
            log.note(f"joint '{name}' has the {which} limit {x:g}", place, joint=joint.name, fix="give a positive one")


def _mimic(draft: Draft, joint: Joint) -> None:
    if joint.mimic is not None and not isinstance(joint.mimic.multiplier, Node) and joint.mimic.multiplier == 0:
        what = f"joint '{shown(joint.name)}' mimics '{shown(joint.mimic.joint)}' with multiplier 0 and never moves"
        draft.log.warn(what, draft.place("joint", joint.name), joint=joint.name, fix="make it fixed, or correct it")


def singular(draft: Draft, robot: Robot) -> None:
    """Report last bodies that resist no motion of their joint: M(q) has a zero row and column there."""
    bodies = tree(robot).bodies
    carriers = {body.parent for body in bodies}
    shared = [body.coordinate for body in bodies]
    for i, body in enumerate(bodies):
        felt = _felt(body)
        if i not in carriers and shared.count(body.coordinate) == 1 and not body.inertia.is_zero and felt == 0:
            kind = "mass" if body.prismatic else "inertia about its axis"
            what = f"joint '{shown(body.name)}' moves link '{shown(body.link)}', which has no {kind}"
            why = "M(q) is singular: inverse dynamics works, forward dynamics has no answer"
            place = draft.place("joint", body.name)
            draft.log.warn(what, place, link=body.link, joint=body.name, why=why, fix="give the link its inertia")


def _felt(body: Body) -> Any:
    """The body's own entry of M: Izz or m, with the rotor's."""
    own = body.inertia.mass if body.prismatic else body.inertia.tensor[2]
    return own if body.drive is None else own + body.drive.inertia


def _norm(p: tuple[Any, ...]) -> float | None:
    """Length of a vector, None where a symbol stands."""
    return None if any(isinstance(x, Node) for x in p) else math.hypot(*(float(x) for x in p))


_ORDER = ("error", "warning", "note")
_PARTICULAR = re.compile(r"'[^']*'|[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?")


@dataclass(frozen=True)
class Report(Displayed):
    """The findings about a file or a robot, the gravest first. Prints as a text."""

    subject: str
    findings: tuple[Finding, ...]

    @property
    def errors(self) -> tuple[Finding, ...]:
        return tuple(f for f in self.findings if f.level == "error")

    @property
    def warnings(self) -> tuple[Finding, ...]:
        return tuple(f for f in self.findings if f.level == "warning")

    @property
    def notes(self) -> tuple[Finding, ...]:
        return tuple(f for f in self.findings if f.level == "note")

    @property
    def healthy(self) -> bool:
        """Neither errors nor warnings."""
        return not self.errors and not self.warnings

    def __str__(self) -> str:
        counts = [f"{n} {word}{'s' if n != 1 else ''}" for word in _ORDER if (n := self._count(word))]
        lines = [f"{self.subject}: {', '.join(counts) or 'nothing found'}"]
        for f, *others in self.kinds():
            lines.append(f"  {f.level}: {f}")
            lines += [f"      {label}: {text}" for label, text in (("why", f.why), ("fix", f.fix)) if text]
            lines += [f"      and {_more(others)}"] if others else []
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        title, *_ = str(self).splitlines()
        rows = []
        for f, *others in self.kinds():
            more = f" And {_more(others)}." if others else ""
            rows.append((f.level, f.line or "", f.what + more, f.why, f.fix))
        return card(title, heads=("", "line", "what", "why it matters", "cure"), rows=rows)

    def kinds(self) -> list[list[Finding]]:
        """Findings that differ only in names, numbers and lines, together; the first of each kind is told in full."""
        found: dict[tuple[str, ...], list[Finding]] = {}
        for f in self.findings:
            found.setdefault((f.level, _PARTICULAR.sub("…", f.what), f.why), []).append(f)
        return list(found.values())

    def _count(self, level: str) -> int:
        return sum(f.level == level for f in self.findings)


def diagnose(
    path_or_robot: str | os.PathLike[str] | Robot,
    *,
    packages: Mapping[str, str | os.PathLike[str]] | None = None,
    **arguments: Any,
) -> Report:
    """What is wrong or odd about a robot file, or about a robot. Never raises for what the file holds."""
    if isinstance(path_or_robot, Robot):
        log = Log(lenient=True)
        _examine_robot(path_or_robot, log)
        return _report(path_or_robot.name, log)
    chosen = request(path_or_robot, packages, arguments)
    log = Log(lenient=True, file=shown(chosen.path, 200))
    try:
        _examine_file(chosen, log)
    except DalembertError as error:
        log.failed(error)
    return _report(shown(chosen.path, 200), log)


def _examine_file(chosen: Request, log: Log) -> None:
    if is_table(chosen, log):
        _examine_robot(table(chosen), log)
        return
    draft = read(chosen, log)
    symptoms(draft)
    log.close()
    if not any(f.level == "error" for f in log.findings):
        singular(draft, draft.robot())


def _examine_robot(robot: Robot, log: Log) -> None:
    draft = Draft(robot.name, log, robot.gravity, frames=list(robot.frames), source=robot.source)
    for link in robot.links:
        draft.add_link(link)
    for joint in robot.joints:
        draft.add_joint(joint)
    draft.loops, draft.springs = list(robot.loops), list(robot.springs)
    draft.topology()
    physics(draft)
    symptoms(draft)
    singular(draft, robot)
    told = [f.what for f in log.findings]
    for said in robot.warnings:  # what its reader wanted to be known
        if not any(what in said for what in told):
            (log.note if said.startswith(NOTED) else log.warn)(said)


def _more(others: list[Finding], most: int = 12) -> str:
    """How many more of a kind there are, and where."""
    where = list(dict.fromkeys(str(f.line) if f.line else f.joint or f.link for f in others))
    kind = "lines" if any(f.line for f in others) else "at"
    listed = ", ".join(shown(x) for x in where[:most] if x) + (", …" if len(where) > most else "")
    return f"{len(others)} more like it" + (f", {kind} {listed}" if listed else "")


def _report(subject: str, log: Log) -> Report:
    log.close()
    found = dict.fromkeys(log.findings)  # the same fact found twice is told once
    return Report(subject, tuple(sorted(found, key=lambda f: _ORDER.index(f.level))))
