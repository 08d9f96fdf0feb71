"""Robots to look at: a page to turn with the mouse, a film of a run, a live view in notebooks.

`view` is both this package and its main function: `view(robot)`.
"""

from __future__ import annotations

from dalembert.namesake import namesake
from dalembert.view.render import render as render
from dalembert.view.scene import Scene as Scene
from dalembert.view.scene import animate as animate
from dalembert.view.scene import scene as scene
from dalembert.view.widget import view as view

namesake(__name__, view)
