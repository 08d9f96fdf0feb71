"""Motion and kinematics of a shared page: what its own programs do is what Python does."""

from dataclasses import replace

import numpy as np
import pytest
from browser import Opened, needs_chromium

import dalembert as da
from dalembert.kinematics.configuration import display_configuration
from dalembert.studio.page_options import lecture
from dalembert.studio.payload import sample_values
from tolerance import SAME_ALGORITHM

pytestmark = needs_chromium
NAMES = ("planar_2r", "pendulum", "cart_pole", "five_bar", "spatial_3r", "delta")
ROBOTS = {x: getattr(da.gallery, x)() for x in NAMES}
NUMBERS = {x: robot.bind(**sample_values(robot)) for x, robot in ROBOTS.items()}
GOAL, SIDE = [0.9, -0.4], {"q": [1.0, 0.5], "camera": (30, 40, 1.5), "layers": ["frames", "ellipsoid"]}


@pytest.fixture(scope="module")
def opened(chromium, tmp_path_factory):
    path = tmp_path_factory.mktemp("motion") / "motion.html"
    run = da.simulate(NUMBERS["planar_2r"], [0.3, 0.2], [1.0, 0.0], duration=1.0)
    page = da.types.PageOptions(
        parts=["equations", "efforts", "kinematics", "simulation", "quiz"], layers=["centres", "inertia"],
        views={"bent": SIDE, "top": (80, 0)}, run=run,
        motion={"control": "pd_gravity", "goal": GOAL, "bandwidth": 8.0, "qd": [0.5, -0.5], "duration": 1.5},
    )  # fmt: skip
    da.share(list(ROBOTS.values()), path, page=page, notes=[lecture()["planar_2r"], "A <b>note</b>"])
    with Opened(chromium, f"file://{path}#quality=low&r=1") as found:
        yield found


def shown(opened, name):
    opened.run("i => dalembert.show(i)", NAMES.index(name))
    opened.page.wait_for_function("n => dalembert.screen.robot.name === n", arg=ROBOTS[name].name)
    return opened


START = """([control, goal, w]) => { const s = dalembert.screen, d = s.drop; d.reset(); d.control = control;
    d.goal = Float64Array.from(goal); s.robot.motion.bandwidth = w; d.start(null); d.player.pause(); const r = d.run, last = r.t.length - 1;
    const found = {t: r.t[last], q0: [...r.q(0)], qd0: [...r.qd(0)], q: [...r.q(last)], qd: [...r.qd(last)], tau: [...r.tau[0]], work: r.motor[last],
    lost: r.lost[last], drift: r.drift, moved: r.moved, trouble: r.trouble, plots: document.querySelector('#drop').innerText}; d.reset(); return found; }"""


def other_posture(robot):
    """One with closed loops, not far from the first."""
    q, turning = display_configuration(robot), np.ones(robot.nq)
    for place in robot.balls.values():
        turning[place] = 0
    return da.assemble(robot, q + 0.06 * turning)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("name", "control"),
    [("planar_2r", x) for x in ("none", "hold", "pd", "pd_gravity", "computed_torque")]
    + [("pendulum", "pd_gravity"), ("pendulum", "computed_torque"), ("cart_pole", "pd_gravity")]
    + [("five_bar", x) for x in ("hold", "pd", "computed_torque")]
    + [("delta", "pd_gravity")],
)
def test_a_controller_is_pythons(opened, name, control):
    robot, w = NUMBERS[name], 6.0
    goal = other_posture(robot) if robot.loops else np.resize(GOAL, robot.n)
    found = shown(opened, name).run(START, [control, goal.tolist(), w])
    M = np.diag(da.mass_matrix(robot, goal))
    kp, kd = np.diag(w * w * M), np.diag(2 * w * M)
    law = {
        "none": lambda: None,
        "hold": lambda: da.statics.static_torque(robot, found["q0"]),
        "pd": lambda: da.control.pd_gravity(replace(robot, gravity=(0.0, 0.0, 0.0)), goal, kp, kd),
        "pd_gravity": lambda: da.control.pd_gravity(robot, goal, kp, kd),
        "computed_torque": lambda: da.control.computed_torque(robot, goal, w * w, 2 * w),
    }[control]()
    run = da.simulate(robot, found["q0"], found["qd0"], duration=1.5, tau=da.simulation.Inputs(law, control_period=1 / 240), method=da.simulation.Solver("rk4", step=1 / 960))  # fmt: skip
    assert found["t"] == pytest.approx(1.5)
    assert np.abs(run.q[-1] - found["q"]).max() <= 1e-9  # a thousand steps of 1e-12
    assert np.abs(run.qd[-1] - found["qd"]).max() <= 1e-8
    assert np.abs(run.tau[0] - found["tau"]).max() <= 1e-10 * max(1.0, np.abs(run.tau[0]).max())
    assert found["work"] == pytest.approx(run.work[-1], rel=1e-7, abs=1e-9)
    assert found["lost"] == pytest.approx(run.loss[-1], rel=1e-7, abs=1e-9)
    assert not found["trouble"]
    assert "energy drift" in found["plots"]
    assert ("Efforts of the motors" in found["plots"]) == bool(np.any(run.tau))


def test_the_rates_chosen_are_those_it_starts_with(opened):
    assert shown(opened, "planar_2r").run(START, ["none", GOAL, 5])["qd0"] == [0.5, -0.5]


def test_a_run_from_python_is_played(opened):
    page = shown(opened, "planar_2r").page
    before = opened.run("() => [...dalembert.screen.posture.q]")
    page.get_by_role("button", name="Play the run").click()
    page.keyboard.press(" ")
    run = da.simulate(NUMBERS["planar_2r"], [0.3, 0.2], [1.0, 0.0], duration=1.0)
    q = opened.run(
        "() => { const d = dalembert.screen.drop; d.player.pause(); d.player.seek(1); return [...dalembert.screen.posture.q]; }"
    )
    assert np.abs(np.array(q) - run.q[-1]).max() < 1e-6
    assert "computed in Python" in page.inner_text("#drop")
    page.locator("#drop").get_by_role("button", name="Reset").click()
    assert opened.run("() => [...dalembert.screen.posture.q]") == before


def test_a_motion_that_runs_away_is_said(opened):
    shown(opened, "planar_2r")
    opened.run(
        "() => { const s = dalembert.screen; s.robot.motion.qd = [4e5, -4e5]; s.drop.control = 'none'; s.drop.start(null); s.drop.player.pause(); }"
    )
    said = opened.page.inner_text("#drop [role=alert]")
    assert "diverged" in said or "does not balance" in said
    opened.run("() => { dalembert.screen.drop.reset(); dalembert.screen.robot.motion.qd = null; }")


def test_views_set_camera_posture_and_layers(opened):
    page = shown(opened, "planar_2r").page
    pressed = "() => [...document.querySelectorAll('.chip[aria-pressed=true]')].map((x) => x.textContent)"
    assert opened.run(pressed) == ["centres of mass", "inertia"]
    page.get_by_role("button", name="bent").click()
    assert opened.run("() => [...dalembert.screen.posture.q]") == SIDE["q"]
    assert opened.run(pressed) == ["frames", "speed of the tool"]
    assert opened.run("() => dalembert.screen.stage.view[2]") == pytest.approx(1 / 1.5)
    assert opened.run("() => dalembert.screen.stage.view[1]") == pytest.approx(np.deg2rad(30))


def test_the_ellipsoid_is_that_of_the_jacobian(opened):
    robot, page = NUMBERS["spatial_3r"], shown(opened, "spatial_3r").page
    q = opened.run(
        "() => { dalembert.screen.posture.assign([0.3, 0.7, -1.1]); return [...dalembert.screen.posture.q]; }"
    )
    found = opened.run("() => dalembert.screen.kinematics.tool.at(dalembert.screen.posture.q)")
    U, s, _ = np.linalg.svd(da.jacobian(robot, q)[:3])
    assert np.abs(np.array(found["speeds"]) - s).max() < 1e-8
    axes = np.array(found["axes"]).reshape(3, 3)
    assert np.abs(np.abs(np.sum(axes * U, axis=0)) - 1).max() < 1e-6
    assert found["manipulability"] == pytest.approx(s.prod(), rel=1e-6)
    assert not page.locator(".warning").is_visible()
    opened.run("() => dalembert.screen.posture.assign([0.3, 0.7, 0])")  # the elbow is straight
    assert "near a singularity" in page.inner_text(".warning")


def test_the_tool_of_a_mechanism_is_pulled_and_its_loops_stay_closed(opened):
    robot = NUMBERS["five_bar"]
    q, p, to = shown(opened, "five_bar").run(
        "() => { const s = dalembert.screen, at = 12 * s.robot.bodies.length, tool = () => { const p = s.kernel.poses(s.posture.q); return [p[at+3], p[at+7], p[at+11]]; };"
        "const to = tool(); s.posture.set('q', s.robot.coordinates.findIndex((x) => x.driven), s.posture.q[0] + 0.15); const there = tool(); s.posture.reset();"
        "s.stage.onDrag(there); return [[...s.posture.q], tool(), there]; }"
    )
    assert np.abs(da.mechanism.loop_closure(robot, q)).max() <= 1e-8
    assert np.abs(np.subtract(p, to)).max() < 1e-4
    assert np.abs(da.forward_kinematics(robot, q)[:3, 3] - p).max() <= SAME_ALGORITHM


def test_the_slides_slip_is_found_with_one_press(opened):
    page = shown(opened, "planar_2r").page
    page.get_by_role("button", name="Check the slide's second effort").click()
    said = page.inner_text(".quiz .verdict")
    assert "one missing, one to remove" in said
    assert "Lagrange's equation also subtracts" in said


def test_parts_left_out_are_left_out_and_notes_are_letters(opened):
    page = shown(opened, "pendulum").page
    ids = page.locator("#sheet > section").evaluate_all("x => x.map((y) => y.id)")
    assert ids == ["note", "equation", "torque", "kinematics", "drop", "quiz"]
    assert "A <b>note</b>" in page.inner_text("#note")
