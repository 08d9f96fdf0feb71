"""Options that several commands share, and functions that parse them.

Errors contain the name of the Python parameter, which `console.CommandLine` replaces with the option.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from cyclopts import Parameter

from dalembert import finding as kinds
from dalembert.errors import DalembertError
from dalembert.finding.finding import Argument, FileName, Identifier, Noun, given

if TYPE_CHECKING:
    from dalembert.robot.model import Robot


Name: TypeAlias = Annotated[
    str, Parameter(help="Robot file (.urdf .xacro .xml .mjcf .sdf .par .toml .csv) or gallery name.")
]
Output: TypeAlias = Annotated[
    Path | None, Parameter(name=["--output", "-o"], help="Output file. Its suffix selects the format.")
]
Listed: TypeAlias = tuple[str, ...]
Wrench: TypeAlias = Annotated[Listed, Parameter(help="External wrench in world axes, as frame=fx,fy,fz,mx,my,mz.")]
Json: TypeAlias = Annotated[bool, Parameter(help="Print the result as JSON.")]
Duration: TypeAlias = Annotated[float, Parameter(name=["--time", "-t"])]
Numbers: TypeAlias = Annotated[str | None, Parameter(allow_leading_hyphen=True)]
FrameName: TypeAlias = Annotated[
    str | None, Parameter(help="Name of a link or frame. Default: the tip of the longest moving chain.")
]

_DECIMAL = re.compile(r"[-+]?(?=\.?\d)\d{0,7}\.\d{0,7}")  # decimals with few digits, accurate as floats
Method = Literal["lagrange", "newton-euler", "kane", "hamilton", "virtual-work", "gibbs-appell"]


@Parameter(name="*")
@dataclass(frozen=True)
class RobotOptions:
    """Options for reading the robot.

    Parameters
    ----------
    values
        Values of symbols, such as m1=2,l1=0.5. You can repeat this option.
    gravity
        Gravity vector in m/s², such as 0,0,-9.81.
    base
        Whether the root link is attached to the ground (fixed) or moves freely (free).
    ignore
        MJCF effect to ignore, such as fluid, flex or springs. You can repeat this option.
    argument
        Argument of a xacro file: name=value. You can repeat this option.
    package
        Directory of a ROS package: name=directory. You can repeat this option.
    """

    values: Annotated[Listed, Parameter(name="--set")] = ()
    gravity: Numbers = None
    base: Literal["fixed", "free"] = "fixed"
    ignore: Listed = ()
    argument: Annotated[Listed, Parameter(name="--arg")] = ()
    package: Listed = ()


DEFAULT = RobotOptions()


@Parameter(name="*")
@dataclass(frozen=True)
class Typeset:
    """Options for typesetting equations.

    Parameters
    ----------
    short
        Write c12 for cos(q1 + q2). By default, this abbreviation is used only if lines are too long.
    group
        Collect terms by masses and inertias (inertia), or by base parameters (base).
    digits
        Number of significant digits in decimal numbers. Default: 6.
    symbols
        Letters to use instead of the default symbols, such as q=theta,M=H. You can repeat this option.
    width
        Width of the text block in points (default 425), or in characters for plain text.
    fragment
        Omit the preamble, so that the file can be included in another document.
    """

    short: Annotated[bool | None, Parameter(negative="--no-short")] = None
    group: Literal["inertia", "base"] | None = None
    digits: int | None = None
    symbols: Listed = ()
    width: float | None = None
    fragment: bool = False

    @property
    def style(self) -> dict[str, Any]:
        """Arguments for the typesetting functions, as given by the command-line options."""
        positive(self.digits, "digits")
        positive(self.width, "width")
        letters = pairs((x for typed in self.symbols for x in typed.split(",")), "symbols")
        options = {"short": self.short, "group": self.group, "digits": self.digits, "symbols": letters or None}
        return {x: y for x, y in options.items() if y is not None}


PLAIN = Typeset()


def robot_of(name: str, source: RobotOptions = DEFAULT, *, bound: bool = True) -> Robot:
    """Load the robot of a command, and substitute the values of --set for symbols unless `bound` is False."""
    import dalembert as da

    if not is_file(name) and name in da.gallery.names():
        files_only(name, **{x: getattr(source, x) for x in ("argument", "package", "ignore")})
    robot: Robot = da.load(name, **reading(source), base=source.base, gravity=gravity_of(source))
    return robot.bind(**values_of(source)) if bound and source.values else robot


def files_only(name: str, **given: Any) -> None:
    """Reject options that apply only to robots read from files."""
    for option in (x for x, value in given.items() if value):
        raise kinds.FilesOnly(Argument(option), Identifier(name)).error()


def is_file(name: str) -> bool:
    """Return whether a robot name is a file path.

    The file need not exist, because `load` reports missing files.
    """
    with suppress(OSError, ValueError):  # the name is too long for the file system or contains a null character
        if Path(name).exists():
            return True
    return "/" in name or "\\" in name or "\0" in name or Path(name).suffix != ""


def reading(source: RobotOptions) -> dict[str, Any]:
    """Return the keyword arguments for `load` and `diagnose`."""
    options: dict[str, Any] = pairs(source.argument, "argument")
    for reserved in ("path", "gravity", "base", "ignore", "packages"):
        if reserved in options:
            raise kinds.ReservedArgument(Identifier(reserved)).error()
    if source.package:
        options["packages"] = pairs(source.package, "package")
    if source.ignore:
        options["ignore"] = [x for typed in source.ignore for x in typed.replace(",", " ").split()]
    return options


def gravity_of(source: RobotOptions) -> list[float] | None:
    return None if source.gravity is None else numbers(source.gravity, "gravity", 3)


def origin_of(name: str, source: RobotOptions = DEFAULT, *, folder: bool = True) -> str:
    """Return the line of Python code that creates the robot of a command, with or without the folder of its file."""
    if not is_file(name):
        robot = f"da.gallery.{name}()" + (".floating()" if source.base == "free" else "")
    else:
        options = [repr(str(Path(name).resolve()) if folder else Path(name).name)]
        options += ["base='free'"] if source.base == "free" else []
        extra = reading(source)
        options += [f"{x}={extra.pop(x)!r}" for x in ("packages", "ignore") if x in extra]
        robot = f"da.load({', '.join(options)}{f', **{extra!r}' if extra else ''})"
    if gravity := gravity_of(source):
        return f"from dataclasses import replace\n\nrobot = replace({robot}, gravity={tuple(gravity)!r})"
    return f"robot = {robot}"


def values_of(source: RobotOptions) -> dict[str, Any]:
    """Parse --set m1=2,l1=0.5 into a dictionary of numbers and expressions.

    Decimal numbers become floats. Fractions such as 1/2 are exact.
    """
    from dalembert.graph.expression import parse

    every = [pair(x, "values") for typed in source.values for x in typed.split(",")]
    twice = [key for k, (key, _) in enumerate(every) if key in dict(every[:k])]
    if twice:
        raise kinds.Repeated(Noun("symbol"), Identifier(twice[0]), Argument("values")).error()
    return {key: float(text) if _DECIMAL.fullmatch(text) else parse(text) for key, text in every}


def numbers(text: str, argument: str, count: int | None = None, robot: Robot | None = None) -> list[float]:
    """Parse numbers separated by commas or spaces, such as 0.5, 3/4 and pi/2.

    `count` is the required number of entries.
    """
    from dalembert.argument import counted, filled, finite
    from dalembert.graph import evaluate
    from dalembert.graph.expression import parse

    found = []
    for part in text.replace(",", " ").split():
        try:
            found.append(float(evaluate([parse(part)], {})[0]))
        except (DalembertError, ArithmeticError, KeyError):
            raise kinds.NotReal(Argument(argument), given(part)).error() from None
    finite(filled(found, argument), argument)
    noun = "numbers" if robot is None else "coordinates" if argument == "q" else "rates"
    counted(found, argument, count or len(found), noun, robot=None if robot is None else robot.name)
    return found


def number_or_text(text: str) -> float | str:
    """Convert a number to a float. Other text is returned unchanged."""
    try:
        return float(text)
    except ValueError:
        return text


@Parameter(name="*")
@dataclass(frozen=True)
class Angles:
    """Unit for angles on the command line.

    Parameters
    ----------
    degrees
        Read angles, velocities and accelerations in degrees. Results are in radians.
    """

    degrees: bool = False

    def configuration(self, robot: Robot, text: str | None, argument: str = "q") -> list[float]:
        """Parse the entries of q. The default is the neutral configuration, adjusted so that all loops are closed."""
        from dalembert.boundary import as_q
        from dalembert.kinematics.configuration import display_configuration

        if text is None:
            q = display_configuration(robot)
        else:
            q = as_q(robot, numbers(text, argument, robot.nq, robot), argument, degrees=self.degrees)
        found: list[float] = q.tolist()
        return found

    def rates(self, robot: Robot, text: str | None, argument: str) -> list[float]:
        """Parse one number per generalized velocity. The default is zero."""
        from dalembert.boundary import as_rates

        given = [0.0] * robot.nv if text is None else numbers(text, argument, robot.nv, robot)
        found: list[float] = as_rates(robot, given, argument, degrees=self.degrees).tolist()
        return found


@Parameter(name="*")
@dataclass(frozen=True)
class Posture(Angles):
    """Configuration of the robot.

    Parameters
    ----------
    q
        Configuration in rad and m, such as 0.1,-1.2,0. Default: the neutral configuration, adjusted so that all loops
        are closed.
    """

    q: Numbers = None


@Parameter(name="*")
@dataclass(frozen=True)
class State(Posture):
    """Configuration and velocities of the robot.

    Parameters
    ----------
    qd
        Velocities in rad/s and m/s. Default: zero.
    """

    qd: Numbers = None


RADIANS, NEUTRAL, AT_REST = Angles(), Posture(), State()


def wrenches(typed: Sequence[str]) -> dict[str, list[float]] | None:
    """Parse options such as --wrench tool=0,0,-10,0,0,0 into a dictionary from frames to wrenches."""
    return {key: numbers(text, f"wrench['{key}']", 6) for key, text in pairs(typed, "wrench").items()} or None


def contacts_of(typed: Sequence[str]) -> dict[str, str] | None:
    """Parse options such as --contact foot and --contact foot=surface into a dictionary.

    The dictionary maps frames to kinds of contact, "point" or "surface".
    """
    found = pairs((x if "=" in x else f"{x}=point" for x in typed), "contact", "contact")
    for text, kind in zip(typed, found.values(), strict=False):
        _formed(kind in ("point", "surface"), "contact", "contact", text)
    return found or None


def positive(x: float | None, argument: str) -> None:
    """Check that an optional number is finite and positive."""
    from dalembert.argument import real

    if x is not None:
        real(x, argument, above=0.0)


def pairs(typed: Iterable[str], argument: str, form: str = "name=value") -> dict[str, str]:
    """Parse strings of the form name=value into a dictionary."""
    return dict(pair(x, argument, form) for x in typed)


def pair(text: str, argument: str, form: str = "name=value") -> tuple[str, str]:
    """Split a string of the form name=value into name and value."""
    key, sign, value = (x.strip() for x in text.partition("="))
    _formed(key and sign and value, argument, form, text)
    return key, value


def _formed(good: object, argument: str, form: str, text: str) -> None:
    if not good:
        raise kinds.WrongType(Argument(argument), Noun(form), given(text)).error()


def suffix_of(output: Path, known: Sequence[str]) -> str:
    """Return the suffix of an output file, or raise an error if the suffix is not one of `known`."""
    suffix = output.suffix.lower()
    if suffix not in known:
        raise kinds.UnsupportedSuffix(FileName(output.name), tuple(map(Identifier, known))).error()
    return suffix


def place(output: Path | None, known: Sequence[str], robot: str) -> str:
    """Check that an output file can be written, and return its suffix.

    The result is an empty string if no output file is given.
    """
    if output is None:
        return ""
    from dalembert.atomic_file import target

    suffix = suffix_of(output, known)
    same = False
    with suppress(OSError, ValueError):
        same = is_file(robot) and output.samefile(robot)
    if same:
        raise kinds.Unwritable(FileName(str(output)), Noun("own file")).error()
    target(output, overwrite=True)
    return suffix
