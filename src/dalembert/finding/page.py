"""Messages of the command line, the studio, reports and drawings."""

from __future__ import annotations

from dalembert.errors import BadFile, Problem
from dalembert.finding.finding import (
    Argument,
    External,
    FileName,
    Finding,
    Given,
    Identifier,
    Links,
    Measure,
    Names,
    Noun,
    Remedy,
    RobotName,
)


class MissingArgument(Problem):
    """Raised when an argument that the function or command requires is missing."""

    argument: Argument
    why: Noun | None = None


class FilesOnly(Problem):
    """Raised when an argument for reading robot files is given for a gallery robot."""

    argument: Argument
    robot: Identifier


class ReservedArgument(Problem):
    """Raised when a xacro argument and an argument of `load` have the same name."""

    name: Identifier


class UnsupportedSuffix(Problem):
    """Raised when the suffix of a file name does not belong to a known format."""

    path: FileName
    known: Names


class Nothing(Problem):
    """Raised when a request needs a robot, an upload or an undo step that does not exist."""

    noun: Noun


class WrongVersion(Problem):
    """Raised when the web page and the server have different versions."""

    server: int
    page: Given


class Cancelled(Finding):
    """Message that the web page cancelled a request."""


class TimedOut(Finding):
    """Message that a request took longer than its time limit."""

    request: Identifier
    limit: Measure


class WorkerDied(Finding):
    """Message that a worker process ended while it handled a request. `code` is negative if the process was terminated
    by a signal."""

    request: Identifier
    code: int | None


class InternalFault(Finding):
    """Message that an internal error of the program occurred during a request."""

    error: Identifier


class AccessDenied(Finding):
    """Message that the studio rejects a request. `host` is the address in the request and `expected` the address of the
    server."""

    reason: Noun
    host: Given | None = None
    expected: Identifier | None = None


class UploadTooLarge(Problem, raised=BadFile):
    """Raised when the total size of uploaded files exceeds the limit."""

    most: Measure


class NoMeshes(Problem, raised=BadFile):
    """Raised when no shape of a robot file can be drawn, because the file contains no shapes or the mesh files are
    missing."""

    path: FileName
    remedy: Remedy | None = None


class NoController(Problem):
    """Raised when an interactive page cannot simulate the given controller of a robot."""

    robot: RobotName
    controller: Identifier
    reason: Noun


class NoPythonSource(Problem):
    """Raised when no Python source can create the robot, because its names cannot be written to a file."""

    robot: RobotName


class NotTypeset(Problem):
    """Raised when Typst cannot compile a document or a cell of a notebook fails."""

    what: Noun
    reason: External


class StrangeShapes(Finding):
    """Warning that shapes are given for links that do not exist in the robot."""

    links: Links


class NotDrawn(Finding):
    """Warning that a drawing omits parts of a robot file."""

    causes: tuple[Finding, ...]
