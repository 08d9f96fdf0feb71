r"""What is open where the lexer stands, and so what a comma, a semicolon or a line's end means there.

outside, and in braces   0,5 is a decimal      , ; and a new line part statements
( … )                    0,5 is a decimal, but in diag(1,2)      , parts entries
[ … ] and matrices       , and \quad part entries, ; and \\ rows      0,5 are two entries
"""

from __future__ import annotations

DEEPEST = 60  # nested groups


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

    def enter(self, sign: str) -> str:
        """Open one; what is wrong with that, or nothing."""
        self.open.append(sign)
        return f"nested more than {DEEPEST} deep" if len(self.open) > DEEPEST else ""

    def leave(self, wanted: str, sign: str) -> str:
        """Close what `sign` closes; what is wrong with that, or nothing."""
        if not self.open:
            return f"'{sign}' closes nothing"
        if self.shown != wanted:
            return f"'{sign}' where '{self.shown}' is open"
        self.open.pop()
        return ""

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
