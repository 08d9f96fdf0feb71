"""Many steps of a one-step method inside WebAssembly: the loop of `runtimes.march`, around the same traced stage.

    march(count, x, sx, u, su, out, so, samples, steps, h)

takes `count` trajectories from their states at x + i·sx, with inputs at u + i·su (samples, m), held over `steps` steps
of h, and writes the state after each sample to out + i·so (samples, s). A step starts with acc = x, k lives on; each
stage is (x, k, acc, u, [a, b]) -> (k', acc') with a and b the table's entries times h; `finish` may end a step, x -> x'.
"""

from __future__ import annotations

from collections.abc import Sequence

from dalembert.codegen.renderers.wasm.binary import END, F64, I32, SELECT, Code, Lanes, at, call, get, i32, plain, put
from dalembert.codegen.stepping import Stepping

_COPY, _FILL = b"\xfc\x0a\x00\x00", b"\xfc\x0b\x00"


def room(x: Stepping, lanes: Lanes) -> int:
    """Bytes of memory that it needs: x, k, acc, k', acc' of each state, and a, b."""
    return 5 * lanes.size * x.states + 16


def march(x: Stepping, bodies: Sequence[int], lanes: Lanes, tiles: int, table: int) -> Code:
    """The exported function; `bodies` are the stage and the finish, `tiles` is where it works."""
    w = Code(lanes, (I32,) * 9 + (F64,))
    count, x_at, sx, u_at, su, out_at, so, samples, steps, h = (w.parameter(i) for i in range(10))
    row, whole = 8 * x.states, lanes.size * x.states
    names = ("state", "k", "acc", "k1", "acc1")
    place = {name: w.new(I32) for name in names}
    i, sample, step, stage, lane = (w.new(I32) for _ in range(5))
    now, spare = w.new(I32), w.new(I32)
    ab = tiles + 5 * whole

    def keep(local: int, value: bytes) -> bytes:
        return value + put(local)

    def add(a: bytes, b: bytes) -> bytes:
        return a + b + plain("i32.add")

    def times(a: bytes, b: bytes) -> bytes:
        return a + b + plain("i32.mul")

    def tile(name: str) -> bytes:
        """A tile and its stride from state to state."""
        return get(place[name]) + i32(row)

    def swap(a: str, b: str) -> bytes:
        return keep(spare, get(place[a])) + keep(place[a], get(place[b])) + keep(place[b], get(spare))

    def each(code: bytes) -> bytes:
        """For each state of a block; the trajectory is `now`, the last one again at an odd end."""
        last = count + i32(1) + plain("i32.sub")
        here = keep(now, add(get(i), get(lane)))
        here += get(now) + last + plain("i32.gt") + b"\x04\x40" + keep(now, last) + END
        return w.repeat(lane, i32(lanes.width), 1, [here, code])

    odd = add(get(i), i32(1)) + count + plain("i32.lt") + plain("i32.eqz")
    stride_u = i32(0) + su + odd + SELECT
    u = add(add(u_at, times(get(i), su)), times(get(sample), i32(8 * x.inputs)))
    factors = b"".join(i32(0) + _scaled(get(stage), table + 8 * j, h) + b"\x39" + at(ab + 8 * j) for j in range(2))
    arguments = tile("state") + tile("k") + tile("acc") + u + stride_u + i32(ab) + i32(0) + tile("k1") + tile("acc1")
    inner = [factors, arguments, call(bodies[0]), swap("k", "k1"), swap("acc", "acc1")]
    end = [swap("state", "acc")] if x.finish is None else [tile("acc") + tile("state") + call(bodies[1])]
    begin = get(place["acc"]) + get(place["state"]) + i32(whole) + _COPY
    one = [begin, w.repeat(stage, i32(len(x.table)), 1, inner), *end]
    read = add(get(place["state"]), times(get(lane), i32(row))) + add(x_at, times(get(now), sx)) + i32(row) + _COPY
    target = add(add(out_at, times(get(now), so)), times(get(sample), i32(row)))
    written = target + add(get(place["state"]), times(get(lane), i32(row))) + i32(row) + _COPY
    block = [keep(place[name], i32(tiles + n * whole)) for n, name in enumerate(names)]
    block += [get(place["k"]) + i32(0) + i32(whole) + _FILL, each(read)]
    block.append(w.repeat(sample, samples, 1, [w.repeat(step, steps, 1, one), each(written)]))
    w.do(w.repeat(i, count, lanes.width, block))
    return w


def _scaled(stage: bytes, address: int, h: bytes) -> bytes:
    """A table's entry times the step."""
    return stage + i32(16) + plain("i32.mul") + b"\x2b" + at(address) + h + b"\xa2"
