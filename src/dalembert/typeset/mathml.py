"""Where browsers need help with MathML: letters that are bold or several, and dots that stand above a letter, not on it."""

from __future__ import annotations


def bold(letters: str) -> str:
    """Bold italic letters of the mathematical alphabets: browsers know no other way to them."""
    return "".join(
        chr(0x1D468 + ord(c) - 65) if "A" <= c <= "Z" else
        chr(0x1D482 + ord(c) - 97) if "a" <= c <= "z" else
        chr(0x1D71E + ord(c) - 0x391) if "Α" <= c <= "Ω" else
        chr(0x1D736 + ord(c) - 0x3B1) if "α" <= c <= "ω" else c
        for c in letters
    )  # fmt: skip


def italic(letters: str) -> str:
    """Letters of a name of several, mx: browsers set only those that stand alone in italics."""
    return "".join(
        "ℎ" if c == "h" else
        chr(0x1D434 + ord(c) - 65) if "A" <= c <= "Z" else
        chr(0x1D44E + ord(c) - 97) if "a" <= c <= "z" else c
        for c in letters
    )  # fmt: skip


def over(base: str, letter: str, accent: str, heavy: bool = False) -> str:
    """A dot above the letter, not on it: browsers take the height of an invisible strut."""
    height = "0.74em" if letter[:1].isupper() or letter[:1] in "θβδζλξφψbdfhklt" else "0.55em"
    height = "0.62em" if heavy and height == "0.55em" else height
    strut = f'<mrow>{base}<mspace height="{height}"/></mrow>'
    return f'<mover accent="true">{strut}<mo stretchy="false">{accent}</mo></mover>'
