"""Kernels without LLVM's optimisation: the same numbers, compiled in a third of the time.

`tests/internal/codegen` and `make test-all` use the shipped level.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite import binding

_make = binding.targets.Target.create_target_machine
_emit = binding.targets.TargetMachine.emit_object
_plain = False


def _remember(target: Any, **options: Any) -> Any:
    machine = _make(target, **options)
    machine.twin = lambda: _make(target, **options | {"opt": 0})
    return machine


def _emit_object(machine: Any, module: Any) -> Any:
    if not _plain:
        return _emit(machine, module)
    if callable(machine.twin):
        machine.twin = machine.twin()
    return _emit(machine.twin, module)


def install() -> None:
    """Compile plainly from now on."""
    global _plain
    binding.targets.Target.create_target_machine = _remember
    binding.targets.TargetMachine.emit_object = _emit_object
    _plain = True


@contextmanager
def optimised() -> Iterator[None]:
    """Compile as shipped inside the block."""
    global _plain
    before, _plain = _plain, False
    try:
        yield
    finally:
        _plain = before
