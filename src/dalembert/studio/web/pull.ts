/** The tool pulled to a point: damped least squares on its position, J by differences of the kernel that draws.
 *
 *     Δq = Jᵀ (J Jᵀ + λ² 1)⁻¹ (p* − p),  coordinates kept within their limits; a base that floats stays.
 */

import type { Kernel } from "./kernel";
import { solve } from "./loop";

const ROUNDS = 12, STEP = 1e-6, CLOSE = 1e-5; // of the reach

type Point = [number, number, number];

/** q with the tool as near to a point as the robot gets from here. */
export function pulled(kernel: Kernel, q: Float64Array, to: Point): Float64Array {
    const { coordinates, nv, reach, bodies } = kernel.robot, at = 12 * bodies.length;
    const free = coordinates.map((x, k) => (x.floating ? -1 : k)).filter((k) => k >= 0);
    const tool = (x: Float64Array): Point => {
        const p = kernel.poses(x);
        return [p[at + 3]!, p[at + 7]!, p[at + 11]!];
    };
    let here = q, p = tool(q);
    for (let round = 0; round < ROUNDS; round++) {
        const e = p.map((x, i) => to[i]! - x), far = Math.hypot(...e);
        if (far < CLOSE * reach) break;
        const held = Math.min(1, 0.2 * reach / far);
        const columns = free.map((k) => {
            const dq = new Float64Array(nv);
            dq[k] = STEP;
            return tool(kernel.moved(here, dq)).map((x, i) => (x - p[i]!) / STEP);
        });
        const A = new Float64Array(9);
        for (let i = 0; i < 3; i++)
            for (let j = 0; j < 3; j++) A[3 * i + j] = columns.reduce((s, c) => s + c[i]! * c[j]!, i === j ? (0.02 * reach) ** 2 : 0);
        const y = solve(A, Float64Array.from(e, (x) => x * held));
        const dq = new Float64Array(nv);
        free.forEach((k, i) => (dq[k] = columns[i]!.reduce((s, c, r) => s + c * y[r]!, 0)));
        const next = kernel.moved(here, dq);
        for (const x of coordinates) if (x.place >= 0) next[x.place] = Math.max(x.lower, Math.min(x.upper, next[x.place]!));
        const then = tool(next);
        if (Math.hypot(...then.map((x, i) => to[i]! - x)) > far) break;
        [here, p] = [next, then];
    }
    return here;
}
