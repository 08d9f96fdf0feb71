/** A screen of the studio: its sheet, and its state as Python, as a command and as a link. */

import { h, type Child } from "../element";
import type { Desk } from "./desk";
import { Refusal } from "./line";

export type Screen = "model" | "derive" | "kinematics" | "simulate" | "identify" | "code" | "share";

export interface Panel {
    readonly element: HTMLElement;
    /** Python of the shown results, expressions separated by ";": with few digits for the strip, with all digits to run. */
    python(digits: number): string;
    /** Preceding lines. */
    before?(): string[];
    /** The same on the command line. */
    command(): string;
    /** Data of a link besides posture and screen. */
    state?(): Record<string, unknown>;
    restore?(state: Record<string, unknown>): void;
    /** The screen is shown, or left. */
    enter?(): void;
    leave?(): void;
    /** The posture has changed. */
    show?(): void;
    key?(e: KeyboardEvent): boolean;
    drop?(files: { path: string; file: File }[]): boolean;
}

export type Make = (desk: Desk) => Panel;

/** A section of a sheet; hairlines divide them. */
export function section(title: string, note: Child, ...children: Child[]): HTMLElement {
    return h("section.part", {}, h("h2", {}, title, note ? " " : null, note ? h("span.note", {}, note) : null), ...children);
}

const PASSING = ["Crashed", "Lost"]; // errors after which a second try may succeed

/** An error instead of the result: cause, line, remedy; `again` repeats the request. */
export function trouble(error: unknown, again?: () => void): HTMLElement {
    const failure = error instanceof Refusal ? error.failure : { cause: "Error", what: String((error as Error)?.message ?? error), line: null };
    return h("div.verdict.bad.trouble", { role: "alert" },
        h("b", {}, failure.line ? `Line ${failure.line}` : words(failure.cause)), h("p", {}, failure.what), again && PASSING.includes(failure.cause) ? h("button", { onclick: again }, "Try again") : null);
}

const words = (cause: string): string => cause.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/^./, (x) => x.toUpperCase()).replace(/ [A-Z]/g, (x) => x.toLowerCase());

/** "Deriving, 2 s" instead of the result, after 300 ms. */
export function waiting(doing: string): { element: HTMLElement; tick: (seconds: number) => void } {
    const element = h("p.note.waiting", { "aria-live": "polite" });
    return { element, tick: (seconds) => { element.textContent = `${doing}, ${Math.round(seconds)} s`; } };
}

/** Fill an element with an answer of Python or with its error. */
export async function filled<T>(place: HTMLElement, desk: Desk, doing: string, ask: string, values: Record<string, unknown>, show: (x: T) => Child[]): Promise<void> {
    const { element, tick } = waiting(doing);
    place.replaceChildren(element);
    try {
        const found = (await desk.requests.ask(ask, values, tick, place)) as T;
        place.replaceChildren(...show(found).filter((x): x is Node | string => !!x));
    } catch (error) {
        place.replaceChildren(trouble(error, () => void filled(place, desk, doing, ask, values, show)));
    }
}

export function choose(label: string, options: [string, string][], value: string, change: (x: string) => void): HTMLElement {
    const select = h<HTMLSelectElement>("select", { onchange: () => change(select.value) },
        ...options.map(([key, words]) => h("option", { value: key, ...(key === value ? { selected: true } : {}) }, words)));
    return h("label.choose", {}, label, select);
}

/** A word of the command line. */
export const quoted = (x: string): string => (/^[\w./,=+-]+$/.test(x) ? x : `'${x.replaceAll("'", "'\\''")}'`);

export function list(x: ArrayLike<number>, digits: number): string {
    return `[${Array.from(x, (v) => String(Number(v.toFixed(digits)))).join(", ")}]`;
}

/** Numbers of the command line, exact enough for loops to be closed. */
export const comma = (x: ArrayLike<number>): string => Array.from(x, (v) => String(Number(v.toFixed(12)))).join(",");
