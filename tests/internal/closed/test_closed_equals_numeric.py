"""The closed form of any robot is the traced algorithm: same numbers at random, kicked states."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dalembert as da
from base_rank import base_rank, observation
from dalembert.algorithms.spring_efforts import spring_efforts
from dalembert.graph import evaluate
from dalembert.quantity import trace
from dalembert.robot.tree import tree
from random_robot import exact_robot, kicked, posture, random_robot, seeds, worst
from tolerance import SAME_ALGORITHM

few = settings(max_examples=20, deadline=None)
small = st.integers(1, 4)


def numbers(eq, quantity, q, qd, qdd):
    """A closed form at a state, by the reference interpreter."""
    state = {}
    for name, x, v, a in zip(eq.mechanics.coordinates.names, q, qd, qdd, strict=True):
        state |= {name.q: x, name.qd: v, name.qdd: a}

    def at(x):
        return [at(y) for y in x] if isinstance(x, list) else evaluate([x], state)[0]

    return at(eq.graph(quantity))


def traced(robot, quantity, state, wrench=None):
    """The traced algorithm at a state, by the reference interpreter."""
    graph = trace(robot, quantity, wrench=tuple(wrench or ()))
    values = {}
    for (_, _, symbols), numbers_ in zip(graph.inputs, (*state, *(wrench or {}).values()), strict=True):
        values |= {x.value: y for x, y in zip(symbols, numbers_, strict=True)}
    _, shape, entries = graph.outputs[0]
    return np.reshape(evaluate(entries, values), shape)


def agrees(robot, seed, wrench=None):
    q, qd, qdd = kicked(robot, seed)
    eq = da.equations(robot, wrench=wrench)
    pairs = [
        ("tau", traced(robot, "inverse_dynamics", (q, qd, qdd), wrench)),
        ("M", traced(robot, "mass_matrix", (q,))),
        ("christoffel", traced(robot, "christoffel", (q,))),
        ("c", traced(robot, "coriolis_vector", (q, qd))),
        ("S", traced(robot, "coriolis_matrix", (q, qd))),
        ("g", traced(robot, "gravity_vector", (q,))),
        ("T", traced(robot, "kinetic_energy", (q, qd))),
        ("U", traced(robot, "potential_energy", (q,))),
    ]
    for quantity, expected in pairs:
        assert worst(numbers(eq, quantity, q, qd, qdd), expected) < SAME_ALGORITHM, quantity
    for kind in ("S_generic", "S_unsymmetrised"):
        S = np.array(numbers(eq, kind, q, qd, qdd))
        assert worst(S @ qd, traced(robot, "coriolis_vector", (q, qd))) < SAME_ALGORITHM, kind


@few
@given(seeds, small)
def test_random_trees(seed, size):
    agrees(random_robot(seed, size, mimic=bool(seed % 2), drives=bool(seed % 3)), seed)


@few
@given(seeds, small)
def test_random_trees_with_a_wrench(seed, size):
    robot = exact_robot(seed, size)
    push = np.random.default_rng(seed).uniform(-2, 2, 6).tolist()
    agrees(robot, seed, {robot.links[-1].name: push})


@pytest.mark.parametrize("name", ["puma560", "stanford", "ur5"])
def test_arms_of_the_gallery(name):
    agrees(getattr(da.gallery, name)(), 7)


SEVEN = ("panda", "iiwa14")


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", SEVEN)
def test_efforts_of_seven_axes(name):
    robot = getattr(da.gallery, name)()
    state = kicked(robot, 13)
    expected = traced(robot, "inverse_dynamics", state)
    assert worst(numbers(da.equations(robot), "tau", *state), expected) < SAME_ALGORITHM


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", [name for name in da.gallery.names() if name not in SEVEN])
def test_symbolic_robots_compiled(name):
    """τ of each robot, its symbols as arguments of one compiled kernel, for a batch of states."""
    robot = getattr(da.gallery, name)()
    rng = np.random.default_rng(5)
    q, (qd, qdd) = posture(robot, 5, 9), rng.uniform(-1.7, 1.7, (2, 9, robot.n))
    eq = da.equations(robot)
    kernel = eq.compile("tau")
    values = rng.uniform(0.3, 1.5, len(eq.parameter_names))
    bound = robot.bind(**dict(zip(eq.parameter_names, values.tolist(), strict=True)))
    needed = {"q": q, "qd": qd, "qdd": qdd, "parameters": values, "lambdas": rng.uniform(-1, 1, (9, len(eq.lambdas)))}
    got = kernel(*(needed[label] for label, _, _ in kernel.inputs))
    if not robot.loops:
        assert worst(got, da.inverse_dynamics(bound, q, qd, qdd)) < SAME_ALGORITHM
        return
    tau = (
        (da.mass_matrix(bound, q) @ qdd[..., None])[..., 0]
        + da.coriolis_vector(bound, q, qd)
        + da.gravity_vector(bound, q)
    )
    springs = [evaluate(spring_efforts(tree(bound), *x), {}) for x in zip(q.tolist(), qd.tolist(), strict=True)]
    J = eq.compile("J")
    rows = J(*(needed[label] for label, _, _ in J.inputs))
    pull = (np.swapaxes(rows, 1, 2) @ needed["lambdas"][..., None])[..., 0]
    assert worst(got, tau + np.array(springs, dtype=float) - pull) < SAME_ALGORITHM


def test_mass_matrix_of_a_7r_compiled():
    robot = da.gallery.panda()
    q = np.random.default_rng(2).uniform(-1.7, 1.7, (5, 7))
    assert worst(da.equations(robot).compile("M")(q), da.mass_matrix(robot, q)) < SAME_ALGORITHM


@few
@given(seeds, small)
def test_any_linear_change_of_coordinates_is_the_same_motion(seed, size):
    """q = A x: Q = Aᵀτ at q = A x, q̇ = A ẋ, q̈ = A ẍ."""
    robot = random_robot(seed, size)
    rng = np.random.default_rng(seed)
    A = np.round(np.eye(robot.n) * 2 + rng.integers(-1, 2, (robot.n, robot.n)))
    if abs(np.linalg.det(A)) < 0.5:
        A = np.eye(robot.n)
    eq = da.equations(robot).coordinates(A.astype(int).tolist(), [f"x{k}" for k in range(robot.n)])
    x, xd, xdd = kicked(robot, seed)
    tau = traced(robot, "inverse_dynamics", (A @ x, A @ xd, A @ xdd))
    assert worst(numbers(eq, "tau", x, xd, xdd), A.T @ tau) < 10 * SAME_ALGORITHM  # A multiplies the efforts


@few
@given(seeds, small)
def test_base_parameters_are_the_rank_of_the_regressor(seed, size):
    robot = random_robot(seed, size, mimic=bool(seed % 2), drives=bool(seed % 3))
    assert da.equations(robot).base_parameters.rank == base_rank(robot, seed % 1000).rank


@few
@given(seeds, small)
def test_base_parameters_give_the_same_torques(seed, size):
    """Y π = Y_b β: the columns of the kept parameters, times the grouped values."""
    robot = exact_robot(seed, size)
    base = da.equations(robot).base_parameters
    Y, labels = observation(tree(robot), np.random.default_rng(seed), states=3)
    parameters = base.mechanics.parameters
    pi = [_number(x.value) for x in parameters]
    assert [x.label for x in parameters] == labels
    kept = Y[:, [x.parameter for x in base]]
    assert worst(kept @ [_number(x.value) for x in base], Y @ pi) < SAME_ALGORITHM


def test_equations_in_base_parameters_have_the_same_values():
    robot = da.gallery.puma560()
    eq = da.equations(robot)
    small = eq.regrouped
    q, qd, qdd = kicked(robot, 3)
    state = {f"{name}{k + 1}": x[k] for name, x in (("q", q), ("qd", qd), ("qdd", qdd)) for k in range(6)}
    state |= {x.name: _number(x.value) for x in eq.base_parameters}
    assert worst(evaluate(small.graph("tau"), state), da.inverse_dynamics(robot, q, qd, qdd)) < SAME_ALGORITHM


def _number(element):
    """A constant element of a numeric robot."""
    return float(element.leading_coefficient()) if element else 0.0
