"""The public numeric functions: shapes, types, batches, and one clear error for each wrong input."""

import numpy as np
import pytest

import dalembert as da
from dalembert.errors import SingularMass, UnboundSymbol, UnknownName, WrongSize, WrongValue
from random_robot import kicked, random_robot, worst
from tolerance import FLOAT32, SAME_ALGORITHM

ROBOT = random_robot(11, 4, drives=True)
SHAPES = {
    "inverse_dynamics": (("q", "qd", "qdd"), (4,)),
    "forward_dynamics": (("q", "qd", "tau"), (4,)),
    "mass_matrix": (("q",), (4, 4)),
    "coriolis_matrix": (("q", "qd"), (4, 4)),
    "coriolis_vector": (("q", "qd"), (4,)),
    "christoffel": (("q",), (4, 4, 4)),
    "gravity_vector": (("q",), (4,)),
    "kinetic_energy": (("q", "qd"), ()),
    "potential_energy": (("q",), ()),
    "forward_kinematics": (("q",), (4, 4)),
    "jacobian": (("q",), (6, 4)),
    "regressor": (("q", "qd", "qdd"), (4, 40)),
}


@pytest.mark.parametrize("name", SHAPES)
def test_results_carry_the_leading_shape(name):
    inputs, shape = SHAPES[name]
    function = getattr(da, name)
    state = np.random.default_rng(3).normal(size=(len(inputs), 2, 5, 4))
    batch = function(ROBOT, *state)
    assert batch.shape == (2, 5, *shape)
    assert batch.dtype == np.float64
    one = function(ROBOT, *(x[1, 3] for x in state))
    assert one.shape == shape
    assert worst(one, batch[1, 3]) < SAME_ALGORITHM
    lists = function(ROBOT, *(x[1, 3].tolist() for x in state))
    assert np.array_equal(lists, one)
    short = function(ROBOT, *(x.astype(np.float32) for x in state))
    assert short.dtype == np.float32
    assert worst(short, batch) < FLOAT32


def test_states_broadcast_and_out_is_filled():
    q, qd, qdd = np.random.default_rng(0).normal(size=(3, 6, 4))
    out = np.empty((6, 4))
    result = da.inverse_dynamics(ROBOT, q, qd[0], qdd, out=out)
    assert result is out
    for k in range(6):
        assert worst(out[k], da.inverse_dynamics(ROBOT, q[k], qd[0], qdd[k])) < SAME_ALGORITHM


def test_derivatives_come_as_three_matrices():
    q, qd, u = np.random.default_rng(0).normal(size=(3, 6, 4))
    for function in (da.inverse_dynamics_derivatives, da.forward_dynamics_derivatives):
        assert [x.shape for x in function(ROBOT, q, qd, u)] == [(6, 4, 4)] * 3


@pytest.mark.parametrize("column", range(4))
def test_nan_stays_in_its_state(column):
    """Also in a coordinate that the efforts do not depend on."""
    q, qd, qdd = np.random.default_rng(0).normal(size=(3, 19, 4))
    clean = da.inverse_dynamics(ROBOT, q, qd, qdd)
    q[7, column] = np.nan
    result = da.inverse_dynamics(ROBOT, q, qd, qdd)
    assert np.isnan(result[7]).any()
    assert np.array_equal(np.delete(result, 7, 0), np.delete(clean, 7, 0))


def test_drives_are_in_and_rigid_leaves_them_out():
    q, qd, qdd = kicked(ROBOT, 5)
    drives = [ROBOT.joint(name).drive for name in ROBOT.coordinates]
    extra = [
        float(d.inertia) * a + float(d.viscous) * v + float(d.coulomb) * np.sign(v)
        for d, v, a in zip(drives, qd, qdd, strict=True)
    ]
    difference = da.inverse_dynamics(ROBOT, q, qd, qdd) - da.inverse_dynamics(ROBOT.rigid(), q, qd, qdd)
    assert worst(difference, extra) < SAME_ALGORITHM


GOOD = np.zeros(4)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: da.inverse_dynamics(ROBOT, np.zeros(5), GOOD, GOOD), WrongSize, r"q has 5 entries, robot 'random11' needs 4"),
        (lambda: da.inverse_dynamics(ROBOT, GOOD, np.zeros((3, 7)), GOOD), WrongSize, r"qd has 7 entries"),
        (lambda: da.inverse_dynamics(ROBOT, 0.0, GOOD, GOOD), WrongSize, r"q has no axis"),
        (lambda: da.inverse_dynamics(ROBOT, np.zeros((2, 4)), np.zeros((3, 4)), GOOD), WrongSize, r"do not broadcast.*q \(2,\), qd \(3,\)"),
        (lambda: da.inverse_dynamics(ROBOT, GOOD, GOOD, GOOD, out=np.zeros(3)), WrongSize, "out does not fit"),
        (lambda: da.inverse_dynamics(ROBOT, ["a"] * 4, GOOD, GOOD), WrongValue, "q holds"),
        (lambda: da.inverse_dynamics(ROBOT, GOOD * 1j, GOOD, GOOD), WrongValue, "real numbers"),
        (lambda: da.inverse_dynamics(ROBOT, [[1, 2], [3]], GOOD, GOOD), WrongSize, "ragged"),
        (lambda: da.inverse_dynamics("ur5", GOOD, GOOD, GOOD), WrongValue, "needs a Robot"),
        (lambda: da.inverse_dynamics(ROBOT, GOOD, GOOD, GOOD, wrench={"link9": np.zeros(6)}), UnknownName, "link9"),
        (lambda: da.inverse_dynamics(ROBOT, GOOD, GOOD, GOOD, wrench={"link1": np.zeros(3)}), WrongSize, "link1 has 3 entries"),
        (lambda: da.forward_kinematics(ROBOT, GOOD, "lnik2"), UnknownName, "did you mean 'link2'"),
        (lambda: da.jacobian(ROBOT, GOOD, "nowhere"), UnknownName, "no link or frame 'nowhere'"),
        (lambda: da.compile(ROBOT, "inverse_dynamic"), UnknownName, "did you mean 'inverse_dynamics'"),
        (lambda: da.compile(ROBOT, "mass_matrix", dtype="float16"), WrongValue, "float64 or float32"),
        (lambda: da.compile(ROBOT, "mass_matrix", target="tpu"), WrongValue, "cpu"),
        (lambda: da.compile(ROBOT, "mass_matrix", frame="link1"), WrongValue, "takes no frame"),
        (lambda: ROBOT.bind(m9=1.0), UnknownName, "no symbol 'm9'"),
        (lambda: da.inverse_dynamics(da.gallery.planar_2r(), [0, 0], [0, 0], [0, 0]), UnboundSymbol, r"bind\("),
    ],
)  # fmt: skip
def test_wrong_input_gets_one_clear_error(call, error, words):
    with pytest.raises(error, match=words):
        call()


def test_singular_mass_matrix_is_named():
    robot = da.from_dh([{"joint": "R", "a": 1.0, "mass": 1.0, "com": (-0.5, 0, 0)}, {"joint": "R", "a": 0.5}])
    assert da.inverse_dynamics(robot, [0.1, 0.2], [0, 0], [0, 0]).shape == (2,)
    with pytest.raises(SingularMass, match="joint2"):
        da.forward_dynamics(robot, [0.1, 0.2], [0, 0], [0, 0])


def test_a_robot_that_cannot_move_says_so():
    still = da.Robot("post", (da.Link("post"),), ())
    with pytest.raises(WrongValue, match="no moving joint"):
        da.inverse_dynamics(still, [], [], [])


def test_count_is_the_cost_of_the_kernel():
    counted, kernel = da.code.count(ROBOT, "inverse_dynamics"), da.compile(ROBOT, "inverse_dynamics")
    assert abs(counted.total - kernel.operations.total) <= 0.05 * counted.total
    assert kernel.compile_seconds > 0
    assert "define" in kernel.source


def test_two_joints_almost_on_one_axis_are_no_singular_mass():
    """Axes 0.03 mm apart: the scaled M has an eigenvalue near 1e-9, and forward dynamics still undoes inverse dynamics."""
    robot = da.from_dh([{"joint": "R", "a": 3e-5}, {"joint": "R", "a": 1.0, "mass": 2.0, "com": (0, 0, 0)}])
    q, qd, qdd = [0.3, 1.1], [0.2, -0.4], [1.5, -0.7]
    found = da.forward_dynamics(robot, q, qd, da.inverse_dynamics(robot, q, qd, qdd))
    np.testing.assert_allclose(found, qdd, rtol=1e-4)  # M's condition, some 1e10, times 1e-16, with room
