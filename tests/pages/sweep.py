"""Every robot of the gallery in all languages: `python tests/pages/sweep.py [NAME …]`.

Every quantity and derivation, and the report, are set and measured; every quantity is read back by `check`.
"""

from __future__ import annotations

import io
import sys
import tempfile
import time
import warnings
from pathlib import Path

import paper

from dalembert.report import pdf
from dalembert.report.content import content
from dalembert.report.request import Facts, Request
from dalembert.report.write import write
from dalembert.robot import gallery

HUGE = ("rx90", "panda", "iiwa14", "quadruped")  # more pages than anybody prints: their torques and M alone


def main() -> None:
    warnings.simplefilter("ignore")
    for name in sys.argv[1:] or gallery.names():
        start = time.process_time()
        for said in (equations(name), report(name), meaning(name)):
            sys.stdout.write(f"{name}: {said}\n")
            sys.stdout.flush()
        sys.stdout.write(f"{name}: {time.process_time() - start:.0f} s\n")


def equations(name: str) -> str:
    """Every quantity and derivation."""
    doc = paper.document(name, ("M", "g", "U")) if name in HUGE else paper.document(name)
    with tempfile.TemporaryDirectory() as folder:
        model = paper.model_overfull(doc)
        over, glyph = paper.typst(doc)
        boxes = [x for x in paper.latex(doc, Path(folder)) if x > paper.OVERFULL]
        out = [x for x in paper.html(doc, Path(folder)) if x > paper.OVERFULL]
    return (
        f"equations: model {len(model)}, typst {over:.1f} pt, glyph {glyph:.2f} pt, latex {boxes[:5]}, html {out[:5]}"
    )


def report(name: str) -> str:
    """The report in PDF, LaTeX and HTML."""
    from pypdf import PdfReader

    doc = content(Facts(Request(getattr(gallery, name)(), appendix=f"{name}-equations.txt", duration=0.1)))
    made = pdf.made(doc)
    count, glyph, over = len(PdfReader(io.BytesIO(made)).pages), paper.smallest_glyph(made), paper.display_overhang(doc)
    with tempfile.TemporaryDirectory() as folder:
        write(doc, Path(folder) / "page.tex")
        boxes = [x for x in paper.overfull_boxes(Path(folder)) if x > paper.OVERFULL]
        out = [x for x in paper.html(doc, Path(folder)) if x > paper.OVERFULL]
    return f"report: {count} pages, typst {over:.1f} pt, glyph {glyph:.2f} pt, latex {boxes[:5]}, html {out[:5]}"


def meaning(name: str) -> str:
    checked, wrong, long = paper.read_back(name)
    return f"read back: {checked} right but {wrong}, {len(long)} of them by numbers"


if __name__ == "__main__":
    main()
