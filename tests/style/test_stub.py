"""Type checkers and editors see the public names that are there."""

import stub


def test_stubs_are_current():
    for path, text in stub.stubs().items():
        assert path.read_text(encoding="utf-8") == text, f"renew {path.name}: python tools/stub.py"
