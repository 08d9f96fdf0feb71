/** Model: the gallery, files that are dropped in, the tree, tables one edits, and what the doctor finds. */

import { badge } from "../bars";
import { h, pressed, s } from "../element";
import type { Lit } from "../light";
import type { Pin } from "../pin";
import { save } from "./code";
import type { Desk, Finding } from "./desk";
import { choose, filled, section, trouble, waiting, type Panel } from "./panel";
import { Tables } from "./table";

interface Robot { name: string; title: string; n: number; loops: number; strokes: number[][]; joints: number[][] }
type Files = { path: string; file: File }[];

/** Part that a finding lights: its joint, or else its body. */
const about = (x: Finding): Lit | null => (x.coordinate !== null ? { coordinate: x.coordinate, symbol: `q${x.coordinate + 1}` } : x.body !== null ? { body: x.body } : null);

const sentence = (x: string): string => `${x[0]!.toUpperCase()}${x.slice(1).replace(/\.$/, "")}.`;

const drawn = new Map<string, Robot>(); // for all desks

export class Model implements Panel {
    readonly element = h("div.sheet.model");
    private files = h("div.files");
    private saved = h("span.note", { "aria-live": "polite" });
    private findings = h("div.findings");
    private gallery = h("div.gallery", { role: "list" });
    private tables: Tables;

    constructor(private desk: Desk) {
        const { found } = desk;
        this.tables = new Tables(desk);
        const pick = (folder: boolean) => {
            const input = h<HTMLInputElement>("input", { type: "file", multiple: true, ...(folder ? { webkitdirectory: true } : {}) });
            input.onchange = () => this.drop([...(input.files ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file })));
            input.click();
        };
        const zone = h("div.drop", {}, h("p", {}, "Drop a robot here: URDF, MJCF, xacro, SDF, a DH table (.csv, .toml), or a folder or zip with its meshes."),
            h("div.row", {}, h("button", { onclick: () => pick(false) }, "Open file…"), h("button", { onclick: () => pick(true) }, "Open folder…")));
        this.element.append(
            section(desk.robot.title, desk.robot.about, this.tree()),
            section("Model check", null, this.findings),
            this.tables.element,
            section("Open and save", null, zone, this.files, h("div.row", {}, h("button", { onclick: () => void this.save(), title: "in a file format that every command can read" }, "Save this robot"), this.saved)),
            section("Gallery", null, this.gallery),
        );
        if (found.files && found.files.length > 1)
            this.files.append(choose("Another file of the upload", found.files.map((x) => [x, x]), found.file ?? "", (file) => this.load({ folder: desk.host.folder ?? "", file })));
        if (found.findings) this.showFindings(found.findings);
        else void filled<{ findings: Finding[] }>(this.findings, desk, "Checking", "diagnose", {}, (x) => this.listed(x.findings));
        void this.fillGallery();
    }

    /** Links and joints from the base on; pointing at one lights it. */
    private tree(): HTMLElement {
        const { robot, lamp } = this.desk;
        const item = (i: number): HTMLElement => {
            const body = robot.bodies[i]!, below = robot.bodies.flatMap((x, k) => (x.parent === i ? [k] : []));
            const row = h("div.node", {
                "data-body": i, "data-name": body.name, ...pressed(() => lamp.hold({ body: i })),
                onpointerenter: () => lamp.point({ body: i }), onpointerleave: () => lamp.point(), onfocus: () => lamp.point({ body: i }), onblur: () => lamp.point(),
            }, ...body.coordinates.map((k) => badge(k)), h("span", {}, body.name), h("span.note", {}, body.mass ? `${body.mass.toPrecision(3)} kg` : ""));
            lamp.listen((l) => row.classList.toggle("lit", l.body === i || (l.coordinate !== undefined && body.coordinates.includes(l.coordinate))));
            return h("li", {}, row, below.length ? h("ul", {}, ...below.map(item)) : null);
        };
        const roots = robot.bodies.flatMap((x, k) => (x.parent < 0 ? [k] : []));
        return h("ul.tree", { "aria-label": "Links and joints" }, ...roots.map(item));
    }

    private listed(findings: Finding[]): HTMLElement[] {
        if (!findings.length) return [h("p.note", {}, "No problems were found in this robot.")];
        const { lamp } = this.desk;
        const rows = findings.map((x) => {
            const part = x.link || x.joint, lit = about(x);
            return h(`div.finding.${x.level}`, {
                ...(lit ? { ...pressed(() => lamp.hold(lit)), title: "pinned to its part in the picture; click keeps it lit" } : {}),
                onpointerenter: () => lit && lamp.point(lit), onpointerleave: () => lamp.point(), onfocus: () => lit && lamp.point(lit), onblur: () => lamp.point(),
            }, h("span.level", {}, x.level), h("div", {}, h("p", {}, x.line ? `line ${x.line}: ` : "", x.what, part && !x.what.includes(part) ? ` (${part})` : ""),
                x.why || x.fix ? h("p.note", {}, [x.why, x.fix].filter(Boolean).map(sentence).join(" ")) : null));
        });
        this.pin(findings, rows);
        return rows;
    }

    /** One pin per body, with all its findings. */
    private pin(findings: Finding[], rows: HTMLElement[]): void {
        const made = new Map<number, Pin>();
        findings.forEach((x, i) => {
            const lit = about(x);
            if (x.body === null || !lit) return;
            const pin = made.get(x.body) ?? { body: x.body, level: x.level as Pin["level"], words: [], lit, go: () => {
                this.desk.host.go("model");
                rows[i]!.scrollIntoView({ block: "center" });
                rows[i]!.focus();
            } };
            pin.words.push(x.what);
            made.set(x.body, pin);
        });
        this.desk.stage.pins([...made.values()]);
    }

    enter(): void {
        this.desk.stage.layer("pins", true);
    }

    leave(): void {
        this.desk.stage.layer("pins", false);
    }

    private showFindings(findings: Finding[]): void {
        this.findings.replaceChildren(...this.listed(findings));
    }

    /** Show names immediately and pictures one by one while the screen is shown, so that nothing waits for them. */
    private async fillGallery(): Promise<void> {
        try {
            const { names } = (await this.desk.requests.ask("gallery")) as { names: string[] };
            const cards = names.map((name) => [name, h("div.place")] as const);
            this.gallery.replaceChildren(...cards.map(([name, place]) => { place.append(this.picture(drawn.get(name) ?? { name, title: name.replaceAll("_", " "), n: 0, loops: 0, strokes: [], joints: [] })); return place; }));
            for (const [name, place] of cards) {
                if (drawn.has(name)) continue;
                while (!this.element.isConnected && !this.desk.gone) await new Promise((done) => setTimeout(done, 300));
                if (this.desk.gone) return;
                drawn.set(name, (await this.desk.requests.ask("picture", { name })) as Robot);
                place.replaceChildren(this.picture(drawn.get(name)!));
            }
        } catch (error) {
            this.gallery.append(trouble(error));
        }
    }

    private picture(x: Robot): HTMLElement {
        const words = x.n ? `${x.n} ${x.n === 1 ? "coordinate" : "coordinates"}${x.loops ? `, ${x.loops} loop${x.loops > 1 ? "s" : ""}` : ""}` : "\u00a0";
        const points = x.strokes.flatMap(([a, b, c, d]) => [[a!, b!], [c!, d!]]).concat(x.joints as [number, number][]);
        const xs = points.map((p) => p[0]!), ys = points.map((p) => p[1]!);
        const size = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys), 1e-6) * 1.3;
        const cx = (Math.max(...xs) + Math.min(...xs)) / 2, cy = (Math.max(...ys) + Math.min(...ys)) / 2;
        const at = (p: number[]): [number, number] => [50 + (p[0]! - cx) / size * 100, 36 - (p[1]! - cy) / size * 100 * 0.72];
        const lines = x.strokes.map(([a, b, c, d]) => {
            const [p, q] = [at([a!, b!]), at([c!, d!])];
            return s("line", { x1: p[0], y1: p[1], x2: q[0], y2: q[1] });
        });
        const dots = x.joints.map((p, k) => s(`circle.joint${(k % 6) + 1}`, { cx: at(p)[0], cy: at(p)[1], r: 2.6 }));
        const now = x.name === this.desk.about.command;
        return h("button.robot", { role: "listitem", "aria-current": now ? "true" : "false", onclick: () => this.load({ name: x.name }) },
            s("svg", { viewBox: "0 0 100 72", "aria-hidden": true }, ...lines, ...dots) as unknown as Node,
            h("span", {}, x.title), h("span.note", {}, words));
    }

    /** Open a robot of the gallery, or of an upload. */
    private async load(source: { name: string } | { folder: string; file?: string }): Promise<void> {
        const { element, tick } = waiting("Reading");
        this.files.replaceChildren(element);
        try {
            await this.desk.host.load(source, tick);
        } catch (error) {
            this.files.replaceChildren(trouble(error));
            this.files.scrollIntoView({ block: "nearest" });
        }
    }

    /** The robot with its edits, as a file that every command reads. */
    private async save(): Promise<void> {
        try {
            const { text } = (await this.desk.requests.ask("file")) as { text: string };
            save(this.desk.file, text);
            this.saved.textContent = `${this.desk.file} is among your downloads.`;
        } catch (error) {
            this.saved.replaceChildren(trouble(error));
        }
    }

    drop(files: Files): boolean {
        const { element } = waiting("Sending");
        this.files.replaceChildren(element);
        const send = async () => {
            try {
                const folder = await this.desk.line.upload(files, (x) => { element.textContent = `Sending, ${Math.round(100 * x)} %`; });
                await this.load({ folder });
            } catch (error) {
                this.files.replaceChildren(trouble(error));
                this.files.scrollIntoView({ block: "nearest" });
            }
        };
        void send();
        return true;
    }

    python(): string {
        return "robot";
    }

    command(): string {
        return `dalembert info ${this.desk.command}`;
    }

    state(): Record<string, unknown> {
        return { table: this.desk.host.table };
    }

    restore(x: Record<string, unknown>): void {
        this.tables.open(x.table);
    }

    key(e: KeyboardEvent): boolean {
        if (!(e.ctrlKey || e.metaKey) || e.key.toLowerCase() !== "z") return false;
        void this.tables.step(e.shiftKey ? 1 : -1);
        return true;
    }
}
