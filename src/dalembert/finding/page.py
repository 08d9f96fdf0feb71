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
    LinkName,
    Measure,
    Noun,
    Remedy,
    RobotName,
)


class MissingArgument(Problem):
    """An argument without which the function or command cannot work."""

    argument: Argument
    why: Noun | None = None


class FilesOnly(Problem):
    """An argument that applies to robots read from files, given for a gallery robot."""

    argument: Argument
    robot: Identifier


class ReservedArgument(Problem):
    """A xacro argument that has the name of an argument of `load`."""

    name: Identifier


class UnsupportedSuffix(Problem):
    """A file name whose suffix chooses no known format."""

    path: FileName
    known: tuple[Identifier, ...]


class Nothing(Problem):
    """A request for something that is not there yet: a robot, an upload, an edit to undo."""

    noun: Noun


class WrongVersion(Problem):
    """A page and a server of different versions."""

    server: int
    page: Given


class Cancelled(Finding):
    """A request that the page has cancelled."""


class TimedOut(Finding):
    """A request that took longer than its limit."""

    request: Identifier
    limit: Measure


class WorkerDied(Finding):
    """A worker process that ended while it ran a request; `code` is negative for a signal."""

    request: Identifier
    code: int | None


class InternalFault(Finding):
    """An error of the program itself during a request."""

    error: Identifier


class AccessDenied(Finding):
    """A request that the studio does not serve; `host` is what it was sent to, `expected` the server's own address."""

    reason: Noun
    host: Given | None = None
    expected: Identifier | None = None


class UploadTooLarge(Problem, raised=BadFile):
    """Uploaded files that exceed the limit together."""

    most: Measure


class NoMeshes(Problem, raised=BadFile):
    """A robot file of which no shape can be drawn: it names none, or their files were not found."""

    path: FileName
    remedy: Remedy | None = None


class NoController(Problem):
    """A controller that an interactive page cannot simulate for this robot."""

    robot: RobotName
    controller: Identifier
    reason: Noun


class NoPythonSource(Problem):
    """A robot that no line of Python reproduces, because its names cannot be written to a file."""

    robot: RobotName


class NotTypeset(Problem):
    """A document that Typst could not compile, or a notebook of which a cell failed."""

    what: Noun
    reason: External


class StrangeShapes(Finding):
    """Shapes of links that the robot does not have."""

    links: tuple[LinkName, ...]


class NotDrawn(Finding):
    """Parts of a robot file that a drawing leaves out."""

    causes: tuple[Finding, ...]
