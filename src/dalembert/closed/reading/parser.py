"""Parser that converts equations in text or LaTeX to statements about graph nodes.

    statements  statement { newline statement }     a line that begins with +, − or = continues the previous line
    statement   sum { "=" sum }
    sum         ["+" | "−"] product { ("+" | "−") product }
    product     power { ["*" | "/"] power }                a space is a product
    power       atom { "^" whole | "^" T | "'" }
    atom        number | name | f argument | "(" sum ")" | \\frac{sum}{sum} | \\dot{sum} | matrix

Examples are `tau2 = H22*qdd2 + …`, `\\tau_2 = H_{22}\\ddot q_2 + …`, `M = [[…]]` and `U = …`. The module `vocabulary`
documents the supported names. A line such as `h = …` defines an abbreviation if the name `h` has no other meaning. The
arguments in M(q), c(q, q̇) and h(q2) are not factors, because they begin with a coordinate. However, h(q2)^2 is a
product. M11(d2) with a single prismatic coordinate is ambiguous and is rejected. The parser uses recursive descent, and
Python does not evaluate any part of the text. The length of the text, the depth of nesting, powers and numbers are
limited.

    tau1 = h qd1,  where h = m2 l1     two equations           a = b \\\\ + c     one: a sign continues the line before
    tau1 = 0,5 qdd1                    one, 0,5 is 0.5         a = b, 5 c       rejected: a comma is never a product
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import takewhile
from typing import Any, TypeVar

from dalembert import finding
from dalembert.argument import instance, mapping
from dalembert.closed.algebra.exact_numbers import decimal
from dalembert.closed.reading.lexer import (
    DEEPEST,
    LINES,
    LINKS,
    LONGEST,
    UNIT,
    Cause,
    Token,
    canonical,
    require,
    respelled,
    rule,
    splits,
    tokens,
    unreadable,
)
from dalembert.closed.reading.operand import (
    Unfit,
    Value,
    apply,
    checked,
    determinant,
    diagonal,
    entries,
    grid,
    is_decimal,
    is_zero,
    matrix,
    minus,
    over,
    plus,
    power,
    scalar,
    shape,
    times,
    transpose,
    with_right_angles,
)
from dalembert.closed.reading.vocabulary import OF_LINK, RANK, Entry, Joints, Named, Vocabulary, rate
from dalembert.errors import BadExpression, WrongValue
from dalembert.finding.finding import Argument, Finding, Identifier, Noun, Pass, Source
from dalembert.graph import Node, Op, Scalar, symbol, symbols
from dalembert.graph import scalar as functions
from dalembert.robot.model import Robot

_WRAPPING = re.compile(r"\\(?:begin|end)\{(?:" + "|".join(sorted(LINES)) + r")\*?\}")
_WORDS = re.compile(r"\\(?:text|mathrm|textrm|mbox|rm)\s*\{\s*(" + "|".join(sorted(LINKS)) + r")[\s:,]*\}")
_CUT = re.compile(
    r"\\\\(?:\s*\[\s*-?[\d.]+\s*(?:pt|em|ex|mm|cm)\s*\])?|[\n;()\[\]{}]|(?<![\\\d]),|(?<=\d),(?!\d)|(?<![A-Za-z\\_])(?:"
    + "|".join(sorted(LINKS))
    + r")(?![A-Za-z_])"
)
_GOING_ON = ("+", "-", "*", "/", "=")
_FUNCTION = re.compile(r"[\s&]*\\?(?:cos|sin)")
_ACCELERATION = re.compile(r"\\ddot|qdd|dd(?:q|th)|(?<=[A-Za-z])ddot|\u0308|''")
_FUNCTIONS: dict[str, Callable[[Any], Scalar]] = {
    "sin": functions.sin, "cos": functions.cos, "sqrt": functions.sqrt, "sign": functions.sign, "exp": functions.exp,
    "tanh": functions.tanh, "abs": functions.absolute, "tan": lambda x: functions.sin(x) / functions.cos(x),
    "cot": lambda x: functions.cos(x) / functions.sin(x), "sec": lambda x: 1 / functions.cos(x),
    "csc": lambda x: 1 / functions.sin(x),
}  # fmt: skip
_OF_ANGLES = frozenset(("sin", "cos", "tan", "cot", "sec", "csc"))
_MOST_ABBREVIATIONS = 1000
_LARGEST_MATRIX = 100  # largest number of rows of a diagonal matrix
_MOST_FACTORS = 1000  # largest number of factors in a product
_CLOSING = {"(": ")", "[": "]", "begin": "end"}
_ENDS = frozenset((")", "]", "end", "\n", ",", ";", "&", "=", "+", "-", ""))
_ENERGIES = ("T", "U", "L", "E", "Tl", "Ul", "Tm")
T = TypeVar("T")


@dataclass(frozen=True)
class Statement:
    """Equation that states that all `sides` are equal.

    The sides are scalars, or matrices of the same shape. `text` is the equation as written. If the first side is a
    single name, `letter` is the letter of this name, such as Q for Q_1 = ….
    """

    sides: tuple[Value, ...]
    text: str
    letter: str = ""


@dataclass(frozen=True)
class ParsedText:
    """Statements in a text, and messages about the interpretation of names."""

    statements: tuple[Statement, ...]
    notes: tuple[Finding, ...]

    @property
    def symbols(self) -> set[str]:
        """Names of all symbols in the statements."""
        return symbols(x for statement in self.statements for side in statement.sides for x in entries(side))


def parse(robot: Robot, text: str, where: Mapping[str, Any] | None = None, symbols: Iterable[str] = ()) -> ParsedText:
    """Parse a text about a robot into statements.

    `where` contains abbreviations, such as {"h": "m2*l1*lc2*sin(q2)"}. `symbols` contains names in addition to the
    robot's parameters.
    """
    names = _vocabulary(robot, where, symbols)
    names.rounds = True
    try:
        statements = _EquationParser(text, names).all(definitions(text, names))
    except RecursionError:
        raise unreadable(finding.TooManyParts(Noun("nested brackets"), DEEPEST), text, 0) from None
    except BadExpression as error:
        found = error.finding
        if (
            not names.whole
            or not isinstance(found, finding.UnreadableText)
            or not isinstance(found.cause, finding.ShapeConflict)
        ):
            raise
        size = _gravity(robot)
        if "g" in names.whole and size is not None:
            again = parse(robot, text, {**(where or {}), "g": size}, symbols)
            return replace(again, notes=(*again.notes, finding.ReadAs(Source("g"), Identifier(f"{float(size):g}"))))
        whole = tuple(map(Identifier, names.whole))
        raise replace(found, of_model=whole, remedy=Pass(Argument("where"))).error() from None
    return ParsedText(tuple(statements), tuple(names.notes))


def _gravity(robot: Robot) -> Fraction | None:
    """Return the magnitude of gravity if it is numeric and acts along one axis, and None otherwise."""
    sizes = [x for x in robot.gravity if isinstance(x, Node) or x]
    if len(sizes) != 1 or isinstance(sizes[0], Node):
        return None
    return abs(decimal(sizes[0]) if isinstance(sizes[0], float) else Fraction(sizes[0]))


def expression(robot: Robot, text: str, where: Mapping[str, Any] | None = None) -> Value:
    """Parse an expression without an equals sign, which can contain the names of a robot."""
    return _read(text, _vocabulary(robot, where, ()), "")


def _vocabulary(robot: Robot, where: Mapping[str, Any] | None, more: Iterable[str]) -> Vocabulary:
    where = dict(mapping(where or {}, "where"))
    size = sum(len(x) for x in where.values() if isinstance(x, str))
    few = size <= LONGEST and len(where) <= _MOST_ABBREVIATIONS
    require(few, finding.TooManyParts(Noun("characters"), LONGEST), "", 0, "where")
    names = Vocabulary(robot, where, _read, more)
    for own in where:
        name = names.plain(canonical(own))
        if name in names.parameters or re.fullmatch(r"(q|qd|qdd|tau)\d+", name):
            raise finding.NameHasMeaning(Argument(f"where['{own}']"), Identifier(name)).error()
    return names


def _read(text: Any, names: Vocabulary, what: str) -> Value:
    """Convert the definition of an abbreviation to its value."""
    parser = _EquationParser(text if isinstance(text, str) else "", names, what)
    if isinstance(text, (int, Fraction)) and not isinstance(text, bool):
        return parser.do(Token("number", "", 0), checked, Fraction(text))
    if isinstance(text, float) and math.isfinite(text):
        return Fraction(repr(float(text)))
    if type(text).__module__.startswith("sympy."):
        return _read(str(text), names, what)
    instance(text, what, str, "a text or a number")
    parser.scan()
    result = parser.sum()
    parser.expected(not parser.peek())
    return result


class _EquationParser:
    """Recursive-descent parser for statements and expressions. `what` describes the purpose of the text in errors."""

    def __init__(self, text: str, names: Vocabulary, what: str = "") -> None:
        self.text, self.names, self.what = text, names, what
        self.tokens: list[Token] = []
        self.at = 0
        self.bars = 0  # number of open bars of |x|

    def scan(self, notes: dict[Finding, None] | None = None) -> None:
        """Split the text into tokens. Messages about equation numbers are added to `notes`."""
        end = Token("sign", "", len(self.text))
        self.tokens = [*self.joined(tokens(self.text, self.names, self.what), notes), end]

    def do(self, token: Token, operation: Callable[..., T], *operands: Any) -> T:
        """Perform an operation. Raise an error with the token's position if the operands are unsuitable."""
        try:
            return operation(*operands)
        except (Unfit, WrongValue) as error:
            raise unreadable(error.finding, self.text, token.column, self.what) from None

    def peek(self) -> str:
        """Return the next sign, or the kind of the next token if that token is not a sign.

        At the end of the text, the result is an empty string.
        """
        token = self.next
        return token.text if token.kind == "sign" else token.kind

    @property
    def next(self) -> Token:
        return self.tokens[self.at]

    def take(self) -> Token:
        self.expected(self.peek())
        self.at += 1
        return self.tokens[self.at - 1]

    def skip(self, sign: str) -> bool:
        """Skip the given sign if it is the next token, and return whether it was skipped."""
        found = self.peek() == sign
        self.at += found
        return found

    def expect(self, sign: str) -> None:
        self.expected(self.skip(sign), sign)

    def require(self, holds: object, cause: Cause, at: Token | int) -> None:
        """Raise an error at a token or a column, unless a condition holds."""
        if not holds:
            require(False, cause, self.text, at if isinstance(at, int) else at.column, self.what)

    def expected(self, holds: object, sign: str | None = None) -> None:
        """Raise an error about an unexpected token, unless a condition holds. `sign` is the expected sign."""
        if holds:
            return
        shown = {"\n": "end of line", "begin": "matrix", "end": "end of matrix"}
        found = Identifier(shown.get(self.next.text, self.next.text)) if self.peek() else None
        wanted = None if sign is None else Identifier(sign)
        self.require(False, finding.UnexpectedSign(found, wanted), self.next)

    # ── statements ────────────────────────────────────────────────────────────

    def all(self, defined: set[str]) -> list[Statement]:
        self.scan(self.names.notes)
        found = []
        while self.peek():
            statement = self.statement(defined)
            if statement is not None:
                found.append(statement)
            self.skip("\n")
        for name in defined:
            self.do(Token("name", name, 0), self.names.abbreviation, name)
        self.require(found, finding.NothingToCheck(tuple(map(Identifier, sorted(defined)))), 0)
        return found

    def statement(self, defined: set[str]) -> Statement | None:
        start = self.next.column
        self.names.kinematic = False
        self.names.kinematic = self.of_the_tool()
        sides: list[Value | Token] = [self.side()]
        if isinstance(sides[0], Token) and self.names.plain(sides[0].text) in defined and self.peek() == "=":
            while self.peek() not in ("\n", ""):  # the name is interpreted where it is used
                self.at += 1
            return None
        lone = sides[0].text if isinstance(sides[0], Token) else None
        entry = self.names.entry(lone) if lone is not None else None
        self.names.energies = entry is not None and (entry[0] in _ENERGIES or lone == "H")
        self.names.kinematic |= entry is not None and entry[0] in ("tool", "J", "Jv", "Jw", "detJ")
        while self.skip("="):
            sides.append(self.side())
        self.expected(self.peek() in ("\n", ""))
        text = self.text[start : self.tokens[self.at - 1].end].strip()
        self.require(len(sides) > 1, rule("no equals sign"), start)
        others = [x for x in sides if not isinstance(x, Token)]
        letter = (lone or "").rstrip("0123456789,")
        return Statement(self.aligned([self.meant(x, others) for x in sides], start), text, letter)

    def of_the_tool(self) -> bool:
        """Check whether a statement is about geometry, such as x² + y² = ….

        In a geometric statement, x and y are the coordinates of the tool position.
        """
        line = takewhile(lambda x: x.text != "\n", self.tokens[self.at :])
        used = [x for x in line if x.kind == "name" and not self.names.is_abbreviation(x.text)]
        own = [x.text for x in used if x.text in ("x", "y", "z") and not self.names.own(x.text)]
        lone = self.tokens[self.at + 1].text == "="
        cart = {*own} == {"x"} and self.names.coordinate("x") and not (lone and self.next.text == "x")
        if not own or cart or any(x.dots > 1 or not self.names.is_place(x.text) for x in used):
            return False
        if not lone:
            self.names.note(", ".join(dict.fromkeys(own)), "tool position")
        return True

    def side(self) -> Value | Token:
        """Parse one side of a statement.

        A single name is returned as a token, because its meaning depends on the other sides.
        """
        start = self.at
        token = self.take()
        if token.text == "H" and token.dots == 1 and self.names.n > 1 and self.peek() == "=":
            return Entry("Et").node  # Et is an energy
        if token.kind == "name" and not token.dots:
            self.arguments(token)
            if self.peek() in ("=", "\n", ""):
                return token
        self.at = start
        return self.sum()

    def meant(self, side: Value | Token, others: list[Value]) -> Value:
        """Return the value of one side of a statement.

        If possible, a single name is interpreted as an entry of the model, as in `c1 = …`, `g1 = …` or `L = …`.
        """
        if not isinstance(side, Token):
            return side
        closed = self.names.closure(side.text)
        if closed is not None:
            return closed
        weight = self.names.gravity_term(side.text)
        used = symbols(x for other in others for x in entries(other))
        if weight is not None and (not used or used.intersection(self.names.parameters.values())):
            self.names.note(side.text, "gravity")
            return weight
        energy = side.text == "V" or (side.text == "u" and self.names.n > 1)  # a vector consists of efforts
        if energy and not any(isinstance(x, tuple) for x in others):
            return self.names.model("U", ())
        entry = self.names.entry(side.text)
        own = self.names.written(side.text, self.text[side.column : side.end])
        base = entry is not None and entry[0] not in RANK and own
        other = others[0] if others else 0
        field = entry == ("g0", ()) and not isinstance(other, tuple)
        if entry is None or base or field or self.names.effort(side.text) is not None:
            return self.do(side, self.names.value, side.text)
        letter, joints = entry
        letter, joints = self.step(side.text, letter, joints, other)
        if letter == "c" and joints and isinstance(other, tuple):
            letter = "Gamma"  # C_k = [[…]]
        letter = self.split(side.text, letter, other)
        used = symbols(entries(other))
        moved = any(re.fullmatch(r"qd\d+|c\[\d+\]", x) for x in used)
        still = not moved and used.isdisjoint(self.names.heavy)
        cosine = letter == "c" and joints and still  # c1 = cos q1
        cosine = cosine or (letter == "Gamma" and isinstance(other, Node) and other.op in (Op.SIN, Op.COS))
        if cosine and isinstance(other, Node):  # c123 = cos(q1 + q2 + q3)
            return self.do(side, self.names.value, side.text)
        return self.names.model(letter, joints)

    def step(self, name: str, letter: str, joints: Joints, other: Value) -> Named:
        """Interpret a single name as a step of a derivation. The other side determines the shape of the step."""
        rows = len(other) if isinstance(other, tuple) else 1
        every = entries(other)
        rates = any(re.fullmatch(r"qdd?\d+|[A-Za-z]\w*\[.*\]", x) for x in symbols(every))
        if name == "H" and letter == "M" and not isinstance(other, tuple) and (self.names.n > 1 or rates):
            return "E", ()
        if letter == "p" and not joints and isinstance(other, tuple) and not rates and len(every) in (2, 3):
            return ("tool" if len(every) == 3 else "toolp"), ()
        if letter == "p" and len(joints) == 1 and isinstance(other, tuple):
            letter = "xo"  # a vector is not a joint momentum: it is the link origin
        whole = isinstance(other, tuple) and shape(other) == (self.names.closures, self.names.n)
        if letter == "J" and self.names.closures and whole:
            self.names.note("J", "loop Jacobian")
            return "J_phi", ()
        if letter in ("J", "Jv") and not joints:
            return {2: "Jp", 3: "Jv"}.get(rows, "J"), ()
        if letter in OF_LINK and len(joints) == 1:
            if not isinstance(other, tuple) and letter == "w":
                return letter, (*joints, 3)  # a number refers to the axis of the joint
            return (letter + "p" if len(every) == 2 and letter != "w" else letter), joints
        return letter, joints

    def split(self, name: str, letter: str, other: Value) -> str:
        """Return the letter of a model entry's name.

        The result is C or B, as in c = C(q) [q̇²] + B(q) [q̇q̇], if the shape or content of the other side requires it.
        """
        n, rows = self.names.n, grid(other)
        if name[0] == "C" and letter == "S":
            rates = any(re.fullmatch(r"qd\d+|[A-Za-z]+\[.*\]", x) for x in symbols(entries(other)))
            letter = letter if rates else "C"
        if name == "B" and shape(rows) in ((n, n * (n - 1) // 2), (n * (n - 1) // 2, n)):
            full = n == 3 and not any(is_zero(rows[i][i]) for i in range(n))
            mirrored = sum(x == y for x, y in zip(entries(rows), entries(transpose(rows)), strict=True))
            inertia = full and mirrored > n  # B of Siciliano's book is the inertia matrix, even with one wrong entry
            letter = letter if inertia else "B"
        if letter in ("C", "B"):
            self.names.note(name, "velocity split")
        return letter

    def aligned(self, sides: list[Value], start: int) -> tuple[Value, ...]:
        """Convert the sides of a statement to a common shape.

        If one side is a column, rows are transposed. If one side is a matrix, 0 becomes a matrix of zeros.
        """
        grids = [x for x in sides if isinstance(x, tuple)]
        if not grids:
            return tuple(sides)
        size = shape(max(grids, key=len))
        result: list[Value] = []
        for side in sides:
            own = shape(side) if isinstance(side, tuple) else ()
            if is_zero(side):
                own, side = size, ((0,) * size[1],) * size[0]
            elif own == size[::-1] != size and 1 in size:
                own, side = size, transpose(side)
            self.require(own == size, finding.ShapeConflict(Noun("equated"), (own, size)), start)
            result.append(side)
        return tuple(result)

    # ── expressions ────────────────────────────────────────────────────────────

    def sum(self) -> Value:
        negative = self.skip("-") or (self.skip("+") and False)
        bare: list[tuple[Token, bool, Value]] = []  # single c1 terms: difference between c1 of the model and cos q1
        total = self.term(negative, bare)
        total = apply(lambda x: -x, total) if negative else total
        while self.peek() in ("+", "-"):
            token = self.take()
            negative = self.skip("-") != (token.text == "-")
            start, term = self.at, self.term(negative, bare)
            if isinstance(total, tuple) and self.at == start + 1:  # M q̈ + C q̇ + g: next to vectors, g is a vector
                term = self.names.as_vector(self.tokens[start].text, term)
            total = self.do(token, minus if negative else plus, total, term)
        if bare and self.names.holds_efforts(total):  # a torque is not added to an angle or a cosine
            for token, negative, change in bare:
                total = self.do(token, minus if negative else plus, total, change)
                if self.names.gravity_term(token.text) is not None:
                    self.names.note(token.text, "gravity")
        else:
            for token, _, _ in bare:  # record an angle with a different letter
                self.do(token, self.names.value, token.text)
        return total

    def term(self, negative: bool, bare: list[tuple[Token, bool, Value]]) -> Value:
        """Parse one term of a sum. A term that is a single ambiguous name, such as c1 or φ1, is recorded in `bare`."""
        start = self.at
        token = self.next
        weight = self.names.gravity_term(token.text) if token.kind == "name" and not token.dots else None
        place = self.names.coordinate(token.text) if weight is not None else None
        if weight is not None and place is not None:
            self.at += 1
            self.arguments(token)
            if self.next.kind == "sign" and self.next.text in _ENDS:
                angle = self.names.motion("q", place[1], 0, 0)
                bare.append((token, negative, minus(weight, angle)))
                return angle
            self.at = start
        result = self.product()
        other = self.names.velocity_term(token.text) if self.at == start + 1 and not token.dots else None
        if other is not None:
            bare.append((token, negative, minus(other, result)))
        return result

    def product(self) -> Value:
        result, factors = self.power(), 1
        while self.peek() not in _ENDS and not (self.bars and self.peek() == "|"):
            token = self.next
            factors += 1
            self.require(factors <= _MOST_FACTORS, lambda: finding.TooManyParts(Noun("factors"), _MOST_FACTORS), token)
            if token.text in ("*", "/") and token.kind == "sign":
                self.at += 1
                result = self.do(token, over if token.text == "/" else times, result, self.signed())
            else:
                result = self.do(token, times, result, self.power())
        return result

    def signed(self) -> Value:
        """Parse a factor after * or /, which can have a sign."""
        negative = self.skip("-")
        return apply(lambda x: -x, self.power()) if negative else self.power()

    def power(self) -> Value:
        result = self.atom()
        while self.peek() in ("^", "'"):
            token = self.take()
            if token.text == "^":
                result = self.raised(result)
                self.require(self.peek() != "^", lambda: rule("power of a power"), token)
            else:
                self.require(isinstance(result, tuple), rule("prime"), token)
                result = transpose(result)
        return result

    def raised(self, x: Value) -> Value:
        """Parse an exponent, and return x^k for an integer k, or x^T for a matrix."""
        token, negative = self.exponent()
        if token.kind == "name" and token.text == "T":
            return transpose(x)
        return self.do(token, power, x, -self.whole(token) if negative else self.whole(token))

    def exponent(self) -> tuple[Token, bool]:
        """Parse an exponent, which can be in parentheses. Return its token, and whether it has a minus sign."""
        opened = self.skip("(")
        negative = self.skip("-")
        token = self.take()
        if opened:
            self.expect(")")
        return token, negative

    def whole(self, token: Token) -> int:
        digits = re.sub(r"\.0*$", "", token.text)
        self.require(token.kind == "number" and digits.isdigit(), lambda: rule("whole power"), token)
        return int(digits[:9])

    def atom(self) -> Value:
        token = self.take()
        kind = token.text if token.kind == "sign" or token.text == "frac" else token.kind
        self.at -= kind not in _ATOMS
        self.expected(kind in _ATOMS)
        return _ATOMS[kind](self, token)

    def fraction(self, token: Token) -> Value:
        above, below = self.digit(), self.digit()
        return self.do(token, over, above, below)

    def derivative(self, token: Token) -> Value:
        return self.do(token, rate, self.atom(), token.dots, self.names.n)

    def number(self, token: Token) -> Value:
        """Parse a number.

        A decimal with two or more digits is represented by a symbol until the parser determines whether it was rounded.
        """
        text = token.text.replace(",", ".")
        if text != token.text:
            self.names.note(token.text, text)
        digits = re.sub(r"[eE].*|\.", "", text).lstrip("0")
        rounded = self.names.rounds and len(digits) > 1 and not text.isdigit()
        return symbol(text) if rounded else Fraction(text)

    # ── names and functions ───────────────────────────────────────────────────

    def name(self, token: Token) -> Value:
        entry = self.names.entry(token.text)
        if self.arguments(token) and entry is not None:
            return self.names.model(*entry)
        if token.text in "csCS" and not self.names.own(token.text) and self.is_angle():
            return self.do(token, _FUNCTIONS["cos" if token.text in "cC" else "sin"], self.atom())  # Craig's cθ1
        dots = token.dots
        turned = self.names.is_vector(token.text) and not self.names.is_position(token.text, dots)  # q̇' M q̇
        while self.peek() == "'" and not turned and (entry is None or self.names.coordinate(token.text)):
            self.at += 1
            dots += 1
        return self.do(token, self.names.value, token.text, dots)

    def arguments(self, token: Token) -> bool:
        """Skip the arguments of a name, such as (q, q̇) in c(q, q̇). Return whether arguments were skipped."""
        if self.peek() != "(" or not self.names.may_depend(token.text):
            return False
        end = self.at + 1
        while self.coordinate(end) or self.tokens[end].text in (",", "'"):
            end += 1
        first, *others = self.tokens[self.at + 1 : end + 1]
        if self.tokens[end].text != ")" or not others or not self.names.is_position(first.text, first.dots):
            return False
        after = self.tokens[end + 1].text
        if len(others) == 1 and self.names.is_slide(first.text) and after not in ("=", "\n", ""):
            readings = (Identifier(f"{token.text}*{first.text}"), Identifier(token.text))
            self.require(False, finding.AmbiguousText(Identifier(f"{token.text}({first.text})"), readings), token)
        if len(others) == 1 and after in ("^", "'") and not self.names.is_vector(first.text):
            return False
        self.at = end + 1
        return True

    def coordinate(self, at: int) -> bool:
        """Return whether the token at this index is a coordinate."""
        return self.tokens[at].kind == "name" and self.names.coordinate(self.tokens[at].text) is not None

    def is_angle(self) -> bool:
        """Check whether the next token is a single coordinate and not a rate.

        For example, C q̇ is a product, but cθ1 is a cosine.
        """
        name, dots = self.next.text, self.next.dots
        return self.coordinate(self.at) and not self.names.is_vector(name) and self.names.is_position(name, dots)

    def function(self, token: Token) -> Value:
        """Parse a function such as sin(…), sin q2, sin 2q2 or sin^2 q2. The expression sin q2^2 is (sin q2)^2."""
        if token.text == "diag":
            return self.diagonal(token)
        if token.text == "det":
            return self.determinant(token)
        raised, inverse = self.exponent() if self.skip("^") else (None, False)
        self.require(not inverse, rule("whole power"), token)
        negative = self.skip("-")
        start, bare = self.at, self.peek() == "number"
        x = self.do(token, scalar, self.atom())
        if bare and self.peek() in ("name", "command"):
            x = self.do(token, scalar, self.do(token, times, x, self.atom()))  # sin 2q1
        if token.text in _OF_ANGLES:
            x, read = with_right_angles(x)
            self.names.notes |= dict.fromkeys(read)
        decimals = any(t.kind == "number" and not t.text.isdigit() for t in self.tokens[start : self.at])
        used = symbols([x])
        rounded = decimals and token.text != "sqrt" and used and all(map(is_decimal, used))
        self.require(not rounded, lambda: rule("number not exact"), token)
        y = self.do(token, checked, self.do(token, _FUNCTIONS[token.text], -x if negative else x))
        return self.do(raised, power, y, self.whole(raised)) if raised else y

    def digit(self) -> Value:
        """Parse an argument of \\frac, which is a group, a name, or a single digit as in \\frac12."""
        token = self.next
        if token.kind == "number" and len(token.text.rstrip(".")) > 1:
            first = replace(token, text=token.text[:1], end=token.column + 1)
            self.tokens[self.at : self.at + 1] = [first, replace(token, text=token.text[1:], column=token.column + 1)]
        return self.atom()

    # ── brackets ──────────────────────────────────────────────────────────────

    def group(self, token: Token) -> Value:
        """Parse ( … ) or a matrix such as [[a, b], [c, d]], [a, b; c, d] or \\begin{bmatrix} … \\end{bmatrix}."""
        close = _CLOSING[token.text]
        rows = [[self.sum()]]
        while self.peek() in (",", "&", ";"):
            self.expected(token.text != "(")
            separator = self.take().text
            if self.peek() == close:
                break
            self.names.notes |= dict.fromkeys(doubtful(self.tokens[self.at - 2 : self.at + 2]))
            if separator == ";":
                rows.append([])
            rows[-1].append(self.sum())
        self.expect(close)
        return self.do(token, matrix, rows)

    def determinant(self, token: Token) -> Value:
        """Parse det J, the determinant of the tool's square Jacobian, or the determinant of an explicit matrix."""
        inside = self.tokens[self.at : self.at + 3]
        texts = [x.text for x in inside]
        length = 3 if texts == ["(", "J", ")"] else 1 if texts[:1] == ["J"] else 0
        if length and not self.names.own("J"):
            self.at += length
            self.arguments(inside[0])
            return Entry("detJ").node
        return self.do(token, determinant, self.atom())

    def size(self, token: Token) -> Value:
        """Parse the absolute value |x| of a scalar."""
        self.bars += 1
        x = self.do(token, scalar, self.sum())
        self.bars -= 1
        self.expect("|")
        return functions.absolute(x)

    def diagonal(self, token: Token) -> Value:
        self.expect("(")
        entries = [self.do(token, scalar, self.sum())]
        while self.skip(","):
            entries.append(self.do(token, scalar, self.sum()))
        self.expect(")")
        large = finding.TooManyParts(Noun("diagonal entries"), _LARGEST_MATRIX)
        self.require(len(entries) <= _LARGEST_MATRIX, large, token)
        return diagonal(entries)

    # ── lines ──────────────────────────────────────────────────────────────────

    def joined(self, found: list[Token], notes: dict[Finding, None] | None) -> list[Token]:
        """Remove line breaks inside statements and equation numbers such as (5) from the tokens.

        A line that begins or ends with an operator is joined to the adjacent line, but a comma does not join lines.
        \\quad can occur anywhere.
        """
        lines: list[tuple[str, list[Token]]] = [("stop", [])]
        for token in found:
            if token.text == "\n":
                lines.append((token.kind, []))
            else:
                lines[-1][1].append(token)
        result: list[Token] = []
        complete = False  # whether the statement so far has an equals sign
        after = ""  # strongest separator before the line
        for separator, line in lines:
            after = "stop" if "stop" in (after, separator) else "sign" if "sign" in (after, separator) else separator
            texts = [token.text for token in line]
            if not line or (result and len(line) == 3 and texts[::2] == ["(", ")"] and line[1].kind == "number"):
                continue
            if (
                "=" in texts
                and texts[-3::2] == ["(", ")"]
                and line[-2].text.isdigit()
                and line[-3].column > line[-4].end
            ):
                if notes is not None:
                    notes[finding.ReadAs(Source(f"({line[-2].text})"), Noun("equation number"))] = None
                line, texts = line[:-3], texts[:-3]
            begins = "=" in texts[1:] and texts[0] not in _GOING_ON
            if complete and begins:
                result.append(Token("sign", "\n", line[0].column))
                complete = False
            elif result and after != "space":
                cause = rule("comma between equations" if after == "stop" else "new line")
                self.require(_joins(result[-1].text, texts[0], after), cause, line[0])
            complete = complete or "=" in texts
            result.extend(line)
            after = ""
        return result


_ATOMS: dict[str, Callable[[_EquationParser, Token], Value]] = {
    "number": _EquationParser.number,
    "name": _EquationParser.name,
    "function": _EquationParser.function,
    "frac": _EquationParser.fraction,
    "command": _EquationParser.derivative,
    **dict.fromkeys(_CLOSING, _EquationParser.group),
    "|": _EquationParser.size,
}


# ── lines and abbreviations ───────────────────────────────────────────────────


def lines(text: str) -> list[str]:
    """Split a text into statements.

    A line that begins with an operator, or that has no equals sign, continues the previous statement.
    """
    statements: list[str] = []
    for raw in _pieces(_WORDS.sub(r" \1 ", _WRAPPING.sub("", UNIT.sub("", text)))):
        line = re.sub(r"^(?:[\s&$]|\\q?quad(?![A-Za-z]))+", "", raw).rstrip("$& ").replace("&", "")
        begins = "=" in line.lstrip("=") and not line.startswith(("=", "+", "-", "*", "/"))
        if begins or not statements:
            statements.append(line)
        else:
            statements[-1] += " " + line
    return statements


def _pieces(text: str) -> Iterable[str]:
    """Split a text at line breaks and semicolons, and at commas and words that separate equations."""
    start = depth = 0
    for match in _CUT.finditer(text):
        sign = match.group()
        if sign in "([{" or sign in ")]}":
            depth += 1 if sign in "([{" else -1
        elif depth <= 0 or sign.startswith(("\\\\", "\n", ";")):
            yield text[start : match.start()]
            start = match.end()
    yield text[start:]


def doubtful(found: list[Token]) -> list[finding.ReadAs]:
    """Return a message about two entries, such as [0,5*m1], that were possibly intended as a decimal."""
    a, comma, b, after = found
    touching = a.kind == b.kind == "number" and a.end == comma.column and comma.end == b.column
    if not touching or not a.text.isdigit() or after.text in (")", "]", "end", ",", ";", "&"):
        return []
    return [finding.ReadAs(Source(f"{a.text},{b.text}"), Noun("two entries"))]


def _joins(last: str, first: str, separator: str) -> bool:
    """Check whether a sign or a bracket shows that a line continues the previous line."""
    return last in _GOING_ON or (separator == "sign" and (first in (*_GOING_ON, "(", "[", "begin") or last in "(["))


def definitions(text: str, names: Vocabulary) -> set[str]:
    """Collect the abbreviations that are defined among the statements, and return their names.

    An abbreviation is a line `name = …` whose name has no other meaning, or whose name can be redefined and is used in
    another statement.
    """
    found = set()
    every = lines(respelled(text, names))
    for line in every:
        left, _, right = line.partition("=")
        if "=" in right or len(left) > 60:
            continue
        try:
            name = names.plain(canonical(left))
        except BadExpression:
            continue
        if _ACCELERATION.search(right) and names.take_as_effort(name):
            continue
        if names.is_free(name):
            defines = not splits(name, "", names)  # m1qdd1 = … is a product and not a definition
        elif names.velocity_term(name) is not None and not _FUNCTION.match(right):
            defines = False  # c2 = cos q2 defines c2, but any other c2 is an entry of the model
        else:
            defines = names.is_soft(name) and any(x is not line and _uses(x, left) for x in every)
        if defines:
            names.define(name, right.strip().rstrip(",. "))
            found.add(name)
    return found


def _uses(line: str, name: str) -> bool:
    return re.search(rf"(?<![A-Za-z0-9_]){re.escape(name.strip())}(?![A-Za-z0-9_])", line) is not None
