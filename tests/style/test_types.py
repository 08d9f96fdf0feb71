"""Type checkers find wrong calls, and editors complete the public names with their signatures."""

import ast
import inspect
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

import dalembert as da

WRONG = Path(__file__).with_name("wrong_calls.py")
FUNCTIONS = {name: x for name in da.__all__ if inspect.isfunction(x := getattr(da, name))}
FOUND = 0.9  # share of the mistakes that a type checker has to find


@pytest.fixture(scope="module")
def calls():
    """The wrong calls by function, each with its line."""
    calls = defaultdict(list)
    for node in ast.parse(WRONG.read_text()).body:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            calls[node.value.func.attr].append(node.value)
    return calls


def _variadic(x):
    return x.kind in (x.VAR_POSITIONAL, x.VAR_KEYWORD)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_parameter_has_a_wrong_call(name, calls):
    parameters = inspect.signature(FUNCTIONS[name]).parameters
    required = [x for x in parameters.values() if x.default is x.empty and not _variadic(x)]
    places = [x for x in parameters if parameters[x].kind is not inspect.Parameter.KEYWORD_ONLY]
    named = {x.arg for call in calls[name] for x in call.keywords}
    filled = {x for call in calls[name] for x in places[: len(call.args)]}
    assert {x for x in parameters if not _variadic(parameters[x])} <= named | filled
    assert named - set(parameters), "a misspelt keyword"
    counts = [len(call.args) + sum(x.arg in parameters for x in call.keywords) for call in calls[name]]
    assert not required or min(counts) < len(required), "a missing argument"


def test_mypy_finds_the_wrong_calls(calls):
    """mypy itself rejects a `type: ignore` on a line without a mistake: `make test` runs it."""
    lines = WRONG.read_text().splitlines()
    found = [["# type: ignore[" in lines[call.end_lineno - 1] for call in calls[name]] for name in FUNCTIONS]
    assert sum(map(sum, found)) >= FOUND * sum(map(len, found))


def test_pyright_finds_the_wrong_calls(calls, tmp_path):
    pyright = shutil.which("pyright") or pytest.skip("pyright is not installed")
    plain = tmp_path / "plain.py"
    plain.write_text(re.sub(r"  # type: ignore.*", "", WRONG.read_text()))
    command = [pyright, "--pythonpath", sys.executable, str(plain)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    places = {int(x) for x in re.findall(r"plain\.py:(\d+):\d+ - error", done.stdout)}
    every = [call.lineno for name in FUNCTIONS for call in calls[name]]
    assert len(places & set(every)) >= FOUND * len(every)


def test_editors_complete_names_and_signatures():
    jedi = pytest.importorskip("jedi")
    offered = {x.name for x in jedi.Script("import dalembert as da\nda.").complete(2, 3)}
    assert set(da.__all__) <= offered
    for name, function in FUNCTIONS.items():
        (shown,) = jedi.Script(f"import dalembert as da\nda.{name}(").get_signatures(2, len(name) + 4)[:1]
        assert [x.name for x in shown.params] == list(inspect.signature(function).parameters), name


def test_parameters_and_results_have_types():
    """No public function, method or result is `Any`."""
    loose = [
        f"{name}({key})"
        for name, function in FUNCTIONS.items()
        for key, x in function.__annotations__.items()
        if x == "Any"
    ]
    assert loose == []


def test_the_marker_of_typed_packages_is_installed():
    assert (Path(da.__file__).parent / "py.typed").exists()
