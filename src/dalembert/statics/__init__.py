"""Statics: holding torques, joint forces, equilibria and load capacity."""

from __future__ import annotations

from dalembert.namespace import namespace

__all__, __getattr__, __dir__ = namespace(
    __name__,
    {
        "dalembert.statics.capacity": ("largest_force", "largest_mass", "load_capacity"),
        "dalembert.statics.symbolic_statics": ("static_equations",),
        "dalembert.statics.equilibrium": ("equilibria",),
        "dalembert.statics.joint_forces": ("link_forces", "static_torque"),
    },
)
