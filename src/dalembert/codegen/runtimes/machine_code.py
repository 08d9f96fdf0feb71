"""Machine code: compilation of LLVM IR for this processor with llvmlite, linking, and mapping into memory.

`link` combines object files that refer only to each other into one block of position-independent code. `Image` maps a
linked block into the process. A cached kernel is therefore ready a fraction of a millisecond after it has been read,
without loading LLVM. Relocations follow the x86-64 ABI supplement [elf64], §4.4: S + A − P.

`compile_object` runs only two passes: inlining and promotion of memory to registers. The program is already vectorized
and has no common subexpressions, so LLVM's other passes would take as long as code generation without improving the
code. Code is generated at optimization level 2, which is still fast.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import platform
import struct
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from dalembert import finding
from dalembert.codegen.renderers.llvm.ir import Lanes
from dalembert.finding.finding import External, Noun

_HEADER = struct.Struct("<16xHHIQQQIHHHHHH")
_SECTION = struct.Struct("<IIQQQQIIQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
_RELOCATION = struct.Struct("<QIIq")
_PROGBITS, _SYMTAB, _RELA, _NOBITS = 1, 2, 4, 8
_WRITE, _ALLOC = 1, 2
_PC32, _PLT32, _PC64 = 2, 4, 24
_GLOBAL = 1
_X86_64 = 62
_READ_EXECUTE = 5


def can_link() -> bool:
    """Return whether `link` supports the object files of this machine."""
    return sys.platform == "linux" and platform.machine() == "x86_64" and sys.byteorder == "little"


def link(*objects: bytes) -> tuple[bytes, dict[str, int]] | None:
    """Link object files into one block, and return the block with the offsets of its functions. Return None if the
    block needs external symbols."""
    image = bytearray()
    parts = [_Part(code) for code in objects]
    if not all(part.put(image) for part in parts):
        return None
    entries = {name: place for part in parts for name, place in part.entries()}
    if not all(part.relocate(image, entries) for part in parts):
        return None
    return bytes(image), entries


class _Part:
    """Object file with the offsets of its sections in the linked image."""

    def __init__(self, code: bytes) -> None:
        self.code, self.place = code, dict[int, int]()
        self.machine, self.sections = _sections(code)

    def put(self, image: bytearray) -> bool:
        """Append code and constants to the image. Return False if the object file requires any other section."""
        if self.machine != _X86_64:
            return False
        for i, s in enumerate(self.sections):
            if s.flags & _ALLOC and s.size:
                if s.kind != _PROGBITS or s.flags & _WRITE:
                    return False
                image += bytes(-len(image) % max(s.align, 1))
                self.place[i] = len(image)
                image += self.code[s.offset : s.offset + s.size]
        table = next(s for s in self.sections if s.kind == _SYMTAB)
        self.names = self.sections[table.link].offset
        self.symbols = list(_SYMBOL.iter_unpack(self.code[table.offset : table.offset + table.size]))
        return True

    def entries(self) -> Iterator[tuple[str, int]]:
        """Return the global symbols of the object file and their offsets."""
        for name, info, _, section, value, _ in self.symbols:
            if info >> 4 == _GLOBAL and section in self.place:
                yield self._name(name), self.place[section] + value

    def relocate(self, image: bytearray, entries: dict[str, int]) -> bool:
        """Write S + A − P for every relocation. Return False at the first reference to a symbol outside the image."""
        for s in self.sections:
            if s.kind == _RELA and s.info in self.place:
                for offset, kind, symbol, addend in _RELOCATION.iter_unpack(self.code[s.offset : s.offset + s.size]):
                    name, _, _, home, value, _ = self.symbols[symbol]
                    goal = self.place[home] + value if home in self.place else entries.get(self._name(name))
                    if goal is None or kind not in (_PC32, _PLT32, _PC64):
                        return False
                    at = self.place[s.info] + offset
                    struct.pack_into("<q" if kind == _PC64 else "<i", image, at, goal + addend - at)
        return True

    def _name(self, at: int) -> str:
        start = self.names + at
        return self.code[start : self.code.index(b"\0", start)].decode()


class _Section:
    def __init__(self, fields: tuple[int, ...]) -> None:
        _, self.kind, self.flags, _, self.offset, self.size, self.link, self.info, self.align, _ = fields


def _sections(code: bytes) -> tuple[int, list[_Section]]:
    if code[:6] != b"\x7fELF\x02\x01":
        return 0, []
    _, machine, _, _, _, start, _, _, _, _, size, count, _ = _HEADER.unpack_from(code)
    return machine, [_Section(_SECTION.unpack_from(code, start + i * size)) for i in range(count)]


class Image:
    """Block of machine code in executable memory. The memory is freed when this object is deleted."""

    def __init__(self, code: bytes) -> None:
        self._memory = mmap.mmap(-1, len(code), prot=mmap.PROT_READ | mmap.PROT_WRITE)
        self._memory.write(code)
        self.start = ctypes.addressof(ctypes.c_char.from_buffer(self._memory))
        if ctypes.CDLL(None, use_errno=True).mprotect(ctypes.c_void_p(self.start), len(code), _READ_EXECUTE):
            self._memory, self.start = _from_file(code)  # writable memory may not be executable: W^X


def _from_file(code: bytes) -> tuple[mmap.mmap, int]:
    """Map the code from an anonymous file as readable and executable, but not writable."""
    try:
        with os.fdopen(os.memfd_create("dalembert"), "wb") as file:
            file.write(code)
            file.flush()
            prot = mmap.PROT_READ | mmap.PROT_EXEC
            memory = mmap.mmap(file.fileno(), len(code), flags=mmap.MAP_PRIVATE, prot=prot)
    except OSError:
        raise finding.NotExecutable(Noun("memory")).error() from None
    return memory, int(np.frombuffer(memory, np.uint8).ctypes.data)


_PASSES = ("always_inliner", "sroa")

# properties of a processor in /proc/cpuinfo that do not change between boots
_LASTING = (
    {"vendor_id", "cpu family", "model", "model name", "stepping", "flags"}
    | {f"cpu {word}" for word in ("implementer", "architecture", "variant", "part", "revision")}
    | {"features"}
)


@dataclass(frozen=True)
class Target:
    """Target processor: its LLVM name, its features, and the properties that affect code generation."""

    cpu: str
    features: str
    vector_bytes: int
    fma: bool

    def lanes(self, real: str) -> Lanes:
        """Return the type of a vector of `double` or `float` that fills a register."""
        return Lanes(real, self.vector_bytes // (8 if real == "double" else 4), self.fma)


@cache
def host() -> Target:
    """Return the target processor of this process."""
    binding = _binding()
    features = binding.get_host_cpu_features()
    has = {name for name, present in features.items() if present}
    if {"avx512f", "avx512dq", "avx512vl", "avx512bw"} <= has:
        size = 64
    else:
        size = 32 if "avx2" in has else 16
    fma = "fma" in has or platform.machine().lower() in ("aarch64", "arm64")
    return Target(binding.get_host_cpu_name(), features.flatten(), size, fma)


@cache
def identity() -> str:
    """Return text that identifies the processor and the compiler, without loading LLVM. Equal texts imply equal machine
    code."""
    import llvmlite
    from numpy._core import _multiarray_umath  # type: ignore[attr-defined]  # a C module without stubs

    words = [llvmlite.__version__, *_PASSES, sys.platform, platform.machine()]
    words += sorted(name for name, has in _multiarray_umath.__cpu_features__.items() if has)
    try:
        with open("/proc/cpuinfo", "rb") as file:
            first = file.read(8192).partition(b"\n\n")[0].decode("utf-8", "replace")
    except OSError:
        words.append(platform.processor())
        first = ""
    words += [line for line in first.splitlines() if line.partition(":")[0].strip().lower() in _LASTING]
    return "\n".join(words)


def compile_object(source: str, target: Target) -> bytes:
    """Compile a module of LLVM IR to object code."""
    binding = _binding()
    machine, builder = _compiler(target)
    with binding.create_context() as context, binding.parse_assembly(source, context) as module:
        module.triple = binding.get_process_triple()
        module.data_layout = str(machine.target_data)
        passes = binding.create_new_module_pass_manager()
        for name in _PASSES:
            getattr(passes, f"add_{name}_pass")()
        passes.run(module, builder)
        _dispose(passes)
        result: bytes = machine.emit_object(module)
    return result


@cache
def _compiler(target: Target) -> tuple[Any, Any]:
    """Return the target machine and the builder of its passes."""
    binding = _binding()
    machine = binding.Target.from_default_triple().create_target_machine(
        cpu=target.cpu, features=target.features, opt=2, reloc="pic", codemodel="small"
    )
    return machine, binding.create_pass_builder(machine, binding.create_pipeline_tuning_options())


def _dispose(passes: Any) -> None:
    """Free the memory used by compiler passes. In llvmlite, the `close` method calls the empty method of the first base
    class instead."""
    meant = getattr(_binding().newpassmanagers.NewPassManager, "_dispose", None)
    if meant is not None and type(passes)._dispose is not meant:
        meant(passes)
        passes.detach()
    passes.close()


class Engine:
    """LLVM engine that loads object code, for machines whose object files `link` does not support."""

    def __init__(self, code: bytes, entry: str) -> None:
        binding = _binding()
        machine = binding.Target.from_default_triple().create_target_machine(reloc="pic", codemodel="small")
        try:
            self._engine = binding.create_mcjit_compiler(binding.parse_assembly(""), machine)
        except RuntimeError as error:
            raise finding.NotExecutable(Noun("LLVM"), External(str(error))).error() from None
        self._engine.add_object_file(binding.ObjectFileRef.from_data(code))
        self._engine.finalize_object()
        self.address: int = self._engine.get_function_address(entry)


def _binding() -> Any:
    """Import llvmlite at the first compilation, because the import takes longer than loading a cached kernel."""
    import llvmlite.binding

    llvmlite.binding.initialize_native_target()
    llvmlite.binding.initialize_native_asmprinter()
    return llvmlite.binding
