"""English for findings about pages, the studio and the command line."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from typing import Any

NOUNS: dict[str, str] = {
    # forms
    "name=value": "name=value",
    "contact": "frame, frame=point or frame=surface",
    "an address": "an IP address of this machine, such as 127.0.0.1",
    "a request": 'JSON of the form {"v": 1, "id": number, "ask": name, "with": {…}}',
    "a change": '{"table", "row", "column", "text"}, all strings',
    "changes": "a list of changes",
    "names": "a list of names",
    "a log name": "the name of an uploaded log",
    "a folder name": "8 to 40 letters, digits, - or _",
    "a camera": "(elevation, azimuth) in degrees, optionally followed by a zoom between 0.15 and 6",
    "a frame name": "the name of a link or frame",
    "a run": "a Run, as simulate returns it",
    "robots": "robots",
    "plane axes": "two-dimensional Matplotlib axes",
    "a width": "'page' (425 pt), 'column' (246 pt) or a number of points between 100 and 2000",
    # what is unknown or counted
    "part": "part",
    "layer": "layer",
    "controller": "controller",
    "view": "view",
    "motion": "motion",
    "page": "page",
    "request": "request",
    "table": "table",
    "DH row": "Denavit-Hartenberg row",
    "views": "views",
    "pictures": "configurations of a film",
    "files": "files",
    "edits": "changes in one edit",
    "pending": "pending requests of one tab",
    # what is not there yet
    "open robot": "open robot in this tab",
    "identified robot": "identified robot in this tab",
    "undo": "edit to undo",
    "redo": "edit to redo",
    "upload": "uploaded file",
    "robot file": "robot file among the uploaded files (.urdf .xacro .xml .mjcf .sdf .toml .csv .par)",
    "equation text": "equation to check",
    "greeting": "session for this connection",
    # why an argument is needed
    "end of motion": "the configuration where the motion ends",
    "a robot or lecture": "a robot, or --lecture",
    "robot of run": "this run does not store its robot",
    "frame of push": "the frame that is pushed",
    # why a file of an upload is refused
    "outside": "it is not a relative path inside a folder",
    "twice": "a file with this name was uploaded already",
    "zip link": "the zip archive contains it as a link",
    "overlap": "another file of the zip archive has this path",
    # why the studio does not serve a request
    "other host": "the request was sent to another host name",
    "other page": "the studio serves its own pages only",
    "no token": "the address lacks the token of this server; open the address that `dalembert studio` printed",
    # why a page has no controller
    "unactuated": "it has elastic joints, a motor at a ball joint, or no motor",
    "partly actuated": "it has a ball joint or a coordinate without a motor",
    # what could not be typeset
    "document": "The document could not be typeset",
    "notebook": "A cell of the notebook failed",
}


def _no_robot(f: Any, t: Any) -> str:
    near = difflib.get_close_matches(f.name, f.known, n=1)
    hint = f"; did you mean '{near[0]}'?" if near else "."
    return f"{t.name} is neither a file nor a known name{hint} Known names: {', '.join(f.known)}"


def _died(f: Any, t: Any) -> str:
    how = f"signal {-f.code}" if f.code is not None and f.code < 0 else f"exit code {f.code}"
    return f"The process that ran {t.request} died ({how}); a new one has replaced it"


def _not_drawn(f: Any, t: Any) -> str:
    return "; ".join(map(str, f.causes)) + (f"; and {f.more} more like these" if f.more else "")


SENTENCES: dict[str, str | Callable[[Any, Any], str]] = {
    "WrongForm": "{argument} must be {form}, got {got}",
    "ListLength": "{argument} has {got} {got:number|numbers}; expected {expected}{robot:? for robot @}",
    "MissingArgument": "Pass {argument}{why:?: @}",
    "FilesOnly": "{argument} applies to robot files only; {robot} is a gallery robot",
    "NoSuchRobot": _no_robot,
    "ReservedArgument": "The xacro argument {name} has the name of an argument of load; give it a default in the file",
    "UnsupportedSuffix": "Cannot write {path}; the suffix must be one of {known}",
    "OwnFile": "{path} is the file of the robot itself; choose another name",
    "Nothing": "There is no {noun}",
    "WrongVersion": "This server speaks version {server} of the protocol, the page {page}; reload the page",
    "Cancelled": "The request was cancelled",
    "TimedOut": "{request} took longer than {limit} and was stopped; other requests continue",
    "WorkerDied": _died,
    "InternalFault": "The request failed inside the program ({error}); other requests continue",
    "AccessDenied": "The studio does not answer: {reason}{host:? (@}{expected:?, expected @)}",
    "AllInterfaces": "{argument} {got} would listen on every network of this machine; pass one address",
    "UploadTooLarge": "The uploaded files exceed {most} in total; leave out meshes, or open the file with `dalembert studio FILE`",
    "NoMotion": "Robot {robot} has no moving joint",
    "NoMeshes": "No shape of {path} can be drawn: it names none, or their files were not found",
    "NoController": "The controller {controller} is not available in a page for robot {robot}: {reason}; simulate it in Python and share the run",
    "NoPythonSource": "Robot {robot} cannot be reproduced in Python: its names cannot be written to a file",
    "NotTypeset": "{what}: {reason}",
    "TooDeep": "Robot {robot} has {depth} revolute joints in series; equations are printed for at most {most}",
    "StrangeShapes": "The shapes of {links} are not drawn: the robot has no such links",
    "NotDrawn": _not_drawn,
}
