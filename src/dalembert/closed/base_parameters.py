"""The inertial parameters that motion depends on: the fewest combinations of π that give M, c and g.

    τ = Y(q, q̇, q̈) π = Y_b(q, q̇, q̈) β,     β = the base parameters

First the joint-by-joint rule (`regrouping`), then whatever linear dependence is left
between columns (`dependence`): rotors at joints that feel them like their link,
parallel first axes, prismatic joints, gravity along an axis; last, parameters that
the robot's structure makes multiples of others (`structure`). Columns are taken from
the base to the tip, links before rotors, so that a parameter is grouped with bodies
nearer the base, as published tables do. A length l that multiplies a whole column
belongs to the parameter, Y_p π_p = (Y_p / l)(l π_p): lmx2R = l1 mx2 + m3 l1 l2, and what
is grouped with it is grouped with l π_p.   [gautier1990], [khalil2002, §9.4], [briot]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from dalembert.closed.algebra.dependence import Column, Dependence, lowest, split
from dalembert.closed.algebra.from_graph import divide
from dalembert.closed.algebra.generator import Poly
from dalembert.closed.algebra.ring import Ring
from dalembert.closed.model.mechanics import LABELS, Mechanics
from dalembert.closed.model.regrouping import TEN, Form, Move, add_form, regroup
from dalembert.closed.model.size import check_size
from dalembert.closed.model.structure import Value, told_by_others
from dalembert.closed.printing.display import Display
from dalembert.errors import UnknownName, UnsupportedElement, did_you_mean
from dalembert.graph import symbols
from dalembert.graph.scalar import is_zero
from dalembert.typeset.card import Displayed, card

_NO_EFFECT = "it has no effect on the motion"
_DEPENDENT = "its column is a combination of theirs"
_MULTIPLE = "no parameter of its own in a robot of this structure"
# within a body: what is kept first
_ORDER = tuple(LABELS.index(x) for x in ("XX", "XY", "XZ", "YY", "YZ", "ZZ", "MX", "MY", "MZ", "M"))


@dataclass(frozen=True)
class BaseParameter:
    """A base parameter: `value` = Σ coefficient · π. In the efforts it multiplies Σ share · (column / its length)."""

    name: str  # ZZ1R, lmx2R (times a length), kzz2 (over one), mass12; an ungrouped one has the name of its own symbol
    label: str  # of the parameter the others are grouped with: ZZ1
    parameter: int  # its index in `Mechanics.parameters`
    value: Poly
    is_grouped: bool  # more than one π
    rules: tuple[str, ...]  # one for each parameter that was grouped into it
    shares: Form  # of its own column, and of those of parameters that are multiples of it


class BaseParameters(Displayed):
    """The base parameters of a robot, in order; look one up by index or by name. Elements are those of `ring`."""

    def __init__(self, columns: Columns, ring: Ring, forms: dict[int, Form], moves: Sequence[Move]) -> None:
        self.columns = columns
        mechanics = self.mechanics = columns.mechanics
        found = [self._parameter(ring, p, forms[p], moves) for p in sorted(forms)]
        self.rank = len(found)  # of the regressor
        # a zero of a symbolic robot says that the parameter is not there; a zero among numbers is one of its values
        symbolic = any(symbols(body.inertia.parameters) for body in mechanics.tree.bodies)
        present = [x for x in found if x.value or not symbolic]
        self.ring, self.parameters, told = _shared(columns, ring, present)
        self.moves = (*moves, *told)

    def __len__(self) -> int:
        return len(self.parameters)

    def __iter__(self) -> Iterator[BaseParameter]:
        return iter(self.parameters)

    def __getitem__(self, which: int | str) -> BaseParameter:
        if isinstance(which, int):
            return self.parameters[which]
        for x in self.parameters:
            if which in (x.name, x.label):
                return x
        raise UnknownName(f"no base parameter '{which}'{did_you_mean(which, self.names)}")

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(x.name for x in self.parameters)

    @cached_property
    def expressions(self) -> dict[str, Any]:
        """{name: SymPy expression of the robot's own parameters}."""
        return {x.name: self.display.sympy(x.value) for x in self.parameters}

    @cached_property
    def display(self) -> Display:
        return self.mechanics.display_in(self.ring)

    def explain(self, which: int | str) -> str:
        """One base parameter in words: what it is, and the rule that grouped each part."""
        x = self[which]
        return "\n".join([f"{x.name} = {self.display.text(x.value)}", *(f"  {rule}" for rule in x.rules)])

    def _repr_html_(self) -> str:
        return card(
            repr(self).strip("<>").partition(":")[0],
            heads=("parameter", "stands for"),
            rows=[(x.name, self.display.text(x.value)) for x in self.parameters],
        )

    def __repr__(self) -> str:
        tree = " of the tree that the cuts leave, closed loops may feel fewer" if self.mechanics.tree.loops else ""
        return f"<{len(self)} base parameters{tree}: {', '.join(self.names)}>"

    def _parameter(self, ring: Ring, p: int, form: Form, moves: Sequence[Move]) -> BaseParameter:
        parameters = self.mechanics.parameters
        value = ring.zero
        for k, x in form.items():
            if parameters[k].value:
                value = value + ring.mul(x, ring.lift(parameters[k].value))
        moved = {move.parameter: move.rule for move in moves}
        present = [k for k in form if k != p and (parameters[k].value or not parameters[p].value)]
        rules = tuple(f"{parameters[k].label}: {moved[k]}" for k in sorted(present))
        name = self._name(ring, p, bool(present), self.columns.length(p) != self.mechanics.ring.one)
        return BaseParameter(name, parameters[p].label, p, value, len(form) > 1, rules, {p: ring.one})

    def _name(self, ring: Ring, p: int, grouped: bool, scaled: bool) -> str:
        parameter = self.mechanics.parameters[p]
        own = ring.lift(parameter.value)
        if not grouped and not scaled and len(own) == 1 and own in ring.variables:
            return ring.generators[ring.variables.index(own)].name
        is_mass = LABELS[parameter.which] == "M" and (not grouped or len(self.mechanics.tree.bodies) > 9)
        label = f"mass{parameter.body + 1}" if is_mass else parameter.label  # M19 would be read as the entry M₁,₉
        name = f"l{label.lower()}" if scaled else label
        return _free(ring, name + ("R" if grouped else ""))


def base_parameters(mechanics: Mechanics) -> BaseParameters:
    """The base parameters of a robot, exact; of one with loops, those of the tree that the cuts leave."""
    if mechanics.tree.is_lifted:
        link = next(x.name for x in mechanics.robot.links if not is_zero(x.gravcomp))
        raise UnsupportedElement(
            f"base parameters are not defined for robot '{mechanics.robot.name}': the weight of link '{link}' is carried "
            "(gravcomp), so a mass is felt in M otherwise than in g"
        )
    check_size(mechanics.tree, mechanics.largest)
    forms, moves = regroup(mechanics)
    kept = [p for p in _ordered(mechanics) if p in forms]
    columns = Columns(mechanics)
    dependence = Dependence(mechanics.ring, [columns[p] for p in kept])
    dependent = [j for j in range(len(kept)) if j not in dependence.independent]
    combinations = {j: dependence.combination(j) for j in dependent}
    ring = _with_denominators(mechanics, mechanics.ring, [x for told in combinations.values() for x in told.values()])
    for p, form in forms.items():  # from π_p to l π_p
        length = columns.length(p)
        forms[p] = {k: ring.lift(mechanics.ring.mul(length, x)) for k, x in form.items()}
    for j, combination in combinations.items():
        into = {kept[k]: divide(ring, ring.lift(over), ring.lift(below)) for k, (over, below) in combination.items()}
        for target, k in into.items():
            add_form(ring, forms[target], forms[kept[j]], k)
        del forms[kept[j]]
        moves.append(Move(kept[j], into, _DEPENDENT if into else _NO_EFFECT))
    return BaseParameters(columns, ring, forms, moves)


def _shared(
    columns: Columns, ring: Ring, found: Sequence[BaseParameter]
) -> tuple[Ring, tuple[BaseParameter, ...], list[Move]]:
    """Those left when each that is a combination of others has given its column to them."""
    mechanics, parameters = columns.mechanics, columns.mechanics.parameters
    first = LABELS.index("ZZ")
    values = [Value(x.parameter, x.value, int(parameters[x.parameter].which != first)) for x in found if x.value]
    told = told_by_others(ring, values, mechanics.geometry)
    below = {k: [x[k][1] for x in told.values() if k in x] for x in told.values() for k in x}
    kept = {
        x.parameter: _divided(columns, ring, x, below.get(x.parameter, ())) for x in found if x.parameter not in told
    }
    for others in told.values():  # β_j = b β_k = (b l)(β_k / l)
        for k, (over, under) in others.items():
            others[k] = lowest(over * kept[k].shares[k], under)
    ring = _with_denominators(mechanics, ring, [x for others in told.values() for x in others.values()])
    display, moves = mechanics.display_in(ring), []
    for k, x in kept.items():
        kept[k] = replace(x, value=ring.lift(x.value), shares={j: ring.lift(b) for j, b in x.shares.items()})
    for j, others in told.items():
        into = {k: divide(ring, ring.lift(over), ring.lift(below)) for k, (over, below) in others.items()}
        moves.append(Move(j, into, _MULTIPLE))
        for k, b in into.items():
            rule = f"{parameters[j].label}: {display.text(b)} of it, {_MULTIPLE}"
            kept[k] = replace(kept[k], shares=kept[k].shares | {j: b}, rules=(*kept[k].rules, rule))
    return ring, tuple(kept.values()), moves


def _divided(columns: Columns, ring: Ring, x: BaseParameter, below: Sequence[Poly]) -> BaseParameter:
    """l m2 of l² m2, where others are multiples of it only if divided by l: called kzz2, or by its symbol."""
    l = ring.one
    for other in below:
        l = l * (other // l.gcd(other))
    if l.is_constant() or x.value % l:
        return x
    value = ring.reduce(x.value // l)
    own = value in ring.variables and ring.generators[ring.variables.index(value)].name
    name = own or _free(ring, f"k{x.label.lower()}")
    return replace(x, name=name, value=value, shares={x.parameter: l})


def _free(ring: Ring, name: str) -> str:
    """A name that no symbol of the robot has."""
    return _free(ring, name + "B") if name in ring.index else name


class Columns:
    """What each parameter multiplies in M and, but for a constant, in U; its common length divided out. Kept."""

    def __init__(self, mechanics: Mechanics) -> None:
        self.mechanics = mechanics
        self._known: dict[int, tuple[Poly, Column]] = {}

    def __getitem__(self, p: int) -> Column:
        return self._column(p)[1]

    def length(self, p: int) -> Poly:
        """The product of constants, gravity aside, that all of a parameter's column has in common."""
        return self._column(p)[0]

    def _column(self, p: int) -> tuple[Poly, Column]:
        if p not in self._known:
            ring = self.mechanics.ring
            inertia, potential = self.mechanics.inertia_of(p), ring.moving_part(self.mechanics.potential_of(p))
            length = self._common([*inertia.values(), potential])
            column: Column = {}
            for place, x in (*inertia.items(), ("U", potential)):
                split(ring, place, x // length, column)
            self._known[p] = length, column
        return self._known[p]

    def _common(self, elements: Sequence[Poly]) -> Poly:
        ring, gravity = self.mechanics.ring, symbols(self.mechanics.tree.gravity)
        felt = [m for x in elements for m in x.to_dict()]
        factor = ring.one
        for i, g in enumerate(ring.generators):
            power = min((int(m[i]) for m in felt), default=0)
            if power and g.is_symbol and g.name not in gravity and not ring.moving[i]:
                factor = factor * ring.variables[i] ** power
        return factor


def _ordered(mechanics: Mechanics) -> list[int]:
    """Parameters from the base to the tip, links before rotors."""
    bodies = len(mechanics.tree.bodies)
    links = [TEN * i + which for i in range(bodies) for which in _ORDER]
    return [*links, *range(TEN * bodies, len(mechanics.parameters))]


def _with_denominators(mechanics: Mechanics, ring: Ring, quotients: Sequence[tuple[Poly, Poly]]) -> Ring:
    """The ring, with inverses of the denominators where they are not numbers."""
    display = mechanics.display_in(ring)
    needed = [1 / display.node(below) for _, below in quotients if not below.is_constant()]
    return ring.extended(needed) if needed else ring
