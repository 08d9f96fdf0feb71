"""English for findings about exact equations, derivations, proofs and checking."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dalembert.finding.english.argument import _known

NOUNS: dict[str, str] = {
    # rules of writing
    "dot on a name": "a derivative dot must follow a name",
    "subscript after a name": "a subscript must follow a name",
    "letters of a subscript": "a subscript consists of letters, digits and commas",
    "derivative of an energy": "an energy can be differentiated by one coordinate or velocity only",
    "derivative not taken": "derivatives are not evaluated; write the result",
    "sum of energies": "only the sums Σ T_i and Σ U_i are accepted; write out the terms of other sums",
    "name in braces": "expected a name in braces",
    "argument in braces": "expected an argument in braces",
    "power of a power": "a power of a power needs parentheses",
    "prime": "a prime must follow a coordinate or a matrix",
    "whole power": "a power must be a whole number",
    "number not exact": "the number is not exact; write it as a decimal or a fraction",
    "zero divisor": "division by zero",
    "no value": "the operation has no value",
    "no equals sign": "there is no equals sign; write 'tau1 = …' or 'M12 = …'",
    "comma between equations": "a comma or semicolon separates equations, but no '=' follows; write decimals with a point",
    "new line": "a new line that begins with a name needs '='; begin it with +, −, * or / to continue the line before",
    "inverse function": "angles are compared by their sines and cosines; write cos(q2) = … or tan(q2) = … instead",
    # parts of a text that are counted
    "tokens": "names, numbers and signs",
    "digits": "digits",
    "nested brackets": "nested brackets",
    "nested abbreviations": "nested abbreviations",
    "factors": "factors",
    "diagonal entries": "diagonal entries",
    "power": "as a power",
    "bits of a number": "bits in a number",
    "equations": "equations",
    "a text or a number": "a string or a finite number",
    "LaTeX command": "LaTeX command",
    "LaTeX environment": "LaTeX environment",
    # operations on matrices
    "scalar needed": "a scalar is needed here",
    "added": "cannot be added",
    "multiplied": "cannot be multiplied",
    "equated": "cannot be equal",
    "matrix power": "a matrix has no power except the transpose",
    "matrix rows": "the rows of a matrix must have equal length and scalar entries",
    "determinant": "a determinant needs a square matrix of at most 4 rows",
    # why there is no derivative, or nothing to compare
    "order above two": "the equations contain no derivative above the second",
    "constant": "it is a constant of the robot",
    "not known": "it is not known here; write it out",
    "same sides": "its sides are the same",
    "no symbol left": "no symbol is left on either side",
    # what is too large to expand
    "terms": "terms",
    "divisors, roots and functions": "divisors, roots and functions",
    "degree": "as a degree",
    "terms of a divisor": "terms in a divisor",
    "products of terms": "products of terms",
    "terms of an angle": "terms in an angle",
    "multiple of an angle": "as the multiple of an angle",
    "terms of a sine or cosine": "terms in a sine or cosine",
    # what a model has, and what a name is read as
    "square Jacobian": "square Jacobian of at most 4 joints",
    "base parameter": "base parameter",
    "tool position": "the position of the tool",
    "gravity": "gravity",
    "loop Jacobian": "the Jacobian of the loops, ∂φ/∂q; J_v is that of the tool",
    "velocity split": "the matrix of c = C(q) [q̇²] + B(q) [q̇q̇]",
    "equation number": "the number of the equation",
    "two entries": "two entries; inside brackets, write decimals with a point",
    "an effort": "an effort",
    "other side": "the other side",
    # parts of an equation of motion
    "Coriolis terms": "the Coriolis terms, those with q̇_i q̇_j,",
    "centrifugal terms": "the centrifugal terms, those with q̇_i²,",
    "velocity terms": "the Coriolis and centrifugal terms",
    "gravity terms": "gravity",
    "external force": "the external force",
    "weight of a link": "the weight",
    "inertia of a link": "the inertia",
    "rotor": "the rotor",
    "rotor inertia": "the rotor inertia",
    "friction": "friction",
    "motor friction": "the motor friction",
    # how a text was compared
    "entry of S": "S is not unique; a single entry is compared with the Christoffel S. Give all of S to check S q̇ = c",
    "every q": "compared for every q: expressions that are equal only where the loops are closed, φ(q) = 0, count as different",
    "motor angle": "θ is read as the angle of a motor behind its spring, on the link's side of the gear",
    # what a closed form lacks
    "Christoffel symbols": "Christoffel symbols",
    "other S": "the generic and unsymmetrised matrices S",
    "lagrange": "Lagrange",
    "hamilton": "Hamilton",
    "Lagrange's equations": "Lagrange's equations",
    "Hamilton's equations": "Hamilton's equations",
    "logarithm": "its angle is a logarithm of the coordinates",
    "slack spring": "its force is not smooth where it is slack",
    "coupled motor": "its motor also turns with other joints",
    "gear ratio 0": "its gear ratio is 0",
    "overconstrained": "they are overconstrained, so no choice of independent rates holds everywhere",
    "block too large": "a block of closures is not square or has more than 3 rows",
    "not determined": "they do not determine the other rates",
    "too many variables": "too many variables",
    "not in the ring": "it is not part of these equations",
    "derivative not a polynomial": "its derivative is not a polynomial",
    "fraction of an angle": "it is a fraction of an angle of the robot; only whole multiples can be compared",
    "product too large": "a product has too many terms",
    "root of a negative number": "square root of a negative number",
    "derivative by a quaternion": "a unit quaternion has no derivative by one of its entries",
    "not a letter": "letters stand for letters, without index",
    "taken letter": "it already denotes something else here",
    "symbol with a unit": "symbol with a unit",
    "letter": "letter",
    "derived equation": "equation",
    "variables": "variables",
    "six entries": "six entries",
    "force and moment": "entries of force and moment",
    # structural properties
    "symmetric": "$M$ is symmetric: joint $i$ feels the acceleration of joint $j$ as $j$ feels that of $i$. Newton-Euler does "
    "not impose symmetry on $\\partial \\tau_i/\\partial \\ddot q_j$, so this is an independent check",
    "positive definite": "$M$ is positive definite: every motion of the joints has kinetic energy",
    "skew": "$\\dot M - 2S$ is skew-symmetric for the $S$ of the Christoffel symbols",
    "skew, quasi-velocities": "$\\dot M - 2S$ is skew-symmetric for the $S$ of the recursion, which replaces the Christoffel $S$ "
    "for quasi-velocities",
    "skew, generic S": "$\\dot M - 2S$ is skew-symmetric for the $S$ of the vector derivation, "
    "$\\sum_i (\\partial M_i/\\partial q - \\tfrac{1}{2}(\\partial M_i/\\partial q)^\\top)\\, \\dot q_i$",
    "skew, unsymmetrised S": "$\\dot M - 2S$ is skew-symmetric for the $S$ of unsymmetrised symbols, "
    "$S_{ij} = \\sum_k (\\partial M_{ij}/\\partial q_k - \\tfrac{1}{2}\\partial M_{jk}/\\partial q_i)\\, \\dot q_k$",
    "quadratic form": "$\\dot q^\\top(\\dot M - 2S)\\dot q = 0$ and $S\\dot q = c$: energy conservation needs less than skew symmetry",
    "quadratic forms": "$\\dot q^\\top(\\dot M - 2S)\\dot q = 0$ and $S\\dot q = c$ for all three $S$: energy conservation needs less "
    "than skew symmetry",
    "own centrifugal": "$c_{iii} = 0$: no joint feels a centrifugal force from its own motion",
    "linear": "$\\tau$ is linear in the inertial parameters $m$, $m c$, $I_\\mathrm{O}$ of the links: with all of them unknown, every "
    "term of the efforts contains exactly one",
    "newton-euler": "Newton and Euler",
    "kane": "Kane",
    "virtual-work": "virtual work",
    "hamel": "Hamel",
    "claim": "claim",
    # why M may not be positive definite, or T + U not all the energy
    "mimic joints": "mimic joints move several links at once, so the link-by-link proof does not apply",
    "impossible inertia": "it has an inertia that no body has",
    "mass is negative": "its mass is negative",
    "moments without mass": "it has first moments but no mass",
    "indefinite tensor": "its inertia tensor about the centre of mass is not positive semidefinite",
    "negative rotor inertia": "its rotor has negative inertia",
    "gimbal lock": "its angles lock where two of its axes coincide",
    "no own inertia": "the link has no inertia of its own at the joint",
    "elastic energy": "the springs of elastic joints store energy: $\\tfrac{1}{2} K (q - \\theta)^2$ is not part of $T + U$",
    "bristles": "friction bristles store energy that is not part of $T + U$",
    "constant offset": "a constant offset does work without an input",
    # what a proof assumes
    "masses": "masses are non-negative",
    "tensors": "inertia tensors about the centres of mass are positive semidefinite",
    "own inertias": "each of these links has inertia about its own joint",
    "inertia about every axis": "these links have inertia about every axis through their joint, and mass where it slides",
    "efforts and gravity": "$u$ is the effort at the joints, no other force acts, and gravity is uniform",
    "no friction": "there is no friction",
    "closed loops": "the loops stay closed, $\\phi(q) = 0$; $M$, $c$ and $g$ are those of the spanning tree",
    "unit quaternions": "quaternions have unit length, and the rates of ball joints are angular velocities in the axes of the moved link",
    "compensated weight": "gravity compensation is part of $U$, as weight that is removed",
    "rotors about their axes": "rotors turn about their own axes only: gyroscopic effects are neglected",
    "rigid model": "$M$, $c$ and $g$ are those of the rigid model, $\\theta = q$",
    # why parameters are grouped
    "revolute joint": "its part that is symmetric about the axis of the revolute joint moves with the parent",
    "prismatic joint": "the link turns with the parent of the prismatic joint, which feels its tensor",
    "ball joint": "the mass, placed at the centre of the ball joint, moves with the parent",
    "dependent column": "its column is a linear combination of theirs",
    "no effect": "it has no effect on the motion",
    "multiple": "it is not an independent parameter for this structure",
    # why entries of M do not change, and joints accelerate
    "own coordinate": "a joint moves everything behind it as one body",
    "constant entry": "is constant",
    "zero entry": "is zero",
    "cyclic coordinate": "is cyclic, so no entry of M depends on it",
    "independent entry": "does not depend on it",
    "positive diagonal": "always accelerates: M⁻¹ is positive definite",
    "nowhere zero": "always accelerates: its entry of M⁻¹ is nowhere zero",
    "zero everywhere": "never accelerates: its entry of M⁻¹ is 0 in every configuration",
    "except": "accelerates, except where",
    "in general": "accelerates in general: its entry of M⁻¹ is not zero",
    "zero at samples": "never accelerates: its entry of M⁻¹ is 0 at random configurations",
    # where an inertia is largest
    "constant inertia": "is the same in every configuration",
    "no simple form": "has no simple closed form; bind the symbols of the robot to search numerically",
    "for positive parameters": ", for positive parameters",
    "exactly": "",
    "by search": " (found by search)",
    "kind of term": "kind of term",
}


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
    said = _MISTAKES[f.mistake].format(
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
    return said + why + (", in the gravity terms" if f.gravity_only else "")


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
    said = f"{_coordinates(f.coordinates)} {'does' if len(f.coordinates) == 1 else 'do'} not appear in $M$: the base frame is arbitrary"
    if len(f.absent) > 1:
        said += f". $M$ contains none of {_coordinates(f.absent)}"
    if f.conserved:
        said += f". $U$ does not contain {_coordinates(f.conserved)} either: without input{' and friction' * f.friction} the momentum is constant"
    return said


def _last(f: Any, t: Any) -> str:
    names = ", ".join(f"$M_{{{k}{',' if k > 9 else ''}{k}}}$" for k in f.coordinates)
    return f"{names} {'is' if len(f.coordinates) == 1 else 'are'} constant: a last joint moves one rigid body"


def _power(f: Any, t: Any) -> str:
    friction, offset = r" - \tau_\mathrm{f}" * f.friction, r" - \tau_0" * f.offset
    effort = f"(u{friction}{offset})" if friction or offset else " u"
    said = (
        rf"$\mathrm{{d}}E/\mathrm{{d}}t = \dot q^\top{effort}$: the energy $T + U$ changes by the power of the motors"
    )
    said += " minus the power of friction" * f.friction + " and of constant offsets" * f.offset
    loops = r". While $\phi = 0$ holds, the cuts do no work: $\dot\phi = J\dot q$, so $\dot q^\top J^\top\lambda = 0$"
    return f"{said}{loops * f.loops}"


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
    sign = {"masses": r" $\ge 0$", "own inertias": " $> 0$"}.get(f.assumption, "")
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


SENTENCES: dict[str, str | Callable[[Any, Any], str]] = {
    "UnreadableText": "Cannot read {argument:?@, }{source} at column {column}: {cause}{of_model:?. @: read as a vector or matrix of the model}",
    "SyntaxRule": "{subject:?@: }{rule}",
    "UnexpectedSign": lambda f, t: (
        (f"unexpected {t.sign}" if f.sign else "it ends too early") + (f", expected {t.expected}" if f.expected else "")
    ),
    "Unbalanced": _balance,
    "TooManyParts": "at most {most} {noun} are accepted",
    "AmbiguousText": lambda f, t: f"{t.text} is ambiguous: it can be read as {' or '.join(f.readings)}",
    "ShapeConflict": _conflict,
    "UnknownSymbol": lambda f, t: f"unknown symbol {t.name}" + _known(f),
    "NoDerivative": "{name} has no derivative here: {reason}",
    "SameCoordinate": "{first} and {second} would both be {coordinate}",
    "CircularDefinition": "an abbreviation is defined by itself: {names}",
    "NothingToCheck": "there is no equation about the robot{defined:?; @ is taken for an abbreviation that nothing uses}",
    "NotAName": "{name} is not a name; a name consists of letters, digits and a subscript",
    "NameHasMeaning": "{argument} would change the meaning of {name} for the robot; choose another name",
    "TooLargeToExpand": "The equation is too large to expand: at most {most} {limit} are accepted. Check it in parts, such as M11 and c1",
    "AngleFraction": "An angle is 1/{parts} of an angle of the robot; only halves and whole multiples can be compared",
    "NothingStated": "{statement} says nothing about the robot: {reason}",
    "NotLinear": "{statement} must be linear in {entries} and must not cancel it",
    "MissingInModel": "The robot has no {noun} {name}; it has {count}",
    "ReadAs": "{text} is read as {meaning}",
    "OfOrigin": "{name} is of the origin of link {link}, not of its centre of mass",
    "SlipOfPen": _slip,
    "WrongReasoning": _mistake,
    "SearchEnded": lambda f, t: (
        f"the equation has more than {t.most} terms, so no reason was searched for"
        if f.most
        else "no reason was found in the available time"
    ),
    "OtherConvention": lambda f, t: _CONVENTIONS[f.usage].format(name=f.name, joint=f.joint),
    "WrongDimension": _dimension,
    "Measured": _measured,
    "MixedSum": lambda f, t: f"a sum adds different dimensions: {t.parts}",
    "DimensionalArgument": "the argument of {function} is not a number: {argument}",
    "SkewOfS": lambda f, t: f"with this S, Ṁ − 2S is {'' if f.skew else 'not '}skew-symmetric",
    "OnlyCompared": "{statement} names no entry of the model; only its two sides were compared",
    "CheckNote": "{note}",
    "RigidModel": "These are the equations of the rigid model, θ = q; the springs of {joints} are left out",
    "NoMovingJoint": "Robot {robot} has no moving joint, so it has no equations of motion",
    "ClosedFormSize": "The closed form of M of robot {robot} has about {terms:,} terms ({megabytes:,} MB){most:?, above the "
    "limit of @}; numeric functions such as mass_matrix need no closed form",
    "LongText": "{quantity} of robot {robot} takes about {megabytes:,} MB of text; M and g alone are shorter",
    "ChainTooLong": "Robot {robot} has {joints} revolute joints in a chain; derivations are limited to {most}",
    "NotForQuasiVelocities": "{what} need coordinates, but the rates of ball joints{joint:? such as @} are quasi-velocities. "
    "A joint with angles has coordinates",
    "NoExactSpring": "Robot {robot} has no exact closed form: spring {spring} is not polynomial, {reason}",
    "WeightCarried": "Base parameters are not defined for robot {robot}: gravity compensation carries the weight of link {link}",
    "SymbolClash": lambda f, t: (
        f"{t.first} names both a parameter of robot {t.robot} and a coordinate"
        if f.first == f.second
        else f"Symbols {t.first} and {t.second} of robot {t.robot} look alike in an equation; rename one"
    ),
    "LoopStaysOpen": "Loop {loop} stays open by {gap} in every configuration",
    "LoopCondition": "Loop {loop} closes only where {condition} vanishes, which no motion changes",
    "NoMotorAngle": "The motor angle does not determine the position of joint {joint}: {reason}",
    "NoAbsoluteAngles": "Absolute angles are not defined for robot {robot}: it has mimic or ball joints",
    "SingularCoordinates": "{argument} is singular: different positions would have the same coordinates",
    "NoLoops": "Robot {robot} has no loops",
    "NotReducible": "The loops of robot {robot} cannot be eliminated in closed form: {reason}{coordinates:? (@)}",
    "NoElasticJoint": "Robot {robot} has no elastic joint; an elastic joint has a drive with a stiffness",
    "NoInertia": "No mass or inertia follows {joints}, so M is singular and the efforts there are 0",
    "NoElement": "{name:?@: }{reason}",
    "BadLetter": "{new} cannot stand for {old}: {reason}",
    "AddedDimensions": "A sum adds different dimensions: {left} is {left_unit}, {right} is {right_unit}",
    "StructuralProperty": "{property}",
    "LastInertiaConstant": _last,
    "CyclicCoordinates": _cyclic,
    "PowerBalance": _power,
    "EnergyConserved": lambda f, t: (
        r"with $u = 0$ the energy changes only by friction, $-\dot q^\top\tau_\mathrm{f}$"
        if f.friction
        else "with $u = 0$ the energy is constant"
    ),
    "MethodsAgree": _methods,
    "ExactIdentity": "exact identity in the ring",
    "CheckedAtStates": "numerical check at {states} random states",
    "SumOfSquares": _squares,
    "EigenvalueSearch": _search,
    "Coordinate": lambda f, t: f"{f.name} = {f.value:.3g}",
    "FromPowerBalance": "power balance with $u = 0$ ({how})",
    "NoDefinitenessProof": "{link:?link @: }{joint:?joint @: }{reason}",
    "CoordinatesBound": _bound,
    "EnergyElsewhere": "{joints}: {reason}",
    "Assumption": _assumption,
    "LeftOver": lambda f, t: str(t.formula) if f.formula is not None else f"{f.terms} terms",
    "Regrouping": "{parameter}: {share:?@ of it, }{joint:?joint @, }{rule}",
    "EntryIndependent": _entry,
    "SymbolVanishes": _vanishes,
    "SymbolValue": "{value}",
    "AccelerationUnder": _accelerates,
    "InertiaExtremes": _extremes,
}
