/** “Drop it”: the motors are switched off, or the tool is pushed, and the energy's books are kept. */

import { h, number, power } from "./element";
import type { Kernel } from "./kernel";
import { Plot, type Curve } from "./plot";
import type { Posture } from "./posture";
import { Player, Run, type Push } from "./run";

const SECONDS = 4, PUSH = 0.15, BEGINS = 0.5;

export class Drop {
    readonly element: HTMLElement;
    readonly timeline: HTMLElement;
    readonly player: Player;
    run: Run | null = null;
    private note = h("span.note");
    private energy = new Plot("Energy", "J", (t) => this.player.seek(t));
    private angles: Plot;
    private empty = h("div.empty", {}, "Press Drop, or D. Kinetic and potential energy appear here; their sum must stay flat.");
    private plots: HTMLElement;
    private play = h("button.primary", { onclick: () => this.toggle() }, "Play");
    private scrub = h<HTMLInputElement>("input", { type: "range", min: 0, max: SECONDS, step: "any", "aria-label": "time", oninput: () => this.player.seek(Number(this.scrub.value)) });
    private clock = h("span.clock");

    /** `show` gets a sample to display while the run is played, and null when it is put away. */
    constructor(private kernel: Kernel, private posture: Posture, private show: (i: number | null, run: Run | null) => void) {
        const { robot } = kernel;
        this.note.textContent = this.about;
        this.player = new Player(() => this.run?.duration ?? 0, (t, playing) => this.shown(t, playing));
        this.angles = new Plot("Positions", robot.coordinates.every((x) => x.unit === "rad") ? "rad" : "rad, m", (t) => this.player.seek(t));
        this.plots = h("div", { hidden: true }, this.energy.element, this.angles.element);
        const can = kernel.has("energy") && robot.contents.marches.length > 0;
        const why = can ? undefined : "Its mass matrix is singular: it cannot be let go";
        const button = (text: string, f: () => void, kind: string) => h(kind, { onclick: f, disabled: !can && text !== "Reset", title: why }, text);
        this.element = h("section.drop", { id: "drop" },
            h("div.head", {}, h("h2", {}, "Drop it ", this.note), h("span.grow"), button("Drop", () => this.start(null), "button.primary"),
                button("Push", () => this.start(this.pushed()), "button"), button("Reset", () => this.reset(), "button")),
            this.empty, this.plots);
        const speeds = ([[0.25, "¼×"], [1, "1×"], [2, "2×"]] as const).map(([x, text]) => h("button", {
            "aria-pressed": x === 1,
            onclick: () => {
                this.player.speed = x;
                speeds.forEach((y) => y.setAttribute("aria-pressed", String(y.textContent === text)));
            },
        }, text));
        this.timeline = h("div.timeline", { hidden: true }, this.play, this.scrub, this.clock, h("div.segments", {}, ...speeds));
    }

    private get about(): string {
        const floats = this.kernel.robot.coordinates.some((x) => x.floating) && !this.kernel.robot.loops;
        return floats ? "motors off; it falls freely, the ground is only drawn" : "motors off, from this posture";
    }

    /** Sideways, as strong as the weight of a third of the robot. */
    private pushed(): Push {
        const { bodies, up, view } = this.kernel.robot;
        const mass = bodies.reduce((s, x) => s + x.mass, 0) || 1, size = Math.round(10 * Math.min(90, 3.3 * mass)) / 10;
        const side = [up[1] * view[2] - up[2] * view[1], up[2] * view[0] - up[0] * view[2], up[0] * view[1] - up[1] * view[0]] as const;
        const long = Math.hypot(...side) || 1;
        return { at: BEGINS, lasts: PUSH, force: [size * side[0] / long, size * side[1] / long, size * side[2] / long] };
    }

    start(push: Push | null): void {
        this.reset();
        const rest = this.posture;
        rest.qd.fill(0);
        this.run = new Run(this.kernel, rest, SECONDS, push);
        this.empty.hidden = true;
        this.plots.hidden = this.timeline.hidden = false;
        this.player.time = 0;
        this.player.play();
    }

    toggle(): void {
        if (!this.run) this.start(null);
        else if (this.player.playing) this.player.pause();
        else this.player.play();
    }

    /** One picture forwards or back. */
    frame(steps: number): void {
        if (!this.run) return;
        this.player.pause();
        this.player.seek(this.player.time + steps / 60);
    }

    reset(): void {
        if (!this.run) return;
        const [q, qd] = [this.run.q(0).slice(), this.posture.kernel.robot.rates];
        this.player.playing = false;
        this.run = null;
        this.empty.hidden = false;
        this.plots.hidden = this.timeline.hidden = true;
        this.note.textContent = this.about;
        this.show(null, null);
        this.posture.assign(q, qd);
    }

    private shown(t: number, playing: boolean): void {
        const { run } = this;
        if (!run) return;
        const i = run.at(t);
        this.play.textContent = playing ? "Pause" : "Play";
        this.scrub.value = String(t);
        this.clock.textContent = `${number(t)} / ${number(run.duration)} s`;
        this.note.textContent = `t = ${number(t)} s, energy drift ${power(run.drift)} J of ${power(run.moved)} J, ${number(run.cost, 1)} µs a step`;
        this.draw(run, playing ? i + 1 : run.t.length, i);
        this.show(i, run);
    }

    private draw(run: Run, count: number, i: number): void {
        const from = run.U[0]! + run.T[0]!;
        const U = run.U.map((x) => x - run.U[0]!), sum = run.U.map((x, k) => x + run.T[k]! - from);
        const curves: Curve[] = [{ name: "kinetic T", class: "kinetic", y: run.T }, { name: "potential U", class: "potential", y: U }, { name: "T + U", class: "sum", y: sum }];
        const most = (x: Float64Array) => x.reduce((a, b) => Math.max(a, Math.abs(b)), 0);
        if (most(run.lost) > 1e-9) curves.push({ name: "lost", class: "friction", y: run.lost });
        if (run.push) curves.push({ name: "push", class: "external", y: run.pushed });
        const bands = run.push ? [{ from: run.push.at, to: run.push.at + run.push.lasts, words: `push ${number(Math.hypot(...run.push.force), 0)} N` }] : [];
        this.energy.show(run.t, curves, run.duration, count, bands);
        this.energy.at(run.t[i]!, i);
        const { coordinates } = this.kernel.robot;
        const shown = coordinates.map((x, k) => ({ x, k })).filter(({ x }) => x.place >= 0 && !x.floating).slice(0, 6);
        this.angles.show(run.t, shown.map(({ x, k }) => ({ name: `q${k + 1}`, class: `j${(k % 6) + 1}`, y: run.states.map((s) => s[x.place]!) })), run.duration, count, bands);
        this.angles.at(run.t[i]!, i);
    }
}
