"""WebAssembly modules called from Node: the memory is laid out here, and comes back as Node leaves it."""

import json
import shutil
import subprocess

import numpy as np
import pytest

NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed")
_CALLER = """
import fs from 'node:fs';
const [wasm, calls, memory] = process.argv.slice(2);
const { exports } = (await WebAssembly.instantiate(fs.readFileSync(wasm))).instance;
const image = fs.readFileSync(memory);
exports.memory.grow(Math.ceil(image.length / 65536));
const room = new Uint8Array(exports.memory.buffer, exports.heap.value, image.length);
room.set(image);
for (const { name, args } of JSON.parse(fs.readFileSync(calls)))
    exports[name](...args.map((x) => (typeof x === 'string' ? exports.heap.value + Number(x) : x)));
fs.writeFileSync(memory, room);
"""


class Memory:
    """Arrays that the module will find in its memory, one after the other."""

    def __init__(self):
        self.arrays, self.size = [], 0

    def place(self, array):
        """The address of an array of doubles, counted from the heap: a text, so that Node knows it for one."""
        self.arrays.append(np.ascontiguousarray(array, float))
        self.size += self.arrays[-1].nbytes
        return str(self.size - self.arrays[-1].nbytes)


def called(folder, module, calls, memory):
    """The arrays of the memory after the calls (name, arguments)."""
    paths = {name: folder / name for name in ("module.wasm", "calls.json", "memory.bin", "caller.mjs")}
    paths["module.wasm"].write_bytes(module)
    paths["calls.json"].write_text(json.dumps([{"name": name, "args": args} for name, args in calls]))
    paths["memory.bin"].write_bytes(b"".join(x.tobytes() for x in memory.arrays))
    paths["caller.mjs"].write_text(_CALLER)
    order = [paths[x] for x in ("caller.mjs", "module.wasm", "calls.json", "memory.bin")]
    done = subprocess.run([NODE, *order], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    flat = np.frombuffer(paths["memory.bin"].read_bytes())
    ends = np.cumsum([x.size for x in memory.arrays])
    return [part.reshape(x.shape) for part, x in zip(np.split(flat, ends[:-1]), memory.arrays, strict=True)]


def evaluated(folder, module, function, arrays):
    """The outputs of one function for states (count, columns) of each input."""
    memory, count = Memory(), len(arrays[0])
    args = [count]
    for x in arrays:
        args += [memory.place(np.reshape(x, (count, -1))), x[0].size * 8]
    for x in function.outputs:
        args += [memory.place(np.full((count, x.columns), 7.25)), x.columns * 8]
    return called(folder, module, [(function.name, args)], memory)[len(arrays) :]


def printed(folder, script):
    """What a script prints as JSON; it stands in the folder, as a module."""
    path = folder / "script.mjs"
    path.write_text(script)
    done = subprocess.run([NODE, path], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
