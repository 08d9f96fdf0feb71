"""Safe expansion of the macros and expressions in xacro files to URDF or MJCF.

The `xacro` package performs the expansion in a separate process (`child.py`). The process restricts time, memory,
accessible folders and the operations in expressions.
"""

from __future__ import annotations

import json
import os
import site
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dalembert import finding
from dalembert.errors import UnknownName, shown
from dalembert.finding.finding import Argument, Edit, External, Identifier, Location, Noun, PassEntry
from dalembert.formats.robot_file import Element, FindingLog, content, located, parse
from dalembert.formats.search_path import SearchPath
from dalembert.formats.xacro.child import MARK

SECONDS = 10


def expand(path: Path, search: SearchPath, arguments: Mapping[str, Any], log: FindingLog) -> Element:
    """Expand a xacro file, and return the root element. Line numbers refer to the xacro files."""
    name = str(path)
    content(path, log)  # gives the same error for an unreadable file with any suffix
    answer = _run(path, search.known, arguments)
    files = [name, *answer.get("files", ())[1:]]
    if "error" in answer:
        at = _place(answer.get("mark", ""), files) or located(name)
        missing = tuple(Identifier(x) for x in answer.get("missing", ()))
        if missing:
            log.stop(finding.MissingArguments(missing, at=at, remedy=PassEntry(Argument("arguments"), missing[0])))
        package = answer.get("package")
        remedy = None if package is None else PassEntry(Argument("packages"), Identifier(package))
        log.stop(finding.MacroFailed(External(shown(answer["error"], 600)), at=at, remedy=remedy))
    for argument in arguments:
        if argument not in answer["arguments"]:
            known = tuple(map(Identifier, answer["arguments"]))
            cause = finding.Unknown(Noun("argument"), Identifier(argument), known)
            log.error(finding.Rejected(cause, at=located(name)), UnknownName)
    root = parse(answer["xml"].encode(), name, log)
    for element in root.walk():
        element.place = _place(element.attributes.pop(MARK, ""), files) or element.place
    if not root.children and answer["macros"]:
        macros = tuple(Identifier(x) for x in answer["macros"])
        log.stop(finding.UncalledMacros(macros, at=located(name), remedy=Edit("load the including file")))
    return root


def libraries() -> list[str]:
    """Return the additional folders from which the child process can import installed packages.

    The current working directory is never included. The result contains only the user site directory and the directory
    of this package, because `sys.path` can also contain a script's directory.
    """
    own = os.path.abspath(Path(__file__).parents[3])
    user = site.getusersitepackages() if site.ENABLE_USER_SITE else None
    return [folder for folder in (own, user) if folder]


def _place(mark: str, files: list[str]) -> Location | None:
    """Return the location that a mark specifies, or None for an invalid mark.

    A mark can be invalid if the file itself contains an attribute with the same name.
    """
    words = mark.split()
    if len(words) != 2 or not all(x.isdecimal() and len(x) < 9 for x in words) or int(words[0]) >= len(files):
        return None
    return located(files[int(words[0])], int(words[1]))


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
        # -I excludes the caller's environment and working folder from the child's imports
        done = subprocess.run(
            [sys.executable, "-I", "-B", child],
            input=json.dumps(request).encode(),
            capture_output=True,
            timeout=SECONDS,
            cwd=own,
            env={key: os.environ[key] for key in ("SYSTEMROOT",) if key in os.environ},
        )
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
