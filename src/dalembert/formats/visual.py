"""Visual shapes of a robot's links, read from the robot file: boxes, cylinders, spheres and meshes.

A shape is a set of triangles in the frame of a link. URDF shapes are read from `<visual>`, or from `<collision>` if no
visual can be read. MJCF shapes are the geoms of a body that do not collide, or all geoms if all of them collide. The
supported mesh formats are STL, OBJ, Collada and MuJoCo's own format. Mesh files must be in the folder of the robot file
or in a folder from `packages`.

Only the triangles in the scene of a Collada file (.dae) are read. The pose of a node is the pose of its parent times
the node's matrix, translate, rotate and scale elements, in order. `<unit>` is the length unit of the points in metres.
`<up_axis>` is ignored, as in other robot viewers. The reader does not open other files, even if a reference names a
file. Nodes that refer to each other in a cycle are rejected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from operator import mul
from os.path import isfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert import finding
from dalembert.argument import FilePath, Packages
from dalembert.errors import DalembertError, shown
from dalembert.finding.finding import External, FileName, Finding, Noun, given
from dalembert.formats.load import document, request
from dalembert.formats.mjcf.compiler_and_defaults import SHAPES, pose, sized_pose
from dalembert.formats.mjcf.context import Context, Item, contents
from dalembert.formats.mjcf.mesh import is_mesh
from dalembert.formats.robot_file import Description, Element, FindingLog, content, examine, numbers, parse
from dalembert.formats.search_path import SearchPath
from dalembert.formats.urdf import origin_pose
from dalembert.robot.mesh import check_corners, check_mesh, fans, read_surface
from dalembert.spatial.pose import Pose

Array = NDArray[Any]
Triangulation = tuple[Array, Array]  # vertices and triangles
_SIDES = 24  # segments of a circle


@dataclass(frozen=True, eq=False)
class Visual:
    """Triangles of a link: vertices `(n, 3)` in the link frame, and vertex indices of each triangle, `(m, 3)`."""

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
    """Read the shapes of a URDF, xacro or MJCF file.

    Unreadable files and files outside the folder `inside` are logged and omitted.
    """
    chosen = request(path, packages, root=inside)
    log = log or FindingLog()
    log.lenient = True
    root = document(chosen, log, "robot", "mujoco")
    if root.tag == "robot":
        examine(root, "urdf", FindingLog(lenient=True))
        return tuple(urdf_shapes(root, chosen.path, log, chosen.search))
    return tuple(mjcf_shapes(root, chosen.path, log, chosen.search))


def placed(link: str, pose: Any, vertices: Array, triangles: Array) -> Visual:
    """Transform a shape by a pose into the frame of its link."""
    T = np.array(pose.matrix(), dtype=float)
    with np.errstate(invalid="ignore"):  # files with infinite numbers, which are not drawn
        return Visual(link, vertices @ T[:3, :3].T + T[:3, 3], np.asarray(triangles, dtype=int))


def box(*size: float) -> Triangulation:
    """Create the surface of a box with the given edge lengths, centred at the origin."""
    corners = np.array(list(product((-1, 1), repeat=3))) / 2 * size
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return corners, np.array([x for a, b, c, d in quads for x in ((a, b, c), (a, c, d))])


def lathe(profile: list[tuple[float, float]]) -> Triangulation:
    """Create the surface of a body of revolution about z. The profile lists (radius, z) from bottom to top."""
    t = np.linspace(0, 2 * np.pi, _SIDES, endpoint=False)
    rings = [np.column_stack([r * np.cos(t), r * np.sin(t), np.full(_SIDES, z)]) for r, z in profile]
    numbers = np.arange(_SIDES * len(rings)).reshape(-1, _SIDES)
    a, d = numbers[:-1], numbers[1:]
    b, c = np.roll(a, -1, axis=1), np.roll(d, -1, axis=1)
    return np.concatenate(rings), np.stack([a, b, c, a, c, d], axis=-1).reshape(-1, 3)


def cylinder(radius: float, length: float) -> Triangulation:
    return lathe([(0, -length / 2), (radius, -length / 2), (radius, length / 2), (0, length / 2)])


def sphere(radius: float, stretch: float = 0.0) -> Triangulation:
    """Create the surface of a sphere, or of a capsule whose cylindrical part has length `stretch`."""
    a = np.linspace(-np.pi / 2, np.pi / 2, 14)
    return lathe([(radius * np.cos(x), radius * np.sin(x) + np.sign(x) * stretch / 2) for x in a])


def ellipsoid(*semi_axes: float) -> Triangulation:
    vertices, triangles = sphere(1.0)
    return vertices * semi_axes, triangles


# surface of each shape, with the same arguments as in `robot.body`
_SURFACES: dict[str, Callable[..., Triangulation]] = {
    "box": box,
    "cylinder": cylinder,
    "sphere": sphere,
    "capsule": sphere,
    "ellipsoid": ellipsoid,
}


_LARGEST = 100_000_000  # size limit of a file in bytes
_MOST = 2_000_000  # largest number of triangles; repeated triangles count each time
_DEEPEST = 64  # largest depth of nested nodes
_FACES = ("triangles", "polylist", "polygons")


def read_collada(path: Path) -> Triangulation:
    """Read vertices `(n, 3)` in metres and triangles `(m, 3)` from a Collada file. Polygons are split into triangles."""
    log = FindingLog()
    root = parse(content(path, log, _LARGEST), str(path), log)
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
    """Scene of a Collada document, with the document's elements by name."""

    def __init__(self, root: Element) -> None:
        self.root = root
        self.named = {x.get("id"): x for x in root.walk() if x.get("id")}
        self.surfaces: dict[int, Triangulation] = {}  # surfaces of geometries, each read once
        self.count = 0

    def triangles(self) -> Triangulation:
        found = list(self._shown())
        check_mesh(found, "no triangles")
        starts = np.cumsum([0, *(len(v) for v, _ in found)])
        vertices = np.concatenate([v for v, _ in found]) * self._unit()
        return vertices, np.concatenate([t + k for (_, t), k in zip(found, starts, strict=False)])

    def _unit(self) -> float:
        given = next((x.get("meter") for x in self._inside("asset", "unit")), None)
        metres = float(given or 1.0)
        check_mesh(np.isfinite(metres) and metres > 0, "bad unit", detail=metres)
        return metres

    def _shown(self) -> Iterator[Triangulation]:
        """Yield every surface with its pose in the scene.

        If the file has no scene, yield its geometries without a transformation.
        """
        scenes = [self._of(x) for x in self._inside("scene", "instance_visual_scene")]
        scenes = scenes or list(self._inside("library_visual_scenes", "visual_scene"))
        if scenes:
            yield from (y for node in scenes[0].all("node") for y in self._node(node, np.eye(4), 0))
            return
        for geometry in self._inside("library_geometries", "geometry"):
            yield self._surface(geometry, np.eye(4))

    def _inside(self, outer: str, tag: str) -> Iterator[Element]:
        """Yield the children with the given tag of all top-level elements with the tag `outer`."""
        return (x for part in self.root.all(outer) for x in part.all(tag))

    def _of(self, instance: Element) -> Element:
        """Return the element of this document to which an instance refers. Other documents are not opened."""
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
        vertices = [np.zeros((0, 3))]
        faces = [np.zeros((0, 3), dtype=int)]
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
    check_mesh(found, "missing element", detail=what)
    return found[0]


def _fans(part: Element, corners: list[Array]) -> Array:
    """Split each face into triangles that share its first corner."""
    every = np.concatenate([np.zeros(0, dtype=int), *corners])
    if part.tag == "triangles":
        return every.reshape(-1, 3)
    counts = None if part.tag == "polygons" else _first([*part.all("vcount")], "vcount")
    sizes = [len(x) for x in corners] if counts is None else _whole(counts).tolist()
    check_mesh(min(sizes, default=3) >= 3 and sum(sizes) == len(every), "bad face")
    return fans(np.split(every, np.cumsum(sizes)[:-1]))


def _motion(x: Element) -> Array:
    """Return the 4×4 matrix for a transformation element of a node, or the identity for any other element."""
    T = np.eye(4)
    if x.tag == "matrix":
        T = _numbers(x, 16).reshape(4, 4)
    elif x.tag == "translate":
        T[:3, 3] = _numbers(x, 3)
    elif x.tag == "scale":
        T[:3, :3] = np.diag(_numbers(x, 3))
    elif x.tag == "rotate":
        *axis, degrees = _numbers(x, 4)
        u, angle = np.array(axis) / (np.linalg.norm(axis) or 1.0), np.deg2rad(degrees)
        K = np.cross(np.eye(3), u)  # [u]×
        T[:3, :3] += np.sin(angle) * K + (1 - np.cos(angle)) * K @ K
    return T


def _numbers(x: Element, count: int | None = None) -> Array:
    found = np.array(x.text.split(), dtype=float)
    good = np.isfinite(found).all() and count in (None, len(found))
    check_mesh(good, "bad number", detail=f"<{x.tag}>")
    return found


def _whole(x: Element) -> Array:
    return np.array(x.text.split(), dtype=np.int64)


def urdf_shapes(root: Element, path: Path, log: FindingLog, search: SearchPath) -> Iterator[Visual]:
    """Yield the shapes of every link."""
    draft = Description(root.get("name") or path.name, log)
    for link in root.all("link"):
        name = link.get("name") or ""
        for tag in ("visual", "collision"):
            found = [x for part in link.all(tag) for x in _shape(part, name, path, draft, search)]
            if found:
                yield from found
                break


def _shape(part: Element, link: str, path: Path, draft: Description, search: SearchPath) -> Iterator[Visual]:
    geometry = part.first("geometry")
    if geometry is None:
        return
    try:
        pose = origin_pose(part, draft)
        for given in geometry.children:
            made = _triangles(given, path, draft.log, search)
            if made is not None:
                yield placed(link, pose, *made)
    except (DalembertError, OSError) as error:
        draft.log.tell(finding.LeftOut(part.inside("link"), _cause(error)))


def _cause(error: Exception) -> Finding | External:
    return error.finding if isinstance(error, DalembertError) else External(shown(error, 300))


_SIZES = {"box": ("size",), "cylinder": ("radius", "length"), "sphere": ("radius",)}  # attributes of URDF shapes


def _triangles(given: Element, path: Path, log: FindingLog, search: SearchPath) -> tuple[Any, Any] | None:
    if given.tag in _SIZES:
        return _SURFACES[given.tag](*(x for name in _SIZES[given.tag] for x in numbers(given, name, log)))
    if given.tag != "mesh":
        return None
    name = given.get("filename") or ""
    file = search.find(name)
    if file is None or not isfile(file):
        reason = Noun("not in the folders of the file")
        raise finding.Inaccessible(given.part, FileName(name), reason).error()
    vertices, triangles = (read_collada if file.suffix.lower() == ".dae" else read_surface)(file)
    return vertices * np.array(numbers(given, "scale", log)), triangles


def mjcf_shapes(root: Element, path: Path, log: FindingLog, search: SearchPath) -> Iterator[Visual]:
    """Yield the shapes of every body that has a name."""
    from dalembert.formats.mjcf.read import opened  # readers of files are imported when a file is read

    log.ignored = frozenset(("fluid",))
    context = opened(root, path, log, search)
    for world in root.all("worldbody"):
        yield from _below(contents(Item(world), context), context)


def _below(items: list[Item], context: Context) -> Iterator[Visual]:
    """Yield the shapes of the given bodies and of their descendants."""
    for item in items:
        if item.tag == "body":
            inside = contents(item, context)
            yield from _body(item, [x for x in inside if x.tag == "geom"], context)
            yield from _below(inside, context)


def _body(body: Item, geoms: list[Item], context: Context) -> Iterator[Visual]:
    name = body.element.get("name") or ""
    shapes = [(context.defaults.applied(x.element, x.childclass), x.at) for x in geoms]
    seen = [x for x in shapes if x[0].get("contype") == x[0].get("conaffinity") == "0"]
    for geom, frame in seen or shapes:
        made = _geom(geom, context)
        if made is not None and not name:
            context.log.tell(finding.LeftOut(body.element.part, Noun("a body without a name")))
            break
        if made is not None:
            at, vertices, triangles = made
            yield placed(context.replicated(name, body.suffix), frame @ at, vertices, triangles)


def _geom(geom: Element, context: Context) -> tuple[Pose, Any, Any] | None:
    cause: Finding | External | Noun = Noun("a shape that is not drawn")
    kind = geom.get("type") or "sphere"
    setting = context.setting
    draft = context.draft
    try:
        if is_mesh(geom):
            return pose(geom, setting, draft), *context.meshes.surface(geom)
        if kind in SHAPES:
            at, size = sized_pose(geom, kind, setting, draft)
            return at, *_SURFACES[kind](*map(mul, SHAPES[kind], (*size, 0.0, 0.0, 0.0)))
    except (DalembertError, OSError, KeyError, ValueError) as error:
        cause = _cause(error)
    context.log.tell(finding.LeftOut(geom.part, cause))
    return None
