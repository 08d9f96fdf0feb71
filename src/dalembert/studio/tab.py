"""One tab of the studio: reads questions from its socket, sends answers as they come.

A question is about the robot of the tab's session; some end in another robot, and these happen in the order asked. What
the page takes back is not answered, and not begun where its turn has not come.
"""

from __future__ import annotations

import asyncio
import json
import threading
from contextlib import suppress
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from dalembert.errors import DalembertError, WrongValue, did_you_mean, shown
from dalembert.studio import message
from dalembert.studio.answer.table import ANSWERS
from dalembert.studio.process import Product, Reply, Task
from dalembert.studio.session import MOST_STEPS, Session, Stored
from dalembert.studio.worker import Failed, Stopped

if TYPE_CHECKING:
    from dalembert.studio.server import Studio

_AT_ONCE = 24  # questions of one tab that may wait
_MOMENT, _OFTEN = 0.3, 0.5  # s before the page is told that something takes time, and between two tellings


class Tab:
    """One connection: reads questions, sends answers as they come."""

    def __init__(self, studio: Studio, socket: WebSocket) -> None:
        self.studio, self.socket = studio, socket
        self.session: Session | None = None
        self.asked: dict[int, threading.Event] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.order = asyncio.Lock()  # what changes the session happens in the order asked

    async def live(self) -> None:
        while True:
            text = await self.socket.receive_text()
            try:
                request = message.read(text)
            except DalembertError as error:
                await self._send(message.failure(0, error))
                continue
            task = asyncio.create_task(self._answer(request))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    def leave(self) -> None:
        for stop in self.asked.values():
            stop.set()
        if self.session is not None:
            self.studio.sessions.detach(self.session)

    async def _answer(self, request: message.Request) -> None:
        try:
            await self._send(message.answer(request.id, await self._body(request)))
        except Failed as error:
            await self._send(message.written(request.id, "error", error.told))
        except Exception as error:  # the tab stays, whatever one question did
            await self._send(message.failure(request.id, error))
        finally:
            self.asked.pop(request.id, None)

    async def _body(self, request: message.Request) -> str:
        if request.ask == "hello":
            if self.session is None:
                self.session = self.studio.sessions.attach(request.told.get("session"))
            return _json(self.session.state)
        if request.ask == "cancel":
            stop = self.asked.get(request.told.get("of", -1))
            if stop is not None:
                stop.set()
            return _json({"cancelled": stop is not None})
        if self.session is None:
            raise WrongValue("say hello first")
        if sum(not x.is_set() for x in self.asked.values()) >= _AT_ONCE:
            raise WrongValue(f"{_AT_ONCE} questions of this tab are waiting already; wait for one of them")
        self.asked[request.id] = threading.Event()
        if request.ask in ("undo", "redo", "take"):
            async with self.order:
                steps = _steps(request)
                moved = self.session.taken() if request.ask == "take" else self.session.moved(steps)
                reply = await self._ask(request, "show", {}, moved.robot.packed)
                self._keep(moved)
                return self._with_state(reply)
        if request.ask not in ANSWERS:
            raise WrongValue(f"the studio cannot be asked '{shown(request.ask)}'{did_you_mean(request.ask, ANSWERS)}")
        if request.ask in ("start", "open", "load", "edit"):
            async with self.order:
                if self.asked[request.id].is_set():
                    raise Stopped("taken back")
                return await self._changing(request)
        before = self.session.robot if ANSWERS[request.ask].needs_robot else None
        reply = await self._ask(request, request.ask, self._told(request), before.packed if before else None)
        if before is not None and reply.robot is not None:
            self._keep(replace(self.session, proposal=self._after(before, reply.robot, None)))
        return reply.body

    async def _changing(self, request: message.Request) -> str:
        """A question that ends in another robot."""
        assert self.session is not None
        edits = request.ask == "edit"
        before = self.session.robot if edits else None
        reply = await self._ask(request, request.ask, self._told(request), before.packed if before else None)
        assert reply.robot is not None
        made = reply.robot
        if before is not None:
            asked = None if before.changes is None else (*before.changes, *request.told["changes"])
            self._keep(self.session.edited(self._after(before, made, asked)))
        else:
            stored = Stored(made.packed, made.name, made.origin, made.command, source=made.source)
            self._keep(self.session.opened(stored))
        return self._with_state(reply)

    def _after(self, before: Stored, made: Product, changes: tuple[dict[str, str], ...] | None) -> Stored:
        """A robot made of another one."""
        edits = (*before.edits, *made.edit.splitlines())
        return replace(before, packed=made.packed, name=made.name, edits=edits, changes=changes)

    def _told(self, request: message.Request) -> dict[str, Any]:
        """The arguments; what names a place on this machine comes from the server, never from the page."""
        told = {k: v for k, v in request.told.items() if not k.endswith("_here")}
        if request.ask == "start":
            return {**told, **self.studio.start}
        if "folder" in told:
            told["folder_here"] = str(self.studio.uploads.folder(str(told["folder"])))
        if request.ask in ("meshes", "share") and self.session is not None:
            told["source_here"] = self.session.robot.source
        return told

    def _keep(self, session: Session) -> None:
        self.session = self.studio.sessions.keep(session)

    def _with_state(self, reply: Reply) -> str:
        assert self.session is not None
        return f'{{"state":{_json(self.session.state)},"model":{reply.body}}}'

    async def _ask(self, request: message.Request, ask: str, told: dict[str, Any], robot: bytes | None) -> Reply:
        if ask == "start" and self.studio.first is not None:
            return await asyncio.shield(self.studio.first)
        answer = ANSWERS[ask]
        ticking = asyncio.create_task(self._tick(request.id))
        try:
            worker = self.studio.worker(answer.lane)
            return await worker.ask(Task(ask, told, robot), answer.seconds, self.asked[request.id])
        finally:
            ticking.cancel()

    async def _tick(self, id: int) -> None:
        """What takes longer than a moment says so, in its turn or waiting for it."""
        begun, pause = monotonic(), _MOMENT
        while True:
            await asyncio.sleep(pause)
            await self._send(message.progress(id, monotonic() - begun))
            pause = _OFTEN

    async def _send(self, text: str) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):  # the tab has gone
            await self.socket.send_text(text)


def _steps(request: message.Request) -> int:
    """How far back (−) or on; many clicks are one question."""
    given = request.told.get("steps", 1)
    if isinstance(given, bool) or not isinstance(given, int) or not 1 <= given <= MOST_STEPS:
        raise WrongValue(f"steps is a number from 1 to {MOST_STEPS}, got {shown(given)}")
    return -given if request.ask == "undo" else given


def _json(x: Any) -> str:
    return json.dumps(x, separators=(",", ":"), allow_nan=False)
