"""Findings and their sentences: kinds and keys agree, placeholders are fields, every kind reads well on every surface.

This is the only place where wording is tested: `sentences.json` holds each kind, shown once with made-up fields.
Renew it deliberately: `python tests/internal/finding/test_findings.py`.
"""

import json
import re
import string
import typing
from dataclasses import fields
from pathlib import Path

from dalembert.finding import english
from dalembert.finding.finding import sentence
from example_findings import KINDS, made

SNAPSHOT = Path(__file__).with_name("sentences.json")


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
