/** “Drop it”: the motors are off or under a controller, or the tool is pushed; the energy balance is checked. */

import { h, number, power } from "./element";
import type { Kernel } from "./kernel";
import { CONTROLS, law } from "./law";
import type { Control } from "./payload";
import { Plot, type Band, type Curve } from "./plot";
import type { Posture } from "./posture";
import { Player, Replay, Simulation, type Push, type Run } from "./run";

const PUSH = 0.15, BEGINS = 0.5;

export class Drop {
    readonly element: HTMLElement;
    readonly timeline: HTMLElement;
    readonly player: Player;
    run: Run | null = null;
    control: Control;
    goal: Float64Array;
    private note = h("p.note", { "aria-live": "polite" });
    private trouble = h("p.verdict.bad", { hidden: true, role: "alert" });
    private energy = new Plot("Energy", "J", (t) => this.player.seek(t));
    private angles: Plot;
    private torques: Plot;
    private empty: HTMLElement;
    private plots: HTMLElement;
    private starter: HTMLElement;
    private aim: HTMLElement;
    private play = h("button.primary", { onclick: () => this.toggle() }, "Play");
    private scrub = h<HTMLInputElement>("input", { type: "range", min: 0, max: 1, step: "any", "aria-label": "time", oninput: () => this.player.seek(Number(this.scrub.value)) });
    private clock = h("span.clock");
    private curves: { energy: Curve[]; angles: Curve[]; torques: Curve[]; bands: Band[] } = { energy: [], angles: [], torques: [], bands: [] };
    private before: { q: Float64Array; qd: Float64Array; qdd: Float64Array } | null = null;

    /** `show` gets the sample to display while the run is played, and null when the run is closed; `aimed` gets the goal or null. */
    constructor(private kernel: Kernel, private posture: Posture, private show: (i: number | null, run: Run | null) => void, private aimed: (goal: Float64Array | null) => void) {
        const { robot } = kernel, { motion } = robot;
        this.control = motion.control;
        this.goal = Float64Array.from(motion.goal ?? robot.home);
        this.player = new Player(() => this.run?.duration ?? 0, (t, playing) => this.shown(t, playing));
        const unit = (x: string[]) => [...new Set(x)].join(", ");
        this.angles = new Plot("Positions", unit(robot.coordinates.map((x) => x.unit)), (t) => this.player.seek(t));
        this.torques = new Plot("Efforts of the motors", unit(robot.coordinates.map((x) => x.effort)), (t) => this.player.seek(t));
        this.plots = h("div", { hidden: true }, this.energy.element, this.angles.element, this.torques.element);
        const can = kernel.has("energy") && robot.contents.marches.length > 0;
        const why = can ? undefined : "The mass matrix is singular, so the robot cannot be simulated";
        const button = (text: string, f: () => void, kind: string) => h(kind, { onclick: f, disabled: !can && text !== "Reset", title: why }, text);
        this.starter = button("Drop", () => this.start(null), "button.primary");
        const chosen = motion.controls.length > 1 && can ? h<HTMLSelectElement>("select", { "aria-label": "Motors", onchange: () => this.choose(motion.controls[chosen!.selectedIndex]!) },
            ...motion.controls.map((x) => h("option", { selected: x === this.control }, CONTROLS[x]))) : null;
        this.aim = h("button", { onclick: () => this.here(), title: "Use the current posture as the goal of the controller" }, "Set goal here");
        this.empty = h("div.empty", {}, can ? "Press Drop or D. This chart shows kinetic and potential energy; their sum must stay constant." : `${why}.`);
        this.element = h("section.drop", { id: "drop" },
            h("div.head", {}, h("h2", {}, "Drop it"), h("span.grow"), chosen, this.aim, this.starter,
                button("Push", () => this.start(this.pushed()), "button"), robot.run && h("button", { onclick: () => this.replay() }, "Play the run"), button("Reset", () => this.reset(), "button")),
            this.note, this.trouble, this.empty, this.plots);
        const speeds = ([[0.25, "¼×"], [1, "1×"], [2, "2×"]] as const).map(([x, text]) => h("button", {
            "aria-pressed": x === 1, "aria-label": `${x === 0.25 ? "quarter" : x === 2 ? "double" : "true"} speed`,
            onclick: () => {
                this.player.speed = x;
                speeds.forEach((y) => y.setAttribute("aria-pressed", String(y.textContent === text)));
            },
        }, text));
        this.timeline = h("div.timeline", { hidden: true }, this.play, this.scrub, this.clock, h("div.segments", {}, ...speeds));
        this.choose(this.control);
    }

    private get about(): string {
        const { coordinates, loops, motion } = this.kernel.robot;
        const floats = coordinates.some((x) => x.floating) && !loops, from = motion.qd ? "from this posture with the chosen velocities" : "from this posture, at rest";
        if (this.control !== "none") return this.control === "hold" ? "the motors apply only the gravity torques of the initial posture" : `to the grey goal, ${from}`;
        return floats ? "motors off; the robot falls freely, without ground contact" : `motors off, ${from}`;
    }

    private choose(control: Control): void {
        this.control = control;
        this.starter.textContent = control === "none" ? "Drop" : "Start";
        const goes = control !== "none" && control !== "hold";
        this.aim.hidden = !goes;
        if (!this.run) this.note.textContent = this.about;
        this.aimed(goes ? this.goal : null);
    }

    private here(): void {
        this.goal = this.posture.q.slice();
        this.aimed(this.goal);
    }

    /** Sideways, as strong as the weight of a third of the robot. */
    private pushed(): Push {
        const { bodies, up, view } = this.kernel.robot;
        const mass = bodies.reduce((s, x) => s + x.mass, 0) || 1, most = Math.min(90, 3.3 * mass), size = Number(most.toPrecision(2));
        const side = [up[1] * view[2] - up[2] * view[1], up[2] * view[0] - up[0] * view[2], up[0] * view[1] - up[1] * view[0]] as const;
        const long = Math.hypot(...side) || 1;
        return { at: BEGINS, lasts: PUSH, force: [size * side[0] / long, size * side[1] / long, size * side[2] / long] };
    }

    start(push: Push | null): void {
        const { robot } = this.kernel;
        if (!this.kernel.has("energy") || !robot.contents.marches.length) return;
        this.reset();
        const { q } = this.posture, drive = law(this.kernel, this.control, this.goal, robot.motion.bandwidth, q);
        this.begin(Simulation.trusted(this.kernel, q, robot.motion.qd ?? new Float64Array(robot.nv), robot.motion.duration, push, drive));
    }

    /** The run that came with the page. */
    replay(): void {
        if (!this.kernel.robot.run) return;
        this.reset();
        this.begin(new Replay(this.kernel, this.kernel.robot.run));
    }

    private begin(run: Run): void {
        const { q, qd, qdd } = this.posture;
        this.before = { q: q.slice(), qd: qd.slice(), qdd: qdd.slice() };
        this.run = run;
        this.empty.hidden = true;
        this.plots.hidden = this.timeline.hidden = false;
        this.trouble.hidden = !run.trouble;
        this.trouble.textContent = run.trouble;
        this.scrub.max = String(run.duration);
        this.curves = this.lines(run);
        this.torques.element.hidden = !run.tau.some((x) => x.some(Boolean));
        this.player.time = 0;
        if (matchMedia("(prefers-reduced-motion: reduce)").matches) this.player.seek(0);
        else this.player.play();
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

    /** Back to where the robot was before. */
    reset(): void {
        if (!this.run) return;
        const was = this.before!;
        this.player.playing = false;
        this.run = null;
        this.empty.hidden = false;
        this.plots.hidden = this.timeline.hidden = this.trouble.hidden = true;
        this.note.textContent = this.about;
        this.show(null, null);
        this.posture.assign(was.q, was.qd, was.qdd);
    }

    private shown(t: number, playing: boolean): void {
        const { run } = this;
        if (!run) return;
        const i = run.at(t);
        this.play.textContent = playing ? "Pause" : "Play";
        this.scrub.value = String(t);
        this.scrub.setAttribute("aria-valuetext", `${number(t)} seconds`);
        this.clock.textContent = `${number(t)} / ${number(run.duration)} s`;
        if (!playing || this.note.textContent === this.about) this.note.textContent = `energy drift ${power(run.drift)} J of ${power(run.moved)} J, ${run.how}`;
        this.draw(run, playing ? i + 1 : run.t.length, i);
        this.show(i, run);
    }

    private draw(run: Run, count: number, i: number): void {
        const { energy, angles, torques, bands } = this.curves;
        for (const [plot, curves] of [[this.energy, energy], [this.angles, angles], [this.torques, torques]] as const) {
            if (plot.element.hidden) continue;
            plot.show(run.t, curves, run.duration, count, bands);
            plot.at(run.t[i]!, i);
        }
    }

    /** Curves of a run in the plots. */
    private lines(run: Run): typeof this.curves {
        const from = run.U[0]! + run.T[0]!, most = (x: Float64Array) => x.reduce((a, b) => Math.max(a, Math.abs(b)), 0), seen = 1e-9 * run.moved;
        const energy: Curve[] = [{ name: "kinetic T", class: "kinetic", y: run.T }, { name: "potential U", class: "potential", y: run.U.map((x) => x - run.U[0]!) },
            { name: "T + U", class: "sum", y: run.U.map((x, k) => x + run.T[k]! - from) }];
        if (most(run.motor) > seen) energy.push({ name: "motors", class: "motors", y: run.motor });
        if (most(run.lost) > seen) energy.push({ name: "lost", class: "friction", y: run.lost });
        if (run.push || most(run.pushed) > seen) energy.push({ name: "push", class: "external", y: run.pushed });
        const all = this.kernel.robot.coordinates.map((x, k) => ({ x, k })), own = all.filter(({ x }) => x.place >= 0 && !x.floating).slice(0, 6);
        const each = (name: string, which: typeof all, y: (sample: number, at: (typeof all)[0]) => number): Curve[] =>
            which.map((at) => ({ name: `${name}${at.k + 1}`, class: `j${(at.k % 6) + 1}`, y: run.t.map((_, s) => y(s, at)) }));
        return {
            energy, angles: each("q", own, (s, at) => run.q(s)[at.x.place]!), torques: each("τ", all.filter(({ x }) => x.driven).slice(0, 6), (s, at) => run.tau[s]![at.k]!),
            bands: run.push ? [{ from: run.push.at, to: run.push.at + run.push.lasts, words: `push ${power(Math.hypot(...run.push.force))} N` }] : [],
        };
    }
}
