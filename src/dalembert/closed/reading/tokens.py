r"""Text or LaTeX -> tokens.

    tau2 = m2 l1 lc2 cos(q2) qdd1        \tau_2 = m_2 l_1 l_{c2} \cos q_2 \, \ddot{q}_1        τ₂ = m₂l₁lc₂ c₂ q̈₁

become the same tokens. A name carries its subscript and its derivative dots: `\ddot{q}_1` is q1 with two dots.
Which names exist decides where letters without a space part (`m2l1lc2`), so the lexer asks `names`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Protocol
from unicodedata import normalize

from dalembert.closed.reading import alphabet as a
from dalembert.closed.reading.nesting import Nesting
from dalembert.errors import BadExpression

LONGEST = 400_000  # characters of one text
_MOST = 400_000  # tokens of one text
_DIGITS = 60  # of one number

_NUMBER = re.compile(r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_COMMA = re.compile(r"\d+,\d+(?:[eE][+-]?\d+)?(?![\d.,])")  # 0,5; the comma of a list has a space or a name beside it
_THOUSANDS = re.compile(r"[1-9]\d{0,2},\d{3}")
_PARTIAL = re.compile(r"∂\s*([TULKPVE])\s*/\s*∂\s*")
_ALONE = re.compile(r"\{\s*([A-Za-z]+)\s*\}(?=\s*_)")
_BLANK = re.compile(r"(?:[^\S\n]|~|\\[,;:!/ ]|\$)+")


class Names(Protocol):
    """What the lexer asks: is this a name, may it stand without a space beside others, which names are near it?

    `verbatim`: the symbol of the robot that stands here as it was given and that no reading of subscripts would find.
    """

    def known(self, text: str) -> bool: ...

    def own(self, text: str) -> bool: ...

    def verbatim(self, text: str, at: int) -> str: ...

    def near(self, text: str) -> str: ...


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


def complaint(text: str, why: str, column: int, what: str = "") -> BadExpression:
    """The error for a text that cannot be read, with the place and what stands there."""
    start = max(0, column - 40)
    shown = text[start : column + 40].replace("\n", " ").strip()
    shown = ("…" if start else "") + shown + ("…" if column + 40 < len(text) else "")
    return BadExpression(f"cannot read {what + ' ' if what else ''}'{shown}': {why}, at column {column + 1}")


class Scanner:
    """Reads numbers, signs and brackets; names are `spelling`'s, LaTeX commands `latex_reader`'s."""

    def __init__(self, text: str, names: Names, what: str) -> None:
        if not isinstance(text, str):
            raise BadExpression(f"an equation is a text, got {type(text).__name__}")
        if len(text) > LONGEST:
            raise BadExpression(f"{what or 'the equation'} has {len(text)} characters; at most {LONGEST} are read")
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
                raise BadExpression(f"{self.what or 'the equation'} has more than {_MOST} names, numbers and signs")
        if self.open:
            raise self.error(f"'{self.open.shown}' is not closed", len(self.text))
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

    def error(self, why: str, at: int) -> BadExpression:
        return complaint(self.original, why, self.columns[min(at, len(self.columns) - 1)], self.what)

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
        if len(mantissa) > _DIGITS or len(exponent) > 3 or (exponent and abs(int(exponent)) > _DIGITS):
            raise self.error(f"the number has more than {_DIGITS} digits", at)
        self.at = match.end()
        self.emit("number", match.group(), at)

    def decimal_comma(self, at: int) -> re.Match[str] | None:
        """0,5 where a comma cannot stand between entries; 1,000 may be a thousand or one, and is refused."""
        match = _COMMA.match(self.text, at)
        if match is None or not self.open.decimals:
            return None
        if _THOUSANDS.fullmatch(match.group()):
            raise self.error(f"'{match.group()}' may be a thousand or a decimal; write it with a point or without", at)
        return match

    def sign(self, x: str) -> None:
        at = self.at
        self.at += 1
        if x in a.DOTS:
            if not self.out or self.out[-1].kind != "name":
                raise self.error("a derivative dot must stand on a name", at)
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
            raise self.error("a subscript must follow a name", at)
        elif not (x in ":." and self.text[self.at : self.at + 1] in ("", " ", "\n", "=", "$")):
            raise self.error(f"unexpected '{x}'", at)

    def partial(self, energy: str, below: list[Token], at: int) -> None:
        """∂L/∂q̇_1 as one name."""
        if len(below) != 1 or below[0].kind != "name":
            raise self.error("an energy is differentiated by one coordinate or velocity", at)
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
        wrong = self.open.enter(sign)
        if wrong:
            raise self.error(wrong, at)

    def leave(self, wanted: str, sign: str, at: int) -> None:
        wrong = self.open.leave(wanted, sign)
        if wrong:
            raise self.error(wrong, at)

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
            if self.at >= len(self.text):
                raise self.error("'{' is not closed", at)
            self.step()
        inside, self.out = self.out[:-1], outer
        return inside

    # ── what the classes above this one read ──────────────────────────────────

    def word(self) -> None:
        """Letters and digits at the place."""
        raise NotImplementedError

    def name(self, stem: str, dots: int, at: int, digits: bool = True) -> None:
        """A name whose stem was read: dots, digits and a subscript may follow."""
        raise NotImplementedError

    def command(self) -> None:
        """What a backslash begins."""
        raise NotImplementedError
