"""Identification of a robot from its logs: exciting trajectories, dynamic parameters, kinematic calibration."""

from __future__ import annotations

from dalembert.namespace import namespace

__all__, __getattr__, __dir__ = namespace(
    __name__,
    {
        "dalembert.identification.calibration.calibrate": ("calibrate",),
        "dalembert.identification.excitation_search": ("TrajectorySearch", "excite"),
        "dalembert.identification.excitation_limits": ("Bounds", "Obstacles"),
        "dalembert.identification.fit": ("Fit",),
        "dalembert.identification.identify": ("Settings",),
        "dalembert.identification.log": ("Log",),
        "dalembert.identification.read_log": ("Channels",),
    },
)
