"""Each robot of the lectures: its model, derived here from the robot's own numbers, is the lecture's, exactly.

The derivation is the plain one, König's theorem about the link origin and Lagrange's equations in SymPy; it shares
nothing with the library's algorithms but the description of the robot.
"""

from functools import cache

import pytest
import sympy as sp

import dalembert as da
from dalembert.graph import evaluate


class Model:
    """M, c, g and the pose of the default frame of a robot, in symbols q_i and qd_i."""

    def __init__(self, robot):
        self.q = sp.symbols(f"q1:{robot.n + 1}")
        self.qd = sp.symbols(f"qd1:{robot.n + 1}")
        gravity = exact([robot.gravity])
        poses, T, U = {robot.root: sp.eye(4)}, 0, 0
        for i, joint in enumerate(robot.joints):
            poses[joint.child] = (
                poses[joint.parent] @ matrix(joint.placement) @ motion(joint, self.q[i]) @ matrix(joint.after)
            )
            energy, height = self.energies(robot.link(joint.child).inertia, poses[joint.child], gravity)
            T, U = T + energy, U + height
            if joint.drive is not None:
                T += scalar(joint.drive.inertia) * self.qd[i] ** 2 / 2
        self.M = sp.hessian(T, self.qd).applyfunc(normal)
        self.g = sp.Matrix([U]).jacobian(self.q).T
        n = robot.n
        self.c = sp.Matrix(
            [
                sum(self.christoffel(k, i, j) * self.qd[i] * self.qd[j] for i in range(n) for j in range(n))
                for k in range(n)
            ]
        )
        frame = robot.frames[0] if robot.frames else None
        self.pose = poses[frame.link] @ matrix(frame.placement) if frame else poses[robot.joints[-1].child]

    def christoffel(self, k, i, j):
        M, q = self.M, self.q
        return (M[k, j].diff(q[i]) + M[k, i].diff(q[j]) - M[i, j].diff(q[k])) / 2

    def rate(self, A):
        return sum((A.diff(q) * qd for q, qd in zip(self.q, self.qd, strict=True)), sp.zeros(*A.shape))

    def energies(self, inertia, pose, gravity):
        """½ m v² + v·(ω × ms) + ½ ωᵀI ω in link axes, and −gᵀ(m p + R ms)."""
        R, p = pose[:3, :3], pose[:3, 3]
        m, ms, I = scalar(inertia.mass), exact([inertia.ms]), exact(inertia.matrix)
        S = (R.T * self.rate(R)).applyfunc(normal)
        omega = sp.Matrix([S[2, 1], S[0, 2], S[1, 0]])
        v = R.T * self.rate(p)
        T = m * v.dot(v) / 2 + v.dot(omega.cross(ms)) + (omega.T * I * omega)[0] / 2
        return sp.expand(T), -gravity.dot(m * p + R * ms)


def exact(rows):
    """Rows of graph scalars as a SymPy matrix (a single row as a vector)."""
    A = sp.Matrix([[scalar(x) for x in row] for row in rows])
    return A.T if A.rows == 1 else A


def scalar(x):
    names = {str(s): s for s in sp.symbols(PARAMETERS)}
    return sp.sympify(evaluate([x], names, functions=sp, number=sp.Rational)[0])


def matrix(pose):
    return exact(pose.matrix())


def motion(joint, q):
    axis = sp.Matrix(joint.axis)
    T = sp.eye(4)
    if joint.kind == "prismatic":
        T[:3, 3] = q * axis
    else:
        S = sp.Matrix(3, 3, lambda i, j: sum(sp.LeviCivita(i, k, j) * axis[k] for k in range(3)))
        T[:3, :3] = sp.eye(3) + sp.sin(q) * S + (1 - sp.cos(q)) * S * S  # Rodrigues
    return T


PARAMETERS = (
    "m d Il Im n bl bm l g m1 m2 m3 dc2 I1 I2 I3 l1 l2 l3 lc1 lc2 lc3 zz1 zz2 zz3 mx2 d1 "
    "m4 m5 m6 I4 I5 I6 lc6 a2 d4 d6 q1 q2 q3 qd1 qd2 qd3"
)


def read(text):
    """A formula of the lecture."""
    return sp.sympify(text, locals={str(s): s for s in sp.symbols(PARAMETERS)})


def normal(x):
    """The normal form of a polynomial in sines and cosines of the q_i: sin² replaced by 1 − cos²."""
    x = sp.expand(sp.expand_trig(sp.expand(x)))
    for q in sp.symbols("q1:7"):
        s = sp.Dummy()
        x = sp.expand(x.subs(sp.sin(q), s))
        odd_even = [0, 0]
        for (power,), coefficient in sp.Poly(x, s).terms():
            odd_even[power % 2] += coefficient * (1 - sp.cos(q) ** 2) ** (power // 2)
        x = sp.expand(odd_even[0] + odd_even[1] * sp.sin(q))
    return x


def zero(x):
    return normal(x) == 0


def check(robot, M, c, g):
    model = Model(robot)
    for i, row in enumerate(M):
        for j, entry in enumerate(row):
            assert zero(model.M[i, j] - read(entry)), f"M[{i}, {j}] is {model.M[i, j]}"
            assert model.M[i, j] == model.M[j, i] or zero(model.M[i, j] - model.M[j, i])
    for name, found, expected in (("c", model.c, c), ("g", model.g, g)):
        for i, entry in enumerate(expected):
            assert zero(found[i] - read(entry)), f"{name}[{i}] is {found[i]}"


@cache
def model(name):
    return Model(getattr(da.gallery, name)())


def test_pendulum():
    """[deluca]: I = Il + m d² + n² Im; gravity m g d sin q; Fx at the tip gives l cos q Fx; friction bl + n² bm."""
    robot = da.gallery.pendulum()
    assert set(robot.parameters) == {"m", "d", "Il", "Im", "n", "bl", "bm", "l", "g"}
    check(robot, [["Il + m*d**2 + n**2*Im"]], ["0"], ["m*g*d*sin(q1)"])
    tip = model("pendulum").pose[:3, 3]
    assert zero(tip[0].diff("q1") - read("l*cos(q1)"))
    assert zero(scalar(robot.joints[0].drive.viscous) - read("bl + n**2*bm"))


def test_pr():
    """[deluca], horizontal plane."""
    assert set(da.gallery.pr().parameters) == {"m1", "m2", "dc2", "I2"}
    check(
        da.gallery.pr(),
        [["m1 + m2", "-m2*dc2*sin(q2)"], ["-m2*dc2*sin(q2)", "I2 + m2*dc2**2"]],
        ["-m2*dc2*cos(q2)*qd2**2", "0"],
        ["0", "0"],
    )


def test_rp():
    """[rbe3005], vertical plane."""
    assert set(da.gallery.rp().parameters) == {"m1", "m2", "l1", "I1", "I2", "g"}
    check(
        da.gallery.rp(),
        [["m1*l1**2 + I1 + m2*q2**2 + I2", "0"], ["0", "m2"]],
        ["2*m2*q2*qd1*qd2", "-m2*q2*qd1**2"],
        ["(m1*l1 + m2*q2)*g*cos(q1)", "m2*g*sin(q1)"],
    )


def test_planar_2r():
    """[tang], with the term + h q̇1² of τ2 that its printed equation lacks."""
    robot = da.gallery.planar_2r()
    assert set(robot.parameters) == {"m1", "m2", "l1", "l2", "lc1", "lc2", "I1", "I2", "g"}
    H11 = "m1*lc1**2 + I1 + m2*(l1**2 + lc2**2 + 2*l1*lc2*cos(q2)) + I2"
    H12, H22 = "m2*(lc2**2 + l1*lc2*cos(q2)) + I2", "m2*lc2**2 + I2"
    h = "m2*l1*lc2*sin(q2)"
    check(
        robot,
        [[H11, H12], [H12, H22]],
        [f"-{h}*qd2**2 - 2*{h}*qd1*qd2", f"{h}*qd1**2"],
        ["m1*lc1*g*cos(q1) + m2*g*(lc2*cos(q1 + q2) + l1*cos(q1))", "m2*g*lc2*cos(q1 + q2)"],
    )
    assert not zero(model("planar_2r").c[1] - read(f"-{h}*qd1*qd2")), "what the lecture prints"
    J = model("planar_2r").pose[:2, 3].jacobian(sp.symbols("q1 q2"))
    assert zero(J.det() - read("l1*l2*sin(q2)"))


def test_planar_3r():
    """[briot]: regrouped parameters written out."""
    robot = da.gallery.planar_3r()
    assert set(robot.parameters) == {"zz1", "zz2", "zz3", "m2", "m3", "mx2", "l1", "l2"}
    Z1, Z2, L = "(zz1 + (m2 + m3)*l1**2)", "(zz2 + m3*l2**2)", "(l1*mx2 + m3*l1*l2)"
    M12 = f"{Z2} + zz3 + {L}*cos(q2)"
    check(
        robot,
        [[f"{Z1} + {Z2} + zz3 + 2*{L}*cos(q2)", M12, "zz3"], [M12, f"{Z2} + zz3", "zz3"], ["zz3", "zz3", "zz3"]],
        [f"-{L}*(2*qd1 + qd2)*qd2*sin(q2)", f"{L}*qd1**2*sin(q2)", "0"],
        ["0", "0", "0"],
    )


def position(name, x, y, z):
    tip = model(name).pose[:3, 3]
    return all(zero(found - read(text)) for found, text in zip(tip, (x, y, z), strict=True))


def test_planar_3r_with_a_hand():
    """[tang]: x = l1 c1 + l2 c12 + l3 c123."""
    pose = Model(da.gallery.planar_3r(l3="l3")).pose
    assert zero(pose[0, 3] - read("l1*cos(q1) + l2*cos(q1 + q2) + l3*cos(q1 + q2 + q3)"))
    assert zero(pose[1, 3] - read("l1*sin(q1) + l2*sin(q1 + q2) + l3*sin(q1 + q2 + q3)"))
    assert zero(pose[1, 0] - read("sin(q1 + q2 + q3)"))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "x", "y", "z"),
    [
        ("planar_2r", "l1*cos(q1) + l2*cos(q1 + q2)", "l1*sin(q1) + l2*sin(q1 + q2)", "0"),
        ("planar_rpr", "q2*cos(q1) + l3*cos(q1 + q3)", "q2*sin(q1) + l3*sin(q1 + q3)", "0"),
        (
            "spatial_3r",
            "(l1*cos(q2) + l2*cos(q2 + q3))*cos(q1)",
            "(l1*cos(q2) + l2*cos(q2 + q3))*sin(q1)",
            "l1*sin(q2) + l2*sin(q2 + q3)",
        ),
        ("cartesian", "q1", "q2", "q3"),
        ("cylindrical", "q3*cos(q1)", "q3*sin(q1)", "l1 + q2"),
        ("spherical", "q3*cos(q2)*cos(q1)", "q3*cos(q2)*sin(q1)", "l1 + q3*sin(q2)"),
        ("scara", "l1*cos(q1) + l2*cos(q1 + q2)", "l1*sin(q1) + l2*sin(q1 + q2)", "d1 - q3"),
    ],
)
def test_forward_kinematics(name, x, y, z):
    assert position(name, x, y, z)


def test_spatial_3r_jacobian():
    """[tang]: the 3×3 matrix, column by column."""
    J = model("spatial_3r").pose[:3, 3].jacobian(sp.symbols("q1:4"))
    printed = [
        [
            "-l1*sin(q1)*cos(q2) - l2*sin(q1)*cos(q2 + q3)",
            "-l1*cos(q1)*sin(q2) - l2*cos(q1)*sin(q2 + q3)",
            "-l2*cos(q1)*sin(q2 + q3)",
        ],
        [
            "l1*cos(q1)*cos(q2) + l2*cos(q1)*cos(q2 + q3)",
            "-l1*sin(q1)*sin(q2) - l2*sin(q1)*sin(q2 + q3)",
            "-l2*sin(q1)*sin(q2 + q3)",
        ],
        ["0", "l1*cos(q2) + l2*cos(q2 + q3)", "l2*cos(q2 + q3)"],
    ]
    assert all(zero(J[i, j] - read(printed[i][j])) for i in range(3) for j in range(3))


# What a reader writes down by hand for each mechanism: the places of the centres of mass, and the turning energy of
# a thin link at azimuth q1 and elevation e, ½ I (ė² + q̇1² cos² e).
MECHANISMS = {
    "planar_rpr": (
        {"m1": ("lc1*cos(q1)", "lc1*sin(q1)", "0"), "m2": ("q2*cos(q1)", "q2*sin(q1)", "0"),
         "m3": ("q2*cos(q1) + lc3*cos(q1 + q3)", "q2*sin(q1) + lc3*sin(q1 + q3)", "0")},
        "(I1 + I2)*qd1**2/2 + I3*(qd1 + qd3)**2/2", 1,
    ),
    "cartesian": ({"m1": ("q1", "0", "0"), "m2": ("q1", "q2", "0"), "m3": ("q1", "q2", "q3")}, "0", 2),
    "cylindrical": (
        {"m1": ("0", "0", "0"), "m2": ("0", "0", "q2"), "m3": ("(q3 - lc3)*cos(q1)", "(q3 - lc3)*sin(q1)", "q2")},
        "(I1 + I2 + I3)*qd1**2/2", 2,
    ),
    "spherical": (
        {"m2": ("lc2*cos(q2)*cos(q1)", "lc2*cos(q2)*sin(q1)", "lc2*sin(q2)"),
         "m3": ("(q3 - lc3)*cos(q2)*cos(q1)", "(q3 - lc3)*cos(q2)*sin(q1)", "(q3 - lc3)*sin(q2)")},
        "I1*qd1**2/2 + (I2 + I3)*(qd2**2 + qd1**2*cos(q2)**2)/2", 2,
    ),
    "scara": (
        {"m1": ("lc1*cos(q1)", "lc1*sin(q1)", "0"),
         "m2": ("l1*cos(q1) + lc2*cos(q1 + q2)", "l1*sin(q1) + lc2*sin(q1 + q2)", "0"),
         "m3": ("l1*cos(q1) + l2*cos(q1 + q2)", "l1*sin(q1) + l2*sin(q1 + q2)", "-q3")},
        "I1*qd1**2/2 + (I2 + I3)*(qd1 + qd2)**2/2", 2,
    ),
    "spatial_3r": (
        {"m2": ("lc2*cos(q2)*cos(q1)", "lc2*cos(q2)*sin(q1)", "lc2*sin(q2)"),
         "m3": ("(l1*cos(q2) + lc3*cos(q2 + q3))*cos(q1)", "(l1*cos(q2) + lc3*cos(q2 + q3))*sin(q1)",
                "l1*sin(q2) + lc3*sin(q2 + q3)")},
        "I1*qd1**2/2 + I2*(qd2**2 + qd1**2*cos(q2)**2)/2 + I3*((qd2 + qd3)**2 + qd1**2*cos(q2 + q3)**2)/2", 2,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MECHANISMS)
def test_mechanism_by_hand(name):
    centres, turning, up = MECHANISMS[name]
    q, qd = sp.symbols("q1:4"), sp.symbols("qd1:4")
    T, U = read(turning), 0
    for mass, place in centres.items():
        p = [read(x) for x in place]
        v = [sum(x.diff(a) * b for a, b in zip(q, qd, strict=True)) for x in p]
        T, U = T + read(mass) * sum(x**2 for x in v) / 2, U + read(mass) * read("g") * p[up]
    assert all(zero(x) for x in model(name).M - sp.hessian(T, qd))
    assert all(zero(x - U.diff(a)) for x, a in zip(model(name).g, q, strict=True))


def test_articulated_wrist_and_tool():
    robot = da.gallery.articulated()
    q = sp.symbols("q1:7")
    T = sp.eye(4)
    for i, joint in enumerate(robot.joints):
        T = T @ matrix(joint.placement) @ motion(joint, q[i])
        if i == 3:
            wrist = T[:3, 3]
    r = read("a2*cos(q2) + d4*cos(q2 + q3)")
    assert zero(wrist[0] - r * sp.cos(q[0]))
    assert zero(wrist[1] - r * sp.sin(q[0]))
    assert zero(wrist[2] - read("d1 + a2*sin(q2) + d4*sin(q2 + q3)"))
    assert T[:3, 3] == wrist, "the last three axes meet in the wrist"
    tool = (T @ matrix(robot.frames[0].placement)).subs(dict.fromkeys(q, 0))
    assert tool[:3, 3] == sp.Matrix([read("a2 + d4 + d6"), 0, read("d1")]), "stretched along x at q = 0"
