"""The URDF files of the example-robot-data package, as installed beside Pinocchio."""

from pathlib import Path

import pinocchio

ROOT = next(
    folder
    for parent in Path(pinocchio.__file__).resolve().parents
    if (folder := parent / "share" / "example-robot-data" / "robots").is_dir()
    or (folder := parent / "cmeel.prefix" / "share" / "example-robot-data" / "robots").is_dir()
)
FILES = sorted(ROOT.rglob("*.urdf"))


def find(name: str) -> Path:
    """The file of this name."""
    return next(path for path in FILES if path.name == name)


def label(path: Path) -> str:
    return str(path.relative_to(ROOT))
