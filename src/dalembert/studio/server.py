"""The server of the studio: one page, one WebSocket, uploads; on the loopback, behind a token.

Each tab has a session (`session`), each question goes to a worker process (`worker`), what it may be asked is a table
(`answer.table`), who may ask is `guard`'s to say.
"""

from __future__ import annotations

import asyncio
import json
import socket
import tempfile
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

from dalembert.errors import DalembertError, MissingExtra, WrongValue, did_you_mean, shown
from dalembert.studio import message, page
from dalembert.studio.answer.table import ANSWERS, LONG, QUICK
from dalembert.studio.guard import Guard, listening
from dalembert.studio.process import Product, Reply, Task
from dalembert.studio.session import Session, Sessions, Stored
from dalembert.studio.upload import LARGEST, Uploads, too_large
from dalembert.studio.worker import Failed, Worker

try:
    import uvicorn
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import JSONResponse, PlainTextResponse, Response
    from starlette.routing import Route, WebSocketRoute
    from starlette.types import ASGIApp, Receive, Scope, Send
    from starlette.websockets import WebSocket, WebSocketDisconnect
except ImportError:
    raise MissingExtra("the studio needs starlette and uvicorn: pip install 'dalembert[studio]'") from None

_AT_ONCE = 24  # questions of one tab that may wait
_MOMENT, _OFTEN = 0.3, 0.5  # s before the page is told that something takes time, and between two tellings


class Studio:
    """What the tabs of one start share."""

    def __init__(self, guard: Guard, folder: Path, start: dict[str, Any], quick: Worker) -> None:
        self.guard, self.start = guard, start
        self.uploads, self.sessions = Uploads(folder), Sessions()
        self.workers = {QUICK: quick, LONG: Worker(LONG)}
        self.first: asyncio.Task[Reply] | None = None

    async def _first(self) -> Reply:
        """The robot of the first tab, made before it asks; then the other process may have the processor."""
        try:
            task = Task("start", self.start)
            return await self.workers[QUICK].ask(task, ANSWERS["start"].seconds, threading.Event())
        finally:
            self.workers[LONG].start()

    def app(self) -> ASGIApp:
        @asynccontextmanager
        async def life(_: Starlette) -> AsyncIterator[None]:
            self.first = asyncio.create_task(self._first())
            try:
                yield
            finally:
                self.first.cancel()
                for worker in self.workers.values():
                    worker.close()

        routes = [
            Route("/{token}/", self.page),
            Route("/{token}/upload/{folder}/{name:path}", self.upload, methods=["PUT"]),
            Route("/{token}/{name}", self.asset),
            WebSocketRoute("/{token}/socket", self.socket),
        ]
        return Gate(Starlette(routes=routes, lifespan=life), self.guard)

    async def page(self, _: Request) -> Response:
        return Response(page.html(), media_type="text/html")

    async def asset(self, request: Request) -> Response:
        found = page.asset(request.path_params["name"])
        if found is None:
            return PlainTextResponse("not here", 404)
        return Response(found.data, media_type=found.kind)

    async def upload(self, request: Request) -> Response:
        told, name = request.path_params, request.path_params["name"]
        try:
            if int(request.headers.get("content-length") or 0) > LARGEST:
                raise too_large()
            size = await self.uploads.put(told["folder"], name, request.stream())
        except (DalembertError, ValueError) as error:
            return JSONResponse(message.told_of(error), 400)
        except OSError:
            return JSONResponse({"cause": "BadFile", "what": "the file could not be kept on this machine"}, 507)
        return JSONResponse({"size": size})

    async def socket(self, socket: WebSocket) -> None:
        await socket.accept()
        tab = Tab(self, socket)
        try:
            await tab.live()
        except WebSocketDisconnect:
            pass
        finally:
            tab.leave()


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
        if len(self.asked) >= _AT_ONCE:
            raise WrongValue(f"{_AT_ONCE} questions of this tab are waiting already; wait for one of them")
        if request.ask in ("undo", "redo", "take"):
            async with self.order:
                taken = request.ask == "take"
                moved = self.session.taken() if taken else self.session.moved(-1 if request.ask == "undo" else 1)
                reply = await self._ask(request, "show", {}, moved.robot.packed)
                self._keep(moved)
                return self._with_state(reply)
        if request.ask not in ANSWERS:
            raise WrongValue(f"the studio cannot be asked '{shown(request.ask)}'{did_you_mean(request.ask, ANSWERS)}")
        if request.ask in ("start", "open", "load", "edit"):
            async with self.order:
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
        answer, stop = ANSWERS[ask], threading.Event()
        self.asked[request.id] = stop
        ticking = asyncio.create_task(self._tick(request.id))
        try:
            return await self.studio.workers[answer.lane].ask(Task(ask, told, robot), answer.seconds, stop)
        finally:
            ticking.cancel()
            self.asked.pop(request.id, None)

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


class Gate:
    """Every request passes the guard, every answer carries its headers."""

    def __init__(self, app: ASGIApp, guard: Guard) -> None:
        self.app, self.guard = app, guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        headers = {k.decode("latin-1"): v.decode("latin-1") for k, v in scope["headers"]}
        acts = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if why := self.guard.refusal(scope["path"], headers, acts=acts):
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008, "reason": why[:100]})
                return None
            return await PlainTextResponse(why, 403, self.guard.headers)(scope, receive, send)

        async def sent(event: Any) -> None:
            if event["type"] == "http.response.start":
                event["headers"] = [
                    *event["headers"],
                    *((k.lower().encode(), v.encode()) for k, v in self.guard.headers.items()),
                ]
            await send(event)

        return await self.app(scope, receive, sent)


@contextmanager
def prepared(
    start: dict[str, Any], *, host: str = "127.0.0.1", port: int = 0, quick: Worker | None = None
) -> Iterator[tuple[Studio, uvicorn.Server, socket.socket]]:
    """A server that listens already and has yet to run; uploads lie in a folder that goes with it."""
    host = listening(host)
    listener = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    with listener, tempfile.TemporaryDirectory(prefix="dalembert-studio-", ignore_cleanup_errors=True) as folder:
        studio = Studio(Guard(host, listener.getsockname()[1]), Path(folder), start, quick or Worker(QUICK))
        told = uvicorn.Config(
            studio.app(), log_level="error", ws_max_size=message.LARGEST, ws="websockets-sansio", ws_ping_interval=20,
            server_header=False, date_header=False, timeout_graceful_shutdown=2,
        )  # fmt: skip
        yield studio, uvicorn.Server(told), listener


def serve(
    start: dict[str, Any], *, host: str = "127.0.0.1", port: int = 0, quick: Worker, ready: Callable[[str], None]
) -> None:
    """Serve until interrupted; `ready` is told the address. `start` says which robot the first tab shows, and `quick` answers
    first: its process may have been started before."""
    with prepared(start, host=host, port=port, quick=quick) as (studio, server, listener):
        ready(studio.guard.address)
        with suppress(KeyboardInterrupt):
            server.run(sockets=[listener])


def _json(x: Any) -> str:
    return json.dumps(x, separators=(",", ":"), allow_nan=False)
