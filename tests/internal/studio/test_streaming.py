"""Sixty states a second for five seconds: poses that Python finds come over the socket, those of the page from its kernels."""

import json
from time import monotonic

import numpy as np
import pytest
from browser import needs_chromium
from page import opened, tool
from served import Tab

import dalembert as da
from dalembert.studio.payload import sample_values
from tolerance import PAGE

RATE, SECONDS, ENOUGH = 60, 5, 280
SHORT = 2  # s, where the page has no one to wait for
UR5 = da.gallery.ur5()
Q = [0.3, -1.2, 1.4, -1.5, -1.2, 0.3]


def drawn(tab, start):
    """A hand draws a circle, sixty points a second: the states that have come when it ends, and the last of them."""
    asked, found, begun = {}, {}, monotonic()
    while len(asked) < RATE * SECONDS:
        a = len(asked) / RATE
        to = start + 0.05 * np.array([np.cos(a) - 1, np.sin(a), 0.0])
        asked[tab.send("reach", position=to.tolist(), q=Q)] = to
        left = len(asked) / RATE - (monotonic() - begun)
        while left > 0:
            try:
                said = json.loads(tab.line.recv(timeout=left))
            except TimeoutError:
                break
            if said["is"] == "answer":
                found[said["id"]] = said["with"]["q"]
            left = len(asked) / RATE - (monotonic() - begun)
    last = max(found)
    return len(found), asked[last], found[last]


@pytest.mark.sampled(0)
def test_a_tool_that_is_dragged_has_its_states_over_the_socket(address):
    tab = Tab(address)
    tab.ask("open", name="ur5")
    start = da.forward_kinematics(UR5, Q)[:3, 3]
    tab.ask("reach", position=start.tolist(), q=Q)
    for _ in range(3):  # a machine that is busy with other things may have another try
        count, to, q = drawn(tab, start)
        np.testing.assert_allclose(da.forward_kinematics(UR5, q)[:3, 3], to, atol=PAGE)
        if count >= ENOUGH:
            break
    tab.close()
    assert count >= ENOUGH


@needs_chromium
def test_a_slider_that_is_dragged_has_its_states_in_the_page(chromium, address):
    with opened(chromium, address) as page:
        for _ in range(3):  # as above
            states, last = page.evaluate(
                """async ([most, rate]) => { const d = window.studio.desk, slider = document.querySelector('.posture input[type=range]');
                const from = d.states, begun = performance.now(); let sent = 0, last = 0;
                while (performance.now() - begun < most) { last = Math.sin(sent++ / 30); slider.value = last;
                slider.dispatchEvent(new Event('input')); last = Number(slider.value);
                await new Promise((done) => setTimeout(done, Math.max(0, sent * 1000 / rate - (performance.now() - begun)))); }
                return [d.states - from, last]; }""",
                [1000 * SHORT, RATE],
            )
            if states >= ENOUGH * SHORT / SECONDS:
                break
        q = page.evaluate("[...window.studio.desk.x.q]")
        assert q[0] == last
        robot = da.gallery.planar_2r()
        expected = da.forward_kinematics(robot.bind(**sample_values(robot)), q)[:3]
        np.testing.assert_allclose(np.reshape(tool(page), (3, 4)), expected, atol=PAGE)
        assert states >= ENOUGH * SHORT / SECONDS
