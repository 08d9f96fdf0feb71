"""Many robots of one kind: Monte-Carlo and parameter studies, each member repeatable alone.

`ensemble` is both this package and its main function: `ensemble(robot, parameters, run, members=…)`.
"""

from __future__ import annotations

from dalembert.callable_package import namesake
from dalembert.ensemble.member import Member as Member
from dalembert.ensemble.study import Study as Study
from dalembert.ensemble.study import ensemble as ensemble
from dalembert.ensemble.tasks import Identification as Identification
from dalembert.ensemble.tasks import Simulation as Simulation

namesake(__name__, ensemble)
