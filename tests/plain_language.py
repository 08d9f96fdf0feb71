"""A language whose sentences are only kind names and fields (`pytest --plain-language`): tests that fail with it read words."""

import sys
from types import ModuleType
from typing import Any


class _Sentences(dict[str, Any]):
    def __missing__(self, kind: str) -> Any:
        return lambda _, shown: " ".join(
            [kind, *(f"{name}: {x}" for name, x in vars(shown).items() if not isinstance(x.value, bool))]
        )


class _Same(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return key


def install() -> None:
    """Take the place of English, before it is read."""
    english = ModuleType("dalembert.finding.english")
    vars(english).update(SENTENCES=_Sentences(), NOUNS=_Same(), CONSEQUENCES=_Same())
    sys.modules[english.__name__] = english
