"""Expressions as plain text that `check` and Python read back: m2*(l1**2 + 2*l1*lc2*cos(q2))."""

from __future__ import annotations

from collections.abc import Sequence

from dalembert.closed.printing.printer import Printer

_FUNCTIONS = {"root": "sqrt", "abs": "abs"}


class TextPrinter(Printer):
    times = "*"
    apart = "   "

    def symbol(self, name: str) -> str:
        return name

    def number(self, digits: str, exponent: int) -> str:
        return f"{digits}e{exponent}" if exponent else digits

    def power(self, base: str, exponent: int) -> str:
        return f"{base}**{exponent}"

    def fraction(self, over: str, under: str) -> str:
        return f"{over}/({under})" if "*" in under.replace("**", "") else f"{over}/{under}"

    def _coefficient(self, numbers: list[str], below: list[str], over: list[str]) -> str:
        return self.fraction(self.times.join([*numbers, *over]), below[0])

    def function(self, kind: str, argument: str, simple: bool, power: int) -> str:
        text = f"{_FUNCTIONS.get(kind, kind)}({argument})"
        return text if power == 1 else f"{text}**{power}"

    def parentheses(self, inside: str) -> str:
        return f"({inside})"

    def signs(self) -> tuple[str, str, str]:
        return "-", " + ", " - "

    def abbreviated(self, kind: str, indices: str, power: int) -> str:
        text = f"{kind[0]}{indices.replace(',', '_')}"
        return text if power == 1 else f"{text}**{power}"

    def unit(self, unit: str) -> str:
        return f"[{unit}]"

    def matrix(self, rows: Sequence[Sequence[str]]) -> str:
        return "[" + ",\n ".join("[" + ", ".join(row) + "]" for row in rows) + "]"

    def document(self, equations: Sequence[tuple[str, Sequence[str]]]) -> str:
        return "\n".join(f"{left} = " + "\n   ".join(lines) for left, lines in equations)
