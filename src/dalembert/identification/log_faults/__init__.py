"""Faults of a log: wrong signs, units, joint order, delay, tilt or encoder zeros, each tested against the efforts."""
