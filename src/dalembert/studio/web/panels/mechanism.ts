/** A moving mechanism: its first motor goes through its range, the loops follow, and the tool draws its path. */

import { h } from "../element";
import type { Desk } from "./desk";

const RATE = 60, DEGREES = 2, STEPS = 720;

export class Mechanism {
    readonly element = h("button", { onclick: () => (this.clock ? this.halt() : this.run()) }, "Run the mechanism");
    private clock = 0;

    constructor(private desk: Desk) {}

    /** Move one turn, or as far as the loops close, then back as far as they close on the other side. */
    private run(): void {
        const { robot, kernel, x, stage } = this.desk;
        const k = robot.coordinates.findIndex((c) => c.driven && c.place >= 0), c = robot.coordinates[k];
        if (!c) return;
        this.element.textContent = "Stop";
        const turns = c.motion !== "slide", step = turns ? DEGREES * Math.PI / 180 : (c.upper - c.lower) / 120, at = 12 * robot.bodies.length, way: number[] = [];
        let sign = 1, ends = 0, count = 0;
        this.clock = setInterval(() => {
            const next = x.value("q", k) + sign * step, out = !turns && (next > c.upper || next < c.lower);
            if (!out) x.set("q", k, next);
            if (out || x.note) {
                sign = -sign;
                ends++;
            }
            const p = kernel.poses(x.q);
            way.push(p[at + 3]!, p[at + 7]!, p[at + 11]!);
            stage.trail(way);
            if (ends > 2 || ++count > STEPS || (turns && !ends && count * step > 2 * Math.PI)) this.stop();
        }, 1000 / RATE) as unknown as number;
    }

    private stop(): void {
        clearInterval(this.clock);
        this.clock = 0;
        this.element.textContent = "Run the mechanism";
    }

    /** Stop and remove the path. */
    halt(): void {
        this.stop();
        this.desk.stage.trail([]);
    }
}
