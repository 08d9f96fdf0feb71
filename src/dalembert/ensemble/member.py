"""Members of an ensemble. The random numbers of a member depend only on the seed and on the index of the member.

The random generator of member i is spawned from the seed for index i. The generator first draws the parameters in the
given order, and then the random numbers of the task.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from warnings import warn

import numpy as np

from dalembert import finding
from dalembert.argument import check_shape, finite, mapping, shaped
from dalembert.boundary import Array
from dalembert.errors import DalembertWarning
from dalembert.finding.finding import Argument
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Robot
from dalembert.robot.symbolic import Parametrized, parametrize

Draw = Callable[[np.random.Generator], Any]


@dataclass(frozen=True)
class Member:
    """Member of an ensemble.

    `index` is the member's number, `values` are its parameters by name, and `rng` is a generator for other random
    numbers.
    """

    index: int
    values: Mapping[str, Array]
    rng: np.random.Generator
    population: Population = field(repr=False)

    @cached_property
    def robot(self) -> Robot:
        """Robot with the member's parameters."""
        return self.population.robot_of(self.values)


@dataclass(frozen=True)
class Population:
    """Robot and the distributions of its parameters.

    A distribution is a function of a random generator, or a table with one row per member.
    """

    robot: Robot
    draws: tuple[tuple[str, Draw | Array], ...]
    seed: int

    @cached_property
    def loose(self) -> Parametrized:
        return parametrize(self.robot, list(dict(self.draws))) if self.draws else Parametrized(self.robot, (), ())

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """Number of values for each parameter."""
        return tuple(len(parametrize(self.robot, [name]).symbols) for name, _ in self.draws)

    def member(self, index: int) -> Member:
        rng = np.random.default_rng(np.random.SeedSequence(self.seed, spawn_key=(index,)))
        values = {}
        for (name, draw), size in zip(self.draws, self.sizes, strict=True):
            what = f"parameters['{name}']"
            drawn = finite(draw(rng) if callable(draw) else draw[index], what).reshape(-1)
            check_shape(drawn.shape, what, (size,))
            values[name] = drawn
        return Member(index, values, rng, self)

    def violation(self, member: Member) -> str:
        """Return the reason why the sampled inertia of a link is not physical, or an empty string."""
        links = {link.name for link in self.robot.links}
        for name, x in member.values.items():
            whole, _, part = name.rpartition(".")
            if name in links:
                found = Inertia.from_parameters(tuple(x)).violations()
            elif whole in links and part == "mass":
                found = Inertia(x[0]).violations()
            elif whole in links and part == "inertia":
                found = Inertia(1.0, (0, 0, 0), tuple(x)).violations()
            else:
                continue
            if found:
                return f"no body has what was drawn for '{name}': {found[0]}"
        return ""

    def numbers(self, members: Sequence[Member]) -> Array:
        """Return the parameters of the members as an array (members, p)."""
        return np.array([np.concatenate([*m.values.values(), []]) for m in members])

    def robot_of(self, values: Mapping[str, Array]) -> Robot:
        if not values:
            return self.robot
        flat = np.concatenate(list(values.values()))
        return self.loose.robot.bind(**dict(zip(self.loose.names, map(float, flat), strict=True)))


def population(robot: Robot, parameters: Mapping[str, Any], members: int, seed: int) -> Population:
    """Create a population of robots.

    SciPy distributions and functions of a random generator are sampled. Other values are interpreted as tables.
    """
    draws: list[tuple[str, Draw | Array]] = []
    for name, given in mapping(parameters, "parameters").items():
        draw: Draw | Array = given
        if hasattr(given, "rvs"):
            draw = _Distribution(given)
        elif not callable(given):
            draw = shaped(given, f"parameters['{name}']", (members,), (members, "k"))
        draws.append((name, draw))
    whole = Population(robot, tuple(draws), seed)
    whole.member(0)
    for name, draw in draws:
        if callable(draw) and np.asarray(draw(np.random.default_rng(seed))).dtype.kind in "iu":
            warn(DalembertWarning(finding.WholeNumbersDrawn(Argument(f"parameters['{name}']"))), stacklevel=4)
    return whole


@dataclass(frozen=True)
class _Distribution:
    """SciPy distribution, wrapped as a function of a random generator."""

    frozen: Any

    def __call__(self, rng: np.random.Generator) -> Any:
        return self.frozen.rvs(random_state=rng)
