"""Visual shapes of a robot's links from its file: boxes, cylinders, spheres, and meshes with available files.

A shape is a set of triangles in the frame of a link. URDF shapes come from `<visual>`, or from `<collision>` if no
visual can be read. MJCF shapes are the geoms that do not collide, or all geoms of a body without such geoms. Meshes are
STL, OBJ, Collada and MuJoCo's own; they lie in the folder of the file or in a folder from `packages`.

Collada (.dae): only the triangles of the scene are read. The pose of a node is the pose of its parent times its own
matrix, translate, rotate and scale elements in the given order. `<unit>` gives the length unit of the points in metres.
`<up_axis>` is ignored, as in other robot viewers. The reader opens no other file, even if a reference names one. Nodes that
refer to each other in a circle are rejected.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from os.path import isdir, isfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert import finding
from dalembert.argument import FilePath, Packages
from dalembert.errors import DalembertError, shown
from dalembert.finding.finding import External, FileName, Finding, Given, Identifier, Noun, given
from dalembert.formats.load import request
from dalembert.formats.mjcf.compiler import long_pose
from dalembert.formats.mjcf.context import Context, Item, contents
from dalembert.formats.mjcf.mesh import is_mesh
from dalembert.formats.robot_file import Description, Element, FindingLog, content, numbers, parse, scalar, within
from dalembert.formats.urdf import origin_pose
from dalembert.formats.xacro.expand import expand
from dalembert.robot.mesh import check_corners, check_mesh, fans, read_surface
from dalembert.spatial.pose import Pose

Array = NDArray[Any]
Triangulation = tuple[Array, Array]  # vertices and triangles
_SIDES = 24  # segments of a circle


@dataclass(frozen=True, eq=False)
class Visual:
    """Triangles of a link: vertices `(n, 3)` in its frame, and vertex indices of each triangle, `(m, 3)`."""

    link: str
    vertices: Array
    triangles: Array


def visuals(
    path: FilePath,
    packages: Packages | None = None,
    log: FindingLog | None = None,
    *,
    inside: FilePath | None = None,
) -> tuple[Visual, ...]:
    """Return the shapes of a URDF, xacro or MJCF file; log and omit unreadable files and files outside `inside`."""
    chosen = request(path, packages)
    log = log or FindingLog()
    log.lenient = True
    if chosen.path.suffix.lower() == ".xacro":
        root = expand(chosen.path, chosen.packages, {}, log)
    else:
        root = parse(content(chosen.path, log), str(chosen.path), log)
    if root.tag not in ("robot", "mujoco"):
        roots = (Identifier("<robot>"), Identifier("<mujoco>"))
        log.stop(finding.NotAmong(root.part, Given(f"<{root.tag}>"), roots))
    if root.tag == "robot":
        return tuple(urdf_shapes(root, chosen.path, log, chosen.packages, None if inside is None else Path(inside)))
    return tuple(mjcf_shapes(root, chosen.path, log, chosen.packages))


def placed(link: str, pose: Any, vertices: Array, triangles: Array) -> Visual:
    """Return a shape transformed by a pose into the frame of its link."""
    T = np.array([[float(x) for x in row] for row in pose.matrix()])
    with np.errstate(invalid="ignore"):  # files with infinite numbers, which are not drawn
        return Visual(link, vertices @ T[:3, :3].T + T[:3, 3], np.asarray(triangles, dtype=int))


def box(size: Array) -> Triangulation:
    """Return the surface of a box with these edge lengths, centred at the origin."""
    corners = (
        np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) / 2 * np.asarray(size, dtype=float)
    )
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return corners, np.array([x for a, b, c, d in quads for x in ((a, b, c), (a, c, d))])


def lathe(profile: list[tuple[float, float]]) -> Triangulation:
    """Return the surface of a body of revolution about z; the profile lists (radius, z) from bottom to top."""
    t = np.linspace(0, 2 * np.pi, _SIDES, endpoint=False)
    rings = [np.column_stack([r * np.cos(t), r * np.sin(t), np.full(_SIDES, z)]) for r, z in profile]
    faces = list(_strips(len(rings)))
    return np.concatenate(rings), np.array(faces)


def _strips(rings: int) -> Iterator[tuple[int, int, int]]:
    for k in range(rings - 1):
        for i in range(_SIDES):
            j = (i + 1) % _SIDES
            a, b, c, d = (k * _SIDES + i, k * _SIDES + j, (k + 1) * _SIDES + j, (k + 1) * _SIDES + i)
            yield a, b, c
            yield a, c, d


def cylinder(radius: float, length: float) -> Triangulation:
    return lathe([(0, -length / 2), (radius, -length / 2), (radius, length / 2), (0, length / 2)])


def sphere(radius: float, stretch: float = 0.0) -> Triangulation:
    """Return the surface of a ball, or of a capsule whose middle part has the length `stretch`."""
    a = np.linspace(-np.pi / 2, np.pi / 2, 14)
    return lathe([(radius * np.cos(x), radius * np.sin(x) + np.sign(x) * stretch / 2) for x in a])


_LARGEST = 100_000_000  # bytes
_MOST = 2_000_000  # largest number of triangles; repeated triangles count each time
_DEEPEST = 64  # largest depth of nested nodes
_FACES = ("triangles", "polylist", "polygons")


def read_collada(path: Path) -> Triangulation:
    """Return vertices `(n, 3)` in metres and triangles `(m, 3)`; polygons are split into fans."""
    log = FindingLog()
    root = parse(content(path, log, _LARGEST), str(path), log, whole=True)
    check_mesh(root.tag == "COLLADA", "not Collada", path)
    try:
        return _Scene(root).triangles()
    except DalembertError as error:
        found = error.finding
    except (ValueError, IndexError, KeyError) as error:
        found = finding.BadMesh(None, Noun("bad Collada"), given(error))
    assert isinstance(found, finding.BadMesh)
    raise replace(found, file=FileName(str(path))).error()


class _Scene:
    """Scene of a Collada document, with its elements by name."""

    def __init__(self, root: Element) -> None:
        self.root = root
        self.named = {x.get("id"): x for x in root.walk() if x.get("id")}
        self.surfaces: dict[int, Triangulation] = {}  # surfaces of geometries, each read once
        self.count = 0

    def triangles(self) -> Triangulation:
        found = list(self._shown())
        check_mesh(bool(found), "no triangles")
        starts = np.cumsum([0, *(len(v) for v, _ in found)])
        vertices = np.concatenate([v for v, _ in found]) * self._unit()
        return vertices, np.concatenate([t + k for (_, t), k in zip(found, starts, strict=False)])

    def _unit(self) -> float:
        given = next((x.get("meter") for a in self.root.all("asset") for x in a.all("unit")), None)
        metres = float(given or 1.0)
        check_mesh(bool(np.isfinite(metres) and metres > 0), "bad unit", detail=metres)
        return metres

    def _shown(self) -> Iterator[Triangulation]:
        """Yield every surface at its place in the scene, or the untransformed geometries of a file without a scene."""
        scenes = [self._of(x) for s in self.root.all("scene") for x in s.all("instance_visual_scene")]
        if not scenes:
            scenes = [x for s in self.root.all("library_visual_scenes") for x in s.all("visual_scene")]
        if scenes:
            yield from (y for node in scenes[0].all("node") for y in self._node(node, np.eye(4), 0))
            return
        for library in self.root.all("library_geometries"):
            for geometry in library.all("geometry"):
                yield self._surface(geometry, np.eye(4))

    def _of(self, instance: Element) -> Element:
        """Return the element of this document that an instance refers to; other documents are not opened."""
        url = instance.get("url") or instance.get("source") or ""
        check_mesh(url.startswith("#") and url[1:] in self.named, "undefined reference", detail=url)
        return self.named[url[1:]]

    def _node(self, node: Element, above: Array, depth: int) -> Iterator[Triangulation]:
        check_mesh(depth <= _DEEPEST, "nested nodes")
        here = above
        for child in node.children:
            here = here @ _motion(child)
        for child in node.children:
            if child.tag == "instance_geometry":
                yield self._surface(self._of(child), here)
            elif child.tag in ("node", "instance_node"):
                yield from self._node(child if child.tag == "node" else self._of(child), here, depth + 1)

    def _surface(self, geometry: Element, pose: Array) -> Triangulation:
        if id(geometry) not in self.surfaces:
            self.surfaces[id(geometry)] = self._read(geometry)
        vertices, triangles = self.surfaces[id(geometry)]
        self.count += max(1, len(triangles))
        check_mesh(self.count <= _MOST, "too large")
        turned = triangles[:, ::-1] if np.linalg.det(pose[:3, :3]) < 0 else triangles
        return vertices @ pose[:3, :3].T + pose[:3, 3], turned

    def _read(self, geometry: Element) -> Triangulation:
        vertices: list[Array] = []
        faces: list[Array] = []
        size = 0
        for part in [x for mesh in geometry.all("mesh") for x in mesh.children if x.tag in _FACES]:
            inputs = list(part.all("input"))
            step = 1 + max(int(x.get("offset") or 0) for x in inputs)
            own = _first([x for x in inputs if x.get("semantic") == "VERTEX"], "VERTEX")
            points = self._points(self._of(own))
            rows = [_whole(x) for x in part.all("p")]
            check_mesh(all(len(x) % step == 0 for x in rows), "bad face")
            corners = [x[int(own.get("offset") or 0) :: step] for x in rows]
            fans = _fans(part, corners)
            check_corners(fans, points)
            vertices.append(points)
            faces.append(fans + size)
            size += len(points)
        if not vertices:
            return np.zeros((0, 3)), np.zeros((0, 3), dtype=int)
        return np.concatenate(vertices), np.concatenate(faces)

    def _points(self, vertices: Element) -> Array:
        position = _first([x for x in vertices.all("input") if x.get("semantic") == "POSITION"], "POSITION")
        source = self._of(position)
        accessor = _first([x for t in source.all("technique_common") for x in t.all("accessor")], "accessor")
        count, stride, start = (int(accessor.get(k) or d) for k, d in (("count", 0), ("stride", 3), ("offset", 0)))
        values = _numbers(self._of(accessor))
        check_mesh(stride >= 3 and min(count, start) >= 0 and start + count * stride <= len(values), "bad vertex")
        return values[start : start + count * stride].reshape(count, stride)[:, :3]


def _first(found: list[Element], what: str) -> Element:
    check_mesh(bool(found), "missing element", detail=what)
    return found[0]


def _fans(part: Element, corners: list[Array]) -> Array:
    """Return the triangles of each face, as a fan from its first corner."""
    every = np.concatenate(corners) if corners else np.zeros(0, dtype=int)
    if part.tag == "triangles":
        return every.reshape(-1, 3)
    counts = None if part.tag == "polygons" else _first([*part.all("vcount")], "vcount")
    sizes = [len(x) for x in corners] if counts is None else _whole(counts).tolist()
    check_mesh(min(sizes, default=3) >= 3 and sum(sizes) == len(every), "bad face")
    return fans(np.split(every, np.cumsum(sizes)[:-1]))


def _motion(x: Element) -> Array:
    """Return the 4×4 matrix of a transformation element of a node; the identity for any other element."""
    T = np.eye(4)
    if x.tag == "matrix":
        return _numbers(x, 16).reshape(4, 4)
    if x.tag == "translate":
        T[:3, 3] = _numbers(x, 3)
    elif x.tag == "scale":
        T[:3, :3] = np.diag(_numbers(x, 3))
    elif x.tag == "rotate":
        *axis, degrees = _numbers(x, 4)
        u = np.array(axis) / (np.linalg.norm(axis) or 1.0)
        K = np.cross(np.eye(3), u)  # [u]×
        T[:3, :3] += np.sin(np.deg2rad(degrees)) * K + (1 - np.cos(np.deg2rad(degrees))) * K @ K
    return T


def _numbers(x: Element, count: int | None = None) -> Array:
    found = np.array(x.text.split(), dtype=float)
    good = np.isfinite(found).all() and count in (None, len(found))
    check_mesh(bool(good), "bad number", detail=f"<{x.tag}>")
    return found


def _whole(x: Element) -> Array:
    return np.array(x.text.split(), dtype=np.int64)


_READ = {".stl": read_surface, ".obj": read_surface, ".dae": read_collada}


def urdf_shapes(
    root: Element, path: Path, log: FindingLog, packages: Mapping[str, Path], inside: Path | None = None
) -> Iterator[Visual]:
    """Return the shapes of every link; files outside the folder `inside` are not read."""
    draft = Description(root.get("name") or path.name, log)
    for link in root.all("link"):
        name = link.get("name") or ""
        for tag in ("visual", "collision"):
            found = [x for part in link.all(tag) for x in _shape(part, name, path, draft, packages, inside)]
            if found:
                yield from found
                break


def _shape(
    part: Element, link: str, path: Path, draft: Description, packages: Mapping[str, Path], inside: Path | None
) -> Iterator[Visual]:
    geometry = part.first("geometry")
    if geometry is None:
        return
    try:
        pose = origin_pose(part, draft)
        for given in geometry.children:
            made = _triangles(given, path, draft.log, packages, inside)
            if made is not None:
                yield placed(link, pose, *made)
    except (DalembertError, OSError) as error:
        draft.log.tell(finding.LeftOut(part.inside("link"), _cause(error)))


def _cause(error: Exception) -> Finding | External:
    return error.finding if isinstance(error, DalembertError) else External(shown(error, 300))


def _triangles(
    given: Element, path: Path, log: FindingLog, packages: Mapping[str, Path], inside: Path | None
) -> tuple[Any, Any] | None:
    if given.tag == "box":
        return box(np.array(numbers(given, "size", log)))
    if given.tag == "cylinder":
        return cylinder(scalar(given, "radius", log), scalar(given, "length", log))
    if given.tag == "sphere":
        return sphere(scalar(given, "radius", log))
    if given.tag != "mesh":
        return None
    name = given.get("filename") or ""
    file = _file(name, path, packages)
    if file is None or (inside and not within(file, [inside])):
        reason = Noun("outside the folders that may be read" if file else "not in the folders of the file")
        raise finding.Inaccessible(given.part, FileName(name), reason).error()
    check_mesh(file.suffix.lower() in _READ, "unknown suffix", Path(name))
    vertices, triangles = _READ[file.suffix.lower()](file)
    return vertices * np.array(numbers(given, "scale", log, default=(1.0, 1.0, 1.0))), triangles


def _file(name: str, path: Path, packages: Mapping[str, Path]) -> Path | None:
    """Find a mesh file: `package://NAME/…` in the folder given for NAME, or in a folder NAME around the file."""
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


def mjcf_shapes(root: Element, path: Path, log: FindingLog, packages: Mapping[str, Path]) -> Iterator[Visual]:
    """Return the shapes of every body that has a name."""
    from dalembert.formats.mjcf.read import opened  # readers of files are imported when a file is read

    context = opened(root, path, log, tuple(packages.values()), frozenset(("fluid",)))
    for world in root.all("worldbody"):
        yield from _below(contents(Item(world), context), context)


def _below(items: list[Item], context: Context) -> Iterator[Visual]:
    """Yield the shapes of bodies and of their descendants."""
    for item in items:
        if item.tag == "body":
            inside = contents(item, context)
            yield from _body(item, [x for x in inside if x.tag == "geom"], context)
            yield from _below(inside, context)


def _body(body: Item, geoms: list[Item], context: Context) -> Iterator[Visual]:
    name = body.element.get("name") or ""
    shapes = [(context.defaults.applied(x.element, x.childclass), x.at) for x in geoms]
    seen = [x for x in shapes if x[0].get("contype") == "0" and x[0].get("conaffinity") == "0"]
    for geom, frame in seen or shapes:
        made = _geom(geom, context)
        if made is not None and not name:
            context.log.tell(finding.LeftOut(body.element.part, Noun("a body without a name")))
            break
        if made is not None:
            at, vertices, triangles = made
            yield placed(context.replicated(name, body.suffix), frame @ at, vertices, triangles)


def _geom(geom: Element, context: Context) -> tuple[Pose, Any, Any] | None:
    try:
        at, half = long_pose(geom, context.setting, context.draft)
        if is_mesh(geom):
            return at, *context.meshes.surface(geom)
        size = np.array(numbers(geom, "size", context.log, sizes=(1, 2, 3), default=(0.0,)))
        long = half if half is not None else float(size[1]) if len(size) > 1 else 0.0
        match geom.get("type") or "sphere":
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
        cause: Finding | External | Noun = Noun("a shape that is not drawn")
    except (DalembertError, OSError, KeyError, ValueError) as error:
        cause = _cause(error)
    context.log.tell(finding.LeftOut(geom.part, cause))
    return None
