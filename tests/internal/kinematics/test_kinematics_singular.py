"""Singularities: exact factors, the direction that is lost, and the numeric search."""

import numpy as np
import pytest
import sympy as sp

import dalembert as da
from chain_robot import random_arm
from dalembert.closed.algebra.factors import factors
from dalembert.closed.model.mechanics import mechanics
from dalembert.kinematics.chain import geometry
from dalembert.kinematics.symbolic_kinematics import determinant
from raised import raises
from tolerance import SAME_ALGORITHM, SAME_POSTURE, SEARCHED, THOUSANDS_OF_ROUNDINGS

q = dict(zip(("q1", "q2", "q3", "q4", "q5", "q6"), sp.symbols("q1:7"), strict=True))


def holds(lost, J):
    """Nothing the joints do goes that way."""
    return np.abs(lost @ J).max() < 1e-9 * np.abs(J).max()


@pytest.mark.parametrize("name", ["puma560", "stanford", "ur5"])
def test_six_joint_arms_have_wrist_elbow_and_shoulder(name):
    robot = getattr(da.gallery, name)()
    found = da.kinematics.singularities(robot)
    assert sorted(x.kind for x in found) == ["elbow", "shoulder", "wrist"]
    for x in found:
        s = np.linalg.svd(da.jacobian(robot, x.q), compute_uv=False)
        assert s[-1] < 1e-9 * s[0] < s[-2]  # rank 5 exactly, and no less
        assert holds(x.lost, da.jacobian(robot, x.q))
        assert abs(np.linalg.norm(x.lost) - 1) < SAME_ALGORITHM


def test_puma_factors_are_those_of_its_geometry():
    """d4 cos q3 + a3 sin q3 (arm straight), d4 s23 − a2 c2 − a3 c23 (wrist over the shoulder), sin q5."""
    found = {x.kind: x.condition for x in da.kinematics.singularities(da.gallery.puma560())}
    s23, c23 = sp.sin(q["q2"] + q["q3"]), sp.cos(q["q2"] + q["q3"])
    a2, a3, d4 = 4318, 203, 4318
    assert found["wrist"] == sp.sin(q["q5"])
    assert sp.expand(found["elbow"] - (d4 * sp.cos(q["q3"]) + a3 * sp.sin(q["q3"]))) == 0
    assert sp.expand(found["shoulder"] + (d4 * s23 - a2 * sp.cos(q["q2"]) - a3 * c23)) == 0


@pytest.mark.parametrize("name", ["puma560", "ur5", "stanford", "articulated", "rx90"])
def test_determinant_equals_the_numeric_one(name):
    """Up to the sign and the frame, det J is that of the compiled Jacobian."""
    robot = getattr(da.gallery, name)()
    lengths = {x: 0.4 + 0.1 * k for k, x in enumerate(geometry(robot).parameters)}
    bound = geometry(robot).bind(**lengths) if lengths else geometry(robot)
    expression = da.kinematics.kinematic_equations(robot).determinant().subs(lengths)
    for state in np.random.default_rng(1).uniform(-2, 2, (5, 6)):
        expected = abs(np.linalg.det(da.jacobian(bound, state)))
        value = abs(float(expression.subs({f"q{k + 1}": x for k, x in enumerate(state)})))
        assert abs(value - expected) < THOUSANDS_OF_ROUNDINGS


@pytest.mark.parametrize(
    ("name", "conditions"),
    [
        ("cartesian", set()),
        ("cylindrical", {q["q3"]}),
        ("spherical", {q["q3"], sp.cos(q["q2"])}),
        ("scara", {sp.sin(q["q2"])}),
        ("planar_3r", {sp.sin(q["q2"])}),
        ("planar_rpr", {q["q2"]}),
        ("pendulum", set()),
    ],
)
def test_mechanisms(name, conditions):
    assert {x.condition for x in da.kinematics.singularities(getattr(da.gallery, name)())} == conditions


def test_symbolic_direction_is_lost():
    """On the condition, every column of the symbolic J is across it."""
    for name, on in (
        ("spatial_3r", {"q3": 0}),
        ("scara", {"q2": sp.pi}),
        ("cylindrical", {"q3": 0}),
        ("planar_2r", {"q2": 0}),
    ):
        robot = getattr(da.gallery, name)()
        J = da.kinematics.kinematic_equations(robot).J[:3, :]
        x = next(s for s in da.kinematics.singularities(robot) if s.condition.subs(on) == 0)
        assert sp.simplify((x.lost[:3, :].T * J).subs(on)) == sp.zeros(1, robot.n)
        assert x.q is None


def test_task_chooses_the_rows():
    robot = geometry(da.gallery.planar_3r(l3="l3").bind(l1=1.0, l2=0.8, l3=0.5))
    assert [str(x.condition) for x in da.kinematics.singularities(robot)] == ["sin(q2)"]
    found = da.kinematics.singularities(
        robot, task="position", examples=3
    )  # two conditions at once: q2 and q3 both 0 or π
    assert found
    for x in found:
        assert x.condition is None
        assert np.abs(np.sin(x.q[1:])).max() < SAME_POSTURE
        assert holds(x.lost[:3], da.jacobian(robot, x.q)[:3])
    with raises(da.finding.NotOneOf, argument="task"):
        da.kinematics.singularities(robot, task="force")


@pytest.mark.parametrize("name", ["panda", "iiwa14"])
def test_redundant_arms_are_searched(name):
    robot = getattr(da.gallery, name)()
    found = da.kinematics.singularities(robot, examples=4)
    assert len(found) == 4
    for x in found:
        J = da.jacobian(robot, x.q)
        assert np.linalg.svd(J, compute_uv=False)[-1] < SEARCHED
        assert holds(x.lost, J)


def test_a_tilted_plane_needs_the_gram_determinant():
    robot = random_arm("RR", 6, parallel=None, pair=(0, "parallel"))
    found = da.kinematics.singularities(robot, task="position")
    assert found
    for x in found:
        assert np.linalg.svd(da.jacobian(robot, x.q)[:3], compute_uv=False)[-1] < 1e-7


def test_factors_multiply_to_the_polynomial():
    """c² − s² c (…): half angles find what s² = 1 − c² hides."""
    exact = mechanics(geometry(da.gallery.spatial_3r()))
    ring = exact.ring
    s, c = ring.sincos(ring.q[0])
    p = ring.mul(s, s, c)  # stored as c − c³
    found = {str(exact.display.sympy(f)) for f in factors(ring, p)}
    assert found == {"sin(q1)", "cos(q1)"}
    for written in ([s, c], [s], [ring.mul(s, s) + c], [ring.mul(s, c, c) + s, c], [ring.one + c]):
        product = ring.mul(*written) if len(written) > 1 else written[0]
        for f in factors(ring, product):
            assert exact.display.sympy(f).free_symbols, "a factor without a coordinate is none"
    assert factors(ring, ring.one) == []
    identity = [[ring.one if i == j else ring.zero for j in range(3)] for i in range(3)]
    assert determinant(ring, identity) == ring.one


def test_text():
    (x,) = da.kinematics.singularities(da.gallery.planar_2r())
    assert str(x) == "elbow: sin(q2) = 0"
    assert str(da.kinematics.singularities(da.gallery.panda(), examples=1)[0]).startswith("numeric: q = [")


@pytest.mark.parametrize("name", ["planar_2r", "rp", "spatial_3r", "scara", "cylindrical"])
def test_closed_kinematics_are_the_numeric_ones(name):
    """Pose, Jacobian and its columns at random lengths and angles; of a frame that there is."""
    with raises(da.finding.Unknown, noun="frame", name="nowhere", owner="robot"):
        da.kinematics.kinematic_equations(getattr(da.gallery, name)(), "nowhere")
    robot = getattr(da.gallery, name)()
    rng = np.random.default_rng(4)
    values = {x: round(rng.uniform(0.3, 1.2), 3) for x in robot.parameters}
    at = rng.uniform(-1, 1, robot.n)
    put = {**values, **{f"q{k + 1}": x for k, x in enumerate(at)}}
    closed, bound = da.kinematics.kinematic_equations(robot), robot.bind(**values)
    T = np.array(closed.T.subs(put), dtype=float)
    J = np.array(closed.J.subs(put), dtype=float)
    assert np.abs(T - da.forward_kinematics(bound, at)).max() < SAME_ALGORITHM
    assert J.shape == (6, robot.n)
    assert np.abs(J - da.jacobian(bound, at)).max() < SAME_ALGORITHM
    columns = np.column_stack([np.array(c.subs(put), dtype=float).ravel() for c in closed.columns])
    assert np.array_equal(columns, J)
    assert closed.position == closed.T[:3, 3]
    assert closed.rotation == closed.T[:3, :3]
    for written in (closed.text(), closed.latex(), closed.latex(width=200)):
        assert da.check(robot, written).correct


def test_a_determinant_needs_as_many_rows_as_columns():
    with raises(da.finding.NoDeterminant, robot="iiwa14", rows=6, columns=7):
        da.kinematics.kinematic_equations(da.gallery.iiwa14()).determinant()
    with raises(da.finding.NoDeterminant, robot="puma560", rows=3, columns=6):
        da.kinematics.kinematic_equations(da.gallery.puma560()).determinant("position")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ["planar_2r", "spatial_3r", "puma560", "rp", "scara", "stanford"])
def test_a_determinant_is_written_as_the_product_of_its_conditions(name):
    """det J = constant · Π conditions, each a factor of its own, and none of them multiplied out."""
    robot = getattr(da.gallery, name)()
    det = da.kinematics.kinematic_equations(robot).determinant()
    parts = [x.as_base_exp()[0] for x in sp.Mul.make_args(det)]
    moving = [x for x in parts if {str(s) for s in x.free_symbols} & set(q)]
    conditions = [x.condition for x in da.kinematics.singularities(robot)]
    for condition in conditions:
        assert any(sp.simplify(x / condition).is_constant(*sp.symbols("q1:7")) for x in moving), (condition, det)
    assert len(moving) == len(conditions)


@pytest.mark.sampled(10)
@pytest.mark.parametrize("task", ["position", "orientation", "pose"])
@pytest.mark.parametrize("name", ["scara", "spherical", "spatial_3r", "cylindrical", "puma560", "planar_3r"])
def test_what_is_singular_for_a_task_is_singular_in_its_rows(name, task):
    """Where the rows of J that a task needs have a rank below the usual one, and there alone."""
    robot = getattr(da.gallery, name)()
    lengths = {x: 0.4 + 0.1 * k for k, x in enumerate(geometry(robot).parameters)}
    robot = geometry(robot).bind(**lengths) if lengths else geometry(robot)
    rows = {"position": slice(0, 3), "orientation": slice(3, 6), "pose": slice(0, 6)}[task]
    usual = np.linalg.svd(da.jacobian(robot, np.random.default_rng(5).uniform(-1, 1, robot.n))[rows], compute_uv=False)
    rank = int((usual > SEARCHED * usual[0]).sum()) if usual[0] > SEARCHED else 0
    for x in da.kinematics.singularities(robot, task=task, examples=1):
        J = da.jacobian(robot, x.q)[rows]
        s = np.linalg.svd(J, compute_uv=False)
        assert rank
        assert s[rank - 1] < SAME_POSTURE * usual[0]
        assert holds(x.lost[rows] if len(x.lost) == 6 else x.lost, J)


@pytest.mark.parametrize("tilt", [0.0, 0.4])
def test_a_head_that_looks_along_its_pan_axis_has_lost_the_pan(tilt):
    """Two joints move a point on a sphere, each time in other directions; over the pan axis only the tilt is left."""
    rows = [{"joint": "R", "a": 0, "alpha": "pi/2", "d": 0.2}, {"joint": "R", "a": 0.5, "alpha": tilt, "d": 0}]
    head = da.from_dh(rows)
    found = da.kinematics.singularities(head, task="position")
    assert found
    for x in found:
        tip = da.forward_kinematics(head, x.q)[:3, 3]
        assert np.abs(tip[:2]).max() < SEARCHED
        J = da.jacobian(head, x.q)[:3]
        assert np.linalg.matrix_rank(J, tol=SEARCHED) == 1
        assert holds(x.lost[:3], J)
        assert abs(x.lost[2]) < SAME_POSTURE  # it is level: up and down was never among its directions there


def test_where_nothing_is_closed_lengths_must_be_numbers():
    """Three joints in a plane for two coordinates: no determinant to factor, and nothing to search with symbols."""
    with raises(da.finding.UnboundSymbols, symbols=("l1", "l2")):
        da.kinematics.singularities(da.gallery.planar_3r(), task="position")


@pytest.mark.parametrize(("kinds", "seed"), [("RPRR", 2), ("PRRR", 1)])
def test_a_lost_direction_has_a_positive_largest_component(kinds, seed):
    """It is a unit vector, normal to every column of J at q."""
    robot = random_arm(kinds, seed)
    found = da.kinematics.singularities(robot, task="position", examples=3)
    assert found
    for x in found:
        assert x.lost[np.argmax(np.abs(x.lost))] > 0
        assert np.linalg.norm(x.lost) == pytest.approx(1.0)
        assert np.abs(x.lost @ da.jacobian(robot, x.q)).max() < SAME_POSTURE
