"""JavaScript packages in Node and in a browser: the robots that others know, against the graph interpreter."""

import json
import re
import shutil
import subprocess
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256

import numpy as np
import pytest
from node import needs_node, printed

import dalembert as da
from corpus import find
from dalembert.cli.app import run as command
from dalembert.code.export import code
from dalembert.codegen.function import CHECKS
from dalembert.graph import evaluate
from dalembert.quantity import trace
from place import ROOT
from raised import raises
from random_robot import posture, random_robot, worst
from tolerance import SAME_ALGORITHM

CHROMIUM = next((x for x in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if x), None)
COUNT = 5
WASM = "'wasm-unsafe-eval'"
TREE = next(r for r in map(random_robot, range(100)) if sum(j.kind == "prismatic" for j in r.joints) > 1)
ROBOTS = {
    "ur5": lambda: da.load(find("ur5_robot.urdf")),
    "panda": lambda: da.load(find("panda.urdf")),
    "tree with prismatic joints": lambda: TREE,
    "talos": lambda: da.load(find("talos_reduced.urdf")),
    "free base": lambda: da.gallery.quadruped(),
    "stewart": lambda: da.gallery.stewart(),
}
DRIVER = """
import { load } from "./robot.js";
const model = await load();
const { count, given } = %s;
const listed = (x) => Array.from(x, Number);
const found = {};
for (const [name, inputs] of Object.entries(given)) {
    const f = model[name];
    const many = f.batch(count, ...inputs.map((x) => Float64Array.from(x.flat())));
    const rows = f.about.outputs.length === 1 ? { [f.about.outputs[0].name]: many } : many;
    const alone = [];
    for (let i = 0; i < count; i++) {
        f.about.inputs.forEach((x, k) => f.inputs[x.name].set(inputs[k][i]));
        f.run();
        alone.push(Object.fromEntries(f.about.outputs.map((x) => [x.name, listed(f.outputs[x.name])])));
    }
    const named = Object.fromEntries(f.about.outputs.map((x) => [x.name, listed(rows[x.name])]));
    found[name] = { rows: named, alone };
}
console.log(JSON.stringify({ found, test: model.self_test(), digest: model.digest, name: model.name }));
"""


def write(folder, robot, quantities, **options):
    files = code(robot, {x: x for x in quantities}, "javascript", name="robot", **options)
    for name, content in files.items():
        path = folder / name
        path.write_bytes(content) if isinstance(content, bytes) else path.write_text(content, encoding="utf-8")
    return files


def states(robot, label):
    if label in ("q", "q0", "q1"):
        q = posture(robot, 3, COUNT)
        return np.array([da.assemble(robot, x) for x in q]) if robot.loops else q
    return np.random.default_rng(len(label)).normal(size=(COUNT, robot.nv))


@pytest.mark.sampled(1)
@needs_node
@pytest.mark.parametrize("name", ROBOTS)
def test_robots_equal_the_interpreter(tmp_path, name):
    robot = ROBOTS[name]()
    quantities = ["inverse_dynamics", "forward_dynamics", "mass_matrix", "forward_kinematics", "potential_energy"]
    write(tmp_path, robot, quantities, options=da.code.CodeOptions(simulate="rk4"))
    given = {x: [states(robot, label).tolist() for label, *_ in trace(robot, x).inputs] for x in quantities}
    answer = printed(tmp_path, DRIVER % json.dumps({"count": COUNT, "given": given}))
    assert answer["test"]["passed"], answer["test"]
    assert answer["digest"] == robot.derived.digest.hex()[:16]
    for x in quantities:
        traced, found = trace(robot, x), answer["found"][x]
        for i in range(COUNT):
            values = {
                node.value: v
                for (_, _, nodes), rows in zip(traced.inputs, given[x], strict=True)
                for node, v in zip(nodes, rows[i], strict=True)
            }
            for label, _, entries in traced.outputs:
                k = x if label == "value" else label
                expected = np.array(evaluate(entries, values), float)
                alone = np.array(found["alone"][i][k])
                # gaps are 0 to rounding, of lengths of some metres
                scale = max(label in CHECKS, np.abs(expected).max())
                assert np.abs(alone - expected).max() <= SAME_ALGORITHM * scale, (x, k)
                assert np.array_equal(alone, np.reshape(found["rows"][k], (COUNT, -1))[i])


@needs_node
def test_a_simulation_in_the_page_is_that_of_python(tmp_path):
    robot = da.gallery.ur5()
    write(tmp_path, robot, ["kinetic_energy", "potential_energy"], options=da.code.CodeOptions(simulate="rk4"))
    q0 = np.array([0.3, -1.0, 0.8, 0.2, -0.4, 0.1])
    run = da.simulate(robot, q0, np.zeros(6), duration=0.5, method=da.simulation.Solver("rk4", step=1e-3))
    script = """
    import { load } from "./robot.js";
    const model = await load(), { simulate } = model;
    const x = new Float64Array(simulate.about.states), { state } = simulate.about;
    x.set(START, state.q[0]);
    const u = new Float64Array(simulate.about.inputs);
    const whole = simulate(x, u, 1e-3, 500);
    let now = x.slice();
    for (let i = 0; i < 500; i++) simulate(now.slice(), u, 1e-3, 1, now);
    const samples = simulate.batch(2, [...x, ...x], new Float64Array(5 * u.length), 1e-3, 100, 5);
    const part = (name) => Array.from(whole.slice(...state[name]));
    const [q, qd] = [part("q"), part("qd")];
    const energy = model.kinetic_energy(q, qd) + model.potential_energy(q);
    const last = Array.from(samples.slice(-x.length));
    console.log(JSON.stringify({ q, qd, energy, stepped: Array.from(now), whole: Array.from(whole), last }));
    """
    found = printed(tmp_path, script.replace("START", str(q0.tolist())))
    assert worst(found["q"], run.q[-1]) < 100 * SAME_ALGORITHM  # 2000 stages, each rounded its own way
    assert found["stepped"] == found["whole"] == found["last"]
    expected = da.kinetic_energy(robot, run.q[-1], run.qd[-1]) + da.potential_energy(robot, run.q[-1])
    assert abs(found["energy"] - expected) < 1e-9 * abs(expected)


@needs_node
def test_a_simulation_is_pushed_where_it_is_asked_to_be(tmp_path):
    """A force of m (g + a) upwards on a free body lifts it: z = a t²/2, whichever way it is turned."""
    robot = da.gallery.free_body()
    robot = robot.bind(**dict.fromkeys(robot.parameters, 2.0))
    frame, mass = robot.links[-1].name, float(sum(x.inertia.mass for x in robot.links))
    write(tmp_path, robot, ["mass_matrix"], options=da.code.CodeOptions(simulate="rk4", wrench=[frame]))
    script = """
    import { load } from "./robot.js";
    const { simulate, neutral } = await load(), { states, inputs, state } = simulate.about;
    const x = new Float64Array(states), u = new Float64Array(inputs);
    x.set(neutral);
    u.set(FORCE, inputs - 6);
    console.log(JSON.stringify(Array.from(simulate(x, u, 1e-2, 50).slice(...state.q))));
    """
    up = -np.array([float(g) for g in robot.gravity])
    force = mass * up + [0.0, 0.0, 3.0 * mass]
    found = printed(tmp_path, script.replace("FORCE", str(force.tolist())))
    assert worst(found[:3], [0, 0, 3.0 * 0.5**2 / 2]) < SAME_ALGORITHM


@needs_node
def test_wrong_arguments_are_named_and_outputs_may_be_given(tmp_path):
    write(tmp_path, random_robot(1, 2), ["inverse_dynamics", "kinetic_energy", "inverse_dynamics_derivatives"])
    script = """
    import { load } from "./robot.js";
    const model = await load(), q = [0.1, 0.2], said = [];
    for (const wrong of [
        () => model.inverse_dynamics(q, q, [1, 2, 3]),
        () => model.inverse_dynamics(q, q),
        () => model.inverse_dynamics(q, q, undefined),
        () => model.inverse_dynamics(q, q, q, new Float64Array(3)),
        () => model.inverse_dynamics.batch(3, q, q, [1, 2, 3]),
        () => model.inverse_dynamics.batch(1.5, q, q, q),
    ]) try { wrong(); said.push("nothing"); } catch (error) { said.push(`${error.name}: ${error.message}`); }
    const out = new Float64Array(2), same = model.inverse_dynamics(q, q, q, out) === out;
    const big = model.inverse_dynamics.batch(50000, q, q, q);
    const slopes = model.inverse_dynamics_derivatives(q, q, q);
    console.log(JSON.stringify({
        said, same, equal: big.length === 100000 && big[99999] === out[1], energy: typeof model.kinetic_energy(q, q),
        keys: Object.keys(slopes), view: model.inverse_dynamics.outputs.inverse_dynamics.length,
        nan: Object.is(model.inverse_dynamics([NaN, 0], q, q)[1], NaN), frozen: Object.isFrozen(model),
    }));
    """
    found = printed(tmp_path, script)
    assert [x.split(":")[0] for x in found["said"]] == ["RangeError"] * 6, found["said"]
    assert "qdd has 3 numbers, 2 are needed" in found["said"][0]
    assert "takes q, qd, qdd" in found["said"][1]
    assert "6 are needed, or 2 for all states" in found["said"][4]
    assert all(found[x] for x in ("same", "equal", "nan", "frozen"))
    assert found["energy"] == "number"
    assert found["view"] == 2
    assert len(found["keys"]) == 3


HOSTILE = [
    "');alert(1);//",
    "</script><script>alert(1)</script>",
    "a\nb\r\u2028\u2029`${alert(1)}`",
    "__proto__",
    "class",
    "*/ alert(1) /*",
    "ロボット",
    "",
    "then",
    "\ud800",
]


@pytest.mark.sampled(7)
@needs_node
@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_becomes_code(tmp_path, name):
    arm = random_robot(1, 2)
    joints = tuple(replace(joint, name=f"{joint.name}{name}") for joint in arm.joints)
    robot = da.Robot(name or "x", arm.links, joints, gravity=arm.gravity)
    files = code(
        robot,
        {name or "f": "gravity_vector", "constructor": "mass_matrix"},
        "javascript",
        options=da.code.CodeOptions(simulate="euler"),
    )
    for path, content in files.items():
        assert re.fullmatch(r"[A-Za-z0-9_.]+", path)
        (tmp_path / path).write_bytes(content) if isinstance(content, bytes) else (tmp_path / path).write_text(content)
    word = next(x[: -len(".wasm")] for x in files if x.endswith(".wasm"))
    quoted = r'"(\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/'
    bare = [re.sub(quoted, "", x, flags=re.S) for path, x in files.items() if path.endswith((".js", ".ts", ".mjs"))]
    assert not any(re.search(r"alert\s*\(", x) for x in bare)
    script = f"""
    globalThis.alert = () => {{ throw new Error("a name was run"); }};
    import fs from "node:fs";
    const {{ load }} = await import("./{word}.js");
    const model = await load();
    const text = fs.readFileSync("{tmp_path}/{word}.script.js", "utf-8");
    const other = await new Function(text + "; return {word}_model;")().load();
    const names = Object.keys(model).filter((x) => typeof model[x] === "function");
    console.log(JSON.stringify({{ names, passed: [model.self_test().passed, other.self_test().passed],
        plain: Object.getPrototypeOf(model) === Object.prototype, polluted: ({{}}).passed !== undefined }}));
    """
    found = printed(tmp_path, script)
    assert found["passed"] == [True, True]
    assert found["plain"]
    assert not found["polluted"]
    assert len(found["names"]) == 4
    assert not {"then", "constructor"} & set(found["names"])
    assert "</script" not in "".join(x for path, x in files.items() if path.endswith(".js"))


@needs_node
def test_a_wrong_number_is_noticed(tmp_path):
    """The self-test can fail: a stored result of a function, or of the simulation, is changed in its tenth digit."""
    files = write(tmp_path, random_robot(1, 2), ["mass_matrix"], options=da.code.CodeOptions(simulate="euler"))
    command = [shutil.which("node"), tmp_path / "robot_test.mjs"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "robot: all self-tests passed")
    good = files["robot.js"]
    key = '"wanted":['
    for at in (good.index(key) + len(key), good.rindex(key) + len(key)):
        (tmp_path / "robot.js").write_text(f"{good[:at]}1e-9+{good[at:]}")
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        assert (done.returncode, done.stdout.splitlines()[-1]) == (1, "robot: a self-test FAILED")


@needs_node
def test_a_function_may_be_called_as_the_simulation_is(tmp_path):
    files = code(
        random_robot(1, 2),
        {"simulate": "rk4_step"},
        "javascript",
        name="robot",
        options=da.code.CodeOptions(simulate="rk4"),
    )
    for name in ("robot.js", "package.json"):
        (tmp_path / name).write_text(files[name])
    script = """
    import { load } from "./robot.js";
    const model = await load(), x = [0.1, 0.2, 0.3, 0.4], u = [0.5, 0.6];
    const [one, two] = [model.simulate(x, u, 0.01), model.simulate_2([...x, 0, 0, 0], u, 0.01)].map((y) => Array.from(y));
    console.log(JSON.stringify({ one, two: two.slice(0, 4), passed: model.self_test().passed }));
    """
    found = printed(tmp_path, script)
    assert found["passed"]
    assert worst(found["two"], found["one"]) < SAME_ALGORITHM


def test_what_cannot_be_written_is_said():
    robot = random_robot(1, 2)
    with raises(da.finding.NotOneOf, argument="dtype"):
        code(robot, "mass_matrix", "javascript", dtype="float32")
    with raises(da.finding.NotInteger, argument="width", lower=1, upper=2):
        code(robot, "mass_matrix", "javascript", options=da.code.CodeOptions(width=3))
    with raises(da.finding.Exclusive):
        code(robot, "mass_matrix", "javascript", options=da.code.CodeOptions(simulate="rk4"), parameters=["gravity"])
    with raises(da.finding.Unknown, noun="method", known=("rk4", "euler", "moreau")):
        code(robot, "mass_matrix", "javascript", options=da.code.CodeOptions(simulate="midpoint"))


def opened(folder, page, element):
    """The text of an element once the page, opened from disk, has settled."""
    profile = f"--user-data-dir={folder / 'profile'}"
    options = ["--headless", "--no-sandbox", "--disable-gpu", profile, "--virtual-time-budget=20000", "--dump-dom"]
    done = subprocess.run([CHROMIUM, *options, (folder / page).as_uri()], capture_output=True, text=True, timeout=120)
    shown = re.search(rf'<pre id="{element}">(.*?)</pre>', done.stdout, re.S)
    assert shown is not None, done.stderr[-2000:]
    return shown[1]


@pytest.mark.sampled(1)
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
@pytest.mark.parametrize("width", [1, 2])
def test_a_page_opens_from_disk(tmp_path, width):
    write(
        tmp_path,
        da.gallery.ur5(),
        ["inverse_dynamics", "forward_dynamics"],
        options=da.code.CodeOptions(simulate="rk4", width=width),
    )
    lines = opened(tmp_path, "robot.html", "result").splitlines()
    assert lines[1] == "passed", lines
    assert [x.split(":")[0] for x in lines[2:]] == ["inverse_dynamics", "forward_dynamics", "simulate"]


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
def test_the_page_of_the_documentation_shows_the_torques_of_python(tmp_path):
    robot = da.gallery.ur5()
    da.export_code(robot, "inverse_dynamics", "javascript", tmp_path)
    text = (ROOT / "docs" / "web.md").read_text(encoding="utf-8")
    (tmp_path / "page.html").write_text(re.search(r"```html\n(.*?)```", text, re.S)[1], encoding="utf-8")
    rest = np.zeros(6)
    shown = [float(x) for x in opened(tmp_path, "page.html", "torque").split()]
    assert worst(shown, da.inverse_dynamics(robot, [0, -1, 0, 0, 0, 0], rest, rest)) < SAME_ALGORITHM


@pytest.mark.sampled(1)
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
@pytest.mark.parametrize("allowed", [True, False])
def test_the_script_stands_in_a_page_under_a_strict_policy(tmp_path, allowed):
    files = code(da.gallery.ur5(), "inverse_dynamics", "javascript")
    show = 'document.getElementById("result").textContent'
    script = f"{files['ur5.script.js']}\nur5_model.load().then((m) => {{ {show} = m.self_test().passed; }}, (e) => {{ {show} = e.name; }});"
    digest = b64encode(sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; script-src 'sha256-{digest}'{' ' + WASM if allowed else ''}"
    page = f'<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{policy}">'
    (tmp_path / "page.html").write_text(f'{page}<pre id="result"></pre><script>{script}</script>', encoding="utf-8")
    assert opened(tmp_path, "page.html", "result") == ("true" if allowed else "CompileError")


@needs_node
def test_the_command_of_the_documentation_writes_a_simulation(tmp_path, monkeypatch):
    text = (ROOT / "docs" / "web.md").read_text(encoding="utf-8")
    words = re.search(r"`dalembert (codegen [^`]*)`", text)[1].split()
    monkeypatch.chdir(tmp_path)
    assert command([*words, "--option", "width=1"]) == 0
    script = 'import { load } from "./ur5.js"; console.log(JSON.stringify((await load()).self_test()));'
    answer = printed(tmp_path / "ur5_package", script)
    assert answer["passed"]
    assert list(answer["errors"]) == ["inverse_dynamics", "forward_dynamics", "simulate"]
