"""Every tape is the one written down: a change to the core that changes a program shows here first.

Where the change is meant, `python tests/internal/codegen/golden_tapes.py` writes the digests again.
"""

import json
import sys

import pytest

from internal.codegen.golden_tapes import FILE, digests, robots

EXPECTED = json.loads(FILE.read_text())


@pytest.mark.sampled(3)
@pytest.mark.skipif(sys.platform != "linux", reason="constants are rounded by the C library; written down on Linux")
@pytest.mark.parametrize(("name", "make"), robots(), ids=[name for name, _ in robots()])
def test_tapes_are_those_written_down(name, make):
    assert digests(make()) == EXPECTED[name]
