"""Closed forms of a robot as elements of the ring: kinematics, inertias, M, c, g, base parameters."""
