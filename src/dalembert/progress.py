"""Progress display in terminals for long computations: a progress bar if the length is known, otherwise a spinner."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from threading import Lock, Timer
from time import perf_counter
from typing import Any

_PATIENCE = 1.0  # s, delay before a bar is shown
_SPINNING = Lock()  # held by the outermost `working`


@contextmanager
def working(what: str) -> Iterator[None]:
    """Show a spinner with the text `what` if a block or a decorated function takes longer than a second."""
    if not sys.stderr.isatty() or not _SPINNING.acquire(blocking=False):
        yield
        return
    with ExitStack() as shown:

        def show() -> None:
            from rich.console import Console

            shown.enter_context(Console(stderr=True).status(what))

        shown.callback(_SPINNING.release)
        timer = Timer(_PATIENCE, show)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()


class Progress:
    """Progress bar: `with Progress(duration) as p: p.at(t)`.

    By default, the bar is shown in terminals after one second.
    """

    def __init__(self, duration: float, shown: bool | None = None, what: str = "simulating") -> None:
        self.duration, self.what = duration, what
        self.wanted = sys.stderr.isatty() if shown is None else shown
        self.started = self.last = perf_counter()
        self._open = ExitStack()
        self._bar: Any = None
        self._task: Any = None

    def at(self, t: float, what: str = "") -> None:
        """Report that the computation has reached time t.

        The text `what` describes the next part of the computation and is displayed immediately.
        """
        if not self.wanted:
            return
        now = perf_counter()
        if not what and (now - self.last < 0.1 or now - self.started < _PATIENCE):
            return
        self.last = now
        if self._bar is None:
            from rich.console import Console
            from rich.progress import Progress as Bar

            self._bar = self._open.enter_context(Bar(console=Console(stderr=True), transient=True))
            self._task = self._bar.add_task(self.what, total=self.duration)
        self._bar.update(self._task, completed=t, description=f"{self.what}: {what}" if what else None)

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()
