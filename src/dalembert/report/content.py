"""What a report on a robot holds, in order: model, pictures, equations, derivation, certificate, counts, motion, code.

A part that a robot cannot have is left out with a sentence that says why, so that the rest still comes.
"""

from __future__ import annotations

import keyword
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from dalembert.closed.derive import derive
from dalembert.closed.prove import prove
from dalembert.dynamics import inverse_dynamics
from dalembert.errors import DalembertError, WrongValue, shown
from dalembert.graph.text import to_text
from dalembert.kinematics.configuration import standing
from dalembert.quantity import QUANTITIES, count
from dalembert.report import plot
from dalembert.report.document import Picture, formula
from dalembert.report.motion import motion
from dalembert.report.motion import start as start_of
from dalembert.robot import show
from dalembert.robot.model import Robot
from dalembert.robot.value import value
from dalembert.typeset.block import Block, Code, Document, Passage, Section, Table, Words

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

    @property
    def numeric(self) -> Robot:
        """The robot with the values."""
        return self.robot.bind(**self.values) if self.values else self.robot


def content(request: Request) -> Document:
    """The whole report."""
    robot = request.robot
    numeric = request.numeric
    parts: list[tuple[str, Callable[[], Iterator[Block]]]] = [
        ("The model", lambda: _model(robot, numeric, request.values)),
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
        blocks.append(Section(title))
        try:
            blocks.extend(make())
        except DalembertError as reason:
            blocks.append(Words(f"Left out: {reason}"))
    return Document(f"Dynamics of {shown(robot.name)}", tuple(blocks))


def _model(robot: Robot, numeric: Robot, values: Mapping[str, Any]) -> Iterator[Block]:
    yield Words(show.headline(robot).replace("\n", "; ") + ".")
    yield Table(show.COLUMNS, tuple(show.rows(robot)))
    for bond in show.bonds(robot):
        yield Words(bond[:1].upper() + bond[1:] + ".")
    if values:
        given = tuple((shown(name), show.number(value(x, name))) for name, x in values.items())
        yield Table(("symbol", "value"), given, "Values used for the drawing, torques and simulation.")
    for warning in robot.warnings:
        yield Words(f"Note: {shown(warning, 400)}")
    yield Picture("robot", lambda: plot.robot_picture(numeric), "The robot in a bent posture.")


def _equations(robot: Robot) -> Iterator[Block]:
    for what, says in (("tau", "Efforts"), ("M", "Inertia matrix"), ("g", "Gravity")):
        found = formula(robot, what)
        size = len(found.text())
        yield Section(says, 2)
        if size > _LONGEST:
            yield Words(f"Too long to be read here ({size:,} characters): da.equations(robot).text('{what}') gives it.")
        else:
            yield Passage(found.blocks)


def _derivation(robot: Robot, method: str) -> Iterator[Block]:
    found = derive(robot, method)
    yield Passage(lambda language: found.blocks(language, level=2))


def _certificate(robot: Robot) -> Iterator[Block]:
    found = prove(robot)
    yield Words("Everything that must hold, holds." if found.holds else "Something that must hold, does not.")
    yield Words(" ".join(f"Assumed: {x}." for x in found.assumptions))
    rows = tuple((claim.name, claim.statement, claim.verdict, claim.how) for claim in found)
    yield Table(("claim", "statement", "verdict", "how"), rows)


def _operations(robot: Robot) -> Iterator[Block]:
    rows, reasons = [], []
    for name in _COUNTED:
        try:
            n = count(robot, name)
        except DalembertError as reason:
            reasons.append(f"Not counted: {name}. {reason}")
        else:
            rows.append((name, str(n.mul), str(n.add), str(n.div), str(n.sincos), str(n.total)))
    assert set(_COUNTED) <= set(QUANTITIES)
    yield Table(("quantity", "mul", "add", "div", "sin/cos", "total"), tuple(rows), "For one state, after regrouping.")
    for said in reasons:
        yield Words(said)


def _torques(robot: Robot) -> Iterator[Block]:
    move = motion(robot)
    inverse_dynamics(robot, move.q, move.qd, move.qdd)  # a robot without numbers says so here, before it is drawn
    yield Picture("torques", lambda: plot.torques(robot, move), "Effort of each joint, from rest to rest in 2 s.")
    if robot.loops:  # an effort holds the loops' forces as well, which no term of the tree shows
        return
    heavy = 1 if robot.n > 1 else 0
    yield Picture("parts", lambda: plot.torque_parts(robot, heavy, move), "One effort, term by term.")


def _simulation(robot: Robot, duration: float) -> Iterator[Block]:
    from dalembert.simulate import simulate

    run: Any = simulate(robot, start_of(robot), duration=duration, progress=False)
    yield Words(
        f"Let go at rest, without torque, for {duration:g} s by {run.method}. The energy ledger balances to "
        f"{run.residual:.1e} of the largest energy that moved."
    )
    if run.exceeded:
        yield Words("Beyond the joints' limits, which are not stops here: " + "; ".join(map(str, run.exceeded)) + ".")
    yield Picture("run", lambda: plot.motion_of(run), "Positions and velocities.")
    yield Picture("ledger", lambda: plot.ledger(run), "The energy ledger.")


def _code(request: Request) -> Iterator[Block]:
    if not request.origin:
        raise WrongValue("no line of Python makes this robot: its names cannot be written to a file")
    yield Code("\n".join([*opening(request), *closing(request)]))


def opening(request: Request) -> list[str]:
    """The lines that make the robot, with numbers where it was given any."""
    lines = ["import numpy as np", "import dalembert as da", "", request.origin]
    if request.values:
        lines.append(f"robot = {binding('robot', request.values)}")
    return lines


def binding(robot: str, values: Mapping[str, Any]) -> str:
    """`robot.bind(m1=2.0)`; a symbol that Python could not spell, as lambda, comes in a dictionary."""
    given = {name: x if isinstance(x, (int, float, str)) else to_text(x) for name, x in values.items()}
    if any(keyword.iskeyword(name) or not name.isidentifier() for name in given):
        return f"{robot}.bind(**{given!r})"
    return f"{robot}.bind({', '.join(f'{name}={x!r}' for name, x in given.items())})"


def closing(request: Request) -> list[str]:
    """The lines that compute: what this robot has."""
    robot = request.robot
    lines = []
    if set(request.values) >= set(robot.parameters) and robot.nv:
        lines += [state(request.numeric), "qd = qdd = np.full(robot.nv, 0.3)", "M = da.mass_matrix(robot, q)"]
        if robot.loops:
            lines.append("qdd = da.forward_dynamics(robot, q, 0 * qd, 0 * qd)    # let go at rest")
        else:
            lines.append("tau = da.inverse_dynamics(robot, q, qd, qdd)    # also (B, n) arrays of states")
    if has_equations(robot):
        lines.append("print(da.equations(robot).text())")
    return lines


def has_equations(robot: Robot) -> bool:
    """Whether there is a closed form that anybody would read."""
    try:
        formula(robot)
    except DalembertError:
        return False
    return True


def state(numeric: Robot, name: str = "robot") -> str:
    """The line that makes a configuration q."""
    if numeric.loops:
        return f"q = da.assemble({name}, {np.round(standing(numeric), 3).tolist()!r})    # loops closed"
    if numeric.nq != numeric.nv:
        return f"q = da.integrate({name}, da.neutral({name}), np.full({name}.nv, 0.3))"
    return f"q = np.full({name}.n, 0.3)"
