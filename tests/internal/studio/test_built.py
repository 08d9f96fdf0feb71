"""What ships of the front end is what its source says: hashes everywhere, a build of its own where node is installed."""

import json
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest

import dalembert

STUDIO = Path(dalembert.__file__).parent / "studio"
WEB, BUILT = STUDIO / "web", STUDIO / "built"
RUNTIME = "../../codegen/packages/runtime.js"
ENDINGS = (".ts", ".css", ".mjs", ".json")
AGAIN = "run `make web` and commit what it writes"


def sources():
    own = [x for x in WEB.rglob("*") if x.suffix in ENDINGS and "node_modules" not in x.parts]
    return {x.relative_to(WEB).as_posix(): x for x in own} | {RUNTIME: WEB / RUNTIME}


def test_the_built_files_are_of_these_sources():
    stored = json.loads((BUILT / "sources.json").read_text())
    assert stored == {name: sha256(path.read_bytes()).hexdigest() for name, path in sources().items()}, AGAIN


def test_no_file_names_a_place_to_download_from():
    lock = json.loads((WEB / "package-lock.json").read_text())
    assert not [x for x, entry in lock["packages"].items() if "resolved" in entry]
    assert "//" not in (WEB / "package.json").read_text()


def test_a_new_build_gives_the_same_files(tmp_path):
    node = shutil.which("node")
    if node is None or not (WEB / "node_modules" / "esbuild").exists():
        pytest.skip("node and esbuild are not installed: make web")
    subprocess.run([node, "build.mjs", tmp_path], cwd=WEB, check=True, timeout=120)
    for path in tmp_path.iterdir():
        assert path.read_bytes() == (BUILT / path.name).read_bytes(), f"{path.name}: {AGAIN}"
    assert {x.name for x in tmp_path.iterdir()} == {x.name for x in BUILT.iterdir()}
