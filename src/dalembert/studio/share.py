"""`share`: robots in one HTML file that opens from disk, with no server, no network and no installation.

    page       base64 of the gzipped JSON (`payload`), a block of data that no browser runs
    program    base64 of the gzipped script (`built/share.js`)
    loader     unpacks both and starts the program; the only script that stands in the page as it is

A content security policy names the hashes of loader, program and style; nothing else runs, nothing is asked for.
Compiling WebAssembly needs 'wasm-unsafe-eval', which allows no JavaScript.
"""

from __future__ import annotations

import gzip
import json
import os
from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

import dalembert
from dalembert.errors import WrongValue, printable, shown
from dalembert.file import save, target
from dalembert.robot.model import Robot
from dalembert.studio.payload import payload
from dalembert.typeset import fonts

_MOST = 40  # robots of one page
_LOADER = """(async () => {
  const unpack = async (id) => {
    const text = atob(document.getElementById(id).textContent), bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
  };
  const [page, program] = await Promise.all([unpack("page"), unpack("program")]);
  document.getElementById("page").textContent = page;
  const script = document.createElement("script");
  script.textContent = program;
  document.body.append(script);
})().catch((reason) => { document.getElementById("app").textContent = "This page cannot start: " + reason; });"""


def share(
    robot: Robot | Sequence[Robot],
    path: str | os.PathLike[str],
    *,
    values: Mapping[str, Any] | None = None,
    origin: str | Sequence[str] = (),
    title: str = "",
    subtitle: str = "",
    overwrite: bool = True,
) -> Path:
    """Write one HTML file with a robot, or several in order, alive: 3D, equations, torques, simulation, derivation, quiz.

    `values` are numbers for symbols, sample ones stand for those left out; `origin` is the line of Python that makes
    each robot, shown as its code.
    """
    place = target(path, overwrite=overwrite)
    return save(place, html(robot, values=values, origin=origin, title=title, subtitle=subtitle), overwrite=overwrite)


def html(
    robot: Robot | Sequence[Robot],
    *,
    values: Mapping[str, Any] | None = None,
    origin: str | Sequence[str] = (),
    title: str = "",
    subtitle: str = "",
) -> str:
    """The page as text."""
    robots = [robot] if isinstance(robot, Robot) else list(robot)
    if not robots or not all(isinstance(x, Robot) for x in robots):
        raise WrongValue(f"share needs a Robot, or a list of them, got {shown(robot)}")
    if len(robots) > _MOST:
        raise WrongValue(f"one page holds at most {_MOST} robots, got {len(robots)}")
    lines = [origin] if isinstance(origin, str) else list(origin)
    lines += [f"robot = ...  # {shown(x.name)}" for x in robots[len(lines) :]]
    known = set(values or {})
    made = [
        payload(x, values={k: v for k, v in (values or {}).items() if k in x.parameters}, origin=line)
        for x, line in zip(robots, lines, strict=True)
    ]
    if unknown := known - {name for x in robots for name in x.parameters}:
        raise WrongValue(f"no robot of this page has a symbol '{shown(sorted(unknown)[0])}'")
    named = title or made[0]["title"]
    return page({"title": named, "subtitle": subtitle, "version": dalembert.__version__, "robots": made}, "share")


def page(content: dict[str, Any], program: str) -> str:
    """A file around the data of robots and one of the built programs."""
    style = fonts.screen_faces() + "\n" + built(f"{program}.css")
    script = built(f"{program}.js")
    policy = (
        f"default-src 'none'; script-src {_hash(_LOADER)} {_hash(script)} 'wasm-unsafe-eval'; style-src {_hash(style)}; "
        "font-src data:; img-src data: blob:; base-uri 'none'; form-action 'none'"
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f"<title>{escape(printable(content['title']))}</title>\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<link rel="icon" href="data:,">\n'
        f"<style>{style}</style>\n</head>\n<body>\n"
        '<div id="app"></div>\n<noscript>This page computes in the browser: it needs JavaScript.</noscript>\n'
        f'<script type="text/plain" id="page">{packed(json.dumps(content, separators=(",", ":")))}</script>\n'
        f'<script type="text/plain" id="program">{packed(script)}</script>\n'
        f"<script>{_LOADER}</script>\n</body>\n</html>\n"
    )


@cache
def built(name: str) -> str:
    """A file of the front end, as `make web` built it."""
    return (files("dalembert") / "studio" / "built" / name).read_text(encoding="utf-8")


def packed(text: str) -> str:
    """Gzipped, in letters; the same every time."""
    return b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode()


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
