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
CONSTRAINT_UNSOLVED = threshold(1e-10, "1", "|J q̈ + J̇q̇|² over the size of its terms that no rounding explains")
MULTIPLIER_SOFT = threshold(1e-6, "1", "largest μ that five passes still correct")
MULTIPLIER_LOST = threshold(1e-9, "1", "a pivot below this share of its usual size leaves fewer than seven digits of λ")
LOOP_OPEN_SQUARED = threshold(1e-12, "m² or rad²", "the square of a closure error that counts as closed")
LOOP_OPEN = threshold(1e-6, "rad, or relative to the size", "a configuration that is open by more is rejected")
LOOP_OPEN_SINGLE = threshold(1e-5, "rad, or relative to the size", "the same in float32")
LOOP_RATE_SQUARED = threshold(1e-12, "1", "the square of a relative closure error of rates that is rejected")
LOOP_RATE_SQUARED_SINGLE = threshold(1e-8, "1", "the same in float32")
LOOP_PIVOT = threshold(1e-11, "1", "a smaller pivot of the constraint solver leaves fewer than five digits")
LOOP_PIVOT_SINGLE = threshold(1e-6, "1", "the same in float32")
REST_SQUARED = threshold(1e-16, "(rad/s)² or (m/s)²", "what moves no faster is at rest and loses no energy")
POWER_SPEED = threshold(1e-30, "rad/s or m/s", "below it a limit of power limits no effort")
SERIES_SQUARED = threshold(1e-5, "rad²", "below it the next term of the series of a rotation is under 1e-16")
EXACT_ENTRY = threshold(5e-12, "1", "admits π/2 written with 12 digits as a right angle")
GAIN_SQUARED = threshold(1e-18, "1/s²", "the square of a gain that counts as zero")
DEAD_ZONE = threshold(1e-9, "rad/s or m/s", "the narrowest dead zone of friction that exported code accepts")
SELF_TEST_SINGLE = threshold(5e-5, "1", "relative error of a right program in float32; in float64 it is ROUNDING")
COSIMULATION_STEP = threshold(1e-3, "s", "longest inner step of an exported unit: resolves motions up to some 50 Hz")
# ---- end of code generation and kernels

# ---- pages, studio and command line
# ---- end of pages, studio and command line
