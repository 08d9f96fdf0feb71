"""Convert results of the library to Markdown, with formulas as TeX in ```math fences for GitHub and the web site."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dalembert.closed.derivation.step import DerivationStep, StepEquation
from dalembert.typeset.block import Display, Words
from dalembert.typeset.languages import language

WIDTH = 425.0  # pt: the text block of a page, and the column of the site


def markdown(value: Any) -> str | None:
    """Convert a value to Markdown as a notebook would display it; return None if the value has no such display."""
    if isinstance(value, DerivationStep):
        return "\n\n".join(_step(value))
    if isinstance(value, (tuple, list)) and value and all(isinstance(x, StepEquation) for x in value):
        return math(together(value))
    if isinstance(value, (tuple, list)) and value and all(_is_term(x) for x in value):
        return _terms(value)
    if isinstance(value, (tuple, list)) and value:
        parts = [markdown(x) for x in value]
        return "\n\n".join(x for x in parts if x) if all(parts) else None
    if hasattr(value, "markdown") and callable(value.markdown):
        return str(value.markdown())
    if type(value).__module__.startswith("sympy."):
        import sympy

        tex = sympy.latex(value, fold_func_brackets=True, mat_delim="[")
        return math(tex.replace(r"\left(", "(").replace(r" \right)", ")"))
    if callable(getattr(value, "latex", None)):
        return math(value.latex())
    if isinstance(getattr(value, "latex", None), str):
        return math(value.latex)
    return None


def _is_term(x: Any) -> bool:
    return isinstance(getattr(x, "latex", None), str) and hasattr(x, "kind")


def _terms(terms: Any) -> str:
    """Write a table of terms with the equation that they belong to, if known, their kind, and their formula."""
    names = [rf"\tau_{{{x.row}}}" if hasattr(x, "row") else "" for x in terms]
    rows = [
        "| " + " | ".join([*([f"${name}$"] if name else []), x.kind, f"${x.latex}$"]) + " |"
        for name, x in zip(names, terms, strict=True)
    ]
    head = ["| | | |", "|---|---|---|"] if names[0] else ["| | |", "|---|---|"]
    return "\n".join([*head, *rows])


def math(tex: str) -> str:
    return f"```math\n{tex.strip()}\n```"


def together(equations: Any) -> str:
    """Write equations below each other, with aligned = signs."""
    setter = language("latex", WIDTH)
    return setter.set(Display(tuple(row for x in equations for row in x.typeset(setter).equations)))


def _step(step: DerivationStep) -> Iterator[str]:
    if step.words:
        yield language("markdown", WIDTH).words(Words(step.words, formulas=True))
    if step.equations:
        yield math(together(step.equations))
    for child in step.steps:
        yield f"*{child.title}.*"
        yield from _step(child)
