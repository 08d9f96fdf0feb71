"""Base parameters of a robot: the smallest set of combinations of inertial parameters π that determines M, c and g.

    τ = Y(q, q̇, q̈) π = Y_b(q, q̇, q̈) β,     β = the base parameters      [gautier1990], [khalil2002, §9.4], [briot]

1. The joint-by-joint rule of Gautier and Khalil. For a revolute joint, the part {M, (0, 0, MZ), diag(YY, YY, 0)} of a
   body is the same in every position of the joint and can be attributed to the parent body. For a prismatic joint, the
   inertia tensor can be attributed to the parent body. From the last body to the first, with the placement T of the
   joint,

       revolute    XX_j ← XX_j − YY_j,   parent ← parent + T {M_j, (0, 0, MZ_j), diag(YY_j, YY_j, 0)}
       prismatic                         parent ← parent + R {XX_j … ZZ_j}
       ball                              parent ← parent + T {M_j}, a point mass at the centre

   Parameters attributed to the ground have no effect on the motion. The intermediate bodies of a joint with several
   degrees of freedom have no inertia, so no parameters are attributed to them. [gautier1990], [khalil2002, §9.4]
2. The remaining linear dependence between columns (`linear_algebra`). Dependent columns result from rotors that act
   like link inertias, parallel first axes, prismatic joints, and gravity along an axis.
3. Base parameters that are multiples of others because of the robot's structure, such as XX2R = −ZZ2R for a rod:

       τ = Σ_j Ĉ_j β_j,   β_j = Σ_k b_jk β_k with b_jk in the lengths only   ⇒   τ = Σ_k (Ĉ_k + Σ_j b_jk Ĉ_j) β_k

   The columns Ĉ are linearly independent after step 2. The β are combinations of masses and inertias whose coefficients
   depend on the lengths, and can still be linearly dependent. Each dependent β is expressed in terms of the others, so
   that the number of products Ĉ β equals the rank of the torques. [gautier1990]

Columns are processed from the base to the tip, links before rotors. Parameters are therefore grouped with bodies closer
to the base, as in published tables. A length l that is a factor of all entries in a column becomes part of the
parameter, since Y_p π_p = (Y_p / l)(l π_p). An example is lmx2R = l1 mx2 + m3 l1 l2.

`BaseForm` contains the closed forms with base parameters as symbols, such as M11 = ZZ1R + ZZ2R + zz3 + 2 lmx2R cos q2.
[briot]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias

from dalembert import finding
from dalembert.argument import known
from dalembert.closed.algebra.linear_algebra import Column, Dependence, Quotient, lowest, marked, split
from dalembert.closed.algebra.ring import Poly, Ring, accumulate, divide
from dalembert.closed.model.mechanics import LABELS, PREFERRED, Half, Mechanics, Parameter, check_size
from dalembert.closed.printing.display import ElementDisplay
from dalembert.finding.finding import Identifier, JointName, Noun
from dalembert.graph import symbols
from dalembert.graph.scalar import is_zero
from dalembert.robot.inertia import Inertia
from dalembert.spatial.pose import Pose
from dalembert.typeset.notebook_display import Displayed, card

Form: TypeAlias = dict[int, Poly]  # Σ coefficient · π_p, by index of the parameter
TEN = 10
_M, _MZ, _XX, _YY = (LABELS.index(x) for x in ("M", "MZ", "XX", "YY"))
_UNFELT = {"slide": range(_XX, TEN), "turn": (_YY, _MZ, _M), "ball": (_M,)}


Rules: TypeAlias = dict[int, finding.Regrouping]  # rules for the parameters that were grouped into other parameters


def regroup(mechanics: Mechanics) -> tuple[dict[int, Form], Rules]:
    """Regroup the inertial parameters joint by joint.

    Return a dict from each remaining parameter to its grouped form, and the grouping rules of the eliminated
    parameters.
    """
    ring = mechanics.ring
    bodies = mechanics.tree.bodies
    forms: dict[int, Form] = {
        p: {p: ring.one} for p, x in enumerate(mechanics.parameters) if bodies[x.body].link or x.which >= TEN
    }
    rules: Rules = {}
    for i in reversed(range(len(bodies))):
        body = bodies[i]
        if not body.link or (body.parent >= 0 and not bodies[body.parent].link):
            continue
        for which in _UNFELT[body.motion]:
            p = TEN * i + which
            into: Form = {}
            if which == _YY and body.motion == "turn":
                into[TEN * i + _XX] = -ring.one
            if body.parent >= 0:
                pose = Pose(body.placement.R) if body.prismatic else body.placement
                for k, x in enumerate(_part(which, body.prismatic).moved(pose).parameters):
                    element = ring.poly(x)
                    if element:
                        into[TEN * body.parent + k] = element
            for target, k in into.items():
                add_form(ring, forms[target], forms[p], k)
            del forms[p]
            rules[p] = _rule(mechanics, p, i)
    return forms, rules


def add_form(ring: Ring, target: Form, source: Form, k: Poly) -> None:
    """Add k · source to target in place."""
    for p, x in source.items():
        accumulate(target, p, ring.mul(k, x))


def _part(which: int, prismatic: bool) -> Inertia:
    """Return the part of a unit inertial parameter that has no effect on the joint of its body.

    `which` selects the inertial parameter that is set to 1.
    """
    entries = [0] * TEN
    entries[which] = 1
    if which == _YY and not prismatic:
        entries[_XX] = 1
    return Inertia.from_parameters(tuple(entries))


def _rule(mechanics: Mechanics, p: int, i: int) -> finding.Regrouping:
    body = mechanics.tree.bodies[i]
    rule = "prismatic joint" if body.prismatic else "ball joint" if body.motion == "ball" else "revolute joint"
    return finding.Regrouping(Identifier(mechanics.parameters[p].label), Noun(rule), JointName(body.name))


Combination: TypeAlias = dict[int, Quotient]  # β_j = Σ_k (numerator / denominator) β_k


def determined_by_others(
    ring: Ring, values: Mapping[int, Poly], kept_first: Set[int], lengths: Set[str]
) -> dict[int, Combination]:
    """Find the base parameters that are combinations of other base parameters, and return these combinations.

    `lengths` contains the symbols for lengths and other geometric quantities.
    """
    varies = ring.holding({g.name for g in ring.generators if g.is_symbol} - lengths)
    inertial = [p for p, x in values.items() if marked(x.degrees(), varies)]
    inertial.sort(key=lambda p: (len(values[p]), _degree(values[p], varies), p not in kept_first, p))
    columns: list[Column] = [{} for _ in inertial]
    for p, column in zip(inertial, columns, strict=True):
        split(ring, "value", values[p], column, varies)
    dependence = Dependence(ring, columns)
    return {
        p: {inertial[k]: b for k, b in dependence.combination(j).items()}
        for j, p in enumerate(inertial)
        if j not in dependence.independent
    }


def _degree(p: Poly, varies: Sequence[bool]) -> int:
    """Return the largest degree of any term in the lengths.

    Parameters of low degree are preferred because they avoid divisions by lengths.
    """
    return max(sum(int(e) for e, v in zip(m, varies, strict=True) if not v) for m in p.to_dict())


@dataclass(frozen=True)
class BaseParameter:
    """Base parameter of a robot, with `value` = Σ coefficient · π.

    In the equations of motion, the base parameter multiplies Σ share · (column / length), summed over the parameters in
    `shares`.
    """

    name: (
        str  # ZZ1R, lmx2R (times a length), kzz2 (divided by a length), mass12, or the symbol of an ungrouped parameter
    )
    label: str  # label of the main inertial parameter, such as ZZ1
    parameter: int  # index of this parameter in `Mechanics.parameters`
    value: Poly
    is_grouped: bool  # whether the value contains more than one π
    rules: tuple[finding.Regrouping, ...]  # one rule for each parameter that was grouped into this one
    shares: Form  # factors of the parameter's column, and of columns that are multiples of it


class BaseParameters(Displayed):
    """Base parameters of a robot, indexed by number or by name. The values are polynomials of `ring`."""

    def __init__(
        self, mechanics: Mechanics, ring: Ring, lengths: Mapping[int, Poly], forms: dict[int, Form], rules: Rules
    ) -> None:
        self.mechanics, self.lengths, self.rules = mechanics, lengths, rules
        found = [self._parameter(ring, p, forms[p], rules) for p in sorted(forms)]
        self.rank = len(found)  # rank of the regressor
        # zero means "absent" in a symbolic robot, but is a value in a numeric robot
        symbolic = any(symbols(body.inertia.parameters) for body in mechanics.tree.bodies)
        present = [x for x in found if x.value or not symbolic]
        self.ring, self.parameters = _shared(mechanics, ring, present)

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
        return self.parameters[self.names.index(known(which, self.names, "base parameter"))]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(x.name for x in self.parameters)

    @cached_property
    def expressions(self) -> dict[str, Any]:
        """Mapping from the names of the base parameters to SymPy expressions in the robot's own parameters."""
        return {x.name: self.display.sympy(x.value) for x in self.parameters}

    @cached_property
    def display(self) -> ElementDisplay:
        return self.mechanics.display_in(self.ring)

    def explain(self, which: int | str) -> str:
        """Format the definition of a base parameter, with the grouping rule for each of its parts."""
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

    def _parameter(self, ring: Ring, p: int, form: Form, rules: Rules) -> BaseParameter:
        parameters = self.mechanics.parameters
        value = ring.zero
        for k, x in form.items():
            if parameters[k].value:
                value = value + ring.mul(x, ring.lift(parameters[k].value))
        present = [k for k in form if k != p and (parameters[k].value or not parameters[p].value)]
        grouped = tuple(rules[k] for k in sorted(present))
        name = self._name(ring, p, bool(present), self.lengths[p] != self.mechanics.ring.one)
        return BaseParameter(name, parameters[p].label, p, value, len(form) > 1, grouped, {p: ring.one})

    def _name(self, ring: Ring, p: int, grouped: bool, scaled: bool) -> str:
        parameter = self.mechanics.parameters[p]
        if not grouped and not scaled and (own := _variable(ring, ring.lift(parameter.value))):
            return own
        is_mass = LABELS[parameter.which] == "M" and (not grouped or len(self.mechanics.tree.bodies) > 9)
        label = f"mass{parameter.body + 1}" if is_mass else parameter.label  # M19 would be confused with the entry M₁,₉
        name = f"l{label.lower()}" if scaled else label
        return ring.unused(name + ("R" if grouped else ""))


def base_parameters(mechanics: Mechanics) -> BaseParameters:
    """Compute the exact base parameters of a robot.

    For a robot with loops, the result applies to the tree that remains after the loops are cut.
    """
    if mechanics.tree.is_lifted:
        link = next(x.name for x in mechanics.robot.links if not is_zero(x.gravcomp))
        raise finding.unsupported("base_parameters", mechanics.robot.name, ("gravcomp of link", link))
    check_size(mechanics.tree, mechanics.largest)
    forms, rules = regroup(mechanics)
    kept = [p for p in _ordered(mechanics) if p in forms]
    columns = {p: _column(mechanics, p) for p in kept}
    lengths = {p: length for p, (length, _) in columns.items()}
    dependence = Dependence(mechanics.ring, [column for _, column in columns.values()])
    dependent = [j for j in range(len(kept)) if j not in dependence.independent]
    combinations = {j: dependence.combination(j) for j in dependent}
    ring = _with_denominators(mechanics, mechanics.ring, [x for terms in combinations.values() for x in terms.values()])
    for p, form in forms.items():  # from π_p to l π_p
        forms[p] = {k: ring.lift(mechanics.ring.mul(lengths[p], x)) for k, x in form.items()}
    for j, combination in combinations.items():
        into = _divided_out(ring, combination)
        for k, factor in into.items():
            add_form(ring, forms[kept[k]], forms[kept[j]], factor)
        del forms[kept[j]]
        label = Identifier(mechanics.parameters[kept[j]].label)
        rules[kept[j]] = finding.Regrouping(label, Noun("dependent column" if into else "no effect"))
    return BaseParameters(mechanics, ring, lengths, forms, rules)


def _shared(mechanics: Mechanics, ring: Ring, found: Sequence[BaseParameter]) -> tuple[Ring, tuple[BaseParameter, ...]]:
    """Merge dependent base parameters into the parameters on which they depend.

    Return the ring and the remaining parameters.
    """
    parameters = mechanics.parameters
    axial = {p for p, x in enumerate(parameters) if LABELS[x.which] == "ZZ"}
    dependent = determined_by_others(ring, {x.parameter: x.value for x in found if x.value}, axial, mechanics.geometry)
    below = {k: [x[k][1] for x in dependent.values() if k in x] for x in dependent.values() for k in x}
    independent = (x for x in found if x.parameter not in dependent)
    kept = {x.parameter: _divided(ring, x, below.get(x.parameter, ())) for x in independent}
    for others in dependent.values():  # β_j = b β_k = (b l)(β_k / l)
        for k, (over, under) in others.items():
            others[k] = lowest(over * kept[k].shares[k], under)
    ring = _with_denominators(mechanics, ring, [x for others in dependent.values() for x in others.values()])
    display = mechanics.display_in(ring)
    for k, x in kept.items():
        shares = {j: ring.lift(b) for j, b in x.shares.items()}
        kept[k] = replace(x, value=ring.lift(x.value), shares=shares)
    for j, others in dependent.items():
        rule = finding.Regrouping(Identifier(parameters[j].label), Noun("multiple"))
        for k, b in _divided_out(ring, others).items():
            shared = replace(rule, share=display.formula(b))
            own = kept[k]
            kept[k] = replace(own, shares=own.shares | {j: b}, rules=(*own.rules, shared))
    return ring, tuple(kept.values())


def _divided_out(ring: Ring, combination: Combination) -> Form:
    """Convert the coefficients of a combination from quotients to elements of a ring that contains the denominators."""
    return {k: divide(ring, ring.lift(over), ring.lift(below)) for k, (over, below) in combination.items()}


def _divided(ring: Ring, x: BaseParameter, below: Sequence[Poly]) -> BaseParameter:
    """Divide a base parameter such as l² m2 by the length l if possible.

    The parameter is divided only if other base parameters are multiples of the quotient, but not of the parameter. A
    quotient that is a single symbol keeps its name, and any other quotient is given a name such as kzz2.
    """
    l = ring.one
    for other in below:
        l = l * (other // l.gcd(other))
    if l.is_constant() or x.value % l:
        return x
    value = ring.reduce(x.value // l)
    name = _variable(ring, value) or ring.unused(f"k{x.label.lower()}")
    return replace(x, name=name, value=value, shares={x.parameter: l})


def _variable(ring: Ring, p: Poly) -> str:
    """Return the name of the ring variable that equals the polynomial p, or an empty string."""
    return ring.generators[ring.variables.index(p)].name if p in ring.variables else ""


def _column(mechanics: Mechanics, p: int) -> tuple[Poly, Column]:
    """Return the common length and the column of an inertial parameter.

    The column contains the coefficients of the parameter in M and in U (without its constant part), divided by the
    length. The length is the common factor of all coefficients, and contains all common constants except gravity.
    """
    ring = mechanics.ring
    inertia, potential = mechanics.inertia_of(p), ring.moving_part(mechanics.potential_of(p))
    length = _common(mechanics, [*inertia.values(), potential])
    column: Column = {}
    for place, x in (*inertia.items(), ("U", potential)):
        split(ring, place, x // length, column)
    return length, column


def _common(mechanics: Mechanics, elements: Sequence[Poly]) -> Poly:
    ring, gravity = mechanics.ring, symbols(mechanics.tree.gravity)
    felt = [m for x in elements for m in x.to_dict()]
    factor = ring.one
    for i, g in enumerate(ring.generators):
        power = min((int(m[i]) for m in felt), default=0)
        if power and g.is_symbol and g.name not in gravity and not ring.moving[i]:
            factor = factor * ring.variables[i] ** power
    return factor


def _ordered(mechanics: Mechanics) -> list[int]:
    """Return the indices of the parameters from the base to the tip, with links before rotors."""
    bodies = len(mechanics.tree.bodies)
    links = [TEN * i + which for i in range(bodies) for which in PREFERRED]
    return [*links, *range(TEN * bodies, len(mechanics.parameters))]


def _with_denominators(mechanics: Mechanics, ring: Ring, quotients: Sequence[Quotient]) -> Ring:
    """Extend the ring by the inverses of all denominators that are not numbers."""
    display = mechanics.display_in(ring)
    needed = [1 / display.node(below) for _, below in quotients if not below.is_constant()]
    return ring.extended(needed) if needed else ring


class BaseForm(Mechanics):
    """Closed forms with the base parameters as symbols.

    U is the potential energy of the moving parts, up to a constant.
    """

    def __init__(self, base: BaseParameters) -> None:
        self.base = base
        original = base.mechanics
        super().__init__(original.robot, original.coordinates, original.wrench, original.largest)

    @cached_property
    def ring(self) -> Ring:
        return self.base.ring.extended(symbols=self.base.names)

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        """Inertial parameters with base parameters in place of grouped parameters. All other parameters are zero."""
        names = {x.parameter: x.name for x in self.base if x.value}
        return tuple(
            Parameter(x.body, x.which, self.ring.symbol(names[p]) if p in names else self.ring.zero)
            for p, x in enumerate(self.base.mechanics.parameters)
        )

    @cached_property
    def inertial_symbols(self) -> list[str]:
        return list(self.base.names)

    def inertia_of(self, p: int) -> Half:
        total: Half = {}
        for k, share, length in self._columns(p):
            for place, x in super().inertia_of(k).items():
                accumulate(total, place, self.ring.mul(share, x // length))
        return total

    def potential_of(self, p: int) -> Poly:
        ring = self.ring
        parts = [
            ring.mul(share, ring.moving_part(super(BaseForm, self).potential_of(k)) // length)
            for k, share, length in self._columns(p)
        ]
        return sum(parts, ring.zero)

    def _columns(self, p: int) -> list[tuple[int, Poly, Poly]]:
        """Return (parameter, share, length) for each column that a base parameter multiplies.

        Each column is divided by its common length.
        """
        lift, lengths = self.ring.lift, self.base.lengths
        shares = (each for x in self.base if x.parameter == p for each in x.shares.items())
        return [(k, lift(share), lift(lengths[k])) for k, share in shares]
