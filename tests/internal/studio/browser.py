"""A Chromium for the tests of pages: the system's own, with a GPU of software, refused any network."""

import shutil

import pytest

sync_api = pytest.importorskip("playwright.sync_api")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine: apt-get install chromium")
_FLAGS = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox"]


@pytest.fixture(scope="session")
def chromium():
    with sync_api.sync_playwright() as play:
        found = play.chromium.launch(executable_path=CHROMIUM, args=_FLAGS)
        yield found
        found.close()


class Opened:
    """A page and everything it said or asked for."""

    def __init__(self, chromium, address, *, script="", **context):
        self.context = chromium.new_context(offline=True, viewport={"width": 1280, "height": 800}, **context)
        self.page = self.context.new_page()
        self.said, self.asked = [], []
        self.page.on("console", lambda x: self.said.append(x.text))
        self.page.on("pageerror", lambda x: self.said.append(str(x)))
        self.page.on("dialog", lambda x: self.said.append(f"dialog {x.message}"))
        self.page.on("request", lambda x: self.asked.append(x.url))
        if script:
            self.page.add_init_script(script)
        self.page.goto(address)
        self.page.wait_for_selector("html[data-ready]")

    def run(self, script, *given):
        return self.page.evaluate(script, *given)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        """A page that was used said nothing on the console and asked nobody for anything."""
        self.context.close()
        assert self.said == []
        assert self.outside == []

    @property
    def outside(self):
        """Requests that left the page."""
        return [x for x in self.asked if not x.startswith(("file:", "data:", "blob:"))]
