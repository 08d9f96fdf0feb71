"""Text or LaTeX -> tokens.

    tau2 = m2 l1 lc2 cos(q2) qdd1        \\tau_2 = m_2 l_1 l_{c2} \\cos q_2 \\, \\ddot{q}_1        τ₂ = m₂l₁lc₂ c₂ q̈₁

become the same tokens. A name carries its subscript and its derivative dots: `\\ddot{q}_1` is q1 with two dots. Which names
exist decides how letters without spaces are separated, so the lexer consults `names`:

    m2l1lc2 -> m2 l1 lc2      mgd sinq -> m g d sin q      l_{c_1}, l_c1, lc1 -> lc1      q̈₁, q_1'' -> q1 with two dots

A run of letters that is not a name is split into names if there is exactly one way to do so. LaTeX: letters, accents,
fractions, styles, spacing, matrices and aligned lines,

    \\ddot{q}_1   \\dot\\theta_2^2   \\cos(q_1+q_2)   \\frac{1}{2}   \\tfrac12   \\mathrm{M}_{12}   \\underbrace{x}_{name}
    \\left( \\right)   \\cdot   \\,   \\begin{bmatrix} a & b \\\\ c & d \\end{bmatrix}   \\begin{aligned} … \\end{aligned}

A command outside the tables of `alphabet` is an error that names the nearest one. What a comma, a semicolon or the end of a line
means depends on the open brackets:

    outside, and in braces   0,5 is a decimal      , ; and a new line separate statements
    ( … )                    0,5 is a decimal, except in diag(1,2)      , separates entries
    [ … ] and matrices       , and \\quad separate entries, ; and \\\\ rows      0,5 are two entries
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Protocol
from unicodedata import normalize

from dalembert.closed.reading import alphabet as a
from dalembert.closed.reading.vocabulary import joined
from dalembert.errors import DalembertError
from dalembert.finding.argument import Unknown
from dalembert.finding.equation import (
    AmbiguousText,
    SyntaxRule,
    TooManyParts,
    Unbalanced,
    UnexpectedSign,
    UnknownSymbol,
    UnreadableText,
)
from dalembert.finding.finding import Argument, Finding, Identifier, Noun, PassEntry, Source

DEEPEST = 60  # nested groups
LONGEST = 400_000  # characters of one text
_MOST = 400_000  # tokens of one text
_MOST_DIGITS = 60  # of one number

_NUMBER = re.compile(r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_COMMA = re.compile(r"\d+,\d+(?:[eE][+-]?\d+)?(?![\d.,])")  # 0,5; the comma of a list has a space or a name beside it
_THOUSANDS = re.compile(r"[1-9]\d{0,2},\d{3}")
_PARTIAL = re.compile(r"∂\s*([TULKPVE])\s*/\s*∂\s*")
_ALONE = re.compile(r"\{\s*([A-Za-z]+)\s*\}(?=\s*_)")
_BLANK = re.compile(r"(?:[^\S\n]|~|\\[,;:!/ ]|\$)+")
COMMAND = re.compile(r"\\([A-Za-z]+\*?|.)", re.DOTALL)
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]{0,79}(?:_[A-Za-z0-9]{1,79}){0,3}")  # no name is longer
_PIECE = re.compile(r"[A-Za-z]+\d*(?:_(?:\d+|[A-Za-z]+\d*))?")
_RATE = re.compile(r"d\s*/\s*dt(?![A-Za-z0-9_])")
_BRACKETS = re.compile(r"\[\d(?:,\s*\d|\]\[\d){0,2}\]|\(\d,\s*\d(?:,\s*\d)?\)")
_DIGITS = re.compile(r"\d{1,4}")
_PRIMES = re.compile(r"'{1,3}(?=[_\d])")
_RAISED = re.compile(r"\^\s*(?:\{\s*(\d+)\s*\}|(\d))(?=\s*_)")
_RAISED_PRIMES = re.compile(r"\^\s*(?:\\prime(?![A-Za-z])|\{\s*(?:\\prime\s*){1,3}\})")
_BELOW = re.compile(r"[^\S\n]*_\s*")
_PLAIN = re.compile(r"\d+|[A-Za-z]+\d*")
_STYLE = re.compile(r"\\(?:" + "|".join(sorted(a.STYLES)) + r")(?![A-Za-z])")
_LONGEST_RUN = 24  # letters that are cut into names
_ROW_SKIP = re.compile(r"\[\s*-?[\d.]+\s*(?:pt|em|ex|mm|cm)\s*\]")
_GOES_ON = re.compile(r"\s*&(?:\s|\\q?quad(?![A-Za-z]))*(?=[-+]|\\cdot)")  # an aligned line inside square brackets
_D = r"(?:d|\\mathrm\s*\{\s*d\s*\}|\\mathrm\s+d|\\text\s*\{\s*d\s*\})"
_LATEX_RATE = re.compile(rf"\s*\{{\s*{_D}\s*\}}\s*\{{\s*{_D}\s*t\s*\}}")
_LATEX_PARTIAL = re.compile(r"\s*\{\s*\\partial\s*\{?([TULKPVE])\}?\s*\}\s*\{\s*\\partial(?![A-Za-z])\s*")
_TOTAL = re.compile(r"\s*(?:_\s*(?:i|\{[^{}]*\}))?\s*(?:\^\s*(?:\w|\{[^{}]*\}))?\s*([TU])_\{?i\}?")
_ENVIRONMENT = re.compile(r"\{([A-Za-z]+)\*?\}")


def tokens(text: str, names: KnownNames, what: str = "") -> list[Token]:
    """The tokens of a text; `names` says which names exist, `what` (in errors) what the text is for."""
    return _Lexer(text, names, what).whole()


class KnownNames(Protocol):
    """What the lexer asks: is this a name, may it stand without a space beside others, which names are near it?

    `verbatim`: the symbol of the robot that stands here as it was given and that no reading of subscripts would find.
    """

    def known(self, text: str) -> bool: ...

    def own(self, text: str) -> bool: ...

    def verbatim(self, text: str, at: int) -> str: ...

    def unknown(self, text: str) -> Finding: ...


@dataclass(frozen=True)
class Token:
    """`kind` is number, name, function, command or sign; `text` of a name is without _ { }, a comma kept.

    A new line is the sign "\\n"; of kind stop (a comma, a semicolon, an arrow, the word and) it always ends a
    statement, of kind space (\\quad) it may stand inside one.
    """

    kind: str
    text: str
    column: int
    dots: int = 0
    end: int = 0  # column after it


def unreadable(text: str, cause: Finding, column: int, what: str = "") -> DalembertError:
    """The error for a text that cannot be read, with the place and what stands there."""
    start = max(0, column - 40)
    shown = text[start : column + 40].replace("\n", " ").strip()
    shown = ("…" if start else "") + shown + ("…" if column + 40 < len(text) else "")
    name = cause.name if isinstance(cause, UnknownSymbol) else getattr(cause, "second", None)
    remedy = None if name is None else PassEntry(Argument("where"), name)
    return UnreadableText(Source(shown), column + 1, cause, Argument(what) if what else None, remedy=remedy).error()


def rule(name: str, subject: str | None = None) -> SyntaxRule:
    """The finding about a rule of writing; `name` is its noun."""
    return SyntaxRule(Noun(name), None if subject is None else Identifier(subject))


class Nesting:
    """The brackets and environments that are open: "(", "[", "{", "matrix", and "list" for the bracket of diag."""

    def __init__(self) -> None:
        self.open: list[str] = []

    def __len__(self) -> int:
        return len(self.open)

    @property
    def last(self) -> str:
        return self.open[-1] if self.open else ""

    @property
    def shown(self) -> str:
        """The last one as it is written."""
        return {"list": "("}.get(self.last, self.last)

    def enter(self, sign: str) -> Finding | None:
        """Open one; what is wrong with that, or nothing."""
        self.open.append(sign)
        return TooManyParts(Noun("nested brackets"), DEEPEST) if len(self.open) > DEEPEST else None

    def leave(self, wanted: str, sign: str) -> Finding | None:
        """Close what `sign` closes; what is wrong with that, or nothing."""
        if not self.open or self.shown != wanted:
            return Unbalanced(Identifier(self.shown) if self.open else None, Identifier(sign))
        self.open.pop()
        return None

    @property
    def decimals(self) -> bool:
        """Whether a comma between digits is a decimal one."""
        return self.last in ("", "{", "(")

    @property
    def in_matrix(self) -> bool:
        """Whether an & parts entries; in aligned lines it only aligns."""
        return "matrix" in self.open

    @property
    def words(self) -> bool:
        """Whether a word such as "where" may part statements."""
        return {*self.open} <= {"{"}

    def separator(self, sign: str) -> tuple[str, str] | None:
        """(kind, text) of the token that a separator is here: between entries inside, between statements outside."""
        if not self.open:
            return {"\n": "sign", "\\\\": "sign", "quad": "space"}.get(sign, "stop"), "\n"
        if sign in (",", ";"):
            return "sign", sign
        if self.last in ("[", "matrix") and sign in ("\\\\", "quad"):
            return "sign", ";" if sign == "\\\\" else ","
        return None


class _Lexer:
    """Reads numbers, signs and brackets, then names, then LaTeX commands."""

    def __init__(self, text: str, names: KnownNames, what: str) -> None:
        if len(text) > LONGEST:
            raise unreadable(text, TooManyParts(Noun("characters"), LONGEST), 0, what)
        self.original, self.names, self.what = text, names, what
        letters: list[str] = []
        self.columns: list[int] = []
        for column, letter in enumerate(text):
            for part in normalize("NFD", letter):  # q̇ may be one character or two
                letters.append(part)
                self.columns.append(column)
        self.columns.append(len(text))
        self.text = "".join(letters)
        self.at = 0
        self.out: list[Token] = []
        self.open = Nesting()

    # ── the loop ──────────────────────────────────────────────────────────────

    def whole(self) -> list[Token]:
        while self.at < len(self.text):
            self.step()
            if len(self.out) > _MOST:
                raise self.error(TooManyParts(Noun("tokens"), _MOST), self.at)
        self.require(not self.open, Unbalanced(Identifier(self.open.shown)), len(self.text))
        return self.out

    def step(self) -> None:
        """Read one token, whatever it is."""
        blank = _BLANK.match(self.text, self.at)
        if blank:
            self.at = blank.end()
            return
        x = self.text[self.at]
        degrees = a.DEGREES.match(self.text, self.at) if self.out and self.out[-1].kind == "number" else None
        if degrees:
            at, self.at = self.at, degrees.end()
            per = (("sign", "*"), ("name", "pi"), ("sign", "/"), ("number", "180"))
            self.bracketed(at, ("number", self.out.pop().text), *per)
        elif x.isascii() and (x.isalpha() or (x == "_" and self.names.verbatim(self.text, self.at))):
            self.word()
        elif x in a.LETTERS:
            self.at += 1
            self.name(a.LETTERS[x], 0, self.at - 1)
        elif x == "\\" and not self.open and (unit := a.UNIT.match(self.text, self.at)):
            self.at = unit.end()
        elif x == "\\":
            self.command()
        elif x.isascii() and (x.isdigit() or (x == "." and self.text[self.at + 1 : self.at + 2].isdigit())):
            self.number()
        elif x in "{}":
            self.brace(x)
        else:
            self.sign(x)

    def error(self, cause: Finding, at: int) -> DalembertError:
        return unreadable(self.original, cause, self.columns[min(at, len(self.columns) - 1)], self.what)

    def require(self, holds: object, cause: Finding, at: int) -> None:
        if not holds:
            raise self.error(cause, at)

    def emit(self, kind: str, text: str, at: int, dots: int = 0) -> None:
        self.out.append(Token(kind, text, self.columns[at], dots, self.columns[self.at]))

    def bracketed(self, at: int, *parts: tuple[str, str]) -> None:
        for kind, text in (("sign", "("), *parts, ("sign", ")")):
            self.emit(kind, text, at)

    # ── signs ─────────────────────────────────────────────────────────────────

    def number(self) -> None:
        at = self.at
        match = self.decimal_comma(at) or _NUMBER.match(self.text, at)
        assert match is not None
        mantissa, _, exponent = match.group().lower().partition("e")
        large = len(mantissa) > _MOST_DIGITS or len(exponent) > 3 or (exponent and abs(int(exponent)) > _MOST_DIGITS)
        self.require(not large, TooManyParts(Noun("digits"), _MOST_DIGITS), at)
        self.at = match.end()
        self.emit("number", match.group(), at)

    def decimal_comma(self, at: int) -> re.Match[str] | None:
        """0,5 where a comma cannot stand between entries; 1,000 may be a thousand or one, and is refused."""
        match = _COMMA.match(self.text, at)
        if match is None or not self.open.decimals:
            return None
        if _THOUSANDS.fullmatch(match.group()):
            readings = (Identifier(match.group().replace(",", "")), Identifier(match.group().replace(",", ".")))
            raise self.error(AmbiguousText(Identifier(match.group()), readings), at)
        return match

    def sign(self, x: str) -> None:
        at = self.at
        self.at += 1
        if x in a.DOTS:
            self.require(self.out and self.out[-1].kind == "name", rule("dot on a name"), at)
            self.out[-1] = replace(self.out[-1], dots=self.out[-1].dots + a.DOTS[x])
        elif x in a.PARTS:
            over, under = map(str, a.PARTS[x])
            self.bracketed(at, ("number", over), ("sign", "/"), ("number", under))
        elif x in a.HIGH:
            digits = self.run(at, a.HIGH)
            self.emit("sign", "^", at)
            self.emit("number", digits, at)
        elif x == "ᵀ":
            self.emit("sign", "^", at)
            self.emit("name", "T", at)
        elif x in ("″", '"'):
            self.emit("sign", "'", at)
            self.emit("sign", "'", at)
        elif x == "∂" and (match := _PARTIAL.match(self.text, at)):
            self.at = match.end()
            mark = len(self.out)
            self.step()
            below = self.out[mark:]
            del self.out[mark:]
            self.partial(match.group(1), below, at)
        elif x == "√":
            self.emit("function", "sqrt", at)
        elif x == ",":
            self.separator(",", at)
        elif x == "*" and self.text[self.at : self.at + 1] == "*":
            self.at += 1
            self.emit("sign", "^", at)
        elif x == ":" and self.text[self.at : self.at + 1] == "=":
            pass  # := is =
        elif x == "=" and self.text[self.at : self.at + 1] == "=":
            self.at += 1
            self.emit("sign", "=", at)
        elif x == "[" and not self.open and (match := a.UNIT.match(self.text, at)):
            self.at = match.end()
        elif x in a.SIGNS:
            self.bracket(a.SIGNS[x], at)
        elif x == "_":
            raise self.error(rule("subscript after a name"), at)
        else:
            ends = x in ":." and self.text[self.at : self.at + 1] in ("", " ", "\n", "=", "$")
            self.require(ends, UnexpectedSign(Identifier(x)), at)

    def partial(self, energy: str, below: list[Token], at: int) -> None:
        """∂L/∂q̇_1 as one name."""
        self.require(len(below) == 1 and below[0].kind == "name", rule("derivative of an energy"), at)
        self.emit("name", f"partial{energy}by{below[0].text}{'dot' * below[0].dots}", at)

    def run(self, at: int, digits: dict[str, str]) -> str:
        """The digits of a raised or lowered number."""
        self.at = at
        found = ""
        while self.at < len(self.text) and self.text[self.at] in digits:
            found += digits[self.text[self.at]]
            self.at += 1
        return found

    def bracket(self, sign: str, at: int) -> None:
        """A sign of the alphabet; brackets open and close."""
        if sign in "([":
            self.enter("list" if sign == "(" and self.out and self.out[-1].text == "diag" else sign, at)
        elif sign in ")]":
            self.leave({")": "(", "]": "["}[sign], sign, at)
        if sign == "\n":
            self.separator(self.text[at], at)
        elif sign != "&" or self.open.in_matrix:
            self.emit("sign", sign, at)

    def separator(self, sign: str, at: int) -> None:
        token = self.open.separator(sign)
        if token:
            self.emit(*token, at)

    def enter(self, sign: str, at: int) -> None:
        self.refuse(self.open.enter(sign), at)

    def leave(self, wanted: str, sign: str, at: int) -> None:
        self.refuse(self.open.leave(wanted, sign), at)

    def refuse(self, cause: Finding | None, at: int) -> None:
        if cause is not None:
            raise self.error(cause, at)

    def brace(self, x: str) -> None:
        """{ } group; a lone name in them takes the subscript and the dots that follow: {l_c}_1, {q}̇."""
        at = self.at
        self.at += 1
        if x == "}":
            self.leave("{", "}", at)
            self.emit("sign", ")", at)
            return
        if self.alone(at):
            return
        inside = self.group(at)
        if len(inside) == 1 and inside[0].kind == "name":
            self.name(inside[0].text, inside[0].dots, at, digits=False)
        elif inside:
            self.out.append(Token("sign", "(", self.columns[at]))
            self.out.extend(inside)
            self.emit("sign", ")", at)

    def alone(self, at: int) -> bool:
        """Read {lc} before a subscript: only together are they a name."""
        match = _ALONE.match(self.text, at)
        if match:
            self.at = match.end()
            self.name(match.group(1), 0, at, digits=False)
        return match is not None

    def group(self, at: int) -> list[Token]:
        """Tokens up to the } that closes the { just read."""
        self.enter("{", at)
        outer, self.out = self.out, []
        depth = len(self.open)
        while len(self.open) >= depth:
            self.require(self.at < len(self.text), Unbalanced(Identifier("{")), at)
            self.step()
        inside, self.out = self.out[:-1], outer
        return inside

    # ── names ─────────────────────────────────────────────────────────────────

    def word(self) -> None:
        """Latin letters and digits: one known name, or several written together."""
        at = self.at
        verbatim = self.names.verbatim(self.text, at)
        if verbatim:
            self.at += len(verbatim)
            self.emit("name", joined(verbatim), at)
            return
        match = _WORD.match(self.text, at)
        assert match is not None
        run = match.group()
        if run.lower() in a.FUNCTIONS and not self.names.known(run):
            self.at = match.end()
            self.emit("function", a.FUNCTIONS[run.lower()], at)
        elif run == "d" and (rate := _RATE.match(self.text, at)):
            self.at = rate.end()
            self.emit("command", "dot", at, 1)
        elif run[0] == "T" and self.out and self.out[-1].text == "^":  # \dot q^TM is \dot q^T M
            self.at += 1
            self.emit("name", "T", at)
        elif run.lower() in a.LINKS and self.open.words and not self.names.known(run):
            self.at = match.end()
            self.emit("stop", "\n", at)
        elif self.names.known(joined(run)) and self.text[match.end() : match.end() + 1] != "_":
            self.at = match.end()
            self.name(joined(run), 0, at)
        else:
            piece = _PIECE.match(self.text, at)
            assert piece is not None
            self.at = piece.end()
            self.pieces(joined(piece.group()), at)

    def pieces(self, run: str, at: int) -> None:
        """`run` with the subscript and dots that follow, split into known names where it is none itself."""
        mark = len(self.out)
        self.name(run, 0, at)
        last = self.out[mark]
        if self.names.known(last.text) or run in ("c", "s", "C", "S"):  # cθ1: the parser sees whether an angle follows
            return
        ways = splits(run, last.text[len(run) :], self.names)
        readings = tuple(Identifier("·".join(way)) for way in ways[:2])
        self.require(len(ways) < 2, AmbiguousText(Identifier(run), readings), at)
        if not ways:
            raise self.error(self.names.unknown(last.text), at)
        after = self.out[mark + 1 :]
        del self.out[mark:]
        for i, name in enumerate(ways[0], start=1):
            kind = "function" if name in ("sin", "cos") else "number" if name.isdigit() else "name"
            self.emit(kind, name, at, last.dots if i == len(ways[0]) else 0)
        self.out += after

    def name(self, stem: str, dots: int, at: int, digits: bool = True) -> None:
        """A name: its stem was read; primes, dots, digits and a subscript may follow."""
        power = ""
        if stem[-1:].isalpha():
            while self.at < len(self.text) and self.text[self.at] in a.DOTS:
                dots += a.DOTS[self.text[self.at]]
                self.at += 1
            primes = _PRIMES.match(self.text, self.at)
            if primes:
                dots, self.at = dots + len(primes.group()), primes.end()
            number = _DIGITS.match(self.text, self.at)
            if number and digits:
                stem, self.at = stem + number.group(), number.end()
        raised = _RAISED.match(self.text, self.at)
        if raised:
            power, self.at = raised.group(1) or raised.group(2), raised.end()
        stem += self.subscript() or self.brackets(stem)
        primes = _RAISED_PRIMES.match(self.text, self.at)
        if primes:
            dots, self.at = dots + primes.group().count("prime"), primes.end()
        self.emit("name", stem, at, dots)
        if power:
            self.emit("sign", "^", at)
            self.emit("number", power, at)

    def subscript(self) -> str:
        """What stands below a name: `_1`, `_{c2}`, `_{c_2}`, `_{zz,2}`, `_\\ell`, `₁₂`; without _ and braces."""
        if self.text[self.at : self.at + 1] in a.LOW and self.at < len(self.text):
            return self.run(self.at, a.LOW)
        match = _BELOW.match(self.text, self.at)
        if match is None:
            return ""
        at = self.at = match.end()
        plain = _PLAIN.match(self.text, at)
        if plain:
            self.at = plain.end()
            return plain.group()
        end = self.closing(at) if self.text[at : at + 1] == "{" else at
        command = COMMAND.match(self.text, at)
        self.at = end if end > at else command.end() if command else at
        inside = _STYLE.sub("", self.text[at : self.at])
        inside = re.sub(r"\\([A-Za-z]+)", lambda m: a.NAMES.get(m.group(1), "?"), inside)
        inside = re.sub(r"[\s{}_]|\\[,;:!]", "", inside).replace("+", ",")
        self.require(re.fullmatch(r"[A-Za-z0-9,]+", inside), rule("letters of a subscript"), at)
        return inside

    def brackets(self, stem: str) -> str:
        """Indices as programs write them, M[1,2], M(1,2), M[1][2], where M12 is a name and M alone is not a number."""
        match = _BRACKETS.match(self.text, self.at)
        digits = "".join(re.findall(r"\d", match.group())) if match else ""
        if match is None or not self.names.known(stem + digits) or "=" not in self.text[match.end() :][:3]:
            return ""
        self.at = match.end()
        return digits

    def closing(self, at: int) -> int:
        """The place after the } that closes the { at `at`."""
        depth = 0
        for i in range(at, min(len(self.text), at + 200)):
            depth += {"{": 1, "}": -1}.get(self.text[i], 0)
            if depth == 0:
                return i + 1
        raise self.error(Unbalanced(Identifier("{")), at)

    # ── LaTeX commands ────────────────────────────────────────────────────────

    def command(self) -> None:
        at = self.at
        match = COMMAND.match(self.text, at)
        if match is None:
            raise self.error(UnexpectedSign(Identifier("\\")), at)
        name = match.group(1).rstrip("*") or "*"
        self.at = match.end()
        if name in a.NAMES:
            self.name(a.NAMES[name], 0, at)
        elif name in a.FUNCTIONS:
            self.emit("function", a.FUNCTIONS[name], at)
        elif name in a.INVERSES:
            self.emit("name", name, at)
        elif name in a.COMMAND_SIGNS:
            self.bracket(a.COMMAND_SIGNS[name], at)
        elif name in a.ACCENTS:
            self.accent(a.ACCENTS[name], at)
        elif name in a.FRACTIONS:
            self.fraction(at)
        elif name == "sum":
            self.total(at)
        elif name in a.STYLES or name in a.SILENT:
            self.dress(name)
        elif name in ("quad", "qquad", "\\"):
            self.row(name, at)
        elif name in ("begin", "end"):
            self.environment(name, at)
        elif name in ("top", "intercal"):
            self.emit("name", "T", at)
        elif name in a.BRACES or name in a.SKIPPED:
            self.brace_command(name, at)
        elif name not in ("[", "]", "(", ")"):  # the delimiters of displayed and inline formulas
            raise self.error(_unknown_command(name), at)

    def fraction(self, at: int) -> None:
        """A fraction, or one of the derivatives ∂L/∂q̇ and d/dt."""
        rate, partial = _LATEX_RATE.match(self.text, self.at), _LATEX_PARTIAL.match(self.text, self.at)
        if rate:
            self.at = rate.end()
            self.emit("command", "dot", at, 1)
        elif partial:
            self.at = partial.end()
            below = self.group(at)
            self.partial(partial.group(1), below, at)
        else:
            self.emit("command", "frac", at)

    def total(self, at: int) -> None:
        """Σ T_i over the links is T, Σ U_i is U."""
        match = _TOTAL.match(self.text, self.at)
        if match is None:
            raise self.error(rule("sum of energies"), at)
        self.at = match.end()
        self.emit("name", match.group(1), at)

    def dress(self, name: str) -> None:
        """A style: its braces go, its content stays. `\\left.` has no bracket to show."""
        self.blank()
        if name in a.SILENT:
            if name in ("left", "right", "middle") and self.text[self.at : self.at + 1] == ".":
                self.at += 1
        elif self.text[self.at : self.at + 1] == "{" and not self.alone(self.at):
            at = self.at
            self.at += 1
            inside = self.group(at)
            if len(inside) == 1 and inside[0].kind == "name":
                self.name(inside[0].text, inside[0].dots, at)
            else:
                self.out.extend(inside)

    def accent(self, dots: int, at: int) -> None:
        """`\\dot{q}_1`, `\\dot q_1`, `\\dot{q_1}`; of anything longer the parser takes the derivative."""
        self.blank()
        mark = len(self.out)
        x = self.text[self.at : self.at + 1]
        if x.isascii() and x.isalpha():
            self.at += 1
            self.name(x, dots, at)
            return
        self.require(x and (x in "{\\" or x in a.LETTERS), rule("dot on a name"), at)
        self.step()
        made = self.out[mark:]
        if made and made[0].kind == "name":
            self.out[mark] = replace(made[0], dots=made[0].dots + dots)
        else:
            self.out.insert(mark, Token("command", "dot" * dots, self.columns[at], dots))

    def row(self, name: str, at: int) -> None:
        goes_on = _GOES_ON.match(self.text, self.at) if name == "\\" and self.open.last == "[" else None
        if goes_on:
            self.at = goes_on.end()
        elif name == "\\":
            skip = _ROW_SKIP.match(self.text, self.at)
            self.at = skip.end() if skip else self.at
            self.separator("\\\\", at)
        else:
            self.separator("quad", at)

    def environment(self, which: str, at: int) -> None:
        self.blank()
        match = _ENVIRONMENT.match(self.text, self.at)
        if match is None:
            raise self.error(rule("name in braces", f"\\{which}"), at)
        name = match.group(1)
        self.at = match.end()
        if name in a.MATRICES:
            if which == "begin":
                self.enter("matrix", at)
                if name == "array" and self.text[self.at : self.at + 1] == "{":
                    self.at = self.closing(self.at)
            else:
                self.leave("matrix", f"\\end{{{name}}}", at)
            self.emit("sign", which, at)
        else:
            known = tuple(map(Identifier, sorted(a.MATRICES | a.LINES)))
            self.require(name in a.LINES, Unknown(Noun("LaTeX environment"), Identifier(name), known), at)

    def brace_command(self, name: str, at: int) -> None:
        self.blank()
        self.require(self.text[self.at : self.at + 1] == "{", rule("argument in braces", f"\\{name}"), at)
        if name in a.SKIPPED:
            self.at = self.closing(self.at)
            return
        self.at += 1
        inside = self.group(at)
        self.out.append(Token("sign", "(", self.columns[at]))
        self.out.extend(inside)
        self.emit("sign", ")", at)
        self.blank()
        if self.text[self.at : self.at + 1] in ("_", "^") and self.text[self.at + 1 : self.at + 2] == "{":
            self.at = self.closing(self.at + 1)

    def blank(self) -> None:
        match = re.compile(r"\s*").match(self.text, self.at)
        self.at = match.end() if match else self.at


def splits(run: str, tail: str, names: KnownNames) -> list[list[str]]:
    """The ways to cut `run` into known names, the last one with `tail`; sin and cos may begin one. At most two."""
    if len(run) > _LONGEST_RUN:
        return []
    ways: list[list[list[str]]] = [[] for _ in range(len(run) + 1)]
    ways[len(run)] = [[]] if not tail else []
    for start in reversed(range(len(run))):
        for end in range(start + 1, len(run) + 1):
            part = run[start:end] + (tail if end == len(run) else "")
            rests = [[]] if end == len(run) else ways[end]
            function = part in ("sin", "cos") and end < len(run)
            number = part.isdigit() and run[:start].endswith(("sin", "cos"))
            if function or number or (not part[0].isdigit() and names.own(part)):
                ways[start] += [[part, *rest] for rest in rests][: 2 - len(ways[start])]
    return ways[0]


def _unknown_command(name: str) -> Finding:
    if name == "partial":
        return rule("derivative not taken", r"\partial")
    names = sorted({*a.NAMES, *a.FUNCTIONS, *a.COMMAND_SIGNS, *a.ACCENTS, *a.FRACTIONS} - {"{", "}"})
    return Unknown(Noun("LaTeX command"), Identifier(name), tuple(map(Identifier, names)))
