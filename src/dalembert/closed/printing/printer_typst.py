"""Expressions as Typst mathematics: m_2 (l_1^2 + 2 l_1 l_"c2" cos q_2)."""

from __future__ import annotations

from collections.abc import Sequence

from dalembert.closed.printing.printer import GREEK, Printer, typeset

_DOTS = ("{0}", "dot({0})", "dot.double({0})")
_NAMED = {"sin": "sin", "cos": "cos", "sign": 'op("sign")', "exp": "exp", "tanh": "tanh"}


class TypstPrinter(Printer):
    times = " "
    apart = " quad "

    def symbol(self, name: str) -> str:
        x = typeset(name, self.derivatives)
        stem = _DOTS[x.dots].format(x.stem if x.stem in GREEK or len(x.stem) == 1 else f'"{x.stem}"')
        if not x.subscript:
            return stem
        return f"{stem}_{x.subscript}" if x.subscript.isdigit() or len(x.subscript) == 1 else f'{stem}_"{x.subscript}"'

    def number(self, digits: str, exponent: int) -> str:
        return f"{digits} dot 10^({exponent})" if exponent else digits

    def power(self, base: str, exponent: int) -> str:
        return f"{base}^{exponent}"

    def fraction(self, over: str, under: str) -> str:
        return f"frac({over}, {under})"

    def function(self, kind: str, argument: str, simple: bool, power: int) -> str:
        if kind in ("root", "abs"):
            text = f"{'sqrt' if kind == 'root' else 'abs'}({argument})"
            return text if power == 1 else f"{text}^{power}"
        name = _NAMED[kind] + (f"^{power}" if power > 1 else "")
        return f"{name} {argument}" if simple and kind in ("sin", "cos") else f"{name} ({argument})"

    def parentheses(self, inside: str) -> str:
        return f"({inside})"

    def signs(self) -> tuple[str, str, str]:
        return "-", " + ", " - "

    def abbreviated(self, kind: str, indices: str, power: int) -> str:
        return f'{kind[0]}_"{indices}"' + (f"^{power}" if power > 1 else "")

    def unit(self, unit: str) -> str:
        return f'"{unit}"'

    def matrix(self, rows: Sequence[Sequence[str]]) -> str:
        return 'mat(delim: "[", ' + "; ".join(", ".join(row) for row in rows) + ")"

    def document(self, equations: Sequence[tuple[str, Sequence[str]]]) -> str:
        return " \\\n".join(f"{left} &= " + " \\\n  &quad ".join(lines) for left, lines in equations)
