"""Numeric thresholds of the library, each with its unit and the reason for its value.

Thresholds decide, for example, whether two numbers are equal or a matrix is singular. Each threshold has one name
and one value throughout the library. The module also lists limits on size and time (bytes in a file, number of steps)
and method constants (finite-difference step, damping) that affect results. The comment on each threshold states its
unit in brackets ([1] if the threshold is relative) and the reason for its value.
"""

from __future__ import annotations

import math

# arithmetic
TINY = 1e-300  # [1] keeps a divisor nonzero without changing any other number
EPSILON = 1e-15  # [1] rounding error of one operation, in the last digit of a number near 1
FEW_ROUNDINGS = 1e-14  # [1] relative rounding error of a few dozen operations
ROUNDING = 1e-12  # [1] relative rounding error of a few thousand operations
RANK = 1e-9  # [1] singular values below this fraction of the largest are rounding errors of J

# ---- exact equations, derivations, proofs and checking
EXACT_ROTATION = 1e-12  # [1] a rotation entry this close to a root or a fraction is replaced by the exact number
LAST_BITS = 3e-16  # [1] a float this close to a short fraction is a rounded value of this fraction
POSTURE_DIFFERENCE = 1e-60  # [SI] difference of two equal expressions at a random point, with 90 digits
CLOSED_FORM_LOOP_OPEN = 1e-9  # [m or 1] rounded placements leave smaller gaps in a closed loop
AXIS = 1e-9  # [1] axes are parallel or perpendicular if sines or cosines differ from 0 or 1 by less
SINGULAR_INERTIA = 1e-10  # [1] an eigenvalue of M below this fraction of the largest counts as zero
SEARCH_STEP = 1e-7  # [rad] the search for the smallest eigenvalue ends at smaller steps
PROPERTY = 1e-9  # [1] structural properties that hold have errors near 1e-14; violations are much larger
# ---- end of exact equations, derivations, proofs and checking

# ---- identification, logs and calibration
BASE_DEPENDENT = 1e-7  # [1] a regressor column is dependent if a smaller fraction remains after projection
OBSERVED = 1e-8  # [1] a column of a log is identifiable if a larger fraction remains after projection
NULL_SHARE = 1e-6  # [1] component of a parameter in the null space above which the parameter is not identifiable
EFFORT_ROUNDING = 1e-10  # [1] noise below this fraction of an effort is rounding error
EFFORT_EXACT = 1e-5  # [1] lower bound on noise relative to the effort, which limits the weight of a joint
EFFORT_LEFT = 1e-3  # [1] noise of good recorders, as a fraction of the effort
EFFORT_BALANCED = 1e-6  # [1] rounding error of an effort whose parts cancel, relative to the parts
SQUARE_EXACT = 1e-8  # [1] fraction of a squared effort that is rounding error
ROBUST_SETTLED = 1e-2  # [σ] change of the parameters at which iterative reweighting ends
FACTOR_SETTLED = 1e-3  # [1] relative change of noise levels, gear ratios or gains at which an iteration ends
GAINS_SETTLED = 1e-9  # [1] relative change of gains and parameters at which Gauss-Newton iterations end
SIMULATION_SETTLED = 0.05  # [σ] change of the parameters at which the refinement by simulation ends
SIMULATION_RTOL = 1e-6  # [1] relative error of an adaptive step, far below the noise of a log
SIMULATION_STEP = 5e-4  # [s] fixed step for a continuous control law, which resolves the fastest pole
HELD_STEP = 2e-5  # [s] fixed step for a sampled control law, small because dry friction is first-order accurate
SLOWEST_POLE = 1e-3  # [1/s] with a slower pole, the initial error does not decay within a log
# [rad/s, m/s] a joint with a smaller speed or speed deviation is at rest, so the sign of friction is undefined
AT_REST_SPEED = 1e-6
PARAMETER_COUNTS = 1e-3  # [1] uncertainties below this fraction of the largest similar parameter are ignored
ANGLE_SETTLED = 1e-4  # [rad] step of a tilt or an encoder zero at which Gauss-Newton iterations end
ANGLE_VARIANCE = 1e-16  # [rad²] smallest variance of an angle, due to rounding
COLUMN_SEEN = 1e-6  # [1] a column is determined if a larger squared fraction remains after projection
COLUMN_FELT = 1e-8  # [1] fraction of the squared efforts that a determined column must explain
NORMAL_RANK = 1e-10  # [1] rank tolerance of normal equations, whose condition number is squared
RIDGE = 1e-13  # [1] added to normal equations with unit diagonal: rounding error of the entries
FALSE_ALARM = 1e-3  # [1] probability that one joint of a faultless robot is reported
FILTER_HARMLESS = 1e-4  # [1] no filter is needed if the relative error of an inertia without a filter is smaller
FASTEST_SAMPLING = 2e-5  # [s] shortest plausible sampling period of a robot: 50 kHz
USUAL_SAMPLING = 1e-4  # [s] shortest common sampling period of a robot: 10 kHz
TIME_ROUNDING = 4e-16  # [1] relative rounding error of the difference of two time stamps
BARRIER_SHARE = 1e-4  # [1] weight of the friction barrier relative to the prior; known friction hardly changes
PSEUDO_INERTIA_FLOOR = 1e-4  # [1] smallest eigenvalue of a pseudo-inertia relative to the prior
CALIBRATION_EXACT = 1e-9  # [m, rad] noise below which measurements count as exact
CALIBRATION_NOISE = 1e-3  # [m, rad] initial noise estimate of a calibration: that of a simple tracker
CENTRE_RANK = 1e-3  # [1] rank tolerance of the centre equations, whose points contain geometric errors
MEASURED_COLUMN = 1e-4  # [1] at measured postures, a column is identifiable if a larger fraction remains
OUTLIER_CHANCE = 1e-6  # [1] probability that pure noise makes a measurement an outlier
POINTS_APART = 1e-6  # [m] points at a smaller distance do not determine a scale
# ---- end of identification, logs and calibration

# ---- mechanisms, kinematics, mobility and statics
LOOP_OPEN = 1e-6  # [rad, or relative to the size] configurations with a larger loop-closure error are rejected
LOOP_OPEN_SINGLE = 1e-5  # [rad, or relative to the size] value of LOOP_OPEN for float32
LOOP_RATE = 1e-6  # [1] velocities with a larger relative violation of loop closure are rejected
LOOP_RATE_SINGLE = 1e-4  # [1] value of LOOP_RATE for float32
LOOP_ASSEMBLED = 1e-8  # [rad, or relative to the size] closure error that floats can reach at a double root, x² = 0
LOOP_SOLVED = 1e-13  # [rad, or relative to the size] rounding error of the closure error, at which the iteration ends
LOOP_PIVOT = 1e-11  # [1] with a smaller pivot of the constraint solver, fewer than five digits are correct
QUATERNION_NORM = 1e-100  # [1] below this norm and above its inverse, the squared norm loses digits
QUATERNION_NORM_SINGLE = 1e-15  # [1] value of QUATERNION_NORM for float32
SMALL_ANGLE = 1e-6  # [rad] closer to half a turn, the sine no longer determines the rotation axis
MOTION_RANK = 1e-7  # [1] screws and motions of closed loops are accurate to the closure error
INDEPENDENT = 1e-6  # [1] columns of J that are smaller relative to the others count as dependent
DEFINITE = 1e-13  # [1] eigenvalues below this fraction of the largest are rounding errors
SCALE_FLOOR = 1e-3  # [1] scale of a coordinate without inertia, relative to the smallest inertia
STALLED = 1e-14  # [1] an iteration ends if the relative change of the solution is smaller
MULTIPLIER_DAMPING = 1e-4  # [1] ratio of μ to the smallest σ, for which five iterations converge to rounding errors
MULTIPLIER_ROUNDING = 1e-9  # [1] smallest μ, because rounding errors of λ grow with 1/μ²
MULTIPLIER_ZERO = 1e-11  # [1] σ below this fraction of the mean counts as zero
SAME_POSE = 1e-6  # [rad, or relative to the size] configurations are equal if the link poses differ by less
PARALLEL_AXES = 1e-18  # [1] squared sine of the angle below which axes count as parallel
LOST_DIRECTION = 1e-10  # [1] scaled singular value of J below which the frame cannot move in a direction
POSE_REACHED = 1e-9  # [m or rad] largest error of a reached pose and of a satisfied limit
SOLVED_POSE = 1e-10  # [rad, or relative to the length of the arm] error at which numerical inverse kinematics ends
SAME_SOLUTION = 1e-5  # [rad or m] inverse-kinematics solutions that differ by less are equal
GRADIENT_STEP = 1e-5  # [rad or m] step of central differences with equal rounding error and truncation error
NEAR_LIMIT = 1e-3  # [rad or m] distance from a joint limit below which the limit explains the end of a path
MEETING_AXES = 1e-5  # [1] relative distance or sine below which axes in a rounded file intersect or are parallel
ROOT_SLACK = 1e-7  # [1] a root this far beyond the boundary of the workspace is kept and refined by Newton steps
QUARTIC_ZERO = 1e-11  # [1] a leading coefficient below this fraction of the largest is rounding error
DOUBLE_ROOT = 1e-3  # [1] accuracy of a double root of a quartic: the square root of the rounding error
DAMPING_FLOOR = 1e-11  # [1] damping that remains at the target, so that the step is defined for singular J
HALF_TURN = 1e-9  # [1] keeps the error finite for opposite directions
SLOPE_ZERO = 1e-30  # [1] squared slope below which the slope is rounding error
DAMPING_LEAST = 1e-6  # [1] smallest damping factor of the Levenberg-Marquardt method
NEARLY_DEPENDENT = 1e-4  # [1] a smaller relative singular value would vanish for slightly different dimensions
ROOT_RANK = 1e-8  # [1] singular values of closed loops are accurate only to the square root of rounding errors
FLAT = 1e-7  # [1] a gradient, or a stiffness relative to the largest effort, below this value counts as zero
# [1] a smaller sine, determinant, error of RᵀR or relative distance counts as zero, because files have six digits
GEOMETRY = 1e-6
# ---- end of mechanisms, kinematics, mobility and statics

# ---- simulation, control and trajectories
STEP = 1e-3  # [s] default fixed step, also for FMUs: rk4 resolves motions up to about 50 Hz
RTOL = 1e-10  # [1] default relative tolerance of adaptive steps, far below visible errors in plots and energy balance
ATOL = 1e-12  # [rad, m, rad/s, m/s] default absolute tolerance of adaptive steps
TRIAL_RTOL = 1e-8  # [1] relative tolerance of learning trials and the studio, below visible errors
SAME_TIME = 1e-9  # [1] times closer than this fraction of a period are the same sample
SAMPLE_MULTIPLE = 1e-6  # [1] a sampling period this close to a multiple of the step is treated as a multiple
DIFFERENCE_STEP = 1e-6  # [1] step of central differences, near the cube root of the rounding error
REST_SPEED = 1e-12  # [1] a friction element slower than this fraction of the fastest joint is at rest
REST_IMPULSE = 1e-7  # [rad/s, m/s] remaining velocity of a sticking element after the Gauss-Seidel iterations
SOFT_LANDING = 1e-6  # [rad/s, m/s] after a slower rebound, the joint stays at the stop
LIMIT_REACHED = 1e-9  # [1] an excess below this fraction of a limit or constraint is ignored
ENERGY_ROUNDING = 1e-9  # [1] fraction of the potential energy that is rounding error at rest
ENERGY_CREATED = 0.4  # [1] fraction of the exchanged energy that no valid step adds between two rows
MIDPOINT_CONVERGED = 1e-9  # [1] largest relative velocity change in the last iteration of the midpoint rule
POLE_AT_ZERO = 1e-9  # [1] a pole slower than this fraction of the fastest pole is not asymptotically stable
RICCATI = 1e-6  # [1] largest residual of a Riccati solution, relative to the terms of the equation
LEARNING_WORSE = 3.0  # [1] learning has diverged if the error is rising and exceeds this multiple of the first error
LEARNING_NOISE = 100.0  # [1] errors below this multiple of the tolerance are integration errors
LAW_START = 1e-9  # [1] a time law starts at 0 if its first value is below this fraction of its length
FRICTION_AGREES = 1e-7  # [1] largest difference in friction between two passes, as a fraction of a limit
SLOWEST = 1e-9  # [1] squared speed, relative to the largest, at which friction is evaluated at the start
BETWEEN_POINTS = 0.05  # [1] largest excess over a limit between grid points, as a fraction of the limit
# ---- end of simulation, control and trajectories

# ---- robots and their files
ROUNDED_INERTIA = 1e-9  # [1] relative to the largest moment: numbers in files have few digits
STEINER_ROUNDING = 4e-15  # [1] about 20 rounding errors of the tensor about the origin, in the central tensor
EXACT_ANGLE = 1e-9  # [rad] an angle this close to a right angle is exact; smaller rotations are invisible
ROUNDED_DIGITS = 1e-11  # [rad] error of reading back a decimal number of up to 8 digits
VISIBLE_ROTATION = 2e-3  # [1] larger rotation entries are intended; a right angle with 2 digits leaves smaller entries
FULL_TURN = math.tau + 1e-3  # [rad] 2π + 0.001: larger angles are probably in degrees
ZERO_LENGTH = 1e-12  # [1] an axis or a quaternion with a smaller length has no direction
WHOLE_AXIS = 1e-11  # [1] an axis this close to a coordinate axis is replaced by the coordinate axis
MISSPELT = 0.75  # [1] a word is misspelt if it is more similar to a known word: 'coeff' and 'coef' have 0.89
LEAST_INERTIA = 1e-15  # [kg, kg m², m³] MuJoCo's smallest mass, moment and volume of a moving body
VERTICAL = 1e-10  # [1] a direction with smaller x and y components is ±z
# ---- end of robots and their files

# ---- code generation and kernels
CONSTRAINT_UNSOLVED = 1e-10  # [1] |J q̈ + J̇q̇|² relative to the terms; a larger value is not a rounding error
MULTIPLIER_SOFT = 1e-6  # [1] largest μ for which five iterations converge
MULTIPLIER_LOST = 1e-9  # [1] a pivot below this fraction of the usual size leaves fewer than seven correct digits of λ
LOOP_PIVOT_SINGLE = 1e-6  # [1] value of LOOP_PIVOT for float32
REST_SQUARED = 1e-16  # [(rad/s)² or (m/s)²] squared speed below which a joint is at rest and dissipates no energy
POWER_SPEED = 1e-30  # [rad/s or m/s] below this speed, a power limit does not limit the effort
SERIES_SQUARED = 1e-5  # [rad²] below this value, the next term in the series of a rotation is smaller than 1e-16
EXACT_ENTRY = 5e-12  # [1] π/2 written with 12 digits counts as a right angle
GAIN_SQUARED = 1e-18  # [1/s²] squared gain below which a gain counts as zero
DEAD_ZONE = 1e-9  # [rad/s or m/s] smallest dead zone of friction that exported code accepts
SELF_TEST_SINGLE = 5e-5  # [1] relative error of a correct program in float32; the value for float64 is ROUNDING
# ---- end of code generation and kernels

# ---- pages, studio and command line
PRINTED_ZERO = 1e-6  # [1] a number below this fraction of the largest number in a table or sum is printed as 0
SMALL_NUMBER = 1e-3  # [1] smaller numbers are printed with a power of ten
LEAST_DECIMAL = 1e-4  # [1] a column whose largest number is smaller is printed with powers of ten
NEGLIGIBLE = 1e-9  # [1] an effort, an entry or a change below this fraction of the largest counts as absent
NO_LENGTH = 1e-9  # [m or pt] shorter lines have no direction and are not drawn
SAME_POINT = 1e-6  # [1] points of a drawing closer than this fraction of the robot's reach coincide
HIDDEN = 1e-3  # [1] a joint hides another joint in a drawing at a smaller distance, relative to the robot size
VERTEX_GRID = 2e-4  # [1] vertices of a shared page are rounded to this fraction of the reach, which is invisible
TOOL_DIRECTION = 1e-6  # [m] singular values of the tool Jacobian below this value mark directions without motion
# ---- end of pages, studio and command line
