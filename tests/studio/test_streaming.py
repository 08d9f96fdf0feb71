"""Sixty states a second for five seconds: poses that Python finds come over the socket, those of the page from its kernels."""

from time import monotonic, sleep

import numpy as np
from browser import needs_chromium
from page import opened, tool
from served import Tab

import dalembert as da
from dalembert.studio.sample_value import sample_values
from tolerance import PAGE

RATE, SECONDS, ENOUGH = 60, 5, 280
UR5 = da.gallery.ur5()
Q = [0.3, -1.2, 1.4, -1.5, -1.2, 0.3]


def test_a_tool_that_is_dragged_has_its_states_over_the_socket(address):
    tab = Tab(address)
    tab.ask("open", name="ur5")
    start = da.forward_kinematics(UR5, Q)[:3, 3]
    q = tab.ask("reach", position=start.tolist(), q=Q)["q"]
    begun, found = monotonic(), 0
    while (now := monotonic() - begun) < SECONDS:  # as a hand draws a circle, asking at most once a frame
        to = start + 0.05 * np.array([np.cos(now) - 1, np.sin(now), 0.0])
        q = tab.ask("reach", position=to.tolist(), q=q)["q"]
        found += 1
        sleep(max(0.0, found / RATE - (monotonic() - begun)))
    np.testing.assert_allclose(da.forward_kinematics(UR5, q)[:3, 3], to, atol=PAGE)
    tab.close()
    assert found >= ENOUGH


@needs_chromium
def test_a_slider_that_is_dragged_has_its_states_in_the_page(chromium, address):
    with opened(chromium, address) as page:
        states, last = page.evaluate(
            """async ([most, rate]) => { const d = window.studio.desk, slider = document.querySelector('.posture input[type=range]');
            const from = d.states, begun = performance.now(); let sent = 0, last = 0;
            while (performance.now() - begun < most) { last = Math.sin(sent++ / 30); slider.value = last;
            slider.dispatchEvent(new Event('input')); last = Number(slider.value);
            await new Promise((done) => setTimeout(done, Math.max(0, sent * 1000 / rate - (performance.now() - begun)))); }
            return [d.states - from, last]; }""",
            [1000 * SECONDS, RATE],
        )
        q = page.evaluate("[...window.studio.desk.x.q]")
        assert q[0] == last
        robot = da.gallery.planar_2r()
        expected = da.forward_kinematics(robot.bind(**sample_values(robot)), q)[:3]
        np.testing.assert_allclose(np.reshape(tool(page), (3, 4)), expected, atol=PAGE)
        assert states >= ENOUGH
