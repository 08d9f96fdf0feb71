"""`python -m handbook [page …]`: every page, or those named, brought up to date."""

from __future__ import annotations

import sys
from pathlib import Path

from handbook import page

ROOT = Path(__file__).resolve().parents[2]


def main(names: list[str]) -> None:
    for path in [Path(x).resolve() for x in names] or page.pages(ROOT):
        if page.update(path):
            sys.stdout.write(f"{path.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
