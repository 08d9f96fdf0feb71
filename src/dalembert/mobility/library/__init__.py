"""Mechanisms ready to move: `library.four_bar()` builds a robot, `library.names()` lists them.

Each is drawn by points and axes, and `drawn` gives the drawing. Numbers are exact where the mechanism needs them so;
`robot.source` tells who described it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec

from dalembert.argument import known
from dalembert.mobility.library import linkages
from dalembert.mobility.mechanism import Mechanism
from dalembert.robot.model import Robot

P = ParamSpec("P")
_DRAWINGS: dict[str, Callable[..., Mechanism]] = {}


def _built(draw: Callable[P, Mechanism]) -> Callable[P, Robot]:
    """The robot of a drawing."""
    _DRAWINGS[draw.__name__] = draw

    @wraps(draw)
    def build(*options: P.args, **named: P.kwargs) -> Robot:
        return draw(*options, **named).robot

    return build


four_bar = _built(linkages.four_bar)
parallelogram = _built(linkages.parallelogram)
five_bar = _built(linkages.five_bar)
slider_crank = _built(linkages.slider_crank)
double_slider = _built(linkages.double_slider)
watt = _built(linkages.watt)
peaucellier = _built(linkages.peaucellier)
three_rrr = _built(linkages.three_rrr)
shaky = _built(linkages.shaky)
hooke = _built(linkages.hooke)
bennett = _built(linkages.bennett)
goldberg = _built(linkages.goldberg)
bricard = _built(linkages.bricard)
sarrus = _built(linkages.sarrus)
rssr = _built(linkages.rssr)
rccc = _built(linkages.rccc)
screw_press = _built(linkages.screw_press)
seven_r = _built(linkages.seven_r)
stewart = _built(linkages.stewart)
orthoglide = _built(linkages.orthoglide)
delta = _built(linkages.delta)
three_rps = _built(linkages.three_rps)
three_upu = _built(linkages.three_upu)
tripteron = _built(linkages.tripteron)
agile_eye = _built(linkages.agile_eye)
cartesian = _built(linkages.cartesian)
cylindrical_arm = _built(linkages.cylindrical_arm)
spherical_arm = _built(linkages.spherical_arm)
scara = _built(linkages.scara)
articulated = _built(linkages.articulated)


def names() -> tuple[str, ...]:
    """Every mechanism of the library."""
    return tuple(_DRAWINGS)


def get(name: str) -> Robot:
    """A mechanism by its name, with its default dimensions."""
    return drawn(name).robot


def drawn(name: str, **options: Any) -> Mechanism:
    """The drawing of a mechanism: points, axes and bodies."""
    known(name, _DRAWINGS, "mechanism", argument="name")
    return _DRAWINGS[name](**options)
