"""Compiled loops as Python callables: a NumPy generalised ufunc, and a built-in function for a single state.

NumPy handles broadcasting, strides, `out=`, type conversion and the reporting of floating-point errors, which takes
less than a microsecond per call. `PyUFunc_FromFuncAndDataAndSignature` is called through the function table of NumPy's
C API, after a check of the table's version.

    PyObject *one(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *names)

The function `one` is compiled together with the kernel. This function handles calls in which all arguments are
contiguous arrays of a single state and have the kernel's number type. All other calls are passed to the general
function. If a floating-point flag was raised, the call is also passed to the general function, so that NumPy reports
the error according to the user's settings. The compiled function reads fields of CPython and NumPy objects at the
offsets defined by their public headers. `can_call` checks these offsets.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable, Sequence
from functools import cache
from math import prod
from typing import Any

import numpy as np

from dalembert import finding
from dalembert.codegen.renderers.llvm.blocks import LOOP
from dalembert.codegen.renderers.llvm.ir import Lanes, Writer
from dalembert.codegen.runtimes import machine_code
from dalembert.codegen.tape import Operand, TapeFunction
from dalembert.codegen.template import template
from dalembert.finding.finding import External, Noun

_PLACE = 31  # index of PyUFunc_FromFuncAndDataAndSignature in the table, fixed by NumPy's ABI
_ABI = 2  # generation of NumPy's C API for which the indices are valid
_FIRST = {"_ARRAY_API": (2, np.ndarray), "_UFUNC_API": (0, np.ufunc)}  # index of each table, and its entry
_NO_IDENTITY = -1
_LIBRARY = ctypes.pythonapi
# functions that a loop calls if its tiles are too large for the stack; both work without the GIL
_functions = (ctypes.c_void_p * 2)(
    *(ctypes.cast(f, ctypes.c_void_p).value for f in (_LIBRARY.PyMem_RawMalloc, _LIBRARY.PyMem_RawFree))
)
ALLOCATOR = ctypes.addressof(_functions)
_kept: list[object] = []  # data of ufuncs, for NumPy versions whose ufuncs cannot hold it themselves


def structure(**fields: Any) -> Any:
    """Create a ctypes structure type with the given fields."""
    return type("Structure", (ctypes.Structure,), {"_fields_": list(fields.items())})


# PyMethodDef
_Method = structure(name=ctypes.c_char_p, function=ctypes.c_void_p, flags=ctypes.c_int, doc=ctypes.c_char_p)


def signature(kernel: TapeFunction) -> str:
    """Format the core shapes in NumPy's gufunc notation, such as "(6),(6)->(6,6)"."""
    sides = (kernel.inputs, kernel.outputs)
    return "->".join(",".join(f"({','.join(map(str, x.shape))})" for x in side) for side in sides)


def unpacked(results: Sequence[Any]) -> Any:
    """Return a single result itself, and several results as a tuple, as ufuncs do."""
    return results[0] if len(results) == 1 else tuple(results)


def packed(results: Any) -> tuple[Any, ...]:
    """Return the results of a ufunc, or the arrays given as its `out`, as a tuple."""
    return results if isinstance(results, tuple) else (results,)


def ufunc(
    address: int, name: str, shapes: str, counts: tuple[int, int], dtype: np.dtype[Any], owner: object
) -> np.ufunc:
    """Create the ufunc for the loop at `address` and for arrays of one dtype. The ufunc keeps a reference to
    `owner`."""
    loops = (ctypes.c_void_p * 1)(address)
    data = (ctypes.c_void_p * 1)(ALLOCATOR)
    types = bytes([dtype.num] * sum(counts))
    title, text = name.encode(), b"Compiled kernel; one value for each state of the leading dimensions."
    made: np.ufunc = _create()(loops, data, types, 1, *counts, _NO_IDENTITY, title, text, 0, shapes.encode())
    used = (loops, data, types, title, text, owner)
    try:
        made._owner = used  # type: ignore[attr-defined]  # NumPy 2.2 gave ufuncs a __dict__
    except AttributeError:
        _kept.append(used)
    return made


def capsule_pointer(capsule: object, name: bytes | None) -> int:
    """Return the address stored in a CPython capsule."""
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return int(pointer(capsule, name))


@cache
def c_table(name: str) -> Any:
    """Return a function table of NumPy's C API as an array of addresses. Raise `OSError` if its version is not
    supported."""
    try:
        from numpy._core import _multiarray_umath  # type: ignore[attr-defined]  # a C module without stubs

        found = {key: capsule_pointer(getattr(_multiarray_umath, key), None) for key in _FIRST}
        tables = {key: ctypes.cast(x, ctypes.POINTER(ctypes.c_size_t)) for key, x in found.items()}
        right = all(tables[key][place] == id(kind) for key, (place, kind) in _FIRST.items())
        right = right and ctypes.CFUNCTYPE(ctypes.c_uint)(tables["_ARRAY_API"][0])() >> 24 == _ABI
    except (ImportError, AttributeError, ValueError, TypeError):
        right = False
    if not right:
        raise finding.NotExecutable(Noun("NumPy"), External(np.__version__)).error()
    return tables[name]


@cache
def _create() -> Any:
    """Return the C function that creates ufuncs, with its signature."""
    number, text, pointer = ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p
    kind = ctypes.PYFUNCTYPE(
        ctypes.py_object, pointer, pointer, text, number, number, number, number, text, text, number, text
    )
    return kind(c_table("_UFUNC_API")[_PLACE])


ONE = "dalembert_one"
_TYPE, _DATA, _RANK, _SHAPE, _DTYPE, _FLAGS = 8, 16, 24, 32, 56, 64  # offsets in an array object
_ITEMS, _BYTES = tuple.__basicsize__, bytes.__basicsize__ - 1  # offsets of a tuple's items and of the text of bytes
_CONTIGUOUS_ALIGNED = 0x101
_RAISED = 0b11101  # invalid, division by zero, overflow, underflow
_PYARRAY_NEW = 93  # index in the table of NumPy's C API, fixed by its ABI
_KEYWORDS_FAST = 0x82  # METH_FASTCALL | METH_KEYWORDS
# the table in self[0]
_ARRAY, _OF, _NEW, _DROP, _CALL, _MEMORY = range(6)


def layout() -> str:
    """Return the object layouts that the compiled function assumes, as part of a kernel's cache key."""
    return f"{_ITEMS} {_BYTES} {can_call()}"


@cache
def can_call() -> bool:
    """Return whether the fields of CPython and NumPy objects have the offsets that the compiled function uses."""
    if not machine_code.can_link() or object.__basicsize__ != 16:
        return False
    probe = np.zeros((2, 3))
    at = id(probe)
    pointer, number = ctypes.c_size_t.from_address, ctypes.c_int.from_address
    shape = (ctypes.c_ssize_t * 2).from_address(pointer(at + _SHAPE).value)
    return (
        pointer(at + _TYPE).value == id(np.ndarray)
        and pointer(at + _DATA).value == probe.ctypes.data
        and number(at + _RANK).value == 2
        and tuple(shape) == (2, 3)
        and pointer(at + _DTYPE).value == id(probe.dtype)
        and number(at + _FLAGS).value == probe.flags.num
    )


def single(kernel: TapeFunction, v: Lanes) -> list[str]:
    """Render the function for a single state as IR. Return an empty string for several results or a scalar result,
    which NumPy handles."""
    shape = kernel.outputs[0].shape
    if not can_call() or len(kernel.outputs) != 1 or shape == ():
        return []
    w, operands = Writer(v), kernel.operands
    given = [_checked(w, x, k) for k, x in enumerate(kernel.inputs)]
    checks = list(w.lines)
    args = _table(w, "ptr", [_field(w, "ptr", x, _DATA) for x in [*given, "%result"]])
    dims = _table(w, "i64", ["1"])
    strides = [str(v.size * prod(x.shape[i + 1 :])) for x in operands for i in range(len(x.shape))]
    steps = _table(w, "i64", ["0"] * len(operands) + strides)
    places = {"array": _ARRAY, "new": _NEW, "memory": _MEMORY, "drop": _DROP, "call": _CALL}
    w.lines = template(
        "one.ll",
        checks=checks,
        tables=w.lines[len(checks) :],
        count=len(given),
        items=_ITEMS,
        text=_BYTES,
        general=_ITEMS + 8,
        rank=len(shape),
        number=12 if v.real == "double" else 11,
        flags=_RAISED,
        loop=f"@{LOOP}",
        loop_arguments=f"ptr {args}, ptr {dims}, ptr {steps}",
        **{name: 8 * place for name, place in places.items()},
    ).splitlines()
    return [
        "declare void @llvm.x86.sse.stmxcsr(ptr)\ndeclare void @llvm.x86.sse.ldmxcsr(ptr)",
        f"@shape = internal constant [{len(shape)} x i64] [{', '.join(f'i64 {n}' for n in shape)}]",
        w.text(f"ptr @{ONE}(ptr %self, ptr %args, i64 %count, ptr %names)"),
    ]


def function(
    address: int, name: str, general: Callable[..., Any], dtype: np.dtype[Any], owner: object
) -> Callable[..., Any]:
    """Create the built-in function whose code is at `address`. The function keeps references to `general` and
    `owner`."""
    python = ctypes.pythonapi
    new = c_table("_ARRAY_API")[_PYARRAY_NEW]
    calls = [_address(python.Py_DecRef), _address(python.PyObject_Vectorcall)]
    table = struct.pack("<6Q", id(np.ndarray), id(dtype), new, *calls, ALLOCATOR)
    title = name.encode()
    definition = _Method(title, address, _KEYWORDS_FAST, None)
    make = python.PyCFunction_NewEx
    make.restype, make.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p]
    made: Callable[..., Any] = make(
        ctypes.addressof(definition), (table, general, dtype, definition, title, owner), None
    )
    return made


def _address(f: Any) -> int:
    return int(ctypes.cast(f, ctypes.c_void_p).value or 0)


def _field(w: Writer, kind: str, base: str, offset: int) -> str:
    return w.read(kind, w.element("i8", base, offset), 4 if kind == "i32" else 8)


def _checked(w: Writer, operand: Operand, k: int) -> str:
    """Write the check that argument k is a contiguous array of a single state. Objects other than arrays are not
    inspected."""
    w.label(f"check{k}")
    x = _field(w, "ptr", "%args", 8 * k)
    kind = w.let(f"icmp eq ptr {_field(w, 'ptr', x, _TYPE)}, {_field(w, 'ptr', '%words', 8 * _ARRAY)}")
    w.when(kind, f"array{k}", "slow")
    flags = w.let(f"and i32 {_field(w, 'i32', x, _FLAGS)}, {_CONTIGUOUS_ALIGNED}")
    tests = [f"icmp eq ptr {_field(w, 'ptr', x, _DTYPE)}, {_field(w, 'ptr', '%words', 8 * _OF)}"]
    tests += [f"icmp eq i32 {flags}, {_CONTIGUOUS_ALIGNED}"]
    tests += [f"icmp eq i32 {_field(w, 'i32', x, _RANK)}, {len(operand.shape)}"]
    w.when(_all(w, tests), f"shape{k}", "slow")
    shape = _field(w, "ptr", x, _SHAPE)
    tests = [f"icmp eq i64 {_field(w, 'i64', shape, 8 * i)}, {n}" for i, n in enumerate(operand.shape)]
    w.do(f"br i1 {_all(w, tests)}, label %check{k + 1}, label %slow")
    return x


def _all(w: Writer, tests: list[str]) -> str:
    result = "true"
    for test in tests:
        result = w.let(f"and i1 {result}, {w.let(test)}")
    return result


def _table(w: Writer, kind: str, values: list[str]) -> str:
    """Allocate an array of values on the stack."""
    table = w.let(f"alloca [{len(values)} x {kind}], align 8")
    for i, x in enumerate(values):
        w.write(kind, x, w.element(kind, table, i), 8)
    return table
