/** The sliders of a posture: q, q̇ and q̈ beside each other for small robots, one of them at a time for others. */

import { badge } from "./bars";
import { h } from "./element";
import type { Lamp } from "./light";
import type { Posture, Which } from "./posture";
import { Slider } from "./slider";

const LETTERS: Record<Which, string> = { q: "q", qd: "q̇", qdd: "q̈" };
const UNITS: Record<Which, string> = { q: "", qd: "/s", qdd: "/s²" };
const RANGES: Record<Which, number> = { q: 1, qd: 6, qdd: 15 };
const SIDE_BY_SIDE = 3;

export class Sliders {
    readonly element = h("div.sliders");
    private all: { which: Which; k: number; slider: Slider }[] = [];
    private shown: Which = "q";
    private chosen = 0;
    private unit = h("span.note");

    constructor(private posture: Posture, private lamp: Lamp) {
        const { coordinates } = posture.kernel.robot;
        const driven = coordinates.filter((x) => x.driven).length;
        const order = [...coordinates.keys()].sort((a, b) => Number(coordinates[b]!.driven) - Number(coordinates[a]!.driven) || a - b);
        const few = coordinates.length <= SIDE_BY_SIDE;
        const groups = (["q", "qd", "qdd"] as Which[]).map((which) => {
            const rows = order.map((k) => this.make(which, k));
            return h("div.group", { "data-which": which }, few && h("div.letter", {}, h("i", {}, LETTERS[which]), " ", this.units(which)), ...rows);
        });
        this.element.classList.toggle("few", few);
        this.element.classList.toggle("single", !few);
        const tabs = groups.map((g, i) => {
            const which = g.dataset.which as Which;
            return h("button", { "aria-pressed": i === 0, title: `${["positions", "velocities", "accelerations"][i]}`, onclick: () => this.show(which) }, LETTERS[which]);
        });
        const note = driven < coordinates.length && driven ? h("span.note", {}, `${driven} driven, then the passive ones`) : null;
        this.element.append(h("div.segments", {}, ...tabs, this.unit, note));
        if (!few) {
            const buttons = order.map((k) => {
                const made = badge(k);
                made.removeAttribute("aria-hidden");
                return h("button.pick", { "aria-label": coordinates[k]!.words, "data-coordinate": k, onclick: () => this.choose(k) }, made);
            });
            this.element.append(h("div.picks", {}, ...buttons));
        }
        this.element.append(...groups);
        this.show("q");
        this.choose(order[0] ?? 0);
        posture.listen(() => this.refresh());
        this.refresh();
    }

    /** The unit, if all coordinates have the same. */
    private units(which: Which): string {
        const units = new Set(this.posture.kernel.robot.coordinates.map((x) => x.unit));
        return units.size === 1 ? [...units][0]! + UNITS[which] : "";
    }

    private make(which: Which, k: number): HTMLElement {
        const x = this.posture.kernel.robot.coordinates[k]!;
        const wide = RANGES[which] * (x.unit === "m" ? 0.3 : 1);
        const words = which === "q" ? x.words : `${which === "qd" ? "velocity" : "acceleration"} of joint ${k + 1}`;
        const range = { coordinate: k, words, unit: x.unit + UNITS[which], symbol: `${which}${k + 1}`, lower: which === "q" ? x.lower : -wide, upper: which === "q" ? x.upper : wide };
        const slider = new Slider(range, this.lamp, (value) => this.posture.set(which, k, value));
        slider.element.title = x.name;
        this.all.push({ which, k, slider });
        return slider.element;
    }

    /** Which of q, q̇, q̈ is on the card. */
    show(which: Which): void {
        this.shown = which;
        this.unit.textContent = this.units(which);
        for (const g of this.element.querySelectorAll<HTMLElement>(".group")) g.classList.toggle("on", g.dataset.which === which);
        const tabs = this.element.querySelectorAll(".segments button");
        tabs.forEach((x, i) => x.setAttribute("aria-pressed", String(["q", "qd", "qdd"][i] === which)));
    }

    /** On a phone one joint is shown at a time. */
    choose(k: number): void {
        this.chosen = k;
        for (const x of this.all) x.slider.element.classList.toggle("chosen", x.k === k);
        for (const x of this.element.querySelectorAll<HTMLElement>(".pick")) x.setAttribute("aria-pressed", String(Number(x.dataset.coordinate) === k));
    }

    /** A keyboard's nudge of the joint that is lit, or chosen. */
    nudge(steps: number): void {
        const k = this.lamp.lit.coordinate ?? this.chosen, x = this.posture.kernel.robot.coordinates[k]!;
        this.posture.set(this.shown, k, this.posture.value(this.shown, k) + steps * (x.upper - x.lower) / 600);
    }

    refresh(): void {
        for (const { which, k, slider } of this.all) slider.show(this.posture.value(which, k));
    }
}
