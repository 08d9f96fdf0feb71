"""A function on raw buffers as a handler that XLA calls: addresses and shapes in, on a stream, nothing copied.

    XLA_FFI_Error *handler(XLA_FFI_CallFrame *frame)

as XLA's foreign function interface lays it out, version 0.x of its C header. A handler is first asked which version it was
made for, in an extension of the frame, and then called at the stage of execution.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

_METADATA, _EXECUTE, _INTERNAL = 1, 3, 13
_MAJOR, _MINOR = 0, 1  # the oldest that has what is used here
_P, _Z, _L, _I = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int64, ctypes.c_int


class Buffer(NamedTuple):
    """An array of XLA's: where it lies, and its shape, in C order."""

    address: int
    shape: tuple[int, ...]


Run = Callable[[Sequence[Buffer], Sequence[Buffer], int], None]


class _Extension(ctypes.Structure):
    _fields_ = (("size", _Z), ("type", _I), ("next", _P))


class _Version(ctypes.Structure):
    _fields_ = (("size", _Z), ("extension", _P), ("major", _I), ("minor", _I))


class _Metadata(ctypes.Structure):
    _fields_ = (("size", _Z), ("version", _Version), ("traits", ctypes.c_uint32))


class _Asked(ctypes.Structure):
    _fields_ = (("base", _Extension), ("metadata", ctypes.POINTER(_Metadata)))


class _Buffer(ctypes.Structure):
    _fields_ = (
        ("size", _Z),
        ("extension", _P),
        ("dtype", _I),
        ("data", _P),
        ("rank", _L),
        ("dims", ctypes.POINTER(_L)),
    )


class _Arrays(ctypes.Structure):
    """XLA_FFI_Args and XLA_FFI_Rets."""

    _fields_ = (
        ("size", _Z),
        ("extension", _P),
        ("count", _L),
        ("types", _P),
        ("arrays", ctypes.POINTER(ctypes.POINTER(_Buffer))),
    )


class _Api(ctypes.Structure):
    _fields_ = (
        ("size", _Z), ("extension", _P), ("version", _Version), ("internal", _P),
        ("error_create", _P), ("error_message", _P), ("error_destroy", _P), ("register", _P), ("stream_get", _P),
    )  # fmt: skip


class _Frame(ctypes.Structure):
    _fields_ = (
        ("size", _Z), ("extension", ctypes.POINTER(_Asked)), ("api", ctypes.POINTER(_Api)), ("context", _P), ("stage", _I),
        ("given", _Arrays), ("wanted", _Arrays),
    )  # fmt: skip


class _Stream(ctypes.Structure):
    _fields_ = (("size", _Z), ("extension", _P), ("context", _P), ("stream", _P))


class _Error(ctypes.Structure):
    _fields_ = (("size", _Z), ("extension", _P), ("message", ctypes.c_char_p), ("code", _I))


_HANDLER = ctypes.CFUNCTYPE(_P, ctypes.POINTER(_Frame))
_CALL = ctypes.CFUNCTYPE(_P, _P)


def handler(run: Run, *, streamed: bool) -> Any:
    """The handler; it must be kept as long as XLA may call it. Without `streamed` the stream is 0, as on a CPU."""

    def call(pointer: Any) -> Any:
        frame = pointer.contents
        if frame.extension and frame.extension.contents.base.type == _METADATA:
            told = frame.extension.contents.metadata.contents
            told.version.major, told.version.minor, told.traits = _MAJOR, _MINOR, 0
            return None
        if frame.stage != _EXECUTE:
            return None
        try:
            stream = _stream(frame) if streamed else 0
            run(_buffers(frame.given), _buffers(frame.wanted), stream)
        except Exception as error:  # nothing may pass through XLA's frames but its own kind of error
            return _failed(frame, f"{type(error).__name__}: {error}")
        return None

    return _HANDLER(call)


def _buffers(arrays: _Arrays) -> list[Buffer]:
    found = [arrays.arrays[i].contents for i in range(arrays.count)]
    return [Buffer(x.data or 0, tuple(x.dims[j] for j in range(x.rank))) for x in found]


def _stream(frame: _Frame) -> int:
    asked = _Stream(ctypes.sizeof(_Stream), None, frame.context, None)
    failed = _CALL(frame.api.contents.stream_get)(ctypes.addressof(asked))
    if failed:
        raise OSError("XLA gives no stream")
    return asked.stream or 0


def _failed(frame: _Frame, message: str) -> Any:
    told = _Error(ctypes.sizeof(_Error), None, message.encode(), _INTERNAL)
    return _CALL(frame.api.contents.error_create)(ctypes.addressof(told))
