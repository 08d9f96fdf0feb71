/** Share: the robot in one HTML file that opens from disk, with chosen parts; a link to this state, a picture, the Python lines. */

import { h } from "../element";
import { CONTROLS } from "../law";
import type { Control, Part } from "../payload";
import { save } from "./code";
import type { Desk } from "./desk";
import { section, trouble, waiting, type Panel } from "./panel";
import type { Simulate } from "./simulate";

const PARTS: [Part, string][] = [["equations", "equations"], ["efforts", "torque by term"], ["kinematics", "tool pose"], ["simulation", "drop it"],
    ["derivation", "derivation"], ["quiz", "quiz"], ["certificate", "properties"], ["code", "code"]];
const LAYERS: [string, string][] = [["centres", "centres of mass"], ["frames", "frames"], ["inertia", "inertia"], ["ellipsoid", "speed of the tool"]];

interface Kept { name: string; orbit: number[]; q: number[] }

export class Share implements Panel {
    readonly element = h("div.sheet.share");
    private done = h("div", { "aria-live": "polite" });
    private title: HTMLInputElement;
    private subtitle = field("Subtitle", "Robot dynamics, lecture 7", 120);
    private note = field("Notes", "Release the arm with the elbow straight, then bent.", 2000);
    private called = field("Name of a view", "from the side", 40);
    private parts = checks(PARTS, PARTS.map(([x]) => x));
    private layers: Checks;
    private control: HTMLSelectElement;
    private seconds = h<HTMLInputElement>("input", { type: "number", min: 0.1, max: 60, step: "any", value: 4, "aria-label": "Seconds" });
    private options: Checks;
    private dress: Checks | null = null;
    private kept: Kept[] = [];
    private list = h("div.row");

    constructor(private desk: Desk) {
        const { robot } = desk, { controls } = robot.motion;
        this.title = field("Title", "", 80, robot.title);
        this.layers = checks(LAYERS, robot.nv <= 3 ? ["centres"] : []);
        this.control = h<HTMLSelectElement>("select", { "aria-label": "Motors" }, ...controls.map((x) => h("option", { value: x }, CONTROLS[x])));
        this.options = checks([["rates", "start with the velocities of the sliders"], ["run", "include the last run of Simulate"]], []);
        if (desk.about.meshes) this.dress = checks([["meshes", "simplified meshes of the robot file (adds some hundred kB)"]], (desk.host.meshes ?? true) ? ["meshes"] : []);
        this.element.append(
            section("A page for the class", "one file: no server, no network, no installation",
                h("p", {}, "The robot in this posture, interactive, in one HTML file that opens from disk. The dynamics run as WebAssembly, generated from the same program."),
                h("div.fields", {}, label("Title", this.title), label("Subtitle", this.subtitle)), label("Notes", this.note)),
            section("Contents", null, this.parts.element),
            section("Layers and views", "each view becomes a button of the page and stores its posture",
                this.layers.element, this.dress?.element ?? null, h("div.row", {}, this.called, h("button", { onclick: () => this.keep() }, "Keep this view")), this.list),
            section("Start of the simulation", "starts from this posture, which is also the goal of a controller",
                h("div.row", {}, this.control, h("label.check", {}, this.seconds, " s")), this.options.element),
            section("Save", null, h("div.row", {}, h("button.primary", { onclick: () => void this.make() }, "Save as HTML")), this.done),
            section("A link to this state", "works while this studio runs",
                h("div.row", {}, h("button", { onclick: () => void navigator.clipboard.writeText(desk.host.link()) }, "Copy link"))),
            section("A picture", "of the current view",
                h("div.row", {}, h("button", { onclick: () => void this.picture() }, "Save as PNG"))),
            section("The same robot in Python", null, h("pre.source", { tabindex: 0 }, desk.script)),
        );
        this.element.addEventListener("change", () => desk.host.touched());
    }

    private keep(): void {
        const { stage, x } = this.desk, name = this.called.value.trim() || `view ${this.kept.length + 1}`;
        this.kept = [...this.kept.filter((y) => y.name !== name), { name, orbit: stage.view, q: [...x.q] }].slice(-24);
        this.called.value = "";
        this.listed();
    }

    private listed(): void {
        this.list.replaceChildren(...this.kept.map((x) => h("span.chip", {}, x.name,
            h("button", { "aria-label": `remove ${x.name}`, onclick: () => { this.kept = this.kept.filter((y) => y !== x); this.listed(); } }, "×"))));
    }

    /** The request to the server. */
    private get request(): Record<string, unknown> {
        const { x, about } = this.desk, on = this.options.chosen, goes = this.control.value !== "none" && this.control.value !== "hold";
        const simulated = on.includes("run") ? (this.desk.panel("simulate") as Simulate).run?.request : undefined;
        return {
            title: this.title.value, subtitle: this.subtitle.value, note: this.note.value, origin: about.origin, q: [...x.q], parts: this.parts.chosen, layers: this.layers.chosen,
            views: Object.fromEntries(this.kept.map(({ name, orbit, q }) => [name, stageless(orbit, q)])),
            motion: { control: this.control.value, duration: Number(this.seconds.value), ...(goes ? { goal: [...x.q] } : {}), ...(on.includes("rates") ? { qd: [...x.qd] } : {}) },
            ...(simulated ? { run: simulated } : {}), meshes: Boolean(this.dress?.chosen.length),
        };
    }

    private async make(): Promise<void> {
        const { element, tick } = waiting("Writing the page");
        this.done.replaceChildren(element);
        try {
            const { html, size } = (await this.desk.line.ask("share", this.request, tick)) as { html: string; size: number };
            const name = `${this.name}.html`;
            save(name, new Blob([html], { type: "text/html" }));
            this.done.replaceChildren(h("p.note", {}, `${name}, ${Math.round(size / 1000)} kB, is among your downloads.`));
        } catch (error) {
            this.done.replaceChildren(trouble(error));
        }
    }

    private get name(): string {
        return this.desk.about.name.replace(/[^A-Za-z0-9_-]+/g, "_") || "robot";
    }

    private async picture(): Promise<void> {
        const found = await this.desk.stage.picture();
        if (found) save(found.type === "image/svg+xml" ? "robot.svg" : "robot.png", found);
    }

    python(): string {
        const parts = this.parts.chosen, list = (x: string[]) => `[${x.map((y) => `"${y}"`).join(", ")}]`, control = this.control.value as Control;
        const options = [parts.length < PARTS.length ? `parts=${list(parts)}` : "", this.layers.chosen.length ? `layers=${list(this.layers.chosen)}` : "",
            control === "none" ? "" : `motion={"control": "${control}"}`].filter((x) => x);
        const page = options.length ? `, page=da.types.PageOptions(${options.join(", ")})` : "";
        return `da.share(robot, "${this.name}.html", q=[${[...this.desk.x.q].join(", ")}]${page})`;
    }

    command(): string {
        const parts = this.parts.chosen, control = this.control.value;
        const options = [parts.length < PARTS.length ? ` --part ${parts.join(",")}` : "", this.layers.chosen.length ? ` --layer ${this.layers.chosen.join(",")}` : "", control === "none" ? "" : ` --control ${control}`];
        return `dalembert share ${this.desk.command} -o robot.html${this.desk.values} --q ${[...this.desk.x.q].join(",")}${options.join("")}`;
    }
}

const stageless = (orbit: number[], q: number[]): Record<string, number[]> => (orbit.length === 3 ? { orbit, q } : { q }); // a drawing has no camera
const field = (words: string, placeholder: string, maxlength: number, value = ""): HTMLInputElement =>
    h<HTMLInputElement>("input", { type: "text", "aria-label": words, placeholder, maxlength, value });
const label = (words: string, x: HTMLElement): HTMLElement => h("label.field", {}, words, x);

interface Checks { element: HTMLElement; chosen: string[] }

/** Boxes to be ticked. */
function checks(all: [string, string][], on: string[]): Checks {
    const boxes = all.map(([name, words]) => ({ name, words, box: h<HTMLInputElement>("input", { type: "checkbox", checked: on.includes(name) }) }));
    return {
        element: h("div.row", {}, ...boxes.map((x) => h("label.check", {}, x.box, " ", x.words))),
        get chosen() {
            return boxes.filter((x) => x.box.checked).map((x) => x.name);
        },
    };
}
