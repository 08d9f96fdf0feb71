"""Requests of the page: JSON messages, the table of functions with their time limits, and the process that runs them.

page → server   {"v": 1, "id": 7, "ask": "derive", "with": {"method": "kane"}}
server → page   {"v": 1, "id": 7, "is": "progress", "with": {"seconds": 2.0}}          while it works
                {"v": 1, "id": 7, "is": "answer",   "with": {…}}                       once, or
                {"v": 1, "id": 7, "is": "error",    "with": {"cause", "what", "line"}} once

Quick requests answer mouse movements; long ones run in another process and do not block them. A process handles one request at a
time and replies with JSON and, if the request made a robot, the pickled robot. It imports what the first reply needs, and the rest
while it is idle.
"""

from __future__ import annotations

import json
import math
import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, fields
from functools import lru_cache
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any

from dalembert.argument import at_most
from dalembert.errors import DalembertError
from dalembert.finding.argument import WrongType
from dalembert.finding.finding import SCREEN, Argument, Finding, Identifier, Location, Noun, given, sentence
from dalembert.finding.page import InternalFault, WrongVersion
from dalembert.typeset.interactive_page import Data

VERSION = 1
LARGEST_REQUEST = 1_000_000  # bytes of a request; files travel by `upload`


@dataclass(frozen=True)
class PageRequest:
    """Request of a page: `id` identifies it, `ask` is the name of the function, `arguments` are its arguments."""

    id: int
    ask: str
    arguments: Data


def read_request(text: str) -> PageRequest:
    """Parse a request; raise `WrongValue` if it is malformed."""
    at_most(len(text), LARGEST_REQUEST, "characters")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = {"v": VERSION}
    if not isinstance(found, dict) or found.get("v") != VERSION:
        version = found.get("v") if isinstance(found, dict) else type(found).__name__
        raise WrongVersion(VERSION, given(version)).error()
    match found:
        case {"id": int(id), "ask": str(ask), **rest} if type(id) is int and isinstance(
            arguments := rest.get("with", {}), dict
        ):
            return PageRequest(id, ask, arguments)
    raise WrongType(Argument("request"), Noun("a request"), given(text)).error()


def answer_message(id: int, body: str) -> str:
    """Return the reply to a request as a message; `body` is already JSON."""
    return f'{{"v":{VERSION},"id":{id},"is":"answer","with":{body}}}'


def progress_message(id: int, seconds: float) -> str:
    return message(id, "progress", {"seconds": round(seconds, 1)})


def error_message(id: int, error: BaseException) -> str:
    """Return the message for an error; an internal error is marked as internal."""
    return message(id, "error", error_fields(error))


def error_fields(error: BaseException) -> Data:
    """Return an error as the page shows it: its class, its finding as data, its text, and the line of the file that it concerns."""
    known = isinstance(error, DalembertError)
    finding = error.finding if isinstance(error, DalembertError) else InternalFault(Identifier(type(error).__name__))
    words = {"cause": type(error).__name__, "what": sentence(finding, SCREEN), "line": _line(finding)}
    return words | ({"finding": finding_data(finding)} if known else {})


def finding_data(finding: Finding) -> Data:
    """Return a finding as JSON: its kind and its fields. Texts and numbers are unchanged; all other values become text."""
    shown = {x.name: getattr(finding, x.name) for x in fields(finding)}
    plain = (str, int, bool, type(None))
    return {"kind": type(finding).__name__, **{k: x if isinstance(x, plain) else str(x) for k, x in shown.items()}}


def _line(finding: Finding) -> int | None:
    """Return the line of a file that a finding concerns."""
    for x in fields(finding):
        value = getattr(finding, x.name)
        line = value.line if isinstance(value, Location) else _line(value) if isinstance(value, Finding) else None
        if line is not None:
            return line
    return None


def message(id: int, kind: str, arguments: Data) -> str:
    return json.dumps({"v": VERSION, "id": id, "is": kind, "with": arguments}, separators=(",", ":"), allow_nan=False)


REST = 1.0  # seconds without a request after which further modules are imported
MEMORY = 8 << 30  # bytes of address space a process may have, if the system supports a limit


@dataclass(frozen=True)
class Task:
    """Request for a worker process, with its arguments and the pickled robot."""

    ask: str
    arguments: Data
    robot: bytes | None = None


@dataclass(frozen=True)
class StoredRobot:
    """Pickled robot; `origin` is the Python code that makes it, `command` its name on the command line.

    `changes` are its edits as the page sent them, for a link, or None if they are unknown. `source` is its file on this machine,
    and the folder to which files referenced by it are restricted; it is never sent to the page.
    """

    packed: bytes = field(repr=False)
    name: str
    origin: str
    command: str
    edits: tuple[str, ...] = ()  # lines of Python that follow the origin
    changes: tuple[dict[str, str], ...] | None = ()
    source: tuple[str, str] = ("", "")


@dataclass(frozen=True)
class Reply:
    """Reply to a request as JSON, with the new robot if the request made one."""

    body: str
    robot: StoredRobot | None = None


def serve(line: Connection, name: str) -> None:
    """Answer requests until the server closes the connection."""
    _bounded()
    later = warmed(name)
    next(later)
    begun = False
    while True:
        rest = REST  # the page draws its first picture now
        while begun and not line.poll(rest) and next(later, False):
            rest = 0.0  # imports, one after the other, while nobody asks
        try:
            task = line.recv()
        except (EOFError, OSError, KeyboardInterrupt):
            return
        try:
            reply: Any = ENDPOINTS[task.ask].made(task.arguments, task.robot)
        except KeyboardInterrupt:
            return
        except BaseException as error:
            reply = error_fields(error)
        begun = True
        try:
            line.send(reply)
        except (BrokenPipeError, OSError):
            return


def _bounded() -> None:
    """Ignore interrupts, which the server handles, and limit the memory of the process."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "linux":
        import resource

        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))


QUICK, LONG = "quick", "long"


@dataclass(frozen=True)
class Endpoint:
    """Function that answers a request, `module:function`, with its time limit in seconds."""

    place: str
    seconds: float
    lane: str = QUICK
    needs_robot: bool = True

    @property
    def function(self) -> Callable[..., Any]:
        module, name = self.place.split(":")
        found: Callable[..., Any] = getattr(import_module(f"dalembert.studio.handlers.{module}"), name)
        return found

    def made(self, arguments: Data, robot: bytes | None) -> Reply:
        """Compute the reply to a request in a worker process."""
        from dalembert.studio.handlers import RobotReply  # after the process is limited

        found = self.function(_robot(robot), arguments) if self.needs_robot and robot else self.function(arguments)
        if isinstance(found, RobotReply):
            packed, edits = pickle.dumps(found.robot, protocol=5), tuple(found.edit.splitlines())
            made = StoredRobot(packed, found.robot.name, found.origin, found.command, edits, source=found.source)
            return Reply(encoded(found.body), made)
        return Reply(encoded(found))


ENDPOINTS = {
    "gallery": Endpoint("model:gallery", 20, needs_robot=False),
    "picture": Endpoint("model:picture", 20, LONG, needs_robot=False),
    "start": Endpoint("model:start", 60, needs_robot=False),
    "open": Endpoint("model:open_gallery", 60, needs_robot=False),
    "load": Endpoint("model:load", 60, needs_robot=False),
    "show": Endpoint("model:show", 60),
    "meshes": Endpoint("model:meshes", 60, LONG),
    "edit": Endpoint("model:edit", 60),
    "file": Endpoint("model:file", 20),
    "tables": Endpoint("model:tables", 20),
    "diagnose": Endpoint("model:diagnose", 30, LONG),
    "derive": Endpoint("derive:derive", 60, LONG),
    "check": Endpoint("derive:check", 30),
    "certificate": Endpoint("derive:certificate", 60, LONG),
    "inverse": Endpoint("mechanics:inverse", 20),
    "reach": Endpoint("mechanics:reach", 20),
    "geometry": Endpoint("mechanics:geometry", 10),
    "workspace": Endpoint("mechanics:workspace", 60, LONG),
    "singularities": Endpoint("mechanics:singularities", 20, LONG),
    "mobility": Endpoint("mechanics:mobility", 60, LONG),
    "statics": Endpoint("mechanics:statics", 60),
    "assemble": Endpoint("mechanics:assemble", 20),
    "simulate": Endpoint("mechanics:simulate", 60),
    "code": Endpoint("export:code", 60, LONG),
    "counts": Endpoint("export:counts", 60, LONG),
    "speed": Endpoint("export:speed", 60, LONG),
    "identify": Endpoint("identify:identify", 300, LONG),
    "share": Endpoint("export:share", 60, LONG),
}


@lru_cache(16)
def _robot(robot: bytes) -> Any:
    return pickle.loads(robot)  # packed by a worker of this server, which does not share it


def encoded(x: Any) -> str:
    """Return JSON in which infinite numbers and NaN are null."""
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
    """Import the modules of the first request, then those of the other requests, one per step."""
    for name in ("model", *(("mechanics", "derive") if lane == QUICK else ("derive", "export"))):
        import_module(f"dalembert.studio.handlers.{name}")
        yield True
