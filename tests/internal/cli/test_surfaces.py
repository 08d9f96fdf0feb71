"""Every kind of error on every surface, in the terms of that surface: Python, command line, studio."""

import json
import re

import pytest

import dalembert as da
from dalembert.cli import compute
from dalembert.cli.app import run
from dalembert.errors import Problem
from dalembert.studio.request import error_message
from example_findings import KINDS, made

PROBLEMS = {name: kind for name, kind in KINDS.items() if issubclass(kind, Problem)}
CALL = re.compile(
    r"\b(?!sin\(|cos\()[a-z_]\w{2,}\((?!s\))|\b(robot|da|np)\.\w|(?<!-)\b(?!https?)[a-z_]\w*=(?=['\"\[{…]|True|False|None)"
)
OPTION = re.compile(r"(?<![\w-])--?[a-z]")


def test_there_are_problems():
    assert len(PROBLEMS) > 200


@pytest.mark.parametrize("name", PROBLEMS)
def test_each_surface_shows_an_error_in_its_own_terms(name, monkeypatch, capsys):
    error = made(PROBLEMS[name]).error()
    with pytest.raises(da.DalembertError) as raised:
        raise error
    in_python = str(raised.value)
    assert not OPTION.search(in_python), in_python

    def fail(*_, **__):
        raise error

    monkeypatch.setattr(compute, "robot_of", fail)
    code = run(["count", "planar_2r"])
    typed = capsys.readouterr().err
    assert code in (1, 2)
    assert typed.startswith("dalembert: ")
    assert not CALL.search(typed), typed

    shown = json.loads(error_message(1, error))["with"]["what"]
    assert not CALL.search(shown), shown
    assert not OPTION.search(shown), shown
