"""Which column is what: guessed from the names, or as told; refused where two guesses are as good.

columns = {"t": "time", "q": ["pos_1", "pos_2"], "tau": "eff_*"}      names, numbers of columns, or a pattern with *
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.errors import UnknownName, WrongSize, WrongValue, did_you_mean, shown
from dalembert.identify.reading.table import Table
from dalembert.identify.reading.vocabulary import KINDS, Word, understood
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree

Array = NDArray[np.float64]
PUSHED = "wrench at "
Assignment = dict[str, tuple[str, ...]]
_HEADLESS = re.compile(r"^column( \d+|\[\d+\])$")


def assign(table: Table, robot: Robot, told: Mapping[str, Any] | None, where: str) -> Assignment:
    """Column names by kind, in the order of the robot's coordinates."""
    found = _told(table, robot, told or {}, where)
    names = list(table.columns)
    if all(_HEADLESS.match(x) for x in names):
        return found | _by_place(names, robot, found, where)
    joints = [*robot.coordinates, *(x.name for x in robot.joints)]
    read = {name: w for name in names if (w := understood(name, joints))}
    taken = {x for some in found.values() for x in some}
    for kind in (*KINDS, "sec", "nsec"):
        if kind in found or (kind in ("sec", "nsec") and "t" in found):
            continue
        families = _families({x: w for x, w in read.items() if w.kind == kind and x not in taken})
        size = 1 if kind in ("t", "sec", "nsec") else _size(robot, kind)
        chosen = _family(families, kind, size, robot, where)
        if chosen:
            found[kind] = chosen
    if "sec" in found and "nsec" not in found:
        found.setdefault("t", found.pop("sec"))
    return found


def pushes(table: Table, robot: Robot, told: Mapping[str, Any] | None, where: str) -> dict[str, Array]:
    """Wrenches by frame, as signals (N, 6)."""
    if told is not None and not isinstance(told, Mapping):
        raise WrongValue(f"wrench maps frames to six columns, {{'foot': ['fx', …, 'mz']}}; got {told!r}")
    found = {}
    for frame, given in (told or {}).items():
        tree(robot).place(frame)  # refuses names that the robot has not
        chosen = [
            y for x in ([given] if isinstance(given, str) else given) for y in _called(x, list(table.columns), where)
        ]
        if len(chosen) != 6:
            raise WrongSize(f"the wrench at '{frame}' needs six columns, force and moment; got {len(chosen)}")
        found[PUSHED + frame] = np.stack([table.columns[x] for x in chosen], axis=1)
    return found


def _told(table: Table, robot: Robot, told: Mapping[str, Any], where: str) -> Assignment:
    names = list(table.columns)
    found: Assignment = {}
    if not isinstance(told, Mapping):
        raise WrongValue(f"columns maps kinds to names, {{'q': ['q1', 'q2']}}; got {type(told).__name__}")
    for kind, given in told.items():
        if kind not in KINDS:
            raise UnknownName(f"columns has '{shown(kind)}'{did_you_mean(str(kind), KINDS)}")
        if given is None:
            found[kind] = ()
            continue
        wanted = [given] if isinstance(given, (str, int)) else list(given)
        chosen: list[str] = []
        for x in wanted:
            chosen += _called(x, names, where)
        size = 1 if kind == "t" else _size(robot, kind)
        if len(chosen) != size:
            raise WrongSize(f"columns['{kind}'] names {len(chosen)} columns, robot '{robot.name}' needs {size}")
        found[kind] = tuple(chosen)
    return found


def _called(x: Any, names: Sequence[str], where: str) -> list[str]:
    if isinstance(x, str) and x.isdecimal() and len(x) < 6 and x not in names:
        x = int(x)  # as a command line has it
    if isinstance(x, int) and not isinstance(x, bool):
        if not 0 <= x < len(names):
            raise WrongValue(f"column {x} is asked of {where}, which has {len(names)}, counted from 0")
        return [names[x]]
    if x in names:
        return [str(x)]
    inside = [n for n in names if n.startswith(f"{x}[")] or [n for n in names if fnmatch.fnmatchcase(n, str(x))]
    if not inside:
        raise UnknownName(f"{where} has no column '{shown(x)}'{did_you_mean(str(x), names)}")
    return sorted(inside, key=_natural)


def _families(words: Mapping[str, Word]) -> dict[tuple[str, ...], dict[str | int | None, str]]:
    """Columns of one kind by stem, then by joint."""
    families: dict[tuple[str, ...], dict[str | int | None, str]] = {}
    for name, word in words.items():
        families.setdefault(word.stem, {}).setdefault(word.joint, name)
    return families


def _family(
    families: Mapping[tuple[str, ...], dict[str | int | None, str]], kind: str, size: int, robot: Robot, where: str
) -> tuple[str, ...] | None:
    """The one family with a column for every coordinate."""
    whole = {stem: x for stem, f in families.items() if (x := _in_order(f, size, robot))}
    if len(whole) > 1:
        measured = {s: x for s, x in whole.items() if {"actual", "measured", "meas", "act"} & set(s)}
        whole = measured if len(measured) == 1 else whole
    if len(whole) > 1:
        shortest = [s for s in whole if all(set(s) <= set(other) for other in whole)]
        if kind == "t" and len(shortest) == 1:
            whole = {shortest[0]: whole[shortest[0]]}
    if len(whole) == 1:
        return next(iter(whole.values()))
    if not whole and families and kind in ("t", "q"):
        most = max(families.values(), key=len)
        raise WrongSize(
            f"{where} has {len(most)} columns for {kind} ({_some(list(most.values()))}), robot '{robot.name}' needs {size}; "
            f"say columns={{'{kind}': […]}}"
        )
    if whole:
        candidates = "; or ".join(_some(x) for x in whole.values())
        raise WrongValue(
            f"{where} has {len(whole)} sets of columns for {kind}: {candidates}. Say columns={{'{kind}': […]}}"
        )
    return None


def _in_order(family: Mapping[str | int | None, str], size: int, robot: Robot) -> tuple[str, ...] | None:
    """The family's columns in the robot's order: by joint names, or by consecutive numbers from 0 or 1."""
    named = [family.get(c) for c in robot.coordinates]
    if all(named) and size == len(named):
        return tuple(x for x in named if x)
    numbers = sorted(k for k in family if isinstance(k, int))
    if len(numbers) == size and numbers[-1] - numbers[0] == size - 1 and len(family) == size:
        return tuple(family[k] for k in numbers)
    if size == 1 and len(family) == 1:
        return tuple(family.values())
    return None


def _by_place(names: Sequence[str], robot: Robot, found: Assignment, where: str) -> Assignment:
    """A table without names: t, q, q̇, τ in this order where the number of columns says so."""
    if {"t", "q"} <= set(found):
        return {}
    nq, nv = robot.nq, robot.nv
    for kinds, width in ((("t", "q", "qd", "tau"), 1 + nq + 2 * nv), (("t", "q", "qd", "qdd", "tau"), 1 + nq + 3 * nv)):
        if len(names) == width:
            cut, at = {}, 0
            for kind in kinds:
                size = 1 if kind == "t" else _size(robot, kind)
                cut[kind] = tuple(names[at : at + size])
                at += size
            return {k: v for k, v in cut.items() if k not in found}
    raise WrongValue(
        f"{where} has {len(names)} columns without names; t, q, qd, tau of robot '{robot.name}' would be {1 + nq + 2 * nv}. "
        "Say which is which by number, columns={'t': 0, 'q': [1, 2], 'tau': [5, 6]}"
    )


def _size(robot: Robot, kind: str) -> int:
    return robot.nq if kind in ("q", "command") else robot.nv


def _natural(name: str) -> list[Any]:
    return [(1, int(x)) if x.isdigit() else (0, x) for x in re.split(r"(\d+)", name)]


def _some(names: Sequence[str], most: int = 4) -> str:
    return ", ".join(shown(x) for x in names[:most]) + (f", … ({len(names)})" if len(names) > most else "")
