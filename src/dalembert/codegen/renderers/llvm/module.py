"""A module of LLVM IR in parts: a program's own functions, and pieces that it shares with other programs.

A piece exports one function (`define hidden`) and keeps the others private. It is compiled once and linked to every
program that declares the function. Compiling it takes as long as compiling a small program.
"""

from __future__ import annotations

from typing import NamedTuple

from dalembert.codegen.renderers.llvm.ir import attributes

_SHOWN = "define hidden "


class Module(NamedTuple):
    """Module of LLVM IR; `head` holds the declarations for all parts, `many` is the argument of `attributes`."""

    head: str
    pieces: tuple[str, ...]
    own: str
    many: bool = False

    @property
    def whole(self) -> str:
        """Return the whole module as one text."""
        return _text(self.head, *self.pieces, self.own, attributes(self.many))

    @property
    def apart(self) -> str:
        """Return the program's own part, with declarations of the functions of the pieces."""
        return _text(self.head, *map(_declared, self.pieces), self.own, attributes(self.many))

    @property
    def shared(self) -> list[str]:
        """Return each piece as a separate module."""
        return [_text(self.head, piece, attributes(False)) for piece in self.pieces]


def _text(*parts: str) -> str:
    return "\n\n".join(parts) + "\n"


def _declared(piece: str) -> str:
    """Return the declaration of a piece's function; its first line ends with the attributes."""
    head = next(line for line in piece.splitlines() if line.startswith(_SHOWN))
    return f"declare hidden {head.removeprefix(_SHOWN).removesuffix(' {')}"
