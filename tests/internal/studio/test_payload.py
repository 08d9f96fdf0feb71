"""What a page knows of a robot: the same efforts as Python by every road it offers, over many robots, and plain JSON."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

import dalembert as da
from dalembert.closed.printing.abbreviated_equations import EquationList
from dalembert.codegen.runtimes.interpreter import run
from dalembert.robot.tree import regroup, tree
from dalembert.studio.equations import written
from dalembert.studio.payload import _terms, payload, sample_values
from interpreted import interpreted
from raised import raises
from tolerance import SAME_ALGORITHM

WEB = Path(da.__file__).parent / "studio" / "web"
TREES = [x for x in da.gallery.names() if not getattr(da.gallery, x)().loops]
READ = [x for x in TREES if x not in ("panda", "iiwa14", "rx90", "quadruped")]


def called(function, *given):
    """A function of a page by the interpreter of tapes, outputs by their names."""
    values = run(function.tape, [np.float64(x) for x in np.concatenate(given)], np.dtype(float))
    ends = np.cumsum([x.columns for x in function.outputs])
    return {x.name: part for x, part in zip(function.outputs, np.split(np.array(values), ends[:-1]), strict=True)}


def state(robot, seed=5):
    rng = np.random.default_rng(seed)
    q = da.integrate(robot, da.neutral(robot), rng.uniform(-1, 1, robot.nv))
    return q, *rng.uniform(-1, 1, (2, robot.nv))


def bound(name):
    robot = getattr(da.gallery, name)()
    return robot, robot.bind(**sample_values(robot))


@pytest.mark.parametrize("name", READ)
def test_the_terms_that_are_written_add_up_to_the_effort(name):
    """The closed form, term by term, against the recursion; of long robots their gravity."""
    robot, numbers = bound(name)
    found = written(robot)
    values = sample_values(robot)
    x = state(numbers)
    given = {"q": x[0], "qd": x[1], "qdd": x[2], "parameters": [float(values[y]) for y in found.parameters]}
    terms = called(found.function, *(given[y.name] for y in found.function.inputs))["values"]
    quantity, asked = ("inverse_dynamics", x) if found.data["what"] == "tau" else ("gravity_vector", x[:1])
    wanted = interpreted(numbers, quantity, *asked)
    for row in found.data["rows"]:
        total = sum(terms[term["at"]] for term in row["terms"])
        assert total == pytest.approx(wanted[row["coordinate"]], abs=SAME_ALGORITHM * 10 * np.abs(wanted).max())


def test_efforts_that_are_too_many_are_counted_and_not_written(monkeypatch):
    """Of an RX-90, whose τ has 185 terms, nothing but its gravity is ever set."""
    asked = []
    whole = EquationList.equations
    monkeypatch.setattr(EquationList, "equations", lambda sheet, what: asked.append(what) or whole(sheet, what))
    assert written(da.gallery.rx90()).data["what"] == "g"
    assert asked == ["g"]


def test_a_table_without_masses_is_shown_and_said_to_have_none():
    """The first thing a student types: Denavit-Hartenberg rows alone."""
    made = payload(
        da.from_dh(
            [
                {"joint": "R", "theta": 0, "d": 0.3, "a": 0, "alpha": 1.5},
                {"joint": "R", "theta": 0, "d": 0, "a": 0.5, "alpha": 0},
            ]
        )
    )
    assert made["equations"] is None
    assert "the links have no mass" in made["reason"]


@pytest.mark.parametrize("name", TREES)
def test_the_shares_add_up_to_the_effort(name):
    _, numbers = bound(name)
    x = state(numbers)
    shares = called(_terms(regroup(tree(numbers), flat=True)), *x)
    wanted = interpreted(numbers, "inverse_dynamics", *x)
    assert np.abs(shares["total"] - wanted).max() <= SAME_ALGORITHM * np.abs(wanted).max()
    if "gravity" in shares:
        assert np.allclose(shares["gravity"], interpreted(numbers, "gravity_vector", x[0]), atol=SAME_ALGORITHM * 1e2)


def test_python_and_typescript_name_the_same_fields():
    made = payload(da.gallery.planar_2r())
    source = (WEB / "payload.ts").read_text()
    for interface, found in (
        ("Coordinate", made["coordinates"][0]), ("Body", made["bodies"][0]), ("Term", made["equations"]["rows"][0]["terms"][0]),
        ("Row", made["equations"]["rows"][0]), ("Equations", made["equations"]), ("Step", made["derivation"][0]),
        ("Certificate", made["certificate"]), ("Quiz", made["quiz"]), ("Code", made["code"][0]),
    ):  # fmt: skip
        body = re.search(rf"interface {interface} \{{(.*?)\n\}}", source, re.DOTALL)[1]
        assert set(re.findall(r"^    (\w+)\??:", body, re.MULTILINE)) == set(found), interface
    fields = "".join(
        re.search(rf"interface {x} [^{{]*\{{(.*?)\n\}}", source, re.DOTALL)[1] for x in ("Shape", "Payload")
    )
    assert set(re.findall(r"^    (\w+)\??:", fields, re.MULTILINE)) == set(made)


@pytest.mark.parametrize("name", ["planar_2r", "free_body"])
def test_it_is_plain_json_and_the_same_every_time(name):
    robot = getattr(da.gallery, name)()
    one, two = (json.dumps(payload(robot), allow_nan=False) for _ in range(2))
    assert one == two


def test_symbols_know_their_link():
    owners = payload(da.gallery.planar_2r(), lesson=False)["owners"]
    assert {x: owners[x]["body"] for x in ("m1", "lc1", "I1", "l1", "m2", "lc2", "I2", "l2")} == {
        "m1": 0, "lc1": 0, "I1": 0, "l1": 0, "m2": 1, "lc2": 1, "I2": 1, "l2": 1,
    }  # fmt: skip
    assert owners["qdd2"]["coordinate"] == 1
    assert owners["g"] == {"kind": "gravity", "words": "gravity"}


def test_what_is_given_is_kept():
    made = payload(da.gallery.planar_2r(), values={"m1": 7.5}, lesson=False, q=[0.1, 0.2])
    assert made["home"] == [0.1, 0.2]
    with raises(da.finding.WrongShape, argument="q"):
        payload(da.gallery.planar_2r(), lesson=False, q=[0.1])
    assert made["parameters"]["m1"] == 7.5
    assert "'m1': 7.5" in made["python"]
    with raises(da.finding.Unknown, noun="symbol", name="mass"):
        da.share(da.gallery.planar_2r(), "never.html", values={"mass": 1})
