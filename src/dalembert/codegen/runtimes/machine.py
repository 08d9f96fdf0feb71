"""The compiler: LLVM IR to the host's machine code, through llvmlite.

The program is vector code already and holds nothing twice, so two passes over the IR are enough: functions are put
where they are called, and what they keep in memory goes to registers. LLVM's usual list of passes takes as long as
making the code itself and finds nothing more; code generation is at level 2, where it is still quick.
"""

from __future__ import annotations

import platform
import sys
from dataclasses import dataclass
from functools import cache
from typing import Any

from dalembert.codegen.renderers.llvm.ir import Lanes

_PASSES = ("always_inliner", "sroa")

# what /proc/cpuinfo says of a processor that does not change from one start to the next
_LASTING = (
    {"vendor_id", "cpu family", "model", "model name", "stepping", "flags"}
    | {f"cpu {word}" for word in ("implementer", "architecture", "variant", "part", "revision")}
    | {"features"}
)


@dataclass(frozen=True)
class Target:
    """A processor as LLVM names it, and what matters of it here."""

    cpu: str
    features: str
    vector_bytes: int
    fma: bool

    def lanes(self, real: str) -> Lanes:
        """The vector of `double`s or `float`s that fills a register."""
        return Lanes(real, self.vector_bytes // (8 if real == "double" else 4), self.fma)


@cache
def host() -> Target:
    """The processor this process runs on."""
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
    """This processor and this compiler in words, found without loading LLVM: the same words, the same code."""
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
    """Object code of a module of IR."""
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
    """The machine and the builder of its passes."""
    binding = _binding()
    machine = binding.Target.from_default_triple().create_target_machine(
        cpu=target.cpu, features=target.features, opt=2, reloc="pic", codemodel="small"
    )
    return machine, binding.create_pass_builder(machine, binding.create_pipeline_tuning_options())


def _dispose(passes: Any) -> None:
    """Give the memory of passes back: llvmlite's own `close` finds the empty method of the first base class."""
    meant = getattr(_binding().newpassmanagers.NewPassManager, "_dispose", None)
    if meant is not None and type(passes)._dispose is not meant:
        meant(passes)
        passes.detach()
    passes.close()


class Engine:
    """Object code loaded by LLVM, for machines whose object files `image` does not link."""

    def __init__(self, code: bytes, entry: str) -> None:
        binding = _binding()
        machine = binding.Target.from_default_triple().create_target_machine(reloc="pic", codemodel="small")
        try:
            self._engine = binding.create_mcjit_compiler(binding.parse_assembly(""), machine)
        except RuntimeError as error:
            raise OSError(f"LLVM runs no code here ({error})") from None
        self._engine.add_object_file(binding.ObjectFileRef.from_data(code))
        self._engine.finalize_object()
        self.address: int = self._engine.get_function_address(entry)


def _binding() -> Any:
    """llvmlite, loaded when something has to be compiled: that takes longer than all the rest of a cached kernel."""
    import llvmlite.binding

    llvmlite.binding.initialize_native_target()
    llvmlite.binding.initialize_native_asmprinter()
    return llvmlite.binding
