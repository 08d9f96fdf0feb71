"""Commands about motion and force: simulate, size, ik, assemble, statics, mobility."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from dalembert import finding as kinds
from dalembert.argument import known
from dalembert.cli import console
from dalembert.cli.option import (
    DEFAULT,
    FrameName,
    Json,
    Name,
    Numbers,
    Output,
    RobotOptions,
    Wrench,
    configuration,
    is_file,
    numbers,
    place,
    positive,
    robot_of,
    vector,
    wrenches,
)
from dalembert.errors import shown
from dalembert.finding.finding import Argument, Noun
from dalembert.tolerance import ROUNDING

_PLOTS = (".svg", ".png", ".pdf")
_FORMATS = (".csv", ".npz", ".parquet", *_PLOTS, ".html")


@Parameter(name="*")
@dataclass(frozen=True)
class InitialState:
    """Initial state of a motion.

    Parameters
    ----------
    q
        Initial configuration in rad and m: 0.1,-1.2,0. Default: neutral.
    qd
        Initial velocities in rad/s and m/s. Default: at rest.
    """

    q: Numbers = None
    qd: Numbers = None


@Parameter(name="*")
@dataclass(frozen=True)
class Integration:
    """Options for the integration."""

    method: Annotated[
        Literal["DOP853", "Radau", "rk4", "euler", "midpoint", "moreau"] | None, Parameter(help="Integration method.")
    ] = None
    step: Annotated[float | None, Parameter(help="Step of fixed-step methods in seconds. Default: 0.001.")] = None


_AT_REST, _USUAL = InitialState(), Integration()


def simulate(
    robot: Name,
    /,
    *,
    time: Annotated[float, Parameter(name=["time", "-t"], help="Duration in seconds.")] = 2.0,
    initial: InitialState = _AT_REST,
    tau: Annotated[Numbers, Parameter(help="Constant efforts. Default: none.")] = None,
    wrench: Wrench = (),
    solver: Integration = _USUAL,
    keep_limits: Annotated[
        bool,
        Parameter(help="Enforce effort and velocity limits. Default: only report them."),
    ] = False,
    output: Output = None,
    json: Json = False,
    source: RobotOptions = DEFAULT,
) -> None:
    """Simulate a robot from a state and save the run: .csv .npz .parquet, a plot .svg .png .pdf, or a film .html."""
    import dalembert as da
    from dalembert.simulation import Inputs, Solver

    place(output, _FORMATS, robot)
    positive(time, "time")
    found = robot_of(robot, source)
    torque = None if tau is None else vector(found, tau, "tau")
    start, rate = configuration(found, initial.q), vector(found, initial.qd, "qd")
    inputs = Inputs(torque, limits="keep" if keep_limits else "name")
    how = Solver(solver.method, solver.step)
    run = da.simulate(found, start, rate, duration=time, tau=inputs, wrench=wrenches(wrench), method=how)
    if output:
        _keep(run, output)
    summary = {"robot": found.name, "method": run.method, "duration": float(run.t[-1]), "samples": len(run.t),
               "q": run.q[-1], "qd": run.qd[-1], "energy": run.energy[-1], "residual": run.residual}  # fmt: skip
    if run.exceeded:
        summary["exceeded"] = [str(x) for x in run.exceeded]
    words = {"duration": f"{run.t[-1]:g} s", "energy": f"{run.energy[-1]:.9g} J", "residual": f"{run.residual:.1e}"}
    console.result(json, summary, "\n".join(f"{key:9} {_shown(x)}" for key, x in (summary | words).items()))


def size(
    robot: Name,
    /,
    *,
    start: Annotated[Numbers, Parameter(name="--from", help="Configuration where the motion starts.")] = None,
    end: Annotated[Numbers, Parameter(name="--to", help="Configuration where the motion ends.")] = None,
    time: Annotated[
        float, Parameter(name=["time", "-t"], help="Duration of the rest-to-rest motion in seconds.")
    ] = 2.0,
    output: Output = None,
    json: Json = False,
    source: RobotOptions = DEFAULT,
) -> None:
    """List the requirements of a rest-to-rest motion per actuator: peak and RMS torque, speed, power, savings by a spring."""
    from dalembert.design.actuator import size_actuators
    from dalembert.trajectory.joint_space import quintic

    if end is None:
        raise kinds.MissingArgument(Argument("end"), Noun("end of motion")).error()
    place(output, _PLOTS, robot)
    positive(time, "time")
    found = robot_of(robot, source)
    found.only("a motion from rest to rest", springs=True)
    first = [0.0] * found.n if start is None else vector(found, start, "start")
    sizing = size_actuators(found, quintic(first, vector(found, end, "end"), time))
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
    position: Annotated[Numbers, Parameter(help="Target position x,y,z in metres.")] = None,
    pose: Annotated[Numbers, Parameter(help="Target pose: 16 numbers of a 4×4 matrix, row by row.")] = None,
    q0: Annotated[Numbers, Parameter(help="Initial configuration; the nearest solution is returned.")] = None,
    all: Annotated[bool, Parameter(help="List every solution.")] = False,
    frame: FrameName = None,
    json: Json = False,
    source: RobotOptions = DEFAULT,
) -> None:
    """Solve inverse kinematics for a position or a pose."""
    import dalembert as da

    if (position is None) == (pose is None):
        kind = kinds.OneRequired if pose is None else kinds.Exclusive
        raise kind((Argument("position"), Argument("pose"))).error()
    target = numbers(position, "position", 3) if position else _pose(str(pose))
    found = robot_of(robot, source)
    near = None if q0 is None else configuration(found, q0, "q0")
    q = da.inverse_kinematics(found, target, frame=frame, q0=near, all=all)
    _configurations(found, q, json)


def _configurations(robot: Any, q: Any, json: bool) -> None:
    console.result(json, {"robot": robot.name, "coordinates": list(robot.coordinates), "q": q}, console.array(q))


def assemble(
    robot: Name,
    /,
    *,
    q: Numbers = None,
    all: Annotated[bool, Parameter(help="List every assembly mode of a planar mechanism.")] = False,
    json: Json = False,
    source: RobotOptions = DEFAULT,
) -> None:
    """Find the configuration with closed loops nearest to --q, or to the neutral one.

    Parameters
    ----------
    q
        First guess in rad and m: 0.1,-1.2,0. Default: neutral.
    """
    import dalembert as da

    found = robot_of(robot, source)
    guess = None if q is None else configuration(found, q)
    _configurations(found, da.assemble(found, guess, all=all), json)


def statics(
    robot: Name,
    /,
    *,
    q: Numbers = None,
    wrench: Wrench = (),
    json: Json = False,
    source: RobotOptions = DEFAULT,
) -> None:
    """Compute the holding torques, and the force and moment through each joint.

    Parameters
    ----------
    q
        Configuration in rad and m: 0.1,-1.2,0. Default: neutral.
    """
    import dalembert as da

    found = robot_of(robot, source)
    state, load = configuration(found, q), wrenches(wrench)
    tau, forces = da.statics.static_torque(found, state, wrench=load), da.statics.link_forces(found, state, wrench=load)
    through = {name: forces[name] for name in forces.joints}
    units = ["N" if dof.slides else "N m" for dof in found.dofs]
    held = [f"  {shown(x):20} {t + 0.0:11.6g} {u}" for x, t, u in zip(found.coordinates, tau, units, strict=True)]
    heads = ["force / N and moment / N m through each joint, world axes, at its origin",
             " " * 22 + "".join(f"{x:>11}" for x in ("fx", "fy", "fz", "mx", "my", "mz"))]  # fmt: skip
    least = ROUNDING * max(abs(y) for x in forces.joints for y in forces[x])
    rows = [
        f"  {shown(x):20}" + "".join(f"{0.0 if abs(y) <= least else y:11.6g}" for y in f) for x, f in through.items()
    ]
    text = "\n".join(["holding torques", *held, *heads, *rows])
    console.result(json, {"robot": found.name, "q": state, "tau": tau, "through": through}, text)


def mobility(
    mechanism: Annotated[
        str, Parameter(help="Mechanism of the library (four_bar, stewart, …), gallery robot or file.")
    ],
    /,
    *,
    json: Json = False,
    source: RobotOptions = DEFAULT,
) -> None:
    """Compare the degrees of freedom with Grübler's formula, and explain the difference."""
    from dalembert.mobility import library
    from dalembert.mobility.degrees_of_freedom import mobility as freedoms
    from dalembert.robot import gallery

    every = (*library.names(), *gallery.names())
    if not is_file(mechanism):
        known(mechanism, every, "file or robot")
    ours = mechanism in library.names() and not is_file(mechanism)
    found = freedoms(library.get(mechanism) if ours else robot_of(mechanism, source))
    numbers = {x: getattr(found, x) for x in ("formula", "equation", "instantaneous", "full_cycle", "agrees")}
    reasons = [str(x) for x in found.reasons]
    console.result(json, {"mechanism": found.mechanism.name, **numbers, "reasons": reasons}, found.explain())


def _pose(text: str) -> list[list[float]]:
    flat = numbers(text, "pose", 16)
    return [flat[4 * i : 4 * i + 4] for i in range(4)]
