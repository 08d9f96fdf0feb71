"""Machine code in memory.

`link` turns object files whose code refers only to each other into one block of bytes that
runs at any address; `Image` maps such a block into the process. So a cached kernel is
running a fraction of a millisecond after it was read, without loading LLVM.
The relocations are those of the x86-64 ABI supplement [elf64], §4.4: S + A − P.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import platform
import struct
import sys
from collections.abc import Iterator

import numpy as np

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
    """Whether this machine's object files are of the kind understood here."""
    return sys.platform == "linux" and platform.machine() == "x86_64" and sys.byteorder == "little"


def link(*objects: bytes) -> tuple[bytes, dict[str, int]] | None:
    """Code and constants as one block, and where its functions start; None if it needs anything from outside."""
    image = bytearray()
    parts = [_Part(code) for code in objects]
    if not all(part.put(image) for part in parts):
        return None
    entries = {name: place for part in parts for name, place in part.entries()}
    if not all(part.relocate(image, entries) for part in parts):
        return None
    return bytes(image), entries


class _Part:
    """An object file, and where its sections lie in the image."""

    def __init__(self, code: bytes) -> None:
        self.code, self.place = code, dict[int, int]()
        self.machine, self.sections = _sections(code)

    def put(self, image: bytearray) -> bool:
        """Append what is code or constant; False where anything else is needed."""
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
        """Names that other files see, and where they are."""
        for name, info, _, section, value, _ in self.symbols:
            if info >> 4 == _GLOBAL and section in self.place:
                yield self._name(name), self.place[section] + value

    def relocate(self, image: bytearray, entries: dict[str, int]) -> bool:
        """S + A − P for every reference; False at the first that leaves the image."""
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
    """A block of machine code in executable memory, for as long as this object lives."""

    def __init__(self, code: bytes) -> None:
        self._memory = mmap.mmap(-1, len(code), prot=mmap.PROT_READ | mmap.PROT_WRITE)
        self._memory.write(code)
        self.start = ctypes.addressof(ctypes.c_char.from_buffer(self._memory))
        if ctypes.CDLL(None, use_errno=True).mprotect(ctypes.c_void_p(self.start), len(code), _READ_EXECUTE):
            self._memory, self.start = _from_file(code)  # memory that was written may not run: W^X


def _from_file(code: bytes) -> tuple[mmap.mmap, int]:
    """The code as a file that has no name, mapped to be read and run, never to be written."""
    try:
        with os.fdopen(os.memfd_create("dalembert"), "wb") as file:
            file.write(code)
            file.flush()
            prot = mmap.PROT_READ | mmap.PROT_EXEC
            memory = mmap.mmap(file.fileno(), len(code), flags=mmap.MAP_PRIVATE, prot=prot)
    except OSError:
        raise OSError("the system does not allow generated code to run") from None
    return memory, int(np.frombuffer(memory, np.uint8).ctypes.data)
