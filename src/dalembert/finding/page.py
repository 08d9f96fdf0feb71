"""Findings of the command line, the studio, reports and drawings."""

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
    """An argument that the function or command requires is missing."""

    argument: Argument
    why: Noun | None = None


class FilesOnly(Problem):
    """An argument for robots from files is given for a gallery robot."""

    argument: Argument
    robot: Identifier


class ReservedArgument(Problem):
    """A xacro argument has the same name as an argument of `load`."""

    name: Identifier


class UnsupportedSuffix(Problem):
    """The suffix of a file name does not select a known format."""

    path: FileName
    known: Names


class Nothing(Problem):
    """A request needs something that does not exist yet: a robot, an upload, or an edit to undo."""

    noun: Noun


class WrongVersion(Problem):
    """The page and the server have different versions."""

    server: int
    page: Given


class Cancelled(Finding):
    """The page cancelled a request."""


class TimedOut(Finding):
    """A request took longer than its time limit."""

    request: Identifier
    limit: Measure


class WorkerDied(Finding):
    """A worker process ended while it handled a request; `code` is negative for a signal."""

    request: Identifier
    code: int | None


class InternalFault(Finding):
    """An internal error of the program occurred during a request."""

    error: Identifier


class AccessDenied(Finding):
    """The studio rejects a request; `host` is the address in the request, `expected` the server's own address."""

    reason: Noun
    host: Given | None = None
    expected: Identifier | None = None


class UploadTooLarge(Problem, raised=BadFile):
    """Uploaded files together exceed the size limit."""

    most: Measure


class NoMeshes(Problem, raised=BadFile):
    """No shape of a robot file can be drawn: the file names no shapes, or their files were not found."""

    path: FileName
    remedy: Remedy | None = None


class NoController(Problem):
    """An interactive page cannot simulate this controller for this robot."""

    robot: RobotName
    controller: Identifier
    reason: Noun


class NoPythonSource(Problem):
    """No line of Python reproduces the robot, because its names cannot be written to a file."""

    robot: RobotName


class NotTypeset(Problem):
    """Typst could not compile a document, or a cell of a notebook failed."""

    what: Noun
    reason: External


class StrangeShapes(Finding):
    """Shapes are given for links that the robot does not have."""

    links: Links


class NotDrawn(Finding):
    """A drawing omits parts of a robot file."""

    causes: tuple[Finding, ...]
