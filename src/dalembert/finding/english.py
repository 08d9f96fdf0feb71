"""English: sentences that are functions of a finding, and the table of all others, `english.toml`.

A function takes the finding and its shown fields. A test checks that kinds and keys agree and that placeholders are
fields.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Callable
from importlib.resources import files
from math import pi
from typing import Any

# ---------------- argument


def _known(f: Any) -> str:
    near = difflib.get_close_matches(f.name, f.known, n=1)
    hint = f"; did you mean '{near[0]}'?" if near else "."
    listed = ", ".join(f.known[:12]) + (", …" if len(f.known) > 12 else "")
    return f"{hint} Expected one of: {listed}" if f.known else hint


def _unknown(f: Any, t: Any) -> str:
    if f.owner is None:
        subject = f"Unknown {t.noun} {t.name}" + (f" in {t.argument}" if f.argument else "")
    else:
        subject = (
            f"{t.owner} {t.owner_name} has no {t.noun} {t.name}"
            if f.owner_name
            else f"A {t.owner} has no {t.noun} {t.name}"
        )
    return subject + _known(f)


def _range(f: Any, t: Any) -> str:
    low, high = f.lower is not None, f.upper is not None
    if low and high:
        bounds = f"between {t.lower} and {t.upper}" + (" (exclusive)" if f.strict else "")
    elif low:
        bounds = (
            (f"greater than {t.lower}" if f.strict else f"at least {t.lower}")
            if f.lower or not f.strict
            else "positive"
        )
        bounds = "non-negative" if f.lower == 0 and not f.strict else bounds
    else:
        bounds = f"less than {t.upper}" if f.strict else f"at most {t.upper}"
    return f"{t.argument} must be {bounds}, got {t.got}"


def _integer(f: Any, t: Any) -> str:
    bounds = (f" of at least {t.lower}" if f.lower is not None else "") + (
        f" up to {t.upper}" if f.upper is not None else ""
    )
    return f"{t.argument} must be an integer{bounds}, got {t.got}"


def _one_of(f: Any, t: Any) -> str:
    names = [f"'{x}'" if not x.isdigit() else x for x in f.choices]
    listed = names[0] if len(names) == 1 else ", ".join(names[:-1]) + f" or {names[-1]}"
    return f"{t.argument} must be {listed}, got {t.got}"


def _length(f: Any, t: Any) -> str:
    needs = f"robot {t.robot} has" if f.robot else "expected"
    things, *of = str(t.noun).split(" ", 1)
    if f.expected == 1:
        things = "entry" if things == "entries" else things.removesuffix("s")
    has = f"{f.got} {'entry' if f.got == 1 else 'entries'}"
    return f"{t.argument} has {has}; {needs} {f.expected} {' '.join((things, *of))}"


def _shape(f: Any, t: Any) -> str:
    shapes = " or ".join(f"({', '.join(map(str, x))}{',' if len(x) == 1 else ''})" for x in f.expected)
    needs = f"robot '{f.robot}' needs" if f.robot else "expected"
    return f"{t.argument} has shape {t.got}; {needs} {shapes}"


# ---------------- model


def _part(f: Any, t: Any) -> str:
    return f"{f.tag}{f' {t.name}' if f.name else ''}{f' of {t.owner}' if f.owner else ''}"


def _counted(f: Any, t: Any) -> str:
    line = f.part.place.line if f.part.place is not None else None
    times = f"{f.count} times, first on line {line}" if f.count > 1 else f"line {line}"
    return str(t.part) + (f", perhaps {f.near}" if f.near else "") + (f" ({times})" if line else "")


def _not_read(f: Any, t: Any, most: int = 40) -> str:
    more = f", and {len(f.parts) - most} more" if len(f.parts) > most else ""
    return f"{t.reason}: {', '.join(map(str, f.parts[:most]))}{more}"


def _numbers(f: Any, t: Any) -> str:
    return f"{t.part} has {f.got} number{'s' * (f.got != 1)}; expected {' or '.join(map(str, f.expected))}"


def _undefined(f: Any, t: Any) -> str:
    return f"{t.part} refers to {t.noun} {t.name}, which does not exist{_known(f)}"


def _not_defined(f: Any, t: Any) -> str:
    return f"{t.noun} {t.owner} refers to {t.target} {t.name}, which is not defined{_known(f)}"


def _roots(f: Any, t: Any) -> str:
    listed = ", ".join(f"'{x}'" for x in f.links[:5]) + (", …" if len(f.links) > 5 else "")
    return f"{len(f.links)} links have no parent ({listed}); a tree has one root"


def _link_cycle(f: Any, t: Any) -> str:
    links = " → ".join(f.links[:6])
    return f"Joint {t.joint} closes a loop of links" + (f": {links}" if links else "")


def _violation(f: Any, t: Any) -> str:
    match f.quantity:
        case "triangle inequality":
            a, b, c = (f"{x.value:.6g}" for x in f.values)
            return f"principal moments that violate A + B ≥ C ({a} + {b} < {c})"
        case "tensor without mass":
            return "first moments or an inertia tensor but no mass"
    return f"a {'negative mass' if f.quantity == 'negative mass' else 'negative principal moment'} ({t.values})"


def _rounded_angle(f: Any, t: Any) -> str:
    value = f"{f.angle.value:.10g} rad, " if f.angle is not None else ""
    return f"{t.part} is {value}a rounded right angle (off by {f.off.value:.1g} rad)"


def _rotation(f: Any, t: Any) -> str:
    if f.determinant is not None:
        return f"{t.argument} is a reflection (det R = −1), not a rotation"
    return f"{t.argument} is not a rotation: R Rᵀ differs from the identity by {f.off:.2g}"


def _bad_name(f: Any, t: Any) -> str:
    if f.reserved:
        return f"The {t.noun} name {t.name} is reserved for coordinates and constants (q1, qd1, qdd1, tau1, w1_1, pi)"
    return f"{t.name} is not a {t.noun} name: use letters, digits and _, a letter first, at most 60 characters"


def _mesh(f: Any, t: Any) -> str:
    return f"The mesh{f' {t.file}' if f.file else ''} cannot be used: {t.reason}" + (
        f" ({f.detail})" if f.detail else ""
    )


def _unrepresentable(f: Any, t: Any, most: int = 4) -> str:
    more = f" and {len(f.parts) - most} more" if len(f.parts) > most else ""
    return f"{f.format} cannot represent {', '.join(map(str, f.parts[:most]))}{more}"


def _not_read_back(f: Any, t: Any) -> str:
    if f.cause is not None:
        return f"{t.file} was not written, because it could not be read there: {t.cause}"
    listed = ", ".join(map(str, f.parts[:3])) + (" and more" if len(f.parts) > 3 else "")
    return f"{t.file} was not written, because other parts of the file change {listed}"


# ---------------- mechanism


def _unreachable(f: Any, t: Any) -> str:
    within = " within the joint limits" if f.limits else ""
    index = f" at index {t.index}" if f.index else ""
    off = f"{t.distance} and {t.angle}" if f.angle else f"{t.distance}"
    words = f"Robot {t.robot} cannot bring frame {t.frame} to the target{index}{within}: the nearest pose found is {off} away"
    if f.directions is None:
        return words
    return (
        f"{words}. The frame moves in {t.directions} of 6 directions; a position as target leaves its orientation free"
    )


def _loops(count: int, one: str, many: str) -> str:
    return f"One loop {one}" if count == 1 else f"{count} loops {many}"


def _redundant(f: Any) -> str:
    each = " each" if f.loops > 1 else ""
    return f"{f.redundant} redundant equation{'' if f.redundant == 1 else 's'}{each}"


def _group_redundancy(f: Any, t: Any) -> str:
    geared = f" − {f.couplings}" if f.couplings else ""
    count = f.dimension * (f.bodies - 1 - f.joints) + f.freedoms - f.couplings
    formula = f"{f.dimension}({f.bodies} − 1 − {f.joints}) + {f.freedoms}{geared} = {count}".replace("= -", "= −")
    return (
        f"All joints together allow only {t.group}, a group of dimension {t.dimension}: {f.m - f.dimension} of the {t.m} "
        f"equations of each loop are redundant ({t.redundant} in all). With m = {t.dimension} the formula reads {formula}"
    )


# ---------------- motion


def _diverged(f: Any, t: Any) -> str:
    which = f" of trajectory {t.trajectory}" if f.trajectory else ""
    when = "at" if f.step is None else "before"
    why = f": {f.reason}" if f.reason else ""
    long = f"; the step of {t.step} is too long" if f.step else ""
    loops = "; its loops may have reached a singular configuration" if f.loops else ""
    return f"The motion{which} diverged {when} t = {t.time}, most at joint {t.joint}{why}{long}{loops}"


def _energy_jump(f: Any, t: Any) -> str:
    which = f" of trajectory {t.trajectory}" if f.trajectory else ""
    return (
        f"The energy{which} changes by {t.change} without a cause between t = {t.start} and {t.end}; the step is too long, "
        "or the loops have reached a singular configuration"
    )


def _not_stabilizable(f: Any, t: Any) -> str:
    why = f": {f.reason}" if f.reason else ": no effort changes it" if f.pole is None else ""
    stays = f"; the eigenvalue {f.pole} 1/s stays, so Q gives it no weight or no effort changes it" if f.pole else ""
    return f"No regulator stabilizes this state with these weights{why}{stays}"


# ---------------- equation


_MISTAKES = {
    "kinetic slope dropped": "the term −∂T/∂q{k} of Lagrange's equation was dropped: −∂T/∂q{k} = {lost} is missing",
    "kinetic slope added": "∂T/∂q{k} was added; Lagrange's equation subtracts it, d/dt(∂L/∂q̇{k}) − ∂L/∂q{k}",
    "kinetic slope doubled": "the ½ of ∂T/∂q{k} = ½ q̇ᵀ(∂M/∂q{k})q̇ was lost",
    "constant inertia": "d/dt(∂T/∂q̇{k}) was taken with a constant M; M depends on q, so the product rule adds Ṁq̇, here {lost}",
    "Coriolis halved": "the factor 2 of the Coriolis terms is missing: q̇_i q̇_j stands for c_kij and c_kji together",
    "doubled": "{part} are twice too large",
    "halved": "{part} are halved: c_kii q̇_i² has the factor 1",
    "wrong sign": "{part}{of} {has} the wrong sign",
    "missing": "{part}{of} {be} missing",
    "half lost": "the ½ of the kinetic energy ½ m v² + ½ I ω² is missing",
    "half twice": "the ½ of the kinetic energy was applied twice",
    "potential sign": "the potential energy has the wrong sign: L = T − U, E = T + U, and U grows with height",
    "parallel axis missing": "the parallel-axis (Steiner) term m d² of {link} is missing: the inertia is given about the "
    "centre of mass, at a distance d from the joint",
    "parallel axis twice": "the parallel-axis (Steiner) term m d² of {link} is counted twice",
    "link left out": "{link} is left out altogether",
    "coupling missing": "the coupling {between} is missing: accelerations of other joints act through M_{k}j",
    "gear ignored": "{part}{of} was not transformed through the gear: it appears with N²",
    "gear once": "{part}{of} was multiplied by N once: it appears with N²",
    "other zero": "q{n} was measured from another zero, a right angle away, which exchanges sine and cosine",
    "other direction": "q{n} was counted positive in the other direction",
    "absolute angles": "the angles were measured from the ground (absolute); q is measured from the previous link (relative)",
}


_REASONS = {
    "gravity terms": ": with M q̈ + c + g = τ it is g = +∂U/∂q, which the motors must hold",
    "external force": ": M q̈ + c + g = τ + JᵀF",
    "friction": ": it opposes the motion, so the motor must add it",
}


_SLIPS = {
    "replaced": "{written} is written where {meant} belongs",
    "wrong index": "{written} is written where {meant} belongs (wrong index)",
    "other angle": "{written} is written where {meant} belongs; q is measured from the previous link, so angles add up",
    "squared": "{written} is written squared",
    "not squared": "{written} is written without its square",
    "factor missing": "the factor {meant} is missing",
    "factor added": "there is a factor {written} too many",
    "parallel axis": "the parallel-axis (Steiner) term {lost} is missing: a mass at a distance d adds m d²",
}


_CONVENTIONS = {
    "last index": "the last index of c_ijk is that of the equation; here it is the first",
    "middle index": "the middle index of c_ijk is that of the equation; here it is the first",
    "mass centres": "v_k and p_k are of the centre of mass of link k; here they are of its origin, and v_ck and p_ck of its centre",
    "generic S": "S is not unique; this is an entry of another S with S q̇ = c, Σ (∂M_i/∂q − ½ (∂M_i/∂q)ᵀ) q̇_i",
    "unsymmetrised S": "S is not unique; this is an entry of another S with S q̇ = c, not made symmetric",
    "Q gravity": "Q is gravity, not the effort",
    "Q weight": "Q is the force of gravity, −∂U/∂q, on the right; here τ is the effort and g = ∂U/∂q",
    "passive": "no motor drives joint {joint}, so its effort is 0",
    "closed": "φ is 0 where the loop is closed",
    "velocity only": "{name} contains the Coriolis and centrifugal terms only",
    "is gravity": "{name} is gravity",
    "velocity and gravity": "{name} contains the velocity terms and gravity",
    "pair": "c_ijk is the whole coefficient of the product of two velocities, c_kij and c_kji together",
    "not symmetric": "h_ijk = ∂M_ij/∂q_k − ½ ∂M_jk/∂q_i are the factors of S_ij = Σ h_ijk q̇_k, not made symmetric",
    "world axes": "ω is written in world axes, not in the link's axes",
    "link axes": "v is written in the link's axes",
    "far end": "the frame of a link is at its far end; here it is at its joint",
    "angular first": "the angular rows of J come first",
    "plane angle": "the third row of J is that of the angle in the plane",
    "rotor counted": "the energy of the joint's rotor is included",
    "row order": "the rows of J have another order",
    "gravity right": "g is on the right, M q̈ + c = τ + g; here it is +∂U/∂q, on the left",
    "absolute": "the angles are measured from the ground (absolute); here q is measured from the previous link",
    "absolute efforts": "the angles are measured from the ground (absolute), with their own efforts; here q is measured from "
    "the previous link",
}


def _mistake(f: Any, t: Any) -> str:
    many = f.part in ("Coriolis terms", "centrifugal terms", "velocity terms")
    words = _MISTAKES[f.mistake].format(
        k="" if f.joint is None else f.joint,
        n=f.number,
        part=t.part,
        link="every link" if f.number is None else f"link {f.number}",
        of="" if f.number is None else f" of {'joint' if f.part == 'motor friction' else 'link'} {f.number}",
        has="have" if many else "has",
        be="are" if many else "is",
        between="between the joints" if f.number is None else f"with joint {f.number}",
        lost=f"(a sum of {f.terms} terms)" if f.lost is None else t.lost,
    )
    why = _REASONS.get(f.part, "") if f.mistake == "wrong sign" else ""
    return words + why + (", in the gravity terms" if f.gravity_only else "")


def _slip(f: Any, t: Any) -> str:
    lost = f"(a sum of {f.terms} terms)" if f.meant is None else t.meant
    return _SLIPS[f.slip].format(written=t.written, meant=t.meant, lost=lost)


def _conflict(f: Any, t: Any) -> str:
    shown = [f"{x[0]}×{x[1]}" if x else "a scalar" for x in f.shapes]
    return (
        f"{' and '.join(shown)} {t.operation}"
        if len(shown) == 2
        else f"{t.operation}" + (f", got {shown[0]}" if shown else "")
    )


def _balance(f: Any, t: Any) -> str:
    if f.closing is None:
        return f"{t.opening} is not closed"
    return f"{t.closing} closes nothing" if f.opening is None else f"{t.closing} cannot close {t.opening}"


def _measured(f: Any, t: Any) -> str:
    unit = "a number" if f.unit == "1" else f.unit
    return f"{t.formula if f.formula is not None else f'a sum of {f.terms} terms'} is {unit}"


def _dimension(f: Any, t: Any) -> str:
    found, wanted = ("a number" if x == "1" else x for x in (f.found, f.wanted))
    what = t.formula if f.formula is not None else f"a sum of {f.terms} terms"
    return f"{what} is {found}, {t.claimed} is {wanted}"


def _coordinates(numbers: Any) -> str:
    names = [f"$q_{{{k}}}$" for k in numbers]
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + f" and {names[-1]}"


def _cyclic(f: Any, t: Any) -> str:
    words = f"{_coordinates(f.coordinates)} {'does' if len(f.coordinates) == 1 else 'do'} not appear in $M$: the base frame is arbitrary"
    if len(f.absent) > 1:
        words += f". $M$ contains none of {_coordinates(f.absent)}"
    if f.conserved:
        words += f". $U$ does not contain {_coordinates(f.conserved)} either: without input{' and friction' * f.friction} the momentum is constant"
    return words


def _last(f: Any, t: Any) -> str:
    names = ", ".join(f"$M_{{{k}{',' if k > 9 else ''}{k}}}$" for k in f.coordinates)
    return f"{names} {'is' if len(f.coordinates) == 1 else 'are'} constant: a last joint moves one rigid body"


def _power(f: Any, t: Any) -> str:
    friction, offset = r" - \tau_\mathrm{f}" * f.friction, r" - \tau_0" * f.offset
    effort = f"(u{friction}{offset})" if friction or offset else " u"
    words = (
        rf"$\mathrm{{d}}E/\mathrm{{d}}t = \dot q^\top{effort}$: the energy $T + U$ changes by the power of the motors"
    )
    words += " minus the power of friction" * f.friction + " and of constant offsets" * f.offset
    loops = r". While $\phi = 0$ holds, the cuts do no work: $\dot\phi = J\dot q$, so $\dot q^\top J^\top\lambda = 0$"
    return f"{words}{loops * f.loops}"


def _methods(f: Any, t: Any) -> str:
    if not f.numerical:
        return f"{t.methods}: {len(f.methods)} derivations, one model"
    swing = r" + \omega \times p" if f.quasi else ""
    law = rf"$\mathrm{{d}}/\mathrm{{d}}t\; \partial L/\partial \dot q - \partial L/\partial q{swing}$"
    return f"{t.methods}: {law}, differentiated, agrees with the recursion"


def _squares(f: Any, t: Any) -> str:
    law = r"$M = \sum m J_\mathrm{v}^\top J_\mathrm{v} + J_\omega^\top I_\mathrm{c} J_\omega$"
    why = "an exact identity" if f.identity else "König's theorem"
    signs = (
        "for masses ≥ 0 and positive semidefinite tensors" if f.symbolic else "since masses and tensors are physical"
    )
    own = " (assumed positive)" * f.symbolic
    return (
        f"sum of squares of partial velocities: {law} ({why}). No term is negative, {signs}. A motion without energy stops "
        f"joint by joint from the base, since each link has inertia about its own joint{own}"
    )


def _search(f: Any, t: Any) -> str:
    where = ": " + ", ".join(f"{x.name} = {x.value:.3g}" for x in f.values) if f.values else ""
    return f"smallest eigenvalue of $M$ relative to its largest, at {f.states} random states and by descent from the smallest{where}; no proof, since {t.cause}"


def _bound(f: Any, t: Any) -> str:
    if f.loop is not None:
        return f"loop {t.loop} binds the coordinates: none of them moves alone"
    more = ", and this S is made of derivatives along coordinates" * f.derivatives
    return f"the rates of ball joint {t.joint} are quasi-velocities, without coordinates behind them{more}"


def _assumption(f: Any, t: Any) -> str:
    sign = {"masses": r" $\ge 0$", "rotor inertias": r" $\ge 0$", "own inertias": " $> 0$"}.get(f.assumption, "")
    subjects = f": {t.formulas}{sign}" if f.formulas else f": {', '.join(f.links)}" if f.links else ""
    return f"{t.assumption}{subjects}"


def _entry(f: Any, t: Any) -> str:
    if f.reason == "own coordinate":
        return f"{f.entry} cannot depend on {f.coordinate}: {t.reason}"
    if f.reason == "independent entry":
        return f"{f.entry} does not depend on {f.coordinate}"
    return f"{f.coordinate if f.reason == 'cyclic coordinate' else f.entry} {t.reason}"


def _vanishes(f: Any, t: Any) -> str:
    if f.cancelling:
        return f"{' and '.join(f.cancelling)} cancel in ½ (∂M_kj/∂q_i + ∂M_ki/∂q_j − ∂M_ij/∂q_k)"
    return f"it is ½ {f.half}, and {t.parts}" if f.half else str(t.parts)


def _accelerates(f: Any, t: Any) -> str:
    where = f" {'; '.join(f.where)}" if f.where else ""
    apart = (
        f" (there M{min(f.joint, f.input)}{max(f.joint, f.input)} = 0, the joints are decoupled)" if f.decoupled else ""
    )
    return f"Under u{f.input} alone, from rest, joint {f.joint} {t.answer}{where}{apart}"


def _extremes(f: Any, t: Any) -> str:
    if f.answer in ("constant inertia", "no simple form"):
        return f"{f.quantity}{f' = {t.value}' if f.value is not None else ''} {t.answer}"
    near = "near" if f.answer == "by search" else "at"
    places = [f"{near} {x}" if x else "at the limit of the joint" for x in (f.largest, f.smallest)]
    return f"{f.quantity} is largest {places[0]} and smallest {places[1]}{t.answer}"


# ---------------- log


def _list(items: Any, most: int = 8) -> str:
    return ", ".join(items[:most]) + (f" and {len(items) - most} more" if len(items) > most else "")


def _percent(x: float) -> str:
    return f"{100 * x:.2g} %" if x < 0.995 else f"{100 * x:.0f} %"


def _quantity_not_found(f: Any, t: Any) -> str:
    has = f". It has: {_list(f.columns, 20)}" if f.columns else ""
    return f"{t.file} has no columns for {t.quantity}{has}" + "".join(f". {x}" for x in f.dropped[:4])


def _column_count(f: Any, t: Any) -> str:
    needs = f"robot {t.robot} needs {t.expected}" if f.robot else f"expected {t.expected}"
    named = f" ({_list(f.columns, 4)})" if f.columns else ""
    return f"{t.file or 'columns'} has {len(f.columns)} columns for {t.quantity}{named}; {needs}"


def _ambiguous(f: Any, t: Any) -> str:
    return f"{t.file} has {len(f.candidates)} {t.noun}: " + "; or ".join(_list(x, 4) for x in f.candidates[:12])


def _rate_basis(f: Any, t: Any) -> str:
    at = f" ({t.rate})" if f.rate else ""
    return f"Time is in {t.unit}{at}" + (f": {t.basis}" if f.basis else "")


def _unit_converted(f: Any, t: Any) -> str:
    return f"{t.quantity} is in {t.units}: multiplied by {', '.join(f'{x:.6g}' for x in f.factors)}"


def _sign_flipped(f: Any, t: Any) -> str:
    who = t.joints if len(f.joints) < 3 else "all joints"
    return f"The {t.channel} of {who} has the wrong sign"


def _joints_swapped(f: Any, t: Any) -> str:
    return f"The {t.channel} columns of '{f.joints[0]}' and '{f.joints[1]}' are swapped"


def _efforts_delayed(f: Any, t: Any) -> str:
    size = f"{abs(f.delay.value):.2g}" + (" or more" if f.beyond else f" ± {f.sigma.value:.1g}")
    return f"Efforts are {size} {f.delay.unit} {'late' if f.delay.value > 0 else 'early'}"


def _speed_order(f: Any, t: Any) -> str:
    return (
        f"The speed of '{f.joints[1]}' is the derivative of the position of '{f.joints[0]}' (correlation {f.correlation:.3f}, "
        f"its own {f.own:.3f}): speeds or positions are in another order"
    )


def _doubt(f: Any, t: Any) -> str:
    if f.before is None or f.after is None:
        return str(t.fault)
    whose = f" of the effort of '{f.joint}'" if f.joint else " of the efforts"
    also = "".join(f"; equally likely: {x}" for x in f.alternatives)
    return f"{t.fault}? Corrected, the best model leaves {f.after:.1%}{whose} unexplained, as recorded {f.before:.1%}{also}"


def _unconfirmed(f: Any, t: Any) -> str:
    left = ""
    if f.before:
        left = f"{_list([f'{x:.1%}' for x in f.before])} of the efforts unexplained, otherwise {_list([f'{x:.1%}' for x in f.after])}; "
    best = min(f.significance)
    if best < -f.needed:
        sure = f"even better, by {-best:.1f} standard errors, but for too little of the effort"
    else:
        sure = f"{_list([f'{x:.1f}' for x in f.significance], 4)} standard errors in favour of the recorded one, {f.needed:.0f} would confirm it"
    shares = " and ".join(f"{x:.2g}" for x in f.link_share)
    why = f". The links cause only {shares} of these efforts, friction the rest" if f.link_share else ""
    return f"Not ruled out: {t.fault}. The log is predicted as well ({left}{sure}){why}"


def _controller_unstable(f: Any, t: Any) -> str:
    if f.cause is not None:
        return f"The model does not follow the commands of {t.log} under this controller: {t.cause}"
    sampled = f", sampled every {t.period}," if f.period else ""
    return f"The controller{sampled} does not hold the robot of {t.log} at its command: errors grow by e in {t.growth}"


def _payload_suspected(f: Any, t: Any) -> str:
    more = "a payload that the model does not have" if f.mass.value > 0 else "less than the model has"
    if f.only_joint:
        more += ", or its efforts or positions are in another unit or behind another gear"
    return (
        f"The given robot leaves {_percent(f.before)} of the torque unexplained, with {f.mass.value:+.3g} {f.mass.unit} at {t.link} "
        f"{_percent(f.after)}: it carries {more}; the identified links include it"
    )


def _controller_differs(f: Any, t: Any) -> str:
    if f.joint is None:
        return (
            f"Simulated torques are off by {_percent(f.share)}, those of the measured motion by {_percent(f.measured)}: "
            "the controller was another one, or friction is not what a drive can have"
        )
    return (
        f"Simulated positions of {t.joint} are off by {_percent(f.share)} of its distance from the command: "
        "the controller was another one (gains, period, commanded rate)"
    )


def _fit_verdict(f: Any, t: Any) -> str:
    words = []
    if f.signals is not None:
        words.append(f"the efforts are {t.signals.value.unit}, and so are the parameters")
    if f.doubt is not None:
        words.append(f"the log is probably faulty ({f.doubt.fault}): see warnings first")
    words.append(
        f"good for feed-forward to {_percent(f.error)} on this trajectory"
        if f.good
        else f"not good enough for feed-forward: {_percent(f.error)} of the torque is unexplained"
    )
    if f.elsewhere is not None:
        words.append(
            f"on other motions expect {_percent(f.elsewhere)}"
            if f.elsewhere < 1e300
            else "other motions feel parameters that this one does not show"
        )
    if f.other_robot:
        words.append("this was not the given robot, see warnings")
    if f.unseen:
        words.append(f"the inertia of {t.unseen} is not determined")
    if f.payload_unseen:
        words.append("do not trust the payload")
    text = "; ".join(words)
    return text[0].upper() + text[1:]


def _geometric_parameter(f: Any, t: Any) -> str:
    axis, angle = f.step[-1], f.is_angle
    if f.part == "centre":
        return f"the {axis} of the centre"
    if f.is_offset:
        return f"the offset of joint '{f.owner}'"
    moved = "rotation" if angle else "shift"
    along = "about" if angle else "along"
    if f.part == "joint":
        return f"the {moved} of joint '{f.owner}' {along} its {'axis' if axis == 'z' else axis}"
    whose = "the base" if f.part == "base" else "the tool" + (f" at '{f.owner}'" if f.name != f"tool.{f.step}" else "")
    return f"the {moved} of {whose} {along} {axis}"


def _unseen_direction(f: Any, t: Any) -> str:
    own, where = str(f.parameter), " in the measured postures" if f.measured_only else ""
    if not f.others:
        return f"{own}: not observable{where or ' in any posture'}"
    if len(f.others) == 1:
        other, factor = f.others[0]
        seen = {1.0: "their sum", -1.0: "their difference"}.get(round(factor, 6))
        seen = seen or f"{other.name} {'+' if factor > 0 else '−'} {abs(factor):.4g} {f.parameter.name}"
        return f"{own} and {other}: only {seen} is observable{where}"
    terms = []
    for other, factor in f.others:
        unit = "" if other.unit == f.parameter.unit else f" {other.unit}/{f.parameter.unit}"
        size = "" if round(abs(factor), 6) == 1 and not unit else f"{abs(factor):.3g}{unit} × "
        terms.append(f"{'+' if factor > 0 else '−'} {size}({other})")
    return f"{own}: equivalent to {' '.join(terms)}{where}"


def _length_or_angle(value: float, angle: bool) -> str:
    return f"{180 / pi * value:.3g}°" if angle else f"{1e3 * value:.3g} mm"


def _calibration_verdict(f: Any, t: Any) -> str:
    words = [
        f"{f.parameters} parameters ({f.joint_parameters} of joints) from {f.measurements} {' and '.join(f.kinds)}"
    ]
    change = " → ".join(_length_or_angle(x, False) for x in f.length)
    if f.angle is not None:
        change += f", orientation error {' → '.join(_length_or_angle(x, True) for x in f.angle)}"
    words.append(f"Position error {change} (root mean square, at the measured postures)")
    worst = [f"{_length_or_angle(s, p.is_angle)} ({p.name})" for p, s in f.least_certain]
    words.append(f"Least certain: {', '.join(worst)}")
    if f.unseen:
        words.append(f"{f.unseen} directions are not identifiable and stay unchanged")
    return ". ".join([*words, *(f"Warning: {str(x).rstrip('.')}" for x in f.warnings)]) + "."


# ---------------- code


def _singular_inertia(f: Any, t: Any) -> str:
    if f.eigenvalue is not None:
        return (
            f"M(q) of robot {t.robot} is not positive definite: its smallest scaled eigenvalue is {f.eigenvalue:.1e}, "
            f"mostly along joint {t.joint}. The links that this joint moves need mass, or its drive a rotor inertia"
        )
    if f.joint is not None:
        return f"Joint {t.joint}{f' of robot {t.robot}' if f.robot else ''} moves no inertia"
    return f"M has no inertia along coordinate {f.coordinate} once those after it are free"


# ---------------- page


def _no_robot(f: Any, t: Any) -> str:
    near = difflib.get_close_matches(f.name, f.known, n=1)
    hint = f"; did you mean '{near[0]}'?" if near else "."
    return f"{t.name} is neither a file nor a known name{hint} Known names: {', '.join(f.known)}"


def _died(f: Any, t: Any) -> str:
    how = f"signal {-f.code}" if f.code is not None and f.code < 0 else f"exit code {f.code}"
    return f"The process that ran {t.request} died ({how}); a new one has replaced it"


def _not_drawn(f: Any, t: Any) -> str:
    return "; ".join(map(str, f.causes)) + (f"; and {f.more} more like these" if f.more else "")


_FUNCTIONS: dict[str, Callable[[Any, Any], str]] = {
    # argument
    "OutOfRange": _range,
    "NotInteger": _integer,
    "NotOneOf": _one_of,
    "Unknown": _unknown,
    "WrongShape": _shape,
    "WrongLength": _length,
    # model
    "Part": _part,
    "Counted": _counted,
    "NotRead": _not_read,
    "NumberCount": _numbers,
    "Undefined": _undefined,
    "UndefinedIgnored": _undefined,
    "NotDefined": _not_defined,
    "NameNotDefined": _not_defined,
    "Roots": _roots,
    "LinkCycle": _link_cycle,
    "InertiaViolation": _violation,
    "RoundedAngle": _rounded_angle,
    "NotARotation": _rotation,
    "BadName": _bad_name,
    "BadMesh": _mesh,
    "Unrepresentable": _unrepresentable,
    "NotReadBack": _not_read_back,
    # mechanism
    "SelfMotions": lambda f, t: (
        f"Robot {t.robot} has "
        + (
            f"a self-motion of {t.dimensions} dimensions, which needs a direction"
            if f.dimensions
            else "no motion that leaves its frame at rest"
        )
    ),
    "UnreachableTarget": _unreachable,
    "PlatformOrientation": lambda f, t: (
        f"The platform of robot {t.robot} "
        + ("rotates only in its plane; the pose is tilted" if f.planar else "cannot rotate; the pose is rotated")
    ),
    "NoDeterminant": lambda f, t: (
        f"J of robot {t.robot} has {t.rows} non-zero rows and {t.columns} columns; "
        + ("its determinant is too long to write" if f.rows == f.columns else "a determinant needs a square matrix")
    ),
    "JointProperty": lambda f, t: (
        f"Joint {t.joint} is {t.joint_kind} and {'needs' if f.needed else 'has no'} {t.argument}"
    ),
    "GroupRedundancy": _group_redundancy,
    "LoopGroups": lambda f, t: f"{_loops(f.loops, 'allows', 'allow, each by itself,')} only {t.group}: {_redundant(f)}",
    "LockedLoops": lambda f, t: (
        f"{_loops(f.loops, 'is', 'are')} dependent, {_redundant(f)}: "
        f"locked, with {t.freedoms} freedoms and {t.equations} equations"
    ),
    "SharedChains": lambda f, t: (
        f"{_loops(f.loops, 'is', 'are')} dependent, {_redundant(f)}: "
        f"{'a Sarrus linkage, ' if f.sarrus else ''}two chains that allow {t.first} and {t.second} and share {t.common}"
    ),
    "SpecialLoops": lambda f, t: (
        f"{_loops(f.loops, 'is', 'are')} dependent, {_redundant(f)}: {t.linkage}"
        f"{f' ({t.joints}R)' * (f.linkage == 'special loop')}"
    ),
    "SingularPosition": lambda f, t: (
        f"The drawn position is {'singular' if f.moves else 'shaky'}: to first order it has "
        f"{t.freedoms} {'more ' if f.moves else ''}{'freedom' if f.freedoms == 1 else 'freedoms'} without a finite motion"
    ),
    # motion
    "MatrixNotDefinite": lambda f, t: f"{t.argument} must be positive {'semi' * f.semidefinite}definite",
    "MotionDiverged": _diverged,
    "EnergyJump": _energy_jump,
    "NotStabilizable": _not_stabilizable,
    # equation
    "UnexpectedSign": lambda f, t: (
        (f"unexpected {t.sign}" if f.sign else "it ends too early") + (f", expected {t.expected}" if f.expected else "")
    ),
    "Unbalanced": _balance,
    "AmbiguousText": lambda f, t: f"{t.text} is ambiguous: it can be read as {' or '.join(f.readings)}",
    "ShapeConflict": _conflict,
    "UnknownSymbol": lambda f, t: f"unknown symbol {t.name}" + _known(f),
    "SlipOfPen": _slip,
    "WrongReasoning": _mistake,
    "SearchEnded": lambda f, t: (
        f"the equation has more than {t.most} terms, so no reason was searched for"
        if f.most
        else "no reason was found in the available time"
    ),
    "OtherConvention": lambda f, t: _CONVENTIONS[f.usage].format(name=f.name, joint=f.joint),
    "RightIf": lambda f, t: (
        f"{', '.join(f.lines)} {'is' if len(f.lines) == 1 else 'are'} right if {t.convention}"
        + (f" (only this line says so); otherwise {t.otherwise}" if f.otherwise else "")
    ),
    "WrongDimension": _dimension,
    "Measured": _measured,
    "MixedSum": lambda f, t: f"a sum adds different dimensions: {t.parts}",
    "SkewOfS": lambda f, t: f"with this S, Ṁ − 2S is {'' if f.skew else 'not '}skew-symmetric",
    "SymbolClash": lambda f, t: (
        f"{t.first} names both a parameter of robot {t.robot} and a coordinate"
        if f.first == f.second
        else f"Symbols {t.first} and {t.second} of robot {t.robot} look alike in an equation; rename one"
    ),
    "LastInertiaConstant": _last,
    "CyclicCoordinates": _cyclic,
    "PowerBalance": _power,
    "EnergyConserved": lambda f, t: (
        r"with $u = 0$ the energy changes only by friction, $-\dot q^\top\tau_\mathrm{f}$"
        if f.friction
        else "with $u = 0$ the energy is constant"
    ),
    "MethodsAgree": _methods,
    "SumOfSquares": _squares,
    "EigenvalueSearch": _search,
    "Coordinate": lambda f, t: f"{f.name} = {f.value:.3g}",
    "CoordinatesBound": _bound,
    "Assumption": _assumption,
    "LeftOver": lambda f, t: str(t.formula) if f.formula is not None else f"{f.terms} terms",
    "EntryIndependent": _entry,
    "SymbolVanishes": _vanishes,
    "AccelerationUnder": _accelerates,
    "InertiaExtremes": _extremes,
    # log
    "QuantityNotFound": _quantity_not_found,
    "WrongColumnCount": _column_count,
    "Ambiguous": _ambiguous,
    "UnitConverted": _unit_converted,
    "TimeUnit": _rate_basis,
    "Filtered": lambda f, t: (
        f"Filtered at {t.cutoff}, chosen from the spectrum; the disturbed ends are dropped"
        if f.cutoff is not None
        else "Not filtered: positions have too little noise for a filter to help"
    ),
    "SignFlipped": _sign_flipped,
    "JointsSwapped": _joints_swapped,
    "ZeroOffset": lambda f, t: (
        f"The encoder zero of {t.joints} is off: the position is too large by {f.angle.value:.3g}"
        + (f" ± {f.sigma.value:.1g}" if f.sigma else "")
        + f" {f.angle.unit}"
    ),
    "ImplausibleTravel": lambda f, t: (
        f"{t.joints} moves by {f.travel.value:.3g} {f.travel.unit}: wrong unit, or the position of the motor"
    ),
    "BaseTilted": lambda f, t: (
        f"The base is tilted by {f.angle.value:.2g} ± {f.sigma.value:.1g} {f.angle.unit}: gravity at the base is "
        f"({', '.join(f'{x:.3g}' for x in f.gravity)})"
    ),
    "EffortsDelayed": _efforts_delayed,
    "SpeedOrder": _speed_order,
    "Doubt": _doubt,
    "Unconfirmed": _unconfirmed,
    "ZerosUnseen": lambda f, t: (
        "Encoder zeros may be off without being noticed: "
        + ", ".join(f"'{x}' by ±{a.value:.0f}°" for x, a in zip(f.joints, f.angles, strict=True))
    ),
    "TiltUncertain": lambda f, t: (
        f"A tilt of the base is determined only to ±{f.sigma.value:.1f} {f.sigma.unit} (found {f.angle.value:.1f})"
    ),
    "DelayUncertain": lambda f, t: (
        f"The delay of the efforts is determined only to ±{f.sigma.value:.2g} {f.sigma.unit} (found "
        f"{f.delay.value:.2g}); less than {f.least.value:.2g} {f.least.unit} may go unnoticed"
    ),
    "ControllerUnstable": _controller_unstable,
    "PayloadSuspected": _payload_suspected,
    "EffortScaleSuspected": lambda f, t: (
        f"The effort of {t.joint} is {f.factor:.3g} times that of the given robot, which then leaves "
        f"{_percent(f.after)} of it unexplained, otherwise {_percent(f.before)}: a gear ratio, a gain or a unit?"
    ),
    "GainUncertain": lambda f, t: (
        "The known load hardly determines the gain of "
        + _list(
            [f"'{x}' ({_percent(s) if s < 1e300 else 'not at all'})" for x, s in zip(f.joints, f.shares, strict=True)]
        )
        + ": mount it away from that axis, or use a heavier one"
    ),
    "ExcitingMotion": lambda f, t: (
        f"move {_list(f.joints, 3)} both ways, slowly and fast"
        if f.friction
        else f"accelerate {_list(f.joints, 3)} and the joints before in several postures"
    ),
    "ParametersUnseen": lambda f, t: f"The logs do not determine {_list(f.parameters)}: {t.motion}",
    "ParametersWeak": lambda f, t: (
        f"σ exceeds {_percent(f.limit)} of the value of "
        + _list([f"{x} ({_percent(s)})" for x, s in zip(f.parameters, f.shares, strict=True)])
        + f": {t.motion}"
    ),
    "PoorPrediction": lambda f, t: (
        f"The fit does not carry over: {t.noun} predicted from the others are off by {_percent(f.error)} "
        f"(worst, {f.worst}: {_percent(f.worst_error)}), the fit itself by {_percent(f.fit_error)}"
    ),
    "UncertainElsewhere": lambda f, t: (
        f"Weak excitation: at other postures torques are uncertain by {_percent(f.uncertainty)}; on this "
        f"trajectory the fit is off by {_percent(f.fit_error)}"
    ),
    "NoisyAccelerations": lambda f, t: (
        f"Noise is {_percent(f.share)} of the power of the acceleration of {t.joint} in {t.log}: "
        "least squares underestimates inertia by up to that"
    ),
    "FrictionNotInDrive": lambda f, t: (
        f"A drive cannot have {t.kinds}: torques of the identified robot differ by {_percent(f.share)} "
        "from the prediction"
    ),
    "ControllerDiffers": _controller_differs,
    "FitVerdict": _fit_verdict,
    "NoClearPosture": lambda f, t: (
        f"None of {t.tried} postures is clear of obstacles: at best link {t.link} is {t.overlap} too close to "
        + ("the floor" if f.capsule is None else f"capsule {f.capsule}")
    ),
    "JointHardlyMoves": lambda f, t: (
        f"{t.joint} hardly moves, held back by {t.limits if f.limits else 'other joints and obstacles'}: "
        "a longer duration or wider limits would help"
    ),
    "GeometricParameter": _geometric_parameter,
    "UnseenDirection": _unseen_direction,
    "LargeErrors": lambda f, t: (
        f"{_list(f.parameters, 4)}: larger than manufacturing errors; check the robot's file and the units"
    ),
    "CalibrationVerdict": _calibration_verdict,
    # code
    "SingularInertia": _singular_inertia,
    # page
    "NoSuchRobot": _no_robot,
    "WorkerDied": _died,
    "NotDrawn": _not_drawn,
}
_TABLES = tomllib.loads(files(__package__).joinpath("english.toml").read_text(encoding="utf-8"))
NOUNS: dict[str, str] = _TABLES["nouns"]
CONSEQUENCES: dict[str, str] = _TABLES["consequences"]
SENTENCES: dict[str, str | Callable[[Any, Any], str]] = _TABLES["sentences"] | _FUNCTIONS
