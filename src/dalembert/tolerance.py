"""Every numeric threshold of the program, with its unit and the reason for its value.

A threshold decides: below it two numbers are equal, a matrix is singular, a joint is at rest. One meaning has one name
and one value. Limits on size and time (most bytes of a file, most steps) and numbers of a method (step of a finite
difference, damping) belong here too where they decide a result. "1" is the unit of a relative threshold.
"""

from __future__ import annotations


def threshold(value: float, unit: str, reason: str) -> float:
    """Return the value; unit and reason are part of the declaration."""
    return value


# arithmetic
TINY = threshold(1e-300, "1", "keeps a divisor off zero without changing any other number")
ROUNDING = threshold(1e-12, "1", "relative error of a few thousand rounded operations")
RANK = threshold(1e-9, "1", "singular values below this share of the largest are rounding of J")

# ---- exact equations, derivations, proofs and checking
# ---- end of exact equations, derivations, proofs and checking

# ---- identification, logs and calibration
# ---- end of identification, logs and calibration

# ---- mechanisms, kinematics, mobility and statics
# ---- end of mechanisms, kinematics, mobility and statics

# ---- simulation, control and trajectories
# ---- end of simulation, control and trajectories

# ---- robots and their files
# ---- end of robots and their files

# ---- code generation and kernels
# ---- end of code generation and kernels

# ---- pages, studio and command line
PRINTED_ZERO = threshold(
    1e-6, "1", "share of the largest number of a table or sum below which a number is printed as 0"
)
NEGLIGIBLE = threshold(
    1e-9, "1", "share of the largest number below which an effort, an entry or a change counts as absent"
)
NO_LENGTH = threshold(1e-9, "m or pt", "shorter lines have no direction and are not drawn")
SAME_POINT = threshold(1e-6, "1", "share of the robot's reach below which two points of a drawing are one")
ALIGNED = threshold(1e-9, "1", "sine or cosine below which axes are parallel or perpendicular: rounding of poses")
TOOL_DIRECTION = threshold(
    1e-6, "m", "singular values of a tool's Jacobian below this are directions it cannot move in"
)
AT_LIMIT = threshold(1e-9, "rad or m", "a solution this far beyond a joint limit is at the limit")
# ---- end of pages, studio and command line
