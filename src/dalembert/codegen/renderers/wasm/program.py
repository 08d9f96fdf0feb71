"""Rendering of functions as a single WebAssembly module without imports.

Each function is exported as `name(count, p0, s0, p1, s1, …)` and computes `count` states. For state i, number j of
operand k is stored at p_k + i·s_k + 8j in the exported `memory`. With a stride of 0, all states share the same operand.
Memory below the exported address `heap` is reserved for the module. States are computed in pairs (`width` 2, SIMD) or
one by one, with bitwise identical results. All functions share the code of the elementary functions.

`body(p0, s0, p1, s1, …)` computes one state or a pair of states. Number j of operand k is stored at p_k + 8j for the
first state, and s_k bytes further for the second state. Each value is computed immediately before its first use. A
value with several uses is stored in a local variable, which can be reused after the last use. Sines and cosines are
computed in groups. The angles are written to memory, and `sincos` replaces them with their sines and cosines. Results
are written as soon as they are computed, so no result may overlap an argument.

    march(count, x, sx, u, su, out, so, samples, steps, h)

The exported function `march` computes many steps with a one-step integration method, like `runtimes.stepping`. The
function simulates `count` trajectories from the initial states at x + i·sx. The inputs at u + i·su have shape (samples,
m), and each input is constant over `steps` steps of length h. The state after each sample is written to out + i·so,
with shape (samples, s). A step starts with acc = x, and k is carried over to the next step. Each stage maps (x, k, acc,
u, [a, b]) to (k', acc'), where a and b are products of the step h and entries of the Butcher table. The optional
function `finish`, x -> x', is applied at the end of a step.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from dalembert.argument import distinct
from dalembert.codegen.function import Stepping, identifiers
from dalembert.codegen.renderers.arithmetic import Value, shown_nan
from dalembert.codegen.renderers.elementary import ELEMENTARY
from dalembert.codegen.renderers.wasm.binary import (
    END,
    F64,
    I32,
    SELECT,
    FunctionCode,
    WasmArithmetic,
    WasmLanes,
    add,
    at,
    at_least,
    call,
    get,
    i32,
    plain,
    put,
    simd,
    sized,
    tee,
    times,
    unsigned,
    vector,
)
from dalembert.codegen.renderers.wasm.elementary import TWO_OVER_PI_WORDS, elementary, far_sincos, high_product, sincos
from dalembert.codegen.tape import TRIGONOMETRIC, Tape, TapeFunction
from dalembert.graph import Op

_INSTRUCTIONS = (Op.ADD, Op.SUB, Op.MUL, Op.DIV, Op.NEG, Op.SQRT, Op.ABS)  # operations that are one instruction


def groups(tape: Tape) -> list[list[int]]:
    """Return groups of angles whose sines and cosines are computed together. Angles in a group do not depend on each
    other."""
    found: list[list[int]] = []
    known: set[int] = set()
    for trigonometric, run in tape.runs():
        angles = dict.fromkeys(args[0] for _, (_, args) in run) if trigonometric else {}
        found.append([x for x in angles if x not in known])
        known.update(angles)
    return [x for x in found if x]


class WasmBody(WasmArithmetic):
    """Renderer of a function body.

    `calls` maps operations to functions. Constants are stored from the address `memory`, and sines and cosines from the
    address `scratch`.
    """

    def __init__(
        self, function: TapeFunction, lanes: WasmLanes, calls: Mapping[Op, int], memory: int, scratch: int
    ) -> None:
        self.operands = function.operands
        super().__init__(lanes, (I32, I32) * len(self.operands))
        self.tape, self.calls, self.memory, self.scratch = function.tape, calls, memory, scratch
        places = [(k, 8 * j) for k, x in enumerate(self.operands) for j in range(x.columns)]
        self.arguments, self.results_at = places[: self.tape.inputs], places[self.tape.inputs :]
        self.home: dict[int, int] = {}  # local of each slot
        self.free: list[int] = []
        self.sum = [add(get(2 * k), get(2 * k + 1)) for k in range(len(self.operands))]
        if lanes.width == 2:
            self.sum = [self.let(address, I32) for address in self.sum]
        self._write()

    def _write(self) -> None:
        tape = self.tape
        bad = self._bad()
        grouped = groups(tape)
        self.left = Counter(a for op, args in tape.instructions if op not in TRIGONOMETRIC for a in args)
        self.left.update(a for group in grouped for a in group)
        self.left.update(tape.outputs)
        self.angle = {a: self.scratch + 2 * i * self.lanes.span for i, a in enumerate(a for g in grouped for a in g)}
        for group in grouped:
            for a in group:
                self.do(i32(0))
                self._push(a)
                self.do(self.lanes.store(b"", self.angle[a], b""))
            first, end = self.angle[group[0]], self.angle[group[-1]] + 2 * self.lanes.span
            self.do(i32(first), i32(end), call(self.calls[Op.SIN]))
        last = self.new(self.lanes.type)
        for place, slot in zip(self.results_at, tape.outputs, strict=True):
            self.do(get(2 * place[0]))
            self._push(slot)
            self.do(bad and bad + self.lanes.op("add"))
            self._store(place, last)

    def _push(self, slot: int) -> None:
        """Emit the code that pushes the value of a slot onto the stack, after all values on which it depends."""
        tape = self.tape
        work: list[int | bytes | tuple[int]] = [slot]
        while work:
            item = work.pop()
            if isinstance(item, bytes):
                self.do(item)
            elif isinstance(item, tuple):
                self._keep(item[0])
            elif item in self.home:
                self.do(get(self.home[item]))
                self.left[item] -= 1
                if not self.left[item]:
                    self.free.append(self.home.pop(item))
            elif item < tape.inputs:
                self.do(self._argument(item))
                self._keep(item)
            elif item < tape.first:
                self.do(self._constant(item - tape.inputs))
            else:
                op, args = tape.by_slot[item]
                if op in TRIGONOMETRIC:
                    self.do(self.lanes.load(i32(0), self.angle[args[0]] + (op is Op.COS) * self.lanes.span))
                    self._keep(item)
                else:
                    code = self.lanes.op(op.value) if op in _INSTRUCTIONS else call(self.calls[op])
                    work += [(item,), code, *reversed(args)]

    def _keep(self, slot: int) -> None:
        """Count one use of the value on the stack, and store the value in a local variable if it is used again."""
        self.left[slot] -= 1
        if self.left[slot]:
            self.home[slot] = self.free.pop() if self.free else self.new(self.lanes.type)
            self.do(tee(self.home[slot]))

    def _constant(self, i: int) -> bytes:
        return i32(0) + (b"\x2b" if self.lanes.width == 1 else simd(0x0A)) + at(self.memory + 8 * i)

    def _argument(self, slot: int) -> bytes:
        k, offset = self.arguments[slot]
        if self.lanes.width == 1:
            return get(2 * k) + b"\x2b" + at(offset)
        return self.sum[k] + get(2 * k) + simd(0x5D) + at(offset) + simd(0x57) + at(offset) + b"\x01"

    def _store(self, place: tuple[int, int], last: int) -> None:
        """Store the value on the stack at the address below it."""
        k, offset = place
        if self.lanes.width == 1:
            self.do(b"\x39", at(offset))
        else:
            self.do(tee(last), simd(0x5B), at(offset), b"\x00")
            self.do(self.sum[k], get(last), simd(0x5B), at(offset), b"\x01")

    def _bad(self) -> bytes:
        """Return NaN if an input that affects no result is NaN, otherwise 0. The value is added to the results to
        propagate NaN inputs."""
        total = shown_nan((Value(self, self.let(self._argument(slot))), read) for slot, read in self.tape.hidden)
        return b"" if total is None else total.code


_COPY, _FILL = b"\xfc\x0a\x00\x00", b"\xfc\x0b\x00"


def room(x: Stepping, lanes: WasmLanes) -> int:
    """Return the size in bytes of the working memory, which contains x, k, acc, k', acc' of each state, and a, b."""
    return 5 * lanes.span * x.states + 16


def stepping_function(x: Stepping, bodies: Sequence[int], lanes: WasmLanes, tiles: int, table: int) -> FunctionCode:
    """Generate the exported function of a simulation.

    `bodies` contains the stage and the function applied at the end of a step. `tiles` is the address of the working
    memory.
    """
    w = FunctionCode(lanes, (I32,) * 9 + (F64,))
    count, x_at, sx, u_at, su, out_at, so, samples, steps, h = (get(i) for i in range(10))
    row, whole = 8 * x.states, lanes.span * x.states
    names = ("state", "k", "acc", "k1", "acc1")
    place = {name: w.new(I32) for name in names}
    i, sample, step, stage, lane = (w.new(I32) for _ in range(5))
    now, spare = w.new(I32), w.new(I32)
    ab = tiles + 5 * whole

    def keep(local: int, value: bytes) -> bytes:
        return value + put(local)

    def tile(name: str) -> bytes:
        """Return the address of a tile and its stride between states."""
        return get(place[name]) + i32(row)

    def swap(a: str, b: str) -> bytes:
        return keep(spare, get(place[a])) + keep(place[a], get(place[b])) + keep(place[b], get(spare))

    def each(code: bytes) -> bytes:
        """Repeat code for each state of a block, with the trajectory index in `now`. If the number of states is odd,
        the last trajectory is computed twice."""
        last = count + i32(1) + plain("i32.sub")
        here = keep(now, add(get(i), get(lane)))
        here += get(now) + last + plain("i32.gt") + b"\x04\x40" + keep(now, last) + END
        return w.repeat(lane, i32(lanes.width), 1, [here, code])

    odd = at_least(add(get(i), i32(1)), count)
    stride_u = i32(0) + su + odd + SELECT
    u = add(add(u_at, times(get(i), su)), times(get(sample), i32(8 * x.inputs)))
    entry = times(get(stage), i32(16))
    scaled = [entry + b"\x2b" + at(table + 8 * j) + h + b"\xa2" for j in range(2)]  # a table entry times the step
    factors = b"".join(i32(0) + x + b"\x39" + at(ab + 8 * j) for j, x in enumerate(scaled))
    before, after = (b"".join(map(tile, part)) for part in (names[:3], names[3:]))
    arguments = before + u + stride_u + i32(ab) + i32(0) + after
    inner = [factors, arguments, call(bodies[0]), swap("k", "k1"), swap("acc", "acc1")]
    end = [swap("state", "acc")] if x.finish is None else [tile("acc") + tile("state") + call(bodies[1])]
    begin = get(place["acc"]) + get(place["state"]) + i32(whole) + _COPY
    one = [begin, w.repeat(stage, i32(len(x.table)), 1, inner), *end]
    own = add(get(place["state"]), times(get(lane), i32(row)))
    read = own + add(x_at, times(get(now), sx)) + i32(row) + _COPY
    target = add(add(out_at, times(get(now), so)), times(get(sample), i32(row)))
    written = target + own + i32(row) + _COPY
    block = [keep(place[name], i32(tiles + n * whole)) for n, name in enumerate(names)]
    block += [get(place["k"]) + i32(0) + i32(whole) + _FILL, each(read)]
    block.append(w.repeat(sample, samples, 1, [w.repeat(step, steps, 1, one), each(written)]))
    w.do(w.repeat(i, count, lanes.width, block))
    return w


_PAGE = 65536  # unit of the memory size in bytes


def render(functions: Sequence[TapeFunction], marches: Sequence[Stepping] = (), width: int = 2) -> bytes:
    """Render the WebAssembly module of the given functions and simulations."""
    return _Module(functions, marches, WasmLanes(width)).encode()


class _Module:
    def __init__(self, functions: Sequence[TapeFunction], marches: Sequence[Stepping], lanes: WasmLanes) -> None:
        self.lanes, self.codes = lanes, list[FunctionCode]()
        self.exports: dict[str, int] = {}
        self.data = bytearray(8)
        programs = [*functions, *(part for x in marches for part in x.parts)]
        calls = self._shared({op for f in programs for op, _ in f.tape.instructions})
        constants = [self._put(f.tape.constants) for f in programs]
        tables = [self._put(x.table) for x in marches]
        scratch = -(-len(self.data) // 16) * 16
        angles = max((sum(map(len, groups(f.tape))) for f in programs), default=0)
        tiles = scratch + 2 * angles * lanes.span
        self.heap = -(-(tiles + max((room(x, lanes) for x in marches), default=0)) // 16) * 16
        made = [WasmBody(f, lanes, calls, c, scratch) for f, c in zip(programs, constants, strict=True)]
        bodies = iter([self._add(x) for x in made])
        called = distinct([*(f.name for f in functions), *(x.name for x in marches)], "function")
        names = identifiers(called, ("memory", "heap"))
        for f in functions:
            self.exports[names[f.name]] = self._add(_batch(f, next(bodies), lanes))
        for x, table in zip(marches, tables, strict=True):
            own = [next(bodies) for _ in x.parts]
            self.exports[names[x.name]] = self._add(stepping_function(x, own, lanes, tiles, table))

    def _add(self, code: FunctionCode) -> int:
        self.codes.append(code)
        return len(self.codes) - 1

    def _put(self, numbers: Sequence[Any], kind: str = "<f8") -> int:
        """Add numbers to the data of the module and return their address."""
        content = np.array(numbers, kind).tobytes()
        self.data += content
        return len(self.data) - len(content)

    def _shared(self, ops: set[Op]) -> dict[Op, int]:
        """Add the functions for the given operations to the module."""
        calls = {op: self._add(elementary(op, self.lanes)) for op in ELEMENTARY if op in ops}
        if ops & set(TRIGONOMETRIC):
            table = self._put(TWO_OVER_PI_WORDS, "<u8")
            high = self._add(high_product())
            far = self._add(far_sincos(self.lanes.width, high, table))
            calls[Op.SIN] = self._add(sincos(self.lanes, far))
        return calls

    def encode(self) -> bytes:
        kinds = [(x.parameters, x.results) for x in self.codes]
        types = list(dict.fromkeys(kinds))
        pages = -(-self.heap // _PAGE) + 1
        exports = [_name(name) + b"\x00" + unsigned(i) for name, i in self.exports.items()]
        exports += [_name("memory") + b"\x02\x00", _name("heap") + b"\x03\x00"]
        sections = {
            1: vector([b"\x60" + vector(given) + vector(results) for given, results in types]),
            3: vector([unsigned(types.index(kind)) for kind in kinds]),
            5: vector([b"\x00" + unsigned(pages)]),
            6: vector([I32 + b"\x00" + i32(self.heap) + END]),
            7: vector(exports),
            10: vector([x.encode() for x in self.codes]),
            11: vector([b"\x00" + i32(0) + END + sized(bytes(self.data))]),
        }
        return b"\0asm\x01\0\0\0" + b"".join(bytes([i]) + sized(content) for i, content in sections.items())


def _name(text: str) -> bytes:
    return sized(text.encode())


def _batch(function: TapeFunction, inner: int, lanes: WasmLanes) -> FunctionCode:
    """Compute all states, `width` at a time. If the number of states is odd, the last state is computed twice, with a
    stride of 0."""
    operands = len(function.operands)
    w = FunctionCode(lanes, (I32,) + (I32, I32) * operands)
    i, count = w.new(I32), get(0)
    here = get(i)
    inside = []
    if lanes.width == 2:
        odd = at_least(add(here, i32(1)), count)
        zeros = b"".join(i32(0) + put(2 + 2 * k) for k in range(operands))
        inside.append(odd + b"\x04\x40" + zeros + END)
    inside += [get(1 + k) for k in range(2 * operands)]
    inside.append(call(inner))
    for k in range(operands):
        step = times(get(2 + 2 * k), i32(lanes.width))
        inside.append(add(get(1 + 2 * k), step) + put(1 + 2 * k))
    w.do(w.repeat(i, count, lanes.width, inside))
    return w
