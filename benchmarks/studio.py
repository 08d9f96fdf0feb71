"""How quick is the studio, and does it stay as it is? `python benchmarks/studio.py [--minutes 10]`, JSON out.

first_picture_s   from starting the command to the first picture of the planar 2R, with a browser that is open already
shared_picture_ms from opening a shared page from disk to its first picture
slider_pose_ms    from a slider's event to the new pose in the picture's hands; slider_picture_ms: to the picture itself
equations_s       from opening a robot with six joints on the screen Derive to its equations
open_s            from asking for a robot to its picture, for the largest of the gallery
memory            every 30 s of a session that drags, runs, changes robots and screens: the page's heap, the server's memory

A picture is there when its pixels have been read back from the GPU and some of them are not the background.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import time
from base64 import urlsafe_b64encode
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

import dalembert as da
from dalembert.studio.share import share

FLAGS = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox"]
SCREENS = ("model", "derive", "kinematics", "simulate", "identify", "code", "share")
SLIDER = """(async () => { const slider = document.querySelector('.posture input[type=range]'), stage = document.querySelector('#stage');
const pose = [], picture = [];
for (let i = 0; i < 40; i++) { const drawn = stage.dataset.drawn, t = performance.now(); slider.value = -1 + i / 20;
slider.dispatchEvent(new Event('input')); pose.push(performance.now() - t);
while (stage.dataset.drawn === drawn) await new Promise(requestAnimationFrame);
picture.push(performance.now() - t); await new Promise((d) => setTimeout(d, 10)); } return [pose, picture]; })()"""
PIXELS = """new MutationObserver((_, watch) => { const stage = document.querySelector('[data-drawn]'); if (!stage) return;
const canvas = stage.querySelector('canvas'), gl = canvas.getContext('webgl2'), { width, height } = canvas;
const found = new Uint8Array(4 * width * height); gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, found);
if (!found.some((x) => x)) return; window.drawn = performance.now(); watch.disconnect();
}).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-drawn'] });"""
DRAG = """(async (k) => { for (let i = 0; i < 60; i++) { window.studio.desk.x.assign([...window.studio.desk.x.q].map((x, j) =>
window.studio.desk.robot.coordinates[j]?.floating || window.studio.desk.robot.loops ? x : Math.sin(0.1 * (i + k) + j)));
await new Promise((d) => setTimeout(d, 16)); } })"""


class Running:
    """A studio of its own process."""

    def __init__(self, *arguments: str) -> None:
        self.begun = time.perf_counter()
        command = [sys.executable, "-m", "dalembert", "studio", *arguments, "--no-browser"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()

    def __enter__(self) -> Running:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait(10)

    @property
    def memory(self) -> float:
        """MB of the process and those it started."""
        found, parents = 0.0, {self.process.pid}
        for status in sorted(Path("/proc").glob("[0-9]*/status"), key=lambda x: int(x.parent.name)):
            try:
                told = dict(line.split(":\t", 1) for line in status.read_text().splitlines() if ":\t" in line)
            except OSError:
                continue
            if int(status.parent.name) in parents or int(told["PPid"]) in parents:
                parents.add(int(status.parent.name))
                found += int(told.get("VmRSS", "0 kB").split()[0]) / 1000
        return found


def place(**told: Any) -> str:
    return "#" + urlsafe_b64encode(json.dumps(told).encode()).decode().rstrip("=")


def drawn(page: Page) -> float:
    """ms from the start of a page to its first picture."""
    page.wait_for_selector("[data-drawn]", timeout=60_000)
    found: float | None = None
    while found is None:
        found = page.evaluate("window.drawn ?? null")
    return found


def first_picture(browser: Browser) -> float:
    page = browser.new_page()
    page.add_init_script(PIXELS)
    with Running("planar_2r") as studio:
        before = time.perf_counter() - studio.begun
        page.goto(studio.address, wait_until="commit")
        seconds = before + drawn(page) / 1000
    page.close()
    return seconds


def shared_picture(browser: Browser, path: Path) -> float:
    page = browser.new_page()
    page.add_init_script(PIXELS)
    page.goto(path.as_uri(), wait_until="commit")
    milliseconds = drawn(page)
    page.close()
    return milliseconds


def opening(browser: Browser, studio: Running, robot: str) -> float:
    page = browser.new_page()
    page.goto(f"{studio.address}?quality=low")
    page.wait_for_selector("#stage[data-drawn]")
    begun = time.perf_counter()
    page.evaluate("(x) => { location.hash = x; }", place(robot=robot))
    page.wait_for_selector(f'.top .name:text-is("{robot}")', timeout=120_000)
    seconds = time.perf_counter() - begun
    page.close()
    return seconds


def equations(browser: Browser, studio: Running, robot: str) -> float:
    page = browser.new_page()
    begun = time.perf_counter()
    page.goto(f"{studio.address}?quality=low{place(robot=robot, screen='derive')}")
    page.wait_for_selector(".equations math", timeout=60_000)
    seconds = time.perf_counter() - begun
    page.close()
    return seconds


def slider(browser: Browser, studio: Running) -> tuple[float, float]:
    page = browser.new_page()
    page.goto(f"{studio.address}?quality=low")
    page.wait_for_selector("#stage[data-drawn]")
    page.wait_for_timeout(3000)
    pose, picture = page.evaluate(SLIDER)
    page.close()
    return statistics.median(pose), statistics.median(picture)


def session(page: Page, studio: Running, minutes: float) -> list[dict[str, float]]:
    """What a class does, over and over."""
    gauge, begun, found, k = page.context.new_cdp_session(page), time.perf_counter(), [], 0
    while time.perf_counter() - begun < 60 * minutes:
        next_look = time.perf_counter() + 30
        while time.perf_counter() < next_look:
            robot = ("planar_2r", "ur5", "four_bar", "panda", "cart_pole")[k % 5]
            page.evaluate("(x) => { location.hash = x; }", place(robot=robot, screen=SCREENS[k % len(SCREENS)]))
            page.wait_for_timeout(1500)
            page.evaluate(f"({DRAG})({k})")
            page.click("#tab-simulate")
            page.click('button:text-is("Drop")')
            page.wait_for_timeout(2500)
            for name in SCREENS:
                page.click(f"#tab-{name}")
                page.wait_for_timeout(200)
            k += 1
        gauge.send("HeapProfiler.collectGarbage")
        counts = gauge.send("Memory.getDOMCounters")
        heap = gauge.send("Runtime.getHeapUsage")["usedSize"] / 1e6
        found.append({"minute": (time.perf_counter() - begun) / 60, "heap_mb": heap, "nodes": counts["nodes"],
                      "listeners": counts["jsEventListeners"], "server_mb": studio.memory})  # fmt: skip
        print(json.dumps({key: round(x, 2) for key, x in found[-1].items()}), file=sys.stderr, flush=True)
    return found


def main(minutes: float) -> dict[str, Any]:
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        report: dict[str, Any] = {"first_picture_s": sorted(round(first_picture(browser), 2) for _ in range(5))}
        with TemporaryDirectory() as folder:
            pages = {x: share([getattr(da.gallery, x)()], Path(folder) / f"{x}.html") for x in ("ur5", "planar_2r")}
            report["shared_picture_ms"] = {
                x: sorted(round(shared_picture(browser, path)) for _ in range(5)) for x, path in pages.items()
            }
        with Running() as studio:
            pose, picture = slider(browser, studio)
            report |= {"slider_pose_ms": round(pose, 1), "slider_picture_ms": round(picture, 1)}
            report["equations_s"] = {
                x: sorted(round(equations(browser, studio, x), 2) for _ in range(3)) for x in ("ur5", "puma560", "rx90")
            }
            report["open_s"] = {
                x: round(opening(browser, studio, x), 1) for x in ("stewart", "orthoglide", "quadruped")
            }
            if minutes:
                page = browser.new_page()
                page.goto(f"{studio.address}?quality=low")
                page.wait_for_selector("#stage[data-drawn]")
                report["memory"] = session(page, studio, minutes)
        browser.close()
    return report


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=0.0, help="of the session whose memory is watched")
    print(json.dumps(main(parser.parse_args().minutes), indent=1))
