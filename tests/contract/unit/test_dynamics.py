"""The public numeric functions: shapes, types, batches, and one clear error for each wrong input."""

import numpy as np
import pytest

import dalembert as da
from raised import raises
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
    ("call", "kind", "fields"),
    [
        (lambda: da.inverse_dynamics(ROBOT, np.zeros(5), GOOD, GOOD), da.finding.WrongShape, {"argument": "q", "got": (5,), "robot": "random11"}),
        (lambda: da.inverse_dynamics(ROBOT, GOOD, np.zeros((3, 7)), GOOD), da.finding.WrongShape, {"argument": "qd", "got": (3, 7)}),
        (lambda: da.inverse_dynamics(ROBOT, 0.0, GOOD, GOOD), da.finding.WrongShape, {"argument": "q", "got": ()}),
        (lambda: da.inverse_dynamics(ROBOT, np.zeros((2, 4)), np.zeros((3, 4)), GOOD), da.finding.NotBroadcastable, {"shapes": ((2,), (3,), ())}),
        (lambda: da.inverse_dynamics(ROBOT, GOOD, GOOD, GOOD, out=np.zeros(3)), da.finding.OutputMismatch, {}),
        (lambda: da.inverse_dynamics(ROBOT, ["a"] * 4, GOOD, GOOD), da.finding.NotReal, {"argument": "q"}),
        (lambda: da.inverse_dynamics(ROBOT, GOOD * 1j, GOOD, GOOD), da.finding.NotReal, {"argument": "q"}),
        (lambda: da.inverse_dynamics(ROBOT, [[1, 2], [3]], GOOD, GOOD), da.finding.NotReal, {"argument": "q"}),
        (lambda: da.inverse_dynamics(ROBOT, {"nowhere": 1.0}, GOOD, GOOD), da.finding.Unknown, {"noun": "joint", "name": "nowhere"}),
        (lambda: da.inverse_dynamics(3, GOOD, GOOD, GOOD), da.finding.WrongType, {"argument": "robot"}),
        (lambda: da.inverse_dynamics(ROBOT, GOOD, GOOD, GOOD, wrench=[1]), da.finding.WrongType, {"argument": "wrench"}),
        (lambda: da.inverse_dynamics(ROBOT, GOOD, GOOD, GOOD, wrench={"link1": np.zeros(3)}), da.finding.WrongShape, {"argument": "link1", "got": (3,)}),
        (lambda: da.compile(ROBOT, "inverse_dynamic"), da.finding.Unknown, {"noun": "quantity", "name": "inverse_dynamic"}),
        (lambda: da.compile(ROBOT, "mass_matrix", dtype="float16"), da.finding.NotOneOf, {"argument": "dtype", "choices": ("float64", "float32")}),
        (lambda: da.compile(ROBOT, "mass_matrix", target="tpu"), da.finding.NotOneOf, {"argument": "target", "choices": ("cpu", "cuda")}),
        (lambda: da.compile(ROBOT, "mass_matrix", frame="link1"), da.finding.NotAccepted, {"function": "mass_matrix", "argument": "frame"}),
        (lambda: da.compile(ROBOT, "inverse_dynamics", wrench="link1"), da.finding.WrongType, {"argument": "wrench"}),
        (lambda: da.inverse_dynamics(da.gallery.planar_2r(), [0, 0], [0, 0], [0, 0]), da.finding.UnboundSymbols, {"robot": "planar_2r"}),
    ],
)  # fmt: skip
def test_wrong_input_gets_one_clear_error(call, kind, fields):
    with raises(kind, **fields):
        call()


@pytest.mark.parametrize(
    "call",
    [
        lambda: da.inverse_dynamics(ROBOT, GOOD, GOOD, GOOD, wrench={"link9": np.zeros(6)}),
        lambda: da.forward_kinematics(ROBOT, GOOD, "lnik2"),
        lambda: da.jacobian(ROBOT, GOOD, "nowhere"),
        lambda: ROBOT.bind(m9=1.0),
    ],
)
def test_names_that_a_robot_does_not_have(call):
    with raises(da.finding.Unknown, owner_name="random11"):
        call()


def test_states_by_name_and_in_degrees():
    """In any order of the joints; rates and accelerations too, efforts stay as they are."""
    rng = np.random.default_rng(5)
    q, qd, qdd = rng.normal(size=(3, 4))
    names = ROBOT.coordinates
    named = [dict(reversed([*zip(names, x, strict=True)])) for x in (q, qd, qdd)]
    tau = da.inverse_dynamics(ROBOT, q, qd, qdd)
    for _ in range(2):  # as the kernel is compiled, and from it
        np.testing.assert_array_equal(da.inverse_dynamics(ROBOT, *named), tau)
    unit = np.where([ROBOT.coordinate(x).slides for x in names], 1.0, 180 / np.pi)
    turned = [x * unit for x in (q, qd, qdd)]
    np.testing.assert_allclose(da.inverse_dynamics(ROBOT, *turned, degrees=True), tau, rtol=SAME_ALGORITHM)
    found = da.forward_dynamics(ROBOT, turned[0], turned[1], tau, degrees=True)
    np.testing.assert_allclose(found, da.forward_dynamics(ROBOT, q, qd, tau), rtol=1e3 * SAME_ALGORITHM)


def test_singular_mass_matrix_is_named():
    robot = da.from_dh([{"joint": "R", "a": 1.0, "mass": 1.0, "com": (-0.5, 0, 0)}, {"joint": "R", "a": 0.5}])
    assert da.inverse_dynamics(robot, [0.1, 0.2], [0, 0], [0, 0]).shape == (2,)
    with raises(da.finding.SingularInertia, robot="robot", joint="joint2"):
        da.forward_dynamics(robot, [0.1, 0.2], [0, 0], [0, 0])


def test_a_robot_that_cannot_move_says_so():
    still = da.Robot("post", (da.Link("post"),), ())
    with raises(da.finding.UndefinedQuantity, quantity="inverse_dynamics", robot="post"):
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
