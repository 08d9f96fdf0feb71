"""Claims about robots as nine books write them: right ones, and ones with a planted mistake that says which.

`right(k)` and `wrong(k)` are the k-th of each, the same in every run. Nothing comes from the library: the bodies are
placed by textbook coordinates, SymPy differentiates, and how they are written, and the mistakes, are made here.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, cached_property

import sympy
from sympy import Expr, Matrix, Symbol, cos, diff, expand, sin

import dalembert as da

ROBOTS = (
    "planar_2r",
    "rp",
    "planar_3r",
    "planar_rpr",
    "spatial_3r",
    "cylindrical",
    "spherical",
    "scara",
    "cart_pole",
    "pendulum",
)
LOOPS = ("four_bar", "slider_crank")


@dataclass(frozen=True)
class Model:
    """The exact equations of one robot, and what they are made of."""

    name: str
    robot: da.Robot
    q: list[Symbol]
    qd: list[Symbol]
    qdd: list[Symbol]
    M: Matrix
    c: Matrix
    g: Matrix
    U: Expr
    gravity: Symbol | None
    angles: tuple[Expr, ...]  # the robot's own coordinates
    closure: Matrix | None = None  # of the loop, by its first coordinate

    @cached_property
    def ratios(self) -> list[Expr]:
        """q̇_k/q̇_1 where the loop is closed, by Cramer's rule."""
        J = self.closure.jacobian(self.q)
        whole = J[:, 1:].det()
        found = [sympy.Integer(1)]
        for k in range(J.shape[1] - 1):
            other = J[:, 1:].copy()
            other[:, k] = -J[:, 0]
            found.append(sympy.trigsimp(expand(other.det())) / sympy.trigsimp(expand(whole)))
        return found

    @property
    def reduced(self) -> Expr:
        """τ1 by the principle of virtual power."""
        return sum(k * row for k, row in zip(self.ratios, self.tau, strict=True))

    @property
    def n(self) -> int:
        return len(self.q)

    @property
    def T(self) -> Expr:
        return expand((Matrix(self.qd).T * self.M * Matrix(self.qd))[0] / 2)

    @property
    def tau(self) -> Matrix:
        return self.M * Matrix(self.qdd) + self.c + self.g

    @property
    def reach(self) -> Matrix:
        """Where the tool of the two-link arm is."""
        return self.along("l2")

    @property
    def speed(self) -> Matrix:
        """Of the mass centre of its second link."""
        place = self.along("lc2")
        return place.jacobian(self.q) * Matrix(self.qd)

    @property
    def determinant(self) -> Expr:
        return expand(self.along("l2").jacobian(self.q).det())

    def along(self, length: str) -> Matrix:
        """The point of link 2 at a distance from its joint."""
        q1, q2 = self.angles
        q12 = expand(q1 + q2)
        a, b = Symbol("l1"), Symbol(length)
        return Matrix([a * cos(q1) + b * cos(q12), a * sin(q1) + b * sin(q12)])

    def christoffel(self, k: int, i: int, j: int) -> Expr:
        """c_kij."""
        M, q = self.M, self.q
        return expand((diff(M[k, j], q[i]) + diff(M[k, i], q[j]) - diff(M[i, j], q[k])) / 2)


@dataclass(frozen=True)
class Body:
    """One rigid body: where its mass centre is, and what turns it how fast; `first` is m times the offset of the mass
    centre from that point, along `axis`."""

    m: Expr
    place: tuple[Expr, ...]
    turns: tuple[tuple[Expr, Expr], ...] = ()  # (moment of inertia, rate)
    first: tuple[Expr, tuple[Expr, ...]] = (sympy.Integer(0), ())


def _names(text: str) -> list[Symbol]:
    return [Symbol(x) for x in text.split()]


m1, m2, m3, I1, I2, I3, lc1, lc2, lc3, l1, l2, l3, d1 = _names("m1 m2 m3 I1 I2 I3 lc1 lc2 lc3 l1 l2 l3 d1")
q1, q2, q3, w1, w2, w3 = _names("q1 q2 q3 qd1 qd2 qd3")


def _ray(length: Expr, *angles: Expr) -> tuple[Expr, Expr]:
    angle = sum(angles)
    return length * cos(angle), length * sin(angle)


def _from(a: tuple[Expr, ...], b: tuple[Expr, ...]) -> tuple[Expr, ...]:
    return tuple(x + y for x, y in zip(a, b, strict=True))


def _arm(length: Expr, around: Expr, up: Expr) -> tuple[Expr, Expr, Expr]:
    """A point at a distance from the shoulder, at an azimuth and an elevation."""
    return length * cos(around) * cos(up), length * sin(around) * cos(up), length * sin(up)


def _bodies() -> dict[str, tuple[list[Body], int | None]]:
    """The bodies of each robot from textbook coordinates, and the axis that points up."""
    elbow, tip = _ray(l1, q1), _from(_ray(l1, q1), _ray(l2, q1, q2))
    slid = _ray(q2, q1)
    mx2, zz1, zz2, zz3, mc, mp, l, inertia, m, d, il, im, n = _names("mx2 zz1 zz2 zz3 mc mp l I m d Il Im n")
    first = Body(m1, _ray(lc1, q1), ((I1, w1),))
    second = Body(m2, _from(elbow, _ray(lc2, q1, q2)), ((I2, w1 + w2),))
    lift = sympy.Integer(0)
    return {
        "planar_2r": ([first, second], 1),
        "rp": ([Body(m1, _ray(l1, q1), ((I1, w1),)), Body(m2, slid, ((I2, w1),))], 1),
        "planar_3r": (
            [
                Body(lift, (lift, lift), ((zz1, w1),)),
                Body(m2, elbow, ((zz2, w1 + w2),), (mx2, _ray(sympy.Integer(1), q1, q2))),
                Body(m3, tip, ((zz3, w1 + w2 + w3),)),
            ],
            None,
        ),
        "planar_rpr": (
            [first, Body(m2, slid, ((I2, w1),)), Body(m3, _from(slid, _ray(lc3, q1, q3)), ((I3, w1 + w3),))],
            1,
        ),
        "spatial_3r": (
            [
                Body(m1, (lift, lift, lift), ((I1, w1),)),
                Body(m2, _arm(lc2, q1, q2), ((I2, w1 * cos(q2)), (I2, w2))),
                Body(m3, _from(_arm(l1, q1, q2), _arm(lc3, q1, q2 + q3)), ((I3, w1 * cos(q2 + q3)), (I3, w2 + w3))),
            ],
            2,
        ),
        "cylindrical": (
            [
                Body(m1, (lift, lift, lift), ((I1, w1),)),
                Body(m2, (lift, lift, l1 + q2), ((I2, w1),)),
                Body(m3, (*_ray(q3 - lc3, q1), l1 + q2), ((I3, w1),)),
            ],
            2,
        ),
        "spherical": (
            [
                Body(m1, (lift, lift, lift), ((I1, w1),)),
                Body(m2, _arm(lc2, q1, q2), ((I2, w1 * cos(q2)), (I2, w2))),
                Body(m3, _arm(q3 - lc3, q1, q2), ((I3, w1 * cos(q2)), (I3, w2))),
            ],
            2,
        ),
        "scara": (
            [
                Body(m1, (*first.place, d1), ((I1, w1),)),
                Body(m2, (*second.place, d1), ((I2, w1 + w2),)),
                Body(m3, (*tip, d1 - q3), ((I3, w1 + w2),)),
            ],
            2,
        ),
        "cart_pole": ([Body(mc, (q1, lift)), Body(mp, (q1 - l * sin(q2), l * cos(q2)), ((inertia, w2),))], 1),
        "pendulum": ([Body(m, _ray(d, q1 - sympy.pi / 2), ((il, w1), (im, n * w1)))], 1),
        "four_bar": ([first, second, Body(m3, _from((Symbol("l4"), lift), _ray(lc3, q3)), ((I3, w3),))], 1),
        "slider_crank": ([first, second, Body(m3, (q3, lift))], 1),
    }


@cache
def model(name: str) -> Model:
    """The equations of a robot by Lagrange's method, from the places of its bodies."""
    robot = getattr(da.gallery, name)()
    robot = robot.bind(bl=0, bm=0) if name == "pendulum" else robot  # its rotor stays
    bodies, up = _bodies()[name]
    n = robot.n
    q, qd, qdd = ([Symbol(f"{x}{k}") for k in range(1, n + 1)] for x in ("q", "qd", "qdd"))
    T = U = sympy.Integer(0)
    for body in bodies:
        v = Matrix(body.place).jacobian(q) * Matrix(qd)
        T += body.m * v.dot(v) / 2 + sum(x * rate**2 for x, rate in body.turns) / 2
        if body.first[0]:
            T += body.first[0] * v.dot(Matrix(body.first[1]).jacobian(q) * Matrix(qd))
        U += 0 if up is None else body.m * Symbol("g") * body.place[up]
    round_q1 = {sin(q1) ** 2: 1 - cos(q1) ** 2} if up == 2 else {}  # about a vertical axis
    M = sympy.hessian(expand(T), qd).applyfunc(sympy.trigsimp).applyfunc(lambda e: expand(expand(e).subs(round_q1)))
    U = expand(U - U.subs(dict.fromkeys(q, 0)) if name in ("scara", "cylindrical", "spherical") else U)
    empty = Model(name, robot, q, qd, qdd, M, sympy.zeros(n, 1), sympy.zeros(n, 1), U, None, tuple(q))
    c = [sum(empty.christoffel(k, i, j) * qd[i] * qd[j] for i in range(n) for j in range(n)) for k in range(n)]
    g = Matrix([diff(U, x) for x in q])
    closure = (
        {
            "four_bar": Matrix(_from(tip, _ray(-l3, q3))) - Matrix([Symbol("l4"), 0]),
            "slider_crank": Matrix(tip) - Matrix([q3, 0]),
        }.get(name)
        if (tip := _from(_ray(l1, q1), _ray(l2, q1, q2)))
        else None
    )
    c = Matrix(c).applyfunc(expand)
    return replace(empty, c=c, g=g, gravity=None if up is None else Symbol("g"), closure=closure)


FREUDENSTEIN = {
    "four_bar": lambda l4: (
        l1**2 + l3**2 + l4**2 - 2 * l1 * l3 * cos(q1 - q3) - 2 * l1 * l4 * cos(q1) + 2 * l3 * l4 * cos(q3)
    ),
    "slider_crank": lambda l4: l1**2 + q3**2 - 2 * l1 * q3 * cos(q1),
}


# ── conventions ───────────────────────────────────────────────────────────────

PLANAR = ("planar_2r", "planar_3r")  # whose angles can be absolute
CONVENTIONS = ("own", "own", "own", "absolute", "vertical", "zero", "reversed", "gravity")


def seen(x: Model, convention: str) -> Model | None:
    """The model in other coordinates, q = A x + b, with the efforts of x; None if the robot has none such."""
    if x.closure is not None:
        return None
    A, b, sign = sympy.eye(x.n), sympy.zeros(x.n, 1), 1
    match convention:
        case "absolute" if x.name in PLANAR:
            for k in range(1, x.n):
                A[k, k - 1] = -1
        case "vertical" if x.name == "planar_2r":
            A[1, 0] = -1
            b[0] = -sympy.pi / 2
        case "zero" if not x.robot.coordinate(x.robot.coordinates[0]).slides:
            b[0] = sympy.pi / 2
        case "reversed":
            A[x.n - 1, x.n - 1] = -1
        case "gravity" if x.gravity is not None:
            sign = -1
        case "own":
            return x
        case _:
            return None
    old = [*x.q, *x.qd]
    new = [*(A * Matrix(x.q) + b), *(A * Matrix(x.qd))]
    table = dict(zip(old, new, strict=True)) | ({x.gravity: -x.gravity} if sign < 0 else {})

    def moved(e: Expr) -> Expr:
        return expand(
            sympy.expand_trig(e.subs(table, simultaneous=True))
            if convention == "zero"
            else e.subs(table, simultaneous=True)
        )

    M, c, g = (part.applyfunc(moved) for part in (A.T * x.M * A, A.T * x.c, A.T * x.g))

    def tidy(e: Expr) -> Expr:
        return expand(e.replace(lambda f: isinstance(f, (sin, cos)), lambda f: f.func(expand(f.args[0]))))

    U = moved(x.U)
    if convention in ("absolute", "vertical"):
        M, c, g = (part.applyfunc(tidy) for part in (M, c, g))
        U = tidy(U)
    return replace(x, M=M, c=c, g=g, U=U, angles=tuple(new[: x.n]))


def declared(convention: str, x: Model) -> tuple[str | da.types.OtherConvention, ...]:
    other = da.finding.OtherConvention
    return {
        "own": (), "absolute": ("absolute",), "vertical": ("absolute", other("other zero", joint=1, degrees=-90)), "gravity": ("gravity reversed",),
        "zero": (other("other zero", joint=1, degrees=90),), "reversed": (other("reversed", joint=x.n),),
    }[convention]  # fmt: skip


# ── how the books write ───────────────────────────────────────────────────────


@dataclass(frozen=True)
class Book:
    """Letters and habits of one book; `vectors` is what it calls M, c, g and τ."""

    name: str
    angle: str
    vectors: tuple[str, str, str, str]
    latex: bool
    short: bool  # c_12 for cos(q_1 + q_2)
    christoffel: str  # its letter, and which index is that of the equation: first, last, product
    gravity_and_velocity: str = ""  # the letter of c + g


BOOKS = {
    x.name: x
    for x in (
        Book("craig", "θ", ("M", "V", "G", "τ"), False, True, ""),
        Book("siciliano", r"\vartheta", ("B", "c", "g", r"\tau"), True, True, "h"),
        Book("spong", "q", ("D", "", "g", r"\tau"), True, False, "c"),
        Book("khalil", r"\theta", ("A", "", "Q", r"\Gamma"), True, True, "", "H"),
        Book("deluca", "q", ("M", "c", "g", "u"), False, True, "c"),
        Book("featherstone", "q", ("H", "", "", r"\tau"), True, False, "", "C"),
        Book("lynch", "θ", ("M", "c", "g", "τ"), False, False, "Γ", "h"),
        Book("murray", r"\theta", ("M", "", "N", r"\tau"), True, False, "Γ"),
        Book("asada", r"\theta", ("H", "", "G", r"\tau"), True, False, "h"),
    )
}
_LATEX_PARTS = {"lc": "l_{c%s}", "dc": "d_{c%s}", "mx": "mx_{%s}", "zz": "zz_{%s}"}


def written(e: Expr, book: Book, model: Model, prose: random.Random) -> str:
    """An expression in the symbols of a book."""
    e = _arranged(e, model, prose)
    return _Writer(book, model, prose.random() < 0.5).text(e)


def _arranged(e: Expr, model: Model, prose: random.Random) -> Expr:
    """The same in another arrangement."""
    match prose.randrange(5):
        case 4:
            return sympy.expand_trig(expand(e))
        case 0:
            return expand(e)
        case 1:
            return sympy.collect(expand(e), [*model.qdd, *model.qd])
        case 2:
            return sympy.factor_terms(expand(e))
        case _:
            m = [x for x in sorted(e.free_symbols, key=str) if str(x)[0] in "mI"]
            return sympy.collect(expand(e), m)


@dataclass(frozen=True)
class _Writer:
    book: Book
    model: Model
    stars: bool  # between factors, of plain text

    def text(self, e: Expr) -> str:
        if e.is_Add:
            parts = [self.text(x) for x in e.args]
            return parts[0] + "".join(f" - {x[1:]}" if x.startswith("-") else f" + {x}" for x in parts[1:])
        if e.is_Mul:
            return self.product(e)
        if e.is_Pow:
            base, power = self.factor(e.base), str(e.exp)
            if isinstance(e.base, (sin, cos)) and not self.book.short:
                base = f"({base})"
            if e.base.is_Symbol and str(e.base).startswith("qd"):
                base = f"({base})" if not self.book.latex else "{" + base + "}"
            return f"{base}^{{{power}}}" if self.book.latex else f"{base}^{power}"
        if isinstance(e, (sin, cos)):
            return self.function(e)
        return self.symbol(str(e)) if e.is_Symbol else str(e)

    def factor(self, e: Expr) -> str:
        return f"({self.text(e)})" if e.is_Add else self.text(e)

    def product(self, e: Expr) -> str:
        number, rest = e.as_coeff_Mul()
        if number < 0:
            return "-" + self.factor(-e)
        above, below = rest.as_numer_denom()
        factors = [self.factor(x) for x in above.as_ordered_factors() if x != 1]
        if number.p != 1:
            factors.insert(0, str(number.p))
        between = " " if self.book.latex or not self.stars else "*"
        top = between.join(factors or ["1"])
        q, symbols = below.as_coeff_Mul()
        divisors = [self.factor(y) for y in symbols.as_ordered_factors() if y != 1]
        bottom = between.join(([str(q * number.q)] if q * number.q != 1 else []) + divisors)
        if not bottom:
            return top
        return rf"\frac{{{top}}}{{{bottom}}}" if self.book.latex else f"({top})/({bottom})"

    def symbol(self, name: str) -> str:
        kind = next((x for x in ("qdd", "qd", "q") if name.startswith(x) and name[len(x) :].isdigit()), "")
        if kind:
            k = int(name[len(kind) :])
            slides = self.model.robot.coordinate(self.model.robot.coordinates[k - 1]).slides
            letter = ("d" if self.book.angle != "q" else "q") if slides else self.book.angle
            if self.book.latex:
                dot = {"q": "", "qd": r"\dot", "qdd": r"\ddot"}[kind]
                return f"{dot}{{{letter}}}_{k}" if dot else f"{letter}_{k}"
            return f"{letter}{ {'q': '', 'qd': chr(0x307), 'qdd': chr(0x308)}[kind] }{k}"
        if not self.book.latex:
            return name
        stem = name.rstrip("0123456789")
        digits = name[len(stem) :]
        if stem in _LATEX_PARTS and digits:
            return _LATEX_PARTS[stem] % digits
        return f"{stem}_{{{digits}}}" if digits else stem

    def function(self, e: Expr) -> str:
        f, angle = ("sin", "cos")[isinstance(e, cos)], e.args[0]
        terms = angle.as_ordered_terms()
        joints = [str(x)[1:] for x in terms if x.is_Symbol and str(x)[1:].isdigit()]
        if self.book.short and len(joints) == len(terms) and joints == sorted(joints):
            return f"{f[0]}_{{{''.join(joints)}}}" if self.book.latex else f"{f[0]}{''.join(joints)}"
        inside = self.text(angle)
        return rf"\{f}({inside})" if self.book.latex else f"{f}({inside})"


@dataclass(frozen=True)
class Claim:
    """A text; `mistake` is what is wrong in it, and `line` which of its lines; None: it is right."""

    robot: str
    text: str
    book: str
    mistake: str | None = None
    line: int = 0
    convention: str = "own"

    @property
    def lines(self) -> int:
        return self.text.count("\n") + 1

    def judged(self, told: bool = True) -> da.types.Verdict:
        """The verdict, with the book and the convention given or not."""
        x = model(self.robot)
        if told:
            return da.check(x.robot, self.text, book=self.book, convention=declared(self.convention, x))
        return da.check(x.robot, self.text)


ROUNDING = 1e-9
Line = tuple[str, Callable[[Model], Expr]]


def _lines(x: Model, book: Book) -> dict[str, list[Line]]:
    """What a book states of a robot, by subject: the name of each entry and its value in a model."""
    M, c, g, tau = book.vectors
    found: dict[str, list[Line]] = {}
    n = range(x.n)

    def below(letter: str, *k: int) -> str:
        digits = "".join(str(i + 1) for i in k)
        return f"{letter}_{{{digits}}}" if book.latex else f"{letter}{digits}"

    if x.closure is not None:
        letter = _Writer(book, x, False).symbol
        place = [(letter(f"qd{k + 1}"), lambda y, k=k: y.ratios[k] * y.qd[0]) for k in n if k]
        freudenstein = FREUDENSTEIN[x.name](Symbol("l4"))
        return {
            "rates": place,
            "closure": [(written(l2**2, book, x, random.Random(0)), lambda y: freudenstein)],
            "M": [
                (
                    below(M, 0, 0),
                    lambda y: sum(a * b * y.M[i, j] for i, a in enumerate(y.ratios) for j, b in enumerate(y.ratios)),
                )
            ],
            "g": [(below(g or "g", 0), lambda y: sum(a * b for a, b in zip(y.ratios, y.g, strict=True)))],
            "tau": [(below(tau, 0), lambda y: y.reduced)],
            "T": [("T", lambda y: y.T)],
        }
    found["M"] = [(below(M, i, j), lambda y, i=i, j=j: y.M[i, j]) for i in n for j in n if i <= j]
    if c and book.name != "craig":
        found["c"] = [(below(c, i), lambda y, i=i: y.c[i]) for i in n]
    if book.name == "craig":
        found["c"] = [(below("V", i), lambda y, i=i: y.c[i]) for i in n]
    if g and any(x.g):
        found["g"] = [(below(g, i), lambda y, i=i: y.g[i]) for i in n]
    if book.gravity_and_velocity:
        found["n"] = [(below(book.gravity_and_velocity, i), lambda y, i=i: y.c[i] + y.g[i]) for i in n]
    found["tau"] = [(below(tau, i), lambda y, i=i: y.tau[i]) for i in n]
    if book.christoffel:
        every = [(k, i, j) for k in n for i in n for j in n if i <= j]
        order: Callable[[int, int, int], tuple[int, ...]] = lambda k, i, j: (k, i, j)  # noqa: E731
        if book.name == "spong":
            order = lambda k, i, j: (i, j, k)  # noqa: E731
        value: Callable[[Model, int, int, int], Expr] = lambda y, k, i, j: y.christoffel(k, i, j)  # noqa: E731
        if book.christoffel == "h":
            value = lambda y, k, i, j: diff(y.M[k, i], y.q[j]) - diff(y.M[i, j], y.q[k]) / 2  # noqa: E731
        found["Christoffel"] = [(below(book.christoffel, *order(*at)), lambda y, at=at: value(y, *at)) for at in every]
    if x.name == "planar_2r":
        v = r"v_{c2%s}" if book.latex else "v_c2%s"
        found["place"] = [("x", lambda y: y.reach[0]), ("y", lambda y: y.reach[1])]
        found["speed"] = [(v % "x", lambda y: y.speed[0]), (v % "y", lambda y: y.speed[1])]
        found["det J"] = [(r"\det J" if book.latex else "det J", lambda y: y.determinant)]
    found["T"] = [("T", lambda y: y.T)]
    if x.U:
        found["U"] = [("U", lambda y: y.U)]
        found["L"] = [(r"\mathcal{L}" if book.latex else "L", lambda y: y.T - y.U)]
        found["energies"] = [*found["T"], *found["U"], *found["L"]]
    return found


def _text(lines: list[Line], values: list[Expr], book: Book, x: Model, prose: random.Random) -> str:
    texts = [written(value, book, x, prose) for value in values]
    form = prose.choice(("lines", "lines", "matrix", "zero"))
    if form == "matrix" and len(lines) == x.n * (x.n + 1) // 2 > 1 and lines[0][0][0] in "MBDAH":
        rows = [[texts[_place(x.n, i, j)] for j in range(x.n)] for i in range(x.n)]
        if book.latex:
            inside = r" \\ ".join(" & ".join(row) for row in rows)
            return lines[0][0][0] + r" = \begin{bmatrix} " + inside + r" \end{bmatrix}"
        return lines[0][0][0] + " = [" + "; ".join(", ".join(row) for row in rows) + "]"
    if (
        form == "zero"
        and lines[0][0].strip("\\")[:1] in "τtGu"
        and any(q in value.free_symbols for value in values for q in x.qdd)
    ):
        return "\n".join(f"{text} - {name} = 0" for (name, _), text in zip(lines, texts, strict=True))
    program = random.Random("".join(texts)).choice(("", "", "sympy", "maple")) if not book.latex else ""
    return "\n".join(
        programmed(name, value, x, program) if program and name.isalnum() else f"{name} = {text}"
        for (name, _), value, text in zip(lines, values, texts, strict=True)
    )


def _place(n: int, i: int, j: int) -> int:
    """Where entry (i, j) of a symmetric matrix is in its upper half, row by row."""
    i, j = min(i, j), max(i, j)
    return i * n - i * (i - 1) // 2 + j - i


def programmed(name: str, value: Expr, x: Model, program: str) -> str:
    """An equation as SymPy or Maple prints it."""
    t, name = Symbol("t"), name.replace("τ", "tau").replace("Γ", "Gamma")
    table: dict[Expr, Expr] = {}
    for q, qd, qdd in zip(x.q, x.qd, x.qdd, strict=True):
        f = sympy.Function(str(q))(t)
        table |= {q: f, qd: sympy.Derivative(f, t), qdd: sympy.Derivative(f, (t, 2))}
    text = str(value.xreplace(table))
    if program == "sympy":
        return f"Eq({name}, {text})"
    return f"{name} := {text.replace('**', '^').replace('Derivative', 'diff').replace('(t, 2)', 't$2')};"


def right(k: int) -> Claim:
    """The k-th right claim."""
    prose = random.Random(f"right {k}")
    book = [*BOOKS.values()][k % len(BOOKS)]
    x = model([*ROBOTS, *LOOPS][k // len(BOOKS) % (len(ROBOTS) + len(LOOPS))])
    every = _lines(x, book)
    subject = prose.choice([*every])
    lines = every[subject] if prose.random() < 0.5 else [prose.choice(every[subject])]
    convention = prose.choice(CONVENTIONS)
    x = seen(x, convention) or x
    convention = convention if x is not model(x.name) else "own"
    return Claim(x.name, _text(lines, [f(x) for _, f in lines], book, x, prose), book.name, convention=convention)


# ── planted mistakes ──────────────────────────────────────────────────────────


def _changed(x: Model, M: Matrix | None = None, U: Expr | None = None, c: Matrix | None = None) -> Model:
    """The model of someone who got M, U or c wrong, and goes on rightly."""
    M = x.M if M is None else M.applyfunc(expand)
    U = x.U if U is None else expand(U)
    if c is None:
        n = range(x.n)
        own = replace(x, M=M)
        c = Matrix([sum(own.christoffel(k, i, j) * x.qd[i] * x.qd[j] for i in n for j in n) for k in n])
    g = Matrix([diff(U, q) for q in x.q]) if U != x.U else x.g
    return replace(x, M=M, c=c.applyfunc(expand), g=g.applyfunc(expand), U=U)


def _masses(x: Model, prose: random.Random, letters: str = "m") -> list[Symbol]:
    every = [s for s in sorted(x.M.free_symbols, key=str) if str(s)[0] in letters and str(s)[1:].isdigit()]
    return [prose.choice(every)] if every else []


def _steiner(x: Model, prose: random.Random) -> Model | None:
    arms = [s for s in sorted(x.M.free_symbols, key=str) if str(s).startswith("lc")]
    if not arms:
        return None
    a = prose.choice(arms)
    return _changed(x, M=x.M.applyfunc(lambda e: e - expand(e).coeff(a, 2) * a**2))


def _left_out(x: Model, prose: random.Random) -> Model | None:
    for m in _masses(x, prose):
        k = str(m)[1:]
        zero = {s: 0 for s in x.M.free_symbols | x.U.free_symbols if str(s) in (f"m{k}", f"I{k}", f"mx{k}", f"zz{k}")}
        return _changed(x, M=x.M.subs(zero), U=x.U.subs(zero))
    return None


def _point(x: Model, prose: random.Random) -> Model | None:
    for inertia in _masses(x, prose, "I"):
        return _changed(x, M=x.M.subs(inertia, 0))
    return None


def _relative(x: Model, prose: random.Random) -> Model | None:
    for inertia in _masses(x, prose, "I"):
        k = int(str(inertia)[1:]) - 1
        part = x.M.diff(inertia) * inertia
        if k < x.n and part[k, k] and part != Matrix.diag(*[part[i, i] if i == k else 0 for i in range(x.n)]):
            part[k, k] = 0
            return _changed(x, M=x.M - part)
    return None


def _slope(x: Model, prose: random.Random) -> Model:
    del prose
    rate = sum((x.M.diff(q) * qd for q, qd in zip(x.q, x.qd, strict=True)), sympy.zeros(x.n)) * Matrix(x.qd)
    return _changed(x, c=rate)


def _coriolis(x: Model, prose: random.Random) -> Model:
    del prose
    half = [
        expand(e) - sum(expand(e).coeff(a).coeff(b) * a * b / 2 for i, a in enumerate(x.qd) for b in x.qd[:i])
        for e in x.c
    ]
    return _changed(x, c=Matrix(half))


def _turned(x: Model, prose: random.Random) -> Model:
    del prose
    return _changed(x, U=-x.U, c=x.c)


def _weightless(x: Model, prose: random.Random) -> Model:
    del prose
    return _changed(x, U=sympy.Integer(0), c=x.c)


def _slow(x: Model, prose: random.Random) -> Model:
    del prose
    return _changed(x, c=0 * x.c)


def _gear(x: Model, prose: random.Random) -> Model | None:
    del prose
    n = Symbol("n")
    return _changed(x, M=x.M.subs(n**2, n), c=x.c) if x.M.has(n) else None


def _wrong_length(x: Model, prose: random.Random) -> Model | None:
    every = {str(s): s for s in x.M.free_symbols | x.U.free_symbols}
    pairs = [
        (s, every["l" + name[2:]]) for name, s in sorted(every.items()) if name[:2] == "lc" and "l" + name[2:] in every
    ]
    if not pairs:
        return None
    a, b = prose.choice(pairs)
    return _changed(x, M=x.M.subs(a, b), U=x.U.subs(a, b))


def _half(x: Model, prose: random.Random) -> Model:
    del prose
    return replace(x, M=2 * x.M, c=2 * x.c)


MODELS: dict[str, tuple[Callable[[Model, random.Random], Model | None], set[str]]] = {
    "Steiner": (_steiner, {"parallel axis", "parallel axis missing"}),
    "link left out": (_left_out, {"link left out", "missing", "inertia of a link", "point mass", "term missing"}),
    "point mass": (_point, {"point mass", "missing", "inertia of a link"}),
    "relative rate": (_relative, {"relative rate", "coupling missing", "point mass"}),
    "slope dropped": (_slope, {"kinetic slope dropped", "missing", "wrong sign"}),
    "Coriolis halved": (_coriolis, {"Coriolis halved", "halved", "scaled"}),
    "gravity sign": (_turned, {"wrong sign", "potential sign", "sign"}),
    "gravity forgotten": (_weightless, {"missing", "term missing"}),
    "velocity forgotten": (_slow, {"missing", "constant inertia", "kinetic slope dropped", "term missing"}),
    "gear not squared": (_gear, {"gear once", "not squared", "factor missing"}),
    "wrong length": (_wrong_length, {"wrong index", "replaced"}),
    "half lost": (_half, {"half lost", "doubled", "scaled"}),
}


def _terms(e: Expr) -> list[Expr]:
    return list(expand(e).as_ordered_terms())


def _in_a_term(
    f: Callable[[Expr, Model, random.Random], Expr | None],
) -> Callable[[Expr, Model, random.Random], Expr | None]:
    def change(e: Expr, x: Model, prose: random.Random) -> Expr | None:
        terms = _terms(e)
        for i in prose.sample(range(len(terms)), len(terms)):
            new = f(terms[i], x, prose)
            if new is not None and expand(new - terms[i]) != 0:
                return sum(terms[:i] + terms[i + 1 :], new)
        return None

    return change


def _sine(t: Expr, x: Model, prose: random.Random) -> Expr | None:
    for f in sorted(t.atoms(sin, cos), key=str):
        return t.subs(f, (sin if isinstance(f, cos) else cos)(*f.args))
    return None


def _angle(t: Expr, x: Model, prose: random.Random) -> Expr | None:
    for f in sorted(t.atoms(sin, cos), key=str):
        used = sorted(f.free_symbols, key=str)
        angles = [
            q
            for q in x.q
            if q not in used and any(q in g.free_symbols for e in (*x.M, *x.g) for g in e.atoms(sin, cos))
        ]
        if len(used) > 1:
            return t.subs(f, f.func(f.args[0] - prose.choice(used)))
        if angles:
            return t.subs(f, f.func(f.args[0] + angles[0]))
    return None


def _index(t: Expr, x: Model, prose: random.Random) -> Expr | None:
    own = sorted((s for s in t.free_symbols if str(s)[-1].isdigit() and str(s)[0] != "q"), key=str)
    for s in own:
        stem = str(s).rstrip("0123456789")
        others = [o for o in sorted(x.M.free_symbols, key=str) if str(o).rstrip("0123456789") == stem and o != s]
        if others:
            return t.subs(s, prose.choice(others))
    return None


def _square(t: Expr, x: Model, prose: random.Random) -> Expr | None:
    squares = [p for p in sorted(t.atoms(sympy.Pow), key=str) if p.exp == 2]
    return t.subs(prose.choice(squares), squares[0].base) if len(squares) == 1 else None


def _degrees(t: Expr, x: Model, prose: random.Random) -> Expr | None:
    for f in sorted(t.atoms(cos), key=str):
        return t.subs(f, sin(f.args[0] + 90))
    return None


def _rate(t: Expr, x: Model, prose: random.Random) -> Expr | None:
    for qdd, qd in zip(x.qdd, x.qd, strict=True):
        if t.has(qdd):
            return t.subs(qdd, qd)
    return None


TERMS: dict[str, tuple[Callable[[Expr, Model, random.Random], Expr | None], set[str]]] = {
    "sign": (_in_a_term(lambda t, x, p: -t), {"sign", "wrong sign", "scaled"}),
    "dropped": (_in_a_term(lambda t, x, p: sympy.Integer(0)), {"term missing", "missing", "point mass", "parallel axis", "parallel axis missing", "link left out", "coupling missing", "factor missing"}),
    "sine": (_in_a_term(_sine), {"replaced", "other zero"}),
    "angle": (_in_a_term(_angle), {"replaced", "other angle"}),
    "index": (_in_a_term(_index), {"wrong index", "replaced"}),
    "square": (_in_a_term(_square), {"not squared", "factor missing", "gear once"}),
    "rate": (_in_a_term(_rate), {"replaced"}),
    "degrees": (_in_a_term(_degrees), {"degrees"}),
    "factor 2": (_in_a_term(lambda t, x, p: 2 * t), {"scaled", "doubled", "parallel axis twice", "half lost"}),
    "half": (_in_a_term(lambda t, x, p: t / 2), {"scaled", "halved", "Coriolis halved", "half twice"}),
    "grams": (lambda e, x, p: 1000 * e, {"scaled", "units"}),
    "millimetres": (lambda e, x, p: 1000000 * e, {"scaled", "units"}),
}  # fmt: skip
MISTAKES = (*MODELS, *TERMS, "two at once")
_TWO = ("sign", "sine", "index", "dropped", "factor 2")


def wrong(k: int) -> Claim | None:
    """The k-th wrong claim; None where this mistake changes nothing of what is claimed."""
    prose = random.Random(f"wrong {k}")
    mistake = MISTAKES[k % len(MISTAKES)]
    book = prose.choice([*BOOKS.values()])
    x = model(prose.choice([*ROBOTS, *LOOPS]))
    every = _lines(x, book)
    whole = prose.random() < 0.5
    convention = prose.choice(CONVENTIONS)
    x = seen(x, convention) or x
    convention = convention if x is not model(x.name) else "own"
    for subject in prose.sample([*every], len(every)):
        lines = every[subject]
        if whole and subject not in ("T", "U", "L", "energies") and prose.random() < 0.5:
            lines = [y for s in ("M", "c", "n", "g", "tau") if s in every for y in every[s]]
        values = [f(x) for _, f in lines]
        if mistake in MODELS:
            other = MODELS[mistake][0](x, prose)
            if other is None:
                continue
            changed = [i for i, (_, f) in enumerate(lines) if _differ(f(other), values[i], x)]
            if not changed:
                continue
            at = prose.choice(changed)
            values[at] = lines[at][1](other)
        else:
            at, new = _one(values, mistake, x, prose)
            if new is None:
                continue
            values[at] = new
        own = model(x.name)
        digits = [int(d) - 1 for d in lines[at][0].strip("}") if d.isdigit()]
        k = digits[0] if lines[at][0][0] == book.gravity_and_velocity else None
        meant = [lines[at][1](own), *([own.c[k], own.g[k]] if k is not None and x.closure is None else [])]
        if len(digits) == 3:
            meant.append(own.christoffel(*digits))  # the library's own order
        if not all(_differ(values[at], y, x) for y in meant):
            continue  # two wrongs make a right, or the letter has another meaning
        if not whole:
            lines, values, at = [lines[at]], [values[at]], 0
        return Claim(x.name, _text(lines, values, book, x, prose), book.name, mistake, at, convention)
    return None


def _one(values: list[Expr], mistake: str, x: Model, prose: random.Random) -> tuple[int, Expr | None]:
    """The line that a mistake is in, and what it says."""
    for at in prose.sample(range(len(values)), len(values)):
        names = prose.sample(_TWO, 2) if mistake == "two at once" else [mistake]
        if mistake == "two at once" and len(_terms(values[at])) < 4:
            continue
        new: Expr | None = values[at]
        for name in names:
            new = None if new is None or not new else TERMS[name][0](new, x, prose)
        if new is not None and _differ(new, values[at], x):
            return at, new
    return 0, None


@cache
def _closed(name: str, seed: int) -> dict[Symbol, complex]:
    """A state at which the loop of a robot is closed, with the same parameters for all seeds; complex, so that it exists."""
    x, prose = model(name), random.Random(f"{name} {seed}")
    own = {*x.closure.free_symbols, *x.M.free_symbols, *x.g.free_symbols} - {*x.q}
    values = {s: random.Random(str(s)).uniform(0.4, 1.7) for s in sorted(own, key=str)}
    values |= {x.q[0]: prose.uniform(0.4, 1.7), x.qd[0]: prose.uniform(0.4, 1.7), x.qdd[0]: prose.uniform(0.4, 1.7)}
    phi, rest = x.closure.subs(values), x.q[1:]
    J, found = phi.jacobian(rest), Matrix([0.7 + 0.3j, 0.9 - 0.2j])
    step = Matrix([1, 1])
    for _ in range(60):
        if max(abs(complex(e)) for e in step) < ROUNDING**2:
            break
        at = dict(zip(rest, found, strict=True))
        step = (J.subs(at).evalf(30).inv() * phi.subs(at).evalf(30)).evalf(30)
        found = (found - step).evalf(30)
    values |= dict(zip(rest, found, strict=True))
    assert max(abs(complex(e)) for e in phi.subs(values).evalf(30)) < ROUNDING
    J, ratios = x.closure.jacobian(x.q), [e.subs(values).evalf(30) for e in x.ratios]
    values |= {qd: k * values[x.qd[0]] for qd, k in zip(x.qd[1:], ratios[1:], strict=True)}
    swing = J.applyfunc(lambda e: sum(e.diff(q) * qd for q, qd in zip(x.q, x.qd, strict=True))) * Matrix(x.qd)
    right = -(swing + J[:, 0] * x.qdd[0]).subs(values).evalf(30)
    return values | dict(zip(x.qdd[1:], J[:, 1:].subs(values).evalf(30).inv() * right, strict=True))


def _differ(a: Expr, b: Expr, x: Model) -> bool:
    """Whether two values are not the same, up to a constant."""
    off, moving = a - b, {*x.q, *x.qd, *x.qdd}
    if x.closure is not None:
        return abs(complex(off.subs(_closed(x.name, 1)).evalf(30))) > ROUNDING

    def at(seed: int) -> float:
        """The difference; the same parameters in another state."""
        values = {s: random.Random(f"{s} {seed if s in moving else 0}").uniform(0.4, 1.7) for s in off.free_symbols}
        return float(off.xreplace({s: sympy.Float(v, 30) for s, v in values.items()}))

    first, second = at(1), at(2)
    return abs(first) > ROUNDING and (x.gravity not in off.free_symbols or abs(first - second) > ROUNDING)


def expected(mistake: str) -> set[str]:
    """The kinds of finding that say that a mistake was made."""
    if mistake == "two at once":
        return set.union(*(TERMS[x][1] for x in _TWO))
    return (MODELS | TERMS)[mistake][1]
