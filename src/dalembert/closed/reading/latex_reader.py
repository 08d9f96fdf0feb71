r"""LaTeX commands of an equation: letters, accents, fractions, styles, spacing, matrices and aligned lines.

    \ddot{q}_1   \dot\theta_2^2   \cos(q_1+q_2)   \frac{1}{2}   \tfrac12   \mathrm{M}_{12}   \underbrace{x}_{name}
    \left( \right)   \cdot   \,   \begin{bmatrix} a & b \\ c & d \end{bmatrix}   \begin{aligned} … \end{aligned}

A command outside the tables of `alphabet` is an error that names the nearest one.
"""

from __future__ import annotations

import re
from dataclasses import replace

from dalembert.closed.reading import alphabet as a
from dalembert.closed.reading.spelling import COMMAND, Speller
from dalembert.closed.reading.tokens import Names, Token
from dalembert.errors import did_you_mean

_ROW_SKIP = re.compile(r"\[\s*-?[\d.]+\s*(?:pt|em|ex|mm|cm)\s*\]")
_GOES_ON = re.compile(r"\s*&(?:\s|\\q?quad(?![A-Za-z]))*(?=[-+]|\\cdot)")  # an aligned line inside square brackets
_D = r"(?:d|\\mathrm\s*\{\s*d\s*\}|\\mathrm\s+d|\\text\s*\{\s*d\s*\})"
_RATE = re.compile(rf"\s*\{{\s*{_D}\s*\}}\s*\{{\s*{_D}\s*t\s*\}}")
_PARTIAL = re.compile(r"\s*\{\s*\\partial\s*\{?([TULKPVE])\}?\s*\}\s*\{\s*\\partial(?![A-Za-z])\s*")
_TOTAL = re.compile(r"\s*(?:_\s*(?:i|\{[^{}]*\}))?\s*(?:\^\s*(?:\w|\{[^{}]*\}))?\s*([TU])_\{?i\}?")
_ENVIRONMENT = re.compile(r"\{([A-Za-z]+)\*?\}")


def tokens(text: str, names: Names, what: str = "") -> list[Token]:
    """The tokens of a text; `names` says which names exist, `what` (in errors) what the text is for."""
    return _Reader(text, names, what).whole()


class _Reader(Speller):
    """Reads commands."""

    def command(self) -> None:
        at = self.at
        match = COMMAND.match(self.text, at)
        if match is None:
            raise self.error("unexpected '\\'", at)
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
            raise self.error(f"unknown command '\\{name}'{_near_command(name)}", at)

    def fraction(self, at: int) -> None:
        """A fraction, or one of the derivatives ∂L/∂q̇ and d/dt."""
        rate, partial = _RATE.match(self.text, self.at), _PARTIAL.match(self.text, self.at)
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
            raise self.error("a sum is not written out here, but for Σ T_i and Σ U_i; write its terms", at)
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
        if not x or (x not in "{\\" and x not in a.LETTERS):
            raise self.error("a derivative dot must stand on a name", at)
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
            raise self.error(f"\\{which} needs a name in braces", at)
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
        elif name not in a.LINES:
            raise self.error(f"unknown environment '{name}'{did_you_mean(name, sorted(a.MATRICES | a.LINES))}", at)

    def brace_command(self, name: str, at: int) -> None:
        self.blank()
        if self.text[self.at : self.at + 1] != "{":
            raise self.error(f"\\{name} needs an argument in braces", at)
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


def _near_command(name: str) -> str:
    if name == "partial":
        return "; derivatives are not taken: write the result"
    names = sorted({*a.NAMES, *a.FUNCTIONS, *a.COMMAND_SIGNS, *a.ACCENTS, *a.FRACTIONS} - {"{", "}"})
    return did_you_mean(name, names, most=0).split(" There")[0].rstrip(".")
