"""Every tolerance of the tests, with its reason. All are relative to the largest entry of the expected result."""

SAME_ALGORITHM = 1e-12  # the same sums in another order: some hundred roundings of 1.1e-16
ANOTHER_LIBRARY = 1e-10  # other roundings, and sines of π/2 that we take as exact
SNAPPED = 1e-9  # a robot file whose right angles are rounded: entries within 5e-12 are made exact, times conditioning
FLOAT32 = 5e-5  # some hundred roundings of 6e-8
FIFTY_DIGITS = 1e-45  # the same identities with 50 digits
# MuJoCo leaves out products of inertia of a mesh below 1e-7 of its moments (a box turned by 4e-7 rad keeps 9e-8, one by 1e-6 rad
# nothing): the moments are right, its own tensor is off by what was left out.
MUJOCO_AXES = 1e-8  # of such tensors in the tests, where 1.6e-9 was seen
MUJOCO_BOX = 1e-6  # a box around a mesh in such axes: the angle times the sides; 7.5e-8 rad and 1.8e-7 were seen
FINITE_DIFFERENCE = 1e-6  # central differences of step 1e-5: h² and 1e-16/h both near 1e-10, scaled by curvature
PROXIMAL = 1e-8  # Pinocchio's constrained dynamics iterates until its closure is below 1e-10, times the conditioning
CLOSED_FORM = (
    1e-10  # a mechanism's equation in independent coordinates, written by hand: other roundings near dead points
)
PUBLISHED_RATES = 1e-6  # a published end state whose rates close the loops to 1e-9 m/s only, of 8; they enter squared
INTEGRATED = 1e-7  # a conserved quantity of an adaptive run: a hundred steps of relative error 1e-9
OVER_CONSTRAINED = 1e-9  # rounding times the condition of M, up to 1e7 with masses from grams to tons
GRID = (
    2e-3  # of a quickest motion's duration: 500 steps in s, of which the first and last, from and to rest, count most
)
TURNS = (
    1e-6  # of a quickest motion's duration: where a limit turns from holding u back to driving it, the most that can be
)
# reached from x falls as x rises, and the largest x now is not the largest later; it falls as the cube of the step:
# 3.6e-6 for 150 steps, 4.4e-7 for 300, 6.4e-8 for 600 at most of twelve paths; the program itself is exact to 1e-15
BOTH_LIMITS = (
    4e-3  # of a quickest motion with two joints at their limits all along: a step shows whole, 2.3e-3 for 4000 steps
)
BESIDE_SINGULAR = 1e-6  # of T: a pivot of 1e-9 of its size leaves seven digits of λ, and a step or two have so few
SWEPT = 3e-5  # rad in a second: what twelve sweeps leave of three joints that push each other, 1e-5 seen
FOLDED = 5e-3  # of T: four-bars folded at 15 rad/s by steps of 1 ms, 1.4e-3 seen among 12,000; 7e-6 with 0.3 ms
EULER_ENERGY = 5e-3  # of T: h q̈/q̇ of a first-order step at 1 ms and 4 rad/s; the error of the energy stays there
FIRST_ORDER = 3e-4  # that motion with the error of the first order taken out by a second grid
SMALL_SWING = 1e-6  # a swing of 1e-5 rad against its linear form: the sine is off by 1e-10/6, over some swings
LIMIT_KEPT = 1e-6  # the effort of a motor at its limit, after 20 time constants of its current at the least
DRAWN = 1e-9  # of a picture's size: a point that is where it should be, after a rotation or two
EVENT = 1e-9  # of a second, or of a force's range: events are found to rounding, and what is at its bound is held
REPRODUCED = 1e-9  # of an arm's length: inverse kinematics ends with Newton steps, down to rounding times conditioning
COARSE_RUN = (
    1e-6  # a run with steps of its own choice, or a difference of two: what the method leaves, stated as an order
)
HUNDREDS_OF_ROUNDINGS = 1e-13  # a sum of hundreds of numbers of size 1
MARCHED = 1e-9  # an adaptive run at its default 1e-10 a step, over some seconds
MARCHED_FAR = 1e-8  # the same over many events or a longer run, where errors of a step grow
ROOT_OF_ROUNDING = 1e-8  # a double root, or an angle from its cosine: the square root of a rounding
ROUNDED = 1e-15  # a number or two of size 1, rounded once
SAME_POSTURE = 1e-6  # rad: two postures that are one, each found by a search, near singularities too
SEARCHED = 1e-8  # of an arm's length or a radian: a search ends when a step changes less, times conditioning
SOLVED = 1e-9  # an equation solved to rounding times its conditioning, or right angles made exact
TENS_OF_ROUNDINGS = 1e-14  # a handful of operations on numbers of size 1
THOUSANDS_OF_ROUNDINGS = 1e-11  # long sums, or short ones times a conditioning of a hundred
EXACT_FIT = (
    1e-9  # m: a calibration without noise, steps of least squares ended where rounding of 1e-16 over 1e-9 stops them
)
IDENTIFIED = 1e-7  # parameters from an exact log: rounding of torques times the condition of the path, up to 1e5
PAGE = 1e-6  # metres and radians between what the studio's page shows and Python: six digits are typed and sent
RUN = 1e-4  # a falling double pendulum after 4 s: the studio's run has rtol 1e-8, and errors grow by e^(2 t)
ON_PAPER = 2e-5  # a sum of numbers printed with six digits, without terms below a millionth of the largest
NEARLY_AT_REST = 1e-4  # of the weight: what a motion of 2 rad in 100 s adds to it, q̈ l/g
CHORD = 5e-4  # of a step of 0.05 rad along a curve: its chord is shorter by h²κ²/24
