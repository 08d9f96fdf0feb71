/** Controllers in the page, from the robot's own programs: what the motors give at a state, held until the next sample.
 *
 *     hold              τ = g(q₀)
 *     pd                τ = Kp (q* − q) − Kd q̇,             Kp = ω² diag M(q*), Kd = 2 ω diag M(q*)
 *     pd_gravity        the same and g(q)
 *     computed_torque   τ = M (ω² (q* − q) − 2 ω q̇) + c + g + friction
 *
 * Where there are loops, g is what the motors bear of the weight, and the accelerations are the nearest that the loops allow.
 */

import type { Kernel } from "./kernel";
import type { Control } from "./payload";

export type Law = (q: Float64Array, qd: Float64Array) => Float64Array;
export const CONTROLS: Record<Control, string> = {
    none: "Motors off", hold: "Hold the weight", pd: "PD", pd_gravity: "PD + gravity", computed_torque: "Computed torque",
};

/** Null if the motors are off. */
export function law(kernel: Kernel, control: Control, goal: ArrayLike<number>, w: number, q0: Float64Array): Law | null {
    const { nv, coordinates, loops } = kernel.robot, still = new Float64Array(nv);
    const efforts = (q: Float64Array, qd: Float64Array, qdd: Float64Array) => kernel.shares({ q, qd, qdd }).total;
    const left = (q: Float64Array, k: number) => (coordinates[k]!.place < 0 ? 0 : goal[coordinates[k]!.place]! - q[coordinates[k]!.place]!); // ball joints have no motor
    const driven = (tau: Float64Array) => tau.map((x, k) => (coordinates[k]!.driven ? x : 0));
    if (control === "none") return null;
    if (control === "hold") {
        const weight = driven(efforts(q0, still, still));
        return () => weight;
    }
    if (control === "computed_torque")
        return (q, qd) => {
            const wish = qd.map((v, k) => w * w * left(q, k) - 2 * w * v);
            return efforts(q, qd, loops ? kernel.fitted({ q, qd, qdd: wish }).qdd.slice() : wish);
        };
    const at = Float64Array.from(goal);
    const inertia = still.map((_, k) => {
        const one = still.slice();
        one[k] = 1;
        return kernel.shares({ q: at, qd: still, qdd: one }).kinds.inertial?.[k] ?? 0;
    });
    const weight = control === "pd" ? () => still : (q: Float64Array) => efforts(q, still, still);
    return (q, qd) => {
        const g = weight(q);
        return driven(qd.map((v, k) => g[k]! + inertia[k]! * (w * w * left(q, k) - 2 * w * v)));
    };
}
