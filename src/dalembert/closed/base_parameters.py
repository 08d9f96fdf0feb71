"""The inertial parameters that motion depends on: the fewest combinations of π that give M, c and g.

    τ = Y(q, q̇, q̈) π = Y_b(q, q̇, q̈) β,     β = the base parameters

First the joint-by-joint rule (`regrouping`), then whatever linear dependence is left
between columns (`dependence`): rotors at joints that feel them like their link,
parallel first axes, prismatic joints, gravity along an axis. Columns are taken from
the base to the tip, links before rotors, so that a parameter is grouped with bodies
nearer the base, as published tables do. A length that multiplies a whole column
belongs to the parameter: lmx2R = l1 mx2 + m3 l1 l2.   [gautier1990], [khalil2002, §9.4], [briot]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dalembert.closed.algebra.dependence import Column, Dependence, split
from dalembert.closed.algebra.from_graph import divide
from dalembert.closed.algebra.generator import Poly
from dalembert.closed.algebra.ring import Ring
from dalembert.closed.model.mechanics import LABELS, Mechanics
from dalembert.closed.model.regrouping import TEN, Form, Move, add_form, regroup
from dalembert.closed.printing.display import Display
from dalembert.errors import UnknownName, did_you_mean
from dalembert.graph import symbols

_NO_EFFECT = "it has no effect on the motion"
_DEPENDENT = "its column is a combination of theirs"
# within a body: what is kept first
_ORDER = tuple(LABELS.index(x) for x in ("XX", "XY", "XZ", "YY", "YZ", "ZZ", "MX", "MY", "MZ", "M"))


@dataclass(frozen=True)
class BaseParameter:
    """A base parameter: `value` = factor · Σ coefficient · π."""

    name: str  # ZZ1R, lmx2R; an ungrouped one has the name of its own symbol
    label: str  # of the parameter the others are grouped with: ZZ1
    parameter: int  # its index in `Mechanics.parameters`
    form: Form
    factor: Poly  # the length that the whole column has in common, or 1
    value: Poly
    rules: tuple[str, ...]  # one for each parameter that was grouped into it

    @property
    def is_grouped(self) -> bool:
        return len(self.form) > 1


class BaseParameters:
    """The base parameters of a robot, in order; look one up by index or by name. Elements are those of `ring`."""

    def __init__(self, mechanics: Mechanics, ring: Ring, forms: dict[int, Form], moves: Sequence[Move]) -> None:
        self.mechanics, self.ring, self.moves = mechanics, ring, tuple(moves)
        found = [self._parameter(p, forms[p]) for p in sorted(forms)]
        self.rank = len(found)  # of the regressor
        # a zero of a symbolic robot says that the parameter is not there; a zero among numbers is one of its values
        symbolic = any(symbols(body.inertia.parameters) for body in mechanics.tree.bodies)
        self.parameters = tuple(x for x in found if x.value or not symbolic)

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

    def __repr__(self) -> str:
        return f"<{len(self)} base parameters: {', '.join(self.names)}>"

    def _parameter(self, p: int, form: Form) -> BaseParameter:
        ring, parameters = self.ring, self.mechanics.parameters
        factor = ring.lift(common_length(self.mechanics, p))
        value = ring.zero
        for k, x in form.items():
            if parameters[k].value:
                value = value + ring.mul(x, ring.lift(parameters[k].value))
        value = ring.mul(value, factor)
        moved = {move.parameter: move.rule for move in self.moves}
        present = [k for k in form if k != p and (parameters[k].value or not parameters[p].value)]
        rules = tuple(f"{parameters[k].label}: {moved[k]}" for k in sorted(present))
        name = self._name(p, bool(present), factor != ring.one)
        return BaseParameter(name, parameters[p].label, p, form, factor, value, rules)

    def _name(self, p: int, grouped: bool, scaled: bool) -> str:
        parameter = self.mechanics.parameters[p]
        own = self.ring.lift(parameter.value)
        if not grouped and not scaled and len(own) == 1 and own in self.ring.variables:
            return self.ring.generators[self.ring.variables.index(own)].name
        name = f"l{parameter.label.lower()}" if scaled else parameter.label
        name += "R" if grouped else ""
        while name in self.ring.index:
            name += "_"
        return name


def base_parameters(mechanics: Mechanics) -> BaseParameters:
    """The base parameters of a robot, exact."""
    forms, moves = regroup(mechanics)
    kept = [p for p in _ordered(mechanics) if p in forms]
    dependence = Dependence(mechanics.ring, [column(mechanics, p) for p in kept])
    dependent = [j for j in range(len(kept)) if j not in dependence.independent]
    combinations = {j: dependence.combination(j) for j in dependent}
    ring = _with_denominators(mechanics, [below for x in combinations.values() for _, below in x.values()])
    forms = {p: {k: ring.lift(x) for k, x in form.items()} for p, form in forms.items()}
    for j, combination in combinations.items():
        into = {kept[k]: divide(ring, ring.lift(over), ring.lift(below)) for k, (over, below) in combination.items()}
        for target, k in into.items():
            add_form(ring, forms[target], forms[kept[j]], k)
        del forms[kept[j]]
        moves.append(Move(kept[j], into, _DEPENDENT if into else _NO_EFFECT))
    return BaseParameters(mechanics, ring, forms, moves)


def column(mechanics: Mechanics, p: int) -> Column:
    """What a parameter multiplies in M and, but for a constant, in U; its common length divided out."""
    ring = mechanics.ring
    factor = common_length(mechanics, p)
    result: Column = {}
    for place, x in mechanics.inertia_of(p).items():
        split(ring, place, x // factor, result)
    split(ring, "U", ring.moving_part(mechanics.potential_of(p)) // factor, result)
    return result


def common_length(mechanics: Mechanics, p: int) -> Poly:
    """The product of constants, gravity aside, that all of a parameter's column has in common."""
    ring = mechanics.ring
    felt = [m for x in mechanics.inertia_of(p).values() for m in x.to_dict()]
    felt += ring.moving_part(mechanics.potential_of(p)).to_dict()
    if not felt:
        return ring.one
    gravity = symbols(mechanics.tree.gravity)
    factor = ring.one
    for i, g in enumerate(ring.generators):
        power = min(int(m[i]) for m in felt)
        if power and g.kind == "symbol" and g.name not in gravity and not ring.moving[i]:
            factor = factor * ring.variables[i] ** power
    return factor


def _ordered(mechanics: Mechanics) -> list[int]:
    """Parameters from the base to the tip, links before rotors."""
    bodies = len(mechanics.tree.bodies)
    links = [TEN * i + which for i in range(bodies) for which in _ORDER]
    return [*links, *range(TEN * bodies, len(mechanics.parameters))]


def _with_denominators(mechanics: Mechanics, denominators: Sequence[Poly]) -> Ring:
    """The mechanics' ring, with inverses of the denominators where they are not numbers."""
    needed = [1 / mechanics.display.node(x) for x in denominators if not x.is_constant()]
    return mechanics.ring.extended(needed) if needed else mechanics.ring
