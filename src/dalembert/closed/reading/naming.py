r"""Which words in an equation are names, and of what: coordinates, efforts, sines and cosines, entries of the model.

theta_12 dq1 q1dot d_2     coordinates and rates, sums of them        tau_1 u_1 \Gamma_1     efforts
c_{12} s_2                 sines and cosines of sums of angles        H_{12} g_1 c_{112} T   entries of the model
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable

from dalembert.closed.reading import alphabet
from dalembert.closed.reading.entry import LETTERS
from dalembert.closed.reading.quantity_name import step
from dalembert.errors import BadExpression
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree

_COORDINATE = re.compile(r"(d{0,2})(q|theta|Theta|phi|psi|th|d|r|x)(ddot|dot|dd|d|)([\d,]*)(ddot|dot|)")
_SPIN = re.compile(r"omega([1-9]\d{0,3})")  # the angular velocity that is a rate of a ball
_CLOSURE = re.compile(r"J(\d(?=\d$)|\d+(?=,)),?(\d+)")
_SLIDES = ("d", "r", "x")  # coordinates of prismatic joints only
_EFFORT = re.compile(r"(tau|u|Q|Gamma|[Ff])(\d*)")  # F only at prismatic joints
_MOTOR = re.compile(r"(theta|q|tau|u)m(\d*)")
_SLOPE = re.compile(r"partial([TULKPVE])by(\w+?)((?:dot)*)")
_RATE = {"": 0, "d": 1, "dot": 1, "dd": 2, "ddot": 2}
_ODD = re.compile(r"^_|__|_$")
_SOFT = "SChabdABDKPELVpnN"  # letters of the model that a text may use for something else
_NAME = re.compile(r"\\?([A-Za-z][A-Za-z0-9]*)(?:_(?:\{([^{}=]*(?:\{[^{}=]*\})?[^{}=]*)\}|(\w+)))?")
_STYLED = re.compile(r"\\(?:" + "|".join(sorted(alphabet.STYLES)) + r")\s*\{([^{}]*)\}")
_LONGEST_NAME = 200  # characters, with braces and commands
_RESERVED = re.compile(r"(?:q|qd|qdd|theta|phi|tau|u|Q|G|g)\d|[MHB]\d\d|[CScs]\d+")


class Naming:
    """Recognises names; `abbreviations` are those given by the user."""

    def __init__(self, robot: Robot, symbols: Iterable[str], abbreviations: Container[str]) -> None:
        self.n = robot.n
        self.symbols = tuple(symbols)
        self.abbreviations = abbreviations
        self.prismatic = frozenset(b.coordinate + 1 for b in tree(robot).bodies if b.prismatic)
        self.spins = frozenset(k + 1 for b in tree(robot).bodies if b.motion == "ball" for k in b.rates)
        self.closures = sum(re.fullmatch(r"lambda\d+", x) is not None for x in self.symbols) if robot.loops else 0
        self.parameters = {y: x for x in self.symbols for y in (x.replace("_", ""), joined(x))} | {
            x: x for x in self.symbols
        }
        odd = "|".join(sorted((x for x in self.symbols if _ODD.search(x)), key=len, reverse=True))
        self._odd = re.compile(rf"(?:{odd})(?![A-Za-z0-9_{{\\])") if odd else None
        self.gears = {k: robot.coordinate(x).drive for k, x in enumerate(robot.coordinates, 1)}
        self.torques: set[str] = set()  # T1, T2 that are meant as efforts
        self._known: dict[str, bool] = {}
        self._entries: dict[str, tuple[str, tuple[int, ...]] | None] = {}

    def known(self, text: str) -> bool:
        """Whether a name (without _ and braces) means something."""
        found = self._known.get(text)
        if found is None:
            found = self._known[text] = len(text) <= 60 and self._find(text)
        return found

    def _find(self, text: str) -> bool:
        plain = self.plain(text)
        return (
            plain in self.abbreviations
            or plain in self.parameters
            or plain in ("pi", "g0")
            or self.coordinate(text) is not None
            or self.motor(text) is not None
            or self.effort(text) is not None
            or self.trigonometric(text) is not None
            or self.entry(text) is not None
        )

    def plain(self, text: str) -> str:
        """A name without the commas of its subscript, where they part nothing: l_{c,2} is lc2, but M_{1,12} not M112."""
        return plain(text, self.n)

    def own(self, text: str) -> bool:
        """Whether a name is so particular that it may stand without a space beside another: m2, q1, not T."""
        if text in self.abbreviations or text in self.parameters:
            return True
        if self.n > 1 and not text[-1:].isdigit():
            return False
        return self.known(text) and (
            text[-1:].isdigit() or self.coordinate(text) is not None or self.effort(text) is not None
        )

    def verbatim(self, text: str, at: int) -> str:
        """The symbol with _ at an end, or more than one, that stands at a place of a text."""
        found = self._odd.match(text, at) if self._odd else None
        return found[0] if found else ""

    def coordinate(self, text: str) -> tuple[str, tuple[int, ...], int] | None:
        """(stem, joints, derivative) of a coordinate's name: theta12 is θ1 + θ2, q alone all of them."""
        spin = _SPIN.fullmatch(text)
        if spin and int(spin[1]) in self.spins:
            return "q", (int(spin[1]),), 1
        match = _COORDINATE.fullmatch(text)
        if match is None:
            return None
        before, stem, middle, digits, after = match.groups()
        rates = [r for r in (len(before), _RATE[middle], _RATE[after]) if r]
        joints = self.indices(digits)
        if len(rates) > 1 or joints is None:
            return None
        if stem in _SLIDES and not (joints and set(joints) <= self.prismatic):
            return None
        return stem, joints, sum(rates)

    def indices(self, digits: str) -> tuple[int, ...] | None:
        """Joints of a subscript: "" none, "2" one, "12" or "1,2" several in order; None if there are none such."""
        if not digits:
            return ()
        if "," not in digits and int(digits) <= self.n and digits[0] != "0":
            return (int(digits),)
        parts = digits.split(",") if "," in digits else list(digits) if self.n < 10 else []
        joints = tuple(int(x) for x in parts if x.isdigit())
        good = len(joints) == len(parts) > 1 and all(0 < k <= self.n for k in joints)
        return joints if good and list(joints) == sorted(set(joints)) else None

    def effort(self, text: str) -> int | None:
        """The joint of an effort's name, 0 for the vector."""
        match = _EFFORT.fullmatch(text.replace("T", "tau") if text in self.torques else text)
        if match is None or (match[2] and not 0 < int(match[2][:6]) <= self.n):
            return None
        joint = int(match[2]) if match[2] else 0
        return None if match[1] in ("F", "f") and joint not in self.prismatic else joint

    def motor(self, text: str) -> tuple[str, int] | None:
        """What of a motor a name means, and the joint, 0 for all: theta_m, tau_{m1}. The joint must have a drive."""
        match = _MOTOR.fullmatch(text)
        joint = int(match[2][:6]) if match and match[2] else 0
        driven = [k for k in ((joint,) if joint else self.gears) if self.gears.get(k) is not None]
        return ("tau" if match[1] == "u" else match[1], joint) if match and driven else None

    def trigonometric(self, text: str) -> tuple[str, tuple[int, ...]] | None:
        """c12, s_{1,2}, C1: the function and the joints whose angles it takes the sum of."""
        if text[0] not in "csCS" or not text[1:2].isdigit():
            return None
        joints = self.indices(text[1:]) if re.fullmatch(r"[\d,]+", text[1:]) else None
        return ("cos" if text[0] in "cC" else "sin", joints) if joints else None

    def entry(self, text: str) -> tuple[str, tuple[int, ...]] | None:
        """The letter of the model and the indices of a name like H12, g_1, T, c_{112}."""
        if text not in self._entries:
            self._entries[text] = self._entry(text)
        return self._entries[text]

    def _entry(self, text: str) -> tuple[str, tuple[int, ...]] | None:
        slope = _SLOPE.fullmatch(text)
        if slope:
            place = self.coordinate(slope[2])
            energy = {"K": "T", "P": "U", "V": "U"}.get(slope[1], slope[1])
            order = place[2] + slope[3].count("dot") if place else 2
            joints = (1,) if place and not place[1] and self.n == 1 else place[1] if place else ()
            return (f"{energy}{'qv'[order]}", joints) if len(joints) == 1 and order < 2 else None
        if self.closures and (row := _CLOSURE.fullmatch(text)):  # φ and its Jacobian, where there are loops
            r, k = int(row[1]), int(row[2])
            return ("J_phi", (r, k)) if 0 < r <= self.closures and 0 < k <= self.n else None
        match = re.fullmatch(r"(fg|Gamma|[A-Za-z])([\d,]*)", text)
        if match is None or match[1] not in LETTERS:
            return step(text, self.n)
        digits, ranks = match[2].replace(",", ""), LETTERS[match[1]]
        for parts in (match[2].split(","), digits) if self.n >= 10 else (digits,):  # c_{1,22} is c_{122}
            joints = tuple(int(x) for x in parts if x)
            if len(joints) in ranks and all(0 < k <= self.n for k in joints):
                return ranks[len(joints)], joints
        return step(text, self.n)

    def is_free(self, name: str) -> bool:
        """Whether a name means nothing yet and looks like no coordinate, effort or entry of the model."""
        return not self.known(name) and not _RESERVED.fullmatch(name) and name not in alphabet.FUNCTIONS

    def is_abbreviation(self, name: str) -> bool:
        return self.plain(name) in self.abbreviations

    def is_position(self, name: str, dots: int) -> bool:
        """Whether a name is a coordinate and not its rate."""
        place = self.coordinate(name)
        return place is not None and place[2] + dots == 0

    def is_place(self, name: str) -> bool:
        """Whether a name may stand in a statement of geometry: a parameter, a coordinate or its rate, a sine, the tool's x."""
        named = self.entry(name)
        known = name in self.parameters or self.trigonometric(name) is not None or name == "pi"
        place = self.coordinate(name)
        return known or (place is not None and place[2] < 2) or (named is not None and named[0] == "tool")

    def is_vector(self, name: str) -> bool:
        """Whether a name is all coordinates at once."""
        place = self.coordinate(name)
        return place is not None and not place[1] and self.n > 1

    def is_slide(self, name: str) -> bool:
        """Whether a name is the coordinate of a prismatic joint."""
        place = self.coordinate(name)
        return place is not None and any(k in self.prismatic for k in place[1])

    def is_soft(self, name: str) -> bool:
        """Whether a name stands for a sine, a cosine or a letter that is used for much else: a text may define it."""
        if name in self.parameters or name in self.abbreviations:
            return False
        named = self.entry(name)
        soft = name[0] in _SOFT or step(name, self.n) is not None or (named is not None and named[0] in ("Tl", "Ul"))
        return self.trigonometric(name) is not None or (named is not None and soft)


def canonical(name: str) -> str:
    """A name as tokens spell it, without backslash, braces and _; a comma parts indices: `l_{c_1}` is lc1, M1_2 is M1,2."""
    if len(str(name)) > _LONGEST_NAME:
        raise BadExpression(f"'{str(name)[:40]}…' is not a name; it has more than {_LONGEST_NAME} characters")
    plain = "".join(alphabet.LETTERS.get(x, alphabet.LOW.get(x, x)) for x in str(name))
    plain = re.sub(r"\([^()]*\)\s*$", "", _STYLED.sub(r"\1", plain).strip("$ \t")).rstrip()
    match = _NAME.fullmatch(plain)
    stem, *below = match.groups(default="") if match else ("",)
    stem = alphabet.NAMES.get(stem, stem)
    inside = re.sub(r"\\(?:mathrm|mathbf|text|rm)(?![A-Za-z])|[{}\s]", "", "".join(below))
    inside = re.sub(r"\\([A-Za-z]+)", lambda m: alphabet.NAMES.get(m[1], "?"), inside)
    if not stem or len(stem + inside) > 60 or not re.fullmatch(r"[A-Za-z0-9_,]*", inside):
        raise BadExpression(f"'{name}' is not a name; letters, digits and a subscript make one")
    return joined(f"{stem}_{inside}")


def joined(name: str) -> str:
    """Without _ and commas but those that part indices: M1_12 is M1,12, l_c_2 is lc2."""
    return re.sub(r"[_,]", "", re.sub(r"(?<=\d)[_,](?=\d)", "\0", name)).replace("\0", ",")


def plain(name: str, n: int) -> str:
    """A name of a robot with n coordinates: of fewer than ten, no comma parts indices."""
    return name if n >= 10 else name.replace(",", "")
