"""Fingers on a small screen: one turns the picture, two come nearer, one on the tool drags it, one on a slider moves it."""

import numpy as np
import pytest
from browser import needs_chromium
from page import posture, screen, until

import dalembert as da
from dalembert.studio.payload import sample_values

pytestmark = needs_chromium
ARM = da.gallery.planar_2r()
NUMBERS = ARM.bind(**sample_values(ARM))
TOOL = """(() => { const d = window.studio.desk, s = d.stage, at = 12 * d.robot.bodies.length, p = d.kernel.poses(d.x.q);
const v = s.orbit.camera.position.clone().set(p[at + 3], p[at + 7], p[at + 11]).applyQuaternion(s.world.quaternion).project(s.orbit.camera);
const r = document.querySelector('#stage canvas').getBoundingClientRect(); return [r.left + (v.x + 1) / 2 * r.width, r.top + (1 - v.y) / 2 * r.height]; })()"""

# a height at which both fingers, which are broad, are on the picture and on none of the pins that move with it
FREE = """[...Array(30).keys()].map((k) => 90 + 10 * k).find((y) => [130, 150, 170, 200, 220].every((x) =>
[-20, 0, 20].every((dy) => document.elementFromPoint(x, y + dy).tagName === 'CANVAS')))"""


@pytest.fixture(scope="module")
def phone(chromium, address):
    context = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page, said = context.new_page(), []
    page.on("pageerror", lambda x: said.append(str(x)))
    page.goto(f"{address}?quality=low")
    page.wait_for_selector("#stage[data-drawn]")
    yield page
    context.close()
    assert not said


def drawn(page, *ways):
    """Fingers go down, each along its way of points, and up."""
    line = page.context.new_cdp_session(page)

    def event(kind, k=None):
        points = [] if k is None else [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(way[k] for way in ways)]
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    event("touchStart", 0)
    for k in range(1, len(ways[0])):
        event("touchMove", k)
    event("touchEnd")


def way(start, end, steps=6):
    return [
        (start[0] + (end[0] - start[0]) * k / steps, start[1] + (end[1] - start[1]) * k / steps)
        for k in range(steps + 1)
    ]


def test_one_finger_turns_and_two_come_nearer(phone):
    before = phone.evaluate("window.studio.desk.stage.view")
    drawn(phone, way((60, 150), (160, 170)))
    until(phone, f"Math.abs(window.studio.desk.stage.view[0] - {before[0]}) > 0.1")
    until(phone, "!window.studio.desk.stage.orbit.dragging")
    y = phone.evaluate(FREE)
    drawn(phone, way((150, y), (90, y)), way((200, y), (300, y)))
    until(phone, f"window.studio.desk.stage.view[2] < {0.8 * before[2]}")
    phone.evaluate("window.studio.desk.stage.frame()")


def test_a_finger_on_a_slider_moves_the_joint(phone):
    box = phone.locator(".posture input[type=range]").first.bounding_box()
    at = phone.evaluate(
        "(() => { const x = document.querySelector('.posture input[type=range]'); return (x.value - x.min) / (x.max - x.min); })()"
    )
    y, x = box["y"] + box["height"] / 2, box["x"] + 8 + at * (box["width"] - 16)
    before = posture(phone)[0]
    drawn(phone, way((x, y), (x + 60, y)))
    until(phone, f"window.studio.desk.x.q[0] > {before + 0.3}")


def test_a_finger_drags_the_tool(phone):
    screen(phone, "kinematics")
    phone.evaluate("window.studio.desk.x.assign([0.4, 0.9])")
    phone.wait_for_selector(".branches tbody tr >> nth=1")
    at = phone.evaluate(TOOL)
    to = (at[0] - 14, at[1] + 12)
    drawn(phone, way(at, to))
    until(phone, f"(() => {{ const p = {TOOL}; return Math.hypot(p[0] - {to[0]}, p[1] - {to[1]}) < 2; }})()")
    q = posture(phone)
    assert np.abs(np.subtract(q, [0.4, 0.9])).max() > 0.05
    found = phone.evaluate("[...window.studio.desk.kernel.poses(window.studio.desk.x.q)].slice(-9)[0]")
    assert found == pytest.approx(da.forward_kinematics(NUMBERS, q)[0, 3], abs=1e-9)


def test_nothing_is_wider_than_the_screen(phone):
    for name in ("model", "derive", "kinematics", "simulate", "identify", "code", "share"):
        screen(phone, name)
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390, name
    phone.set_viewport_size({"width": 320, "height": 640})
    for name in ("model", "simulate", "share"):
        screen(phone, name)
        assert phone.evaluate("document.documentElement.scrollWidth") <= 320, name
        ends = [phone.locator(x).bounding_box() for x in (f"#tab-{name}", "[aria-label='Light or dark']")]
        assert max(x["x"] + x["width"] for x in ends) <= 320, name
