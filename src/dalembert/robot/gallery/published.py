"""Robot arms with published parameter values. Each arm is a Denavit-Hartenberg table in a TOML file in this
directory."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from dalembert.robot.dh import from_dh
from dalembert.robot.model import Robot


@cache
def rx90() -> Robot:
    """The Stäubli RX90 with six revolute joints and a spherical wrist.

    The 60 inertial parameters and 6 rotor inertias are symbols.
    """
    return _table("rx90")


@cache
def puma560() -> Robot:
    """The PUMA 560: six revolute joints with drives. The frame of the last link is at the wrist (d6 = 0)."""
    return _table("puma560")


@cache
def stanford() -> Robot:
    """The Stanford arm: two revolute joints, a prismatic joint and a spherical wrist."""
    return _table("stanford")


@cache
def panda() -> Robot:
    """The Franka Emika Panda, a seven-joint arm, with identified inertias."""
    return _table("panda")


@cache
def ur5() -> Robot:
    """The UR5: six revolute joints. The frame of the last link is at the tool flange."""
    return _table("ur5")


def _table(name: str) -> Robot:
    settings = tomllib.loads(Path(__file__).with_name(f"{name}.toml").read_text("utf-8"))
    return from_dh(settings.pop("row"), **settings)
