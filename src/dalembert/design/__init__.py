"""Choosing actuators: `size_actuators(robot, tasks, motors=…)`."""

from dalembert.design.actuator import JointDemand as JointDemand
from dalembert.design.actuator import Motor as Motor
from dalembert.design.actuator import MotorFit as MotorFit
from dalembert.design.actuator import Relief as Relief
from dalembert.design.actuator import Sizing as Sizing
from dalembert.design.actuator import size_actuators as size_actuators
