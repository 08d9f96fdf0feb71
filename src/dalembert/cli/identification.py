"""Commands from a robot's log to its model: excite, identify, calibrate."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from dalembert.cli import fitting, show
from dalembert.cli.option import (
    DEFAULT,
    FrameName,
    Json,
    Name,
    Output,
    Source,
    WrongUsage,
    is_file,
    place,
    positive,
    reading,
    robot_of,
    suffix_of,
)
from dalembert.cli.reading import AS_GUESSED, Reading
from dalembert.cli.wording import of_options
from dalembert.errors import shown

if TYPE_CHECKING:
    from dalembert.identify.log import Log
    from dalembert.identify.saved import Saved

_ROBOTS = (".urdf", ".xml", ".mjcf", ".toml", ".par")
_REPORTS = (".html", ".pdf", ".tex", ".md", ".typ", ".txt")
Force = Annotated[bool, Parameter(name="--force", negative=(), help="Replace the file if it exists.")]


def identify(
    robot: Name,
    /,
    *log: Annotated[
        Path, Parameter(help="Logs: .csv .txt .npz .mat .parquet .h5 .db3 .mcap, or a ROS 2 bag's folder.")
    ],
    output: Output = None,
    report: Annotated[Path | None, Parameter(help="Write a report: .html, .pdf, .tex, .md, .typ, .txt.")] = None,
    method: Annotated[
        Literal["ordinary", "weighted", "robust", "instruments"], Parameter(help="Of least squares.")
    ] = "weighted",
    friction: Annotated[
        str, Parameter(help="viscous+coulomb, asymmetric or none; +stribeck and +load may be added.")
    ] = "viscous+coulomb",
    offset: Annotated[bool, Parameter(help="Whether each joint has a constant effort too.")] = True,
    rotors: Annotated[bool | None, Parameter(help="Fit rotor inertias; unless told, of drives that have one.")] = None,
    essential: Annotated[bool, Parameter(negative=(), help="Keep only what the log tells apart from noise.")] = False,
    consistent: Annotated[
        bool, Parameter(negative=(), help="Report the parameters of bodies, which -o writes.")
    ] = False,
    refine: Annotated[
        Literal["output"] | None, Parameter(help="output: simulate the log's servo, with --kp, --ki, --kd.")
    ] = None,
    servo: Annotated[
        bool, Parameter(negative=(), help="The log has commands and no efforts: τ = kp (command − q) − kd q̇.")
    ] = False,
    kp: Annotated[str | None, Parameter(help="Of the servo at the joints, one or one each: 2000,1500.")] = None,
    ki: Annotated[str | None, Parameter(help="Of the servo's integral, for --refine output.")] = None,
    kd: Annotated[str | None, Parameter(help="Of the servo at the joints, one or one each.")] = None,
    period: Annotated[float | None, Parameter(help="Seconds that a sampled servo holds its efforts.")] = None,
    loaded: Annotated[
        tuple[Path, ...], Parameter(negative=(), help="Logs with the load of --load. May be repeated.")
    ] = (),
    load: Annotated[
        str | None,
        Parameter(
            allow_leading_hyphen=True, help="A known load: mass, x,y,z of its centre, Ixx,Iyy,Izz,Ixy,Iyz,Ixz about it."
        ),
    ] = None,
    load_frame: Annotated[str | None, Parameter(help="Where the load is fixed; the tip unless told.")] = None,
    gains: Annotated[
        bool, Parameter(negative=(), help="Efforts are signals: fit each drive's gain, with --loaded and --load.")
    ] = False,
    mass: Annotated[
        float | None, Parameter(help="Of the whole robot, kg, where its base is free: no torque is needed then.")
    ] = None,
    suggest: Annotated[
        Path | None, Parameter(help="Write a path of 5 s that shows what the logs do not: .csv.")
    ] = None,
    half: Annotated[
        bool, Parameter(negative=(), help="Fit the first half of each log and predict the second.")
    ] = False,
    force: Force = False,
    json: Json = False,
    reader: Reading = AS_GUESSED,
    source: Source = DEFAULT,
) -> None:
    """From logs of a robot to its parameters, with what to trust; -o writes them into a copy of the robot's file."""
    import dalembert as da
    from dalembert.identify.friction import friction_of

    if not log:
        raise WrongUsage("identify needs a log: dalembert identify ROBOT LOG.csv")
    _free(output, force)
    if suggest is not None:
        _free(suggest, force, (".csv",))
    if report is not None:
        place(report, _REPORTS, robot)
    friction_of(friction, offset)  # tried before the logs are read
    law = fitting.law(refine, servo, kp, ki, kd, period)
    told, found = reader.told, robot_of(robot, source)
    with show.working("reading"):
        logs = [da.read_log(x, found, **told) for x in (*log, *loaded)]
        if not servo and mass is None and not reader.wrench:
            _efforts(logs)
        if servo or refine is not None:
            _commands(logs)
        examined = [] if gains else [x.examine(found) for x in logs[: len(log)]]
        doubts = [str(d) for x in examined for d in x.doubts]
        unconfirmed = [y for x in examined for y in x.unconfirmed]
    if not json:
        for x in logs:
            show.data(of_options(repr(x)))
        show.data("\n".join(f"in doubt: {of_options(x)}" for x in doubts) or "nothing in doubt")
        if unconfirmed:
            show.data("\n".join(f"not confirmed by the log: {of_options(x)}" for x in unconfirmed))
    fitted, rest = (_half(logs, False), _half(logs, True)) if half else (logs, [])
    with show.working("fitting"):
        fit = da.identify(found, fitted, method=method, friction=friction, offset=offset, rotors=rotors,
                          essential=essential, consistent=consistent, refine=refine, loads=fitting.loads(load, load_frame, len(log), len(loaded)), gains=gains, mass=mass, **law)  # fmt: skip
        summary = fitting.summary(fit, rest) | {"doubts": doubts, "unconfirmed": unconfirmed}
    done = None
    if output is not None:
        original = robot if is_file(robot) else None
        extra = {key: x for key, x in reading(source).items() if key in ("packages", "ignore")}
        done = fit.save(output, original, overwrite=force, **extra)
        summary |= {"written": str(done.path), "kept_layout": done.kept, "left_out": list(done.left_out)}
    if report is not None:
        summary["report"] = str(fit.report(report))
    if suggest is not None:
        with show.working("searching for a path"):
            more = fit.suggest()
        more.path.to_csv(suggest, overwrite=force)
        summary |= {"suggestion": str(suggest), "gained": list(more.gained)}
    if json:
        notes = [{"log": x.name, "columns": dict(x.columns), "notes": [of_options(y) for y in x.notes]} for x in logs]
        show.as_json({"robot": found.name, "logs": notes, **summary})
        return
    show.data(fitting.table(fit))
    show.data("\n".join(fitting.said(summary)))
    _written(done, robot)
    if suggest is not None:
        show.talk(f"run {more} and fit both logs together")
        show.written(suggest)
    if report is not None:
        show.written(report)


def excite(
    robot: Name,
    /,
    *,
    output: Output = None,
    time: Annotated[float, Parameter(name=["--time", "-t"], help="Seconds.")] = 10.0,
    kind: Annotated[
        Literal["fourier", "spline"], Parameter(help="A series that can be repeated, or a spline.")
    ] = "fourier",
    criterion: Annotated[Literal["condition", "d"], Parameter(help="What the search makes small.")] = "condition",
    acceleration: Annotated[float | None, Parameter(help="The largest of each joint, rad/s² or m/s².")] = None,
    floor: Annotated[
        float | None, Parameter(allow_leading_hyphen=True, help="Height that links keep clear of, m.")
    ] = None,
    rate: Annotated[float, Parameter(help="Samples a second.")] = 100.0,
    restarts: Annotated[int, Parameter(help="Searches from different starts.")] = 4,
    seed: int = 0,
    force: Force = False,
    json: Json = False,
    source: Source = DEFAULT,
) -> None:
    """A path within every limit that shows the robot's parameters, as .csv, or as a picture .svg .png .pdf."""
    import dalembert as da

    target = output or Path(f"{Path(robot).stem}_path.csv")
    suffix = suffix_of(target, (".csv", ".svg", ".png", ".pdf"))
    _free(target, force, (suffix,))
    for option, x in (("--time", time), ("--rate", rate), ("--restarts", restarts)):
        positive(x, option)
    found = da.excite(robot_of(robot, source), duration=time, kind=kind, criterion=criterion, acceleration=acceleration,
                      floor=floor, rate=rate, restarts=restarts, seed=seed)  # fmt: skip
    if suffix == ".csv":
        found.to_csv(target, overwrite=force)
    else:
        found.plot(target)
    summary = {"parameters": len(found.parameters), "condition": found.condition, "random": min(found.random),
               "notes": list(found.notes)}  # fmt: skip
    if json:
        show.as_json(summary | {"written": str(target)})
        return
    show.data(
        f"{summary['parameters']} parameters, condition {found.condition:.4g} (the best random path: {summary['random']:.4g})"
    )
    show.data("\n".join(found.notes) or "within every limit of the robot")
    show.written(target)


def calibrate(
    robot: Name,
    measurements: Annotated[Path, Parameter(help="A table: joint values, then x y z, and qw qx qy qz of poses.")],
    /,
    *,
    output: Output = None,
    frame: FrameName = None,
    base: Annotated[bool, Parameter(negative=(), help="Where the base stands is unknown.")] = False,
    tool: Annotated[bool, Parameter(negative=(), help="Where the measured point is in the frame is unknown.")] = False,
    parameters: Annotated[str, Parameter(help="all, offsets, or names: joint1,joint2.offset.")] = "all",
    robust: Annotated[bool, Parameter(negative=(), help="Leave out what noise does not explain.")] = False,
    force: Force = False,
    json: Json = False,
    source: Source = DEFAULT,
) -> None:
    """Joint offsets and geometry from measured points or poses; -o writes them into a copy of the robot's file."""
    import dalembert as da
    from dalembert.identify.calibration.table import read_table
    from dalembert.identify.saved import saved

    _free(output, force)
    found = robot_of(robot, source)
    which = parameters if parameters in ("all", "offsets") else [x.strip() for x in parameters.split(",")]
    data = read_table(measurements, found)
    fit = da.calibrate(found, data, frame=frame, base=base, tool=tool, parameters=which, robust=robust)
    summary: dict[str, Any] = {"parameters": dict(fit.parameters), "sigma": dict(fit.sigma), "before": dict(fit.before),
                               "after": dict(fit.after), "unidentifiable": list(fit.unidentifiable),
                               "warnings": list(fit.warnings), "verdict": fit.verdict}  # fmt: skip
    done = None
    if output is not None:
        done = saved(fit.robot, output, robot if is_file(robot) else None, force)
        summary |= {"written": str(done.path), "kept_layout": done.kept, "left_out": list(done.left_out)}
    if json:
        show.as_json(summary)
        return
    width = max((len(x) for x in fit.parameters), default=4)
    show.data("\n".join(f"{shown(x):{width}} {y:12.4g} ± {fit.sigma[x]:.2g}" for x, y in fit.parameters.items()))
    show.data("\n".join([*fit.unidentifiable, *fit.warnings, fit.verdict]))
    _written(done, robot)


def _written(done: Saved | None, robot: str) -> None:
    """Say what was written, what the format could not hold, and whether the layout is the original's."""
    if done is None:
        return
    for x in done.left_out:
        show.talk(f"left out: {x}")
    if is_file(robot) and not done.kept:
        show.talk(f"'{shown(done.path)}' is a new file: the comments and layout of '{shown(robot)}' are not in it")
    show.written(done.path)


def _free(output: Path | None, force: bool, known: tuple[str, ...] = _ROBOTS) -> None:
    """Try the place of a file before the work; one that exists needs --force, the robot's own too."""
    from dalembert import file

    if output is not None:
        suffix_of(output, known)
        file.target(output, overwrite=force)


def _efforts(logs: list[Log]) -> None:
    for x in logs:
        if not (x.tau == x.tau).any():  # all nan
            known = "; ".join(y for y in x.notes if " from " in y)
            raise WrongUsage(
                f"'{shown(x.name)}' has no efforts that are known by name; say --column tau=…. It has {known}"
            )


def _commands(logs: list[Log]) -> None:
    for x in logs:
        if x.command is None:
            raise WrongUsage(f"'{shown(x.name)}' has no positions that were asked for; say --column command=…")


def _half(logs: list[Log], second: bool) -> list[Log]:
    middles = [(x.t[0] + x.t[-1]) / 2 for x in logs]
    return [x[m:] if second else x[:m] for x, m in zip(logs, middles, strict=True)]
