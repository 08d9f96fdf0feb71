/** Simulate: drop it, push it, hold it; play, scrub, compare; angles, torques and the energy balance under one cursor. */

import { badge } from "../bars";
import { h, number, power } from "../element";
import { Plot, type Band, type Curve } from "../plot";
import { called, CLASSES, CONTROLLERS, exceeded, FRICTION, BALANCE, prepared, PUSHES, resampled, type Run, short, sideways, type SimulationRequest, vector } from "./choice";
import type { Desk } from "./desk";
import { choose, comma, trouble, waiting, type Panel } from "./panel";

const SPEEDS = [0.25, 1, 2];
const RATE = 60; // states a second

export class Simulate implements Panel {
    readonly element = h("div.sheet.simulate");
    private now = { controller: "none", friction: "own", push: "0", duration: 3, bandwidth: 5 };
    run: Run | null = null;
    private other: Run | null = null;
    private plots: { angles: Plot; torques: Plot; balance: Plot };
    private held: { q: number[]; qd: number[] } | null = null; // values of the sliders while a run is shown
    private status = h("p.note.status", { "aria-live": "polite" });
    private time = 0;
    private speed = 1;
    private clock = 0;
    private timeline: HTMLElement;
    private slider: HTMLInputElement;
    private readout = h("span.time");
    private button: HTMLButtonElement;
    private start: { q: number[]; qd: number[] } | null = null;
    private goal: number[] | null = null;
    private place = h("div.plots");
    private options = { trail: true, skin: false, compare: true };
    private chips: HTMLElement;

    constructor(private desk: Desk) {
        const seek = (t: number) => this.scrub(t);
        this.plots = { angles: new Plot("Joint angles", "rad", seek), torques: new Plot("Motor torques", "N·m", seek), balance: new Plot("Energy balance", "J", seek) };
        this.button = h<HTMLButtonElement>("button.primary.play", { "aria-label": "Play", onclick: () => this.toggle() }, "▶ Play");
        this.slider = h<HTMLInputElement>("input", { type: "range", min: 0, max: 1, step: "any", value: 0, "aria-label": "Time", "aria-valuetext": "no run yet", oninput: () => this.scrub(Number(this.slider.value)) });
        const speeds = h("div.segments", { role: "group", "aria-label": "Speed" }, ...SPEEDS.map((x) => h("button.segment", {
            "aria-pressed": String(x === 1), onclick: (e) => {
                this.speed = x;
                for (const b of speeds.children) b.setAttribute("aria-pressed", String(b === e.currentTarget));
            },
        }, x === 0.25 ? "¼×" : `${x}×`)));
        this.timeline = h("div.card.timeline", { role: "group", "aria-label": "Timeline" }, this.button, h("span.track", {}, this.slider), this.readout, speeds);
        this.chips = h("div.chips", {}, ...([["trail", "trail"], ["skin", "onion skin"], ["compare", "compare A and B"]] as const).map(([key, words]) => {
            const chip = h("button.chip", { "data-chip": key, "aria-pressed": String(this.options[key]), onclick: () => {
                this.options[key] = !this.options[key];
                chip.setAttribute("aria-pressed", String(this.options[key]));
                this.draw();
            } }, words);
            return chip;
        }));
        this.build();
    }

    private build(): void {
        const bar = h("div.controls", {},
            choose("Controller", CONTROLLERS, this.now.controller, (x) => { this.now.controller = x; this.desk.host.touched(); }),
            choose("Friction", FRICTION.map(([k, , w]) => [k, w]), this.now.friction, (x) => { this.now.friction = x; this.desk.host.touched(); }),
            choose("Push", PUSHES.map(([k, , w]) => [k, w]), this.now.push, (x) => { this.now.push = x; this.desk.host.touched(); }));
        const begin = h("div.row", {},
            h("button.primary", { onclick: () => void this.simulate() }, "Run"),
            h("button", { onclick: () => this.drop_it(), title: "Motors off, from rest (D)" }, "Drop"),
            h("button", { onclick: () => { this.goal = [...this.desk.x.q]; this.status.textContent = "The current posture is the controller's goal."; } }, "Goal: this posture"),
            h("button", { onclick: () => this.reset(), title: "R" }, "Reset"),
            choose("Time", ["1", "3", "5", "10"].map((x) => [x, `${x} s`]), String(this.now.duration), (x) => { this.now.duration = Number(x); this.desk.host.touched(); }));
        this.element.replaceChildren(h("section.part", {}, bar, begin, this.status), this.place);
        if (!this.run) this.place.replaceChildren(h("div.empty", {}, "Set a posture with the sliders, then press Run, or Drop to switch the motors off."));
    }

    /** Motors off, from rest where it is. */
    private drop_it(): void {
        this.now.controller = "none";
        this.start = { q: [...(this.start?.q ?? this.desk.x.q)], qd: this.desk.robot.rates.map(() => 0) };
        this.rebuild();
        void this.simulate();
    }

    private rebuild(): void {
        this.build();
        this.desk.host.touched();
    }

    private get request(): SimulationRequest {
        const { desk, now } = this;
        const [, friction, , size] = FRICTION.find(([k]) => k === now.friction)!;
        const push = PUSHES.find(([k]) => k === now.push)![1];
        const from = this.start ?? { q: [...desk.x.q], qd: [...desk.x.qd] };
        const side = sideways(desk.robot.up);
        return {
            controller: now.controller, friction, friction_size: size, push: side.map((x) => x * push), push_start: Math.min(1.4, now.duration / 2), push_length: 0.15,
            bandwidth: now.bandwidth, duration: now.duration, q: from.q, qd: from.qd, goal: this.goal ?? from.q, frame: desk.robot.tool.name,
        };
    }

    private words(): string {
        return CONTROLLERS.find(([k]) => k === this.now.controller)![1];
    }

    async simulate(): Promise<void> {
        this.stop();
        if (!this.run) this.held = { q: [...this.desk.x.q], qd: [...this.desk.x.qd] };
        if (!this.start) this.start = this.held;
        const request = this.request, words = this.words();
        const { element, tick } = waiting("Simulating");
        this.status.replaceChildren(element);
        try {
            const found = (await this.desk.requests.ask("simulate", { ...request }, tick, this.status)) as Run;
            this.other = this.run ?? this.other;
            this.run = { ...found, request, words };
            this.status.replaceChildren(found.stopped ? `Stopped: ${found.stopped}` : `Simulated ${number(found.t.at(-1)!, 0)} s in ${number(found.seconds, 2)} s (${found.method}).`, ...this.excess(found));
            this.slider.max = String(found.t.at(-1));
            this.time = 0;
            if (this.desk.current !== this) return this.draw(); // another screen has the stage: it plays when one comes back
            this.desk.foot.replaceChildren(this.timeline);
            this.draw();
            this.play();
        } catch (error) {
            this.status.replaceChildren(trouble(error));
        }
    }

    /** One line per joint that exceeds its limits. */
    private excess(run: Pick<Run, "exceeded">): HTMLElement[] {
        const { coordinates } = this.desk.robot, found = exceeded(run.exceeded);
        if (!found.length) return [];
        const rows = found.map(({ joint, time, words }) => {
            const k = coordinates.findIndex((c) => c.name === joint), name = short(joint);
            return h("tr", {}, h("th", { scope: "row" }, k < 0 ? null : badge(k), k < 0 ? joint : name ? ` ${name}` : ""), h("td", {}, words.join(", ")), h("td", {}, `from ${number(time)} s`));
        });
        return [h("details.bad", { open: true }, h("summary", {}, `${found.length === 1 ? "A joint exceeds its limits" : `${found.length} joints exceed their limits`}, which are not simulated as stops`),
            h("table.numbers.excess", {}, h("tbody", {}, ...rows)))];
    }

    private draw(): void {
        const { run, desk } = this;
        if (!run) return;
        const B = this.options.compare ? this.other : null;
        const driven = run.tau.some((row) => row.some((x) => x !== 0));
        this.place.replaceChildren(this.plots.angles.element, ...(driven ? [this.plots.torques.element] : []), this.plots.balance.element);
        const end = run.t.at(-1)!;
        const push = run.request.push.some(Boolean);
        const bands: Band[] = push ? [{ from: run.request.push_start, to: run.request.push_start + run.request.push_length, words: `push ${Math.round(Math.hypot(...run.request.push))} N` }] : [];
        const some = desk.robot.coordinates.flatMap((c, k) => (c.place >= 0 ? [k] : [])).slice(0, 12);
        const curve = (from: Run, k: number, rows: "q" | "tau", dashed: boolean): Curve => {
            const at = rows === "q" ? desk.robot.coordinates[k]!.place : k;
            return { name: dashed ? "" : `${k + 1} ${short(desk.robot.coordinates[k]!.name)}`.trim(), class: `j${(k % 6) + 1}`, y: from[rows].map((x) => x[at]!), dashed };
        };
        const both = (rows: "q" | "tau") => [...(B ? some.map((k) => curve(resampled(B, run.t), k, rows, true)) : []), ...some.map((k) => curve(run, k, rows, false))];
        this.plots.angles.show(run.t, both("q"), end, run.t.length, bands);
        this.plots.angles.note(B ? `rad · solid A: ${run.words} · dashed B: ${B.words}` : "rad");
        this.plots.torques.show(run.t, some.map((k) => curve(run, k, "tau", false)), end, run.t.length, bands);
        this.plots.torques.note(B ? "N·m, run A" : "N·m");
        const balance = Object.entries(run.balance).map(([key, y]): Curve => ({ name: BALANCE[key] ?? key, class: CLASSES[key] ?? "sum", y }));
        if (run.request.controller === "none" && !push && !run.balance.friction) {
            const T = run.balance.kinetic!, U = run.balance.potential!;
            balance.push({ name: "T + U", class: "sum", y: T.map((x, i) => x + U[i]!) });
        }
        this.plots.balance.show(run.t, balance, end, run.t.length, bands);
        this.plots.balance.note(`J${B ? ", run A" : ""} · error of the balance (in − out − stored): ${power(run.residual)} J`);
        this.plots.balance.element.dataset.residual = String(run.residual);
        if (desk.current !== this) return;
        this.skin();
        this.seek(this.time);
    }

    private skin(): void {
        const { run, desk } = this;
        const rows = run && this.options.skin ? [0.2, 0.4, 0.6, 0.8, 1].map((x) => Math.round(x * (run.q.length - 1))) : [];
        desk.stage.ghosts(rows.map((i) => desk.kernel.poses(run!.q[i]!).slice()));
    }

    private row(time: number): number {
        const { t } = this.run!;
        return Math.max(0, Math.min(t.length - 1, Math.round(time / t.at(-1)! * (t.length - 1))));
    }

    /** Move the timeline; playing continues from there. */
    private scrub(time: number): void {
        const playing = this.clock !== 0;
        this.stop();
        this.seek(time);
        if (playing) this.play();
    }

    /** Show the state at a time; between rows the nearer one. */
    private seek(time: number): void {
        const { run, desk } = this;
        if (!run) return;
        const end = run.t.at(-1)!;
        this.time = Math.max(0, Math.min(end, time));
        if (desk.current !== this) return;
        const i = this.row(this.time);
        this.slider.value = String(this.time);
        this.readout.textContent = `${number(this.time)} / ${number(end)} s`;
        this.slider.setAttribute("aria-valuetext", `${number(this.time)} of ${number(end)} seconds`);
        desk.pose(run.q[i]!, run.qd[i]!);
        for (const plot of Object.values(this.plots)) plot.at(run.t[i]!, i);
        if (this.options.trail) {
            const from = Math.max(0, i - Math.round(1.2 / end * run.t.length)), points: number[] = [], at = 12 * desk.robot.bodies.length;
            for (let k = from; k <= i; k += 2) {
                const p = desk.kernel.poses(run.q[k]!);
                points.push(p[at + 3]!, p[at + 7]!, p[at + 11]!);
            }
            desk.stage.trail(points);
        } else desk.stage.trail([]);
    }

    /** Advance sixty states per second by the clock; draw pictures as often as possible. */
    private play(): void {
        const { run } = this;
        if (!run) return;
        if (this.time >= run.t.at(-1)! - 1e-9) this.time = 0;
        [this.button.textContent, this.button.ariaLabel] = ["‖ Pause", "Pause"];
        const begun = performance.now(), from = this.time;
        let count = 0; // states since then
        this.clock = setInterval(() => {
            const due = Math.floor((performance.now() - begun) / 1000 * RATE);
            const at = (k: number) => from + this.speed * k / RATE;
            while (++count < due) this.desk.stream(run.q[this.row(at(count))]!); // those that came while a picture was drawn
            this.seek(at(count));
            if (this.time >= run.t.at(-1)! - 1e-9) this.stop();
        }, 1000 / RATE) as unknown as number;
    }

    private stop(): void {
        clearInterval(this.clock);
        this.clock = 0;
        [this.button.textContent, this.button.ariaLabel] = ["▶ Play", "Play"];
    }

    private toggle(): void {
        if (!this.run) void this.simulate();
        else this.clock ? this.stop() : this.play();
    }

    private reset(): void {
        this.stop();
        this.desk.stage.trail([]);
        if (this.held) this.desk.pose(this.held.q, this.held.qd);
        this.other = this.run ?? this.other;
        [this.run, this.start, this.time] = [null, null, 0];
        this.desk.stage.ghosts([]);
        this.build();
        this.desk.foot.replaceChildren(this.desk.card);
        this.status.textContent = "Set a posture with the sliders, then press Run.";
    }

    enter(): void {
        if (this.run) this.skin();
        this.seek(this.time);
        this.desk.foot.replaceChildren(...(this.run ? [this.timeline] : [this.desk.card, this.timeline]));
        this.desk.over.append(this.chips);
    }

    leave(): void {
        this.stop();
        if (this.held && this.run) this.desk.pose(this.held.q, this.held.qd);
        this.chips.remove();
        this.desk.stage.trail([]);
        this.desk.stage.ghosts([]);
        this.desk.foot.replaceChildren(this.desk.card);
    }

    python(digits: number): string {
        return called(this.request, digits);
    }

    before(): string[] {
        return prepared(this.request);
    }

    command(): string {
        const x = this.request;
        const more = [x.controller !== "none" ? "controller" : "", x.friction !== "own" ? "friction" : "", x.push.some(Boolean) ? "push" : ""].filter(Boolean).join(", ");
        const note = more ? `  # without the ${more}, available only in Python` : "";
        return `dalembert simulate ${this.desk.command} --time ${x.duration} --q=${comma(x.q)} --qd=${comma(x.qd)}${this.desk.values}${note}`;
    }

    state(): Record<string, unknown> {
        return { ...this.now, options: this.options, time: this.time, start: this.run && this.start, goal: this.goal };
    }

    restore(x: Record<string, unknown>): void {
        for (const [key, known] of [["controller", CONTROLLERS], ["friction", FRICTION], ["push", PUSHES]] as const) if (known.some(([k]) => k === x[key])) this.now[key] = String(x[key]);
        for (const [key, most] of [["duration", 30], ["bandwidth", 60]] as const) if (Number(x[key]) >= 0.1 && Number(x[key]) <= most) this.now[key] = Number(x[key]);
        const { nq, nv } = this.desk.robot;
        for (const chip of this.chips.children as unknown as HTMLElement[]) {
            const key = chip.dataset.chip as keyof typeof this.options, on = (x.options as Record<string, unknown> | undefined)?.[key];
            if (typeof on === "boolean" && on !== this.options[key]) chip.click();
        }
        const start = x.start as { q?: unknown; qd?: unknown } | null;
        const [q, qd] = [vector(start?.q, nq), vector(start?.qd, nv)];
        this.goal = vector(x.goal, nq);
        this.rebuild();
        if (q && qd) {
            this.start = { q, qd };
            void this.simulate().then(() => { this.stop(); this.seek(Number(x.time) || 0); });
        }
    }

    key(e: KeyboardEvent): boolean {
        const step = (by: number) => { this.stop(); this.seek(this.time + by); };
        const keys: Record<string, () => void> = {
            " ": () => this.toggle(), d: () => this.drop_it(), r: () => this.reset(),
            ",": () => step(-1 / RATE), ".": () => step(1 / RATE),
        };
        const found = keys[e.key.toLowerCase()];
        found?.();
        return !!found;
    }
}
