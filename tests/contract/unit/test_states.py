"""A state is an array, a mapping from joint names or a row of a table; a wrong one names the entries that are missing."""

import numpy as np
import pytest

import dalembert as da

ROBOT = da.gallery.ur5()
Q = np.array([0.1, -0.7, 1.0, -0.2, 1.5, 0.3])
NAMED = dict(zip(ROBOT.coordinates, Q, strict=True))


def test_names_may_come_in_any_order():
    backwards = dict(reversed(NAMED.items()))
    assert np.array_equal(da.gravity_vector(ROBOT, backwards), da.gravity_vector(ROBOT, Q))


def test_a_row_of_a_table_is_a_state():
    pd = pytest.importorskip("pandas")
    table = pd.DataFrame([{**NAMED, "joint1": 7.0}, NAMED])
    assert np.array_equal(da.gravity_vector(ROBOT, table.iloc[1]), da.gravity_vector(ROBOT, Q))


def test_coordinates_without_a_value_are_named():
    with pytest.raises(da.errors.WrongSize) as caught:
        da.gravity_vector(ROBOT, {x: NAMED[x] for x in ROBOT.coordinates[:3]})
    assert caught.value.finding.names == ROBOT.coordinates[3:]


@pytest.mark.parametrize("entry", [[0.0, 0.0, 0.0], [[0, 0, 0, 1, 0, 0, 0]]])
def test_a_joint_with_several_coordinates_needs_all_of_them(entry):
    with pytest.raises(da.errors.WrongSize) as caught:
        da.mass_matrix(da.gallery.free_body(), {"root": entry})
    assert caught.value.finding.got == np.shape(entry)
    assert caught.value.finding.expected == ((7,),)
