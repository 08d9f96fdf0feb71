"""Requests from the studio page as JSON messages, and the corresponding handler functions and time limits.

page → server   {"v": 1, "id": 7, "ask": "derive", "with": {"method": "kane"}}
server → page   {"v": 1, "id": 7, "is": "progress", "with": {"seconds": 2.0}}          while a request runs
                {"v": 1, "id": 7, "is": "answer",   "with": {…}}                       one reply, or
                {"v": 1, "id": 7, "is": "error",    "with": {"cause", "what", "line"}} one error

Quick requests, such as those sent while the mouse moves, and long requests run in different processes. A process
handles one request at a time. The reply is JSON and, if the request created a robot, the pickled robot. When a process
starts, it imports only the modules for the first request. Other modules are imported while the process is idle.
"""

from __future__ import annotations

import json
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
from dalembert.typeset.interactive_page import Data, plain

VERSION = 1
LARGEST_REQUEST = 1_000_000  # bytes of a request; files are sent by `upload`


@dataclass(frozen=True)
class PageRequest:
    """Request from the page: an identifier, the name of the function, and its arguments."""

    id: int
    ask: str
    arguments: Data


def read_request(text: str) -> PageRequest:
    """Parse a request, or raise `WrongValue` if the request is malformed."""
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
    """Create the reply message for a request. The string `body` is already JSON."""
    return f'{{"v":{VERSION},"id":{id},"is":"answer","with":{body}}}'


def error_message(id: int, error: BaseException) -> str:
    """Create the message for an error. Internal errors are marked as such."""
    return message(id, "error", error_fields(error))


def error_fields(error: BaseException) -> Data:
    """Convert an error to JSON fields: class, data, message, and line number in the file."""
    known = isinstance(error, DalembertError)
    finding = error.finding if isinstance(error, DalembertError) else InternalFault(Identifier(type(error).__name__))
    words = {"cause": type(error).__name__, "what": sentence(finding, SCREEN), "line": _line(finding)}
    return words | ({"finding": finding_data(finding)} if known else {})


def finding_data(finding: Finding) -> Data:
    """Convert error data to JSON. Values other than text and numbers are converted to text."""
    shown = {x.name: getattr(finding, x.name) for x in fields(finding)}
    plain = (str, int, bool, type(None))
    return {"kind": type(finding).__name__, **{k: x if isinstance(x, plain) else str(x) for k, x in shown.items()}}


def _line(finding: Finding) -> int | None:
    """Return the line number in a file to which an error refers."""
    for x in fields(finding):
        value = getattr(finding, x.name)
        line = value.line if isinstance(value, Location) else _line(value) if isinstance(value, Finding) else None
        if line is not None:
            return line
    return None


def message(id: int, kind: str, arguments: Data) -> str:
    return encoded({"v": VERSION, "id": id, "is": kind, "with": arguments})


REST = 1.0  # seconds without a request after which further modules are imported
MEMORY = 8 << 30  # largest address space of a process in bytes, if the system supports a limit


@dataclass(frozen=True)
class Task:
    """Request for a worker process, with arguments and the pickled robot."""

    ask: str
    arguments: Data
    robot: bytes | None = None


@dataclass(frozen=True)
class StoredRobot:
    """Pickled robot with the Python code (`origin`) that creates the robot.

    `command` is the name of the robot as given on the command line. `changes` contains the edits sent by the page, or
    None if unknown. The page uses `changes` to create shareable links. `source` contains the path of the robot file and
    the directory for referenced files. `source` is never sent to the page.
    """

    packed: bytes = field(repr=False)
    name: str
    origin: str
    command: str
    edits: tuple[str, ...] = ()  # lines of Python code that follow the origin
    changes: tuple[dict[str, str], ...] | None = ()
    source: tuple[str, str] = ("", "")


@dataclass(frozen=True)
class Reply:
    """Reply to a request as JSON, with the new robot if the request created one."""

    body: str
    robot: StoredRobot | None = None


def serve(line: Connection, name: str) -> None:
    """Process requests until the server closes the connection."""
    _bounded()
    later = warmed(name)
    next(later)
    begun = False
    while True:
        rest = REST  # meanwhile, the page draws the first picture
        while begun and not line.poll(rest) and next(later, False):
            rest = 0.0  # one import at a time while no request arrives
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
    """Ignore interrupts, which are handled by the server, and limit the memory of the process."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "linux":
        import resource

        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))


QUICK, LONG = "quick", "long"


@dataclass(frozen=True)
class Endpoint:
    """Handler function for a request, with module, time limit in seconds, and class of workers."""

    module: str
    name: str
    seconds: float
    lane: str
    needs_robot: bool

    @property
    def function(self) -> Callable[..., Any]:
        found: Callable[..., Any] = getattr(import_module(f"dalembert.studio.handlers.{self.module}"), self.name)
        return found

    def made(self, arguments: Data, robot: bytes | None) -> Reply:
        """Compute the reply to a request in a worker process."""
        from dalembert.studio.handlers import RobotReply  # imported after the memory of the process is limited

        found = self.function(_robot(robot), arguments) if self.needs_robot and robot else self.function(arguments)
        if isinstance(found, RobotReply):
            packed, edits = pickle.dumps(found.robot, protocol=5), tuple(found.edit.splitlines())
            made = StoredRobot(packed, found.robot.robot.name, found.origin, found.command, edits, source=found.source)
            return Reply(encoded(found.body), made)
        return Reply(encoded(found))


_REQUESTS: dict[str, dict[str, dict[str, float]]] = {  # time limit of each function in s, by class of worker and module
    QUICK: {
        "model": {"gallery": 20, "start": 60, "open": 60, "load": 60, "show": 60, "edit": 60, "file": 20, "tables": 20},
        "derive": {"check": 30},
        "mechanics": {"inverse": 20, "reach": 20, "geometry": 10, "statics": 60, "simulate": 60},
    },
    LONG: {
        "model": {"picture": 20, "meshes": 60, "diagnose": 30},
        "derive": {"derive": 60, "certificate": 60},
        "mechanics": {"workspace": 60, "singularities": 20, "mobility": 60},
        "export": {"code": 60, "counts": 60, "speed": 60, "share": 60},
        "identify": {"identify": 300},
    },
}
_WITHOUT_ROBOT = ("gallery", "picture", "start", "open", "load")
ENDPOINTS = {
    name: Endpoint(module, "open_gallery" if name == "open" else name, seconds, lane, name not in _WITHOUT_ROBOT)
    for lane, modules in _REQUESTS.items()
    for module, functions in modules.items()
    for name, seconds in functions.items()
}


@lru_cache(16)
def _robot(robot: bytes) -> Any:
    return pickle.loads(robot)  # trusted, because a worker of this server pickled the robot


def encoded(x: Any) -> str:
    """Convert a value to JSON. Infinities and NaN become null."""
    return json.dumps(plain(x), separators=(",", ":"), allow_nan=False)


def warmed(lane: str) -> Iterator[bool]:
    """Import the modules for the first request, then the modules for other requests, with one import per step."""
    for name in ("model", *(("mechanics", "derive") if lane == QUICK else ("derive", "export"))):
        import_module(f"dalembert.studio.handlers.{name}")
        yield True
