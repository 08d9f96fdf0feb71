"""Derivatives that other systems take through our kernels, against differences at 50 digits and against our own."""

import mpmath
import numpy as np
import pytest

import dalembert as da
from dalembert.graph import evaluate
from dalembert.quantity import trace
from raised import raises
from random_robot import closed_robot, posture, random_tree, worst
from tolerance import ANOTHER_LIBRARY, FLOAT32, SAME_ALGORITHM, SOLVED

jax = pytest.importorskip("jax", reason="JAX is not installed")
jax.config.update("jax_enable_x64", True)
jnp = jax.numpy
STEPS, STEP = 100, 0.01


def double_pendulum():
    robot = da.gallery.planar_2r()
    return robot.bind(**dict.fromkeys(robot.parameters, 0.5))


def states(robot, seed, rows=None):
    rng = np.random.default_rng(seed)
    q = posture(robot, seed, rows)
    return q, *(rng.normal(size=(*q.shape[:-1], robot.nv)) for _ in range(2))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("quantity", ["inverse_dynamics", "forward_dynamics"])
@pytest.mark.parametrize("seed", range(2))
def test_both_modes_are_the_exact_derivatives(quantity, seed):
    robot = random_tree(seed, 3)
    f, given = da.code.jax(robot, quantity), states(robot, seed)
    exact = getattr(da, f"{quantity}_derivatives")(robot, *given)
    for mode in (jax.jacrev, jax.jacfwd):
        for found, wanted in zip(mode(f, argnums=(0, 1, 2))(*given), exact, strict=True):
            assert worst(found, wanted) < ANOTHER_LIBRARY


@pytest.mark.parametrize("quantity", ["inverse_dynamics", "forward_dynamics"])
def test_gradients_equal_differences_at_fifty_digits(quantity):
    robot = da.gallery.ur5()
    graph = trace(robot, quantity)
    names = [x.value for *_, entries in graph.inputs for x in entries]
    given = states(robot, 4)
    flat, h = [float(x) for part in given for x in part], mpmath.mpf(10) ** -20
    with mpmath.workdps(50):

        def at(k, shift):
            numbers = {n: mpmath.mpf(x) for n, x in zip(names, flat, strict=True)}
            numbers[names[k]] += shift
            return sum(evaluate(graph.scalars, numbers, functions=mpmath))

        wanted = [float((at(k, h) - at(k, -h)) / (2 * h)) for k in range(len(names))]
    found = jax.grad(lambda *x: jnp.sum(da.code.jax(robot, quantity)(*x)), argnums=(0, 1, 2))(*given)
    assert worst(np.concatenate(found), wanted) < SOLVED


def test_the_gradient_of_a_rollout_equals_differences_at_fifty_digits():
    """100 steps of Störmer and Verlet's kind: q̇ first, then q."""
    robot = double_pendulum()
    f = da.code.jax(robot, "forward_dynamics")

    def end(x):
        def step(state, _):
            q, v = state
            v = v + STEP * f(q, v, jnp.zeros(2))
            return (q + STEP * v, v), None

        (q, v), _ = jax.lax.scan(step, (x[:2], x[2:]), length=STEPS)
        return jnp.sum(q) + v[0]

    graph = trace(robot, "forward_dynamics")

    def exact(x):
        q, v = list(x[:2]), list(x[2:])
        for _ in range(STEPS):
            a = evaluate(
                graph.scalars,
                {"q1": q[0], "q2": q[1], "qd1": v[0], "qd2": v[1], "tau1": 0, "tau2": 0},
                functions=mpmath,
            )
            v = [x + y * mpmath.mpf(STEP) for x, y in zip(v, a, strict=True)]
            q = [x + y * mpmath.mpf(STEP) for x, y in zip(q, v, strict=True)]
        return q[0] + q[1] + v[0]

    start = [0.3, -0.8, 0.5, 0.2]
    with mpmath.workdps(50):
        h = mpmath.mpf(10) ** -20
        wanted = []
        for k in range(4):
            ends = [exact([mpmath.mpf(x) + (s * h if i == k else 0) for i, x in enumerate(start)]) for s in (1, -1)]
            wanted.append(float((ends[0] - ends[1]) / (2 * h)))
    found = jax.jit(jax.grad(end))(jnp.array(start))
    assert worst(found, wanted) < SOLVED


def test_second_derivatives_and_batches():
    robot = double_pendulum()
    f, (q, v, a) = da.code.jax(robot, "inverse_dynamics"), states(robot, 1, 5)
    assert (
        worst(jax.jit(jax.vmap(f, in_axes=(0, 0, None)))(q, v, a[0]), da.inverse_dynamics(robot, q, v, a[0]))
        < SAME_ALGORITHM
    )
    assert worst(f(q, v[0], a), da.inverse_dynamics(robot, q, v[0], a)) < SAME_ALGORITHM  # leading shapes broadcast
    hessian = jax.vmap(jax.hessian(lambda q, v, a: f(q, v, a)[0]))(q, v, a)
    by_q = da.code.jax(robot, "inverse_dynamics_derivatives")
    slopes = jax.vmap(jax.jacfwd(lambda q, v, a: by_q(q, v, a)[0][0]))(q, v, a)
    assert worst(hessian, slopes) < ANOTHER_LIBRARY


def test_derivatives_by_parameters_are_the_regressor():
    """τ is linear in the ten parameters of a link, and the regressor has the factors."""
    robot = da.gallery.ur5()
    given = states(robot, 2)
    f = da.code.jax(robot, "inverse_dynamics", parameters=["link6"])
    numbers = da.compile(robot, "inverse_dynamics", parameters=["link6"]).values
    found = jax.jacrev(lambda p: f(*given, p))(numbers)
    assert worst(found, da.regressor(robot, *given)[:, -10:]) < ANOTHER_LIBRARY


def test_loops_and_floating_bases_have_gradients():
    robot, q = closed_robot(3, ("revolute",))
    tau = np.random.default_rng(0).normal(size=robot.nv)
    v = np.zeros(robot.nv)
    f = da.code.jax(robot, "forward_dynamics")
    found = jax.jacrev(f, argnums=2)(q, v, tau)
    still = da.forward_dynamics(robot, q, v, 0 * tau)
    wanted = [da.forward_dynamics(robot, q, v, e) - still for e in np.eye(robot.nv)]  # q̈ is affine in τ
    assert worst(found, np.transpose(wanted)) < ANOTHER_LIBRARY
    free = da.gallery.free_body() if not da.gallery.free_body().parameters else da.gallery.quadrotor()
    q = posture(free, 1)
    assert np.isfinite(jax.grad(lambda x: da.code.jax(free, "potential_energy")(x))(q)).all()


def test_float32_stays_float32():
    robot = da.gallery.ur5()
    given = [jnp.asarray(x, jnp.float32) for x in states(robot, 2)]
    found = da.code.jax(robot, "inverse_dynamics")(*given)
    assert found.dtype == jnp.float32
    assert worst(found, da.inverse_dynamics(robot, *(np.asarray(x, float) for x in given))) < FLOAT32


def test_wrong_arguments_are_told():
    f = da.code.jax(da.gallery.ur5(), "inverse_dynamics")
    with raises(da.finding.WrongArgumentCount, parameters=("q", "qd", "qdd"), got=1):
        f(np.zeros(6))
    with raises(da.finding.WrongShape, argument="q", got=(5,)):
        f(np.zeros(5), np.zeros(6), np.zeros(6))
    with raises(da.finding.UnboundSymbols, function="inverse_dynamics"):
        da.code.jax(da.gallery.planar_2r(), "inverse_dynamics")


def test_a_parameter_without_a_value_is_told():
    robot, zero = da.gallery.ur5(), np.zeros(6)
    f = da.code.jax(robot, "gravity_vector", parameters=["gravity"])
    with raises(da.finding.ParameterWithoutValue, parameter="gravity.y"):
        f(zero, np.array([0.0, np.nan, -9.81]))
    with raises(da.finding.ParameterWithoutValue, parameter="gravity.x"):
        jax.grad(lambda q: f(q, np.array([[np.nan, 0.0, -9.81]]))[0, 1])(zero)
    assert np.isfinite(jax.jit(f)(zero, np.array([0.0, 0.0, -9.81]))).all()
