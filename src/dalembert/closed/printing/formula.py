r"""Formulas of a derivation, written once in a small part of LaTeX and shown as text, LaTeX, Typst or MathML.

A formula names things (`\dot{v}_{c2}`, `\frac{\partial L}{\partial \dot q_1}`, `{}^{2}\omega_2`) and states rules; the
long expressions beside it come from the ring and its printers. Only the program writes formulas, so a command that is
not in the tables below is a mistake of the program, and said so.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from typing import TypeAlias
from unicodedata import normalize

_SIGN = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "theta": "θ", "lambda": "λ", "pi": "π", "phi": "φ",
    "psi": "ψ", "rho": "ρ", "tau": "τ", "omega": "ω", "partial": "∂", "times": "×", "cdot": "·", "sum": "Σ",
    "ldots": "…", "le": "≤", "ge": "≥", "ne": "≠", "in": "∈", "Rightarrow": "⇒", "to": "→", "forall": "∀",
    "int": "∫", "top": "ᵀ",
}  # fmt: skip
_WORD = ("sin", "cos", "sign", "det", "diag", "min", "max", "tr", "const")
_SPACE = ("quad", "qquad", ",", ";", " ", "!")
_ACCENT = {"dot": "\u0307", "ddot": "\u0308", "hat": "\u0302", "bar": "\u0304"}
_TYPST_ACCENT = {"dot": "dot", "ddot": "dot.double", "hat": "hat", "bar": "macron"}
_MATHML_ACCENT = {"dot": "˙", "ddot": "¨", "hat": "^", "bar": "¯"}
_HIGH = str.maketrans("0123456789+-ᵀTijkn*′", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ᵀᵀⁱʲᵏⁿ*′")
_SPACED = ("=", "+", "-", "≤", "≥", "≠", "≡", "∈", "⇒", "→", "≻", "Σ", "×", "≈", "|")
_PLAIN = {"q\u0307": "qd", "q\u0308": "qdd", "τ": "tau"}  # as the symbols of the equations are spelt
_TOKEN = re.compile(
    r"\s+|\\(?:text|mathrm|operatorname|begin|end)\{[^{}]*\}|\\\\|\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|.", re.DOTALL
)


@dataclass(frozen=True)
class Sign:
    """One letter, number, operator or upright word."""

    text: str
    upright: bool = False


@dataclass(frozen=True)
class Row:
    items: tuple[Tree, ...]


@dataclass(frozen=True)
class Script:
    base: Tree
    low: Tree | None
    high: Tree | None


@dataclass(frozen=True)
class Frac:
    over: Tree
    under: Tree


@dataclass(frozen=True)
class Accent:
    kind: str
    base: Tree


@dataclass(frozen=True)
class Grid:
    rows: tuple[tuple[Tree, ...], ...]


Tree: TypeAlias = "Sign | Row | Script | Frac | Accent | Grid"


@lru_cache(maxsize=4096)
def read(latex: str) -> Tree:
    """The tree of a formula."""
    reader = _Reader([t for t in _TOKEN.findall(latex) if not t.isspace()], latex)
    tree = reader.row()
    reader.expect_end()
    return tree


class _Reader:
    def __init__(self, tokens: list[str], source: str) -> None:
        self.tokens, self.at, self.source = tokens, 0, source

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, wanted: str = "") -> str:
        token = self.peek()
        if not token or (wanted and token != wanted):
            raise ValueError(f"formula '{self.source}': expected '{wanted or 'more'}', got '{token or 'its end'}'")
        self.at += 1
        return token

    def expect_end(self) -> None:
        if self.peek():
            raise ValueError(f"formula '{self.source}': unexpected '{self.peek()}'")

    def row(self) -> Tree:
        items: list[Tree] = []
        while self.peek() and self.peek() not in ("}", "&", "\\\\") and not self.peek().startswith("\\end{"):
            item = self.scripted()
            if item is not None:
                items.append(item)
        return items[0] if len(items) == 1 else Row(tuple(items))

    def scripted(self) -> Tree | None:
        base = self.atom()
        low: Tree | None = None
        high: Tree | None = None
        while self.peek() in ("_", "^") and self.peek():
            if self.take() == "_":
                low = self.group()
            else:
                high = self.group()
        return base if low is None and high is None else Script(base or Row(()), low, high)

    def group(self) -> Tree:
        """A braced group, or the one atom that follows."""
        if self.peek() != "{":
            return self.atom() or Row(())
        self.take("{")
        tree = self.row()
        self.take("}")
        return tree

    def atom(self) -> Tree | None:
        token = self.peek()
        if token == "{":
            return self.group()
        self.take()
        if not token.startswith("\\"):
            return Sign(token)
        name, _, inside = token[1:].rstrip("}").partition("{")
        if name in _SPACE:
            return Sign(" ") if name != "!" else None
        if token in ("\\{", "\\}", "\\|", "\\%"):
            return Sign(token[1])
        if name in ("left", "right"):
            return self.atom() if self.peek() != "." else (self.take(), None)[1]
        if name in ("frac", "tfrac", "dfrac"):
            return Frac(self.group(), self.group())
        if name in _ACCENT:
            return Accent(name, self.group())
        if name in ("text", "mathrm", "operatorname"):
            return Sign(inside, upright=True)
        if name == "begin":
            return self.grid(inside)
        if name in _WORD:
            return Sign(name, upright=True)
        if name in _SIGN:
            return Sign(_SIGN[name])
        raise ValueError(f"formula '{self.source}': the command \\{name} is not one of ours")

    def grid(self, kind: str) -> Tree:
        end = rf"\end{{{kind}}}"
        rows = [[self.row()]]
        while self.peek() in ("&", "\\\\"):
            if self.take() == "&":
                rows[-1].append(self.row())
            elif self.peek() != end:
                rows.append([self.row()])
        self.take(end)
        return Grid(tuple(tuple(row) for row in rows))


def to_text(tree: Tree) -> str:
    """One line of plain text: `d/dt ∂L/∂q̇1`."""
    if isinstance(tree, Sign):
        return f" {tree.text} " if tree.text in _SPACED else tree.text
    if isinstance(tree, Row):
        return _row_text(tree)
    if isinstance(tree, Accent):
        base = to_text(tree.base)
        return normalize("NFC", (base if len(base) == 1 else f"({base})") + _ACCENT[tree.kind])
    if isinstance(tree, Frac):
        over, under = to_text(tree.over), to_text(tree.under)
        if (over, under) == ("1", "2"):
            return "½ "
        return f"{_guarded(over)}/{_guarded(under)}"
    if isinstance(tree, Grid):
        rows = ["[" + ", ".join(to_text(x).strip() for x in row) + "]" for row in tree.rows]
        return (
            rows[0] if len(rows) == 1 else "[" + ", ".join(r[1:-1] if len(tree.rows[0]) == 1 else r for r in rows) + "]"
        )
    low = "" if tree.low is None else to_text(tree.low).replace(" ", "")
    stem = to_text(tree.base).strip()
    if low.isdigit():
        stem = _PLAIN.get(stem, stem)
    high = "" if tree.high is None else to_text(tree.high).replace(" ", "")
    if low:
        low = low if low.isdigit() else f"_{low}"
    if high:
        raised = high.translate(_HIGH)
        high = raised if all(x not in "0123456789T" for x in raised) and len(raised) <= 3 else f"^({high})"
    return stem + low + high


def _row_text(row: Row) -> str:
    pieces: list[str] = []
    for item in row.items:
        piece = to_text(item)
        if pieces and _needs_space(pieces[-1], piece):
            pieces.append(" ")
        pieces.append(piece)
    text = re.sub(r" +", " ", "".join(pieces)).replace("( ", "(").replace(" )", ")").strip()
    return re.sub(r"(^|= |\()- ", r"\1-", text)


def _needs_space(before: str, after: str) -> bool:
    """Between factors: q̇1 q̇2, but ∂L and 2m keep together."""
    if before.isdigit() or before in ("d", "δ", "∂", "∂²"):
        return False
    if before.startswith("Σ"):
        return True
    return (before[-1:].isalnum() or before[-1:] in "ᵀ\u0307\u0308") and (after[:1].isalpha() or after[:1] in "∂½")


def _guarded(text: str) -> str:
    return f"({text})" if any(s in text for s in (" + ", " - ")) else text.strip()


def to_typst(tree: Tree) -> str:
    """Typst math, without the dollar signs."""
    if isinstance(tree, Sign):
        if tree.upright or (len(tree.text) > 1 and tree.text.isalpha()):
            return f'"{tree.text}"'
        return {"Σ": "sum", "ᵀ": "top", "/": "\\/", "#": "\\#", "$": "\\$"}.get(tree.text, tree.text)
    if isinstance(tree, Row):
        return " ".join(to_typst(x) for x in tree.items)
    if isinstance(tree, Accent):
        return f"{_TYPST_ACCENT[tree.kind]}({to_typst(tree.base)})"
    if isinstance(tree, Frac):
        return f"frac({to_typst(tree.over)}, {to_typst(tree.under)})"
    if isinstance(tree, Grid):
        rows = "; ".join(", ".join(to_typst(x) for x in row) for row in tree.rows)
        return f'mat(delim: "[", {rows})'
    base = to_typst(tree.base) or '""'
    low = "" if tree.low is None else f"_({to_typst(tree.low)})"
    high = "" if tree.high is None else f"^({to_typst(tree.high)})"
    return base + low + high


def to_mathml(tree: Tree) -> str:
    """Presentation MathML, without the outer <math>."""
    if isinstance(tree, Sign):
        text = escape(tree.text)
        if tree.upright:
            return f"<mtext>{text}</mtext>"
        if tree.text == " ":
            return '<mspace width="0.5em"/>'
        if tree.text == "-":
            return "<mo>−</mo>"
        if tree.text[0].isdigit():
            return f"<mn>{text}</mn>"
        return f"<mi>{text}</mi>" if tree.text.isalpha() or tree.text == "∂" else f"<mo>{text}</mo>"
    if isinstance(tree, Row):
        return "<mrow>" + "".join(to_mathml(x) for x in tree.items) + "</mrow>"
    if isinstance(tree, Accent):
        return f'<mover accent="true">{to_mathml(tree.base)}<mo>{_MATHML_ACCENT[tree.kind]}</mo></mover>'
    if isinstance(tree, Frac):
        return f"<mfrac>{to_mathml(tree.over)}{to_mathml(tree.under)}</mfrac>"
    if isinstance(tree, Grid):
        rows = ("<mtr>" + "".join(f"<mtd>{to_mathml(x)}</mtd>" for x in row) + "</mtr>" for row in tree.rows)
        return "<mrow><mo>[</mo><mtable>" + "".join(rows) + "</mtable><mo>]</mo></mrow>"
    base = to_mathml(tree.base)
    if tree.low is not None and tree.high is not None:
        return f"<msubsup>{base}{to_mathml(tree.low)}{to_mathml(tree.high)}</msubsup>"
    if tree.low is not None:
        return f"<msub>{base}{to_mathml(tree.low)}</msub>"
    assert tree.high is not None
    return f"<msup>{base}{to_mathml(tree.high)}</msup>"
