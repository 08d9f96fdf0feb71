/** Kinematics and statics: drag the tool to see all configurations that reach it; apply a force to see the joint torques. */

import { h, number } from "../element";
import { spelled } from "../spell";
import type { Desk } from "./desk";
import { Newest, Refusal } from "./line";
import { Mechanism } from "./mechanism";
import { comma, filled, list, section, trouble, type Panel } from "./panel";
import { Statics } from "./statics";
import { angles, figure, glide, rotation, words } from "./way";

type Chip = "ghosts" | "pushing" | "ellipsoid" | "cloud";
interface Branch { q: number[]; manipulability: number; beyond: number[] }
interface Geometry { pose: number[][]; manipulability?: number; directions?: number; velocity?: Ellipsoid; reason?: string }
interface Ellipsoid { axes: number[][]; radii: number[] }
interface Singularity { kind: string; condition: string; q: number[]; words: string }

export class Kinematics implements Panel {
    readonly element = h("div.sheet.kinematics");
    private position: HTMLInputElement[];
    private turn: HTMLInputElement[];
    private force: HTMLInputElement[];
    private branches: Branch[] = [];
    private table = h("div.branches");
    private speeds = h("div.speeds");
    private lost = h("div");
    private trouble = h("div");
    private many = false; // infinitely many solutions
    private warning = h("span.chip.warning");
    private size = h("span.note");
    private chips: HTMLElement;
    private ghosts = true;
    private cloud = false;
    private points: number[] | null = null; // of the workspace
    private ellipsoid = true;
    private pushing = false; // dragging draws the force and does not move the tool
    private wrench: [number, number, number] = [0, 0, 0];
    private asking = new Newest();
    private dragging = new Newest();
    private pose: number[] = [];
    private mechanism: Mechanism;
    private statics: Statics;
    private alone = false; // its position determines its pose
    private fields = new Set<Element>();

    constructor(private desk: Desk) {
        const { robot } = desk;
        const field = (words: string, change: () => void) => {
            const made = h<HTMLInputElement>("input.mono", { type: "text", inputmode: "decimal", "aria-label": words, spellcheck: "false", onchange: change });
            this.fields.add(made);
            return made;
        };
        this.position = ["x", "y", "z"].map((x) => field(`tool ${x}, m`, () => this.typed()));
        this.turn = ["roll", "pitch", "yaw"].map((x) => field(`${x} of the tool, rad`, () => this.typed()));
        this.force = ["x", "y", "z"].map((x) => field(`force ${x}, N`, () => this.push(this.force.map(read) as [number, number, number])));
        for (const x of this.force) x.value = "0";
        this.statics = new Statics(desk);
        const chips: [Chip, string][] = [["ghosts", "ghosts"], ["pushing", "drag a force"], ["ellipsoid", "velocity ellipsoid"], ["cloud", "workspace"]];
        this.chips = h("div.chips", {}, ...chips.filter(([key]) => !robot.loops || key === "pushing").map(([key, words]) => this.chip(key, words)));
        const forces = h("div", {}, h("div.fields", {}, h("label", {}, "Force / N", h("span.triple", {}, ...this.force)), h("div.line", {}, this.size, h("button", { onclick: () => this.push([0, 0, 0]) }, "No force"))),
            this.statics.element);
        const mobility = h("div");
        this.mechanism = new Mechanism(desk);
        this.element.append(
            section("Tool pose", robot.loops ? "the tool moves with the independent coordinates" : "drag the tool in the picture or enter numbers",
                h("div.fields", {}, h("label", {}, "Position / m", h("span.triple", {}, ...this.position)), h("label", {}, "Roll, pitch, yaw / rad", h("span.triple", {}, ...this.turn))), this.trouble),
            ...(robot.loops ? [] : [section("Inverse kinematics", "", this.table)]),
            section("Force on the tool", "joint torques that balance it", forces),
            ...(robot.loops ? [] : [section("Speed of the tool", "m/s along the axes of the ellipsoid, for joint velocities of norm 1 rad/s", this.speeds),
                section("Singularities", "where the tool cannot move in some direction", this.lost)]),
            section("Mobility", "degrees of freedom: Grübler's formula and the exact number", mobility, robot.loops ? h("div.row", {}, this.mechanism.element) : null),
        );
        if (!robot.loops) void filled<{ singularities: Singularity[] }>(this.lost, desk, "Factoring det J", "singularities", { frame: robot.tool.name }, (x) => x.singularities.length
            ? x.singularities.map((y) => h("div.finding", {}, h("span.level", {}, y.kind), h("span.typed", {}, ...spelled(`${y.condition} = 0`, robot.owners)), h("span.space"), h("button", { onclick: () => this.go(y.q) }, "Go there")))
            : [h("p.note", {}, "None was found.")]);
        void filled<{ equation: string; formula: number; freedoms: number; agrees: boolean; reasons: string[] }>(mobility, desk, "Counting", "mobility", {}, (x) => [
            h("p", {}, h("span.typed", {}, x.equation), ` ${x.formula === 1 ? "degree" : "degrees"} of freedom${x.agrees ? ". The formula is correct." : `. The mechanism has ${x.freedoms}.`}`), ...x.reasons.map((y) => h("p.note", {}, y))]);
    }

    private chip(key: Chip, words: string): HTMLElement {
        return h("button.chip", { "data-chip": key, "aria-pressed": String(this[key]), onclick: () => { this[key] = !this[key]; this.switched(); } }, words);
    }

    /** Show the layers that the chips select. */
    private switched(): void {
        for (const x of this.chips.children) x.setAttribute("aria-pressed", String(this[(x as HTMLElement).dataset.chip as Chip]));
        this.hold();
        this.spirits();
        void this.workspace();
        this.show();
    }

    enter(): void {
        this.desk.over.append(this.chips);
        this.desk.warnings.append(this.warning);
        this.hold();
        this.desk.stage.force(this.wrench.some(Boolean) ? this.wrench : null);
    }

    /** Effect of dragging the tool: with loops the tool cannot be pulled, only pushed. */
    private hold(): void {
        this.desk.stage.onDrag = !this.desk.robot.loops || this.pushing ? (to) => this.drag(to) : null;
    }

    leave(): void {
        this.mechanism.halt();
        this.chips.remove();
        this.warning.remove();
        this.desk.stage.onDrag = null;
        this.desk.stage.ghosts([]);
        this.desk.stage.force(null);
        this.desk.stage.cloud([]);
        this.desk.stage.bubble(null);
    }

    /** The tool follows the pointer, position only, from the present posture; or the arrow of the force does. */
    private drag(to: [number, number, number]): void {
        const { desk } = this;
        if (this.pushing) {
            const at = 12 * desk.robot.bodies.length, P = desk.kernel.poses(desk.x.q), scale = 0.004 * desk.robot.reach;
            return this.push([3, 7, 11].map((r, i) => Math.round((to[i]! - P[at + r]!) / scale)) as [number, number, number]);
        }
        this.dragging.run(async () => {
            try {
                const { q, off } = (await desk.requests.ask("reach", { position: to, q: [...desk.x.q], frame: desk.robot.tool.name })) as { q: number[]; off: number };
                desk.pose(q);
                this.trouble.replaceChildren(...(off > 1e-3 * desk.robot.reach ? [h("p.note.bad", {}, "out of reach; the nearest pose is shown")] : []));
            } catch (error) {
                this.trouble.replaceChildren(trouble(error));
            }
        });
    }

    private typed(): void {
        const p = this.position.map(read), R = rotation(this.turn.map(read));
        const pose = [...R[0]!, p[0]!, ...R[1]!, p[1]!, ...R[2]!, p[2]!, 0, 0, 0, 1];
        const { desk } = this;
        this.dragging.run(async () => {
            try {
                const { q } = (await desk.requests.ask("reach", { pose, q: [...desk.x.q], frame: desk.robot.tool.name })) as { q: number[] };
                desk.pose(q);
                this.trouble.replaceChildren();
            } catch (error) {
                this.trouble.replaceChildren(trouble(error));
            }
        });
    }

    private push(f: [number, number, number]): void {
        this.wrench = f.map((x) => (Number.isFinite(x) ? x : 0)) as [number, number, number];
        this.force.forEach((x, i) => { if (document.activeElement !== x) x.value = String(this.wrench[i]); });
        this.desk.stage.force(this.wrench.some(Boolean) ? this.wrench : null);
        this.size.textContent = this.wrench.some(Boolean) ? `F = ${number(Math.hypot(...this.wrench), 0)} N` : "";
        this.show();
        this.desk.host.touched();
    }

    private go(q: number[]): void {
        glide(this.desk, q);
    }

    show(): void {
        const { desk } = this;
        const at = 12 * desk.robot.bodies.length, P = desk.kernel.poses(desk.x.q);
        const pose = [0, 1, 2].map((r) => [0, 1, 2, 3].map((c) => P[at + 4 * r + c]!));
        this.pose = [...pose[0]!, ...pose[1]!, ...pose[2]!, 0, 0, 0, 1];
        [pose[0]![3]!, pose[1]![3]!, pose[2]![3]!].forEach((v, i) => set(this.position[i]!, v));
        angles(pose).forEach((v, i) => set(this.turn[i]!, v));
        this.asking.run(async () => {
            const q = [...desk.x.q], frame = desk.robot.tool.name;
            const geometry = desk.robot.loops ? null : (desk.requests.ask("geometry", { q, frame }) as Promise<Geometry>);
            await Promise.all([geometry?.then((x) => this.swift(x)), this.statics.show(q, this.wrench)]);
            if (desk.robot.loops || this.many) return;
            try {
                this.branches = ((await desk.requests.ask("inverse", { pose: this.pose, q, frame })) as { branches: Branch[] }).branches;
                this.list();
            } catch (error) {
                this.branches = [];
                this.many = error instanceof Refusal && error.failure.finding?.kind === "InfinitelyManySolutions";
                const words = this.many ? `${desk.robot.coordinates.length} joints are more than the tool needs, so there are infinitely many solutions. Drag the tool to move to the nearest one.` : (error as Error).message;
                this.table.replaceChildren(h("p.note", {}, words));
                desk.host.touched();
            }
        });
    }

    private swift(g: Geometry): void {
        const { desk } = this;
        if (g.velocity) {
            const ways = g.directions ?? 3, most = g.velocity.radii[0] || 1;
            const names = ways === 3 ? ["fastest", "middle", "slowest"] : ways === 2 ? ["fastest", "slowest"] : ["along its path"];
            this.alone = ways === desk.robot.nq;
            this.speeds.replaceChildren(...g.velocity.radii.slice(0, ways).map((x, i) => {
                const bar = h("span.bar");
                bar.style.width = `${Math.max(1, 100 * x / most)}%`;
                return h("div", {}, h("span.note", {}, names[i]!), h("b", {}, number(x, 3)), bar);
            }));
            const size = 0.25 * desk.robot.reach / most, { axes, radii } = g.velocity;
            if (desk.current === this) desk.stage.bubble(this.ellipsoid ? [0, 1, 2].flatMap((r) => [0, 1, 2].map((c) => axes[r]![c]! * Math.max(0.002, radii[c] ?? 0) * size)) : null);
            const slow = (g.velocity.radii[ways - 1] ?? 0) / most; // directions in which it never moves are not singularities
            this.warning.textContent = `manipulability ${number(g.manipulability ?? 0, 3)}${slow < 0.05 ? ", near a singularity" : ""}`;
            this.warning.classList.toggle("bad", slow < 0.05);
        } else this.speeds.replaceChildren(h("p.note", {}, g.reason ?? ""));
    }

    private list(): void {
        const { desk } = this, n = desk.robot.nq;
        if (!this.branches.length) {
            this.table.replaceChildren(h("p.note", {}, "No other solution was found."));
            return;
        }
        const at = this.nearest();
        const head = h("tr", {}, h("th", {}, ""), ...Array.from({ length: Math.min(n, 8) }, (_, k) => h("th", {}, h("i", {}, "q"), h("sub", {}, String(k + 1)))), h("th", { title: "manipulability" }, h("i", {}, "w")));
        const rows = this.branches.map((b, i) => {
            const limit = `beyond the ${b.beyond.length > 1 ? "limits of joints" : "limit of joint"} ${b.beyond.join(", ")}`;
            const go = i === at ? h("span.note", {}, "Shown") : h("button.link", { title: b.beyond.length ? limit : "Go there" }, "Go");
            return h("tr", { class: i === at ? "shown" : b.beyond.length ? "refused" : "way", ...(i === at ? {} : { onclick: () => this.go(b.q) }) },
                h("td", {}, h("div.way", {}, go, figure(desk, b.q), h("span", {}, words(desk, b.q), b.beyond.length ? ` ${words(desk, b.q) ? "(" : ""}${limit}${words(desk, b.q) ? ")" : ""}` : ""))),
                ...b.q.slice(0, 8).map((v) => h("td", {}, number(v))), h("td", {}, number(b.manipulability, 3)));
        });
        const count = `${this.branches.length} ${this.branches.length === 1 ? "branch" : "branches"}`, slides = desk.robot.coordinates.some((c) => c.motion === "slide");
        const units = `q in ${slides ? "rad or m" : "rad"}, w is the manipulability`;
        this.table.replaceChildren(h("p.note", {}, `${count}${this.alone ? " for this position; the orientation follows from the position" : ""}. ${units}`), h("div.scroll", {}, h("table.numbers", {}, h("thead", {}, head), h("tbody", {}, ...rows))));
        this.spirits();
    }

    private nearest(): number {
        const far = (q: number[]) => q.reduce((a, v, i) => a + Math.abs(Math.atan2(Math.sin(v - this.desk.x.q[i]!), Math.cos(v - this.desk.x.q[i]!))), 0);
        return this.branches.reduce((best, b, i) => (far(b.q) < far(this.branches[best]!.q) ? i : best), 0);
    }

    private spirits(): void {
        if (this.desk.current !== this) return; // an answer that comes after the screen was closed
        if (!this.branches.length) return this.desk.stage.ghosts([]);
        const at = this.nearest();
        this.desk.stage.ghosts(this.ghosts ? this.branches.filter((b, i) => i !== at && !b.beyond.length).slice(0, 8).map((b) => this.desk.kernel.poses(b.q).slice()) : []);
    }

    private async workspace(): Promise<void> {
        const { desk } = this;
        if (!this.cloud || desk.current !== this) return desk.stage.cloud([]);
        if (this.points) return desk.stage.cloud(this.points);
        try {
            const { points } = (await desk.requests.ask("workspace", { frame: desk.robot.tool.name, samples: 6000 })) as { points: number[][] };
            this.points = points.flat();
            if (this.cloud && desk.current === this) desk.stage.cloud(this.points);
        } catch (error) {
            this.trouble.replaceChildren(trouble(error));
        }
    }

    python(digits: number): string {
        const frame = this.desk.robot.tool.name;
        const rows = [0, 1, 2, 3].map((r) => list(this.pose.slice(4 * r, 4 * r + 4), digits)).join(", ");
        const goal = this.alone ? list(this.place(), digits) : `[${rows}]`;
        const ways = this.desk.robot.loops ? "da.mechanism.mobility(robot)" : `da.inverse_kinematics(robot, ${goal}, ${this.many ? `q0=${list(this.desk.x.q, digits)}` : "all=True"})`;
        return `${ways}; da.statics.static_torque(robot, ${list(this.desk.x.q, digits)}, wrench={${JSON.stringify(frame)}: ${list([...this.wrench, 0, 0, 0], digits)}})`;
    }

    command(): string {
        const goal = this.alone ? `--position=${comma(this.place())}` : `--pose=${comma(this.pose)}`;
        if (this.desk.robot.loops) return `dalembert mobility ${this.desk.command}${this.desk.values}`;
        return `dalembert ik ${this.desk.command} ${goal} ${this.many ? `--q0=${comma(this.desk.x.q)}` : "--all"}${this.desk.values}`;
    }

    private place(): number[] {
        return [3, 7, 11].map((i) => this.pose[i]!);
    }

    state(): Record<string, unknown> {
        const { ghosts, cloud, ellipsoid, pushing } = this;
        return { wrench: this.wrench, ghosts, cloud, ellipsoid, pushing };
    }

    restore(x: Record<string, unknown>): void {
        for (const key of ["ghosts", "cloud", "ellipsoid", "pushing"] as const) if (typeof x[key] === "boolean") this[key] = x[key];
        this.switched();
        if (Array.isArray(x.wrench) && x.wrench.length === 3) this.push(x.wrench.map(Number) as [number, number, number]);
    }

    key(e: KeyboardEvent): boolean {
        if (e.key.toLowerCase() !== "g") return false;
        this.ghosts = !this.ghosts;
        this.switched();
        return true;
    }
}

const read = (x: HTMLInputElement): number => Number(x.value.replace("\u2212", "-").replace(",", "."));

function set(x: HTMLInputElement, v: number): void {
    if (document.activeElement !== x) x.value = number(v, 3);
}
