"""Robots ready to use: those of the lectures, symbolic, well-known arms with published numbers, linkages, parallel robots.

`gallery.puma560()` builds a robot, `gallery.names()` lists them. A robot's file is
read when it is first asked for; `robot.source` tells where its numbers come from.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from dalembert.errors import UnknownName
from dalembert.finding.argument import Unknown
from dalembert.finding.finding import Identifier, Noun

if TYPE_CHECKING:
    from dalembert.robot.gallery.andrews import andrews_squeezer as andrews_squeezer
    from dalembert.robot.gallery.franka import panda as panda
    from dalembert.robot.gallery.kuka import iiwa14 as iiwa14
    from dalembert.robot.gallery.machine_tool import orthoglide as orthoglide
    from dalembert.robot.gallery.mobile import quadrotor as quadrotor
    from dalembert.robot.gallery.mobile import quadruped as quadruped
    from dalembert.robot.gallery.parallel import delta as delta
    from dalembert.robot.gallery.parallel import planar_3rrr as planar_3rrr
    from dalembert.robot.gallery.parallel import stewart as stewart
    from dalembert.robot.gallery.scheinman import stanford as stanford
    from dalembert.robot.gallery.staubli import rx90 as rx90
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
    from dalembert.robot.gallery.unimation import puma560 as puma560
    from dalembert.robot.gallery.universal import ur5 as ur5

_FILE = {
    **dict.fromkeys(("pendulum", "pr", "rp", "planar_2r", "planar_3r", "planar_rpr"), "textbook"),
    **dict.fromkeys(("spatial_3r", "cartesian", "cylindrical", "spherical", "scara", "articulated"), "textbook"),
    "rx90": "staubli",
    "puma560": "unimation",
    "stanford": "scheinman",
    "panda": "franka",
    "ur5": "universal",
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
    return tuple(_FILE)


def __getattr__(name: str) -> Any:
    if name not in _FILE:
        if name.startswith("__"):
            raise AttributeError(name)
        known = tuple(map(Identifier, _FILE))
        raise UnknownRobot(Unknown(Noun("gallery robot"), Identifier(name), known))
    return getattr(import_module(f"{__name__}.{_FILE[name]}"), name)


def __dir__() -> list[str]:
    return sorted((*globals(), *_FILE))
