"""Closed forms of robots with joints of every kind, balls, loops and springs are the traced algorithms, state by state."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

import dalembert as da
from base_rank import base_rank
from dalembert.algorithms.spring_efforts import spring_efforts
from dalembert.closed.derivation.shared_steps import Arm, additions, depth
from dalembert.closed.derive import METHODS, QUASI_VELOCITY_METHODS
from dalembert.graph import evaluate
from dalembert.kinematics.configuration import display_configuration
from dalembert.quantity import trace
from dalembert.robot.tree import tree
from random_robot import closed_robot, exact_rotation, posture, random_tree, seeds, worst
from tolerance import ANOTHER_LIBRARY, SAME_ALGORITHM

few = settings(max_examples=10, deadline=None)
SINGLE = [("universal", {}), ("planar", {}), ("cylindrical", {}), ("screw", {"pitch": Fraction(3, 10)}),
          ("spherical", {"angles": "zxz"}), ("spherical", {"angles": "zyx"}), ("free", {"angles": "xyz"})]  # fmt: skip
BALLS = [("spherical", {}), ("free", {})]


def exact_body(rng):
    a, b, c, d, e, f = (Fraction(int(x), 50) for x in rng.integers(-40, 40, 6))
    return da.Inertia.about_com(a + 1, (b, c, d), (e * e + 2, f * f + 2, b * b + 2, a / 9, c / 9, d / 9))


def exact_pose(rng):
    w, x, y, z, *p = (Fraction(int(x), 50) for x in rng.integers(-40, 40, 7))
    return da.Pose(exact_rotation(w + 1, x, y, z), tuple(p))


def with_joint(seed, kind, own, where):
    """Three links in rational numbers: two turns or slides, and the joint before, between or after them."""
    rng = np.random.default_rng(seed)
    kinds = [("revolute", {}), ("prismatic", {})]
    kinds.insert(where, (kind, own))
    links = [da.Link("ground"), *(da.Link(f"link{i}", exact_body(rng)) for i in range(1, 4))]
    joints = [
        da.Joint(f"joint{i}", k, links[i - 1].name, f"link{i}", exact_pose(rng), **more)
        for i, (k, more) in enumerate(kinds, 1)
    ]
    return da.Robot(f"{kind}{seed}", tuple(links), tuple(joints), gravity=exact_pose(rng).p)


def state(robot, seed):
    return posture(robot, seed), *np.random.default_rng(seed + 2).uniform(-1.7, 1.7, (2, robot.nv))


def values(robot, q, qd, qdd):
    named = dict(zip(tree(robot).symbols, map(float, q), strict=True))
    for k in range(robot.nv):
        named |= {f"qd{k + 1}": float(qd[k]), f"qdd{k + 1}": float(qdd[k])}
    return named


def numbers(x, known):
    entries = np.array(x, dtype=object)
    return np.reshape(evaluate(entries.ravel().tolist(), known), entries.shape)


def traced(robot, quantity, state):
    graph = trace(robot, quantity)
    known = {}
    for (_, _, symbols), given_ in zip(graph.inputs, state, strict=True):
        known |= {x.value: float(y) for x, y in zip(symbols, given_, strict=True)}
    _, shape, entries = graph.outputs[0]
    return np.reshape(evaluate(entries, known), shape)


def agrees(robot, seed):
    q, qd, qdd = state(robot, seed)
    eq, known = da.equations(robot), values(robot, q, qd, qdd)
    wanted = {"M": ("mass_matrix", 1), "c": ("coriolis_vector", 2), "g": ("gravity_vector", 1), "T": ("kinetic_energy", 2),
              "U": ("potential_energy", 1), "S": ("coriolis_matrix", 2)}  # fmt: skip
    if not robot.loops:
        wanted["tau"] = ("inverse_dynamics", 3)
    for quantity, (name, count) in wanted.items():
        expected = traced(robot, name, (q, qd, qdd)[:count])
        assert worst(numbers(eq.graph(quantity), known), expected) < SAME_ALGORITHM, quantity


# ── joints of every kind ──────────────────────────────────────────────────────


@pytest.mark.sampled(6)
@pytest.mark.parametrize(("kind", "own"), [*SINGLE, *BALLS])
@pytest.mark.parametrize("where", [0, 1, 2])
def test_joints_of_every_kind(kind, own, where):
    agrees(with_joint(where, kind, own, where), 5 + where)


@few
@given(seeds)
def test_random_trees_of_every_kind(seed):
    robot = random_tree(seed, 2, mimic=bool(seed % 2), drives=bool(seed % 3))
    agrees(robot, seed)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("kind", "own"), [*SINGLE, *BALLS])
def test_derivations_agree_on_joints_of_every_kind(kind, own):
    """Each road in the ring, exactly, and against the recursion in floating point."""
    robot = with_joint(11, kind, own, 1)
    arm = Arm(robot)
    q, qd, qdd = state(robot, 3)
    expected = da.inverse_dynamics(robot, q, qd, qdd)
    for name in QUASI_VELOCITY_METHODS if robot.balls else METHODS:
        road = METHODS[name](arm)
        assert all(arm.ring.equal(a, b) for a, b in zip(road.tau, arm.mechanics.tau, strict=True)), name
        found = evaluate([arm.mechanics.display.node(x) for x in road.tau], values(robot, q, qd, qdd))
        assert worst(found, expected) < SAME_ALGORITHM, name


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("kind", "own"), [*SINGLE, *BALLS])
def test_every_required_property_is_proved(kind, own):
    robot = with_joint(4, kind, own, 1)
    certificate = da.prove(robot)
    assert certificate.holds, certificate
    assert certificate["skew"].verdict == certificate["power"].verdict == certificate["methods"].verdict == "proved"
    assert depth(robot) <= 8


@pytest.mark.sampled(12)
@pytest.mark.parametrize(("kind", "own"), [*SINGLE, *BALLS])
@pytest.mark.parametrize("where", [0, 2])
def test_base_parameters_are_the_rank_of_the_regressor(kind, own, where):
    robot = with_joint(where + 7, kind, own, where)
    assert da.equations(robot).base_parameters.rank == base_rank(robot, 3).rank


def test_rotors_and_friction_at_a_ball_are_felt_about_its_three_axes():
    robot = with_joint(2, "spherical", {"drive": da.Drive(Fraction(1, 10), 3, Fraction(1, 5), Fraction(1, 4))}, 1)
    agrees(robot, 8)
    assert all(da.derive(robot, method).agrees for method in QUASI_VELOCITY_METHODS)


# ── loops ─────────────────────────────────────────────────────────────────────


@few
@given(seeds, st.sampled_from(["ball", "revolute", "weld", "prismatic", "cylindrical", "planar", "universal", "rod"]))
def test_closure_and_its_jacobian_are_the_traced_ones(seed, kind):
    robot, _ = closed_robot(seed, (kind,), 2)
    q, qd, qdd = state(robot, seed)
    eq, known = da.equations(robot), values(robot, q, qd, qdd)
    assert worst(numbers(eq.graph("phi"), known), traced(robot, "loop_closure", (q,))) < SAME_ALGORITHM
    assert worst(numbers(eq.graph("J"), known), traced(robot, "loop_jacobian", (q,))) < SAME_ALGORITHM


LOOPED = [name for name in da.gallery.names() if getattr(da.gallery, name)().loops]
CLOSED = {"M": 1, "c": 2, "g": 1, "T": 2, "U": 1, "S": 2, "phi": 1, "J": 1}  # and how much of (q, q̇) each takes
TRACED = dict(zip(CLOSED, ("mass_matrix", "coriolis_vector", "gravity_vector", "kinetic_energy", "potential_energy",
                           "coriolis_matrix", "loop_closure", "loop_jacobian"), strict=True))  # fmt: skip


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", LOOPED)
def test_closed_forms_of_looped_robots_at_closed_states(name):
    """Every quantity of every looped robot, none too large: at closed q, with rates that keep it closed; and τ = … − Jᵀλ."""
    robot = getattr(da.gallery, name)()
    given_ = {x: LENGTHS.get(x, 0.5) for x in robot.parameters}
    bound, eq, rng = robot.bind(**given_), da.equations(robot), np.random.default_rng(8)
    home = display_configuration(bound, np.array(GUESSES.get(name, da.neutral(bound)), dtype=float))
    forms = {x: eq.graph(x) for x in (*CLOSED, "tau")}
    for _ in range(3):
        q = da.assemble(bound, da.integrate(bound, home, 0.05 * rng.uniform(-1, 1, bound.nv)))
        G, _ = da.mechanism.independent_map(bound, q)
        qd, qdd = G @ rng.uniform(-2, 2, G.shape[1]), rng.uniform(-1, 1, bound.nv)
        known = values(bound, q, qd, qdd) | given_
        found = {x: np.array(numbers(form, known)) for x, form in forms.items() if x in CLOSED}
        for x, count in CLOSED.items():
            expected = np.asarray(traced(bound, TRACED[x], (q, qd)[:count]))
            if x in ("phi", "J"):  # rows that no motion changes are left out of the closed form
                moving = np.any(traced(bound, "loop_jacobian", (q,)) != 0, axis=1)
                expected = expected if len(expected) == len(found[x]) else expected[moving]
            assert worst(found[x], expected) < 10 * SAME_ALGORITHM, x
        assert np.abs(found["phi"]).max() < ANOTHER_LIBRARY
        assert np.abs(found["J"] @ qd).max() < ANOTHER_LIBRARY
        pull = rng.uniform(-1, 1, len(found["J"]))
        known |= {str(x): float(y) for x, y in zip(eq.lambdas, pull, strict=True)}
        springs = evaluate(spring_efforts(tree(bound), q.tolist(), qd.tolist()), {})
        effort = found["M"] @ qdd + found["c"] + found["g"] + np.array(springs, float) - found["J"].T @ pull
        assert worst(numbers(forms["tau"], known), effort) < 10 * SAME_ALGORITHM


LENGTHS = {"l1": 0.3, "l2": 0.8, "l3": 0.6, "l4": 0.7, "l5": 0.25, "g": 9.81}
GUESSES = {"four_bar": [1.0, 0.2, 1.5], "slider_crank": [0.7, -1.0, 1.0], "five_bar": [2.4, -1.5, 0.6, 1.4]}


def linkage(name, seed):
    """A linkage of the gallery with numbers drawn about a Grashof one, and a closed q."""
    robot = getattr(da.gallery, name)()
    rng = np.random.default_rng(seed)
    given_ = {x: round(LENGTHS.get(x, 0.5) * rng.uniform(0.9, 1.1), 4) for x in robot.parameters}
    return robot, given_, da.assemble(robot.bind(**given_), np.array(GUESSES[name]) + rng.uniform(-0.1, 0.1, robot.nq))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", GUESSES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_loops_eliminated_move_like_the_mechanism(name, seed):
    """GᵀMG, and u̇ of the reduced equations against the forward dynamics of the loops with their multipliers."""
    robot, given_, q = linkage(name, seed)
    rng = np.random.default_rng(seed)
    bound = robot.bind(**given_)
    for reduced, more in ((da.equations(robot).independent, given_), (da.equations(bound).independent, {})):
        assert reduced.names == robot.actuated
        u, tau = rng.uniform(-2, 2, len(reduced.own)), np.zeros(robot.nv)
        tau[list(reduced.own)] = rng.uniform(-3, 3, len(u))
        known = {f"q{k + 1}": x for k, x in enumerate(q)} | more
        known |= {f"qd{k + 1}": x for k, x in zip(reduced.own, u, strict=True)}
        known |= {f"tau{k + 1}": x for k, x in enumerate(tau)}
        named = ("G", "M", "c", "g", "efforts")
        call = sympy.lambdify(list(known), [getattr(reduced, x) for x in named])
        G, M, c, g, Q = (np.array(x, float) for x in call(*known.values()))
        assert worst(G, da.mechanism.independent_map(bound, q)[0]) < ANOTHER_LIBRARY
        assert worst(M, da.mass_matrix(bound, q, independent=True)) < ANOTHER_LIBRARY
        assert worst(g[:, 0], da.gravity_vector(bound, q, independent=True)) < ANOTHER_LIBRARY
        ud = np.linalg.solve(M, (Q - c - g)[:, 0])
        assert worst(ud, da.forward_dynamics(bound, q, G @ u, tau)[list(reduced.own)]) < ANOTHER_LIBRARY


@pytest.mark.parametrize("name", GUESSES)
def test_multipliers_and_efforts_of_a_linkage(name):
    """M q̈ + c + g − Jᵀλ = τ and J q̈ = −J̇q̇, from the closed form, give the accelerations of the forward dynamics."""
    robot, given_, q = linkage(name, 9)
    bound, eq = robot.bind(**given_), da.equations(robot)
    G, _ = da.mechanism.independent_map(bound, q)
    qd, tau = G @ np.full(G.shape[1], 0.8), np.arange(1.0, robot.nv + 1)
    solved = da.forward_dynamics(bound, q, qd, tau)
    known = values(robot, q, qd, solved) | given_
    M, c, g, J = (np.array(numbers(eq.graph(x), known)) for x in ("M", "c", "g", "J"))
    forces = np.linalg.lstsq(J.T, M @ solved + c + g - tau, rcond=None)[0]
    known |= {str(x): y for x, y in zip(eq.lambdas, forces, strict=True)}
    assert worst(numbers(eq.graph("tau"), known), tau) < ANOTHER_LIBRARY
    assert worst(numbers(eq.graph("phi"), known), np.zeros(len(J))) < SAME_ALGORITHM


@pytest.mark.parametrize("name", GUESSES)
@pytest.mark.parametrize("method", METHODS)
def test_every_method_ends_in_the_multipliers(name, method):
    derivation = da.derive(getattr(da.gallery, name)(), method)
    assert derivation.agrees
    titles = [step.title for step in derivation.steps]
    assert titles[0] == "Cut loops"
    at = titles.index("Closure")
    assert titles[at : at + 3] == ["Closure", "Velocities and accelerations", "Multipliers"]


@pytest.mark.parametrize("name", GUESSES)
def test_certificate_of_a_linkage_claims_no_law_of_single_coordinates(name):
    certificate = da.prove(getattr(da.gallery, name)())
    assert certificate.holds
    assert certificate["energy"].verdict == "proved"
    assert {certificate[x].verdict for x in ("c_iii", "m_NN", "cyclic")} == {"not applicable"}


# ── springs and carried weight ────────────────────────────────────────────────


@pytest.mark.sampled(1)
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_springs_dampers_armatures_and_carried_weight(seed):
    robot = with_joint(seed, "universal", {}, seed)
    first, second = robot.coordinates[0], robot.coordinates[2]
    spring = da.model.Tendon(
        "band", {first: Fraction(1, 2), second: -2}, 30, Fraction(1, 5), Fraction(3, 10), 0, Fraction(1, 4)
    )
    links = tuple(replace(x, gravcomp=Fraction(k, 3)) for k, x in enumerate(robot.links))
    robot = replace(robot, springs=(spring,), links=links)
    agrees_with_springs = da.equations(robot)
    agrees(robot, seed)
    certificate = da.prove(robot)
    assert certificate.holds, certificate
    assert certificate["power"].verdict == "proved"
    assert all(da.derive(robot, method).agrees for method in METHODS)
    assert {x.row for x in agrees_with_springs.terms("spring")} == {1, 3}
    assert any(additions(Arm(robot)))
