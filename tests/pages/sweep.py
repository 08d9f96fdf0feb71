"""Every robot of the gallery, every quantity and derivation, measured in all languages; `python tests/pages/sweep.py`."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

import paper

from dalembert.robot import gallery

HUGE = ("rx90", "panda", "iiwa14", "quadruped")  # more pages than anybody prints: their torques and M alone


def main() -> None:
    for name in sys.argv[1:] or gallery.names():
        start = time.process_time()
        doc = paper.document(name, ("M", "g", "U")) if name in HUGE else paper.document(name)
        with tempfile.TemporaryDirectory() as folder:
            model = paper.model_overfull(doc)
            over, glyph = paper.typst(doc)
            boxes = [x for x in paper.latex(doc, Path(folder)) if x > paper.OVERFULL]
            out = [x for x in paper.html(doc, Path(folder)) if x > paper.OVERFULL]
        said = f"model {len(model)}, typst {over:.1f} pt, glyph {glyph:.2f} pt, latex {boxes[:5]}, html {out[:5]}"
        sys.stdout.write(f"{name}: {said}, {time.process_time() - start:.0f} s\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
