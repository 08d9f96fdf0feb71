"""The sentences of every finding in English, keyed by the kind's name.

A test checks that kinds and keys agree and that placeholders are fields. See `language` for the placeholders.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable
from typing import Any

NOUNS: dict[str, str] = {
    # what an argument must be
    "a robot": "a Robot, a gallery name or the path of a robot file",
    "a number": "a number",
    "a mapping": "a mapping",
    "a function": "a function",
    "a path": "a path",
    "a text": "a string",
    "a boolean": "True or False",
    # what names belong to
    "robot": "robot",
    "gallery robot": "gallery robot",
    "joint": "joint",
    "link": "link",
    "frame": "frame",
    "symbol": "symbol",
    "column": "column",
    "key": "key",
    "quantity": "quantity",
    "option": "option",
    # what entries are counted by
    "joints": "joints",
    "coordinates": "coordinates",
    "rates": "rates",
    "motors": "motors",
    "motions": "motions",
    "logs": "logs",
    "rows": "rows",
    # why a file cannot be used
    "folder": "it is a folder",
    "not regular": "it is not a regular file",
    "missing file": "no such file",
    # ---- exact equations, derivations, proofs and checking
    # ---- end of exact equations, derivations, proofs and checking
    #
    # ---- identification, logs and calibration
    # ---- end of identification, logs and calibration
    #
    # ---- mechanisms, kinematics, mobility and statics
    # ---- end of mechanisms, kinematics, mobility and statics
    #
    # ---- simulation, control and trajectories
    # ---- end of simulation, control and trajectories
    #
    # ---- robots and their files
    # ---- end of robots and their files
    #
    # ---- code generation and kernels
    # ---- end of code generation and kernels
    #
    # ---- pages, studio and command line
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
    "characters": "characters",
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
    "equation": "equation to check",
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
    # ---- end of pages, studio and command line
    #
}


def _known(f: Any) -> str:
    near = difflib.get_close_matches(f.name, f.known, n=1)
    hint = f"; did you mean '{near[0]}'?" if near else "."
    listed = ", ".join(f.known[:12]) + (", …" if len(f.known) > 12 else "")
    return f"{hint} Expected one of: {listed}" if f.known else hint


def _unknown(f: Any, t: Any) -> str:
    if f.owner is None:
        subject = f"Unknown {t.noun} {t.name}" + (f" in {t.argument}" if f.argument else "")
    else:
        subject = (
            f"{t.owner} {t.owner_name} has no {t.noun} {t.name}"
            if f.owner_name
            else f"A {t.owner} has no {t.noun} {t.name}"
        )
    return subject + _known(f)


def _range(f: Any, t: Any) -> str:
    low, high = f.lower is not None, f.upper is not None
    if low and high:
        bounds = f"between {t.lower} and {t.upper}" + (" (exclusive)" if f.strict else "")
    elif low:
        bounds = (
            (f"greater than {t.lower}" if f.strict else f"at least {t.lower}")
            if f.lower or not f.strict
            else "positive"
        )
        bounds = "non-negative" if f.lower == 0 and not f.strict else bounds
    else:
        bounds = f"less than {t.upper}" if f.strict else f"at most {t.upper}"
    return f"{t.argument} must be {bounds}, got {t.got}"


def _integer(f: Any, t: Any) -> str:
    bounds = (f" of at least {t.lower}" if f.lower is not None else "") + (
        f" up to {t.upper}" if f.upper is not None else ""
    )
    return f"{t.argument} must be an integer{bounds}, got {t.got}"


def _one_of(f: Any, t: Any) -> str:
    names = [f"'{x}'" if not x.isdigit() else x for x in f.choices]
    listed = names[0] if len(names) == 1 else ", ".join(names[:-1]) + f" or {names[-1]}"
    return f"{t.argument} must be {listed}, got {t.got}"


def _shape(f: Any, t: Any) -> str:
    shapes = " or ".join(f"({', '.join(map(str, x))}{',' if len(x) == 1 else ''})" for x in f.expected)
    needs = f"robot '{f.robot}' needs" if f.robot else "expected"
    return f"{t.argument} has shape {t.got}; {needs} {shapes}"


# ---- functions: exact equations, derivations, proofs and checking
# ---- end of functions: exact equations, derivations, proofs and checking

# ---- functions: identification, logs and calibration
# ---- end of functions: identification, logs and calibration

# ---- functions: mechanisms, kinematics, mobility and statics
# ---- end of functions: mechanisms, kinematics, mobility and statics

# ---- functions: simulation, control and trajectories
# ---- end of functions: simulation, control and trajectories

# ---- functions: robots and their files
# ---- end of functions: robots and their files

# ---- functions: code generation and kernels
# ---- end of functions: code generation and kernels

# ---- functions: pages, studio and command line
def _no_robot(f: Any, t: Any) -> str:
    near = difflib.get_close_matches(f.name, f.known, n=1)
    hint = f"; did you mean '{near[0]}'?" if near else "."
    return f"{t.name} is neither a file nor a known name{hint} Known names: {', '.join(f.known)}"


def _died(f: Any, t: Any) -> str:
    how = f"signal {-f.code}" if f.code is not None and f.code < 0 else f"exit code {f.code}"
    return f"The process that ran {t.request} died ({how}); a new one has replaced it"


def _not_drawn(f: Any, t: Any) -> str:
    return "; ".join(map(str, f.causes)) + (f"; and {f.more} more like these" if f.more else "")


# ---- end of functions: pages, studio and command line


SENTENCES: dict[str, str | Callable[[Any, Any], str]] = {
    # wrong arguments
    "WrongType": "{argument} must be {expected}, got {got}",
    "NotReal": "{argument} must contain real numbers, got {got}",
    "NotFinite": "{argument} contains a number that is not finite{index:? at index @}",
    "OutOfRange": _range,
    "NotInteger": _integer,
    "NotOneOf": _one_of,
    "Unknown": _unknown,
    "Repeated": "{argument:?@: }{noun} {name} is given twice",
    "WrongShape": _shape,
    "WrongLength": "{argument} has {got} {got:entry|entries}; {robot:?robot @ has }{expected} {noun}{robot:?}",
    "MissingEntries": "{argument} gives no value for {names}{robot:? of robot @}",
    "NotBroadcastable": "The shapes of {arguments} do not broadcast together: {shapes}",
    "NotIncreasing": "{argument} must increase; entry {index} does not",
    "Empty": "{argument} is empty",
    "TooMany": "{argument:?@: }{got} {noun}; at most {most} are accepted",
    "Exclusive": "Pass only one of {arguments}",
    "OneRequired": "Pass one of {arguments}",
    "Requires": "{argument} requires {needs}{value:?=@}",
    "NotAccepted": "{function} does not accept {argument}",
    "NotCallable": "{argument} must be a function of ({parameters}), got {got}{reason:?: @}",
    "ReversedBounds": "{argument}: the lower bound {lower} is above the upper bound {upper}",
    "NotPose": "{argument} must be a pose (4×4, orthonormal rotation, last row 0 0 0 1), got {got}",
    "UnboundSymbols": "{function} needs numbers, but robot {robot} has symbols without values: {symbols}",
    "MissingPackage": "{function} needs the package {package}",
    "FileExists": "{path} already exists",
    "Unwritable": "Cannot write {path}: {reason}",
    "Unreadable": "Cannot read {path}: {reason}",
    # ---- exact equations, derivations, proofs and checking
    # ---- end of exact equations, derivations, proofs and checking
    #
    # ---- identification, logs and calibration
    # ---- end of identification, logs and calibration
    #
    # ---- mechanisms, kinematics, mobility and statics
    # ---- end of mechanisms, kinematics, mobility and statics
    #
    # ---- simulation, control and trajectories
    # ---- end of simulation, control and trajectories
    #
    # ---- robots and their files
    # ---- end of robots and their files
    #
    # ---- code generation and kernels
    # ---- end of code generation and kernels
    #
    # ---- pages, studio and command line
    "WrongForm": "{argument} must be {form}, got {got}",
    "WrongCount": "{argument} has {got} {got:number|numbers}; expected {expected}{robot:? for robot @}",
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
    # ---- end of pages, studio and command line
    #
}
