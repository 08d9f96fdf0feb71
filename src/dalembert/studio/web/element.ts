/** Elements with attributes, texts and children. Texts stay texts: nothing here reads markup. */

export type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | EventListener | undefined>;

const SVG = "http://www.w3.org/2000/svg";

/** `h("button.quiet", {title: "Copy", onclick: f}, "Copy")` */
export function h<T extends HTMLElement = HTMLElement>(tag: string, attributes: Attributes = {}, ...children: Child[]): T {
    const [name, ...classes] = tag.split(".");
    const made = document.createElement(name!);
    if (classes.length) made.className = classes.join(" ");
    return fill(made, attributes, children) as T;
}

/** The same in SVG. */
export function s<T extends SVGElement = SVGElement>(tag: string, attributes: Attributes = {}, ...children: Child[]): T {
    const [name, ...classes] = tag.split(".");
    const made = document.createElementNS(SVG, name!);
    if (classes.length) made.setAttribute("class", classes.join(" "));
    return fill(made, attributes, children) as T;
}

function fill<T extends Element>(made: T, attributes: Attributes, children: Child[]): T {
    for (const [key, value] of Object.entries(attributes)) {
        if (key.startsWith("aria-") && typeof value === "boolean") {
            made.setAttribute(key, String(value));
            continue;
        }
        if (value === undefined || value === false) continue;
        if (typeof value === "function") made.addEventListener(key.slice(2), value);
        else made.setAttribute(key, value === true ? "" : String(value));
    }
    made.append(...children.filter((x): x is Node | string => x !== null && x !== undefined && x !== false));
    return made;
}

/** Attributes that make a row a button for keyboards and screen readers. */
export function pressed(run: () => void): Attributes {
    const key: EventListener = (e) => {
        if ((e as KeyboardEvent).key !== "Enter" && (e as KeyboardEvent).key !== " ") return;
        e.preventDefault();
        e.stopPropagation();
        run();
    };
    return { role: "button", tabindex: 0, onclick: run, onkeydown: key };
}

const MINUS = "\u2212";

/** −1.35, always with a real minus; `signed` puts a plus before the others. */
export function number(x: number, digits = 2, signed = false): string {
    if (!Number.isFinite(x)) return "–";
    const size = Math.abs(x) < 0.5 * 10 ** -digits ? (0).toFixed(digits) : Math.abs(x).toFixed(digits);
    const zero = Number(size) === 0;
    return (x < 0 && !zero ? MINUS : signed ? "+" : "") + size;
}

/** With its sign, to two places where the largest number beside it is of a common size, else in powers of ten. */
export function measured(x: number, largest: number): string {
    if (!Number.isFinite(x) || largest === 0 || (largest >= 0.05 && largest < 1e5)) return number(x, 2, true);
    return Math.abs(x) < 1e-6 * largest ? "+0" : `${x < 0 ? MINUS : "+"}${power(Math.abs(x), 2)}`;
}

/** 3.5e-7 as one reads it: 3.5 × 10⁻⁷. */
export function power(x: number, digits = 1): string {
    if (x === 0) return "0";
    const e = Math.floor(Math.log10(Math.abs(x)));
    if (e >= -2 && e < 4) return number(x, Math.max(0, digits - e));
    const raised = String(e).replace("-", "⁻").replace(/\d/g, (d) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(d)]!);
    return `${number(x / 10 ** e, digits)} × 10${raised}`;
}
