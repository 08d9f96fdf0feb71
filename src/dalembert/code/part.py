"""What can be taken away, as graphs: the quantities of the table, steps in time, and control laws.

Each part has inputs and outputs with names; parts of one function share inputs of the same name, and the work on them.
An output is named after what was asked for: `mass_matrix`, `forward_dynamics_derivatives_by_q`. Where loops or contacts
bind the motion, `gap`, `tear` and `pivot` are outputs too, the worst of all parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dalembert.codegen.function import Given, Wanted
from dalembert.codegen.packages.target import CHECKS, PIVOT
from dalembert.errors import WrongValue
from dalembert.graph import Node, Scalar
from dalembert.graph.scalar import maximum, minimum
from dalembert.notation import NOTATION
from dalembert.quantity import QUANTITIES, trace
from dalembert.robot.model import Robot
from dalembert.robot.parameter import Loose

PUSH = "wrench "  # before the name of a frame, in the name of an input


@dataclass(frozen=True)
class Asked:
    """What quantities take besides a state, as in `compile`."""

    frame: str | None = None
    wrench: tuple[str, ...] = ()
    contacts: tuple[tuple[str, str], ...] = ()
    loose: Loose | None = None  # the robot with its parameters as symbols

    @property
    def more(self) -> list[tuple[str, tuple[int, ...], tuple[Node, ...]]]:
        """The input that holds the parameters, where there are any."""
        return [] if self.loose is None else [self.loose.operand]

    def loosened(self, robot: Robot) -> Robot:
        """The robot with its parameters as symbols, for steps and laws."""
        if self.loose is None:
            return robot
        if robot.loops:
            raise WrongValue(
                f"steps and laws of robot '{robot.name}' take no parameters: its loops need numbers, which tell how many "
                "closures are independent; export the quantities of the table with parameters instead"
            )
        return self.loose.robot


@dataclass(frozen=True)
class Part:
    """Inputs and outputs, (name, shape, scalars in C order), and what it computes in words."""

    given: Given
    wanted: Wanted
    words: str


def part(robot: Robot, name: str, asked: Asked) -> Part:
    """A quantity of the table, traced."""
    takes = QUANTITIES[name].takes
    options: dict[str, Any] = {x: getattr(asked, x) for x in takes}
    loose = asked.loose
    traced = trace(robot, name, **options) if loose is None else trace(loose.robot, name, nominal=robot, **options)
    given = [(f"{PUSH}{x}" if x in asked.wrench and shape == (6,) else x, shape, e) for x, shape, e in traced.inputs]
    given += asked.more
    wanted = [(_output(name, label), shape, entries) for label, shape, entries in traced.outputs]
    return Part(given, wanted, NOTATION[name].words)


def takes(name: str) -> tuple[str, ...]:
    """The options that a part looks at."""
    return QUANTITIES[name].takes if name in QUANTITIES else ()


def joined(parts: Sequence[Part]) -> list[tuple[Given, Wanted]]:
    """The parts of one function: what was asked for first, then one `gap`, `tear` and `pivot` for all."""
    worst: dict[str, Scalar] = {}
    plain: list[tuple[Given, Wanted]] = []
    for one in parts:
        plain.append((one.given, [x for x in one.wanted if x[0] not in CHECKS]))
        for label, _, (entry,) in [x for x in one.wanted if x[0] in CHECKS]:
            worse = minimum if label == PIVOT else maximum
            worst[label] = worse(worst[label], entry) if label in worst else entry
    names = [label for _, wanted in plain for label, *_ in wanted]
    twice = next((x for x in names if names.count(x) > 1), None)
    if twice is not None:
        raise WrongValue(f"'{twice}' is asked for twice in one function")
    return [*plain, ([], [(label, (), (worst[label],)) for label in CHECKS if label in worst])]


def _output(name: str, label: str) -> str:
    if label in CHECKS:
        return label
    return name if label == "value" else f"{name}_{label}"
