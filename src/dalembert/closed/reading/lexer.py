"""Lexer that converts equations in text or LaTeX to tokens.

For example, the following three equations

    tau2 = m2 l1 lc2 cos(q2) qdd1        \\tau_2 = m_2 l_1 l_{c2} \\cos q_2 \\, \\ddot{q}_1        τ₂ = m₂l₁lc₂ c₂ q̈₁

have the same tokens. A table for each kind of sign lists equivalent characters and commands, such as `θ`, `\\theta` and
`\\vartheta`, or `·`, `×` and `\\cdot`. Subscripts and derivative dots are parts of a name. For example, `\\ddot{q}_1`
is q1 with two dots. The known names in `names` determine how letters without spaces are separated:

    m2l1lc2 -> m2 l1 lc2      mgd sinq -> m g d sin q      l_{c_1}, l_c1, lc1 -> lc1      q̈₁, q_1'' -> q1 with two dots

A sequence of letters that is not a known name is split into known names if the split is unique. The lexer supports
these LaTeX commands for letters, accents, fractions, styles, spacing, matrices and aligned lines:

    \\ddot{q}_1   \\dot\\theta_2^2   \\cos(q_1+q_2)   \\frac{1}{2}   \\tfrac12   \\mathrm{M}_{12}   \\underbrace{x}_{name}
    \\left( \\right)   \\cdot   \\,   \\begin{bmatrix} a & b \\\\ c & d \\end{bmatrix}   \\begin{aligned} … \\end{aligned}

Any other command raises an error that suggests similar commands. The meaning of a comma, a semicolon or the end of a
line depends on the open brackets:

    outside, and in braces   0,5 is a decimal      , ; and a new line separate statements
    ( … )                    0,5 is a decimal, except in diag(1,2)      , separates entries
    [ … ] and matrices       , and \\quad separate entries, ; and \\\\ rows      0,5 are two entries
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any, Protocol, TypeAlias
from unicodedata import normalize

from dalembert import finding
from dalembert.errors import DalembertError
from dalembert.finding.finding import Argument, Finding, Identifier, Noun, PassEntry, Source


def table(name: str) -> dict[str, Any]:
    """Load a TOML table of this package."""
    return tomllib.loads(files("dalembert.closed.reading").joinpath(f"{name}.toml").read_text("utf-8"))


_TABLES = table("signs")


def _meanings(name: str) -> dict[str, str]:
    """Convert a row of the table of signs to a dict that maps notations to meanings."""
    return {x: meaning for meaning, written in _TABLES[name].items() for x in written.split()}


def _words(name: str) -> frozenset[str]:
    return frozenset(_TABLES["words"][name].split())


LETTERS = _meanings("greek") | {"ℓ": "l"}
LETTERS |= {x.upper(): name.capitalize() for name, (x, *_) in _TABLES["greek"].items()}
"""Mapping from letters that are not Latin to their names."""
NAMES = {x: x for name in _TABLES["greek"] for x in (name, name.capitalize())} | {"ell": "l"}
NAMES |= {"var" + name: name for name in _TABLES["greek"]}
r"""Mapping from LaTeX commands for letters to the names of the letters, such as theta for `\vartheta`."""
FUNCTIONS, COMMAND_SIGNS, SPELLED = _meanings("functions"), _meanings("commands"), _TABLES["spelled"]
SIGNS = _meanings("signs") | {"\n": "\n"}
_SPELLINGS = [(re.compile(pattern), meant) for pattern, meant in _TABLES["spellings"].items()]
INVERSES, LINKS, FRACTIONS, BRACES = map(_words, ("inverses", "links", "fractions", "braces"))
MATRICES, LINES, SKIPPED, STYLES, SILENT = map(_words, ("matrices", "lines", "skipped", "styles", "silent"))
HIGH = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789", strict=True))
LOW = dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))
DOTS = {"\u0307": 1, "\u0308": 2}  # combining dot and double dot above
ACCENTS = {"dot": 1, "ddot": 2}
DEGREES = re.compile(r"°|\^\s*\{?\s*\\circ(?![A-Za-z])\s*\}?|\\degree(?![A-Za-z])")
"""Pattern of the degree sign after a number, as in 90° or 90^\\circ."""
UNIT = re.compile(
    r"(?<=\s\s)\[(?:kg|m|s|N|rad|1)[kgmsNrad·*/ ²³¹⁻^0-9()-]{0,30}\](?=[^\S\n]*(?:\n|$))"
    r"|\\quad\s*\\mathrm\{(?:kg|m|s|N|rad)(?:[kgmsNrad ]|\\,|\^\{-?\d\}){0,30}\}(?=\s*(?:\\\\|\\end|\n|$))"
)
r"""Pattern of a unit at the end of a line, as in `MX1R = m1*lc1   [kg·m]` or `… \quad \mathrm{kg\,m}`."""

DEEPEST = 60  # largest depth of nested groups
LONGEST = 400_000  # largest number of characters in a text
_MOST = 400_000  # largest number of tokens in a text
_MOST_DIGITS = 60  # largest number of digits in a number

_NUMBER = re.compile(r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_COMMA = re.compile(r"\d+,\d+(?:[eE][+-]?\d+)?(?![\d.,])")  # 0,5; the comma of a list is next to a space or a name
_THOUSANDS = re.compile(r"[1-9]\d{0,2},\d{3}")
_PARTIAL = re.compile(r"∂\s*([TULKPVE]|[MHBDA]_?\{?\d\d\}?)\s*/\s*∂\s*")
_ALONE = re.compile(r"\{\s*([A-Za-z]+)\s*\}(?=\s*_)")
_BLANK = re.compile(r"(?:[^\S\n]|~|\\[,;:!/ ]|\$)+")
_SPACE = re.compile(r"\s*")
COMMAND = re.compile(r"\\([A-Za-z]+\*?|.)", re.DOTALL)
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]{0,79}(?:_[A-Za-z0-9]{1,79}){0,3}")  # longer names are not allowed
_PIECE = re.compile(r"[A-Za-z]+\d*(?:_(?:\d+|[A-Za-z]+\d*))?")
_RATE = re.compile(r"d\s*/\s*dt(?![A-Za-z0-9_])")
_BRACKETS = re.compile(r"\[\d(?:,\s*\d|\]\[\d){0,2}\]|\(\d,\s*\d(?:,\s*\d)?\)")
_DIGITS = re.compile(r"\d{1,4}")
_PRIMES = re.compile(r"'{1,3}(?=[_\d])")
_RAISED = re.compile(r"\^\s*(?:\{\s*(\d+)\s*\}|(\d))(?=\s*_)")
_RAISED_PRIMES = re.compile(r"\^\s*(?:\\prime(?![A-Za-z])|\{\s*(?:\\prime\s*){1,3}\})")
_BELOW = re.compile(r"[^\S\n]*_\s*")
_PLAIN = re.compile(r"\d+|[A-Za-z]+\d*")
_STYLE = re.compile(r"\\(?:" + "|".join(sorted(STYLES)) + r")(?![A-Za-z])")
_LONGEST_RUN = 24  # largest number of letters to split into names
_ROW_SKIP = re.compile(r"\[\s*-?[\d.]+\s*(?:pt|em|ex|mm|cm)\s*\]")
_GOES_ON = re.compile(r"\s*&(?:\s|\\q?quad(?![A-Za-z]))*(?=[-+]|\\cdot)")  # an aligned line inside square brackets
_D = r"(?:d|\\mathrm\s*\{\s*d\s*\}|\\mathrm\s+d|\\text\s*\{\s*d\s*\})"
_LATEX_RATE = re.compile(rf"\s*\{{\s*{_D}\s*\}}\s*\{{\s*{_D}\s*t\s*\}}")
_LATEX_PARTIAL = re.compile(
    r"\s*\{\s*\\partial\s*\{?([TULKPVE]|[MHBDA]_?\{?\d\d\}?)\}?\s*\}\s*\{\s*\\partial(?![A-Za-z])\s*"
)
_TOTAL = re.compile(r"\s*(?:_\s*(?:i|\{[^{}]*\}))?\s*(?:\^\s*(?:\w|\{[^{}]*\}))?\s*([TU])_\{?i\}?")
_ENVIRONMENT = re.compile(r"\{([A-Za-z]+)\*?\}")
_NAME = re.compile(r"\\?([A-Za-z][A-Za-z0-9]*)(?:_(?:\{([^{}=]*(?:\{[^{}=]*\})?[^{}=]*)\}|(\w+)))?")
_STYLED = re.compile(r"\\(?:" + "|".join(sorted(STYLES)) + r")\s*\{([^{}]*)\}")
_LONGEST_NAME = 200  # largest number of characters of a name, with braces and commands


def tokens(text: str, names: KnownNames, what: str = "") -> list[Token]:
    """Split a text into tokens. `names` defines the known names, and `what` describes the text in error messages."""
    return _Lexer(text, names, what).whole()


def respelled(text: str, names: KnownNames) -> str:
    """Replace the notation of other programs, for example for derivatives, in a text."""
    return _Lexer(text, names, "").text


class KnownNames(Protocol):
    """Interface through which the lexer looks up names.

    `known` checks whether a text is a name. `own` checks whether a name can follow another name without a space.
    `verbatim` returns a symbol of the robot whose underscores do not follow the rules for subscripts. `unknown` creates
    the message about an unknown name.
    """

    def known(self, text: str) -> bool: ...

    def own(self, text: str) -> bool: ...

    def verbatim(self, text: str, at: int) -> str: ...

    def unknown(self, text: str) -> Finding: ...


@dataclass(frozen=True)
class Token:
    r"""Token of an equation. Its `kind` is number, name, function, command, sign, stop or space.

    The `text` of a name contains commas, but no underscores or braces. The sign "\n" represents a line break. A stop (a
    comma, a semicolon, an arrow or the word "and") always ends a statement. A space (\quad) does not necessarily end a
    statement.
    """

    kind: str
    text: str
    column: int
    dots: int = 0
    end: int = 0  # column after the token


Cause: TypeAlias = Finding | Callable[[], Finding]


def require(holds: object, cause: Cause, text: str, column: int, what: str = "") -> None:
    """Raise an error with the cause and its position in a text if a condition does not hold."""
    if not holds:
        raise unreadable(cause if isinstance(cause, Finding) else cause(), text, column, what)


def unreadable(cause: Finding, text: str, column: int, what: str = "") -> DalembertError:
    """Create the error about a text that cannot be parsed, with the position and the surrounding text."""
    start = max(0, column - 40)
    shown = text[start : column + 40].replace("\n", " ").strip()
    shown = ("…" if start else "") + shown + ("…" if column + 40 < len(text) else "")
    name = cause.name if isinstance(cause, finding.UnknownSymbol) else getattr(cause, "second", None)
    remedy = None if name is None else PassEntry(Argument("where"), name)
    return finding.UnreadableText(
        Source(shown), column + 1, cause, Argument(what) if what else None, remedy=remedy
    ).error()


def rule(name: str, subject: str | None = None) -> finding.SyntaxRule:
    """Create the message about a violated syntax rule, which `name` identifies."""
    return finding.SyntaxRule(Noun(name), None if subject is None else Identifier(subject))


class _Lexer:
    """Lexer for a single text, with methods for numbers, signs, brackets, names and LaTeX commands."""

    def __init__(self, text: str, names: KnownNames, what: str) -> None:
        require(len(text) <= LONGEST, finding.TooManyParts(Noun("characters"), LONGEST), text, 0, what)
        self.original, self.names, self.what = text, names, what
        parts = [(part, column) for column, x in enumerate(text) for part in normalize("NFD", x)]  # q̇ may be two
        self.text = "".join(part for part, _ in parts)
        self.columns = [*(column for _, column in parts), len(text)]
        for pattern, meant in _SPELLINGS if not names.known("t") else ():  # t is time
            self.respell(pattern, meant)
        self.at = 0
        self.out: list[Token] = []
        self.open: list[str] = []  # "(", "[", "{", "matrix", and "list" for the bracket of diag

    def respell(self, pattern: re.Pattern[str], meant: str) -> None:
        """Replace the notation of another program. The resulting tokens have the column of the original text."""
        text, columns, start = "", list[int](), 0
        for match in pattern.finditer(self.text):
            instead = match.expand(meant)
            text += self.text[start : match.start()] + instead
            columns += self.columns[start : match.start()] + [self.columns[match.start()]] * len(instead)
            start = match.end()
        if start:
            self.text, self.columns = text + self.text[start:], columns + self.columns[start:]

    # ── the loop ──────────────────────────────────────────────────────────────

    def whole(self) -> list[Token]:
        while self.at < len(self.text):
            self.step()
        self.require(len(self.out) <= _MOST, finding.TooManyParts(Noun("tokens"), _MOST), self.at)
        self.require(not self.open, finding.Unbalanced(Identifier(self.shown)), len(self.text))
        return self.out

    def step(self) -> None:
        """Read the next token."""
        at, x = self.at, self.text[self.at]
        if self.skip(_BLANK) or (x in "[\\" and not self.open and self.skip(UNIT)):
            return
        if self.out and self.out[-1].kind == "number" and self.skip(DEGREES):
            self.emit_all(at, f"( {self.out.pop().text} * pi / 180 )")
        elif x.isascii() and (x.isalpha() or (x == "_" and self.names.verbatim(self.text, at))):
            self.word()
        elif x in LETTERS:
            self.at += 1
            self.name(LETTERS[x], 0, at)
        elif x == "\\":
            self.command()
        elif x.isascii() and (x.isdigit() or (x == "." and self.ahead(1).isdigit())):
            self.number()
        elif x in "{}":
            self.brace(x)
        else:
            self.sign(x)

    def require(self, holds: object, cause: Cause, at: int) -> None:
        if not holds:
            require(False, cause, self.original, self.columns[min(at, len(self.columns) - 1)], self.what)

    def skip(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Match a pattern at the current position, and advance to the end of the match."""
        match = pattern.match(self.text, self.at)
        self.at = match.end() if match else self.at
        return match

    def take(self, pattern: re.Pattern[str], cause: Cause, at: int) -> re.Match[str]:
        """Match a pattern at the current position. Raise an error if the text does not match."""
        match = self.skip(pattern)
        self.require(match, cause, at)
        assert match is not None
        return match

    def ahead(self, by: int = 0) -> str:
        """Return the character at an offset from the current position, or an empty string at the end of the text."""
        return self.text[self.at + by : self.at + by + 1]

    def emit(self, kind: str, text: str, at: int, dots: int = 0) -> None:
        self.out.append(Token(kind, text, self.columns[at], dots, self.columns[self.at]))

    def emit_all(self, at: int, texts: str) -> None:
        """Append several tokens, whose texts are separated by spaces in `texts`."""
        for x in texts.split():
            kind = "number" if x[0] in "0123456789." else "name" if x[0].isalpha() else "sign"
            self.emit("function" if x in FUNCTIONS else kind, x, at)

    # ── brackets ──────────────────────────────────────────────────────────────

    @property
    def last(self) -> str:
        """Innermost open bracket, or an empty string if none is open."""
        return self.open[-1] if self.open else ""

    @property
    def shown(self) -> str:
        """Innermost open bracket as written in the text."""
        return "(" if self.last == "list" else self.last

    def enter(self, sign: str, at: int) -> None:
        self.open.append(sign)
        self.require(len(self.open) <= DEEPEST, lambda: finding.TooManyParts(Noun("nested brackets"), DEEPEST), at)

    def leave(self, wanted: str, sign: str, at: int) -> None:
        """Close the bracket that was opened last. Raise an error if `sign` does not match this bracket."""
        found = Identifier(self.shown) if self.open else None
        self.require(self.open and self.shown == wanted, lambda: finding.Unbalanced(found, Identifier(sign)), at)
        self.open.pop()

    def separator(self, sign: str, at: int) -> None:
        """Append a separator of entries (inside brackets) or of statements (outside brackets)."""
        if not self.open:
            self.emit({"\n": "sign", "\\\\": "sign", "quad": "space"}.get(sign, "stop"), "\n", at)
        elif sign in (",", ";"):
            self.emit("sign", sign, at)
        elif self.last in ("[", "matrix") and sign in ("\\\\", "quad"):
            self.emit("sign", ";" if sign == "\\\\" else ",", at)

    def bracket(self, sign: str, at: int) -> None:
        """Read a sign listed in the tables, and keep track of open brackets."""
        if sign in "([":
            self.enter("list" if sign == "(" and self.out and self.out[-1].text == "diag" else sign, at)
        elif sign in ")]":
            self.leave({")": "(", "]": "["}[sign], sign, at)
        if sign == "\n":
            self.separator(self.text[at], at)
        elif sign != "&" or "matrix" in self.open:  # in aligned lines, & only marks the alignment
            self.emit("sign", sign, at)

    def brace(self, x: str) -> None:
        """Read a group in braces.

        If the group is a single name, a subsequent subscript and dots belong to this name, as in {l_c}_1.
        """
        at = self.at
        self.at += 1
        if x == "}":
            self.leave("{", "}", at)
            self.emit("sign", ")", at)
        elif not self.alone(at):
            self.grouped(self.group(at), at, digits=False)

    def grouped(self, inside: list[Token], at: int, *, digits: bool = True, bare: bool = False) -> None:
        """Append the content of braces as a name or in parentheses. If `bare` is True, parentheses are omitted."""
        if len(inside) == 1 and inside[0].kind == "name":
            self.name(inside[0].text, inside[0].dots, at, digits)
        elif bare:
            self.out += inside
        elif inside:
            self.bracketed(inside, at)

    def bracketed(self, inside: list[Token], at: int) -> None:
        """Append tokens between parentheses."""
        self.out += [Token("sign", "(", self.columns[at]), *inside]
        self.emit("sign", ")", at)

    def alone(self, at: int) -> bool:
        """Read a name in braces, such as {lc}, that is only known together with its subscript."""
        match = _ALONE.match(self.text, at)
        if match:
            self.at = match.end()
            self.name(match.group(1), 0, at, digits=False)
        return match is not None

    def group(self, at: int) -> list[Token]:
        """Return the tokens up to the brace that closes the current group."""
        self.enter("{", at)
        outer, self.out = self.out, []
        depth = len(self.open)
        while len(self.open) >= depth:
            self.require(self.at < len(self.text), lambda: finding.Unbalanced(Identifier("{")), at)
            self.step()
        inside, self.out = self.out[:-1], outer
        return inside

    def closing(self, at: int) -> int:
        """Return the position after the closing brace that matches the opening brace at position `at`."""
        depth = 0
        for i in range(at, min(len(self.text), at + 200)):
            depth += {"{": 1, "}": -1}.get(self.text[i], 0)
            if depth == 0:
                return i + 1
        self.require(False, finding.Unbalanced(Identifier("{")), at)
        return at

    # ── numbers and signs ─────────────────────────────────────────────────────

    def number(self) -> None:
        """Read a number. A comma, as in 0,5, is a decimal comma unless it can separate entries.

        A number such as 1,000 is ambiguous and raises an error.
        """
        at = self.at
        comma = self.skip(_COMMA) if self.last in ("", "{", "(") else None
        found = (comma or self.take(_NUMBER, lambda: finding.UnexpectedSign(Identifier(self.ahead())), at)).group()
        readings = (found.replace(",", ""), found.replace(",", "."))
        plain = not _THOUSANDS.fullmatch(found)
        self.require(plain, lambda: finding.AmbiguousText(Identifier(found), tuple(map(Identifier, readings))), at)
        mantissa, _, exponent = found.lower().partition("e")
        large = len(mantissa) > _MOST_DIGITS or len(exponent) > 3 or (exponent and abs(int(exponent)) > _MOST_DIGITS)
        self.require(not large, lambda: finding.TooManyParts(Noun("digits"), _MOST_DIGITS), at)
        self.emit("number", found, at)

    def sign(self, x: str) -> None:
        at = self.at
        self.at += 1
        twice = x in "*=" and self.ahead() == x
        if x in DOTS:
            self.require(self.out and self.out[-1].kind == "name", rule("dot on a name"), at)
            self.out[-1] = replace(self.out[-1], dots=self.out[-1].dots + DOTS[x])
        elif x in SPELLED:
            self.emit_all(at, SPELLED[x])
        elif x in HIGH:
            self.emit_all(at, f"^ {self.digits(at, HIGH)}")
        elif x == "∂" and (match := _PARTIAL.match(self.text, at)):
            self.at, mark = match.end(), len(self.out)
            self.step()
            below = self.out[mark:]
            del self.out[mark:]
            self.partial(match.group(1), below, at)
        elif x == ",":
            self.separator(",", at)
        elif twice:  # ** is a power, and == is an equals sign
            self.at += 1
            self.emit("sign", "^" if x == "*" else "=", at)
        elif x in SIGNS:
            self.bracket(SIGNS[x], at)
        else:
            ends = x in ":." and self.ahead() in ("", " ", "\n", "=", "$")  # := is an equals sign
            self.require(
                ends, rule("subscript after a name") if x == "_" else finding.UnexpectedSign(Identifier(x)), at
            )

    def partial(self, energy: str, below: list[Token], at: int) -> None:
        """Read a partial derivative such as ∂L/∂q̇_1 as one name."""
        self.require(len(below) == 1 and below[0].kind == "name", rule("derivative of an energy"), at)
        energy = re.sub(r"[_{}]", "", energy)
        self.emit("name", f"partial{energy}by{below[0].text}{'dot' * below[0].dots}", at)

    def digits(self, at: int, table: dict[str, str]) -> str:
        """Read the digits of a superscript or subscript."""
        self.at = at
        while self.ahead() in table:
            self.at += 1
        return "".join(table[x] for x in self.text[at : self.at])

    # ── names ─────────────────────────────────────────────────────────────────

    def word(self) -> None:
        """Read a word of Latin letters and digits. The word is one known name or several adjacent names."""
        at, names = self.at, self.names
        if verbatim := names.verbatim(self.text, at):
            self.at += len(verbatim)
            self.emit("name", joined(verbatim), at)
            return
        run = self.take(_WORD, lambda: finding.UnexpectedSign(Identifier(self.ahead())), at).group()
        if run.lower() in FUNCTIONS and not names.known(run):
            self.emit("function", FUNCTIONS[run.lower()], at)
        elif run == "d" and (rate := _RATE.match(self.text, at)):
            self.at = rate.end()
            self.emit("command", "dot", at, 1)
        elif run[0] == "T" and self.out and self.out[-1].text == "^":  # \dot q^TM is \dot q^T M
            self.at = at + 1
            self.emit("name", "T", at)
        elif run.lower() in LINKS and {*self.open} <= {"{"} and not names.known(run):
            self.emit("stop", "\n", at)
        elif names.known(joined(run)) and self.ahead() != "_":
            self.name(joined(run), 0, at)
        else:
            self.at = at
            self.pieces(joined(self.take(_PIECE, lambda: finding.UnexpectedSign(Identifier(run)), at).group()), at)

    def pieces(self, run: str, at: int) -> None:
        """Append `run`, with its subscript and dots, as one name, or split it into known names."""
        mark = len(self.out)
        self.name(run, 0, at)
        last = self.out[mark]
        if self.names.known(last.text) or run in ("c", "s", "C", "S"):  # cθ1: the parser sees whether an angle follows
            return
        ways = splits(run, last.text[len(run) :], self.names)
        readings = (Identifier("·".join(way)) for way in ways[:2])
        self.require(len(ways) < 2, lambda: finding.AmbiguousText(Identifier(run), tuple(readings)), at)
        self.require(ways, lambda: self.names.unknown(last.text), at)
        after = self.out[mark + 1 :]
        del self.out[mark:]
        for i, name in enumerate(ways[0], start=1):
            kind = "function" if name in ("sin", "cos") else "number" if name.isdigit() else "name"
            self.emit(kind, name, at, last.dots if i == len(ways[0]) else 0)
        self.out += after

    def name(self, stem: str, dots: int, at: int, digits: bool = True) -> None:
        """Read the part of a name after its stem: primes, dots, digits and a subscript."""
        if stem[-1:].isalpha():
            while self.ahead() and self.ahead() in DOTS:
                dots += DOTS[self.ahead()]
                self.at += 1
            if primes := self.skip(_PRIMES):
                dots += len(primes.group())
            number = self.skip(_DIGITS) if digits else None
            stem += number.group() if number else ""
        raised = self.skip(_RAISED)
        stem += self.subscript() or self.brackets(stem)
        if primes := self.skip(_RAISED_PRIMES):
            dots += primes.group().count("prime")
        self.emit("name", stem, at, dots)
        if raised:
            self.emit_all(at, f"^ {raised.group(1) or raised.group(2)}")

    def subscript(self) -> str:
        r"""Read the subscript of a name without its underscore and braces.

        Examples are `_1`, `_{c2}`, `_{c_2}`, `_{zz,2}`, `_\ell` and `₁₂`.
        """
        if self.ahead() and self.ahead() in LOW:
            return self.digits(self.at, LOW)
        if not self.skip(_BELOW):
            return ""
        at = self.at
        if plain := self.skip(_PLAIN):
            return plain.group()
        if self.ahead() == "{":
            self.at = self.closing(at)
        else:
            self.skip(COMMAND)
        inside = _STYLE.sub("", self.text[at : self.at])
        inside = re.sub(r"\\([A-Za-z]+)", lambda m: NAMES.get(m.group(1), "?"), inside)
        inside = re.sub(r"[\s{}_]|\\[,;:!]", "", inside).replace("+", ",")
        self.require(re.fullmatch(r"[A-Za-z0-9,]+", inside), lambda: rule("letters of a subscript"), at)
        return inside

    def brackets(self, stem: str) -> str:
        """Read indices in program notation, such as M[1,2], M(1,2) or M[1][2].

        This notation is recognized if the combined name, such as M12, is known and an equals sign follows.
        """
        match = _BRACKETS.match(self.text, self.at)
        digits = "".join(re.findall(r"\d", match.group())) if match else ""
        if match is None or not self.names.known(stem + digits) or "=" not in self.text[match.end() :][:3]:
            return ""
        self.at = match.end()
        return digits

    # ── LaTeX commands ────────────────────────────────────────────────────────

    def command(self) -> None:
        at = self.at
        name = self.take(COMMAND, lambda: finding.UnexpectedSign(Identifier("\\")), at).group(1).rstrip("*") or "*"
        self.require(name in COMMANDS, lambda: _unknown_command(name), at)
        COMMANDS[name](self, name, at)

    def fraction(self, _: str, at: int) -> None:
        """Read a fraction, a partial derivative such as ∂L/∂q̇, or d/dt."""
        if self.skip(_LATEX_RATE):
            self.emit("command", "dot", at, 1)
        elif partial := self.skip(_LATEX_PARTIAL):
            self.partial(partial.group(1), self.group(at), at)
        else:
            self.emit("command", "frac", at)

    def total(self, _: str, at: int) -> None:
        """Read the sum Σ T_i over the links as T, and Σ U_i as U."""
        self.emit("name", self.take(_TOTAL, rule("sum of energies"), at).group(1), at)

    def silent(self, name: str, _: int) -> None:
        r"""Skip a command without visible output.

        A period after `\left`, which replaces a bracket, is also skipped.
        """
        self.skip(_SPACE)
        if name in ("left", "right", "middle") and self.ahead() == ".":
            self.at += 1

    def dress(self, *_: object) -> None:
        """Read a style command. The braces of the argument are removed, and the content is kept."""
        self.skip(_SPACE)
        at = self.at
        if self.ahead() == "{" and not self.alone(at):
            self.at += 1
            self.grouped(self.group(at), at, bare=True)

    def accent(self, name: str, at: int) -> None:
        r"""Read `\dot{q}_1`, `\dot q_1` or `\dot{q_1}`. Longer expressions are differentiated by the parser."""
        self.skip(_SPACE)
        dots = ACCENTS[name]
        mark = len(self.out)
        x = self.ahead()
        if x.isascii() and x.isalpha():
            self.at += 1
            self.name(x, dots, at)
            return
        self.require(x and (x in "{\\" or x in LETTERS), lambda: rule("dot on a name"), at)
        self.step()
        made = self.out[mark:]
        if made and made[0].kind == "name":
            self.out[mark] = replace(made[0], dots=made[0].dots + dots)
        else:
            self.out.insert(mark, Token("command", "dot" * dots, self.columns[at], dots))

    def row(self, name: str, at: int) -> None:
        if name != "\\":
            self.separator("quad", at)
        elif self.last != "[" or not self.skip(_GOES_ON):
            self.skip(_ROW_SKIP)
            self.separator("\\\\", at)

    def environment(self, which: str, at: int) -> None:
        self.skip(_SPACE)
        name = self.take(_ENVIRONMENT, rule("name in braces", f"\\{which}"), at).group(1)
        known = tuple(map(Identifier, sorted(MATRICES | LINES)))
        self.require(name in MATRICES | LINES, finding.Unknown(Noun("LaTeX environment"), Identifier(name), known), at)
        if name not in MATRICES:
            return
        if which == "end":
            self.leave("matrix", f"\\end{{{name}}}", at)
        else:
            self.enter("matrix", at)
            if name == "array" and self.ahead() == "{":
                self.at = self.closing(self.at)
        self.emit("sign", which, at)

    def argument(self, name: str, at: int) -> None:
        r"""Read the argument of a command.

        For example, `\underbrace{x}_{name}` becomes (x), and `\label{x}` is omitted.
        """
        self.skip(_SPACE)
        self.require(self.ahead() == "{", rule("argument in braces", f"\\{name}"), at)
        if name in SKIPPED:
            self.at = self.closing(self.at)
            return
        self.at += 1
        self.bracketed(self.group(at), at)
        self.skip(_SPACE)
        if self.ahead() in ("_", "^") and self.ahead(1) == "{":
            self.at = self.closing(self.at + 1)


COMMANDS: dict[str, Callable[[_Lexer, str, int], None]] = {
    **dict.fromkeys(("[", "]", "(", ")"), lambda *_: None),  # the delimiters of displayed and inline formulas
    **dict.fromkeys(("top", "intercal"), lambda lexer, _, at: lexer.emit("name", "T", at)),
    **dict.fromkeys(("begin", "end"), _Lexer.environment),
    **dict.fromkeys(("quad", "qquad", "\\"), _Lexer.row),
    **dict.fromkeys(BRACES | SKIPPED, _Lexer.argument),
    **dict.fromkeys(STYLES, _Lexer.dress),
    **dict.fromkeys(SILENT, _Lexer.silent),
    "sum": _Lexer.total,
    **dict.fromkeys(FRACTIONS, _Lexer.fraction),
    **dict.fromkeys(ACCENTS, _Lexer.accent),
    **dict.fromkeys(COMMAND_SIGNS, lambda lexer, name, at: lexer.bracket(COMMAND_SIGNS[name], at)),
    **dict.fromkeys(INVERSES, lambda lexer, name, at: lexer.emit("name", name, at)),
    **dict.fromkeys(FUNCTIONS, lambda lexer, name, at: lexer.emit("function", FUNCTIONS[name], at)),
    **dict.fromkeys(NAMES, lambda lexer, name, at: lexer.name(NAMES[name], 0, at)),
}


def splits(run: str, tail: str, names: KnownNames) -> list[list[str]]:
    """Return at most two of the possible splits of `run` into known names.

    The last name is followed by `tail`. The functions sin and cos can precede a name.
    """
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
    names = sorted({*NAMES, *FUNCTIONS, *COMMAND_SIGNS, *ACCENTS, *FRACTIONS} - {"{", "}"})
    return finding.Unknown(Noun("LaTeX command"), Identifier(name), tuple(map(Identifier, names)))


def canonical(name: str) -> str:
    """Return a name in the notation of tokens, without backslash, braces and underscores. A comma separates indices.

    For example, `l_{c_1}` becomes lc1, and M1_2 becomes M1,2.
    """
    plain = "".join(LETTERS.get(x, LOW.get(x, x)) for x in str(name)[: _LONGEST_NAME + 1])
    plain = re.sub(r"\([^()]*\)\s*$", "", _STYLED.sub(r"\1", plain).strip("$ \t")).rstrip()
    match = _NAME.fullmatch(plain)
    stem, *below = match.groups(default="") if match else ("",)
    stem = NAMES.get(stem, stem)
    inside = re.sub(r"\\(?:mathrm|mathbf|text|rm)(?![A-Za-z])|[{}\s]", "", "".join(below))
    inside = re.sub(r"\\([A-Za-z]+)", lambda m: NAMES.get(m[1], "?"), inside)
    long = len(str(name)) > _LONGEST_NAME or len(stem + inside) > 60
    if not stem or long or not re.fullmatch(r"[A-Za-z0-9_,]*", inside):
        raise finding.BadName(Noun("symbol"), Source(str(name)[:40]), reserved=False).error()
    return joined(f"{stem}_{inside}")


def joined(name: str) -> str:
    """Remove underscores, and commas that do not separate indices, from a name.

    For example, M1_12 becomes M1,12, and l_c_2 becomes lc2.
    """
    return re.sub(r"[_,]", "", re.sub(r"(?<=\d)[_,](?=\d)", "\0", name)).replace("\0", ",")


def plain(name: str, n: int) -> str:
    """Return a name in the notation for robots with n coordinates.

    Commas are removed if the robot has fewer than ten coordinates.
    """
    return name if n >= 10 else name.replace(",", "")
