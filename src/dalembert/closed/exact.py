"""The equations of motion of a robot as one object, exact; SymPy only carries the results out.

    M(q) q̈ + c(q, q̇) + g(q) + friction + springs = τ + Σ Jᵀw + Jᵀλ                         [deluca], [briot], [tang]
Everything is computed in the ring (`mechanics`) when first asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from dalembert.closed.base_parameters import BaseParameters, base_parameters
from dalembert.closed.model.assembly import Assembly
from dalembert.closed.model.base_form import BaseForm
from dalembert.closed.model.coordinates import linear_coordinates
from dalembert.closed.model.driven import elastic_joints
from dalembert.closed.model.mechanics import Mechanics, parameter_names
from dalembert.closed.model.terms import KINDS, Term, terms
from dalembert.closed.model.unit import Units
from dalembert.closed.printing.form import chosen, is_long
from dalembert.closed.printing.quantity import Look, base_display, display, symbols_display
from dalembert.closed.printing.tree_writer import DIGITS
from dalembert.errors import UnknownName, did_you_mean
from dalembert.typeset.block import Display
from dalembert.typeset.language import Language
from dalembert.typeset.languages import language as language_of
from dalembert.typeset.web import shown_alone

if TYPE_CHECKING:
    from dalembert.closed.model.elastic import ElasticEquations
    from dalembert.closed.model.independent import IndependentEquations
    from dalembert.codegen.runtimes.kernel import Kernel

SymPy: TypeAlias = Any


class Equations:
    """Equations of motion. `mechanics` holds them as elements of the exact ring, the attributes as SymPy objects."""

    def __init__(self, exact: Mechanics) -> None:
        self.mechanics = exact
        self.robot, self.n = exact.robot, exact.n

    @cached_property
    def M(self) -> SymPy:
        """Inertia matrix."""
        return self._array("M")

    @cached_property
    def christoffel(self) -> tuple[tuple[tuple[SymPy, ...], ...], ...]:
        """c_kij, indexed [k][i][j]."""
        return tuple(tuple(tuple(row) for row in C_k) for C_k in self._sympy.christoffel)

    @cached_property
    def C_k(self) -> tuple[SymPy, ...]:
        """Matrices of Christoffel symbols: c_k = q̇ᵀC_k q̇."""
        import sympy

        return tuple(sympy.ImmutableMatrix(C_k) for C_k in self.christoffel)

    @cached_property
    def c(self) -> SymPy:
        """Coriolis and centrifugal vector."""
        return self._array("c")

    @cached_property
    def g(self) -> SymPy:
        """Gravity vector ∂U/∂q."""
        return self._array("g")

    @cached_property
    def friction(self) -> SymPy:
        """(b + N² bm) q̇ + fc sign q̇, on the left of the equations."""
        return self._array("friction")

    @cached_property
    def external(self) -> SymPy:
        """Σ Jᵀw, on the right of the equations."""
        return self._array("external")

    @cached_property
    def spring(self) -> SymPy:
        """r k (L − L0) of the springs, on the left of the equations."""
        return self._array("spring")

    @cached_property
    def phi(self) -> SymPy:
        """What the loops keep at zero; rows that no motion changes are left out."""
        return self._array("phi")

    @cached_property
    def J(self) -> SymPy:
        """∂φ/∂q, a row for each of `phi`."""
        return self._array("J")

    @cached_property
    def lambdas(self) -> tuple[SymPy, ...]:
        """The multipliers lambda1, …, one a row of J."""
        return tuple(self._sympy["lambdas"])

    @cached_property
    def independent(self) -> IndependentEquations:
        """The loops eliminated: the actuated rates as the independent ones if they are as many, else the first that can."""
        from dalembert.closed.model.independent import IndependentEquations

        return IndependentEquations(self.mechanics)

    @cached_property
    def tau(self) -> SymPy:
        """Efforts: M q̈ + c + g + friction + springs − Jᵀw − Jᵀλ."""
        return self._array("tau")

    @cached_property
    def efforts(self) -> SymPy:
        """What `tau` equals in terms of the joints' efforts: (tau1 − tau2, tau2) for absolute angles."""
        import sympy

        return sympy.ImmutableMatrix([self.mechanics.display.sympy(x) for x in self.mechanics.efforts])

    @cached_property
    def T(self) -> SymPy:
        """Kinetic energy."""
        return self._sympy["T"]

    @cached_property
    def U(self) -> SymPy:
        """Potential energy."""
        return self._sympy["U"]

    @cached_property
    def L(self) -> SymPy:
        """Lagrangian T − U."""
        return self._sympy["L"]

    @cached_property
    def p(self) -> SymPy:
        """Momenta ∂L/∂q̇ = M q̇."""
        return self._array("p")

    @cached_property
    def S(self) -> SymPy:
        """S_kj = Σ_i c_kij q̇_i, for which Ṁ − 2S is skew."""
        return self._array("S")

    @cached_property
    def S_generic(self) -> SymPy:
        """S = Σ_i (∂M_i/∂q − ½ (∂M_i/∂q)ᵀ) q̇_i."""
        return self._array("S_generic")

    @cached_property
    def S_unsymmetrised(self) -> SymPy:
        """S_ij = Σ_k (∂M_ij/∂q_k − ½ ∂M_jk/∂q_i) q̇_k."""
        return self._array("S_unsymmetrised")

    @cached_property
    def C(self) -> SymPy:
        """Centrifugal matrix of c = C [q̇²] + B [q̇q̇]."""
        return self._array("C")

    @cached_property
    def B(self) -> SymPy:
        """Coriolis matrix of the same split: columns (1,2), (1,3), …, (2,3), …, n(n − 1)/2 of them."""
        return self._array("B")

    # ── structure ─────────────────────────────────────────────────────────────

    def terms(self, kind: str | None = None) -> list[Term]:
        """Every term of every effort with its kind: inertial, centrifugal, Coriolis, gravity, friction, spring, external, loop."""
        if kind is not None and kind not in KINDS:
            raise UnknownName(f"no terms are called '{kind}'{did_you_mean(kind, KINDS)}")
        return [x for x in self._terms if kind is None or x.kind == kind]

    @cached_property
    def _terms(self) -> list[Term]:
        return terms(self.mechanics)

    @cached_property
    def base_parameters(self) -> BaseParameters:
        """The fewest combinations of inertial parameters that the motion depends on; of loops, of the tree cut open."""
        return self.mechanics.base if isinstance(self.mechanics, BaseForm) else base_parameters(self.mechanics)

    @cached_property
    def regrouped(self) -> Equations:
        """The same equations with base parameters as symbols."""
        return self if isinstance(self.mechanics, BaseForm) else Equations(BaseForm(self.base_parameters))

    @cached_property
    def units(self) -> Units:
        """The unit of every symbol and base parameter, {"m1": "kg", …}; `.dimension(x)` and `.mixed(x)` of expressions."""
        return Units(self.mechanics, None if self.mechanics.tree.is_lifted else self.base_parameters)

    @cached_property
    def elastic(self) -> ElasticEquations:
        """M q̈ + c + g + K(q − θ) = 0, B θ̈ + K(θ − q) = τ, for drives that have a `stiffness`."""
        from dalembert.closed.model.elastic import elastic_equations  # it is made of these equations

        return elastic_equations(self.robot)

    def coordinates(self, which: str | Sequence[Sequence[Any]], names: Sequence[str] | None = None) -> Equations:
        """In other coordinates: a name ("joint", "motor", "absolute"), or A and names of x for q = A x."""
        from dalembert.closed.equations import equations  # the door, which makes these

        names = names or [f"x{k}" for k in range(1, self.n + 1)]
        chosen = which if isinstance(which, str) else linear_coordinates(self.robot, which, names)
        return equations(self.robot, coordinates=chosen, wrench=dict(self.mechanics.wrench))

    def graph(self, quantity: str) -> Any:
        """A quantity as graph nodes, nested like the SymPy one: "M", "c", "g", "tau", "T", "U", "christoffel", "S" …"""
        return self._graph[quantity]

    def compile(self, quantity: str, dtype: str = "float64") -> Kernel:
        """The quantity as a compiled function of (q, qd, qdd, lambdas), as far as it needs them, and of `parameter_names`."""
        from dalembert.closed.model.evaluate import compiled  # the compiler is not needed to read equations

        return compiled(self._graph, quantity, dtype)

    @property
    def parameter_names(self) -> tuple[str, ...]:
        """The symbols without values, in the order in which compiled functions take them."""
        return parameter_names(self.mechanics)

    def text(self, what: str = "tau", **style: Any) -> str:
        """Plain text that `check` reads back.

        `what`: tau M c g S C B christoffel T U L p friction spring external phi J base_parameters symbols; the last two with units.
        Style: `group` "inertia" (collected under masses and inertias) or "base" (in base parameters; the default
        for long equations), `short` (c12 for cos(q1 + q2); by default where lines are long, but not in plain text),
        `digits` of decimals (None: exact fractions; 6 in plain text, 4 on pages), `fold` (terms of a bracket from which on it gets a name),
        `long` (terms of a row from which on its coefficients are written apart), `width` of the text block in pt
        (of plain text: characters), `names` (False: no names for what occurs often on a page), `symbols` of one's own,
        {"q": "theta", "M": "H"}.
        """
        return self._written("text", what, **style)

    def latex(self, what: str = "tau", **style: Any) -> str:
        """LaTeX; style as in `text`."""
        return self._written("latex", what, **style)

    def typst(self, what: str = "tau", **style: Any) -> str:
        """Typst mathematics; style as in `text`."""
        return self._written("typst", what, **style)

    def html(self, what: str = "tau", **style: Any) -> str:
        """HTML with MathML; style as in `text`."""
        return f'<div class="dalembert">{self._written("html", what, **style)}</div>'

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self.latex()}$"

    def _repr_html_(self) -> str:
        return shown_alone(self.html())

    def __repr__(self) -> str:
        rigid = "rigid " if elastic_joints(self.robot) else ""
        return f"<Equations of {rigid}'{self.robot.name}', n = {self.n}>"

    def typeset(self, language: Language, what: str = "tau", group: str | None = None, **style: Any) -> Display:
        """A quantity as equations that can stand on a page in this language."""
        look = Look(**{"digits": DIGITS[language.plain], **style})
        if what == "base_parameters":
            return base_display(self.base_parameters, self.units, language, look)
        if what == "symbols":
            return symbols_display(self.mechanics, self.units, look)
        exact = chosen(self.mechanics, lambda: self.regrouped.mechanics, group)
        if not language.plain and look.short is None and is_long(self.mechanics):
            look = replace(look, short=True)
        return display(exact, language, what, look)

    def _written(self, name: str, what: str, width: float | None = None, **style: Any) -> str:
        language = language_of(name, width)
        return language.set(self.typeset(language, what, **style))

    @cached_property
    def _sympy(self) -> Assembly:
        import sympy

        return Assembly(self.mechanics, self.mechanics.display.sympy, sympy.Rational(1, 2), expand=True)

    @cached_property
    def _graph(self) -> Assembly:
        return Assembly(self.mechanics, self.mechanics.display.node, Fraction(1, 2), expand=False)

    def _array(self, quantity: str) -> SymPy:
        import sympy

        return sympy.ImmutableMatrix(self._sympy[quantity])
