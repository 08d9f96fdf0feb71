"""Visualization of robots: interactive 3D views for notebooks and web pages, animations of simulation runs, and
drawings."""

from __future__ import annotations

from dalembert.namespace import namespace

__all__, __getattr__, __dir__ = namespace(
    __name__,
    {
        "dalembert.view.draw": ("DrawStyle",),
        "dalembert.view.scene": ("Scene", "animate", "make_scene", "show"),
    },
)
