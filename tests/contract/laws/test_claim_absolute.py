"""One equation in absolute angles, of whatever quantity, is said to be right in absolute angles and never plainly wrong.

The claims come from the equations in those coordinates, φ written q, and of the place of the tool from q = A φ put in.
"""

import pytest
import sympy as sp

import dalembert as da
from finding_queries import key

ARMS = ["planar_2r", "planar_3r", "planar_rpr", "spatial_3r", "scara"]


def claims(name: str) -> dict[str, sp.Expr]:
    robot = getattr(da.gallery, name)()
    eq, own = da.equations(robot, coordinates="absolute"), da.equations(robot)
    n = range(eq.n)
    plain = {x: sp.Symbol(str(x).replace("phi", "q")) for x in {*eq.M.free_symbols, *eq.tau.free_symbols}}
    found = {f"M{i + 1}{j + 1}": eq.M[i, j] for i in n for j in n} | {f"g{i + 1}": eq.g[i] for i in n}
    found |= {f"c{i + 1}": eq.c[i] for i in n} | {f"Q{i + 1}": eq.tau[i] for i in n} | {"T": eq.T, "U": eq.U}
    found = {k: x.subs(plain, simultaneous=True) for k, x in found.items()}
    A = eq.mechanics.coordinates.matrix
    q = {sp.Symbol(f"q{i + 1}"): sum(int(A[i][k]) * sp.Symbol(f"q{k + 1}") for k in n) for i in n}
    place = [own.mechanics.display.sympy(x) for x in own.mechanics.kinematics.place(None).p]
    found |= {x: place[i].subs(q, simultaneous=True) for i, x in enumerate("xyz") if place[i]}
    return {k: sp.expand(x, trig=False) for k, x in found.items() if x != 0}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ARMS)
def test_each_claim_by_itself(name):
    robot, other = getattr(da.gallery, name)(), 0
    for label, value in claims(name).items():
        verdict = da.check(robot, f"{label.replace('Q', 'tau')} = {value}")
        assert verdict.correct is not False, verdict
        assert (verdict.correct is None) == bool(verdict.conventions)
        assert da.check(robot, f"{label.replace('Q', 'tau')} = {value}", convention="absolute").correct is True
        assert all(key(x).startswith("absolute") for x in verdict.conventions)
        assert "not right" not in verdict.explain()
        other += bool(verdict.conventions)
    assert other >= 3


@pytest.mark.parametrize("name", ["planar_2r", "planar_3r", "planar_rpr"])
def test_efforts_of_the_joints_with_angles_from_the_ground(name):
    """τ of the motors, with q = A φ put in, by SymPy: neither wrong nor with efforts of the angles."""
    robot, own = getattr(da.gallery, name)(), da.equations(getattr(da.gallery, name)())
    A, n = da.equations(robot, coordinates="absolute").mechanics.coordinates.matrix, range(own.n)
    put = {
        sp.Symbol(f"{x}{i + 1}"): sum(int(A[i][k]) * sp.Symbol(f"{x}{k + 1}") for k in n)
        for i in n for x in ("q", "qd", "qdd")
    }  # fmt: skip
    text = ", ".join(f"tau{i + 1} = {sp.expand(own.tau[i].subs(put, simultaneous=True), trig=False)}" for i in n)
    [said] = {*da.check(robot, text.replace(", ", "\n")).conventions}
    assert key(said) == "absolute"


def test_what_is_right_in_neither_is_wrong():
    assert da.check(da.gallery.planar_2r(), "ω2 = 2*qd2").correct is False
    assert (
        da.check(da.gallery.planar_2r(), "x = l1*cos(q1) + l2*cos(q2), y = l1*sin(q1) + l2*sin(q1 + q2)").correct
        is False
    )
    verdict = da.check(da.gallery.planar_2r(), "tau2 = M21*qdd1 + M22*qdd2 + c2 + m2*g*lc2*cos(q2)")  # gravity alone
    assert verdict.correct is not True
    assert any(key(x).startswith("absolute angles") for x in verdict.reasons)


def test_joints_that_mimic_have_no_absolute_angles():
    links = (da.Link("base"), *(da.Link(x, da.Inertia("m", (0, 0, 0), (0, 0, "I", 0, 0, 0))) for x in "ab"))
    joints = (da.Joint("j1", "revolute", "base", "a"), da.Joint("j2", "revolute", "a", "b", mimic=da.model.Mimic("j1")))
    assert da.check(da.Robot("geared", links, joints), "tau1 = 7*I*qdd1").correct is False
