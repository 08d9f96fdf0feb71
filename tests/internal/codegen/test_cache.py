"""Kernels kept on disk: found again, never trusted when damaged or foreign, never in the way."""

import ast
import os
import stat
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import dalembert as da
from dalembert.codegen.runtimes import cache, cuda, loader, stepping
from dalembert.graph import symbol
from dalembert.graph.scalar import sin

posix = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="owners and modes")
CODE = """
import sys, numpy as np
from dalembert.codegen.runtimes.kernel import Kernel
from dalembert.graph import symbol
from dalembert.graph.scalar import sin
x = [symbol(f"x{i}") for i in range(3)]
kernel = Kernel("k", [("x", (3,), x)], [("y", (3,), [sin(a) * 1.25 + x[0] for a in x])])
v = np.linspace(0, 1, 30).reshape(10, 3)
assert np.allclose(kernel(v), np.sin(v) * 1.25 + v[:, :1], rtol=1e-15)
print(kernel.from_cache, "llvmlite.binding" in sys.modules)
"""


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.setenv("DALEMBERT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "kernels"


def kernel(factor=1.5, dtype="float64"):
    x = symbol("x")
    made = da.types.Kernel("k", [("x", (), [x])], [("y", (), [sin(x) * factor])], dtype)
    v = np.linspace(-2, 2, 19).astype(dtype)
    np.testing.assert_allclose(made(v), np.sin(v) * factor, rtol=1e-6 if dtype == "float32" else 1e-14)
    return made


def entries(place):
    return sorted(place.glob("*.kernel"))


def run(**environment):
    """(from the cache, LLVM loaded) of a kernel made in a fresh process."""
    done = subprocess.run(
        [sys.executable, "-c", CODE], capture_output=True, text=True, env={**os.environ, **environment}, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    return done.stdout.split()


def test_a_kernel_is_found_again_and_needs_no_compiler(place):
    assert run() == ["False", "True"]
    assert run() == ["True", "False"]
    assert len(entries(place)) == 1


def test_another_program_type_or_shape_is_another_entry(place):
    for factor, dtype in ((1.5, "float64"), (2.5, "float64"), (1.5, "float32")):
        assert not kernel(factor, dtype).from_cache
        assert kernel(factor, dtype).from_cache
    assert len(entries(place)) == 3


@pytest.mark.parametrize("damage", ["flip", "truncate", "empty", "exchange", "garbage"])
def test_a_damaged_entry_is_made_again(place, damage):
    kernel()
    (entry,) = entries(place)
    content = bytearray(entry.read_bytes())
    if damage == "flip":
        content[len(content) // 2] ^= 1
    elif damage == "truncate":
        content = content[:-100]
    elif damage == "empty":
        content = bytearray()
    elif damage == "garbage":
        content = bytearray(os.urandom(5000))
    else:  # the entry of another kernel under this name
        kernel(7.25)
        (other,) = set(entries(place)) - {entry}
        content = bytearray(other.read_bytes())
    entry.write_bytes(content)
    assert not kernel().from_cache
    assert kernel().from_cache


@posix
def test_entries_that_others_could_write_are_refused(place):
    kernel()
    (entry,) = entries(place)
    assert stat.S_IMODE(place.stat().st_mode) == 0o700
    assert stat.S_IMODE(entry.stat().st_mode) == 0o600
    for path, mode in ((place, 0o770), (place, 0o707), (entry, 0o660), (entry, 0o602)):
        path.chmod(mode)
        assert not kernel().from_cache
        path.chmod(0o700 if path == place else 0o600)
    entry.unlink()
    place.chmod(0o777)
    assert not kernel().from_cache
    assert not entries(place)  # nothing is put where others could exchange it


def test_an_entry_for_another_target_is_not_taken(place):
    cache.write("cpu", "a" * 64, b"code")
    assert cache.read("cpu", "a" * 64) == b"code"
    assert cache.read("ptx", "a" * 64) is None


def imported(*entries):
    """These files of the package that writes code, and all that they import from it."""
    folder = Path(loader.__file__).parents[1]
    found, waiting = set(), list(entries)
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        for node in ast.walk(ast.parse((folder / f"{name}.py").read_text())):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("dalembert.codegen."):
                place = node.module.removeprefix("dalembert.codegen.").replace(".", "/")
                whole = (folder / place).is_dir()
                waiting += [f"{place}/{x.name}" for x in node.names] if whole else [place]
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "template":
                found.add(f"templates/{node.args[0].value}.in")
    return found


@pytest.mark.parametrize(
    ("entry", "program"), [("runtimes/loader", loader.Program), ("runtimes/stepping", stepping.SteppingProgram)]
)
def test_the_key_knows_every_file_that_writes_code(entry, program):
    """The files of a renderer are its own and those it imports from the package; what keeps, splits and interprets is not."""
    assert set(program.files) == imported(entry) - {"runtimes/cache", "runtimes/threads", "runtimes/interpreter"}


def test_so_does_that_of_a_gpu():
    own = imported(*(f"renderers/ptx/{x}" for x in ("program", "stepping", "warps")))
    assert set(cuda.FILES) == own | {"runtimes/cuda"}


@posix
@pytest.mark.skipif(os.name == "posix" and os.geteuid() != 0, reason="changing owners needs root")
def test_entries_of_other_users_are_refused(place):
    kernel()
    (entry,) = entries(place)
    for path in (entry, place):
        os.chown(path, 12345, 12345)
        assert not kernel().from_cache
        os.chown(path, 0, 0)


def test_no_home_and_a_home_that_cannot_be_written_are_no_error(tmp_path):
    file = tmp_path / "file"
    file.write_text("")
    for where in ("", str(file), "/proc/nowhere", "/dev/null/x", "/sys/dalembert"):
        assert run(DALEMBERT_CACHE=where) == ["False", "True"]
    environment = {key: str(tmp_path / "missing") for key in ("HOME", "XDG_CACHE_HOME")}
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)
    assert run(**{**environment, "DALEMBERT_CACHE": str(closed)})[0] == "False"


def test_the_folder_follows_the_environment(monkeypatch, tmp_path):
    monkeypatch.delenv("DALEMBERT_CACHE", raising=False)
    if sys.platform == "linux":
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
        assert cache.folder() == tmp_path / "dalembert" / "kernels"
        monkeypatch.delenv("XDG_CACHE_HOME")
        monkeypatch.setenv("HOME", str(tmp_path / "me"))
        assert cache.folder() == tmp_path / "me" / ".cache" / "dalembert" / "kernels"
    monkeypatch.setenv("DALEMBERT_CACHE", "")
    assert cache.folder() is None


def test_processes_that_meet_all_get_their_kernel(place):
    environment = dict(os.environ)
    racing = [
        subprocess.Popen([sys.executable, "-c", CODE], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
        for _ in range(6)
    ]
    for process in racing:
        _, errors = process.communicate(timeout=120)
        assert process.returncode == 0, errors
    assert len(entries(place)) == 1
    assert not list(place.glob("*.part"))
    assert run() == ["True", "False"]


def test_the_oldest_entries_go_when_there_are_too_many(place, monkeypatch):
    cache.write("cpu", "a" * 64, bytes(1000))
    cache.write("cpu", "b" * 64, bytes(1000))
    (first, second) = entries(place)
    for path, age in ((first, 100), (second, 200)):
        os.utime(path, (time.time() - age, time.time() - age))
    monkeypatch.setattr(cache, "LARGEST", 2500)
    cache.write("cpu", "c" * 64, bytes(1000))
    assert cache.read("cpu", "b" * 64) is None
    assert cache.read("cpu", "a" * 64) == bytes(1000)
    assert cache.read("cpu", "c" * 64) == bytes(1000)
    (place / ("d" * 64 + ".1.part")).write_bytes(bytes(10000))  # of a process that died
    os.utime(place / ("d" * 64 + ".1.part"), (1, 1))
    cache.write("cpu", "e" * 64, bytes(10))
    assert not list(place.glob("*.part"))


@posix
@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777])
def test_a_folder_on_the_way_that_others_may_write_to_is_refused(tmp_path, monkeypatch, mode):
    """Whoever may rename a parent may put another folder in its place."""
    above = tmp_path / "a"
    monkeypatch.setenv("DALEMBERT_CACHE", str(above / "b" / "c"))
    monkeypatch.setattr(cache, "_own_group", lambda gid: False)
    kernel()
    assert kernel().from_cache
    for folder in (above, above / "b", above / "b" / "c"):
        folder.chmod(mode)
        assert not kernel().from_cache
        folder.chmod(mode | stat.S_ISVTX)  # as /tmp: nobody renames what is not theirs
        assert kernel().from_cache
        folder.chmod(0o700)
    monkeypatch.setattr(cache, "_own_group", lambda gid: True)
    above.chmod(mode)
    assert kernel().from_cache == (mode == 0o770)


@posix
def test_links_on_the_way_are_followed_step_by_step(tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "_own_group", lambda gid: False)
    real, open_to_all = tmp_path / "real", tmp_path / "open"
    real.mkdir(mode=0o700)
    open_to_all.mkdir()
    open_to_all.chmod(0o777)
    (open_to_all / "back").symlink_to(real)
    (tmp_path / "straight").symlink_to("real")
    (tmp_path / "detour").symlink_to("open/back")  # anybody may turn this one elsewhere
    (tmp_path / "round").symlink_to("round")
    monkeypatch.setenv("DALEMBERT_CACHE", str(tmp_path / "straight"))
    kernel()
    assert kernel().from_cache
    for name in ("detour", "round"):
        monkeypatch.setenv("DALEMBERT_CACHE", str(tmp_path / name))
        assert not kernel().from_cache
    monkeypatch.setenv("DALEMBERT_CACHE", str(tmp_path / "open" / ".." / "real"))
    assert not kernel().from_cache


@posix
@pytest.mark.skipif(os.name == "posix" and os.geteuid() != 0, reason="changing owners needs root")
def test_folders_of_other_users_on_the_way_are_refused(place, tmp_path):
    kernel()
    assert kernel().from_cache
    os.chown(place.parent, 12345, 12345)
    assert not kernel().from_cache


def test_relative_folders_are_not_used_and_the_tilde_is_the_home(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "me"))
    for name in ("XDG_CACHE_HOME", "DALEMBERT_CACHE"):
        monkeypatch.delenv(name, raising=False)
    standard = cache.folder()
    for name in ("XDG_CACHE_HOME", "DALEMBERT_CACHE"):
        monkeypatch.setenv(name, "here/it/is")
        assert cache.folder() == standard
        monkeypatch.delenv(name)
    if os.name == "posix":
        monkeypatch.setenv("DALEMBERT_CACHE", "~/kept")
        assert cache.folder() == tmp_path / "me" / "kept" / "kernels"
        monkeypatch.delenv("DALEMBERT_CACHE")
        monkeypatch.setenv("HOME", "relative")
        assert cache.folder() is None
