"""A class hour, as one who has never seen the studio has it: only what can be seen is clicked."""

from time import monotonic

import numpy as np
from browser import needs_chromium
from page import opened, posture, until

import dalembert as da
from dalembert.studio.payload import sample_values

pytestmark = needs_chromium
ARM = da.gallery.planar_2r()
SLIDE = (  # what a slide had: the part of d/dt ∂T/∂q̇₂ is there, −∂T/∂q₂ was forgotten
    "tau2 = (m2*(lc2^2 + l1*lc2*cos(q2)) + I2)*qdd1 + (m2*lc2^2 + I2)*qdd2 "
    "- m2*l1*lc2*sin(q2)*qd1*qd2 + m2*g*lc2*cos(q1 + q2)"
)


def test_a_class_hour(chromium, address):
    begun = monotonic()
    with opened(chromium, address) as page:
        assert page.inner_text(".top .name") == "planar_2r"  # it opens with the lecture's arm

        page.click("text=Derive")
        page.wait_for_selector(".steps .step >> text=The Lagrangian")
        assert page.input_value(".rail select") == "lagrange"
        page.click(".steps .step >> text=Kinetic energy")
        page.wait_for_selector(".page .formula math")
        page.click(".steps .step >> text=Equations")

        shown = {x.get_attribute("data-s") for x in page.locator(".equations [data-s]").all()}
        letters = {str(x) for x in ARM.parameters if x != "l2"} | {
            f"{x}{k}" for x in ("q", "qd", "qdd", "tau") for k in (1, 2)
        }
        assert shown == letters
        for name in sorted(shown):  # every symbol that is pointed at says what it is about, in the picture too
            symbol = page.locator(f".equations [data-s={name}]").first
            symbol.hover()
            assert "same" in symbol.get_attribute("class")
            lit, glows, falls = page.evaluate(
                "(() => { const { lamp, stage } = window.studio.desk; return [lamp.lit.symbol,"
                " stage.parts.some((x) => x.mesh.material.emissiveIntensity > 0), stage.weight.arrow.visible]; })()"
            )
            assert lit == name
            assert falls if name == "g" else glows

        page.fill(".quiz textarea", SLIDE)
        page.click(".quiz >> text=Check")
        page.wait_for_selector(".answer .verdict.bad")
        assert "−∂T/∂q2 of Lagrange's equation was dropped" in page.inner_text(".answer")
        assert "*" not in page.inner_text(".answer .verdict")  # it speaks as the slide does
        assert page.locator(".answer p :is(sub, msub, msubsup)").count() >= 6
        page.click("text=Hide the equation")
        assert page.locator(".equations .row.covered").count() == 1

        page.click("text=Simulate")
        page.click('button:text-is("Drop")')
        page.wait_for_selector(".plots [data-residual]")
        words = page.inner_text(".plots")
        assert all(x in words for x in ("kinetic", "potential", "T + U", "in − out − stored"))
        until(page, "window.studio.desk.panel('simulate').time > 0.5")
        page.click("text=Pause")
        t, qd = page.evaluate("[window.studio.desk.panel('simulate').time, [...window.studio.desk.x.qd]]")
        robot = ARM.bind(**sample_values(ARM))
        start = page.evaluate("[...window.studio.desk.robot.home]")
        total = [
            da.kinetic_energy(robot, *x) + da.potential_energy(robot, x[0])
            for x in ((start, [0, 0]), (posture(page), qd))
        ]
        assert t > 0.5
        assert np.ptp(total) < 1e-5 * abs(total[0])  # it fell from rest, and what it lost in height it has in speed
    assert monotonic() - begun < 300
