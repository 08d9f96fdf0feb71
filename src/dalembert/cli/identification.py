"""Commands for identification, from a robot's log to its model: excite, identify, calibrate.

Options of a log concern its columns, units, signs, gears, time and filter. Options of a fit concern the method, rotors and known
loads.
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
    numbers,
    pair,
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
        """Check the output file before the computation; replacing an existing file, including the robot's own, requires --force."""
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
        Columns of a quantity: q=pos_*, tau=eff1,eff2, t=0 by number. May be repeated.
    unit
        Units: q=deg, t=ms, tau=mNm, or a factor. May be repeated.
    sign
        Sign of each joint: 1,-1,1.
    zero
        Added to the position of each joint: 0,0.1,0 rad or m.
    gear
        Gear ratio of each joint, if motors were measured.
    gain
        Effort per unit of current or voltage, one or one per joint.
    rate
        Sampling rate in Hz, if time counts samples.
    cutoff
        Cutoff of the filter in Hz; auto, or none for no filter.
    wrench
        External wrench in world axes: foot=fx,fy,fz,mx,my,mz. May be repeated.
    topic
        Topic of a ROS 2 bag.
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
        """Return the logs of the command."""
        import dalembert as da

        listed = {key: x.split(",") for key, x in (pair(y, "column") for y in self.column)}
        columns = {key: x[0] if key == "t" and len(x) == 1 else x for key, x in listed.items()}
        units = {key: _factor(x) for key, x in (pair(y, "unit") for y in self.unit)}
        options = {"signs": "sign", "offsets": "zero", "gear_ratio": "gear", "torque_gain": "gain"}
        given: dict[str, Any] = {
            key: _each(getattr(self, x), x) for key, x in options.items() if getattr(self, x) is not None
        }
        wrench = {frame: x.split(",") for frame, x in (pair(y, "wrench") for y in self.wrench)}
        channels = da.identification.Channels(**given, wrench=wrench)
        cutoff: Any = {"auto": "auto", "none": None}.get(self.cutoff, self.cutoff)
        if isinstance(cutoff, str) and cutoff != "auto":
            cutoff = positive(numbers(cutoff, "cutoff", 1)[0], "cutoff")
        arguments: dict[str, Any] = {"units": units, "rate": self.rate, "cutoff": cutoff, "topic": self.topic}
        return [da.read_log(x, robot, columns, channels=channels, **arguments) for x in paths]


AS_GUESSED = LogOptions()
TO_SCREEN = ResultOptions()


def _factor(text: str) -> str | float:
    try:
        return float(text)
    except ValueError:
        return text


def _each(text: str, option: str) -> float | list[float]:
    """Return one number for all joints, or one for each."""
    given = numbers(text, option)
    return given[0] if len(given) == 1 else given


@Parameter(name="*", group=_EXPERTS)
@dataclass(frozen=True)
class FitOptions:
    """Options for the fit.

    Parameters
    ----------
    method
        Least-squares variant.
    rotors
        Fit rotor inertias (default: of drives that have one).
    mass
        Known total mass in kg (free base only).
    loaded
        Logs with the load of --load. May be repeated.
    load
        A known load: mass, x,y,z of its centre, Ixx,Iyy,Izz,Ixy,Iyz,Ixz about it.
    load_frame
        Frame that carries the load (default: the tip).
    gains
        Fit the gain of each drive, with --loaded and --load.
    """

    method: Literal["weighted", "robust", "instruments"] = "weighted"
    rotors: Annotated[bool | None, Parameter(negative="--no-rotors")] = None
    mass: float | None = None
    loaded: tuple[Path, ...] = ()
    load: Numbers = None
    load_frame: str | None = None
    gains: bool = False

    def loads(self, empty: int) -> list[Any] | None:
        """Return None for each log without the load, and (frame, Inertia) for each log with it."""
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
    """Return the table of parameters with their given value, identified value, σ and relative σ."""
    width = max(len("parameter"), *(len(shown(x)) for x in fit.parameters))
    lines = [f"{'parameter':{width}} {'given':>11} {'fit':>11} {'σ':>10} {'σ/value':>8}"]
    for name, x in fit.parameters.items():
        s = fit.sigma[name]
        share = f"{100 * s / abs(x):7.2g}%" if x and s < float("inf") else "       –"
        lines.append(f"{shown(name):{width}} {fit.prior[name]:11.4g} {x:11.4g} {s:10.2g} {share}")
    return "\n".join(lines)


def fit_lines(summary: dict[str, Any]) -> list[str]:
    lines = [
        f"unexplained: {100 * summary['error']:.3g} %, left-out stretches {100 * summary['left_out_error']:.3g} %"
        f"; of torques as recorded, with the noise above the motion's band: {100 * summary['raw_error']:.3g} %"
    ]
    lines += [f"  {shown(name)}: {100 * x:.3g} %" for name, x in summary["errors"].items()]
    for name, g in summary.get("gains", {}).items():
        lines.append(f"gain of {shown(name)}: {g:.5g} ± {summary['gains_sigma'][name]:.2g}")
    left = summary["left_out_logs"].items()
    lines += [f"{shown(name)} predicted from the other logs: {100 * x:.3g} %" for name, x in left]
    lines += [f"warning: {x}" for x in summary["warnings"]]
    return [*lines, f"verdict: {summary['verdict']}"]


_ROBOTS = (".urdf", ".xml", ".mjcf", ".toml", ".par")
_REPORTS = (".html", ".pdf", ".tex", ".md", ".typ", ".txt")


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
    """Identify the parameters of a robot from its logs; -o writes them into a copy of the robot's file.

    Parameters
    ----------
    log
        Logs: .csv .txt .npz .mat .parquet .h5 .db3 .mcap, or a ROS 2 bag's folder.
    report
        Write a report: .html, .pdf, .tex, .md, .typ, .txt.
    friction
        viscous+coulomb, asymmetric or none; +stribeck and +load may be added.
    consistent
        Report physically consistent parameters.
    suggest
        Write a trajectory of 5 s that excites what the logs do not: .csv.
    """
    import dalembert as da
    from dalembert.identification.linear_model import friction_of

    if not log:
        raise finding.MissingArgument(Argument("log"), Noun("recorded motion")).error()
    result.free(result.output, _ROBOTS)
    result.free(suggest, (".csv",))
    place(report, _REPORTS, robot)
    friction_of(friction, True)  # tried before the logs are read
    loads, found = how.loads(len(log)), robot_of(robot, source)
    with working("reading"):
        logs = reader.read((*log, *how.loaded), found)
        if how.mass is None and not reader.wrench:
            _need_efforts(logs)
        examined = [] if how.gains else [x.examine(found) for x in logs[: len(log)]]
        doubts = [words(d) for x in examined for d in x.doubts]
        unconfirmed = [words(y) for x in examined for y in x.unconfirmed]
    if not result.json:
        for x in logs:
            console.data(repr(x))
        console.data("\n".join(f"in doubt: {x}" for x in doubts) or "nothing in doubt")
        if unconfirmed:
            console.data("\n".join(f"not confirmed by the log: {x}" for x in unconfirmed))
    with working("fitting"):
        settings = da.identification.Settings(rotors=how.rotors, gains=how.gains)
        fit = da.identify(
            found, logs, method=how.method, friction=friction, consistent=consistent, mass=how.mass, loads=loads,
            settings=settings,
        )  # fmt: skip
        summary = fit_summary(fit) | {"doubts": doubts, "unconfirmed": unconfirmed}
    done = None
    if result.output is not None:
        original = robot if is_file(robot) else None
        extra = {key: x for key, x in reading(source).items() if key in ("packages", "ignore")}
        done = fit.save(result.output, original, overwrite=result.force, **extra)
        summary |= _saved(done)
    if report is not None:
        summary["report"] = str(da.report(fit, report))
    if suggest is not None:
        with working("searching for a path"):
            more = fit.suggest()
        more.path.to_csv(suggest, overwrite=result.force)
        summary |= {"suggestion": str(suggest), "gained": list(more.gained)}
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
        Criterion of the search.
    rate
        Sampling rate in Hz.
    restarts
        Number of searches from different starts.
    seed
        Seed of the random starts.
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
    """Find a trajectory within every limit that excites the robot's parameters, as .csv.

    Parameters
    ----------
    time
        Duration in s.
    acceleration
        Largest of each joint, in rad/s² or m/s².
    floor
        Height in m that the links stay above.
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
    text = "\n".join([head, *(summary["notes"] or ["within every limit of the robot"])])
    console.result(result.json, summary | {"written": str(target)}, text, target)


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
    """Calibrate joint offsets and geometry from measured points or poses; -o writes them into a copy of the robot's file.

    Parameters
    ----------
    measurements
        A table: joint values, then x y z, and qw qx qy qz of poses.
    base
        The pose of the base is unknown.
    tool
        The measured point in the frame is unknown.
    parameters
        all, offsets, or names: joint1,joint2.offset.
    robust
        Omit measurements that noise does not explain.
    """
    import dalembert as da
    from dalembert.identification.calibration.measurement import read_table
    from dalembert.identification.identified_robot import saved

    result.free(result.output, _ROBOTS)
    found = robot_of(robot, source)
    which = parameters if parameters in ("all", "offsets") else [x.strip() for x in parameters.split(",")]
    data = read_table(measurements, found)
    fit = da.identification.calibrate(found, data, frame=frame, base=base, tool=tool, parameters=which, robust=robust)
    summary: dict[str, Any] = {"parameters": dict(fit.parameters), "sigma": dict(fit.sigma), "before": dict(fit.before),
                               "after": dict(fit.after), "unidentifiable": [words(x) for x in fit.unidentifiable],
                               "warnings": [words(x) for x in fit.warnings], "verdict": words(fit.verdict)}  # fmt: skip
    done = None
    if result.output is not None:
        done = saved(fit.robot, result.output, robot if is_file(robot) else None, overwrite=result.force)
        summary |= _saved(done)
    width = max((len(x) for x in fit.parameters), default=4)
    rows = [f"{shown(x):{width}} {y:12.4g} ± {fit.sigma[x]:.2g}" for x, y in fit.parameters.items()]
    text = "\n".join([*rows, *summary["unidentifiable"], *summary["warnings"], summary["verdict"]])
    _delivered(result, summary, text, done, robot)


def _saved(done: Saved) -> dict[str, Any]:
    return {"written": str(done.path), "kept_layout": done.kept, "left_out": list(done.left_out)}


def _delivered(
    result: ResultOptions, summary: dict[str, Any], text: str, done: Saved | None, robot: str, *paths: Path
) -> None:
    """Print the result, the written files, the parameters that the format cannot hold, and whether the original's layout was
    kept."""
    if done is not None and not result.json:
        for x in done.left_out:
            console.talk(f"left out: {x}")
        if is_file(robot) and not done.kept:
            console.talk(
                f"'{shown(done.path)}' is a new file: the comments and layout of '{shown(robot)}' are not in it"
            )
    console.result(result.json, summary, text, *([done.path] if done else []), *paths)


def _need_efforts(logs: list[Log]) -> None:
    """Reject logs without the efforts that the fit needs, before examining them."""
    for x in logs:
        if not (x.tau == x.tau).any():  # all nan
            columns = tuple(Column(name) for names in x.columns.values() for name in names)
            remedy = PassEntry(Argument("columns"), Identifier("tau"), Given("[…]"))
            raise finding.QuantityNotFound(FileName(x.name), Noun("efforts"), columns, (), remedy).error()
