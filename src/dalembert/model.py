"""Components of a robot model other than links and joints: frames, loops, springs, mimic joints, inertias and
tables."""

from __future__ import annotations

from dalembert.namespace import namespace

__all__, __getattr__, __dir__ = namespace(
    __name__,
    {
        "dalembert.dynamics": ("centroidal_matrix", "inertial_parameters"),
        "dalembert.formats.dh": ("from_table",),
        "dalembert.robot.joint": ("Coordinate", "Frame", "Mimic"),
        "dalembert.robot.loop": ("Coupling", "Loop"),
        "dalembert.robot.rotor": ("with_rotors",),
        "dalembert.robot.spring": ("BallSpring", "Strut", "Tendon"),
    },
    {"body": "dalembert.robot.body"},
)
