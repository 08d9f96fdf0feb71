"""Shapes of the bodies of an MJCF: geoms that touch nothing, or, of a body without such, all of its geoms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from dalembert.errors import DalembertError, shown
from dalembert.formats.draft import Draft
from dalembert.formats.finding import Log
from dalembert.formats.mjcf.attach import Attacher
from dalembert.formats.mjcf.default import Defaults
from dalembert.formats.mjcf.geom import is_mesh
from dalembert.formats.mjcf.mesh import Meshes
from dalembert.formats.mjcf.pose import long_pose, pose
from dalembert.formats.mjcf.setting import Setting, settings
from dalembert.formats.visual import Visual, box, cylinder, placed, sphere
from dalembert.formats.xml import Element, numbers
from dalembert.spatial.pose import IDENTITY, Pose


def shapes(root: Element, path: Path, log: Log, packages: Mapping[str, Path]) -> Iterator[Visual]:
    """The shapes of every body that has a name."""
    folders = tuple(packages.values())
    Attacher(log, folders).attach(root, path)
    setting, defaults = settings(root, log, True), Defaults(log)
    for section in root.all("default"):
        defaults.add(section)
    meshes = Meshes(log, (path.absolute().parent, *folders), setting.mesh_folder, setting.strip)
    meshes.add(root, defaults)
    reader = _Reader(setting, defaults, meshes, Draft(shown(path.name), log))
    for world in root.all("worldbody"):
        for body in world.all("body"):
            yield from reader.body(body, "")


class _Reader:
    def __init__(self, setting: Setting, defaults: Defaults, meshes: Meshes, draft: Draft) -> None:
        self.setting, self.defaults, self.meshes, self.draft = setting, defaults, meshes, draft

    def body(self, element: Element, childclass: str) -> Iterator[Visual]:
        childclass = element.get("childclass") or childclass
        name = element.get("name") or ""
        geoms = list(self._geoms(element, childclass, IDENTITY))
        seen = [x for x in geoms if x[0].get("contype") == "0" and x[0].get("conaffinity") == "0"]
        for geom, frame in seen or geoms:
            made = self._triangles(geom)
            if made is not None and not name:
                self.draft.log.warn("shapes of a body without a name are not drawn", element.place)
                break
            if made is not None:
                at, vertices, triangles = made
                yield placed(name, frame @ at, vertices, triangles)
        for child in element.all("body"):
            yield from self.body(child, childclass)

    def _geoms(self, element: Element, childclass: str, frame: Pose) -> Iterator[tuple[Element, Pose]]:
        for geom in element.all("geom"):
            yield self.defaults.applied(geom, childclass), frame
        for inner in element.all("frame"):
            at = frame @ pose(inner, self.setting, self.draft)
            yield from self._geoms(inner, inner.get("childclass") or childclass, at)

    def _triangles(self, geom: Element) -> tuple[Pose, Any, Any] | None:
        try:
            at, half = long_pose(geom, self.setting, self.draft)
            if is_mesh(geom):
                return at, *self.meshes.surface(geom)
            kind = geom.get("type") or "sphere"
            size = np.array(numbers(geom, "size", self.draft.log, sizes=(1, 2, 3), default=(0.0,)))
            long = half if half is not None else float(size[1]) if len(size) > 1 else 0.0
            match kind:
                case "box":
                    return at, *box(2 * size[:3])
                case "sphere":
                    return at, *sphere(float(size[0]))
                case "capsule":
                    return at, *sphere(float(size[0]), 2 * long)
                case "cylinder":
                    return at, *cylinder(float(size[0]), 2 * long)
                case "ellipsoid":
                    vertices, triangles = sphere(1.0)
                    return at, vertices * size[:3], triangles
            what = f"a geom of type '{shown(kind)}' has no shape here"
        except (DalembertError, OSError, KeyError, ValueError) as error:
            what = shown(error, 300)
        self.draft.log.warn(f"a geom is not drawn: {what}", geom.place)
        return None
