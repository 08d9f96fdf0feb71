r"""Inverse kinematics as formulas: the equations that give each coordinate from the pose of a frame.

    a cos q + b sin q = c       q = atan2(b, a) + σ atan2(√d, c),   d = a² + b² − c²,   σ = ±1         [tang], [pieper1968]
    w = Rz(q) v                 q = atan2(w_y, w_x) − atan2(v_y, v_x)
    a q² + b q = c              q = (−b + σ √d)/(2a),   d = b² + 4ac
    quartic in t = tan(q/2)

The wrist centre c is a point on the last axis, or the intersection of the last three axes. At most three joints move c.
Joint 1 maps u to the target position t of c, in the frame of joint 1. If the joint is revolute, t = Rz(q₁) u has the
same u_z and |u|². If it is prismatic, u_x and u_y do not change. These two equations contain q₂ and q₃. If both contain
q₂, they are linear in its sine and cosine, and Cramer's rule with s² + c² = 1 eliminates q₂. Then u and t determine q₁.
The remaining rotation determines the wrist angles. The formulas are tested with the poses of random configurations
before they are returned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import Any

import numpy as np

from dalembert import finding
from dalembert.boundary import RobotLike, as_frame, as_robot
from dalembert.closed.algebra.ring import Poly, Ring, ring_for
from dalembert.closed.derivation.step import DerivationStep, StepEquation, blocks, described
from dalembert.closed.printing.display import ElementDisplay, Style
from dalembert.dynamics import forward_kinematics
from dalembert.finding.finding import RobotName
from dalembert.graph import evaluate, symbol
from dalembert.graph.scalar import cos
from dalembert.kinematics.analytic_inverse import linear, quadratic
from dalembert.kinematics.chain import geometry, sample, sample_lengths
from dalembert.kinematics.symbolic_kinematics import exact_mechanics
from dalembert.robot.model import Robot
from dalembert.spatial.pose import Pose
from dalembert.spatial.rotation import wrapped
from dalembert.spatial.vector import EYE, ZERO, Matrix, Vector, add, matmul, matvec, scale, sub, transpose
from dalembert.tolerance import DOUBLE_ROOT, SAME_POSE, SAME_SOLUTION
from dalembert.typeset import block as b
from dalembert.typeset.languages import language as language_of

_POSITION = ("x", "y", "z")
_ROTATION = tuple(f"r{i}{j}" for i in "123" for j in "123")
_TESTED = 8  # configurations that the formulas must recover


@dataclass(frozen=True)
class CoordinateFormula:
    """Formula for one coordinate in terms of the target and the previous coordinates.

    `kind` is trigonometric, turn, quotient, quadratic or quartic, and `parts` are its coefficients, such as a, b and c.
    `branch` is the name of the choice between two solutions: shoulder, elbow or wrist.
    """

    number: int
    kind: str
    parts: tuple[Poly, ...]
    branch: str = ""

    @property
    def letters(self) -> list[str]:
        """Letters of the coefficients: A, B, C and D, or K4 to K0 for a quartic."""
        return [f"K{i}" for i in range(4, -1, -1)] if self.kind == "quartic" else list("ABCD"[: len(self.parts)])


@dataclass(frozen=True, eq=False)
class InverseFormulas:
    """Formulas for the inverse kinematics, in the order of evaluation.

    `target` names the inputs: x, y and z of the frame's origin, and r11 … r33 of its rotation matrix if the orientation
    is given.
    """

    robot: Robot
    frame: str | None
    target: tuple[str, ...]
    formulas: tuple[CoordinateFormula, ...]
    display: ElementDisplay

    @property
    def branches(self) -> tuple[str, ...]:
        """Names of the choices between two solutions, in the order of the formulas."""
        return tuple(x.branch for x in self.formulas if x.branch)

    def solve(self, pose: Any, **parameters: float) -> np.ndarray[Any, np.dtype[np.float64]]:
        """Evaluate the formulas for a 4×4 pose or a position, with values of the symbolic lengths.

        The `k` solutions, shape `(k, n)`, are verified by forward kinematics. If the target is out of reach, `k` is 0.
        """
        pose = np.asarray(pose, float)
        flat = pose if pose.ndim == 1 else np.concatenate([pose[:3, 3], pose[:3, :3].ravel()])
        found = [dict(zip(self.target, map(float, flat), strict=False)) | parameters]
        for formula in self.formulas:
            found = [values | {f"q{formula.number}": q} for values in found for q in self._values(formula, values)]
        rows = [[values[f"q{k}"] for k in range(1, self.robot.n + 1)] for values in found]
        robot, every = geometry(self.robot).bind(**parameters), np.array(rows).reshape(-1, self.robot.n)
        turning = [x.number - 1 for x in self.formulas if x.kind not in ("quotient", "quadratic")]
        every[:, turning] = wrapped(every[:, turning])
        reached = forward_kinematics(robot, every, self.frame)[:, :3]
        off = reached - pose[:3] if len(self.target) > 3 else reached[:, :, 3] - flat[:3]
        every = every[np.abs(off).max(axis=tuple(range(1, off.ndim)), initial=0) < SAME_POSE]
        return np.asarray(every)

    def _values(self, formula: CoordinateFormula, values: Mapping[str, float]) -> list[float]:
        numbers = [float(x) for x in evaluate([self.display.node(x) for x in formula.parts], dict(values))]
        found = np.atleast_1d(_SOLVERS[formula.kind](*map(np.float64, numbers)))
        return [float(x) for x in found if np.isfinite(x)]

    @cached_property
    def steps(self) -> tuple[DerivationStep, ...]:
        """Steps of the derivation, one per coordinate."""
        first = described("inverse.target", also={"pose": len(self.target) > 3, "point": len(self.target) == 3})
        return (first, *(_step(x, self.display) for x in self.formulas))

    def text(self, **style: Any) -> str:
        """Format the formulas as plain text."""
        return self._written("text", **style)

    def latex(self, **style: Any) -> str:
        """Format the formulas as LaTeX sections."""
        return self._written("latex", **style)

    def html(self, **style: Any) -> str:
        """Format the formulas as an HTML fragment with MathML."""
        return self._written("html", **style)

    def _written(self, name: str, *, terms: int = 200, width: float | None = None, **style: Any) -> str:
        language = language_of(name, width)
        title = b.Section(described("inverse.title", robot=self.robot.name).title)
        return language.blocks([title, *blocks(self.steps, language, terms, Style.on(language, **style), 2)])

    def python(self) -> str:
        """Return the source code of a Python function `inverse`, which returns all solutions as tuples."""
        inputs = [*self.target, *geometry(self.robot).parameters]
        lines, pad = [f"def inverse({', '.join(inputs)}):", "    solutions = []"], "    "
        for x in self.formulas:
            names = [self.display.ring.unused(f"{letter}_{x.number}") for letter in x.letters]
            given = zip(names, x.parts, strict=True)
            lines += [f"{pad}{name} = {self.display.text(part, digits=None)}" for name, part in given]
            lines.append(f"{pad}for q{x.number} in _{x.kind}({', '.join(names)}):")
            pad += "    "
        every = ", ".join(f"q{k}" for k in range(1, self.robot.n + 1))
        helpers = files("dalembert.kinematics").joinpath("inverse_formulas.txt").read_text("utf-8")
        return helpers + "\n".join([*lines, f"{pad}solutions.append(({every},))", "    return solutions", ""])

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Inverse kinematics of {self.robot.name}, branches: {', '.join(self.branches) or 'none'}>"


def inverse_formulas(robot: RobotLike, frame: str | None = None) -> InverseFormulas:
    """Derive formulas for the inverse kinematics of an arm.

    The formulas cover arms with at most three joints that reach a position, and arms whose last axis, or last three
    axes, form a wrist behind at most three other joints. Planar arms, SCARA arms and 6R arms with a spherical wrist
    are examples.

    Parameters
    ----------
    robot : Robot, gallery name or path of a robot file
        Lengths can be symbols.
    frame : str, optional
        Link or frame. Default: `tool`, or the tip of the longest chain.

    Returns
    -------
    InverseFormulas

    Raises
    ------
    UnsupportedElement
        If the formulas do not cover the arm, or if the degree of an equation is greater than four.

    Examples
    --------
    >>> import dalembert as da
    >>> found = da.kinematics.inverse_formulas("planar_2r")
    >>> found.branches
    ('elbow',)
    >>> print(found.steps[1].equations[-1])
    q2 = atan2(B2,A2) + σ2 atan2(D2¹/²,C2)
    """
    robot = as_robot(robot)
    frame = as_frame(robot, frame)
    n = robot.n
    for wrist in (0, 1, 3):
        arm = _Arm(robot, frame, wrist) if wrist <= n <= wrist + 3 else None
        found = arm and arm.solved()
        if found and _recovers(found):
            return found
    raise finding.NoInverseFormulas(RobotName(robot.name)).error()


def _recovers(found: InverseFormulas) -> bool:
    """Return whether the formulas recover random configurations of a robot with sample lengths from their poses."""
    robot = sample(found.robot)
    lengths = sample_lengths(found.robot)
    rng = np.random.default_rng(0)
    for q in rng.uniform(-1.2, 1.2, (_TESTED, robot.n)):
        pose = forward_kinematics(robot, q, found.frame)
        every = found.solve(pose if len(found.target) > 3 else pose[:3, 3], **lengths)
        off = np.abs(wrapped(every - q)).max(axis=1, initial=0)
        if off.min(initial=np.inf) > SAME_SOLUTION:
            return False
    return True


class _Arm:
    """Arm with exact joint placements, and the equations that relate its coordinates to the target."""

    def __init__(self, robot: Robot, frame: str | None, wrist: int) -> None:
        self.robot, self.frame, self.wrist = robot, frame, wrist
        self.n, self.m = robot.n, robot.n - wrist
        self.exact = exact_mechanics(robot)
        tree = self.exact.tree
        last, self.tool = tree.place(frame)
        self.bodies = [tree.bodies[i] for i in tree.ancestors(last)[::-1]] if last >= 0 else []

    @property
    def serial(self) -> bool:
        """Whether the chain contains all coordinates in order, has no ball joints, and has a revolute wrist."""
        bodies = self.bodies
        plain = [b.coordinate for b in bodies] == [*range(self.n)] and all(b.ratio == 1 for b in bodies)
        return plain and all(b.motion == ("turn" if i >= self.m else b.motion) != "ball" for i, b in enumerate(bodies))

    @cached_property
    def ring(self) -> Ring:
        names = self.exact.coordinates.names
        poses = [*(b.placement for b in self.bodies), self.tool]
        constants = [x for pose in poses for x in (*(y for row in pose.R for y in row), *pose.p)]
        angles = [cos(symbol(x.q)) for x, b in zip(names, self.bodies, strict=True) if not b.prismatic]
        return ring_for(names, [*self.robot.parameters, *self.target], [*angles, *constants])

    @property
    def target(self) -> tuple[str, ...]:
        return (*_POSITION, *_ROTATION) if self.wrist else _POSITION

    def solved(self) -> InverseFormulas | None:
        """Return the formulas, or None if they do not cover the arm."""
        if not self.serial:
            return None
        centre = self._centre()
        formulas = centre and self._position(*centre)
        if not formulas:
            return None
        found = (*formulas, *self._orientation())
        return InverseFormulas(self.robot, self.frame, self.target, found, self.exact.display_in(self.ring))

    # ── geometry ──────────────────────────────────────────────────────────────

    def place(self, k: int) -> Pose:
        """Return the constant pose of joint k, counted from 0, in the frame of the previous link; n is the tool."""
        pose = self.bodies[k].placement if k < self.n else self.tool
        return Pose(self.ring.exact(pose.R), self.ring.exact(pose.p))

    def moved(self, k: int, x: Vector) -> Vector:
        """Apply the motion of joint k to a vector."""
        q = self.ring.symbol(f"q{k + 1}")
        if self.bodies[k].prismatic:
            return (x[0], x[1], x[2] + q)
        s, c = self.ring.sincos(q)
        return (*self.ring.reduced((c * x[0] - s * x[1], s * x[0] + c * x[1])), x[2])

    def turned(self, k: int, A: Matrix) -> Matrix:
        """Apply the rotation of joint k to the columns of a matrix."""
        return A if self.bodies[k].prismatic else transpose(tuple(self.moved(k, x) for x in transpose(A)))

    def _centre(self) -> tuple[Vector, Vector] | None:
        """Return the wrist in the frame of link m and in the frame of the target, or None if the axes do not intersect."""
        ring, zero = self.ring, self.ring.exact(ZERO)
        if not self.wrist:
            return self.place(self.n).p, zero
        own = zero  # in the frame of the last link
        inner = self.place(self.m).p
        if self.wrist == 3:
            five, six = self.place(self.n - 2), self.place(self.n - 1)
            along = tuple(row[2] for row in six.R)
            i = next((i for i in (0, 1) if along[i].is_constant() and along[i]), None)
            if i is None:
                return None
            meet = ring.reduced(sub(six.p, scale(six.p[i] / along[i], along)))  # on axis 6, in the frame of link 5
            inside = ring.reduced(add(five.p, matvec(five.R, meet)))  # in the frame of link 4
            if any(meet[:2]) or any(inside[:2]):
                return None
            first = self.place(self.m)
            inner = ring.reduced(add(first.p, matvec(first.R, inside)))
            own = ring.reduced(matvec(transpose(six.R), sub(meet, six.p)))
        tool = self.place(self.n)
        return inner, ring.reduced(matvec(transpose(tool.R), sub(own, tool.p)))

    def _rotation(self) -> Matrix:
        """Return the rotation matrix of the target."""
        names = iter(_ROTATION)
        return tuple(tuple(self.ring.symbol(next(names)) for _ in range(3)) for _ in range(3))

    # ── equations ─────────────────────────────────────────────────────────────

    def _position(self, u: Vector, own: Vector) -> list[CoordinateFormula] | None:
        """Solve for the first m joints, which move the point u of link m to the wrist of the target."""
        ring = self.ring
        t = tuple(ring.symbol(x) for x in _POSITION)
        if self.wrist:
            t = add(t, matvec(self._rotation(), own))
        for k in range(self.m - 1, 0, -1):
            u = ring.reduced(add(self.place(k).p, matvec(self.place(k).R, self.moved(k, u))))
        base = self.place(0)
        t = ring.reduced(matvec(transpose(base.R), sub(t, base.p)))
        if self.bodies[0].prismatic:
            equations = {"shoulder": u[0] - t[0], "elbow": u[1] - t[1]}
            first = CoordinateFormula(1, "quotient", (ring.one, t[2] - u[2]))
        else:
            height = self.place(1).p[2]  # the origin at the foot of the second axis shortens the equations
            u, t = (ring.reduced((*x[:2], x[2] - height)) for x in (u, t))
            equations = {"shoulder": u[2] - t[2], "elbow": ring.dot(u, u) - ring.dot(t, t)}
            first = CoordinateFormula(1, "turn", (u[0], u[1], t[0], t[1]))
        found = self._solved(equations, [*range(1, self.m)])
        return None if found is None else [*found, first]

    def _solved(self, equations: dict[str, Poly], unknown: list[int]) -> list[CoordinateFormula] | None:
        """Solve two equations for at most two coordinates, one after the other."""
        found: list[CoordinateFormula] = []
        equations = {name: x for name, x in equations.items() if self._within(x, unknown)}
        while unknown:
            alone = [(name, k) for name, x in equations.items() for k in unknown if self._within(x, unknown) == [k]]
            both = self._both(unknown[0], [*equations.values()]) if len(unknown) == 1 and len(alone) == 2 else None
            solved = [both] if both else [self._formula(equations[name], k, name) for name, k in alone]
            if not any(solved) and len(unknown) == len(equations) == 2:
                made = [y for k in unknown if (y := self._eliminated(k, *equations.values())) is not None]
                solved = [self._formula(p, j, "elbow") for p, j in made]
            best = min(filter(None, solved), key=lambda x: (x.kind == "quartic", len(x.parts)), default=None)
            if best is None:
                return None
            found.append(best)
            unknown = [k for k in unknown if k != best.number - 1]
            equations = {name: x for name, x in equations.items() if self._within(x, unknown)}
        return found

    def _within(self, p: Poly, unknown: Sequence[int]) -> list[int]:
        """Return the unknown coordinates in an equation."""
        return [k for k in unknown if any(any(key) for key in self._collected(p, k))]

    def _collected(self, p: Poly, k: int) -> dict[tuple[int, ...], Poly]:
        """Collect an equation by powers of (cos q_k, sin q_k), or of q_k for a prismatic joint."""
        ring, parts = self.ring, dict[tuple[int, ...], dict[Any, Any]]()
        if self.bodies[k].prismatic:
            where = [ring.index[f"q{k + 1}"]]
        else:
            where = [next(iter(x.to_dict())).index(1) for x in ring.sincos(ring.symbol(f"q{k + 1}"))[::-1]]
        for monomial, x in p.to_dict().items():
            rest = tuple(0 if i in where else e for i, e in enumerate(monomial))
            parts.setdefault(tuple(monomial[i] for i in where), {})[rest] = x
        return {key: ring.context.from_dict(part) for key, part in parts.items()}

    def _formula(self, p: Poly, k: int, branch: str) -> CoordinateFormula | None:
        """Return the formula of the only coordinate in an equation p = 0."""
        parts, zero = self._collected(p, k), self.ring.zero
        degree = max(map(sum, parts), default=0)
        if self.bodies[k].prismatic:
            a, b, c = (parts.get((e,), zero) for e in (2, 1, 0))
            if degree == 1:
                return CoordinateFormula(k + 1, "quotient", (b, -c))
            return CoordinateFormula(k + 1, "quadratic", (a, b, -c), branch) if degree == 2 else None
        if degree == 1:
            a, b, c = (parts.get(e, zero) for e in ((1, 0), (0, 1), (0, 0)))
            return CoordinateFormula(k + 1, "trigonometric", (a, b, -c), branch)
        powers = [zero] * (2 * degree + 1)
        for (c, s), x in parts.items():  # cos = (1 − t²)/(1 + t²), sin = 2t/(1 + t²)
            factor = (
                np.poly1d([-1, 0, 1]) ** int(c)
                * np.poly1d([2, 0]) ** int(s)
                * np.poly1d([1, 0, 1]) ** int(degree - c - s)
            )
            for e, number in enumerate(factor.coeffs[::-1]):
                powers[e] = powers[e] + x * int(number)
        return CoordinateFormula(k + 1, "quartic", tuple(powers[::-1]), branch) if degree == 2 else None

    def _both(self, k: int, equations: Sequence[Poly]) -> CoordinateFormula | None:
        """Solve two equations that are linear in the sine and cosine of q_k by Cramer's rule."""
        cramer = self._cramer(k, equations)
        if cramer is None or not cramer[2]:
            return None
        C, S, D = cramer
        ring = self.ring
        return CoordinateFormula(k + 1, "turn", (ring.one, ring.zero, ring.mul(C, D), ring.mul(S, D)))

    def _cramer(self, k: int, equations: Sequence[Poly]) -> tuple[Poly, Poly, Poly] | None:
        """Return the numerators of cos q_k and sin q_k, and their common denominator."""
        parts = [self._collected(p, k) for p in equations]
        if self.bodies[k].prismatic or any(sum(key) > 1 for x in parts for key in x):
            return None
        (a, b, c), (d, e, f) = ([x.get(y, self.ring.zero) for y in ((1, 0), (0, 1), (0, 0))] for x in parts)
        ring = self.ring
        return ring.mul(b, f) - ring.mul(c, e), ring.mul(c, d) - ring.mul(a, f), ring.mul(a, e) - ring.mul(b, d)

    def _eliminated(self, k: int, one: Poly, two: Poly) -> tuple[Poly, int] | None:
        """Eliminate q_k from two equations, and return the result and the other unknown coordinate."""
        other = next(j for j in range(1, self.m) if j != k)
        cramer, ring = self._cramer(k, (one, two)), self.ring
        if cramer is not None:
            C, S, D = cramer
            return ring.dot((C, S), (C, S)) - ring.mul(D, D), other
        first, second = sorted((self._collected(x, k) for x in (one, two)), key=lambda x: max(map(sum, x)))
        if not self.bodies[k].prismatic or max(map(sum, first)) != 1:
            return None
        a, c = first[1,], first.get((0,), ring.zero)
        order = max(map(sum, second))
        result = sum((x * (-c) ** e * a ** (order - e) for (e,), x in second.items()), ring.zero)
        return ring.reduce(result), other

    def _orientation(self) -> Iterator[CoordinateFormula]:
        """Yield the formulas of the wrist, from the rotation of the target in the frame of its first joint."""
        if not self.wrist:
            return
        ring, R = self.ring, self.ring.exact(EYE)
        for k in range(self.m):
            R = ring.reduced(matmul(R, self._step(k)))
        before = ring.reduced(matmul(R, self.place(self.m).R))
        after = ring.reduced(matmul(self._rotation(), transpose(self.place(self.n).R)))
        W = ring.reduced(matmul(transpose(before), after))
        if self.wrist == 1:
            yield CoordinateFormula(self.n, "turn", (ring.one, ring.zero, W[0][0], W[1][0]))
            return
        five, six = self.n - 2, self.n - 1
        inner = ring.reduced(matmul(self.place(five).R, self.turned(five, self.place(six).R)))
        middle = self._formula(inner[2][2] - W[2][2], five, "wrist")
        assert middle is not None
        yield middle
        yield CoordinateFormula(five, "turn", (inner[0][2], inner[1][2], W[0][2], W[1][2]))
        yield CoordinateFormula(self.n, "turn", (W[2][0], W[2][1], inner[2][0], inner[2][1]))

    def _step(self, k: int) -> Matrix:
        """Return the rotation from the frame of link k to the frame of the previous link."""
        turned: Matrix = self.ring.reduced(matmul(self.place(k).R, self.turned(k, self.ring.exact(EYE))))
        return turned


def _quotient(a: Any, b: Any) -> Any:
    return b / a if a else ()


def _turn(a: Any, b: Any, c: Any, d: Any) -> Any:
    return np.arctan2(d, c) - np.arctan2(b, a)


def _quadratic(a: Any, b: Any, c: Any) -> Any:
    return quadratic(np.abs(a), b * np.sign(a), -c * np.sign(a)) if a else ()


def _quartic(*coefficients: Any) -> Any:
    roots = np.roots(coefficients)
    return 2 * np.arctan(roots[np.abs(roots.imag) < DOUBLE_ROOT**2 * (1 + np.abs(roots))].real)


_SOLVERS: dict[str, Callable[..., Any]] = {
    "trigonometric": linear,
    "turn": _turn,
    "quotient": _quotient,
    "quadratic": _quadratic,
    "quartic": _quartic,
}
_RULES = {
    "trigonometric": (
        "A_k^2 + B_k^2 - C_k^2",
        r"\operatorname{atan2}(B_k, A_k) + \sigma_k\,\operatorname{atan2}(D_k^{1/2}, C_k)",
    ),
    "turn": ("", r"\operatorname{atan2}(D_k, C_k) - \operatorname{atan2}(B_k, A_k)"),
    "quotient": ("", "B_k / A_k"),
    "quadratic": ("B_k^2 + 4 A_k C_k", r"(-B_k + \sigma_k D_k^{1/2}) / (2 A_k)"),
    "quartic": ("", r"2\,\operatorname{atan}(t_k)"),
}


def _step(x: CoordinateFormula, display: ElementDisplay) -> DerivationStep:
    """Return the step that states the equation of a coordinate and solves it."""
    k = x.number
    inner, rule = (text.replace("_k", f"_{{{k}}}") for text in _RULES[x.kind])
    lefts = [f"{y[0]}_{{{k}{',' if y[1:] else ''}{y[1:]}}}" for y in x.letters]
    equations = [StepEquation(left, part, display=display) for left, part in zip(lefts, x.parts, strict=True)]
    if inner:
        equations.append(StepEquation(f"D_{{{k}}}", rule=inner))
    if x.kind == "quartic":
        powers = [f"{left} t_{{{k}}}^{4 - i}" for i, left in enumerate(lefts[:-1])]
        equations.append(StepEquation(" + ".join([*powers, lefts[-1]]), rule="0"))
    also = {x.branch: True} if x.branch and x.kind != "quartic" else {}
    return described(f"inverse.{x.kind}", [*equations, StepEquation(f"q_{{{k}}}", rule=rule)], also=also, k=k)
