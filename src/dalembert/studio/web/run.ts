/** Simulation by RK4 in the page, free, pushed or controlled; all samples are kept to play, scrub and compare it. */

import type { Kernel } from "./kernel";
import type { Law } from "./law";
import type { Recorded } from "./payload";

const STEP = 1 / 960, EVERY = 4; // seconds of a step; steps from one sample to the next
const FINER = [1, 4, 16], PATIENCE = 1500; // steps per step if the energy does not balance; ms that a finer run may take
const TRUSTED = 1e-3; // largest energy error as a share of the exchanged energy
export interface Push { at: number; lasts: number; force: [number, number, number] }

/** A motion in time, sampled evenly: made here or in Python. */
export abstract class Run {
    t: Float64Array = new Float64Array();
    T: Float64Array = new Float64Array();
    U: Float64Array = new Float64Array();
    motor: Float64Array = new Float64Array(); // work since the start
    lost: Float64Array = new Float64Array();
    pushed: Float64Array = new Float64Array();
    tau: Float64Array[] = [];
    readonly push: Push | null = null;
    /** Change of T + U minus the work done: the integrator's error, in joules. */
    drift = 0;
    /** Why the run ended early or is not reliable. */
    trouble = "";

    abstract q(i: number): Float64Array;
    abstract qd(i: number): Float64Array;
    abstract qdd(i: number): Float64Array;
    /** How it was made, in words. */
    abstract get how(): string;

    get duration(): number {
        return this.t.at(-1) ?? 0;
    }

    /** The largest energy that moved. */
    get moved(): number {
        let least = Infinity, most = 0;
        for (const u of this.U) least = Math.min(least, u);
        for (const u of this.U) most = Math.max(most, u - least);
        for (const x of this.T) most = Math.max(most, x);
        return most;
    }

    /** The sample at a time. */
    at(time: number): number {
        const last = this.t.length - 1;
        return Math.max(0, Math.min(last, Math.round(time / (this.duration || 1) * last)));
    }
}

export class Simulation extends Run {
    readonly states: Float64Array[] = [];
    private cost = 0; // µs a step

    constructor(readonly kernel: Kernel, q: Float64Array, qd: ArrayLike<number>, seconds: number, readonly push: Push | null = null, law: Law | null = null, private finer = 1) {
        super();
        const { about, step } = kernel.march, count = Math.round(seconds / (STEP * EVERY)) + 1, { nv } = kernel.robot;
        let x = new Float64Array(about.states);
        x.set(q, about.state.q![0]);
        x.set(qd, about.state.qd![0]);
        kernel.robot.elastic.forEach((place, i) => (x[about.state.theta![0] + i] = q[place]!));
        const u = new Float64Array(about.inputs), began = performance.now(), given = (y: Float64Array, key: string) => y.slice(...about.state[key]!);
        for (let i = 0; i < count; i++) {
            if (i) {
                const now = (i - 1) * EVERY * STEP, on = push !== null && now >= push.at - 1e-9 && now < push.at + push.lasts - 1e-9;
                u.set(this.tau[i - 1]!);
                u.set(on ? push!.force : [0, 0, 0], nv);
                const next = step(x, u, STEP / finer, EVERY * finer).slice();
                if (!next.every(Number.isFinite)) {
                    this.trouble = `The simulation diverged at ${now.toFixed(2)} s with steps of ${(1000 * STEP / finer).toFixed(2)} ms. The run ends there.`;
                    break;
                }
                x = next;
            }
            this.states.push(x);
            this.tau.push(law ? law(given(x, "q"), given(x, "qd")).slice() : new Float64Array(nv));
        }
        this.cost = (performance.now() - began) * 1000 / Math.max(1, (this.states.length - 1) * EVERY * finer);
        const empty = () => new Float64Array(this.states.length);
        this.t = empty().map((_, i) => i * EVERY * STEP);
        [this.T, this.U, this.motor, this.lost, this.pushed] = [empty(), empty(), empty(), empty(), empty()];
        this.account();
    }

    private account(): void {
        const balance = this.kernel.march.about.state.balance![0];
        this.states.forEach((x, i) => {
            const { T, U } = this.kernel.energy(x);
            this.T[i] = T;
            this.U[i] = U;
            this.motor[i] = x[balance]!;
            this.lost[i] = x[balance + 1]!;
            this.pushed[i] = x[balance + 2]!;
            const projected = this.kernel.robot.loops ? x[balance + 3]! : 0;
            const off = T + U - this.T[0]! - this.U[0]! - this.motor[i]! + this.lost[i]! - this.pushed[i]! - projected;
            this.drift = Math.max(this.drift, Math.abs(off));
        });
        const gone = this.motor.reduce((m, x, i) => Math.max(m, Math.abs(x), Math.abs(this.lost[i]!)), this.moved);
        const rounding = 1e-12 * this.U.reduce((m, x, i) => Math.max(m, Math.abs(x), this.T[i]!), 0);
        if (!this.trouble && !(this.drift <= TRUSTED * gone + rounding))
            this.trouble = "The energy does not balance: the motion is too fast for the steps, friction sticks and slips too often, or the loops passed a singular posture. The result is not reliable.";
    }

    q(i: number): Float64Array {
        return this.states[i]!.subarray(...this.kernel.march.about.state.q!);
    }

    qd(i: number): Float64Array {
        return this.states[i]!.subarray(...this.kernel.march.about.state.qd!);
    }

    qdd(i: number): Float64Array {
        return this.kernel.acceleration(this.q(i), this.qd(i), this.tau[i]!).slice();
    }

    get how(): string {
        return `steps of ${(1000 * STEP / this.finer).toFixed(2)} ms, ${this.cost.toFixed(1)} µs each`;
    }

    /** The same run with steps as short as the energy balance requires, within a time limit. */
    static trusted(kernel: Kernel, q: Float64Array, qd: ArrayLike<number>, seconds: number, push: Push | null, law: Law | null): Simulation {
        let found!: Simulation;
        for (const finer of FINER) {
            if (found && found.cost * seconds / STEP * finer / 1000 > PATIENCE) break;
            found = new Simulation(kernel, q, qd, seconds, push, law, finer);
            if (!found.trouble) break;
        }
        return found;
    }
}

/** A run that came with the page. */
export class Replay extends Run {
    private columns: (i: number, from: number, count: number) => Float64Array;

    constructor(private kernel: Kernel, private from: Recorded) {
        super();
        const { nq, nv } = kernel.robot, { rows, start, end } = from, wide = nq + 3 * nv + 5;
        const bytes = Uint8Array.from(atob(from.table), (c) => c.charCodeAt(0)), table = new Float32Array(bytes.buffer);
        this.columns = (i, at, count) => Float64Array.from(table.subarray(i * wide + at, i * wide + at + count));
        const each = (f: (i: number) => number) => Float64Array.from({ length: rows }, (_, i) => f(i)), column = (k: number) => each((i) => table[i * wide + nq + 3 * nv + k]!);
        this.t = each((i) => (end - start) * i / (rows - 1));
        [this.T, this.U, this.motor, this.lost, this.pushed] = [0, 1, 2, 3, 4].map(column) as [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array];
        this.tau = Array.from({ length: rows }, (_, i) => this.columns(i, nq + 2 * nv, nv));
        this.drift = from.residual * this.moved;
    }

    q(i: number): Float64Array {
        return this.columns(i, 0, this.kernel.robot.nq);
    }

    qd(i: number): Float64Array {
        return this.columns(i, this.kernel.robot.nq, this.kernel.robot.nv);
    }

    qdd(i: number): Float64Array {
        return this.columns(i, this.kernel.robot.nq + this.kernel.robot.nv, this.kernel.robot.nv);
    }

    get how(): string {
        return `computed in Python, ${this.from.method}`;
    }
}

/** Plays a run by the clock: `show` gets the time. */
export class Player {
    time = 0;
    speed = 1;
    playing = false;
    private last = 0;

    constructor(private duration: () => number, private show: (time: number, playing: boolean) => void) {}

    play(): void {
        if (this.time >= this.duration() - 1e-9) this.time = 0;
        this.playing = true;
        this.last = 0;
        requestAnimationFrame((now) => this.tick(now));
        this.show(this.time, true);
    }

    pause(): void {
        this.playing = false;
        this.show(this.time, false);
    }

    seek(time: number): void {
        this.time = Math.max(0, Math.min(this.duration(), time));
        this.show(this.time, this.playing);
    }

    private tick(now: number): void {
        if (!this.playing) return;
        if (this.last) this.time += Math.min(0.1, (now - this.last) / 1000) * this.speed;
        this.last = now;
        if (this.time >= this.duration()) {
            this.time = this.duration();
            this.pause();
            return;
        }
        this.show(this.time, true);
        requestAnimationFrame((next) => this.tick(next));
    }
}
