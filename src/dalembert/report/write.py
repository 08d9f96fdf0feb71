"""Documents to files, the format by suffix: .pdf .html .tex .md .typ .txt .ipynb"""

from __future__ import annotations

import os
from pathlib import Path

from dalembert.errors import BadFile, WrongValue
from dalembert.report import html, latex, markdown, notebook, typst
from dalembert.report.content import Request, content
from dalembert.report.document import Document, Passage, Writes

SUFFIXES = (".pdf", ".html", ".tex", ".md", ".typ", ".txt", ".ipynb")


def write_report(request: Request, path: str | os.PathLike[str]) -> Path:
    """The report on a robot, in the format of the suffix."""
    target = checked(path)
    if target.suffix == ".ipynb":
        return save(target, notebook.write(notebook.cells(request), str(Path.cwd())))
    return write(content(request), target)


def write(document: Document, path: str | os.PathLike[str]) -> Path:
    """A document in the format of the suffix. Formats that keep pictures apart put them into NAME_files beside it."""
    target = checked(path)
    folder = f"{target.stem}_files" if document.pictures else ""
    match target.suffix:
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
    if target.suffix in bare:
        return save(target, bare[target.suffix]())
    return write(Document(title, (Passage(body),)), target)


def checked(path: str | os.PathLike[str]) -> Path:
    """A path whose suffix is a format we write."""
    target = Path(path)
    if target.suffix.lower() not in SUFFIXES:
        raise WrongValue(f"cannot write '{target.name}'; known suffixes are {', '.join(SUFFIXES)}")
    return target.with_suffix(target.suffix.lower())


def save(target: Path, data: str | bytes) -> Path:
    """Write a file, its folder made where it is missing."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data.encode() if isinstance(data, str) else data)
    except OSError as error:
        raise BadFile(f"cannot write '{target}': {(error.strerror or str(error)).lower()}") from None
    return target
