/** One robot on the screen: stage, sliders, equations, torques, simulation, lesson and code, all showing one state. */

import { Bars } from "./bars";
import { Tool } from "./dexterity";
import { Drop } from "./drop";
import { h, number, power } from "./element";
import { EquationSheet, legend } from "./equation";
import { Kernel, type Shares } from "./kernel";
import { KinematicsSheet, limits } from "./kinematics";
import { certificate, derivation, programs, type Steps } from "./lesson";
import type { Lamp } from "./light";
import { Sliders } from "./panel";
import type { Kind, Part, Payload, View } from "./payload";
import { markup } from "./markup";
import { Posture } from "./posture";
import { pulled } from "./pull";
import { QuizCard } from "./quiz";
import type { Run } from "./run";
import { interactive } from "./symbol";
import { stage, type Options, type Stage } from "./stage";

type Shown = Exclude<Payload["layers"], null>[number] | "meshes";

const KINDS: Kind[] = ["inertial", "centrifugal", "Coriolis", "velocity", "gravity", "friction", "spring", "loop", "external"];

export class Screen {
    readonly posture: Posture;
    readonly stage: Stage;
    readonly sliders: Sliders;
    readonly drop: Drop;
    quiz: QuizCard | null = null;
    shares: Shares;
    private equations: EquationSheet | null = null;
    private bars: Bars;
    private steps: Steps | null = null;
    private kinematics: KinematicsSheet | null = null;
    private chips = new Map<Shown, HTMLElement>();
    private agree = h("p.note");
    private twin = h("p.hidden", { role: "status", "aria-live": "polite" });
    private warning = h("span.chip.warning", { hidden: true });
    private parameters: number[];
    private path: number[] = [];
    private timer = 0;
    private sheet: HTMLElement;
    private gone = false;
    private hand: Tool | null = null;
    private watcher: ResizeObserver;

    constructor(readonly robot: Payload, readonly kernel: Kernel, private lamp: Lamp, place: HTMLElement, sheet: HTMLElement, options: Options, private changed: () => void) {
        this.posture = new Posture(kernel);
        this.parameters = Object.values(robot.parameters);
        this.shares = kernel.shares(this.posture);
        this.sliders = new Sliders(this.posture, lamp);
        this.drop = new Drop(kernel, this.posture, (i, run) => this.played(i, run), (goal) => this.aim(goal));
        this.sheet = sheet;
        sheet.replaceChildren();
        const card = h("div.card", {}, this.sliders.element, this.drop.timeline);
        const which = robot.coordinates.map((_, k) => k).filter((k) => !robot.loops || robot.coordinates[k]!.driven);
        this.bars = new Bars(robot.coordinates, which, lamp);
        const view = h("div.view", { role: "img", "aria-label": `${robot.title} in three dimensions` });
        place.replaceChildren(view, h("div.chips", {}, ...this.toggles(), ...robot.views.map((x) => h("button.chip.camera", { onclick: () => this.look(x) }, x.name)), this.warning), card, this.twin);
        this.stage = stage(view, robot, lamp, { top: 82, ...options }); // while the page is small, because its layout is needed
        if (this.stage.kind === "svg") {
            for (const x of this.chips.values()) x.hidden = true;
            place.querySelector(".hint")!.textContent = "side view, because this browser has no WebGL";
        }
        if (robot.skin.length) this.stage.skin(robot.skin);
        for (const x of this.chips.keys()) this.layer(x, this.layers.includes(x));
        this.stage.plane = () => (this.hand ??= new Tool(kernel)).plane(this.posture.q);
        this.stage.onDrag = (to) => this.drop.run || this.posture.assign(pulled(kernel, this.posture.q, to));
        if (this.drop.control !== "none" && this.drop.control !== "hold") this.aim(this.drop.goal);
        this.append(this.note(), this.has("equations") && this.written(), this.has("efforts") && this.torques());
        this.fit(place, card);
        this.watcher = new ResizeObserver(() => this.fit(place, card));
        this.watcher.observe(card);
        this.posture.listen(() => this.refresh());
        this.refresh();
    }

    private has(part: Part): boolean {
        return this.robot.parts.includes(part);
    }

    private append(...sections: (HTMLElement | null | undefined | false)[]): void {
        this.sheet.append(...sections.filter((x): x is HTMLElement => Boolean(x)));
    }

    /** Build the sections farther below after the first picture. */
    complete(): void {
        if (this.gone) return;
        const { robot, kernel, lamp } = this;
        this.kinematics = this.has("kinematics") ? new KinematicsSheet(kernel) : null;
        this.steps = derivation(robot, lamp);
        this.quiz = robot.quiz ? new QuizCard(robot, kernel, (row) => this.hide(row)) : null;
        this.append(this.kinematics?.element, this.has("simulation") && this.drop.element, this.steps?.element, this.quiz?.element, certificate(robot), this.has("code") && programs(robot, kernel));
        this.refresh();
    }

    /** Print all steps of the derivation, and the picture, which is drawn immediately. */
    paper(on: boolean): void {
        this.steps?.paper(on);
        void this.stage.picture();
    }

    /** Aim the camera at the part that the card does not cover. */
    private fit(place: HTMLElement, card: HTMLElement): void {
        const over = getComputedStyle(card).position === "absolute";
        this.stage.inset = over ? place.clientHeight - card.offsetTop : 0;
    }

    /** Initial layers of the picture. */
    private get layers(): Shown[] {
        return ["meshes", ...(this.robot.layers ?? (this.robot.nv <= 3 ? (["centres"] as const) : []))];
    }

    private layer(name: Shown, on: boolean): void {
        this.chips.get(name)?.setAttribute("aria-pressed", String(on));
        if (name === "ellipsoid") this.stage.bubble(on ? this.kinematics?.bubble ?? null : null);
        else this.stage.layer(name, on);
    }

    private get swift(): boolean {
        return this.chips.get("ellipsoid")?.getAttribute("aria-pressed") === "true";
    }

    private toggles(): HTMLElement[] {
        const touch = matchMedia("(pointer: coarse)").matches, words: Record<Shown, string> = { centres: "centres of mass", frames: "frames", inertia: "inertia", ellipsoid: "speed of the tool", meshes: "meshes" };
        for (const [name, text] of Object.entries(words) as [Shown, string][]) {
            if ((name === "ellipsoid" && !this.has("kinematics")) || (name === "meshes" && !this.robot.skin.length)) continue;
            const made: HTMLElement = h("button.chip", { "aria-pressed": false, onclick: () => this.layer(name, made.getAttribute("aria-pressed") !== "true") }, text);
            this.chips.set(name, made);
        }
        return [h("span.chip.hint", {}, touch ? "drag to rotate, tap a part, drag the tool" : "drag to rotate, point at a part, drag the tool"), ...this.chips.values()];
    }

    /** A view that was chosen. */
    look(x: View): void {
        if (x.q && !this.drop.run) this.posture.assign(x.q);
        if (x.camera) this.stage.view = x.camera;
        if (x.layers) for (const name of this.chips.keys()) if (name !== "meshes") this.layer(name, x.layers.includes(name));
    }

    private aim(goal: Float64Array | null): void {
        this.stage?.ghosts(goal ? [this.kernel.poses(goal).slice()] : []);
    }

    /** Notes for the class, and equations to check. */
    private note(): HTMLElement | null {
        const { source, words, claims } = this.robot.note;
        if (!source && !words && !claims.length) return null;
        const known = claims.filter((x) => this.robot.quiz && this.robot.equations!.rows.some((row) => row.name === x.row));
        const text = h("div.part", {}, markup(words));
        interactive(text, this.robot, this.lamp);
        return h("section", { id: "note" }, h("h2", {}, source || "Notes"), text,
            known.length ? h("div.actions", {}, ...known.map((x) => h("button", { onclick: () => this.quiz?.claim(x.row, x.typed) }, `Check ${x.words}`))) : null);
    }

    private written(): HTMLElement {
        const { equations, reason } = this.robot;
        if (!equations) return h("section", { id: "equation" }, h("h2", {}, "Equations of motion"), h("p.note", {}, `${reason}.`.replace("..", ".")));
        this.equations = new EquationSheet(this.robot, equations, this.lamp);
        const kinds = KINDS.filter((x) => equations.rows.some((row) => row.terms.some((t) => t.kind === x)));
        const quiz = this.robot.quiz ? h("button", { onclick: () => this.quiz?.start(), title: "Q" }, "Quiz me") : null;
        const note = h("span.note", {}, equations.note);
        this.lamp.listen((l) => (note.textContent = l.symbol === undefined ? equations.note : this.meaning(l.symbol)));
        return h("section", { id: "equation" }, h("div.head", {}, h("h2", {}, equations.title, " ", note), h("span.grow"), quiz),
            legend(kinds, this.lamp), this.equations.element, reason && h("p.note", {}, reason));
    }

    /** A symbol in words, with its value. */
    private meaning(symbol: string): string {
        const { owners, parameters } = this.robot;
        const value = Object.hasOwn(parameters, symbol) ? ` = ${Number(parameters[symbol]!.toPrecision(5))}` : "";
        return `${symbol}${value}${Object.hasOwn(owners, symbol) ? `: ${owners[symbol]!.words}` : ""}`;
    }

    private torques(): HTMLElement {
        const kinds = KINDS.filter((x) => x in this.shares.kinds), { coordinates, loops } = this.robot;
        const units = [...new Set(coordinates.map((x) => x.effort))].join(" and ");
        const title = loops ? "Motor efforts" : "Torque by term";
        return h("section", { id: "torque" }, h("h2", {}, title, " ", h("span.note", {}, `${units}, live from WebAssembly in this page`)),
            kinds.length ? legend(kinds, this.lamp) : null, this.bars.element, this.agree);
    }

    /** Update everything that depends on the state: one frame of dynamics. */
    private refresh(): void {
        this.stage.pose(this.kernel.poses(this.posture.q));
        this.shares = this.kernel.shares(this.posture);
        this.bars.show(this.shares);
        if (this.equations && this.kernel.has("equation")) {
            const values = this.kernel.equation(this.posture, this.parameters);
            this.equations.show(values);
            this.agree.textContent = this.agreement(values);
        } else this.agree.textContent = `${this.kernel.operations(this.robot.loops ? "motors" : "terms")} operations for ${this.robot.loops ? this.robot.coordinates.filter((x) => x.driven).length : this.robot.nv} efforts.`;
        this.kinematics?.show(this.posture.q);
        if (this.swift) this.stage.bubble(this.kinematics?.bubble ?? null);
        const warned = this.posture.note || (this.kinematics ? this.kinematics.warning(this.posture.q) : limits(this.robot, this.posture.q).join("; "));
        this.warning.hidden = !warned;
        this.warning.textContent = warned;
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.rested(), 300) as unknown as number;
        this.changed();
    }

    /** Difference between the sum of the closed form and the recursive kernel. */
    private agreement(values: Float64Array): string {
        const { what, rows } = this.robot.equations!;
        const driven = (k: number) => !this.robot.loops || this.robot.coordinates[k]!.driven;
        const wanted = what === "g" ? this.shares.kinds.gravity ?? new Float64Array(this.robot.nv) : this.shares.total;
        let off = 0;
        const most = wanted.reduce((m, x) => Math.max(m, Math.abs(x)), 0) || 1;
        for (const row of rows) if (driven(row.coordinate)) off = Math.max(off, Math.abs(row.terms.reduce((s, x) => s + values[x.at]!, 0) - wanted[row.coordinate]!));
        const size = off === 0 ? "exactly" : `to ${power(off / most, 0)} of the largest effort`;
        return what === "g" ? `The gravity terms above and the compiled kernel agree ${size}.` : `The equation and the compiled kernel agree ${size}.`;
    }

    private rested(): void {
        const q = Array.from(this.robot.coordinates, (x, k) => `${x.words} ${number(this.posture.value("q", k))} ${x.unit}`);
        this.twin.textContent = `${this.robot.title}: ${q.slice(0, 8).join(", ")}. Efforts ${Array.from(this.shares.total).slice(0, 8).map((x) => number(x, 2, true)).join(", ")}.`;
    }

    /** Show a message until the robot moves. */
    notify(words: string): void {
        this.posture.note = words;
        this.posture.changed();
        this.posture.note = "";
    }

    private hide(row: number | null): void {
        const rows = document.querySelectorAll<HTMLElement>("#equation .equations .row");
        rows.forEach((x, i) => x.classList.toggle("covered", i === row));
    }

    private played(i: number | null, run: Run | null): void {
        if (run === null || i === null) {
            this.stage.trail([]);
            this.stage.force(null);
            return;
        }
        this.posture.q = run.q(i).slice();
        this.posture.qd = run.qd(i).slice();
        this.posture.qdd = run.qdd(i).slice();
        this.path = [];
        const at = 12 * this.robot.bodies.length;
        const back = Math.round(1.2 * (run.t.length - 1) / (run.duration || 1));
        for (let k = Math.max(0, i - back); k <= i; k += 2) {
            const p = this.kernel.poses(run.q(k));
            this.path.push(p[at + 3]!, p[at + 7]!, p[at + 11]!);
        }
        this.stage.trail(this.path);
        const t = run.t[i]!, on = run.push && t >= run.push.at && t < run.push.at + run.push.lasts;
        this.stage.force(on ? run.push!.force : null);
        this.posture.changed();
    }

    /** Python of the shown results. */
    get python(): string {
        const list = (x: ArrayLike<number>) => `[${Array.from(x, brief).join(", ")}]`;
        const { q, qd, qdd } = this.posture;
        return `da.inverse_dynamics(robot, ${list(q)}, ${list(qd)}, ${list(qdd)})`;
    }

    /** A program that computes the shown results, with all digits. */
    get program(): string {
        const { q, qd, qdd } = this.posture, state = [q, qd, qdd].map((x) => `[${Array.from(x).join(", ")}]`);
        return `import dalembert as da\n\n${this.robot.python}\ntau = da.inverse_dynamics(robot, ${state.join(", ")})\nprint(tau)\n`;
    }

    get result(): string {
        return `[${Array.from(this.shares.total, brief).join(", ")}]`;
    }

    /** µs of a frame's dynamics: kinematics, shares, equations, one simulation step. */
    measure(rounds = 200): number {
        if (rounds > 20) this.measure(20);
        const x = this.posture, { kernel } = this, about = this.robot.contents.marches[0];
        const state = about ? new Float64Array(about.states) : null, u = about ? new Float64Array(about.inputs) : null;
        if (state) state.set(x.q, about!.state.q![0]);
        const began = performance.now();
        for (let i = 0; i < rounds; i++) {
            kernel.poses(x.q);
            kernel.shares(x);
            if (kernel.has("equation")) kernel.equation(x, this.parameters);
            if (state) kernel.march.step(state, u!, 1 / 960, 1);
        }
        return (performance.now() - began) * 1000 / rounds;
    }

    dispose(): void {
        this.gone = true;
        this.drop.player.playing = false;
        clearTimeout(this.timer);
        this.watcher.disconnect();
        this.stage.dispose();
    }
}

/** A number as Python has it, short. */
const brief = (x: number): string => (x === 0 || (Math.abs(x) >= 0.005 && Math.abs(x) < 1e5) ? (x + 0).toFixed(2) : Math.abs(x) < 1e-14 ? "0.00" : x.toExponential(2));
