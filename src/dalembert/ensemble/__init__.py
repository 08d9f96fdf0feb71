"""Many robots of one kind: Monte-Carlo and parameter studies, each member repeatable alone.

`ensemble` is both this package and its main function: `ensemble(robot, parameters, run, members=…)`.
"""

from __future__ import annotations

from dalembert.ensemble.identification import Identification as Identification
from dalembert.ensemble.member import Member as Member
from dalembert.ensemble.simulation import Simulation as Simulation
from dalembert.ensemble.study import Study as Study
from dalembert.ensemble.study import ensemble as ensemble
from dalembert.namesake import namesake

namesake(__name__, ensemble)
