/** Sliders: native ones, with a tick at zero, the number beside it to type into, and the badge of the joint. */

import { badge } from "./bars";
import { h, number } from "./element";
import type { Lamp } from "./light";

export interface Range { coordinate: number; words: string; unit: string; lower: number; upper: number; symbol: string }

export class Slider {
    readonly element: HTMLElement;
    private input: HTMLInputElement;
    private output: HTMLInputElement;

    /** `change` gets the new value as it is dragged or typed. */
    constructor(private range: Range, lamp: Lamp, change: (x: number) => void) {
        const { coordinate: k, lower, upper, words, unit, symbol } = range;
        this.input = h<HTMLInputElement>("input", {
            type: "range", min: lower, max: upper, step: "any", "aria-label": words,
            oninput: () => change(Number(this.input.value)),
            onkeydown: (e) => this.nudge(e as KeyboardEvent, change),
            onfocus: () => lamp.point({ coordinate: k, symbol }), onblur: () => lamp.point(),
        });
        this.output = h<HTMLInputElement>("input.number", {
            type: "text", inputmode: "decimal", "aria-label": `${words}, ${unit}`, spellcheck: "false",
            onchange: () => {
                const x = Number(this.output.value.replace("\u2212", "-").replace(",", "."));
                if (Number.isFinite(x)) change(x);
            },
        });
        const zero = upper > lower ? (0 - lower) / (upper - lower) : 0;
        const tick = zero > 0.01 && zero < 0.99 ? h("span.zero", { "aria-hidden": true }) : null;
        this.element = h("div.slider", {
            "data-coordinate": k,
            onpointerenter: () => lamp.point({ coordinate: k, symbol }), onpointerleave: () => lamp.point(),
        }, badge(k), h("span.track", {}, tick, this.input), this.output);
        if (tick) tick.style.setProperty("left", `calc(8px + ${zero} * (100% - 16px))`);
        lamp.listen((l) => this.element.classList.toggle("lit", l.coordinate === k));
    }

    show(x: number): void {
        const text = number(x, this.digits);
        this.input.value = String(x);
        if (document.activeElement !== this.output) this.output.value = text;
        this.input.setAttribute("aria-valuetext", `${text} ${this.range.unit}`);
    }

    /** Decimal places that resolve a hundredth of a narrow range. */
    private get digits(): number {
        const wide = this.range.upper - this.range.lower;
        return wide > 0 ? Math.max(2, Math.min(8, Math.ceil(2 - Math.log10(wide)))) : 4;
    }

    private nudge(e: KeyboardEvent, change: (x: number) => void): void {
        const sign = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[e.key];
        if (!sign) return;
        e.preventDefault();
        const step = (this.range.upper - this.range.lower) / 600 * (e.shiftKey ? 10 : 1);
        change(Number(this.input.value) + sign * step);
    }
}
