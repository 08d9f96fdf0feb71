"""Update all pages, or the given ones: `python -m handbook [PAGE …]`."""

from __future__ import annotations

import sys
from pathlib import Path

from handbook import made, page

ROOT = Path(__file__).resolve().parents[2]


def main(names: list[str]) -> None:
    if not names:
        for path, content in (made.pictures(ROOT) | made.files(ROOT)).items():
            _write(path, content)
    for path in [Path(x).resolve() for x in names] or page.pages(ROOT):
        if page.update(path):
            sys.stdout.write(f"{path.relative_to(ROOT)}\n")


def _write(path: Path, content: str) -> None:
    if not path.exists() or path.read_text() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
        sys.stdout.write(f"{path.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
