"""Mechanisms ready to move: `library.four_bar()` builds a robot, `library.names()` lists them.

Each is drawn by points and axes, and `drawn` gives the drawing. Numbers are exact where the mechanism needs them so;
`robot.source` tells who described it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec

from dalembert.errors import UnknownName, did_you_mean
from dalembert.mobility.library import open_chain, parallel, plane, spatial_loop
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


four_bar = _built(plane.four_bar)
parallelogram = _built(plane.parallelogram)
five_bar = _built(plane.five_bar)
slider_crank = _built(plane.slider_crank)
double_slider = _built(plane.double_slider)
watt = _built(plane.watt)
peaucellier = _built(plane.peaucellier)
three_rrr = _built(plane.three_rrr)
shaky = _built(plane.shaky)
hooke = _built(spatial_loop.hooke)
bennett = _built(spatial_loop.bennett)
goldberg = _built(spatial_loop.goldberg)
bricard = _built(spatial_loop.bricard)
sarrus = _built(spatial_loop.sarrus)
rssr = _built(spatial_loop.rssr)
rccc = _built(spatial_loop.rccc)
screw_press = _built(spatial_loop.screw_press)
seven_r = _built(spatial_loop.seven_r)
stewart = _built(parallel.stewart)
orthoglide = _built(parallel.orthoglide)
delta = _built(parallel.delta)
three_rps = _built(parallel.three_rps)
three_upu = _built(parallel.three_upu)
tripteron = _built(parallel.tripteron)
agile_eye = _built(parallel.agile_eye)
cartesian = _built(open_chain.cartesian)
cylindrical_arm = _built(open_chain.cylindrical_arm)
spherical_arm = _built(open_chain.spherical_arm)
scara = _built(open_chain.scara)
articulated = _built(open_chain.articulated)


def names() -> tuple[str, ...]:
    """Every mechanism of the library."""
    return tuple(_DRAWINGS)


def get(name: str) -> Robot:
    """A mechanism by its name, with its default dimensions."""
    return drawn(name).robot


def drawn(name: str, **options: Any) -> Mechanism:
    """The drawing of a mechanism: points, axes and bodies."""
    if name not in _DRAWINGS:
        raise UnknownName(f"the library has no mechanism '{name}'{did_you_mean(name, _DRAWINGS)}")
    return _DRAWINGS[name](**options)
