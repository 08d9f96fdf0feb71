"""Motion in time: adaptive and fixed-step integration, friction, stops, elastic joints, sensors and the energy balance."""

from __future__ import annotations

from dalembert.simulation.event import Event as Event
from dalembert.simulation.run import Run as Run
from dalembert.simulation.sensor import Encoder as Encoder
from dalembert.simulation.sensor import TorqueSensor as TorqueSensor
from dalembert.simulation.simulate import simulate as simulate

__all__ = ["Encoder", "Event", "Run", "TorqueSensor", "simulate"]
