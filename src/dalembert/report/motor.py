"""Torques along a motion: curves, a table of peaks and what they are made of, and the largest single terms."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from dalembert.report import plot
from dalembert.report.document import Picture
from dalembert.report.finding import driven_by_motors, motors, unit
from dalembert.report.motion import FASTEST, has_range
from dalembert.report.request import Facts
from dalembert.report.survey import Survey
from dalembert.typeset.block import Block, Table, Words
from dalembert.typeset.number import column, significant, trimmed
from dalembert.typeset.palette import WORDS

_TERMS = 5
_PANELS, _PICTURES = 24, 4  # of efforts over time


def torques(x: Facts) -> Iterator[Block]:
    survey = x.survey
    assert survey is not None
    yield Words(_motion(survey))
    yield from _curves(x, survey)
    rows = motors(survey)
    if x.robot.loops or not rows:  # an effort holds the loops' forces as well, which no term of the tree shows
        return
    sizes = survey.shares if np.isfinite(survey.shares[rows]).all() else np.abs(survey.largest)
    k = max(rows, key=lambda i: sizes[i])
    yield Picture(
        "parts", lambda: plot.torque_parts(x.numeric, k, survey.move), f"The effort of joint {k + 1}, term by term."
    )
    yield _peaks(survey, driven_by_motors(survey))
    yield from _largest(survey, k)


def _curves(x: Facts, survey: Survey) -> Iterator[Block]:
    """Efforts over time, as many in a picture as a page holds."""
    chosen, word = plot.panels_of(x.numeric), "motor" if x.robot.loops else "joint"
    for first in range(0, min(len(chosen), _PICTURES * _PANELS), _PANELS):
        some = chosen[first : first + _PANELS]
        which = f"each {word}" if len(chosen) <= _PANELS else f"{word}s {some[0] + 1} to {some[-1] + 1}"
        yield Picture(
            f"torques{first // _PANELS or ''}",
            partial(plot.torques, x.numeric, survey.move, joints=some),
            f"Effort of {which} along the motion.",
        )
    if len(chosen) > _PICTURES * _PANELS:
        yield Words(f"The others, {len(chosen) - _PICTURES * _PANELS} of {len(chosen)}, are not drawn.")


def _motion(x: Survey) -> str:
    seconds = f"{x.move.t[-1]:.3g} s"
    if x.robot.loops:
        return f"The driven joints swing a little, from rest to rest in {seconds}, and the others go with them (quintic in time)."
    limited = any(x.robot.coordinate(name).limits.velocity for name in x.robot.coordinates)
    why = (
        f": the shortest time, rounded up to 0.1 s and 2 s at least, at which no joint exceeds {100 * FASTEST:.0f} % of its speed limit"
        if limited
        else ""
    )
    every = [x.robot.coordinate(name) for name in x.robot.coordinates]
    chosen = [
        word
        for slides, word in ((False, "3 rad"), (True, "0.5 m"))
        if any(y.slides is slides and not has_range(y) for y in every)
    ]
    range_ = f"its range, or of {' and '.join(chosen)} where it has none or a wider one," if chosen else "its range"
    return f"Every joint moves from rest to rest through 60 % of {range_} in {seconds} (quintic in time){why}."


def _peaks(x: Survey, rows: list[int]) -> Table:
    """The largest effort of each motor, what it is made of then, RMS, and what is used of the limit."""
    kinds = list(x.parts)
    mixed = len({unit(x, k) for k in rows}) > 1
    digits = 4
    peak = column([float(x.largest[k]) for k in rows], digits)
    cells: list[tuple[str, str, list[str]]] = [
        ("joint", "", [str(k + 1) for k in rows]),
        ("peak", "", [f"{p} {unit(x, k)}" if mixed else p for p, k in zip(peak, rows, strict=True)]),
        ("at / s", "", [f"{x.move.t[x.peaks[k]]:.2f}" for k in rows]),
    ]
    decimals = len(max((y.partition(".")[2] for y in peak), key=len))
    for kind in kinds:
        values = [float(x.parts[kind][x.peaks[k], k]) for k in rows]
        cells.append((WORDS[kind], kind, column(values, decimals=decimals)))
    cells.append(("RMS", "", column([float(np.sqrt(np.mean(x.tau[:, k] ** 2))) for k in rows], digits)))
    if np.isfinite(x.limits[rows]).any():
        limits = [float(x.limits[k]) for k in rows]
        cells.append(("limit", "", [trimmed(y) if np.isfinite(y) else "–" for y in limits]))
        cells.append(("used", "", [f"{100 * x.shares[k]:.0f} %" if np.isfinite(x.shares[k]) else "–" for k in rows]))
    said = "" if mixed else f"; {unit(x, rows[0])}"
    caption = f"Peak effort, what it is made of at that instant, and effective (RMS) effort{said}."
    table = tuple(zip(*(y for _, _, y in cells), strict=True))
    return Table(
        tuple(head for head, _, _ in cells),
        table,
        caption,
        align="l" + "r" * (len(cells) - 1),
        kinds=tuple(kind for _, kind, _ in cells),
    )


def _percent(share: float) -> str:
    if not np.isfinite(share):
        return "–"
    return f"{100 * share:.0f} %" if share < 1000 else f"{significant(100 * share, 3)} %"


def _largest(x: Survey, k: int) -> Iterator[Block]:
    """The five largest terms at the peak of the joint that works hardest, and what the rest adds."""
    every = x.terms(k)
    if len(every) <= 2 or not x.largest[k]:
        return
    first, rest = every[:_TERMS], every[_TERMS:]
    total = float(x.largest[k])
    said = ", ".join(f"{name} ({significant(value, 3)})" for name, value in first)
    share = 100 * sum(value for _, value in first) / total
    left = 100 * sum(value for _, value in rest) / total
    more = (
        f"; the other {len(rest)} {'take' if left < 0 else 'add'} {abs(left):.0f} %{' back' if left < 0 else ''}"
        if rest
        else ""
    )
    yield Words(
        rf"The largest single terms of $\tau_{{{k + 1}}}$ at its peak, in {unit(x, k)}, go with {said}: together {share:.0f} % of it{more}.",
        formulas=True,
    )
