"""Conversion of states to and from the coordinate order of other libraries and simulators."""

from __future__ import annotations

from dalembert.namespace import namespace

__all__, __getattr__, __dir__ = namespace(
    __name__,
    {
        "dalembert.formats.pinocchio": ("from_pinocchio_state", "pinocchio_rates", "pinocchio_state"),
    },
)
