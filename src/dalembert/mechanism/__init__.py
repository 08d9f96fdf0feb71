"""Mechanisms with loops: closure, constraint forces, independent coordinates, modes, mobility and a library."""

from __future__ import annotations

from dalembert.namespace import namespace

__all__, __getattr__, __dir__ = namespace(
    __name__,
    {
        "dalembert.kinematics.parallel_robot": ("assembly_modes", "parallel_workspace", "working_modes"),
        "dalembert.mechanism.loops": (
            "impact",
            "independent_coordinates",
            "independent_map",
            "loop_closure",
            "loop_forces",
            "loop_jacobian",
            "project",
        ),
        "dalembert.mobility.degrees_of_freedom": ("mobility",),
        "dalembert.mobility.mechanism": (
            "DrawnJoint",
            "Mechanism",
            "cylindrical",
            "fixed",
            "planar",
            "prismatic",
            "revolute",
            "screw",
            "spherical",
            "universal",
        ),
        "dalembert.mobility.overconstraint": ("grubler",),
    },
    {"library": "dalembert.mobility.library"},
)
