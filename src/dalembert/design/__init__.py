"""Selection of actuators with `size_actuators(robot, tasks, motors=…)`."""

from __future__ import annotations

from dalembert.namespace import namespace

__all__, __getattr__, __dir__ = namespace(
    __name__,
    {
        "dalembert.design.actuator": ("JointDemand", "Motor", "MotorFit", "Relief", "Sizing", "size_actuators"),
    },
)
