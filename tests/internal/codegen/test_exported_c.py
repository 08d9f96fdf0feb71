"""C for controllers: warnings, sanitizers, status, aliasing, stack, bits, and the laws of `control` beside their C."""

import ctypes
import re
import shutil
from dataclasses import replace

import mpmath
import numpy as np
import pytest
from exported import PASSED, STRICT, Library, need, robot_of, shell

import dalembert as da
from dalembert.codegen.renderers.minimax import EXACT, SHORT_HALF_PI
from dalembert.robot.symbolic import parametrize
from raised import raises
from tolerance import SAME_ALGORITHM, THOUSANDS_OF_ROUNDINGS

OK, NOT_FINITE, OUT_OF_RANGE, NEAR_SINGULAR, LOOPS_OPEN, RATES_INCONSISTENT = range(6)
UR5 = da.gallery.ur5()
EVERYTHING = {
    "model": ["inverse_dynamics", "forward_dynamics", "mass_matrix", "coriolis_matrix", "jacobian"],
    "euler_step": "euler_step",
    "computed_torque": "computed_torque",
    "momentum_observer": "momentum_observer",
    "while": ["kinetic_energy", "potential_energy"],
}
rng = np.random.default_rng(3)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("flags", ["-O2", "-g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all"])
@pytest.mark.parametrize("name", ["tree", "four_bar", "quadrotor"])
def test_no_warning_and_nothing_undefined(name, flags, dtype, tmp_path):
    need("gcc")
    wanted = (
        EVERYTHING
        if name == "tree" and "sanitize" not in flags
        else {"model": ["forward_dynamics", "mass_matrix"], "euler_step": "euler_step", "pd_gravity": "pd_gravity"}
    )
    da.export_code(robot_of(name), wanted, "c", tmp_path, name="model", dtype=dtype)
    code, said = shell(f"gcc -std=c99 {STRICT} {flags} model.c model_test.c -lm -o t && ./t", tmp_path)
    assert code == 0, said
    assert PASSED in said
    text = (tmp_path / "model.c").read_text()
    assert not re.search(r"\b(malloc|calloc|realloc|free|for|while|goto|do)\b", text)
    assert not re.search(r"^static (?!const|double|float|void)", text, re.MULTILINE)


def test_status_of_inputs(tmp_path):
    library = Library(tmp_path, UR5, "inverse_dynamics")
    state = list(rng.normal(size=(3, 6)))
    assert library("inverse_dynamics", *state, sizes=[6])[0] == OK
    for place in range(3):
        for bad, status in ((np.nan, NOT_FINITE), (np.inf, NOT_FINITE), (-np.inf, NOT_FINITE), (2e6, OUT_OF_RANGE)):
            wrong = [np.array(x) for x in state]
            wrong[place][4] = bad
            assert library("inverse_dynamics", *wrong, sizes=[6])[0] == status


def test_joint_limits_are_the_range_where_asked_for(tmp_path):
    robot = robot_of("panda")
    library = Library(tmp_path, robot, "gravity_vector", limits=True)
    limits = [robot.coordinate(x).limits for x in robot.coordinates]
    q = np.array([(x.lower + x.upper) / 2 for x in limits])
    assert library("gravity_vector", q, sizes=[robot.n])[0] == OK
    q[3] = limits[3].upper + 1e-6
    assert library("gravity_vector", q, sizes=[robot.n])[0] == OUT_OF_RANGE
    assert f"{limits[0].lower:g} to {limits[0].upper:g}" in (tmp_path / "model.h").read_text()


def test_status_of_loops(tmp_path):
    """Open loops, and the folded parallelogram, where two motions are possible."""
    robot = robot_of("four_bar")
    library = Library(tmp_path, robot, "forward_dynamics")
    q, zero = da.assemble(robot, [0.4, 0.3, 0.2]), np.zeros(3)
    status, (qdd,) = library("forward_dynamics", q, zero, zero, sizes=[3])
    assert status == OK
    assert np.abs(qdd - da.forward_dynamics(robot, q, zero, zero)).max() < 1e-10 * np.abs(qdd).max()
    assert library("forward_dynamics", q + 1e-3, zero, zero, sizes=[3])[0] == LOOPS_OPEN
    assert library("forward_dynamics", q, np.ones(3), zero, sizes=[3])[0] == RATES_INCONSISTENT
    moving = da.mechanism.project(robot, q, np.ones(3))
    assert library("forward_dynamics", q, moving, zero, sizes=[3])[0] == OK


def test_steps_and_laws_with_parameters(tmp_path):
    """At another robot's numbers they are that robot's, friction included."""
    robot, n = robot_of("tree"), 5
    names = ["hand1", "gravity", "slide1.damping"]
    loose = parametrize(robot, names)
    what = {x: x for x in ("rk4_step", "computed_torque")}
    library = Library(tmp_path / "a", robot, what, parameters=names)
    numbers = np.array(loose.values, float) * (1 + 0.1 * np.sin(np.arange(len(loose.values))))
    other = loose.robot.bind(**dict(zip(loose.names, map(float, numbers), strict=True)))
    own = Library(tmp_path / "b", other, what)
    x, u, gain = 0.3 * rng.normal(size=2 * n), rng.normal(size=n), np.full(n, 3.0)
    law = (*0.3 * rng.normal(size=(5, n)), gain, gain, 0.01, np.full(n, 1e3))
    for name, given, size in (("rk4_step", (x, u, 1e-3), 2 * n), ("computed_torque", law, n)):
        (status, (found,)), (_, (wanted,)) = (
            library(name, *given, numbers, sizes=[size]),
            own(name, *given, sizes=[size]),
        )
        assert status == OK
        assert np.abs(found - wanted).max() < SAME_ALGORITHM * np.abs(wanted).max()
    with raises(da.finding.LoopParameters):
        da.export_code(robot_of("four_bar"), "rk4_step", "c", tmp_path / "c", parameters=["gravity"])


def test_status_of_laws_on_loops(tmp_path):
    """Laws report rates that violate loop closure; an error that the loops cannot follow is not reported."""
    robot = robot_of("four_bar")
    library = Library(tmp_path, robot, {x: x for x in ("computed_torque", "feed_forward")})
    q = da.assemble(robot, [0.4, 0.3, 0.2])
    qd, zero, gain, limit = da.mechanism.project(robot, q, np.ones(3)), np.zeros(3), np.full(3, 4.0), np.full(3, 1e3)
    wish = q + [0.1, 0.0, 0.0]
    status, (tau,) = library("computed_torque", q, qd, wish, zero, zero, gain, gain, limit, sizes=[3])
    assert status == OK
    expected = da.control.computed_torque(robot, wish, gain, gain)(0.0, q, qd)
    assert np.abs(tau - expected).max() < 1e-10 * np.abs(expected).max()
    opening = qd + [0.0, 0.1, 0.0]
    assert (
        library("computed_torque", q, opening, wish, zero, zero, gain, gain, limit, sizes=[3])[0] == RATES_INCONSISTENT
    )
    with raises(da.finding.LoopRateError, argument="qd", robot="four_bar", loop="closure"):
        da.control.computed_torque(robot, wish, gain, gain)(0.0, q, opening)
    for wanted, found in ((zero, OK), (np.ones(3), RATES_INCONSISTENT)):
        assert library("feed_forward", q, qd, q, wanted, zero, gain, gain, limit, sizes=[3])[0] == found


def test_status_of_a_folded_parallelogram(tmp_path):
    """Where all links lie on a line, two motions are possible and the loop does not tell which."""
    numbers = {"l1": 0.5, "l2": 1.0, "l3": 0.5, "l4": 1.0, "g": 9.81}
    numbers |= {f"{x}{k}": 0.4 for x in ("m", "lc", "I") for k in (1, 2, 3)}
    robot, zero = da.gallery.four_bar().bind(**numbers), np.zeros(3)
    library = Library(tmp_path, robot, "forward_dynamics")
    assert library("forward_dynamics", [0.6, -0.6, 0.6], zero, zero, sizes=[3])[0] == OK
    assert library("forward_dynamics", zero, zero, zero, sizes=[3])[0] == NEAR_SINGULAR
    with raises(da.finding.SingularLoops, robot="four_bar"):
        da.forward_dynamics(robot, zero, zero, zero)


def test_status_of_a_divisor_without_digits(tmp_path):
    """A point mass that slides onto the axis about which it turns leaves no inertia there."""
    turn = da.Joint("turn", "revolute", "ground", "arm", axis=(0, 0, 1))
    slide = da.Joint("slide", "prismatic", "arm", "mass", da.Pose(p=(0.5, 0, 0)), (1, 0, 0))
    links = (da.Link("ground"), da.Link("arm"), da.Link("mass", da.Inertia(2.0)))
    library = Library(tmp_path, da.Robot("polar", links, (turn, slide)), "forward_dynamics")
    rates = ([0.1, 0.2], [1.0, 0.0])
    assert library("forward_dynamics", [0.3, 0.5], *rates, sizes=[2])[0] == OK
    assert library("forward_dynamics", [0.3, -0.5], *rates, sizes=[2])[0] in (NOT_FINITE, NEAR_SINGULAR)  # on the axis


def test_an_output_may_lie_where_an_input_lies(tmp_path):
    library = Library(tmp_path, UR5, "rk4_step")
    x, u = rng.normal(size=12), rng.normal(size=6)
    apart = library("rk4_step", x, u, 1e-3, sizes=[12])[1][0]
    call, same = library.library.model_rk4_step, x.copy()
    call.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_double, ctypes.c_void_p]
    assert call(same.ctypes.data, u.ctypes.data, 1e-3, same.ctypes.data) == OK
    assert (same == apart).all()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("level", ["-O0", "-O1", "-O2", "-O3"])
def test_stack_stays_within_what_is_said(level, tmp_path):
    need("gcc")
    da.export_code(robot_of("tree"), EVERYTHING, "c", tmp_path, name="model")
    header = (tmp_path / "model.h").read_text()
    said = dict(zip(re.findall(r"int model_(\w+)\(", header), re.findall(r"at most (\d+) bytes", header), strict=True))
    code, text = shell(f"gcc -std=c99 {level} -fstack-usage -c model.c && cat model.su", tmp_path)
    assert code == 0, text
    used = dict(re.findall(r"model_(\w+)\t(\d+)\tstatic", text))
    small = sum(int(n) for name, n in used.items() if name.endswith("_"))
    for name, most in said.items():
        assert int(used[name]) + small <= int(most)


def test_bits_do_not_depend_on_the_compiler(tmp_path):
    """The same bits at every level of optimisation, in every run, and on another processor where it can be had."""
    need("gcc")
    robot = robot_of("tree")
    da.export_code(robot, ["inverse_dynamics", "forward_dynamics"], "c", tmp_path, name="model")
    test = (tmp_path / "model_test.c").read_text()
    shown = 'for (int j = 0; j < (int)(sizeof found / sizeof *found); j++) printf("%a ", (double)found[j]);\n        '
    (tmp_path / "model_test.c").write_text(
        test.replace("        }\n    }\n    return wrong;", f"        }}\n        {shown}}}\n    return wrong;")
    )
    printed = set()
    for build in ("gcc -O0", "gcc -O2", "gcc -O3 -march=native"):
        for _ in range(2):
            code, said = shell(f"{build} -std=c99 -ffp-contract=off model.c model_test.c -lm -o t && ./t", tmp_path)
            assert code == 0, said
            printed.add(said)
    assert "0x1." in next(iter(printed))
    assert len(printed) == 1
    if shutil.which("aarch64-linux-gnu-gcc") and shutil.which("qemu-aarch64"):
        other = "aarch64-linux-gnu-gcc -static -O2 -std=c99 -ffp-contract=off model.c model_test.c -lm -o t && qemu-aarch64 ./t"
        code, said = shell(other, tmp_path)
        assert code == 0, said
        assert {said} == printed


def test_self_test_on_arm(tmp_path):
    need("aarch64-linux-gnu-gcc", "qemu-aarch64")
    da.export_code(UR5, ["inverse_dynamics", "forward_dynamics"], "c", tmp_path, name="model", dtype="float32")
    build = f"aarch64-linux-gnu-gcc -static -O2 -std=c99 {STRICT} -ffp-contract=off model.c model_test.c -lm -o t"
    code, said = shell(f"{build} && qemu-aarch64 ./t", tmp_path)
    assert code == 0, said
    assert PASSED in said


@pytest.mark.parametrize("real", ["double", "float"])
def test_half_pi_in_parts(real):
    """The parts add up to π/2, and each but the last times any whole number of quarter turns is exact."""
    bits = {"double": 53, "float": 24}[real]
    quarters = int(EXACT[real] * 2 / np.pi) + 1
    with mpmath.workdps(60):
        assert abs(sum(mpmath.mpf(x) for x in SHORT_HALF_PI[real]) - mpmath.pi / 2) < mpmath.mpf(2) ** -(bits + 30)
    for x in SHORT_HALF_PI[real][:-1]:
        significant = int(float(x).hex().split(".")[1].split("p")[0], 16)
        width = 53 - (significant & -significant).bit_length() + 1
        assert width + quarters.bit_length() <= bits


def rubbing_arm():
    """The UR5 with rotors and friction."""
    drive = da.Drive(rotor_inertia=0.02, gear_ratio=2.0, damping=0.3, coulomb=0.5)
    return replace(UR5, joints=tuple(replace(j, drive=drive) if j.moves else j for j in UR5.joints))


@pytest.mark.parametrize("name", ["computed_torque", "feed_forward", "pd_gravity"])
def test_control_laws_in_c_are_those_of_python(name, tmp_path):
    robot = rubbing_arm()
    library = Library(tmp_path, robot, name)
    n, kp, kd, zone = robot.n, rng.uniform(1, 90, 6), rng.uniform(1, 20, 6), 0.05
    for _ in range(5):
        q, qd, q_d, qd_d, qdd_d = rng.normal(size=(5, n))
        law = getattr(da.control, name)(robot, lambda t, w=(q_d, qd_d, qdd_d): w, kp, kd, dead_zone=zone)
        expected = law(0.0, q, qd)
        wanted = (q_d, qd_d) if name == "pd_gravity" else (q_d, qd_d, qdd_d)
        for limit in (np.full(n, 1e5), np.full(n, 5.0)):
            status, (tau,) = library(name, q, qd, *wanted, kp, kd, zone, limit, sizes=[n])
            assert status == OK
            assert np.abs(tau - np.clip(expected, -limit, limit)).max() < 1e2 * SAME_ALGORITHM * np.abs(expected).max()


def test_compensations_in_c(tmp_path):
    robot = rubbing_arm()
    library = Library(tmp_path, robot, {x: x for x in ("gravity_compensation", "friction_compensation")})
    q, qd, most = *rng.normal(size=(2, 6)), np.full(6, 1e5)
    status, (tau,) = library("gravity_compensation", q, most, sizes=[6])
    assert status == OK
    assert np.abs(tau - da.gravity_vector(robot, q)).max() < THOUSANDS_OF_ROUNDINGS
    status, (tau,) = library("friction_compensation", qd, 0.05, most, sizes=[6])
    assert status == OK
    assert np.abs(tau - da.control.friction(robot, 0.05)(qd)).max() < SAME_ALGORITHM


def test_momentum_observer_in_c(tmp_path):
    robot = rubbing_arm()
    library = Library(tmp_path, robot, {x: x for x in ("momentum_observer", "momentum_observer_start")})
    observer = da.control.MomentumObserver(robot, 40.0, dead_zone=0.05)
    samples = rng.normal(size=(6, 3, 6))
    observer(0.0, *samples[0])
    status, (memory,) = library("momentum_observer_start", *samples[0], 0.05, sizes=[18])
    assert status == OK
    for k, sample in enumerate(samples[1:], 1):
        expected = observer(0.002 * k, *sample)
        status, (r, memory) = library(
            "momentum_observer", memory, *sample, 0.002, np.full(6, 40.0), 0.05, sizes=[6, 18]
        )
        assert status == OK
        assert np.abs(r - expected).max() < 1e-10 * np.abs(expected).max()


@pytest.mark.sampled(4)
@pytest.mark.parametrize("method", ["rk4", "euler"])
@pytest.mark.parametrize("name", ["ur5", "four_bar", "quadrotor"])
def test_steps_in_c_are_those_of_simulate(name, method, tmp_path):
    robot = robot_of(name)
    library = Library(tmp_path, robot, f"{method}_step")
    q0 = da.assemble(robot) if robot.loops else da.neutral(robot)
    tau = rng.normal(size=robot.nv) * np.array([x in robot.actuated for x in robot.coordinates])
    run = da.simulate(robot, q0, duration=0.02, tau=tau, method=da.simulation.Solver(method, step=1e-3))
    x = np.concatenate([q0, np.zeros(robot.nv)])
    for _ in range(20):
        status, (x,) = library(f"{method}_step", x, tau, 1e-3, sizes=[len(x)])
        assert status == OK
    assert np.abs(x[: robot.nq] - run.q[-1]).max() < THOUSANDS_OF_ROUNDINGS
    assert np.abs(x[robot.nq :] - run.qd[-1]).max() < 1e-10 * max(1, np.abs(run.qd[-1]).max())
