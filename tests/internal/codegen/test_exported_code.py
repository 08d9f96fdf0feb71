"""Every target against the graph interpreter: packages carry stored states and what the interpreter makes of them."""

import re
from pathlib import Path

import numpy as np
import pytest
from exported import PASSED, RUN, STRICT, need, robot_of, self_test, shell
from ptx_machine import Machine

import dalembert as da
from dalembert.code.export import TARGETS
from dalembert.codegen.function import function
from dalembert.codegen.packages.target import ModelInfo, Options, Routine, StoredSample
from dalembert.codegen.renderers.ptx import thread
from dalembert.graph import Op, evaluate, symbol
from dalembert.graph.node import build
from raised import raises
from random_robot import worst
from tolerance import FLOAT32, SAME_ALGORITHM, THOUSANDS_OF_ROUNDINGS

both = pytest.mark.parametrize("dtype", ["float64", "float32"])
MODEL = ModelInfo("model", "model", "0" * 16, ("a",), (0.0,), "0")
DYNAMICS = ["inverse_dynamics", "forward_dynamics"]
SMALL = {"ur5": ["inverse_dynamics", "mass_matrix", "jacobian"], "tree": DYNAMICS, "four_bar": DYNAMICS}


@pytest.mark.sampled(2)
@both
@pytest.mark.parametrize("target", RUN)
def test_every_operation(target, dtype, tmp_path):
    """Each operation at values where languages differ: zeros, ties, all four quadrants."""
    a, b, x, y = (symbol(k) for k in "abxy")
    values = [
        (0.7, -0.2, 3.0, 5.0),
        (-0.7, 0.2, 3.0, 5.0),
        (0.0, 0.0, -1.5, 2.5),
        (-1.0, -1.0, 1e3, -1e-3),
        (0.3, 0.3, 0, 1),
    ]
    one = [Op.SIN, Op.COS, Op.EXP, Op.TANH, Op.NEG, Op.SIGN, Op.ABS]
    outputs = [build(op, a) for op in one]
    outputs += [build(op, a, b) for op in (Op.ADD, Op.SUB, Op.MUL, Op.MIN, Op.MAX, Op.ATAN2)]
    outputs += [
        build(Op.SELECT, a, b, x, y),
        build(Op.SQRT, x * x),
        build(Op.DIV, a, y * y + 2),
        build(Op.MUL, -2.5e-7, a),
    ]
    outputs += [build(Op.SIN, 1e3 * b), build(Op.COS, x)]  # one without the other
    made = function("every", [([(n.value, (), (n,)) for n in (a, b, x, y)], [("result", (len(outputs),), outputs)])])
    real = {"float64": "double", "float32": "float"}[dtype]
    values = [tuple(float(np.float32(v)) for v in row) for row in values]
    samples = [StoredSample(v, tuple(map(float, evaluate(outputs, dict(zip("abxy", v, strict=True)))))) for v in values]
    routine = Routine(made, "every operation", ((-1e6, 1e6),) * 4, tuple(samples))
    tools, command = RUN[target]
    need(*tools)
    for name, text in TARGETS[target].package([routine], MODEL, Options(real)).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    code, said = shell(command, tmp_path)
    assert code == 0, said
    assert PASSED in said


@pytest.mark.sampled(4)
@both
@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("target", RUN)
def test_self_tests_pass(target, name, dtype, tmp_path):
    code, said = self_test(robot_of(name), SMALL[name], target, tmp_path, dtype=dtype)
    assert code == 0, said
    assert PASSED in said


@pytest.mark.sampled(2)
@both
@pytest.mark.parametrize("name", ["panda", "talos", "quadruped", "stewart"])
@pytest.mark.parametrize("target", ["c", "python"])
def test_self_tests_of_large_robots_pass(target, name, dtype, tmp_path):
    wanted = ["forward_dynamics"] if name == "stewart" else DYNAMICS
    code, said = self_test(robot_of(name), wanted, target, tmp_path, dtype=dtype)
    assert code == 0, said
    assert (
        repr({"float64": SAME_ALGORITHM, "float32": FLOAT32}[dtype]) in next(tmp_path.glob("model_test.*")).read_text()
    )


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", ["panda", "talos", "quadruped"])
@pytest.mark.parametrize("target", ["cpp", "matlab", "rust"])
def test_inverse_dynamics_of_large_robots(target, name, tmp_path):
    code, said = self_test(robot_of(name), "inverse_dynamics", target, tmp_path)
    assert code == 0, said


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", da.gallery.names())
def test_dynamics_of_the_gallery_in_c(name, tmp_path):
    """Joints and loops of every kind; a status other than 0 at an ordinary state fails too."""
    wanted = ["forward_dynamics"] if name in ("stewart", "orthoglide", "delta") else DYNAMICS
    wanted = ["inverse_dynamics"] if name == "rx90" else wanted  # whose numbers here are no body's
    code, said = self_test(robot_of(name), wanted, "c", tmp_path)
    assert code == 0, said


@pytest.mark.sampled(0)
def test_a_platform_in_single_precision(tmp_path):
    """Near a singular configuration it has few digits; such states are not among those that are stored."""
    code, said = self_test(da.gallery.stewart(), "inverse_dynamics", "c", tmp_path, dtype="float32")
    assert code == 0, said


def test_loops_that_single_precision_does_not_resolve(tmp_path):
    """A package is refused whose own test would say that it is wrong: the Orthoglide's legs hold more than they need."""
    with raises(da.finding.PrecisionTooLow, robot="orthoglide"):
        da.export_code(da.gallery.orthoglide(), "forward_dynamics", "c", tmp_path, dtype="float32")
    code, said = self_test(da.mechanism.library.goldberg(), "forward_dynamics", "c", tmp_path, dtype="float32")
    assert code == 0, said


@pytest.mark.sampled(3)
@pytest.mark.parametrize("target", RUN)
def test_a_wrong_number_is_noticed(target, tmp_path):
    """The self-test of each package can fail: one digit of a constant is changed."""
    tools, command = RUN[target]
    need(*tools)
    da.export_code(robot_of("ur5"), "gravity_vector", target, tmp_path, name="model")
    place = {"c": "model.c", "cpp": "model.hpp", "matlab": "+model/gravity_vector.m", "ros": "model/src/model.c"}
    source = tmp_path / place.get(
        target, {"python": "model.py", "rust": "model.rs", "julia": "model.jl"}.get(target, "")
    )
    text = source.read_text()
    *_, constant = re.finditer(r"\d\.\d(\d)\d{3,} \* [ti]", text)
    changed = str((int(constant[1]) + 5) % 10)
    source.write_text(text[: constant.start(1)] + changed + text[constant.end(1) :])
    code, said = shell(command, tmp_path)
    assert code != 0, said
    assert PASSED not in said


NO_NUMBER = {"python": "float('nan')", "matlab": "NaN", "rust": "f64::NAN", "julia": "NaN"}


@pytest.mark.parametrize("target", [x for x in RUN if x != "ros"])  # which carries the test of C
def test_what_is_no_number_is_noticed(target, tmp_path):
    """Although the entries after it are right: the largest of errors with a NaN among them is not the last of them."""
    a, b = symbol("a"), symbol("b")
    made = function("both", [([("a", (), (a,)), ("b", (), (b,))], [("result", (2,), [a + b, a - b])])])
    routine = Routine(made, "both", ((-1e6, 1e6),) * 2, (StoredSample((0.5, 0.25), (float("nan"), 0.25)),))
    tools, command = RUN[target]
    need(*tools)
    for name, text in TARGETS[target].package([routine], MODEL, Options("double")).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(re.sub(r"\bnan\b", NO_NUMBER.get(target, "NAN"), text))
    code, said = shell(command, tmp_path)
    assert code != 0
    assert "FAILED" in said


def test_one_function_shares_work(tmp_path):
    """Several quantities at once cost less than one after the other, and the header says what they cost."""
    robot = robot_of("ur5")
    wanted = ("inverse_dynamics", "mass_matrix", "gravity_vector")
    together = _operations(robot, wanted, tmp_path / "a")
    alone = sum(_operations(robot, x, tmp_path / x) for x in wanted)
    assert together < alone


def _operations(robot, quantities, folder):
    da.export_code(robot, quantities, "c", folder, name="model")
    line = next(x for x in (folder / "model.h").read_text().splitlines() if " add = " in x)
    return int(line.split(" add = ")[1].split(",")[0])


def test_arrays_of_states_in_python(tmp_path):
    """The NumPy target takes any leading axes, broadcast, as the library does."""
    robot = robot_of("ur5")
    da.export_code(robot, ["inverse_dynamics", "mass_matrix"], "python", tmp_path, name="model")
    space = {}
    exec(compile((tmp_path / "model.py").read_text(), "model.py", "exec"), space)
    rng = np.random.default_rng(1)
    q, qd, qdd = rng.normal(size=(3, 1, 6)), rng.normal(size=(5, 6)), rng.normal(size=6)
    tau, M = space["model"](q, qd, qdd)
    expected = da.inverse_dynamics(robot, *np.broadcast_arrays(q, qd, qdd))
    assert tau.shape == (3, 5, 6)
    assert M.shape == (3, 5, 6, 6)
    assert np.abs(tau - expected).max() < 1e-12 * np.abs(expected).max()
    assert np.abs(M - da.mass_matrix(robot, np.broadcast_to(q, (3, 5, 6)))).max() < SAME_ALGORITHM


SHIM = """#include <cmath>
#define __device__
#define __global__
#define __forceinline__ inline
struct Three { unsigned x; };
static Three blockIdx, blockDim = {1}, threadIdx;
#include "model.cuh"
"""


def test_cuda_is_right_where_a_thread_is_a_loop(tmp_path):
    """Without a GPU: the kernel compiled as C++, its threads run one after the other."""
    need("g++")
    robot = robot_of("tree")
    da.export_code(robot, "inverse_dynamics", "cuda", tmp_path, name="model")
    rng = np.random.default_rng(2)
    states = rng.normal(size=(3, 4, robot.n))
    numbers = [
        f"static const double a{k}[] = {{{', '.join(map(repr, x.ravel().tolist()))}}};" for k, x in enumerate(states)
    ]
    main = f"""int main() {{
    double out[{4 * robot.n}]; int status[4];
    for (blockIdx.x = 0; blockIdx.x < 5; blockIdx.x++) model_inverse_dynamics_kernel(4, a0, a1, a2, out, status);
    for (int k = 0; k < {4 * robot.n}; k++) std::printf("%.17g ", out[k]);
    return status[0] | status[1] | status[2] | status[3];
}}"""
    (tmp_path / "t.cpp").write_text("#include <cstdio>\n" + SHIM + "\n".join(numbers) + main)
    code, said = shell("g++ -Wall -Wextra -Werror t.cpp -o t && ./t", tmp_path)
    assert code == 0, said
    found = np.array([float(x) for x in said.split()]).reshape(4, robot.n)
    expected = da.inverse_dynamics(robot, *states)
    assert np.abs(found - expected).max() < 1e-12 * np.abs(expected).max()


def test_cuda_compiles_without_a_warning(tmp_path):
    """By NVIDIA's own compiler, to machine code: numbers of both kinds, choices, loops and a law, in one program."""
    need("nvcc")
    for name, robot, what, dtype in (
        ("single", "tree", ["inverse_dynamics", "computed_torque"], "float32"),
        ("plain", "planar_2r", ["rk4_step", "forward_dynamics"], "float64"),
        ("closed", "four_bar", ["forward_dynamics"], "float64"),
    ):
        da.export_code(robot_of(robot), {x: x for x in what}, "cuda", tmp_path, name=name, dtype=dtype)
    (tmp_path / "all.cu").write_text("".join(f'#include "{x}.cuh"\n' for x in ("single", "plain", "closed")))
    strict = "-Werror all-warnings -Xcompiler -Wall,-Wextra,-Werror"
    code, said = shell(f"nvcc -std=c++17 -arch=sm_80 -O1 {strict} -cubin all.cu -o all.cubin", tmp_path)
    assert (code, said.strip()) == (0, "")
    made = (tmp_path / "all.cubin").read_bytes()
    kernels = ("single_inverse_dynamics", "single_computed_torque", "plain_rk4_step", "closed_forward_dynamics")
    assert all(f"{x}_kernel".encode() in made for x in kernels)


def test_cuda_carries_a_self_test(tmp_path):
    """Built by NVIDIA's compiler; on a machine with a GPU it passes, on another it says what it needs."""
    need("nvcc")
    da.export_code(robot_of("planar_2r"), ["inverse_dynamics", "mass_matrix"], "cuda", tmp_path, name="model")
    strict = "-Werror all-warnings -Xcompiler -Wall,-Wextra,-Werror"
    code, said = shell(f"nvcc -std=c++17 -O1 {strict} model_test.cu -o t", tmp_path)
    assert (code, said.strip()) == (0, "")
    code, said = shell("./t", tmp_path)
    assert (code, said.strip()) == (0, PASSED) or (code == 1 and "needs a GPU" in said)


@pytest.mark.parametrize("layout", ["rows", "columns"])
@pytest.mark.parametrize(("name", "quantity"), [("tree", "inverse_dynamics"), ("ur5", "mass_matrix")])
def test_ptx_gives_the_numbers_in_either_layout(name, quantity, layout, tmp_path):
    """The kernel as its header says that it is launched, on a GPU made of NumPy; 70 states are a block and a broken one."""
    robot = robot_of(name)
    header, *_, kernel = da.export_code(
        robot, quantity, "ptx", tmp_path, name="model", options=da.code.CodeOptions(layout=layout)
    )
    threads, shared = map(int, re.findall(r"#define \w+ (\d+)$", header.read_text(), re.M))
    states = [np.random.default_rng(k).normal(size=(70, robot.n)) for k in range(3 if quantity != "mass_matrix" else 1)]
    expected = getattr(da, quantity)(robot, *states).reshape(70, -1)
    machine, arguments = Machine(kernel.read_text()), []
    for x in [*states, np.full(expected.shape, np.nan)]:
        steps = (8, 8 * x.shape[1]) if layout == "rows" else (8 * 70, 8)
        arguments += [machine.put(x if layout == "rows" else x.T), *steps]
    machine.launch(f"model_{quantity}", [*arguments, 70], -(-70 // threads), shared)
    shape = expected.shape if layout == "rows" else expected.shape[::-1]
    found = machine.get(arguments[-3], shape, "float64")
    assert worst(found if layout == "rows" else found.T, expected) < SAME_ALGORITHM


@pytest.mark.parametrize("name", ["ur5", "tree"])
def test_ptx_of_long_programs_is_cut(name, monkeypatch, tmp_path):
    """Stretches of 50 instructions, what crosses a cut in the thread's memory: the same numbers, whole, and few live at once."""
    monkeypatch.setattr(thread, "LONG", 0)
    monkeypatch.setattr(thread, "STRETCH", 50)
    robot = robot_of(name)
    da.export_code(
        robot, "forward_dynamics", "ptx", tmp_path, name="model", options=da.code.CodeOptions(layout="columns")
    )
    text = (tmp_path / "model_forward_dynamics.ptx").read_text()
    assert text.count("st.local") > 50
    shared = int(re.search(r"_SHARED (\d+)", (tmp_path / "model.h").read_text())[1])
    machine = Machine(text)
    q, qd, tau = np.random.default_rng(3).uniform(-1, 1, (3, 70, robot.n))
    places = [machine.put(x.T) for x in (q, qd, tau, np.zeros_like(q))]
    arguments = [x for place in places for x in (place, 8 * 70, 8)]
    machine.launch("model_forward_dynamics", [*arguments, 70], -(-70 // machine.block), shared)
    found = machine.get(places[-1], (robot.n, 70), "float64").T
    assert worst(found, da.forward_dynamics(robot, q, qd, tau)) < THOUSANDS_OF_ROUNDINGS


def test_ptx_carries_a_self_test(tmp_path):
    """It is built by a C compiler alone; with a GPU it passes, without one it says what it needs."""
    need("gcc")
    da.export_code(robot_of("planar_2r"), ["inverse_dynamics", "mass_matrix"], "ptx", tmp_path, name="model")
    code, said = shell(f"gcc -std=c99 {STRICT.replace('-pedantic ', '')} model_test.c -ldl -lm -o t", tmp_path)
    assert (code, said.strip()) == (0, "")
    code, said = shell("./t", tmp_path)
    assert (code, said.strip()) == (0, PASSED) or (code == 1 and "needs an NVIDIA GPU" in said)


def test_s_function_compiles_against_its_interface(tmp_path):
    """Simulink is not here: a stand-in for its header has the calls that are made, with the manual's types."""
    need("gcc")
    da.export_code(robot_of("ur5"), "computed_torque", "matlab", tmp_path, name="model")
    calls = "int ssSetNumInputPorts(SimStruct*, int); int ssSetNumOutputPorts(SimStruct*, int);\n"
    for name in ("NumSFcnParams", "NumSampleTimes"):
        calls += f"void ssSet{name}(SimStruct*, int);\n"
    for name in ("InputPortWidth", "InputPortDataType", "InputPortRequiredContiguous", "InputPortDirectFeedThrough"):
        calls += f"void ssSet{name}(SimStruct*, int, int);\n"
    for name in ("OutputPortWidth", "OutputPortDataType"):
        calls += f"void ssSet{name}(SimStruct*, int, int);\n"
    calls += "void ssSetSampleTime(SimStruct*, int, double); void ssSetOffsetTime(SimStruct*, int, double);\n"
    calls += "const void *ssGetInputPortSignal(SimStruct*, int); void *ssGetOutputPortSignal(SimStruct*, int);\n"
    kinds = "typedef struct S SimStruct; typedef int int_T; typedef int int32_T;\n"
    kinds += "enum { SS_DOUBLE, SS_SINGLE, SS_INT32 };\n#define INHERITED_SAMPLE_TIME -1.0\n"
    folder = tmp_path / "simulink"
    (folder / "simstruc.h").write_text(kinds + calls)
    used = "void use(SimStruct *S) { mdlInitializeSizes(S); mdlInitializeSampleTimes(S); mdlOutputs(S, 0); mdlTerminate(S); }\n"
    (folder / "cg_sfun.h").write_text(used)
    flags = "-std=c99 -Wall -Wextra -pedantic -Werror"
    code, said = shell(f"gcc {flags} -c model_computed_torque_sfun.c model.c", folder)
    assert code == 0, said


def test_every_target_is_tried():
    """A target without a self-test of its own is tried by name in some test."""
    tried = "\n".join(p.read_text() for p in Path(__file__).parent.glob("test_*.py"))
    assert all(x in RUN or f'"{x}"' in tried for x in TARGETS)
