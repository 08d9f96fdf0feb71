"""Robot quantities as differentiable JAX and PyTorch operations, and as CasADi expressions.

The values and the exact derivatives are computed by compiled kernels. Arguments have the shape `(..., core shape)`, as
for `compile`. With `parameters`, the last argument contains the robot's parameter values.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dalembert.argument import listed
from dalembert.boundary import RobotLike, as_robot
from dalembert.codegen.function import function as make
from dalembert.codegen.runtimes.torch_and_casadi import Differentiable
from dalembert.dynamics import Contacts, options, with_parameters
from dalembert.mechanism.consistency import CHECKS


def jax(robot: RobotLike, quantity: str, **choices: Any) -> Callable[..., Any]:
    """Convert a quantity to a function of JAX arrays that supports `jit`, `vmap`, `grad`, `jvp` and `hessian`.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    quantity : str
        Name of a function in this package, such as "inverse_dynamics" or "mass_matrix".
    **choices
        `frame`, `wrench`, `contacts` and `parameters`, as in `compile`.

    Returns
    -------
    function
        Function of the inputs of the quantity, such as q, qd and qdd of shape (..., n).

    Raises
    ------
    MissingExtra
        If JAX is not installed.

    Examples
    --------
    >>> import jax
    >>> import dalembert as da
    >>> f = da.code.jax("ur5", "inverse_dynamics")
    >>> slope = jax.grad(lambda q: f(q, 0 * q, 0 * q)[1])(jax.numpy.zeros(6))  # of the second torque
    >>> print(slope.round(2))
    [ 0.    1.48  1.48  1.48 -0.34  0.  ]
    """
    from dalembert.codegen.runtimes.jax import function

    return function(operation(robot, quantity, **choices))


def torch(robot: RobotLike, quantity: str, **choices: Any) -> Callable[..., Any]:
    """Convert a quantity to a function of PyTorch tensors that supports `backward` and `vmap`.

    Parameters
    ----------
    robot, quantity, **choices
        As in `jax`.

    Returns
    -------
    function
        Function of the inputs of the quantity, such as q, qd and qdd of shape (..., n).
    """
    from dalembert.codegen.runtimes.torch_and_casadi import torch_function as function

    return function(operation(robot, quantity, **choices))


def casadi(robot: RobotLike, quantity: str, **choices: Any) -> Any:
    """Convert a quantity to a `casadi.Function` of SX expressions.

    The function is not an external callback, so CasADi can differentiate the function, generate C code and use it in
    solvers.

    Parameters
    ----------
    robot, quantity, **choices
        As in `jax`.

    Returns
    -------
    casadi.Function

    Examples
    --------
    >>> import dalembert as da
    >>> f = da.code.casadi("ur5", "mass_matrix")
    >>> print(f)
    mass_matrix:(q[6])->(value[6x6]) SXFunction
    """
    from dalembert.codegen.runtimes.torch_and_casadi import casadi_function as render

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
    """Return a differentiable quantity, cached together with the robot. The loop and contact checks gap, drift and
    pivot are omitted.
    """
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
