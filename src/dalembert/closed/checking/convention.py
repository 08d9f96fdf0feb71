"""Conventions used by a text for coordinates, the sign of gravity and the meaning of letters.

    q = A x + b     each row of A defines a coordinate, relative to the previous link or absolute, in either direction;
                    b consists of quarter turns
    Q = E τ         the efforts τ of the joints, or those of x, which are Aᵀτ
    gravity, λ      both signs are possible
    c_ijk, S, Q, h, N, J, ω …     letters with several meanings, each a combination of model entries

A convention is a set of departures from the robot's own convention. Each departure is stored as a message that can be
displayed. Entries of the model transform as tensors under q = A x + b. Each coordinate index is multiplied by A, and
each effort index by E.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from flint import fmpq, fmpq_mat

from dalembert.argument import known
from dalembert.closed.algebra.ring import as_fraction
from dalembert.closed.model.coordinates import absolute_coordinates
from dalembert.closed.model.mechanics import Mechanics
from dalembert.closed.reading.lexer import table
from dalembert.closed.reading.vocabulary import CENTRES, INDICES, Entry
from dalembert.errors import WrongValue
from dalembert.finding.equation import OtherConvention, Usage
from dalembert.finding.finding import Identifier
from dalembert.graph import evaluate, symbols
from dalembert.robot.model import Robot
from dalembert.spatial.vector import dot, scale

X = TypeVar("X")
Terms: TypeAlias = Sequence[tuple[int, Entry]]
Rule: TypeAlias = Callable[[Entry], Terms]
Departures: TypeAlias = tuple[OtherConvention, ...]
Matrix: TypeAlias = Sequence[Sequence[Fraction]]


@dataclass(frozen=True)
class Meaning:
    """Meaning of a symbol in other books, as a linear combination of model entries.

    `topics` lists the affected letters.
    """

    usage: Usage
    topics: str  # affected letters, see `topic`
    terms: Rule


def _named(letter: str, k: int = 1) -> Rule:
    """Create a rule that maps an entry to k times the entry with another letter and the same indices."""
    return lambda x: [(k, Entry(letter, x.indices))]


def _renamed(letters: Mapping[str, str]) -> Rule:
    """Create a rule that maps an entry to the entry with another letter, which depends on the original letter."""
    return lambda x: [(1, Entry(letters[x.letter], x.indices))]


def _opposite(x: Entry) -> Terms:
    return [(-1, x)]


def _unsymmetrised(x: Entry) -> Terms:
    a, b, c = x.indices
    return [(2, Entry("Mq", (a, b, c))), (-1, Entry("Mq", (b, c, a)))]


MEANINGS = (
    Meaning(Usage.LAST_INDEX, "Gamma", lambda x: [(1, Entry("Gamma", (x.indices[2], *x.indices[:2])))]),
    Meaning(Usage.PAIR, "Gamma", lambda x: [(2, x)] if x.indices[1] != x.indices[2] else [(1, x)]),
    Meaning(Usage.NOT_SYMMETRIC, "Gamma", _unsymmetrised),
    Meaning(Usage.GENERIC_S, "S", _named("Sg")),
    Meaning(Usage.UNSYMMETRISED_S, "S", _named("Su")),
    Meaning(Usage.Q_GRAVITY, "Q", _named("g")),
    Meaning(Usage.Q_WEIGHT, "Q", _named("g", -1)),
    Meaning(Usage.VELOCITY_ONLY, "h H N n V", _named("c")),
    Meaning(Usage.IS_GRAVITY, "h H N n V", _named("g")),
    Meaning(Usage.VELOCITY_AND_GRAVITY, "h H N n V C", _named("n")),
    Meaning(Usage.KINETIC_ENERGY, "E", _named("T")),
    Meaning(Usage.POTENTIAL_ENERGY, "u", _named("Ul")),
    Meaning(Usage.MASS_CENTRES, "frame", _renamed(CENTRES)),
    Meaning(Usage.FAR_END, "frame", _renamed({x: x + "e" for x in CENTRES})),
    Meaning(Usage.WORLD_AXES, "w", _named("ww")),
    Meaning(Usage.LINK_AXES, "v", _named("vl")),
    Meaning(Usage.ANGULAR_FIRST, "J", lambda x: [(1, Entry("J", ((x.indices[0] + 2) % 6 + 1, x.indices[1])))]),
    Meaning(Usage.PLANE_ANGLE, "Jv", lambda x: [(1, Entry("Jn", x.indices) if x.indices[0] == 3 else x)]),
    Meaning(Usage.ROTOR_COUNTED, "Tl", lambda x: [(1, x), (1, Entry("Tm", x.indices))]),
    Meaning(Usage.ROW_ORDER, "detJ", _opposite),
    Meaning(Usage.GRAVITY_RIGHT, "g", _opposite),
)
_TERMS = {x.usage: x.terms for x in MEANINGS}
_HALVES = (Usage.NOT_SYMMETRIC,)  # terms are doubled, because their factors would be halves
_OF_VELOCITIES = ("h", "H", "N", "n", "V", "C")  # letters of vectors that contain velocity terms, gravity or both


def topic(entry: Entry, written: str) -> str:
    """Return the topic of a model entry. A topic has the same meaning throughout a text.

    A topic is a letter that denotes model entries, or another letter in the text.
    """
    if entry.letter == "tau" and written in ("Q", "u"):
        return written
    if entry.letter == "E" and written != "E":
        return ""
    if entry.letter in ("c", "n", "g") and len(entry.indices) == 1 and written in _OF_VELOCITIES:
        return written
    return "frame" if entry.letter in CENTRES else "split" if entry.letter in ("C", "B") else entry.letter


def meanings(of: str) -> list[OtherConvention]:
    """Return the alternative meanings of a topic in textbooks."""
    name = Identifier(of) if of in _OF_VELOCITIES else None
    return [OtherConvention(x.usage, name) for x in MEANINGS if of in x.topics.split()]


@dataclass(frozen=True)
class LinearChange:
    """Linear change of coordinates q = A x + b, with the matrix E for the efforts.

    The entries of b are multiples of π/2. `turned` lists the symbols that change sign.
    """

    A: Matrix
    E: Matrix
    b: Sequence[Fraction]
    turned: frozenset[str] = frozenset()

    def images(self, names: Sequence[Any], value: Callable[[str], X], number: Callable[[Fraction], X]) -> dict[str, X]:
        """Express q, q̇, q̈ and the symbols that change sign in terms of x. The entries of x have the same names as the
        entries of q."""
        found = {x: number(Fraction(-1)) * value(x) for x in self.turned}  # type: ignore[operator]
        for i, row in enumerate(self.A):
            for order in ("q", "qd", "qdd"):
                parts = [number(a) * value(getattr(x, order)) for a, x in zip(row, names, strict=True) if a]  # type: ignore[operator]
                if order == "q" and self.b[i]:
                    parts.append(number(self.b[i] / 2) * value("pi"))  # type: ignore[operator]
                found[getattr(names[i], order)] = sum(parts[1:], parts[0])
        return found

    def seen(self, entry: Entry, own: Callable[[Entry], X], number: Callable[[Fraction], X]) -> X:
        """Compute a model entry in the coordinates x from the entries in the robot's own coordinates."""
        if entry.letter in ("C", "B"):  # q̇_k² has the factor c_kii in C, and q̇_i q̇_j has the factor 2 c_kij in B
            k, i, j = (*entry.indices, entry.indices[-1])[:3]
            return number(Fraction(1 + (entry.letter == "B"))) * self.seen(Entry("Gamma", (k, i, j)), own, number)  # type: ignore[operator, no-any-return]
        kinds = INDICES.get(entry.letter, "").ljust(len(entry.indices), "-")
        places = [list(self._places(kind, index - 1)) for kind, index in zip(kinds, entry.indices, strict=True)]
        total = number(Fraction(0))
        for chosen in product(*places):
            factor = math.prod((k for _, k in chosen), start=Fraction(1))
            total = total + number(factor) * own(Entry(entry.letter, tuple(at + 1 for at, _ in chosen)))  # type: ignore[operator]
        return number(self.volume) * total if entry.letter == "detJ" else total  # type: ignore[operator]

    @cached_property
    def inverse(self) -> LinearChange:
        """Inverse change of coordinates, which expresses x in terms of q."""
        back = [[as_fraction(x) for x in row] for row in _flint(self.A).inv().tolist()]
        return LinearChange(back, self.E, [-dot(row, self.b) for row in back], self.turned)

    @cached_property
    def volume(self) -> Fraction:
        """Determinant of the matrix A in q = A x + b."""
        return as_fraction(_flint(self.A).det())

    @cached_property
    def rows(self) -> Matrix | None:
        """Matrix E A⁻ᵀ, which multiplies the efforts of x, or None if E equals Aᵀ."""
        product = _flint(self.E) * _flint(self.A).transpose().inv()
        found = [[as_fraction(x) for x in row] for row in product.tolist()]
        return None if found == _unit(len(found)) else found

    def _places(self, kind: str, at: int) -> Iterator[tuple[int, Fraction]]:
        if kind == "-":
            yield at, Fraction(1)
            return
        column = self.E[at] if kind == "e" else [row[at] for row in self.A]
        yield from ((i, k) for i, k in enumerate(column) if k)


@dataclass(frozen=True)
class Convention:
    """Convention of a text, as a tuple of departures from the robot's own convention in the order of display."""

    departures: Departures = ()

    def __add__(self, more: Sequence[OtherConvention]) -> Convention:
        return Convention((*self.departures, *more))

    @cached_property
    def geometry(self) -> Departures:
        """Departures in coordinates and signs, without departures in the meaning of letters."""
        return tuple(x for x in self.departures if x.usage not in _TERMS)

    def terms(self, entry: Entry, written: str) -> list[tuple[Fraction, Entry]]:
        """Express an entry in the text's convention as a linear combination of model entries."""
        of = topic(entry, written)
        for x in self.departures:
            if any(x.usage is y.usage and (not x.name or written in ("", x.name)) for y in meanings(of)):
                scale = Fraction(1, 2 if x.usage in _HALVES else 1)
                return [(k * scale, y) for k, y in _TERMS[x.usage](entry)]
        return [(Fraction(1), entry)]

    def frame(self, mechanics: Mechanics) -> LinearChange:
        """Return the linear change of coordinates for a robot.

        Raise `WrongValue` if the robot does not support the coordinates of the convention.
        """
        unit = _unit(mechanics.n)
        usages = {x.usage for x in self.geometry}
        absolute = usages & {Usage.ABSOLUTE, Usage.ABSOLUTE_EFFORTS}
        A = _absolute(mechanics.robot) if absolute else unit
        E = [list(column) for column in zip(*A, strict=True)] if Usage.ABSOLUTE_EFFORTS in usages else unit
        signs, b = [1] * mechanics.n, [0] * mechanics.n
        for x in self.geometry:
            if x.joint is not None:
                signs[x.joint - 1] *= -1 if x.usage is Usage.REVERSED else 1
                b[x.joint - 1] += x.degrees // 90
        turned = gravity(mechanics.robot) if Usage.GRAVITY_REVERSED in usages else frozenset[str]()
        turned |= frozenset(map(str, mechanics.multipliers)) if Usage.MULTIPLIERS_REVERSED in usages else frozenset()
        return LinearChange(
            [[a * s for a, s in zip(row, signs, strict=True)] for row in A],
            [scale(s, row) for s, row in zip(signs, E, strict=True)],
            list(map(Fraction, b)),
            turned,
        )


OWN = Convention()
"""The robot's own convention."""


def _unit(n: int) -> list[list[Fraction]]:
    return [[Fraction(int(i == j)) for j in range(n)] for i in range(n)]


def _flint(A: Matrix) -> Any:
    return fmpq_mat([[fmpq(*a.as_integer_ratio()) for a in row] for row in A])


def _absolute(robot: Robot) -> list[list[Fraction]]:
    return [[Fraction(str(a)) for a in row] for row in absolute_coordinates(robot).matrix]


def gravity(robot: Robot) -> frozenset[str]:
    """Return the symbols whose opposites turn gravity round, or an empty set if gravity is a number."""
    names = symbols(robot.gravity)
    there, back = (evaluate(robot.gravity, dict.fromkeys(names, x)) for x in (0.3, -0.3))
    return frozenset(names) if back == [-x for x in there] else frozenset()


def geometries(mechanics: Mechanics, efforts: bool) -> list[OtherConvention]:
    """List the departures in coordinates and signs that are possible for a text.

    `efforts` is True if the text contains efforts.
    """
    found = []
    try:
        A = _absolute(mechanics.robot)
    except WrongValue:  # mimic joints and ball joints
        A = []
    if _unit(len(A)) != A:
        found += [OtherConvention(Usage.ABSOLUTE_EFFORTS)] if efforts else []
        found += [OtherConvention(Usage.ABSOLUTE)]
    turning = [b.coordinate + 1 for b in mechanics.tree.bodies if not b.prismatic]
    found += [OtherConvention(Usage.OTHER_ZERO, joint=k, degrees=x) for k in turning for x in (90, -90, 180)]
    found += [OtherConvention(Usage.GRAVITY_REVERSED)] if gravity(mechanics.robot) else []
    found += [OtherConvention(Usage.REVERSED, joint=k + 1) for k in range(mechanics.n)]
    found += [OtherConvention(Usage.MULTIPLIERS_REVERSED)] if mechanics.multipliers else []
    return found


BOOKS: Mapping[str, Mapping[str, str]] = table("books")
"""Meanings of letters in each book."""


def of_book(name: str) -> list[OtherConvention]:
    """Return the departures of a book from the robot's own convention.

    `name` is a name in the table of books, or a TOML file.
    """
    own = tomllib.loads(Path(name).read_text("utf-8")) if name.endswith(".toml") else BOOKS[known(name, BOOKS, "book")]
    return [OtherConvention(Usage(known(x, [*Usage], name)), Identifier(letter)) for letter, x in own.items()]
