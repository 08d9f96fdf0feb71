"""How a claim is decided: exactly while there is time, on random states otherwise.

An exact proof is a list of residuals, elements of the ring of the robot, all of which are zero: an identity for every
state and every value of the symbols. Where the chain is too long for a closed form, or the time is up, the same
claim is checked on random states (`closed.sample`), and says so.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from functools import cached_property

from dalembert.closed.algebra.generator import Poly
from dalembert.closed.derivation.addition import additions
from dalembert.closed.derivation.newton_euler import newton_euler
from dalembert.closed.derivation.road import DEEPEST, Arm, OutOfTime, depth
from dalembert.closed.proof.assumption import rubbing
from dalembert.closed.proof.certificate import CHECKED, PROVED, REFUTED, Claim
from dalembert.closed.proof.sample import Sample
from dalembert.graph.scalar import is_zero
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree

EXACT = "exact identity in the ring"
_TOLERANCE = 1e-9  # relative; the algorithms agree to 1e-14 where a property holds
_SHOWN = 40  # terms of a residual


class Prover:
    """A robot, the time left for exact proofs, and what all claims about it share."""

    def __init__(self, robot: Robot, seconds: float, states: int, seed: int) -> None:
        self.robot, self.states, self.seed = robot, states, seed
        self.deadline = time.thread_time() + seconds
        self.arm = Arm(robot, self.deadline)
        self.exact = depth(robot) <= DEEPEST
        bodies = tree(robot)
        self.plain = bodies.is_plain
        self.friction = any(rubbing(body.drive) for body in bodies.bodies) or not all(
            is_zero(x.damping) for x in robot.springs
        )

    @cached_property
    def sample(self) -> Sample:
        return Sample(self.robot, self.states, self.seed)

    @cached_property
    def tau(self) -> tuple[Poly, ...]:
        """The efforts as Newton and Euler find them, friction and springs included, what the cuts bear left out."""
        added = zip(newton_euler(self.arm).tau, additions(self.arm), self.arm.mechanics.bearing, strict=True)
        return tuple(tau + more + bearing for tau, more, bearing in added)

    @property
    def bound(self) -> str:
        """Why the coordinates cannot be moved one by one; empty where they can."""
        if self.robot.loops:
            return f"loop '{self.robot.loops[0].name}' binds the coordinates: none of them moves alone"
        if self.robot.balls:
            return f"the rates of ball '{next(iter(self.robot.balls))}' are quasi-velocities: no coordinates lie behind them"
        return ""

    def decide(
        self,
        name: str,
        statement: str,
        residuals: Callable[[], Iterable[Poly]],
        error: Callable[[], float],
        *,
        required: bool = True,
    ) -> Claim:
        """Proved or refuted by exact residuals; if there is no time for them, by the largest relative error."""
        if self.exact:
            try:
                return self._identity(name, statement, residuals(), required)
            except OutOfTime:
                self.exact = False
        largest = error()
        verdict = CHECKED if largest <= _TOLERANCE else REFUTED
        how = f"bounded numerical check on {self.states} random states"
        return Claim(name, statement, verdict, how, largest, required)

    def vanish(self, residuals: Callable[[], Iterable[Poly]]) -> bool:
        """Whether there was time to see that all residuals are zero."""
        try:
            return self.exact and self._identity("", "", residuals(), True).holds
        except OutOfTime:
            return False

    def _identity(self, name: str, statement: str, residuals: Iterable[Poly], required: bool) -> Claim:
        for residual in residuals:
            if time.thread_time() > self.deadline:
                raise OutOfTime
            if not self.arm.ring.is_zero(residual):
                size = len(residual)
                left = self.arm.mechanics.display.text(residual) if size <= _SHOWN else f"{size} terms"
                return Claim(name, statement, REFUTED, EXACT, left, required)
        return Claim(name, statement, PROVED, EXACT, "0", required)
