"""What a reader wants first of a robot with numbers: a few sentences, each with its figure."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from dalembert.label import listed
from dalembert.report.model import words
from dalembert.report.survey import Survey
from dalembert.typeset.number import significant, trimmed, whole
from dalembert.typeset.palette import WORDS

_LARGE = 100_000  # characters; from here on in millions


def findings(x: Survey, section: str) -> Iterator[str]:
    """Hardest joint, gravity, inertia; `section` is where the motion is."""
    rows = motors(x)
    if not rows or not np.abs(x.largest[rows]).max(initial=0.0):
        return
    yield _hardest(x, rows, section)
    if not x.robot.loops:
        yield from _gravity(x)
        yield from _inertia(x)


def motors(x: Survey) -> list[int]:
    """The coordinates that are driven: those with limits of effort where some have them, else all that are actuated."""
    driven = driven_by_motors(x)
    limited = [k for k in driven if np.isfinite(x.limits[k])]
    return limited or driven


def driven_by_motors(x: Survey) -> list[int]:
    """The coordinates that are actuated, with limits or without."""
    return [k for k, name in enumerate(x.robot.coordinates) if name in x.robot.actuated]


def unit(x: Survey, k: int) -> str:
    return "N" if x.robot.coordinate(x.robot.coordinates[k]).slides else "N\u00a0m"


def joint(x: Survey, k: int) -> str:
    """A coordinate in a sentence: by the number of its joint, or by its name where joints have several."""
    single = x.robot.nv == sum(y.moves for y in x.robot.joints)
    return f"joint {k + 1}" if single else f"coordinate {k + 1} ({words(x.robot.coordinates[k], 30)})"


def _hardest(x: Survey, rows: list[int], section: str) -> str:
    limited = np.isfinite(x.shares[rows]).all()
    sizes = x.shares if limited else np.abs(x.largest)
    k = max(rows, key=lambda i: sizes[i])
    said = f"{significant(abs(x.largest[k]), 3)}\u00a0{unit(x, k)}"
    need = f"{said} of its {trimmed(x.limits[k])}\u00a0{unit(x, k)}" if limited else said
    why = ""
    if not x.robot.loops:
        at = int(x.peaks[k])
        kind = max(x.parts, key=lambda y: x.parts[y][at, k] * np.sign(x.largest[k]))
        share = 100 * x.parts[kind][at, k] / x.largest[k]
        purpose = {"gravity": "to carry its weight", "inertial": "to accelerate"}.get(kind, f"as {WORDS[kind]} effort")
        part = "nearly all" if share > 99 else f"{share:.0f} %"
        why = f", {part} of it {purpose}" if 5 < share <= 100 else ""
    over = " That is more than it has." if limited and x.shares[k] > 1 else ""
    who = joint(x, k)
    who = (
        f"{who[:1].upper()}{who[1:]}" if rows == driven_by_motors(x) else f"Of the joints with a limit of effort, {who}"
    )
    return f"{who} works hardest: along the test motion (section {section}) it needs {need}{why}.{over}"


def _gravity(x: Survey) -> Iterator[str]:
    rows, top = driven_by_motors(x), x.g_range
    if not top.max(initial=0.0):
        yield "Gravity asks nothing of any joint."
        return
    k = max(rows, key=lambda i: top[i])
    none = [i for i in rows if top[i] < 1e-9 * top.max()]
    never = f" and never any of {listed([joint(x, i) for i in none])}" if 0 < len(none) <= 3 else ""
    yield f"Gravity alone asks up to {significant(top[k], 3)}\u00a0{unit(x, k)} of {joint(x, k)}{never}."


def _inertia(x: Survey) -> Iterator[str]:
    low, high = (np.diag(y) for y in x.M_range)
    moving = [i for i in driven_by_motors(x) if low[i] > 0]
    if not moving:
        return
    k = max(moving, key=lambda i: high[i] / low[i])
    size = "kg" if x.robot.coordinate(x.robot.coordinates[k]).slides else "kg\u00a0m²"
    still = [i for i in moving if high[i] < low[i] * (1 + 1e-9)]
    constant = f"; that of {joint(x, still[-1])} is constant" if still and len(still) < len(moving) else ""
    if high[k] < low[k] * (1 + 1e-6):
        who = "each joint" if len(moving) == x.robot.nv else "each driven joint"
        yield f"The inertia that {who} feels is the same in every posture."
    else:
        ratio = high[k] / low[k]
        fold = f"{ratio:.0f}-fold" if ratio >= 2 else f"by {100 * (ratio - 1):.0f} %"
        span = f"from {significant(low[k], 3)} to {significant(high[k], 3)}\u00a0{size}"
        yield f"The inertia that {joint(x, k)} feels varies {fold} with posture, {span}{constant}."


def lengths(M: int, tau: int, file: str, operations: int | None) -> str:
    """How long the equations are written out, where they are, and what they cost to compute."""
    size = f"{tau / 1e6:.2f} million" if tau > 10 * _LARGE else whole(tau)
    runs = f", and run as {whole(operations)} operations a state" if operations else ""
    return rf"Written out, $M$ has {whole(M)} characters and $\tau$ {size}: they are in the file {file} beside this one{runs}."
