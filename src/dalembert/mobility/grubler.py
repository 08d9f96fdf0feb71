"""Grübler's formula:  F = m (n − 1 − j) + Σ f,  m = 3 in a plane, 6 in space.  [grubler1917], [kutzbach1929], [tang]

Each of n − 1 bodies has m freedoms, each joint takes m − f of them away. The formula counts and does not look: it is
right where no constraint repeats what others already say.
"""

from __future__ import annotations

from collections.abc import Sequence

from dalembert.errors import WrongValue
from dalembert.mobility.mechanism import Mechanism


def grubler(bodies: int, freedoms: Sequence[int], m: int = 6) -> int:
    """F of `bodies` bodies, the ground among them, held by joints with these freedoms; m = 3 planar, 6 spatial."""
    if bodies < 1:
        raise WrongValue(f"a mechanism has at least one body, the ground; got {bodies}")
    for f in freedoms:
        if not 0 <= f <= m:
            raise WrongValue(f"a joint has 0 to {m} freedoms, got {f}")
    return m * (bodies - 1 - len(freedoms)) + sum(freedoms)


def count(mechanism: Mechanism, m: int) -> int:
    """F of a mechanism."""
    return m * (len(mechanism.bodies) - 1 - len(mechanism.joints)) + mechanism.freedoms


def equation(mechanism: Mechanism, m: int) -> str:
    """The formula with its numbers, `3(4 − 1 − 4) + 4 = 1`."""
    n, j, f = len(mechanism.bodies), len(mechanism.joints), mechanism.freedoms
    return f"{m}({n} − 1 − {j}) + {f} = {count(mechanism, m)}".replace("= -", "= −")
