"""Operation counts of a graph.

Operations on parameters only, such as `Jzz − Jyy` for symbolic inertias, are performed once per robot rather than once
per state. These operations are counted separately as `setup`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from dalembert.graph.node import Node, Op, Scalar
from dalembert.graph.walk import topological
from dalembert.typeset.notebook_display import Displayed, card


@dataclass(frozen=True)
class Operations(Displayed):
    """Operation counts for one state. `add` includes subtractions and negations. `sincos` counts the pairs of sine and
    cosine of the same angle."""

    mul: int = 0
    add: int = 0
    div: int = 0
    sincos: int = 0
    other: int = 0
    setup: int = 0

    @property
    def total(self) -> int:
        """Total number of multiplications, additions and divisions. Sine-cosine pairs are counted separately, as in the
        literature."""
        return self.mul + self.add + self.div

    def _repr_html_(self) -> str:
        words = (
            ("multiplications", self.mul),
            ("additions", self.add),
            ("divisions", self.div),
            ("sine and cosine of one angle", self.sincos),
            ("others", self.other),
            ("once per robot", self.setup),
        )
        return card(f"{self.total} operations for one state", facts=[(name, n) for name, n in words if n])

    def __str__(self) -> str:
        text = f"{self.mul} mul + {self.add} add = {self.mul + self.add}"
        text += f", {self.div} div" if self.div else ""
        text += f", {self.sincos} sin/cos" if self.sincos else ""
        return text + (f" ({self.setup} more once per robot)" if self.setup else "")


KIND = {Op.MUL: "mul", Op.ADD: "add", Op.SUB: "add", Op.NEG: "add", Op.DIV: "div"}


def operations(outputs: Iterable[Scalar], state: Iterable[Node] | None = None) -> Operations:
    """Count the operations of a graph. `state` lists the symbols whose values differ between states (default: all)."""
    order = topological(outputs)
    moving = {n for n in order if n.op is Op.SYMBOL} if state is None else set(state)
    count = dict.fromkeys(("mul", "add", "div", "other", "setup"), 0)
    angles: set[Node] = set()
    for node in order:
        if not node.args:
            continue
        if not any(a in moving for a in node.args):
            count["setup"] += 1
            continue
        moving.add(node)
        if node.op in (Op.SIN, Op.COS):
            angles.add(node.args[0])
        else:
            count[KIND.get(node.op, "other")] += 1
    return Operations(sincos=len(angles), **count)
