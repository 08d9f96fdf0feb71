"""Inverse kinematics by steps: from many starts, to the nearest solution, along a wish; and what cannot be reached."""
