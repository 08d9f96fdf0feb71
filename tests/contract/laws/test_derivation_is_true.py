"""Every displayed equation of a derivation is true of the robot, and every symbol is defined before its first use.

The values are computed from forward kinematics, finite differences and Newton's law for whole subtrees, which share no
code with the derivations. An equation whose left-hand side is unknown to this file fails.
"""

import re
from copy import copy
from dataclasses import replace
from functools import cached_property

import numpy as np
import pytest
import sympy as sp

import dalembert as da

CASES = [
    ("planar_2r", "lagrange"),
    ("scara", "newton-euler"),
    ("spherical", "kane"),
    ("cart_pole", "hamilton"),
    ("four_bar", "lagrange"),
    ("pendulum", "lagrange"),
    ("planar_2r", "hamilton"),
    ("spatial_3r", "newton-euler"),
    ("rp", "kane"),
    ("slider_crank", "newton-euler"),
    ("four_bar", "kane"),
    ("scara", "virtual-work"),
    ("five_bar", "lagrange"),
    ("planar_2r", "gibbs-appell"),
    ("spherical", "gibbs-appell"),
]
WITHIN = 2e-5


class State:
    """A state of a robot with random numbers, and all quantities of mechanics at this state."""

    def __init__(self, robot, seed=3):
        rng = np.random.default_rng(seed)
        self.values = {name: rng.uniform(0.4, 1.2) for name in robot.parameters}
        if robot.loops:
            self.values |= {f"l{k}": x for k, x in enumerate((0.5, 1.1, 0.9, 1.0, 0.6), 1)}
            self.values = {name: x for name, x in self.values.items() if name in robot.parameters}
        self.robot = robot.bind(**self.values)
        self.tree = replace(self.robot, loops=())
        n = self.n = robot.n
        self.q, self.qd, self.qdd = rng.uniform(0.2, 1.0, (3, n))
        if robot.loops:
            self.q = da.assemble(self.robot, self.q)
            G, _ = da.mechanism.independent_map(self.robot, self.q)
            self.u, self.ud = rng.uniform(0.3, 1.0, (2, G.shape[1]))
            self.qd = G @ self.u
            G, late = da.mechanism.independent_map(self.robot, self.q, self.qd)
            self.qdd = G @ self.ud + late
            self.G, self.late = G, late
        self.g0 = np.array(self.robot.gravity, float)
        self.links = [x.child for x in self.robot.joints if x.kind != "fixed"]
        self.lambdas = rng.uniform(-1, 1, 12)

    def at(self, t):
        return self.q + self.qd * t + self.qdd * t**2 / 2

    def rate(self, f, h=1e-5):
        return (f(self.at(h)) - f(self.at(-h))) / (2 * h)

    def second(self, f, h=2e-4):
        return (f(self.at(h)) - 2 * f(self.at(0)) + f(self.at(-h))) / h**2

    def slope(self, f, k, h=1e-6):
        e = np.eye(self.n)[k] * h
        return (f(self.q + e) - f(self.q - e)) / (2 * h)

    def pose(self, i, q):
        return da.forward_kinematics(self.tree, q, frame=self.links[i])

    def link(self, i):
        return next(x for x in self.robot.links if x.name == self.links[i]).inertia

    def centre(self, i, q):
        T, inertia = self.pose(i, q), self.link(i)
        return T[:3, 3] + T[:3, :3] @ (np.array(inertia.com, float) if inertia.mass else np.zeros(3))

    def spin(self, i, q=None, qd=None):
        q, qd = self.q if q is None else q, self.qd if qd is None else qd
        return da.jacobian(self.tree, q, frame=self.links[i])[3:] @ qd

    def moving_spin(self, i, h=1e-5):
        """Angular acceleration in world axes."""
        rates = [self.spin(i, self.at(t), self.qd + self.qdd * t) for t in (h, -h)]
        return (rates[0] - rates[1]) / (2 * h)

    def tensor(self, i):
        R = self.pose(i, self.q)[:3, :3]
        return R @ np.array(self.link(i).central().matrix, float) @ R.T

    def pull(self, i):
        return float(self.link(i).mass) * (self.second(lambda q: self.centre(i, q)) - self.g0)

    def moment(self, i):
        w, I = self.spin(i), self.tensor(i)
        return I @ self.moving_spin(i) + np.cross(w, I @ w)

    def below(self, i):
        """The links that link i carries, with itself."""
        carried = {self.links[i]}
        for joint in self.robot.joints:
            if joint.parent in carried:
                carried.add(joint.child)
        return [j for j, name in enumerate(self.links) if name in carried]

    def T(self, q, qd):
        return da.kinetic_energy(self.tree, q, qd)

    def U(self, q):
        return sum(-float(self.link(i).mass) * self.g0 @ self.centre(i, q) for i in range(len(self.links)))

    def kinetic(self, i):
        v, w = self.rate(lambda q: self.centre(i, q)), self.spin(i)
        return float(self.link(i).mass) * v @ v / 2 + w @ self.tensor(i) @ w / 2

    def M(self, q):
        return da.mass_matrix(self.tree, q)

    def momentum(self, q):
        return self.M(q) @ (self.qd + 0)

    def momentum_rate(self, h=1e-5):
        one, two = (self.M(self.at(t)) @ (self.qd + self.qdd * t) for t in (h, -h))
        return (one - two) / (2 * h)

    def slope_of_h(self, k):
        p = self.M(self.q) @ self.qd
        return self.slope(lambda q: p @ np.linalg.solve(self.M(q), p) / 2 + self.U(q), k)

    @cached_property
    def g(self):
        return da.gravity_vector(self.tree, self.q)

    @cached_property
    def friction(self):
        rigid = da.inverse_dynamics(self.tree.rigid(), self.q, self.qd, self.qdd)
        rotors = da.mass_matrix(self.tree, self.q) - da.mass_matrix(self.tree.rigid(), self.q)
        return self.tau - rigid - rotors @ self.qdd

    @cached_property
    def tau(self):
        return da.inverse_dynamics(self.tree, self.q, self.qd, self.qdd)

    @cached_property
    def effort(self):
        return da.inverse_dynamics(self.robot, self.q, self.qd, self.qdd)


class Checker:
    """Walks through a derivation and compares each equation with the state."""

    def __init__(self, derivation, state):
        self.derivation, self.s, self.seen = derivation, state, {}
        names = {**state.values}
        for k in range(state.n):
            names |= {f"q{k + 1}": state.q[k], f"qd{k + 1}": state.qd[k], f"qdd{k + 1}": state.qdd[k]}
            names[f"tau{k + 1}"] = state.effort[k]
        names |= {f"lambda{k}": x for k, x in enumerate(state.lambdas, 1)}
        momenta = state.M(state.q) @ state.qd
        names |= {f"p{k}": x for k, x in enumerate(momenta, 1)}
        self.names = names

    def value(self, equation):
        expression = (
            sp.Matrix([equation.sympy()]) if not isinstance(equation.sympy(), sp.MatrixBase) else equation.sympy()
        )
        found = np.array(expression.subs({sp.Symbol(k): sp.Float(x, 17) for k, x in self.names.items()}), float)
        return found[0, 0] if found.shape == (1, 1) else found[:, 0] if found.shape[1] == 1 else found

    def chain(self, i):
        """Pose of the frame of link i in the base frame, from the frames of the derivation."""
        joint = next(x for x in self.s.robot.joints if x.child == self.s.links[i])
        R, o = self.seen[f"R_{i + 1}"], self.seen[f"o_{i + 1}"]
        if joint.parent not in self.s.links:
            return R, o
        R0, o0 = self.chain(self.s.links.index(joint.parent))
        return R0 @ R, o0 + R0 @ o

    def own(self, i, vector):
        return self.chain(i)[0].T @ vector

    def expected(self, left):
        s = self.s
        newton = self.derivation.method == "newton-euler"
        for pattern, value in TABLE.items():
            if found := re.fullmatch(pattern, left):
                k = [int(x) - 1 for x in found.groups()]
                return value(self, s, newton, *k)
        raise AssertionError(f"nothing is known of {left}")

    def run(self):
        shown = [(step, x) for step in self.derivation.walk() for x in step.equations if x.right is not None]
        values = []
        for _, equation in shown:
            values.append(self.value(equation))
            self.seen.setdefault(equation.left, values[-1])
            if name := re.fullmatch(r"(D|G|K|h)_?\{?(\d*)\}?", equation.left):
                self.names[name[1] + name[2]] = float(values[-1])
        for (step, equation), value in zip(shown, values, strict=True):
            wanted = self.expected(equation.left)
            assert np.shape(wanted) == np.shape(value), (equation.left, wanted, value)
            off = np.abs(np.subtract(wanted, value)).max()
            assert off < WITHIN * max(1.0, np.abs(wanted).max()), (step.title, equation.left, value, wanted)
        return len(shown)


def relative(c, s, i):
    """R_i: turned by the motion from the zero position as forward kinematics says."""
    found = c.seen[f"R_{i + 1}"]
    assert np.allclose(found @ found.T, np.eye(3))
    assert np.linalg.det(found) > 0
    R, _o = c.chain(i)
    I = R.T @ s.tensor(i) @ R
    c.own_tensor = I
    return found


def independent(c, s, i):
    _R, _o = c.chain(i)
    T = s.pose(i, s.q)
    q = s.q.copy()
    step = 1e-6
    for k in range(s.n):  # the frame moves with its link
        e = np.eye(s.n)[k] * step
        w = da.jacobian(s.tree, q, frame=s.links[i])[:, k]
        moved = s.pose(i, q + e)
        assert np.allclose(moved[:3, 3] - T[:3, 3], w[:3] * step, atol=1e-9)
    return c.seen[f"o_{i + 1}"]


def inertia_row(c, s, i):
    R, o = c.chain(i)
    return R.T @ (s.centre(i, s.q) - o)


def momentum(s, k):
    return (s.M(s.q) @ s.qd)[k]


def split(s, what):
    still = da.inverse_dynamics(s.tree.rigid(), s.q, 0 * s.qd, 0 * s.qd)
    if what == "g":
        return still
    return da.inverse_dynamics(s.tree.rigid(), s.q, s.qd, 0 * s.qd) - still


def total(s, i):
    return sum(s.pull(j) for j in s.below(i))


def total_moment(c, s, i):
    o = c.chain(i)[1]
    return sum(s.moment(j) + np.cross(s.centre(j, s.q) - o, s.pull(j)) for j in s.below(i))


def rotor(s, i):
    drive = next(x for x in s.robot.joints if x.child == s.links[i]).drive
    return float(drive.inertia) * s.qd[i] ** 2 / 2


def origin(c, s, i):
    """Acceleration of the origin of link i minus gravity, in its axes: from the centre of mass, backwards."""
    r = c.chain(i)[0] @ c.seen.get(f"r_{{c{i + 1}}}", np.zeros(3))
    w, wd = s.spin(i), s.moving_spin(i)
    a = s.second(lambda q: s.centre(i, q)) - np.cross(wd, r) - np.cross(w, np.cross(w, r))
    return c.own(i, a - s.g0)


def dependent(s):
    return [k for k, x in enumerate(s.robot.coordinates) if x not in s.robot.actuated]


def reduced(s, what):
    M, g = da.mass_matrix(s.robot, s.q, independent=True), da.gravity_vector(s.robot, s.q, independent=True)
    if what == "M":
        return M
    efforts = np.array([x for x, name in zip(s.effort, s.robot.coordinates, strict=True) if name in s.robot.actuated])
    return {"g": g, "Q": efforts, "c": efforts - M @ s.ud - g}[what]


I, C = r"(\d+)", r"\{?c(\d+)\}?"
D = r"\\frac\{\\partial L\}\{\\partial \\dot q_(\d+)\}"
TABLE = {
    "g_0": lambda c, s, n: s.g0,
    f"R_{I}": lambda c, s, n, i: relative(c, s, i),
    f"o_{I}": lambda c, s, n, i: independent(c, s, i),
    f"m_{I}": lambda c, s, n, i: float(s.link(i).mass),
    rf"r_\{{c{I}\}}": lambda c, s, n, i: inertia_row(c, s, i),
    rf"I_\{{c{I}\}}": lambda c, s, n, i: c.chain(i)[0].T @ s.tensor(i) @ c.chain(i)[0],
    rf"I_\{{a{I}\}}": lambda c, s, n, i: rotor(s, i) * 2 / s.qd[i] ** 2,
    rf"p_{C}": lambda c, s, n, i: s.centre(i, s.q),
    rf"v_{C}": lambda c, s, n, i: s.rate(lambda q: s.centre(i, q)),
    rf"\\omega_{I}": lambda c, s, n, i: np.zeros(3) if i < 0 else c.own(i, s.spin(i)),
    rf"\\dot\\omega_{I}": lambda c, s, n, i: np.zeros(3) if i < 0 else c.own(i, s.moving_spin(i)),
    rf"v_\{{c{I}\}}\^\\top v_\{{c\d+\}}": lambda c, s, n, i: np.sum(s.rate(lambda q: s.centre(i, q)) ** 2),
    f"T_{I}": lambda c, s, n, i: s.kinetic(i),
    rf"T_\{{m{I}\}}": lambda c, s, n, i: rotor(s, i),
    f"U_{I}": lambda c, s, n, i: -float(s.link(i).mass) * s.g0 @ s.centre(i, s.q),
    "U": lambda c, s, n: s.U(s.q),
    "T": lambda c, s, n: s.qd @ s.M(s.q) @ s.qd / 2,
    "L": lambda c, s, n: s.qd @ s.M(s.q) @ s.qd / 2 - s.U(s.q),
    "H": lambda c, s, n: s.qd @ s.M(s.q) @ s.qd / 2 + s.U(s.q),
    r"M\(q\)": lambda c, s, n: s.M(s.q) if s.n > 1 else s.M(s.q)[0, 0],
    D: lambda c, s, n, k: momentum(s, k),
    r"\\frac\{d\}\{dt\}" + D: lambda c, s, n, k: s.momentum_rate()[k],
    r"\\frac\{\\partial L\}\{\\partial q_(\d+)\}": lambda c, s, n, k: s.slope(
        lambda q: s.qd @ s.M(q) @ s.qd / 2 - s.U(q), k
    ),
    rf"[\\]tau_{I}": lambda c, s, n, k: s.tau[k],
    f"u_{I}": lambda c, s, n, k: s.tau[k],
    r"\\tau_f": lambda c, s, n: s.friction if s.n > 1 else s.friction[0],
    r"c\(q, \\dot q\)": lambda c, s, n: split(s, "c") if s.n > 1 else split(s, "c")[0],
    r"g\(q\)": lambda c, s, n: split(s, "g") if s.n > 1 else split(s, "g")[0],
    f"a_{I}": lambda c, s, n, i: -s.g0 if i < 0 else origin(c, s, i),
    rf"a_\{{c{I}\}}": lambda c, s, n, i: (
        c.own(i, s.second(lambda q: s.centre(i, q)) - s.g0) if n else s.second(lambda q: s.centre(i, q))
    ),
    f"F_{I}": lambda c, s, n, i: c.own(i, s.pull(i)),
    f"N_{I}": lambda c, s, n, i: c.own(i, s.moment(i)),
    f"f_{I}": lambda c, s, n, i: c.own(i, total(s, i)),
    f"n_{I}": lambda c, s, n, i: c.own(i, total_moment(c, s, i)),
    rf"v_\{{c{I},{I}\}}": lambda c, s, n, i, k: s.slope(lambda q: s.centre(i, q), k),
    rf"\\omega_\{{{I},{I}\}}": lambda c, s, n, i, k: c.own(i, s.spin(i, qd=np.eye(s.n)[k])),
    rf"F_{I} - \\tau_\d+": lambda c, s, n, k: -s.g[k] - s.friction[k],
    rf"F_{I} - u_\d+": lambda c, s, n, k: -s.g[k],
    rf"F\^\*_{I}": lambda c, s, n, k: (s.g - s.tau + s.friction)[k],
    rf"J_\{{v{I}\}}": lambda c, s, n, i: np.array([s.slope(lambda q: s.centre(i, q), k) for k in range(s.n)]).T,
    rf"J_\{{\\omega {I}\}}": lambda c, s, n, i: c.chain(i)[0].T @ da.jacobian(s.tree, s.q, frame=s.links[i])[3:],
    f"p_{I}": lambda c, s, n, k: momentum(s, k),
    r"\\frac\{\\partial H\}\{\\partial q_(\d+)\}": lambda c, s, n, k: s.slope_of_h(k),
    rf"\\dot p_{I}": lambda c, s, n, k: s.momentum_rate()[k],
    r"\\dot q_(\d+)|\\dot\{q\}_\{(\d+)\}": None,
    "D": lambda c, s, n: None,
    r"\\phi_(\d+)": lambda c, s, n, k: 0.0,
    "J": lambda c, s, n: None,
    r"\\dot J\\dot q": lambda c, s, n: -c.seen["J"] @ s.qdd,
    r"\(J\^\\top\\lambda\)_(\d+)": lambda c, s, n, k: c.seen["J"].T[k] @ s.lambdas[: len(c.seen["J"])],
    r"G_\{(\d)(\d)\}": lambda c, s, n, i, j: s.G[i, [k for k in range(s.n) if k not in dependent(s)].index(j)],
    r"h_\{(\d+)\}": lambda c, s, n, k: s.late[k],
    r"\\bar M_\{(\d)(\d)\}": lambda c, s, n, i, j: reduced(s, "M")[i, j],
    **{
        rf"\\bar {x}_\{{(\d+)\}}": lambda c, s, n, k, x=x: reduced(s, x)[k]
        for x in ("c", "g", "Q")
    },
    rf"p_{I}|p_\{{{I}\}}": None,
    rf"\\frac\{{\\partial p_\{{c{I}\}}\}}\{{\\partial q_{I}\}}": lambda c, s, n, i, k: s.slope(
        lambda q: s.centre(i, q), k
    ),
    rf"\\ddot p_\{{c{I}\}}": lambda c, s, n, i: s.second(lambda q: s.centre(i, q)),
    rf"\\sum \\int \\ddot r\^\\top \\frac\{{\\partial r\}}\{{\\partial q_{I}\}} dm": lambda c, s, n, k: (s.tau - s.g)[k],
}  # fmt: skip
TABLE = {k: v for k, v in TABLE.items() if v is not None}
TABLE[r"\\dot q_(\d+)"] = lambda c, s, n, k: s.qd[k]
TABLE[r"\\dot\{q\}_\{(\d+)\}"] = lambda c, s, n, k: s.qd[k]


def determinant(c, s, n):
    """det M, or the determinant of the part of the loop Jacobian that belongs to the dependent rates."""
    if not s.robot.loops:
        return np.linalg.det(s.M(s.q))
    return np.linalg.det(c.seen["J"][:, dependent(s)])


def loop_jacobian(c, s, n):
    """Rows of the numerical Jacobian, in the order and with the signs of the closures."""
    found = da.mechanism.loop_jacobian(s.robot, s.q)
    found = found[np.abs(found).max(axis=1) > 1e-9]
    mine = c.seen["J"]
    assert np.linalg.matrix_rank(np.vstack([found, mine]), tol=1e-9) == len(mine)
    assert np.allclose(mine @ s.qd, 0, atol=1e-9)
    return mine


def tip(c, s, n):
    """The Jacobian of the tip in virtual work, or that of the loops."""
    if s.robot.loops:
        return loop_jacobian(c, s, n)
    J = da.jacobian(s.tree, s.q)
    return J[:3] if len(c.seen["J"]) == 3 else J


def acceleration_energy(c, s, n, i):
    """S_i without the terms that have no acceleration, which are those of a motion with q̈ = 0."""

    def energy(x):
        v, w, wd = x.second(lambda q: x.centre(i, q)), x.spin(i), x.moving_spin(i)
        I = x.tensor(i)
        return float(x.link(i).mass) * v @ v / 2 + wd @ I @ wd / 2 + wd @ np.cross(w, I @ w)

    still = copy(s)
    still.qdd = 0 * s.qdd
    return energy(s) - energy(still)


def ratio(c, s, n, i, j):
    """Ratio of absolute rates: that of the joint plus an integer, in a planar chain with the previous joint."""
    own = s.G[i, [k for k in range(s.n) if k not in dependent(s)].index(j)]
    return own + round(c.seen[f"K_{{{i + 1}{j + 1}}}"] - own)


def denominator(c, s, n, k):
    """The determinant up to factors that the equation of this rate has in common."""
    found = c.seen[f"D_{{{k + 1}}}"]
    assert np.sign(found) == np.sign(determinant(c, s, n))
    return found


TABLE["D"], TABLE["J"] = determinant, tip
TABLE[f"S_{I}"] = acceleration_energy
TABLE[rf"\\frac\{{\\partial S\}}\{{\\partial \\ddot q_{I}\}}"] = lambda c, s, n, k: (s.tau - s.g - s.friction)[k]
TABLE[rf"\\frac\{{\\partial U\}}\{{\\partial q_{I}\}}"] = lambda c, s, n, k: s.g[k]
TABLE[r"K_\{(\d)(\d)\}"] = ratio
TABLE[r"D_\{(\d+)\}"] = denominator


@pytest.mark.sampled(5)
@pytest.mark.parametrize(("name", "method"), CASES)
def test_every_displayed_equation_is_true_of_the_robot(name, method):
    robot = getattr(da.gallery, name)()
    derivation = da.derive(robot, method)
    assert derivation.agrees
    assert Checker(derivation, State(robot)).run() >= 15


# ── definitions before use ────────────────────────────────────────────────────

COMMANDS = r"\\(frac|tfrac|dot|ddot|bar|top|partial|times|sum|int|det|mathrm|left|right|quad|adj|mathbf|hat|int|,|tr|delta)(?![A-Za-z])"


def symbols(latex):
    """The letters with their subscripts in a formula; numbers and running indices in a subscript become #."""
    text = re.sub(r"\\mathrm\{(tr|adj|d)\}", " ", latex).replace(r"\mathrm{ms}", r"\ms")
    text = re.sub(COMMANDS, " ", re.sub(r"\\frac\{d\}\{dt\}", " ", text))
    text = re.sub(r"(_|\^)\{([^{}]*)\}", lambda x: x[1] + "{" + x[2].replace("\\", "").replace(" ", "") + "}", text)
    found = re.findall(r"(\\?[A-Za-z]+|[A-Za-z])(?:_(\{[^}]*\}|\w))?", text)
    for letter, index in found:
        for one in [letter] if letter.startswith("\\") else letter:
            yield one, re.sub(r"\d+|\b[ijkr]\b|(?<=[a-z])[ijkr]$|^[ijkr]$", "#", index.strip("{}"))


RUNNING = {"d", "t", "E", "i", "j", "k", "n", "m", "e"}


@pytest.mark.parametrize(("name", "method"), CASES)
def test_every_symbol_is_defined_before_its_first_use(name, method):
    derivation = da.derive(name, method)
    text = derivation.text()
    known, numbers = set(), set()
    for step in derivation.walk():
        known |= {x for row in step.symbols for x in symbols(row[0].strip("$"))}
        known |= {x for row in step.symbols for formula in re.findall(r"\$([^$]*)\$", row[0]) for x in symbols(formula)}
        numbers |= {unit[0] for unit in step.units}
        for equation in step.equations:
            if step.title in ("Coordinates", "Cut loops"):
                continue
            bases = {letter for letter, _ in known}
            for letter, index in (*symbols(equation.left), *symbols(equation.rule)):
                assert (letter, index) in known or letter in bases | RUNNING, (step.title, equation.left, letter, index)
            if equation.right is not None:
                rates = {f"{x}{k}" for x in ("qd", "qdd") for k in range(1, 25)}
                matrix = sp.Matrix([equation.sympy()])
                for x in {str(x) for x in matrix.free_symbols} - numbers - rates:
                    assert x[0] in bases, (step.title, equation.left, x)
                    numbers.add(x)
    assert "Symbols" in text
    assert [step.title for step in derivation.steps].count("Symbols") == 1


@pytest.mark.parametrize(
    ("method", "law"),
    [
        ("lagrange", r"\frac{d}{dt}\frac{\partial L}{\partial \dot q_k} - \frac{\partial L}{\partial q_k} = \tau_k"),
        ("hamilton", r"\dot q = \partial H/\partial p"),
        ("kane", "F_r + F^*_r = 0"),
        ("newton-euler", "f_1 - R_2 f_2"),
        ("virtual-work", r"\delta W = 0"),
        ("gibbs-appell", r"\frac{\partial S}{\partial \ddot q_k} + \frac{\partial U}{\partial q_k} = \tau_k"),
    ],
)
def test_the_law_is_stated_in_full(method, law):
    steps = da.derive("planar_2r", method).walk()
    stated = [step.words.replace("\n", " ") for step in steps] + [x.left for step in steps for x in step.equations]
    assert any(law in x for x in stated)


@pytest.mark.parametrize("method", ["lagrange", "newton-euler", "kane", "virtual-work"])
def test_a_mechanism_is_cut_first_and_ends_in_one_equation_per_degree_of_freedom(method):
    derivation = da.derive("five_bar", method)
    lefts = [x.left for step in derivation.walk() for x in step.equations]
    assert [x for x in lefts if x.startswith(r"\tau_")] == [r"\tau_2", r"\tau_4"]  # the passive efforts, which are zero
    assert [x for x in lefts if x.startswith(r"\bar Q")] == [r"\bar Q_{1}", r"\bar Q_{2}"]
    assert derivation.steps[0].title == "Cut loops"
