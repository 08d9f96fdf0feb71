r"""A student's or a paper's equation, as text or LaTeX -> statements between graph nodes.

    statements  statement { newline statement }     a line that begins with + − = goes on with the one before
    statement   sum { "=" sum }

`tau2 = H22*qdd2 + …`, `\tau_2 = H_{22}\ddot q_2 + …`, `M = [[…]]`, `U = …`; see `vocabulary` for the names and
`grammar` for the expressions. A line `h = …` whose name means nothing else is an abbreviation.
Nothing is evaluated; the length of the text, the depth of nesting, powers and numbers are bounded.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from dalembert.closed.algebra.exact import decimal
from dalembert.closed.reading.definition import definitions
from dalembert.closed.reading.entry import OF_LINK
from dalembert.closed.reading.grammar import Grammar
from dalembert.closed.reading.latex_reader import tokens
from dalembert.closed.reading.line import joined
from dalembert.closed.reading.naming import canonical
from dalembert.closed.reading.operand import Matrix, Unfit, Value, checked, entries, is_zero, shape, transpose
from dalembert.closed.reading.tokens import LONGEST, Token, complaint
from dalembert.closed.reading.vocabulary import Vocabulary
from dalembert.errors import BadExpression
from dalembert.graph import Node, Op
from dalembert.graph.walk import symbols
from dalembert.robot.model import Robot

_ENERGIES = ("T", "U", "L", "E", "Tl", "Ul", "Tm")


@dataclass(frozen=True)
class Statement:
    """`sides` are said to be equal; all scalars, or all matrices of one shape. `text` is how it was written."""

    sides: tuple[Value, ...]
    text: str


@dataclass(frozen=True)
class Reading:
    """What a text says: its statements, and remarks on what names were taken for."""

    statements: tuple[Statement, ...]
    notes: tuple[str, ...]


def parse(robot: Robot, text: str, where: Mapping[str, Any] | None = None, symbols: Iterable[str] = ()) -> Reading:
    """The statements of a text about a robot.

    `where` gives abbreviations, {"h": "m2*l1*lc2*sin(q2)"}; `symbols` are names besides the robot's parameters.
    """
    names = _vocabulary(robot, where, symbols)
    names.rounds = True
    try:
        statements = _Statements(text, names).all(definitions(text, names))
    except RecursionError:
        raise BadExpression("the equation and its abbreviations are nested too deep") from None
    except BadExpression as error:
        if not names.whole or not re.search("scalar|matri", str(error)):
            raise
        size = _gravity(robot)
        if "g" in names.whole and size is not None:
            found = parse(robot, text, {**(where or {}), "g": size}, symbols)
            return replace(found, notes=(*found.notes, f"g is read as {float(size):g}, the robot's gravity"))
        hint = f"{', '.join(names.whole)} is read as the model's own vector or matrix; give another meaning with where"
        raise BadExpression(f"{error} ({hint})") from None
    return Reading(tuple(statements), tuple(names.notes))


def _gravity(robot: Robot) -> Fraction | None:
    """The size of a gravity that is a number along one axis."""
    sizes = [x for x in robot.gravity if isinstance(x, Node) or x]
    return abs(decimal(sizes[0])) if len(sizes) == 1 and not isinstance(sizes[0], Node) else None


def expression(robot: Robot, text: str, where: Mapping[str, Any] | None = None) -> Value:
    """One expression of a robot's names, without an equals sign."""
    return _read(text, _vocabulary(robot, where, ()), "")


def _vocabulary(robot: Robot, where: Mapping[str, Any] | None, more: Iterable[str]) -> Vocabulary:
    if not isinstance(where, Mapping) and where is not None:
        raise BadExpression(f"where maps names to expressions, got {type(where).__name__}")
    where = dict(where or {})
    if sum(len(x) for x in where.values() if isinstance(x, str)) > LONGEST or len(where) > 1000:
        raise BadExpression(f"the abbreviations of where have more than {LONGEST} characters together")
    names = Vocabulary(robot, where, _read, more)
    for given in where:
        name = names.plain(canonical(given))
        if name in names.parameters or re.fullmatch(r"(q|qd|qdd|tau)\d+", name):
            raise BadExpression(f"where['{given}'] would change what '{name}' means for the robot; choose another name")
    return names


def _read(text: Any, names: Vocabulary, what: str) -> Value:
    """The value of an abbreviation."""
    if isinstance(text, (Node, int, Fraction)) and not isinstance(text, bool):
        if isinstance(text, (int, Fraction)):
            return _bounded(text, what)
        return text
    if isinstance(text, float) and math.isfinite(text):
        return Fraction(repr(float(text)))
    if type(text).__module__.startswith("sympy."):
        text = str(text)
    if not isinstance(text, str):
        raise BadExpression(f"{what} must be a text or a finite number, got {text!r:.60}")
    grammar = Grammar(text, joined(tokens(text, names, what), text, what), names, what)
    result = grammar.sum()
    if grammar.peek():
        raise grammar.unexpected()
    return result


def _bounded(x: int | Fraction, what: str) -> Value:
    try:
        return checked(Fraction(x))
    except Unfit as error:
        raise BadExpression(f"{what}: {error}") from None


@dataclass(frozen=True)
class _Lone:
    """A side that is one name and nothing else."""

    text: str
    token: Token


class _Statements(Grammar):
    def __init__(self, text: str, names: Vocabulary) -> None:
        super().__init__(text, [], names, "")

    def all(self, defined: set[str]) -> list[Statement]:
        self.tokens = joined(tokens(self.text, self.names), self.text, "", self.names.notes)
        found = []
        while self.peek():
            statement = self.statement(defined)
            if statement is not None:
                found.append(statement)
            self.skip("\n")
        for name in defined:
            self.do(Token("name", name, 0), self.names.abbreviation, name)
        if not found:
            own = (
                f": {', '.join(sorted(defined))} is taken for a name of your own, and nothing uses it"
                if defined
                else ""
            )
            raise complaint(self.text, f"there is nothing to check{own}; write 'tau1 = …' or 'M12 = …'", 0)
        return found

    def statement(self, defined: set[str]) -> Statement | None:
        start = self.tokens[self.at].column
        self.names.kinematic = self.of_the_tool()
        sides: list[Value | _Lone] = [self.side()]
        if isinstance(sides[0], _Lone) and self.names.plain(sides[0].text) in defined and self.peek() == "=":
            while self.peek() not in ("\n", ""):  # it is read where it is used
                self.at += 1
            return None
        lone = sides[0].text if isinstance(sides[0], _Lone) else None
        entry = self.names.entry(lone) if lone is not None else None
        self.names.energies = entry is not None and (entry[0] in _ENERGIES or lone == "H")
        self.names.kinematic |= entry is not None and entry[0] in ("tool", "J", "Jv", "Jw", "detJ")
        while self.skip("="):
            sides.append(self.side())
        if self.peek() not in ("\n", ""):
            raise self.unexpected()
        text = self.text[start : self.tokens[self.at - 1].end].strip()
        if len(sides) == 1:
            raise complaint(self.text, "there is no '='; write 'tau1 = …' or 'M12 = …'", start)
        others = [x for x in sides if not isinstance(x, _Lone)]
        return Statement(self.aligned([self.meant(x, others) for x in sides], start), text)

    def of_the_tool(self) -> bool:
        """Whether a statement is one of geometry, x² + y² = …: then x and y mean the tool's place."""
        end = next((i for i in range(self.at, len(self.tokens)) if self.tokens[i].text == "\n"), len(self.tokens))
        used = [x for x in self.tokens[self.at : end] if x.kind == "name" and not self.names.is_abbreviation(x.text)]
        own = [x.text for x in used if x.text in ("x", "y", "z") and not self.names.own(x.text)]
        if not own or any(x.dots > 1 or not self.names.is_place(x.text) for x in used):
            return False
        if [x.text for x in self.tokens[self.at + 1 : self.at + 2]] != ["="]:
            self.names.notes[f"{', '.join(dict.fromkeys(own))}: read as the tool's place"] = None
        return True

    def side(self) -> Value | _Lone:
        """One side; a side that is a name alone is kept as such: the other sides say what it means."""
        start = self.at
        token = self.take()
        if token.kind == "name" and not token.dots:
            self.arguments(token)
            if self.peek() in ("=", "\n", ""):
                return _Lone(token.text, token)
        self.at = start
        return self.sum()

    def meant(self, side: Value | _Lone, others: list[Value]) -> Value:
        """A name alone is an entry of the model before it is anything else: `c1 = …`, `g1 = …`, `L = …`."""
        if not isinstance(side, _Lone):
            return side
        closed = self.names.closure(side.text)
        if closed is not None:
            return closed
        weight = self.names.gravity_term(side.text)
        if weight is not None and _holds(others, self.names.parameters.values()):
            self.names.notes[f"{side.text} is read as gravity"] = None
            return weight
        entry = self.names.entry(side.text)
        if entry is None or self.names.effort(side.text) is not None:
            return self.do(side.token, self.names.value, side.text)
        letter, joints = entry
        other = others[0] if others else 0
        if letter == "g0" and not joints and not isinstance(other, tuple):
            return self.do(side.token, self.names.value, side.text)
        letter, joints = self.step(side.text, letter, joints, other)
        if side.text == "V" and not isinstance(other, tuple) and self.names.n > 1:
            letter = "U"  # a scalar V is a potential energy, a vector V the Coriolis and centrifugal efforts
        if letter == "c" and joints and isinstance(other, tuple):
            letter = "Gamma"  # C_k = [[…]]
        letter = self.split(side.text, letter, other)
        if letter == "Gamma" and isinstance(other, Node) and other.op in (Op.SIN, Op.COS):
            return self.do(side.token, self.names.value, side.text)  # c123 = cos(q1 + q2 + q3)
        still = isinstance(other, Node) and not any(re.fullmatch(r"qd\d+|c\[\d+\]", x) for x in symbols([other]))
        if letter == "c" and joints and still:
            return self.do(side.token, self.names.value, side.text)  # c1 = cos q1
        return self.names.model(letter, joints)

    def step(self, name: str, letter: str, joints: tuple[int, ...], other: Value) -> tuple[str, tuple[int, ...]]:
        """The same for steps of a derivation, whose shape is told by what stands beside them."""
        rows = len(other) if isinstance(other, tuple) else 1
        every = entries(other)
        rates = any(re.fullmatch(r"qdd?\d+|[A-Za-z]\w*\[.*\]", x) for x in symbols(every))
        if name == "H" and letter == "M" and not isinstance(other, tuple) and (self.names.n > 1 or rates):
            return "E", ()
        if letter == "p" and not joints and isinstance(other, tuple) and not rates and len(every) in (2, 3):
            return ("tool" if len(every) == 3 else "toolp"), ()
        if letter == "p" and len(joints) == 1 and isinstance(other, tuple):
            letter = "xo"  # a vector is no momentum of a joint: the origin of the link
        whole = isinstance(other, tuple) and shape(other) == (self.names.closures, self.names.n)
        if letter == "J" and self.names.closures and whole:
            self.names.notes["J is read as that of the loops, ∂φ/∂q; J_v is that of the tool"] = None
            return "J_phi", ()
        if letter in ("J", "Jv") and not joints:
            return {2: "Jp", 3: "Jv"}.get(rows, "J"), ()
        if letter in OF_LINK and len(joints) == 1:
            if not isinstance(other, tuple) and letter == "w":
                return letter, (*joints, 3)  # a number: about the joint's own axis
            return (letter + "p" if len(every) == 2 and letter != "w" else letter), joints
        return letter, joints

    def split(self, name: str, letter: str, other: Value) -> str:
        """The letter, or C or B of c = C(q) [q̇²] + B(q) [q̇q̇] where what stands beside it can be nothing else."""
        n, grid = self.names.n, other if isinstance(other, tuple) else ((other,),)
        entries = [x for row in grid for x in row]
        if name[0] == "C" and letter == "S":
            rates = {x for x in symbols(entries) if re.fullmatch(r"qd\d+|[A-Za-z]+\[.*\]", x)}
            letter = letter if rates else "C"
        if name == "B" and shape(grid) in ((n, n * (n - 1) // 2), (n * (n - 1) // 2, n)):
            full = n == 3 and all(
                not is_zero(grid[i][i]) for i in range(n)
            )  # B of Siciliano's book is the inertia matrix
            inertia = full and all(grid[i][j] == grid[j][i] for i in range(n) for j in range(i))
            letter = letter if inertia else "B"
        if letter in ("C", "B"):
            self.names.notes[f"{name} is read as that of c = C(q) [q̇²] + B(q) [q̇q̇]"] = None
        return letter

    def aligned(self, sides: list[Value], start: int) -> tuple[Value, ...]:
        """The sides in one shape: a row beside a column is turned, 0 beside a matrix is a matrix of zeros."""
        grids = [x for x in sides if isinstance(x, tuple)]
        if not grids:
            return tuple(sides)
        size = shape(max(grids, key=len))
        result: list[Value] = []
        for side in sides:
            if is_zero(side):
                side = ((0,) * size[1],) * size[0]
            elif isinstance(side, tuple) and shape(side) != size and shape(side) == size[::-1] and 1 in size:
                side = transpose(side)
            if not isinstance(side, tuple) or shape(side) != size:
                got = _size(side) if isinstance(side, tuple) else "a scalar"
                raise complaint(self.text, f"one side is {got}, another {size[0]}×{size[1]}", start)
            result.append(side)
        return tuple(result)


def _holds(sides: Iterable[Value], names: Iterable[str]) -> bool:
    """Whether sides hold one of these symbols."""
    return not {*names}.isdisjoint(symbols(x for side in sides for x in entries(side)))


def _size(x: Matrix) -> str:
    return "{}×{}".format(*shape(x))
