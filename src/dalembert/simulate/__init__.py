"""Motion in time: adaptive and compiled integration, stick and slip, stops, elastic joints, the energy ledger.

`simulate` is both this package and its main function: `simulate(robot, q0, duration=…)`.
"""

from __future__ import annotations

from dalembert.namesake import namesake
from dalembert.simulate.door import simulate as simulate
from dalembert.simulate.event import Event as Event
from dalembert.simulate.run import Run as Run
from dalembert.simulate.sensor import Encoder as Encoder
from dalembert.simulate.sensor import TorqueSensor as TorqueSensor

namesake(__name__, simulate)
