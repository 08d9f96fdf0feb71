"""The 29 parts of the lectures [deluca], [rbe3005], [tang], [briot], each in a few lines of the public interface.

The worked examples with all their formulas are in the other files of this folder.
"""

import numpy as np
import pytest
import sympy as sp

import dalembert as da
from measured import emps, slide
from raised import raises, warns

NUMBERS = {"m1": 2.0, "m2": 1.5, "l1": 0.8, "l2": 0.6, "lc1": 0.4, "lc2": 0.3, "I1": 0.05, "I2": 0.03, "g": 9.81}
ARM = da.gallery.planar_2r().bind(**NUMBERS)
Q, QD, QDD = np.random.default_rng(1).uniform(-1, 1, (3, 2))
GAINS = {"kp": 60.0, "kd": 15.0}


def test_part_1_direct_dynamics_by_integration():
    run = da.simulate(ARM, Q, QD, duration=0.5, tau=[1.0, 0.5])
    assert abs(run.energy[-1] - run.energy[0] - run.work[-1]) < 1e-6
    assert np.allclose(run.q[0], Q)


def test_part_2_inverse_dynamics_is_algebraic():
    tau = da.inverse_dynamics(ARM, Q, QD, QDD)
    assert np.allclose(da.forward_dynamics(ARM, Q, QD, tau), QDD)


def test_part_3_inverse_dynamics_learned_in_trials():
    path = da.trajectory.quintic([0, 0], [0.6, 0.4], 1.0)
    wrong = da.gallery.planar_2r().bind(**(NUMBERS | {"m2": 1.1}))
    learned = da.control.learn_torque(ARM, path, model=wrong, trials=6, samples=200, **GAINS)
    assert learned.errors[-1] < 0.1 * learned.errors[0]


@pytest.mark.parametrize("method", ["lagrange", "newton-euler", "kane", "hamilton", "virtual-work"])
def test_parts_4_to_7_derivations_agree_and_show_every_step(method):
    derivation = da.derive(da.gallery.planar_2r(), method)
    assert derivation.agrees
    assert len(derivation.walk()) >= 8


def test_part_7_reactions_are_eliminated():
    derivation = da.derive(da.gallery.planar_2r(), "newton-euler")
    lefts = [x.left for step in derivation.walk() for x in step.equations]
    assert "f_1 - R_2 f_2" in lefts
    assert lefts.index("f_2") < lefts.index("f_1") < lefts.index(r"\tau_1")


def test_part_8_inertia_of_bodies():
    """A cube about a corner: 2 m a²/3 on the diagonal and −m a²/4 beside it; Steiner; rotation."""
    m, a = 3.0, 0.2
    corner = da.model.body.box(a, a, a, mass=m).translated((a / 2, a / 2, a / 2))
    tensor = np.array(corner.matrix, float)
    assert np.allclose(np.diag(tensor), 2 * m * a**2 / 3)
    assert np.isclose(tensor[0, 1], -m * a**2 / 4)
    r = np.array([a / 2] * 3)
    steiner = np.array(da.model.body.box(a, a, a, mass=m).matrix, float) + m * (r @ r * np.eye(3) - np.outer(r, r))
    assert np.allclose(tensor, steiner)
    assert np.allclose(np.array(corner.euler, float), np.trace(tensor) / 2 * np.eye(3) - tensor)


def test_part_9_rolling_race():
    runners = [x.name for x in da.teaching.rolling_race().runners]
    assert runners == ["solid sphere", "solid cylinder", "spherical shell", "ring"]


def test_part_10_kinetic_energy_about_centre_and_origin():
    link = da.Inertia.about_com(1.3, (0.1, 0.2, -0.1), (0.02, 0.03, 0.04, 0.001, 0, 0.002))
    v, w = (0.3, -0.2, 0.5), (1.0, 0.4, -0.7)
    centre = np.add(v, np.cross(w, link.com))
    assert link.energy(v, w) == pytest.approx(link.central().energy(tuple(centre), w))


def test_part_11_mass_matrix_by_partial_jacobians():
    derivation = da.derive(da.gallery.planar_2r(), "hamilton")
    M = derivation.find("M(q)").sympy()
    assert (M - da.equations("planar_2r").M).applyfunc(sp.simplify).is_zero_matrix


def test_parts_12_and_13_christoffel_and_three_matrices_s():
    eq = da.equations("planar_2r")
    qd = sp.Matrix(sp.symbols("qd1 qd2"))
    rates = sp.Matrix([x**2 for x in qd]), sp.Matrix([qd[0] * qd[1]])
    assert (eq.C * rates[0] + eq.B * rates[1] - eq.c).expand().is_zero_matrix
    rate = eq.M.diff(sp.Symbol("q2")) * qd[1]
    for S, skew in ((eq.S, True), (eq.S_generic, False), (eq.S_unsymmetrised, False)):
        N = rate - 2 * S
        assert (S * qd - eq.c).expand().is_zero_matrix
        assert sp.expand((qd.T * N * qd)[0]) == 0
        assert ((N + N.T).expand() == sp.zeros(2, 2)) == skew


def test_part_14_every_term_has_a_kind():
    kinds = {(x.row, x.kind): x.expression for x in da.equations("planar_2r").terms()}
    assert {kind for _, kind in kinds} == {"inertial", "centrifugal", "Coriolis", "gravity"}
    assert (2, "Coriolis") not in kinds


def test_part_15_structural_properties_are_proved():
    certificate = da.prove("planar_2r")
    assert certificate.holds
    assert certificate.exact
    assert certificate["positive definite"].witness is not None


def test_part_16_gravity_by_energy_and_by_jacobians():
    eq = da.equations("planar_2r")
    q = sp.symbols("q1 q2")
    assert (sp.Matrix([eq.U.diff(x) for x in q]) - eq.g).expand().is_zero_matrix
    assert da.derive("planar_2r", "virtual-work").find("g(q)").sympy() == eq.g


def test_part_17_rotors_and_motor_coordinates():
    Il, m, d, n, Im = sp.symbols("Il m d n Im")
    assert sp.expand(da.equations("pendulum").M[0] - (Il + m * d**2 + n**2 * Im)) == 0
    motor = da.equations("pendulum", coordinates="motor")
    assert sp.simplify(motor.M[0] - (Il + m * d**2 + n**2 * Im) / n**2) == 0
    assert da.model.with_rotors is not None


def test_part_18_friction_through_the_gear():
    bl, bm, n = sp.symbols("bl bm n")
    assert sp.expand(da.equations("pendulum").friction[0] - (bl + n**2 * bm) * sp.Symbol("qd1")) == 0


def test_part_19_elastic_joints():
    joint = da.Joint("j", "revolute", "ground", "arm", drive=da.Drive(stiffness="K", rotor_inertia="Im"))
    body = da.Inertia.about_com("m", ("d", 0, 0), (0, 0, "I", 0, 0, 0))
    robot = da.Robot("soft", (da.Link("ground"), da.Link("arm", body)), (joint,), gravity=(0, 0, 0))
    with pytest.warns(da.errors.DalembertWarning):
        eq = da.equations(robot).elastic
    K, theta, q = sp.symbols("K theta1 q1")
    assert sp.expand(eq.links[0].coeff(K) - (q - theta)) == 0
    assert sp.expand(eq.motors[0].coeff(K) - (theta - q)) == 0


def test_part_20_external_wrench():
    w = np.array([3.0, -2.0, 0, 0, 0, 0.5])
    with_force = da.inverse_dynamics(ARM, Q, QD, QDD, wrench={"tool": w})
    assert np.allclose(da.inverse_dynamics(ARM, Q, QD, QDD) - with_force, da.jacobian(ARM, Q).T @ w)
    assert np.allclose(da.forward_dynamics(ARM, Q, QD, with_force, wrench={"tool": w}), QDD)


def test_part_21_generalized_forces_in_absolute_angles():
    tau1, tau2 = sp.symbols("tau1 tau2")
    assert list(da.equations("planar_2r", coordinates="absolute").efforts) == [tau1 - tau2, tau2]


def test_part_22_base_parameters_are_found():
    base = da.equations("planar_3r").base_parameters
    zz1, m2, m3, l1, l2, zz2, mx2 = sp.symbols("zz1 m2 m3 l1 l2 zz2 mx2")
    values = [sp.sympify(str(base.display.text(x.value))) for x in base]
    for wanted in (zz1 + (m2 + m3) * l1**2, zz2 + m3 * l2**2):
        assert any(sp.expand(x - wanted) == 0 for x in values)
    assert any(sp.expand(x - l1 * (mx2 + m3 * l2)) == 0 for x in values)


def test_part_23_control_design_and_simulation():
    path = da.trajectory.quintic([0, 0], [0.6, 0.4], 1.0)
    run = da.simulate(ARM, [0, 0], [0, 0], duration=1.0, tau=da.control.computed_torque(ARM, path, **GAINS))
    assert np.abs(run.q[-1] - [0.6, 0.4]).max() < 1e-4
    sizing = da.design.size_actuators(ARM, path)
    assert sizing is not None


def test_part_24_inertia_extremes_of_the_spherical_arm():
    """M11 = I1 + (m2 lc2² + I2 + m3 (q3 − lc3)² + I3) cos² q2."""
    m11, m22, m33, det = da.teaching.inertia_extremes("spherical")
    assert m11.exact
    assert m22.exact
    assert det.exact
    assert m11.largest == {"q2": "0 or pi", "q3": "the farther joint limit"}
    assert m11.smallest == {"q2": "pi/2 or -pi/2", "q3": "lc3"}
    assert m22.smallest == {"q3": "lc3"}
    assert m33.largest == {}
    robot = da.gallery.spherical()
    numbers = {name: 0.5 + 0.1 * k for k, name in enumerate(robot.parameters)}
    bound, rng = robot.bind(**numbers), np.random.default_rng(0)
    best = da.mass_matrix(bound, [0, np.pi / 2, numbers["lc3"]])[0, 0]
    for q in rng.uniform(-3, 3, (200, 3)):
        assert da.mass_matrix(bound, q)[0, 0] >= best - 1e-12
        flat = da.mass_matrix(bound, [q[0], 0, q[2]])[0, 0]
        assert da.mass_matrix(bound, q)[0, 0] <= flat + 1e-12


def test_part_25_mobility():
    assert da.mechanism.grubler(4, [1, 1, 1, 1], m=3) == 1
    assert da.mechanism.mobility(da.mechanism.library.parallelogram(bars=3)).full_cycle == 1


def test_part_26_all_solutions_and_unreachable_targets():
    target = da.forward_kinematics(ARM, [0.3, 0.9])
    found = da.inverse_kinematics(ARM, target[:3, 3], all=True)
    assert len(found) == 2
    assert np.isclose(found[0, 1], -found[1, 1])
    with raises(da.finding.UnreachableTarget):
        da.inverse_kinematics(ARM, [3.0, 0, 0])


def test_part_27_rates_are_damped_at_singularities_and_this_is_announced():
    with warns(da.finding.DampedRates, robot="planar_2r"):
        rates = da.kinematics.joint_rates(ARM, [0.2, 0.01], [0.1, 0.2, 0])
    assert np.abs(rates).max() < 3
    exact = da.kinematics.joint_rates(ARM, [0.2, 0.01], [0.1, 0.2, 0], damping=0)
    assert np.allclose(da.jacobian(ARM, [0.2, 0.01])[:2] @ exact, [0.1, 0.2])
    (only,) = da.kinematics.singularities("planar_2r")
    assert only.condition == sp.sin(sp.Symbol("q2"))


def test_part_28_statics():
    w = np.array([1.0, 2.0, 0, 0, 0, 0])
    tau = da.statics.static_torque(ARM, Q, wrench={"tool": -w})
    assert np.allclose(tau, da.gravity_vector(ARM, Q) + da.jacobian(ARM, Q).T @ w)


def test_part_29_measured_agreement_between_model_and_robot():
    """The measured force of a positioning axis is predicted within 4.2 % (published: 4.08 %)."""
    fit = da.identify(slide(), emps())
    assert fit.error < 0.042


def test_part_29_the_orthoglide_model_and_its_motion_agree():
    """A simulated Orthoglide under its inverse dynamics follows the motion from which the efforts were computed."""
    robot = da.gallery.orthoglide()
    q = da.assemble(robot, da.neutral(robot))
    tau = da.inverse_dynamics(robot, q, np.zeros(robot.nv), np.zeros(robot.nv))
    assert np.abs(da.forward_dynamics(robot, q, np.zeros(robot.nv), tau)).max() < 1e-6
