"""Every tolerance of the tests, with its reason. All are relative to the largest entry of the expected result."""

SAME_ALGORITHM = 1e-12  # the same sums in another order: some hundred roundings of 1.1e-16
ANOTHER_LIBRARY = 1e-10  # other roundings, and sines of π/2 that we take as exact
SNAPPED = 1e-9  # a robot file whose right angles are rounded: entries within 5e-12 are made exact, times conditioning
FLOAT32 = 5e-5  # some hundred roundings of 6e-8
FIFTY_DIGITS = 1e-45  # the same identities with 50 digits
MUJOCO_AXES = (
    1e-8  # MuJoCo leaves out products of inertia of a mesh below 1e-7 of its moments: its own tensor is off by that
)
MUJOCO_BOX = (
    1e-6  # a box around a mesh in such axes: MUJOCO_AXES over the gap of two moments, 1e-2 at least in the tests
)
FINITE_DIFFERENCE = 1e-6  # central differences of step 1e-5: h² and 1e-16/h both near 1e-10, scaled by curvature
PROXIMAL = 1e-8  # Pinocchio's constrained dynamics iterates until its closure is below 1e-10, times the conditioning
CLOSED_FORM = (
    1e-10  # a mechanism's equation in independent coordinates, written by hand: other roundings near dead points
)
PUBLISHED_RATES = 1e-6  # a published end state whose rates close the loops to 1e-9 m/s only, of 8; they enter squared
INTEGRATED = 1e-7  # a conserved quantity of an adaptive run: a hundred steps of relative error 1e-9
