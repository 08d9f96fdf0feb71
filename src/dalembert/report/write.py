"""Documents to files, the format by suffix: .pdf .html .tex .md .typ .txt .ipynb"""

from __future__ import annotations

import os
from pathlib import Path

from dalembert import file
from dalembert.errors import WrongValue, printable, shown
from dalembert.report import html, latex, markdown, notebook, typst
from dalembert.report.content import Request, content
from dalembert.report.document import Document, Passage, Writes

SUFFIXES = (".pdf", ".html", ".tex", ".md", ".typ", ".txt", ".ipynb")


def write_report(request: Request, path: str | os.PathLike[str]) -> Path:
    """The report on a robot, in the format of the suffix."""
    target = checked(path)
    if target.suffix.lower() == ".ipynb":
        return save(target, notebook.write(notebook.cells(request), str(Path.cwd())))
    return write(content(request), target)


def write(document: Document, path: str | os.PathLike[str]) -> Path:
    """A document in the format of the suffix. Formats that keep pictures apart put them into NAME_files beside it."""
    target = checked(path)
    folder = companion(target).name if document.pictures else ""
    match target.suffix.lower():
        case ".pdf":
            return save(target, typst.pdf(document))
        case ".html":
            return save(target, html.write(document))
        case ".txt":
            return save(target, markdown.text(document))
        case ".tex":
            pictures, text = "pdf", latex.write(document, folder)
        case ".typ":
            pictures, text = "svg", typst.write(document, folder)
        case ".md":
            pictures, text = "svg", markdown.write(document, folder)
        case _:
            raise WrongValue("a notebook is made of cells, not of a document; use write_report")
    for picture in document.pictures:
        save(target.parent / folder / f"{picture.name}.{pictures}", picture.bytes(pictures))
    return save(target, text)


def write_passage(body: Writes, title: str, path: str | os.PathLike[str]) -> Path:
    """A derivation or equations alone: whole pages for .pdf, .html and .tex, the bare text for .md, .typ and .txt."""
    target = checked(path)
    bare = {".md": body.markdown, ".typ": body.typst, ".txt": body.text}
    if target.suffix.lower() in bare:
        return save(target, bare[target.suffix.lower()]())
    return write(Document(title, (Passage(body),)), target)


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
