"""Parallel calls on parts of a large batch.

The parts are slices of the longest leading axis. Each part is an ordinary kernel call that releases the interpreter
lock and writes into its slice of the result. The results are identical to those of a single call, and only one part
needs additional memory.
"""

from __future__ import annotations

import contextvars
import os
from collections.abc import Callable, Sequence
from functools import cache
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert.codegen.runtimes.interpreter import warn
from dalembert.codegen.runtimes.ufunc import packed
from dalembert.codegen.tape import ArrayShape

Array = NDArray[Any]


def cpus() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def results(given: Sequence[Array], shapes: Sequence[ArrayShape], dtype: Any, out: Any) -> list[Array] | None:
    """Return the output arrays to be filled in parts. Return None if only a single call is safe or the shapes of `out`
    do not match."""
    if out is None:
        return [np.empty(shape, dtype) for shape in shapes]
    arrays = list(packed(out))
    if [getattr(x, "shape", None) for x in arrays] != list(shapes):
        return None
    for x in arrays:
        for y in given:
            same = x.ctypes.data == y.ctypes.data and x.strides == y.strides and x.shape == y.shape
            if not same and np.may_share_memory(x, y):
                return None  # a part could overwrite input that another part has not read yet
    return arrays


def run(
    function: Callable[..., Any],
    options: dict[str, Any],
    arrays: Sequence[Array],
    filled: Sequence[Array],
    cores: Sequence[int],
    leading: ArrayShape,
    part: int,
) -> None:
    """Fill arrays with leading shape `leading`, about `part` states at a time. `cores` contains the numbers of core
    dimensions."""
    axis = max(range(len(leading)), key=lambda i: leading[i])
    across = prod(leading) // leading[axis]
    step = -(-max(part // across, 1) // 64) * 64  # whole vectors and whole cache lines
    after = len(leading) - axis
    operands = [*arrays, *filled]

    finished: set[int] = set()

    def do(start: int) -> None:
        pieces = [_slice(x, x.ndim - n - after, start, start + step) for x, n in zip(operands, cores, strict=True)]
        function(*pieces[: len(arrays)], out=tuple(pieces[len(arrays) :]), **options)
        finished.add(start)

    starts = range(0, leading[axis], step)
    if cpus() > 1 and _side_by_side(do, starts):
        return
    for start in starts:
        if start not in finished:
            do(start)


def _side_by_side(do: Callable[[int], None], starts: Sequence[int]) -> bool:
    """Process all parts in threads. Return False if no thread can be started because Python is exiting."""
    try:
        pool = _pool()
        try:
            # each thread uses the caller's np.errstate
            waiting = [pool.submit(contextvars.copy_context().run, do, start) for start in starts]
        except RuntimeError:
            pool.shutdown(wait=True, cancel_futures=True)
            _pool.cache_clear()
            raise
    except RuntimeError as error:
        warn(error)
        return False
    for done in waiting:
        done.result()
    return True


def _slice(x: Array, axis: int, start: int, stop: int) -> Array:
    """Slice an array along an axis. An axis that is missing or has length 1 is broadcast rather than sliced."""
    if axis < 0 or x.shape[axis] == 1:
        return x
    return x[(slice(None),) * axis + (slice(start, stop),)]


@cache
def _pool() -> Any:
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(max_workers=cpus(), thread_name_prefix="dalembert")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_pool.cache_clear)  # a forked child has none of its parent's threads
