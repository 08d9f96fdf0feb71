"""Xacro files: macros and expressions expanded to URDF (or MJCF), safely.

The `xacro` package does the expansion, in a process of its own (`child.py`)
with bounds on time, memory, folders and on what an expression may be.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dalembert.errors import BadFile, did_you_mean, shown
from dalembert.formats.file import content
from dalembert.formats.finding import Log, Place
from dalembert.formats.xacro.child import MARK
from dalembert.formats.xml import Element, parse

SECONDS = 10


def expand(path: Path, packages: Mapping[str, Path], arguments: Mapping[str, Any], log: Log) -> Element:
    """The root element of the expansion; lines are those of the xacro files."""
    name = shown(path, 200)
    content(path, log)  # one message for a file that cannot be read, whatever its suffix
    answer = _run(path, packages, arguments)
    files = [name, *(shown(file, 200) for file in answer.get("files", ())[1:])]
    if "error" in answer:
        place = _place(answer.get("mark", ""), files) or Place(name, 0)
        log.stop(BadFile, f"xacro cannot expand the file: {shown(answer['error'], 600)}", place)
    for argument in arguments:
        if argument not in answer["arguments"]:
            what = f"the file declares no argument '{shown(argument)}'{did_you_mean(argument, answer['arguments'])}"
            log.warn(what, Place(name, 0), why="what is given for it has no effect", fix="correct the name")
    root = parse(answer["xml"].encode(), name, log)
    for element in root.walk():
        element.place = _place(element.attributes.pop(MARK, ""), files) or element.place
    return root


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
        "sys_path": [os.path.abspath(entry) for entry in sys.path],
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
