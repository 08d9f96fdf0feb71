"""Docstrings of public functions follow the NumPy convention, and their examples print what they show."""

import doctest
import inspect
import re
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

import dalembert as da


def _functions(namespace: Any, prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name in sorted(namespace.__all__):
        found = getattr(namespace, name)
        if isinstance(found, ModuleType):
            if hasattr(found, "__all__"):
                yield from _functions(found, f"{prefix}{name}.")
        elif inspect.isfunction(found):
            yield prefix + name, found


FUNCTIONS = dict(_functions(da))
WITH_EXAMPLES = [name for name, function in FUNCTIONS.items() if "\nExamples\n---" in inspect.getdoc(function)]

WITHOUT = {"code.gpu_stepper", "code.torch", "view.show"}  # they need a GPU, PyTorch or a notebook


def _section(text: str, title: str) -> str | None:
    found = re.search(rf"^{title}\n-+\n(.*?)(?=^\w[\w ]*\n-+\n|\Z)", text, re.MULTILINE | re.DOTALL)
    return found and found[1]


def _documented(section: str) -> set[str]:
    """The names before the colon of each entry; `a, b : float` documents two."""
    heads = [line.split(" : ")[0] for line in section.splitlines() if line and not line.startswith(" ")]
    return {name.strip().lstrip("*") for head in heads for name in head.split(",")}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_parameters_and_result_are_documented(name):
    function = FUNCTIONS[name]
    text = inspect.getdoc(function)
    parameters = [x for x in inspect.signature(function).parameters if not x.startswith("_")]
    assert set(parameters) <= _documented(_section(text, "Parameters") or ""), name
    assert _section(text, "Returns"), name


@pytest.mark.parametrize("name", FUNCTIONS)
def test_summary_is_one_sentence(name):
    summary = inspect.getdoc(FUNCTIONS[name]).split("\n\n")[0]
    assert len(summary.splitlines()) == 1, name
    assert summary[0].isupper(), name
    assert summary.endswith("."), name


def test_every_function_has_an_example():
    assert set(FUNCTIONS) - set(WITH_EXAMPLES) == WITHOUT


def test_examples_print_results():
    """A reader learns nothing from `True`."""
    shown = {name: inspect.getdoc(FUNCTIONS[name]) for name in WITH_EXAMPLES}
    assert [name for name, text in shown.items() if re.search(r"^(True|False)$", text, re.MULTILINE)] == []


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_example_prints_what_it_shows(name, tmp_path, monkeypatch, request):
    if request.config.getoption("--plain-language"):
        pytest.skip("examples quote what the program says")
    monkeypatch.chdir(tmp_path)
    text = inspect.getdoc(FUNCTIONS[name])
    if "import jax" in text:
        pytest.importorskip("jax")
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    report: list[str] = []
    failed, _ = doctest.DocTestRunner(verbose=False).run(test, out=report.append)
    assert not failed, "".join(report)
