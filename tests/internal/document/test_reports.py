"""Reports as they are printed: how many pages, what stands on the first one, nothing too wide, too small or folded."""

from __future__ import annotations

import io
import re
import shutil
import unicodedata

import paper
import pytest

import dalembert as da
from dalembert.document import facts
from dalembert.document.facts import Facts, ReportRequest
from dalembert.document.report import content, pdf_bytes, write

MOST = {"planar_2r": 6, "panda": 12, "cart_pole": 6}  # pages; all robots by `sweep.py`
FIRST = ("Properties.", "Equations of motion", "SI units")
WIDE = 1.5  # pt: the paper's edge


@pytest.fixture(scope="module", params=MOST)
def report(request):
    """(name, document, PDF) of a report."""
    pytest.importorskip("typst")
    pytest.importorskip("pypdf")
    with pytest.MonkeyPatch.context() as patch:  # proofs of long equations are given up soon: they are tested elsewhere
        patch.setattr(facts, "prove", lambda robot: da.prove(robot, seconds=0.5))
        made = content(
            Facts(
                ReportRequest(
                    getattr(da.gallery, request.param)(), appendix=f"{request.param}-equations.txt", duration=0.1
                )
            )
        )
    return request.param, made, pdf_bytes(made)


def pages(data):
    from pypdf import PdfReader

    found = [page.extract_text() for page in PdfReader(io.BytesIO(data)).pages]
    return [unicodedata.normalize("NFKD", x) for x in found]


@pytest.mark.sampled(1)
def test_it_opens_with_what_a_reader_wants_and_ends_in_time(report):
    name, _, data = report
    found = pages(data)
    assert len(found) <= MOST[name]
    for part in FIRST:
        assert part in found[0], part
    if name == "panda":
        assert "Joint 2 has the highest load" in re.sub(r"\s+", " ", found[0])
        assert "panda-equations.txt" in re.sub(r"\s+", "", found[0])
        assert "Figure 2" in found[0]  # the share of each limit
    else:
        assert "symbol" in found[0]
    assert "⟨" not in "".join(found)
    assert "Left out" not in "".join(found)


@pytest.mark.sampled(1)
def test_no_glyph_is_under_7_pt_and_no_display_too_wide(report):
    _, made, data = report
    assert paper.smallest_glyph(data) >= paper.SMALLEST
    assert paper.display_overhang(made) <= paper.OVERFULL


@pytest.mark.sampled(2)
def test_nothing_stands_off_the_page(report):
    from pypdf import PdfReader

    _, _, data = report
    for page in PdfReader(io.BytesIO(data)).pages:
        places = []
        page.extract_text(
            visitor_text=lambda text, cm, tm, font, size, places=places: places.append((text, cm[4] + tm[4] * cm[0]))
        )
        width = float(page.mediabox.width)
        assert all(WIDE < x < width - WIDE for text, x in places if text.strip())


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no pdflatex on this machine")
@pytest.mark.parametrize("name", ["planar_2r", "cart_pole"])
def test_latex_sets_it_without_an_overfull_box(name, tmp_path):
    made = content(Facts(ReportRequest(getattr(da.gallery, name)())))
    write(made, tmp_path / "page.tex")
    assert [x for x in paper.overfull_boxes(tmp_path) if x > paper.OVERFULL] == []
    assert len(pages((tmp_path / "page.pdf").read_bytes())) <= MOST[name]
    assert paper.smallest_glyph((tmp_path / "page.pdf").read_bytes()) >= paper.SMALLEST


def test_the_appendix_holds_every_digit_and_reads_back(tmp_path):
    """M of a UR5 from the file beside the report, read by `check`."""

    robot = da.gallery.ur5()
    da.report(robot, tmp_path / "r.md", duration=0.02)
    text = (tmp_path / "r-equations.txt").read_text()
    M = text.partition("# M: inertia matrix")[2].partition("\n# ")[0].strip()
    assert da.check(robot, M).correct
    longest = max(re.findall(r"\d\.\d+", M), key=len)
    assert len(longest) >= 15
