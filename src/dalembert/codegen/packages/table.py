"""The table of targets: what `export_code` and `dalembert codegen` can write. A new one is a file and a row here.

A language that needs nothing but its own file stands in `renderers/` with a `LANGUAGE` (`docs/develop/language.md`); what needs
files of several kinds is a module of this folder with a function `package`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from importlib import import_module

from dalembert.codegen.packages import text
from dalembert.codegen.packages.target import Target
from dalembert.errors import UnknownName, did_you_mean


@dataclass(frozen=True)
class Row:
    """A `module` of this folder, or a `language` of the renderers; `options` are what it takes besides, and `status` whether
    its functions tell that an input lies outside the stated range."""

    words: str
    module: str = ""
    language: str = ""
    options: tuple[str, ...] = ()
    status: bool = False

    @property
    def target(self) -> Target:
        """The function that makes the files."""
        if self.language:
            return partial(text.package, import_module(f"dalembert.codegen.renderers.{self.language}").LANGUAGE)
        found: Target = import_module(f"dalembert.codegen.packages.{self.module}").package
        return found


TARGETS: dict[str, Row] = {
    "c": Row("C99: a header, a source without allocation, a self-test", "c", status=True),
    "cpp": Row("C++17: one header with std::array, for double and float", "cpp", status=True),
    "cuda": Row("CUDA C: a device function and a kernel with a thread a state", "cuda_c", status=True),
    "ptx": Row("PTX: a kernel for any NVIDIA GPU since 2020, loaded by its driver alone", "ptx", options=("layout",)),
    "matlab": Row("MATLAB and Octave functions, and S-functions for Simulink in C", "matlab"),
    "fmu": Row(
        "FMI 2.0: a unit for model exchange and co-simulation, sources inside",
        "fmi.unit",
        options=("step", "binary"),
        status=True,
    ),
    "ros": Row("a CMake package for ROS 2 or plain CMake: the C as a library", "ros", status=True),
    "python": Row("Python with NumPy, over any leading axes", language="python"),
    "rust": Row("Rust, without a crate", language="rust"),
    "julia": Row("Julia", language="julia"),
    "javascript": Row(
        "WebAssembly in a typed JavaScript module, a page, a self-test", "javascript", options=("simulate", "width")
    ),
}


def row(name: str) -> Row:
    """The target of this name."""
    if not isinstance(name, str) or name not in TARGETS:
        raise UnknownName(f"there is no target '{name}'{did_you_mean(str(name), TARGETS, most=40)}")
    return TARGETS[name]
