"""Lazy, blockwise application of kernels to Dask and xarray arrays.

Core dimensions come last and must not be split into blocks. Leading dimensions can be split. Each block is processed by
an ordinary kernel call on the worker that holds the block. A labelled array keeps the names of its leading dimensions.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from dalembert import finding
from dalembert.argument import check_shape, known
from dalembert.finding.finding import Argument, Function, Identifier


def apply(kernel: Any, arrays: Sequence[Any], out: Any = None) -> Any:
    """Apply a kernel to Dask or xarray objects. The outputs have the same type as the arguments and are computed
    lazily."""
    if out is not None:
        raise finding.NotAccepted(Function("Dask or xarray objects"), Argument("out")).error()
    for x, (label, shape, _) in zip(arrays, kernel.inputs, strict=True):
        check_shape(np.shape(x), label, ("...", *shape))
    if any(type(x).__module__.partition(".")[0] == "xarray" for x in arrays):
        return _labelled(kernel, arrays)
    import dask.array

    inside, outside = (
        [[f"{side}{i}_{j}" for j in range(len(shape))] for i, (_, shape, _) in enumerate(operands)]
        for side, operands in (("i", kernel.inputs), ("o", kernel.outputs))
    )
    whole = [_one_block(x, len(words)) for x, words in zip(arrays, inside, strict=True)]
    signature = "->".join(",".join(f"({','.join(words)})" for words in side) for side in (inside, outside))
    kinds = [kernel.dtype] * len(outside)
    return dask.array.apply_gufunc(
        partial(_there, kernel),
        signature,
        *whole,
        output_dtypes=kinds if len(kinds) > 1 else kinds[0],
        output_sizes=_sizes(outside, kernel),
        allow_rechunk=True,
    )


def _sizes(names: Sequence[Sequence[str]], kernel: Any) -> dict[str, int]:
    """Return the size of each core dimension of the results."""
    pairs = zip(names, kernel.outputs, strict=True)
    return {name: n for own, (_, shape, _) in pairs for name, n in zip(own, shape, strict=True)}


def _one_block(x: Any, cores: int) -> Any:
    """Rechunk a Dask array so that its core dimensions are not split."""
    if hasattr(x, "rechunk"):
        return x.rechunk({x.ndim - 1 - j: -1 for j in range(cores)}) if cores else x
    return np.asarray(x)


def _labelled(kernel: Any, arrays: Sequence[Any]) -> Any:
    """Apply a kernel to xarray objects with broadcasting by dimension name. Core dimensions come last in arguments and
    results."""
    import xarray

    cores = {d: label for x, (label, shape, _) in zip(arrays, kernel.inputs, strict=True) if isinstance(x, xarray.DataArray)
             for d in x.dims[x.ndim - len(shape) :]}  # fmt: skip
    inner, given = [], []
    for x, (label, shape, _) in zip(arrays, kernel.inputs, strict=True):
        if isinstance(x, xarray.DataArray):
            dims = list(x.dims[x.ndim - len(shape) :])
            astray = next((d for d in x.dims[: x.ndim - len(shape)] if d in cores), None)
            if astray is not None:
                raise finding.LeadingCoreDimension(Identifier(astray), Argument(label), Argument(cores[astray])).error()
            x = _ordered(kernel, x, label, dims)
            renamed = {d: f"{d}__{label}" for d in dims}  # q and q̇ can have different numbers of coordinates
            x = x.rename(renamed)
            given.append(x.drop_vars([v for v in renamed.values() if v in x.coords]))
            inner.append(list(renamed.values()))
        else:
            given.append(np.asarray(x))
            inner.append([f"{label}_{j}" for j in range(len(shape))])
    outer = [[f"{label}_{j}" for j in range(len(shape))] for label, shape, _ in kernel.outputs]
    return xarray.apply_ufunc(
        partial(_there, kernel),
        *given,
        input_core_dims=inner,
        output_core_dims=outer,
        dask="parallelized",
        output_dtypes=[kernel.dtype] * len(outer),
        dask_gufunc_kwargs={"output_sizes": _sizes(outer, kernel), "allow_rechunk": True},
    )


def _ordered(kernel: Any, x: Any, label: str, dims: Sequence[str]) -> Any:
    """Reorder an array to match the robot's coordinates if its core dimension is labelled with their names. Arrays
    without such labels are returned unchanged."""
    names: tuple[str, ...] = getattr(kernel, "coordinates", ())
    if len(dims) != 1 or dims[0] not in x.coords or x.sizes[dims[0]] != len(names):
        return x
    labels = list(x.coords[dims[0]].values)
    if not all(isinstance(w, str) for w in labels) or not set(labels) & set(names):
        return x
    for name in labels:
        known(name, names, "coordinate", argument=label)
    return x.sel({dims[0]: list(names)})


def _there(kernel: Any, *blocks: Any) -> Any:
    """Apply the kernel to blocks on their worker. The kernel is pickled and compiled on the worker."""
    return kernel.call(*(np.ascontiguousarray(x) for x in blocks))
