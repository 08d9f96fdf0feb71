"""The files of docs/ that nobody writes by hand, and what they should hold."""

from __future__ import annotations

from pathlib import Path

from handbook import bibliography


def files(root: Path) -> dict[Path, str]:
    return {root / "docs" / "references.md": bibliography.page(root)}
