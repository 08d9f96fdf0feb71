"""A traced graph as a function of jax.numpy, an operation a call, to be jitted: what XLA makes of the same program."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp

from dalembert.codegen.tape import tape
from dalembert.graph import Op
from dalembert.quantity import Traced

_MEANING: dict[Op, Callable[..., Any]] = {
    Op.ADD: jnp.add,
    Op.SUB: jnp.subtract,
    Op.MUL: jnp.multiply,
    Op.DIV: jnp.divide,
    Op.NEG: jnp.negative,
    Op.SIN: jnp.sin,
    Op.COS: jnp.cos,
    Op.SQRT: jnp.sqrt,
    Op.ABS: jnp.abs,
    Op.SIGN: jnp.sign,
    Op.TANH: jnp.tanh,
    Op.EXP: jnp.exp,
}


def function(traced: Traced) -> Callable[..., Any]:
    """Arguments and result are (n, B): one row a coordinate."""
    program = tape([x for *_, entries in traced.inputs for x in entries], traced.scalars)

    def call(*arrays: Any) -> Any:
        slots = [row for array in arrays for row in array] + [jnp.float32(c) for c in program.constants]
        for op, args in program.instructions:
            slots.append(_MEANING[op](*(slots[i] for i in args)))
        return jnp.stack([jnp.broadcast_to(slots[i], arrays[0].shape[1:]) for i in program.outputs])

    return call
