/** A run computed by Python, and its options: controllers, friction, pushes. */

import { number } from "../element";
import { list } from "./panel";

/** Joint, quantity, limit, farthest value, unit, and time of the first excess. */
export type Excess = [string, string, number, number, string, number];
export interface Run {
    t: number[]; q: number[][]; qd: number[][]; tau: number[][]; balance: Record<string, number[]>; residual: number; method: string; seconds: number;
    stopped: string; exceeded: Excess[]; request: SimulationRequest; words: string;
}
export interface SimulationRequest {
    controller: string; friction: string; friction_size: number; push: number[]; push_start: number; push_length: number; bandwidth: number; duration: number;
    q: number[]; qd: number[]; goal: number[]; frame: string;
}

export const CONTROLLERS: [string, string][] = [["none", "motors off"], ["hold", "holding torques"], ["pd", "PD alone"], ["pd_gravity", "PD + gravity"], ["computed_torque", "computed torque"]];
export const FRICTION: [string, string, string, number][] = [
    ["own", "own", "the robot's own", 0], ["none", "none", "none", 0], ["v01", "viscous", "viscous 0.1 N·m·s", 0.1], ["v1", "viscous", "viscous 1 N·m·s", 1],
    ["v5", "viscous", "viscous 5 N·m·s", 5], ["c1", "coulomb", "Coulomb 1 N·m", 1], ["c5", "coulomb", "Coulomb 5 N·m", 5],
];
export const PUSHES: [string, number, string][] = [["0", 0, "none"], ["5", 5, "5 N for 0.15 s"], ["30", 30, "30 N for 0.15 s"], ["90", 90, "90 N for 0.15 s"]];
export const BALANCE: Record<string, string> = { kinetic: "kinetic", potential: "potential", motors: "motors", friction: "lost to friction", push: "push", elastic: "springs" };
export const CLASSES: Record<string, string> = { kinetic: "kinetic", potential: "potential", motors: "sum", friction: "friction", push: "external", elastic: "external" };

/** Per joint, in their order: what exceeds its limits, with the farther side of each quantity, and when first. */
export function exceeded(found: Excess[]): { joint: string; time: number; words: string[] }[] {
    const joints = [...new Set(found.map(([joint]) => joint))];
    return joints.map((joint) => {
        const own = found.filter(([x]) => x === joint), kinds = [...new Set(own.map(([, kind]) => kind))];
        return {
            joint, time: Math.min(...own.map((x) => x[5])),
            words: kinds.map((kind) => {
                const [first, ...more] = own.filter(([, x]) => x === kind).sort((a, b) => Math.abs(b[3] - b[2]) - Math.abs(a[3] - a[2]));
                const [, , limit, value, unit] = first!, both = more.some((x) => x[2] === -limit) || kind !== "joint position";
                return `${number(value, Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0)} ${unit} (limit ${both ? `±${number(Math.abs(limit))}` : number(limit)})`;
            }),
        };
    });
}

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

const steers = (x: SimulationRequest): boolean => !["none", "hold"].includes(x.controller);

/** The run in Python. */
export function called(x: SimulationRequest, digits: number): string {
    const w = x.bandwidth, still = x.controller === "computed_torque" ? "" : "*M", plant = x.friction === "own" ? "robot" : "plant";
    const who = x.controller === "pd" ? "pd_gravity(replace(robot.rigid(), gravity=(0, 0, 0))" : `${x.controller}(robot`;
    const law = `da.control.${who}, ${list(x.goal, digits)}, ${w * w}${still}, ${2 * w}${still})`;
    const tau = steers(x) ? `, tau=${law}` : x.controller === "hold" ? `, tau=da.statics.static_torque(robot, ${list(x.q, digits)})` : "";
    const wrench = x.push.some(Boolean) ? `, wrench={${JSON.stringify(x.frame)}: lambda t, q, qd: ${list([...x.push, 0, 0, 0], digits)} if ${x.push_start} <= t < ${x.push_start + x.push_length} else [0] * 6}` : "";
    return `da.simulate(${plant}, ${list(x.q, digits)}, ${list(x.qd, digits)}, duration=${x.duration}${tau}${wrench})`;
}

/** Preceding lines: imports, chosen friction, gains. */
export function prepared(x: SimulationRequest): string[] {
    return [
        ...(x.friction === "own" ? [] : ["from dalembert.studio.handlers.mechanics import with_friction", `plant = with_friction(robot, {"friction": "${x.friction}", "friction_size": ${x.friction_size}})`]),
        ...(["pd", "pd_gravity"].includes(x.controller) ? ["import numpy as np", "from dataclasses import replace", `M = np.diag(np.diag(da.mass_matrix(robot, ${list(x.goal, 12)})))`] : []),
    ];
}

/** n numbers of a link, or none. */
export const vector = (x: unknown, n: number): number[] | null => (Array.isArray(x) && x.length === n && x.every((y) => Number.isFinite(y)) ? (x as number[]) : null);
