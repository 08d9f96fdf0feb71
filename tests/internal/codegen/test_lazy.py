"""Kernels travel, and run on arrays that are not there yet: Dask's blocks and xarray's names."""

import pickle

import numpy as np
import pytest

import dalembert as da
from raised import raises
from random_robot import posture, random_tree

dask = pytest.importorskip("dask", reason="Dask is not installed")
array = pytest.importorskip("dask.array")
xarray = pytest.importorskip("xarray", reason="xarray is not installed")


def state(robot, rows, seed=0):
    rng = np.random.default_rng(seed)
    return [posture(robot, seed, rows), *rng.normal(size=(2, rows, robot.nv))]


def test_a_kernel_travels_and_gives_the_same_bits():
    robot = da.gallery.ur5()
    given = state(robot, 20)
    for options, last in (({}, ()), ({"parameters": ["gravity"]}, ([1.0, 2.0, 3.0],))):
        kernel = da.compile(robot, "inverse_dynamics", **options)
        there = pickle.loads(pickle.dumps(kernel))
        assert np.array_equal(there(*given, *last), kernel(*given, *last))
        assert [x[:2] for x in there.inputs] == [x[:2] for x in kernel.inputs]


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    "quantity", ["inverse_dynamics", "mass_matrix", "kinetic_energy", "inverse_dynamics_derivatives"]
)
@pytest.mark.parametrize("robot", [da.gallery.ur5(), random_tree(1, 3).floating()], ids=["arm", "floating"])
def test_blocks_are_computed_when_asked_for_and_are_the_same(quantity, robot, monkeypatch):
    given = state(robot, 50)[: len(da.compile(robot, quantity).inputs)]
    wanted = getattr(da, quantity)(robot, *given)
    lazily = [array.from_array(x, chunks=(17, 2)) for x in given]
    with dask.config.set(scheduler=lambda *_, **__: pytest.fail("computed too early")):
        found = getattr(da, quantity)(robot, *lazily)
    several = wanted if isinstance(wanted, tuple) else (wanted,)
    for a, b in zip(found if isinstance(found, tuple) else (found,), several, strict=True):
        assert a.shape == b.shape
        assert np.array_equal(a.compute(scheduler="synchronous"), b)


def test_loops_are_checked_where_the_blocks_are():
    robot = da.gallery.planar_3rrr()
    q = np.tile(da.assemble(robot, da.neutral(robot)), (6, 1))
    zero = np.zeros((6, robot.nv))
    given = [array.from_array(x, chunks=(2, -1)) for x in (q, zero, zero)]
    with dask.config.set(scheduler=lambda *_, **__: pytest.fail("computed too early")):
        found = da.forward_dynamics(robot, *given)
    assert np.array_equal(found.compute(scheduler="synchronous"), da.forward_dynamics(robot, q, zero, zero))
    open_ = da.forward_dynamics(robot, given[0] + 0.3, *given[1:])
    with raises(da.finding.OpenLoops, robot="planar_3rrr", index=(0,)):
        open_.compute(scheduler="synchronous")


def test_names_of_dimensions_stay():
    robot = da.gallery.ur5()
    q, v, a = state(robot, 12)
    joints = list(robot.coordinates)
    named = xarray.DataArray(
        q.reshape(3, 4, 6), dims=("run", "time", "joint"), coords={"joint": joints, "time": range(4)}
    )
    found = da.inverse_dynamics(robot, named, v[0], a[0])
    assert found.dims[:2] == ("run", "time")
    assert list(found["time"].values) == [0, 1, 2, 3]
    assert np.array_equal(found.values.reshape(12, 6), da.inverse_dynamics(robot, q, v[0], a[0]))
    lazily = da.inverse_dynamics(robot, named.chunk(time=2), v[0], a[0])
    assert isinstance(lazily.data, array.Array)
    assert np.array_equal(lazily.values, found.values)


def test_a_wrong_size_is_told():
    with raises(da.finding.WrongShape, argument="q"):
        da.mass_matrix(da.gallery.ur5(), array.zeros((4, 5)))


def test_labels_of_coordinates_are_obeyed():
    robot = da.gallery.ur5()
    q = state(robot, 5)[0]
    joints = list(robot.coordinates)
    backwards = xarray.DataArray(q[:, ::-1].copy(), dims=("time", "joint"), coords={"joint": joints[::-1]})
    assert np.array_equal(da.gravity_vector(robot, backwards).values, da.gravity_vector(robot, q))
    other = backwards.assign_coords(joint=[*joints[:-1], "elbow"])
    with raises(da.finding.Unknown, noun="coordinate", name="elbow"):
        da.gravity_vector(robot, other)
    named = xarray.DataArray(q[:, :6], dims=("time", "joint"))
    square = xarray.DataArray(np.zeros((6, 6)), dims=("joint", "time"))
    with raises(da.finding.LeadingCoreDimension, argument="q"):
        da.inverse_dynamics(robot, square, named, named)


def test_there_is_no_out_to_fill():
    robot = da.gallery.ur5()
    q = array.zeros((4, 6))
    with raises(da.finding.NotAccepted, function="Dask or xarray objects", argument="out"):
        da.mass_matrix(robot, q, out=np.zeros((4, 6, 6)))


def test_one_set_of_parameters_is_held():
    kernel = da.compile(da.gallery.ur5(), "gravity_vector", parameters=["gravity"])
    with raises(da.finding.WrongShape, argument="parameters"):
        kernel.at(np.zeros((5, 3)))
    with raises(da.finding.NotAccepted, function="gravity_vector", argument="parameters"):
        kernel.at([0, 0, -1]).at([0, 0, 1])
