/** The robot's compiled functions, WebAssembly rendered from its tape, and the quantities that the page computes with them. */

import { load, type March, type Routine } from "runtime";

import { multipliers } from "./loop";
import type { Kind, Payload } from "./payload";

export interface State { q: Float64Array; qd: Float64Array; qdd: Float64Array }
export interface Shares { total: Float64Array; kinds: Partial<Record<Kind, Float64Array>> }
export interface Energy { T: number; U: number }

export class Kernel {
    private constructor(readonly robot: Payload, private readonly model: Record<string, unknown>) {}

    static async load(robot: Payload): Promise<Kernel> {
        return new Kernel(robot, await load(robot.contents, robot.wasm));
    }

    has(name: string): boolean {
        return name in this.model;
    }

    private routine(name: string): Routine {
        return this.model[name] as Routine;
    }

    /** Twelve numbers a body, three rows [R | p], then those of the tool. */
    poses(q: ArrayLike<number>, out?: Float64Array): Float64Array {
        return out ? this.routine("poses")(q, out) : this.routine("poses")(q);
    }

    /** Efforts and their parts; with loops, the loop forces are the remainder of the motor efforts. */
    shares(x: State): Shares {
        const given = this.routine("terms")(x.q, x.qd, x.qdd) as unknown as Record<string, Float64Array> | Float64Array;
        const found = given instanceof Float64Array ? { total: given } : given; // a robot without mass needs no effort of any kind
        const { total, velocity, ...kinds } = found as { total: Float64Array; velocity?: Float64Array };
        const split = velocity && this.robot.splits ? this.split(x, velocity) : velocity ? { velocity } : {};
        if (!this.robot.loops) return { total, kinds: { ...kinds, ...split } };
        const driven = this.routine("motors")(x.q, x.qd, x.qdd) as unknown as Float64Array & { motors?: Float64Array };
        const motors = driven.motors ?? driven, loop = motors.map((y, k) => y - total[k]!);
        return { total: motors, kinds: { ...kinds, ...split, loop } };
    }

    /** c = Σ_i c(q, q̇_i e_i) + the rest: squares of one rate, and products of two. */
    private split(x: State, velocity: Float64Array): Partial<Record<Kind, Float64Array>> {
        const n = this.robot.nv;
        const alone = new Float64Array(n * n);
        for (let i = 0; i < n; i++) alone[i * n + i] = x.qd[i]!;
        const each = this.routine("velocity").batch(n, x.q, alone);
        const centrifugal = new Float64Array(n), Coriolis = new Float64Array(n);
        for (let k = 0; k < n; k++) {
            for (let i = 0; i < n; i++) centrifugal[k]! += each[i * n + k]!;
            Coriolis[k] = velocity[k]! - centrifugal[k]!;
        }
        return { centrifugal, Coriolis };
    }

    /** Of a state of the simulation. */
    energy(x: ArrayLike<number>): Energy {
        const found = this.routine("energy")(x) as unknown as { T: number; U: number };
        return { T: found.T, U: found.U };
    }

    /** Operations of one call. */
    operations(name: string): number {
        const found = this.robot.contents.functions.find((x) => x.name === name)?.operations;
        return found ? found.mul + found.add + found.div + found.sincos : 0;
    }

    /** Values of the displayed terms at a state and values of the symbols; loop forces replace the efforts of passive joints. */
    equation(x: State, parameters: ArrayLike<number>): Float64Array {
        const count = this.robot.contents.functions.find((f) => f.name === "equation")!.inputs.find((y) => y.name === "lambdas")?.size ?? 0;
        return this.terms(x, parameters, count ? multipliers(this.robot, count, (lambdas) => this.terms(x, parameters, lambdas)) : []);
    }

    /** The same where the forces of loops are known. */
    terms(x: State, parameters: ArrayLike<number>, lambdas: ArrayLike<number>): Float64Array {
        const about = this.robot.contents.functions.find((f) => f.name === "equation")!;
        const given: Record<string, ArrayLike<number>> = { q: x.q, qd: x.qd, qdd: x.qdd, parameters, lambdas };
        return this.routine("equation")(...about.inputs.map((y) => given[y.name]!));
    }

    /** q̈ where the motors give tau. */
    acceleration(q: ArrayLike<number>, qd: ArrayLike<number>, tau: ArrayLike<number>): Float64Array {
        const found = this.routine("acceleration")(q, qd, tau) as unknown as Float64Array & { acceleration?: Float64Array };
        return found.acceleration ?? found;
    }

    /** q ⊕ dq: balls turn, all others add. */
    moved(q: ArrayLike<number>, dq: ArrayLike<number>): Float64Array {
        return this.has("integrate") ? this.routine("integrate")(q, dq) : Float64Array.from(q, (x, i) => x + dq[i]!);
    }

    /** How far loops are open, and its slopes by the rates, row by row. */
    closure(q: ArrayLike<number>): { phi: Float64Array; J: Float64Array } {
        const found = this.routine("closure")(q) as unknown as { phi: Float64Array; J: Float64Array };
        return { phi: found.phi, J: found.J };
    }

    /** Rates and accelerations made to fit the loops. */
    fitted(x: State): { qd: Float64Array; qdd: Float64Array } {
        const found = this.routine("fitted")(x.q, x.qd, x.qdd) as unknown as Record<string, Float64Array>;
        return { qd: found.qd_fitted!, qdd: found.qdd_fitted! };
    }

    /** Run a function on its present inputs, to measure time. */
    bare(name: string): () => void {
        const x = this.routine(name);
        for (const input of Object.values(x.inputs)) input.fill(0.4);
        return x.run;
    }

    get march() {
        const about = this.robot.contents.marches[0]!;
        return { step: this.model[about.name] as March, about };
    }
}
