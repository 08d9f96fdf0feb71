"""Kinematics: joint velocities, redundancy, singularities, manipulability, workspaces, paths and closed-form equations."""

from __future__ import annotations

from dalembert.namespace import namespace

__all__, __getattr__, __dir__ = namespace(
    __name__,
    {
        "dalembert.kinematics.symbolic_kinematics": ("kinematic_equations",),
        "dalembert.kinematics.differential": (
            "force_ellipsoid",
            "joint_rates",
            "manipulability",
            "null_space",
            "self_motion",
            "velocity_ellipsoid",
        ),
        "dalembert.kinematics.inverse_formulas": ("inverse_formulas",),
        "dalembert.kinematics.numerical_inverse": ("Search",),
        "dalembert.kinematics.path_following": ("Redundancy", "WeightedTask", "follow"),
        "dalembert.kinematics.reachable_workspace": ("workspace",),
        "dalembert.kinematics.singularity": ("singularities",),
    },
)
