/** Bars of the efforts: a stack of kinds about a fixed centre, a tick at the total, one scale for all joints. */

import { h, measured, number, power } from "./element";
import type { Shares } from "./kernel";
import type { Lamp } from "./light";
import type { Coordinate, Kind } from "./payload";

const STEPS = [1, 2, 3, 5];

/** The smallest of … 10 20 30 50 100 … that is not below x. */
export function scale(x: number): number {
    if (!(x > 0)) return 1;
    const ten = 10 ** Math.floor(Math.log10(x));
    return (STEPS.find((k) => k * ten >= x * 0.999) ?? 10) * ten;
}

export class Bars {
    readonly element = h("div.bars", { role: "group" });
    private rows: { bar: HTMLElement; total: HTMLElement; row: HTMLElement }[] = [];
    private axis = h("div.axis", { "aria-hidden": true });
    private top = 1;

    /** `which`: the coordinates shown. */
    constructor(private coordinates: Coordinate[], private which: number[], lamp: Lamp) {
        for (const k of which) {
            const x = coordinates[k]!;
            const bar = h("span.stack", { "aria-hidden": true });
            const total = h("span.total");
            const row = h("div.barrow", {
                "data-coordinate": k,
                onpointerenter: () => lamp.point({ coordinate: k, symbol: `tau${k + 1}` }),
                onpointerleave: () => lamp.point(),
            }, badge(k), bar, total);
            row.setAttribute("role", "group");
            row.setAttribute("aria-label", `effort of ${x.words}`);
            this.rows.push({ bar, total, row });
        }
        this.element.append(...this.rows.map((x) => x.row), this.axis);
        lamp.listen(({ coordinate }) => {
            this.rows.forEach((x, i) => x.row.classList.toggle("lit", coordinate === this.which[i]));
        });
    }

    show({ total, kinds }: Shares): void {
        const shown = Object.entries(kinds) as [Kind, Float64Array][];
        let most = 0;
        for (const k of this.which) {
            const parts = shown.map(([, x]) => x[k]!);
            const up = parts.reduce((a, x) => a + Math.max(0, x), 0), down = parts.reduce((a, x) => a + Math.min(0, x), 0);
            most = Math.max(most, up, -down, Math.abs(total[k]!));
        }
        const wanted = scale(most * 1.05);
        if (wanted > this.top || wanted < this.top / 3.5) {
            this.top = wanted;
            this.axis.replaceChildren(...[-1, -0.5, 0, 0.5, 1].map((x) => h("span", {}, wanted < 0.5 || wanted >= 1e5 ? power(x * wanted) : number(x * wanted, wanted < 10 ? 1 : 0))));
        }
        this.which.forEach((k, i) => this.draw(i, k, total[k]!, shown));
    }

    private draw(i: number, k: number, total: number, shown: [Kind, Float64Array][]): void {
        const at = (x: number) => 50 + 50 * Math.max(-1.02, Math.min(1.02, x / this.top));
        const piece = (kind: string, left: number, width: number) => {
            const made = h(`i.${kind}`);
            made.style.left = `${left}%`;
            if (width) made.style.width = `${width}%`;
            return made;
        };
        const parts: HTMLElement[] = [piece("centre", 50, 0)];
        let up = 0, down = 0;
        for (const [kind, values] of shown) {
            const x = values[k]!;
            const from = x > 0 ? up : down, to = from + x;
            if (x > 0) up = to;
            else down = to;
            const left = at(Math.min(from, to)), width = at(Math.max(from, to)) - left;
            if (width > 0.04) parts.push(piece(kind, left, width));
        }
        if (!shown.length) parts.push(piece("whole", Math.min(50, at(total)), Math.abs(at(total) - 50)));
        parts.push(piece("tick", at(total), 0));
        this.rows[i]!.bar.replaceChildren(...parts);
        this.rows[i]!.total.textContent = `${measured(total, this.top)} ${this.coordinates[k]!.effort}`;
    }
}

/** The number of a joint on its colour; six colours, then again. */
export function badge(k: number): HTMLElement {
    const made = h("span.badge", { "aria-hidden": true }, String(k + 1));
    made.classList.add(`joint${(k % 6) + 1}`);
    return made;
}
