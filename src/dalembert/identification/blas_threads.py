"""Small matrices are handled by one thread: many of them one after the other, or several searches side by side.

A library of linear algebra that starts a thread a processor for each product waits for them longer than it works: with
600 × 54 numbers and other programs running thirty times as long.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from threadpoolctl import threadpool_limits


@contextmanager
def one_thread() -> Iterator[None]:
    """Within it, linear algebra starts no threads of its own."""
    import scipy.linalg
    import scipy.optimize  # noqa: F401  (its linear algebra must be loaded before it can be limited)

    with threadpool_limits(limits=1, user_api="blas"):
        yield
