"""Xacro files: macros and expressions expanded to URDF (or MJCF), safely.

The `xacro` package does the expansion, in a process of its own (`child.py`)
with bounds on time, memory, folders and on what an expression may be.
"""

from __future__ import annotations

import json
import os
import site
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from dalembert.errors import BadFile, UnknownName, did_you_mean, shown
from dalembert.formats.finding import Log, Place
from dalembert.formats.xacro.child import MARK
from dalembert.formats.xml import Element, content, parse

SECONDS = 10


def expand(path: Path, packages: Mapping[str, Path], arguments: Mapping[str, Any], log: Log) -> Element:
    """The root element of the expansion; lines are those of the xacro files."""
    name = shown(path, 200)
    content(path, log)  # one message for a file that cannot be read, whatever its suffix
    answer = _run(path, packages, arguments)
    files = [name, *(shown(file, 200) for file in answer.get("files", ())[1:])]
    if "error" in answer:
        place = _place(answer.get("mark", ""), files) or Place(name, 0)
        _missing(answer.get("missing", ()), place, log)
        log.stop(BadFile, f"xacro cannot expand the file: {shown(answer['error'], 600)}", place)
    for argument in arguments:
        if argument not in answer["arguments"]:
            what = f"the file declares no argument '{shown(argument)}'{did_you_mean(argument, answer['arguments'])}"
            log.error(UnknownName, what, Place(name, 0), why="what is given for it has no effect")
    root = parse(answer["xml"].encode(), name, log)
    for element in root.walk():
        element.place = _place(element.attributes.pop(MARK, ""), files) or element.place
    if not root.children and answer["macros"]:
        macros = ", ".join(shown(x) for x in answer["macros"][:12]) + (", …" if len(answer["macros"]) > 12 else "")
        what = f"the file defines macros ({macros}) and calls none, so that it describes no robot"
        log.stop(BadFile, what, Place(name, 0), fix="load the file that includes this one and calls them")
    return root


def _missing(names: Sequence[str], place: Place, log: Log) -> None:
    """Arguments without a value, all of them by name."""
    if names:
        listed = ", ".join(f"'{shown(x)}'" for x in names)
        what = f"the file needs a value for its argument{'s' if len(names) > 1 else ''} {listed}"
        given = ", ".join(f"{shown(x)}=…" for x in names)
        log.stop(BadFile, what, place, fix=f"give {given} to load, or --arg NAME=VALUE on the command line")


def libraries() -> list[str]:
    """Folders the child may import from besides the interpreter's own: where packages are installed, never where one works.

    Of `sys.path`, which may hold the working folder or that of a script, only the user's site is taken; and the folder
    this package itself was loaded from.
    """
    own = os.path.abspath(Path(__file__).parents[3])
    user = site.getusersitepackages() if site.ENABLE_USER_SITE else None
    return [folder for folder in (own, user) if folder]


def _place(mark: str, files: list[str]) -> Place | None:
    """The place a mark means; files may hold marks of their own making."""
    words = mark.split()
    if len(words) != 2 or not all(x.isdecimal() and len(x) < 9 for x in words) or int(words[0]) >= len(files):
        return None
    return Place(files[int(words[0])], int(words[1]))


def _run(path: Path, packages: Mapping[str, Path], arguments: Mapping[str, Any]) -> dict[str, Any]:
    own = os.path.dirname(os.path.abspath(path))
    request = {
        "path": os.path.abspath(path),
        "packages": {name: os.path.abspath(folder) for name, folder in packages.items()},
        "folders": [own, *(os.path.abspath(folder) for folder in packages.values())],
        "arguments": {name: _text(x) for name, x in arguments.items()},
        "seconds": SECONDS,
        "libraries": libraries(),
    }
    child = str(Path(__file__).with_name("child.py"))
    try:
        # -I keeps the caller's environment and working folder out of the child's imports
        done = subprocess.run(
            [sys.executable, "-I", "-B", child], input=json.dumps(request).encode(), capture_output=True,
            timeout=SECONDS, cwd=own, env={key: os.environ[key] for key in ("SYSTEMROOT",) if key in os.environ},
        )  # fmt: skip
        answer: dict[str, Any] = json.loads(done.stdout)
    except subprocess.TimeoutExpired:
        reason = f"it did not end within {SECONDS} s"
    except ValueError:
        reason = "it was stopped: it used too much time or memory"
    except OSError as error:
        reason = f"no process for it could be started ({error.strerror})"
    else:
        return answer
    return {"error": reason}


def _text(x: Any) -> str:
    return str(x).lower() if isinstance(x, bool) else str(x)
