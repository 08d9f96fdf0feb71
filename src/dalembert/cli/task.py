"""Commands about geometry and force: ik, statics, mobility."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from dalembert.cli import show
from dalembert.cli.option import (
    DEFAULT,
    FrameName,
    Json,
    Name,
    Numbers,
    Source,
    Wrench,
    WrongUsage,
    configuration,
    is_file,
    numbers,
    robot_of,
    wrenches,
)
from dalembert.errors import shown


def ik(
    robot: Name,
    /,
    *,
    position: Annotated[str | None, Parameter(allow_leading_hyphen=True, help="x,y,z in metres.")] = None,
    pose: Annotated[
        str | None, Parameter(allow_leading_hyphen=True, help="The 16 numbers of a 4×4 pose, row by row.")
    ] = None,
    q0: Annotated[Numbers, Parameter(help="Where to start from; the solution nearest to it is given.")] = None,
    all: Annotated[bool, Parameter(negative=(), help="Every solution.")] = False,
    frame: FrameName = None,
    json: Json = False,
    source: Source = DEFAULT,
) -> None:
    """Joint coordinates that bring a frame to a position or a pose."""
    import dalembert as da

    if (position is None) == (pose is None):
        raise WrongUsage("ik needs --position x,y,z or --pose with 16 numbers, one of them")
    target = numbers(position, "--position", 3) if position else _pose(str(pose))
    found = robot_of(robot, source)
    near = None if q0 is None else configuration(found, q0, "--q0")
    q = da.inverse_kinematics(found, target, frame=frame, q0=near, all=all)
    if json:
        show.as_json({"robot": found.name, "coordinates": list(found.coordinates), "q": q})
    else:
        show.data(show.array(q))


def assemble(
    robot: Name,
    /,
    *,
    q: Numbers = None,
    all: Annotated[bool, Parameter(negative=(), help="Every way a planar mechanism can be put together.")] = False,
    json: Json = False,
    source: Source = DEFAULT,
) -> None:
    """The configuration with closed loops nearest to --q, or to no motion."""
    import dalembert as da

    found = robot_of(robot, source)
    guess = None if q is None else configuration(found, q)
    closed = da.assemble(found, guess, all=all)
    if json:
        show.as_json({"robot": found.name, "coordinates": list(found.coordinates), "q": closed})
    else:
        show.data(show.array(closed))


def statics(
    robot: Name,
    /,
    *,
    q: Numbers = None,
    wrench: Wrench = (),
    json: Json = False,
    source: Source = DEFAULT,
) -> None:
    """The torques that hold a robot still, and the force and moment through each joint."""
    import dalembert as da

    found = robot_of(robot, source)
    state, load = configuration(found, q), wrenches(wrench)
    tau, forces = da.static_torque(found, state, wrench=load), da.link_forces(found, state, wrench=load)
    if json:
        through = {name: forces[name] for name in forces.joints}
        show.as_json({"robot": found.name, "q": state, "tau": tau, "through": through})
        return
    units = ["N" if found.coordinate(x).slides else "N m" for x in found.coordinates]
    held = [f"  {shown(x):20} {t + 0.0:11.6g} {u}" for x, t, u in zip(found.coordinates, tau, units, strict=True)]
    show.data("\n".join(["holding torques", *held]))
    show.data("force / N and moment / N m through each joint, world axes, at its origin")
    show.data(" " * 22 + "".join(f"{x:>11}" for x in ("fx", "fy", "fz", "mx", "my", "mz")))
    least = 1e-12 * max(abs(y) for x in forces.joints for y in forces[x])
    for x in forces.joints:
        show.data(f"  {shown(x):20}" + "".join(f"{0.0 if abs(y) <= least else y:11.6g}" for y in forces[x]))


def mobility(
    mechanism: Annotated[str, Parameter(help="A mechanism of the library (four_bar, stewart, …), a robot or a file.")],
    /,
    *,
    json: Json = False,
    source: Source = DEFAULT,
) -> None:
    """Freedoms by Grübler's formula, in truth, and why they differ."""
    from dalembert.mobility import library
    from dalembert.mobility import mobility as freedoms

    known = mechanism in library.names() and not is_file(mechanism)
    try:
        found = freedoms(library.get(mechanism) if known else robot_of(mechanism, source))
    except WrongUsage as error:
        raise WrongUsage(f"{error}. Mechanisms: {', '.join(library.names())}") from None
    if json:
        show.as_json({"mechanism": found.mechanism.name, "formula": found.formula, "equation": found.equation,
                      "instantaneous": found.instantaneous, "full_cycle": found.full_cycle, "agrees": found.agrees,
                      "reasons": list(found.reasons)})  # fmt: skip
    else:
        show.data(found.explain())


def _pose(text: str) -> list[list[float]]:
    flat = numbers(text, "--pose", 16)
    return [flat[4 * i : 4 * i + 4] for i in range(4)]
