"""English for findings about wrong arguments."""

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
    "characters": "characters",
    # why a file cannot be used
    "folder": "it is a folder",
    "not regular": "it is not a regular file",
    "missing file": "no such file",
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


def _length(f: Any, t: Any) -> str:
    needs = f"robot {t.robot} has" if f.robot else "expected"
    return f"{t.argument} has {f.got} {'entry' if f.got == 1 else 'entries'}; {needs} {f.expected} {t.noun}"


def _shape(f: Any, t: Any) -> str:
    shapes = " or ".join(f"({', '.join(map(str, x))}{',' if len(x) == 1 else ''})" for x in f.expected)
    needs = f"robot '{f.robot}' needs" if f.robot else "expected"
    return f"{t.argument} has shape {t.got}; {needs} {shapes}"


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
    "WrongLength": _length,
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
}
