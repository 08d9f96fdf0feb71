"""The studio in a browser: a page that keeps what it said and asked for."""

from contextlib import contextmanager
from time import monotonic

OWN = "http://127.0.0.1:"


@contextmanager
def opened(browser, address, *, where="", size=(1280, 800)):
    """A page with its first picture drawn; at the end nothing was said on its console and nothing left the loopback."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, accept_downloads=True)
    page = context.new_page()
    page.set_default_timeout(20_000)
    said, asked = [], []
    page.on("console", lambda x: said.append(f"{x.type}: {x.text}") if is_bad(x) else None)
    page.on("pageerror", lambda x: said.append(f"error: {x}"))
    page.on("request", lambda x: asked.append(x.url))
    page.on("dialog", lambda x: (said.append(f"dialog: {x.message}"), x.dismiss()))
    page.goto(f"{address}?quality=low{where}")
    page.wait_for_selector("#stage[data-drawn]")
    yield page
    context.close()
    assert not said, said
    away = [x for x in asked if not x.startswith((OWN, "data:", "blob:"))]
    assert not away, f"requests that leave the loopback: {away}"


def is_bad(message):
    """Drivers speak of performance where a program draws instead of a graphics card; the page does not."""
    return message.type in ("error", "warning") and "GL Driver Message" not in message.text


def screen(page, name):
    page.click(f"#tab-{name}")
    page.wait_for_selector(f"#tab-{name}[aria-selected=true]")


def posture(page):
    return page.evaluate("[...window.studio.desk.x.q]")


def tool(page):
    """The tool's pose as the page's kernel has it, three rows [R | p]."""
    return page.evaluate(
        "(() => { const d = window.studio.desk, p = d.kernel.poses(d.x.q), at = 12 * d.robot.bodies.length;"
        " return [...p.slice(at, at + 12)]; })()"
    )


def until(page, true, seconds=20):
    """Wait for an expression of the page to be true; a policy that forbids `eval` forbids Playwright's own way."""
    end = monotonic() + seconds
    while not page.evaluate(true):
        assert monotonic() < end, f"not within {seconds} s: {true}"
        page.wait_for_timeout(20)


def dropped(page, path, text=None):
    """Give the Model screen a file, as its button does."""
    if text is not None:
        path.write_text(text)
    screen(page, "model")
    with page.expect_file_chooser() as chooser:
        page.click("text=Open file…")
    chooser.value.set_files(path)
