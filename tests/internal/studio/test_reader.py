"""The studio and the shared page as a reader of screens has them: Chromium's own tree of names and roles, and the Tab key."""

import pytest
from browser import Opened, needs_chromium
from page import opened, screen

import dalembert as da

pytestmark = needs_chromium
SCREENS = ("model", "derive", "kinematics", "simulate", "identify", "code", "share")
CONTROLS = {"button", "checkbox", "combobox", "slider", "textbox", "tab", "spinbutton", "option", "link", "image", "DisclosureTriangle"}  # fmt: skip
FOCUS = """() => { const e = document.activeElement; if (e === document.body) return null; const s = getComputedStyle(e);
return [e.outerHTML.slice(0, 80), s.outlineStyle !== 'none' || s.boxShadow !== 'none']; }"""


def tree(page):
    """(role, name, properties) of all that is read, in order."""
    nodes = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    return [
        (x["role"]["value"], x.get("name", {}).get("value", ""),
         {p["name"]: p["value"].get("value") for p in x.get("properties", [])})
        for x in nodes if not x["ignored"]
    ]  # fmt: skip


def nameless(found):
    return [x for x in found if x[0] in CONTROLS and not x[1].strip()]


def stops(page, most=150):
    """What has the focus, one Tab after the other, until it leaves the page."""
    page.evaluate("document.activeElement.blur()")
    found = []
    while len(found) < most:
        page.keyboard.press("Tab")
        if (at := page.evaluate(FOCUS)) is None:
            return found
        found.append(at)
    raise AssertionError(f"the Tab key does not come to an end: {found[-5:]}")


@pytest.fixture(scope="module")
def page(chromium, address):
    with opened(chromium, address) as found:
        yield found


@pytest.mark.parametrize("name", SCREENS)
def test_every_control_of_a_screen_has_a_name_and_a_role(page, name):
    screen(page, name)
    page.wait_for_selector("#sheet .part, #sheet .page")
    found = tree(page)
    assert nameless(found) == []
    assert ("tabpanel", name.title()) in [x[:2] for x in found]
    assert any(role == "image" and "Three-dimensional" in said for role, said, _ in found)
    slider = next(about for role, said, about in found if role == "slider")
    assert slider["valuetext"]


def test_the_tab_key_goes_through_and_is_seen(page):
    screen(page, "model")
    found = stops(page)
    assert len(found) > 30
    assert [x for x, seen in found if not seen] == []


def test_rows_that_are_clicked_are_pressed_by_keys(page):
    screen(page, "model")
    page.focus("[data-name=link2]")
    page.keyboard.press("Enter")
    assert page.evaluate("window.studio.desk.lamp.lit.body") == 1
    page.keyboard.press("Escape")


def test_the_shared_page_likewise(chromium, tmp_path):
    da.share(da.gallery.planar_2r(), tmp_path / "arm.html")
    with Opened(chromium, f"file://{tmp_path / 'arm.html'}#quality=low&r=0") as found:
        assert nameless(tree(found.page)) == []
        assert [x for x, seen in stops(found.page) if not seen] == []


def test_paper_is_white_and_has_every_step(chromium, tmp_path, page):
    """What is printed from the dark: no button, no slider, the picture, the whole derivation; the screen comes back after it."""
    da.share(da.gallery.planar_2r(), tmp_path / "arm.html")
    with Opened(chromium, f"file://{tmp_path / 'arm.html'}#quality=low&r=0&theme=dark", color_scheme="dark") as found:
        steps = len(found.run("() => dalembert.screen.robot.derivation"))
        for shown, sheet in ((found.page, "#sheet"), (page, "#sheet")):
            shown.emulate_media(media="print")
            shown.evaluate("dispatchEvent(new Event('beforeprint'))")
            assert shown.evaluate("document.documentElement.dataset.theme") == "light"
            assert shown.locator("button:visible, input[type=range]:visible, textarea:visible").count() == 0
            assert shown.locator(".stage canvas").bounding_box()["height"] == pytest.approx(290, abs=1)
            tall = shown.evaluate(
                f"[document.querySelector('{sheet}').scrollHeight, document.querySelector('{sheet}').clientHeight]"
            )
            assert tall[0] == tall[1]  # nothing is cut off
        assert found.page.locator(".steps h3, .steps h4").count() == steps
        found.run("() => { dispatchEvent(new Event('afterprint')); }")
        assert found.run("() => document.documentElement.dataset.theme") == "dark"
        assert found.page.locator(".steps h3").count() == 1
    page.emulate_media(media="screen")
