"""Table of output languages. To add a language, create a module such as `latex.py` and add a row to this table."""

from __future__ import annotations

from dalembert import finding
from dalembert.finding.finding import Argument, Identifier, given
from dalembert.typeset.html import Html
from dalembert.typeset.language import Language
from dalembert.typeset.latex import Latex, Markdown
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
    """Return the output language with this name.

    `width` is the width of the text block in points, or in characters for plain text.
    """
    if name not in LANGUAGES:
        raise finding.NotOneOf(Argument("language"), given(name), tuple(map(Identifier, LANGUAGES))).error()
    return LANGUAGES[name](width)
