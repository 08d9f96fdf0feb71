"""Trajectories: rest-to-rest, via-point, periodic, Cartesian and time-optimal motions."""

from __future__ import annotations

from dalembert.namespace import namespace

__all__, __getattr__, __dir__ = namespace(
    __name__,
    {
        "dalembert.trajectory.cartesian": ("PoseTrajectory", "circle", "line"),
        "dalembert.trajectory.joint_space": (
            "Path",
            "Trajectory",
            "cubic",
            "fourier",
            "fourier_within",
            "path",
            "quintic",
            "scurve",
            "spline",
            "trapezoidal",
        ),
        "dalembert.trajectory.minimum_time": ("time_optimal",),
    },
)
