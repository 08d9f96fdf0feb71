"""A quantity of a robot by the interpreter of its graph: nothing is compiled, whatever the robot's size."""

import functools
import math

import numpy as np

from dalembert.graph import evaluate
from dalembert.quantity import trace

graph = functools.lru_cache(maxsize=16)(trace)


def interpreted(robot, name, *states, **options):
    """One output, or a tuple of them; leading shapes of the states are broadcast, as a kernel does."""
    traced = graph(robot, name, **options)
    values, leading = {}, ()
    for (_, shape, entries), x in zip(traced.inputs, states, strict=True):
        x = np.asarray(x, dtype=float)
        own = x.shape[: x.ndim - len(shape)]
        leading = np.broadcast_shapes(leading, own)
        columns = np.moveaxis(x.reshape((*own, len(entries))), -1, 0)
        values |= {symbol.value: column for symbol, column in zip(entries, columns, strict=True)}
    if not leading:  # numbers are quicker than arrays of one
        values = {symbol: float(x) for symbol, x in values.items()}
    numbers = evaluate(traced.scalars, values, functions=np if leading else math)
    found = np.stack([np.broadcast_to(x, leading) for x in numbers], axis=-1) if leading else np.array(numbers)
    results, at = [], 0
    for _, shape, entries in traced.outputs:
        results.append(found[..., at : at + len(entries)].reshape(leading + tuple(shape)))
        at += len(entries)
    return results[0] if len(results) == 1 else tuple(results)
