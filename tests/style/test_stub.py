"""Type checkers and editors see the public names that are there."""

import stub


def test_stub_is_current():
    assert stub.STUB.read_text(encoding="utf-8") == stub.stub(), "renew it: python tools/stub.py"
