"""PTX run in NumPy: every thread of a grid side by side, so that kernels are tested on machines without a GPU.

A register is an array over the threads, of raw bits. Threads that went different ways meet again because those furthest
behind in the text always go first; at a barrier they wait until no thread can go on. Then all threads of a warp must wait
at the same instruction, and all of a block at a barrier of the block. Memory is one array of bytes, each block's shared
memory another, and each thread's own. An access outside is an error, and so is a read from shared memory of what another
warp has written since the last barrier of the block; other races are not seen.
"""

import re
from functools import cache

import numpy as np

_FLOAT = {"f32": np.float32, "f64": np.float64}
_WHOLE = {
    kind + bits: np.dtype(f"{letter}{int(bits) // 8}")
    for kind, letter in (("s", "i"), ("u", "u"), ("b", "u"))
    for bits in ("16", "32", "64")
}
_TYPE = {**_FLOAT, **{k: v.type for k, v in _WHOLE.items()}}
_COMPARE = {
    "eq": np.equal,
    "ne": np.not_equal,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
}
_SHARED_BASE, _LOCAL_BASE = 1 << 40, 1 << 41
_GLOBAL_BASE = 1 << 20
_WARP = 32


class Memory:
    """The GPU's memory: bytes that are not numbers until something is put there."""

    def __init__(self, size=16 << 20):
        self.bytes, self.used = np.full(size, 0xFF, np.uint8), _GLOBAL_BASE

    def put(self, array):
        """Copy an array to the next 256-byte boundary, with a gap before it; its address."""
        array = np.ascontiguousarray(array)
        start = -(-(self.used + 64) // 256) * 256
        self.used = start + array.nbytes
        assert self.used < len(self.bytes), "the memory is full"
        self.bytes[start : self.used] = array.reshape(-1).view(np.uint8)
        return start

    def get(self, address, shape, dtype):
        size = int(np.prod(shape)) * np.dtype(dtype).itemsize
        return self.bytes[address : address + size].view(dtype).reshape(shape)


class Machine:
    """A module of PTX."""

    def __init__(self, ptx, memory=None):
        memory = Memory() if memory is None else memory
        self.memory, self.put, self.get = memory.bytes, memory.put, memory.get
        self.symbols, self.functions = {"shared": _SHARED_BASE}, {}
        text = re.sub(r"//[^\n]*", "", ptx)
        for name, size, body in re.findall(r"\.(?:global|const) [^;]*?\.b8 (\w+)\[(\d+)\] = \{([^}]*)\};", text):
            given = np.zeros(int(size), np.uint8)  # zeros at the end are left out
            values = [int(x) for x in body.split(",")]
            given[: len(values)] = values
            self.symbols[name] = self.put(given)
        own = {name: int(size) for name, size in re.findall(r"\.local [^;]*?\.b8\s+(\w+)\[(\d+)\]", text)}
        self.symbols |= dict.fromkeys(own, _LOCAL_BASE)
        self.local_size = max(own.values(), default=0)
        for head, body in re.findall(r"\.(?:func|entry)\s+([^{]*)\{\n(.*?)\n\}", text, re.S):
            name = re.search(r"(\w+)\s*\(\s*\.param[^()]*\)\s*(?:\.\w+ \d+\s*)*$", head)[1]
            self.functions[name] = Function(body, re.findall(rf"\.param \.(\w+)[^,()]*?({name}_param_\d+)", head))
        self.block = int(re.search(r"\.reqntid (\d+)", text)[1])

    def launch(self, name, arguments, blocks, shared):
        """Run a kernel on whole numbers as parameters."""
        threads = blocks * self.block
        self.grid = np.full(threads, blocks, np.uint32)
        self.tid = np.tile(np.arange(self.block), blocks).astype(np.uint32)
        self.cta = np.repeat(np.arange(blocks), self.block).astype(np.uint32)
        self.shared = np.full(blocks * (shared + 64), 0xFF, np.uint8)
        self.shared_size = shared + 64
        self.local = np.full(threads * self.local_size, 0xFF, np.uint8)
        self.warp = np.arange(threads) // _WARP
        self.met = np.zeros(blocks, np.int64)  # barriers that each block has passed
        self.writer = np.full(len(self.shared), -1)  # of each byte of shared memory, the warp that wrote it
        self.written = np.full(len(self.shared), -1)  # and the barriers before that
        function = self.functions[name]
        given = {}
        for label, kind, x in zip(function.params, function.kinds, arguments, strict=True):
            raw = np.array([x], _TYPE[kind]) if kind in _FLOAT else np.array([x & (2**64 - 1)], np.uint64)
            given[label] = np.tile(raw.view(np.uint8), (threads, 1))
        with np.errstate(all="ignore"):
            self.run(function, given, np.ones(threads, bool))

    def run(self, function, params, active):
        """Until every active thread has returned; what it left in parameters."""
        threads = len(active)
        frame = Frame(self, params, threads)
        end = len(function.lines)
        pc, waiting = np.where(active, 0, end), np.zeros(threads, bool)
        while True:
            at = int(np.where(waiting, end, pc).min())
            if at >= end:
                if not waiting.any():
                    return params
                released = self._released(function, pc, waiting)
                pc[released] += 1
                waiting &= ~released
                continue
            mask = (pc == at) & ~waiting
            meets = int(np.where(mask | waiting, end, pc).min())  # where the next of the others stands
            stop = min(meets, function.straight[at])
            for predicate, negated, op, args in function.lines[at:stop]:
                frame.do(op, args, mask if predicate is None else mask & (frame.bits[predicate] ^ negated))
            pc[mask] = at = stop
            if at in (meets, end):
                continue
            predicate, negated, op, args = function.lines[at]
            doing = mask if predicate is None else mask & (frame.bits[predicate] ^ negated)
            if op == "bra":
                pc[mask] = at + 1
                pc[doing] = function.labels[args[0]]
            elif op == "ret":
                pc[doing] = end
            else:
                waiting |= doing

    def _released(self, function, pc, waiting):
        """Threads that go on when all others wait or have returned: those at a barrier of their warp, or else all."""
        for warp in np.unique(self.warp[waiting]):
            here = waiting & (self.warp == warp)
            assert len(np.unique(pc[here])) == 1, "threads of a warp wait at different barriers"
        alone = np.array(
            [
                waits and ".warp." in function.lines[at][2]
                for waits, at in zip(waiting, np.minimum(pc, len(function.lines) - 1), strict=True)
            ]
        )
        if alone.any():
            return alone
        self.met[np.unique(self.cta[waiting])] += 1
        return waiting.copy()

    def wrote(self, cells, mask):
        """Bytes of shared memory are written, a row of them by each of these threads."""
        self.writer[cells], self.written[cells] = self.warp[mask][:, None], self.met[self.cta[mask]][:, None]

    def reads(self, cells, mask):
        """Bytes of shared memory are read."""
        others = self.writer[cells] != self.warp[mask][:, None]
        late = self.written[cells] == self.met[self.cta[mask]][:, None]
        assert not np.any(others & late), "another warp has written this since the last barrier"


class Function:
    """Instructions with their predicates, and where the labels are."""

    def __init__(self, body, params):
        self.kinds = [kind for kind, _ in params]
        self.params, self.lines, self.labels = [name for _, name in params], [], {}
        for statement in re.split(r"[;\n]", re.sub(r"(\$\w+):", r"\1:\n", body)):
            line = (
                statement.strip().strip("{}").strip()
                if not re.match(r"\s*(@|[a-z]+\.)", statement)
                else statement.strip()
            )
            if line.startswith("$"):
                self.labels[line.rstrip(":")] = len(self.lines)
                continue
            if not line or line.startswith("."):
                continue
            found = re.match(r"(?:@(!?)(%p\d+)\s+)?([\w.:]+)\s*(.*)", line, re.S)
            negated, predicate, op, rest = found.groups()
            args = [x.strip() for x in re.findall(r"\{[^}]*\}|\[[^\]]*\]|\([^)]*\)|[^,\s][^,]*", rest)]
            op = "bra" if op.startswith("bra") else op
            self.lines.append((predicate, bool(negated), op, args))
        self.straight, turn = [], len(self.lines)  # of each line, the next at which threads may part or wait
        for at in reversed(range(len(self.lines))):
            turn = at if self.lines[at][2] in ("bra", "ret") or self.lines[at][2].startswith("bar") else turn
            self.straight.append(turn)
        self.straight.reverse()


@cache
def _parts(op):
    """The first word, the others, and the type."""
    head, *words = op.split(".")
    return head, tuple(words), next((w for w in reversed(words) if w in _TYPE), None)


class Frame:
    """Registers of one call."""

    def __init__(self, machine, params, threads):
        self.machine, self.params, self.threads, self.bits = machine, params, threads, {}
        self.known = {}

    def read(self, text, kind):
        """An operand as an array of a type, only to be read."""
        dtype = np.dtype(_TYPE[kind])
        if text in self.bits:
            bits = self.bits[text]
            if bits.dtype.itemsize == dtype.itemsize:
                return bits.view(dtype)
            return bits.view(np.uint8).reshape(self.threads, -1)[:, : dtype.itemsize].copy().view(dtype)[:, 0]
        if (text, kind) not in self.known:
            self.known[text, kind] = self._number(text, dtype)
        return self.known[text, kind]

    def _number(self, text, dtype):
        """What is no register."""
        special = {
            f"%{name}.x": self.machine.__dict__.get(own)
            for name, own in (("tid", "tid"), ("ctaid", "cta"), ("nctaid", "grid"))
        }
        if text in special:
            return special[text]
        if text in self.machine.symbols:
            value = np.uint64(self.machine.symbols[text])
        elif text.startswith(("0f", "0d")):
            raw = int(text[2:], 16)
            return np.full(self.threads, raw, np.uint32 if text[1] == "f" else np.uint64).view(dtype)
        else:
            value = np.uint64(int(text) & (2**64 - 1))
        return (
            np.full(self.threads, value, np.uint64)
            .view(np.uint8)
            .reshape(-1, 8)[:, : dtype.itemsize]
            .copy()
            .view(dtype)[:, 0]
        )

    def write(self, name, value, mask):
        value = np.ascontiguousarray(value)
        raw = value if value.dtype == bool else value.view(f"u{value.dtype.itemsize}")
        if name not in self.bits or self.bits[name].dtype != raw.dtype:
            self.bits[name] = np.zeros(self.threads, raw.dtype)
        np.copyto(self.bits[name], raw, where=mask)

    def do(self, op, args, mask):
        head, words, kind = _parts(op)
        if head in ("ld", "st"):
            return self._memory(head, words, kind, args, mask)
        if head == "cp" and "bulk" in words and "shared" in op:
            return self._bulk(words, args, mask)
        if head == "cp" and "shared" in op:
            return self._copy(args, mask)
        if op.startswith("mbarrier.try_wait"):  # what was asked for is there at once
            return self.write(args[0], np.ones(self.threads, bool), mask)
        if head == "elect":
            return self.write(args[0].removeprefix("_|"), self.machine.tid % 32 == 0, mask)
        if head == "call":
            return self._call(args, mask)
        if head in ("prefetch", "cp", "mbarrier", "fence"):
            return None
        if head == "setp":
            a, b = (self.read(x, kind) for x in args[1:])
            result = _COMPARE[words[0].removesuffix("u") if words[0] not in ("lu",) else "lt"](a, b)
            if kind in _FLOAT and words[0].endswith("u"):
                result |= np.isnan(a) | np.isnan(b)
            return self.write(args[0], result, mask)
        if head == "selp":
            a, b = (self.read(x, kind) for x in args[1:3])
            return self.write(args[0], np.where(self.bits[args[3]], a, b), mask)
        if head == "mov" and (args[0].startswith("{") or args[1].startswith("{")):
            return self._pair(args, mask)
        return self.write(args[0], getattr(self, f"_{head}")(words, kind, args[1:]), mask)

    def _pair(self, args, mask):
        if args[0].startswith("{"):
            halves = self.read(args[1], "b64").copy().view(np.uint32).reshape(-1, 2)
            for name, half in zip(args[0].strip("{}").split(","), halves.T, strict=True):
                self.write(name.strip(), half, mask)
        else:
            low, high = (self.read(x.strip(), "b32") for x in args[1].strip("{}").split(","))
            self.write(args[0], np.stack([low, high], 1).view(np.uint64)[:, 0], mask)

    def _mov(self, words, kind, args):
        if kind is None:  # a predicate
            return self.bits[args[0]] if args[0] in self.bits else np.full(self.threads, args[0] != "0")
        return self.read(args[0], kind)

    def _add(self, words, kind, args):
        a, b = (self.read(x, kind) for x in args)
        result = a + b
        if "cc" in words:
            self.carry = result.view("u8") < a.view("u8")
        return result

    def _addc(self, words, kind, args):
        a, b = (self.read(x, kind) for x in args)
        return a + b + self.carry.astype(a.dtype)

    def _sub(self, words, kind, args):
        a, b = (self.read(x, kind) for x in args)
        if "cc" in words:
            self.carry = a.view("u8") < b.view("u8")
        return a - b

    def _subc(self, words, kind, args):
        a, b = (self.read(x, kind) for x in args)
        return a - b - self.carry.astype(a.dtype)

    def _mul(self, words, kind, args):
        a, b = (self.read(x, kind) for x in args)
        if "wide" in words:
            wide = f"{kind[0]}{2 * int(kind[1:])}"
            return a.astype(_TYPE[wide]) * b.astype(_TYPE[wide])
        if "hi" in words:
            bits = int(kind[1:])
            return np.array([(int(x) * int(y)) >> bits for x, y in zip(a, b, strict=True)], a.dtype)
        return a * b

    def _mad(self, words, kind, args):
        c = self.read(args[2], f"{kind[0]}{2 * int(kind[1:])}" if "wide" in words else kind)
        return self._mul(words, kind, args[:2]) + c

    def _fma(self, words, kind, args):
        """One rounding: the product in two parts [dekker1971], the sum of all in long doubles."""
        a, b, c = (self.read(x, kind).astype(np.float64) for x in args)
        product, rest = a * b, np.zeros_like(a)
        if kind == "f64":
            (ah, al), (bh, bl) = (self._halves(x) for x in (a, b))
            rest = ((ah * bh - product) + ah * bl + al * bh) + al * bl
        p, c = product.astype(np.longdouble), c.astype(np.longdouble)
        total = p + c
        back = total - p
        low = (p - (total - back)) + (c - back)
        exact = np.where(np.isfinite(rest + low), rest + low, 0)
        return (total + exact).astype(_TYPE[kind])

    def _halves(self, x):
        big = x * (2.0**27 + 1)
        high = big - (big - x)
        return high, x - high

    def _div(self, words, kind, args):
        a, b = (self.read(x, kind) for x in args)
        return a / b

    def _rcp(self, words, kind, args):
        return (1 / self.read(args[0], kind)).astype(_TYPE[kind])

    def _sqrt(self, words, kind, args):
        return np.sqrt(self.read(args[0], kind))

    def _neg(self, words, kind, args):
        return -self.read(args[0], kind)

    def _abs(self, words, kind, args):
        return np.abs(self.read(args[0], kind))

    def _copysign(self, words, kind, args):
        """The sign comes first."""
        sign, size = (self.read(x, kind) for x in args)
        return np.copysign(size, sign)

    def _max(self, words, kind, args):
        return (np.fmax if kind in _FLOAT else np.maximum)(*(self.read(x, kind) for x in args))

    def _min(self, words, kind, args):
        return (np.fmin if kind in _FLOAT else np.minimum)(*(self.read(x, kind) for x in args))

    def _not(self, words, kind, args):
        return ~self._mov((), None, args) if kind is None else ~self.read(args[0], kind)

    def _logic(self, function, kind, args):
        if kind == "pred":
            return function(*(self._mov((), None, [x]) for x in args))
        return function(*(self.read(x, kind) for x in args))

    def _and(self, words, kind, args):
        return self._logic(np.bitwise_and, kind or "pred", args)

    def _or(self, words, kind, args):
        return self._logic(np.bitwise_or, kind or "pred", args)

    def _xor(self, words, kind, args):
        return self._logic(np.bitwise_xor, kind or "pred", args)

    def _shl(self, words, kind, args):
        a, n = self.read(args[0], kind), self.read(args[1], "u32").astype(np.uint64)
        bits = np.uint64(8 * a.dtype.itemsize)
        return np.where(n < bits, np.left_shift(a, np.minimum(n, bits - np.uint64(1)).astype(a.dtype)), a.dtype.type(0))

    def _shr(self, words, kind, args):
        a, n = self.read(args[0], kind), self.read(args[1], "u32").astype(np.uint64)
        bits = np.uint64(8 * a.dtype.itemsize)
        moved = np.right_shift(a, np.minimum(n, bits - np.uint64(1)).astype(a.dtype))
        return moved if kind[0] == "s" else np.where(n < bits, moved, a.dtype.type(0))

    def _shf(self, words, kind, args):
        low, high, n = (self.read(x, "u32").astype(np.uint64) for x in args)
        whole = low | (high << np.uint64(32))
        n = n & np.uint64(31)
        if words[0] == "l":
            return ((whole << n) >> np.uint64(32)).astype(np.uint32)
        return (whole >> n).astype(np.uint32)

    def _bfe(self, words, kind, args):
        a, start, length = (self.read(x, "u32") for x in args)
        return (a >> start) & ((np.uint32(1) << length) - np.uint32(1))

    def _clz(self, words, kind, args):
        bits = int(kind[1:])
        return np.array([bits - int(x).bit_length() for x in self.read(args[0], kind)], np.uint32)

    def _cvt(self, words, kind, args):
        target, source = [w for w in words if w in _TYPE]
        value = self.read(args[0], source)
        return value.astype(_TYPE[target])

    def _places(self, text, words):
        """Addresses of a memory operand, or the name of a parameter and an offset."""
        name, _, offset = text.strip("[]").partition("+")
        shift = int(offset or 0)
        if "param" in words:
            return name, shift
        return self.read(name, "u64").astype(np.int64) + shift

    def _memory(self, head, words, kind, args, mask):
        size = np.dtype(_TYPE[kind]).itemsize
        address, values = (args[1], args[0]) if head == "ld" else (args[0], args[1])
        names = [x.strip() for x in values.strip("{}").split(",")]
        for i, name in enumerate(names):
            place = self._places(address, words)
            if isinstance(place, tuple):
                store = self.params.setdefault(place[0], np.zeros((self.threads, 32), np.uint8))
                raw, cells = store, (slice(None), slice(place[1] + i * size, place[1] + (i + 1) * size))
                if head == "ld":
                    self.write(name, np.ascontiguousarray(raw[cells]).view(_TYPE[kind])[:, 0], mask)
                else:
                    data = np.ascontiguousarray(self.read(name, kind)).view(np.uint8).reshape(-1, size)
                    raw[mask, cells[1]] = data[mask]
                continue
            machine = self.machine
            where = place[mask] + i * size
            memory = machine.memory
            if "shared" in words:
                memory = machine.shared
                where = where - _SHARED_BASE
                assert np.all((where >= 0) & (where + size <= machine.shared_size)), "outside shared memory"
                where = where + machine.cta[mask].astype(np.int64) * machine.shared_size
            if "local" in words:
                memory = machine.local
                where = where - _LOCAL_BASE
                assert np.all((where >= 0) & (where + size <= machine.local_size)), "outside the thread's memory"
                where = where + np.flatnonzero(mask) * machine.local_size
            assert np.all(where % (size * len(names)) == i * size % (size * len(names))), "not aligned"
            cells = where[:, None] + np.arange(size)
            if "shared" in words:
                (machine.reads if head == "ld" else machine.wrote)(cells, mask)
            if head == "ld":
                value = np.zeros(self.threads, _TYPE[kind])
                value[mask] = memory[cells].view(_TYPE[kind])[:, 0]
                wide = 8 if name.startswith("%rd") else 4 if re.match(r"%r\d", name) else size
                value = value if wide == size else value.astype(f"{value.dtype.kind}{wide}")
                self.write(name, value, mask)
            else:
                memory[cells] = np.ascontiguousarray(self.read(name, kind)[mask]).view(np.uint8).reshape(-1, size)

    def _copy(self, args, mask):
        """cp.async: 16 bytes from global to shared memory, fewer and then zeros where a size is given."""
        target, source = (self._places(x, ())[mask] for x in args[:2])
        size = self.read(args[3], "u32")[mask].astype(np.int64) if len(args) > 3 else np.full(mask.sum(), 16)
        assert np.all((source % 16 == 0) & (target % 16 == 0)), "not aligned"
        assert np.all(size <= 16)
        where = target - _SHARED_BASE
        assert np.all((where >= 0) & (where + 16 <= self.machine.shared_size)), "outside shared memory"
        where = where + self.machine.cta[mask].astype(np.int64) * self.machine.shared_size
        inside = np.arange(16) < size[:, None]
        cells = np.where(inside, source[:, None] + np.arange(16), 0)
        self.machine.shared[where[:, None] + np.arange(16)] = np.where(inside, self.machine.memory[cells], 0)
        self.machine.wrote(where[:, None] + np.arange(16), mask)

    def _bulk(self, words, args, mask):
        """cp.async.bulk: bytes between global and shared memory, by the thread that asks for it."""
        target, source = (self._places(x, ()) for x in args[:2])
        length, base = int(args[2]), self.machine.cta.astype(np.int64) * self.machine.shared_size - _SHARED_BASE
        for i in np.flatnonzero(mask):
            brings = words[2].startswith("shared")
            inside, outside = (target[i], source[i]) if brings else (source[i], target[i])
            assert inside % 16 == outside % 16 == length % 16 == 0, "not aligned"
            assert 0 <= inside - _SHARED_BASE <= self.machine.shared_size - length, "outside shared memory"
            here = self.machine.shared[inside + base[i] : inside + base[i] + length]
            there = self.machine.memory[outside : outside + length]
            assert len(there) == length, "outside memory"
            here[:], there[:] = (there, there) if brings else (here, here)

    def _call(self, args, mask):
        result, name, given = args[0].strip("()"), args[1], [x.strip() for x in args[2].strip("()").split(",")]
        function = self.machine.functions[name]
        params = {inner: self.params[x] for inner, x in zip(function.params, given, strict=True)}
        left = self.machine.run(function, params, mask)
        self.params[result] = left["func_retval0"]
