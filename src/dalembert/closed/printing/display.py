"""Formatting of elements of a robot's ring as text, LaTeX, Typst, MathML, SymPy expressions and graph nodes.

    display.terms(p)     terms in textbook order
    display.sum(p)       terms collected by masses and inertias, from which all formats are written
    display.sympy(p)  display.text(p)  display.node(p)
    display.written("latex", x)          any expression in an output language

`Mechanics.display` is the formatter of a robot. `TreeWriter` converts expressions to formulas with signs, fractions,
brackets and numbers in a uniform style. Numbers are written as integers or small fractions. If the robot is defined by
decimals, or if one of the numbers is not a small fraction, all numbers are written as decimals with `digits`
significant digits.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Context, Decimal
from fractions import Fraction
from functools import cache, cached_property
from typing import Any, TypeAlias

from dalembert import finding
from dalembert.argument import known
from dalembert.closed.algebra.exact_numbers import square_root
from dalembert.closed.algebra.ring import Poly, Ring
from dalembert.closed.printing.expression import (
    Atom,
    ExpressionProduct,
    ExpressionSum,
    Factor,
    FactorRank,
    GraphWriter,
    Presenter,
    SymPyWriter,
    Terms,
    grouped,
    opened,
)
from dalembert.finding.equation import Formula
from dalembert.finding.finding import Identifier, Noun
from dalembert.graph import Scalar
from dalembert.notation import SYMBOLS
from dalembert.tolerance import SMALL_NUMBER
from dalembert.typeset import tree as t
from dalembert.typeset.language import Language
from dalembert.typeset.languages import language as language_of

_LARGEST_DENOMINATOR = 24
_EXACT_DIGITS = 15
_INERTIAL = re.compile(r"l?(m[xyz]|[xyz]{2})")  # first moments and tensor entries have names with two letters
_TENSOR = re.compile(r"[IJ][xyz]{2}")
_NAMES = {"root": "sqrt"}
Derivatives: TypeAlias = Mapping[str, tuple[str, int]]  # {qd1: (q1, 1)}


DIGITS = {True: 6, False: 4}
"""Default number of significant digits in plain text (True) and on pages (False)."""
LONG = 60  # number of terms of the longest row above which coefficients are listed separately


@dataclass(frozen=True)
class Style:
    """Style of expressions and equations. The options are the same as for `Equations.text`.

    If `short` is True, cos(q1 + q2) is written as c12. If `short` is None, names such as c12 are used only if they save
    lines. `digits` limits the significant digits of decimals. If `digits` is None, each number is an exact fraction. If
    `decimals` is True, no fractions are written, not even ½. `symbols` maps quantities to other letters, such as {"q":
    "theta", "M": "H"}.
    """

    short: bool | None = None
    digits: int | None = 6
    decimals: bool = False
    symbols: Mapping[str, str] = field(default_factory=dict)
    plain: bool = True  # for output that programs read: powers of ten only if necessary
    fold: int = 8
    long: int = LONG
    names: bool = True
    least: float = 0.0  # see `Mechanics.rounded`; used for pages about numeric robots

    @classmethod
    def on(cls, language: Language, **options: Any) -> Style:
        """Return the style of a page in an output language, with the given options."""
        return cls(**{"digits": DIGITS[language.plain], "plain": language.plain, **options})


def typeset(name: str, derivatives: Derivatives, symbols: Mapping[str, str] | None = None) -> t.Symbol:
    """Return the formula for a symbol.

    Examples are q₁ for q1, l_c2 for lc2, I_xx for Ixx, τ_m for taum and mx₂ for mx2. `derivatives` maps the name of a
    derivative to the name of its coordinate and the order of the derivative, such as qd1 to (q1, 1).
    """
    base, dots = derivatives.get(name, (name, 0))
    stem, index = _parted(base)
    if symbols and stem in symbols:
        stem = symbols[stem]
        name = stem + "d" * dots + index.replace(",", "_")
    return t.Symbol(name, t.GREEK.get(stem, stem), index, dots)


def check_letters(symbols: Mapping[str, str], names: Iterable[str], derivatives: Derivatives) -> None:
    """Raise an error if a letter in `symbols` is invalid, unused, or already used for another symbol."""
    stems = {_parted(derivatives.get(x, (x, 0))[0])[0] for x in names}
    letters_here = stems | {*SYMBOLS, "L", "p", "C", "B"}
    for old, new in symbols.items():
        letters = all(isinstance(x, str) and x.isascii() and x.isalpha() for x in (old, new))
        taken = letters and (new in stems - set(symbols) or list(symbols.values()).count(new) > 1)
        _check_letter(old, new, letters, taken)
        known(old, sorted(letters_here), "letter", argument="symbols")


def check_document(symbols: Mapping[str, str]) -> None:
    """Raise an error if a replacement letter already denotes another quantity in the document.

    For example, τ cannot be replaced by M if M is also the inertia matrix.
    """
    for old, new in symbols.items():
        _check_letter(old, new, True, new in {"q", "tau", "M", "c", "g", "S", "T", "U", "L"} - symbols.keys())


def _check_letter(old: str, new: str, letters: bool, taken: bool) -> None:
    if taken or not letters:
        why = Noun("taken letter" if letters else "not a letter")
        raise finding.BadLetter(Identifier(old), Identifier(new), why).error()


def _parted(base: str) -> tuple[str, str]:
    """Split a name into its stem and its index.

    Underscores separate indices. Leading and trailing underscores are ignored.
    """
    base = base.strip("_")
    found = re.match(r"[A-Za-z]*", base)
    letters = found[0] if found else ""
    index = re.sub("_+", ",", base[len(letters) :].strip("_"))
    if letters in t.GREEK or len(letters) <= 1 or _INERTIAL.fullmatch(letters.lower()):
        return letters or base, index if letters else ""
    if _TENSOR.fullmatch(letters):
        return letters[0], letters[1:] + index
    for greek in sorted(t.GREEK, key=len, reverse=True):
        if letters.startswith(greek) and len(letters) == len(greek) + 1:
            return greek, letters[-1] + index
    if len(letters) == 2 and letters[1].islower():
        return letters[0], letters[1] + index
    return letters, index


class TreeWriter:
    """Converter from sums to formulas. Each atom and each power is converted only once."""

    def __init__(self, derivatives: Derivatives, style: Style) -> None:
        self.derivatives, self.style = derivatives, style
        self.atom = cache(self._atom)

    def symbol(self, name: str) -> t.Symbol:
        return typeset(name, self.derivatives, self.style.symbols)

    def sum(self, x: ExpressionSum, kinds: Sequence[str] = ()) -> t.Sum:
        """Write a sum of terms as a formula. `kinds` contains the kind of each term."""
        named: Iterable[tuple[ExpressionProduct, str]] = zip(x.products, kinds or ("",) * len(x.products), strict=True)
        if self.style.decimals and self.style.digits is not None:
            named = _without_roots(named)
        return t.Sum(tuple([t.Term(p.coefficient < 0, self._unsigned(p), k) for p, k in named]))

    def matrix(self, rows: Sequence[Sequence[ExpressionSum]]) -> t.Matrix:
        return t.Matrix(tuple(tuple(self.sum(x) for x in row) for row in rows))

    def _unsigned(self, x: ExpressionProduct) -> t.Math:
        if self.style.decimals and self.style.digits is not None:
            x = opened(x)
        k = abs(x.coefficient)
        over: list[t.Math] = []
        under: list[t.Math] = []
        for f, e in x.factors:
            if isinstance(f, Atom) and f.kind == "inverse":
                below = f.argument or ExpressionSum()
                inside = self._unsigned(below.products[0]) if _is_one(below) else t.bracket(self.sum(below))
                under.append(_power(inside, e))
            else:
                over.append(self._factor(f, e))
        digits = self.style.digits
        large = k.denominator == 1 and k >= 10**5 and not self.style.plain  # pages use powers of ten
        if digits is not None and (large or k.denominator > (1 if self.style.decimals else _LARGEST_DENOMINATOR)):
            over.insert(0, t.Number(*_decimal(k, digits, self.style.plain)))
        elif k.denominator != 1 and over and not under:  # a fraction before symbols: ½ m l²
            over.insert(0, t.Fraction(t.Number(str(k.numerator)), t.Number(str(k.denominator))))
        else:
            if k.numerator != 1 or not over:
                over.insert(0, t.Number(str(k.numerator)))
            if k.denominator != 1:
                under.insert(0, t.Number(str(k.denominator)))
        if not under:
            return _product(over)
        if len(under) == 1 and isinstance(under[0], t.Bracket):
            under = [under[0].inside]
        return t.Fraction(_product(over), _product(under))

    def _factor(self, factor: Atom | ExpressionSum, power: int) -> t.Math:
        if isinstance(factor, ExpressionSum):
            inside = t.bracket(self.sum(factor))
            return _power(inside, power)
        return self.atom(factor, power)

    def _atom(self, atom: Atom, power: int) -> t.Math:
        if atom.argument is None:
            return _power(self.symbol(atom.name), power)
        indices = self._indices(atom) if self.style.short else None
        if indices is not None:
            letter = atom.kind[0]
            short = t.Symbol(letter + indices.replace(",", "_"), letter, indices)
            return _power(short, power)
        inside = (self.closer if atom.kind == "root" else self).sum(atom.argument)
        inner = atom.argument.products
        bare = atom.kind in ("sin", "cos") and len(inner) == 1 and _symbol(inner[0]) is not None
        return t.Function(_NAMES.get(atom.kind, atom.kind), inside, power, bare)

    @cached_property
    def closer(self) -> TreeWriter:
        """Formatter that writes numbers under a root sign with the full precision of a float."""
        x = self.style
        digits = None if x.digits is None else max(x.digits, _EXACT_DIGITS)
        return TreeWriter(self.derivatives, replace(x, digits=digits))

    def _indices(self, atom: Atom) -> str | None:
        """Return the indices of an abbreviated angle, such as 12 for q1 + q2.

        The result is None if the angle is not a sum of coordinates.
        """
        if atom.kind not in ("sin", "cos") or atom.argument is None:
            return None
        numbers = []
        for x in atom.argument.products:
            name = _symbol(x)
            match = re.fullmatch(r"q(\d+)", name) if name else None
            if match is None:
                return None
            numbers.append(match[1])
        return ("" if all(len(k) == 1 for k in numbers) and not self._many else ",").join(numbers)

    @cached_property
    def _many(self) -> bool:
        """Whether the robot has ten or more coordinates, so that c12 could also be the cosine of q12."""
        return len(self.derivatives) >= 20


def _without_roots(terms: Iterable[tuple[ExpressionProduct, str]]) -> Iterator[tuple[ExpressionProduct, str]]:
    """Replace roots of numbers in terms by decimals, such as 0.06 √3 by 0.104, and combine like terms."""
    found: dict[tuple[Any, str], Fraction] = {}
    for x, kind in terms:
        k, root = x.coefficient, Fraction(1)
        rest: list[Factor] = []
        for factor, power in x.factors:
            value = _number_root(factor)
            if value is None:
                rest.append((factor, power))
            else:
                root *= value**power
        at = next((i for i, (f, e) in enumerate(rest) if isinstance(f, ExpressionSum) and e == 1), None)
        if root != 1 and at is not None:  # multiply the bracket, whose numbers are already decimals
            inside = rest[at][0]
            assert isinstance(inside, ExpressionSum)
            rest[at] = (inside.scaled(root * k), 1)
            k = Fraction(1)
        else:
            k *= root
        key = (tuple(rest), kind)
        found[key] = found.get(key, Fraction(0)) + k
    return ((ExpressionProduct(k, factors), kind) for (factors, kind), k in found.items() if k)


def _number_root(factor: Atom | ExpressionSum) -> Fraction | None:
    """Return the value of a root of a number to 50 digits, or None for other factors."""
    if isinstance(factor, ExpressionSum) or factor.kind != "root" or factor.argument is None:
        return None
    if any(x.factors for x in factor.argument.products):
        return None
    return square_root(sum((y.coefficient for y in factor.argument.products), Fraction(0)))


def is_decimal(x: ExpressionSum) -> bool:
    """Check whether a sum contains a number that is not a small fraction."""
    return any(
        product.coefficient.denominator > _LARGEST_DENOMINATOR
        or any(is_decimal(inner) for factor, _ in product.factors if (inner := _inside(factor)) is not None)
        for product in x.products
    )


def _inside(factor: Atom | ExpressionSum) -> ExpressionSum | None:
    return factor if isinstance(factor, ExpressionSum) else factor.argument


def _power(x: t.Math, power: int) -> t.Math:
    return x if power == 1 else t.Power(x, power)


def _product(factors: Sequence[t.Math]) -> t.Math:
    return factors[0] if len(factors) == 1 else t.Product(tuple(factors))


def _is_one(x: ExpressionSum) -> bool:
    """Check whether an expression is a single symbol or function."""
    if len(x.products) != 1:
        return False
    (one,) = x.products
    return one.coefficient == 1 and [e for _, e in one.factors] == [1]


def _symbol(x: ExpressionProduct) -> str | None:
    """Return the name of a product that is a single symbol, or None for other products."""
    if x.coefficient != 1 or len(x.factors) != 1:
        return None
    factor, power = x.factors[0]
    return factor.name if power == 1 and isinstance(factor, Atom) and factor.argument is None else None


def _decimal(x: Fraction, digits: int, plain: bool) -> tuple[str, int]:
    """Round a number to the given number of significant digits, and return its mantissa and power of ten.

    Pages use powers of ten for numbers below 10⁻³ and from 10⁵ on.
    """
    nearest = float(
        Context(prec=digits).divide(Decimal(x.numerator), Decimal(x.denominator))
    )  # the rounding of a float could differ
    text = f"{nearest:.{digits}g}"
    if Fraction(text) != x:
        text = f"{nearest:#.{digits}g}"  # 0.300000 is a rounded number, and 0.3 is exact
    if not plain and nearest and not SMALL_NUMBER <= nearest < 1e5 and "e" not in text:
        exact = Fraction(text) == x
        text = f"{nearest:.{digits - 1}e}"
        if exact:
            mantissa, _, exponent = text.partition("e")
            text = f"{mantissa.rstrip('0').rstrip('.')}e{exponent}"
    mantissa, _, exponent = text.partition("e")
    return mantissa.rstrip("."), int(exponent or 0)


class ElementDisplay:
    """Formatter of ring elements.

    `inertial`, `lengths` and `gravity` list the symbols in the order in which they are written.
    """

    def __init__(
        self,
        ring: Ring,
        inertial: Iterable[str] = (),
        lengths: Iterable[str] = (),
        gravity: Iterable[str] = (),
        runs: Iterable[Sequence[Poly]] = (),
        decimals: bool = False,
    ) -> None:
        """Create a formatter.

        `runs` contains groups of angles about parallel axes, as in `Presenter`. `decimals` is True if the robot's
        numbers are decimals.
        """
        self.ring, self.runs, self.decimals = ring, tuple(runs), decimals
        self.further: dict[str, tuple[str, int]] = {}  # derivatives of names that are not in the ring
        first = -len(ring.generators)  # ranks before those of other constants
        ranks = {x: (FactorRank.CONSTANT, k) for k, x in enumerate(lengths, first)}
        ranks |= {x: (FactorRank.INERTIAL, k) for k, x in enumerate(inertial)}
        ranks |= dict.fromkeys(gravity, (FactorRank.GRAVITY, 0))
        for k, x in enumerate(ring.coordinates):
            ranks |= dict.fromkeys(x.places, (FactorRank.COORDINATE, k)) | {x.qd: (FactorRank.VELOCITY, k)}
            ranks |= {x.qdd: (FactorRank.ACCELERATION, k), x.tau: (FactorRank.EFFORT, k)}
        self.ranks = ranks

    @cached_property
    def presenter(self) -> Presenter:
        return Presenter(self.ring, self.ranks, self.runs)

    @property
    def derivatives(self) -> Derivatives:
        """Mapping from the names of derivatives to (name, order), such as {qd1: (q1, 1), qdd1: (q1, 2)}.

        The mapping for a ball joint contains entries such as {qd4: (omega4, 0), qdd4: (omega4, 1)}.
        """
        found: dict[str, tuple[str, int]] = {}
        for k, x in enumerate(self.ring.coordinates, 1):
            base, first = (f"omega{k}", 0) if x.quaternion else (x.q, 1)
            found |= {x.qd: (base, first), x.qdd: (base, first + 1)}
        return found | self.further

    def terms(self, p: Poly) -> Terms:
        return self.presenter.terms(p)

    def sum(self, p: Poly) -> ExpressionSum:
        return grouped(self.presenter.terms(p))

    def writer(self, style: Style | None = None, sums: Iterable[ExpressionSum] = ()) -> TreeWriter:
        """Return a converter to formulas. All numbers in the given sums are written in the same style."""
        style = style or Style()
        if not style.decimals and (self.decimals or any(is_decimal(x) for x in sums)):
            style = replace(style, decimals=True)
        if style.symbols:
            check_letters(style.symbols, self.ring.index, self.derivatives)
        return TreeWriter(self.derivatives, style)

    def formula(self, x: Poly | ExpressionSum) -> Formula:
        """Convert an element or an expression to a formula tree, which does not depend on the output language."""
        shown = x if isinstance(x, ExpressionSum) else self.sum(x)
        return Formula(self.writer(None, [shown]).sum(shown))

    def written(self, language: str, x: ExpressionSum, style: Style | None = None) -> str:
        """Format an expression in an output language, on one line."""
        return language_of(language).math(self.writer(style, [x]).sum(x))

    def text(self, p: Poly, **style: Any) -> str:
        return self.written("text", self.sum(p), Style(**style))

    def latex(self, name: str) -> str:
        """Return the LaTeX form of a symbol."""
        return self.written("latex", self.sum(self.ring.symbol(name)))

    def node(self, p: Poly) -> Scalar:
        written: Scalar = self._graph.sum(grouped(self.presenter.terms(p), closing=False))
        return written

    def sympy(self, p: Poly) -> Any:
        return self._sympy.sum(grouped(self.presenter.terms(p), closing=False))

    def sympy_matrix(self, rows: Iterable[Iterable[Poly]]) -> Any:
        """Return an immutable SymPy matrix."""
        import sympy

        return sympy.ImmutableMatrix([[self.sympy(x) for x in row] for row in rows])

    @cached_property
    def _graph(self) -> GraphWriter:
        return GraphWriter()

    @cached_property
    def _sympy(self) -> SymPyWriter:
        return SymPyWriter()
