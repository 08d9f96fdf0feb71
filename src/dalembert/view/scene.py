"""3D scene of a robot as JSON data for web pages, animations and notebooks.

The floor is below all points that the arm can reach, so that the arm cannot pass through the floor, even when it falls.
The scene contains solids, coordinates, a floor, a column below the base, and a camera. A floating robot is placed on
the floor. `traced_poses` returns the poses of the bodies at q, followed by the pose of the tool, with three rows [R |
p] per pose. The data fields must match those in the file `web/payload.ts` of the studio. Web pages, notebooks and
animations use the same viewer. A `Scene` contains poses at one or several configurations. Notebooks display a scene,
and `save_html` writes the scene as a single HTML file. Scenes can be displayed without a network connection. In a
notebook with anywidget, use `v = da.view.show(robot); v.q = q; v.play(run)`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from dalembert import finding
from dalembert.algorithms.kinematics import kinematics
from dalembert.algorithms.sweep import joints, world_poses
from dalembert.argument import FilePath, real
from dalembert.atomic_file import save
from dalembert.boundary import Array, RobotLike, StateLike, as_frame, as_q, as_robot
from dalembert.errors import DalembertError, shown
from dalembert.finding.finding import Argument, Function, Identifier, Install, Noun
from dalembert.graph import Node, Scalar, evaluate
from dalembert.kinematics.chain import sample_lengths
from dalembert.kinematics.configuration import bounds, random_configurations, revolute
from dalembert.mechanism.loops import assemble
from dalembert.robot.model import Robot
from dalembert.robot.tree import Body, Tree, tree, unknowns
from dalembert.spatial.rotation import norm
from dalembert.typeset.interactive_page import Data, built, page, script_of
from dalembert.view.diagram import ORIGIN, body_poses, outline, upward
from dalembert.view.posture import stance
from dalembert.view.solid import GROUND, BodySolids, Solid, half_axes, places

_ASSEMBLED = 16  # number of mechanism postures that determine the visible region
_TRIED = 40  # number of postures from which the lowest point is determined
_STROKE = 0.6  # m, assumed travel of a prismatic joint without limits


@dataclass(frozen=True, eq=False)
class Placement:
    """Placement of a robot in a scene. `floor` is the height of the floor along `up`.

    `middle`, `radius` and `view` define the camera.
    """

    solids: list[Solid]
    up: Array
    floor: float
    middle: Array
    radius: float
    view: Array
    reach: float
    home: Array


def placement(robot: Robot) -> Placement:
    """Compute the placement of a numeric robot in its scene."""
    up = upward(robot.gravity)
    bodies = BodySolids(robot)
    home, reach = _home(bodies), bodies.reach
    points = _points(bodies, home)
    normal = outline(robot, home).normal
    level = normal is not None and abs(normal @ up) < 0.5
    if robot.loops and level:
        points = np.concatenate([points, *_closed(bodies, home)])
    heights = points @ up
    floats = all(bodies.floats(x.body) for x in bodies.limbs[GROUND] if x.body is not None)
    solids = bodies.build()
    if not solids:  # the robot has no moving bodies
        bodies.add(GROUND, "rod", ORIGIN, 0.2 * up, 0.1, "base")
    if floats:
        floor = min(float(p @ up) - 0.9 * r for p, r in _ends(bodies, solids, home)) - 0.01 * reach
    elif robot.loops:
        floor = float(heights.min()) - 0.3 * reach
    else:
        floor = min(_lowest(bodies, up), float(heights.min())) - 0.08 * reach
    base = ORIGIN if floats else _carried(bodies, up, floor)
    shown = [*points, base + 0.12 * reach * up]
    if not floats and not robot.loops:
        below = floor - float(base @ up)
        shown.append(base + (below if level else max(below, -0.42 * reach)) * up)
        sides = [] if normal is None or not level else [np.cross(up, normal), np.cross(normal, up)]
        shown += [base + 0.8 * reach * d for d in (up, *sides)]
    low, high = np.min(shown, axis=0), np.max(shown, axis=0)
    middle = (low + high) / 2
    radius = max((0.47 if level else 0.66 if robot.loops else 0.55) * norm(high - low), 0.35 * reach)
    if floats or robot.loops:
        radius = max(radius, *(norm(p - middle) + 0.7 * r for p, r in _ends(bodies, solids, home)))
    return Placement(solids, up, round(floor, places(reach) - 1), middle, radius, viewpoint(up, normal), reach, home)


def _ends(bodies: BodySolids, solids: list[Solid], home: Array) -> list[tuple[Array, float]]:
    """Return the end points of all solids in world coordinates, and their radii."""
    poses = body_poses(bodies.tree, home)
    return [((poses[x["body"]] @ [*x[end], 1.0])[:3], x["radius"]) for x in solids for end in ("from", "to")]


def _points(bodies: BodySolids, q: Array) -> Array:
    """Return the world positions of the joints and end points of all bodies at q."""
    poses = body_poses(bodies.tree, q)
    found = [poses[i] @ [*x.point, 1.0] for i, limbs in bodies.limbs.items() for x in limbs]
    return np.array([x[:3] for x in found] or [[0.0, 0.0, 0.0]])


def _closed(bodies: BodySolids, home: Array) -> Iterator[Array]:
    """Yield the points of a mechanism in random postures in which all loops are closed."""
    rng = np.random.default_rng(0)
    for q in home + rng.uniform(-np.pi, np.pi, (_ASSEMBLED, bodies.robot.nq)):
        with suppress(DalembertError):
            yield _points(bodies, assemble(bodies.robot, q))


def _lowest(bodies: BodySolids, up: Array) -> float:
    """Return the lowest height that bodies reach in random postures."""
    rng = np.random.default_rng(0)
    far = np.where(revolute(bodies.robot), np.pi, _STROKE)
    low, high = np.clip(bounds(bodies.robot), -far, far)
    tried = random_configurations(bodies.robot, low, high, rng, _TRIED)
    return min(float((_points(bodies, q) @ up).min()) for q in tried)


def _home(bodies: BodySolids) -> Array:
    """Return the default posture for drawings, with prismatic joints visibly extended."""
    robot, q = bodies.robot, stance(bodies.robot).copy()
    if robot.loops or robot.nq != robot.nv:
        return q
    for body in bodies.bodies:
        if body.motion == "slide" and body.link:
            q[body.place] = 0.0 if body.parent == GROUND else 0.5 * _STROKE
    return np.clip(q, *bounds(robot))


def _carried(bodies: BodySolids, up: Array, floor: float) -> Array:
    """Return the column that supports the base, and the foot of the column."""
    reach = bodies.reach
    limbs = [x for x in bodies.limbs[GROUND] if x.body is None or not bodies.floats(x.body)]
    points = np.array([x.point for x in limbs])
    base: Array = points.mean(axis=0)
    first = limbs[0]
    axis, body = first.axis, first.body
    assert axis is not None  # joints precede cut joints
    assert body is not None
    r, add = bodies.radii[body], bodies.add
    if len(limbs) > 1:
        for x in limbs:
            add(GROUND, "rod", base, x.point, 0.55 * r, "base")
            if x.axis is not None:
                add(GROUND, "rod", x.point - 1.2 * r * x.axis, x.point + 1.2 * r * x.axis, 0.9 * r, "base")
        add(GROUND, "rod", base - 0.5 * r * up, base + 0.5 * r * up, 1.2 * r, "base")
        return base
    slides = bodies.bodies[body].motion == "slide"
    behind, upright = first.point, abs(axis @ up) > 0.5
    if bodies.is_flat(body):
        behind = first.point - axis * bodies.thick
        low, high = behind - 0.4 * bodies.thick * axis, first.point - 0.5 * bodies.thick * axis
        add(GROUND, "rod", low, high, 0.9 * bodies.wide(body), "base")
    foot = behind + (floor - float(behind @ up)) * up
    slim = 1.06 * r if upright else 0.42 * r
    top = ORIGIN if upright and not slides else behind
    top = foot + max(0.0, float((top - foot) @ up)) * up
    add(GROUND, "rod", foot, top, slim, "base")
    wide, narrow = max(2.6 * slim, 0.11 * reach), max(2.4 * slim, 0.1 * reach)
    add(GROUND, "rod", foot, foot + 0.018 * reach * up, wide, "base", end=narrow)
    if upright and not slides:
        add(GROUND, "rod", top - 0.02 * reach * up, top + 0.03 * reach * up, 1.45 * r, "base")
        add(GROUND, "rod", top, first.point, r)
    return first.point


def viewpoint(up: Array, normal: Array | None) -> Array:
    """Return the direction from a robot to the camera.

    `normal` is the normal of the plane of a planar robot, or None.
    """
    if normal is not None and abs(normal @ up) < 0.5:
        side = np.cross(up, normal)
        return normal + 0.28 * side + 0.2 * up
    forward = np.array([0.55, -1.0, 0.0]) if abs(up[2]) > 0.5 else np.array([0.55, 0.0, 1.0])
    return forward + (0.95 if normal is not None else 0.42) * up


_LETTERS = re.compile("[rps]{2,6}|scara", re.IGNORECASE)  # revolute, prismatic and ball joints
_FAR = 2 * np.pi  # range of a slider without limits


def shape(robot: Robot) -> tuple[Data, Placement]:
    """Return the scene data (names, coordinates, solids, camera) and the placement of a numeric robot."""
    scene, whole = placement(robot), tree(robot)
    return {
        "name": shown(robot.name, 80),
        "title": shown(title(robot), 80),
        "nv": robot.nv,
        "coordinates": [_coordinate(robot, k) for k in range(robot.nv)],
        "bodies": [_body(x, places(scene.reach) + 1) for x in whole.bodies],
        "solids": scene.solids,
        "tool": {"body": whole.places[whole.last][0], "name": shown(whole.last)},
        "reach": scene.reach,
        "floor": scene.floor,
        "up": scene.up.tolist(),
        "view": scene.view.tolist(),
        "middle": scene.middle.tolist(),
        "radius": scene.radius,
    }, scene


def traced_poses(whole: Tree, frame: str | None = None) -> tuple[tuple[Node, ...], int, tuple[Scalar, ...]]:
    """Trace the poses of all bodies and the tool.

    Return the symbols of q, the number of poses, and the entries of the poses.
    """
    q = unknowns(whole, "q")
    every = [*world_poses(whole, joints(whole, q)), kinematics(whole, q, whole.last if frame is None else frame)]
    return q, len(every), tuple(x for pose in every for row in pose.matrix()[:3] for x in row)


def title(robot: Robot) -> str:
    """Format the robot's name as a title.

    Names that are joint sequences (RPR) or contain a number (UR5) are written in capitals.
    """
    words = robot.name.replace("_", " ").split()
    spelled = [x.upper() if any(c.isdigit() for c in x) or _LETTERS.fullmatch(x) else x for x in words]
    return " ".join(x[:1].upper() + x[1:] if not k else x for k, x in enumerate(spelled))


def _coordinate(robot: Robot, k: int) -> Data:
    x, bodies = robot.dofs[k], tree(robot).bodies
    i = tree(robot).moved_by(k)
    ball = x.motion == "ball"
    floating = robot.joint(bodies[i].name).kind == "free"
    span = (2.0 if floating else 0.6) if x.slides else float(np.pi)
    limits = (None, None) if ball else (x.limits.lower, x.limits.upper)
    low, high = (None if y is None or not np.isfinite(y) else float(y) for y in limits)
    lower, upper = _range(low, high, span)
    what = "rotation" if ball else "position" if x.slides else "angle"
    return {
        "name": shown(x.name),
        "words": f"{what} of joint {k + 1}",
        "motion": x.motion,
        "place": -1 if ball else x.q.start,
        "axis": k - bodies[i].rates.start,
        "lower": max(lower, min(-_FAR, upper - span)),
        "upper": min(upper, max(_FAR, lower + span)),
        "limited": low is not None or high is not None,
        "unit": "m" if x.slides else "rad",
        "effort": "N" if x.slides else "N·m",
        "body": i,
        "driven": x.name in robot.actuated,
        "floating": floating,
    }


def _range(lower: float | None, upper: float | None, span: float) -> tuple[float, float]:
    """Return the range of a slider: the joint limits, a range that starts at a single limit, or a range around zero."""
    low = min(-span, (upper or 0.0) - span) if lower is None else lower
    high = max(span, (lower or 0.0) + span) if upper is None else upper
    return min(low, high), max(low, high)


def _body(x: Body, digits: int) -> Data:
    half = half_axes(x.inertia)
    return {
        "name": shown(x.link or x.name),
        "parent": x.parent,
        "coordinates": list(x.rates),
        "mass": float(evaluate([x.inertia.mass], {})[0]),
        "centre": [round(float(v), digits) for v in x.inertia.numeric().com],
        "ellipsoid": [] if half is None else [round(float(v), digits) for v in half.ravel()],
    }


_MOST = 400  # largest number of frames in an animation
_ANY = 0.5  # sample value of symbols that are not lengths, which do not affect the picture


@dataclass(frozen=True, eq=False)
class Scene:
    """3D scene of a robot. `web/notebook.ts` of the studio documents the fields of `data`."""

    data: Data

    @property
    def json(self) -> str:
        return json.dumps(self.data, separators=(",", ":"))

    def html(self) -> str:
        """Return a self-contained HTML page that can be opened from disk."""
        return page(self.data["shape"]["title"], self.data, "film")

    def save_html(self, path: FilePath) -> Path:
        """Write the scene as an HTML page."""
        return save(path, self.html(), overwrite=True)

    def _repr_html_(self) -> str:
        """Return the page as an inline frame, for notebooks in which the widget is not available."""
        frame = 'style="width:100%;height:500px;border:0" sandbox="allow-scripts"'
        return f'<iframe {frame} srcdoc="{escape(self.html(), quote=True)}"></iframe>'


def make_scene(
    robot: RobotLike,
    q: StateLike | None = None,
    *,
    frame: str | None = None,
    period: float = 0.04,
    degrees: bool = False,
) -> Scene:
    """Create a 3D scene of a robot at one configuration, or an animation of several configurations.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    q : array (nq,) or (T, nq), or mapping from joint names, optional
        Configuration. The default is a configuration with bent joints. Symbolic lengths are replaced by sample values.
    frame : str, optional
        Link or frame that is displayed as the tool.
    period : float
        Time between two configurations of an animation, in seconds.
    degrees : bool
        Whether the angles in `q` are in degrees.

    Returns
    -------
    Scene
        Scene that notebooks display and that `Scene.save_html` writes as a single HTML file.

    Examples
    --------
    >>> import dalembert as da
    >>> scene = da.view.make_scene("planar_2r", [[0.0, 0.0], [0.3, 0.6]], period=0.5)
    >>> len(scene.data["poses"]), scene.data["period"]
    (2, 0.5)
    """
    robot = as_robot(robot)
    frame = as_frame(robot, frame)
    states = None if q is None else np.atleast_2d(as_q(robot, q, degrees=degrees))
    if states is not None and (states.ndim != 2 or len(states) > _MOST):
        raise finding.TooMany(Noun("pictures"), int(np.prod(states.shape[:-1])), _MOST, Argument("q")).error()
    bound = robot.bind(**{**dict.fromkeys(robot.parameters, _ANY), **sample_lengths(robot)})
    drawn, standing = shape(bound)
    symbols, count, entries = traced_poses(tree(bound), frame)
    states = standing.home[None] if states is None else states
    values = {x.value: states[:, k] for k, x in enumerate(symbols)}
    columns = [np.broadcast_to(x, len(states)) for x in evaluate(entries, values, functions=np)]
    poses = np.round(np.stack(columns, axis=-1).reshape(len(states), 12 * count).astype(float), 6)
    return Scene({"shape": drawn, "poses": poses.tolist(), "period": period})


def animate(run: Any, *, robot: RobotLike | None = None, speed: float = 1.0, frame: str | None = None) -> Scene:
    """Create an animation of a simulation run.

    Parameters
    ----------
    run : Run
        Single simulation run, as returned by `simulate`.
    robot : Robot, gallery name or path of a robot file, optional
        Simulated robot. Required if the run does not contain the robot.
    speed : float
        Playback speed; 2 is twice as fast as real time.
    frame : str, optional
        Link or frame that is displayed as the tool.

    Returns
    -------
    Scene

    Examples
    --------
    >>> import dalembert as da
    >>> run = da.simulate("ur5", [0.0] * 6, duration=0.5)
    >>> film = da.view.animate(run, speed=0.5)
    >>> print(film.save_html("fall.html").name)
    fall.html
    """
    owner = robot if robot is not None else run.robot
    if owner is None:
        raise finding.MissingArgument(Argument("robot"), Noun("robot of run")).error()
    one_trajectory(run)
    speed = real(speed, "speed", above=0)
    count = int(min(_MOST, max(2, 25 * run.t[-1] / speed)))
    rows = np.unique(np.linspace(0, len(run.t) - 1, count).round().astype(int))
    period = float(run.t[-1] - run.t[0]) / speed / max(1, len(rows) - 1)
    return make_scene(owner, run.q[rows], frame=frame, period=period)


def one_trajectory(run: Any) -> None:
    """Raise an error for a batch of runs, because only a single run can be shown."""
    if run.q.ndim != 2:
        raise finding.WrongShape(Argument("run.q"), run.q.shape, (("T", run.q.shape[-1]),)).error()


def show(robot: RobotLike, q: StateLike | None = None, *, frame: str | None = None, degrees: bool = False) -> Any:
    """Show an interactive 3D view of a robot in a notebook.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    q : array (nq,) or mapping from joint names, optional
        Configuration. The default is a configuration with bent joints.
    frame : str, optional
        Link or frame that is displayed as the tool.
    degrees : bool
        Whether the angles in `q` are in degrees.

    Returns
    -------
    widget
        Notebook widget. Assigning to the attribute `q` moves the robot. `play(run)` plays a simulation, and
        `save_html(path)` writes an HTML page.

    Raises
    ------
    MissingExtra
        If the package `anywidget` is not installed.
    """
    try:
        import anywidget
        import traitlets
    except ImportError:
        extra = Install(Identifier("dalembert[notebook]"))
        raise finding.MissingPackage(Identifier("anywidget"), Function("view.show"), extra).error() from None

    class View(anywidget.AnyWidget):  # type: ignore[misc]  # an optional package, its types not followed
        """Notebook widget with a 3D view.

        The class is defined in a function, because its base class is in an optional package.
        """

        _esm = script_of("notebook")
        _css = built("notebook.css")
        data = traitlets.Unicode().tag(sync=True)

        def __init__(self) -> None:
            self._q, self._shown = q, make_scene(robot, q, frame=frame, degrees=degrees)
            super().__init__(data=self._shown.json)

        @property
        def q(self) -> StateLike | None:
            """Configuration to display, or the configurations of an animation."""
            return self._q

        @q.setter
        def q(self, value: StateLike) -> None:
            self._show(make_scene(robot, value, frame=frame, degrees=degrees), value)

        def play(self, run: Any, speed: float = 1.0) -> None:
            """Play the animation of a simulation run."""
            self._show(animate(run, robot=robot, speed=speed, frame=frame), run.q)

        def save_html(self, path: Any) -> Any:
            """Write the current view as an HTML page."""
            return self._shown.save_html(path)

        def _show(self, shown: Scene, q: StateLike | None) -> None:
            self._q, self._shown, self.data = q, shown, shown.json

    return View()
