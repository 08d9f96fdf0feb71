"""Steps of a derivation, which consist of text and equations, and their layout as blocks of a page.

An equation has the form `left = rule = right`. `left` is the name of the quantity, `rule` is its definition as a
formula of other names, and `right` is its value. The value is a polynomial of the ring, or a vector or matrix of
polynomials. Text contains inline formulas between dollar signs. A right-hand side with more than `terms` terms is
replaced by the number of terms, such as ⟨312 terms⟩. A vector or matrix that is too wide for the page is shown entry by
entry. On a page, steps are numbered 1, 1.1 and so on, and each step shows its text before its equations.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

from dalembert.closed.algebra.ring import Elements, Poly
from dalembert.closed.printing.display import ElementDisplay, Style, TreeWriter
from dalembert.closed.printing.expression import ExpressionSum, FactorRank, Terms, collected, grouped, parted
from dalembert.closed.printing.typesetting import Typeset
from dalembert.spatial.vector import transpose
from dalembert.typeset import block as b
from dalembert.typeset import tree as t
from dalembert.typeset.language import Language
from dalembert.typeset.languages import language as language_of
from dalembert.typeset.latex_parser import INLINE, bold, read, renamed, vectors
from dalembert.typeset.line_breaking import Page, broken, widths

FOLD = 24
_TOO_MANY = 16  # an element that exceeds the limit by this factor is not converted
_WIDE = 1.5  # largest size of a vector or matrix, relative to the limit for one right-hand side
_COLUMNS = 10  # columns of a matrix that LaTeX supports by default
_AXES = "xyz"
_VECTOR = re.compile(r"(\\?[A-Za-z]+)_\{?(c?\d+)\}?")  # v_{c2}, whose entries are v_{c2,x} …
_EFFORT = re.compile(r"\\tau(?!_f|_\{f)")
_ONE_LINE = 1e9  # characters

Value: TypeAlias = Any  # element of the ring, or a vector (tuple) or matrix (tuple of tuples) of elements


@dataclass(frozen=True)
class StepEquation(Typeset):
    """Equation of a derivation in the form left = rule = right.

    `rule` is the definition of the quantity as a formula, and `right` is the value. Either `rule` or `right` can be
    omitted.
    """

    left: str
    right: Value = None
    rule: str = ""
    by_mass: bool = False  # collect terms by masses, as in energies, and not by rates
    display: ElementDisplay | None = field(default=None, repr=False, compare=False)

    @property
    def terms(self) -> int:
        """Number of terms on the right-hand side."""
        return count(self.right)

    def typeset(
        self, language: Language, terms: int = FOLD, style: Style | None = None, *, short: bool = False
    ) -> b.Display:
        """Typeset the equation. A wide vector or matrix is typeset as one equation per entry."""
        style = style or Style.on(language, short=short)
        left, rule = renamed(self.left, style.symbols), renamed(self.rule, style.symbols)
        shown = vectors(read(left))
        stated = b.Equation(
            bold(shown) if isinstance(self.right, tuple) else shown, (vectors(read(rule)),) if rule else ()
        )
        display = self.display
        if self.right is None or display is None:
            return b.Display((stated if rule else b.Equation(None, (shown,)),))
        writer = display.writer(style)

        def entry(x: Poly) -> t.Math:
            return _entry(display, writer, x, terms, self.by_mass)

        if not isinstance(self.right, tuple):
            return b.Display((replace(stated, right=(*stated.right, entry(self.right))),))
        rows = self.right if isinstance(self.right[0], tuple) else tuple((x,) for x in self.right)
        alone = len(rows) == 3 and len(rows[0]) == 1 and sum(bool(x) for (x,) in rows) == 1  # ω_z replaces (0, 0, ω)
        flat = alone and not rule and not language.plain
        if not flat and sum(len(x) for row in rows for x in row) <= _TOO_MANY * terms:
            whole = t.Matrix(tuple(tuple(entry(x) for x in row) for row in rows), flat=True)
            size = sum(len(display.terms(x)) for row in rows for x in row)
            measure = language.page.measure
            wide = measure(whole) + measure(t.EQUALS) + measure(read(left)) + language.page.step
            if size <= _WIDE * terms and wide <= language.page.width and len(rows[0]) <= _COLUMNS:
                return b.Display((replace(stated, right=(*stated.right, whole)),))
        named = [b.Equation(read(name), (entry(x),)) for name, x in named_entries(left, rows, language.plain)]
        return b.Display((*([stated] if self.rule else []), *named))

    def text(self, *terms: Any, **style: Any) -> str:
        """Format the equation as plain text on one line. The style options are the same as for `typeset`."""
        return super().text(*terms, width=_ONE_LINE, **style)

    def sympy(self) -> Any:
        """Return the right-hand side as a SymPy expression or matrix. A vector is returned as a single column."""
        if self.right is None or self.display is None:
            return None
        if not isinstance(self.right, tuple):
            return self.display.sympy(self.right)
        return self.display.sympy_matrix(x if isinstance(x, tuple) else (x,) for x in self.right)

    def __iter__(self) -> Iterator[str]:
        yield language_of("text").math(read(self.left)).strip()
        yield self.text().partition(" = ")[2]

    def __str__(self) -> str:
        return self.text()


def _entry(display: ElementDisplay, writer: TreeWriter, x: Poly, most: int, by_mass: bool) -> t.Math:
    """Convert a polynomial to a formula. A long polynomial is replaced by its number of terms."""
    found = display.terms(x) if len(x) <= _TOO_MANY * most else None
    if found is not None and len(found) <= most:
        return writer.sum(_energy(found) if by_mass else collected(found))
    size = len(x) if found is None else len(found)
    return t.Row((t.Mark("⟨", "open"), t.Word(f"{size} terms"), t.Mark("⟩", "close")))


def _energy(terms: Terms) -> ExpressionSum:
    """Write an energy link by link if the masses are symbols, or collect it by velocities if the masses are numbers.

    Constant terms come last.
    """
    moving = [x for x in terms if parted(x[1])[1]]
    still = [x for x in terms if not parted(x[1])[1]]
    link_by_link = grouped(moving)
    by_rates = collected(moving)
    first = link_by_link if len(link_by_link.products) <= len(by_rates.products) else by_rates
    if any(a.rank[0] == FactorRank.INERTIAL for _, factors in moving for a, _ in factors):
        first = link_by_link
    return ExpressionSum((*first.products, *grouped(still).products))


def named_entries(left: str, rows: tuple[tuple[Any, ...], ...], plain: bool) -> list[tuple[str, Any]]:
    """Return (name, entry) for each nonzero entry of a vector or matrix.

    Only the upper triangle of a symmetric matrix is listed.
    """
    vector = None if plain or len(rows) != 3 else _VECTOR.fullmatch(left)
    symmetric = len(rows) > 1 and transpose(rows) == rows
    stem = left.partition("(")[0]  # M of M(q)
    single = len(stem) == 1
    stem = stem if single else f"({left})"
    result = []
    for i, row in enumerate(rows):
        for j, x in enumerate(row):
            if not x or (symmetric and j < i):
                continue
            if len(row) > 1:
                index = f"{i + 1}{j + 1}" if max(len(rows), len(row)) < 10 else f"{i + 1},{j + 1}"
            else:
                index = _AXES[i] if len(rows) == 3 and not single else str(i + 1)
            name = f"{vector[1]}_{{{vector[2]},{index}}}" if vector else f"{stem}_{{{index}}}"
            result.append((name, x))
    return result


@dataclass(frozen=True)
class DerivationStep:
    """Step of a derivation, with a title, an explanation, equations and substeps."""

    title: str
    words: str = ""
    equations: tuple[StepEquation, ...] = ()
    steps: tuple[DerivationStep, ...] = ()
    symbols: tuple[tuple[str, ...], ...] = ()  # rows (symbol, meaning, unit)
    units: tuple[tuple[str, str, str], ...] = ()  # name and LaTeX form of each symbol of the robot, and its unit

    def walk(self) -> list[DerivationStep]:
        """Return this step and all its substeps in reading order."""
        return [self, *(s for child in self.steps for s in child.walk())]

    def shown_by(self, display: ElementDisplay) -> DerivationStep:
        """Return a copy of the step whose equations are formatted by `display`."""
        return replace(
            self,
            equations=tuple(replace(x, display=x.display or display) for x in self.equations),
            steps=tuple(x.shown_by(display) for x in self.steps),
        )

    def named(self, efforts: str) -> DerivationStep:
        """Return the step with a different letter for the efforts τ. The friction τ_f keeps its letter."""

        def letter(text: str) -> str:
            return _EFFORT.sub(efforts, text)

        equations = (replace(x, left=letter(x.left), rule=letter(x.rule)) for x in self.equations)
        steps = tuple(x.named(efforts) for x in self.steps)
        return replace(self, words=letter(self.words), equations=tuple(equations), steps=steps)


@cache
def _english() -> dict[str, dict[str, dict[str, str]]]:
    return tomllib.loads(files("dalembert.closed.derivation").joinpath("english.toml").read_text("utf-8"))


def described(
    key: str,
    equations: Iterable[StepEquation] = (),
    steps: Iterable[DerivationStep] = (),
    also: Mapping[str, object] | None = None,
    **values: object,
) -> DerivationStep:
    """Create a step whose title and text come from a table entry such as "lagrange.positions".

    `also` selects optional parts of the entry. A selected part replaces its placeholder in the text, or is appended to
    the text.
    """
    method, name = key.split(".")
    entry = {part: text.strip("\n").replace("\n", " ") for part, text in _english()[method][name].items()}
    optional = also or {}
    parts = {part: text % values if optional[part] else "" for part, text in entry.items() if part in optional}
    whole = entry.get("words", "")
    after = [text for part, text in parts.items() if f"%({part})s" not in whole]
    words = " ".join(filter(None, (whole % (values | parts), *after)))
    return DerivationStep(entry["title"] % values, words, tuple(equations), tuple(steps))


def notation(*parts: str) -> tuple[tuple[str, ...], ...]:
    """Return rows (symbol, meaning, unit) of the symbols that the given parts of a derivation use."""
    table: Any = _english()["notation"]
    rows = (row for part in parts for row in table.get(part, ()))
    return tuple((f"${symbol}$", meaning, unit) for symbol, meaning, unit in rows)


def numbered(left: str, values: Iterable[Value]) -> list[StepEquation]:
    """Create the equations left_1 = values[0], left_2 = values[1] and so on."""
    return [StepEquation(f"{left}_{k}", x) for k, x in enumerate(values, 1)]


@dataclass(frozen=True)
class MethodResult:
    """Steps of a derivation method, and the resulting joint efforts."""

    steps: tuple[DerivationStep, ...]
    tau: Elements


def count(value: Value) -> int:
    """Count the terms of a polynomial, a vector or a matrix."""
    if value is None:
        return 0
    return sum(count(x) for x in value) if isinstance(value, tuple) else len(value)


def blocks(
    steps: Sequence[DerivationStep], language: Language, terms: int, style: Style, level: int = 1, before: str = ""
) -> Iterator[b.Block]:
    """Yield the steps as blocks of a page, with headings that start at `level`."""
    for i, step in enumerate(steps, 1):
        number = f"{before}{i}"
        yield b.Section(step.title, level, number)
        if step.words:
            yield b.Words(INLINE.sub(lambda x: renamed(x[0], style.symbols), step.words), formulas=True)
        if step.symbols:
            rows = tuple(f"{symbol}: {meaning} [{unit}]" for symbol, meaning, unit in step.symbols)
            yield b.Items(tuple(INLINE.sub(lambda x: renamed(x[0], style.symbols), row) for row in rows))
        if step.units:
            yield _units(step, language, style)
        yield from _displays(step, language, terms, style)
        yield from blocks(step.steps, language, terms, style, level + 1, f"{number}.")


def _units(step: DerivationStep, language: Language, style: Style) -> b.Items:
    """List the symbols of the robot that have the same unit."""
    found: dict[str, list[str]] = {}
    for name, latex, unit in step.units:
        plain = language.plain and not style.symbols
        found.setdefault(unit, []).append(name if plain else f"${renamed(latex, style.symbols)}$")
    return b.Items(tuple(f"{', '.join(names)} [{unit}]" for unit, names in found.items()))


def _displays(step: DerivationStep, language: Language, terms: int, style: Style) -> Iterator[b.Display]:
    """Yield the equations of a step. Equations whose relation signs can be aligned are combined in one display."""
    run: tuple[b.Equation, ...] = ()
    for equation in step.equations:
        made = equation.typeset(language, terms, style)
        joint = b.Display((*run, *made.equations))
        if run and not _fits(joint, language.page):
            yield b.Display(run)
            run = made.equations
        else:
            run = joint.equations
    if run:
        yield b.Display(run)


def _fits(x: b.Display, page: Page) -> bool:
    """Return whether the relation signs of a display can be aligned without exceeding the page width."""
    lines = broken(x, page)
    return lines.aligned and max(widths(lines, page)) <= page.width
