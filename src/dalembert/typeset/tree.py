"""Formula trees, which do not depend on the output language.

The nodes of a tree are the classes Symbol, Number, Word, Unit, Mark, Space, Sum, Product, Power, Fraction, Function,
Bracket, Script, Accent, Matrix, Brace and Row.

Numbers, brackets and symbol names in a tree are final. The module `line_breaking` breaks a formula into lines for a
page width. The output languages then write the lines.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias
from unicodedata import lookup, name

_GREEK = """alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi omega
Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega"""
GREEK = dict(zip(_GREEK.split(), "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΥΦΨΩ", strict=True))
GREEK_NAMES = {letter: name for name, letter in GREEK.items()}
NAMED = ("sin", "cos", "tan", "exp", "tanh", "det", "min", "max")  # functions with a name in every language


def slanted(letters: str, bold: bool = False) -> str:
    """Convert letters to the mathematical italic or bold italic alphabet of Unicode."""
    return "".join(_slanted(x, bold) for x in letters)


def _slanted(letter: str, bold: bool) -> str:
    if letter == "h" and not bold:
        return "ℎ"  # Unicode encodes this letter only as Planck's constant
    _, case, *_, own = [*name(letter, "").split(), "", ""][:4]
    try:
        return lookup(f"MATHEMATICAL {'BOLD ' if bold else ''}ITALIC {case} {own}")
    except KeyError:
        return letter


@dataclass(frozen=True, slots=True)
class Symbol:
    """Symbol such as q̈₁, with an italic letter or word, an upright index, and dots above.

    `name` is the plain-text form, such as qdd1.
    """

    name: str
    letter: str
    index: str = ""
    dots: int = 0
    bold: bool = False  # whether the symbol is a vector or a matrix


@dataclass(frozen=True, slots=True)
class Number:
    """Number such as 1.321 · 10⁻⁴, given by its printed digits and a power of ten."""

    digits: str
    exponent: int = 0


@dataclass(frozen=True, slots=True)
class Word:
    """Upright text in a formula. If `function` is True, the text is an operator name, followed by a space."""

    text: str
    function: bool = False


@dataclass(frozen=True, slots=True)
class Unit:
    """Upright unit such as kg·m², with preceding space unless `alone` is True."""

    text: str
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """Sign that is not a letter. `kind` is ordinary, binary, relation, open, close, point, large or times."""

    text: str
    kind: str = "ordinary"


@dataclass(frozen=True, slots=True)
class Space:
    """Horizontal space in ems."""

    em: float


@dataclass(frozen=True, slots=True)
class Term:
    """Term of a sum with its sign.

    `kind` is the physical kind of the term. Lines break preferably where the kind changes.
    """

    negative: bool
    body: Math
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Sum:
    """Sum ± a ± b …, where an empty sum is 0."""

    terms: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class Product:
    """Product of factors."""

    factors: tuple[Math, ...]


@dataclass(frozen=True, slots=True)
class Power:
    """Base raised to an integer exponent."""

    base: Math
    exponent: int


@dataclass(frozen=True, slots=True)
class Fraction:
    """Fraction of a numerator and a denominator."""

    over: Math
    under: Math


@dataclass(frozen=True, slots=True)
class Function:
    """Function such as sin² q₁, cos(q₁ + q₂), √x or |x|. If `bare` is True, the argument has no brackets."""

    name: str
    argument: Math
    power: int = 1
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Bracket:
    """Formula in round brackets, as in (a + b), or in square brackets, as in [a (b + c)]."""

    inside: Math
    square: bool = False


@dataclass(frozen=True, slots=True)
class Script:
    """Base with a subscript, a superscript, or both."""

    base: Math
    low: Math | None = None
    high: Math | None = None


@dataclass(frozen=True, slots=True)
class Accent:
    """Base with a dot, two dots, a hat or a bar above it."""

    kind: str
    base: Math


@dataclass(frozen=True, slots=True)
class Matrix:
    """Matrix of formulas. If `flat` is True, plain text contains the matrix on one line, and a column as [a, b]."""

    rows: tuple[tuple[Math, ...], ...]
    flat: bool = False


@dataclass(frozen=True, slots=True)
class Brace:
    """Terms above a brace, in the colour of the kind of term, with a word below the brace."""

    body: Math
    kind: str
    word: str


@dataclass(frozen=True, slots=True)
class Row:
    """Sequence of formulas side by side."""

    items: tuple[Math, ...]


Math: TypeAlias = (
    Symbol | Number | Word | Unit | Mark | Space | Sum | Product | Power | Fraction | Function | Bracket | Script
    | Accent | Matrix | Brace | Row
)  # fmt: skip
EQUALS = Mark("=", "relation")
PLUS, MINUS, NEGATIVE = Mark("+", "binary"), Mark("−", "binary"), Mark("−")
TIMES = Mark("", "times")  # visible only in plain text


def thin(a: Math, b: Math) -> bool:
    """Return whether a thin space separates two factors, as in 0.06413 s₃ or m₂ sin q₂ but not m₂ g."""
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
    """Return the formulas on the main line of a formula, without scripts, fractions and matrices."""
    match x:
        case Sum(terms):
            return tuple(term.body for term in terms)
        case Product(inner) | Row(inner):
            return inner
        case Power(base) | Script(base) | Accent(_, base) | Bracket(base) | Brace(base) | Function(_, base):
            return (base,)
    return ()


def height(x: Math) -> int:
    """Return the nesting depth of brackets in a formula."""
    inner = max(map(height, parts(x)), default=0)
    opens = isinstance(x, Function) and not x.bare and x.name not in ("sqrt", "abs")
    return inner + (opens or isinstance(x, Bracket))


def tall(x: Math) -> bool:
    """Return whether brackets around a formula are enlarged because the formula contains a fraction or a matrix.

    Subscripts, superscripts and powers do not enlarge brackets.
    """
    return isinstance(x, Fraction | Matrix) or any(map(tall, parts(x)))


def bracket(inside: Math) -> Bracket:
    """Put a formula in brackets. Round and square brackets alternate with the nesting depth."""
    return Bracket(inside, height(inside) % 2 == 1)
