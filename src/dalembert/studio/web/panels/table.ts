/** Tables of a robot's numbers: symbols, inertias, joints and drives, Denavit-Hartenberg rows. Each edit is another robot. */

import { h } from "../element";
import type { About, Desk, Found } from "./desk";
import { filled, section, trouble } from "./panel";

interface Row { name: string; cells: Record<string, string>; kind?: string; parent?: string; child?: string; convention?: string }
interface Answer {
    columns: Record<"link" | "joint" | "dh", string[]>;
    links: Row[];
    joints: Row[];
    dh: Row[] | null;
    gravity: string[];
    values: Record<string, number | null>;
}
type Which = "values" | "links" | "joints" | "dh";

const HEADS: Record<string, string> = {
    mass: "mass / kg", cx: "cx / m", cy: "cy / m", cz: "cz / m", x: "x / m", y: "y / m", z: "z / m", a: "a / m", d: "d / m", alpha: "α / rad",
    theta: "θ / rad", lower: "from", upper: "to", velocity: "speed", effort: "effort", rotor_inertia: "rotor / kg m²", gear_ratio: "gear", damping: "viscous",
    coulomb: "Coulomb", Ixx: "Ixx / kg m²", Iyy: "Iyy", Izz: "Izz", Ixy: "Ixy", Iyz: "Iyz", Ixz: "Ixz",
};
const WORDS: Record<Which, string> = { values: "Symbols", links: "Inertias", joints: "Joints and drives", dh: "DH table" };

export class Tables {
    readonly element: HTMLElement;
    private place = h("div.tables");
    private wrong = h("div");
    private tabs = h("div.segments", { role: "tablist" });
    private which: Which = "values";
    private found: Answer | null = null;

    constructor(private desk: Desk) {
        const { undo, redo } = desk.about;
        const step = (words: string, by: number, count: number) =>
            h("button", { onclick: () => void this.step(by), title: count ? `${count} to go` : `nothing to ${words.toLowerCase()}`, ...(count ? {} : { disabled: true }) }, words);
        this.element = section("Numbers", "each edit creates a new robot",
            h("div.line", {}, this.tabs, h("span.space"), step("Undo", -1, undo), step("Redo", 1, redo)), this.wrong, this.place);
        void filled<Answer>(this.place, desk, "Reading", "tables", {}, (x) => {
            this.found = x;
            this.which = desk.host.table ?? (Object.keys(x.values).length ? "values" : x.dh ? "dh" : "links");
            this.build();
            return [...this.place.childNodes] as Node[] as unknown as HTMLElement[];
        });
    }

    /** Show one of the tables. */
    open(which: unknown): void {
        if (typeof which !== "string" || !Object.hasOwn(WORDS, which)) return;
        this.desk.host.table = this.which = which as Which;
        this.build();
    }

    private build(): void {
        const { found } = this;
        if (!found) return;
        const there: Which[] = [...(Object.keys(found.values).length ? ["values" as const] : []), ...(found.dh ? ["dh" as const] : []), "links", "joints"];
        if (!there.includes(this.which)) this.which = there[0]!;
        this.tabs.replaceChildren(...there.map((x) => h("button.segment", { role: "tab", "aria-selected": String(x === this.which), onclick: () => { this.which = x; this.desk.host.table = x; this.build(); } }, WORDS[x])));
        this.place.replaceChildren(this.table(found));
    }

    private table(x: Answer): HTMLElement {
        if (this.which === "values") {
            const names = Object.keys(x.values);
            return h("div.values", {}, ...names.map((name) => h("label", { "data-symbol": name }, lettered(name), h("span.note", {}, unit(name, x)), this.cell("value", name, "value", String(x.values[name] ?? "")))));
        }
        const [table, columns, rows] = this.which === "links" ? ["link", x.columns.link, x.links] as const
            : this.which === "joints" ? ["joint", x.columns.joint, x.joints] as const : ["dh", x.columns.dh, x.dh ?? []] as const;
        const head = h("tr", {}, h("th", {}, this.which === "links" ? "link" : "joint"), ...columns.map((c) => h("th", {}, HEADS[c] ?? c)));
        const digits = new Map(columns.map((c) => [c, Math.max(...rows.map((row) => decimals(row.cells[c] ?? "")))]));
        const body = rows.map((row) => {
            const k = this.desk.robot.coordinates.findIndex((c) => c.name === row.name), body = this.desk.robot.bodies.findIndex((b) => b.name === row.name);
            const lit = this.which === "links" ? { body } : { coordinate: k, symbol: `q${k + 1}` };
            const made = h("tr", {
                "data-row": row.name, onpointerenter: () => (body >= 0 || k >= 0) && this.desk.lamp.point(lit), onpointerleave: () => this.desk.lamp.point(),
            }, h("th", { scope: "row", title: row.kind ? `${row.kind}, ${row.parent} → ${row.child}` : "" }, row.name),
                ...columns.map((c) => h("td", {}, this.cell(table, row.name, c, row.cells[c] ?? "", digits.get(c)))));
            this.desk.lamp.listen((l) => made.classList.toggle("lit", (body >= 0 && l.body === body) || (k >= 0 && l.coordinate === k && this.which !== "links")));
            return made;
        });
        return h("div.scroll", {}, h("table.numbers", {}, h("thead", {}, head), h("tbody", {}, ...body)));
    }

    private cell(table: string, row: string, column: string, text: string, digits?: number): HTMLInputElement {
        const shown = shorter(text, digits);
        const made = h<HTMLInputElement>("input.cell", { type: "text", spellcheck: "false", "aria-label": `${column} of ${row}`, title: text });
        made.value = shown;
        made.onfocus = () => { made.value = text; made.select(); };
        made.onblur = () => { if (made.value === text) made.value = shown; };
        made.onchange = () => { if (made.value.trim() !== text) void this.edit([{ table, row, column, text: made.value.trim() }], made); };
        made.onkeydown = (e) => { if (e.key === "Escape") { made.value = text; made.blur(); } };
        return made;
    }

    private async edit(changes: object[], cell: HTMLInputElement): Promise<void> {
        try {
            await this.desk.host.opened((await this.desk.line.ask("edit", { changes })) as { state: About; model: Found }, true);
        } catch (error) {
            cell.classList.add("wrong");
            this.wrong.replaceChildren(trouble(error));
        }
    }

    async step(by: number): Promise<void> {
        try {
            await this.desk.host.step(by);
        } catch (error) {
            this.wrong.replaceChildren(trouble(error));
        }
    }
}

/** lc1 as a book prints it: a letter, its index below. */
function lettered(name: string): HTMLElement {
    const [, letter, index] = /^([A-Za-z])_?(\w*)$/.exec(name) ?? [null, name, ""];
    return h("span.letter", {}, letter ?? name, index ? h("sub", {}, index) : null);
}

const MOST = 6; // decimals of a column

/** Decimals of a short number; a long one has four digits. */
function decimals(text: string): number {
    const x = Number(text);
    if (text === "" || !Number.isFinite(x)) return 0;
    return Math.min(MOST, /\.(\d*?)0*$/.exec(text.length > 8 ? String(Number(x.toPrecision(4))) : text)?.[1]!.length ?? 0);
}

/** A number with the decimals of its column, or an expression in letters of a book; the cell shows its text when it is focused. */
function shorter(text: string, digits = decimals(text)): string {
    const x = Number(text);
    if (text === "") return "";
    if (!Number.isFinite(x)) return text.replace(/\bpi\b/g, "π").replaceAll("-", "−").replaceAll("*", "\u2009");
    const shown = x === 0 ? "0" : x.toFixed(digits);
    return (Number(shown) || x === 0 ? shown : String(Number(x.toPrecision(4)))).replace("-", "−");
}

const UNITS: Record<string, string> = { mass: "kg", rotor_inertia: "kg m²", velocity: "rad/s", effort: "N·m" };

/** The unit of a symbol, from the cell that contains only this symbol. */
function unit(name: string, x: Answer): string {
    if (x.gravity.some((y) => y.replace("-", "") === name)) return "m/s²";
    const column = [...x.links, ...x.joints, ...(x.dh ?? [])].flatMap((row) => Object.entries(row.cells)).find(([, text]) => text.replace("-", "") === name)?.[0];
    if (!column) return /^lc?\d*$/.test(name) ? "m" : /^I\d*$/.test(name) ? "kg m²" : "";
    return UNITS[column] ?? (/^I..$/.test(column) ? "kg m²" : /^(c?[xyz]|a|d)$/.test(column) ? "m" : "");
}
