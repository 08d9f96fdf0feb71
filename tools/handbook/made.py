"""Collect the generated files of docs/ and their contents."""

from __future__ import annotations

from pathlib import Path

from handbook import api, bibliography, gallery


def files(root: Path) -> dict[Path, str]:
    return {root / "docs" / "references.md": bibliography.page(root), **gallery.pages(root), **api.pages(root)}


def pictures(root: Path) -> dict[Path, str]:
    """Draw the pictures of the gallery, which only `make pages` updates."""
    names = [name for names in gallery.GROUPS.values() for name in names]
    folder = root / "docs" / "gallery"
    small = {folder / f"{name}_small.svg": gallery.picture(name, bare=True) for name in names}
    return small | {folder / f"{name}.svg": gallery.picture(name) for name in names}
