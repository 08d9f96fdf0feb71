"""The first steps of the README in an empty environment: a wheel is built, installed with pip, and does what is written.

    python tests/package/first_steps.py      (or: make wheel-test; some minutes, as pip fetches what the wheel needs)

The commands of the README's first ```sh block run as they stand, with the wheel in place of the folder that pip is told
to install and an example file in place of YOUR.urdf; then its Python blocks run, in a folder without the source.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^```(\w+)[^\n]*\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
OPTIONS = ["--quiet", "--disable-pip-version-check"]


def main() -> None:
    page = (ROOT / "README.md").read_text()
    steps = next(m[2] for m in FENCE.finditer(page) if m[1] == "sh").splitlines()
    code = "\n".join(m[2] for m in FENCE.finditer(page) if m[1] == "python")
    if not steps[0].startswith("pip install "):
        raise SystemExit(f"the README starts with {steps[0]!r}, not with pip")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        wheel = build(folder)
        venv.create(folder / "venv", with_pip=True)
        shutil.copy(ROOT / "src" / "dalembert" / "assets" / "arm.urdf", folder / "YOUR.urdf")
        for step in steps:
            run(
                folder,
                re.sub(r"pip install '?\.(\[[\w,]+\])?'?", rf"python -m pip install {wheel}\1", step.split("#")[0]),
            )
        if not (folder / "YOUR.pdf").read_bytes().startswith(b"%PDF"):
            raise SystemExit("the report is no PDF")
        (folder / "readme.py").write_text(code)
        run(folder, "python readme.py")
        run(folder, "python -c 'import dalembert, sys; assert sys.prefix in dalembert.__file__'")
    print("the README's first steps work from the wheel")


def build(folder: Path) -> Path:
    """The wheel of this source."""
    command = [sys.executable, "-m", "pip", "wheel", *OPTIONS, "--no-deps", "--wheel-dir", str(folder), str(ROOT)]
    subprocess.run(command, check=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def run(folder: Path, command: str) -> None:
    """A line of shell in the new environment, away from the source."""
    print(f"$ {command.strip()}", flush=True)
    kept = {name: x for name, x in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV", "DALEMBERT_CACHE")}
    place = {"PATH": f"{folder / 'venv' / 'bin'}:{os.environ['PATH']}", "DALEMBERT_CACHE": str(folder / "cache")}
    quiet = command.replace("pip install ", f"pip install {' '.join(OPTIONS)} ")
    subprocess.run(
        quiet, shell=True, check=True, cwd=folder, env=kept | place | {"MPLBACKEND": "Agg"}, stdout=sys.stderr
    )


if __name__ == "__main__":
    main()
