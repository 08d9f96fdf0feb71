/** Compare a typed effort with the robot's own, term by term, at random states and random values of the symbols.
 *
 * Efforts are linear in q̈ and λ and quadratic in q̇: what multiplies q̈_j, q̇_i², q̇_i q̇_j, q̇_i, λ_i and 1 is distinguished by
 * setting rates to 0 and ±1. Each of these coefficients is compared with what the terms of the robot's own add up to, so
 * that a small term counts as much as a large one; a difference equal to a known term names this term.
* Agreement to nine digits at all random states is certain for practical purposes but is not a proof; the
* page states this. Numbers that the page rounds must be right to the digits shown.
 */

import type { Kernel } from "./kernel";
import type { Formula, Values } from "./parse";
import type { Payload, Row, Term } from "./payload";

export const STATES = 24;
const CLOSE = 1e-9, ROUNDING = 1e-12; // of the size of the terms; of the largest number on the way

export interface Finding {
    fault: "missing" | "remove" | "sign" | "factor" | "differs";
    slot: string; // "q̇₁²"
    term?: Term; // of the right answer
    typed?: string; // of the student's
    factor?: number; // typed / right
}
/** `right` is null if the answer is right only in absolute angles. */
export interface Verdict { right: boolean | null; findings: Finding[]; forgot: boolean; other: boolean }

interface Slot { name: string; at: string[]; kind: "square" | "product" | "rate" | "linear" | "rest" }
type Effort = (v: Values) => number;
/** A coefficient at every sample, and what rounding on the way may have done to it. */
interface Part { values: number[]; blur: number[] }

const SMALL = "₀₁₂₃₄₅₆₇₈₉";
const low = (k: number): string => String(k + 1).replace(/\d/g, (d) => SMALL[Number(d)]!);

export function compare(kernel: Kernel, row: Row, typed: { whole: Formula; terms: Formula[] }, seed = 1): Verdict {
    const { robot } = kernel, random = generator(seed), close = robot.quiz!.digits ? 10 ** (1 - robot.quiz!.digits) : CLOSE;
    const samples = Array.from({ length: STATES }, () => sample(robot, random));
    const each = (v: Values) => row.terms.map((x) => reference(kernel, v)[x.at]!);
    const whole: Effort = (v) => each(v).reduce((s, x) => s + x, 0);
    const all: Effort = (v) => typed.whole.at(v);
    const none = { right: false, findings: [], forgot: false, other: true };
    if (!samples.every((v) => Number.isFinite(all(v)))) return none;
    const findings: Finding[] = [];
    for (const slot of slots(robot)) {
        const own = parts(each, slot, samples, robot), want = sum(own);
        const [got, ...theirs] = parts((v) => [all(v), ...typed.terms.map((x) => x.at(v))], slot, samples, robot);
        const size = samples.map((_, i) => own.reduce((s, x) => s + Math.abs(x.values[i]!), 0));
        if (samples.every((_, i) => Math.abs(got!.values[i]! - want.values[i]!) <= close * size[i]! + want.blur[i]! + got!.blur[i]!)) continue;
        findings.push(explain(slot, want, got!, own.map((part, i) => ({ term: row.terms[i]!, part })), theirs.map((part, i) => ({ text: typed.terms[i]!.text, part }))));
    }
    const same = samples.every((v) => Math.abs(all(v) - whole(v)) <= close * each(v).reduce((s, x) => s + Math.abs(x), 0));
    if (!findings.length) return same ? { ...none, right: true, other: false } : none;
    const right = grounded(kernel, row, all, samples, close) ? null : false;
    return { right, findings, forgot: !robot.quiz!.balls.length && forgets(robot, whole, all, samples), other: false };
}

/** Whether an answer is right in absolute angles, with the efforts of the joints or of the angles. */
function grounded(kernel: Kernel, row: Row, all: Effort, samples: Values[], close: number): boolean {
    const { equations, quiz } = kernel.robot, A = quiz!.absolute?.matrix, at = equations!.rows.indexOf(row);
    if (!A) return false;
    const both = samples.map((v) => {
        const w = { ...v };
        for (const x of ["q", "qd", "qdd"]) A.forEach((line, i) => (w[`${x}${i + 1}`] = line.reduce((s, a, j) => s + a * v[`${x}${j + 1}`]!, 0)));
        const terms = reference(kernel, w), tau = equations!.rows.map((r) => r.terms.reduce((s, x) => s + terms[x.at]!, 0));
        const size = terms.reduce((s, x) => s + Math.abs(x), 0), typed = all(v);
        return [tau[at]!, A.reduce((s, line, i) => s + line[at]! * tau[i]!, 0)].map((x) => Math.abs(x - typed) <= close * size);
    });
    return [0, 1].some((k) => both.every((x) => x[k]));
}

/** Terms of the right answer at values of everything. */
function reference(kernel: Kernel, v: Values): Float64Array {
    const { nv, quiz, parameters } = kernel.robot;
    const list = (names: string[]) => Float64Array.from(names, (x) => v[x] ?? 0);
    const rates = (letter: string) => list(Array.from({ length: nv }, (_, i) => `${letter}${i + 1}`));
    return kernel.terms({ q: list(quiz!.q), qd: rates("qd"), qdd: rates("qdd") }, list(Object.keys(parameters)), list(quiz!.lambdas));
}

function slots({ nv, quiz }: Payload): Slot[] {
    const found: Slot[] = [], every = Array.from({ length: nv }, (_, i) => i);
    for (const i of every) found.push({ name: `q̈${low(i)}`, at: [`qdd${i + 1}`], kind: "linear" });
    for (const i of every) found.push({ name: `q̇${low(i)}²`, at: [`qd${i + 1}`], kind: "square" });
    for (const i of every) for (const j of every.slice(i + 1)) found.push({ name: `q̇${low(i)}q̇${low(j)}`, at: [`qd${i + 1}`, `qd${j + 1}`], kind: "product" });
    for (const i of every) found.push({ name: `q̇${low(i)}`, at: [`qd${i + 1}`], kind: "rate" });
    quiz!.lambdas.forEach((x, i) => found.push({ name: `λ${low(i)}`, at: [x], kind: "linear" }));
    return [...found, { name: "rest", at: [], kind: "rest" }];
}

/** Symbols may have any name, also names of an object's own properties. */
const empty = (): Values => Object.create(null) as Values;

/** All rates, accelerations and loop forces are zero. */
function still({ nv, quiz }: Payload): Values {
    const v = empty();
    for (let i = 1; i <= nv; i++) v[`qd${i}`] = v[`qdd${i}`] = 0;
    for (const x of quiz!.lambdas) v[x] = 0;
    return v;
}

/** Coefficient of a slot's motion in several efforts, at each sample. */
function parts(f: (v: Values) => number[], slot: Slot, samples: Values[], robot: Payload): Part[] {
    const none = still(robot);
    const found = f(samples[0]!).map((): Part => ({ values: [], blur: [] }));
    for (const sample of samples) {
        const at = (...signs: number[]) => {
            const v = { ...sample, ...none };
            slot.at.forEach((x, i) => (v[x] = signs[i] ?? 0));
            return f(v);
        };
        const rest = at(), signs = { rest: [], linear: [[1]], square: [[1], [-1]], rate: [[1], [-1]], product: [[1, 1], [1, -1], [-1, 1], [-1, -1]] }[slot.kind];
        const each = signs.map((x) => at(...x));
        found.forEach((x, k) => {
            const [a, b, c, d] = each.map((y) => y[k]!) as [number, number, number, number];
            x.values.push({ rest: rest[k]!, linear: a - rest[k]!, square: (a + b) / 2 - rest[k]!, rate: (a - b) / 2, product: (a - b - c + d) / 4 }[slot.kind]);
            x.blur.push(ROUNDING * Math.max(Math.abs(rest[k]!), ...each.map((y) => Math.abs(y[k]!))));
        });
    }
    return found;
}

const sum = (all: Part[]): Part => ({
    values: all[0]!.values.map((_, i) => all.reduce((s, x) => s + x.values[i]!, 0)), blur: all[0]!.blur.map((_, i) => all.reduce((s, x) => s + x.blur[i]!, 0)),
});

function explain(slot: Slot, want: Part, got: Part, right: { term: Term; part: Part }[], typed: { text: string; part: Part }[]): Finding {
    const off = { values: got.values.map((x, i) => x - want.values[i]!), blur: got.blur.map((x, i) => x + want.blur[i]!) };
    const own = right.filter((x) => !zero(x.part)), theirs = typed.filter((x) => !zero(x.part));
    for (const { term, part } of own) {
        const k = ratio(off, part);
        if (k === -1) return { fault: "missing", slot: slot.name, term };
        if (k === -2) return { fault: "sign", slot: slot.name, term };
        if (k !== null) return { fault: "factor", slot: slot.name, term, factor: k + 1 };
    }
    const extra = theirs.find((x) => ratio(off, x.part) === 1);
    if (extra) return { fault: "remove", slot: slot.name, typed: extra.text };
    if (zero(want)) return { fault: "remove", slot: slot.name, typed: theirs[0]?.text };
    return { fault: zero(got) ? "missing" : "differs", slot: slot.name, term: own[0]?.term };
}

/** Whether the velocity terms are those of d/dt ∂T/∂q̇ alone, Σ ∂M_kj/∂q_i q̇_i q̇_j: −∂T/∂q is missing. */
function forgets(robot: Payload, whole: Effort, typed: Effort, samples: Values[]): boolean {
    const n = robot.nv, h = 1e-5, none = still(robot);
    const speed = (f: Effort, v: Values) => {
        const moving = { ...v, ...none };
        for (let i = 1; i <= n; i++) moving[`qd${i}`] = v[`qd${i}`]!;
        return f(moving) - f({ ...v, ...none });
    };
    const naive = (v: Values) => {
        let sum = 0;
        for (let i = 1; i <= n; i++)
            for (let j = 1; j <= n; j++) {
                const entry = (x: number) => {
                    const at: Values = { ...v, ...none, [`q${i}`]: x };
                    return whole({ ...at, [`qdd${j}`]: 1 }) - whole(at);
                };
                sum += (entry(v[`q${i}`]! + h) - entry(v[`q${i}`]! - h)) / (2 * h) * v[`qd${i}`]! * v[`qd${j}`]!;
            }
        return sum;
    };
    const few = samples.slice(0, 6).map((v) => ({ naive: naive(v), typed: speed(typed, v), right: speed(whole, v) }));
    const most = Math.max(...few.map((x) => Math.abs(x.naive)));
    return few.every((x) => Math.abs(x.typed - x.naive) < 1e-6 * most) && few.some((x) => Math.abs(x.typed - x.right) > 1e-6 * most);
}

// ── numbers ──────────────────────────────────────────────────────────────────

function sample({ quiz, nv, parameters }: Payload, random: () => number): Values {
    const v = empty();
    for (const x of quiz!.q) v[x] = 6 * random() - 3;
    for (const at of quiz!.balls) {
        const four = quiz!.q.slice(at, at + 4), size = Math.hypot(...four.map((x) => v[x]!));
        for (const x of four) v[x]! /= size;
    }
    for (let i = 1; i <= nv; i++) {
        v[`qd${i}`] = 4 * random() - 2;
        v[`qdd${i}`] = 4 * random() - 2;
    }
    for (const x of quiz!.lambdas) v[x] = 4 * random() - 2;
    for (const x of Object.keys(parameters)) v[x] = 0.3 + 1.4 * random();
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

const zero = (a: Part): boolean => a.values.every((x, i) => Math.abs(x) <= a.blur[i]!);

/** k with a = k b at every sample, if there is one. */
function ratio(a: Part, b: Part): number | null {
    const i = b.values.reduce((best, x, j) => (Math.abs(x) > Math.abs(b.values[best]!) ? j : best), 0);
    if (Math.abs(b.values[i]!) <= b.blur[i]!) return null;
    const k = a.values[i]! / b.values[i]!;
    if (!a.values.every((x, j) => Math.abs(x - k * b.values[j]!) <= 1e-8 * Math.abs(k * b.values[j]!) + a.blur[j]! + Math.abs(k) * b.blur[j]!)) return null;
    return Math.abs(k - Math.round(k * 12) / 12) < 1e-7 ? Math.round(k * 12) / 12 : k;
}
