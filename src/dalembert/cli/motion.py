"""Commands about motion in time: simulate, size."""

from __future__ import annotations

from typing import Annotated, Any

from cyclopts import Parameter

from dalembert.cli import show
from dalembert.cli.option import (
    DEFAULT,
    Json,
    Name,
    Numbers,
    Output,
    Source,
    Wrench,
    WrongUsage,
    configuration,
    place,
    positive,
    robot_of,
    vector,
    wrenches,
)

_PLOTS = (".svg", ".png", ".pdf")
_FORMATS = (".csv", ".npz", ".parquet", *_PLOTS, ".html")


def simulate(
    robot: Name,
    /,
    *,
    time: Annotated[float, Parameter(name=["--time", "-t"], help="Seconds.")] = 2.0,
    q: Numbers = None,
    qd: Numbers = None,
    tau: Annotated[str | None, Parameter(allow_leading_hyphen=True, help="Constant efforts; none unless told.")] = None,
    wrench: Wrench = (),
    method: Annotated[str | None, Parameter(help="DOP853, Radau, rk4, euler, midpoint or moreau.")] = None,
    step: Annotated[float, Parameter(help="Of the methods with fixed steps, s.")] = 1e-3,
    keep_limits: Annotated[
        bool,
        Parameter(negative=(), help="Motors keep the joints' effort and velocity limits; else they are only named."),
    ] = False,
    output: Output = None,
    json: Json = False,
    source: Source = DEFAULT,
) -> None:
    """Let a robot move from a state, and keep the run: .csv .npz .parquet, a plot .svg .png .pdf, or a film .html."""
    from dalembert.simulate import simulate as move

    place(output, _FORMATS, robot)
    positive(time, "--time")
    positive(step, "--step")
    found = robot_of(robot, source)
    torque = None if tau is None else vector(found, tau, "--tau")
    start, rate = configuration(found, q), vector(found, qd, "--qd")
    limits = "keep" if keep_limits else "name"
    pushes = wrenches(wrench)
    run = move(found, start, rate, duration=time, tau=torque, wrench=pushes, method=method, step=step, limits=limits)
    if output:
        _keep(run, output)
    summary = {"robot": found.name, "method": run.method, "duration": float(run.t[-1]), "samples": len(run.t),
               "q": run.q[-1], "qd": run.qd[-1], "energy": run.energy[-1], "residual": run.residual}  # fmt: skip
    if run.exceeded:
        summary["exceeded"] = [str(x) for x in run.exceeded]
    if json:
        show.as_json(summary)
    else:
        said = {"duration": f"{run.t[-1]:g} s", "energy": f"{run.energy[-1]:.9g} J", "residual": f"{run.residual:.1e}"}
        show.data("\n".join(f"{key:9} {_shown(x)}" for key, x in (summary | said).items()))


def size(
    robot: Name,
    /,
    *,
    start: Annotated[
        str | None, Parameter(name="--from", allow_leading_hyphen=True, help="Where the task starts.")
    ] = None,
    end: Annotated[str | None, Parameter(name="--to", allow_leading_hyphen=True, help="Where it ends.")] = None,
    time: Annotated[float, Parameter(name=["--time", "-t"], help="Seconds from rest to rest.")] = 2.0,
    output: Output = None,
    json: Json = False,
    source: Source = DEFAULT,
) -> None:
    """What a motion from rest to rest asks of each actuator: peak and RMS torque, speed, power, and what a spring saves."""
    from dalembert.size import size_actuators
    from dalembert.trajectory import quintic

    if end is None:
        raise WrongUsage("size needs --to with the configuration where the motion ends")
    place(output, _PLOTS, robot)
    positive(time, "--time")
    found = robot_of(robot, source)
    found.only("a motion from rest to rest", springs=True)
    first = [0.0] * found.n if start is None else vector(found, start, "--from")
    sizing = size_actuators(found, quintic(first, vector(found, end, "--to"), time))
    if output:
        sizing.plot(output)
        show.written(output)
    if json:
        show.as_json([{key.replace(" ", "_").lower(): x for key, x in row.items()} for row in sizing.table()])
    else:
        show.data(str(sizing))


def _shown(x: Any) -> str:
    if isinstance(x, list):
        return "\n          ".join(x)
    return str(show.array(x) if hasattr(x, "shape") else x)


def _keep(run: Any, output: Any) -> None:
    suffix = output.suffix.lower()
    if suffix == ".html":
        from dalembert.view import animate

        animate(run).save_html(output)
    else:
        run.save(output)
    show.written(output)
