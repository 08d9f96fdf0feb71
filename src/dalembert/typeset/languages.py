"""The languages there are. Another one is a file like `latex.py` and a line here."""

from __future__ import annotations

from dalembert.errors import WrongValue
from dalembert.typeset.html import Html
from dalembert.typeset.language import Language
from dalembert.typeset.latex import Latex
from dalembert.typeset.markdown import Markdown
from dalembert.typeset.text import Text
from dalembert.typeset.typst import Typst

LANGUAGES: dict[str, type[Language]] = {
    "text": Text,
    "latex": Latex,
    "typst": Typst,
    "html": Html,
    "markdown": Markdown,
}


def language(name: str, width: float | None = None) -> Language:
    """The language of a name, for a text block of `width` pt (plain text: characters)."""
    if name not in LANGUAGES:
        raise WrongValue(f"language '{name}' is not known; there are {', '.join(LANGUAGES)}")
    return LANGUAGES[name](width)
