"""Kernels as operations of PyTorch; run by `make test-torch`, which installs it."""

import numpy as np
import pytest

import dalembert as da
from random_robot import posture, random_tree, worst
from tolerance import ANOTHER_LIBRARY, ROOT_OF_ROUNDING, SAME_ALGORITHM

torch = pytest.importorskip("torch", reason="PyTorch is not installed (make test-torch)")


def given(robot, seed, rows=None):
    rng = np.random.default_rng(seed)
    q = posture(robot, seed, rows)
    return [torch.tensor(x, requires_grad=True) for x in (q, *rng.normal(size=(2, *q.shape[:-1], robot.nv)))]


@pytest.mark.parametrize("quantity", ["inverse_dynamics", "forward_dynamics"])
@pytest.mark.parametrize("seed", range(3))
def test_jacobians_are_the_exact_derivatives(quantity, seed):
    robot = random_tree(seed, 3)
    f, x = da.code.torch(robot, quantity), given(robot, seed)
    exact = getattr(da, f"{quantity}_derivatives")(robot, *(y.detach().numpy() for y in x))
    for found, wanted in zip(torch.autograd.functional.jacobian(f, tuple(x)), exact, strict=True):
        assert worst(found, wanted) < ANOTHER_LIBRARY
    assert torch.autograd.gradcheck(f, tuple(x))
    assert torch.autograd.gradgradcheck(f, tuple(x))


def test_batches_vmap_and_a_rollout():
    robot = da.gallery.ur5()
    f, (q, v, a) = da.code.torch(robot, "inverse_dynamics"), given(robot, 0, 5)
    wanted = da.inverse_dynamics(robot, *(x.detach().numpy() for x in (q, v, a)))
    assert worst(f(q, v, a).detach(), wanted) < SAME_ALGORITHM
    assert worst(torch.func.vmap(f)(q, v, a).detach(), wanted) < SAME_ALGORITHM
    g = da.code.torch(robot, "forward_dynamics", parameters=["gravity"])
    p = torch.tensor([0.0, 0.0, -9.81], dtype=torch.float64, requires_grad=True)

    def end(p):
        q, v = torch.zeros(6, dtype=torch.float64), torch.zeros(6, dtype=torch.float64)
        for _ in range(100):
            v = v + 0.002 * g(q, v, torch.zeros(6, dtype=torch.float64), p)
            q = q + 0.002 * v
        return q.sum()

    (found,) = torch.autograd.grad(end(p), p)
    h = 1e-5
    with torch.no_grad():
        wanted = [(end(p + h * e) - end(p - h * e)) / (2 * h) for e in torch.eye(3, dtype=torch.float64)]
    assert worst(found, np.array([float(x) for x in wanted])) < ROOT_OF_ROUNDING
