/** Loops closed in the page: Newton's steps on φ(q) = 0, the least change of the coordinates that are free to follow. */

import type { Kernel } from "./kernel";
import type { Payload } from "./payload";

const STEPS = 24, CLOSED = 1e-11, WIDEST = 0.12; // steps of one closure; m or rad; how far a coordinate goes at once

/** x with A x = b, A symmetric and positive: Cholesky's factors. */
export function solve(A: Float64Array, b: Float64Array): Float64Array {
    const n = b.length, L = A.slice(), x = b.slice();
    for (let j = 0; j < n; j++)
        for (let i = j; i < n; i++) {
            let s = L[i * n + j]!;
            for (let k = 0; k < j; k++) s -= L[i * n + k]! * L[j * n + k]!;
            L[i * n + j] = i === j ? Math.sqrt(Math.max(s, 1e-300)) : s / L[j * n + j]!;
        }
    for (let i = 0; i < n; i++) {
        for (let k = 0; k < i; k++) x[i]! -= L[i * n + k]! * x[k]!;
        x[i]! /= L[i * n + i]!;
    }
    for (let i = n - 1; i >= 0; i--) {
        for (let k = i + 1; k < n; k++) x[i]! -= L[k * n + i]! * x[k]!;
        x[i]! /= L[i * n + i]!;
    }
    return x;
}

/** q with its loops closed while the `held` rates stay; null where they do not close. */
export function closed(kernel: Kernel, q: Float64Array, held: Set<number>): Float64Array | null {
    const n = kernel.robot.nv;
    let at = q;
    for (let step = 0; step < STEPS; step++) {
        const { phi, J } = kernel.closure(at), m = phi.length;
        const gap = Math.max(0, ...phi.map(Math.abs));
        if (!Number.isFinite(gap)) return null;
        if (gap < CLOSED) return at;
        const A = new Float64Array(m * m);
        let trace = 0;
        for (let i = 0; i < m; i++)
            for (let j = 0; j < m; j++) {
                let s = 0;
                for (let k = 0; k < n; k++) if (!held.has(k)) s += J[i * n + k]! * J[j * n + k]!;
                A[i * m + j] = s;
                if (i === j) trace += s;
            }
        for (let i = 0; i < m; i++) A[i * m + i]! += 1e-10 * trace / m + 1e-18;
        const y = solve(A, phi.map((x) => -x));
        const dq = new Float64Array(n);
        for (let k = 0; k < n; k++) if (!held.has(k)) for (let i = 0; i < m; i++) dq[k]! += J[i * n + k]! * y[i]!;
        at = kernel.moved(at, dq);
    }
    const { phi } = kernel.closure(at);
    return Math.max(...phi.map(Math.abs)) < 1e-8 ? at : null;
}

/** λ for which the efforts of all passive joints vanish; the smallest one if there are many. */
export function multipliers(robot: Payload, count: number, values: (lambdas: Float64Array) => ArrayLike<number>): Float64Array {
    const rows = robot.equations!.rows.filter((x) => !robot.coordinates[x.coordinate]!.driven);
    const efforts = (l: Float64Array) => {
        const v = values(l);
        return rows.map((row) => row.terms.reduce((s, x) => s + v[x.at]!, 0));
    };
    const rest = efforts(new Float64Array(count));
    const columns = Array.from({ length: count }, (_, i) => {
        const one = new Float64Array(count);
        one[i] = 1;
        return efforts(one).map((x, k) => x - rest[k]!);
    });
    const A = new Float64Array(count * count), b = new Float64Array(count);
    columns.forEach((a, i) => {
        columns.forEach((c, j) => (A[i * count + j] = a.reduce((s, x, k) => s + x * c[k]!, i === j ? 1e-14 : 0)));
        b[i] = -a.reduce((s, x, k) => s + x * rest[k]!, 0);
    });
    return solve(A, b);
}

/** Coordinate k taken to a value in small steps, loops closed at each; as far as they close. */
export function led(kernel: Kernel, q: Float64Array, k: number, value: number): { q: Float64Array; reached: boolean } {
    const { coordinates, nv } = kernel.robot, x = coordinates[k]!;
    const driven = coordinates.map((c, i) => (c.driven ? i : -1)).filter((i) => i >= 0);
    const held = new Set(x.driven ? driven : [k]);
    let here = q;
    const steps = Math.max(1, Math.ceil(Math.abs(value - here[x.place]!) / WIDEST));
    for (let i = 0; i < steps; i++) {
        const dq = new Float64Array(nv);
        dq[k] = (value - here[x.place]!) / (steps - i);
        const next = closed(kernel, kernel.moved(here, dq), held);
        if (!next) return { q: here, reached: false };
        here = next;
    }
    return { q: here, reached: true };
}
