"""Kinematic calibration: where the joints really are, from measured poses, points or distances."""
