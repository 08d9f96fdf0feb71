/** Let go, or pushed: a simulation by RK4 in the page, kept whole, so that it can be played, scrubbed and compared. */

import type { Kernel } from "./kernel";
import type { Posture } from "./posture";

export const STEP = 1 / 960, EVERY = 4; // seconds of a step; steps from one sample to the next
export interface Push { at: number; lasts: number; force: [number, number, number] }

export class Run {
    readonly t: Float64Array;
    readonly T: Float64Array;
    readonly U: Float64Array;
    readonly motor: Float64Array;
    readonly lost: Float64Array;
    readonly pushed: Float64Array;
    readonly states: Float64Array[] = [];
    /** T + U less what went in, against its start: the integrator's error, in joules. */
    drift = 0;
    /** µs a step. */
    cost = 0;

    constructor(readonly kernel: Kernel, from: Posture, readonly duration: number, readonly push: Push | null = null) {
        const { about, step } = kernel.march, count = Math.round(duration / (STEP * EVERY)) + 1;
        const empty = () => new Float64Array(count);
        [this.t, this.T, this.U, this.motor, this.lost, this.pushed] = [empty(), empty(), empty(), empty(), empty(), empty()];
        const x0 = new Float64Array(about.states);
        x0.set(from.q, about.state.q![0]);
        x0.set(from.qd, about.state.qd![0]);
        kernel.robot.elastic.forEach((place, i) => (x0[about.state.theta![0] + i] = from.q[place]!));
        const u = new Float64Array(about.inputs);
        const began = performance.now();
        let x = x0;
        for (let i = 0; i < count; i++) {
            if (i) {
                const now = (i - 1) * EVERY * STEP, on = push !== null && now >= push.at - 1e-9 && now < push.at + push.lasts - 1e-9;
                u.set(on ? push!.force : [0, 0, 0], kernel.robot.nv);
                x = step(x, u, STEP, EVERY).slice();
            }
            this.states.push(x);
            this.t[i] = i * EVERY * STEP;
        }
        this.cost = (performance.now() - began) * 1000 / Math.max(1, (count - 1) * EVERY);
        this.account();
    }

    private account(): void {
        const ledger = this.kernel.march.about.state.ledger![0];
        this.states.forEach((x, i) => {
            const { T, U } = this.kernel.energy(x);
            this.T[i] = T;
            this.U[i] = U;
            this.motor[i] = x[ledger]!;
            this.lost[i] = x[ledger + 1]!;
            this.pushed[i] = x[ledger + 2]!;
            const projected = this.kernel.robot.loops ? x[ledger + 3]! : 0;
            const off = T + U - this.T[0]! - this.U[0]! - this.motor[i]! + this.lost[i]! - this.pushed[i]! - projected;
            this.drift = Math.max(this.drift, Math.abs(off));
        });
    }

    /** The largest energy that moved. */
    get moved(): number {
        let least = Infinity, most = -Infinity;
        for (const u of this.U) {
            least = Math.min(least, u);
            most = Math.max(most, u);
        }
        return Math.max(most - least, ...this.T);
    }

    q(i: number): Float64Array {
        const [a, b] = this.kernel.march.about.state.q!;
        return this.states[i]!.subarray(a, b);
    }

    qd(i: number): Float64Array {
        const [a, b] = this.kernel.march.about.state.qd!;
        return this.states[i]!.subarray(a, b);
    }

    /** The sample at a time. */
    at(time: number): number {
        return Math.max(0, Math.min(this.states.length - 1, Math.round(time / (STEP * EVERY))));
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
