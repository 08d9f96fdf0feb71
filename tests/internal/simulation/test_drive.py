"""Drives: what each part adds, on which side of the gear, in kernels of inverse and forward dynamics alike."""

import math

import numpy as np
import pytest

import dalembert as da
from dalembert.graph import symbol
from dalembert.graph.evaluate import evaluate
from dalembert.robot.drive import Friction, Gear, Motor, Spring
from dalembert.robot.tree import tree
from dalembert.simulation.model import motor_limits
from pieces import arm, slider, two_links, with_drives
from raised import raises
from random_robot import kicked, random_robot, worst
from tolerance import ANOTHER_LIBRARY, FINITE_DIFFERENCE, SAME_ALGORITHM, TENS_OF_ROUNDINGS, THOUSANDS_OF_ROUNDINGS

FULL = da.Drive(
    rotor_inertia=2e-4, gear_ratio=-80.0, damping=0.7, coulomb=1.3, motor_damping=1e-4, motor_coulomb=0.02, static=4.0,
    stribeck_velocity=0.4, asymmetry=0.25, offset=-0.15,
)  # fmt: skip


def friction(v):
    """The formula of the docstring, by hand."""
    dry = 1.3 + 80 * 0.02
    level = dry + (4.0 - dry) * np.exp(-((v / 0.4) ** 2))
    return (0.7 + 80**2 * 1e-4) * v + level * np.sign(v) + 0.25 * np.sign(v) ** 2 - 0.15


@pytest.mark.parametrize("v", [-1.3, -0.2, 0.0, 0.05, 0.9])
def test_every_part_of_a_drive_by_hand(v):
    a = 0.8
    extra = da.inverse_dynamics(arm(FULL), [0.3], [v], [a]) - da.inverse_dynamics(arm(), [0.3], [v], [a])
    assert worst(extra, [80**2 * 2e-4 * a + friction(v)]) < SAME_ALGORITHM


def test_a_rotor_at_a_slide_is_an_equivalent_mass():
    """N in rad/m: N² Im has the unit of a mass."""
    robot = slider(2.0, da.Drive(rotor_inertia=1e-4, gear_ratio=300.0))
    assert worst(da.mass_matrix(robot, [0.1]), [[2.0 + 9.0]]) < SAME_ALGORITHM


def test_forward_undoes_inverse_with_full_drives():
    robot = with_drives(two_links(), FULL, FULL)
    q, qd, qdd = kicked(robot, 3)
    tau = da.inverse_dynamics(robot, q, qd, qdd)
    assert worst(da.forward_dynamics(robot, q, qd, tau), qdd) < SAME_ALGORITHM


def test_slope_of_friction_against_differences():
    robot = with_drives(two_links(), FULL, FULL)
    q, qd, qdd = kicked(robot, 4)
    _, by_qd, _ = da.inverse_dynamics_derivatives(robot, q, qd, qdd)
    h = 1e-5
    for k in range(2):
        step = h * np.eye(2)[k]
        slope = (da.inverse_dynamics(robot, q, qd + step, qdd) - da.inverse_dynamics(robot, q, qd - step, qdd)) / (
            2 * h
        )
        assert worst(by_qd[:, k], slope) < FINITE_DIFFERENCE


def coupled():
    """A wrist: the second motor turns with both joints."""
    robot = two_links()
    first, second = robot.coordinates
    one = da.Drive(1e-3, 50.0, motor_damping=2e-3, motor_coulomb=0.01)
    two = da.Drive(8e-4, 40.0, motor_damping=1e-3, motor_coulomb=0.02, coupling=((first, -25.0),))
    assert second != first
    return with_drives(robot, one, two), np.array([[50.0, 0.0], [-25.0, 40.0]])


def test_coupled_motors_by_their_matrix():
    """θ = N q: rotors add Nᵀ Im N, motor friction Nᵀ f(N q̇), the energy ½ θ̇ᵀIm θ̇."""
    robot, N = coupled()
    q, qd, qdd = kicked(robot, 5)
    Im, bm, fm = np.diag([1e-3, 8e-4]), np.diag([2e-3, 1e-3]), np.array([0.01, 0.02])
    assert worst(da.mass_matrix(robot, q) - da.mass_matrix(robot.rigid(), q), N.T @ Im @ N) < SAME_ALGORITHM
    expected = N.T @ (Im @ N @ qdd + bm @ N @ qd + fm * np.sign(N @ qd))
    extra = da.inverse_dynamics(robot, q, qd, qdd) - da.inverse_dynamics(robot.rigid(), q, qd, qdd)
    assert worst(extra, expected) < SAME_ALGORITHM
    spin = 0.5 * (N @ qd) @ Im @ (N @ qd)
    assert da.kinetic_energy(robot, q, qd) - da.kinetic_energy(robot.rigid(), q, qd) == pytest.approx(
        spin, rel=SAME_ALGORITHM
    )
    tau = da.inverse_dynamics(robot, q, qd, qdd)
    assert (
        worst(da.forward_dynamics(robot, q, qd, tau), qdd) < THOUSANDS_OF_ROUNDINGS
    )  # N² Im up to 2.5 beside inertias of 0.3
    _, by_qd, _ = da.inverse_dynamics_derivatives(robot, q, qd, qdd)
    plain = da.inverse_dynamics_derivatives(robot.rigid(), q, qd, qdd)[1]
    assert worst(by_qd - plain, N.T @ bm @ N) < SAME_ALGORITHM


def test_a_coupling_to_a_joint_that_is_not_there_is_named():
    robot = with_drives(two_links(), da.Drive(1e-3, coupling=(("elbow", 1.0),)), None)
    with raises(da.finding.Unknown, noun="joint", name="elbow", argument="coupling"):
        da.mass_matrix(robot, [0.1, 0.2])


def test_rotors_as_bodies_add_the_gyroscopic_term():
    """T gains Im θ̇ a·ω of the carrying link, and nothing else: M gains Im N a·J_ω in the joint's row and column."""
    puma = da.gallery.puma560()
    robot = da.model.with_rotors(puma)
    q, qd, qdd = kicked(puma, 8)
    coupling = np.zeros((6, 6))
    for i, name in enumerate(puma.coordinates):
        joint = puma.joint(name)
        R = da.forward_kinematics(puma, q, joint.parent)[:3, :3] @ np.array(joint.placement.R, dtype=float)
        axis = R @ np.array(joint.axis, dtype=float)
        turned = da.jacobian(puma, q, joint.parent)[3:] if joint.parent != puma.root else np.zeros((3, puma.n))
        row = float(joint.drive.rotor_inertia * joint.drive.gear_ratio) * axis @ turned
        coupling[i] += row
        coupling[:, i] += row
    assert worst(da.mass_matrix(robot, q) - da.mass_matrix(puma, q), coupling) < SAME_ALGORITHM
    assert np.abs(coupling).max() > 1e-3
    # the same friction and gravity; a spin about a turning axis is felt as a gyroscopic torque
    assert worst(da.gravity_vector(robot, q), da.gravity_vector(puma, q)) < SAME_ALGORITHM
    difference = da.inverse_dynamics(robot, q, qd, qdd) - da.inverse_dynamics(puma, q, qd, qdd)
    assert np.abs(difference - coupling @ qdd).max() > 1e-4
    rate = np.einsum("kij,i,j->k", da.christoffel(robot, q) - da.christoffel(puma, q), qd, qd)
    assert worst(difference, coupling @ qdd + rate) < ANOTHER_LIBRARY  # two torques of 30 N m are subtracted


def test_a_rotor_on_the_ground_feels_nothing_new():
    drive = da.Drive(rotor_inertia=1e-3, gear_ratio=90.0)
    assert (
        worst(da.mass_matrix(da.model.with_rotors(arm(drive)), [0.4]), da.mass_matrix(arm(drive), [0.4]))
        < SAME_ALGORITHM
    )


def test_the_drive_of_symbols_is_the_drive_of_numbers():
    drive = da.Drive(
        rotor_inertia="Im", gear_ratio="n", static="fs", coulomb="fc", motor_coulomb="fm", stribeck_velocity="vs"
    )
    values = {"Im": 1e-3, "n": -7.0, "fs": 3.0, "fc": 1.0, "fm": 0.1, "vs": 0.2, "v": -0.15}
    number = da.Drive(
        rotor_inertia=1e-3, gear_ratio=-7.0, static=3.0, coulomb=1.0, motor_coulomb=0.1, stribeck_velocity=0.2
    )
    assert evaluate([drive.sliding(symbol("v"))], values)[0] == pytest.approx(
        number.sliding(-0.15), rel=TENS_OF_ROUNDINGS
    )
    assert evaluate([drive.dry], values)[0] == pytest.approx(1.7)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"stiffness": -5.0}, da.finding.OutOfRange),
        ({"stiffness": 0}, da.finding.OutOfRange),
        ({"static": -1}, da.finding.OutOfRange),
        ({"resistance": 1.0}, da.finding.Requires),
        ({"torque_limit": float("nan")}, da.finding.NotFinite),
        ({"damping": "two"}, None),
        ({"damping": "2 +"}, da.finding.BadSyntax),
    ],
)
def test_bad_drives_say_why(given, words):
    if words is None:
        assert da.Drive(**given).damping is symbol("two")
        return
    with raises(words):
        da.Drive(**given)


def test_a_drive_goes_through_a_file_and_back(tmp_path):
    da.export(arm(FULL), tmp_path / "arm.toml")
    again = da.load(tmp_path / "arm.toml")
    assert again.joints[0].drive == FULL
    assert repr(FULL).startswith("Drive(rotor_inertia=0.0002, gear_ratio=-80.0, damping=0.7")


def test_the_envelope_of_a_motor():
    """Torque N τ_max, power P / |q̇|, and no push beyond the top speed; braking stays possible."""
    robot = arm(da.Drive(gear_ratio=50.0, torque_limit=2.0, speed_limit=100.0, power_limit=60.0))
    [(coordinate, _, limit)] = motor_limits(robot, tree(robot), False)
    assert coordinate == 0
    for asked, rate, given in ((500.0, 0.0, 100.0), (500.0, 1.2, 50.0), (500.0, 2.0, 0.0), (-500.0, 2.0, -30.0)):
        assert float(evaluate([limit(asked, rate)], {})[0]) == pytest.approx(given)
    free = random_robot(3, 4)
    assert motor_limits(free, tree(free), False) == ()


def test_a_negative_number_in_a_robot_file_is_refused():
    with raises(da.finding.BadRow):
        da.from_dh([{"joint": "R", "a": 1, "mass": 1, "drive": {"stiffness": -1}}])


def test_a_drive_is_made_of_parts_or_by_plain_names():
    parts = da.Drive(
        motor=Motor(inertia=2, damping=3, resistance=4, torque_constant=5, inductance=6),
        gear=Gear(10),
        friction=Friction(damping=0.5, coulomb=0.25),
        spring=Spring(100, 2),
    )
    named = da.Drive(2, 10, 0.5, 0.25, 3, stiffness=100, joint_damping=2, resistance=4, torque_constant=5, inductance=6)
    assert parts == named
    assert hash(parts) == hash(named)
    assert (named.rotor_inertia, named.gear.ratio, named.joint_damping) == (2, 10, 2)
    assert named.inertia == named.gear.felt(named.motor.inertia) == 200
    assert named.changed(coulomb=1).friction == Friction(damping=0.5, coulomb=1)
    assert named.changed(coulomb=1).motor == named.motor
    assert "gear_ratio=10" in repr(named)
    with pytest.raises(AttributeError, match="no 'rotor'"):
        _ = named.rotor
    with raises(da.finding.Unknown, noun="field", name="rotor_inerta", owner="drive"):
        da.Drive(rotor_inerta=1)
    with raises(da.finding.WrongType, argument="motor", expected="a Motor"):
        da.Drive(motor=3)


def test_parts_give_their_own_effort():
    motor = Motor(resistance=2.0, torque_constant=0.5, inductance=0.1)
    steady = motor.current(12.0, 4.0)
    assert steady == 5.0
    assert motor.current_rate(12.0, 4.0, steady) == 0  # it stays where resistance takes what is left of the voltage
    assert Spring(100.0, 2.0).effort(0.1, 3.0) == 16.0
    assert Spring(100.0).energy(0.1) == pytest.approx(0.5)
    rubbing = Friction(coulomb=1.0, static=3.0, stribeck_velocity=0.1)
    assert rubbing.sliding(0.1, 1.0) == pytest.approx(1 + 2 * math.exp(-1))
    assert rubbing.sliding(-10.0, 1.0) == pytest.approx(-1.0)
