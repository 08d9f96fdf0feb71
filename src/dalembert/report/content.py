"""What a report on a robot holds, in order: model, pictures, equations, derivation, certificate, counts, motion, code.

A part that a robot cannot have is left out with a sentence that says why, so that the rest still comes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from dalembert.closed.derive import derive
from dalembert.closed.prove import prove
from dalembert.dynamics import inverse_dynamics
from dalembert.errors import DalembertError, shown
from dalembert.quantity import QUANTITIES, count
from dalembert.report import plot
from dalembert.report.document import Block, Code, Document, Heading, Passage, Picture, Table, Words, formula
from dalembert.report.motion import motion
from dalembert.robot import show
from dalembert.robot.model import Robot

_COUNTED = ("inverse_dynamics", "forward_dynamics", "mass_matrix", "coriolis_vector", "gravity_vector", "jacobian")
_LONGEST = 4_000  # characters: about a page


@dataclass(frozen=True)
class Request:
    """What to report on. `values` are numbers for the symbols, used where numbers are needed; `origin` is the line of
    Python that makes the robot, for the code at the end."""

    robot: Robot
    method: str = "lagrange"
    values: Mapping[str, Any] = field(default_factory=dict)
    origin: str = "robot = da.load(…)"
    duration: float = 2.0


def content(request: Request) -> Document:
    """The whole report."""
    robot = request.robot
    numeric = robot.bind(**request.values) if request.values else robot
    parts: list[tuple[str, Callable[[], Iterator[Block]]]] = [
        ("The model", lambda: _model(robot, numeric)),
        ("Equations of motion", lambda: _equations(robot)),
        ("Derivation", lambda: _derivation(robot, request.method)),
        ("Certificate", lambda: _certificate(robot)),
        ("Operations", lambda: _operations(numeric)),
        ("Torques along a motion", lambda: _torques(numeric)),
        ("Simulation", lambda: _simulation(numeric, request.duration)),
        ("The same in Python", lambda: _code(request)),
    ]
    blocks: list[Block] = []
    for title, make in parts:
        blocks.append(Heading(title))
        try:
            blocks.extend(make())
        except DalembertError as reason:
            blocks.append(Words(f"Left out: {reason}"))
    return Document(f"Dynamics of {shown(robot.name)}", tuple(blocks))


def _model(robot: Robot, numeric: Robot) -> Iterator[Block]:
    yield Words(show.headline(robot).replace("\n", "; ") + ".")
    yield Table(show.COLUMNS, tuple(show.rows(robot)))
    for warning in robot.warnings:
        yield Words(f"Note: {warning}")
    yield Picture("robot", lambda: plot.robot_picture(numeric), "The robot in a bent posture.")


def _equations(robot: Robot) -> Iterator[Block]:
    for what, says in (("tau", "Efforts"), ("M", "Inertia matrix"), ("g", "Gravity")):
        found = formula(robot, what)
        size = len(found.text())
        yield Heading(says, 2)
        if size > _LONGEST:
            yield Words(f"Too long to be read here ({size:,} characters): da.equations(robot).text('{what}') gives it.")
        else:
            yield Passage(found)


def _derivation(robot: Robot, method: str) -> Iterator[Block]:
    yield Passage(derive(robot, method))


def _certificate(robot: Robot) -> Iterator[Block]:
    found = prove(robot)
    yield Words("Everything that must hold, holds." if found.holds else "Something that must hold, does not.")
    yield Words(" ".join(f"Assumed: {x}." for x in found.assumptions))
    rows = tuple((claim.name, claim.statement, claim.verdict, claim.how) for claim in found)
    yield Table(("claim", "statement", "verdict", "how"), rows)


def _operations(robot: Robot) -> Iterator[Block]:
    rows = []
    for name in _COUNTED:
        n = count(robot, name)
        rows.append((name, str(n.mul), str(n.add), str(n.div), str(n.sincos), str(n.total)))
    assert set(_COUNTED) <= set(QUANTITIES)
    yield Table(("quantity", "mul", "add", "div", "sin/cos", "total"), tuple(rows), "For one state, after regrouping.")


def _torques(robot: Robot) -> Iterator[Block]:
    move = motion(robot)
    inverse_dynamics(robot, move.q, move.qd, move.qdd)  # a robot without numbers says so here, before it is drawn
    yield Picture("torques", lambda: plot.torques(robot, move), "Effort of each joint, from rest to rest in 2 s.")
    heavy = 1 if robot.n > 1 else 0
    yield Picture("parts", lambda: plot.torque_parts(robot, heavy, move), "One effort, term by term.")


def _simulation(robot: Robot, duration: float) -> Iterator[Block]:
    from dalembert.simulate import simulate

    run: Any = simulate(robot, motion(robot).q[0], duration=duration, progress=False)
    yield Words(
        f"Let go at rest, without torque, for {duration:g} s by {run.method}. The energy ledger balances to "
        f"{run.residual:.1e} of the largest energy that moved."
    )
    if run.exceeded:
        yield Words("Beyond the joints' limits, which are not stops here: " + "; ".join(map(str, run.exceeded)) + ".")
    yield Picture("run", lambda: plot.motion_of(run), "Positions and velocities.")
    yield Picture("ledger", lambda: plot.ledger(run), "The energy ledger.")


def _code(request: Request) -> Iterator[Block]:
    numbers = set(request.values) >= set(request.robot.parameters)
    yield Code("\n".join([*opening(request), *(SNIPPET if numbers else SNIPPET[-1:])]))


def opening(request: Request) -> list[str]:
    """The lines that make the robot, with numbers where it was given any."""
    lines = ["import numpy as np", "import dalembert as da", "", request.origin]
    if request.values:
        values = ", ".join(f"{name}={x!r}" for name, x in request.values.items())
        lines.append(f"robot = robot.bind({values})")
    return lines


SNIPPET = (
    "q = qd = qdd = np.full(robot.n, 0.3)",
    "tau = da.inverse_dynamics(robot, q, qd, qdd)    # also (B, n) arrays of states",
    "M = da.mass_matrix(robot, q)",
    "print(da.equations(robot).text())",
)
