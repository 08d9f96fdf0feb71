"""Sentences of the library with their formulas made formulas of a page: Ṁ − 2S, m1*lc1, -4*m2*sin(q2)*qd2."""

from __future__ import annotations

import re

from dalembert.report.model import words
from dalembert.report.symbol import letter

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
