"""Options for an interactive page, such as sections, views, the simulated motion, and notes displayed above robots.

    parts     sections of the page, from `PARTS`; by default all
    layers    initial layers of the 3D view, from `LAYERS`
    views     {name: (elevation, azimuth)} in degrees as in `draw`, optionally with a zoom factor, or {name: {"camera": …,
              "q": configuration, "layers": …}}
    motion    {"control": controller from `CONTROLLERS`, "goal": q, "bandwidth": ω in rad/s, "qd": initial velocities,
              "duration": s}
    run       result of `simulate` to play in the page

The controller gains are Kp = ω² diag M and Kd = 2 ω diag M at the goal (critically damped), where ω is the bandwidth.
The controller is sampled every 1/240 s.
"""

from __future__ import annotations

import tomllib
from base64 import b64encode
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert import finding
from dalembert.argument import at_most, check_shape, finite, instance, known, mapping, real, shaped
from dalembert.boundary import StateLike, as_q
from dalembert.errors import DalembertError, printable, shown
from dalembert.finding.finding import Argument, Identifier, Noun, RobotName, given
from dalembert.mechanism.loops import assemble
from dalembert.robot.model import Robot
from dalembert.simulation.run import Run
from dalembert.spatial.rotation import norm, normalized, rotation
from dalembert.studio.equations import InteractiveHtml
from dalembert.tolerance import ROUNDING
from dalembert.typeset.interactive_page import Data
from dalembert.view.diagram import seen, upward

PARTS = ("equations", "efforts", "kinematics", "simulation", "derivation", "quiz", "certificate", "code")
LAYERS = ("centres", "frames", "inertia", "ellipsoid")
CONTROLLERS = ("none", "hold", "pd", "pd_gravity", "computed_torque")
LONGEST = 60.0  # s, longest motion
_MOST_VIEWS = 24
_ROWS = 601  # largest number of samples of a run
_NUMBERS = 120_000  # largest number of stored values of a run
_Y = np.array([0.0, 1.0, 0.0])


@dataclass(frozen=True)
class PageOptions:
    """Options that select the contents of an interactive page.

    Parameters
    ----------
    parts : sequence of str
        Sections to show: equations, efforts, kinematics, simulation, derivation, quiz, certificate, code.
    layers : sequence of str, optional
        Layers shown initially in the 3D view: centres, frames, inertia, ellipsoid.
    views : mapping, optional
        Named views, such as ``{"side": (elevation, azimuth)}`` in degrees, optionally with a zoom factor, or
        ``{"stretched": {"q": …, "camera": (10, 90), "layers": ["frames"]}}``.
    motion : mapping, optional
        Initial motion on the page, with the keys `control` (none, hold, pd, pd_gravity or computed_torque), `goal` (q),
        `bandwidth` (rad/s), `qd` (initial velocities) and `duration` (s).
    run : Run, optional
        Result of `simulate` to play on the page.
    subtitle : str
        Line of text below the title.
    """

    parts: Sequence[str] = PARTS
    layers: Sequence[str] | None = None
    views: Mapping[str, Any] | None = None
    motion: Mapping[str, Any] | None = None
    run: Run | None = None
    subtitle: str = ""

    @property
    def of_others(self) -> PageOptions:
        """Options for all robots except the first, without configurations and velocities."""
        arguments = {k: x for k, x in (self.motion or {}).items() if k not in ("goal", "qd")}
        return _OtherOptions(self.parts, self.layers, None, arguments)

    def data(self, robot: Robot, elastic: Sequence[int] = ()) -> Data:
        """Validate the options for a robot without symbols, and convert them to the format of `web/payload.ts`."""
        views = [view(robot, name, x) for name, x in mapping(self.views or {}, "views").items()]
        at_most(len(views), _MOST_VIEWS, "views")
        return {
            "parts": chosen(self.parts, PARTS, "part"),
            "layers": None if self.layers is None else chosen(self.layers, LAYERS, "layer"),
            "views": views,
            "motion": motion(robot, self.started(robot, elastic), elastic),
            "run": None if self.run is None else recorded(robot, self.run),
        }

    def started(self, robot: Robot, elastic: Sequence[int]) -> Mapping[str, Any]:
        """Return the options of the initial motion."""
        return mapping(self.motion or {}, "motion")


class _OtherOptions(PageOptions):
    """Options for all robots except the first. Controllers that a robot does not support are ignored."""

    def started(self, robot: Robot, elastic: Sequence[int]) -> Mapping[str, Any]:
        arguments = super().started(robot, elastic)
        able = arguments.get("control") in controls(robot, elastic)
        return {k: x for k, x in arguments.items() if able or k != "control"}


@dataclass(frozen=True)
class Note:
    """Note displayed above a robot, with a source, a text, and equations to check.

    If `typeset` is True, text between dollar signs is a formula in the LaTeX subset supported by `latex_parser`.
    """

    source: str = ""
    words: str = ""
    claims: Sequence[Mapping[str, str]] = ()
    typeset: bool = False

    def data(self) -> Data:
        """Convert the note to the format of `web/payload.ts`."""
        words = InteractiveHtml().inline(self.words, bold=False) if self.typeset else escape(printable(self.words))
        return {"source": self.source, "words": f"<p>{words}</p>" if words else "", "claims": list(self.claims)}


@cache
def lecture() -> dict[str, Note]:
    """Read the notes for the lecture robots, in the order of the lectures."""
    found = tomllib.loads((files("dalembert") / "assets" / "lecture.toml").read_text(encoding="utf-8"))
    return {name: Note(**note, typeset=True) for name, note in found.items()}


def chosen(given: Sequence[str], names: Sequence[str], noun: str) -> list[str]:
    """Sort the given names in the order of `names`, and reject unknown names."""
    wanted = [known(x, names, noun, owner="page") for x in ([given] if isinstance(given, str) else given)]
    return [x for x in names if x in wanted]


def posture(robot: Robot, q: StateLike, argument: str = "q") -> NDArray[Any]:
    """Return a configuration, adjusted so that the loops of a mechanism are closed."""
    state = shaped(as_q(robot, q, argument), argument, (robot.nq,), robot=robot.name)
    return assemble(robot, state) if robot.loops else state


# ── views ────────────────────────────────────────────────────────────────────


def view(robot: Robot, name: str, camera: Any) -> Data:
    """Convert a named view to the format of the page, with the camera as [azimuth, elevation, relative distance]."""
    arguments = camera if isinstance(camera, Mapping) else {"camera": camera}
    for key in arguments:
        known(key, ("camera", "q", "layers", "orbit"), "key", owner="view")
    orbit = arguments["orbit"] if "orbit" in arguments else _orbit(robot, name, arguments.get("camera"))
    layers, q = arguments.get("layers"), arguments.get("q")
    return {
        "name": shown(name, 40),
        "camera": None if orbit is None else shaped(orbit, "orbit", (3,)).tolist(),
        "q": None if q is None else posture(robot, q).tolist(),
        "layers": None if layers is None else chosen(layers, LAYERS, "layer"),
    }


def _orbit(robot: Robot, name: str, camera: Any) -> list[float] | None:
    if camera is None:
        return None
    angles: list[float] = []
    with suppress(DalembertError):
        angles = shaped(camera, "camera", (2,), (3,)).tolist()
    zoom = [*angles, 1.0][2] if angles else 0.0
    if not 0.15 <= zoom <= 6:
        raise finding.WrongType(Argument(f"views['{shown(name)}']"), Noun("a camera"), given(camera)).error()
    up = upward(robot.gravity)
    toward = turned(up, _Y) @ seen(up, angles[0], angles[1]).toward
    return [float(np.arctan2(toward[0], toward[2])), float(np.arcsin(np.clip(toward[1], -1, 1))), 1 / zoom]


def turned(a: NDArray[Any], b: NDArray[Any]) -> NDArray[Any]:
    """Return the smallest rotation from the unit vector a to the unit vector b.

    The page applies the same rotation to show the vertical axis of the robot's world upright.
    """
    v, c = np.cross(a, b), float(a @ b)
    if c < -1 + ROUNDING:  # three.js then rotates about z, or about x if a is z
        n = np.array([-a[1], a[0], 0.0]) if abs(a[0]) > abs(a[2]) else np.array([0.0, -a[2], a[1]])
        return rotation(normalized(n), np.asarray(np.pi))
    return rotation(normalized(v), np.arctan2(norm(v), c))


# ── motion ───────────────────────────────────────────────────────────────────


def controls(robot: Robot, elastic: Sequence[int] = ()) -> list[str]:
    """List the controllers that can be simulated for a robot on the page.

    The actuated joints must be revolute or prismatic, and must not be elastic. For computed torque, every coordinate
    must be actuated or depend on actuated coordinates.
    """
    balls = {x for x in robot.actuated if robot.coordinate(x).motion == "ball"}
    if elastic or balls or not robot.actuated:
        return ["none"]
    whole = not robot.balls and (bool(robot.loops) or len(robot.actuated) == robot.nv)
    return list(CONTROLLERS if whole else CONTROLLERS[:-1])


def motion(robot: Robot, arguments: Mapping[str, Any], elastic: Sequence[int] = ()) -> Data:
    for key in arguments:
        known(key, ("control", "goal", "bandwidth", "qd", "duration"), "key", owner="motion")
    can = controls(robot, elastic)
    control = known(arguments.get("control", "none"), CONTROLLERS, "controller", owner="page")
    if control not in can:
        reason = Noun("unactuated" if len(can) == 1 else "partly actuated")
        raise finding.NoController(RobotName(robot.name), Identifier(control), reason).error()
    qd, goal = arguments.get("qd"), arguments.get("goal")
    return {
        "controls": can,
        "control": control,
        "goal": None if goal is None else posture(robot, goal, "goal").tolist(),
        "bandwidth": real(arguments.get("bandwidth", 5.0), "bandwidth", lower=0.1, upper=60.0, unit="rad/s"),
        "qd": None if qd is None else shaped(qd, "qd", (robot.nv,), robot=robot.name).tolist(),
        "duration": real(arguments.get("duration", 4.0), "duration", lower=0.1, upper=LONGEST, unit="s"),
    }


def recorded(robot: Robot, run: Run) -> Data:
    """Resample a run at equally spaced times, and encode the samples as little-endian float32 in base64."""
    instance(run, "run", Run, "a run")
    check_shape(run.q.shape, "run.q", ("T", robot.nq), robot=robot.name)
    width = robot.nq + 3 * robot.nv + 5
    rows = int(min(_ROWS, len(run.t), max(2, _NUMBERS // width)))
    t = np.linspace(run.t[0], run.t[-1], rows)
    _, q, qd, qdd, tau = run.at(t)
    energies = [run.kinetic, run.potential + run.elastic, run.work, run.loss, run.external]
    columns = [q, qd, qdd, tau, *(np.interp(t, run.t, x)[:, None] for x in energies)]
    table = np.hstack([np.asarray(x, dtype=float) for x in columns])
    finite(table, "run")
    return {
        "rows": rows,
        "start": float(run.t[0]),
        "end": float(run.t[-1]),
        "table": b64encode(table.astype("<f4").tobytes()).decode(),
        "residual": float(run.residual),
        "method": shown(run.method, 20),
    }
