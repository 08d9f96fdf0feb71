"""The studio as a student has it: each screen, each promise, in a real browser."""

import numpy as np
import pytest
from browser import needs_chromium
from page import dropped, opened, posture, screen, tool, until

import dalembert as da
from dalembert.studio.payload import sample_values
from tolerance import PAGE, RUN

pytestmark = needs_chromium
ARM = da.gallery.planar_2r()
NUMBERS = ARM.bind(**sample_values(ARM))
WRONG = (
    "(m2*(lc2**2 + l1*lc2*cos(q2)) + I2)*qdd1 + (m2*lc2**2 + I2)*qdd2 "
    "- m2*l1*lc2*sin(q2)*qd1*qd2 + m2*g*lc2*cos(q1 + q2)"
)
RIGHT = WRONG.replace("- m2*l1*lc2*sin(q2)*qd1*qd2", "+ m2*l1*lc2*sin(q2)*qd1^2")
ABSOLUTE = "m2*l1*lc2*cos(q2 - q1)*qdd1 + (m2*lc2**2 + I2)*qdd2 + m2*l1*lc2*sin(q2 - q1)*qd1**2 + m2*g*lc2*cos(q2)"
# where the tool is in the window
ON_SCREEN = """(() => { const v = window.studio.desk.stage, b = v.renderer.domElement.getBoundingClientRect(),
p = v.tool.applyQuaternion(v.world.quaternion).project(v.orbit.camera);
return [b.left + (p.x + 1) / 2 * b.width, b.top + (1 - p.y) / 2 * b.height]; })()"""
SCREENS = ("model", "derive", "kinematics", "simulate", "identify", "code", "share")
BROKEN = '<robot name="broken">\n <link name="a"/>\n <joint name="j" type="revolute">\n  <parent link="a"/>\n </joint>\n</robot>'
EVIL = "<img src=x onerror=alert(1)>"
HOSTILE = f"""<robot name="{EVIL.replace("<", "&lt;")}"><link name="base"/>
<link name="&lt;script>alert(2)&lt;/script>"><inertial><mass value="1"/>
<inertia ixx="1" iyy="1" izz="1" ixy="0" iyz="0" ixz="0"/></inertial></link>
<joint name="&quot;;alert(3);//" type="continuous"><parent link="base"/><child link="&lt;script>alert(2)&lt;/script>"/>
<axis xyz="0 0 1"/></joint></robot>"""


@pytest.fixture(scope="module")
def page(chromium, address):
    with opened(chromium, address) as found:
        yield found


@pytest.mark.sampled(1)
def test_every_screen_loads(page):
    for name in SCREENS:
        screen(page, name)
        page.wait_for_selector("#sheet .part, #sheet .page")
        assert page.inner_text("#strip code")
    page.keyboard.press("Alt+2")
    page.wait_for_selector("#tab-derive[aria-selected=true]")


@pytest.mark.sampled(1)
def test_a_slider_moves_the_tool_as_python_says(page):
    for k, x in ((1, 0.9), (2, -1.3)):
        page.fill(f".posture .group[data-which=q] .slider:nth-of-type({k + 1}) input.number", str(x))
        page.keyboard.press("Enter")
    np.testing.assert_allclose(posture(page), [0.9, -1.3])
    expected = da.forward_kinematics(NUMBERS, [0.9, -1.3])
    np.testing.assert_allclose(np.reshape(tool(page), (3, 4)), expected[:3], atol=PAGE)


@pytest.mark.sampled(1)
def test_the_page_shows_the_torques_of_python(page):
    screen(page, "derive")
    state = page.evaluate(
        "(() => { const { q, qd, qdd } = window.studio.desk.x; return [[...q], [...qd], [...qdd]]; })()"
    )
    tau = da.inverse_dynamics(NUMBERS, *state)
    until(page, "document.querySelectorAll('.barrow .total')[1]?.textContent !== ''")
    shown = [float(x.split()[0].replace("−", "-")) for x in page.locator(".page .barrow .total").all_inner_texts()]
    np.testing.assert_allclose(shown, tau, atol=0.006)


def test_a_symbol_lights_its_joint_and_back(page):
    screen(page, "derive")
    symbol = page.locator(".equations [data-s=q2]").first
    symbol.hover()
    assert "lit" in page.locator(".labels .badge").nth(1).get_attribute("class")
    assert "lit" in page.locator(".posture .slider[data-coordinate='1']").first.get_attribute("class")
    page.locator(".labels .badge").nth(0).hover()
    assert "same" in page.locator(".equations [data-s=q1]").first.get_attribute("class")
    assert "same" not in symbol.get_attribute("class")
    page.mouse.move(5, 5)


def test_the_keys(page):
    screen(page, "share")
    page.keyboard.press("2")
    assert page.evaluate("window.studio.desk.lamp.lit.coordinate") == 1
    before = posture(page)
    page.keyboard.press("ArrowRight")
    assert posture(page)[1] > before[1]
    page.keyboard.press("Escape")
    assert page.evaluate("window.studio.desk.lamp.lit.coordinate") is None
    theme = page.evaluate("document.documentElement.dataset.theme")
    page.keyboard.press("t")
    assert page.evaluate("document.documentElement.dataset.theme") != theme
    page.keyboard.press("t")
    page.keyboard.press("?")
    page.wait_for_selector(".keys")
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.fill(".keys input", "lc2")
    assert page.evaluate("window.studio.desk.lamp.lit.symbol") == "lc2"
    page.keyboard.press("Escape")
    page.keyboard.press("q")
    page.wait_for_selector(".quiz textarea:focus")


def test_a_slider_shows_its_pose_within_thirty_milliseconds(page):
    times = page.evaluate(
        "(async () => { const slider = document.querySelector('.posture input[type=range]'), found = [];"
        " for (let i = 0; i < 40; i++) { const t = performance.now(); slider.value = -1 + i / 20;"
        " slider.dispatchEvent(new Event('input')); found.push(performance.now() - t); await new Promise((d) => setTimeout(d, 8)); }"
        " return found; })()"
    )
    assert np.median(times) <= 30


def test_the_steps_of_a_derivation(page):
    screen(page, "derive")
    page.wait_for_selector(".steps .step >> nth=5")
    page.select_option(".rail select", "kane")
    page.wait_for_selector("text=Partial velocities")
    page.click(".steps .step >> nth=1")
    assert page.locator(".page .formula math").count() > 0
    page.select_option(".rail select", "lagrange")
    page.wait_for_selector("text=The Lagrangian")
    page.wait_for_selector(".proof .verdict.good")


def test_the_quiz_accepts_the_right_and_explains_the_wrong(page):
    screen(page, "derive")
    page.click(".quiz >> text=Another")
    page.fill(".quiz textarea", WRONG)
    page.keyboard.press("Enter")
    page.wait_for_selector(".answer .verdict.bad")
    told = page.inner_text(".answer")
    assert "one term is missing, one term must be removed" in told
    assert "of Lagrange's equation was dropped" in told
    page.fill(".quiz textarea", RIGHT)
    page.click(".quiz >> text=Check")
    page.wait_for_selector(".answer .verdict.good")
    page.fill(".quiz textarea", ABSOLUTE)
    page.click(".quiz >> text=Check")
    page.wait_for_selector(".answer .verdict:not(.good):not(.bad)")
    assert str(da.check(ARM, f"tau2 = {ABSOLUTE}").right_if[0]) in page.inner_text(".answer")


def test_a_run_plays_with_its_residual(page):
    screen(page, "simulate")
    page.evaluate("window.studio.desk.x.assign([0.35, 0.78], [0, 0])")
    page.select_option("text=Time >> select", "10")
    page.click('button:text-is("Drop")')
    page.wait_for_selector(".plots [data-residual]")
    states = page.evaluate(
        "(async () => { const d = window.studio.desk, from = d.states, t = performance.now();"
        " while (performance.now() - t < 2000) await new Promise((done) => setTimeout(done, 4));"
        " return (d.states - from) * 5000 / (performance.now() - t); })()"
    )
    assert states >= 280, "60 Hz, as many as 5 s would have"
    residual = float(page.get_attribute(".plots [data-residual]", "data-residual"))
    run = da.simulate(NUMBERS, [0.35, 0.78], duration=10)
    assert 0 <= residual < 1e-6 * np.abs(run.kinetic).max()
    assert "in − out − stored" in page.inner_text(".plots")
    if "Pause" in page.inner_text(".play"):
        page.keyboard.press("Space")
    page.evaluate(
        "(x => { x.value = 4; x.dispatchEvent(new Event('input')); })(document.querySelector('.timeline input'))"
    )
    np.testing.assert_allclose(posture(page), run.at(4.0).q, atol=RUN)
    page.click("text=Reset")


def test_a_link_comes_back_to_the_state(page, chromium, address):
    page.evaluate("window.studio.go('simulate'); window.studio.desk.x.assign([0.2, -0.4], [1, 2], [3, 4])")
    link = page.evaluate("window.studio.link()")
    with opened(chromium, address, where="#" + link.split("#")[1]) as other:
        other.wait_for_selector("#tab-simulate[aria-selected=true]")
        until(other, "Math.abs(window.studio.desk.x.q[1] + 0.4) < 1e-6")
        assert other.evaluate("[...window.studio.desk.x.qdd]") == [3, 4]


def test_an_edit_makes_another_robot_and_undo_brings_it_back(page):
    screen(page, "model")
    page.wait_for_selector(".values .cell")
    before = page.input_value("[data-symbol=m1] .cell")
    page.fill("[data-symbol=m1] .cell", "9.5")
    page.keyboard.press("Enter")
    until(page, "window.studio.desk.robot.parameters.m1 === 9.5")
    heavy = page.evaluate("[...window.studio.desk.kernel.shares({q: [0.3, 0.4], qd: [0, 0], qdd: [0, 0]}).total]")
    values = {**sample_values(ARM), "m1": 9.5}
    np.testing.assert_allclose(heavy, da.gravity_vector(ARM.bind(**values), [0.3, 0.4]), rtol=1e-12)
    found = {}
    for name in ("derive", "simulate", "kinematics", "code", "share", "model"):
        screen(page, name)
        made = page.evaluate("window.studio.script()")
        if name in ("derive", "simulate"):
            exec(made, found)  # what the page hands out runs, and makes the same robot
            np.testing.assert_allclose(da.gravity_vector(found["robot"], [0.3, 0.4]), heavy, rtol=1e-12)
        compile(made, name, "exec")
    page.wait_for_selector(".values .cell")
    page.click("text=Undo")
    until(page, f"window.studio.desk.robot.parameters.m1 === {before}")
    page.wait_for_selector(".values .cell")
    page.fill("[data-symbol=m1] .cell", "import os")
    page.keyboard.press("Enter")
    page.wait_for_selector(".trouble")


def test_dragging_the_tool_converges(chromium, address):
    with opened(chromium, address, where="#eyJyb2JvdCI6InVyNSIsInNjcmVlbiI6ImtpbmVtYXRpY3MifQ") as page:
        page.wait_for_selector("#tab-kinematics[aria-selected=true]")
        until(page, "window.studio.desk.robot.name === 'ur5'")
        page.evaluate("window.studio.desk.x.assign([0.3, -1.2, 1.4, -1.5, -1.2, 0.3])")
        page.wait_for_selector(".branches tbody tr >> nth=7")
        at = np.array(page.evaluate(ON_SCREEN))
        to = at + [40, -30]
        page.mouse.move(*at)
        page.mouse.down()
        page.mouse.move(*to, steps=12)
        until(page, f"(() => {{ const p = {ON_SCREEN}; return Math.hypot(p[0] - {to[0]}, p[1] - {to[1]}) < 1; }})()")
        page.mouse.up()
        found = da.forward_kinematics(da.gallery.ur5(), posture(page))[:3]
        np.testing.assert_allclose(np.reshape(tool(page), (3, 4)), found, atol=PAGE)
        page.fill("input[aria-label='force z, N']", "-50")
        page.keyboard.press("Enter")
        tau = da.statics.static_torque(da.gallery.ur5(), posture(page), wrench={"link6": [0, 0, -50, 0, 0, 0]})
        wanted = f"{tau[1]:+.2f}".replace("-", "−")
        until(page, f"document.querySelectorAll('.barrow .total')[1].textContent.startsWith('{wanted}')")


def test_the_tool_of_a_planar_arm_follows_the_hand_in_its_plane(page):
    """The picture is seen aslant: what lies under the pointer at the tool's depth is no point of the arm's plane."""
    screen(page, "kinematics")
    page.evaluate("window.studio.desk.x.assign([0.4, 0.9]); window.studio.desk.stage.frame()")
    page.wait_for_selector(".branches tbody tr >> nth=1")
    at = np.array(page.evaluate(ON_SCREEN))
    to = at + [-50, 40]
    page.mouse.move(*at)
    page.mouse.down()
    page.mouse.move(*to, steps=8)
    until(page, f"(() => {{ const p = {ON_SCREEN}; return Math.hypot(p[0] - {to[0]}, p[1] - {to[1]}) < 1; }})()")
    page.mouse.move(*(at + [400, -200]), steps=4)
    page.wait_for_selector("text=the nearest pose is shown")
    assert abs(posture(page)[1]) < 0.02  # stretched
    page.mouse.up()


def test_a_malformed_file_shows_its_line(page, tmp_path):
    dropped(page, tmp_path / "broken.urdf", BROKEN)
    page.wait_for_selector(".files .trouble")
    assert "Line 3" in page.inner_text(".files .trouble")
    assert posture(page)


def test_hostile_names_stay_letters(chromium, address, tmp_path):
    with opened(chromium, address) as page:
        dropped(page, tmp_path / "evil.urdf", HOSTILE)
        until(page, "window.studio.desk.robot.name.includes('onerror')")
        assert EVIL in page.inner_text(".top .name")
        for name in SCREENS:
            screen(page, name)
            page.wait_for_timeout(150)
        assert page.locator("#studio img, #studio script").count() == 0


def test_a_file_of_fifty_megabytes_is_refused_in_words(page, tmp_path):
    dropped(page, tmp_path / "large.urdf", "<robot name='x'>" + 50_000_000 * " " + "</robot>")
    page.wait_for_selector(".files .trouble")
    assert "20 mega" in page.inner_text(".files .trouble")
    assert posture(page)


def test_a_robot_of_sixty_joints(chromium, address, tmp_path):
    links = "".join(
        f'<link name="l{i}"><inertial><origin xyz="0.05 0 0"/><mass value="1"/><inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" '
        f'iyz="0" ixz="0"/></inertial></link><joint name="j{i}" type="continuous"><parent link="l{i - 1}"/><child link="l{i}"/>'
        f'<origin xyz="0.1 0 0"/><axis xyz="0 {i % 2} {(i + 1) % 2}"/></joint>'
        for i in range(1, 61)
    )
    with opened(chromium, address) as page:
        dropped(page, tmp_path / "sixty.urdf", f'<robot name="sixty"><link name="l0"/>{links}</robot>')
        until(page, "window.studio.desk.robot.nv === 60")
        screen(page, "derive")
        page.wait_for_selector(".bars")
        assert page.inner_text(".page .empty, .page .equations")
        page.wait_for_selector(".steps .trouble")
        assert page.evaluate("window.studio.desk.kernel.shares(window.studio.desk.x).total.length") == 60
