r"""Expressions as LaTeX: m_{2} \left(l_{1}^{2} + 2 l_{1} l_{c2} \cos q_{2}\right)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dalembert.closed.printing.printer import GREEK, Printer, typeset

_DOTS = ("{0}", r"\dot{{{0}}}", r"\ddot{{{0}}}")
_NAMED = {"sin": r"\sin", "cos": r"\cos", "sign": r"\operatorname{sign}", "exp": r"\exp", "tanh": r"\tanh"}

_LOWERED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


class LatexPrinter(Printer):
    times = " "
    apart = r"\quad "

    def symbol(self, name: str) -> str:
        x = typeset(name, self.derivatives)
        stem = f"\\{x.stem}" if x.stem in GREEK else x.stem if len(x.stem) == 1 else rf"\mathit{{{x.stem}}}"
        stem = _DOTS[x.dots].format(stem)
        return stem + (f"_{{{x.subscript}}}" if x.subscript else "")

    def number(self, digits: str, exponent: int) -> str:
        return rf"{digits} \cdot 10^{{{exponent}}}" if exponent else digits

    def power(self, base: str, exponent: int) -> str:
        return f"{base}^{{{exponent}}}"

    def fraction(self, over: str, under: str) -> str:
        return rf"\frac{{{over}}}{{{under}}}"

    def function(self, kind: str, argument: str, simple: bool, power: int) -> str:
        if kind == "root":
            root = rf"\sqrt{{{argument}}}"
            return root if power == 1 else self.power(root, power)
        if kind == "abs":
            size = rf"\left|{argument}\right|"
            return size if power == 1 else self.power(size, power)
        name = _NAMED[kind] + (f"^{{{power}}}" if power > 1 else "")
        return f"{name} {argument}" if simple and kind in ("sin", "cos") else f"{name}{self.parentheses(argument)}"

    def parentheses(self, inside: str) -> str:
        return rf"\left({inside}\right)"

    def signs(self) -> tuple[str, str, str]:
        return "-", " + ", " - "

    def abbreviated(self, kind: str, indices: str, power: int) -> str:
        return f"{kind[0]}_{{{indices}}}" + (f"^{{{power}}}" if power > 1 else "")

    def unit(self, unit: str) -> str:
        raised = re.sub(r"[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+", lambda found: f"^{{{found[0].translate(_LOWERED)}}}", unit)
        return rf"\mathrm{{{raised.replace('·', chr(92) + 'cdot ').replace('Ω', chr(92) + 'Omega')}}}"

    def matrix(self, rows: Sequence[Sequence[str]]) -> str:
        return r"\begin{bmatrix}" + r" \\ ".join(" & ".join(row) for row in rows) + r"\end{bmatrix}"

    def document(self, equations: Sequence[tuple[str, Sequence[str]]]) -> str:
        if len(equations) == 1 and len(equations[0][1]) == 1:
            return f"{equations[0][0]} = {equations[0][1][0]}"
        rows = [f"{left} &= " + " \\\\\n  &\\quad ".join(lines) for left, lines in equations]
        return "\\begin{aligned}\n" + " \\\\\n".join(rows) + "\n\\end{aligned}"
