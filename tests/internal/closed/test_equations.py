"""What `equations` gives: shapes, labels, drives, wrenches, coordinates, base parameters, and its errors."""

from dataclasses import replace

import numpy as np
import pytest
import sympy as sp

import dalembert as da
from dalembert.closed.model.base_parameters import base_parameters
from dalembert.closed.model.coordinates import linear_coordinates
from dalembert.closed.model.mechanics import mechanics
from dalembert.graph import evaluate
from raised import raises
from tolerance import HUNDREDS_OF_ROUNDINGS


def zero(x):
    return sp.Matrix([x]).applyfunc(sp.expand) == sp.zeros(*sp.Matrix([x]).shape)


def test_shapes_and_symbols():
    eq = da.equations(da.gallery.spatial_3r())
    assert eq.M.shape == (3, 3)
    assert eq.c.shape == eq.g.shape == eq.tau.shape == eq.p.shape == (3, 1)
    assert len(eq.christoffel) == len(eq.christoffel[0]) == len(eq.christoffel[0][0]) == 3
    assert eq.M[0, 0].free_symbols <= {sp.Symbol(x) for x in (*da.gallery.spatial_3r().parameters, "q2", "q3")}
    assert eq.M == eq.M.T
    assert da.equations(da.gallery.spatial_3r()) is eq  # computed once


def test_the_parts_fit_together():
    eq = da.equations(da.gallery.spatial_3r())
    v, a = sp.Matrix(sp.symbols("qd1:4")), sp.Matrix(sp.symbols("qdd1:4"))
    q = sp.symbols("q1:4")
    assert zero(eq.tau - (eq.M * a + eq.c + eq.g))
    assert zero(eq.S * v - eq.c)
    assert zero(sp.Matrix([(v.T * C_k * v)[0] for C_k in eq.C_k]) - eq.c)
    assert zero(eq.p - eq.M * v)
    assert zero(sp.Matrix([eq.T - (v.T * eq.M * v)[0] / 2]))
    assert zero(sp.Matrix([eq.L - eq.T + eq.U]))
    assert zero(eq.g - sp.Matrix([eq.U]).jacobian(q).T)
    for k in range(3):
        for i in range(3):
            for j in range(3):
                M = eq.M
                c = (M[k, j].diff(q[i]) + M[k, i].diff(q[j]) - M[i, j].diff(q[k])) / 2
                assert sp.simplify(eq.christoffel[k][i][j] - c) == 0


def test_terms_add_up_to_the_effort_and_are_labelled():
    robot = da.gallery.spatial_3r()
    eq = da.equations(robot)
    for k in range(3):
        own = [t for t in eq.terms() if t.row == k + 1]
        assert sp.expand(sum(t.expression for t in own) - eq.tau[k]) == 0
        for t in own:
            rates = {str(x) for x in t.expression.free_symbols if str(x).startswith("qd")}
            accelerations = {x for x in rates if x.startswith("qdd")}
            assert (t.kind == "inertial") == bool(accelerations)
            assert (t.kind in ("centrifugal", "Coriolis")) == bool(rates - accelerations)
            assert (t.kind == "Coriolis") == (len(rates - accelerations) == 2)
            assert (t.kind == "gravity") == (not rates)
    coriolis = next(t for t in eq.terms("Coriolis") if t.row == 1)
    assert str(coriolis).startswith("tau1: Coriolis: ")
    assert coriolis.name == "B1_12"


def test_everything_is_linear_in_the_inertial_parameters():
    """M and U are Σ_p π_p times what each parameter multiplies."""
    exact = mechanics(da.gallery.spatial_3r())
    ring, n = exact.ring, range(3)
    total = [[ring.zero for _ in n] for _ in n]
    energy = ring.zero
    for p, parameter in enumerate(exact.parameters):
        energy = energy + ring.mul(parameter.value, exact.potential_of(p))
        for (i, j), part in exact.inertia_of(p).items():
            total[i][j] = total[i][j] + ring.mul(parameter.value, part)
    assert [[total[i][j] for j in n[i:]] for i in n] == [[exact.M[i][j] for j in n[i:]] for i in n]
    assert energy == exact.U
    assert [x.label for x in exact.parameters[10:13]] == ["M2", "MX2", "MY2"]


def test_a_pendulum_of_numbers_stays_exact():
    """m = 0.1 kg at 0.3 m, gravity 9.81: decimals are rationals, so nothing is 0.30000000000000004."""
    row = {"joint": "R", "a": 0, "alpha": 0, "d": 0, "mass": 0.1, "com": (0.3, 0, 0), "inertia": (0, 0, 0.02, 0, 0, 0)}
    eq = da.equations(da.from_dh([row], "modified", gravity=(0, -9.81, 0)))
    assert eq.M[0, 0] == sp.Rational(29, 1000)
    assert eq.g[0] == sp.Rational(2943, 10000) * sp.cos(sp.Symbol("q1"))


def test_oblique_axes_keep_identities_exact():
    """q̇ᵀ(Ṁ − 2S)q̇ = 0 and Lagrange's ∂T/∂q hold in the ring, not to 1e-16, for axes of arbitrary floats."""
    links = [da.Link("ground")] + [
        da.Link(f"l{i}", da.Inertia.about_com(1.3, (0.1, 0.2, 0.3), (1, 2, 2.5, 0, 0, 0))) for i in (1, 2)
    ]
    joints = [
        da.Joint("a", "revolute", "ground", "l1", axis=(0.3, -0.4, 0.87)),
        da.Joint("b", "revolute", "l1", "l2", da.Pose(p=(0.1, 0, 0.2)), axis=(-0.6, 0.1, 0.2)),
    ]
    exact = mechanics(da.Robot("oblique", tuple(links), tuple(joints)))
    ring = exact.ring
    for k in range(2):
        lagrange = ring.rate(ring.diff(exact.T, f"qd{k + 1}")) - ring.diff(exact.T, f"q{k + 1}")
        assert ring.equal(lagrange, ring.dot(exact.M[k], ring.qdd) + exact.c[k])
    R = exact.kinematics.poses[1].R
    for i in range(3):
        for j in range(3):
            assert ring.dot(R[i], R[j]) == ring.number(int(i == j))


def test_drives_friction_and_rotors():
    drive = da.Drive(rotor_inertia="Im", gear_ratio="N", damping="b", coulomb="fc", motor_damping="bm")
    robot = replace(da.gallery.rp(), joints=tuple(replace(j, drive=drive) for j in da.gallery.rp().joints))
    eq, plain = da.equations(robot), da.equations(da.gallery.rp())
    Im, N, b, bm, fc, v1, v2 = sp.symbols("Im N b bm fc qd1 qd2")
    assert zero(eq.M - plain.M - sp.eye(2) * N**2 * Im)
    friction = [(b + N**2 * bm) * v + fc * sp.sign(v) for v in (v1, v2)]
    assert zero(eq.friction - sp.Matrix(friction))
    assert [t.expression for t in eq.terms("friction") if t.row == 1] == [
        sp.expand((b + N**2 * bm) * v1), fc * sp.sign(v1)
    ]  # fmt: skip
    assert eq.c == plain.c


def test_motor_side_coordinates_scale_everything():
    """θ = N q: M_θ = M/N², and a rotor of inertia Im stands alone."""
    drive = da.Drive(rotor_inertia="Im", gear_ratio="N")
    robot = replace(da.gallery.rp(), joints=tuple(replace(j, drive=drive) for j in da.gallery.rp().joints))
    eq = da.equations(robot, coordinates="motor")
    Im, N, m2, th2 = sp.symbols("Im N m2 theta2")
    assert zero(sp.Matrix([eq.M[1, 1] - (m2 / N**2 + Im)]))
    assert eq.christoffel[1][0][0] == -m2 * th2 / N**4
    assert eq.efforts == sp.Matrix([sp.Symbol("tau1") / N, sp.Symbol("tau2") / N])


def test_external_wrench_is_the_transposed_jacobian():
    names = ("Fx", "Fy", "Fz", "Mx", "My", "Mz")
    eq = da.equations(da.gallery.spatial_3r(), wrench={"tool": names})
    v, w = mechanics(da.gallery.spatial_3r()).kinematics.jacobian("tool")
    display = mechanics(da.gallery.spatial_3r()).display
    for k in range(3):
        expected = sum(display.sympy(x) * sp.Symbol(f) for x, f in zip((*v[k], *w[k]), names, strict=True))
        assert zero(sp.Matrix([eq.external[k] - expected]))
    assert zero(eq.tau + eq.external - da.equations(da.gallery.spatial_3r()).tau)


def test_mimic_joints_share_a_coordinate():
    """A parallelogram by mimicry: q3 = −q2 keeps link 3 parallel to link 1, whatever q2."""
    robot = da.gallery.planar_3r(l3="l3")
    third = replace(robot.joints[2], mimic=da.model.Mimic(robot.joints[1].name, -1))
    eq = da.equations(replace(robot, joints=(*robot.joints[:2], third)))
    zz1, zz2, zz3, m2, m3, mx2, l1, l2, q2 = sp.symbols("zz1 zz2 zz3 m2 m3 mx2 l1 l2 q2")
    M11 = zz1 + m2 * l1**2 + 2 * l1 * mx2 * sp.cos(q2) + zz2 + m3 * (l1**2 + l2**2 + 2 * l1 * l2 * sp.cos(q2)) + zz3
    assert eq.n == 2
    assert zero(sp.Matrix([eq.M[0, 0] - M11]))
    assert zero(sp.Matrix([eq.M[1, 1] - zz2 - m3 * l2**2]))


def test_regrouped_equations_are_the_same():
    eq = da.equations(da.gallery.spatial_3r())
    values = {sp.Symbol(name): x for name, x in eq.base_parameters.expressions.items()}
    for quantity in ("M", "c", "g"):
        difference = getattr(eq.regrouped, quantity).subs(values) - getattr(eq, quantity)
        assert difference.applyfunc(sp.simplify) == sp.zeros(*difference.shape)
    assert eq.regrouped.regrouped is eq.regrouped
    assert eq.regrouped.base_parameters is eq.base_parameters


def test_base_parameters_say_the_rule():
    """First joint prismatic and no second: of ten parameters only the mass is felt."""
    robot = da.from_dh([{"joint": "P", "a": 0, "alpha": 0, "d": 0, "mass": "m", "com": ("c", 0, 0),
                      "inertia": ("A", "B", "C", 0, 0, 0)}])  # fmt: skip
    base = base_parameters(mechanics(robot))
    assert base.names == ("m",)
    rules = {base.mechanics.parameters[p].label: rule for p, rule in base.rules.items()}
    assert (rules["XX1"].rule, rules["MX1"].rule) == ("prismatic joint", "no effect")
    arm = da.equations(da.gallery.planar_2r()).base_parameters
    assert arm["ZZ1R"].is_grouped
    assert arm["MX1R"].rules == (da.finding.Regrouping("M2", "revolute joint", "joint2"),)
    assert arm.explain("MX1R").splitlines()[0] == "MX1R = m1*lc1 + m2*l1"
    with raises(da.finding.Unknown, noun="base parameter", name="ZZ1r"):
        arm["ZZ1r"]


def test_dependent_columns_with_symbolic_coefficients():
    """Two parallel slides: the second mass moves with both, so the first rotor's column is no combination; its mass is."""
    rows = [{"joint": "P", "a": 0, "alpha": "alpha", "d": 0, "mass": f"m{k}", "drive": da.Drive(rotor_inertia=f"J{k}")}
            for k in (1, 2)]  # fmt: skip
    base = da.equations(da.from_dh(rows, gravity=(0, 0, 0))).base_parameters
    found = {name: sp.expand(x) for name, x in base.expressions.items()}
    m1, m2, J1, J2 = sp.symbols("m1 m2 J1 J2")
    assert found["M1R"] == m1 + J1
    assert found["m2"] == m2
    assert found["J2"] == J2


def test_graph_and_compiled_function_take_the_same_parameters():
    eq = da.equations(da.gallery.planar_2r())
    kernel = eq.compile("c")
    assert [label for label, _, _ in kernel.inputs] == ["q", "qd", "parameters"]
    rng = np.random.default_rng(0)
    q, qd, values = rng.uniform(-1, 1, 2), rng.uniform(-1, 1, 2), rng.uniform(0.5, 1.5, len(eq.parameter_names))
    state = dict(zip(eq.parameter_names, values, strict=True)) | {"q1": q[0], "q2": q[1], "qd1": qd[0], "qd2": qd[1]}
    assert np.allclose(kernel(q, qd, values), evaluate(eq.graph("c"), state), rtol=HUNDREDS_OF_ROUNDINGS)


def test_divisions_in_a_robots_numbers():
    """A centre of mass given as mx/m is a first moment mx; a moment m*(a**2 + b**2)/12 a fraction."""
    row = {"joint": "R", "a": 0, "alpha": 0, "d": 0, "mass": "m", "com": ("mx/m", 0, 0),
           "inertia": (0, 0, "m*(a**2 + b**2)/12", 0, 0, 0)}  # fmt: skip
    eq = da.equations(da.from_dh([row], "modified", gravity=(0, "-g", 0)))
    m, mx, a, b, g, q1 = sp.symbols("m mx a b g q1")
    assert zero(sp.Matrix([eq.M[0, 0] - m * (a**2 + b**2) / 12 - mx**2 / m]))
    assert eq.g[0] == mx * g * sp.cos(q1)


def test_symbolic_twist_angles():
    """A second axis tilted by alpha: M11 of a point mass carries cos α, and still reduces by s² + c² = 1."""
    rows = [
        {"joint": "R", "a": 0, "alpha": 0, "d": 0},
        {"joint": "R", "a": 0, "alpha": "alpha", "d": 0, "mass": "m", "com": ("r", 0, 0)},
    ]
    eq = da.equations(da.from_dh(rows, "modified", gravity=(0, 0, 0)))
    m, r, alpha, q2 = sp.symbols("m r alpha q2")
    expected = m * r**2 * (sp.cos(q2) ** 2 + sp.cos(alpha) ** 2 * sp.sin(q2) ** 2)
    assert sp.simplify(eq.M[0, 0] - expected) == 0


@pytest.mark.parametrize(
    ("call", "kind", "fields"),
    [
        (lambda r: da.equations(r, coordinates="polar"), da.finding.NotOneOf, {"argument": "coordinates"}),
        (lambda r: da.equations(r, wrench={"tool": (1, 2, 3)}), da.finding.WrongLength, {"got": 3, "expected": 6}),
        (lambda r: da.equations(r).graph("N"), da.finding.Unknown, {"noun": "quantity", "name": "N"}),
        (lambda r: da.equations(r).terms("coriolis"), da.finding.Unknown, {"name": "coriolis"}),
        (lambda r: da.equations(r).coordinates([[1, 1], [1, 1]], ["x", "y"]), da.finding.SingularCoordinates, {}),
        (lambda r: da.equations(r).coordinates([[1, 0]]), da.finding.WrongLength, {"argument": "matrix"}),
        (lambda r: linear_coordinates(r, [[1, 0], [0, 1]], ["x"]), da.finding.WrongLength, {"argument": "names"}),
        (
            lambda r: da.equations(r).coordinates([[1, 0], [0, 1]], ["m1", "x"]).M,
            da.finding.SymbolClash,
            {"first": "m1"},
        ),
        (lambda r: mechanics(r).S("skew"), da.finding.NotOneOf, {"argument": "kind"}),
        (
            lambda r: da.equations(da.Robot("rock", (da.Link("ground"),), ())),
            da.finding.RobotHasNo,
            {"robot": "rock"},
        ),
    ],
)
def test_wrong_input_is_explained(call, kind, fields):
    with raises(kind, **fields):
        call(da.gallery.planar_2r())


def test_a_wrench_on_an_unknown_frame_is_refused():
    with raises(da.finding.Unknown, noun="frame", name="toll", owner_name="planar_2r"):
        da.equations(da.gallery.planar_2r(), wrench={"toll": (0,) * 6})


@pytest.mark.parametrize("name", ["pendulum", "spatial_3r", "stanford"])
def test_sympy_objects_are_those_sympy_makes(name):
    """Products put together from sorted factors are structurally what SymPy builds itself."""

    def rebuilt(x):
        return x if not x.args else x.func(*(rebuilt(y) for y in x.args))

    eq = da.equations(getattr(da.gallery, name)())
    for x in (*eq.M, *eq.g, eq.U, *(y for C_k in eq.christoffel for row in C_k for y in row)):
        assert rebuilt(x) == x
