"""Every numeric threshold of the program, with its unit and the reason for its value.

A threshold decides: below it two numbers are equal, a matrix is singular, a joint is at rest. One meaning has one name
and one value. Limits on size and time (most bytes of a file, most steps) and numbers of a method (step of a finite
difference, damping) belong here too where they decide a result. "1" is the unit of a relative threshold.
"""

from __future__ import annotations

import math


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
ROUNDED_INERTIA = threshold(1e-9, "1", "moments in files carry few digits; relative to the largest moment")
STEINER_ROUNDING = threshold(4e-15, "1", "some 20 roundings of the tensor at the origin, left in the central one")
EXACT_ANGLE = threshold(1e-9, "rad", "an angle this near to a right one is exact; smaller rotations are invisible")
ROUNDED_DIGITS = threshold(1e-11, "rad", "a decimal number of up to 8 digits is read back within this")
VISIBLE_ROTATION = threshold(2e-3, "1", "larger entries of a rotation are meant; a right angle of 2 digits leaves less")
FULL_TURN = threshold(math.tau + 1e-3, "rad", "2π + 0.001: larger angles are probably degrees")
ZERO_LENGTH = threshold(1e-12, "1", "an axis or quaternion of this length has no direction")
NOT_ORTHONORMAL = threshold(1e-6, "1", "entries of R Rᵀ − E that rounding in files leaves")
WHOLE_AXIS = threshold(1e-11, "1", "an axis this near to a coordinate axis is that axis")
LEAST_INERTIA = threshold(1e-15, "kg, kg m², m³", "MuJoCo's smallest mass, moment and volume of a body that moves")
PARALLEL = threshold(1e-9, "1", "axes whose cross or dot product is smaller are parallel or orthogonal")
LAST_DIGIT = threshold(1e-15, "1", "the last digit of a number near 1")
ALIGNED = threshold(1e-10, "1", "a direction whose x and y are smaller is ±z")
NO_VOLUME = threshold(1e-14, "1", "share of the volume of all tetrahedra that rounding leaves")
ODE_ACCURACY = threshold(1e-10, "1", "relative accuracy of a trajectory that is shown beside its closed form")
# ---- end of robots and their files

# ---- code generation and kernels
# ---- end of code generation and kernels

# ---- pages, studio and command line
# ---- end of pages, studio and command line
