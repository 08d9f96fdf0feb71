"""A quantity of a robot by the interpreter of its graph: nothing is compiled, whatever the robot's size."""

import functools

import numpy as np

from dalembert.graph import evaluate
from dalembert.quantity import trace

graph = functools.lru_cache(maxsize=16)(trace)


def interpreted(robot, name, *state, **options):
    """The first output, at one state given in the order of the inputs."""
    traced = graph(robot, name, **options)
    symbols = [x.value for _, _, entries in traced.inputs for x in entries]
    values = evaluate(traced.scalars, dict(zip(symbols, np.concatenate(state), strict=True)))
    return np.reshape(values, traced.outputs[0][1])
