"""Motion in time: adaptive and compiled integration, stick and slip, stops, elastic joints, the energy ledger.

`simulate` is both this package and its main function: `simulate(robot, q0, duration=…)`.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

from dalembert.simulate.door import simulate as simulate
from dalembert.simulate.event import Event as Event
from dalembert.simulate.run import Run as Run
from dalembert.simulate.sensor import Encoder as Encoder
from dalembert.simulate.sensor import TorqueSensor as TorqueSensor


class _Callable(ModuleType):
    """Importing any module of this package binds `dalembert.simulate` to the package, which must still be callable."""

    def __call__(self, *args: Any, **options: Any) -> Run:
        return simulate(*args, **options)


sys.modules[__name__].__class__ = _Callable
