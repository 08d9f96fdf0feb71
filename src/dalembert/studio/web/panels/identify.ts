/** Identify: a dropped log gives a fitted model, its reliability, and a robot that can replace the open one. */

import { h, number } from "../element";
import { Plot, type Curve } from "../plot";
import { short } from "./choice";
import { save } from "./code";
import type { About, Desk, Found } from "./desk";
import { choose, quoted, section, trouble, waiting, type Panel } from "./panel";

interface Fit {
    file: string; verdict: string; error: number; errors: Record<string, number>; warnings: string[]; report: string; log: string;
    parameters: { name: string; value: number | null; sigma: number | null; prior: number | null }[];
    t: number[]; tau: (number | null)[][]; model: number[][];
    robot: string; // why the fitted robot cannot be used
}
const METHODS: [string, string][] = [["weighted", "weighted least squares"], ["robust", "robust, for bad samples"], ["instruments", "instruments, for noisy accelerations"]];
const FRICTIONS: [string, string][] = [["viscous+coulomb", "viscous and Coulomb"], ["asymmetric", "asymmetric"], ["none", "none"], ["viscous+coulomb+stribeck", "with Stribeck"]];

export class Identify implements Panel {
    readonly element = h("div.sheet.identify");
    private now = { method: "weighted", friction: "viscous+coulomb" };
    private sent: { folder: string; file: string } | null = null;
    private place = h("div", { "aria-live": "polite" });
    private controls = h("div.controls");

    constructor(private desk: Desk) {
        const pick = () => {
            const input = h<HTMLInputElement>("input", { type: "file" });
            input.onchange = () => input.files?.[0] && this.drop([{ path: input.files[0].name, file: input.files[0] }]);
            input.click();
        };
        this.build();
        this.element.append(
            section("Identification", "inertias and friction of this robot from measurements",
                h("div.drop", {}, h("p", {}, "Drop a log here: times, q and τ of every joint; .csv, .npz, .mat, .parquet, .h5 or a ROS 2 bag's .mcap."),
                    h("div.row", {}, h("button.primary", { onclick: pick }, "Open log…"))), this.controls),
            this.place);
    }

    private build(): void {
        this.controls.replaceChildren(
            choose("Method", METHODS, this.now.method, (x) => { this.now.method = x; void this.fit(); }),
            choose("Friction", FRICTIONS, this.now.friction, (x) => { this.now.friction = x; void this.fit(); }));
    }

    drop(files: { path: string; file: File }[]): boolean {
        const { element } = waiting("Sending");
        this.place.replaceChildren(element);
        void this.desk.line.upload(files, (x) => { element.textContent = `Sending, ${Math.round(100 * x)} %`; }).then(
            (folder) => { this.sent = { folder, file: files[0]!.path }; return this.fit(); }, (error: unknown) => this.place.replaceChildren(trouble(error)));
        return true;
    }

    private async fit(): Promise<void> {
        this.desk.host.touched();
        if (!this.sent) return;
        const { element, tick } = waiting("Identifying");
        this.place.replaceChildren(element);
        try {
            this.show_fit((await this.desk.requests.ask("identify", { ...this.sent, ...this.now }, tick, this.place)) as Fit);
        } catch (error) {
            this.place.replaceChildren(trouble(error));
        }
    }

    private show_fit(x: Fit): void {
        const { robot } = this.desk;
        const digits = (v: number | null) => (v === null || v === undefined ? "–" : Number(v.toPrecision(4)).toString());
        const take = h<HTMLButtonElement>("button.primary", { onclick: () => void this.take(take), ...(x.robot ? { disabled: true, title: x.robot } : {}) }, "Use the fitted robot");
        const verdict = h("div.verdict", {}, h("b", {}, `The model does not explain ${number(100 * x.error, 2)} % of the measured efforts.`), h("p", {}, x.verdict), ...x.warnings.map((w) => h("p.note", {}, w)));
        const rows = x.parameters.map((p) => h("tr", {}, h("th", { scope: "row" }, p.name), ...[p.value, p.sigma, p.prior].map((v) => h("td", {}, digits(v)))));
        const plot = new Plot("Efforts", "solid: measured, dashed: model");
        const named = Object.entries(x.errors);
        this.place.replaceChildren(
            section(x.file, x.log.split("\n")[0] ?? "", verdict, h("div.row", {}, take, h("button", { onclick: () => save("report.html", new Blob([x.report], { type: "text/html" })) }, "Save report")),
                x.robot ? h("p.note", {}, x.robot) : h("p.note", {}, "The fitted robot is used on every screen of this tab. Use Undo on the screen Model to go back.")),
            plot.element,
            section("Error of each joint", "share of the measured efforts that the model does not explain", h("div.speeds", {}, ...named.map(([name, v], k) => h("div", {}, h("span.note", {}, `${k + 1} ${short(name)}`), h("b", {}, `${number(100 * v, 2)} %`))))),
            section("Parameters", "combinations that the motion determines; ± is one standard deviation",
                h("div.scroll", {}, h("table.numbers", {}, h("thead", {}, h("tr", {}, ...["parameter", "found", "±", "before"].map((y) => h("th", {}, y)))), h("tbody", {}, ...rows)))));
        const some = robot.coordinates.map((_, k) => k).slice(0, 8);
        const curve = (k: number, y: (number | null)[][], dashed: boolean): Curve => ({ name: dashed ? "" : `${k + 1} ${short(robot.coordinates[k]!.name)}`.trim(), class: `j${(k % 6) + 1}`, y: y.map((r) => r[k] ?? 0), dashed });
        plot.show(x.t, [...some.map((k) => curve(k, x.model, true)), ...some.map((k) => curve(k, x.tau, false))], x.t.at(-1) ?? 1);
    }

    private async take(button: HTMLButtonElement): Promise<void> {
        button.disabled = true;
        try {
            await this.desk.host.opened((await this.desk.line.ask("take")) as { state: About; model: Found }, true);
        } catch (error) {
            button.disabled = false;
            this.place.prepend(trouble(error));
        }
    }

    private get name(): string {
        return this.sent?.file ?? "log.csv";
    }

    python(): string {
        const { method, friction } = this.now;
        const options = (method === "weighted" ? "" : `, method="${method}"`) + (friction === "viscous+coulomb" ? "" : `, friction="${friction}"`);
        return `da.identify(robot, da.read_log(${JSON.stringify(this.name)}, robot)${options})`;
    }

    command(): string {
        const { method, friction } = this.now;
        return `dalembert identify ${this.desk.command} ${quoted(this.name)}${method === "weighted" ? "" : ` --method ${method}`}${friction === "viscous+coulomb" ? "" : ` --friction ${friction}`}${this.desk.values}`;
    }

    state(): Record<string, unknown> {
        return { ...this.now };
    }

    restore(x: Record<string, unknown>): void {
        if (METHODS.some(([m]) => m === x.method)) this.now.method = String(x.method);
        if (FRICTIONS.some(([m]) => m === x.friction)) this.now.friction = String(x.friction);
        this.build();
    }
}
