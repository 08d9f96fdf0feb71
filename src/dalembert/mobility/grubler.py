"""Grübler's formula:  F = m (n − 1 − j) + Σ f,  m = 3 in a plane, 6 in space.  [grubler1917], [kutzbach1929], [tang]

Each of n − 1 bodies has m freedoms, each joint takes m − f of them away. The formula counts and does not look: it is
right where no constraint repeats what others already say.
"""

from __future__ import annotations

from collections.abc import Sequence

from dalembert.errors import WrongValue
from dalembert.mobility.network import Network


def grubler(bodies: int, freedoms: Sequence[int], m: int = 6) -> int:
    """F of `bodies` bodies, the ground among them, held by joints with these freedoms; m = 3 planar, 6 spatial."""
    if bodies < 1:
        raise WrongValue(f"a mechanism has at least one body, the ground; got {bodies}")
    for f in freedoms:
        if not 0 <= f <= m:
            raise WrongValue(f"a joint has 0 to {m} freedoms, got {f}")
    return m * (bodies - 1 - len(freedoms)) + sum(freedoms)


def count(parts: Network, m: int) -> int:
    """F of a network of bodies; each coupling takes one more freedom away."""
    return m * (len(parts.bodies) - 1 - len(parts.joints)) + parts.freedoms - parts.couplings


def equation(parts: Network, m: int) -> str:
    """The formula with its numbers, `3(4 − 1 − 4) + 4 = 1`."""
    n, j, f = len(parts.bodies), len(parts.joints), parts.freedoms
    geared = f" − {parts.couplings}" if parts.couplings else ""
    return f"{m}({n} − 1 − {j}) + {f}{geared} = {count(parts, m)}".replace("= -", "= −")
