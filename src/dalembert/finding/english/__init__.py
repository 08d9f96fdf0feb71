"""English: the sentences of every finding, keyed by the kind's name, and the nouns that they use.

A test checks that kinds and keys agree and that placeholders are fields. See `finding` for the placeholders.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dalembert.finding.english import argument, code, equation, log, mechanism, model, motion, page

_PARTS = (argument, equation, log, mechanism, motion, model, code, page)
NOUNS: dict[str, str] = {key: noun for part in _PARTS for key, noun in part.NOUNS.items()}
CONSEQUENCES = model.CONSEQUENCES
SENTENCES: dict[str, str | Callable[[Any, Any], str]] = {
    kind: said for part in _PARTS for kind, said in part.SENTENCES.items()
}
