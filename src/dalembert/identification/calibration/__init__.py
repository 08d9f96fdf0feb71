"""Kinematic calibration: identify joint offsets and joint placements from measured poses, points or distances."""
