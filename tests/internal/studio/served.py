"""A studio that runs in this process, and a page's side of its socket in plain Python."""

import http.client
import json
import threading
from contextlib import ExitStack, contextmanager
from itertools import count
from urllib.parse import urlsplit

from websockets.sync.client import connect

from dalembert.studio.server import prepared


@contextmanager
def served(**start):
    """(studio, address) of a running server."""
    with prepared(start) as (studio, server, listener):
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        try:
            yield studio, studio.guard.address
        finally:
            server.should_exit = True
            thread.join(10)


def fetched(address, path="", *, method="GET", headers=(), body=None):
    """(status, headers, text) of a plain request; `path` replaces the address's own where it begins with /."""
    url = urlsplit(address)
    line = http.client.HTTPConnection(url.hostname, url.port, timeout=20)
    line.putrequest(method, path if path.startswith("/") else url.path + path, skip_host=True)
    told = {"Host": url.netloc, **dict(headers)}
    if body is not None:
        told.setdefault("Content-Length", str(len(body)))
    for name, value in told.items():
        if value is not None:
            line.putheader(name, value)
    line.endheaders(body)
    answer = line.getresponse()
    found = answer.status, dict(answer.getheaders()), answer.read().decode()
    line.close()
    return found


class Tab:
    """A page's connection; `ask` waits for the answer, or raises what came instead."""

    def __init__(self, address, session=None):
        url = urlsplit(address)
        self.origin = f"http://{url.netloc}"
        self.held = ExitStack()
        self.line = self.held.enter_context(
            connect(f"ws://{url.netloc}{url.path}socket", origin=self.origin, max_size=None, proxy=None)
        )
        self.numbers, self.progress = count(1), []
        self.state = self.ask("hello", session=session)

    def send(self, ask, **told):
        number = next(self.numbers)
        self.line.send(json.dumps({"v": 1, "id": number, "ask": ask, "with": told}))
        return number

    def hear(self, number, timeout=60):
        while True:
            said = json.loads(self.line.recv(timeout=timeout))
            if said["id"] == number and said["is"] != "progress":
                return said
            self.progress.append(said)

    def ask(self, ask, **told):
        said = self.hear(self.send(ask, **told))
        if said["is"] == "error":
            raise Refused(said["with"])
        return said["with"]

    def close(self):
        self.held.close()


class Refused(Exception):
    """An error that the page would show."""

    def __init__(self, told):
        super().__init__(told["what"])
        self.told = told
