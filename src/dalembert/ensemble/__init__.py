"""Ensembles of robots: Monte Carlo and parameter studies in which every member can be recomputed separately."""

from __future__ import annotations

from dalembert.namespace import namespace

__all__, __getattr__, __dir__ = namespace(
    __name__,
    {
        "dalembert.ensemble.member": ("Member",),
        "dalembert.ensemble.study": ("Study", "run"),
        "dalembert.ensemble.tasks": ("Identification", "Simulation"),
    },
)
