"""A picture of a robot where its loops are closed: bars and plates for bodies, a sign for each kind of joint.

Every body is drawn from joint to joint, those where a loop was cut among them, which have a cross in their sign. Planar
mechanisms in the plane x, y are drawn flat, all others in perspective. `motion` adds faint pictures along the motion.
"""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from typing import Any

import numpy as np

from dalembert.argument import instance, integer
from dalembert.atomic_file import written
from dalembert.drawing import chart
from dalembert.mobility.finite_motion import assembled, walk
from dalembert.mobility.network import Array, Network, NetworkJoint, RobotDescription, network
from dalembert.robot.model import Robot
from dalembert.tolerance import RANK
from dalembert.typeset.label import label
from dalembert.typeset.palette import INK, JOINTS, LIMIT

_COLOURS = tuple(light for light, _ in JOINTS)
_GROUND = INK
_MARK = {"revolute": "o", "prismatic": "s", "screw": "D", "universal": "P", "cylindrical": "h", "planar": "v",
         "spherical": "o", "fixed": "X", "rod": "d", "continuous": "o", "free": "*"}  # fmt: skip


def plot(
    mechanism: Robot | RobotDescription, ax: Any = None, *, motion: int = 0, path: str | PathLike[str] | None = None
) -> Any:
    """Draw a mechanism on `ax` (or a new figure) and return the axes; `path` saves the figure, `motion` adds ghosts."""
    instance(mechanism, "mechanism", (Robot, RobotDescription), "a mechanism")
    motion = integer(motion, "motion", lower=0, upper=100)
    parts = network(mechanism if isinstance(mechanism, Robot) else mechanism.robot)
    q = assembled(parts)
    flat = _is_flat(parts, q)
    if ax is None:
        ax = chart.figure(360.0, 300.0).add_subplot(projection=None if flat else "3d")
    ghosts = walk(parts, q, steps=motion, length=0.25)[1:] if motion else []
    for k, state in enumerate(ghosts):
        _bodies(ax, parts, state, flat, 0.12 + 0.2 * k / len(ghosts))
    _bodies(ax, parts, q, flat, 1.0)
    _joints(ax, parts, q, flat)
    ax.set_title(label(parts.name), loc="left", **chart.lettering())
    ax.set_aspect("equal")
    ax.set_axis_off()
    handles, labels = ax.get_legend_handles_labels()
    first = dict(zip(reversed(labels), reversed(handles), strict=True))
    ax.legend(first.values(), first.keys(), loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False, fontsize=8)
    if path is not None:
        with written(path) as beside:
            ax.figure.savefig(beside, dpi=150)
    return ax


def _is_flat(parts: Network, q: Array) -> bool:
    """Return whether all rotations are about z, all slides normal to it and all joints at one height."""
    S = parts.screws(q)
    if S.size == 0 or np.abs(S[3:5]).max() > RANK or np.abs(S[2]).max() > RANK:
        return False
    heights = [point[2] for halves in parts.halves(q) for point in halves]
    return bool(max(heights) - min(heights) < RANK * parts.assembly.closure.size)


def _places(parts: Network, q: Array) -> dict[int, list[Array]]:
    """Points of each body's joints."""
    points: dict[int, list[Array]] = {}
    for member, halves in zip(parts.joints, parts.halves(q), strict=True):
        for body, point in zip(member.ends, halves, strict=True):
            points.setdefault(body, []).append(point)
    return points


def _bodies(ax: Any, parts: Network, q: Array, flat: bool, alpha: float) -> None:
    for body, points in sorted(_places(parts, q).items()):
        corners = _distinct(points)
        if body == 0:
            if alpha == 1:
                _ground(ax, corners, flat, parts.assembly.closure.size)
            continue
        colour = _COLOURS[(body - 1) % len(_COLOURS)]
        if len(corners) == 2:
            ax.plot(*_columns(corners, flat), color=colour, lw=3.5, alpha=alpha, solid_capstyle="round", zorder=2)
        elif len(corners) > 2:
            _plate(ax, _ordered(corners), flat, colour, alpha)


def _ground(ax: Any, corners: list[Array], flat: bool, size: float) -> None:
    """Draw small hatched supports at the joints of the ground; in space a grey bar or plate between them."""
    if not flat:
        if len(corners) > 2:
            _plate(ax, _ordered(corners), flat, _GROUND, 0.3)
        else:
            ax.plot(*_columns(corners, flat), color=_GROUND, lw=3, alpha=0.3)
        ax.scatter(*_columns(corners, flat), marker="^", s=110, color=_GROUND, alpha=0.35, label="ground")
        return
    for k, (px, py, _) in enumerate(corners):
        w = 0.07 * size
        ax.fill([px, px - w, px + w], [py, py - 1.5 * w, py - 1.5 * w], facecolor="#dddddd", edgecolor=_GROUND,
                hatch="////", lw=1, zorder=1, label="ground" if k == 0 else None)  # fmt: skip


def _plate(ax: Any, corners: list[Array], flat: bool, colour: str, alpha: float) -> None:
    if flat:
        xs, ys = _columns(corners, flat)
        ax.fill(xs, ys, facecolor=colour, alpha=0.25 * alpha, zorder=1)
        ax.plot([*xs, xs[0]], [*ys, ys[0]], color=colour, lw=2.5, alpha=alpha, zorder=2)
        return
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection

    ax.add_collection3d(Poly3DCollection([np.array(corners)], facecolor=colour, edgecolor=colour, alpha=0.3 * alpha))
    ax.plot(*_columns([*corners, corners[0]], flat), color=colour, lw=2, alpha=alpha)


def _joints(ax: Any, parts: Network, q: Array, flat: bool) -> None:
    """Draw a symbol at each joint, in space also its axes, and a cross at a loop cut."""
    S, size = parts.screws(q), parts.assembly.closure.size
    for member, (p, _) in zip(parts.joints, parts.halves(q), strict=True):
        filled = member.kind == "spherical"
        style = {"marker": _MARK.get(member.kind, "p"), "ms": 8 if flat else 6, "mec": "black", "mew": 1.2, "ls": "none",
                 "mfc": "black" if filled else "white", "zorder": 4, "label": member.kind}  # fmt: skip
        ax.plot(*_columns([p], flat), **style)
        if member.loop is not None:
            ax.plot(*_columns([p], flat), marker="x", ms=5, mec=LIMIT, mew=1.4, ls="none", zorder=5, label="cut")
        if flat and member.kind != "prismatic":
            continue
        for along in _axes(member, S):
            reach = (0.3 if flat else 0.16) * size * along
            dashed = member.kind in ("prismatic", "cylindrical")
            ax.plot(*_columns([p - reach, p + reach], flat), color="black", lw=1, ls="--" if dashed else "-", zorder=3)


def _axes(member: NetworkJoint, S: Array) -> list[Array]:
    """Directions of a joint's axes in the world, each once; none of a ball, the normal of a plane."""
    found: list[Array] = []
    if member.kind in ("spherical", "free", "rod"):
        return found
    for k in member.rates:
        turns = np.linalg.norm(S[3:, k]) > 0.5
        if member.kind == "planar" and not turns:
            continue
        u = S[3:, k] if turns else S[:3, k]
        if all(np.linalg.norm(np.cross(u, v)) > RANK for v in found):
            found.append(u)
    return found


def _columns(points: Iterable[Array], flat: bool) -> list[list[float]]:
    return [[float(p[k]) for p in points] for k in range(2 if flat else 3)]


def _distinct(points: list[Array]) -> list[Array]:
    kept: list[Array] = []
    for p in points:
        if all(np.linalg.norm(p - q) > RANK for q in kept):
            kept.append(p)
    return kept


def _ordered(points: list[Array]) -> list[Array]:
    """Corners of a plate in turn about its middle, seen along the direction it is thinnest in."""
    middle = np.mean(points, axis=0)
    _, _, Vt = np.linalg.svd(np.array(points) - middle)
    return sorted(points, key=lambda p: float(np.arctan2((p - middle) @ Vt[1], (p - middle) @ Vt[0])))
