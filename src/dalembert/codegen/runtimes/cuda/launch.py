"""Modules on the GPUs that they were loaded to, and their launches, a thread for each state of a tile."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Hashable, Sequence
from typing import Any

from dalembert.codegen.renderers.ptx.program import ENTRY
from dalembert.codegen.runtimes.cuda.array import View
from dalembert.codegen.runtimes.cuda.driver import Driver, driver
from dalembert.codegen.runtimes.cuda.module import Module
from dalembert.errors import WrongSize

_MOST = 2**31 - 1  # states of one launch


class Launcher:
    """Loads a module to a GPU when it is first needed there."""

    def __init__(self) -> None:
        self._loaded: dict[tuple[Driver, int, Hashable], tuple[Any, Module, int]] = {}

    def __reduce__(self) -> tuple[type[Launcher], tuple[()]]:
        """In another process everything is loaded anew."""
        return Launcher, ()

    def __call__(
        self, like: View, key: Hashable, module: Callable[[int], Module], values: Sequence[Any], n: int
    ) -> None:
        """Launch n states on the stream of an array, of which the GPU is taken too; `module` takes its capability."""
        if n > _MOST:
            raise WrongSize(f"{n} states are more than one launch takes ({_MOST}); call it on parts")
        gpu = driver()
        device = gpu.device_of(like.pointer)
        with gpu.context(device):
            if (gpu, device, key) not in self._loaded:
                made = module(gpu.capability(device))
                function = gpu.function(gpu.load(made.ptx), ENTRY, made.shared)
                most = gpu.resident(device, function, made.block, made.shared) if made.walks else _MOST
                self._loaded[gpu, device, key] = function, made, most
            function, made, most = self._loaded[gpu, device, key]
            given = [*values, ctypes.c_int32(n)]
            gpu.launch(function, min(-(-n // made.tile), most), made.block, made.shared, like.stream, given)
            if like.library == "jax":  # its own streams know nothing of this one
                gpu.wait(like.stream)


def even(shape: Sequence[int], strides: Sequence[int]) -> int | None:
    """The one step that walks through axes in C order; None where there is none."""
    step, expected = 0, 0
    for n, stride in reversed([*zip(shape, strides, strict=True)]):
        if n == 1:
            continue
        if not step:
            step = stride
        elif stride != expected:
            return None
        expected = stride * n
    return step
