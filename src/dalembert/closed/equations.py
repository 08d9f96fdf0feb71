"""Exact equations of motion of a robot, to read, print and compute with.

    M(q) q̈ + c(q, q̇) + g(q) + friction + springs = τ + Σ Jᵀw + Jᵀλ                         [deluca], [briot], [tang]

    eq = equations(robot)
    eq.M  eq.c  eq.g  eq.tau  eq.T  eq.U  eq.L  eq.p      SymPy, in q1 qd1 qdd1 tau1 … and the robot's symbols
    eq.christoffel[k][i][j]  eq.C_k[k]  eq.C  eq.B        c_k = q̇ᵀC_k q̇;  c = C [q̇²] + B [q̇q̇]
    eq.S  eq.S_generic  eq.S_unsymmetrised                three matrices with S q̇ = c
    eq.terms()                                            every term, labelled
    eq.base_parameters  eq.regrouped                      the base parameters; the equations written in them
    eq.units["m1"]  eq.units.dimension("m2*l1")           the unit of each symbol; the dimension of any expression
    eq.text()  eq.latex()  eq.html()  eq.typst()          typeset
    eq.graph("M")  eq.compile("M")                        as graph nodes; as a compiled function
    eq.coordinates("absolute")                            the same motion in other coordinates
    eq.elastic                                            with springs between motors and links; `eq` itself is rigid
    eq.phi  eq.J  eq.lambdas                              loops: M q̈ + c + g = τ + Jᵀλ, φ(q) = 0
    eq.independent                                        loops eliminated, in independent rates

Everything is computed in the exact ring (`mechanics`) when first requested; SymPy only represents the results.

With elastic joints there are two sets of equations, 2n coordinates if every joint is elastic:

    links    M(q) q̈ + c(q, q̇) + g(q) + friction + K(q − θ) + D(q̇ − θ̇) = τ of rigid joints, 0 at elastic ones
    motors   B θ̈ + N² bm θ̇ + |N| fcm sign θ̇ + K(θ − q) + D(θ̇ − q̇) = τ,    B = N² Im          [spong1987], [deluca]

θ is the motor's angle on the link's side of its gear. M and c do not depend on it: each rotor is assumed to rotate only about
its own axis.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeAlias
from warnings import warn

from dalembert import finding
from dalembert.argument import known
from dalembert.boundary import RobotLike, as_robot
from dalembert.closed.algebra.rational import exact_scalar
from dalembert.closed.algebra.ring import Poly
from dalembert.closed.model.base_parameters import BaseForm, BaseParameters, base_parameters
from dalembert.closed.model.coordinates import Coordinates, linear_coordinates, named_coordinates
from dalembert.closed.model.generalized_forces import elastic_joints
from dalembert.closed.model.mechanics import LARGEST, Mechanics, mechanics, parameter_names
from dalembert.closed.model.terms import KINDS, EffortTerm, Quantities, compiled, terms
from dalembert.closed.printing.display import ElementDisplay, Style
from dalembert.closed.printing.expression import (
    Atom,
    ExpressionProduct,
    ExpressionSum,
    FactorRank,
    SymPyWriter,
    collected,
)
from dalembert.closed.printing.layout import EquationList, ListedEquation
from dalembert.closed.printing.typesetting import (
    Typeset,
    TypesetEquations,
    base_display,
    chosen,
    display,
    is_long,
    symbols_display,
)
from dalembert.errors import DalembertWarning, shown
from dalembert.finding.finding import Finding, JointName, LinkName, Noun, RobotName
from dalembert.graph import Scalar, symbol, symbols
from dalembert.graph.scalar import absolute, is_zero, sign
from dalembert.progress import working
from dalembert.robot.model import Robot, cached_with_source
from dalembert.robot.parts import Drive
from dalembert.robot.tree import tree
from dalembert.typeset.block import Display
from dalembert.typeset.language import Language

if TYPE_CHECKING:
    from dalembert.closed.model.independent import IndependentEquations
    from dalembert.closed.model.units import Units
    from dalembert.codegen.runtimes.kernel import Kernel


CoordinateNames: TypeAlias = Literal["joint", "motor", "absolute"]
SymPy: TypeAlias = Any


class _Exact(cached_property[SymPy]):
    """Quantity of the equations as a SymPy expression or immutable matrix, with the name of the attribute."""

    def __init__(self, doc: str) -> None:
        def value(equations: Equations) -> SymPy:
            import sympy

            found = equations._sympy[str(self.attrname)]
            return sympy.ImmutableMatrix(found) if isinstance(found, list) else found

        value.__doc__ = doc
        super().__init__(value)


class Equations(Typeset):
    """Exact equations of motion. The attributes are SymPy objects; `mechanics` contains the elements of the exact ring."""

    def __init__(self, exact: Mechanics) -> None:
        self.mechanics = exact
        self.robot, self.n = exact.robot, exact.n

    M = _Exact("Inertia matrix.")
    c = _Exact("Coriolis and centrifugal vector.")
    g = _Exact("Gravity vector ∂U/∂q.")
    friction = _Exact("Friction (b + N² bm) q̇ + fc sign q̇, on the left side.")
    external = _Exact("Efforts of external wrenches, Σ Jᵀw, on the right side.")
    spring = _Exact("Efforts of springs, r k (L − L0), on the left side.")
    phi = _Exact("Loop-closure errors φ(q), without rows that are zero for every configuration.")
    J = _Exact("Loop Jacobian ∂φ/∂q, one row per entry of `phi`.")
    tau = _Exact("Efforts: M q̈ + c + g + friction + springs − Jᵀw − Jᵀλ.")
    T = _Exact("Kinetic energy.")
    U = _Exact("Potential energy.")
    L = _Exact("Lagrangian T − U.")
    p = _Exact("Momenta ∂L/∂q̇ = M q̇.")
    S = _Exact("Coriolis matrix S_kj = Σ_i c_kij q̇_i, with c = S q̇ and Ṁ − 2S skew-symmetric.")
    S_generic = _Exact("Another matrix with c = S q̇: S = Σ_i (∂M_i/∂q − ½ (∂M_i/∂q)ᵀ) q̇_i.")
    S_unsymmetrised = _Exact("Another matrix with c = S q̇: S_ij = Σ_k (∂M_ij/∂q_k − ½ ∂M_jk/∂q_i) q̇_k.")
    C = _Exact("Centrifugal matrix in c = C [q̇²] + B [q̇q̇].")
    B = _Exact("Coriolis matrix in c = C [q̇²] + B [q̇q̇], with n(n − 1)/2 columns (1,2), (1,3), …, (2,3), ….")

    @cached_property
    def christoffel(self) -> tuple[tuple[tuple[SymPy, ...], ...], ...]:
        """Christoffel symbols c_kij, indexed [k][i][j]."""
        return tuple(tuple(tuple(row) for row in C_k) for C_k in self._sympy["christoffel"])

    @cached_property
    def C_k(self) -> tuple[SymPy, ...]:
        """Matrices of Christoffel symbols, with c_k = q̇ᵀC_k q̇."""
        import sympy

        return tuple(sympy.ImmutableMatrix(C_k) for C_k in self.christoffel)

    @cached_property
    def lambdas(self) -> tuple[SymPy, ...]:
        """Multipliers lambda1, …, one per row of J."""
        return tuple(self._sympy["lambdas"])

    @cached_property
    def efforts(self) -> SymPy:
        """Generalized forces in terms of the joint efforts, such as (tau1 − tau2, tau2) for absolute angles."""
        import sympy

        return sympy.ImmutableMatrix([self.mechanics.display.sympy(x) for x in self.mechanics.efforts])

    @cached_property
    def independent(self) -> IndependentEquations:
        """Equations in independent coordinates, without multipliers; in the actuated ones if their number fits."""
        from dalembert.closed.model.independent import IndependentEquations

        return IndependentEquations(self.mechanics)

    # ── structure ─────────────────────────────────────────────────────────────

    def terms(self, kind: str | None = None) -> list[EffortTerm]:
        """Return the terms of the efforts.

        Kinds: inertial, centrifugal, Coriolis, gravity, friction, spring, external, loop.
        """
        if kind is not None:
            known(kind, KINDS, "kind of term")
        return [x for x in self._terms if kind is None or x.kind == kind]

    @cached_property
    @working("simplifying")
    def _terms(self) -> list[EffortTerm]:
        return terms(self.mechanics)

    @cached_property
    @working("computing base parameters")
    def base_parameters(self) -> BaseParameters:
        """Base parameters: the smallest set of combinations of inertial parameters that determines the motion of the tree."""
        return self.mechanics.base if isinstance(self.mechanics, BaseForm) else base_parameters(self.mechanics)

    @cached_property
    def regrouped(self) -> Equations:
        """Equations with base parameters as symbols."""
        return self if isinstance(self.mechanics, BaseForm) else Equations(BaseForm(self.base_parameters))

    @cached_property
    def units(self) -> Units:
        """Units of symbols and base parameters, {"m1": "kg", …}; `.dimension(x)` and `.mixed(x)` examine an expression."""
        from dalembert.closed.model.units import Units

        return Units(self.mechanics, None if self.mechanics.tree.is_lifted else self.base_parameters)

    @cached_property
    def elastic(self) -> ElasticEquations:
        """Equations with elastic joints: M q̈ + c + g + K(q − θ) = 0 and B θ̈ + K(θ − q) = τ."""

        return elastic_equations(self.robot)

    def coordinates(
        self, which: CoordinateNames | Sequence[Sequence[Any]], names: Sequence[str] | None = None
    ) -> Equations:
        """Return the equations in "joint", "motor" or "absolute" coordinates, or in x with q = A x (pass A and the names of x)."""

        names = names or [f"x{k}" for k in range(1, self.n + 1)]
        chosen = (
            named_coordinates(self.robot, which)
            if isinstance(which, str)
            else linear_coordinates(self.robot, which, names)
        )
        return equations(self.robot, coordinates=chosen, wrench=dict(self.mechanics.wrench))

    def graph(self, quantity: str) -> Any:
        """Return a quantity ("M", "c", "g", "tau", "T", "U", "christoffel", "S" …) as nodes of the expression graph."""
        return self._graph[quantity]

    def compile(self, quantity: str, dtype: str = "float64") -> Kernel:
        """Compile a quantity to a function of those of (q, qd, qdd, lambdas) that it depends on, and of `parameter_names`."""
        return compiled(self._graph, quantity, dtype)

    @property
    def parameter_names(self) -> tuple[str, ...]:
        """Names of the symbols without values, in the order of the last argument of compiled functions."""
        return parameter_names(self.mechanics)

    @working("writing equations")
    def text(self, what: str = "tau", **style: Any) -> str:
        """Return a quantity as plain text, which `check` accepts.

        Parameters
        ----------
        what : str
            tau, M, c, g, S, C, B, christoffel, T, U, L, p, friction, spring, external, phi, J, base_parameters or symbols.
        group : {"inertia", "base"}, optional
            Collect terms under masses and inertias, or use base parameters (default for long equations).
        short : bool, optional
            Write c12 for cos(q1 + q2). Default: for long equations, but not in plain text.
        digits : int or None
            Significant digits of decimals (6 in plain text, 4 on pages); None writes exact fractions.
        fold, long : int
            Number of terms from which a bracket gets a name, and from which the coefficients of a row are listed separately.
        width : float
            Width of the text block in points, or in characters for plain text.
        names : bool
            Whether repeated expressions get names.
        symbols : mapping of str to str
            Other letters, such as {"q": "theta", "M": "H"}.
        """
        return super().text(what, **style)

    def __repr__(self) -> str:
        rigid = "rigid " if elastic_joints(self.robot) else ""
        return f"<Equations of {rigid}'{self.robot.name}', n = {self.n}>"

    @working("writing equations")
    def typeset(self, language: Language, what: str = "tau", group: str | None = None, **style: Any) -> Display:
        """Return a quantity as typeset equations for a page in this language."""
        look = Style.on(language, **style)
        if what == "base_parameters":
            return base_display(self.base_parameters, self.units, look)
        if what == "symbols":
            return symbols_display(self.mechanics, self.units, look)
        exact = chosen(self.mechanics, lambda: self.regrouped.mechanics, group)
        if look.least:
            exact = exact.rounded(look.least)
        if not language.plain and look.short is None and is_long(self.mechanics):
            look = replace(look, short=True)
        return display(exact, language, what, look)

    @cached_property
    def _sympy(self) -> Quantities:
        import sympy

        return Quantities(self.mechanics, self.mechanics.display.sympy, sympy.Rational(1, 2), expand=True)

    @cached_property
    def _graph(self) -> Quantities:
        return Quantities(self.mechanics, self.mechanics.display.node, Fraction(1, 2), expand=False)


def equations(
    robot: RobotLike,
    *,
    coordinates: CoordinateNames | Coordinates = "joint",
    wrench: Mapping[str, Sequence[Any]] | None = None,
    largest: int = LARGEST,
) -> Equations:
    """Return the exact equations of motion of a robot.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    coordinates : {"joint", "motor", "absolute"} or Coordinates
        "motor" is θ = N q; "absolute" sums the angles over parallel axes.
    wrench : mapping from link or frame to six entries, optional
        External [force, moment] in N and N·m, at the frame's origin, in world axes; numbers or symbols such as "Fx".
    largest : int
        Largest number of terms of M. The size is estimated before M is computed.

    Returns
    -------
    Equations

    Raises
    ------
    TooLarge
        If M would have more than `largest` terms.

    Examples
    --------
    >>> import dalembert as da
    >>> da.equations("planar_2r").M[1, 1]
    I2 + lc2**2*m2
    """
    robot = as_robot(robot)
    if isinstance(coordinates, str):
        coordinates = named_coordinates(robot, coordinates)
    for doubt in _doubts(robot):
        warn(DalembertWarning(doubt), stacklevel=2)
    return _equations(robot, mechanics(robot, coordinates, wrench, largest))


def _doubts(robot: Robot) -> Iterator[Finding]:
    """Yield warnings for readers of the equations: omitted springs, impossible bodies, joints without effect."""
    if soft := elastic_joints(robot):
        yield finding.RigidModel(tuple(map(JointName, soft)))
    for link in robot.links:
        if violation := link.inertia.impossible:
            yield finding.LinkViolation(LinkName(shown(link.name)), violation)
    if idle := _weightless(robot):
        yield finding.NoInertia(tuple(JointName(shown(name)) for name in idle))


def _weightless(robot: Robot) -> list[str]:
    """Return the coordinates whose motion has no inertia."""
    felt: set[str] = set()
    bodies = tree(robot).bodies
    for i, body in enumerate(bodies):
        if body.drive is not None and not is_zero(body.drive.inertia):
            felt.add(robot.coordinates[body.coordinate])
        if not body.inertia.is_zero:
            felt |= {robot.coordinates[k] for j in tree(robot).ancestors(i) for k in bodies[j].rates}
    return [name for name in robot.coordinates if name not in felt]


@cached_with_source
def _equations(_: Robot, exact: Mechanics) -> Equations:
    return Equations(exact)


@dataclass(frozen=True)
class ElasticEquations(TypesetEquations):
    """Equations of a robot with elastic joints, as SymPy expressions.

    `links[i]` is equal to τ_i for a rigid joint and 0 for an elastic one; `motors[j]` is equal to τ of the j-th elastic joint.
    Symbols are q_i, qd_i, qdd_i, and theta_i, thetad_i, thetadd_i, where i counts all coordinates from 1. M, c and g are those
    of `rigid`. K, D and B are diagonal matrices of the springs, dampers and rotors. `energy` is T + U of the links, plus
    ½ B θ̇² of the rotors and ½ K (q − θ)² of the springs.
    """

    robot: Robot
    rigid: Equations  # of the links with what is on their side of the springs

    @cached_property
    def drives(self) -> dict[int, Drive]:
        """Drives with a spring, by the number of the coordinate, from 1."""
        found = {i: dof.drive for i, dof in enumerate(self.robot.dofs, 1)}
        return {i: drive for i, drive in found.items() if drive is not None and drive.stiffness is not None}

    @property
    def elastic(self) -> tuple[int, ...]:
        """Coordinates of the elastic joints, from 1."""
        return tuple(self.drives)

    @cached_property
    def links(self) -> tuple[SymPy, ...]:
        springs = {i: SymPyWriter().sum(self._spring(i, "q", "theta")) for i in self.drives}
        return tuple(x + springs.get(i, 0) for i, x in enumerate(self.rigid.tau, 1))

    @cached_property
    def motors(self) -> tuple[SymPy, ...]:
        return tuple(SymPyWriter().sum(self._motor(i)) for i in self.drives)

    @cached_property
    def K(self) -> SymPy:
        return self._diagonal([drive.stiffness for drive in self.drives.values()])

    @cached_property
    def D(self) -> SymPy:
        return self._diagonal([drive.joint_damping for drive in self.drives.values()])

    @cached_property
    def B(self) -> SymPy:
        return self._diagonal([drive.inertia for drive in self.drives.values()])

    @property
    def energy(self) -> SymPy:
        """Total energy T + U of links, rotors and springs: dE/dt = τᵀ(θ̇ or q̇) minus the power of friction and dampers."""
        import sympy

        total = self.rigid.T + self.rigid.U
        for j, i in enumerate(self.drives):
            q, theta, thetad = (sympy.Symbol(f"{x}{i}") for x in ("q", "theta", "thetad"))
            total += self.B[j, j] * thetad**2 / 2 + self.K[j, j] * (q - theta) ** 2 / 2
        return total

    @property
    def model(self) -> Mechanics:
        return self.rigid.mechanics

    @cached_property
    def reader(self) -> ElementDisplay:
        """Writer of the formulas with the motor angles, in which θ̇ is the derivative of θ."""
        motors = [exact_scalar(motor_effort(drive, i)) for i, drive in self.drives.items()]
        names = [f"theta{dots}{i}" for i in self.drives for dots in ("", "d", "dd")]
        found = self.model.display_in(self.model.ring.extended(motors, [*names, *sorted(symbols(motors))]))
        every = self.drives.values()
        given = [x for y in every for x in (y.stiffness, y.joint_damping, y.inertia, y.motor_damping, y.motor_coulomb)]
        found.decimals |= any(type(x) is float and not x.is_integer() for x in given)
        for i in self.drives:
            found.further |= {f"thetad{i}": (f"theta{i}", 1), f"thetadd{i}": (f"theta{i}", 2)}
            found.ranks |= {f"thetad{i}": (FactorRank.VELOCITY, i), f"thetadd{i}": (FactorRank.ACCELERATION, i)}
        return found

    def sheet(self, sheet: EquationList) -> Iterator[ListedEquation]:
        """Return the equations of the links, then those of the motors.

        The efforts are on the left; they are 0 at elastic joints.
        """
        for i, row in enumerate(sheet.efforts(), 1):
            assert isinstance(row.right, ExpressionSum)
            if i not in self.drives:
                yield row
                continue
            spring = self._spring(i, "q", "theta").products
            kinds = (*row.kinds, *("spring" for _ in spring)) if row.kinds else ()
            yield ListedEquation("0", ExpressionSum((*row.right.products, *spring)), kinds)
        yield from (ListedEquation(f"tau{i}", self._motor(i)) for i in self.drives)

    def _motor(self, i: int) -> ExpressionSum:
        """Return the inertia and friction of the motor, then its spring."""
        drive = self.drives[i]
        own = collected(self.reader.terms(self._element(motor_effort(drive, i) + spring_effort(drive, i))))
        return ExpressionSum((*own.products, *self._spring(i, "theta", "q").products))

    def _spring(self, i: int, mine: str, other: str) -> ExpressionSum:
        """Return K (q − θ) + D (q̇ − θ̇) on the link, or the opposite on the motor."""
        found: list[ExpressionProduct] = []
        for x, dot in ((self.drives[i].stiffness, ""), (self.drives[i].joint_damping, "d")):
            stretch = ExpressionSum((_term(f"{mine}{dot}{i}", 1), _term(f"{other}{dot}{i}", -1)))
            factor = self.reader.sum(self._element(x))
            if len(factor.products) == 1:
                (only,) = factor.products
                found.append(replace(only, factors=(*only.factors, (stretch, 1))))
            elif factor.products:
                found.append(ExpressionProduct(Fraction(1), ((factor, 1), (stretch, 1))))
        return ExpressionSum(tuple(found))

    def _element(self, x: Scalar) -> Poly:
        return self.reader.ring.poly(exact_scalar(x))

    def _diagonal(self, entries: Sequence[Scalar]) -> SymPy:
        import sympy

        return sympy.diag(*(self.reader.sympy(self._element(x)) for x in entries))


def _term(name: str, k: int) -> ExpressionProduct:
    return ExpressionProduct(Fraction(k), ((Atom("symbol", name, (FactorRank.COORDINATE, 0, name)), 1),))


def elastic_equations(robot: Robot) -> ElasticEquations:
    """Return the equations of a robot with elastic joints."""
    if not elastic_joints(robot):
        raise finding.RobotHasNo(RobotName(robot.name), Noun("elastic joint")).error()
    return ElasticEquations(robot, equations(link_side(robot)))


def spring_effort(drive: Drive, i: int) -> Scalar:
    """Return K (q − θ) + D (q̇ − θ̇), the effort of the spring of joint i on the link side."""
    q, qd, th, thd = (symbol(f"{x}{i}") for x in ("q", "qd", "theta", "thetad"))
    stiffness: Scalar = 0 if drive.stiffness is None else drive.stiffness
    effort: Scalar = stiffness * (q - th) + drive.joint_damping * (qd - thd)
    return effort


def motor_effort(drive: Drive, i: int) -> Scalar:
    """Return B θ̈ + N² bm θ̇ + |N| fcm sign θ̇ + K (θ − q) + D (θ̇ − q̇), the torque τ of the motor behind the spring of joint
    i.
    """
    thd, thdd = symbol(f"thetad{i}"), symbol(f"thetadd{i}")
    dry = absolute(drive.gear_ratio) * drive.motor_coulomb
    own = drive.inertia * thdd + drive.gear_ratio**2 * drive.motor_damping * thd + dry * sign(thd)
    effort: Scalar = own - spring_effort(drive, i)
    return effort


def link_side(robot: Robot) -> Robot:
    """Return the robot without the parts on the motor side of its springs."""
    soft = elastic_joints(robot)
    joints = (replace(x, drive=_of_link(x.drive)) if x.name in soft else x for x in robot.joints)
    return replace(robot, joints=tuple(joints))


def _of_link(drive: Drive | None) -> Drive | None:
    nothing = {"rotor_inertia": 0, "motor_damping": 0, "motor_coulomb": 0, "stiffness": None, "joint_damping": 0}
    return None if drive is None else drive.changed(**nothing)
