r"""Parser for the LaTeX subset used for formulas in the source code.

Such formulas are names, such as `\dot{v}_{c2}` and `{}^{2}\omega_2`, and general laws, such as
`\frac{d}{dt}\frac{\partial L}{\partial\dot q}`. An unknown command raises an error.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from dalembert.typeset import tree as t

_KINDS = {
    "+": "binary", "−": "binary", "×": "binary", "·": "binary", "=": "relation", "≤": "relation", "≥": "relation",
    "≠": "relation", "≡": "relation", "∈": "relation", "⇒": "relation", "→": "relation", "≻": "relation",
    "≈": "relation", "(": "open", "[": "open", "{": "open", ")": "close", "]": "close", "}": "close", ",": "point",
    ";": "point", "∑": "large", "∫": "large",
}  # fmt: skip
_SIGN = {
    "partial": "∂", "times": "×", "cdot": "·", "sum": "∑", "ldots": "…", "le": "≤", "ge": "≥", "ne": "≠", "in": "∈",
    "Rightarrow": "⇒", "to": "→", "forall": "∀", "int": "∫", "top": "⊤",
}  # fmt: skip
_FUNCTION = ("sin", "cos", "sign", "det", "diag", "min", "max", "tr")
_SPACE = {"quad": 1.0, "qquad": 2.0, ",": 3 / 18, ";": 5 / 18, " ": 4 / 18, "!": 0.0}
ACCENTS = ("dot", "ddot", "hat", "bar")
INLINE = re.compile(r"\$[^$]+\$")  # a formula in a sentence
_TOKEN = re.compile(
    r"\s+|\\(?:text|mathrm|mathit|operatorname|begin|end)\{[^{}]*\}|\\\\|\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|.", re.DOTALL
)


@lru_cache(maxsize=4096)
def read(latex: str) -> t.Math:
    """Parse a formula and return its tree."""
    reader = _FormulaReader([x for x in _TOKEN.findall(latex) if not x.isspace()], latex)
    tree = reader.row()
    if reader.peek():
        raise ValueError(f"formula '{latex}': unexpected '{reader.peek()}'")
    return tree


def renamed(latex: str, symbols: Mapping[str, str]) -> str:
    """Replace letters in a formula. For example, {"q": "theta"} replaces q by \\theta."""
    if not symbols:
        return latex
    chosen = {f"\\{a}" if a in t.GREEK else a: f"\\{b} " if b in t.GREEK else b for a, b in symbols.items()}
    return "".join(chosen.get(x, x) for x in _TOKEN.findall(latex))


class _FormulaReader:
    """Recursive-descent parser for the LaTeX subset."""

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

    def row(self) -> t.Math:
        items: list[t.Math] = []
        while self.peek() and self.peek() not in ("}", "&", "\\\\") and not self.peek().startswith("\\end{"):
            item = self.scripted()
            if item is not None:
                items.append(_unary(item, items[-1] if items else None))
        made = [_upright(x, isinstance(y, t.Symbol)) for x, y in zip(items, [*items[1:], None], strict=True)]
        return made[0] if len(made) == 1 else t.Row(tuple(made))

    def scripted(self) -> t.Math | None:
        base = self.atom()
        low: t.Math | None = None
        high: t.Math | None = None
        while self.peek() in ("_", "^"):
            if self.take() == "_":
                low = self.group()
            else:
                high = self.group()
        return base if low is None and high is None else t.Script(base or t.Row(()), low, high)

    def group(self) -> t.Math:
        """Parse a group in braces, or the next single atom."""
        if self.peek() != "{":
            return self.atom() or t.Row(())
        self.take("{")
        tree = self.row()
        self.take("}")
        return tree

    def atom(self) -> t.Math | None:
        token = self.peek()
        if token == "{":
            return self.group()
        self.take()
        if not token.startswith("\\"):
            return _sign(token)
        name, _, inside = token[1:].rstrip("}").partition("{")
        if name in _SPACE:
            return t.Space(_SPACE[name]) if name != "!" else None
        if name in ("left", "right"):
            return self.atom() if self.peek() != "." else (self.take(), None)[1]
        if name in ("frac", "tfrac", "dfrac"):
            return t.Fraction(_upright(self.group(), True), self.group())
        if name in ACCENTS:
            return t.Accent(name, self.group())
        if name in ("text", "mathrm", "operatorname"):
            return t.Word(inside)
        if name == "mathit":
            return t.Symbol(inside, inside)
        if name == "begin":
            return self.grid(inside)
        if name in _FUNCTION:
            return t.Word(name, function=True)
        if name in t.GREEK:
            return t.Symbol(t.GREEK[name], t.GREEK[name])
        if name in _SIGN:
            return _sign(_SIGN[name])
        raise ValueError(f"formula '{self.source}': the command \\{name} is not one of ours")

    def grid(self, kind: str) -> t.Math:
        end = rf"\end{{{kind}}}"
        rows = [[self.row()]]
        while self.peek() in ("&", "\\\\"):
            if self.take() == "&":
                rows[-1].append(self.row())
            elif self.peek() != end:
                rows.append([self.row()])
        self.take(end)
        return t.Matrix(tuple(tuple(row) for row in rows), flat=True)


def _sign(token: str) -> t.Math:
    token = {"-": "−"}.get(token, token)
    if token.isalpha():
        return t.Symbol(token, token)
    if token[0].isdigit():
        return t.Number(token)
    return t.Mark(token, _KINDS.get(token, "ordinary"))


def _upright(x: t.Math, derives: bool) -> t.Math:
    """Make the letter d upright in derivatives and differentials, such as d/dt and dm."""
    return t.Word("d") if derives and x == t.Symbol("d", "d") else x


def _unary(x: t.Math, before: t.Math | None) -> t.Math:
    """Treat a sign as unary at the beginning and after a bracket, relation, operator or comma.

    No space follows a unary sign.
    """
    opens = before is None or (isinstance(before, t.Mark) and before.kind in ("open", "relation", "binary", "point"))
    return t.Mark(x.text) if isinstance(x, t.Mark) and x.text in "+−" and opens else x


# ── vectors and matrices ──────────────────────────────────────────────────────

_ALONE = frozenset("qτuMScgpvωλJRφaFz")  # symbols of vectors and matrices, unless an index selects an entry
_INDEXED = frozenset("vωafnRJNrz")  # symbols of vectors and matrices of a link if they have an index
_OF_POINTS = frozenset("pI")  # vectors and matrices if the index starts with c, e or O (centre of mass, end, origin)


def bold(x: t.Math) -> t.Math:
    """Make the first symbol of a formula bold as a vector or matrix, as in **v**_c2 and **M**(q)."""
    match x:
        case t.Symbol():
            return replace(x, bold=True)
        case t.Script(base, low, high):
            return t.Script(bold(base), low, high)
        case t.Accent(kind, base):
            return t.Accent(kind, bold(base))
        case t.Row(items) if items:
            return t.Row((bold(items[0]), *items[1:]))
        case _:
            return x


def vectors(x: t.Math) -> t.Math:
    """Make the vectors and matrices in a formula bold: **M**, **q** and **v**_c2, but not M_ij and q_k."""
    match x:
        case t.Symbol(_, letter):
            return bold(x) if letter in _ALONE else x
        case t.Script(base, low, high):
            return t.Script(vectors(base) if low is None else _indexed(base, low), low and _described(low), high)
        case t.Accent(kind, base):
            return t.Accent(kind, vectors(base))
        case t.Fraction(over, under):
            return t.Fraction(vectors(over), vectors(under))
        case t.Row(items):
            return t.Row(tuple(vectors(y) for y in items))
        case _:
            return x


def _described(low: t.Math) -> t.Math:
    """Make the descriptive first letter of an index upright, as c in p_c2 and O in I_O2."""
    match low:
        case t.Row((t.Symbol(_, letter), *others)) if letter in "ceO" and others and low.items[1] != low.items[0]:
            return t.Row((t.Word(letter), *others))
    return low


def _indexed(x: t.Math, low: t.Math) -> t.Math:
    """Make an indexed symbol bold if it is a vector such as p_c2. Entries such as p_2 and q_k remain italic."""
    stem = x.base if isinstance(x, t.Accent) else x
    first = low.items[0] if isinstance(low, t.Row) and low.items else low
    point = (
        isinstance(first, (t.Symbol, t.Word)) and (first.letter if isinstance(first, t.Symbol) else first.text) in "ceO"
    )
    letter = stem.letter if isinstance(stem, t.Symbol) else ""
    field = letter == "g" and low == t.Number("0")
    return bold(x) if letter in _INDEXED or field or (letter in _OF_POINTS and point) else x


def inline(x: t.Math) -> t.Math:
    """Convert a formula to inline form, with ½ and a/b instead of built-up fractions."""
    match x:
        case t.Fraction(t.Number("1"), t.Number("2")):
            return t.Number("½")
        case t.Fraction(over, under):
            return t.Row((_guarded(inline(over)), t.Mark("/"), _guarded(inline(under))))
        case t.Row(items):
            apart = [
                (t.Space(3 / 18),) * (isinstance(a, t.Fraction) and isinstance(b, t.Fraction))
                for a, b in pairwise(items)
            ]
            made = [(inline(y), *after) for y, after in zip(items, [*apart, ()], strict=True)]
            return t.Row(tuple(y for group in made for y in group))
        case t.Script(base, low, high):
            return t.Script(inline(base), low, high)
        case _:
            return x


def _guarded(x: t.Math) -> t.Math:
    sums = isinstance(x, t.Row) and any(isinstance(y, t.Mark) and y.kind == "binary" for y in x.items)
    return t.Row((t.Mark("(", "open"), x, t.Mark(")", "close"))) if sums else x
