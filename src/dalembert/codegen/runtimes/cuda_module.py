"""PTX of a kernel with what its launch needs, kept on disk as compiled kernels are."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from hashlib import sha256

from dalembert.codegen.runtimes import cache as disk
from dalembert.codegen.runtimes.loader import renderer
from dalembert.finding.code import OldDevice
from dalembert.finding.finding import Argument, Given, Pass

TARGET = "cuda"
ON_CPU = Pass(Argument("target"), Given("'cpu'"))  # which gives the same numbers
FILES = (
    *(f"renderers/llvm/{name}" for name in ("blocks", "elementary", "ir", "layout", "module", "program", "sincos")),
    *(f"renderers/ptx/{name}" for name in ("memory", "partition", "plan", "program", "stepping", "thread", "warps")),
    *("renderers/minimax", "tape", "runtimes/cuda_module"),
)
# architectures that PTX is rendered for; a newer GPU runs PTX of an older one
_KNOWN = (80, 86, 89, 90, 100, 120)


@dataclass(frozen=True)
class PtxModule:
    """PTX, threads of a block, its bytes of shared memory, its states at a time, and whether it goes on to others."""

    ptx: str
    block: int
    shared: int
    tile: int
    walks: bool = False


def newest(capability: int) -> str:
    """The architecture to render for: the newest known that the GPU has."""
    known = [x for x in _KNOWN if x <= capability]
    if not known:
        raise OldDevice(capability / 10, _KNOWN[0] / 10, ON_CPU).error()
    return f"sm_{known[-1]}"


def kept(words: tuple[str, ...], cpu: str, make: Callable[[str], PtxModule]) -> PtxModule:
    """A module from the cache, or made and put there; `words` decide it, with the renderer and the architecture."""
    import llvmlite

    key = sha256("\n".join((TARGET, renderer(*FILES), llvmlite.__version__, cpu, *words)).encode()).hexdigest()
    content = disk.read(TARGET, key)
    if content is not None:
        return PtxModule(**json.loads(content))
    module = make(cpu)
    disk.write(TARGET, key, json.dumps(asdict(module)).encode())
    return module
