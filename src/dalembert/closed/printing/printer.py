"""Expressions as strings: one walk, a small class for each language.

A language says how symbols, powers, fractions, functions and matrices look; the
walk decides signs, what goes under a fraction bar and where parentheses stand.
Numbers are whole, and the others all of one kind: small fractions, or decimals of `digits` significant digits where the
robot was given in decimals or one of them is no small fraction.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from functools import cached_property

from dalembert.closed.printing.atom import Atom, Product, Sum

GREEK = frozenset((
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu", "nu", "xi",
    "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega",
    "Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Upsilon", "Phi", "Psi", "Omega",
))  # fmt: skip
_LARGEST_DENOMINATOR = 24
_EXACT_DIGITS = 15
WIDTH = 36  # symbols on a line
_INERTIAL = re.compile(r"l?(m[xyz]|[xyz]{2})")  # first moments and tensor entries keep their two letters


@dataclass(frozen=True)
class Name:
    """A symbol as it is typeset: stem, subscript, dots over the stem."""

    stem: str
    subscript: str = ""
    dots: int = 0


def typeset(name: str, derivatives: Mapping[str, tuple[str, int]]) -> Name:
    """q1 → q₁, lc2 → l_c2, taum → τ_m, mx2 → mx₂; `derivatives` maps qd1 to (q1, 1)."""
    base, dots = derivatives.get(name, (name, 0))
    found = re.match(r"[A-Za-z]*", base)
    letters = found[0] if found else ""
    rest = base[len(letters) :]
    subscript = rest.strip("_").replace("_", ",")
    if letters in GREEK or len(letters) <= 1 or _INERTIAL.fullmatch(letters.lower()):
        return Name(letters or base, subscript if letters else "", dots)
    for greek in sorted(GREEK, key=len, reverse=True):
        if letters.startswith(greek) and len(letters) == len(greek) + 1:
            return Name(greek, letters[-1] + subscript, dots)
    if len(letters) == 2 and letters[1].islower():
        return Name(letters[0], letters[1] + subscript, dots)
    return Name(letters, subscript, dots)


class Printer(ABC):
    """Writes sums in one language."""

    times: str  # between factors
    apart: str  # between an expression and its unit

    def __init__(
        self,
        derivatives: Mapping[str, tuple[str, int]],
        *,
        short: bool = False,
        digits: int | None = 6,
        decimals: bool = False,
    ) -> None:
        """`short`: c12 for cos(q1 + q2). `digits` of decimals; None keeps every number an exact fraction.
        `decimals`: no fractions, not even ½."""
        self.derivatives, self.short, self.digits, self.decimals = derivatives, short, digits, decimals

    # ── the language ──────────────────────────────────────────────────────────

    @abstractmethod
    def symbol(self, name: str) -> str: ...
    @abstractmethod
    def number(self, digits: str, exponent: int) -> str: ...
    @abstractmethod
    def power(self, base: str, exponent: int) -> str: ...
    @abstractmethod
    def fraction(self, over: str, under: str) -> str: ...
    @abstractmethod
    def function(self, kind: str, argument: str, simple: bool, power: int) -> str: ...
    @abstractmethod
    def parentheses(self, inside: str) -> str: ...
    @abstractmethod
    def signs(self) -> tuple[str, str, str]:
        """leading minus, plus, minus."""

    @abstractmethod
    def abbreviated(self, kind: str, indices: str, power: int) -> str: ...
    @abstractmethod
    def unit(self, unit: str) -> str:
        """kg·m², upright."""

    @abstractmethod
    def matrix(self, rows: Sequence[Sequence[str]]) -> str: ...
    @abstractmethod
    def document(self, equations: Sequence[tuple[str, Sequence[str]]]) -> str:
        """Equations below each other; a right side is a list of lines."""

    # ── the walk ──────────────────────────────────────────────────────────────

    def sum(self, x: Sum) -> str:
        return "".join(self.parts(x)) or self.number("0", 0)

    def lines(self, x: Sum) -> list[str]:
        """A sum broken between terms so that no line is too long."""
        lines, room = [""], WIDTH
        for part, product in zip(self.parts(x), x.products, strict=True):
            size = _weight(product)
            if size > room and lines[-1]:
                lines.append("")
                room = WIDTH
            lines[-1] += part
            room -= size
        return lines if lines != [""] else [self.number("0", 0)]

    def parts(self, x: Sum) -> list[str]:
        """The terms of a sum, each with its sign."""
        leading, plus, minus = self.signs()
        result = []
        for i, product in enumerate(x.products):
            negative = product.coefficient < 0
            sign = (leading if negative else "") if i == 0 else (minus if negative else plus)
            result.append(sign + self._unsigned(product))
        return result

    def product(self, x: Product) -> str:
        return (self.signs()[0] if x.coefficient < 0 else "") + self._unsigned(x)

    def _unsigned(self, x: Product) -> str:
        k = abs(x.coefficient)
        inverses = [(f, e) for f, e in x.factors if isinstance(f, Atom) and f.kind == "inverse"]
        over = [self._factor(f, e) for f, e in x.factors if (f, e) not in inverses]
        under = [self._denominator(f.argument or Sum(), e) for f, e in inverses]
        if (k.denominator > (1 if self.decimals else _LARGEST_DENOMINATOR)) and self.digits is not None:
            numbers, below = [self.number(*_decimal(k, self.digits))], []
        else:
            numbers = [self.number(str(k.numerator), 0)] if k.numerator != 1 or not over else []
            below = [self.number(str(k.denominator), 0)] if k.denominator != 1 else []
        if below and not under and over:
            return self._coefficient(numbers, below, over)
        text = self.times.join([*numbers, *over])
        return self.fraction(text, self.times.join([*below, *under])) if below or under else text

    def _coefficient(self, numbers: list[str], below: list[str], over: list[str]) -> str:
        """A rational in front of symbols: ½ m l²."""
        return self.times.join([self.fraction(numbers[0] if numbers else self.number("1", 0), below[0]), *over])

    def _factor(self, factor: Atom | Sum, power: int) -> str:
        if isinstance(factor, Sum):
            text = self.parentheses(self.sum(factor))
            return text if power == 1 else self.power(text, power)
        if factor.argument is None:
            text = self.symbol(factor.name)
            return text if power == 1 else self.power(text, power)
        indices = self._indices(factor) if self.short else None
        if indices is not None:
            return self.abbreviated(factor.kind, indices, power)
        inside = self.closer.sum(factor.argument) if factor.kind == "root" else self.sum(factor.argument)
        return self.function(factor.kind, inside, _is_simple(factor.argument), power)

    @cached_property
    def closer(self) -> Printer:
        """The same with the digits of a float: numbers under a root cannot be compared digit by digit."""
        digits = None if self.digits is None else max(self.digits, _EXACT_DIGITS)
        return type(self)(self.derivatives, short=self.short, digits=digits, decimals=self.decimals)

    def _denominator(self, x: Sum, power: int) -> str:
        text = self.sum(x)
        text = text if _is_one(x) else self.parentheses(text)
        return text if power == 1 else self.power(text, power)

    def _indices(self, atom: Atom) -> str | None:
        """12 for q1 + q2; None if the angle is not a plain sum of coordinates."""
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
        """Whether there are ten coordinates or more, so that c12 would be a cosine of q12."""
        return len(self.derivatives) >= 20


def is_decimal(x: Sum) -> bool:
    """Whether a sum holds a number that is no small fraction."""
    return any(
        product.coefficient.denominator > _LARGEST_DENOMINATOR
        or any(is_decimal(inner) for factor, _ in product.factors if (inner := _inside(factor)) is not None)
        for product in x.products
    )


def _inside(factor: Atom | Sum) -> Sum | None:
    return factor if isinstance(factor, Sum) else factor.argument


def _weight(x: Product) -> int:
    """About how many symbols a product takes on paper."""
    return 1 + sum(1 if isinstance(f, Atom) else sum(_weight(y) for y in f.products) for f, _ in x.factors)


def _is_simple(x: Sum) -> bool:
    """One symbol, and nothing else."""
    return len(x.products) == 1 and _symbol(x.products[0]) is not None


def _is_one(x: Sum) -> bool:
    """One symbol or function, and nothing else."""
    return len(x.products) == 1 and x.products[0].coefficient == 1 and [e for _, e in x.products[0].factors] == [1]


def _symbol(x: Product) -> str | None:
    """The name, if a product is one symbol and nothing else."""
    if x.coefficient != 1 or len(x.factors) != 1:
        return None
    factor, power = x.factors[0]
    return factor.name if power == 1 and isinstance(factor, Atom) and factor.argument is None else None


def _decimal(x: Fraction, digits: int) -> tuple[str, int]:
    """(mantissa, power of ten) of a number: all of its digits, or if they are too many, exactly this many."""
    nearest = float(
        Context(prec=digits).divide(Decimal(x.numerator), Decimal(x.denominator))
    )  # a float's are not always
    text = f"{nearest:.{digits}g}"
    if Fraction(text) != x:
        text = f"{nearest:#.{digits}g}"  # 0.300000 is rounded, 0.3 is not
    mantissa, _, exponent = text.partition("e")
    return mantissa, int(exponent or 0)
