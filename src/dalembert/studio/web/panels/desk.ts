/** An open robot: its kernels, picture, posture and screens. Another robot gets another desk. */

import { h } from "../element";
import { Tool } from "../dexterity";
import type { Kernel } from "../kernel";
import { Lamp } from "../light";
import { Sliders } from "../panel";
import type { Payload, Solid } from "../payload";
import { Posture } from "../posture";
import { stage, type Layer, type Stage } from "../stage";
import { Requests, type Line } from "./line";
import type { Place } from "./link";
import { quoted, type Make, type Panel, type Screen } from "./panel";

export interface About { session: string; undo: number; redo: number; name: string; origin: string; command: string; meshes?: boolean; changes?: Change[] | null }
export interface Change { table: string; row: string; column: string; text: string }
export interface Found { payload: Payload; values: Record<string, number>; findings?: Finding[]; file?: string; files?: string[] }
export interface Finding { level: string; what: string; why: string; fix: string; link: string; joint: string; line: number | null; body: number | null; coordinate: number | null }

const CHIPS = 82; // pixels of two rows of chips over the stage
const LAYERS: [Layer, string, boolean][] = [["axes", "axes", true], ["centres", "centres of mass", true], ["frames", "frames", false], ["inertia", "inertia", false]];

export interface Host {
    dark: boolean;
    low: boolean;
    /** Update the strip and the link. */
    touched(): void;
    /** Another robot; `keep` stays at posture, view and screen, as after an edit. */
    opened(answer: { state: About; model: Found }, keep?: boolean): Promise<void>;
    /** Ask for another robot; of several requests, the last one counts. */
    load(source: { name: string } | { folder: string; file?: string }, progress: (seconds: number) => void): Promise<void>;
    /** Undo (−) or redo (+) edits. */
    step(by: number): Promise<void>;
    folder?: string; // of the last upload
    meshes?: boolean; // whether shapes of a robot's file are drawn
    table?: "values" | "links" | "joints" | "dh"; // that was looked at last
    fail(error: unknown): void;
    /** An address that comes back to this state. */
    link(): string;
    go(screen: Screen): void;
}

export class Desk {
    readonly lamp = new Lamp();
    readonly requests: Requests; // requests about this robot
    readonly stage: Stage;
    readonly card: HTMLElement;
    readonly sliders: Sliders;
    readonly over = h("div.over");
    readonly warnings = h("div.warnings", { "aria-live": "polite" });
    readonly foot = h("div.foot");
    private watcher = new ResizeObserver(() => { this.stage.inset = this.foot.offsetHeight + 16; });
    private note = h("span.chip.warning.bad", { hidden: true });
    readonly x: Posture;
    readonly layers = new Map<Layer, boolean>();
    private panels = new Map<Screen, Panel>();
    screen: Screen = "model";
    states = 0; // that were shown
    gone = false; // another desk has taken its place
    private twin = h("p.twin", { "aria-live": "off" });

    constructor(
        readonly line: Line, readonly host: Host, readonly about: About, readonly found: Found,
        readonly kernel: Kernel, readonly element: HTMLElement, private makers: Record<Screen, Make>,
    ) {
        const { robot } = this;
        this.requests = new Requests(line);
        this.stage = stage(element, robot, this.lamp, { quality: host.low ? "low" : "high", dark: host.dark, top: CHIPS });
        this.x = new Posture(kernel);
        this.sliders = new Sliders(this.x, this.lamp);
        this.card = h("div.card.posture", { role: "group", "aria-label": "Posture" }, this.sliders.element);
        this.over.append(...LAYERS.map(([name, words, on]) => this.chip(name, words, on)));
        this.foot.append(this.card);
        this.warnings.append(this.note);
        element.append(this.over, this.warnings, this.foot, this.twin);
        this.watcher.observe(this.foot);
        let hand: Tool | null = null;
        this.stage.plane = () => (hand ??= new Tool(kernel)).plane(this.x.q);
        this.x.listen(() => this.moved());
        this.moved();
        if (about.meshes) void this.dress();
    }

    /** Shapes of the robot's file come after its first picture; a switch brings the clean solids back. */
    private async dress(): Promise<void> {
        try {
            const { solids, left } = (await this.requests.ask("meshes")) as { solids: Solid[]; left: Left[] };
            if (this.gone) return;
            if (left.length) this.warnings.append(h("span.chip.warning.left", { title: left.map((x) => x.words).join("\n") }, lacking(left)));
            if (!solids.length) return;
            this.over.insertBefore(this.chip("meshes", "meshes", this.host.meshes ?? true), this.over.children[LAYERS.length] ?? null);
            this.stage.skin(solids);
        } catch {
            // it is seen without them
        }
    }

    get robot(): Payload {
        return this.found.payload;
    }

    private chip(name: Layer, words: string, on: boolean): HTMLElement {
        this.layers.set(name, on);
        this.stage.layer(name, on);
        const made = h("button.chip", { "data-layer": name, "aria-pressed": String(on), onclick: () => {
            const now = !this.layers.get(name);
            this.layers.set(name, now);
            if (name === "meshes") this.host.meshes = now;
            this.stage.layer(name, now);
            made.setAttribute("aria-pressed", String(now));
        } }, words);
        return made;
    }

    /** Move to a posture. */
    pose(q: ArrayLike<number>, qd?: ArrayLike<number>): void {
        this.x.assign(q, qd);
    }

    private moved(): void {
        this.states++;
        this.stage.pose(this.kernel.poses(this.x.q));
        this.note.hidden = !this.x.note;
        this.note.textContent = this.x.note;
        this.shown();
    }

    /** Show one of many states: the stage shows it; sliders and sheet wait for the last one. */
    stream(q: ArrayLike<number>): void {
        this.states++;
        this.stage.pose(this.kernel.poses(q));
    }

    private frame = 0;

    /** Update sheet and strip once per picture, not once per event. */
    private shown(): void {
        this.frame ||= requestAnimationFrame(() => {
            this.frame = 0;
            this.panels.get(this.screen)?.show?.();
            this.host.touched();
        });
    }

    panel(screen: Screen): Panel {
        let found = this.panels.get(screen);
        if (!found) {
            found = this.makers[screen](this);
            this.panels.set(screen, found);
        }
        return found;
    }

    /** The screen that is shown; none while it is being made. */
    get current(): Panel | undefined {
        return this.panels.get(this.screen);
    }

    go(screen: Screen): Panel {
        this.panels.get(this.screen)?.leave?.();
        this.screen = screen;
        const panel = this.panel(screen);
        panel.enter?.();
        panel.show?.();
        return panel;
    }

    get place(): Place {
        const { x, stage, screen } = this;
        return {
            robot: this.about.command, ...(this.about.changes?.length ? { changes: this.about.changes } : {}), layers: Object.fromEntries(this.layers), screen, q: [...x.q], qd: [...x.qd], qdd: [...x.qdd], view: stage.view, dark: this.host.dark,
            panel: this.panel(screen).state?.() ?? {},
        };
    }

    /** Show a message until the robot moves. */
    notify(words: string): void {
        this.note.hidden = false;
        this.note.textContent = words;
    }

    restore(place: Place): void {
        const { robot } = this;
        if (place.damaged) this.notify("The link is damaged; only part of it could be read.");
        if (place.q && !this.x.restore(place.q, place.qd, place.qdd)) {
            this.notify(`The posture in the link does not fit ${robot.name}; its initial posture is shown.`);
        }
        if (place.view?.length) this.stage.view = place.view;
        for (const [name, on] of Object.entries(place.layers ?? {})) if (this.layers.has(name as Layer) && this.layers.get(name as Layer) !== on) this.over.querySelector<HTMLElement>(`[data-layer=${name}]`)?.click();
        if (place.panel) this.panel(this.screen).restore?.(place.panel);
    }

    /** Lines of Python that make this robot, edits and values included. */
    get script(): string {
        const { origin } = this.about, values = Object.entries(this.found.values);
        const needs: [string, string][] = [["replace(", "from dataclasses import replace"], ["dh_poses(", "from dalembert.robot.dh import dh_poses"], ["value(", "from dalembert.argument import value"]];
        const bound = values.length ? [`robot = robot.bind(${values.map(([k, v]) => `${k}=${v}`).join(", ")})`] : [];
        return ["import dalembert as da", ...needs.filter(([word]) => origin.includes(word)).map(([, line]) => line), "", origin, ...bound].join("\n");
    }

    /** The robot on the command line; one that was edited is the file that Model saves. */
    get command(): string {
        const edited = this.about.origin.includes("\n");
        return quoted(edited ? this.file : this.about.command);
    }

    /** Values of its symbols on the command line. */
    get values(): string {
        const values = Object.entries(this.found.values);
        return values.length ? ` --set ${values.map(([k, v]) => `${k}=${v}`).join(",")}` : "";
    }

    /** The name of a file that the robot is saved as. */
    get file(): string {
        return `${this.about.name.replace(/[^A-Za-z0-9_-]+/g, "_").slice(0, 60) || "robot"}.toml`;
    }

    /** Posture and tool in words, for screen readers. */
    describe(): void {
        const at = 12 * this.robot.bodies.length, p = this.kernel.poses(this.x.q);
        const q = this.robot.coordinates.map((c) => (c.place >= 0 ? `${c.words} ${this.x.q[c.place]!.toFixed(2)} ${c.unit}` : "")).filter(Boolean).slice(0, 12);
        this.twin.textContent = `${q.join(", ")}; tool at ${[3, 7, 11].map((i) => p[at + i]!.toFixed(3)).join(", ")} m`;
    }

    dispose(): void {
        this.gone = true;
        this.requests.end();
        this.watcher.disconnect();
        cancelAnimationFrame(this.frame);
        this.panels.get(this.screen)?.leave?.();
        this.stage.dispose();
        this.panels.clear();
        this.element.replaceChildren();
    }
}

/** File names of meshes that a robot file references and that were not uploaded. */
type Left = { words: string; name: string };

function lacking(left: Left[]): string {
    const names = [...new Set(left.map((x) => x.name))];
    return `Not drawn: ${names.slice(0, 3).join(", ")}${names.length > 3 ? ` and ${names.length - 3} more` : ""}`;
}
