"""Robots to look at: drawings as in a textbook, a page to turn with the mouse, a film of a run, a live view in notebooks.

`view` is both this package and its main function: `view(robot)`.
"""

from __future__ import annotations

from dalembert.callable_package import namesake
from dalembert.view.draw import draw as draw
from dalembert.view.scene import Scene as Scene
from dalembert.view.scene import animate as animate
from dalembert.view.scene import scene as scene
from dalembert.view.scene import view as view

namesake(__name__, view)
