"""The source does not get harder to read: no figure of the census and no walk exceeds its ceiling in `census.json`."""

import json
import sys
from pathlib import Path
from textwrap import dedent
from threading import Thread

import census
import pytest
import walk

import dalembert as da

CEILINGS = json.loads(census.CEILINGS.read_text(encoding="utf-8"))
QUICK = ["load", "inverse dynamics", "latex"]  # the other walks take ten seconds: run `python tools/walk.py`


def exceeded(figures, ceilings):
    return {name: (x, ceilings[name]) for name, x in figures.items() if x > ceilings.get(name, x)}


def test_no_figure_of_the_census_gets_worse():
    worse = exceeded(census.measure(), CEILINGS["census"])
    assert worse == {}, f"(figure, ceiling); list the places: python tools/census.py --list '{min(worse)}'"


def test_no_walk_gets_longer():
    worse = exceeded(walk.measure(QUICK), CEILINGS["walks"])
    assert worse == {}, f"(files, ceiling); list the files: python tools/walk.py --list '{min(worse).split(',')[0]}'"


def test_every_bar_has_a_ceiling_not_below_it():
    bars = {name: x for name, x in census.BARS.items() if name != "nodes per line"}  # rises as imports go
    for part, own in (("census", bars), ("walks", walk.BARS)):
        assert set(CEILINGS[part]) == set(own)
        assert all(CEILINGS[part][name] >= own[name] for name in own)


FILES = {
    "__init__.py": "",
    "low.py": '''
        """A docstring,
        of two lines."""

        SMALL = 1e-9  # a comment
        UNITS = {"m": 1.0, "mm": 1e-3}
        MASS = [1.25e-4]

        class DalembertError(Exception):
            """The root."""

        class Wrong(DalembertError):
            pass

        def stop() -> "NoReturn":
            raise Wrong("stop")
        ''',
    "pair/__init__.py": "from dalembert.pair.one import Box as Box",
    "pair/one.py": """
        from dalembert.low import Wrong, stop

        class Box:
            def open(self, a, b, c, d, e, f, g, h, i, j, *, k=2e-6):
                if a < 0.00015:
                    stop()
                if b > max(c, 1e-12):
                    raise ValueError("b")
                return Wrong("a")
        """,
    "pair/two.py": """
        import dalembert.high
        from dalembert.pair import one

        class Box(one.Box):
            def turn(self):
                from dalembert.pair.three import turn

                return turn()
        """,
    "pair/three.py": """
        from typing import TYPE_CHECKING

        from dalembert.low import SMALL

        if TYPE_CHECKING:
            from dalembert.pair.two import Box

        def turn() -> "Box": ...
        """,
    "high.py": "",
}


@pytest.fixture
def source(tmp_path):
    for name, text in FILES.items():
        path = tmp_path / "src" / "dalembert" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text))
    layers = tmp_path / "tests" / "style" / "test_layers.py"
    layers.parent.mkdir(parents=True)
    layers.write_text('LAYERS = [{"low"}, {"pair"}, {"high"}]\n')
    return census.Source(tmp_path)


def places(found):
    return [x.removeprefix("src/dalembert/") for x in found]


def test_code_lines_are_without_docstrings_comments_and_blank_lines(source):
    assert len(census.code_lines(source.modules["dalembert.low"])) == 8


def test_single_importers_use_what_they_import_and_are_no_init(source):
    # low has two importers of which three does not use it; one has a package and two; two has a lazy importer only
    assert places(census.single_importers(source)) == ["low.py <- dalembert.pair.one"]
    assert places(census.single_importers_strictly(source)) == [
        "low.py <- dalembert.pair.one",
        "pair/one.py <- dalembert.pair.two",
    ]


def test_class_names_of_two_files_are_found(source):
    assert [x.split(":")[0] for x in census.reused_class_names(source)] == ["Box"]


def test_errors_are_found_where_they_are_constructed(source):
    assert set(places(census.errors(source))) == {"low.py:16", "pair/one.py:7", "pair/one.py:9", "pair/one.py:10"}


def test_thresholds_are_told_from_units_and_data(source):
    found = [x.split()[1] for x in census.inline_thresholds(source)]
    assert sorted(found) == ["0.00015", "1e-12", "1e-9", "2e-6"]


def test_long_signatures_are_found(source):
    assert [x.split()[1:] for x in census.long_signatures(source)] == [["open:", "11"]]


def test_lazy_cycles_and_upward_imports_are_found(source):
    assert census.import_cycles(source) == ["dalembert.pair.three dalembert.pair.two"]
    assert places(census.upward_imports(source)) == ["pair/two.py:2 imports dalembert.high"]


def test_ceilings_fall_to_the_figures_but_not_below_the_bars(tmp_path, monkeypatch):
    path = tmp_path / "census.json"
    path.write_text(json.dumps({"census": {"a": 9, "b": 9, "c": 9}}))
    monkeypatch.setattr(census, "CEILINGS", path)
    census.lower("census", {"a": 10, "b": 5, "c": 1}, {"a": 3, "b": 3, "c": 3})
    assert json.loads(path.read_text()) == {"census": {"a": 9, "b": 5, "c": 3}}


def test_a_walk_sees_threads_and_lists_files_once():
    names = da.gallery.names

    def walked():
        thread = Thread(target=names)
        thread.start()
        thread.join()

    assert [walk.ROOT / "src" / "dalembert" / x for x in walk.entered(walked)] == [Path(da.gallery.__file__)]
    assert sys.getprofile() is None
