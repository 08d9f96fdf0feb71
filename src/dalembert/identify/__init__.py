"""From a robot's log to its model: logs, exciting paths, identification, calibration.

`identify` is both this package and its main function: `identify(robot, log)`.
"""

from __future__ import annotations

from dalembert.identify.door import identify as identify
from dalembert.identify.fit import Fit as Fit
from dalembert.namesake import namesake

namesake(__name__, identify)
