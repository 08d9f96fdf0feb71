"""How pictures look: one colour a joint, the same in every plot; one colour a kind of term; quiet axes.

The joint colours are Okabe and Ito's, which colour-blind readers tell apart; the eighth joint starts again, dashed.
"""

from __future__ import annotations

from typing import Any

JOINTS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#5B4A8A")
TERMS = {"inertial": "#35618f", "Coriolis, centrifugal": "#e08214", "gravity": "#2e8b57", "friction": "#b2182b"}
INK, QUIET, GRID = "#1c2733", "#51606f", "#dde4eb"


def of_joint(k: int) -> dict[str, Any]:
    """Colour and line of joint k, counted from 0, as keywords of `plot`."""
    return {"color": JOINTS[k % len(JOINTS)], "linestyle": ("-", "--", ":", "-.")[k // len(JOINTS) % 4]}


def figure(width: float = 5.9, height: float = 2.6) -> Any:
    """An empty figure, in inches (5.9 is a text block), that belongs to no window."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def tidy(axis: Any, x: str, y: str) -> Any:
    """Labels, a light grid behind the curves, no box."""
    axis.set_xlabel(x, color=INK)
    axis.set_ylabel(y, color=INK)
    axis.grid(True, color=GRID, linewidth=0.7)
    axis.set_axisbelow(True)
    for side in ("top", "right"):
        axis.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        axis.spines[side].set_color(QUIET)
    axis.tick_params(colors=QUIET, labelsize=9)
    return axis


def legend(axis: Any, columns: int = 1, **where: Any) -> None:
    axis.legend(frameon=False, fontsize=8.5, ncols=columns, labelcolor=INK, **where)
