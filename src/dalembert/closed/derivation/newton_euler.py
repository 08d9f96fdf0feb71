r"""The method of Newton and Euler: balances of each link with the forces its neighbours put on it.

    outward   ω = Rᵀω' + q̇ z,  ω̇ = Rᵀω̇' + Rᵀω' × q̇ z + q̈ z,  a = Rᵀ(a' + ω̇' × p + ω' × (ω' × p))      (revolute)
              ω = Rᵀω',  ω̇ = Rᵀω̇',  a = Rᵀ(a' + …) + 2 ω × q̇ z + q̈ z                                (prismatic)
              F = m a_c,  N = I ω̇ + ω × I ω,  a of the ground = −g₀, which puts every weight into F
    inward    f = F + Σ R f_child,  n = N + r_c × F + Σ (R n_child + p × R f_child),  τ = zᵀn or zᵀf
                                                                                          [luh1980], [rbe3005]
All vectors of a link are in its own axes. The components of f and n across the joint are what its bearings carry: the
reactions, found on the way and eliminated by the projection on z.
"""

from __future__ import annotations

from dataclasses import dataclass

from dalembert.closed.algebra.ring import Poly
from dalembert.closed.derivation.method import Arm, ExactLink, opening
from dalembert.closed.derivation.step import DerivationStep, MethodResult, StepEquation
from dalembert.spatial.pose import Pose
from dalembert.spatial.vector import EYE, ZERO, Vector, add, cross, matmul, matvec, negative, scale, transpose


@dataclass(frozen=True)
class LinkMotion:
    """Angular velocity and acceleration, acceleration of the origin and of C, inertial force and moment."""

    w: Vector
    wd: Vector
    a: Vector
    a_c: Vector
    F: Vector
    N: Vector


@dataclass(frozen=True)
class Reaction:
    """What the link before puts on this one: force, and moment about this link's origin."""

    f: Vector
    n: Vector


_BESIDE = 2  # links after one, up to which their forces stand beside its own


def newton_euler(arm: Arm) -> MethodResult:
    """Derive the equations of motion by the two sweeps."""
    transforms = [_transform(arm, link) for link in arm.links]
    motions: list[LinkMotion] = []
    ground = LinkMotion(arm.exact(ZERO), arm.exact(ZERO), negative(arm.gravity), *(arm.exact(ZERO),) * 3)
    for link, X in zip(arm.links, transforms, strict=True):
        motions.append(_outward(arm, link, X, motions[link.parent] if link.parent >= 0 else ground))
    reactions = _inward(arm, transforms, motions)
    bearing = [
        tuple((r.f if link.prismatic else r.n)[axis] for axis in link.axes)
        for link, r in zip(arm.links, reactions, strict=True)
    ]
    efforts = [add(x, rotor) for x, rotor in zip(bearing, arm.drives(), strict=True)]
    tau = tuple(x + f for x, f in zip(arm.gather(efforts), arm.friction, strict=True))
    steps = (
        opening(arm),
        _frames(arm, transforms),
        _outward_step(arm, motions),
        _balances(arm),
        _inward_step(arm, reactions),
        _projection(arm, reactions, tau),
    )
    return MethodResult(steps, tau)


def _transform(arm: Arm, link: ExactLink) -> Pose:
    """Axes and origin of a link's frame in its carrier's."""
    place = link.placement
    if link.motion == "ball":
        return Pose(arm.red(matmul(place.R, arm.mechanics.kinematics.ball(link.number - 1))), place.p)
    q = arm.red(link.ratio * arm.ring.symbol(arm.ring.coordinates[link.coordinate].q))
    if link.prismatic:
        along = tuple(row[2] for row in place.R)
        return Pose(place.R, arm.red(add(place.p, scale(q, along))))
    s, c = arm.ring.sincos(q)
    turn = ((c, -s, arm.ring.zero), (s, c, arm.ring.zero), arm.exact(EYE)[2])
    return Pose(arm.red(matmul(place.R, turn)), place.p)


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
    # about C the first moments vanish and these are m a_c and I ω̇ + ω × I ω
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


def _frames(arm: Arm, transforms: list[Pose]) -> DerivationStep:
    words = (
        "$R_i$ turns vectors of link $i$ into the axes of the link that carries it, $p_i$ is the origin of link $i$ "
        "seen from there, and "
        r"$r_{ci}$ is the centre of mass of link $i$ in its own axes."
    )
    equations: list[StepEquation] = []
    for link, X in zip(arm.links, transforms, strict=True):
        i = link.number
        equations += [StepEquation(f"R_{i}", X.R), StepEquation(f"p_{i}", X.p)]
        if link.present:
            name = f"r_{{c{i}}}" if link.central else rf"\mathrm{{ms}}_{i}"
            equations.append(StepEquation(name, link.c if link.central else link.ms))
    if any(not link.central for link in arm.links):
        words += r" Where first moments are given instead of a centre of mass, $\mathrm{ms}_i$ are those of link $i$."
    return DerivationStep("Frames", words, tuple(equations))


def _outward_step(arm: Arm, motions: list[LinkMotion]) -> DerivationStep:
    words = (
        "From the base to the tip, each link's angular velocity, angular acceleration and the acceleration of its "
        "origin follow from "
        "those of the link before, all in the link's own axes. The base is given the acceleration $-g_0$, so that "
        "every "
        "weight is felt as an inertial force and gravity need not be mentioned again."
    )
    ground = (
        StepEquation(r"\omega_0", arm.exact(ZERO)),
        StepEquation(r"\dot\omega_0", arm.exact(ZERO)),
        StepEquation("a_0", negative(arm.gravity), "-g_0"),
    )
    return DerivationStep(
        "Outward sweep",
        words,
        ground,
        steps=tuple(_outward_link(arm, link, x) for link, x in zip(arm.links, motions, strict=True)),
    )


def _outward_link(arm: Arm, link: ExactLink, move: LinkMotion) -> DerivationStep:
    i, j, k = link.number, arm.links[link.parent].number if link.parent >= 0 else 0, link.coordinate + 1
    R = f"R_{i}^\\top"
    arc = rf"a_{j} + \dot\omega_{j} \times p_{i} + \omega_{j} \times (\omega_{j} \times p_{i})"
    if link.prismatic:
        rules = (
            rf"{R} \omega_{j}",
            rf"{R} \dot\omega_{j}",
            rf"{R}({arc}) + 2\,\omega_{i} \times \dot q_{k} z + \ddot q_{k} z",
        )
    elif link.motion == "ball":
        rules = (
            rf"{R} \omega_{j} + \omega_{{{i},{j}}}",
            rf"{R} \dot\omega_{j} + {R} \omega_{j} \times \omega_{{{i},{j}}} + \dot\omega_{{{i},{j}}}",
            rf"{R}({arc})",
        )
    else:
        rules = (
            rf"{R} \omega_{j} + \dot q_{k} z",
            rf"{R} \dot\omega_{j} + {R} \omega_{j} \times \dot q_{k} z + \ddot q_{k} z",
            rf"{R}({arc})",
        )
    equations = [
        StepEquation(rf"\omega_{i}", move.w, rules[0]),
        StepEquation(rf"\dot\omega_{i}", move.wd, rules[1]),
        StepEquation(f"a_{i}", move.a, rules[2]),
    ]
    if link.central:
        point = rf"a_{i} + \dot\omega_{i} \times r_{{c{i}}} + \omega_{i} \times (\omega_{i} \times r_{{c{i}}})"
        equations += [
            StepEquation(f"a_{{c{i}}}", move.a_c, point) if any(link.c) else StepEquation(f"a_{{c{i}}}", rule=f"a_{i}"),
            StepEquation(f"F_{i}", move.F, f"m_{i} a_{{c{i}}}"),
            StepEquation(f"N_{i}", move.N, rf"I_{{c{i}}} \dot\omega_{i} + \omega_{i} \times I_{{c{i}}} \omega_{i}"),
        ]
    else:
        equations += [
            StepEquation(
                f"F_{i}",
                move.F,
                rf"m_{i} a_{i} + \dot\omega_{i} \times \mathrm{{ms}}_{i} + \omega_{i} \times (\omega_{i} \times "
                rf"\mathrm{{ms}}_{i})",
            ),
            StepEquation(
                f"N_{i}",
                move.N,
                rf"I_{{O{i}}} \dot\omega_{i} + \omega_{i} \times I_{{O{i}}} \omega_{i} + \mathrm{{ms}}_{i} \times "
                f"a_{i}",
            ),
        ]
    if not link.present:
        equations = equations[:3]
    return DerivationStep(
        f"Link {i}", "" if link.present else "A link without mass: it only passes motion on.", tuple(equations)
    )


def _balances(arm: Arm) -> DerivationStep:
    """Newton's and Euler's law of each link, with the unknown reactions."""
    words = (
        "Cut the chain at every joint. On link $i$ act $f_i$ and $n_i$ from the link before it and the opposites of "
        "what it puts on the links "
        "after it. Their sum is the inertial force $F_i$, and their moment about the link's origin is $N_i + r_{ci} "
        r"\times F_i$."
    )
    equations: list[StepEquation] = []
    for link in arm.links:
        i = link.number
        arm_of_force = rf" + r_{{c{i}}} \times F_{i}" if link.central else ""
        children = [arm.links[j].number for j in link.children]
        moved = "-" if len(children) <= _BESIDE else "+"  # many stand on the right, which may take several lines
        forces = "".join(rf" {moved} R_{j} f_{j}" for j in children)
        moments = "".join(rf" {moved} R_{j} n_{j} {moved} p_{j} \times R_{j} f_{j}" for j in children)
        left, right = ((forces, moments), ("", "")) if moved == "-" else (("", ""), (forces, moments))
        equations.append(StepEquation(f"f_{i}{left[0]}", rule=f"F_{i}{right[0]}"))
        equations.append(StepEquation(f"n_{i}{left[1]}", rule=f"N_{i}{arm_of_force}{right[1]}"))
    n = len(arm.links)
    efforts = sum(len(link.rates) for link in arm.links)
    words += (
        f" There are {6 * n} scalar balances for {efforts} efforts and {6 * n - efforts} reactions of the bearings."
    )
    return DerivationStep("Balances of the links", words, tuple(equations))


def _inward_step(arm: Arm, reactions: list[Reaction]) -> DerivationStep:
    words = (
        "The balances are triangular: a last link has nothing after it, so its reaction is known, and each link before "
        "it has one unknown "
        "force and moment left. From the tip to the base the reactions are eliminated one after the other."
    )
    steps = []
    for link, r in reversed(list(zip(arm.links, reactions, strict=True))):
        i = link.number
        force, moment = f"F_{i}", f"N_{i}" + (rf" + r_{{c{i}}} \times F_{i}" if link.central else "")
        for j in (arm.links[j].number for j in link.children):
            force += f" + R_{j} f_{j}"
            moment += rf" + R_{j} n_{j} + p_{j} \times R_{j} f_{j}"
        steps.append(
            DerivationStep(f"Link {i}", "", (StepEquation(f"f_{i}", r.f, force), StepEquation(f"n_{i}", r.n, moment)))
        )
    return DerivationStep("Inward sweep: the reactions eliminated", words, steps=tuple(steps))


def _projection(arm: Arm, reactions: list[Reaction], tau: tuple[Poly, ...]) -> DerivationStep:
    words = (
        r"The motor supplies what acts along the joint: $\tau_i = z^\top n_i$ where it turns, $\tau_i = z^\top f_i$ "
        "where it slides. The other "
        "five components are carried by the bearings and do no work."
    )
    if arm.mechanics.has_balls:
        words += " A ball has three efforts, all of $n_i$, and carries the force alone."
    if any(link.Ia for link in arm.links):
        words += r" The rotor of the drive adds $I_a \ddot q$."
    if any(arm.friction):
        words += " Friction in the joint must be overcome too."
    equations = [StepEquation(rf"\tau_{k}", x, _effort_rule(arm, k - 1)) for k, x in enumerate(tau, 1)]
    return DerivationStep("The efforts", words, tuple(equations))


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
    return rule + (rf" + \tau_{{f{k + 1}}}" if arm.friction[k] else "")
