"""Report section on the torques along a motion.

The section contains the main results in sentences, plots over time, a table of peaks, and the largest terms.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from dalembert.document import plot
from dalembert.document.facts import FASTEST, Facts, Survey, limited_range
from dalembert.document.model_tables import words
from dalembert.document.plot import Picture
from dalembert.robot.tree import tree
from dalembert.tolerance import NEGLIGIBLE, PRINTED_ZERO
from dalembert.typeset.block import Blocks, Table, Words
from dalembert.typeset.label import listed
from dalembert.typeset.number import column, places, significant, trimmed, whole
from dalembert.typeset.palette import WORDS


def findings(x: Survey, section: str) -> Iterator[str]:
    """Yield sentences about the most heavily loaded joint, the gravity torques and the inertia of the joints.

    `section` is the number of the section that describes the motion.
    """
    rows = motors(x)
    if not rows or not np.abs(x.largest[rows]).max(initial=0.0):
        return
    yield _hardest(x, rows, section)
    if not x.robot.loops:
        yield from _gravity(x)
        yield from _inertia(x)


def motors(x: Survey) -> list[int]:
    """Return the indices of the actuated coordinates with effort limits, or of all if none has a limit."""
    driven = driven_by_motors(x)
    limited = [k for k in driven if np.isfinite(x.limits[k])]
    return limited or driven


def driven_by_motors(x: Survey) -> list[int]:
    """Return the indices of the actuated coordinates."""
    return sorted(tree(x.robot).actuated)


def unit(x: Survey, k: int) -> str:
    return "N" if x.slides[k] else "N\u00a0m"


def joint(x: Survey, k: int) -> str:
    """Return the name of a coordinate for use in a sentence, such as "joint 2".

    If any joint has several coordinates, the result contains the name of the coordinate.
    """
    single = x.robot.nv == sum(y.moves for y in x.robot.joints)
    return f"joint {k + 1}" if single else f"coordinate {k + 1} ({words(x.robot.coordinates[k], 30)})"


def _hardest(x: Survey, rows: list[int], section: str) -> str:
    sizes, limited = x.loads(rows)
    k = max(rows, key=lambda i: sizes[i])
    text = f"{significant(abs(x.largest[k]), 3)}\u00a0{unit(x, k)}"
    need = f"{text} of at most {trimmed(x.limits[k])}\u00a0{unit(x, k)}" if limited else text
    why = ""
    if not x.robot.loops:
        at = int(x.peaks[k])
        kind = max(x.parts, key=lambda y: x.parts[y][at, k] * np.sign(x.largest[k]))
        share = 100 * x.parts[kind][at, k] / x.largest[k]
        purpose = {"gravity": "against gravity", "inertial": "for acceleration"}.get(kind, f"as {WORDS[kind]} effort")
        part = "nearly all" if share > 99 else f"{share:.0f} %"
        why = f", {part} of it {purpose}" if 5 < share <= 100 else ""
    same = len(rows) > 1 and len({(significant(abs(x.largest[i]), 3), str(x.limits[i])) for i in rows}) == 1
    over = " This exceeds its effort limit." if limited and x.shares[k] > 1 else ""
    who = joint(x, k)
    who = (
        f"{who[:1].upper()}{who[1:]}"
        if rows == driven_by_motors(x)
        else f"Among the joints with an effort limit, {who}"
    )
    load = "Every motor has the same load" if same else f"{who} has the highest load"
    return f"{load}: along the test motion (section {section}) it needs {need}{why}.{over}"


def _gravity(x: Survey) -> Iterator[str]:
    rows, top = driven_by_motors(x), x.g_range
    if not top.max(initial=0.0):
        yield "Gravity requires no effort at any joint."
        return
    k = max(rows, key=lambda i: top[i])
    none = [i for i in rows if top[i] < NEGLIGIBLE * top.max()]
    never = f" and none at {listed([joint(x, i) for i in none])}" if 0 < len(none) <= 3 else ""
    yield f"Gravity alone requires up to {significant(top[k], 3)}\u00a0{unit(x, k)} at {joint(x, k)}{never}."


def _inertia(x: Survey) -> Iterator[str]:
    low, high = (np.diag(y) for y in x.M_range)
    moving = [i for i in driven_by_motors(x) if low[i] > 0]
    if not moving:
        return
    k = max(moving, key=lambda i: high[i] / low[i])
    size = "kg" if x.slides[k] else "kg\u00a0m²"
    still = [i for i in moving if high[i] < low[i] * (1 + NEGLIGIBLE)]
    constant = f"; that of {joint(x, still[-1])} is constant" if still and len(still) < len(moving) else ""
    if high[k] < low[k] * (1 + PRINTED_ZERO):
        who = "each joint" if len(moving) == x.robot.nv else "each driven joint"
        yield f"The inertia at {who} is the same in every configuration."
    else:
        ratio = high[k] / low[k]
        fold = f"by a factor of {ratio:.0f}" if ratio >= 2 else f"by {100 * (ratio - 1):.0f} %"
        span = f"from {significant(low[k], 3)} to {significant(high[k], 3)}\u00a0{size}"
        yield f"The inertia at {joint(x, k)} varies {fold} with the configuration, {span}{constant}."


def lengths(M: int, tau: int, file: str, operations: int | None) -> str:
    """Write a sentence about the length of the equations, the file with the equations, and the operation count."""
    runs = f". Numerical evaluation takes {whole(operations)} operations per state" if operations else ""
    return rf"In closed form, $M$ has {whole(M)} characters and $\tau$ has {whole(tau)}; see the file {file} next to this file{runs}."


_TERMS = 5
_PANELS = 24  # joints per plot of efforts over time


def torques(x: Facts) -> Blocks:
    survey = x.survey
    assert survey is not None
    yield Words(_motion(survey))
    yield from _curves(x, survey)
    rows = motors(survey)
    if x.robot.loops or not rows:  # these efforts contain loop forces, which are not terms of the tree
        return
    sizes, _ = survey.loads(rows)
    k = max(rows, key=lambda i: sizes[i])
    yield Picture(
        "parts", lambda: plot.torque_parts(x.numeric, k, survey.move), f"The effort of joint {k + 1}, term by term."
    )
    yield _peaks(survey, driven_by_motors(survey))
    yield from _largest(survey, k)


def _curves(x: Facts, survey: Survey) -> Blocks:
    """Yield plots of the joint torques and forces over time."""
    chosen, word = plot.panels_of(x.numeric), "motor" if x.robot.loops else "joint"
    for first in range(0, len(chosen), _PANELS):
        some = chosen[first : first + _PANELS]
        which = f"each {word}" if len(chosen) <= _PANELS else f"{word}s {some[0] + 1} to {some[-1] + 1}"
        yield Picture(
            f"torques{first // _PANELS or ''}",
            partial(plot.torques, x.numeric, survey.move, joints=some),
            f"Effort of {which} along the motion.",
        )


def _motion(x: Survey) -> str:
    seconds = f"{x.move.t[-1]:.3g} s"
    if x.robot.loops:
        return f"The driven joints make a small motion from rest to rest in {seconds} (quintic in time), and the other joints follow."
    limited = any(y.limits.velocity for y in x.robot.dofs)
    why = (
        f": the shortest time, rounded up to 0.1 s and at least 2 s, in which no joint exceeds {100 * FASTEST:.0f} % of its speed limit"
        if limited
        else ""
    )
    chosen = [
        word
        for slides, word in ((False, "3 rad"), (True, "0.5 m"))
        if any(y.slides is slides and not limited_range(y) for y in x.robot.dofs)
    ]
    range_ = f"its range, or of {' and '.join(chosen)} if this range is unlimited or wider," if chosen else "its range"
    return f"Every joint moves from rest to rest through 60 % of {range_} in {seconds} (quintic in time){why}."


def _peaks(x: Survey, rows: list[int]) -> Table:
    """Create the table of peak torques, with components, RMS torques, and ratios to the limits."""
    mixed = len({unit(x, k) for k in rows}) > 1
    limited = bool(np.isfinite(x.limits[rows]).any())
    table = []
    for k in rows:
        numbers = [
            x.largest[k],
            *(part[x.peaks[k], k] for part in x.parts.values()),
            np.sqrt(np.mean(x.tau[:, k] ** 2)),
        ]
        peak, *others = column([float(y) for y in numbers], decimals=places([float(x.largest[k])], 3))
        share = (trimmed(float(x.limits[k])), f"{100 * x.shares[k]:.0f} %") if np.isfinite(x.limits[k]) else ("–", "–")
        own = (f"{peak} {unit(x, k)}" if mixed else peak, f"{x.move.t[x.peaks[k]]:.2f}", *others)
        table.append((str(k + 1), *own, *(share if limited else ())))
    text = "" if mixed else f"; {unit(x, rows[0])}"
    caption = f"Peak effort, its parts at that instant, and RMS effort{text}."
    last = ("RMS", "limit", "used") if limited else ("RMS",)
    heads = ("joint", "peak", "at / s", *(WORDS[kind] for kind in x.parts), *last)
    kinds = ("", "", "", *x.parts, *("" for _ in last))
    return Table(heads, tuple(table), caption, align="l" + "r" * (len(heads) - 1), kinds=kinds)


def _largest(x: Survey, k: int) -> Blocks:
    """Yield a sentence about the largest terms of a joint torque at its peak."""
    every = x.terms(k)
    if len(every) <= 2 or not x.largest[k]:
        return
    first, rest = every[:_TERMS], every[_TERMS:]
    total = float(x.largest[k])
    text = ", ".join(f"{name} ({significant(value, 3)})" for name, value in first)
    share = 100 * sum(value for _, value in first) / total
    left = 100 * sum(value for _, value in rest) / total
    more = f"; the other {len(rest)} {'subtract' if left < 0 else 'add'} {abs(left):.0f} %" if rest else ""
    yield Words(
        rf"The largest terms of $\tau_{{{k + 1}}}$ at its peak, in {unit(x, k)}, are those of {text}: together {share:.0f} % of the peak{more}.",
        formulas=True,
    )
