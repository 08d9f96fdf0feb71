"""Handler functions for the requests of the studio page, which are listed in `request.py`.

All computations are performed by the library. This module parses request arguments, and defines classes for the robots
in requests and replies. Equations are symbolic. Numbers, pictures and motions are computed for the robot with values in
place of symbols.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert import argument
from dalembert.argument import Name, real, shaped
from dalembert.errors import DalembertError
from dalembert.finding.finding import FileName, Finding, Location
from dalembert.kinematics.configuration import display_configuration
from dalembert.robot.model import Robot
from dalembert.studio.guard import present
from dalembert.typeset.interactive_page import Data

Array = NDArray[np.float64]


@dataclass(frozen=True)
class BoundModel:
    """Robot with optional symbols, and the values of the symbols.

    `numbers` is the robot with values in place of the symbols.
    """

    robot: Robot
    values: dict[str, float] = field(default_factory=dict)

    @cached_property
    def numbers(self) -> Robot:
        return self.robot.bind(**self.values) if self.values else self.robot


@dataclass(frozen=True)
class RobotReply:
    """Reply that contains a robot.

    `origin` is the Python code that creates the robot. After an edit, `edit` contains the lines of Python code that
    change the robot.
    """

    body: Data
    robot: BoundModel
    origin: str = ""
    command: str = ""
    edit: str = ""
    source: tuple[str, str] = ("", "")  # file and folder on this machine


def folder_of(arguments: Mapping[str, Any]) -> Path:
    """Return the directory of the uploaded files."""
    return Path(present(arguments.get("folder_here"), "upload"))


def numbers(arguments: Mapping[str, Any], key: str, size: int, default: Sequence[float] | None = None) -> Array:
    """Read a vector from the arguments of a request."""
    return shaped(arguments.get(key, default), key, (size,))


def number(arguments: Mapping[str, Any], key: str, default: float, least: float, most: float) -> float:
    """Read a number within a range from the arguments of a request."""
    return real(arguments.get(key, default), key, lower=least, upper=most)


def choice(arguments: Mapping[str, Any], key: str, known: Sequence[Name], default: Name) -> Name:
    """Read one of several permitted names from the arguments of a request."""
    return argument.choice(arguments.get(key, default), key, known)


def posture(subject: BoundModel, arguments: Mapping[str, Any], key: str = "q") -> Array:
    """Read q from the arguments of a request. The default is the neutral configuration, adjusted so that all loops are
    closed."""
    return numbers(arguments, key, subject.robot.nq, display_configuration(subject.numbers).tolist())


def frame(subject: BoundModel, arguments: Mapping[str, Any]) -> str | None:
    """Read the name of a link or frame from the arguments of a request."""
    given = arguments.get("frame")
    return None if given is None else argument.instance(given, "frame", str, "a frame name") or None


@contextmanager
def without_folder(folder: Path) -> Iterator[None]:
    """Replace absolute paths in error messages with paths relative to a directory.

    As a result, no absolute paths of this machine are sent to the page.
    """
    try:
        yield
    except DalembertError as error:
        raise type(error)(relative(error.finding, f"{folder}/")) from None


def relative(finding: Finding, prefix: str) -> Finding:
    return replace(finding, **{x.name: _without(getattr(finding, x.name), prefix) for x in fields(finding)})


def _without(value: Any, prefix: str) -> Any:
    if isinstance(value, Location):
        return replace(value, file=FileName(value.file.replace(prefix, "")))
    if isinstance(value, Finding):
        return relative(value, prefix)
    if isinstance(value, tuple):
        return tuple(_without(x, prefix) for x in value)
    return value.replace(prefix, "") if isinstance(value, str) else value
