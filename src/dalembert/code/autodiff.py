"""A robot's quantities as differentiable operations of JAX and PyTorch, and as expressions of CasADi.

The values and the derivatives are those of compiled kernels: exact, from the graph. Arguments are `(..., core shape)` as
for `compile`; `parameters` adds a last one with parameters of the robot.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dalembert.argument import listed
from dalembert.boundary import RobotLike, as_robot
from dalembert.codegen.function import function as make
from dalembert.codegen.runtimes.differentiable import Differentiable
from dalembert.dynamics import Contacts, options, with_parameters
from dalembert.mechanism.consistency import CHECKS


def jax(robot: RobotLike, quantity: str, **choices: Any) -> Callable[..., Any]:
    """Quantity as a function of JAX arrays, under `jit`, `vmap`, `grad`, `jvp` and `hessian`.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    quantity : str
        Name of the table of quantities: "inverse_dynamics", "mass_matrix", …
    **choices
        `frame`, `wrench`, `contacts` and `parameters`, as in `compile`.

    Returns
    -------
    function of the quantity's inputs, each `(..., core shape)`

    Raises
    ------
    MissingExtra
        If JAX is not installed.

    Examples
    --------
    >>> import jax
    >>> import dalembert as da
    >>> f = da.code.jax("ur5", "inverse_dynamics")
    >>> jax.grad(lambda q: f(q, q, q)[1])(jax.numpy.zeros(6)).shape
    (6,)
    """
    from dalembert.codegen.runtimes.jax import function

    return function(operation(robot, quantity, **choices))


def torch(robot: RobotLike, quantity: str, **choices: Any) -> Callable[..., Any]:
    """Quantity as a function of PyTorch tensors, with `backward` and `vmap`.

    Parameters
    ----------
    robot, quantity, **choices
        As in `jax`.

    Returns
    -------
    function of the quantity's inputs, each `(..., core shape)`
    """
    from dalembert.codegen.runtimes.differentiable import torch_function as function

    return function(operation(robot, quantity, **choices))


def casadi(robot: RobotLike, quantity: str, **choices: Any) -> Any:
    """Quantity as a `casadi.Function` of SX expressions, not a callback.

    CasADi's derivatives, its C generator and its solvers see every operation.

    Parameters
    ----------
    robot, quantity, **choices
        As in `jax`.

    Returns
    -------
    casadi.Function
    """
    from dalembert.codegen.runtimes.differentiable import casadi_function as render

    whole = operation(robot, quantity, **choices)
    return render(make(quantity, [(whole.inputs, whole.outputs)]))


def operation(
    robot: RobotLike,
    quantity: str,
    *,
    frame: str | None = None,
    wrench: Sequence[str] = (),
    contacts: Contacts = None,
    parameters: Sequence[str] = (),
) -> Differentiable:
    """Return the graph of a quantity with its derivatives, stored with the robot; of loops and contacts the value only."""
    robot, chosen = as_robot(robot), options(frame, wrench, contacts)
    names = listed(parameters, "parameters", "a list of names")
    key = (operation, quantity, *chosen.values(), names)
    found: Differentiable | None = robot.kernels.get(key)
    if found is None:
        traced, loose = with_parameters(robot, quantity, chosen, names)
        given = traced.inputs if loose is None else (*traced.inputs, loose.operand)
        outputs = [x for x in traced.outputs if x[0] not in CHECKS]
        found = robot.kernels[key] = Differentiable(quantity, given, outputs, robot=robot.name)
    return found
