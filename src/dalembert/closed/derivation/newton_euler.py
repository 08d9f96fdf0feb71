r"""Derivation of the equations of motion by the Newton-Euler method, from the force and moment balances of each link.

    outward   ω = Rᵀω' + q̇ z,  ω̇ = Rᵀω̇' + Rᵀω' × q̇ z + q̈ z,  a = Rᵀ(a' + ω̇' × p + ω' × (ω' × p))      (revolute)
              ω = Rᵀω',  ω̇ = Rᵀω̇',  a = Rᵀ(a' + …) + 2 ω × q̇ z + q̈ z                                (prismatic)
              F = m a_c,  N = I ω̇ + ω × I ω,  a = −g₀ for the ground, so that F includes the weight
    inward    f = F + Σ R f_child,  n = N + r_c × F + Σ (R n_child + p × R f_child),  τ = zᵀn or zᵀf
                                                                                          [luh1980], [rbe3005]
All vectors of a link are expressed in the link frame. The components of f and n in the constrained directions of the
joint are bearing reactions. The projection on z eliminates these reactions."""

from __future__ import annotations

from dataclasses import dataclass

from dalembert.closed.algebra.ring import Elements
from dalembert.closed.derivation.shared_steps import Arm, ExactLink, transform
from dalembert.closed.derivation.step import DerivationStep, MethodResult, StepEquation, described
from dalembert.spatial.pose import Pose
from dalembert.spatial.vector import ZERO, Vector, add, cross, matvec, negative, scale, transpose


@dataclass(frozen=True)
class LinkMotion:
    """Angular velocity and acceleration of a link, accelerations of O and C, and inertial force and moment."""

    w: Vector
    wd: Vector
    a: Vector
    a_c: Vector
    F: Vector
    N: Vector


@dataclass(frozen=True)
class Reaction:
    """Force and moment that the parent exerts on a link. The moment is taken about the origin of the link."""

    f: Vector
    n: Vector


_BESIDE = 2  # largest number of child links whose forces are in the same equation


def newton_euler(arm: Arm) -> MethodResult:
    """Derive the equations of motion by an outward and an inward recursion over the links."""
    transforms = [transform(arm, link) for link in arm.links]
    motions: list[LinkMotion] = []
    ground = LinkMotion(arm.exact(ZERO), arm.exact(ZERO), negative(arm.gravity), *(arm.exact(ZERO),) * 3)
    for link, X in zip(arm.links, transforms, strict=True):
        motions.append(_outward(arm, link, X, motions[link.parent] if link.parent >= 0 else ground))
    reactions = _inward(arm, transforms, motions)
    bearing = [
        tuple((r.f if link.prismatic else r.n)[axis] for axis in link.axes)
        for link, r in zip(arm.links, reactions, strict=True)
    ]
    efforts = list(map(add, bearing, arm.drives()))
    tau = add(arm.gather(efforts), arm.friction)
    steps = (
        _outward_step(arm, motions),
        _balances(arm),
        _inward_step(arm, reactions),
        _projection(arm, tau),
    )
    return MethodResult(steps, tau)


def _outward(arm: Arm, link: ExactLink, X: Pose, before: LinkMotion) -> LinkMotion:
    red, back = arm.red, transpose(X.R)
    qd, qdd = (arm.along_axes(link, x) for x in (arm.ring.qd, arm.ring.qdd))
    carried = red(matvec(back, before.w))
    swing = red(add(cross(before.wd, X.p), cross(before.w, red(cross(before.w, X.p)))))
    a = red(matvec(back, add(before.a, swing)))
    if link.prismatic:
        w, wd = carried, red(matvec(back, before.wd))
        a = red(add(a, add(scale(2, cross(w, qd)), qdd)))
    else:
        w = add(carried, qd)
        wd = red(add(add(matvec(back, before.wd), cross(carried, qd)), qdd))
    a_c = red(add(a, add(cross(wd, link.c), cross(w, red(cross(w, link.c))))))
    # about C, the first moments vanish, and the results are m a_c and I ω̇ + ω × I ω
    F = red(add(scale(link.m, a_c), add(cross(wd, link.ms), cross(w, red(cross(w, link.ms))))))
    N = red(add(add(matvec(link.I, wd), cross(w, red(matvec(link.I, w)))), cross(link.ms, a_c)))
    return LinkMotion(w, wd, a, a_c, F, N)


def _inward(arm: Arm, transforms: list[Pose], motions: list[LinkMotion]) -> list[Reaction]:
    red = arm.red
    reactions: dict[int, Reaction] = {}
    for i in reversed(range(len(arm.links))):
        link, move = arm.links[i], motions[i]
        f, n = move.F, add(move.N, cross(link.c, move.F))
        for j in link.children:
            X, carried = transforms[j], reactions[j]
            up = red(matvec(X.R, carried.f))
            f, n = add(f, up), add(n, add(matvec(X.R, carried.n), cross(X.p, up)))
        reactions[i] = Reaction(red(f), red(n))
    return [reactions[i] for i in range(len(arm.links))]


# ── the steps in words ────────────────────────────────────────────────────────


def _outward_step(arm: Arm, motions: list[LinkMotion]) -> DerivationStep:
    still = [StepEquation(x, arm.exact(ZERO)) for x in (r"\omega_0", r"\dot\omega_0")]
    ground = StepEquation("a_0", negative(arm.gravity), "-g_0")
    steps = (_outward_link(arm, link, x) for link, x in zip(arm.links, motions, strict=True))
    return described("newton-euler.outward", (*still, ground), steps)


def _outward_link(arm: Arm, link: ExactLink, move: LinkMotion) -> DerivationStep:
    i = link.number
    j = arm.links[link.parent].number if link.parent >= 0 else 0
    k = link.coordinate + 1
    R = f"R_{i}^\\top"
    arc = rf"a_{j} + \dot\omega_{j} \times o_{i} + \omega_{j} \times (\omega_{j} \times o_{i})"
    turn = rf"\omega_{{{i},{j}}}" if link.motion == "ball" else rf"\dot q_{k} z"
    spin = rf"\dot\omega_{{{i},{j}}}" if link.motion == "ball" else rf"\ddot q_{k} z"
    w = rf"{R} \omega_{j}"
    wd = rf"{R} \dot\omega_{j}"
    a = f"{R}({arc})"
    if link.prismatic:
        a += rf" + 2\,\omega_{i} \times {turn} + {spin}"
    else:
        wd += rf" + {w} \times {turn} + {spin}"
        w += f" + {turn}"
    equations = [
        StepEquation(rf"\omega_{i}", move.w, w),
        StepEquation(rf"\dot\omega_{i}", move.wd, wd),
        StepEquation(f"a_{i}", move.a, a),
    ]
    if link.present:
        equations += _inertial(link, move)
    return described("newton-euler.link", equations, also={"massless": not link.present}, i=i)


def _inertial(link: ExactLink, move: LinkMotion) -> list[StepEquation]:
    """Return the equations of a link's inertial force and moment about C or O."""
    i = link.number
    arm = f"r_{{c{i}}}" if link.central else rf"\mathrm{{ms}}_{i}"
    swing = rf"\dot\omega_{i} \times {arm} + \omega_{i} \times (\omega_{i} \times {arm})"
    I = f"I_{{{'c' if link.central else 'O'}{i}}}"
    moment = rf"{I} \dot\omega_{i} + \omega_{i} \times {I} \omega_{i}"
    if not link.central:
        force = StepEquation(f"F_{i}", move.F, rf"m_{i} a_{i} + {swing}")
        return [force, StepEquation(f"N_{i}", move.N, rf"{moment} + {arm} \times a_{i}")]
    a_c = f"a_{{c{i}}}"
    point = StepEquation(a_c, move.a_c, f"a_{i} + {swing}") if any(link.c) else StepEquation(a_c, rule=f"a_{i}")
    return [point, StepEquation(f"F_{i}", move.F, f"m_{i} {a_c}"), StepEquation(f"N_{i}", move.N, moment)]


def _balances(arm: Arm) -> DerivationStep:
    """Return the step that states Newton's and Euler's laws for each link, with unknown reaction forces and moments."""
    equations: list[StepEquation] = []
    for link in arm.links:
        i, few = link.number, len(link.children) <= _BESIDE  # many terms are moved to the right side, which can be long
        forces, moments = _passed_on(arm, link, "-" if few else "+")
        left, right = ((forces, moments), ("", "")) if few else (("", ""), (forces, moments))
        force = StepEquation(f"f_{i}{left[0]}", rule=f"F_{i}{right[0]}")
        equations += [force, StepEquation(f"n_{i}{left[1]}", rule=f"N_{i}{_lever(link)}{right[1]}")]
    balances, efforts = 6 * len(arm.links), sum(len(link.rates) for link in arm.links)
    return described(
        "newton-euler.balances", equations, balances=balances, efforts=efforts, reactions=balances - efforts
    )


def _lever(link: ExactLink) -> str:
    return rf" + r_{{c{link.number}}} \times F_{link.number}" if link.central else ""


def _passed_on(arm: Arm, link: ExactLink, sign: str) -> tuple[str, str]:
    """Return formulas for the forces and moments that a link exerts on its children."""
    children = [arm.links[j].number for j in link.children]
    forces = "".join(f" {sign} R_{j} f_{j}" for j in children)
    return forces, "".join(rf" {sign} R_{j} n_{j} {sign} o_{j} \times R_{j} f_{j}" for j in children)


def _inward_step(arm: Arm, reactions: list[Reaction]) -> DerivationStep:
    steps = []
    for link, r in reversed(list(zip(arm.links, reactions, strict=True))):
        i, (forces, moments) = link.number, _passed_on(arm, link, "+")
        force = StepEquation(f"f_{i}", r.f, f"F_{i}{forces}")
        moment = StepEquation(f"n_{i}", r.n, f"N_{i}{_lever(link)}{moments}")
        steps.append(described("newton-euler.link", (force, moment), i=i))
    return described("newton-euler.inward", steps=steps)


def _projection(arm: Arm, tau: Elements) -> DerivationStep:
    equations = [StepEquation(rf"\tau_{k}", x, _effort_rule(arm, k - 1)) for k, x in enumerate(tau, 1)]
    return arm.step("newton-euler.efforts", equations)


def _effort_rule(arm: Arm, k: int) -> str:
    own = [link for link in arm.links if k in link.rates]
    if len(own) != 1:
        return ""
    link = own[0]
    if link.motion == "ball":
        return rf"n_{{{link.number},{k - link.coordinate + 1}}}"
    rule = rf"z^\top {'f' if link.prismatic else 'n'}_{link.number}"
    if link.Ia:
        rule += rf" + I_{{a{link.number}}} \ddot q_{k + 1}"
    return rule + arm.rubbed(k)
