"""The tape of one function as WebAssembly: `body(p0, s0, p1, s1, …)` computes one state, or two at once.

Number j of operand k lies at p_k + 8j; that of the second state s_k bytes on. A value is computed where it is first
read; if it is read again it is kept in a local, which is free again after the last reader. Sines and cosines are taken
a group at a time: the angles are written to memory and `sincos` puts the results in their place. No result may lie
where an argument lies: results are written as soon as they are known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from dalembert.codegen.function import Function
from dalembert.codegen.renderers.wasm.arithmetic import Arithmetic
from dalembert.codegen.renderers.wasm.binary import I32, Lanes, at, call, get, i32, plain, simd, tee
from dalembert.codegen.tape import Tape
from dalembert.graph import Op

SINCOS = (Op.SIN, Op.COS)
_NAME = {Op.ADD: "add", Op.SUB: "sub", Op.MUL: "mul", Op.DIV: "div", Op.NEG: "neg", Op.SQRT: "sqrt", Op.ABS: "abs"}


def groups(tape: Tape) -> list[list[int]]:
    """Angles whose sines and cosines are computed together: none needs another of its group."""
    found: list[list[int]] = []
    known: set[int] = set()
    start = -1
    for slot, (op, args) in enumerate(tape.instructions, tape.first):
        if op not in SINCOS:
            start = -1
        elif args[0] not in known:
            if start < 0 or args[0] >= start:
                start = slot
                found.append([])
            found[-1].append(args[0])
            known.add(args[0])
    return found


class Body(Arithmetic):
    """`calls` are the functions of operations; constants lie from `memory` on, sines and cosines from `scratch` on."""

    def __init__(self, function: Function, lanes: Lanes, calls: Mapping[Op, int], memory: int, scratch: int) -> None:
        self.operands = (*function.inputs, *function.outputs)
        super().__init__(lanes, (I32, I32) * len(self.operands))
        self.tape, self.calls, self.memory, self.scratch = function.tape, calls, memory, scratch
        places = [(k, 8 * j) for k, x in enumerate(self.operands) for j in range(x.columns)]
        self.arguments, self.results_at = places[: self.tape.inputs], places[self.tape.inputs :]
        self.home: dict[int, int] = {}  # the local of a slot
        self.free: list[int] = []
        self.sum = [
            self.parameter(2 * k) + self.parameter(2 * k + 1) + plain("i32.add") for k in range(len(self.operands))
        ]
        if lanes.width == 2:
            self.sum = [self.let(address, I32) for address in self.sum]
        self._write()

    def _write(self) -> None:
        tape = self.tape
        bad = self._bad()
        grouped = groups(tape)
        self.left = Counter(a for op, args in tape.instructions if op not in SINCOS for a in args)
        self.left.update(a for group in grouped for a in group)
        self.left.update(tape.outputs)
        self.angle = {a: self.scratch + 2 * i * self.lanes.size for i, a in enumerate(a for g in grouped for a in g)}
        for group in grouped:
            for a in group:
                self.do(i32(0))
                self._push(a)
                self.do(self.lanes.store(b"", self.angle[a], b""))
            first, end = self.angle[group[0]], self.angle[group[-1]] + 2 * self.lanes.size
            self.do(i32(first), i32(end), call(self.calls[Op.SIN]))
        last = self.new(self.lanes.real)
        for place, slot in zip(self.results_at, tape.outputs, strict=True):
            self.do(self.parameter(2 * place[0]))
            self._push(slot)
            self.do(bad and bad + self.lanes.op("add"))
            self._store(place, last)

    def _push(self, slot: int) -> None:
        """Emit the code that pushes the value of a slot, and of all it needs first."""
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
                op, args = tape.instructions[item - tape.first]
                if op in SINCOS:
                    self.do(self.lanes.load(i32(0), self.angle[args[0]] + (op is Op.COS) * self.lanes.size))
                    self._keep(item)
                else:
                    code = self.lanes.op(_NAME[op]) if op in _NAME else call(self.calls[op])
                    work += [(item,), code, *reversed(args)]

    def _keep(self, slot: int) -> None:
        """The value on the stack has been read once; if there are more readers it gets a local."""
        self.left[slot] -= 1
        if self.left[slot]:
            self.home[slot] = self.free.pop() if self.free else self.new(self.lanes.real)
            self.do(tee(self.home[slot]))

    def _constant(self, i: int) -> bytes:
        if self.lanes.width == 1:
            return i32(0) + b"\x2b" + at(self.memory + 8 * i)
        return i32(0) + simd(0x0A) + at(self.memory + 8 * i)

    def _argument(self, slot: int) -> bytes:
        k, offset = self.arguments[slot]
        if self.lanes.width == 1:
            return self.parameter(2 * k) + b"\x2b" + at(offset)
        return self.sum[k] + self.parameter(2 * k) + simd(0x5D) + at(offset) + simd(0x57) + at(offset) + b"\x01"

    def _store(self, place: tuple[int, int], last: int) -> None:
        """The value on the stack to where its address, below it, says."""
        k, offset = place
        if self.lanes.width == 1:
            self.do(b"\x39", at(offset))
        else:
            self.do(tee(last), simd(0x5B), at(offset), b"\x00")
            self.do(self.sum[k], get(last), simd(0x5B), at(offset), b"\x01")

    def _bad(self) -> bytes:
        """0, or NaN where an input that no result shows is not a number: bad input is never hidden."""
        read = {slot for _, args in self.tape.instructions for slot in args} | set(self.tape.outputs)
        total = b""
        for slot in sorted(set(range(self.tape.inputs)) - self.tape.shown):
            x = self.let(self._argument(slot))
            # one that is read may be infinite: a bound that is not there
            x = self.or_nan(x, self.lanes.number(0.0)) if slot in read else self.times(x, 0.0)
            total = self.add(total, x) if total else x
        return self.let(total) if total else b""
