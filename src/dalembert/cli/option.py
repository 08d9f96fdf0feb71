"""Arguments that many commands share, how they are read, and what is wrong usage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from cyclopts import Parameter

from dalembert.errors import DalembertError

if TYPE_CHECKING:
    from dalembert.robot.model import Robot


class WrongUsage(DalembertError):
    """Arguments of the command line that cannot be read: exit code 2."""


Name: TypeAlias = Annotated[
    str, Parameter(help="A robot file (.urdf .xacro .xml .mjcf .sdf .par .toml .csv) or a gallery name.")
]
Output: TypeAlias = Annotated[
    Path | None, Parameter(name=["--output", "-o"], help="Write to this file; its suffix chooses the format.")
]
Json: TypeAlias = Annotated[bool, Parameter(name="--json", negative=(), help="Print JSON.")]
Numbers: TypeAlias = Annotated[str | None, Parameter(allow_leading_hyphen=True)]
FrameName: TypeAlias = Annotated[
    str | None, Parameter(help="A link or frame; the tip of the longest moving chain unless told.")
]


@Parameter(name="*")
@dataclass(frozen=True)
class Source:
    """How the robot is read."""

    values: Annotated[
        tuple[str, ...],
        Parameter(name="--set", negative=(), help="Values of symbols: m1=2,l1=0.5. May be repeated."),
    ] = ()
    gravity: Annotated[
        str | None, Parameter(allow_leading_hyphen=True, help="The gravity field, three numbers: 0,0,-9.81.")
    ] = None
    argument: Annotated[
        tuple[str, ...], Parameter(name="--arg", negative=(), help="A xacro argument: name=value.")
    ] = ()
    package: Annotated[
        tuple[str, ...], Parameter(name="--package", negative=(), help="Where a ROS package is: name=folder.")
    ] = ()


DEFAULT = Source()


def robot_of(name: str, source: Source = DEFAULT, *, bound: bool = True) -> Robot:
    """The robot a command is about, its symbols set as asked unless `bound` is False."""
    import dalembert as da

    if is_file(name):
        arguments = dict(pair(x, "--arg") for x in source.argument)
        gravity = None if source.gravity is None else numbers(source.gravity, "--gravity", 3)
        packages = dict(pair(x, "--package") for x in source.package)
        robot: Robot = da.load(name, gravity=gravity, packages=packages, **arguments)
    elif name in da.gallery.names():
        robot = getattr(da.gallery, name)()
        if source.gravity is not None:
            from dataclasses import replace

            robot = replace(robot, gravity=tuple(numbers(source.gravity, "--gravity", 3)))
    else:
        from dalembert.errors import did_you_mean

        known = da.gallery.names()
        raise WrongUsage(
            f"'{name}' is neither a file nor a robot of the gallery{did_you_mean(name, known, len(known))}"
        )
    return robot.bind(**values_of(source)) if bound and source.values else robot


def is_file(name: str) -> bool:
    """What looks like a path is one, even where no file is: the reader then says so."""
    return Path(name).exists() or "/" in name or "\\" in name or Path(name).suffix != ""


def origin_of(name: str) -> str:
    """The line of Python that makes the same robot."""
    return f"robot = da.load({str(Path(name).resolve())!r})" if is_file(name) else f"robot = da.gallery.{name}()"


def values_of(source: Source) -> dict[str, Any]:
    """--set m1=2,l1=0.5 as a dictionary; values are numbers or expressions."""
    from dalembert.robot.value import parse

    return {key: parse(text) for given in source.values for key, text in [pair(x, "--set") for x in given.split(",")]}


def numbers(text: str, what: str, count: int | None = None) -> list[float]:
    """Numbers separated by commas or spaces; pi/2 and 3/4 are numbers too."""
    from dalembert.graph import Node, evaluate
    from dalembert.robot.value import parse

    found = []
    for part in text.replace(",", " ").split():
        try:
            x = parse(part)
            found.append(float(evaluate([x], {})[0] if isinstance(x, Node) else x))
        except (DalembertError, ArithmeticError, KeyError):
            raise WrongUsage(f"{what} needs numbers separated by commas, got '{part}'") from None
    if count is not None and len(found) != count:
        raise WrongUsage(f"{what} has {len(found)} numbers, it needs {count}")
    return found


def vector(robot: Robot, text: str | None, what: str) -> list[float]:
    """One number for each coordinate; zeros where nothing was given."""
    if text is None:
        return [0.0] * robot.n
    found = numbers(text, what)
    if len(found) != robot.n:
        raise WrongUsage(f"{what} has {len(found)} numbers, robot '{robot.name}' needs {robot.n}")
    return found


def wrenches(given: Sequence[str]) -> dict[str, list[float]] | None:
    """--wrench tool=0,0,-10,0,0,0 as a dictionary."""
    return {key: numbers(text, f"--wrench {key}", 6) for key, text in (pair(x, "--wrench") for x in given)} or None


def pair(text: str, what: str) -> tuple[str, str]:
    key, sign, value = text.partition("=")
    if not sign or not key.strip() or not value.strip():
        raise WrongUsage(f"{what} needs name=value, got '{text}'")
    return key.strip(), value.strip()


def suffix_of(output: Path, known: Sequence[str]) -> str:
    """The suffix of an output file, which must be a known one."""
    suffix = output.suffix.lower()
    if suffix not in known:
        raise WrongUsage(f"cannot write '{output.name}'; this command writes {', '.join(known)}")
    return suffix
