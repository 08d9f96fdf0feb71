/** Sections below the equations: the derivation step by step, proofs, and exported programs. */

import { h } from "./element";
import type { Kernel } from "./kernel";
import type { Lamp } from "./light";
import { markup } from "./markup";
import type { Certificate, Payload } from "./payload";
import { interactive } from "./symbol";

export interface Steps { element: HTMLElement; paper(on: boolean): void }

/** A list of steps and the selected one; on paper all of them. */
export function derivation(robot: Payload, lamp: Lamp): Steps | null {
    if (!robot.derivation.length) return null;
    const groups: { title: string; steps: Payload["derivation"] }[] = [];
    for (const step of robot.derivation) {
        if (step.level === 1) groups.push({ title: step.title, steps: [step] });
        else groups.at(-1)?.steps.push(step);
    }
    const shown = (step: Payload["derivation"][number], k: number) => [h(k ? "h4" : "h3", {}, step.title), ...step.parts.map((x) => h("div.part", {}, markup(x)))];
    const body = h("div.steps");
    const buttons = groups.map((group, i) => h("button.step", { onclick: () => show(i) }, group.title));
    let at = 0;
    const show = (i: number) => {
        at = i;
        buttons.forEach((x, k) => x.setAttribute("aria-current", k === i ? "step" : "false"));
        body.replaceChildren(...groups[i]!.steps.flatMap(shown));
        interactive(body, robot, lamp);
    };
    show(0);
    const paper = (on: boolean) => (on ? body.replaceChildren(...groups.flatMap(({ steps }) => steps.flatMap(shown))) : show(at));
    const element = h("section", { id: "derivation" }, h("div.head", {}, h("h2", {}, "Derivation", " ", h("span.note", {}, "step by step"))),
        h("div.rail", {}, h("nav", { "aria-label": "Steps" }, ...buttons), body));
    return { element, paper };
}

export function certificate(robot: Payload): HTMLElement | null {
    const found = robot.certificate;
    if (!found) return null;
    return h("section", { id: "holds" }, h("h2", {}, "Properties", " ", h("span.note", {}, found.title)),
        h("div.verdict.good", {}, ...claims(found)),
        assumptions(found));
}

/** ✓ proved, ≈ checked at random states, ✗ does not hold. */
export const claims = (found: Certificate): HTMLElement[] => found.claims.map((x) => h("p.claim", { title: x.how },
    h("span.mark", {}, !x.holds ? "✗" : x.proved ? "✓" : "≈"), h("span", {}, markup(x.words), ".")));

export const assumptions = (found: Certificate): HTMLElement | null =>
    found.assumptions.length ? h("div.note.assumptions", {}, h("p", {}, "Assumptions"), h("ul", {}, ...found.assumptions.map((x) => h("li", {}, markup(x), ".")))) : null;

export function programs(robot: Payload, kernel: Kernel): HTMLElement {
    const rows = robot.contents.functions.map((f) => h("tr", {}, h("td.mono", {}, f.name), h("td.number", {}, String(kernel.operations(f.name))),
        h("td.number", {}, `${(1e6 * speed(kernel, f)).toPrecision(2)}`)));
    const table = h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, "program"), h("th.number", {}, "operations"), h("th.number", {}, "µs, here"))),
        h("tbody", {}, ...rows));
    const sources = robot.code.map((x) => {
        const copy = h("button", { onclick: () => void navigator.clipboard?.writeText(x.source) }, "Copy");
        return h("details", {}, h("summary", {}, x.title, h("span.note", {}, `inverse dynamics, ${x.source.length.toLocaleString("en")} characters`)), copy, h("pre", {}, x.source));
    });
    return h("section", { id: "code" }, h("h2", {}, "Code", " ", h("span.note", {}, "the programs of this page, and code to export")),
        h("pre.make", {}, `import dalembert as da\n${robot.python}`), table, ...sources);
}

/** Seconds a call: many calls, as the clock is coarse. */
function speed(kernel: Kernel, f: Payload["contents"]["functions"][number]): number {
    const run = kernel.bare(f.name);
    const began = performance.now();
    let count = 0;
    do {
        for (let i = 0; i < 50; i++) run();
        count += 50;
    } while (performance.now() - began < 1.5);
    return (performance.now() - began) / 1000 / count;
}
