"""Our own file: a robot as TOML, every number a float, a rational or an expression of symbols.

    name = "arm"
    gravity = [0, 0, "-g"]
    [[links]]
    name = "forearm"
    mass = "m1"                            # com, inertia: about the mass centre
    com = ["lc1", 0, 0]                    # or ms, inertia_origin: first moments, about the link's origin
    inertia = [0, 0, "I1", 0, 0, 0]        # Ixx, Iyy, Izz, Ixy, Iyz, Ixz
    [[joints]]
    name = "elbow"
    kind = "revolute"
    parent = "base"
    child = "forearm"
    placement = { xyz = ["l1", 0, 0], rpy = [0, 0, 0] }     # or R = [[…], […], […]]
    axis = [0, 0, 1]
    limits = { lower = -1, upper = 1 }
    drive = { rotor_inertia = "Im", gear_ratio = 100 }

Whole numbers are exact, decimals are floats, text is read by `robot.value.parse`.
"""

from __future__ import annotations

import math
import re
import tomllib
from typing import Any

from dalembert.errors import BadFile, WrongValue, shown
from dalembert.formats.draft import Draft
from dalembert.formats.finding import Log, Place
from dalembert.formats.toml.entry import Reader, names, number, pose, text, vector
from dalembert.formats.toml.loop import loop, spring
from dalembert.formats.xml import LONGEST_NAME
from dalembert.graph import Node, evaluate, symbols
from dalembert.robot.drive import SCALARS, Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Frame, Joint, Limits, Link, Mimic

_WHOLE = ("name", "gravity", "source", "actuated", "links", "joints", "frames", "loops", "springs")
_LINK = ("name", "mass", "com", "inertia", "ms", "inertia_origin", "gravcomp", "payload")
_JOINT = ("name", "kind", "parent", "child", "placement", "axis", "after", "limits", "drive", "mimic",
          "pitch", "angles", "names")  # fmt: skip
_LONGEST, _MOST_DOTS = 5_000_000, 200


def has_rows(data: bytes) -> bool:
    """Whether a TOML file holds a Denavit-Hartenberg table; unreadable ones hold nothing."""
    try:
        return any(key in parsed(data) for key in ("row", "rows"))
    except (ValueError, RecursionError):
        return False


def read(data: bytes, file: str, log: Log) -> Draft:
    """The robot of a TOML file, unchecked."""
    whole = _table(data, file, log)
    reader = Reader(data.decode(), file, log)
    top = Place(file, 0)
    reader.keys(whole, _WHOLE, "the file", top)
    draft = Draft(shown(whole.get("name", "robot"), LONGEST_NAME), log, top=Place(file, 1))
    if isinstance(whole.get("source"), str):
        draft.source = whole["source"]
    with reader.at(top):
        draft.gravity = vector(whole.get("gravity", (0, 0, -9.81)), "gravity")
    for entry, place in reader.entries(whole, "links"):
        with reader.at(place):
            draft.add_link(_link(entry, reader, place), place)
    for entry, place in reader.entries(whole, "joints"):
        with reader.at(place):
            draft.add_joint(_joint(entry, reader, place), place)
    for entry, place in reader.entries(whole, "frames"):
        with reader.at(place):
            draft.frames.append(_frame(entry, reader, place))
    for entry, place in reader.entries(whole, "loops"):
        with reader.at(place):
            draft.loops.append(loop(entry, reader, place))
    for entry, place in reader.entries(whole, "springs"):
        with reader.at(place):
            draft.springs.append(spring(entry, reader, place))
    if "actuated" in whole:
        with reader.at(top):
            draft.actuated = names(whole["actuated"], "actuated")
    return draft


def parsed(data: bytes) -> dict[str, Any]:
    """The tables of a file; sizes at which the parser would take forever are refused before."""
    text = data.decode()
    # the time for a dotted key grows with the square of its length
    if len(text) > _LONGEST or any(x.count(".") > _MOST_DOTS for x in re.findall(r"[^,=\[\]{}#\n]+", text)):
        raise ValueError(f"more than {_LONGEST} characters, or a key of more than {_MOST_DOTS} parts")
    return tomllib.loads(text)


def _table(data: bytes, file: str, log: Log) -> dict[str, Any]:
    try:
        return parsed(data)
    except UnicodeDecodeError:
        log.stop(BadFile, "the file is not text in UTF-8", Place(file, 0))
    except RecursionError:
        log.stop(BadFile, "the TOML is nested too deep", Place(file, 0))
    except ValueError as error:
        found = re.search(r"line (\d+)", str(error))
        reason = re.sub(r"\s*\(at .*?\)$", "", str(error))
        line = int(found[1]) if found else 0
        log.stop(BadFile, f"the TOML cannot be read: {shown(reason, 200)}", Place(file, line))


def _link(entry: dict[str, Any], reader: Reader, place: Place) -> Link:
    name = text(entry, "name", "a link")
    what = f"link '{shown(name)}'"
    reader.keys(entry, _LINK, what, place)
    mass, gravcomp = (number(entry.get(key, 0), f"{key} of {what}") for key in ("mass", "gravcomp"))
    payload = entry.get("payload", False)
    if not isinstance(payload, bool):
        raise WrongValue(f"payload of {what} is true or false, got {payload!r}")
    about_com, about_origin = {"com", "inertia"} & set(entry), {"ms", "inertia_origin"} & set(entry)
    if about_com and about_origin:
        both = f"{sorted(about_com)[0]} and {sorted(about_origin)[0]}"
        raise WrongValue(f"{what} has {both}; give com and inertia, or ms and inertia_origin")
    if about_origin:
        ms = vector(entry.get("ms", (0, 0, 0)), f"ms of {what}")
        return Link(
            name,
            Inertia(mass, ms, vector(entry.get("inertia_origin", (0,) * 6), f"inertia_origin of {what}", 6)),
            gravcomp,
            payload,
        )
    com = vector(entry.get("com", (0, 0, 0)), f"com of {what}")
    tensor = vector(entry.get("inertia", (0,) * 6), f"inertia of {what}", 6)
    return Link(name, Inertia.about_com(mass, com, tensor), gravcomp, payload)


def _joint(entry: dict[str, Any], reader: Reader, place: Place) -> Joint:
    name = text(entry, "name", "a joint")
    what = f"joint '{shown(name)}'"
    reader.keys(entry, _JOINT, what, place)
    drive: Any = None
    mimic = None
    if isinstance(entry.get("drive"), list):
        drive = tuple(_drive(x, what, reader, place) if x else None for x in entry["drive"])
    elif "drive" in entry:
        drive = _drive(entry["drive"], what, reader, place)
    if "mimic" in entry:
        given = reader.keys(entry["mimic"], ("joint", "multiplier", "offset"), f"mimic of {what}", place)
        factors = {key: number(given[key], f"{key} of {what}") for key in ("multiplier", "offset") if key in given}
        mimic = Mimic(text(given, "joint", f"mimic of {what}"), **factors)
    axis = vector(entry.get("axis", (0, 0, 1)), f"axis of {what}")
    if (
        entry.get("kind") != "fixed"
        and not any(isinstance(x, Node) for x in axis)
        and math.hypot(*map(float, axis)) < 1e-12
    ):
        raise WrongValue(f"{what} has axis (0, 0, 0); it needs a direction")
    return Joint(
        name, text(entry, "kind", what), text(entry, "parent", what), text(entry, "child", what),
        pose(entry.get("placement"), f"placement of {what}", reader, place), axis,
        pose(entry.get("after"), f"after of {what}", reader, place), _limits(entry.get("limits", {}), what, reader, place), drive, mimic,
        number(entry.get("pitch", 0), f"pitch of {what}"), entry.get("angles", ""),
        names(entry.get("names", []), f"names of {what}"),
    )  # fmt: skip


def _drive(entry: Any, what: str, reader: Reader, place: Place) -> Drive:
    given = reader.keys(entry, (*SCALARS, "coupling"), f"drive of {what}", place)
    pairs = given.get("coupling", [])
    if not isinstance(pairs, list) or not all(isinstance(x, list) and len(x) == 2 for x in pairs):
        raise WrongValue(f'coupling of {what} must be a list of pairs, [["joint", ratio], …]')
    coupling = tuple((text({"joint": joint}, "joint", f"coupling of {what}"), number(x, what)) for joint, x in pairs)
    return Drive(coupling=coupling, **{key: number(given[key], f"{key} of {what}") for key in SCALARS if key in given})


def _limits(entry: Any, what: str, reader: Reader, place: Place) -> Any:
    """Limits, or a list of them, one a motion."""
    if isinstance(entry, list):
        return tuple(_limits(x, what, reader, place) for x in entry)
    known = ("lower", "upper", "velocity", "effort")
    given = reader.keys(entry, known, f"limits of {what}", place)
    found: dict[str, float] = {}
    for name, x in given.items():
        limit = number(x, f"{name} of {what}")
        if symbols([limit]):
            raise WrongValue(f"{name} of {what} must be a number, got {shown(x)}")
        found[name] = float(evaluate([limit], {})[0])
    return Limits(**{name: found[name] for name in known if name in found})


def _frame(entry: dict[str, Any], reader: Reader, place: Place) -> Frame:
    name = text(entry, "name", "a frame")
    reader.keys(entry, ("name", "link", "placement"), f"frame '{shown(name)}'", place)
    link = text(entry, "link", f"frame '{shown(name)}'")
    return Frame(name, link, pose(entry.get("placement"), f"placement of frame '{shown(name)}'", reader, place))
