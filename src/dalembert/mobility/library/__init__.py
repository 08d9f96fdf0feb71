"""Mechanisms ready to count: `library.four_bar()` builds one, `library.names()` lists them.

Numbers in a mechanism's file are exact where the mechanism needs them so; `mechanism.source` tells who described it.
"""

from __future__ import annotations

from collections.abc import Callable

from dalembert.errors import UnknownName, did_you_mean
from dalembert.mobility.library.open_chain import articulated as articulated
from dalembert.mobility.library.open_chain import cartesian as cartesian
from dalembert.mobility.library.open_chain import cylindrical_arm as cylindrical_arm
from dalembert.mobility.library.open_chain import scara as scara
from dalembert.mobility.library.open_chain import spherical_arm as spherical_arm
from dalembert.mobility.library.parallel import agile_eye as agile_eye
from dalembert.mobility.library.parallel import delta as delta
from dalembert.mobility.library.parallel import orthoglide as orthoglide
from dalembert.mobility.library.parallel import stewart as stewart
from dalembert.mobility.library.parallel import three_rps as three_rps
from dalembert.mobility.library.parallel import three_upu as three_upu
from dalembert.mobility.library.parallel import tripteron as tripteron
from dalembert.mobility.library.plane import double_slider as double_slider
from dalembert.mobility.library.plane import five_bar as five_bar
from dalembert.mobility.library.plane import four_bar as four_bar
from dalembert.mobility.library.plane import parallelogram as parallelogram
from dalembert.mobility.library.plane import peaucellier as peaucellier
from dalembert.mobility.library.plane import shaky as shaky
from dalembert.mobility.library.plane import slider_crank as slider_crank
from dalembert.mobility.library.plane import three_rrr as three_rrr
from dalembert.mobility.library.plane import watt as watt
from dalembert.mobility.library.spatial_loop import bennett as bennett
from dalembert.mobility.library.spatial_loop import bricard as bricard
from dalembert.mobility.library.spatial_loop import goldberg as goldberg
from dalembert.mobility.library.spatial_loop import hooke as hooke
from dalembert.mobility.library.spatial_loop import rccc as rccc
from dalembert.mobility.library.spatial_loop import rssr as rssr
from dalembert.mobility.library.spatial_loop import sarrus as sarrus
from dalembert.mobility.library.spatial_loop import screw_press as screw_press
from dalembert.mobility.library.spatial_loop import seven_r as seven_r
from dalembert.mobility.mechanism import Mechanism

_ALL: tuple[Callable[[], Mechanism], ...] = (
    four_bar, parallelogram, five_bar, slider_crank, double_slider, watt, peaucellier, three_rrr, shaky,
    hooke, bennett, goldberg, bricard, sarrus, rssr, rccc, screw_press, seven_r,
    stewart, orthoglide, delta, three_rps, three_upu, tripteron, agile_eye,
    cartesian, cylindrical_arm, spherical_arm, scara, articulated,
)  # fmt: skip
_BY_NAME = {make.__name__: make for make in _ALL}


def names() -> tuple[str, ...]:
    """Every mechanism of the library."""
    return tuple(_BY_NAME)


def get(name: str) -> Mechanism:
    """A mechanism by its name, with its default dimensions."""
    if name not in _BY_NAME:
        raise UnknownName(f"the library has no mechanism '{name}'{did_you_mean(name, _BY_NAME)}")
    return _BY_NAME[name]()
