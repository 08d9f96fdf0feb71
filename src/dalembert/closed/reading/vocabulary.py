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

from dalembert.closed.reading.alphabet import INVERSES
from dalembert.closed.reading.entry import JACOBIANS, OF_LINK, RANK, RATES, Entry
from dalembert.closed.reading.naming import Naming, canonical, plain
from dalembert.closed.reading.operand import Unfit, Value, entries, scalar
from dalembert.errors import did_you_mean
from dalembert.graph import PI, Node, Op, Scalar, symbol
from dalembert.graph.diff import forward
from dalembert.graph.scalar import cos, sin
from dalembert.graph.walk import symbols
from dalembert.robot.model import Robot

_DYNAMIC = re.compile(r"(?:tau|qdd)\d+|[A-Za-z]+\[[\d,]*\]")
_PHI = re.compile(r"phi([1-9]\d{0,3}|)")
_DEEPEST = 30  # abbreviations that use one another


class Vocabulary(Naming):
    """The names of one robot, `more` symbols and the abbreviations `where`; `notes` says what was taken for what."""

    def __init__(
        self,
        robot: Robot,
        where: Mapping[str, Any],
        read: Callable[[Any, Vocabulary, str], Value],
        more: Iterable[str] = (),
    ) -> None:
        self._where = {plain(canonical(k), robot.n): (k, v) for k, v in where.items()}
        super().__init__(robot, (*robot.parameters, *more), self._where)
        self.notes: dict[str, None] = {}
        self.rounds = False  # whether decimals are kept as they are written
        self.energies = False  # whether T, U and L mean the energies
        self.kinematic = False  # whether x, y and z mean the tool's place
        self.whole: dict[str, None] = {}  # names read as a whole matrix or vector of the model
        self._read = read
        self._values: dict[str, Value] = {}
        self._reading: list[str] = []
        self._motions: dict[tuple[str, int], Value] = {}
        self._stems: dict[int, str] = {}

    def value(self, text: str, dots: int = 0) -> Value:
        """The meaning of a name inside an expression; raises Unfit with the reason if it has none."""
        name = self.plain(text)
        if name in self._where:
            return rate(self.abbreviation(name), dots, self.n)
        if name in self.parameters:
            return self.constant(symbol(self.parameters[name]), text, dots)
        moved = self._motions.get((text, dots))
        if moved is not None:
            return moved
        place = self.coordinate(text)
        if place is not None:
            return self._motions.setdefault((text, dots), self.motion(*place, dots))
        if name == "pi":
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
        if entry is not None and (self.may_stand(*entry) or (dots == 1 and entry[0] in RATES and not RANK[entry[0]])):
            if len(entry[1]) < RANK.get(entry[0], 0) and self.n > 1:
                self.whole[text] = None
            if entry[0] in ("vo", "xo"):
                self.notes[f"{text} is of the origin of link {entry[1][0]}; of its mass centre it is {text[0]}_c"] = (
                    None
                )
            return rate(self.model(*entry), dots, self.n)
        if name == "g0" and "g" in self.parameters:
            return symbol("g")
        raise Unfit(f"unknown symbol '{text}'{self.near(text)}")

    def may_stand(self, letter: str, joints: tuple[int, ...]) -> bool:
        """Whether an entry of the model may be meant inside an expression.

        A letter without indices is a matrix or a vector there, and an energy only beside other energies: in m L² and
        in K q it is a name of the writer's own. The tool's x stands only beside its like.
        """
        if letter == "g0":
            return False  # the letter g with another index
        if letter in ("tool", "J", "Jv", "Jw"):
            return self.kinematic and bool(joints)
        if letter not in RANK:
            return True  # a base parameter
        return bool(joints) or (self.n > 1 and RANK[letter] > 0) or (self.energies and RANK[letter] == 0)

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
        if len(joints) == RANK.get(letter, 0):
            return Entry(letter, joints).node
        every = range(1, self.n + 1)
        if letter in ("phi", "J_phi"):
            rows = range(1, self.closures + 1)
            columns = [(k,) for k in every] if letter == "J_phi" else [()]
            return tuple(tuple(Entry(letter, (r, *k)).node for k in columns) for r in rows)
        if letter in OF_LINK or letter in ("tool", "toolp", "g0"):
            axes = range(1, 3 if letter.endswith("p") else 4)
            return tuple((Entry(letter, (*joints, i)).node,) for i in axes)
        if letter in JACOBIANS:
            return tuple(tuple(Entry(letter, (i, j)).node for j in every) for i in range(1, JACOBIANS[letter] + 1))
        if RANK[letter] == 1:
            return self.vector(lambda k: Entry(letter, (k,)).node, 0)
        if letter == "B":
            pairs = [(i, j) for i in every for j in range(i + 1, self.n + 1)]
            return tuple(tuple(Entry("B", (k, *pair)).node for pair in pairs) for k in every)
        if self.n == 1:
            return Entry(letter, (1,) * RANK[letter]).node
        return tuple(tuple(Entry(letter, (*joints, i, j)).node for j in every) for i in every)

    def geared(self, stem: str, k: int) -> Scalar:
        """The motor's angle, N q, or its torque, τ/N."""
        drive = self.gears[k]
        ratio = drive.gear_ratio if drive is not None else 1
        return symbol(f"tau{k}") / ratio if stem == "tau" else ratio * symbol(f"q{k}")

    def constant(self, x: Scalar, text: str, dots: int) -> Scalar:
        rate = f"theta{'d' * dots}{text.removeprefix('theta')}"
        if dots and rate in self.parameters and text.startswith("theta"):
            return symbol(rate)  # of a motor behind a spring
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

    def velocity_term(self, text: str) -> Value | None:
        """What c1 or C_2 means if it is no cosine: an entry of the vector c; None if it can only be one thing."""
        entry, name = self.entry(text), self.plain(text)
        given = name in self._where or name in self.parameters or self.trigonometric(text) is None
        return None if given or entry is None or entry[0] != "c" or len(entry[1]) != 1 else self.model(*entry)

    def gravity_term(self, text: str) -> Value | None:
        """What φ_1 or φ means if it is no angle: ∂U/∂q in some books [spong2006]; None if it can only be one thing."""
        match = _PHI.fullmatch(text)
        if (
            match is None
            or self.closures
            or self.is_abbreviation(text)
            or text in self.parameters
            or int(match[1] or 1) > self.n
        ):
            return None
        return self.model("g", (int(match[1]),) if match[1] else ())

    def closure(self, text: str) -> Value | None:
        """φ_2 or φ of the loops, alone on a side; None if the robot has none."""
        match = _PHI.fullmatch(text)
        if match is None or self.is_abbreviation(text) or int(match[1] or 1) > self.closures:
            return None
        return self.model("phi", (int(match[1]),) if match[1] else ())

    def as_vector(self, text: str, value: Value) -> Value:
        """The value of a name among vectors: g there is no number of the robot but all of ∂U/∂q."""
        vector = self.entry(text) == ("g", ()) and text in self.parameters and self.n > 1
        return self.model("g", ()) if vector else value

    def may_depend(self, text: str) -> bool:
        """Whether a name may be written with what it depends on: M(q), h(q2), φ(q)."""
        named = bool(self.entry(text)) or self.effort(text) is not None
        return named or self.is_abbreviation(text) or self.gravity_term(text) is not None

    def holds_efforts(self, x: Value) -> bool:
        """Whether a sum holds efforts, accelerations or entries of the model: then no angle nor cosine is added to it."""
        return any(_DYNAMIC.fullmatch(name) for name in symbols(entries(x)))

    def take_as_effort(self, name: str) -> bool:
        """Read T1, or T of a robot with one joint, as an effort; whether it can be one."""
        if re.fullmatch(r"T[1-9]\d*" if self.n > 1 else r"T1?", name) and int(name[1:] or 1) <= self.n:
            self.torques.add(name)
            self.notes[f"{name} is read as an effort, since it is said to hold accelerations"] = None
            self._known.clear()
        return name in self.torques

    def define(self, name: str, text: str) -> None:
        """An abbreviation written among the statements: `h = m2 l1 lc2 sin q2`."""
        self._where[name] = (name, text)
        self._known.clear()

    def near(self, text: str) -> str:
        """The tail of the error for an unknown name."""
        if text in INVERSES:
            return ": angles are compared by their sines and cosines; write cos(q2) = … or tan(q2) = … without it"
        names = [*self._where, *self.symbols]
        names += [f"{x}{k}" for k in range(1, self.n + 1) for x in ("q", "qd", "qdd", "tau")]
        return did_you_mean(text, names, most=30) + ". Give a name of your own with where={'" + text + "': '…'}"


def rate(x: Value, times: int, n: int) -> Value:
    """The time derivative of an expression, by the chain rule, with q -> qd -> qdd."""
    if isinstance(x, tuple):
        return tuple(tuple(scalar(rate(y, times, n)) for y in row) for row in x)
    for _ in range(times):
        entry = Entry.of(str(x.value)) if isinstance(x, Node) and x.op is Op.SYMBOL else None
        if entry is not None and entry.letter in RATES:
            x = Entry(RATES[entry.letter], entry.indices).node
            continue
        used = symbols([x])
        lost = [s for s in used if Entry.of(s) or re.fullmatch(r"(tau|qdd)\d+", s)]
        if lost:
            first = sorted(lost)[0]
            raise Unfit(f"the derivative of {Entry.of(first) or first} is not known here; write it out")
        pairs = [(f"{a}{k}", f"{b}{k}") for k in range(1, n + 1) for a, b in (("q", "qd"), ("qd", "qdd"))]
        x = forward([x], {symbol(a): symbol(b) for a, b in pairs if a in used})[0]
    return x
