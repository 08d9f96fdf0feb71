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
STEP = threshold(1e-3, "s", "default fixed step: resolves motions up to some 50 Hz with rk4")
RTOL = threshold(
    1e-10, "1", "default relative tolerance of adaptive steps: plots and energy balance are exact to the eye"
)
ATOL = threshold(1e-12, "rad, m, rad/s, m/s", "default absolute tolerance of adaptive steps")
LEARNING_RTOL = threshold(1e-8, "1", "default tolerance of trials, well below what learning resolves")
SAME_TIME = threshold(1e-9, "1", "times closer than this share of a period are one sample")
SAMPLE_MULTIPLE = threshold(1e-6, "1", "a sampling period this close to whole steps is meant to be whole")
SAME_INSTANT = threshold(1e-14, "1", "events closer than this share of the time are at one instant: a few roundings")
EVENT_ROOT = threshold(1e-15, "1", "the time of an event is found to the last digit")
DIFFERENCE_STEP = threshold(1e-6, "1", "central differences of users' functions: near the cube root of the rounding")
REST_SPEED = threshold(1e-12, "1", "a friction place slower than this share of the fastest joint is at rest")
REST_IMPULSE = threshold(1e-7, "rad/s, m/s", "rate that Gauss-Seidel sweeps leave of a place that sticks")
REST_RESIDUAL = threshold(1e-9, "1", "rates below this share of the fastest are a remainder of rounding")
SOFT_LANDING = threshold(1e-6, "rad/s, m/s", "a rebound slower than this ends on the stop")
LIMIT_REACHED = threshold(1e-9, "1", "a limit exceeded by less than this share is met, not exceeded")
ENERGY_ROUNDING = threshold(1e-9, "1", "share of the potential energy that is rounding where nothing moves")
ENERGY_CREATED = threshold(0.4, "1", "share of the moved energy: no step that makes sense adds more between two rows")
MIDPOINT_CONVERGED = threshold(1e-9, "1", "share of the rates that the last iteration of the midpoint rule may change")
POLE_AT_ZERO = threshold(1e-9, "1", "a pole slower than this share of the fastest one does not return")
RICCATI = threshold(1e-6, "1", "residual of a Riccati equation, relative to its terms, that a solver may leave")
LEARNING_WORSE = threshold(3.0, "1", "an error this many times the first one, and rising, will not fall again")
LEARNING_NOISE = threshold(100.0, "1", "errors below this many tolerances are those of the integration")
LAW_START = threshold(1e-9, "1", "a law of time starts at 0 to this share of its length")
FRICTION_AGREES = threshold(1e-7, "1", "share of a limit by which two passes may differ in friction")
SLOWEST = threshold(1e-9, "1", "share of the largest speed squared at which friction of a start is taken")
BETWEEN_POINTS = threshold(0.05, "1", "share of a limit that may be exceeded between the points of a grid")
INFEASIBLE = threshold(1e-9, "1", "share of a limit by which a constraint must be violated to count")
# ---- end of simulation, control and trajectories

# ---- robots and their files
# ---- end of robots and their files

# ---- code generation and kernels
# ---- end of code generation and kernels

# ---- pages, studio and command line
# ---- end of pages, studio and command line
