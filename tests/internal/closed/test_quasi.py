"""Quasi-velocities: the ring of unit quaternions, Euler's equations, what is not defined and says so."""

from itertools import product

import numpy as np
import pytest
import sympy

import dalembert as da
from dalembert.closed.algebra.ring import CoordinateNames, ring_for
from raised import raises
from tolerance import THOUSANDS_OF_ROUNDINGS


def ball(inertia, gravity=(0, 0, 0), kind="spherical"):
    return da.Robot(
        "body", (da.Link("ground"), da.Link("link", inertia)), (da.Joint("ball", kind, "ground", "link"),), gravity
    )


EULER = ball(da.Inertia.about_com("m", (0, 0, 0), ("A", "B", "C", 0, 0, 0)))
PENDULUM = ball(da.Inertia.about_com("m", (0, 0, "-l"), (0, 0, 0, 0, 0, 0)), (0, 0, "-g"))


@pytest.fixture
def ring():
    quaternion = ("qw1", "qx1", "qy1", "qz1")
    return ring_for(
        [CoordinateNames(f"q{k}", f"qd{k}", f"qdd{k}", f"tau{k}", quaternion, k - 1) for k in (1, 2, 3)], (), ()
    )


def elements(ring):
    w, x, y, z = (ring.symbol(name) for name in ("qw1", "qx1", "qy1", "qz1"))
    return w, x, y, z, ring.mul(w, x, y), ring.mul(w, w, z) + x, ring.mul(w, w, w, z, z)


def test_a_quaternion_has_unit_length(ring):
    w, x, y, z, *_ = elements(ring)
    assert ring.reduce(w * w + x * x + y * y + z * z) == 1
    assert ring.mul(w, w, w) == w - w * x * x - w * y * y - w * z * z


def test_derivations_of_a_ball_do_not_commute(ring):
    """[D1, D2] = D3 and so round, and each keeps the length."""
    for p, k in product(elements(ring), range(3)):
        i, j, third = (f"q{(k + s) % 3 + 1}" for s in range(3))
        bracket = ring.diff(ring.diff(p, j), i) - ring.diff(ring.diff(p, i), j)
        assert bracket == ring.diff(p, third)
    w, x, y, z, *_ = elements(ring)
    raw = w * ring.diff(w, "q2") + x * ring.diff(x, "q2") + y * ring.diff(y, "q2") + z * ring.diff(z, "q2")
    assert not ring.reduce(raw)


def test_derivations_obey_the_rule_of_products(ring):
    for p, q, k in product(elements(ring), elements(ring), "123"):
        whole = ring.diff(ring.mul(p, q), f"q{k}")
        assert whole == ring.reduce(ring.diff(p, f"q{k}") * q + p * ring.diff(q, f"q{k}"))


def test_there_is_no_derivative_by_one_entry(ring):
    with raises(da.finding.NoElement, name="qx1"):
        ring.diff(ring.symbol("qx1"), "qx1")


def test_eulers_equations_come_out():
    A, B, C, w1, w2, w3, a1, a2, a3 = sympy.symbols("A B C qd1 qd2 qd3 qdd1 qdd2 qdd3")
    wanted = [A * a1 + (C - B) * w2 * w3, B * a2 + (A - C) * w1 * w3, C * a3 + (B - A) * w1 * w2]
    assert [sympy.expand(x) for x in da.equations(EULER).tau - sympy.Matrix(wanted)] == [0, 0, 0]
    assert da.derive(EULER, "kane").agrees
    assert r"A \dot{\omega}_{1}" in da.equations(EULER).latex()


def test_spherical_pendulum_hangs_below_the_ball():
    """A point on a thread: nothing turns about the thread, and gravity pulls as −l z × g of the unit rotation."""
    eq = da.equations(PENDULUM)
    m, l, g, w, x, y, z = sympy.symbols("m l g qw1 qx1 qy1 qz1")
    assert sympy.diag(m * l**2, m * l**2, 0) == eq.M
    pull = [2 * m * g * l * (y * z + w * x), -2 * m * g * l * (x * z - w * y), 0]
    assert [sympy.expand(a - b) for a, b in zip(eq.g, pull, strict=True)] == [0, 0, 0]


def test_methods_that_need_coordinates_point_to_kane():
    with raises(da.finding.NotForQuasiVelocities, joint="ball"):
        da.derive(EULER, "hamilton")


@pytest.mark.parametrize("name", ["free_body", "quadrotor"])
def test_boltzmann_and_hamel_agree_with_newton_and_euler(name):
    """Lagrange's equations in quasi-velocities: d/dt ∂L/∂ω + ω × ∂L/∂ω − ∂L/∂q = τ."""
    derivation = da.derive(name, "lagrange")
    assert derivation.agrees
    assert derivation.find("(ω × ∂L/∂ω)4").terms >= 2


def test_christoffel_symbols_are_refused_in_words():
    eq = da.equations(EULER)
    for ask in (lambda: eq.christoffel, lambda: eq.S_generic, lambda: eq.text("christoffel")):
        with raises(da.finding.NotForQuasiVelocities, joint="ball"):
            ask()
    with raises(da.finding.NotForQuasiVelocities, what="Christoffel symbols"):
        da.check(EULER, "c_{112} = 0")


def test_other_coordinates_are_refused():
    for ask in (lambda: da.equations(EULER, coordinates="motor"), lambda: da.equations(EULER).coordinates("absolute")):
        with raises(da.finding.FeatureUnsupported, robot="body"):
            ask()


def test_what_is_printed_reads_back():
    for robot in (EULER, PENDULUM, da.gallery.four_bar(), da.gallery.slider_crank(), da.gallery.five_bar()):
        assert da.check(robot, da.equations(robot).text()).correct


def test_a_wrong_equation_of_a_ball_is_wrong():
    verdict = da.check(EULER, "tau1 = A*qdd1 - (C - B)*qd2*qd3")
    assert not verdict.correct
    assert "wrong sign" in verdict.explain()


def test_a_wrong_closure_is_wrong_and_the_ground_of_comparison_is_said():
    robot = da.gallery.four_bar()
    verdict = da.check(robot, "0 = l1*sin(q1) - l2*sin(q1 + q2) - l3*sin(q3)")
    assert not verdict.correct
    assert [x.note for x in verdict.notes] == ["every q"]


def test_symbols_of_loops_have_units():
    units = da.equations(da.gallery.four_bar()).units
    assert (units["lambda1"], units["l4"]) == ("N", "m")


def test_rows_out_of_the_plane_are_left_out():
    eq = da.equations(da.gallery.four_bar())
    assert eq.J.shape == (2, 3)
    assert [str(x) for x in eq.lambdas] == ["lambda1", "lambda2"]
    assert {term.kind for term in eq.terms()} == {"inertial", "centrifugal", "Coriolis", "gravity", "loop"}
    slopes = [[sympy.diff(row, f"q{k}") for k in (1, 2, 3)] for row in eq.phi]
    assert sympy.simplify(eq.J - sympy.Matrix(slopes)) == sympy.zeros(2, 3)


def test_independent_coordinates_may_be_named():
    from dalembert.closed.model.independent import IndependentEquations

    exact = da.equations(da.gallery.four_bar()).mechanics
    by_rocker = IndependentEquations(exact, ["joint3"])
    assert by_rocker.names == ("joint3",)
    assert "D1 = " in by_rocker.text()
    assert r"\dot{q}_{1}" in by_rocker.latex()
    with raises(da.finding.WrongLength, argument="names", expected=1, noun="rates"):
        IndependentEquations(exact, ["joint1", "joint3"])


def test_elimination_says_where_it_ends():
    with raises(da.finding.RobotHasNo, robot="planar_2r", noun="loops"):
        _ = da.equations(da.gallery.planar_2r()).independent
    joints = tuple(da.Joint(f"j{k}", "revolute", f"l{k}", f"l{k + 1}", da.Pose(p=(1, 0, 0))) for k in range(2))
    links = tuple(da.Link(f"l{k}", da.Inertia.about_com(1, (0, 0, 0), (1, 1, 1, 0, 0, 0))) for k in range(3))
    stiff = da.Robot("stiff", links, joints, loops=(da.model.Loop("pin", "ball", "l0", "l2", da.Pose(p=(2, 0, 0))),))
    with raises(da.finding.NotReducible, robot="stiff"):
        _ = da.equations(stiff).independent


def test_a_loop_that_no_motion_closes():
    joints = (da.Joint("a", "revolute", "g", "b"), da.Joint("c", "revolute", "b", "d", da.Pose(p=(1, 0, 0))))
    links = (da.Link("g"), *(da.Link(x, da.Inertia.about_com(1, (0, 0, 0), (1, 1, 1, 0, 0, 0))) for x in "bd"))
    high = da.Robot("high", links, joints, loops=(da.model.Loop("pin", "ball", "g", "d", da.Pose(p=(1, 0, 0.5))),))
    with raises(da.finding.LoopStaysOpen, loop="pin"):
        _ = da.equations(high).phi


def test_springs_that_are_no_polynomials_are_refused_by_name():
    robot = da.Robot("sprung", EULER.links, EULER.joints, springs=(da.model.BallSpring("coil", "ball", 3),))
    with raises(da.finding.NoExactSpring, robot="sprung", spring="coil"):
        da.equations(robot)
    slack = da.model.Tendon("rope", {"ball.vx": 1}, 10, slack=0.1)
    free = ball(da.Inertia.about_com(1, (0, 0, 0), (1, 1, 1, 0, 0, 0)), kind="free")
    with raises(da.finding.NoExactSpring, robot="roped", spring="rope"):
        da.equations(da.Robot("roped", free.links, free.joints, springs=(slack,)))


def test_dampers_at_a_ball_are_there():
    robot = da.Robot(
        "damped", EULER.links, EULER.joints, springs=(da.model.BallSpring("coil", "ball", 0, damping="b"),)
    )
    friction = da.equations(robot).friction
    assert list(friction) == list(sympy.symbols("b") * sympy.Matrix(sympy.symbols("qd1:4")))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("armature", [0, 0.3])
def test_struts_at_a_ball_pull_along_their_length(armature):
    """Energy, efforts and inertia of a strut from the ground to a body on a ball, against the traced algorithms."""
    body = ball(da.Inertia.about_com(1.3, (0.1, 0.2, 0.3), (0.5, 0.4, 0.3, 0.01, 0.02, 0.03)))
    strut = da.model.Strut("leg", "ground", "link", (1, 0.2, 0), (0.1, 0.3, 1), 10, 0.4, damping=0.7, armature=armature)
    robot = da.Robot("propped", body.links, body.joints, (0, 0, -9.81), springs=(strut,))
    eq, rng = da.equations(robot), np.random.default_rng(4)
    exact = eq.mechanics
    for x, g, k in zip(exact.ring.coordinates, exact.g, exact.spring, strict=True):
        assert exact.ring.equal(exact.ring.diff(exact.U, x.q), g + k)
    q, (qd, qdd) = da.integrate(robot, da.neutral(robot), rng.uniform(-1, 1, 3)), rng.uniform(-1, 1, (2, 3))
    state = {"q": q, "qd": qd, "qdd": qdd}
    for what, expected in (("tau", da.inverse_dynamics(robot, q, qd, qdd)), ("M", da.mass_matrix(robot, q)),
                           ("U", da.potential_energy(robot, q)), ("S", da.coriolis_matrix(robot, q, qd))):  # fmt: skip
        kernel = eq.compile(what)
        assert np.allclose(
            kernel(*(state[x] for x, _, _ in kernel.inputs)),
            expected,
            rtol=THOUSANDS_OF_ROUNDINGS,
            atol=THOUSANDS_OF_ROUNDINGS,
        ), what
    assert da.prove(robot)["power"].verdict == "proved"


def test_base_parameters_of_carried_weight_are_not_defined():
    links = (
        da.Link("ground"),
        da.Link("link", da.Inertia.about_com("m", ("l", 0, 0), (0, 0, "I", 0, 0, 0)), gravcomp=0.5),
    )
    robot = da.Robot("held", links, (da.Joint("j", "revolute", "ground", "link"),), (0, "-g", 0))
    eq = da.equations(robot)
    assert eq.g[0] == sympy.sympify("m*g*l*cos(q1)/2")
    with raises(da.finding.FeatureUnsupported, robot="held"):
        _ = eq.base_parameters


def test_angles_that_lock_are_told():
    certificate = da.prove(da.gallery.spinning_top())
    assert certificate.holds
    assert certificate["positive definite"].verdict == "refuted"
    assert not certificate["positive definite"].required


def test_a_point_on_a_thread_is_not_said_to_have_inertia_about_it():
    claim = da.prove(PENDULUM)["positive definite"]
    assert claim.verdict == "refuted"
    assert da.prove(EULER)["positive definite"].verdict == "proved"
    assert "inertia about every axis" in {x.assumption for x in da.prove(EULER).assumptions}
