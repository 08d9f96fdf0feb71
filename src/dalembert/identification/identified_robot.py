"""The robot with identified parameters (link inertias, and drives with friction, offset and rotor inertia), and its file.

The parameters of a moving body are those of its link and of everything fixed to it. Fixed links keep their own inertia if the
remainder is a physical inertia for the link; otherwise the link takes all of it.
The robot is written into the text of the file it was loaded from if the format is the same, otherwise into a new file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import final

import numpy as np
from numpy.typing import NDArray

from dalembert.formats.export import export, format_of, rewrite
from dalembert.formats.load import request
from dalembert.formats.numeric import representable
from dalembert.graph import symbols
from dalembert.identification.linear_model import Design
from dalembert.identification.physical_consistency import ConsistentParameters
from dalembert.robot.drive import Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Joint, Robot
from dalembert.robot.tree import tree
from dalembert.typeset.notebook import Displayed

Array = NDArray[np.float64]


def identified(robot: Robot, design: Design, found: Mapping[str, float], physical: ConsistentParameters) -> Robot:
    """The robot of these parameters."""
    return with_drives(with_links(robot, physical.links), design, found, physical)


def with_links(robot: Robot, pi: Array) -> Robot:
    """The robot whose moving bodies have these parameters, ten each in its link's frame."""
    bodies = tree(robot)
    inertia = {link.name: link.inertia for link in robot.links}
    moving = [(i, body.link) for i, body in enumerate(bodies.bodies) if body.link]
    for (i, link), row in zip(moving, pi, strict=True):
        whole = Inertia.from_parameters(tuple(row.tolist()))
        at = bodies.places[link][1].inverse()
        fixed = [x for x in robot.links if bodies.places[x.name][0] == i and x.name != link and not x.inertia.is_zero]
        rest = whole
        for x in fixed:
            rest = rest - x.inertia.moved(at @ bodies.places[x.name][1])
        if fixed and (symbols(rest.parameters) or not rest.is_physical):
            rest = whole
            inertia.update({x.name: Inertia() for x in fixed})
        inertia[link] = rest
    return replace(robot, links=tuple(replace(x, inertia=inertia[x.name]) for x in robot.links))


def with_drives(
    robot: Robot, design: Design, found: Mapping[str, float], physical: ConsistentParameters | None = None
) -> Robot:
    """The robot whose drives have the friction, offsets and rotors that were found."""
    joints = []
    for joint in robot.joints:
        drives = [
            _drive(robot, design, found, physical, c.qd, c.drive, len(joint.drives) == 1) for c in joint.coordinates
        ]
        if joint.mimic is not None or not drives or len(drives) != len(joint.drives):
            joints.append(joint)
        else:
            joints.append(_with(joint, drives))
    return replace(robot, joints=tuple(joints))


def _with(joint: Joint, drives: list[Drive | None]) -> Joint:
    return replace(joint, drive=drives[0] if len(drives) == 1 else tuple(drives))


def _drive(
    robot: Robot,
    design: Design,
    found: Mapping[str, float],
    physical: ConsistentParameters | None,
    k: int,
    old: Drive | None,
    single: bool,
) -> Drive | None:
    if k not in design.driven:
        return old
    values = {name: _value(found, f"{letter}{k + 1}") for name, letter in (("fv", "fv"), ("fc", "fc"))}
    both = [_value(found, f"f{x}{k + 1}{sign}") for x in "vc" for sign in "+-"]
    damping, coulomb, lean = values["fv"], values["fc"], None
    if all(x is not None for x in both):
        ahead, back, up, down = (float(x) for x in both if x is not None)
        damping, coulomb, lean = (ahead + back) / 2, (up + down) / 2, (up - down) / 2
    drive = old or Drive()
    changed: dict[str, float] = {} if old is None else _without(design, old, k)
    if damping is not None:
        changed |= {"damping": max(damping, 0.0), "motor_damping": 0}
    if coulomb is not None:
        changed |= {"coulomb": max(coulomb, 0.0), "motor_coulomb": 0, "asymmetry": 0}
        changed |= {"static": 0, "stribeck_velocity": 0}
    if lean is not None:
        changed["asymmetry"] = float(np.clip(lean, -max(coulomb or 0.0, 0.0), max(coulomb or 0.0, 0.0)))
    above = _value(found, f"fs{k + 1}")
    if above is not None and coulomb is not None and above > 0:
        changed |= {"static": max(coulomb, 0.0) + above, "stribeck_velocity": design.speeds[k]}
    offset = _value(found, f"offset{k + 1}")
    if offset is not None:
        changed["offset"] = offset
    rotor = _rotor(robot, design, found, physical, k)
    if rotor is not None:
        ratio = float(drive.gear_ratio)
        coupled = bool(drive.coupling)
        changed["rotor_inertia"] = max(rotor, 0.0) if coupled else max(rotor, 0.0) / ratio**2
    return drive.changed(**changed) if changed or old is not None else None


def _without(design: Design, old: Drive, k: int) -> dict[str, float]:
    """Return zeros for parameters that were not fitted: the other parameters have absorbed them."""
    own = {name for name in design.letters if re.fullmatch(rf"(fv|fc|offset){k + 1}[+-]?", name)}
    gone: dict[str, float] = {}
    if not any(name.startswith("fv") for name in own):
        gone |= {"damping": 0, "motor_damping": 0}
    if not any(name.startswith("fc") for name in own):
        gone |= {"coulomb": 0, "motor_coulomb": 0, "asymmetry": 0, "static": 0, "stribeck_velocity": 0}
    if f"offset{k + 1}" not in own:
        gone["offset"] = 0
    return gone | {"rotor_inertia": 0}


def _rotor(
    robot: Robot, design: Design, found: Mapping[str, float], physical: ConsistentParameters | None, k: int
) -> float | None:
    """Inertia of the rotor that coordinate k feels."""
    if design.basis is None or physical is None:
        return _value(found, f"Ia{k + 1}")
    own = {body.coordinate: i for i, body in enumerate(tree(robot).bodies)}
    rotors = design.basis.labels[10 * design.basis.bodies :]
    label = f"IA{own[k] + 1}" if k in own else ""
    return float(physical.rotors[rotors.index(label)]) if label in rotors else None


def _value(found: Mapping[str, float], name: str) -> float | None:
    x = found.get(name)
    return None if x is None or not np.isfinite(x) else float(x)


_FORMATS = {".urdf": "URDF", ".xml": "MJCF", ".mjcf": "MJCF"}


@final
@dataclass(frozen=True)
class Saved(Displayed):
    """`path` of the file; `kept`: whether it is the original's text with other numbers; `left_out`: what it cannot hold."""

    path: Path
    kept: bool
    left_out: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "\n  ".join([str(self.path), *self.left_out])


def saved(
    robot: Robot,
    path: str | PathLike[str],
    original: str | PathLike[str] | None = None,
    overwrite: bool = False,
    packages: Mapping[str, str | PathLike[str]] | None = None,
    ignore: Sequence[str] = (),
) -> Saved:
    """Write a robot, into the text of its original where suffixes agree; `packages` and `ignore` as that was loaded."""
    format = _FORMATS.get(Path(path).suffix.lower())
    keep = original is not None and Path(path).suffix.lower() == Path(original).suffix.lower()
    if original is not None and keep:
        format = format_of(request(original))
    left: tuple[str, ...] = ()
    if format in ("URDF", "MJCF"):
        robot, dropped = representable(robot, format)
        left = tuple(map(str, dropped))
    if original is not None and keep:
        done = rewrite(robot, original, path, overwrite=overwrite, packages=packages, ignore=ignore)
        return Saved(done, True, left)
    return Saved(export(robot, path, overwrite=overwrite), False, left)
