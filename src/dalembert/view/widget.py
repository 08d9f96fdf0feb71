"""A robot in a notebook, live: `v = view(robot); v.q = q; v.play(run)`. It talks through the notebook's own channel."""

from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike

from dalembert.errors import MissingExtra
from dalembert.robot.model import Robot
from dalembert.typeset.live import built, script_of
from dalembert.view.scene import Scene, animate, scene


def view(robot: Robot, q: ArrayLike | None = None, *, frame: str | None = None) -> Any:
    """A live view of a robot. Setting `.q` moves it, `.play(run)` shows a run, `.save_html(path)` keeps it."""
    try:
        import anywidget
        import traitlets
    except ImportError:
        raise MissingExtra("a live view needs the package anywidget: pip install 'dalembert[notebook]'") from None

    class View(anywidget.AnyWidget):  # type: ignore[misc]  # an optional package, its types not followed
        """The widget; made here, as its base is an optional package."""

        _esm = script_of("notebook")
        _css = built("notebook.css")
        data = traitlets.Unicode().tag(sync=True)

        def __init__(self) -> None:
            self._q, self._shown = q, scene(robot, q, frame=frame)
            super().__init__(data=self._shown.json)

        @property
        def q(self) -> ArrayLike | None:
            """The configuration shown, or those of a film."""
            return self._q

        @q.setter
        def q(self, value: ArrayLike) -> None:
            self._show(scene(robot, value, frame=frame), value)

        def play(self, run: Any, speed: float = 1.0) -> None:
            """Show the film of a run."""
            self._show(animate(run, robot=robot, speed=speed, frame=frame), run.q)

        def save_html(self, path: Any) -> Any:
            """What is shown, as a page of its own."""
            return self._shown.save_html(path)

        def _show(self, shown: Scene, q: ArrayLike | None) -> None:
            self._q, self._shown, self.data = q, shown, shown.json

    return View()
