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
            h("button.plain", { onclick: () => void this.step(by), title: count ? `${count} to go` : `nothing to ${words.toLowerCase()}`, ...(count ? {} : { disabled: true }) }, words);
        this.element = section("Numbers", "each edit creates a new robot; press Ctrl+Z to go back",
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
            return h("div.values", {}, ...names.map((name) => h("label", { "data-symbol": name }, lettered(name), this.cell("value", name, "value", String(x.values[name] ?? "")))));
        }
        const [table, columns, rows] = this.which === "links" ? ["link", x.columns.link, x.links] as const
            : this.which === "joints" ? ["joint", x.columns.joint, x.joints] as const : ["dh", x.columns.dh, x.dh ?? []] as const;
        const head = h("tr", {}, h("th", {}, this.which === "links" ? "link" : "joint"), ...columns.map((c) => h("th", {}, HEADS[c] ?? c)));
        const body = rows.map((row) => {
            const k = this.desk.robot.coordinates.findIndex((c) => c.name === row.name), body = this.desk.robot.bodies.findIndex((b) => b.name === row.name);
            const lit = this.which === "links" ? { body } : { coordinate: k, symbol: `q${k + 1}` };
            const made = h("tr", {
                "data-row": row.name, onpointerenter: () => (body >= 0 || k >= 0) && this.desk.lamp.point(lit), onpointerleave: () => this.desk.lamp.point(),
            }, h("th", { scope: "row", title: row.kind ? `${row.kind}, ${row.parent} → ${row.child}` : "" }, row.name),
                ...columns.map((c) => h("td", {}, this.cell(table, row.name, c, row.cells[c] ?? ""))));
            this.desk.lamp.listen((l) => made.classList.toggle("lit", (body >= 0 && l.body === body) || (k >= 0 && l.coordinate === k && this.which !== "links")));
            return made;
        });
        return h("div.scroll", {}, h("table.numbers", {}, h("thead", {}, head), h("tbody", {}, ...body)));
    }

    private cell(table: string, row: string, column: string, text: string): HTMLInputElement {
        const shown = shorter(text);
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

/** Numbers of many digits are shown with four; the cell shows all digits when it is focused. */
function shorter(text: string): string {
    const x = Number(text);
    return text.length > 8 && text !== "" && Number.isFinite(x) ? String(Number(x.toPrecision(4))) : text;
}
