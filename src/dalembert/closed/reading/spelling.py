r"""Names in an equation: where one ends and the next begins, its subscript, its derivative dots.

    m2l1lc2 -> m2 l1 lc2      mgd sinq -> m g d sin q      l_{c_1}, l_c1, lc1 -> lc1      q̈₁, q_1'' -> q1 with two dots

A run of letters that is no name is cut into names if that can be done in one way only.
"""

from __future__ import annotations

import re

from dalembert.closed.reading import alphabet as a
from dalembert.closed.reading.naming import joined
from dalembert.closed.reading.tokens import Names, Scanner

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


class Speller(Scanner):
    """Reads names and words."""

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
        if len(ways) > 1:
            shown = " or ".join("·".join(way) for way in ways[:2])
            raise self.error(f"'{run}' can be read as {shown}; write the products with *", at)
        if not ways:
            raise self.error(f"unknown symbol '{last.text}'{self.names.near(last.text)}", at)
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
        if not re.fullmatch(r"[A-Za-z0-9,]+", inside):
            raise self.error("a subscript is made of letters, digits and commas", at)
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
        raise self.error("'{' is not closed", at)


def splits(run: str, tail: str, names: Names) -> list[list[str]]:
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
