"""Structural properties of a robot's equations, proved exactly where the closed form exists.  [deluca]

What is claimed is in `proof.property`, how it is decided in `proof.prover`, on what it rests in `proof.assumption`.
"""

from __future__ import annotations

from dalembert.closed.proof.assumption import assumptions
from dalembert.closed.proof.certificate import Certificate
from dalembert.closed.proof.property import properties
from dalembert.closed.proof.prover import Prover
from dalembert.errors import WrongValue
from dalembert.robot.model import Robot


def prove(robot: Robot, *, seconds: float = 20.0, states: int = 20, seed: int = 0) -> Certificate:
    """The certificate of a robot's structural properties.

    Exact proofs are given up after `seconds` of the processor's time, whatever else it does, or when the chain is too long for a closed form, in favour of checks on
    `states` random states, chosen by `seed`. Each claim says which it was; a law that the robot's drives take away (a
    constant energy with springs or offsets) is not claimed, with the reason. `.assumptions` come first.
    """
    if robot.n == 0:
        raise WrongValue(f"robot '{robot.name}' has no moving joint; there is nothing to prove")
    if states < 2:
        raise WrongValue(f"states must be at least 2, so that what is constant can be told, got {states}")
    claims = tuple(properties(Prover(robot, seconds, states, seed)))
    return Certificate(robot.name, claims, assumptions(robot))
