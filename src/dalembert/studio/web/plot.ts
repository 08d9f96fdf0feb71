/** Curves over time, as SVG: names at their ends, hairline grid, one cursor through all plots. */

import { h, number, s } from "./element";
import { scale } from "./bars";

export interface Curve { name: string; class: string; y: ArrayLike<number>; dashed?: boolean; digits?: number }
export interface Band { from: number; to: number; words: string }

const HIGH = 240, LEFT = 44, RIGHT = 92, TOP = 12, BOTTOM = 26, APART = 15; // pixels

export class Plot {
    readonly element: HTMLElement;
    private body = s("svg", { height: HIGH, role: "img" });
    private title = h("span.note");
    private cursor = s("g.cursor");
    private curves: Curve[] = [];
    private ends = 1;
    private wide = 760;
    private low = -1;
    private high = 1;

    /** `seek` is called with a time when the plot is pointed at with the button down. */
    constructor(name: string, unit: string, seek?: (t: number) => void) {
        this.body.setAttribute("aria-label", `${name}, ${unit}, over time`);
        this.element = h("section.plot", {}, h("h3", {}, name, " ", this.title), this.body as unknown as Node);
        this.title.textContent = unit;
        if (seek) {
            const at = (e: Event) => {
                const box = this.body.getBoundingClientRect(), x = ((e as PointerEvent).clientX - box.left) / box.width * this.wide;
                seek(Math.max(0, Math.min(1, (x - LEFT) / (this.wide - LEFT - RIGHT))) * this.ends);
            };
            this.body.addEventListener("pointerdown", at as EventListener);
            this.body.addEventListener("pointermove", ((e: PointerEvent) => e.buttons && at(e)) as EventListener);
        }
    }

    note(text: string): void {
        this.title.textContent = text;
    }

    /** The curves up to `count` samples; the axis runs to `ends` seconds. */
    show(t: ArrayLike<number>, curves: Curve[], ends: number, count = t.length, bands: Band[] = []): void {
        this.curves = curves;
        this.ends = ends;
        this.wide = Math.max(300, this.body.clientWidth || 760);
        this.body.setAttribute("viewBox", `0 0 ${this.wide} ${HIGH}`);
        this.limits(count);
        const parts: SVGElement[] = [...this.grid(), ...bands.map((x) => this.band(x))];
        const names: { y: number; text: string; class: string }[] = [];
        for (const c of curves) {
            let d = "";
            const stride = Math.max(1, Math.floor(count / 600));
            for (let i = 0; i < count; i += i + stride < count || i === count - 1 ? stride : count - 1 - i)
                d += `${d ? "L" : "M"}${this.x(t[i]!).toFixed(1)} ${this.y(c.y[i]!).toFixed(1)}`;
            parts.push(s(`path.curve.${c.class}`, { d, ...(c.dashed ? { "stroke-dasharray": "5 4", opacity: 0.55 } : {}) }));
            if (count && c.name) names.push({ y: this.y(c.y[count - 1]!), text: c.name, class: c.class });
        }
        this.body.replaceChildren(...parts, ...this.labels(names, count ? this.x(t[count - 1]!) : LEFT), this.cursor);
    }

    /** The cursor at a time, with a dot on each curve. */
    at(time: number, i: number): void {
        const x = this.x(time);
        const dots = this.curves.filter((c) => !c.dashed).map((c) => s(`circle.dot.${c.class}`, { cx: x, cy: this.y(c.y[i] ?? 0), r: 3.6 }));
        this.cursor.replaceChildren(s("line", { x1: x, x2: x, y1: TOP - 6, y2: HIGH - BOTTOM }), ...dots);
    }

    private x = (t: number): number => LEFT + (this.wide - LEFT - RIGHT) * t / (this.ends || 1);
    private y = (v: number): number => TOP + (HIGH - TOP - BOTTOM) * (this.high - v) / (this.high - this.low || 1);

    private limits(count: number): void {
        let low = 0, high = 0;
        for (const c of this.curves)
            for (let i = 0; i < count; i++) {
                low = Math.min(low, c.y[i]!);
                high = Math.max(high, c.y[i]!);
            }
        if (!(high > low)) [low, high] = [-1, 1];
        const room = 0.06 * (high - low);
        this.low = low - (low < 0 ? room : 0);
        this.high = high + (high > 0 ? room : 0);
    }

    private grid(): SVGElement[] {
        const step = scale((this.high - this.low) / 4.5), parts: SVGElement[] = [];
        for (let v = Math.ceil(this.low / step) * step; v <= this.high; v += step) {
            const y = this.y(v), zero = Math.abs(v) < step / 2;
            parts.push(s(zero ? "line.grid.zero" : "line.grid", { x1: LEFT, x2: this.wide - RIGHT, y1: y, y2: y }));
            parts.push(s("text.tick", { x: LEFT - 8, y: y + 4, "text-anchor": "end" }, number(zero ? 0 : v, step < 1 ? Math.ceil(-Math.log10(step)) : 0)));
        }
        const second = scale(this.ends / 5);
        for (let t = 0; t <= this.ends * 1.001; t += second) {
            const last = t + second > this.ends * 1.001;
            parts.push(s("text.tick", { x: this.x(t), y: HIGH - 6, "text-anchor": "middle" }, number(t, second < 1 ? 1 : 0) + (last ? " s" : "")));
        }
        return parts;
    }

    private band(x: Band): SVGElement {
        const left = this.x(x.from);
        return s("g.band", {}, s("rect", { x: left, width: Math.max(2, this.x(x.to) - left), y: TOP - 6, height: HIGH - BOTTOM - TOP + 6 }),
            s("text.tick", { x: left - 5, y: TOP + 4, "text-anchor": "end" }, x.words));
    }

    /** Names at the ends of their curves, moved apart. */
    private labels(names: { y: number; text: string; class: string }[], x: number): SVGElement[] {
        const sorted = names.map((n) => ({ ...n, from: n.y })).sort((a, b) => a.y - b.y), end = Math.min(x, this.wide - RIGHT);
        sorted.forEach((n, i) => { if (i) n.y = Math.max(n.y, sorted[i - 1]!.y + APART); });
        const over = (sorted.at(-1)?.y ?? 0) - (HIGH - BOTTOM);
        if (over > 0) sorted.reduceRight((below, n) => (n.y = Math.min(n.y, below)) - APART, HIGH - BOTTOM);
        const moved = sorted.some((n) => Math.abs(n.y - n.from) > 3), at = end + (moved ? 22 : 8);
        return sorted.flatMap((n) => [
            ...(moved ? [s(`line.leader.${n.class}`, { x1: end + 5, x2: at - 3, y1: n.from, y2: n.y })] : []),
            s(`text.name.${n.class}`, { x: at, y: n.y + 4 }, n.text),
        ]);
    }
}
