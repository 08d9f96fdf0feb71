"""Lines of derivations on narrow pages."""

import pytest

import dalembert as da
from dalembert.closed.derive import METHODS
from dalembert.typeset.block import Display
from dalembert.typeset.languages import language
from dalembert.typeset.line_breaking import broken, widths

COLUMN = 246  # pt, width of a column of a paper


@pytest.mark.parametrize("method", METHODS)
def test_the_lines_of_a_derivation_fit_a_column(method):
    page = language("latex", COLUMN)
    blocks = da.derive(da.gallery.planar_rpr(), method).blocks(page)
    displays = [x for x in blocks if isinstance(x, Display) and x.equations]
    assert displays
    for x in displays:
        assert max(widths(broken(x, page.page), page.page)) <= page.page.width
