"""Closed forms of a robot's kinematics, inertia matrix, velocity terms, gravity vector and base parameters."""
