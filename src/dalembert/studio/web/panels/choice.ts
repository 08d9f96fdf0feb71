/** A run as Python gives it, and what can be chosen for it: controllers, friction, pushes. */

export interface Run {
    t: number[]; q: number[][]; qd: number[][]; tau: number[][]; ledger: Record<string, number[]>; residual: number; method: string; seconds: number;
    stopped: string; exceeded: string[]; told: Told; words: string;
}
export interface Told {
    controller: string; friction: string; friction_size: number; push: number[]; push_start: number; push_length: number; bandwidth: number; duration: number;
    q: number[]; qd: number[]; goal: number[]; frame: string;
}

export const CONTROLLERS: [string, string][] = [["none", "motors off"], ["hold", "holding torques"], ["pd", "PD alone"], ["pd_gravity", "PD + gravity"], ["computed_torque", "computed torque"]];
export const FRICTION: [string, string, string, number][] = [
    ["own", "own", "the robot's own", 0], ["none", "none", "none", 0], ["v01", "viscous", "viscous 0.1 N·m·s", 0.1], ["v1", "viscous", "viscous 1 N·m·s", 1],
    ["v5", "viscous", "viscous 5 N·m·s", 5], ["c1", "coulomb", "Coulomb 1 N·m", 1], ["c5", "coulomb", "Coulomb 5 N·m", 5],
];
export const PUSHES: [string, number, string][] = [["0", 0, "none"], ["5", 5, "5 N for 0.15 s"], ["30", 30, "30 N for 0.15 s"], ["90", 90, "90 N for 0.15 s"]];
export const LEDGER: Record<string, string> = { kinetic: "kinetic", potential: "potential", motors: "motors", friction: "lost to friction", push: "push", elastic: "springs" };
export const CLASSES: Record<string, string> = { kinetic: "kinetic", potential: "potential", motors: "sum", friction: "friction", push: "external", elastic: "external" };

export const short = (name: string): string => name.replace(/_?joint_?\d*/g, " ").replaceAll("_", " ").trim().slice(0, 14);

/** A horizontal direction. */
export function sideways(up: number[]): number[] {
    const k = Math.abs(up[0]!) < 0.5 ? 0 : 1;
    return [0, 1, 2].map((i) => (i === k ? 1 : 0));
}

/** Rows of a run at the times of another. */
export function resampled(run: Run, t: number[]): Run {
    const end = run.t.at(-1)!;
    const at = (x: number) => Math.min(run.t.length - 1, Math.round(x / end * (run.t.length - 1)));
    return { ...run, q: t.map((x) => run.q[at(x)]!), tau: t.map((x) => run.tau[at(x)]!) };
}
