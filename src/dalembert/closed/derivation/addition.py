r"""What every road adds at its end, whichever way it came: springs, carried weight, and the loops that were cut.

springs         U = ½ k (L − L0)²,   r k (L − L0) on the left
carried weight  what holds a share of a link's weight from outside takes it off g
loops           φ(q) = 0,   J = ∂φ/∂q,   δW = λᵀδφ = (Jᵀλ)ᵀδq,   so Jᵀλ joins the efforts       [featherstone2008, ch. 8]
"""

from __future__ import annotations

from collections.abc import Iterator

from dalembert.closed.algebra.generator import Poly
from dalembert.closed.derivation.road import Arm
from dalembert.closed.derivation.step import Equation, Road, Step
from dalembert.closed.model.sprung import armature_efforts
from dalembert.robot.spring import BallSpring


def completed(arm: Arm, road: Road) -> Road:
    """The road with its last steps, and the efforts they end in."""
    added = additions(arm)
    if not any(added) and not arm.mechanics.constraints:
        return road
    tau = tuple(x + y for x, y in zip(road.tau, added, strict=True))
    last = Step(
        "The efforts",
        "All of it together, solved for the efforts:",
        tuple(Equation(rf"\tau_{k}", x) for k, x in enumerate(tau, 1)),
    )
    return Road((*road.steps, *_steps(arm), last), tau)


def additions(arm: Arm) -> tuple[Poly, ...]:
    """Springs and their armatures − carried weight − Jᵀλ, on the left."""
    parts = (arm.mechanics.spring, _armatures(arm), arm.carried, arm.mechanics.bearing)
    return tuple(spring + heavy - up - bearing for spring, heavy, up, bearing in zip(*parts, strict=True))


def _armatures(arm: Arm) -> list[Poly]:
    """Σ a r L̈, with L̈ = r q̈ + ṙ q̇."""
    exact = arm.mechanics
    return [arm.ring.reduce(arm.ring.poly(x)) for x in armature_efforts(exact.tree, exact.coordinates)]


def _steps(arm: Arm) -> Iterator[Step]:
    exact = arm.mechanics
    if any(exact.spring) or exact.armature:
        yield _springs(arm)
    if any(arm.carried):
        yield Step(
            "Carried weight",
            "Something outside carries a share of the links' weight; it puts on the coordinates",
            tuple(Equation(f"u_{k}", x) for k, x in enumerate(arm.carried, 1) if x),
        )
    if exact.constraints:
        yield from _loops(arm)


def _springs(arm: Arm) -> Step:
    names = ", ".join(x.name for x in arm.mechanics.tree.springs if not isinstance(x, BallSpring))
    words = (
        f"A spring of length $L$ has the energy $U = \\tfrac{{1}}{{2}} k (L - L_0)^2$, here {names}; "
        r"$\partial U/\partial q$ joins the left side."
    )
    elastic = arm.mechanics.U - arm.mechanics.height
    equations = [Equation("U_s", elastic), *(Equation(f"k_{k}", x) for k, x in enumerate(arm.mechanics.spring, 1) if x)]
    if arm.mechanics.armature:
        words += r" What runs with its length has the energy $\tfrac{1}{2} a \dot L^2$ and is felt as inertia."
        equations += [Equation(f"a_{k}", x) for k, x in enumerate(_armatures(arm), 1) if x]
    return Step("Springs", words, tuple(equations))


def _loops(arm: Arm) -> Iterator[Step]:
    exact = arm.mechanics
    loops = list(dict.fromkeys(row.loop for row in exact.constraints))
    cut = f"Loop {loops[0]} was" if len(loops) == 1 else f"Loops {', '.join(loops)} were"
    yield Step(
        "The loops cut open",
        f"{cut} cut, and so far the robot is the tree that is left. What the cut held together comes back as "
        "equations between the coordinates, and as forces.",
    )
    yield Step(
        "Closure",
        r"What still parts the two sides of each cut, written in the axes of the body that carries both, must stay "
        r"$\phi(q) = 0$. Directions in which nothing can part are left out.",
        tuple(Equation(rf"\phi_{r}", row.phi) for r, row in enumerate(exact.constraints, 1)),
    )
    yield Step(
        "Rates",
        r"Hence $\dot\phi = J\dot q = 0$ and $J\ddot q = -\dot J\dot q$.",
        (
            Equation("J", tuple(row.slopes for row in exact.constraints), r"\frac{\partial \phi}{\partial q}"),
            Equation(
                r"\dot J\dot q",
                tuple(arm.ring.dot([arm.rate(x) for x in row.slopes], arm.ring.qd) for row in exact.constraints),
            ),
        ),
    )
    yield Step(
        "Multipliers",
        r"In every displacement that the loops allow, $J\delta q = 0$, the cuts do no work. What they put on the "
        r"coordinates is therefore a combination of the rows of $J$: $J^\top\lambda$, on the side of the efforts.",
        tuple(Equation(rf"(J^\top\lambda)_{k}", x) for k, x in enumerate(exact.bearing, 1) if x),
    )
