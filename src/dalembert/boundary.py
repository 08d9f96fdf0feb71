"""Conversion and validation of the arguments that describe a robot and its state.

    robot   a `Robot`, the name of a gallery robot, or the path of a robot file
    q       an array, a list, a mapping from joint or coordinate names, or a pandas row; radians and metres, or
            degrees for angles with `degrees=True`
    frame   the name of a link or frame

Every public function converts its arguments once, with the functions in this module and in `argument`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dalembert import finding
from dalembert.argument import FilePath, Numbers, check_finite, known, reals
from dalembert.finding.finding import Argument, Identifier, Noun, Remedy, RobotName, given
from dalembert.formats.load import load
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree

RobotLike: TypeAlias = Robot | FilePath
StateLike: TypeAlias = "Numbers | Mapping[str, Numbers]"
Array: TypeAlias = NDArray[Any]


def as_robot(value: RobotLike, argument: str = "robot") -> Robot:
    """Convert an argument to a robot.

    The argument is a `Robot`, the name of a gallery robot, or the path of a robot file.
    """
    if isinstance(value, Robot):
        return value
    if isinstance(value, (str, os.PathLike)):
        return load(value)
    raise finding.WrongType(Argument(argument), Noun("a robot"), given(type(value).__name__)).error()


def require_joints(robot: Robot) -> None:
    """Raise an error if a robot has no moving joints."""
    if robot.n == 0:
        raise finding.RobotHasNo(RobotName(robot.name), Noun("moving joint")).error()


def as_q(robot: Robot, value: StateLike, argument: str = "q", *, degrees: bool = False) -> Array:
    """Convert an argument to coordinates of shape (..., nq). Arrays of float32 remain float32."""
    return _state(robot, value, argument, degrees, rates=False)


def as_rates(robot: Robot, value: StateLike, argument: str = "qd", *, degrees: bool = False) -> Array:
    """Convert an argument to velocities, accelerations or efforts of shape (..., nv).

    `degrees` does not apply to efforts.
    """
    return _state(robot, value, argument, degrees, rates=True)


def as_frame(robot: Robot, value: str | None, argument: str = "frame") -> str | None:
    """Check the name of a link or frame of the robot, and return the name. None selects the default frame."""
    if value is None:
        return None
    return known(value, tree(robot).places, "frame", owner="robot", owner_name=robot.name, argument=argument)


def without(
    robot: Robot, function: str, feature: str, names: Iterable[str | None], remedy: Remedy | None = None
) -> None:
    """Raise an error if a robot has a feature that a function does not support.

    `names` lists the names of the unsupported parts, or is None if the parts have no names.
    """
    for name in names:
        raise finding.unsupported(function, robot.name, (feature, name), remedy=remedy)


def _state(robot: Robot, value: Any, argument: str, degrees: bool, rates: bool) -> Array:
    size = robot.nv if rates else robot.nq
    if hasattr(value, "to_dict") and not hasattr(value, "columns"):  # a pandas row
        value = value.to_dict()
    if isinstance(value, Mapping):
        array = _from_names(robot, value, argument, size, rates)
    else:
        kept = getattr(value, "dtype", None) == np.float32
        array = np.asarray(value) if kept else reals(value, argument)
    if array.shape[-1:] != (size,):
        shapes: tuple[tuple[int | str, ...], ...] = ((size,), ("N", size))
        raise finding.WrongShape(Argument(argument), array.shape, shapes, RobotName(robot.name)).error()
    check_finite(array, argument)
    return _radians(robot, array, rates) if degrees else array


def _from_names(robot: Robot, value: Mapping[str, Any], argument: str, size: int, rates: bool) -> Array:
    """Convert a mapping, whose keys are joint or coordinate names, to a state array.

    The mapping must contain a value for every coordinate.
    """
    places: dict[str, slice] = {}
    for joint in robot.joints:
        own = joint.coordinates
        if own:
            k = [x.qd for x in own] if rates else [k for x in own for k in range(x.q.start, x.q.stop)]
            places[joint.name] = slice(min(k), max(k) + 1)
        for x in own:
            places.setdefault(x.name, slice(x.qd, x.qd + 1) if rates else x.q)
    array = np.full(size, np.nan)
    for name, entry in value.items():
        place = places[known(name, places, "joint", owner="robot", owner_name=robot.name, argument=argument)]
        entries = reals(entry, argument)
        wanted = place.stop - place.start
        if entries.size != wanted or entries.ndim > 1:
            raise finding.WrongShape(
                Argument(f"{argument}['{name}']"), entries.shape, ((wanted,),), RobotName(robot.name)
            ).error()
        array[place] = entries
    if np.isnan(array).any():
        missing = [x for x in robot.coordinates if np.isnan(array[places[x]]).any()]
        raise finding.MissingEntries(Argument(argument), tuple(map(Identifier, missing)), RobotName(robot.name)).error()
    return array


def _radians(robot: Robot, array: Array, rates: bool) -> Array:
    """Convert angles in a state array from degrees to radians. Lengths and quaternions are not changed."""
    factor = np.ones(array.shape[-1])
    for x in robot.dofs:
        if not x.slides and (rates or x.motion != "ball"):
            factor[x.qd if rates else x.q] = np.pi / 180
    return (array * factor).astype(array.dtype, copy=False)
