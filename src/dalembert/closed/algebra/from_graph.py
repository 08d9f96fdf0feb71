"""A graph as an element of a ring.

Sums, products and whole powers are the ring's own. A quotient is divided out
where it can be and else brings in the inverse of each factor of its denominator;
a square root brings in a root; sines and cosines go through the angles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dalembert.closed.algebra.angle import sincos
from dalembert.closed.algebra.generator import Missing, Poly, as_fraction
from dalembert.errors import WrongValue
from dalembert.graph import Node, Op, Scalar, topological

if TYPE_CHECKING:
    from dalembert.closed.algebra.ring import Ring

_LARGEST_TERMS = 200_000


def read(ring: Ring, x: Scalar, known: dict[Node, Poly]) -> Poly:
    """The element of a scalar; `known` keeps what was read before."""
    if not isinstance(x, Node):
        return ring.number(x)
    if x not in known:
        for node in topological([x]):
            if node not in known:
                known[node] = operation(ring, node, [known[a] for a in node.args])
    return known[x]


def operation(ring: Ring, node: Node, args: list[Poly]) -> Poly:
    """One operation on elements that are read."""
    op = node.op
    if op is Op.CONST:
        return ring.number(node.value)
    if op is Op.SYMBOL or op is Op.PI:
        return ring.symbol("pi" if op is Op.PI else node.value)
    if op is Op.ADD:
        return args[0] + args[1]
    if op is Op.SUB:
        return args[0] - args[1]
    if op is Op.NEG:
        return -args[0]
    if op is Op.MUL:
        if len(args[0]) * len(args[1]) > _LARGEST_TERMS:
            raise WrongValue(f"a product of {len(args[0])} by {len(args[1])} terms is too large to expand")
        return ring.mul(args[0], args[1])
    if op is Op.DIV:
        return divide(ring, args[0], args[1])
    if op is Op.SIN or op is Op.COS:
        return sincos(ring, args[0])[op is Op.COS]
    if op is Op.SQRT:
        return ring.root(args[0])
    return _function(ring, op.value, args[0])


def divide(ring: Ring, a: Poly, b: Poly) -> Poly:
    """a / b."""
    if not b:
        raise WrongValue("division by an expression that is zero")
    if b.is_constant():
        return a / b
    whole, rest = divmod(a, b)
    if not rest:
        return ring.reduce(whole)
    content, factors = b.factor()
    result = a * ring.number(1 / as_fraction(content))
    for factor, times in factors:
        inverse = _inverted(ring, factor) or ring.find("inverse", factor)
        for _ in range(int(times)):
            result = ring.mul(result, inverse)
    return result


def _inverted(ring: Ring, factor: Poly) -> Poly | None:
    """x of a factor 1/x."""
    return next(
        (g.argument for i, g in enumerate(ring.generators) if g.kind == "inverse" and factor == ring.variables[i]), None
    )


def _function(ring: Ring, kind: str, argument: Poly) -> Poly:
    """sign, |x|, exp, tanh: a variable of its own for each argument, f(−x) = ±f(x) used."""
    try:
        return ring.find(kind, argument)
    except Missing:
        if kind == "exp":
            raise
    opposite = ring.found(kind, -argument)
    if opposite is None:
        raise Missing((kind,), argument)
    return opposite if kind == "abs" else -opposite
