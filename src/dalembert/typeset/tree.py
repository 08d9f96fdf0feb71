"""Formulas as trees, independent of the output language.

    Symbol Number Word Unit Mark Space    Sum Product Power Fraction Function Bracket    Script Accent Matrix Brace Row

A tree leaves nothing to decide: numbers are rounded, brackets are placed, names are chosen. `line_breaking` breaks it for a
width, and one short file per language writes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias
from unicodedata import lookup, name

_GREEK = """alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi omega
Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega"""
GREEK = dict(zip(_GREEK.split(), "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΥΦΨΩ", strict=True))
GREEK_NAMES = {letter: name for name, letter in GREEK.items()}
NAMED = ("sin", "cos", "tan", "exp", "tanh", "det", "min", "max")  # functions that every language has a name for


def slanted(letters: str, bold: bool = False) -> str:
    """Return letters of the mathematical italic or bold italic alphabet of Unicode."""
    return "".join(_slanted(x, bold) for x in letters)


def _slanted(letter: str, bold: bool) -> str:
    if letter == "h" and not bold:
        return "ℎ"  # Unicode has it as Planck's constant only
    _, case, *_, own = [*name(letter, "").split(), "", ""][:4]
    try:
        return lookup(f"MATHEMATICAL {'BOLD ' if bold else ''}ITALIC {case} {own}")
    except KeyError:
        return letter


@dataclass(frozen=True, slots=True)
class Symbol:
    """q̈₁: an italic letter (or several), its upright index, dots over it; `name` is how plain text spells it, qdd1."""

    name: str
    letter: str
    index: str = ""
    dots: int = 0
    bold: bool = False  # a vector or a matrix


@dataclass(frozen=True, slots=True)
class Number:
    """1.321 · 10⁻⁴: digits as they are printed, and a power of ten."""

    digits: str
    exponent: int = 0


@dataclass(frozen=True, slots=True)
class Word:
    """Upright text in a formula; `function`: an operator's name, set apart from what follows."""

    text: str
    function: bool = False


@dataclass(frozen=True, slots=True)
class Unit:
    """kg·m², upright, apart from what is measured; `alone`: there is nothing before it to stand apart from."""

    text: str
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign that is not a letter: `kind` is ordinary, binary, relation, open, close, point, large or times."""

    text: str
    kind: str = "ordinary"


@dataclass(frozen=True, slots=True)
class Space:
    """A horizontal space, in em."""

    em: float


@dataclass(frozen=True, slots=True)
class Term:
    """A term of a sum with its sign; `kind` is what it is of an effort, so that lines can break where it changes."""

    negative: bool
    body: Math
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Sum:
    """± a ± b …; the empty sum is 0."""

    terms: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class Product:
    """Factors next to each other."""

    factors: tuple[Math, ...]


@dataclass(frozen=True, slots=True)
class Power:
    """A base with a whole exponent."""

    base: Math
    exponent: int


@dataclass(frozen=True, slots=True)
class Fraction:
    """A numerator over a denominator."""

    over: Math
    under: Math


@dataclass(frozen=True, slots=True)
class Function:
    """sin² q₁, cos(q₁ + q₂), √x, |x|: `bare` where the argument needs no brackets."""

    name: str
    argument: Math
    power: int = 1
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Bracket:
    """(a + b), or [a (b + c)] where there are brackets inside."""

    inside: Math
    square: bool = False


@dataclass(frozen=True, slots=True)
class Script:
    """Any base with a script below, above, or both."""

    base: Math
    low: Math | None = None
    high: Math | None = None


@dataclass(frozen=True, slots=True)
class Accent:
    """dot, ddot, hat or bar over a base."""

    kind: str
    base: Math


@dataclass(frozen=True, slots=True)
class Matrix:
    """A matrix. `flat`: plain text writes it on one line, and a column as [a, b]."""

    rows: tuple[tuple[Math, ...], ...]
    flat: bool = False


@dataclass(frozen=True, slots=True)
class Brace:
    """Terms over a brace in the colour of their kind, and its word."""

    body: Math
    kind: str
    word: str


@dataclass(frozen=True, slots=True)
class Row:
    """Formulas one after the other."""

    items: tuple[Math, ...]


Math: TypeAlias = (
    Symbol | Number | Word | Unit | Mark | Space | Sum | Product | Power | Fraction | Function | Bracket | Script
    | Accent | Matrix | Brace | Row
)  # fmt: skip
EQUALS = Mark("=", "relation")
PLUS, MINUS, NEGATIVE = Mark("+", "binary"), Mark("−", "binary"), Mark("−")
TIMES = Mark("", "times")  # seen in plain text only


def thin(a: Math, b: Math) -> bool:
    """Whether a thin space parts two factors: 0.06413 s₃, sin q₂ q̇₂, m₂ sin q₂; never between plain symbols."""
    kind = type(a)
    if kind is Symbol and type(b) is Symbol:
        return False
    if isinstance(b, Power):
        b = b.base
    if isinstance(b, (Function, Word)):
        return not (isinstance(b, Function) and b.name in ("sqrt", "abs"))
    if isinstance(a, Number):
        return isinstance(b, Number) or "." in a.digits or a.exponent != 0
    return kind is Function and not isinstance(b, Bracket)


def parts(x: Math) -> tuple[Math, ...]:
    """The formulas on the line of a formula: not those of its scripts, fractions and matrices."""
    match x:
        case Sum(terms):
            return tuple(term.body for term in terms)
        case Product(inner) | Row(inner):
            return inner
        case Power(base) | Script(base) | Accent(_, base) | Bracket(base) | Brace(base) | Function(_, base):
            return (base,)
    return ()


def height(x: Math) -> int:
    """Return the nesting depth of brackets."""
    inner = max(map(height, parts(x)), default=0)
    opens = isinstance(x, Function) and not x.bare and x.name not in ("sqrt", "abs")
    return inner + (opens or isinstance(x, Bracket))


def tall(x: Math) -> bool:
    """Whether brackets about it grow: there is a fraction or a matrix in it. Scripts and powers do not make them grow."""
    return isinstance(x, Fraction | Matrix) or any(map(tall, parts(x)))


def bracket(inside: Math) -> Bracket:
    """Return a formula in brackets; round and square ones alternate with the depth."""
    return Bracket(inside, height(inside) % 2 == 1)
