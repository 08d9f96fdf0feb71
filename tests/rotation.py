"""Rotations in plain numbers, written apart from the library's own."""

from math import cos, sin

Matrix = tuple[tuple[float, ...], ...]


def rotation_rpy(roll: float, pitch: float, yaw: float) -> Matrix:
    """Fixed-axis roll, pitch, yaw, as URDF means them: Rz(yaw) Ry(pitch) Rx(roll)."""
    (sr, cr), (sp, cp), (sy, cy) = ((sin(x), cos(x)) for x in (roll, pitch, yaw))
    return (
        (cy * cp, cy * (sp * sr) - sy * cr, cy * (sp * cr) + sy * sr),
        (sy * cp, sy * (sp * sr) + cy * cr, sy * (sp * cr) - cy * sr),
        (-sp, cp * sr, cp * cr),
    )


def quarter(R: Matrix) -> Matrix:
    """A rotation by right angles, in whole numbers."""
    return tuple(tuple(round(x) for x in row) for row in R)
