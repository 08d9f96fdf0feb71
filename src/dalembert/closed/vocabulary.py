r"""What the names in a student's or a paper's equation mean, for one robot.

    q1 q_1 \theta_1 \phi_1 (d_1 at a prismatic joint)     q1         \dot q_1, q1', qd1, dq1, q1dot    qd1
    \tau_1 u_1 Q_1 \Gamma_1                              tau1       c_{12} s_2 c\theta_1              cos(q1 + q2) …
    M_{12} H_{12} B_{12} m_{12}   g_1 G_1   T U L …      the model's own entries
    l_{c1} l_c1 lc1                                      the robot's parameter lc1
    \theta_m \tau_m                                      N q and τ/N, on the motor's side of the gear

The order is: names given with `where`, the robot's parameters, coordinates and efforts, sines and cosines, entries of
the model. Coordinates and parameters become graph symbols of the same name; an entry of the model becomes a symbol
that no name can collide with, `M[1,2]`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from dalembert.closed import alphabet
from dalembert.closed.entry import LETTERS, RANK, Entry
from dalembert.closed.value import Unfit, Value, scalar
from dalembert.errors import BadExpression, did_you_mean
from dalembert.graph import PI, Scalar, symbol
from dalembert.graph.diff import forward
from dalembert.graph.scalar import cos, sin
from dalembert.graph.walk import symbols
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree

_COORDINATE = re.compile(r"(d{0,2})(q|theta|phi|psi|th|d|r|x)(ddot|dot|dd|d|)([\d,]*)(ddot|dot|)")
_SLIDES = ("d", "r", "x")  # coordinates of prismatic joints only
_EFFORT = re.compile(r"(tau|u|Q|Gamma|[Ff])(\d*)")  # F only at prismatic joints
_MOTOR = re.compile(r"(theta|q|tau)m(\d*)")
_RATE = {"": 0, "d": 1, "dot": 1, "dd": 2, "ddot": 2}
_SOFT = "SChabdABDKPELVp"  # letters of the model that a text may use for something else
_DEEPEST = 30


class Vocabulary:
    """The names of one robot, `more` symbols and the abbreviations `where`; `notes` says what was taken for what."""

    def __init__(
        self,
        robot: Robot,
        where: Mapping[str, Any],
        read: Callable[[Any, Vocabulary, str], Value],
        more: Iterable[str] = (),
    ) -> None:
        self.robot, self.n = robot, robot.n
        self.prismatic = frozenset(b.coordinate + 1 for b in tree(robot).bodies if b.prismatic)
        self.symbols = (*robot.parameters, *more)
        self.parameters = {x.replace("_", ""): x for x in self.symbols} | {x: x for x in self.symbols}
        self.gears = {k: robot.joint(x).drive for k, x in enumerate(robot.coordinates, 1)}
        self.notes: dict[str, None] = {}
        self.whole: dict[str, None] = {}  # names read as a whole matrix or vector of the model
        self._read = read
        self._where = {canonical(k): (k, v) for k, v in where.items()}
        self._values: dict[str, Value] = {}
        self._reading: list[str] = []
        self._stems: dict[int, str] = {}
        self._known: dict[str, bool] = {}

    # ── is it a name? ─────────────────────────────────────────────────────────

    def known(self, text: str) -> bool:
        """Whether a name (without _ and braces) means something."""
        found = self._known.get(text)
        if found is None:
            found = self._known[text] = len(text) <= 60 and self._find(text)
        return found

    def _find(self, text: str) -> bool:
        plain = text.replace(",", "")
        return (
            plain in self._where
            or plain in self.parameters
            or plain in ("pi", "g0")
            or self.coordinate(text) is not None
            or self.motor(text) is not None
            or self.effort(text) is not None
            or self.trigonometric(text) is not None
            or self.entry(text) is not None
        )

    def own(self, text: str) -> bool:
        """Whether a name is so particular that it may stand without a space beside another: m2, q1, not T."""
        if text in self._where or text in self.parameters:
            return True
        if self.n > 1 and not text[-1:].isdigit():
            return False
        return self.known(text) and (
            text[-1:].isdigit() or self.coordinate(text) is not None or self.effort(text) is not None
        )

    def coordinate(self, text: str) -> tuple[str, tuple[int, ...], int] | None:
        """(stem, joints, derivative) of a coordinate's name: theta12 is θ1 + θ2, q alone all of them."""
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
        match = _EFFORT.fullmatch(text)
        if match is None or (match[2] and not 0 < int(match[2][:6]) <= self.n):
            return None
        joint = int(match[2]) if match[2] else 0
        return None if match[1] in ("F", "f") and joint not in self.prismatic else joint

    def motor(self, text: str) -> tuple[str, int] | None:
        """What of a motor a name means, and the joint, 0 for all: theta_m, tau_{m1}. The joint must have a drive."""
        match = _MOTOR.fullmatch(text)
        joint = int(match[2][:6]) if match and match[2] else 0
        driven = [k for k in ((joint,) if joint else self.gears) if self.gears.get(k) is not None]
        return (match[1], joint) if match and driven else None

    def trigonometric(self, text: str) -> tuple[str, tuple[int, ...]] | None:
        """c12, s_{1,2}, C1: the function and the joints whose angles it takes the sum of."""
        if text[0] not in "csCS" or not text[1:2].isdigit():
            return None
        joints = self.indices(text[1:]) if re.fullmatch(r"[\d,]+", text[1:]) else None
        return ("cos" if text[0] in "cC" else "sin", joints) if joints else None

    def entry(self, text: str) -> tuple[str, tuple[int, ...]] | None:
        """The letter of the model and the indices of a name like H12, g_1, T, c_{112}."""
        match = re.fullmatch(r"(fg|[A-Za-z])([\d,]*)", text)
        if match is None or match[1] not in LETTERS:
            return None
        parts = (
            match[2].split(",") if "," in match[2] else list(match[2]) if self.n < 10 else [match[2]] * bool(match[2])
        )
        joints = tuple(int(x) for x in parts if x)
        letter = LETTERS[match[1]].get(len(joints))
        return (letter, joints) if letter and all(0 < k <= self.n for k in joints) else None

    # ── what does it mean? ────────────────────────────────────────────────────

    def value(self, text: str, dots: int = 0) -> Value:
        """The meaning of a name inside an expression; raises Unfit with the reason if it has none."""
        plain = text.replace(",", "")
        if plain in self._where:
            return rate(self.abbreviation(plain), dots, self.n)
        if plain in self.parameters:
            return self.constant(symbol(self.parameters[plain]), text, dots)
        place = self.coordinate(text)
        if place is not None:
            return self.motion(*place, dots)
        if plain == "pi":
            return self.constant(PI, text, dots)
        motor = self.motor(text)
        if motor is not None:
            return rate(self.vector(lambda k: self.geared(motor[0], k), motor[1]), dots, self.n)
        joint = self.effort(text)
        if joint is not None and not dots:
            return self.vector(lambda k: symbol(f"tau{k}"), joint)
        function = self.trigonometric(text)
        if function is not None:
            angle = scalar(self.motion("q", function[1], 0, 0))
            return rate((cos if function[0] == "cos" else sin)(angle), dots, self.n)
        entry = self.entry(text)
        if entry is not None:
            if dots:
                raise Unfit(f"the derivative of {text} is not known here; write it out")
            if len(entry[1]) < RANK[entry[0]] and self.n > 1:
                self.whole[text] = None
            return self.model(*entry)
        if plain == "g0" and "g" in self.parameters:
            return symbol("g")
        raise Unfit(f"unknown symbol '{text}'{self.near(text)}")

    def motion(self, stem: str, joints: tuple[int, ...], order: int, dots: int) -> Value:
        """A coordinate, a sum of them or their vector, and its derivatives."""
        if order + dots > 2:
            raise Unfit(f"the equations hold no derivative of order {order + dots} of '{stem}'")
        prefix = ("q", "qd", "qdd")[order + dots]
        if stem != "q":
            self.alias(stem, joints or tuple(range(1, self.n + 1)))
        if not joints:
            return self.vector(lambda k: symbol(f"{prefix}{k}"), 0)
        total: Scalar = 0
        for k in joints:
            total = total + symbol(f"{prefix}{k}")
        return total

    def alias(self, stem: str, joints: tuple[int, ...]) -> None:
        """Note that another letter stands for q; two such letters at one joint are likely two different angles."""
        for k in joints:
            other = self._stems.setdefault(k, stem)
            if other != stem:
                hint = f"where={{'{stem}{k}': 'q1 + …'}}"
                raise Unfit(f"'{other}{k}' and '{stem}{k}' would both be q{k}; say what one of them is, {hint}")
        self.notes[f"{stem} is read as q"] = None

    def vector(self, entry: Callable[[int], Scalar], joint: int) -> Value:
        """One entry, or all as a column (of a robot with one joint: the entry)."""
        if joint or self.n == 1:
            return entry(joint or 1)
        return tuple((entry(k),) for k in range(1, self.n + 1))

    def model(self, letter: str, joints: tuple[int, ...]) -> Value:
        """An entry of the model, or all of a letter's entries as a matrix or a column."""
        if len(joints) == RANK[letter]:
            return Entry(letter, joints).node
        every = range(1, self.n + 1)
        if RANK[letter] == 1:
            return self.vector(lambda k: Entry(letter, (k,)).node, 0)
        if self.n == 1:
            return Entry(letter, (1,) * RANK[letter]).node
        return tuple(tuple(Entry(letter, (*joints, i, j)).node for j in every) for i in every)

    def geared(self, stem: str, k: int) -> Scalar:
        """The motor's angle, N q, or its torque, τ/N."""
        drive = self.gears[k]
        ratio = drive.gear_ratio if drive is not None else 1
        return symbol(f"tau{k}") / ratio if stem == "tau" else ratio * symbol(f"q{k}")

    def constant(self, x: Scalar, text: str, dots: int) -> Scalar:
        if dots:
            raise Unfit(f"'{text}' is a constant of the robot; it has no derivative")
        return x

    def abbreviation(self, name: str) -> Value:
        """The value of a `where` name, read once."""
        if name not in self._values:
            given, text = self._where[name]
            if len(self._reading) > _DEEPEST:
                raise Unfit(f"the abbreviations are defined by one another more than {_DEEPEST} deep")
            if name in self._reading:
                raise Unfit(f"where['{given}'] is defined by itself: {' -> '.join([*self._reading, name])}")
            self._reading.append(name)
            self._values[name] = self._read(text, self, f"where['{given}']")
            self._reading.pop()
        return self._values[name]

    def is_free(self, name: str) -> bool:
        """Whether a name means nothing yet and looks like no coordinate, effort or entry of the model."""
        return not self.known(name) and not _RESERVED.fullmatch(name)

    def is_abbreviation(self, name: str) -> bool:
        return name.replace(",", "") in self._where

    def is_position(self, name: str, dots: int) -> bool:
        """Whether a name is a coordinate and not its rate."""
        place = self.coordinate(name)
        return place is not None and place[2] + dots == 0

    def is_slide(self, name: str) -> bool:
        """Whether a name is the coordinate of a prismatic joint."""
        place = self.coordinate(name)
        return place is not None and any(k in self.prismatic for k in place[1])

    def is_soft(self, name: str) -> bool:
        """Whether a name stands for a sine, a cosine or a letter that is used for much else: a text may define it."""
        if name in self.parameters or name in self._where:
            return False
        return self.trigonometric(name) is not None or (self.entry(name) is not None and name[0] in _SOFT)

    def define(self, name: str, text: str) -> None:
        """An abbreviation written among the statements: `h = m2 l1 lc2 sin q2`."""
        self._where[name] = (name, text)
        self._known.clear()

    def near(self, text: str) -> str:
        """The tail of the error for an unknown name."""
        names = [*self._where, *self.symbols]
        names += [f"{x}{k}" for k in range(1, self.n + 1) for x in ("q", "qd", "qdd", "tau")]
        return did_you_mean(text, names, most=30) + ". Give a name of your own with where={'" + text + "': '…'}"


_NAME = re.compile(r"\\?([A-Za-z]+\d*)(?:_(?:\{([^{}=]*(?:\{[^{}=]*\})?[^{}=]*)\}|(\w+)))?")
_RESERVED = re.compile(r"(?:q|qd|qdd|theta|phi|tau|u|Q|G|g)\d|[MHB]\d\d|[CScs]\d+")


def canonical(name: str) -> str:
    """A name as tokens spell it, without backslash, braces, _ and commas: `l_{c_1}` is lc1."""
    plain = "".join(alphabet.LETTERS.get(x, alphabet.LOW.get(x, x)) for x in str(name))
    match = _NAME.fullmatch(re.sub(r"\([^()]*\)\s*$", "", plain.strip("$ \t")).rstrip())
    stem, *below = match.groups(default="") if match else ("",)
    stem = alphabet.NAMES.get(stem, stem)
    inside = re.sub(r"\\(?:mathrm|mathbf|text|rm)(?![A-Za-z])|[{}_,\s]", "", "".join(below))
    inside = re.sub(r"\\([A-Za-z]+)", lambda m: alphabet.NAMES.get(m[1], "?"), inside)
    if not stem or len(stem + inside) > 60 or not re.fullmatch(r"[A-Za-z0-9]*", inside):
        raise BadExpression(f"'{name}' is not a name; letters, digits and a subscript make one")
    return stem + inside


def rate(x: Value, times: int, n: int) -> Value:
    """The time derivative of an expression, by the chain rule, with q -> qd -> qdd."""
    if isinstance(x, tuple):
        return tuple(tuple(rate(y, times, n) for y in row) for row in x)  # type: ignore[misc]
    for _ in range(times):
        used = symbols([x])
        lost = [s for s in used if Entry.of(s) or re.fullmatch(r"(tau|qdd)\d+", s)]
        if lost:
            raise Unfit(f"the derivative of {sorted(lost)[0]} is not known here; write it out")
        pairs = [(f"{a}{k}", f"{b}{k}") for k in range(1, n + 1) for a, b in (("q", "qd"), ("qd", "qdd"))]
        x = forward([x], {symbol(a): symbol(b) for a, b in pairs if a in used})[0]
    return x
