"""What the table says of a quantity is what the library computes, prints and reads."""

import inspect

import numpy as np
import pytest

import dalembert as da
from dalembert.closed.reading.entry import RANK
from dalembert.notation import NOTATION, TYPED
from dalembert.quantity import QUANTITIES
from dalembert.robot.tree import tree
from pieces import four_bar


@pytest.mark.parametrize("name", NOTATION)
@pytest.mark.parametrize("robot", [da.gallery.ur5(), da.gallery.stanford(), four_bar()], ids=lambda r: r.name)
def test_shapes_are_those_of_the_numbers(name, robot):
    if not robot.loops and (name.startswith("loop_")):
        return
    sizes = {"nq": robot.nq, "nv": robot.nv, "parameters": 10 * len(tree(robot).bodies)}
    sizes |= {"loops": len(robot.loops), "closures": 3 * len(robot.loops)}  # a pin holds three directions
    inputs = QUANTITIES[name].inputs
    assert list(inspect.signature(getattr(da, name)).parameters)[1 : 1 + len(inputs)] == list(inputs)
    robot = robot.bind(**dict.fromkeys(robot.parameters, 0.5))
    q = da.assemble(robot, [1.0, 0.3, 1.5]) if robot.loops else np.full(robot.nq, 0.1)
    rate = np.zeros(robot.nv) if robot.loops else np.full(robot.nv, 0.1)
    found = getattr(da, name)(robot, *(q if x == "q" else rate for x in inputs))
    found = np.stack(list(found.values())) if isinstance(found, dict) else found
    assert np.shape(found) == tuple(sizes[x] if x in sizes else int(x) for x in NOTATION[name].shape)


@pytest.mark.parametrize("name", NOTATION)
def test_readers_of_equations_count_the_same_indices(name):
    row = NOTATION[name]
    if row.symbol in RANK:
        assert RANK[row.symbol] == len(row.shape)
    else:
        assert row.symbol not in ("M", "S", "c", "g", "T", "U", "Gamma")


def test_symbols_and_what_is_typed_name_one_quantity_each():
    assert len({row.symbol for row in NOTATION.values()}) == len(NOTATION)
    assert len(TYPED) == sum(bool(row.typed) for row in NOTATION.values())
    assert all(row.words and row.latex for row in NOTATION.values())


def test_equations_have_the_letters_of_the_table():
    eq = da.equations(da.gallery.planar_2r())
    for name in ("mass_matrix", "coriolis_matrix", "coriolis_vector", "gravity_vector", "inverse_dynamics"):
        assert hasattr(eq, NOTATION[name].symbol)
    for name in ("kinetic_energy", "potential_energy"):
        assert hasattr(eq, NOTATION[name].symbol)
