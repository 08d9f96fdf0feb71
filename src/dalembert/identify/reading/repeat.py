"""Rows that a recorder wrote twice: every signal the very same as in the row before, though the joints move.

A single repeat says that the recorder asked too early: what follows is late by one period, if the motion across it is that of one
period and not of two. Then later stamps are moved back, as dynamics does not depend on the date. Many repeats say that the robot
was sampled and held at a slower rate: the fresh rows are right as they are.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
_HELD = 0.1  # share of repeats from which on the signals were held
_MOVING = 0.2  # of the usual step: joints that move


def fresh(stamps: Array, found: dict[str, Array], notes: list[str]) -> tuple[Array, NDArray[np.intp]]:
    """Stamps, moved where the motion says so, and the rows that are new."""
    rows = np.arange(len(stamps))
    same = np.ones(len(stamps), bool)
    same[0] = False
    same[1:] &= stamps[1:] != stamps[:-1]  # one stamp twice is a matter of the clock
    for x in found.values():
        same[1:] &= (x[1:] == x[:-1]).all(axis=1)
    if not same.any():
        return stamps, rows
    step = np.linalg.norm(np.diff(found["q"], axis=0), axis=1)
    usual = float(np.median(step[~same[1:]])) if (~same[1:]).any() else 0.0
    if usual == 0 or "tau" not in found:
        return stamps, rows
    if same.mean() >= _HELD:
        if same.mean() < 0.4:
            return stamps, rows  # neither: a robot that stands now and then
        notes.append(f"{int(same.sum())} rows repeat the one before: sampled and held, left out")
        return stamps, rows[~same]
    k = np.flatnonzero(same)
    k = k[(k > 1) & (k < len(stamps) - 2)]
    before, across, after = step[k - 2], step[k], step[k + 1]  # into the row before, out of the repeat, and the next
    moving = (before > _MOVING * usual) & (after > _MOVING * usual) & (across > 0)
    k, before, across, after = k[moving], before[moving], across[moving], after[moving]
    if len(k) == 0:
        return stamps, rows
    late = k[across < 0.75 * (before + after)]
    moved = np.zeros(len(stamps))
    moved[late + 1] = stamps[late] - stamps[late - 1]
    notes.append(
        f"{len(k)} rows repeat the one before while joints move: left out, and later stamps moved back by {len(late)} periods"
    )
    return stamps - np.cumsum(moved), np.delete(rows, k)
