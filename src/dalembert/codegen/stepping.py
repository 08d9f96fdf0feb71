"""A one-step method of a simulation as functions: what a renderer needs for many steps in one call.

A stage is (x, k, acc, u, [a, b]) -> (k', acc') with a and b the table's entries times the step h. A step starts with
acc = x, runs the stages, and ends with x = acc; k lives on from step to step. `finish`, x -> x', may end a step.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from dalembert.codegen.function import Function


class Part(NamedTuple):
    """Entries of the state that belong together, from `start` to before `stop`."""

    name: str
    start: int
    stop: int


@dataclass(frozen=True)
class Stepping:
    """A method's stage, its table per unit step, what ends a step, and what the state holds."""

    name: str
    stage: Function
    table: tuple[tuple[float, float], ...]
    finish: Function | None = None
    state: tuple[Part, ...] = ()

    @property
    def parts(self) -> tuple[Function, ...]:
        """Its functions."""
        return (self.stage,) if self.finish is None else (self.stage, self.finish)

    @property
    def states(self) -> int:
        """Numbers of x."""
        return self.stage.inputs[0].columns

    @property
    def inputs(self) -> int:
        """Numbers of u."""
        return self.stage.inputs[3].columns
