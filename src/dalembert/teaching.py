"""Functions that answer typical questions of a mechanics course."""

from __future__ import annotations

from dalembert.namespace import namespace

__all__, __getattr__, __dir__ = namespace(
    __name__,
    {
        "dalembert.closed.teaching": ("accelerates", "factorisations", "inertia_extremes", "vanishing"),
        "dalembert.robot.rolling_race": ("rolling_race",),
    },
)
