"""A module of LLVM IR in parts: a program's own functions, and pieces that other programs have alike.

A piece shows one function, `define hidden`, and keeps the rest to itself, so that it can be compiled once and linked
to every program that declares the function; it takes as long as a small program.
"""

from __future__ import annotations

from typing import NamedTuple

from dalembert.codegen.renderers.llvm.ir import attributes

_SHOWN = "define hidden "


class Module(NamedTuple):
    """`head` declares what all parts use; `many` is of `attributes`."""

    head: str
    pieces: tuple[str, ...]
    own: str
    many: bool = False

    @property
    def whole(self) -> str:
        """Everything in one text."""
        return _text(self.head, *self.pieces, self.own, attributes(self.many))

    @property
    def apart(self) -> str:
        """The program's own part, which declares what it needs of the pieces."""
        return _text(self.head, *map(_declared, self.pieces), self.own, attributes(self.many))

    @property
    def shared(self) -> list[str]:
        """Each piece as a module."""
        return [_text(self.head, piece, attributes(False)) for piece in self.pieces]


def _text(*parts: str) -> str:
    return "\n\n".join(parts) + "\n"


def _declared(piece: str) -> str:
    """The declaration of a piece's function, whose first line ends with its attributes."""
    head = next(line for line in piece.splitlines() if line.startswith(_SHOWN))
    return f"declare hidden {head.removeprefix(_SHOWN).removesuffix(' {')}"
