"""The compiled march against the same method written in NumPy: batches, samples, steps, stages, both precisions."""

import numpy as np
import pytest

import dalembert as da
from dalembert.codegen.function import one_step
from dalembert.codegen.runtimes import stepping
from dalembert.codegen.runtimes.stepping import CompiledStepping
from dalembert.graph.scalar import sin, sqrt
from dalembert.robot.tree import coordinates
from raised import raises
from random_robot import worst
from tolerance import FLOAT32, SAME_ALGORITHM

RK4 = np.array([(0.0, 1 / 6), (0.5, 1 / 3), (0.5, 1 / 3), (1.0, 1 / 6)])


def pendulum(dtype="float64"):
    """ẍ = u − sin x, and the time passed: three states, one input."""
    x, k, acc = (coordinates(f"{letter}_", 3) for letter in ("x", "k", "acc"))
    u, ab = coordinates("u", 1), coordinates("ab", 2)
    here = [p + ab[0] * r for p, r in zip(x, k, strict=True)]
    rate = [here[1], u[0] - sin(here[0]), 1]
    total = [p + ab[1] * r for p, r in zip(acc, rate, strict=True)]
    return CompiledStepping(one_step("pendulum", (x, k, acc, u, ab), (rate, total), RK4.tolist()), dtype)


def by_hand(x, u, table, steps):
    written = []
    for sample in range(u.shape[-2]):
        for _ in range(steps):
            acc, k = x, np.zeros_like(x)
            for a, b in table:
                here = x + a * k
                k = np.stack([here[..., 1], u[..., sample, 0] - np.sin(here[..., 0]), np.ones(x.shape[:-1])], axis=-1)
                acc = acc + b * k
            x = acc
        written.append(x)
    return np.stack(written, axis=-2)


@pytest.mark.parametrize("batch", [(), (1,), (7,), (8,), (1024,), (3, 50)])
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_the_same_numbers_as_numpy(batch, dtype):
    rng = np.random.default_rng(1)
    x, u = rng.normal(size=(*batch, 3)), rng.normal(size=(*batch, 5, 1))
    expected = by_hand(x, u, 0.01 * RK4, 4)
    result = pendulum(dtype)(x, u, 0.01, 4)
    assert result.shape == (*batch, 5, 3)
    assert result.dtype == dtype
    assert worst(result, expected) < (SAME_ALGORITHM if dtype == "float64" else FLOAT32)


def test_inputs_and_states_broadcast():
    march = pendulum()
    x, u = np.random.default_rng(2).normal(size=(300, 3)), np.zeros((2, 1))
    assert np.array_equal(march(x, u, 0.01, 3), march(x, np.tile(u, (300, 1, 1)), 0.01, 3))
    assert np.array_equal(march(x, u, 0.01, 3)[5], march(x[5], u, 0.01, 3))
    assert march(x[0], np.zeros((300, 2, 1)), 0.01, 3).shape == (300, 2, 3)


def test_no_steps_no_change():
    x = np.random.default_rng(3).normal(size=(9, 3))
    assert np.array_equal(pendulum()(x, np.zeros((2, 1)), 0.01, 0), np.stack([x, x], axis=1))


def test_wrong_shapes_are_named():
    with raises(da.finding.WrongShape, argument="x"):
        pendulum()(np.zeros(4), np.zeros((2, 1)), 1.0, 1)


def circle(dtype="float64"):
    """A point driven round by Euler steps, put back on the unit circle after each."""
    x, k, acc = (coordinates(f"{letter}_", 2) for letter in ("x", "k", "acc"))
    u, ab = coordinates("u", 1), coordinates("ab", 2)
    rate = [-u[0] * x[1], u[0] * x[0]]
    length = sqrt(x[0] * x[0] + x[1] * x[1])
    moved = [p + ab[1] * r for p, r in zip(acc, rate, strict=True)]
    course = one_step("circle", (x, k, acc, u, ab), (rate, moved), [(0.0, 1.0)], [p / length for p in x])
    return CompiledStepping(course, dtype)


@pytest.mark.parametrize("batch", [(), (7,), (1024,)])
@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("compiled", [True, False])
def test_a_second_tape_ends_each_step(batch, dtype, compiled, monkeypatch):
    if not compiled:
        monkeypatch.setattr(stepping, "load", refused)
        monkeypatch.setattr(stepping, "warn", lambda _: None)
    rng = np.random.default_rng(4)
    x, u = rng.normal(size=(*batch, 2)), rng.normal(size=(*batch, 5, 1))
    made = circle(dtype)(x, u, 0.1, 3)
    now, expected = x, []
    for sample in range(5):
        for _ in range(3):
            w = u[..., sample, :]
            now = now + 0.1 * w * np.stack([-now[..., 1], now[..., 0]], axis=-1)
            now = now / np.linalg.norm(now, axis=-1, keepdims=True)
        expected.append(now)
    assert worst(made, np.stack(expected, axis=-2)) < (SAME_ALGORITHM if dtype == "float64" else FLOAT32)


def refused(program):
    raise OSError("nothing generated may run here")
