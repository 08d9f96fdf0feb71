"""Choosing actuators: `size_actuators(robot, tasks, motors=…)`."""

from dalembert.size.demand import Fit as Fit
from dalembert.size.demand import JointDemand as JointDemand
from dalembert.size.demand import Motor as Motor
from dalembert.size.demand import Relief as Relief
from dalembert.size.demand import Sizing as Sizing
from dalembert.size.task import size_actuators as size_actuators
