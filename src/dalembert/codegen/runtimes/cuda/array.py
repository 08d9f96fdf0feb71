"""Arrays on the GPU as a kernel sees them: an address, a shape, steps in bytes; nothing is copied.

CuPy, Numba and others say so by the CUDA array interface (version 3 names the stream to work on), PyTorch by the same
interface and its current stream, JAX by DLPack.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from math import prod
from typing import Any

from dalembert.errors import WrongValue

_LEGACY = 1  # the default stream, as the array interface calls it
_DLPACK = {(2, 32): "float32", (2, 64): "float64"}
_CUDA = (2, 13)  # DLPack's kinds of device: a GPU's memory, managed memory
_KINDS = {"<f4": "float32", "<f8": "float64"}


@dataclass(frozen=True)
class View:
    """Where an array lies; `library` is whose it is, `owner` and `capsule` keep the memory alive."""

    pointer: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]  # bytes
    dtype: str
    stream: int
    library: str  # "cupy", "torch", "jax", or "" for others
    owner: Any
    capsule: Any = None


def view(x: Any, name: str) -> View:
    """What is known of an array; `WrongValue` where it is not on a GPU or not of real numbers."""
    library = type(x).__module__.partition(".")[0]
    library = "jax" if library == "jaxlib" else library
    if library == "torch" and not x.is_cuda:
        raise WrongValue(f"{name} is a PyTorch tensor on '{x.device}'; move it to the GPU with .cuda()")
    if library == "jax":
        return _by_dlpack(x, name)
    interface = getattr(x, "__cuda_array_interface__", None)
    if interface is None:
        raise WrongValue(
            f"{name} is {_article(x)}, which is not on a GPU; a kernel for 'cuda' takes arrays of CuPy, PyTorch or JAX "
            "(or any with __cuda_array_interface__); for NumPy arrays compile with target='cpu'"
        )
    dtype = _KINDS.get(interface["typestr"])
    if dtype is None:
        raise WrongValue(f"{name} holds {interface['typestr']}; kernels compute in float32 or float64")
    shape = tuple(interface["shape"])
    size = int(interface["typestr"][2:])
    strides = interface.get("strides") or _packed(shape, size)
    stream = _torch_stream(x) if library == "torch" else interface.get("stream") or 0
    kind = library if library in ("cupy", "torch") else ""
    return View(interface["data"][0], shape, tuple(strides), dtype, 0 if stream == _LEGACY else stream, kind, x)


def empty(like: View, shape: tuple[int, ...], order: tuple[int, ...]) -> Any:
    """A new array of the same library on the same GPU; `order` lists its axes from the slowest to the quickest."""
    inner = tuple(shape[axis] for axis in order)
    back = tuple(order.index(axis) for axis in range(len(shape)))
    if like.library == "cupy":
        import cupy

        with cupy.cuda.Device(like.owner.device):
            return cupy.empty(inner, like.dtype).transpose(back)
    if like.library == "torch":
        import torch

        return torch.empty(inner, dtype=getattr(torch, like.dtype), device=like.owner.device).permute(back)
    if like.library == "jax":
        import jax

        made = jax.numpy.empty(inner, like.dtype, device=like.owner.device)
        if order != tuple(range(len(shape))):
            raise WrongValue("JAX arrays lie in C order; call with axis=0 for states along the last axis")
        return made.block_until_ready()
    raise WrongValue("the arguments are neither CuPy, PyTorch nor JAX arrays: name the result's array with out=")


def _packed(shape: tuple[int, ...], size: int) -> tuple[int, ...]:
    return tuple(size * prod(shape[i + 1 :]) for i in range(len(shape)))


def _article(x: Any) -> str:
    return f"a {type(x).__module__.partition('.')[0]} {type(x).__name__}".replace("a builtins ", "a ")


def _torch_stream(x: Any) -> int:
    import torch

    return int(torch.cuda.current_stream(x.device).cuda_stream)


class _Tensor(ctypes.Structure):
    """DLTensor, the head of what a capsule holds."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_kind", ctypes.c_int32),
        ("device", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
    )


def _by_dlpack(x: Any, name: str) -> View:
    """The legacy stream waits until the array is there; the capsule holds it."""
    kind, _ = x.__dlpack_device__()
    if kind not in _CUDA:
        raise WrongValue(f"{name} is a JAX array on '{x.device}'; put it on the GPU with jax.device_put")
    capsule = x.__dlpack__(stream=_LEGACY)
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    tensor = _Tensor.from_address(pointer(capsule, b"dltensor"))
    dtype = _DLPACK.get((tensor.code, tensor.bits))
    if dtype is None:
        raise WrongValue(f"{name} holds {x.dtype}; kernels compute in float32 or float64")
    shape, size = tuple(tensor.shape[: tensor.ndim]), tensor.bits // 8
    strides = tuple(size * s for s in tensor.strides[: tensor.ndim]) if tensor.strides else _packed(shape, size)
    return View((tensor.data or 0) + tensor.offset, shape, strides, dtype, 0, "jax", x, capsule)
