/** The state that a page shows, q, q̇, q̈, and the listeners that are called when it changes. */

import type { Kernel } from "./kernel";
import { closed, led } from "./loop";

const OPEN = 1e-3; // rad or m that loops may be off in an address, which has nine digits

export type Which = "q" | "qd" | "qdd";

export class Posture {
    q: Float64Array;
    qd: Float64Array;
    qdd: Float64Array;
    note = ""; // why a requested value was not reached
    private from: Float64Array; // orientation of balls when their sliders are at zero
    private turned: Float64Array; // values of their sliders
    private listeners: (() => void)[] = [];

    constructor(readonly kernel: Kernel) {
        const { robot } = kernel;
        this.q = Float64Array.from(robot.home);
        this.qd = Float64Array.from(robot.rates);
        this.qdd = Float64Array.from(robot.accelerations);
        this.from = this.q.slice();
        this.turned = new Float64Array(robot.nv);
    }

    listen(f: () => void): void {
        this.listeners.push(f);
    }

    /** What a slider shows. */
    value(which: Which, k: number): number {
        const x = this.kernel.robot.coordinates[k]!;
        if (which !== "q") return this[which][k]!;
        return x.place < 0 ? this.turned[k]! : this.q[x.place]!;
    }

    /** Set a coordinate, rate or acceleration and close loops; `note` gives the reason if they do not close. */
    set(which: Which, k: number, value: number): void {
        const { robot } = this.kernel, x = robot.coordinates[k]!;
        this.note = "";
        if (which !== "q") {
            this[which][k] = value;
            if (robot.loops) this.fit();
        } else if (robot.loops && x.place >= 0) {
            const found = led(this.kernel, this.q, k, value);
            this.q = found.q;
            if (!found.reached) this.note = `The loops do not close beyond ${x.words} here.`;
            this.fit();
        } else if (x.place < 0) {
            this.turned[k] = value;
            const dq = new Float64Array(robot.nv);
            robot.coordinates.forEach((c, i) => { if (c.body === x.body) dq[i] = this.turned[i]!; });
            const start = this.q.slice();
            for (const at of this.entries(x.body)) start[at] = this.from[at]!;
            const moved = this.kernel.moved(start, dq);
            this.q = robot.loops ? closed(this.kernel, moved, new Set([k])) ?? this.q : moved;
        } else {
            this.q = this.q.slice();
            this.q[x.place] = value;
        }
        this.changed();
    }

    /** A whole state. */
    assign(q: ArrayLike<number>, qd?: ArrayLike<number>, qdd?: ArrayLike<number>): void {
        this.q = Float64Array.from(q);
        if (qd) this.qd = Float64Array.from(qd);
        if (qdd) this.qdd = Float64Array.from(qdd);
        this.from = this.q.slice();
        this.turned.fill(0);
        this.changed();
    }

    /** Set a state with closed loops; return false if it does not fit this robot. */
    restore(q: ArrayLike<number>, qd?: ArrayLike<number>, qdd?: ArrayLike<number>): boolean {
        const { robot } = this.kernel, given = this.upright(q), rates = (x?: ArrayLike<number>) => (x?.length === robot.nv ? x : undefined);
        if (given.length !== robot.nq || !this.kernel.poses(given).every(Number.isFinite)) return false;
        const fits = robot.loops ? closed(this.kernel, given, new Set()) : given;
        if (!fits) return false;
        this.note = fits.some((x, i) => Math.abs(x - given[i]!) > OPEN) ? "The loops of this posture were open; they have been closed." : "";
        this.assign(fits, rates(qd), rates(qdd));
        if (robot.loops) {
            this.fit();
            this.changed();
        }
        return true;
    }

    /** q with quaternions of length one. */
    private upright(q: ArrayLike<number>): Float64Array {
        const found = Float64Array.from(q);
        for (const body of new Set(this.kernel.robot.coordinates.filter((x) => x.place < 0).map((x) => x.body))) {
            const at = this.entries(body), size = Math.hypot(...at.map((i) => found[i] ?? 0));
            for (const i of at) found[i]! /= size;
        }
        return found;
    }

    reset(): void {
        const { robot } = this.kernel;
        this.note = "";
        this.assign(robot.home, robot.rates, robot.accelerations);
    }

    changed(): void {
        for (const f of this.listeners) f();
    }

    /** Places in q of the quaternion of a body: the four that no coordinate names. */
    private entries(body: number): number[] {
        const { robot } = this.kernel, taken = new Set(robot.coordinates.map((x) => x.place));
        const balls = [...new Set(robot.coordinates.filter((x) => x.place < 0).map((x) => x.body))];
        const free = [...this.q.keys()].filter((i) => !taken.has(i));
        const at = 4 * balls.indexOf(body);
        return free.slice(at, at + 4);
    }

    private fit(): void {
        const found = this.kernel.fitted(this);
        this.qd = found.qd;
        this.qdd = found.qdd;
    }
}
