"""What is too long for a page, in full and to all digits: a file of plain text that `check` reads, part by part."""

from __future__ import annotations

from dalembert.closed.derive import NAMES, Derivation
from dalembert.closed.equations import Equations
from dalembert.closed.reading.tokens import LONGEST
from dalembert.errors import DalembertError, shown
from dalembert.typeset.number import whole

_TERMS = 5000  # of one right side of the derivation
_DIGITS = 15  # as many as a double always keeps
_PARTS = {"M": "inertia matrix", "g": "gravity", "tau": "efforts", "base_parameters": "base parameters"}


def appendix(equations: Equations, derivation: Derivation | None = None) -> str:
    """M, g, τ and the base parameters, as text that can be read back; then the derivation, where pages have not got it."""
    robot = equations.robot
    lines = [
        f"Equations of motion of {shown(robot.name)}, exact, in SI units, to {_DIGITS} digits.",
        "M(q) qdd + c(q, qd) + g(q) + friction = tau; q, qd, qdd are coordinates, velocities and accelerations.",
        "Long coefficients and brackets have names, defined below the equations that use them.",
    ]
    for what, name in _PARTS.items():
        try:
            text = equations.text(what, digits=_DIGITS)
        except DalembertError as reason:
            text = f"not written: {reason}"
        size = f" ({whole(len(text))} characters: more than check reads at once)" if len(text) > LONGEST else ""
        lines += ["", f"# {what}: {name}{size}", "", text]
    if derivation is not None:
        lines += ["", f"# derivation by {NAMES[derivation.method]}", "", derivation.text(_TERMS, digits=_DIGITS)]
    return "\n".join(lines) + "\n"
