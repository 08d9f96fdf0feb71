"""Robots ready to use: those of the lectures, symbolic, well-known arms with published numbers, linkages, parallel robots.

`gallery.puma560()` builds a robot, `gallery.names()` lists them. A robot's file, a module or a Denavit-Hartenberg table in
TOML, is read on first use; `robot.source` names the origin of its numbers.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dalembert import finding
from dalembert.errors import UnknownName
from dalembert.finding.finding import Identifier, Noun

if TYPE_CHECKING:
    from dalembert.robot.model import Robot

    def panda() -> Robot: ...
    def puma560() -> Robot: ...
    def rx90() -> Robot: ...
    def stanford() -> Robot: ...
    def ur5() -> Robot: ...

    from dalembert.robot.gallery.andrews import andrews_squeezer as andrews_squeezer
    from dalembert.robot.gallery.kuka import iiwa14 as iiwa14
    from dalembert.robot.gallery.machine_tool import orthoglide as orthoglide
    from dalembert.robot.gallery.mobile import quadrotor as quadrotor
    from dalembert.robot.gallery.mobile import quadruped as quadruped
    from dalembert.robot.gallery.parallel import delta as delta
    from dalembert.robot.gallery.parallel import planar_3rrr as planar_3rrr
    from dalembert.robot.gallery.parallel import stewart as stewart
    from dalembert.robot.gallery.textbook import articulated as articulated
    from dalembert.robot.gallery.textbook import cart_pole as cart_pole
    from dalembert.robot.gallery.textbook import cartesian as cartesian
    from dalembert.robot.gallery.textbook import cylindrical as cylindrical
    from dalembert.robot.gallery.textbook import five_bar as five_bar
    from dalembert.robot.gallery.textbook import four_bar as four_bar
    from dalembert.robot.gallery.textbook import free_body as free_body
    from dalembert.robot.gallery.textbook import pendulum as pendulum
    from dalembert.robot.gallery.textbook import planar_2r as planar_2r
    from dalembert.robot.gallery.textbook import planar_3r as planar_3r
    from dalembert.robot.gallery.textbook import planar_rpr as planar_rpr
    from dalembert.robot.gallery.textbook import pr as pr
    from dalembert.robot.gallery.textbook import rp as rp
    from dalembert.robot.gallery.textbook import scara as scara
    from dalembert.robot.gallery.textbook import slider_crank as slider_crank
    from dalembert.robot.gallery.textbook import spatial_3r as spatial_3r
    from dalembert.robot.gallery.textbook import spherical as spherical
    from dalembert.robot.gallery.textbook import spinning_top as spinning_top

_MODULE = {  # "" of robots that are a table
    **dict.fromkeys(("pendulum", "pr", "rp", "planar_2r", "planar_3r", "planar_rpr"), "textbook"),
    **dict.fromkeys(("spatial_3r", "cartesian", "cylindrical", "spherical", "scara", "articulated"), "textbook"),
    "rx90": "",
    "puma560": "",
    "stanford": "",
    "panda": "",
    "ur5": "",
    "iiwa14": "kuka",
    **dict.fromkeys(("cart_pole", "spinning_top", "free_body", "four_bar", "slider_crank", "five_bar"), "textbook"),
    "andrews_squeezer": "andrews",
    **dict.fromkeys(("planar_3rrr", "delta", "stewart"), "parallel"),
    "orthoglide": "machine_tool",
    **dict.fromkeys(("quadrotor", "quadruped"), "mobile"),
}


class UnknownRobot(UnknownName, AttributeError):
    """A robot that the gallery does not have."""


def names() -> tuple[str, ...]:
    """Every robot of the gallery: the lecture's first."""
    return tuple(_MODULE)


def __getattr__(name: str) -> Any:
    if name not in _MODULE:
        if name.startswith("__"):
            raise AttributeError(name)
        known = tuple(map(Identifier, _MODULE))
        raise UnknownRobot(finding.Unknown(Noun("gallery robot"), Identifier(name), known))
    return getattr(import_module(f"{__name__}.{_MODULE[name]}"), name) if _MODULE[name] else _table(name)


@functools.cache
def _table(name: str) -> Callable[[], Robot]:
    """The function that builds a robot from its table, once."""
    import tomllib

    from dalembert.robot.dh import from_dh

    settings = tomllib.loads(Path(__file__).with_name(f"{name}.toml").read_text("utf-8"))
    summary, rows = settings.pop("summary"), settings.pop("row")

    @functools.cache
    def robot() -> Robot:
        return from_dh(rows, **settings)

    robot.__doc__, robot.__name__ = summary, name
    return robot


def __dir__() -> list[str]:
    return sorted((*globals(), *_MODULE))
