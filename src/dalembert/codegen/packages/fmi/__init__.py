"""Functional Mock-up Units, FMI 2.0: `unit.py` is the door."""
