"""What the table says of a quantity is what the library computes, prints and reads."""

import inspect
import itertools

import numpy as np
import pytest

import dalembert as da
from dalembert.closed.model.units import LENGTH, MASS, NUMBER, TIME, TORQUE, Dimension
from dalembert.closed.reading.vocabulary import RANK
from dalembert.graph import evaluate
from dalembert.notation import CONSTRAINTS, QUANTITIES, TYPED
from dalembert.quantity import ALGORITHMS, CONSTRAINED, trace
from dalembert.robot.tree import tree
from tolerance import SAME_ALGORITHM

PLAIN = [name for name in QUANTITIES if not QUANTITIES[name].needs]
_SOLID = da.Inertia.about_com(2.0, (0.1, 0, 0), (1, 1, 1, 0, 0, 0))
FLYING = da.Robot(
    "flying",
    (da.Link("base", _SOLID), da.Link("arm", _SOLID)),
    (da.Joint("j", "revolute", "base", "arm"),),
).floating()
LENGTH_, MASS_, TIME_ = 3.0, 2.0, 5.0  # what new units of length, mass and time make of 1


def four_bar(kg: float = 1.0, m: float = 1.0, s: float = 1.0) -> da.Robot:
    """Crank 1, coupler 2, rocker 1.5 and ground 1.8, in units that are so many of the new ones."""

    def bar(mass: float, l: float) -> da.Inertia:
        I = mass * l * l / 12 * kg * m * m
        return da.Inertia.about_com(mass * kg, (l / 2 * m, 0, 0), (0.01 * kg * m * m, I, I, 0, 0, 0))

    links = tuple(
        map(da.Link, ("ground", "crank", "coupler", "rocker"), (da.Inertia(0), bar(1, 1), bar(2, 2), bar(1, 1.5)))
    )
    joints = (
        da.Joint("j1", "revolute", "ground", "crank"),
        da.Joint("j2", "revolute", "crank", "coupler", da.Pose(p=(m, 0, 0))),
        da.Joint("j3", "revolute", "ground", "rocker", da.Pose(p=(1.8 * m, 0, 0))),
    )
    loop = da.model.Loop("tip", "ball", "rocker", "coupler", da.Pose(p=(1.5 * m, 0, 0)), da.Pose(p=(2 * m, 0, 0)))
    return da.Robot("fourbar", links, joints, (0, -9.81 * m / s**2, 0), loops=(loop,), actuated=("j1",))


def test_every_quantity_has_its_row():
    assert set(ALGORITHMS) | set(CONSTRAINED) == set(QUANTITIES)
    assert set(QUANTITIES) - set(ALGORITHMS) == {x for x, row in QUANTITIES.items() if row.needs == CONSTRAINTS}


def _function(name):
    return getattr(da.model, name) if name == "centroidal_matrix" else getattr(da, name)


@pytest.mark.sampled(27)
@pytest.mark.parametrize(
    ("robot", "name"),
    [
        *itertools.product((da.gallery.ur5(), da.gallery.stanford()), PLAIN),
        *((FLYING, name) for name in PLAIN if name != "christoffel"),  # of quasi-velocities there are none
    ],
    ids=str,
)
def test_shapes_are_those_of_the_numbers(robot, name):
    carried = [body for body in tree(robot).bodies if robot is not FLYING or any(body.inertia.parameters)]
    sizes = {"nq": robot.nq, "nv": robot.nv, "parameters": 10 * len(carried)}
    inputs = QUANTITIES[name].inputs
    assert list(inspect.signature(_function(name)).parameters)[1 : 1 + len(inputs)] == list(inputs)
    places = {"q": robot.nq, "q0": robot.nq, "q1": robot.nq}
    found = _function(name)(robot, *(np.full(places.get(x, robot.nv), 0.1) for x in inputs))
    for each in found if isinstance(found, tuple) else [found]:
        assert np.shape(each) == tuple(sizes[x] if x in sizes else int(x) for x in QUANTITIES[name].shape)


@pytest.mark.parametrize("name", [name for name in QUANTITIES if name not in PLAIN])
def test_shapes_of_quantities_of_loops(name):
    robot = four_bar()
    sizes = {"nv": 3, "closures": 3, "cuts": 1, "independent": 1}
    _, shape, _ = trace(robot, name).outputs[0]
    assert shape == tuple(sizes[x] if x in sizes else int(x) for x in QUANTITIES[name].shape)


def state(robot: da.Robot, inputs: tuple[str, ...], scale: tuple[float, ...]) -> list[np.ndarray]:
    """A state of turning joints, in other units."""
    off = {"qd": NUMBER / TIME, "qdd": NUMBER / TIME**2, "tau": TORQUE}
    rng = np.random.default_rng(5)
    drawn = {x: rng.normal(size=robot.nv) for x in ("q", "q0", "q1", "dq", "qd", "qdd", "tau")} | {"restitution": 0.5}
    return [drawn[x] * factor(off.get(x, NUMBER), scale) for x in inputs]


def factor(of: Dimension, scale: tuple[float, ...]) -> float:
    return float(np.prod([size ** float(e) for size, e in zip(scale, of.exponents, strict=False)]))


@pytest.mark.parametrize("name", QUANTITIES)
def test_measures_are_how_the_numbers_change_with_the_units(name):
    """In other units of mass, length and time a quantity changes as its own unit does."""
    unit = QUANTITIES[name].unit.replace("rad", "1").replace("J", "N·m")
    if not unit:
        return  # the regressor's columns have a unit each
    every = [MASS**a * LENGTH**b / TIME**c for a, b, c in itertools.product(range(2), range(3), range(3))]
    known = {x.base: x for x in every} | {x.unit: x for x in every}
    new = (MASS_, LENGTH_, TIME_)
    found = []
    for scale in ((1.0, 1.0, 1.0), new):
        if name in PLAIN:
            arm = da.gallery.spatial_3r()
            units = da.equations(arm).units
            dimensions = {x: units.dimension(x) for x in arm.parameters}
            robot = arm.bind(
                **{x: (0.5 + 0.1 * k) * factor(dimensions[x], scale) for k, x in enumerate(arm.parameters)}
            )
        else:
            robot = four_bar(*scale)
        traced = trace(robot, name)
        inputs = [str(x.value) for _, _, row in traced.inputs for x in row]
        given = dict(zip(inputs, np.hstack(state(robot, QUANTITIES[name].inputs, scale)), strict=True))
        _, shape, scalars = traced.outputs[0]
        found.append(np.array(evaluate(scalars, given), dtype=float).reshape(shape))
    one, two = found
    if QUANTITIES[name].shape == ("4", "4"):
        one, two = one[:3, 3], two[:3, 3]
    elif QUANTITIES[name].shape[:1] == ("6",):
        one, two = one[:3], two[:3]
    elif QUANTITIES[name].shape[-1:] == ("6",):
        one, two = one[:, :3], two[:, :3]
    assert np.abs(one).max() > 0
    np.testing.assert_allclose(
        two, one * factor(known[unit], new), rtol=1e3 * SAME_ALGORITHM, atol=1e3 * SAME_ALGORITHM * np.abs(two).max()
    )


@pytest.mark.parametrize("name", QUANTITIES)
def test_readers_of_equations_count_the_same_indices(name):
    row = QUANTITIES[name]
    if row.symbol in RANK:
        assert RANK[row.symbol] == len(row.shape)
    else:
        assert row.symbol not in ("M", "S", "c", "g", "T", "U", "Gamma")


def test_symbols_and_what_is_typed_name_one_quantity_each():
    assert len({row.symbol for row in QUANTITIES.values()}) == len(QUANTITIES)
    assert len(TYPED) == sum(bool(row.typed) for row in QUANTITIES.values())
    assert all(row.words and row.latex for row in QUANTITIES.values())


def test_equations_have_the_letters_of_the_table():
    eq = da.equations(da.gallery.planar_2r())
    for name in ("mass_matrix", "coriolis_matrix", "coriolis_vector", "gravity_vector", "inverse_dynamics"):
        assert hasattr(eq, QUANTITIES[name].symbol)
    for name in ("kinetic_energy", "potential_energy"):
        assert hasattr(eq, QUANTITIES[name].symbol)
