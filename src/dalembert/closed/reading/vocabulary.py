"""Meanings of the names in an equation about a robot.

    q1 q_1 \\theta_1 \\phi_1 (d_1 at a prismatic joint)     q1         \\dot q_1, q1', qd1, dq1, q1dot    qd1
    theta_12 d_2                                         sum of coordinates, prismatic coordinate
    \\tau_1 u_1 Q_1 \\Gamma_1                              tau1       c_{12} s_2 c\\theta_1              cos(q1 + q2) …
    M_{12} H_{12} B_{12} m_{12}   g_1 G_1   c_{112}   T U L …        entries of the model
    l_{c1} l_c1 lc1                                      parameter lc1 of the robot
    \\theta_m \\tau_m                                      N q and τ/N, on the motor side of the gear

Names of the steps of a derivation have these meanings:

    T_1 U_1                 energies of link 1          \\omega_2 v_{c2} p_{c2}   of link 2: angular velocity, and
    \\tau_{f1} \\tau_{k1}       friction, springs                                   velocity and position of its mass centre
    x y z p_x               the tool's position     v_2 p_2                  velocity and position of its origin
    J J_v J_{12} \\det J     Jacobian of the tool        ZZ_{1R} lmx_{2R}         base parameters

Vectors are expressed in the world frame, except ω, which is expressed in the link frame. Vectors with two entries lie
in the plane in which the tool moves. Names in `where` take precedence. Parameters, coordinates, efforts, sines and
cosines follow in this order, and model entries come last. Coordinates and parameters become graph symbols with the same
name. An entry of the model becomes a symbol such as `M[1,2]`, which cannot collide with a name.

    M H B D A   inertia matrix        c V h   Coriolis and centrifugal vector    S C   any S with c = S q̇
    g G D f_g   gravity vector        T K   U P   L   E H   energies             p     momenta M q̇
    C B         also the matrices of c = C(q) [q̇²] + B(q) [q̇q̇]: C without velocities, B with n(n − 1)/2 columns
    n N         c + g                 c_ijk h_ijk D_ijk Γ_ijk   Christoffel symbols    T_1 U_1   of a link
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from dalembert import finding
from dalembert.closed.reading.lexer import FUNCTIONS, INVERSES, canonical, joined, plain, table
from dalembert.closed.reading.operand import Value, entries, require, scalar
from dalembert.finding.finding import Finding, Identifier, Noun, Source
from dalembert.graph import PI, Node, Op, Scalar, symbol
from dalembert.graph.diff import forward
from dalembert.graph.scalar import cos, sin
from dalembert.graph.walk import symbols
from dalembert.notation import SYMBOLS
from dalembert.robot.model import Robot
from dalembert.robot.tree import tree

_READ = ("M", "S", "g", "c", "T", "U", "Gamma", "J", "phi", "J_phi")  # quantities in which equations are written
Letters: TypeAlias = dict[str, dict[int, str]]
_OTHER: Letters = {  # additional letters, for c + g, momenta, energies and link energies
    "N": {0: "n", 1: "n"}, "n": {1: "n"}, "p": {0: "p", 1: "p"}, "L": {0: "L"}, "E": {0: "E"}, "B": {3: "B"},
    "Gamma": {3: "Gamma"}, "H": {1: "c"}, "T": {1: "Tl"}, "K": {1: "Tl"}, "k": {0: "T", 1: "Tl"}, "U": {1: "Ul"}, "P": {1: "Ul"},
}  # fmt: skip


def _letters() -> Letters:
    found: Letters = {}
    for meaning in _READ:
        row = SYMBOLS[meaning]
        for letter in row.whole.split():
            found.setdefault(letter, {}).update({0: meaning, len(row.shape): meaning})
        for letter in row.entries.split():
            found.setdefault(letter, {})[len(row.shape)] = meaning
    for letter, meanings in _OTHER.items():
        found.setdefault(letter, {}).update(meanings)
    return found


LETTERS = _letters()
"""Mapping from a letter and its number of indices to its meaning. `S` is any matrix with c = S q̇."""

_TABLE = table("letters")


def _column(name: str) -> dict[str, Any]:
    """Return a column of the table of letters as a dict, which omits empty cells."""
    return {letter: row[name] for letter, row in _TABLE.items() if name in row}


RANK = {x: len(SYMBOLS[x].shape) for x in _READ} | _column("rank")
"""Number of indices of the entries of each letter. Base parameters are denoted by their names and have no indices."""
RATES, CENTRES, JACOBIANS, SHOWN, INDICES = map(_column, ("rate", "centre", "rows", "shown", "indices"))
KINDS = {row.symbol: row.kind for row in SYMBOLS.values() if row.kind} | _column("kind")
OF_LINK = frozenset(x for x in RANK if RANK[x] == 2 and KINDS.get(x) in ("angular velocity", "velocity", "position"))


@dataclass(frozen=True)
class Entry:
    """Entry of the model, such as `M[1,2]`, `g[1]` or `T[]`."""

    letter: str
    indices: tuple[int, ...] = ()

    @property
    def node(self) -> Node:
        return symbol(f"{self.letter}[{','.join(map(str, self.indices))}]")

    def __str__(self) -> str:
        short = all(k < 10 for k in self.indices)
        if self.letter[0] in "TULE" and self.letter[1:] in ("q", "v", "r"):
            slope = f"∂{self.letter[0]}/∂q{'' if self.letter.endswith('q') else '̇'}{self.indices[0]}"
            return f"d/dt {slope}" if self.letter.endswith("r") else slope
        if self.letter == "B":  # B1_12 multiplies q̇1 q̇2 in equation 1
            return f"B{self.indices[0]}_{('' if short else ',').join(map(str, self.indices[1:]))}"
        if self.letter in OF_LINK:
            k, axis = self.indices
            return f"{SHOWN[self.letter]}{k},{axis if self.letter.endswith('p') else 'xyz'[axis - 1]}"
        if self.letter == "toolt":
            return f"d{'xyz'[self.indices[0] - 1]}/dt"
        if self.letter in ("tool", "toolp"):
            return "xyz"[self.indices[0] - 1] if self.letter == "tool" else f"coordinate {self.indices[0]} of the tool"
        indices = ("" if short else ",").join(map(str, self.indices))
        return f"{SHOWN.get(self.letter, self.letter)}{'' if short else '_'}{indices}"

    @property
    def mirror(self) -> Entry | None:
        """Entry of M at the transposed position, or None for other entries."""
        off = self.letter == "M" and self.indices[0] != self.indices[1]
        return Entry("M", self.indices[::-1]) if off else None

    @classmethod
    def of(cls, name: str) -> Entry | None:
        """Return the model entry represented by a graph symbol, or None."""
        match = re.fullmatch(r"([A-Za-z]\w*)\[([\d,]*)\]", name)
        return cls(match[1], tuple(int(k) for k in match[2].split(",") if k)) if match else None


_AXES = {"x": 1, "y": 2, "z": 3}
_LINK_VECTORS = {"omega": "w", "v": "vo", "vc": "v", "p": "xo", "pc": "x", "r": "xo", "rc": "x"}
_EFFORTS = {"tauf": "f", "tauk": "tauk", "tauw": "tauw"}  # efforts of friction, springs, external forces
_STEPS = tuple(  # names of derivation steps, and the letters for their stems
    (re.compile(pattern), letters)
    for pattern, letters in (
        (r"(?P<stem>omega|[vpr]c?)(?P<i>\d+),?(?P<axis>[xyz]?)", _LINK_VECTORS),
        (r"(?P<stem>Tm)(?P<i>\d+)", {"Tm": "Tm"}),
        (r"(?P<stem>tau[fkw])(?P<i>\d*)", _EFFORTS),
        (r"(?P<axis>[xyz])c(?P<i>\d+)", {"": "x"}),
        (r"[pr]?(?P<axis>[xyz])", {"": "tool"}),
        (r"(?P<stem>J(?:v|omega|))(?:(?P<i>\d),?(?P<j>\d))?", {"J": "J", "Jv": "Jv", "Jomega": "Jw"}),
        (r"(?P<stem>g0)(?:,?(?P<axis>[xyz]))?", {"g0": "g0"}),
    )
)
_BASE = re.compile(r"[lk]?(?:XX|XY|XZ|YY|YZ|ZZ|MX|MY|MZ|xx|xy|xz|yy|yz|zz|mx|my|mz|mass)\d+R?B?|(?:M|IA)\d+RB?")
Joints: TypeAlias = tuple[int, ...]
Named: TypeAlias = tuple[str, Joints]
_COORDINATE = re.compile(r"(d{0,2}?)(q|theta|Theta|phi|psi|th|d|r|x)(ddot|dot|dd|d|)([\d,]*)(ddot|dot|)")
_SPIN = re.compile(r"omega([1-9]\d{0,3})")  # angular velocity that is a rate of a ball joint
_CLOSURE = re.compile(r"J(\d(?=\d$)|\d+(?=,)),?(\d+)")
_SLIDES = ("d", "r", "x")  # letters for coordinates of prismatic joints only
_EFFORT = re.compile(r"(tau|u|Q|Gamma|[Ff])(\d*)")  # F only at prismatic joints
_MOTOR = re.compile(r"(theta|q|tau|u)m(\d*)")
_SLOPE = re.compile(r"partial([TULKPVE]|[MHBDA]\d\d)by(\w+?)((?:dot)*)")
_RATE = {"": 0, "d": 1, "dot": 1, "dd": 2, "ddot": 2}
_ODD = re.compile(r"^_|__|_$")
_SOFT = "SChabdABDKPELVkpnN"  # letters of the model that a text can redefine
_RESERVED = re.compile(r"(?:q|qd|qdd|theta|phi|tau|u|Q|G|g)\d|[MHB]\d\d|[CScs]\d+")
_DYNAMIC = re.compile(r"(?:tau|qdd)\d+|[A-Za-z]+\[[\d,]*\]")
_PHI = re.compile(r"phi([1-9]\d{0,3}|)")
_DEEPEST = 30  # largest depth of nested abbreviations


class Vocabulary:
    """Names of a robot's quantities, with additional symbols `more` and abbreviations `where`.

    `notes` records the interpretation of names.
    """

    def __init__(
        self,
        robot: Robot,
        where: Mapping[str, Any],
        read: Callable[[Any, Vocabulary, str], Value],
        more: Iterable[str] = (),
    ) -> None:
        self._where = {plain(canonical(k), robot.n): (k, v) for k, v in where.items()}
        self.n = robot.n
        self.symbols = (*robot.parameters, *more)
        self.prismatic = frozenset(b.coordinate + 1 for b in tree(robot).bodies if b.prismatic)
        self.spins = frozenset(k + 1 for b in tree(robot).bodies if b.motion == "ball" for k in b.rates)
        self.closures = sum(re.fullmatch(r"lambda\d+", x) is not None for x in self.symbols) if robot.loops else 0
        self.parameters = {y: x for x in self.symbols for y in (x.replace("_", ""), joined(x))}
        self.parameters |= {x: x for x in self.symbols}
        odd = "|".join(sorted((x for x in self.symbols if _ODD.search(x)), key=len, reverse=True))
        self._odd = re.compile(rf"(?:{odd})(?![A-Za-z0-9_{{\\])") if odd else None
        self.gears = {k: dof.drive for k, dof in enumerate(robot.dofs, 1)}
        inertia = (x for link in robot.links for x in link.inertia.parameters)
        self.heavy = symbols((*inertia, *robot.gravity))  # symbols that cannot occur in a cosine
        self.torques: set[str] = set()  # names T1, T2 that denote efforts
        self.known, self.entry = cache(self._means), cache(self._entry)
        self.notes: dict[Finding, None] = {}
        self.rounds = False  # whether decimals remain as written
        self.energies = False  # whether T, U and L mean the energies
        self.kinematic = False  # whether x, y and z denote the tool position
        self.whole: dict[str, None] = {}  # names that denote a whole matrix or vector of the model
        self._read = read
        self._values: dict[str, Value] = {}
        self._reading: list[str] = []
        self._motions: dict[tuple[str, int], Value] = {}
        self._stems: dict[int, str] = {}

    # ── what a name means ─────────────────────────────────────────────────────

    def value(self, text: str, dots: int = 0) -> Value:
        """Return the value of a name inside an expression. Raise `Unfit` with the reason if the name has no meaning."""
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
        if self.energies and text == "V":
            return self.model("U", ())
        if entry is not None and entry[0] == "xo" and not dots and f"lc{name[1:]}" in self.parameters:
            self.note(text, f"lc{name[1:]}")  # a distance, as no vector is added to a number
            return symbol(f"lc{name[1:]}")
        if entry is not None and (self.may_stand(*entry) or (dots == 1 and entry[0] in RATES and not RANK[entry[0]])):
            if len(entry[1]) < RANK.get(entry[0], 0) and self.n > 1:
                self.whole[text] = None
            if entry[0] in ("vo", "xo"):
                self.notes[finding.OfOrigin(Identifier(text), entry[1][0])] = None
            return rate(self.model(*entry), dots, self.n)
        require(name == "g0" and "g" in self.parameters, self.unknown(text))
        return symbol("g")

    def may_stand(self, letter: str, joints: Joints) -> bool:
        """Return whether a name inside an expression can denote an entry of the model.

        Inside an expression, a letter without indices is a matrix or a vector. A letter such as L or K denotes an
        energy only in a sum of energies, because in m L² or K q it is a parameter. The name x denotes the tool position
        only in statements about geometry.
        """
        if letter == "g0":
            return False  # g with another index
        if letter in ("tool", "J", "Jv", "Jw"):
            return self.kinematic and bool(joints)
        if letter not in RANK:
            return True  # a base parameter
        return bool(joints) or (self.n > 1 and RANK[letter] > 0) or (self.energies and RANK[letter] == 0)

    def motion(self, stem: str, joints: Joints, order: int, dots: int) -> Value:
        """Return a coordinate, a sum of coordinates or the vector of all coordinates, or one of their derivatives."""
        require(order + dots <= 2, finding.NoDerivative(Identifier(stem), Noun("order above two")))
        prefix = ("q", "qd", "qdd")[order + dots]
        if stem != "q":
            self.alias(stem, joints or tuple(range(1, self.n + 1)))
        if not joints:
            return self.vector(lambda k: symbol(f"{prefix}{k}"), 0)
        first, *others = (symbol(f"{prefix}{k}") for k in joints)
        return sum(others, first)

    def alias(self, stem: str, joints: Joints) -> None:
        """Record another letter that denotes the coordinates q.

        If two different letters denote coordinates of one joint, an error is raised, because the angles probably
        differ.
        """
        for k in joints:
            other = self._stems.setdefault(k, stem)
            same = finding.SameCoordinate(Identifier(f"{other}{k}"), Identifier(f"{stem}{k}"), Identifier(f"q{k}"))
            require(other == stem, same)
        self.note(stem, "q")

    def note(self, text: str, meaning: str) -> None:
        """Record the interpretation of a word. The meaning is a noun from the table or another name."""
        self.notes[finding.ReadAs(Source(text), Identifier(meaning))] = None

    def vector(self, entry: Callable[[int], Scalar], joint: int) -> Value:
        """Return one entry of a vector, or all entries as a column. If the robot has one joint, the result is the
        single entry."""
        if joint or self.n == 1:
            return entry(joint or 1)
        return tuple((entry(k),) for k in range(1, self.n + 1))

    def model(self, letter: str, joints: Joints) -> Value:
        """Return an entry of the model, or all entries of a letter as a matrix or a column."""
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
        """Return the motor angle N q or the motor torque τ/N of a joint."""
        drive = self.gears[k]
        ratio = drive.gear_ratio if drive is not None else 1
        return symbol(f"tau{k}") / ratio if stem == "tau" else ratio * symbol(f"q{k}")

    def constant(self, x: Scalar, text: str, dots: int) -> Scalar:
        rate = f"theta{'d' * dots}{text.removeprefix('theta')}"
        if dots and rate in self.parameters and text.startswith("theta"):
            return symbol(rate)  # motor behind a spring
        require(not dots, finding.NoDerivative(Identifier(text), Noun("constant")))
        return x

    def abbreviation(self, name: str) -> Value:
        """Return the value of a name in `where`. Each definition is parsed only once."""
        if name not in self._values:
            written, text = self._where[name]
            require(len(self._reading) <= _DEEPEST, finding.TooManyParts(Noun("nested abbreviations"), _DEEPEST))
            circle = finding.CircularDefinition(tuple(map(Identifier, [*self._reading, name])))
            require(name not in self._reading, circle)
            self._reading.append(name)
            self._values[name] = self._read(text, self, f"where['{written}']")
            self._reading.pop()
        return self._values[name]

    def velocity_term(self, text: str) -> Value | None:
        """Return the entry of the vector c that a name such as c1 or C_2 can denote instead of a cosine.

        Return None if the name is unambiguous.
        """
        letter, joints = self.entry(text) or ("", ())
        given = self._is_given(self.plain(text)) or self.trigonometric(text) is None
        return None if given or letter != "c" or len(joints) != 1 else self.model(letter, joints)

    def gravity_term(self, text: str) -> Value | None:
        """Return the entry of the gravity vector that φ_1 or φ denotes in some books [spong2006].

        Return None if the name can only be an angle.
        """
        return None if self.closures or text in self.parameters else self._phi(text, "g", self.n)

    def closure(self, text: str) -> Value | None:
        """Return the closure error φ for a name such as φ_2 or φ that forms a whole side.

        Return None for robots without loops.
        """
        return self._phi(text, "phi", self.closures)

    def _phi(self, text: str, letter: str, most: int) -> Value | None:
        """Return the entry of a vector that φ_k denotes, or all its entries for φ.

        Return None if the text is not φ_k with k ≤ `most`.
        """
        match = _PHI.fullmatch(text)
        if match is None or self.is_abbreviation(text) or int(match[1] or 1) > most:
            return None
        return self.model(letter, (int(match[1]),) if match[1] else ())

    def as_vector(self, text: str, value: Value) -> Value:
        """Return the value of a name in a sum of vectors. In such a sum, g denotes the vector ∂U/∂q."""
        vector = self.entry(text) == ("g", ()) and text in self.parameters and self.n > 1
        return self.model("g", ()) if vector else value

    def may_depend(self, text: str) -> bool:
        """Check whether arguments can follow a name, as in M(q), h(q2) or φ(q)."""
        named = bool(self.entry(text)) or self.effort(text) is not None
        return named or self.is_abbreviation(text) or self.gravity_term(text) is not None

    def holds_efforts(self, x: Value) -> bool:
        """Check whether a sum contains efforts, accelerations or entries of the model.

        The terms of such a sum cannot be angles or cosines.
        """
        return any(_DYNAMIC.fullmatch(name) for name in symbols(entries(x)))

    def take_as_effort(self, name: str) -> bool:
        """Interpret T1, or T for a robot with one joint, as an effort. Return whether this is possible."""
        if re.fullmatch(r"T[1-9]\d*" if self.n > 1 else r"T1?", name) and int(name[1:] or 1) <= self.n:
            self.torques.add(name)
            self.note(name, "an effort")
            self.known.cache_clear()
        return name in self.torques

    def define(self, name: str, text: str) -> None:
        """Add an abbreviation that is defined in the text, such as `h = m2 l1 lc2 sin q2`."""
        self._where[name] = (name, text)
        self.known.cache_clear()

    def unknown(self, text: str) -> Finding:
        """Create the message about a name without meaning."""
        if text in INVERSES:
            return finding.SyntaxRule(Noun("inverse function"), Identifier(text))
        names = [*self._where, *self.symbols]
        names += [f"{x}{k}" for k in range(1, self.n + 1) for x in ("q", "qd", "qdd", "tau")]
        return finding.UnknownSymbol(Identifier(text), tuple(map(Identifier, names)))

    # ── which kind of name a word is ──────────────────────────────────────────

    def _means(self, text: str) -> bool:
        """Check whether a name, without underscores and braces, has a meaning."""
        plain = self.plain(text)
        given = self._is_given(plain) or plain in ("pi", "g0")
        kinds = (self.coordinate, self.motor, self.effort, self.trigonometric, self.entry)
        return len(text) <= 60 and (given or any(kind(text) is not None for kind in kinds))

    def plain(self, text: str) -> str:
        """Remove commas from a name if they do not separate indices.

        For example, l_{c,2} becomes lc2, but M_{1,12} does not become M112.
        """
        return plain(text, self.n)

    def own(self, text: str) -> bool:
        """Check whether a name can follow another name without a space.

        Names such as m2 and q1 can follow another name, but a single letter such as T cannot.
        """
        if self._is_given(text):
            return True
        if self.n > 1 and not text[-1:].isdigit():
            return False
        particular = text[-1:].isdigit() or self.coordinate(text) is not None or self.effort(text) is not None
        return particular and self.known(text)

    def written(self, name: str, text: str) -> bool:
        """Check whether a name is a parameter of the robot exactly as written, including unusual underscores."""
        own = self.parameters.get(name)
        return own is not None and (not _ODD.search(own) or own in text)

    def verbatim(self, text: str, at: int) -> str:
        """Return the robot's symbol with unusual underscores that begins at a position in a text, or an empty
        string."""
        found = self._odd.match(text, at) if self._odd else None
        return found[0] if found else ""

    def coordinate(self, text: str) -> tuple[str, Joints, int] | None:
        """Parse the name of a coordinate into (stem, joints, order of the derivative).

        For example, theta12 is θ1 + θ2, and q without an index denotes all coordinates.
        """
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
        cart = self.n == 2 and len(self.prismatic) == 1 and not self.kinematic  # a cart-pole system
        if cart and not digits and stem in ("x", "theta", "phi"):
            (slide,) = self.prismatic
            joints = (slide if stem == "x" else 3 - slide,)
        if stem in _SLIDES and not (joints and set(joints) <= self.prismatic):
            return None
        return stem, joints, sum(rates)

    def indices(self, digits: str) -> Joints | None:
        """Parse a subscript into joint numbers.

        For example, "2" denotes one joint, and "12" or "1,2" denotes two joints in ascending order. An empty subscript
        gives an empty tuple. Return None if the robot has no such joints.
        """
        if not digits:
            return ()
        if "," not in digits and int(digits) <= self.n and digits[0] != "0":
            return (int(digits),)
        parts = digits.split(",") if "," in digits else list(digits) if self.n < 10 else []
        joints = tuple(int(x) for x in parts if x.isdigit())
        good = len(joints) == len(parts) > 1 and all(0 < k <= self.n for k in joints)
        return joints if good and list(joints) == sorted(set(joints)) else None

    def effort(self, text: str) -> int | None:
        """Return the joint number in the name of an effort, 0 for the vector of all efforts, or None for other
        names."""
        match = _EFFORT.fullmatch(text.replace("T", "tau") if text in self.torques else text)
        if match is None or (match[2] and not 0 < int(match[2][:6]) <= self.n):
            return None
        alone = len(self.prismatic) == 1 and match[1] == "F" and self.n > 1
        joint = int(match[2]) if match[2] else next(iter(self.prismatic)) if alone else 0
        return None if match[1] in ("F", "f") and joint not in self.prismatic else joint

    def motor(self, text: str) -> tuple[str, int] | None:
        """Parse the name of a motor angle or torque, such as theta_m or tau_{m1}, into (quantity, joint).

        The joint is 0 for all motors. The joint must have a drive.
        """
        match = _MOTOR.fullmatch(text)
        joint = int(match[2][:6]) if match and match[2] else 0
        driven = [k for k in ((joint,) if joint else self.gears) if self.gears.get(k) is not None]
        return ("tau" if match[1] == "u" else match[1], joint) if match and driven else None

    def trigonometric(self, text: str) -> Named | None:
        """Parse a name such as c12, s_{1,2} or C1 into the function and the joints whose angles are added."""
        if text[0] not in "csCS" or not text[1:2].isdigit():
            return None
        joints = self.indices(text[1:]) if re.fullmatch(r"[\d,]+", text[1:]) else None
        return ("cos" if text[0] in "cC" else "sin", joints) if joints else None

    def _entry(self, text: str) -> Named | None:
        """Parse a name such as H12, g_1, T or c_{112} into the letter of a model entry and the indices."""
        slope = _SLOPE.fullmatch(text)
        if slope:
            place = self.coordinate(slope[2])
            energy = {"K": "T", "P": "U", "V": "U"}.get(slope[1], slope[1])
            order = place[2] + slope[3].count("dot") if place else 2
            entry = self.entry(slope[1]) if len(slope[1]) == 3 else None
            if entry is not None and place is not None and order == 0 and len(place[1]) == 1:
                return "Mq", (*entry[1], *place[1])
            joints = (1,) if place and not place[1] and self.n == 1 else place[1] if place else ()
            return (f"{energy}{'qv'[order]}", joints) if len(joints) == 1 and order < 2 else None
        if self.closures and (row := _CLOSURE.fullmatch(text)):  # φ and its Jacobian, for robots with loops
            r, k = int(row[1]), int(row[2])
            return ("J_phi", (r, k)) if 0 < r <= self.closures and 0 < k <= self.n else None
        match = re.fullmatch(r"(fg|Gamma|[A-Za-z])([\d,]*)", text)
        if match is None or match[1] not in LETTERS:
            return step(text, self.n)
        digits, ranks = match[2].replace(",", ""), LETTERS[match[1]]
        for parts in (match[2].split(","), digits) if self.n >= 10 else (digits,):  # c_{1,22} is the same as c_{122}
            joints = tuple(int(x) for x in parts if x)
            if len(joints) in ranks and all(0 < k <= self.n for k in joints):
                return ranks[len(joints)], joints
        return step(text, self.n)

    def is_free(self, name: str) -> bool:
        """Check whether a name has no meaning and does not resemble a coordinate, effort or model entry."""
        return not self.known(name) and not _RESERVED.fullmatch(name) and name not in FUNCTIONS

    def is_abbreviation(self, name: str) -> bool:
        return self.plain(name) in self._where

    def is_position(self, name: str, dots: int) -> bool:
        """Return whether a name is a coordinate and not a rate."""
        place = self.coordinate(name)
        return place is not None and place[2] + dots == 0

    def is_place(self, name: str) -> bool:
        """Check whether a name can occur in a statement about geometry.

        Parameters, coordinates, rates, sines, cosines and the tool position are permitted.
        """
        letter, _ = self.entry(name) or ("", ())
        place = self.coordinate(name)
        known = name in self.parameters or name == "pi" or self.trigonometric(name) is not None
        return known or letter == "tool" or (place is not None and place[2] < 2)

    def is_vector(self, name: str) -> bool:
        """Return whether a name denotes the vector of all coordinates."""
        place = self.coordinate(name)
        return place is not None and not place[1] and self.n > 1

    def is_slide(self, name: str) -> bool:
        """Return whether a name is the coordinate of a prismatic joint."""
        place = self.coordinate(name)
        return place is not None and not self.prismatic.isdisjoint(place[1])

    def is_soft(self, name: str) -> bool:
        """Check whether a text can redefine a name. Sines, cosines and ambiguous letters can be redefined."""
        if self._is_given(name):
            return False
        letter, _ = self.entry(name) or ("", ())
        soft = name[0] in _SOFT or step(name, self.n) is not None or letter in ("Tl", "Ul")
        return self.trigonometric(name) is not None or bool(letter and soft)

    def _is_given(self, name: str) -> bool:
        """Return whether a name is an abbreviation or a symbol of the robot."""
        return name in self._where or name in self.parameters


def rate(x: Value, times: int, n: int) -> Value:
    """Differentiate an expression with respect to time by the chain rule, `times` times.

    The derivative of q is qd, and the derivative of qd is qdd.
    """
    if isinstance(x, tuple):
        return tuple(tuple(scalar(rate(y, times, n)) for y in row) for row in x)
    for _ in range(times):
        entry = Entry.of(str(x.value)) if isinstance(x, Node) and x.op is Op.SYMBOL else None
        if entry is not None and entry.letter in RATES:
            x = Entry(RATES[entry.letter], entry.indices).node
            continue
        used = symbols([x])
        lost = [s for s in used if Entry.of(s) or re.fullmatch(r"(tau|qdd)\d+", s)]
        first = min(lost, default="")
        require(not lost, finding.NoDerivative(Identifier(str(Entry.of(first) or first)), Noun("not known")))
        rates = {f"q{k}": f"qd{k}" for k in range(1, n + 1)}
        rates |= {f"qd{k}": f"qdd{k}" for k in range(1, n + 1)}
        x = forward([x], {symbol(a): symbol(b) for a, b in rates.items() if a in used})[0]
    return x


def step(text: str, n: int) -> Named | None:
    """Parse the name of a derivation step into (letter, indices).

    For example, vc2 becomes ("v", (2,)), and vc2x becomes ("v", (2, 1)). Return None for other names.
    """
    for pattern, letters in _STEPS:
        if match := pattern.fullmatch(text):
            found = match.groupdict()
            indices = (x for name in ("i", "j", "axis") if (x := found.get(name)))
            return letters[found.get("stem") or ""], tuple(_AXES.get(x) or int(x[:6]) for x in indices)
    if text == "omega" and n == 1:
        return "w", (1,)
    return (text, ()) if _BASE.fullmatch(text) else None
