"""A certificate in sentences: first what holds and in what sense, then how each claim was proved.

Formulas inside the sentences of the library are typeset: Ṁ − 2S, m1*lc1, -4*m2*sin(q2)*qd2.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dalembert.closed.proof.sample import SINGULAR
from dalembert.closed.prove import CHECKED, EXACT, NOT_CLAIMED, PROVED, REFUTED, Certificate, PropertyClaim
from dalembert.document.model import letter, words
from dalembert.robot.model import Robot
from dalembert.typeset.block import Block, Items, Words
from dalembert.typeset.label import listed
from dalembert.typeset.number import significant, whole

_PHRASES = (  # longest first
    ("Σ_i (∂M_i/∂q − ½ (∂M_i/∂q)ᵀ) q̇_i", r"\sum_i (\partial M_i/\partial q - \tfrac{1}{2}(\partial M_i/\partial q)^\top)\, \dot q_i"),
    ("S_ij = Σ_k (∂M_ij/∂q_k − ½ ∂M_jk/∂q_i) q̇_k", r"S_{ij} = \sum_k (\partial M_{ij}/\partial q_k - \tfrac{1}{2}\partial M_{jk}/\partial q_i)\, \dot q_k"),
    ("M = Σ m JᵥᵀJᵥ + J_ωᵀ I_c J_ω", r"M = \sum m J_\mathrm{v}^\top J_\mathrm{v} + J_\omega^\top I_\mathrm{c} J_\omega"),
    ("q̇ᵀ(Ṁ − 2S)q̇ = 0", r"\dot q^\top(\dot M - 2S)\dot q = 0"), ("q̇ᵀ(u − τ_f − offset)", r"\dot q^\top(u - \tau_\mathrm{f} - \tau_0)"),
    ("dE/dt = q̇ᵀ(u − τ_f)", r"\mathrm{d}E/\mathrm{d}t = \dot q^\top(u - \tau_\mathrm{f})"), ("−q̇ᵀτ_f", r"-\dot q^\top\tau_\mathrm{f}"),
    ("dE/dt = q̇ᵀu", r"\mathrm{d}E/\mathrm{d}t = \dot q^\top u"), ("φ̇ = J q̇, so q̇ᵀJᵀλ = 0", r"\dot\phi = J\dot q, \;\dot q^\top J^\top\lambda = 0"),
    ("d/dt ∂L/∂q̇ − ∂L/∂q + ω × p", r"\mathrm{d}/\mathrm{d}t\; \partial L/\partial \dot q - \partial L/\partial q + \omega \times p"),
    ("d/dt ∂L/∂q̇ − ∂L/∂q", r"\mathrm{d}/\mathrm{d}t\; \partial L/\partial \dot q - \partial L/\partial q"),
    ("½ K (q − θ)²", r"\tfrac{1}{2} K (q - \theta)^2"), ("(m, m·c, I_O)", r"(m, m c, I_\mathrm{O})"),
    ("∂τ_i/∂q̈_j", r"\partial \tau_i/\partial \ddot q_j"), ("Ṁ − 2S", r"\dot M - 2S"), ("S q̇ = c", r"S\dot q = c"),
    ("φ(q) = 0", r"\phi(q) = 0"), ("φ = 0", r"\phi = 0"), ("c_iii = 0", "c_{iii} = 0"), ("c_iii", "c_{iii}"), ("m_NN", "M_{nn}"), ("θ = q", r"\theta = q"),
    ("T + U", "T + U"), ("I_c", r"I_\mathrm{c}"), ("τ_f", r"\tau_\mathrm{f}"), ("q̇", r"\dot q"), ("q̈", r"\ddot q"),
)  # fmt: skip
_ENTRY = re.compile(r"\bm_(\d+,\d+|\d+)\b")
_COORDINATE = re.compile(r"(?<![\w$\\{])q(\d+)\b")
_LETTER = re.compile(r"(?<![\w$\\{'])(M|S|U|E|u|φ|τ)(?=[ .,:;=)]|$)(?!\s*=?\s*\$)")
_GREEK = {"φ": r"\phi", "τ": r"\tau"}
_PRODUCT = re.compile(
    r"(?<![\w$\\{])-?(?:\d+\*)?(?:[A-Za-z]\w*(?:\([^()]*\))?)(?:\*{1,2}(?:[A-Za-z]\w*(?:\([^()]*\))?|\d+))*"
)
_NAME = re.compile(r"[A-Za-z]\w*")


def spelled(text: str, symbols: set[str], capital: bool = True) -> str:
    """A sentence in which what reads as a formula is one, between dollar signs; first letter a capital."""
    text = words(text, 600)
    kept: list[str] = []

    def keep(latex: str) -> str:
        kept.append(latex)
        return f"\ue000{len(kept) - 1}\ue001"

    for phrase, latex in _PHRASES:
        if phrase in text:
            text = text.replace(phrase, keep(latex))
    text = _ENTRY.sub(lambda x: keep(f"M_{{{x[1]}}}"), text)
    text = _PRODUCT.sub(lambda x: keep(_product(x[0])) if _is_formula(x[0], symbols) else x[0], text)
    text = _COORDINATE.sub(lambda x: keep(f"q_{{{x[1]}}}"), text)
    text = _LETTER.sub(lambda x: keep(_GREEK.get(x[1], x[1])), text)
    text = re.sub("\ue000(\\d+)\ue001", lambda x: f"${kept[int(x[1])]}$", text)
    return text[:1].upper() + text[1:] if capital else text


def _is_formula(text: str, symbols: set[str]) -> bool:
    """Whether a word is a symbol of the robot, or a product of symbols, coordinates and functions."""
    names = set(_NAME.findall(text)) - {"sin", "cos"}
    return bool(names) and all(x in symbols or re.fullmatch(r"q(d|dd)?\d+", x) for x in names)


def _product(text: str) -> str:
    """-4*m2*sin(q2)*qd2**2 in the LaTeX of sentences; a factor that comes twice is squared."""
    sign, body = ("-", text[1:]) if text.startswith("-") else ("", text)
    powers: dict[str, int] = {}
    for factor in re.split(r"(?<!\*)\*(?!\*)", body):
        base, _, power = factor.partition("**")
        powers[base] = powers.get(base, 0) + int(power or 1)
    return sign + r"\, ".join(_raised(base, power) for base, power in powers.items())


def _raised(base: str, power: int) -> str:
    function = re.fullmatch(r"(sin|cos)\(([^()]*)\)", base)
    high = f"^{power}" if power > 1 else ""
    if function:
        inside = " + ".join(_one(x) for x in function[2].split(" + "))
        return rf"\{function[1]}{high} {inside}" if "+" not in inside else rf"\{function[1]}{high}({inside})"
    return _one(base) + high


def _one(name: str) -> str:
    rate = re.fullmatch(r"q(d|dd)(\d+)", name)
    if rate:
        return rf"\{'d' * (len(rate[1]) - 1)}dot q_{{{rate[2]}}}"
    return letter(name).strip("$") if name[:1].isalpha() else name


_ROADS = {
    "Lagrange": "Lagrange",
    "Newton and Euler": "Newton–Euler",
    "Kane": "Kane",
    "Hamilton": "Hamilton",
    "virtual work": "virtual work",
}
_RING = re.compile(r" \(exact identity in the ring\)|(?:is )?(?:an )?exact identity in the ring")
_COUNT = ("no", "One", "Two", "Three", "Four", "Five", "Six")


def holds(found: Certificate, robot: Robot, terms: int = 0, later: str = "") -> Iterator[Block]:
    """What holds, in sentences; `terms` of the efforts, `later`: the section that says how."""
    sentences = [x for x in _sentences(found, robot, terms, later) if x]
    more = f" Section {later} says how." if later else ""
    yield Items(tuple(sentences), "✓", lead=f"What holds. {_sense(found, robot)}{more}")
    wrong = [x.statement for x in found if x.required and x.verdict == REFUTED]
    if wrong:
        yield Items(tuple(spelled(x, set(robot.parameters)) for x in wrong), "✗", lead="What should hold and does not.")


def _sense(found: Certificate, robot: Robot) -> str:
    if found.exact:
        values = "all values of the symbols" if robot.parameters else "all postures, speeds and accelerations"
        return f"Proved for {values}, not tested at sample states."
    if all(x.verdict != PROVED for x in found):
        return (
            f"Every statement was checked at random states, to {significant(_worst(found), 1)} of the numbers compared."
        )
    return "Every statement was proved for all states, but where it says at how many it was checked."


def _worst(found: Certificate) -> float:
    errors = [
        x.residual
        for x in found
        if x.verdict == CHECKED and isinstance(x.residual, float) and x.name != "positive definite"
    ]
    return max(errors, default=0.0)


def _sentences(found: Certificate, robot: Robot, terms: int, later: str) -> Iterator[str]:
    by_name = {x.name: x for x in found}

    def good(name: str) -> PropertyClaim | None:
        claim = by_name.get(name)
        return claim if claim is not None and claim.holds else None

    symmetric, positive, cyclic = good("symmetric"), good("positive definite"), good("cyclic")
    both = " and ".join(word for word, x in (("symmetric", symmetric), ("positive definite", positive)) if x)
    names = re.findall(r"q(\d+)", cyclic.statement.partition(" not appear")[0]) if cyclic else []
    silent = f"; it does not depend on {listed([f'$q_{{{k}}}$' for k in names])}" if names else ""
    yield f"$M$ is {both}{silent}.{_checked(positive)}" if both else ""
    if skew := good("skew"):
        which = "the $S$ of the Christoffel symbols" if not robot.balls else "the $S$ of the recursion"
        other = sum(x.verdict == REFUTED for x in found if x.name.startswith("skew,"))
        remark = f" (not for {'another' if other == 1 else 'two others'}: section {later})" if other and later else ""
        yield rf"$\dot M - 2S$ is skew-symmetric for {which}{remark}.{_checked(skew)}"
    if power := good("power"):
        less = ", less what friction takes" if "friction takes" in power.statement else " alone"
        effort = r"\tau" if less == " alone" else r"(\tau - \tau_\mathrm{f})"
        law = (
            rf": $\mathrm{{d}}(T + U)/\mathrm{{d}}t = \dot q^\top {effort}$" if "offset" not in power.statement else ""
        )
        yield f"Energy changes by the power of the motors{less}{law}.{_checked(power)}"
    if roads := good("roads"):
        yield _roads(roads, terms) + _checked(roads)


def _roads(claim: PropertyClaim, terms: int) -> str:
    taken = [name for said, name in _ROADS.items() if said.lower() in claim.statement.lower()]
    same = f"the same {whole(terms)} terms" if terms and claim.verdict == PROVED else "the same torques"
    if len(taken) < 2:
        return f"Two derivations give {same}."
    return f"{_COUNT[min(len(taken), 6)]} derivations ({', '.join(taken)}) give {same}."


def _checked(claim: PropertyClaim | None) -> str:
    if claim is None or claim.verdict != CHECKED:
        return ""
    states = re.search(r"(\d+) random states", claim.how)
    return f" (Checked at {states[1]} random states.)" if states else " (Checked at random states.)"


def shown(found: Certificate, robot: Robot) -> Iterator[Block]:
    """Every statement, and how it was shown; what fails for another S with the term that is left over."""
    known = set(robot.parameters)
    exact = [x for x in found if x.verdict == PROVED and x.how == EXACT]
    if found.assumptions:
        yield Items(tuple(f"{spelled(x, known)}." for x in found.assumptions), lead="Taken for granted.")
    if exact:
        said = "By expansion. Written out in full and brought to one normal form, both sides of each of these are the same."
        yield Items(tuple(spelled(x.statement, known) for x in exact), lead=said)
    rest = [x for x in found if x not in exact and x.verdict in (PROVED, CHECKED)]
    if rest:
        yield Items(tuple(f"{spelled(x.statement, known)} {_how(x, known)}" for x in rest), lead="In other ways.")
    other = [x for x in found if x.verdict == REFUTED]
    if other:
        yield Items(tuple(f"{spelled(x.statement, known)} {_how(x, known)}" for x in other), lead="What does not hold.")
    silent = [x for x in found if x.verdict == NOT_CLAIMED]
    if silent:
        every = dict.fromkeys(x.how for x in silent)
        longest = [x for x in every if not any(y != x and y.startswith(x) for y in every)]  # the longer one has it all
        reasons = "; ".join(spelled(x, known, capital=False) for x in longest)
        yield Words(
            f"{', '.join(spelled(x.name, known, capital=False) for x in silent)}: {reasons}.",
            formulas=True,
            lead="Not claimed.",
        )


def _how(claim: PropertyClaim, known: set[str]) -> str:
    if claim.verdict == REFUTED:
        return _left_over(claim, known)
    how = spelled(_RING.sub(_expanded, claim.how), known, capital=False)
    size = (
        f", to {significant(claim.residual, 1)}"
        if claim.verdict == CHECKED and isinstance(claim.residual, float)
        else ""
    )
    return f"{'Proved' if claim.verdict == PROVED else 'Checked'}: {how}{size}."


def _expanded(found: re.Match[str]) -> str:
    """What a student reads for an identity in the ring."""
    return "" if found[0].startswith(" (") else "holds term by term"


def _terms(text: str) -> list[str]:
    """The terms of a sum as text, those in its brackets not counted apart."""
    found, depth = [""], 0
    for part in re.split(r"( [+-] |[()])", text):
        depth += (part == "(") - (part == ")")
        if part in (" + ", " - ") and not depth:
            found.append("-" if part == " - " else "")
        else:
            found[-1] += part
    return found


def _left_over(claim: PropertyClaim, known: set[str]) -> str:
    """Why a claim fails."""
    if isinstance(claim.residual, str):
        first, *more = sorted(_terms(claim.residual), key=len)
        if first.endswith(" terms"):
            return f"What should vanish has {first}."
        also = f", {len(more)} more term{'s' * (len(more) > 1)}" if more else ""
        return f"What should vanish is {spelled(first, known, capital=False)}{also}."
    if claim.name != "positive definite":
        return f"What should vanish is {significant(claim.residual, 2)} of the numbers compared."
    place, _, why = claim.how.partition(": ")[2].partition("; ")
    size = significant(abs(claim.residual), 2)
    what = "is singular" if abs(claim.residual) <= SINGULAR else f"has the eigenvalue −{size} of its largest"
    return f"$M$ {what}, for instance at {spelled(place, known, capital=False)}: {spelled(why, known, capital=False)}."
