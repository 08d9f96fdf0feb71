"""A robot's quantities as differentiable operations of JAX and PyTorch, and as expressions of CasADi.

The numbers and the derivatives are those of compiled kernels: exact, from the graph. Arguments are `(..., core shape)` as for
`compile`; `parameters` adds a last one with numbers of the robot.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dalembert.codegen.function import function as make
from dalembert.codegen.runtimes.differentiable import Differentiable
from dalembert.dynamics import Contacts, with_parameters
from dalembert.mechanism.assembly import contact_kinds
from dalembert.mechanism.consistency import CHECKS
from dalembert.robot.model import Robot


def jax(robot: Robot, quantity: str, **options: Any) -> Callable[..., Any]:
    """The quantity as a function of JAX arrays, under `jit`, `vmap`, `grad`, `jvp`, `hessian`; options as for `compile`.

    f = da.code.jax(robot, "inverse_dynamics", parameters=["gravity"]);  jax.grad(lambda q: f(q, qd, qdd, p)[0])(q)
    """
    from dalembert.codegen.runtimes.jax import function

    return function(operation(robot, quantity, **options))


def torch(robot: Robot, quantity: str, **options: Any) -> Callable[..., Any]:
    """The quantity as a function of PyTorch tensors, with `backward` and `vmap`; options as for `compile`."""
    from dalembert.codegen.runtimes.torch import function

    return function(operation(robot, quantity, **options))


def casadi(robot: Robot, quantity: str, **options: Any) -> Any:
    """The quantity as a `casadi.Function` of SX expressions, not a callback; options as for `compile`.

    CasADi's derivatives, its C generator and its solvers see every operation.
    """
    from dalembert.codegen.runtimes.casadi import render

    whole = operation(robot, quantity, **options)
    return render(make(quantity, [(whole.inputs, whole.outputs)]))


def operation(
    robot: Robot,
    quantity: str,
    *,
    frame: str | None = None,
    wrench: Sequence[str] = (),
    contacts: Contacts = None,
    parameters: Sequence[str] = (),
) -> Differentiable:
    """The graph of a quantity with its derivatives, kept with the robot. Of loops and contacts it has the value alone."""
    held, parameters = contact_kinds(contacts), tuple(parameters) if not isinstance(parameters, str) else parameters
    key = (operation, quantity, frame, tuple(wrench), held, tuple(parameters))
    found: Differentiable | None = robot.kernels.get(key)
    if found is None:
        chosen = {"frame": frame, "wrench": tuple(wrench), "contacts": held}
        traced, loose = with_parameters(robot, quantity, chosen, parameters)
        given = traced.inputs if loose is None else (*traced.inputs, loose.operand)
        outputs = [x for x in traced.outputs if x[0] not in CHECKS]
        found = robot.kernels[key] = Differentiable(quantity, given, outputs, owner=f"robot '{robot.name}'")
    return found
