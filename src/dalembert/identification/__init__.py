"""Identification of a robot from its logs: reading logs, exciting trajectories, dynamic parameters, kinematic calibration."""

from __future__ import annotations

from importlib import import_module
from typing import Any

_HOME = {
    "Fit": "dalembert.identification.fit",
    "Log": "dalembert.identification.log",
    "calibrate": "dalembert.identification.calibration.calibrate",
    "excite": "dalembert.identification.excitation.excite",
}
__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"dalembert.identification has no '{name}'")
    return getattr(import_module(_HOME[name]), name)
