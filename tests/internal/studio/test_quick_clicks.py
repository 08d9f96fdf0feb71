"""Clicks that come quicker than answers: the last one counts, what it made stale is dropped, nothing is drawn twice."""

import pytest
from browser import needs_chromium
from page import opened, screen, until
from served import Refused

from dalembert.studio.request import StoredRobot
from dalembert.studio.server import Session

pytestmark = needs_chromium


@pytest.fixture(scope="module")
def page(chromium, address):
    with opened(chromium, address) as found:
        yield found


def only_one(page):
    assert page.locator("#stage canvas").count() == 1
    assert page.locator("#stage .card.posture").count() == 1


def test_of_many_robots_the_last_is_shown(page):
    page.evaluate(
        "(() => { for (const name of ['ur5', 'four_bar', 'puma560', 'pendulum', 'cart_pole'])"
        " void window.studio.load({ name }, () => {}); })()"
    )
    until(page, "window.studio.desk.robot.name === 'cart_pole'")
    assert page.evaluate("window.studio.line.waiting.size") < 8
    assert page.evaluate("window.studio.line.ask('hello').then((x) => x.name)") == "cart_pole"
    only_one(page)


def test_a_storm_of_undo_ends_where_it_should(page):
    page.evaluate("window.studio.load({ name: 'planar_2r' }, () => {})")
    until(page, "window.studio.desk.robot.name === 'planar_2r'")
    for mass in (5, 6, 7, 8):
        told = {"table": "value", "row": "m1", "column": "value", "text": str(mass)}
        page.evaluate(
            "(told) => window.studio.line.ask('edit', { changes: [told] }).then((x) => window.studio.opened(x, true))",
            told,
        )
    page.evaluate("(() => { for (let i = 0; i < 30; i++) void window.studio.step(-1); void window.studio.step(1); })()")
    page.evaluate("window.studio.stepping")
    assert page.evaluate("window.studio.desk.about.undo") == 1
    assert page.evaluate("window.studio.desk.robot.parameters.m1") == 5
    only_one(page)


def test_a_run_that_comes_late_does_not_move_another_screen(page):
    screen(page, "simulate")
    page.click('button:text-is("Drop")')
    page.click("#tab-derive")
    until(page, "window.studio.desk.panels.get('simulate').run !== null")
    before = page.evaluate("window.studio.desk.states")
    page.wait_for_timeout(120)
    assert page.evaluate("window.studio.desk.states") == before
    assert page.locator("#stage .timeline").count() == 0
    screen(page, "simulate")
    page.wait_for_selector(".plots [data-residual]")


def test_answers_that_come_late_draw_nothing_on_another_screen(page):
    page.click("#tab-kinematics")
    page.click("#tab-model")
    until(page, "window.studio.desk.panels.get('kinematics').branches.length > 0")
    assert page.evaluate("window.studio.desk.stage.spirits.group.children.length") == 0
    assert page.evaluate("window.studio.desk.stage.swift.mesh.visible") is False


def test_every_screen_in_a_hurry(page):
    for _ in range(3):
        for name in ("derive", "kinematics", "simulate", "code", "identify", "share", "model"):
            page.evaluate(f"document.querySelector('#tab-{name}').click()")
    page.evaluate("document.querySelector('#tab-derive').click()")
    for method in ("kane", "hamilton", "newton-euler", "virtual-work", "lagrange"):
        page.select_option(".rail select", method)
    page.wait_for_selector("text=The Lagrangian")
    only_one(page)


def test_undo_goes_as_far_as_there_is_something():
    robots = tuple(StoredRobot(b"", str(k), "", "") for k in range(4))
    session = Session("", robots, 3)
    assert session.moved(-2).place == 1
    assert session.moved(-9).place == 0
    assert session.moved(-9).moved(5).place == 3


def test_steps_that_are_none(tab):
    tab.ask("open", name="pendulum")
    for steps in (0, -1, 1e9, "1", True, None):
        with pytest.raises(Refused) as refused:
            tab.ask("undo", steps=steps)
        assert refused.value.told["finding"]["argument"] == "steps"


def test_what_waits_and_is_taken_back_is_never_begun(tab):
    tab.ask("open", name="planar_2r")
    first = [tab.send("open", name=name) for name in ("ur5", "panda", "rx90")]
    for number in first[1:]:
        tab.send("cancel", of=number)
    last = tab.send("open", name="pendulum")
    said = [tab.hear(number)["is"] for number in (*first, last)]
    assert said[1:] == ["error", "error", "answer"]
    assert tab.ask("hello")["name"] == "pendulum"
