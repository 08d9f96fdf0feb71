"""The page one sends to a class, opened from disk in a real browser with the network refused."""

import os
import re

import numpy as np
import pytest
from browser import Opened, needs_chromium

import dalembert as da
from corpus import find
from dalembert.studio.payload import sample_values
from dalembert.studio.share import html
from tolerance import SAME_ALGORITHM

pytestmark = needs_chromium
NAMES = ("planar_2r", "ur5", "four_bar", "free_body", "rp", "spatial_3r", "pendulum", "five_bar", "slider_crank")
LINES = [f"robot = da.gallery.{x}()" for x in NAMES]
LARGEST, FIRST_PICTURE, FRAME = 550_000, 700, 1000  # bytes of a UR5's page, ms, µs of Talos
LOW = "#quality=low&r="


def bound(name):
    robot = getattr(da.gallery, name)()
    return robot.bind(**sample_values(robot))


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    path = tmp_path_factory.mktemp("share") / "lecture.html"
    da.share([getattr(da.gallery, x)() for x in NAMES], path, title="Nine robots", origin=LINES)
    return f"file://{path}"


@pytest.fixture(scope="module")
def opened(chromium, address):
    with Opened(chromium, address + LOW + "1") as found:
        yield found


def shown(opened, name):
    """The page with this robot on it."""
    opened.run("i => dalembert.show(i)", NAMES.index(name))
    opened.page.wait_for_function("n => dalembert.screen.robot.name === n", arg=getattr(da.gallery, name)().name)
    return opened


def test_a_ur5_is_small_and_its_policy_has_hashes():
    page = html(da.gallery.ur5())
    assert len(page.encode()) <= LARGEST
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)[1]
    assert "default-src 'none'" in policy
    assert len(re.findall(r"'sha256-[A-Za-z0-9+/=]{44}'", policy)) == 3
    assert "unsafe-inline" not in policy
    assert "'unsafe-eval'" not in policy
    assert " src=" not in page
    assert "://" not in page


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", ["planar_2r", "ur5"])
def test_torques_are_pythons(opened, name):
    robot, rng = bound(name), np.random.default_rng(1)
    states = rng.uniform(-2, 2, (12, 3, robot.n))
    made = shown(opened, name).run(
        "x => x.map(([q, qd, qdd]) => [...dalembert.screen.kernel.shares({q, qd, qdd}).total])", states.tolist()
    )
    wanted = np.array([da.inverse_dynamics(robot, *x) for x in states])
    assert np.abs(np.array(made) - wanted).max() <= SAME_ALGORITHM * np.abs(wanted).max()


def test_shares_of_torques_are_the_terms_of_the_equation(opened):
    robot, rng = bound("planar_2r"), np.random.default_rng(2)
    q, qd, qdd = rng.uniform(-2, 2, (3, 2))
    kinds = shown(opened, "planar_2r").run(
        "([q, qd, qdd]) => Object.fromEntries(Object.entries(dalembert.screen.kernel.shares({q, qd, qdd}).kinds)"
        ".map(([k, x]) => [k, [...x]]))",
        [q.tolist(), qd.tolist(), qdd.tolist()],
    )
    C = da.christoffel(robot, q)
    wanted = {
        "inertial": da.mass_matrix(robot, q) @ qdd,
        "centrifugal": np.array([sum(C[k, i, i] * qd[i] ** 2 for i in range(2)) for k in range(2)]),
        "Coriolis": np.array([2 * C[k, 0, 1] * qd[0] * qd[1] for k in range(2)]),
        "gravity": da.gravity_vector(robot, q),
    }
    assert set(kinds) == set(wanted)
    for kind, x in wanted.items():
        assert np.allclose(kinds[kind], x, rtol=0, atol=SAME_ALGORITHM * 30)


@pytest.mark.parametrize("name", ["planar_2r", "ur5"])
def test_a_drop_is_pythons_and_keeps_its_energy(opened, name):
    robot = bound(name)
    found = shown(opened, name).run(
        "() => { const d = dalembert.screen.drop; d.start(null); d.player.pause(); const r = d.run;"
        "return {q0: [...r.q(0)], q: [...r.q(240)], T: r.T[240], drift: r.drift, moved: r.moved}; }"
    )
    run = da.simulate(
        robot, found["q0"], duration=1.0, method=da.simulation.Solver("rk4", step=1 / 960), sample=1 / 240
    )
    assert np.abs(run.q[-1] - found["q"]).max() <= 1e-9  # a thousand steps of 1e-12
    assert found["T"] == pytest.approx(da.kinetic_energy(robot, run.q[-1], run.qd[-1]), rel=1e-9)
    assert found["drift"] <= 1e-6 * found["moved"]
    assert "energy drift" in opened.page.inner_text("#drop")


def test_dragging_a_slider_moves_the_tool_where_python_has_it(opened):
    robot = bound("ur5")
    shown(opened, "ur5").page.locator(".group.on input[type=range]").nth(1).evaluate(
        "x => { x.value = -0.8; x.dispatchEvent(new Event('input', {bubbles: true})); }"
    )
    q, tool = opened.run(
        "() => { const {posture, kernel} = dalembert.screen; return [[...posture.q], [...kernel.poses(posture.q).slice(-12)]]; }"
    )
    assert q[1] == pytest.approx(-0.8, abs=1e-12)
    assert np.abs(np.array(tool).reshape(3, 4) - da.forward_kinematics(robot, q)[:3]).max() <= SAME_ALGORITHM


TOOL = """() => { const {stage, kernel, posture} = dalembert.screen, p = kernel.poses(posture.q).slice(-12);
    const v = stage.world.position.clone().set(p[3], p[7], p[11]).applyMatrix4(stage.world.matrixWorld).project(stage.orbit.camera);
    const box = stage.renderer.domElement.getBoundingClientRect();
    return [box.left + (v.x + 1) / 2 * box.width, box.top + (1 - v.y) / 2 * box.height]; }"""


def test_the_tool_follows_the_pointer(opened):
    page = shown(opened, "ur5").page
    x, y = opened.run(TOOL)
    before = opened.run("() => [...dalembert.screen.posture.q]")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 25, y + 30, steps=3)
    page.mouse.move(x + 50, y + 60, steps=3)
    page.mouse.up()
    assert np.hypot(*np.subtract(opened.run(TOOL), (x + 50, y + 60))) < 1.5  # pixels
    after = opened.run("() => [...dalembert.screen.posture.q]")
    assert np.abs(np.subtract(after, before)).max() > 0.02


def test_what_is_lit_is_lit_everywhere(opened):
    page = shown(opened, "planar_2r").page
    page.locator("#equation [data-s=qd2]").first.hover()
    assert opened.run("() => dalembert.lamp.lit.coordinate") == 1
    assert page.locator(".labels .badge.lit").inner_text() == "2"
    assert page.locator(".slider.lit").count() == 3
    assert page.locator("#equation .same").count() == 2
    page.locator(".labels .badge").first.hover()
    names = page.locator("#equation .same, #equation .relative").evaluate_all("x => x.map(y => y.dataset.s)")
    assert set(names) == {"q1", "qd1", "qdd1", "tau1"}
    opened.run("() => dalembert.lamp.hold({body: 1})")
    names = page.locator("#equation .relative").evaluate_all("x => x.map(y => y.dataset.s)")
    assert {"m2", "lc2", "I2"} <= set(names)
    assert "m1" not in names
    page.keyboard.press("Escape")
    assert page.locator(".relative, .same, .lit").count() == 0


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("(m2*(lc2**2 + l1*lc2*cos(q2)) + I2)*qdd1 + (m2*lc2^2 + I2) qdd2 + m2 l1 lc2 sin(q2) qd1**2 + m2*lc2*g*cos(q1+q2)", "Right."),
        ("(m2*(lc2**2 + l1*lc2*cos(q2)) + I2)*qdd1 + (m2*lc2**2 + I2)*qdd2 - m2*l1*lc2*sin(q2)*qd1*qd2 + m2*lc2*g*cos(q1+q2)", "Lagrange's equation also subtracts"),
        ("(m2*(lc2**2 + l1*lc2*cos(q2)) + I2)*qdd1 + (m2*lc2**2 + I2)*qdd2 - m2*l1*lc2*sin(q2)*qd1**2 + m2*lc2*g*cos(q1+q2)", "wrong sign"),
        ("(m2*(lc2**2 + l1*lc2*cos(q2)) + I2)*qdd1 + (m2*lc2**2 + I2)*qdd2 + m2*l1*lc2*sin(q2)*qd1**2", "one missing"),
        ("m2*l1*lc2*cos(q2 - q1)*qdd1 + (m2*lc2**2 + I2)*qdd2 + m2*l1*lc2*sin(q2 - q1)*qd1**2 + m2*lc2*g*cos(q2)", "Right in this convention"),
        ("alert(1)", "Unknown symbol “alert”"),
    ],
)  # fmt: skip
def test_the_quiz_explains(opened, typed, said):
    page = shown(opened, "planar_2r").page
    page.get_by_role("button", name="Another").click()
    page.locator(".quiz textarea").fill("tau2 = " + typed)
    page.get_by_role("button", name="Check").click()
    assert said in page.inner_text(".quiz .verdict")


ENDPOINTS = """() => { const {quiz, robot} = dalembert.screen, field = document.querySelector(".quiz textarea"), found = [];
    const answer = (terms) => { field.value = terms.map((x) => `(${x.text})`).join(" + "); quiz.check();
        return document.querySelector(".quiz .verdict").textContent; };
    for (const k of robot.quiz.rows) { const {terms, name} = robot.equations.rows[k];
        found.push([name, answer(terms), terms.length > 1 ? answer(terms.slice(1)) : "missing",
            answer([...terms, {text: "qd1**2 * sin(q1)"}])]); quiz.next(); }
    return found; }"""


@pytest.mark.parametrize("name", ["pendulum", "rp", "spatial_3r", "four_bar", "free_body"])
def test_the_quiz_takes_what_python_writes_and_nothing_else(opened, name):
    """Every effort as the library spells it; then a term left out, and one too many."""
    found = shown(opened, name).run(ENDPOINTS)
    assert found
    for row, right, without, more in found:
        assert right.startswith("Right."), (row, right)
        assert "missing" in without, (row, without)
        assert "to remove" in more or "wrong factor" in more, (row, more)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("name", "typed", "said"),
    [
        ("four_bar", "(m3*lc3²+I3) q̈₃ + m3 lc3 g cos(q3) − l3 cos(q3) λ₁ − l3 sin(q3) λ₂", "Right."),
        ("four_bar", "(m3*lc3^2+I3) qdd3 + m3 lc3 g cos(q3) + l3 cos(q3) lambda1 - l3 sin(q3) lambda2", "wrong sign"),
        ("four_bar", "(m3*lc3^2+I3) qdd3 + m3 lc3 g cos(q3) - l3 cos(q3) lambda1", "one missing"),
        ("free_body", "tau3 = m*qdd3 + m*g*(qw4**2 + qx4**2 + qy4**2 + qz4**2)", "Right."),
        ("free_body", "tau2 = m*qdd2", "The requested effort is tau3, not tau2"),
        ("free_body", "tau3 = m*qdd3 = m*g", "more than one"),
        ("free_body", "1e30*q1 - 1e30*q1", "Not yet"),
        ("free_body", "", "Enter an equation"),
        ("free_body", "constructor", "Unknown symbol “constructor”"),
        ("free_body", "__proto__ * q1", "Unknown symbol “__proto__”"),
        ("free_body", "(" * 900 + "m" + ")" * 900, "too deep"),
        ("free_body", "m" * 5000, "too long"),
        ("free_body", "m**m**m**m**9e9", "Not yet"),
        ("free_body", "1/0", "Not yet"),
    ],
)
def test_the_quiz_of_loops_and_balls(opened, name, typed, said):
    page = shown(opened, name).page
    opened.run("() => { dalembert.screen.quiz.at = 2; dalembert.screen.quiz.ask(); }")
    page.locator(".quiz textarea").fill(typed)
    page.get_by_role("button", name="Check").click()
    assert said in page.inner_text(".quiz .verdict")


def test_small_terms_count_as_much_as_large_ones(chromium, tmp_path):
    """A watch's wheel beside a crane: an answer without it is not right."""
    rows = [
        {"joint": "R", "a": 0, "alpha": 0, "d": 0, "theta": 0, "mass": 1e-6, "com": [1e-4, 0, 0], "inertia": [0, 0, 2e-13, 0, 0, 0]},
    ]  # fmt: skip
    da.share(da.from_dh(rows, gravity=[0, -9.81, 0]), tmp_path / "wheel.html")
    found = Opened(chromium, f"file://{tmp_path / 'wheel.html'}{LOW}1")
    whole, bare, none = found.run(
        "() => { const {quiz, robot} = dalembert.screen, f = document.querySelector('.quiz textarea');"
        "return [robot.equations.rows[0].terms, robot.equations.rows[0].terms.slice(1), []].map((x) => {"
        "f.value = x.map((y) => y.text).join(' + ') || '0'; quiz.check(); return document.querySelector('.quiz .verdict').textContent; }); }"
    )
    assert whole.startswith("Right.")
    assert bare.startswith("Not yet")
    assert none.startswith("Not yet")
    found.context.close()


@pytest.mark.parametrize("name", ["four_bar", "five_bar", "slider_crank"])
def test_shares_of_a_mechanism_are_those_of_its_tree_and_what_its_loops_bear(opened, name):
    """M q̈ + c + g − Jᵀλ = τ: the share of the loops is in the range of Jᵀ."""
    robot = bound(name)
    q, qd, qdd, kinds, total = shown(opened, name).run(
        "() => { const {posture: p, kernel} = dalembert.screen; p.set('q', 0, p.q[0] + 0.1);"
        "p.set('qd', 0, 0.7); p.set('qdd', 0, -0.4); const s = kernel.shares(p); return [[...p.q], [...p.qd], [...p.qdd],"
        "Object.fromEntries(Object.entries(s.kinds).map(([k, x]) => [k, [...x]])), [...s.total]]; }"
    )
    assert np.allclose(sum(np.array(x) for x in kinds.values()), total, rtol=0, atol=1e-12 * np.abs(total).max())
    assert np.allclose(kinds["inertial"], da.mass_matrix(robot, q) @ qdd, rtol=0, atol=1e-10)
    assert np.allclose(kinds["gravity"], da.gravity_vector(robot, q), rtol=0, atol=1e-10)
    velocity = sum(np.array(x) for k, x in kinds.items() if k in ("velocity", "centrifugal", "Coriolis"))
    assert np.allclose(velocity, da.coriolis_vector(robot, q, qd), rtol=0, atol=1e-10)
    J = da.mechanism.loop_jacobian(robot, q)
    off = np.array(kinds["loop"]) - J.T @ np.linalg.lstsq(J.T, kinds["loop"], rcond=None)[0]
    assert np.abs(off).max() <= 1e-9 * np.abs(kinds["loop"]).max()


def test_loops_stay_closed_while_a_crank_is_turned(opened):
    robot = bound("four_bar")
    q, tau = shown(opened, "four_bar").run(
        "() => { const s = dalembert.screen; s.posture.set('q', 0, s.posture.q[0] + 0.4); return [[...s.posture.q], [...s.shares.total]]; }"
    )
    assert np.abs(da.mechanism.loop_closure(robot, q)).max() <= 1e-10
    qd, qdd = (opened.run(f"() => [...dalembert.screen.posture.{x}]") for x in ("qd", "qdd"))
    wanted = da.inverse_dynamics(robot, q, qd, qdd)
    assert np.abs(np.array(tau) - wanted).max() <= 1e-9 * np.abs(wanted).max()
    assert "agree" in opened.page.inner_text("#torque")


def test_a_ball_turns_as_integrate_has_it(opened):
    robot = bound("free_body")
    home = shown(opened, "free_body").run("() => dalembert.screen.robot.home")
    q = opened.run(
        "() => { const p = dalembert.screen.posture; p.set('q', 3, 0.4); p.set('q', 5, -0.7); return [...p.q]; }"
    )
    assert np.abs(np.array(q) - da.integrate(robot, home, [0, 0, 0, 0.4, 0, -0.7])).max() <= SAME_ALGORITHM


@pytest.mark.parametrize("name", ["planar_2r", "four_bar", "free_body"])
def test_what_is_copied_runs_and_gives_the_same(opened, name, capsys):
    program, tau = shown(opened, name).run("() => [dalembert.screen.program, [...dalembert.screen.shares.total]]")
    scope = {}
    exec(program, scope)
    assert np.abs(scope["tau"] - tau).max() <= 1e-9 * max(1.0, np.abs(tau).max())
    assert capsys.readouterr().out.strip() == str(scope["tau"])


def test_robots_that_are_put_away_are_let_go(opened):
    session = opened.context.new_cdp_session(opened.page)
    session.send("Performance.enable")
    session.send("HeapProfiler.enable")

    def kept():
        session.send("HeapProfiler.collectGarbage")
        found = {x["name"]: x["value"] for x in session.send("Performance.getMetrics")["metrics"]}
        return found["JSEventListeners"]

    shown(opened, "planar_2r")
    before = kept()
    for _ in range(4):
        shown(opened, "four_bar")
        shown(opened, "planar_2r")
    for _ in range(10):  # the browser lets go when it likes
        if (now := kept()) <= 1.2 * before:
            break
        opened.page.wait_for_timeout(300)
    assert now <= 1.2 * before


def test_a_link_brings_back_the_state(chromium, address):
    found = Opened(chromium, address + LOW + "2&q=0.1,-1,0.5,0.2,0.3,0.4&t=dark&l=3")
    found.page.wait_for_function("() => dalembert.screen.posture.q[1] === -1")
    assert found.run("() => document.documentElement.dataset.theme") == "dark"
    assert found.run("() => dalembert.lamp.lit.coordinate") == 2
    found.page.keyboard.press("t")
    assert found.run("() => document.documentElement.dataset.theme") == "light"
    found.page.wait_for_function("() => location.hash.includes('t=light') && location.hash.includes('q=0.1,-1,0.5')")
    assert found.said == []
    found.context.close()


def test_a_damaged_link_is_said_to_be(chromium, address):
    with Opened(chromium, address + LOW + "2&q=0.1,x,0.5") as found:
        found.page.wait_for_selector(".chips >> text=link is damaged")


def test_without_webgl_there_is_a_drawing(chromium, address):
    none = "HTMLCanvasElement.prototype.getContext = function (k) { return null; };"
    found = Opened(chromium, address + LOW + "1", script=none)
    assert found.run("() => dalembert.screen.stage.kind") == "svg"
    assert found.page.locator("svg.drawing line").count() > 3
    found.context.close()


def test_the_first_picture_is_quick(chromium, tmp_path):
    """By the clock where the machine has a core to spare, and by the page's own processor time always."""
    da.share(da.gallery.ur5(), tmp_path / "ur5.html")
    clock, busy = [], os.getloadavg()[0] > 0.7 * (os.cpu_count() or 1)
    for _ in range(4):  # the best of four: other work only adds
        context = chromium.new_context(offline=True, viewport={"width": 1280, "height": 800})
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        page.goto(f"file://{tmp_path / 'ur5.html'}{LOW}1")
        page.wait_for_selector("html[data-ready]")
        clock.append(float(page.evaluate("() => document.documentElement.dataset.ready")))
        spent = {x["name"]: 1000 * x["value"] for x in session.send("Performance.getMetrics")["metrics"]}[
            "TaskDuration"
        ]
        context.close()
        assert spent <= FIRST_PICTURE
        if min(clock) <= FIRST_PICTURE:
            return
    assert busy, f"the first picture came after {clock} ms"


PICTURES = """new MutationObserver(() => { const view = document.querySelector('[data-drawn]'), seen = (window.pictures ??= []);
const gl = view.querySelector('canvas').getContext('webgl2'), [w, h] = [gl.drawingBufferWidth, gl.drawingBufferHeight], all = new Uint8Array(4 * w * h);
gl.readPixels(0, 0, w, h, gl.RGBA, gl.UNSIGNED_BYTE, all); let solid = 0, thin = 0;
for (let i = 3; i < all.length; i += 4) if (all[i] === 255) solid++; else if (all[i]) thin++;
seen.push([solid, thin]); }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-drawn'] });"""


def test_the_first_picture_is_the_robot_and_floor_and_shadow_come_with_the_next(chromium, address):
    with Opened(chromium, f"{address}#r=1", script=PICTURES) as found:
        found.page.wait_for_function("() => window.pictures.length > 1")
        (robot, rims), (still, shade) = found.run("() => window.pictures.slice(0, 2)")
    assert robot > 3000
    assert abs(still - robot) < 0.05 * robot  # nothing of it is missing at first
    assert shade > 10 * rims


def test_talos_in_a_thousandth_of_a_second(chromium, tmp_path):
    da.share(da.load(find("talos_reduced.urdf")), tmp_path / "talos.html")
    found = Opened(chromium, f"file://{tmp_path / 'talos.html'}{LOW}1")
    assert min(found.run("() => [0, 0, 0, 0].map(() => dalembert.screen.measure(50))")) <= FRAME
    assert found.said == []
    found.context.close()


def test_hostile_names_are_letters(chromium, tmp_path):
    evil = '</script><img src=x onerror="window.hacked=1">\'`${1}&lt;'
    text = (
        f"<robot name='{_escaped(evil)}'><link name='a'/><link name='{_escaped(evil)}'><inertial><mass value='1'/>"
        "<inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/><origin xyz='0.3 0 0'/></inertial></link>"
        f"<joint name='j{_escaped(evil)}' type='continuous'><parent link='a'/><child link='{_escaped(evil)}'/><axis xyz='0 1 0'/></joint></robot>"
    )
    (tmp_path / "evil.urdf").write_text(text)
    da.share(
        da.load(tmp_path / "evil.urdf"), tmp_path / "evil.html", title=evil, page=da.types.PageOptions(subtitle=evil)
    )
    found = Opened(chromium, f"file://{tmp_path / 'evil.html'}{LOW}1")
    assert found.run("() => window.hacked") is None
    assert found.page.locator("img").count() == 0
    assert "onerror" in found.page.inner_text(".bar .title")
    assert found.said == []
    assert found.outside == []
    found.context.close()


def _escaped(text):
    return (
        text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("'", "&apos;")
        .replace('"', "&quot;")
    )
