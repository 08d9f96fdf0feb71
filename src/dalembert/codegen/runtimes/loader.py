"""Loading of a tape as machine code, which is compiled or read from the cache on disk.

The cache contains linked machine code and the offsets of its two functions. If the object file format of this machine
is not supported (`machine_code.can_link`), the cache contains the object file instead, and LLVM loads it.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import ClassVar

from dalembert.codegen.renderers.llvm.program import LOOP, Module, render
from dalembert.codegen.runtimes import cache as disk
from dalembert.codegen.runtimes import machine_code
from dalembert.codegen.runtimes.ufunc import ONE, layout, single
from dalembert.codegen.tape import TapeFunction

TARGET = "cpu"
REAL = {"float64": "double", "float32": "float"}  # NumPy's names and LLVM's names
# modules that determine the code of a tape: this file and its imports from this package
FILES = (
    *(f"renderers/llvm/{name}" for name in ("blocks", "ir", "layout", "program", "sincos")),
    *(f"renderers/{name}" for name in ("arithmetic", "elementary", "minimax")),
    *("tape", "template", "templates/one.ll.in"),
    *(f"runtimes/{name}" for name in ("loader", "machine_code", "ufunc")),
)
_PLACES = struct.Struct("<qq")
_NONE = -1


@dataclass(frozen=True)
class Program(TapeFunction):
    """Function with its number type, ready to be compiled."""

    real: str  # "double" or "float"
    files: ClassVar[tuple[str, ...]] = FILES

    @property
    def module(self) -> Module:
        """LLVM IR for this machine."""
        lanes = machine_code.host().lanes(self.real)
        made = render(self, lanes)
        return made._replace(own="\n\n".join([made.own, *single(self, lanes)]))

    @property
    def source(self) -> str:
        """LLVM IR of the complete module as text."""
        return self.module.whole

    @property
    def key(self) -> str:
        """Cache key of the machine code, which depends on the target, the renderer, the program and the processor."""
        operands = [x.shape for x in self.inputs], [x.shape for x in self.outputs]
        words = (
            TARGET,
            renderer(*self.files),
            self.tape.digest,
            str(operands),
            self.real,
            machine_code.identity(),
            layout(),
        )
        return sha256("\n".join(words).encode()).hexdigest()


@dataclass(frozen=True)
class LoadedCode:
    """Machine code in memory: the address of the loop, and the address of the function for one state (0 if there is
    none)."""

    loop: int
    one: int
    owner: object
    from_cache: bool


def load(program: Program) -> LoadedCode:
    """Return the machine code of a program."""
    key = program.key
    content = disk.read(TARGET, key)
    if content is not None:
        return _place(content, True)
    module = program.module
    linked = None
    if machine_code.can_link():
        own = machine_code.compile_object(module.apart, machine_code.host())
        linked = machine_code.link(own, *map(_piece, module.shared))
    if linked is None:
        content = _PLACES.pack(_NONE, _NONE) + machine_code.compile_object(module.whole, machine_code.host())
    else:
        content = _PLACES.pack(linked[1][LOOP], linked[1].get(ONE, _NONE)) + linked[0]
    disk.write(TARGET, key, content)
    return _place(content, False)


@lru_cache(maxsize=256)
def _piece(source: str) -> bytes:
    """Return the compiled code of a piece that several programs share."""
    return machine_code.compile_object(source, machine_code.host())


def _place(content: bytes, from_cache: bool) -> LoadedCode:
    loop, one = _PLACES.unpack_from(content)
    code = content[_PLACES.size :]
    if loop == _NONE:
        engine = machine_code.Engine(code, LOOP)
        return LoadedCode(engine.address, 0, engine, from_cache)
    memory = machine_code.Image(code)
    return LoadedCode(memory.start + loop, 0 if one == _NONE else memory.start + one, memory, from_cache)


@cache
def renderer(*names: str) -> str:
    """Return the version of a renderer, a hash of its modules and templates. The hash does not depend on other
    renderers."""
    files = (Path(__file__).parents[1] / (name if "." in name else f"{name}.py") for name in names)
    return sha256(b"\0".join(x.read_bytes() for x in files)).hexdigest()
