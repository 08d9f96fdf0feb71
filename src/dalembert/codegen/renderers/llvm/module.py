"""LLVM IR modules in parts: the functions specific to a program, and pieces shared with other programs.

A piece exports one function (`define hidden`) and keeps the others private. Each piece is compiled once and linked to
every program that declares the exported function. Compiling a piece takes as long as compiling a small program.
"""

from __future__ import annotations

from typing import NamedTuple

from dalembert.codegen.renderers.llvm.ir import attributes

_SHOWN = "define hidden "


class Module(NamedTuple):
    """Module of LLVM IR. `head` holds the declarations for all parts, and `many` is the argument of `attributes`."""

    head: str
    pieces: tuple[str, ...]
    own: str
    many: bool = False

    @property
    def whole(self) -> str:
        """Return the IR text of the whole module."""
        return _text(self.head, *self.pieces, self.own, attributes(self.many))

    @property
    def apart(self) -> str:
        """Return the part specific to the program, with declarations of the functions of the shared pieces."""
        return _text(self.head, *map(_declared, self.pieces), self.own, attributes(self.many))

    @property
    def shared(self) -> list[str]:
        """Return each shared piece as a separate LLVM module."""
        return [_text(self.head, piece, attributes(False)) for piece in self.pieces]


def _text(*parts: str) -> str:
    return "\n\n".join(parts) + "\n"


def _declared(piece: str) -> str:
    """Return the declaration of the function that a piece exports. The first line of its definition ends with the
    attributes."""
    head = next(line for line in piece.splitlines() if line.startswith(_SHOWN))
    return f"declare hidden {head.removeprefix(_SHOWN).removesuffix(' {')}"
