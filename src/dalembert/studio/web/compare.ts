/** A typed effort against the robot's own, term by term, at random states and random values of the symbols.
 *
 * Efforts are linear in q̈ and quadratic in q̇: what multiplies q̈_j, q̇_i², q̇_i q̇_j, q̇_i and 1 is told apart by setting
 * rates to 0 and ±1. Each of these coefficients is compared; a difference that is a known term says which one it is.
 * Equal at all random states to 1e-9 means equal with certainty for all practical purposes, and is no proof: the page
 * says so.
 */

import type { Kernel } from "./kernel";
import type { Formula, Values } from "./parse";
import type { Row, Term } from "./payload";

export const STATES = 24, CLOSE = 1e-9;

export interface Finding {
    say: "missing" | "remove" | "sign" | "factor" | "differs";
    slot: string; // "q̇₁²"
    term?: Term; // of the right answer
    typed?: string; // of the student's
    factor?: number; // typed / right
}
export interface Verdict { right: boolean; findings: Finding[]; forgot: boolean; other: boolean }

interface Slot { name: string; qd: Map<number, number>; qdd: number | null; kind: "square" | "product" | "rate" | "inertia" | "rest" }
type Effort = (v: Values) => number;

const SMALL = "₀₁₂₃₄₅₆₇₈₉";
const low = (k: number): string => String(k + 1).replace(/\d/g, (d) => SMALL[Number(d)]!);

export function compare(kernel: Kernel, row: Row, typed: { whole: Formula; terms: Formula[] }, seed = 1): Verdict {
    const { robot } = kernel, random = generator(seed);
    const parameters = Object.keys(robot.parameters);
    const samples = Array.from({ length: STATES }, () => sample(robot.nq, robot.nv, parameters, random));
    const right = row.terms.map((term): Effort => (v) => reference(kernel, parameters, v)[term.at]!);
    const whole: Effort = (v) => {
        const values = reference(kernel, parameters, v);
        return row.terms.reduce((s, x) => s + values[x.at]!, 0);
    };
    const all = typed.whole.at.bind(typed.whole);
    if (!samples.every((v) => Number.isFinite(all(v)))) return { right: false, findings: [], forgot: false, other: true };
    if (samples.every((v) => near(all(v), whole(v)))) return { right: true, findings: [], forgot: false, other: false };
    const findings: Finding[] = [];
    for (const slot of slots(robot.nv)) {
        const want = part(whole, slot, samples, robot.nv), got = part(all, slot, samples, robot.nv);
        if (equal(want, got)) continue;
        findings.push(explain(slot, want, got,
            row.terms.map((term, i) => ({ term, values: part(right[i]!, slot, samples, robot.nv) })),
            typed.terms.map((x) => ({ text: x.text, values: part((v) => x.at(v), slot, samples, robot.nv) }))));
    }
    return { right: false, findings, forgot: forgets(kernel, row, all, samples), other: !findings.length };
}

/** Terms of the right answer at values of everything. */
function reference(kernel: Kernel, parameters: string[], v: Values): Float64Array {
    const { nv, nq } = kernel.robot;
    const list = (name: string, n: number) => Float64Array.from({ length: n }, (_, i) => v[`${name}${i + 1}`] ?? 0);
    return kernel.equation({ q: list("q", nq), qd: list("qd", nv), qdd: list("qdd", nv) }, parameters.map((x) => v[x]!));
}

function slots(n: number): Slot[] {
    const found: Slot[] = [];
    for (let j = 0; j < n; j++) found.push({ name: `q̈${low(j)}`, qd: new Map(), qdd: j, kind: "inertia" });
    for (let i = 0; i < n; i++) found.push({ name: `q̇${low(i)}²`, qd: new Map([[i, 1]]), qdd: null, kind: "square" });
    for (let i = 0; i < n; i++)
        for (let j = i + 1; j < n; j++) found.push({ name: `q̇${low(i)}q̇${low(j)}`, qd: new Map([[i, 1], [j, 1]]), qdd: null, kind: "product" });
    for (let i = 0; i < n; i++) found.push({ name: `q̇${low(i)}`, qd: new Map([[i, 1]]), qdd: null, kind: "rate" });
    return [...found, { name: "rest", qd: new Map(), qdd: null, kind: "rest" }];
}

/** What multiplies a slot's motion, at every sample. */
function part(f: Effort, slot: Slot, samples: Values[], n: number): number[] {
    const still: Values = {};
    for (let i = 1; i <= n; i++) still[`qd${i}`] = still[`qdd${i}`] = 0;
    return samples.map((sample) => {
        const at = (qd: [number, number][], qdd: number | null = null) => {
            const v = { ...sample, ...still };
            for (const [i, x] of qd) v[`qd${i + 1}`] = x;
            if (qdd !== null) v[`qdd${qdd + 1}`] = 1;
            return f(v);
        };
        const rest = at([]), [a, b] = [...slot.qd.keys()];
        const square = (k: number) => (at([[k, 1]]) + at([[k, -1]])) / 2 - rest;
        switch (slot.kind) {
            case "rest": return rest;
            case "inertia": return at([], slot.qdd) - rest;
            case "square": return square(a!);
            case "rate": return (at([[a!, 1]]) - at([[a!, -1]])) / 2;
            case "product": return (at([[a!, 1], [b!, 1]]) - at([[a!, 1], [b!, -1]])
                - at([[a!, -1], [b!, 1]]) + at([[a!, -1], [b!, -1]])) / 4;
        }
    });
}

function explain(
    slot: Slot, want: number[], got: number[], right: { term: Term; values: number[] }[], typed: { text: string; values: number[] }[],
): Finding {
    const off = got.map((x, i) => x - want[i]!);
    const own = right.filter((x) => !zero(x.values));
    for (const { term, values } of own) {
        const k = ratio(off, values);
        if (k === -1) return { say: "missing", slot: slot.name, term };
        if (k === -2) return { say: "sign", slot: slot.name, term };
        if (k !== null) return { say: "factor", slot: slot.name, term, factor: k + 1 };
    }
    const extra = typed.find((x) => !zero(x.values) && ratio(off, x.values) === 1);
    if (extra) return { say: "remove", slot: slot.name, typed: extra.text };
    if (zero(want)) return { say: "remove", slot: slot.name, typed: typed.find((x) => !zero(x.values))?.text };
    return { say: zero(got) ? "missing" : "differs", slot: slot.name, term: own[0]?.term };
}

/** Whether the velocities are those of d/dt ∂T/∂q̇ alone, Σ ∂M_kj/∂q_i q̇_i q̇_j: the other half of Lagrange was left out. */
function forgets(kernel: Kernel, row: Row, typed: Effort, samples: Values[]): boolean {
    const n = kernel.robot.nv, parameters = Object.keys(kernel.robot.parameters), h = 1e-5;
    const whole: Effort = (v) => {
        const values = reference(kernel, parameters, v);
        return row.terms.reduce((s, x) => s + values[x.at]!, 0);
    };
    const speed = (f: Effort, v: Values) => {
        const still = { ...v };
        for (let i = 1; i <= n; i++) still[`qdd${i}`] = 0;
        const none = { ...still };
        for (let i = 1; i <= n; i++) none[`qd${i}`] = 0;
        return f(still) - f(none);
    };
    const naive = (v: Values) => {
        let sum = 0;
        for (let i = 1; i <= n; i++)
            for (let j = 1; j <= n; j++) {
                const entry = (x: number) => {
                    const at: Values = { ...v, [`q${i}`]: x };
                    for (let k = 1; k <= n; k++) at[`qd${k}`] = at[`qdd${k}`] = 0;
                    return whole({ ...at, [`qdd${j}`]: 1 }) - whole(at);
                };
                sum += (entry(v[`q${i}`]! + h) - entry(v[`q${i}`]! - h)) / (2 * h) * v[`qd${i}`]! * v[`qd${j}`]!;
            }
        return sum;
    };
    return samples.slice(0, 6).every((v) => Math.abs(speed(typed, v) - naive(v)) < 1e-6 * (1 + Math.abs(naive(v))))
        && !samples.every((v) => near(speed(typed, v), speed(whole, v)));
}

// ── numbers ──────────────────────────────────────────────────────────────────

function sample(nq: number, nv: number, parameters: string[], random: () => number): Values {
    const v: Values = {};
    for (let i = 1; i <= nq; i++) v[`q${i}`] = 6 * random() - 3;
    for (let i = 1; i <= nv; i++) {
        v[`qd${i}`] = 4 * random() - 2;
        v[`qdd${i}`] = 4 * random() - 2;
    }
    for (const x of parameters) v[x] = 0.3 + 1.4 * random();
    return v;
}

/** The same numbers every time: a linear congruence. */
function generator(seed: number): () => number {
    let x = (seed * 2654435761) >>> 0 || 1;
    return () => {
        x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
        return (x >>> 0) / 4294967296;
    };
}

const near = (a: number, b: number): boolean => Math.abs(a - b) <= CLOSE * (1 + Math.abs(b));
const equal = (a: number[], b: number[]): boolean => a.every((x, i) => near(x, b[i]!));
const zero = (a: number[]): boolean => a.every((x) => Math.abs(x) < CLOSE);

/** k with a = k b at every sample, if there is one. */
function ratio(a: number[], b: number[]): number | null {
    const i = b.reduce((best, x, j) => (Math.abs(x) > Math.abs(b[best]!) ? j : best), 0);
    if (Math.abs(b[i]!) < CLOSE) return null;
    const k = a[i]! / b[i]!;
    if (!a.every((x, j) => Math.abs(x - k * b[j]!) <= 1e-8 * (1 + Math.abs(x)))) return null;
    return Math.abs(k - Math.round(k * 12) / 12) < 1e-7 ? Math.round(k * 12) / 12 : k;
}
