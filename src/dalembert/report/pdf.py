"""A document as a PDF, made by Typst. The compiler sees an empty folder, so no file can be read by a document."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from typing import Any

from dalembert.errors import MissingExtra, WrongValue
from dalembert.typeset import fonts
from dalembert.typeset.block import Document
from dalembert.typeset.languages import language


def made(document: Document, width: float | None = None) -> bytes:
    """The document as a PDF."""
    source = language("typst", width).document(document)
    return compile(source, {f"{x.name}.svg": x.bytes("svg") for x in document.pictures})


def compile(source: str, files: Mapping[str, bytes]) -> bytes:
    """A Typst source and the files it shows, as a PDF."""
    try:
        import typst

        engine: Any = typst  # its type stubs do not know that sources may come as a dictionary
    except ImportError:
        raise MissingExtra("PDF files need the package typst: pip install 'dalembert[report]'") from None
    with tempfile.TemporaryDirectory() as root:
        try:
            found: bytes = engine.compile(
                {"main.typ": source.encode(), **files}, root=root, font_paths=[fonts.folder()]
            )
        except engine.TypstError as error:
            raise WrongValue(f"the document could not be set: {error}") from None
    return found
