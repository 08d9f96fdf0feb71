"""Every object that a user gets back shows itself in a notebook: well formed, escaped, nothing asked for."""

import re
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pytest

import dalembert as da
from dalembert.typeset.notebook_display import Displayed, card, value
from notebook_objects import BAD, hostile, objects

OBJECTS = objects()
VOID = {"br", "hr", "img", "meta", "link", "input", "mspace", "use", "path", "circle", "rect", "mprescripts", "none"}
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


class Reader(HTMLParser):
    """Tags that open must close, in order; what stands in attributes is kept."""

    def __init__(self):
        super().__init__()
        self.open, self.tags, self.attributes, self.wrong = [], [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag):
        if tag in VOID and tag not in self.open:
            return
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


@pytest.mark.parametrize("name", [x for x in OBJECTS if OBJECTS[x] is not None and x != "numbers"])
def test_it_shows_itself(name):
    shown = OBJECTS[name]
    if hasattr(shown, "_repr_latex_") and not hasattr(shown, "_repr_html_"):
        text = shown._repr_latex_()
        assert text.startswith("$")
        assert text.endswith("$")
        assert text.count("{") == text.count("}")
        return
    page = shown._repr_html_()
    reader = Reader()
    reader.feed(page)
    assert not reader.wrong
    assert not reader.open
    assert "script" not in reader.tags
    assert not any(key.startswith("on") for key, _ in reader.attributes)
    links = [v for k, v in reader.attributes if k in ("src", "href", "xlink:href")]
    assert all(v.startswith(("#", "data:")) for v in links)
    assert not CONTROL.search(page)
    assert "alert(1)</script>" not in page or "&lt;" not in BAD


def test_everything_a_public_function_gives_has_a_display():
    """Classes that `dalembert.*` names, and those of the objects above."""
    public = [getattr(da, x) for x in da.__all__]
    classes = [x for x in public if isinstance(x, type) and not issubclass(x, Exception)]
    classes += [type(x) for x in OBJECTS.values() if x is not None and not isinstance(x, np.generic)]
    for kind in classes:
        assert hasattr(kind, "_repr_html_") or hasattr(kind, "_repr_latex_"), kind


def test_solutions_are_an_array_like_any_other():
    robot = hostile().rigid()
    found = OBJECTS["solutions"]
    assert isinstance(found, np.ndarray)
    assert type(found + 1) is np.ndarray
    assert type(da.mass_matrix(robot, found)) is np.ndarray
    assert found[0]._repr_html_() is None
    assert isinstance(found, da.types.Solutions)
    assert found._repr_html_().count("<svg") == len(found) == 2
    assert f"{np.rad2deg(found[0, 0]):.4g}".replace("-", "−") in found._repr_html_()


def test_values_are_written_briefly():
    assert value(-1.23456789) == "−1.235"
    assert value(np.zeros((3, 50))) == "3 × 50 numbers"
    assert value(np.array([1.0, 2.0])) == "1, 2"
    assert value({"a": 1.0}) == "a: 1"
    assert value(tuple(range(20))).endswith("(20 in all)")
    assert "and 10 more" in card("t", heads=["k"], rows=[[k] for k in range(50)])


def test_what_has_words_is_shown_in_them():
    class Told(Displayed):
        def __str__(self):
            return "first <b>\nsecond\x1b"

    page = Told()._repr_html_()
    assert "<h4>first &lt;b&gt;</h4>" in page
    assert "second" in page
    assert "\x1b" not in page


def test_units_stand_beside_numbers():
    robot = hostile()
    assert "mass / kg" in robot.links[1].inertia._repr_html_()
    assert "effort / N m, N" in robot.joints[0].limits._repr_html_()
    assert "coulomb 0.2 N m, N" in robot.joints[0].drive._repr_html_()
    assert all(x in robot._repr_html_() for x in ("mass / kg", "first moments / kg m", "range / rad, m"))


def test_several_results_are_one_table():
    rigid = replace(hostile().rigid(), warnings=())
    found = da.statics.equilibria(rigid)
    assert isinstance(found, tuple)
    assert found._repr_html_().count("<tr>") == len(found) + 1
    assert "energy / J" in found._repr_html_()
    lost = da.kinematics.singularities(da.gallery.planar_2r())
    assert isinstance(lost, list)
    assert "elbow" in lost._repr_html_()


def test_what_is_nothing_beside_the_rest_is_zero():
    assert value(np.array([1.0, 1e-17, -0.0])) == "1, 0, 0"
    assert value(np.array([1e-17, 2e-17])) == "1e−17, 2e−17"  # nothing larger is there
