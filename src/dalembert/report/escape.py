"""Plain text made harmless in each language: no name of a robot is ever read as a command."""

from __future__ import annotations

import re

_LATEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "→": r"$\to$", "−": r"$-$", "∞": r"$\infty$", "≥": r"$\ge$",
    "≤": r"$\le$", "∂": r"$\partial$", "Σ": r"$\Sigma$", "ω": r"$\omega$", "τ": r"$\tau$", "½": r"$\tfrac12$",
    "…": r"\ldots{}", "·": r"$\cdot$", "✓": r"$\checkmark$", "≈": r"$\approx$", "✗": r"$\times$", "ᵀ": r"$^{T}$",
    "ᵥ": r"$_v$", "\u0307": "", "\u0308": "",
    "q̇": r"$\dot q$", "q̈": r"$\ddot q$", "Ṁ": r"$\dot M$", "θ̇": r"$\dot\theta$",
}  # fmt: skip
_LATEX_TOKEN = re.compile("|".join(re.escape(x) for x in sorted(_LATEX, key=len, reverse=True)))
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>()#+!|$~-])")


def latex(text: str) -> str:
    return _LATEX_TOKEN.sub(lambda match: _LATEX[match[0]], text)


def typst(text: str) -> str:
    """A Typst string literal in markup: `#"…"`, in which nothing is markup."""
    return '#"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def markdown(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", text).replace("\n", " ")


def fence(source: str, language: str) -> str:
    """A fenced block that its own contents cannot close."""
    longest = max((len(x) for x in re.findall(r"`+", source)), default=0)
    ticks = "`" * max(3, longest + 1)
    return f"{ticks}{language}\n{source.rstrip()}\n{ticks}"
