"""Files are whole or not there: a writer killed at any moment leaves the old file or the new one."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import dalembert as da
from dalembert.atomic_file import save, target
from raised import raises

KILLS = 200
# each writes one file again and again, in turn one of two contents
WRITERS = {
    "export": (
        "robots = [robot, replace(robot, gravity=(0, 0, -1.62))]",
        "da.export(robots[k % 2], path, overwrite=True)",
        "robot.urdf",
    ),
    "report": (
        "from dalembert.document.report import write_passage\nfrom dalembert.document.facts import closed_form\n"
        "from dalembert.typeset.block import Passage\n"
        "each = [Passage(lambda y, x=x: [closed_form(da.gallery.planar_2r()).typeset(y, x)]) for x in ('tau', 'M')]",
        "write_passage(each[k % 2], 'arm', path)",
        "arm.html",
    ),
    "simulation": (
        "runs = [da.simulate(robot, [0.1 * j] * robot.n, duration=0.05) for j in (1, 2)]",
        "runs[k % 2].save(path)",
        "run.npz",
    ),
    "table": (
        "runs = [da.simulate(robot, [0.1 * j] * robot.n, duration=0.05) for j in (1, 2)]",
        "runs[k % 2].save(path)",
        "run.csv",
    ),
}
PROGRAM = """
import sys
from dataclasses import replace
import dalembert as da
robot, path = da.gallery.ur5(), sys.argv[1]
{prepare}
for k in (0, 1):
    {write}
    from pathlib import Path
    Path(path + '.' + str(k)).write_bytes(Path(path).read_bytes())
import os, signal, time
start = time.perf_counter()
for k in range(4):
    {write}
print((time.perf_counter() - start) / 4, flush=True)
while True:  # one life a line: a child writes for ever, until it is killed
    life = sys.stdin.readline()
    if not life:
        break
    child = os.fork()
    if not child:
        k = 0
        while True:
            {write}
            k += 1
    time.sleep(float(life))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    print('killed', flush=True)
"""


@pytest.mark.sampled(1)
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.parametrize("name", WRITERS)
def test_a_killed_writer_leaves_the_old_file_or_the_new_one(name, tmp_path):
    """Together two hundred kills at random moments, between none and several writes after the start."""
    prepare, write, filename = WRITERS[name]
    path = tmp_path / filename
    program = PROGRAM.format(prepare=prepare, write=write)
    rng, seen = random.Random(name), set()
    with subprocess.Popen(
        [sys.executable, "-c", program, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        takes = float(process.stdout.readline())
        whole = {Path(f"{path}.{k}").read_bytes(): k for k in (0, 1)}
        assert len(whole) == 2
        for _ in range(KILLS // len(WRITERS)):
            process.stdin.write(f"{rng.uniform(0.0, 4 * takes)}\n")
            process.stdin.flush()
            assert process.stdout.readline() == "killed\n"
            assert path.read_bytes() in whole
            seen.add(whole[path.read_bytes()])
        process.stdin.close()
        assert process.wait(30) == 0
    assert seen == {0, 1}  # both were met, so the kills fell between writes and into them


def test_a_torn_file_would_be_noticed(tmp_path):
    """The same with a plain write: some kill leaves a part."""
    path = tmp_path / "plain.bin"
    program = (
        "import os, sys, time\nk = 0\nwhile True:\n"
        "    with open(sys.argv[1], 'wb') as file:\n"
        "        for _ in range(50):\n            file.write(bytes([65 + k % 2]) * 4096); file.flush()\n    k += 1\n"
    )
    for trial in range(40):
        process = subprocess.Popen([sys.executable, "-c", program, str(path)])
        time.sleep(0.15 + 0.003 * trial)
        process.send_signal(signal.SIGKILL)
        process.wait()
        if path.exists() and path.stat().st_size != 50 * 4096:
            return
    pytest.fail("no kill tore a plain write")


def test_an_existing_file_needs_a_word_and_keeps_its_rights(tmp_path):
    path = tmp_path / "x.txt"
    save(path, "old")
    path.chmod(0o640)
    with raises(da.finding.FileExists):
        save(path, "new")
    with raises(da.finding.FileExists):  # by a folder that is not there
        save(tmp_path / "missing" / ".." / "x.txt", "new")
    link = tmp_path / "link.txt"
    link.symlink_to(path)
    save(link, b"new", overwrite=True)
    assert (path.read_text(), path.stat().st_mode & 0o777, link.is_symlink()) == ("new", 0o640, True)


@pytest.mark.parametrize("path", ["missing/x.txt", ".", "a\0b", "n" * 300])
def test_a_place_that_cannot_be_written_is_told_before_the_work(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with raises(da.finding.Unwritable):
        target(path)
    assert os.listdir() == []


def test_what_is_no_path_is_told():
    for path in (None, 3, b"x", np.float64(1)):
        with raises(da.finding.WrongType, argument="path", expected="a path"):
            target(path)


def test_the_report_s_place_is_tried_before_the_long_work(tmp_path, monkeypatch):
    from dalembert.document import report as write

    monkeypatch.setattr(write, "content", lambda _: pytest.fail("the work was done first"))
    (tmp_path / "r.html").mkdir()
    with raises(da.finding.Unwritable):
        da.report(da.gallery.pr(), tmp_path / "r.html")
