"""Findings and their sentences: kinds and keys agree, placeholders are fields, every kind reads well on every surface.

This is the only place where wording is tested: `sentences.json` holds each kind, shown once with made-up fields.
Renew it deliberately: `python tests/internal/finding/test_findings.py`.
"""

import json
import pkgutil
import re
import string
import types
import typing
from dataclasses import fields, is_dataclass
from importlib import import_module
from pathlib import Path

import dalembert
import dalembert.finding
from dalembert.finding import english
from dalembert.finding.finding import Finding, Location, Measure, Noun, Pass, Remedy, sentence

SNAPSHOT = Path(__file__).with_name("sentences.json")
MODULES = [import_module(f"dalembert.finding.{x.name}") for x in pkgutil.iter_modules(dalembert.finding.__path__)]
SAMPLES = {
    "Argument": "q",
    "Function": "simulate",
    "RobotName": "arm",
    "JointName": "elbow",
    "LinkName": "forearm",
    "FrameName": "tool",
    "SymbolName": "m1",
    "Column": "tau_1",
    "FileName": "arm.urdf",
    "Element": "<inertial>",
    "Identifier": "name",
    "Given": "'x'",
    "Source": "tau1 = q1",
    "External": "no space left on device",
    "Unit": "m",
}


def kinds():
    found = {}
    for module in MODULES:
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, Finding) and value.__module__ == module.__name__:
                found[value.__name__] = value
    bases = {base for kind in found.values() for base in kind.__mro__[1:]}
    return {name: kind for name, kind in sorted(found.items()) if kind not in bases or name in english.SENTENCES}


KINDS = kinds()


def sample(hint, name="", depth=0):
    """A value of an annotated type."""
    if isinstance(hint, typing.NewType):
        if hint.__name__ == "Formula":
            return sample_formula(hint)
        return SAMPLES[hint.__name__]
    if hint is Noun:
        entry = english.SENTENCES.get(name.partition(".")[0])
        return Noun(next(iter(entry)) if isinstance(entry, dict) else "joint")
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        if depth > 1 and types.NoneType in args:
            return None
        return sample(next(x for x in args if x is not types.NoneType), name, depth)
    if origin is typing.Literal:
        return args[0]
    if origin is tuple:
        several = [x for x in args if x is not Ellipsis]
        return tuple(
            sample(several[k % len(several)], name, depth) for k in range(2 if Ellipsis in args else len(several))
        )
    if hint is bool:
        return True
    if hint is int:
        return 2
    if hint is float:
        return 0.31
    if hint is Measure:
        return Measure(0.31, "s")
    if hint is Location:
        return Location("arm.urdf", 12)
    if hint is Remedy:
        return Pass("limits", "False")
    if isinstance(hint, type) and hasattr(hint, "__members__"):
        return next(iter(hint))
    if hint is Finding or (isinstance(hint, type) and issubclass(hint, Finding) and not fields(hint)):
        return made(KINDS["NotFinite"])
    if isinstance(hint, type) and is_dataclass(hint):
        return made(hint, depth + 1)
    if isinstance(hint, type):
        return sample_formula(hint)
    raise TypeError(f"no sample for {name}: {hint}")


def sample_formula(hint):
    from dalembert.typeset.tree import Symbol

    return Symbol("q", "q")


def made(kind, depth=0):
    hints = typing.get_type_hints(kind)
    return kind(**{x.name: sample(hints[x.name], f"{kind.__name__}.{x.name}", depth) for x in fields(kind)})


def rendered():
    return {name: sentence(made(kind)) for name, kind in KINDS.items()}


def test_every_kind_has_a_sentence_and_every_sentence_a_kind():
    assert set(KINDS) == set(english.SENTENCES)


def placeholders(template):
    for _, name, spec, _ in string.Formatter().parse(template):
        if name:
            yield name
            yield from placeholders(spec.replace("~", "")) if "{" in spec else ()


def test_placeholders_are_fields():
    for name, entry in english.SENTENCES.items():
        templates = entry.values() if isinstance(entry, dict) else [entry] if isinstance(entry, str) else []
        own = {x.name for x in fields(KINDS[name])}
        used = {x for template in templates for x in placeholders(template)}
        assert used <= own, f"{name}: {sorted(used - own)} are not fields"


def test_no_field_is_a_bare_text():
    for name, kind in KINDS.items():
        for field, hint in typing.get_type_hints(kind).items():
            bare = hint is str or str in typing.get_args(hint)
            shape = "Shape" in str(kind.__annotations__.get(field, ""))
            assert not bare or shape, f"{name}.{field} is a bare str"


def test_no_sentence_is_also_a_function():
    assert not set(english._TABLES["sentences"]) & set(english._FUNCTIONS)


def test_sentences_are_those_of_the_snapshot():
    assert rendered() == json.loads(SNAPSHOT.read_text()), "renew them: python tests/internal/finding/test_findings.py"


def test_sentences_read_well():
    for name, said in rendered().items():
        assert said.strip() == said, name
        assert "  " not in said, name
        assert not re.search(r"[{}]|\bNone\b(?! of)|\.\.(?!\.)|\w+\(\)", said), f"{name}: {said}"
        assert not re.search(r"\bis no (unit|number|file)\b|\bunless told\b|\bthere are \d+:", said), f"{name}: {said}"


if __name__ == "__main__":
    SNAPSHOT.write_text(json.dumps(rendered(), indent=0, ensure_ascii=False) + "\n")
