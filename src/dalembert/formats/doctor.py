"""Model doctor: report every error and suspicious value of a robot, with the line, the reason and a remedy.

The doctor reads a file in the same way as `load`, but continues after errors. The doctor also reports values that are
probably wrong, such as rounded angles, wrong units and implausible limits.

An angle kπ/2 rounded to d decimal places has an error of at most 10⁻ᵈ/2. The densest material is osmium, with ρ = 22
600 kg/m³. Therefore, the largest moment of inertia of a body is at least that of an osmium ball of the same mass. The
moment of such a ball is 2/5 m r² with m = 4/3 π r³ ρ. A body is rarely much wider than the whole robot. Therefore, the
largest moment C of a body and the size L of the robot usually satisfy C ≤ m L².
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from dalembert import finding
from dalembert.argument import FilePath, Packages
from dalembert.errors import DalembertError, shown
from dalembert.finding.finding import PYTHON, Edit, Given, JointName, LinkName, Measure, Noun, Surface, Unit
from dalembert.finding.model import (
    Assumed,
    IdleMimic,
    ImplausibleTensor,
    Level,
    ModelFinding,
    OddLimit,
    Part,
    PlaceholderTensor,
    PointMass,
    RoundedAngle,
    SingularBody,
    WrongUnit,
    part_of,
)
from dalembert.formats.load import Request, is_name, is_table, load, read, request, table
from dalembert.formats.robot_file import Description, FindingLog, limits_of, moments, physics
from dalembert.graph import Node
from dalembert.graph.scalar import is_zero
from dalembert.robot import gallery
from dalembert.robot.model import Joint, Limits, Link, Robot
from dalembert.robot.tree import Body, tree
from dalembert.spatial.vector import Vector
from dalembert.tolerance import EXACT_ANGLE, FULL_TURN, ROUNDED_DIGITS, ROUNDING, VISIBLE_ROTATION
from dalembert.typeset.notebook_display import Displayed, card

_DENSEST = 22_600.0  # kg/m³
_FAR, _HEAVY, _TURNS = 20.0, 2000.0, 4 * math.pi
_KG = Unit("kg")
_M = Unit("m")
_RAD = Unit("rad")
_MOMENT = Unit("kg m²")


def suspicions(draft: Description) -> None:
    """Report suspicious values in a robot description that the file reader did not report."""
    _angles(draft)
    size = _size(draft)
    moved = {joint.child for joint in draft.joints if joint.moves}
    for link in draft.links:
        _mass(draft, link, size, link.name in moved)
    for joint in draft.joints:
        _distance(draft, _part(draft, "joint", joint.name), "distance from its parent's frame", joint.placement.p)
        if joint.moves:
            for limits in limits_of(joint):
                _limit(draft, joint, limits)
            _mimic(draft, joint)


def rounded(angle: float) -> float | None:
    """Return the multiple of π/2 that was probably rounded to this angle, or None."""
    k = round(angle / (math.pi / 2))
    exact = k * math.pi / 2
    if k == 0 or abs(k) > 4 or abs(angle - exact) <= EXACT_ANGLE:
        return None
    return exact if any(abs(angle - x) < ROUNDED_DIGITS for x in _shortened(exact)) else None


def _shortened(x: float) -> Iterator[float]:
    """Yield a number rounded and truncated to two to eight digits."""
    for digits in range(2, 9):
        yield from (round(x, digits), math.trunc(x * 10**digits) / 10**digits)


def _angles(draft: Description) -> None:
    for made, angle in draft.angles:
        part, exact = made(), rounded(angle)
        if exact is not None:
            off, remedy = Measure(abs(angle - exact), _RAD), Edit("write", Given(repr(exact)))
            draft.log.tell(RoundedAngle(part, Measure(angle, _RAD), off, remedy=remedy))
        elif abs(angle) > FULL_TURN:
            _unit(draft, part, "angle", Measure(angle, _RAD), "degrees", math.radians(angle))
    if not draft.angles:
        for joint in draft.joints:
            _rotation(draft, joint)


def _unit(draft: Description, part: Part, quantity: str, value: Measure, unit: str, right: float) -> None:
    remedy = Edit("write if so", Given(f"{right:.10g}"))
    draft.log.tell(WrongUnit(part, Noun(quantity), value, Noun(unit), remedy=remedy))


def _part(draft: Description, kind: str, name: str) -> Part:
    return part_of(kind, name, draft.place(kind, name))


def _rotation(draft: Description, joint: Joint) -> None:
    """Report a rounded right angle, which causes small nonzero entries in a rotation matrix."""
    for pose in (joint.placement, joint.after):
        entries = [abs(float(x)) for row in pose.R for x in row if not isinstance(x, Node)]
        rests = [x for x in entries if EXACT_ANGLE < x < VISIBLE_ROTATION and _is_rest(x)]
        if rests:
            off, remedy = Measure(rests[0], _RAD), Edit("write", Given("pi/2"))
            draft.log.tell(RoundedAngle(_part(draft, "joint", joint.name), None, off, remedy=remedy))
            return


def _is_rest(x: float) -> bool:
    angles = [k * math.pi / 2 for k in (1, 2, 3, 4)]
    rests = (math.sin(exact - y) for exact in angles for y in _shortened(exact))
    return any(abs(x - abs(rest)) < ROUNDING for rest in rests)


def _size(draft: Description) -> float:
    """Estimate the size of the robot: the largest distance between joints, or from a joint to a centre of mass."""
    steps = [_norm(joint.placement.p) for joint in draft.joints] + [_norm(link.inertia.com) for link in draft.links]
    return max([0.1, *(x for x in steps if x is not None)])


def _mass(draft: Description, link: Link, size: float, moves: bool) -> None:
    abc = moments(link.inertia)
    m = 0.0 if abc is None else link.inertia.numeric().mass
    if abc is None or m <= 0:
        return
    part = _part(draft, "link", link.name)
    name = LinkName(link.name)
    C = abc[2]
    mass, moment = Measure(m, _KG), Measure(C, _MOMENT)
    if m > _HEAVY:
        _unit(draft, part, "mass", mass, "grams", m / 1000)
    _distance(draft, part, "distance of the centre of mass", link.inertia.com)
    radius = (3 * m / (4 * math.pi * _DENSEST)) ** (1 / 3)
    if C == 0:
        draft.log.tell(PointMass(name, mass, moves, at=part.place, remedy=Edit("give the link its inertia")))
    elif 0 < C < 0.4 * m * radius * radius or m * (10 * size) ** 2 < C:
        comparison = Noun("denser than any metal" if m * (10 * size) ** 2 >= C else "ten times wider than the robot")
        draft.log.tell(ImplausibleTensor(name, mass, moment, comparison, at=part.place, remedy=Edit("use kg m²")))
    if _is_placeholder(abc):
        draft.log.tell(PlaceholderTensor(name, moment, at=part.place, remedy=Edit("compute the tensor")))


def _is_placeholder(abc: tuple[float, float, float]) -> bool:
    """Check whether the moments about the centre of mass all equal the same power of ten, which suggests
    placeholders."""
    power = round(math.log10(abc[2])) if abc[2] > 0 else math.nan
    return all(math.isclose(x, 10**power, rel_tol=ROUNDING) for x in abc)


def _distance(draft: Description, part: Part, quantity: str, p: Vector) -> None:
    """Report a distance that is probably in millimetres."""
    distance = _norm(p)
    if distance is not None and distance > _FAR:
        _unit(draft, part, quantity, Measure(distance, _M), "millimetres", distance / 1000)


def _limit(draft: Description, joint: Joint, limits: Limits) -> None:
    log = draft.log
    part = _part(draft, "joint", joint.name)
    low = limits.lower
    high = limits.upper
    name = JointName(joint.name)
    if low is not None and low == high:
        log.tell(OddLimit(name, Noun("equal limits"), low, at=part.place))
    reported = any(isinstance(f, Assumed) and finding.subject(f, "joint") == name and f.limits for f in log.findings)
    if joint.kind in ("revolute", "prismatic") and low is None and high is None and not reported:
        log.tell(OddLimit(name, Noun("no limits"), at=part.place, remedy=Edit("give its range")))
    turns = [x for x in (low, high) if x is not None and abs(x) > _TURNS]
    if joint.kind == "revolute" and turns:
        _unit(draft, part, "limit", Measure(turns[0], _RAD), "degrees", math.radians(turns[0]))
    for which in ("velocity", "effort"):
        x = getattr(limits, which)
        if x is not None and x <= 0:
            remedy, level = Edit("give a positive one"), _ORDER[1 if x < 0 else 2]  # 0 often means "unknown"
            log.tell(OddLimit(name, Noun(f"{which} limit"), x, level, at=part.place, remedy=remedy))


def _mimic(draft: Description, joint: Joint) -> None:
    if joint.mimic is not None and is_zero(joint.mimic.multiplier):
        name, leader = JointName(joint.name), JointName(joint.mimic.joint)
        at, remedy = draft.place("joint", joint.name), Edit("make it fixed or correct it")
        draft.log.tell(IdleMimic(name, leader, at=at, remedy=remedy))


def singular(draft: Description, robot: Robot) -> None:
    """Report end links without inertia about their joint axis, which cause a zero row and column in M(q)."""
    bodies = tree(robot).bodies
    carriers = {body.parent for body in bodies}
    shared = [body.coordinate for body in bodies]
    for i, body in enumerate(bodies):
        felt = _felt(body)
        if i not in carriers and shared.count(body.coordinate) == 1 and not body.inertia.is_zero and felt == 0:
            quantity = Noun("mass" if body.prismatic else "inertia about its axis")
            name, link = JointName(body.name), LinkName(body.link)
            at, remedy = draft.place("joint", body.name), Edit("give the link its inertia")
            draft.log.tell(SingularBody(name, link, quantity, at=at, remedy=remedy))


def _felt(body: Body) -> Any:
    """Return the contribution of a body to the diagonal of M: Izz or m, plus the reflected rotor inertia."""
    own = body.inertia.mass if body.prismatic else body.inertia.tensor[2]
    return own if body.drive is None else own + body.drive.inertia


def _norm(p: Vector) -> float | None:
    """Return the length of a vector, or None if it contains a symbol."""
    return None if any(isinstance(x, Node) for x in p) else math.hypot(*(float(x) for x in p))


_LISTED = 12  # largest number of locations of a repeated finding in the report
_ORDER: tuple[Level, ...] = ("error", "warning", "note")


@dataclass(frozen=True)
class Report(Displayed):
    """Messages about a file or a robot, sorted by severity. Use `print` to display the report as text."""

    subject: str
    findings: tuple[ModelFinding, ...]

    @property
    def errors(self) -> tuple[ModelFinding, ...]:
        return self._of("error")

    @property
    def warnings(self) -> tuple[ModelFinding, ...]:
        return self._of("warning")

    @property
    def notes(self) -> tuple[ModelFinding, ...]:
        return self._of("note")

    @property
    def healthy(self) -> bool:
        """Whether the report contains neither errors nor warnings."""
        return not self.errors and not self.warnings

    def __str__(self) -> str:
        return self.text()

    def text(self, surface: Surface = PYTHON) -> str:
        """Format the messages as text for a given interface, such as Python."""
        counts = [f"{n} {word}{'s' if n != 1 else ''}" for word in _ORDER if (n := len(self._of(word)))]
        lines = [f"{self.subject}: {', '.join(counts) or 'nothing found'}"]
        for f, *others in self.kinds():
            where = f"line {f.line}: " if f.line else ""
            lines.append(f"  {f.level}: {where}{f.wording(surface)}")
            fix = "" if f.remedy is None else surface.remedy(f.remedy)
            lines += [f"      {label}: {text}" for label, text in (("why", f.why), ("fix", fix)) if text]
            lines += [f"      and {_more(others)}"] if others else []
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        title, *_ = str(self).splitlines()
        rows = []
        for f, *others in self.kinds():
            more = f" And {_more(others)}." if others else ""
            rows.append((f.level, f.line or "", f.what + more, f.why, f.fix))
        return card(title, heads=("", "line", "what", "why it matters", "cure"), rows=rows)

    def kinds(self) -> list[list[ModelFinding]]:
        """Group messages of the same kind. The report shows the first message of each group in full."""
        found: dict[Any, list[ModelFinding]] = {}
        for f in self.findings:
            found.setdefault((f.level, type(f), *_nouns(f)), []).append(f)
        return list(found.values())

    def _of(self, level: Level) -> tuple[ModelFinding, ...]:
        return tuple(f for f in self.findings if f.level == level)


def diagnose(
    path_or_robot: FilePath | Robot,
    *,
    packages: Packages | None = None,
    root: FilePath | None = None,
    **arguments: str | float,
) -> Report:
    """Report errors and suspicious values of a robot, a robot file or a gallery robot.

    Parameters
    ----------
    path_or_robot : Robot, path or name of a gallery robot
    packages, root, **arguments
        Folders that the reader may access, and arguments for a xacro file, as in `load`.

    Returns
    -------
    Report
        The messages, beginning with errors. A faulty file never raises an error.

    Examples
    --------
    >>> import dalembert as da
    >>> print(da.diagnose("ur5"))
    ur5: nothing found
    """
    if isinstance(path_or_robot, Robot):
        log = FindingLog(lenient=True)
        _examine_robot(path_or_robot, log)
        return _report(path_or_robot.name, log)
    chosen = request(path_or_robot, packages, arguments, root=root)
    if is_name(chosen.path) and str(chosen.path) in gallery.names():
        return diagnose(load(chosen.path))
    log = FindingLog(lenient=True)
    try:
        _examine_file(chosen, log)
    except DalembertError as error:
        log.failed(error)
    return _report(shown(chosen.path, 200), log)


def _examine_file(chosen: Request, log: FindingLog) -> None:
    if is_table(chosen, log):
        _examine_robot(table(chosen), log)
        return
    draft = read(chosen, log)
    suspicions(draft)
    log.close()
    if not any(f.level == "error" for f in log.findings):
        singular(draft, draft.robot())


def _examine_robot(robot: Robot, log: FindingLog) -> None:
    draft = Description(robot.name, log, robot.gravity, frames=list(robot.frames), source=robot.source)
    for link in robot.links:
        draft.add_link(link)
    for joint in robot.joints:
        draft.add_joint(joint)
    draft.loops, draft.springs = list(robot.loops), list(robot.springs)
    draft.topology()
    physics(draft)
    suspicions(draft)
    singular(draft, robot)
    reported = {replace(f, at=None) for f in log.findings}
    for f in robot.warnings:  # findings of the robot's reader
        if replace(f, at=None) not in reported:
            log.tell(f)


def _nouns(found: ModelFinding) -> Iterator[str]:
    """Yield the words, other than names, numbers and locations, that distinguish messages of one kind."""
    for name in ("reason", "default", "expected", "quantity", "limit", "comparison", "noun", "violation"):
        x = getattr(found, name, None)
        if x is not None:
            yield str(getattr(x, "quantity", x))


def _more(others: list[ModelFinding]) -> str:
    """Format the number and locations of the other messages of the same kind."""
    where = [str(f.line) if f.line else finding.subject(f, "joint") or finding.subject(f, "link") for f in others]
    where = list(dict.fromkeys(where))
    kind = ("line" if len(where) == 1 else "lines") if any(f.line for f in others) else "at"
    listed = ", ".join(shown(x) for x in where[:_LISTED] if x) + (", …" if len(where) > _LISTED else "")
    return f"{len(others)} more like it" + (f", {kind} {listed}" if listed else "")


def _report(subject: str, log: FindingLog) -> Report:
    log.close()
    found = dict.fromkeys(log.findings)  # a repeated finding is listed once
    return Report(subject, tuple(sorted(found, key=lambda f: _ORDER.index(f.level))))
