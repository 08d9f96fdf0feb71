"""Numeric thresholds of the library, each with its unit and the reason for its value.

Below a threshold, two numbers count as equal, a matrix as singular, or a joint as at rest. Each threshold has one name
and one value throughout the library. Limits on size and time (bytes in a file, number of steps) and constants of a
method (finite-difference step, damping) are also listed if they affect a result. The comment on each threshold contains
its unit in brackets ([1] if the threshold is relative) and the reason for its value.
"""

from __future__ import annotations

import math

# arithmetic
TINY = 1e-300  # [1] keeps a divisor off zero without changing any other number
EPSILON = 1e-15  # [1] the rounding of one operation, the last digit of a number near 1
FEW_ROUNDINGS = 1e-14  # [1] relative error of a few dozen rounded operations
ROUNDING = 1e-12  # [1] relative error of a few thousand rounded operations
RANK = 1e-9  # [1] singular values below this share of the largest are rounding of J

# ---- exact equations, derivations, proofs and checking
EXACT_ROTATION = 1e-12  # [1] entries of a rotation this close to a root or ratio are meant to be it
LAST_BITS = 3e-16  # [1] a float this close to a short fraction was rounded from it
POSTURE_DIFFERENCE = (
    1e-60  # [1] relative difference of two expressions, of 90 digits, that are equal where loops are closed
)
CLOSED_FORM_LOOP_OPEN = 1e-9  # [m or 1] rounded placements leave smaller gaps in a loop that is closed
AXIS = 1e-9  # [1] sines and cosines this close to 0 or 1 are of parallel or perpendicular axes
SINGULAR_INERTIA = 1e-10  # [1] an eigenvalue of M below this share of the largest counts as zero
SEARCH_STEP = 1e-7  # [rad] a search for the smallest eigenvalue ends at steps this small
PROPERTY = 1e-9  # [1] structural properties that hold have errors of 1e-14, and others much larger ones
# ---- end of exact equations, derivations, proofs and checking

# ---- identification, logs and calibration
BASE_DEPENDENT = 1e-7  # [1] share of a regressor column that the others leave; rounding leaves 1e-14
OBSERVED = 1e-8  # [1] share of a column that the other columns of a log leave if it is identifiable
NULL_SHARE = 1e-6  # [1] share of a parameter in the null space from which on it is not identifiable
EFFORT_ROUNDING = 1e-10  # [1] noise below this share of an effort is rounding
EFFORT_EXACT = 1e-5  # [1] noise below this share of an effort would give a joint all the weight
EFFORT_LEFT = 1e-3  # [1] share of an effort that good recorders leave as noise
EFFORT_BALANCED = 1e-6  # [1] remainder of an effort whose parts cancel
SQUARE_EXACT = 1e-8  # [1] share of a squared effort that is rounding
ROBUST_SETTLED = 1e-2  # [σ] change of the parameters at which reweighting ends
FACTOR_SETTLED = 1e-3  # [1] relative change of noise levels, gear ratios or gains at which a search ends
GAINS_SETTLED = 1e-9  # [1] relative change of gains and parameters at which Gauss-Newton ends
SIMULATION_SETTLED = 0.05  # [σ] change of the parameters at which rounds of simulation end
SIMULATION_RTOL = 1e-6  # [1] relative error of a step: far below the noise of a log
SIMULATION_STEP = 5e-4  # [s] fixed step under a continuous law: resolves its fastest pole
HELD_STEP = 2e-5  # [s] fixed step between samples of a law: dry friction is of first order
SLOWEST_POLE = 1e-3  # [1/s] a loop slower than this never forgets its initial state within a log
# [rad/s, m/s] a joint whose speed, or its deviation, is smaller is at rest; its friction has no sign
AT_REST_SPEED = 1e-6
PARAMETER_COUNTS = 1e-3  # [1] share of the largest parameter of a kind below which one is not missed
ANGLE_SETTLED = 1e-4  # [rad] step of a tilt or an encoder zero at which Gauss-Newton ends
ANGLE_VARIANCE = 1e-16  # [rad²] least variance of an angle: rounding
COLUMN_SEEN = 1e-6  # [1] share of the square of a column that the other columns leave if it is seen
COLUMN_FELT = 1e-8  # [1] share of the squared efforts that a column must explain to be seen
NORMAL_RANK = 1e-10  # [1] rank of normal equations, whose condition is squared
RIDGE = 1e-13  # [1] added to normal equations of unit diagonal: the rounding of their entries
FALSE_ALARM = 1e-3  # [1] probability that one joint of a sound robot is blamed
FILTER_HARMLESS = 1e-4  # [1] relative error of an inertia without a filter below which none is needed
FASTEST_SAMPLING = 2e-5  # [s] shortest plausible sampling period of a robot: 50 kHz
USUAL_SAMPLING = 1e-4  # [s] shortest usual sampling period of a robot: 10 kHz
TIME_ROUNDING = 4e-16  # [1] two roundings of a time stamp
BARRIER_SHARE = (
    1e-4  # [1] weight of the bound of friction over that of the prior: it hardly moves friction that is known
)
PSEUDO_INERTIA_FLOOR = 1e-4  # [1] least eigenvalue of a pseudo-inertia relative to the prior
CALIBRATION_EXACT = 1e-9  # [m, rad] noise of exact measurements
CALIBRATION_NOISE = 1e-3  # [m, rad] noise that a calibration starts with: that of a simple tracker
CENTRE_RANK = 1e-3  # [1] rank of the equations of a centre, whose points carry the errors of the robot
MEASURED_COLUMN = 1e-4  # [1] share of a column that the others leave if the measured postures show it
OUTLIER_CHANCE = 1e-6  # [1] probability that a measurement is an outlier because of noise
POINTS_APART = 1e-6  # [m] points closer than this have no scale to compare
# ---- end of identification, logs and calibration

# ---- mechanisms, kinematics, mobility and statics
LOOP_OPEN = 1e-6  # [rad, or relative to the size] a configuration that is open by more is rejected
LOOP_OPEN_SINGLE = 1e-5  # [rad, or relative to the size] the same in float32
LOOP_RATE = 1e-6  # [1] rates that violate loop closure by more of themselves are rejected
LOOP_RATE_SINGLE = 1e-4  # [1] the same in float32
LOOP_ASSEMBLED = 1e-8  # [rad, or relative to the size] loops that touch as x² = 0 close no better in floats
LOOP_SOLVED = 1e-13  # [rad, or relative to the size] the rounding of the closure errors: steps end here
LOOP_PIVOT = 1e-11  # [1] a smaller pivot of the constraint solver leaves fewer than five digits
QUATERNION_NORM = 1e-100  # [1] below it, and above its inverse, the square of the norm loses digits
QUATERNION_NORM_SINGLE = 1e-15  # [1] the same in float32
SMALL_ANGLE = 1e-6  # [rad] below it from half a turn the sine no longer gives the axis
MOTION_RANK = 1e-7  # [1] screws and motions of closed loops are known to the closure error
INDEPENDENT = 1e-6  # [1] columns of J that are smaller relative to the others count as dependent
DEFINITE = 1e-13  # [1] eigenvalues below this share of the largest are rounding
SCALE_FLOOR = 1e-3  # [1] a coordinate without inertia is scaled by this share of the least inertia
STALLED = 1e-14  # [1] a step that changes what is searched for by a smaller share is the last one
MULTIPLIER_DAMPING = 1e-4  # [1] μ over the least σ: five passes then leave rounding
MULTIPLIER_ROUNDING = 1e-9  # [1] the least μ: rounding enters λ squared over μ²
MULTIPLIER_ZERO = 1e-11  # [1] σ below this share of the mean counts as zero
SAME_POSE = 1e-6  # [rad, or relative to the size] configurations whose links differ by less are the same
PARALLEL_AXES = 1e-18  # [1] squared sine of the angle between axes that count as parallel
LOST_DIRECTION = 1e-10  # [1] singular value of J, lengths in lengths of the arm, in a direction the frame never had
POSE_REACHED = 1e-9  # [m or rad] largest error of a pose that counts as reached, and of a limit that counts as kept
SOLVED_POSE = 1e-10  # [rad, or relative to the length of the arm] error at which a search of inverse kinematics ends
NEARLY_SOLVED = 1e-6  # [1] ½eᵀe below which slow steps near a singular configuration are worth finishing
SAME_SOLUTION = 1e-5  # [rad or m] solutions of a search that differ by less are the same
GRADIENT_STEP = 1e-5  # [rad or m] central differences then lose as much to rounding as to curvature
NEAR_LIMIT = 1e-3  # [rad or m] a joint this near to its limit explains why a path ends
MEETING_AXES = 1e-5  # [1] distance over the arm's length, or sine, at which axes of a rounded file meet or are parallel
ROOT_SLACK = 1e-7  # [1] a root beyond the edge of reach by less counts as on it; Newton steps decide later
QUARTIC_ZERO = 1e-11  # [1] a leading coefficient below this share of the largest is rounding
DOUBLE_ROOT = 1e-3  # [1] a double root of a quartic is known to the root of the rounding
DAMPING_FLOOR = 1e-11  # [1] damping that remains at the target, so that a singular J has a step
HALF_TURN = 1e-9  # [1] keeps the error of opposite directions finite
SLOPE_ZERO = 1e-30  # [1] square of a slope that is rounding
DAMPING_LEAST = 1e-6  # [1] least factor of the damping of Levenberg-Marquardt
NEARLY_DEPENDENT = 1e-4  # [1] a relative singular value below it would vanish for slightly different dimensions
ROOT_RANK = 1e-8  # [1] singular values of closed loops, and roots of eigenvalues, are known to the root of the rounding
FLAT = 1e-7  # [1] a gradient, or a stiffness relative to the largest effort, that counts as zero
# [1] a sine, determinant, error of RᵀR, or distance over the arm's length, that counts as zero: files have six digits
GEOMETRY = 1e-6
# ---- end of mechanisms, kinematics, mobility and statics

# ---- simulation, control and trajectories
STEP = 1e-3  # [s] default fixed step, also of exported units: resolves motions up to some 50 Hz with rk4
RTOL = 1e-10  # [1] default relative tolerance of adaptive steps: plots and energy balance are exact to the eye
ATOL = 1e-12  # [rad, m, rad/s, m/s] default absolute tolerance of adaptive steps
TRIAL_RTOL = 1e-8  # [1] relative tolerance of trials and of the studio: below the resolution of learning and plots
SAME_TIME = 1e-9  # [1] times closer than this share of a period are one sample
SAMPLE_MULTIPLE = 1e-6  # [1] a sampling period this close to whole steps is meant to be whole
DIFFERENCE_STEP = 1e-6  # [1] central differences of a motion's rate: near the cube root of the rounding
REST_SPEED = 1e-12  # [1] a friction place slower than this share of the fastest joint is at rest
REST_IMPULSE = 1e-7  # [rad/s, m/s] rate that Gauss-Seidel sweeps leave of a place that sticks
REST_RESIDUAL = 1e-9  # [1] rates below this share of the fastest are a remainder of rounding
SOFT_LANDING = 1e-6  # [rad/s, m/s] a rebound slower than this ends on the stop
LIMIT_REACHED = 1e-9  # [1] a limit or constraint exceeded by less than this share is met, not exceeded
ENERGY_ROUNDING = 1e-9  # [1] share of the potential energy that is rounding where nothing moves
ENERGY_CREATED = 0.4  # [1] share of the moved energy: no step that makes sense adds more between two rows
MIDPOINT_CONVERGED = 1e-9  # [1] share of the rates that the last iteration of the midpoint rule may change
POLE_AT_ZERO = 1e-9  # [1] a pole slower than this share of the fastest one does not return
RICCATI = 1e-6  # [1] residual of a Riccati equation, relative to its terms, that a solver may leave
LEARNING_WORSE = 3.0  # [1] an error this many times the first one, and rising, will not fall again
LEARNING_NOISE = 100.0  # [1] errors below this many tolerances are those of the integration
LAW_START = 1e-9  # [1] a law of time starts at 0 to this share of its length
FRICTION_AGREES = 1e-7  # [1] share of a limit by which two passes may differ in friction
SLOWEST = 1e-9  # [1] share of the largest speed squared at which friction of a start is taken
BETWEEN_POINTS = 0.05  # [1] share of a limit that may be exceeded between the points of a grid
# ---- end of simulation, control and trajectories

# ---- robots and their files
ROUNDED_INERTIA = 1e-9  # [1] moments in files carry few digits; relative to the largest moment
STEINER_ROUNDING = 4e-15  # [1] some 20 roundings of the tensor at the origin, left in the central one
EXACT_ANGLE = 1e-9  # [rad] an angle this near to a right one is exact; smaller rotations are invisible
ROUNDED_DIGITS = 1e-11  # [rad] a decimal number of up to 8 digits is read back within this
VISIBLE_ROTATION = 2e-3  # [1] larger entries of a rotation are meant; a right angle of 2 digits leaves less
FULL_TURN = math.tau + 1e-3  # [rad] 2π + 0.001: larger angles are probably degrees
ZERO_LENGTH = 1e-12  # [1] an axis or quaternion of this length has no direction
WHOLE_AXIS = 1e-11  # [1] an axis this near to a coordinate axis is that axis
MISSPELT = 0.75  # [1] similarity of a word to a known one from which on it is misspelt: 'coeff' and 'coef' have 0.89
LEAST_INERTIA = 1e-15  # [kg, kg m², m³] MuJoCo's smallest mass, moment and volume of a body that moves
VERTICAL = 1e-10  # [1] a direction whose x and y are smaller is ±z
ODE_ACCURACY = 1e-10  # [1] relative accuracy of a trajectory that is shown with its closed form
# ---- end of robots and their files

# ---- code generation and kernels
CONSTRAINT_UNSOLVED = 1e-10  # [1] |J q̈ + J̇q̇|² over the size of its terms that no rounding explains
MULTIPLIER_SOFT = 1e-6  # [1] largest μ that five passes still correct
MULTIPLIER_LOST = 1e-9  # [1] a pivot below this share of its usual size leaves fewer than seven digits of λ
LOOP_PIVOT_SINGLE = 1e-6  # [1] the same in float32
REST_SQUARED = 1e-16  # [(rad/s)² or (m/s)²] below this square of the speed, a joint is at rest and loses no energy
POWER_SPEED = 1e-30  # [rad/s or m/s] below it a limit of power limits no effort
SERIES_SQUARED = 1e-5  # [rad²] below it the next term of the series of a rotation is under 1e-16
EXACT_ENTRY = 5e-12  # [1] admits π/2 written with 12 digits as a right angle
GAIN_SQUARED = 1e-18  # [1/s²] the square of a gain that counts as zero
DEAD_ZONE = 1e-9  # [rad/s or m/s] the narrowest dead zone of friction that exported code accepts
SELF_TEST_SINGLE = 5e-5  # [1] relative error of a right program in float32; in float64 it is ROUNDING
# ---- end of code generation and kernels

# ---- pages, studio and command line
PRINTED_ZERO = 1e-6  # [1] share of the largest number of a table or sum below which a number is printed as 0
SMALL_NUMBER = 1e-3  # [1] smaller numbers are printed with a power of ten
LEAST_DECIMAL = 1e-4  # [1] the same of the largest number of a column, and of the step it is rounded to
NEGLIGIBLE = 1e-9  # [1] share of the largest number below which an effort, an entry or a change counts as absent
NO_LENGTH = 1e-9  # [m or pt] shorter lines have no direction and are not drawn
SAME_POINT = 1e-6  # [1] share of the robot's reach below which two points of a drawing are one
HIDDEN = 1e-3  # [1] share of the robot's size within which a joint hides the one behind it in a drawing
VERTEX_GRID = 2e-4  # [1] share of the robot's reach to which vertices of a shared page are rounded: invisible
TOOL_DIRECTION = 1e-6  # [m] singular values of a tool's Jacobian below this are directions it cannot move in
# ---- end of pages, studio and command line
