"""Shapes of the links of a URDF: `<visual>`, or `<collision>` where nothing of the visual can be read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from os.path import isdir, isfile
from pathlib import Path
from typing import Any

import numpy as np

from dalembert.errors import BadFile, DalembertError, shown
from dalembert.formats.collada import read_collada
from dalembert.formats.draft import Draft
from dalembert.formats.file import within
from dalembert.formats.finding import Log
from dalembert.formats.urdf.read import origin_pose
from dalembert.formats.visual import Visual, box, cylinder, placed, sphere
from dalembert.formats.xml import Element, numbers, scalar
from dalembert.robot.mesh import read_surface

_READ = {".stl": read_surface, ".obj": read_surface, ".dae": read_collada}


def shapes(
    root: Element, path: Path, log: Log, packages: Mapping[str, Path], inside: Path | None = None
) -> Iterator[Visual]:
    """The shapes of every link; nothing outside of the folder `inside` is read."""
    draft = Draft(shown(root.get("name") or path.name), log)
    for link in root.all("link"):
        name = link.get("name") or ""
        for tag in ("visual", "collision"):
            found = [x for part in link.all(tag) for x in _shape(part, name, path, draft, packages, inside)]
            if found:
                yield from found
                break


def _shape(
    part: Element, link: str, path: Path, draft: Draft, packages: Mapping[str, Path], inside: Path | None
) -> Iterator[Visual]:
    geometry = part.first("geometry")
    if geometry is None:
        return
    try:
        pose = origin_pose(part, draft, f"{part.tag} of link '{shown(link)}'")
        for given in geometry.children:
            made = _triangles(given, path, draft.log, packages, inside)
            if made is not None:
                yield placed(link, pose, *made)
    except (DalembertError, OSError) as error:
        draft.log.warn(f"<{part.tag}> of link '{shown(link)}' is not drawn: {shown(error, 300)}", part.place, link=link)


def _triangles(
    given: Element, path: Path, log: Log, packages: Mapping[str, Path], inside: Path | None
) -> tuple[Any, Any] | None:
    if given.tag == "box":
        return box(np.array(numbers(given, "size", log)))
    if given.tag == "cylinder":
        return cylinder(scalar(given, "radius", log, 0.0), scalar(given, "length", log, 0.0))
    if given.tag == "sphere":
        return sphere(scalar(given, "radius", log, 0.0))
    if given.tag != "mesh":
        return None
    name = given.get("filename") or ""
    file = _file(name, path, packages)
    if file is None:
        raise BadFile(f"mesh '{shown(name, 120)}' is not in the folder of the file, nor in one named by packages={{…}}")
    if inside and not within(file, [inside]):
        raise BadFile(f"mesh '{shown(name, 120)}' lies outside of the folder that may be read")
    if file.suffix.lower() not in _READ:
        raise BadFile(f"mesh '{shown(name, 120)}' is none of {', '.join(_READ)}")
    vertices, triangles = _READ[file.suffix.lower()](file)
    return vertices * np.array(numbers(given, "scale", log, default=(1.0, 1.0, 1.0))), triangles


def _file(name: str, path: Path, packages: Mapping[str, Path]) -> Path | None:
    """Where a mesh is: `package://NAME/…` in the folder given for NAME, else in a folder NAME around the file."""
    home = path.absolute().parent
    if name.startswith("package://"):
        package, _, rest = name.removeprefix("package://").partition("/")
        roots = [packages[package]] if package in packages else [x / package for x in (home, *home.parents)]
        roots += [x for x in home.parents if x.name == package]
    else:
        roots, rest = [home, *packages.values()], name.removeprefix("file://")
    for root in roots:
        file = root / rest
        if isdir(root) and within(file, [root]) and isfile(file):
            return file
    return None
