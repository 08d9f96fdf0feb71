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
POSITIVE_DEFINITE = threshold(1e-13, "1", "smallest eigenvalue of M with a unit diagonal; rounding gives 1e-15")
# ---- end of code generation and kernels

# ---- pages, studio and command line
# ---- end of pages, studio and command line
