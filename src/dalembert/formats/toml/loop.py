"""Loops and springs of our TOML files.

[[loops]]
name = "closing"
kind = "revolute"                      # first, second: links or frames; first_placement, second_placement
first = "coupler"
second = "rocker"
[[loops]]
name = "gear"
terms = [[1, [["q_a", 1]]], [-2, [["q_b", 1]]]]        # 0 = Σ factor · Π q^power
[[springs]]
name = "return"
arms = [["elbow", 1]]                  # or first, second, first_point, second_point, via; or joint, rest a quaternion
stiffness = "k"                        # rest, damping, slack, armature
"""

from __future__ import annotations

import reprlib
from typing import Any

from dalembert.errors import WrongSize, shown
from dalembert.formats.finding import Place
from dalembert.formats.toml.entry import Reader, items, number, pose, text, vector
from dalembert.robot.loop import Coupling, Loop
from dalembert.robot.spring import BallSpring, Spring, Strut, Tendon


def loop(entry: dict[str, Any], reader: Reader, place: Place) -> Loop | Coupling:
    name = text(entry, "name", "a loop")
    what = f"loop '{shown(name)}'"
    if "terms" in entry:
        reader.keys(entry, ("name", "terms"), what, place)
        return Coupling(name, tuple(_term(x, what) for x in items(entry["terms"], f"terms of {what}")))
    keys = ("name", "kind", "first", "second", "first_placement", "second_placement", "length")
    reader.keys(entry, keys, what, place)
    here, there = (pose(entry.get(x), f"{x} of {what}", reader, place) for x in ("first_placement", "second_placement"))
    length = number(entry["length"], f"length of {what}") if "length" in entry else None
    kind, first, second = (text(entry, x, what) for x in ("kind", "first", "second"))
    return Loop(name, kind, first, second, here, there, length)


def _term(given: Any, what: str) -> tuple[Any, tuple[tuple[str, Any], ...]]:
    """(factor, ((coordinate, power), …))"""
    if not isinstance(given, list) or len(given) != 2:
        raise WrongSize(f"a term of {what} is [factor, [[coordinate, power], …]], got {shown(reprlib.repr(given))}")
    pairs = items(given[1], f"powers of {what}")
    if not all(isinstance(x, list) and len(x) == 2 and isinstance(x[0], str) for x in pairs):
        raise WrongSize(f"powers of {what} are pairs [coordinate, power], got {shown(reprlib.repr(pairs))}")
    return number(given[0], what), tuple((x[0], x[1]) for x in pairs)


def spring(entry: dict[str, Any], reader: Reader, place: Place) -> Spring:
    name = text(entry, "name", "a spring")
    what, shared = f"spring '{shown(name)}'", ("stiffness", "rest", "damping", "slack", "armature")
    if "joint" in entry:
        reader.keys(entry, ("name", "joint", "stiffness", "rest", "damping"), what, place)
        rest = tuple(number(x, f"rest of {what}") for x in items(entry.get("rest", [1, 0, 0, 0]), f"rest of {what}"))
        k, b = (number(entry.get(x, 0), f"{x} of {what}") for x in ("stiffness", "damping"))
        return BallSpring(name, text(entry, "joint", what), k, rest, b)
    values = [number(entry.get(x, 0), f"{x} of {what}") for x in shared]
    if "arms" in entry:
        reader.keys(entry, ("name", "arms", *shared), what, place)
        pairs = items(entry["arms"], f"arms of {what}")
        if not all(isinstance(x, list) and len(x) == 2 and isinstance(x[0], str) for x in pairs):
            raise WrongSize(f"arms of {what} are pairs [coordinate, arm], got {shown(reprlib.repr(pairs))}")
        return Tendon(name, tuple((x[0], number(x[1], f"arm of {what}")) for x in pairs), *values)
    reader.keys(entry, ("name", "first", "second", "first_point", "second_point", "via", *shared), what, place)
    here, there = (vector(entry.get(x, (0, 0, 0)), f"{x} of {what}") for x in ("first_point", "second_point"))
    first, second = text(entry, "first", what), text(entry, "second", what)
    return Strut(name, first, second, here, there, **dict(zip(shared, values, strict=True)), via=_via(entry, what))


def _via(entry: dict[str, Any], what: str) -> tuple[tuple[str, Any], ...]:
    """[[link or frame, point], …]"""
    pairs = items(entry.get("via", []), f"via of {what}")
    if not all(isinstance(x, list) and len(x) == 2 and isinstance(x[0], str) for x in pairs):
        raise WrongSize(f"via of {what} are pairs [link or frame, point], got {shown(reprlib.repr(pairs))}")
    return tuple((x[0], vector(x[1], f"via of {what}")) for x in pairs)
