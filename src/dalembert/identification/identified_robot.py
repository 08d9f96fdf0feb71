"""Creation and export of robots with identified link inertias and drives (friction, offset and rotor inertia).

The parameters of a moving body include all links fixed to the moving link. Fixed links keep their original inertias if
the remaining inertia of the moving link is physically possible. Otherwise, the moving link is assigned the inertia of
the whole body. If the file format stays the same, the identified values are written into a copy of the original robot
file. If the format changes, a new robot file is written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, final

import numpy as np

from dalembert.argument import FilePath
from dalembert.formats.export import export, format_of, rewrite
from dalembert.formats.load import request
from dalembert.formats.numeric import representable
from dalembert.graph import symbols
from dalembert.identification.filtering import Array
from dalembert.identification.linear_model import Coefficient, Design
from dalembert.identification.physical_consistency import ConsistentParameters
from dalembert.robot.drive import Drive
from dalembert.robot.inertia import Inertia
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree
from dalembert.typeset.notebook_display import Displayed


def identified(
    robot: Robot, design: Design, found: Mapping[Coefficient, float], physical: ConsistentParameters | None
) -> Robot:
    """Return a copy of the robot with identified drives and, if `physical` is given, identified link inertias."""
    if physical is not None:
        robot = with_links(robot, physical.links)
    rotors, joints = {term.k: x for term, x in found.items() if term.kind == "Ia"}, []
    if physical is not None and design.basis is not None:
        bodies = tree(robot).bodies
        own = zip(design.basis.driven, physical.rotors.tolist(), strict=True)
        rotors = {bodies[i].coordinate: inertia for i, inertia in own}
    for joint in robot.joints:
        drives = [_drive(design, found, rotors.get(c.qd), c.qd, c.drive) for c in joint.coordinates]
        if joint.mimic is None and drives and len(drives) == len(joint.drives):
            joint = replace(joint, drive=drives[0] if len(drives) == 1 else tuple(drives))
        joints.append(joint)
    return replace(robot, joints=tuple(joints))


def with_links(robot: Robot, pi: Array) -> Robot:
    """Return a copy of the robot with new inertial parameters: ten per moving body, in the link frame."""
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


_FIELDS = {
    "fv": ("damping", "motor_damping"),
    "fc": ("coulomb", "motor_coulomb", "asymmetry", "static", "stribeck_velocity"),
    "offset": ("offset",),
}


def _drive(
    design: Design, found: Mapping[Coefficient, float], rotor: float | None, k: int, old: Drive | None
) -> Drive | None:
    """Create the drive of coordinate k from the identified coefficients.

    Friction terms that were not fitted are set to zero, because the fitted terms already include their effect.
    """
    if k not in design.driven:
        return old
    fitted = {term.kind for term in design.terms if term.k == k}
    changed: dict[str, float] = {}
    if old is not None:
        changed = {name: 0 for kind, names in _FIELDS.items() if kind not in fitted for name in names}
        changed["rotor_inertia"] = 0
    damping = found.get(Coefficient("fv", k))
    coulomb = found.get(Coefficient("fc", k))
    lean = 0.0
    sides = [found.get(Coefficient(kind, k, side)) for kind in ("fv", "fc") for side in "+-"]
    if all(x is not None for x in sides):
        ahead, back, up, down = (float(x) for x in sides if x is not None)
        damping = (ahead + back) / 2
        coulomb = (up + down) / 2
        lean = (up - down) / 2
    if damping is not None:
        changed |= {"damping": max(damping, 0.0), "motor_damping": 0}
    if coulomb is not None:
        dry, above = max(coulomb, 0.0), found.get(Coefficient("fs", k), 0.0)
        changed |= dict.fromkeys(_FIELDS["fc"], 0.0) | {"coulomb": dry, "asymmetry": float(np.clip(lean, -dry, dry))}
        if above > 0:
            changed |= {"static": dry + above, "stribeck_velocity": design.speeds[k]}
    if Coefficient("offset", k) in found:
        changed["offset"] = found[Coefficient("offset", k)]
    drive = old or Drive()
    if rotor is not None:
        changed["rotor_inertia"] = max(rotor, 0.0) / (1.0 if drive.coupling else float(drive.gear_ratio) ** 2)
    return drive.changed(**changed) if changed or old is not None else None


_FORMATS = {".urdf": "URDF", ".xml": "MJCF", ".mjcf": "MJCF"}


@final
@dataclass(frozen=True)
class Saved(Displayed):
    """Result of writing a robot file.

    `path` is the path of the new file. `kept` is true if the new file is an edited copy of the original file.
    `left_out` lists the parameters that the file format cannot represent.
    """

    path: Path
    kept: bool
    left_out: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "\n  ".join([str(self.path), *self.left_out])


def saved(robot: Robot, path: FilePath, original: FilePath | None, *, overwrite: bool, **loading: Any) -> Saved:
    """Write a robot to a file.

    If the suffixes agree, the text of the original file is edited. The `loading` options are used to load the original
    file.
    """
    suffix = Path(path).suffix.lower()
    if original is not None and Path(original).suffix.lower() != suffix:
        original = None
    format = _FORMATS.get(suffix) if original is None else format_of(request(original))
    left: tuple[str, ...] = ()
    if format in ("URDF", "MJCF"):
        robot, dropped = representable(robot, format)
        left = tuple(map(str, dropped))
    if original is None:
        return Saved(export(robot, path, overwrite=overwrite), False, left)
    return Saved(rewrite(robot, original, path, overwrite=overwrite, **loading), True, left)
