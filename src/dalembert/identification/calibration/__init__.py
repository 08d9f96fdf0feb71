"""Kinematic calibration: identify the true placement of the joints from measured poses, points or distances."""
