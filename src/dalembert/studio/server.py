"""Server of the studio on the loopback interface, protected by a token, with one WebSocket per tab.

Each tab has a session: a list of robots and the index of the displayed robot. Each edit appends a new robot, so an undo
moves one step back in the list. The server stores robots as pickled byte strings. Only worker processes unpickle
robots, because robot files are untrusted. A tab that reconnects continues its session. The module `request` defines the
requests, `worker` runs requests in worker processes, and `guard` checks the sender. Requests that change the robot run
in order of arrival. For a cancelled request, an error message is returned. A request that is cancelled while waiting is
not started. The page can load only files of the built front end.
"""

from __future__ import annotations

import asyncio
import secrets
import socket
import tempfile
import threading
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from time import monotonic
from typing import Any

from dalembert import finding
from dalembert.argument import at_most, integer, known
from dalembert.errors import DalembertError
from dalembert.finding.finding import External, FileName, Function, Identifier, Install
from dalembert.studio.guard import Guard, listening, present
from dalembert.studio.request import (
    ENDPOINTS,
    LARGEST_REQUEST,
    LONG,
    QUICK,
    REST,
    PageRequest,
    Reply,
    StoredRobot,
    Task,
    answer_message,
    encoded,
    error_fields,
    error_message,
    message,
    read_request,
)
from dalembert.studio.upload import Uploads, room
from dalembert.studio.worker import Failed, Worker, proceed
from dalembert.typeset import fonts
from dalembert.typeset.interactive_page import Data, built, script_of
from dalembert.typeset.language import asset

try:
    import uvicorn
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import JSONResponse, PlainTextResponse, Response
    from starlette.routing import Route, WebSocketRoute
    from starlette.types import ASGIApp, Receive, Scope, Send
    from starlette.websockets import WebSocket, WebSocketDisconnect
except ImportError:
    raise finding.MissingPackage(
        Identifier("starlette, uvicorn"), Function("studio"), Install(Identifier("dalembert[studio]"))
    ).error() from None

_ASSETS = {"studio.js": "text/javascript", "studio.css": "text/css"}


@cache
def studio_asset(name: str) -> Response:
    """Return a script or style sheet of the page."""
    if name not in _ASSETS:
        return PlainTextResponse("not found", 404)
    text = script_of("studio") if name == "studio.js" else fonts.screen_faces() + "\n" + built(name)
    return Response(text.encode(), media_type=_ASSETS[name])


MOST_STEPS = 200  # largest number of edits that can be undone
MOST_SESSIONS = 32
LARGEST_SESSION = 200_000_000  # largest number of bytes of robots in a session


@dataclass(frozen=True)
class Session:
    """List of robots created by edits in a tab, and index of the displayed robot."""

    id: str
    robots: tuple[StoredRobot, ...] = ()
    place: int = -1
    proposal: StoredRobot | None = None  # robot found by an identification

    @property
    def robot(self) -> StoredRobot:
        return present(self.robots, "open robot")[self.place]

    def opened(self, robot: StoredRobot) -> Session:
        """Open another robot, and start a new edit history."""
        return replace(self, robots=(robot,), place=0, proposal=None)

    def edited(self, robot: StoredRobot) -> Session:
        """Append an edited robot to the history, and delete the robots after the current one."""
        robots = (*self.robots[: self.place + 1], robot)[-MOST_STEPS:]
        while sum(len(x.packed) for x in robots) > LARGEST_SESSION and len(robots) > 1:
            robots = robots[1:]
        return replace(self, robots=robots, place=len(robots) - 1)

    def taken(self) -> Session:
        """Append the identified robot to the history, and show it in the tab."""
        return self.edited(present(self.proposal, "identified robot"))

    def moved(self, by: int) -> Session:
        """Undo (negative) or redo (positive) a number of steps, as far as possible."""
        place = min(max(0, self.place + by), len(self.robots) - 1)
        present(place != self.place, "undo" if by < 0 else "redo")
        return replace(self, place=place)

    @property
    def state(self) -> Data:
        """State of the session in the format of the page."""
        found: Data = {
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
                "changes": now.changes,
            }
        return found


class Sessions:
    """Sessions of a server. If there are too many sessions, the least recently used sessions are deleted."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Session] = OrderedDict()
        self._attached: set[str] = set()

    def attach(self, id: Any = None) -> Session:
        """Return the session with this identifier (or a copy if another tab uses it), or a new session."""
        found = self._kept.get(id) if isinstance(id, str) else None
        if found is None or found.id in self._attached:
            found = replace(found or Session(""), id=secrets.token_urlsafe(16))
        self._attached.add(found.id)
        return self.keep(found)

    def detach(self, session: Session) -> None:
        """Release the session of a closed tab. The tab can reconnect until the session is deleted."""
        self._attached.discard(session.id)

    def keep(self, session: Session) -> Session:
        self._kept[session.id] = session
        self._kept.move_to_end(session.id)
        while len(self._kept) > MOST_SESSIONS:
            self._kept.popitem(last=False)
        return session


_AT_ONCE = 24  # largest number of pending requests of a tab
_MOMENT, _OFTEN = 0.3, 0.5  # s before the first progress message, and between progress messages


class Tab:
    """Connection to a tab, which reads requests and sends each reply when it is ready."""

    def __init__(self, studio: Studio, socket: WebSocket) -> None:
        self.studio, self.socket = studio, socket
        self.session = Session("")  # not attached before the greeting
        self.pending: dict[int, threading.Event] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.order = asyncio.Lock()  # requests change the session in order of arrival

    async def live(self) -> None:
        while True:
            text = await self.socket.receive_text()
            try:
                request = read_request(text)
            except DalembertError as error:
                await self._send(error_message(0, error))
                continue
            task = asyncio.create_task(self._answer(request))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    def leave(self) -> None:
        for stop in self.pending.values():
            stop.set()
        self.studio.sessions.detach(self.session)

    async def _answer(self, request: PageRequest) -> None:
        try:
            await self._send(answer_message(request.id, await self._body(request)))
        except Failed as error:
            await self._send(message(request.id, "error", error.shown))
        except Exception as error:  # a failed request must not close the tab
            await self._send(error_message(request.id, error))
        finally:
            self.pending.pop(request.id, None)

    async def _body(self, request: PageRequest) -> str:
        if request.ask == "hello":
            if not self.session.id:
                self.session = self.studio.sessions.attach(request.arguments.get("session"))
            return encoded(self.session.state)
        if request.ask == "cancel":
            stop = self.pending.get(request.arguments.get("of", -1))
            if stop is not None:
                stop.set()
            return encoded({"cancelled": stop is not None})
        present(self.session.id, "greeting")
        at_most(1 + sum(not x.is_set() for x in self.pending.values()), _AT_ONCE, "pending")
        self.pending[request.id] = threading.Event()
        if request.ask in ("undo", "redo", "take"):
            async with self.order:
                moved = self.session.taken() if request.ask == "take" else self.session.moved(_steps(request))
                reply = await self._ask(request, "show", {}, moved.robot.packed)
                self._keep(moved)
                return self._with_state(reply)
        known(request.ask, ENDPOINTS, "request")
        if request.ask in ("start", "open", "load", "edit"):
            async with self.order:
                proceed(self.pending[request.id])
                return await self._changing(request)
        before, reply = await self._from(request)
        if before is not None and reply.robot is not None:
            self._keep(replace(self.session, proposal=self._after(before, reply.robot, None)))
        return reply.body

    async def _changing(self, request: PageRequest) -> str:
        """Handle a request that creates another robot."""
        before, reply = await self._from(request)
        assert reply.robot is not None
        if before is not None:
            requested = None if before.changes is None else (*before.changes, *request.arguments["changes"])
            self._keep(self.session.edited(self._after(before, reply.robot, requested)))
        else:
            self._keep(self.session.opened(reply.robot))
        return self._with_state(reply)

    async def _from(self, request: PageRequest) -> tuple[StoredRobot | None, Reply]:
        """Return the robot before a request, if the request needs one, and the reply."""
        before = self.session.robot if ENDPOINTS[request.ask].needs_robot else None
        arguments, packed = self._arguments(request), None if before is None else before.packed
        return before, await self._ask(request, request.ask, arguments, packed)

    def _after(self, before: StoredRobot, made: StoredRobot, changes: tuple[dict[str, str], ...] | None) -> StoredRobot:
        """Return an edited robot that includes the edits of the previous robot."""
        edits = (*before.edits, *made.edits)
        return replace(before, packed=made.packed, name=made.name, edits=edits, changes=changes)

    def _arguments(self, request: PageRequest) -> Data:
        """Return the arguments of a request. Local paths are supplied by the server, never by the page."""
        arguments = {k: v for k, v in request.arguments.items() if not k.endswith("_here")}
        if request.ask == "start":
            return {**arguments, **self.studio.start}
        if "folder" in arguments:
            arguments["folder_here"] = str(self.studio.uploads.folder(str(arguments["folder"])))
        if request.ask in ("meshes", "share"):
            arguments["source_here"] = self.session.robot.source
        return arguments

    def _keep(self, session: Session) -> None:
        self.session = self.studio.sessions.keep(session)

    def _with_state(self, reply: Reply) -> str:
        return f'{{"state":{encoded(self.session.state)},"model":{reply.body}}}'

    async def _ask(self, request: PageRequest, ask: str, arguments: Data, robot: bytes | None) -> Reply:
        if ask == "start" and self.studio.first is not None:
            return await asyncio.shield(self.studio.first)
        answer = ENDPOINTS[ask]
        ticking = asyncio.create_task(self._tick(request.id))
        try:
            worker = self.studio.worker(answer.lane)
            return await worker.ask(Task(ask, arguments, robot), answer.seconds, self.pending[request.id])
        finally:
            ticking.cancel()

    async def _tick(self, id: int) -> None:
        """Send progress messages while a request waits in the queue or takes a long time."""
        begun, pause = monotonic(), _MOMENT
        while True:
            await asyncio.sleep(pause)
            await self._send(message(id, "progress", {"seconds": round(monotonic() - begun, 1)}))
            pause = _OFTEN

    async def _send(self, text: str) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):  # the tab is closed
            await self.socket.send_text(text)


def _steps(request: PageRequest) -> int:
    """Return the number of steps to undo (negative) or redo (positive). One request can combine several clicks."""
    steps = integer(request.arguments.get("steps", 1), "steps", lower=1, upper=MOST_STEPS)
    return -steps if request.ask == "undo" else steps


SPARE = "spare"


class Studio:
    """Running server with the workers, sessions and uploads that all tabs share."""

    def __init__(self, guard: Guard, folder: Path, start: Data, quick: Worker) -> None:
        self.guard, self.start = guard, start
        self.uploads, self.sessions = Uploads(folder), Sessions()
        self.workers = {QUICK: quick, LONG: Worker(LONG), SPARE: Worker(LONG)}
        self.first: asyncio.Task[Reply] | None = None

    async def _first(self) -> Reply:
        """Create the robot of the first tab in advance, then start the process for long requests."""
        try:
            task = Task("start", self.start)
            return await self.workers[QUICK].ask(task, ENDPOINTS["start"].seconds, threading.Event())
        finally:
            asyncio.get_running_loop().call_later(REST, self.workers[LONG].start)

    def worker(self, lane: str) -> Worker:
        """Return the worker for a class of requests.

        If the worker for long requests is busy, the spare worker is used.
        """
        spare = lane == LONG and self.workers[LONG].busy and not self.workers[SPARE].busy
        return self.workers[SPARE if spare else lane]

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
        return GuardMiddleware(Starlette(routes=routes, lifespan=life), self.guard)

    async def page(self, _: Request) -> Response:
        return Response(asset("studio.html"), media_type="text/html")

    async def asset(self, request: Request) -> Response:
        return studio_asset(request.path_params["name"])

    async def upload(self, request: Request) -> Response:
        arguments, name = request.path_params, request.path_params["name"]
        try:
            room(int(request.headers.get("content-length") or 0))
            size = await self.uploads.put(arguments["folder"], name, request.stream())
        except (DalembertError, ValueError) as error:
            return JSONResponse(error_fields(error), 400)
        except OSError as error:
            reason = External((error.strerror or "").lower())
            return JSONResponse(error_fields(finding.Unwritable(FileName(name), reason).error()), 507)
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


class GuardMiddleware:
    """Middleware that checks each request with the guard, and adds the headers of the guard to each reply."""

    def __init__(self, app: ASGIApp, guard: Guard) -> None:
        self.app, self.guard = app, guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        headers = {k.decode("latin-1"): v.decode("latin-1") for k, v in scope["headers"]}
        acts = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if why := self.guard.refusal(scope["path"], headers, acts=acts):
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008, "reason": str(why)[:100]})
                return None
            return await PlainTextResponse(str(why), 403, self.guard.headers)(scope, receive, send)

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
    start: Data, *, host: str = "127.0.0.1", port: int = 0, quick: Worker | None = None
) -> Iterator[tuple[Studio, uvicorn.Server, socket.socket]]:
    """Yield a server that is listening but does not process requests yet. Uploaded files are removed when the server
    stops."""
    host = listening(host)
    listener = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    with listener, tempfile.TemporaryDirectory(prefix="dalembert-studio-", ignore_cleanup_errors=True) as folder:
        studio = Studio(Guard(host, listener.getsockname()[1]), Path(folder), start, quick or Worker(QUICK))
        arguments = uvicorn.Config(
            studio.app(),
            log_level="error",
            ws_max_size=LARGEST_REQUEST,
            ws="websockets-sansio",
            ws_ping_interval=20,
            server_header=False,
            date_header=False,
            timeout_graceful_shutdown=2,
        )
        yield studio, uvicorn.Server(arguments), listener


def serve(start: Data, *, host: str = "127.0.0.1", port: int = 0, quick: Worker, ready: Callable[[str], None]) -> None:
    """Run the server until it is interrupted.

    `ready` is called with the address of the server. `start` selects the robot shown in the first tab. `quick` is the
    worker for the first requests, and its process can already be running.
    """
    with prepared(start, host=host, port=port, quick=quick) as (studio, server, listener):
        ready(studio.guard.address)
        with suppress(KeyboardInterrupt):
            server.run(sockets=[listener])
