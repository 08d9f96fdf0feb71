"""Commands `excite`, `identify` and `calibrate` for parameter identification.

Options for reading logs describe columns, units, signs, gears, time and the filter. Options for the fit select the
method, rotor inertias and known loads.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Group, Parameter

from dalembert import finding
from dalembert.argument import requires
from dalembert.cli import console
from dalembert.cli.console import words
from dalembert.cli.option import (
    DEFAULT,
    Duration,
    FrameName,
    Json,
    Listed,
    Name,
    Numbers,
    Output,
    RobotOptions,
    is_file,
    number_or_text,
    numbers,
    pairs,
    place,
    positive,
    reading,
    robot_of,
    suffix_of,
)
from dalembert.errors import shown
from dalembert.finding.finding import Argument, Column, FileName, Given, Identifier, Noun, PassEntry
from dalembert.progress import working

if TYPE_CHECKING:
    from dalembert.identification.fit import Fit
    from dalembert.identification.identified_robot import Saved
    from dalembert.identification.log import Log

_EXPERTS = Group("For experts", sort_key=1)


@Parameter(name="*")
@dataclass(frozen=True)
class ResultOptions:
    """Options for the output file.

    Parameters
    ----------
    force
        Replace the file if it exists.
    """

    output: Output = None
    force: bool = False
    json: Json = False

    def free(self, path: Path | None, suffixes: Listed) -> None:
        """Check that the output file can be written before the computation starts.

        The option --force is required to replace an existing file, including the file of the robot.
        """
        from dalembert import atomic_file

        if path is not None:
            suffix_of(path, suffixes)
            atomic_file.target(path, overwrite=self.force)


@Parameter(name="*", group=_EXPERTS)
@dataclass(frozen=True)
class LogOptions:
    """Options for reading logs.

    Parameters
    ----------
    column
        Log columns that contain a quantity, such as q=pos_*, tau=eff1,eff2 or t=0. You can repeat this option.
    unit
        Unit of a quantity in the log, such as q=deg, t=ms, tau=mNm, or a factor. You can repeat this option.
    sign
        Sign of each joint in the log, such as 1,-1,1.
    zero
        Offset to add to each joint position, in rad or m, such as 0,0.1,0.
    gear
        Gear ratio of each joint, if the log contains motor positions.
    gain
        Torque or force per unit of motor current or voltage, as one number or one per joint.
    rate
        Sampling rate in Hz, if the time column counts samples.
    cutoff
        Cutoff frequency of the filter in Hz, auto, or none for no filter.
    wrench
        Columns that contain an external wrench, expressed in the world frame: foot=fx,fy,fz,mx,my,mz. You can repeat
        this option.
    topic
        Topic to read from a ROS 2 bag.
    """

    column: Listed = ()
    unit: Listed = ()
    sign: Numbers = None
    zero: Numbers = None
    gear: Numbers = None
    gain: str | None = None
    rate: float | None = None
    cutoff: str = "auto"
    wrench: Listed = ()
    topic: str | None = None

    def read(self, paths: tuple[Path, ...], robot: Any) -> list[Log]:
        """Read the logs named on the command line."""
        import dalembert as da

        listed = {key: x.split(",") for key, x in pairs(self.column, "column").items()}
        columns = {key: x[0] if key == "t" and len(x) == 1 else x for key, x in listed.items()}
        units = {key: number_or_text(x) for key, x in pairs(self.unit, "unit").items()}
        options = {"signs": "sign", "offsets": "zero", "gear_ratio": "gear", "torque_gain": "gain"}
        given: dict[str, Any] = {
            key: _each(getattr(self, x), x) for key, x in options.items() if getattr(self, x) is not None
        }
        wrench = {frame: x.split(",") for frame, x in pairs(self.wrench, "wrench").items()}
        channels = da.identification.Channels(**given, wrench=wrench)
        cutoff: Any = {"auto": "auto", "none": None}.get(self.cutoff, self.cutoff)
        if isinstance(cutoff, str) and cutoff != "auto":
            cutoff = numbers(cutoff, "cutoff", 1)[0]
            positive(cutoff, "cutoff")
        arguments: dict[str, Any] = {"units": units, "rate": self.rate, "cutoff": cutoff, "topic": self.topic}
        return [da.read_log(x, robot, columns, channels=channels, **arguments) for x in paths]


AS_GUESSED = LogOptions()
TO_SCREEN = ResultOptions()


def _each(text: str, option: str) -> float | list[float]:
    """Parse one number for all joints, or one number per joint."""
    given = numbers(text, option)
    return given[0] if len(given) == 1 else given


@Parameter(name="*", group=_EXPERTS)
@dataclass(frozen=True)
class FitOptions:
    """Options for the fit.

    Parameters
    ----------
    method
        Variant of the least-squares method.
    rotors
        Fit rotor inertias. By default, only drives with a given rotor inertia are included.
    mass
        Known total mass in kg, for robots with a free base.
    loaded
        Log recorded with the load given by --load. You can repeat this option.
    load
        Known load: mass and centre of mass as mass,x,y,z, optionally with the central inertia Ixx,Iyy,Izz,Ixy,Iyz,Ixz.
    load_frame
        Link or frame that carries the load. Default: the tip.
    gains
        Fit the torque gain of each drive from the known load. Requires --loaded and --load.
    """

    method: Literal["weighted", "robust", "instruments"] = "weighted"
    rotors: Annotated[bool | None, Parameter(negative="--no-rotors")] = None
    mass: float | None = None
    loaded: tuple[Path, ...] = ()
    load: Numbers = None
    load_frame: str | None = None
    gains: bool = False

    def loads(self, empty: int) -> list[Any] | None:
        """Return the load for each log as a pair (frame, Inertia), or None for a log without a load."""
        from dalembert.argument import real, shaped
        from dalembert.robot.inertia import Inertia

        for option in ("loaded", "load_frame", "gains"):
            requires(option, getattr(self, option), "load", self.load)
        if self.load is None:
            return None
        requires("load", True, "loaded", bool(self.loaded))
        x = numbers(self.load, "load")
        shaped(x, "load", (4,), (10,))
        mass = real(x[0], "load", above=0, unit="kg")
        inertia = Inertia.about_com(mass, (x[1], x[2], x[3]), tuple(x[4:]) or (0.0,) * 6)
        return [None] * empty + [(self.load_frame, inertia)] * len(self.loaded)


PLAIN_FIT = FitOptions()


def fit_summary(fit: Fit) -> dict[str, Any]:
    by_log = zip((x.name for x in fit.logs), fit.validation.by_log.tolist(), strict=False)
    found: dict[str, Any] = {
        "parameters": fit.parameters, "sigma": fit.sigma, "error": fit.error, "errors": fit.errors, "raw_error": fit.raw_error,
        "left_out_error": fit.validation.error, "elsewhere": fit.validation.elsewhere, "left_out_logs": dict(by_log),
        "warnings": [words(x) for x in fit.warnings], "verdict": words(fit.verdict),
    }  # fmt: skip
    if fit.gains is not None:
        found |= {"gains": fit.gains.values, "gains_sigma": fit.gains.sigma}
    return found


def fit_table(fit: Fit) -> str:
    """Format the table of parameters: given value, identified value, σ and relative σ.

    Unidentified parameters are marked.
    """
    from dalembert.typeset.label import columns

    rows = []
    for name, x in fit.parameters.items():
        s = fit.sigma[name]
        share = f"{s / abs(x):.2%}" if x and s < float("inf") else "–"
        known = "weak" if name in fit.weak else "unknown" if s == float("inf") else ""
        rows.append((shown(name), f"{fit.prior[name]:.4g}", f"{x:.4g}", f"{s:.2g}", share, known))
    return columns(("parameter, SI units", "given", "fit", "σ", "σ/value", ""), tuple(rows))


def fit_lines(summary: dict[str, Any]) -> list[str]:
    lines = [
        f"unexplained torque: {100 * summary['error']:.3g} %, in cross-validation {100 * summary['left_out_error']:.3g} %"
        f"; of the torque as recorded, with the noise above the frequency band of the motion: {100 * summary['raw_error']:.3g} %"
    ]
    lines += [f"  {shown(name)}: {100 * x:.3g} %" for name, x in summary["errors"].items()]
    for name, g in summary.get("gains", {}).items():
        lines.append(f"gain of {shown(name)}: {g:.5g} ± {summary['gains_sigma'][name]:.2g}")
    left = summary["left_out_logs"].items()
    lines += [f"{shown(name)} predicted from the other logs: {100 * x:.3g} %" for name, x in left]
    lines += [f"warning: {x}" for x in summary["warnings"]]
    return [*lines, f"verdict: {summary['verdict']}", _NOT_UNIQUE]


_NOT_UNIQUE = "A robot file stores one of many sets of link masses and inertias that have these parameters."
_ROBOTS = (".urdf", ".xml", ".mjcf", ".toml", ".par")
_REPORTS = (".html", ".pdf", ".tex", ".md")


def identify(
    robot: Name,
    /,
    *log: Path,
    report: Path | None = None,
    friction: str = "viscous+coulomb",
    consistent: bool = False,
    suggest: Path | None = None,
    result: ResultOptions = TO_SCREEN,
    how: FitOptions = PLAIN_FIT,
    reader: LogOptions = AS_GUESSED,
    source: RobotOptions = DEFAULT,
) -> None:
    """Identify the inertial parameters and friction of a robot from recorded motions.

    The option --output writes the parameters into a copy of the robot file.

    Parameters
    ----------
    log
        Logs (.csv .txt .npz .mat .parquet .h5 .db3 .mcap), or the directory of a ROS 2 bag.
    report
        Report file to write, with the suffix .html, .pdf, .tex or .md.
    friction
        Friction model: viscous+coulomb, asymmetric or none, optionally with +stribeck or +load.
    consistent
        Require physically consistent parameters.
    suggest
        Write a 5 s trajectory (.csv) that excites the unidentified parameters.
    """
    import dalembert as da
    from dalembert.identification.linear_model import friction_of

    if not log:
        raise finding.MissingArgument(Argument("log"), Noun("recorded motion")).error()
    result.free(result.output, _ROBOTS)
    result.free(suggest, (".csv",))
    place(report, _REPORTS, robot)
    friction_of(friction, True)  # reject an invalid name before the logs are read
    loads, found = how.loads(len(log)), robot_of(robot, source)
    with working("reading"):
        logs = reader.read((*log, *how.loaded), found)
        if how.mass is None and not reader.wrench:
            _need_efforts(logs)
        examined = [] if how.gains else [x.examine(found) for x in logs[: len(log)]]
        remarks = {key: [words(y) for x in examined for y in getattr(x, key)] for key in ("doubts", "unconfirmed")}
    if not result.json:
        for x in logs:
            console.data(repr(x))
        console.data("\n".join(f"probable fault: {x}" for x in remarks["doubts"]) or "no faults found")
        if remarks["unconfirmed"]:
            console.data("\n".join(remarks["unconfirmed"]))
    with working("fitting"):
        settings = da.identification.Settings(rotors=how.rotors, gains=how.gains)
        fit = da.identify(
            found,
            logs,
            method=how.method,
            friction=friction,
            consistent=consistent,
            mass=how.mass,
            loads=loads,
            settings=settings,
        )
        summary = fit_summary(fit) | remarks
    done = None
    if result.output is not None:
        original = robot if is_file(robot) else None
        extra = {key: x for key, x in reading(source).items() if key in ("packages", "ignore")}
        done = fit.save(result.output, original, overwrite=result.force, **extra)
        summary |= _saved(done)
    if report is not None:
        summary["report"] = da.report(fit, report)
    if suggest is not None:
        with working("searching for a path"):
            more = fit.suggest()
        more.path.to_csv(suggest, overwrite=result.force)
        summary |= {"suggestion": suggest, "gained": more.gained}
    notes = [{"log": x.name, "columns": dict(x.columns), "notes": [words(y) for y in x.notes]} for x in logs]
    text = "\n".join([fit_table(fit), *fit_lines(summary)])
    paths = [x for x in (suggest, report) if x is not None]
    _delivered(result, {"robot": found.name, "logs": notes, **summary}, text, done, robot, *paths)
    if suggest is not None and not result.json:
        console.talk(f"run {more} and fit both logs together")


@Parameter(name="*", group=_EXPERTS)
@dataclass(frozen=True)
class SearchOptions:
    """Options for the search and the sampling of the trajectory.

    Parameters
    ----------
    criterion
        Minimize the condition number of the regressor (condition) or the volume of the confidence ellipsoid (d).
    rate
        Sampling rate in Hz.
    restarts
        Number of searches, each starting from a random trajectory.
    seed
        Seed for the random initial trajectories.
    """

    criterion: Literal["condition", "d"] = "condition"
    rate: float = 100.0
    restarts: int = 4
    seed: int = 0


SEARCHED = SearchOptions()


def excite(
    robot: Name,
    /,
    *,
    time: Duration = 10.0,
    acceleration: float | None = None,
    floor: Annotated[float | None, Parameter(allow_leading_hyphen=True)] = None,
    result: ResultOptions = TO_SCREEN,
    search: SearchOptions = SEARCHED,
    source: RobotOptions = DEFAULT,
) -> None:
    """Find a trajectory that excites the inertial parameters within all limits, and write it to a .csv file.

    Parameters
    ----------
    time
        Duration of the trajectory in seconds.
    acceleration
        Largest acceleration of each joint in rad/s² or m/s².
    floor
        Height of the floor in metres. The links stay above the floor.
    """
    import dalembert as da
    from dalembert.identification import Bounds, Obstacles, TrajectorySearch

    target = result.output or Path(f"{Path(robot).stem}_path.csv")
    result.free(target, (".csv",))
    for option, x in (("time", time), ("rate", search.rate), ("restarts", search.restarts)):
        positive(x, option)
    found = da.identification.excite(
        robot_of(robot, source),
        duration=time,
        rate=search.rate,
        bounds=Bounds(acceleration=acceleration),
        obstacles=Obstacles(floor),
        search=TrajectorySearch(search.criterion, restarts=search.restarts, seed=search.seed),
    )
    found.to_csv(target, overwrite=result.force)
    summary: dict[str, Any] = {"parameters": len(found.parameters), "condition": found.condition, "random": min(found.random),
               "notes": [words(x) for x in found.notes]}  # fmt: skip
    head = f"{len(found.parameters)} parameters, condition {found.condition:.4g} (best random path: {min(found.random):.4g})"
    text = "\n".join([head, *(summary["notes"] or ["all limits of the robot are satisfied"])])
    console.result(result.json, summary | {"written": target}, text, target)


def calibrate(
    robot: Name,
    measurements: Path,
    /,
    *,
    frame: FrameName = None,
    base: bool = False,
    tool: bool = False,
    parameters: str = "all",
    robust: bool = False,
    result: ResultOptions = TO_SCREEN,
    source: RobotOptions = DEFAULT,
) -> None:
    """Calibrate joint offsets and link geometry from measured points or poses.

    The option --output writes the calibrated geometry into a copy of the robot file.

    Parameters
    ----------
    measurements
        Table with the joint positions, followed by x y z for points, or by x y z qw qx qy qz for poses.
    base
        Also identify the pose of the robot base in the measuring frame.
    tool
        Also identify the position of the measured point relative to --frame.
    parameters
        Parameters to identify: all, offsets, or a list such as joint1,joint2.offset.
    robust
        Omit outliers, that is, measurements whose errors are too large to be noise.
    """
    import dalembert as da
    from dalembert.identification.calibration.measurement import read_table
    from dalembert.identification.identified_robot import saved

    result.free(result.output, _ROBOTS)
    found = robot_of(robot, source)
    which = parameters if parameters in ("all", "offsets") else [x.strip() for x in parameters.split(",")]
    data = read_table(measurements, found)
    fit = da.identification.calibrate(found, data, frame=frame, base=base, tool=tool, parameters=which, robust=robust)
    summary: dict[str, Any] = {x: dict(getattr(fit, x)) for x in ("parameters", "sigma", "before", "after")}
    summary |= {x: [*map(words, getattr(fit, x))] for x in ("unidentifiable", "warnings")}
    summary["verdict"] = words(fit.verdict)
    done = None
    if result.output is not None:
        done = saved(fit.robot, result.output, robot if is_file(robot) else None, overwrite=result.force)
        summary |= _saved(done)
    width = max((len(x) for x in fit.parameters), default=4)
    rows = [f"{shown(x):{width}} {y:12.4g} ± {fit.sigma[x]:.2g}" for x, y in fit.parameters.items()]
    text = "\n".join([*rows, *summary["unidentifiable"], *summary["warnings"], summary["verdict"]])
    _delivered(result, summary, text, done, robot)


def _saved(done: Saved) -> dict[str, Any]:
    return {"written": done.path, "kept_layout": done.kept, "left_out": done.left_out}


def _delivered(
    result: ResultOptions, summary: dict[str, Any], text: str, done: Saved | None, robot: str, *paths: Path
) -> None:
    """Print the result and the names of the written files.

    Warn about parameters that the file format cannot represent, and about lost comments and layout.
    """
    if done is not None and not result.json:
        for x in done.left_out:
            console.talk(f"not written: {x}")
        if is_file(robot) and not done.kept:
            console.talk(f"'{shown(done.path)}' is a new file without the comments and layout of '{shown(robot)}'")
    console.result(result.json, summary, text, *([done.path] if done else []), *paths)


def _need_efforts(logs: list[Log]) -> None:
    """Reject logs without joint torques, because the fit requires torques."""
    for x in logs:
        if not (x.tau == x.tau).any():  # all values are NaN
            columns = tuple(Column(name) for names in x.columns.values() for name in names)
            remedy = PassEntry(Argument("columns"), Identifier("tau"), Given("[…]"))
            raise finding.QuantityNotFound(FileName(x.name), Noun("efforts"), columns, (), remedy).error()
