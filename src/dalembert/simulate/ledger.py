"""The energy ledger:  T + U + elastic − (T + U + elastic)₀ = work of motors − loss in friction + work of wrenches + projection.

The three first on the right are integrated along with the motion, by the same method; the last is what closing the loops
after each step has changed. The difference of the two sides is the run's residual and measures the integration as a
whole.  [deluca]
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.simulate.event import Event
from dalembert.simulate.model import Model
from dalembert.simulate.run import Run

Array = NDArray[Any]


def record(
    model: Model, t: Array, x: Array, qdd: Array, tau: Array, energies: Array, method: str, events: tuple[Event, ...]
) -> Run:
    """The run of a history of states, their accelerations, the motors' efforts and (T, U, elastic)."""
    L = model.layout
    kinetic, potential, elastic = np.moveaxis(energies, -1, 0)
    work, loss, external, *more = np.moveaxis(x[..., L.ledger], -1, 0)
    projection = more[0] if more else np.zeros_like(work)
    return Run(
        joints=model.robot.coordinates, t=t,
        q=x[..., L.q], qd=x[..., L.qd], qdd=qdd, tau=tau,
        theta=x[..., L.theta], thetad=x[..., L.thetad],
        kinetic=kinetic, potential=potential, elastic=elastic, work=work, loss=loss, external=external,
        projection=projection, method=method, elastic_joints=model.elastic_names, events=events, robot=model.robot,
    )  # fmt: skip
