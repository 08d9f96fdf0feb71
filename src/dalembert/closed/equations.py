"""Exact equations of motion of a robot, for reading, printing and computation.

    M(q) q̈ + c(q, q̇) + g(q) + friction + springs = τ + Σ Jᵀw + Jᵀλ                         [deluca], [briot], [tang]

    eq = equations(robot)
    eq.M  eq.c  eq.g  eq.tau  eq.T  eq.U  eq.L  eq.p      SymPy objects in q1 qd1 qdd1 tau1 … and the robot's symbols
    eq.christoffel[k][i][j]  eq.C_k[k]  eq.C  eq.B        c_k = q̇ᵀC_k q̇;  c = C [q̇²] + B [q̇q̇]
    eq.S  eq.S_generic  eq.S_unsymmetrised                three matrices with S q̇ = c
    eq.terms()                                            every term, labelled
    eq.base_parameters  eq.regrouped                      base parameters; equations in terms of base parameters
    eq.units["m1"]  eq.units.dimension("m2*l1")           the unit of each symbol; the dimension of any expression
    eq.text()  eq.latex()  eq.html()  eq.typst()          typeset
    eq.graph("M")  eq.compile("M")                        as graph nodes; as a compiled function
    eq.coordinates("absolute")                            equations in other coordinates
    eq.elastic                                            equations with elastic joints; `eq` describes the rigid robot
    eq.phi  eq.J  eq.lambdas                              loops: M q̈ + c + g = τ + Jᵀλ, φ(q) = 0
    eq.independent                                        reduced equations in independent rates

Every quantity is computed in an exact polynomial ring (`Mechanics`) when it is first requested. SymPy is only used to
represent the results.

A robot with elastic joints has one set of equations for the links and one for the motors:

    links    M(q) q̈ + c(q, q̇) + g(q) + friction + K(q − θ) + D(q̇ − θ̇) = τ (0 for elastic joints)
    motors   B θ̈ + N² bm θ̇ + |N| fcm sign θ̇ + K(θ − q) + D(θ̇ − q̇) = τ,    B = N² Im          [spong1987], [deluca]

θ is the motor angle, reflected to the link side of the gear. M and c do not depend on θ, because each rotor is assumed
to rotate only about its own axis.
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
from dalembert.closed.algebra.exact_numbers import exact_scalar
from dalembert.closed.algebra.ring import Poly
from dalembert.closed.explanation import TermExplanation, explain
from dalembert.closed.model.base_parameters import BaseForm, BaseParameters, base_parameters
from dalembert.closed.model.coordinates import Coordinates, linear_coordinates, named_coordinates
from dalembert.closed.model.generalized_forces import elastic_joints
from dalembert.closed.model.mechanics import LARGEST, Mechanics, mechanics, parameter_names
from dalembert.closed.model.terms import KINDS, EffortTerm, Quantities, compiled, terms
from dalembert.closed.printing.abbreviated_equations import EquationList, ListedEquation
from dalembert.closed.printing.display import ElementDisplay, Style
from dalembert.closed.printing.expression import (
    Atom,
    ExpressionProduct,
    ExpressionSum,
    FactorRank,
    SymPyWriter,
    collected,
)
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
from dalembert.robot.drive import Drive
from dalembert.robot.model import Robot, cached_with_source
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
    """Cached property that returns a quantity of the equations as a SymPy expression or immutable matrix."""

    def __init__(self, doc: str) -> None:
        def value(equations: Equations) -> SymPy:
            import sympy

            found = equations._sympy[str(self.attrname)]
            return sympy.ImmutableMatrix(found) if isinstance(found, list) else found

        value.__doc__ = doc
        super().__init__(value)


class Equations(Typeset):
    """Exact equations of motion of a robot.

    The attributes are SymPy objects. `mechanics` contains the same quantities as polynomials.
    """

    def __init__(self, exact: Mechanics) -> None:
        self.mechanics = exact
        self.robot, self.n = exact.robot, exact.n

    M = _Exact("Inertia matrix M(q), including rotor inertias.")
    c = _Exact("Coriolis and centrifugal vector.")
    g = _Exact("Gravity vector ∂U/∂q.")
    friction = _Exact("Friction (b + N² bm) q̇ + fc sign q̇, on the left-hand side of the equations of motion.")
    external = _Exact(
        "Generalized forces Σ Jᵀw of external wrenches, on the right-hand side of the equations of motion."
    )
    spring = _Exact("Spring efforts r k (L − L0), on the left-hand side of the equations of motion.")
    phi = _Exact("Loop-closure errors φ(q), without rows that are constant for every motion.")
    J = _Exact("Loop Jacobian ∂φ/∂q, one row per entry of `phi`.")
    tau = _Exact("Efforts M q̈ + c + g + friction + springs − Jᵀw − Jᵀλ.")
    T = _Exact("Kinetic energy.")
    U = _Exact("Potential energy.")
    L = _Exact("Lagrangian T − U.")
    p = _Exact("Generalized momenta ∂L/∂q̇ = M q̇.")
    S = _Exact("Coriolis matrix S_kj = Σ_i c_kij q̇_i, with c = S q̇ and Ṁ − 2S skew-symmetric.")
    S_generic = _Exact("Generic Coriolis matrix S = Σ_i (∂M_i/∂q − ½ (∂M_i/∂q)ᵀ) q̇_i, with c = S q̇.")
    S_unsymmetrised = _Exact("Unsymmetrised Coriolis matrix S_ij = Σ_k (∂M_ij/∂q_k − ½ ∂M_jk/∂q_i) q̇_k, with c = S q̇.")
    C = _Exact("Centrifugal matrix C in c = C [q̇²] + B [q̇q̇].")
    B = _Exact("Coriolis matrix B in c = C [q̇²] + B [q̇q̇], with n(n − 1)/2 columns (1,2), (1,3), …, (2,3), ….")

    @cached_property
    def christoffel(self) -> tuple[tuple[tuple[SymPy, ...], ...], ...]:
        """Christoffel symbols c_kij of the inertia matrix, indexed [k][i][j]."""
        return tuple(tuple(tuple(row) for row in C_k) for C_k in self._sympy["christoffel"])

    @cached_property
    def C_k(self) -> tuple[SymPy, ...]:
        """Symmetric matrices C_k of Christoffel symbols, with c_k = q̇ᵀC_k q̇."""
        import sympy

        return tuple(sympy.ImmutableMatrix(C_k) for C_k in self.christoffel)

    @cached_property
    def lambdas(self) -> tuple[SymPy, ...]:
        """Lagrange multipliers lambda1, lambda2 and so on of the loop closures, one per row of the loop Jacobian J."""
        return tuple(self._sympy["lambdas"])

    @cached_property
    def efforts(self) -> SymPy:
        """Generalized forces as functions of joint efforts: (tau1 − tau2, tau2) for two absolute angles."""
        return self.mechanics.display.sympy_matrix([x] for x in self.mechanics.efforts)

    @cached_property
    def independent(self) -> IndependentEquations:
        """Equations of motion in independent coordinates, without Lagrange multipliers.

        If each degree of freedom has one actuated coordinate, the actuated coordinates are the independent coordinates.
        """
        from dalembert.closed.model.independent import IndependentEquations

        return IndependentEquations(self.mechanics)

    # ── structure ─────────────────────────────────────────────────────────────

    def terms(self, kind: str | None = None) -> list[EffortTerm]:
        """Return the terms of the equations of motion.

        The kinds of terms are inertial, centrifugal, Coriolis, gravity, friction, spring, external and loop. Pass a
        kind to select only terms of that kind.
        """
        if kind is not None:
            known(kind, KINDS, "kind of term")
        return [x for x in self._terms if kind is None or x.kind == kind]

    def explain(self, motion: str, of: str = "tau1") -> TermExplanation:
        """Explain where a term comes from, where it vanishes, and how large it is.

        Parameters
        ----------
        motion : str
            Rates or accelerations of the term, such as "qd1*qd2", "qd2**2" or "qdd1", or a kind such as "gravity".
        of : str
            Effort in whose equation the term occurs.

        Returns
        -------
        TermExplanation
            With the derivatives of M that add up to the coefficient in `sources`, its `zeros`, and the function `at`.

        Examples
        --------
        >>> import dalembert as da
        >>> found = da.equations("planar_2r").explain("qd1*qd2", of="tau1")
        >>> [(str(factor), entry, by) for factor, entry, by, _ in found.sources], found.zeros
        ([('1', 'M1,1', 'q2')], (sin(q2),))
        """
        return explain(self.terms(), motion, of)

    @cached_property
    @working("simplifying")
    def _terms(self) -> list[EffortTerm]:
        return terms(self.mechanics)

    @cached_property
    @working("computing base parameters")
    def base_parameters(self) -> BaseParameters:
        """Base parameters: the smallest set of inertial parameter combinations that determines the tree's motion."""
        return self.mechanics.base if isinstance(self.mechanics, BaseForm) else base_parameters(self.mechanics)

    @cached_property
    def regrouped(self) -> Equations:
        """Equations of motion with the base parameters as symbols."""
        return self if isinstance(self.mechanics, BaseForm) else Equations(BaseForm(self.base_parameters))

    @cached_property
    def units(self) -> Units:
        """Units of the symbols and of the base parameters, such as {"m1": "kg"}.

        The method `dimension` returns the dimension of an expression, and `mixed` finds sums of terms with different
        dimensions.
        """
        from dalembert.closed.model.units import Units

        return Units(self.mechanics, None if self.mechanics.tree.is_lifted else self.base_parameters)

    @cached_property
    def elastic(self) -> ElasticEquations:
        """Equations of a robot with elastic joints, M q̈ + c + g + K(q − θ) = 0 and B θ̈ + K(θ − q) = τ."""

        return elastic_equations(self.robot)

    def coordinates(
        self, which: CoordinateNames | Sequence[Sequence[Any]], names: Sequence[str] | None = None
    ) -> Equations:
        """Return the equations in other coordinates.

        Pass "joint", "motor" or "absolute", or the matrix A and the names of x in q = A x.
        """

        names = names or [f"x{k}" for k in range(1, self.n + 1)]
        chosen = (
            named_coordinates(self.robot, which)
            if isinstance(which, str)
            else linear_coordinates(self.robot, which, names)
        )
        return equations(self.robot, coordinates=chosen, wrench=dict(self.mechanics.wrench))

    def graph(self, quantity: str) -> Any:
        """Return a quantity, such as "M", "c", "tau" or "christoffel", as nodes of the expression graph."""
        return self._graph[quantity]

    def compile(self, quantity: str, dtype: str = "float64") -> Kernel:
        """Compile a quantity to a numerical function.

        The function takes the arguments q, qd, qdd and lambdas on which the quantity depends, and the values of
        `parameter_names`.
        """
        return compiled(self._graph, quantity, dtype)

    @property
    def parameter_names(self) -> tuple[str, ...]:
        """Names of the symbols without values, in the order expected by the last argument of compiled functions."""
        return parameter_names(self.mechanics)

    @working("writing equations")
    def text(self, what: str = "tau", **style: Any) -> str:
        """Format a quantity as plain text, which `check` accepts.

        Parameters
        ----------
        what : str
            One of tau, M, c, g, S, C, B, christoffel, T, U, L, p, friction, spring, external, phi, J, base_parameters
            and symbols.
        group : {"inertia", "base"}, optional
            Collect the terms by masses and inertias, or use base parameters (the default for long equations).
        short : bool, optional
            Whether to write c12 for cos(q1 + q2). By default, only long equations on pages are shortened.
        digits : int or None
            Number of significant digits of decimals, by default 6 in plain text and 4 on pages. If None, numbers are
            written as exact fractions.
        fold, long : int
            A bracketed expression with more than `fold` terms is given a name. If a row has more than `long` terms, its
            coefficients are listed separately.
        width : float
            Width of the text block in points, or in characters for plain text.
        names : bool
            Whether to assign names to repeated expressions.
        symbols : mapping of str to str
            Replacements for the letters of quantities, such as {"q": "theta", "M": "H"}.
        """
        return super().text(what, **style)

    def __repr__(self) -> str:
        rigid = "rigid " if elastic_joints(self.robot) else ""
        return f"<Equations of {rigid}'{self.robot.name}', n = {self.n}>"

    @working("writing equations")
    def typeset(self, language: Language, what: str = "tau", group: str | None = None, **style: Any) -> Display:
        """Typeset a quantity as equations for a page in the given output language."""
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
    """Derive the exact equations of motion of a robot.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
    coordinates : {"joint", "motor", "absolute"} or Coordinates
        "motor" uses the motor angles θ = N q. "absolute" uses the sums of the angles about parallel axes.
    wrench : mapping from link or frame to six entries, optional
        External wrench [force, moment] in N and N·m at the frame's origin, expressed in world axes. The entries are
        numbers or symbols such as "Fx".
    largest : int
        Largest number of terms of the inertia matrix M. The number of terms is estimated before M is computed.

    Returns
    -------
    Equations

    Raises
    ------
    TooLarge
        If the inertia matrix is estimated to have more than `largest` terms.

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
    """Yield warnings about the model, such as omitted joint springs, physically inconsistent links, and joints that
    move no inertia.
    """
    if soft := elastic_joints(robot):
        yield finding.RigidModel(tuple(map(JointName, soft)))
    for link in robot.links:
        if violation := link.inertia.impossible:
            yield finding.LinkViolation(LinkName(shown(link.name)), violation)
    if idle := _weightless(robot):
        yield finding.NoInertia(tuple(JointName(shown(name)) for name in idle))


def _weightless(robot: Robot) -> list[str]:
    """Return the names of the coordinates that move no inertia."""
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
    """Equations of motion of a robot with elastic joints, as SymPy expressions.

    `links[i]` equals τ_i for a rigid joint and 0 for an elastic joint. `motors[j]` equals the motor torque of the j-th
    elastic joint. The symbols are q_i, qd_i, qdd_i, theta_i, thetad_i and thetadd_i, where i is the number of the
    coordinate, counted from 1. `rigid` contains M, c and g. K, D and B are diagonal matrices of the spring stiffnesses,
    the damping coefficients and the rotor inertias. `energy` is T + U for the links, plus ½ B θ̇² for the rotors and ½
    K (q − θ)² for the springs.
    """

    robot: Robot
    rigid: Equations  # equations of the links, without the motors of elastic joints

    @cached_property
    def drives(self) -> dict[int, Drive]:
        """Drives with a joint spring, keyed by coordinate number, counted from 1."""
        found = {i: dof.drive for i, dof in enumerate(self.robot.dofs, 1)}
        return {i: drive for i, drive in found.items() if drive is not None and drive.stiffness is not None}

    @property
    def elastic(self) -> tuple[int, ...]:
        """Indices of the elastic coordinates, counted from 1."""
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
        return self._diagonal("stiffness")

    @cached_property
    def D(self) -> SymPy:
        return self._diagonal("joint_damping")

    @cached_property
    def B(self) -> SymPy:
        return self._diagonal("inertia")

    @property
    def energy(self) -> SymPy:
        """Total energy of the links, rotors and joint springs.

        The time derivative of the energy equals the motor power minus the power dissipated by friction and dampers.
        """
        import sympy

        total = self.rigid.T + self.rigid.U
        for j, i in enumerate(self.drives):
            q, theta, thetad = (sympy.Symbol(f"{x}{i}") for x in ("q", "theta", "thetad"))
            total += self.B[j, j] * thetad**2 / 2
            total += self.K[j, j] * (q - theta) ** 2 / 2
        return total

    @property
    def model(self) -> Mechanics:
        return self.rigid.mechanics

    @cached_property
    def reader(self) -> ElementDisplay:
        """Formatter for formulas with motor angles. The formatter writes θ̇ as the derivative of θ."""
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
        """Yield the link equations, followed by the motor equations.

        The left-hand side of each equation is the effort, which is 0 for a link driven through an elastic joint.
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
        """Return the inertia, friction and spring terms of the motor equation of coordinate i."""
        drive = self.drives[i]
        own = collected(self.reader.terms(self._element(motor_effort(drive, i) + spring_effort(drive, i))))
        return ExpressionSum((*own.products, *self._spring(i, "theta", "q").products))

    def _spring(self, i: int, mine: str, other: str) -> ExpressionSum:
        """Return the spring and damper terms K (q − θ) + D (q̇ − θ̇) of the link equation.

        The motor equation contains the same terms with the opposite sign.
        """
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

    def _diagonal(self, field: str) -> SymPy:
        import sympy

        entries = (getattr(drive, field) for drive in self.drives.values())
        return sympy.diag(*(self.reader.sympy(self._element(x)) for x in entries))


def _term(name: str, k: int) -> ExpressionProduct:
    return ExpressionProduct(Fraction(k), ((Atom("symbol", name, (FactorRank.COORDINATE, 0, name)), 1),))


def elastic_equations(robot: Robot) -> ElasticEquations:
    """Derive the equations of motion of a robot with elastic joints."""
    if not elastic_joints(robot):
        raise finding.RobotHasNo(RobotName(robot.name), Noun("elastic joint")).error()
    return ElasticEquations(robot, equations(link_side(robot)))


def spring_effort(drive: Drive, i: int) -> Scalar:
    """Return K (q − θ) + D (q̇ − θ̇), the effort of the elastic joint i on the link side."""
    q, qd, th, thd = (symbol(f"{x}{i}") for x in ("q", "qd", "theta", "thetad"))
    stiffness: Scalar = 0 if drive.stiffness is None else drive.stiffness
    effort: Scalar = stiffness * (q - th) + drive.joint_damping * (qd - thd)
    return effort


def motor_effort(drive: Drive, i: int) -> Scalar:
    """Return the torque of the motor that drives the elastic joint i.

    The torque is τ = B θ̈ + N² bm θ̇ + |N| fcm sign θ̇ + K (θ − q) + D (θ̇ − q̇).
    """
    thd, thdd = symbol(f"thetad{i}"), symbol(f"thetadd{i}")
    dry = absolute(drive.gear_ratio) * drive.motor_coulomb
    own = drive.inertia * thdd + drive.gear_ratio**2 * drive.motor_damping * thd + dry * sign(thd)
    effort: Scalar = own - spring_effort(drive, i)
    return effort


def link_side(robot: Robot) -> Robot:
    """Return a copy of the robot without joint springs.

    The rotor inertia and the friction of motors that drive links through joint springs are also omitted.
    """
    soft = elastic_joints(robot)
    joints = (replace(x, drive=_of_link(x.drive)) if x.name in soft else x for x in robot.joints)
    return replace(robot, joints=tuple(joints))


def _of_link(drive: Drive | None) -> Drive | None:
    nothing = {"rotor_inertia": 0, "motor_damping": 0, "motor_coulomb": 0, "stiffness": None, "joint_damping": 0}
    return None if drive is None else drive.changed(**nothing)
