"""Commands from a robot's log to its model: excite, identify, calibrate.

Options of a log: columns, units, signs, gears, time and filter. Options of a fit: servo gains and known loads.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from dalembert.cli import console
from dalembert.cli.console import words
from dalembert.cli.option import (
    DEFAULT,
    FrameName,
    Json,
    Name,
    Output,
    RobotOptions,
    WrongUsage,
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

if TYPE_CHECKING:
    from dalembert.identification.fit import Fit
    from dalembert.identification.identified_robot import Saved
    from dalembert.identification.log import Log


@Parameter(name="*")
@dataclass(frozen=True)
class LogOptions:
    """How the log is read."""

    column: Annotated[
        tuple[str, ...],
        Parameter(negative=(), help="Which column is what: q=pos_*, tau=eff1,eff2, t=0 by number. May be repeated."),
    ] = ()
    unit: Annotated[
        tuple[str, ...], Parameter(negative=(), help="Units: q=deg, t=ms, tau=mNm, or a factor. May be repeated.")
    ] = ()
    sign: Annotated[str | None, Parameter(allow_leading_hyphen=True, help="Of each joint: 1,-1,1.")] = None
    zero: Annotated[
        str | None, Parameter(allow_leading_hyphen=True, help="Added to the position of each joint: 0,0.1,0 rad or m.")
    ] = None
    gear: Annotated[
        str | None, Parameter(allow_leading_hyphen=True, help="Gear ratio of each joint, where motors were measured.")
    ] = None
    gain: Annotated[str | None, Parameter(help="Effort by current or voltage, one or one each joint.")] = None
    rate: Annotated[float | None, Parameter(help="Samples a second, where time counts samples.")] = None
    cutoff: Annotated[str, Parameter(help="Of the filter, Hz; auto from the spectrum, none for no filter.")] = "auto"
    wrench: Annotated[
        tuple[str, ...],
        Parameter(
            negative=(), help="Forces from outside: foot=fx,fy,fz,mx,my,mz at a frame, world axes. May be repeated."
        ),
    ] = ()
    topic: Annotated[str | None, Parameter(help="Of a ROS 2 bag.")] = None

    @property
    def told(self) -> dict[str, Any]:
        """What `read_log` is told."""
        listed = {key: x.split(",") if "," in x else x for key, x in (pair(y, "--column") for y in self.column)}
        found: dict[str, Any] = {
            "columns": {k: [x] if isinstance(x, str) and k not in ("t",) else x for k, x in listed.items()}
        }
        found["units"] = {key: _factor(x) for key, x in (pair(y, "--unit") for y in self.unit)}
        for key, text in (
            ("signs", self.sign),
            ("offsets", self.zero),
            ("gear_ratio", self.gear),
            ("torque_gain", self.gain),
        ):
            if text is not None:
                given = numbers(
                    text, {"signs": "--sign", "offsets": "--zero", "gear_ratio": "--gear"}.get(key, "--gain")
                )
                found[key] = given[0] if len(given) == 1 else given
        if self.wrench:
            found["wrench"] = {frame: x.split(",") for frame, x in (pair(y, "--wrench") for y in self.wrench)}
        if self.rate is not None:
            found["rate"] = positive(self.rate, "--rate")
        if self.cutoff != "auto":
            found["cutoff"] = (
                None if self.cutoff == "none" else positive(numbers(self.cutoff, "--cutoff", 1)[0], "--cutoff")
            )
        return found | ({} if self.topic is None else {"topic": self.topic})


AS_GUESSED = LogOptions()


def _factor(text: str) -> str | float:
    try:
        return float(text)
    except ValueError:
        return text


def servo_gains(
    refine: str | None, servo: bool, kp: str | None, ki: str | None, kd: str | None, period: float | None
) -> dict[str, Any]:
    """The servo's gains, as `identify` takes them."""
    texts = {name: text for name, text in (("kp", kp), ("ki", ki), ("kd", kd)) if text is not None}
    if bool(texts) != (servo or refine is not None):
        raise WrongUsage("--kp and --kd are the servo's gains, for --servo or --refine output, which need them")
    if refine is None and (ki is not None or period is not None):
        raise WrongUsage("--ki and --period are of the controller that --refine output simulates")
    given = {name: numbers(text, f"--{name}") for name, text in texts.items()}
    gains: dict[str, Any] = {name: x[0] if len(x) == 1 else x for name, x in given.items()}
    if period is not None:
        gains["period"] = period
    return {} if not gains else {"servo": gains} if servo else {"controller": gains}


def known_loads(text: str | None, frame: str | None, empty: int, loaded: int) -> list[Any] | None:
    """None for logs without the load, (frame, Inertia) for those with it."""
    from dalembert.robot.inertia import Inertia

    if (text is None) != (loaded == 0) or (text is None and frame is not None):
        raise WrongUsage("--load says what the robot carries in the logs of --loaded: give both, or none")
    if text is None:
        return None
    x = numbers(text, "--load")
    if len(x) not in (4, 10) or x[0] <= 0:
        raise WrongUsage(
            f"--load is mass,x,y,z or mass,x,y,z,Ixx,Iyy,Izz,Ixy,Iyz,Ixz with a positive mass; got {len(x)} numbers"
        )
    inertia = Inertia.about_com(x[0], (x[1], x[2], x[3]), tuple(x[4:]) or (0.0,) * 6)
    return [None] * empty + [(frame, inertia)] * loaded


def fit_summary(fit: Fit, rest: list[Log]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "parameters": fit.parameters, "sigma": fit.sigma, "error": fit.error, "errors": fit.errors, "raw_error": fit.raw_error,
        "left_out_error": fit.validation.error, "elsewhere": fit.validation.elsewhere,
        "left_out_logs": dict(zip((x.name for x in fit.logs), fit.validation.by_log.tolist(), strict=False)),
        "warnings": [words(x) for x in fit.warnings], "verdict": words(fit.verdict),
    }  # fmt: skip
    if fit.gains is not None:
        found |= {"gains": fit.gains.values, "gains_sigma": fit.gains.sigma}
    if fit.refined is not None:
        found["refined"] = {
            "rounds": fit.refined.rounds,
            "torque": fit.refined.torque,
            "position": fit.refined.position,
            "moved": fit.refined.moved,
            "least_squares": fit.refined.least_squares,
        }
    halves = {"second_half": [fit.error_on(x) for x in rest], "second_half_raw": [fit.raw_error_on(x) for x in rest]}
    return found | (halves if rest else {})


def fit_table(fit: Fit) -> str:
    """Parameters with what was given, found, σ and its share."""
    width = max(len("parameter"), *(len(shown(x)) for x in fit.parameters))
    lines = [f"{'parameter':{width}} {'given':>11} {'fit':>11} {'σ':>10} {'σ/value':>8}"]
    for name, x in fit.parameters.items():
        s = fit.sigma[name]
        part = 100 * s / abs(x) if x and s < float("inf") else None
        share = "       –" if part is None else f"{part:7.0f}%" if part >= 99.5 else f"{part:7.2g}%"
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
    if "refined" in summary:
        own = summary["refined"]
        lines.append(f"simulated with its servo: torques {100 * own['torque']:.3g} % off after {own['rounds']} rounds")
        before = {name: x for name, x in own["least_squares"].items() if x == x}
        lines.append("least squares before: " + ", ".join(f"{shown(name)} {x:.5g}" for name, x in before.items()))
    left = summary["left_out_logs"].items()
    lines += [f"{shown(name)} predicted from the other logs: {100 * x:.3g} %" for name, x in left]
    halves = zip(summary.get("second_half", ()), summary.get("second_half_raw", ()), strict=True)
    lines += [f"second half, predicted: {100 * x:.3g} %, as recorded {100 * y:.3g} %" for x, y in halves]
    lines += [f"warning: {x}" for x in summary["warnings"]]
    return [*lines, f"verdict: {summary['verdict']}"]


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
    rotors: Annotated[bool | None, Parameter(help="Fit rotor inertias (default: of drives that have one).")] = None,
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
    load_frame: Annotated[str | None, Parameter(help="Frame that carries the load (default: the tip).")] = None,
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
    reader: LogOptions = AS_GUESSED,
    source: RobotOptions = DEFAULT,
) -> None:
    """From logs of a robot to its parameters, with what to trust; -o writes them into a copy of the robot's file."""
    import dalembert as da
    from dalembert.identification.linear_model import friction_of

    if not log:
        raise WrongUsage("identify needs a log: dalembert identify ROBOT LOG.csv")
    _free(output, force)
    if suggest is not None:
        _free(suggest, force, (".csv",))
    if report is not None:
        place(report, _REPORTS, robot)
    friction_of(friction, offset)  # tried before the logs are read
    law = servo_gains(refine, servo, kp, ki, kd, period)
    told, found = reader.told, robot_of(robot, source)
    with console.working("reading"):
        logs = [da.read_log(x, found, **told) for x in (*log, *loaded)]
        if not servo and mass is None and not reader.wrench:
            _efforts(logs)
        if servo or refine is not None:
            _commands(logs)
        examined = [] if gains else [x.examine(found) for x in logs[: len(log)]]
        doubts = [words(d) for x in examined for d in x.doubts]
        unconfirmed = [words(y) for x in examined for y in x.unconfirmed]
    if not json:
        for x in logs:
            console.data(repr(x))
        console.data("\n".join(f"in doubt: {x}" for x in doubts) or "nothing in doubt")
        if unconfirmed:
            console.data("\n".join(f"not confirmed by the log: {x}" for x in unconfirmed))
    fitted, rest = (_half(logs, False), _half(logs, True)) if half else (logs, [])
    with console.working("fitting"):
        fit = da.identify(found, fitted, method=method, friction=friction, offset=offset, rotors=rotors,
                          essential=essential, consistent=consistent, refine=refine, loads=known_loads(load, load_frame, len(log), len(loaded)), gains=gains, mass=mass, **law)  # fmt: skip
        summary = fit_summary(fit, rest) | {"doubts": doubts, "unconfirmed": unconfirmed}
    done = None
    if output is not None:
        original = robot if is_file(robot) else None
        extra = {key: x for key, x in reading(source).items() if key in ("packages", "ignore")}
        done = fit.save(output, original, overwrite=force, **extra)
        summary |= {"written": str(done.path), "kept_layout": done.kept, "left_out": list(done.left_out)}
    if report is not None:
        summary["report"] = str(da.report(fit, report))
    if suggest is not None:
        with console.working("searching for a path"):
            more = fit.suggest()
        more.path.to_csv(suggest, overwrite=force)
        summary |= {"suggestion": str(suggest), "gained": list(more.gained)}
    if json:
        notes = [{"log": x.name, "columns": dict(x.columns), "notes": [words(y) for y in x.notes]} for x in logs]
        console.as_json({"robot": found.name, "logs": notes, **summary})
        return
    console.data(fit_table(fit))
    console.data("\n".join(fit_lines(summary)))
    _written(done, robot)
    if suggest is not None:
        console.talk(f"run {more} and fit both logs together")
        console.written(suggest)
    if report is not None:
        console.written(report)


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
    source: RobotOptions = DEFAULT,
) -> None:
    """A path within every limit that shows the robot's parameters, as .csv, or as a picture .svg .png .pdf."""
    import dalembert as da

    target = output or Path(f"{Path(robot).stem}_path.csv")
    suffix = suffix_of(target, (".csv", ".svg", ".png", ".pdf"))
    _free(target, force, (suffix,))
    for option, x in (("--time", time), ("--rate", rate), ("--restarts", restarts)):
        positive(x, option)
    found = da.identification.excite(robot_of(robot, source), duration=time, kind=kind, criterion=criterion, acceleration=acceleration,
                      floor=floor, rate=rate, restarts=restarts, seed=seed)  # fmt: skip
    if suffix == ".csv":
        found.to_csv(target, overwrite=force)
    else:
        found.plot(target)
    summary = {"parameters": len(found.parameters), "condition": found.condition, "random": min(found.random),
               "notes": [str(x) for x in found.notes]}  # fmt: skip
    if json:
        console.as_json(summary | {"written": str(target)})
        return
    console.data(
        f"{summary['parameters']} parameters, condition {found.condition:.4g} (the best random path: {summary['random']:.4g})"
    )
    console.data("\n".join(map(str, found.notes)) or "within every limit of the robot")
    console.written(target)


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
    source: RobotOptions = DEFAULT,
) -> None:
    """Joint offsets and geometry from measured points or poses; -o writes them into a copy of the robot's file."""
    import dalembert as da
    from dalembert.identification.calibration.measurement import read_table
    from dalembert.identification.identified_robot import saved

    _free(output, force)
    found = robot_of(robot, source)
    which = parameters if parameters in ("all", "offsets") else [x.strip() for x in parameters.split(",")]
    data = read_table(measurements, found)
    fit = da.identification.calibrate(found, data, frame=frame, base=base, tool=tool, parameters=which, robust=robust)
    summary: dict[str, Any] = {"parameters": dict(fit.parameters), "sigma": dict(fit.sigma), "before": dict(fit.before),
                               "after": dict(fit.after), "unidentifiable": [str(x) for x in fit.unidentifiable],
                               "warnings": [words(x) for x in fit.warnings], "verdict": words(fit.verdict)}  # fmt: skip
    done = None
    if output is not None:
        done = saved(fit.robot, output, robot if is_file(robot) else None, force)
        summary |= {"written": str(done.path), "kept_layout": done.kept, "left_out": list(done.left_out)}
    if json:
        console.as_json(summary)
        return
    width = max((len(x) for x in fit.parameters), default=4)
    console.data("\n".join(f"{shown(x):{width}} {y:12.4g} ± {fit.sigma[x]:.2g}" for x, y in fit.parameters.items()))
    console.data("\n".join([*summary["unidentifiable"], *summary["warnings"], summary["verdict"]]))
    _written(done, robot)


def _written(done: Saved | None, robot: str) -> None:
    """Say what was written, what the format could not hold, and whether the layout is the original's."""
    if done is None:
        return
    for x in done.left_out:
        console.talk(f"left out: {x}")
    if is_file(robot) and not done.kept:
        console.talk(f"'{shown(done.path)}' is a new file: the comments and layout of '{shown(robot)}' are not in it")
    console.written(done.path)


def _free(output: Path | None, force: bool, known: tuple[str, ...] = _ROBOTS) -> None:
    """Try the place of a file before the work; one that exists needs --force, the robot's own too."""
    from dalembert import atomic_file

    if output is not None:
        suffix_of(output, known)
        atomic_file.target(output, overwrite=force)


def _efforts(logs: list[Log]) -> None:
    from dalembert.finding.log import ColumnsUsed

    for x in logs:
        if not (x.tau == x.tau).any():  # all nan
            known = "; ".join(str(y) for y in x.notes if isinstance(y, ColumnsUsed))
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
