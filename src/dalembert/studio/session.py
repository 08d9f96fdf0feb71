"""The state of one tab: the robots that its edits have made, and which of them is looked at.

Each edit makes a new robot, so undo is a step back in a list. The server keeps robots as bytes it does not open (a worker
made them from a stranger's file, and only workers read them); a tab that lost its connection finds its session again.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from typing import Any

from dalembert.errors import WrongValue

MOST_STEPS = 200  # edits that can be undone
MOST_SESSIONS = 32
LARGEST = 200_000_000  # bytes of robots that one session keeps


@dataclass(frozen=True)
class Stored:
    """A robot, packed; `origin` is the Python that makes it, `command` what the command line calls it."""

    packed: bytes = field(repr=False)
    name: str
    origin: str
    command: str
    edits: tuple[str, ...] = ()  # lines of Python that follow the origin
    changes: (
        tuple[dict[str, str], ...] | None
    ) = ()  # edits as the page asked for them, for a link; None: not to be said
    source: tuple[str, str] = ("", "")  # its file on this machine, and the folder it may read; never told to the page


@dataclass(frozen=True)
class Session:
    """A list of robots and the place in it."""

    id: str
    robots: tuple[Stored, ...] = ()
    place: int = -1
    proposal: Stored | None = None  # a robot that an identification found, to be taken over

    @property
    def robot(self) -> Stored:
        if not self.robots:
            raise WrongValue("no robot is open in this tab; choose one of the gallery or drop a file")
        return self.robots[self.place]

    def opened(self, robot: Stored) -> Session:
        """Another robot from the gallery or a file: its history begins."""
        return replace(self, robots=(robot,), place=0, proposal=None)

    def edited(self, robot: Stored) -> Session:
        """What stood after the place is forgotten, as every editor does."""
        robots = (*self.robots[: self.place + 1], robot)[-MOST_STEPS:]
        while sum(len(x.packed) for x in robots) > LARGEST and len(robots) > 1:
            robots = robots[1:]
        return replace(self, robots=robots, place=len(robots) - 1)

    def taken(self) -> Session:
        """What an identification found becomes the tab's robot."""
        if self.proposal is None:
            raise WrongValue("no identification has found a robot in this tab; drop a log first")
        return self.edited(self.proposal)

    def moved(self, by: int) -> Session:
        """Undo (−) or redo (+), as far as there is something."""
        place = min(max(0, self.place + by), len(self.robots) - 1)
        if place == self.place:
            raise WrongValue("there is nothing to undo" if by < 0 else "there is nothing to do again")
        return replace(self, place=place)

    @property
    def state(self) -> dict[str, Any]:
        """What the page shows of it."""
        found: dict[str, Any] = {
            "session": self.id,
            "undo": max(0, self.place),
            "redo": len(self.robots) - 1 - self.place,
        }
        if self.robots:
            now = self.robot
            found |= {
                "name": now.name,
                "origin": "\n".join((now.origin, *now.edits)),
                "command": now.command,
                "meshes": bool(now.source[0]),
                "changes": None if now.changes is None else list(now.changes),
            }
        return found


class Sessions:
    """The sessions of a server, the least recently used forgotten first."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Session] = OrderedDict()
        self._attached: set[str] = set()

    def attach(self, id: Any = None) -> Session:
        """The session of this identity, a copy of it where another tab has it, or a new one."""
        found = self._kept.get(id) if isinstance(id, str) else None
        if found is None or found.id in self._attached:
            found = replace(found or Session(""), id=secrets.token_urlsafe(16))
        self._attached.add(found.id)
        return self.keep(found)

    def detach(self, session: Session) -> None:
        """The tab has gone; its session stays for a while."""
        self._attached.discard(session.id)

    def keep(self, session: Session) -> Session:
        self._kept[session.id] = session
        self._kept.move_to_end(session.id)
        while len(self._kept) > MOST_SESSIONS:
            self._kept.popitem(last=False)
        return session
