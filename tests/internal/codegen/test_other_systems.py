"""What is done on macOS, Windows and ARM, forced here: no Linux of this processor, no Unix, no rules of its own."""

import contextlib
import json
import ntpath
import os
import pathlib
import subprocess
import sys
from pathlib import Path, PureWindowsPath

import numpy as np
import pytest

import dalembert as da
from dalembert.atomic_file import save
from dalembert.codegen.runtimes import cache, interpreter, machine_code, threads, ufunc
from dalembert.formats.xacro import child
from dalembert.graph import symbol
from dalembert.graph.scalar import sin
from raised import raises, warns
from random_robot import worst
from tolerance import SAME_ALGORITHM

# Python as it is on another system: what only Unix or only Linux has is gone before the library is imported
FORCED = """
import os, sys, mmap, platform, subprocess, pathlib, pty, warnings, tempfile
import numpy, scipy.integrate, scipy.optimize, scipy.linalg, scipy.interpolate, sympy, flint, llvmlite.binding, matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot, concurrent.futures, multiprocessing, secrets, shutil, webbrowser, site, cyclopts, rich
system = sys.argv[1]
unix = "resource fcntl termios tty pty grp pwd readline".split()
for name in (["fcntl", "resource", "termios", "grp", "pwd"] if system == "win32" else []):
    sys.modules[name] = None
lost = ["sched_getaffinity", "memfd_create"]
lost += ["fork", "register_at_fork", "geteuid", "getuid", "setsid", "killpg", "fchmod"] if system == "win32" else []
for name in lost:
    if hasattr(os, name):
        delattr(os, name)
if system == "win32":
    for name in ("PROT_READ", "PROT_WRITE", "PROT_EXEC", "MAP_PRIVATE", "MAP_SHARED", "MAP_ANONYMOUS"):
        delattr(mmap, name)
sys.platform = system
platform.machine = lambda: {"win32": "AMD64", "darwin": "arm64"}[system]
original = open
def no_proc(path, *a, **k):
    if str(path).startswith("/proc/"):
        raise FileNotFoundError(path)
    return original(path, *a, **k)
import builtins
builtins.open = no_proc
warnings.simplefilter("error")

import dalembert as da
from dalembert.codegen.runtimes import machine_code, ufunc
assert not machine_code.can_link() and not ufunc.can_call()
robot = da.gallery.planar_2r().bind(m1=2, m2=1, l1=1, l2=0.8, lc1=0.5, lc2=0.4, I1=0.1, I2=0.05, g=9.81)
q = numpy.linspace(0, 1, 6).reshape(3, 2)
found = {"inverse": da.inverse_dynamics(robot, *q), "forward": da.forward_dynamics(robot, *q)}
found["batch"] = da.inverse_dynamics(robot, *numpy.random.default_rng(0).normal(size=(3, 20000, 2)))[::5000]
found["run"] = da.simulate(robot, q[0], duration=0.02, method="rk4").q[-1]
folder = pathlib.Path(sys.argv[2])
(folder / "a.xacro").write_text('<robot xmlns:xacro="http://www.ros.org/wiki/xacro" name="a"><link name="${1+1}"/></robot>')
found["link"] = da.diagnose(folder / "a.xacro").findings and "read"
da.export(robot, folder / "a.urdf")
found["again"] = da.inverse_dynamics(da.load(folder / "a.urdf"), *q)
found["text"] = da.equations(da.gallery.planar_2r()).latex()[:20]
import json
print(json.dumps({key: getattr(x, "tolist", lambda x=x: x)() for key, x in found.items()}))
"""


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.setenv("DALEMBERT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "kernels"


@pytest.mark.sampled(1)
@pytest.mark.skipif(sys.platform != "linux", reason="takes away what Linux has")
@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_the_first_steps_work_where_nothing_of_linux_is_left(system, tmp_path):
    results = []
    for _ in range(2):  # compiled, then loaded from the cache
        done = subprocess.run(
            [sys.executable, "-c", FORCED, system, str(tmp_path)],
            capture_output=True, text=True, timeout=300, env={**os.environ, "DALEMBERT_CACHE": str(tmp_path / "cache")},
        )  # fmt: skip
        (tmp_path / "a.urdf").unlink(missing_ok=True)
        assert done.returncode == 0, done.stderr
        results.append(json.loads(done.stdout))
    robot = da.gallery.planar_2r().bind(m1=2, m2=1, l1=1, l2=0.8, lc1=0.5, lc2=0.4, I1=0.1, I2=0.05, g=9.81)
    q = np.linspace(0, 1, 6).reshape(3, 2)
    for found in results:
        assert worst(np.array(found["inverse"]), da.inverse_dynamics(robot, *q)) < SAME_ALGORITHM
        assert worst(np.array(found["again"]), da.inverse_dynamics(robot, *q)) < SAME_ALGORITHM
        assert worst(np.array(found["forward"]), da.forward_dynamics(robot, *q)) < SAME_ALGORITHM
        run = da.simulate(robot, q[0], duration=0.02, method=da.simulation.Solver("rk4", step=0.001))
        assert worst(np.array(found["run"]), run.q[-1]) < SAME_ALGORITHM
    assert results[0] == results[1]


# ── the cache ─────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("system", "variables", "expected"),
    [
        ("win32", {"LOCALAPPDATA": r"C:\Users\me\AppData\Local"}, r"C:\Users\me\AppData\Local\dalembert\kernels"),
        ("win32", {}, r"C:\Users\me\AppData\Local\dalembert\kernels"),
        ("win32", {"LOCALAPPDATA": "relative"}, r"C:\Users\me\AppData\Local\dalembert\kernels"),
        ("win32", {"LOCALAPPDATA": r"C:relative"}, r"C:\Users\me\AppData\Local\dalembert\kernels"),
        ("win32", {"XDG_CACHE_HOME": r"C:\xdg"}, r"C:\Users\me\AppData\Local\dalembert\kernels"),
        ("win32", {"DALEMBERT_CACHE": r"D:\kept"}, r"D:\kept\kernels"),
        ("win32", {"DALEMBERT_CACHE": r"~\kept"}, r"C:\Users\me\kept\kernels"),
        ("win32", {"DALEMBERT_CACHE": r"\rooted"}, r"C:\Users\me\AppData\Local\dalembert\kernels"),
        ("win32", {"DALEMBERT_CACHE": ""}, None),
    ],
)
def test_the_folder_on_windows(system, variables, expected, monkeypatch):
    class Windows(PureWindowsPath):
        @staticmethod
        def home():
            return PureWindowsPath(r"C:\Users\me")

    for name in ("DALEMBERT_CACHE", "LOCALAPPDATA", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, x in {"USERPROFILE": r"C:\Users\me", **variables}.items():
        monkeypatch.setenv(name, x)
    monkeypatch.setattr(cache, "Path", Windows)
    monkeypatch.setattr(cache.os.path, "expanduser", ntpath.expanduser)
    monkeypatch.setattr(sys, "platform", system)
    assert (cache.folder() and str(cache.folder())) == expected


def test_the_folder_on_macos(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.delenv("DALEMBERT_CACHE", raising=False)
    monkeypatch.setattr(sys, "platform", "darwin")
    assert cache.folder() == tmp_path / "Library" / "Caches" / "dalembert" / "kernels"


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="takes away owners and modes")
def test_where_files_have_no_owners_entries_are_kept(place, monkeypatch):
    monkeypatch.delattr(os, "geteuid")
    cache.write("cpu", "a" * 64, b"code")
    assert cache.read("cpu", "a" * 64) == b"code"
    place.chmod(0o777)  # modes mean nothing there
    assert cache.read("cpu", "a" * 64) == b"code"


def test_an_entry_that_another_process_holds_open_is_left_alone(place, monkeypatch):
    """Windows renames nothing onto an open file."""
    cache.write("cpu", "a" * 64, b"old")

    def held(*_):
        raise PermissionError(13, "the process cannot access the file because it is being used by another process")

    monkeypatch.setattr(pathlib.Path, "replace", held)
    cache.write("cpu", "a" * 64, b"new")
    monkeypatch.undo()
    monkeypatch.setenv("DALEMBERT_CACHE", str(place.parent))
    assert cache.read("cpu", "a" * 64) == b"old"
    assert not list(place.glob("*.part"))


def test_a_file_that_another_program_holds_open_is_said_and_kept(tmp_path, monkeypatch):
    path = save(tmp_path / "run.csv", "old")

    def held(*_):
        raise PermissionError(13, "The process cannot access the file")

    monkeypatch.setattr(pathlib.Path, "replace", held)
    with raises(da.finding.Unwritable):
        save(path, "new", overwrite=True)
    assert [x.name for x in tmp_path.iterdir()] == ["run.csv"]
    assert path.read_text() == "old"


# ── the loader ────────────────────────────────────────────────────────────────


def kernel(name="other"):
    x = symbol("x")
    return da.types.Kernel(name, [("x", (), [x])], [("y", (), [sin(x) * 0.75])])


@pytest.mark.parametrize(
    ("system", "processor"), [("darwin", "arm64"), ("darwin", "x86_64"), ("win32", "AMD64"), ("linux", "aarch64")]
)
def test_only_linux_on_x86_is_linked_by_hand(system, processor, monkeypatch, place):
    machine_code._binding()  # of this system
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(machine_code.platform, "machine", lambda: processor)
    ufunc.can_call.cache_clear()
    try:
        assert not machine_code.can_link()
        assert not ufunc.can_call()
        made, again = kernel(), kernel()
    finally:
        monkeypatch.undo()
        ufunc.can_call.cache_clear()
    assert again.from_cache
    for k in (made, again):
        np.testing.assert_allclose(k(np.arange(9.0)), np.sin(np.arange(9.0)) * 0.75, rtol=SAME_ALGORITHM)


@pytest.mark.parametrize("error", [RuntimeError("no JIT"), OSError("memory may not be run")])
def test_where_llvm_cannot_load_its_code_the_slow_road_is_taken(error, monkeypatch, place):
    def refuse(*_, **__):
        raise error

    monkeypatch.setattr(machine_code, "can_link", lambda: False)
    monkeypatch.setattr(ufunc, "can_call", lambda: False)
    monkeypatch.setattr(machine_code._binding(), "create_mcjit_compiler", refuse)
    interpreter.warn_once.cache_clear()
    with warns(da.finding.SlowKernels):
        made = kernel()
    interpreter.warn_once.cache_clear()
    np.testing.assert_allclose(made(np.arange(9.0)), np.sin(np.arange(9.0)) * 0.75, rtol=SAME_ALGORITHM)


class Features(dict):
    def flatten(self):
        return ",".join(f"+{x}" for x in self)


@pytest.mark.parametrize(
    ("processor", "features", "size", "fma"),
    [
        ("arm64", ["neon", "fp-armv8"], 16, True),
        ("aarch64", ["neon", "sve"], 16, True),
        ("AMD64", ["sse2"], 16, False),
        ("x86_64", ["avx"], 16, False),
        ("AMD64", ["avx2", "fma"], 32, True),
        ("x86_64", ["avx2", "fma", "avx512f"], 32, True),
        ("x86_64", ["avx2", "fma", "avx512f", "avx512dq", "avx512vl", "avx512bw"], 64, True),
    ],
)
def test_the_vector_is_what_the_processor_has(processor, features, size, fma, monkeypatch):
    class Binding:
        get_host_cpu_features = staticmethod(lambda: Features.fromkeys(features, True))
        get_host_cpu_name = staticmethod(lambda: "some")

    monkeypatch.setattr(machine_code, "_binding", Binding)
    monkeypatch.setattr(machine_code.platform, "machine", lambda: processor)
    found = machine_code.host.__wrapped__()
    assert (found.vector_bytes, found.fma) == (size, fma)
    assert found.lanes("double").width * 8 == found.lanes("float").width * 4 == size


def test_a_processor_is_told_apart_without_the_linux_file(monkeypatch):
    def missing(*_, **__):
        raise FileNotFoundError

    monkeypatch.setattr(machine_code.platform, "processor", lambda: "Intel64 Family 6 Model 158")
    monkeypatch.setattr("builtins.open", missing)
    assert "Intel64 Family 6 Model 158" in machine_code.identity.__wrapped__()


def test_processors_are_counted_where_affinity_is_not_known(monkeypatch):
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 6)
    assert threads.cpus() == 6
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert threads.cpus() == 1


# ── the xacro child ───────────────────────────────────────────────────────────


def test_the_child_works_where_the_system_has_no_bounds(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "resource", None)
    child.limit(1)
    monkeypatch.undo()
    path = tmp_path / "a.xacro"
    path.write_text('<robot xmlns:xacro="http://www.ros.org/wiki/xacro" name="a"><link name="l${1+1}"/></robot>')
    from dalembert.formats.xacro.expand import libraries

    asked = {"path": str(path), "packages": {}, "folders": [str(tmp_path)], "arguments": {}, "seconds": 5}
    script = (
        f"import sys, runpy\nsys.modules['resource'] = None\nrunpy.run_path({child.__file__!r}, run_name='__main__')"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", script],
        input=json.dumps({**asked, "libraries": libraries()}).encode(), capture_output=True, timeout=60,
    )  # fmt: skip
    assert 'name="l2"' in json.loads(done.stdout)["xml"], done.stderr


@pytest.mark.parametrize(
    ("path", "inside"),
    [
        (r"C:\robots\a.xacro", True),
        (r"c:\Robots\parts\a.xacro", True),
        (r"C:\robots\..\secret.yaml", False),
        (r"C:\robots2\a.xacro", False),
        (r"D:\robots\a.xacro", False),
        (r"\\server\share\a.xacro", False),
    ],
)
def test_the_fence_knows_drives_and_cases(path, inside, monkeypatch):
    hooks = []
    monkeypatch.setattr(sys, "addaudithook", hooks.append)
    monkeypatch.setattr(ntpath, "realpath", ntpath.normpath)
    monkeypatch.setattr(child, "os", _Windows())
    child.guard([r"C:\robots", r"E:\packages"])
    with contextlib.nullcontext() if inside else pytest.raises(PermissionError, match="outside the folders"):
        hooks[0]("open", (path, "r", 0))


class _Windows:
    """`os` as the child sees it there."""

    path = ntpath
    fsdecode = staticmethod(os.fsdecode)


def test_the_child_is_given_what_windows_needs_and_nothing_else(tmp_path, monkeypatch):
    from dalembert.formats.xacro import expand

    monkeypatch.setenv("SYSTEMROOT", r"C:\Windows")
    seen = {}

    def run(command, **options):
        seen.update(options["env"])
        raise OSError(2, "no such file")

    monkeypatch.setattr(expand.subprocess, "run", run)
    assert "no process" in expand._run(tmp_path / "a.xacro", {}, {})["error"]
    assert seen == {"SYSTEMROOT": r"C:\Windows"}


def test_no_file_imports_at_once_what_only_unix_has():
    """fcntl, resource, pwd … only inside functions that ask first."""
    import ast

    for path in Path(da.__file__).parent.rglob("*.py"):
        for node in ast.parse(path.read_text()).body:
            names = (
                [x.name for x in node.names] if isinstance(node, ast.Import) else [getattr(node, "module", "") or ""]
            )
            assert not {"fcntl", "resource", "pwd", "grp", "termios", "pty", "tty"} & set(names), path
