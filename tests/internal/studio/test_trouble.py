"""What goes wrong with lines, processes and other tabs: the page stays usable and says what happened."""

import os
import signal
import threading
from base64 import urlsafe_b64encode

import pytest
from browser import needs_chromium
from page import opened, posture, screen, until
from served import Refused, Tab

import dalembert as da
from dalembert.studio.worker import Task, Worker
from raised import raises


def test_a_second_tab_has_its_own_robot(address, tab):
    tab.ask("open", name="pendulum")
    other = Tab(address, tab.state["session"])
    assert other.state["session"] != tab.state["session"]
    assert other.state["name"] == "pendulum"
    other.ask("open", name="ur5")
    assert tab.ask("hello")["name"] == "pendulum"
    other.close()


def test_a_tab_that_lost_its_line_finds_its_edits_again(address):
    first = Tab(address)
    first.ask("open", name="planar_2r")
    first.ask("edit", changes=[{"table": "value", "row": "m1", "column": "value", "text": "7"}])
    first.close()
    for _ in range(50):
        again = Tab(address, first.state["session"])
        if again.state["session"] == first.state["session"]:
            break
        again.close()
    assert again.state["undo"] == 1
    assert again.ask("show")["payload"]["parameters"]["m1"] == 7
    again.close()


def test_a_crash_is_answered_and_the_next_question_too(studio, tab):
    tab.ask("open", name="planar_2r")
    worker = studio.workers["long"]
    tab.ask("diagnose")
    number = tab.send("speed")
    for _ in range(1000):
        if worker._turn.locked():
            break
    os.kill(worker._process.pid, signal.SIGKILL)
    said = tab.hear(number)
    assert said["is"] == "error"
    assert said["with"]["cause"] == "Crashed"
    assert said["with"]["finding"] == {"kind": "WorkerDied", "request": "speed", "code": -9}
    assert tab.ask("diagnose")["findings"] is not None


def test_what_takes_too_long_is_stopped():
    worker = Worker("tried")
    with raises(da.finding.TimedOut, request="gallery"):
        worker.wait(Task("gallery", {}), 0.0, threading.Event())
    taken_back = threading.Event()
    taken_back.set()
    with raises(da.finding.Cancelled):
        worker.wait(Task("gallery", {}), 60.0, taken_back)
    worker.close()


def test_questions_that_are_none(tab):
    for text in ("", "[]", '{"v": 2}', "{" * 5000, '{"v": 1, "id": "x", "ask": "open"}'):
        tab.line.send(text)
        said = tab.hear(0)
        assert said["is"] == "error"
    with pytest.raises(Refused) as refused:
        tab.ask("__import__")
    assert refused.value.told["finding"]["kind"] == "Unknown"
    tab.ask("open", name="planar_2r")
    for told in ({"q": "0, 0"}, {"q": [1]}, {"q": [float("1e400"), 0]}, {"q": [0, 0], "duration": 1e9}):
        with pytest.raises(Refused):
            tab.ask("simulate", **told)
    for text in ("__import__('os').system('true')", "tau1 = " + "(" * 3000, "x" * 30_000):
        with pytest.raises(Refused):
            tab.ask("check", text=text)


@needs_chromium
def test_a_lost_line_is_said_and_found_again(chromium, address):
    with opened(chromium, address) as page:
        page.wait_for_selector(".state.connected")
        page.evaluate("window.studio.line.drop()")
        page.wait_for_selector(".state.lost")
        page.evaluate("window.studio.desk.x.assign([0.1, 0.2])")
        assert posture(page) == [0.1, 0.2]
        page.wait_for_selector(".state.connected")
        screen(page, "derive")
        page.wait_for_selector(".steps .step")
        assert posture(page) == [0.1, 0.2]


@needs_chromium
def test_a_crash_leaves_the_page_usable(chromium, studio, address):
    with opened(chromium, address) as page:
        screen(page, "derive")
        page.wait_for_selector(".proof .verdict")
        os.kill(studio.workers["quick"]._process.pid, signal.SIGKILL)
        page.fill(".quiz textarea", "g*m1")
        page.keyboard.press("Enter")
        page.wait_for_selector(".answer .trouble")
        assert "replaced" in page.inner_text(".answer")
        page.click(".quiz >> text=Check")
        page.wait_for_selector(".answer .verdict:not(.trouble)")
        os.kill(studio.workers["long"]._process.pid, signal.SIGKILL)
        page.select_option(".rail select", "kane")
        page.click(".steps .trouble >> text=Try again")
        page.wait_for_selector("text=Partial velocities")


@needs_chromium
def test_a_link_to_a_posture_that_is_none_says_so(chromium, address):
    told = b'{"robot":"quadrotor","q":[0,0,0,0,0,0,0]}'
    with opened(chromium, address, where="#" + urlsafe_b64encode(told).decode().rstrip("=")) as page:
        page.wait_for_selector(".warnings >> text=does not fit quadrotor")
        assert page.evaluate("[...window.studio.desk.kernel.poses(window.studio.desk.x.q)].every(Number.isFinite)")
        for told, said in (
            (b'{"robot":"planar_2r","q":[1,null]}', "link is damaged"),
            (b'{"robot":"four_bar","q":[1,2,3]}', "have been closed"),
            (b'{"robot":', "link is damaged"),
        ):
            page.evaluate("(x) => { location.hash = x; }", urlsafe_b64encode(told).decode().rstrip("="))
            page.wait_for_selector(f".warnings >> text={said}")
        page.fill("[aria-label='value of m1']", "9")  # an edit is not undone by the link that came before it
        page.keyboard.press("Enter")
        until(page, "window.studio.desk.found.values.m1 === 9")
        page.reload()
        until(page, "window.studio.desk?.found.values.m1 === 9")
