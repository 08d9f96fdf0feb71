"""Andrews' squeezing mechanism: seven bodies in a plane with three loops, a motor and a spring.

rr e(β) − d e(β + Θ) = B + ss n(γ) = A + zt e(δ) + e n(δ + Φ) = A + u n(ε) + zf e(ε + Ω),  e = (cos, sin), n = (sin, −cos)

Provenance
- All numbers are from the test set for initial value problem solvers [mazzia2008], which takes them from
  [schiehlen1990]. The equations are in [hairer1996, §VII.7]. There is no gravity.
- For K3, K5 and K7, the equations contain only the distances from the pivots to the centres of mass. We chose the
  directions.

Known errors in public copies
- None. Some copies list the angles in the order (β, Θ, γ, Φ, δ, Ω, ε). In this model, a parent body comes
  before its child: δ before Φ, and ε before Ω.

The published motion starts from rest with a torque of 0.033 N m on β. The initial angles are not zero. Pass these
angles as an initial guess to `da.assemble`: β = −0.0617, Θ = 0, γ = 0.4553, δ = 0.4874, Φ = 0.2227, ε = 1.2305, Ω =
−0.2227.
"""

from __future__ import annotations

from functools import cache

from dalembert.robot.gallery.textbook import at
from dalembert.robot.inertia import Inertia
from dalembert.robot.loop import Loop
from dalembert.robot.model import Frame, Joint, Link, Robot
from dalembert.robot.spring import Strut

_A, _B, _C = (-0.06934, -0.00227), (-0.03635, 0.03273), (0.014, 0.072)
_RR, _D, _SS, _E, _ZT, _ZF, _U = 0.007, 0.028, 0.035, 0.02, 0.04, 0.02, 0.04


@cache
def andrews_squeezer() -> Robot:
    """Andrews' squeezing mechanism: seven bodies in a plane with three loops. The angle beta is driven."""
    # body, mass, moment, centre of mass
    bodies = (
        ("K1", 0.04325, 2.194e-6, (0.00092, 0.0)),
        ("K2", 0.00365, 4.410e-7, (-0.0115, 0.0)),
        ("K3", 0.02373, 5.255e-6, (0.01043, -0.01874)),
        ("K4", 0.00706, 5.667e-7, (0.0, -(_E - 0.01421))),
        ("K5", 0.07050, 1.169e-5, (0.02308, 0.00916)),
        ("K6", 0.00706, 5.667e-7, (_ZF - 0.01421, 0.0)),
        ("K7", 0.05498, 1.912e-5, (0.00449, -0.01228)),
    )
    links = [Link("ground")]
    for name, m, moment, (x, y) in bodies:
        links.append(Link(name, Inertia.about_com(m, (x, y, 0.0), (moment / 2, moment / 2, moment, 0, 0, 0))))
    joints = (
        Joint("beta", "revolute", "ground", "K1"),
        Joint("theta", "revolute", "K1", "K2", at(_RR)),
        Joint("gamma", "revolute", "ground", "K3", at(*_B)),
        Joint("delta", "revolute", "ground", "K5", at(*_A)),
        Joint("phi", "revolute", "K5", "K4", at(_ZT)),
        Joint("epsilon", "revolute", "ground", "K7", at(*_A)),
        Joint("omega", "revolute", "K7", "K6", at(0, -_U)),
    )
    hub = at(-_D)
    loops = (
        Loop("K3", "revolute", "K3", "K2", at(0, -_SS), hub),
        Loop("K4", "revolute", "K4", "K2", at(0, -_E), hub),
        Loop("K6", "revolute", "K6", "K2", at(_ZF), hub),
    )
    spring = Strut("spring", "ground", "K3", (*_C, 0), (0.02, -0.018, 0), stiffness=4530.0, rest=0.07785)
    tool = Frame("tool", "K2", hub)
    return Robot(
        "andrews_squeezer", tuple(links), joints, (0, 0, 0), (tool,), __doc__ or "",
        loops=loops, springs=(spring,), actuated=("beta",),
    )  # fmt: skip
