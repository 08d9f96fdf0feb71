"""What control laws ask of a model, so that a law is written once and runs on numbers and on symbols.

On numbers each is a compiled kernel (`means`); on symbols (`code.law`) it is the graph behind it, and running the law on
object arrays of symbols traces the law itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from dalembert.control.friction import friction, smooth
from dalembert.control.goal import Array, driven, error, weight
from dalembert.dynamics import inverse_dynamics
from dalembert.mechanism import project
from dalembert.robot.model import Robot

Wanted = tuple[Array, Array, Array]  # q_d, qd_d, qdd_d


@dataclass(frozen=True)
class Means:
    """τ of a motion, τ of accelerations wished for, which may not go together with loops and are met as far as they do,
    τ that bears the weight at q, q_d ⊖ q, friction of a velocity wanted, and 1 for what is actuated."""

    inverse: Callable[[Array, Array, Array], Array]
    wished: Callable[[Array, Array, Array], Array]
    borne: Callable[[Array], Array]
    left: Callable[[Array, Array], Array]
    rub: Callable[[Array], Array] | None
    moved: Any

    def with_friction(self, tau: Array, qd_d: Array) -> Array:
        """τ, and what overcomes friction where a dead zone was asked for."""
        return tau if self.rub is None else tau + self.rub(qd_d)


def means(robot: Robot, dead_zone: float | None) -> Means:
    """On numbers; with a dead zone, friction is taken out of the model and given back by `rub`."""
    model, rub = (robot, None) if dead_zone is None else (smooth(robot), friction(robot, dead_zone))
    inverse = partial(inverse_dynamics, model)
    wished = partial(_nearest, robot, inverse) if robot.loops else inverse
    return Means(inverse, wished, weight(robot), error(robot), rub, driven(robot))


def _nearest(robot: Robot, inverse: Callable[..., Array], q: Array, qd: Array, qdd: Array) -> Array:
    """τ of the accelerations nearest to q̈ that keep the loops: what the loops take away is borne by them, not by τ."""
    return inverse(q, qd, project(robot, q, qd, qdd)[1])
