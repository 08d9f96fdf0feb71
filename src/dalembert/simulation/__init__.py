"""Simulation: options and results of `simulate`, events and sensors."""

from __future__ import annotations

from dalembert.namespace import namespace

__all__, __getattr__, __dir__ = namespace(
    __name__,
    {
        "dalembert.simulation.inputs": ("Inputs",),
        "dalembert.simulation.run": ("Event", "Run"),
        "dalembert.simulation.sensor": ("Encoder", "TorqueSensor"),
        "dalembert.simulation.simulate": ("Recording", "Solver"),
    },
)
