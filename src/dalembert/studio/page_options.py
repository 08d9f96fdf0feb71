"""What a shared page shows of a robot: its sections, its picture, and the motion that can be started.

    parts     sections, of `PARTS`; all unless told
    layers    what the picture has at first, of `LAYERS`
    views     {name: (elevation, azimuth)} in degrees as `draw` has them, perhaps with a zoom; or {name: {"camera": …,
              "q": a posture, "layers": …}}
    motion    {"control": one of `CONTROLLERS`, "goal": q, "bandwidth": ω in rad/s, "qd": rates to start with, "duration": s}
    run       a simulation that was made in Python, to be played

Gains of controllers come from ω: Kp = ω² diag M, Kd = 2 ω diag M of the goal, critically damped; held for 1/240 s.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert.errors import UnknownName, WrongSize, WrongValue, did_you_mean, shown
from dalembert.mechanism.loops import assemble
from dalembert.robot.model import Robot
from dalembert.simulation.run import Run
from dalembert.view.projection import seen
from dalembert.view.scene import upward

PARTS = ("equations", "efforts", "kinematics", "simulation", "derivation", "quiz", "certificate", "code")
LAYERS = ("centres", "frames", "inertia", "ellipsoid")
CONTROLLERS = ("none", "hold", "pd", "pd_gravity", "computed_torque")
LONGEST = 60.0  # s of a motion
_MOST_VIEWS = 24
_ROWS = 601  # samples of a run that a page keeps
_NUMBERS = 120_000  # of them, at most
_Y = np.array([0.0, 1.0, 0.0])


@dataclass(frozen=True)
class Choice:
    """What was asked for, as it was given."""

    parts: Sequence[str] = PARTS
    layers: Sequence[str] | None = None
    views: Mapping[str, Any] | None = None
    motion: Mapping[str, Any] | None = None
    run: Run | None = None
    first: bool = True

    @property
    def of_others(self) -> Choice:
        """For the robots after the first: what names no posture."""
        told = {k: x for k, x in (self.motion or {}).items() if k not in ("goal", "qd")}
        return Choice(self.parts, self.layers, None, told, first=False)

    def data(self, robot: Robot, elastic: Sequence[int] = ()) -> dict[str, Any]:
        """As `web/payload.ts` has it; `robot` has numbers only. A controller that only the first robot can have is its own."""
        views = [view(robot, name, x) for name, x in listed(self.views, "views").items()]
        if len(views) > _MOST_VIEWS:
            raise WrongValue(f"a page has at most {_MOST_VIEWS} views, got {len(views)}")
        return {
            "parts": chosen(self.parts, PARTS, "part"),
            "layers": None if self.layers is None else chosen(self.layers, LAYERS, "layer"),
            "views": views,
            "motion": motion(robot, self._motion(robot, elastic), elastic),
            "run": None if self.run is None else recorded(robot, self.run),
        }

    def _motion(self, robot: Robot, elastic: Sequence[int]) -> Mapping[str, Any]:
        told = listed(self.motion, "motion")
        if self.first or told.get("control") in controls(robot, elastic):
            return told
        return {k: x for k, x in told.items() if k != "control"}


def chosen(given: Sequence[str], known: Sequence[str], what: str) -> list[str]:
    """Names of a list, in the list's order."""
    told = [given] if isinstance(given, str) else list(given)
    for x in told:
        if x not in known:
            raise UnknownName(f"a page has no {what} '{shown(x)}'{did_you_mean(str(x), known, len(known))}")
    return [x for x in known if x in told]


def listed(given: Mapping[str, Any] | None, what: str) -> Mapping[str, Any]:
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise WrongValue(f"{what} is a mapping, such as {{'side': (10, 90)}}, got {shown(given)}")
    return given


def posture(robot: Robot, q: ArrayLike, what: str = "q") -> NDArray[Any]:
    """A posture that was asked for, its loops closed."""
    given = numbers(q, robot.nq, what, robot)
    return assemble(robot, given) if robot.loops else given


def numbers(given: Any, size: int, what: str, robot: Robot) -> NDArray[Any]:
    try:
        found = np.asarray(given, dtype=float)
    except (TypeError, ValueError):
        found = np.array(np.nan)
    if found.shape != (size,) or not np.isfinite(found).all():
        raise WrongSize(f"{what} has shape {found.shape}; robot '{shown(robot.name)}' needs {size} finite numbers")
    return found


# ── views ────────────────────────────────────────────────────────────────────


def view(robot: Robot, name: str, given: Any) -> dict[str, Any]:
    """A camera by its name: where it stands as the page counts it, [azimuth, elevation, distance as a share of the first]."""
    told = given if isinstance(given, Mapping) else {"camera": given}
    unknown = set(told) - {"camera", "orbit", "q", "layers"}
    if unknown:
        raise UnknownName(f"a view has camera, q and layers, not '{shown(sorted(map(str, unknown))[0])}'")
    orbit = told["orbit"] if "orbit" in told else _orbit(robot, name, told.get("camera"))
    layers, q = told.get("layers"), told.get("q")
    return {
        "name": shown(name, 40),
        "camera": None if orbit is None else numbers(orbit, 3, "orbit", robot).tolist(),
        "q": None if q is None else posture(robot, q).tolist(),
        "layers": None if layers is None else chosen(layers, LAYERS, "layer"),
    }


def _orbit(robot: Robot, name: str, camera: Any) -> list[float] | None:
    if camera is None:
        return None
    try:
        given = [float(x) for x in camera]
    except (TypeError, ValueError):
        given = []
    if len(given) not in (2, 3) or not np.isfinite(given).all() or not 0.15 <= (given[2:] or [1.0])[0] <= 6:
        raise WrongValue(
            f"view '{shown(name)}' needs (elevation, azimuth) in degrees, perhaps with a zoom of 0.15 to 6, got {shown(camera)}"
        )
    up = upward(robot)
    toward = turned(up, _Y) @ seen(up, given[0], given[1]).toward
    zoom = given[2] if len(given) == 3 else 1.0
    return [float(np.arctan2(toward[0], toward[2])), float(np.arcsin(np.clip(toward[1], -1, 1))), 1 / zoom]


def turned(a: NDArray[Any], b: NDArray[Any]) -> NDArray[Any]:
    """The smallest rotation that takes the unit vector a to b, as the page turns the robot's world upright."""
    v, c = np.cross(a, b), float(a @ b)
    if c < -1 + 1e-12:  # three.js turns about z then, or about x where z is the axis
        n = np.array([-a[1], a[0], 0.0]) if abs(a[0]) > abs(a[2]) else np.array([0.0, -a[2], a[1]])
        n /= np.linalg.norm(n)
        half: NDArray[Any] = 2 * np.outer(n, n) - np.eye(3)
        return half
    K = np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])
    whole: NDArray[Any] = np.eye(3) + K + K @ K / (1 + c)
    return whole


# ── motion ───────────────────────────────────────────────────────────────────


def controls(robot: Robot, elastic: Sequence[int] = ()) -> list[str]:
    """Controllers that the page's own programs can be: of turns and slides with stiff joints; computed torque where every
    coordinate has a motor or follows from one, and none is a ball."""
    balls = {x for x in robot.actuated if robot.coordinate(x).motion == "ball"}
    if elastic or balls or not robot.actuated:
        return ["none"]
    whole = not robot.balls and (bool(robot.loops) or len(robot.actuated) == robot.nv)
    return list(CONTROLLERS if whole else CONTROLLERS[:-1])


def motion(robot: Robot, told: Mapping[str, Any], elastic: Sequence[int] = ()) -> dict[str, Any]:
    unknown = set(told) - {"control", "goal", "bandwidth", "qd", "duration"}
    if unknown:
        known = "control, goal, bandwidth, qd and duration"
        raise UnknownName(f"a motion has {known}, not '{shown(sorted(map(str, unknown))[0])}'")
    can, control = controls(robot, elastic), told.get("control", "none")
    if control not in CONTROLLERS:
        raise UnknownName(f"a page has no controller '{shown(control)}'{did_you_mean(str(control), CONTROLLERS, 5)}")
    if control not in can:
        why = (
            "has elastic joints, a motor at a ball, or none"
            if len(can) == 1
            else "has a ball or a coordinate that nothing drives"
        )
        raise WrongValue(
            f"robot '{shown(robot.name)}' {why}, for which a page has no '{control}'; simulate it in Python and share the run"
        )
    qd, goal = told.get("qd"), told.get("goal")
    return {
        "controls": can,
        "control": control,
        "goal": None if goal is None else posture(robot, goal, "goal").tolist(),
        "bandwidth": _within(told.get("bandwidth", 5.0), 0.1, 60.0, "bandwidth"),
        "qd": None if qd is None else numbers(qd, robot.nv, "qd", robot).tolist(),
        "duration": _within(told.get("duration", 4.0), 0.1, LONGEST, "duration"),
    }


def _within(given: Any, least: float, most: float, what: str) -> float:
    if isinstance(given, bool) or not isinstance(given, int | float) or not least <= given <= most:
        raise WrongValue(f"{what} is a number from {least:g} to {most:g}, got {shown(given)}")
    return float(given)


def recorded(robot: Robot, run: Run) -> dict[str, Any]:
    """A run as a page plays it: evenly spaced samples, numbers as base64 of little-endian float32."""
    if not isinstance(run, Run):
        raise WrongValue(f"run is what simulate gives, got {shown(type(run).__name__)}")
    if run.q.ndim != 2 or run.q.shape[1] != robot.nq or len(run.t) < 2 or not np.isfinite(run.q).all():
        raise WrongSize(
            f"the run has q of shape {run.q.shape}; one trajectory of robot '{shown(robot.name)}' has {robot.nq} columns and two rows or more"
        )
    width = robot.nq + 3 * robot.nv + 5
    rows = int(min(_ROWS, len(run.t), max(2, _NUMBERS // width)))
    t = np.linspace(run.t[0], run.t[-1], rows)
    _, q, qd, qdd, tau = run.at(t)
    ledger = [run.kinetic, run.potential + run.elastic, run.work, run.loss, run.external]
    columns = [q, qd, qdd, tau, *(np.interp(t, run.t, x)[:, None] for x in ledger)]
    table = np.hstack([np.asarray(x, dtype=float) for x in columns])
    if not np.isfinite(table).all():
        raise WrongValue("the run holds numbers that are not finite")
    return {
        "rows": rows,
        "start": float(run.t[0]),
        "end": float(run.t[-1]),
        "table": b64encode(table.astype("<f4").tobytes()).decode(),
        "residual": float(run.residual),
        "method": shown(run.method, 20),
    }
