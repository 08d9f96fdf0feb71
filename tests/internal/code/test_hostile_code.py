"""Names that are code somewhere, through every target: none of them reaches a file as anything but a word."""

import re
import shutil
import subprocess
import zipfile
from dataclasses import replace

import pytest

import dalembert as da
from dalembert.code.export import TARGETS
from dalembert.codegen.function import KEYWORDS
from dalembert.codegen.packages.target import plain
from internal.codegen.exported import RUN
from pieces import two_links

NAMES = (
    '*/ int main(void) { return system("id"); } /*',
    "// \\\n#include </etc/passwd>\n\\",
    "??/\n??=define int float",
    '"; import os; os.system("id") #',
    "'); system('id'); %{",
    "while",
    "\u202e\u2066 größe ω\u2069 \x00\x1b[2J",
    "]]></description><script>alert(1)</script>&x;",
    "${CMAKE_BINARY_DIR} $(id) `id`",
    "__proto__",
    "r#type } } fn main() {",
)
FRAMES = tuple(f"{x} frame" for x in NAMES)


def named(links, joints, frames, name):
    """The planar arm with numbers under other names."""
    robot = two_links()
    link = dict(zip([x.name for x in robot.links], links, strict=False))
    moved = [
        replace(j, name=x, parent=link[j.parent], child=link[j.child])
        for j, x in zip(robot.joints, joints, strict=False)
    ]
    return replace(
        robot, name=name, links=tuple(replace(x, name=link[x.name]) for x in robot.links), joints=tuple(moved),
        frames=tuple(da.model.Frame(x, link[robot.links[-1].name]) for x in frames),
    )  # fmt: skip


def harmless():
    return named("abcdefg", ("joint one", "joint two", "three"), [f"frame {k}" for k in range(len(NAMES))], "robot")


def hostile(name):
    return named(NAMES, NAMES[3:], FRAMES, name)


def texts(paths):
    """(name, text) of every file of a package that is text."""
    for path in paths:
        if path.suffix == ".fmu":
            with zipfile.ZipFile(path) as archive:
                yield from ((x, archive.read(x).decode()) for x in archive.namelist())
        elif b"\0" not in path.read_bytes():
            yield path.name, path.read_text()


def bones(text):
    """What a text is without programs in base64, words, numbers, spaces and what stands in sentences."""
    text = re.sub(r'"[A-Za-z0-9+/]{80,}={0,2}"', '"program"', text)
    return re.sub(r"[A-Za-z0-9_\s.,()-]+", " ", text)


@pytest.mark.sampled(23)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("target", TARGETS)
def test_nothing_gets_through(target, name, tmp_path):
    """Robot, function, links, joints and frames are named to hurt: no more than words differ from harmless names."""
    wanted = ("inverse_dynamics", "mass_matrix")
    options = [
        da.code.CodeOptions(wrench=frames, binary=False if target == "fmu" else None)
        for frames in ([x.name for x in harmless().frames], FRAMES)
    ]
    good = da.export_code(harmless(), {"fine": wanted}, target, tmp_path / "good", options=options[0])
    bad = da.export_code(hostile(name), {name: wanted}, target, tmp_path / "bad", options=options[1])
    assert len(good) == len(bad)
    for path in bad:
        assert tmp_path / "bad" in path.resolve().parents
        assert re.fullmatch(r"[A-Za-z0-9_.+/-]+", str(path.relative_to(tmp_path)))
    for (_, clean), (where, text) in zip(texts(good), texts(bad), strict=True):
        assert text.isascii(), where
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f]", text), where
        assert bones(clean) == bones(text), where


@pytest.mark.parametrize("target", [x for x in RUN if x != "ros"])
def test_hostile_robot_still_passes_its_own_test(target, tmp_path):
    tools, command = RUN[target]
    for tool in tools:
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed")
    options = da.code.CodeOptions(wrench=FRAMES)
    da.export_code(hostile(NAMES[0]), {NAMES[1]: "inverse_dynamics"}, target, tmp_path, name="model", options=options)
    done = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "all self-tests passed" in done.stdout


@pytest.mark.parametrize(
    "name", ["int", "for", "fn", "end", "function", "class", "lambda", "Model", "sincos", "typeof"]
)
def test_keywords_of_any_language_are_no_names(name, tmp_path):
    paths = da.export_code(two_links(), {name: "gravity_vector"}, "c", tmp_path, name=name)
    stem = paths[0].stem
    assert stem.lower() not in KEYWORDS
    assert f"int {stem}_{name if name.lower() not in KEYWORDS else name + '_2'}(" in paths[0].read_text()


@pytest.mark.parametrize("name", NAMES)
def test_plain_text_is_plain(name):
    assert re.fullmatch(r"[A-Za-z0-9_.,()][A-Za-z0-9_ .,()-]*", plain(name))
