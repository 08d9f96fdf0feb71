/** The tool pulled to a point: damped least squares on its position, J by differences of the kernel that draws.
 *
 *     Δq = Jᵀ (J Jᵀ + λ² 1)⁻¹ (p* − p),  coordinates stay within their limits; a floating base stays.
 *
* In a mechanism the driven coordinates are moved and the loops closed after each step.
 */

import type { Kernel } from "./kernel";
import { closed, solve } from "./loop";

const ROUNDS = 12, STEP = 1e-6, CLOSE = 1e-5; // of the reach

export type Point = [number, number, number];

/** Where the tool is. */
export function tool(kernel: Kernel, q: ArrayLike<number>): Point {
    const p = kernel.poses(q), at = 12 * kernel.robot.bodies.length;
    return [p[at + 3]!, p[at + 7]!, p[at + 11]!];
}

/** Coordinates that move the tool: all except those of a floating base; in a mechanism those with a motor. */
export function movers(kernel: Kernel): number[] {
    const { coordinates, loops } = kernel.robot, own = coordinates.map((x, k) => ((loops ? x.driven : !x.floating) ? k : -1)).filter((k) => k >= 0);
    return own.length ? own : coordinates.map((_, k) => k).filter((k) => !coordinates[k]!.floating);
}

/** q with these coordinates moved and loops closed; null if they do not close. */
function moved(kernel: Kernel, q: Float64Array, which: number[], by: ArrayLike<number>): Float64Array | null {
    const dq = new Float64Array(kernel.robot.nv);
    which.forEach((k, i) => (dq[k] = by[i]!));
    const next = kernel.moved(q, dq);
    return kernel.robot.loops ? closed(kernel, next, new Set(which)) : next;
}

/** How the tool moves with each coordinate: columns of J, position only. */
export function columns(kernel: Kernel, q: Float64Array, which: number[]): Point[] {
    return which.map((_, i) => {
        const by = (s: number) => moved(kernel, q, which, which.map((_, j) => (j === i ? s * STEP : 0)));
        const [a, b] = [by(1), by(-1)];
        if (!a || !b) return [0, 0, 0];
        const high = tool(kernel, a), low = tool(kernel, b);
        return high.map((x, r) => (x - low[r]!) / (2 * STEP)) as Point;
    });
}

/** q with the tool as near to a point as the robot gets from here. */
export function pulled(kernel: Kernel, q: Float64Array, to: Point): Float64Array {
    const { coordinates, reach } = kernel.robot, which = movers(kernel);
    let here = q, p = tool(kernel, q);
    for (let round = 0; round < ROUNDS; round++) {
        const e = p.map((x, i) => to[i]! - x), far = Math.hypot(...e);
        if (far < CLOSE * reach) break;
        const held = Math.min(1, 0.2 * reach / far), J = columns(kernel, here, which);
        const A = new Float64Array(9);
        for (let i = 0; i < 3; i++)
            for (let j = 0; j < 3; j++) A[3 * i + j] = J.reduce((s, c) => s + c[i]! * c[j]!, i === j ? (0.02 * reach) ** 2 : 0);
        const y = solve(A, Float64Array.from(e, (x) => x * held));
        const by = J.map((c, i) => {
            const x = coordinates[which[i]!]!, step = c.reduce((s, v, r) => s + v * y[r]!, 0);
            return x.place < 0 ? step : Math.max(x.lower, Math.min(x.upper, here[x.place]! + step)) - here[x.place]!;
        });
        const next = moved(kernel, here, which, by);
        if (!next) break;
        const then = tool(kernel, next);
        if (!(Math.hypot(...then.map((x, i) => to[i]! - x)) <= far)) break;
        [here, p] = [next, then];
    }
    return here;
}
