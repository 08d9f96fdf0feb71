"""Exported code, compiled and run where its tool is installed; a test whose tool is missing names it and is skipped."""

import ctypes
import shutil
import subprocess
import sys
from functools import cache

import numpy as np
import pytest

import dalembert as da
from corpus import find

STRICT = "-Wall -Wextra -pedantic -Werror"
# how the self-test of a package of the name `model` is built and run, and with which tools
RUN = {
    "c": (("gcc",), f"gcc -std=c99 -O0 -ffp-contract=off {STRICT} model.c model_test.c -lm -o t && ./t"),
    "cpp": (("g++",), f"g++ -std=c++17 -O0 -ffp-contract=off {STRICT} model_test.cpp -o t && ./t"),
    "matlab": (("octave-cli",), "octave-cli --norc model_test.m"),
    "python": ((), f"{sys.executable} model_test.py"),
    "rust": (("rustc",), "rustc -C opt-level=0 -D warnings model_test.rs && ./model_test"),
    "julia": (("julia",), "julia model_test.jl"),
    "ros": (
        ("gcc", "cmake"),
        f"cmake -S model -B build -DCMAKE_C_FLAGS='{STRICT}' -DCMAKE_C_FLAGS_RELEASE=-O0 >log && cmake --build build "
        ">log && ctest --test-dir build >log && build/model_test",
    ),
}
PASSED = "model: all self-tests passed"


def need(*tools):
    """Skip the test where a tool is not installed."""
    for tool in tools:
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed")


def shell(command, folder, seconds=400):
    """Run it; what it printed, where it succeeds."""
    done = subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True, timeout=seconds, check=False)
    return done.returncode, done.stdout + done.stderr


def self_test(robot, quantities, target, folder, dtype="float64", parameters=(), **options):
    """Export, build and run the self-test; (exit code, what it printed)."""
    tools, command = RUN[target]
    need(*tools)
    more = da.code.CodeOptions(**options)
    da.export_code(robot, quantities, target, folder, name="model", dtype=dtype, parameters=parameters, options=more)
    return shell(command, folder)


@cache
def robot_of(name):
    """The robots that exported code is tried on."""
    if name in ("panda", "talos"):
        return da.load(find({"panda": "panda.urdf", "talos": "talos_reduced.urdf"}[name]))
    if name == "tree":
        return branched()
    robot = getattr(da.gallery, name)()
    return robot.bind(**{x: 0.7 + 0.13 * k for k, x in enumerate(robot.parameters)})


def branched():
    """A trunk that turns, and on it two arms, each a slide and a turn, with friction and rotors."""
    drive = da.Drive(rotor_inertia=0.01, gear_ratio=3.0, damping=0.2, coulomb=0.4)
    links, joints = (
        [da.Link("ground"), da.Link("trunk", _body(2.0))],
        [da.Joint("turn", "revolute", "ground", "trunk", axis=(0, 0, 1))],
    )
    for side in (1, -1):
        place = da.Pose(p=(0.2, 0.3 * side, 0.5))
        joints.append(da.Joint(f"slide{side}", "prismatic", "trunk", f"arm{side}", place, (0.6, 0, 0.8), drive=drive))
        joints.append(da.Joint(f"wrist{side}", "revolute", f"arm{side}", f"hand{side}", place, (0, 1, 0), drive=drive))
        links += [da.Link(f"arm{side}", _body(1.1)), da.Link(f"hand{side}", _body(0.4))]
    return da.Robot("tree", tuple(links), tuple(joints))


def _body(m):
    return da.Inertia.about_com(m, (0.1, -0.05, 0.2), (0.03 * m, 0.04 * m, 0.05 * m, 0.002, 0.001, -0.003))


class Library:
    """The C of a package as a library in this process."""

    def __init__(
        self, folder, robot, quantities, flags="-O1 -ffp-contract=off", dtype="float64", parameters=(), **options
    ):
        need("gcc")
        more = da.code.CodeOptions(**options)
        da.export_code(robot, quantities, "c", folder, name="model", dtype=dtype, parameters=parameters, options=more)
        code, said = shell(f"gcc -std=c99 {flags} -shared -fPIC model.c -lm -o model.so", folder)
        assert code == 0, said
        self.library = ctypes.CDLL(str(folder / "model.so"))
        self.real = np.float32 if dtype == "float32" else np.float64

    def __call__(self, name, *inputs, sizes):
        """(status, outputs); a number goes by value, an array by its address."""
        arrays = [np.ascontiguousarray(x, self.real) if np.ndim(x) else float(x) for x in inputs]
        outputs = [np.full(size, np.nan, self.real) for size in sizes]
        number = ctypes.c_float if self.real is np.float32 else ctypes.c_double
        given = [x.ctypes.data_as(ctypes.c_void_p) if isinstance(x, np.ndarray) else number(x) for x in arrays]
        given += [x.ctypes.data_as(ctypes.c_void_p) for x in outputs]
        return getattr(self.library, f"model_{name}")(*given), outputs
