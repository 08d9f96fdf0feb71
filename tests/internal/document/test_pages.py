"""Pages as they are set: no display stands out of its block, no glyph is under 7 pt; all robots by `sweep.py`."""

from __future__ import annotations

import shutil

import paper
import pytest

from dalembert.typeset.block import Document

SAMPLE = paper.document("planar_2r", ("tau", "M", "T"), ("lagrange",))
ARM = paper.document("ur5", ("tau", "M"), ())


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("doc", "width"), [(SAMPLE, None), (ARM, None), (ARM, 246)])
def test_typst(doc, width):
    pytest.importorskip("typst")
    pytest.importorskip("pypdf")
    over, glyph = paper.typst(doc, width)
    assert over <= paper.OVERFULL
    assert glyph >= paper.SMALLEST


def test_a_display_that_is_too_wide_would_be_noticed():
    pytest.importorskip("typst")
    pytest.importorskip("pypdf")
    from dalembert.typeset import block as b
    from dalembert.typeset import tree as t

    wide = t.Matrix((tuple(t.Symbol(f"m{k}", "m", str(k)) for k in range(60)),))
    over, _ = paper.typst(b.Document("wide", (b.Display((b.Equation(None, (wide,)),)),)))
    assert over > 100


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no pdflatex on this machine")
@pytest.mark.parametrize("doc", [SAMPLE, ARM])
def test_latex(doc, tmp_path):
    assert [x for x in paper.latex(doc, tmp_path) if x > paper.OVERFULL] == []


@pytest.mark.skipif(paper.chromium() is None, reason="no chromium on this machine")
def test_html(tmp_path):
    found = paper.html(Document("both", (*SAMPLE.blocks, *ARM.blocks)), tmp_path)
    assert len(found) > 10
    assert [x for x in found if x > paper.OVERFULL] == []
