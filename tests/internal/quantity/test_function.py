"""Functions of several graphs, and names that are safe in any language."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dalembert as da
from dalembert.codegen.function import function, identifiers
from dalembert.codegen.tape import tape
from dalembert.graph import symbol
from dalembert.quantity import trace
from raised import raises


@given(st.lists(st.text(max_size=60), max_size=12, unique=True))
def test_every_name_becomes_a_word_of_its_own(names):
    words = identifiers(names, reserved=["int", "x"])
    assert list(words) == names
    assert len({x.lower() for x in words.values()}) == len(names)
    assert all(re.fullmatch(r"[A-Za-z][0-9A-Za-z]*(_[0-9A-Za-z]+)*", x) for x in words.values())
    assert not {x.lower() for x in words.values()} & {"int", "x"}


@pytest.mark.parametrize("name", ["*/ int main", 'a"b', "a\nb", "while", "größe", "ω", "", "__proto__", "1st"])
def test_a_hostile_name_loses_its_sting(name):
    (word,) = identifiers([name], reserved=["while"]).values()
    assert re.fullmatch(r"[A-Za-z][0-9A-Za-z_]*", word)
    assert word != "while"


def test_shared_work_is_done_once():
    robot = da.gallery.ur5()
    parts = [trace(robot, x) for x in ("mass_matrix", "gravity_vector", "inverse_dynamics")]
    whole = function("model", [(x.inputs, x.outputs) for x in parts])
    alone = [tape([n for *_, e in x.inputs for n in e], x.scalars).operations for x in parts]
    assert [x.name for x in whole.inputs] == ["q", "qd", "qdd"]
    assert whole.tape.operations.total < sum(x.total for x in alone)
    assert whole.tape.operations.sincos == max(x.sincos for x in alone)


def test_one_name_for_two_inputs_is_refused():
    x, y = symbol("x"), symbol("y")
    with raises(da.finding.Repeated, noun="input", name="a"):
        function("f", [([("a", (), (x,))], [("b", (), (x,))]), ([("a", (), (y,))], [("c", (), (y,))])])
