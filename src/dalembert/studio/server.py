"""The server of the studio: one page, one WebSocket, uploads; on the loopback, behind a token.

Each tab (`tab`) has a session, each question goes to a worker process (`worker`), what it may be asked is a table
(`answer.table`), who may ask is `guard`'s to say.
"""

from __future__ import annotations

import asyncio
import socket
import tempfile
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

from dalembert.errors import DalembertError, MissingExtra
from dalembert.studio import message, page
from dalembert.studio.answer.table import ANSWERS, LONG, QUICK
from dalembert.studio.guard import Guard, listening
from dalembert.studio.process import REST, Reply, Task
from dalembert.studio.session import Sessions
from dalembert.studio.upload import LARGEST, Uploads, too_large
from dalembert.studio.worker import Worker

try:
    import uvicorn
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import JSONResponse, PlainTextResponse, Response
    from starlette.routing import Route, WebSocketRoute
    from starlette.types import ASGIApp, Receive, Scope, Send
    from starlette.websockets import WebSocket, WebSocketDisconnect

    from dalembert.studio.tab import Tab
except ImportError:
    raise MissingExtra("the studio needs starlette and uvicorn: pip install 'dalembert[studio]'") from None

SPARE = "spare"


class Studio:
    """What the tabs of one start share."""

    def __init__(self, guard: Guard, folder: Path, start: dict[str, Any], quick: Worker) -> None:
        self.guard, self.start = guard, start
        self.uploads, self.sessions = Uploads(folder), Sessions()
        self.workers = {QUICK: quick, LONG: Worker(LONG), SPARE: Worker(LONG)}
        self.first: asyncio.Task[Reply] | None = None

    async def _first(self) -> Reply:
        """The robot of the first tab, made before it asks; once the page has drawn it the other process may have the processor."""
        try:
            task = Task("start", self.start)
            return await self.workers[QUICK].ask(task, ANSWERS["start"].seconds, threading.Event())
        finally:
            asyncio.get_running_loop().call_later(REST, self.workers[LONG].start)

    def worker(self, lane: str) -> Worker:
        """Who answers: what is long need not wait for what is longer."""
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
