"""Documents to files, the format by suffix: .pdf .html .tex .md .typ .txt .ipynb"""

from __future__ import annotations

import os
import textwrap
from dataclasses import replace
from pathlib import Path

from dalembert import file
from dalembert.errors import WrongValue, printable, shown
from dalembert.report import notebook, pdf
from dalembert.report.appendix import appendix
from dalembert.report.content import content
from dalembert.report.request import Facts, Request
from dalembert.simulate.progress import Progress
from dalembert.typeset.block import Document, Passage, Section
from dalembert.typeset.languages import language

SUFFIXES = (".pdf", ".html", ".tex", ".md", ".typ", ".txt", ".ipynb")
_LANGUAGES = {".html": "html", ".tex": "latex", ".md": "markdown", ".typ": "typst", ".txt": "text"}
_PICTURES = {".tex": "pdf", ".typ": "svg", ".md": "svg"}  # kept apart, in this format


def write_report(request: Request, path: str | os.PathLike[str], progress: bool | None = None) -> Path:
    """The report on a robot, in the format of the suffix; `progress` None: a bar on a terminal."""
    target = checked(path)
    if target.suffix.lower() == ".ipynb":
        return save(target, notebook.write(notebook.cells(request), str(Path.cwd())))
    facts = Facts(replace(request, appendix=f"{target.stem}-equations.txt"))
    with Progress(1.0, progress, f"writing {target.name}") as bar:
        made = content(facts, bar.at)
        if facts.equations is not None and (facts.long or facts.appended is not None):
            bar.at(0.8, facts.request.appendix)
            save(target.parent / facts.request.appendix, appendix(facts.equations, facts.appended))
        bar.at(0.9, "pages")
        return write(made, target, request.width)


def write(document: Document, path: str | os.PathLike[str], width: float | None = None) -> Path:
    """A document in the format of the suffix. Formats that keep pictures apart put them into NAME_files beside it."""
    target = checked(path)
    folder = companion(target).name if document.pictures else ""
    suffix = target.suffix.lower()
    if suffix == ".pdf":
        return save(target, pdf.made(document, width))
    if suffix not in _LANGUAGES:
        raise WrongValue("a notebook is made of cells, not of a document; use write_report")
    text = language(_LANGUAGES[suffix], width).document(document, folder)
    pictures = _PICTURES.get(suffix)
    if pictures is None:
        return save(target, text)
    for picture in document.pictures:
        save(target.parent / folder / f"{picture.name}.{pictures}", picture.bytes(pictures))
    return save(target, text)


def write_passage(
    body: Passage,
    title: str,
    path: str | os.PathLike[str],
    *,
    titled: bool = False,
    fragment: bool = False,
    width: float | None = None,
) -> Path:
    """A derivation or equations alone: whole pages for .pdf, .html and .tex, the bare text for .md, .typ and .txt.

    `titled`: the bare text has the title too. `fragment`: no preamble and no page for .html and .tex either, to be put
    into a document of one's own.
    """
    target = checked(path)
    suffix = target.suffix.lower()
    if suffix not in _LANGUAGES or (suffix in (".html", ".tex") and not fragment):
        return write(Document(title, (body,)), target, width)
    used = language(_LANGUAGES[suffix], width)
    if not titled:
        text = used.blocks([body])
        return save(target, textwrap.dedent(text) if suffix == ".txt" else text)
    if suffix in (".md", ".txt"):
        return save(target, used.document(Document(title, (body,))))
    lower = [replace(x, level=x.level + 1) if isinstance(x, Section) else x for x in body.make(used)]
    return save(target, used.blocks([Section(title), *lower]))


def checked(path: str | os.PathLike[str]) -> Path:
    """A path whose suffix is a format we write, tried before the work that fills it; its folder is made."""
    if not isinstance(path, (str, os.PathLike)) or not isinstance(os.fspath(path), str):
        raise WrongValue(f"the path of a file is needed, got {type(path).__name__}")
    target = Path(path)
    if target.suffix.lower() not in SUFFIXES:
        raise WrongValue(f"cannot write '{shown(target.name)}'; known suffixes are {', '.join(SUFFIXES)}")
    file.folder(target.parent)
    return file.target(target, overwrite=True)


def companion(target: Path) -> Path:
    """The folder of what belongs to a document and cannot stand in it: NAME_files."""
    return target.parent / f"{target.stem}_files"


def save(target: Path, data: str | bytes) -> Path:
    """Write a file whole, in place of an older one; its folder is made where it is missing."""
    file.folder(target.parent)
    return file.save(target, printable(data) if isinstance(data, str) else data, overwrite=True)
