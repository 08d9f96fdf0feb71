"""The questions of the page: which function answers, how long it may take, in which process.

Quick ones are asked while a hand is on the mouse; long ones must not make them wait.
"""

from __future__ import annotations

import json
import math
import pickle
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any

from dalembert.studio.process import Product, Reply, packed

QUICK, LONG = "quick", "long"


@dataclass(frozen=True)
class Made:
    """An answer that comes with a robot: `origin` is the Python that makes it, or `edit` the line that changes it."""

    body: dict[str, Any]
    robot: Any
    origin: str = ""
    command: str = ""
    edit: str = ""
    source: tuple[str, str] = ("", "")  # file and folder on this machine


@dataclass(frozen=True)
class Answer:
    """`module.function(robot, told)`; `seconds` is the limit."""

    place: str
    seconds: float
    lane: str = QUICK
    needs_robot: bool = True

    @property
    def function(self) -> Callable[..., Any]:
        module, name = self.place.split(":")
        found: Callable[..., Any] = getattr(import_module(f"dalembert.studio.answer.{module}"), name)
        return found

    def made(self, told: dict[str, Any], robot: bytes | None) -> Reply:
        """Answer, in the process of a worker."""
        found = self.function(_robot(robot), told) if self.needs_robot and robot else self.function(told)
        if isinstance(found, Made):
            kept = Product(packed(found.robot), found.robot.name, found.origin, found.command, found.edit, found.source)
            return Reply(encoded(found.body), kept)
        return Reply(encoded(found))


ANSWERS = {
    "gallery": Answer("model:gallery", 20, needs_robot=False),
    "picture": Answer("model:picture", 20, LONG, needs_robot=False),
    "start": Answer("model:start", 60, needs_robot=False),
    "open": Answer("model:open_gallery", 60, needs_robot=False),
    "load": Answer("model:load", 60, needs_robot=False),
    "show": Answer("model:show", 60),
    "meshes": Answer("model:meshes", 60, LONG),
    "edit": Answer("edit:edit", 60),
    "file": Answer("model:file", 20),
    "tables": Answer("edit:tables", 20),
    "diagnose": Answer("model:diagnose", 30, LONG),
    "derive": Answer("derive:derive", 60, LONG),
    "check": Answer("derive:check", 30),
    "certificate": Answer("derive:certificate", 60, LONG),
    "inverse": Answer("kinematics:inverse", 20),
    "reach": Answer("kinematics:reach", 20),
    "geometry": Answer("kinematics:geometry", 10),
    "workspace": Answer("kinematics:workspace", 60, LONG),
    "singularities": Answer("kinematics:singularities", 20, LONG),
    "mobility": Answer("kinematics:mobility", 60, LONG),
    "statics": Answer("kinematics:statics", 60),
    "assemble": Answer("kinematics:assemble", 20),
    "simulate": Answer("simulate:simulate", 60),
    "code": Answer("code:code", 60, LONG),
    "counts": Answer("code:counts", 60, LONG),
    "speed": Answer("code:speed", 60, LONG),
    "identify": Answer("identify:identify", 300, LONG),
    "share": Answer("share:share", 60, LONG),
}


@lru_cache(16)
def _robot(robot: bytes) -> Any:
    return pickle.loads(robot)  # packed by a worker of this server, and kept by it alone


def encoded(x: Any) -> str:
    """JSON, in which a number that is not finite is null."""
    return json.dumps(_plain(x), separators=(",", ":"), allow_nan=False)


def _plain(x: Any) -> Any:
    if isinstance(x, dict):
        return {str(k): _plain(v) for k, v in x.items()}
    if isinstance(x, (list, tuple)):
        return [_plain(v) for v in x]
    if isinstance(x, (str, bool, int)) or x is None:
        return x
    if hasattr(x, "tolist"):
        return _plain(x.tolist())
    value = float(x)
    return value if math.isfinite(value) else None


def warmed(lane: str) -> Iterator[bool]:
    """Import what the first question needs, then, a step each, what the others will."""
    for name in ("model", *(("edit", "derive", "kinematics", "simulate") if lane == QUICK else ("derive", "code"))):
        import_module(f"dalembert.studio.answer.{name}")
        yield True
