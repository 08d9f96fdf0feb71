"""A compiled loop as a NumPy generalised ufunc.

NumPy's own machinery then does broadcasting, strides, `out=`, conversion of types and the
report of floating-point errors, for less than a microsecond a call.
`PyUFunc_FromFuncAndDataAndSignature` is reached through the table of NumPy's C API, once that is known to be the
table that was meant.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

_PLACE = 31  # of PyUFunc_FromFuncAndDataAndSignature in the table, fixed by NumPy's ABI
_ABI = 2  # the generation of NumPy's C API whose places are used here
_FIRST = {"_ARRAY_API": (2, np.ndarray), "_UFUNC_API": (0, np.ufunc)}  # a place of each table, and what stands there
_NO_IDENTITY = -1
_LIBRARY = ctypes.pythonapi
# what a loop may call when its tiles are too large for the stack; both work without the GIL
_functions = (ctypes.c_void_p * 2)(
    *(ctypes.cast(f, ctypes.c_void_p).value for f in (_LIBRARY.PyMem_RawMalloc, _LIBRARY.PyMem_RawFree))
)
ALLOCATOR = ctypes.addressof(_functions)
_kept: list[object] = []  # what ufuncs need, for a NumPy whose ufuncs cannot hold it themselves


def signature(inputs: Sequence[tuple[int, ...]], outputs: Sequence[tuple[int, ...]]) -> str:
    """The core shapes as NumPy writes them: "(6),(6)->(6,6)"."""
    left, right = (",".join(f"({','.join(map(str, shape))})" for shape in side) for side in (inputs, outputs))
    return f"{left}->{right}"


def ufunc(
    address: int, name: str, shapes: str, counts: tuple[int, int], dtype: np.dtype[Any], owner: object
) -> np.ufunc:
    """The ufunc of the loop at `address`, for arrays of one dtype; `owner` lives as long as the ufunc."""
    loops = (ctypes.c_void_p * 1)(address)
    data = (ctypes.c_void_p * 1)(ALLOCATOR)
    types = bytes([dtype.num] * sum(counts))
    title, text = name.encode(), b"Compiled kernel; one value for each state of the leading dimensions."
    made: np.ufunc = _create()(loops, data, types, 1, *counts, _NO_IDENTITY, title, text, 0, shapes.encode())
    try:
        made._owner = (loops, data, types, title, text, owner)  # type: ignore[attr-defined]  # NumPy 2.2 gave ufuncs a __dict__
    except AttributeError:
        _kept.append((loops, data, types, title, text, owner))
    return made


@cache
def c_table(name: str) -> Any:
    """A table of NumPy's C API, as an array of addresses; `OSError` where NumPy has another one."""
    try:
        from numpy._core import _multiarray_umath  # type: ignore[attr-defined]  # a C module without stubs

        pointer = ctypes.pythonapi.PyCapsule_GetPointer
        pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
        tables = {
            key: ctypes.cast(pointer(getattr(_multiarray_umath, key), None), ctypes.POINTER(ctypes.c_size_t))
            for key in _FIRST
        }
        right = all(tables[key][place] == id(kind) for key, (place, kind) in _FIRST.items())
        right = right and ctypes.CFUNCTYPE(ctypes.c_uint)(tables["_ARRAY_API"][0])() >> 24 == _ABI
    except (ImportError, AttributeError, ValueError, TypeError):
        right = False
    if not right:
        raise OSError(f"NumPy {np.__version__} has a C interface that is not known here")
    return tables[name]


@cache
def _create() -> Any:
    """The C function, with its signature."""
    number, text, pointer = ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p
    kind = ctypes.PYFUNCTYPE(
        ctypes.py_object, pointer, pointer, text, number, number, number, number, text, text, number, text
    )
    return kind(c_table("_UFUNC_API")[_PLACE])
