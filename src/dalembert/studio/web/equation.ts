/** Equations term by term: the colour of a term shows its kind; its value appears below it and follows the posture. */

import { h, measured } from "./element";
import type { Lamp } from "./light";
import { markup } from "./markup";
import type { Equations, Kind, Payload } from "./payload";
import { interactive } from "./symbol";

export const WORDS: Record<Kind, string> = {
    inertial: "inertial", centrifugal: "centrifugal", Coriolis: "Coriolis", gravity: "gravity", friction: "friction",
    spring: "springs", external: "external", loop: "loop forces", velocity: "centrifugal and Coriolis",
};

/** The swatches of kinds; pointing at one dims the others. */
export function legend(kinds: Kind[], lamp: Lamp): HTMLElement {
    const items = kinds.map((kind) => {
        const item = h("span.kind", { class: `kind ${kind}`, onpointerenter: () => lamp.point({ kind }), onpointerleave: () => lamp.point() },
            h("span.swatch"), WORDS[kind]);
        return item;
    });
    return h("div.legend", {}, ...items);
}

export class EquationSheet {
    readonly element = h("div.equations", { role: "group", "aria-label": "Equations of motion" });
    private values: { at: number; element: HTMLElement }[] = [];

    constructor(robot: Payload, equations: Equations, lamp: Lamp) {
        for (const row of equations.rows) {
            const terms = row.terms.map((term) => {
                const value = h("span.value");
                this.values.push({ at: term.at, element: value });
                const made = h("span.term", { "data-kind": term.kind }, h("span.pieces", {}, markup(term.math)), value);
                made.classList.add(term.kind);
                return made;
            });
            const zero = terms.length ? [] : [h("span.term", {}, "0")];
            this.element.append(h("div.row", { "data-coordinate": row.coordinate },
                h("span.left", {}, markup(row.left)), h("span.right", {}, ...terms, ...zero)));
        }
        if (equations.below.length)
            this.element.append(h("div.below", {}, ...equations.below.map((x) => h("div", {}, markup(x)))));
        interactive(this.element, robot, lamp);
        lamp.listen(({ kind }) => {
            for (const x of this.element.querySelectorAll<HTMLElement>(".term"))
                x.classList.toggle("dim", kind !== undefined && x.dataset.kind !== kind);
        });
    }

    /** Values of the terms, as the kernel gives them. */
    show(values: ArrayLike<number>): void {
        const most = this.values.reduce((m, { at }) => Math.max(m, Math.abs(values[at]!)), 0);
        for (const { at, element } of this.values) element.textContent = measured(values[at]!, most);
    }
}
