"""Every robot of the gallery in all languages: `python tests/internal/document/sweep.py [NAME …] [--kept FILE] [--parts report …]`.

Every quantity and derivation, and the report, are set and measured; every quantity is read back by `check`.
With `--kept`, lines are also written to that file, and a robot that was clean there with the same source is passed over.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import re
import sys
import tempfile
import time
import warnings
from pathlib import Path

import paper

import dalembert
import dalembert as da
from dalembert.document.facts import Facts, ReportRequest
from dalembert.document.report import content, pdf_bytes, write
from dalembert.typeset.block import Document

HUGE = ("panda",)  # τ alone is 1 MB: its torques by entries, M and g


def main() -> None:
    warnings.simplefilter("ignore")
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--kept", type=Path)
    asked.add_argument("--parts", nargs="+", choices=sorted(PARTS), default=sorted(PARTS))
    asked.add_argument("names", nargs="*", default=[])
    given = asked.parse_args()
    kept, source = given.kept, digest()
    for name in given.names or da.gallery.names():
        if kept and kept.exists() and re.search(rf"^{source} {name}: clean", kept.read_text(), re.M):
            continue
        start = time.process_time()
        said = [f"{part.__name__}: {part(name)}" for part in (PARTS[x] for x in given.parts)]
        verdict = (
            "not clean" if any("WRONG" in x for x in said) else "clean" if len(said) == len(PARTS) else "in part clean"
        )
        lines = [*said, f"{verdict} after {time.process_time() - start:.0f} s"]
        text = "".join(f"{source} {name}: {x}\n" for x in lines)
        sys.stdout.write(text)
        sys.stdout.flush()
        if kept:
            with kept.open("a") as file:
                file.write(text)


def digest() -> str:
    """Of the library's files."""
    folder = Path(dalembert.__file__).parent
    return hashlib.sha256(b"".join(x.read_bytes() for x in sorted(folder.rglob("*.py")))).hexdigest()[:8]


def equations(name: str) -> str:
    """Every quantity and derivation."""
    return measured(paper.document(name, ("M", "g", "U")) if name in HUGE else paper.document(name))


def report(name: str) -> str:
    """The report in PDF, LaTeX and HTML."""
    return measured(
        content(Facts(ReportRequest(getattr(da.gallery, name)(), appendix=f"{name}-equations.txt", duration=0.1)))
    )


def measured(doc: Document) -> str:
    """Pages, the word that stands out furthest, the smallest glyph, in Typst's PDF and in LaTeX's; px in HTML."""
    from pypdf import PdfReader

    made = pdf_bytes(doc)
    with tempfile.TemporaryDirectory() as folder:
        write(doc, Path(folder) / "page.tex")
        boxes = max(paper.overfull_boxes(Path(folder)), default=0.0)
        printed = (Path(folder) / "page.pdf").read_bytes()
        px = max(paper.html(doc, Path(folder)))
    glyphs = [paper.smallest_glyph(x) for x in (made, printed)]
    outside = [paper.outside(x) for x in (made, printed)]
    bad = max(boxes, px, *outside) > paper.OVERFULL or min(glyphs) < paper.SMALLEST
    pages = [len(PdfReader(io.BytesIO(x)).pages) for x in (made, printed)]
    return (
        f"Typst {pages[0]} pages, word {outside[0]:.1f} pt, glyph {glyphs[0]:.2f} pt; LaTeX "
        f"{pages[1]} pages, box {boxes:.1f} pt, word {outside[1]:.1f} pt, glyph {glyphs[1]:.2f} pt; HTML {px:.1f} px"
        + (" WRONG" if bad else "")
    )


def meaning(name: str) -> str:
    checked, wrong, long = paper.read_back(name)
    return f"{checked} read back, {len(long)} of them by numbers" + (f" WRONG {wrong}" if wrong else "")


PARTS = {"equations": equations, "report": report, "meaning": meaning}

if __name__ == "__main__":
    main()
