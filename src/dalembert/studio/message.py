"""What page and server say to each other: JSON, one version, an identity for each request.

page → server   {"v": 1, "id": 7, "ask": "derive", "with": {"method": "kane"}}
server → page   {"v": 1, "id": 7, "is": "progress", "with": {"seconds": 2.0}}          while it works
                {"v": 1, "id": 7, "is": "answer",   "with": {…}}                       once, or
                {"v": 1, "id": 7, "is": "error",    "with": {"cause", "what", "line"}} once
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from dalembert.errors import DalembertError, WrongValue, shown

VERSION = 1
LARGEST = 1_000_000  # bytes of a request; files travel by `upload`
_LINE = re.compile(r"\bline (\d+)\b")


@dataclass(frozen=True)
class Request:
    """One question of a page: `id` names it, `ask` says what, `told` are its arguments."""

    id: int
    ask: str
    told: dict[str, Any]


def read(text: str) -> Request:
    """A request, or `WrongValue` that says what a request looks like."""
    if len(text) > LARGEST:
        raise WrongValue(f"a request has at most {LARGEST} characters, got {len(text)}; send files with an upload")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise WrongValue("a request is JSON, got something else") from None
    if not isinstance(found, dict) or found.get("v") != VERSION:
        said = found.get("v") if isinstance(found, dict) else type(found).__name__
        raise WrongValue(f"this server speaks version {VERSION}, the page {shown(said)}; load the page again")
    id, ask, told = found.get("id"), found.get("ask"), found.get("with", {})
    if isinstance(id, bool) or not isinstance(id, int) or not isinstance(ask, str) or not isinstance(told, dict):
        raise WrongValue('a request is {"v", "id": number, "ask": name, "with": {…}}')
    return Request(id, ask, told)


def answer(id: int, body: str) -> str:
    """The answer to a request; `body` is JSON already."""
    return f'{{"v":{VERSION},"id":{id},"is":"answer","with":{body}}}'


def progress(id: int, seconds: float, words: str = "") -> str:
    return written(id, "progress", {"seconds": round(seconds, 1), "words": words})


def failure(id: int, error: BaseException) -> str:
    """What went wrong, in the words of the error; a fault of ours says that it is one."""
    return written(id, "error", told_of(error))


def told_of(error: BaseException) -> dict[str, Any]:
    """An error as the page shows it: its cause, its words and the line of the file it speaks of."""
    known = isinstance(error, DalembertError)
    what = str(error) if known else f"this request failed inside the program ({type(error).__name__}); the rest goes on"
    line = _LINE.search(what)
    return {"cause": type(error).__name__, "what": what, "line": int(line[1]) if line else None}


def written(id: int, kind: str, told: dict[str, Any]) -> str:
    return json.dumps({"v": VERSION, "id": id, "is": kind, "with": told}, separators=(",", ":"), allow_nan=False)
