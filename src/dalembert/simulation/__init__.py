"""Motion in time: events, sensors and the results of `simulate`."""

from __future__ import annotations

from dalembert.namespace import namespace

__all__, __getattr__, __dir__ = namespace(
    __name__,
    {
        "dalembert.simulation.event": ("Event",),
        "dalembert.simulation.run": ("Run",),
        "dalembert.simulation.sensor": ("Encoder", "TorqueSensor"),
    },
)
