"""The types of a JavaScript package: `NAME.d.ts`."""

from __future__ import annotations

from collections.abc import Sequence

from dalembert.codegen.packages.target import March, Routine
from dalembert.codegen.tape import Operand

_SHARED = """
/** Numbers that are read: a list or a typed array. */
export type Numbers = ArrayLike<number>;

export interface Operations { readonly mul: number; readonly add: number; readonly div: number; readonly sincos: number; readonly other: number; }

export interface Operand { readonly name: string; readonly shape: readonly number[]; readonly size: number; }

/** What a function is; matrices are row by row. */
export interface About {
    readonly name: string;
    readonly words: string;
    readonly inputs: readonly Operand[];
    readonly outputs: readonly Operand[];
    readonly operations: Operations;
}

/** Steps in time; `state` tells where q, qd and the rest begin and end in x. */
export interface March {
    /** The state after `steps` steps of h seconds with u held. */
    (x: Numbers, u: Numbers, h: number, steps?: number, out?: Float64Array): Float64Array;
    /** `count` trajectories, u in rows of samples: the states after each sample, (count, samples, states). */
    batch(count: number, x: Numbers, u: Numbers, h: number, steps?: number, samples?: number, out?: Float64Array): Float64Array;
    readonly about: {
        readonly name: string;
        readonly words: string;
        readonly states: number;
        readonly inputs: number;
        readonly state: Readonly<Record<string, readonly [number, number]>>;
        readonly operations: Operations;
        readonly stages: number;
    };
}
"""

_MODEL = """
export interface Model {
    readonly name: string;
    readonly digest: string;
    readonly version: string;
    /** The names of the coordinates, one a rate. */
    readonly coordinates: readonly string[];
    /** q where nothing has moved: a start for simulations. */
    readonly neutral: readonly number[];
    /** What the input `parameters` holds, where there is one. */
    readonly parameters: readonly string[];
    /** Compute the stored states; the largest error of each function. */
    self_test(): { passed: boolean; errors: Record<string, number> };
%s
}

/** A model, ready to compute. Each call gives one with memory of its own. */
export declare function load(): Promise<Model>;
"""


def types(routines: Sequence[Routine], marches: Sequence[March], title: str) -> str:
    """The whole file."""
    lines = [_routine(x) for x in routines]
    lines += [f"    /** {x.words} */\n    readonly {x.stepping.name}: March;" for x in marches]
    return title + "\n" + _SHARED + _MODEL % "\n".join(lines)


def _routine(x: Routine) -> str:
    f = x.function
    given = ", ".join(f"{y.name}: {'Numbers' if y.shape else 'number | Numbers'}" for y in f.inputs)
    many = ", ".join(f"{y.name}: Numbers" for y in f.inputs)
    if len(f.outputs) == 1:
        found, out = _kind(f.outputs[0]), "Float64Array"
    else:
        found = "{ " + " ".join(f"{y.name}: {_kind(y)};" for y in f.outputs) + " }"
        out = _several(f.outputs)
    return f"""    /** {x.words}; {f.tape.operations} */
    readonly {f.name}: {{
        ({given}): {found};
        ({given}, out: {out}): {out};
        /** Many states, an operand given in rows or once for all of them. */
        batch(count: number, {many}, out?: {out}): {out};
        /** Compute what lies in `inputs`; nothing is allocated. */
        run(): void;
        readonly inputs: {_several(f.inputs)};
        readonly outputs: {_several(f.outputs)};
        readonly about: About;
    }};"""


def _kind(x: Operand) -> str:
    return "Float64Array" if x.shape else "number"


def _several(operands: Sequence[Operand]) -> str:
    return "{ " + " ".join(f"readonly {y.name}: Float64Array;" for y in operands) + " }"
