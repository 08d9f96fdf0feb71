"""Commands `simulate`, `size`, `ik`, `assemble`, `statics` and `mobility` for motions and forces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from dalembert import finding as kinds
from dalembert.argument import known
from dalembert.cli import console
from dalembert.cli.option import (
    AT_REST,
    DEFAULT,
    NEUTRAL,
    RADIANS,
    Angles,
    Duration,
    FrameName,
    Json,
    Name,
    Numbers,
    Output,
    Posture,
    RobotOptions,
    State,
    Wrench,
    is_file,
    numbers,
    place,
    positive,
    robot_of,
    wrenches,
)
from dalembert.errors import shown
from dalembert.finding.finding import Argument, Noun

_PLOTS = (".svg", ".png", ".pdf")
_FORMATS = (".csv", ".npz", ".parquet", *_PLOTS, ".html")


@Parameter(name="*")
@dataclass(frozen=True)
class Integration:
    """Options for the integration.

    Parameters
    ----------
    method
        Integration method.
    step
        Time step of fixed-step methods in seconds. Default: 0.001.
    """

    method: Literal["DOP853", "Radau", "rk4", "euler", "midpoint", "moreau"] | None = None
    step: float | None = None


_USUAL = Integration()
_THROUGH = "force / N and moment / N m through each joint, world axes, at its origin"


def simulate(
    robot: Name,
    /,
    *,
    time: Duration = 2.0,
    initial: State = AT_REST,
    tau: Numbers = None,
    wrench: Wrench = (),
    solver: Integration = _USUAL,
    keep_limits: bool = False,
    output: Output = None,
    json: Json = False,
    source: RobotOptions = DEFAULT,
) -> None:
    """Simulate a robot and save the run as a table, a plot or an animation.

    Output formats are .csv, .npz and .parquet for tables, .svg, .png and .pdf for plots, and .html for animations.

    Parameters
    ----------
    time
        Duration in seconds.
    tau
        Constant torques and forces in N m and N. Default: zero.
    keep_limits
        Make the motors respect the effort and velocity limits. By default, limit violations are only reported.
        Position limits do not affect motors.
    """
    import dalembert as da
    from dalembert.simulation import Inputs, Solver

    place(output, _FORMATS, robot)
    positive(time, "time")
    found = robot_of(robot, source)
    torque = None if tau is None else RADIANS.rates(found, tau, "tau")
    start, rate = initial.configuration(found, initial.q), initial.rates(found, initial.qd, "qd")
    inputs = Inputs(torque, limits="keep" if keep_limits else "name")
    how = Solver(solver.method, solver.step)
    run = da.simulate(found, start, rate, duration=time, tau=inputs, wrench=wrenches(wrench), method=how)
    if output:
        _keep(run, output)
    summary = {"robot": found.name, "method": run.method, "duration": run.t[-1], "samples": len(run.t),
               "q": run.q[-1], "qd": run.qd[-1], "energy": run.energy[-1], "residual": run.residual}  # fmt: skip
    if run.exceeded:
        summary["exceeded"] = [str(x) for x in run.exceeded]
    words = {"duration": f"{run.t[-1]:g} s", "energy": f"{run.energy[-1]:.9g} J", "residual": f"{run.residual:.1e}"}
    console.result(json, summary, "\n".join(f"{key:9} {_shown(x)}" for key, x in (summary | words).items()))


def size(
    robot: Name,
    /,
    *,
    start: Annotated[Numbers, Parameter(name="--from")] = None,
    end: Annotated[Numbers, Parameter(name="--to")] = None,
    time: Duration = 2.0,
    angles: Angles = RADIANS,
    output: Output = None,
    json: Json = False,
    source: RobotOptions = DEFAULT,
) -> None:
    """List the required torque, speed and power of each actuator for a rest-to-rest motion, and the effect of springs.

    Parameters
    ----------
    start
        Configuration at the start of the motion. Default: zero.
    end
        Configuration at the end of the motion.
    time
        Duration of the motion in seconds.
    """
    from dalembert.design.actuator import size_actuators
    from dalembert.trajectory.joint_space import quintic

    if end is None:
        raise kinds.MissingArgument(Argument("end"), Noun("end of motion")).error()
    place(output, _PLOTS, robot)
    positive(time, "time")
    found = robot_of(robot, source)
    found.only("a motion from rest to rest", springs=True)
    path = quintic(angles.rates(found, start, "start"), angles.rates(found, end, "end"), time)
    sizing = size_actuators(found, path)
    if output:
        sizing.plot(output)
        console.talk(f"wrote {output}")
    rows = [{key.replace(" ", "_").lower(): x for key, x in row.items()} for row in sizing.table()]
    console.result(json, rows, str(sizing))


def _shown(x: Any) -> str:
    if isinstance(x, list):
        return "\n          ".join(x)
    return str(console.array(x) if hasattr(x, "shape") else x)


def _keep(run: Any, output: Any) -> None:
    suffix = output.suffix.lower()
    if suffix == ".html":
        from dalembert.view.scene import animate

        animate(run).save_html(output)
    else:
        run.save(output)
    console.talk(f"wrote {output}")


def ik(
    robot: Name,
    /,
    *,
    position: Numbers = None,
    pose: Numbers = None,
    q0: Numbers = None,
    angles: Angles = RADIANS,
    all: bool = False,
    limits: bool | None = None,
    frame: FrameName = None,
    json: Json = False,
    source: RobotOptions = DEFAULT,
) -> None:
    """Solve inverse kinematics for a position or a pose.

    Parameters
    ----------
    position
        Target position x,y,z in metres.
    pose
        Target pose: the 16 numbers of a 4×4 matrix, row by row.
    q0
        Initial configuration. The command prints the solution nearest to this configuration.
    all
        List all solutions.
    limits
        With --all, list only solutions within the joint limits. Without --all, the solution is always within the limits.
    """
    import dalembert as da

    if (position is None) == (pose is None):
        kind = kinds.OneRequired if pose is None else kinds.Exclusive
        raise kind((Argument("position"), Argument("pose"))).error()
    target = numbers(position, "position", 3) if position else _pose(str(pose))
    found = robot_of(robot, source)
    near = None if q0 is None else angles.configuration(found, q0, "q0")
    _configurations(found, da.inverse_kinematics(found, target, frame=frame, q0=near, all=all, limits=limits), json)


def _configurations(robot: Any, q: Any, json: bool) -> None:
    console.result(json, {"robot": robot.name, "coordinates": robot.coordinates, "q": q}, console.array(q))


def assemble(
    robot: Name,
    /,
    *,
    near: Posture = NEUTRAL,
    all: bool = False,
    json: Json = False,
    source: RobotOptions = DEFAULT,
) -> None:
    """Find the configuration nearest to --q (default: the neutral configuration) in which all loops are closed.

    Parameters
    ----------
    all
        List all assembly modes of a planar mechanism.
    """
    import dalembert as da

    found = robot_of(robot, source)
    guess = None if near.q is None else near.configuration(found, near.q)
    _configurations(found, da.assemble(found, guess, all=all), json)


def statics(
    robot: Name,
    /,
    *,
    posture: Posture = NEUTRAL,
    wrench: Wrench = (),
    json: Json = False,
    source: RobotOptions = DEFAULT,
) -> None:
    """Compute the torques that hold the robot at rest, and the force and moment through each joint."""
    import dalembert as da
    from dalembert.typeset.label import columns

    found = robot_of(robot, source)
    state, load = posture.configuration(found, posture.q), wrenches(wrench)
    tau, forces = da.statics.static_torque(found, state, wrench=load), da.statics.link_forces(found, state, wrench=load)
    through = {name: forces[name] for name in forces.joints}
    units = ["N" if dof.slides else "N m" for dof in found.dofs]
    held = zip(map(shown, found.coordinates), map("{:.6g}".format, console.rounded(tau)), units, strict=True)
    wrench_rows = console.rounded(list(through.values()))
    rows = [(shown(x), *map("{:.6g}".format, f)) for x, f in zip(through, wrench_rows, strict=True)]
    torques = columns(("joint", "effort", ""), tuple(held), "holding torques")
    wrenches_of = columns(("joint", "fx", "fy", "fz", "mx", "my", "mz"), tuple(rows), _THROUGH)
    console.result(json, {"robot": found.name, "q": state, "tau": tau, "through": through}, f"{torques}\n{wrenches_of}")


def mobility(
    mechanism: str,
    /,
    *,
    json: Json = False,
    source: RobotOptions = DEFAULT,
) -> None:
    """Compare the degrees of freedom of a mechanism with Grübler's formula, and explain any difference.

    Parameters
    ----------
    mechanism
        Library mechanism such as four_bar or stewart, gallery robot, or robot file.
    """
    from dalembert.mobility import library
    from dalembert.mobility.degrees_of_freedom import mobility as freedoms
    from dalembert.robot import gallery

    every = (*library.names(), *gallery.names())
    if not is_file(mechanism):
        known(mechanism, every, "file or robot")
    ours = mechanism in library.names() and not is_file(mechanism)
    found = freedoms(library.get(mechanism) if ours else robot_of(mechanism, source))
    numbers = {x: getattr(found, x) for x in ("formula", "equation", "instantaneous", "full_cycle", "agrees")}
    console.result(json, {"mechanism": found.mechanism.name, **numbers, "reasons": found.reasons}, found.explain())


def _pose(text: str) -> list[list[float]]:
    flat = numbers(text, "pose", 16)
    return [flat[4 * i : 4 * i + 4] for i in range(4)]
