/** Speed of the tool in each direction: J Jᵀ = Σ σ² u uᵀ, the velocity ellipsoid for |q̇| = 1, and lost directions.
 *
 * A planar arm never leaves its plane: only directions that it has in some posture count. [yoshikawa1985]
 */

import type { Kernel } from "./kernel";
import { columns, movers, type Point } from "./pull";

const POSTURES = 24, NONE = 1e-6, POOR = 0.05; // of the reach; of the least speed in the best posture

export interface Dexterity {
    speeds: number[]; // σ, largest first
    axes: number[]; // columns u, row by row
    ways: number; // directions that the robot has
    manipulability: number; // ∏ of their σ
    lost: boolean; // near a posture where one is lost
}

export class Tool {
    private which: number[];
    private ways = 0;
    private best = 0;

    constructor(private kernel: Kernel) {
        this.which = movers(kernel);
        const { robot } = kernel, found: number[][] = [];
        let seed = 7;
        const random = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 4294967296;
        for (let i = 0; i < (robot.loops ? 1 : POSTURES); i++) {
            const q = Float64Array.from(robot.home);
            if (i) for (const x of robot.coordinates) if (x.place >= 0 && !x.floating) q[x.place] = x.lower + (x.upper - x.lower) * random();
            found.push(this.at(q).speeds);
        }
        this.ways = Math.max(...found.map((x) => x.filter((s) => s > NONE * robot.reach).length));
        this.best = this.ways ? Math.max(...found.map((x) => x[this.ways - 1]!)) : 0;
    }

    at(q: Float64Array): Dexterity {
        const J = columns(this.kernel, q, this.which);
        const A = [0, 1, 2].map((i) => [0, 1, 2].map((j) => J.reduce((s, c) => s + c[i]! * c[j]!, 0)));
        const { values, vectors } = eigen(A);
        const speeds = values.map((x) => Math.sqrt(Math.max(0, x)));
        const manipulability = speeds.slice(0, this.ways).reduce((m, x) => m * x, 1);
        return { speeds, axes: vectors, ways: this.ways, manipulability, lost: this.ways > 0 && speeds[this.ways - 1]! < POOR * this.best };
    }

    /** The normal of the surface in which the tool moves, if it has two directions. */
    plane(q: Float64Array): Point | null {
        if (this.ways !== 2) return null;
        const { axes } = this.at(q);
        return [axes[2]!, axes[5]!, axes[8]!];
    }
}

/** Values, largest first, and vectors (columns, row by row) of a symmetric 3 × 3 matrix: Jacobi's rotations. */
export function eigen(given: number[][]): { values: number[]; vectors: number[] } {
    const A = given.map((x) => [...x]), V = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
    for (let sweep = 0; sweep < 24; sweep++)
        for (const [p, q] of [[0, 1], [0, 2], [1, 2]] as const) {
            const off = A[p]![q]!;
            if (Math.abs(off) < 1e-300) continue;
            const theta = (A[q]![q]! - A[p]![p]!) / (2 * off), t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.hypot(1, theta));
            const c = 1 / Math.hypot(1, t), s = t * c;
            for (let k = 0; k < 3; k++) [A[k]![p], A[k]![q]] = [c * A[k]![p]! - s * A[k]![q]!, s * A[k]![p]! + c * A[k]![q]!];
            for (let k = 0; k < 3; k++) [A[p]![k], A[q]![k]] = [c * A[p]![k]! - s * A[q]![k]!, s * A[p]![k]! + c * A[q]![k]!];
            for (let k = 0; k < 3; k++) [V[k]![p], V[k]![q]] = [c * V[k]![p]! - s * V[k]![q]!, s * V[k]![p]! + c * V[k]![q]!];
        }
    const order = [0, 1, 2].sort((a, b) => A[b]![b]! - A[a]![a]!);
    return { values: order.map((i) => A[i]![i]!), vectors: [0, 1, 2].flatMap((r) => order.map((i) => V[r]![i]!)) };
}
