"""How fast is a robot's WebAssembly, in Node and in Chromium, beside Pinocchio's C++ on this machine?

The package of `da.export_code` computes batches of 4096 states through its public `batch`, JavaScript arrays in and
out; Pinocchio's `rneaInParallel` and `abaInParallel` loop over the same states with one thread. All keep to one core
and take turns of the same length; medians are compared. One state a call is timed as well. Where others use the machine
too, the quickest of many short calls (`undisturbed`) tells more: it is shorter than a slice of the scheduler. Programs
ask this process for their turns over the loopback; what is not installed is named and left out.
"""

from __future__ import annotations

import json
import queue
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np
import pinocchio as pin
from versus_pinocchio import BATCH, ROBOTS, TURN, one_core, robots_folder, seconds

import dalembert as da

ROUNDS, WARM, SHORT = 25, 40, 64
QUANTITIES = {"inverse_dynamics": pin.rneaInParallel, "forward_dynamics": pin.abaInParallel}
CLIENT = """
import { load } from "./robot.js";
const origin = ORIGIN, model = await load();
const { n, batch, turn, short } = await (await fetch(origin + "/about.json")).json();
let seed = 1;
const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647 - 0.5;
const [q, qd, u] = [0, 1, 2].map(() => Float64Array.from({ length: n * batch }, random));
const out = new Float64Array(n * batch), one = [q, qd, u].map((x) => x.slice(0, n)), row = new Float64Array(n);
const calls = (f) => {
    const once = (count) => { const t = performance.now(); for (let i = 0; i < count; i++) f(); return performance.now() - t; };
    let count = 1;
    while (once(count) < turn) count *= 2;
    return () => { f(); return once(count) / count; };
};
const jobs = {};
for (const name of Object.keys(model).filter((x) => x.endsWith("_dynamics"))) {
    const few = [q, qd, u, out].map((x) => x.subarray(0, short * n));
    jobs[name] = { batch: () => model[name].batch(batch, q, qd, u, out), one: () => model[name](...one, row) };
    jobs[name].short = () => model[name].batch(short, ...few);
}
const quickest = (f) => () => {
    let least = Infinity;
    for (let k = 0; k < 40; k++) {
        const t = performance.now();
        for (let i = 0; i < 8; i++) f();
        least = Math.min(least, (performance.now() - t) / 8);
    }
    return least;
};
const ready = {};
for (;;) {
    const { name, kind } = await (await fetch(origin + "/next")).json();
    if (name === undefined) break;
    ready[name + kind] ??= (kind === "short" ? quickest : calls)(jobs[name][kind]);
    await fetch(origin + "/done", { method: "POST", body: String(ready[name + kind]()) });
}
"""
PAGE = '<!doctype html><script type="module" src="client.js"></script>'


class Server(ThreadingHTTPServer):
    """Hands out turns, one at a time, and takes the milliseconds they took."""

    daemon_threads = True

    def __init__(self, files: dict[str, bytes]) -> None:
        self.files, self.asked, self.told = files, queue.Queue[Any](), queue.Queue[float]()
        super().__init__(("127.0.0.1", 0), Handler)

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def turn(self, name: str, kind: str) -> float:
        """Seconds a call."""
        self.asked.put({"name": name, "kind": kind})
        return self.told.get(timeout=120) * 1e-3


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        if self.path == "/next":
            self._answer(json.dumps(self.server.asked.get()).encode(), "application/json")
        else:
            kind = "text/html" if self.path == "/" else "text/javascript"
            self._answer(self.server.files.get(self.path.strip("/") or "index.html", b""), kind)

    def do_POST(self) -> None:
        self.server.told.put(float(self.rfile.read(int(self.headers["Content-Length"]))))
        self._answer(b"", "text/plain")

    def _answer(self, content: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")  # a finer clock
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def program(name: str, files: dict[str, bytes], about: dict[str, Any]) -> Iterator[Server]:
    """Node or Chromium, at work."""
    server = Server({**files, "about.json": json.dumps(about).encode(), "index.html": PAGE.encode()})
    client = CLIENT.replace("ORIGIN", json.dumps(server.origin))
    server.files["client.js"] = client.encode()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        for path, content in server.files.items():
            (Path(folder) / path).write_bytes(content)
        (Path(folder) / "package.json").write_text('{"type": "module"}')
        command = {
            "node": ["node", str(Path(folder) / "client.js")],
            "chromium": ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile",
                         "--remote-debugging-port=0", server.origin],
        }[name]  # fmt: skip
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            yield server
        finally:
            server.asked.put({})
            child.terminate()
            child.wait(30)
            server.shutdown()


def measure(name: str) -> dict[str, Any]:
    path = next(robots_folder().rglob(ROBOTS[name]))
    robot, model = da.load(path).rigid(), pin.buildModelFromUrdf(str(path))
    with tempfile.TemporaryDirectory() as folder:
        written = da.export_code(robot, {x: x for x in QUANTITIES}, "javascript", folder, name="robot")
        files = {x.name: x.read_bytes() for x in written}
    pool, rng = pin.ModelPool(model, 1), np.random.default_rng(0)
    given = [np.asfortranarray(rng.uniform(-0.5, 0.5, (robot.n, BATCH))) for _ in range(3)]
    result = np.empty((robot.n, BATCH), order="F")
    few = [np.asfortranarray(x[:, :SHORT]) for x in (*given, result)]
    report: dict[str, Any] = {"n": robot.n, "bytes": len(files["robot.wasm"])}
    for engine in ("node", "chromium"):
        if shutil.which(engine) is None:
            report[engine] = "not installed"
            continue
        about = {"n": robot.n, "batch": BATCH, "turn": TURN * 1e3, "short": SHORT}
        with program(engine, files, about) as server:
            report[engine] = {
                x: _row(server, x, partial(rival, 1, pool, *given, result))
                | _undisturbed(server, x, partial(rival, 1, pool, *few))
                for x, rival in QUANTITIES.items()
            }
    return report


def _row(server: Server, quantity: str, theirs: Any) -> dict[str, float]:
    for _ in range(WARM):  # until the engine has compiled it for speed
        server.turn(quantity, "batch")
        server.turn(quantity, "one")
    calls = max(1, round(TURN / min(seconds(theirs, 1) for _ in range(5))))
    times = np.empty((ROUNDS, 3))
    for k in range(ROUNDS):
        times[k, 0], times[k, 1] = server.turn(quantity, "batch") / BATCH, server.turn(quantity, "one")
        theirs()
        times[k, 2] = seconds(theirs, calls) / BATCH
    ours, one, rival = (float(x) for x in np.median(times, axis=0))
    low, high = np.percentile(times[:, 2] / times[:, 0], (25, 75))
    return {
        "ours_ns": ours * 1e9,
        "one_call_ns": one * 1e9,
        "theirs_ns": rival * 1e9,
        "ratio": rival / ours,
        "ratio_low": float(low),
        "ratio_high": float(high),
        "one_call_ratio": rival / one,
    }


def _undisturbed(server: Server, quantity: str, theirs: Any) -> dict[str, float]:
    """The quickest calls of both, in turns."""
    ours, rival = np.inf, np.inf
    for _ in range(ROUNDS):
        ours = min(ours, server.turn(quantity, "short"))
        rival = min(rival, *(seconds(theirs, 1) for _ in range(40)))
    return {
        "undisturbed_ns": ours / SHORT * 1e9,
        "undisturbed_theirs_ns": rival / SHORT * 1e9,
        "undisturbed_ratio": rival / ours,
    }


def main() -> dict[str, Any]:
    one_core()
    return {name: measure(name) for name in ("ur5", "talos")}
