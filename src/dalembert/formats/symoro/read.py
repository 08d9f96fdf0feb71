"""SYMORO's `.par` files: geometry in the notation of Khalil and Kleinfinger, inertias about the links' origins.

T_ant(j)_j = Rz(γ) Tz(b) Rx(α) Tx(d) Rz(θ) Tz(r);   σ = 0: θ varies, σ = 1: r varies, σ = 2: nothing does.
Joints beyond the NL links are cuts: joint k and the fixed frame k + B on the other side coincide, B = NJ − NL.
IA is the rotor felt at the joint, FV and FS are its viscous and dry friction, G is the field of gravity.
[khalil2002, ch. 2, 7, 9]
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

from dalembert.errors import BadFile, DalembertError, UnsupportedElement, shown
from dalembert.formats.draft import MOST_PARTS, Draft
from dalembert.formats.finding import Log, Place
from dalembert.formats.xml import LONGEST_NAME, number
from dalembert.robot.drive import Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.loop import Loop
from dalembert.robot.model import Frame, Joint, Limits, Link
from dalembert.robot.value import value
from dalembert.spatial.pose import IDENTITY, Pose, rotation_x, rotation_z, snap
from dalembert.spatial.vector import matvec

GEOMETRY = ("ant", "sigma", "mu", "gamma", "b", "alpha", "d", "theta", "r")
TENSOR = ("XX", "YY", "ZZ", "XY", "YZ", "XZ")
DYNAMICS = (*TENSOR, "MX", "MY", "MZ", "M", "IA", "FV", "FS")
STATE = ("FX", "FY", "FZ", "CX", "CY", "CZ", "QP", "QDP", "GAM")
BASE = ("W0", "WP0", "V0", "VP0")
KEPT = "dalembert:"  # our own export's comment: names, kinds and limits, which SYMORO has no word for
_LINE = re.compile(r"\s*(\w+)\s*=\s*(?:\{(.*)\}|([-+]?\w+))\s*")
_KINDS = {0: "revolute", 1: "prismatic", 2: "fixed"}


@dataclass
class _Table:
    """The lists of a file with the lines they stand on."""

    file: str
    log: Log
    name: str = ""
    counts: dict[str, int] = field(default_factory=dict)
    lists: dict[str, list[str]] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    kept: dict[str, Any] = field(default_factory=dict)

    def place(self, key: str) -> Place:
        return Place(self.file, self.lines.get(key, 0))

    def value(self, key: str, j: int, default: str = "0", text: str | None = None) -> Any:
        """Entry j (from 0) of a list as a number or an expression."""
        entries = self.lists.get(key, [])
        said = text if text is not None else entries[j].strip() if j < len(entries) else default
        try:
            return value(_plain(said), key)
        except DalembertError as error:
            self.log.error(BadFile, f"entry {j + 1} of {key}: {error}", self.place(key))
            return 0

    def whole(self, key: str, j: int, default: int = 0) -> int:
        """Entry j of a list as a whole number."""
        entries = self.lists.get(key, [])
        said = entries[j].strip() if j < len(entries) else str(default)
        if not re.fullmatch(r"[-+]?\d{1,6}", said, re.ASCII):
            self.log.error(BadFile, f"entry {j + 1} of {key} is '{shown(said)}', not a whole number", self.place(key))
            return default
        return int(said)


def read(data: bytes, file: str, log: Log) -> Draft:
    """The robot of a `.par` file, unchecked."""
    table = _table(data, file, log)
    links, joints = table.counts["NL"], table.counts["NJ"]
    frames = table.counts.get("NF", joints)
    draft = Draft(shown(table.name or "robot", LONGEST_NAME), log, top=Place(file, 1))
    base = _base(table)
    if "G" in table.lists:
        draft.gravity = matvec(base.R, tuple(table.value("G", k) for k in range(3)))
    names = _names(table, "links", ["base", *(f"link{j}" for j in range(1, links + 1))])
    draft.add_link(Link(names[0]), Place(file, 1))
    for j in range(links):
        inertia = Inertia(
            table.value("M", j), tuple(table.value(x, j) for x in ("MX", "MY", "MZ")),
            tuple(table.value(x, j) for x in TENSOR),
        )  # fmt: skip
        draft.add_link(Link(names[j + 1], inertia), table.place("ant"))
    called = _names(table, "joints", [f"joint{j}" for j in range(1, links + 1)])
    for j in range(links):
        draft.add_joint(_joint(table, j, names, called[j], base), table.place("ant"))
    _cuts(table, draft, names, links, joints - links, frames, base)
    _rest(table, draft, called)
    _frames(table, draft)
    return draft


def _frames(table: _Table, draft: Draft) -> None:
    """Links without mass that our own export made of frames become frames again."""
    kept = table.kept.get("frames")
    inner = {joint.parent for joint in draft.joints} | {
        end for x in draft.loops if isinstance(x, Loop) for end in (x.first, x.second)
    }
    for joint in list(draft.joints):
        known = isinstance(kept, list) and joint.child in kept and joint.child not in inner
        if known and joint.kind == "fixed":
            draft.joints.remove(joint)
            draft.links = [link for link in draft.links if link.name != joint.child]
            draft.frames.append(Frame(joint.child, joint.parent, joint.placement))


def _table(data: bytes, file: str, log: Log) -> _Table:
    table = _Table(file, log)
    for number_, line in enumerate(data.decode("utf-8", errors="replace").splitlines(), 1):
        text = line.strip()
        if text.startswith("(*"):
            _comment(text.removeprefix("(*").removesuffix("*)").strip(), table)
            continue
        found = _LINE.fullmatch(text)
        if found and found[2] is not None:
            table.lists[found[1]], table.lines[found[1]] = found[2].split(","), number_
        elif found and re.fullmatch(r"\d{1,6}", found[3], re.ASCII):
            table.counts[found[1]] = int(found[3])
        elif text:
            log.wonder(f"'{shown(text)}'", Place(file, number_))
    for key in ("NL", "NJ"):
        if not 0 < table.counts.get(key, 0) <= MOST_PARTS:
            log.stop(
                BadFile,
                f"the file has no {key}, or one out of range; a SYMORO file begins with NL, NJ, NF",
                Place(file, 0),
            )
    for key in ("ant", "sigma", "alpha", "d", "theta", "r"):
        if len(table.lists.get(key, ())) < table.counts["NJ"]:
            count = len(table.lists.get(key, ()))
            log.stop(
                BadFile, f"{key} has {count} entries, NJ = {table.counts['NJ']} joints need one each", table.place(key)
            )
    for key in table.lists:
        if key not in (*GEOMETRY, *DYNAMICS, *STATE, *BASE, "G", "Z"):
            log.wonder(f"{shown(key)}", table.place(key))
    return table


def _comment(text: str, table: _Table) -> None:
    found = re.fullmatch(r"Robotname\s*=\s*'(.*)'", text)
    if found:
        table.name = found[1]
    elif text.startswith(KEPT):
        try:
            kept = json.loads(text.removeprefix(KEPT))
        except (ValueError, RecursionError):
            kept = None
        table.kept = kept if isinstance(kept, dict) else {}


def _names(table: _Table, key: str, plain: list[str]) -> list[str]:
    """Names our own export kept in a comment, or plain ones."""
    kept = table.kept.get(key)
    if not isinstance(kept, list) or len(kept) != len(plain):
        return plain
    good = all(isinstance(x, str) and x.strip() and len(x) <= LONGEST_NAME for x in kept)
    return kept if good and len(set(kept)) == len(kept) else plain


def _base(table: _Table) -> Pose:
    """Frame 0 in the world."""
    if "Z" not in table.lists:
        return IDENTITY
    Z = [table.value("Z", k) for k in range(16)]
    return Pose(tuple(tuple(Z[4 * i : 4 * i + 3]) for i in range(3)), tuple(Z[4 * i + 3] for i in range(3)))


def _step(table: _Table, j: int, base: Pose) -> Pose:
    """The pose of frame j in the one before, its variable at 0."""
    sigma = table.whole("sigma", j, 2)
    offset: dict[str, str | None] = {"theta": None, "r": None}
    for key, moving, letters in (("theta", 0, "th|theta|t|q"), ("r", 1, "r|R|q")):
        if sigma == moving and j < len(table.lists.get(key, ())):
            said = table.lists[key][j].strip()
            offset[key] = re.sub(rf"\b(?:{letters}){j + 1}\b", "0", said)
    gamma, b, alpha, d = (table.value(x, j) for x in ("gamma", "b", "alpha", "d"))
    theta, r = (table.value(x, j, text=offset[x]) for x in ("theta", "r"))
    before = Pose(snap(rotation_z(gamma)), (0, 0, b)) if gamma != 0 or b != 0 else IDENTITY
    step = before @ Pose(snap(rotation_x(alpha)), (d, 0, 0)) @ Pose(snap(rotation_z(theta)), (0, 0, r))
    return base @ step if table.whole("ant", j) == 0 else step


def _joint(table: _Table, j: int, names: list[str], name: str, base: Pose) -> Joint:
    ant, sigma = table.whole("ant", j), table.whole("sigma", j, 2)
    if not 0 <= ant < len(names):
        table.log.stop(
            BadFile, f"ant of joint {j + 1} is {ant}; it is a link from 0 to {len(names) - 1}", table.place("ant")
        )
    if sigma not in _KINDS:
        what = f"sigma of joint {j + 1} is {sigma}; it is 0 (revolute), 1 (prismatic) or 2 (fixed)"
        table.log.stop(BadFile, what, table.place("sigma"))
    kind = _KINDS[sigma]
    kept = table.kept.get("kinds", {})
    if kind == "revolute" and isinstance(kept, dict) and kept.get(name) == "continuous":
        kind = "continuous"
    drive = Drive(table.value("IA", j), damping=table.value("FV", j), coulomb=table.value("FS", j))
    used = kind != "fixed" and drive != Drive()
    return Joint(
        name, kind, names[ant], names[j + 1], _step(table, j, base), drive=drive if used else None,
        limits=_limits(table, name) if kind != "fixed" else Limits(),
    )  # fmt: skip


def _limits(table: _Table, name: str) -> Limits:
    kept = table.kept.get("limits", {})
    given = kept.get(name) if isinstance(kept, dict) else None
    if not isinstance(given, list) or len(given) != 4:
        return Limits()
    return Limits(*(None if x is None else number(str(x)) for x in given))


def _cuts(table: _Table, draft: Draft, names: list[str], links: int, cuts: int, frames: int, base: Pose) -> None:
    """Joints beyond the links close loops."""
    if cuts and frames < links + 2 * cuts:
        what = f"NF = {frames}: {cuts} loops of {links} links need {links + 2 * cuts} frames"
        table.log.stop(BadFile, what, Place(table.file, 0))
    called = _names(table, "loops", [f"loop{k}" for k in range(1, cuts + 1)])
    for k in range(cuts):
        sigma = table.whole("sigma", links + k, 2)
        first, here = _on_link(table, links + k, links, base)
        second, there = _on_link(table, links + cuts + k, links, base)
        kind = {0: "revolute", 1: "prismatic", 2: "weld"}.get(sigma, "weld")
        draft.loops.append(Loop(called[k], kind, names[first], names[second], here, there))


def _on_link(table: _Table, j: int, links: int, base: Pose) -> tuple[int, Pose]:
    """The link a frame is fixed to, and its pose there, through frames that are fixed to frames."""
    place = _step(table, j, base)
    ant, seen = table.whole("ant", j), {j + 1}
    while ant > links:
        if ant in seen or ant > len(table.lists["ant"]):
            table.log.stop(BadFile, f"frame {j + 1} stands on frame {ant}, which leads nowhere", table.place("ant"))
        seen.add(ant)
        place = _step(table, ant - 1, base) @ place
        ant = table.whole("ant", ant - 1)
    return ant, place


def _rest(table: _Table, draft: Draft, called: list[str]) -> None:
    """What is driven; a base that moves; forces and speeds, which are no part of a robot."""
    driven = [called[j] for j in range(len(called)) if table.whole("mu", j) and draft.joints[j].moves]
    moving = [joint.name for joint in draft.joints if joint.moves]
    if driven and driven != moving:
        draft.actuated = tuple(driven)
    for key in BASE:
        if any(table.value(key, k) != 0 for k in range(len(table.lists.get(key, ())))):
            what = f"{key} is not zero: a base that moves as it is told is not modelled"
            table.log.error(UnsupportedElement, what, table.place(key), fix="set it to {0,0,0}")
    if table.counts.get("is_mobile"):
        table.log.error(UnsupportedElement, "is_mobile = 1: mobile bases are not modelled", Place(table.file, 0))
    for key in STATE:
        if any(x.strip() not in ("", "0") for x in table.lists.get(key, ())):
            table.log.leave(key, table.place(key))


def _plain(text: str) -> str:
    """Powers and constants as our parser spells them."""
    return re.sub(r"\bPi\b", "pi", text)
