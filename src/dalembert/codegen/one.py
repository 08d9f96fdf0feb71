"""One state from Python, without the machinery of a ufunc call.

A builtin function made of compiled code reads the arrays' own fields, and where every argument is a plain
C-contiguous float64 array of one state's shape it runs the loop on a batch of one and returns a new array.
For anything else it answers NotImplemented, and the ufunc does the work. The fields are those of the public
struct `PyArrayObject_fields`, the functions those of NumPy's C table; both are tried out on an array first.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Sequence
from functools import cache
from math import prod
from typing import Any

import numpy as np

from dalembert.codegen.ir import Lanes, Writer

ONE = "dalembert_one"
_TYPE, _DATA, _NDIM, _DIMENSIONS, _STRIDES, _DESCR = 8, 16, 24, 32, 40, 56  # offsets in PyArrayObject_fields
_TEXT = sys.getsizeof(b"") - 1  # offset of the characters in a bytes object
_NEW, _ARRAY_TYPE = 93, 2  # places of PyArray_New and PyArray_Type in NumPy's table
_FASTCALL = 0x0080

Shapes = Sequence[tuple[int, ...]]


def one(v: Lanes, loop: str, inputs: Shapes, output: tuple[int, ...]) -> str:
    """`PyObject *one(PyObject *self, PyObject **args, Py_ssize_t count)`; `self` holds the addresses of `_table`."""
    w = Writer(v)
    table = w.let(f"getelementptr i8, ptr %self, i64 {_TEXT}")
    array_type, descr, new, incref, declined = (_load(w, "ptr", table, 8 * i) for i in range(5))
    room = len(inputs) + 1
    args, steps = w.let(f"alloca [{room} x ptr]"), w.let(f"alloca [{room + sum(map(len, [*inputs, output]))} x i64]")
    dims, shape = w.let("alloca i64"), w.let(f"alloca [{max(len(output), 1)} x i64]")
    w.do(f"%right = icmp eq i64 %count, {len(inputs)}")
    w.do("br i1 %right, label %look0, label %decline")
    for k, core in enumerate(inputs):
        w.label(f"look{k}")
        x = _load(w, "ptr", "%args", 8 * k)
        same = [
            w.let(f"icmp eq ptr {_load(w, 'ptr', x, at)}, {want}")
            for at, want in ((_TYPE, array_type), (_DESCR, descr))
        ]
        same.append(w.let(f"icmp eq i32 {_load(w, 'i32', x, _NDIM)}, {len(core)}"))
        w.do(f"br i1 {_all(w, same)}, label %fit{k}, label %decline")
        w.label(f"fit{k}")
        sizes, strides = _load(w, "ptr", x, _DIMENSIONS), _load(w, "ptr", x, _STRIDES)
        fits = []
        for d, (size, stride) in enumerate(zip(core, _contiguous(core, v.size), strict=True)):
            fits.append(w.let(f"icmp eq i64 {_load(w, 'i64', sizes, 8 * d)}, {size}"))
            fits.append(w.let(f"icmp eq i64 {_load(w, 'i64', strides, 8 * d)}, {stride}"))
        data = _load(w, "ptr", x, _DATA)
        low = w.let(f"and i64 {w.let(f'ptrtoint ptr {data} to i64')}, {v.size - 1}")
        fits.append(w.let(f"icmp eq i64 {low}, 0"))
        _store(w, "ptr", data, args, 8 * k)
        w.do(f"br i1 {_all(w, fits)}, label %{f'look{k + 1}' if k + 1 < len(inputs) else 'run'}, label %decline")
    w.label("run")
    for d, size in enumerate(output):
        _store(w, "i64", str(size), shape, 8 * d)
    made = w.let(
        f"call ptr {new}(ptr {array_type}, i32 {len(output)}, ptr {shape}, i32 {np.dtype('float64').num}, "
        "ptr null, ptr null, i32 0, i32 0, ptr null)"
    )
    w.do(f"%failed = icmp eq ptr {made}, null")
    w.do("br i1 %failed, label %out, label %compute")
    w.label("compute")
    _store(w, "ptr", _load(w, "ptr", made, _DATA), args, 8 * len(inputs))
    _store(w, "i64", "1", dims, 0)
    layout = [prod(core) * v.size for core in [*inputs, output]]
    layout += [stride for core in [*inputs, output] for stride in _contiguous(core, v.size)]
    for i, stride in enumerate(layout):
        _store(w, "i64", str(stride), steps, 8 * i)
    data = w.let(f"getelementptr i8, ptr {table}, i64 40")
    w.do(f"call void @{loop}(ptr {args}, ptr {dims}, ptr {steps}, ptr {data})")
    w.do("br label %out")
    w.label("out")
    w.do(f"ret ptr {made}")
    w.label("decline")
    w.do(f"call void {incref}(ptr {declined})")
    w.do(f"ret ptr {declined}")
    return w.text(f"ptr @{ONE}(ptr %self, ptr %args, i64 %count) nounwind")


def _load(w: Writer, kind: str, base: str, offset: int) -> str:
    return w.let(f"load {kind}, ptr {w.let(f'getelementptr i8, ptr {base}, i64 {offset}')}, align 4")


def _store(w: Writer, kind: str, value: str, base: str, offset: int) -> None:
    w.do(f"store {kind} {value}, ptr {w.let(f'getelementptr i8, ptr {base}, i64 {offset}')}, align 8")


def _all(w: Writer, conditions: list[str]) -> str:
    result = conditions[0]
    for condition in conditions[1:]:
        result = w.let(f"and i1 {result}, {condition}")
    return result


def _contiguous(shape: tuple[int, ...], size: int) -> list[int]:
    return [size * prod(shape[d + 1 :]) for d in range(len(shape))]


class _MethodDef(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


def builtin(address: int, name: str, allocator: Sequence[int], owner: object) -> Callable[..., Any] | None:
    """The compiled function as a Python builtin; None where NumPy's arrays are laid out otherwise."""
    if not _as_expected():
        return None
    table = np.array([*_addresses(), *allocator], dtype=np.uint64).tobytes()
    method = _MethodDef(name.encode(), address, _FASTCALL, None)
    create = ctypes.pythonapi.PyCFunction_NewEx
    create.restype, create.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.py_object, ctypes.py_object]
    made: Callable[..., Any] = create(ctypes.addressof(method), table, name)
    _kept.append((method, owner))
    return made


_kept: list[object] = []  # builtins cannot hold what they need themselves


@cache
def _addresses() -> tuple[int, ...]:
    """PyArray_Type, the float64 dtype, PyArray_New, Py_IncRef, NotImplemented."""
    from numpy._core import _multiarray_umath

    capsule = ctypes.pythonapi.PyCapsule_GetPointer
    capsule.restype, capsule.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    table = capsule(_multiarray_umath._ARRAY_API, None)  # type: ignore[attr-defined]
    kind, new = (ctypes.c_void_p.from_address(table + 8 * i).value for i in (_ARRAY_TYPE, _NEW))
    incref = ctypes.cast(ctypes.pythonapi.Py_IncRef, ctypes.c_void_p).value
    return kind or 0, id(np.dtype(np.float64)), new or 0, incref or 0, id(NotImplemented)


@cache
def _as_expected() -> bool:
    """Whether the fields of an array and of a bytes object are where this file reads them."""
    if sys.implementation.name != "cpython" or ctypes.sizeof(ctypes.c_void_p) != 8 or sys.byteorder != "little":
        return False
    probe = np.arange(6.0).reshape(2, 3)

    def read(offset: int, base: int = id(probe)) -> int:
        return ctypes.c_int64.from_address(base + offset).value

    text = b"dalembert, tried out"
    return (
        read(_TYPE) == id(np.ndarray) == _addresses()[0]
        and read(_DATA) == probe.ctypes.data
        and read(_NDIM) & 0xFFFFFFFF == 2
        and [read(8 * i, read(_DIMENSIONS)) for i in (0, 1)] == [2, 3]
        and [read(8 * i, read(_STRIDES)) for i in (0, 1)] == [24, 8]
        and read(_DESCR) == id(np.dtype(np.float64))
        and ctypes.string_at(id(text) + _TEXT, len(text)) == text
    )
